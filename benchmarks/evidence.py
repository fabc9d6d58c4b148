"""Measure evidence selection: how often the sentence that a claim was made from is in the premise.

    python benchmarks/evidence.py --data DIR [--per-kind 300]

Claims are made from one sentence of a long context by the rules of ``upheld.planting``: the sentence itself, said in other
words, and with a planted fault. The sentence is *kept* where the premise of the claim holds it, at the budget of words.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from _common import datasets, machine, rows, table
from upheld.planting import PARAPHRASES, Document, paraphrase, plant
from upheld.text.select import ContextIndex

BUDGETS = (40, 80, 160)
LONG = 300  # words of a context from which selection matters
SENTENCE = range(8, 40)  # words of a sentence that makes a claim
FAULTY = ("number", "date", "unit", "negation", "name", "relation")  # of the others no sentence is the one
SEED = 11


def contexts(folder: Path) -> list[tuple[str, ...]]:
    """Return the long contexts of all sets, each once, in a seeded order."""
    found = {
        tuple(row["contexts"])
        for path in datasets(folder)
        for row in rows(path)
        if sum(len(text.split()) for text in row["contexts"]) >= LONG
    }
    made = sorted(found)
    random.Random(SEED).shuffle(made)
    return made


def claims(index: ContextIndex, at: int, rng: random.Random) -> Iterator[tuple[str, str]]:
    """Yield kind and text of the claims made from one sentence."""
    sentence = index.units[at].text
    yield "verbatim", sentence
    for kind in PARAPHRASES:
        if (made := paraphrase(kind, sentence, rng)) is not None:
            yield kind, made.text
    document = Document([unit.text for unit in index.units])
    for kind in FAULTY:
        if (made := plant(kind, sentence, document, rng)) is not None:
            yield f"fault: {kind}", made.text


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True, help="folder of *.jsonl.gz")
    parser.add_argument("--per-kind", type=int, default=300)
    options = parser.parse_args()
    rng = random.Random(SEED)
    kept: dict[str, list[list[bool]]] = defaultdict(list)
    for texts in contexts(options.data):
        index = ContextIndex(texts)
        sound = [n for n, unit in enumerate(index.units) if len(unit.text.split()) in SENTENCE]
        for at in rng.sample(sound, min(2, len(sound))):
            for kind, claim in claims(index, at, rng):
                if len(kept[kind]) < options.per_kind:
                    kept[kind].append([at in index.premise(claim, budget).units for budget in BUDGETS])
        if all(len(kept[kind]) >= options.per_kind for kind in ("verbatim", "synonym", "order", "clause")):
            break
    print(f"{machine()}; contexts of at least {LONG} words")
    body = [
        [
            kind,
            len(found),
            *(f"{100 * sum(row[n] for row in found) / len(found):.1f}" for n in range(len(BUDGETS))),
        ]
        for kind, found in sorted(kept.items())
    ]
    print(table(["claim", "n", *(f"kept at {budget} words, %" for budget in BUDGETS)], body))


if __name__ == "__main__":
    main()
