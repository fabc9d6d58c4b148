"""Readers: files and records of many shapes to samples.

A problem of one record never raises: its sample carries it, and the run goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from typing import Any

from upheld._errors import InputError
from upheld._types import Sample
from upheld.readers.build import to_sample
from upheld.readers.canonical import UPHELD
from upheld.readers.detect import FORMATS, Detector, chosen
from upheld.readers.files import Source, check_encoding, source_name, text_lines
from upheld.readers.formats import Format
from upheld.readers.ids import IdWatch
from upheld.readers.raw import Raw
from upheld.readers.records import raw_records
from upheld.readers.truncation import TruncationWatch
from upheld.readers.values import kind_of

__all__ = ["FORMATS", "Format", "Source", "TruncationWatch", "from_record", "read"]

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
) -> Iterator[Sample]:
    """Yield the samples of a file: JSON Lines, JSON, CSV or TSV, plain or gzip.

    JSON Lines and tables are streamed: memory does not grow with the file. A JSON document is loaded whole. A record
    that cannot be used is yielded too, with its `problem`. A record without id gets ``#7`` from its line (or number).

    Args:
        source: a path, ``"-"`` for standard input, or a binary file object, which stays open.
        format: a name of `FORMATS`; None to find it out from the keys of the first records.
        mapping: where fields are, such as ``{"answer": "my_col", "contexts": "out.docs[].page_content"}``.
        notify: called with the format that was found and with warnings, each one line.
        encoding: such as ``cp1252``; None to find it out.

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
    return _samples(source, fmt, mapping or {}, notify or _nobody, encoding)


def from_record(
    record: Mapping[str, Any] | Sample,
    *,
    format: str | None = None,  # noqa: A002 - the word of the command line
    mapping: Mapping[str, str] | None = None,
    source: str | None = None,
) -> Sample:
    """Return the sample that one record is; what is wrong with the record becomes the sample's `problem`.

    Args:
        record: a dict with the keys of a known format, or a sample, which is returned as it is.
        format: a name of `FORMATS`; None to go by the keys of this record.
        mapping: where fields are, as in `read`.
        source: where the record stands, as messages shall name it.

    Raises:
        ConfigurationError: the format or a mapped field does not exist.
    """
    fmt = chosen(format, mapping or {})
    if isinstance(record, Sample):
        return record
    anything: Any = record  # what an iterable really yields, whatever its type says
    if not isinstance(anything, Mapping):
        problem = f"expected an object with keys, found {kind_of(anything)}"
        return Sample("", source=source, problem=problem)
    return to_sample(anything, fmt or Detector(mapping or {}).nearest(anything), mapping or {}, source=source)


def _nobody(_message: str) -> None:
    """Take a notice that nobody asked for."""


def _samples(
    source: Source,
    fmt: Format | None,
    mapping: Mapping[str, str],
    notify: Callable[[str], None],
    encoding: str | None,
) -> Iterator[Sample]:
    name = source_name(source)
    detector = Detector(mapping)
    lines = text_lines(source, encoding, notify)
    raws = _all_of(raw_records(lines, name, detector, notify), name)
    if fmt is None:
        fmt, raws = _settled(raws, detector, name, notify)
    ids, chunks = IdWatch(), TruncationWatch()
    for raw in raws:
        sample = to_sample(
            raw.value,
            fmt,
            mapping,
            place=raw.place,
            source=raw.source(name),
            problem=raw.problem,
            cells=raw.cells,
        )
        if sample.id is None:
            sample = replace(sample, id=f"#{raw.number}")
        else:
            ids.see(sample.id, raw.place)
        chunks.see(sample)
        yield sample
    for warning in filter(None, [ids.warning(), *chunks.warnings()]):
        notify(f"{name}: {warning}")


def _all_of(raws: Iterator[Raw], name: str) -> Iterator[Raw]:
    """Yield the records; a file that breaks off behind some of them ends in one with that problem, so none is lost."""
    last = Raw(0)
    try:
        for raw in raws:
            last = raw
            yield raw
    except InputError as error:
        if last.number == 0:
            raise
        yield Raw(last.number + 1, last.unit, problem=str(error))
    if last.number == 0:
        msg = f"{name}: no records in it"
        raise InputError(msg)


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
