"""Bootstrap draws for a mean over two classes of rows, each class weighing half.

Intervals are percentile bootstraps (Efron 1979), each class resampled on its own, or whole groups where rows come in
groups. A bootstrap cannot see what it has not drawn: where the rows of a class are all alike, the Bayesian bootstrap
(Rubin 1981) takes its place with one row more at each end, so no interval has zero width.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from upheld.stats import Interval

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]
    Bools: TypeAlias = NDArray[np.bool_]

__all__ = ["SEED", "codes_of", "draws_of", "interval_of"]

SEED = 12345
_RESAMPLES = 2000
_ALIKE = 1e-12
_AT_ONCE = 1_000_000  # counts in memory


def codes_of(groups: Sequence[Hashable]) -> NDArray[np.intp]:
    """Return the number of each row's group, counted from 0 by first row.

    Args:
        groups: of each row, its group.
    """
    import numpy as np

    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(group, len(numbers)) for group in groups], np.intp)


def interval_of(draws: Floats, value: float) -> Interval:
    """Return the middle 95 % of some draws, made to hold the value that they are drawn for.

    Args:
        draws: of the bootstrap.
        value: of the rows themselves.
    """
    import numpy as np

    low, high = np.quantile(draws, [0.025, 0.975])
    return Interval(min(float(low), value), max(float(high), value))


def draws_of(y: Bools, values: Floats, groups: Sequence[Hashable] | None, low: float) -> Floats:
    """Return bootstrap draws of the mean over both classes of the mean of some values.

    Args:
        y: of each row, its class.
        values: of each row, in [low, 1].
        groups: of each row, the group that is drawn whole; None: rows are drawn one by one.
        low: the smallest value there can be.
    """
    import numpy as np

    rng = np.random.default_rng(SEED)
    sides = (y, ~y)
    if groups is None:
        sizes = [int(side.sum()) for side in sides]
        means = [_resampled(rng, values[side], size) for side, size in zip(sides, sizes, strict=True)]
    else:
        codes = codes_of(groups)
        sizes = [len(np.unique(codes[side])) for side in sides]
        means = _resampled_groups(rng, values, sides, codes)
    # Groups may differ in each class and yet cancel out in the mean of both: then neither draw tells anything.
    cancelled = np.ptp(means[0] + means[1]) < _ALIKE
    for n, side in enumerate(sides):
        if cancelled or np.ptp(means[n]) < _ALIKE:
            means[n] = _weighed(rng, values[side], sizes[n], low)
    return (means[0] + means[1]) / 2


def _resampled(rng: np.random.Generator, values: Floats, size: int) -> Floats:
    """Return means of `size` values drawn with replacement; few of them are distinct, so only counts are drawn."""
    import numpy as np

    distinct, counts = np.unique(values, return_counts=True)
    drawn = rng.multinomial(size, counts / counts.sum(), _RESAMPLES)
    means: Floats = drawn @ distinct / size
    return means


def _weighed(rng: np.random.Generator, values: Floats, size: int, low: float) -> Floats:
    """Return means under random weights, of values worth `size` rows and one row at each end of [low, 1]."""
    import numpy as np

    distinct, counts = np.unique(values, return_counts=True)
    worth = np.append(counts * (size / counts.sum()), [1.0, 1.0])
    means: Floats = rng.dirichlet(worth, _RESAMPLES) @ np.append(distinct, [low, 1.0])
    return means


def _resampled_groups(
    rng: np.random.Generator, values: Floats, sides: tuple[Bools, Bools], codes: NDArray[np.intp]
) -> list[Floats]:
    """Return the means of both classes when whole groups are drawn; a draw that lacks a class is drawn again."""
    import numpy as np

    count = int(codes.max()) + 1
    sums = np.array([np.bincount(codes[side], values[side], count) for side in sides])
    sizes = np.array([np.bincount(codes[side], minlength=count) for side in sides])
    found: list[Floats] = []
    while sum(means.shape[1] for means in found) < _RESAMPLES:
        times = rng.multinomial(
            count, np.full(count, 1.0 / count), max(1, min(_RESAMPLES, _AT_ONCE // count))
        )
        rows = sizes @ times.T
        whole = rows.all(axis=0)
        found.append((sums @ times.T)[:, whole] / rows[:, whole])
    return [*np.concatenate(found, axis=1)[:, :_RESAMPLES]]
