"""Results as plain text that a person reads at once: a mark for each claim, and the proof below it.

Chunks are counted from 0, as in the API and in the JSON.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from upheld.reports._look import Look, clean, excerpt, fold, fraction
from upheld.reports._pick import (
    LABELS,
    failing,
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

__all__ = ["groups_text", "report_lines", "report_text", "result_text", "summary_text"]

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


def result_text(result: Result, look: Look | None = None) -> str:
    """Show one result: a header with score and level, then each claim with its proof.

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
    return "\n".join([*head, *_claims(result.claims, look, "  ")])


def report_text(report: Report, *, verbose: bool = False, limit: int = 20, look: Look | None = None) -> str:
    """Show a run: the samples that need attention with their claims, others in one line each, then the summary.

    Args:
        report: the run.
        verbose: show every sample with every claim, in the order of the run.
        limit: most samples to show where not `verbose`.
        look: what the place of output can show; standard output where not given.
    """
    return "\n".join(report_lines(report, verbose=verbose, limit=limit, look=look))


def report_lines(
    report: Report, *, verbose: bool = False, limit: int = 20, look: Look | None = None
) -> Iterator[str]:
    """Yield the lines of `report_text` one by one: a verbose report of a long run need not fit in memory.

    Args:
        report: as for `report_text`.
        verbose: as for `report_text`.
        limit: as for `report_text`.
        look: as for `report_text`.
    """
    look = look or Look.of()
    yield from _all(report, look) if verbose else _some(report, look, limit)
    if report.n:
        yield ""
    yield from summary_text(report, look).split("\n")


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
    """Show the groups of a run as a table: mean, interval, coverage and size for each value of a field.

    Args:
        field: name of the field.
        groups: as `Report.by` returns them.
        look: what the place of output can show; standard output where not given.
    """
    look = look or Look.of()
    lines = [look.paint("strong", "mean  95 % interval  coverage       n  ") + f"by {clean(field)}"]
    for group in groups.values():
        low, high = group.interval
        numbers = f"{fraction(group.mean):>4}  {fraction(low)} to {high:.2f}   {fraction(group.coverage):>8}"
        lines.append(f"{numbers}  {group.n:>6}  {group_name(group)}")
    return "\n".join(lines)


def _all(report: Report, look: Look) -> Iterator[str]:
    for number, result in enumerate(report.results, 1):
        yield from _sample(result, number, look)
        yield from _claims(result.claims, look, "    ")


def _some(report: Report, look: Look, limit: int) -> Iterator[str]:
    picked = pick(report, limit)
    for number, result in picked.bad:
        yield from _sample(result, number, look)
        claims = failing(result)
        yield from _claims(claims[:_SHOWN_CLAIMS], look, "    ")
        if len(claims) > _SHOWN_CLAIMS:
            yield look.paint("quiet", f"    and {len(claims) - _SHOWN_CLAIMS} more claims that do not hold")
    for number, result in picked.good:
        yield from _sample(result, number, look)
    if hidden := picked.hidden():
        how = f"{hidden} See all with -v, or in the data with -o FILE.jsonl."
        yield from ["", *(look.paint("quiet", line) for line in fold(how, look.width))]


def _sample(result: Result, number: int, look: Look) -> Iterator[str]:
    """Show one sample: mark, score, level or status, name, reason; a long reason goes below."""
    mark, style = ("supported", "good") if holds(result) else ("contradicted", "bad")
    if result.score is None and result.status != "failed":
        mark, style = "unchecked", "quiet"
    start = f"{look.mark(mark)} {fraction(result.score):>4}"
    front = f"{start}  {word_of(result):<12}  "
    line = front + name_of(result, number, limit=min(60, look.width - len(front) - 1))
    reason = excerpt(headline(result), limit=400, cut=look.mark("cut"))
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
