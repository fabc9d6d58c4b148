"""Many answers: a run over samples, and its report."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing
from itertools import islice
from typing import Any

from upheld._api.options import known, pipeline_of, scoring_of, warn_of_domain
from upheld._api.sources import Source, check_reading, check_source, drawn, is_whole, read_samples
from upheld._errors import ConfigurationError
from upheld._parallel import run_parallel
from upheld._report import Report
from upheld._types import CheckMode, Inference, Policy, Result, Sample
from upheld.decompose import Decomposer
from upheld.judges import DEFAULT_JUDGE, Judge
from upheld.judges._asking import notes_of
from upheld.judges._family import SelfJudging
from upheld.llm.options import LLMOptions, as_options
from upheld.metrics.levels import DomainsLike, LevelsLike

__all__ = ["Run", "evaluate"]


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
        extractions: how many times a model splits each answer, as for `check`.
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
        extractions: int = 1,
        notify: Callable[[str], None] | None = None,
    ) -> None:
        for name, value, least in (("limit", limit, 0), ("sample", sample, 1), ("jobs", jobs, 1)):
            if value is not None and (not is_whole(value) or value < least):
                msg = f'"{name}" must be a whole number, at least {least}: {value!r:.80}'
                raise ConfigurationError(msg)
        check_reading(
            seed=seed,
            format_=format,
            mapping=mapping,
            encoding=encoding,
            notify=notify,
            answer_model=answer_model,
        )
        check_source(source)
        self.scoring = scoring_of(policy, empty_score, levels, domain, domains)
        seeded = None if sample is None else seed
        self._pipeline = pipeline_of(
            judge,
            inference,
            self.scoring,
            checks,
            tolerance,
            decomposer=decomposer,
            llm=llm,
            extractions=extractions,
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
                for note in dict.fromkeys(notes_of(judge, decomposer)):
                    self._tell(note)

    def _results(self) -> Generator[Result, None, None]:
        samples = self._samples()
        if self._limit is not None:
            samples = islice(samples, self._limit)
        if self._sample is not None:
            samples = iter(drawn(samples, self._sample, self._seed))
        if self._jobs > 1:
            yield from run_parallel(self._pipeline, samples, self._jobs)
        else:
            yield from self._pipeline.run(samples)

    def _samples(self) -> Iterator[Sample]:
        return read_samples(self._source, **self._reading, **self._files)  # type: ignore[arg-type]


def _nobody(_text: str) -> None:
    """Take a message that nobody wants."""


def evaluate(source: Source, **options: Any) -> Report:
    """Check every answer of a file or an iterable. Streams: memory does not grow with the input.

    Args:
        source: a path, ``-`` for standard input, a list of paths, a data frame, or an iterable of records in any known format
            (dicts, dataclasses, pydantic models, named tuples, rows of pandas) or `Sample` objects.
        **options: the options of `Run`: judge, policy, inference, domain, empty_score, levels, domains, format, mapping,
            encoding, limit, sample, seed, jobs, checks, tolerance, answer_model, decomposer, llm, extractions,
            notify. A domain that nobody knows has the thresholds of ``customer_support``, with a warning.

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

    known(options, Run)
    run = Run(source, **{**options, "notify": notify if told is None or callable(told) else told})
    warn_of_domain(run.scoring)
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
