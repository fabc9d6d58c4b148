"""A run as Markdown, for a pull request or a job summary. Texts from outside can neither break a table nor link anywhere."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, TextIO

from upheld.reports._look import Look, clean, excerpt, fraction
from upheld.reports._pick import (
    GROUP_COLUMNS,
    LABELS,
    failing,
    group_cells,
    group_name,
    headline,
    name_of,
    pick,
    proof,
    summary_rows,
    word_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from upheld._report import Group, Report
    from upheld._types import Result

__all__ = ["code", "escape", "groups_markdown", "pairs_markdown", "report_markdown", "write"]

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


def code(text: str) -> str:
    """Return a text from outside as code: what is copied of it is what it was, and sites link nothing in it. Not for tables.

    Args:
        text: any string.
    """
    shown = clean(text)
    fence = "`" * (1 + max(map(len, re.findall("`+", shown)), default=0))
    gap = " " * (shown.startswith("`") or shown.endswith("`"))
    return f"{fence}{gap}{shown}{gap}{fence}" if shown else ""


def pairs_markdown(pairs: Iterable[tuple[str, str]]) -> list[str]:
    """Return pairs of key and text as a table, and below it the signature, which is there to be copied.

    Args:
        pairs: in their order; an empty key continues the row above.
    """
    rows = [*pairs]
    table = (_cells(key, escape(text)) for key, text in rows if key != "signature")
    below = (f"Signature: {code(text)}" for key, text in rows if key == "signature" and text)
    return ["| | |", "|---|---|", *table, *(line for signature in below for line in ("", signature))]


def report_markdown(report: Report, limit: int = _SHOWN_SAMPLES) -> str:
    """Return the summary, a table of the samples that need attention, their claims, and the groups.

    Args:
        report: the run.
        limit: most samples to show.
    """
    picked, several = pick(report, limit), report.several_files
    lines = ["# Faithfulness", "", *pairs_markdown(summary_rows(report, Look())), ""]
    if picked.bad:
        lines += ["## Samples that need attention", "", "| sample | score | | reason |", "|---|---|---|---|"]
        lines += [_row(result, number, several=several) for number, result in picked.bad]
        if picked.hidden_bad:
            lines += ["", f"Not shown: {picked.hidden_bad} more that need attention."]
        for number, result in picked.bad:
            lines += _claims(result, number, several=several)
    elif report.n:
        lines += ["No sample needs attention.", ""]
    for field, groups in report.groups.items():
        lines += ["", groups_markdown(field, groups)]
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
        _cells("value", *GROUP_COLUMNS),
        "|---" + "|---:" * len(GROUP_COLUMNS) + "|",
    ]
    lines += (_cells(escape(group_name(group)), *group_cells(group)) for group in groups.values())
    return "\n".join(lines) + "\n"


def _cells(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def write(report: Report, stream: TextIO) -> None:
    """Write the run as Markdown.

    Args:
        report: the run.
        stream: open for text.
    """
    stream.write(report_markdown(report))


def _row(result: Result, number: int, *, several: bool) -> str:
    name = escape(name_of(result, number, several=several))
    reason = escape(excerpt(headline(result, several=several), limit=200))
    return _cells(name, fraction(result.score), word_of(result), reason)


def _claims(result: Result, number: int, *, several: bool) -> Iterator[str]:
    claims = failing(result)
    if not claims:
        return
    yield from [
        "",
        f"### {escape(name_of(result, number, several=several))}",
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
