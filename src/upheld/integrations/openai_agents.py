"""OpenAI Agents SDK: an output guardrail that trips when the final output is not faithful to what the agent was given."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

from upheld._errors import ConfigurationError
from upheld.integrations._common import Faithfulness, needs, text_of_answer

try:
    from agents import Agent, GuardrailFunctionOutput, OutputGuardrail, RunContextWrapper, RunHooks
except ImportError as error:
    raise needs(error, "openai-agents>=0.24") from error

__all__ = ["FaithfulnessGuardrail"]

Contexts: TypeAlias = "Callable[[RunContextWrapper[Any]], Iterable[Any] | Awaitable[Iterable[Any]]]"

_TOOL_OUTPUTS = "_output"  # function_call_output, custom_tool_call_output, local_shell_call_output, …


class FaithfulnessGuardrail(OutputGuardrail[Any]):
    """Trips when the final output of an agent is not faithful to its contexts, or could not be checked.

    The contexts come from a function of the run context; or, without one, they are the outputs of tools that the model was given,
    those of a session's earlier turns included. The SDK tells a guardrail nothing of them, so `hooks` must watch the run:
    ``Runner.run(agent, question, hooks=guardrail.hooks)``.

    ``output_info`` holds ``faithful`` (True, False, or None where nobody knows), ``min_score``, and the result as
    `upheld.Result.to_dict` gives it.

    Args:
        contexts: returns the chunks of a run (texts, mappings with ``text``, documents); may be async.
        name: as traces show it.
        min_score: least score of a faithful output, in [0, 1]; None: that at which the ``domain`` may be deployed, else that of
            a ``safe`` answer (0.9).
        **options: the other options of `upheld.check`: judge, policy, inference, domain, empty_score, levels, domains, checks,
            tolerance, decomposer, llm.

    Raises:
        ConfigurationError: an option is wrong.

    Example:
        >>> import asyncio
        >>> from agents import Agent, Runner, RunConfig
        >>> from agents.testing import ScriptedModel, assistant_message
        >>> guardrail = FaithfulnessGuardrail(lambda run: run.context["pages"], judge="lexical")
        >>> model = ScriptedModel([[assistant_message("The shop opens at 9:00.")]])
        >>> agent = Agent("Shop", model=model, output_guardrails=[guardrail])
        >>> pages, quiet = ["The shop opens at 9:00."], RunConfig(tracing_disabled=True)
        >>> run = asyncio.run(Runner.run(agent, "When?", context={"pages": pages}, run_config=quiet))
        >>> run.output_guardrail_results[0].output.output_info["score"]
        1.0
    """

    def __init__(
        self,
        contexts: Contexts | None = None,
        *,
        name: str = "faithfulness",
        min_score: float | None = None,
        **options: Any,
    ) -> None:
        super().__init__(guardrail_function=self._check, name=name)
        self._contexts = contexts
        self._watch = _Watch()
        self._faithfulness = Faithfulness(min_score, options)

    @property
    def hooks(self) -> RunHooks[Any]:
        """What watches a run for the outputs of its tools; for ``Runner.run(..., hooks=guardrail.hooks)``."""
        return self._watch

    async def _check(
        self, context: RunContextWrapper[Any], agent: Agent[Any], output: Any
    ) -> GuardrailFunctionOutput:
        """Check one final output.

        Raises:
            ConfigurationError: there is neither a function for the contexts nor a watched run.
        """
        del agent
        record = {"answer": text_of_answer(output), **await self._given(context)}
        checked = await self._faithfulness.acheck(self._faithfulness.sample(record))
        return GuardrailFunctionOutput(checked.to_dict(), tripwire_triggered=not checked.faithful)

    async def _given(self, context: RunContextWrapper[Any]) -> dict[str, Any]:
        """Return the contexts, and the question where the run was watched."""
        seen = self._watch.runs.get(context)
        if self._contexts is not None:
            found = self._contexts(context)
            chunks = list(await found if inspect.isawaitable(found) else found)
            return {"contexts": chunks, "question": None if seen is None else seen["question"]}
        if seen is None:
            msg = "no contexts to check against: give FaithfulnessGuardrail a function that returns them, or run with Runner.run(..., hooks=guardrail.hooks)"
            raise ConfigurationError(msg)
        return seen


class _Watch(RunHooks[Any]):
    """Keeps what the model of each run was given; for as long as the run lives."""

    def __init__(self) -> None:
        self.runs: WeakKeyDictionary[RunContextWrapper[Any], dict[str, Any]] = WeakKeyDictionary()

    async def on_llm_start(
        self,
        context: RunContextWrapper[Any],
        agent: Agent[Any],
        system_prompt: str | None,
        input_items: list[Any],
    ) -> None:
        """Take note of the outputs of tools and of the question, of which each call is given all so far."""
        del agent, system_prompt
        outputs, asked = [], None
        for item in input_items:
            if not isinstance(item, Mapping):
                continue
            if item.get("role") == "user":
                asked = _text(item.get("content")) or asked
            elif str(item.get("type")).endswith(_TOOL_OUTPUTS):
                outputs.append(_text(item.get("output")))
        self.runs[context] = {"contexts": outputs, "question": asked}


def _text(content: Any) -> str:
    """Return the text of a content that may be in parts; what is no text, such as an image, says nothing."""
    if not isinstance(content, list):
        return text_of_answer(content)
    parts = [part.get("text") for part in content if isinstance(part, Mapping)]
    return "\n".join(part for part in parts if isinstance(part, str))
