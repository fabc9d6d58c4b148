"""Measure a judge on human-labelled claims: balanced accuracy at one fixed threshold, AUC, calibration.

    python benchmarks/accuracy.py --data DIR --judge lexical

Rows of the unit ``answer`` go through the whole pipeline: the answer's probability is that of its weakest claim. Rows
of the units ``claim`` and ``sentence`` are judged as they stand. "Not supported" is the positive class of nothing:
balanced accuracy is the mean of the true rates of both classes. Needs numpy.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from _common import datasets, machine, rows, table
from upheld import Sample
from upheld._types import Chunk, Result
from upheld.decompose.rules import RuleDecomposer
from upheld.judges import resolve_judge
from upheld.metrics.faithfulness import Scoring
from upheld.pipeline import Pipeline

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

RESAMPLES = 1000
SEED = 12345
BINS = 10


def balanced_accuracy(p: Floats, y: Bools, threshold: float) -> float:
    """Return the mean of the shares of supported and of other rows on their side of the threshold."""
    said = p >= threshold
    return float((said[y].mean() + (~said[~y]).mean()) / 2)


def interval(p: Floats, y: Bools, threshold: float) -> tuple[float, float]:
    """Return the 95 % bootstrap interval of balanced accuracy, each class resampled on its own."""
    rng = np.random.default_rng(SEED)
    right_yes, right_no = (p >= threshold)[y], (p < threshold)[~y]
    draws = [
        (rng.choice(right_yes, right_yes.size).mean() + rng.choice(right_no, right_no.size).mean()) / 2
        for _ in range(RESAMPLES)
    ]
    low, high = np.quantile(draws, [0.025, 0.975])
    return float(low), float(high)


def auc(p: Floats, y: Bools) -> float:
    """Return the chance that a supported row scores above another one (Mann-Whitney), ties counting half."""
    _, place, count = np.unique(p, return_inverse=True, return_counts=True)
    rank = (np.cumsum(count) - (count - 1) / 2)[place]
    yes, no = int(y.sum()), int((~y).sum())
    return float((rank[y].sum() - yes * (yes + 1) / 2) / (yes * no))


def calibration_error(p: Floats, y: Bools) -> float:
    """Return the expected calibration error at even odds: each class weighs half, ten bins of equal width."""
    weight = np.where(y, 0.5 / y.sum(), 0.5 / (~y).sum())
    bin_of = np.minimum((p * BINS).astype(int), BINS - 1)
    return float(sum(abs((weight * (p - y))[bin_of == b].sum()) for b in range(BINS)))


def probability(result: Result) -> float:
    """Return P(supported) of the weakest claim; 1 where there is nothing to check, 0 for an error."""
    found = [claim.verdict for claim in result.claims if claim.verdict is not None]
    return min(
        (v.probability if v.probability is not None else float(v.label == "supported") for v in found),
        default=1.0,
    )


def samples(records: Iterable[dict[str, Any]]) -> Iterator[Sample]:
    """Turn labelled rows into samples; short units are given claims."""
    for row in records:
        chunks = tuple(Chunk(text) for text in row["contexts"])
        given = None if row["unit"] == "answer" else (row["response"],)
        yield Sample(row["response"], chunks, row["question"], id=row["id"], claims=given)


def measure(pipeline: Pipeline, records: list[dict[str, Any]]) -> tuple[Floats, Bools, int]:
    """Return probabilities, labels, and the number of rows without any verdict."""
    results = list(pipeline.run(samples(records)))
    p = np.array([probability(result) for result in results])
    y = np.array([row["label"] == "supported" for row in records])
    return p, y, sum(result.status == "failed" for result in results)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True, help="folder of *.jsonl.gz with human labels")
    parser.add_argument("--judge", default="lexical")
    parser.add_argument("--threshold", type=float, default=0.5)
    parser.add_argument(
        "--part",
        default="card,measure",
        help="parts of the sets, by commas; 'fit' chose the numbers of the judge",
    )
    parser.add_argument("--checks", choices=("off", "explain", "veto"), default="veto")
    parser.add_argument("--limit", type=int, help="rows per set")
    options = parser.parse_args()
    parts = set(options.part.split(","))
    pipeline = Pipeline(resolve_judge(options.judge), RuleDecomposer(), Scoring(), checks=options.checks)
    body: list[list[object]] = []
    started, count = time.perf_counter(), 0
    for path in datasets(options.data):
        records = [row for row in rows(path) if row["part"] in parts][: options.limit]
        if len({row["label"] == "supported" for row in records}) < 2:
            continue
        p, y, failed = measure(pipeline, records)
        count += len(records)
        low, high = interval(p, y, options.threshold)
        body.append([
            path.name.split(".")[0], len(y), f"{100 * y.mean():.0f} %",
            f"{100 * balanced_accuracy(p, y, options.threshold):.1f}", f"{100 * low:.1f}–{100 * high:.1f}",
            f"{100 * auc(p, y):.1f}", f"{calibration_error(p, y):.3f}",
            f"{100 * (p >= options.threshold)[y].mean():.0f} %", f"{100 * (p >= options.threshold)[~y].mean():.0f} %", failed,
        ])  # fmt: skip
    seconds = time.perf_counter() - started
    print(
        f"judge {pipeline.judge.signature}, checks {options.checks}, threshold {options.threshold} for all sets, parts {options.part}; {machine()}"
    )
    header = ["set", "n", "supported", "bal. acc.", "95 %", "AUC", "ECE", "TPR", "FPR", "failed"]
    print(table(header, body))
    print(
        f"mean balanced accuracy {np.mean([float(str(row[3])) for row in body]):.1f}; {count / seconds:.0f} rows/s"
    )


if __name__ == "__main__":
    main()
