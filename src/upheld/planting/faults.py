"""One fault in a claim that is supported: the kinds, and what is sure of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping

from upheld.planting import joins, order, swaps
from upheld.planting.base import LONGEST, Document, Planted
from upheld.planting.sure import SURE

__all__ = ["FAULTS", "plant"]

Planter = Callable[[str, Document, random.Random], Iterator[Planted]]

FAULTS: Mapping[str, Planter] = {
    "number": swaps.number, "date": swaps.date, "unit": swaps.unit, "weekday": swaps.weekday, "time": swaps.time, "negation": swaps.negation,
    "name": joins.name, "relation": swaps.relation, "quantifier": swaps.quantifier, "addition": joins.addition, "partly": joins.partly,
    "merged": joins.merged, "swapped": order.swapped, "status": order.status, "foreign": joins.foreign,
}  # fmt: skip
"""Kind of fault -> rule that yields changed claims, sure or not."""


def plant(kind: str, claim: str, document: Document, rng: random.Random) -> Planted | None:
    """Return a supported claim with one fault of a kind; None where there is none to be sure of.

    What was replaced must stand in the document literally and what replaces it must not; a replaced name must leave a
    claim that no sentence says; a negation is sure only where one sentence holds most words of the claim.

    Args:
        kind: a key of `FAULTS`.
        claim: a claim that the document supports.
        document: its context.
        rng: source of all draws.
    """
    if len(claim) > LONGEST:
        return None
    for made in FAULTS[kind](claim, document, rng):
        if made.text != claim and SURE[kind](made, claim, document):
            return made
    return None
