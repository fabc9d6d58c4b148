"""RAGAS's samples, data sets and results, light."""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, overload

from upheld._extras import needed
from upheld.compat._shared import NotHere, not_here
from upheld.compat.ragas.rows import read_rows
from upheld.readers import read

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

    import pandas as pd

    from upheld._report import Report, ResultStore
    from upheld._types import Result, Sample

__all__ = ["EvaluationDataset", "EvaluationResult", "SingleTurnSample"]


def __getattr__(name: str) -> NotHere:
    advice = "multi-turn samples are not read; give the last question, its answer and its chunks as a SingleTurnSample"
    return not_here(__name__, name, frozenset({"BaseSample", "MultiTurnSample", "RagasDataset"}), advice)


@dataclass(kw_only=True)
class SingleTurnSample:
    """One case, by RAGAS's names.

    Attributes:
        user_input: what was asked.
        response: the answer.
        retrieved_contexts: the chunks.
        reference: a gold answer; kept, not used.
        reference_contexts: the ideal chunks; kept, not used.
        retrieved_context_ids: kept, not used.
        reference_context_ids: kept, not used.
        multi_responses: kept, not used.
        rubrics: kept, not used.
        persona_name: kept, not used.
        query_style: kept, not used.
        query_length: kept, not used.
        problem: Upheld's: why a row of a file could not be read.
    """

    user_input: str | None = None
    retrieved_contexts: list[str] | None = None
    reference_contexts: list[str] | None = None
    retrieved_context_ids: list[str | int] | None = None
    reference_context_ids: list[str | int] | None = None
    response: str | None = None
    multi_responses: list[str] | None = None
    reference: str | None = None
    rubrics: dict[str, str] | None = None
    persona_name: str | None = None
    query_style: str | None = None
    query_length: str | None = None
    problem: str | None = field(default=None, repr=False)

    def to_dict(self) -> dict[str, Any]:
        """Return what is set."""
        return {key: value for key, value in vars(self).items() if value is not None}


class EvaluationDataset:
    """Samples in order.

    Args:
        samples: of RAGAS or ours.
        name: kept, not used.
        backend: kept, not used.
    """

    def __init__(self, samples: Iterable[Any], backend: str | None = None, name: str | None = None) -> None:
        self.samples = list(samples)
        self.backend = backend
        self.name = name

    @classmethod
    def from_list(
        cls, data: Iterable[Mapping[str, Any]], backend: str | None = None, name: str | None = None
    ) -> EvaluationDataset:
        """Return the data set of a list of dicts, with RAGAS's columns of today or of version 0.1.

        Args:
            data: the rows.
            backend: kept, not used.
            name: kept, not used.

        Raises:
            InputError: there are none, or none can be read.
        """
        return cls([_single(*row) for row in read_rows(data)], backend, name)

    @classmethod
    def from_dict(cls, mapping: Any) -> EvaluationDataset:
        """Return the data set of a list of dicts or a dict of columns.

        Args:
            mapping: the rows.
        """
        return cls.from_list(mapping)

    @classmethod
    def from_pandas(cls, dataframe: Any) -> EvaluationDataset:
        """Return the data set of a data frame, of pandas or any other library.

        Args:
            dataframe: one sample a row.
        """
        return cls.from_list(dataframe)

    @classmethod
    def from_hf_dataset(cls, dataset: Any) -> EvaluationDataset:
        """Return the data set of a data set of Hugging Face.

        Args:
            dataset: one split.
        """
        return cls.from_list(dataset)

    @classmethod
    def from_jsonl(cls, path: str | PathLike[str]) -> EvaluationDataset:
        """Return the data set of a file. A line that cannot be read is a sample with a `problem`.

        Args:
            path: JSON Lines or any other format that Upheld reads.

        Raises:
            InputError: the file cannot be read at all.
        """
        return cls([_of(sample) for sample in read(path)])

    @classmethod
    def from_csv(cls, path: str | PathLike[str]) -> EvaluationDataset:
        """Return the data set of a table, lists in its cells read as lists.

        Args:
            path: of the file.
        """
        return cls.from_jsonl(path)

    def to_list(self) -> list[dict[str, Any]]:
        """Return the samples as dicts of what is set."""
        return [row for row, _ in read_rows(self.samples)]

    def to_pandas(self) -> pd.DataFrame:
        """Return a data frame with one sample a row.

        Raises:
            ConfigurationError: pandas is not installed.
        """
        return _frame(self.to_list())

    def to_jsonl(self, path: str | PathLike[str]) -> None:
        """Write the samples as JSON Lines.

        Args:
            path: of the file.
        """
        with open(path, "w", encoding="utf-8", newline="\n") as stream:  # noqa: PTH123 - takes any path-like
            stream.writelines(
                json.dumps(row, ensure_ascii=False, default=str) + "\n" for row in self.to_list()
            )

    def to_csv(self, path: str | PathLike[str]) -> None:
        """Write the samples as a table, lists as JSON in their cells.

        Args:
            path: of the file.
        """
        rows = self.to_list()
        names = list(dict.fromkeys(key for row in rows for key in row))
        with open(path, "w", encoding="utf-8", newline="") as stream:  # noqa: PTH123 - takes any path-like
            writer = csv.DictWriter(stream, names)
            writer.writeheader()
            writer.writerows({key: _cell(value) for key, value in row.items()} for row in rows)

    def features(self) -> list[str]:
        """Return the names of the columns of the first sample."""
        return list(self.to_list()[0])

    def __iter__(self) -> Iterator[Any]:
        return iter(self.samples)

    def __len__(self) -> int:
        return len(self.samples)

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> EvaluationDataset: ...
    def __getitem__(self, index: int | slice) -> Any:
        return EvaluationDataset(self.samples[index]) if isinstance(index, slice) else self.samples[index]

    def __repr__(self) -> str:
        return f"EvaluationDataset(len={len(self.samples)})"


_KNOWN = frozenset(SingleTurnSample.__dataclass_fields__)


def _single(row: Mapping[str, Any], sample: Sample) -> SingleTurnSample:
    known = {key: value for key, value in row.items() if key in _KNOWN}
    return SingleTurnSample(**known, problem=sample.problem)


def _of(sample: Sample) -> SingleTurnSample:
    if sample.problem is not None:
        return SingleTurnSample(problem=sample.problem)
    return SingleTurnSample(
        user_input=sample.question,
        response=sample.answer,
        retrieved_contexts=[chunk.text for chunk in sample.contexts],
        reference=sample.reference,
    )


def _cell(value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else value


def _frame(rows: Sequence[Mapping[str, Any]]) -> pd.DataFrame:
    frame: pd.DataFrame = needed("pandas", "to_pandas").DataFrame(list(rows))
    return frame


class EvaluationResult:
    """The outcome of a run, in RAGAS's shape: ``result["faithfulness"]`` is a list of scores, one for each row.

    Printed it shows the means; rows that are nan are left out of them, by RAGAS's convention. `reports` has Upheld's account
    of the same: mean with interval, coverage, statuses.

    Args:
        reports: name of a metric -> its report.
        rows: the columns of each row.
        dataset: as it was given.

    Attributes:
        scores: one dict for each row: name of a metric -> score, nan where there is none.
        reports: name of a metric -> Upheld's report.
        dataset: as it was given.
    """

    def __init__(
        self, reports: Mapping[str, Report], rows: Sequence[Mapping[str, Any]], dataset: object
    ) -> None:
        self.reports = dict(reports)
        self.dataset = dataset
        self._rows = rows
        columns = {name: [_score(result) for result in report.results] for name, report in reports.items()}
        self.scores = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]

    @property
    def report(self) -> Report:
        """Upheld's report of the first metric."""
        return next(iter(self.reports.values()))

    @property
    def results(self) -> ResultStore:
        """Upheld's results of the first metric, one for each row: status, reason, claims, verdicts, evidence."""
        return self.report.results

    def __getitem__(self, name: str) -> list[float]:
        return [row[name] for row in self.scores]

    def to_pandas(self) -> pd.DataFrame:
        """Return a data frame: the columns of the data, and for each metric its score, status, reason and claims.

        Columns of a metric: ``NAME``, ``NAME_status``, ``NAME_reason``, ``NAME_claims`` (a list of dicts with ``claim``,
        ``verdict``, ``reason`` and ``evidence``).

        Raises:
            ConfigurationError: pandas is not installed.
        """
        rows = [{**row, **scores} for row, scores in zip(self._rows, self.scores, strict=True)]
        for name, report in self.reports.items():
            for row, result in zip(rows, report.results, strict=True):
                row[f"{name}_status"] = result.status
                row[f"{name}_reason"] = result.reason
                row[f"{name}_claims"] = _claims(result)
        return _frame(rows)

    def total_tokens(self) -> NotHere:
        """Refuse: the notes of `report` tell calls, tokens and money.

        Raises:
            ConfigurationError: always.
        """
        NotHere("EvaluationResult.total_tokens", "result.report.notes tells calls, tokens and money").refuse()

    total_cost = total_tokens

    def __repr__(self) -> str:
        means = {name: _mean(self[name]) for name in self.reports}
        return "{" + ", ".join(f"{name!r}: {mean:0.4f}" for name, mean in means.items()) + "}"

    def _repr_html_(self) -> str:
        return self.report._repr_html_()


def _score(result: Result) -> float:
    return math.nan if result.score is None else result.score


def _mean(scores: Sequence[float]) -> float:
    known = [score for score in scores if not math.isnan(score)]
    return math.fsum(known) / len(known) if known else math.nan


def _claims(result: Result) -> list[dict[str, Any]]:
    return [
        {
            "claim": claim.text,
            "verdict": claim.verdict.label,
            "reason": claim.verdict.reason,
            "evidence": [quote.text for quote in claim.verdict.evidence],
        }
        for claim in result.claims
        if claim.verdict is not None
    ]
