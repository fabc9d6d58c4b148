"""Which language a text is in: by script, and by function words among five languages of Latin script."""

from __future__ import annotations

import re
from collections import defaultdict
from heapq import nlargest
from operator import itemgetter

from upheld.text.lexicon import FUNCTION_WORDS

__all__ = ["detect", "same_language"]

_SAMPLE = 4000  # characters looked at: enough to be sure, and constant for long texts
_MIN_HITS = 2
_LATIN = re.compile(r"[^\W\d_]+")
_ASCII_LETTER = re.compile(r"[A-Za-z]")
_ASCII_WORD = re.compile(r"[a-z]+")
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
    ("la", re.compile(r"[A-Za-zÀ-ɏ]")),
)


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
    """Return ``en``, ``es``, ``de``, ``fr``, ``pt``, the language of another script, or None where unsure.

    Args:
        text: any text; the first 4,000 characters are looked at.
    """
    sample = text[:_SAMPLE]
    script = _script(sample)
    if script != "la":
        return script
    hits: defaultdict[str, float] = defaultdict(float)
    words = (_ASCII_WORD if sample.isascii() else _LATIN).findall(sample.casefold())
    for word in filter(FUNCTION_WORDS.__contains__, words):
        for name in FUNCTION_WORDS[word]:
            hits[name] += 1.0 if len(word) > 1 else 0.5  # a lone letter may be a name: "plan A"
    ranked = nlargest(2, hits.items(), key=itemgetter(1))
    if not ranked or ranked[0][1] < _MIN_HITS:
        return None
    if len(ranked) > 1 and ranked[0][1] < 1.3 * ranked[1][1]:
        return None
    return ranked[0][0]


def same_language(one: str | None, other: str | None) -> bool:
    """Say whether two detected languages can be the same; unsure counts as the same."""
    return one is None or other is None or one == other
