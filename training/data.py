"""Labelled rows to training examples: a condensed premise, a claim, and what is known of its label."""

from __future__ import annotations

import gzip
import json
import random
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from training.sources import SOURCES, Source
from upheld._types import Chunk, Sample
from upheld.decompose.rules import RuleDecomposer
from upheld.judges._features import told
from upheld.text.select import ContextIndex

__all__ = [
    "CLASSES",
    "UNKNOWN",
    "UNSUPPORTED",
    "Example",
    "claims_of",
    "held_out",
    "mixture",
    "premise_text",
    "rows",
    "trainable",
    "withheld",
]

CLASSES = ("supported", "not_enough_info", "contradicted")
UNSUPPORTED = 3  # target of a claim of which only "not supported" is known
UNKNOWN = 4  # target of a claim that only the teacher has judged
BUDGETS = (40, 60, 80, 80, 110)  # words of a training premise: the judge reads 40 and 80
FOREIGN = 0.3  # share of short premises that stand among sentences of other documents
SHORT = 60  # words
AS_JSON = 0.3  # share of info-boxes that are given as a JSON record
HELD_OUT = 8  # one document of ``train/`` in so many is kept from the model
LONGEST_CLAIM = 60  # words of an answer that is judged as one claim


@dataclass(frozen=True, slots=True)
class Example:
    """One pair to learn from.

    Attributes:
        premise: condensed premise.
        claim: the claim.
        target: index in `CLASSES`, or `UNSUPPORTED`, or `UNKNOWN`.
        source: name of its set.
        taught: what the teacher says: the probability of each of `CLASSES`; None where it was not asked.
    """

    premise: str
    claim: str
    target: int
    source: str
    taught: tuple[float, ...] | None = None


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the records of one gzipped JSONL file: id, unit, question, contexts, response, label, spans, part."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


@lru_cache(maxsize=64)
def index_of(contexts: tuple[str, ...]) -> ContextIndex:
    """Return the index of some chunks; rows of one document follow each other."""
    return ContextIndex(contexts)


def premise_text(index: ContextIndex, claim: str, budget: int) -> str:
    """Return the condensed premise of a claim as the judge reads it."""
    return told([index.units[at] for at in index.premise(claim, budget).units])


def target_of(label: str) -> int:
    """Return the class of a label."""
    return UNSUPPORTED if label == "unsupported" else CLASSES.index(label)


def claims_of(row: dict[str, Any]) -> Iterator[tuple[str, int]]:
    """Yield the claims of a row with what is known of each.

    All claims of a supported answer are supported. Of an unsupported one only the claims that overlap an annotated span
    are unsupported; where spans were not annotated, a short answer is one claim and a long one says nothing sure.
    """
    target, text = target_of(row["label"]), row["response"]
    if row["unit"] != "answer":
        yield text, target
        return
    if row["dataset"] not in {"ragtruth_answers", "ragtruth_test"} and len(text.split()) <= LONGEST_CLAIM:
        yield text, target
    if target and not row["spans"]:
        return
    sample = Sample(text, tuple(Chunk(c) for c in row["contexts"]), row["question"])
    for claim in RuleDecomposer().decompose(sample):
        if claim.kind != "factual" or claim.start is None or claim.end is None or claim.text == text:
            continue
        hit = [s for s in row["spans"] or () if s["start"] < claim.end and claim.start < s["end"]]
        yield claim.text, UNSUPPORTED if hit else 0


def as_json(box: str, rng: random.Random) -> str:
    """Return an info-box of "key: values" lines as one JSON record."""
    title, *lines = box.split("\n")
    record: dict[str, Any] = {"name": title}
    for line in lines:
        key, _, value = line.partition(": ")
        values = value.split(", ")
        name = key.lower().replace(" ", "_") if rng.random() < 0.7 else key
        record[name] = values if len(values) > 1 and rng.random() < 0.5 else value
    return json.dumps(record, ensure_ascii=False, indent=rng.choice([None, None, 2]))


def _passes(
    source: Source, examples: Sequence[Any], labels: Sequence[bool], passes: float, rng: random.Random
) -> list[Any]:
    """Return the rows of one set, the rarer class repeated, each row as often as the stage asks."""
    rarer = sum(labels) * 2 < len(labels)
    few = max(1, sum(label == rarer for label in labels))
    repeat = min(source.even, (len(labels) - few) / few) if source.even > 1 else 1.0
    taken = []
    for example, label in zip(examples, labels, strict=True):
        times = passes * (repeat if label == rarer else 1.0)
        taken += [example] * (int(times) + (rng.random() < times % 1))
    return taken


def _condensed(row: dict[str, Any], claim: str, rng: random.Random, foreign: Sequence[str]) -> str:
    """Return a premise for a claim of a row, sometimes among sentences of other documents."""
    contexts = tuple(row["contexts"])
    if row["dataset"] == "infotabs" and rng.random() < AS_JSON:
        contexts = tuple(as_json(box, rng) for box in contexts)
    words = sum(len(text.split()) for text in contexts)
    if words > SHORT or row["dataset"] == "infotabs":
        return premise_text(index_of(contexts), claim, rng.choice(BUDGETS))
    parts = [told([unit]) for unit in index_of(contexts).units]
    if rng.random() < FOREIGN and foreign:
        parts = [*rng.sample(foreign, rng.randint(1, 2)), *parts]
        parts = parts[1:] + parts[:1] if rng.random() < 0.5 else parts
    return " ".join(parts)


def trainable(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the rows of a set that the model may learn from; the others calibrate it, or measure it."""
    for row in rows(path):
        if row["part"] == "train" if "part" in row else not held_out(row):
            yield row


def held_out(row: dict[str, Any]) -> bool:
    """Say whether the document of a row of ``train/`` is kept from the model, for the combiner."""
    return zlib.crc32("\n".join(row["contexts"]).encode()) % HELD_OUT == 0


def _known(path: Path) -> list[tuple[dict[str, Any], str, int]]:
    return [(row, claim, target) for row in trainable(path) for claim, target in claims_of(row)]


def mixture(
    data: Path, stage: str, seed: int, share: float = 1.0, without: Sequence[str] = ()
) -> list[Example]:
    """Return the shuffled examples of one stage.

    Args:
        data: folder with ``train/`` and ``dev/``.
        stage: ``base`` or ``natural``.
        seed: of every draw.
        share: of the examples.
        without: names of sets that are left out.
    """
    rng = random.Random(seed)
    examples: list[Example] = []
    for source in SOURCES:
        if source.name in without:
            continue
        dev = (data / "dev" / f"{source.name}.jsonl.gz").exists()
        known = _known(data / ("dev" if dev else "train") / f"{source.name}.jsonl.gz")
        labels = [target == 0 for _, _, target in known]
        sentences = [text for row, _, _ in known for text in row["contexts"] if len(text.split()) <= SHORT]
        taken = _passes(source, known, labels, share * getattr(source, stage), rng)
        examples += [
            Example(_condensed(row, claim, rng, sentences), claim, target, source.name)
            for row, claim, target in taken
        ]
    rng.shuffle(examples)
    return examples


def withheld(data: Path, count: int, seed: int, without: Sequence[str] = ()) -> list[Example]:
    """Return supported claims without the sentence closest to them: whether the rest is enough, only the teacher can say.

    Args:
        data: folder with ``train/`` and ``dev/``.
        count: how many to try for.
        seed: of every draw.
        without: names of sets that are left out.
    """
    rng = random.Random(seed)
    known = [
        (row, claim)
        for source in SOURCES
        if source.name not in without and (path := data / "dev" / f"{source.name}.jsonl.gz").exists()
        for row, claim, target in _known(path)
        if target == 0
    ]
    found = []
    for row, claim in sorted(rng.sample(known, min(count, len(known))), key=lambda pair: pair[0]["contexts"]):
        index = index_of(tuple(row["contexts"]))
        premise = index.premise(claim, rng.choice(BUDGETS))
        rest = [at for at in premise.units if at != premise.nearest]
        if rest and premise.nearest >= 0:
            found.append(Example(told([index.units[at] for at in rest]), claim, UNKNOWN, "withheld"))
    rng.shuffle(found)
    return found
