"""What a bare number counts: the word after it that reads as its noun."""

from __future__ import annotations

from upheld.checks.cues import ADJECTIVES, NO_NOUNS, PLURALS, TIMES
from upheld.checks.number_phrases import STARTERS
from upheld.checks.number_tokens import Tokens
from upheld.text.lexicon import LEXICONS, STOPWORDS
from upheld.text.words import fold

__all__ = ["acts", "is_plural", "noun_at"]

_VERBS = LEXICONS["en"].verbs
_WINDOW = 4
_DETERMINERS = frozenset("the its their these our his her my your los las".split())
_OBJECTS = frozenset("the a an its his her their this that it them more less up to $ € £".split())


def noun_at(t: Tokens, at: int, *, plural: bool) -> tuple[str, int] | None:
    """Return the folded word that is counted, and one past it; None where none is plain.

    Args:
        t: the tokens.
        at: index of the token after the number.
        plural: the noun is likely a plural, so that adjectives before it can be told.
    """
    if t.low[at] in {"of", "de"} and t.low[at + 1] in _DETERMINERS:
        at += 2
    if t.low[at] in TIMES:
        return None if t.near(at + 1) and t.digits(at + 1) else ("times", at + 1)
    first: tuple[str, int] | None = None
    for place in range(at, min(at + _WINDOW, t.n)):
        low = t.low[place]
        if place > at and (not t.near(place) or t.attached(place)):
            break
        if low in ADJECTIVES:
            continue
        if (
            not t.letters(place)
            or low in NO_NOUNS
            or ((low in STOPWORDS or low in STARTERS) and not _acronym(t, place))
            or acts(t, place, inside=first is not None)
        ):
            break
        found = (fold(t.raw[place])[0], place + 1)
        if not plural or is_plural(low):
            return found
        first = first or found
    return first


def _acronym(t: Tokens, at: int) -> bool:
    """Say whether a word is written in capitals, so that "UN members" is not the French article."""
    return len(t.raw[at]) > 1 and t.raw[at].isupper()


def acts(t: Tokens, at: int, *, inside: bool) -> bool:
    """Say whether a word is a verb here: "45 died", "3 course meal costs the".

    Args:
        t: the tokens.
        at: index of the word.
        inside: other words stand between it and the number.
    """
    if t.low[at] not in _VERBS:
        return False
    return t.low[at][-1] != "s" or (inside and (t.low[at + 1] in _OBJECTS or t.digits(at + 1)))


def is_plural(low: str) -> bool:
    """Say whether a word in lower case reads as a plural."""
    return (low[-1:] == "s" and len(low) > 3 and low[-2] not in "sui") or low in PLURALS  # noqa: PLR2004 - "bus", "gas"
