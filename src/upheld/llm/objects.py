"""The one JSON object of a reply, whatever stands around it: form is tolerated, meaning is never guessed.

Nothing is evaluated. Where nobody knows which of several objects is meant, there is none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Read", "Twice", "read_list", "read_object"]

_SPACE = re.compile(r"[\s,]*")
# An object begins the reply, a line or a block of code, or stands behind a colon; what is quoted inside a sentence is prose.
_START = re.compile(r"(?:^|:|```(?:json)?)[ \t]*(\{)(?=\s*[\"'}]|\s*\Z)", re.MULTILINE)
_FENCED = re.compile(r"```[a-z]*\s*\Z", re.IGNORECASE)
_THOUGHT = "</think>"
# What models write that JSON is not: strings as Python shows them, a comma behind the last member, constants of Python.
# A string that does not end goes to the end of the text, so that it is looked at once.
_FOREIGN = re.compile(
    r'"(?:\\.|[^"\\])*+(?:"|\Z)|\'(?:\\.|[^\'\\])*+(?:\'|\Z)|,(?=\s*[}\]])|\b(?:True|False|None)\b', re.DOTALL
)
_INSIDE = re.compile(r"\\x([0-9a-fA-F]{2})|\\(.)|\"", re.DOTALL)
_CONSTANTS = {"True": "true", "False": "false", "None": "null", ",": ""}


class Twice(dict[str, Any]):
    """An object with a key that stands in it twice: nobody knows which one is meant."""


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    return found if len(found) == len(pairs) else Twice(found)


_DECODER = json.JSONDecoder(object_pairs_hook=_pairs, strict=False)  # a line may break inside a string


@dataclass(frozen=True, slots=True)
class Read:
    """What a reply holds.

    Attributes:
        items: key -> value, of members that are whole and stand there once.
        whole: the reply ended as it should.
        is_json: it was JSON at all.
        why: why it is none, where that is not plain.
        source: text of the object.
    """

    items: dict[str, Any] = field(default_factory=dict)
    whole: bool = False
    is_json: bool = False
    why: str = ""
    source: str = field(default="", repr=False, compare=False)


def read_object(text: str) -> Read:
    """Read the members of a reply's object; of one that was cut off, those that are whole.

    Args:
        text: the reply: an object, perhaps behind a thought, in a fence of Markdown, or behind an introduction, as models
            write it that know no schema. It may be written as Python shows it. With two different ones there is none.
    """
    bare = text.strip()
    if not bare.startswith("{") and _THOUGHT in bare:
        bare = bare.partition(_THOUGHT)[2].strip()
    at = _START.search(bare)
    if at is None:
        return Read()
    first, tail = _parsed(bare[at.start(1) :])
    other = _START.search(tail)
    if other is not None:
        second, _ = _parsed(tail[other.start(1) :])
        if second.items and second.items != first.items:
            return Read(why="the model's reply held several JSON objects")
    lead = bare[: at.start(1)]
    if lead and not _FENCED.search(lead) and tail.strip("` \t\r\n"):
        return Read()  # in the middle of prose: perhaps what it speaks about
    return first


def read_list(text: str, name: str) -> tuple[list[Any], bool] | None:
    """Read the list that is the one member of a reply's object; of one that was cut off, the items that are whole.

    Args:
        text: the reply, as for `read_object`.
        name: of the member.

    Returns:
        The items and whether the list was whole; None where there is no such list.
    """
    read = read_object(text)
    if name in read.items:
        found = read.items[name]
        return (found, read.whole) if isinstance(found, list) else None
    start = re.match(rf'\{{\s*"{name}"\s*:\s*\[', read.source)
    return None if start is None else (list(_whole_items(read.source, start.end())), False)


def _parsed(text: str) -> tuple[Read, str]:
    """Return the object that a text begins with, and what stands behind it; nothing does behind one that is not whole."""
    read, end = _members(text)
    if read.whole:
        return read, text[end:]
    plain = _FOREIGN.sub(_as_json, text)
    again, end = _members(plain)
    if len(again.items) < len(read.items):
        return read, ""
    return again, plain[end:] if again.whole else ""


def _members(body: str) -> tuple[Read, int]:
    items: dict[str, Any] = {}
    twice: set[str] = set()
    at, whole = 1, False
    try:
        while True:
            at = _SPACE.match(body, at).end()  # type: ignore[union-attr]  # it matches the empty text
            if body.startswith("}", at):
                whole = True
                break
            key, at = _DECODER.raw_decode(body, at)
            at = _SPACE.match(body, at).end()  # type: ignore[union-attr]
            if not isinstance(key, str) or not body.startswith(":", at):
                break
            value, at = _DECODER.raw_decode(body, _SPACE.match(body, at + 1).end())  # type: ignore[union-attr]
            twice.update({key} if key in items else ())
            items[key] = value
    except (ValueError, RecursionError):
        pass
    sound = {key: value for key, value in items.items() if key not in twice}
    return Read(sound, whole, is_json=True, source=body), at + 1


def _whole_items(body: str, at: int) -> Iterator[Any]:
    try:
        while True:
            at = _SPACE.match(body, at).end()  # type: ignore[union-attr]
            value, at = _DECODER.raw_decode(body, at)
            yield value
    except (ValueError, RecursionError):
        return


def _as_json(found: re.Match[str]) -> str:
    """Return a part of a text as JSON writes it."""
    part = found.group()
    if part[0] != "'":
        return _CONSTANTS.get(part, part)
    ended = len(part) > 1 and part.endswith("'")
    return f'"{_INSIDE.sub(_escaped, part[1:-1])}"' if ended else part


def _escaped(found: re.Match[str]) -> str:
    if found[1]:
        return f"\\u00{found[1]}"
    if found[2]:
        return "'" if found[2] == "'" else found.group()
    return '\\"'
