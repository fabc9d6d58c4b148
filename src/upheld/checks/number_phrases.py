"""Numbers in words: "twelve hundred", "quatre-vingt-dix", "two thirds", "half a million", "twenty-first"."""

from __future__ import annotations

import math
from dataclasses import replace

from upheld.checks.number_tokens import Tokens
from upheld.checks.number_words import (
    ARTICLES,
    CARDINALS,
    CONNECTORS,
    DENOMINATORS,
    HALVES,
    LANGUAGES_OF,
    MAGNITUDES,
    ORDINAL_TENS,
    ORDINALS,
    PART_WORDS,
    RISKY,
    TIMES,
    VULGAR,
)
from upheld.checks.numbers import Form, Number, and_a_half, in_digits, magnitude, magnitudes

__all__ = ["OPENERS", "STARTERS", "number_at", "phrase_at"]

STARTERS = frozenset(
    {*LANGUAGES_OF, *MAGNITUDES, *ORDINALS, *ORDINAL_TENS, *DENOMINATORS, *HALVES, *PART_WORDS, *TIMES}
)
"""Words of which at least one stands in every number in words, but "an hour"."""

OPENERS = frozenset(
    {
        *LANGUAGES_OF,
        *ORDINALS,
        *ORDINAL_TENS,
        *HALVES,
        *PART_WORDS,
        *TIMES,
        *ARTICLES,
        *VULGAR,
        "mil",
        "tausend",
        "mille",
    }
)
"""Words and signs that can open a number."""

_DOZEN = 12
_DOZENS = frozenset("dozen docena docenas dutzend douzaine dúzia dúzias".split())
_HUNDRED = 100
_NO_SCALE = math.inf
_UNCOUNTED = frozenset("drittel viertel fünftel zehntel tiers".split())  # one form for one and many
_PARTS_OF_TIME = frozenset({"quarters", "quarter"})


def number_at(t: Tokens, at: int) -> Number | None:
    """Read the number that opens at a token, in digits or in words; None where none does.

    Args:
        t: the tokens.
        at: index of the token.
    """
    head = t.raw[at][:1]
    if "0" <= head <= "9" or (head == "." and len(t.raw[at]) > 1):
        return in_digits(t, at)
    low = t.low[at]
    if low not in OPENERS:
        return None
    if head in VULGAR:
        return Number(VULGAR[head], at, at + 1, 0.01, "fraction", marked=True)
    if (low in ORDINALS or low in ORDINAL_TENS) and (found := _ordinal(t, at)):
        return found
    if low in LANGUAGES_OF and ((found := _in_words(t, at)) or low not in TIMES):
        return found
    if low in ARTICLES:
        return _after_article(t, at) if t.near(at + 1) else None
    if low in HALVES:
        return _half(t, at)
    if low in _THOUSANDS:
        return _thousand(t, at)
    if low in PART_WORDS:
        return Number(PART_WORDS[low], at, at + 1, 0.1, "fraction", marked=True)
    return Number(TIMES[low], at, at + 1, 1.0, "times") if low in TIMES else None


_THOUSANDS = {"mil": ("es", "pt"), "tausend": ("de",), "mille": ("fr",)}


def _thousand(t: Tokens, at: int) -> Number | None:
    """Read "mil", "tausend" and "mille", which need no "one" before them."""
    if t.language not in _THOUSANDS[t.low[at]] or t.digits(at - 1):
        return None
    number = Number(1000.0, at, at + 1, 1000.0, "words", marked=True)
    return magnitudes(t, number)


def _in_words(t: Tokens, at: int) -> Number | None:
    """Read the longest number in words that opens here, in any language it can be in."""
    best: Number | None = None
    for language in LANGUAGES_OF[t.low[at]]:
        if (language, t.low[at]) in RISKY and t.language != language:
            continue
        found = phrase_at(t, at, language)
        if found and (best is None or found.last > best.last):
            best = found
    if best is None:
        return None
    return _named_parts(t, best) or and_a_half(t, best)


def phrase_at(t: Tokens, at: int, language: str) -> Number | None:
    """Add up a run of number words of one language: its groups of three digits, then their magnitudes.

    Args:
        t: the tokens.
        at: index of the first word.
        language: the language of all of them.
    """
    table, connector = CARDINALS[language], CONNECTORS[language]
    total, group, scale, step, last, solid = 0.0, -1.0, _NO_SCALE, 1.0, at, at
    while last < t.n and (last == at or t.near(last)):
        skip = _joint(t, last, connector) if last > at else 0
        anded = skip == 1 and t.low[last] == connector
        word = table.get(t.low[last + skip])
        if word is not None:
            joined = _joined(group, word, language, has_word=anded)
            if joined is None:
                break
            group = joined
        else:
            factor = magnitude(t, last + skip) if last > at and not anded else None
            if factor is None or factor <= _HUNDRED:
                break
            grown = _scaled(total, group, factor, scale, language)
            if grown is None:  # "one thousand and two thousand": what came after the first is another number
                last, group = (solid, -1.0) if total else (last, group)
                break
            step = factor if group >= 0 else step * factor
            total, scale, group, solid = grown, factor, -1.0, last + skip + 1
        last += skip + 1
    if last == at:
        return None
    value = total + max(group, 0.0)
    form: Form = "one" if value == 1 else "words"
    marked = total > 0 or value >= _HUNDRED
    return _dozens(t, Number(value, at, last, step if group < 0 else 1.0, form, marked))


def _scaled(total: float, group: float, factor: float, scale: float, language: str) -> float | None:
    """Multiply by a magnitude: the group that was read last, or all ("cinco mil millones"); None where it does not fit."""
    if factor < scale:
        return total + group * factor if group >= 0 else None
    if factor == scale or (language == "en" and group >= 0):
        return None
    return (total + max(group, 0.0)) * factor


def _joint(t: Tokens, at: int, connector: str) -> int:
    """Return how many tokens join a number word to the next one at `at`: a hyphen or "and"."""
    hyphen = t.raw[at] == "-" and t.attached(at) and t.attached(at + 1)
    return int(hyphen or (t.low[at] == connector and t.near(at + 1)))


def _joined(group: float, value: float, language: str, *, has_word: bool) -> float | None:
    """Add a number word to what was read of its group of three digits; None where they do not belong together.

    Args:
        group: what was read; negative at the start of a group.
        value: of the next word.
        language: of both.
        has_word: "and" or its like stands between them.
    """
    if group < 0:
        return float(value)
    if value == _HUNDRED and language in {"en", "de", "fr"}:
        return group * _HUNDRED if 0 < group < _HUNDRED and not has_word else None
    if value >= _HUNDRED:
        return None
    below = group % _HUNDRED
    if below == 0 and group >= _HUNDRED:
        return group + value
    if has_word and language == "en":
        return None
    if below % 10 == 0 and below >= 20 and 0 < value < 10:  # noqa: PLR2004 - tens and ones
        return group + value
    return _french(group, below, value) if language == "fr" else None


def _french(group: float, below: float, value: float) -> float | None:
    """Read soixante-dix (60 + 10), quatre-vingts (4 × 20) and dix-sept (10 + 7)."""
    if (below, value) == (4, 20):
        return group + 76
    fits = (
        (below == 60 and 10 <= value < 20)  # noqa: PLR2004
        or (below == 80 and value < 20)  # noqa: PLR2004
        or (below in {10, 70, 90} and 7 <= value <= 9)  # noqa: PLR2004
    )
    return group + value if fits else None


def _dozens(t: Tokens, number: Number) -> Number:
    """Multiply by "dozen"; two dozen are written as exactly as 24."""
    if t.low[number.last] not in _DOZENS or not t.near(number.last):
        return number
    return replace(number.times(_DOZEN, number.last + 1), step=number.step)


def _named_parts(t: Tokens, number: Number) -> Number | None:
    """Read "two thirds" and "three-quarters"."""
    at = number.last + (t.raw[number.last] == "-" and t.attached(number.last))
    word = t.low[at]
    if word not in DENOMINATORS or not t.near(at) or not 1 <= number.value < _HUNDRED:
        return None
    if (word[-1] == "s") == (number.value == 1) and word not in _UNCOUNTED:
        return None
    if word in _PARTS_OF_TIME and t.low[at + 1] in {"in", "ago", "this", "last"}:
        return None
    return replace(
        number, value=number.value / DENOMINATORS[word], last=at + 1, step=0.01, form="fraction", marked=True
    )


def _after_article(t: Tokens, at: int) -> Number | None:
    """Read "a hundred", "a million and a half" and "a third"; "an hour" is left to the units."""
    word = t.low[at + 1]
    if t.low[at] in {"a", "an"}:
        if word == "hundred":
            return _hundreds(t, at)
        if word in DENOMINATORS and word[-1] != "s":
            return Number(1 / DENOMINATORS[word], at, at + 2, 0.01, "fraction", marked=True)
    factor = magnitude(t, at + 1)
    if factor is None or word in {"mil", "mille"}:
        return Number(1.0, at, at + 1, 1.0, "article")
    step = 1.0 if factor == _DOZEN else factor
    return _tail(t, replace(Number(1.0, at, at + 1, 1.0, "words").times(factor, at + 2), step=step))


def _hundreds(t: Tokens, at: int) -> Number:
    """Read "a hundred", "a hundred and five", "a hundred thousand"."""
    number = Number(100.0, at, at + 2, 1.0, "words", marked=True)
    return _with_rest(t, number) or magnitudes(t, number)


def _with_rest(t: Tokens, number: Number) -> Number | None:
    """Add what "and" or nothing joins to a hundred or thousand, if it is smaller."""
    at = number.last + (t.low[number.last] == "and")
    rest = phrase_at(t, at, "en") if t.near(at) and t.low[at] in CARDINALS["en"] else None
    if rest is None or rest.value >= _HUNDRED or t.low[at] == "hundred":
        return None
    return replace(number, value=number.value + rest.value, step=1.0, last=rest.last)


def _tail(t: Tokens, number: Number) -> Number:
    """Add what follows a magnitude: "a thousand and one", "a million and a half"."""
    number = magnitudes(t, number)
    at = number.last
    if t.low[at] != "and" or not t.near(at):
        return number
    if t.low[at + 1 : at + 3] == ["a", "half"]:
        return replace(number, value=number.value * 1.5, step=number.step / 10, last=at + 3)
    return (_with_rest(t, number) or number) if number.value >= _HUNDRED else number


def _half(t: Tokens, at: int) -> Number:
    """Read "half", "half a million" and "half a dozen"."""
    if t.low[at + 1] in {"a", "an"} and (factor := magnitude(t, at + 2)) is not None:
        half = Number(0.5, at, at + 1, 0.1, "words").times(factor, at + 3)
        return replace(half, step=1.0) if factor == _DOZEN else half
    return Number(0.5, at, at + 1, 0.1, "fraction", marked=True)


def _ordinal(t: Tokens, at: int) -> Number | None:
    """Read first, twenty-first; None for a ten that no ordinal follows."""
    low = t.low[at]
    if low in ORDINALS:
        return Number(float(ORDINALS[low]), at, at + 1, 1.0, "ordinal")
    skip = int(t.raw[at + 1] == "-" and t.attached(at + 1))
    place = ORDINALS.get(t.low[at + 1 + skip], 0)
    if not 0 < place < 10 or not t.near(at + 1 + skip):  # noqa: PLR2004 - twenty-first to twenty-ninth
        return None
    return Number(float(ORDINAL_TENS[low] + place), at, at + 2 + skip, 1.0, "ordinal")
