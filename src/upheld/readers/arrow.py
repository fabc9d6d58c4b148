"""Arrow data to rows: Parquet, Arrow files and streams, and Arrow objects in memory; one batch of rows at a time."""

from __future__ import annotations

import io
from collections import Counter
from typing import TYPE_CHECKING, Any, BinaryIO

from upheld._errors import InputError
from upheld._extras import needed
from upheld.readers.values import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import pyarrow as pa

__all__ = ["arrow_rows", "batch_rows", "is_arrow"]

_MAGIC = ((b"PAR1\x15", "Parquet"), (b"ARROW1\0\0", "Arrow"), (b"\xff\xff\xff\xff", "Arrow"))
_ROWS = 256  # a row may hold many long chunks


def is_arrow(head: bytes) -> bool:
    """Whether a file that begins so is Parquet, an Arrow file (Feather 2) or an Arrow stream."""
    return _kind(head) is not None


def arrow_rows(head: bytes, stream: BinaryIO, name: str) -> Iterator[dict[str, Any]]:
    """Yield the rows of a file as Python values; memory grows with a row group or a record batch, not with the file.

    Args:
        head: its first bytes, for which `is_arrow` holds.
        stream: all of it. What cannot be sought in, such as a pipe or gzip, is read into memory first.
        name: name of the file, for messages.

    Raises:
        ConfigurationError: pyarrow is not installed.
        InputError: the file is broken.
    """
    pa = needed("pyarrow", f"{name}: reading {_kind(head)}")
    try:
        yield from batch_rows(_batches(head, _seekable(stream), pa))
    except (ValueError, TypeError, OSError, NotImplementedError, KeyError, IndexError, EOFError) as error:
        # ArrowInvalid and ArrowNotImplementedError are among them, and so is a text that is no UTF-8.
        first = str(error).partition("\n")[0]
        msg = f"{name}: reading {_kind(head)} breaks off: {shown(first, 200)}; is the file complete?"
        raise InputError(msg) from error


def batch_rows(batches: Iterable[pa.RecordBatch]) -> Iterator[dict[str, Any]]:
    """Yield the rows of record batches as Python values, keyed by the names of the columns.

    Args:
        batches: of one schema or of several.

    Raises:
        ValueError: two columns have one name, or a value has no form in Python, such as a text that is no UTF-8.
    """
    for batch in batches:
        if twice := [name for name, times in Counter(batch.schema.names).items() if times > 1]:
            msg = f"several columns are named {shown(twice[0])!r}; rename them"
            raise ValueError(msg)
        plain = _without_nanoseconds(batch)
        for start in range(0, plain.num_rows, _ROWS):
            yield from plain.slice(start, _ROWS).to_pylist()


def _kind(head: bytes) -> str | None:
    return next((kind for magic, kind in _MAGIC if head.startswith(magic)), None)


def _seekable(stream: BinaryIO) -> BinaryIO:
    return stream if stream.seekable() else io.BytesIO(stream.read())


def _batches(head: bytes, stream: BinaryIO, pa: Any) -> Iterator[pa.RecordBatch]:
    if _kind(head) == "Parquet":
        import pyarrow.parquet as pq

        with pq.ParquetFile(stream) as parquet:
            yield from parquet.iter_batches(_ROWS)
    elif head.startswith(b"ARROW1"):
        with pa.ipc.open_file(stream) as file:
            yield from (file.get_batch(number) for number in range(file.num_record_batches))
    else:
        with pa.ipc.open_stream(stream) as source:
            yield from source


def _without_nanoseconds(batch: pa.RecordBatch) -> pa.RecordBatch:
    """Return the batch with times cut to microseconds: Python has none finer, and pyarrow would refuse or load pandas."""
    import pyarrow as pa

    fields = [
        field.with_type(pa.timestamp("us", field.type.tz))
        if pa.types.is_timestamp(field.type)
        else field.with_type(pa.duration("us"))
        if pa.types.is_duration(field.type)
        else field
        for field in batch.schema
    ]
    if all(new.type == old.type for new, old in zip(fields, batch.schema, strict=True)):
        return batch
    columns = [
        column.cast(field.type, safe=False) for column, field in zip(batch.columns, fields, strict=True)
    ]
    return pa.RecordBatch.from_arrays(columns, schema=pa.schema(fields))
