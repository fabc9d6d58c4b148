"""Calling the user's pipeline: many questions at once, each with a time limit, what goes wrong kept with its question."""

from __future__ import annotations

import asyncio
import inspect
import queue
import threading
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from upheld._capture.answers import answered
from upheld.judges._asking import said
from upheld.llm.portal import Portal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from upheld._capture.target import Target
    from upheld._types import Sample

__all__ = ["Calls", "own_portal"]

_Outcome: TypeAlias = "tuple[Any, BaseException | None]"
_Job: TypeAlias = (
    "tuple[Callable[[], Any], asyncio.AbstractEventLoop, Callable[[asyncio.Future[_Outcome], _Outcome], None], "
    "asyncio.Future[_Outcome]]"
)


@contextmanager
def own_portal() -> Iterator[Portal]:
    """Give a loop of its own to code of the user, which may block it; at the end all that runs there is cancelled."""
    opened = Portal()
    try:
        yield opened
    finally:
        with suppress(
            TimeoutError
        ):  # it is blocked for good; its thread is a daemon and ends with the process
            opened.close()


class Threads:
    """Threads for calls that block: a new one only where none is free.

    They are daemons: a call that never returns can neither be stopped nor be waited for.
    """

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._free = self._started = 0

    async def run(self, call: Callable[[], Any]) -> Any:
        """Return what a call returns, or raise what it raises, whatever that is."""
        loop = asyncio.get_running_loop()
        if self._free:
            self._free -= 1
        else:
            self._started += 1
            threading.Thread(target=self._work, name="upheld-target", daemon=True).start()
        outcome: asyncio.Future[_Outcome] = loop.create_future()
        self._jobs.put((call, loop, self._settle, outcome))
        returned, error = await outcome
        if error is not None:
            raise error
        return returned

    def end(self) -> None:
        """Let the threads go as they become free."""
        for _ in range(self._started):
            self._jobs.put(None)

    def _settle(self, outcome: asyncio.Future[_Outcome], done: _Outcome) -> None:
        self._free += 1
        if not outcome.done():
            outcome.set_result(done)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            call, loop, settle, outcome = job
            done: _Outcome
            try:
                done = call(), None
            except BaseException as error:  # noqa: BLE001 - sys.exit() in a pipeline is a problem of its row, too
                done = None, error
            with suppress(RuntimeError):  # the loop is gone, and nobody waits
                loop.call_soon_threadsafe(settle, outcome, done)


@dataclass(slots=True)
class Calls:
    """Answers questions by calling a target.

    Attributes:
        target: what to call.
        concurrency: most calls at once.
        timeout: seconds for each.
        mapping: where answer and contexts are in what it returns.
    """

    target: Target
    concurrency: int
    timeout: float
    mapping: Mapping[str, str]
    threads: Threads = field(default_factory=Threads)
    _room: asyncio.Semaphore | None = None

    async def answer(self, question: Sample) -> Sample:
        """Return the sample that a question becomes. Never raises for what the target does."""
        if question.problem is not None:
            return question
        if self._room is None:
            self._room = asyncio.Semaphore(self.concurrency)
        async with self._room:
            try:
                async with asyncio.timeout(self.timeout) as limit:
                    returned = await self._called(question)
                return answered(question, returned, self.mapping)
            except BaseException as error:
                if isinstance(error, asyncio.CancelledError) and _cancelled():
                    raise
                late = isinstance(error, TimeoutError) and limit.expired()
                why = f"gave no answer within {self.timeout:g} s" if late else f"raised {said(error)}"
                return replace(question, problem=f"the target {why}")

    async def _called(self, question: Sample) -> Any:
        if self.target.is_async:
            returned = self.target.call(question)
        else:
            returned = await self.threads.run(lambda: self.target.call(question))
        return await returned if inspect.isawaitable(returned) else returned


def _cancelled() -> bool:
    """Say whether this task was cancelled from outside; a target may raise the same error by itself."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
