"""Results as plain text that a person reads at once: a mark for each claim, and the proof below it.

Chunks are counted from 0, as in the API and in the JSON.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from upheld.reports._look import Look, clean, excerpt, fold, fraction
from upheld.reports._pick import (
    GROUP_COLUMNS,
    LABELS,
    failing,
    group_cells,
    group_name,
    headline,
    holds,
    name_of,
    pick,
    proof,
    summary_rows,
    word_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from upheld._report import Group, Report
    from upheld._types import Claim, Result

__all__ = ["groups_text", "overview_text", "report_lines", "report_text", "result_text", "summary_text"]

_STYLES = {
    "supported": "good",
    "contradicted": "bad",
    "not_enough_info": "bad",
    "error": "unsure",
    "safe": "good",
    "warning": "unsure",
    "block": "bad",
    "deploy": "good",
    "review": "unsure",
}
_SHOWN_CLAIMS = 8
_KEY_WIDTH = 11
_GROUP_WIDTHS = (4, 13, 8, 6, 7)
_SEE_ALL = "See all in report.results."


def result_text(result: Result, look: Look | None = None) -> str:
    """Show one result: a header with score and level, each claim with its proof, and what to know of the decision.

    Args:
        result: the result.
        look: what the place of output can show; standard output where not given.
    """
    look = look or Look.of()
    words = [look.paint("strong", "no score" if result.score is None else f"score {fraction(result.score)}")]
    if result.level:
        words.append(look.paint(_STYLES[result.level], result.level))
    if result.decision:
        words.append("decision " + look.paint(_STYLES.get(result.decision, "bad"), clean(result.decision)))
    if result.status != "scored":
        words.append(result.status.replace("_", " "))
    if reason := headline(result):
        words.append(reason)
    head = fold(f" {look.mark('dot')} ".join(words), look.width, rest="  ")
    notes = (line for note in result.notes for line in fold(f"note: {clean(note)}", look.width, rest="  "))
    return "\n".join([*head, *_claims(result.claims, look, "  "), *notes])


def report_text(report: Report, *, verbose: bool = False, limit: int = 20, look: Look | None = None) -> str:
    """Show a run: the samples that need attention with their claims, others in one line each, then the overview.

    Args:
        report: the run.
        verbose: show every sample with every claim, in the order of the run.
        limit: most samples to show where not `verbose`.
        look: what the place of output can show; standard output where not given.
    """
    return "\n".join(report_lines(report, verbose=verbose, limit=limit, look=look))


def report_lines(
    report: Report,
    *,
    verbose: bool = False,
    limit: int = 20,
    look: Look | None = None,
    see_all: str = _SEE_ALL,
) -> Iterator[str]:
    """Yield the lines of `report_text` one by one: a verbose report of a long run need not fit in memory.

    Args:
        report: as for `report_text`.
        verbose: as for `report_text`.
        limit: as for `report_text`.
        look: as for `report_text`.
        see_all: what to say where samples are not shown: how this reader sees them. As in Python, where not given.
    """
    look = look or Look.of()
    yield from _all(report, look) if verbose else _some(report, look, limit, see_all)
    if report.n:
        yield ""
    yield from overview_text(report, look).split("\n")


def overview_text(report: Report, look: Look) -> str:
    """Show the summary of a run, and a table of each field that it is grouped by.

    Args:
        report: the run.
        look: what the place of output can show.
    """
    tables = (groups_text(field, groups, look) for field, groups in report.groups.items())
    return "\n\n".join([summary_text(report, look), *tables])


def summary_text(report: Report, look: Look | None = None) -> str:
    """Show the summary of a run alone: mean with interval, coverage, counts, decision, signature, notes.

    Args:
        report: the run.
        look: what the place of output can show; standard output where not given.
    """
    look = look or Look.of()
    lines: list[str] = []
    for key, text in summary_rows(report, look):
        start = f"{key:<{_KEY_WIDTH}}"
        # A signature is there to be copied: it stays on one line.
        folded = [start + text] if key == "signature" else fold(text, look.width, start)
        lines += [(look.paint("strong", key) if key else "") + folded[0][len(key) :], *folded[1:]]
    return "\n".join(lines)


def groups_text(field: str, groups: Mapping[Any, Group], look: Look | None = None) -> str:
    """Show the groups of a run as a table: mean, interval, coverage, scored samples and all, for each value of a field.

    Args:
        field: name of the field.
        groups: as `Report.by` returns them.
        look: what the place of output can show; standard output where not given.
    """
    look = look or Look.of()
    lines = [f"{look.paint('strong', _group_row(GROUP_COLUMNS))}  by {clean(field)}"]
    lines += (f"{_group_row(group_cells(group))}  {group_name(group)}" for group in groups.values())
    return "\n".join(lines)


def _group_row(cells: Sequence[str]) -> str:
    return "  ".join(f"{cell:>{width}}" for cell, width in zip(cells, _GROUP_WIDTHS, strict=True))


def _all(report: Report, look: Look) -> Iterator[str]:
    for number, result in enumerate(report.results, 1):
        yield from _sample(result, number, look, several=report.several_files)
        yield from _claims(result.claims, look, "    ")


def _some(report: Report, look: Look, limit: int, see_all: str) -> Iterator[str]:
    picked, several = pick(report, limit), report.several_files
    for number, result in picked.bad:
        yield from _sample(result, number, look, several=several)
        claims = failing(result)
        yield from _claims(claims[:_SHOWN_CLAIMS], look, "    ")
        if len(claims) > _SHOWN_CLAIMS:
            yield look.paint("quiet", f"    and {len(claims) - _SHOWN_CLAIMS} more claims that do not hold")
    for number, result in picked.good:
        yield from _sample(result, number, look, several=several)
    if hidden := picked.hidden():
        told = f"{hidden} {see_all}".rstrip()
        yield from ["", *(look.paint("quiet", line) for line in fold(told, look.width))]


def _sample(result: Result, number: int, look: Look, *, several: bool) -> Iterator[str]:
    """Show one sample: mark, score, level or status, name, reason; a long reason goes below."""
    mark, style = ("supported", "good") if holds(result) else ("contradicted", "bad")
    if result.score is None and result.status != "failed":
        mark, style = "unchecked", "quiet"
    start = f"{look.mark(mark)} {fraction(result.score):>4}"
    front = f"{start}  {word_of(result):<12}  "
    line = front + name_of(result, number, min(60, look.width - len(front) - 1), several=several)
    reason = excerpt(headline(result, several=several), limit=400, cut=look.mark("cut"))
    on_one_line = fold(f"{line}  {reason}", look.width)
    shown = look.paint(style, start) + line[len(start) :]
    if len(on_one_line) == 1:
        yield (f"{shown}  {look.paint('quiet', reason)}" if reason else shown)
        return
    yield shown
    yield from (look.paint("quiet", part) for part in fold(reason, look.width, "    "))


def _claims(claims: Sequence[Claim], look: Look, indent: str) -> Iterator[str]:
    for claim in claims:
        yield from _claim(claim, look, indent)


def _claim(claim: Claim, look: Look, indent: str) -> Iterator[str]:
    """Show one claim: mark, verdict, text; then its proof, or what comes closest, each on its own line."""
    verdict, cut = claim.verdict, look.mark("cut")
    if verdict is None:
        mark, word, style = look.mark("unchecked"), f"({claim.kind})", "quiet"
    else:
        mark, word, style = look.mark(verdict.label), LABELS[verdict.label], _STYLES[verdict.label]
    start = f"{indent}{mark} {word}"
    hanging = " " * (len(indent) + 17)
    first, *others = fold(excerpt(claim.text, limit=400, cut=cut), look.width, f"{start:<{len(hanging)}}")
    yield look.paint(style, start) + first[len(start) :]
    yield from others
    for line in proof(claim, verdict, look) if verdict else ():
        yield from (look.paint("quiet", part) for part in fold(line, look.width, hanging, hanging + "  "))
