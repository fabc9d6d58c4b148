"""Spearman's rank correlation, ties included."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upheld.metrics.ranks import ranks, spearman

numbers = st.floats(-1e6, 1e6, allow_nan=False)


def test_equal_values_share_the_mean_of_their_ranks():
    """Two that are second and third are both 2.5."""
    assert ranks([0.5, 0.1, 0.5, 0.9]) == [2.5, 1.0, 2.5, 4.0]
    assert ranks([]) == []


def test_the_formula_for_ranks_without_ties():
    """Without ties it is 1 - 6 * sum(d squared) / (n (n squared - 1)): here the squares add up to 6 with n = 5."""
    assert spearman([1, 2, 3, 4, 5], [2, 1, 4, 3, 6]) == pytest.approx(1 - 6 * 4 / (5 * 24))


def test_a_case_with_ties_worked_by_hand():
    """Ranks 1.5, 1.5, 3 against 1, 2.5, 2.5: covariance 0.75 over 1.5 is one half."""
    assert spearman([0.0, 0.0, 1.0], [0.2, 0.7, 0.7]) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("one", "other"), [([], []), ([1.0], [2.0]), ([1.0, 1.0], [1.0, 2.0]), ([1.0, 2.0], [3.0, 3.0])]
)
def test_no_order_no_correlation(one, other):
    """Fewer than two things, or a list of one value, have none; it is never NaN."""
    assert spearman(one, other) is None


@given(st.lists(st.tuples(numbers, numbers), min_size=2, max_size=30))
def test_only_the_order_counts(pairs):
    """Ranks take the place of values unharmed, and turning one list around turns the sign."""
    one, other = [a for a, _ in pairs], [b for _, b in pairs]
    found = spearman(one, other)
    assert found == spearman(ranks(one), ranks(other)) == spearman(other, one)
    if found is None:
        assert len(set(one)) == 1 or len(set(other)) == 1
    else:
        assert -1.0 <= found <= 1.0
        assert math.isclose(-found, spearman(one, [-b for b in other]), abs_tol=1e-9)
        assert spearman(one, one) == pytest.approx(1.0)
