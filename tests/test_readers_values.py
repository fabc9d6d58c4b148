"""Values of records: in words, as text, safe to keep."""

from __future__ import annotations

import math
from datetime import date

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from upheld.readers.ids import IdWatch
from upheld.readers.values import is_nothing, keys_shown, kind_of, plain, shown, text_of, too_deep


@given(st.text(alphabet=st.characters()))
def test_shown_texts_are_one_printable_line(text: str) -> None:
    """Whatever a text holds, it can stand in a message, and is not longer than a message bears."""
    assert shown(text).isprintable()
    assert len(shown("x" * 500)) == 60


def test_keys_in_words() -> None:
    """Keys are listed, and of very many only the first."""
    assert keys_shown([]) == "no keys"
    assert keys_shown(["a"]) == "the key a"
    assert keys_shown(["a", 2]) == "the keys a, 2"
    assert keys_shown(map(str, range(25))).endswith("18, 19 and 5 more")


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "null"),
        (True, "true or false"),
        (1, "a number"),
        ("", "text"),
        ([], "a list"),
        ((), "a list"),
        ({}, "an object"),
    ],
)
def test_kinds_in_words(value: object, words: str) -> None:
    """Values are named in the words of JSON."""
    assert kind_of(value) == words


@pytest.mark.parametrize("value", [None, math.nan, np.float64("nan"), pd.NA, pd.NaT])
def test_nothing(value: object) -> None:
    """None, NaN, NA and NaT stand for no value."""
    assert is_nothing(value)


@pytest.mark.parametrize("value", [0, "", "nan", [], False, math.inf, 0.0])
def test_something(value: object) -> None:
    """Zero, blank text and false are values."""
    assert not is_nothing(value)


def test_text_of_scalars() -> None:
    """Scalars are written as JSON writes them; the rest, and numbers too long to print, have no text."""
    assert [text_of(v) for v in ("a", 1, 1.5, True, None, [], 10**5000)] == [
        "a",
        "1",
        "1.5",
        "true",
        None,
        None,
        None,
    ]


def test_plain_values_can_be_written() -> None:
    """Surrogates are replaced one for one, arrays become lists, strange objects text."""
    value = {"a\ud800": ("x\udfffy", np.array([1, 2]), pd.NA), 3: date(2024, 1, 2), "n": np.int64(5)}
    assert plain(value) == {"a\ufffd": ["x\ufffdy", [1, 2], None], "3": "2024-01-02", "n": 5}
    assert len(plain("\ud83d\ude00")) == 2


def test_depth_is_counted_without_recursion() -> None:
    """Depth is exact, costs no stack, and a value that holds itself is too deep."""
    value: list[object] = []
    for _ in range(99):
        value = [value]
    assert not too_deep(value)
    assert not too_deep([value])
    assert too_deep([[value]])
    for _ in range(100_000):
        value = [value]
    assert too_deep(value)
    loop: dict[str, object] = {}
    loop["x"] = [loop, loop]
    assert too_deep(loop)


def test_repeated_ids_are_counted_exactly() -> None:
    """Every id that was seen before is counted, in fixed memory."""
    watch = IdWatch()
    size = len(watch._slots)
    for round_ in range(2):
        for n in range(5000):
            watch.see(f"id{n}", f"line {round_ * 5000 + n + 1}")
    assert (
        watch.warning()
        == "5000 records repeat an id of an earlier one, such as id0 at line 5001; all are kept"
    )
    assert len(watch._slots) == size


def test_many_ids_are_compared_with_the_first() -> None:
    """Beyond its limit the watch says with how many ids it compares."""
    watch = IdWatch()
    for n in range(140_000):
        watch.see(str(n), "")
    assert watch.warning() is None
    watch.see("7", "line 140001")
    assert str(watch.warning()).endswith("(compared with the first 131,072 ids)")
