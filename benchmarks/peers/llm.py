"""Cost and speed of judging by a model: calls, tokens, CPU against a bare loop, wall time, memory, awkward replies.

    python benchmarks/peers/llm.py [--part tokens|cpu|wall|awkward|inputs|memory] [--samples 100]

Made-up samples of 5 claims and 4 chunks of about 150 words, against the fake endpoint beside this file. Tokens are
characters / 4. CPU is user and system time of this process alone; the bare loop makes as many calls of the same size over
the same SDK, in turn with ours, so that what else the machine does falls on both.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import upheld

TOWNS = "Arvik Belmont Corvin Dunmere Eastley Farrow Glenholt Hartwell Ivybridge Norwick".split()
THINGS = "harbour bridge library railway canal mill lighthouse market museum hospital".split()
FILL = (
    "old records kept in the hall describe how workers carried stone and timber along the river while merchants watched "
    "from the quay and the council argued about each barrel of lime that was brought from the coast"
).split()
CONCURRENCY = 16


def sample(number: int) -> dict[str, Any]:
    """Return one made-up sample."""
    chance = random.Random(number)
    town, thing, year = TOWNS[number % 10], THINGS[number // 10 % 10], 1850 + number % 150
    claims = [
        f"The {thing} of {town} was opened in {year}.",
        f"The {thing} cost {10 + number} million crowns to build.",
        f"About {100 + 3 * number} workers were employed on the site.",
        f"The architect was Anna Lind of {town}.",
        f"The {thing} was rebuilt after a fire in {year + 40}.",
    ]
    facts = [[claims[0]], [claims[1]], [claims[2]], claims[3:]]
    return {
        "id": str(number),
        "question": f"Tell me about the {thing} of {town}.",
        "answer": " ".join(claims),
        "contexts": [chunk(chance, fact) for fact in facts],
    }


def chunk(chance: random.Random, facts: list[str]) -> str:
    """Return facts among about 140 words of filling."""
    sentences = [
        " ".join(chance.choices(FILL, k=chance.randint(9, 16))).capitalize() + "." for _ in range(11)
    ]
    sentences.insert(chance.randint(0, 11), " ".join(facts))
    return " ".join(sentences)


class Endpoint:
    """The fake endpoint in its own process."""

    def __init__(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.process = subprocess.Popen(
            [sys.executable, Path(__file__).parent / "endpoint.py", str(self.port)]
        )
        for _ in range(200):
            try:
                self.reset()
            except OSError:
                time.sleep(0.05)
            else:
                break

    def request(self, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """Talk to the endpoint beside its calls."""
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", data, timeout=30) as reply:
            found: dict[str, Any] = json.load(reply)
            return found

    def reset(self, **settings: object) -> None:
        """Zero its counters."""
        self.request("/reset", settings)

    @property
    def url(self) -> str:
        """Address for a client."""
        return f"http://127.0.0.1:{self.port}/v1"


def run(
    endpoint: Endpoint, samples: Iterator[dict[str, Any]], mode: str, checks: str = "veto", **options: object
) -> upheld.Report:
    """Judge samples without a cache."""
    llm = {"max_concurrency": CONCURRENCY, "cache": False, **options}
    return upheld.evaluate(samples, judge=f"llm:fake@{endpoint.url}", decomposer=mode, checks=checks, llm=llm)


def tokens(endpoint: Endpoint, count: int) -> None:
    """Print calls and tokens of each mode."""
    for mode in ("two_calls", "one_call", "rules"):
        endpoint.reset()
        report = run(endpoint, map(sample, range(count)), mode)
        stats = endpoint.request("/stats")
        calls = stats["calls"]
        print(
            f"tokens {mode:9}: {calls / count:.2f} calls a sample; a call: stable rules {stats['system'] / calls / 4:.0f}, "
            f"schema {stats['schema'] / calls / 4:.0f}; a sample: data {stats['user'] / count / 4:.0f}, "
            f"data and schema {(stats['user'] + stats['schema']) / count / 4:.0f}, out {stats['out'] / count / 4:.0f}; "
            f"mean {report.mean}, {report.scored} of {report.n} scored"
        )


def cpu(endpoint: Endpoint, count: int, rounds: int = 5) -> None:
    """Print the CPU time a sample against a bare loop of as many calls, in turn."""
    bodies, samples = recorded(count), [*map(sample, range(count))]
    for mode, per_sample, checks in (
        ("two_calls", 2, "off"),
        ("two_calls", 2, "veto"),
        ("one_call", 1, "off"),
        ("one_call", 1, "veto"),
    ):
        ours, bare = [], []
        for _ in range(rounds):
            started = time.process_time()
            run(endpoint, iter(samples), mode, checks)
            ours.append(1000 * (time.process_time() - started) / count)
            bare.append(bare_loop(endpoint, bodies[mode] * (per_sample * count // len(bodies[mode]))) / count)
        pairs = sorted(a / b for a, b in zip(ours, bare, strict=True))
        print(
            f"cpu {mode:9}, checks {checks:4}: {statistics.median(ours):.2f} ms a sample, bare loop of {per_sample} {statistics.median(bare):.2f} ms; "
            f"ratio {statistics.median(pairs):.2f} (from {pairs[0]:.2f} to {pairs[-1]:.2f})"
        )


def recorded(count: int) -> dict[str, list[dict[str, Any]]]:
    """Return bodies such as ours, for the bare loop."""
    from upheld._types import Sample
    from upheld.llm.options import LLMOptions
    from upheld.llm.prompts import ask_for_claims, ask_for_verdicts, rules_of_claims, rules_of_verdicts

    options = LLMOptions()
    rules = (
        rules_of_verdicts("entailed", options),
        rules_of_claims(options),
        rules_of_claims(options, "entailed"),
    )
    made: dict[str, list[dict[str, Any]]] = {"two_calls": [], "one_call": []}
    for row in map(sample, range(count)):
        one = Sample(row["answer"], question=row["question"])
        chunks = list(enumerate(row["contexts"]))
        claims = [text.strip() + "." for text in one.answer.split(".") if text.strip()]
        prompts = (
            ("two_calls", ask_for_claims(rules[1], one.answer, one.question)),
            ("two_calls", ask_for_verdicts(rules[0], chunks, one.question, claims)),
            ("one_call", ask_for_claims(rules[2], one.answer, one.question, chunks)),
        )
        for mode, prompt in prompts:
            shape = {"name": "reply", "strict": True, "schema": prompt.schema.shape}
            messages = [
                {"role": "system", "content": prompt.system},
                {"role": "user", "content": prompt.user},
            ]
            form = {"type": "json_schema", "json_schema": shape}
            made[mode].append(
                {"messages": messages, "temperature": 0, "max_tokens": 2000, "response_format": form}
            )
    return made


def bare_loop(endpoint: Endpoint, bodies: list[dict[str, Any]]) -> float:
    """Return the milliseconds of CPU for these calls over the SDK, with nothing around them."""
    from openai import AsyncOpenAI

    async def calls() -> float:
        bound = asyncio.Semaphore(CONCURRENCY)
        async with AsyncOpenAI(api_key="none", base_url=endpoint.url, max_retries=0) as client:

            async def one(body: dict[str, Any]) -> Any:
                async with bound:
                    reply = await client.chat.completions.create(model="fake", **body)
                return json.loads(reply.choices[0].message.content or "")

            await one(bodies[0])
            started = time.process_time()
            await asyncio.gather(*map(one, bodies))
            return 1000 * (time.process_time() - started)

    return asyncio.run(calls())


def wall(endpoint: Endpoint, count: int) -> None:
    """Print the wall time at 200 ms a call against the ideal of full rounds."""
    for mode, per_sample in (("two_calls", 2), ("one_call", 1)):
        run(endpoint, map(sample, range(8)), mode)
        endpoint.reset(latency=0.2)
        started = time.perf_counter()
        run(endpoint, map(sample, range(count)), mode)
        took = time.perf_counter() - started
        ideal = per_sample * -(-count // CONCURRENCY) * 0.2
        most = endpoint.request("/stats")["most_in_flight"]
        print(
            f"wall {mode:9}: {took:.2f} s, ideal {ideal:.2f} s, ratio {took / ideal:.2f}; {most:.0f} calls in flight"
        )


def awkward(endpoint: Endpoint) -> None:
    """Print what becomes of 12 rows when replies are awkward."""
    scenarios = (("short", 1), ("empty", 1), ("nei", 1), ("cut", 3), ("refuse", 3), ("429", 4))
    for name, every in scenarios:
        endpoint.reset(scenario=name, every=every)
        report = run(endpoint, map(sample, range(12)), "two_calls", max_concurrency=4)
        calls = endpoint.request("/stats")["calls"]
        print(
            f"awkward {name:6}: {report.scored} of {report.n} rows scored, mean {report.mean}, verdicts "
            f"{dict(report.verdicts)}, {calls / 12:.1f} calls a row"
        )


def inputs(endpoint: Endpoint) -> None:
    """Print the status and the calls of rows that have nothing to judge, or nothing to judge it by."""
    awkward = {
        "contexts=[]": {"contexts": []},
        "contexts=['']": {"contexts": [""]},
        "answer=''": {"answer": ""},
        "answer='   '": {"answer": "   "},
        "answer=None": {"answer": None},
    }
    for name, changed in awkward.items():
        endpoint.reset()
        rows = [{**sample(number), **changed} for number in range(12)]
        report = run(endpoint, iter(rows), "two_calls")
        calls = endpoint.request("/stats")["calls"]
        seen = {status: count for status, count in report.statuses.items() if count}
        print(f"input {name:14}: {seen}, {calls:.0f} calls for {report.n} rows, mean {report.mean}")


def memory(endpoint: Endpoint, count: int) -> None:
    """Print the peak of memory after a few and after many samples."""
    run(
        endpoint,
        map(sample, range(count // 10)),
        "two_calls",
        cache=True,
        cache_path=f"{tempfile.mkdtemp()}/c",
    )
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    run(endpoint, map(sample, range(count)), "two_calls", cache=True, cache_path=f"{tempfile.mkdtemp()}/c")
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"memory: peak {before:.0f} MB after {count // 10} samples, {after:.0f} MB after {count}")


def main() -> None:
    """Measure one part, or all."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--part", choices=("tokens", "cpu", "wall", "awkward", "inputs", "memory"))
    parser.add_argument("--samples", type=int, default=100)
    options = parser.parse_args()
    endpoint = Endpoint()
    try:
        run(endpoint, map(sample, range(2)), "two_calls")
        for name, measure in (("tokens", tokens), ("cpu", cpu), ("wall", wall)):
            if options.part in (None, name):
                measure(endpoint, options.samples)
        for name, show in (("awkward", awkward), ("inputs", inputs)):
            if options.part in (None, name):
                show(endpoint)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"peak of memory: {peak:.0f} MB")
        if options.part == "memory":
            memory(endpoint, options.samples)
    finally:
        endpoint.process.terminate()
        endpoint.process.wait()


if __name__ == "__main__":
    main()
