"""Decomposers: what makes claims of an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from upheld._types import Claim, Sample

__all__ = ["Decomposer"]


@runtime_checkable
class Decomposer(Protocol):
    """Makes the claims of an answer. A claim may already carry a verdict; only the others are judged."""

    signature: str

    def decompose(self, sample: Sample) -> tuple[Claim, ...]:
        """Return all claims of the sample's answer, unchecked kinds included."""
        ...
