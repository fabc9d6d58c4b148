"""What an endpoint understands for one model, learnt from its complaints."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from upheld.llm.complaints import is_of_output, names, output_allowed
from upheld.llm.wire import TOOL

if TYPE_CHECKING:
    from upheld.llm.options import Structured
    from upheld.llm.wire import Call

__all__ = ["Dialect", "names_the_form"]

_OF_SCHEMAS = ("response_format", "json_schema", "schema", "structured", "grammar")
_OF_TOOLS = ("tool", "function", "parameters", "schema", "grammar")
_MOST = 16_384  # tokens of a reply up to which a model that thinks gets more room by itself
_LEAST = 16  # tokens: an endpoint that takes no more means something else
_GROWTH = 4  # times the room that was too small


def names_the_form(said: str) -> bool:
    """Say whether a complaint is about how the form of a reply is asked for."""
    return names(said, *_OF_SCHEMAS, *_OF_TOOLS)


@dataclass(frozen=True, slots=True)
class Dialect:
    """What an endpoint understands for one model; kept while the process lives.

    Attributes:
        form: how a reply is made to have its form.
        limit: name of the parameter that limits the reply.
        temperature: it takes one.
        most: tokens that a reply may have at this endpoint; None where it never complained.
        spare: tokens that a model thinks before its reply.
    """

    form: Literal["schema", "tool", "json"] = "schema"
    limit: str = "max_tokens"
    temperature: bool = True
    most: int | None = None
    spare: int = 0

    @classmethod
    def first(cls, structured: Structured) -> Dialect:
        """Return what is tried first."""
        return cls() if structured == "auto" else cls(structured)

    def room(self, call: Call) -> int:
        """Return the tokens that the reply to a call may have."""
        wanted = call.most + self.spare
        return wanted if self.most is None else min(wanted, self.most)

    def roomier(self, call: Call, had: int) -> Dialect | None:
        """Return the dialect with more room for thoughts; None where there is no more.

        Args:
            call: whose reply ended before it began.
            had: tokens that the reply could have.
        """
        if self.room(call) > had:  # another call has learnt it meanwhile
            return self
        grown = min(_GROWTH * had, max(_MOST, had), self.most or _GROWTH * had)
        return replace(self, spare=grown - call.most) if grown > had else None

    def adapted(self, said: str, call: Call) -> Dialect | None:
        """Return the dialect without what a complaint is about; None where it is about something else, or is the user's wish."""
        if is_of_output(said):
            allowed = output_allowed(said, self.room(call))
            return replace(self, most=allowed) if allowed >= _LEAST else None
        if call.structured == "auto" and self.form == "schema" and names(said, *_OF_SCHEMAS):
            return replace(self, form="tool")
        if call.structured == "auto" and self.form == "tool" and names(said, *_OF_TOOLS):
            return replace(self, form="json")
        if self.limit == "max_tokens" and "max_completion_tokens" in said:
            return replace(self, limit="max_completion_tokens")
        if self.temperature and "temperature" in said:
            return replace(self, temperature=False)
        return None

    def body(self, call: Call) -> dict[str, Any]:
        """Return the request of a call."""
        body: dict[str, Any] = {
            "model": call.model,
            "messages": [{"role": "system", "content": call.system}, {"role": "user", "content": call.user}],
            self.limit: self.room(call),
        }
        if self.temperature:
            body["temperature"] = call.temperature
        if self.form == "schema":
            shape = {"name": TOOL, "strict": True, "schema": call.schema}
            body["response_format"] = {"type": "json_schema", "json_schema": shape}
        elif self.form == "tool":  # not strict: an endpoint that knows the word has response_format, too
            function = {"name": TOOL, "description": "Hand in the reply.", "parameters": call.schema}
            body["tools"] = [{"type": "function", "function": function}]
            body["tool_choice"] = {"type": "function", "function": {"name": TOOL}}
        return body
