"""Measure the checks in code: false conflicts on supported claims, found conflicts on planted ones, speed.

    python benchmarks/checks.py --data DIR [--worst 30]

DIR holds ``train/`` and ``dev/`` with labelled sets (``*.jsonl.gz``). *False conflicts*: the share of claims that people
called supported and a check contradicts. *Traps*: a supported sentence of ``dev/`` with one number, unit, date, weekday,
clock time or negation changed by a plain text rule that knows nothing of the checks; the original must stand literally
in the context and the changed one must not, so that the label of the pair is sure. Each trap is tried against the
sentence it was made from (what a check must see) and against the whole context of the claim (paraphrase and distance
on top: there, many a conflict is for a judge that reads).
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from _common import datasets, machine, rows, table
from upheld.checks import Checker
from upheld.planting import FAULTS, Document
from upheld.text.select import ContextIndex

FALSE_SETS = (
    "train/infotabs",
    "train/tabfact_small",
    "train/fm2",
    "train/scitail_dev",
    "dev/ragtruth_sentences",
    "dev/factcheckgpt_stance",
)
BOTH_SETS = (
    "train/infotabs", "train/tabfact_small", "train/fm2", "dev/ragtruth_sentences", "dev/factcheckgpt_stance", "dev/wice", "dev/factscore",
    "dev/attributionbench",
)  # fmt: skip
EVERY = 3  # of the sets with over 7,000 rows, one row in three
PER_KIND = 400
SPEED_PAIRS = 3000
WARM_UP = 500
SEED = 5
KINDS = ("number", "date", "unit", "weekday", "time", "negation")  # what a check can see


def same_words(claim: str, context: str) -> bool:
    """Say whether most words of a claim stand in one sentence of the context: then a negation is sure to flip it."""
    mine = set(re.findall(r"\w{4,}", claim.lower()))
    return len(mine) >= 4 and any(
        len(mine & set(re.findall(r"\w{4,}", s.lower()))) >= 0.85 * len(mine)
        for s in re.split(r"(?<=[.!?])\s+|\n", context)
    )


def traps(folder: Path) -> dict[str, list[tuple[str, str, tuple[str, ...]]]]:
    """Return trap claims with the original and its contexts by kind, at most `PER_KIND` each, from a seeded order."""
    rng = random.Random(SEED)
    pool = [
        row
        for path in datasets(folder)
        for row in rows(path)
        if row["label"] == "supported" and row["unit"] != "answer"
    ]
    rng.shuffle(pool)
    found: dict[str, list[tuple[str, str, tuple[str, ...]]]] = defaultdict(list)
    for row in pool:
        document = Document(row["contexts"])
        for kind in KINDS:
            if len(found[kind]) >= PER_KIND:
                continue
            for made in FAULTS[kind](row["response"], document, rng):
                sure = (
                    same_words(row["response"], document.text)
                    if kind == "negation"
                    else document.holds(made.was) and not document.holds(made.now)
                )
                if sure:
                    found[kind].append((made.text, row["response"], tuple(row["contexts"])))
                    break
    return found


def conflicts(claim: str, contexts: tuple[str, ...]) -> list[Any]:
    """Return the conflicts that a check finds and no chunk makes good: those that the veto acts on."""
    found = Checker(ContextIndex(contexts)).check(claim)
    return [f for f in found if f.outcome == "conflicts"]


def false_conflicts(folder: Path, worst: int) -> list[list[object]]:
    """Return the table of false conflicts; print the worst ones on stderr."""
    body: list[list[object]] = []
    total: Counter[str] = Counter()
    left = worst
    for name in FALSE_SETS:
        path = folder / f"{name}.jsonl.gz"
        counts: Counter[str] = Counter()
        for row in rows(path):
            if row["label"] != "supported":
                continue
            found = conflicts(row["response"], tuple(row["contexts"]))
            counts.update(n=1, conflict=bool(found), **{f.check: 1 for f in found})
            if found and left > 0 and counts["conflict"] <= worst // len(FALSE_SETS):
                left -= 1
                print(
                    json.dumps(
                        {"set": name, "claim": row["response"], "finding": found[0].reason},
                        ensure_ascii=False,
                    ),
                    file=sys.stderr,
                )
        total += counts
        body.append(_false_row(name, counts))
    return [*body, _false_row("all", total)]


def _false_row(name: str, counts: Counter[str]) -> list[object]:
    kinds = ", ".join(f"{k} {v}" for k, v in counts.most_common() if k not in {"n", "conflict"})
    return [
        name,
        counts["n"],
        counts["conflict"],
        f"{100 * counts['conflict'] / max(1, counts['n']):.2f} %",
        kinds,
    ]


def meaning(folder: Path) -> list[list[object]]:
    """Return how often claims of both kinds have a conflict, and what a conflict leaves of P(supported) at even odds."""
    body: list[list[object]] = []
    shares: list[float] = []
    for name in BOTH_SETS:
        records = list(rows(folder / f"{name}.jsonl.gz"))
        counts: Counter[tuple[bool, bool]] = Counter()
        for row in records[:: EVERY if len(records) > 7000 else 1]:
            counts[row["label"] == "supported", bool(conflicts(row["response"], tuple(row["contexts"])))] += 1
        rate = {
            kind: counts[kind, True] / max(1, counts[kind, True] + counts[kind, False])
            for kind in (True, False)
        }
        shares.append(rate[True] / max(1e-9, rate[True] + rate[False]))
        flagged = counts[True, True] + counts[False, True]
        body.append(
            [name, flagged, f"{100 * rate[True]:.2f} %", f"{100 * rate[False]:.2f} %", f"{shares[-1]:.2f}"]
        )
    return [
        *body,
        [
            "mean of the sets",
            sum(int(str(row[1])) for row in body),
            "",
            "",
            f"{sum(shares) / len(shares):.2f}",
        ],
    ]


def speed(folder: Path) -> str:
    """Return pairs a second on one core: claims with the premise they are checked against, extraction on both sides."""
    pairs: list[tuple[str, ContextIndex, tuple[int, ...]]] = []
    for row in rows(folder / "dev" / "ragtruth_sentences.jsonl.gz"):
        index = ContextIndex(row["contexts"])
        # Splitting and selection are the pipeline's work: done before the clock starts.
        pairs.append((row["response"], index, index.premise(row["response"]).units))
        if len(pairs) >= SPEED_PAIRS + WARM_UP:
            break
    for claim, index, units in pairs[
        :WARM_UP
    ]:  # loads pint's factors once, which is the cost of a process, not of a pair
        Checker(index).check(claim, units)
    del pairs[:WARM_UP]
    started = time.process_time()
    for claim, index, units in pairs:
        Checker(index).check(claim, units)
    rate = len(pairs) / (time.process_time() - started)
    return f"{rate:.0f} claim-premise pairs a CPU second, extraction on both sides, n = {len(pairs)}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--worst", type=int, default=0)
    parser.add_argument("--missed", type=int, default=0, help="print so many missed traps of each kind")
    options = parser.parse_args()
    print(machine())
    print(speed(options.data))
    print(
        table(
            ["supported claims of", "n", "conflicts", "", "by check"],
            false_conflicts(options.data, options.worst),
        )
    )
    header = ["claims of", "with a conflict", "of supported", "of others", "P(supported) at even odds"]
    print(table(header, meaning(options.data)))
    body: list[list[object]] = []
    for kind, pairs in traps(options.data / "dev").items():
        missed = [(claim, original) for claim, original, _ in pairs if not conflicts(claim, (original,))]
        natural = sum(bool(conflicts(claim, contexts)) for claim, _, contexts in pairs)
        n = max(1, len(pairs))
        body.append([kind, len(pairs), f"{1 - len(missed) / n:.3f}", f"{natural / n:.3f}"])
        for claim, original in missed[: options.missed]:
            print(
                json.dumps({"missed": kind, "claim": claim, "original": original}, ensure_ascii=False),
                file=sys.stderr,
            )
    print(table(["traps", "n", "recall, same sentence", "recall, whole context"], body))


if __name__ == "__main__":
    main()
