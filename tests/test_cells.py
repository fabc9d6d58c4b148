"""Cells of tables that hold lists."""

from __future__ import annotations

import json
import time

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from upheld.readers.cells import parse_list, parse_value

# Characters that matter to the parser, so that examples hit its corners more often than plain text would.
awkward = st.text(alphabet="'\"\\[]{}(),: \n\tanNxuU0123éñ漢\u2028\x00", max_size=40)
texts = st.one_of(st.text(max_size=40), awkward)


@given(st.lists(texts, min_size=1))
def test_python_list_round_trips(items: list[str]) -> None:
    """What repr() writes for a list of any texts is read back unchanged."""
    assert parse_list(repr(items)) == items


@given(st.lists(texts, min_size=1))
def test_json_list_round_trips(items: list[str]) -> None:
    """What json.dumps() writes for a list of any texts is read back unchanged, escaped or not."""
    assert parse_list(json.dumps(items)) == items
    assert parse_list(json.dumps(items, ensure_ascii=False)) == items


@given(st.lists(awkward, min_size=2, max_size=6))
def test_numpy_list_round_trips(items: list[str]) -> None:
    """What numpy prints for an array of any texts is read back unchanged."""
    assert parse_list(str(np.array(items, dtype=object))) == items


@given(st.one_of(texts, awkward.map(lambda s: f"[{s}]"), awkward.map(lambda s: f"['{s}']")))
def test_never_raises(cell: str) -> None:
    """Any text is either a list or None."""
    found = parse_list(cell)
    assert found is None or isinstance(found, list)


@given(
    st.lists(
        st.dictionaries(texts, st.one_of(texts, st.none(), st.booleans(), st.integers(-(10**9), 10**9))),
        min_size=1,
        max_size=4,
    )
)
def test_lists_of_objects_round_trip(items: list[dict[str, object]]) -> None:
    """Objects in a list are read from Python's and from JSON's spelling."""
    assert parse_list(repr(items)) == items
    assert parse_list(json.dumps(items)) == items


def test_numpy_items_are_never_glued() -> None:
    """Python would join adjacent texts into one; numpy means two items, over several lines too."""
    assert parse_list("['a' \"it's\"\n 'c']") == ["a", "it's", "c"]


def test_commas_and_gaps_together_are_no_list() -> None:
    """A list that is half Python's and half numpy's is ambiguous, so the cell stays one text."""
    assert parse_list("['a', 'b' 'c']") is None


@pytest.mark.parametrize(
    "cell",
    [
        "",
        "plain text",
        "It's [1] a citation",
        "[1]",
        "[1, 2]",
        "[a, b]",
        "['it's broken']",
        "['a', 'b'",
        "[f'{x}']",
        "[b'bytes']",
        "['a'] + ['b']",
        "[__import__('os').system('true')]",
        "['a'.upper()]",
        "{'text': 'a'}",
        '[["a"], ["b"]]',
        "['a', ...]",
    ],
)
def test_other_texts_are_no_list(cell: str) -> None:
    """Prose, numbers, code and broken lists stay one text."""
    assert parse_list(cell) is None


def test_empty_list_is_a_list() -> None:
    """Brackets with nothing inside say that nothing was retrieved."""
    assert parse_list("[]") == []
    assert parse_list(" [ ] ") == []


def test_a_list_of_nothing_is_a_list() -> None:
    """A missing text in a list is no reason to take the list for a text."""
    assert parse_list("[None, null]") == [None, None]
    assert len(parse_list("[nan]") or []) == 1


def test_missing_items_keep_their_place() -> None:
    """None, null and nan inside a list are items without text, so later chunks keep their numbers."""
    assert parse_list("['a', None, 'b']") == ["a", None, "b"]
    assert parse_list('["a", null]') == ["a", None]
    assert parse_list("['a', nan]")[1] != "nan"


def test_numpy_strings_inside_a_list() -> None:
    """The second numpy writes np.str_('a') for the items of a list."""
    assert parse_list(repr([np.str_("a"), np.str_("it's")])) == ["a", "it's"]


def test_repr_of_an_array() -> None:
    """The repr of an array is read as well as its str."""
    items = ["a", "it's", 'say "b"']
    assert parse_list(repr(np.array(items, dtype=object))) == items
    assert parse_list(repr(np.array(items))) == items


def test_unknown_escapes_stay_as_python_has_them() -> None:
    r"""A backslash before a letter without a meaning stays, as in '\d'."""
    assert parse_list(r"['\d+', '\x4', '\N{NO SUCH NAME}', '\N{BULLET}', '\101']") == [
        r"\d+",
        r"\x4",
        r"\N{NO SUCH NAME}",
        "•",
        "A",
    ]


def test_what_pandas_writes(tmp_path) -> None:
    """Columns of lists and of arrays come back from a CSV file that pandas wrote."""
    chunks = [["one", 'it\'s "two"'], ["a\nb", "c\\d", "é"]]
    path = tmp_path / "p.csv"
    pd.DataFrame({"lists": chunks, "arrays": [np.array(c, dtype=object) for c in chunks]}).to_csv(path)
    frame = pd.read_csv(path)
    assert [parse_list(cell) for cell in frame["lists"]] == chunks
    assert [parse_list(cell) for cell in frame["arrays"]] == chunks


@pytest.mark.parametrize(
    "cell",
    [
        "[" * 300_000 + "]" * 300_000,
        "['" + "\\'" * 500_000 + "]",
        "['a', " * 100_000 + "]",
        "[" + "'a' " * 200_000 + "]",
        "[" + " " * 1_000_000 + "x]",
        "[" + "{'a':" * 100_000 + "]",
        "['" + "x" * 5_000_000 + "]",
        "[9" + "9" * 1_000_000 + ", 'a']",
    ],
)
def test_linear_on_hostile_cells(cell: str) -> None:
    """Depth, open quotes, blanks and long numbers cost time in proportion to the cell."""
    start = time.perf_counter()
    parse_list(cell)
    assert time.perf_counter() - start < 5


def test_objects_are_values_too() -> None:
    """parse_value also reads one object, in both spellings."""
    assert parse_value("{'a': {'b': [1, 2.5, True, None]}}") == {"a": {"b": [1, 2.5, True, None]}}
    assert parse_value('{"a": 1}') == {"a": 1}
    assert parse_value("text") is None
    assert parse_value("{'a': }") is None
    assert parse_value("{'a' 1}") is None
    assert parse_value("{'a': 1 'b': 2}") is None
