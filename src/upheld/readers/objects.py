"""Objects of Python as records and chunks, known by their shape: nothing of the library they are from is imported."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from upheld._types import Chunk
from upheld.readers.frames import is_row, row_of
from upheld.readers.raw import Raw
from upheld.readers.values import is_nothing, kind_of, number_of, shown, unwrapped

__all__ = ["document_of", "fields_of", "opened_object", "raw_of"]

_TEXTS = ("text", "page_content", "content", "context")
_IDS = ("id", "id_", "node_id", "doc_id")
_DUMPS = ("model_dump", "_asdict")
_WANTED = "a record with keys such as answer and contexts"
_SHAPES = "a dict, a dataclass, a pydantic model, a named tuple or a row as pandas' iterrows gives it"
_PAIR = 2


def raw_of(thing: object, number: int = 1, wanted: str = _WANTED) -> Raw:
    """Return a thing of Python as a record: its fields, or the problem that it has none.

    Args:
        thing: a mapping; an object with named fields; a row of pandas, alone or with its label as ``iterrows`` gives it.
        number: which record it is, from 1.
        wanted: what is looked for, for the problem.
    """
    if isinstance(thing, tuple) and len(thing) == _PAIR and is_row(thing[1]):
        thing = thing[1]
    try:
        found = fields_of(thing)
    except Exception as error:  # noqa: BLE001 - somebody else's object may raise anything; its row says so
        said = shown(f"{type(error).__name__}: {error}", 200)
        return Raw(number, "record", problem=f"the fields of {kind_of(thing)} cannot be read: {said}")
    if found is None:
        problem = f"expected {wanted}, found {kind_of(thing)}; a record is {_SHAPES}"
        return Raw(number, "record", problem=problem)
    # Lists may stand as texts in the cells of a frame, and so in its rows.
    return Raw(number, "record", found, cells=is_row(thing))


def fields_of(thing: object) -> Mapping[str, Any] | None:
    """Return what a thing holds by name; None where it is no record.

    What a field holds stays as it is: a document within a pydantic model is still a document.

    Args:
        thing: anything.
    """
    if isinstance(thing, Mapping):
        return thing
    if isinstance(thing, type):
        return None
    if is_row(thing):
        return row_of(thing)
    if is_dataclass(thing):
        return {
            field.name: getattr(thing, field.name) for field in fields(thing) if hasattr(thing, field.name)
        }
    for name in _DUMPS:
        if callable(dump := getattr(thing, name, None)) and isinstance(dumped := dump(), Mapping):
            held = _held(thing)
            return {str(key): held.get(key, value) for key, value in dumped.items()}
    return None


def _held(thing: object) -> dict[str, Any]:
    """Return what a pydantic model holds, as it is and not dumped."""
    found = (_attribute(thing, name) for name in ("__dict__", "model_extra"))
    return {key: value for held in found if isinstance(held, Mapping) for key, value in held.items()}


def document_of(thing: object) -> dict[str, Any] | None:
    """Return the document or node of a framework as a chunk with text, id, score and metadata; None where it has no text.

    LangChain has its text in ``page_content``, Haystack in ``content``, LlamaIndex in ``text``, in a node within a scored one, or
    where only `get_content` tells it: the one method that is called.

    Args:
        thing: anything; a text, a mapping or a `Chunk` is no document.
    """
    if thing is None or isinstance(thing, str | bytes | int | float | Mapping | Chunk | type):
        return None
    places = [thing] if (node := _attribute(thing, "node")) is None else [thing, node]
    text = next((text for place in places if (text := _text(place)) is not None), None)
    if text is None:
        return None
    ids = (_attribute(place, name) for place in places for name in _IDS)
    metadata = (_attribute(place, name) for place in places for name in ("metadata", "meta"))
    about = {
        "id": next((str(id_) for id_ in ids if isinstance(id_, str | int)), None),
        "score": number_of(_attribute(thing, "score")),
        "metadata": next((data for data in metadata if isinstance(data, Mapping)), None),
    }
    return {"text": str(text)} | {name: value for name, value in about.items() if value is not None}


def opened_object(thing: object) -> Any:
    """Return what a path can go into: a list, the fields of an object and of the document that it is; else the thing itself."""
    thing = unwrapped(thing)
    if thing is None or isinstance(thing, str | int | float | list):
        return thing
    found = raw_of(thing).value
    return {**found, **(document_of(thing) or {})} or thing


def _text(place: object) -> str | None:
    found = next((text for name in _TEXTS if isinstance(text := _attribute(place, name), str)), None)
    if found is not None or not callable(tell := _attribute(place, "get_content")):
        return found
    try:
        text = tell()
    except Exception:  # noqa: BLE001 - the chunk then has no text, and says so
        return None
    return text if isinstance(text, str) else None


def _attribute(thing: object, name: str) -> Any:
    """Return an attribute; None where there is none. A property may raise: that of a scored node whose node is no text does."""
    try:
        found = getattr(thing, name, None)
    except Exception:  # noqa: BLE001 - what cannot be had is not there
        return None
    return None if is_nothing(found) else found
