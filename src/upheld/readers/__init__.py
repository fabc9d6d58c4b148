"""Readers: files and records of many shapes to samples.

A problem of one record never raises: its sample carries it, and the run goes on.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, groupby
from typing import Any

from upheld._errors import InputError
from upheld._types import Sample
from upheld.readers.build import to_sample
from upheld.readers.canonical import UPHELD
from upheld.readers.detect import FORMATS, Detector, chosen
from upheld.readers.files import Source, check_encoding, source_name
from upheld.readers.formats import Format, Reading
from upheld.readers.frames import is_frame
from upheld.readers.ids import IdWatch
from upheld.readers.objects import raw_of
from upheld.readers.raw import Raw
from upheld.readers.sources import file_records, frame_records
from upheld.readers.truncation import TruncationWatch

__all__ = [
    "FORMATS",
    "Format",
    "Source",
    "TruncationWatch",
    "from_record",
    "from_records",
    "is_frame",
    "is_record",
    "read",
    "read_frame",
]

_LOOK_AT = 20
_LOOK_NO_FURTHER = 1000
_LOOK_CHARACTERS = 1 << 23


def read(
    source: Source,
    *,
    format: str | None = None,  # noqa: A002 - the word of the command line
    mapping: Mapping[str, str] | None = None,
    notify: Callable[[str], None] | None = None,
    encoding: str | None = None,
    beside: Sequence[Source] = (),
) -> Iterator[Sample]:
    """Yield the samples of a file: JSON Lines, JSON, CSV, TSV, Parquet or Arrow, plain or gzip.

    JSON Lines, tables, Parquet and Arrow are streamed: memory does not grow with the file. A JSON document is loaded whole, and
    so is an export in which one sample spans several records. A record that cannot be used is yielded too, with its `problem`. A
    record without id gets ``#7`` from its line (or number).

    Args:
        source: a path, ``"-"`` for standard input, or a binary file object, which stays open.
        format: a name of `FORMATS`; None to find it out from the keys of the first records.
        mapping: where fields are, such as ``{"answer": "my_col", "contexts": "out.docs[].page_content"}``.
        notify: called with the format that was found and with warnings, each one line.
        encoding: such as ``cp1252``; None to find it out.
        beside: all files of the run, in which the second file of a format of two may be.

    Returns:
        An iterator; the file is opened at its first step and closed at its end.

    Raises:
        ConfigurationError: the format, a mapped field or path, or the encoding does not exist.
        FormatError: no known format has these keys.
        InputError: the file cannot be read, or holds no records.
    """
    fmt = chosen(format, mapping or {})
    if encoding is not None:
        check_encoding(encoding)
    tell = notify or _nobody
    named = [source_name(other) for other in beside if isinstance(other, str | os.PathLike)]
    reading = Reading(source_name(source), mapping or {}, tell, named)
    detector = Detector(reading.mapping)
    return _samples(file_records(source, encoding, detector, tell), fmt, detector, reading)


def read_frame(
    frame: Any,
    *,
    format: str | None = None,  # noqa: A002 - the word of the command line
    mapping: Mapping[str, str] | None = None,
    notify: Callable[[str], None] | None = None,
) -> Iterator[Sample]:
    """Yield the samples of a frame in memory: pandas, polars, Arrow, an HF dataset, or what else narwhals takes.

    Args:
        frame: an object for which `is_frame` holds.
        format: as for `read`.
        mapping: as for `read`.
        notify: as for `read`.

    Returns:
        An iterator.

    Raises:
        ConfigurationError: as for `read`, or narwhals is needed and not installed.
        FormatError: no known format has these columns.
        InputError: the frame cannot be read.
    """
    fmt = chosen(format, mapping or {})
    reading = Reading(type(frame).__name__, mapping or {}, notify or _nobody, in_memory=True)
    return _samples(frame_records(frame), fmt, Detector(reading.mapping, in_memory=True), reading)


def from_records(
    records: Iterable[Any],
    *,
    format: str | None = None,  # noqa: A002 - the word of the command line
    mapping: Mapping[str, str] | None = None,
    notify: Callable[[str], None] | None = None,
) -> Iterator[Sample]:
    """Yield the samples of records in memory, each by its own keys.

    Records one by one; only those of a format in which a sample spans several are collected first, as far as they follow each
    other. A frame among the records is gone through by row.

    Args:
        records: dicts with the keys of known formats; dataclasses, pydantic models, named tuples and rows of pandas with such
            fields; or samples.
        format: as for `read`.
        mapping: as for `read`.
        notify: as for `read`.

    Raises:
        ConfigurationError: the format or a mapped field does not exist.
    """
    fmt = chosen(format, mapping or {})
    reading = Reading("the records", mapping or {}, notify or _nobody, in_memory=True)
    detector = Detector(reading.mapping)

    def spanning(record: Raw | Sample) -> str | None:
        if isinstance(record, Sample):
            return None
        known = fmt or (detector.match(record.value) if record.problem is None else None)
        return known.name if known is not None and known.gather is not None else None

    for name, group in groupby(_numbered(records), spanning):
        if name is not None:
            raws = (record for record in group if isinstance(record, Raw))
            for raw in _records_of(FORMATS[name], raws, reading):
                yield _sample(raw, FORMATS[name], reading, source=f"record {raw.number}")
            continue
        for record in group:
            yield (
                record
                if isinstance(record, Sample)
                else _alone(record, fmt, reading, f"record {record.number}")
            )


def _numbered(records: Iterable[Any]) -> Iterator[Raw | Sample]:
    """Yield records in memory with their numbers, those of a frame among them one by one."""
    number = 0
    for record in records:
        for item in _rows_of(record) if is_frame(record) else [record]:
            number += 1
            if isinstance(item, Sample):
                yield item
            else:
                yield replace(item, number=number) if isinstance(item, Raw) else raw_of(item, number)


def _rows_of(frame: Any) -> Iterator[Raw]:
    """Yield the rows of a frame; one that cannot be read at all is a row with that problem, and does not end the others."""
    try:
        yield from frame_records(frame)
    except InputError as error:
        yield Raw(1, "record", problem=str(error))


def _records_of(fmt: Format, raws: Iterable[Raw], reading: Reading) -> Iterator[Raw]:
    """Yield the records of one sample each."""
    return iter(raws) if fmt.gather is None else fmt.gather(raws, reading)


def _sample(raw: Raw, fmt: Format, reading: Reading, source: str) -> Sample:
    return to_sample(
        raw.value,
        fmt,
        reading.mapping,
        place=raw.place,
        source=source,
        problem=raw.problem,
        cells=raw.cells,
        in_memory=reading.in_memory,
    )


def from_record(
    record: Any,
    *,
    format: str | None = None,  # noqa: A002 - the word of the command line
    mapping: Mapping[str, str] | None = None,
    source: str | None = None,
    fixed: bool = False,
) -> Sample:
    """Return the sample that one record is; what is wrong with the record becomes the sample's `problem`.

    Args:
        record: as one of `from_records`. A sample is returned as it is.
        format: a name of `FORMATS`; None to go by the keys of this record.
        mapping: where fields are, as in `read`.
        source: where the record stands, as messages shall name it.
        fixed: the user cannot say where fields are, so no message advises it.

    Raises:
        ConfigurationError: the format or a mapped field does not exist.
    """
    fmt = chosen(format, mapping or {})
    if isinstance(record, Sample):
        return record
    reading = Reading("the record", mapping or {}, in_memory=True)
    return _alone(raw_of(record), fmt, reading, source, fixed=fixed)


def is_record(thing: object) -> bool:
    """Whether a thing is one record, by its keys, and no iterable of them."""
    raw = raw_of(thing)
    return raw.problem is None and Detector({}).match(raw.value) is not None


def _alone(
    raw: Raw, fmt: Format | None, reading: Reading, source: str | None, *, fixed: bool = False
) -> Sample:
    """Return the sample of a record in memory that stands for itself."""
    if raw.problem is not None:
        return Sample("", source=source, problem=raw.problem)
    known = fmt or Detector(reading.mapping).nearest(raw.value)
    if known.gather is not None:
        return _only(raw, known, reading, source)
    return to_sample(
        raw.value, known, reading.mapping, source=source, cells=raw.cells, in_memory=True, fixed=fixed
    )


def _only(raw: Raw, fmt: Format, reading: Reading, source: str | None) -> Sample:
    """Return the one sample that a record of an export is put together, or taken apart, to."""
    try:
        found = list(_records_of(fmt, [raw], reading))
    except InputError as error:  # of a whole file, which here is this one record
        return Sample("", source=source, problem=str(error))
    if len(found) == 1:
        (one,) = found
        return to_sample(
            one.value,
            fmt,
            reading.mapping,
            source=source,
            problem=one.problem,
            cells=one.cells,
            in_memory=True,
        )
    problem = f"this record of {fmt.title} holds {len(found) or 'no'} samples; give it to evaluate in a list"
    return Sample("", source=source, problem=problem)


def _nobody(_message: str) -> None:
    """Take a notice that nobody asked for."""


def _samples(
    raws: Iterator[Raw], fmt: Format | None, detector: Detector, reading: Reading
) -> Iterator[Sample]:
    if fmt is None:
        fmt, raws = _settled(raws, detector, reading.name, reading.notify)
    ids, chunks = IdWatch(), TruncationWatch()
    for raw in _records_of(fmt, raws, reading):
        sample = _sample(raw, fmt, reading, raw.source(reading.name))
        if sample.id is None:
            sample = replace(sample, id=f"#{raw.number}")
        else:
            ids.see(sample.id, raw.place)
        chunks.see(sample)
        yield sample
    for warning in filter(None, [ids.warning(), *chunks.warnings()]):
        reading.notify(f"{reading.name}: {warning}")


def _settled(
    raws: Iterator[Raw], detector: Detector, name: str, notify: Callable[[str], None]
) -> tuple[Format, Iterator[Raw]]:
    """Return the format of the first usable records, and all records again."""
    first: list[Raw] = []
    usable: list[Mapping[str, Any]] = []
    size = 0
    for raw in raws:
        first.append(raw)
        size += raw.size
        if raw.problem is None:
            usable.append(raw.value)
        if len(usable) >= _LOOK_AT or len(first) >= _LOOK_NO_FURTHER or size >= _LOOK_CHARACTERS:
            break
    # Where every record is broken there are no keys to go by, and none needed.
    fmt = detector.detect(usable, name, notify) if usable else UPHELD
    return fmt, chain(first, raws)
