"""The outcome of several scorers on the same samples: their scores side by side, and how far they agree."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from upheld._report.places import file_of, named
from upheld._report.store import ResultStore
from upheld._types import SCHEMA_VERSION, Result
from upheld.metrics.agreement import cohen_kappa
from upheld.metrics.levels import reaches
from upheld.metrics.ranks import spearman
from upheld.stats import Interval, mean_interval

if TYPE_CHECKING:
    from upheld._types import Sample

__all__ = ["Column", "CompareReport", "Pair", "Score"]

_EPSILON: Final = 1e-9  # scores this little apart are the same: only rounding put them there


@dataclass(frozen=True, slots=True)
class Score:
    """What one scorer said of one sample.

    Attributes:
        value: its score; None where it gave none.
        why: why there is no score; else what the scorer says about it, which may be nothing.
        calls: how many calls to a model it made for it; None where that is not known.
    """

    value: float | None
    why: str = ""
    calls: int | None = None


@dataclass(slots=True)
class Column:
    """One scorer, and its score for each sample.

    Attributes:
        name: as the user named it.
        convention: what its score counts, in words.
        signature: what produced the scores.
        scores: one for each sample, in their order.
        seconds: how long it took; None for scores made elsewhere.
        calls: calls to a model; None where that is not known.
        results: of a scorer of ours, with their claims, in the order of the samples; else nothing.
        notes: what a reader of its scores must know.
    """

    name: str
    convention: str
    signature: str
    scores: list[Score] = field(default_factory=list)
    seconds: float | None = None
    calls: int | None = None
    results: ResultStore | None = None
    notes: list[str] = field(default_factory=list)

    @property
    def values(self) -> list[float]:
        """The scores that there are."""
        return [score.value for score in self.scores if score.value is not None]

    @property
    def mean(self) -> float | None:
        """Mean of the scores that there are; None without any."""
        values = self.values
        return math.fsum(values) / len(values) if values else None

    @property
    def interval(self) -> Interval | None:
        """95 % interval of the mean; None without scores, or where one is not in [0, 1]."""
        return _interval(self.values)


@dataclass(frozen=True, slots=True)
class Pair:
    """How far two scorers agree, over the samples that both scored. What cannot be taken is None.

    Attributes:
        one: name of the first.
        other: name of the second.
        n: samples that both scored.
        difference: mean of second minus first.
        interval: its 95 % interval, samples taken in pairs.
        distance: mean of the difference without its sign.
        spearman: rank correlation, ties included.
        kappa: Cohen's kappa of "reaches the threshold".
        both: samples that reach the threshold with both.
        neither: with neither.
        only_one: with the first alone.
        only_other: with the second alone.
    """

    one: str
    other: str
    n: int
    difference: float | None
    interval: Interval | None
    distance: float | None
    spearman: float | None
    kappa: float | None
    both: int
    neither: int
    only_one: int
    only_other: int


class CompareReport:
    """How several scorers score the same samples, made by `upheld.compare`.

    A sample that a scorer gave no score stays: it is named with the reason, it is in no figure of that scorer, and it never counts
    as 0.

    Args:
        threshold: score from which a sample passes.

    Attributes:
        threshold: as given.
        names: id and place of each sample, in order.
        columns: one for each scorer, in order.
        notes: what a reader must know, in words.
        interrupted: whether the run was ended before all scorers were done.
    """

    def __init__(self, threshold: float = 0.5) -> None:
        self.threshold = threshold
        self.names: list[tuple[str | None, str | None]] = []
        self.columns: list[Column] = []
        self.notes: list[str] = []
        self.interrupted = False
        self._several = False

    @property
    def n(self) -> int:
        """How many samples."""
        return len(self.names)

    def take(self, samples: Sequence[Sample]) -> None:
        """Take note of the samples that are scored."""
        self.names = [(sample.id, sample.source) for sample in samples]
        self._several = len({file_of(sample.source) for sample in samples}) > 1

    def name_of(self, number: int) -> str:
        """Return what to call a sample: its id, else where it stands (both if they are of several files), else its number from 1."""
        return named(*self.names[number], several=self._several) or f"#{number + 1}"

    def scores(self, number: int) -> dict[str, Score]:
        """Return what each scorer said of a sample: name -> score."""
        return {column.name: column.scores[number] for column in self.columns}

    def spread(self, number: int) -> float | None:
        """Return the largest difference of two scores of a sample; None with fewer than two scores."""
        values = [c.scores[number].value for c in self.columns]
        known = [value for value in values if value is not None]
        return max(known) - min(known) if len(known) > 1 else None

    def most_different(self, count: int | None = None) -> list[int]:
        """Return the samples on which scores differ, those that differ most first.

        Args:
            count: how many at most; None: all.
        """
        spreads = [(self.spread(number) or 0.0, number) for number in range(self.n)]
        apart = sorted((pair for pair in spreads if pair[0] > _EPSILON), key=lambda pair: (-pair[0], pair[1]))
        return [number for _, number in apart[:count]]

    def pairs(self) -> list[Pair]:
        """Return how far each two scorers agree, in the order of the scorers."""
        return [self._pair(one, other) for one, other in combinations(self.columns, 2)]

    def missing(self) -> Iterator[tuple[int, str, str]]:
        """Yield each score that there is not: the sample, the name of the scorer, and why."""
        for number in range(self.n):
            for column in self.columns:
                score = column.scores[number]
                if score.value is None:
                    yield number, column.name, score.why

    def results(self, numbers: Sequence[int]) -> dict[int, dict[str, Result]]:
        """Return our results, with their claims, for some samples: sample -> name of the scorer -> result."""
        wanted = set(numbers)
        found: dict[int, dict[str, Result]] = {number: {} for number in numbers}
        for column in self.columns:
            for number, result in enumerate(column.results or ()):
                if number in wanted:
                    found[number][column.name] = result
        return found

    def to_dict(self, show: int = 5) -> dict[str, Any]:
        """Return all scores and figures as JSON-ready data; null where there is none.

        Args:
            show: for how many samples to give claims and reasons, those that differ most first.
        """
        shown = self.most_different(show)
        return {
            "schema_version": SCHEMA_VERSION,
            "n": self.n,
            "threshold": self.threshold,
            "interrupted": self.interrupted,
            "scorers": [_column(column) for column in self.columns],
            "pairs": [asdict(pair) | {"interval": _plain(pair.interval)} for pair in self.pairs()],
            "samples": [self._row(number) for number in range(self.n)],
            "most_different": [self._details(n, found) for n, found in self.results(shown).items()],
            "notes": [*self.notes],
        }

    def __repr__(self) -> str:
        return f"CompareReport(n={self.n}, scorers={[column.name for column in self.columns]!r})"

    def __str__(self) -> str:
        from upheld.reports.compared import compared_text

        return compared_text(self)

    def _pair(self, one: Column, other: Column) -> Pair:
        values = [(a.value, b.value) for a, b in zip(one.scores, other.scores, strict=True)]
        both = [(a, b) for a, b in values if a is not None and b is not None]
        first, second = [a for a, _ in both], [b for _, b in both]
        passed = [(self._passes(a), self._passes(b)) for a, b in both]
        gaps = [b - a for a, b in both]
        return Pair(
            one=one.name,
            other=other.name,
            n=len(both),
            difference=math.fsum(gaps) / len(gaps) if gaps else None,
            interval=_interval(gaps, low=-1.0) if _interval(first) and _interval(second) else None,
            distance=math.fsum(map(abs, gaps)) / len(gaps) if gaps else None,
            spearman=spearman(first, second),
            kappa=cohen_kappa([a for a, _ in passed], [b for _, b in passed]),
            both=passed.count((True, True)),
            neither=passed.count((False, False)),
            only_one=passed.count((True, False)),
            only_other=passed.count((False, True)),
        )

    def _passes(self, value: float) -> bool:
        return reaches(value, self.threshold)

    def _row(self, number: int) -> dict[str, Any]:
        id_, source = self.names[number]
        scores = self.scores(number)
        return {
            "id": id_,
            "source": source,
            "scores": {name: score.value for name, score in scores.items()},
            "spread": self.spread(number),
            "no_score": {name: score.why for name, score in scores.items() if score.value is None},
        }

    def _details(self, number: int, results: dict[str, Result]) -> dict[str, Any]:
        said = {name: score.why for name, score in self.scores(number).items() if score.why}
        claims = {name: result.to_dict()["claims"] for name, result in results.items()}
        return self._row(number) | {"reasons": said, "claims": claims}


def _interval(values: Sequence[float], low: float = 0.0) -> Interval | None:
    """Return the 95 % interval of the mean of values between `low` and 1; None without any, or where one lies outside."""
    if not values or min(values) < low or max(values) > 1.0:
        return None
    width = 1.0 - low
    scaled = [(value - low) / width for value in values]
    found = mean_interval(len(scaled), math.fsum(scaled), math.fsum(v * v for v in scaled))
    return Interval(found.low * width + low, found.high * width + low)


def _column(column: Column) -> dict[str, Any]:
    return {
        "name": column.name,
        "convention": column.convention,
        "signature": column.signature,
        "scored": len(column.values),
        "no_score": len(column.scores) - len(column.values),
        "mean": column.mean,
        "interval": _plain(column.interval),
        "calls": column.calls,
        "seconds": column.seconds,
        "notes": [*column.notes],
    }


def _plain(interval: Interval | None) -> list[float] | None:
    return None if interval is None else list(interval)
