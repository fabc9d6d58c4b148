"""Which language a text is in: by script; in Latin script by small words, common words, letters and endings."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import lru_cache

from upheld.text.language_words import ACCENTS, ENDINGS, ENGLISH_ONLY, NAME_PARTICLES, SIGNS, Languages, Sign

__all__ = ["detect", "same_language"]

_SAMPLE = 4000  # characters looked at: enough to be sure, and constant for long texts
_CLOSE = 250  # words looked at one by one, where the small words of English do not tell at once
_PLAIN_HITS = 2  # words that only English has
_PLAIN_SHARE = 0.13  # of all words: half of what running English has
_LEAST = 0.7  # what the signs of a language must be worth together
_LEAST_OWN = 0.5  # what the signs must be worth that the next language lacks
_LEAST_OWN_BESIDE_ENGLISH = 0.6
_TIMES = 1.5  # how much more of its own it must have than the next language
_LEAST_SHARE = 0.07  # of a sign per word
_IN_NAME = 0.25  # what a small word inside a name still tells
_ACCENT_WORTH = 0.7
_ENDING_WORTH = 0.6
_ENDED = 6  # letters of a word whose end may tell
_LATIN = re.compile(r"[^\W\d_]+")
_ASCII_LETTER = re.compile(r"[A-Za-z]")
_ASCII_WORD = re.compile(r"[A-Za-z]+")
_ACCENT = re.compile(f"[{''.join(ACCENTS)}]")
_ENDING = re.compile(rf"(?:{'|'.join(sorted(ENDINGS, key=len, reverse=True))})$")
_SCRIPTS = (
    ("ja", re.compile(r"[\u3040-\u30ff]")),
    ("ko", re.compile(r"[\uac00-\ud7af\u1100-\u11ff]")),
    ("zh", re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")),
    ("th", re.compile(r"[\u0e00-\u0e7f]")),
    ("ru", re.compile(r"[\u0400-\u052f]")),
    ("el", re.compile(r"[\u0370-\u03ff]")),
    ("ar", re.compile(r"[\u0600-\u06ff]")),
    ("he", re.compile(r"[\u0590-\u05ff]")),
    ("hi", re.compile(r"[\u0900-\u097f]")),
    ("la", re.compile(r"[A-Za-zÀ-ɏḀ-ỿ]")),
)
# Written so much alike that a short text does not tell them apart.
_ALIKE = {"da": ("no",), "no": ("da",)}
_NOTHING: Sign = ((), 0.0)


def _script(sample: str) -> str | None:
    """Return the script with the most letters; Japanese where kana stand beside Han."""
    if sample.isascii():
        return "la" if _ASCII_LETTER.search(sample) else None
    counts = {name: len(pattern.findall(sample)) for name, pattern in _SCRIPTS}
    if counts["ja"] and counts["ja"] * 8 >= counts["zh"]:
        counts["ja"] += counts.pop("zh")
    # Dense scripts say with one letter what Latin says with three.
    best = max(counts, key=lambda name: counts[name] * (1 if name == "la" else 3))
    return best if counts[best] else None


def detect(text: str) -> str | None:
    """Return the ISO 639-1 code of a text's language, or None where too little tells.

    Latin script: ``en es de fr pt it nl sv da no tr vi id cs pl fi ro hu``. Other scripts: one code each.

    Args:
        text: any text; the first 4,000 characters are looked at.
    """
    sample = text[:_SAMPLE]
    script = _script(sample)
    if script != "la":
        return script
    words = (_ASCII_WORD if sample.isascii() else _LATIN).findall(sample)
    plain = sum(map(ENGLISH_ONLY.__contains__, map(str.lower, words)))
    if plain >= _PLAIN_HITS and plain >= _PLAIN_SHARE * len(words):
        return "en"
    if not words:  # signs of the blocks of Latin that are no letters
        return None
    close = words[:_CLOSE]
    return _told([word.lower() for word in close] if sample.isupper() else close)


def _told(words: list[str]) -> str | None:
    """Return the language that the signs of some words tell of."""
    signs = _signs(words)
    worth: dict[str, float] = {}
    for names, value in signs.items():
        for name in names:
            worth[name] = worth.get(name, 0.0) + value
    if not worth:
        return None
    best = max(worth, key=worth.__getitem__)
    most = worth.pop(best)
    for alike in _ALIKE.get(best, ()):
        worth.pop(alike, None)
    second = max(worth, key=worth.__getitem__, default="")
    shared = sum(value for names, value in signs.items() if best in names and second in names)
    own, other = most - shared, worth.get(second, 0.0) - shared
    least_own = _LEAST_OWN_BESIDE_ENGLISH if "en" in {best, second} else _LEAST_OWN
    sure = most >= max(_LEAST, _LEAST_SHARE * len(words)) and own >= max(least_own, _TIMES * other)
    return best if sure else None


def _signs(words: list[str]) -> dict[Languages, float]:
    """Sum up what the words of a text tell, by the languages that they tell of."""
    found: defaultdict[Languages, float] = defaultdict(float)
    named = False  # the word before was a name, or stood inside one
    for before, word, after in zip(["", *words], words, [*words[1:], ""], strict=False):
        capital = word[0].isupper()
        names, worth = _sign(word)
        if worth and len(word) == 1 == len(before):
            continue  # "a b c d": a list of letters
        if worth:
            inside = (named or after[:1].isupper()) if capital else named and word in NAME_PARTICLES
            found[names] += worth * _IN_NAME if inside else worth
            named = inside or (capital and word.lower() in NAME_PARTICLES)
            continue
        named = capital
        for names, worth in _looks(word):
            found[names] += worth
    return found


def _sign(word: str) -> Sign:
    """Return what a word tells that stands in the lists; one of no worth where it does not, or is an acronym."""
    acronym = word.isupper() and len(word) > 1
    return SIGNS.get(word) or (not acronym and SIGNS.get(word.lower())) or _NOTHING


@lru_cache(maxsize=1 << 15)
def _looks(word: str) -> tuple[Sign, ...]:
    """Return what the letters and the ending of any other word tell. A name tells nothing; German writes its nouns like names."""
    capital, low = word[0].isupper(), word.lower()
    told = (
        [] if capital or low.isascii() else [(ACCENTS[c], _ACCENT_WORTH) for c in set(_ACCENT.findall(low))]
    )
    ended = _ENDING.search(low) if len(low) >= _ENDED else None
    if ended and (not capital or "de" in ENDINGS[ended.group()]):
        told.append((ENDINGS[ended.group()], _ENDING_WORTH))
    return tuple(told)


def same_language(one: str | None, other: str | None) -> bool:
    """Say whether two detected languages can be the same; unsure counts as the same, and so do those that look alike."""
    return one is None or other is None or one == other or other in _ALIKE.get(one, ())
