"""JSON that is always valid and harmless on a terminal, whatever the texts hold."""

from __future__ import annotations

import codecs
import json
import re
from typing import Any, TextIO

__all__ = ["SafeStream", "dumps"]

# Valid raw in JSON strings and yet dangerous or breakable outside: C1 controls (an ANSI introducer among them), line
# separators (splitlines breaks there), direction overrides, halves of surrogate pairs. Escaped, they read back the same.
_RAW = re.compile("[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_NOT_ASCII = re.compile("[^\x00-\x7e]")


def _escape(match: re.Match[str]) -> str:
    return json.dumps(match[0])[1:-1] if ord(match[0]) != 0x7F else "\\u007f"  # noqa: PLR2004 - json leaves DEL raw


def dumps(data: Any, indent: int | None = None) -> str:
    """Return JSON text, with characters of all languages as they are and unsafe ones escaped.

    Args:
        data: JSON-ready data, without NaN or infinity; what JSON cannot hold, such as a date, becomes text.
        indent: columns to indent by; one line where None.

    Raises:
        ValueError: the data holds NaN or infinity.
    """
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, indent=indent, default=str)
    return _RAW.sub(_escape, text)


class SafeStream:
    """Lets JSON text through to a stream, escaped as far as the stream needs it.

    A stream that is not Unicode (an old terminal, ``PYTHONIOENCODING=ascii``) gets pure ASCII, which is the same JSON.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._pattern = _RAW if _is_unicode(getattr(stream, "encoding", None)) else _NOT_ASCII

    def write(self, text: str) -> int:
        """Write a piece of JSON text."""
        return self._stream.write(self._pattern.sub(_escape, text))

    def flush(self) -> None:
        """Flush the stream below."""
        self._stream.flush()


def _is_unicode(encoding: str | None) -> bool:
    if encoding is None:
        return True
    try:
        return codecs.lookup(encoding).name.startswith("utf")
    except LookupError:
        return False
