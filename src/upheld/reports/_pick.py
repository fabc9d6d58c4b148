"""Which samples a report shows, what they are called, and the rows of its summary. Shared by all renderers for people."""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from typing import TYPE_CHECKING

from upheld._report.places import named, without_place
from upheld.reports._look import Look, clean, excerpt, fraction

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from upheld._report import Group, Report
    from upheld._types import Claim, Evidence, Result, Verdict

__all__ = [
    "FLAGS",
    "GROUP_COLUMNS",
    "LABELS",
    "Picked",
    "failing",
    "group_cells",
    "group_name",
    "headline",
    "holds",
    "name_of",
    "pick",
    "proof",
    "samples",
    "summary_rows",
    "word_of",
]

LABELS = {
    "supported": "supported",
    "contradicted": "contradicted",
    "not_enough_info": "not found",
    "error": "error",
}
"""The verdicts in the words of a reader."""

FLAGS = {
    "hedged": "hedged in the answer",
    "conflict": "conflict: one chunk supports it, another contradicts it",
    "joint_support": "joint support: no chunk alone supports it, several together do",
    "unproven": "unproven: the judge gave no quote that stands in a chunk",
    "language": "language: not the judge's own",
    "veto": "a check in code says so",
}

_SHOWN_EVIDENCE = 3


@dataclass(frozen=True, slots=True)
class Picked:
    """The samples to show: pairs of number in the run (from 1) and result.

    Attributes:
        bad: samples that need attention, the lowest score first.
        good: others, in the order of the run.
        hidden_bad: how many that need attention are not shown.
        hidden_good: how many others are not shown.
    """

    bad: list[tuple[int, Result]]
    good: list[tuple[int, Result]]
    hidden_bad: int
    hidden_good: int

    def hidden(self) -> str:
        """Say what is not shown; empty where all is."""
        if not self.hidden_bad:
            return (
                f"Not shown: {samples(self.hidden_good)} without a claim that fails."
                if self.hidden_good
                else ""
            )
        good = f" and {self.hidden_good} that do not" if self.hidden_good else ""
        return f"Not shown: {self.hidden_bad} that need attention{good}."


def holds(result: Result) -> bool:
    """Tell whether nothing in a result asks for attention: it did not fail and no claim is without support."""
    if result.status == "failed" or result.level in ("warning", "block"):
        return False
    return not failing(result)


def failing(result: Result) -> list[Claim]:
    """Return the claims that were judged and are not supported."""
    return [
        claim for claim in result.claims if claim.verdict is not None and claim.verdict.label != "supported"
    ]


def name_of(result: Result, number: int | None = None, limit: int = 60, *, several: bool = False) -> str:
    """Return what to call a sample: its id, else where it stands, else its number in the run.

    Args:
        result: of the sample.
        number: its number in the run; None: it has none.
        limit: most characters.
        several: whether the run is over several files, in which ids may be the same: then both id and file.
    """
    name = named(result.id, result.source, several=several) or ("" if number is None else f"#{number}")
    return excerpt(name, limit=limit)


GROUP_COLUMNS = ("mean", "95 % interval", "coverage", "scored", "samples")
"""What a table says of a group, beside its value."""


def group_cells(group: Group) -> tuple[str, ...]:
    """Return what a table says of a group, by `GROUP_COLUMNS`; the mean is over those that are scored."""
    low, high = group.interval
    interval = "-" if group.mean is None else f"{fraction(low)} to {high:.2f}"
    return fraction(group.mean), interval, fraction(group.coverage), str(group.scored), str(group.n)


def group_name(group: Group) -> str:
    """Return the value that makes a group, as one clean line."""
    return "(no value)" if group.value is None else excerpt(str(group.value), limit=60)


def headline(result: Result, *, several: bool = False) -> str:
    """Return the reason for a place that lists the claims below: what it quotes of them is left out.

    Args:
        result: the result.
        several: whether the run is over several files: then the name says where the sample stands, and the reason need not.
    """
    reason = clean(without_place(result.reason, result.source) if several else result.reason)
    if result.status == "scored" and failing(result):
        return reason.split(': "', 1)[0].rpartition("; ")[0] or reason
    return reason


def word_of(result: Result) -> str:
    """Return the level of a scored sample, the status of any other."""
    return result.level if result.level and result.status == "scored" else result.status.replace("_", " ")


def samples(count: int) -> str:
    """Count samples in words."""
    return "1 sample" if count == 1 else f"{count} samples"


def pick(report: Report, limit: int) -> Picked:
    """Choose at most `limit` samples, those that need attention first. Holds no more than those in memory.

    Failed rows, often many for one reason, take a quarter of the room at most while there are scores to show.
    """
    failed: list[tuple[int, Result]] = []
    good: list[tuple[int, Result]] = []
    bad = 0

    def low() -> Iterator[tuple[float, int, Result]]:
        nonlocal bad
        for number, result in enumerate(report.results, 1):
            fine = holds(result)
            bad += not fine
            if not fine and result.status != "failed":
                yield (-1.0 if result.score is None else result.score, number, result)
            elif len(kept := good if fine else failed) < limit:
                kept.append((number, result))

    lowest = heapq.nsmallest(limit, low(), key=lambda item: item[:2])
    failed = failed[: max(limit // 4, limit - len(lowest))]
    worst = [*failed, *((number, result) for _, number, result in lowest[: limit - len(failed)])]
    good = good[: limit - len(worst)]
    return Picked(worst, good, hidden_bad=bad - len(worst), hidden_good=report.n - bad - len(good))


def proof(claim: Claim, verdict: Verdict, look: Look) -> Iterator[str]:
    """Say why, in clean lines: evidence or the nearest passage, findings that conflict, the judge's reason, flags."""
    cut = look.mark("cut")

    def quote(evidence: Evidence) -> str:
        text = excerpt(evidence.text, claim.text, cut=cut)
        return f"chunk {evidence.chunk}: {look.mark('open')}{text}{look.mark('close')}"

    yield from map(quote, verdict.evidence[:_SHOWN_EVIDENCE])
    if len(verdict.evidence) > _SHOWN_EVIDENCE:
        yield f"and {len(verdict.evidence) - _SHOWN_EVIDENCE} more places"
    if verdict.nearest is not None and not verdict.evidence:
        yield f"nearest, {quote(verdict.nearest)}"
    for finding in verdict.findings:
        if finding.outcome == "conflicts" and finding.reason not in verdict.reason:
            yield f"{clean(finding.check)}: {excerpt(finding.reason, limit=200, cut=cut)}"
    if verdict.reason and verdict.label != "supported":
        yield excerpt(verdict.reason, limit=200, cut=cut)
    for flag in dict.fromkeys((*claim.flags, *verdict.flags)):
        yield f"({FLAGS.get(flag, clean(flag).replace('_', ' '))})"


def summary_rows(report: Report, look: Look) -> Iterator[tuple[str, str]]:
    """Yield the summary as pairs of key and clean text; an empty key continues the row above."""
    dot = f" {look.mark('dot')} "
    yield from _mean(report)
    yield "coverage", _coverage(report)
    yield "status", _counts(report.statuses, dot)
    if any(report.levels.values()):
        yield "levels", _counts(report.levels, dot)
    if any(report.verdicts.values()):
        yield "verdicts", _counts({LABELS.get(label, label): n for label, n in report.verdicts.items()}, dot)
    yield from _decision(report, look)
    yield "signature", clean(report.signature)
    for note in report.notes:
        yield "note", clean(note)
    if report.interrupted:
        yield "stopped", f"before the end, after {samples(report.n)}"


def _mean(report: Report) -> Iterator[tuple[str, str]]:
    if report.mean is None:
        yield "mean", "none: no sample has a score"
        return
    low, high = report.interval
    yield (
        "mean",
        f"{fraction(report.mean)}  (95 % interval {fraction(low)} to {high:.2f}, n = {report.scored})",
    )
    yield "", clean(str(report.summary()["interval_leaves_out"]))


def _decision(report: Report, look: Look) -> Iterator[tuple[str, str]]:
    decision = report.decision
    if decision is None:
        return
    sign, limits = look.mark("at_least"), decision.threshold
    thresholds = f"deploy {sign} {limits.deploy:.2f}, review {sign} {limits.review:.2f}"
    yield "decision", f"{decision.value or 'none'} for {clean(decision.domain)} ({thresholds})"
    yield from (("", clean(note)) for note in decision.notes)


def _coverage(report: Report) -> str:
    if report.coverage is None:
        return "none: no sample could have a score"
    have = report.expected - report.missing
    of = "have a score" if report.expected == report.n else f"that can have a score; {report.n} in all"
    return f"{fraction(report.coverage)}  ({have} of {report.expected} samples {of})"


def _counts(counts: Mapping[str, int], dot: str) -> str:
    return dot.join(f"{name.replace('_', ' ')} {count}" for name, count in counts.items() if count) or "none"
