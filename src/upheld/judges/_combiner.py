"""Joins the model, closeness and the checks into calibrated probabilities: two logistic regressions from a JSON file."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from upheld._errors import ConfigurationError
from upheld._types import Inference
from upheld.judges._features import FEATURES

__all__ = ["Combiner", "load_combiner"]


@dataclass(frozen=True, slots=True)
class _Logistic:
    weights: tuple[float, ...]
    bias: float

    def log_odds(self, values: Sequence[float]) -> float:
        return self.bias + sum(w * v for w, v in zip(self.weights, values, strict=True))


@dataclass(frozen=True, slots=True)
class Combiner:
    """Calibrated at even odds of supported and not supported.

    Attributes:
        supported: of P(supported).
        contradicted: of P(contradicted), given that it is not supported.
        thresholds: operating point -> how strictly the judge reads -> least P(supported) of a supported claim.
        surely_contradicted: least P(contradicted | not supported) of a contradicted claim.
    """

    supported: _Logistic
    contradicted: _Logistic
    thresholds: dict[str, dict[str, float]]
    surely_contradicted: float

    def probabilities(self, values: Sequence[float], prior: float = 0.5) -> tuple[float, float]:
        """Return P(supported) and P(contradicted).

        Args:
            values: in the order of `FEATURES`.
            prior: share of claims that are supported where the judge is used.
        """
        p = _sigmoid(self.supported.log_odds(values) + math.log(prior / (1 - prior)))
        return p, (1 - p) * _sigmoid(self.contradicted.log_odds(values))


def load_combiner(path: Path) -> Combiner:
    """Read a combiner.

    Raises:
        ConfigurationError: the file is missing, broken, or made for other features.
    """
    try:
        data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        if tuple(data["features"]) != FEATURES:
            msg = "it was fitted on other features"
            raise ValueError(msg)  # noqa: TRY301 - one message for all that can be wrong
        thresholds = data["thresholds"]
        complete = all(set(point) == set(get_args(Inference)) for point in thresholds.values())
        if not complete or "balanced" not in thresholds:
            msg = "its thresholds are not complete"
            raise ValueError(msg)  # noqa: TRY301 - as above
        return Combiner(
            _logistic(data["supported"]),
            _logistic(data["contradicted"]),
            thresholds,
            float(data["surely_contradicted"]),
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        msg = f"the embedded judge cannot use its file {str(path)!r} ({error}): install upheld again, or write it with training/calibrate.py"
        raise ConfigurationError(msg) from error


def _logistic(data: dict[str, Any]) -> _Logistic:
    return _Logistic(tuple(float(data["weights"][name]) for name in FEATURES), float(data["bias"]))


def _sigmoid(x: float) -> float:
    return 1 / (1 + math.exp(-x)) if x >= 0 else 1 - 1 / (1 + math.exp(x))
