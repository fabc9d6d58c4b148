"""The public functions: readers joined with the pipeline."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias, cast, get_args

from upheld._errors import ConfigurationError, InputError
from upheld._parallel import run_parallel
from upheld._report import Report
from upheld._types import CheckMode, Chunk, Inference, Policy, Result, Sample
from upheld.checks.tolerance import tolerances
from upheld.decompose.rules import RuleDecomposer
from upheld.judges import DEFAULT_JUDGE, Judge, resolve_judge
from upheld.metrics.faithfulness import Scoring, is_blank
from upheld.metrics.levels import DOMAINS, LEVELS, Domain, Levels
from upheld.pipeline import Pipeline
from upheld.readers import from_record, read

if TYPE_CHECKING:
    from os import PathLike

__all__ = ["Run", "acheck", "check", "evaluate"]

Contexts: TypeAlias = "str | Sequence[str | Chunk | Mapping[str, Any]] | None"
Path_: TypeAlias = "str | PathLike[str]"
Source: TypeAlias = "Path_ | BinaryIO | Sequence[Path_] | Iterable[Mapping[str, Any] | Sample]"


def check(
    answer: str | None,
    contexts: Contexts,
    question: str | None = None,
    *,
    claims: Sequence[str] | None = None,
    judge: str | Judge = DEFAULT_JUDGE,
    policy: Policy = "strict",
    inference: Inference = "entailed",
    domain: str | None = None,
    empty_score: float | None = None,
    levels: Levels = LEVELS,
    domains: Mapping[str, Domain] = DOMAINS,
    checks: CheckMode = "veto",
    tolerance: Mapping[str, str] | None = None,
) -> Result:
    """Check one answer against the context it was given.

    Args:
        answer: the answer; None counts as empty.
        contexts: the chunks, in order: texts, `Chunk` objects or mappings with ``text``. One text is one chunk.
        question: what was asked; needed only for answers that say nothing without it ("24", "No.").
        claims: claims to check instead of those made from the answer.
        judge: name of a judge, or a `Judge`.
        policy: ``strict``, ``lenient`` or ``graded``: how verdicts become a score.
        inference: ``entailed`` or ``reasonable``: how strictly the judge reads.
        domain: also decide deploy / review / block by this domain's thresholds.
        empty_score: score in [0, 1] for answers without anything to check; None: no score.
        levels: scores at which an answer is safe, or a warning.
        domains: thresholds of the domains.
        checks: ``veto``: a number, unit, date or negation that the context contradicts makes the claim contradicted;
            ``explain``: such findings are only listed; ``off``: none are made.
        tolerance: kind -> what may be off, such as ``{"length": "2%", "date": "1d", "time": "5min"}``.

    Returns:
        The result; ``print`` shows it, ``to_dict()`` is JSON-ready.

    Raises:
        ConfigurationError: an option is wrong.
        InputError: `contexts` or `claims` hold something that is no text.

    Example:
        >>> check("The office is open on Monday.", ["The office is open on Monday."]).score
        1.0
    """
    scoring = Scoring(policy, empty_score, levels, domain, domains)
    pipeline = _pipeline(judge, inference, scoring, checks, tolerance)
    return next(pipeline.run([_sample(answer, contexts, question, claims)]))


async def acheck(
    answer: str | None, contexts: Contexts, question: str | None = None, **options: Any
) -> Result:
    """Check one answer without blocking the event loop.

    Args:
        answer: as for `check`.
        contexts: as for `check`.
        question: as for `check`.
        **options: the other options of `check`.
    """
    claims = options.pop("claims", None)
    inference = options.pop("inference", "entailed")
    judge = options.pop("judge", DEFAULT_JUDGE)
    checks, tolerance = options.pop("checks", "veto"), options.pop("tolerance", None)
    try:
        scoring = Scoring(**options)
    except TypeError as error:
        msg = f"unknown option: {error}"
        raise ConfigurationError(msg) from error
    pipeline = _pipeline(judge, inference, scoring, checks, tolerance)
    return await pipeline.arun(_sample(answer, contexts, question, claims))


def _pipeline(
    judge: str | Judge,
    inference: Inference,
    scoring: Scoring,
    checks: CheckMode,
    tolerance: Mapping[str, str] | None,
    *,
    seed: int | None = None,
) -> Pipeline:
    if checks not in get_args(CheckMode):
        msg = f'"checks" must be one of {", ".join(get_args(CheckMode))}: {checks!r}'
        raise ConfigurationError(msg)
    allowed = tolerances(tolerance, scoring.domain)
    return Pipeline(
        resolve_judge(judge, inference), RuleDecomposer(), scoring, inference, seed, checks, allowed
    )


def _sample(
    answer: str | None, contexts: Contexts, question: str | None, claims: Sequence[str] | None
) -> Sample:
    texts: dict[str, object] = {"answer": answer, "question": question}
    for name, value in texts.items():
        if value is not None and not isinstance(value, str):
            msg = f'"{name}" must be a text: {type(value).__name__}'
            raise InputError(msg)
    return Sample(answer or "", _chunks(contexts), question, claims=_claims(claims))


def _claims(claims: Sequence[str] | None) -> tuple[str, ...] | None:
    if claims is None:
        return None
    given = tuple(_text("claims", claim) for claim in _listed("claims", claims, str))
    if any(is_blank(claim) for claim in given):
        msg = '"claims" holds a blank text: leave it out'
        raise InputError(msg)
    return given


def _chunks(contexts: Contexts) -> tuple[Chunk, ...]:
    if contexts is None:
        return ()
    return tuple(_chunk(item) for item in _listed("contexts", contexts, str, Chunk, Mapping))


def _listed(name: str, value: Any, *single: type) -> Iterable[object]:
    """Return the items of a list, or the one item that stands for a list; a set has no order to count by."""
    if isinstance(value, single):
        return (value,)
    if isinstance(value, Iterable) and not isinstance(value, AbstractSet | Mapping | bytes | bytearray):
        return value
    msg = f'"{name}" must be a list of texts: {type(value).__name__}'
    raise InputError(msg)


def _chunk(item: object) -> Chunk:
    if isinstance(item, Chunk):
        return replace(item, text=_text("contexts", item.text))
    if isinstance(item, Mapping):
        if not isinstance(item.get("text"), str):
            msg = f'a chunk needs a "text": found the keys {", ".join(map(str, item)) or "(none)"}'
            raise InputError(msg)
        known = {key: item[key] for key in ("text", "id", "score", "metadata") if item.get(key) is not None}
        return Chunk(**known)
    return Chunk("" if item is None else _text("contexts", item))


def _text(name: str, value: object) -> str:
    if isinstance(value, str):
        return value
    msg = f'"{name}" must hold texts: {type(value).__name__}'
    raise InputError(msg)


class Run:
    """A run over samples: iterate it for results in the order of the input.

    Args:
        source: a path, ``-`` for standard input, a binary file, a list of paths, or an iterable of records or samples.
        judge: name of a judge, or a `Judge`.
        policy: how verdicts become a score.
        inference: how strictly the judge reads.
        domain: domain whose thresholds decide.
        empty_score: score for answers without anything to check.
        levels: thresholds of the levels; None: the default.
        domains: thresholds of the domains; None: the default.
        format: name of the input format; None: detect it.
        mapping: field -> path in the record, such as ``{"contexts": "out.docs[].page_content"}``.
        encoding: of the files; None: detect it.
        limit: stop after so many samples.
        sample: draw so many samples at random, kept in order.
        seed: of that draw.
        jobs: processes to work in. More than one needs a judge that can be pickled.
        checks: what checks in code do, as for `check`.
        tolerance: what they let pass, as for `check`.
        notify: called with each warning, and with the detected format, in words.

    Attributes:
        signature: what produces the scores.
        scoring: how verdicts become scores.

    Raises:
        ConfigurationError: an option is wrong.
    """

    def __init__(
        self,
        source: Source,
        *,
        judge: str | Judge = DEFAULT_JUDGE,
        policy: Policy = "strict",
        inference: Inference = "entailed",
        domain: str | None = None,
        empty_score: float | None = None,
        levels: Levels | None = None,
        domains: Mapping[str, Domain] | None = None,
        format: str | None = None,  # noqa: A002 - the word users know
        mapping: Mapping[str, str] | None = None,
        encoding: str | None = None,
        limit: int | None = None,
        sample: int | None = None,
        seed: int = 0,
        jobs: int = 1,
        checks: CheckMode = "veto",
        tolerance: Mapping[str, str] | None = None,
        notify: Callable[[str], None] | None = None,
    ) -> None:
        for name, value, least in (("limit", limit, 0), ("sample", sample, 1), ("jobs", jobs, 1)):
            if value is not None and (not isinstance(value, int) or value < least):
                msg = f'"{name}" must be a whole number, at least {least}: {value!r}'
                raise ConfigurationError(msg)
        _check_source(source)
        self.scoring = Scoring(policy, empty_score, levels or LEVELS, domain, domains or DOMAINS)
        seeded = None if sample is None else seed
        self._pipeline = _pipeline(judge, inference, self.scoring, checks, tolerance, seed=seeded)
        self.signature = self._pipeline.signature
        self._source = source
        self._reading = {"format": format, "mapping": mapping}
        self._files = {"notify": notify, "encoding": encoding}
        self._limit, self._sample, self._seed, self._jobs = limit, sample, seed, jobs

    def __iter__(self) -> Iterator[Result]:
        samples = self._samples()
        if self._limit is not None:
            samples = islice(samples, self._limit)
        if self._sample is not None:
            samples = iter(_drawn(samples, self._sample, self._seed))
        if self._jobs > 1:
            return run_parallel(self._pipeline, samples, self._jobs)
        return self._pipeline.run(samples)

    def _samples(self) -> Iterator[Sample]:
        for path in _paths(self._source):
            yield from read(path, **self._reading, **self._files)  # type: ignore[arg-type]
        if not _paths(self._source):
            records = cast("Iterable[Mapping[str, Any] | Sample]", self._source)
            for number, record in enumerate(records, 1):
                yield from_record(record, **self._reading, source=f"record {number}")  # type: ignore[arg-type]


def _paths(source: Source) -> list[Any]:
    """Return the files of a source; empty where it is an iterable of records."""
    if isinstance(source, str | os.PathLike) or hasattr(source, "read"):
        return [source]
    if isinstance(source, list | tuple) and all(isinstance(item, str | os.PathLike) for item in source):
        return list(source)
    return []


def _check_source(source: Any) -> None:
    """Refuse what can be iterated, but not for records: a frame yields the names of its columns, a mapping its keys."""
    if isinstance(source, str | os.PathLike) or hasattr(source, "read"):
        return
    frame = hasattr(source, "columns") and hasattr(source, "to_dict")
    if isinstance(source, Iterable) and not frame and not isinstance(source, Mapping | bytes | bytearray):
        return
    hint = (
        '; pass frame.to_dict("records")'
        if frame
        else "; put a single record into a list" * isinstance(source, Mapping)
    )
    msg = f"the source must be a path or an iterable of records: {type(source).__name__}{hint}"
    raise InputError(msg)


def _drawn(samples: Iterable[Sample], count: int, seed: int) -> list[Sample]:
    """Draw samples at random in one pass, each with the same chance, kept in order (Vitter's algorithm R)."""
    chance = random.Random(seed)  # noqa: S311 - a reproducible draw, no secret
    kept: list[tuple[int, Sample]] = []
    for n, sample in enumerate(samples):
        if n < count:
            kept.append((n, sample))
        elif (slot := chance.randrange(n + 1)) < count:
            kept[slot] = (n, sample)
    return [sample for _, sample in sorted(kept, key=lambda pair: pair[0])]


def evaluate(source: Source, **options: Any) -> Report:
    """Check every answer of a file or an iterable. Streams: memory does not grow with the input.

    Args:
        source: a path, ``-`` for standard input, a list of paths, or an iterable of records (mappings in any known
            format) or `Sample` objects.
        **options: the options of `Run`: judge, policy, inference, domain, empty_score, levels, domains, format, mapping,
            encoding, limit, sample, seed, jobs, checks, tolerance, notify.

    Returns:
        The report. A row that cannot be read or judged is in it, with the status ``failed`` and the reason.

    Raises:
        ConfigurationError: an option is wrong.
        InputError: the file cannot be read at all, is empty, or has no known format.

    Example:
        >>> report = evaluate([{"answer": "It is open.", "contexts": ["It is open."]}])
        >>> report.mean, report.n
        (1.0, 1)
    """
    notes: list[str] = []
    told = options.pop("notify", None)

    def notify(text: str) -> None:
        notes.append(text)
        if told is not None:
            told(text)

    try:
        run = Run(source, notify=notify, **options)
    except TypeError as error:
        msg = f"unknown option: {error}"
        raise ConfigurationError(msg) from error
    report = Report(run.signature, run.scoring)
    for result in run:
        report.add(result)
    report.notes.extend(notes)
    return report
