"""Tables in a text: Markdown, the grids that databases print, CSV and TSV. Each row with its header, each cell in its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

__all__ = [
    "Cells",
    "Delimited",
    "cells_between_bars",
    "delimited",
    "has_bar",
    "has_header",
    "is_border",
    "is_ruled",
    "told",
]

Span: TypeAlias = tuple[int, int]
Cells: TypeAlias = list[Span]

_BARS = "|│┃║"
_BAR = re.compile(rf"(?<!\\)[{_BARS}]")
_DELIMITER_CELL = re.compile(r"[ \t]*:?-+:?[ \t]*")
# The line between the rows of a grid: "+----+-----+", "----+-----", "├────┼─────┤"; a line of dashes alone is none.
_BORDER = re.compile(r"[ \t]*[+├┌└╞╟╔╚╠]?(?:[-=─═━:]{2,}[+┼┬┴╪╬╤╧╦╩┤┐┘╡╢╗╝╣]?){1,200}[ \t\r]*")
_JOINT = re.compile(r"[+┼┬┴╪╬├┌└╞╟╔╚╠]")
_SEPARATORS = ("\t", ";", ",", "|")
_QUOTED = re.compile(r'"(?:[^"]|"")*"')
_NUMBER = re.compile(r"[^\w\"]{0,3}\d[\d.,:/ %€$£-]{0,24}[^\W\d]{0,3}")
_LETTER = re.compile(r"[^\W\d_]")
_SENTENCE_END = re.compile(r"[.!?:…][\"')\]]*$")
_HEADER_LENGTH = 48  # characters of a column's name
_HEADER_WORDS = 5
_LOOKED_AT = 20  # rows that tell whether the line above them is a header
_LONGEST = 4000  # characters of a line that may be a row


@dataclass(frozen=True, slots=True)
class Delimited:
    """Lines of CSV or TSV: the names of the columns, and the cells of each row with the index of its line."""

    headers: tuple[str, ...]
    rows: tuple[tuple[int, Cells], ...]
    after: int


def has_bar(line: str) -> bool:
    """Say whether a line may be a row between bars."""
    return "|" in line or (not line.isascii() and _BAR.search(line) is not None)


def cells_between_bars(source: str, start: int, end: int) -> Cells:
    """Return the spans of the cells of a line with bars."""
    row = source[start:end]
    left, right = start + len(row) - len(row.lstrip()), start + len(row.rstrip())
    left += source[left : left + 1] in _BARS and left < right
    if right > left and source[right - 1] in _BARS and source[right - 2 : right - 1] != "\\":
        right -= 1
    edges = [left]
    for bar in _BAR.finditer(source, left, right):
        edges += [bar.start(), bar.end()]
    edges.append(max(left, right))
    return list(zip(edges[::2], edges[1::2], strict=True))


def is_border(line: str) -> bool:
    """Say whether a line is drawn between the rows of a grid."""
    return bool(_JOINT.search(line)) and _BORDER.fullmatch(line) is not None


def is_ruled(source: str, start: int, end: int) -> bool:
    """Say whether a line is the rule under the header of a table."""
    under = source[start:end]
    if is_border(under):
        return True
    if "-" not in under:
        return False
    cells = cells_between_bars(source, start, end)
    return ("|" in under or len(cells) > 1) and all(_DELIMITER_CELL.fullmatch(source, a, b) for a, b in cells)


def told(headers: Sequence[str], cells: Sequence[str]) -> str:
    """Return the cells of a row, each with the name of its column."""
    return ", ".join(
        f"{headers[n]}: {cell}" if n < len(headers) and headers[n] else cell
        for n, cell in enumerate(cells)
        if cell
    )


def delimited(source: str, lines: Sequence[Span], at: int) -> Delimited | None:
    """Read CSV or TSV that begins with its header at a line; None where there is none.

    A header and a row at least, with as many cells each: three or more, two where tabs part them. Sentences with
    commas are none: their commas stand before a space, and no column of theirs holds numbers alone.

    Args:
        source: the whole text.
        lines: spans of its lines.
        at: index of the line.
    """
    for separator in _SEPARATORS:
        header = _cells(source, lines, at, separator)
        if len(header) < (2 if separator == "\t" else 3) or not all(
            _is_name(_text(source, cell)) for cell in header
        ):
            continue
        first = [
            cells for _, cells in islice(_rows(source, lines, at + 1, separator, len(header)), _LOOKED_AT)
        ]
        if first and _is_table(source, lines, at, separator, [header, *first]):
            rows = tuple(_rows(source, lines, at + 1, separator, len(header)))
            return Delimited(tuple(_text(source, cell) for cell in header), rows, rows[-1][0] + 1)
    return None


def _cells(source: str, lines: Sequence[Span], at: int, separator: str) -> Cells:
    """Return the spans of the cells of a line, quotes and white space around them left out; none where it is no row."""
    if at >= len(lines):
        return []
    start, end = lines[at]
    if end - start > _LONGEST or source.find(separator, start, end) < 0:
        return []
    quoted = (
        [found.span() for found in _QUOTED.finditer(source, start, end)]
        if source.find('"', start, end) >= 0
        else []
    )
    cells, low = [], start
    for place in [*_places(source, start, end, separator, quoted), end]:
        cells.append(_bare(source, low, place))
        low = place + 1
    return cells


def _places(source: str, start: int, end: int, separator: str, quoted: Sequence[Span]) -> Iterator[int]:
    """Yield where separators stand outside quotes."""
    inside = iter(quoted)
    quote = next(inside, None)
    place = source.find(separator, start, end)
    while place >= 0:
        while quote and quote[1] <= place:
            quote = next(inside, None)
        if not (quote and quote[0] < place):
            yield place
        place = source.find(separator, place + 1, end)


def _bare(source: str, start: int, end: int) -> Span:
    while start < end and source[start].isspace():
        start += 1
    while end > start and source[end - 1].isspace():
        end -= 1
    if end - start > 1 and source[start] == source[end - 1] == '"':
        return start + 1, end - 1
    return start, end


def _text(source: str, cell: Span) -> str:
    return " ".join(source[slice(*cell)].replace('""', '"').split())


def _rows(
    source: str, lines: Sequence[Span], at: int, separator: str, width: int
) -> Iterator[tuple[int, Cells]]:
    """Yield the rows under a header: the lines with as many cells."""
    while len(cells := _cells(source, lines, at, separator)) == width:
        yield at, cells
        at += 1


def _is_table(source: str, lines: Sequence[Span], at: int, separator: str, cells: Sequence[Cells]) -> bool:
    """Say whether lines with as many cells each are a table: by how they are parted, and by what their columns hold."""
    rows = [[_text(source, cell) for cell in row] for row in cells]
    if separator == "\t" and len(rows) > 2:  # noqa: PLR2004 - a header and two rows: tabs stand in no sentence
        return True
    tight = separator == "\t" or f"{separator} " not in source[lines[at][0] : lines[at + 1][1]]
    if tight:
        return has_header(rows)
    ends = (source[slice(*lines[n])].rstrip() for n in range(at, at + len(rows)))
    return len(rows) > 2 and _counted(rows) and not any(map(_SENTENCE_END.search, ends))  # noqa: PLR2004


def has_header(rows: Sequence[Sequence[str]]) -> bool:
    """Say whether the first row names the columns: its cells are names, and look otherwise than those below.

    Args:
        rows: the cells of two rows or more, as many each.
    """
    if len(rows) < 2 or not all(map(_is_name, rows[0])) or len(set(rows[0])) < len(rows[0]):  # noqa: PLR2004
        return False
    small = all(name == name.lower() for name in rows[0])
    return _counted(rows) or (small and any(cell != cell.lower() for row in rows[1:] for cell in row))


def _counted(rows: Sequence[Sequence[str]]) -> bool:
    """Say whether a column holds numbers alone, under a name that is none."""
    return any(
        all(_NUMBER.fullmatch(cell) for cell in column if cell) and any(column)
        for column in zip(*rows[1:], strict=True)
    )


def _is_name(cell: str) -> bool:
    return (
        len(cell) <= _HEADER_LENGTH
        and _LETTER.search(cell) is not None
        and not _NUMBER.fullmatch(cell)
        and not _SENTENCE_END.search(cell)
        and len(cell.split()) <= _HEADER_WORDS
    )
