"""The integration with the real LangChain and LangSmith: fake chat model, real agent, no network."""

import asyncio
import doctest
import uuid
from datetime import UTC, datetime

import pytest

pytest.importorskip("langchain", reason="nox -s langchain installs it")

from langchain.agents import create_agent
from langchain.agents.structured_output import ToolStrategy
from langchain_core.documents import Document
from langchain_core.language_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langchain_core.tools import tool
from langsmith.evaluation import EvaluationResult
from langsmith.evaluation.evaluator import run_evaluator
from langsmith.schemas import Example, Run
from pydantic import BaseModel

from upheld import ConfigurationError
from upheld.integrations import langchain as ours
from upheld.integrations.langchain import FaithfulnessEvaluator, FaithfulnessMiddleware, UnfaithfulError
from upheld.testing import ScriptedJudge

PAGES = [Document("Returns are free within 30 days."), Document("The shop opens at 9:00 on weekdays.")]
ASKED = {"messages": [HumanMessage("When does the shop open?")]}
TRUE, FALSE = "The shop opens at 9:00 on weekdays.", "The shop opens at 7:00 on weekdays."


class Model(GenericFakeChatModel):
    """The fake model of LangChain, which knows no tools, with the one method that an agent needs."""

    def bind_tools(self, tools, **kwargs):
        """Take the tools as they are."""
        return self


@tool(response_format="content_and_artifact")
def search(query: str):
    """Search the shop's pages."""
    return "two pages", PAGES


@tool
def opening_hours(day: str) -> str:
    """Tell the opening hours."""
    if day == "never":
        msg = f"{TRUE} But there is no such day."
        raise ValueError(msg)
    return TRUE


def calls(name, **arguments):
    return AIMessage("", tool_calls=[{"name": name, "args": arguments, "id": uuid.uuid4().hex}])


def agent(
    *replies,
    on_unfaithful="annotate",
    judge="lexical",
    tools=(search, opening_hours),
    agent_options=None,
    **options,
):
    middleware = FaithfulnessMiddleware(on_unfaithful, judge=judge, **options)
    return create_agent(
        Model(messages=iter(replies)), tools=list(tools), middleware=[middleware], **(agent_options or {})
    )


def test_an_answer_that_its_documents_bear_out_is_annotated_as_faithful():
    """Documents that a retriever tool hands on as its artifact are the chunks, and the answer stays as it was."""
    state = agent(calls("search", query="hours"), TRUE).invoke(ASKED)
    told = state["faithfulness"]
    assert (told["faithful"], told["score"], told["status"]) == (True, 1.0, "scored")
    assert told["claims"][0]["verdict"]["evidence"][0]["chunk"] == 1
    assert state["messages"][-1].text == TRUE
    assert state["messages"][-1].response_metadata["upheld"] == told


def test_the_text_of_a_tool_is_a_chunk_where_it_hands_on_no_documents():
    """A plain tool's text is what the answer is checked against."""
    assert agent(calls("opening_hours", day="Monday"), TRUE).invoke(ASKED)["faithfulness"]["score"] == 1.0


def test_an_unfaithful_answer_is_annotated_and_left():
    """The user sees the answer, the program sees that it is not faithful and why."""
    state = agent(calls("search", query="hours"), FALSE).invoke(ASKED)
    assert state["messages"][-1].text == FALSE
    assert state["faithfulness"]["faithful"] is False
    assert state["faithfulness"]["claims"][0]["verdict"]["label"] == "contradicted"


def test_an_unfaithful_answer_is_replaced_everywhere():
    """No text of the old answer is left in the message, and it keeps its place and id."""
    state = agent(
        calls("search", query="hours"),
        AIMessage(FALSE, id="m1"),
        on_unfaithful="replace",
        replacement="Sorry.",
    ).invoke(ASKED)
    last = state["messages"][-1]
    assert (last.text, last.id, len(state["messages"])) == ("Sorry.", "m1", 4)
    assert FALSE not in [block.get("text") for block in last.content_blocks]
    assert state["faithfulness"]["faithful"] is False


def test_a_faithful_answer_is_never_replaced():
    """``replace`` and ``raise`` let a faithful answer through."""
    for action in ("replace", "raise"):
        state = agent(calls("search", query="hours"), TRUE, on_unfaithful=action).invoke(ASKED)
        assert state["messages"][-1].text == TRUE


def test_an_unfaithful_answer_raises_with_its_result():
    """The exception carries the result, and its text names the claim and the proof."""
    with pytest.raises(UnfaithfulError, match="is not faithful enough") as raised:
        agent(calls("search", query="hours"), FALSE, on_unfaithful="raise").invoke(ASKED)
    assert raised.value.faithful is False
    assert raised.value.result.score == 0.0
    assert "opens at 7:00" in str(raised.value)
    assert "9:00" in str(raised.value)


@pytest.mark.parametrize("action", ["annotate", "replace", "raise"])
def test_an_error_of_the_judge_is_never_a_pass(action):
    """Nobody knows whether the answer is faithful: None in the annotation, and treated like an unfaithful one."""
    judge = ScriptedJudge(default=RuntimeError("no such host"))
    run = agent(calls("search", query="hours"), TRUE, on_unfaithful=action, judge=judge, replacement="Sorry.")
    if action == "raise":
        with pytest.raises(UnfaithfulError, match=r"could not be checked.*no such host") as raised:
            run.invoke(ASKED)
        assert raised.value.faithful is None
        return
    state = run.invoke(ASKED)
    assert (state["faithfulness"]["faithful"], state["faithfulness"]["status"]) == (None, "failed")
    assert state["messages"][-1].text == (TRUE if action == "annotate" else "Sorry.")


def test_the_async_agent_is_checked_too():
    """``ainvoke`` gives what ``invoke`` gives, also for several runs at once."""

    async def both():
        return await asyncio.gather(
            *(agent(calls("search", query="hours"), text).ainvoke(ASKED) for text in (TRUE, FALSE))
        )

    assert [state["faithfulness"]["faithful"] for state in asyncio.run(both())] == [True, False]


def test_the_async_agent_raises():
    """``raise`` works in ``ainvoke``."""
    with pytest.raises(UnfaithfulError):
        asyncio.run(agent(calls("search", query="h"), FALSE, on_unfaithful="raise").ainvoke(ASKED))


def test_the_error_of_a_tool_is_no_context():
    """An error message that happens to hold the answer does not bear it out."""
    failed = ToolMessage(TRUE, tool_call_id="1", status="error")
    state = agent(TRUE).invoke({"messages": [*ASKED["messages"], calls("search", query="h"), failed]})
    assert (state["faithfulness"]["status"], state["faithfulness"]["faithful"]) == ("no_context", False)


def test_small_talk_and_refusals_pass():
    """Where nothing is claimed nothing is false, though there is no score."""
    for text, status in (("You're welcome!", "no_claims"), ("I don't know.", "abstained")):
        told = agent(text, on_unfaithful="raise").invoke(ASKED)["faithfulness"]
        assert (told["faithful"], told["score"], told["status"]) == (True, None, status)


def test_contexts_can_come_from_elsewhere():
    """A function of the state gives the chunks, as documents, texts or mappings."""
    run = agent(TRUE, contexts=lambda state: [*PAGES, {"text": "x"}, "y"])
    assert run.invoke(ASKED)["faithfulness"]["score"] == 1.0


def test_a_chunk_without_text_is_no_empty_chunk():
    """A mapping without its text cannot be checked, which is said."""
    told = agent(TRUE, contexts=lambda state: [{"body": "x"}]).invoke(ASKED)["faithfulness"]
    assert (told["faithful"], told["status"]) == (None, "failed")
    assert "chunk 1 has no text" in told["reason"]


class Hours(BaseModel):
    """When the shop opens."""

    statement: str


def test_a_structured_answer_is_not_borne_out_by_its_own_echo():
    """The tool message that repeats a structured answer is no context; when unfaithful, no copy of it is left."""
    options = {"agent_options": {"response_format": ToolStrategy(Hours)}, "on_unfaithful": "replace"}
    state = agent(calls("search", query="h"), calls("Hours", statement=FALSE), **options).invoke(ASKED)
    assert state["faithfulness"]["faithful"] is False
    assert state["structured_response"] is None
    assert state["messages"][-1].text.startswith("I cannot")
    assert "7:00" not in "".join(str(message.text) for message in state["messages"])
    state = agent(calls("search", query="h"), calls("Hours", statement=TRUE), **options).invoke(ASKED)
    assert state["faithfulness"]["faithful"] is True
    assert state["structured_response"].statement == TRUE


def test_an_answer_that_a_tool_gives_itself_is_left_alone():
    """Where the model said nothing there is nothing to check."""

    @tool(return_direct=True)
    def answer(query: str) -> str:
        """Answer."""
        return "Done."

    state = agent(calls("answer", query="h"), tools=[answer], on_unfaithful="raise").invoke(ASKED)
    assert "faithfulness" not in state


def test_the_least_score_follows_the_domain():
    """3 of 4 claims pass for conversation (0.7), not for medicine (0.98); ``min_score`` wins over both."""
    script = ScriptedJudge(lambda claim, task: "not_enough_info" if "Dora" in claim else "supported")
    text = "Anna is tall. Bert is tall. Carl is tall. Dora is tall."
    for options, faithful in (
        ({"domain": "conversational"}, True),
        ({"domain": "medical"}, False),
        ({"domain": "medical", "min_score": 0.75}, True),
        ({}, False),
    ):
        told = agent(calls("search", query="h"), text, judge=script, checks="off", **options).invoke(ASKED)[
            "faithfulness"
        ]
        assert (told["score"], told["faithful"]) == (0.75, faithful)


@pytest.mark.parametrize(
    "options",
    [
        {"on_unfaithful": "ignore"},
        {"min_score": 2},
        {"judge": "nobody"},
        {"polcy": "strict"},
        {"policy": "kind"},
        {"claims": ["x"]},
    ],
)
def test_a_wrong_option_is_refused_when_the_middleware_is_made(options):
    """Not when the first answer has been given."""
    with pytest.raises(ConfigurationError):
        FaithfulnessMiddleware(**{"judge": "lexical", **options})


def test_the_evaluator_gives_feedback_in_the_shape_of_openevals():
    """Key, score and comment; called by keyword or by position, with contexts of documents."""
    evaluator = FaithfulnessEvaluator(judge="lexical")
    outputs = {"answer": f"{TRUE} Parking is free.", "documents": PAGES}
    feedback = evaluator(inputs={"question": "When?"}, outputs=outputs, reference_outputs={"answer": "9"})
    assert (feedback["key"], feedback["score"]) == ("faithfulness", 0.5)
    assert "Parking is free" in feedback["comment"]
    assert feedback["metadata"]["faithful"] is False
    assert evaluator(outputs=TRUE, context=[TRUE])["score"] == 1.0
    assert asyncio.run(evaluator.acall({}, outputs))["score"] == 0.5


def test_the_evaluator_reads_the_state_of_an_agent():
    """Messages, as objects or as an export's mappings, give answer, contexts and question."""
    state = agent(calls("search", query="h"), FALSE).invoke(ASKED)
    evaluator = FaithfulnessEvaluator(judge="lexical")
    assert evaluator({}, {"messages": state["messages"]})["score"] == 0.0
    plain = [
        {"role": "user", "content": "When?"},
        {"role": "assistant", "content": "", "tool_calls": [{"name": "f", "args": {}, "id": "1"}]},
        {"role": "tool", "content": TRUE, "tool_call_id": "1"},
        {"role": "assistant", "content": TRUE},
    ]
    assert evaluator({}, {"messages": plain})["score"] == 1.0


def test_the_evaluator_finds_fields_by_a_mapping():
    """Paths name where answer and contexts are."""
    evaluator = FaithfulnessEvaluator(
        judge="lexical", mapping={"answer": "final.text", "contexts": "docs[].body"}
    )
    assert evaluator({}, {"final": {"text": TRUE}, "docs": [{"body": TRUE}]})["score"] == 1.0


def run_of(outputs):
    now = datetime.now(UTC)
    run = Run(
        id=uuid.uuid4(),
        name="app",
        start_time=now,
        run_type="chain",
        inputs={},
        outputs=outputs,
        trace_id=uuid.uuid4(),
    )
    return run, Example(
        id=uuid.uuid4(), inputs={"question": "When?"}, outputs={"answer": "9:00"}, dataset_id=uuid.uuid4()
    )


def test_langsmith_takes_the_evaluator():
    """Its runner wraps the evaluator, finds the arguments by name, and gets a valid result; sync and async."""
    evaluator = FaithfulnessEvaluator(judge="lexical")
    run, example = run_of({"answer": TRUE, "contexts": [TRUE]})
    result = run_evaluator(evaluator).evaluate_run(run, example)
    assert isinstance(result, EvaluationResult)
    assert (result.key, result.score) == ("faithfulness", 1.0)
    result = asyncio.run(run_evaluator(evaluator.acall).aevaluate_run(run, example))
    assert (result.key, result.score) == ("faithfulness", 1.0)


@pytest.mark.parametrize(
    ("outputs", "judge", "why"),
    [
        ({"answer": TRUE, "contexts": [TRUE]}, ScriptedJudge(default="error"), "no verdict"),
        ({"answer": TRUE}, "lexical", "no contexts"),
    ],
)
def test_what_could_not_be_checked_is_marked_as_langsmith_marks_errors(outputs, judge, why):
    """No score, and the error mark with the reason."""
    run, example = run_of(outputs)
    result = run_evaluator(FaithfulnessEvaluator(judge=judge)).evaluate_run(run, example)
    assert (result.score, result.extra) == (None, {"error": True})
    assert why in result.comment


def test_the_examples_of_the_documentation_run():
    """Each docstring's example gives what it shows."""
    outcome = doctest.testmod(ours)
    assert outcome.attempted >= 9
    assert outcome.failed == 0
