"""DeepEval's ``FaithfulnessMetric``, computed by Upheld."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, Self

from upheld._api import acheck, check
from upheld._errors import InputError
from upheld.compat._shared import NotHere, adopted, judge_options, meant, not_here, ready, told_unused
from upheld.compat.deepeval.test_case import SingleTurnParams, sample_of
from upheld.metrics.levels import level_of

if TYPE_CHECKING:
    from upheld._types import Claim, Policy, Result, Sample
    from upheld.judges import Judge

__all__ = ["FaithfulnessMetric", "FaithfulnessVerdict", "Verdict"]

_ADVICE = (
    "of DeepEval's metrics it has FaithfulnessMetric. Take the others from deepeval.metrics; "
    "Upheld's FaithfulnessMetric runs beside them in deepeval.evaluate and deepeval.assert_test"
)
_OTHERS = frozenset(
    "AgentLoopDetectionMetric AnswerRelevancyMetric ArenaGEval ArgumentCorrectnessMetric BaseArenaMetric "
    "BaseConversationalMetric BaseMetric BiasMetric ContextualPrecisionMetric ContextualRecallMetric "
    "ContextualRelevancyMetric ConversationCompletenessMetric ConversationalDAGMetric ConversationalGEval DAGMetric "
    "DeepAcyclicGraph ExactMatchMetric GEval GoalAccuracyMetric HallucinationMetric ImageCoherenceMetric "
    "JsonCorrectnessMetric KnowledgeRetentionMetric MCPTaskCompletionMetric MCPUseMetric MisuseMetric "
    "MultiTurnMCPUseMetric MultimodalFaithfulnessMetric NonAdviceMetric PIILeakageMetric PatternMatchMetric "
    "PlanAdherenceMetric PlanQualityMetric PromptAlignmentMetric RagasMetric RoleAdherenceMetric RoleViolationMetric "
    "StepEfficiencyMetric SummarizationMetric TaskCompletionMetric ToolCorrectnessMetric ToolUseMetric "
    "TopicAdherenceMetric ToxicityMetric TurnContextualPrecisionMetric TurnContextualRecallMetric "
    "TurnContextualRelevancyMetric TurnFaithfulnessMetric TurnRelevancyMetric".split()
)
_DEFAULT_THRESHOLD: Final = 0.5


def __getattr__(name: str) -> NotHere:
    return not_here(__name__, name, _OTHERS, _ADVICE)


class Verdict(StrEnum):
    """DeepEval's three verdicts."""

    YES = "yes"
    NO = "no"
    BORDERLINE = "borderline"


_VERDICTS: Final = {
    "supported": Verdict.YES,
    "contradicted": Verdict.NO,
    "not_enough_info": Verdict.BORDERLINE,
}


@dataclass(frozen=True, slots=True)
class FaithfulnessVerdict:
    """The verdict on one claim in DeepEval's words.

    Attributes:
        verdict: ``yes``, ``no`` or ``borderline``; None where the judge gave none, which counts as not faithful.
        reason: why, in words.
    """

    verdict: Verdict | None
    reason: str


class FaithfulnessMetric:
    """Whether what an answer says holds in the retrieved context, in DeepEval's shape and by DeepEval's conventions.

    These are: only a contradicted claim costs (Upheld's policy ``lenient``; ``strict`` with `penalize_ambiguous_claims`); an
    answer without a claim scores 1.0; without any context nothing is contradicted, so the score is 1.0 there too; and
    `strict_mode` makes the threshold 1 and every lower score 0. Upheld's own functions do none of this. What stays
    different: claims are read off the answer and checked against the chunks themselves, not against an extract of "truths";
    a claim on which the judge gave no verdict counts as not faithful; and a judge that fails altogether does not raise but
    leaves `error`, with `score` None and `success` False, so that no run dies of one answer.

    Where deepeval is loaded when a metric is made, the metric is a ``deepeval.metrics.BaseMetric`` too, so that DeepEval's
    own ``evaluate`` and ``assert_test`` take it.

    Args:
        threshold: least score that passes; None: the metric neither passes nor fails.
        model: name of a model, asked as ``llm:NAME``, or a judge. An object of DeepEval's cannot be asked: a warning says so.
        system_one_model: of no effect.
        eval_mode: of no effect.
        include_reason: whether `reason` is filled in.
        async_mode: of no effect: `measure` and `a_measure` both work, in a running event loop too.
        strict_mode: a score is 1 or 0.
        verbose_mode: write claims, verdicts and evidence to standard output.
        truths_extraction_limit: of no effect: no truths are extracted.
        penalize_ambiguous_claims: a claim that the context says nothing of costs, too.
        flaky: the metric does not decide whether a test passes.
        evaluation_template: of no effect.
        judge: Upheld's judge, by name or itself; it wins over `model`. None: ``embedded``, which needs no key.
        options: other options of `upheld.check`, such as ``{"checks": "explain"}``.

    Attributes:
        score: in [0, 1]; None before the first measure and where no verdict could be had.
        reason: in words; None without `include_reason`.
        success: whether the score reaches the threshold.
        error: why there is no score.
        result: Upheld's result: status, claims, verdicts, evidence with positions, signature.
        claims: texts of the checked claims.
        verdicts: a `FaithfulnessVerdict` for each of them.
        truths: the passages that decided.
        evaluation_cost: 0 where no model is paid for; None where it is not known.

    Raises:
        ConfigurationError: an option is wrong.
    """

    _required_params = (SingleTurnParams.ACTUAL_OUTPUT, SingleTurnParams.RETRIEVAL_CONTEXT)

    def __new__(cls, *_args: Any, **_kwargs: Any) -> Self:  # noqa: D102 - what it makes is documented by the class
        made: Self = object.__new__(adopted(cls, "deepeval.metrics.base_metric", "BaseMetric"))
        return made

    def __init__(  # noqa: PLR0917 - DeepEval's signature
        self,
        threshold: float | None = _DEFAULT_THRESHOLD,
        model: object = None,
        system_one_model: object = None,
        eval_mode: object = None,
        include_reason: bool = True,  # noqa: FBT001, FBT002 - DeepEval's signature, positions included
        async_mode: bool = True,  # noqa: FBT001, FBT002
        strict_mode: bool = False,  # noqa: FBT001, FBT002
        verbose_mode: bool = False,  # noqa: FBT001, FBT002
        truths_extraction_limit: int | None = None,
        penalize_ambiguous_claims: bool = False,  # noqa: FBT001, FBT002
        flaky: bool = False,  # noqa: FBT001, FBT002
        evaluation_template: object = None,
        *,
        judge: str | Judge | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        unused = {
            "system_one_model": system_one_model,
            "eval_mode": eval_mode,
            "truths_extraction_limit": truths_extraction_limit,
            "evaluation_template": evaluation_template,
        }
        told_unused(unused, "claims are checked against the chunks themselves, with no prompt of DeepEval's")
        self.threshold = 1.0 if strict_mode else threshold
        self.judge = meant(
            judge, model, "model"
        )  # DeepEval copies a metric by its attributes: the judge goes along
        self.options = judge_options(options)
        self.include_reason = include_reason
        self.async_mode = async_mode
        self.strict_mode = strict_mode
        self.verbose_mode = verbose_mode
        self.penalize_ambiguous_claims = penalize_ambiguous_claims
        self.flaky = flaky
        self.skipped = False
        self.evaluation_model: str | None = (
            self.judge if isinstance(self.judge, str) else self.judge.signature
        )
        self.input_tokens: int | None = None
        self.output_tokens: int | None = None
        self._forget()

    def _forget(self) -> None:
        self.score: float | None = None
        self.reason: str | None = None
        self.success: bool | None = None
        self.error: str | None = None
        self.verbose_logs: str | None = None
        self.result: Result | None = None
        self.claims: list[str] = []
        self.verdicts: list[FaithfulnessVerdict] = []
        self.truths: list[str] = []
        self.evaluation_cost: float | None = None

    @property
    def __name__(self) -> str:  # noqa: A003, PLW3201, RUF100 - DeepEval prints it
        return "Faithfulness"

    @property
    def policy(self) -> Policy:
        """Upheld's policy that the options stand for."""
        return "strict" if self.penalize_ambiguous_claims else "lenient"

    @property
    def scoring(self) -> dict[str, Any]:
        """The options of `upheld.check` that the metric stands for."""
        judge = ready(self.judge, self.options)
        return {**self.options, "judge": judge, "policy": self.policy, "empty_score": 1.0}

    def measure(
        self,
        test_case: object,
        _show_indicator: bool = True,  # noqa: FBT001, FBT002 - DeepEval's runner passes it
        _in_component: bool = False,  # noqa: FBT001, FBT002
    ) -> float | None:
        """Check one test case; returns the score.

        Args:
            test_case: an ``LLMTestCase``, DeepEval's or ours.

        Returns:
            The score in [0, 1]; None where there is none, which `error` explains.

        Raises:
            InputError: it is no such test case.
            MissingTestCaseParamsError: it has no answer or no list of chunks.
        """
        sample = self._sample(test_case)
        return self.take(replace(check(**_asked(sample), **self.scoring), id=sample.id))

    async def a_measure(
        self,
        test_case: object,
        _show_indicator: bool = True,  # noqa: FBT001, FBT002 - DeepEval's runner passes it
        _in_component: bool = False,  # noqa: FBT001, FBT002
    ) -> float | None:
        """Check one test case without blocking the event loop; otherwise as `measure`.

        Args:
            test_case: as for `measure`.
        """
        sample = self._sample(test_case)
        return self.take(replace(await acheck(**_asked(sample), **self.scoring), id=sample.id))

    def is_successful(self) -> bool | None:
        """Say whether the last test case passed; None without a threshold."""
        if self.threshold is None:
            self.success = None
        else:
            self.success = self.error is None and self.score is not None and self.score >= self.threshold
        return self.success

    def _sample(self, test_case: object) -> Sample:
        self._forget()
        try:
            return sample_of(test_case)
        except InputError as error:
            self.error = str(error)
            raise

    def take(self, result: Result) -> float | None:
        """Fill in what DeepEval shows from Upheld's result; returns the score.

        Args:
            result: of one test case, under the options of `scoring`.
        """
        self._forget()
        self.result = result = self._by_convention(result)
        checked = [claim for claim in result.claims if claim.verdict is not None]
        self.claims = [claim.text for claim in checked]
        self.verdicts = [_verdict(claim) for claim in checked]
        self.truths = _truths(checked)
        self.evaluation_cost = None if "llm:" in result.signature else 0.0
        self.score = result.score
        self.error = result.reason if result.status == "failed" else None
        if self.strict_mode and self.score is not None and self.score < 1.0:
            self.score = 0.0
        self.reason = result.reason if self.include_reason else None
        self.is_successful()
        if self.verbose_mode:
            self.verbose_logs = str(result)
            sys.stdout.write(f"{self.verbose_logs}\n")
        return self.score

    def _by_convention(self, result: Result) -> Result:
        """Return the result with DeepEval's score where there is no context: nothing contradicts a claim there."""
        if result.status != "no_context" or result.score is not None:
            return result
        reason = f"{result.reason}; scored 1 by DeepEval's convention, since nothing contradicts the answer"
        return replace(result, score=1.0, score_low=1.0, score_high=1.0, level=level_of(1.0), reason=reason)

    def __repr__(self) -> str:
        return f"FaithfulnessMetric(threshold={self.threshold}, judge={self.evaluation_model!r}, score={self.score})"


def _asked(sample: Sample) -> dict[str, Any]:
    return {"answer": sample.answer, "contexts": sample.contexts, "question": sample.question}


def _verdict(claim: Claim) -> FaithfulnessVerdict:
    verdict = claim.verdict
    label, reason = ("error", "") if verdict is None else (verdict.label, verdict.reason)
    return FaithfulnessVerdict(_VERDICTS.get(label), reason)


def _truths(claims: list[Claim]) -> list[str]:
    found = [quote.text for claim in claims if claim.verdict is not None for quote in claim.verdict.evidence]
    return list(dict.fromkeys(found))
