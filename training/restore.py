"""Get a checkpoint back from an exported model, so that training can go on from the weights of the package.

    python -m training.restore --model src/upheld/models --base RUN/base_weights --out RUN/shipped

The export keeps eight bits of each weight, so what comes back is near the checkpoint that was exported, not the same.
Word embeddings are frozen in training and are taken whole from the base weights.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

from training.checkpoints import CONFIG, read_weights, write_checkpoint
from training.export import readers
from training.graph import Array, Shape

__all__ = ["restore"]

KINDS = ("query", "key", "value")
WORDS = "embeddings.word_embeddings.weight"


def restore(model: Path, base: Path, out: Path) -> None:
    """Write ``model.safetensors`` and ``config.json`` of an exported model.

    Args:
        model: a ``judge.onnx`` of `training.export`.
        base: folder of the base weights.
        out: folder that is written to.
    """
    held = {each.name: numpy_helper.to_array(each) for each in onnx.load(str(model)).graph.initializer}
    config = json.loads((base / CONFIG).read_text(encoding="utf-8"))
    shape = Shape(config["num_hidden_layers"], config["num_attention_heads"], config["hidden_size"], config["layer_norm_eps"])  # fmt: skip
    words = read_weights(base)
    weights = {**_products(held, shape), **_norms(held), **_biases(held), **_plain(held)}
    weights[WORDS] = words.get(WORDS, words.get(f"bert.{WORDS}"))
    named = {
        name if name.startswith("classifier.") else f"bert.{name}": value for name, value in weights.items()
    }
    changed = {"architectures": ["BertForSequenceClassification"], "num_labels": 3, "torch_dtype": "float32"}
    write_checkpoint(out, named, config | changed)


def _products(held: Mapping[str, Array], shape: Shape) -> dict[str, Array]:
    """Return the weights of all products [outputs, inputs], without what the norm before them was divided by."""
    smoothed = {name: norm for norm, names in readers(shape).items() for name in names}
    made = {}
    for name in (key.removesuffix(".int8") for key in held if key.endswith(".int8")):
        if name == "words":
            continue
        weight = held[f"{name}.int8"].astype(np.float32) * held[f"{name}.scale"]
        # The last norm has no residual that would take its divisor back: norm and product are one as they are.
        if (divisor := held.get(f"{smoothed.get(name, '')}.smooth")) is not None:
            weight = weight / divisor[:, None]
        made[f"{name}.weight"] = weight.T
    return made


def _norms(held: Mapping[str, Array]) -> dict[str, Array]:
    return {
        name: held[name] * held.get(f"{name.rpartition('.')[0]}.smooth", np.float32(1.0))
        for name in held
        if name.endswith(("LayerNorm.weight", "LayerNorm.bias"))
    }


def _biases(held: Mapping[str, Array]) -> dict[str, Array]:
    """Return the biases of query, key and value, which the graph holds as one."""
    made = {}
    for name in held:
        if name.endswith(".self.bias"):
            for kind, part in zip(KINDS, np.split(held[name], 3), strict=True):
                made[f"{name.removesuffix('bias')}{kind}.bias"] = part
    return made


def _plain(held: Mapping[str, Array]) -> dict[str, Array]:
    wanted = ("dense.bias", "position_embeddings.weight", "token_type_embeddings.weight")
    return {name: held[name] for name in held if name.endswith(wanted) or name.startswith("classifier.")}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--model", type=Path, required=True, help="folder with judge.onnx")
    parser.add_argument("--base", type=Path, required=True, help="folder of the base weights")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    restore(options.model / "judge.onnx", options.base, options.out)
    print(options.out)


if __name__ == "__main__":
    main()
