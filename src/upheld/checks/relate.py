"""How two items of one kind stand to each other: they agree, they conflict, or it cannot be told."""

from __future__ import annotations

import datetime as dt
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from upheld.checks.ends import end_named
from upheld.checks.items import Item

__all__ = ["EXACT", "Outcome", "Tolerance", "relate"]

Outcome: TypeAlias = Literal["agrees", "conflicts", "unknown"]

_ABOUT = 0.1  # share by which "about" may miss
_MOST = 0.1  # share that rounding may hide at most
_AS_TEXT = frozenset({"version", "identifier", "email", "url", "phone", "label"})
_LIMITS = frozenset({"at_least", "at_most"})
_UPWARD = frozenset({"at_least", "more_than"})
_DOWNWARD = frozenset({"at_most", "less_than"})
_ONE_SIDED = _UPWARD | _DOWNWARD
_BEYOND = frozenset({"more_than", "less_than"})
_WORKING_DAY = "business day"
_WORK, _DAY = 8 * 3600.0, 24 * 3600.0  # seconds
_DAYS_A_WEEK, _WORKDAYS_A_WEEK = 7, 5
_DAYS_OFF = 4  # a weekend between holidays
_AT_TURN = frozenset({0.0, 1439.0, 1440.0})  # minutes of the day: midnight, and what is written for it
_THOUSAND = 1000
_DOLLARS = frozenset("USD AUD CAD NZD HKD SGD TWD MXN".split())
_SHARED_SIGNS = (
    (re.compile(r"(?<![a-z])\$(?! ?u)|(?<!us |s\. )\bdollars?\b|\bbucks\b"), _DOLLARS),
    (re.compile(r"\bcents?\b|¢"), _DOLLARS | {"EUR", "ZAR"}),
    (re.compile(r"centime"), frozenset({"EUR", "CHF"})),
    (re.compile(r"¥"), frozenset({"JPY", "CNY"})),
)
"""Sign or word of more than one currency -> their codes."""
_TIMES = "times"
_SAME_UNIT = re.compile(r"[\W\d]+")  # what is left of two amounts is equal where their unit is
_LAST_MONTH = 24  # a month alone is 1 to 12, or up to 24 where a span runs into the next year


@dataclass(frozen=True, slots=True)
class Tolerance:
    """What a user lets pass, per kind.

    Attributes:
        relative: kind -> share, such as 0.02.
        absolute: kind -> amount in the base unit of the kind (days for ``date``, minutes for ``clock``).
        exact: kinds in which not even rounding or "about" passes.
    """

    relative: Mapping[str, float]
    absolute: Mapping[str, float]
    exact: frozenset[str] = frozenset()

    def of(self, kind: str, value: float) -> float:
        """Return the amount that a value of a kind may be off."""
        return max(self.absolute.get(kind, 0.0), abs(value) * self.relative.get(kind, 0.0))

    def told(self) -> str:
        """Return what passes as one word for a signature; empty where nothing does."""
        amounts = [
            f"{kind}={share:g}%" for kind, share in sorted((k, 100 * v) for k, v in self.relative.items())
        ]
        amounts += [f"{kind}={amount:g}" for kind, amount in sorted(self.absolute.items())]
        return ",".join([*amounts, *(f"{kind}=exact" for kind in sorted(self.exact))])


EXACT = Tolerance({}, {})
"""Nothing passes but rounding."""


def relate(claim: Item, context: Item, tolerance: Tolerance = EXACT) -> Outcome:
    """Compare an item of a claim with one of the context.

    Args:
        claim: what the claim says.
        context: what the context says.
        tolerance: what may pass.

    Returns:
        ``agrees``: the context bears the claim out. ``conflicts``: both cannot hold of one thing. ``unknown``: they
        speak of different things, or the context is less exact than the claim.
    """
    if claim.kind != context.kind:
        return _across_kinds(claim, context)
    if claim.kind in _AS_TEXT:
        return (
            "agrees"
            if claim.key == context.key
            else "conflicts"
            if _same_shape(claim.key, context.key)
            else "unknown"
        )
    if claim.kind == "weekdays":
        return _day_sets(set(claim.key), set(context.key))
    if claim.kind in {"quote", "name"}:
        return "agrees" if claim.key == context.key else "unknown"
    if (end := end_named(claim, context)) is not None:
        claim, context = replace(claim, relation="exact"), end
    if claim.kind == "date":
        return _dates(claim, context, tolerance)
    if not _same_unit(claim, context):
        return _across_units(claim, context, tolerance)
    if claim.kind == "clock":
        return _clocks(claim, context, tolerance)
    return _best(
        _values(a, b, claim, context, tolerance) for a in _readings(claim) for b in _readings(context)
    )


def _across_units(claim: Item, context: Item, tolerance: Tolerance) -> Outcome:
    """Compare amounts of one kind whose units are none of one sort: currencies, working days, what is counted."""
    if claim.kind != "money":
        return _working_days(claim, context) if _WORKING_DAY in {claim.unit, context.unit} else "unknown"
    if _currencies(claim) & _currencies(context):
        agrees = relate(replace(claim, unit=""), replace(context, unit=""), tolerance) == "agrees"
        return "agrees" if agrees else "unknown"
    return "conflicts" if claim.low == context.low else "unknown"


def _working_days(claim: Item, context: Item) -> Outcome:
    """Compare working days with plain time: only what is too long or too short for them, with all days off, conflicts."""
    mine, theirs = _elapsed(claim), _elapsed(context)
    return "conflicts" if theirs[0] > mine[1] or mine[0] > theirs[1] else "unknown"


def _elapsed(item: Item) -> tuple[float, float]:
    """Return the least and most seconds that a duration can take; a working day has eight hours and may wait for others."""
    low, high = _allowed((item.low or 0.0, item.high or 0.0), item)
    if item.unit != _WORKING_DAY:
        return low, high
    return low * _WORK, (high * _DAYS_A_WEEK / _WORKDAYS_A_WEEK + _DAYS_OFF) * _DAY


def _day_sets(claim: set[str], context: set[str]) -> Outcome:
    """Compare sets of weekdays. What holds on some days says nothing of the others: only one day against one conflicts."""
    if claim <= context:
        return "agrees"
    if claim & context or len(claim) == len(context) == 1:
        return "conflicts"
    return "unknown"


def _across_kinds(claim: Item, context: Item) -> Outcome:
    """A bare number may be an amount or a share whose unit was left out; nothing else compares across kinds."""
    bare = (
        claim
        if claim.kind == "number" and not claim.unit
        else context
        if context.kind == "number" and not context.unit
        else None
    )
    other = context if bare is claim else claim
    if bare is None or other.kind not in {"money", "percent"} or bare.low is None or other.low is None:
        return "unknown"
    return "agrees" if math.isclose(bare.low, other.low, rel_tol=1e-9) else "unknown"


def _same_unit(claim: Item, context: Item) -> bool:
    if claim.unit == context.unit or {claim.unit, context.unit} == {"degree", "°C"}:
        return True  # of "20 degrees" both scales are readings
    if _TIMES in {claim.unit, context.unit}:
        return False  # "twice as fast" counts nothing
    return claim.kind in {"number", "ordinal"} and not (claim.unit and context.unit)


def _currencies(item: Item) -> frozenset[str]:
    """Return the currencies that an amount can be of: "$" is the dollar of several countries, a cent a part of most."""
    said = item.text.casefold()
    for pattern, codes in _SHARED_SIGNS:
        if item.unit in codes and pattern.search(said):
            return codes
    return frozenset({item.unit})


def _same_shape(one: str, other: str) -> bool:
    """Say whether two identifiers are of one series: the same letters, digits elsewhere."""

    def letters(key: str) -> str:
        return re.sub(r"\d+", "0", key) if " " in key else "".join("0" if c.isdigit() else c for c in key)

    return letters(one) == letters(other)


def _readings(item: Item) -> Iterator[tuple[float, float]]:
    if item.low is not None and item.high is not None:
        yield item.low, item.high
    yield from item.others


def _best(outcomes: Iterator[Outcome]) -> Outcome:
    """Of several readings, one that agrees is enough, and one that cannot be told forbids a conflict."""
    found = set(outcomes)
    return "agrees" if "agrees" in found else "unknown" if "unknown" in found or not found else "conflicts"


def _values(
    a: tuple[float, float], b: tuple[float, float], claim: Item, context: Item, tolerance: Tolerance
) -> Outcome:
    """Compare two readings as the sets of values that they allow."""
    room = _room(a, b, claim, context, tolerance)
    mine, theirs = _allowed(a, claim), _allowed(b, context)
    if claim.relation in _BEYOND and context.relation == "exact" and theirs[0] in mine:
        return "unknown"  # "more than 100" is not 100
    own = _room(
        a,
        b,
        claim,
        context,
        tolerance,
        given=_SAME_UNIT.sub("", claim.text) == _SAME_UNIT.sub("", context.text),
    )
    if theirs[0] >= mine[0] - own and theirs[1] <= mine[1] + own and _settles(context, claim, a, b, room):
        # "under 16" follows from "under 12" and need not be what was meant: free for children is another rule.
        one_sided = claim.relation == context.relation == "less_than"
        return "unknown" if one_sided and not _same_ends(a, b, room) else "agrees"
    if theirs[0] > mine[1] + room or mine[0] > theirs[1] + room:
        return "conflicts"
    # "at least 7" for "at least 5", "3 to 7" for "3 to 5": not what the context says
    same = claim.relation == context.relation and claim.relation in _ONE_SIDED | {"range"}
    return "conflicts" if same else "unknown"


def _room(
    a: tuple[float, float],
    b: tuple[float, float],
    claim: Item,
    context: Item,
    tolerance: Tolerance,
    *,
    given: bool = False,
) -> float:
    """Return how far two values may be apart: rounding, "about" in the claim, and what the user allows.

    Where both are `given` in one unit, a context that is less exact than the claim does not bear it out.
    """
    room = tolerance.of(claim.kind, b[0])
    if claim.kind not in tolerance.exact:
        # An "about" of the context is as exact as it gets: a claim that names another value is not what it says.
        plain = 0.0 if given or context.relation == "about" else _rounding(context, b[0])
        room = max(room, _rounding(claim, a[0]), plain)
        if claim.relation == "about" != context.relation:
            room = max(room, _ABOUT * abs(b[0]))
    return room + 1e-9 * max(1.0, abs(a[0]), abs(b[0]))


def _rounding(item: Item, value: float) -> float:
    """Return what rounding may hide, at most a tenth of the value: "about 1,000" is not 500.

    Of 1.299 read as a decimal the last digit stands three places lower than read as thousands.
    """
    other = item.low is not None and 0 < abs(value) * _THOUSAND <= abs(item.low)
    slack = item.slack / _THOUSAND if other else item.slack
    return min(slack, _MOST * abs(value)) if value else slack


def _settles(context: Item, claim: Item, a: tuple[float, float], b: tuple[float, float], room: float) -> bool:
    """Say whether a context whose values all fit the claim is also what the claim says.

    A limit is a fact of its own: "up to 1,500 hours" does not say "up to 1,600". "More than 150" does say "more than 100".
    """
    if claim.relation == context.relation and claim.relation in _LIMITS | {"range"}:
        return _same_ends(a, b, room)
    return True


def _same_ends(a: tuple[float, float], b: tuple[float, float], room: float) -> bool:
    return abs(a[0] - b[0]) <= room and abs(a[1] - b[1]) <= room


def _allowed(reading: tuple[float, float], item: Item) -> tuple[float, float]:
    low, high = reading
    if item.relation in _UPWARD:
        return low, math.inf
    if item.relation in _DOWNWARD:
        return -math.inf, high
    return low, high


def _clocks(claim: Item, context: Item, tolerance: Tolerance) -> Outcome:
    """Compare times of day in all their readings: "9:30" may be the morning's or the evening's."""
    room = tolerance.of("clock", 0.0)
    return _best(_times(a, b, claim, context, room) for a in _readings(claim) for b in _readings(context))


def _times(
    a: tuple[float, float], b: tuple[float, float], claim: Item, context: Item, room: float
) -> Outcome:
    """Compare two readings: a single time agrees with the ends of a span, and cannot be told within it.

    What ends at 23:59 ends at midnight.
    """
    first, last = _same_time(a[0], b[0], room), _same_time(a[1], b[1], room)
    if claim.relation == "range":
        return "unknown" if context.relation != "range" else "agrees" if first and last else "conflicts"
    if first or last:
        return "agrees"
    if claim.ending is None and context.ending is not None:
        return "unknown"  # at 5 pm something can be that is possible "from 15:00"
    return "unknown" if context.relation == "range" and b[0] < a[0] < b[1] else "conflicts"


def _same_time(one: float, other: float, room: float) -> bool:
    return abs(one - other) <= room or _AT_TURN.issuperset((one, other))


def _dates(claim: Item, context: Item, tolerance: Tolerance) -> Outcome:
    """Compare dates as spans of days: a finer one in the context bears out a coarser one in the claim."""
    if claim.unit.startswith("fiscal") != context.unit.startswith("fiscal"):
        return "unknown"  # whose year begins when, nobody said
    if (claim.unit, claim.low, claim.high) == (context.unit, context.low, context.high):
        return "agrees"
    if _is_partial(claim) or _is_partial(context):
        return _partial(claim, context)
    room = tolerance.of("date", 0.0)
    return _best(_days(a, b, claim, context, room) for a in _readings(claim) for b in _readings(context))


def _days(a: tuple[float, float], b: tuple[float, float], claim: Item, context: Item, room: float) -> Outcome:
    mine, theirs = _allowed(a, claim), _allowed(b, context)
    if theirs[0] > mine[1] + room or mine[0] > theirs[1] + room:
        return "conflicts"
    if claim.relation == "range":
        return _spans(a, b, context, room)
    if claim.relation == context.relation and claim.relation in _ONE_SIDED:
        return "agrees" if abs(a[0] - b[0]) <= room or abs(a[1] - b[1]) <= room else "conflicts"
    if theirs[0] >= mine[0] - room and theirs[1] <= mine[1] + room:
        return "agrees"
    return "unknown"


def _spans(a: tuple[float, float], b: tuple[float, float], context: Item, room: float) -> Outcome:
    """Compare a span of days with another: both ends must fit, and one that fits makes the other a conflict."""
    if context.relation != "range":
        return "unknown"
    first, last = abs(a[0] - b[0]) <= room, abs(a[1] - b[1]) <= room
    return "agrees" if first and last else "conflicts" if first or last else "unknown"


def _is_partial(item: Item) -> bool:
    """Say whether a date is a day or month without a year."""
    return item.unit == "month-day" or (item.unit == "month" and (item.low or 0) <= _LAST_MONTH)


def _partial(claim: Item, context: Item) -> Outcome:
    """Compare a day or month without a year with another date."""
    one, other = _calendar(claim), _calendar(context)
    if one is None or other is None:
        return "unknown"
    if None not in {one[1], other[1]} and (claim.relation in _ONE_SIDED or context.relation in _ONE_SIDED):
        return _one_sided(claim, context, *((month * 100.0 + (day or 0)) for month, day in (one, other)))
    if one[0] != other[0]:
        return "unknown" if _bounds(context) and not _bounds(claim) else "conflicts"
    if one[1] is None:
        return "agrees"
    if other[1] is None:
        return "unknown"
    return (
        "agrees"
        if one[1] == other[1]
        else "unknown"
        if _bounds(context) and not _bounds(claim)
        else "conflicts"
    )


def _bounds(item: Item) -> bool:
    """Say whether a date is the end of a span of which the other end is not said: "from 15 May"."""
    return item.ending is not None and item.relation != "range"


def _one_sided(claim: Item, context: Item, one: float, other: float) -> Outcome:
    """Compare days of a year of which one at least is a limit: "before 10 May" holds of 6 May."""
    mine, theirs = _allowed((one, one), claim), _allowed((other, other), context)
    if claim.relation == context.relation:
        return "agrees" if one == other else "conflicts"
    if theirs[0] > mine[1] or mine[0] > theirs[1]:
        return "conflicts"
    return "agrees" if theirs[0] >= mine[0] and theirs[1] <= mine[1] else "unknown"


def _calendar(item: Item) -> tuple[int, int | None] | None:
    """Return month and day of a date; None where it spans more than a month."""
    if item.low is None or item.relation == "range" or item.low < 1:
        return None
    value = int(item.low)
    if item.unit == "month-day":
        return value // 100, value % 100
    if item.unit == "month" and value <= _LAST_MONTH:
        return value, None
    if item.unit not in {"day", "month"} or (item.low != item.high and item.unit == "day"):
        return None
    date = dt.date.fromordinal(value)
    return date.month, date.day if item.unit == "day" else None
