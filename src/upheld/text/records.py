"""JSON, and what Python prints of lists, tuples and dicts, inside a text, read with the position of every value."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from upheld.text.tables import has_header, told
from upheld.text.view import CELL, clip, squeeze

__all__ = ["Leaf", "column_names", "group_told", "groups", "json_at", "leaves", "row_told"]

_TOKEN = re.compile(
    r"[ \t\r\n]*(?:([{}\[\](),:])"
    r"|(\"(?:[^\"\\\x00-\x1f]|\\.)*\"|'(?:[^'\\\x00-\x1f]|\\.)*')"
    r"|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|True|False|None|nan|[A-Za-z_][\w.]{0,40}\([^()\n]{0,100}\)))"
)
_CALL = re.compile(r"([\w.]+)\((.*)\)", re.DOTALL)  # "Decimal('5.50')", "datetime.date(2024, 5, 3)"
_CLOSERS = {"{": "}", "[": "]", "(": ")"}
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r"}
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|[_\-.]+")
_MAX_DEPTH = 64
_KEY_LENGTH = 80
_MAX_GROUP = 12  # values of one object of a list that are told together
_MAX_CELLS = 60  # of one row
_MAX_ROWS = 20  # rows that tell whether the first of them names the columns


@dataclass(frozen=True, slots=True)
class Leaf:
    """One value of a JSON document.

    Attributes:
        path: keys from the root, as words; positions in lists are left out.
        value: the value as text.
        at: where the value itself begins in the source.
        start: where the pair (or the bare value of a list) begins in the source.
        end: where the value ends.
        group: number of the object or list it stands in.
        listed: that object is an entry of a list.
        row: it stands in a list or tuple that is an entry of a list or tuple, as a cell in a row.
    """

    path: tuple[str, ...]
    value: str
    at: int
    start: int
    end: int
    group: int
    listed: bool
    row: bool = False


@dataclass(slots=True)
class _Level:
    """One open object or list while reading."""

    closer: str
    group: int
    key: str | None = None
    key_start: int = 0


def leaves(source: str, start: int, end: int) -> list[Leaf] | None:
    """Read ``source[start:end]`` as one JSON object or array and nothing else; None where it is not one."""
    found = json_at(source, start, end)
    return found[0] if found and not source[found[1] : end].strip() else None


def json_at(source: str, start: int, end: int) -> tuple[list[Leaf], int] | None:
    """Read the JSON object or array that begins at `start`; return its values and where it ends, None where it is none.

    Linear and not recursive; more than 64 levels are taken as no JSON. Forgiving about commas: the values matter.
    """
    found: list[Leaf] = []
    stack: list[_Level] = []
    at, groups = start, 0
    while at < end and (token := _TOKEN.match(source, at, end)):
        at = token.end()
        mark = token.group(1)
        if mark in _CLOSERS:
            groups += 1
            stack.append(_Level(_CLOSERS[mark], groups))
            if len(stack) > _MAX_DEPTH:
                return None
        elif not stack:
            return None
        elif mark in {"}", "]", ")"}:
            if stack.pop().closer != mark:
                return None
            if not stack:
                return found, at
        elif mark is None and not _value(token, stack, found):
            return None
        if mark == "," and stack:
            stack[-1].key = None
    return None


def _value(token: re.Match[str], stack: list[_Level], found: list[Leaf]) -> bool:
    """Take a key, or a value with the key before it; False where the JSON is broken."""
    level = stack[-1]
    raw = token.group(2) or token.group(3)
    at = token.end() - len(raw)
    try:
        value = _read(raw)
    except ValueError:
        return False
    if level.closer == "}" and level.key is None:
        level.key, level.key_start = value, at
        return token.group(2) is not None
    path = tuple(_spoken(open_.key) for open_ in stack if open_.key is not None)
    begin = level.key_start if level.closer == "}" else at
    listed = level.closer == "}" and len(stack) > 1 and stack[-2].closer == "]"
    row = level.closer != "}" and len(stack) > 1 and stack[-2].closer != "}"
    found.append(Leaf(path, value, at, begin, token.end(), level.group, listed, row))
    return True


def _read(raw: str) -> str:
    """Return the value that a token stands for, as text."""
    if raw[0] == '"':
        return str(json.loads(raw))
    if raw[0] == "'":
        return _ESCAPE.sub(lambda found: _ESCAPED.get(found[1], found[1]), raw[1:-1])
    call = _CALL.fullmatch(raw)
    if call is None:
        return raw
    inner = call[2].strip()
    if call[1].rpartition(".")[2] in {"date", "datetime"}:
        parts = [part.strip().zfill(2) for part in inner.split(",")]
        return " ".join(filter(None, ["-".join(parts[:3]), ":".join(parts[3:6])]))
    return inner.strip("'\"")


def _spoken(key: str) -> str:
    """Return a key as words: ``sla_hours`` and ``slaHours`` both become ``sla hours``."""
    return " ".join(_CAMEL.sub(" ", key[:_KEY_LENGTH]).split())


def groups(found: list[Leaf]) -> Iterator[list[Leaf]]:
    """Yield the values that are told together: each alone, but those of one object or row of a list."""
    group: list[Leaf] = []
    for leaf in found:
        most = _MAX_CELLS if leaf.row else _MAX_GROUP
        if group and (not (leaf.listed or leaf.row) or leaf.group != group[0].group or len(group) >= most):
            yield group
            group = []
        group.append(leaf)
    if group:
        yield group


def row_told(group: list[Leaf], names: Sequence[str]) -> str:
    """Return the values of a row in words, with the names of their columns or the keys that they stand under."""
    path = clip(" ".join(group[0].path), tail=True)
    cells = told([clip(name, CELL) for name in names], [leaf.value for leaf in group])
    return squeeze(f"{path}: {cells}" if path else cells)


def group_told(group: list[Leaf]) -> str:
    """Return values with their key paths in words; what the paths share is said once."""
    first = group[0]
    if len(group) == 1:
        path = clip(" ".join(first.path), tail=True)
        return squeeze(f"{path}: {first.value}" if path else first.value)
    shared = clip(" ".join(first.path[:-1]), tail=True)
    pairs = ", ".join(f"{leaf.path[-1] if leaf.path else ''}: {leaf.value}" for leaf in group)
    return squeeze(f"{shared}: {pairs}" if shared else pairs)


def column_names(source: str, grouped: list[list[Leaf]]) -> list[str]:
    """Return the cells of the first row of a list of rows, where they name the columns.

    Args:
        source: the whole text.
        grouped: what `groups` yields of it.
    """
    rows = grouped[:_MAX_ROWS]
    width = len(rows[0]) if rows else 0
    if not all(len(row) == width and row[0].row and not row[0].path for row in rows):
        return []
    quoted = all(source[leaf.at] in "'\"" for leaf in rows[0])
    named = quoted and has_header([[leaf.value for leaf in row] for row in rows])
    return [leaf.value for leaf in rows[0]] if named else []
