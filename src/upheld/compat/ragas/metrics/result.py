"""RAGAS's ``MetricResult``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from upheld._types import Result

__all__ = ["MetricResult"]


class MetricResult(float):
    """A score that knows why: it behaves as its value, as RAGAS's does.

    Args:
        value: in [0, 1], or nan.
        reason: in words.
        result: Upheld's result: claims, verdicts, evidence with positions.
    """

    reason: str | None
    result: Result | None

    def __new__(cls, value: float, reason: str | None = None, result: Result | None = None) -> Self:  # noqa: D102 - see the class
        made = super().__new__(cls, value)
        made.reason = reason
        made.result = result
        return made

    @property
    def value(self) -> float:
        """The score as a plain number."""
        return float(self)

    def __repr__(self) -> str:
        return f"MetricResult(value={self.value}, reason={self.reason!r})"

    __str__ = __repr__
