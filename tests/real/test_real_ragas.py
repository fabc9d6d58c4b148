"""The real RAGAS and the data sets of Hugging Face: their objects go into our calls, and our metric runs in RAGAS's calls.

Not collected by a plain ``pytest``: ``pytest -W default tests/real/test_real_ragas.py`` in an environment with ``ragas==0.4.*``,
``langchain-community<0.4``, ``datasets`` and ``upheld[frames]``. Nothing is asked of a network.
"""

import math
import os

import pytest

os.environ["RAGAS_DO_NOT_TRACK"] = "true"
pytest.importorskip("ragas", reason="ragas is not installed in this Python")

import ragas
from datasets import Dataset, DatasetDict
from ragas import EvaluationDataset, MultiTurnSample, SingleTurnSample
from ragas.messages import HumanMessage
from ragas.metrics import ExactMatch
from ragas.metrics.base import SingleTurnMetric

from upheld import ConfigurationError, InputError
from upheld.compat import ragas as ours
from upheld.compat.ragas.metrics import Faithfulness
from upheld.testing import ScriptedJudge

LABELS = {"Alpha is one": "supported", "Beta is two": "contradicted", "Gamma is three": "not_enough_info"}
SAID = "Alpha is one. Beta is two. Gamma is three."
V2 = [
    {"user_input": "?", "response": SAID, "retrieved_contexts": ["Some text."], "reference": "x"},
    {"user_input": "?", "response": "Hello!", "retrieved_contexts": ["Some text."], "reference": "Hello!"},
]
V1 = [
    {
        "question": row["user_input"],
        "answer": row["response"],
        "contexts": row["retrieved_contexts"],
        "ground_truth": row["reference"],
    }
    for row in V2
]


def scripted():
    return Faithfulness(judge=ScriptedJudge(LABELS))


@pytest.mark.parametrize(
    "data",
    [
        EvaluationDataset.from_list(V2),
        EvaluationDataset.from_list(V2).samples,
        EvaluationDataset.from_list(V2).to_pandas(),
        EvaluationDataset.from_list(V2).to_hf_dataset(),
        Dataset.from_list(V1),
        Dataset.from_list(V1).to_pandas(),
        Dataset.from_list(V1).to_iterable_dataset(),
        ours.EvaluationDataset.from_hf_dataset(Dataset.from_list(V1)),
    ],
    ids=[
        "data set",
        "samples",
        "pandas",
        "hf of ragas",
        "hf of 0.1",
        "pandas of 0.1",
        "iterable hf",
        "ours from hf",
    ],
)
def test_its_data_goes_into_our_evaluate(data):
    """Scores in the order of the rows, nan for the answer without a claim."""
    result = ours.evaluate(data, [scripted()])
    assert result["faithfulness"][0] == pytest.approx(1 / 3)
    assert math.isnan(result["faithfulness"][1])
    assert repr(result) == "{'faithfulness': 0.3333}"


def test_its_renamed_columns_are_found():
    """column_map, as its own evaluate takes it."""
    data = Dataset.from_list(V2).rename_columns({"response": "mine", "retrieved_contexts": "docs"})
    names = {"response": "mine", "retrieved_contexts": "docs"}
    assert ours.evaluate(data, [scripted()], column_map=names)["faithfulness"][0] == pytest.approx(1 / 3)


def test_its_single_samples_are_scored():
    """Outside of a run."""
    assert scripted().single_turn_score(SingleTurnSample(**V2[0])) == pytest.approx(1 / 3)


def test_its_other_objects_are_refused_with_what_to_do():
    """Conversations, sets of splits, and metrics that ask a model of their own."""
    talk = EvaluationDataset(samples=[MultiTurnSample(user_input=[HumanMessage(content="hi")])])
    with pytest.raises(InputError, match="multi-turn"):
        ours.evaluate(talk, [scripted()])
    with pytest.raises(InputError, match="splits"):
        ours.evaluate(DatasetDict({"test": Dataset.from_list(V2)}), [scripted()])
    with pytest.raises(ConfigurationError, match="give both to ragas's own evaluate"):
        ours.evaluate(V2, [ExactMatch()])


def test_our_metric_is_one_of_its_metrics_where_it_is_loaded():
    """By isinstance, which its runner asks."""
    assert isinstance(scripted(), SingleTurnMetric)
    assert isinstance(scripted(), Faithfulness)


@pytest.mark.parametrize("data", [EvaluationDataset.from_list(V2), Dataset.from_list(V1)], ids=["v2", "v1"])
def test_its_evaluate_runs_our_metric_beside_its_own(data):
    """Without a key and without a model."""
    result = ragas.evaluate(data, [scripted(), ExactMatch()], show_progress=False)
    assert result["faithfulness"][0] == pytest.approx(1 / 3)
    assert math.isnan(result["faithfulness"][1])
    assert result["exact_match"] == [0.0, 1.0]


def test_our_scores_are_those_of_its_evaluate():
    """Whichever runner calls our metric."""
    data = EvaluationDataset.from_list([{**V2[0], "response": text} for text in LABELS])
    theirs = ragas.evaluate(data, [scripted()], show_progress=False)
    assert theirs["faithfulness"] == ours.evaluate(data, [scripted()])["faithfulness"] == [1.0, 0.0, 0.0]
