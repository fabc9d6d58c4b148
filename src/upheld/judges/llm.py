"""A large language model as the judge, over any endpoint that speaks the OpenAI protocol."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from upheld.judges.base import Judgement, Task
from upheld.llm.model import LLM
from upheld.llm.options import LLMOptions
from upheld.llm.portal import as_done, portal
from upheld.llm.verify import Question, Verifier

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Iterator

    from upheld._types import Inference

__all__ = ["LLMJudge"]


class LLMJudge:
    """Asks a model for the verdicts on all claims of an answer at once.

    Each claim ends with a verdict: what a reply lacks is asked for again, and a quote counts only where it stands in the
    context (see `upheld.llm.verify`). Calls run in the background, so the judge works inside a running event loop too.

    Args:
        model: its name at the endpoint, or ``model@base_url``.
        inference: how strictly it reads.
        options: see `LLMOptions`.

    Attributes:
        llm: the model; a decomposer may share it, and with it cache, meter and limit of cost.
        signature: model, address, prompt, temperature and what proof is asked.

    Raises:
        ConfigurationError: an option is wrong.
    """

    def __init__(
        self, model: str, inference: Inference = "entailed", options: LLMOptions | None = None
    ) -> None:
        self._made_of = (model, inference, options)
        self.llm = LLM(model, options or LLMOptions())
        self._verifier = Verifier(self.llm, inference)
        parts = [f"llm:{self.llm.name}", self._verifier.version, f"t{self.llm.temperature:g}"]
        parts += ["proof"] * (self.llm.options.proof == "required")
        self.signature = "-".join(parts)

    def __reduce__(self) -> tuple[Any, ...]:
        return LLMJudge, self._made_of  # names travel to another process, connections and keys do not

    @cached_property
    def _sampling(self) -> Verifier:
        """Asks for votes after the first, which at temperature 0 would repeat it."""
        return Verifier(self.llm.sampled(), self._made_of[1])

    def polled(self) -> LLMJudge:
        """Return the judge as it answers when it is asked several times: its replies sampled.

        Raises:
            ConfigurationError: the user set temperature 0, at which all votes are alike.
        """
        if self.llm.temperature:
            return self
        model, inference, _ = self._made_of
        temperature = self.llm.sampled().temperature
        other = LLMJudge(model, inference, replace(self.llm.options, temperature=temperature))
        other.llm.meter = self.llm.meter
        return other

    def take_counts(self) -> Any:
        """Return what the calls cost since this was asked last, and forget it."""
        return self.llm.take_counts()

    def add_counts(self, counts: Any) -> None:
        """Add what calls in another process cost."""
        self.llm.meter.add(counts)

    @property
    def models(self) -> tuple[LLM, ...]:
        """The model that is asked."""
        return (self.llm,)

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader of the report should know of the run so far: calls, tokens, money, hits of the cache."""
        return self.llm.notes

    def judge(self, tasks: Iterable[Task]) -> Iterator[Judgement]:
        """Yield the judgement of each task as it is done, in any order.

        Raises:
            ConfigurationError: no call can succeed, or the limit of cost is reached; what was under way is yielded before.
            OutputError: the cache cannot be used.
        """
        return as_done(self._judgement, tasks, self.llm.ahead)

    async def ajudge(self, tasks: Iterable[Task]) -> AsyncIterator[Judgement]:
        """Yield the judgement of each task, in order, without blocking the event loop.

        A cancelled caller cancels the calls made for it.

        Raises:
            ConfigurationError: as for `judge`.
            OutputError: as for `judge`.
        """
        for task in tasks:
            yield await asyncio.wrap_future(portal().submit(self._judgement(task)))

    async def _judgement(self, task: Task) -> Judgement:
        texts = [chunk.text for chunk in task.chunks]
        question = Question(task.claims, texts, task.question, task.index, task.vote)
        verifier = self._sampling if task.vote else self._verifier
        return Judgement(task.id, tuple(await verifier.verdicts(question)))
