"""Proposes ``--map`` options for records of an unknown shape. Only shown to the user, never applied."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from upheld.readers.values import shown

__all__ = ["as_given", "inner_path", "suggest", "text_key"]

_MAX_DEPTH = 4
_MAX_LEAVES = 200
_ANSWERS = (
    "answer",
    "response",
    "actual_output",
    "output",
    "completion",
    "prediction",
    "generat",
    "reply",
    "result",
)
_CHUNKS = ("retriev", "context", "documents", "docs", "chunk", "passage", "source", "reference")
_TEXTS = ("text", "page_content", "content", "context", "passage", "chunk", "document", "body")


def as_given(paths: Mapping[str, str], *, in_memory: bool) -> str:
    """Return how a user says where fields are: ``--map answer=reply``, or ``mapping={'answer': 'reply'}``.

    Args:
        paths: field -> path.
        in_memory: the records are Python's own, so there is no command line. Of a file nobody knows here who asked for it.
    """
    clean = {field: shown(path, 200) for field, path in paths.items()}
    if in_memory:
        return f"mapping={clean}"
    options = " ".join(f"--map {shlex.quote(f'{field}={path}')}" for field, path in clean.items())
    return f"{options} (in Python: mapping=)"


def suggest(record: Mapping[str, Any], fields: Sequence[str]) -> dict[str, str]:
    """Return paths such as ``{"answer": "reply", "contexts": "docs[].text"}`` for fields that were not found.

    Args:
        record: a record of the file.
        fields: ``answer`` and ``contexts``, or one of them.
    """
    leaves = list(_leaves(record, "", 0))[:_MAX_LEAVES]
    texts = [path for path, value in leaves if isinstance(value, str) and "[]" not in path]
    lists = [path + _inside(value) for path, value in leaves if isinstance(value, list)]
    found = {"answer": _best(texts, _ANSWERS) or "KEY"}
    others = [path for path in texts if path != found["answer"]]
    found["contexts"] = _best(lists, _CHUNKS) or _best(others, _CHUNKS) or next(iter(lists), "KEY")
    return {name: found[name] for name in fields}


def _leaves(value: Mapping[str, Any], before: str, depth: int) -> Iterator[tuple[str, Any]]:
    for key, item in value.items():
        path = f"{before}{key}"
        if isinstance(item, Mapping) and depth < _MAX_DEPTH:
            yield from _leaves(item, path + ".", depth + 1)
        else:
            yield path, item


def text_key(chunk: Mapping[str, Any]) -> str:
    """Return the key of a chunk object that most likely holds its text; ``KEY`` where none does."""
    texts = [str(key) for key, value in chunk.items() if isinstance(value, str)]
    return _best(texts, _TEXTS) or max(texts, key=lambda key: len(chunk[key]), default="KEY")


def inner_path(value: Any, path: str, each: str = "[]") -> str:
    """Return the path to the text inside a value that is no text itself, such as ``docs[][].text``.

    Args:
        value: a list or an object; anything else is where the path ends.
        path: where the value stands.
        each: the step into a list: ``[]`` for all its items, ``[0]`` for the first.
    """
    if isinstance(value, list | tuple):
        return inner_path(next(iter(value), None), path + each, each)
    return f"{path}.{text_key(value)}" if isinstance(value, Mapping) else path


def _inside(chunks: list[Any]) -> str:
    """Return the rest of the path that leads from a list of chunk objects to their texts."""
    first = next((chunk for chunk in chunks if isinstance(chunk, Mapping)), None)
    return "" if first is None else f"[].{text_key(first)}"


def _best(paths: Sequence[str], words: Sequence[str]) -> str | None:
    """Return the path whose name holds the earliest of the words; of several, the shortest."""
    for word in words:
        if hits := [path for path in paths if word in path.lower()]:
            return min(hits, key=len)
    return None
