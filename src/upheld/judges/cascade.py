"""The judge ``cascade``: a cheap judge for all claims, a dear one for those that the first is unsure of."""

from __future__ import annotations

import hashlib
import re
import threading
from collections import Counter, deque
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from upheld._errors import ConfigurationError
from upheld.judges import resolve_judge
from upheld.judges._asking import aask, add_counts, ask, models_of, notes_of, polled, take_counts
from upheld.judges.base import Judgement
from upheld.stats import mean_interval

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Iterator, Sequence

    from upheld._types import Inference, Verdict
    from upheld.judges._asking import Judged
    from upheld.judges.base import Judge, Task
    from upheld.llm.model import LLM
    from upheld.llm.options import LLMOptions

__all__ = ["CascadeJudge", "named_cascade"]

_HELD = 64  # decided tasks that may wait while the second judge reads on
_NAMED = re.compile(r"(?:([0-9.]+)-([0-9.]+):)?([^>]+)>(.+)", re.DOTALL)


class CascadeJudge:
    """Asks a first judge for every claim, and a second one where the first is unsure.

    A claim goes to the second judge where P(supported) of the first lies between two bounds (both included), where it gives
    none, and where it gives an ``error``. The second judge decides it, with the flag ``escalated``. Where the second one has
    no verdict either, the claim is an ``error``: what the first was unsure of is not passed off as decided.

    A share of the sure claims goes to the second judge too, as a control. It changes no label and no probability, and the
    flag ``split`` marks those where the judges differ. Which claims these are follows from their texts alone.

    Verdicts on each chunk alone (`Judgement.by_chunk`) are not kept. Several threads may use it if they may use its judges.

    Args:
        first: judges every claim; a judge or its name.
        second: judges what the first is unsure of; a task holds only those claims.
        low: the lower bound.
        high: the upper bound.
        control: share of the sure claims that are a control, in [0, 1].
        inference: how strictly to read; asked of judges that are named.

    Attributes:
        first: the first judge.
        second: the second judge.
        signature: both judges' signatures and the bounds.

    Raises:
        ConfigurationError: the bounds or the share are not in [0, 1], or not in order, or one is no judge.
    """

    def __init__(
        self,
        first: str | Judge,
        second: str | Judge,
        low: float = 0.2,
        high: float = 0.8,
        control: float = 0.05,
        *,
        inference: Inference = "entailed",
    ) -> None:
        if not 0.0 <= low <= high <= 1.0:
            msg = f"the bounds of a cascade must be in order and between 0 and 1: {low!r} and {high!r}"
            raise ConfigurationError(msg)
        if not 0.0 <= control <= 1.0:
            msg = f"the control of a cascade is a share, between 0 and 1: {control!r}"
            raise ConfigurationError(msg)
        self.first, self.second = resolve_judge(first, inference), resolve_judge(second, inference)
        self.low, self.high, self.control = low, high, control
        self.signature = f"cascade({self.first.signature}>{self.second.signature},{low:g}-{high:g})"
        self._counts: Counter[str] = Counter()
        self._lock = threading.Lock()

    def __reduce__(self) -> tuple[object, ...]:
        """Send the judges to another process, not what was counted in this one."""
        return CascadeJudge, (self.first, self.second, self.low, self.high, self.control)

    def judge(self, tasks: Iterable[Task]) -> Iterator[Judgement]:
        """Yield the judgement of each task; the first judge is read as the second one reads on."""
        with closing(ask(self.first, tasks)) as judged:
            line = _Line(self, judged)
            while line.open:
                with closing(ask(self.second, line.unsure())) as decided:
                    for asked, verdicts in decided:
                        yield line.joined(asked, verdicts)
                        yield from line.sure()
                yield from line.sure()

    async def ajudge(self, tasks: Iterable[Task]) -> AsyncIterator[Judgement]:
        """Yield the judgement of each task, in order, without blocking the event loop.

        A cancelled caller cancels the calls made for it.
        """
        for task in tasks:
            case = self._case(*await aask(self.first, task))
            if case.places:
                _, verdicts = await aask(self.second, case.part())
                self._settle(case, verdicts)
            yield case.judgement()

    def polled(self) -> CascadeJudge:
        """Return the cascade as it answers when it is asked several times."""
        first, second = polled(self.first), polled(self.second)
        return CascadeJudge(first, second, self.low, self.high, self.control)

    def take_counts(self) -> Any:
        """Return what was counted since this was asked last, and forget it."""
        with self._lock:
            own = dict(self._counts)
            self._counts.clear()
        return own, take_counts(self.first, self.second)

    def add_counts(self, counts: Any) -> None:
        """Add what a like judge in another process counted."""
        own, judges = counts
        self._count(**own)
        add_counts(judges, self.first, self.second)

    def is_unsure(self, verdict: Verdict) -> bool:
        """Say whether the second judge must decide what the first said.

        Args:
            verdict: of the first judge.
        """
        p = verdict.probability
        return verdict.label == "error" or p is None or self.low <= p <= self.high

    def is_control(self, claim: str) -> bool:
        """Say whether a claim belongs to the control share, wherever and whenever it comes.

        Args:
            claim: text of the claim.
        """
        digest = hashlib.blake2b(claim.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        return int.from_bytes(digest) < self.control * 2**64

    def _count(self, **numbers: int) -> None:
        with self._lock:
            self._counts.update(numbers)

    def _case(self, task: Task, verdicts: Sequence[Verdict]) -> _Case:
        """Choose what the second judge is asked of a task that the first has judged."""
        unsure = [n for n, verdict in enumerate(verdicts) if self.is_unsure(verdict)]
        control = {n for n, claim in enumerate(task.claims) if n not in unsure and self.is_control(claim)}
        places = sorted({*unsure, *control})
        self._count(
            tasks=1, claims=len(task.claims), called=bool(places), sent=len(unsure), control=len(control)
        )
        return _Case(task, list(verdicts), places, control)

    def _settle(self, case: _Case, verdicts: Sequence[Verdict]) -> None:
        """Put what the second judge says into a task."""
        for place, verdict in zip(case.places, verdicts, strict=True):
            first = case.verdicts[place]
            take = self._compared if place in case.control else self._decided
            case.verdicts[place] = take(first, verdict)

    def _compared(self, first: Verdict, second: Verdict) -> Verdict:
        if second.label == "error":
            return first
        agreed = first.label == second.label
        self._count(compared=1, agreed=agreed)
        if agreed:
            return first
        reason = f"{first.reason}; as a control {self.second.signature} says {second.label}"
        return replace(
            first, reason=reason.removeprefix("; "), flags=tuple(dict.fromkeys((*first.flags, "split")))
        )

    def _decided(self, first: Verdict, second: Verdict) -> Verdict:
        flags = tuple(dict.fromkeys((*second.flags, "escalated")))
        if second.label != "error":
            return replace(second, flags=flags)
        said = (
            first.label
            if first.probability is None
            else f"{first.label} (P(supported) = {first.probability:.2f})"
        )
        reason = f"{second.reason}; {self.first.signature} was unsure: {said}"
        return replace(
            second, flags=flags, reason=reason, nearest=first.nearest or next(iter(first.evidence), None)
        )

    @property
    def models(self) -> tuple[LLM, ...]:
        """The models that are asked."""
        return models_of(self.first, self.second)

    @property
    def counts(self) -> dict[str, int]:
        """What was counted since the judge was made.

        ``tasks`` and ``claims`` came to the first judge; ``called`` tasks went on to the second, with ``sent`` claims that the
        first was unsure of and ``control`` claims that it was sure of; ``compared`` of these got a verdict of both, and on
        ``agreed`` the labels were the same.
        """
        names = ("tasks", "claims", "called", "sent", "control", "compared", "agreed")
        with self._lock:
            return {name: self._counts[name] for name in names}

    @property
    def saved(self) -> int:
        """How many tasks the second judge was not called for."""
        counts = self.counts
        return counts["tasks"] - counts["called"]

    @property
    def agreement(self) -> float | None:
        """Share of the control claims on which both judges give the same label; None without such claims."""
        counts = self.counts
        return counts["agreed"] / counts["compared"] if counts["compared"] else None

    @property
    def notes(self) -> tuple[str, ...]:
        """What to say of the cascade beside a report; nothing where it judged nothing."""
        counts = self.counts
        own: tuple[str, ...] = ()
        if counts["tasks"]:
            sent = f"{counts['sent']:,} of {counts['claims']:,} claims went to {self.second.signature}"
            own = (f"{sent}; {self.saved:,} of {counts['tasks']:,} calls saved; {_agreement(counts)}",)
        return own + notes_of(self.first, self.second)


@dataclass(slots=True)
class _Case:
    """A task whose claims the second judge is asked about.

    Attributes:
        task: with all claims.
        verdicts: of the first judge.
        places: of the claims that the second judge is asked about.
        control: those of them that the first was sure of.
    """

    task: Task
    verdicts: list[Verdict]
    places: list[int]
    control: set[int]

    def part(self) -> Task:
        """Return the task with only the claims that the second judge is asked about, and their findings."""
        task = self.task
        findings = tuple(task.findings[n] for n in self.places) if task.findings else ()
        claims = tuple(task.claims[n] for n in self.places)
        return replace(task, claims=claims, findings=findings, each_chunk=False)

    def judgement(self) -> Judgement:
        """Return the verdicts as they are now."""
        return Judgement(self.task.id, tuple(self.verdicts))


class _Line:
    """The tasks of one run between the two judges.

    Attributes:
        open: there may be tasks that the first judge has not judged.
    """

    def __init__(self, cascade: CascadeJudge, judged: Iterator[Judged]) -> None:
        self._cascade = cascade
        self._judged = judged
        self._cases: dict[str, _Case] = {}
        self._sure: deque[Judgement] = deque()
        self.open = True

    def unsure(self) -> Iterator[Task]:
        """Yield what the second judge is asked; stop where too many decided tasks wait to be handed on."""
        while len(self._sure) < _HELD:
            if (found := next(self._judged, None)) is None:
                self.open = False
                return
            case = self._cascade._case(*found)  # noqa: SLF001 - its own line
            if case.places:
                self._cases[case.task.id] = case
                yield case.part()
            else:
                self._sure.append(case.judgement())

    def sure(self) -> Iterator[Judgement]:
        """Yield what the first judge decided alone so far."""
        while self._sure:
            yield self._sure.popleft()

    def joined(self, asked: Task, verdicts: Sequence[Verdict]) -> Judgement:
        """Return the judgement of a task that the second judge has answered."""
        case = self._cases.pop(asked.id)
        self._cascade._settle(case, verdicts)  # noqa: SLF001 - its own line
        return case.judgement()


def named_cascade(
    text: str, inference: Inference = "entailed", llm: LLMOptions | None = None
) -> CascadeJudge:
    """Return the cascade of two judges that are named in one text, such as ``lexical>llm:x``.

    Args:
        text: the two names, ``>`` between them; the bounds may stand in front, as in ``0.3-0.7:lexical>llm:x``.
        inference: how strictly to read.
        llm: options of calls to a model.

    Raises:
        ConfigurationError: there is no such judge, or not two of them, or the bounds are wrong.
    """
    found = _NAMED.fullmatch(text)
    if found is None:
        msg = f"a cascade needs two judges, such as 'cascade:lexical>llm:NAME' (in quotes, > is a file to a shell): {'cascade:' + text!r}"
        raise ConfigurationError(msg)
    first, second = (resolve_judge(name.strip(), inference, llm) for name in found.group(3, 4))
    if found[1] is None:
        return CascadeJudge(first, second, inference=inference)
    try:
        low, high = float(found[1]), float(found[2])
    except ValueError:
        msg = f"the bounds of a cascade are two numbers, such as cascade:0.2-0.8:lexical>llm:NAME: '{found[1]}-{found[2]}'"
        raise ConfigurationError(msg) from None
    return CascadeJudge(first, second, low, high, inference=inference)


def _agreement(counts: dict[str, int]) -> str:
    """Say how often the judges agree on the control, with the 95 % interval of that share."""
    n, agreed = counts["compared"], counts["agreed"]
    if not n:
        return "no sure claim was asked as a control"
    low, high = mean_interval(n, agreed, agreed)
    return (
        f"both agree on {agreed:,} of {n:,} sure claims asked as a control ({low:.0%} to {high:.0%} at 95 %)"
    )
