"""Dates of a text: days, months, quarters, years, decades, centuries and spans of them, in five languages."""

from __future__ import annotations

import re
from dataclasses import replace

from upheld.checks.date_forms import FORMS, bare_year
from upheld.checks.date_words import ANCHOR, BETWEEN, DIRECT, FLIPPED, GAP, HEADS, RELATION, STARTS
from upheld.checks.days import Found, Source, day_of, months_of
from upheld.checks.items import Item, Relation
from upheld.checks.plain import letters, plain
from upheld.checks.years import CHANGED

__all__ = ["dates"]

_BY_LENGTH = {1: "two", 2: "two", 3: "three", 4: "four"}
_DIGIT = re.compile(r"[0-9]")
_LONGEST_GAP = 14  # " jusqu'au " and an article


def dates(text: str, language: str | None = None) -> list[Item]:
    """Return the dates of a text, in order.

    Values are proleptic ordinals (as `datetime.date.toordinal`; zero and less before year 1) of the first and last day
    meant. A day without a year has the unit ``month-day`` and the value month * 100 + day; a month alone has the unit
    ``month`` and the value 1 to 12. A span of those over the end of a year, such as November to March, ends in the next
    one (1200 or 12 more).

    Args:
        text: any text.
        language: its language, where known: decides 03/05/2023 outside English.
    """
    low = plain(text)
    if HEADS.isdisjoint(letters(text)) and not _DIGIT.search(low):
        return []
    anchor = ANCHOR.search(low)
    if anchor is None:
        return []
    source = Source(text, low, language)
    found: list[Found] = []
    while anchor is not None:
        here = _at(source, anchor, found)
        found.extend(here)
        anchor = ANCHOR.search(low, max(anchor.end(), here[-1].end) if here else anchor.end())
    return [_item(source, date) for date in _joined(source, [date for date in found if date.unit])]


def _at(source: Source, anchor: re.Match[str], found: list[Found]) -> list[Found]:
    """Return what begins at an anchor, by the first form that reads it."""
    start, word = anchor.start(), anchor.group()
    if word[0].isdigit():
        if _inside_number(source.low, start):
            return []
        kind = _BY_LENGTH.get(len(word), "")
    else:
        kind = "quote" if word[0] == "'" else STARTS[word]
    for pattern, build in FORMS.get(kind, ()):
        match = pattern.match(source.low, start)
        if match and (built := build(source, match)):
            return built
    return bare_year(source, start, found) if kind == "four" else []


def _inside_number(low: str, start: int) -> bool:
    """Say whether digits continue a decimal, a time or a fraction."""
    return start > 1 and low[start - 1] in ".,:/" and low[start - 2].isdigit()


def _joined(source: Source, found: list[Found]) -> list[Found]:
    """Give the year of a list or span to its members without one, then make spans of "A to B"."""
    for at in range(len(found) - 2, -1, -1):
        one, other = found[at], found[at + 1]
        if one.year is None and other.year is not None and _gap(source, one, other):
            found[at] = _dated(one, other)
    out: list[Found] = []
    for date in found:
        joined = _span(source, out[-1], date) if out else None
        if joined:
            out[-1] = joined
        else:
            out.append(date)
    return out


def _gap(source: Source, one: Found, other: Found) -> re.Match[str] | None:
    """Match what joins two dates into a list or span."""
    if other.start - one.end > _LONGEST_GAP:
        return None
    return GAP.fullmatch(source.low, one.end, other.start)


def _dated(one: Found, other: Found) -> Found:
    """Return a date in the year of the one that follows it: in the year before where it would come later."""
    year = (other.year or 0) - (one.month > other.month)
    if one.unit == "month" and other.unit == "month" and one.relation == "exact":
        return months_of(one.start, one.end, year, one.month, one.month)
    if one.unit == "month-day" and other.unit == "day" and one.relation == "exact":
        return day_of(one.start, one.end, year, one.month, one.day) or one
    return one


def _span(source: Source, one: Found, other: Found) -> Found | None:
    """Return the span of "one to other"; None where they are two dates."""
    gap = _gap(source, one, other)
    if not gap or one.relation != "exact" or other.relation != "exact":
        return None
    before = source.low[max(0, one.start - 60) : one.start]
    between = "," not in gap.group() and BETWEEN.search(before)
    if (gap["to"] is None and not between) or CHANGED.search(before):
        return None
    if other.year is None and one.year is not None:
        other = _later(one, other)
    if (one.year is None) != (other.year is None) or (one.year is None and one.unit != other.unit):
        return None
    high = other.high
    if one.year is None and high < one.low:
        high += 12 if one.unit == "month" else 1200
    if high <= one.low:
        return None
    unit = one.unit if one.unit == other.unit else "day"
    return replace(one, end=other.end, high=high, unit=unit, others=(), relation="range")


def _later(one: Found, other: Found) -> Found:
    """Return a date without a year as the next one after another."""
    year = (one.year or 0) + (other.month < one.month)
    if other.unit == "month" and one.unit == "month":
        return months_of(other.start, other.end, year, other.month, other.month)
    if other.unit == "month-day" and one.unit == "day":
        return day_of(other.start, other.end, year, other.month, other.day) or other
    return other


def _item(source: Source, date: Found) -> Item:
    """Return the item of a date, with the relation of the word directly before it."""
    relation = date.relation
    # "by the 2016 election" names who did it, not a limit.
    if relation == "exact" and not (date.unit == "year" and source.low.endswith("by the ", 0, date.start)):
        relation = _relation(source.low, date.start)
    text = source.text[date.start : date.end]
    return Item(
        "date", date.start, date.end, text, date.low, date.high, date.unit, relation, others=date.others
    )


def _relation(low: str, start: int) -> Relation:
    """Return what the word directly before a date makes of it."""
    match = RELATION.search(low, max(0, start - 28), start)
    if match is None:
        return "exact"
    word = match.lastgroup or ""
    if not match["no"]:
        return DIRECT[word]
    if match[word].endswith("than"):
        return "at_least" if word == "ge" else "at_most"
    return FLIPPED[word]
