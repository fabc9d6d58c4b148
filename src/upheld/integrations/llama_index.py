"""LlamaIndex: an evaluator of a response against the nodes that it was made from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from upheld.integrations._common import Faithfulness, needs

try:
    from llama_index.core.evaluation import BaseEvaluator, EvaluationResult
except ImportError as error:
    raise needs(error, "llama-index-core>=0.14") from error

if TYPE_CHECKING:
    from llama_index.core.prompts.mixin import PromptDictType

__all__ = ["FaithfulnessEvaluator"]


class FaithfulnessEvaluator(BaseEvaluator):
    """Scores how faithful a response is to its contexts; in the place of LlamaIndex's own ``FaithfulnessEvaluator``.

    Where LlamaIndex asks a model for one YES or NO, this gives the share of claims that hold, and names those that do not.

    Args:
        min_score: least score that is ``passing``, in [0, 1]; None: that at which the ``domain`` may be deployed, else that of a
            ``safe`` answer (0.9).
        **options: the other options of `upheld.check`: judge, policy, inference, domain, empty_score, levels, domains, checks,
            tolerance, decomposer, llm.

    Raises:
        ConfigurationError: an option is wrong.

    Example:
        >>> evaluator = FaithfulnessEvaluator(judge="lexical")
        >>> text = "The shop opens at 9:00."
        >>> outcome = evaluator.evaluate(query="When?", response=text, contexts=[text])
        >>> outcome.passing, outcome.score
        (True, 1.0)
    """

    def __init__(self, *, min_score: float | None = None, **options: Any) -> None:
        self._faithfulness = Faithfulness(min_score, options)

    def _get_prompts(self) -> PromptDictType:
        """Return no prompts: there are none to replace."""
        return {}

    def _update_prompts(self, prompts: PromptDictType) -> None:
        """Take no prompts."""

    async def aevaluate(
        self,
        query: str | None = None,
        response: str | None = None,
        contexts: Sequence[str] | None = None,
        **kwargs: Any,
    ) -> EvaluationResult:
        """Check one response; ``evaluate`` and ``evaluate_response`` of LlamaIndex come here too.

        Args:
            query: what was asked.
            response: the response. None counts as empty.
            contexts: texts of the nodes.
            **kwargs: not looked at.

        Returns:
            ``score`` in [0, 1], ``passing``, and ``feedback`` in words. Small talk and refusals pass without a score. Where the
            response could not be checked, since the judge failed, ``invalid_result`` is true with its reason, and there is
            neither ``passing`` nor ``score``.
        """
        del kwargs
        record = {
            "answer": response,
            "contexts": None if contexts is None else list(contexts),
            "question": query,
        }
        checked = await self._faithfulness.acheck(self._faithfulness.sample(record))
        unknown = checked.faithful is None
        return EvaluationResult(
            query=query,
            response=response,
            contexts=contexts,
            passing=checked.faithful,
            score=None if unknown else checked.result.score,
            feedback=checked.text(),
            invalid_result=unknown,
            invalid_reason=checked.result.reason if unknown else None,
        )
