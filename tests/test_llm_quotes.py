"""Quotes of a model, looked up: found where they are, in whatever form; never where they are not."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upheld.llm.objects import read_list, read_object
from upheld.llm.quotes import Places
from upheld.llm.replies import as_item, clean

TEXTS = [
    "Refunds are paid within 14 days of the return.",
    "**Opening hours:** Mon–Fri\n9 am to 6 pm; the shop isn’t open on Sunday.",
    "Le café « Étoile » a été fondé en 1932 par l’architecte.",
]


def found(quote, chunk=0, texts=TEXTS):
    places = Places(texts).find(quote, chunk)
    assert all(texts[p.chunk][p.start : p.end] == p.text for p in places)
    return [(p.chunk, p.text) for p in places]


@pytest.mark.parametrize(
    ("quote", "chunk", "place"),
    [
        ("paid within 14 days", 0, (0, "paid within 14 days")),
        ("paid within 14 days", 2, (0, "paid within 14 days")),
        ("paid within 14 days", -7, (0, "paid within 14 days")),
        ("Paid  within\n14 DAYS", 0, (0, "paid within 14 days")),
        ("Opening hours: Mon-Fri 9 am", 1, (1, "Opening hours:** Mon–Fri\n9 am")),
        ('"the shop isn\'t open on Sunday."', 1, (1, "the shop isn’t open on Sunday")),
        (
            "Refunds are payed within 14 days of the retrun",
            0,
            (0, "Refunds are paid within 14 days of the return"),
        ),
    ],
    ids="exact other_chunk no_chunk space_case markdown_dash apostrophe slips".split(),
)
def test_found(quote, chunk, place):
    """A quote is found as it stands, in another chunk, in another form, and with slips of the pen; the place is exact."""
    assert found(quote, chunk) == [place]


@pytest.mark.parametrize(
    "quote",
    [
        "Refunds are paid within 41 days of the return.",
        "Refunds are paid within 14.5 days of the return.",
        "the shop is open on Sunday and also Mon",
        "Refunds are not paid within 14 days of the return.",
        "Returns are never possible.",
        "",
        "   ",
        "...",
        "“”",
        "Refunds are paid … within 99 days",
    ],
)
def test_not_found(quote):
    """Another number, a negation more or less, or other words: no slip, so not there."""
    assert found(quote) == []


def test_quote_with_a_gap():
    """A quote with dots in place of words is found in its parts."""
    assert found("Refunds are paid ... of the return") == [(0, "Refunds are paid"), (0, "of the return")]
    assert found("Refunds […] 14 days") == [(0, "Refunds"), (0, "14 days")]


@given(st.lists(st.text(), min_size=1, max_size=3), st.text(), st.integers(-3, 5))
def test_any_quote_and_text(texts, quote, chunk):
    """Any quote in any texts gives places that stand there, or none."""
    found(quote, chunk, texts)


@given(st.text(min_size=1), st.data())
def test_what_is_there_is_found(text, data):
    """Every part of a text that holds a letter or a digit is found in it, as it stands."""
    start = data.draw(st.integers(0, len(text) - 1))
    part = text[start : data.draw(st.integers(start + 1, len(text)))]
    assert found(part, 0, [text]) == [(0, part)] * any(map(str.isalnum, part))


def test_long_texts_are_searched_in_time():
    """A hostile quote in a long chunk takes no time that anybody notices."""
    started = time.process_time()
    found("ab " * 600 + "x", 0, ["ab " * 60_000])
    found("a" * 2000, 0, ["b" * 100_000])
    assert time.process_time() - started < 3


@given(st.text())
def test_any_reply_is_read(text):
    """Any text at all is a reply: read, and worth nothing unless it is JSON of our form."""
    read = read_object(text)
    assert read.is_json or not read.items
    read_list(text, "claims")
    clean(text, 50)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@given(JSON)
def test_any_value_is_an_item_or_none(value):
    """Any JSON value is a sound verdict or none; what is sound reads back the same."""
    item = as_item(value)
    assert item is None or as_item(item.plain()) == item


@given(
    st.fixed_dictionaries(
        {"verdict": st.sampled_from(["supported", "contradicted"]), "reason": JSON, "quotes": JSON}
    )
)
def test_odd_parts_of_a_verdict(value):
    """A reason or quotes of another type cost the quotes, not the verdict."""
    item = as_item(value)
    assert item is not None
    assert item.plain() == as_item(item.plain()).plain()


def test_whole_members_of_a_cut_reply():
    """Of a reply that was cut off anywhere, exactly the whole members are read."""
    whole = '{"c1": {"verdict": "supported", "quotes": [{"chunk": 0}]}, "c2": {"verdict": "contradicted"}}'
    ends = [whole.index(', "c2"'), len(whole) - 1]
    for cut in range(len(whole)):
        count = sum(cut >= end for end in ends)
        read = read_object(whole[:cut])
        assert len(read.items) == count
        assert not read.whole
    assert read_object(whole).whole


def test_two_blocks_are_no_reply():
    """With two blocks of code nobody knows which one is the reply."""
    assert not read_object('```\n{"c1": 1}\n``` or\n```\n{"c1": 2}\n```').is_json
    assert not read_object('I was told {"c1": {"verdict": "supported"}}').is_json
