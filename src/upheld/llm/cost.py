"""What calls cost: counted as the endpoint counts, bounded before each call."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from upheld._errors import ConfigurationError
from upheld.llm.options import Budget

if TYPE_CHECKING:
    from collections.abc import Mapping

    from upheld.llm.client import Reply
    from upheld.llm.prompts import Prompt

__all__ = ["CostLimitError", "Meter", "price_of"]

_MILLION = 1_000_000
_COUNTED = ("calls", "asked", "found", "tokens_in", "tokens_out", "estimated", "slowed")


class CostLimitError(ConfigurationError):
    """The run reached the money that it may cost."""


@dataclass(frozen=True, slots=True)
class _Price:
    """Money for a million tokens in, and out."""

    input: float
    output: float

    def of(self, tokens_in: int, tokens_out: int) -> float:
        return (tokens_in * self.input + tokens_out * self.output) / _MILLION


def price_of(model: str, prices: Mapping[str, Mapping[str, float]]) -> _Price | None:
    """Return the price of a model; None where the table has none.

    Args:
        model: its name.
        prices: model -> ``{"input": ..., "output": ...}``, for a million tokens.

    Raises:
        ConfigurationError: its row holds something else.
    """
    row = prices.get(model)
    if row is None:
        return None
    values = [row.get(name) for name in ("input", "output")]
    if len(row) == 2 and all(isinstance(v, int | float) and 0 <= v < float("inf") for v in values):  # noqa: PLR2004
        return _Price(float(row["input"]), float(row["output"]))
    msg = (
        f'the price of {model!r} must be "input" and "output", money for a million tokens: {dict(row)!r:.80}'
    )
    raise ConfigurationError(msg)


@dataclass(slots=True)
class Meter:
    """What the calls of a run have cost so far. Used by one thread.

    Attributes:
        price: of the model; None where nobody gave one.
        most: money after which no call is made.
        calls: made, those that failed left aside.
        asked: questions (claims to judge, answers to split) that were looked for in the cache.
        found: those that were there.
        tokens_in: input tokens.
        tokens_out: output tokens.
        estimated: calls whose tokens the endpoint did not count: characters / 4 stand for them.
        slowed: times that the endpoint asked to be called less often.
        budget: shared with the other models of the run.
    """

    price: _Price | None = None
    most: float | None = None
    calls: int = 0
    asked: int = 0
    found: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    estimated: int = 0
    slowed: int = 0
    budget: Budget = field(default_factory=Budget)
    _slowed_so_far: int | None = None

    @property
    def money(self) -> float | None:
        """What all calls cost; None without a price."""
        return None if self.price is None else self.price.of(self.tokens_in, self.tokens_out)

    def hold(self, prompt: Prompt) -> float:
        """Set money aside for a call, and return how much.

        Args:
            prompt: what will be sent.

        Raises:
            CostLimitError: there is not enough left.
        """
        if self.price is None or self.most is None:
            return 0.0
        cost = self.price.of(prompt.tokens, prompt.expected)
        spent = self.budget.spent
        if spent + self.budget.held + cost > self.most:
            msg = (
                f"stopped at the limit of cost: {spent:.4g} spent of {self.most:g}, the next call would cost about {cost:.2g}; "
                "what is done is kept in the cache, so a run with a higher limit goes on from here"
            )
            raise CostLimitError(msg)
        self.budget.held += cost
        return cost

    def pay(self, prompt: Prompt, reply: Reply | None) -> None:
        """Count a call that was made; without a reply, by estimate."""
        self.calls += 1
        if reply is None or reply.tokens is None:
            self.estimated += 1
            out = prompt.expected if reply is None else len(reply.text) // 4
            tokens = (prompt.tokens, out)
        else:
            tokens = reply.tokens
        self.tokens_in += tokens[0]
        self.tokens_out += tokens[1]
        self.budget.spent += 0.0 if self.price is None else self.price.of(*tokens)

    def see_slowed(self, so_far: int) -> None:
        """Count how often the endpoint was slowed down since it was last seen.

        Args:
            so_far: how often since the process began, for whichever run.
        """
        self.slowed += 0 if self._slowed_so_far is None else so_far - self._slowed_so_far
        self._slowed_so_far = so_far

    def take(self) -> dict[str, int]:
        """Return what was counted, and start again at nothing."""
        counts = {name: getattr(self, name) for name in _COUNTED}
        self.add({name: -count for name, count in counts.items()})
        return counts

    def add(self, counts: Mapping[str, int]) -> None:
        """Add what another meter counted.

        Args:
            counts: from its `take`.
        """
        for name, count in counts.items():
            setattr(self, name, getattr(self, name) + count)

    def told(self) -> str:
        """Say it in one line."""
        share = f" ({self.found / self.asked:.0%})" if self.asked else ""
        money = self.money
        cost = "no price given" if money is None else f"cost {money:.4g}"
        counted = f", {self.estimated} calls by estimate" if 0 < self.estimated < self.calls else ""
        counted = " by estimate" if self.estimated and self.estimated == self.calls else counted
        slow = f"; slowed down {self.slowed} times because the endpoint asked for it" if self.slowed else ""
        return (
            f"{self.calls} {'call' if self.calls == 1 else 'calls'}, {self.tokens_in} tokens in and {self.tokens_out} out{counted}, {cost}; "
            f"{self.found} of {self.asked} questions answered from the cache{share}{slow}"
        )
