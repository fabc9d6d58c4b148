"""Write the training examples of one stage as gzipped JSON lines: premise, claim, target, source.

python -m training.mix --data DIR --stage natural --planted 24000 --out RUN/natural.jsonl.gz
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from training.data import Example, mixture, withheld
from training.planted import planted
from training.templates import order_pairs

__all__ = ["read", "write"]


def read(path: Path) -> list[Example]:
    """Return the examples of a file that this module wrote."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [Example(**json.loads(line)) for line in lines]


def write(path: Path, examples: Sequence[Example]) -> None:
    """Write examples; the same examples give the same bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as file:
        for example in examples:
            file.write((json.dumps(asdict(example), ensure_ascii=False) + "\n").encode())


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True, help="folder with train/ and dev/")
    parser.add_argument("--stage", choices=("base", "order", "natural"), required=True)
    parser.add_argument("--planted", type=int, default=0, help="pairs made from the contexts themselves")
    parser.add_argument(
        "--withheld", type=int, default=0, help="claims without their evidence, for the teacher to judge"
    )
    parser.add_argument("--without", nargs="*", default=[], help="names of sets that are left out")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=float, default=1.0, help="share of the examples, for an ablation")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    if options.stage == "order":
        pairs = order_pairs(int(options.share * options.planted), random.Random(options.seed))
        examples = [Example(text, claim, target, "order") for text, claim, target in pairs]
    else:
        seed, without = options.seed, options.without
        examples = mixture(options.data, options.stage, seed, options.share, without)
        if options.planted:
            examples += planted(options.data, int(options.share * options.planted), seed, without)
        if options.withheld:
            examples += withheld(options.data, int(options.share * options.withheld), seed, without)
    random.Random(options.seed).shuffle(examples)
    write(options.out, examples)
    for source, count in sorted(Counter(e.source for e in examples).items()):
        print(f"{source:24}{count:8,}")
    print(f"{'all':24}{len(examples):8,}")


if __name__ == "__main__":
    main()
