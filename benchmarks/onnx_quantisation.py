"""Compare ways of rounding the embedded judge's model: size, distance from float32, accuracy, speed.

    python benchmarks/onnx_quantisation.py --checkpoint RUN/last --tokenizer BASE/tokenizer.json --data DATA/dev

Every way runs the same graph (training/graph.py) on the same pairs, each pair alone. Speed is CPU time for each token,
the ways taking turns; with more threads, wall time over whole batches of one length.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from training.export import Feed, inputs, random_texts, read_checkpoint, session, smoothing
from training.graph import (
    Array,
    Graph,
    RowLinear,
    Shape,
    Weights,
    build,
    exact_columns,
    float_linear,
    rounded_columns,
)

from _common import datasets, machine, rows, table
from upheld.judges._onnx import MAX_TOKENS
from upheld.text.select import ContextIndex

Way = Callable[[Weights, Shape, Sequence[Feed], Sequence[Feed]], Any]


@dataclass(frozen=True, slots=True)
class Pair:
    """A labelled pair, ready for the model."""

    dataset: str
    supported: bool
    feed: Feed


def whole(weights: Weights, shape: Shape, *_: Sequence[Feed]) -> Any:
    return build(weights, shape, float_linear)


def stored(weights: Weights, shape: Shape, *_: Sequence[Feed]) -> Any:
    """Round weights for storage alone; products are those of floats."""

    def linear(graph: Graph, x: str, rows: str, name: str, weight: Array, *, gelu: bool) -> str:  # noqa: ARG001
        values, scales = rounded_columns(weight)
        cast = graph.add("Cast", graph.constant(f"{name}.int8", values), to=1)
        return graph.add("MatMul", x, graph.add("Mul", cast, graph.constant(f"{name}.scale", scales)))

    return build(weights, shape, linear)


def batch_scale(weights: Weights, shape: Shape, *_: Sequence[Feed]) -> Any:
    """Give all rows of a batch one scale: right only for batches of one pair."""

    def linear(graph: Graph, x: str, rows: str, name: str, weight: Array, *, gelu: bool) -> str:  # noqa: ARG001
        values, scales = rounded_columns(weight)
        constants = graph.constant(f"{name}.int8", values), graph.constant(f"{name}.scale", scales)
        return graph.fused("DynamicQuantizeMatMul", x, *constants)

    return build(weights, shape, linear)


def blocks(weights: Weights, shape: Shape, *_: Sequence[Feed]) -> Any:
    """Give every 128 inputs a scale of their own, in rows and weights."""

    def linear(graph: Graph, x: str, rows: str, name: str, weight: Array, *, gelu: bool) -> str:  # noqa: ARG001
        inputs, outputs = weight.shape
        pieces = weight.T.reshape(outputs, inputs // 128, 128)
        scale = np.abs(pieces).max(-1) / 127
        values = (np.rint(pieces / scale[..., None]) + 128).astype(np.uint8)
        constants = (
            graph.constant(f"{name}.uint8", values),
            graph.constant(f"{name}.scale", scale.reshape(-1).astype(np.float32)),
        )
        sizes = {"K": inputs, "N": outputs, "bits": 8, "block_size": 128, "accuracy_level": 4}
        return graph.fused("MatMulNBits", x, *constants, **sizes)

    return build(weights, shape, linear)


def static(weights: Weights, shape: Shape, texts: Sequence[Feed], real: Sequence[Feed]) -> Any:
    """Fix one scale for each product, by the 99.99 % range on real pairs."""
    smooth = smoothing(weights, shape, texts)
    largest: dict[str, float] = defaultdict(float)
    for found in inputs(weights, shape, real, smooth):
        for name, x in found.items():
            largest[name] = max(largest[name], float(np.quantile(np.abs(x), 0.9999)))

    def linear(graph: Graph, x: str, rows: str, name: str, weight: Array, *, gelu: bool) -> str:  # noqa: ARG001
        values, scales = rounded_columns(weight)
        step = graph.constant(f"{name}.step", np.float32(largest[name] / 127))
        zero = graph.constant("zero", np.uint8(128))
        rounded = graph.add("QuantizeLinear", x, step, zero)
        constants = graph.constant(f"{name}.int8", values), step, graph.constant(f"{name}.scale", scales)
        return graph.fused("MatMulIntegerToFloat", rounded, *constants, zero)

    return build(weights, shape, linear, smooth)


def by_row(columns: Callable[[Array], tuple[Array, Array]], gelu_zero: int, *, smooth: bool = True) -> Way:
    def way(weights: Weights, shape: Shape, texts: Sequence[Feed], _: Sequence[Feed]) -> Any:
        by = smoothing(weights, shape, texts) if smooth else {}
        return build(weights, shape, RowLinear(columns, gelu_zero), by)

    return way


def seven_bits(weight: Array) -> tuple[Array, Array]:
    values, scales = rounded_columns(weight)
    halved = np.rint(weight / (scales * (127 / 64)))
    return halved.astype(values.dtype), (scales * (127 / 64)).astype(np.float32)


WAYS: Mapping[str, Way] = {
    "float32": whole,
    "float32, int8 stored": stored,
    "int8, scale of the batch": batch_scale,
    "int8, static scales": static,
    "int8, blocks of 128": blocks,
    "int8, scale of the row": by_row(rounded_columns, 128, smooth=False),
    "… smoothed": by_row(rounded_columns, 128),
    "… and low zero of GELU": by_row(rounded_columns, 32),
    "… and 7-bit weights": by_row(seven_bits, 32),
    "… and exact pairs of weights": by_row(exact_columns, 32),
}
CHOSEN = list(WAYS)[-1]


def pairs_of(data: Path, tokenizer: Path, count: int) -> list[Pair]:
    """Draw labelled pairs from the `fit` part of each set, as evidence selection would condense them."""
    from tokenizers import Tokenizer

    reader: Any = Tokenizer.from_file(str(tokenizer))
    reader.no_padding()
    reader.enable_truncation(MAX_TOKENS, strategy="only_first")
    made = []
    for path in datasets(data):
        labelled = [row for row in rows(path) if row.get("part") == "fit"]
        random.Random(0).shuffle(labelled)
        for row in labelled[:count]:
            index = ContextIndex(row["contexts"])
            told = " ".join(index.units[at].told for at in index.premise(row["response"]).units)
            read = reader.encode(told, row["response"])
            feed = {"input_ids": np.array([read.ids]), "token_type_ids": np.array([read.type_ids])}
            made.append(Pair(row["dataset"], row["label"] == "supported", feed))
    return made


def probabilities(running: Any, pairs: Sequence[Pair]) -> Array:
    logits = np.concatenate([running.run(["logits"], pair.feed)[0] for pair in pairs]).astype(float)
    odds = np.exp(logits - logits.max(1, keepdims=True))
    return odds / odds.sum(1, keepdims=True)


def balanced(pairs: Sequence[Pair], said: Sequence[bool]) -> float:
    """Return the mean over sets of the balanced accuracy in percent."""
    right: Mapping[str, Mapping[bool, list[bool]]] = defaultdict(lambda: defaultdict(list))
    for pair, supported in zip(pairs, said, strict=True):
        right[pair.dataset][pair.supported].append(supported == pair.supported)
    return 100 * float(np.mean([np.mean([np.mean(of) for of in both.values()]) for both in right.values()]))


def seconds(running: Any, feeds: Sequence[Feed], threads: int) -> float:
    """Return CPU seconds on one thread, wall seconds on more."""
    clock = time.process_time if threads == 1 else time.perf_counter
    start = clock()
    if threads == 1:
        for feed in feeds:
            running.run(["logits"], feed)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(lambda feed: running.run(["logits"], feed), feeds))
    return clock() - start


def speeds(models: Mapping[str, Any], feeds: Sequence[Feed], threads: int, turns: int) -> dict[str, float]:
    """Return the best microseconds for each token over some turns, the models taking turns."""
    best = dict.fromkeys(models, float("inf"))
    for _ in range(turns):
        for name, running in models.items():
            best[name] = min(best[name], seconds(running, feeds, threads))
    count = sum(feed["input_ids"].size for feed in feeds)
    return {name: 1e6 * spent / count for name, spent in best.items()}


def batches(threads: int) -> list[Feed]:
    """Return batches of several lengths, of about 512 tokens each."""
    draw = np.random.default_rng(0)
    shapes = [(512 // length, length) for length in (40, 64, 90, 128, 200)] * threads
    return [
        {"input_ids": draw.integers(1000, 30000, shape), "token_type_ids": np.zeros(shape, np.int64)}
        for shape in shapes
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True, help="folder with the labelled sets")
    parser.add_argument("--rows", type=int, default=100, help="rows of each set")
    parser.add_argument("--turns", type=int, default=5)
    options = parser.parse_args()
    weights, shape = read_checkpoint(options.checkpoint)
    drawn = pairs_of(options.data, options.tokenizer, options.rows + 5)
    real = [pair.feed for pair in drawn[:: max(1, len(drawn) // 24)]]
    texts = random_texts(len(weights["embeddings.word_embeddings.weight"]), 101, 102)
    made = {name: way(weights, shape, texts, real) for name, way in WAYS.items()}
    models = {name: session(model) for name, model in made.items()}
    alone, several = (speeds(models, batches(threads), threads, options.turns) for threads in (1, 2))
    whole_p = probabilities(models["float32"], drawn)
    body = []
    for name, running in models.items():
        found = probabilities(running, drawn)
        off, said = np.abs(found - whole_p).max(1), found[:, 0] >= 0.5
        flips = 100 * float(np.mean(said != (whole_p[:, 0] >= 0.5)))
        figures = [
            len(made[name].SerializeToString()) / 1e6,
            off.mean(),
            np.quantile(off, 0.95),
            off.max(),
            flips,
        ]
        formats = ("{:.1f}", "{:.4f}", "{:.4f}", "{:.4f}", "{:.1f}")
        shown = [form.format(value) for form, value in zip(formats, figures, strict=True)]
        speed = [
            f"{alone[name]:.0f}",
            f"{alone[CHOSEN] / alone[name]:.2f}",
            f"{several[CHOSEN] / several[name]:.2f}",
        ]
        body.append([name, *shown, f"{balanced(drawn, list(said)):.1f}", *speed])
    print(f"{machine()}\n{len(drawn)} pairs, threshold 0.5; speeds relative to the last line\n")
    head = [
        "way",
        "MB",
        "|Δp| mean",
        "95 %",
        "most",
        "flips %",
        "bal. acc.",
        "CPU µs/token",
        "1 thread",
        "2 threads",
    ]
    print(table(head, body))
    print(
        json.dumps({"pairs": len(drawn), "tokens": int(sum(pair.feed["input_ids"].size for pair in drawn))})
    )


if __name__ == "__main__":
    main()
