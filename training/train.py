"""Train a cross-encoder, the judge's own or the teacher, from base weights or from an earlier checkpoint.

    python -m training.train --examples RUN/base.jsonl.gz --base BASE --from BASE --out RUN/base
    python -m training.train --examples RUN/natural.jsonl.gz --base BASE --from RUN/base/last --out RUN/natural

Three classes where the class is known; where only "not supported" is known the loss is -log(1 - P(supported)). Where a
teacher has judged the pair (training/label.py), half of the loss is the distance from what it said (Hinton et al.,
"Distilling the knowledge in a neural network", 2015), and all of it where nobody knows the class. What the
model learns is the evidence, not how common a class is in a set: the odds of the set are added to its logits in the loss
(Menon et al., "Long-tail learning via logit adjustment", 2021), so that 0.5 means the same everywhere. Word embeddings
are frozen, there is no dropout, and batches are of one length. Steps are taken on a copy in bfloat16, whose gradients go
to the weights in float32: a third faster than autocast. With glibc, memory that is kept gives another quarter:

    MALLOC_MMAP_THRESHOLD_=2000000000 MALLOC_TRIM_THRESHOLD_=4000000000

A run that was stopped goes on from its last checkpoint when the same command is given again.
"""

from __future__ import annotations

import argparse
import copy
import csv
import json
import math
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer
from transformers import AutoModelForSequenceClassification

from training.data import CLASSES, UNKNOWN, UNSUPPORTED, Example
from training.mix import read
from training.planted import OWN, SHARES

BATCH = 32
MULTIPLE = 16  # lengths of batches: few shapes, little padding
MOST_TOKENS = 256
SHARD = 64  # batches that are sorted by length together
WARM_UP = 200  # steps
SAVE = 200  # steps between checkpoints
KEPT = 8  # means that are kept on the way, so that the best one can be found when a run has learnt too much by heart
CLIP = 1.0
AVERAGE = 0.98  # of the running mean of weights, taken every `AVERAGE_EVERY` steps
AVERAGE_EVERY = 10
DECAY = 0.01
EVEN = (0.5, 0.25, 0.25)  # shares of the classes that the logits stand for
RAREST = 0.02  # share that a class of a set counts at least
TAUGHT = 0.5  # weight of what the teacher said, where the class is known, too
TOGETHER = {how: "planted" for how in SHARES if how not in OWN}  # parts of one set, each of one class

UNTAUGHT = (0.0,) * len(CLASSES)

Item = tuple[list[int], list[int], int, tuple[float, ...], tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class Batch:
    """Token ids of pairs of nearly one length, with their targets."""

    ids: torch.Tensor
    types: torch.Tensor
    mask: torch.Tensor
    targets: torch.Tensor
    odds: torch.Tensor
    taught: torch.Tensor


def tokenizer(base: Path) -> Tokenizer:
    """Return the tokenizer of the base weights, cutting the premise alone."""
    made: Tokenizer = Tokenizer.from_file(str(base / "tokenizer.json"))
    made.no_padding()
    made.enable_truncation(MOST_TOKENS, strategy="only_first")
    return made


def set_of(example: Example) -> str:
    """Return the set whose odds count for an example."""
    return TOGETHER.get(example.source, example.source)


def odds_of(examples: Sequence[Example]) -> dict[str, tuple[float, ...]]:
    """Return, for each set, the log of how much more common each class is in it than in `EVEN`."""
    counts: dict[str, list[float]] = {}
    for example in examples:
        of = counts.setdefault(set_of(example), [0.0, 0.0, 0.0])
        if example.target == UNKNOWN:
            continue
        for at in (1, 2) if example.target == UNSUPPORTED else (example.target,):
            of[at] += 0.5 if example.target == UNSUPPORTED else 1.0
    odds = {}
    for name, of in counts.items():
        shares = [max(RAREST, each / max(1.0, sum(of))) for each in of]
        odds[name] = tuple(math.log(share / even) for share, even in zip(shares, EVEN, strict=True))
    return odds


def encoded(examples: Sequence[Example], tokens: Tokenizer) -> list[Item]:
    """Return ids, segment numbers, target, odds and the teacher's word of each example; long claims are cut first."""
    found, odds = [], odds_of(examples)
    for start in range(0, len(examples), 2048):
        part = examples[start : start + 2048]
        pairs = [(e.premise, " ".join(e.claim.split()[:90])) for e in part]
        found += [
            (e.ids, e.type_ids, example.target, odds[set_of(example)], example.taught or UNTAUGHT)
            for e, example in zip(tokens.encode_batch(pairs), part, strict=True)
        ]
    return found


def batches(items: Sequence[Item], rng: random.Random) -> list[list[int]]:
    """Return rows by batch: sorted by length within a shard, batches shuffled."""
    order = list(range(len(items)))
    rng.shuffle(order)
    made: list[list[int]] = []
    size = BATCH * SHARD
    for start in range(0, len(order), size):
        shard = sorted(order[start : start + size], key=lambda n: len(items[n][0]))
        found = [shard[n : n + BATCH] for n in range(0, len(shard), BATCH)]
        rng.shuffle(found)
        made += found
    return made


def collate(items: Sequence[Item], padding: int = 0) -> Batch:
    """Return one batch, padded to a multiple of `MULTIPLE`.

    Args:
        items: rows of about one length.
        padding: id of the token that pads.
    """
    longest = max(len(ids) for ids, *_ in items)
    width = -(-longest // MULTIPLE) * MULTIPLE
    ids = torch.full((len(items), width), padding, dtype=torch.long)
    types, mask = torch.zeros_like(ids), torch.zeros_like(ids)
    for n, (row, kinds, *_) in enumerate(items):
        ids[n, : len(row)] = torch.tensor(row)
        types[n, : len(row)] = torch.tensor(kinds)
        mask[n, : len(row)] = 1
    targets, odds, taught = zip(*(item[2:] for item in items), strict=True)
    return Batch(ids, types, mask, torch.tensor(targets), torch.tensor(odds), torch.tensor(taught))


def loss_of(logits: torch.Tensor, batch: Batch) -> torch.Tensor:
    """Return the mean loss: cross-entropy where the class is known, else -log of all that is not "supported"; and the teacher's."""
    logits = logits.float()
    logs = torch.log_softmax(logits + batch.odds, dim=-1)
    unsupported = torch.logsumexp(logs[:, 1:], dim=-1)
    known = logs.gather(1, batch.targets.clamp(max=UNSUPPORTED - 1).unsqueeze(1)).squeeze(1)
    labelled = -torch.where(batch.targets == UNSUPPORTED, unsupported, known)
    taught = -(batch.taught * torch.log_softmax(logits, dim=-1)).sum(-1)
    share = TAUGHT * (batch.taught.sum(-1) > 0) + (1.0 - TAUGHT) * (batch.targets == UNKNOWN)
    return (share * taught + (1.0 - share) * labelled).mean()


def rate(step: int, steps: int, peak: float, last: float) -> float:
    """Return the learning rate: linear warm-up, then linear decay to `last` of the peak."""
    if step < WARM_UP:
        return peak * (step + 1) / WARM_UP
    return peak * (1 - (1 - last) * (step - WARM_UP) / max(1, steps - WARM_UP))


def model_of(folder: Path) -> Any:
    """Return the classifier of a folder: BERT or MPNet, without dropout."""
    return AutoModelForSequenceClassification.from_pretrained(
        folder, num_labels=len(CLASSES), hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0, attn_implementation="eager"
    )  # fmt: skip


def freeze(model: Any, layers: int) -> None:
    """Keep the word embeddings as they are; of a teacher, its lowest layers and what is slow to train, too."""
    inner = model.base_model
    held = [inner.embeddings.word_embeddings, *inner.encoder.layer[:layers]]
    if layers:
        held += [inner.embeddings, getattr(inner.encoder, "relative_attention_bias", None)]
    for module in filter(None, held):
        module.requires_grad_(False)


def logits_of(model: Any, batch: Batch) -> torch.Tensor:
    """Return the logits [pairs, classes] of a batch."""
    given = {"input_ids": batch.ids, "attention_mask": batch.mask}
    if getattr(model.config, "type_vocab_size", 0):
        given["token_type_ids"] = batch.types
    device = next(model.parameters()).device
    logits: torch.Tensor = model(**{name: values.to(device) for name, values in given.items()}).logits
    return logits


class Run:
    """One stage of training, with its checkpoints.

    Args:
        source: folder with the weights to start from.
        out: folder of the run.
        device: name of a torch device.
        peak: highest learning rate.
        frozen: layers, from below, that keep their weights.
    """

    def __init__(self, source: Path, out: Path, device: str, peak: float, frozen: int = 0) -> None:
        self.out, self.peak = out, peak
        self.device = torch.device(device)
        out.mkdir(parents=True, exist_ok=True)
        last = out / "last"
        self.resumed = (last / "state.pt").exists()
        self.model = model_of(last if self.resumed else source).to(self.device)
        freeze(self.model, frozen)
        self.fast = copy.deepcopy(self.model).to(torch.bfloat16)
        self.weights, self.rounded = (
            [w for w in m.parameters() if w.requires_grad] for m in (self.model, self.fast)
        )
        self.optimiser = torch.optim.AdamW(self.weights, lr=peak, weight_decay=DECAY, fused=True)
        self.mean = [w.detach().clone() for w in self.weights]
        self.step = 0
        if self.resumed:
            state = torch.load(last / "state.pt", map_location=self.device, weights_only=True)
            self.step = state["step"]
            self.optimiser.load_state_dict(state["optimiser"])
            self.mean = state["mean"]

    def learn(self, batch: Batch, learning_rate: float) -> float:
        """Take one step; return the loss."""
        for group in self.optimiser.param_groups:
            group["lr"] = learning_rate
        loss = loss_of(logits_of(self.fast, batch).cpu(), batch)
        loss.backward()  # type: ignore[no-untyped-call]
        for weight, rounded in zip(self.weights, self.rounded, strict=True):
            weight.grad = rounded.grad.float()
            rounded.grad = None
        torch.nn.utils.clip_grad_norm_(self.weights, CLIP)
        self.optimiser.step()
        with torch.no_grad():
            torch._foreach_copy_(self.rounded, self.weights)
        self.step += 1
        if self.step % AVERAGE_EVERY == 0:
            torch._foreach_lerp_(self.mean, [w.detach() for w in self.weights], 1 - AVERAGE)
        return float(loss.detach())

    def save(self) -> None:
        """Write the checkpoint; one that is there stays whole until the new one is complete."""
        fresh, last, old = self.out / "fresh", self.out / "last", self.out / "old"
        self.model.save_pretrained(fresh)
        torch.save(
            {"step": self.step, "optimiser": self.optimiser.state_dict(), "mean": self.mean},
            fresh / "state.pt",
        )
        if last.exists():
            last.replace(old)
        fresh.replace(last)
        if old.exists():
            for file in old.iterdir():
                file.unlink()
            old.rmdir()

    def save_mean(self, name: str = "mean") -> None:
        """Write the running mean of the weights, which is what is exported."""
        own = [w.detach().clone() for w in self.weights]
        with torch.no_grad():
            for weight, mean in zip(self.weights, self.mean, strict=True):
                weight.copy_(mean)
            self.model.save_pretrained(self.out / name)
            for weight, kept in zip(self.weights, own, strict=True):
                weight.copy_(kept)


def train(run: Run, items: list[Any], seed: int, last_rate: float, minutes: float | None) -> None:
    """Go through the examples once, from the step of the checkpoint on.

    Args:
        run: the run.
        items: encoded examples.
        seed: of the order.
        last_rate: learning rate at the end, as a share of the peak.
        minutes: wall-clock budget of this call; it ends with a checkpoint.
    """
    order = batches(items, random.Random(seed))
    started, seen, losses = time.time(), 0, []
    keep = max(1, len(order) // KEPT)
    with (run.out / "log.csv").open("a", newline="") as file:
        log = csv.writer(file)
        for at in order[run.step :]:
            now = rate(run.step, len(order), run.peak, last_rate)
            batch = collate([items[n] for n in at], run.model.config.pad_token_id)
            losses.append(run.learn(batch, now))
            seen += len(at)
            if run.step % 50 == 0:
                speed = seen / (time.time() - started)
                log.writerow(
                    [run.step, len(order), f"{sum(losses) / len(losses):.4f}", f"{now:.2e}", f"{speed:.1f}"]
                )
                file.flush()
                losses = []
            if run.step % SAVE == 0:
                run.save()
                run.save_mean()
            if run.step % keep == 0:
                run.save_mean(f"means/{run.step:05}")
            if minutes and time.time() - started > 60 * minutes:
                break
    run.save()
    run.save_mean()
    if run.step < len(order):
        return
    (run.out / "done.json").write_text(json.dumps({"steps": run.step, "of": len(order), "pairs": len(items)}))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--examples", type=Path, required=True, help="file of training.mix")
    parser.add_argument(
        "--from", dest="source", type=Path, required=True, help="folder of the weights to start from"
    )
    parser.add_argument(
        "--base", type=Path, required=True, help="folder of the base weights, for its tokenizer"
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=1e-4, help="highest learning rate")
    parser.add_argument(
        "--last", type=float, default=0.0, help="learning rate at the end, as a share of the highest"
    )
    parser.add_argument("--minutes", type=float, help="stop after so long, with a checkpoint")
    parser.add_argument("--frozen", type=int, default=0, help="layers, from below, that keep their weights")
    parser.add_argument("--device", default="cpu")
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    examples = read(options.examples)
    items = encoded(examples, tokenizer(options.base))
    run = Run(options.source, options.out, options.device, options.rate, options.frozen)
    print(f"{len(items)} pairs, {'resumed at' if run.resumed else 'from'} step {run.step}", flush=True)
    train(run, items, options.seed, options.last, options.minutes)


if __name__ == "__main__":
    main()
