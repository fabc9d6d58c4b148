"""The default decomposer: rules, no model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from upheld.text.claims import Granularity, given_claims, make_claims

if TYPE_CHECKING:
    from upheld._types import Claim, Sample

__all__ = ["RuleDecomposer"]


class RuleDecomposer:
    """Splits answers by rule; takes given claims as they are.

    Args:
        granularity: ``clause`` (default) or ``sentence``.
    """

    def __init__(self, granularity: Granularity = "clause") -> None:
        self.granularity = granularity
        self.signature = f"rules-1-{granularity}"

    def decompose(self, sample: Sample) -> tuple[Claim, ...]:
        """Return the claims of the answer, or the given ones with their places in it."""
        if sample.claims is not None:
            return given_claims(sample.claims, sample.answer)
        return make_claims(sample.answer, sample.question, self.granularity)
