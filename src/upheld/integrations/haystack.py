"""Haystack 3.x: a component that scores answers against the documents that they were made from."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Self

from upheld._api import evaluate
from upheld._errors import ConfigurationError, InputError
from upheld.integrations._common import Checked, Faithfulness, needs

try:
    from haystack import Document, component, default_from_dict, default_to_dict
except ImportError as error:
    raise needs(error, "haystack-ai>=3,<4") from error

__all__ = ["FaithfulnessEvaluator"]

_PLAIN = (str, int, float, bool, type(None))


@component
class FaithfulnessEvaluator:
    """Scores answers against their contexts; in the place of Haystack's own ``FaithfulnessEvaluator``, with the same inputs.

    A row that cannot be scored never ends the run and is never NaN: its score is None, its result says why, and ``summary`` counts
    it.

    Args:
        min_score: least score of a faithful answer, in [0, 1]; None: that at which the ``domain`` may be deployed, else that of
            a ``safe`` answer (0.9).
        **options: the other options of `upheld.check`: judge, policy, inference, domain, empty_score, levels, domains, checks,
            tolerance, decomposer, llm. A pipeline with this component can be saved where they are plain data: name the judge.

    Raises:
        ConfigurationError: an option is wrong.

    Example:
        >>> evaluator = FaithfulnessEvaluator(judge="lexical")
        >>> text = "The shop opens at 9:00."
        >>> outcome = evaluator.run(questions=["When?"], contexts=[[text]], predicted_answers=[text])
        >>> outcome["score"], outcome["individual_scores"], outcome["results"][0]["faithful"]
        (1.0, [1.0], True)
    """

    def __init__(self, *, min_score: float | None = None, **options: Any) -> None:
        self._given = {"min_score": min_score, **options}
        self._faithfulness = Faithfulness(min_score, options)

    @component.output_types(
        score=float | None,
        individual_scores=list[float | None],
        results=list[dict[str, Any]],
        summary=dict[str, Any],
    )
    def run(
        self,
        contexts: list[list[str | Document]],
        predicted_answers: list[str],
        questions: list[str] | None = None,
    ) -> dict[str, Any]:
        """Score answers.

        Args:
            contexts: for each answer its chunks, texts or documents.
            predicted_answers: the answers.
            questions: for each answer what was asked.

        Returns:
            ``score``: mean of the scores, in [0, 1]; None where there is none. ``individual_scores``: one for each answer, None
            where it has none. ``results``: for each answer ``faithful`` (None where nobody knows, since the judge failed),
            ``min_score``, and what `upheld.Result.to_dict` gives: status, claims, verdicts, proof. ``summary``: mean with
            interval and coverage, and the counts of statuses, as in the reports of `upheld.evaluate`.

        Raises:
            InputError: the lists differ in length.
        """
        rows = _rows(contexts=contexts, answer=predicted_answers, question=questions)
        report = evaluate([self._faithfulness.sample(row) for row in rows], **self._faithfulness.options)
        results = [Checked(result, self._faithfulness.min_score).to_dict() for result in report.results]
        return {
            "score": report.mean,
            "individual_scores": [result["score"] for result in results],
            "results": results,
            "summary": report.summary(),
        }

    @component.output_types(
        score=float | None,
        individual_scores=list[float | None],
        results=list[dict[str, Any]],
        summary=dict[str, Any],
    )
    async def run_async(
        self,
        contexts: list[list[str | Document]],
        predicted_answers: list[str],
        questions: list[str] | None = None,
    ) -> dict[str, Any]:
        """Do the same without blocking the event loop. The rows stay one batch, so this runs in a thread.

        Args:
            contexts: as for `run`.
            predicted_answers: as for `run`.
            questions: as for `run`.
        """
        scored: dict[str, Any] = await asyncio.to_thread(self.run, contexts, predicted_answers, questions)
        return scored

    def to_dict(self) -> dict[str, Any]:
        """Return the component as plain data, from which `from_dict` makes it again.

        Raises:
            ConfigurationError: an option is an object, such as a judge of your own, and no plain data.
        """
        for name, value in self._given.items():
            if not _is_plain(value):
                msg = f"{name} cannot be saved with the pipeline: give plain data, such as the name of a judge (package.module:attribute for your own), not an object of type {type(value).__name__}"
                raise ConfigurationError(msg)
        saved: dict[str, Any] = default_to_dict(self, **self._given)
        return saved

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """Make the component from the data of `to_dict`.

        Args:
            data: as `to_dict` returns it.
        """
        made: Self = default_from_dict(cls, data)
        return made


def _rows(**columns: Sequence[Any] | None) -> list[dict[str, Any]]:
    given = {name: values for name, values in columns.items() if values is not None}
    lengths = {name: len(values) for name, values in given.items()}
    if len(set(lengths.values())) > 1:
        msg = f"the inputs differ in length, one value for each answer is needed: {lengths}"
        raise InputError(msg)
    return [dict(zip(given, row, strict=True)) for row in zip(*given.values(), strict=True)]


def _is_plain(value: Any) -> bool:
    if isinstance(value, dict):
        return all(isinstance(key, str) and _is_plain(item) for key, item in value.items())
    return all(map(_is_plain, value)) if isinstance(value, list) else isinstance(value, _PLAIN)
