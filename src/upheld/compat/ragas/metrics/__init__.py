"""RAGAS's faithfulness metrics, computed by Upheld."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from upheld.compat._shared import NotHere, adopted, not_here, told_unused
from upheld.compat.ragas.metrics.result import MetricResult
from upheld.compat.ragas.metrics.scorer import Scorer
from upheld.compat.ragas.rows import sample_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from upheld._types import Result
    from upheld.judges import Judge

__all__ = ["Faithfulness", "FaithfulnesswithHHEM", "MetricResult", "faithfulness"]

_ADVICE = (
    "of RAGAS's metrics it has faithfulness, Faithfulness and FaithfulnesswithHHEM. Take the others from ragas.metrics; "
    "Upheld's Faithfulness() runs beside them in ragas.evaluate"
)
_OTHERS = frozenset(
    "AgentGoalAccuracyWithReference AgentGoalAccuracyWithoutReference AnswerAccuracy AnswerCorrectness AnswerRelevancy "
    "AnswerSimilarity AspectCritic BleuScore ChrfScore ContextEntityRecall ContextPrecision ContextRecall ContextRelevance "
    "ContextUtilization DataCompyScore DiscreteMetric DistanceMeasure ExactMatch FactualCorrectness IDBasedContextPrecision "
    "IDBasedContextRecall InstanceRubrics LLMContextPrecisionWithReference LLMContextPrecisionWithoutReference "
    "LLMContextRecall LLMMetric LLMSQLEquivalence Metric MetricWithEmbeddings MetricWithLLM MultiModalFaithfulness "
    "MultiModalRelevance MultiTurnMetric NoiseSensitivity NonLLMContextPrecisionWithReference NonLLMContextRecall "
    "NonLLMStringSimilarity NumericMetric RankingMetric ResponseGroundedness ResponseRelevancy RougeScore RubricsScore "
    "SemanticSimilarity SimpleCriteriaScore SingleTurnMetric StringPresence SummarizationScore ToolCallAccuracy ToolCallF1 "
    "TopicAdherenceScore answer_correctness answer_relevancy answer_similarity context_entity_recall context_precision "
    "context_recall context_utilization discrete_metric multimodal_faithness multimodal_relevance numeric_metric "
    "ranking_metric summarization_score".split()
)


def __getattr__(name: str) -> NotHere:
    return not_here(__name__, name, _OTHERS, _ADVICE)


class Faithfulness(Scorer):
    """The share of an answer's claims that the retrieved contexts support, in RAGAS's shape and by RAGAS's conventions.

    These are: supported claims / all claims (Upheld's policy ``strict``), and nan where an answer has no claim, declines to
    answer or is empty, and where the judge failed. Upheld's own functions give no score and a named status there. What stays
    different: a claim for which no verdict came back counts as not supported, while RAGAS divides by the verdicts that did
    come; the chunks stay apart, so that a verdict names its chunk; and empty contexts score 0 without a call.

    Where ragas is loaded when a metric is made, the metric is a ``ragas.metrics.base.SingleTurnMetric`` too, so that RAGAS's
    own ``evaluate`` takes it.

    Args:
        llm: name of a model, asked as ``llm:NAME``, or a judge. An object of RAGAS's cannot be asked: a warning says so.
        name: under which scores are shown.
        max_retries: of no effect.
        judge: Upheld's judge, by name or itself; it wins over `llm`. None: ``embedded``, which needs no key.
        options: other options of `upheld.check`, such as ``{"inference": "reasonable"}``.

    Attributes:
        result: Upheld's result of the last single sample: status, reason, claims with verdicts and evidence.

    Raises:
        ConfigurationError: an option is wrong.
    """

    default_name: ClassVar[str] = "faithfulness"
    required_columns: ClassVar[Mapping[str, set[str]]] = {"SINGLE_TURN": {"response", "retrieved_contexts"}}

    def __new__(cls, *_args: Any, **_kwargs: Any) -> Self:  # noqa: D102 - what it makes is documented by the class
        made: Self = object.__new__(adopted(cls, "ragas.metrics.base", "SingleTurnMetric"))
        return made

    def __init__(
        self,
        llm: object = None,
        name: str | None = None,
        max_retries: int = 1,
        *,
        judge: str | Judge | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(llm, name or self.default_name, judge, options)
        self.max_retries = max_retries
        self.result: Result | None = None

    def init(self, run_config: object) -> None:
        """Do nothing; RAGAS calls it before a run.

        Args:
            run_config: not used.
        """

    def single_turn_score(self, sample: object, callbacks: object = None) -> float:
        """Return the score of one sample; works in a running event loop too.

        Args:
            sample: a ``SingleTurnSample``, RAGAS's or ours, or a mapping with its columns.
            callbacks: of no effect.

        Returns:
            In [0, 1], or nan; `result` says why.

        Raises:
            InputError: the sample cannot be read.
        """
        del callbacks
        self.result = self.check(sample_of(sample))
        return self.value_of(self.result)

    async def single_turn_ascore(
        self,
        sample: object,
        callbacks: object = None,
        timeout: float | None = None,  # noqa: ASYNC109 - RAGAS's runner passes it
    ) -> float:
        """Return the score of one sample without blocking the event loop; otherwise as `single_turn_score`.

        Args:
            sample: as there.
            callbacks: of no effect.
            timeout: of no effect.
        """
        del callbacks, timeout
        result = await self.acheck(sample_of(sample))
        self.result = result
        return self.value_of(result)

    async def _single_turn_ascore(self, sample: object, callbacks: object) -> float:
        """Score one sample: the method that RAGAS's base class wants."""
        return await self.single_turn_ascore(sample, callbacks)


class FaithfulnesswithHHEM(Faithfulness):
    """Faithfulness judged by a local model in place of an LLM, as RAGAS's class of this name.

    Upheld does not load Vectara's model, whose code would come from a hub: its own local model is asked. Another one can be
    named: ``judge="transformers:NAME"``.

    Args:
        device: of no effect.
        batch_size: of no effect.
        **options: as for `Faithfulness`.
    """

    default_name: ClassVar[str] = "faithfulness_with_hhem"

    def __init__(
        self, *args: Any, device: str | None = None, batch_size: int | None = None, **options: Any
    ) -> None:
        told_unused(
            {"device": device, "batch_size": batch_size}, "its own local model is asked, not Vectara's"
        )
        super().__init__(*args, **options)


faithfulness = Faithfulness()
"""The metric as it comes, for ``metrics=[faithfulness]``."""
