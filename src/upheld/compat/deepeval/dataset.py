"""DeepEval's data sets in memory: goldens, and the test cases that an application made of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from upheld.compat._shared import NotHere, not_here

if TYPE_CHECKING:
    from upheld.compat.deepeval.evaluate.types import EvaluationResult

__all__ = ["EvaluationDataset", "Golden"]

_FILES = "read a file of test cases with upheld.evaluate('cases.json'), and a table with upheld.evaluate('cases.csv')"
_ADVICE = {
    "add_goldens_from_csv_file": _FILES,
    "add_goldens_from_json_file": _FILES,
    "add_goldens_from_jsonl_file": _FILES,
    "add_test_cases_from_csv_file": _FILES,
    "add_test_cases_from_json_file": _FILES,
    "evals_iterator": "loop over dataset.goldens, add_test_case what your application answers, and call dataset.evaluate(metrics)",
    "generate_goldens_from_contexts": "it makes no test data",
    "generate_goldens_from_docs": "it makes no test data",
    "generate_goldens_from_scratch": "it makes no test data",
    "pull": "it keeps nothing in a cloud; " + _FILES,
    "push": "it keeps nothing in a cloud",
    "save_as": "write your test cases as JSON Lines with the keys of LLMTestCase",
}


def __getattr__(name: str) -> NotHere:
    return not_here(
        __name__, name, frozenset({"ConversationalGolden", "Persona"}), "multi-turn goldens are not read"
    )


@dataclass(kw_only=True)
class Golden:
    """A question that an application is to answer."""

    input: str
    actual_output: str | None = None
    expected_output: str | None = None
    context: list[str] | None = None
    retrieval_context: list[Any] | None = None
    additional_metadata: dict[str, Any] | None = None
    comments: str | None = None
    tools_called: list[Any] | None = None
    expected_tools: list[Any] | None = None
    source_file: str | None = None
    name: str | None = None


@dataclass
class EvaluationDataset:
    """Goldens and test cases; iterate it for the test cases.

    Args:
        goldens: questions to be answered.
        test_cases: what was answered.
    """

    goldens: list[Any] = field(default_factory=list)
    test_cases: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.goldens = list(self.goldens)
        self.test_cases = list(self.test_cases)

    def add_test_case(self, test_case: object) -> None:
        """Add what an application answered.

        Args:
            test_case: an ``LLMTestCase``, DeepEval's or ours.
        """
        self.test_cases.append(test_case)

    def add_golden(self, golden: object) -> None:
        """Add a question.

        Args:
            golden: DeepEval's or ours.
        """
        self.goldens.append(golden)

    def evaluate(self, metrics: Iterable[Any], **options: Any) -> EvaluationResult:
        """Check all test cases, as ``evaluate`` does.

        Args:
            metrics: as there.
            **options: as there.
        """
        from upheld.compat.deepeval.evaluate import evaluate  # it knows of data sets only by their test cases

        return evaluate(self.test_cases, list(metrics), **options)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.test_cases)

    def __len__(self) -> int:
        return len(self.test_cases)

    def __getattr__(self, name: str) -> NotHere:
        if name in _ADVICE:
            return NotHere(f"EvaluationDataset.{name}", _ADVICE[name])
        msg = f"EvaluationDataset has no attribute {name!r}"
        raise AttributeError(msg)
