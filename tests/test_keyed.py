"""Bare numbers whose unit stands in their key."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upheld.checks.extract import items_in
from upheld.checks.keyed import keyed


def read(text):
    return keyed(text, items_in(text, "en"))


@pytest.mark.parametrize(
    ("text", "kind", "low", "unit"),
    [
        ("sla hours: 4", "duration", 14400, "s"),
        ("temp c: 21", "temperature", 21, "°C"),
        ("temp f: 212", "temperature", 100, "°C"),
        ("Max temp Celsius: 30", "temperature", 30, "°C"),
        ("humidity pct: 45", "percent", 45, "%"),
        ("share percent: 45", "percent", 45, "%"),
        ("price eur: 30", "money", 30, "EUR"),
        ("price usd: 30", "money", 30, "USD"),
        ("Weight (kg): 5", "mass", 5000, "g"),
        ("Range (km): 320", "length", 320_000, "m"),
        ("Price ($): 30", "money", 30, "USD"),
        ("Offices: 12", "number", 12, "offic"),
        ("name: Gold, sla hours: 4", "duration", 14400, "s"),
    ],
)
def test_the_key_names_unit_or_counted_thing(text, kind, low, unit):
    """A bare number takes the unit, currency or noun of its key, converted to the base unit."""
    found = read(text)[-1]
    assert (found.kind, found.low, found.high, found.unit) == (
        kind,
        pytest.approx(low),
        pytest.approx(low),
        unit,
    )
    assert text[found.start : found.end] == found.text


@pytest.mark.parametrize("text", ["Price: $30", "Weight (kg): 5 lb", "Founded: 5 March 2023", "Opens: 9:00"])
def test_a_number_with_a_unit_of_its_own_keeps_it(text):
    """What is said at the number outweighs what its key says."""
    assert read(text) == items_in(text, "en")


@pytest.mark.parametrize("text", ["", "It costs 30 euros.", "C: 21", ": 5", "5: 6", "no key 5", "12:30"])
def test_no_key_no_change(text):
    """Without a key of words nothing is made up; a lone letter is no scale."""
    assert [item.kind for item in read(text)] == [item.kind for item in items_in(text, "en")]


def test_each_number_takes_the_key_before_it():
    """Several pairs in a line do not share their keys."""
    found = read("width (cm): 40, depth (m): 2, seats: 5")
    assert [(i.kind, i.low) for i in found] == [("length", 0.4), ("length", 2), ("number", 5)]


@given(st.text(alphabet="ab:,; \n5%$€()°k", max_size=80))
def test_never_raises_and_keeps_places(text):
    """Whatever the text, items stay where they are and as many as they were."""
    before = items_in(text)
    after = keyed(text, before)
    assert [(i.start, i.end, i.text) for i in after] == [(i.start, i.end, i.text) for i in before]


def test_linear():
    """100 kB of pairs are read in a moment: keys are looked up, not searched for each number."""
    text = "k: 5, " * 16_000
    items = items_in(text)
    before = time.perf_counter()
    assert len(keyed(text, items)) == len(items)
    assert time.perf_counter() - before < 8.0
