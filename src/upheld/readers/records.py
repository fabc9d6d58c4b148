"""Text to raw records: JSON Lines and CSV as a stream, a JSON document as a whole."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, TypeAlias

from upheld._errors import InputError
from upheld.readers.documents import document_records
from upheld.readers.jsontext import Broken, parse
from upheld.readers.raw import Raw
from upheld.readers.tables import table_records
from upheld.readers.values import kind_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from upheld.readers.detect import Detector

__all__ = ["raw_records"]

# NUL bytes alone on a line are what a crash leaves at the end of a file, Ctrl-Z what DOS does.
_BLANK = "\0 \t\r\n\f\v\x1a"
_LINES = (".jsonl", ".ndjson")
_TABLES = (".csv", ".tsv", ".tab")
_GOES_ON = ("[", "{", ",", ":")
_YAML = (".yaml", ".yml")
# What no table begins with: a mark of a document, an item with a key, a key without a value.
_YAML_LINE = re.compile(r"---\s*|-\s+[\w-]+\s*:(?:\s.*)?|[\w-]+\s*:\s*", re.DOTALL)

_Line: TypeAlias = "tuple[int, str]"


@dataclass(frozen=True, slots=True)
class _File:
    """What the ways to read a file have in common."""

    name: str
    extension: str
    detector: Detector
    notify: Callable[[str], None]


def raw_records(
    lines: Iterable[str],
    name: str,
    detector: Detector,
    notify: Callable[[str], None],
) -> Iterator[Raw]:
    """Yield the records of a text, whatever its kind: the text decides first, then the ending of the name.

    Args:
        lines: lines with their line feeds.
        name: name of the file, for messages and its ending.
        detector: knows records by their keys.
        notify: told what the user might not expect.

    Raises:
        InputError: the text holds no records, or is broken as a whole.
    """
    suffixes = [suffix for suffix in PurePath(name.lower()).suffixes if suffix != ".gz"]
    file = _File(name, suffixes[-1] if suffixes else "", detector, notify)
    stream = enumerate(lines, 1)
    taken: list[_Line] = []
    ahead = list(islice(_not_blank(_kept(stream, taken)), 2))
    if not ahead:
        msg = f"{name}: no records: the file is empty"
        raise InputError(msg)
    everything = chain(taken, stream)
    first = ahead[0][1].lstrip(_BLANK)
    is_json = isinstance(parse(first), dict | list) if file.extension in _TABLES else first[0] in "{["
    if is_json or file.extension in (*_LINES, ".json"):
        yield from _json(ahead, everything, file)
    elif file.extension in _YAML or _YAML_LINE.fullmatch(first):
        msg = f"{name}: this looks like YAML, which is not read; save it as JSON Lines, JSON, CSV, Parquet or Arrow"
        raise InputError(msg)
    else:
        yield from table_records((line for _, line in everything), ahead[0], name)


def _kept(lines: Iterable[_Line], taken: list[_Line]) -> Iterator[_Line]:
    """Pass lines on and keep them, from the first that is not blank: a table may need the blank ones after it."""
    for number, line in lines:
        if taken or line.strip(_BLANK):
            taken.append((number, line))
        yield number, line


def _not_blank(lines: Iterable[_Line]) -> Iterator[_Line]:
    return ((number, line) for number, line in lines if line.strip(_BLANK))


def _json(ahead: list[_Line], everything: Iterator[_Line], file: _File) -> Iterator[Raw]:
    number, line = ahead[0]
    first = parse(line)
    if len(ahead) == 1:
        return _single(number, line, first, file)
    if not isinstance(first, Broken):
        return _lines(everything)
    second_is_record = isinstance(parse(ahead[1][1]), dict)
    if _is_opened(line, first) or (file.extension == ".json" and not second_is_record):
        return _document(everything, file, lines_are_records=second_is_record)
    return _lines(everything)


def _single(number: int, line: str, value: Any, file: _File) -> Iterator[Raw]:
    """Read a file of one line: a record, which each object in JSON Lines is, or a whole document."""
    if isinstance(value, Broken):
        if file.extension == ".json":
            msg = f"{file.name}: line {number}: {value}"
            raise InputError(msg)
        return iter([_record(number, line)])
    if file.extension in _LINES and isinstance(value, dict):
        return iter([_record(number, line)])
    raws = document_records(value, file.name, file.detector, file.notify)
    # A lone record is known by its line, as it is when more lines follow.
    return (_record(number, line) if raw.value is value else raw for raw in raws)


def _is_opened(line: str, broken: Broken) -> bool:
    """Whether a line only begins a value, as pretty-printed JSON does; a record that was cut ends anywhere."""
    text = line.rstrip(_BLANK)
    return broken.position >= len(text) and text.endswith(_GOES_ON)


def _document(everything: Iterator[_Line], file: _File, *, lines_are_records: bool) -> Iterator[Raw]:
    lines = list(everything)
    value = parse("".join(line for _, line in lines).rstrip(_BLANK))
    if not isinstance(value, Broken):
        if file.extension in _LINES:
            file.notify(
                f"{file.name}: one JSON document over several lines, not JSON Lines; it is read as a whole"
            )
        return document_records(value, file.name, file.detector, file.notify)
    if lines_are_records:  # JSON Lines whose first record was cut just there
        return _lines(iter(lines))
    at = value.line + lines[0][0] - 1
    if value.several:
        msg = (
            f"{file.name}: several JSON values one after another, the second at line {at}, each over several lines; "
            "put one record on each line (jq -c . FILE) or all of them in one list"
        )
    else:
        where = f" at line {at}, column {value.column}" if value.position >= 0 else ""
        msg = f"{file.name}: broken JSON{where}: {value.reason}"
    raise InputError(msg)


def _lines(lines: Iterable[_Line]) -> Iterator[Raw]:
    return (_record(number, line) for number, line in _not_blank(lines))


def _record(number: int, line: str) -> Raw:
    value = parse(line.rstrip(_BLANK))
    size = len(line)
    if isinstance(value, Broken):
        return Raw(number, problem=str(value), size=size)
    if not isinstance(value, dict):
        return Raw(number, problem=f"expected an object with keys, found {kind_of(value)}", size=size)
    return Raw(number, value=value, size=size)
