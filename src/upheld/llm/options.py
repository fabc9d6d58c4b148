"""What a user can set about calls to a model."""

from __future__ import annotations

import asyncio
import difflib
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from os import PathLike
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

from upheld._errors import ConfigurationError

__all__ = ["Budget", "Granularity", "LLMOptions", "Proof", "Structured", "as_options", "read_file"]

Proof: TypeAlias = Literal["asked", "required"]
Granularity: TypeAlias = Literal["atomic", "clause", "sentence"]
Structured: TypeAlias = Literal["auto", "schema", "tool", "json"]
_MUST_BE = {
    "max_concurrency": "a whole number, 1 or more",
    "timeout": "a number of seconds above 0",
    "temperature": "a number from 0 to 2",
    "max_cost": "an amount of money above 0",
    "context_tokens": "a whole number, 100 or more",
    "extra_tokens": "a whole number, 0 or more",
    "prices": 'a mapping of models, each with "input" and "output", money for a million tokens',
    "cache": "true or false",
    "dry_run": "true or false",
    "cache_path": "the path of a file",
    "examples": "the path of a file with examples of splitting",
    "prompt": "the path of a file with rules of judging",
    "proof": f"one of {', '.join(get_args(Proof))}",
    "granularity": f"one of {', '.join(get_args(Granularity))}",
    "structured": f"one of {', '.join(get_args(Structured))}",
}


@dataclass(slots=True)
class Budget:
    """Money spent, and set aside for calls under way, by all models that share one set of options. Used by one event loop."""

    spent: float = 0.0
    held: float = 0.0
    under_way: int = 0
    _waiting: list[asyncio.Future[None]] = field(default_factory=list, repr=False, compare=False)

    def hold(self, amount: float) -> None:
        """Set money aside for a call.

        Args:
            amount: what it may cost.
        """
        self.held += amount
        self.under_way += 1

    def free(self, amount: float) -> None:
        """Give back what was set aside for a call, and tell those who wait for it.

        Args:
            amount: from `hold`.
        """
        self.under_way -= 1
        self.held = self.held - amount if self.under_way else 0.0  # sums of floats leave crumbs
        for place in self._waiting:
            if not place.done():
                place.set_result(None)
        self._waiting.clear()

    async def freed(self) -> None:
        """Wait until something is given back."""
        self._waiting.append(asyncio.get_running_loop().create_future())
        await self._waiting[-1]


@dataclass(frozen=True, slots=True)
class LLMOptions:
    """What a user can set about calls to a model.

    Attributes:
        max_concurrency: calls in flight at most, over all runs of this process at one endpoint.
        timeout: seconds that one call may take, from the request to the end of the answer.
        temperature: of the sampling; None: 0, and 1 where one question is asked several times (votes, repeated extraction),
            which at 0 would give one and the same reply.
        max_cost: money after which no call is made, by all models that share these options; needs a price for each.
        prices: model -> ``{"input": ..., "output": ...}``, money for a million tokens.
        cache: keep replies, and take those that are kept. It is the journal too: a killed run, started again, pays for
            nothing twice.
        cache_path: file of the cache; None: in the user's cache folder.
        proof: ``required``: a verdict whose quotes do not stand in the context becomes ``not_enough_info``; ``asked``: it
            stays, with the flag ``unproven`` where no other evidence is found.
        structured: how replies are made to have their form: ``schema`` (JSON schema), ``tool`` (a forced tool call), ``json``
            (asked for in words alone); ``auto``: the first of these that the endpoint knows.
        context_tokens: size from which contexts are cut down to what is closest to the claims; tokens by estimate, four
            Latin letters each, or one Chinese character.
        extra_tokens: that a reply may have beside its usual limit, for models that think within it. One that ends before its
            reply begins gets more room by itself, up to 16,384 tokens.
        granularity: how finely a model splits an answer.
        examples: file with examples of splitting, one JSON object a line: ``{"answer": ..., "claims": [...]}``.
        prompt: file that replaces the rules of judging; ``{inference}`` in it stands for the chosen strictness.
        dry_run: make no call, only count what would be sent.
        budget: what was spent so far.

    Raises:
        ConfigurationError: a value is not allowed.
    """

    max_concurrency: int = 16
    timeout: float = 60.0
    temperature: float | None = None
    max_cost: float | None = None
    prices: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    cache: bool = True
    cache_path: str | PathLike[str] | None = None
    proof: Proof = "asked"
    structured: Structured = "auto"
    context_tokens: int = 16_000
    extra_tokens: int = 0
    granularity: Granularity = "clause"
    examples: str | PathLike[str] | None = None
    prompt: str | PathLike[str] | None = None
    dry_run: bool = False
    budget: Budget = field(default_factory=Budget, repr=False, compare=False)

    def __post_init__(self) -> None:
        paths = ("cache_path", "examples", "prompt")
        fits = {
            "max_concurrency": _whole(self.max_concurrency, 1),
            "timeout": _number(self.timeout) and self.timeout > 0,
            "temperature": self.temperature is None
            or (_number(self.temperature) and 0 <= self.temperature <= 2),  # noqa: PLR2004
            "max_cost": self.max_cost is None or (_number(self.max_cost) and self.max_cost > 0),
            "context_tokens": _whole(self.context_tokens, 100),
            "extra_tokens": _whole(self.extra_tokens, 0),
            "prices": isinstance(self.prices, Mapping)
            and all(isinstance(row, Mapping) for row in self.prices.values()),
            "cache": isinstance(self.cache, bool),
            "dry_run": isinstance(self.dry_run, bool),
            **{name: _path(getattr(self, name)) for name in paths},
            "proof": self.proof in get_args(Proof),
            "granularity": self.granularity in get_args(Granularity),
            "structured": self.structured in get_args(Structured),
        }
        for name, fit in fits.items():
            if not fit:
                msg = f'the llm option "{name}" must be {_MUST_BE[name]}: {getattr(self, name)!r:.80}'
                raise ConfigurationError(msg)

    def check_jobs(self, jobs: int) -> None:
        """Refuse several processes where they would have to share a sum: each would count for itself.

        Args:
            jobs: how many.

        Raises:
            ConfigurationError: more than one, with a limit of cost or in a dry run.
        """
        if jobs > 1 and (self.dry_run or self.max_cost is not None):
            msg = f"max_cost and dry_run need one job, not {jobs}: many calls run at once in one process (max_concurrency)"
            raise ConfigurationError(msg)


def as_options(given: LLMOptions | Mapping[str, Any] | None) -> LLMOptions:
    """Return options from a mapping, such as ``{"max_concurrency": 4}``.

    Args:
        given: options by name, or ready ones; None: the defaults.

    Raises:
        ConfigurationError: an option is unknown or its value is not allowed.
    """
    value: Any = given
    if isinstance(value, LLMOptions):
        return value
    if value is not None and not isinstance(value, Mapping):
        msg = f'"llm" must be LLMOptions or a mapping of options, such as {{"max_concurrency": 4}}: {value!r:.80}'
        raise ConfigurationError(msg)
    known = [f.name for f in fields(LLMOptions) if f.name != "budget"]
    if unknown := [name for name in value or () if name not in known]:
        close = difflib.get_close_matches(str(unknown[0]), known, n=1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        msg = f"unknown llm option {unknown[0]!r:.80}{hint} (known: {', '.join(known)})"
        raise ConfigurationError(msg)
    return LLMOptions(**(value or {}))


def read_file(path: str | PathLike[str], what: str) -> str:
    """Return the text of a file that an option names.

    Args:
        path: the file.
        what: what it is for, as the message should name it.

    Raises:
        ConfigurationError: it cannot be read.
    """
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        msg = f"cannot read {what} {str(path)!r}: {error.strerror if isinstance(error, OSError) else error}"
        raise ConfigurationError(msg) from error


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _path(value: object) -> bool:
    return value is None or (isinstance(value, str | PathLike) and bool(str(value).strip()))


def _whole(value: object, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least
