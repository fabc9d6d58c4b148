"""Dates as spans of days: the calendar, and what a date is before its place in a sentence is known."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from upheld.checks.items import Relation

__all__ = ["Found", "Source", "day_of", "full_year", "months_of", "nothing", "ordinal", "years_of"]

_PIVOT = 69  # two digits stand for 1969 to 2068, as in POSIX
_ANY_LEAP_YEAR = 2000
_FEBRUARY = 2
_LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_BEFORE = tuple(accumulate(_LENGTHS, initial=0))


@dataclass(frozen=True, slots=True)
class Source:
    """A text, the same in plain form, and its language where known."""

    text: str
    low: str
    language: str | None


@dataclass(frozen=True, slots=True)
class Found:
    """A date before its relation is known.

    Attributes:
        start: start in the text.
        end: end in the text.
        unit: granularity; empty for what looks like a date and is none, such as 31 February.
        low: first day it can mean.
        high: last day.
        others: other readings.
        month: its first month, where it has one.
        day: its day, where it has one.
        year: its first year; None where the text gives none.
        relation: ``range`` for spans, ``at_least`` for those without an end.
    """

    start: int
    end: int
    unit: str
    low: int
    high: int
    others: tuple[tuple[float, float], ...] = ()
    month: int = 0
    day: int = 0
    year: int | None = None
    relation: Relation = "exact"


def _leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _length(year: int, month: int) -> int:
    return _LENGTHS[month - 1] + (month == _FEBRUARY and _leap(year))


def ordinal(year: int, month: int, day: int) -> int:
    """Return the proleptic Gregorian ordinal of a day; year 0 is 1 BC, and what is before year 1 is not positive."""
    before = year - 1
    days = before * 365 + before // 4 - before // 100 + before // 400
    return days + _BEFORE[month - 1] + (month > _FEBRUARY and _leap(year)) + day


def nothing(start: int, end: int) -> Found:
    """Return a mark for a stretch that is shaped like a date and is none."""
    return Found(start, end, "", 0, 0)


def years_of(start: int, end: int, first: int, last: int, unit: str = "year") -> Found:
    """Return whole years as a date."""
    return Found(start, end, unit, ordinal(first, 1, 1), ordinal(last, 12, 31), year=first)


def months_of(start: int, end: int, year: int, first: int, last: int) -> Found:
    """Return whole months of one year as a date."""
    high = ordinal(year, last, _length(year, last))
    return Found(start, end, "month", ordinal(year, first, 1), high, month=first, year=year)


def day_of(start: int, end: int, year: int | None, month: int, day: int) -> Found | None:
    """Return one day as a date, of no year where `year` is None; None where the calendar has no such day."""
    if not 1 <= month <= 12 or not 1 <= day <= _length(_ANY_LEAP_YEAR if year is None else year, month):  # noqa: PLR2004
        return None
    if year is None:
        return Found(start, end, "month-day", month * 100 + day, month * 100 + day, month=month, day=day)
    at = ordinal(year, month, day)
    return Found(start, end, "day", at, at, month=month, day=day, year=year)


def full_year(digits: str) -> int:
    """Return a year in full: of four digits as it is, of two (with or without an apostrophe) in 1969 to 2068."""
    digits = digits.lstrip("'")
    value = int(digits)
    if len(digits) > 2:  # noqa: PLR2004
        return value
    return value + (1900 if value >= _PIVOT else 2000)
