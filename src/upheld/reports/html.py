"""Small self-contained fragments of HTML for notebooks: no script, no network, readable on light and dark pages."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, StrictUndefined, Template

from upheld.reports._look import Look, clean, excerpt, fraction
from upheld.reports._pick import (
    GROUP_COLUMNS,
    LABELS,
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
    from collections.abc import Iterator

    from upheld._report import Report
    from upheld._types import Claim, Result

__all__ = ["report_html", "result_html"]

_SHOWN_SAMPLES = 50
_SHOWN_CLAIMS = 100
_SHOWN_TEXT = 2000

# Colours of middle lightness and a background of half-transparent grey: text keeps the colour of the page around it.
_COLOURS = {
    "supported": "#2e9e5b",
    "contradicted": "#d9534f",
    "not_enough_info": "#d9534f",
    "error": "#c98a1b",
    "unchecked": "#8a8a8a",
    "safe": "#2e9e5b",
    "warning": "#c98a1b",
}

_TEMPLATE = """
{%- macro body_of(sample) -%}
{%- for key, text in sample.told %}
<div style="margin:.3em 0 .3em .5em;overflow-wrap:anywhere"><span style="opacity:.75">{{ key }}</span> <span dir="auto">{{ text }}</span></div>
{%- endfor %}
{%- if sample.claims %}
<ul style="list-style:none;margin:.3em 0 .3em .5em;padding:0">
{%- for claim in sample.claims %}
<li style="margin:.25em 0"><span style="color:{{ claim.colour }};font-weight:600">{{ claim.mark }} {{ claim.word }}</span>
 <span dir="auto">{{ claim.text }}</span>
{%- for line in claim.proof %}<div dir="auto" style="opacity:.75;margin-left:1.5em">{{ line }}</div>{% endfor %}</li>
{%- endfor %}
{%- if sample.more %}<li style="opacity:.75">and {{ sample.more }} more claims</li>{% endif %}
</ul>
{%- endif %}
{%- endmacro -%}
{%- macro head_of(sample) -%}
<span style="color:{{ sample.colour }};font-weight:600">{{ sample.score }} {{ sample.word }}</span>
 <span dir="auto">{{ sample.name }}</span> <span dir="auto" style="opacity:.75">{{ sample.reason }}</span>
{%- endmacro -%}
<div style="font-family:inherit;line-height:1.4;max-width:70em">
{%- if rows %}
<table style="border-collapse:collapse;margin:0 0 .5em;background:rgba(128,128,128,.1)">
{%- for key, text in rows %}
<tr style="background:none"><th style="text-align:left;padding:.1em .8em;vertical-align:top">{{ key }}</th>
<td style="text-align:left;padding:.1em .8em;overflow-wrap:anywhere">{{ text }}</td></tr>
{%- endfor %}
</table>
{%- for field, groups in by %}
<table style="border-collapse:collapse;margin:0 0 .5em;background:rgba(128,128,128,.1)">
<tr style="background:none"><th style="text-align:left;padding:.1em .8em"><span dir="auto">by {{ field }}</span></th>
{%- for column in columns %}<th style="text-align:right;padding:.1em .8em">{{ column }}</th>{% endfor %}</tr>
{%- for value, cells in groups %}
<tr style="background:none"><td style="text-align:left;padding:.1em .8em;overflow-wrap:anywhere" dir="auto">{{ value }}</td>
{%- for cell in cells %}<td style="text-align:right;padding:.1em .8em">{{ cell }}</td>{% endfor %}</tr>
{%- endfor %}
</table>
{%- endfor %}
{%- for sample in samples %}
<details><summary>{{ head_of(sample) }}</summary>{{ body_of(sample) }}</details>
{%- endfor %}
{%- if hidden %}<p style="opacity:.75">{{ hidden }}</p>{% endif %}
{%- else %}{% for sample in samples %}
<div>{{ head_of(sample) }}</div>{{ body_of(sample) }}
{%- endfor %}{% endif %}
{%- for note in notes %}
<div style="opacity:.75">note: {{ note }}</div>
{%- endfor %}
</div>
"""


@lru_cache(maxsize=1)
def _template() -> Template:
    return Environment(autoescape=True, undefined=StrictUndefined).from_string(_TEMPLATE)


def result_html(result: Result) -> str:
    """Show one result with its claims and their proof, and what to know of the decision.

    Args:
        result: the result.
    """
    sample = _sample(result, None, several=False)
    return _template().render(rows=(), samples=[sample], hidden="", notes=map(clean, result.notes))


def report_html(report: Report, limit: int = _SHOWN_SAMPLES) -> str:
    """Show the summary of a run, its groups, and at most `limit` samples that fold open, those that need attention first.

    Args:
        report: the run.
        limit: most samples to show.
    """
    picked = pick(report, limit)
    several = report.several_files
    by = [
        (clean(field), [(group_name(group), group_cells(group)) for group in groups.values()])
        for field, groups in report.groups.items()
    ]
    return _template().render(
        rows=[*summary_rows(report, Look())],
        by=by,
        columns=GROUP_COLUMNS,
        samples=[_sample(result, n, several=several) for n, result in (*picked.bad, *picked.good)],
        hidden=picked.hidden(),
        notes=(),  # they stand in the summary, once for all
    )


def _sample(result: Result, number: int | None, *, several: bool) -> dict[str, Any]:
    colour = (
        "unchecked" if result.score is None and result.status != "failed" else result.level or "contradicted"
    )
    return {
        "name": name_of(result, number, several=several),
        "score": "" if result.score is None else fraction(result.score),
        "word": word_of(result),
        "colour": _COLOURS.get(colour, _COLOURS["contradicted"]),
        "reason": excerpt(headline(result, several=several), limit=200),
        "told": [] if result.claims else [*_told(result)],
        "claims": [_claim(claim) for claim in result.claims[:_SHOWN_CLAIMS]],
        "more": max(0, len(result.claims) - _SHOWN_CLAIMS),
    }


def _told(result: Result) -> Iterator[tuple[str, str]]:
    """Yield what there is to see of a result that has no claim: why, and what was asked and answered."""
    texts = {"why": result.reason, "question": result.question or "", "answer": result.answer}
    yield from ((key, excerpt(text, limit=_SHOWN_TEXT)) for key, text in texts.items() if text.strip())


def _claim(claim: Claim) -> dict[str, Any]:
    verdict, look = claim.verdict, Look()
    label = "unchecked" if verdict is None else verdict.label
    return {
        "mark": look.mark(label),
        "word": f"({claim.kind})" if verdict is None else LABELS[verdict.label],
        "colour": _COLOURS[label],
        "text": clean(claim.text),
        "proof": [] if verdict is None else [*proof(claim, verdict, look)],
    }
