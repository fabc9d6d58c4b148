"""Scorers side by side, for people, as CSV and as JSON: figures, agreement, and the samples on which they differ most."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, TextIO

from upheld.reports._look import Look, clean, excerpt, fold, fraction
from upheld.reports._pick import LABELS, proof
from upheld.reports.csv import _cell
from upheld.reports.judged import _table_markdown, _table_text
from upheld.reports.markdown import code, escape
from upheld.reports.text import _claims

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from upheld._report.compared import Column, CompareReport, Pair
    from upheld._types import Claim, Result

__all__ = ["compared_csv", "compared_markdown", "compared_text"]

_SHOWN_ROWS = 30
_SHOWN_MISSING = 20
_SHOWN_CLAIMS = 12
_NAME = 40
_ALL = "All are in the data: -o FILE.json or FILE.csv, in Python to_dict()."

_Table = list[list[str]]


def compared_text(report: CompareReport, look: Look | None = None, *, show: int = 5) -> str:
    """Show the scorers and how far they agree, then the samples on which they differ most, with the claims of ours.

    Args:
        report: the comparison.
        look: what the place of output can show; standard output where not given.
        show: how many of those samples.
    """
    look = look or Look.of()
    parts = [_table_text(_scorers(report), look), *_folded(_conventions(report), look)]
    parts += [_table_text(_pairs(report), look), _table_text(_rows(report), look)]
    if more := _not_shown(report):
        parts.append(look.paint("quiet", more))
    results = report.results(report.most_different(show))
    parts += ["\n".join(_details(report, number, found, look)) for number, found in results.items()]
    if missing := _missing(report):
        parts += [look.paint("strong", "no score"), *_folded(missing, look)]
    parts += _folded([f"note: {clean(note)}" for note in _notes(report)], look)
    return "\n\n".join(parts)


def compared_markdown(report: CompareReport, *, show: int = 5) -> str:
    """Return the same as Markdown.

    Args:
        report: the comparison.
        show: how many of the samples on which they differ most to show with claims.
    """
    lines = ["# Scorers compared", "", *_table_markdown(_scorers(report)), ""]
    lines += [
        f"- {escape(f'{column.name} - {column.convention}')} ({code(column.signature)})"
        for column in report.columns
    ]
    lines += ["", "## Agreement", "", *_table_markdown(_pairs(report))]
    lines += ["", "## Samples", "", *_table_markdown(_rows(report))]
    if more := _not_shown(report):
        lines += ["", more]
    for number, found in report.results(report.most_different(show)).items():
        lines += ["", f"### {escape(report.name_of(number))}", "", *_details_markdown(report, number, found)]
    if missing := _missing(report):
        lines += ["", "## No score", "", *(f"- {escape(line)}" for line in missing)]
    if notes := _notes(report):
        lines += ["", "## Notes", "", *(f"- {escape(note)}" for note in notes)]
    return "\n".join(lines) + "\n"


def compared_csv(report: CompareReport, stream: TextIO) -> None:
    """Write one row for each sample: its score by each scorer, the spread, and why scores are missing.

    Args:
        report: the comparison.
        stream: open for text, without translation of line ends.
    """
    writer = csv.writer(stream, lineterminator="\n")
    names = [column.name for column in report.columns]
    writer.writerow(["id", "source", *map(_cell, names), "spread", "no_score"])
    for number, (id_, source) in enumerate(report.names):
        scores = report.scores(number)
        values = [scores[name].value for name in names]
        missing = "; ".join(f"{name}: {score.why}" for name, score in scores.items() if score.value is None)
        writer.writerow([_cell(id_), _cell(source), *values, report.spread(number), _cell(missing or None)])


def _scorers(report: CompareReport) -> _Table:
    head = ["scorer", "mean", "95 %", "scored", "no score", "calls", "seconds"]
    return [head, *(_scorer(column) for column in report.columns)]


def _scorer(column: Column) -> list[str]:
    interval, scored = column.interval, len(column.values)
    return [
        excerpt(column.name, limit=_NAME),
        _number(column.mean),
        "-" if interval is None else f"{_number(interval.low)} to {_number(interval.high)}",
        str(scored),
        str(len(column.scores) - scored),
        "-" if column.calls is None else str(column.calls),
        "-" if column.seconds is None else f"{column.seconds:.1f}",
    ]


def _conventions(report: CompareReport) -> list[str]:
    """Say of each score what it counts and what it came from."""
    return [f"{clean(c.name)} - {clean(c.convention)} ({clean(c.signature)})" for c in report.columns]


def _pairs(report: CompareReport) -> _Table:
    side = f"same side of {report.threshold:g}"
    head = ["first / second", "n", "second - first", "95 %", "Spearman", side, "kappa"]
    return [head, *(_pair(pair) for pair in report.pairs())]


def _pair(pair: Pair) -> list[str]:
    interval = pair.interval
    agreed = pair.both + pair.neither
    return [
        f"{excerpt(pair.one, limit=_NAME)} / {excerpt(pair.other, limit=_NAME)}",
        str(pair.n),
        _signed(pair.difference),
        "-" if interval is None else f"{_signed(interval.low)} to {_signed(interval.high)}",
        _signed(pair.spearman),
        f"{agreed} of {pair.n}",
        _signed(pair.kappa),
    ]


def _rows(report: CompareReport) -> _Table:
    """Return the scores of samples, those that differ most first, each with its difference from the first scorer's."""
    head = ["sample", *(excerpt(column.name, limit=_NAME) for column in report.columns), "spread"]
    return [head, *(_row(report, number) for number in _order(report)[:_SHOWN_ROWS])]


def _order(report: CompareReport) -> list[int]:
    apart = report.most_different()
    known = set(apart)
    return [*apart, *(number for number in range(report.n) if number not in known)]


def _row(report: CompareReport, number: int) -> list[str]:
    first, *rest = [column.scores[number].value for column in report.columns]
    cells = [_number(first)]
    for value in rest:
        gap = "" if value is None or first is None else f" ({_signed(value - first)})"
        cells.append(_number(value) + gap)
    return [excerpt(report.name_of(number), limit=_NAME), *cells, _number(report.spread(number))]


def _not_shown(report: CompareReport) -> str:
    hidden = report.n - _SHOWN_ROWS
    return f"Not shown: {hidden} more samples. {_ALL}" if hidden > 0 else ""


def _details(report: CompareReport, number: int, results: dict[str, Result], look: Look) -> Iterator[str]:
    scores = report.scores(number)
    told = f" {look.mark('dot')} ".join(f"{clean(name)} {_number(s.value)}" for name, s in scores.items())
    title = excerpt(report.name_of(number), limit=_NAME)
    yield look.paint("strong", title) + f"  {told}"
    for name, score in scores.items():
        if score.why and name not in results:
            yield from fold(f"{clean(name)}: {excerpt(score.why, limit=400)}", look.width, "  ", "    ")
    for name, result in _unlike(results):
        yield from fold(f"{clean(name)}: {clean(result.reason)}", look.width, "  ", "    ")
        yield from _claims(result.claims[:_SHOWN_CLAIMS], look, "    ")
        if (more := len(result.claims) - _SHOWN_CLAIMS) > 0:
            yield f"    and {more} more claims"


def _unlike(results: dict[str, Result]) -> Iterator[tuple[str, Result]]:
    """Yield our results; one with the same claims and verdicts as an earlier one (another policy) is not shown again."""
    seen: list[tuple[Claim, ...]] = []
    for name, result in results.items():
        if result.claims not in seen:
            seen.append(result.claims)
            yield name, result


def _details_markdown(report: CompareReport, number: int, results: dict[str, Result]) -> Iterator[str]:
    for name, score in report.scores(number).items():
        why = f": {excerpt(score.why, limit=400)}" if score.why and name not in results else ""
        yield f"- {escape(name)} {_number(score.value)}{escape(why)}"
    for name, result in _unlike(results):
        table = [["verdict", "claim", "proof"]]
        for claim in result.claims[:_SHOWN_CLAIMS]:
            verdict = claim.verdict
            word = f"({claim.kind})" if verdict is None else LABELS[verdict.label]
            why = " / ".join(proof(claim, verdict, Look())) if verdict else ""
            table.append([word, excerpt(claim.text, limit=400), why])
        yield from ("", f"Claims of {escape(name)}:", "", *_table_markdown(table))


def _missing(report: CompareReport) -> list[str]:
    """Name each sample that lacks scores, with the scorers and their reasons."""
    found: dict[tuple[int, str], list[str]] = {}
    for number, name, why in report.missing():
        found.setdefault((number, why), []).append(name)
    lines = [
        f"{excerpt(report.name_of(number), limit=_NAME)} - {clean(', '.join(names))}: {excerpt(why, limit=300)}"
        for (number, why), names in [*found.items()][:_SHOWN_MISSING]
    ]
    more = len(found) - _SHOWN_MISSING
    return [*lines, *([f"and {more} more. {_ALL}"] if more > 0 else [])]


def _notes(report: CompareReport) -> list[str]:
    notes = [*report.notes, *(f"{c.name}: {note}" for c in report.columns for note in c.notes)]
    if len({len(column.values) for column in report.columns}) > 1:
        notes.insert(
            0, "each mean is over the samples that its scorer scored, each pair over those that both scored"
        )
    return [
        *notes,
        *(["the run was interrupted: what was not scored has no score"] if report.interrupted else []),
    ]


def _folded(lines: Sequence[str], look: Look) -> list[str]:
    return ["\n".join("\n".join(fold(line, look.width, "", "  ")) for line in lines)] if lines else []


def _number(value: float | None) -> str:
    return "-" if value is None else fraction(value) if 0.0 <= value <= 1.0 else f"{value:.2f}"


def _signed(value: float | None) -> str:
    return "-" if value is None else f"{round(value, 2) + 0.0:+.2f}"
