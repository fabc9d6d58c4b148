"""A probe of a judge, for people and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from upheld.reports._look import Look, clean, excerpt, fold
from upheld.reports._pick import LABELS
from upheld.reports.judged import (
    _number,
    _pairs_text,
    _table_markdown,
    _table_text,
)
from upheld.reports.markdown import escape, pairs_markdown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from upheld._report.probed import KindRate, MeanRate, ProbeCase, ProbeReport

__all__ = ["probed_markdown", "probed_text"]

_LIMIT = 240  # characters of a claim or chunk that are shown


def probed_text(report: ProbeReport, look: Look | None = None, examples: int = 1) -> str:
    """Show a probe: material, means, the rate of each kind, and what the judge got wrong.

    Args:
        report: the probe.
        look: what the place of output can show; standard output where not given.
        examples: most missed faults and false alarms of each kind.
    """
    look = look or Look.of()
    parts = [_pairs_text(_summary(report), look)]
    parts += [_table_text(table, look) for table in _tables(report)]
    for title, cases in _wrong(report, examples):
        lines = [look.paint("strong", title)]
        for case in cases:
            first, *rest = _lines(case, look)
            lines += fold(first, look.width, "  ", "    ")
            for line in rest:
                lines += (look.paint("quiet", part) for part in fold(line, look.width, "    ", "      "))
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


def probed_markdown(report: ProbeReport, examples: int = 1) -> str:
    """Return the same as Markdown.

    Args:
        report: the probe.
        examples: as for `probed_text`.
    """
    lines = [f"# Probe of {escape(report.judge)}", "", *pairs_markdown(_summary(report))]
    for table in _tables(report):
        lines += ["", *_table_markdown(table)]
    for title, cases in _wrong(report, examples):
        lines += ["", f"## {title}", ""]
        lines += ["- " + "<br>".join(escape(line) for line in _lines(case, Look())) for case in cases]
    return "\n".join(lines) + "\n"


def _summary(report: ProbeReport) -> Iterator[tuple[str, str]]:
    out = (
        [f"{report.unread} that could not be read (the first: {report.first_unread})"]
        if report.unread
        else []
    )
    out += [f"{report.without_context} without a context"] if report.without_context else []
    yield "samples", clean(f"{report.samples} used{'; left out: ' if out else ''}{'; '.join(out)}")
    answers = f"{report.supported} of {report.answers} claims of answers, those that the judge supports"
    own = "no claims of answers in a dry run" if report.dry_run else answers
    yield "material", f"{own}; {report.sentences} sentences of chunks"
    yield (
        "claims to judge",
        f"{report.answers} of answers first, then {len(report.cases)} made of the material, at most {report.per_kind} of a kind",
    )
    if report.asked:
        yield "detection", _mean(report.detection, "faults")
        yield "false alarms", _mean(report.false_alarms, "paraphrases")
        yield (
            "",
            "The intervals cover the chance of which cases were drawn. They leave out that cases of one text are alike.",
        )
    yield "signature", clean(report.signature)
    yield from (("note", clean(note)) for note in report.remarks())


def _mean(rate: MeanRate | None, what: str) -> str:
    if rate is None:
        return f"none: no kind of {what} has enough cases"
    low, high = rate.interval
    kinds = "1 kind" if rate.kinds == 1 else f"{rate.kinds} kinds"
    return (
        f"{_number(rate.mean)}  (95 % interval {_number(low)} to {_number(high)}; mean of {kinds} of {what})"
    )


def _tables(report: ProbeReport) -> Iterator[list[list[str]]]:
    """Yield the kinds of faults, then those of paraphrases; the first row is the header. Nothing where there is no case."""
    if report.nothing:
        return
    for fault, name in ((True, "planted fault"), (False, "in other words")):
        kinds = [kind for kind in report.kinds if kind.fault == fault]
        if report.asked:
            rate = "detected" if fault else "false alarms"
            yield [[name, "n", rate, "95 %", "contradicted", "errors"], *map(_row, kinds)]
        else:
            yield [[name, "n"], *([kind.kind, str(kind.n)] for kind in kinds)]


def _row(kind: KindRate) -> list[str]:
    errors = str(kind.errors)
    if kind.rate is None or kind.interval is None:
        return [kind.kind, str(kind.n), "too few", "-", "-", errors]
    low, high = kind.interval
    contradicted = _number(kind.contradicted / kind.judged)
    return [
        kind.kind,
        str(kind.n),
        _number(kind.rate),
        f"{_number(low)} to {_number(high)}",
        contradicted,
        errors,
    ]


def _wrong(report: ProbeReport, examples: int) -> Iterator[tuple[str, list[ProbeCase]]]:
    for fault, title in ((True, "Missed faults"), (False, "False alarms")):
        kinds = (kind for kind in report.kinds if kind.fault == fault)
        if cases := [case for kind in kinds for case in report.examples(kind, examples)]:
            yield title, cases


def _lines(case: ProbeCase, look: Look) -> Iterator[str]:
    """Yield the claim, what was changed, and what the judge said of it."""
    cut, opened, closed = look.mark("cut"), look.mark("open"), look.mark("close")

    def quoted(text: str) -> str:
        return f"{opened}{excerpt(text, case.claim, _LIMIT, cut)}{closed}"

    yield f"{case.kind}: {quoted(case.claim)}"
    if case.was and case.now:
        yield f"changed: {quoted(case.was)} to {quoted(case.now)}"
    elif case.text_changed:
        yield f"from: {quoted(case.original)}"
    verdict = case.verdict
    if verdict is None:
        return
    probability = "" if verdict.probability is None else f", probability {_number(verdict.probability)}"
    yield f"verdict: {LABELS[verdict.label]}{probability}; sample {excerpt(case.sample, limit=60, cut=cut)}"
    if (shown := next(iter(verdict.evidence), verdict.nearest)) is not None:
        yield f"chunk {shown.chunk}: {quoted(shown.text)}"
