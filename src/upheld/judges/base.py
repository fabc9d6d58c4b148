"""The one seam that a judge implements: tasks in, judgements out."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from upheld.text.select import ContextIndex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from upheld._types import Chunk, Finding, Verdict

__all__ = ["Judge", "Judgement", "Task"]


@dataclass(frozen=True)
class Task:
    """The claims of one answer, to be judged against its chunks.

    Attributes:
        id: unique within a run; the judgement must carry it.
        claims: texts of the checkable claims.
        chunks: all chunks of the sample, in order.
        question: what was asked.
        findings: per claim, what the checks in code found.
        each_chunk: also judge each claim against each chunk alone (`Judgement.by_chunk`).
        vote: the n-th poll of the same task; part of a cache key.
    """

    id: str
    claims: tuple[str, ...]
    chunks: tuple[Chunk, ...]
    question: str | None = None
    findings: tuple[tuple[Finding, ...], ...] = ()
    each_chunk: bool = False
    vote: int = 0
    _index: ContextIndex | None = field(default=None, repr=False, compare=False)

    @cached_property
    def index(self) -> ContextIndex:
        """Sentences of all chunks, ready for evidence selection; built at first use and shared by all claims."""
        return self._index or ContextIndex([chunk.text for chunk in self.chunks])


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdicts on one task, in the order of its claims.

    A missing verdict is None (or the tuple ends early): the pipeline asks for it once more, then counts it as
    ``error``. It never leaves the denominator. With more verdicts than claims nobody knows which belongs to which: all
    count as missing.
    """

    task_id: str
    verdicts: tuple[Verdict | None, ...]
    by_chunk: tuple[tuple[Verdict, ...], ...] | None = None


@runtime_checkable
class Judge(Protocol):
    """Gives verdicts. Batch-first, streaming, synchronous.

    A judge that does I/O may also offer ``ajudge(tasks)``, an async iterator of judgements; `upheld.acheck` awaits it. For a
    run in several processes a judge is pickled once for each: one that holds a model pickles by its arguments
    (``__reduce__``) and loads the model there.

    For a poll it may have ``polled()``, which returns the judge as it answers when it is asked the same several times. What it
    counts comes back from other processes by ``take_counts()``, which returns what was counted since the last time and
    forgets it, and ``add_counts(counts)``.

    It may also have ``notes``, texts that say of a run what its results do not: they are told at its end, and stand beside
    its report.
    """

    signature: str

    def judge(self, tasks: Iterable[Task]) -> Iterator[Judgement]:
        """Yield one judgement per task, as each is done, in any order."""
        ...
