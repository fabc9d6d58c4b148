"""One JSON document to raw records: a list, an object that holds one, columns, or a single record."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from upheld._errors import InputError
from upheld.readers.formats import NEEDED
from upheld.readers.raw import Raw
from upheld.readers.values import keys_shown, kind_of, shown

if TYPE_CHECKING:
    from upheld.readers.detect import Detector

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
_LOOK_AT = 20


def document_records(
    value: Any, name: str, detector: Detector, notify: Callable[[str], None]
) -> Iterator[Raw]:
    """Yield the records of a document, numbered from 1.

    Args:
        value: the document.
        name: name of the file, for messages.
        detector: knows records by their keys.
        notify: told which key the records come from, where others are left unread.

    Raises:
        InputError: it holds no records, or several lists that could be them.
    """
    if not isinstance(value, list | Mapping):
        msg = f"{name}: expected a list of records, found {kind_of(value)}"
        raise InputError(msg)
    records = value if isinstance(value, list) else _records_of(value, name, detector, notify)
    for number, record in enumerate(records, 1):
        if isinstance(record, Mapping):
            yield Raw(number, "record", record)
        else:
            yield Raw(number, "record", problem=f"expected an object with keys, found {kind_of(record)}")


def _records_of(
    value: Mapping[str, Any], name: str, detector: Detector, notify: Callable[[str], None]
) -> list[Any]:
    if detector.match(value):
        answers, contexts = (value.get(detector.key_of(field, value)) for field in NEEDED)
        is_table = _are_columns(answers, contexts, detector.nearest(value).chunk_keys)
        return _rows(value, type(answers), name) if is_table else [value]
    columns, data = value.get("columns"), value.get("data")
    if isinstance(columns, list) and isinstance(data, list):  # pandas' to_json(orient="split")
        return [
            dict(zip(map(str, columns), row, strict=False)) if isinstance(row, list) else row for row in data
        ]
    key = _list_key(value, name, detector)
    if key is None:
        inner = _inner(value, detector)
        return [value] if inner is None else _records_of(inner, name, detector, notify)
    if others := [other for other in value if other != key]:
        notify(f"{name}: the records are read from its key {shown(key)}; not read: {keys_shown(others)}")
    records: list[Any] = value[key]
    return records


def _list_key(value: Mapping[str, Any], name: str, detector: Detector) -> str | None:
    """Return the key that holds the list of records; None where the object is a record itself."""
    objects = {
        key: [o for o in item[:_LOOK_AT] if isinstance(o, Mapping)]
        for key, item in value.items()
        if isinstance(item, list)
    }
    lists = [key for key, found in objects.items() if any(detector.match(o) for o in found)]
    known = [key for key in _LIST_KEYS if key in lists]
    if len(lists) > 1 and not known:
        msg = f"{name}: several lists could be the records, under {keys_shown(lists)}; put the right one alone in a file"
        raise InputError(msg)
    if lists:
        return (known or lists)[0]
    # Nothing in it is a known record. A well-known key still says where records are, if this is not one itself.
    is_one = detector.resembles(value) or any(isinstance(item, str) for item in value.values())
    return None if is_one else next((key for key in _LIST_KEYS if key in objects), None)


def _inner(value: Mapping[str, Any], detector: Detector) -> Mapping[str, Any] | None:
    """Return an object under a well-known key that holds the list of records, as promptfoo has it in results.results."""
    for key in _LIST_KEYS:
        inner = value.get(key)
        lists = (
            [item for item in inner.values() if isinstance(item, list)] if isinstance(inner, Mapping) else []
        )
        if any(isinstance(o, Mapping) and detector.match(o) for item in lists for o in item[:_LOOK_AT]):
            return inner
    return None


def _are_columns(answers: Any, contexts: Any, chunk_keys: Sequence[str]) -> bool:
    """Whether answers and contexts are columns, one value for each record, and not the answer and contexts of one record.

    A record whose answer is a list or an object is broken, and shall say so itself: never scored as a table by chance.
    """
    if isinstance(answers, list) and isinstance(contexts, list):
        fits = len(answers) == len(contexts) or any(isinstance(item, list) for item in contexts)
        return fits and not any(isinstance(item, list | dict) for item in answers)
    if isinstance(answers, dict) and isinstance(contexts, dict):
        rows = answers.keys()
        nested = any(isinstance(item, list | dict) for item in answers.values())
        return rows == contexts.keys() and rows.isdisjoint(chunk_keys) and not nested
    return False


def _rows(value: Mapping[str, Any], kind: type, name: str) -> list[dict[str, Any]]:
    """Return the rows of columns that are lists or, as pandas' ``to_json`` has it, objects keyed by row."""
    columns: dict[str, Any] = {key: item for key, item in value.items() if isinstance(item, kind)}
    lengths = {key: len(item) for key, item in columns.items()}
    if len(set(lengths.values())) > 1:
        listed = ", ".join(f"{shown(key)} {length}" for key, length in list(lengths.items())[:10])
        msg = f"{name}: columns of different lengths: {listed}; each needs one value for each record"
        raise InputError(msg)
    # What is no column, such as the name of the model, belongs to every row.
    constant = {key: item for key, item in value.items() if key not in columns}
    first = next(iter(columns.values()))
    places = list(first) if kind is dict else range(len(first))
    return [constant | {key: _cell(item, place) for key, item in columns.items()} for place in places]


def _cell(column: Any, place: Any) -> Any:
    return column.get(place) if isinstance(column, dict) else column[place]
