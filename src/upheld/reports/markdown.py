"""A run as Markdown, for a pull request or a job summary. Texts from outside can neither break a table nor link anywhere."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, TextIO

from upheld.reports._look import Look, clean, excerpt, fraction
from upheld.reports._pick import (
    LABELS,
    failing,
    group_name,
    headline,
    name_of,
    pick,
    proof,
    summary_rows,
    word_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from upheld._report import Group, Report
    from upheld._types import Result

__all__ = ["escape", "groups_markdown", "report_markdown", "write"]

_SHOWN_SAMPLES = 50
_SHOWN_CLAIMS = 20

# Written as entities, these signs are never markup, not even in a table or for a parser with extensions ($ is maths).
_SIGNS = re.compile(r"[&<>|*_`~\[\]!\\#$^@]|:(?=//|[\w+-]+:)")
# A mention, an issue, an address: parsers look for them in the finished text, so an invisible joiner has to part it.
_LINKED = re.compile(r"(?<=[@#])(?=\w)|(?<=:)(?=//)|(?<=\bwww)(?=\.)|(?<=\bgh)(?=-\d)", re.IGNORECASE)
_JOINER = "\u2060"


def escape(text: str) -> str:
    """Return a text from outside as one harmless line of Markdown.

    Args:
        text: any string.
    """
    parted = _LINKED.sub(_JOINER, clean(text))
    return _SIGNS.sub(lambda match: f"&#{ord(match[0])};", parted)


def report_markdown(report: Report, limit: int = _SHOWN_SAMPLES) -> str:
    """Return the summary, a table of the samples that need attention, and their claims.

    Args:
        report: the run.
        limit: most samples to show.
    """
    picked = pick(report, limit)
    lines = ["# Faithfulness", "", *_summary(report), ""]
    if picked.bad:
        lines += ["## Samples that need attention", "", "| sample | score | | reason |", "|---|---|---|---|"]
        lines += [_row(result, number) for number, result in picked.bad]
        if picked.hidden_bad:
            lines += ["", f"Not shown: {picked.hidden_bad} more that need attention."]
        for number, result in picked.bad:
            lines += _claims(result, number)
    elif report.n:
        lines += ["No sample needs attention.", ""]
    return "\n".join(lines).rstrip() + "\n"


def groups_markdown(field: str, groups: Mapping[Any, Group]) -> str:
    """Return the groups of a run as a table.

    Args:
        field: name of the field.
        groups: as `Report.by` returns them.
    """
    lines = [
        f"## By {escape(field)}",
        "",
        "| value | mean | 95 % interval | coverage | n |",
        "|---|---|---|---|---|",
    ]
    for group in groups.values():
        low, high = group.interval
        numbers = (
            f"{fraction(group.mean)} | {fraction(low)} to {high:.2f} | {fraction(group.coverage)} | {group.n}"
        )
        lines.append(f"| {escape(group_name(group))} | {numbers} |")
    return "\n".join(lines) + "\n"


def write(report: Report, stream: TextIO) -> None:
    """Write the run as Markdown.

    Args:
        report: the run.
        stream: open for text.
    """
    stream.write(report_markdown(report))


def _summary(report: Report) -> Iterator[str]:
    yield "| | |"
    yield "|---|---|"
    for key, text in summary_rows(report, Look()):
        yield f"| {key} | {escape(text)} |"


def _row(result: Result, number: int) -> str:
    reason = escape(excerpt(headline(result), limit=200))
    return f"| {escape(name_of(result, number))} | {fraction(result.score)} | {word_of(result)} | {reason} |"


def _claims(result: Result, number: int) -> Iterator[str]:
    claims = failing(result)
    if not claims:
        return
    yield from [
        "",
        f"### {escape(name_of(result, number))}",
        "",
        "| verdict | claim | proof |",
        "|---|---|---|",
    ]
    for claim in claims[:_SHOWN_CLAIMS]:
        if claim.verdict is not None:
            why = "<br>".join(escape(line) for line in proof(claim, claim.verdict, Look()))
            yield f"| {LABELS[claim.verdict.label]} | {escape(excerpt(claim.text, limit=400))} | {why} |"
    if len(claims) > _SHOWN_CLAIMS:
        yield f"| | and {len(claims) - _SHOWN_CLAIMS} more claims that do not hold | |"
