"""Fit the numbers of the judge ``lexical``: logistic regression on closeness, on the rows with ``part`` = ``fit``.

    python -m training.fit_lexical --data DIR

Every set gets even odds, and the weight of the root of its size, so that no set rules and 0.5 is the decision at even
odds. Prints what stands in src/upheld/judges/lexical.py. Needs numpy.
"""

from __future__ import annotations

import argparse
from dataclasses import fields
from pathlib import Path

import numpy as np

from training.data import rows
from training.logistic import Floats, even, fit
from upheld.judges.lexical import measure
from upheld.text.closeness import Closeness
from upheld.text.select import ContextIndex


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


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    options = parser.parse_args()
    paths = sorted(options.data.glob("*.jsonl.gz"))
    sets = {path.name.split(".")[0]: features(path) for path in paths}
    sets = {name: (x, y) for name, (x, y) in sets.items() if len(y)}
    weight = [even(y, float(np.sqrt(len(y)))) for _, y in sets.values()]
    raw, bias = fit(
        np.vstack([x for x, _ in sets.values()]),
        np.concatenate([y for _, y in sets.values()]),
        np.concatenate(weight),
    )
    print(f"rows: {', '.join(f'{name} {len(y)}' for name, (_, y) in sets.items())}")
    for field, value in zip(fields(Closeness), raw, strict=True):
        print(f'    "{field.name}": {value:.3f},')
    print(f"BIAS = {bias:.3f}")


if __name__ == "__main__":
    main()
