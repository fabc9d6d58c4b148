"""Values that a reader computes from others: what follows from a sentence by arithmetic does not conflict with it.

This is never proof, only doubt: so many numbers give so many others that a chance hit must not speak for a claim.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from itertools import accumulate

from upheld.checks.items import Item

__all__ = ["apart", "follows", "per", "rate_of"]

_MOST = 8  # values of one sentence that are tried
_FEWEST_ADDENDS = 3  # pairs are looked for in more than one sentence, as proof
_EXACT = 1e-6
_WHOLE = 100.0  # percent

_PERIODS = "second minute hour day night week month quarter year person user seat item piece".split()
_PER = re.compile(rf"\s*(?:/|per\b|an?\b|each\b|every\b)\s*({'|'.join(_PERIODS)})", re.IGNORECASE)
_ADVERBS = {
    "annual": "year", "annually": "year", "yearly": "year", "p.a": "year", "monthly": "month", "weekly": "week", "daily": "day",
    "hourly": "hour", "quarterly": "quarter", "nightly": "night", "each": "piece", "apiece": "piece", "jährlich": "year",
    "monatlich": "month", "täglich": "day", "mensual": "month", "anual": "year", "diario": "day", "mensuel": "month", "annuel": "year",
}  # fmt: skip
_ADVERB = re.compile(
    rf"(?<![^\W_])({'|'.join(map(re.escape, sorted(_ADVERBS, key=len, reverse=True)))})(?![^\W_])",
    re.IGNORECASE,
)
_CHANGES = {"by": "by", "to": "to", "from": "from", "um": "by", "auf": "to", "von": "from"}
_CHANGE = re.compile(
    r"\b(?:rose|risen|rises?|rising|fell|fallen|falls?|falling|increas\w+|decreas\w+|rais\w+|reduc\w+|gr[eo]w\w*|dropp?\w*|declin\w+|cut|climb\w*|"
    r"went|lowered|cheaper|up|down|stieg\w*|steig\w*|sank|sink\w*|erhöht\w*|gesenkt)\b.{0,25}?\b(by|to|from|um|auf|von)"
    r"(?: (?:about|around|nearly|almost|over|some|only|just|rund|fast))? ?$",
    re.IGNORECASE,
)
_ZONE = re.compile(
    r"(?:[.)]|(?: ?[ap]\.?m\.?))? ?\(?(UTC|GMT|[ECMP][SD]?T\b|CES?T|WES?T|EES?T|BST|IST|JST|Eastern|Central|Mountain|Pacific)"
)
_REACH = 40  # characters around an amount in which such a word tells of it


def per(text: str, item: Item) -> str:
    """Return what an amount is plainly per: "month" of "$10 a month"; empty where nothing right behind it says so.

    Args:
        text: the text that it stands in.
        item: the amount.
    """
    match = _PER.match(text, item.end)
    return match[1].casefold() if match else ""


def rate_of(text: str, item: Item) -> str:
    """Return what an amount is per: "month" of "$10 a month" and of "a monthly fee of $10"; empty where nothing says so.

    Args:
        text: the text that it stands in.
        item: the amount.
    """
    if plainly := per(text, item):
        return plainly
    match = _ADVERB.search(text, item.end, item.end + _REACH) or _ADVERB.search(
        text, max(0, item.start - _REACH), item.start
    )
    return _ADVERBS[match[1].casefold()] if match else ""


def apart(claim: str, item: Item, text: str, other: Item) -> bool:
    """Say whether the words beside two values make them values of two sorts: "by 6 %" and "to 6 %", "9 am PT" and "9 am ET".

    Args:
        claim: text of the claim.
        item: its value.
        text: a sentence of the context.
        other: the value there.
    """
    said = _zone_of if item.kind == "clock" else _change_of
    one, another = said(claim, item), said(text, other)
    return bool(one and another) and one != another


def _zone_of(text: str, item: Item) -> str:
    """Return the time zone of a time, as its first letter; empty where none is said."""
    match = _ZONE.match(text, item.end)
    return match[1][0].casefold() if match else ""


def _change_of(text: str, item: Item) -> str:
    """Return what an amount is in a change: ``by`` how much, ``to`` or ``from`` what; empty where nothing says so."""
    match = _CHANGE.search(text, max(0, item.start - _REACH), item.start)
    return _CHANGES[match[1].casefold()] if match else ""


def follows(item: Item, others: Sequence[Item], beside: Sequence[Item], *, rest: bool = True) -> bool:
    """Say whether the value of a claim's item can be computed from the amounts of one sentence.

    Args:
        item: of the claim.
        others: the other items of the claim: how many, how much of it.
        beside: the items of the sentence.
        rest: whether the rest of a whole counts: "30 % failed" for "70 % passed".
    """
    if item.low is None or item.low != item.high:
        return False
    counts = [value for other in (*others, *beside) if (value := _count(other))][:_MOST]
    shares = [o.low for o in (*others, *beside) if o.kind == "percent" and o.low is not None][:_MOST]
    same = [
        o.low
        for o in beside
        if o.kind == item.kind and o.unit == item.unit and o.low is not None and o.low == o.high
    ]
    found = [*_computed(same[:_MOST], counts, shares, item), *_rests(same, item if rest else None)]
    return any(_equal(value, item.low) for value in found)


def _count(item: Item) -> float | None:
    """Return how many of something an item says; None where it says no such thing."""
    return item.low if item.kind in {"number", "ordinal"} and item.low == item.high and item.low else None


def _equal(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=_EXACT)


def _rests(same: Sequence[float], item: Item | None) -> Iterator[float]:
    """Yield what percentages leave of a whole."""
    if item is not None and item.kind == "percent":
        yield from (_WHOLE - amount for amount in same)


def _computed(
    same: Sequence[float], counts: Sequence[float], shares: Sequence[float], item: Item
) -> Iterator[float]:
    """Yield sums of neighbours, products with counts, and what a share leaves of an amount."""
    for first in range(len(same)):
        yield from list(accumulate(same[first:]))[_FEWEST_ADDENDS - 1 :]
    for amount in same:
        if item.kind != "number":
            yield from (amount * count for count in counts)
            yield from (amount / count for count in counts)
        for share in shares if item.kind != "percent" else ():
            yield from (amount * share / _WHOLE, amount * (1 - share / _WHOLE), amount * (1 + share / _WHOLE))
        if item.kind == "percent":
            yield _WHOLE + amount
