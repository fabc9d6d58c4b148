"""Numbers as they stand in a text: value, place, and how exactly they are written."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from upheld.checks.digits import decode
from upheld.checks.number_tokens import Tokens
from upheld.checks.number_words import LONG_SCALE, MAGNITUDES, ORDINAL_SUFFIXES, VULGAR

__all__ = ["Form", "Number", "and_a_half", "in_digits", "magnitude", "magnitudes", "product"]

Form: TypeAlias = Literal["digits", "words", "fraction", "ordinal", "one", "article", "times"]

_SUPER = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_SUPERSCRIPTS = frozenset("⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_FRACTION_PARTS = frozenset({2, 3, 4, 5, 6, 8, 10, 12, 16, 32, 64, 100})
_MAX_EXPONENT = 300
_TIMES_TEN = frozenset({"×", "x", "*", "·"})
_GOES_ON = frozenset({*VULGAR, *"/⁄×x*·^-", "e", "and", "y", "et"})
_SLASHES = frozenset({"/", "⁄"})
_MINUS = frozenset({"-", "−"})
_BEFORE_SIGN = frozenset({"(", "[", "|", "=", "*", "<", ">", "~"})


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a text.

    Attributes:
        value: what it says.
        first: its first token.
        last: one past its last token.
        step: place of the last digit written: 1 for 330, 0.1 for 1.5, 100,000 for 1.5 million.
        form: how it is written; ``one`` and ``article`` are numbers only with something that is counted; ``times`` says
            itself what it counts (once, twice).
        marked: it has a thousands separator, a magnitude, a sign or a decimal: no year and no label.
        others: other values it can mean.
        scale: the magnitude in it: a million of 1.5 million.
    """

    value: float
    first: int
    last: int
    step: float = 1.0
    form: Form = "digits"
    marked: bool = False
    others: tuple[float, ...] = ()
    scale: float = 1.0

    def times(self, factor: float, last: int) -> Number:
        """Return the number multiplied by a magnitude that ends before token `last`."""
        others = tuple(product(v, factor) for v in self.others)
        return replace(
            self,
            value=product(self.value, factor),
            step=self.step * factor,
            last=last,
            marked=True,
            others=others,
            scale=self.scale * factor,
        )


def product(value: float, factor: float) -> float:
    """Multiply without the dust of binary fractions: 1.1 × 1,000,000 is 1,100,000."""
    exact = value * factor
    if abs(exact) > 1e300:  # noqa: PLR2004 - near the end of what a float holds
        return exact
    whole = round(exact)
    return float(whole) if abs(exact - whole) < 1e-9 * max(1.0, abs(exact)) else exact


def in_digits(t: Tokens, at: int) -> Number | None:
    """Read the number in digits that opens at a token, with sign, exponent, fraction and magnitude.

    Args:
        t: the tokens.
        at: index of a token of digits.
    """
    found = decode(t.raw[at], t)
    if found is None:
        return None
    number = Number(
        found.value, at, at + 1, found.step, "digits", found.grouped or found.step < 1, found.others
    )
    if t.low[at + 1] == "," and not number.marked:
        number = _split_group(t, number)
    if t.low[at + 1] in _GOES_ON or t.digits(at + 1) or t.raw[at] == "10":
        number = _fractional(t, _scientific(t, number))
    if (
        number.form == "digits"
        and t.attached(number.last)
        and t.low[number.last] in ORDINAL_SUFFIXES
        and found.step == 1
    ):
        return None if found.grouped else replace(number, last=number.last + 1, form="ordinal")
    return _signed(t, magnitudes(t, number))


def _split_group(t: Tokens, number: Number) -> Number:
    """Read "1, 300", a thousands separator that a tokenizer has parted from its digits; both readings are kept."""
    at = number.last
    tail = t.raw[at + 1]
    if len(tail) != 3 or not tail.isdigit() or len(t.raw[at - 1]) > 3 or t.gap(at + 1) != 1:  # noqa: PLR2004 - groups of three
        return number
    if t.low[at + 2] in {",", "and", "or", "&"} or t.low[at - 2] in {",", "and"}:
        return number
    value = number.value * 1000 + float(tail)
    return replace(number, value=value, last=at + 2, marked=True, others=(float(tail),))


def _signed(t: Tokens, number: Number) -> Number:
    """Take a sign that touches the number and nothing else."""
    mark = number.first - 1
    if not t.attached(number.first) or t.raw[mark] not in {"-", "−", "+"} or t.digits(mark - 1):
        return number
    if t.attached(mark) and t.raw[mark - 1] not in _BEFORE_SIGN:
        return number
    sign = -1.0 if t.raw[mark] in _MINUS else 1.0
    return replace(
        number,
        value=sign * number.value,
        first=mark,
        others=tuple(sign * v for v in number.others),
        marked=True,
    )


def _scientific(t: Tokens, number: Number) -> Number:
    """Read 1e6, 3.2×10^5 and 10⁶."""
    at, mark = number.last, t.low[number.last]
    mantissa, step = number.value, number.step
    if mark == "e" and t.attached(at):
        power = _power(t, at + 1)
    elif mark in _TIMES_TEN and t.raw[at + 1] == "10" and t.near(at):
        power = _raised(t, at + 2)
    elif t.raw[at - 1] == "10" and t.attached(at):
        power, mantissa, step = _raised(t, at), 1.0, 1.0
    else:
        return number
    if power is None:
        return number
    exponent, last = power
    factor = 10.0**exponent
    return replace(number, value=product(mantissa, factor), step=step * factor, last=last, marked=True)


def _raised(t: Tokens, at: int) -> tuple[int, int] | None:
    """Read an exponent after ^ or in superscript; return it and one past its last token."""
    if not t.attached(at):
        return None
    raised = t.raw[at]
    if raised == "^":
        return _power(t, at + 1)
    plain = raised.translate(_SUPER)
    if (
        not set(raised) <= _SUPERSCRIPTS
        or not plain.lstrip("-").isdigit()
        or len(plain) > len("-300")
        or plain.count("-") > 1
    ):
        return None
    return (int(plain), at + 1) if abs(int(plain)) <= _MAX_EXPONENT else None


def _power(t: Tokens, at: int) -> tuple[int, int] | None:
    """Read an exponent in digits that touches the token before it."""
    sign = 1
    if t.attached(at) and t.raw[at] in {"-", "−", "+"}:
        sign = 1 if t.raw[at] == "+" else -1
        at += 1
    if not t.attached(at) or not t.raw[at].isascii() or not t.raw[at].isdigit() or len(t.raw[at]) > 3:  # noqa: PLR2004
        return None
    exponent = sign * int(t.raw[at])
    return (exponent, at + 1) if abs(exponent) <= _MAX_EXPONENT else None


def _fractional(t: Tokens, number: Number) -> Number:
    """Read 1/2, 2 1/2, 2½ and "2 and a half"."""
    at = number.last
    if number.step != 1 or number.marked or not t.near(at):
        return number
    if t.raw[at] in VULGAR and t.gap(at) <= 1:
        return replace(number, value=number.value + VULGAR[t.raw[at]], last=at + 1, step=0.01, marked=True)
    part = _slashed(t, number.first) if t.raw[at] in _SLASHES else None
    if part is not None:
        return replace(number, value=part, last=at + 2, step=0.01, form="fraction", marked=True)
    if t.digits(at) and t.gap(at) == 1 and (part := _slashed(t, at)) is not None:
        return replace(number, value=number.value + part, last=at + 3, step=0.01, marked=True)
    return and_a_half(t, number)


def _slashed(t: Tokens, at: int) -> float | None:
    """Return a/b where the tokens at `at` are a true fraction: no date, no score."""
    over, under = t.raw[at], t.raw[at + 2]
    if t.raw[at + 1] not in _SLASHES or not (
        over.isdigit() and under.isdigit() and len(over + under) < len("10/100")
    ):
        return None
    if not _touching(t, at) or (t.attached(at + 3) and t.raw[at + 3] in {"/", "-", "."} and t.digits(at + 4)):
        return None
    a, b = int(over), int(under)
    return a / b if 0 < a < b and b in _FRACTION_PARTS and "0" not in {over[0], under[0]} else None


def _touching(t: Tokens, at: int) -> bool:
    """Say whether a, slash and b touch; "1 / 3 of" may stand apart."""
    return (t.attached(at + 1) and t.attached(at + 2)) or (
        t.gap(at + 1) == 1 == t.gap(at + 2) and t.low[at + 3] == "of"
    )


_AND_HALF: dict[str, dict[tuple[str, ...], float]] = {
    "and": {("and", "a", "half"): 0.5, ("and", "one", "half"): 0.5, ("and", "a", "quarter"): 0.25},
    "y": {("y", "medio"): 0.5, ("y", "media"): 0.5},
    "et": {("et", "demi"): 0.5, ("et", "demie"): 0.5},
    "e": {("e", "meio"): 0.5, ("e", "meia"): 0.5},
}


def and_a_half(t: Tokens, number: Number) -> Number:
    """Add the half of "two and a half" and "two-and-a-half"; the number as it is where none follows."""
    at = number.last
    hyphens = t.low[at] == "-"
    step = 2 if hyphens else 1
    for phrase, more in _AND_HALF.get(t.low[at + hyphens], {}).items():
        last = at + step * len(phrase)
        if tuple(t.low[at + hyphens : last : step]) == phrase:
            place = 0.1 if more == 0.5 else 0.01  # noqa: PLR2004
            return replace(number, value=number.value + more, last=last, step=place, marked=True)
    return number


def magnitudes(t: Tokens, number: Number) -> Number:
    """Multiply by the words that follow a number: million, Mio., lakh, mil millones.

    Args:
        t: the tokens.
        number: what stands before them.
    """
    while (t.low[at := number.last] in _MAGNIFIERS) and t.near(at):
        skip = t.raw[at] == "-" and t.attached(at) and t.attached(at + 1)
        factor = magnitude(t, at + skip)
        if factor is None:
            break
        last = at + skip + 1
        if t.low[last - 1] in _SHORTENED and t.raw[last] == "." and t.attached(last) and last + 1 < t.n:
            last += 1
        number = number.times(factor, last)
    return number


_MAGNIFIERS = frozenset({*MAGNITUDES, "hundred", "-"})
_SHORTENED = frozenset({"mio", "mrd", "mill", "md", "bn", "mn"})
_NO_MAGNITUDES = frozenset({"thousands", "dozens"})
_CASED = frozenset({"tn", "md", "mds", "mn"})
_CASES = frozenset({"tn", "mn", "md", "Md", "Mds"})


def magnitude(t: Tokens, at: int) -> float | None:
    """Return what a word multiplies by; None for other words.

    Args:
        t: the tokens.
        at: index of the word.
    """
    word = t.low[at]
    if word == "hundred":
        return 100.0
    if word not in MAGNITUDES or word in _NO_MAGNITUDES or (word == "mille" and t.language != "fr"):
        return None
    if word in LONG_SCALE and t.language in {"fr", "de", "es"}:
        return LONG_SCALE[word]
    return None if word in _CASED and t.raw[at] not in _CASES else MAGNITUDES[word]
