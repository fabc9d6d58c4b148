"""Parts of a whole, ranks and how often: "a third of", "one in five", "the 3rd floor", "twice"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from upheld.checks.cues import IDIOMS_OF_FIRST, is_month
from upheld.checks.items import Item
from upheld.checks.measures import Measure, measured, paid
from upheld.checks.nouns import noun_at
from upheld.checks.number_phrases import number_at
from upheld.checks.number_tokens import DASHES, Tokens
from upheld.checks.number_words import DENOMINATORS
from upheld.checks.numbers import Number
from upheld.checks.units import unit_at
from upheld.text.lexicon import STOPWORDS

__all__ = ["how_often", "parts_of", "ranked", "share"]

_OF = frozenset("of de des du der dos das do da".split())
_WHOLES = frozenset("the its their his her our all these those your my".split())
_ABOUT = frozenset(
    "by than about nearly almost over under around approximately roughly least most only just".split()
)
_WHICH_HALF = frozenset(
    "first second other latter last that this top bottom better front back third fourth in".split()
)
_RUNNING = frozenset("last past next first previous consecutive these those the".split())
_COMPARED = frozenset("less more fewer higher lower cheaper".split())
_ODDS = frozenset({(2, 3), (3, 4), (2, 5), (3, 5), (4, 5), (9, 10), (7, 10), (8, 10), (6, 10), (3, 10)})
_OUT_OF = frozenset({3, 4, 5, 10, 100})
_LONGEST_ODDS = 1000
_PART_OF = re.compile(r" (?:of|von|de|des|der|dos|das) (?:(?:the|den|les|los|las|os|as) )?")
_COUNT = re.compile(r"\d{1,9}(?![.,]?\d)")


def share(t: Tokens, number: Number) -> Measure | None:
    """Read a part of a whole as a percentage; None where the number is none.

    Args:
        t: the tokens.
        number: the number, a fraction or not.
    """
    if number.form == "fraction" and _is_part(t, number) and not _unit_of_part(t, number.last):
        return Measure(
            replace(number, value=number.value * 100, step=1.0), "percent", "%", number.first, number.last
        )
    return _odds(t, number)


def parts_of(text: str, items: Sequence[Item]) -> list[Item]:
    """Return items in which a number that is part of an amount has its unit: 335 days of "335 of the 365 days".

    Args:
        text: the text they stand in.
        items: quantities of it, in order.
    """
    found = list(items)
    for n, (part, whole) in enumerate(pairwise(items)):
        bare = part.kind == "number" and not part.unit and whole.kind not in {"number", "percent", "ordinal"}
        count = _COUNT.match(whole.text) if bare and _PART_OF.fullmatch(text, part.end, whole.start) else None
        if count and part.low is not None and part.high is not None and whole.low and float(count[0]):
            scale = whole.low / float(count[0])
            low, high, slack = part.low * scale, part.high * scale, part.slack * scale
            found[n] = replace(part, kind=whole.kind, unit=whole.unit, low=low, high=high, slack=slack)
    return found


def _unit_of_part(t: Tokens, at: int) -> bool:
    """Say whether a unit follows: "a quarter of an hour", "¾ of a mile"."""
    at += t.low[at] == "of"
    return t.low[at] in {"a", "an", "one"} and unit_at(t, at + 1) is not None


def _is_part(t: Tokens, number: Number) -> bool:
    """Say whether a fraction is of a whole."""
    at, word, before = number.last, t.low[number.last], t.low[number.first - 1]
    name = t.low[at - 1]
    if name in {"quarter", "quarters"} and (before in _RUNNING or t.digits(at + 1)):
        return False
    if word in _OF:
        return t.near(at) and not (name == "half" and before in _WHICH_HALF)
    if number.last - number.first == 1 and name == "half":
        named = word in _WHOLES or (before in _ABOUT and word not in {"-", "past", "a", "an"})
        return named and before not in _WHICH_HALF
    if t.low[number.first] in {"a", "an"}:
        return word in _COMPARED or (before in _ABOUT and not t.letters(at))
    return name in DENOMINATORS and name != "quarters" and unit_at(t, at + (t.raw[at] == "-")) is None


def _odds(t: Tokens, number: Number) -> Measure | None:
    """Read "one in five" and "3 out of 4"."""
    at = number.last
    far = t.low[at] == "out" and t.low[at + 1] == "of"
    if not (far or t.low[at] == "in") or number.form not in {"one", "words", "digits"} or number.marked:
        return None
    whole = number_at(t, at + 1 + far)
    if whole is None or whole.step != 1 or whole.form not in {"words", "digits"} or whole.marked:
        return None
    a, b = int(number.value), int(whole.value)
    likely = (a == 1 and 1 < b <= _LONGEST_ODDS) or ((a, b) in _ODDS and whole.form == number.form)
    if not (likely or (far and 0 < a < b and b in _OUT_OF)) or t.low[whole.last] in {"star", "stars"}:
        return None
    if measured(t, whole) or paid(t, whole):
        return None
    return Measure(replace(number, value=100 * a / b, step=1.0), "percent", "%", number.first, whole.last)


_PLACED = frozenset("finished placed ranked ranks came finishing finish ranking place placing rank".split())
_PARTS_OF_TIME = frozenset({"half", "quarter"})
_NO_RANK = frozenset({"a", "per", "each", "split", "every", "one"})


def ranked(t: Tokens, number: Number) -> Measure | None:
    """Read an ordinal with what it ranks; None for days of a month and idioms.

    Args:
        t: the tokens.
        number: the ordinal.
    """
    at, before = number.last, t.low[number.first - 1]
    if is_month(t, number.first - 1) or is_month(t, at + (t.low[at] in {"of", "de"})):
        return None
    if t.low[at] not in _PARTS_OF_TIME and _numbered(t, at):
        return None
    if t.attached(number.first) and t.raw[number.first - 1] in {*DASHES, "/"}:
        return None
    digits = t.digits(number.first)
    if (
        number.value == 2  # noqa: PLR2004 - "second" is also a span of time
        and not digits
        and (number.first == 0 or before in _NO_RANK or t.digits(number.first - 1) or t.low[at] in STOPWORDS)
    ):
        return None
    if not t.near(at) or not t.letters(at):
        return Measure(number, "ordinal", "", number.first, at) if before in _PLACED else None
    if t.low[at] in IDIOMS_OF_FIRST or before == "at":
        return None
    noun = (t.low[at], at + 1) if t.low[at] in _PARTS_OF_TIME else noun_at(t, at, plural=False)
    return Measure(number, "ordinal", noun[0], number.first, at, noun_end=noun[1]) if noun else None


def _numbered(t: Tokens, at: int) -> bool:
    """Say whether a number follows, as in "the first two weeks"."""
    found = number_at(t, at) if t.near(at) else None
    return found is not None and found.form != "article"


_OFTEN = frozenset({"a", "an", "per", "every", "each", "daily", "weekly", "monthly", "yearly", "annually"})


def how_often(t: Tokens, number: Number) -> Measure | None:
    """Read "twice", and "once" where it is not "as soon as".

    Args:
        t: the tokens.
        number: a number of the form ``times``.
    """
    if (
        number.value == 1
        and t.low[number.last] not in _OFTEN
        and t.low[number.first - 1] not in {"only", "just", "least", "than", "exactly"}
    ):
        return None
    return Measure(number, "number", "times", number.first, number.last)
