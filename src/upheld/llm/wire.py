"""What goes to an endpoint and what comes back: a call, and its reply read without trust."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from upheld.llm.options import Structured

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["TOOL", "Call", "Reply", "reply_of"]

TOOL = "reply"
"""Name of the tool that a model calls to hand in its reply."""


@dataclass(frozen=True, slots=True)
class Call:
    """One question to a model.

    Attributes:
        model: its name at the endpoint.
        system: rules, the same for all calls of a kind.
        user: the data.
        schema: of the reply.
        most: tokens that the reply may have.
        least: tokens that it is likely to need; it is not cut below.
        temperature: of the sampling.
        structured: how the reply is made to have its form.
    """

    model: str
    system: str
    user: str
    schema: Mapping[str, Any]
    most: int
    least: int = 0
    temperature: float = 0.0
    structured: Structured = "auto"


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back.

    Attributes:
        text: of the reply; empty where there is none.
        cut: it ended at the limit of tokens.
        refused: the model, or a filter before it, declined.
        problem: why it is no reply, where it is none.
        tokens: input and output tokens as the endpoint counts them; None where it does not.
        model: that answered, as the endpoint names it; None where it does not.
    """

    text: str = ""
    cut: bool = False
    refused: bool = False
    problem: str | None = None
    tokens: tuple[int, int] | None = None
    model: str | None = None

    @property
    def usable(self) -> bool:
        """Whether there is something to read."""
        return not self.refused and self.problem is None

    @property
    def mute(self) -> bool:
        """Whether it ended at the limit before it began: all tokens went into what the model thought."""
        said = self.text.strip()
        return self.cut and (not said or (said.startswith("<think>") and "</think>" not in said))


def reply_of(body: object) -> Reply:
    """Read a completion. Endpoints that are compatible are so in many ways: nothing of it is trusted.

    Args:
        body: of the endpoint's answer.
    """
    if not isinstance(body, dict):
        return Reply(problem="the endpoint sent something that is no chat completion; is the address right?")
    tokens = _tokens(body.get("usage"))
    choices = body.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else {}
    message = choice.get("message")
    if not isinstance(message, dict):
        return Reply(problem="the endpoint sent no message", tokens=tokens)
    finish = choice.get("finish_reason")
    refused = bool(message.get("refusal")) or finish == "content_filter"
    text = _handed_in(message.get("tool_calls")) or message.get("content")
    text = text if isinstance(text, str) else ""
    model = body.get("model")
    named = model if isinstance(model, str) and model else None
    return Reply(text, cut=finish == "length", refused=refused, tokens=tokens, model=named)


def _handed_in(calls: object) -> str | None:
    """Return the arguments of the one call of our tool; None where there is none, or several, of which nobody knows which is meant."""
    found = (
        [call.get("function") for call in calls if isinstance(call, dict)] if isinstance(calls, list) else []
    )
    ours = [one.get("arguments") for one in found if isinstance(one, dict) and one.get("name") == TOOL]
    if len(ours) != 1:
        return None
    return json.dumps(ours[0]) if isinstance(ours[0], dict) else ours[0] if isinstance(ours[0], str) else None


def _tokens(usage: object) -> tuple[int, int] | None:
    if not isinstance(usage, dict):
        return None
    counts = [usage.get(name) for name in ("prompt_tokens", "completion_tokens")]
    sound = [n for n in counts if isinstance(n, int) and not isinstance(n, bool) and n >= 0]
    return (sound[0], sound[1]) if len(sound) == len(counts) else None
