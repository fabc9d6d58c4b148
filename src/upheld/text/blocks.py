"""Markdown to blocks: what stands together, under which heading, after which lead-in, with exact positions.

Not a Markdown parser: LLM answers and scraped chunks break its rules all the time. This reads line by line, keeps
every character's place, and never fails.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from upheld.text.records import Leaf, leaves
from upheld.text.view import View, clean_inline, plain_view, squeeze

__all__ = ["Block", "blocks"]

BlockKind = Literal["prose", "item", "row", "record", "code", "heading"]

_QUOTE = re.compile(r"[ \t]{0,3}(?:>[ \t]?)+")
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})[ \t]*([\w+-]{0,20})")
_HEADING = re.compile(r"[ \t]{0,3}(#{1,6})[ \t]+(?=\S)")
_BOLD_LINE = re.compile(r"[ \t]*(\*\*|__)(?=\S)([^*_\n]{1,120})\1[ \t]*:?[ \t]*")
_RULE = re.compile(r"[ \t]*(?:-[ \t]*){3,}|[ \t]*(?:\*[ \t]*){3,}|[ \t]*(?:_[ \t]*){3,}|[ \t]*={3,}[ \t]*")
_ITEM = re.compile(r"([ \t]*)(?:[-*+•◦▪‣·–—][ \t]+|\(?\d{1,3}[.)][ \t]+|\(?[a-h]\)[ \t]+)(?:\[[ xX]\][ \t]+)?(?=\S)")
_DELIMITER_CELL = re.compile(r"[ \t]*:?-+:?[ \t]*")
_PAIR = re.compile(r"[^\W\d_][^:：|\n.?!]{0,48}[:：][ \t]+\S")
_ENDS = re.compile(r"[.!?:;…。！？：；][\"'”’)\]*_]*[ \t]*$")
_MAX_HEADS = 3
_HEAD_LENGTH = 160
_WRAPPED = 60  # a line at least this long, without an end, goes on in the next
_MAX_GROUP = 12  # values of one object of a list that are told together


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of text that belongs together.

    Attributes:
        kind: what it is; quotes are prose or items.
        view: its own characters, cleaned, with their places in the source.
        text: its own words in full: with column headers (rows) or key paths (records).
        heads: headings above it, outermost first.
        lead: the lead-in or parent item it hangs on, without the colon; empty where there is none.
        opens: it ends with a colon and others hang on it.
    """

    kind: BlockKind
    view: View
    text: str
    heads: tuple[str, ...] = ()
    lead: str = ""
    opens: bool = False


@dataclass(slots=True)
class _State:
    """Where the reader stands."""

    heads: list[tuple[int, str]] = field(default_factory=list)
    lead: str = ""
    parents: list[tuple[int, str]] = field(default_factory=list)

    def names(self) -> tuple[str, ...]:
        return tuple(text for _, text in self.heads[-_MAX_HEADS:])

    def push(self, level: int, text: str) -> None:
        while self.heads and self.heads[-1][0] >= level:
            self.heads.pop()
        self.heads.append((level, text[:_HEAD_LENGTH]))
        self.lead, self.parents = "", []


def blocks(source: str) -> list[Block]:
    """Split any text into blocks, in order.

    Args:
        source: an answer or a chunk, Markdown, JSON or plain.
    """
    records = _records(source, 0, len(source), _State())
    if records:
        return records
    lines = list(_lines(source))
    state = _State()
    found: list[Block] = []
    at = 0
    while at < len(lines):
        at = _read(source, lines, at, state, found)
    return found


def _lines(source: str) -> Iterator[tuple[int, int]]:
    """Yield the span of each line without its end and without quote marks."""
    at = 0
    while at < len(source):
        end = source.find("\n", at)
        end = len(source) if end < 0 else end
        quote = _QUOTE.match(source, at, end)
        yield (quote.end() if quote else at), end
        at = end + 1


def _read(source: str, lines: list[tuple[int, int]], at: int, state: _State, found: list[Block]) -> int:
    """Read the block that begins at a line; return the line after it."""
    start, end = lines[at]
    if not source[start:end].strip():
        state.parents = []
        return at + 1
    if fence := _FENCE.match(source, start, end):
        return _fenced(source, lines, at, fence.group(1), state, found)
    if _is_table(source, lines, at):
        return _table(source, lines, at, state, found)
    if _RULE.fullmatch(source, start, end):
        state.lead = ""
        return at + 1
    if heading := _heading(source, lines, at):
        level, span, used = heading
        view = clean_inline(source, [span])
        text = squeeze(view.text)
        found.append(Block("heading", view, text, state.names()))
        state.push(level, text.rstrip(":："))
        return at + used
    if _ITEM.match(source, start, end):
        return _items(source, lines, at, state, found)
    return _paragraph(source, lines, at, state, found)


def _heading(source: str, lines: list[tuple[int, int]], at: int) -> tuple[int, tuple[int, int], int] | None:
    """Return level, span and number of lines of a heading that begins here."""
    start, end = lines[at]
    if mark := _HEADING.match(source, start, end):
        stop = end - (len(source[mark.end() : end]) - len(source[mark.end() : end].rstrip(" \t\r#")))
        return len(mark.group(1)), (mark.end(), max(stop, mark.end() + 1)), 1
    if bold := _BOLD_LINE.fullmatch(source[start:end].rstrip("\r")):
        return 7, (start + bold.start(2), start + bold.end(2)), 1
    if at + 1 < len(lines) and end - start <= _HEAD_LENGTH and not _ENDS.search(source[start:end]):
        under = source[slice(*lines[at + 1])].strip()
        if _underline(under):
            return (1 if under[0] == "=" else 2), (start, end), 2
    return None


def _underline(text: str) -> bool:
    return len(text) >= 3 and (not text.strip("=") or not text.strip("-"))  # noqa: PLR2004


def _fenced(source: str, lines: list[tuple[int, int]], at: int, fence: str, state: _State, found: list[Block]) -> int:
    """Read a code fence whole; one that holds JSON becomes records."""
    stop = at + 1
    while stop < len(lines) and not source[slice(*lines[stop])].strip().startswith(fence):
        stop += 1
    if stop > at + 1:
        start, end = lines[at + 1][0], lines[stop - 1][1]
        records = _records(source, start, end, state)
        if records:
            found.extend(records)
        elif source[start:end].strip():
            text = squeeze(source[start:end])
            found.append(Block("code", plain_view(source, start, end), text, state.names(), _hanging(state, found)))
    return stop + 1


def _records(source: str, start: int, end: int, state: _State) -> list[Block]:
    """Return JSON as one block per value, or per object of a list; nothing where it is no JSON with keys."""
    if source[start:end].lstrip()[:1] not in {"{", "["}:
        return []
    found = leaves(source, start, end)
    if not found or not any(leaf.path for leaf in found):
        return []
    return [
        Block("record", plain_view(source, group[0].start, group[-1].end), _told(group), state.names(), state.lead)
        for group in _groups(found)
    ]


def _groups(found: list[Leaf]) -> Iterator[list[Leaf]]:
    group: list[Leaf] = []
    for leaf in found:
        if group and (not leaf.listed or leaf.group != group[0].group or len(group) >= _MAX_GROUP):
            yield group
            group = []
        group.append(leaf)
    if group:
        yield group


def _told(group: list[Leaf]) -> str:
    """Return values with their key paths in words; what the paths share is said once."""
    first = group[0]
    if len(group) == 1:
        return squeeze(f"{' '.join(first.path)}: {first.value}" if first.path else first.value)
    shared = " ".join(first.path[:-1])
    pairs = ", ".join(f"{leaf.path[-1] if leaf.path else ''}: {leaf.value}" for leaf in group)
    return squeeze(f"{shared}: {pairs}" if shared else pairs)


def _cells(source: str, line: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the spans of a table row's cells."""
    start, end = line
    row = source[start:end]
    left = start + len(row) - len(row.lstrip())
    right = end - (len(row) - len(row.rstrip()))
    if source[left : left + 1] == "|":
        left += 1
    if right > left and source[right - 1] == "|" and source[right - 2 : right - 1] != "\\":
        right -= 1
    cells: list[tuple[int, int]] = []
    at = left
    for bar in re.finditer(r"(?<!\\)\|", source[left:right]):
        cells.append((at, left + bar.start()))
        at = left + bar.end()
    return [*cells, (at, right)]


def _is_table(source: str, lines: list[tuple[int, int]], at: int) -> bool:
    if at + 1 >= len(lines) or "|" not in source[slice(*lines[at])] or "-" not in source[slice(*lines[at + 1])]:
        return False
    under = source[slice(*lines[at + 1])]
    cells = _cells(source, lines[at + 1])
    return ("|" in under or len(cells) > 1) and all(_DELIMITER_CELL.fullmatch(source, a, b) for a, b in cells)


def _hanging(state: _State, found: list[Block]) -> str:
    """Return the lead-in, if what stands right before is one."""
    return state.lead if found and found[-1].opens else ""


def _table(source: str, lines: list[tuple[int, int]], at: int, state: _State, found: list[Block]) -> int:
    """Read a table: one block per row, told with its headers."""
    lead = _hanging(state, found)
    headers = [squeeze(clean_inline(source, [cell]).text) for cell in _cells(source, lines[at])]
    at += 2
    while at < len(lines) and "|" in source[slice(*lines[at])]:
        cells = [squeeze(clean_inline(source, [cell]).text) for cell in _cells(source, lines[at])]
        named = [
            f"{headers[n]}: {cell}" if n < len(headers) and headers[n] else cell for n, cell in enumerate(cells) if cell
        ]
        if named:
            view = clean_inline(source, [lines[at]])
            found.append(Block("row", view, ", ".join(named), state.names(), lead))
        at += 1
    state.lead = ""
    return at


def _items(source: str, lines: list[tuple[int, int]], at: int, state: _State, found: list[Block]) -> int:
    """Read one list item with the lines that continue it."""
    start, end = lines[at]
    mark = _ITEM.match(source, start, end)
    if mark is None:  # pragma: no cover - the caller looked
        raise AssertionError("unreachable")  # noqa: EM101, TRY003
    indent = len(mark.group(1).expandtabs(4))
    if found and found[-1].kind != "item":
        state.lead, state.parents = _hanging(state, found), []
    spans = [(mark.end(), end)]
    at += 1
    while at < len(lines) and _continues_item(source, lines, at):
        spans[-1] = (spans[-1][0], spans[-1][1] + 1)
        spans.append(lines[at])
        at += 1
    while state.parents and state.parents[-1][0] >= indent:
        state.parents.pop()
    lead = state.parents[-1][1] if state.parents else state.lead
    view = clean_inline(source, spans)
    text = squeeze(view.text)
    nested = at < len(lines) and (deeper := _ITEM.match(source, *lines[at])) and len(deeper.group(1).expandtabs(4)) > indent
    opens = bool(nested) and text.endswith((":", "："))
    found.append(Block("item", view, text, state.names(), lead, opens))
    own = text.rstrip(":：")
    state.parents.append((indent, squeeze(f"{lead} {own}") if opens and lead and len(lead) < _HEAD_LENGTH else own))
    return at


def _continues_item(source: str, lines: list[tuple[int, int]], at: int) -> bool:
    start, end = lines[at]
    line = source[start:end]
    return bool(
        line.strip()
        and not _ITEM.match(source, start, end)
        and not _FENCE.match(source, start, end)
        and not _HEADING.match(source, start, end)
        and not _RULE.fullmatch(source, start, end)
        and (line[0] in " \t" or not _ENDS.search(source[slice(*lines[at - 1])]))
    )


def _paragraph(source: str, lines: list[tuple[int, int]], at: int, state: _State, found: list[Block]) -> int:
    """Read running text up to the next hard break."""
    spans = [lines[at]]
    json = source[slice(*lines[at])].lstrip()[:1] in {"{", "["}
    at += 1
    while at < len(lines) and (_continues(source, lines, at) or (json and source[slice(*lines[at])].strip())):
        spans[-1] = (spans[-1][0], spans[-1][1] + 1)
        spans.append(lines[at])
        at += 1
    records = _records(source, spans[0][0], spans[-1][1], state)
    if records:
        found.extend(records)
        return at
    view = clean_inline(source, spans)
    text = squeeze(view.text)
    opens = text.endswith((":", "："))
    found.append(Block("prose", view, text, state.names(), "", opens))
    state.parents = []
    state.lead = _last_sentence(text).rstrip(":：") if opens else ""
    return at


def _last_sentence(text: str) -> str:
    """Return what follows the last sentence end before the lead-in's colon."""
    cut = max(text.rfind(mark, 0, len(text) - 1) for mark in (". ", "! ", "? ", "。"))
    return text[cut + 1 :].strip()[-_HEAD_LENGTH:] if cut >= 0 else text[-_HEAD_LENGTH:]


def _continues(source: str, lines: list[tuple[int, int]], at: int) -> bool:
    """Say whether a line belongs to the paragraph of the line before it."""
    start, end = lines[at]
    line = source[start:end]
    before = source[slice(*lines[at - 1])].strip()
    if not line.strip() or _ENDS.search(before) or _PAIR.match(line.lstrip()):
        return False
    if _FENCE.match(line) or _HEADING.match(line) or _ITEM.match(line) or _RULE.fullmatch(line.rstrip("\r")):
        return False
    if _BOLD_LINE.fullmatch(line.rstrip("\r")) or _is_table(source, lines, at):
        return False
    return len(before) >= _WRAPPED or line.lstrip()[0].islower() or before.endswith((",", "-", "–"))
