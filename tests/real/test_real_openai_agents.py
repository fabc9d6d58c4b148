"""The integration with the real OpenAI Agents SDK: its scripted model, real runs, no network."""

import asyncio
import doctest

import pytest

pytest.importorskip("agents", reason="nox -s openai_agents installs it")

from agents import Agent, OutputGuardrailTripwireTriggered, RunConfig, Runner, SQLiteSession, function_tool
from agents.testing import ScriptedModel, assistant_message, function_call
from pydantic import BaseModel

from upheld import ConfigurationError
from upheld.integrations import openai_agents as ours
from upheld.integrations.openai_agents import FaithfulnessGuardrail
from upheld.testing import ScriptedJudge

TRUE, FALSE = "The shop opens at 9:00 on weekdays.", "The shop opens at 7:00 on weekdays."
QUIET = RunConfig(tracing_disabled=True)


@function_tool
def search(query: str) -> str:
    """Search the shop's pages."""
    return TRUE


def agent(guardrail, *steps, **options):
    model = ScriptedModel(list(steps))
    return Agent("Shop", model=model, tools=[search], output_guardrails=[guardrail], **options)


def run(guardrail, *steps, context=None, agent_options=None, **options):
    shop = agent(guardrail, *steps, **(agent_options or {}))
    # Not run_sync, which leaves its event loop open.
    return asyncio.run(Runner.run(shop, "When does it open?", context=context, run_config=QUIET, **options))


def info(result):
    return result.output_guardrail_results[0].output.output_info


def looked_up(text):
    return [function_call("search", {"query": "hours"}, call_id="call_1")], [assistant_message(text)]


def test_outputs_of_tools_are_the_contexts():
    """With its hooks the guardrail checks the output against what the tools of the run returned."""
    guardrail = FaithfulnessGuardrail(judge="lexical")
    told = info(run(guardrail, *looked_up(TRUE), hooks=guardrail.hooks))
    assert (told["faithful"], told["score"]) == (True, 1.0)
    assert told["claims"][0]["verdict"]["evidence"][0]["text"] == TRUE


def test_an_unfaithful_output_trips():
    """The run ends in the SDK's own exception, which holds the verdicts."""
    guardrail = FaithfulnessGuardrail(judge="lexical")
    with pytest.raises(OutputGuardrailTripwireTriggered) as raised:
        run(guardrail, *looked_up(FALSE), hooks=guardrail.hooks)
    told = raised.value.guardrail_result.output.output_info
    assert (told["faithful"], told["claims"][0]["verdict"]["label"]) == (False, "contradicted")
    assert raised.value.guardrail_result.guardrail.get_name() == "faithfulness"


def test_an_error_of_the_judge_trips():
    """Nobody knows whether the output is faithful: None, and no pass."""
    guardrail = FaithfulnessGuardrail(judge=ScriptedJudge(default=RuntimeError("no such host")))
    with pytest.raises(OutputGuardrailTripwireTriggered) as raised:
        run(guardrail, *looked_up(TRUE), hooks=guardrail.hooks)
    told = raised.value.guardrail_result.output.output_info
    assert (told["faithful"], told["status"]) == (None, "failed")
    assert "no such host" in told["reason"]


@pytest.mark.parametrize("is_async", [False, True])
def test_contexts_come_from_a_function_of_the_run_context(is_async):
    """Sync or async; the tools' outputs then do not count."""

    async def later(wrapper):
        return wrapper.context["pages"]

    guardrail = FaithfulnessGuardrail(
        later if is_async else lambda wrapper: wrapper.context["pages"], judge="lexical"
    )
    assert info(run(guardrail, *looked_up(TRUE), context={"pages": [{"text": TRUE}]}))["score"] == 1.0
    with pytest.raises(OutputGuardrailTripwireTriggered):
        run(guardrail, *looked_up(TRUE), context={"pages": ["Parking is free."]})


def test_an_error_of_the_function_ends_the_run():
    """It is the user's own error, and comes out as it is."""
    guardrail = FaithfulnessGuardrail(lambda wrapper: wrapper.context["pages"], judge="lexical")
    with pytest.raises(KeyError, match="pages"):
        run(guardrail, [assistant_message(TRUE)], context={})


def test_without_contexts_the_run_says_what_to_do():
    """Neither a function nor hooks: an error with both ways, not a pass."""
    with pytest.raises(ConfigurationError, match=r"hooks=guardrail\.hooks"):
        run(FaithfulnessGuardrail(judge="lexical"), *looked_up(TRUE))


def test_an_output_from_memory_is_not_faithful():
    """No tool was called, so there is no context that bears it out; small talk passes."""
    guardrail = FaithfulnessGuardrail(judge="lexical")
    with pytest.raises(OutputGuardrailTripwireTriggered) as raised:
        run(guardrail, [assistant_message(TRUE)], hooks=guardrail.hooks)
    assert raised.value.guardrail_result.output.output_info["status"] == "no_context"
    told = info(run(guardrail, [assistant_message("You're welcome!")], hooks=guardrail.hooks))
    assert (told["faithful"], told["score"], told["status"]) == (True, None, "no_claims")


def test_runs_at_once_do_not_mix():
    """Each run is checked against its own tools' outputs, and nothing of a run is kept when it is over."""
    guardrail = FaithfulnessGuardrail(judge="lexical")

    async def one(text):
        try:
            await Runner.run(
                agent(guardrail, *looked_up(text)), "When?", hooks=guardrail.hooks, run_config=QUIET
            )
        except OutputGuardrailTripwireTriggered:
            return False
        return True

    async def all_of_them():
        return await asyncio.gather(*(one(text) for text in [TRUE, FALSE] * 5))

    assert asyncio.run(all_of_them()) == [True, False] * 5


def test_streamed_runs_trip_too():
    """The exception comes when the stream is consumed."""
    guardrail = FaithfulnessGuardrail(judge="lexical")

    async def stream(text):
        result = Runner.run_streamed(
            agent(guardrail, *looked_up(text)), "When?", hooks=guardrail.hooks, run_config=QUIET
        )
        async for _ in result.stream_events():
            pass
        return info(result)["faithful"]

    assert asyncio.run(stream(TRUE)) is True
    with pytest.raises(OutputGuardrailTripwireTriggered):
        asyncio.run(stream(FALSE))


def test_outputs_of_earlier_turns_of_a_session_count():
    """The model is given them, so an answer may rest on them."""
    guardrail = FaithfulnessGuardrail(judge="lexical")
    session = SQLiteSession("one")
    run(guardrail, *looked_up(TRUE), hooks=guardrail.hooks, session=session)
    assert (
        info(run(guardrail, [assistant_message(TRUE)], hooks=guardrail.hooks, session=session))["score"]
        == 1.0
    )


class Hours(BaseModel):
    """When the shop opens."""

    statement: str


def test_a_structured_output_is_checked():
    """The values of a structured output are claims."""
    guardrail = FaithfulnessGuardrail(judge="lexical")
    for text, faithful in ((TRUE, True), (FALSE, False)):
        steps = looked_up(Hours(statement=text).model_dump_json())
        if faithful:
            assert (
                info(run(guardrail, *steps, hooks=guardrail.hooks, agent_options={"output_type": Hours}))[
                    "score"
                ]
                == 1.0
            )
            continue
        with pytest.raises(OutputGuardrailTripwireTriggered):
            run(guardrail, *steps, hooks=guardrail.hooks, agent_options={"output_type": Hours})


def test_options_are_those_of_check():
    """A policy that lets pass what is not found; a wrong option is refused at once."""
    judge = ScriptedJudge(default="not_enough_info")
    lenient = FaithfulnessGuardrail(judge=judge, policy="lenient", checks="off", name="kind")
    assert info(run(lenient, *looked_up("Parking is free."), hooks=lenient.hooks))["score"] == 1.0
    with pytest.raises(ConfigurationError, match="polcy"):
        FaithfulnessGuardrail(polcy="lenient")


def test_the_examples_of_the_documentation_run():
    """Each docstring's example gives what it shows."""
    outcome = doctest.testmod(ours)
    assert outcome.attempted >= 7
    assert outcome.failed == 0
