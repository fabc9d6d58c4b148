"""Comparing scorers: the same samples through judges of ours, through other frameworks, and beside scores made elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

from upheld._api import Run, is_whole, known, read_samples
from upheld._compare.given import score_given
from upheld._compare.peers import CONVENTIONS, PeerOptions, PeerProcess
from upheld._compare.specs import Endpoint, Given, Peer, Spec, given_files, parsed
from upheld._errors import ConfigurationError, InputError, UpheldError
from upheld._report.compared import Column, CompareReport, Score
from upheld._report.store import ResultStore
from upheld.judges import DEFAULT_JUDGE, Judge
from upheld.llm.address import key_for
from upheld.metrics.levels import is_number

if TYPE_CHECKING:
    from os import PathLike

    from upheld._api import Source
    from upheld._types import Policy, Result, Sample

__all__ = ["compare"]

_OURS = {
    "strict": "strict: supported / checkable claims",
    "lenient": "lenient: claims not contradicted / checkable claims",
    "graded": "graded: mean P(supported) of the checkable claims",
}
_NOTHING = "nothing to check has no score"
_INTERRUPTED = "the run was interrupted before it"
_RUN_OPTIONS = ("inference", "checks", "tolerance", "decomposer", "llm", "jobs", "empty_score")


def compare(
    source: Source,
    scorers: Sequence[str | Judge],
    *,
    scores: Mapping[str, str | PathLike[str]] | Sequence[str | PathLike[str]] = (),
    judge: str | Judge = DEFAULT_JUDGE,
    policy: Policy = "strict",
    threshold: float = 0.5,
    model: str | None = None,
    base_url: str | None = None,
    python: str | Mapping[str, str] | None = None,
    max_concurrency: int = 16,
    timeout: float = 180.0,
    format: str | None = None,  # noqa: A002 - the word users know
    mapping: Mapping[str, str] | None = None,
    encoding: str | None = None,
    limit: int | None = None,
    notify: Callable[[str], None] | None = None,
    **options: Any,
) -> CompareReport:
    """Score the same samples with several scorers, and say how far they agree.

    RAGAS and DeepEval run in a Python of their own, which need not have Upheld; nothing of theirs is loaded here. A sample that
    a scorer cannot score is named with the reason, and is in none of that scorer's figures.

    Args:
        source: as for `evaluate`. All samples are held in memory.
        scorers: ``upheld`` (the judge of `judge`), ``upheld:JUDGE``, ``upheld:llm`` (the model of `model`), each with a policy of its
            own as ``upheld-lenient`` or ``upheld-graded:lexical``; ``ragas``; ``deepeval``; or a `Judge`. Without one of ours,
            ``upheld`` is added, for its claims.
        scores: files of scores made elsewhere, with the columns id and score: name -> file, or files.
        judge: the judge of plain ``upheld``.
        policy: of our scorers that name none.
        threshold: score in [0, 1] from which a sample passes, for agreement and kappa.
        model: name of the model that peers and ``upheld:llm`` ask.
        base_url: address of its endpoint; None: OpenAI, or ``OPENAI_BASE_URL``. The key is the one that `LLMOptions` would use.
        python: the Python (or environment) that has the peers, or peer -> Python; None: this one.
        max_concurrency: calls of a scorer to a model in flight.
        timeout: seconds that a peer has for one sample.
        format: as for `Run`.
        mapping: as for `Run`.
        encoding: as for `Run`.
        limit: take so many samples.
        notify: called with each warning, and with what each scorer cost.
        **options: of `Run`, for our scorers: inference, checks, tolerance, decomposer, llm, jobs, empty_score.

    Returns:
        The report. ``print`` shows it, ``to_dict()`` is JSON-ready.

    Raises:
        ConfigurationError: a scorer or an option is wrong, or a peer is not installed where it was looked for.
        InputError: the samples or a file of scores cannot be read.

    Example:
        >>> rows = [{"id": "1", "answer": "It is open.", "contexts": ["It is open."]}]
        >>> compare(rows, ["upheld:lexical", "upheld-lenient:lexical"]).pairs()[0].n
        1
    """
    _check(threshold, max_concurrency, timeout, options)
    endpoint = Endpoint(model, base_url)
    specs = parsed(scorers, given_files(scores), judge, endpoint)
    tell = notify or (lambda _text: None)
    reading = read_samples(source, format=format, mapping=mapping, encoding=encoding, notify=tell)
    samples = list(islice(reading, limit))
    if not samples:
        msg = "there is no sample to score"
        raise InputError(msg)
    report = CompareReport(threshold)
    report.take(samples)
    llm = {"max_concurrency": max_concurrency, **_as_mapping(options.pop("llm", None))}
    work = _Work(samples, report, policy, {**options, "llm": llm}, tell)
    with ExitStack() as stack:
        for spec in specs:
            if isinstance(spec, Peer):
                given = _peer_options(spec.name, endpoint, python, max_concurrency, timeout)
                work.peers[spec.name] = stack.enter_context(PeerProcess(spec.name, given))
        work.run(specs)
    return report


def _check(threshold: float, max_concurrency: int, timeout: float, options: Mapping[str, Any]) -> None:
    known({name: None for name in options if name not in _RUN_OPTIONS}, compare)
    for name, value, fits, what in (
        ("threshold", threshold, is_number(threshold) and 0.0 <= threshold <= 1.0, "a number between 0 and 1"),
        ("max_concurrency", max_concurrency, is_whole(max_concurrency) and max_concurrency > 0, "a whole number, at least 1"),
        ("timeout", timeout, isinstance(timeout, int | float) and timeout > 0, "a number of seconds above 0"),
    ):  # fmt: skip
        if not fits:
            msg = f'"{name}" must be {what}: {value!r:.80}'
            raise ConfigurationError(msg)


def _as_mapping(llm: Any) -> Mapping[str, Any]:
    if llm is None or isinstance(llm, Mapping):
        return llm or {}
    msg = f'"llm" must be a mapping of options here: {type(llm).__name__}'
    raise ConfigurationError(msg)


def _peer_options(
    name: str, endpoint: Endpoint, python: str | Mapping[str, str] | None, concurrency: int, timeout: float
) -> PeerOptions:
    told = python.get(name) if isinstance(python, Mapping) else python
    return PeerOptions(
        told or sys.executable,
        str(endpoint.model),
        endpoint.base_url,
        key_for(endpoint.base_url) or "none",
        concurrency,
        timeout,
    )


@dataclass(slots=True)
class _Work:
    """One comparison under way.

    Attributes:
        samples: all of them.
        report: where the columns go.
        policy: of our scorers that name none.
        options: of `Run`.
        tell: called with what the user should know.
        peers: the processes of peers that are asked.
    """

    samples: Sequence[Sample]
    report: CompareReport
    policy: Policy
    options: Mapping[str, Any]
    tell: Callable[[str], None]
    peers: dict[str, PeerProcess] = field(default_factory=dict)

    def run(self, specs: Iterable[Spec]) -> None:
        """Ask one scorer after the other; an interrupt keeps what is done."""
        for peer in self.peers.values():
            peer.wait_ready()  # before the first call that costs something
        planned = [(spec, *self._planned(spec)) for spec in specs]
        for spec, column, scores in planned:
            self.report.columns.append(column)
            if scores is not None:
                self._fill(spec, column, scores)

    def _planned(self, spec: Spec) -> tuple[Column, Iterator[tuple[int, Score]] | None]:
        """Return the column of a scorer and what will fill it; a file is read at once."""
        if isinstance(spec, Given):
            return score_given(spec, self.samples), None
        if isinstance(spec, Peer):
            peer = self.peers[spec.name]
            about = f"{peer.version}|{peer.about}"
            return Column(spec.name, CONVENTIONS[spec.name], about), self._of_peer(peer)
        policy = spec.policy or self.policy
        column = Column(spec.name, f"{_OURS.get(policy, policy)}; {_NOTHING}", "", results=ResultStore())
        run = Run(self.samples, judge=spec.judge, policy=policy, **self.options, notify=column.notes.append)
        column.signature = run.signature
        return column, self._of_ours(run, column)

    def _fill(self, spec: Spec, column: Column, scores: Iterator[tuple[int, Score]]) -> None:
        """Take the scores of one scorer as they come."""
        found: dict[int, Score] = {}
        why = _INTERRUPTED
        start = time.perf_counter()
        if not self.report.interrupted:
            try:
                found.update(scores)  # one by one, so an interrupt leaves what came before it
            except KeyboardInterrupt:
                self.report.interrupted = True
            except UpheldError as error:  # what other scorers were paid for is not lost for this one
                why = str(error)
        column.seconds = round(time.perf_counter() - start, 3)
        column.scores = [found.get(n, Score(None, why)) for n in range(len(self.samples))]
        calls = [score.calls for score in column.scores if score.calls is not None]
        column.calls = sum(calls) if calls else None
        self.tell(
            f"{spec.name}: {len(column.values)} of {len(self.samples)} samples in {column.seconds:.1f} s"
        )

    def _of_ours(self, run: Run, column: Column) -> Iterator[tuple[int, Score]]:
        with closing(run.results()) as results:
            for number, result in enumerate(results):
                if column.results is not None:
                    column.results.append(result)
                yield number, _score(result)

    def _of_peer(self, peer: PeerProcess) -> Iterator[tuple[int, Score]]:
        sound = {n: sample for n, sample in enumerate(self.samples) if sample.problem is None}
        for number, sample in enumerate(self.samples):
            if sample.problem is not None:
                yield number, Score(None, f"the row could not be read: {sample.problem}")
        yield from peer.scores(sound)


def _score(result: Result) -> Score:
    if result.score is not None:
        return Score(result.score, result.reason)
    return Score(None, f"{result.status.replace('_', ' ')}: {result.reason}")
