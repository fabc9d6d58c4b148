"""How two exact things stand to each other: facts written by hand, one line each."""

import pytest

from upheld.checks.extract import items_in
from upheld.checks.items import Item
from upheld.checks.relate import EXACT, Tolerance, relate


def one(text):
    """Return the single item of a text."""
    (item,) = items_in(text, "en")
    return item


def outcome(claim, context, tolerance=EXACT):
    return relate(one(claim), one(context), tolerance)


AGREES = [
    # the same value in another spelling or unit
    ("330 m", "330 metres"),
    ("1,083 ft", "330 m"),
    ("330 m", "1,083 ft"),
    ("0.5 kg", "500 g"),
    ("2.5 litres", "2,500 ml"),
    ("90 minutes", "1.5 hours"),
    ("1,200", "1200"),
    ("1.2 million", "1,200,000"),
    ("twelve hundred", "1,200"),
    ("two dozen", "24"),
    ("$1.5bn", "$1,500 million"),
    ("one half", "50 %"),
    ("a quarter of users", "25 %"),
    ("32 °F", "0 °C"),
    # rounding and "about"
    ("about 330 m", "327 m"),
    ("about 2,000", "1,987"),
    ("roughly 50 %", "48.7 %"),
    ("3.1 kg", "3.14 kg"),
    # limits and ranges
    ("at least 5 kg", "7 kg"),
    ("at most 10 kg", "7 kg"),
    ("more than 100", "more than 150"),
    ("more than 100", "101"),
    ("under $20", "$19.99"),
    ("3 to 5 days", "3-5 days"),
    ("between 10 and 20 km", "15 km"),
    # dates: a finer one bears out a coarser one
    ("2023", "5 March 2023"),
    ("May 2023", "31 May 2023"),
    ("Q3 2023", "15 August 2023"),
    ("the 1990s", "1994"),
    ("March 5, 2023", "2023-03-05"),
    ("5 March", "5 March 2023"),
    # of two readings, one that agrees is enough
    ("5 March 2023", "05/03/2023"),
    ("3 May 2023", "05/03/2023"),
    # days
    ("Monday", "Mon-Fri"),
    ("weekdays", "Monday to Friday"),
    ("weekdays", "every day"),
    ("Saturday", "at weekends"),
    # clock
    ("9am", "9:00"),
    ("9am to 6pm", "9:00 to 18:00"),
    ("noon", "12:00"),
    # texts
    ("INC-004817", "INC-004817"),
    ("https://example.org/a", "https://example.org/a"),
    ("+4722000199", "+47 22 00 01 99"),
    ("v2.10.1", "version 2.10.1"),
]

CONFLICTS = [
    ("230 m", "330 m"),
    ("15 g", "15 mg"),
    ("2.1 ml", "2.1 l"),
    ("about 500 m", "330 m"),
    ("$20", "€20"),
    ("$1.3bn", "$1.2 billion"),
    ("33 %", "43 %"),
    ("at least 5 kg", "3 kg"),
    ("at most 10 kg", "12 kg"),
    ("under $20", "$25"),
    ("at least 7 kg", "at least 5 kg"),
    ("3 to 7 days", "3-5 days"),
    ("up to 1,600 hours", "up to 1,500 hours"),
    ("2022", "5 March 2023"),
    ("May 2023", "31 July 2023"),
    ("5 March 2023", "6 March 2023"),
    ("5 April", "5 March 2023"),
    ("Q2 2023", "15 August 2023"),
    ("every day", "Mon-Fri"),
    ("Saturday", "Sunday"),
    ("Monday to Saturday", "weekdays"),
    ("8am", "9:00"),
    ("8am to 5pm", "9:00 to 18:00"),
    ("9am to 5pm", "9:00 to 18:00"),
    ("INC-004871", "INC-004817"),
    ("v2.10.2", "v2.10.1"),
    ("Week 8", "Week 7"),
    ("100 °C", "100 °F"),
]

UNKNOWN = [
    # another kind of thing
    ("330 m", "1889"),
    ("330 m", "330 kg"),
    ("330", "330 m"),
    ("33 %", "5 m"),
    ("9:00", "9 km"),
    # a context that is less exact than the claim, or one-sided beyond it
    ("7 kg", "at least 5 kg"),
    ("5 March 2023", "March 2023"),
    ("March 2023", "2023"),
    ("2023", "since 2010"),
    ("12:00", "9:00 to 18:00"),
    ("9:00 to 12:00", "9:00"),
    # another set of days
    ("Saturday", "Mon-Fri"),
    ("at weekends", "weekdays"),
    # what stands in quotes, and identifiers of another series
    ("ABC-12", "INC-004817"),
    ("FY2023", "2023"),
]


@pytest.mark.parametrize(
    ("claim", "context", "expected"),
    [
        (claim, context, expected)
        for table, expected in ((AGREES, "agrees"), (CONFLICTS, "conflicts"), (UNKNOWN, "unknown"))
        for claim, context in table
    ],
)
def test_two_things(claim, context, expected):
    """Same kind and comparable before anything is said; then they agree, or they conflict."""
    assert outcome(claim, context) == expected


@pytest.mark.parametrize(
    ("claim", "context"), [pair for table in (AGREES, CONFLICTS, UNKNOWN) for pair in table]
)
def test_every_thing_agrees_with_itself(claim, context):
    """What the context says in the very words of the claim is borne out."""
    assert outcome(claim, claim) == outcome(context, context) == "agrees"


@pytest.mark.parametrize(
    ("claim", "context", "tolerance", "expected"),
    [
        ("101 m", "100 m", Tolerance({"length": 0.02}, {}), "agrees"),
        ("103 m", "100 m", Tolerance({"length": 0.02}, {}), "conflicts"),
        ("103 g", "100 g", Tolerance({"length": 0.5}, {}), "conflicts"),
        ("6 March 2023", "5 March 2023", Tolerance({}, {"date": 1.0}), "agrees"),
        ("7 March 2023", "5 March 2023", Tolerance({}, {"date": 1.0}), "conflicts"),
        ("9:05", "9:00", Tolerance({}, {"clock": 5.0}), "agrees"),
        ("9:06", "9:00", Tolerance({}, {"clock": 5.0}), "conflicts"),
        ("about 330 m", "327 m", Tolerance({}, {}, frozenset({"length"})), "conflicts"),
        ("3.1 kg", "3.14 kg", Tolerance({}, {}, frozenset({"mass"})), "conflicts"),
        ("0.5 kg", "500 g", Tolerance({}, {}, frozenset({"mass"})), "agrees"),
    ],
)
def test_tolerance(claim, context, tolerance, expected):
    """What the user allows passes, and not a step more; an exact kind does not even pass rounding, but it converts."""
    assert outcome(claim, context, tolerance) == expected


def test_about_in_the_context_is_no_licence():
    """A claim that names another value than "about 330" is not what the context says."""
    assert outcome("300 m", "about 330 m") == "conflicts"
    assert outcome("330 m", "about 330 m") == "agrees"


def test_a_tolerance_is_told_in_one_word():
    """The signature shows what passes, in an order that does not depend on how it was written."""
    told = Tolerance({"money": 0.01, "length": 0.02}, {"date": 1.0}, frozenset({"mass", "dose"})).told()
    assert told == "length=2%,money=1%,date=1,dose=exact,mass=exact"
    assert EXACT.told() == ""


def test_items_without_a_value_are_not_compared():
    """A thing of a kind with values that has none says nothing."""
    nothing = Item("length", 0, 1, "x", unit="m")
    assert relate(nothing, one("330 m")) == "unknown"
