"""What the checks compare: one thing that a text says exactly, with its place and its value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

__all__ = ["Ending", "Item", "Relation"]

Relation: TypeAlias = Literal["exact", "about", "at_least", "more_than", "at_most", "less_than", "range"]


class Ending(NamedTuple):
    """What the words before a time or date make of it.

    Attributes:
        side: it is the ``first`` or the ``last`` of a span; ``closed``: a span in which something is not open or valid.
        start: start of these words in the text; of a closed span, its own.
    """

    side: Literal["first", "last", "closed"]
    start: int


@dataclass(frozen=True, slots=True)
class Item:
    """A number, amount, date, time, identifier or quote in a text.

    Attributes:
        kind: what sort of thing it is. Only items of one kind can agree or conflict: ``number``, ``ordinal``, ``percent``,
            ``money``, a dimension (``length``, ``mass``, ``volume``, ``duration``, ``data``, ``temperature``, ``speed``,
            ``area``, ``energy``, ``power``, …), ``date``, ``clock``, ``weekdays``, ``version``, ``identifier``, ``email``,
            ``url``, ``phone``, ``quote``, ``name``.
        start: start in the text.
        end: end in the text.
        text: its own characters, ``text[start:end]`` of the source.
        low: lowest value it can mean, in the base unit of the kind; None for kinds without a value.
        high: highest value; equals `low` for a single value.
        unit: base unit, currency code, or what is counted; empty where there is none.
        relation: how the value is meant.
        slack: half a step of the last digit given, in the base unit: what rounding may hide.
        key: normal form, for kinds that are compared as text.
        others: other readings as (low, high), such as both orders of 03/05/2023.
        ending: for times and dates: which end of a span it names.
    """

    kind: str
    start: int
    end: int
    text: str
    low: float | None = None
    high: float | None = None
    unit: str = ""
    relation: Relation = "exact"
    slack: float = 0.0
    key: str = ""
    others: tuple[tuple[float, float], ...] = ()
    ending: Ending | None = None
