"""Clean text that remembers where each character stood in the source."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

__all__ = ["CELL", "CLIP", "View", "clean_inline", "clip", "plain_view", "squeeze", "unescaped_view"]


@dataclass(frozen=True, slots=True)
class View:
    """A text made of runs of a source text.

    Attributes:
        text: the clean text; as long as its runs together.
        starts: where each run begins in the clean text.
        origins: where each run begins in the source.
        citations: citation marks taken out, each with its place in the clean text.
    """

    text: str
    starts: tuple[int, ...]
    origins: tuple[int, ...]
    citations: tuple[tuple[int, str], ...] = ()

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """Return the span of the source that holds the clean span ``start:end`` (not empty)."""
        if len(self.starts) == 1:
            return self.origins[0] - self.starts[0] + start, self.origins[0] - self.starts[0] + end
        return self._at(start), self._at(end - 1) + 1

    def _at(self, position: int) -> int:
        run = bisect_right(self.starts, position) - 1
        return self.origins[run] + position - self.starts[run]


# What Markdown and citing add to a text. One pass, each alternative bounded: linear on any input.
_MARK = re.compile(
    r"""
    \\(?P<escaped>[*_`\#\[\]()|~>-])
  | (?P<code>(?P<ticks>`{1,3})(?P<inner>[^`\n]{1,300})(?P=ticks))
  | (?P<cite>[ \t]?(?:
        \[\^?[1-9]\d{0,2}(?:[ \t]?[,;–-][ \t]?\^?\d{1,3}){0,20}\](?:\([^()\s]{0,300}\))?
      | [\[(](?:sources?|quellen?|fuentes?|fontes?):[ \t](?P<named>[^\[\]()\n]{1,80})[\])]
      | \[(?:doc(?:ument)?|source|src|ref|chunk|context|passage|citation|quelle|fuente|fonte)s?[ _.:\#-]?\d{1,3}
          (?:[ \t]?[,;][ \t]?\w{0,12}[ _.:\#-]?\d{1,3}){0,20}\]
      | 【[^【】\n]{1,80}】
    ))
  | (?P<link>!?\[(?P<label>[^\[\]\n]{1,300})\]\((?:[^()\s]{0,1000})(?:[ ]"[^"\n]{0,200}")?\))
  | (?P<drop>\*\*\*?|___?(?=\w)|(?<=\w)___?(?!\w)|~~|`{1,3}|(?<![\w*])\*(?=\w)|(?<=[\w.,!?;:)])\*(?![\w*])
      |(?<!\w)_(?=\w)|(?<=\w)_(?!\w)
      |</?(?:b|i|u|em|strong|br|p|span|div|sup|sub|code|mark|ul|ol|li|a|h[1-6]|td|tr|th|table)(?:[ ][^<>\n]{0,200})?/?>)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_SPECIAL = re.compile(r"[\[【*_~`\\<]|\((?i:source|quelle|fuente|fonte)")
CLIP = 160
"""Characters of a heading, lead-in or key path that are carried along."""
CELL = 80
"""Characters of a column header."""
_INLINE = re.compile(
    r"</?(?:b|i|u|em|strong|span|sup|sub|code|mark|a)\b", re.IGNORECASE
)  # they stand inside words
_KEEPS = ("inner", "label", "escaped")
_CITED = re.compile(r"\w+(?:[ _.:#-]\d+)?")
_ESCAPE = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\(?:u[0-9a-fA-F]{4}|[^u])")
_ONE_UNIT = 6  # characters of an escape of one UTF-16 unit


def squeeze(text: str) -> str:
    """Return the text with each run of white space as one space."""
    return " ".join(text.split())


def clip(text: str, length: int = CLIP, *, tail: bool = False) -> str:
    """Return the first (or last) words of a text, no more than so many characters."""
    if len(text) <= length:
        return text
    if tail:
        _, _, kept = text[-length:].partition(" ")
        return kept or text[-length:]
    kept, _, _ = text[:length].rpartition(" ")
    return kept or text[:length]


def plain_view(source: str, start: int, end: int) -> View:
    """Return the view of a slice, taken as it is."""
    return View(source[start:end], (0,), (start,))


def unescaped_view(source: str, start: int, end: int) -> View:
    """Return the view of the inside of a JSON string: each escape becomes the character that it stands for."""
    parts: list[str] = []
    starts: list[int] = []
    origins: list[int] = []
    length, at = 0, start
    for escape in (*_ESCAPE.finditer(source, start, end), None):
        stop = escape.start() if escape else end
        pieces = [(at, source[at:stop])] if stop > at else []
        if escape:
            pieces.append((stop, _unescaped(escape.group())))
            at = escape.end()
        for origin, piece in pieces:
            starts.append(length)
            origins.append(origin)
            parts.append(piece)
            length += len(piece)
    return View(_one_line("".join(parts)), tuple(starts) or (0,), tuple(origins) or (start,))


def _unescaped(escape: str) -> str:
    """Return the one character that an escape stands for."""
    if len(escape) > _ONE_UNIT:
        return chr(0x10000 + ((int(escape[2:6], 16) & 0x3FF) << 10) + (int(escape[8:12], 16) & 0x3FF))
    if escape[1] == "u":
        return chr(int(escape[2:6], 16))
    return {"n": "\n", "t": "\t", "r": "\r", "b": " ", "f": " "}.get(escape[1], escape[1])


def clean_inline(source: str, spans: Sequence[tuple[int, int]]) -> View:
    """Join spans of a source into one text without emphasis, links' targets and citation marks.

    Args:
        source: the whole text.
        spans: ascending slices to keep, such as the lines of a paragraph without their prefixes. White space
            between two of them must stand inside the first.
    """
    parts: list[str] = []
    starts: list[int] = []
    origins: list[int] = []
    citations: list[tuple[int, str]] = []
    length = 0
    citations_at: list[tuple[int, list[str]]] = []
    parted: int | None = None
    for lo, hi in _kept(source, spans, citations_at):
        if hi < 0:
            parted = lo if parted is None else parted
            continue
        runs = [(lo, source[lo:hi])]
        if parted is not None and parts and not parts[-1][-1].isspace() and source[lo].isalnum():
            runs.insert(0, (parted, " "))  # the mark was all that stood between two words
        parted = None
        for origin, piece in runs:
            starts.append(length)
            origins.append(origin)
            parts.append(piece)
            length += len(piece)
    text = "".join(parts)
    for place, marks in citations_at:
        at = bisect_right(origins, place) - 1
        where = starts[at] + min(place - origins[at], len(parts[at])) if at >= 0 else 0
        citations.extend((where, mark) for mark in marks)
    return View(_one_line(text), tuple(starts) or (0,), tuple(origins) or (0,), tuple(citations))


def _one_line(text: str) -> str:
    """Replace line ends and odd spaces by spaces, character for character."""
    return (
        text if text.isprintable() else re.sub(r"[\s\x00]", " ", text)
    )  # what is printable has no other space


def _kept(
    source: str, spans: Iterable[tuple[int, int]], cited: list[tuple[int, list[str]]]
) -> Iterable[tuple[int, int]]:
    """Yield the runs of the spans that stay, and collect the citation marks that do not.

    A run that ends before zero is the place of a citation or tag that was left out, and that parts words.
    """
    for start, end in spans:
        if not _SPECIAL.search(source, start, end):  # most text has no mark at all
            yield from _run(start, end)
            continue
        at = start
        for mark in _MARK.finditer(source, start, end):
            yield from _run(at, mark.start())
            if name := next((name for name in _KEEPS if mark.group(name)), None):
                # A label may hold emphasis of its own; rare enough to keep as it stands.
                yield from _run(mark.start(name), mark.end(name))
            elif mark.group("cite"):
                named = mark.group("named")
                cited.append((mark.start(), [squeeze(named)] if named else _CITED.findall(mark.group())))
                yield mark.start(), -1
            elif mark.group()[0] == "<" and not _INLINE.match(mark.group()):
                yield mark.start(), -1
            at = mark.end()
        yield from _run(at, end)


def _run(start: int, end: int) -> Iterable[tuple[int, int]]:
    if end > start:
        yield start, end
