"""The extractors beside others' on plain texts, where all of them should read the same; docs/checks.md has the rest."""

from __future__ import annotations

import datetime as dt
import warnings

import pytest

from upheld.checks.dates import dates
from upheld.checks.quantities import quantities

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # quantulum3 warns that its optional classifier is not there
    import datefinder
    from quantulum3 import parser as quantulum

QUANTITIES = [
    "The tower is 330 metres tall.",
    "The parcel weighs 10 kilograms.",
    "The tank holds 2.5 litres.",
    "It takes 45 minutes on foot.",
    "The file has 12 megabytes.",
    "The rope is 15.5 metres long.",
    "The trip lasts 3 hours.",
    "The plate is 25 centimetres wide.",
    "The ticket costs $20.",
    "The lamp costs €49.99.",
    "Humidity reached 33%.",
    "She ran 5 kilometers.",
    "The engine has 110 kilowatts.",
    "The bag holds 500 grams.",
    "The bridge is 1,250 metres long.",
]
FACTOR = {
    "kilogram": 1000,
    "litre": 1,
    "minute": 60,
    "minute of arc": 60,  # its guess without the classifier: the number and the place are right
    "megabyte": 1e6,
    "hour": 3600,
    "centimetre": 0.01,
    "kilometre": 1000,
    "kilowatt": 1000,
}


@pytest.mark.parametrize("text", QUANTITIES)
def test_reads_what_quantulum3_reads(text):
    """On a plain quantity both find one value, at the same place."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        (theirs,) = quantulum.parse(text)
    (ours,) = quantities(text, "en")
    assert ours.low == pytest.approx(theirs.value * FACTOR.get(theirs.unit.name, 1))
    assert (ours.start, ours.end) == theirs.span


DATES = [
    "The shop opened on 5 March 2023.",
    "The law passed on March 5, 2023.",
    "It was founded on 2023-03-05.",
    "Signed on 24 December 1999.",
    "The deadline is April 7, 2026.",
    "Due by 13 May 2026.",
    "Released 1 September 2008 in Japan.",
    "Born on 14 March 1879.",
]


@pytest.mark.parametrize("text", DATES)
def test_reads_what_datefinder_reads(text):
    """On a full date both find the same day."""
    (theirs,) = datefinder.find_dates(text, base_date=dt.datetime(2000, 1, 1, tzinfo=dt.UTC))
    (ours,) = dates(text, "en")
    assert ours.low == ours.high == theirs.date().toordinal()


def test_a_date_that_does_not_exist_is_read_by_neither_as_a_day():
    """31 February is no date for us; the other library makes one of it, which is why the check is ours."""
    assert dates("Due on 31 February 2024.", "en") == []
