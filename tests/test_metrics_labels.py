"""Human labels: which words are known, which are left out, and what is said of a doubt."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from upheld import ConfigurationError
from upheld.metrics.labels import LabelReader

anything = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=50)
    | st.lists(st.text(max_size=3), max_size=2)
)


@pytest.mark.parametrize(
    ("value", "label"),
    [
        ("supported", "supported"), ("Supported ", "supported"), (True, "supported"), ("TRUE", "supported"), (1, "supported"),
        (1.0, "supported"), ("1.0", "supported"), ("yes", "supported"), ("faithful", "supported"), ("entailment", "supported"),
        ("unsupported", "unsupported"), ("not supported", "unsupported"), (False, "unsupported"), (0, "unsupported"),
        ("0.0", "unsupported"), ("No", "unsupported"), ("hallucinated", "unsupported"),
        ("contradicted", "contradicted"), ("not_enough_info", "not_enough_info"), ("NOT ENOUGH INFO", "not_enough_info"),
        ("neutral", "not_enough_info"), ("contradiction", "contradicted"),
    ],
)  # fmt: skip
def test_words_that_are_known(value, label):
    """Case, gaps and the type of a truth value do not matter."""
    reader = LabelReader()
    assert reader.take(value) == label
    assert reader.read.total() == 1
    assert not reader.unknown


@pytest.mark.parametrize("value", [None, "", "  ", float("nan")])
def test_a_missing_label(value):
    """Nothing is counted as missing."""
    reader = LabelReader()
    assert reader.take(value) is None
    assert (reader.missing, reader.unknown.total()) == (1, 0)


@pytest.mark.parametrize(
    "value",
    ["maybe", 2, 0.5, "supportedd", "10", ["supported"], {"label": 1}, pytest.param(10**5000, id="long")],
)
def test_an_unknown_label_is_named_and_not_guessed(value):
    """What is no known word is counted under a name."""
    reader = LabelReader()
    assert reader.take(value) is None
    assert reader.unknown.total() == 1
    assert all(name for name in reader.unknown)


def test_words_of_the_user_win():
    """A meaning that was said replaces the known one, whatever the case."""
    reader = LabelReader(own={"1": "unsupported", "Attributable": "supported"})
    assert reader.take(True) == "supported"
    assert reader.take(1) == "unsupported"
    assert reader.take("attributable") == "supported"


def test_a_meaning_that_does_not_exist():
    """The message names the word and what it may mean."""
    with pytest.raises(ConfigurationError, match=r"'good' cannot mean 'great': use one of supported"):
        LabelReader(own={"good": "great"})


def test_names_of_unknown_labels_are_bounded():
    """A column of free text does not fill the memory, and every row of it is still counted."""
    reader = LabelReader()
    for n in range(3000):
        reader.take(f"comment {n} " + "x" * 1000)
    assert reader.unknown.total() == 3000
    assert len(reader.unknown) <= 1001
    assert max(map(len, reader.unknown)) <= 40


@pytest.mark.parametrize(
    ("field", "values", "own", "doubtful"),
    [
        ("is_hallucination", [1, 0], {}, True),
        ("hallucination", ["no"], {}, False),
        ("hallucination", [1, 0], {"1": "unsupported", "0": "supported"}, False),
        ("faithful", [1, 0], {}, False),
        ("hallucination", ["supported"], {}, False),
    ],
)
def test_a_field_that_reads_the_other_way_round(field, values, own, doubtful):
    """A yes in a field named after hallucinations may mean the contrary: that is said, with what to write."""
    reader = LabelReader(field, own)
    for value in values:
        reader.take(value)
    assert bool(reader.doubt) == doubtful
    assert not doubtful or "--label-means 1=unsupported" in reader.doubt


@settings(deadline=None, max_examples=50)
@given(st.lists(anything, max_size=10))
def test_every_row_is_counted_once(values):
    """Whatever stands there, it is read, unknown or missing."""
    reader = LabelReader()
    for value in values:
        reader.take(value)
    assert reader.read.total() + reader.unknown.total() + reader.missing == len(values)
