"""Asking a judge, whatever it does: no task is lost, and no claim of one."""

from __future__ import annotations

import asyncio
import logging
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from upheld._errors import ConfigurationError, JudgeError, OutputError, said
from upheld._types import Evidence, Finding, Verdict
from upheld.judges.base import Judgement, Task

if TYPE_CHECKING:
    from collections.abc import Coroutine, Generator, Iterable, Iterator, Sequence

    from upheld.judges.base import Judge
    from upheld.llm.model import LLM

__all__ = [
    "WHOLE_RUN",
    "Feed",
    "Judged",
    "a_judgement",
    "aanswers",
    "aask",
    "add_counts",
    "all_of",
    "answers",
    "ask",
    "check_types",
    "models_of",
    "notes_of",
    "polled",
    "said",
    "take_counts",
    "together",
]

_R = TypeVar("_R")

_log = logging.getLogger("upheld")
_NO_VERDICT = "the judge returned no verdict"

Judged: TypeAlias = tuple[Task, tuple[Verdict, ...]]
"""A task with one verdict for each of its claims."""

WHOLE_RUN: Final = (ConfigurationError, OutputError)
"""What no other row can do better. Any other error of a judge stays in its row."""


class Feed:
    """The tasks as a judge reads them. It notes which were read, and cannot be closed by who reads it.

    Args:
        tasks: what the judge is to read.

    Attributes:
        read: how many tasks were read.
        unanswered: those of them that have no judgement, by id.
    """

    def __init__(self, tasks: Iterable[Task]) -> None:
        self._tasks = iter(tasks)
        self.read = 0
        self.unanswered: dict[str, Task] = {}

    def __iter__(self) -> Iterator[Task]:
        return self

    def __next__(self) -> Task:
        task = next(self._tasks)
        self.read += 1
        self.unanswered[task.id] = task
        return task


def answers(judge: Judge, feed: Feed) -> Generator[tuple[Task, Judgement], None, None]:
    """Yield judgements with their tasks, in any order, each task at most once.

    A judge that stops early is called again with the tasks it has not read; after one that raised, each remaining task
    is asked alone. What was read and not answered stays in ``feed.unanswered``.

    Args:
        judge: may break any promise.
        feed: the tasks.

    Raises:
        ConfigurationError: the judge cannot work as it is set up.
        OutputError: the judge cannot write what it must keep.
    """
    read = -1
    while feed.read > read:
        read = feed.read
        try:
            yield from _judged(judge, feed)
        except WHOLE_RUN:
            raise
        except Exception as error:  # noqa: BLE001 - a judge's failure is a verdict of its row
            _log.warning("judge %s failed (%s); asking for each sample alone", judge.signature, said(error))
            for task in chain(list(feed.unanswered.values()), feed):
                feed.unanswered.pop(task.id, None)
                yield from _alone(judge, task)
            return


def _judged(judge: Judge, feed: Feed) -> Iterator[tuple[Task, Judgement]]:
    strangers = 0
    for judgement in judge.judge(feed):
        task = feed.unanswered.pop(a_judgement(judgement).task_id, None)
        if task is not None:
            yield task, judgement
        else:
            strangers += 1
    if strangers:
        _log.warning("judge %s gave %d judgements that nobody asked for", judge.signature, strangers)


def _alone(judge: Judge, task: Task) -> list[tuple[Task, Judgement]]:
    try:
        return list(_judged(judge, Feed((task,)))) or [(task, Judgement(task.id, ()))]
    except WHOLE_RUN:
        raise
    except Exception as error:  # noqa: BLE001 - a judge's failure is a verdict of its row
        failed = Verdict("error", reason=said(error))
        return [(task, Judgement(task.id, (failed,) * len(task.claims)))]


def a_judgement(value: object) -> Judgement:
    if isinstance(value, Judgement):
        return value
    msg = f"the judge yielded {type(value).__name__} in place of a Judgement"
    raise JudgeError(msg)


@dataclass(slots=True)
class _Sheet:
    """A task with the verdicts that came for it so far.

    Attributes:
        task: what was asked.
        verdicts: of each claim; None is missing.
        why: what to say of a verdict that never came.
    """

    task: Task
    verdicts: list[Verdict | None] = field(default_factory=list)
    why: str = _NO_VERDICT

    def __post_init__(self) -> None:
        self.verdicts = [None] * len(self.task.claims)

    @property
    def missing(self) -> list[int]:
        """Places of the claims that have no verdict."""
        return [n for n, verdict in enumerate(self.verdicts) if verdict is None]

    def take(self, judgement: Judgement) -> None:
        """Fill in what is missing, in the order in which it is missing."""
        given: Any = judgement.verdicts
        places = self.missing
        if not isinstance(given, tuple | list):
            self.why = f"the judge returned {type(given).__name__} in place of verdicts"
        elif len(given) > len(places):
            self.why = f"the judge returned {len(given)} verdicts for {len(places)} claims"
        else:
            for place, verdict in zip(places, given, strict=False):
                if isinstance(verdict, Verdict):
                    self.verdicts[place] = self._sound(verdict)

    def _sound(self, verdict: Verdict) -> Verdict | None:
        try:
            check_types(verdict)
            tidy = replace(
                verdict,
                flags=tuple(verdict.flags),
                findings=tuple(verdict.findings),
                evidence=tuple(verdict.evidence),
            )
            hash(tidy)  # joined verdicts list each place once: an unhashable one is no place
        except Exception as error:  # noqa: BLE001 - whatever a judge puts into a verdict is its row's problem
            self.why = f"the judge returned a malformed verdict: {said(error)}"
            return None
        return tidy

    def again(self) -> Task:
        """Return the task for the claims that have no verdict."""
        places, task = self.missing, self.task
        findings = tuple(task.findings[n] for n in places) if task.findings else ()
        claims = tuple(task.claims[n] for n in places)
        return replace(task, id=f"{task.id}:again", claims=claims, findings=findings)

    def done(self) -> Judged:
        """Return the task with a verdict for every claim: what never came is an error."""
        error = Verdict("error", reason=self.why)
        return self.task, tuple(error if verdict is None else verdict for verdict in self.verdicts)


def ask(judge: Judge, tasks: Iterable[Task]) -> Generator[Judged, None, None]:
    """Yield every task with one sound verdict for each of its claims, in any order, as they are done.

    For judges that are made of others. A verdict that is missing or malformed is asked for once more, at the end, then
    it is an ``error``.

    Args:
        judge: may break any promise.
        tasks: read as the judge reads them.

    Raises:
        ConfigurationError: the judge cannot work as it is set up.
        OutputError: the judge cannot write what it must keep.
    """
    feed = Feed(tasks)
    short: list[_Sheet] = []
    with closing(answers(judge, feed)) as answered:
        for task, judgement in answered:
            sheet = _Sheet(task)
            sheet.take(judgement)
            if sheet.missing:
                short.append(sheet)
            else:
                yield sheet.done()
    short += [_Sheet(task) for task in chain(list(feed.unanswered.values()), feed)]
    waiting = {again.id: sheet for sheet in short for again in (sheet.again(),)}
    with closing(answers(judge, Feed(sheet.again() for sheet in short))) as answered:
        for task, judgement in answered:
            sheet = waiting.pop(task.id)
            sheet.take(judgement)
            yield sheet.done()
    for sheet in waiting.values():
        yield sheet.done()


async def aanswers(judge: Any, task: Task) -> tuple[list[Judgement], str]:
    """Return the judgements of one task, those before a failure too, and why there are no more where the judge failed.

    Awaits ``ajudge`` where the judge has it; else it works in a thread.

    Args:
        judge: may break any promise.
        task: what is asked.

    Raises:
        ConfigurationError: the judge cannot work as it is set up.
        OutputError: the judge cannot write what it must keep.
    """
    found: list[Judgement] = []

    def take(given: object) -> None:
        if a_judgement(given).task_id == task.id:
            found.append(a_judgement(given))

    def in_thread() -> None:
        for given in judge.judge([task]):
            take(given)

    try:
        if hasattr(judge, "ajudge"):
            async for given in judge.ajudge([task]):
                take(given)
        else:
            await asyncio.to_thread(in_thread)
    except WHOLE_RUN:
        raise
    except Exception as error:  # noqa: BLE001 - a judge's failure is a verdict of its row
        return found, said(error)
    return found, ""


async def aask(judge: Judge, task: Task) -> Judged:
    """Return a task with one sound verdict for each of its claims, as `ask` does, without blocking the event loop.

    Args:
        judge: may break any promise.
        task: what is asked.

    Raises:
        ConfigurationError: the judge cannot work as it is set up.
        OutputError: the judge cannot write what it must keep.
    """
    sheet = _Sheet(task)
    await _afill(judge, sheet, task)
    if sheet.missing:
        await _afill(judge, sheet, sheet.again())
    return sheet.done()


async def _afill(judge: Judge, sheet: _Sheet, asked: Task) -> None:
    found, why = await aanswers(judge, asked)
    sheet.why = why or sheet.why
    for judgement in found:
        sheet.take(judgement)


async def together(work: Iterable[Coroutine[Any, Any, _R]]) -> list[_R]:
    """Do several things at once and return their outcomes in order; an error, or being cancelled, cancels the others.

    Args:
        work: what is to be done.
    """
    tasks = [asyncio.ensure_future(one) for one in work]
    try:
        return await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def notes_of(*judges: Any) -> tuple[str, ...]:
    """Return what judges and decomposers have to say of a run beside its report, such as what was saved: their ``notes``, if they have any.

    Args:
        judges: may be anybody's, with any attribute.
    """
    found: list[str] = []
    for judge in judges:
        try:
            notes = getattr(judge, "notes", ())
        except Exception as error:  # noqa: BLE001 - a note that cannot be made costs no result
            notes = (f"the notes of the judge {judge.signature} failed: {said(error)}",)
        found += notes if all_of(notes, str) else ()
    return tuple(found)


def polled(judge: Judge) -> Judge:
    """Return a judge as it answers when it is asked several times: one that is a model then samples its replies.

    Args:
        judge: may have ``polled``, a method without arguments; one without is asked as it is.

    Raises:
        ConfigurationError: it is set up to say always the same.
    """
    sampling: Judge = judge.polled() if hasattr(judge, "polled") else judge
    return sampling


def models_of(*judges: object) -> tuple[LLM, ...]:
    """Return the models that judges ask, each once.

    Args:
        judges: may have ``models``.
    """
    return tuple(dict.fromkeys(model for judge in judges for model in getattr(judge, "models", ())))


def take_counts(*parts: object) -> tuple[Any, ...]:
    """Return what judges and decomposers counted since this was asked last: calls, tokens, votes. None for one that counts nothing.

    Args:
        parts: may have ``take_counts``, which returns what can go to another process.
    """
    return tuple(part.take_counts() if hasattr(part, "take_counts") else None for part in parts)


def add_counts(counts: Sequence[Any], *parts: Any) -> None:
    """Add what their likes in another process counted.

    Args:
        counts: from `take_counts`.
        parts: the same judges and decomposers there; may have ``add_counts``.
    """
    for part, counted in zip(parts, counts, strict=True):
        if counted is not None and hasattr(part, "add_counts"):
            part.add_counts(counted)


def check_types(verdict: Verdict) -> None:
    """Refuse a verdict that holds something that its type does not allow.

    Args:
        verdict: of a judge that may be anybody's.

    Raises:
        TypeError: it does.
    """
    fits = (
        isinstance(verdict.reason, str)
        and all_of(verdict.flags, str)
        and all_of(verdict.findings, Finding)
        and all_of(verdict.evidence, Evidence)
        and (verdict.nearest is None or isinstance(verdict.nearest, Evidence))
    )
    if not fits:
        msg = "reason, flags, findings, evidence and nearest must be of the types that Verdict documents"
        raise TypeError(msg)


def all_of(values: object, kind: type) -> bool:
    return isinstance(values, tuple | list) and all(isinstance(value, kind) for value in values)
