"""Quantities in a text: numbers joined with their units, currencies, ranges and comparisons."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from upheld.checks.counts import counted
from upheld.checks.currency import currency_before
from upheld.checks.digits import rough_step
from upheld.checks.items import Item
from upheld.checks.measures import SPANS, Measure, measured, paid
from upheld.checks.number_phrases import OPENERS, STARTERS, number_at
from upheld.checks.number_tokens import DASHES, Tokens
from upheld.checks.numbers import Number
from upheld.checks.plain import letters
from upheld.checks.ranges import joined
from upheld.checks.relations import relation_after, relation_before
from upheld.checks.shares import how_often, ranked, share
from upheld.checks.units import DEGREE, Unit, to_base

__all__ = ["quantities"]

_DIGIT = re.compile(r"[0-9½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]")
_TRIGGERS = (STARTERS | SPANS) - {"an"}  # the French year: "un" stands before it, and "an" in English texts
_HEADS = frozenset("0123456789.")
_CENTURY = 100


def quantities(text: str, language: str | None = None) -> list[Item]:
    """Find the quantities of a text: numbers, amounts, percentages, fractions, ordinals.

    Numbers that belong to dates, times, versions, identifiers, phone numbers and headings are left out.

    Args:
        text: any text.
        language: its language, where known; decides how 1.200 reads.

    Returns:
        Items in order, not overlapping. `low` and `high` are in the base unit of the kind. A bound such as "at least 5"
        has its number in both, and says the rest by `relation`. The unit of a ``number`` is the folded word that is
        counted, of ``money`` the ISO code, of ``percent`` either ``%`` or ``pp``.
    """
    if _TRIGGERS.isdisjoint(letters(text)) and not _DIGIT.search(text):
        return []
    t = Tokens(text, language)
    return [_item(t, measure) for measure in joined(t, list(_measures(t)))]


def _measures(t: Tokens) -> Iterator[Measure]:
    """Yield the amounts of a text one by one, before ranges are joined."""
    done = 0
    for at, low in enumerate(t.low):
        if at < done or (low not in OPENERS and low[:1] not in _HEADS) or not low:
            continue
        number = number_at(t, at)
        if number is None:
            continue
        measure = _measure(t, number)
        if measure is not None and measure.first >= done:  # "0 USD one": one currency, one amount
            yield measure
        if measure is not None or number.form != "article":
            done = max(measure.last if measure else 0, number.last)


def _measure(t: Tokens, number: Number) -> Measure | None:
    """Join a number with what it measures; None where it is no quantity."""
    if t.attached(number.first) and not _opens(t, number):
        return None
    if number.form == "ordinal":
        return ranked(t, number)
    if number.form == "times":
        return how_often(t, number)
    if found := share(t, number):
        return found
    measure = paid(t, number) or measured(t, number)
    if measure is None and number.form != "article":
        measure = counted(t, number)
    if measure is None or (t.attached(measure.last) and not _closes(t, measure)):
        return None
    halved = (
        t.raw[measure.first - 1] in DASHES
        and t.digits(measure.first - 2)
        and (t.attached(measure.first) or measure.bare)
    )
    return replace(measure, sure=False) if halved else measure


_NEVER_LEFT = frozenset({"′", "″", "#", "§", "@", "\\", "_", "&", "^", "/", ","})
_ABBREVIATED = frozenset({"ca", "approx", "rs", "max", "min", "c"})


def _opens(t: Tokens, number: Number) -> bool:
    """Say whether what touches a number on its left leaves it a number."""
    first = number.first
    mark = t.raw[first - 1]
    if mark[-1].isalnum():
        return currency_before(t, first) is not None
    if mark in DASHES:
        if not t.attached(first - 1) or not t.letters(first - 2) or t.digits(first - 3):
            return True
        return t.low[first - 2] in {"foot", "ft"} and t.raw[first - 3] == "-"  # "6-foot-2-inch"
    if mark in _NEVER_LEFT or (mark == "+" and t.attached(first - 1) and t.raw[first - 2][-1].isalnum()):
        return False
    if mark == ".":
        return not t.attached(first - 1) or t.low[first - 2] in _ABBREVIATED
    if mark == ":":
        return not t.digits(first - 2)
    return not (mark in {"'", "’", "‘"} and number.value < _CENTURY)  # '90s


def _closes(t: Tokens, measure: Measure) -> bool:
    """Say whether what touches an amount on its right leaves it one."""
    at = measure.last
    mark = t.raw[at]
    if mark[0].isalnum() or mark in {"_", "\\", "@", "^", "#"}:
        return False
    if measure.bare and (mark in {"'", "′"} or (mark == "(" and t.attached(at + 1))):  # feet, or 401(k)
        return False
    if not t.attached(at + 1) or not t.raw[at + 1][0].isalnum():
        return True
    if mark in {":", ".", "/"}:
        return not (t.digits(at + 1) or mark == "." or measure.bare)
    return mark != "-" or t.digits(at + 1) or not measure.bare


def _item(t: Tokens, m: Measure) -> Item:
    """Turn an amount into an item: values in the base unit, and how they are meant."""
    relation = m.relation
    if relation == "exact":
        relation = relation_before(t, m.first) or relation_after(t, m.last, m.noun_end or m.last) or "exact"
    low, high = m.number.value, (m.high or m.number).value
    step = (m.high or m.number).step
    if relation == "about":
        step = rough_step(low, step)
    others = tuple((v, v) for v in m.number.others) if m.high is None else ()
    if m.scale is None:
        pairs = tuple((a * m.factor, b * m.factor) for a, b in others)
        low, high, slack = low * m.factor, high * m.factor, step / 2 * m.factor
    else:
        pairs = _other_readings(m, m.scale, low, high, others)
        low, high, slack = to_base(low, m.scale), to_base(high, m.scale), step / 2 * m.scale.factor
    if m.kind == "ordinal":
        slack = 0.0
    start, end = t.start[m.first], t.stop[m.last - 1]
    return Item(m.kind, start, end, t.text[start:end], low, high, m.unit, relation, slack, others=pairs)


def _other_readings(
    m: Measure, scale: Unit, low: float, high: float, others: tuple[tuple[float, float], ...]
) -> tuple[tuple[float, float], ...]:
    """Return the other values that digits or unit can mean, in the base unit."""
    found = [(to_base(a, scale), to_base(b, scale)) for a, b in others]
    for factor in scale.others:
        other = replace(scale, factor=factor)
        found.append((to_base(low, other), to_base(high, other)))
    if m.unit == DEGREE and m.kind == "temperature":  # as degrees Fahrenheit, in degrees Celsius
        found.append(((low - 32) / 1.8, (high - 32) / 1.8))
    return tuple(found)
