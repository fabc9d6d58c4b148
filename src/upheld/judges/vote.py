"""The judge ``vote``: several votes on every claim, of one judge or of several, and how far they agree.

One mechanism for two uses: a judge that does not always say the same is asked several times (R. Friel and A. Sanyal,
"ChainPoll: a high efficacy method for LLM hallucination detection", 2023), or a panel of different judges votes once each.
"""

from __future__ import annotations

import re
import threading
from collections import Counter, deque
from contextlib import ExitStack, closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from upheld._errors import ConfigurationError
from upheld._types import Label, Verdict
from upheld.judges import resolve_judge
from upheld.judges._asking import aask, add_counts, ask, models_of, notes_of, polled, take_counts, together
from upheld.judges.base import Judgement
from upheld.metrics.agreement import cohen_kappa, fleiss_kappa

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Iterator, Sequence

    from upheld._types import Inference
    from upheld.judges._asking import Judged
    from upheld.judges.base import Judge, Task
    from upheld.llm.model import LLM
    from upheld.llm.options import LLMOptions

__all__ = ["VoteJudge", "named_vote"]

_MOST = 99
_TELLING = 20  # claims on which votes are alike, from which that is worth a word
_PAIR = 2
_PART = re.compile(r"(?:([0-9]{1,4})\*)?((?![0-9]*\*).+)", re.DOTALL)
_TAG = ":vote"  # between the id of a task and the place of the voter


class VoteJudge:
    """Asks several times and joins the votes on each claim.

    - ``supported`` needs more than half of the votes. Else the claim is ``contradicted`` or ``not_enough_info``, whichever
      has more votes, and of equally many ``contradicted``. So a tie goes to the more careful verdict, and label and
      probability never say different things.
    - `Verdict.probability` and `Verdict.p_contradicted` are shares of the votes; evidence is that of the votes that won. The
      flag ``split`` says that the votes differ. The reason counts them, and gives the range of P(supported) where single
      votes have one.
    - A model that votes more than once samples its replies: at the temperature that the user set, else at 1.
    - A vote that is an ``error`` does not count: the others decide, and the flag ``voted:2/3`` tells how many did. Where
      all are, the claim is an ``error``.

    Verdicts on each chunk alone (`Judgement.by_chunk`) are not joined. Several threads may use it if they may use its judges.

    Args:
        voters: who votes, judges or their names. One that is listed several times is asked as often, each time with the next
            `Task.vote`.
        inference: how strictly to read; asked of judges that are named.

    Attributes:
        voters: the judges, in the order of the votes.
        signature: the judges' signatures, with how often each is asked.

    Raises:
        ConfigurationError: there are fewer than 2 votes or more than 99, one is by no judge, or a model that votes more than
            once is set to temperature 0.

    Example:
        >>> from upheld.judges.scripted import ScriptedJudge
        >>> yes, no = ScriptedJudge(), ScriptedJudge(default="contradicted")
        >>> VoteJudge([yes, yes, no]).signature
        'vote(2*scripted+scripted)'
    """

    def __init__(self, voters: Sequence[str | Judge], inference: Inference = "entailed") -> None:
        if not _PAIR <= len(voters) <= _MOST:
            msg = f"a vote needs 2 to {_MOST} votes, not {len(voters)}: name several judges, or one several times (vote:3*NAME)"
            raise ConfigurationError(msg)
        made = {one: resolve_judge(one, inference) for one in voters if isinstance(one, str)}
        self.voters = _sampling([made[one] if isinstance(one, str) else resolve_judge(one) for one in voters])
        self._names = [voter.signature for voter in self.voters]
        self._members = list({id(voter): voter for voter in self.voters}.values())
        self.signature = f"vote({'+'.join(map(self._told, self._members))})"
        self._labels: Counter[tuple[Label, ...]] = Counter()
        self._lock = threading.Lock()

    def __reduce__(self) -> tuple[object, ...]:
        """Send the judges to another process, not what was counted in this one."""
        return VoteJudge, (self.voters,)

    def polled(self) -> VoteJudge:
        """Return the vote as it answers when it is itself asked several times."""
        return VoteJudge([polled(voter) for voter in self.voters])

    def take_counts(self) -> Any:
        """Return what was counted since this was asked last, and forget it."""
        with self._lock:
            labels = dict(self._labels)
            self._labels.clear()
        return labels, take_counts(*self._members)

    def add_counts(self, counts: Any) -> None:
        """Add what a like judge in another process counted."""
        labels, members = counts
        with self._lock:
            self._labels.update(labels)
        add_counts(members, *self._members)

    def _told(self, member: Judge) -> str:
        votes = sum(voter is member for voter in self.voters)
        return member.signature if votes == 1 else f"{votes}*{member.signature}"

    def judge(self, tasks: Iterable[Task]) -> Iterator[Judgement]:
        """Yield the judgement of each task as soon as its last vote is there.

        The judges are read in turn: while one of them computes, those that wait for a network do so in the background.
        """
        shared = _Shared(tasks, len(self._members))
        polls: dict[str, dict[int, tuple[Verdict, ...]]] = {}
        with ExitStack() as stack:
            streams = [
                stack.enter_context(closing(ask(member, self._ballots(member, shared.reader(n)))))
                for n, member in enumerate(self._members)
            ]
            for ballot, verdicts in _in_turn(streams):
                task_id, _, place = ballot.id.rpartition(_TAG)
                poll = polls.setdefault(task_id, {})
                poll[int(place)] = verdicts
                if len(poll) == len(self.voters):
                    yield self._judgement(task_id, polls.pop(task_id))

    async def ajudge(self, tasks: Iterable[Task]) -> AsyncIterator[Judgement]:
        """Yield the judgement of each task, in order, without blocking the event loop; all votes on a task are asked at once.

        A cancelled caller cancels the votes under way.
        """
        for task in tasks:
            ballots = [
                (member, ballot) for member in self._members for ballot in self._ballots(member, (task,))
            ]
            found = await together(aask(member, ballot) for member, ballot in ballots)
            poll = {int(ballot.id.rpartition(_TAG)[2]): verdicts for ballot, verdicts in found}
            yield self._judgement(task.id, poll)

    def _ballots(self, member: Judge, tasks: Iterable[Task]) -> Iterator[Task]:
        """Yield each task once for every vote of a judge, each with a number of its own.

        Judges of one signature may share a cache, so they are numbered together; a vote within a vote is, too.
        """
        alike = [place for place, name in enumerate(self._names) if name == member.signature]
        mine = [(place, number) for number, place in enumerate(alike) if self.voters[place] is member]
        for task in tasks:
            for place, number in mine:
                vote = task.vote * len(alike) + number
                yield replace(task, id=f"{task.id}{_TAG}{place}", vote=vote, each_chunk=False)

    def _judgement(self, task_id: str, poll: dict[int, tuple[Verdict, ...]]) -> Judgement:
        by_claim = list(zip(*(poll[place] for place in range(len(poll))), strict=True))
        with self._lock:
            self._labels.update(tuple(vote.label for vote in votes) for votes in by_claim)
        return Judgement(task_id, tuple(self._verdict(votes) for votes in by_claim))

    def _verdict(self, votes: Sequence[Verdict]) -> Verdict:
        """Join the votes on one claim."""
        valid = [vote for vote in votes if vote.label != "error"]
        if not valid:
            why = "; ".join(dict.fromkeys(vote.reason for vote in votes if vote.reason))
            return Verdict("error", reason=f"none of {len(votes)} votes came" + (f": {why}" if why else ""))
        counts = Counter(vote.label for vote in valid)
        label = _label(counts)
        winners = [vote for vote in valid if vote.label == label]
        evidence = tuple(dict.fromkeys(place for vote in winners for place in vote.evidence))
        flags = [flag for vote in winners for flag in vote.flags if flag != "unproven" or not evidence]
        flags += ["split"] * (len(counts) > 1)
        flags += [f"voted:{len(valid)}/{len(votes)}"] * (len(valid) < len(votes))
        return Verdict(
            label,
            counts["supported"] / len(valid),
            counts["contradicted"] / len(valid),
            self._reason(votes, label),
            tuple(dict.fromkeys(flags)),
            tuple(dict.fromkeys(finding for vote in winners for finding in vote.findings)),
            evidence,
            next((vote.nearest for vote in winners if vote.nearest is not None), None),
        )

    def _reason(self, votes: Sequence[Verdict], label: Label) -> str:
        """Count the votes, those that won first, and add what the first of these said."""
        by_label: dict[Label, list[str]] = {label: []}
        for vote, name in zip(votes, self._names, strict=True):
            by_label.setdefault(vote.label, []).append(name)
        named = len(self._members) > 1 and len(by_label) > 1
        parts = [
            f"{each if each != 'error' else 'no verdict'} by {len(names)} of {len(votes)}"
            + (f" ({', '.join(names)})" if named else "")
            for each, names in by_label.items()
        ]
        given = [v.probability for v in votes if v.probability is not None and v.label != "error"]
        if given and min(given) < max(given):
            parts.append(f"P(supported) from {min(given):.2f} to {max(given):.2f}")
        why = [
            next((v.reason for v in votes if v.label == each and v.reason), "") for each in (label, "error")
        ]
        return ", ".join(parts) + "".join(
            f"{mark} {text}" for mark, text in zip(":;", why, strict=True) if text
        )

    @property
    def models(self) -> tuple[LLM, ...]:
        """The models that are asked."""
        return models_of(*self._members)

    @property
    def claims(self) -> int:
        """How many claims were voted on."""
        return sum(self._counted().values())

    @property
    def split(self) -> int:
        """On how many of them the votes differed; errors are no votes."""
        return sum(n for labels, n in self._counted().items() if len({*labels} - {"error"}) > 1)

    @property
    def kappa(self) -> float | None:
        """Agreement beyond chance on the claims where every vote came: 1 is full, 0 that of chance.

        Cohen's kappa of two votes, Fleiss' of more; None where there is no such claim, or all votes name one label.
        """
        complete = Counter({labels: n for labels, n in self._counted().items() if "error" not in labels})
        if len(self.voters) > _PAIR:
            return fleiss_kappa(complete.elements())
        rows = list(complete.elements())
        return cohen_kappa([one for one, _ in rows], [other for _, other in rows])

    @property
    def notes(self) -> tuple[str, ...]:
        """What to say of the votes beside a report; nothing where there were none."""
        own: tuple[str, ...] = ()
        if claims := self.claims:
            name = "Cohen's" if len(self.voters) == _PAIR else "Fleiss'"
            kappa = "not defined" if self.kappa is None else f"{self.kappa:.2f}"
            told = f"{len(self.voters)} votes a claim on {claims:,} claims, split on {self.split:,}; {name} kappa {kappa}"
            own = (told + self._alike(),)
        return own + notes_of(*self._members)

    def _alike(self) -> str:
        """Say which judge was asked several times in vain."""
        columns = list(zip(*self._counted(), strict=True))  # of labels, one for each vote
        for name in dict.fromkeys(self._names):
            votes = [column for column, its in zip(columns, self._names, strict=True) if its == name]
            if len(votes) >= _PAIR and len({*votes}) == 1 and self.claims >= _TELLING:
                return f"; the votes of {name} never differed: ask it once if it always says the same"
        return ""

    def _counted(self) -> dict[tuple[Label, ...], int]:
        with self._lock:
            return dict(self._labels)


def named_vote(text: str, inference: Inference = "entailed", llm: LLMOptions | None = None) -> VoteJudge:
    """Return the vote of judges that are named in one text, such as ``3*llm:x`` or ``lexical+checks+llm:x``.

    Args:
        text: names joined by ``+``, each with how often it is asked before a ``*``.
        inference: how strictly to read.
        llm: options of calls to a model.

    Raises:
        ConfigurationError: there is no such judge, or not 2 to 99 votes.
    """
    voters: list[str] = []
    for part in text.split("+"):
        found = _PART.fullmatch(part.strip())
        if found is None:
            msg = f"a judge is missing in {'vote:' + text!r}: join names by +, such as vote:lexical+checks, or vote:3*NAME"
            raise ConfigurationError(msg)
        voters += [found[2]] * int(found[1] or 1)
    made = {name: resolve_judge(name, inference, llm) for name in voters[:_MOST]}
    return VoteJudge([made.get(name, name) for name in voters], inference)


def _sampling(voters: Sequence[Judge]) -> tuple[Judge, ...]:
    """Return the voters, those that vote more than once sampling: at temperature 0 all votes of a model are one vote."""
    times = Counter(voter.signature for voter in voters)
    sampling = {id(one): polled(one) for one in voters if times[one.signature] > 1}
    return tuple(sampling.get(id(voter), voter) for voter in voters)


def _label(counts: Counter[Label]) -> Label:
    """Return the label of the votes: supported by more than half of them, or the more careful one."""
    if counts["supported"] * 2 > counts.total():
        return "supported"
    return "contradicted" if counts["contradicted"] >= counts["not_enough_info"] else "not_enough_info"


def _in_turn(streams: Sequence[Iterator[Judged]]) -> Iterator[Judged]:
    """Yield one item of each stream in turn, until all have ended."""
    waiting = deque(streams)
    while waiting:
        stream = waiting.popleft()
        item = next(stream, None)
        if item is not None:
            yield item
            waiting.append(stream)


class _Shared:
    """One stream of tasks for several judges, each of which may read it in a thread of its own.

    Args:
        tasks: read once, whenever the judge that is ahead asks for more.
        readers: how many judges.
    """

    def __init__(self, tasks: Iterable[Task], readers: int) -> None:
        self._tasks = iter(tasks)
        self._waiting: list[deque[Task]] = [deque() for _ in range(readers)]
        self._lock = threading.Lock()

    def reader(self, number: int) -> Iterator[Task]:
        """Yield all tasks to one judge."""
        mine = self._waiting[number]
        while True:
            with self._lock:
                if not mine:
                    task = next(self._tasks, None)
                    if task is None:
                        return
                    for queue in self._waiting:
                        queue.append(task)
                task = mine.popleft()
            yield task
