"""The baseline judge: closeness of words, calibrated to a probability. It does not understand what it reads.

It sees that words are missing. It does not see a wrong number among right words, a changed role, or a paraphrase; it
says `contradicted` only for plain negation. Later judges must beat it.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from upheld._types import Finding, Inference, Verdict
from upheld.judges._evidence import MAX_EVIDENCE, carrying_units, evidence_of, nearest_of
from upheld.judges.base import Judgement, Task
from upheld.text.closeness import Closeness, closeness
from upheld.text.language import detect, same_language
from upheld.text.polarity import denies, stance
from upheld.text.words import content_words, fold, tokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from upheld.text.select import ContextIndex, Unit

__all__ = ["LexicalJudge", "restated", "reversed_verdict"]

# Logistic regression on `Closeness`, fitted by training/fit_lexical.py on the `fit` parts of five sets of
# human-labelled claims (FActScore, FactCheckGPT, RAGTruth sentences, WiCE, StorySumm: 5,283 rows), every set with
# even odds, weighted by the root of its size. 0.5 is therefore the decision at even odds.
WEIGHTS: dict[str, float] = {
    "coverage": 0.549,
    "rare_coverage": 0.438,
    "best_coverage": 2.114,
    "pair_coverage": 1.021,
    "missing_numbers": -0.793,
    "missing_names": -1.282,
    "foreign": -0.053,
    "length": 0.137,
}
BIAS = -1.788
# A number that the premise lacks outweighs any number of words that it has: on the same rows this cap gains 0.4 points
# of balanced accuracy. It lies below both thresholds.
UNSEEN_NUMBER = 0.39
THRESHOLDS: dict[Inference, float] = {"entailed": 0.5, "reasonable": 0.4}

_LIKE = 0.6
_MAX_NAMED = 4  # missing words named in a reason
_LONGEST_NAMED = 40  # letters of each that are shown


class LexicalJudge:
    """Judges by closeness of words.

    Args:
        inference: ``entailed`` (P ≥ 0.5) or ``reasonable`` (P ≥ 0.4).
    """

    def __init__(self, inference: Inference = "entailed") -> None:
        self.threshold = THRESHOLDS[inference]
        self.signature = f"lexical-1@{self.threshold:g}"

    def judge(self, tasks: Iterable[Task]) -> Iterator[Judgement]:
        """Yield the judgement of each task, in order."""
        for task in tasks:
            foreign = not same_language(detect(" ".join(task.claims)), task.index.language)
            findings = task.findings or ((),) * len(task.claims)
            claims = [restated(claim, found) for claim, found in zip(task.claims, findings, strict=True)]
            yield Judgement(task.id, tuple(self._verdict(claim, task, foreign=foreign) for claim in claims))

    def _verdict(self, claim: str, task: Task, *, foreign: bool) -> Verdict:
        statement, affirmed = stance(claim)
        verdict = self._of_statement(statement, task, foreign=foreign)
        decided = verdict.label in {"supported", "contradicted"}
        return reversed_verdict(verdict) if decided and affirmed is False else verdict

    def _of_statement(self, claim: str, task: Task, *, foreign: bool) -> Verdict:
        index = task.index
        if not content_words(claim):
            return Verdict("not_enough_info", reason="the claim has no words to compare")
        premise = index.premise(claim)
        units = [index.units[at] for at in premise.units]
        probability = _probability(measure(claim, units, index))
        denied = [unit for unit in _like(claim, units) if denies(claim, unit.text)]
        if denied:
            return self._denied(claim, units, denied, probability, task)
        if probability >= self.threshold:
            return self._supported(claim, units, probability, task)
        if foreign:
            reason = "the claim and the context are in different languages: comparing words cannot tell"
            return Verdict("error", reason=reason, flags=("language",), nearest=nearest_of(premise, task))
        reason, nearest = _missing_reason(claim, units), nearest_of(premise, task)
        return Verdict("not_enough_info", probability, reason=reason, nearest=nearest)

    def _supported(self, claim: str, units: Sequence[Unit], probability: float, task: Task) -> Verdict:
        carrying = carrying_units(claim, units, task.index)
        flags = ("joint_support",) if self._needs_all(claim, units, carrying, task.index) else ()
        evidence = tuple(evidence_of(unit, task) for unit in carrying)
        reason = _found_reason(claim, carrying)
        return Verdict("supported", probability, reason=reason, flags=flags, evidence=evidence)

    def _needs_all(
        self, claim: str, units: Sequence[Unit], carrying: Sequence[Unit], index: ContextIndex
    ) -> bool:
        """Say whether the evidence spans chunks of which none is enough alone."""
        chunks = {unit.chunk for unit in carrying}
        return len(chunks) > 1 and all(
            _probability(measure(claim, [u for u in units if u.chunk == chunk], index)) < self.threshold
            for chunk in chunks
        )

    def _denied(
        self, claim: str, units: Sequence[Unit], denied: Sequence[Unit], probability: float, task: Task
    ) -> Verdict:
        """Judge a claim that a sentence denies: support in another chunk wins, and the conflict is shown.

        A sentence of the same chunk that holds every word of the claim wins too: the denial is about less than the claim
        ("Tickets are refundable. Tickets bought on sale are not refundable.").
        """
        where = {unit.chunk for unit in denied}
        rest = [unit for unit in units if unit not in denied]
        others = [unit for unit in rest if unit.chunk not in where]
        support = _probability(measure(claim, others, task.index)) if others else 0.0
        against = tuple(evidence_of(unit, task) for unit in denied[:MAX_EVIDENCE])
        if support >= self.threshold:
            for_it = tuple(evidence_of(unit, task) for unit in carrying_units(claim, others, task.index))
            reason = "one chunk says it, another denies it"
            return Verdict("supported", support, None, reason, ("conflict",), evidence=for_it + against)
        if any(set(content_words(claim)) <= set(unit.words) for unit in rest):
            return self._supported(claim, rest, max(probability, self.threshold), task)
        reason = "the context denies it in the same words"
        # How sure the denial is goes with how many words it shares; a claim that is denied is never likely.
        return Verdict(
            "contradicted", min(_rest(probability), UNSEEN_NUMBER), probability, reason, evidence=against
        )


def reversed_verdict(verdict: Verdict) -> Verdict:
    """Turn the verdict on a statement into the verdict on the answer "no" to it."""
    reason = f'the answer is "no", and {verdict.reason}'
    if "conflict" in verdict.flags:  # one chunk supports "yes", the other "no": support wins either way
        return replace(verdict, reason=reason)
    if verdict.label == "contradicted":
        return replace(
            verdict, label="supported", probability=verdict.p_contradicted, p_contradicted=None, reason=reason
        )
    p = verdict.probability or 0.0
    return replace(
        verdict, label="contradicted", probability=_rest(p), p_contradicted=p, flags=(), reason=reason
    )


def restated(claim: str, findings: Sequence[Finding]) -> str:
    """Return a claim with the exact things that the context bears out put in the context's own words.

    "1,083 feet" becomes "330 metres" where a check found that both are one length: then words can be compared.
    """
    agreed = {
        f.claim_span: f.evidence.text for f in findings if f.outcome == "agrees" and f.evidence is not None
    }
    parts, at = list[str](), 0
    for start, end in sorted(agreed):
        if start >= at:  # not within the one before
            parts += [claim[at:start], agreed[start, end]]
            at = end
    return "".join([*parts, claim[at:]])


def measure(claim: str, units: Sequence[Unit], index: ContextIndex) -> Closeness:
    """Return the closeness of a claim to some units of a context."""
    return closeness(claim, [unit.words for unit in units], index.rarity, index.unseen)


def _probability(measured: Closeness) -> float:
    score = BIAS + sum(WEIGHTS[name] * getattr(measured, name) for name in WEIGHTS)
    probability = round(1.0 / (1.0 + math.exp(-score)), 4)
    return min(probability, UNSEEN_NUMBER) if measured.missing_numbers else probability


def _like(claim: str, units: Sequence[Unit]) -> list[Unit]:
    """Return the units that hold most of a claim's words: only they can deny it in the same words."""
    mine = set(content_words(claim))
    return [unit for unit in units if len(mine.intersection(unit.words)) >= _LIKE * len(mine)]


def _rest(probability: float) -> float:
    """Return one minus a probability, with as many digits."""
    return round(1.0 - probability, 4)


def _missing_reason(claim: str, units: Sequence[Unit]) -> str:
    held = {word for unit in units for word in unit.words}
    content = set(content_words(claim))
    missing = [
        match.group()
        for match in tokens(claim)
        if (folded := set(fold(match.group()))) <= content and not folded & held
    ]
    if not missing:
        return "its words stand apart in the context"
    distinct = list(dict.fromkeys(missing))
    shown = [w if len(w) <= _LONGEST_NAMED else f"{w[: _LONGEST_NAMED - 1]}…" for w in distinct[:_MAX_NAMED]]
    return f"not in the context: {', '.join(shown)}{', …' if len(distinct) > _MAX_NAMED else ''}"


def _found_reason(claim: str, carrying: Sequence[Unit]) -> str:
    held = {word for unit in carrying for word in unit.words}
    mine = content_words(claim)
    found = sum(word in held for word in mine)
    return (
        f"{found} of {len(mine)} words stand in {'the passage' if len(carrying) == 1 else 'these passages'}"
    )
