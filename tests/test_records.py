"""JSON inside a text, with the place of every value."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upheld.text.records import json_at, leaves

values = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(allow_nan=False, allow_infinity=False),
        st.text(max_size=8),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)


def test_values_have_paths_and_places():
    """Keys become words; the pair stands at its place."""
    source = 'x {"slaHours": 8, "owner_team": {"name": "Pay\\nments"}} y'
    found, stop = json_at(source, 2, len(source))
    assert [leaf.path for leaf in found] == [("sla Hours",), ("owner team", "name")]
    assert [leaf.value for leaf in found] == ["8", "Pay\nments"]
    assert [source[leaf.start : leaf.end] for leaf in found] == ['"slaHours": 8', '"name": "Pay\\nments"']
    assert source[stop:] == " y"


def test_entries_of_a_list_are_grouped():
    """The values of one object of a list share a group."""
    found = leaves('[{"a": 1, "b": 2}, {"a": 3}]', 0, 28)
    assert [leaf.listed for leaf in found] == [True, True, True]
    assert found[0].group == found[1].group != found[2].group


def test_what_python_prints_is_read_too():
    """Tuples, single quotes, None, decimals and dates; the cells of a row know that they are some."""
    source = "[(1, 'it\\'s', None), (Decimal('2.5'), datetime.date(2024, 5, 3), True)]"
    found = leaves(source, 0, len(source))
    assert [leaf.value for leaf in found] == ["1", "it's", "None", "2.5", "2024-05-03", "True"]
    assert all(leaf.row for leaf in found)
    assert [leaf.group for leaf in found] == [2, 2, 2, 3, 3, 3]
    keyed = leaves("{'a': [1, 2]}", 0, 13)
    assert [(leaf.path, leaf.row) for leaf in keyed] == [(("a",), False)] * 2


@pytest.mark.parametrize(
    "source",
    [
        "",
        "1",
        '"a"',
        "{",
        '{"a"',
        '{"a": 1]',
        "[1}",
        "{a: 1}",
        "{1: 2}",
        "[" * 70 + "]" * 70,
        '{"a": "\\x"}',
        "[1] x",
    ],
)
def test_what_is_no_json_is_none(source):
    """Broken, bare, too deep, or followed by something else."""
    assert leaves(source, 0, len(source)) is None


@given(values)
def test_every_json_document_is_read(value):
    """Objects and arrays as json writes them, every scalar found once."""
    source = json.dumps(value)
    found = leaves(source, 0, len(source))
    if isinstance(value, dict | list):
        assert found is not None
        assert len(found) == _scalars(value)
        assert all(source[leaf.at : leaf.end].strip() for leaf in found)
    else:
        assert found is None


def _scalars(value):
    if isinstance(value, dict):
        return sum(_scalars(v) for v in value.values())
    return sum(_scalars(v) for v in value) if isinstance(value, list) else 1


@given(st.text(alphabet='{}[]":,1ae\\ \n', max_size=60))
def test_no_string_raises(source):
    """Whatever the brackets do."""
    json_at(source, 0, len(source))
