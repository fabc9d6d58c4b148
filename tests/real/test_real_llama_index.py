"""The integration with the real LlamaIndex: its mock model and embedding, a real index, no network."""

import asyncio
import doctest

import pytest

pytest.importorskip("llama_index.core", reason="nox -s llama_index installs it")

from llama_index.core import Document, MockEmbedding, Response, VectorStoreIndex
from llama_index.core.evaluation import BaseEvaluator, BatchEvalRunner
from llama_index.core.llms import MockLLM
from llama_index.core.schema import NodeWithScore, TextNode

from upheld import ConfigurationError
from upheld.integrations import llama_index as ours
from upheld.integrations.llama_index import FaithfulnessEvaluator
from upheld.testing import ScriptedJudge

TRUE, FALSE = "The shop opens at 9:00 on weekdays.", "The shop opens at 7:00 on weekdays."
PAGES = ["Returns are free within 30 days.", TRUE]


def response(text, pages=PAGES):
    return Response(
        response=text, source_nodes=[NodeWithScore(node=TextNode(text=page), score=0.5) for page in pages]
    )


def test_a_faithful_response_passes():
    """The nodes of a response are its contexts, and what came in is in the result."""
    evaluator = FaithfulnessEvaluator(judge="lexical")
    assert isinstance(evaluator, BaseEvaluator)
    outcome = evaluator.evaluate_response("When?", response(TRUE))
    assert (outcome.passing, outcome.score, outcome.invalid_result) == (True, 1.0, False)
    assert (outcome.query, outcome.response, list(outcome.contexts)) == ("When?", TRUE, PAGES)


def test_an_unfaithful_response_fails_with_its_claims():
    """The feedback names the claim and the passage that contradicts it."""
    outcome = FaithfulnessEvaluator(judge="lexical").evaluate_response("When?", response(f"{TRUE} {FALSE}"))
    assert (outcome.passing, outcome.score, outcome.invalid_result) == (False, 0.5, False)
    assert "opens at 7:00" in outcome.feedback
    assert "chunk 1" in outcome.feedback


@pytest.mark.parametrize(
    "judge", [ScriptedJudge(default=RuntimeError("no such host")), ScriptedJudge(default=None)]
)
def test_an_error_of_the_judge_is_an_invalid_result(judge):
    """Neither passing nor a score, which the averages of LlamaIndex would take for one."""
    outcome = FaithfulnessEvaluator(judge=judge).evaluate(query="When?", response=TRUE, contexts=PAGES)
    assert (outcome.passing, outcome.score, outcome.invalid_result) == (None, None, True)
    assert "no verdict" in outcome.invalid_reason


def test_an_error_that_could_decide_is_an_invalid_result():
    """One claim of two without a verdict: 0.5 or 1.0, nobody knows; against a lower bar both pass."""
    judge = ScriptedJudge({"Dora is tall": "error"})
    given = {"query": "Who?", "response": "Anna is tall. Dora is tall.", "contexts": PAGES}
    outcome = FaithfulnessEvaluator(judge=judge, checks="off").evaluate(**given)
    assert (outcome.passing, outcome.score, outcome.invalid_result) == (None, None, True)
    outcome = FaithfulnessEvaluator(judge=judge, checks="off", min_score=0.5).evaluate(**given)
    assert (outcome.passing, outcome.score, outcome.invalid_result) == (True, 0.5, False)


def test_what_claims_nothing_passes_without_a_score():
    """Small talk and refusals; an empty response does not pass."""
    evaluator = FaithfulnessEvaluator(judge="lexical")
    for text in ("You're welcome!", "I don't know."):
        outcome = evaluator.evaluate(query="When?", response=text, contexts=PAGES)
        assert (outcome.passing, outcome.score, outcome.invalid_result) == (True, None, False)
    outcome = evaluator.evaluate(query="When?", response="", contexts=PAGES)
    assert (outcome.passing, outcome.score) == (False, None)


def test_no_contexts_is_not_faithful():
    """What nothing bears out scores 0."""
    outcome = FaithfulnessEvaluator(judge="lexical").evaluate(query="When?", response=TRUE, contexts=[])
    assert (outcome.passing, outcome.score) == (False, 0.0)


def test_it_works_inside_a_running_loop():
    """``aevaluate`` and ``aevaluate_response`` are awaited, several at once."""
    evaluator = FaithfulnessEvaluator(judge="lexical")

    async def several():
        return await asyncio.gather(
            evaluator.aevaluate(query="When?", response=TRUE, contexts=PAGES),
            evaluator.aevaluate_response("When?", response(FALSE)),
        )

    assert [outcome.score for outcome in asyncio.run(several())] == [1.0, 0.0]


def test_the_batch_runner_of_llama_index_takes_it():
    """Its runner gives each response its result, in order."""
    runner = BatchEvalRunner({"faithfulness": FaithfulnessEvaluator(judge="lexical")}, workers=2)
    outcomes = asyncio.run(
        runner.aevaluate_responses(
            queries=["a", "b", "c"], responses=[response(TRUE), response(FALSE), response(TRUE)]
        )
    )
    assert [outcome.score for outcome in outcomes["faithfulness"]] == [1.0, 0.0, 1.0]


def test_the_answer_of_a_query_engine_is_checked():
    """A real index and engine; the mock model repeats its prompt, so what it says stands in the nodes."""
    index = VectorStoreIndex.from_documents([Document(text=TRUE)], embed_model=MockEmbedding(embed_dim=3))
    answer = index.as_query_engine(llm=MockLLM()).query("When does the shop open?")
    outcome = FaithfulnessEvaluator(judge="lexical").evaluate_response("When does the shop open?", answer)
    assert list(outcome.contexts) == [TRUE]
    assert outcome.score is not None


def test_there_are_no_prompts():
    """The prompts of an evaluator can be asked for."""
    assert FaithfulnessEvaluator(judge="lexical").get_prompts() == {}


def test_a_wrong_option_is_refused_at_once():
    """Before anything is evaluated."""
    with pytest.raises(ConfigurationError, match="did you mean 'policy'"):
        FaithfulnessEvaluator(polcy="strict")


def test_the_examples_of_the_documentation_run():
    """Each docstring's example gives what it shows."""
    outcome = doctest.testmod(ours)
    assert outcome.attempted >= 4
    assert outcome.failed == 0
