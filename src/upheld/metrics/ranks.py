"""How alike two lists order the same things. Source: C. Spearman, "The proof and measurement of association" (1904)."""

from __future__ import annotations

import math
from collections.abc import Sequence

__all__ = ["ranks", "spearman"]


def ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value, from 1 for the smallest; equal values share the mean of their ranks.

    Args:
        values: finite numbers.
    """
    order = sorted(range(len(values)), key=values.__getitem__)
    found = [0.0] * len(values)
    start = 0
    for end in range(1, len(order) + 1):
        if end == len(order) or values[order[end]] != values[order[start]]:
            for place in order[start:end]:
                found[place] = (start + 1 + end) / 2
            start = end
    return found


def spearman(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Return Spearman's rank correlation of two lists of values of the same things, ties included.

    Args:
        one: finite numbers.
        other: as many.

    Returns:
        From -1 to 1; None with fewer than two things, or where a list holds one value only, so that it has no order.
    """
    first, second = ranks(one), ranks(other)
    middle = (len(first) + 1) / 2
    up = math.fsum((a - middle) * (b - middle) for a, b in zip(first, second, strict=True))
    spread = math.fsum((a - middle) ** 2 for a in first) * math.fsum((b - middle) ** 2 for b in second)
    return max(-1.0, min(1.0, up / math.sqrt(spread))) if spread else None
