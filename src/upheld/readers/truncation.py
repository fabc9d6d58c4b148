"""Notices chunks that look cut off or retrieved twice: then the score blames the answer for what the file has lost."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from upheld._types import Sample

__all__ = ["TruncationWatch"]

_REMEMBERED = 4096
_MANY = 5
_LONG = 50
_SHARE_AT_MAXIMUM = 0.5
_PROSE_LENGTH = 80
_PROSE_WORDS = 10
_SHARE_CUT = 0.6
_TITLE_SHARE = 0.6
# From Thai on, scripts mostly write without spaces or full stops, so the end of a chunk tells nothing.
_LAST_SPACED = "\u0e00"
_WRAPPED = 60
_NOT_PROSE = re.compile(r"\s*(?:[-*+•–—#>|<]|\(?\w{1,3}[.)]\s|```)")
_TABLE_SIGNS = ("|", "\t", "   ")
_CLOSING = frozenset(".!?。！？؟।:;)]}\"'»”’|>")
_ELLIPSIS = ("...", "…", "[...]", "[…]")


class TruncationWatch:
    """Looks at samples as they pass and says at the end what looks wrong with their chunks.

    Memory is bounded: only the first 4,096 different chunks are looked at closely.
    """

    def __init__(self) -> None:
        self._seen: set[int] = set()
        self._longest = 0
        self._at_longest = 0
        self._open_at_longest = 0
        self._prose = 0
        self._cut = 0
        self._repeating = 0
        self._example = ""

    def see(self, sample: Sample) -> None:
        """Look at the chunks of one sample."""
        texts = [chunk.text for chunk in sample.contexts if chunk.text.strip()]
        if len(texts) > 1 and texts.count(texts[0]) == len(texts):
            self._repeating += 1
            self._example = self._example or sample.source or sample.id or ""
        if len(self._seen) < _REMEMBERED:
            for text in texts:
                self._look_at(text)

    def warnings(self) -> list[str]:
        """Return what looks wrong, each in one sentence or two; empty where nothing does."""
        found = []
        total = len(self._seen)
        if self._is_capped(total):
            found.append(
                f"{self._at_longest} of {total} different chunks are exactly {self._longest} characters long and none is "
                "longer: they look cut off. A claim whose proof was cut away counts as not supported; give whole chunks"
            )
        elif self._prose >= _MANY and self._cut >= _SHARE_CUT * self._prose:
            found.append(
                f"{self._cut} of {self._prose} longer chunks end in the middle of a sentence: they look cut off. A claim "
                "whose proof was cut away counts as not supported; give whole chunks"
            )
        if self._repeating:
            records = "1 record has" if self._repeating == 1 else f"{self._repeating} records have"
            such_as = f", such as {self._example}" if self._example else ""
            found.append(
                f"{records} the same chunk over and over{such_as}: the retriever may index documents twice"
            )
        return found

    def _is_capped(self, total: int) -> bool:
        """Whether many chunks have the one greatest length; those made from a template end in a full stop all the same."""
        many = self._at_longest >= max(_MANY, _SHARE_AT_MAXIMUM * total)
        return many and self._longest >= _LONG and self._open_at_longest * 2 >= self._at_longest

    def _look_at(self, text: str) -> None:
        key = hash(text)
        if key in self._seen:
            return
        self._seen.add(key)
        if len(text) > self._longest:
            self._longest, self._at_longest, self._open_at_longest = len(text), 0, 0
        end = text.rstrip()
        if len(text) == self._longest:
            self._at_longest += 1
            self._open_at_longest += end[-1] not in _CLOSING or end.endswith(_ELLIPSIS)
        if len(end) >= _PROSE_LENGTH and _is_prose(end):
            self._prose += 1
            self._cut += end[-1].isalnum() or end.endswith(_ELLIPSIS)


def _is_prose(text: str) -> bool:
    """Whether the end reads like sentences, which close with a full stop: no table, list, heading, title or code."""
    line = _last_line(text)
    words = line.split()
    if line[-1] >= _LAST_SPACED or len(words) < _PROSE_WORDS:
        return False
    if _NOT_PROSE.match(line) or any(sign in line.strip() for sign in _TABLE_SIGNS):
        return False
    titled = sum(word[0].isupper() or word[0].isdigit() for word in words)
    enumerated = (line.count(",") + line.count(";")) * 4 >= len(words) and not re.search(r"[.!?]\s", line)
    return titled < _TITLE_SHARE * len(words) and not enumerated


def _last_line(text: str) -> str:
    """Return the last line of a text, with the one before where the sentence was wrapped; at most 2,000 characters."""
    lines = text[-2000:].split("\n")[-2:]
    before = lines[0].rstrip()
    wrapped = (
        len(lines) > 1 and len(before) >= _WRAPPED and before[-1] not in _CLOSING and lines[-1][:1].islower()
    )
    return " ".join(lines) if wrapped else lines[-1]
