"""Which item of a sentence measures what a claim's item measures: the words beside both tell."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from upheld.checks.items import Item
from upheld.text.lexicon import STOPWORDS
from upheld.text.words import fold, tokens

__all__ = ["BOTH", "counterpart"]

BOTH = 0.9  # share at which a conflict is told although another chunk agrees
SURE = 0.8  # share at which one counterpart needs no word beside it
WINDOW = 5  # words on each side of an item that tell what it measures
REACH = 100  # characters in which to look for them
FEW = 3  # rivals of one kind among which the nearest is taken
CLEARLY = 1.5  # by which one of many rivals must be nearer than the next


def counterpart(text: str, item: Item, rivals: Sequence[Item], claim: str, share: float) -> Item | None:
    """Return the item of a sentence that measures what the claim's item measures; None where that is not plain.

    Words beside both items tell: each counts the less, the farther it stands from either.

    Args:
        text: the sentence.
        item: of the claim.
        rivals: items of the sentence that it could be held against.
        claim: text of the claim.
        share: share of the claim's words that the sentence holds.
    """
    if not rivals:
        return None
    near = _near(claim, item.start, item.end)
    scored = sorted(
        ((_beside(near, _near(text, other.start, other.end)), other) for other in rivals),
        key=lambda pair: -pair[0],
    )
    best, other = scored[0]
    named = bool(item.unit) and other.unit == item.unit and item.kind == "number"
    bare = item.kind == "number" and not (item.unit and other.unit)
    if len(scored) == 1:
        return other if best or named or (share >= SURE and not bare) else None
    plain = len(scored) <= FEW or best >= CLEARLY * scored[1][0] or share >= BOTH
    return other if best and plain else None


def _beside(one: dict[str, int], other: dict[str, int]) -> float:
    return sum(1.0 / (distance + other[word]) for word, distance in one.items() if word in other)


@lru_cache(maxsize=256)
def _near(text: str, start: int, end: int) -> dict[str, int]:
    """Return the content words around a place, each with its distance from it in words."""
    found: dict[str, int] = {}
    before = [m.group() for m in tokens(text[max(0, start - REACH) : start])][::-1]
    after = [m.group() for m in tokens(text[end : end + REACH])]
    for side in (before, after):
        content = [word for word in side if word.casefold() not in STOPWORDS and not word[0].isdigit()]
        for distance, word in enumerate(content[:WINDOW], 1):
            for folded in fold(word):
                found[folded] = min(distance, found.get(folded, distance))
    return found
