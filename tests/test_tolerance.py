"""What a user lets a number be off: how it is written, and what it does to a verdict."""

import pytest

import upheld
from upheld.checks.tolerance import KINDS, PRESETS, tolerances
from upheld.checks.units import in_base


@pytest.mark.parametrize(
    ("given", "relative", "absolute"),
    [
        ({"length": "2%"}, {"length": 0.02}, {}),
        ({"length": " 2.5 % "}, {"length": 0.025}, {}),
        ({"date": "1d"}, {}, {"date": 1.0}),
        ({"date": "2 weeks"}, {}, {"date": 14.0}),
        ({"time": "5min"}, {}, {"clock": 5.0}),
        ({"time": "1 hour"}, {}, {"clock": 60.0}),
        ({"mass": "0.5 kg"}, {}, {"mass": 500.0}),
        ({"duration": "30 s"}, {}, {"duration": 30.0}),
        ({"temperature": "1.8 °F"}, {}, {"temperature": 1.0}),
        ({"speed": "3.6 km/h"}, {}, {"speed": 1.0}),
        ({"number": "3"}, {}, {"number": 3.0}),
        ({"number": 3}, {}, {"number": 3.0}),
        ({}, {}, {}),
        (None, {}, {}),
    ],
)
def test_amounts(given, relative, absolute):
    """A share is kept as a fraction, an amount in the unit in which its kind is compared."""
    found = tolerances(given)
    assert dict(found.relative) == pytest.approx(relative)
    assert dict(found.absolute) == pytest.approx(absolute)
    assert found.exact == frozenset()


@pytest.mark.parametrize(
    ("kind", "amount"),
    [
        ("length", "two percent"),
        ("length", ""),
        ("length", "-2%"),
        ("length", "2%%"),
        ("length", "1e400"),
        ("length", "nan"),
        ("length", "5 kg"),
        ("length", "5 florins"),
        ("date", "1 km"),
        ("time", "3 kg"),
        ("mass", "__import__('os')"),
    ],
)
def test_what_is_no_amount_is_a_configuration_error(kind, amount):
    """A wrong amount, or a unit of another kind, is said before any row is read, with kind and value named."""
    with pytest.raises(upheld.ConfigurationError) as caught:
        tolerances({kind: amount})
    assert kind in str(caught.value)
    assert amount.lstrip("0123456789 ") in str(caught.value)
    with pytest.raises(upheld.ConfigurationError):
        upheld.check("It is 5 m long.", ["It is 5 m long."], tolerance={kind: amount})


@pytest.mark.parametrize("amount", ["0%", "0", "0 EUR", "0.0 %"])
def test_nothing_may_be_off_makes_a_kind_exact(amount):
    """Who writes 0 % gets 0 %: not even "about" and rounding pass."""
    assert tolerances({"money": amount}).exact == {"money"}
    assert tolerances({"mass": "0%"}, "medical").exact == PRESETS["medical"]


def test_an_unknown_kind_is_a_configuration_error_that_names_the_near_one():
    """A typing mistake in a kind would else let the number pass, or not, in silence."""
    with pytest.raises(upheld.ConfigurationError, match=r"lenght.*did you mean 'length'"):
        tolerances({"lenght": "2%"})


def test_every_kind_of_unit_may_have_a_tolerance():
    """The list of kinds is that of the units, and the kinds that need none."""
    for unit in (
        "m",
        "g",
        "l",
        "hours",
        "MB",
        "Mbit/s",
        "°C",
        "km/h",
        "m²",
        "kWh",
        "kW",
        "bar",
        "Hz",
        "V",
        "amperes",
        "mg/l",
        "mmol/l",
        "mg/kg",
        "mpg",
    ):
        kind, *_ = in_base(1, unit)
        assert kind in KINDS, unit
    assert {"number", "ordinal", "percent", "money", "date", "clock"} <= KINDS


def test_medical_amounts_are_exact_unless_the_user_says_otherwise():
    """The preset of a domain takes rounding away; a tolerance that is given for a kind brings its own."""
    assert tolerances(None, "medical").exact == PRESETS["medical"]
    assert "mass" in PRESETS["medical"]
    assert tolerances({"mass": "1%"}, "medical").exact == PRESETS["medical"] - {"mass"}
    assert tolerances(None, "legal").exact == frozenset()


TOWER = "The Eiffel Tower is 330 metres tall."


@pytest.mark.parametrize(
    ("claim", "context", "options", "label"),
    [
        ("The Eiffel Tower is 335 metres tall.", TOWER, {}, "contradicted"),
        ("The Eiffel Tower is 335 metres tall.", TOWER, {"tolerance": {"length": "2%"}}, "supported"),
        ("The Eiffel Tower is 345 metres tall.", TOWER, {"tolerance": {"length": "2%"}}, "contradicted"),
        ("The Eiffel Tower is 335 metres tall.", TOWER, {"tolerance": {"length": "10 m"}}, "supported"),
        ("The Eiffel Tower is 335 metres tall.", TOWER, {"tolerance": {"mass": "2%"}}, "contradicted"),
        (
            "The hearing is on 6 May 2026.",
            "The hearing is on 5 May 2026.",
            {"tolerance": {"date": "1d"}},
            "supported",
        ),
        (
            "The hearing is on 7 May 2026.",
            "The hearing is on 5 May 2026.",
            {"tolerance": {"date": "1d"}},
            "contradicted",
        ),
        (
            "The train leaves at 9:05.",
            "The train leaves at 9:00.",
            {"tolerance": {"time": "5min"}},
            "supported",
        ),
        (
            "The train leaves at 9:15.",
            "The train leaves at 9:00.",
            {"tolerance": {"time": "5min"}},
            "contradicted",
        ),
        ("The daily dose is about 100 mg.", "The daily dose is 98 mg.", {}, "supported"),
        (
            "The daily dose is about 100 mg.",
            "The daily dose is 98 mg.",
            {"domain": "medical"},
            "contradicted",
        ),
    ],
)
def test_a_tolerance_moves_the_line_of_the_verdict(claim, context, options, label):
    """Within the tolerance the context bears the claim out, beyond it it contradicts."""
    result = upheld.check(claim, [context], judge="checks", **options)
    assert [c.verdict.label for c in result.claims] == [label]


@pytest.mark.parametrize(
    ("given", "parts"),
    [
        ({"money": 0.05}, ["money", "'0.05' has no unit", '"5%"']),
        ({"money": "12"}, ["money", "'12' has no unit", '"5%"']),
        ({"money": "5 EUR"}, ["money", "'5 EUR' is an amount", '"5%"']),
        ({"length": "3"}, ["length", "'3' has no unit", '"5%"', '"5 cm"']),
        ({"date": 1}, ["date", "'1' has no unit", '"1d"']),
        ({"time": 5}, ["time", "'5' has no unit", '"5min"']),
        ({"speed": 5}, ["speed", "'5' has no unit", "an amount with its unit"]),
    ],
)
def test_an_amount_without_a_unit_is_refused_with_both_ways_to_write_it(given, parts):
    """0.05 of money could be five per cent or five cents: nobody guesses which."""
    with pytest.raises(upheld.ConfigurationError) as caught:
        tolerances(given)
    assert [part for part in parts if part not in str(caught.value)] == []


@pytest.mark.parametrize("given", ["5%", 5, [("money", "5%")], {"5%"}])
def test_tolerances_that_are_no_mapping_are_told_with_an_example(given):
    """A share alone says nothing of the kinds it is for."""
    with pytest.raises(
        upheld.ConfigurationError, match=r'must be a mapping of kinds, such as \{"money": "5%"'
    ):
        tolerances(given)
