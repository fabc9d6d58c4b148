"""Markdown to blocks: what stands together, under which heading, after which lead-in, with exact positions.

Not a Markdown parser: LLM answers and scraped chunks break its rules all the time. This reads line by line, keeps
every character's place, and never fails.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal, TypeAlias

from upheld.text.records import Leaf, column_names, group_told, groups, json_at, row_told
from upheld.text.tables import cells_between_bars, delimited, has_bar, is_border, is_ruled, told
from upheld.text.view import CELL, CLIP, View, clean_inline, clip, plain_view, squeeze, unescaped_view

__all__ = ["Block", "blocks"]

_Test: TypeAlias = Callable[[int], bool]
BlockKind = Literal["prose", "item", "row", "record", "code", "heading"]

_QUOTE = re.compile(r"[ \t]{0,3}(?:>[ \t]?)+")
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})[ \t]*([\w+-]{0,20})")
_HEADING = re.compile(r"[ \t]{0,3}(#{1,6})[ \t]+(?=\S)")
_BOLD_LINE = re.compile(r"[ \t]*(\*\*|__)(?=\S)([^*_\n]{1,120})\1[ \t]*:?[ \t]*")
_RULE = re.compile(r"[ \t]*(?:-[ \t]*){3,}|[ \t]*(?:\*[ \t]*){3,}|[ \t]*(?:_[ \t]*){3,}|[ \t]*={3,}[ \t]*")
_MONTH = "(?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|january|february|march|may|june|july|october|december)"
_EMOJI = "\u2190-\u21ff\u2300-\u23ff\u25a0-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff"
_ITEM = re.compile(
    rf"""([ \t]*)(?:
        [-*+•◦▪‣·–—][ \t]+(?:[✅✔✓☑]\ufe0f?[ \t]+)?
      | [•●・◆■][ \t]*
      | <li(?:[ ][^<>\n]{{0,200}})?>[ \t]*
      | (?=[❌✗✘✖🚫⛔])  # a "no" that must not get lost
      | [{_EMOJI}][\ufe0f\u200d\U0001f3fb-\U0001f3ff]{{0,3}}[ \t]+
      | \d\ufe0f?\u20e3[ \t]*
      | \(?(?P<number>\d{{1,3}})[.)][ \t]+(?!{_MONTH}\b)
      | \d{{1,3}}、[ \t]*
      | \(?[a-h]\)[ \t]+
    )(?:\[[ xX]\][ \t]+)?(?=\S)""",
    re.VERBOSE | re.IGNORECASE,
)
_TAG_BREAK = re.compile(
    r"(?=<(?:p|div|li|ul|ol|table|tr|h[1-6])\b)|(?<=</p>)|(?<=</li>)|(?<=</h[1-6]>)", re.IGNORECASE
)
_PAIR = re.compile(r"[^\W\d_][^:：|\n.?!]{0,48}[:：][ \t]+\S")
_ENDS = re.compile(r"[.!?:;…。！？：；][\"'”’)\]*_]*[ \t]*$")
_FULL_STOP = (".", "!", "。", "！")
_COLONS = (":", "：")
_MARKDOWN = frozenset({"markdown", "md", "csv", "tsv", "psv"})
_PLAIN = frozenset({"", "text", "txt", "plain", "plaintext", "sql", "console", "output", "table"})
_GENERIC_KEYS = frozenset(
    {"answer", "response", "text", "content", "message", "output", "result", "summary", "explanation"}
)
_MAX_HEADS = 3
_WRAPPED = 60  # a line at least this long, without an end, goes on in the next
_PROSE_VALUE = 60  # a JSON string at least this long is running text
_MAX_TRIES = 16  # JSON that does not end is looked for so often and no more: keeps hostile input linear
_SETEXT = 3
_NEAR = 8  # characters before a value in which its bracket opens
_OPENERS = frozenset("{[(")
_LABEL = re.compile(r"[ \t]*[^\W\d_][^\[\](){}\n]{0,60}[:=][ \t]*(?=[\[(])")


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


def blocks(source: str) -> list[Block]:
    """Split any text into blocks, in order.

    Args:
        source: an answer or a chunk, Markdown, JSON or plain.
    """
    reader = _Reader(source, list(_lines(source, 0, len(source))))
    at = 0
    while at < len(reader.lines):
        at = reader.read(at)
    return reader.found


def _lines(source: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the span of each line without its end and without quote marks."""
    at = start
    while at < end:
        stop = source.find("\n", at, end)
        stop = end if stop < 0 else stop
        quote = _QUOTE.match(source, at, stop)
        low = quote.end() if quote else at
        if source.find("<", low, stop) >= 0:  # HTML: a tag of a block begins a line
            for tag in _TAG_BREAK.finditer(source, low, stop):
                if tag.start() > low:
                    yield low, tag.start()
                    low = tag.start()
        yield low, stop
        at = stop + 1


@dataclass(slots=True)
class _Reader:
    """Reads lines to blocks; each method reads what begins at a line and returns the line after it."""

    source: str
    lines: list[tuple[int, int]]
    found: list[Block] = field(default_factory=list)
    heads: list[tuple[int, str]] = field(default_factory=list)
    lead: str = ""
    parents: list[tuple[int, str]] = field(default_factory=list)
    numbers: dict[int, int] = field(default_factory=dict)  # indent -> number of the last item
    listing: bool = False
    tries: int = 0

    def read(self, at: int) -> int:
        """Read the block that begins at a line."""
        line = self._line(at)
        if not line.strip():
            return at + 1
        start, end = self.lines[at]
        if fence := _FENCE.match(self.source, start, end):
            return self._fence(at, fence)
        if self._is_table(at):
            return self._table(at)
        if _RULE.fullmatch(self.source, start, end):
            self.lead, self.listing = "", False
            return at + 1
        self._label(at)
        after = self._json(at, self._line(at)) or self._delimited(at) or self._heading(at)
        if after:
            return after
        return self._item(at) if self._is_item(at) else self._paragraph(at)

    def _line(self, at: int) -> str:
        return self.source[slice(*self.lines[at])] if at < len(self.lines) else ""

    def _names(self) -> tuple[str, ...]:
        return tuple(text for _, text in self.heads[-_MAX_HEADS:])

    def _hanging(self) -> str:
        """Return the lead-in, if what stands right before is one."""
        return self.lead if self.found and self.found[-1].opens else ""

    # Headings.

    def _heading(self, at: int) -> int | None:
        mark = self._heading_mark(at)
        if mark is None:
            return None
        level, span, used = mark
        view = clean_inline(self.source, [span])
        text = squeeze(view.text)
        if not text:
            return None
        self.found.append(Block("heading", view, text, self._names()))
        while self.heads and self.heads[-1][0] >= level:
            self.heads.pop()
        self.heads.append((level, clip(text.rstrip(":： "))))
        self.lead, self.parents, self.listing, self.numbers = "", [], False, {}
        return at + used

    def _heading_mark(self, at: int) -> tuple[int, tuple[int, int], int] | None:
        """Return level, span and number of lines of a heading that begins here."""
        (start, end), line = self.lines[at], self._line(at)
        if mark := _HEADING.match(self.source, start, end):
            body = self.source[mark.end() : end]
            return (
                len(mark.group(1)),
                (mark.end(), max(end - len(body) + len(body.rstrip(" \t\r#")), mark.end() + 1)),
                1,
            )
        bold = _BOLD_LINE.fullmatch(line.rstrip("\r"))
        if bold and not bold.group(2).rstrip().endswith(_FULL_STOP):
            return 7, (start + bold.start(2), start + bold.end(2)), 1
        if end - start <= CLIP and not _ENDS.search(line) and not self._is_item(at):
            under = self._line(at + 1).strip()
            if len(under) >= _SETEXT and (not under.strip("=") or not under.strip("-")):
                return (1 if under[0] == "=" else 2), (start, end), 2
        return None

    # Code and JSON.

    def _fence(self, at: int, fence: re.Match[str]) -> int:
        """Read a code fence whole; one that holds JSON becomes records, one that holds Markdown is read as such."""
        stop = at + 1
        while stop < len(self.lines) and not self._line(stop).strip().startswith(fence.group(1)):
            stop += 1
        inside = self.lines[at + 1 : stop]
        named = fence.group(2).lower()
        table = (
            named in _PLAIN
            and bool(inside)
            and (self._is_table(at + 1) or delimited(self.source, self.lines, at + 1))
        )
        if (named in _MARKDOWN or table) and stop < len(self.lines):
            self.lines[at : stop + 1] = [
                (fence.start(), fence.start()),
                *inside,
                (fence.start(), fence.start()),
            ]
            return at + 1
        if inside:
            start, end = inside[0][0], inside[-1][1]
            json = json_at(self.source, start, end)
            if json and not self.source[json[1] : end].strip() and self._holds_records(json[0]):
                self.found.extend(self._records(json[0]))
            elif self.source[start:end].strip():
                view, text = plain_view(self.source, start, end), squeeze(self.source[start:end])
                self.found.append(Block("code", view, text, self._names(), self._hanging()))
        return stop + 1

    def _json(self, at: int, line: str) -> int | None:
        """Read JSON, or a printed list, that begins and ends with a line; None where there is none with keys or rows."""
        if line.lstrip()[:1] not in _OPENERS or self.tries >= _MAX_TRIES:
            return None
        tuple_ = line.lstrip()[0] == "("
        json = json_at(self.source, self.lines[at][0], self.lines[at][1] if tuple_ else len(self.source))
        if not json or not self._holds_records(json[0]):
            self.tries += json is None and not tuple_
            return None
        found, stop = json
        while at < len(self.lines) and self.lines[at][1] < stop:
            at += 1
        if at < len(self.lines) and self.source[stop : self.lines[at][1]].strip(" \t\r.,;"):
            self.tries += 1
            return None
        self.found.extend(self._records(found))
        return at + 1

    def _label(self, at: int) -> None:
        """Part a label from the printed list behind it ("Result: [(1, 'Bonn'), …]"), so that each stands on a line."""
        start, end = self.lines[at]
        label = _LABEL.match(self.source, start, end)
        if label and (found := json_at(self.source, label.end(), end)):
            whole = not self.source[found[1] : end].strip(" \t\r.,;")
            if whole and self._holds_records(found[0]):
                self.lines[at : at + 1] = [(start, label.end()), (label.end(), end)]

    def _holds_records(self, leaves: list[Leaf]) -> bool:
        """Say whether values have keys, or stand in rows, or are one row with a text in it."""
        if any(leaf.path for leaf in leaves) or any(
            a.row and a.group == b.group for a, b in pairwise(leaves)
        ):
            return True
        return self._is_tuple(leaves)

    def _is_tuple(self, leaves: list[Leaf]) -> bool:
        """Say whether all values stand in one tuple, a text among them: a row on a line of its own."""
        first = leaves[0].at if len(leaves) > 1 else 0
        alone = (
            self.source[max(0, first - _NEAR) : first].rstrip().endswith("(")
            and leaves[0].group == leaves[-1].group
        )
        return alone and any(self.source[leaf.at] in "'\"" for leaf in leaves)

    def _records(self, leaves: list[Leaf]) -> list[Block]:
        """Return one block per value, or per object or row of a list; long strings are running text."""
        heads, lead = self._names(), self._hanging()
        made: list[Block] = []
        grouped = [leaves] if self._is_tuple(leaves) else list(groups(leaves))
        names = column_names(self.source, grouped)
        for group in grouped[bool(names) :]:
            first = group[0]
            if first.row or group is leaves:
                view = plain_view(self.source, first.start, group[-1].end)
                made.append(Block("row" if names else "record", view, row_told(group, names), heads, lead))
            elif len(group) == 1 and len(first.value) >= _PROSE_VALUE and self.source[first.at] in "'\"":
                path = " ".join(first.path[-1:])
                own = () if not path or path.lower() in _GENERIC_KEYS else (clip(path),)
                view = unescaped_view(self.source, first.at + 1, first.end - 1)
                made.append(Block("prose", view, squeeze(view.text), (*heads, *own)))
            else:
                view = plain_view(self.source, first.start, group[-1].end)
                made.append(Block("record", view, group_told(group), heads, lead))
        return made

    # Tables.

    def _is_table(self, at: int) -> bool:
        if at + 1 < len(self.lines) and is_border(self._line(at)):
            at += 1
        return has_bar(self._line(at)) and (self._is_ruled(at + 1) or self._is_loose_table(at))

    def _is_ruled(self, at: int) -> bool:
        return at < len(self.lines) and is_ruled(self.source, *self.lines[at])

    def _is_loose_table(self, at: int) -> bool:
        """Say whether a table without a rule begins here: three lines or more with as many cells each, at least three."""
        bars = self._line(at).count(" | ")
        return bars >= 2 and all(self._line(n).count(" | ") == bars for n in (at + 1, at + 2))  # noqa: PLR2004

    def _table(self, at: int) -> int:
        """Read a table: one block per row, told with its headers."""
        lead = self._hanging()
        at += is_border(self._line(at))
        headers = [clip(text, CELL) for text in self._cell_texts(at)]
        at += 2 if self._is_ruled(at + 1) else 1
        while at < len(self.lines) and (has_bar(self._line(at)) or is_border(self._line(at))):
            named = "" if is_border(self._line(at)) else told(headers, self._cell_texts(at))
            if named:
                view = clean_inline(self.source, [self.lines[at]])
                self.found.append(Block("row", view, named, self._names(), lead))
            at += 1
        self.lead, self.listing = "", False
        return at

    def _cell_texts(self, at: int) -> list[str]:
        cells = cells_between_bars(self.source, *self.lines[at])
        return [squeeze(clean_inline(self.source, [cell]).text) for cell in cells]

    def _delimited(self, at: int) -> int | None:
        """Read CSV or TSV; None where there is none."""
        table = delimited(self.source, self.lines, at)
        if table is None:
            return None
        lead = self._hanging()
        headers = [clip(name, CELL) for name in table.headers]
        for line, cells in table.rows:
            named = told(headers, [squeeze(self.source[a:b].replace('""', '"')) for a, b in cells])
            if named:
                view = plain_view(self.source, *self.lines[line])
                self.found.append(Block("row", view, named, self._names(), lead))
        self.lead, self.listing = "", False
        return table.after

    # Lists.

    def _is_item(self, at: int) -> bool:
        """Say whether a list item begins at a line; a lone "7. …" that continues no list is a sentence."""
        mark = _ITEM.match(self.source, *self.lines[at])
        if mark is None or mark.group("number") is None:
            return mark is not None
        number = int(mark.group("number"))
        last = self.numbers.get(_indent(mark), -1)
        if number in {0, 1, last, last + 1}:
            return True
        following = next((self._line(n) for n in (at + 1, at + 2) if self._line(n).strip()), "")
        after = _ITEM.match(following)
        return bool(after and after.group("number") and int(after.group("number")) == number + 1)

    def _item(self, at: int) -> int:
        """Read one list item with the lines that continue it."""
        start, end = self.lines[at]
        mark = _ITEM.match(self.source, start, end)
        if mark is None:  # pragma: no cover - the caller looked
            return at + 1
        if not self.listing:
            self.lead, self.parents, self.listing, self.numbers = self._hanging(), [], True, {}
        indent = _indent(mark)
        if mark.group("number"):
            self.numbers[indent] = int(mark.group("number"))
        view, at = self._joined((mark.end(), end), at, self._continues_item)
        while self.parents and self.parents[-1][0] >= indent:
            self.parents.pop()
        lead = self.parents[-1][1] if self.parents else self.lead
        text = squeeze(view.text)
        opens = text.endswith(_COLONS) and self._nests(at, indent)
        self.found.append(Block("item", view, text, self._names(), lead, opens))
        own = clip(text.rstrip(":： "))
        self.parents.append((indent, clip(f"{lead} {own}", tail=True) if opens and lead else own))
        return at

    def _nests(self, at: int, indent: int) -> bool:
        """Say whether a deeper item follows."""
        while at < len(self.lines) and not self._line(at).strip():
            at += 1
        deeper = _ITEM.match(self.source, *self.lines[at]) if at < len(self.lines) else None
        return deeper is not None and _indent(deeper) > indent

    def _continues_item(self, at: int) -> bool:
        line = self._line(at)
        return (
            self._plain(at)
            and not self._heading_mark(at)
            and (line[0] in " \t" or (not _ENDS.search(self._line(at - 1)) and self._wraps(at)))
        )

    # Running text.

    def _paragraph(self, at: int) -> int:
        """Read running text up to the next hard break."""
        inside = self.listing and self._line(at)[0] in " \t"  # a paragraph of a list item
        span = self.lines[at]
        brackets = self._line(at).lstrip()[:1] in {"{", "["}
        goes_on = self._continues_brackets if brackets else self._continues
        view, at = self._joined(span, at, goes_on)
        text = squeeze(view.text)
        opens = text.endswith(_COLONS)
        lead = "" if opens else self._hanging()
        self.found.append(Block("item" if inside else "prose", view, text, self._names(), lead, opens))
        if inside:
            return at
        self.parents, self.listing = [], False
        self.lead = clip(_last_sentence(text).rstrip(":： "), tail=True) if opens else ""
        return at

    def _joined(self, first: tuple[int, int], at: int, goes_on: _Test) -> tuple[View, int]:
        """Join a line with those that continue it; return their view and the line after them."""
        spans = [first]
        at += 1
        while at < len(self.lines) and goes_on(at):
            spans[-1] = (spans[-1][0], spans[-1][1] + 1)
            spans.append(self.lines[at])
            at += 1
        return clean_inline(self.source, spans), at

    def _plain(self, at: int) -> bool:
        """Say whether a line begins nothing of its own."""
        start, end = self.lines[at]
        return bool(
            self._line(at).strip()
            and self.source[self.lines[at - 1][1] : self.lines[at - 1][1] + 1] == "\n"
            and not _ITEM.match(self.source, start, end)
            and not _FENCE.match(self.source, start, end)
            and not _RULE.fullmatch(self.source, start, end)
            and not self._is_table(at)
            and delimited(self.source, self.lines, at) is None
        )

    def _continues(self, at: int) -> bool:
        """Say whether a line belongs to the paragraph of the line before it."""
        line, before = self._line(at), self._line(at - 1).strip()
        if not line.strip() or _ENDS.search(before) or _PAIR.match(line.lstrip()):
            return False
        if not self._plain(at) or self._heading_mark(at):
            return False
        return self._wraps(at)

    def _wraps(self, at: int) -> bool:
        """Say whether a line goes on where the one before it was broken by width, and not on purpose."""
        before = self._line(at - 1).strip()
        return (
            len(before) >= _WRAPPED
            or self._line(at).lstrip()[0].islower()
            or before.endswith((",", "-", "–"))
        )

    def _continues_brackets(self, at: int) -> bool:
        return bool(self._line(at).strip())


def _indent(mark: re.Match[str]) -> int:
    return len(mark.group(1).expandtabs(4))


def _last_sentence(text: str) -> str:
    """Return what follows the last sentence end before the lead-in's colon."""
    cut = max(text.rfind(mark, 0, len(text) - 1) for mark in (". ", "! ", "? ", "。"))
    return text[cut + 1 :].strip() if cut >= 0 else text
