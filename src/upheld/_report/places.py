"""Where a row stands, in words: its file, its name among the rows of several files, and a reason that does not say it again."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["file_of", "named", "without_place"]

_ROW: Final = re.compile(r"[:#](\d+)$")  # of data.jsonl:7, or data.json#7
_PLACE: Final = re.compile(r"(?:line|record) (\d+): ")
_LONGEST: Final = 40  # of a file's name beside an id; its end tells more than its start


def file_of(source: str | None) -> str | None:
    """Return the file of a row; None where it comes from none.

    Args:
        source: where the row stands, as `Result.source` says it.
    """
    row = _ROW.search(source or "")
    return None if row is None or source is None else source[: row.start()]


def named(id_: str | None, source: str | None, *, several: bool) -> str:
    """Return what to call a row: its id, else where it stands; both where the rows are of several files. Empty where it has neither.

    Args:
        id_: its id. One that a reader made of the row's number says nothing beside the file.
        source: where it stands.
        several: whether the rows are of several files, in which ids may be the same.
    """
    file = file_of(source)
    if not several or file is None or source is None:
        return id_ or source or ""
    row = source[len(file) :]
    short = file if len(file) <= _LONGEST else f"…{file[1 - _LONGEST :]}"
    return f"{short}{row}" if id_ in (None, "", f"#{row[1:]}") else f"{id_} ({short}{row})"


def without_place(reason: str, source: str | None) -> str:
    """Return a reason without the place at its start, where that is the row that the source names, too.

    Args:
        reason: such as ``line 7: broken JSON``.
        source: such as ``data.jsonl:7``.
    """
    place, row = _PLACE.match(reason), _ROW.search(source or "")
    if place is None or row is None or place[1] != row[1]:
        return reason
    return reason[place.end() :]
