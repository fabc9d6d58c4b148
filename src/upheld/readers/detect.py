"""Which format records are of: by their keys, the most specific format first, never by a silent guess."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from types import MappingProxyType
from typing import Any

from upheld._errors import ConfigurationError, FormatError
from upheld.readers.canonical import UPHELD
from upheld.readers.deepeval import DEEPEVAL
from upheld.readers.formats import FIELDS, Format
from upheld.readers.paths import check_path, root
from upheld.readers.ragas import RAGAS, RAGAS_V1
from upheld.readers.suggest import suggest
from upheld.readers.values import keys_shown, shown

__all__ = ["FORMATS", "chosen", "detect", "is_record", "nearest"]

FORMATS: Mapping[str, Format] = MappingProxyType(
    {fmt.name: fmt for fmt in (UPHELD, RAGAS, RAGAS_V1, DEEPEVAL)}
)
"""The formats that can be read, by name."""

_SPECIFIC_FIRST = tuple(reversed(FORMATS.values()))


def chosen(name: str | None, mapping: Mapping[str, str]) -> Format | None:
    """Return the format that the user named; None where none was.

    Raises:
        ConfigurationError: there is no such format, or the mapping names a field that samples do not have.
    """
    if unknown := [field for field in mapping if field not in FIELDS]:
        msg = f"cannot map {shown(unknown[0])!r}: a sample has the fields {', '.join(FIELDS)}"
        raise ConfigurationError(msg)
    if name is not None and name not in FORMATS:
        msg = f"unknown format: {shown(name)!r}; known are {', '.join(FORMATS)}"
        raise ConfigurationError(msg)
    return None if name is None else FORMATS[name]


def detect(
    records: Sequence[Mapping[str, Any]], mapping: Mapping[str, str], name: str, notify: Callable[[str], None]
) -> Format:
    """Return the format of a file from its first records: that of most of them.

    Args:
        records: the first usable records, at least one.
        mapping: fields that the user has said where to find.
        name: name of the file, for messages.
        notify: told the format and the keys that gave it away.

    Raises:
        FormatError: no format fits, not even over all these records together.
        ConfigurationError: a path of the mapping cannot be read.
    """
    for path in mapping.values():
        if not any(path in record for record in records):
            check_path(path)
    votes = Counter(fmt.name for record in records if (fmt := _match(record, mapping)))
    fmt = FORMATS[votes.most_common(1)[0][0]] if votes else _over_all(records, mapping)
    if fmt is None:
        raise FormatError(_no_format(records, mapping, name))
    notify(_said(fmt, records, mapping, name))
    others = ", ".join(f"{count} {FORMATS[other].title}" for other, count in votes.most_common()[1:])
    if others:
        notify(
            f"{name}: not all of its first {len(records)} records are {fmt.title}: {others}; one file is read as one format"
        )
    return fmt


def nearest(record: Mapping[str, Any], mapping: Mapping[str, str]) -> Format:
    """Return the format of one record; where none fits, the one that comes nearest, so that it can say what is missing."""
    keys = record.keys()
    marked = (fmt for fmt in _SPECIFIC_FIRST if not fmt.marks.isdisjoint(keys))
    return _match(record, mapping) or next(marked, UPHELD)


def is_record(value: Mapping[str, Any], mapping: Mapping[str, str]) -> bool:
    """Whether the keys of an object are those of a record of some format."""
    return _match(value, mapping) is not None


def _match(record: Mapping[str, Any], mapping: Mapping[str, str]) -> Format | None:
    mapped = {field for field, path in mapping.items() if _leads_in(record, path)}
    return _match_keys(record.keys(), mapped)


def _leads_in(record: Mapping[str, Any], path: str) -> bool:
    try:
        return root(record, path) is not None
    except ConfigurationError:
        return False


def _match_keys(keys: AbstractSet[str], mapped: AbstractSet[str]) -> Format | None:
    return next((fmt for fmt in _SPECIFIC_FIRST if fmt.matches(keys, mapped)), None)


def _over_all(records: Sequence[Mapping[str, Any]], mapping: Mapping[str, str]) -> Format | None:
    """Return the format that the records have together, where each of them lacks something."""
    keys = {key for record in records for key in record}
    mapped = {field for field, path in mapping.items() if any(_leads_in(record, path) for record in records)}
    refusing = (fmt for fmt in _SPECIFIC_FIRST if any(fmt.refuse(record) for record in records))
    return _match_keys(keys, mapped) or next(refusing, None)


def _said(fmt: Format, records: Sequence[Mapping[str, Any]], mapping: Mapping[str, str], name: str) -> str:
    keys = {key for record in records for key in record}
    seen = [
        key
        for field in ("answer", "contexts")
        if field not in mapping
        for key in fmt.fields[field]
        if key in keys
    ]
    seen += (
        [key for key in fmt.keys if key in fmt.marks & keys and key not in seen]
        if fmt.marks.isdisjoint(seen)
        else []
    )
    by_keys = f", detected by its keys {', '.join(seen)}" if seen else ""
    mapped = ", ".join(f"{field} from {shown(path)}" for field, path in mapping.items())
    return f"{name}: format {fmt.title}{by_keys}" + (f"; {mapped}" if mapped else "")


def _no_format(records: Sequence[Mapping[str, Any]], mapping: Mapping[str, str], name: str) -> str:
    keys = list(dict.fromkeys(key for record in records for key in record))
    close = nearest(dict.fromkeys(keys), mapping)
    mapped = {field for field, path in mapping.items() if any(_leads_in(record, path) for record in records)}
    lacking = close.lacking(set(keys), mapped)
    known = "; ".join(f"{fmt.title}: {_needs(fmt)}" for fmt in FORMATS.values())
    traps = "".join(f" ({key} is {what}.)" for key, what in close.traps.items() if key in keys)
    return (
        f"{name}: no known format: nothing says which key is {' and which is '.join(lacking)}. Found {keys_shown(keys)}.{traps} "
        f"Known formats are {known}. Say where the fields are: {suggest(records[0], lacking)}"
    )


def _needs(fmt: Format) -> str:
    return ", ".join("/".join(fmt.fields[field]) for field in ("question", "answer", "contexts", "reference"))
