"""Units and currencies: which words name them, and what they are in the base unit."""

from __future__ import annotations

import subprocess
import sys
import time

import pint
import pytest
from hypothesis import given
from hypothesis import strategies as st

from upheld.checks.currency import currency_after, currency_before, percent_at
from upheld.checks.number_tokens import Tokens
from upheld.checks.units import KNOWN, in_base, unit_at


@pytest.mark.parametrize(
    ("value", "word", "kind", "base_value", "base"),
    [
        (1, "m", "length", 1, "m"),
        (1083, "feet", "length", 330.0984, "m"),
        (12, "inches", "length", 0.3048, "m"),
        (26.2, "miles", "length", 42164.8128, "m"),
        (2, "Meter", "length", 2, "m"),
        (15, "mg", "mass", 0.015, "g"),
        (1, "lb", "mass", 453.59237, "g"),
        (1, "Tonnen", "mass", 1_000_000, "g"),
        (2, "litros", "volume", 2, "l"),
        (1, "cubic metre", "volume", 1000, "l"),
        (90, "minutes", "duration", 5400, "s"),
        (1, "day", "duration", 86_400, "s"),
        (12, "months", "duration", 31_557_600, "s"),
        (1, "Jahr", "duration", 31_557_600, "s"),
        (3, "business days", "duration", 3, "business day"),
        (1, "kB", "data", 1000, "byte"),
        (1, "MiB", "data", 1_048_576, "byte"),
        (8, "Mbps", "data_rate", 1_000_000, "byte/s"),
        (68, "°F", "temperature", 20, "°C"),
        (273.15, "K", "temperature", 0, "°C"),
        (100, "degrees Celsius", "temperature", 100, "°C"),
        (36, "km/h", "speed", 10, "m/s"),
        (1, "ha", "area", 10_000, "m²"),
        (1, "sq ft", "area", 0.09290304, "m²"),
        (1, "kWh", "energy", 3_600_000, "J"),
        (1, "kcal", "energy", 4184, "J"),
        (1, "MW", "power", 1_000_000, "W"),
        (1, "bar", "pressure", 100_000, "Pa"),
        (60, "rpm", "frequency", 1, "Hz"),
        (1, "kV", "voltage", 1000, "V"),
        (5, "mg/kg", "dose", 5, "mg/kg"),
        (400, "IU", "dose", 400, "IU"),
        (100, "mg/dL", "concentration", 1, "g/l"),
    ],
)
def test_units_in_their_base(value: float, word: str, kind: str, base_value: float, base: str) -> None:
    """Each unit gives the value that its definition gives, in the base unit of its kind."""
    found = in_base(value, word)
    assert found is not None
    assert (found[0], found[2]) == (kind, base)
    assert found[1] == pytest.approx(base_value, rel=1e-9)


@pytest.mark.parametrize("word", ["", "seat", "G", "Mm", "the", "x", "5", "漢", "business"])
def test_other_words_are_no_units(word: str) -> None:
    """A word that names no unit has no base."""
    assert in_base(1, word) is None


@pytest.mark.parametrize(("one", "two"), [("m", "M"), ("mg", "Mg"), ("k", "K"), ("s", "S"), ("mW", "MW")])
def test_case_of_symbols_matters(one: str, two: str) -> None:
    """Symbols that differ in case alone never mean the same."""
    first, second = in_base(1, one), in_base(1, two)
    assert first is None or second is None or first != second


def test_factors_are_those_of_pint() -> None:
    """The table agrees with pint on units that pint knows by the same word."""
    registry = pint.UnitRegistry()
    for word, target in [
        ("mile", "meter"),
        ("ounce", "gram"),
        ("gallon", "liter"),
        ("acre", "meter**2"),
        ("knot", "meter/second"),
    ]:
        found = in_base(7, word)
        assert found is not None
        assert found[1] == pytest.approx(registry.Quantity(7, word).to(target).magnitude)


@given(
    st.floats(-1e12, 1e12), st.sampled_from(["ft", "kg", "hours", "°F", "MB", "mph", "acres", "hp", "psi"])
)
def test_conversion_keeps_order(value: float, word: str) -> None:
    """A larger value stays larger in the base unit."""
    low, high = in_base(value, word), in_base(value + max(1.0, abs(value) * 1e-3), word)
    assert low is not None
    assert high is not None
    assert low[1] < high[1]


@pytest.mark.parametrize(
    ("text", "spelling"),
    [
        ("5 square kilometres of land", "square kilometres"),
        ("5 km/h fast", "km/h"),
        ("5 miles per hour", "miles per hour"),
        ("5 m of rope", "m"),
        ("5 business days", "business days"),
        ("5 sq. ft. of floor", "sq. ft."),
        ("5 m² of floor", "m²"),
    ],
)
def test_the_longest_unit_is_read(text: str, spelling: str) -> None:
    """Of several units that open at a word, the longest counts."""
    t = Tokens(text)
    found = unit_at(t, 1)
    assert found is not None
    assert text[t.start[1] : t.stop[found[1] - 1]] == spelling


@pytest.mark.parametrize(
    "text",
    [
        "5 in the morning",
        "5 l'eau",
        "5 d'entre",
        "5 mx",
        "5 m_x",
        "5 people",
        "5\nkg",
        "5 K9",
        "90s music",
        "5g network",
    ],
)
def test_words_that_look_like_units_are_left(text: str) -> None:
    """A preposition, an elision, a code, a decade or the next line is no unit."""
    assert unit_at(Tokens(text), 1) is None


@pytest.mark.parametrize(
    ("text", "at", "code", "first"),
    [
        ("$5", 1, "USD", 0),
        ("US$5", 2, "USD", 0),
        ("A$5", 2, "AUD", 0),
        ("€ 5", 1, "EUR", 0),
        ("CHF 5", 1, "CHF", 0),
        ("Rs. 5", 2, "INR", 0),
    ],
)
def test_currencies_before_a_number(text: str, at: int, code: str, first: int) -> None:
    """Signs, prefixed signs and codes before a number name its currency."""
    assert currency_before(Tokens(text), at) == (code, first)


@pytest.mark.parametrize(
    ("text", "code", "part"),
    [
        ("5 €", "EUR", 1),
        ("5€", "EUR", 1),
        ("5 USD", "USD", 1),
        ("5 euros", "EUR", 1),
        ("5 Canadian dollars", "CAD", 1),
        ("5 pence", "GBP", 0.01),
    ],
)
def test_currencies_after_a_number(text: str, code: str, part: float) -> None:
    """Signs, codes and words after a number name its currency."""
    found = currency_after(Tokens(text), 1)
    assert found is not None
    assert found[:2] == (code, part)


@pytest.mark.parametrize(
    "text", ["5 pounds", "5 $10 bills", "2019 EUR 5", "5 tries", "5 cop", "5 Cent (rapper)", "5\n€"]
)
def test_no_currency_after_a_number(text: str) -> None:
    """A mass, the currency of the next number, a name or the next line is no currency."""
    assert currency_after(Tokens(text, "en"), 1) is None


@pytest.mark.parametrize(
    ("text", "unit", "part"),
    [
        ("5 %", "%", 1), ("5 percent", "%", 1), ("5 per cent", "%", 1), ("5 por ciento", "%", 1), ("5 pour cent", "%", 1), ("5 ‰", "%", 0.1),
        ("5 percentage points", "pp", 1), ("5 %-points", "pp", 1), ("5 Prozentpunkte", "pp", 1), ("5 basis points", "pp", 0.01),
    ],
)  # fmt: skip
def test_percent_and_points(text: str, unit: str, part: float) -> None:
    """A share and a difference of shares are two units."""
    found = percent_at(Tokens(text), 1)
    assert found is not None
    assert found[:2] == (unit, part)


@pytest.mark.parametrize("text", ["5 per day", "5 pp. of text", "5 points", "5 por favor"])
def test_no_percent(text: str) -> None:
    """Rates, pages and points are no percentages."""
    assert percent_at(Tokens(text), 1) is None


def test_pint_is_loaded_by_the_first_conversion_only() -> None:
    """Importing the extractor, and reading a text without a converted unit, loads no pint; a conversion does, in time."""
    code = (
        "import sys, time\n"
        "from upheld.checks.quantities import quantities\n"
        "quantities('5 m and 3 seats for $20')\n"
        "assert 'pint' not in sys.modules\n"
        "started = time.process_time()\n"
        "assert quantities('5 miles')[0].low == 8046.72\n"
        "print(time.process_time() - started)\n"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert float(out) < 1.5


def test_a_conversion_is_cheap_once_the_table_stands() -> None:
    """After the first, a conversion is a look in a table."""
    in_base(1, "feet")
    started = time.process_time()
    for _ in range(10_000):
        in_base(1, "feet")
    assert time.process_time() - started < 3.0


@pytest.mark.parametrize("name", KNOWN)
def test_the_commonest_units_are_what_pint_says(name):
    """They are written down to spare the loading of pint, not to differ from it."""
    base = {
        "[length]": "meter",
        "[mass]": "gram",
        "[time]": "second",
        "[length] ** 3": "liter",
        "dimensionless": "byte",
    }
    quantity = pint.UnitRegistry().Quantity(1.0, name)
    assert quantity.to(base[str(quantity.dimensionality)]).magnitude == pytest.approx(KNOWN[name], rel=1e-12)


def test_a_duration_does_not_load_pint():
    """Days and hours are in most answers: a single check must not wait for unit algebra."""
    code = "import sys; from upheld.checks.units import in_base; in_base(30, 'days'); in_base(5, 'km'); print('pint' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
