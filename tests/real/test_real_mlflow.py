"""The integration with the real MLflow: its evaluation with local tracking in a folder of the test, no network."""

import doctest

import pytest

pytest.importorskip("mlflow", reason="nox -s mlflow installs it")

import mlflow
from mlflow.entities import Document, SpanType

from upheld import ConfigurationError
from upheld.integrations import mlflow as ours
from upheld.integrations.mlflow import FaithfulnessScorer
from upheld.testing import ScriptedJudge

TRUE, FALSE = "The shop opens at 9:00 on weekdays.", "The shop opens at 7:00 on weekdays."


@pytest.fixture(scope="module", autouse=True)
def _local(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mlflow")
    mlflow.set_tracking_uri(f"sqlite:///{folder}/mlflow.db")
    mlflow.create_experiment("test", artifact_location=f"file://{folder}/artifacts")
    mlflow.set_experiment("test")


def row(text, pages=(TRUE,)):
    return {"inputs": {"question": "When?"}, "outputs": {"response": text, "contexts": list(pages)}}


def test_a_list_of_rows_is_evaluated():
    """Each row has its value with its rationale; the run has their mean."""
    result = mlflow.genai.evaluate(
        data=[row(TRUE), row(FALSE), row(TRUE)], scorers=[FaithfulnessScorer(judge="lexical")]
    )
    assert result.metrics["faithfulness/mean"] == pytest.approx(2 / 3)
    frame = result.result_df
    assert sorted(frame["faithfulness/value"]) == [0.0, 1.0, 1.0]
    assert "opens at 7:00" in frame[frame["faithfulness/value"] == 0.0]["faithfulness/rationale"].item()


def test_passed_follows_the_least_score():
    """One of two claims: passes at 0.5, not at 0.9."""
    rows = [row(f"{TRUE} {FALSE}")]
    for least, passed in ((0.5, True), (None, False)):
        result = mlflow.genai.evaluate(
            data=rows, scorers=[FaithfulnessScorer(judge="lexical", min_score=least)]
        )
        assert result.passed is passed


def test_an_error_of_the_judge_is_an_error_of_the_assessment():
    """No value that a mean would count, and the evaluation does not pass; the other row has its score."""

    def script(claim, task):
        return RuntimeError("no such host") if "7:00" in claim else "supported"

    scorer = FaithfulnessScorer(judge=ScriptedJudge(script), checks="off")
    result = mlflow.genai.evaluate(data=[row(TRUE), row(FALSE)], scorers=[scorer])
    assert result.metrics["faithfulness/mean"] == 1.0
    assert result.passed is False
    assert "no such host" in result.reason
    feedback = scorer(outputs=row(FALSE)["outputs"])
    assert (feedback.value, feedback.error.error_code) == (None, "FAITHFULNESS_UNKNOWN")
    assert "no such host" in feedback.error.error_message
    assert feedback.metadata["faithful"] == "None"


def test_what_claims_nothing_has_no_value_and_passes():
    """Small talk counts neither as 0 nor as 1."""
    scorer = FaithfulnessScorer(judge="lexical")
    feedback = scorer(outputs=row("You're welcome!")["outputs"])
    assert (feedback.value, feedback.error, feedback.metadata["status"]) == (None, None, "no_claims")
    result = mlflow.genai.evaluate(data=[row(TRUE), row("You're welcome!")], scorers=[scorer])
    assert (result.metrics["faithfulness/mean"], result.passed) == (1.0, True)


def test_contexts_come_from_the_retrievers_of_a_trace():
    """An application that returns its answer alone is traced; the outer of two retrievers counts."""

    @mlflow.trace(span_type=SpanType.RETRIEVER)
    def store(query):
        return [Document(page_content="Parking is free."), Document(page_content=TRUE)]

    @mlflow.trace(span_type=SpanType.RETRIEVER)
    def retrieve(query):
        return store(query)[1:]

    @mlflow.trace
    def application(question):
        retrieve(question)
        return f"{TRUE} Parking is free."

    result = mlflow.genai.evaluate(
        data=[{"inputs": {"question": "When?"}}],
        predict_fn=application,
        scorers=[FaithfulnessScorer(judge="lexical")],
    )
    assert result.metrics["faithfulness/mean"] == 0.5
    assert "Parking is free" in result.result_df["faithfulness/rationale"].item()


def test_without_contexts_there_is_no_value():
    """Neither in the output nor in the trace: an error that says what was found."""
    feedback = FaithfulnessScorer(judge="lexical")(inputs={"question": "When?"}, outputs=TRUE)
    assert feedback.value is None
    assert "no contexts" in feedback.error.error_message


def test_fields_are_found_by_a_mapping():
    """Paths name where answer and contexts are."""
    scorer = FaithfulnessScorer(
        judge="lexical", mapping={"answer": "final.text", "contexts": "docs[].body"}, name="grounded"
    )
    feedback = scorer(outputs={"final": {"text": TRUE}, "docs": [{"body": TRUE}]})
    assert (feedback.name, feedback.value) == ("grounded", 1.0)


def test_many_rows_share_one_judge():
    """MLflow calls the scorer from several threads; every row is judged once."""
    judge = ScriptedJudge()
    rows = [row(f"Anna is {n} years old.") for n in range(20)]
    result = mlflow.genai.evaluate(data=rows, scorers=[FaithfulnessScorer(judge=judge, checks="off")])
    assert result.metrics["faithfulness/mean"] == 1.0
    # MLflow may try the scorer on a row before it starts.
    assert set(judge.asked) == {f"Anna is {n} years old" for n in range(20)}


def test_a_wrong_option_is_refused_at_once():
    """Before the evaluation starts."""
    with pytest.raises(ConfigurationError, match="did you mean 'policy'"):
        FaithfulnessScorer(polcy="strict")


def test_the_examples_of_the_documentation_run():
    """Each docstring's example gives what it shows."""
    outcome = doctest.testmod(ours)
    assert outcome.attempted >= 4
    assert outcome.failed == 0
