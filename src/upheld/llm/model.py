"""One model at one endpoint, with its cache and its meter: what a judge and a decomposer share in a run."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any

from upheld._errors import ConfigurationError
from upheld.llm.cache import Cache, default_path, key_of
from upheld.llm.client import Call, Endpoint, Reply, endpoint, host_of
from upheld.llm.cost import Meter, price_of
from upheld.llm.portal import portal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from upheld.llm.options import LLMOptions
    from upheld.llm.prompts import Prompt

__all__ = ["LLM", "SAMPLING"]

SAMPLING = 1.0
"""Temperature at which one question is asked several times: the model's own distribution; some models take no other."""

_ROOM = 4  # a reply may be so many times longer than expected
_LEAST = 256


class LLM:
    """One model at one endpoint.

    Args:
        name: the model, or ``model@base_url``.
        options: what the user set.

    Attributes:
        model: its name at the endpoint.
        base_url: address of the endpoint; None: the one of OpenAI or of the environment.
        name: model and host, for signatures; no more of the address, which may hold a password.
        temperature: of the sampling.
        meter: what it cost so far.

    Raises:
        ConfigurationError: the name is empty, the address is none, or a limit of cost has no price to go by.
    """

    def __init__(self, name: str, options: LLMOptions) -> None:
        model, at, address = name.partition("@http")
        self.model = model.strip()
        self.base_url = f"http{address}".rstrip("/") if at else None
        if not self.model or (self.base_url is not None and host_of(self.base_url) == "?"):
            msg = f"a judge that calls a model is named llm:MODEL or llm:MODEL@http://HOST/v1: {name!r:.80}"
            raise ConfigurationError(msg)
        self.options = options
        self.temperature = options.temperature or 0.0
        self.name = self.model if self.base_url is None else f"{self.model}@{host_of(self.base_url)}"
        price = price_of(self.model, options.prices)
        if options.max_cost is not None and price is None:
            msg = (
                f"a limit of cost needs the price of {self.model!r}: put it into the settings, "
                f'[llm.prices."{self.model}"] with input and output, money for a million tokens'
            )
            raise ConfigurationError(msg)
        self.meter = Meter(price, options.max_cost, budget=options.budget)

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
    def _cache(self) -> Cache:
        path = str(self.options.cache_path or default_path())
        return portal().kept((Cache, path), lambda: Cache(path))

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
        held = self.meter.hold(prompt)
        asked = self._endpoint
        self.meter.see_slowed(asked.limiter.slowed)
        try:
            most = max(_LEAST, _ROOM * prompt.expected) * room
            reply = await asked.ask(
                Call(
                    self.model,
                    prompt.system,
                    prompt.user,
                    prompt.schema.shape,
                    most,
                    self.temperature,
                    self.options.structured,
                )
            )
        finally:
            self.meter.budget.held -= held
            self.meter.see_slowed(asked.limiter.slowed)
        self.meter.pay(prompt, reply)
        return reply

    def kept(self, keys: Sequence[bytes]) -> Mapping[bytes, Any]:
        """Return what the cache has of some questions.

        Args:
            keys: from `LLM.key`.

        Raises:
            OutputError: the cache cannot be used.
        """
        found = self._cache.get(keys) if self.options.cache else {}
        self.meter.asked += len(keys)
        self.meter.found += len(found)
        return found

    def keep(self, values: Mapping[bytes, Any]) -> None:
        """Put answers into the cache.

        Raises:
            OutputError: the cache cannot be used.
        """
        if self.options.cache and values:
            self._cache.put(values)

    def key(self, *parts: str) -> bytes:
        """Return the key of a question to this model."""
        return key_of(self.name, str(float(self.temperature)), *parts)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the run cost, in one line; none where nothing was asked."""
        if not self.meter.calls and not self.meter.asked:
            return ()
        if self.options.dry_run:
            return (f"dry run, nothing was sent; by estimate: {self.name}: {self.meter.told()}",)
        return (f"{self.name}: {self.meter.told()}",)

    def take_counts(self) -> dict[str, int]:
        """Return what was counted since this was asked last, and forget it; for the run's totals in another process."""
        return self.meter.take()
