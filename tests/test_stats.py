"""Intervals: known values, shape, and coverage in simulation."""

import itertools
import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upheld.stats import Interval, grouped_interval, mean_interval, t_quantile

REPETITIONS = 4000


def sums(values):
    return len(values), math.fsum(values), math.fsum(v * v for v in values)


def interval_of(values, level=0.95):
    return mean_interval(*sums(values), level)


@pytest.mark.parametrize(
    ("level", "df", "value"),
    [
        (0.95, 1, 12.7062),
        (0.95, 2, 4.3027),
        (0.95, 3, 3.1824),
        (0.95, 4, 2.7764),
        (0.95, 10, 2.2281),
        (0.95, 19, 2.0930),
        (0.95, 30, 2.0423),
        (0.95, 60, 2.0003),
        (0.95, 120, 1.9799),
        (0.95, 1000, 1.9623),
        (0.95, 10**9, 1.9600),
        (0.90, 5, 2.0150),
        (0.99, 1, 63.6567),
        (0.99, 10, 3.1693),
        (0.99, 1000, 2.5808),
        (0.999, 7, 5.4079),
    ],
)
def test_t_quantile_agrees_with_the_printed_tables(level, df, value):
    """Two-sided quantiles of Student's t are those of any statistics table, to four places."""
    assert t_quantile(level, df) == pytest.approx(value, abs=6e-5)


@pytest.mark.parametrize("level", [0.5, 0.8, 0.95, 0.999])
def test_series_and_expansion_of_t_meet(level):
    """The exact series (up to 200) and the expansion (above) form one falling line."""
    values = [t_quantile(level, df) for df in range(195, 207)]
    steps = [a - b for a, b in itertools.pairwise(values)]
    assert all(step > 0 for step in steps)
    assert max(steps) < 1.3 * min(steps)


def test_zeros_and_ones_give_agresti_coull():
    """For zeros and ones the interval is that of Agresti and Coull with Student's t: checked by its formula."""
    n, x, z, t = 50, 45, 1.959963985, 2.009575
    whole = n + z**2
    p = (x + z**2 / 2) / whole
    half = t * math.sqrt(p * (1 - p) / whole)
    assert mean_interval(n, x, x) == pytest.approx((p - half, p + half), abs=1e-6)


def test_no_data_gives_everything():
    """Without data any mean is possible."""
    assert mean_interval(0, 0.0, 0.0) == (0.0, 1.0)
    assert grouped_interval([]) == (0.0, 1.0)
    assert grouped_interval([(0, 0.0, 0.0)]) == (0.0, 1.0)


def test_one_value_says_next_to_nothing():
    """A single value has no spread to be seen, so its interval is everything."""
    assert mean_interval(1, 1.0, 1.0) == (0.0, 1.0)


def test_interval_is_a_pair_with_names():
    """An interval is a tuple, and its two ends have names."""
    interval = interval_of([0.5, 0.75, 1.0])
    low, high = interval
    assert isinstance(interval, Interval)
    assert (interval.low, interval.high) == (low, high)


def test_a_perfect_run_still_has_width():
    """Twenty perfect answers do not prove a perfect system; about 0.8 is still possible."""
    low, high = interval_of([1.0] * 20)
    assert 0.75 < low < 0.85
    assert high == 1.0


@pytest.mark.parametrize("value", [0.0, 0.3, 0.9, 1.0])
def test_width_remains_at_ten_million_equal_values(value):
    """With ten million equal values the interval is narrow, not empty, and holds the value."""
    n = 10**7
    low, high = mean_interval(n, n * value, n * value * value)
    assert low <= value <= high
    assert 0 < high - low < 1e-5


def test_more_data_narrow_the_interval():
    """Four times the data give about half the width."""
    few, many = interval_of([1, 1, 0, 1] * 50), interval_of([1, 1, 0, 1] * 200)
    assert (few.high - few.low) / (many.high - many.low) == pytest.approx(2.0, abs=0.1)


def test_a_higher_level_widens_the_interval():
    """99 % holds 95 %, which holds 80 %."""
    data = [1.0, 0.8, 0.6, 1.0, 0.2] * 8
    for wide, narrow in itertools.pairwise([0.99, 0.95, 0.8, 0.5]):
        assert interval_of(data, wide).low < interval_of(data, narrow).low
        assert interval_of(data, wide).high > interval_of(data, narrow).high


@pytest.mark.parametrize("level", [0.0, 1.0, -1, 95, math.nan])
def test_a_level_that_is_no_probability_is_refused(level):
    """The error gives the value; 95 instead of 0.95 is the usual slip."""
    for call in (
        lambda: mean_interval(3, 1, 1, level),
        lambda: grouped_interval([], level),
        lambda: t_quantile(level, 3),
    ):
        with pytest.raises(ValueError, match=f"level.*{level}"):
            call()


def test_impossible_counts_are_refused():
    """A negative n and zero degrees of freedom are errors."""
    with pytest.raises(ValueError, match="-1"):
        mean_interval(-1, 0, 0)
    with pytest.raises(ValueError, match="df"):
        t_quantile(0.95, 0)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=60), st.sampled_from([0.5, 0.8, 0.95, 0.999]))
def test_interval_holds_the_mean_inside_zero_to_one(values, level):
    """For any data the interval lies in [0, 1], has width, and holds the mean of the data."""
    low, high = interval_of(values, level)
    assert 0.0 <= low < high <= 1.0
    if level >= 0.8:
        assert low - 1e-12 <= math.fsum(values) / len(values) <= high + 1e-12


@given(st.lists(st.lists(st.floats(0, 1), max_size=8), max_size=12))
def test_grouped_interval_holds_the_mean_inside_zero_to_one(groups):
    """For any groups, empty ones too, the interval lies in [0, 1], has width, and holds the mean of the data."""
    low, high = grouped_interval(map(sums, groups))
    assert 0.0 <= low < high <= 1.0
    values = [value for group in groups for value in group]
    if values:
        assert low - 1e-12 <= math.fsum(values) / len(values) <= high + 1e-12


def test_groups_of_one_are_independent_values():
    """With every value its own group the grouped interval is the plain one, but for rounding and one part in n."""
    values = [1.0, 0.5, 0.75, 1.0, 0.25, 0.9] * 20
    grouped = grouped_interval(sums([value]) for value in values)
    assert grouped == pytest.approx(interval_of(values), abs=1e-3)


def test_copies_in_a_group_count_once():
    """Groups of five equal values are worth as many values as there are groups."""
    values = [1.0, 0.0, 1.0, 1.0, 0.5] * 6
    copied = grouped_interval(sums([value] * 5) for value in values)
    assert copied == pytest.approx(interval_of(values), abs=1e-9)


@pytest.mark.parametrize("value", [0.9, 1.0])
def test_equal_values_are_worth_the_number_of_groups(value):
    """When all values are equal, 30 groups of 10 tell as much as 30 values, whatever rounding leaves."""
    assert grouped_interval([sums([value] * 10)] * 30) == pytest.approx(interval_of([value] * 30), abs=1e-9)


def test_one_group_says_next_to_nothing():
    """A single group, however large, cannot show how groups differ."""
    low, high = grouped_interval([sums([1.0] * 500 + [0.0] * 20)])
    assert high - low > 0.9


def test_one_giant_group_is_not_taken_for_many():
    """A thousand values of one document and five of another are two draws, not a thousand."""
    low, high = grouped_interval([sums([1.0] * 1000), sums([1.0, 1.0, 1.0, 1.0, 0.0])])
    assert high - low > 0.5


def test_grouped_is_wider_than_plain_where_groups_agree_within():
    """Ignoring the groups would be too sure of itself."""
    groups = [[1.0] * 5] * 16 + [[0.0] * 5] * 4
    plain = interval_of([value for group in groups for value in group])
    grouped = grouped_interval(map(sums, groups))
    assert grouped.low < plain.low
    assert grouped.high > plain.high


def test_grouped_is_never_narrower_than_plain():
    """Groups that happen to balance each other do not make the interval narrower than independent values do."""
    groups = [[1.0, 0.0]] * 39 + [[1.0, 1.0]]
    plain = interval_of([value for group in groups for value in group])
    grouped = grouped_interval(map(sums, groups))
    assert grouped.high - grouped.low >= plain.high - plain.low


def bernoulli(mean):
    """Answers are wholly right or wholly wrong."""
    return [0.0, 1.0], [1 - mean, mean]


def five_claims(mean):
    """Some of 5 claims hold, and answers differ in quality: beta-binomial with the weight of two observations."""
    a, b = 2 * mean, 2 * (1 - mean)
    weights = [
        math.comb(5, k)
        * math.exp(math.lgamma(k + a) + math.lgamma(5 - k + b) + math.lgamma(2) - math.lgamma(7))
        / math.exp(math.lgamma(a) + math.lgamma(b))
        for k in range(6)
    ]
    return [k / 5 for k in range(6)], weights


def mostly_perfect(mean):
    """Most answers are perfect, a minority is bad in several degrees (0.4 on average)."""
    bad = [0.0, 0.25, 0.5, 0.85]
    share = (1 - mean) / 0.6
    return [*bad, 1.0], [share / 4] * 4 + [1 - share]


@pytest.mark.parametrize("kind", [bernoulli, five_claims, mostly_perfect])
@pytest.mark.parametrize("mean", [0.8, 0.95, 0.99])
def test_coverage_of_the_mean_in_simulation(kind, mean):
    """The 95 % interval holds the true mean in at least 93 % of simulated runs of 20, 50 and 200 answers."""
    values, weights = kind(mean)
    assert math.fsum(weights) == pytest.approx(1.0)
    assert math.fsum(v * w for v, w in zip(values, weights, strict=True)) == pytest.approx(mean)
    cumulated = list(itertools.accumulate(weights))
    rng = random.Random(f"{kind.__name__} {mean}")  # noqa: S311 - a simulation
    for n in (20, 50, 200):
        hits = 0
        for _ in range(REPETITIONS):
            data = rng.choices(values, cum_weights=cumulated, k=n)
            low, high = mean_interval(n, sum(data), sum([x * x for x in data]))
            hits += low <= mean <= high
        assert hits / REPETITIONS >= 0.93, (n, hits / REPETITIONS)


@pytest.mark.parametrize("mean", [0.8, 0.95, 0.99])
@pytest.mark.parametrize("groups", [20, 50])
def test_coverage_with_groups_in_simulation(mean, groups):
    """With groups of 5 that mostly agree within (correlation 2/3), the interval holds the true mean in at least 92 %."""
    rng = random.Random(f"groups {mean} {groups}")  # noqa: S311 - a simulation
    hits = plain_hits = 0
    for _ in range(REPETITIONS):
        data = []
        for _ in range(groups):
            quality = rng.betavariate(mean / 2, (1 - mean) / 2)
            right = sum(rng.random() < quality for _ in range(5))
            data.append((5, right, right))
        low, high = grouped_interval(data)
        hits += low <= mean <= high
        total = sum(right for _, right, _ in data)
        low, high = mean_interval(5 * groups, total, total)
        plain_hits += low <= mean <= high
    assert hits / REPETITIONS >= 0.92
    assert plain_hits < hits, (
        "the plain interval does worse on grouped data, or the groups are not correlated"
    )
