"""Whatever RAGAS's users have as data: rows of it, and the sample that each row is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from upheld._errors import InputError
from upheld._types import Sample
from upheld.compat._shared import NotHere
from upheld.readers import from_record
from upheld.readers.frames import is_frame, records_of
from upheld.readers.objects import raw_of
from upheld.readers.ragas import RAGAS
from upheld.readers.values import is_nothing, keys_shown

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Row", "read_rows", "sample_of"]

Row: TypeAlias = "tuple[dict[str, Any], Sample]"
"""The columns of a row by RAGAS's names of today, and the sample."""

_NEWER = {
    "question": "user_input",
    "answer": "response",
    "contexts": "retrieved_contexts",
    "ground_truth": "reference",
    "ground_truths": "reference",
}
_NEEDED = ("response", "retrieved_contexts")


def read_rows(dataset: object, column_map: Mapping[str, str] | None = None) -> list[Row]:
    """Return the rows of a data set. What is wrong with one row is its sample's `problem`.

    Args:
        dataset: an ``EvaluationDataset`` of RAGAS or ours, a data set of Hugging Face, a data frame, an iterable of samples
            or dicts, or a dict of columns.
        column_map: RAGAS's name of a column -> its name in the data.

    Raises:
        InputError: it is no data set, or empty, or no row at all can be read.
    """
    items = _items(dataset)
    rows = [_row(item, column_map or {}, f"row {number}") for number, item in enumerate(items, 1)]
    _check(dataset, rows)
    return rows


def sample_of(given: object) -> Sample:
    """Return the sample that one sample of RAGAS's or ours is.

    Args:
        given: a ``SingleTurnSample``, or a mapping with its columns.

    Raises:
        InputError: it cannot be read.
    """
    _, sample = _row(given, {}, None)
    if sample.problem is not None:
        raise InputError(sample.problem)
    return sample


def _items(dataset: Any) -> Iterator[object]:
    """Yield the rows as they come."""
    if isinstance(dataset, NotHere):
        dataset.refuse()
    if is_frame(dataset):
        yield from records_of(dataset)
    elif isinstance(dataset, Mapping):
        yield from _columns(dataset)
    elif isinstance(dataset, Iterable) and not isinstance(dataset, str | bytes):
        yield from dataset
    else:
        msg = (
            f"the data set is {type(dataset).__name__}: give an EvaluationDataset, a data set of Hugging Face, a data frame, or "
            "a list of dicts; read a file with EvaluationDataset.from_jsonl or from_csv"
        )
        raise InputError(msg)


def _columns(dataset: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the rows of a dict of columns, as ``Dataset.from_dict`` takes it."""
    lengths = {len(column) if isinstance(column, list | tuple) else -1 for column in dataset.values()}
    if len(lengths) != 1 or -1 in lengths:
        msg = (
            f"a dict is read as columns of one length, and this one has none: {keys_shown(dataset)}; "
            "put a single sample into a list"
        )
        raise InputError(msg)
    names = [str(name) for name in dataset]
    return (dict(zip(names, row, strict=True)) for row in zip(*dataset.values(), strict=True))


def _row(item: Any, column_map: Mapping[str, str], source: str | None) -> Row:
    if isinstance(item, Sample):
        return _of_sample(item), item
    found = raw_of(item, wanted="a SingleTurnSample or a dict")
    if found.problem is not None:
        return {}, Sample("", source=source, problem=found.problem)
    every = {str(key): value for key, value in found.value.items()}
    row = _renamed({key: value for key, value in every.items() if not is_nothing(value)}, column_map)
    if problem := row.pop("problem", None) or _lacking(row, _renamed(every, column_map)):
        return row, Sample("", source=source, problem=problem)
    return row, from_record(row, format="ragas", source=source, fixed=True)


def _of_sample(sample: Sample) -> dict[str, Any]:
    chunks = [chunk.text for chunk in sample.contexts]
    row = {"user_input": sample.question, "response": sample.answer, "retrieved_contexts": chunks}
    return {key: value for key, value in {**row, "reference": sample.reference}.items() if value is not None}


def _renamed(row: dict[str, Any], column_map: Mapping[str, str]) -> dict[str, Any]:
    """Return the row by RAGAS's names of today."""
    named = {theirs: ours for ours, theirs in column_map.items()}
    row = {named.get(key, key): value for key, value in row.items()}
    return {key if _NEWER.get(key, key) in row else _NEWER.get(key, key): value for key, value in row.items()}


def _lacking(row: Mapping[str, Any], every: Mapping[str, Any]) -> str | None:
    """Say what a row lacks: a column, or in a column that is there, by the names of `every`, a value."""
    lacks = [name for name in _NEEDED if name not in row]
    if not lacks or RAGAS.refuse(row) is not None:
        return None
    if all(name in every for name in lacks):
        verb = "is" if lacks == ["response"] else "are"
        return (
            f"{' and '.join(lacks)} {verb} empty (None or NaN) in this row: fill it in, or leave the row out"
        )
    lacks = [name for name in lacks if name not in every]
    return (
        f"no {' and no '.join(lacks)}: found {keys_shown(row)}; name the column: "
        f"column_map={{{', '.join(f'{name!r}: COLUMN' for name in lacks)}}}"
    )


def _check(dataset: object, rows: Sequence[Row]) -> None:
    """Refuse a data set of which nothing at all can be read, before it becomes a column of nan."""
    if not rows:
        msg = f"the data set is empty: {type(dataset).__name__}"
        raise InputError(msg)
    if all(sample.problem is not None for _, sample in rows):
        msg = f"none of the {len(rows)} rows can be scored; row 1: {rows[0][1].problem}"
        raise InputError(msg)
