"""Views: clean text that knows where each character stood."""

from __future__ import annotations

import pytest

from upheld.text.view import clean_inline, plain_view, squeeze, unescaped_view


def clean(source: str) -> str:
    return clean_inline(source, [(0, len(source))]).text


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("**bold** and *soft* and __both__ and ~~gone~~", "bold and soft and both and gone"),
        ("snake_case and 2*3*4 and a * b", "snake_case and 2*3*4 and a * b"),
        ("[label](http://a.b/c_d) ![alt](x.png)", "label alt"),
        ("`code` and `a[1]` and `**kw`", "code and a[1] and **kw"),
        ("<b>bold</b><br>next<br/>", "bold next"),
        ("H<sub>2</sub>O", "H2O"),
        ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2"),
        ("a\\*b", "a*b"),
        ("tab\tline\nend", "tab line end"),
        ("the range is [0, 1]", "the range is [0, 1]"),
        ("as of [2019] it is", "as of [2019] it is"),
    ],
)
def test_marks_go_and_words_stay(source, wanted):
    """Emphasis, targets of links and tags are no words; numbers in brackets are not always citations."""
    assert clean(source) == wanted


@pytest.mark.parametrize(
    ("source", "text", "cited"),
    [
        ("So it is [1].", "So it is.", ["1"]),
        ("So it is [1, 2] now", "So it is now", ["1", "2"]),
        ("So [^3] and [4–6]", "So and", ["3", "4", "6"]),
        ("So [doc 2] and [Source: 7]", "So and", ["doc 2", "7"]),
        ("So【5†source】.", "So.", ["5", "source"]),
        ("It is so (Source: Return policy).", "It is so.", ["Return policy"]),
        ("End.[1]Next", "End. Next", ["1"]),
    ],
)
def test_citation_marks_are_taken_out_and_kept(source, text, cited):
    """Each with its place in the clean text."""
    view = clean_inline(source, [(0, len(source))])
    assert view.text == text
    assert [mark for _, mark in view.citations] == cited
    assert all(0 <= at <= len(view.text) for at, _ in view.citations)


def test_places_lead_back_to_the_source():
    """Also over marks that were left out."""
    source = "a **b** [c](d) e"
    view = clean_inline(source, [(0, len(source))])
    for at, character in enumerate(view.text):
        start, end = view.origin(at, at + 1)
        assert source[start:end] == character


def test_spans_are_joined():
    """The parts of a source that are kept."""
    view = clean_inline("> one\n> two", [(2, 6), (8, 11)])
    assert view.text == "one two"
    assert view.origin(4, 7) == (8, 11)


def test_json_escapes_become_characters():
    """Each escape is one character; a pair of surrogates is one too."""
    source = '"a\\n\\"b\\" \\u00e9 \\ud83d\\ude42"'
    view = unescaped_view(source, 1, len(source) - 1)
    assert view.text == 'a "b" é 🙂'
    at = view.text.index("b")
    assert source[slice(*view.origin(at, at + 1))] == "b"


def test_a_plain_view_is_the_text():
    """Nothing is taken out."""
    view = plain_view("x **y**", 2, 7)
    assert view.text == "**y**"
    assert view.origin(0, 5) == (2, 7)


def test_squeeze_leaves_single_spaces():
    """Any white space counts."""
    assert squeeze(" a\t\n b\u2003c ") == "a b c"
