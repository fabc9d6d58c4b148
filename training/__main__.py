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
from collections.abc import Sequence
from pathlib import Path

from training.base import TEACHER, fetch

# Stage -> examples and rates. In the last stage the judge learns what the teacher and itself, after the stage before, say together.
MIXES = {
    "base": ("--stage", "base"),
    "order": ("--stage", "order", "--planted", "10000"),
    "teacher": ("--stage", "natural", "--planted", "12000"),
    "natural": ("--stage", "natural", "--planted", "26000"),
    "taught": ("--stage", "natural", "--planted", "26000", "--withheld", "11000"),
}
RATES = {
    "base": ("--rate", "1.2e-4", "--last", "0.5"),
    "order": ("--rate", "1.5e-4", "--last", "1"),
    "teacher": ("--rate", "5e-5", "--frozen", "3"),
    "natural": ("--rate", "1.5e-4"),
    "taught": ("--rate", "1.5e-4"),
}


class Rebuild:
    """The steps, with the folders they read and write.

    Args:
        options: of the command line.
    """

    def __init__(self, options: argparse.Namespace) -> None:
        self.options, self.run = options, Path(options.run)

    def step(self, module: str, *given: str | Path) -> None:
        """Run one module of this package, and stop where it fails."""
        command = [sys.executable, "-m", f"training.{module}", *map(str, given)]
        print("$", " ".join(command), flush=True)
        subprocess.run(command, check=True)

    def examples(self, stage: str) -> Path:
        """Return the examples of a stage."""
        path = self.run / f"{stage}.jsonl.gz"
        if not path.exists():
            given = ("--data", self.options.data, "--seed", self.options.seed, "--share", self.options.share)
            self.step("mix", *MIXES[stage], *given, "--without", *self.options.without, "--out", path)
        return path

    def trained(self, stage: str, examples: Path, source: Path, base: Path) -> Path:
        """Return the folder of a stage, trained from `source`."""
        out = self.run / stage
        if not (out / "done.json").exists():
            given = ("--examples", examples, "--from", source, "--base", base, "--out", out, *RATES[stage])
            self.step("train", *given, "--seed", self.options.seed, "--device", self.options.device)
        return out

    def said(self, stage: str, teachers: Sequence[Path], bases: Sequence[Path]) -> Path:
        """Return the examples of a stage with what the teachers say of them."""
        path = self.run / f"{stage}_said.jsonl.gz"
        if not path.exists():
            given = ("--examples", self.examples(stage), "--teacher", *teachers, "--base", *bases)
            self.step("label", *given, "--out", path, "--device", self.options.device)
        return path

    def weights(self) -> Path:
        """Return the checkpoint that is exported."""
        judge = fetch(self.run / "base_weights")
        base = self.trained("base", self.examples("base"), judge, judge) / "mean"
        # Too short for a running mean.
        order = self.trained("order", self.examples("order"), base, judge) / "last"
        natural = self.trained("natural", self.examples("natural"), order, judge) / "mean"
        return natural if self.options.untaught else self.taught(natural, judge)

    def taught(self, natural: Path, judge: Path) -> Path:
        """Return the checkpoint of the judge after it has learnt from the teacher too.

        Args:
            natural: the judge before.
            judge: its base weights.
        """
        larger = fetch(self.run / "teacher_weights", TEACHER)
        teacher = self.trained("teacher", self.examples("teacher"), larger, larger) / "last"
        examples = self.said("taught", (teacher, natural), (larger, judge))
        taught = self.trained("taught", examples, natural, judge) / "mean"
        averaged = self.run / "averaged"  # ranks claims of other documents better than either end
        self.step("average", "--of", natural, taught, "--out", averaged)
        return averaged

    def judge(self) -> None:
        """Write everything that the package holds of the judge."""
        out, base = Path(self.options.out), self.run / "base_weights"
        self.step("export", "--checkpoint", self.weights(), "--tokenizer", base / "tokenizer.json", "--out", out)  # fmt: skip
        given = ("--data", self.options.data, "--model", out, "--without", *self.options.without)
        self.step("calibrate", *given, "--out", out / "combiner.json")
        for name in ("LICENSE", "NOTICE"):
            (out / name).write_bytes((base / name).read_bytes())


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
    parser.add_argument("--without", nargs="*", default=[], help="names of sets that are left out: ablations")
    parser.add_argument("--untaught", action="store_true", help="without the teacher")
    parser.add_argument("--device", default="cpu")
    Rebuild(parser.parse_args()).judge()


if __name__ == "__main__":
    main()
