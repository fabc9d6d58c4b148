"""The judge ``transformers:<model>``: an NLI cross-encoder or a checker from a hub or a folder (extra ``transformers``)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from upheld._errors import ConfigurationError
from upheld._types import Evidence, Inference, Label, Verdict
from upheld.judges._evidence import carrying_units, evidence_of
from upheld.judges._hub import HubModel, Labels, Scores
from upheld.judges.base import Judgement, Task
from upheld.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from upheld.text.select import Unit

__all__ = ["TransformersJudge"]

THRESHOLDS: dict[Inference, float] = {"entailed": 0.5, "reasonable": 0.4}
_BUDGET = 300  # words of a premise: these models were trained on whole passages, not on a few sentences
_PAIRS = 256  # pairs that are read at once, to be sorted by length
_UNREAD = Verdict("not_enough_info", reason="no sentence of the context shares a word with the claim")


class TransformersJudge:
    """Judges by a sequence classifier: three classes (NLI), two (MiniCheck) or one score (HHEM); or by MiniCheck-Flan-T5.

    The names of the classes say what they mean; two classes without names are read as MiniCheck's, the second being
    support. The model reads the whole context where that has at most 300 words, else the sentences closest to the
    claim. Code that comes with a model is never run. It pickles by its arguments: another process loads the model
    itself.

    Args:
        model: name on the hub, or a folder.
        inference: ``entailed`` (P ≥ 0.5) or ``reasonable`` (P ≥ 0.4).
        revision: branch, tag or commit on the hub; None: its main branch.
        labels: name of a class -> ``supported``, ``contradicted`` or ``not_enough_info``, for a model whose names say
            nothing.
        device: as torch names it; None: ``cuda`` where there is one, else ``cpu``.

    Raises:
        ConfigurationError: the extra is not installed, there is no such model, or it is of no kind that can be used.

    Example:
        >>> judge = TransformersJudge("./my-model", labels={"LABEL_0": "supported", "LABEL_1": "contradicted"})  # doctest: +SKIP
    """

    def __init__(
        self,
        model: str,
        inference: Inference = "entailed",
        *,
        revision: str | None = None,
        labels: Labels | None = None,
        device: str | None = None,
    ) -> None:
        if not isinstance(model, str) or not model.strip():
            msg = f"name a model, such as transformers:cross-encoder/nli-deberta-v3-base or transformers:./folder: {model!r}"
            raise ConfigurationError(msg)
        self._model = HubModel(model, revision, labels, device)
        self.threshold = THRESHOLDS[inference]
        pinned = self._model.revision  # another process must not meet a newer commit
        self._made = partial(
            TransformersJudge, model, inference, revision=pinned, labels=labels, device=device
        )
        told = "" if labels is None else "@" + ",".join(f"{name}={labels[name]}" for name in sorted(labels))
        name = model.rstrip("/\\").replace("\\", "/").rpartition("/")[2] if pinned is None else model
        self.signature = f"transformers-1:{name}@{self._model.version}@{self.threshold:g}{told}"

    def __reduce__(self) -> tuple[Any, ...]:
        return self._made, ()

    def judge(self, tasks: Iterable[Task]) -> Iterator[Judgement]:
        """Yield the judgement of each task, in order; pairs of several tasks are read together."""
        group: list[Task] = []
        for task in tasks:
            group.append(task)
            if sum(len(each.claims) for each in group) >= _PAIRS:
                yield from self._judged(group)
                group = []
        yield from self._judged(group)

    def _judged(self, tasks: Sequence[Task]) -> Iterator[Judgement]:
        read = [(task, claim, units) for task in tasks for claim, units in _premises(task)]
        scores = iter(self._model.score([(_told(units), claim) for _, claim, units in read if units]))
        verdicts = iter(
            [
                self._verdict(claim, units, next(scores), task) if units else _UNREAD
                for task, claim, units in read
            ]
        )
        for task in tasks:
            yield Judgement(task.id, tuple(next(verdicts) for _ in task.claims))

    def _verdict(self, claim: str, units: Sequence[Unit], scores: Scores, task: Task) -> Verdict:
        label = self._label(scores)
        reason = "the model does not find it in the context"
        if label != "not_enough_info":
            reason = f"the model finds it {label} by the context"
        if scores.cut:
            reason += "; the end of the passage was left out, it is longer than what the model reads"
        return Verdict(
            label,
            scores.supported,
            scores.contradicted,
            reason,
            ("cut",) if scores.cut else (),
            evidence=() if label == "not_enough_info" else _proof(claim, units, task),
        )

    def _label(self, scores: Scores) -> Label:
        if scores.supported >= self.threshold:
            return "supported"
        against = scores.contradicted or 0.0
        return "contradicted" if against > 1.0 - scores.supported - against else "not_enough_info"


def _premises(task: Task) -> Iterator[tuple[str, list[Unit]]]:
    """Yield each claim with what the model reads for it: all units where they are few, else the closest ones."""
    units = task.index.units
    few = sum(len(unit.text.split()) for unit in units) <= _BUDGET
    for claim in task.claims:
        yield claim, units if few else [units[at] for at in task.index.premise(claim, _BUDGET).units]


def _told(units: Sequence[Unit]) -> str:
    """Return the text of a premise; a heading stands once, before the first unit under it."""
    heads = ""
    parts = []
    for unit in units:
        parts.append(unit.told if unit.heads != heads else unit.text)
        heads = unit.heads
    return " ".join(parts)


def _proof(claim: str, units: Sequence[Unit], task: Task) -> tuple[Evidence, ...]:
    """Return the units that decide, by their words: a model does not say where it looked. None share a word: no proof."""
    words = set(content_words(claim))
    sharing = [unit for unit in units if len(units) == 1 or not words.isdisjoint(unit.words)]
    return tuple(evidence_of(unit, task) for unit in carrying_units(claim, sharing, task.index))
