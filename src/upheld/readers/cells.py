r"""Lists that stand in one cell of a table: JSON, a Python literal, or what numpy prints.

pandas writes a column of lists as ``['a', "it's"]``, a column of arrays as ``['a' "it's"\n 'b']``. Nothing is ever
evaluated: a small parser knows the few forms and takes time linear in the cell.
"""

from __future__ import annotations

import json
import math
import re
import unicodedata
from typing import Any

from upheld.readers.values import is_nothing

__all__ = ["parse_list", "parse_value"]

_MAX_DEPTH = 50
_JSON = json.JSONDecoder(strict=False)
# Possessive repeats (++, *+) never go back, so a quote that is never closed costs one pass.
_TOKEN = re.compile(
    r"""\s*+(?:
        (?P<numpy>np\.str_\()?+ (?P<text>'(?:[^'\\]++|\\.)*+' | "(?:[^"\\]++|\\.)*+") (?(numpy)\))
      | (?P<number>[-+]?[0-9]++(?:\.[0-9]*+)?+(?:[eE][-+]?[0-9]++)?+)
      | (?P<word>[A-Za-z]++)
      | (?P<mark>[\[\]{}:,])
    )""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(
    r"\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|N\{[^{}]*\}|[0-7]{1,3}|.)", re.DOTALL
)
_PLAIN_ESCAPES = {
    "\n": "",
    "\\": "\\",
    "'": "'",
    '"': '"',
    "a": "\a",
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
}
_WORDS: dict[str, Any] = {
    "None": None,
    "null": None,
    "nan": math.nan,
    "NaN": math.nan,
    "True": True,
    "true": True,
    "False": False,
    "false": False,
}


def parse_list(cell: str) -> list[Any] | None:
    r"""Return the list that a cell holds, or None where the whole cell is one text.

    Read as lists: ``["a", "b"]`` (JSON), ``['a', "it's"]`` (Python), ``['a' 'b'\n 'c']`` (numpy, two items and more,
    never glued together as Python would), and the same with objects as items, ``[]``, and a list of nothing but None or
    nan. A list of nothing but numbers is text: it is a citation mark more often than a list of chunks.

    Args:
        cell: any text. This never raises.

    Returns:
        The items: text, objects (dicts), None, or numbers among them.
    """
    value = parse_value(cell)
    if not isinstance(value, list) or any(isinstance(item, list) for item in value):
        return None
    if any(isinstance(item, str | dict) for item in value) or all(map(is_nothing, value)):
        return value
    return None


def parse_value(cell: str) -> list[Any] | dict[str, Any] | None:
    """Return the list or object that a cell holds, written as JSON, Python literal or numpy array; else None."""
    text = cell.strip()
    if text.startswith("array("):
        text = _unwrapped(text)
    if text[:1] + text[-1:] not in {"[]", "{}"}:
        return None
    try:
        value = _JSON.decode(text)
    except (ValueError, RecursionError):
        value = _literal(text)
    return value if isinstance(value, list | dict) else None


def _unwrapped(text: str) -> str:
    """Return the list inside ``array([...], dtype=object)``."""
    start, end = (
        text.find("["),
        text.rfind("]", 0, text.rfind("dtype=") if ", dtype=" in text[-40:] else None),
    )
    return text[start : end + 1]


def _literal(text: str) -> Any:
    try:
        return _Literal(text).whole()
    except ValueError:
        return None


class _Literal:
    """Reads one list or dict of text, numbers, None, True and False."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def whole(self) -> Any:
        value = self._value(0)
        if self._text[self._at :].strip():
            raise ValueError
        return value

    def _next(self) -> tuple[str, str]:
        sign = _TOKEN.match(self._text, self._at)
        if sign is None or sign.lastgroup is None:
            raise ValueError
        self._at = sign.end()
        return sign.lastgroup, sign[sign.lastgroup]

    def _value(self, depth: int) -> Any:
        kind, sign = self._next()
        return self._made(kind, sign, depth)

    def _made(self, kind: str, sign: str, depth: int) -> Any:
        if kind == "text":
            return _unescaped(sign[1:-1])
        if kind == "number":
            return int(sign) if sign.lstrip("+-").isdigit() else float(sign)
        if kind == "word" and sign in _WORDS:
            return _WORDS[sign]
        if sign == "[" and depth < _MAX_DEPTH:
            return self._list(depth + 1)
        if sign == "{" and depth < _MAX_DEPTH:
            return self._dict(depth + 1)
        raise ValueError

    def _list(self, depth: int) -> list[Any]:
        items: list[Any] = []
        commas = gaps = 0
        after_comma = True
        while (sign := self._next()) != ("mark", "]"):
            if sign == ("mark", ",") and not after_comma:
                commas, after_comma = commas + 1, True
                continue
            gaps += not after_comma
            items.append(self._made(*sign, depth))
            after_comma = False
        # Commas and bare gaps together: Python would glue two texts into one, numpy never writes it. Not a list.
        if commas and gaps:
            raise ValueError
        return items

    def _dict(self, depth: int) -> dict[str, Any]:
        items: dict[str, Any] = {}
        kind, sign = self._next()
        while (kind, sign) != ("mark", "}"):
            key = self._made(kind, sign, depth)
            if self._next() != ("mark", ":"):
                raise ValueError
            items[str(key)] = self._value(depth)
            kind, sign = self._next()
            if (kind, sign) == ("mark", ","):
                kind, sign = self._next()
            elif (kind, sign) != ("mark", "}"):
                raise ValueError
        return items


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(_character, text) if "\\" in text else text


def _character(escape: re.Match[str]) -> str:
    r"""Return what an escape stands for; an escape that Python does not know stays, as Python has it."""
    code = escape[0][1:]
    if code in _PLAIN_ESCAPES:
        return _PLAIN_ESCAPES[code]
    try:
        if code[0] in "xuU" and len(code) > 1:
            return chr(int(code[1:], 16))
        if code[0] == "N" and len(code) > 1:
            return unicodedata.lookup(code[2:-1])
        return chr(int(code, 8))
    except (ValueError, KeyError, OverflowError):
        return escape[0]
