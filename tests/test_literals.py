"""What is compared letter by letter, and names."""

from __future__ import annotations

import itertools
import json
import time
import uuid
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upheld.checks.names import literals, names

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "data/checks_literals.jsonl").read_text("utf-8").splitlines()
]

pieces = st.sampled_from(
    ["a", "B", "K7", "-", "_", ".", "@", "://", "www.", "com", "https", "+47", "22", "0", " ", "(", ")", '"', "'", "“", "”", "‘", "’", "«", "„", "v2",
     "INC", "4f2a", "\n", "Mr. ", "Paris", " of ", "The ", "İ", "ß", "\ud800", "٣"]
)  # fmt: skip
awkward = st.lists(pieces, max_size=14).map("".join)
words = st.text(alphabet="abcdefghij", min_size=2, max_size=8)


@pytest.mark.parametrize("case", CASES, ids=[str(n) for n in range(1, len(CASES) + 1)])
def test_reads_each_case(case: dict) -> None:
    """Each line of the table gives exactly its literals, or its names, with their keys."""
    text = case["text"]
    found = names(text, case.get("language")) if case.get("extractor") == "names" else literals(text)
    assert [(i.kind, i.text, i.key) for i in found] == [
        (w["kind"], w["text"], w["key"]) for w in case["items"]
    ]


@given(st.uuids())
def test_every_uuid_is_an_identifier(value: uuid.UUID) -> None:
    """Any UUID is one identifier, whatever its case."""
    for form in (str(value), str(value).upper()):
        assert [(i.kind, i.key) for i in literals(f"id {form}.")] == [("identifier", str(value))]


@given(st.lists(words, min_size=2, max_size=6), st.sampled_from(['""', "“”", "„“", "«»", "‘’", "''"]))
def test_quotation_marks_do_not_change_the_key(said: list[str], marks: str) -> None:
    """A quote has one key in any style of marks."""
    text = " ".join(said)
    plain = literals(f'He said "{text}" then')
    styled = literals(f"He said {marks[0]}{text}{marks[1]} then")
    assert [i.key for i in styled] == [i.key for i in plain]
    assert [i.text for i in styled] == [text]


@given(words, words, st.sampled_from(["com", "org", "de"]))
def test_addresses_are_found_with_their_spans(user: str, host: str, top: str) -> None:
    """Any plain address is found with the sentence's full stop left out."""
    text = f"Mail {user}@{host}.{top}, or see https://{host}.{top}/{user}."
    assert [(i.kind, i.text) for i in literals(text)] == [
        ("email", f"{user}@{host}.{top}"),
        ("url", f"https://{host}.{top}/{user}"),
    ]


@given(st.one_of(st.text(max_size=80), awkward), st.sampled_from([None, "en", "de"]))
def test_any_text_gives_exact_spans_in_order(text: str, language: str | None) -> None:
    """No text raises; spans are exact and in order; only a quote may hold other items."""
    for found in (literals(text), names(text, language)):
        for item in found:
            assert text[item.start : item.end] == item.text != ""
            assert item.key
        assert [i.start for i in found] == sorted(i.start for i in found)
        apart = [i for i in found if i.kind != "quote"]
        assert all(one.end <= other.start for one, other in itertools.pairwise(apart))


@pytest.mark.parametrize(
    "piece",
    ["a", "a@", "a.", "1", "1 ", "1-", "(1)", "+1 ", "0a", "a-1-", "A1.", "1.1.", '"', '"a ', "'a ", "“", "‘a ", "https://", "www.a", "x.com ", "97 8 ",
     "Aa ", "A. ", "Aa of ", "A", "A'", "f0", "call 1", "a@b.", "é", "v1", "e1", "-a"],
)  # fmt: skip
def test_long_texts_take_linear_time(piece: str) -> None:
    """100 kB of any one fragment are read within two seconds."""
    text = piece * (100_000 // len(piece))
    start = time.process_time()
    literals(text)
    names(text)
    assert time.process_time() - start < 8.0
