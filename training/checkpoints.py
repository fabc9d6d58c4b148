"""Read and write checkpoints: ``model.safetensors`` and ``config.json`` in a folder, weights in float32.

The format is eight bytes with the length of a JSON header, the header, then the values; a reader of it is shorter than
the package, and export needs nothing else of it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["CONFIG", "WEIGHTS", "read_weights", "write_checkpoint"]

WEIGHTS = "model.safetensors"
CONFIG = "config.json"
_LENGTH = 8  # bytes that hold the length of the header

Array = NDArray[Any]


def read_weights(folder: Path) -> dict[str, Array]:
    """Return the weights of a checkpoint by name; those that are not float32 are left out."""
    raw = (folder / WEIGHTS).read_bytes()
    start = _LENGTH + int.from_bytes(raw[:_LENGTH], "little")
    weights = {}
    for name, entry in json.loads(raw[_LENGTH:start]).items():
        if name != "__metadata__" and entry["dtype"] == "F32":
            first, end = entry["data_offsets"]
            values = np.frombuffer(raw, np.float32, (end - first) // 4, start + first)
            weights[name] = values.reshape(entry["shape"])
    return weights


def write_checkpoint(folder: Path, weights: Mapping[str, Array], config: Mapping[str, Any]) -> None:
    """Write a checkpoint as transformers reads it.

    Args:
        folder: made where it is not there.
        weights: by name; written as float32.
        config: content of ``config.json``.
    """
    head: dict[str, Any] = {"__metadata__": {"format": "pt"}}
    values, at = [], 0
    for name, weight in weights.items():
        data = np.ascontiguousarray(weight, np.float32).tobytes()
        head[name] = {"dtype": "F32", "shape": list(weight.shape), "data_offsets": [at, at + len(data)]}
        values.append(data)
        at += len(data)
    header = json.dumps(head).encode()
    header += b" " * (-len(header) % _LENGTH)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / WEIGHTS).write_bytes(len(header).to_bytes(_LENGTH, "little") + header + b"".join(values))
    (folder / CONFIG).write_text(json.dumps(config, indent=1) + "\n", encoding="utf-8")
