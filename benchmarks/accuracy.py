"""Measure judges on human-labelled sets: a loop over `upheld judge-report`, one fixed threshold for all sets.

    python benchmarks/accuracy.py --data DIR --judge lexical [--judge another]

Rows of the unit ``answer`` go through the whole pipeline: the answer is as probable as its weakest claim. Rows of the
units ``claim`` and ``sentence`` are judged as they stand. A judge may be a folder that `training` wrote. With several judges, each is compared with the first on the
same rows; the interval of the mean gain draws the rows of each set in pairs. Needs numpy.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from _common import datasets, machine, rows, table
from upheld._judge_report import judge_reports
from upheld._report.judged import JudgeReport
from upheld.judges.embedded import EmbeddedJudge
from upheld.metrics.agreement import mean_gain

HEADER = ["set", "n", "supported", "bal. acc.", "95 %", "AUC", "ECE", "TPR", "FPR", "failed"]


@dataclass(slots=True)
class Measured:
    """All that was measured of one judge: a report for each set, and the seconds that it took."""

    name: str
    reports: dict[str, JudgeReport] = field(default_factory=dict)
    seconds: float = 0.0

    @property
    def mean(self) -> float:
        """Mean balanced accuracy of the sets."""
        return sum(accuracy(report) for report in self.reports.values()) / len(self.reports)


def accuracy(report: JudgeReport) -> float:
    """Return the balanced accuracy of a set that is known to have both kinds of rows."""
    return report.agreement.confusion.balanced_accuracy or 0.0


def percent(value: float | None, decimals: int = 1) -> str:
    return "-" if value is None else f"{100 * value:.{decimals}f}"


def span(low: float, high: float) -> str:
    return f"{percent(low)} to {percent(high)}"


def row(name: str, report: JudgeReport) -> list[object]:
    """Return the figures of one set, by `HEADER`."""
    found = report.agreement
    counts = found.confusion
    return [
        name, counts.n, f"{percent(counts.supported / counts.n, 0)} %", percent(counts.balanced_accuracy),
        span(*(found.interval or (0.0, 1.0))), percent(found.auc), f"{found.calibration_error or 0.0:.3f}",
        f"{percent(counts.true_positive_rate, 0)} %", f"{percent(counts.false_positive_rate, 0)} %",
        report.statuses.get("failed", 0),
    ]  # fmt: skip


def show_judge(measured: Measured) -> None:
    """Print the table of one judge, and its flags on whole answers."""
    count = sum(report.n for report in measured.reports.values())
    print(f"\n{measured.name}\n")
    print(table(HEADER, [row(name, report) for name, report in measured.reports.items()]))
    print(f"mean balanced accuracy {percent(measured.mean)}; {count / measured.seconds:.0f} rows/s")
    answers = {
        name: r for name, r in measured.reports.items() if r.has("unit") and [*r.by("unit")] == ["answer"]
    }
    if answers:
        header = ["has a hallucination", "n", "of them", "precision", "recall", "F1", "F1 of flagging all"]
        flags = ((name, report.agreement.confusion) for name, report in answers.items())
        print("\n" + table(header, [
            [name, c.n, f"{percent(c.prevalence, 0)} %", *map(percent, (c.precision, c.recall, c.f1, c.baseline_f1))]
            for name, c in flags
        ]))  # fmt: skip


def show_gains(first: Measured, others: Sequence[Measured]) -> None:
    """Print each set side by side, and the mean gain of each judge over the first."""
    for other in others:
        gains = {name: report.gain_over(first.reports[name]) for name, report in other.reports.items()}
        known = {name: found for name, found in gains.items() if found is not None}
        print(f"\n{other.name} over {first.name}\n")
        body = [
            [name, percent(accuracy(first.reports[name])), percent(accuracy(other.reports[name])),
             f"{100 * found.value:+.1f}", span(*found.interval),
             "better" if found.interval.low > 0 else "worse" if found.interval.high < 0 else ""]
            for name, found in known.items()
        ]  # fmt: skip
        print(table(["set", "first", "this", "gain", "95 %, paired", ""], body))
        mean = mean_gain([*known.values()])
        print(f"mean gain {100 * mean.value:+.1f} (95 %, paired: {span(*mean.interval)})")


def made(name: str) -> str | EmbeddedJudge:
    """Return the judge of a folder of weights, or the name of one that is registered."""
    return EmbeddedJudge(folder=Path(name)) if (Path(name) / "judge.onnx").exists() else name


def measure(options: argparse.Namespace) -> list[Measured]:
    """Run every judge on every set that has both classes in the wanted parts."""
    parts = set(options.part.split(","))
    measured = [Measured(name) for name in options.judge or ["lexical"]]
    for path in datasets(options.data):
        records = [*islice((record for record in rows(path) if record["part"] in parts), options.limit)]
        if len({record["label"] == "supported" for record in records}) < 2:
            continue
        for judge in measured:
            started = time.perf_counter()
            (report,) = judge_reports(
                records,
                [made(judge.name)],
                threshold=options.threshold,
                slices=["unit"],
                checks=options.checks,
            )
            judge.seconds += time.perf_counter() - started
            judge.reports[path.name.split(".")[0]] = report
    return measured


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True, help="folder of *.jsonl.gz with human labels")
    parser.add_argument(
        "--judge", action="append", help="repeat it to compare with the first; lexical where none"
    )
    parser.add_argument("--threshold", type=float, default=0.5)
    parser.add_argument(
        "--part",
        default="card,measure",
        help="parts of the sets, by commas; 'fit' chose the numbers of the judge",
    )
    parser.add_argument("--checks", choices=("off", "explain", "veto"), default="veto")
    parser.add_argument("--limit", type=int, help="rows per set")
    options = parser.parse_args()
    measured = measure(options)
    if not measured[0].reports:
        parser.exit(2, f"no set has labels of both kinds in the parts {options.part}\n")
    judges = ", ".join(next(iter(each.reports.values())).judge for each in measured)
    print(
        f"judge {judges}, checks {options.checks}, threshold {options.threshold} for all sets, "
        f"parts {options.part}; {machine()}"
    )
    for each in measured:
        show_judge(each)
    show_gains(measured[0], measured[1:])


if __name__ == "__main__":
    main()
