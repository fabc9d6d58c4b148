"""RAGAS's newer metrics, which take the parts of a sample as arguments."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from upheld.compat._shared import NotHere, not_here
from upheld.compat.ragas.metrics.result import MetricResult
from upheld.compat.ragas.metrics.scorer import Scorer
from upheld.compat.ragas.rows import sample_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from upheld.judges import Judge

__all__ = ["Faithfulness"]

_OTHERS = frozenset(
    "AgentGoalAccuracy AgentGoalAccuracyWithReference AgentGoalAccuracyWithoutReference AnswerAccuracy AnswerCorrectness "
    "AnswerRelevancy BaseMetric BleuScore CHRFScore ContextEntityRecall ContextPrecision ContextPrecisionWithReference "
    "ContextPrecisionWithoutReference ContextRecall ContextRelevance ContextUtilization DataCompyScore DistanceMeasure "
    "DomainSpecificRubrics ExactMatch FactualCorrectness InstanceSpecificRubrics MultiModalFaithfulness MultiModalRelevance "
    "NoiseSensitivity NonLLMStringSimilarity QuotedSpansAlignment ResponseGroundedness RougeScore "
    "RubricsScoreWithReference RubricsScoreWithoutReference SQLSemanticEquivalence SemanticSimilarity StringPresence "
    "SummaryScore ToolCallAccuracy ToolCallF1 TopicAdherence".split()
)


def __getattr__(name: str) -> NotHere:
    advice = "of RAGAS's collections it has Faithfulness; take the others from ragas.metrics.collections"
    return not_here(__name__, name, _OTHERS, advice)


class Faithfulness(Scorer):
    """The share of supported claims, in the shape of ``ragas.metrics.collections`` and by its conventions.

    As `upheld.compat.ragas.metrics.Faithfulness`, with two differences from RAGAS: contexts that are empty score 0 without a
    call, and an empty answer gives nan; neither raises.

    Args:
        llm: as there.
        name: as there.
        judge: as there.
        options: as there.
    """

    def __init__(
        self,
        llm: object = None,
        name: str = "faithfulness",
        *,
        judge: str | Judge | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(llm, name, judge, options)

    async def ascore(
        self, user_input: str | None = None, response: str = "", retrieved_contexts: Sequence[str] = ()
    ) -> MetricResult:
        """Return the score of one answer without blocking the event loop.

        Args:
            user_input: the question; may be left out.
            response: the answer.
            retrieved_contexts: the chunks.

        Returns:
            The score, with `reason` and Upheld's `result`.
        """
        result = await self.acheck(sample_of(_row(user_input, response, retrieved_contexts)))
        return MetricResult(self.value_of(result), result.reason, result)

    def score(
        self, user_input: str | None = None, response: str = "", retrieved_contexts: Sequence[str] = ()
    ) -> MetricResult:
        """Return the score of one answer; works in a running event loop too.

        Args:
            user_input: as for `ascore`.
            response: as for `ascore`.
            retrieved_contexts: as for `ascore`.
        """
        result = self.check(sample_of(_row(user_input, response, retrieved_contexts)))
        return MetricResult(self.value_of(result), result.reason, result)

    def batch_score(self, inputs: Iterable[Mapping[str, Any]]) -> list[MetricResult]:
        """Return the scores of many answers.

        Args:
            inputs: the arguments of `score` for each.
        """
        return [self.score(**given) for given in inputs]

    async def abatch_score(self, inputs: Iterable[Mapping[str, Any]]) -> list[MetricResult]:
        """Return the scores of many answers without blocking the event loop.

        Args:
            inputs: the arguments of `ascore` for each.
        """
        return list(await asyncio.gather(*(self.ascore(**given) for given in inputs)))


def _row(user_input: str | None, response: str, contexts: Sequence[str]) -> dict[str, Any]:
    contexts = contexts if isinstance(contexts, str) else list(contexts)
    return {"user_input": user_input, "response": response, "retrieved_contexts": contexts}
