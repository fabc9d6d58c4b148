"""Results as Parquet or as an Arrow file: one row for each sample, claims nested; written in batches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, BinaryIO, TextIO

from upheld._errors import OutputError
from upheld._extras import needed
from upheld._report.frames import arrow_batches, arrow_schema

if TYPE_CHECKING:
    from upheld._report import Report

__all__ = ["write_arrow", "write_parquet"]


def write_parquet(report: Report, stream: TextIO) -> None:
    """Write a run as Parquet.

    Args:
        report: the run.
        stream: a text stream over a binary one, to which the bytes go.

    Raises:
        ConfigurationError: pyarrow is not installed.
        OutputError: the stream is a terminal, or takes no bytes.
    """
    pq = needed("pyarrow.parquet", "Parquet output")
    _write(report, _bytes(stream), lambda sink, schema: pq.ParquetWriter(sink, schema, compression="zstd"))


def write_arrow(report: Report, stream: TextIO) -> None:
    """Write a run as an Arrow file (Feather 2).

    Args:
        report: the run.
        stream: a text stream over a binary one, to which the bytes go.

    Raises:
        ConfigurationError: pyarrow is not installed.
        OutputError: the stream is a terminal, or takes no bytes.
    """
    pa = needed("pyarrow", "Arrow output")
    _write(report, _bytes(stream), pa.ipc.new_file)


def _write(report: Report, sink: BinaryIO, writer: Any) -> None:
    schema = arrow_schema(report.results)
    with writer(sink, schema) as table:
        for batch in arrow_batches(report.results, schema):
            table.write_batch(batch)


def _bytes(stream: TextIO) -> BinaryIO:
    sink = getattr(stream, "buffer", None)
    if sink is None or stream.isatty():
        msg = "Parquet and Arrow are bytes, not text: write them to a file with -o report.parquet"
        raise OutputError(msg)
    stream.flush()
    return sink  # type: ignore[no-any-return]
