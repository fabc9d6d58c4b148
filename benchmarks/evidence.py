"""Measure evidence selection: how often the sentence that a claim was made from is in the premise.

    python benchmarks/evidence.py --data DIR [--per-kind 300]

Claims are made from one sentence of a long context by the rules of ``upheld.planting``: the sentence itself, said in other
words, and with a planted fault. *Retold* are sentences of training/templates that are put into such a context, with claims
that say them in words of their own. The sentence is *kept* where a view of the premise holds it: as the words of claim and
context choose it, and with the sentences that the embedded judge finds by the meaning of words.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from _common import datasets, machine, rows, table
from upheld.judges._features import reading_of
from upheld.judges._onnx import PairScorer
from upheld.judges._soft import SoftIndex
from upheld.judges.embedded import MODELS
from upheld.planting import PARAPHRASES, Document, paraphrase, plant
from upheld.text.select import ContextIndex

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


def retold(
    contexts: Sequence[tuple[str, ...]], rng: random.Random
) -> Iterator[tuple[ContextIndex, int, str]]:
    """Yield contexts that hold a sentence of the templates, the place of that sentence, and claims in other words."""
    sys.path.insert(0, str(Path(__file__).parents[1]))
    from training.templates import retellings

    for sentence, claims_of_it in retellings(rng):
        texts = [*rng.choice(contexts)]
        n = rng.randrange(len(texts))
        cut = rng.choice([*range(0, len(texts[n]), 100)])
        cut = texts[n].find(". ", cut) + 2 or len(texts[n])
        texts[n] = f"{texts[n][:cut].strip()} {sentence} {texts[n][cut:]}"
        index = ContextIndex(texts)
        found = next((at for at, unit in enumerate(index.units) if sentence in unit.text), None)
        if found is not None:
            for claim in claims_of_it:
                yield index, found, claim


def kept(index: ContextIndex, at: int, claim: str, words: PairScorer) -> list[bool]:
    """Say whether each view holds a sentence: the narrow and the wide one by words, and both by meaning, too."""
    plain = reading_of(claim, index)
    soft = reading_of(claim, index, (), SoftIndex(index.units, words))
    views = (plain.narrow, plain.wide, soft.narrow, soft.wide)
    return [index.units[at] in view for view in views]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True, help="folder of *.jsonl.gz")
    parser.add_argument("--per-kind", type=int, default=300)
    options = parser.parse_args()
    rng, words = random.Random(SEED), PairScorer(MODELS, 1)
    found: dict[str, list[list[bool]]] = defaultdict(list)
    long = contexts(options.data)
    for texts in long:
        index = ContextIndex(texts)
        sound = [n for n, unit in enumerate(index.units) if len(unit.text.split()) in SENTENCE]
        for at in rng.sample(sound, min(2, len(sound))):
            for kind, claim in claims(index, at, rng):
                if len(found[kind]) < options.per_kind:
                    found[kind].append(kept(index, at, claim, words))
        if all(len(found[kind]) >= options.per_kind for kind in ("verbatim", "synonym", "order", "clause")):
            break
    found["retold"] = [kept(index, at, claim, words) for index, at, claim in retold(long, rng)]
    print(f"{machine()}; contexts of at least {LONG} words; sentences kept in a view of so many words, %")
    body = [
        [kind, len(made), *(f"{100 * sum(row[n] for row in made) / len(made):.1f}" for n in range(4))]
        for kind, made in sorted(found.items())
    ]
    print(table(["claim", "n", "40", "80", "40, by meaning", "80, by meaning"], body))


if __name__ == "__main__":
    main()
