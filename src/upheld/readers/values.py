"""What a value of a record is, in words, as text, and made safe to keep."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

__all__ = [
    "MAX_DEPTH",
    "has_surrogates",
    "is_nothing",
    "keys_shown",
    "kind_of",
    "number_of",
    "plain",
    "shown",
    "text_of",
    "too_deep",
    "unwrapped",
]

MAX_DEPTH = 100
"""Levels of nesting that a record may have. Deeper ones would exhaust the stack of whoever writes the result."""

_SURROGATE = re.compile("[\ud800-\udfff]")
_SHOWN_KEYS = 20
_SHOWN_LENGTH = 60
_KINDS: tuple[tuple[type | tuple[type, ...], str], ...] = (
    (bool, "true or false"),
    ((int, float), "a number"),
    (str, "text"),
    (Mapping, "an object"),
    ((list, tuple), "a list"),
)


def shown(text: str, limit: int = _SHOWN_LENGTH) -> str:
    """Return a text from the input as it may stand in a message: one line, no control characters, cut to `limit`."""
    cut = text if len(text) <= limit else text[: limit - 1] + "…"
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in cut)


def keys_shown(keys: Iterable[Any]) -> str:
    """Return the keys of a record for a message, such as ``the keys id, question``."""
    names = [str(key) for key in keys]
    if not names:
        return "no keys"
    more = len(names) - _SHOWN_KEYS
    listed = ", ".join(shown(name, 40) for name in names[:_SHOWN_KEYS])
    label = "the key" if len(names) == 1 else "the keys"
    return f"{label} {listed}" + (f" and {more} more" if more > 0 else "")


def kind_of(value: object) -> str:
    """Return what a value is, in words, such as ``a list``."""
    if value is None:
        return "null"
    return next((word for kind, word in _KINDS if isinstance(value, kind)), f"a {type(value).__name__}")


def is_nothing(value: object) -> bool:
    """Whether a value stands for no value: None, NaN, pandas' NA and NaT."""
    if value is None or isinstance(value, float):
        return value is None or value != value  # noqa: PLR0124 - only NaN differs from itself
    return type(value).__name__ in {"NAType", "NaTType"}


def text_of(value: object) -> str | None:
    """Return a text, number or truth value as text, as JSON would write it; None for anything else.

    A number that Python refuses to print (over 4,300 digits) is None too.
    """
    if isinstance(value, str):
        return value
    if not isinstance(value, bool | int | float):
        return None
    try:
        return json.dumps(value)
    except ValueError:
        return None


def number_of(value: object) -> float | None:
    """Return a number, one of numpy's too, as Python's; None for anything else, NaN and true or false."""
    number = unwrapped(value)
    if isinstance(number, bool) or not isinstance(number, int | float) or is_nothing(number):
        return None
    try:
        return float(number)
    except OverflowError:
        return None


def unwrapped(value: Any) -> Any:
    """Return a numpy array or scalar as Python's own list or number."""
    unwrap = getattr(value, "tolist", None)
    return unwrap() if callable(unwrap) else value


def has_surrogates(text: str) -> bool:
    """Whether a text holds lone surrogates, which no file and no terminal can take."""
    return not text.isascii() and _SURROGATE.search(text) is not None


def plain(value: Any) -> Any:
    """Return a value as JSON-like data that can be written.

    Lone surrogates become U+FFFD one for one, so positions stay right; arrays become lists; objects that JSON does not
    know become their text. The nesting must be known to be shallow (`too_deep`).
    """
    if isinstance(value, str):
        return _SURROGATE.sub("\ufffd", value) if has_surrogates(value) else value
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, Mapping):
        return {plain(str(key)): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if callable(unwrap := getattr(value, "tolist", None)):  # numpy arrays and scalars, pandas series
        return plain(unwrap())
    return None if is_nothing(value) else plain(str(value))


def too_deep(value: object, limit: int = MAX_DEPTH) -> bool:
    """Whether a value is nested deeper than `limit` levels; one that holds itself is."""
    level = [value]
    for _ in range(limit + 1):
        inner: dict[int, object] = {}
        for item in level:
            for child in _children(item):
                if isinstance(child, Mapping | list | tuple):
                    inner[id(child)] = child
        if not inner:
            return False
        level = list(inner.values())
    return True


def _children(value: object) -> Iterable[object]:
    if isinstance(value, Mapping):
        return value.values()
    return value if isinstance(value, list | tuple) else ()
