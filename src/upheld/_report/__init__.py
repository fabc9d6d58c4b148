"""The outcome of a run: results kept in order, numbers kept as they come in, nothing else that grows with the run."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from typing import IO, TYPE_CHECKING, Any, Final, get_args

from upheld._errors import ConfigurationError, OutputError
from upheld._extras import needed
from upheld._report.frames import COLUMNS, arrow_batches, arrow_schema, row_of
from upheld._report.groups import MISSING, Group, Tally, group_of, key_of, lookup
from upheld._report.places import file_of
from upheld._report.store import ResultStore
from upheld._types import SCHEMA_VERSION, Label, Level, Result
from upheld.metrics.levels import Decision, decide
from upheld.stats import Interval, grouped_interval, mean_interval

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import pandas as pd
    import polars as pl
    import pyarrow as pa

    from upheld.metrics.faithfulness import Scoring

__all__ = ["Group", "Report", "ResultStore", "RunInterval"]

_OWN_FIELDS: Final = ("status", "level", "id", "source")
_FIELDS_NAMED: Final = 20


class RunInterval(Interval):
    """The interval of a run: a ``(low, high)`` pair that can also be called, to take it in another way.

    ``report.interval`` treats samples as independent draws, at 95 %. ``report.interval(cluster="doc")`` takes all
    samples with one value of the field ``doc`` as one draw; use it where many questions share a document, a
    conversation or a user, since the plain interval is too narrow there.
    """

    _take: Callable[[str | None, float], Interval]

    def __call__(self, cluster: str | None = None, level: float = 0.95) -> Interval:
        """Take the interval again.

        Args:
            cluster: field whose values make whole groups, as in `Report.by`. Samples without it form one group.
            level: wanted coverage, between 0 and 1 exclusive.

        Raises:
            ConfigurationError: no result has the field.
            ValueError: `level` is not between 0 and 1.
        """
        return self._take(cluster, level)

    def __reduce__(self) -> tuple[Any, ...]:
        return Interval, tuple(self)  # a copy is the plain pair: the report stays behind


class Report:
    """The outcome of a run, made by `upheld.evaluate`.

    Numbers are kept up to date as results are added; memory does not grow with them, apart from `results`, which move
    to a temporary file when they are many. `by`, a clustered interval and the writers read `results` again.

    Args:
        signature: what produced the scores.
        scoring: how verdicts became scores; its domain gives the decision on the mean.
        notes: warnings of the run so far, in words.
        memory_limit: how many results may stay in memory.

    Attributes:
        signature: what produced the scores.
        scoring: how verdicts became scores.
        signatures: all signatures seen on results. More than one: the mean mixes what cannot be compared; a note says so.
        results: all results, in order; re-iterable.
        levels: how many results by level, all three named.
        verdicts: how many checked claims by verdict, all four named.
        groups: groups to show with the report: field -> groups, as `by` returns them. Empty unless you put some in.
        notes: warnings of the run, in words. Add to it what a reader of the numbers must know.
        interrupted: the run was stopped before its end; the numbers are those of what was done.
        min_score: the lowest score; None without one.
    """

    def __init__(
        self, signature: str, scoring: Scoring, notes: Iterable[str] = (), *, memory_limit: int = 1000
    ) -> None:
        self.signature = signature
        self.signatures: set[str] = set()
        self.results = ResultStore(memory_limit)
        self.levels: dict[str, int] = dict.fromkeys(get_args(Level), 0)
        self.verdicts: dict[str, int] = dict.fromkeys(get_args(Label), 0)
        self.groups: dict[str, dict[Any, Group]] = {}
        self.notes: list[str] = list(notes)
        self.interrupted = False
        self.min_score: float | None = None
        self.scoring = scoring
        self._tally = Tally()
        self._files: set[str] = set()  # two are enough to know that there are several

    def add(self, result: Result) -> None:
        """Add one result.

        Raises:
            OutputError: the temporary file that holds many results cannot be written.
        """
        self.results.append(result)
        self._tally.add(result)
        if not self.several_files and (file := file_of(result.source)) is not None:
            self._files.add(file)
        if result.score is not None:
            self.min_score = result.score if self.min_score is None else min(self.min_score, result.score)
        if result.level is not None:
            self.levels[result.level] += 1
        for claim in result.claims:
            if claim.verdict is not None:
                self.verdicts[claim.verdict.label] += 1
        if result.signature and result.signature not in self.signatures:
            self._see_signature(result.signature)

    def _see_signature(self, signature: str) -> None:
        before = len(self.signatures | {self.signature})
        self.signatures.add(signature)
        if before == 1 and len(self.signatures | {self.signature}) > 1:
            self.notes.append(
                "results have different signatures: their scores cannot be compared, and the mean mixes them"
            )

    @property
    def n(self) -> int:
        """How many results."""
        return self._tally.n

    @property
    def scored(self) -> int:
        """How many results have a score; the mean is over these."""
        return self._tally.scored

    @property
    def expected(self) -> int:
        """How many results should have a score: all but those that say nothing false, abstained and no_claims."""
        return self._tally.counted

    @property
    def missing(self) -> int:
        """How many of those have none; a gate on the mean counts them as 0."""
        return self._tally.counted - self._tally.covered

    @property
    def several_files(self) -> bool:
        """Whether the results are of more than one file, so that ids alone may not tell them apart."""
        return len(self._files) > 1

    @property
    def mean(self) -> float | None:
        """Mean of all scores, in [0, 1]; None without a score."""
        return self._tally.mean

    @property
    def coverage(self) -> float | None:
        """Share of the samples that got a score, abstained and no_claims left aside; None if there are no others."""
        return self._tally.coverage

    @property
    def interval(self) -> RunInterval:
        """95 % interval of the mean: a ``(low, high)`` pair, (0, 1) without a score, never of zero width.

        It covers the chance of which samples were drawn, and leaves out errors of the judge and the samples without a
        score. Call it, ``report.interval(cluster="doc", level=0.9)``, to take whole groups as the unit or another level:
        see `RunInterval`.
        """
        interval = RunInterval(*mean_interval(*self._tally.sums))
        interval._take = self._take_interval  # noqa: SLF001 - set here so that the pair is built like any other
        return interval

    def _take_interval(self, cluster: str | None, level: float) -> Interval:
        if cluster is None:
            return mean_interval(*self._tally.sums, level)
        groups = self._tallies(cluster)
        return grouped_interval((tally.sums for (tally,) in map(dict.values, groups.values())), level)

    @property
    def statuses(self) -> dict[str, int]:
        """How many results by status, all six named."""
        return dict(self._tally.statuses)

    @property
    def decision(self) -> Decision | None:
        """What the thresholds of the domain say of the mean; None where no domain was named."""
        domain = self.scoring.domain
        return None if domain is None else decide(self.mean, domain, self.scoring.domains)

    def by(self, field: str, cluster: str | None = None) -> dict[Any, Group]:
        """Split the results by a field.

        Args:
            field: a metadata key; a dotted path (``customer.plan``) reaches into nested metadata, a key that has the dots
                in its name comes first. Or ``status``, ``level``, ``id``, ``source`` of the result itself, where no
                metadata has such a key.
            cluster: field whose values make whole groups for the intervals, as in ``report.interval(cluster=...)``.

        Returns:
            Groups by value, in the order of their first result. The value is None where the field is missing, and JSON
            text where it is a list or an object.

        Raises:
            ConfigurationError: no result has the field; the message names those seen.
        """
        return {
            value: group_of(value, parts, cluster) for value, parts in self._tallies(field, cluster).items()
        }

    def _tallies(self, field: str, cluster: str | None = None) -> dict[Any, dict[Any, Tally]]:
        """Count by value of `field`, and within it by value of `cluster`."""
        read = self._reader(field)
        read_cluster = self._reader(cluster) if cluster is not None else None
        tallies: dict[Any, dict[Any, Tally]] = {}
        for result in self.results:
            parts = tallies.setdefault(key_of(read(result)), {})
            part = None if read_cluster is None else key_of(read_cluster(result))
            parts.setdefault(part, Tally()).add(result)
        return tallies

    def _reader(self, field: str) -> Callable[[Result], Any]:
        """Return what reads a field off a result, once it is known that some result has it."""

        def read(result: Result) -> Any:
            return lookup(result.metadata, field)

        if any(read(result) is not MISSING for result in self.results):
            return read
        if field in _OWN_FIELDS:
            return lambda result: getattr(result, field)
        if self.n:
            raise ConfigurationError(self._unknown(field))
        return read

    def _unknown(self, field: str) -> str:
        seen: dict[str, None] = {}
        for result in self.results:
            seen.update(dict.fromkeys(map(str, result.metadata)))
            if len(seen) > _FIELDS_NAMED:
                break
        names = ", ".join(repr(name) for name in list(seen)[:_FIELDS_NAMED]) or "none"
        more = " and more" if len(seen) > _FIELDS_NAMED else ""
        return f"no result has the field {field!r}: use one of {', '.join(_OWN_FIELDS)} or a metadata key (seen: {names}{more})"

    def summary(self) -> dict[str, Any]:
        """Return the numbers of the run as JSON-ready data."""
        decision = self.decision
        return {
            "n": self.n,
            "scored": self.scored,
            "mean": self.mean,
            "interval": list(self.interval),
            "interval_leaves_out": self._leaves_out(),
            "coverage": self.coverage,
            "statuses": self.statuses,
            "levels": dict(self.levels),
            "verdicts": dict(self.verdicts),
            "decision": None if decision is None else {**asdict(decision), "notes": list(decision.notes)},
            "by": {
                field: [group.to_dict() for group in found.values()] for field, found in self.groups.items()
            },
            "notes": list(self.notes),
            "interrupted": self.interrupted,
        }

    def _leaves_out(self) -> str:
        unscored = self.n - self.scored
        rows = (
            f"the {unscored} of {self.n} samples that have no score"
            if unscored
            else "nothing else: every sample has a score"
        )
        return f"The interval covers the chance of which samples were drawn. It leaves out errors of the judge itself, and {rows}."

    def to_dict(self) -> dict[str, Any]:
        """Return the whole run as data, all results in memory; `write_json` writes the same without that."""
        return {**self._head(), "results": [result.to_dict() for result in self.results]}

    def _head(self) -> dict[str, Any]:
        return {"schema_version": SCHEMA_VERSION, "signature": self.signature, "summary": self.summary()}

    def write_json(self, stream: IO[str]) -> None:
        """Write the whole run as one JSON document, result by result.

        Args:
            stream: a text stream, open for writing. Characters that its encoding lacks are written as JSON escapes.
        """
        encoding = getattr(stream, "encoding", None) or "utf-8"
        stream.write(_json(self._head(), encoding)[:-1] + ', "results": [')
        separator = "\n"
        for result in self.results:
            stream.write(separator + _json(result.to_dict(), encoding))
            separator = ",\n"
        stream.write("\n]}\n")

    def to_json(self, file: str | os.PathLike[str]) -> None:
        """Write the whole run as one JSON document to a file, in UTF-8.

        Raises:
            OutputError: the file cannot be written.
        """
        try:
            with open(file, "w", encoding="utf-8", newline="\n") as stream:  # noqa: PTH123 - takes any path-like
                self.write_json(stream)
        except OSError as error:
            msg = f"cannot write the report to {os.fspath(file)!r}: {error.strerror or error}"
            raise OutputError(msg) from error

    def to_pandas(self) -> pd.DataFrame:
        """Return a data frame of pandas with one row for each result.

        Columns: id, source, status, score, score_low, score_high, coverage, level, decision, reason, n_claims (checked ones), how
        many of these by verdict, claims (a list of dicts, as in the JSON output), signature, and each top-level metadata key as
        ``metadata.KEY``.

        Raises:
            ConfigurationError: pandas is not installed.
        """
        pandas = needed("pandas", "to_pandas")
        rows = [row_of(result) for result in self.results]
        columns = dict.fromkeys(COLUMNS)
        for row in rows:
            columns.update(dict.fromkeys(row))
        frame: pd.DataFrame = pandas.DataFrame(rows, columns=list(columns))
        return frame

    def to_arrow(self) -> pa.Table:
        """Return a table of Arrow with one row for each result, and the columns of `to_pandas`.

        Claims are nested. A metadata column whose values are not all texts, numbers or truth values is JSON in a text.

        Raises:
            ConfigurationError: pyarrow is not installed.
        """
        pyarrow = needed("pyarrow", "to_arrow")
        schema = arrow_schema(self.results)
        table: pa.Table = pyarrow.Table.from_batches(arrow_batches(self.results, schema), schema=schema)
        return table

    def to_polars(self) -> pl.DataFrame:
        """Return a data frame of polars with one row for each result, and the columns of `to_arrow`.

        Raises:
            ConfigurationError: polars or pyarrow is not installed.
        """
        polars = needed("polars", "to_polars")
        frame: pl.DataFrame = polars.from_arrow(self.to_arrow())
        return frame

    def __repr__(self) -> str:
        low, high = self.interval
        mean, coverage = ("None" if v is None else f"{v:.4f}" for v in (self.mean, self.coverage))
        return f"Report(n={self.n}, mean={mean}, interval=({low:.4f}, {high:.4f}), coverage={coverage})"

    def __str__(self) -> str:
        from upheld.reports.text import report_text

        return report_text(self)

    def _repr_html_(self) -> str:
        from upheld.reports.html import report_html

        return report_html(self)


def _json(data: Any, encoding: str) -> str:
    text = json.dumps(data, ensure_ascii=False, default=str)
    try:
        text.encode(encoding)
    except UnicodeEncodeError:  # a lone surrogate, or a terminal of few letters
        return json.dumps(data, default=str)
    return text
