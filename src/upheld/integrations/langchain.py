"""LangChain 1.x: a middleware that checks an agent's last answer, and an evaluator in the shape of LangSmith and openevals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NotRequired, TypeAlias, get_args

from upheld._errors import ConfigurationError
from upheld.integrations._common import (
    Checked,
    Faithfulness,
    UnfaithfulError,
    exchanged,
    needs,
    text_of_answer,
)

try:
    from langchain.agents.middleware import AgentMiddleware, AgentState
    from langchain_core.documents import Document
    from langchain_core.messages import (
        AIMessage,
        BaseMessage,
        HumanMessage,
        RemoveMessage,
        ToolMessage,
        convert_to_messages,
    )
except ImportError as error:
    raise needs(error, "langchain>=1,<2") from error

if TYPE_CHECKING:
    from langgraph.runtime import Runtime

    from upheld._types import Sample

__all__ = ["FaithfulnessEvaluator", "FaithfulnessMiddleware", "FaithfulnessState", "UnfaithfulError"]

OnUnfaithful: TypeAlias = Literal["annotate", "replace", "raise"]
_REPLACEMENT = "I cannot give an answer that the documents at hand bear out."


class FaithfulnessState(AgentState[Any]):
    """State of an agent whose last answer is checked.

    Attributes:
        faithfulness: ``faithful`` (True, False, or None where nobody knows), ``min_score``, and the result as
            `upheld.Result.to_dict` gives it. Absent where there was no answer of the model to check.
    """

    faithfulness: NotRequired[dict[str, Any]]  # type: ignore[valid-type]  # where langchain is not installed


class FaithfulnessMiddleware(AgentMiddleware[FaithfulnessState, Any, Any]):
    """Checks the last answer of an agent against what its tools returned in the conversation.

    Documents that a tool hands on as its artifact (retriever tools do) are the chunks; of any other tool its text is one. Errors
    of tools are no context. The outcome is in the state under ``faithfulness``, and in the answer's
    ``response_metadata["upheld"]``. What was streamed has been seen before it is checked.

    Args:
        on_unfaithful: ``annotate``: only say so. ``replace``: put `replacement` in the place of the answer. ``raise``: raise an
            `UnfaithfulError`. An answer that could not be checked, since the judge failed, is treated like one that is not
            faithful.
        replacement: the text that ``replace`` puts there.
        contexts: returns the chunks of a state, where they are not what the tools returned.
        min_score: least score of a faithful answer, in [0, 1]; None: that at which the ``domain`` may be deployed, else that of
            a ``safe`` answer (0.9).
        **options: the other options of `upheld.check`: judge, policy, inference, domain, empty_score, levels, domains, checks,
            tolerance, decomposer, llm.

    Raises:
        ConfigurationError: an option is wrong.

    Example:
        >>> from langchain.agents import create_agent
        >>> from langchain_core.language_models import GenericFakeChatModel
        >>> model = GenericFakeChatModel(messages=iter(["The shop opens at 9:00."]))
        >>> shop = FaithfulnessMiddleware(judge="lexical", contexts=lambda state: ["The shop opens at 9:00."])
        >>> agent = create_agent(model, middleware=[shop])
        >>> state = agent.invoke({"messages": [("user", "When does the shop open?")]})
        >>> state["faithfulness"]["faithful"], state["faithfulness"]["score"]
        (True, 1.0)
    """

    state_schema = FaithfulnessState

    def __init__(
        self,
        on_unfaithful: OnUnfaithful = "annotate",
        *,
        replacement: str = _REPLACEMENT,
        contexts: Callable[[Mapping[str, Any]], Iterable[Any]] | None = None,
        min_score: float | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        if on_unfaithful not in get_args(OnUnfaithful):
            msg = f"on_unfaithful must be one of {', '.join(get_args(OnUnfaithful))}: {on_unfaithful!r:.80}"
            raise ConfigurationError(msg)
        self.tools = ()
        self._on_unfaithful, self._replacement, self._contexts = on_unfaithful, replacement, contexts
        self._faithfulness = Faithfulness(min_score, options)

    def after_agent(self, state: FaithfulnessState, runtime: Runtime[Any]) -> dict[str, Any] | None:  # noqa: ARG002 - LangChain's
        """Check the last answer; called by the agent when it has ended.

        Raises:
            UnfaithfulError: the answer is not faithful, or could not be checked, and ``on_unfaithful`` is ``raise``.
        """
        sample = self._sample(state)
        return None if sample is None else self._update(state, self._faithfulness.check(sample))

    async def aafter_agent(self, state: FaithfulnessState, runtime: Runtime[Any]) -> dict[str, Any] | None:  # noqa: ARG002
        """Check the last answer without blocking the event loop."""
        sample = self._sample(state)
        return None if sample is None else self._update(state, await self._faithfulness.acheck(sample))

    def _sample(self, state: Mapping[str, Any]) -> Sample | None:
        record = _record(state["messages"], state.get("structured_response"))
        if record is None:
            return None
        if self._contexts is not None:
            record["contexts"] = list(self._contexts(state))
        return self._faithfulness.sample(record)

    def _update(self, state: Mapping[str, Any], checked: Checked) -> dict[str, Any]:
        if not checked.faithful and self._on_unfaithful == "raise":
            raise UnfaithfulError(checked)
        told = checked.to_dict()
        messages, at = state["messages"], _last_answer(state["messages"])
        message = messages[at]
        known = {"response_metadata": {**message.response_metadata, "upheld": told}}
        if checked.faithful or self._on_unfaithful == "annotate":
            return {"faithfulness": told, "messages": [message.model_copy(update=known)]}
        # A new message: the old one holds its text in other places too, and so does the echo of one that was given through a tool.
        replaced = AIMessage(
            self._replacement,
            id=message.id,
            name=message.name,
            usage_metadata=message.usage_metadata,
            **known,
        )
        echoes = [RemoveMessage(str(echo.id)) for echo in messages[at + 1 :]]
        update: dict[str, Any] = {"faithfulness": told, "messages": [replaced, *echoes]}
        return update | (
            {"structured_response": None} if state.get("structured_response") is not None else {}
        )


class FaithfulnessEvaluator:
    """Scores what an application returned: an evaluator for LangSmith's ``evaluate``, and in the shape of openevals.

    The answer is found in ``outputs``, and the contexts there, then in ``inputs``, under the names that LangChain, RAGAS and
    others use, such as ``answer``, ``output``, ``contexts``, ``documents``. In the state of an agent both are found in its
    ``messages``, as by `FaithfulnessMiddleware`.

    Args:
        mapping: field -> where it is, such as ``{"answer": "final.text", "contexts": "docs[].page_content"}``.
        key: name of the feedback.
        min_score: least score of a faithful answer, as for `FaithfulnessMiddleware`.
        **options: the other options of `upheld.check`.

    Raises:
        ConfigurationError: an option is wrong.

    Example:
        >>> evaluator = FaithfulnessEvaluator(judge="lexical")
        >>> outputs = {"answer": "It opens at 9:00.", "documents": ["It opens at 9:00."]}
        >>> evaluator({"question": "When does it open?"}, outputs)["score"]
        1.0
    """

    def __init__(
        self,
        *,
        mapping: Mapping[str, str] | None = None,
        key: str = "faithfulness",
        min_score: float | None = None,
        **options: Any,
    ) -> None:
        self.__name__ = self._key = (
            key  # LangSmith shows the name, and files the errors of an evaluator under it
        )
        self._mapping = mapping
        self._faithfulness = Faithfulness(min_score, options)

    def __call__(
        self, inputs: Any = None, outputs: Any = None, reference_outputs: Any = None, **kwargs: Any
    ) -> dict[str, Any]:
        """Return the feedback on one answer.

        Args:
            inputs: what the application was given.
            outputs: what it returned; a mapping, or the answer alone.
            reference_outputs: not looked at: faithfulness is to the contexts.
            **kwargs: other fields, such as ``context``, as openevals passes them.

        Returns:
            ``key``, ``score`` (None where there is none), ``comment`` in words, and ``metadata`` with ``faithful`` and the whole
            result. Where the answer could not be checked, ``extra`` is ``{"error": True}``, as LangSmith marks failed evaluators.
        """
        del reference_outputs
        return self._feedback(self._faithfulness.check(self._sample(inputs, outputs, kwargs)))

    async def acall(
        self, inputs: Any = None, outputs: Any = None, reference_outputs: Any = None, **kwargs: Any
    ) -> dict[str, Any]:
        """Do the same without blocking the event loop; pass this method to LangSmith's ``aevaluate``."""
        del reference_outputs
        return self._feedback(await self._faithfulness.acheck(self._sample(inputs, outputs, kwargs)))

    def _sample(self, inputs: Any, outputs: Any, others: Mapping[str, Any]) -> Sample:
        messages = outputs.get("messages") if isinstance(outputs, Mapping) else None
        found = (
            _record(convert_to_messages(messages), outputs.get("structured_response")) if messages else None
        )
        returned = {**found, **outputs} if found else outputs
        return self._faithfulness.sample(exchanged(inputs, returned, others), mapping=self._mapping or {})

    def _feedback(self, checked: Checked) -> dict[str, Any]:
        feedback = {
            "key": self._key,
            "score": checked.result.score,
            "comment": checked.text(),
            "metadata": checked.to_dict(),
        }
        return feedback | ({"extra": {"error": True}} if checked.faithful is None else {})


def _last_answer(messages: Sequence[BaseMessage]) -> int:
    """Return the place of the model's last message; -1 where there is none."""
    return next((at for at in reversed(range(len(messages))) if isinstance(messages[at], AIMessage)), -1)


def _record(messages: Sequence[BaseMessage], structured: Any) -> dict[str, Any] | None:
    """Return answer, contexts and question of a conversation; None where the model gave no answer, but a tool."""
    at = _last_answer(messages)
    last = messages[at] if at >= 0 else None
    if not isinstance(last, AIMessage) or (structured is None and last.tool_calls):
        return None
    # What stands behind the answer is no context: an answer given through a tool is repeated there.
    context = [chunk for message in messages[:at] for chunk in _chunks(message)]
    asked = [message.text for message in messages[:at] if isinstance(message, HumanMessage)]
    answer = last.text if structured is None else text_of_answer(structured)
    return {"answer": str(answer), "contexts": context, "question": str(asked[-1]) if asked else None}


def _chunks(message: BaseMessage) -> list[Any]:
    if not isinstance(message, ToolMessage) or message.status == "error":
        return []
    artifact = message.artifact
    if isinstance(artifact, list) and artifact and all(isinstance(item, Document) for item in artifact):
        return list(artifact)
    return [str(message.text)]
