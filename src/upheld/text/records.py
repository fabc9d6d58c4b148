"""JSON inside a text, read with the position of every value."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

__all__ = ["Leaf", "json_at", "leaves"]

_JSON_TOKEN = re.compile(
    r'[ \t\r\n]*(?:([{}\[\],:])|("(?:[^"\\\x00-\x1f]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))'
)
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|[_\-.]+")
_MAX_DEPTH = 64
_KEY_LENGTH = 80


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
    """

    path: tuple[str, ...]
    value: str
    at: int
    start: int
    end: int
    group: int
    listed: bool


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
    while at < end and (token := _JSON_TOKEN.match(source, at, end)):
        at = token.end()
        mark = token.group(1)
        if mark in {"{", "["}:
            groups += 1
            stack.append(_Level("}" if mark == "{" else "]", groups))
            if len(stack) > _MAX_DEPTH:
                return None
        elif not stack:
            return None
        elif mark in {"}", "]"}:
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
        value = json.loads(raw) if token.group(2) else raw
    except ValueError:
        return False
    if level.closer == "}" and level.key is None:
        level.key, level.key_start = value, at
        return token.group(2) is not None
    path = tuple(_spoken(open_.key) for open_ in stack if open_.key is not None)
    begin = level.key_start if level.closer == "}" else at
    listed = level.closer == "}" and len(stack) > 1 and stack[-2].closer == "]"
    found.append(Leaf(path, str(value), at, begin, token.end(), level.group, listed))
    return True


def _spoken(key: str) -> str:
    """Return a key as words: ``sla_hours`` and ``slaHours`` both become ``sla hours``."""
    return " ".join(_CAMEL.sub(" ", key[:_KEY_LENGTH]).split())
