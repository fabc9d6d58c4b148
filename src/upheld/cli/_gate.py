"""The gates: whether a run is good enough, in one line that agrees with the exit code."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click

from upheld.metrics.faithfulness import lacks_score
from upheld.metrics.levels import reaches
from upheld.reports._pick import name_of, samples

if TYPE_CHECKING:
    from upheld._types import Result

__all__ = ["FRACTION", "Gate"]

_NAMED = 5
_MOST_DECIMALS = 10


class _Fraction(click.FloatRange):
    """A number from 0 to 1; click itself lets NaN through, which is neither below 0 nor above 1."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value} is not a number from 0 to 1.", param, ctx)
        return number


FRACTION = _Fraction(0.0, 1.0)
"""Type of an option that is a number from 0 to 1."""


@dataclass(slots=True)
class Gate:
    """Watches a run and judges it at its end.

    Attributes:
        mean: lowest mean to pass, in [0, 1]; None: no gate on the mean.
        sample: lowest score of each sample to pass; None: no gate on samples. A sample that should have a score and has none
            does not pass; a refusal, or an answer without claims, does.
        several: whether samples of several files are seen, which the line has to tell apart.
    """

    mean: float | None
    sample: float | None
    several: bool = False
    _low: int = 0
    _blank: int = 0
    _seen: int = 0
    _names: list[str] = field(default_factory=list)

    def see(self, result: Result) -> None:
        """Take note of one result."""
        self._seen += 1
        if self.sample is None:
            return
        blank = lacks_score(result)
        if blank or (result.score is not None and not reaches(result.score, self.sample)):
            self._low += 1
            self._blank += blank
            if len(self._names) < _NAMED:
                status = f" ({result.status.replace('_', ' ')})" * blank
                self._names.append(name_of(result, self._seen, several=self.several) + status)

    def verdict(
        self, value: float | None, word: str = "mean", *, scored: int = 1, missing: int = 0
    ) -> tuple[bool, str] | None:
        """Say whether the run passed, and why in one line; None where no gate was asked for.

        Args:
            value: mean of the run, in [0, 1]; None where nothing has a score.
            word: what to call it.
            scored: how many scores it is the mean of.
            missing: how many samples should have a score and have none. They count 0 here, as a claim without a verdict
                counts 0 in the score of its answer.
        """
        if self.mean is None and self.sample is None:
            return None
        counted = value if value is None or not missing else value * scored / (scored + missing)
        note = f", {samples(missing)} without a score counted as 0" * bool(missing)
        failures = [
            part for part in (self._mean_failure(counted, word, note), self._sample_failure()) if part
        ]
        if failures:
            return False, f"gate: FAILED {'; '.join(failures)}"
        return True, f"gate: passed {'; '.join(self._passed(counted, word, note))}"

    def _mean_failure(self, value: float | None, word: str, note: str) -> str:
        if self.mean is None:
            return ""
        if value is None:
            return f"no {word}, {self.mean:.2f} wanted: nothing has a score"
        return "" if reaches(value, self.mean) else f"{word} {_apart(value, self.mean)}{note}"

    def _sample_failure(self) -> str:
        if not self._low or self.sample is None:
            return ""
        more = ", …" if self._low > _NAMED else ""
        blank = " or without a score" * bool(self._blank)
        return f"{samples(self._low)} below {self.sample:.2f}{blank}: {', '.join(self._names)}{more}"

    def _passed(self, value: float | None, word: str, note: str) -> list[str]:
        parts = []
        if self.mean is not None and value is not None:
            parts.append(f"{word} {value:.2f} >= {self.mean:.2f}{note}")
        if self.sample is not None:
            parts.append(f"no sample below {self.sample:.2f}")
        return parts


def _apart(value: float, limit: float) -> str:
    """Show two numbers with as many decimals as it takes to see that the first is smaller."""
    decimals = next(
        d for d in range(2, _MOST_DECIMALS + 1) if d == _MOST_DECIMALS or f"{value:.{d}f}" != f"{limit:.{d}f}"
    )
    return f"{value:.{decimals}f} < {limit:.{decimals}f}"
