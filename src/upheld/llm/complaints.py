"""What endpoints complain of, in their many words: a parameter, a size, a text, or that it is too much for now."""

from __future__ import annotations

import re
import time
from datetime import UTC
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from openai import APIStatusError

__all__ = [
    "complaint",
    "is_of_content",
    "is_of_output",
    "is_of_size",
    "names",
    "output_allowed",
    "room_left",
    "told",
    "wait_asked",
]

_LOOKED_AT = 2000  # characters of a message
_OUTPUT = re.compile(
    r"max[_ ]?(?:completion|output|new)?[_ ]?tokens|maxoutputtokens|(?:completion|output) tokens",
    re.IGNORECASE,
)
_BIG = re.compile(
    r"too (?:large|big|high|many)|at most|exceed|maximum|less than|supported range|valid range|must be <|\d > \d"
)
_UNKNOWN = re.compile(r"unsupported parameter|not supported|unrecognized|unknown|extra inputs|not permitted")
_WINDOW = re.compile(
    r"context.?(?:length|size|limit)|in the messages|input (?:tokens|length)|prompt|`inputs`|n_ctx"
)
_SIZE = ("context", "too long", "too large", "exceed", "must be <=")
_CONTENT = (
    "moderation",
    "flagged",
    "content policy",
    "content_policy",
    "content filter",
    "content_filter",
    "safety",
)
_LENGTH = re.compile(r"context length (?:is|of)(?: only)? (\d+)")
_SENT = re.compile(
    r"(\d+)(?: tokens)? (?:in the messages|in your prompt|input tokens|of text input|in the prompt)"
)
_NUMBER = re.compile(r"\d+")
_LEAST_OUTPUT = 64  # tokens: a smaller number in a message is no limit of a model
_TRY_AGAIN = re.compile(
    r"(?:try again|retry|wait)[^.\d]{0,30}?((?:\d+(?:\.\d+)?\s*(?:milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|h)\b\s*)+"
    r"|(?:\d+(?:\.\d+)?(?:ms|h|m|s))+)"
)
_SPAN = re.compile(r"(\d+(?:\.\d+)?)\s*(ms|milli|s|m|h)")
_SECONDS = {"ms": 0.001, "milli": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}


def complaint(error: APIStatusError) -> str:
    """Return all that an error says, in small letters.

    Args:
        error: of the endpoint.
    """
    return f"{error.param or ''} {error.code or ''} {error.message}"[:_LOOKED_AT].lower()


def told(error: APIStatusError) -> str:
    """Return an error's message as one harmless line.

    Args:
        error: of the endpoint.
    """
    said = error.message.removeprefix(f"Error code: {error.status_code} - ")
    text = "".join(c if c.isprintable() else " " for c in said[:1000])
    return " ".join(text.split())[:200]


def names(said: str, *words: str) -> bool:
    """Say whether a complaint has one of these words."""
    return any(word in said for word in words)


def is_of_content(said: str) -> bool:
    """Say whether a complaint is about what a text says, so that it is one of its row alone."""
    return names(said, *_CONTENT)


def is_of_output(said: str) -> bool:
    """Say whether a complaint is about the limit of the reply alone, however long the prompt is."""
    return bool(_OUTPUT.search(said) and _BIG.search(said)) and not (
        _WINDOW.search(said) or _UNKNOWN.search(said)
    )


def is_of_size(said: str) -> bool:
    """Say whether a complaint is about the size of the prompt, or of prompt and reply together."""
    return names(said, *_SIZE) and not _UNKNOWN.search(said)


def output_allowed(said: str, sent: int) -> int:
    """Return the limit of the reply that an endpoint takes: the one that it names, else half of what was sent.

    Args:
        said: the complaint.
        sent: limit that was too large.
    """
    named = [n for n in map(int, _NUMBER.findall(said.replace(",", ""))) if _LEAST_OUTPUT <= n < sent]
    return max(named, default=sent // 2)


def room_left(said: str, sent: int) -> int:
    """Return the tokens that prompts leave for their reply: as the endpoint counts, else half of what was sent.

    Args:
        said: the complaint.
        sent: limit of the reply that was sent.
    """
    length, prompt = _LENGTH.search(said), _SENT.search(said)
    if length is None or prompt is None:
        return sent // 2
    return min(sent - 1, int(length[1]) - int(prompt[1]))


def wait_asked(headers: Mapping[str, str], message: str) -> float | None:
    """Return the seconds that an endpoint asks to wait, in a header or in words; None where it names no time.

    Args:
        headers: of its answer, names in small letters or in any.
        message: of the error.
    """
    for header, scale in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        try:
            wait = float(headers[header]) / scale
        except (KeyError, ValueError):
            continue
        if 0.0 <= wait < float("inf"):
            return wait
    if (left := _until(headers.get("retry-after"), headers.get("date"))) is not None:
        return left
    found = _TRY_AGAIN.search(message[:_LOOKED_AT].lower())
    if found is None:
        return None
    return sum(float(number) * _SECONDS[unit] for number, unit in _SPAN.findall(found[1]))


def _until(date: str | None, now: str | None) -> float | None:
    """Return the seconds until a date, by the endpoint's own clock where it tells it."""
    try:
        end = parsedate_to_datetime(date or "")
        start = parsedate_to_datetime(now).timestamp() if now else time.time()
    except ValueError:
        return None
    return max(0.0, (end if end.tzinfo else end.replace(tzinfo=UTC)).timestamp() - start)
