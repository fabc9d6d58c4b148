"""Where the proof of a verdict stands: the units of the context that a judge may quote."""

from __future__ import annotations

from typing import TYPE_CHECKING

from upheld._types import Evidence
from upheld.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from upheld.judges.base import Task
    from upheld.text.select import ContextIndex, Premise, Unit

__all__ = ["MAX_EVIDENCE", "carrying_units", "evidence_of", "nearest_of"]

MAX_EVIDENCE = 3
_ADDS = 0.15  # share of the claim's weight that a further sentence must add to count as evidence


def evidence_of(unit: Unit, task: Task) -> Evidence:
    """Return the place of a unit, with its text as it stands in the chunk."""
    return Evidence(unit.chunk, unit.start, unit.end, task.chunks[unit.chunk].text[unit.start : unit.end])


def nearest_of(premise: Premise, task: Task) -> Evidence | None:
    """Return the place closest to the claim; None where no unit shares a word with it."""
    return evidence_of(task.index.units[premise.nearest], task) if premise.nearest >= 0 else None


def carrying_units(claim: str, units: Sequence[Unit], index: ContextIndex) -> list[Unit]:
    """Return the units that hold the claim's words: the best one, then those that add to it; in document order."""
    wanted = set(content_words(claim))
    weight = {word: index.rarity.get(word, index.unseen) for word in sorted(wanted)}
    total = sum(weight.values()) or 1.0
    chosen: list[Unit] = []
    have: set[str] = set()
    while len(chosen) < MAX_EVIDENCE:
        left = [unit for unit in units if unit not in chosen]
        gains = [
            sum(weight[word] for word in sorted((wanted - have).intersection(unit.words))) for unit in left
        ]
        if not gains or (chosen and max(gains) < _ADDS * total):
            break
        best = left[gains.index(max(gains))]
        chosen.append(best)
        have |= wanted.intersection(best.words)
    return sorted(chosen, key=lambda unit: (unit.chunk, unit.start))
