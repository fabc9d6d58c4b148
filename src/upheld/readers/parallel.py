"""Parallel lists of documents and claims, as MiniCheck's scorer takes them. Each claim is taken as it is, as one claim."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from upheld.readers.columns import taking_apart
from upheld.readers.formats import Format, Reading
from upheld.readers.pairs import given_claim
from upheld.readers.raw import Raw

__all__ = ["PARALLEL"]

_APART = taking_apart("claims", "docs")


def _pairs(raws: Iterable[Raw], reading: Reading) -> Iterator[Raw]:
    return (given_claim(raw, "claims", "claim") for raw in _APART(raws, reading))


PARALLEL = Format(
    name="parallel",
    title="parallel",
    description="Parallel lists docs and claims; each claim is one claim of its document",
    fields={
        "answer": ("claim",),
        "contexts": ("docs",),
        "id": ("ids", "id"),
        "claims": ("claims",),
    },
    known_by=(frozenset({"docs", "claims"}),),
    exported=("docs", "claims"),
    gather=_pairs,
)
