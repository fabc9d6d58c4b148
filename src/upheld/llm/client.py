"""One endpoint that speaks the OpenAI protocol: the only import of openai and stamina."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from upheld._errors import ConfigurationError, JudgeError
from upheld.llm.address import KEY, OPENAI, effective, host_of, key_for, key_names
from upheld.llm.complaints import complaint, is_of_content, is_of_size, room_left, told, wait_asked
from upheld.llm.dialect import Dialect, names_the_form
from upheld.llm.limits import Limiter, Standing
from upheld.llm.portal import portal
from upheld.llm.wire import Call, Reply, reply_of

if TYPE_CHECKING:
    from openai import APIStatusError, AsyncOpenAI

__all__ = ["Endpoint", "TimedOutError", "TooLongError", "endpoint"]

_TRIES = 8
_TRIES_IN_TIME = (
    2  # of a call that took too long: what hangs once mostly hangs again, and costs the whole time-out
)
_PATIENCE = (
    600.0  # seconds without any answer for which a call that is put off waits; no longer wait is taken
)
_FIRST_WAIT, _LAST_WAIT = 1.0, 30.0  # seconds after a call that was put off without a time
_WRONG_ADDRESS = 5.0  # seconds for which an address that never answered is tried: it is likely wrong
_GIVE_UP_AFTER = (
    20  # calls in a row that failed for good: the endpoint is gone, more waiting would be in vain
)
_GIVE_UP_UNSEEN = 4  # the same where no call ever worked, and these were not answered in time
_RETRIED = frozenset({408, 409, 425, 429})
_TOO_MANY = 429
_ABOUT_THE_CALL = frozenset({400, 413, 422})


class TooLongError(JudgeError):
    """The endpoint says that the prompt does not fit."""


class TimedOutError(JudgeError):
    """The endpoint did not answer this call in time, more than once."""


class _SlowError(Exception):
    """A call took longer than it may."""


@dataclass(slots=True)
class _Tried:
    """How often a call failed so far.

    Attributes:
        since: when it was first made.
        failed: times that may pass.
        slow: times that it took too long.
        put_off: times that the endpoint said to come later.
    """

    since: float
    failed: int = 0
    slow: int = 0
    put_off: int = 0

    @property
    def told(self) -> str:
        """How often, in words."""
        times = self.failed + self.slow + self.put_off
        return f"{times} {'time' if times == 1 else 'times'}"


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
        self.base_url = effective(base_url)
        self.limiter = Limiter(most)
        self._timeout = timeout
        self._client = _client(self.base_url, timeout)
        self._dialects: dict[tuple[str, str], Dialect] = {}
        self._standings: dict[str, Standing] = {}
        self._failed_in_row = 0
        self._worked = False
        self._answered = 0.0
        self._silent_since: float | None = None

    @property
    def _where(self) -> str:
        return f"the endpoint {host_of(self.base_url)}"

    async def aclose(self) -> None:
        """Close all connections."""
        await self._client.close()

    def room(self, call: Call) -> int:
        """Return the tokens that the reply to a call may have, by what is known of the endpoint.

        Args:
            call: the question.
        """
        return self._dialect(call).room(call)

    def make_room(self, call: Call, had: int) -> bool:
        """Remember that a model thinks within the limit of its reply, and say whether it gets more room now.

        Args:
            call: whose reply ended before it began.
            had: tokens that it could have.
        """
        roomier = self._dialect(call).roomier(call, had)
        if roomier is not None:
            self._dialects[call.model, call.structured] = roomier
        return roomier is not None

    async def ask(self, call: Call) -> Reply:
        """Make one call, as often as it takes within reason.

        Args:
            call: the question.

        Raises:
            ConfigurationError: no call can succeed: key, model or address are wrong, or the endpoint is gone.
            TooLongError: the prompt does not fit.
            TimedOutError: there was no answer in time.
            JudgeError: this call failed for good.
        """
        from openai import APIConnectionError, APIStatusError

        tried = _Tried(time.monotonic())
        standing = self._standings.setdefault(call.model, Standing())
        with standing:
            try:
                body = await self._adapting(call, tried)
            except APIStatusError as error:
                raise await self._explained(error, call, standing, tried) from error
            except (APIConnectionError, _SlowError) as error:
                said = f"{type(error).__name__}: {error.__cause__ or error}"
                if tried.slow:
                    said = f"no answer within {self._timeout:g} s, {tried.told}"
                raise self._gone(said, tried) from error
            except ValueError:  # a body that says to be JSON and is none
                return Reply(problem="the endpoint sent something that is no JSON")
            standing.work()
        self._failed_in_row, self._worked, self._answered = 0, True, time.monotonic()
        return reply_of(body)

    def _dialect(self, call: Call) -> Dialect:
        return self._dialects.get((call.model, call.structured)) or Dialect.first(call.structured)

    async def _adapting(self, call: Call, tried: _Tried) -> object:
        """Make a call; where the endpoint does not take a parameter, make it again without, and remember that."""
        from openai import APIStatusError

        while True:
            dialect = self._dialect(call)
            try:
                return await self._retrying(dialect.body(call), tried)
            except APIStatusError as error:
                if error.status_code not in _ABOUT_THE_CALL:
                    raise
                said = complaint(error)
                adapted = dialect.adapted(said, call)
                smaller = _smaller(call, said, dialect.room(call)) if adapted is None else call
                if smaller is None:
                    raise
                call = smaller
                if (
                    adapted is not None and self._dialect(call) == dialect
                ):  # else another call has learnt more
                    self._dialects[call.model, call.structured] = adapted

    async def _retrying(self, body: dict[str, Any], tried: _Tried) -> object:
        """Make a call, and again after a failure that may pass."""
        import stamina
        from openai import APIError

        failed: list[Exception] = []
        try:  # outside of what follows, which costs as much as a tenth of the call itself
            return await self._once(body)
        except (APIError, _SlowError) as error:
            failed.append(error)
        attempts = stamina.retry_context(
            on=lambda error: self._again(error, tried),
            attempts=None,
            timeout=None,
            wait_initial=0.5,
            wait_max=20.0,
            wait_jitter=0.5,
        )
        async for attempt in attempts:
            with attempt:
                if failed:  # the first attempt is the one that was made above
                    raise failed.pop()
                return await self._once(body)
        raise AssertionError("unreachable")  # noqa: EM101

    async def _once(self, body: dict[str, Any]) -> object:
        async with self.limiter:
            try:
                # The SDK's own limit is one for each read: an answer that drips in would never reach it.
                async with asyncio.timeout(self._timeout):
                    return await self._client.post("/chat/completions", body=body, cast_to=object)
            except TimeoutError as error:
                raise _SlowError from error

    def _again(self, error: Exception, tried: _Tried) -> bool | float:
        """Say whether to try again, or after how many seconds."""
        from openai import APIConnectionError, APIStatusError, APITimeoutError

        if isinstance(error, _SlowError | APITimeoutError):
            tried.slow += 1
            return tried.slow < _TRIES_IN_TIME
        if isinstance(error, APIConnectionError):
            tried.failed += 1
            self._silent_since = self._silent_since or time.monotonic()
            likely = self._worked or time.monotonic() - self._silent_since < _WRONG_ADDRESS
            return likely and tried.failed < _TRIES
        if not isinstance(error, APIStatusError) or error.code == "insufficient_quota":
            return False
        if error.status_code == _TOO_MANY:
            return self._later(error, tried)
        if error.status_code not in _RETRIED and error.status_code < 500:  # noqa: PLR2004
            return False
        tried.failed += 1
        wait = wait_asked(error.response.headers, error.message)
        if tried.failed >= _TRIES or (wait or 0.0) > _PATIENCE:
            return False
        return True if wait is None else wait

    def _later(self, error: APIStatusError, tried: _Tried) -> bool | float:
        """Say after how many seconds to make a call that was put off; these are no failures, and do not count as such."""
        wait = wait_asked(error.response.headers, error.message)
        if wait is None:
            wait = min(_LAST_WAIT, _FIRST_WAIT * 2**tried.put_off) * random.uniform(0.75, 1.25)  # noqa: S311 - no secret
        tried.put_off += 1
        quiet = time.monotonic() - max(self._answered, tried.since)
        if quiet + wait > _PATIENCE:
            return False
        self.limiter.slow_down(wait)
        return wait

    async def _explained(
        self, error: APIStatusError, call: Call, standing: Standing, tried: _Tried
    ) -> Exception:
        """Turn an answer of the endpoint that is an error into one of ours."""
        said = f"{error.status_code}: {told(error)}"
        about = complaint(error)
        if error.status_code == 401:  # noqa: PLR2004
            return self._no_key(said)
        if error.status_code in (403, 404):
            if is_of_content(about):
                return JudgeError(f"{self._where} refused this text ({said})")
            if await standing.others_work():  # with this key and this model: so it is neither
                return self._gone(said, tried)
            return self._no_key(said) if error.status_code == 403 else self._no_model(call.model, said)  # noqa: PLR2004
        if error.code == "insufficient_quota":
            return ConfigurationError(f"{self._where} says that the quota is used up ({said})")
        if call.structured != "auto" and error.status_code in (400, 422) and names_the_form(about):
            return ConfigurationError(
                f"{self._where} does not know what the llm option structured = {call.structured!r} asks for ({said}); set it to 'auto'"
            )
        if error.status_code in _ABOUT_THE_CALL and is_of_size(about):
            return TooLongError(f"the prompt does not fit ({said})")
        if error.status_code in _RETRIED or error.status_code >= 500:  # noqa: PLR2004
            return self._gone(said, tried)
        return JudgeError(f"{self._where} refused the call ({said})")

    def _no_key(self, said: str) -> ConfigurationError:
        return ConfigurationError(f"{self._where} refuses the key ({said}); set {key_names(self.base_url)}")

    def _no_model(self, model: str, said: str) -> ConfigurationError:
        return ConfigurationError(f"{self._where} knows no model {model!r}, or the address is wrong ({said})")

    def _gone(self, said: str, tried: _Tried) -> Exception:
        """Return the error of a call that failed for good; that of the run where the endpoint seems to be gone."""
        self._failed_in_row += 1
        unseen = _GIVE_UP_UNSEEN if tried.slow else 1
        if self._failed_in_row >= (_GIVE_UP_AFTER if self._worked else unseen):
            return ConfigurationError(
                f"{self._where} does not answer ({said}); run again when it does: what is in the cache is not paid for twice"
            )
        if tried.slow:
            return TimedOutError(f"{self._where} gave {said}")
        return JudgeError(
            f"{self._where} failed {tried.told} ({said})"
            if tried.failed
            else f"{self._where} failed ({said})"
        )


def _smaller(call: Call, said: str, sent: int) -> Call | None:
    """Return a call that asks for a shorter reply, where prompt and reply are too long together; None where that is no help."""
    if not is_of_size(said) or sent <= max(1, call.least):
        return None
    room = room_left(said, sent)
    return replace(call, most=call.most - (sent - room)) if room >= call.least else None


def endpoint(base_url: str | None, most: int, timeout: float) -> Endpoint:
    """Return the endpoint of an address, one for the whole process.

    Args:
        base_url: as for `Endpoint`.
        most: as for `Endpoint`.
        timeout: as for `Endpoint`.
    """
    key = (Endpoint, effective(base_url), key_for(base_url), most, timeout)
    return portal().kept(key, lambda: Endpoint(base_url, most, timeout))


def _client(base_url: str, timeout: float) -> AsyncOpenAI:
    try:
        from openai import AsyncOpenAI
    except ImportError as error:
        msg = "judges and decomposers that call a model need the extra: pip install 'upheld[llm]'"
        raise ConfigurationError(msg) from error
    # stamina tells of each retry; who configured no logging should not find that on standard error.
    logging.getLogger("stamina").addHandler(logging.NullHandler())
    key = key_for(base_url)
    if key is None and base_url == OPENAI:
        msg = f"no key: set {KEY}, or name another endpoint, such as llm:MODEL@http://localhost:11434/v1"
        raise ConfigurationError(msg)
    # Retries are ours, so that they are counted, slow down all calls and honour Retry-After without a limit of a minute.
    return AsyncOpenAI(api_key=key or "none", base_url=base_url, timeout=timeout, max_retries=0)
