"""Samples to results: decompose, judge, conclude. One bad row, or one bad reply, stays in its row."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import index as as_int
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from upheld._errors import UpheldError
from upheld._plugins import extra_findings, plugin_names
from upheld._signature import signature
from upheld._types import CheckMode, Chunk, Claim, Evidence, Finding, Inference, Result, Sample, Verdict
from upheld.checks import EXACT, Checker
from upheld.checks.veto import apply_findings
from upheld.judges._asking import WHOLE_RUN, Feed, aanswers, all_of, answers, check_types, said, together
from upheld.judges.base import Judge, Judgement, Task
from upheld.metrics.faithfulness import Scoring, conclude, is_blank
from upheld.metrics.levels import LEVELS
from upheld.metrics.repeated import merged
from upheld.text.select import ContextIndex

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence

    from upheld.checks import Tolerance
    from upheld.decompose import Decomposer

__all__ = ["Pipeline", "until_error"]

CHECKS_VERSION = 1
_WINDOW = 512  # samples in flight
_WINDOW_TEXT = 4_000_000  # characters in flight, so that huge contexts do not add up

_Made: TypeAlias = "tuple[Claim, ...] | Exception | None"
"""Claims that a decomposer made ahead, or its error; None where it is still to be asked."""

_NO_CONTEXT = Verdict("not_enough_info", reason="there is no context")
_NO_VERDICT = "the judge returned no verdict"


@dataclass(frozen=True, slots=True)
class _Claimed:
    """A sample that is to be split, or was.

    Attributes:
        sample: the sample.
        decomposer: what makes its claims.
        made: claims that were made ahead.
        beside: results of all extractions of the sample so far; None where there is only one.
    """

    sample: Sample
    decomposer: Decomposer
    made: _Made = None
    beside: list[Result] | None = None


@dataclass(slots=True)
class _Open:
    """A sample on its way: its claims, and the task that asks for the verdicts they lack.

    Attributes:
        asked: indices of the claims that a verdict was asked for.
        left: those of them that the second task asks for.
        why: what to say of a verdict that never came.
        checks: what findings do to the verdicts.
        beside: results of all extractions of the sample so far; None where there is only one.
    """

    sample: Sample
    claims: list[Claim]
    asked: list[int] = field(default_factory=list)
    task: Task | None = None
    left: list[int] = field(default_factory=list)
    why: str = _NO_VERDICT
    checks: CheckMode = "off"
    beside: list[Result] | None = None

    def take(self, task: Task, judgement: Judgement) -> None:
        """Fill in the verdicts of a judgement that are still missing; what is no sound verdict stays missing."""
        at = self.asked if task is self.task else self.left
        findings = task.findings or ((),) * len(at)
        for n, verdict, found in zip(at, self._fitting(judgement, len(at)), findings, strict=False):
            if self.claims[n].verdict is None and isinstance(verdict, Verdict):
                try:
                    proven = _proven(verdict, self.claims[n], task)
                    proven = apply_findings(proven, found, self.checks, task.index)
                    self.claims[n] = replace(self.claims[n], verdict=proven)
                except Exception as error:  # noqa: BLE001 - whatever a judge puts into a verdict is its row's problem
                    self.why = f"the judge returned a malformed verdict: {said(error)}"
        if not self.missing():
            self.task = None  # and with it the index of its chunks, the largest thing here

    def _fitting(self, judgement: Judgement, count: int) -> Sequence[Verdict | None]:
        """Return the verdicts; none where they cannot belong to the claims, which nobody could tell apart."""
        verdicts: Any = judgement.verdicts
        if not isinstance(verdicts, tuple | list):
            self.why = f"the judge returned {type(verdicts).__name__} in place of verdicts"
        elif len(verdicts) > count:
            self.why = f"the judge returned {len(verdicts)} verdicts for {count} claims"
        else:
            return verdicts
        return ()

    def missing(self) -> list[int]:
        """Return the claims that were asked for and have no verdict."""
        return [n for n in self.asked if self.claims[n].verdict is None]

    def again(self) -> Task | None:
        """Return a task with only the claims that have no verdict yet; None where there is none."""
        places = [place for place, n in enumerate(self.asked) if self.claims[n].verdict is None]
        self.left = [self.asked[place] for place in places]
        if self.task is None or not places:
            return None
        return replace(
            self.task,
            id=f"{self.task.id}:again",
            claims=tuple(self.task.claims[p] for p in places),
            findings=tuple(self.task.findings[p] for p in places) if self.task.findings else (),
        )

    def give_up(self) -> None:
        """Turn what is still missing into errors."""
        for n in self.missing():
            claim = self.claims[n]
            self.claims[n] = replace(claim, verdict=Verdict("error", reason=self.why, flags=claim.flags))


@dataclass(frozen=True)
class Pipeline:
    """All that turns a sample into a result.

    Attributes:
        judge: gives the verdicts.
        decomposer: makes the claims.
        scoring: policy, levels and domain.
        inference: how strictly the judge reads; for the signature.
        seed: seed of the sampling of rows, where there was any; for the signature.
        checks: whether checks in code are made, and what their findings do.
        tolerance: what the checks let pass.
        extractions: how many times each answer is split and judged; more than once needs a decomposer with ``repeated``.
    """

    judge: Judge
    decomposer: Decomposer
    scoring: Scoring
    inference: Inference = "entailed"
    seed: int | None = None
    checks: CheckMode = "veto"
    tolerance: Tolerance = EXACT
    extractions: int = 1

    @cached_property
    def _decomposers(self) -> tuple[Decomposer, ...]:
        """One decomposer for each extraction."""
        if self.extractions == 1:
            return (self.decomposer,)
        repeated: Any = self.decomposer
        return tuple(repeated.repeated(number) for number in range(self.extractions))

    @property
    def signature(self) -> str:
        """What must be equal for two scores to be comparable."""
        levels = self.scoring.levels
        return signature(
            judge=self.judge.signature,
            claims=self._decomposers[0].signature,
            extractions=None if self.extractions == 1 else self.extractions,
            inference=self.inference,
            policy=self.scoring.policy,
            empty=self.scoring.empty_score,
            levels=None if levels == LEVELS else f"{levels.safe:g}/{levels.warning:g}",
            checks=self.checks if self.checks == "off" else f"{self.checks}-{CHECKS_VERSION}",
            tolerance=self.tolerance.told() or None,
            plugins=",".join(plugin_names()) or None if self.checks != "off" else None,
            seed=self.seed,
            kernel="python",
        )

    def run(self, samples: Iterable[Sample]) -> Iterator[Result]:
        """Yield one result per sample, in order, as they are done; holds a bounded number of samples.

        An error of `samples` itself is raised after the results of all samples before it.

        Raises:
            ConfigurationError: the judge cannot work as it is set up. Any other error of a judge stays in its row.
            OutputError: the judge cannot write what it must keep.
        """
        signed = self.signature
        errors: list[Exception] = []
        first = 0
        for window in _windows(until_error(samples, errors)):
            yield from self._window(first, window, signed)
            first += len(window) * self.extractions
        if errors:
            raise errors[0]

    async def arun(self, sample: Sample) -> Result:
        """Return the result of one sample; awaits ``adecompose`` and ``ajudge`` where there are such. All else runs in a thread.

        Raises:
            ConfigurationError: the judge cannot work as it is set up.
            OutputError: the judge cannot write what it must keep.
        """
        if not hasattr(self.judge, "ajudge") and not hasattr(self.decomposer, "adecompose"):
            return (await asyncio.to_thread(lambda: list(self.run([sample]))))[0]
        sample, signed = _sound(sample), self.signature
        if self.extractions == 1 or _splits_once(sample):
            return await self._aone(sample, self._decomposers[0], signed)
        found = await together(self._aone(sample, decomposer, signed) for decomposer in self._decomposers)
        return merged(found, self.scoring)

    async def _aone(self, sample: Sample, decomposer: Decomposer, signed: str) -> Result:
        """Return the result of one extraction."""
        claimed = _Claimed(sample, decomposer, await self._amade(sample, decomposer))
        item = await asyncio.to_thread(self._open, 0, claimed)
        if item.task is not None:
            await self._aask(item, item.task)
        if (again := item.again()) is not None:
            await self._aask(item, again)
        item.give_up()
        return self._concluded(item, signed)

    async def _aask(self, item: _Open, task: Task) -> None:
        found, why = await aanswers(self.judge, task)
        for judgement in found:
            await asyncio.to_thread(item.take, task, judgement)
        item.why = why or item.why

    async def _amade(self, sample: Sample, decomposer: Any) -> _Made:
        """Return the claims of a sample, or the error; None where they are to be made in a thread."""
        if not hasattr(decomposer, "adecompose"):
            return None
        try:
            made: tuple[Claim, ...] = await decomposer.adecompose(sample)
        except Exception as error:  # noqa: BLE001 - raised again where the errors of all decomposers are told apart
            return error
        return made

    def _claimed(self, samples: Sequence[Sample]) -> Generator[_Claimed, None, None]:
        """Yield samples in order, each for every extraction, with their claims where the decomposer makes those of many at once."""
        with ExitStack() as stack:
            streams = [
                stack.enter_context(closing(_stream(decomposer, samples))) for decomposer in self._decomposers
            ]
            for group in zip(*streams, strict=True):
                if len(group) == 1 or _splits_once(group[0].sample):
                    yield group[0]
                    continue
                beside: list[Result] = []
                yield from (replace(claimed, beside=beside) for claimed in group)

    def _open(self, number: int, claimed: _Claimed) -> _Open:
        """Take the claims of a sample, or make them, and the task for those that need a verdict."""
        sample = claimed.sample
        if sample.problem is not None:
            return _Open(sample, [])
        try:
            item = self._opened(number, sample, _decomposed(claimed))
        except WHOLE_RUN:
            raise
        except Exception as error:  # noqa: BLE001 - a decomposer's failure is a problem of its row
            why = str(error) if isinstance(error, UpheldError) else f"no claims could be made: {said(error)}"
            item = _Open(replace(sample, problem=why), [])
        item.beside = claimed.beside
        return item

    def _opened(self, number: int, sample: Sample, made: Sequence[Claim]) -> _Open:
        claims = list(made)
        checkable = [n for n, claim in enumerate(claims) if claim.kind == "factual"]
        if all(is_blank(chunk.text) for chunk in sample.contexts):
            for n in checkable:
                claims[n] = replace(claims[n], verdict=replace(_NO_CONTEXT, flags=claims[n].flags))
            return _Open(sample, claims)
        asked = [n for n in checkable if claims[n].verdict is None]
        index = ContextIndex([chunk.text for chunk in sample.contexts])
        task = self._task(str(number), tuple(claims[n].text for n in asked), sample, index)
        judged = [n for n in checkable if claims[n].verdict is not None]  # the decomposer judged them too
        if judged:
            own = self._task(task.id, tuple(claims[n].text for n in judged), sample, index)
            for n, found in zip(judged, own.findings or ((),) * len(judged), strict=True):
                proven = _proven(cast("Verdict", claims[n].verdict), claims[n], own)
                claims[n] = replace(claims[n], verdict=apply_findings(proven, found, self.checks, index))
        return _Open(sample, claims, asked, task if asked else None, checks=self.checks)

    def _task(self, task_id: str, texts: tuple[str, ...], sample: Sample, index: ContextIndex) -> Task:
        """Return the task for some claims, with what the checks find of each."""
        findings: tuple[tuple[Finding, ...], ...] = ()
        if self.checks != "off":
            checker = Checker(index, self.tolerance)
            findings = tuple((*checker.check(text), *extra_findings(text, index.texts)) for text in texts)
        return Task(task_id, texts, sample.contexts, sample.question, findings, _index=index)

    def _window(self, first: int, samples: Sequence[Sample], signed: str) -> Iterator[Result]:
        """Judge a bounded number of samples, yielding results in order as soon as they can be."""
        items: dict[str, _Open] = {}
        claimed = self._claimed(samples)
        order = iter(enumerate(claimed, first))
        waiting: deque[_Open] = deque()

        def tasks() -> Iterator[Task]:
            for number, one in order:
                item = self._open(number, one)
                waiting.append(item)
                if item.task is not None:
                    items[item.task.id] = item
                    yield item.task

        with closing(claimed):
            for task, judgement in self._ask(tasks()):
                items.pop(task.id).take(task, judgement)
                while waiting and not waiting[0].missing():
                    yield from self._conclude(waiting.popleft(), signed)
            # Samples that the judge did not even read are judged with what is missing.
            waiting.extend(self._open(number, one) for number, one in order)
        yield from self._second_round(waiting, signed)

    def _second_round(self, waiting: deque[_Open], signed: str) -> Iterator[Result]:
        """Ask once more for what is missing, then conclude without it."""
        items: dict[str, _Open] = {}

        def tasks() -> Iterator[Task]:
            for item in waiting:
                if (task := item.again()) is not None:
                    items[task.id] = item
                    yield task

        for task, judgement in self._ask(tasks()):
            items[task.id].take(task, judgement)
        while waiting:
            item = waiting.popleft()
            item.give_up()
            yield from self._conclude(item, signed)

    def _ask(self, tasks: Iterator[Task]) -> Iterator[tuple[Task, Judgement]]:
        """Yield judgements with their tasks, whatever the judge does."""
        return answers(self.judge, Feed(tasks))

    def _conclude(self, item: _Open, signed: str) -> Iterator[Result]:
        """Yield the result of a sample; where it is split several times, with the last of them."""
        result = self._concluded(item, signed)
        if item.beside is None:
            yield result
            return
        item.beside.append(result)
        if len(item.beside) == self.extractions:
            yield merged(item.beside, self.scoring)

    def _concluded(self, item: _Open, signed: str) -> Result:
        return conclude(item.sample, tuple(item.claims), self.scoring, signed)


def _stream(decomposer: Any, samples: Sequence[Sample]) -> Generator[_Claimed, None, None]:
    """Yield samples in order, with their claims where the decomposer makes those of many at once."""
    if not hasattr(decomposer, "decompose_many"):
        yield from (_Claimed(sample, decomposer) for sample in samples)
        return
    made = decomposer.decompose_many(samples)
    try:
        yield from (_Claimed(sample, decomposer, claims) for sample, claims in made)
    finally:  # work under way ends with the run; a plain iterator has none
        getattr(made, "close", tuple)()


def _splits_once(sample: Sample) -> bool:
    """Say whether splitting again would make the same: the claims are given, or nothing can be read."""
    return sample.claims is not None or sample.problem is not None


def _decomposed(claimed: _Claimed) -> tuple[Claim, ...]:
    if isinstance(claimed.made, Exception):
        raise claimed.made
    return claimed.decomposer.decompose(claimed.sample) if claimed.made is None else claimed.made


def until_error(samples: Iterable[Sample], errors: list[Exception]) -> Iterator[Sample]:
    """Yield samples until their source fails; its error goes into `errors`, so that no sample before it is lost."""
    try:
        yield from samples
    except Exception as error:  # noqa: BLE001 - raised again by the caller, behind the results
        errors.append(error)


def _windows(samples: Iterable[Sample]) -> Iterator[list[Sample]]:
    window: list[Sample] = []
    size = 0
    for sample in map(_sound, samples):
        window.append(sample)
        size += len(sample.answer) + sum(len(chunk.text) for chunk in sample.contexts)
        if len(window) >= _WINDOW or size >= _WINDOW_TEXT:
            yield window
            window, size = [], 0
    if window:
        yield window


def _sound(sample: Sample) -> Sample:
    """Return the sample; one that does not hold what its type says has that as its problem."""
    chunks = sample.contexts
    wrong = [
        f"{name} must be {what}: found {_type_of(value)}"
        for name, value, right, what in (
            ("answer", sample.answer, isinstance(sample.answer, str), "a text"),
            (
                "contexts",
                chunks,
                all_of(chunks, Chunk) and all(isinstance(c.text, str) for c in chunks),
                "Chunk objects that hold texts, such as (Chunk('a passage'),), while upheld.check takes the texts themselves",
            ),
            ("question", sample.question, isinstance(sample.question, str | None), "a text or None"),
            ("claims", sample.claims, sample.claims is None or all_of(sample.claims, str), "texts or None"),
        )
        if not right
    ]
    if not wrong:
        return sample
    problem = sample.problem or f"of this Sample {'; '.join(wrong)}"
    return replace(sample, answer="", contexts=(), question=None, claims=None, problem=problem)


def _type_of(value: object) -> str:
    """Return the type of a value in words, with that of the first item of a list, such as ``list of str``."""
    first = f" of {type(value[0]).__name__}" if isinstance(value, list | tuple) and value else ""
    return f"{type(value).__name__}{first}"


def _proven(verdict: Verdict, claim: Claim, task: Task) -> Verdict:
    """Check the quotes of a verdict against the chunks, and add the claim's flags.

    A quote that is not where it says is looked up; one that stands nowhere is no proof and is taken out.

    Raises:
        TypeError: the verdict holds something that its type does not allow.
    """
    check_types(verdict)
    located = [found for quote in verdict.evidence if (found := _located(quote, task.chunks)) is not None]
    nearest = None if verdict.nearest is None else _located(verdict.nearest, task.chunks)
    flags = [*verdict.flags, *claim.flags]
    if verdict.label in {"supported", "contradicted"}:
        flags += ["unproven"] * (not located)
    else:  # nothing is proven, so no quote is proof: the first one is the closest passage
        nearest, located = nearest or next(iter(located), None), []
        if nearest is None and verdict.label == "not_enough_info":
            nearest = _nearest(claim.text, task)
    return replace(
        verdict,
        probability=None if verdict.probability is None else float(verdict.probability),
        p_contradicted=None if verdict.p_contradicted is None else float(verdict.p_contradicted),
        flags=tuple(dict.fromkeys(flags)),
        findings=tuple(verdict.findings),
        evidence=tuple(dict.fromkeys(located)),
        nearest=nearest,
    )


def _located(quote: Evidence, chunks: Sequence[Chunk]) -> Evidence | None:
    chunk, start, end = as_int(quote.chunk), as_int(quote.start), as_int(quote.end)
    if not 0 <= chunk < len(chunks) or not quote.text.strip():
        return None
    text = chunks[chunk].text
    if not (0 <= start < end <= len(text) and text[start:end] == quote.text):
        start = text.find(quote.text)
        end = start + len(quote.text)
    return Evidence(chunk, start, end, quote.text) if start >= 0 else None


def _nearest(claim: str, task: Task) -> Evidence | None:
    at = task.index.premise(claim).nearest
    if at < 0:
        return None
    unit = task.index.units[at]
    return Evidence(unit.chunk, unit.start, unit.end, task.chunks[unit.chunk].text[unit.start : unit.end])
