"""Paths of --map."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upheld import _errors
from upheld.readers.cells import parse_value
from upheld.readers.paths import MISSING, check_path, pluck, root

RECORD = {
    "answer": "a",
    "context.span_id": "s1",
    "out": {"reply": "r", "docs": [{"page_content": "x", "n": [1, 2]}, {"page_content": "y", "n": [3]}]},
    "null": None,
    "attributes": {"output.value": "deep", "output": {"value": "other"}},
    "items[]": "odd",
}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("answer", "a"),
        ("out.reply", "r"),
        ("out.docs[].page_content", ["x", "y"]),
        ("out.docs[0].page_content", "x"),
        ("out.docs[-1].page_content", "y"),
        ("out.docs[].n[]", [1, 2, 3]),
        ("out.docs[].n[0]", [1, 3]),
        ("out.docs[0].n[1]", 2),
        ("context.span_id", "s1"),
        ("attributes.output.value", "deep"),
        ("items[]", "odd"),
        ("null", None),
    ],
)
def test_path_leads_to_value(path: str, value: object) -> None:
    """Keys, indexes and [] lead where they say; a key written exactly like the path wins."""
    assert pluck(RECORD, path) == value


@pytest.mark.parametrize(
    "path",
    [
        "nothing",
        "out.nothing",
        "answer.x",
        "out.docs[7].page_content",
        "out[0]",
        "out[].x",
        "null.x",
        "answer[0]",
    ],
)
def test_path_to_nothing_is_missing(path: str) -> None:
    """A path that leads nowhere is MISSING, which null is not."""
    assert pluck(RECORD, path) is MISSING


def test_items_without_the_rest_are_missing_in_place() -> None:
    """An item that lacks the key keeps its place in the list, so that the chunk can be named."""
    assert pluck({"d": [{"t": "x"}, {}]}, "d[].t") == ["x", MISSING]


@pytest.mark.parametrize(
    "path", ["", ".", "a.", ".a", "a..b", "a[", "a[x]", "a]", "a[].", "[]]", "a[1.5]", "a[0]b"]
)
def test_bad_syntax_is_a_configuration_error(path: str) -> None:
    """A path that cannot be read names itself and shows how to write one."""
    with pytest.raises(_errors.ConfigurationError, match="write it like"):
        pluck(RECORD, path)
    with pytest.raises(_errors.ConfigurationError):
        check_path(path)


def test_odd_key_needs_no_syntax() -> None:
    """A column whose name is no path is still found by its exact name."""
    assert pluck({"score [%": 1}, "score [%") == 1
    assert root({"score [%": 1}, "score [%") == "score [%"


def test_cells_are_opened_on_the_way() -> None:
    """A path goes into a list that is written in a cell."""
    assert pluck({"docs": "[{'page_content': 'x'}]"}, "docs[].page_content", parse_value) == ["x"]
    assert pluck({"docs": "plain"}, "docs[].page_content", parse_value) is MISSING


def test_root_is_the_first_key() -> None:
    """The root of a path is the key of the record that it starts at."""
    assert root(RECORD, "out.docs[].page_content") == "out"
    assert root(RECORD, "nothing.x") is None
    assert root(RECORD, "context.span_id") == "context.span_id"


@given(st.text(max_size=30))
def test_any_path_is_read_or_refused(path: str) -> None:
    """Any text is a path or a ConfigurationError, nothing else."""
    try:
        check_path(path)
    except _errors.ConfigurationError:
        return
    pluck(RECORD, path)
