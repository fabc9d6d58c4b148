"""How an amount is meant: the words before and after it that make it a bound or an estimate."""

from __future__ import annotations

from upheld.checks.cues import AFTER, BEFORE, BEFORE_LAST, LESS, MORE
from upheld.checks.items import Relation
from upheld.checks.number_tokens import Tokens

__all__ = ["relation_after", "relation_before"]

_LONGEST = 5
_AFTER_FIRST = frozenset(phrase.split()[0] for phrase in AFTER)
_NOT = frozenset("no not never nicht".split())


def relation_before(t: Tokens, first: int) -> Relation | None:
    """Return how the amount that opens at a token is meant, by what stands before it.

    Args:
        t: the tokens.
        first: its first token.
    """
    if first == 0 or t.low[first - 1] not in BEFORE_LAST or not t.near(first):
        return None
    if t.raw[first - 1] == "." and not t.raw[first - 2].islower():  # "ca. 5", not the end of "25 °C. 5"
        return None
    words = t.low[max(0, first - _LONGEST) : first]
    if words[-1] in {"a", "an", "the"} and len(words) > 1:
        words.pop()
    if words[-1] == "than" and len(words) > 1:
        return _than(words)
    for length in range(min(_LONGEST, len(words)), 0, -1):
        if found := BEFORE.get(" ".join(words[-length:])):
            return found
    return None


def _than(words: list[str]) -> Relation | None:
    denied = len(words) > 2 and words[-3] in _NOT  # noqa: PLR2004
    if words[-2] in MORE:
        return "at_most" if denied else "more_than"
    if words[-2] in LESS:
        return "at_least" if denied else "less_than"
    return None


def relation_after(t: Tokens, *places: int) -> Relation | None:
    """Return how an amount is meant by what stands after it.

    Args:
        t: the tokens.
        places: where it may end: after its unit, after what it counts.
    """
    for at in places:
        if at >= t.n or t.low[at] not in _AFTER_FIRST or not t.near(at):
            continue
        for length in (3, 2, 1):
            if found := AFTER.get(" ".join(t.low[at : at + length])):
                return found
    return None
