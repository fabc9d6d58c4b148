"""Data frames in memory to records: pandas, polars, Arrow, HF datasets, and whatever else narwhals takes.

Nothing here imports a library of frames before one of its frames was given: the class of the object tells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

from upheld._errors import InputError
from upheld._extras import needed
from upheld.readers.arrow import batch_rows
from upheld.readers.values import is_nothing, keys_shown, shown

__all__ = ["is_frame", "is_row", "records_of", "row_of", "yields_frames"]

_LIBRARIES = frozenset(
    {
        "cudf",
        "dask",
        "datasets",
        "duckdb",
        "fireducks",
        "ibis",
        "modin",
        "narwhals",
        "pandas",
        "polars",
        "pyarrow",
        "pyspark",
        "sqlframe",
    }
)
_FRAMES = frozenset(
    {
        "DataFrame",
        "Dataset",
        "DatasetDict",
        "DuckDBPyRelation",
        "IterableDataset",
        "IterableDatasetDict",
        "LazyFrame",
        "RecordBatch",
        "RecordBatchReader",
        "Table",
    }
)
_PROTOCOLS = ("__narwhals_dataframe__", "__narwhals_lazyframe__", "__arrow_c_stream__")
_MAX_DEPTH = 100


def is_frame(obj: object) -> bool:
    """Whether an object is a frame: a table of named columns whose rows are records. Imports nothing."""
    library = _library(obj)
    if library is not None:
        return True
    known = any(_root(cls) in _LIBRARIES for cls in type(obj).__mro__)  # a column, an index, a scalar of one
    return not known and any(hasattr(type(obj), name) for name in _PROTOCOLS)


def records_of(frame: Any) -> Iterator[dict[str, Any]]:
    """Yield the rows of a frame as records, keyed by the names of its columns.

    Arrays become lists, at any depth; NaN, NaT and NA become None. A named index of pandas counts as columns, since exports of
    traces keep the id of the span there. A lazy frame is collected, a reader of record batches is read batch by batch.

    Args:
        frame: an object for which `is_frame` holds.

    Raises:
        ConfigurationError: narwhals is not installed.
        InputError: the frame has several columns of one name, is a set of splits, or cannot be gone through.
    """
    rows = _rows(frame)
    for number in count(1):
        try:
            row = next(rows)
        except StopIteration:
            return
        except (ValueError, TypeError, NotImplementedError, AttributeError, OSError) as error:
            first = str(error).partition("\n")[0]
            msg = f"{type(frame).__name__}: row {number} cannot be read: {shown(first, 200)}"
            raise InputError(msg) from error
        yield _record(row)


def yields_frames(obj: object) -> bool:
    """Whether an object gives a file frame by frame, as pandas does with ``chunksize``. It can be read like a file, but is none."""
    return hasattr(obj, "__next__") and any(_root(cls) == "pandas" for cls in type(obj).__mro__)


def is_row(obj: object) -> bool:
    """Whether an object can be a row of a frame: a series of pandas, or of a library that is like it. Imports nothing."""
    named = any(cls.__name__ == "Series" and _root(cls) in _LIBRARIES for cls in type(obj).__mro__)
    return named and callable(getattr(obj, "to_dict", None))


def row_of(row: Any) -> dict[str, Any]:
    """Return a row of a frame as a record, with values as `records_of` has them.

    Args:
        row: an object for which `is_row` holds.
    """
    return _record(row.to_dict())


def _record(row: Mapping[Any, Any]) -> dict[str, Any]:
    return {str(key): _value(value) for key, value in row.items()}


def _rows(frame: Any) -> Iterator[Mapping[Any, Any]]:
    library = _library(frame)
    if isinstance(frame, Mapping):  # a DatasetDict
        msg = f"{type(frame).__name__} holds several splits; pass one of them: {keys_shown(frame)}"
        raise InputError(msg)
    if library == "datasets":
        # As Python's own values, whatever format it was set to: that of pandas would give a frame for each row.
        yield from frame.with_format(None) if hasattr(frame, "with_format") else frame
    elif library == "pyarrow":
        yield from batch_rows(_batches(frame))
    elif library is None and not any(hasattr(type(frame), name) for name in _PROTOCOLS[:2]):
        pa = needed("pyarrow", "reading an Arrow object")
        yield from batch_rows(pa.RecordBatchReader.from_stream(frame))
    else:
        yield from _through_narwhals(frame)


def _batches(frame: Any) -> Any:
    """Return the record batches of an Arrow object: a batch, a table, a dataset or a reader."""
    if hasattr(frame, "to_batches"):
        return frame.to_batches()
    return [frame] if hasattr(frame, "num_rows") else frame


def _through_narwhals(frame: Any) -> Iterator[Mapping[Any, Any]]:
    nw = needed("narwhals", "reading a data frame")
    try:
        native: Any = nw.to_native(frame, pass_through=True)
        narrow: Any = nw.from_native(_with_index(native))
        eager = narrow.collect() if isinstance(narrow, nw.LazyFrame) else narrow
        yield from eager.iter_rows(named=True)
    except (nw.exceptions.NarwhalsError, ImportError) as error:
        said = " ".join(str(error).split())
        msg = f"{type(frame).__name__}: cannot be read as records: {shown(said, 200)}"
        raise InputError(msg) from error


def _with_index(frame: Any) -> Any:
    """Return a frame of pandas with its named index as columns; any other frame as it is."""
    names = getattr(getattr(frame, "index", None), "names", None)
    if names is None or not callable(getattr(frame, "reset_index", None)):
        return frame
    columns = set(frame.columns)
    levels = [place for place, name in enumerate(names) if name is not None and name not in columns]
    return frame.reset_index(level=levels) if levels else frame


def _library(obj: object) -> str | None:
    """Return the library whose frame an object is, or is derived from; None where it is no frame of a known one."""
    return next(
        (root for cls in type(obj).__mro__ if cls.__name__ in _FRAMES and (root := _root(cls)) in _LIBRARIES),
        None,
    )


def _root(cls: type) -> str:
    return cls.__module__.partition(".")[0]


def _value(value: Any, depth: int = 0) -> Any:
    """Return a cell as Python's own values; what is nested too deeply stays, and is refused with its record."""
    if value is None or isinstance(value, str | bool | int):
        return value
    if is_nothing(value):
        return None
    if depth > _MAX_DEPTH:
        return value
    if isinstance(value, Mapping):
        return {str(key): _value(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_value(item, depth + 1) for item in value]
    if callable(unwrap := getattr(value, "tolist", None)):  # arrays and scalars of numpy, series, tensors
        return _value(unwrap(), depth + 1)
    if callable(unwrap := getattr(value, "to_list", None)):  # series of polars
        return _value(unwrap(), depth + 1)
    return value
