"""Measuring judges on labelled rows: readers, pipeline and agreement joined."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from upheld._api import Run, read_samples
from upheld._errors import ConfigurationError, InputError
from upheld._report.groups import MISSING, lookup
from upheld._report.judged import JudgeReport
from upheld.judges import DEFAULT_JUDGE, Judge
from upheld.llm.options import LLMOptions, as_options
from upheld.metrics.labels import HumanLabel, LabelReader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from upheld._api import Source
    from upheld._types import CheckMode, Inference, Sample
    from upheld.decompose import Decomposer

__all__ = ["Unit", "judge_report", "judge_reports"]

Unit: TypeAlias = Literal["answer", "claim", "sentence"]
"""What a row is: an answer, whose claims are made; or one claim or sentence, which is judged as it stands."""

_Row: TypeAlias = "tuple[Sample, HumanLabel]"
_SEEN = 20


class _Labelled:
    """The labelled rows of a source; what is left out is counted, and never judged."""

    def __init__(self, label: str, means: Mapping[str, str] | None, unit: Unit | None) -> None:
        self.reader = LabelReader(label, means)
        self.unit = unit
        self.unread = 0
        self.first_unread = ""
        self.keys: dict[str, None] = {}

    def rows(self, samples: Iterable[Sample]) -> Iterator[_Row]:
        """Yield each sample that has a label with it; a list of labels for given claims makes a row of each claim."""
        for sample in samples:
            if sample.problem is not None:
                self.unread += 1
                place = sample.source or "a row"
                why = sample.problem.removeprefix(f"line {place.rpartition(':')[2]}: ")  # named again
                self.first_unread = self.first_unread or f"{place}: {why}"
                continue
            if len(self.keys) < _SEEN:
                self.keys.update(dict.fromkeys(sample.metadata))
            value = lookup(sample.metadata, self.reader.field)
            for part, said in self._parts(sample, None if value is MISSING else value):
                if (label := self.reader.take(said)) is not None:
                    yield part, label

    def _parts(self, sample: Sample, value: Any) -> Iterator[tuple[Sample, Any]]:
        if isinstance(value, list) and sample.claims and len(value) == len(sample.claims):
            for number, (claim, said) in enumerate(zip(sample.claims, value, strict=True), 1):
                yield replace(sample, id=f"{sample.id or '?'}:{number}", claims=(claim,)), said
            return
        unit = self.unit or sample.metadata.get("unit", "answer")
        given = unit in ("claim", "sentence") and sample.claims is None and sample.answer.strip()
        yield (replace(sample, claims=(sample.answer,)) if given else sample), value

    def nothing(self) -> str:
        """Say why no row has a label."""
        reader = self.reader
        why = [
            f"{reader.missing} have nothing in the field {reader.field!r}" if reader.missing else "",
            f"unknown labels: {', '.join(f'{v!r} ({n})' for v, n in reader.unknown.most_common(5))}"
            if reader.unknown
            else "",
            f"{self.unread} could not be read, the first: {self.first_unread}" if self.unread else "",
        ]
        seen = ", ".join(map(repr, self.keys)) or "none"
        hint = "say --label FIELD, or --label-means VALUE=LABEL"
        return (
            f"no row has a label that is known: {'; '.join(filter(None, why))}; fields seen: {seen}; {hint}"
        )


def judge_report(source: Source, judge: str | Judge = DEFAULT_JUDGE, **options: Any) -> JudgeReport:
    """Measure a judge on labelled rows: how often it agrees with the people who labelled them.

    Args:
        source: a path, ``-`` for standard input, a list of paths, or an iterable of records or `Sample` objects, each with a
            label in its metadata.
        judge: name of a judge, or a `Judge`.
        **options: ``label``: field of the label (``label``; a dotted path reaches into nested metadata);
            ``label_means``: words of your own -> supported, contradicted, not_enough_info or unsupported;
            ``unit``: ``answer``, ``claim`` or ``sentence`` for all rows (else by the field ``unit`` of each);
            ``threshold``: P(supported) from which a row counts as called supported (else the judge's own verdict);
            ``slices``: fields to split by; ``cluster``: field whose values are drawn whole for the intervals;
            and of `evaluate`: inference, checks, tolerance, decomposer, extractions, llm, format, mapping, encoding, limit,
            jobs, notify.

    Returns:
        The report. ``print`` shows it, ``to_dict()`` is JSON-ready.

    Raises:
        ConfigurationError: an option is wrong.
        InputError: the source cannot be read, or no row has a label that is known.

    Example:
        >>> rows = [
        ...     {"answer": "It is open.", "contexts": ["It is open."], "label": "supported"},
        ...     {"answer": "Dogs may swim.", "contexts": ["It is open."], "label": "unsupported"},
        ... ]
        >>> judge_report(rows).agreement.confusion.balanced_accuracy
        1.0
    """
    if unknown := [name for name in options if name not in (judge_reports.__kwdefaults__ or {})]:
        msg = f"unknown option {unknown[0]!r}: use {', '.join(judge_reports.__kwdefaults__ or {})}"
        raise ConfigurationError(msg)
    return judge_reports(source, [judge], **options)[0]


def judge_reports(
    source: Source,
    judges: Sequence[str | Judge],
    *,
    label: str = "label",
    label_means: Mapping[str, str] | None = None,
    unit: Unit | None = None,
    threshold: float | None = None,
    slices: Sequence[str] = (),
    cluster: str | None = None,
    inference: Inference = "entailed",
    checks: CheckMode = "veto",
    tolerance: Mapping[str, str] | None = None,
    decomposer: str | Decomposer | None = None,
    extractions: int = 1,
    llm: LLMOptions | Mapping[str, Any] | None = None,
    format: str | None = None,  # noqa: A002 - the word users know
    mapping: Mapping[str, str] | None = None,
    encoding: str | None = None,
    limit: int | None = None,
    jobs: int = 1,
    notify: Callable[[str], None] | None = None,
) -> list[JudgeReport]:
    """Measure several judges on the same labelled rows, which are read once.

    Args:
        source: as for `judge_report`.
        judges: at least one.
        label: field of the label.
        label_means: words of the user -> what they mean.
        unit: what every row is; None: what its field ``unit`` says, else an answer.
        threshold: P(supported) from which a row is called supported; None: the judge's own verdicts.
        slices: fields to keep for `JudgeReport.by`.
        cluster: field whose values make whole groups for the intervals.
        inference: as for `Run`.
        checks: as for `Run`.
        tolerance: as for `Run`.
        decomposer: as for `Run`.
        extractions: as for `Run`.
        llm: as for `Run`; a limit of cost is for all judges together.
        format: as for `Run`.
        mapping: as for `Run`.
        encoding: as for `Run`.
        limit: take so many rows of the source, labelled or not.
        jobs: as for `Run`.
        notify: as for `Run`.

    Returns:
        One report for each judge, in order.

    Raises:
        ConfigurationError: an option is wrong.
        InputError: the source cannot be read, or no row has a label that is known.
    """
    if unit is not None and unit not in get_args(Unit):
        msg = f'"unit" must be one of {", ".join(get_args(Unit))}: {unit!r}'
        raise ConfigurationError(msg)
    if threshold is not None and not 0.0 <= threshold <= 1.0:
        msg = f'"threshold" must be between 0 and 1: {threshold!r}'
        raise ConfigurationError(msg)
    labelled = _Labelled(label, label_means, unit)
    samples = read_samples(source, format=format, mapping=mapping, encoding=encoding, notify=notify)
    rows: Iterable[_Row] = labelled.rows(islice(samples, limit))
    scoring = {
        "inference": inference,
        "checks": checks,
        "tolerance": tolerance,
        "decomposer": decomposer,
        "extractions": extractions,
        "llm": as_options(llm),
        "jobs": jobs,
    }
    if len(judges) > 1:
        rows = list(rows)
    reports = []
    for judge in judges:
        run = _Judging(rows, judge, scoring, notify or (lambda _text: None))
        report = JudgeReport(
            run.signature, labelled.reader, threshold=threshold, slices=slices, cluster=cluster
        )
        run.fill(report)
        report.unread, report.first_unread = labelled.unread, labelled.first_unread
        reports.append(report)
    if not reports[0].rows:
        raise InputError(labelled.nothing())
    return reports


class _Judging:
    """One judge's run over labelled rows: the labels wait beside it, for results come in the order of the rows."""

    def __init__(
        self,
        rows: Iterable[_Row],
        judge: str | Judge,
        scoring: Mapping[str, Any],
        tell: Callable[[str], None],
    ) -> None:
        self._waiting: deque[HumanLabel] = deque()
        self._notes: list[str] = []
        self._tell = tell
        self._run = Run(self._samples(rows), judge=judge, notify=self._noted, **scoring)
        self.signature = self._run.signature

    def _samples(self, rows: Iterable[_Row]) -> Iterator[Sample]:
        for sample, label in rows:
            self._waiting.append(label)
            yield sample

    def _noted(self, text: str) -> None:
        self._notes.append(text)
        self._tell(text)

    def fill(self, report: JudgeReport) -> None:
        """Add every result to a report, with its label, and what the run has to say."""
        for result in self._run:
            report.add(result, self._waiting.popleft())
        report.notes += self._notes
