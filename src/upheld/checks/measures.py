"""A number joined with what it measures: money, a percentage, a unit that converts."""

from __future__ import annotations

from dataclasses import dataclass, replace

from upheld.checks.cues import DURATION_CUES, HEADS, SCREENS
from upheld.checks.currency import currency_after, currency_before, percent_at
from upheld.checks.items import Relation
from upheld.checks.nouns import noun_at
from upheld.checks.number_tokens import Tokens
from upheld.checks.number_words import LETTERS
from upheld.checks.numbers import Number
from upheld.checks.units import DEGREE, Unit, unit_at

__all__ = ["SPANS", "Measure", "after_number", "lettered", "measured", "paid"]

SPANS = frozenset(
    "hour day week month year minute hora día dia semana mes mês año ano minuto stunde tag woche monat jahr heure jour semaine mois an".split()
)
"""Words for one span of time."""

_THOUSAND = 1000
_DAY = 24
_FOOT = 12
_COMPANY = 3  # 3M
_COMPASS = frozenset("n s e w north south east west latitude longitude angle".split())
_CLOCK_CUES = frozenset("à às las um de a até et".split())


@dataclass(frozen=True, slots=True)
class Measure:
    """A number with what it measures. Values are as written, before conversion.

    Attributes:
        number: the number, or the lower end of a range.
        kind: kind of the item.
        unit: unit of the item; empty where nothing is counted.
        first: first token, a currency before the number included.
        last: one past the last token, a unit included, a counted noun not.
        scale: the unit that converts; None for money, percent and counts.
        sure: False for a number that is a quantity only as one end of a range.
        relation: how it is meant, where a mark inside says so ("5+ years").
        noun_end: one past the counted noun; 0 where there is none.
        high: the upper end of a range.
        factor: what one is of the unit (0.01 for cents).
    """

    number: Number
    kind: str
    unit: str
    first: int
    last: int
    scale: Unit | None = None
    sure: bool = True
    relation: Relation = "exact"
    noun_end: int = 0
    high: Number | None = None
    factor: float = 1.0

    @property
    def bare(self) -> bool:
        """Say whether nothing is known of what it measures."""
        return self.kind == "number" and not self.unit


def paid(t: Tokens, number: Number) -> Measure | None:
    """Read an amount of money; None where no currency stands beside the number.

    Args:
        t: the tokens.
        number: the number.
    """
    before = currency_before(t, number.first)
    number = lettered(t, number, money=before is not None)
    if before:
        code, first = before
        if t.attached(first) and t.raw[first - 1] in {"-", "−"} and not t.attached(first - 1):
            number, first = replace(number, value=-number.value), first - 1
        after = currency_after(t, number.last)
        last = after[2] if after and (after[0] == code or t.raw[number.last] == "$") else number.last
        if t.attached(last) and t.raw[last] == "+" and not (t.attached(last + 1) and t.digits(last + 1)):
            return Measure(number, "money", code, first, last + 1, relation="at_least")
        return Measure(number, "money", code, first, last)
    at = after_number(t, number)
    if found := currency_after(t, at):
        code, part, last = found
        return Measure(
            number, "money", code, number.first, last, factor=part, relation=_plus_mark(t, number, at)
        )
    return None


def lettered(t: Tokens, number: Number, *, money: bool) -> Number:
    """Multiply by a letter: 1.2k, $5m, 3 M; the number as it is where the letter is a unit or a name.

    Args:
        t: the tokens.
        number: the number.
        money: a currency stands before it.
    """
    at = number.last
    letter = t.raw[at]
    if letter not in LETTERS or number.form != "digits" or not t.near(at):
        return number
    if t.attached(at + 1) and (
        t.raw[at + 1][0].isalnum() or t.raw[at + 1] in {"&", "'", "^"} or (t.raw[at + 1] == "/" and not money)
    ):
        return number
    fits = money or currency_after(t, at + 1) is not None or _million(t, number, letter)
    return number.times(LETTERS[letter], at + 1) if fits else number


def _million(t: Tokens, number: Number, letter: str) -> bool:
    """Say whether a letter after a number without a currency is a magnitude."""
    at = number.last
    touching = t.attached(at)
    if letter in {"k", "K"}:
        return touching and t.low[at + 1] not in SCREENS and not (t.attached(at + 1) and t.raw[at + 1] == "-")
    if letter == "m":
        return touching and t.low[at + 1] in HEADS
    ranges = t.digits(at + 2) and t.raw[at + 3] == letter  # "7B to 65B parameters"
    counted = ranges or (t.letters(at + 1) and noun_at(t, at + 1, plural=True) is not None)
    if letter == "B":
        return touching and counted
    if letter == "M":
        return counted or (number.step < 1 or number.value > _COMPANY if touching else not t.letters(at + 1))
    return False


def after_number(t: Tokens, number: Number) -> int:
    """Return the token where the unit of a number opens, past a hyphen, a plus, or the "de" of "3 millones de euros".

    Args:
        t: the tokens.
        number: the number.
    """
    at = number.last
    if not t.attached(at):
        spaced = t.raw[at] == "-" and t.raw[at + 2] == "-" and t.low[at + 1] in SPANS  # "21 - year - old"
        return at + 1 if spaced else _past_of(t, number)
    if t.raw[at] == "+" and t.near(at + 1):
        return at + 1
    if t.raw[at] == "-" and t.attached(at + 1):
        if t.low[at + 1] == "plus":
            return at + 2 + (t.raw[at + 2] == "-" and t.attached(at + 2))
        if t.letters(at + 1) or t.raw[at + 1] in {"%", "°"}:
            return at + 1
    return at


def _past_of(t: Tokens, number: Number) -> int:
    at = number.last
    if number.step < _THOUSAND or not number.marked or not t.near(at):
        return at
    if t.low[at] == "d" and t.raw[at + 1] in {"'", "’"}:
        return at + 2
    return at + 1 if t.low[at] == "de" and t.near(at + 1) else at


def _plus_mark(t: Tokens, number: Number, at: int) -> Relation:
    """Return ``at_least`` where a plus stands between a number and its unit at `at`."""
    plus = at > number.last and (t.raw[number.last] == "+" or t.low[number.last + 1] == "plus")
    return "at_least" if plus else "exact"


def measured(t: Tokens, number: Number) -> Measure | None:
    """Read a percentage or a number with a unit that converts; None where neither follows.

    Args:
        t: the tokens.
        number: the number.
    """
    at = after_number(t, number)
    if number.form != "article" and (found := percent_at(t, at)):
        unit, factor, last = found
        return Measure(
            number, "percent", unit, number.first, last, factor=factor, relation=_plus_mark(t, number, at)
        )
    if number.form in {"one", "article", "fraction"}:
        return _spelled(t, number)
    big = lettered(t, number, money=False)
    if big is not number:
        number, at = big, after_number(t, big)
    if t.raw[at] in _FEET:
        return _feet_and_inches(t, number)
    scaled = unit_at(t, at)
    if scaled is None or (scaled[0].kind == "duration" and _clock_time(t, number, at)):
        return None
    scale, last = scaled
    amount = Measure(
        number, *_kind_of(t, scale, last), number.first, last, scale=scale, relation=_plus_mark(t, number, at)
    )
    return _below_zero(t, amount) if scale.kind == "temperature" else amount


_MINUS_WORDS = frozenset({"minus", "menos", "moins"})


def _below_zero(t: Tokens, amount: Measure) -> Measure:
    """Read "minus 5 degrees" and "5 degrees below zero" as -5."""
    number, first, last = amount.number, amount.first, amount.last
    if t.low[first - 1] in _MINUS_WORDS:
        first -= 1
    elif t.low[last] == "below" and t.low[last + 1] == "zero":
        last += 2
    else:
        return amount
    return replace(amount, number=replace(number, value=-abs(number.value)), first=first, last=last)


def _kind_of(t: Tokens, unit: Unit, last: int) -> tuple[str, str]:
    """Return kind and unit: degrees are of an angle where a side of the compass follows."""
    return ("angle", DEGREE) if unit.base == DEGREE and t.low[last] in _COMPASS else (unit.kind, unit.base)


def _clock_time(t: Tokens, number: Number, at: int) -> bool:
    """Say whether "14h" is a time of day, as in "às 14h"."""
    return (
        t.raw[at] == "h"
        and t.attached(at)
        and number.value <= _DAY
        and t.low[number.first - 1] in _CLOCK_CUES
    )


def _spelled(t: Tokens, number: Number) -> Measure | None:
    """Read "one hour", "an hour and a half", "half an hour", "three quarters of a mile"."""
    at = number.last
    if number.form == "fraction":
        at += t.low[at] == "of"
        at += t.low[at] in {"a", "an", "one"}
    at += t.attached(at) and t.raw[at] == "-"
    found = unit_at(t, at)
    if found is None or (number.form == "article" and not _one_span(t, number, found[0])):
        return None
    scale, last = found
    if t.low[at] == "day" and (t.low[last] in _ONE_DAY or (number.form == "one" and number.first == 0)):
        return None
    if number.value == 1 and t.low[last : last + 3] == ["and", "a", "half"]:
        number, last = replace(number, value=1.5, step=0.1), last + 3
    return Measure(number, *_kind_of(t, scale, last), number.first, last, scale=scale)


_ONE_DAY = frozenset({",", "he", "she", "they", "i", "we", "when", "of"})
_DAYS = frozenset({"día", "dia", "jour", "tag"})
_SHIFTS = frozenset({"ago", "later", "earlier"})
_RATES = frozenset({"à", "por", "par", "pro", "al", "je"})


def _one_span(t: Tokens, number: Number, unit: Unit) -> bool:
    """Say whether an article before a span of time means one of it: "lasts an hour", not "twice an hour"."""
    if unit.kind != "duration" or unit.base != "s":
        return False
    noun, before = t.low[number.last], t.low[number.first - 1]
    if t.low[number.first] in {"a", "an"}:
        half = t.low[number.last + 1 : number.last + 4] == ["and", "a", "half"]
        return half or (noun != "second" and (before in DURATION_CUES or t.low[number.last + 1] in _SHIFTS))
    return t.language in {"es", "fr", "de", "pt"} and noun not in _DAYS and before not in _RATES


_FEET = frozenset({"'", "′", "’"})
_INCHES = frozenset({'"', "″", "”"})


def _feet_and_inches(t: Tokens, number: Number) -> Measure | None:
    """Read 5'11" and 6′2″."""
    at = number.last
    inches = t.raw[at + 1]
    if not (
        t.attached(at)
        and t.attached(at + 1)
        and t.attached(at + 2)
        and inches.isdigit()
        and float(inches) < _FOOT
    ):
        return None
    found = unit_at(Tokens("1 inch"), 1)
    if t.raw[at + 2] not in _INCHES or found is None:
        return None
    value = number.value * _FOOT + float(inches)
    return Measure(replace(number, value=value), "length", "m", number.first, at + 3, scale=found[0])
