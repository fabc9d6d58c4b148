"""The real DeepEval: its objects go into our calls, and our metric runs in its calls. Nothing is asked of a network.

Not collected by a plain ``pytest``: ``pytest -W default tests/real/test_real_deepeval.py`` in an environment with ``deepeval>=4,<5``.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

os.environ.update(
    DEEPEVAL_TELEMETRY_OPT_OUT="YES", DEEPEVAL_NO_INSPECT_PROMPT="1", DEEPEVAL_DISABLE_DOTENV="1"
)
pytest.importorskip("deepeval", reason="deepeval is not installed in this Python")

import deepeval
from deepeval.dataset import EvaluationDataset, Golden
from deepeval.errors import MissingTestCaseParamsError
from deepeval.evaluate import AsyncConfig, DisplayConfig, ErrorConfig
from deepeval.metrics import BaseMetric, ExactMatchMetric
from deepeval.test_case import (
    ConversationalTestCase,
    LLMTestCase,
    RetrievedContextData,
    ToolCall,
    Turn,
)

from upheld import InputError
from upheld.compat import deepeval as ours
from upheld.compat.deepeval.metrics import FaithfulnessMetric
from upheld.testing import ScriptedJudge

LABELS = {"Alpha is one": "supported", "Beta is two": "contradicted", "Gamma is three": "not_enough_info"}
QUIET = DisplayConfig(print_results=False, show_indicator=False)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """DeepEval writes its runs into the current folder."""
    monkeypatch.chdir(tmp_path)


def scripted(**options):
    return FaithfulnessMetric(judge=ScriptedJudge(LABELS), **options)


def case(answer="Alpha is one. Beta is two. Gamma is three.", **more):
    return LLMTestCase(input="?", actual_output=answer, retrieval_context=["Some text."], **more)


def test_its_test_cases_are_measured():
    """With chunks that name a source, tools, tags and metadata."""
    given = LLMTestCase(
        input="?",
        actual_output="Alpha is one. Beta is two.",
        retrieval_context=["Some text.", RetrievedContextData(context="More.", source="wiki")],
        tools_called=[ToolCall(name="search")],
        metadata={"doc": "d1"},
        name="both",
    )
    metric = scripted()
    assert metric.measure(given) == 0.5
    assert metric.result.id == "both"
    assert metric.result.claims[0].verdict.label == "supported"


def test_its_data_sets_are_evaluated_by_us():
    """Goldens that were answered, by evaluate(dataset)."""
    dataset = EvaluationDataset(goldens=[Golden(input="?")])
    for golden in dataset.goldens:
        dataset.add_test_case(
            LLMTestCase(input=golden.input, actual_output="Beta is two.", retrieval_context=["x"])
        )
    done = ours.evaluate(dataset, [scripted()], display_config=ours.DisplayConfig(print_results=False))
    assert [row.success for row in done.test_results] == [False]


def test_its_conversations_are_refused_with_what_to_do():
    """Several turns are not read."""
    with pytest.raises(InputError, match="give the last answer as actual_output"):
        scripted().measure(ConversationalTestCase(turns=[Turn(role="user", content="hi")]))


def test_our_metric_is_one_of_its_metrics_where_it_is_loaded():
    """By isinstance, which its runner asks."""
    assert isinstance(scripted(), BaseMetric)
    assert isinstance(scripted(), FaithfulnessMetric)


@pytest.mark.parametrize("run_async", [True, False])
def test_its_assert_test_runs_our_metric(run_async):
    """Passes and fails by our score, with our reason."""
    deepeval.assert_test(case("Alpha is one."), [scripted(threshold=0.9)], run_async=run_async)
    with pytest.raises(AssertionError, match=r"Faithfulness \(score: 0\.66.*contradicted"):
        deepeval.assert_test(case(), [scripted(threshold=0.9)], run_async=run_async)


@pytest.mark.parametrize("run_async", [True, False])
def test_its_evaluate_runs_our_metric_beside_its_own(run_async):
    """Scores, reasons and errors of each test case; a failing judge ends no run."""
    down = FaithfulnessMetric(judge=ScriptedJudge(default=RuntimeError("down")))
    cases = [
        case(expected_output="Alpha is one. Beta is two. Gamma is three."),
        case("Alpha is one.", expected_output="x"),
    ]
    done = deepeval.evaluate(
        cases,
        [scripted(threshold=0.5), down, ExactMatchMetric()],
        async_config=AsyncConfig(run_async=run_async),
        display_config=QUIET,
    )
    rows = sorted(done.test_results, key=lambda row: row.index)
    assert [row.metrics_data[0].score for row in rows] == [pytest.approx(2 / 3), 1.0]
    assert all("down" in row.metrics_data[1].error for row in rows)
    assert [row.metrics_data[2].score for row in rows] == [1.0, 0.0]
    assert [row.success for row in rows] == [False, False]


def test_a_missing_parameter_is_its_own_error():
    """Its runner skips it where asked to."""
    with pytest.raises(MissingTestCaseParamsError, match="retrieval_context"):
        scripted().measure(LLMTestCase(input="?", actual_output="x"))
    done = deepeval.evaluate(
        [LLMTestCase(input="?", actual_output="x"), case("Alpha is one.")],
        [scripted()],
        display_config=QUIET,
        error_config=ErrorConfig(skip_on_missing_params=True),
    )
    assert sorted(len(row.metrics_data or []) for row in done.test_results) == [0, 1]


def test_its_command_runs_a_test_file_with_our_metric(tmp_path):
    """`deepeval test run` passes and fails on the planted cases."""
    command = shutil.which("deepeval", path=str(Path(sys.executable).parent))
    assert command is not None
    (tmp_path / "test_gate.py").write_text(
        "import pytest\n"
        "from deepeval import assert_test\n"
        "from deepeval.test_case import LLMTestCase\n"
        "from upheld.compat.deepeval.metrics import FaithfulnessMetric\n"
        "@pytest.mark.parametrize('answer', ['The tower is 300 m tall.', 'The tower is 330 m tall.'])\n"
        "def test_answer(answer):\n"
        "    test_case = LLMTestCase(input='?', actual_output=answer, retrieval_context=['The tower is 300 m tall.'])\n"
        "    assert_test(test_case, [FaithfulnessMetric(threshold=0.7, judge='lexical')])\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [command, "test", "run", "test_gate.py"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        timeout=300,
    )
    assert "Passed: 1 | Failed: 1" in done.stdout, done.stdout + done.stderr
    assert done.returncode != 0
