"""Is a quote really there? Looked up in its chunk: as it stands, then loosely in form, then with few slips."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from upheld._types import Evidence
from upheld.text.language import detect
from upheld.text.lexicon import STOPWORDS
from upheld.text.polarity import is_negated
from upheld.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Places", "speaks_of"]

_ALIKE = 90.0  # of 100, where a quote that is not there in its words counts as a slip of the pen
_LEAST_ALIKE = 16  # characters: shorter quotes are like anything
_WORK = 10_000_000  # characters of the quote times those of the chunks: more would take seconds
_GAP = re.compile(r"\s*(?:\[\s*)?(?:…|\.\.\.)(?:\s*\])?\s*")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_ROOT = 4  # letters in which two words of one family begin alike
_EDGE = " \t\r\n\"'“”‘’«».,;:"


@dataclass
class _Loose:
    """A text in loose form: case, kinds of quotation marks and dashes, marks of Markdown and white space do not count.

    Attributes:
        text: in loose form.
        places: of each of its characters, where it stands in the text itself.
    """

    text: str
    places: list[int]

    @classmethod
    def of(cls, source: str) -> _Loose:
        out: list[str] = []
        places: list[int] = []
        for at, char in enumerate(source):
            for folded in _folded(char):
                if folded != " " or (out and out[-1] != " "):
                    out.append(folded)
                    places.append(at)
        return cls("".join(out), places)


@lru_cache(maxsize=4096)
def _folded(char: str) -> str:
    if char in "*_`#|~":
        return ""
    if char.isspace():
        return " "
    category = unicodedata.category(char)
    if category == "Pd":
        return "-"
    if char in "‘’‚‛′´":
        return "'"
    if char in "“”„‟″«»":
        return '"'
    return "" if category in ("Cf", "Cc") else unicodedata.normalize("NFKC", char).casefold()


class Places:
    """The chunks of a sample, to look quotes up in.

    Args:
        texts: of the chunks.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts

    @cached_property
    def _loose(self) -> list[_Loose]:
        return [_Loose.of(text) for text in self.texts]

    def find(self, quote: str, chunk: int) -> list[Evidence]:
        """Return where a quote stands: one place, or one for each part of a quote with gaps; none where it does not.

        Args:
            quote: the words, as a model gives them.
            chunk: the chunk that it names; others are searched after it.
        """
        if not any(map(str.isalnum, quote)):
            return []
        whole = self._find(quote, chunk)
        if whole is not None:
            return [whole]
        parts = [part for part in _GAP.split(quote) if part.strip(_EDGE)]
        if len(parts) < 2:  # noqa: PLR2004 - no gap
            return []
        found = [self._find(part, chunk) for part in parts]
        return [place for place in found if place is not None] if all(found) else []

    def _find(self, quote: str, chunk: int) -> Evidence | None:
        for n in self._order(chunk):
            at = self.texts[n].find(quote)
            if at >= 0:
                return Evidence(n, at, at + len(quote), quote)
        needle = _Loose.of(quote.strip(_EDGE)).text.strip()
        if not needle:
            return None
        for n in self._order(chunk):
            loose = self._loose[n]
            at = loose.text.find(needle)
            if at >= 0:
                return self._place(n, loose.places[at], loose.places[at + len(needle) - 1] + 1)
        work = _WORK
        for n in self._order(chunk):
            work -= len(needle) * len(self._loose[n].text)
            if work > 0 and (found := self._alike(needle, n)) is not None:
                return found
        return None

    def _order(self, chunk: int) -> Iterator[int]:
        """Yield the chunks, the named one first."""
        known = 0 <= chunk < len(self.texts)
        if known:
            yield chunk
        yield from (n for n in range(len(self.texts)) if n != chunk or not known)

    def _alike(self, needle: str, n: int) -> Evidence | None:
        """Find a passage that is the same but for slips; another number or a negation more is no slip."""
        from rapidfuzz import fuzz

        loose = self._loose[n]
        if not _LEAST_ALIKE <= len(needle) <= len(loose.text):
            return None
        found = fuzz.partial_ratio_alignment(needle, loose.text, score_cutoff=_ALIKE)
        if found is None:
            return None
        start, end = _whole_words(loose.text, found.dest_start, found.dest_end)
        passage = loose.text[start:end]
        if _NUMBER.findall(passage) != _NUMBER.findall(needle) or is_negated(passage) != is_negated(needle):
            return None
        return self._place(n, loose.places[start], loose.places[end - 1] + 1)

    def _place(self, n: int, start: int, end: int) -> Evidence:
        return Evidence(n, start, end, self.texts[n][start:end])


def _whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    """Widen a span to whole words, then take white space off its ends."""
    while start > 0 and text[start].isalnum() and text[start - 1].isalnum():
        start -= 1
    while end < len(text) and text[end - 1].isalnum() and text[end].isalnum():
        end += 1
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


@lru_cache(maxsize=256)  # a quote is looked at when it comes, and when its verdict is made
def _content(text: str) -> frozenset[str]:
    return frozenset(content_words(text))


def speaks_of(claim: str, passage: str) -> bool:
    """Say whether a passage shares a word that carries meaning with a claim: "is" proves nothing.

    A passage in another language has other words for the same; it needs only any that carries meaning.

    Args:
        claim: text of the claim.
        passage: what was quoted.
    """
    mine, its = _content(claim), _content(passage)
    shared = mine & its
    if shared - STOPWORDS or (shared and mine <= STOPWORDS):
        return True
    roots = {word[:_ROOT] for word in mine if len(word) >= _ROOT}
    if not roots.isdisjoint(word[:_ROOT] for word in its):
        return True
    languages = {detect(claim), detect(passage)}
    return len(languages) > 1 and None not in languages and not its <= STOPWORDS
