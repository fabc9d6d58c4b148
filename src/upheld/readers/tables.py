"""CSV and TSV to raw records, as a stream."""

from __future__ import annotations

import csv
import re
import threading
from collections import Counter
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from upheld._errors import InputError
from upheld.readers.raw import Raw
from upheld.readers.values import keys_shown, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["table_records"]

_DELIMITERS = (",", "\t", ";", "|")
_NAMES = {",": "commas", "\t": "tabs", ";": "semicolons", "|": "bars"}
_MAX_CELL = 1 << 28
_BLANK = "\0 \t\r\n\x1a"
_SAID = re.compile(r"sep=([^\w\s\"']|\t)", re.IGNORECASE)  # Excel's own first line


class _WideCells:
    """Lets cells be larger than csv's 128 KB while a table is being read.

    The limit belongs to the whole process, so the last reader puts back what the first one found. It only ever grows
    in between, which changes nothing for other users of csv but what they are refused.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._readers = 0
        self._before = 0

    def __enter__(self) -> None:
        with self._lock:
            if self._readers == 0:
                self._before = csv.field_size_limit()
                csv.field_size_limit(max(self._before, _MAX_CELL))
            self._readers += 1

    def __exit__(self, *_error: object) -> None:
        with self._lock:
            self._readers -= 1
            if self._readers == 0:
                csv.field_size_limit(self._before)


_WIDE_CELLS = _WideCells()


class _Lines:
    """The lines of a table, and whether they are used up: then a cell that is still open will never close."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self.size = 0
        self.used_up = False

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        try:
            line = next(self._lines)
        except StopIteration:
            self.used_up = True
            raise
        self.size += len(line)
        return line


def table_records(lines: Iterable[str], first: tuple[int, str], name: str) -> Iterator[Raw]:
    """Yield the rows of a table, with the line that each starts at. Blank rows are skipped.

    Args:
        lines: all lines from the first one that is not blank, each with its line feed.
        first: number and text of that line: it names the columns and shows the delimiter (or says it: ``sep=;``).
        name: name of the file, for messages.

    Raises:
        InputError: the header is broken, or names two columns alike.
    """
    number, line = first
    said = _SAID.fullmatch(line.strip())
    delimiter = said[1] if said else max(_DELIMITERS, key=lambda sign: len(_split(line, sign)))
    header: list[str] = []
    with _WIDE_CELLS:
        rows = _rows(_Lines(lines), delimiter, number)
        for row in islice(rows, 1 if said else 0, None):
            if not header:
                header = _header(row, name)
            elif row.problem:
                yield Raw(row.line, problem=row.problem, size=row.size)
            else:
                yield _record(row, header, delimiter)


@dataclass(frozen=True, slots=True)
class _Row:
    line: int
    cells: list[str]
    size: int
    problem: str | None = None


def _rows(lines: _Lines, delimiter: str, first: int) -> Iterator[_Row]:
    reader = csv.reader(lines, delimiter=delimiter)
    while True:
        line, size = reader.line_num + first, lines.size
        cells: list[str] = []
        problem = None
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            problem = f"broken CSV: {shown(str(error), 120)}"
        if lines.used_up:
            line_of_end = reader.line_num + first - 1
            problem = (
                f"a quoted cell opens and never closes: everything up to line {line_of_end} went into it"
            )
        if problem or any(cell.strip(_BLANK) for cell in cells):
            yield _Row(line, cells, lines.size - size, problem)


def _split(line: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return []


def _header(row: _Row, name: str) -> list[str]:
    if row.problem:
        msg = f"{name}: line {row.line}, the header: {row.problem}; save it as CSV in UTF-8 with line feeds"
        raise InputError(msg)
    names = [cell.strip() or f"column_{number}" for number, cell in enumerate(row.cells, 1)]
    if twice := [key for key, count in Counter(names).items() if count > 1]:
        msg = (
            f"{name}: the header names {keys_shown(twice)} more than once; give each column a name of its own"
        )
        raise InputError(msg)
    return names


def _record(row: _Row, header: list[str], delimiter: str) -> Raw:
    problem = None
    if any(cell.strip() for cell in row.cells[len(header) :]):
        problem = (
            f"{len(row.cells)} cells for {len(header)} columns; a cell that holds {_NAMES.get(delimiter, delimiter)} or quotes must stand "
            "in double quotes"
        )
    # A short row lacks its last cells: their keys are missing, which is a problem only where they are needed.
    return Raw(
        row.line, value=dict(zip(header, row.cells, strict=False)), problem=problem, size=row.size, cells=True
    )
