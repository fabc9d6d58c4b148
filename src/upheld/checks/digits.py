"""Numbers in digits: thousands separators and decimal marks of several languages."""

from __future__ import annotations

import re
from dataclasses import dataclass

from upheld.checks.number_tokens import Tokens

__all__ = ["Decoded", "decode", "rough_step"]

_MAX_DIGITS = 30  # longer runs are no quantities
_GROUP = 3
_EXACT = 1e15  # beyond that a float holds no units
_COMMA_DECIMAL = frozenset("es de fr pt it nl ru pl".split())
_INDIAN = re.compile(r"[0-9]{1,2}(?:,[0-9]{2})+,[0-9]{3}(?:\.[0-9]+)?")
_SPACE = re.compile("[ \u00a0\u202f\u2009]")


@dataclass(frozen=True, slots=True)
class Decoded:
    """A number in digits.

    Attributes:
        value: what it says.
        step: place of its last digit.
        grouped: it has thousands separators.
        others: other values it can mean.
    """

    value: float
    step: float
    grouped: bool = False
    others: tuple[float, ...] = ()


def decode(raw: str, t: Tokens) -> Decoded | None:
    """Read one number in digits.

    Args:
        raw: such as ``1,200.5``, ``1.200,5``, ``1 200`` or ``2,50,000``.
        t: the text it stands in: its language decides how 1.200 and 1,200 read. Where that is unsure, both readings
            are kept.

    Returns:
        The number; None for what is a version, an address, a list or a code.
    """
    if len(raw) > _MAX_DIGITS:
        return None
    if raw.isdigit():
        return None if raw[0] == "0" and len(raw) > 1 else Decoded(float(raw), 1.0)
    points, commas = raw.count("."), raw.count(",")
    if _SPACE.search(raw):
        return _spaced(raw, t)
    if "'" in raw or "’" in raw:
        body, _, decimals = raw.replace("’", "'").partition(".")
        return (
            None
            if commas or "." in decimals or "'" in decimals
            else _plain(body.replace("'", ""), decimals, grouped=True)
        )
    if points and commas:
        return _mixed(raw)
    mark = "." if points else ","
    return _many(raw, mark) if points + commas > 1 else _single(raw, mark, t)


def _plain(whole: str, decimals: str, *, grouped: bool = False) -> Decoded:
    return Decoded(float(f"{whole or 0}.{decimals or 0}"), 10.0 ** -len(decimals), grouped)


def _spaced(raw: str, t: Tokens) -> Decoded | None:
    """Read 1 200. In English an ordinary space may also part two numbers, as in "2 500 mg tablets"."""
    mark = "," if "," in raw else "."
    body, _, decimals = raw.partition(mark)
    if body[0] == "0":
        return None
    found = _plain(_SPACE.sub("", body), decimals, grouped=True)
    if " " in body and t.language not in _COMMA_DECIMAL:
        tail = _plain(body.rpartition(" ")[2], decimals)
        return Decoded(found.value, found.step, grouped=True, others=(tail.value,))
    return found


def _mixed(raw: str) -> Decoded | None:
    """Read 1,200.5 and 1.200,5: the last mark is the decimal one."""
    mark = raw[max(raw.rfind("."), raw.rfind(","))]
    whole, _, decimals = raw.rpartition(mark)
    other = "," if mark == "." else "."
    if mark in whole or not (_thousands(whole, other) or (mark == "." and _INDIAN.fullmatch(raw))):
        return None
    return _plain(whole.replace(other, ""), decimals, grouped=True)


def _thousands(raw: str, mark: str) -> bool:
    head, *groups = raw.split(mark)
    return 1 <= len(head) <= _GROUP and head[0] != "0" and all(len(g) == _GROUP for g in groups)


def _many(raw: str, mark: str) -> Decoded | None:
    """Read 1.200.000; an address such as 192.168.100.200 or a version is None."""
    groups = raw.split(mark)
    address = mark == "." and len(groups) == 4 and all(int(g) < 256 and g == str(int(g)) for g in groups)  # noqa: PLR2004 - IPv4
    if (_thousands(raw, mark) and not address) or (mark == "," and _INDIAN.fullmatch(raw)):
        return _plain(raw.replace(mark, ""), "", grouped=True)
    return None


def _single(raw: str, mark: str, t: Tokens) -> Decoded | None:
    """Read 1.5, 1,5 and what can be either: 1.200 and 1,200."""
    whole, _, decimals = raw.partition(mark)
    if len(whole) > 1 and whole[0] == "0":
        return None
    point = _plain(whole, decimals)
    if not (len(decimals) == _GROUP and _thousands(raw, mark)):
        return None if mark == "," and len(whole) > _GROUP else point  # "2010,2011" is a list
    group = _plain(whole + decimals, "", grouped=True)
    language = t.language
    if mark == "," and language == "en":
        return group
    first, second = (group, point) if (language in _COMMA_DECIMAL) == (mark == ".") else (point, group)
    return Decoded(first.value, first.step, first.grouped, (second.value,))


def rough_step(value: float, step: float) -> float:
    """Return the place of the last digit that is not zero: 100 for 1,500.

    Args:
        value: the number.
        step: place of its last digit.
    """
    if not step or not abs(value / step) < _EXACT:
        return step
    digits = round(abs(value) / step)
    while digits and digits % 10 == 0:
        digits //= 10
        step *= 10
    return step
