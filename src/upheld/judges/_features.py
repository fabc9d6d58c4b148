"""What the combiner of the embedded judge looks at: the model's opinion, closeness of words, and the checks in code."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from upheld.text.closeness import best_coverage
from upheld.text.words import content_words

if TYPE_CHECKING:
    from upheld._types import Finding
    from upheld.judges._soft import SoftIndex
    from upheld.text.select import ContextIndex, Premise, Unit

__all__ = ["FEATURES", "NARROW", "WIDE", "Reading", "features", "reading_of", "told"]

WIDE = 80  # words of the premise
NARROW = 40  # words of the second, narrower view of it

FEATURES = (
    "wide_supported",
    "narrow_supported",
    "wide_contradicted",
    "narrow_contradicted",
    "covered",
    "conflicts",
)
"""Names of the features, in order. More of them (other measures of closeness, lengths, other findings) were tried and did
not carry over to sets that the combiner was not fitted on."""

_TRUTH = re.compile(r"(?s)^(.{1,200}): (true|false)$")
_SURE = 1e-4  # probabilities are kept this far from 0 and 1, or their log-odds would rule everything
_MOST = 3  # conflicts that count
_FEW = 0.6  # share of a claim's words in its closest units below which others are looked for by meaning
_SOFT = 2  # units that are found so
_ENOUGH = 0.5  # coverage of the claim by one sentence above which more of it says nothing


@dataclass(frozen=True, slots=True)
class Reading:
    """A claim with what is read for it.

    Attributes:
        claim: text of the claim.
        premise: what was chosen of the context.
        wide: units of the premise.
        narrow: those of the narrower view.
        index: sentences of the context.
        findings: what the checks found in these units.
    """

    claim: str
    premise: Premise
    wide: tuple[Unit, ...]
    narrow: tuple[Unit, ...]
    index: ContextIndex
    findings: tuple[Finding, ...] = ()

    @property
    def pairs(self) -> tuple[tuple[str, str], tuple[str, str]]:
        """Return the two pairs of premise and claim that the model reads."""
        return (told(self.wide), self.claim), (told(self.narrow), self.claim)


def reading_of(
    claim: str, index: ContextIndex, findings: Sequence[Finding] = (), soft: SoftIndex | None = None
) -> Reading:
    """Return what is read of a context for a claim.

    Args:
        claim: text of the claim.
        index: sentences of the context.
        findings: what the checks found.
        soft: the same sentences by meaning, for claims of which the closest ones say little.
    """
    also: Sequence[int] = ()
    if soft is not None and not index.fits(WIDE) and _held(claim, index) < _FEW:
        also = soft.nearest(claim, _SOFT)
    premise = index.premise(claim, WIDE, also)
    wide = tuple(index.units[at] for at in premise.units)
    narrow = tuple(index.units[at] for at in index.premise(claim, NARROW, also[:1]).units)
    return Reading(claim, premise, wide, narrow, index, tuple(findings))


def _held(claim: str, index: ContextIndex) -> float:
    """Return the share of a claim's words that its closest units hold together."""
    mine = set(content_words(claim))
    theirs = {word for at in index.closest(claim, WIDE).units for word in index.units[at].words}
    return len(mine & theirs) / len(mine) if mine else 1.0


def features(reading: Reading, wide: Sequence[float], narrow: Sequence[float]) -> list[float]:
    """Return the features of a reading.

    Args:
        reading: the claim and its premise.
        wide: the model's probabilities on the premise: supported, not enough information, contradicted.
        narrow: the same on the narrower view.
    """
    units = [unit.words for unit in reading.wide]
    covered = best_coverage(reading.claim, units, reading.index.rarity, reading.index.unseen)
    conflicts = sum(finding.outcome == "conflicts" for finding in reading.findings)
    return [
        _log_odds(wide[0]), _log_odds(narrow[0]), _log_share(wide), _log_share(narrow), min(covered, _ENOUGH),
        float(min(conflicts, _MOST)),
    ]  # fmt: skip


def told(units: Sequence[Unit]) -> str:
    """Return a premise as the model reads it: fields that are true or false as what is so, and what is not."""
    return " ".join(_TRUTH.sub(_stated, unit.told) for unit in units)


def _stated(field: re.Match[str]) -> str:
    return field[1] if field[2] == "true" else f"not {field[1]}"


def _log_odds(p: float) -> float:
    p = min(max(p, _SURE), 1 - _SURE)
    return math.log(p / (1 - p))


def _log_share(probabilities: Sequence[float]) -> float:
    """Return the log-odds of "contradicted" among what is not "supported"."""
    _, unknown, contradicted = probabilities
    return _log_odds((contradicted + _SURE) / (contradicted + unknown + 2 * _SURE))
