"""Counts of results, whole and by field."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final, get_args

from upheld._types import Result, Status, _plain
from upheld.metrics.faithfulness import NOTHING_FALSE
from upheld.stats import Interval, grouped_interval, mean_interval

__all__ = ["MISSING", "Group", "Tally", "group_of", "key_of", "lookup"]

MISSING: Final = object()
"""What `lookup` returns where a field is not there; None is a value like any other."""


@dataclass(frozen=True, slots=True)
class Group:
    """The results that share a value of a field.

    Attributes:
        value: the value; None where the field is missing.
        n: how many results.
        scored: how many have a score; the mean is over these.
        mean: mean score in [0, 1]; None without a score.
        interval: 95 % interval of the mean; (0, 1) without a score.
        coverage: as `Report.coverage`.
        statuses: how many results by status, all six named.
    """

    value: Any
    n: int
    scored: int
    mean: float | None
    interval: Interval
    coverage: float | None
    statuses: dict[str, int]

    def to_dict(self) -> dict[str, Any]:
        """Return the group as JSON-ready data."""
        return {**asdict(self), "interval": list(self.interval)}


@dataclass(slots=True)
class Tally:
    """What is counted of any number of results."""

    scored: int = 0
    total: float = 0.0
    total_sq: float = 0.0
    counted: int = 0
    covered: int = 0
    statuses: dict[str, int] = field(default_factory=lambda: dict.fromkeys(get_args(Status), 0))

    def add(self, result: Result) -> None:
        score = result.score
        self.statuses[result.status] += 1
        if score is not None:
            self.scored += 1
            self.total += score
            self.total_sq += score * score
        if result.status not in NOTHING_FALSE:
            self.counted += 1
            self.covered += score is not None

    @property
    def n(self) -> int:
        return sum(self.statuses.values())

    @property
    def mean(self) -> float | None:
        return min(self.total / self.scored, 1.0) if self.scored else None

    @property
    def coverage(self) -> float | None:
        return self.covered / self.counted if self.counted else None

    @property
    def sums(self) -> tuple[int, float, float]:
        return self.scored, self.total, self.total_sq


def group_of(value: Any, parts: Mapping[Any, Tally], cluster: str | None) -> Group:
    """Join the counts of the parts; the parts are the units of the interval where `cluster` names what they are."""
    whole = Tally()
    for part in parts.values():
        whole.scored += part.scored
        whole.total += part.total
        whole.total_sq += part.total_sq
        whole.counted += part.counted
        whole.covered += part.covered
        for status, count in part.statuses.items():
            whole.statuses[status] += count
    interval = (
        mean_interval(*whole.sums)
        if cluster is None
        else grouped_interval(part.sums for part in parts.values())
    )
    return Group(value, whole.n, whole.scored, whole.mean, interval, whole.coverage, whole.statuses)


def lookup(metadata: Mapping[str, Any], field: str) -> Any:
    """Read a field by its key or, where there is no such key, by its dotted path."""
    if field in metadata:
        return metadata[field]
    value: Any = metadata
    for name in field.split("."):
        if not isinstance(value, Mapping) or name not in value:
            return MISSING
        value = value[name]
    return value


def key_of(value: Any) -> Any:
    """Turn a value into a key that is the same whether the result stayed in memory or went through JSON."""
    if value is MISSING or value is None or (isinstance(value, float) and not math.isfinite(value)):
        return None
    if isinstance(value, str | int | float):
        return value
    if isinstance(value, list | tuple | Mapping):
        return json.dumps(_plain(value), ensure_ascii=False, sort_keys=True, default=str)
    return str(value)
