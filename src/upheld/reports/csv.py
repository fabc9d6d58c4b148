"""Results as CSV: one row per sample, claims and metadata as JSON in a cell."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, Any, TextIO

from upheld.reports._json import dumps
from upheld.reports._look import clean

if TYPE_CHECKING:
    from upheld._report import Report
    from upheld._types import Result

__all__ = ["COLUMNS", "write"]

COLUMNS = (
    "id",
    "source",
    "status",
    "score",
    "score_low",
    "score_high",
    "coverage",
    "level",
    "decision",
    "reason",
    "supported",
    "contradicted",
    "not_enough_info",
    "error",
    "claims",
    "metadata",
    "signature",
    "extractions",
)
_VERDICTS = ("supported", "contradicted", "not_enough_info", "error")
_TEXTS = frozenset({"id", "source", "reason", "signature", "decision"})

# A spreadsheet takes a cell that begins like this for a formula, blanks in front or not; the wide forms count in
# East Asian settings.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def write(report: Report, stream: TextIO) -> None:
    """Write one row per sample; a text cell that a spreadsheet would run is defused by a leading apostrophe.

    Args:
        report: the run.
        stream: open for text, without translation of line ends.
    """
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(COLUMNS)
    for result in report.results:
        row = _row(result)
        writer.writerow([_cell(row[name]) if name in _TEXTS else row[name] for name in COLUMNS])


def _row(result: Result) -> dict[str, Any]:
    data = result.to_dict()
    labels: list[str] = [claim.verdict.label for claim in result.claims if claim.verdict is not None]
    counts = {label: labels.count(label) for label in _VERDICTS}
    extractions = None if data["extractions"] is None else dumps(data["extractions"])
    return {
        **data,
        **counts,
        "claims": dumps(data["claims"]),
        "metadata": dumps(data["metadata"]),
        "extractions": extractions,
    }


def _cell(text: str | None) -> str | None:
    if text is None:
        return None
    shown = clean(text, keep_lines=True)
    return "'" + shown if any(form.startswith(_FORMULA) for form in (text, text.lstrip(), shown)) else shown
