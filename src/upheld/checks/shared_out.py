"""A sentence that gives several things a value each: "Alice earns $70,000 and Bob earns $90,000"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from upheld.checks.items import Item
from upheld.text.lexicon import STOPWORDS
from upheld.text.words import content_words, fold, tokens

__all__ = ["given_to"]

_JOINT = re.compile(
    r"[,;]|\b(?:and|but|while|whereas|or|und|aber|während|y|pero|mientras|et|mais|tandis que|e|mas|enquanto)\b",
    re.IGNORECASE,
)
_MARKS = frozenset({"date", "weekdays"})  # what tells such parts apart is not told apart by them
_FEW = 2  # words of its own by which a part names something
_YEAR = re.compile(r"[12]\d{3}")


def given_to(claim: str, item: Item, text: str, items: Sequence[Item], fitting: Item) -> Item | None:
    """Return the value that a sentence gives to what the claim names, where it gives the claim's value to another.

    Each part of the sentence must name something of its own, by a name or a year, or by few words beside those that it has
    in common with the others; and the claim only that of one.

    Args:
        claim: text of the claim, or of the part of it that holds the item.
        item: of the claim.
        text: the sentence.
        items: values of one kind in it, in order.
        fitting: the one that the claim has.
    """
    bounds = _bounds(text, items) if item.kind not in _MARKS else None
    if bounds is None:
        return None
    parts = [text[a:b] for a, b in pairwise(bounds)]
    for marks, least, most in ((_names, 0, len(text)), (_words, 1, _FEW)):
        found = [marks(part) for part in parts]
        common = frozenset.intersection(*found)
        own = [mark - common for mark in found]
        asked = marks(claim)
        named = [n for n, mark in enumerate(own) if mark & asked]
        mine = own[items.index(fitting)]
        if (
            len(named) == 1
            and items[named[0]] is not fitting
            and len(common) >= least
            and 0 < len(mine) <= most
        ):
            return items[named[0]]
    return None


def _bounds(text: str, items: Sequence[Item]) -> list[int] | None:
    """Return where the parts of a sentence begin and end, one for each item; None where it does not fall into such parts."""
    cuts = [0]
    for one, other in pairwise(items):
        joints = [match.start() for match in _JOINT.finditer(text, one.end, other.start)]
        if not joints:
            return None
        cuts.append(joints[-1])
    return [*cuts, len(text)]


@lru_cache(maxsize=64)
def _names(text: str) -> frozenset[str]:
    """Return the names and years of a text, as folded words."""
    return frozenset(
        word
        for match in tokens(text)
        if _YEAR.fullmatch(match.group())
        or (match.group()[0].isupper() and match.group().casefold() not in STOPWORDS)
        for word in fold(match.group())
    )


@lru_cache(maxsize=64)
def _words(text: str) -> frozenset[str]:
    """Return the content words of a text that are no numbers."""
    return frozenset(word for word in content_words(text) if not word[0].isdigit())
