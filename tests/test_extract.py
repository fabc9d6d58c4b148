"""All extractors over one text: each finds as much alone as in company, and the glances before them miss nothing."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from upheld.checks import clock, weekdays
from upheld.checks.extract import Extraction, items_in
from upheld.checks.plain import heads, letters, plain

KINDS = ["quote", "version", "date", "weekdays", "clock", "number", "money", "duration", "label", "url"]
PIECES = [
    "on Monday", "Mon-Fri", "weekdays", "24/7", "7 days a week", "at noon", "half past nine", "9am", "5 May 2023", "in May", "Q3 2023",
    "the nineteenth century", "the sixties", "3 weeks", "an hour", "$5", "12 km", "v2.1", "Section 12", "“so it was”", "a.b.com/x", "first",
    "1990s", "ÄÖ", "–", "’", "\n", "und", "segunda a sexta", "round the clock", "minuit", "XIX siècle", "İ", "no 9",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES) | st.text(max_size=6), max_size=8).map(" ".join)


@settings(deadline=None)  # the first unit loads pint
@given(TEXTS, st.permutations(KINDS))
def test_a_kind_asked_for_alone_is_what_all_together_give(text, kinds):
    """In whatever order kinds are asked for, each has the items that a full extraction has of it."""
    wanted = items_in(text)
    asked = Extraction(text)
    for kind in kinds:
        assert [i for i in asked.of(kind) if i.kind == kind] == [i for i in wanted if i.kind == kind]
    assert asked.all() == wanted


@given(TEXTS)
def test_no_glance_misses_a_word_that_a_search_finds(text):
    """Where a day or a time could begin, the runs of letters (or a digit) say so."""
    low = plain(text)
    if weekdays._ANCHOR.search(low):
        assert "24/7" in low or not weekdays._HEADS.isdisjoint(letters(text))
    if clock._ANCHOR.search(low):
        assert clock._DIGIT.search(low) or not clock._HEADS.isdisjoint(letters(text))


@pytest.mark.parametrize("text", ["On Monday it’s 5–6 €.", "STRASSE and Straße", "a_b c-d", ""])
def test_letters_are_those_of_the_plain_text(text):
    """ASCII and other texts are cut alike: at every mark, digit and underscore."""
    runs = "".join(c if c.isalpha() else " " for c in plain(text)).split()
    assert letters(text) == runs


def test_heads_are_first_runs_of_letters():
    """A phrase is known by the first letters in it; one without letters by none."""
    assert heads(["7 days a week", "week-end", "24/7", "noon"]) == {"days", "week", "noon"}
