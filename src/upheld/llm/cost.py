"""What calls cost: counted as the endpoint counts, bounded before each call."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from upheld._errors import ConfigurationError
from upheld.llm.options import Budget
from upheld.llm.tokens import tokens_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from upheld.llm.prompts import Prompt
    from upheld.llm.wire import Reply

__all__ = ["CostLimitError", "Meter", "price_of"]

_MILLION = 1_000_000
_COUNTED = ("calls", "asked", "found", "tokens_in", "tokens_out", "estimated", "slowed")
_SPARE = 1.25  # times the dearest call so far, by which the next one may be dearer
_TOLD = 5  # different remarks that a report shows


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
class _Seen:
    """What calls were like so far, by which the next one is estimated.

    Attributes:
        calls: how many.
        most_out: output tokens of the longest reply.
        share_out: greatest number of output tokens for each that was expected.
        share_in: greatest number of input tokens for each that was estimated.
    """

    calls: int = 0
    most_out: int = 0
    share_out: float = 0.0
    share_in: float = 1.0

    def see(self, prompt: Prompt, tokens: tuple[int, int]) -> None:
        """Note what a call took."""
        self.calls += 1
        self.most_out = max(self.most_out, tokens[1])
        self.share_out = max(self.share_out, tokens[1] / max(1, prompt.expected))
        self.share_in = max(self.share_in, tokens[0] / max(1, prompt.tokens))

    def worst(self, prompt: Prompt, most: int) -> tuple[int, int]:
        """Return the tokens that a call may take: all that its reply may have, as long as no reply was seen."""
        out = most
        if self.calls:
            # What a model thinks counts too, beyond its limit at some endpoints: what was seen is believed.
            out = int(_SPARE * max(self.most_out, self.share_out * prompt.expected))
        return int(self.share_in * prompt.tokens), min(out, max(most, self.most_out))


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
        estimated: calls whose tokens the endpoint did not count: an estimate stands for them.
        slowed: times that the endpoint asked to be called less often.
        remarks: what else a reader of the report should know of the calls, and how often it was so.
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
    remarks: Counter[str] = field(default_factory=Counter)
    budget: Budget = field(default_factory=Budget)
    _seen: _Seen = field(default_factory=_Seen)
    _slowed_so_far: int | None = None

    @property
    def money(self) -> float | None:
        """What all calls cost; None without a price."""
        return None if self.price is None else self.price.of(self.tokens_in, self.tokens_out)

    async def hold(self, prompt: Prompt, most: int, *, kept: bool) -> float:
        """Set money aside for a call, and return how much. Waits for calls under way where it might be enough without them.

        As long as nobody knows what a call really takes, it goes alone, with all that its reply may have set aside.

        Args:
            prompt: what will be sent.
            most: tokens that the reply may have.
            kept: what is done is kept in a cache.

        Raises:
            CostLimitError: there is not enough left.
        """
        while self.price is not None and self.most is not None:
            cost = self.price.of(*self._seen.worst(prompt, most))
            alone = not self.budget.under_way
            if self.budget.spent + self.budget.held + cost <= self.most and (alone or self._seen.calls):
                self.budget.hold(cost)
                return cost
            if alone:
                raise self._stopped(cost, kept=kept)
            await self.budget.freed()
        self.budget.hold(0.0)
        return 0.0

    def _stopped(self, cost: float, *, kept: bool) -> CostLimitError:
        on = "what is done is kept in the cache, so a run with a higher limit goes on from here"
        on = on if kept else "nothing is kept without a cache, so set a higher limit and begin again"
        return CostLimitError(
            f"stopped at the limit of cost: {self.budget.spent:.4g} spent of {self.most:g}, the next call could cost {cost:.2g}; {on}"
        )

    def pay(self, prompt: Prompt, reply: Reply | None) -> None:
        """Count a call that was made; without a reply, by estimate."""
        self.calls += 1
        if reply is None or reply.tokens is None:
            self.estimated += 1
            out = prompt.expected if reply is None else tokens_of(reply.text)
            tokens = (prompt.tokens, out)
        else:
            tokens = reply.tokens
        self._seen.see(prompt, tokens)
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

    def take(self) -> tuple[dict[str, int], Counter[str]]:
        """Return what was counted and remarked, and start again at nothing."""
        counts = {name: getattr(self, name) for name in _COUNTED}
        remarks = self.remarks
        self.remarks = Counter()
        self._count({name: -count for name, count in counts.items()})
        return counts, remarks

    def add(self, taken: tuple[Mapping[str, int], Counter[str]]) -> None:
        """Add what another meter counted.

        Args:
            taken: from its `take`.
        """
        self._count(taken[0])
        self.remarks.update(taken[1])

    def _count(self, counts: Mapping[str, int]) -> None:
        for name, count in counts.items():
            setattr(self, name, getattr(self, name) + count)

    @property
    def remarked(self) -> tuple[str, ...]:
        """The remarks that came most often, with how often."""
        often = self.remarks.most_common(_TOLD)
        return tuple(text if count == 1 else f"{count} × {text}" for text, count in often)

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
