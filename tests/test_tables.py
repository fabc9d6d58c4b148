"""Tables that are no Markdown: CSV, TSV, what databases print; and prose that is none of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import upheld
from upheld.text.blocks import blocks
from upheld.text.claims import make_claims
from upheld.text.tables import delimited, has_header, is_border

CITIES = ["id: 1, city: Bonn, staff: 120", "id: 2, city: Kiel, staff: 450"]


def rows(source: str) -> list[str]:
    return [block.text for block in blocks(source) if block.kind in {"row", "record"}]


@pytest.mark.parametrize(
    "source",
    [
        "id,city,staff\n1,Bonn,120\n2,Kiel,450",
        "id;city;staff\n1;Bonn;120\n2;Kiel;450",
        "id|city|staff\n1|Bonn|120\n2|Kiel|450",
        "id\tcity\tstaff\r\n1\tBonn\t120\r\n2\tKiel\t450\r\n",
        "id, city, staff\n1, Bonn, 120\n2, Kiel, 450",
        '"id","city","staff"\n1,"Bonn",120\n2,"Kiel",450',
        "```csv\nid,city,staff\n1,Bonn,120\n2,Kiel,450\n```",
        "```\nid,city,staff\n1,Bonn,120\n2,Kiel,450\n```",
        "The offices\nid,city,staff\n1,Bonn,120\n2,Kiel,450\n\nThat is all.",
        "+----+------+-------+\n| id | city | staff |\n+----+------+-------+\n|  1 | Bonn |   120 |\n|  2 | Kiel |   450 |\n+----+------+-------+",
        " id | city | staff\n----+------+-------\n  1 | Bonn |   120\n  2 | Kiel |   450\n(2 rows)",
        "┌────┬──────┬───────┐\n│ id │ city │ staff │\n├────┼──────┼───────┤\n│ 1  │ Bonn │ 120   │\n│ 2  │ Kiel │ 450   │\n└────┴──────┴───────┘",
        '[["id", "city", "staff"], [1, "Bonn", 120], [2, "Kiel", 450]]',
        "[{'id': 1, 'city': 'Bonn', 'staff': 120}, {'id': 2, 'city': 'Kiel', 'staff': 450}]",
    ],
)
def test_each_row_is_told_with_its_header(source):
    """However the table is written."""
    assert rows(source) == CITIES


@pytest.mark.parametrize(
    "source",
    [
        "[(1, 'Bonn', 120), (2, 'Kiel', 450)]",
        "[(1,'Bonn',120),(2,'Kiel',450)]",
        '[[1, "Bonn", 120], [2, "Kiel", 450]]',
        "((1, 'Bonn', 120), (2, 'Kiel', 450))",
        "(1, 'Bonn', 120)\n(2, 'Kiel', 450)",
        "Result: [(1, 'Bonn', 120), (2, 'Kiel', 450)]",
        "rows = [(1, 'Bonn', 120), (2, 'Kiel', 450)]",
    ],
)
def test_each_row_of_a_printed_list_stands_alone(source):
    """Without names of columns, too."""
    assert rows(source) == ["1, Bonn, 120", "2, Kiel, 450"]


@pytest.mark.parametrize(
    "source",
    [
        "Apples, pears, and plums are sold here\nBread, milk, and eggs are sold there",
        "Dear Ann, Bob, and Cid\nwe met in May, June, and July",
        "In 2020, 2021, and 2022 it grew.\nIn 2023, 2024, and 2025 it fell.",
        "Paris, France, Europe\nRome, Italy, Europe\nKiel, Germany, Europe",
        "1,234,567\n2,345,678\n3,456,789",
        "import a,b,c\nx,y,z = 1,2,3",
        "The fee is 5, 6, or 7 euros\nThe tax is 1, 2, or 3 euros\nThe tip is 2, 3, or 4 euros",
        "Well, yes, no; maybe\nOh, no, yes; never",
        "a | b\nc | d",
        "-----",
        "see + and +\n---- + ----",
        "The keys are ['a', 'b'] here.",
        "Sources: [1], [2]",
        "(see the notes, 5)",
    ],
)
def test_prose_is_no_table(source):
    """Commas, bars and brackets alone make none."""
    assert rows(source) == []


def test_quoted_cells_hold_separators_and_quotes():
    """A doubled quote is one."""
    source = 'name,note,price\n"Lee, Ann","says ""hi""",5\nBob,x,6'
    assert rows(source) == ['name: Lee, Ann, note: says "hi", price: 5', "name: Bob, note: x, price: 6"]


def test_values_of_other_types_are_told_plainly():
    """Decimals and dates as they are meant."""
    source = "[('Ann', Decimal('5.50'), datetime.date(2024, 5, 3), None), ('Bob', True, -1.5, 'it\\'s')]"
    assert rows(source) == ["Ann, 5.50, 2024-05-03, None", "Bob, True, -1.5, it's"]


@pytest.mark.parametrize(
    "source",
    ["id,city,staff\n1,Bonn,120\n2,Kiel,450", "x [(1, 'Bonn')]\n[(1, 'Bonn', 120), (2, 'Kiel', 450)]"],
)
def test_the_place_of_a_row_is_exact(source):
    """Its view is the row as it stands."""
    for block in blocks(source):
        start, end = block.view.origin(0, len(block.view.text))
        assert source[start:end] == block.view.text
    last = blocks(source)[-1].view.text
    assert "Kiel" in last
    assert "Bonn" not in last


def test_a_row_of_an_answer_is_a_claim():
    """As a row of a Markdown table is, with the span of its own line."""
    answer = "id,city,staff\n1,Bonn,120\n2,Kiel,450"
    first, second = make_claims(answer)
    assert first.text == CITIES[0]
    assert answer[second.start : second.end] == "2,Kiel,450"


@pytest.mark.parametrize(
    "context",
    [
        "id,city,staff\n" + "\n".join(f"{n},city{n},{1000 + 37 * n}" for n in range(27)),
        str([(n, f"city{n}", 1000 + 37 * n) for n in range(27)]),
    ],
)
def test_the_value_of_another_row_does_not_pass(context):
    """A row vouches for its own cells only."""
    result = upheld.check("city13 has 1518 staff.", [context])
    assert [claim.verdict.label for claim in result.claims] != ["supported"]


def test_a_header_differs_from_its_rows():
    """By numbers under words, or by small letters over capitals; no name comes twice."""
    assert has_header([["city", "staff"], ["Bonn", "120"]])
    assert has_header([["city", "land"], ["Bonn", "Germany"]])
    assert not has_header([["Bonn", "Germany"], ["Rome", "Italy"]])
    assert not has_header([["city", "city"], ["Bonn", "120"]])
    assert not has_header([["city", "staff"]])


def test_borders_have_joints():
    """A line of dashes alone is a rule, not a border."""
    assert is_border("+----+---+")
    assert is_border(" ----+---- ")
    assert is_border("├────┼───┤")
    assert not is_border("-----")
    assert not is_border("a + b")
    assert not is_border("")


@given(st.text(alphabet='ab1,;\t|"+- \n', max_size=80))
def test_no_string_raises(source):
    """Whatever the separators do; and a table ends behind its last row."""
    lines = []
    at = 0
    for line in source.split("\n"):
        lines.append((at, at + len(line)))
        at += len(line) + 1
    for n in range(len(lines)):
        table = delimited(source, lines, n)
        assert table is None or table.after > n + 1
    blocks(source)
