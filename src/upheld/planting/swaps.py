"""Rules that change one piece of a claim, whatever its context says; `upheld.planting.sure` decides what to make of it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from upheld.checks.opposites import ANTONYMS
from upheld.planting.base import Document, Planted

__all__ = ["DAYS", "date", "negation", "number", "quantifier", "relation", "time", "unit", "weekday"]

MONTHS = "January February March April May June July August September October November December".split()
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
_MONTH, _DAY = "|".join(MONTHS), "|".join(DAYS)
_UNITS = (
    ("mg", "g"), ("g", "kg"), ("km", "miles"), ("miles", "km"), ("meters", "feet"), ("feet", "meters"), ("inches", "feet"), ("days", "weeks"),
    ("weeks", "months"), ("months", "weeks"), ("hours", "minutes"), ("minutes", "hours"), ("seconds", "minutes"), ("years", "months"),
    ("pounds", "ounces"), ("ounces", "pounds"), ("million", "billion"), ("billion", "million"), ("cups", "tablespoons"), ("teaspoons", "cups"),
    ("tablespoons", "teaspoons"), ("degrees Fahrenheit", "degrees Celsius"), ("acres", "hectares"), ("GB", "MB"), ("mph", "knots"),
)  # fmt: skip
_UNIT = tuple((re.compile(rf"(?<![\w.,])(\d[\d.,]*) ?{old}\b"), new) for old, new in _UNITS)
_NUMBER = re.compile(
    r"(?<![\w.,/:\[-])\d{1,3}(?:,\d{3})+(?![\w,/:-])|(?<![\w.,/:\[-])\d{1,4}(?:\.\d+)?(?![\w,/:-]|\.\d)"
)
_LONG_NUMBER = 3  # digits from which the second may change instead of the first
_YEARLIKE = re.compile(r"1[5-9]\d\d|20\d\d")
_AFTER_NUMBER = re.compile(rf"\s*(?:{_MONTH}|[ap]\.?m)")
_BEFORE_NUMBER = re.compile(rf"(?:{_MONTH})\s*$")
_YEAR = re.compile(r"\b(1[5-9]\d\d|20[0-3]\d)\b(?![,.]?\d)")
_MONTH_DAY = re.compile(rf"\b({_MONTH}) (\d{{1,2}})\b")
_WEEKDAY = re.compile(rf"\b({_DAY})(s?)\b")
_TIME = re.compile(r"\b(\d{1,2})(:\d\d)? ?([ap]\.?m\b\.?)", re.IGNORECASE)
_CLOCK = re.compile(r"(?<![\d:.+T-])([01]?\d|2[0-3]):([0-5]\d)(?![\d:]| ?[ap]\.?m)", re.IGNORECASE)
_LATER = 4  # hours
_AUXILIARY = re.compile(r"\b(is|are|was|were|can|will|has|have|does|should|must)\b(?! not\b|n't)")
_NOT = re.compile(r"\b(is|are|was|were|can|will|has|have|does|do|did|should|must) not\b")
_NEGATIVE = re.compile(r"\bn[o']t\b|n't|\bnever\b|\bno\b")
_WORD = re.compile(r"[A-Za-z][\w'-]*")
_STRONGER = {
    "some": "all", "many": "all", "most": "all", "several": "all", "often": "always", "usually": "always", "sometimes": "always",
    "rarely": "never", "may": "must", "might": "will", "could": "will", "can": "must", "partly": "entirely", "nearly": "exactly",
    "all": "few", "always": "rarely", "every": "no", "never": "often", "only": "not only", "must": "need not",
}  # fmt: skip
# Words of more than one meaning, whose opposite makes no sentence or no other statement: "left the room", "up to two days".
_LOOSE = frozenset(
    "left right day night up down light gain loss present known fall paid long short most least upper".split()
)
_NO_OPPOSITE = frozenset({"since", "fewer", "unable", "gluten", "permeable"})
_FIXED = re.compile(r"[- ](?:school|street|term|as|of charge|from|year|month|week|season|time|name|minute)\b")


def _swapped(kind: str, claim: str, span: tuple[int, int], now: str) -> Planted:
    start, end = span
    return Planted(kind, claim[:start] + now + claim[end:], claim[start:end], now, start)


def number(claim: str, _: Document, rng: random.Random) -> Iterator[Planted]:
    """Yield the claim with one plain number changed."""
    for match in _NUMBER.finditer(claim):
        old, after = match.group(), claim[match.end() :]
        listed = not claim[: match.start()].strip() and after[:1] in {".", ")"}
        dated = (
            _YEARLIKE.fullmatch(old)
            or _AFTER_NUMBER.match(after)
            or _BEFORE_NUMBER.search(claim[: match.start()])
        )
        if listed or dated:
            continue
        digits = [n for n, c in enumerate(old) if c.isdigit()]
        at = digits[0] if len(digits) < _LONG_NUMBER else rng.choice(digits[:2])
        new = old[:at] + rng.choice([d for d in "123456789" if d != old[at]]) + old[at + 1 :]
        yield _swapped("number", claim, match.span(), new)


def date(claim: str, _: Document, rng: random.Random) -> Iterator[Planted]:
    """Yield the claim with a year, or the month or day of a date, changed."""
    for match in _YEAR.finditer(claim):
        other = int(match.group()) + rng.choice([-12, -7, -3, -2, 2, 3, 5, 11])
        yield _swapped("date", claim, match.span(), str(other))
    for match in _MONTH_DAY.finditer(claim):
        month, day = match.groups()
        new = (
            f"{rng.choice([m for m in MONTHS if m != month])} {day}"
            if rng.random() < 0.5  # noqa: PLR2004 - as often the one as the other
            else f"{month} {(int(day) + rng.randrange(2, 12)) % 27 + 1}"
        )
        yield _swapped("date", claim, match.span(), new)


def unit(claim: str, _: Document, __: random.Random) -> Iterator[Planted]:
    """Yield the claim with the unit of one number changed."""
    for pattern, new in _UNIT:
        for match in pattern.finditer(claim):
            yield _swapped("unit", claim, match.span(), f"{match.group(1)} {new}")


def weekday(claim: str, _: Document, rng: random.Random) -> Iterator[Planted]:
    """Yield the claim with one weekday changed."""
    for match in _WEEKDAY.finditer(claim):
        other = rng.choice([day for day in DAYS if day != match.group(1)])
        yield _swapped("weekday", claim, match.span(), other + match.group(2))


def time(claim: str, _: Document, __: random.Random) -> Iterator[Planted]:
    """Yield the claim with one clock time changed."""
    for match in _TIME.finditer(claim):
        hour = (int(match.group(1)) + _LATER - 1) % 12 + 1
        yield _swapped("time", claim, match.span(), f"{hour}{match.group(2) or ''} {match.group(3)}")
    for match in _CLOCK.finditer(claim):
        hour = (int(match.group(1)) + _LATER) % 24
        yield _swapped("time", claim, match.span(), f"{hour:02}:{match.group(2)}")


def negation(claim: str, _: Document, __: random.Random) -> Iterator[Planted]:
    """Yield the claim with one "not" added or taken away."""
    for match in _NOT.finditer(claim):
        text = claim[: match.start()] + match.group(1) + claim[match.end() :]
        yield Planted("negation", text, start=match.start())
    added = None if _NEGATIVE.search(claim) else _AUXILIARY.search(claim)
    if added is not None:
        text = claim[: added.end()] + " not" + claim[added.end() :]
        yield Planted("negation", text, start=added.start())


def relation(claim: str, _: Document, rng: random.Random) -> Iterator[Planted]:
    """Yield the claim with one word replaced by its opposite."""
    for match in _WORD.finditer(claim):
        word = match.group().lower()
        pool = sorted(ANTONYMS.get(word, frozenset()) - _NO_OPPOSITE)
        if pool and word not in _LOOSE and not _FIXED.match(claim, match.end()):
            yield _swapped("relation", claim, match.span(), _cased(rng.choice(pool), match.group()))


def quantifier(claim: str, _: Document, __: random.Random) -> Iterator[Planted]:
    """Yield the claim with a quantifier, frequency or modal made stronger or turned round."""
    for match in _WORD.finditer(claim):
        # Inside a sentence "May" is a month and "Can" a name.
        other = _STRONGER.get(match.group() if match.start() else match.group().lower())
        if other:
            yield _swapped("quantifier", claim, match.span(), _cased(other, match.group()))


def _cased(word: str, like: str) -> str:
    return word[0].upper() + word[1:] if like[0].isupper() else word
