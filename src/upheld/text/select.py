"""Evidence selection: the few sentences of all chunks that speak about a claim."""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from heapq import nlargest

from upheld.text.blocks import Block, blocks
from upheld.text.language import detect
from upheld.text.sentences import sentences
from upheld.text.words import content_words

__all__ = ["BUDGET", "ContextIndex", "Premise", "Unit"]

BUDGET = 80  # words of a condensed premise: measured better than 40, 140, 190 and 300
_LONGEST = 60  # words of one unit; longer ones are cut
_CANDIDATES = 24
_WORK = 6000  # postings looked at for one claim: keeps 10,000 chunks as cheap as 100
_REPEATED = 0.35  # worth of a word that the premise has already
_WORD = re.compile(r"\S+")
_PRONOUN = re.compile(
    r"(?:it|its|he|his|she|her|they|their|this|these|those|such|él|ella|ellos|esto|este|esta|er|sie|es|dies|diese|dieser|il|elle|ils|elles|ce|cela|ele|ela|isso)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Unit:
    """A sentence, row, value or piece of code of a chunk.

    Attributes:
        chunk: index of the chunk.
        start: start of its own words in the chunk.
        end: end of them.
        text: its words in full, column headers and key paths included.
        heads: headings and lead-in it stands under.
        words: content words of both, folded.
        follows: index of the unit before it that it leans on (it opens with a pronoun), or -1.
        tabular: it is a row of a table: the words of its headers are those of all rows.
    """

    chunk: int
    start: int
    end: int
    text: str
    heads: str
    words: tuple[str, ...]
    follows: int = -1
    tabular: bool = False

    @property
    def told(self) -> str:
        """Return the words with what they stand under."""
        return f"{self.heads}: {self.text}" if self.heads else self.text


@dataclass(frozen=True, slots=True)
class Premise:
    """What a judge reads of the context for one claim.

    Attributes:
        units: indices of the chosen units, in the order of the context.
        nearest: index of the one closest to the claim; -1 where no unit shares a word with it.
    """

    units: tuple[int, ...]
    nearest: int = -1


@dataclass(frozen=True, slots=True)
class _Asked:
    """What was found for a claim; kept, for one claim is asked about several times and at several budgets.

    Attributes:
        claim: its text.
        wanted: its words.
        candidates: the units that share most with it, the closest first.
        chosen: budget -> the units that were chosen.
    """

    claim: str
    wanted: set[str]
    candidates: list[int]
    chosen: dict[int, Premise] = field(default_factory=dict)


@dataclass
class ContextIndex:
    """The sentences of all chunks, indexed by word. Building is linear in the text; selecting is bounded per claim.

    Args:
        texts: texts of the chunks.
    """

    texts: Sequence[str]
    _asked: _Asked | None = field(default=None, init=False, repr=False, compare=False)

    @cached_property
    def units(self) -> list[Unit]:
        """All units, chunk by chunk."""
        found: list[Unit] = []
        for chunk, text in enumerate(self.texts):
            first = len(found)
            heads_words: dict[str, tuple[str, ...]] = {}
            for block in blocks(text):
                tabular = block.kind == "row"
                for start, end, told, heads in _units_of(block, self.language):
                    if heads not in heads_words:
                        heads_words[heads] = tuple(content_words(heads)) if heads else ()
                    words = (*heads_words[heads], *content_words(told))
                    leans = len(found) - 1 if len(found) > first and _PRONOUN.match(told) else -1
                    found.append(Unit(chunk, start, end, told, heads, words, leans, tabular))
        return found

    @cached_property
    def _lengths(self) -> list[int]:
        """Words of each unit."""
        return [len(unit.text.split()) for unit in self.units]

    @cached_property
    def _size(self) -> int:
        return sum(self._lengths)

    @cached_property
    def language(self) -> str | None:
        """Language of the chunks, from the start of each."""
        return detect("\n".join(text[:400] for text in self.texts[:10]))

    @cached_property
    def _postings(self) -> dict[str, list[int]]:
        postings: dict[str, list[int]] = defaultdict(list)
        for at, unit in enumerate(self.units):
            for word in set(unit.words):
                postings[word].append(at)
        return dict(postings)

    @cached_property
    def rarity(self) -> Mapping[str, float]:
        """Word -> natural logarithm of one plus units per unit that holds it."""
        n = len(self.units)
        return {word: math.log(1.0 + n / len(where)) for word, where in self._postings.items()}

    @cached_property
    def unseen(self) -> float:
        """Weight of a word that no unit holds: as if half a unit did."""
        return math.log(1.0 + 2.0 * max(1, len(self.units)))

    def closest(self, claim: str, budget: int) -> Premise:
        """Choose the units that share most with a claim, each with the one it leans on.

        Args:
            claim: text of the claim.
            budget: most words of the units; the closest one is taken whatever its length.
        """
        asked = self._candidates(claim)
        if budget not in asked.chosen:
            chosen = self._greedy(asked.candidates, asked.wanted, budget)
            leaning = {self.units[at].follows for at in chosen if self.units[at].follows >= 0}
            nearest = chosen[0] if chosen else -1
            asked.chosen[budget] = Premise(tuple(sorted({*chosen, *leaning})), nearest)
        return asked.chosen[budget]

    def _candidates(self, claim: str) -> _Asked:
        """Return the words of a claim and the units that share most with it."""
        asked = self._asked
        if asked is None or asked.claim != claim:
            wanted = set(content_words(claim))
            scored = self._scored(wanted)
            best = nlargest(_CANDIDATES, scored, key=lambda at: (scored[at], -at))
            asked = self._asked = _Asked(claim, wanted, best)
        return asked

    def premise(self, claim: str, budget: int = BUDGET, also: Sequence[int] = ()) -> Premise:
        """Choose the closest units, then their neighbours while there is room; all units where they fit.

        What says the same in other words shares none with the claim, and often stands beside what does.

        Args:
            claim: text of the claim.
            budget: most words of the premise; the closest unit is taken whatever its length.
            also: units that are taken first, for another reason than their words.
        """
        if self.fits(budget):
            return Premise(tuple(range(len(self.units))), self.closest(claim, budget).nearest)
        found = self.closest(claim, budget - sum(self._lengths[at] for at in also))
        return Premise(tuple(sorted(self._filled({*found.units, *also}, budget))), found.nearest)

    def fits(self, budget: int) -> bool:
        """Say whether all units together have at most so many words."""
        return self._size <= budget

    def _filled(self, chosen: set[int], budget: int) -> set[int]:
        """Add neighbours of the chosen units while there is room."""
        left = budget - sum(self._lengths[at] for at in chosen)
        for step in (1, -1, 2, -2):
            for at in sorted(chosen) if left > 0 else ():
                beside = at + step
                same = 0 <= beside < len(self.units) and self.units[beside].chunk == self.units[at].chunk
                if same and beside not in chosen and self._lengths[beside] <= left:
                    chosen = {*chosen, beside}
                    left -= self._lengths[beside]
        return chosen

    def unit_at(self, chunk: int, start: int, end: int) -> Unit | None:
        """Return the unit that holds a span of a chunk; None where it crosses units.

        Args:
            chunk: index of the chunk.
            start: start of the span in it.
            end: end of the span.
        """
        low = bisect_right(self.units, (chunk, start), key=lambda unit: (unit.chunk, unit.start)) - 1
        unit = self.units[low] if low >= 0 else None
        return (
            unit
            if unit is not None and unit.chunk == chunk and unit.start <= start and end <= unit.end
            else None
        )

    def _scored(self, wanted: set[str]) -> dict[int, float]:
        """Sum the rarity of shared words per unit, rarest words first, within a bounded amount of work."""
        scored: dict[int, float] = defaultdict(float)
        work = 0
        for word in sorted(wanted, key=lambda w: (len(self._postings.get(w, ())), w)):
            where = self._postings.get(word, ())
            if scored and work + len(where) > _WORK:
                break
            for at in where[:_WORK]:
                scored[at] += self.rarity[word]
            work += len(where)
        return scored

    def _greedy(self, candidates: Sequence[int], wanted: set[str], budget: int) -> list[int]:
        """Take units one by one, each time the one that adds most; words already there count little."""
        rarity = self.rarity
        # Words in a fixed order: sums of floats must not depend on the order of a set.
        pool = {
            at: [(w, rarity[w]) for w in sorted(wanted.intersection(self.units[at].words))]
            for at in candidates
        }
        chosen: list[int] = []
        have: set[str] = set()
        left = budget
        while pool and left > 0:
            best, most = -1, -1.0
            for at, shared in pool.items():
                gain = 0.0
                for word, weight in shared:
                    gain += weight * _REPEATED if word in have else weight
                if gain > most or (gain == most and at < best):
                    best, most = at, gain
            length = self._lengths[best]
            if not chosen or length <= left:
                chosen.append(best)
                have.update(word for word, _ in pool[best])
                left -= length
            del pool[best]
        return chosen


def _units_of(block: Block, language: str | None) -> Iterator[tuple[int, int, str, str]]:
    """Yield start, end, words and headings of each unit of a block."""
    heads = " ".join((*block.heads, block.lead)).strip() if block.lead else " ".join(block.heads)
    view = block.view
    if block.kind in {"row", "record"}:
        span = _trimmed(view.text, 0, len(view.text), " |\t,")
        if span:
            yield (*view.origin(*span), block.text, heads)
        return
    for start, end in sentences(view.text, language):
        for low, high in _pieces(view.text, start, end):
            span = _trimmed(view.text, low, high, " \t")
            if span:
                yield (*view.origin(*span), view.text[slice(*span)], heads)


def _trimmed(text: str, start: int, end: int, edges: str) -> tuple[int, int] | None:
    piece = text[start:end]
    left = start + len(piece) - len(piece.lstrip(edges))
    right = end - (len(piece) - len(piece.rstrip(edges)))
    return (left, right) if right > left else None


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cut an over-long unit at white space; one without any, at a fixed length."""
    if end - start <= _LONGEST * 4:
        yield start, end
        return
    found = list(_WORD.finditer(text, start, end))
    at = start
    for n in range(_LONGEST, len(found), _LONGEST):
        yield at, found[n - 1].end()
        at = found[n].start()
    if len(found) == 1 and end - at > _LONGEST * 20:
        for low in range(at, end, _LONGEST * 20):
            yield low, min(end, low + _LONGEST * 20)
    else:
        yield at, end
