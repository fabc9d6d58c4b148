"""Measure speed and memory: samples a second, CPU, peak memory, and what `import upheld` costs.

    python benchmarks/speed.py [--judge lexical] [--sizes 100,1000,10000] [--streamed 10000,1000000]

Each figure comes from a fresh process. Samples have 5 claims and 4 chunks of 150 words, drawn from a seeded vocabulary;
they are made on the way, so that the memory is the library's. ``--streamed`` sizes run with the scripted judge.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

from _common import machine, table

CHUNKS, WORDS, CLAIMS = 4, 150, 5
HEAVY = ("numpy", "onnxruntime", "pydantic", "click", "rich", "jinja2", "sentencex", "pandas")
IMPORTS = 9


def records(count: int) -> Iterator[dict[str, Any]]:
    """Yield records whose answers are made of sentences of their chunks, one of them foreign."""
    rng = random.Random(7)
    nouns = [
        f"{a}{b}"
        for a in ("tor", "lin", "gra", "wel", "bor", "ken", "mur", "sal")
        for b in ("vik", "dal", "mont", "berg", "stad", "ford")
    ]
    verbs = ["contains", "offers", "supports", "requires", "costs", "opens", "includes", "covers"]

    def sentence() -> str:
        a, b, c = rng.sample(nouns, 3)
        return f"The {a} of {b.title()} {rng.choice(verbs)} {rng.randrange(2, 900)} {c}s near the {rng.choice(nouns)} station."

    for number in range(count):
        chunks = [[sentence() for _ in range(WORDS // 12)] for _ in range(CHUNKS)]
        told = [rng.choice(rng.choice(chunks)) for _ in range(CLAIMS - 1)]
        yield {
            "id": str(number),
            "question": "What is known of it?",
            "answer": " ".join([*told, sentence()]),
            "contexts": [" ".join(chunk) for chunk in chunks],
        }


def one(judge: str, count: int) -> dict[str, float]:
    """Run here, and return seconds, CPU milliseconds a sample, and peak megabytes."""
    import upheld

    # The scripted judge shows what the run itself costs: no checks. What is loaded once is not the cost of a sample.
    checks = "off" if judge == "scripted" else "veto"
    upheld.evaluate(records(50), judge=judge, checks=checks)
    wall, cpu = time.perf_counter(), time.process_time()
    report = upheld.evaluate(records(count), judge=judge, checks=checks)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    made = time.process_time()
    for _ in records(min(count, 2000)):
        pass
    made = (time.process_time() - made) / min(count, 2000)  # the generator's own share
    if report.n != count:
        sys.exit(f"{report.n} results for {count} samples")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {
        "rate": count / (wall - made * count),
        "cpu_ms": 1000 * (cpu / count - made),
        "mb": peak,
        "mean": report.mean or 0.0,
    }


def fresh(judge: str, count: int) -> dict[str, float]:
    """Run `one` in a fresh process."""
    call = [sys.executable, __file__, "--one", f"{judge}:{count}"]
    return json.loads(subprocess.run(call, capture_output=True, text=True, check=True).stdout)


def against_bare(count: int) -> str:
    """Return pairs a second of the embedded judge and of its bare ONNX session on the same pairs, alternating, and the ratio."""
    from upheld import Sample
    from upheld._types import Chunk
    from upheld.checks import Checker
    from upheld.decompose.rules import RuleDecomposer
    from upheld.judges._onnx import PairScorer, PairScores
    from upheld.judges.base import Task
    from upheld.judges.embedded import EmbeddedJudge
    from upheld.text.select import ContextIndex

    pairs: list[tuple[str, str]] = []

    class Listening(PairScorer):
        def score(self, given: Any) -> PairScores:
            pairs.extend(given)
            return super().score(given)

    tasks = []
    for record in records(count):
        chunks = tuple(Chunk(text) for text in record["contexts"])
        claims = RuleDecomposer().decompose(Sample(record["answer"], chunks))
        texts = tuple(claim.text for claim in claims)
        index = ContextIndex(record["contexts"])
        checker = Checker(index)
        findings = tuple(checker.check(text) for text in texts)
        tasks.append(Task(record["id"], texts, chunks, findings=findings, _index=index))
    judge = EmbeddedJudge()
    bare = PairScorer(judge.folder)
    vars(judge)["_scorer"] = Listening(judge.folder)
    list(judge.judge(tasks))
    encoded = bare._encode(pairs)  # noqa: SLF001 - the session without what the judge adds
    of_judge, of_session = [], []
    for _ in range(3):
        started = time.perf_counter()
        list(judge.judge(tasks))
        of_judge.append(time.perf_counter() - started)
        started = time.perf_counter()
        bare._run_all(encoded)  # noqa: SLF001 - as above
        of_session.append(time.perf_counter() - started)
    fast, whole = len(encoded) / min(of_session), len(encoded) / min(of_judge)
    return (
        f"embedded judge {whole:.0f} pairs/s, bare ONNX session {fast:.0f} pairs/s on the same {len(encoded)} pairs "
        f"({sum(len(p.ids) for p in encoded) / len(encoded):.0f} tokens on average), {bare.threads} threads: ratio {whole / fast:.2f}"
    )


def import_cost() -> tuple[float, float, list[str]]:
    """Return the median seconds that `import upheld` adds to a bare interpreter, its megabytes, and heavy modules loaded."""
    code = (
        "import time; t = time.perf_counter(); import upheld; t = time.perf_counter() - t\n"
        "import resource, sys, json; print(json.dumps([t, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,"
        f"[m for m in {HEAVY!r} if m in sys.modules]]))"
    )
    found = [
        json.loads(
            subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        )
        for _ in range(IMPORTS)
    ]
    return statistics.median(f[0] for f in found), max(f[1] for f in found), found[0][2]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--judge", default="lexical")
    parser.add_argument("--sizes", default="100,1000,10000")
    parser.add_argument(
        "--streamed", default="10000,1000000", help="sizes for the scripted judge; empty for none"
    )
    parser.add_argument("--one", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        judge, _, count = options.one.rpartition(":")
        print(json.dumps(one(judge, int(count))))
        return
    seconds, megabytes, heavy = import_cost()
    print(machine())
    print(
        f"import upheld: {1000 * seconds:.0f} ms (median of {IMPORTS}), {megabytes:.0f} MB, heavy modules loaded: {', '.join(heavy) or 'none'}"
    )
    plan = [(options.judge, int(n)) for n in options.sizes.split(",") if n]
    plan += [("scripted", int(n)) for n in options.streamed.split(",") if n]
    body = []
    for judge, count in plan:
        got = fresh(judge, count)
        body.append(
            [
                f"{judge} {count:,}",
                f"{got['rate']:.0f}",
                f"{got['cpu_ms']:.2f}",
                f"{got['mb']:.0f}",
                f"{got['mean']:.3f}",
            ]
        )
    if options.judge == "embedded":
        print(against_bare(30))
    print(table(["judge, samples", "samples/s", "CPU ms", "peak MB", "mean"], body))


if __name__ == "__main__":
    main()
