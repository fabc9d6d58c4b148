"""A judge that says what it was told to: for tests of what is built on verdicts."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from upheld._types import Verdict
from upheld.judges.base import Judgement

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from upheld._types import Label
    from upheld.judges.base import Task

__all__ = ["Script", "ScriptedJudge"]

Answer: TypeAlias = "Label | Verdict | Exception | None"
Script: TypeAlias = "Mapping[str, Answer] | Callable[[str, Task], Answer]"

_REMEMBERED = 10_000


class ScriptedJudge:
    """Gives scripted verdicts, and counts what it was asked.

    Args:
        script: claim text -> label, verdict, None (no verdict returned) or an exception to raise; or a function of
            the claim and its task that returns one of these.
        default: answer for claims that the script does not name.

    Attributes:
        calls: number of tasks judged.
        asked: the first 10,000 claims judged, in order. No more, so that memory does not grow with a long run.

    Example:
        >>> judge = ScriptedJudge({"The tower is 300 m tall": "contradicted"})
    """

    def __init__(self, script: Script | None = None, default: Answer = "supported") -> None:
        self.script = script or {}
        self.default = default
        self.signature = "scripted"
        self.calls = 0
        self.asked: list[str] = []

    def judge(self, tasks: Iterable[Task]) -> Iterator[Judgement]:
        """Yield the scripted judgement of each task, in order."""
        for task in tasks:
            self.calls += 1
            yield Judgement(task.id, tuple(self._verdict(claim, task) for claim in task.claims))

    def _verdict(self, claim: str, task: Task) -> Verdict | None:
        if len(self.asked) < _REMEMBERED:
            self.asked.append(claim)
        answer = self.script(claim, task) if callable(self.script) else self.script.get(claim, self.default)
        if isinstance(answer, Exception):
            raise answer
        return Verdict(answer) if isinstance(answer, str) else answer
