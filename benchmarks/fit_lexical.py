"""Fit the numbers of the judge ``lexical``: logistic regression on closeness, on the rows with ``part`` = ``fit``.

    python benchmarks/fit_lexical.py --data DIR

Every set gets even odds, and the weight of the root of its size, so that no set rules and 0.5 is the decision at even
odds. Prints what stands in src/upheld/judges/lexical.py. Needs numpy.
"""

from __future__ import annotations

import argparse
from dataclasses import fields
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from _common import datasets, machine, rows
from upheld.judges.lexical import measure
from upheld.text.closeness import Closeness
from upheld.text.select import ContextIndex

Floats = NDArray[np.float64]

RIDGE = 5.0  # on standardised features
STEPS = 50


def features(path: Path) -> tuple[Floats, Floats]:
    """Return closeness and labels of the ``fit`` rows of one set; whole answers are left out."""
    x: list[tuple[float, ...]] = []
    y: list[float] = []
    for row in rows(path):
        if row["part"] != "fit" or row["unit"] == "answer":
            continue
        index = ContextIndex(row["contexts"])
        units = [index.units[at] for at in index.premise(row["response"]).units]
        x.append(measure(row["response"], units, index).values())
        y.append(float(row["label"] == "supported"))
    return np.array(x), np.array(y)


def fit(x: Floats, y: Floats, weight: Floats) -> tuple[Floats, float]:
    """Return weights and bias of a ridge logistic regression by Newton's method, in the units of the features."""
    weight = weight / weight.sum() * len(y)
    mean = np.average(x, axis=0, weights=weight)
    spread = np.sqrt(np.average((x - mean) ** 2, axis=0, weights=weight)) + 1e-9
    z = np.c_[(x - mean) / spread, np.ones(len(x))]
    ridge = np.diag([RIDGE] * x.shape[1] + [1e-9])
    beta = np.zeros(z.shape[1])
    for _ in range(STEPS):
        p = 1 / (1 + np.exp(-z @ beta))
        gradient = z.T @ (weight * (p - y)) + ridge @ beta
        beta -= np.linalg.solve((z * (weight * p * (1 - p))[:, None]).T @ z + ridge, gradient)
    raw = beta[:-1] / spread
    return raw, float(beta[-1] - (raw * mean).sum())


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    options = parser.parse_args()
    sets = {path.name.split(".")[0]: features(path) for path in datasets(options.data)}
    sets = {name: (x, y) for name, (x, y) in sets.items() if len(y)}
    weight = [
        np.where(y == 1, 0.5 / y.sum(), 0.5 / (1 - y).sum()) * np.sqrt(len(y)) for _, y in sets.values()
    ]
    raw, bias = fit(
        np.vstack([x for x, _ in sets.values()]),
        np.concatenate([y for _, y in sets.values()]),
        np.concatenate(weight),
    )
    print(f"{machine()}; rows: {', '.join(f'{name} {len(y)}' for name, (_, y) in sets.items())}")
    for field, value in zip(fields(Closeness), raw, strict=True):
        print(f'    "{field.name}": {value:.3f},')
    print(f"BIAS = {bias:.3f}")


if __name__ == "__main__":
    main()
