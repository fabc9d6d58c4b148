"""What a user lets a number be off, written as in the configuration: "2%", "1d", "5min", "0.5 kg"."""

from __future__ import annotations

import re
from collections.abc import Mapping

from upheld._errors import ConfigurationError
from upheld.checks.relate import Tolerance
from upheld.checks.units import in_base

__all__ = ["PRESETS", "tolerances"]

_AMOUNT = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(%|[^\W\d_]*)\s*")
_SECONDS_A_DAY = 86400.0
_SECONDS_A_MINUTE = 60.0

PRESETS: Mapping[str, frozenset[str]] = {"medical": frozenset({"mass", "volume", "dose", "duration", "number", "percent"})}
"""Domain -> kinds in which not even rounding passes."""


def tolerances(given: Mapping[str, str] | None, domain: str | None = None) -> Tolerance:
    """Read the tolerances of a configuration.

    Args:
        given: kind -> amount: a share ("2%"), or an amount with a unit of the kind ("1d" for ``date``, "5min" for
            ``time``, "0.5 kg" for ``mass``); a bare number is in the base unit.
        domain: one with a preset makes some kinds exact; what is given wins.

    Raises:
        ConfigurationError: an amount cannot be read, or its unit is not one of the kind.
    """
    relative: dict[str, float] = {}
    absolute: dict[str, float] = {}
    for kind, text in (given or {}).items():
        match = _AMOUNT.fullmatch(str(text))
        if match is None:
            msg = f'tolerance of {kind}: {text!r} is no amount; write a share ("2%") or an amount with a unit ("1d", "5min")'
            raise ConfigurationError(msg)
        name = "clock" if kind == "time" else kind
        value, unit = float(match.group(1)), match.group(2)
        if unit == "%":
            relative[name] = value / 100
        else:
            absolute[name] = _absolute(name, value, unit) if unit else value
    exact = PRESETS.get(domain or "", frozenset()) - relative.keys() - absolute.keys()
    return Tolerance(relative, absolute, exact)


def _absolute(kind: str, value: float, unit: str) -> float:
    found = in_base(value, unit)
    wanted = "duration" if kind in {"date", "clock"} else kind
    if found is None or found[0] != wanted:
        msg = f"tolerance of {kind}: {unit!r} is no unit of {wanted}"
        raise ConfigurationError(msg)
    return found[1] / {"date": _SECONDS_A_DAY, "clock": _SECONDS_A_MINUTE}.get(kind, 1.0)
