"""Bare numbers: what they count, and when they are no quantity but a year, a label, a day or a code."""

from __future__ import annotations

from upheld.checks.cues import CLOCK, ERAS, INSTRUCTIONS, LABELS, VAGUE, YEAR_CUES, is_month
from upheld.checks.items import Relation
from upheld.checks.measures import Measure, after_number, lettered
from upheld.checks.nouns import acts, is_plural, noun_at
from upheld.checks.number_phrases import STARTERS
from upheld.checks.number_tokens import DASHES, Tokens
from upheld.checks.numbers import Number
from upheld.checks.units import unit_at
from upheld.text.lexicon import FUNCTION_WORDS

__all__ = ["FIRST_YEAR", "LAST_YEAR", "counted"]

FIRST_YEAR, LAST_YEAR = 1500, 2100
_OLDEST = 1000  # earlier years need a word that says so
_DAY = 24
_OLDEST_MAN = 125


def counted(t: Tokens, number: Number) -> Measure | None:
    """Read a bare number, with the word that it counts where one follows; None where it is no quantity.

    Args:
        t: the tokens.
        number: a number without a unit.
    """
    if number.form == "fraction" and not t.digits(number.first):
        return None
    number = lettered(t, number, money=False)
    at = after_number(t, number)
    mark = t.raw[number.last] if at > number.last else ""
    plus = mark == "+" or (at > number.last and t.low[number.last + 1] == "plus")
    hyphen = mark == "-" and not plus
    noun = noun_at(t, at, plural=not hyphen and number.value != 1) if t.near(at) else None
    if t.low[number.first - 1] == "top":  # "the top ten of the chart"
        noun = "top", number.last
    if _no_count(t, number, noun, hyphen=hyphen):
        return None
    relation: Relation = "at_least" if plus else "exact"
    last = number.last + (mark == "+")
    if _age(t, number, noun) and (year := unit_at(Tokens("1 year"), 1)):
        return Measure(number, "duration", year[0].base, number.first, last, scale=year[0])
    if noun is None:
        return Measure(
            number, "number", "", number.first, last, sure=not _doubtful(t, number), relation=relation
        )
    unit, end = noun
    if end - at > 1 and (span := unit_at(t, end - 1)) and span[0].kind == "duration":  # "16 enjoyable years"
        return Measure(number, "duration", span[0].base, number.first, end, scale=span[0], relation=relation)
    if unit == "times" and t.attached(last):
        last = end
    return Measure(number, "number", unit, number.first, last, relation=relation, noun_end=end)


def _age(t: Tokens, number: Number, noun: tuple[str, int] | None) -> bool:
    """Say whether a number is somebody's age: "James Holmes, 27, who", "aged 27", "at the age of 27"."""
    first, last = number.first, number.last
    if noun is not None or not 0 < number.value <= _OLDEST_MAN or number.step != 1:
        return False
    before = t.low[first - 1]
    if before in {"age", "aged"} or (before == "of" and t.low[first - 2] == "age"):
        return True
    named = before == "," and t.capital(first - 2) and t.letters(first - 2) and not is_month(t, first - 2)
    return named and t.raw[last] == "," and number.form == "digits" and t.capital(first - 3)


def _no_count(t: Tokens, number: Number, noun: tuple[str, int] | None, *, hyphen: bool) -> bool:
    """Say whether a number without a unit is no quantity."""
    last = number.last
    if number.form == "fraction" and noun is not None and noun[0] == "star":  # "rated 4/5 stars" is no share
        return True
    if _day_of_month(t, number.first, last) or _time_of_day(t, number) or _enumerates(t, number):
        return True
    if number.form == "one" and not t.digits(number.first):
        return not _one_counts(t, number, noun)
    if number.form == "words":
        labelled = t.low[number.first - 1] in LABELS and not (noun and is_plural(t.low[noun[1] - 1]))
        return labelled or _named(t, number) or _runs_on(t, number)
    if hyphen:
        era = t.low[last + 1] in _ERA_WORDS and _OLDEST <= number.value <= LAST_YEAR
        return noun is None or not t.raw[last + 1].islower() or era
    if t.attached(last) and t.letters(last):
        return not (noun and noun[0] == "times" and t.raw[last] in {"x", "×"})
    return _year(t, number, noun) or _label(t, number, noun) or _row_of_numbers(t, number)


_ERA_WORDS = frozenset("present today now era model style born built founded based".split())
_DAY_JOINTS = frozenset("and & , or to through y e et und - – —".split())


def _day_of_month(t: Tokens, first: int, last: int) -> bool:
    """Say whether a month stands before or after, or before or after a number it is listed with."""
    before = first - 1 - (t.raw[first - 1] in {".", ","})
    after = last + (t.raw[last] == ".") + (t.low[last] in {"of", "de"})
    if is_month(t, before) or is_month(t, after):
        return True
    if t.low[first - 1] in _DAY_JOINTS and t.digits(first - 2) and is_month(t, first - 3):
        return True
    return t.low[last] in _DAY_JOINTS and t.digits(last + 1) and is_month(t, last + 2)


def _time_of_day(t: Tokens, number: Number) -> bool:
    """Say whether a number is part of a time or of a year before Christ."""
    last, word = number.last, t.low[number.last]
    if (
        word in CLOCK
        or word in ERAS
        or (word in {"a", "p"} and t.raw[last + 1] == "." and t.low[last + 2] == "m")
    ):
        return True
    if word == ":" and t.attached(last) and t.attached(last + 1) and t.digits(last + 1):
        return True
    if word == "in" and t.low[last + 1] == "the" and t.low[last + 2] in {"morning", "evening", "afternoon"}:
        return True
    return (
        t.low[number.first - 1] in {"past", "at"}
        and not number.marked
        and number.value <= _DAY
        and not t.letters(last)
    )


def _enumerates(t: Tokens, number: Number) -> bool:
    """Say whether a number opens an entry of a list or stands alone in brackets: "1. Install", "[3]", "(2)"."""
    first, last = number.first, number.last
    mark = t.raw[last]
    if number.form != "digits" or number.marked:
        return False
    if t.gap(last) > 1 and t.capital(last) and t.opens(first):  # "Step by step: 1  Open the hive"
        return True
    if mark not in {")", "]", "."} or not t.attached(last):
        return False
    if mark != ".":
        return t.raw[first - 1] in {"(", "["} or first == 0 or not t.near(first)
    opens = t.opens(first) and t.raw[first - 1] not in {":", '"', "("}
    return opens and last + 1 < t.n and not t.attached(last + 1) and t.near(last + 1)


_NO_ONE = frozenset("no any this that which each every the another some only number all is was of".split())
_ONE_IDIOMS = frozenset(
    "hand thing way side such time off sided on shot stop size another can day point piece possible common".split()
)


def _one_counts(t: Tokens, number: Number, noun: tuple[str, int] | None) -> bool:
    """Say whether "one" counts something: "one seat", not "one of the", "no one" or "one finds"."""
    first = number.first
    if (
        noun is None
        or t.low[first] != "one"
        or t.low[first - 1] in _NO_ONE
        or t.attached(first)
        or t.capital(first)
    ):
        return False
    at = noun[1] - 1
    word = t.low[at]
    if word in _ONE_IDIOMS or t.capital(at) or acts(t, at, inside=False):
        return False
    if (word[-1] == "s" and word[-2:] != "ss") or word.endswith(("ed", "ly", "ing")):
        return False
    return at == number.last or t.raw[number.last] == "-"


def _named(t: Tokens, number: Number) -> bool:
    """Say whether number words with a capital are a name: "the Big Five", "Seven Samurai"."""
    return t.capital(number.first) and (not t.opens(number.first) or t.capital(number.last))


_COUNTABLE = frozenset({"half", "once", "twice", "second", "first", "third", "quarter", "dozen"})
_BARE_MAGNITUDES = frozenset({"hundred", "thousand", "million", "billion"})


def _runs_on(t: Tokens, number: Number) -> bool:
    """Say whether number words stand beside others: "nineteen eighty-four", "several hundred"."""
    before, after = t.low[number.first - 1], t.low[number.last]
    if before in VAGUE or t.low[number.first] in _BARE_MAGNITUDES:
        return True
    if after == "-" and t.attached(number.last) and t.low[number.last + 1] in STARTERS:
        return True
    return any(word in STARTERS and word not in _COUNTABLE for word in (before, after))


_OLD_CUES = frozenset("in since until c ca circa year en im em".split())


def _year(t: Tokens, number: Number, noun: tuple[str, int] | None) -> bool:
    """Say whether a bare number reads as a year: 1500 to 2100 without a plural that it counts."""
    if number.marked or not _OLDEST <= number.value <= LAST_YEAR:
        return False
    before = t.low[number.first - 1]
    if number.value < FIRST_YEAR:
        return noun is None and before in _OLD_CUES
    plain = (
        noun is not None
        and noun[1] == number.last + 1
        and t.raw[noun[1] - 1].islower()
        and is_plural(t.low[noun[1] - 1])
    )
    return not plain or before in YEAR_CUES


_SHORT_LABELS = frozenset({"no", "nr", "fig", "sec", "p", "pp", "vol", "ch", "art"})
_PLACES = frozenset({"in", "at", "on", "en", "em", "à", "au"})


_SPANS = frozenset({"x", "×", "by", "to", "bis", "à", "–"})


def _label(t: Tokens, number: Number, noun: tuple[str, int] | None) -> bool:
    """Say whether a number is the name of something: "Rule 4", "Boeing 747", "No. 5"."""
    dotted = t.raw[number.first - 1] == "." and t.attached(number.first - 1)
    at = number.first - 1 - dotted
    if at < 0 or not t.near(number.first):
        return False
    if t.low[at] in LABELS:
        return not dotted or t.low[at] in _SHORT_LABELS
    if (
        dotted
        or (
            number.marked and (number.step >= 1 or "," in t.raw[number.first])
        )  # "Windows 8.1" is a name, too
        or not t.letters(at)
        or t.raw[at].islower()
        or "en" in FUNCTION_WORDS.get(t.low[at], ())
        or (t.opens(at) and t.low[at] in INSTRUCTIONS)
    ):
        return False
    if t.low[number.last] in _SPANS and t.digits(number.last + 1) and t.letters(number.last + 2):
        return False  # "Kids 3 to 12 years", "Mattress 140 x 200 cm"
    plural = noun is not None and is_plural(t.low[noun[1] - 1])
    if t.opens(at):
        return not plural and not t.low[at].endswith("ly")
    return not (plural and t.low[at - 1] in _PLACES)


def _row_of_numbers(t: Tokens, number: Number) -> bool:
    """Say whether bare numbers stand side by side, as in a phone number."""
    first, last = number.first, number.last
    if number.marked and t.raw[first] != "+":
        return False
    before = t.digits(first - 1) and t.near(first)
    after = t.digits(last) and t.near(last) and not (t.raw[last + 1] == "-" and t.letters(last + 2))
    return before or after or (t.raw[first] == "+" and t.raw[last] == "(")


def _doubtful(t: Tokens, number: Number) -> bool:
    """Say whether a dash that touches a bare number makes it half of something."""
    first, last = number.first, number.last
    before = t.attached(first) and t.raw[first - 1] in DASHES and t.attached(first - 1)
    return before or (t.attached(last) and t.raw[last] in DASHES and t.attached(last + 1))
