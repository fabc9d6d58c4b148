"""The default judge: a small cross-encoder that we trained, joined with closeness of words and the checks in code.

It reads English. Claims in another language are judged by closeness and checks alone, with the flag ``language``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, cast

from upheld._errors import ConfigurationError
from upheld._types import Finding, Inference, Label, Verdict
from upheld.judges._combiner import Combiner, load_combiner
from upheld.judges._evidence import MAX_EVIDENCE, carrying_units, evidence_of, nearest_of
from upheld.judges._features import Reading, features, reading_of, told
from upheld.judges._onnx import PairScorer, existing
from upheld.judges._soft import SoftIndex
from upheld.judges.base import Judgement, Task
from upheld.judges.lexical import LexicalJudge, restated, reversed_verdict
from upheld.text.kinds import is_generic_lead, kind_of
from upheld.text.language import detect
from upheld.text.polarity import denies, stance
from upheld.text.questions import as_statement
from upheld.text.select import ContextIndex
from upheld.text.words import content_words, fold, tokens

if TYPE_CHECKING:
    from upheld.text.select import Unit

__all__ = ["MODELS", "EmbeddedJudge"]

MODELS = Path(__file__).parent.parent / "models"
"""Folder of the files that ship with the package."""

_WINDOW = 256  # claims that are read together
_ENGLISH = frozenset({None, "en"})  # languages that the model reads; unsure counts as English
_SPEAKS = 0.5  # share of a claim's words from which a sentence speaks about it
_UNREAD = 0.05  # most P(supported) of a claim of which the context has no word
_NOTHING = "This is a text."
_BELOW = 0.99  # of the threshold: what is left to a claim that was not read to its end
_SAID = 0.6  # share of a claim's words in the units that hold most of them, from which they are its evidence


@dataclass(frozen=True, slots=True)
class _Opinion:
    """What the judge thinks of a reading: P(supported), P(contradicted), and whether the model read all of it."""

    supported: float
    contradicted: float
    cut: bool = False


@dataclass(slots=True)
class _Case:
    """One claim on its way to a verdict."""

    task: Task
    claim: str
    reading: Reading
    denied: bool = False
    """The answer says that the claim is not so."""
    asked: str = ""
    """The question with its "yes" or "no" that the claim was made of."""
    opinion: _Opinion = field(default_factory=lambda: _Opinion(0.0, 0.0))
    label: Label = "not_enough_info"
    parts: dict[int, Reading] = field(default_factory=dict)
    """Chunk -> what of the premise stands in it, where several chunks speak about the claim."""
    by_part: dict[int, _Opinion] = field(default_factory=dict)
    unit_scores: list[tuple[float, float]] = field(default_factory=list)
    """P(supported) and P(contradicted) of each unit of the premise alone, where words do not tell which one decides."""


class EmbeddedJudge:
    """Judges with the model that ships with the package. One judge may be used by several threads.

    Args:
        inference: ``entailed`` (strict) or ``reasonable`` (what a careful reader would infer): a threshold.
        operating_point: ``balanced``, or ``few_false_alarms``: hardly any supported claim is flagged.
        prior: share of claims that are supported where the judge is used, in (0, 1); 0.5 is how it was calibrated.
        folder: folder with ``judge.onnx``, ``words.npy``, ``tokenizer.json`` and ``combiner.json``; None: those of the package.
        threads: batches that run at a time; None: the usable cores, at most four.

    Raises:
        ConfigurationError: an option is wrong, or a file is missing or broken.
    """

    def __init__(
        self,
        inference: Inference = "entailed",
        operating_point: str = "balanced",
        prior: float = 0.5,
        *,
        folder: Path | None = None,
        threads: int | None = None,
    ) -> None:
        if not 0.0 < prior < 1.0:
            msg = f"prior must lie between 0 and 1, both excluded: {prior!r}"
            raise ConfigurationError(msg)
        self.folder = folder or MODELS
        self._options = (inference, operating_point, prior, folder, threads)
        self._combiner: Combiner = load_combiner(self.folder / "combiner.json")
        if operating_point not in self._combiner.thresholds:
            msg = (
                f"operating_point must be one of {', '.join(self._combiner.thresholds)}: {operating_point!r}"
            )
            raise ConfigurationError(msg)
        self.threshold = self._combiner.thresholds[operating_point][inference]
        self.prior = prior
        self._inference: Inference = inference
        self._threads = threads
        self.signature = f"embedded-{_hash(self.folder)}@{self.threshold:g}" + (
            f",prior={prior:g}" if prior != 0.5 else ""  # noqa: PLR2004
        )

    @property
    def operating_points(self) -> Mapping[str, Mapping[str, float]]:
        """Operating point -> how strictly it reads -> least P(supported) of a supported claim."""
        return self._combiner.thresholds

    def __reduce__(self) -> tuple[object, ...]:
        """Send the options to another process, not the model: it is loaded there."""
        inference, point, prior, folder, threads = self._options
        return _made, (inference, point, prior, folder, threads)

    @cached_property
    def _scorer(self) -> PairScorer:
        return PairScorer(self.folder, self._threads)

    @cached_property
    def _lexical(self) -> LexicalJudge:
        return LexicalJudge(self._inference)

    def judge(self, tasks: Iterable[Task]) -> Iterator[Judgement]:
        """Yield the judgement of each task, in order; many claims are read at a time."""
        for window in _windows(tasks):
            yield from self._judged(window)

    def _judged(self, tasks: Sequence[Task]) -> Iterator[Judgement]:
        english = [task for task in tasks if _is_english(task)]
        cases = {id(task): self._cases(task) for task in english}
        self._decide([case for found in cases.values() for case in found])
        for task in tasks:
            if id(task) not in cases:
                yield self._by_words(task)
                continue
            verdicts = tuple(self._verdict(case) for case in cases[id(task)])
            by_chunk = self._each_chunk(task) if task.each_chunk else None
            yield Judgement(task.id, verdicts, by_chunk)

    def _cases(self, task: Task) -> list[_Case]:
        findings = task.findings or ((),) * len(task.claims)
        soft = SoftIndex(task.index.units, self._scorer)
        return [_case(task, claim, found, soft) for claim, found in zip(task.claims, findings, strict=True)]

    def _by_words(self, task: Task) -> Judgement:
        """Judge a task in another language without the model."""
        (judgement,) = self._lexical.judge([task])
        marked = tuple(
            verdict and replace(verdict, flags=tuple(dict.fromkeys((*verdict.flags, "language"))))
            for verdict in judgement.verdicts
        )
        return replace(judgement, verdicts=marked)

    def _decide(self, cases: Sequence[_Case]) -> None:
        """Give every case its opinion and label, and what is needed to show where the proof stands."""
        for case, opinion in zip(cases, self._opinions([case.reading for case in cases]), strict=True):
            case.opinion, case.label = opinion, self._label(opinion, case.reading)
            case.parts = _parts(case)
        parts = [(case, chunk) for case in cases for chunk in case.parts]
        for (case, chunk), opinion in zip(parts, self._opinions([c.parts[k] for c, k in parts]), strict=True):
            case.by_part[chunk] = opinion
        unclear = [case for case in cases if _needs_units(case)]
        pairs = [(told([unit]), case.reading.claim) for case in unclear for unit in case.reading.wide]
        scores = iter(self._scorer.score(pairs).probabilities.tolist() if pairs else ())
        for case in unclear:
            case.unit_scores = [(row[0], row[2]) for _, row in zip(case.reading.wide, scores, strict=False)]

    def _opinions(self, readings: Sequence[Reading]) -> list[_Opinion]:
        """Read the claims with both views of their premises."""
        if not readings:
            return []
        scores = self._scorer.score([pair for reading in readings for pair in reading.pairs])
        rows, cut = scores.probabilities.tolist(), scores.cut.tolist()
        anyway = self._anyway(readings)
        found = []
        for n, reading in enumerate(readings):
            p, q = self._combiner.probabilities(features(reading, rows[2 * n], rows[2 * n + 1]), self.prior)
            p *= 1.0 - anyway.get(n, 0.0)
            if cut[2 * n] and self._scorer.outruns(reading.claim):
                p = min(p, _BELOW * self.threshold)  # nobody has read its end
            found.append(_Opinion(round(p, 4), round(q, 4), cut[2 * n]))
        return found

    def _anyway(self, readings: Sequence[Reading]) -> dict[int, float]:
        """Return P(supported) by a text that says nothing, of the claims that share no word with their context.

        "It works." and "The answer is B." seem to follow from any text, and are proven by none.
        """
        foreign = [n for n, reading in enumerate(readings) if _is_foreign(reading)]
        if not foreign:
            return {}
        scores = self._scorer.score([(_NOTHING, readings[n].claim) for n in foreign])
        return dict(zip(foreign, scores.probabilities[:, 0].tolist(), strict=True))

    def _label(self, opinion: _Opinion, reading: Reading) -> Label:
        if opinion.supported >= self.threshold:
            return "supported"
        sure = self._combiner.surely_contradicted * (1 - opinion.supported)
        contradicted = opinion.contradicted >= sure and _speaks_against(reading)
        return "contradicted" if contradicted else "not_enough_info"

    def _verdict(self, case: _Case) -> Verdict:
        if not content_words(case.claim):
            return Verdict("not_enough_info", reason="the claim has no words to compare")
        if not case.reading.wide:
            reason = "no passage has a word of the claim"
            return Verdict("not_enough_info", min(case.opinion.supported, _UNREAD), reason=reason)
        if case.asked and any(denies(case.claim, unit.text) for unit in case.reading.wide):
            return self._plainly_denied(case)
        verdict = self._of_statement(case)
        return reversed_verdict(verdict) if case.denied and verdict.label != "not_enough_info" else verdict

    def _plainly_denied(self, case: _Case) -> Verdict:
        """Judge by words a question whose statement a sentence denies in the same words: the checks do not look at it."""
        (judgement,) = self._lexical.judge([replace(case.task, claims=(case.asked,), findings=())])
        return cast("Verdict", judgement.verdicts[0])

    def _of_statement(self, case: _Case) -> Verdict:
        opinion, flags = case.opinion, (("cut",) if case.opinion.cut else ())
        labels = {k: self._label(part, case.parts[k]) for k, part in case.by_part.items()}
        supporting = [k for k, label in labels.items() if label == "supported"]
        against = [
            k
            for k, label in labels.items()
            if label == "contradicted" and supporting and not _of_another(case, k, supporting)
        ]
        if against:
            return self._divided(case, supporting, against, flags)
        if case.label == "not_enough_info":
            nearest = nearest_of(case.reading.premise, case.task)
            reason = f"no passage says so (P(supported) = {opinion.supported:.2f})"
            return Verdict(
                "not_enough_info", opinion.supported, opinion.contradicted, reason, flags, nearest=nearest
            )
        units = _deciding(case)
        evidence = tuple(evidence_of(unit, case.task) for unit in units)
        if case.label == "contradicted":
            reason = f"the context says otherwise (P(contradicted) = {opinion.contradicted:.2f})"
            return Verdict(
                "contradicted", opinion.supported, opinion.contradicted, reason, flags, evidence=evidence
            )
        joint = len({unit.chunk for unit in units}) > 1 and bool(case.by_part) and not supporting
        reason = f"{'these passages say' if len(units) > 1 else 'the passage says'} so (P(supported) = {opinion.supported:.2f})"
        flags = (*flags, *(("joint_support",) if joint else ()))
        return Verdict("supported", opinion.supported, opinion.contradicted, reason, flags, evidence=evidence)

    def _divided(
        self, case: _Case, supporting: list[int], against: list[int], flags: tuple[str, ...]
    ) -> Verdict:
        """Judge a claim that one chunk supports and another contradicts: support wins, both are shown."""
        p = max(case.by_part[chunk].supported for chunk in supporting)
        q = max(case.by_part[chunk].contradicted for chunk in against)
        units = [_best(case.parts[chunk]) for chunk in (*supporting[:1], *against[:1])]
        evidence = tuple(evidence_of(unit, case.task) for unit in units)
        reason = "one chunk says it, another says otherwise"
        return Verdict(
            "supported", p, min(q, round(1 - p, 4)), reason, (*flags, "conflict"), evidence=evidence
        )

    def _each_chunk(self, task: Task) -> tuple[tuple[Verdict, ...], ...]:
        """Return the verdicts of each claim on each chunk alone."""
        alone = [
            Task(f"{n}", task.claims, (chunk,), task.question, _index=ContextIndex([chunk.text]))
            for n, chunk in enumerate(task.chunks)
        ]
        judged = [judgement.verdicts for judgement in self.judge(alone)]
        return tuple(
            tuple(_moved(cast("Verdict", judged[chunk][n]), chunk) for chunk in range(len(task.chunks)))
            for n in range(len(task.claims))
        )


def _made(
    inference: Inference, operating_point: str, prior: float, folder: Path | None, threads: int | None
) -> EmbeddedJudge:
    return EmbeddedJudge(inference, operating_point, prior, folder=folder, threads=threads)


def _hash(folder: Path) -> str:
    """Return what tells this model and combiner from others: a hash of its files."""
    digest = hashlib.sha256()
    for name in ("judge.onnx", "words.npy", "combiner.json"):
        digest.update(existing(folder / name).read_bytes())
    return digest.hexdigest()[:8]


def _windows(tasks: Iterable[Task]) -> Iterator[list[Task]]:
    window: list[Task] = []
    claims = 0
    for task in tasks:
        window.append(task)
        claims += len(task.claims)
        if claims >= _WINDOW:
            yield window
            window, claims = [], 0
    if window:
        yield window


def _is_foreign(reading: Reading) -> bool:
    """Say whether a claim shares no word with the context; a courtesy or lead-in that was given as a claim has nothing to prove."""
    claim = reading.claim
    says = kind_of(claim) == "factual" and not (claim.endswith(":") or is_generic_lead(claim))
    return reading.premise.nearest < 0 and bool(reading.wide) and says


def _is_english(task: Task) -> bool:
    return task.index.language in _ENGLISH and detect(" ".join(task.claims)) in _ENGLISH


def _case(task: Task, claim: str, findings: Sequence[Finding], soft: SoftIndex) -> _Case:
    """Return a claim with what is read for it; a question with "yes" or "no" as a statement, true or not.

    What the checks bear out stands in the context's own words.
    """
    question, affirmed = stance(claim)
    statement = restated(claim, findings) if affirmed is None else as_statement(question)
    reading = reading_of(statement, task.index, findings, soft)
    asked = claim if affirmed is not None else ""
    return _Case(task, statement, reading, denied=affirmed is False, asked=asked)


def _parts(case: _Case) -> dict[int, Reading]:
    """Return what of the premise stands in each chunk, where two chunks or more speak about the claim."""
    reading = case.reading
    mine = set(content_words(case.claim))
    if len({unit.chunk for unit in reading.wide}) < 2 or not mine:  # noqa: PLR2004 - a chunk is divided from another one
        return {}
    speaking = {u.chunk for u in reading.wide if len(mine.intersection(u.words)) >= _SPEAKS * len(mine)}
    speaking |= {f.evidence.chunk for f in reading.findings if f.evidence is not None}
    if len(speaking) < 2:  # noqa: PLR2004 - as above
        return {}
    return {
        chunk: _part(reading, chunk) for chunk in sorted(speaking & {unit.chunk for unit in reading.wide})
    }


def _part(reading: Reading, chunk: int) -> Reading:
    wide = tuple(unit for unit in reading.wide if unit.chunk == chunk)
    narrow = tuple(unit for unit in reading.narrow if unit.chunk == chunk) or wide
    findings = tuple(f for f in reading.findings if f.evidence is None or f.evidence.chunk == chunk)
    return replace(reading, wide=wide, narrow=narrow, findings=findings)


def _of_another(case: _Case, chunk: int, supporting: Sequence[int]) -> bool:
    """Say whether a chunk speaks of another thing than those that support the claim: it lacks its name, or two of its numbers."""
    said = {word for k in supporting for unit in case.parts[k].wide for word in unit.words}
    said.difference_update(word for unit in case.parts[chunk].wide for word in unit.words)
    lacking = [match.group() for match in tokens(case.claim) if not said.isdisjoint(fold(match.group()))]
    return any(word[0].isupper() for word in lacking) or sum(word[0].isdigit() for word in lacking) > 1


def _speaks_against(reading: Reading) -> bool:
    """Say whether a passage is there that can contradict a claim.

    The model takes much of what a text does not say for contradicted: its training sets are full of edited sentences. So a
    sentence must be about the same thing, and the claim must not hold an exact thing that the context lacks.
    """
    outcomes = {finding.outcome for finding in reading.findings if finding.check != "name"}
    if "conflicts" in outcomes:
        return True
    mine = set(content_words(reading.claim))
    about = max((len(mine.intersection(unit.words)) for unit in reading.wide), default=0)
    return "absent" not in outcomes and about >= _SPEAKS * len(mine)


def _carried(case: _Case) -> float:
    """Return the share of the claim's words that its closest units hold."""
    mine = set(content_words(case.claim))
    held = {
        word
        for unit in carrying_units(case.claim, case.reading.wide, case.reading.index)
        for word in unit.words
    }
    return len(mine & held) / len(mine) if mine else 0.0


def _needs_units(case: _Case) -> bool:
    """Say whether the units must be read one by one to know which one decides."""
    if len(case.reading.wide) < 2 or case.label == "not_enough_info":  # noqa: PLR2004 - one unit decides alone
        return False
    return case.label == "contradicted" or _carried(case) < _SAID


def _deciding(case: _Case) -> list[Unit]:
    """Return the units that carry the decision, in document order."""
    units = case.reading.wide
    if len(units) == 1:
        return list(units)
    if not case.unit_scores:
        return carrying_units(case.claim, units, case.reading.index)
    side = 1 if case.label == "contradicted" else 0
    ranked = sorted(range(len(units)), key=lambda n: -case.unit_scores[n][side])
    best = case.unit_scores[ranked[0]][side]
    kept = [n for n in ranked[:MAX_EVIDENCE] if case.unit_scores[n][side] >= best / 2]
    return [units[n] for n in sorted(kept)]


def _best(reading: Reading) -> Unit:
    mine = set(content_words(reading.claim))
    return max(reading.wide, key=lambda unit: len(mine.intersection(unit.words)))


def _moved(verdict: Verdict, chunk: int) -> Verdict:
    """Return a verdict on a chunk alone with the number of that chunk in its quotes."""
    nearest = verdict.nearest and replace(verdict.nearest, chunk=chunk)
    return replace(
        verdict, evidence=tuple(replace(e, chunk=chunk) for e in verdict.evidence), nearest=nearest
    )
