"""Reports: one module per output format. Nothing heavy is loaded before a writer runs."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, TextIO, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from upheld._report import Report

__all__ = ["SUFFIXES", "WRITERS"]


def _text(report: Report, stream: TextIO) -> None:
    from upheld.reports._look import Look
    from upheld.reports.text import report_lines

    lines = report_lines(report, look=Look.of(stream), see_all="")  # who reads a file is not known
    stream.writelines(f"{line}\n" for line in lines)


def _json(report: Report, stream: TextIO) -> None:
    from upheld.reports._json import SafeStream

    report.write_json(cast("TextIO", SafeStream(stream)))


def _jsonl(report: Report, stream: TextIO) -> None:
    from upheld.reports.jsonl import write

    write(report, stream)


def _csv(report: Report, stream: TextIO) -> None:
    from upheld.reports.csv import write

    write(report, stream)


def _markdown(report: Report, stream: TextIO) -> None:
    from upheld.reports.markdown import write

    write(report, stream)


def _html(report: Report, stream: TextIO) -> None:
    from upheld.reports.page import write

    write(report, stream)


def _parquet(report: Report, stream: TextIO) -> None:
    from upheld.reports.arrow import write_parquet

    write_parquet(report, stream)


def _arrow(report: Report, stream: TextIO) -> None:
    from upheld.reports.arrow import write_arrow

    write_arrow(report, stream)


WRITERS: Mapping[str, Callable[[Report, TextIO], None]] = MappingProxyType(
    {
        "text": _text,
        "json": _json,
        "jsonl": _jsonl,
        "csv": _csv,
        "markdown": _markdown,
        "html": _html,
        "parquet": _parquet,
        "arrow": _arrow,
    }
)
"""Output formats: each takes a report and a stream that is open for text; Parquet and Arrow write to the bytes below it."""

SUFFIXES: Mapping[str, str] = MappingProxyType(
    {
        ".txt": "text",
        ".json": "json",
        ".jsonl": "jsonl",
        ".ndjson": "jsonl",
        ".csv": "csv",
        ".md": "markdown",
        ".markdown": "markdown",
        ".html": "html",
        ".parquet": "parquet",
        ".arrow": "arrow",
        ".feather": "arrow",
    }
)
"""Suffix of a file in lower case -> the format it stands for."""
