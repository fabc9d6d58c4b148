"""Sources to raw records, whatever they hold: text in its formats, Parquet, Arrow, or a frame in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from upheld._errors import InputError
from upheld.readers.arrow import arrow_rows, is_arrow
from upheld.readers.files import decoded_lines, opened, source_name
from upheld.readers.frames import records_of
from upheld.readers.raw import Raw
from upheld.readers.records import raw_records

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from upheld.readers.detect import Detector
    from upheld.readers.files import Source

__all__ = ["file_records", "frame_records"]


def file_records(
    source: Source, encoding: str | None, detector: Detector, notify: Callable[[str], None]
) -> Iterator[Raw]:
    """Yield the records of a file; what it is shows in its first bytes.

    A file that breaks off behind some of its records ends in one with that problem, so that none is lost.

    Args:
        source: a path, ``"-"`` for standard input, or a binary file object, which stays open.
        encoding: of a text; None to find it out.
        detector: knows records by their keys.
        notify: told what the user might not expect.

    Raises:
        ConfigurationError: pyarrow is needed and not installed.
        InputError: the file cannot be read, or holds no records.
    """
    name = source_name(source)
    empty = True
    for raw in _to_the_end(_records(source, encoding, detector, notify, name)):
        empty = False
        yield raw
    if empty:
        msg = f"{name}: no records in it"
        raise InputError(msg)


def frame_records(frame: Any) -> Iterator[Raw]:
    """Yield the rows of a frame in memory as records. One without rows has none, as an empty list has.

    Args:
        frame: an object for which `is_frame` holds.

    Raises:
        ConfigurationError: narwhals is needed and not installed.
        InputError: the frame cannot be read.
    """
    return _to_the_end(_rows(records_of(frame)))


def _records(
    source: Source, encoding: str | None, detector: Detector, notify: Callable[[str], None], name: str
) -> Iterator[Raw]:
    with opened(source) as (head, stream):
        if is_arrow(head):
            yield from _rows(arrow_rows(head, stream, name))
        else:
            lines = decoded_lines(head, stream, encoding, name, notify)
            yield from raw_records(lines, name, detector, notify)


def _rows(rows: Iterable[Mapping[str, Any]]) -> Iterator[Raw]:
    # Lists and objects may be written in texts, as in a table: LangSmith's Parquet has them so, and frames read from CSV.
    return (Raw(number, "record", row, cells=True) for number, row in enumerate(rows, 1))


def _to_the_end(raws: Iterator[Raw]) -> Iterator[Raw]:
    """Yield the records; what breaks off behind some of them ends in one with that problem."""
    last = Raw(0)
    try:
        for raw in raws:
            last = raw
            yield raw
    except InputError as error:
        if last.number == 0:
            raise
        yield Raw(last.number + 1, last.unit, problem=str(error))
