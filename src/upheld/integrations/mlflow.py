"""MLflow 3.x: a scorer for ``mlflow.genai.evaluate``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import PrivateAttr

from upheld.integrations._common import Checked, Faithfulness, exchanged, needs
from upheld.metrics.levels import reaches

try:
    from mlflow.entities import AssessmentError, Feedback, SpanType, Trace
    from mlflow.genai.scorers import Scorer
except ImportError as error:
    raise needs(error, "mlflow>=3.17,<4") from error

__all__ = ["FaithfulnessScorer"]


class FaithfulnessScorer(Scorer):
    """Scores how faithful an output is to its contexts.

    The answer is found in ``outputs``, and the contexts there, then in ``inputs``, under the names that LangChain, RAGAS and
    others use, such as ``response``, ``answer``, ``contexts``, ``documents``. Where neither has contexts, they are what the retrievers of the trace
    returned.

    Args:
        name: of the assessment.
        mapping: field -> where it is, such as ``{"answer": "final.text", "contexts": "docs[].page_content"}``.
        min_score: least score of a faithful output, in [0, 1]; None: that at which the ``domain`` may be deployed, else that of
            a ``safe`` answer (0.9). It decides ``EvaluationResult.passed``.
        **options: the other options of `upheld.check`: judge, policy, inference, domain, empty_score, levels, domains, checks,
            tolerance, decomposer, llm.

    Raises:
        ConfigurationError: an option is wrong.

    Example:
        >>> scorer = FaithfulnessScorer(judge="lexical")
        >>> text = "The shop opens at 9:00."
        >>> feedback = scorer(inputs={"question": "When?"}, outputs={"response": text, "contexts": [text]})
        >>> feedback.value, feedback.metadata["faithful"]
        (1.0, 'True')
    """

    _mapping: Mapping[str, str] | None = PrivateAttr(default=None)
    _faithfulness: Faithfulness = PrivateAttr()

    def __init__(
        self,
        *,
        name: str = "faithfulness",
        mapping: Mapping[str, str] | None = None,
        min_score: float | None = None,
        **options: Any,
    ) -> None:
        super().__init__(name=name)
        self._mapping = mapping
        self._faithfulness = Faithfulness(min_score, options)

    @property
    def pass_if(self) -> Callable[[Any], bool]:
        """Tells whether a value passes; for ``EvaluationResult.passed``."""
        least = self._faithfulness.min_score
        return lambda value: reaches(value, least)

    def __call__(  # type: ignore[override]  # MLflow gives what is asked for
        self, *, inputs: Any = None, outputs: Any = None, trace: Trace | None = None
    ) -> Feedback:
        """Score one output.

        Args:
            inputs: what the application was given.
            outputs: what it returned; a mapping, or the answer alone.
            trace: what happened in between.

        Returns:
            The score as ``value``, words as ``rationale``, and ``faithful``, ``status``, ``min_score`` and the signature as
            ``metadata``. Small talk and refusals have no value. Where the output could not be checked, since the judge failed,
            there is an ``error`` and no value.
        """
        record = exchanged(inputs, outputs, _retrieved(trace))
        return self._feedback(
            self._faithfulness.check(self._faithfulness.sample(record, mapping=self._mapping or {}))
        )

    def _feedback(self, checked: Checked) -> Feedback:
        result = checked.result
        unknown = checked.faithful is None
        told = {"faithful": checked.faithful, "min_score": checked.min_score, "status": result.status}
        return Feedback(
            name=self.name,
            value=None if unknown else result.score,
            error=AssessmentError("FAITHFULNESS_UNKNOWN", result.reason) if unknown else None,
            rationale=checked.text(),
            metadata={name: str(value) for name, value in (told | {"signature": result.signature}).items()},
        )


def _retrieved(trace: Trace | None) -> dict[str, Any]:
    """Return the contexts that the retrievers of a trace gave; nothing where there was none.

    A retriever inside another one is part of how that one works: the outer one's output counts.
    """
    spans = [] if trace is None else trace.search_spans(span_type=SpanType.RETRIEVER)  # type: ignore[arg-type]  # a text, in spite of its name
    ids = {span.span_id for span in spans}
    found = [span.outputs for span in spans if span.parent_id not in ids]
    chunks = [chunk for output in found for chunk in (output if isinstance(output, list) else [output])]
    return {"retrieved_contexts": chunks} if spans else {}
