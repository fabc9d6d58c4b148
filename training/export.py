"""Write the int8 model that the embedded judge runs: a trained checkpoint -> ``judge.onnx``, ``words.npy``, ``tokenizer.json``.

    python -m training.export --checkpoint RUN/last --tokenizer BASE/tokenizer.json --out FOLDER

training/graph.py says how it is rounded. The ranges that this needs are measured on seeded random tokens: they show
them as well as real texts do, and the export needs no data.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, numpy_helper
from onnx.external_data_helper import set_external_data

from training.checkpoints import CONFIG, read_weights
from training.graph import EMBEDDED, WORDS, Array, Inputs, RowLinear, Shape, Weights, build

__all__ = [
    "Feed",
    "export",
    "inputs",
    "random_texts",
    "read_checkpoint",
    "readers",
    "session",
    "smoothing",
]

SMOOTH = 0.5  # exponent of the activations' range; the weights' has 1 - SMOOTH
WORDS_FILE = "words.npy"
CALIBRATION = (32, 64, 128) * 4  # tokens of each random text

Feed = Mapping[str, Array]


def random_texts(words: int, start: int, end: int) -> list[Feed]:
    """Return seeded random pairs, as good for ranges as real ones.

    Args:
        words: size of the vocabulary.
        start: the mark before a premise.
        end: the mark behind premise and claim.
    """
    draw = np.random.default_rng(0)
    made: list[Feed] = []
    for length in CALIBRATION:
        ids, claim = draw.integers(words // 30, words, length), length * 3 // 4
        ids[[0, claim - 1, -1]] = start, end, end
        types = (np.arange(length) >= claim).astype(np.int64)
        made.append({"input_ids": ids[None], "token_type_ids": types[None]})
    return made


def inputs(
    weights: Weights, shape: Shape, texts: Sequence[Feed], smooth: Weights | None = None
) -> Iterator[dict[str, Array]]:
    """Yield for each text the input [rows, inputs] of each product, in floats."""
    probe = Inputs()
    build(weights, shape, probe, smooth)
    names = sorted(set(probe.names.values()))
    running = session(build(weights, shape, Inputs(), smooth, names))
    for text in texts:
        found = dict(zip(names, running.run(names, text), strict=True))
        yield {product: found[name] for product, name in probe.names.items()}


def smoothing(weights: Weights, shape: Shape, texts: Sequence[Feed], exponent: float = SMOOTH) -> Weights:
    """Return what the output of each layer norm is divided by [hidden], so that no channel takes all levels.

    Args:
        weights: by their names in the checkpoint, without ``bert.``.
        shape: sizes.
        texts: what ranges are measured on.
        exponent: how far the ranges of activations are evened out at the cost of the weights'.
    """
    behind_of = readers(shape)
    ranges = {norm: np.full(shape.hidden, 1e-5, np.float32) for norm in behind_of}
    for found in inputs(weights, shape, texts):
        for norm, (first, *_) in behind_of.items():
            ranges[norm] = np.maximum(ranges[norm], np.abs(found[first]).max(0))
    made = {}
    for norm, names in behind_of.items():
        behind = np.abs(np.concatenate([weights[f"{name}.weight"] for name in names])).max(0)
        logs = exponent * np.log(ranges[norm]) - (1.0 - exponent) * np.log(np.maximum(behind, 1e-5))
        made[norm] = np.exp(logs - logs.mean()).astype(np.float32)
    return made


def readers(shape: Shape) -> dict[str, list[str]]:
    """Name for each layer norm the products that read it; one that reads every row comes first."""
    found: dict[str, list[str]] = {}
    norm = EMBEDDED
    for n in range(shape.layers):
        name = f"encoder.layer.{n}"
        found[norm] = [f"{name}.attention.self.{kind}" for kind in ("key", "value", "query")]
        found[f"{name}.attention.output.LayerNorm"] = [f"{name}.intermediate.dense"]
        norm = f"{name}.output.LayerNorm"
    return {**found, norm: ["pooler.dense"]}


def session(model: Any, threads: int = 1) -> Any:
    """Return a running ONNX Runtime session of a model, with the options of `upheld.judges._onnx`."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.enable_cpu_mem_arena = False
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    return onnxruntime.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )


def read_checkpoint(folder: Path) -> tuple[Weights, Shape]:
    """Read weights and sizes of a checkpoint: ``model.safetensors`` (float32) and ``config.json``.

    Raises:
        ValueError: the checkpoint is no BERT with three classes in float32.
    """
    config = json.loads((folder / CONFIG).read_text(encoding="utf-8"))
    shape = Shape(
        config["num_hidden_layers"],
        config["num_attention_heads"],
        config["hidden_size"],
        config["layer_norm_eps"],
    )
    weights = {name.removeprefix("bert."): value for name, value in read_weights(folder).items()}
    if (
        weights.get("classifier.weight", np.empty(0)).shape != (3, shape.hidden)
        or config["hidden_act"] != "gelu"
    ):
        msg = f"{folder} is no BERT with GELU and three classes in float32: train one with training/train.py"
        raise ValueError(msg)
    return weights, shape


def _outsource(model: Any, path: Path) -> None:
    """Write the table of words to a file of its own, which numpy reads too, and let the model point to it."""
    (table,) = (each for each in model.graph.initializer if each.name == WORDS)
    values = numpy_helper.to_array(table)
    np.save(path, values)
    set_external_data(table, path.name, offset=path.stat().st_size - values.nbytes, length=values.nbytes)
    table.ClearField("raw_data")
    table.data_location = TensorProto.EXTERNAL


def export(checkpoint: Path, tokenizer: Path, out: Path) -> Path:
    """Write ``judge.onnx``, ``words.npy`` and ``tokenizer.json``.

    Args:
        checkpoint: folder with ``model.safetensors`` and ``config.json``.
        tokenizer: the ``tokenizer.json`` of the base weights.
        out: folder that is written to.

    Returns:
        The path of the model.
    """
    weights, shape = read_checkpoint(checkpoint)
    plain = json.loads(tokenizer.read_text(encoding="utf-8")) | {"truncation": None, "padding": None}
    words = plain["model"]["vocab"]
    texts = random_texts(len(words), words["[CLS]"], words["[SEP]"])
    smooth = smoothing(weights, shape, texts)
    model = build(weights, shape, RowLinear(), smooth)
    onnx.checker.check_model(model)
    out.mkdir(parents=True, exist_ok=True)
    _outsource(model, out / WORDS_FILE)
    (out / "tokenizer.json").write_text(json.dumps(plain, ensure_ascii=False), encoding="utf-8")
    path = out / "judge.onnx"
    path.write_bytes(model.SerializeToString(deterministic=True))
    return path


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Write the int8 graph of the embedded judge.")
    parser.add_argument(
        "--checkpoint", type=Path, required=True, help="folder with model.safetensors and config.json"
    )
    parser.add_argument("--tokenizer", type=Path, required=True, help="tokenizer.json of the base weights")
    parser.add_argument(
        "--out", type=Path, required=True, help="folder that gets judge.onnx, words.npy and tokenizer.json"
    )
    options = parser.parse_args(arguments)
    path = export(options.checkpoint, options.tokenizer, options.out)
    print(f"{path}: {path.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
