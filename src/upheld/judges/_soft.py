"""Evidence in other words: the sentences whose words mean most nearly what a claim says.

Words in common find nearly all evidence. What says the same in other words ("the janitor", "the caretaker") shares none
with the claim, and is found by the model's own embeddings of words: their mean over a sentence, rare words first, less what
all sentences of the context have in common.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from upheld.text.select import Unit

__all__ = ["SoftIndex", "Words"]

_MOST_UNITS = 2000  # that are looked at; a longer context is searched by its words alone
_LEAST = 1e-9


class Words(Protocol):
    """What knows the words of a model."""

    def tokens(self, texts: Sequence[str]) -> list[list[int]]:
        """Return the token ids of texts."""
        ...

    def word_vectors(self, ids: Sequence[int]) -> NDArray[np.float32]:
        """Return the embeddings [ids, hidden] of tokens."""
        ...


@dataclass
class SoftIndex:
    """The sentences of a context by the meaning of their words; built at the first question.

    Args:
        units: the sentences.
        words: the model's words.
    """

    units: Sequence[Unit]
    words: Words

    def nearest(self, claim: str, count: int) -> list[int]:
        """Return the indices of the sentences closest to a claim, the closest first.

        Args:
            claim: text of the claim.
            count: how many.
        """
        (asked,) = self.words.tokens([claim])
        if not self.units or not asked or not any(self._tokens):
            return []
        import numpy as np

        near = self._vectors @ self._mean(asked, self.words.word_vectors(asked))
        return [int(at) for at in np.argsort(-near, kind="stable")[:count]]

    @cached_property
    def _tokens(self) -> list[list[int]]:
        return self.words.tokens([unit.told for unit in self.units[:_MOST_UNITS]])

    @cached_property
    def _spread(self) -> Counter[int]:
        """Token -> sentences that hold it."""
        return Counter(token for tokens in self._tokens for token in set(tokens))

    @cached_property
    def _table(self) -> NDArray[np.float32]:
        """Embeddings of all tokens, in the order of `_spread`."""
        return self.words.word_vectors([*self._spread])

    @cached_property
    def _centre(self) -> NDArray[np.float32]:
        import numpy as np

        counts = Counter(token for tokens in self._tokens for token in tokens)
        weights = np.array([counts[token] for token in self._spread], np.float32)
        centre: NDArray[np.float32] = weights @ self._table / weights.sum()
        return centre

    @cached_property
    def _vectors(self) -> NDArray[np.float32]:
        import numpy as np

        row = {token: at for at, token in enumerate(self._spread)}
        return np.stack([self._mean(ts, self._table[[row[t] for t in ts]]) for ts in self._tokens])

    def _mean(self, tokens: Sequence[int], vectors: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the mean [hidden] of tokens by rarity, less the centre, of length one."""
        import numpy as np

        if not tokens:
            return np.zeros_like(self._centre)
        n = len(self._tokens)
        rarity = np.array([math.log((n + 1) / (self._spread[t] + 0.5)) for t in tokens], np.float32)
        mean: NDArray[np.float32] = rarity @ (vectors - self._centre)
        return mean / max(float(np.linalg.norm(mean)), _LEAST)
