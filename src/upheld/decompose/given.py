"""The decomposer of those who bring their own claims."""

from __future__ import annotations

from typing import TYPE_CHECKING

from upheld._errors import InputError
from upheld.text.claims import given_claims

if TYPE_CHECKING:
    from upheld._types import Claim, Sample

__all__ = ["GivenClaims"]


class GivenClaims:
    """Takes the claims that come with a sample, and makes none."""

    signature = "given"

    def decompose(self, sample: Sample) -> tuple[Claim, ...]:
        """Return the given claims with their places in the answer.

        Raises:
            InputError: the sample has none.
        """
        if sample.claims is None:
            msg = "the sample has no claims, and none are made (decomposer given_claims)"
            raise InputError(msg, sample_id=sample.id)
        return given_claims(sample.claims, sample.answer)
