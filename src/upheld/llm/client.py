"""One endpoint that speaks the OpenAI protocol: the only import of openai and stamina."""

from __future__ import annotations

import json
import logging
import os
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit

from upheld._errors import ConfigurationError, JudgeError
from upheld.llm.limits import Limiter
from upheld.llm.options import Structured
from upheld.llm.portal import portal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from openai import APIStatusError, AsyncOpenAI

__all__ = ["Call", "Endpoint", "Reply", "TooLongError", "endpoint", "host_of"]

_ATTEMPTS = 8
_LONGEST_WAIT = 300.0  # seconds; an endpoint that asks for more is not waited for
_PATIENCE = 5.0  # seconds for which an address that never answered is tried: it is likely wrong
_GIVE_UP_AFTER = (
    20  # calls in a row that failed for good: the endpoint is gone, more waiting would be in vain
)
_RETRIED = frozenset({408, 409, 425, 429})
_KEY, _OWN_KEY, _URL = "OPENAI_API_KEY", "UPHELD_LLM_API_KEY", "OPENAI_BASE_URL"
_OPENAI = "https://api.openai.com/v1"
_TOOL = "reply"
_OF_SCHEMAS = ("response_format", "json_schema", "schema", "structured", "grammar")
_OF_TOOLS = ("tool", "function", "parameters", "schema", "grammar")


class TooLongError(JudgeError):
    """The endpoint says that the prompt does not fit."""


@dataclass(frozen=True, slots=True)
class Call:
    """One question to a model.

    Attributes:
        model: its name at the endpoint.
        system: rules, the same for all calls of a kind.
        user: the data.
        schema: of the reply.
        most: tokens that the reply may have.
        temperature: of the sampling.
        structured: how the reply is made to have its form.
    """

    model: str
    system: str
    user: str
    schema: Mapping[str, Any]
    most: int
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
    """

    text: str = ""
    cut: bool = False
    refused: bool = False
    problem: str | None = None
    tokens: tuple[int, int] | None = None

    @property
    def usable(self) -> bool:
        """Whether there is something to read."""
        return not self.refused and self.problem is None


@dataclass(frozen=True, slots=True)
class _Dialect:
    """What an endpoint understands for one model; learnt from its complaints, kept while the process lives."""

    form: Literal["schema", "tool", "json"] = "schema"
    limit: str = "max_tokens"
    temperature: bool = True

    @classmethod
    def first(cls, structured: Structured) -> _Dialect:
        """Return what is tried first."""
        return cls() if structured == "auto" else cls(structured)

    def adapted(self, complaint: str, structured: Structured) -> _Dialect | None:
        """Return the dialect without what the complaint is about; None where it is about something else, or is the user's wish."""
        if structured == "auto" and self.form == "schema" and _names(complaint, *_OF_SCHEMAS):
            return replace(self, form="tool")
        if structured == "auto" and self.form == "tool" and _names(complaint, *_OF_TOOLS):
            return replace(self, form="json")
        if self.limit == "max_tokens" and "max_completion_tokens" in complaint:
            return replace(self, limit="max_completion_tokens")
        if self.temperature and "temperature" in complaint:
            return replace(self, temperature=False)
        return None

    def body(self, call: Call) -> dict[str, Any]:
        """Return the request of a call."""
        body: dict[str, Any] = {
            "model": call.model,
            "messages": [{"role": "system", "content": call.system}, {"role": "user", "content": call.user}],
            self.limit: call.most,
        }
        if self.temperature:
            body["temperature"] = call.temperature
        if self.form == "schema":
            shape = {"name": _TOOL, "strict": True, "schema": call.schema}
            body["response_format"] = {"type": "json_schema", "json_schema": shape}
        elif self.form == "tool":  # not strict: an endpoint that knows the word has response_format, too
            function = {"name": _TOOL, "description": "Hand in the reply.", "parameters": call.schema}
            body["tools"] = [{"type": "function", "function": function}]
            body["tool_choice"] = {"type": "function", "function": {"name": _TOOL}}
        return body


class Endpoint:
    """An endpoint with its connections, its bound of calls in flight, and what was learnt of it.

    Args:
        base_url: address; None: that of OpenAI, or ``OPENAI_BASE_URL``.
        most: calls in flight at most.
        timeout: seconds for one call.

    Raises:
        ConfigurationError: the packages for it are not installed, or there is no key.
    """

    def __init__(self, base_url: str | None, most: int, timeout: float) -> None:
        self.base_url = base_url or os.environ.get(_URL) or _OPENAI
        self.limiter = Limiter(most)
        self._client = _client(self.base_url, timeout)
        self._dialects: dict[tuple[str, str], _Dialect] = {}
        self._failed_in_row = 0
        self._worked = False
        self._silent_since: float | None = None

    async def aclose(self) -> None:
        """Close all connections."""
        await self._client.close()

    async def ask(self, call: Call) -> Reply:
        """Make one call, as often as it takes within reason.

        Args:
            call: the question.

        Raises:
            ConfigurationError: no call can succeed: key, model or address are wrong, or the endpoint is gone.
            TooLongError: the prompt does not fit.
            JudgeError: this call failed for good.
        """
        from openai import APIConnectionError, APIStatusError

        try:
            body = await self._adapting(call)
        except APIStatusError as error:
            raise self._explained(error, call) from error
        except APIConnectionError as error:
            said = f"{type(error).__name__}: {error.__cause__ or error}"
            raise self._gone(said) from error
        except ValueError:  # a body that says to be JSON and is none
            return Reply(problem="the endpoint sent something that is no JSON")
        self._failed_in_row, self._worked = 0, True
        return _reply(body)

    async def _adapting(self, call: Call) -> object:
        """Make a call; where the endpoint does not know a parameter, make it again without, and remember that."""
        from openai import BadRequestError, UnprocessableEntityError

        known = (call.model, call.structured)
        while True:
            dialect = self._dialects.get(known) or _Dialect.first(call.structured)
            try:
                return await self._retrying(dialect.body(call))
            except (BadRequestError, UnprocessableEntityError) as error:
                adapted = dialect.adapted(_complaint(error), call.structured)
                if adapted is None:
                    raise
                if (
                    self._dialects.get(known, dialect) == dialect
                ):  # else another call has learnt more meanwhile
                    self._dialects[known] = adapted

    async def _retrying(self, body: dict[str, Any]) -> object:
        """Make a call, and again after a failure that may pass."""
        import stamina
        from openai import APIError

        failed: list[APIError] = []
        try:  # outside of what follows, which costs as much as a tenth of the call itself
            return await self._once(body)
        except APIError as error:
            failed.append(error)
        attempts = stamina.retry_context(
            on=self._again, attempts=_ATTEMPTS, timeout=None, wait_initial=0.5, wait_max=20.0, wait_jitter=0.5
        )
        async for attempt in attempts:
            with attempt:
                if failed:  # the first attempt is the one that was made above
                    raise failed.pop()
                return await self._once(body)
        raise AssertionError("unreachable")  # noqa: EM101

    async def _once(self, body: dict[str, Any]) -> object:
        async with self.limiter:
            return await self._client.post("/chat/completions", body=body, cast_to=object)

    def _again(self, error: Exception) -> bool | float:
        """Say whether to try again, or after how many seconds."""
        from openai import APIConnectionError, APIStatusError

        if isinstance(error, APIConnectionError):
            self._silent_since = self._silent_since or time.monotonic()
            return self._worked or time.monotonic() - self._silent_since < _PATIENCE
        if not isinstance(error, APIStatusError) or error.code == "insufficient_quota":
            return False
        if error.status_code not in _RETRIED and error.status_code < 500:  # noqa: PLR2004
            return False
        wait = _retry_after(error)
        if wait is not None and wait > _LONGEST_WAIT:
            return False
        if error.status_code == 429:  # noqa: PLR2004
            self.limiter.slow_down(wait or 0.0)
        return True if wait is None else wait

    def _explained(self, error: APIStatusError, call: Call) -> Exception:
        """Turn an answer of the endpoint that is an error into one of ours."""
        said = f"{error.status_code}: {_told(error)}"
        where = f"the endpoint {host_of(self.base_url)}"
        if error.status_code in (401, 403):
            return ConfigurationError(f"{where} refuses the key ({said}); set {_key_names(self.base_url)}")
        if error.status_code == 404:  # noqa: PLR2004
            return ConfigurationError(
                f"{where} knows no model {call.model!r}, or the address is wrong ({said})"
            )
        if error.code == "insufficient_quota":
            return ConfigurationError(f"{where} says that the quota is used up ({said})")
        complaint = _complaint(error)
        if (
            call.structured != "auto"
            and error.status_code in (400, 422)
            and _names(complaint, *_OF_SCHEMAS, *_OF_TOOLS)
        ):
            return ConfigurationError(
                f"{where} does not know what the llm option structured = {call.structured!r} asks for ({said}); set it to 'auto'"
            )
        if error.status_code in (400, 413) and _names(
            complaint, "context", "too long", "too large", "exceed"
        ):
            return TooLongError(f"the prompt does not fit ({said})")
        if error.status_code in _RETRIED or error.status_code >= 500:  # noqa: PLR2004
            return self._gone(said)
        return JudgeError(f"{where} refused the call ({said})")

    def _gone(self, said: str) -> Exception:
        """Return the error of a call that failed for good; that of the run where the endpoint seems to be gone."""
        self._failed_in_row += 1
        where = f"the endpoint {host_of(self.base_url)}"
        if not self._worked or self._failed_in_row >= _GIVE_UP_AFTER:
            return ConfigurationError(
                f"{where} does not answer ({said}); what is done is kept, so run again when it does"
            )
        return JudgeError(f"{where} failed {_ATTEMPTS} times ({said})")


def endpoint(base_url: str | None, most: int, timeout: float) -> Endpoint:
    """Return the endpoint of an address, one for the whole process.

    Args:
        base_url: as for `Endpoint`.
        most: as for `Endpoint`.
        timeout: as for `Endpoint`.
    """
    key = (Endpoint, base_url or os.environ.get(_URL), _key(base_url), most, timeout)
    return portal().kept(key, lambda: Endpoint(base_url, most, timeout))


def host_of(base_url: str) -> str:
    """Return host and port of an address: it may hold a password, and is shown."""
    parts = urlsplit(base_url)
    return (parts.hostname or "?") + (f":{parts.port}" if parts.port else "")


def _client(base_url: str, timeout: float) -> AsyncOpenAI:
    try:
        from openai import AsyncOpenAI
    except ImportError as error:
        msg = "judges and decomposers that call a model need the extra: pip install 'upheld[llm]'"
        raise ConfigurationError(msg) from error
    # stamina tells of each retry; who configured no logging should not find that on standard error.
    logging.getLogger("stamina").addHandler(logging.NullHandler())
    key = _key(base_url)
    if key is None and base_url == _OPENAI:
        msg = f"no key: set {_KEY}, or name another endpoint, such as llm:MODEL@http://localhost:11434/v1"
        raise ConfigurationError(msg)
    # Retries are ours, so that they are counted, slow down all calls and honour Retry-After without a limit of a minute.
    return AsyncOpenAI(api_key=key or "none", base_url=base_url, timeout=timeout, max_retries=0)


def _key(base_url: str | None) -> str | None:
    """Return the key for an address.

    The user's OpenAI key goes to OpenAI, or where the environment itself points; never to an address that only a judge's
    name or a file of settings gives, which may be somebody else's.
    """
    own = os.environ.get(_OWN_KEY)
    trusted = base_url is None or base_url in (_OPENAI, os.environ.get(_URL))
    return own or (os.environ.get(_KEY) if trusted else None)


def _key_names(base_url: str) -> str:
    return f"{_KEY} or {_OWN_KEY}" if base_url in (_OPENAI, os.environ.get(_URL)) else _OWN_KEY


def _reply(body: object) -> Reply:
    """Read a completion. Endpoints that are compatible are so in many ways: nothing of it is trusted."""
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
    return Reply(text, cut=finish == "length", refused=refused, tokens=tokens)


def _handed_in(calls: object) -> str | None:
    """Return the arguments of the one call of our tool; None where there is none, or several, of which nobody knows which is meant."""
    found = (
        [call.get("function") for call in calls if isinstance(call, dict)] if isinstance(calls, list) else []
    )
    ours = [one.get("arguments") for one in found if isinstance(one, dict) and one.get("name") == _TOOL]
    if len(ours) != 1:
        return None
    return json.dumps(ours[0]) if isinstance(ours[0], dict) else ours[0] if isinstance(ours[0], str) else None


def _tokens(usage: object) -> tuple[int, int] | None:
    if not isinstance(usage, dict):
        return None
    counts = [usage.get(name) for name in ("prompt_tokens", "completion_tokens")]
    sound = [n for n in counts if isinstance(n, int) and not isinstance(n, bool) and n >= 0]
    return (sound[0], sound[1]) if len(sound) == len(counts) else None


def _retry_after(error: APIStatusError) -> float | None:
    """Return the seconds that an endpoint asks to wait; a date counts as none."""
    for header, scale in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        try:
            wait = float(error.response.headers[header]) / scale
        except (KeyError, ValueError):
            continue
        if 0.0 <= wait < float("inf"):
            return wait
    return None


def _complaint(error: APIStatusError) -> str:
    return f"{error.param or ''} {error.code or ''} {error.message}"[:2000].lower()


def _told(error: APIStatusError) -> str:
    text = "".join(c if c.isprintable() else " " for c in error.message[:1000])
    return " ".join(text.split())[:200]


def _names(complaint: str, *words: str) -> bool:
    return any(word in complaint for word in words)
