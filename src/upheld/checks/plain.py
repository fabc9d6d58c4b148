"""A text made easy to match, character by character: lower case, one kind of space, dash and apostrophe."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

__all__ = ["heads", "letters", "one_of", "plain"]

_LETTERS = re.compile(r"[^\W\d_]+")
_ASCII_LETTERS = re.compile(r"[a-z]+")  # the same for most texts, and faster

_SAME = {
    " ": "\t\u00a0\u2009\u202f",
    "-": "\u2010\u2011\u2012\u2013\u2014\u2212",
    "'": "`\u2018\u2019\u02bc\u00b4",
}


@lru_cache(maxsize=8)  # the extractors come to one text one after the other
def plain(text: str) -> str:
    """Return a text of the same length in lower case, with ``-``, ``'`` and a space for their look-alikes.

    Args:
        text: any text.
    """
    low = text.lower()
    if len(low) != len(text):  # one Turkish letter becomes two characters
        low = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    if low.isascii():
        return low.replace("\t", " ").replace("`", "'")
    for mark, others in _SAME.items():
        for other in others:
            low = low.replace(other, mark)  # far faster than translate() on texts that hold few of them
    return low


@lru_cache(maxsize=8)
def letters(text: str) -> list[str]:
    """Return the runs of letters of a text in plain form: they tell fast what it cannot hold. Not to be changed.

    Args:
        text: any text.
    """
    low = plain(text)
    return (_ASCII_LETTERS if low.isascii() else _LETTERS).findall(low)


def heads(phrases: Iterable[str]) -> frozenset[str]:
    """Return the first run of letters of each phrase: a text that opens none of them holds none of the phrases.

    Args:
        phrases: in plain form; those without letters are left out.
    """
    return frozenset(match.group() for phrase in phrases if (match := _LETTERS.search(phrase)))


def one_of(words: Iterable[str]) -> str:
    """Return a pattern that matches any of some words, the longest first, without trying each in turn.

    Args:
        words: literal words, none empty.
    """
    tails: dict[str, list[str]] = {}
    for word in words:
        tails.setdefault(word[0], []).append(word[1:])
    branches: list[str] = []
    for first, rest in sorted(tails.items()):
        longer = [tail for tail in rest if tail]
        optional = "?" if len(longer) < len(rest) else ""
        tail = one_of(longer) if longer else ""
        branches.append(re.escape(first) + (f"(?:{tail}){optional}" if optional and tail else tail))
    return branches[0] if len(branches) == 1 else f"(?:{'|'.join(branches)})"
