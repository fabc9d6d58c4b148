"""The integration with the real Haystack: real pipelines, saved and loaded, no network."""

import asyncio
import doctest

import pytest

pytest.importorskip("haystack", reason="nox -s haystack installs it")

from haystack import Document, Pipeline
from haystack.components.evaluators import FaithfulnessEvaluator as TheirOwn
from haystack.evaluation import EvaluationRunResult

from upheld import ConfigurationError, InputError
from upheld.integrations import haystack as ours
from upheld.integrations.haystack import FaithfulnessEvaluator
from upheld.testing import ScriptedJudge

TRUE, FALSE = "The shop opens at 9:00 on weekdays.", "The shop opens at 7:00 on weekdays."
ROWS = {
    "questions": ["When?", "When?", "Thanks!"],
    "contexts": [[Document(content=TRUE), "Returns are free."], [TRUE], [TRUE]],
    "predicted_answers": [TRUE, FALSE, "You're welcome!"],
}


def test_each_answer_has_its_score_and_result():
    """Mean over those that have a score; None, not NaN, for one that has none."""
    outcome = FaithfulnessEvaluator(judge="lexical").run(**ROWS)
    assert outcome["individual_scores"] == [1.0, 0.0, None]
    assert outcome["score"] == 0.5
    assert [result["faithful"] for result in outcome["results"]] == [True, False, True]
    assert outcome["results"][0]["claims"][0]["verdict"]["evidence"][0]["text"] == TRUE
    assert (outcome["summary"]["n"], outcome["summary"]["scored"], outcome["summary"]["mean"]) == (3, 2, 0.5)


def test_an_error_of_the_judge_stays_in_its_row():
    """No score for that row, which counts as not scored, and the others have theirs."""

    def script(claim, task):
        return RuntimeError("no such host") if "Dora" in claim else "supported"

    outcome = FaithfulnessEvaluator(judge=ScriptedJudge(script), checks="off").run(
        contexts=[["x"], ["x"]], predicted_answers=["Anna is tall.", "Dora is tall."]
    )
    assert (outcome["individual_scores"], outcome["score"]) == ([1.0, None], 1.0)
    assert [result["faithful"] for result in outcome["results"]] == [True, None]
    assert "no such host" in outcome["results"][1]["reason"]
    assert outcome["summary"]["coverage"] == 0.5


def test_a_document_without_text_is_a_row_that_failed():
    """Not an empty chunk, which would make the answer unfaithful."""
    outcome = FaithfulnessEvaluator(judge="lexical").run(
        contexts=[[Document(content=None)], [TRUE]], predicted_answers=[TRUE, TRUE]
    )
    assert [result["status"] for result in outcome["results"]] == ["failed", "scored"]
    assert (outcome["results"][0]["faithful"], outcome["individual_scores"][0]) == (None, None)


def test_columns_of_other_lengths_are_refused():
    """They cannot be told which belongs to which."""
    with pytest.raises(InputError, match="differ in length"):
        FaithfulnessEvaluator(judge="lexical").run(contexts=[[TRUE]], predicted_answers=[TRUE, FALSE])


def test_no_rows_give_no_score():
    """An empty run is no error, and no 0."""
    outcome = FaithfulnessEvaluator(judge="lexical").run(contexts=[], predicted_answers=[])
    assert (outcome["score"], outcome["individual_scores"], outcome["results"]) == (None, [], [])


def test_it_runs_in_a_pipeline_beside_haystacks_reports():
    """Under the names of inputs of Haystack's own evaluator; its report takes the outputs."""
    pipeline = Pipeline()
    pipeline.add_component("faithfulness", FaithfulnessEvaluator(judge="lexical"))
    results = pipeline.run({"faithfulness": ROWS})
    report = EvaluationRunResult("run", ROWS, results).aggregated_report(output_format="json")
    assert report == {"metrics": ["faithfulness"], "score": [0.5]}
    other = Pipeline()
    other.add_component("faithfulness", TheirOwn(chat_generator=object()))
    # Theirs wants all three; ours can do without questions.
    assert set(pipeline.inputs(include_components_with_connected_inputs=True)["faithfulness"]) == set(
        other.inputs(include_components_with_connected_inputs=True)["faithfulness"]
    )


def test_the_pipeline_awaits_it():
    """``run_async`` gives what ``run`` gives, also alone."""
    pipeline = Pipeline()
    pipeline.add_component("faithfulness", FaithfulnessEvaluator(judge="lexical"))
    assert asyncio.run(pipeline.run_async({"faithfulness": ROWS}))["faithfulness"]["individual_scores"] == [
        1.0,
        0.0,
        None,
    ]
    alone = asyncio.run(FaithfulnessEvaluator(judge="lexical").run_async(**ROWS))
    assert alone["individual_scores"] == [1.0, 0.0, None]


def test_a_pipeline_is_saved_and_loaded():
    """With its options; the loaded one scores alike."""
    pipeline = Pipeline()
    pipeline.add_component(
        "f",
        FaithfulnessEvaluator(judge="lexical", policy="lenient", min_score=0.5, tolerance={"time": "5min"}),
    )
    text = pipeline.dumps()
    assert "upheld.integrations.haystack.FaithfulnessEvaluator" in text
    loaded = Pipeline.loads(text, allowed_modules=["upheld.*"])
    component = loaded.get_component("f")
    assert component.to_dict()["init_parameters"] == {
        "judge": "lexical",
        "policy": "lenient",
        "min_score": 0.5,
        "tolerance": {"time": "5min"},
    }
    assert loaded.run({"f": ROWS}) == pipeline.run({"f": ROWS})


def test_a_judge_that_is_an_object_cannot_be_saved():
    """The error says what can; the component itself works."""
    component = FaithfulnessEvaluator(judge=ScriptedJudge())
    assert component.run(contexts=[["x"]], predicted_answers=["Anna is tall."])["score"] == 1.0
    with pytest.raises(ConfigurationError, match=r"judge cannot be saved.*ScriptedJudge"):
        component.to_dict()


def test_a_wrong_option_is_refused_at_once():
    """Before the pipeline runs."""
    with pytest.raises(ConfigurationError, match="did you mean 'policy'"):
        FaithfulnessEvaluator(polcy="strict")


def test_the_examples_of_the_documentation_run():
    """Each docstring's example gives what it shows."""
    outcome = doctest.testmod(ours)
    assert outcome.attempted >= 4
    assert outcome.failed == 0
