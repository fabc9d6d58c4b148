"""DeepEval's shape of faithfulness: the same calls, computed by Upheld.

::

    from upheld.compat.deepeval import assert_test, evaluate
    from upheld.compat.deepeval.metrics import FaithfulnessMetric
    from upheld.compat.deepeval.test_case import LLMTestCase

Test cases, goldens and data sets of the real package are taken too, and `FaithfulnessMetric` runs inside the real
``deepeval.evaluate`` and ``deepeval.assert_test``. DeepEval's conventions hold in this room: only a contradicted claim costs,
and an answer without a claim scores 1.0; see `FaithfulnessMetric`. All names may be imported from here directly, too.
"""

from __future__ import annotations

from upheld.compat._shared import NotHere, not_here
from upheld.compat.deepeval.dataset import EvaluationDataset, Golden
from upheld.compat.deepeval.errors import MissingTestCaseParamsError
from upheld.compat.deepeval.evaluate import assert_test, evaluate
from upheld.compat.deepeval.evaluate.configs import AsyncConfig, CacheConfig, DisplayConfig, ErrorConfig
from upheld.compat.deepeval.metrics import FaithfulnessMetric
from upheld.compat.deepeval.test_case import (
    LLMTestCase,
    LLMTestCaseParams,
    RetrievedContextData,
    SingleTurnParams,
    ToolCall,
    ToolCallParams,
)

__all__ = [
    "AsyncConfig",
    "CacheConfig",
    "DisplayConfig",
    "ErrorConfig",
    "EvaluationDataset",
    "FaithfulnessMetric",
    "Golden",
    "LLMTestCase",
    "LLMTestCaseParams",
    "MissingTestCaseParamsError",
    "RetrievedContextData",
    "SingleTurnParams",
    "ToolCall",
    "ToolCallParams",
    "assert_test",
    "evaluate",
]

_OTHERS = frozenset(
    "compare flush_traces a_flush_traces instrument log_hyperparameters login on_test_run_end telemetry".split()
)


def __getattr__(name: str) -> NotHere:
    advice = "it sends nothing anywhere and keeps no hyperparameters: each result carries a signature; take the call out"
    return not_here(__name__, name, _OTHERS, advice)
