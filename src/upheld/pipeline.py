"""Samples to results: decompose, judge, conclude. One bad row, or one bad reply, stays in its row."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from upheld._errors import UpheldError
from upheld._signature import signature
from upheld._types import Chunk, Claim, Evidence, Inference, Result, Sample, Verdict
from upheld.decompose import Decomposer
from upheld.judges.base import Judge, Judgement, Task
from upheld.metrics.faithfulness import Scoring, conclude, is_blank
from upheld.metrics.levels import LEVELS

__all__ = ["Pipeline"]

_log = logging.getLogger("upheld")
_WINDOW = 512  # samples in flight
_WINDOW_TEXT = 4_000_000  # characters in flight, so that huge contexts do not add up

_NO_CONTEXT = Verdict("not_enough_info", reason="there is no context")


@dataclass(slots=True)
class _Open:
    """A sample on its way: its claims, and the task that asks for the verdicts they lack."""

    sample: Sample
    claims: list[Claim]
    asked: list[int] = field(default_factory=list)
    task: Task | None = None

    def take(self, task: Task, judgement: Judgement) -> None:
        """Fill in the verdicts of a judgement; surplus ones are not taken, missing ones stay missing."""
        at = self.asked if task is self.task else [self.asked[int(n)] for n in task.id.split(":")[2].split(",")]
        verdicts = judgement.verdicts if len(judgement.verdicts) <= len(at) else ()
        for n, verdict in zip(at, verdicts, strict=False):
            if isinstance(verdict, Verdict):
                self.claims[n] = replace(self.claims[n], verdict=_proven(verdict, self.claims[n], task))

    def missing(self) -> list[int]:
        """Return the places in `asked` that have no verdict."""
        return [place for place, n in enumerate(self.asked) if self.claims[n].verdict is None]

    def again(self) -> Task | None:
        """Return a task with only the claims that have no verdict yet; None where there is none."""
        places = self.missing()
        if self.task is None or not places:
            return None
        task_id = f"{self.task.id}:again:{','.join(map(str, places))}"
        findings = tuple(self.task.findings[p] for p in places) if self.task.findings else ()
        return replace(self.task, id=task_id, claims=tuple(self.task.claims[p] for p in places), findings=findings)

    def give_up(self, reason: str) -> None:
        """Turn what is still missing into errors."""
        for place in self.missing():
            n = self.asked[place]
            self.claims[n] = replace(self.claims[n], verdict=Verdict("error", reason=reason, flags=self.claims[n].flags))


@dataclass(frozen=True)
class Pipeline:
    """All that turns a sample into a result.

    Attributes:
        judge: gives the verdicts.
        decomposer: makes the claims.
        scoring: policy, levels and domain.
        inference: how strictly the judge reads; for the signature.
        seed: seed of the sampling of rows, where there was any; for the signature.
    """

    judge: Judge
    decomposer: Decomposer
    scoring: Scoring
    inference: Inference = "entailed"
    seed: int | None = None

    @property
    def signature(self) -> str:
        """What must be equal for two scores to be comparable."""
        levels = self.scoring.levels
        return signature(
            judge=self.judge.signature,
            claims=self.decomposer.signature,
            inference=self.inference,
            policy=self.scoring.policy,
            empty=self.scoring.empty_score,
            levels=None if levels == LEVELS else f"{levels.safe:g}/{levels.warning:g}",
            seed=self.seed,
            kernel="python",
        )

    def run(self, samples: Iterable[Sample]) -> Iterator[Result]:
        """Yield one result per sample, in order, as they are done; holds a bounded number of samples.

        Raises:
            UpheldError: only for what concerns the whole run, such as a wrong configuration of the judge.
        """
        signed = self.signature
        for window in _windows(samples):
            yield from self._window(window, signed)

    async def arun(self, sample: Sample) -> Result:
        """Return the result of one sample; awaits ``ajudge`` where the judge has it, else judges in a thread."""
        item = self._open(0, sample)
        for task in (item.task, None):
            task = task or item.again()  # noqa: PLW2901 - second round: what the first left open
            if task is None:
                break
            await self._aask(item, task)
        item.give_up("the judge returned no verdict")
        return self._conclude(item, self.signature)

    async def _aask(self, item: _Open, task: Task) -> None:
        ajudge = getattr(self.judge, "ajudge", None)
        try:
            if ajudge is None:
                judgements = await asyncio.to_thread(lambda: list(self.judge.judge([task])))
            else:
                judgements = [judgement async for judgement in ajudge([task])]
        except UpheldError:
            raise
        except Exception as error:  # noqa: BLE001 - a judge's failure is a verdict of its row
            item.give_up(_said(error))
            return
        for judgement in judgements:
            if judgement.task_id == task.id:
                item.take(task, judgement)

    def _open(self, number: int, sample: Sample) -> _Open:
        """Make the claims of a sample, and the task for those that need a verdict."""
        if sample.problem is not None:
            return _Open(sample, [])
        try:
            claims = list(self.decomposer.decompose(sample))
        except UpheldError:
            raise
        except Exception as error:  # noqa: BLE001 - a decomposer's failure is a problem of its row
            return _Open(replace(sample, problem=f"no claims could be made: {_said(error)}"), [])
        asked = [n for n, claim in enumerate(claims) if claim.kind == "factual" and claim.verdict is None]
        item = _Open(sample, claims, asked)
        if asked and all(is_blank(chunk.text) for chunk in sample.contexts):
            for n in asked:
                claims[n] = replace(claims[n], verdict=replace(_NO_CONTEXT, flags=claims[n].flags))
        elif asked:
            texts = tuple(claims[n].text for n in asked)
            item.task = Task(str(number), texts, sample.contexts, sample.question)
        return item

    def _window(self, samples: list[Sample], signed: str) -> Iterator[Result]:
        """Judge a bounded number of samples, yielding results in order as soon as they can be."""
        items: dict[str, _Open] = {}
        order = iter(range(len(samples)))
        waiting: list[_Open] = []

        def tasks() -> Iterator[Task]:
            for number in order:
                item = items[str(number)] = self._open(number, samples[number])
                waiting.append(item)
                if item.task is not None:
                    yield item.task

        for task, judgement in self._ask(tasks()):
            items[task.id].take(task, judgement)
            while waiting and not waiting[0].missing():
                yield self._conclude(waiting.pop(0), signed)
        retries = {task.id: (item, task) for item in waiting if (task := item.again()) is not None}
        for task, judgement in self._ask(task for _, task in retries.values()):
            retries[task.id][0].take(task, judgement)
        for item in waiting:
            item.give_up("the judge returned no verdict")
            yield self._conclude(item, signed)

    def _ask(self, tasks: Iterator[Task]) -> Iterator[tuple[Task, Judgement]]:
        """Yield judgements with their tasks; after a judge raised, ask for each remaining task alone."""
        open_tasks: dict[str, Task] = {}

        def watched() -> Iterator[Task]:
            for task in tasks:
                open_tasks[task.id] = task
                yield task

        feed = watched()
        try:
            yield from self._answers(feed, open_tasks)
        except UpheldError:
            raise
        except Exception as error:  # noqa: BLE001 - a judge's failure is a verdict of its row
            _log.warning("judge %s raised %s; asking for each sample alone", self.judge.signature, _said(error))
        else:
            return
        for task in [*open_tasks.values(), *feed]:
            yield from self._ask_alone(task)

    def _answers(self, feed: Iterator[Task], open_tasks: dict[str, Task]) -> Iterator[tuple[Task, Judgement]]:
        for judgement in self.judge.judge(feed):
            task = open_tasks.pop(judgement.task_id, None)
            if task is None:
                _log.warning("judge %s answered a task it was not asked: %r", self.judge.signature, judgement.task_id)
            else:
                yield task, judgement

    def _ask_alone(self, task: Task) -> Iterator[tuple[Task, Judgement]]:
        try:
            found = list(self._answers(iter((task,)), {task.id: task}))
        except UpheldError:
            raise
        except Exception as error:  # noqa: BLE001 - a judge's failure is a verdict of its row
            failed = Verdict("error", reason=_said(error))
            found = [(task, Judgement(task.id, (failed,) * len(task.claims)))]
        yield from found

    def _conclude(self, item: _Open, signed: str) -> Result:
        return conclude(item.sample, tuple(item.claims), self.scoring, signed)


def _windows(samples: Iterable[Sample]) -> Iterator[list[Sample]]:
    window: list[Sample] = []
    size = 0
    for sample in samples:
        window.append(sample)
        size += len(sample.answer) + sum(len(chunk.text) for chunk in sample.contexts)
        if len(window) >= _WINDOW or size >= _WINDOW_TEXT:
            yield window
            window, size = [], 0
    if window:
        yield window


def _said(error: Exception) -> str:
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text[:300]}" if text else type(error).__name__


def _proven(verdict: Verdict, claim: Claim, task: Task) -> Verdict:
    """Check the quotes of a verdict against the chunks, and add the claim's flags.

    A quote that is not where it says is looked up; one that stands nowhere is no proof and is taken out.
    """
    changes: dict[str, Any] = {}
    evidence = tuple(found for e in verdict.evidence if (found := _located(e, task.chunks)) is not None)
    flags = list(dict.fromkeys((*verdict.flags, *claim.flags)))
    if verdict.label in {"supported", "contradicted"} and not evidence:
        flags.append("unproven")
    if evidence != verdict.evidence:
        changes["evidence"] = evidence
    if tuple(flags) != verdict.flags:
        changes["flags"] = tuple(dict.fromkeys(flags))
    if verdict.label == "not_enough_info" and verdict.nearest is None:
        changes["nearest"] = _nearest(claim.text, task)
    return replace(verdict, **changes) if changes else verdict


def _located(evidence: Evidence, chunks: tuple[Chunk, ...]) -> Evidence | None:
    if not 0 <= evidence.chunk < len(chunks) or not evidence.text:
        return None
    text = chunks[evidence.chunk].text
    if 0 <= evidence.start and text[evidence.start : evidence.end] == evidence.text:
        return evidence
    at = text.find(evidence.text)
    return Evidence(evidence.chunk, at, at + len(evidence.text), evidence.text) if at >= 0 else None


def _nearest(claim: str, task: Task) -> Evidence | None:
    at = task.index.premise(claim).nearest
    if at < 0:
        return None
    unit = task.index.units[at]
    return Evidence(unit.chunk, unit.start, unit.end, task.chunks[unit.chunk].text[unit.start : unit.end])
