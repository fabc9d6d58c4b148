"""Results as JSON lines: one result per line, by ``$defs/result`` of the schema; written as they come."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from upheld.reports._json import SafeStream, dumps

if TYPE_CHECKING:
    from upheld._report import Report
    from upheld._types import Result

__all__ = ["write", "write_result"]


def write(report: Report, stream: TextIO) -> None:
    """Write every result of a run, one per line.

    Args:
        report: the run.
        stream: open for text.
    """
    for result in report.results:
        write_result(result, stream)


def write_result(result: Result, stream: TextIO) -> None:
    """Write one result as one line.

    Args:
        result: the result.
        stream: open for text.
    """
    SafeStream(stream).write(dumps(result.to_dict()) + "\n")
