"""Bare numbers whose unit stands in their key: ``sla hours: 4``, ``Weight (kg): 5``, a column named ``Offices``."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from upheld.checks.items import Item
from upheld.checks.units import in_base
from upheld.text.words import content_words, fold

__all__ = ["keyed"]

_PAIR = re.compile(r"(?:^|[,;:] )([^:,;\n]{1,60}): (?=\S)")
_WORD = re.compile(r"[^\W_]+|[%°$€£]")
_PERCENT = frozenset({"pct", "percent", "percentage", "%"})
_CURRENCY = {
    "usd": "USD",
    "eur": "EUR",
    "gbp": "GBP",
    "chf": "CHF",
    "inr": "INR",
    "jpy": "JPY",
    "$": "USD",
    "€": "EUR",
    "£": "GBP",
}
# Words that also are short forms of units only when they stand last in a key.
_SCALES = {"c": "°C", "f": "°F", "celsius": "°C", "fahrenheit": "°F"}


def keyed(text: str, items: Sequence[Item]) -> list[Item]:
    """Give bare numbers of ``key: value`` text the unit or the counted thing that their key names.

    Args:
        text: a table row, a JSON value or a line with a key.
        items: its items.
    """
    pairs = list(_PAIR.finditer(text)) if ": " in text else None
    if not pairs:
        return list(items)
    ends = [pair.end() for pair in pairs]
    found: list[Item] = []
    for item in items:
        before = bisect_right(ends, item.start)
        key = pairs[before - 1].group(1) if before else None
        bare = item.kind == "number" and not item.unit and item.low is not None
        found.append(_named(item, key) if key and bare else item)
    return found


def _named(item: Item, key: str) -> Item:
    words = _WORD.findall(key)
    if not words or item.low is None or item.high is None:
        return item
    last = words[-1].casefold()
    if last in _PERCENT:
        return replace(item, kind="percent", unit="%")
    if last in _CURRENCY:
        return replace(item, kind="money", unit=_CURRENCY[last])
    low = in_base(item.low, _SCALES.get(last, words[-1]))
    high = in_base(item.high, _SCALES.get(last, words[-1]))
    if low and high and len(words) > 1:
        return replace(item, kind=low[0], low=low[1], high=high[1], unit=low[2])
    counted = content_words(key)
    return replace(item, unit=fold(counted[-1])[0]) if counted and not counted[-1][0].isdigit() else item
