"""Dates of a text."""

from __future__ import annotations

import datetime as dt
import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upheld.checks.dates import dates
from upheld.checks.days import ordinal

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "data/checks_dates.jsonl").read_text("utf-8").splitlines()
]

# Pieces that the patterns care about, so that examples hit their corners more often than plain text would.
pieces = st.sampled_from(
    ["3", "05", "31", "1998", "2023", "May", "march ", "mars", "-", "–", "/", ".", ",", " ", " to ", " and ", " of ", "th", "st", "'", "s",
     " BC", "AD ", "Q3 ", "FY", "century", "the ", "late ", "19", "XIX", "e siècle", "\n", "İ", "ß", "\u00a0", "\ud800", "²", "٣"]
)  # fmt: skip
awkward = st.lists(pieces, max_size=14).map("".join)


def day(value: int | str) -> int:
    """Return the ordinal of an ISO date; numbers are given as they are."""
    return value if isinstance(value, int) else dt.date.fromisoformat(value).toordinal()


@pytest.mark.parametrize("case", CASES, ids=[str(n) for n in range(1, len(CASES) + 1)])
def test_reads_each_case(case: dict) -> None:
    """Each line of the table gives exactly its dates, with their days, units and relations."""
    found = [
        (i.kind, i.text, i.unit, i.low, i.high, i.relation, i.others)
        for i in dates(case["text"], case.get("language"))
    ]
    wanted = [
        (w["kind"], w["text"], w["unit"], day(w["low"]), day(w["high"]), w["relation"],
         tuple((day(low), day(high)) for low, high in w.get("others", [])))
        for w in case["items"]
    ]  # fmt: skip
    assert found == wanted


@given(st.dates(min_value=dt.date(1000, 1, 1), max_value=dt.date(2999, 12, 31)))
def test_every_written_form_of_a_day_means_that_day(date: dt.date) -> None:
    """ISO, day-month-year, month-day-year and dotted forms of any day give its ordinal."""
    month = date.strftime("%B")
    for form in (
        date.isoformat(),
        f"{date.day} {month} {date.year}",
        f"{month} {date.day}, {date.year}",
        f"the {date.day}th of {month} {date.year}",
        f"{date.day:02}.{date.month:02}.{date.year}",
    ):
        found = dates(f"It was {form}.")
        assert [(i.low, i.high, i.unit) for i in found] == [(date.toordinal(), date.toordinal(), "day")], form


@given(st.dates())
def test_ordinal_agrees_with_the_standard_library(date: dt.date) -> None:
    """Our calendar, which also knows years before 1, counts as datetime does."""
    assert ordinal(date.year, date.month, date.day) == date.toordinal()


@given(st.integers(-4000, 4000))
def test_years_follow_each_other_without_a_gap(year: int) -> None:
    """The day after 31 December of any year, before and after year 0, is 1 January of the next."""
    assert ordinal(year, 12, 31) + 1 == ordinal(year + 1, 1, 1)


@given(st.one_of(st.text(max_size=80), awkward), st.sampled_from([None, "en", "de", "fr", "es", "pt", "ja"]))
def test_any_text_gives_exact_spans_in_order(text: str, language: str | None) -> None:
    """No text raises; spans are exact, in order and apart; low is never above high; others are not the main reading."""
    end = 0
    for item in dates(text, language):
        assert text[item.start : item.end] == item.text
        assert item.start >= end
        assert item.text.strip() == item.text != ""
        assert item.low is not None
        assert item.high is not None
        assert item.low <= item.high
        assert (item.low, item.high) not in item.others
        end = item.end


@pytest.mark.parametrize(
    "piece",
    ["1", "1 ", "12/", "1.", "5 May ", "May ", "mars ", "2019-", "2019 to ", "19th and ", "'90s ", "the ", " - ", "i", "x", "v. chr. ", "1990s, ",
     "2023, ", "3 - 5 ", "Q3 ", "in ", "twenty-", "(", "AD 1", "\u00a0", "-", "a.d", "fy "],
)  # fmt: skip
def test_long_texts_take_linear_time(piece: str) -> None:
    """100 kB of any one fragment are read in about ten times the time of 10 kB, and within two seconds."""
    dates(piece * 10)
    start = time.process_time()
    dates(piece * (100_000 // len(piece)))
    assert time.process_time() - start < 8.0
