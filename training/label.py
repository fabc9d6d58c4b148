"""Ask teachers about training examples: the probability that they give each class is written to each.

    python -m training.label --examples RUN/taught.jsonl.gz --teacher RUN/teacher/last RUN/natural/mean --base TEACHER_BASE BASE --out OUT.jsonl.gz

One teacher is a larger model, trained on the same labels as the judge, that is too slow to ship; the other is the judge
before this stage. What they say together is the mean of their logits: they err apart, and together they rank claims of
documents that none has seen better than either. They can be asked about pairs that nobody has labelled. A run that was
stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch

from training.data import Example
from training.mix import read, write
from training.planted import SHARES
from training.train import BATCH, Item, collate, encoded, logits_of, model_of, tokenizer

SHARD = 2048  # examples that are sorted by length together, and kept together
LEAST = 1e-4  # probability that a class counts at least, so that one teacher alone rules nothing out


def judged(model: Any, items: Sequence[Item]) -> list[list[float]]:
    """Return the probability of each class [pairs, classes] for each item."""
    found: dict[int, list[float]] = {}
    order = sorted(range(len(items)), key=lambda n: len(items[n][0]))
    for start in range(0, len(order), BATCH):
        rows = order[start : start + BATCH]
        with torch.inference_mode():
            logits = logits_of(model, collate([items[n] for n in rows], model.config.pad_token_id))
        found |= zip(rows, torch.softmax(logits.float(), dim=-1).tolist(), strict=True)
    return [found[n] for n in range(len(items))]


def taught(model: Any, items: Sequence[Item], kept: Path) -> Iterator[list[float]]:
    """Yield the probabilities of each item, those of an earlier run first; each shard is kept as it is done.

    Args:
        model: the teacher.
        items: encoded examples.
        kept: file with one list a line.
    """
    done = kept.read_text().splitlines() if kept.exists() else []
    done = done[: len(done) - len(done) % SHARD]
    yield from map(json.loads, done)
    kept.write_text("".join(f"{line}\n" for line in done))
    for start in range(len(done), len(items), SHARD):
        found = [[round(p, 4) for p in row] for row in judged(model, items[start : start + SHARD])]
        with kept.open("a") as file:
            file.writelines(f"{json.dumps(row)}\n" for row in found)
        yield from found


def together(said: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """Return what several say of one pair: the mean of their logits, as probabilities."""
    logs = torch.log(torch.tensor(said).clamp_min(LEAST)).mean(0)
    return tuple(round(p, 4) for p in torch.softmax(logs, dim=-1).tolist())


def label(
    examples: Sequence[Example], teachers: Sequence[tuple[Path, Path]], device: str, kept: Path
) -> list[Example]:
    """Return the examples with what the teachers say of each, but for pairs made by rule: their labels are exact.

    Args:
        examples: the pairs.
        teachers: checkpoint of each, and the folder with its tokenizer.
        device: name of a torch device.
        kept: folder for what is done.
    """
    kept.mkdir(parents=True, exist_ok=True)
    asked = [example for example in examples if example.source not in SHARES]
    said = []
    for n, (teacher, base) in enumerate(teachers):
        model = model_of(teacher).to(torch.bfloat16).to(device).eval()
        said.append([*taught(model, encoded(asked, tokenizer(base)), kept / f"{n}.jsonl")])
    found = map(together, zip(*said, strict=True))
    return [e if e.source in SHARES else replace(e, taught=next(found)) for e in examples]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--examples", type=Path, required=True, help="file of training.mix")
    parser.add_argument("--teacher", type=Path, nargs="+", required=True, help="folders of checkpoints")
    parser.add_argument(
        "--base", type=Path, nargs="+", required=True, help="folder with the tokenizer of each"
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--device", default="cpu")
    options = parser.parse_args()
    kept = options.out.with_suffix(".parts")
    teachers = [*zip(options.teacher, options.base, strict=True)]
    write(options.out, label(read(options.examples), teachers, options.device, kept))
    shutil.rmtree(kept)


if __name__ == "__main__":
    main()
