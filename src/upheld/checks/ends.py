"""Which end of a span a time or a date names: "opens at 9" where it begins, "valid until May" where it ends."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import replace

from upheld.checks.days import months_of, years_of
from upheld.checks.items import Ending, Item

__all__ = ["end_named", "ended"]

_REACH = 60  # characters before an item in which the words stand that say which end it is
_KINDS = frozenset({"clock", "date"})
_MINUTES, _MONTHS = 1440, 12
_TURN = 1200  # added to month * 100 + day in the next year
_LAST_DAY = 1231
_LAST_MONTH = 24  # a month without a year is 1 to 12, or up to 24 in the next one

# Only these stand between the words that say which end it is and the item: all else is said of something.
_BETWEEN = (
    "time times date day days hour hours is are was were will be at on in of the a an about around approximately exactly officially daily again every "
    "each today ist war wird um am im an der den dem el la las los es era será à a au le les est sera o às em no na de du del"
)
_GAP = rf"[\s:,–-]+(?:(?:{_BETWEEN.replace(' ', '|')})[\s:,–-]+){{0,5}}$"
_FIRST = (
    r"opens|opened|opening|start(?:s|ed|ing)|start(?= (?:on|at|time|date|day))|begins|beginning(?= (?:on|at))|began|commence[sd]?|from|effective|"
    r"takes effect|took effect|comes into force|came into force|first day|"
    r"öffnet|öffnung|öffnungszeit|beginnt|begann|ab|von|abre|abren|empieza|comienza|desde|a partir de|ouvre|ouvrent|commence|dès|à partir d[eu]|começa"
)
_LAST = (
    r"closes|closing|ends|ended|ending|end(?= (?:on|at|time|date|day))|finish(?:es|ed|ing)?|until|till|shuts|expir(?:es?|ed|y|ation)|runs? out|ran out|"
    r"is over|was over|last day|schließt|schliesst|schließen|endet|endete|bis|cierra|cierran|termina|terminó|hasta|ferme|ferment|"
    r"jusqu['’](?:à|au|en)|fecha|fecham|encerra|até"
)
_NAMED = re.compile(rf"(?<![^\W_])(?:(?P<first>{_FIRST})|(?P<last>{_LAST}))(?![^\W_]){_GAP}", re.IGNORECASE)
_CLOSED = re.compile(
    r"(?<![^\W_])(?:clos(?:ed?|es|ing|ure)|shut|except|not|no|unavailable|interrupted|breaks?|pauses?|lunch|geschlossen|außer|cerrad[oa]s?|"
    r"fermée?s?|fechad[oa]s?)(?![^\W_])[^\d.;!?]{0,40}$",
    re.IGNORECASE,
)


def ended(text: str, items: Sequence[Item]) -> list[Item]:
    """Return items with the end of a span that each single one names, and the spans that tell when something is not.

    Args:
        text: the text they stand in.
        items: of any kind.
    """
    return [replace(item, ending=_ending(text, item)) if item.kind in _KINDS else item for item in items]


def _ending(text: str, item: Item) -> Ending | None:
    low = max(0, item.start - _REACH)
    before = text[low : item.start]
    if item.relation == "range":
        return Ending("closed", item.start) if _CLOSED.search(before) else None
    named = _NAMED.search(before)
    return named and Ending("first" if named["first"] else "last", low + named.start())


def end_named(claim: Item, span: Item) -> Item | None:
    """Return the end of a span that a claim's time or date names, as an item of its own; None where it names none.

    Args:
        claim: what the claim says.
        span: what the context says, of the same kind.
    """
    named = claim.ending
    if named is None or claim.relation == "range" or span.relation != "range" or span.ending is not None:
        return None
    if span.low is None or span.high is None:
        return None
    at = 0 if named.side == "first" else 1
    pairs = ((span.low, span.high), *span.others)
    found = [end for pair in pairs if (end := _end(span, pair[at])) is not None]
    if len(found) < len(pairs):
        return None
    (low, high), *others = found
    return replace(span, low=low, high=high, others=tuple(others), relation="exact")


def _end(span: Item, value: float) -> tuple[float, float] | None:
    """Return the least and greatest value of an end: of a span of years, a whole year."""
    if span.kind == "clock":
        return (value - _MINUTES, value - _MINUTES) if value > _MINUTES else (value, value)
    if span.unit == "month-day":
        return (value - _TURN, value - _TURN) if value > _LAST_DAY else (value, value)
    if span.unit == "month" and value <= _LAST_MONTH:
        month = (value - 1) % _MONTHS + 1
        return month, month
    if span.unit == "day":
        return value, value
    if span.unit not in {"year", "month"} or value < 1:
        return None
    day = dt.date.fromordinal(int(value))
    if span.unit == "year":
        whole = years_of(0, 0, day.year, day.year)
    else:
        whole = months_of(0, 0, day.year, day.month, day.month)
    return whole.low, whole.high
