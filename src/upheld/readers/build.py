"""One record of a known format to one sample. What is wrong with a record becomes the sample's `problem`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from upheld._errors import ConfigurationError
from upheld._types import Chunk, Sample
from upheld.readers.cells import parse_list, parse_value
from upheld.readers.formats import FIELDS, NEEDED, Format
from upheld.readers.objects import document_of, opened_object
from upheld.readers.paths import MISSING, pluck
from upheld.readers.suggest import as_given, inner_path
from upheld.readers.values import (
    MAX_DEPTH,
    is_nothing,
    keys_shown,
    kind_of,
    number_of,
    plain,
    shown,
    text_of,
    too_deep,
    unwrapped,
)

__all__ = ["to_sample"]

_NO_TEXT = frozenset({"nan", "<na>"})
_NO_LIST = re.compile(r"\s*+(?:none|null|nan|<na>)?+\s*+", re.IGNORECASE)
_EMPTY_LIST = re.compile(r"\s*+\[\s*+\]\s*+")


class _Problem(Exception):  # noqa: N818 - never leaves this module: it becomes the `problem` of a sample
    """Why a record cannot be scored, and where the user could say that a field is.

    Args:
        reason: why.
        paths: field -> path.
        lead: what leads to the paths.
        instead: what to do where no path can be named, or none helps.
        more: what follows on all that.
    """

    def __init__(
        self,
        reason: str,
        paths: Mapping[str, str] | None = None,
        *,
        lead: str = "use",
        instead: str = "",
        more: str = "",
    ) -> None:
        self.reason, self.paths = reason, paths or {}
        self.lead, self.instead, self.more = lead, instead, more

    def told(self, *, in_memory: bool, fixed: bool) -> str:
        named = bool(self.paths) and not fixed
        todo = f"{self.lead} {as_given(self.paths, in_memory=in_memory)}" if named else self.instead
        return f"{self.reason}; {todo}{self.more}" if todo else f"{self.reason}{self.more}"


@dataclass(slots=True)
class _Found:
    """The fields of one record: their values, the key or path of each, and everything else."""

    values: dict[str, Any] = field(default_factory=dict)
    where: dict[str, str] = field(default_factory=dict)
    rest: dict[str, Any] = field(default_factory=dict)


def to_sample(
    record: Mapping[str, Any],
    fmt: Format,
    mapping: Mapping[str, str],
    *,
    place: str = "",
    source: str | None = None,
    problem: str | None = None,
    cells: bool = False,
    in_memory: bool = False,
    fixed: bool = False,
) -> Sample:
    """Build a sample from a record. Never raises for what is in the record.

    Args:
        record: the record; its values may come from JSON, from cells of a table or from Python.
        fmt: which keys hold which field.
        mapping: fields that the user has said where to find; they win.
        place: where the record stands, for the problem: ``line 7``.
        source: where the record stands, for the sample: ``data.jsonl:7``.
        problem: a reason why the record cannot be scored that is known already; its id and metadata are kept.
        cells: the values are cells of a table: ``nan`` is no text, and a list is written in a text.
        in_memory: the record is Python's own, and its user has no command line.
        fixed: its user cannot say where fields are, as in the shape of another library; no message advises it.
    """
    record, deep = _shallow(record)
    found = _fields(record, fmt, mapping, cells=cells)
    known: dict[str, Any] = {"id": _id(found.values.get("id")), "source": source}
    known["metadata"] = _metadata(found.rest, found.values.get("metadata"), cells=cells)
    for name in ("question", "reference"):
        known[name], extra = _side_text(found.values.get(name), cells=cells)
        if extra is not None:
            known["metadata"].setdefault(name, extra)
    parts: dict[str, Any] = {"answer": ""}
    try:
        _check(record, found, fmt, mapping, problem or deep)
        parts["answer"] = _answer(found, cells=cells)
        parts["contexts"] = _contexts(found, fmt, cells=cells)
        parts["claims"] = _claims(found.values.get("claims"), cells=cells)
    except _Problem as why:
        reason = why.told(in_memory=in_memory, fixed=fixed)
        return Sample(**parts, **known, problem=f"{place}: {reason}" if place else reason)
    return Sample(**parts, **known)


def _shallow(record: Mapping[str, Any]) -> tuple[Mapping[str, Any], str]:
    """Return the record without what is nested too deeply, and the problem that this is."""
    if not too_deep(record):
        return record, ""
    deep = dict.fromkeys(key for key, value in record.items() if too_deep(value, MAX_DEPTH - 1))
    shallow = {key: value for key, value in record.items() if key not in deep}
    return shallow, f"nested deeper than {MAX_DEPTH} levels under {keys_shown(deep)}"


def _fields(record: Mapping[str, Any], fmt: Format, mapping: Mapping[str, str], *, cells: bool) -> _Found:
    found = _Found()
    used: set[str] = set()
    for name in FIELDS:
        path: str | None
        if name in mapping:
            path = mapping[name]
            value = _plucked(record, path, _opened_cell if cells else opened_object)
        else:
            path = next((key for key in fmt.fields.get(name, ()) if key in record and key not in used), None)
            value = MISSING if path is None else record[path]
        if path is not None and value is not MISSING:
            found.values[name] = unwrapped(value)
            found.where[name] = path
            # A key that a longer path goes into stays in the metadata: it may hold more than the field.
            used.add(path)
    found.rest = {str(key): value for key, value in record.items() if key not in used}
    return found


def _plucked(record: Mapping[str, Any], path: str, parse: Callable[[Any], Any]) -> Any:
    try:
        return pluck(record, path, parse)
    except ConfigurationError:  # a path that only reads as a key, in a record without that key
        return MISSING


def _opened_cell(value: Any) -> Any:
    return parse_value(value) if isinstance(value, str) else opened_object(value)


def _metadata(rest: dict[str, Any], nested: Any, *, cells: bool) -> dict[str, Any]:
    """Merge the unknown keys with the metadata object, whose keys win."""
    if cells and isinstance(nested, str):
        parsed = parse_value(nested)
        nested = (None if _blank(nested, cells=True) else nested) if parsed is None else parsed or None
    if isinstance(nested, Mapping):
        rest.update({str(key): value for key, value in nested.items()})
    elif not is_nothing(nested):
        rest["metadata"] = nested
    cleaned: dict[str, Any] = plain(rest)
    return cleaned


def _id(value: Any) -> str | None:
    if is_nothing(value):
        return None
    # pandas turns whole numbers into floats as soon as one is missing: 7.0 is the id 7.
    text = text_of(int(value) if isinstance(value, float) and value.is_integer() else value)
    return (plain(text).strip() or None) if text is not None else None


def _side_text(value: Any, *, cells: bool) -> tuple[str | None, Any]:
    """Return a question or reference as text, and the value to keep as metadata where it is no text."""
    if is_nothing(value):
        return None, None
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        value = "\n".join(value)  # ground_truths of RAGAS
    text = text_of(value)
    if text is None:
        return None, plain(value)
    return None if _blank(text, cells=cells) else plain(text), None


def _blank(text: str, *, cells: bool) -> bool:
    return not text.strip() or (cells and text.strip().lower() in _NO_TEXT)


def _check(
    record: Mapping[str, Any], found: _Found, fmt: Format, mapping: Mapping[str, str], known: str
) -> None:
    if reason := known or fmt.refuse(record):
        raise _Problem(reason)
    missing = [name for name in NEEDED if name not in found.values]
    if not missing:
        return
    lacks = " and ".join(
        f"no {name}" + (f" at {shown(mapping[name])}" if name in mapping else "") for name in missing
    )
    traps = [
        f"; {key} is {what}" for key, what in fmt.traps.items() if key in record and "contexts" in missing
    ]
    problem = f"{lacks}: found {keys_shown(record)}"
    raise _Problem(problem, dict.fromkeys(missing, "KEY"), more="".join(traps))


def _answer(found: _Found, *, cells: bool) -> str:
    value = found.values["answer"]
    if is_nothing(value):
        return ""
    text = text_of(value)
    if text is None:
        key = found.where["answer"]
        _refuse(f"the answer ({shown(key)})", value, {"answer": inner_path(value, key, "[0]")})
    return "" if cells and _blank(text, cells=True) else str(plain(text))


def _contexts(found: _Found, fmt: Format, *, cells: bool) -> tuple[Chunk, ...]:
    value, where = found.values["contexts"], found.where["contexts"]
    if is_nothing(value):
        return ()
    if isinstance(value, str):
        # One text is one chunk. It is never gone through by character.
        value = _listed(value, cells=cells) or ()
    lone = isinstance(value, Mapping | Chunk) or document_of(value) is not None
    # Of one chunk: a path through a list leads to each chunk already.
    path = where if "[]" in where or lone else f"{where}[]"
    if lone:
        value = [value]
    if not isinstance(value, list | tuple):
        problem = f"contexts ({shown(where)}) is {kind_of(value)}, not a list of texts"
        raise _Problem(problem, {"contexts": "KEY"}, instead="give a list")
    return tuple(_chunk(item, number, path, fmt) for number, item in enumerate(value, 1))


def _listed(text: str, *, cells: bool) -> list[Any] | None:
    """Return the list that a text stands for where a list is wanted, in a cell or not; None where it says that there is none."""
    if _NO_LIST.fullmatch(text):
        return None
    found = parse_list(text) if cells or _EMPTY_LIST.fullmatch(text) else None
    return [text] if found is None else found


def _refuse(what: str, value: Any, inside: Mapping[str, str]) -> NoReturn:
    """Say that a value is no text; a list or an object may hold one at the path `inside`."""
    holds = isinstance(value, Mapping | list | tuple) and bool(value)
    problem = f"{what} is {kind_of(value)}, not text"
    raise _Problem(
        problem,
        inside if holds else None,
        lead="name the text in it:",
        instead="give a text in its place",
    )


def _chunk(item: Any, number: int, path: str, fmt: Format) -> Chunk:
    item = unwrapped(item)
    if isinstance(item, Chunk):
        return item
    if isinstance(item, Mapping):
        return _chunk_object(item, number, path, fmt)
    if item is MISSING:
        problem = f"chunk {number} has nothing at {shown(path)}"
        raise _Problem(problem)
    if (document := document_of(item)) is not None:
        if too_deep(document):
            problem = f"chunk {number}: its metadata is nested deeper than {MAX_DEPTH} levels"
            raise _Problem(problem, instead="leave it out")
        return _chunk_object(document, number, path, fmt)
    return Chunk(_chunk_text(item, number, path))


def _chunk_text(value: Any, number: int, path: str) -> str:
    if is_nothing(value):
        return ""
    text = text_of(value)
    if text is None:
        _refuse(f"chunk {number}", value, {"contexts": inner_path(value, path)})
    return str(plain(text))


def _chunk_object(item: Mapping[str, Any], number: int, path: str, fmt: Format) -> Chunk:
    key = next((key for key in fmt.chunk_keys if key in item), None)
    if key is None:
        problem = f"chunk {number} has no text: found {keys_shown(item)}"
        raise _Problem(problem, {"contexts": inner_path(item, path)}, instead="give its text in its place")
    score = number_of(item.get("score"))
    id_key = next((key for key in fmt.chunk_ids if not is_nothing(item.get(key))), "id")
    taken = {key, id_key, "metadata"} if score is None else {key, id_key, "metadata", "score"}
    rest = {str(name): value for name, value in item.items() if name not in taken}
    return Chunk(
        text=_chunk_text(unwrapped(item[key]), number, f"{path}.{key}"),
        id=_id(item.get(id_key)),
        score=score,
        metadata=_metadata(rest, item.get("metadata"), cells=False),
    )


def _claims(value: Any, *, cells: bool) -> tuple[str, ...] | None:
    if cells and isinstance(value, str):
        value = _listed(value, cells=True)
    if is_nothing(value):
        return None
    if not isinstance(value, list | tuple):
        problem = f"claims is {kind_of(value)}, not a list of texts; leave the key out to have them made from the answer"
        raise _Problem(problem)
    return tuple(_claim(item, number) for number, item in enumerate(value, 1))


def _claim(item: Any, number: int) -> str:
    text = item.get("text") if isinstance(item, Mapping) else item
    if not isinstance(text, str) or not text.strip():
        problem = f"claim {number} is {'blank' if isinstance(text, str) else kind_of(item)}, not text"
        raise _Problem(problem)
    return str(plain(text))
