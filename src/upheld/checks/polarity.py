"""Polarity: a sentence of the context that says the opposite of a claim in nearly the same words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from upheld.checks.opposites import (
    ANTONYMS,
    CONVERSES,
    OBLIGATION,
    PARTICLES,
    PERMISSION,
    PHRASES,
    SYNONYMS,
    UNIVERSAL,
)
from upheld.text.polarity import denies, is_negated, says_without
from upheld.text.words import content_words

__all__ = ["Opposite", "can_be_opposed", "opposites"]

_WORD = re.compile(rf"(?i:\b(?:{'|'.join(sorted(PHRASES))})\b)|[^\W_]+(?:[-'’][^\W_]+)*")
_SAME = 0.8  # share of the claim's other words that the sentence must hold
_TELLING = frozenset(ANTONYMS.keys() | UNIVERSAL.keys() | OBLIGATION)
_LEAST = 2  # content words in common below which nothing is said
# What obliges in other words: "has to", and "only members may".
_OBLIGED = re.compile(r"\b(?:ha(?:s|ve|d) to|needs? to|(?:is|are) to|only)\b", re.IGNORECASE)
_EXCEPT = re.compile(
    r"\b(?:except|but|apart from|other than|besides|außer|ausgenommen|sauf|hormis|menos|salvo|excepto|exceto)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Opposite:
    """What makes a sentence the opposite of a claim.

    Attributes:
        check: ``negation``, ``antonym``, ``quantifier`` or ``modality``.
        start: start of the word in the claim.
        end: end of it.
        reason: in words.
    """

    check: str
    start: int
    end: int
    reason: str


def can_be_opposed(claim: str) -> bool:
    """Say whether a claim has a word that some sentence could turn round; else only a negated sentence can oppose it."""
    return bool(_telling(claim)) or is_negated(claim)


@lru_cache(maxsize=8)  # one claim is held against sentence after sentence
def _telling(claim: str) -> tuple[tuple[int, int, str], ...]:
    """Return start, end and lower case of each word that some other word turns round."""
    if _TELLING.isdisjoint(_WORD.findall(claim.casefold())):
        return ()
    return tuple(
        (*match.span(), word)
        for match in _WORD.finditer(claim)
        if (word := match.group().casefold()) in _TELLING
    )


def opposites(claim: str, sentence: str) -> Iterator[Opposite]:
    """Yield what makes a sentence say the opposite of a claim; nothing where their words differ otherwise.

    Args:
        claim: text of the claim.
        sentence: one sentence of the context.
    """
    if denies(claim, sentence):
        yield Opposite("negation", 0, len(claim), "one denies what the other says in the same words")
        return
    mine = _telling(claim)
    if not mine:
        return
    if is_negated(claim) or is_negated(sentence) or " than " in f" {claim} {sentence} ".casefold():
        return  # one more turn, or two things compared the other way round: "not safe" is "dangerous"
    own = set(_WORD.findall(claim.casefold()))
    theirs = set(_WORD.findall(sentence.casefold()))
    excepted = _EXCEPT.search(claim) or _EXCEPT.search(sentence)
    found = [
        Opposite(check, start, end, f'claim says "{word}", context says "{other}"')
        for start, end, word in mine
        for check, other in _against(word, own, theirs)
        if not (check == "modality" and _OBLIGED.search(sentence))
        and not (check == "antonym" and excepted)  # "open every day except Monday"
        and _same_otherwise(claim, sentence, word, other)
    ]
    if len({start for start, *_ in mine}) > 1 and sum(each.check == "antonym" for each in found) > 1:
        return  # "more sleep decreases", "less sleep increases": two turns are none
    yield from found


def _against(word: str, own: set[str], theirs: set[str]) -> Iterator[tuple[str, str]]:
    """Yield the words of the context that stand against a word of the claim, each only on its own side."""
    if word in theirs:
        return
    for check, table in (("antonym", ANTONYMS), ("quantifier", UNIVERSAL)):
        for other in sorted(table.get(word, ())):
            if other in theirs and other not in own and theirs.isdisjoint(SYNONYMS.get(word, ())):
                yield check, other
    if word in OBLIGATION and not theirs & OBLIGATION:
        for other in sorted(PERMISSION & theirs - own):
            yield "modality", other


def _same_otherwise(claim: str, sentence: str, word: str, other: str) -> bool:
    """Say whether the two share their words but for the opposed pair, in the clause that holds it."""
    mine = set(content_words(claim)) - set(content_words(word))
    theirs = set(content_words(sentence)) - set(content_words(other))
    shared = mine & theirs
    if len(shared) < _LEAST or len(shared) < _SAME * len(mine):
        return False
    if word in CONVERSES and _before(claim, word, shared) != _before(sentence, other, shared):
        return False  # "Ann is Bob's sister" and "Bob is Ann's brother" say the same
    if word in PARTICLES and _beside(claim, word) != _beside(sentence, other):
        return False  # "set up" and "shut down" are no pair
    return not says_without(sentence, shared, lambda clause: other in _WORD.findall(clause.casefold()))


def _before(text: str, word: str, shared: set[str]) -> list[str]:
    """Return the shared content words before a word, in order."""
    match = re.search(rf"\b{re.escape(word)}\b", text, re.IGNORECASE)
    return [w for w in content_words(text[: match.start() if match else None]) if w in shared]


def _beside(text: str, word: str) -> str:
    """Return the word right before another, in lower case; empty where there is none."""
    match = re.search(rf"(\w+) {re.escape(word)}\b", text.casefold())
    return match[1] if match else ""
