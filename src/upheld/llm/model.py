"""One model at one endpoint, with its cache and its meter: what a judge and a decomposer share in a run."""

from __future__ import annotations

import os
from copy import copy
from typing import TYPE_CHECKING, Any

from upheld._errors import ConfigurationError, OutputError
from upheld.llm.address import OPENAI, effective, host_of, shown
from upheld.llm.cache import Cache, default_path, key_of
from upheld.llm.client import Endpoint, endpoint
from upheld.llm.cost import Meter, price_of
from upheld.llm.portal import portal
from upheld.llm.wire import Call, Reply

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from upheld.llm.options import LLMOptions
    from upheld.llm.prompts import Prompt

__all__ = ["LLM", "SAMPLING"]

SAMPLING = 1.0
"""Temperature at which one question is asked several times: the model's own distribution; some models take no other."""

_ROOM = 4  # a reply may be so many times longer than expected
_LEAST = 256
_CUT = 0.5  # share of the tokens by estimate below which an endpoint has likely not read all of a prompt
_WORTH_TELLING = 1000  # tokens: of shorter prompts the estimate may be as far off


class LLM:
    """One model at one endpoint.

    Args:
        name: the model, or ``model@base_url``.
        options: what the user set.

    Attributes:
        model: its name at the endpoint.
        base_url: address of the endpoint: the given one, the one of the environment when this was made, or OpenAI.
        name: model and address, for signatures and keys: two gateways on one host are two models. No user, password or query
            of the address, and none at all of OpenAI.
        temperature: of the sampling.
        meter: what it cost so far.

    Raises:
        ConfigurationError: the name is empty, the address is none, or a limit of cost has no price to go by.
    """

    def __init__(self, name: str, options: LLMOptions) -> None:
        model, at, address = name.partition("@http")
        self.model = model.strip()
        self.base_url = effective(f"http{address}" if at else None)
        if not self.model or (at and host_of(self.base_url) == "?"):
            msg = f"a judge that calls a model is named llm:MODEL or llm:MODEL@http://HOST/v1: {name!r:.80}"
            raise ConfigurationError(msg)
        self.options = options
        self.temperature = options.temperature or 0.0
        self.name = self.model if self.base_url == OPENAI else f"{self.model}@{shown(self.base_url)}"
        price = price_of(self.model, options.prices)
        if options.max_cost is not None and price is None:
            msg = (
                f"a limit of cost needs the price of {self.model!r}: put it into the settings, "
                f'[llm.prices."{self.model}"] with input and output, money for a million tokens'
            )
            raise ConfigurationError(msg)
        self.meter = Meter(price, options.max_cost, budget=options.budget)
        self._lost: list[OutputError] = []  # why there is no cache; one list for all copies of this

    def sampled(self) -> LLM:
        """Return the same model as it is asked one thing several times: at the temperature that the user set, else at 1.

        Raises:
            ConfigurationError: the user set 0, at which all replies are alike.
        """
        if self.options.temperature == 0:
            msg = (
                f"{self.name} is to be asked several times at temperature 0, where all replies are alike: "
                f"set a temperature above 0, or leave it out (then it is {SAMPLING:g})"
            )
            raise ConfigurationError(msg)
        other = copy(self)  # with one meter, so that the totals are those of both
        other.temperature = self.options.temperature or SAMPLING
        return other

    @property
    def ahead(self) -> int:
        """How many samples to have under way: enough that no call has to wait for the next one."""
        return 2 * self.options.max_concurrency

    @property
    def _endpoint(self) -> Endpoint:
        return endpoint(self.base_url, self.options.max_concurrency, self.options.timeout)

    @property
    def _cache(self) -> Cache | None:
        """The cache; None where the user wants none, or where the one in the user's folder cannot be used."""
        if not self.options.cache or self._lost:
            return None
        path = str(self.options.cache_path or default_path())
        try:
            return portal().kept((Cache, path), lambda: Cache(path))
        except OutputError as error:
            self._lose(error)
            return None

    def _lose(self, error: OutputError) -> None:
        """Go on without the cache, which nobody asked for by name; one that the user named must work.

        Raises:
            OutputError: the user named it.
        """
        if self.options.cache_path is not None:
            raise error
        if not self._lost:
            self._lost.append(error)
            self.meter.remarks[f"nothing is kept of this run: {error}"] += 1

    async def ask(self, prompt: Prompt, room: int = 1) -> Reply | None:
        """Make one call; None in a dry run, which only counts it.

        Args:
            prompt: what to ask.
            room: how many times the usual room the reply gets; more after one that was cut off.

        Raises:
            ConfigurationError: no call can succeed, or the limit of cost is reached.
            JudgeError: this call failed for good.
        """
        if self.options.dry_run:
            self.meter.pay(prompt, None)
            return None
        asked = self._endpoint
        most = max(_LEAST, _ROOM * prompt.expected) * room + self.options.extra_tokens
        form = self.options.structured
        call = Call(
            self.model,
            prompt.system,
            prompt.user,
            prompt.schema.shape,
            most,
            prompt.expected,
            self.temperature,
            form,
        )
        while True:
            had = asked.room(call)
            reply = await self._paid(asked, call, prompt)
            # A model that thinks within its limit is asked again with more room, and with it from the start after that.
            if not reply.mute or not asked.make_room(call, had):
                return reply

    async def _paid(self, asked: Endpoint, call: Call, prompt: Prompt) -> Reply:
        """Make a call within the limit of cost, and count it."""
        held = await self.meter.hold(prompt, asked.room(call), kept=self.options.cache and not self._lost)
        self.meter.see_slowed(asked.limiter.slowed)
        try:
            reply = await asked.ask(call)
        finally:
            self.meter.budget.free(held)
            self.meter.see_slowed(asked.limiter.slowed)
        self.meter.pay(prompt, reply)
        self._remark(prompt, reply)
        return reply

    def _remark(self, prompt: Prompt, reply: Reply) -> None:
        """Note what is odd about a reply that is sound in itself."""
        if reply.model is not None and not _is_called(reply.model, self.model):
            self.meter.remarks[f"{reply.model!r:.80} answered, which is not the model that was asked"] += 1
        if reply.tokens is not None and reply.tokens[0] < _CUT * prompt.said and prompt.said > _WORTH_TELLING:
            self.meter.remarks[
                "the endpoint counted less than half of a prompt's tokens: it may have cut it (num_ctx of Ollama), and verdicts "
                "on what it did not read are worth nothing"
            ] += 1

    def kept(self, keys: Sequence[bytes]) -> Mapping[bytes, Any]:
        """Return what the cache has of some questions.

        Args:
            keys: from `LLM.key`.

        Raises:
            OutputError: the cache that the user named cannot be used.
        """
        found: Mapping[bytes, Any] = {}
        if (cache := self._cache) is not None:
            try:
                found = cache.get(keys)
            except OutputError as error:
                self._lose(error)
        self.meter.asked += len(keys)
        self.meter.found += len(found)
        return found

    def keep(self, values: Mapping[bytes, Any]) -> None:
        """Put answers into the cache.

        Raises:
            OutputError: the cache that the user named cannot be used.
        """
        if values and (cache := self._cache) is not None:
            try:
                cache.put(values)
            except OutputError as error:
                self._lose(error)

    def key(self, *parts: str) -> bytes:
        """Return the key of a question to this model."""
        return key_of(self.name, str(float(self.temperature)), *parts)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the run cost, in one line; none where it got no reply, from the model or from the cache."""
        if not (self.meter.calls or self.meter.found or self.meter.slowed):
            return ()
        if self.options.dry_run:
            return (f"dry run, nothing was sent: {self.name}: {self.meter.told()}",)
        remarks = (f"{self.name}: {remark}" for remark in self.meter.remarked)
        return (f"{self.name}: {self.meter.told()}", *remarks)

    def take_counts(self) -> Any:
        """Return what was counted since this was asked last, and forget it; for the run's totals in another process."""
        return self.meter.take()


def _is_called(told: str, asked: str) -> bool:
    """Say whether an endpoint names the model that was asked: with a date or a tag behind it, or a path or a vendor before."""
    one, other = (os.path.basename(name.rstrip("/")).casefold() for name in (told, asked))  # noqa: PTH119 - not a file
    short, long = sorted((one, other), key=len)
    return bool(short) and long.startswith(short) and not long[len(short) :][:1].isalnum()
