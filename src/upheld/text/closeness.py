"""How close a claim is to a premise, in numbers: what share of its words the premise holds, and what it lacks.

The measures are the classical ones of textual-entailment baselines: word coverage, coverage by rarity (inverse
sentence frequency), coverage of word pairs, and the best single sentence.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise

from upheld.text.words import content_words, is_number, tokens

__all__ = ["Closeness", "best_coverage", "closeness", "names_of"]

_PREFIX = 5  # letters two words must share to count as half a match ("weighs", "weight")


@dataclass(frozen=True, slots=True)
class Closeness:
    """Measures of a claim against a premise; shares are in [0, 1].

    Attributes:
        coverage: share of the claim's words that the premise holds; a shared beginning counts half.
        rare_coverage: the same, each word weighted by its rarity in the context.
        best_coverage: `rare_coverage` against the best single sentence.
        pair_coverage: share of neighbouring words of the claim that stand near each other in one sentence.
        missing_numbers: share of the claim's numbers that the premise lacks; 0 without numbers.
        missing_names: share of the claim's names that the premise lacks; 0 without names.
        foreign: share of the claim's words that stand nowhere in the context, not even outside the premise.
        length: natural logarithm of the claim's number of words.
    """

    coverage: float
    rare_coverage: float
    best_coverage: float
    pair_coverage: float
    missing_numbers: float
    missing_names: float
    foreign: float
    length: float

    def values(self) -> tuple[float, ...]:
        """Return the measures in the order of the fields."""
        return tuple(getattr(self, f.name) for f in fields(self))


def names_of(text: str) -> list[str]:
    """Return the folded words that look like names: capitalised, and not first in the text."""
    return [
        word
        for match in tokens(text)
        if match.start() and match.group()[0].isupper()
        for word in content_words(match.group())
    ]


def closeness(
    claim: str, premise: Sequence[Sequence[str]], rarity: Mapping[str, float], unseen: float
) -> Closeness:
    """Measure a claim against the sentences of a premise.

    Args:
        claim: text of the claim.
        premise: content words of each sentence, folded, in order.
        rarity: word -> weight in the context.
        unseen: weight of a word that the context does not have.

    Returns:
        The measures; a claim without words is fully covered by anything.
    """
    mine = content_words(claim)
    if not mine:
        return Closeness(1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0)
    held = {word for sentence in premise for word in sentence}
    beginnings = {word[:_PREFIX] for word in held if len(word) >= _PREFIX}
    match = {word: _match(word, held, beginnings) for word in mine}
    weight = {word: rarity.get(word, unseen) for word in mine}
    total = sum(weight[word] for word in mine)
    return Closeness(
        coverage=sum(match[word] for word in mine) / len(mine),
        rare_coverage=sum(match[word] * weight[word] for word in mine) / total,
        best_coverage=_best(mine, weight, premise) / total,
        pair_coverage=_pairs(mine, premise),
        missing_numbers=_missing([word for word in mine if is_number(word)], held),
        missing_names=_missing(names_of(claim), held),
        foreign=sum(match[word] == 0.0 and word not in rarity for word in mine) / len(mine),
        length=math.log(len(mine)),
    )


def best_coverage(
    claim: str, premise: Sequence[Sequence[str]], rarity: Mapping[str, float], unseen: float
) -> float:
    """Return `Closeness.best_coverage` alone, which is a tenth of the work.

    Args:
        claim: text of the claim.
        premise: content words of each sentence, folded, in order.
        rarity: word -> weight in the context.
        unseen: weight of a word that the context does not have.
    """
    mine = content_words(claim)
    if not mine:
        return 1.0
    weight = {word: rarity.get(word, unseen) for word in mine}
    return _best(mine, weight, premise) / sum(weight[word] for word in mine)


def _best(mine: Sequence[str], weight: Mapping[str, float], premise: Sequence[Sequence[str]]) -> float:
    """Return the most weight of a claim's words that one sentence holds."""
    return max((_rare(mine, weight, sentence) for sentence in premise), default=0.0)


def _match(word: str, held: Collection[str], beginnings: set[str]) -> float:
    if word in held:
        return 1.0
    return 0.5 if len(word) >= _PREFIX and word[:_PREFIX] in beginnings and not is_number(word) else 0.0


def _rare(mine: Sequence[str], weight: Mapping[str, float], sentence: Sequence[str]) -> float:
    beginnings = {word[:_PREFIX] for word in sentence if len(word) >= _PREFIX}
    return sum(_match(word, sentence, beginnings) * weight[word] for word in mine)


def _missing(wanted: Sequence[str], held: set[str]) -> float:
    return sum(word not in held for word in wanted) / len(wanted) if wanted else 0.0


def _pairs(mine: Sequence[str], premise: Sequence[Sequence[str]]) -> float:
    """Return the share of neighbouring words of the claim that are at most two words apart in one sentence."""
    wanted = list(pairwise(mine))
    if not wanted:
        return float(any(mine[0] in sentence for sentence in premise))
    near = {
        (a, b)
        for sentence in premise
        for gap in (1, 2)
        for a, b in zip(sentence, sentence[gap:], strict=False)
    }
    return sum((a, b) in near or (b, a) in near for a, b in wanted) / len(wanted)
