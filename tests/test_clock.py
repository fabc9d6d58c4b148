"""Times of day and days of the week."""

from __future__ import annotations

import itertools
import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upheld.checks.clock import clocks

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "data/checks_clock.jsonl").read_text("utf-8").splitlines()
]
DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

pieces = st.sampled_from(
    ["9", "18", "12", "am", " pm", " a.m.", ":", ".", "h", " Uhr", " to ", "-", "–", " and ", "between ", "open ", "noon", "midnight", "half past ", "nine",
     " in the evening", "Mon", "Fri", "Monday", "weekdays", " except ", "24/7", "every day", ", ", "so", "do", "'s", "\n", "İ", "\u00a0", "\ud800"]
)  # fmt: skip
awkward = st.lists(pieces, max_size=14).map("".join)


def minutes(clock: str) -> int:
    """Return the minutes of ``hh:mm``."""
    hour, minute = clock.split(":")
    return int(hour) * 60 + int(minute)


@pytest.mark.parametrize("case", CASES, ids=[str(n) for n in range(1, len(CASES) + 1)])
def test_reads_each_case(case: dict) -> None:
    """Each line of the table gives exactly its times and days."""
    found = [
        ("weekdays", i.text, i.key)
        if i.kind == "weekdays"
        else (i.kind, i.text, i.low, i.high, i.relation, i.others)
        for i in clocks(case["text"])
    ]
    wanted = [
        ("weekdays", w["text"], w["key"])
        if w["kind"] == "weekdays"
        else (
            w["kind"], w["text"], minutes(w["low"]), minutes(w["high"]), w["relation"],
            tuple((minutes(low), minutes(high)) for low, high in w.get("others", [])),
        )
        for w in case["items"]
    ]  # fmt: skip
    assert found == wanted


@given(st.times())
def test_every_written_form_of_a_time_means_that_time(when: object) -> None:
    """24-hour, 12-hour, German and French forms of any time give its minutes."""
    hour, minute = when.hour, when.minute  # type: ignore[attr-defined]
    half = "pm" if hour >= 12 else "am"
    for form in (
        f"{hour:02}:{minute:02}",
        f"{hour % 12 or 12}:{minute:02} {half}",
        f"{hour % 12 or 12}:{minute:02}{half.upper()}",
        f"{hour}.{minute:02} Uhr",
        f"{hour:02}h{minute:02}",
    ):
        found = clocks(f"Start {form}, please")
        assert [i.low for i in found] == [hour * 60 + minute], form
        assert found[0].text == form


@given(st.integers(0, 6), st.integers(0, 6))
def test_a_span_of_days_holds_each_day_between(first: int, last: int) -> None:
    """A span "X to Y" holds X, Y and all days between, over Sunday too."""
    wanted = {(first + n) % 7 + 1 for n in range((last - first) % 7 + 1)}
    found = clocks(f"{DAYS[first]} to {DAYS[last]}")
    assert [set(i.key) for i in found] == [{str(day) for day in wanted}]


@given(st.sets(st.integers(0, 6), min_size=1, max_size=6))
def test_all_days_except_some_is_the_rest(out: set[int]) -> None:
    """What "every day except ..." means is the complement, and the key is sorted."""
    (item,) = clocks("every day except " + ", ".join(DAYS[n] for n in sorted(out)))
    assert item.key == "".join(str(n + 1) for n in range(7) if n not in out)


@given(st.one_of(st.text(max_size=80), awkward))
def test_any_text_gives_exact_spans_in_order(text: str) -> None:
    """No text raises; spans are exact and in order; only "24/7" gives two items over the same characters."""
    spans = []
    for item in clocks(text):
        assert text[item.start : item.end] == item.text != ""
        if item.kind == "clock":
            assert item.low is not None
            assert item.high is not None
            assert 0 <= item.low <= item.high <= 2880
        else:
            assert item.key == "".join(sorted(set(item.key))) != ""
        spans.append((item.start, item.end))
    for one, other in itertools.pairwise(spans):
        assert other[0] >= one[1] or one == other


@pytest.mark.parametrize(
    "piece",
    ["9", "9 ", "9:00 ", "9:00-", "9am to ", "9 to ", "open 9-", "half past ", "Mon, ", "Mon-", "Monday and ", "every day except ", "monday, ", "12 h ",
     "noon ", "in the ", "so ", "24/7 ", "- ", "de 9 a ", "a.m. "],
)  # fmt: skip
def test_long_texts_take_linear_time(piece: str) -> None:
    """100 kB of any one fragment are read within two seconds."""
    start = time.process_time()
    clocks(piece * (100_000 // len(piece)))
    assert time.process_time() - start < 8.0
