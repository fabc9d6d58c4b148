"""Replies of a model, read without trust: JSON or nothing. Nothing is evaluated, nothing is fished out of prose."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, cast

__all__ = ["Item", "Quote", "Read", "as_item", "clean", "read_list", "read_object"]

Relation: TypeAlias = Literal["supports", "part", "contradicts"]
Said: TypeAlias = Literal["supported", "contradicted", "not_enough_info"]

_LABELS = ("supported", "contradicted", "not_enough_info")
_RELATIONS = ("supports", "part", "contradicts")
_MOST_QUOTES = 8
_REASON = 300
_QUOTE = 2000
_THOUGHT = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
_BLOCK = re.compile(r"```[a-z]*\s*\n(.*?)(?:```|\Z)", re.DOTALL | re.IGNORECASE)
_SPACE = re.compile(r"[\s,]*")


class _Twice(dict[str, Any]):
    """An object with a key that stands in it twice: nobody knows which one is meant."""


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    return found if len(found) == len(pairs) else _Twice(found)


_DECODER = json.JSONDecoder(object_pairs_hook=_pairs)


@dataclass(frozen=True, slots=True)
class Quote:
    """A passage that a model says decides a claim."""

    chunk: int
    text: str
    relation: Relation


@dataclass(frozen=True, slots=True)
class Item:
    """What a model says of one claim, in a sound form."""

    verdict: Said
    reason: str = ""
    quotes: tuple[Quote, ...] = ()

    def plain(self) -> dict[str, Any]:
        """Return it as JSON-ready data, which `as_item` reads."""
        quotes = [{"chunk": q.chunk, "text": q.text, "relation": q.relation} for q in self.quotes]
        return {"verdict": self.verdict, "reason": self.reason, "quotes": quotes}


@dataclass(frozen=True, slots=True)
class Read:
    """What a reply holds.

    Attributes:
        items: key -> value, of members that are whole and stand there once.
        whole: the reply ended as it should.
        is_json: it was JSON at all.
    """

    items: dict[str, Any] = field(default_factory=dict)
    whole: bool = False
    is_json: bool = False


def read_object(text: str) -> Read:
    """Read the members of a reply's object; of one that was cut off, those that are whole.

    Args:
        text: the reply: an object, perhaps behind a thought or in a fence of Markdown, as models that know no schema
            write it. Anything else is no JSON.
    """
    body = _body(text)
    if not body.startswith("{"):
        return Read()
    items: dict[str, Any] = {}
    twice: set[str] = set()
    at = 1
    try:
        while True:
            at = _SPACE.match(body, at).end()  # type: ignore[union-attr]  # it matches the empty text
            if body.startswith("}", at):
                whole = True
                break
            key, at = _DECODER.raw_decode(body, at)
            at = _SPACE.match(body, at).end()  # type: ignore[union-attr]
            if not isinstance(key, str) or not body.startswith(":", at):
                whole = False
                break
            value, at = _DECODER.raw_decode(body, _SPACE.match(body, at + 1).end())  # type: ignore[union-attr]
            twice.update({key} if key in items else ())
            items[key] = value
    except (ValueError, RecursionError):
        whole = False
    return Read({k: v for k, v in items.items() if k not in twice}, whole, is_json=True)


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
    start = re.match(rf'\{{\s*"{name}"\s*:\s*\[', _body(text))
    if start is None:
        return None
    return list(_whole_items(_body(text), start.end())), False


def _whole_items(body: str, at: int) -> Iterator[Any]:
    try:
        while True:
            at = _SPACE.match(body, at).end()  # type: ignore[union-attr]
            value, at = _DECODER.raw_decode(body, at)
            yield value
    except (ValueError, RecursionError):
        return


def _body(text: str) -> str:
    """Return the part of a reply that should be JSON."""
    bare = _THOUGHT.sub("", text, count=1).strip()
    if bare.startswith("{"):
        return bare
    blocks = _BLOCK.findall(bare)
    return str(blocks[0]).strip() if len(blocks) == 1 else bare


def as_item(value: object) -> Item | None:
    """Return a verdict in a sound form; None where it is none.

    Args:
        value: one member of a reply, or one item of its list.
    """
    if not isinstance(value, dict) or isinstance(value, _Twice):
        return None
    said = value.get("verdict")
    label = "_".join(said.lower().split()) if isinstance(said, str) else said
    if label not in _LABELS:
        return None
    reason = value.get("reason")
    quotes = value.get("quotes")
    return Item(
        cast("Said", label),
        clean(reason, _REASON) if isinstance(reason, str) else "",
        tuple(_quotes(quotes, label)) if isinstance(quotes, list) else (),
    )


def _quotes(values: list[Any], label: str) -> Iterator[Quote]:
    for value in values[:_MOST_QUOTES]:
        if not isinstance(value, dict) or isinstance(value, _Twice):
            continue
        chunk, text, relation = value.get("chunk"), value.get("text"), value.get("relation")
        if (
            not isinstance(text, str)
            or not text.strip()
            or not isinstance(chunk, int)
            or isinstance(chunk, bool)
        ):
            continue
        if relation not in _RELATIONS:
            relation = "contradicts" if label == "contradicted" else "supports"
        yield Quote(chunk, _encodable(text.strip()[:_QUOTE]), cast("Relation", relation))


def clean(text: str, most: int) -> str:
    """Return a text of a model as one line of bounded length that can be written anywhere."""
    line = " ".join(_encodable(text[: 4 * most]).split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def _encodable(text: str) -> str:
    """Replace halves of surrogate pairs, which no file takes."""
    return text.encode("utf-8", "replace").decode("utf-8")
