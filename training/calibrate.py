"""Fit the combiner of the embedded judge and choose its thresholds; write ``combiner.json`` and what the model card tells of it.

    python -m training.calibrate --data DIR --model MODELS --out MODELS/combiner.json [--seen RUN/base.jsonl.gz RUN/natural.jsonl.gz]

Rows: the ``fit`` part of dev/, and the documents of train/ that the model never saw. Every set weighs the same, with even
odds of its two classes, so that 0.5 is the decision everywhere. How well that carries over is measured by leaving one
set out at a time.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from training.data import CLASSES, UNSUPPORTED, claims_of, held_out, rows
from training.logistic import Floats, even, fit, log_odds
from training.mix import read
from upheld.checks import Checker
from upheld.judges._features import FEATURES, Reading, features, reading_of
from upheld.judges._onnx import PairScorer
from upheld.judges._soft import SoftIndex
from upheld.judges.lexical import restated
from upheld.metrics.agreement import measure
from upheld.text.select import ContextIndex

# Which features tell of which probability. Chosen by leaving one set out at a time, for the mean over all of them.
SUPPORTED_BY = ("wide_supported", "narrow_supported", "covered", "conflicts")
CONTRADICTED_BY = ("wide_contradicted", "narrow_contradicted", "covered", "conflicts")
MOST = 1500  # rows of one set
FEWEST = 25  # rows of each class of a set
FALSE_ALARMS = 0.02
SURE = 0.9  # precision of "contradicted" among what is not supported
REASONABLE = 0.8  # of the strict threshold


@dataclass(frozen=True, slots=True)
class Table:
    """Rows with features.

    Attributes:
        x: features [n, k].
        target: class [n], as `training.data.Example.target`.
        source: name of the set [n].
    """

    x: Floats
    target: Floats
    source: np.ndarray[Any, np.dtype[np.str_]]


def documents(path: Path, seen: set[str]) -> Iterator[dict[str, Any]]:
    """Yield the rows of the documents that may calibrate: of dev/ the part ``fit``, of train/ what was held out."""
    groups: dict[tuple[str, ...], list[dict[str, Any]]] = defaultdict(list)
    for row in rows(path):
        if "part" in row:
            if row["part"] == "fit":
                yield row
        elif held_out(row):
            groups[tuple(row["contexts"])].append(row)
    for group in groups.values():
        if not any(row["response"] in seen for row in group):
            yield from group


def readings(records: Iterable[dict[str, Any]], scorer: PairScorer) -> Iterator[tuple[Reading, int]]:
    """Yield what the judge reads for each claim, with its class."""
    contexts: tuple[str, ...] = ()
    index = ContextIndex(())
    for row in records:
        if tuple(row["contexts"]) != contexts:
            contexts = tuple(row["contexts"])
            index = ContextIndex(contexts)
            checker = Checker(index)
            soft = SoftIndex(index.units, scorer)
        for claim, target in claims_of(row):
            findings = checker.check(claim)
            yield reading_of(restated(claim, findings), index, findings, soft), target


def table(data: Path, scorer: PairScorer, seen: set[str], without: Sequence[str] = ()) -> Table:
    """Return the features of all calibration rows."""
    x: list[list[float]] = []
    target: list[int] = []
    source: list[str] = []
    paths = sorted((data / "train").glob("*.jsonl.gz")) + sorted((data / "dev").glob("*.jsonl.gz"))
    for path in (path for path in paths if path.name.split(".")[0] not in without):
        found = list(readings(documents(path, seen), scorer))
        step = max(1, len(found) // MOST)
        found = found[::step]
        yes = sum(t == 0 for _, t in found)
        if min(yes, len(found) - yes) < FEWEST:
            continue
        scores = scorer.score([pair for reading, _ in found for pair in reading.pairs]).probabilities
        for n, (reading, label) in enumerate(found):
            x.append(features(reading, scores[2 * n].tolist(), scores[2 * n + 1].tolist()))
            target.append(label)
            source.append(path.name.split(".")[0])
        print(f"{source[-1]:24}{len(found):6} rows, {yes} supported", flush=True)
    return Table(np.array(x), np.array(target, dtype=np.float64), np.array(source))


def fitted(
    x: Floats, y: Floats, source: np.ndarray[Any, Any], columns: Sequence[int]
) -> tuple[Floats, float]:
    """Return weights for all features, 0 for those not in `columns`, and the bias; every set weighs the same."""
    weight = np.zeros(len(y))
    for name in np.unique(source):
        mine = source == name
        weight[mine] = even(y[mine], 1.0)
    raw, bias = fit(x[:, columns], y, weight)
    weights = np.zeros(x.shape[1])
    weights[list(columns)] = raw
    return weights, bias


def left_out(t: Table, columns: Sequence[int]) -> dict[str, tuple[float, float]]:
    """Return balanced accuracy at 0.5 and AUC on each set, of a combiner fitted on all others."""
    y = (t.target == 0).astype(np.float64)
    found = {}
    for name in np.unique(t.source):
        mine = t.source == name
        z = log_odds(t.x[mine], *fitted(t.x[~mine], y[~mine], t.source[~mine], columns))
        p = 1 / (1 + np.exp(-z))
        agreed = measure((y[mine] == 1).tolist(), (p >= 0.5).tolist(), p.tolist())
        found[str(name)] = (agreed.confusion.balanced_accuracy or 0.0, agreed.auc or 0.0)
    return found


def threshold_for(p: Floats, source: np.ndarray[Any, Any], share: float) -> float:
    """Return the threshold under which a share of supported claims falls, the mean over sets."""
    grid = np.linspace(0.001, 0.5, 500)
    names = np.unique(source)
    flagged = [np.mean([np.mean(p[source == name] < t) for name in names]) for t in grid]
    return float(grid[max(0, int(np.searchsorted(flagged, share)) - 1)])


def sure_contradicted(share: Floats, is_contradicted: Floats, weight: Floats) -> float:
    """Return the least P(contradicted | not supported) from which the label is right in `SURE` of the cases."""
    for t in np.linspace(0.5, 0.98, 49):
        taken = share >= t
        if taken.any() and np.average(is_contradicted[taken], weights=weight[taken]) >= SURE:
            return float(t)
    return 0.98


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True, help="folder with judge.onnx and tokenizer.json")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument(
        "--seen",
        type=Path,
        nargs="*",
        default=[],
        help="examples the model was trained on: no document of theirs is used",
    )
    parser.add_argument("--without", nargs="*", default=[], help="names of sets that are left out")
    parser.add_argument("--cache", type=Path, help="file that keeps the features for another fit")
    options = parser.parse_args()
    seen = {example.claim for path in options.seen for example in read(path)}
    if options.cache and options.cache.exists():
        with np.load(options.cache) as kept:
            t = Table(kept["x"], kept["target"], kept["source"])
    else:
        t = table(options.data, PairScorer(options.model), seen, options.without)
        if options.cache:
            np.savez(options.cache, x=t.x, target=t.target, source=t.source)
    report(t, options.out)


def report(t: Table, out: Path) -> None:
    """Fit, choose, print and write."""
    y = (t.target == 0).astype(np.float64)
    chosen = [FEATURES.index(name) for name in SUPPORTED_BY]
    for label, columns in (
        ("model alone", chosen[:1]),
        ("closeness alone", [FEATURES.index("covered")]),
        ("combined", chosen),
    ):
        found = left_out(t, columns)
        print(label, " ".join(f"{k} {100 * a:.1f}/{100 * b:.1f}" for k, (a, b) in found.items()))
        accuracy, ranking = np.mean([*found.values()], axis=0)
        print(label, f"mean {100 * accuracy:.1f}, AUC {100 * ranking:.1f}")
    weights, bias = fitted(t.x, y, t.source, chosen)
    known = (t.target > 0) & (t.target < UNSUPPORTED)
    contradicted = (t.target[known] == CLASSES.index("contradicted")).astype(np.float64)
    both = [
        name for name in np.unique(t.source[known]) if 0 < contradicted[t.source[known] == name].mean() < 1
    ]
    usable = np.isin(t.source[known], both)
    x, c, s = t.x[known][usable], contradicted[usable], t.source[known][usable]
    c_weights, c_bias = fitted(x, c, s, [FEATURES.index(name) for name in CONTRADICTED_BY])
    p = 1 / (1 + np.exp(-log_odds(t.x, weights, bias)))
    few = threshold_for(p[y == 1], t.source[y == 1], FALSE_ALARMS)
    share = 1 / (1 + np.exp(-log_odds(x, c_weights, c_bias)))
    weight = (
        np.concatenate([np.full((s == name).sum(), 1 / (s == name).sum()) for name in np.unique(s)])
        if len(s)
        else np.ones(0)
    )
    order = np.argsort(s, kind="stable")
    sure = sure_contradicted(share[order], c[order], weight)
    out.write_text(json.dumps({
        "features": list(FEATURES),
        "supported": {"weights": dict(zip(FEATURES, weights.round(5).tolist(), strict=True)), "bias": round(bias, 5)},
        "contradicted": {"weights": dict(zip(FEATURES, c_weights.round(5).tolist(), strict=True)), "bias": round(c_bias, 5)},
        "thresholds": {
            "balanced": {"entailed": 0.5, "reasonable": round(0.5 * REASONABLE, 3)},
            "few_false_alarms": {"entailed": round(few, 3), "reasonable": round(few * REASONABLE, 3)},
        },
        "surely_contradicted": round(sure, 3),
    }, indent=1) + "\n")  # fmt: skip
    print(
        f"{len(y)} rows of {len(np.unique(t.source))} sets; few_false_alarms {few:.3f}, contradicted from {sure:.2f}"
    )
    for name, w, cw in zip(FEATURES, weights, c_weights, strict=True):
        print(f"{name:22}{w:9.3f}{cw:9.3f}")


if __name__ == "__main__":
    main()
