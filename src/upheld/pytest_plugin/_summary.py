"""What is said at the end of a session, and the files that are written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from upheld._errors import UpheldError
from upheld.pytest_plugin._session import beside
from upheld.reports import SUFFIXES, WRITERS

if TYPE_CHECKING:
    from upheld._report import Report
    from upheld.pytest_plugin._session import CheckRecord, Session

__all__ = ["Checked", "summary_lines", "write_files"]

_SHOWN = 20


@dataclass(slots=True)
class Checked:
    """What the tests of a session checked.

    Attributes:
        options: what was given on the command line and in the ini file.
        records: the checked answers.
        notes: what judges say of the session, such as their calls.
        files: a line on each file that was written, or could not be.
    """

    options: Mapping[str, Any]
    records: list[CheckRecord] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)

    def in_order(self) -> list[CheckRecord]:
        """Return the records in the order of the tests, whichever worker was done first."""
        return sorted(self.records, key=lambda record: record["number"])


def summary_lines(checked: Checked) -> list[str]:
    """Say how many answers were checked, with what score, and which failed; empty where nothing was done."""
    if not checked.records and not checked.files:
        return []  # and nothing is loaded
    from upheld.reports._look import clean

    counted = _counted(checked.in_order()) if checked.records else ()
    return [*counted, *map(clean, checked.notes), *map(clean, checked.files)]


def _counted(records: list[CheckRecord]) -> Iterator[str]:
    from upheld.reports._look import clean, fraction

    scores = [r["result"]["score"] for r in records if r["result"]["score"] is not None]
    failed = [r for r in records if r["passed"] is False]
    mean = f"mean score {fraction(sum(scores) / len(scores))}" if scores else "no score"
    without = f", {len(records) - len(scores)} without a score" * (0 < len(scores) < len(records))
    yield f"{_many(len(records), 'answer')} checked, {mean}{without}, {len(failed) or 'none'} not faithful enough"
    for record in failed[:_SHOWN]:
        score, needed = beside(record["result"]["score_low"], record["needed"])
        shown = score or record["result"]["status"].replace("_", " ")
        yield f"  {shown:<12} needed {needed}  {clean(record['test'])}"
    if len(failed) > _SHOWN:
        yield f"  and {len(failed) - _SHOWN} more"
    if errors := sum(map(_errors, records)):
        yield f"{_many(errors, 'claim')} without a verdict: the judge failed there"
    yield from dict.fromkeys(f"signature {clean(r['result']['signature'])}" for r in records)
    yield from dict.fromkeys(f"note: {clean(note)}" for r in records for note in r["result"]["notes"])


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"


def _errors(record: CheckRecord) -> int:
    verdicts = (claim["verdict"] for claim in record["result"]["claims"])
    return sum(verdict is not None and verdict["label"] == "error" for verdict in verdicts)


def write_files(checked: Checked, session: Session) -> bool:
    """Write the files that were asked for, and note each; say whether all could be written.

    Args:
        checked: what to write.
        session: how its verdicts became scores.
    """
    wanted = {name: checked.options[name] for name in ("save", "report") if name in checked.options}
    fine = True
    for name, path in wanted.items():
        try:
            report, write = _report(checked, session), WRITERS[_format(name, path)]
            with path.open("w", encoding="utf-8", newline="\n") as stream:
                write(report, stream)
        except (OSError, UpheldError) as error:
            fine = False
            checked.files.append(f"cannot write {path}: {getattr(error, 'strerror', None) or error}")
        else:
            checked.files.append(f"written: {path}")
    return fine


def _format(name: str, path: Path) -> str:
    return "jsonl" if name == "save" else SUFFIXES[path.suffix.lower()]


def _report(checked: Checked, session: Session) -> Report:
    from upheld._report import Report
    from upheld._types import Result

    results = [Result.from_dict(record["result"]) for record in checked.in_order()]
    report = Report(results[0].signature if results else "", session.scoring, checked.notes)
    for result in results:
        report.add(result)
    return report
