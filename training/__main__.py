"""Rebuild the weights of the embedded judge from nothing but the labelled sets, in one command.

    pip install -e '.[training]'
    python -m training --data DIR --run RUN [--out src/upheld/models] [--device cuda]

Each step is skipped where its result is there, and training goes on from its last checkpoint: a run that was stopped is
taken up by the same command.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from training.base import fetch

STAGES = {
    "base": {"planted": "0", "rate": "1.2e-4", "last": "0.5"},
    "order": {"planted": "10000", "rate": "1.5e-4", "last": "1"},
    "natural": {"planted": "60000", "rate": "1.5e-4", "last": "0"},
}


def step(module: str, *options: str) -> None:
    """Run one module of this package, and stop where it fails."""
    command = [sys.executable, "-m", f"training.{module}", *options]
    print("$", " ".join(command), flush=True)
    subprocess.run(command, check=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True, help="folder with train/ and dev/")
    parser.add_argument("--run", type=Path, required=True, help="folder for checkpoints and logs")
    parser.add_argument("--out", type=Path, default=Path("src/upheld/models"))
    parser.add_argument("--seed", default="1")
    parser.add_argument(
        "--share", default="1", help="share of the examples: 0.1 is the budget of the ablations"
    )
    parser.add_argument("--device", default="cpu")
    options = parser.parse_args()
    base = fetch(options.run / "base_weights")
    source = base
    for stage, given in STAGES.items():
        examples, out = options.run / f"{stage}.jsonl.gz", options.run / stage
        if not examples.exists():
            step(
                "mix",
                "--data",
                str(options.data),
                "--stage",
                stage,
                "--planted",
                given["planted"],
                "--seed",
                options.seed,
                "--out",
                str(examples),
            )
        if not (out / "done.json").exists():
            step("train", "--examples", str(examples), "--from", str(source), "--base", str(base), "--out", str(out), "--seed", options.seed,
                 "--rate", given["rate"], "--last", given["last"], "--share", options.share, "--device", options.device)  # fmt: skip
        source = out / ("last" if stage == "order" else "mean")  # too short for a running mean
    averaged = options.run / "averaged"
    last = options.run / "natural"
    kept = sorted((last / "means").iterdir())
    middle = kept[(len(kept) - 1) // 2]
    parts = (options.run / "base" / "mean", middle, last / "mean")
    step("average", "--of", *map(str, parts), "--out", str(averaged))
    step(
        "export",
        "--checkpoint",
        str(averaged),
        "--tokenizer",
        str(base / "tokenizer.json"),
        "--out",
        str(options.out),
    )
    step(
        "calibrate",
        "--data",
        str(options.data),
        "--model",
        str(options.out),
        "--out",
        str(options.out / "combiner.json"),
    )
    for name in ("LICENSE", "NOTICE"):
        (options.out / name).write_bytes((base / name).read_bytes())


if __name__ == "__main__":
    main()
