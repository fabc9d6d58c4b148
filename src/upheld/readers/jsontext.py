"""JSON texts to values, and what is wrong with them in words."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from upheld.readers.values import MAX_DEPTH, plain, shown, too_deep

__all__ = ["Broken", "parse"]

# Raw tabs and control characters inside a text are no reason to lose a record, so the decoder is not strict.
_JSON = json.JSONDecoder(strict=False)
_WHITE = re.compile(r"[ \t\r\n]*+")
_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


@dataclass(frozen=True, slots=True)
class Broken:
    """Why a text is no JSON.

    Attributes:
        reason: in words, without a place.
        line: of the text, where the reason has a place.
        column: of that line.
        position: in the text; -1 where the reason has no place.
        several: the text holds a value, and then something more.
    """

    reason: str
    line: int = 0
    column: int = 0
    position: int = -1
    several: bool = False

    def __str__(self) -> str:
        return f"broken JSON at column {self.column}: {self.reason}" if self.position >= 0 else self.reason


def parse(text: str) -> Any | Broken:
    """Return the value that a text holds, or why it holds none. Never raises; linear in the text.

    Lone surrogates, which JSON can write as an escape and no file can hold, become U+FFFD.
    """
    blank = _WHITE.match(text)
    try:
        value, end = _JSON.raw_decode(text, blank.end() if blank else 0)
    except json.JSONDecodeError as error:
        return Broken(shown(error.msg), error.lineno, error.colno, error.pos)
    except RecursionError:
        return Broken(f"JSON nested deeper than {MAX_DEPTH} levels")
    except ValueError:  # Python refuses whole numbers of more than 4,300 digits
        return Broken("JSON with a number that is too long to be read")
    rest = _WHITE.match(text, end)
    if rest and (at := rest.end()) < len(text):
        line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        return Broken("something follows the end of the value", line, column, at, several=True)
    if _ESCAPED_SURROGATE.search(text) and not too_deep(value):
        return plain(value)
    return value
