"""The words, numbers and marks of a text as the readers of quantities see them."""

from __future__ import annotations

import re

from upheld.text.language import detect

__all__ = ["DASHES", "Tokens"]

DASHES = frozenset("-–—−")
"""Marks that can join two numbers."""

_SPACES = " \u00a0\u202f\u2009"
_VULGAR = "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"
_REST = (
    # 1 200 300,5: groups of three parted by spaces; the count is bounded so that a long run of groups stays linear.
    rf"|[0-9]{{1,3}}(?:[{_SPACES}][0-9]{{3}}){{1,5}}(?![0-9])(?:[.,][0-9]{{1,6}})?(?![{_SPACES}.,]?[0-9])"
    r"|[0-9]+(?:[.,][0-9]+|['’][0-9]{3}(?![0-9]))*"
    r"|(?<![\w.,])\.[0-9]+"
    r"|\S"
)
_TOKEN = re.compile(rf"[^\W\d_{_VULGAR}]+{_REST}")
_ASCII_TOKEN = re.compile(rf"[A-Za-z]+{_REST}")  # the same for most texts, and faster
_PAD = 8


class Tokens:
    """Words, numbers and marks of a text, with their places.

    All lists have some empty tokens after the last, so that a look a few tokens ahead or behind needs no check.

    Args:
        text: any text.
        language: its language, where known; found out when a word or number needs it.

    Attributes:
        text: the text.
        raw: the tokens as written.
        low: the tokens in lower case.
        start: where each starts.
        stop: where each ends.
        n: how many there are.
    """

    __slots__ = ("_language", "_lines", "low", "n", "raw", "start", "stop", "text")

    def __init__(self, text: str, language: str | None = None) -> None:
        matches = list((_ASCII_TOKEN if text.isascii() else _TOKEN).finditer(text))
        self.text = text
        self.n = len(matches)
        self.raw = [*map(re.Match.group, matches), *[""] * _PAD]
        self.low = [*map(str.lower, self.raw)]
        self.start = [*map(re.Match.start, matches), *[-1] * _PAD]
        self.stop = [*map(re.Match.end, matches), *[-2] * _PAD]
        self._lines = "\n" in text
        self._language: str | None = language or ""

    @property
    def language(self) -> str | None:
        """The language given, else detected at first use; None where unsure."""
        if self._language == "":
            self._language = detect(self.text)
        return self._language

    def attached(self, at: int) -> bool:
        """Say whether nothing stands between a token and the one before it."""
        return self.start[at] == self.stop[at - 1]

    def near(self, at: int) -> bool:
        """Say whether a token stands on the line of the one before it."""
        if not 0 < at < self.n:
            return False
        return not self._lines or "\n" not in self.text[self.stop[at - 1] : self.start[at]]

    def gap(self, at: int) -> int:
        """Return how many characters stand between a token and the one before it."""
        return self.start[at] - self.stop[at - 1]

    def digits(self, at: int) -> bool:
        """Say whether a token is a number in digits."""
        return "0" <= self.raw[at][-1:] <= "9"

    def letters(self, at: int) -> bool:
        """Say whether a token is a word."""
        return self.raw[at][:1].isalpha()

    def capital(self, at: int) -> bool:
        """Say whether a token opens with a capital letter."""
        return self.raw[at][:1].isupper()

    def opens(self, at: int) -> bool:
        """Say whether a token opens a sentence, a line or a cell."""
        return at == 0 or not self.near(at) or self.raw[at - 1] in _OPENERS


_OPENERS = frozenset('. ! ? : ; " “ „ « * - • | ('.split())
