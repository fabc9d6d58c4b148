"""One JSON document to raw records: a list, an object that holds one, columns, or a single record."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from upheld._errors import InputError
from upheld.readers.raw import Raw
from upheld.readers.values import keys_shown, kind_of, shown

__all__ = ["document_records"]

_LIST_KEYS = (
    "samples",
    "results",
    "test_cases",
    "testCases",
    "data",
    "rows",
    "examples",
    "records",
    "cases",
    "items",
)


def document_records(
    value: Any, name: str, is_record: Callable[[Mapping[str, Any]], bool], notify: Callable[[str], None]
) -> Iterator[Raw]:
    """Yield the records of a document, numbered from 1.

    Args:
        value: the document.
        name: name of the file, for messages.
        is_record: whether the keys of an object are those of a record.
        notify: told which key the records come from, where others are left unread.

    Raises:
        InputError: it holds no records, or several lists that could be them.
    """
    if not isinstance(value, list | Mapping):
        msg = f"{name}: expected a list of records, found {kind_of(value)}"
        raise InputError(msg)
    records = value if isinstance(value, list) else _records_of(value, name, is_record, notify)
    for number, record in enumerate(records, 1):
        if isinstance(record, Mapping):
            yield Raw(number, "record", record)
        else:
            yield Raw(number, "record", problem=f"expected an object with keys, found {kind_of(record)}")


def _records_of(
    value: Mapping[str, Any],
    name: str,
    is_record: Callable[[Mapping[str, Any]], bool],
    notify: Callable[[str], None],
) -> list[Any]:
    if (
        isinstance(value.get("columns"), list)
        and isinstance(value.get("data"), list)
        and not is_record(value)
    ):
        return [
            dict(zip(value["columns"], row, strict=False)) for row in value["data"] if isinstance(row, list)
        ]
    if is_record(value):
        return _rows(value, name) if _is_columns(value) else [value]
    lists = {key: item for key, item in value.items() if _is_list_of_objects(item)}
    key = next((key for key in _LIST_KEYS if key in lists), None) or next(iter(lists), None)
    if key is None:
        return [value]
    if key not in _LIST_KEYS and len(lists) > 1:
        msg = f"{name}: several lists could be the records, under {keys_shown(lists)}; put the right one alone in a file"
        raise InputError(msg)
    if len(value) > 1:
        others = keys_shown(other for other in value if other != key)
        notify(
            f"{name}: the records are read from its key {shown(key)}; {others} of the document are not read"
        )
    records: list[Any] = value[key]
    return records


def _is_list_of_objects(value: object) -> bool:
    return isinstance(value, list) and bool(value) and any(isinstance(item, Mapping) for item in value)


def _is_columns(value: Mapping[str, Any]) -> bool:
    """Whether an object holds columns: lists, or as pandas' ``to_json`` writes it, objects keyed by row."""
    columns = [item for item in value.values() if isinstance(item, list | Mapping)]
    if any(isinstance(item, str) for item in value.values()) or not columns:
        return False
    return all(isinstance(item, list) for item in columns) or all(
        isinstance(item, Mapping) for item in columns
    )


def _rows(value: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    columns = {key: item for key, item in value.items() if isinstance(item, list | Mapping)}
    lengths = {key: len(item) for key, item in columns.items()}
    if len(set(lengths.values())) > 1:
        listed = ", ".join(f"{shown(key)} {length}" for key, length in list(lengths.items())[:10])
        msg = f"{name}: columns of different lengths: {listed}"
        raise InputError(msg)
    constant = {key: item for key, item in value.items() if key not in columns}
    first = next(iter(columns.values()))
    places = range(len(first)) if isinstance(first, list) else list(first)
    return [constant | {key: _cell(item, place) for key, item in columns.items()} for place in places]


def _cell(column: Any, place: Any) -> Any:
    return column[place] if isinstance(column, list) else column.get(place)
