"""Measure the finished judge and write its model card.

    python -m training.card --data DIR --model src/upheld/models --facts training/facts.json

Accuracy comes from the ``card`` and ``measure`` parts of dev/, which chose nothing. ``facts.json`` holds what was measured by
other commands (speed, evidence recall, seeds), each with the command.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np

from training.data import rows
from training.sources import SOURCES
from upheld._judge_report import judge_reports
from upheld._report.judged import JudgeReport
from upheld.judges.embedded import EmbeddedJudge
from upheld.metrics.agreement import mean_gain

PARTS = frozenset({"card", "measure"})
BINS = 10


def measured(data: Path, judge: EmbeddedJudge) -> dict[str, tuple[JudgeReport, JudgeReport]]:
    """Return the reports of ``lexical`` and of the judge on each set of dev/."""
    found = {}
    for path in sorted((data / "dev").glob("*.jsonl.gz")):
        records = [row for row in rows(path) if row["part"] in PARTS]
        first, second = judge_reports(records, ["lexical", judge], threshold=0.5)
        found[path.name.split(".")[0]] = (first, second)
    return found


def accuracy_table(found: dict[str, tuple[JudgeReport, JudgeReport]]) -> Iterator[str]:
    """Yield the lines of the table of accuracy, and of the mean gain."""
    yield "| set | n | supported | balanced accuracy (95 %) | AUC | lexical | gain (95 %, paired) |"
    yield "|---|---|---|---|---|---|---|"
    gains, means = [], []
    for name, (lexical, embedded) in found.items():
        agreed, gain = embedded.agreement, embedded.gain_over(lexical)
        if agreed.interval is None or gain is None:
            continue
        gains.append(gain)
        counts, other = agreed.confusion, lexical.agreement.confusion.balanced_accuracy or 0.0
        means.append(counts.balanced_accuracy or 0.0)
        yield (
            f"| {name} | {counts.n} | {100 * counts.supported / counts.n:.0f} % | {100 * means[-1]:.1f} ({_span(agreed.interval)}) | "
            f"{100 * (agreed.auc or 0):.1f} | {100 * other:.1f} | {100 * gain.value:+.1f} ({_span(gain.interval)}) |"
        )
    mean = mean_gain(gains)
    yield f"| **mean** | | | **{100 * np.mean(means):.1f}** | | | **{100 * mean.value:+.1f}** ({_span(mean.interval)}) |"


def calibration_table(found: dict[str, tuple[JudgeReport, JudgeReport]]) -> Iterator[str]:
    """Yield the calibration curve at even odds: what was said, and how often it was so; every set weighs the same."""
    p, y, weight = [], [], []
    for _, report in found.values():
        supported = [row.label == "supported" for row in report.rows]
        share = {True: 0.5 / max(1, sum(supported)), False: 0.5 / max(1, len(supported) - sum(supported))}
        p += [row.probability for row in report.rows]
        y += supported
        weight += [share[label] for label in supported]
    ps, ys, ws = np.array(p), np.array(y, float), np.array(weight)
    bins = np.minimum((ps * BINS).astype(int), BINS - 1)
    yield "| P(supported) said | rows | mean said | share supported, at even odds |"
    yield "|---|---|---|---|"
    for b in range(BINS):
        mine = bins == b
        if mine.any():
            said, was = np.average(ps[mine], weights=ws[mine]), np.average(ys[mine], weights=ws[mine])
            yield f"| {b / BINS:.1f} to {(b + 1) / BINS:.1f} | {mine.sum()} | {said:.2f} | {was:.2f} |"


def points_table(found: dict[str, tuple[JudgeReport, JudgeReport]], judge: EmbeddedJudge) -> Iterator[str]:
    """Yield both operating points with their rates, the mean of the sets of claims and sentences."""
    yield "| operating point | threshold | supported claims kept | other claims let through | score of a faithful set (strict) |"
    yield "|---|---|---|---|---|"
    for point, thresholds in judge.operating_points.items():
        kept, through = [], []
        for _, report in found.values():
            yes = np.array([row.probability for row in report.rows if row.label == "supported"])
            no = np.array([row.probability for row in report.rows if row.label != "supported"])
            kept.append((yes >= thresholds["entailed"]).mean())
            through.append((no >= thresholds["entailed"]).mean())
        yield (
            f"| `{point}` | {thresholds['entailed']:g} | {100 * np.mean(kept):.1f} % | {100 * np.mean(through):.1f} % | {np.mean(kept):.2f} |"
        )


def sources_table() -> Iterator[str]:
    """Yield what the judge learned from, with its terms."""
    yield "| set | from | terms |"
    yield "|---|---|---|"
    for _, same in groupby(SOURCES, key=lambda source: source.origin):
        group = list(same)
        yield f"| {', '.join(source.name for source in group)} | {group[0].origin} | {group[0].licence} |"


def _span(interval: Any) -> str:
    return f"{100 * interval.low:.1f} to {100 * interval.high:.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--facts", type=Path, required=True)
    options = parser.parse_args()
    judge = EmbeddedJudge(folder=options.model)
    found = measured(options.data, judge)
    facts = json.loads(options.facts.read_text(encoding="utf-8"))
    blocks = {
        "accuracy": "\n".join(accuracy_table(found)), "calibration": "\n".join(calibration_table(found)),
        "points": "\n".join(points_table(found, judge)), "sources": "\n".join(sources_table()), "signature": judge.signature, **facts,
    }  # fmt: skip
    template = (Path(__file__).parent / "MODEL_CARD.template.md").read_text(encoding="utf-8")
    for name, block in blocks.items():
        template = template.replace("{{" + name + "}}", block)
    (options.model / "MODEL_CARD.md").write_text(template, encoding="utf-8")


if __name__ == "__main__":
    main()
