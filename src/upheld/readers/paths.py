"""Paths of ``--map``: where in a record a field stands, such as ``out.docs[].page_content``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from typing import Any, Final, TypeAlias

from upheld._errors import ConfigurationError
from upheld.readers.values import shown

__all__ = ["MISSING", "Missing", "check_path", "pluck", "root"]


class Missing(Enum):
    """The type of `MISSING`."""

    MISSING = "missing"

    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = Missing.MISSING
"""What `pluck` returns where there is nothing: a value of its own, since null is a value."""

_Steps: TypeAlias = "tuple[tuple[str | int | None, str], ...]"
_STEP = re.compile(r"(?P<key>[^.\[\]]+)|\[(?P<index>-?[0-9]{1,9})?\]")


def pluck(record: Any, path: str, parse: Callable[[Any], Any] | None = None) -> Any:
    """Return what stands at a path of a record.

    ``a.b`` goes into objects, ``a[0]`` takes one item of a list (``a[-1]`` the last), ``a[]`` goes through all of them.
    A second ``[]`` joins the inner lists into one. A key that is written exactly like the rest of the path, dots and
    brackets included, wins: ``context.span_id``.

    Args:
        record: an object as JSON gives it.
        path: the path.
        parse: opens a value that the path goes into and that is no list or object, such as the text of a cell.

    Returns:
        The value; for a path with ``[]`` a list, in which items without the rest of the path are `MISSING`;
        `MISSING` where the path leads nowhere.

    Raises:
        ConfigurationError: the path cannot be read, and no key of the record is written like it.
    """
    if isinstance(record, Mapping) and path in record:
        return record[path]
    return _walk(record, _steps(path), parse)


def check_path(path: str) -> None:
    """Check the syntax of a path.

    Raises:
        ConfigurationError: it cannot be read.
    """
    _steps(path)


def root(record: Mapping[str, Any], path: str) -> str | None:
    """Return the key of the record that a path starts at; None where there is none."""
    if path in record:
        return path
    first = next(iter(_steps(path)), None)
    return first[0] if first is not None and isinstance(first[0], str) and first[0] in record else None


@lru_cache(maxsize=256)
def _steps(path: str) -> _Steps:
    """Return the steps of a path (key, index, or None for ``[]``), each with the path from there on."""
    steps: list[tuple[str | int | None, str]] = []
    at = 0
    while at < len(path):
        step = _STEP.match(path, at + (path[at] == "." and bool(steps)))
        if step is None or (step["key"] is not None) is (path[at] != "." and bool(steps)):
            break
        what = step["key"] if step["key"] is not None else int(step["index"]) if step["index"] else None
        steps.append((what, path[step.start() :]))
        at = step.end()
    if not steps or at < len(path):
        msg = f"cannot read the path {shown(path)!r} at character {at + 1}; write it like out.docs[].text or docs[0].text"
        raise ConfigurationError(msg)
    return tuple(steps)


def _walk(value: Any, steps: _Steps, parse: Callable[[Any], Any] | None) -> Any:
    for position, (step, rest) in enumerate(steps):
        if parse is not None and not isinstance(value, Mapping | list | tuple):
            value = parse(value)
        if isinstance(step, str):
            if not isinstance(value, Mapping):
                return MISSING
            if rest in value:
                return value[rest]
            value = value.get(step, MISSING)
        elif not isinstance(value, list | tuple):
            return MISSING
        elif step is None:
            return _through(value, steps[position + 1 :], parse)
        else:
            value = value[step] if -len(value) <= step < len(value) else MISSING
    return value


def _through(values: Sequence[Any], steps: _Steps, parse: Callable[[Any], Any] | None) -> list[Any]:
    found = [_walk(value, steps, parse) for value in values]
    if all(step is not None for step, _ in steps):
        return found
    return [item for inner in found for item in (inner if isinstance(inner, list) else [inner])]
