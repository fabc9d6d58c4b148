"""Pairs of a document and one claim: MiniCheck's data, entailment data. The claim is taken as it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from upheld.readers.formats import Format, Reading
from upheld.readers.raw import Raw

__all__ = ["PAIRS", "given_claim"]


def given_claim(raw: Raw, key: str, answer: str) -> Raw:
    """Return a record whose text under a key is its answer and its one claim.

    Args:
        raw: the record.
        key: of the claim.
        answer: key to put it under as the answer, too.
    """
    claim = raw.value.get(key)
    if raw.problem is not None or not isinstance(claim, str) or not claim.strip():
        return replace(raw, value={k: v for k, v in raw.value.items() if k != key} | {answer: claim})
    return replace(raw, value={**raw.value, answer: claim, "claims": [claim]})


def _pairs(raws: Iterable[Raw], _reading: Reading) -> Iterator[Raw]:
    for raw in raws:
        key = next((key for key in PAIRS.fields["answer"] if key in raw.value), None)
        yield raw if key is None or "claims" in raw.value else given_claim(raw, key, key)


PAIRS = Format(
    name="pairs",
    title="pairs",
    description="MiniCheck and entailment pairs: doc and claim, or premise and hypothesis; the claim is one claim",
    fields={
        "answer": ("claim", "hypothesis"),
        "contexts": ("doc", "premise", "document"),
        "id": ("id",),
        "claims": ("claims",),
    },
    known_by=(
        frozenset({"doc", "claim"}),
        frozenset({"document", "claim"}),
        frozenset({"premise", "hypothesis"}),
    ),
    exported=("claim", "hypothesis", "doc", "premise", "document", "id"),
    gather=_pairs,
)
