"""Training pairs made from the contexts themselves: claims with a planted fault, and claims said in other words."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from training.data import BUDGETS, UNSUPPORTED, Example, claims_of, index_of, premise_text, trainable
from training.records import record_pairs
from training.sources import NATURAL
from training.templates import template_pairs
from upheld.planting import FAULTS, PARAPHRASES, Document, paraphrase, plant
from upheld.text.claims import make_claims

__all__ = ["planted"]

LONG = ("bump", "summedits", "synthetic_factcg", "contractnli", "diasumfact")
SHARES = {
    "fault of a claim": 0.24,
    "fault of a sentence": 0.20,
    "sentence": 0.16,
    "other words": 0.08,
    "record": 0.06,
    "template": 0.26,
}
OWN = ("record", "template")  # made by templates, texts and all; each a set of its own
FEWEST, MOST = 5, 45  # words of a sentence of a context that makes a claim
OTHERS = 40
TARGETS = {
    "number": 2, "date": 2, "unit": 2, "weekday": 2, "time": 2, "negation": 2, "relation": 2, "foreign": 1,
}  # fmt: skip
# How often each kind is tried; a rule that finds no place gives way to the next draw.
WEIGHTS = {
    "number": 2, "date": 2, "unit": 1, "weekday": 1, "time": 1, "negation": 2, "name": 5, "relation": 3, "quantifier": 3, "addition": 5,
    "partly": 2, "merged": 10, "swapped": 12, "status": 12, "foreign": 1,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Case:
    """A supported claim with its context."""

    contexts: tuple[str, ...]
    claim: str


@lru_cache(maxsize=512)
def _sentences(contexts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(unit.text for unit in index_of(contexts).units)


def _cases(data: Path, without: Sequence[str]) -> list[_Case]:
    """Return the supported claims of the sets with real contexts; of dev/ only what may train."""
    found = []
    for folder, names in (("dev", sorted(NATURAL - {"factcheckgpt_stance"})), ("train", LONG)):
        for name in (name for name in names if name not in without):
            for row in trainable(data / folder / f"{name}.jsonl.gz"):
                found += [_Case(tuple(row["contexts"]), c) for c, target in claims_of(row) if target == 0]
    return found


def _sentence_of(case: _Case, rng: random.Random) -> str | None:
    """Return a claim of a sentence of a context, as the decomposer makes it."""
    long_enough = [s for s in _sentences(case.contexts) if FEWEST <= len(s.split()) <= MOST]
    if not long_enough:
        return None
    made = [c.text for c in make_claims(rng.choice(long_enough), None) if c.kind == "factual"]
    made = [text for text in made if len(text.split()) >= FEWEST]
    return rng.choice(made) if made else None


def _faulty(case: _Case, claim: str, others: list[str], rng: random.Random) -> tuple[str, int] | None:
    document = Document(_sentences(case.contexts), rng.sample(others, OTHERS))
    kinds = list(FAULTS)
    for kind in rng.choices(kinds, [WEIGHTS[k] for k in kinds], k=6):
        if (made := plant(kind, claim, document, rng)) is not None:
            return made.text, TARGETS.get(kind, UNSUPPORTED)
    return None


def _reworded(claim: str, rng: random.Random) -> str | None:
    for kind in rng.sample(sorted(PARAPHRASES), len(PARAPHRASES)):
        if (made := paraphrase(kind, claim, rng)) is not None:
            return made.text
    return None


def _made(how: str, case: _Case, others: list[str], rng: random.Random) -> tuple[str, int] | None:
    claim = case.claim if how in {"fault of a claim", "other words"} else _sentence_of(case, rng)
    if claim is None:
        return None
    if how.startswith("fault"):
        return _faulty(case, claim, others, rng)
    text = _reworded(claim, rng)
    return (text or claim, 0) if text or how == "sentence" else None


def planted(data: Path, count: int, seed: int, without: Sequence[str] = ()) -> list[Example]:
    """Return about `count` pairs.

    Args:
        data: folder with ``train/`` and ``dev/``.
        count: how many to try for.
        seed: of every draw.
        without: names of sets that are left out.
    """
    return list(_planted(_cases(data, without), count, random.Random(seed)))


def _planted(cases: Sequence[_Case], count: int, rng: random.Random) -> Iterator[Example]:
    others = [
        s
        for case in rng.sample(cases, min(len(cases), 400))
        for s in _sentences(case.contexts)
        if len(s.split()) <= MOST
    ]
    own = {how: int(count * SHARES[how]) for how in OWN}
    made_of = {
        "record": record_pairs(own["record"], rng),
        "template": template_pairs(own["template"], others, rng),
    }
    for how, pairs in made_of.items():
        for context, claim, target in pairs:
            premise = premise_text(index_of((context,)), claim, rng.choice(BUDGETS))
            yield Example(premise, claim, target, how)
    hows = [how for how in SHARES if how not in OWN]
    for how in rng.choices(hows, [SHARES[h] for h in hows], k=count - sum(own.values())):
        case = rng.choice(cases)
        if (made := _made(how, case, others, rng)) is None:
            continue
        claim, target = made
        premise = premise_text(index_of(case.contexts), claim, rng.choice(BUDGETS))
        yield Example(premise, claim, target, how)
