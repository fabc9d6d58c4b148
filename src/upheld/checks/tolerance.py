"""What a user lets a number be off, written as in the configuration: "2%", "1d", "5min", "0.5 kg"."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from typing import Any

from upheld._errors import ConfigurationError
from upheld.checks.relate import Tolerance
from upheld.checks.units import in_base

__all__ = ["KINDS", "PRESETS", "tolerances"]

_AMOUNT = re.compile(r"\s*(\d{1,15}(?:\.\d{1,15})?)\s*(%|[^\W\d_][^\n%]{0,30}|°[^\n%]{0,30})?\s*")
_SECONDS_A_DAY = 86400.0
_SECONDS_A_MINUTE = 60.0
# Short forms that are too short to be read in running text.
_SHORT = {"d": "day", "w": "week"}
_CALLED = {"clock": "time"}
_UNITLESS = frozenset({"number", "ordinal", "percent"})
# How an amount of a kind is written, where a share is not what is meant; most kinds have many units.
_WRITTEN = {
    "date": '"1d"',
    "clock": '"5min"',
    "length": '"5 cm"',
    "mass": '"0.5 kg"',
    "temperature": '"1 °C"',
}

KINDS = frozenset(
    "area clock concentration consumption current data data_rate date dose duration energy frequency length mass molarity money number "
    "ordinal percent power pressure speed temperature voltage volume".split()
)
"""Kinds that have a value, and so may be off."""

PRESETS: Mapping[str, frozenset[str]] = {
    "medical": frozenset(
        {"mass", "volume", "dose", "duration", "number", "percent", "concentration", "molarity"}
    )
}
"""Domain -> kinds in which not even rounding passes."""


def tolerances(given: Mapping[str, str] | None, domain: str | None = None) -> Tolerance:
    """Read the tolerances of a configuration.

    Args:
        given: kind -> amount: a share ("2%"), or an amount with a unit of the kind ("1d" for ``date``, "5min" for
            ``time``, "0.5 kg" for ``mass``). A bare number is for the kinds without units (``number``, ``ordinal``,
            ``percent``). Nothing ("0%") makes a kind exact: not even rounding passes.
        domain: one with a preset makes some kinds exact; what is given wins.

    Raises:
        ConfigurationError: it is no mapping, a kind is unknown, an amount cannot be read, lacks its unit, or has one of
            another kind.
    """
    told: Any = given
    if told is not None and not isinstance(told, Mapping):
        msg = f'tolerance must be a mapping of kinds, such as {{"money": "5%", "date": "1d"}}: {told!r:.80}'
        raise ConfigurationError(msg)
    relative: dict[str, float] = {}
    absolute: dict[str, float] = {}
    exact = set(PRESETS.get(domain or "", frozenset()))
    for key, text in (given or {}).items():
        kind = _kind(key)
        value, unit = _amount(kind, text)
        if value == 0:
            exact.add(kind)
            continue
        exact.discard(kind)
        if unit == "%":
            relative[kind] = value / 100
        else:
            absolute[kind] = _absolute(kind, value, unit)
    return Tolerance(relative, absolute, frozenset(exact))


def _kind(key: object) -> str:
    key = str(key)
    kind = "clock" if key == "time" else key
    if kind in KINDS:
        return kind
    known = sorted(_CALLED.get(known, known) for known in KINDS)
    close = difflib.get_close_matches(key, known, n=1)
    hint = f"; did you mean {close[0]!r}?" if close else ""
    msg = f"tolerance of {key!r}: no such kind{hint} (known: {', '.join(known)})"
    raise ConfigurationError(msg)


def _amount(kind: str, text: str) -> tuple[float, str]:
    match = _AMOUNT.fullmatch(str(text))
    if match is None:
        called = _CALLED.get(kind, kind)
        msg = f'tolerance of {called}: {text!r} is no amount; write a share ("2%") or an amount with a unit ("1d", "5min")'
        raise ConfigurationError(msg)
    return float(match.group(1)), (match.group(2) or "").strip()


def _absolute(kind: str, value: float, unit: str) -> float:
    """Return an amount in the unit in which a kind is compared; of a scale with an offset, the step and not the reading."""
    if kind in _UNITLESS and not unit:
        return value
    if not unit or kind == "money":
        raise ConfigurationError(_without_unit(kind, value, unit))
    word = _SHORT.get(unit, unit)
    found, zero = in_base(value, word), in_base(0.0, word)
    wanted = "duration" if kind in {"date", "clock"} else kind
    if found is None or zero is None or found[0] != wanted:
        msg = f"tolerance of {_CALLED.get(kind, kind)}: {unit!r} is no unit of {wanted}"
        raise ConfigurationError(msg)
    return (found[1] - zero[1]) / {"date": _SECONDS_A_DAY, "clock": _SECONDS_A_MINUTE}.get(kind, 1.0)


def _without_unit(kind: str, value: float, unit: str) -> str:
    """Say how to write an amount that could mean two things; one of money has no unit to convert, so it is a share."""
    called, why = _CALLED.get(kind, kind), "is an amount" if unit else "has no unit"
    share = f'"{100 * value:g}%"' if value < 1 else '"5%"'
    example = f" such as {_WRITTEN[kind]}" if kind in _WRITTEN else ""
    amount = "" if kind == "money" else f" or an amount with its unit{example}"
    shown = f"{value:g} {unit}".strip()
    return f"tolerance of {called}: {shown!r} {why}; write a share such as {share}{amount}"
