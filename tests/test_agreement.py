"""Agreement with human labels: counts, rates, kappa, AUC, calibration, thresholds, gains."""

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from upheld.metrics.agreement import Confusion, cohen_kappa, fleiss_kappa, gain, mean_gain, measure

rows = st.lists(
    st.tuples(st.booleans(), st.booleans(), st.floats(0, 1), st.integers(0, 3)), min_size=1, max_size=30
)


def drawn(n_yes, n_no, tpr, tnr, seed):
    """Draw labels and decisions of a judge with known rates."""
    chance = random.Random(seed)  # noqa: S311 - reproducible rows, no secret
    truth = [True] * n_yes + [False] * n_no
    return truth, [chance.random() < (tpr if label else 1 - tnr) for label in truth]


def numbers(found):
    """Return every figure of an agreement that is there."""
    counts = found.confusion
    best = found.best
    values = [
        counts.true_positive_rate, counts.false_positive_rate, counts.precision, counts.recall, counts.f1, counts.prevalence,
        counts.baseline_f1, counts.balanced_accuracy, found.auc, found.calibration_error, *(found.interval or ()),
        *((best.threshold, best.balanced_accuracy, best.held_out) if best else ()),
    ]  # fmt: skip
    return [value for value in values if value is not None]


def test_groups_that_cancel_out_leave_an_interval_with_width():
    """Two groups that differ in each class and not in the mean of both tell little, and the interval says so."""
    one_group = [(False, False), *[(False, True)] * 4, (True, False), *[(True, True)] * 4]
    other_group = [(False, False), (True, False)]
    pairs = [*one_group, *other_group]
    truth, said = [t for t, _ in pairs], [s for _, s in pairs]
    found = measure(truth, said, [0.0] * len(pairs), [0] * len(one_group) + [1] * len(other_group))
    assert found.interval is not None
    assert found.interval.high > found.interval.low


def test_rates_by_hand():
    """Ten supported rows of which eight are kept, five others of which three are flagged."""
    counts = Confusion(kept=8, false_alarms=2, missed=2, caught=3)
    assert (counts.n, counts.supported, counts.unsupported) == (15, 10, 5)
    assert counts.true_positive_rate == 0.8
    assert counts.false_positive_rate == 0.4
    assert counts.precision == 0.6
    assert counts.recall == 0.6
    assert counts.f1 == pytest.approx(0.6)
    assert counts.balanced_accuracy == pytest.approx(0.7)
    assert counts.prevalence == pytest.approx(1 / 3)


def test_baseline_is_that_of_flagging_every_row():
    """The prevalence baseline is what the counts of a judge that flags all say of themselves."""
    flags_all = Confusion(kept=0, false_alarms=7, missed=0, caught=3)
    assert flags_all.f1 == pytest.approx(flags_all.baseline_f1)
    assert flags_all.precision == flags_all.prevalence
    assert flags_all.balanced_accuracy == 0.5


def test_a_rate_without_rows_is_none():
    """Where one class has no rows nothing is made up of it."""
    counts = Confusion(kept=3, false_alarms=1, missed=0, caught=0)
    assert counts.recall is counts.f1 is counts.baseline_f1 is counts.balanced_accuracy is None
    assert Confusion(0, 0, 0, 0).prevalence is None
    assert Confusion(kept=3, false_alarms=0, missed=1, caught=0).precision is None


def test_counts_of_rows():
    """Labels and decisions meet in the right cell."""
    found = measure([True, True, False, False, False], [True, False, True, False, False], [1, 0, 1, 0, 0])
    assert found.confusion == Confusion(kept=1, false_alarms=1, missed=1, caught=2)


@pytest.mark.parametrize(
    ("one", "other", "kappa"),
    [
        ([1, 1, 0, 0], [1, 1, 0, 0], 1.0),
        ([1, 1, 0, 0], [1, 0, 1, 0], 0.0),
        ([1, 1, 0, 0], [0, 0, 1, 1], -1.0),
        # 20 both yes, 15 both no, 5 and 10 apart: (0.7 - 0.5) / (1 - 0.5)
        ([1] * 25 + [0] * 25, [1] * 20 + [0] * 5 + [1] * 10 + [0] * 15, 0.4),
        (["a", "b", "c"], ["a", "b", "c"], 1.0),
        ([1, 1], [1, 1], None),
        ([], [], None),
    ],
)
def test_kappa_by_hand(one, other, kappa):
    """Full agreement is 1, that of chance 0; where chance agrees fully there is none."""
    assert cohen_kappa(one, other) == (None if kappa is None else pytest.approx(kappa))


def test_fleiss_kappa_of_a_table_worked_by_hand():
    """Ten rows, fourteen raters, five classes: pairs agree on 0.378 of all, by chance on 0.213, so kappa is 0.210."""
    table = [
        (0, 0, 0, 0, 14), (0, 2, 6, 4, 2), (0, 0, 3, 5, 6), (0, 3, 9, 2, 0), (2, 2, 8, 1, 1),
        (7, 7, 0, 0, 0), (3, 2, 6, 3, 0), (2, 5, 3, 2, 2), (6, 5, 2, 1, 0), (0, 2, 2, 3, 7),
    ]  # fmt: skip
    rows = [[name for name, count in enumerate(counts) for _ in range(count)] for counts in table]
    assert fleiss_kappa(rows) == pytest.approx(0.2099, abs=5e-5)


@pytest.mark.parametrize(
    ("rows", "kappa"),
    [
        (["aaa", "bbb"], 1.0),
        # each row 1 pair of 3 agrees, by chance 1/2
        (["aab", "abb"], -1 / 3),
        # rows 1, 1/3 and 1; a has 5 of 9 namings: (7/9 - 41/81) / (40/81)
        (["aaa", "baa", "bbb"], 0.55),
        (["aa", "ab", "bb", "ab"], 0.0),
        (["aaa", "aaa"], None),
        ([], None),
    ],
)
def test_fleiss_kappa_by_hand(rows, kappa):
    """Full agreement is 1, that of chance 0, less than chance below it; where there is only one class there is none."""
    assert fleiss_kappa(iter(rows)) == (None if kappa is None else pytest.approx(kappa))


@pytest.mark.parametrize("rows", [["a", "b"], ["aab", "ab"], [""]])
def test_fleiss_kappa_needs_as_many_namings_in_every_row(rows):
    """Rows of different length, or with a single naming, are refused and not guessed at."""
    with pytest.raises(ValueError, match="two classes or more"):
        fleiss_kappa(rows)


@settings(deadline=None, max_examples=50)
@given(
    st.lists(st.lists(st.sampled_from("abc"), min_size=4, max_size=4), min_size=1, max_size=20), st.randoms()
)
def test_fleiss_kappa_does_not_know_the_raters(rows, chance):
    """Who named what does not matter; kappa is at most 1, and 1 only where each row has one class."""
    kappa = fleiss_kappa(rows)
    assert kappa is None or kappa <= 1.0
    assert (kappa == 1.0) == (all(len(set(row)) == 1 for row in rows) and len(set(map(tuple, rows))) > 1)
    shuffled = [chance.sample(row, len(row)) for row in rows]
    assert fleiss_kappa(shuffled) == kappa


def test_auc_is_the_share_of_pairs_in_the_right_order():
    """Of six pairs four are in order and one is tied."""
    truth, p = [True, True, False, False, False], [0.9, 0.5, 0.5, 0.7, 0.1]
    pairs = [(a > b) + (a == b) / 2 for a in p[:2] for b in p[2:]]
    assert measure(truth, truth, p).auc == pytest.approx(sum(pairs) / 6) == pytest.approx(4.5 / 6)


def test_calibration_error_at_even_odds():
    """Nine supported rows weigh as much as one other: at 0.5 for all, even odds are met exactly."""
    truth = [True] * 9 + [False]
    assert measure(truth, truth, [0.5] * 10).calibration_error == pytest.approx(0.0, abs=1e-12)
    assert measure(truth, truth, [0.9] * 10).calibration_error == pytest.approx(0.4)
    assert measure(truth, truth, [float(label) for label in truth]).calibration_error == 0.0


def test_best_threshold_and_its_price():
    """It parts the classes, has few decimals, and says what it lets pass."""
    truth = [True] * 20 + [False] * 20
    p = [0.31 + n / 1000 for n in range(20)] + [0.1 + n / 100 for n in range(20)]
    found = measure(truth, [value >= 0.5 for value in p], p)
    assert found.confusion.balanced_accuracy == 0.5
    assert 0.29 < found.best.threshold <= 0.31
    assert found.best.threshold == round(found.best.threshold, 2)
    assert (found.best.balanced_accuracy, found.best.held_out) == (1.0, 1.0)
    assert (found.best.true_positive_rate, found.best.false_positive_rate) == (1.0, 0.0)


def test_held_out_threshold_is_not_flattered():
    """On pure noise the best threshold looks better than chance on its own rows, and does not on others."""
    flattered, honest = [], []
    for seed in range(30):
        chance = random.Random(seed)  # noqa: S311 - reproducible rows, no secret
        truth = [chance.random() < 0.5 for _ in range(60)]
        best = measure(truth, truth, [chance.random() for _ in truth]).best
        flattered.append(best.balanced_accuracy)
        honest.append(best.held_out)
    assert sum(flattered) / 30 > 0.56
    assert 0.44 < sum(honest) / 30 < 0.53


def test_held_out_needs_rows_of_each_class():
    """With one row of a class there is nothing to choose on while it is held out."""
    assert measure([True, False, False], [True, False, False], [0.9, 0.1, 0.2]).best.held_out is None


@pytest.mark.parametrize(("tpr", "tnr", "n_yes", "n_no"), [(0.8, 0.7, 100, 50), (0.99, 0.98, 60, 20)])
def test_interval_holds_the_truth_as_often_as_it_says(tpr, tnr, n_yes, n_no):
    """In 200 draws the 95 % interval misses the true balanced accuracy a few times."""
    hits = 0
    for seed in range(200):
        truth, said = drawn(n_yes, n_no, tpr, tnr, seed)
        low, high = measure(truth, said, [float(value) for value in said]).interval
        hits += low <= (tpr + tnr) / 2 <= high
    assert 180 <= hits <= 200


@pytest.mark.parametrize("groups", [None, list("aabbccddee"), ["a"] * 10])
def test_interval_of_a_perfect_judge_has_width(groups):
    """Ten rows without a fault leave room for faults; the fewer the groups, the more."""
    truth = [True, False] * 5
    low, high = measure(truth, truth, [float(label) for label in truth], groups).interval
    assert high == 1.0
    assert low < 0.9


def test_copies_in_groups_count_once():
    """Ten copies of each row leave the interval of whole groups as wide as that of the rows alone, and not narrower."""
    truth, said = drawn(30, 30, 0.8, 0.7, 1)
    p = [float(value) for value in said]
    once = measure(truth, said, p).interval
    groups = [n for n in range(60) for _ in range(10)]
    copied = [[value for value in values for _ in range(10)] for values in (truth, said, p)]
    grouped, plain = measure(*copied, groups).interval, measure(*copied).interval
    width = once.high - once.low
    assert grouped.high - grouped.low == pytest.approx(width, rel=0.25)
    assert plain.high - plain.low < width / 2


def test_gain_in_pairs_by_hand():
    """The first judge keeps one supported row more and flags one other more, of four each."""
    truth = [True] * 4 + [False] * 4
    first = [True, True, True, False, False, False, False, True]
    second = [True, True, False, False, False, False, True, True]
    found = gain(truth, first, second)
    assert found.value == pytest.approx(0.25)
    assert found.interval.low <= 0.25 <= found.interval.high
    assert gain(truth, second, first).value == pytest.approx(-0.25)


def test_gain_in_pairs_is_sharper_than_two_intervals():
    """Two judges that differ on few rows are told apart although their own intervals overlap."""
    truth, second = drawn(300, 300, 0.7, 0.7, 3)
    fixed = 0
    first = list(second)
    for n, (label, said) in enumerate(zip(truth, second, strict=True)):
        if label != said and fixed < 20:
            first[n], fixed = label, fixed + 1
    found = gain(truth, first, second)
    intervals = [measure(truth, said, [float(v) for v in said]).interval for said in (first, second)]
    assert found.interval.low > 0.0
    assert intervals[0].low < intervals[1].high


def test_gain_of_a_judge_over_itself():
    """There is none, and the interval says how far this few rows can be trusted in that."""
    truth, said = drawn(20, 20, 0.8, 0.8, 1)
    found = gain(truth, said, said)
    assert found.value == 0.0
    assert -0.2 < found.interval.low < 0.0 < found.interval.high < 0.2
    assert gain([True], [True], [False]) is None


def test_mean_gain_of_sets_that_share_nothing():
    """The mean of four equal sets is that of one, and its interval half as wide."""
    truth, second = drawn(100, 100, 0.6, 0.6, 5)
    _, first = drawn(100, 100, 0.8, 0.8, 6)
    one = gain(truth, first, second)
    mean = mean_gain([one] * 4)
    assert mean.value == pytest.approx(one.value)
    width = one.interval.high - one.interval.low
    assert mean.interval.high - mean.interval.low == pytest.approx(width / 2, rel=0.1)


@settings(deadline=None, max_examples=50)
@given(rows, st.booleans())
def test_figures_of_any_rows_are_sound(found, grouped):
    """Whatever the rows: no error, nothing that is not a number, rates in [0, 1], an interval that holds its value."""
    truth, said, p, groups = map(list, zip(*found, strict=True))
    agreement = measure(truth, said, p, groups if grouped else None)
    assert all(math.isfinite(value) and -1e-9 <= value <= 1 + 1e-9 for value in numbers(agreement))
    both = len(set(truth)) == 2
    assert (agreement.interval is None) == (not both)
    if both:
        low, high = agreement.interval
        assert low <= agreement.confusion.balanced_accuracy <= high
        assert high - low > 1e-6
        reached = (
            sum(
                ((v >= agreement.best.threshold) == y) / truth.count(y) for v, y in zip(p, truth, strict=True)
            )
            / 2
        )
        assert reached == pytest.approx(agreement.best.balanced_accuracy)


@settings(deadline=None, max_examples=50)
@given(rows)
def test_the_same_rows_give_the_same_figures(found):
    """Draws are seeded: a report can be made again."""
    truth, said, p, _ = map(list, zip(*found, strict=True))
    assert measure(truth, said, p) == measure(truth, said, p)
