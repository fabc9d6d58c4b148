"""Ridge logistic regression with weights, by Newton's method."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["Floats", "even", "fit", "log_odds"]

Floats = NDArray[np.float64]

RIDGE = 5.0  # on standardised features
STEPS = 50


def even(y: Floats, total: float) -> Floats:
    """Return weights that give both classes of one set even odds, and the set a weight of `total`."""
    return total * np.where(y == 1, 0.5 / max(1.0, y.sum()), 0.5 / max(1.0, (1 - y).sum()))


def fit(x: Floats, y: Floats, weight: Floats, ridge: float = RIDGE) -> tuple[Floats, float]:
    """Return weights and bias in the units of the features.

    Args:
        x: features [n, k].
        y: labels [n], 0 or 1.
        weight: of each row [n]; scaled to a mean of one.
        ridge: penalty on the weights of standardised features.
    """
    weight = weight / weight.sum() * len(y)
    mean = np.average(x, axis=0, weights=weight)
    spread = np.sqrt(np.average((x - mean) ** 2, axis=0, weights=weight)) + 1e-9
    z = np.c_[(x - mean) / spread, np.ones(len(x))]
    penalty = np.diag([ridge] * x.shape[1] + [1e-9])
    beta = np.zeros(z.shape[1])
    for _ in range(STEPS):
        p = 1 / (1 + np.exp(-z @ beta))
        gradient = z.T @ (weight * (p - y)) + penalty @ beta
        beta -= np.linalg.solve((z * (weight * p * (1 - p))[:, None]).T @ z + penalty, gradient)
    raw = beta[:-1] / spread
    return raw, float(beta[-1] - (raw * mean).sum())


def log_odds(x: Floats, weights: Sequence[float] | Floats, bias: float) -> Floats:
    """Return the log-odds of each row."""
    return np.asarray(x @ np.asarray(weights) + bias, dtype=np.float64)
