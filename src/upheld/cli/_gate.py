"""The gates: whether a run is good enough, in one line that agrees with the exit code."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from upheld.reports._pick import name_of, samples

if TYPE_CHECKING:
    from upheld._types import Result

__all__ = ["Gate"]

# A score this little below the threshold reaches it, as for levels: only rounding put it there.
_EPSILON = 1e-9
_NAMED = 5
_MOST_DECIMALS = 10


@dataclass(slots=True)
class Gate:
    """Watches a run and judges it at its end.

    Attributes:
        mean: lowest mean to pass, in [0, 1]; None: no gate on the mean.
        sample: lowest score of each sample to pass; None: no gate on samples. A sample that failed does not pass.
    """

    mean: float | None
    sample: float | None
    _low: int = 0
    _seen: int = 0
    _names: list[str] = field(default_factory=list)

    def see(self, result: Result) -> None:
        """Take note of one result."""
        self._seen += 1
        if self.sample is None:
            return
        if result.status == "failed" or (result.score is not None and result.score < self.sample - _EPSILON):
            self._low += 1
            if len(self._names) < _NAMED:
                self._names.append(name_of(result, self._seen))

    def verdict(self, value: float | None, word: str = "mean") -> tuple[bool, str] | None:
        """Say whether the run passed, and why in one line; None where no gate was asked for.

        Args:
            value: mean of the run, in [0, 1]; None where nothing has a score.
            word: what to call it.
        """
        if self.mean is None and self.sample is None:
            return None
        failures = [part for part in (self._mean_failure(value, word), self._sample_failure()) if part]
        if failures:
            return False, f"gate: FAILED {'; '.join(failures)}"
        return True, f"gate: passed {', '.join(self._passed(value, word))}"

    def _mean_failure(self, value: float | None, word: str) -> str:
        if self.mean is None:
            return ""
        if value is None:
            return f"no {word}, {self.mean:.2f} wanted: nothing has a score"
        return "" if value >= self.mean - _EPSILON else f"{word} {_apart(value, self.mean)}"

    def _sample_failure(self) -> str:
        if not self._low or self.sample is None:
            return ""
        more = ", …" if self._low > _NAMED else ""
        return f"{samples(self._low)} below {self.sample:.2f} or failed: {', '.join(self._names)}{more}"

    def _passed(self, value: float | None, word: str) -> list[str]:
        parts = []
        if self.mean is not None and value is not None:
            parts.append(f"{word} {value:.2f} >= {self.mean:.2f}")
        if self.sample is not None:
            parts.append(f"no sample below {self.sample:.2f}")
        return parts


def _apart(value: float, limit: float) -> str:
    """Show two numbers with as many decimals as it takes to see that the first is smaller."""
    decimals = next(
        d for d in range(2, _MOST_DECIMALS + 1) if d == _MOST_DECIMALS or f"{value:.{d}f}" != f"{limit:.{d}f}"
    )
    return f"{value:.{decimals}f} < {limit:.{decimals}f}"
