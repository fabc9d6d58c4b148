"""Small self-contained fragments of HTML for notebooks: no script, no network, readable on light and dark pages."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, StrictUndefined, Template

from upheld.reports._look import Look, clean, excerpt, fraction
from upheld.reports._pick import LABELS, headline, name_of, pick, proof, summary_rows, word_of

if TYPE_CHECKING:
    from upheld._report import Report
    from upheld._types import Claim, Result

__all__ = ["report_html", "result_html"]

_SHOWN_SAMPLES = 50
_SHOWN_CLAIMS = 100

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
{%- macro claims_of(sample) -%}
<ul style="list-style:none;margin:.3em 0 .3em .5em;padding:0">
{%- for claim in sample.claims %}
<li style="margin:.25em 0"><span style="color:{{ claim.colour }};font-weight:600">{{ claim.mark }} {{ claim.word }}</span>
 <span dir="auto">{{ claim.text }}</span>
{%- for line in claim.proof %}<div dir="auto" style="opacity:.75;margin-left:1.5em">{{ line }}</div>{% endfor %}</li>
{%- endfor %}
{%- if sample.more %}<li style="opacity:.75">and {{ sample.more }} more claims</li>{% endif %}
</ul>
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
{%- for sample in samples %}
<details><summary>{{ head_of(sample) }}</summary>{{ claims_of(sample) }}</details>
{%- endfor %}
{%- if hidden %}<p style="opacity:.75">{{ hidden }}</p>{% endif %}
{%- else %}{% for sample in samples %}
<div>{{ head_of(sample) }}</div>{{ claims_of(sample) }}
{%- endfor %}{% endif %}
</div>
"""


@lru_cache(maxsize=1)
def _template() -> Template:
    return Environment(autoescape=True, undefined=StrictUndefined).from_string(_TEMPLATE)


def result_html(result: Result) -> str:
    """Show one result with its claims and their proof.

    Args:
        result: the result.
    """
    return _template().render(rows=(), samples=[_sample(result, None)], hidden="")


def report_html(report: Report, limit: int = _SHOWN_SAMPLES) -> str:
    """Show the summary of a run and at most `limit` samples that fold open, those that need attention first.

    Args:
        report: the run.
        limit: most samples to show.
    """
    picked = pick(report, limit)
    samples = [_sample(result, number) for number, result in (*picked.bad, *picked.good)]
    return _template().render(rows=[*summary_rows(report, Look())], samples=samples, hidden=picked.hidden())


def _sample(result: Result, number: int | None) -> dict[str, Any]:
    colour = (
        "unchecked" if result.score is None and result.status != "failed" else result.level or "contradicted"
    )
    return {
        "name": name_of(result, number),
        "score": "" if result.score is None else fraction(result.score),
        "word": word_of(result),
        "colour": _COLOURS.get(colour, _COLOURS["contradicted"]),
        "reason": excerpt(headline(result), limit=200),
        "claims": [_claim(claim) for claim in result.claims[:_SHOWN_CLAIMS]],
        "more": max(0, len(result.claims) - _SHOWN_CLAIMS),
    }


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
