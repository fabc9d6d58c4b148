"""What a reply says, read without trust: verdicts in a sound form, or none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, cast

from upheld.llm.objects import Read, Twice

__all__ = ["Item", "Quote", "as_item", "by_id", "clean"]

Relation: TypeAlias = Literal["supports", "part", "contradicts"]
Said: TypeAlias = Literal["supported", "contradicted", "not_enough_info"]

_LABELS = ("supported", "contradicted", "not_enough_info")
_RELATIONS = ("supports", "part", "contradicts")
_MOST_QUOTES = 8
_REASON = 300
_QUOTE = 2000
_EVERYWHERE = -1  # the chunk of a quote that names none: all are searched
_EDGES = " \t\r\n.,;:!*_`\"'"
_APART = re.compile(r"[\s_-]+")
_ALIKE = {"yes": "supported", "not_enough_information": "not_enough_info"}
_ID = re.compile(r"(?:claim[\s_-]*)?(c?)[\s_-]*(\d{1,4})")
_CHUNK = re.compile(r"(?:chunk\s*)?(\d{1,6})", re.IGNORECASE)


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


def by_id(read: Read) -> dict[str, Any]:
    """Return the members of a reply by the id of their claim, c1, c2, ...

    Ids may be written in other ways (C1, claim 1, 1), and all may stand in one member more. An id that comes twice is nobody's.

    Args:
        read: the reply.
    """
    items = read.items
    if len(items) == 1:
        ((key, value),) = items.items()
        if (
            not _ID.fullmatch(key.strip().casefold())
            and isinstance(value, dict)
            and not isinstance(value, Twice)
        ):
            items = value
    found: dict[str, list[Any]] = {}
    counted_from_0 = "0" in items
    for key, value in items.items():
        match = _ID.fullmatch(key.strip().casefold())
        if match is not None and (match[1] or not counted_from_0):
            found.setdefault(f"c{int(match[2])}", []).append(value)
    return {name: values[0] for name, values in found.items() if len(values) == 1}


def as_item(value: object) -> Item | None:
    """Return a verdict in a sound form; None where it is none.

    Args:
        value: one member of a reply, or one item of its list.
    """
    if not isinstance(value, dict) or isinstance(value, Twice):
        return None
    quotes = value.get("quotes")
    label = _label(value.get("verdict"), quotes)
    if label is None:
        return None
    reason = value.get("reason")
    return Item(
        label,
        clean(reason, _REASON) if isinstance(reason, str) else "",
        tuple(_quotes(quotes, label)) if isinstance(quotes, list) else (),
    )


def _label(said: object, quotes: object) -> Said | None:
    """Return a verdict, however it is written; a bare "no" is one only where a quote says of which kind."""
    if not isinstance(said, str):
        return None
    if said in _LABELS:  # as it was asked for
        return cast("Said", said)
    label = "_".join(_APART.split(said.strip(_EDGES).casefold()))
    label = _ALIKE.get(label, label)
    if label == "no":
        listed = quotes if isinstance(quotes, list) else []
        denied = any(isinstance(one, dict) and one.get("relation") == "contradicts" for one in listed)
        label = "contradicted" if denied else "not_enough_info"
    return cast("Said", label) if label in _LABELS else None


def _quotes(values: list[Any], label: str) -> Iterator[Quote]:
    for value in values[:_MOST_QUOTES]:
        quote = {"text": value} if isinstance(value, str) else value
        if not isinstance(quote, dict) or isinstance(quote, Twice):
            continue
        chunk, text, relation = _chunk(quote.get("chunk")), quote.get("text"), quote.get("relation")
        if chunk is None or not isinstance(text, str) or not text.strip():
            continue
        if relation not in _RELATIONS:
            relation = "contradicts" if label == "contradicted" else "supports"
        yield Quote(chunk, _encodable(text.strip()[:_QUOTE]), cast("Relation", relation))


def _chunk(value: object) -> int | None:
    """Return the number of a chunk; None where it is none."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and (match := _CHUNK.fullmatch(value.strip())):
        return int(match[1])
    return _EVERYWHERE if value is None else None


def clean(text: str, most: int) -> str:
    """Return a text of a model as one line of bounded length that can be written anywhere."""
    line = " ".join(_encodable(text[: 4 * most]).split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def _encodable(text: str) -> str:
    """Replace halves of surrogate pairs, which no file takes."""
    return text.encode("utf-8", "replace").decode("utf-8")
