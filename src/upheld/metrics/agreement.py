"""How well a judge agrees with human labels: pure functions over one row each of label, decision and probability.

Two classes: a row is *supported* or it is not. What a judge calls not supported is *flagged*; to flag a supported row is
a false alarm, not to flag another one is a miss. Precision, recall and F1 are those of the flags ("has a
hallucination"); true and false positive rate are those of the word supported.

Sources for kappa: J. Cohen, "A coefficient of agreement for nominal scales" (1960); J. L. Fleiss, "Measuring nominal scale
agreement among many raters" (1971).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from upheld.metrics.bootstrap import SEED, codes_of, draws_of, interval_of
from upheld.stats import Interval

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]
    Bools: TypeAlias = NDArray[np.bool_]

__all__ = [
    "Agreement",
    "Best",
    "Confusion",
    "Gain",
    "cohen_kappa",
    "fleiss_kappa",
    "gain",
    "mean_gain",
    "measure",
]

_BINS = 10
_FOLDS = 5
_ALIKE = 1e-12
_MOST_DECIMALS = 12


@dataclass(frozen=True, slots=True)
class Confusion:
    """How many rows of each class were flagged. A rate that has no rows to be taken of is None.

    Attributes:
        kept: supported rows that were called supported.
        false_alarms: supported rows that were flagged.
        missed: other rows that were called supported.
        caught: other rows that were flagged.
    """

    kept: int
    false_alarms: int
    missed: int
    caught: int

    @property
    def supported(self) -> int:
        """Rows whose label is supported."""
        return self.kept + self.false_alarms

    @property
    def unsupported(self) -> int:
        """Rows with any other label."""
        return self.missed + self.caught

    @property
    def n(self) -> int:
        """All rows."""
        return self.supported + self.unsupported

    @property
    def true_positive_rate(self) -> float | None:
        """Share of the supported rows that were called supported."""
        return _share(self.kept, self.supported)

    @property
    def false_positive_rate(self) -> float | None:
        """Share of the other rows that were called supported."""
        return _share(self.missed, self.unsupported)

    @property
    def precision(self) -> float | None:
        """Share of the flagged rows that are not supported."""
        return _share(self.caught, self.caught + self.false_alarms)

    @property
    def recall(self) -> float | None:
        """Share of the rows that are not supported that were flagged."""
        return _share(self.caught, self.unsupported)

    @property
    def f1(self) -> float | None:
        """Harmonic mean of precision and recall of the flags; None where every row is supported."""
        flagged = self.caught + self.false_alarms
        return 2 * self.caught / (flagged + self.unsupported) if self.unsupported else None

    @property
    def prevalence(self) -> float | None:
        """Share of the rows that are not supported: the precision of flagging every row."""
        return _share(self.unsupported, self.n)

    @property
    def baseline_f1(self) -> float | None:
        """F1 of flagging every row; a judge below it is worth less than no judge, by that measure."""
        return 2 * self.unsupported / (self.n + self.unsupported) if self.unsupported else None

    @property
    def balanced_accuracy(self) -> float | None:
        """Mean of the shares of both classes on their side; 0.5 is chance. None where a class has no rows."""
        tpr, fpr = self.true_positive_rate, self.false_positive_rate
        return None if tpr is None or fpr is None else (tpr + 1.0 - fpr) / 2


@dataclass(frozen=True, slots=True)
class Best:
    """The threshold that would have been best on these rows.

    Attributes:
        threshold: call supported what is at least as probable.
        balanced_accuracy: of that threshold on the rows it was chosen on, which flatters it.
        held_out: chosen on four fifths of the rows and measured on the last, for each fifth in turn; None where a class is too
            small to be cut.
        true_positive_rate: share of the supported rows called supported there.
        false_positive_rate: share of the other rows called supported there.
    """

    threshold: float
    balanced_accuracy: float
    held_out: float | None
    true_positive_rate: float
    false_positive_rate: float


@dataclass(frozen=True, slots=True)
class Agreement:
    """All figures of some rows. What needs both classes is None where one has no rows.

    Attributes:
        confusion: the counts, and the rates that follow from them.
        interval: 95 % interval of balanced accuracy.
        auc: chance that a supported row is more probable than another one, ties counting half.
        calibration_error: expected calibration error at even odds, ten bins of equal width.
        kappa: Cohen's kappa of the two classes; None where both sides say one thing of all rows.
        best: the best threshold, and its price.
    """

    confusion: Confusion
    interval: Interval | None
    auc: float | None
    calibration_error: float | None
    kappa: float | None
    best: Best | None


@dataclass(frozen=True, slots=True, eq=False)
class Gain:
    """Difference of two judges in balanced accuracy, on the same rows.

    Attributes:
        value: the first minus the second.
        interval: 95 % interval, rows drawn in pairs.
        draws: the draws of the bootstrap that it was taken from, an array.
    """

    value: float
    interval: Interval
    draws: Floats


def measure(
    truth: Sequence[bool],
    said: Sequence[bool],
    probability: Sequence[float],
    groups: Sequence[Hashable] | None = None,
) -> Agreement:
    """Measure a judge on labelled rows.

    Args:
        truth: of each row, whether its label is supported.
        said: of each row, whether the judge called it supported.
        probability: of each row, P(supported) in [0, 1].
        groups: of each row, the group that is drawn whole for the interval; None: rows are drawn one by one.
    """
    import numpy as np

    y, right = np.array(truth, bool), np.equal(np.array(truth, bool), np.array(said, bool))
    counts = Confusion(
        *(int(n) for n in (right[y].sum(), (~right)[y].sum(), (~right)[~y].sum(), right[~y].sum()))
    )
    kappa = cohen_kappa(truth, said)
    if (accuracy := counts.balanced_accuracy) is None:
        return Agreement(counts, None, None, None, kappa, None)
    p = np.array(probability, float)
    interval = interval_of(draws_of(y, right.astype(float), groups, 0.0), accuracy)
    return Agreement(counts, interval, _auc(p, y), _calibration_error(p, y), kappa, _best(p, y, groups))


def gain(
    truth: Sequence[bool],
    said: Sequence[bool],
    other: Sequence[bool],
    groups: Sequence[Hashable] | None = None,
) -> Gain | None:
    """Compare two judges on the same rows; None where a class has no rows.

    Args:
        truth: of each row, whether its label is supported.
        said: of each row, whether the first judge called it supported.
        other: the same of the second judge.
        groups: as for `measure`.
    """
    import numpy as np

    y = np.array(truth, bool)
    if y.all() or not y.any():
        return None
    better = (y == np.array(said, bool)).astype(float) - (y == np.array(other, bool)).astype(float)
    value = float(better[y].mean() + better[~y].mean()) / 2
    draws = draws_of(y, better, groups, -1.0)
    return Gain(value, interval_of(draws, value), draws)


def mean_gain(gains: Sequence[Gain]) -> Gain:
    """Return the mean of gains on sets that have no rows in common, each set weighing the same.

    Args:
        gains: at least one.
    """
    import numpy as np

    rng = np.random.default_rng(SEED)
    # All sets were drawn from one seed: only in an order of its own is each independent of the others.
    draws = np.mean([rng.permutation(each.draws) for each in gains], axis=0)
    value = float(np.mean([each.value for each in gains]))
    return Gain(value, interval_of(draws, value), draws)


def cohen_kappa(one: Sequence[Hashable], other: Sequence[Hashable]) -> float | None:
    """Return Cohen's kappa of two namings of the same rows: 1 full agreement, 0 that of chance.

    Args:
        one: the class of each row.
        other: the class of each row, by somebody else.

    Returns:
        At most 1; None without rows, or where both give all rows one class, so that chance agrees fully.
    """
    n = len(one)
    first, second = Counter(one), Counter(other)
    by_chance = sum(first[name] * second[name] for name in first)  # times n²
    if by_chance == n * n:
        return None
    agreed = sum(a == b for a, b in zip(one, other, strict=True))
    return (agreed * n - by_chance) / (n * n - by_chance)


def fleiss_kappa(rows: Iterable[Sequence[Hashable]]) -> float | None:
    """Return Fleiss' kappa of several namings of the same rows: 1 full agreement, 0 that of chance.

    Args:
        rows: per row the classes that it was given, two or more, as many as every other row; their order does not matter.

    Returns:
        At most 1; None without rows, or where all rows have one class throughout, so that chance agrees fully.

    Raises:
        ValueError: a row has fewer than two classes, or not as many as the first.
    """
    totals: Counter[Hashable] = Counter()
    n = agreed = raters = 0
    for row in rows:
        raters = raters or len(row)
        if len(row) != raters or raters < 2:  # noqa: PLR2004 - one alone agrees with nobody
            msg = f"every row needs two classes or more, and as many as the first, {raters}: {len(row)}"
            raise ValueError(msg)
        n += 1
        given = Counter(row)
        agreed += sum(count * (count - 1) for count in given.values())
        totals.update(given)
    whole = (n * raters) ** 2
    by_chance = sum(count**2 for count in totals.values())  # times the square of all namings
    if by_chance == whole:
        return None
    return (agreed / (n * raters * (raters - 1)) - by_chance / whole) / (1 - by_chance / whole)


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _auc(p: Floats, y: Bools) -> float:
    """Mann and Whitney's statistic from ranks, ties sharing theirs."""
    import numpy as np

    _, place, count = np.unique(p, return_inverse=True, return_counts=True)
    rank = (np.cumsum(count) - (count - 1) / 2)[place]
    yes, no = int(y.sum()), int((~y).sum())
    return float((rank[y].sum() - yes * (yes + 1) / 2) / (yes * no))


def _calibration_error(p: Floats, y: Bools) -> float:
    """Each class weighs half, so that 0.5 means even odds in every set."""
    import numpy as np

    weight = np.where(y, 0.5 / y.sum(), 0.5 / (~y).sum())
    bins = np.minimum((p * _BINS).astype(int), _BINS - 1)
    return float(np.abs(np.bincount(bins, weight * (p - y), _BINS)).sum())


def _best(p: Floats, y: Bools, groups: Sequence[Hashable] | None) -> Best:
    threshold = _threshold(p, y)
    tpr, fpr = float((p >= threshold)[y].mean()), float((p >= threshold)[~y].mean())
    return Best(threshold, (tpr + 1.0 - fpr) / 2, _held_out(p, y, groups), tpr, fpr)


def _threshold(p: Floats, y: Bools) -> float:
    """Return the threshold of the best balanced accuracy; of equal ones, that closest to 0.5."""
    import numpy as np

    values = np.unique(p)  # ascending: a threshold lies above the value before it, up to the value itself
    yes, no = (np.searchsorted(np.sort(p[side]), values) for side in (y, ~y))
    reached = no / (~y).sum() - yes / y.sum()  # other rows below, minus supported rows below
    ties = np.flatnonzero(reached >= reached.max() - _ALIKE)
    at = int(ties[np.argmin(np.abs(values[ties] - 0.5))])
    return _rounded(float(values[at - 1]) if at else 0.0, float(values[at]))


def _rounded(low: float, high: float) -> float:
    """Return the number of the fewest decimals in (low, high], closest to the middle: it is there to be copied."""
    for decimals in range(2, _MOST_DECIMALS):
        near = round((low + high) / 2, decimals)
        if low < near <= high:
            return near
    return high


def _held_out(p: Floats, y: Bools, groups: Sequence[Hashable] | None) -> float | None:
    """Balanced accuracy of thresholds that were each chosen on the other folds."""
    import numpy as np

    fold = _folds(y, groups)
    right = np.zeros(len(y), bool)
    for n in range(_FOLDS):
        rest = fold != n
        if y[rest].all() or not y[rest].any():
            return None
        right[~rest] = (p[~rest] >= _threshold(p[rest], y[rest])) == y[~rest]
    return float(right[y].mean() + right[~y].mean()) / 2


def _folds(y: Bools, groups: Sequence[Hashable] | None) -> NDArray[np.intp]:
    """Deal the rows of each class, or the groups, out to the folds by chance."""
    import numpy as np

    rng = np.random.default_rng(SEED)
    if groups is not None:
        codes = codes_of(groups)
        return (rng.permutation(int(codes.max()) + 1) % _FOLDS)[codes]
    fold = np.zeros(len(y), np.intp)
    for side in (y, ~y):
        fold[side] = rng.permutation(int(side.sum())) % _FOLDS
    return fold
