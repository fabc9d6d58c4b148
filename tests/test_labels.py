"""Numbers that name a thing."""

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upheld.checks.labels import labels


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("See Section 12 of the law.", [("Section 12", "section 12")]),
        ("In Week 7 and Week 8.", [("Week 7", "week 7"), ("Week 8", "week 8")]),
        ("Take route 66.", [("route 66", "route 66")]),
        ("It is no. 9.", [("no. 9", "no 9")]),
        ("Ask for room #101.", [("room #101", "room 101")]),
        ("Boeing 747 lands.", [("Boeing 747", "boeing 747")]),
    ],
)
def test_word_and_number(text, found):
    """A word that names and the number after it are one thing."""
    assert [(item.text, item.key) for item in labels(text)] == found
    assert all(text[i.start : i.end] == i.text and i.kind == "label" for i in labels(text))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "There are 12 sections.",
        "About 12 came.",
        "The 12 came.",
        "On March 5 it rained.",
        "In May 2023.",
        "Section 12% more",
        "Section 1.5",
        "Room 12:30",
        "Since 1990",
        "week 123456",
    ],
)
def test_a_count_a_date_or_an_amount_is_no_label(text):
    """Only numbers that name: not what is counted, dated or measured."""
    assert labels(text) == []


@given(st.text(alphabet="SWeko n.#012:%-", max_size=60))
def test_places_are_exact_and_in_order(text):
    """Items stand where they say and do not overlap."""
    found = labels(text)
    assert all(text[i.start : i.end] == i.text for i in found)
    assert all(a.end <= b.start for a, b in pairwise(found))


@pytest.mark.parametrize("piece", ["Week ", "no", "Section 1.", "A", "0", "room#", "Aa"])
def test_linear(piece):
    """100 kB of nearly labels are read in a moment."""
    text = piece * (100_000 // len(piece))
    before = time.perf_counter()
    labels(text)
    assert time.perf_counter() - before < 8.0
