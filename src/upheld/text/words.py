"""Words of a text, folded so that two spellings of one word compare equal."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import chain

from upheld.text.lexicon import STOPWORDS

__all__ = ["content_words", "fold", "is_number", "tokens", "words"]

# Scripts written without spaces, or with particles glued to words: compared by pairs of characters.
_DENSE = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
)
# Indic scripts: vowel signs are no letters for \w, but part of the word.
_INDIC = "\u0900-\u0dff"
_TOKEN = re.compile(rf"\d+(?:[.,]\d+)*|[{_DENSE}]+|[{_INDIC}]+|(?:(?![{_DENSE}{_INDIC}])[^\W\d_])+")
_ASCII_TOKEN = re.compile(r"[0-9]+(?:[.,][0-9]+)*|[A-Za-z]+")  # the same for most texts, three times as fast
_IS_DENSE = re.compile(rf"[{_DENSE}]")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_SUFFIXES = ("ingly", "edly", "ings", "ing", "ied", "ies", "ed", "es", "ly", "s")
_LAST_EUROPEAN = "\u052f"  # end of Latin, Greek and Cyrillic: the scripts whose accents may be dropped


def tokens(text: str) -> list[re.Match[str]]:
    """Return the matches of all words and numbers of a text, in order, unfolded."""
    return list(_pattern(text).finditer(text))


def _pattern(text: str) -> re.Pattern[str]:
    return _ASCII_TOKEN if text.isascii() else _TOKEN


@lru_cache(maxsize=1 << 16)
def fold(word: str) -> tuple[str, ...]:
    """Return the comparable form of one word: no case, no accents, no English inflection.

    A run of a script without spaces becomes its pairs of characters, so the result is a tuple.
    """
    if _IS_DENSE.match(word):
        return tuple(word[i : i + 2] for i in range(len(word) - 1)) or (word,)
    if word[0].isdigit():
        return (word.replace(",", "") if _THOUSANDS.fullmatch(word) else word,)
    if not word.isascii():
        word = unicodedata.normalize("NFKC", word)
        if word and max(word) <= _LAST_EUROPEAN:
            word = "".join(c for c in unicodedata.normalize("NFKD", word) if not unicodedata.combining(c))
    return (_stem(word.casefold()),)


def _stem(word: str) -> str:
    """Strip one English ending. Crude on purpose: both sides of a comparison get the same treatment."""
    if len(word) <= 3:  # noqa: PLR2004 - "was", "yes", "gas": nothing to strip
        return word
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3:  # noqa: PLR2004
            if suffix == "s" and word[-2] in "su":
                return word
            word = word[: -len(suffix)] + ("y" if suffix in {"ied", "ies"} else "")
            if suffix[0] in "ei" and len(word) > 3 and word[-1] == word[-2] and word[-1] not in "ls":  # noqa: PLR2004
                word = word[:-1]
            break
    return word[:-1] if len(word) > 3 and word[-1] == "e" else word  # noqa: PLR2004


def words(text: str) -> list[str]:
    """Return all folded words of a text, function words too."""
    return list(chain.from_iterable(map(fold, _pattern(text).findall(text))))


def content_words(text: str) -> list[str]:
    """Return the folded words of a text that carry meaning; all of them where there is no other."""
    found = _pattern(text).findall(text)
    if found and _is_name(found[0]) and text.startswith(found[0]) and found[0].casefold() in STOPWORDS:
        del found[0]  # "A plan": at the start of a text its capital says nothing
    return list(chain.from_iterable(map(_meaning, found))) or words(text)


@lru_cache(maxsize=1 << 16)
def _meaning(word: str) -> tuple[str, ...]:
    """Return the comparable form of a word inside a text; nothing for a function word."""
    return () if word.casefold() in STOPWORDS and not _is_name(word) else fold(word)


def _is_name(word: str) -> bool:
    """Say whether a function word is a name here: "plan A", "vitamin D", "in May" – by its capital inside a text."""
    return word == "May" or (len(word) == 1 and word.isupper() and word != "I")


def is_number(word: str) -> bool:
    """Say whether a folded word is a number in digits."""
    return word[:1].isdigit()
