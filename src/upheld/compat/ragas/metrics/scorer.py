"""What RAGAS's two kinds of metrics share: a judge, and the score of a sample."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from upheld._api import acheck, check
from upheld.compat._shared import judge_options, meant, ready

if TYPE_CHECKING:
    from collections.abc import Mapping

    from upheld._types import Result, Sample
    from upheld.judges import Judge

__all__ = ["Scorer"]


class Scorer:
    """A faithfulness metric by RAGAS's conventions: supported / all claims, nan where there is no score.

    Args:
        llm: RAGAS's option; see `upheld.compat.ragas.metrics.Faithfulness`.
        name: under which scores are shown.
        judge: Upheld's judge; it wins over `llm`.
        options: other options of `upheld.check`.
    """

    def __init__(
        self, llm: object, name: str, judge: str | Judge | None, options: Mapping[str, Any] | None
    ) -> None:
        self.name = name
        self.judge = judge
        self.options = judge_options(options)
        self.llm = llm

    @property
    def llm(self) -> object:
        """The model as it was given."""
        return self._llm

    @llm.setter
    def llm(self, llm: object) -> None:
        self._llm = llm
        self._meant = None if llm is None and self.judge is None else meant(self.judge, llm, "llm")

    def scoring(
        self, judge: str | Judge | None = None, options: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """Return the options of `upheld.check` that the metric stands for.

        Args:
            judge: asked where the metric has none of its own; None: Upheld's default.
            options: of the run; those of the metric win.
        """
        own = self.judge or self._meant or meant(judge, None, "llm")
        merged = {**(options or {}), **self.options}
        return {**merged, "judge": ready(own, merged), "policy": "strict"}

    def check(self, sample: Sample) -> Result:
        """Return Upheld's result of one sample.

        Args:
            sample: what to check.
        """
        return replace(check(**_asked(sample), **self.scoring()), id=sample.id)

    async def acheck(self, sample: Sample) -> Result:
        """Return Upheld's result of one sample without blocking the event loop.

        Args:
            sample: what to check.
        """
        return replace(await acheck(**_asked(sample), **self.scoring()), id=sample.id)

    @staticmethod
    def value_of(result: Result) -> float:
        """Return the score as RAGAS gives it: nan where there is none.

        Args:
            result: of one sample.
        """
        return math.nan if result.score is None else result.score

    def __repr__(self) -> str:
        return f"{type(self).__name__}(name={self.name!r})"


def _asked(sample: Sample) -> dict[str, Any]:
    return {
        "answer": sample.answer,
        "contexts": sample.contexts,
        "question": sample.question,
        "claims": sample.claims,
    }
