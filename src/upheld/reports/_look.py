"""How text is shown to a person: cleaned, cut, folded, marked.

Answers, chunks, ids and file names come from outside. `clean` is the one door to a terminal.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TextIO, TypeAlias

from rich.cells import cell_len

__all__ = ["Look", "clean", "excerpt", "fold", "fraction"]

# What moves the cursor, hides text or turns its direction: C0 and C1 with every ANSI escape, bidi embeddings,
# overrides and isolates, and halves of surrogate pairs, which no encoding can write.
_UNSAFE = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_UNSAFE_OR_BREAK = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_BLANK = re.compile("[ \t\n\x0b\x0c\r\x85\u2028\u2029]+")

_COLOUR = re.compile("\x1b\\[[0-9;]*m")

_WIDEST = 120
_NARROWEST = 40

_UNICODE = {
    "supported": "✓",
    "contradicted": "✗",
    "not_enough_info": "✗",
    "error": "?",
    "unchecked": "·",
    "cut": "…",
    "dot": "·",
    "at_least": "≥",
    "open": "“",
    "close": "”",
}
_ASCII = {
    "supported": "+",
    "contradicted": "x",
    "not_enough_info": "x",
    "error": "?",
    "unchecked": "-",
    "cut": "...",
    "dot": "|",
    "at_least": ">=",
    "open": '"',
    "close": '"',
}

Paint: TypeAlias = Callable[[str, str], str]
"""Takes the name of a style (``good``, ``bad``, ``unsure``, ``quiet``, ``strong``) and a text; returns the text to print."""


def _plain(_style: str, text: str) -> str:
    return text


@dataclass(frozen=True, slots=True)
class Look:
    """What the place of output can show.

    Attributes:
        width: columns to fill.
        unicode: whether marks such as ✓ can be written.
        paint: adds colour; the default adds none.
    """

    width: int = 100
    unicode: bool = True
    paint: Paint = _plain

    @classmethod
    def of(cls, stream: TextIO | None = None) -> Look:
        """Return the look that fits a stream; standard output where none is given.

        Args:
            stream: where the text will be written. The width is that of the terminal (or ``COLUMNS``), else 100.
        """
        encoding = getattr(stream or sys.stdout, "encoding", None) or "utf-8"
        columns = shutil.get_terminal_size((100, 24)).columns
        return cls(min(max(columns, _NARROWEST), _WIDEST), _can_write("".join(_UNICODE.values()), encoding))

    def mark(self, name: str) -> str:
        """Return the sign of that name, in what the stream can write."""
        return (_UNICODE if self.unicode else _ASCII)[name]

    def painted(self, paint: Paint) -> Look:
        """Return the same look with colour."""
        return replace(self, paint=paint)


def _can_write(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\x{code:02x}" if code <= 0xFF else f"\\u{code:04x}"  # noqa: PLR2004 - the last code of two digits


def clean(text: str, *, keep_lines: bool = False) -> str:
    r"""Make a text from outside harmless to a terminal, on one line.

    Args:
        text: any string.
        keep_lines: leave tabs and line feeds as they are, for places that hold several lines.

    Returns:
        The text with blanks and line breaks as single spaces and every control character, direction override and
        lone surrogate as a visible escape such as ``\x1b`` or ``\u202e``.
    """
    if keep_lines:
        return _UNSAFE_OR_BREAK.sub(_escape, text.replace("\r\n", "\n"))
    return _UNSAFE.sub(_escape, _BLANK.sub(" ", text)).strip()


def excerpt(text: str, about: str = "", limit: int = 100, cut: str = "…") -> str:
    """Shorten a text around the words that it shares with another.

    Args:
        text: the text to shorten, from outside.
        about: what the reader looks for in it, such as the claim.
        limit: longest result in characters, the signs of omission not counted.
        cut: the sign of omission.

    Returns:
        One clean line.
    """
    line = clean(text)
    if len(line) <= limit:
        return line
    start = _best_window(line, about, limit)
    end = min(start + limit, len(line))
    # Cut between words where one ends nearby; text without spaces is cut where it falls.
    if start and (space := line.find(" ", start, start + 20)) >= 0:
        start = space + 1
    if end < len(line) and (space := line.rfind(" ", end - 20, end)) > start:
        end = space
    return f"{cut if start else ''}{line[start:end]}{cut if end < len(line) else ''}"


def _best_window(line: str, about: str, limit: int) -> int:
    """Find where `limit` characters hold the most words of `about`; the start of the line where none does."""
    words = {word.casefold() for word in re.findall(r"\w{3,}", about[:2000])}
    places = [
        match.start() for match in re.finditer(r"\w{3,}", line[:20_000]) if match[0].casefold() in words
    ]
    best, start, low = 0, 0, 0
    for high, place in enumerate(places):
        while place - places[low] > limit - 20:
            low += 1
        if high - low + 1 > best:
            best, start = high - low + 1, places[low]
    # A few words before the first shared one keep the sentence readable.
    return max(0, min(start - 20, len(line) - limit))


def fold(text: str, width: int, first: str = "", rest: str | None = None) -> list[str]:
    """Break a clean text into lines, counted in terminal cells (a Chinese character fills two).

    Args:
        text: one line without control characters.
        width: cells in a line, indents included.
        first: indent of the first line.
        rest: indent of the others; blanks as wide as `first` where not given.
    """
    hanging = " " * cell_len(first) if rest is None else rest
    lines, line, empty = [], first, True
    for word in text.split(" "):
        if not empty and _cells(line) + 1 + _cells(word) > width:
            lines.append(line)
            line, empty = hanging, True
        *full, last = _chopped(word, max(8, width - _cells(line))) if empty else [word]
        for piece in full:
            lines.append(line + piece)
            line = hanging
        line, empty = (line + last if empty else f"{line} {last}"), False
    return [*lines, line]


def _chopped(word: str, room: int) -> list[str]:
    """Cut a word into pieces of at most `room` cells, colours not cut."""
    if _cells(word) <= room:
        return [word]
    pieces, taken = [""], 0
    for char in word:
        cells = cell_len(char)
        if taken + cells > room:
            pieces.append("")
            taken = 0
        pieces[-1] += char
        taken += cells
    return pieces


def _cells(text: str) -> int:
    """Count terminal cells; colours are our own, `clean` lets none through, and take no room."""
    return cell_len(_COLOUR.sub("", text))


def fraction(value: float | None) -> str:
    """Show a score with two decimals; what is short of 1 never reads 1.00."""
    if value is None:
        return "-"
    return f"{value if value >= 1.0 else min(value, 0.99):.2f}"
