"""RAGAS's shape of faithfulness: the same calls, computed by Upheld.

::

    from upheld.compat.ragas import EvaluationDataset, evaluate
    from upheld.compat.ragas.metrics import faithfulness

Data sets and samples of the real package, data sets of Hugging Face, data frames and lists of dicts are taken, with RAGAS's
columns of today (``user_input``, ``response``, ``retrieved_contexts``) or of version 0.1 (``question``, ``answer``,
``contexts``). RAGAS's conventions hold in this room: supported claims / all claims, and nan for an answer without a claim; see
`upheld.compat.ragas.metrics.Faithfulness`.
"""

from __future__ import annotations

from upheld.compat._shared import NotHere, not_here
from upheld.compat.ragas.dataset_schema import EvaluationDataset, EvaluationResult, SingleTurnSample
from upheld.compat.ragas.evaluation import aevaluate, evaluate
from upheld.compat.ragas.run_config import RunConfig

__all__ = [
    "EvaluationDataset",
    "EvaluationResult",
    "RunConfig",
    "SingleTurnSample",
    "aevaluate",
    "evaluate",
]

_MULTI_TURN = (
    "multi-turn samples are not read; give the last question, its answer and its chunks as a SingleTurnSample"
)
_OTHERS = frozenset(
    "BaseTokenizer CacheInterface DataTable Dataset DiskCacheBackend Experiment HuggingFaceTokenizer TiktokenWrapper backends "
    "cacher experiment get_tokenizer version_experiment MultiTurnSample".split()
)


def __getattr__(name: str) -> NotHere:
    advice = (
        _MULTI_TURN
        if name == "MultiTurnSample"
        else "of RAGAS it has evaluate, EvaluationDataset, SingleTurnSample and metrics.faithfulness; "
        "upheld.evaluate and upheld.check score any other data"
    )
    return not_here(__name__, name, _OTHERS, advice)
