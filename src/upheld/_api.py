"""The public functions: readers joined with the pipeline."""

from __future__ import annotations

import difflib
import inspect
import os
import random
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import closing
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias, cast, get_args

from upheld._errors import ConfigurationError, InputError
from upheld._parallel import run_parallel
from upheld._report import Report
from upheld._types import CheckMode, Chunk, Inference, Policy, Result, Sample
from upheld.checks.tolerance import tolerances
from upheld.decompose import Decomposer, resolve_decomposer
from upheld.judges import DEFAULT_JUDGE, Judge, resolve_judge
from upheld.judges._asking import notes_of
from upheld.judges._family import SelfJudging
from upheld.llm.options import LLMOptions, as_options
from upheld.metrics.faithfulness import Scoring, is_blank
from upheld.metrics.levels import DOMAINS, LEVELS, DomainsLike, LevelsLike, as_domains, as_levels
from upheld.pipeline import Pipeline
from upheld.readers import from_record, read

if TYPE_CHECKING:
    from os import PathLike

__all__ = ["Run", "acheck", "check", "evaluate", "read_samples"]

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
    levels: LevelsLike | None = None,
    domains: DomainsLike | None = None,
    checks: CheckMode = "veto",
    tolerance: Mapping[str, str] | None = None,
    decomposer: str | Decomposer | None = None,
    llm: LLMOptions | Mapping[str, Any] | None = None,
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
        levels: scores at which an answer is safe, or a warning, such as ``{"safe": 0.95, "warning": 0.8}``.
        domains: thresholds of the domains, such as ``{"support": {"deploy": 0.9, "review": 0.7}}``.
        checks: ``veto``: a number, unit, date or negation that the context contradicts makes the claim contradicted;
            ``explain``: such findings are only listed; ``off``: none are made.
        tolerance: kind -> what may be off, such as ``{"length": "2%", "date": "1d", "time": "5min"}``.
        decomposer: what makes the claims: ``rules``; with a judge that is a model ``two_calls`` (the default there) or
            ``one_call``, which splits and judges at once; ``given_claims``; ``llm:MODEL``; or a `Decomposer`.
        llm: options of calls to a model, see `LLMOptions`, such as ``{"max_concurrency": 4, "proof": "required"}``.

    Returns:
        The result; ``print`` shows it, ``to_dict()`` is JSON-ready.

    Raises:
        ConfigurationError: an option is wrong.
        InputError: `contexts` or `claims` hold something that is no text.

    Example:
        >>> check("The office is open on Monday.", ["The office is open on Monday."]).score
        1.0
    """
    scoring = _scoring(policy, empty_score, levels, domain, domains)
    pipeline = _pipeline(judge, inference, scoring, checks, tolerance, decomposer=decomposer, llm=llm)
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
    given = {**_options_of(check), **_known(options, check)}
    claims = given.pop("claims")
    scoring = _scoring(*(given.pop(name) for name in _SCORING))
    return await _pipeline(scoring=scoring, **given).arun(_sample(answer, contexts, question, claims))


_SCORING = ("policy", "empty_score", "levels", "domain", "domains")
_GATES = ("fail_under", "fail_under_sample")


def _options_of(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the options of a function with their defaults."""
    parameters = inspect.signature(function).parameters.values()
    return {p.name: p.default for p in parameters if p.kind is p.KEYWORD_ONLY}


def _known(options: dict[str, Any], function: Callable[..., Any]) -> dict[str, Any]:
    """Return the options; refuse one that the function does not have."""
    known = _options_of(function)
    if unknown := [name for name in options if name not in known]:
        close = difflib.get_close_matches(unknown[0], known, n=1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        if unknown[0] in _GATES:
            hint = "; gates belong to the command line: compare the score or the mean yourself"
        msg = f"unknown option {unknown[0]!r}{hint} (known: {', '.join(known)})"
        raise ConfigurationError(msg)
    return options


def _scoring(
    policy: Policy,
    empty_score: float | None,
    levels: LevelsLike | None,
    domain: str | None,
    domains: DomainsLike | None,
) -> Scoring:
    return Scoring(
        policy,
        empty_score,
        LEVELS if levels is None else as_levels(levels),
        domain,
        DOMAINS if domains is None else as_domains(domains),
    )


def _pipeline(
    judge: str | Judge,
    inference: Inference,
    scoring: Scoring,
    checks: CheckMode,
    tolerance: Mapping[str, str] | None,
    *,
    decomposer: str | Decomposer | None = None,
    llm: LLMOptions | Mapping[str, Any] | None = None,
    seed: int | None = None,
) -> Pipeline:
    if checks not in get_args(CheckMode):
        msg = f'"checks" must be one of {", ".join(get_args(CheckMode))}: {checks!r}'
        raise ConfigurationError(msg)
    allowed = tolerances(tolerance, scoring.domain)
    options = as_options(llm)
    judging = resolve_judge(judge, inference, options)
    splitting = resolve_decomposer(decomposer, getattr(judging, "llm", None), inference, options)
    return Pipeline(judging, splitting, scoring, inference, seed, checks, allowed)


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
        levels: thresholds of the levels, as for `check`; None: the default.
        domains: thresholds of the domains, as for `check`; None: the default.
        format: name of the input format; None: detect it.
        mapping: field -> path in the record, such as ``{"contexts": "out.docs[].page_content"}``.
        encoding: of the files; None: detect it.
        limit: stop after so many samples.
        sample: draw so many samples at random, kept in order.
        seed: of that draw.
        jobs: processes to work in. More than one needs a judge that can be pickled.
        checks: what checks in code do, as for `check`.
        tolerance: what they let pass, as for `check`.
        answer_model: name of the model that wrote the answers, where the metadata of a sample has no ``model``. A judge of the
            same family gives rise to a warning.
        decomposer: what makes the claims, as for `check`.
        llm: options of calls to a model, as for `check`.
        notify: called with each warning, with the detected format, and at the end with what the judge says of the run, in words.

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
        levels: LevelsLike | None = None,
        domains: DomainsLike | None = None,
        format: str | None = None,  # noqa: A002 - the word users know
        mapping: Mapping[str, str] | None = None,
        encoding: str | None = None,
        limit: int | None = None,
        sample: int | None = None,
        seed: int = 0,
        jobs: int = 1,
        checks: CheckMode = "veto",
        tolerance: Mapping[str, str] | None = None,
        answer_model: str | None = None,
        decomposer: str | Decomposer | None = None,
        llm: LLMOptions | Mapping[str, Any] | None = None,
        notify: Callable[[str], None] | None = None,
    ) -> None:
        for name, value, least in (("limit", limit, 0), ("sample", sample, 1), ("jobs", jobs, 1)):
            if value is not None and (not _is_whole(value) or value < least):
                msg = f'"{name}" must be a whole number, at least {least}: {value!r:.80}'
                raise ConfigurationError(msg)
        _check_reading(seed, format, mapping, encoding, notify)
        _check_source(source)
        self.scoring = _scoring(policy, empty_score, levels, domain, domains)
        seeded = None if sample is None else seed
        self._pipeline = _pipeline(
            judge,
            inference,
            self.scoring,
            checks,
            tolerance,
            decomposer=decomposer,
            llm=llm,
            seed=seeded,
        )
        as_options(llm).check_jobs(jobs)
        self.signature = self._pipeline.signature
        self._source = source
        self._reading = {"format": format, "mapping": mapping}
        self._files = {"notify": notify, "encoding": encoding}
        self._limit, self._sample, self._seed, self._jobs = limit, sample, seed, jobs
        self._answer_model = answer_model
        self._tell = notify or _nobody

    def __iter__(self) -> Iterator[Result]:
        return self.results()

    def results(self) -> Generator[Result, None, None]:
        """Return the results as a generator; closing it ends the run and its processes."""
        judge, decomposer = self._pipeline.judge, self._pipeline.decomposer
        watch = SelfJudging(judge.signature, self._answer_model)
        with closing(self._results()) as results:
            try:
                for result in results:
                    if (warning := watch.warning(result.metadata)) is not None:
                        self._tell(warning)
                    yield result
            finally:  # what was spent and saved is worth knowing of a run that was stopped, too
                for note in dict.fromkeys((*notes_of(judge), *getattr(decomposer, "notes", ()))):
                    self._tell(note)

    def _results(self) -> Generator[Result, None, None]:
        samples = self._samples()
        if self._limit is not None:
            samples = islice(samples, self._limit)
        if self._sample is not None:
            samples = iter(_drawn(samples, self._sample, self._seed))
        if self._jobs > 1:
            yield from run_parallel(self._pipeline, samples, self._jobs)
        else:
            yield from self._pipeline.run(samples)

    def _samples(self) -> Iterator[Sample]:
        return read_samples(self._source, **self._reading, **self._files)  # type: ignore[arg-type]


def _nobody(_text: str) -> None:
    """Take a message that nobody wants."""


def read_samples(
    source: Source,
    *,
    format: str | None = None,  # noqa: A002 - the word users know
    mapping: Mapping[str, str] | None = None,
    encoding: str | None = None,
    notify: Callable[[str], None] | None = None,
) -> Iterator[Sample]:
    """Yield the samples of any source that `Run` takes, in order.

    Args:
        source: as for `Run`.
        format: as for `Run`.
        mapping: as for `Run`.
        encoding: as for `Run`.
        notify: as for `Run`.

    Raises:
        InputError: the source is neither files nor an iterable of records.
    """
    _check_source(source)
    paths = _paths(source)
    for path in paths:
        yield from read(path, format=format, mapping=mapping, encoding=encoding, notify=notify)
    if not paths:
        records = cast("Iterable[Mapping[str, Any] | Sample]", source)
        for number, record in enumerate(records, 1):
            yield from_record(record, format=format, mapping=mapping, source=f"record {number}")


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _check_reading(seed: Any, format_: Any, mapping: Any, encoding: Any, notify: Any) -> None:
    """Refuse options of reading that are of another type, before a reader trips over them."""
    for name, value, fits, what in (
        ("seed", seed, _is_whole(seed), "a whole number"),
        ("format", format_, format_ is None or isinstance(format_, str), "the name of a format"),
        (
            "mapping",
            mapping,
            mapping is None or isinstance(mapping, Mapping),
            'a mapping of fields, such as {"answer": "my_col"}',
        ),
        ("encoding", encoding, encoding is None or isinstance(encoding, str), "a name such as cp1252"),
        ("notify", notify, notify is None or callable(notify), "a function of one text"),
    ):
        if not fits:
            msg = f'"{name}" must be {what}: {value!r:.80}'
            raise ConfigurationError(msg)


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
            encoding, limit, sample, seed, jobs, checks, tolerance, answer_model, decomposer, llm, notify.

    Returns:
        The report. A row that cannot be read or judged is in it, with the status ``failed`` and the reason.

    Raises:
        ConfigurationError: an option is wrong.
        InputError: the file cannot be read at all, is empty, or has no known format.
        KeyboardInterrupt: the run was interrupted. Like every exception that ends a run under way, it carries the
            report of what was done as its attribute ``report``.

    Example:
        >>> report = evaluate([{"answer": "It is open.", "contexts": ["It is open."]}])
        >>> report.mean, report.n
        (1.0, 1)
    """
    notes: list[str] = []
    told = options.get("notify")

    def notify(text: str) -> None:
        notes.append(text)
        if told is not None:
            told(text)

    _known(options, Run)
    run = Run(source, **{**options, "notify": notify if told is None or callable(told) else told})
    report = Report(run.signature, run.scoring)
    try:
        with closing(run.results()) as results:
            for result in results:
                report.add(result)
    except BaseException as stop:
        report.notes.extend(notes)
        _keep(report, stop)
        raise
    report.notes.extend(notes)
    return report


def _keep(report: Report, stop: BaseException) -> None:
    """Hang the report of what was done on the exception that ended the run, so that no result is lost."""
    if report.n == 0:
        return
    report.interrupted = True
    vars(stop)["report"] = report  # of an exception that may be anybody's, so it has no such field of its own
    count = "1 sample was" if report.n == 1 else f"{report.n} samples were"
    stop.add_note(
        f"{count} done before; their report is this exception's `report` (in a notebook: sys.last_value.report)"
    )
