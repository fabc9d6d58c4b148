"""Quantities: numbers with their units, currencies, ranges and comparisons."""

from __future__ import annotations

import json
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upheld.checks.digits import rough_step
from upheld.checks.quantities import quantities

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "checks_quantities.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]


@pytest.mark.parametrize("case", CASES, ids=[f"line {n}" for n in range(1, len(CASES) + 1)])
def test_reads_what_a_human_reads(case: dict[str, Any]) -> None:
    """Each hand-written case gives exactly its items: kind, span, value, unit, relation."""
    found = quantities(case["text"], case.get("language"))
    assert [(i.kind, i.text) for i in found] == [(i["kind"], i["text"]) for i in case["items"]]
    for item, wanted in zip(found, case["items"], strict=True):
        assert item.low == pytest.approx(wanted["low"], rel=1e-9)
        assert item.high == pytest.approx(wanted["high"], rel=1e-9)
        assert (item.unit, item.relation) == (wanted["unit"], wanted["relation"])
        if "slack" in wanted:
            assert item.slack == pytest.approx(wanted["slack"], rel=1e-9)
        if "others" in wanted:
            assert len(item.others) == len(wanted["others"])
            assert [value for pair in item.others for value in pair] == pytest.approx(
                [value for pair in wanted["others"] for value in pair], rel=1e-9
            )


PIECES = st.sampled_from(
    [
        *"0123456789", *"+-−–—.,:/'’\"%$€£°~<>()[]½²⁵^×xeEkKmMBgstdhC", " ", "\u00a0", "\u202f", "\n", "\u2028", "\x00", "漢", "ß", "İ",
        "one", "two", "a", "an", "half", "third", "quarter", "hundred", "thousand", "million", "and", "y", "et", "to", "between", "of",
        "first", "second", "once", "twenty-", "quatre-vingt-", "mil", "Mio.", "dozen", "kg", "km/h", "ft", "in", "hour", "years",
        "percent", "USD", "US$", "business days", "at least", "or more", "May", "seats", "No.", "1,200", "1.200", "1/2", "2023", "10^6",
    ]
)  # fmt: skip
TEXTS = st.one_of(
    st.text(alphabet=st.characters(), max_size=60),
    st.lists(PIECES, max_size=25).map("".join),
    st.lists(PIECES, max_size=25).map(" ".join),
)


@given(TEXTS, st.sampled_from([None, "en", "es", "de", "fr", "pt"]))
def test_any_text_gives_items_in_order_with_exact_spans(text: str, language: str | None) -> None:
    """Whatever the text, items are slices of it, in order, apart from each other, with finite ends in order."""
    found = quantities(text, language)
    for item in found:
        assert text[item.start : item.end] == item.text
        assert item.text.strip() == item.text != ""
        assert item.low is not None
        assert item.high is not None
        assert item.low <= item.high
        assert (item.relation == "range") == (item.low < item.high)
        assert item.slack >= 0
    for one, two in pairwise(found):
        assert one.end <= two.start


@given(st.integers(1, 10**9))
def test_thousands_separators_do_not_change_a_value(value: int) -> None:
    """1234567, 1,234,567, 1.234.567 and 1 234 567 are one number of seats."""
    plain = f"{value:,}"
    for shown in (str(value), plain, plain.replace(",", "\u202f")):
        assert [i.low for i in quantities(f"They sold {shown} seats.", "en")] == [value]
    assert [i.low for i in quantities(f"Es gab {plain.replace(',', '.')} Plätze.", "de")] == [value]


@given(st.integers(1, 9999), st.integers(0, 99))
def test_decimal_marks_do_not_change_a_price(euros: int, cents: int) -> None:
    """1,234.05 in English and 1.234,05 in German are one price."""
    shown = f"{euros + cents / 100:,.2f}"
    german = shown.translate(str.maketrans(",.", ".,"))
    for text, language in ((f"It costs €{shown}.", "en"), (f"Es kostet {german} €.", "de")):
        (item,) = quantities(text, language)
        assert (item.kind, item.unit, item.slack) == ("money", "EUR", pytest.approx(0.005))
        assert item.low == pytest.approx(euros + cents / 100)


ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()


def in_words(value: int) -> str:
    """Write a number below a million in English words."""
    if value < 20:
        return ONES[value]
    if value < 100:
        return TENS[value // 10 - 2] + (f"-{ONES[value % 10]}" if value % 10 else "")
    if value < 1000:
        return f"{ONES[value // 100]} hundred" + (f" and {in_words(value % 100)}" if value % 100 else "")
    rest = value % 1000
    joint = " and " if 0 < rest < 100 else " "
    return f"{in_words(value // 1000)} thousand" + (joint + in_words(rest) if rest else "")


@given(st.integers(2, 999_999))
def test_numbers_in_words_are_the_numbers_in_digits(value: int) -> None:
    """Any number below a million reads alike in words and in digits."""
    (item,) = quantities(f"there were {in_words(value)} seats", "en")
    assert (item.low, item.unit, item.text) == (value, "seat", in_words(value))


@given(st.integers(1, 10**6), st.sampled_from([1.0, 0.1, 0.01]))
def test_rough_step_is_the_place_of_the_last_digit_that_counts(value: int, step: float) -> None:
    """Divided by the rough step, a number ends in a digit that is not zero."""
    rough = rough_step(value * step, step)
    assert round(value * step / rough) % 10 != 0
    assert value * step / rough == pytest.approx(round(value * step / rough))


NASTY = [
    "1", "1 ", "1,", "1.", "1-", "-1", "1 111 ", "111 111 ", "1/2 ", "1/", "half ", "one hundred and ", "a million ", "two ", "$1", "5 kg",
    "5 ft 2 in ", "1 and a half ", "one in ", "between 1 and ", "5 - ", "1e5", "10^", "×10", "⁵", "5'5\"", "quatre-vingt-", "and-",
    "no more than ", "5 of the ", "1, 300 ", "\n1.", "(1)", "Boeing 7 ", "5 new ", "May 5 ", "\u00a01", "sq ", "5 square ",
]  # fmt: skip


@pytest.mark.parametrize("fragment", NASTY)
def test_time_grows_with_the_text_and_not_faster(fragment: str) -> None:
    """A fragment repeated to 100 kB is read in time; ten times the text takes about ten times as long."""
    took = []
    for size in (10_000, 100_000):
        text = (fragment * (size // len(fragment) + 1))[:size]
        started = time.process_time()
        quantities(text, "en")
        took.append(time.process_time() - started)
    assert took[1] < 40 * max(took[0], 0.05)  # quadratic would be 100 times; a busy machine adds some noise


def test_a_text_without_numbers_costs_next_to_nothing() -> None:
    """Texts without a digit or a number word are given up after one glance."""
    text = (
        "The tower stands on the river bank and was named after the engineer who designed and built it. " * 20
    )
    started = time.process_time()
    for _ in range(200):
        assert quantities(text) == []
    assert (time.process_time() - started) / 200 < 0.002
