"""Amounts joined to one: "5 ft 11 in", "5 and 10 kg", "3-5 business days", "from $5 to $10"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from upheld.checks.counts import FIRST_YEAR, LAST_YEAR
from upheld.checks.cues import CHANGES, LABELS, RANGE_WORDS, SCORES
from upheld.checks.measures import Measure
from upheld.checks.number_tokens import DASHES, Tokens
from upheld.checks.numbers import Number, product
from upheld.checks.units import DEGREE, unit_at

__all__ = ["joined"]

_BETWEEN = frozenset({"between", "entre", "zwischen"})
_FROM = frozenset("from von de des desde".split())
_LISTING = frozenset("and or y o und oder et ou e & x × by".split())
_SIZES = frozenset({"x", "×", "by"})
_ADDED = frozenset({"and", "y", "et", "e", "und", "-"})
_ADDABLE = frozenset({"m", "g", "s"})
_FOOT = 12
_STEPS_DOWN = frozenset({12.0, 16.0, 60.0})
_THOUSAND = 1000
_REACH = 8  # tokens before a range in which its verb is looked for


def joined(t: Tokens, measures: Sequence[Measure]) -> list[Measure]:
    """Join the amounts that belong together, in order; scores and halves of codes are dropped.

    Args:
        t: the tokens.
        measures: amounts of a text, in order.
    """
    if len(measures) < 2:  # noqa: PLR2004 - nothing to join
        return [m for m in measures if m.sure]
    return [m for m in _ranges(t, _spread(t, _merged(t, measures))) if m.sure]


def _merged(t: Tokens, measures: Sequence[Measure]) -> list[Measure]:
    """Add up what is one amount: "5 ft 11 in", "2 hours and 30 minutes"."""
    found: list[Measure] = []
    for measure in measures:
        compound = _compound(t, found[-1], measure) if found else None
        if compound:
            found[-1] = compound
        else:
            found.append(measure)
    return found


def _compound(t: Tokens, one: Measure, two: Measure) -> Measure | None:
    gap = two.first - one.last
    if (
        one.scale is None
        or one.unit not in _ADDABLE
        or one.number.step < 1
        or gap > 1
        or not t.near(two.first)
    ):
        return None
    if (
        gap == 1
        and t.raw[one.last] not in _ADDED
        and not (t.raw[one.last] == "," and _next_smaller(one, two))
    ):
        return None
    if _bare_inches(t, one, two):
        inch = unit_at(Tokens("1 inch"), 1)
        return _sum(one, replace(two, scale=inch[0], kind="length")) if inch else None
    if two.scale is None or two.unit != one.unit or two.scale.factor >= one.scale.factor or one.scale.others:
        return None
    fits = two.number.value * two.scale.factor < one.scale.factor
    return _sum(one, two) if fits else None


def _next_smaller(one: Measure, two: Measure) -> bool:
    """Say whether the second unit is the one below the first: feet and inches, pounds and ounces, hours and minutes."""
    if one.scale is None or two.scale is None:
        return False
    return round(one.scale.factor / two.scale.factor, 6) in _STEPS_DOWN


def _bare_inches(t: Tokens, one: Measure, two: Measure) -> bool:
    """Say whether a bare number is the inches of "6 foot 2"."""
    feet = one.unit == "m" and t.low[one.last - 1] in {"foot", "feet", "ft"}
    return feet and two.bare and two.first == one.last and two.number.value < _FOOT


def _sum(one: Measure, two: Measure) -> Measure:
    """Return both as one amount, in the unit of the second."""
    if one.scale is None or two.scale is None:
        return one
    value = one.number.value * one.scale.factor / two.scale.factor + two.number.value
    return replace(
        two, number=replace(two.number, value=value, first=one.number.first), unit=one.unit, first=one.first
    )


def _spread(t: Tokens, measures: list[Measure]) -> list[Measure]:
    """Give a bare number the unit of the next one it is listed with: "5 and 10 kg", "2 x 3 m"."""
    for at in range(len(measures) - 2, -1, -1):
        one, two = measures[at], measures[at + 1]
        if not one.bare or two.bare or two.first - one.last != 1 or two.first != two.number.first:
            continue
        word = t.low[one.last]
        if (
            word in _LISTING
            and two.kind not in {"ordinal", "angle"}
            and (word not in _SIZES or two.kind == "length")
        ):
            measures[at] = _like(one, two)
    return measures


def _like(one: Measure, two: Measure) -> Measure:
    """Return the first amount in the unit of the second."""
    return replace(one, kind=two.kind, unit=two.unit, scale=two.scale, factor=two.factor)


def _ranges(t: Tokens, measures: Sequence[Measure]) -> Iterator[Measure]:
    """Join the two ends of each range."""
    at = 0
    while at < len(measures):
        one, two = measures[at], measures[min(at + 1, len(measures) - 1)]
        frame = _frame(t, one, two)
        both = _range(t, one, two, frame) if frame else None
        if both is None:
            yield one
            at += 1
        else:
            yield from both
            at += 2


def _frame(t: Tokens, one: Measure, two: Measure) -> str:
    """Return how two numbers are joined: ``dash``, ``from``, ``between``, ``or``, ``error``; empty where they are not."""
    if two.first - one.last != 1 or not t.near(two.first):
        return ""
    mark = t.low[one.last]
    if mark == "±":
        return "error"
    if mark in DASHES:
        return "dash" if t.attached(one.last) == t.attached(two.first) or one.bare else ""
    if mark == "a" and t.language not in {"es", "pt"}:
        return ""
    frame = RANGE_WORDS.get(mark, "")
    if frame == "between":
        before = {t.low[one.first - 1], t.low[one.first - 2]}
        return frame if before & _BETWEEN else ""
    return frame


def _range(t: Tokens, one: Measure, two: Measure, frame: str) -> list[Measure] | None:
    """Join two ends; an empty list drops both, None leaves them apart."""
    if one.noun_end > one.last:
        return None
    if frame == "dash" and (_chained(t, one.first - 1) or _chained(t, two.last)):
        return []
    changes = frame == "from" and not CHANGES.isdisjoint(_before(t, one))
    one, two = _shared(one, two, falling=changes and t.low[one.first - 1] in _FROM)
    if one.kind != two.kind or one.unit != two.unit:
        return None
    if frame == "error":
        return _with_error(one, two)
    rising = one.number.value * one.factor < two.number.value * two.factor
    if one.kind == "number" and frame in {"dash", "from"} and (not rising or _scores(t, one, two)):
        return [one, two] if changes else []
    if changes:
        return [one, two]
    if not rising or (frame == "dash" and two.bare and _no_range(t, one, two)):
        return [] if frame == "dash" else None
    if frame == "or" and two.number.value > 2 * one.number.value + 1:
        return None
    return [replace(two, number=one.number, high=two.number, first=one.first, relation="range", sure=True)]


def _with_error(one: Measure, two: Measure) -> list[Measure]:
    """Read "5 ± 0.2 kg": what it may be off is its slack."""
    error = two.number.value * (two.scale.factor / one.scale.factor if one.scale and two.scale else 1.0)
    return [
        replace(
            one,
            number=replace(one.number, step=2 * abs(error)),
            last=two.last,
            noun_end=two.noun_end,
            sure=True,
        )
    ]


_NO_RANGE = frozenset({*LABELS, ":", ",", ";", ")", "(", "|"})


def _no_range(t: Tokens, one: Measure, two: Measure) -> bool:
    """Say whether two bare numbers with a dash are years, pages, a score or the like."""
    return (
        _year_like(one) or _year_like(two) or not t.attached(two.first) or t.low[one.first - 1] in _NO_RANGE
    )


def _before(t: Tokens, measure: Measure) -> list[str]:
    return t.low[max(0, measure.first - _REACH) : measure.first]


def _scores(t: Tokens, one: Measure, two: Measure) -> bool:
    """Say whether two bare numbers are the score of a match."""
    return two.bare and not SCORES.isdisjoint((*_before(t, one), t.low[two.last], t.low[two.last + 1]))


def _chained(t: Tokens, dash: int) -> bool:
    """Say whether a dash goes on to one more number, as in a phone number."""
    return t.raw[dash] in DASHES and t.digits(dash - 1) and t.digits(dash + 1)


def _year_like(measure: Measure) -> bool:
    return (
        measure.number.step == 1
        and not measure.number.marked
        and FIRST_YEAR <= measure.number.value <= LAST_YEAR
    )


def _shared(one: Measure, two: Measure, *, falling: bool) -> tuple[Measure, Measure]:
    """Give the end that lacks a unit, a currency or a magnitude those of the other; `falling`: the first may be more."""
    if (
        (one.bare or (one.unit == DEGREE and two.kind == one.kind))
        and not two.bare
        and two.first == two.number.first
    ):
        one = _like(one, two)
    elif two.bare and _unit_before(one):
        two = _like(two, one)
    a, b = one.number, two.number
    scale = _magnitude(a, b)
    if scale > 1 and one.kind == two.kind and (falling or a.value <= b.value / scale):
        one = replace(one, number=replace(a, value=product(a.value, scale), step=a.step * scale, marked=True))
    if (
        one.scale
        and two.scale
        and one.scale != two.scale
        and one.kind == two.kind
        and not (one.scale.offset or two.scale.offset)
    ):
        ratio = one.scale.factor / two.scale.factor
        one = replace(
            one, number=replace(a, value=one.number.value * ratio, step=a.step * ratio), scale=two.scale
        )
    return one, two


def _unit_before(one: Measure) -> bool:
    """Say whether what an amount measures stands before it: "$5 to 10", "aged 6 to 12"."""
    if one.kind == "money":
        return one.first < one.number.first
    return one.kind == "duration" and one.last == one.number.last


def _magnitude(a: Number, b: Number) -> float:
    """Return the magnitude that the second number of a range lends the first: "1.2 to 1.5 million"."""
    if a.scale > 1 or abs(a.value) >= _THOUSAND or (a.marked and a.step >= 1):
        return 1.0
    if b.scale >= _THOUSAND:
        return b.scale
    return b.step if b.marked and b.step >= _THOUSAND else 1.0
