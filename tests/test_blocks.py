"""Blocks: lists, tables, headings, fences, quotes and paragraphs of Markdown as LLMs write it."""

from __future__ import annotations

import pytest

from upheld.text.blocks import Block, blocks


def kinds(source: str) -> list[str]:
    return [block.kind for block in blocks(source)]


def texts(source: str) -> list[str]:
    return [block.text for block in blocks(source)]


def place(source: str, block: Block) -> str:
    start, end = block.view.origin(0, len(block.view.text))
    return source[start:end]


def test_paragraphs_end_at_blank_lines_and_at_sentence_ends():
    """A line that ends a sentence ends its paragraph; a long or lower-case line goes on."""
    source = "The plan is new.\nIt is free.\n\nA line of more than sixty characters that has been wrapped by hand\nGoes on here, and\nstill does."
    assert texts(source) == [
        "The plan is new.",
        "It is free.",
        "A line of more than sixty characters that has been wrapped by hand Goes on here, and still does.",
    ]


def test_short_lines_stand_alone():
    """An address is not one sentence."""
    assert texts("Ann Lee\n12 High St\nLondon") == ["Ann Lee", "12 High St", "London"]


def test_every_block_knows_its_place():
    """The view of an item, a quote and a heading begins after its mark."""
    source = "# Fees\r\n\r\n> The fee is due.\r\n- one\r\n"
    assert [place(source, block).strip() for block in blocks(source)] == ["Fees", "The fee is due.", "one"]


@pytest.mark.parametrize(
    "source", ["# Fees", "## Fees ##", "**Fees**", "__Fees__", "Fees\n===", "Fees\n---", "**Fees:**"]
)
def test_headings_of_all_styles(source):
    """Each is a heading over what follows."""
    heading, below = blocks(source + "\nThey are low.")
    assert heading.kind == "heading"
    assert below.heads == ("Fees",)


def test_a_bold_sentence_is_no_heading():
    """It ends as a sentence does."""
    assert kinds("**The fee is $5.**") == ["prose"]


def test_headings_nest_by_level():
    """A block stands under all open headings, outermost first, three at most."""
    below = [block for block in blocks("# A\n## B\nb.\n## C\nc.\n# D\nd.") if block.kind == "prose"]
    assert [block.heads for block in below] == [("A", "B"), ("A", "C"), ("D",)]


def test_items_hang_on_their_lead_in():
    """The last sentence before the colon, without it; a rule or a paragraph ends the list."""
    lead, one, two, after = blocks("The plan is new. It includes:\n- one\n- two\n\nThat is all.")
    assert lead.opens
    assert (one.lead, two.lead, after.lead) == ("It includes", "It includes", "")


def test_nested_items_hang_on_their_parent():
    """And on what it hangs on, where it opens with a colon."""
    found = {
        block.text: block.lead for block in blocks("It covers:\n- Parts:\n  - motor\n- Labour\n  - yours")
    }
    assert found["motor"] == "It covers Parts"
    assert found["Labour"] == "It covers"
    assert found["yours"] == "Labour"


def test_an_item_goes_on_over_indented_lines():
    """A hard-wrapped item is one block."""
    assert texts("- one\n  and more\n- two") == ["one and more", "two"]


@pytest.mark.parametrize("source", ["3. Mai 2014 war ein Samstag.", "7. This continues no list."])
def test_a_lone_number_is_no_list_mark(source):
    """A date or a number at the start of a line is a word of the text."""
    assert texts(source) == [source]
    assert kinds(source) == ["prose"]


def test_numbered_items_count_on():
    """Also after paragraphs between them, and where all have the same number."""
    assert kinds("1. a\n\n   more\n\n2. b\n3. c") == ["item", "item", "item", "item"]
    assert kinds("1. a\n1. b") == ["item", "item"]
    assert kinds("5. a\n6. b") == ["item", "item"]


def test_a_dash_before_a_number_is_a_bullet_and_a_minus_is_not():
    """A bullet has a space behind it: "- 5" is an item, "-5" a number."""
    assert kinds("- 5 seats") == ["item"]
    assert texts("-5 °C is cold.") == ["-5 °C is cold."]


def test_tables_are_read_by_row():
    """Cells with their headers, an escaped bar inside a cell, rows of any length."""
    source = "a | b\n--|:-:\n1 | 2\n| x \\| y | | z |\n\nEnd."
    assert texts(source) == ["a: 1, b: 2", "a: x | y, z", "End."]
    assert kinds(source) == ["row", "row", "prose"]


def test_a_line_with_a_bar_is_no_table():
    """Without a row of dashes under it."""
    assert kinds("a | b\nc | d") == ["prose"]


def test_code_fences_are_read_whole():
    """Whatever is in them, closed or not."""
    assert texts("```py\n# not a heading\n- x\n```\nEnd.") == ["# not a heading - x", "End."]
    assert kinds("~~~\nx") == ["code"]
    assert kinds("```\n```") == []


def test_json_becomes_records():
    """Alone, in a fence, after prose, over several lines; broken JSON stays text."""
    assert texts('{"a": 1, "b": {"c": "x"}}') == ["a: 1", "b c: x"]
    assert kinds('So:\n{\n"a": 1\n}\nEnd.') == ["prose", "record", "prose"]
    assert kinds('{"a": 1') == ["prose"]
    assert kinds("[1]: see below") == ["prose"]


def test_long_headers_and_keys_are_cut_at_a_word():
    """What is carried into many blocks is short, and no word is cut in two."""
    heading = "word " * 100
    below = blocks(f"# {heading}\nx")[1]
    assert len(below.heads[0]) <= 160
    assert set(below.heads[0].split()) == {"word"}
    row = blocks(f"{heading}|b\n-|-\n1|2")[0]
    assert len(row.text) < 120


def test_a_view_maps_every_character():
    """Quote marks inside a paragraph are left out, and places stay true."""
    source = "> The fee is **five** euros, and\n> it is due."
    (block,) = blocks(source)
    at = block.view.text.index("due")
    start, end = block.view.origin(at, at + 3)
    assert source[start:end] == "due"
    assert block.text == "The fee is five euros, and it is due."
