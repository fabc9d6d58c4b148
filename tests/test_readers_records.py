"""Text to records: JSON Lines, JSON documents, CSV and TSV."""

from __future__ import annotations

import csv
import io
import json
import threading
from typing import TYPE_CHECKING

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from upheld._errors import FormatError, InputError
from upheld.readers import read

if TYPE_CHECKING:
    from upheld._types import Sample

ROWS = [
    {"question": f"q{n}", "answer": f"a{n}", "contexts": [f"c{n}", 'it\'s "x", {n}\nand more']}
    for n in range(3)
]


class Named(io.BytesIO):
    """Bytes that come from a file of some name."""

    def __init__(self, name: str, data: str | bytes) -> None:
        super().__init__(data.encode() if isinstance(data, str) else data)
        self.name = name


def samples(name: str, data: object, said: list[str] | None = None, **options: object) -> list[Sample]:
    text = data if isinstance(data, str | bytes) else json.dumps(data)
    return list(read(Named(name, text), notify=(said if said is not None else []).append, **options))


def plain(found: list[Sample]) -> list[dict[str, object]]:
    return [
        {"question": s.question, "answer": s.answer, "contexts": [c.text for c in s.contexts]}
        for s in found
        if s.problem is None
    ]


FRAME = pd.DataFrame(ROWS)
COLUMNS = {key: [row[key] for row in ROWS] for key in ROWS[0]}


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("d.json", json.dumps(ROWS)),
        ("d.json", json.dumps(ROWS, indent=2)),
        ("d.jsonl", json.dumps(ROWS)),
        ("-", json.dumps(ROWS, indent=2)),
        ("d.json", "\n".join(map(json.dumps, ROWS))),
        ("d.jsonl", "\n".join(map(json.dumps, ROWS))),
        ("d.txt", "\n\n".join(map(json.dumps, ROWS)) + "\n\n"),
        *[
            ("d.json", json.dumps({key: ROWS}))
            for key in ("samples", "test_cases", "data", "rows", "examples", "odd")
        ],
        ("d.json", json.dumps({"samples": ROWS}, indent=1)),
        ("d.json", json.dumps(COLUMNS)),
        ("-", json.dumps(COLUMNS)),
        ("d.jsonl", json.dumps(COLUMNS, indent=1)),
        ("d.json", FRAME.to_json()),
        ("d.json", FRAME.to_json(orient="records")),
        ("d.json", FRAME.to_json(orient="split")),
        ("d.json", FRAME.to_json(orient="table", index=False)),
        ("d.jsonl", FRAME.to_json(orient="records", lines=True)),
        ("d.csv", FRAME.to_csv(index=False)),
        ("d.csv", FRAME.to_csv()),
        ("d.csv", FRAME.to_csv(sep=";", index=False)),
        ("d.csv", FRAME.to_csv(sep="|", index=False)),
        ("d.tsv", FRAME.to_csv(sep="\t", index=False)),
        ("-", FRAME.to_csv(index=False)),
        ("d.csv", FRAME.to_csv(index=False, lineterminator="\r\n")),
        ("d.csv", FRAME.to_csv(index=False, quoting=csv.QUOTE_ALL)),
        ("d.csv", "\n" + FRAME.to_csv(index=False)),
        ("d.csv", "sep=;\n" + FRAME.to_csv(sep=";", index=False)),
        ("d.csv", FRAME.to_csv(index=False) + "\x1a"),
        ("d.csv", "\ufeff" + FRAME.to_csv(index=False)),
        ("d.csv", FRAME.assign(contexts=[json.dumps(c) for c in FRAME["contexts"]]).to_csv(index=False)),
    ],
)
def test_all_shapes_give_the_same_samples(name: str, data: str) -> None:
    """Lines, lists, wrapped lists, columns and tables of the same records are the same samples."""
    assert plain(samples(name, data)) == ROWS


def test_a_single_record_is_a_document() -> None:
    """One object, on one line or on several, is one sample, even where it holds lists of objects."""
    record = {"answer": "a", "contexts": [{"text": "x"}], "labels": [{"start": 0}], "steps": [{"n": 1}]}
    for indent in (None, 2):
        (sample,) = samples("d.json", json.dumps(record, indent=indent))
        assert (sample.answer, len(sample.contexts)) == ("a", 1)
        assert sample.metadata == {"labels": [{"start": 0}], "steps": [{"n": 1}]}


def test_places_in_documents() -> None:
    """Records of a document are counted; a lone one and those of JSON Lines have a line."""
    assert [s.source for s in samples("d.json", ROWS)] == ["d.json#1", "d.json#2", "d.json#3"]
    assert [s.id for s in samples("d.json", ROWS)] == ["#1", "#2", "#3"]
    assert samples("d.jsonl", "\n" + json.dumps(ROWS[0]))[0].source == "d.jsonl:2"


def test_odd_items_of_a_list_are_problems() -> None:
    """An item that is no object keeps its number and says what it is."""
    found = samples("d.json", [ROWS[0], 5, None, ROWS[1]])
    assert [s.problem for s in found] == [
        None,
        "record 2: expected an object with keys, found a number",
        "record 3: expected an object with keys, found null",
        None,
    ]


def test_what_is_not_read_is_said() -> None:
    """Keys beside the list of records are named, not silently dropped."""
    said: list[str] = []
    samples("d.json", {"model": "m", "results": ROWS, "log": [{"x": 1}]}, said)
    assert said[0] == "d.json: the records are read from its key results; not read: the keys model, log"


def test_several_lists_are_not_guessed() -> None:
    """Two lists of objects under unknown names are an error that names both."""
    with pytest.raises(InputError, match="several lists could be the records, under the keys left, right"):
        samples("d.json", {"left": ROWS, "right": ROWS})


def test_columns_need_one_length() -> None:
    """Columns of different lengths are an error that names them; single values belong to every row."""
    with pytest.raises(InputError, match="columns of different lengths: question 3, answer 3, contexts 2"):
        samples("d.json", COLUMNS | {"contexts": COLUMNS["contexts"][:2]})
    found = samples("d.json", COLUMNS | {"model": "m"})
    assert plain(found) == ROWS
    assert {s.metadata["model"] for s in found} == {"m"}


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (
            {"answer": {"text": "It is open."}},
            "the answer (answer) is an object, not text; name the text in it: --map answer=answer.text",
        ),
        (
            {"answer": ["a", "b"]},
            "the answer (answer) is a list, not text; name the text in it: --map 'answer=answer[0]'",
        ),
        (
            {"answer": ["a", "b"], "contexts": ["x", "y"]},
            "the answer (answer) is a list, not text; name the text in it: --map 'answer=answer[0]'",
        ),
    ],
)
def test_a_line_is_a_record_alone_and_among_others(change: dict[str, object], problem: str) -> None:
    """JSON Lines hold one record on each line: a broken one is never a table of columns because it stands alone."""
    record = ROWS[0] | change
    (alone,) = samples("d.jsonl", json.dumps(record))
    among = samples("d.jsonl", "\n".join(map(json.dumps, [record, *ROWS])))[0]
    assert alone.problem == among.problem == f"line 1: {problem} (in Python: mapping=)"


@pytest.mark.parametrize(
    "change",
    [
        {"answer": {"text": "It is open."}},
        {"answer": {"text": "It is open."}, "contexts": {"text": "It is open."}},
        {"answer": [{"content": "a"}], "contexts": ["x"]},
        {"answer": ["a", "b"], "contexts": ["x", "y", "z"]},
    ],
)
def test_a_broken_record_in_a_document_is_no_table(change: dict[str, object]) -> None:
    """Only what can be nothing but columns is read as columns; else the one record says what is wrong with it."""
    (sample,) = samples("d.json", ROWS[0] | change)
    assert "the answer (answer) is a" in str(sample.problem)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("d.yaml", "# cases\n- answer: x\n"),
        ("d.yml", "answer: x\ncontexts: [y]\n"),
        ("-", "- answer: Yes, we do\n  contexts: [y]\n"),
        ("d.txt", "---\nanswer: x\n"),
        ("d.txt", "samples:\n  - answer: x\n"),
    ],
)
def test_yaml_is_named_as_what_it_is(name: str, text: str) -> None:
    """YAML is not read, and not taken for a table whose column is its first line."""
    with pytest.raises(InputError, match=r"looks like YAML, which is not read; save it as JSON Lines"):
        samples(name, text)


def test_mapping_reaches_into_documents() -> None:
    """A mapping tells a single record from a wrapper, and works on rows and columns."""
    record = {"out": {"text": "a", "docs": [{"t": "x"}]}}
    mapping = {"answer": "out.text", "contexts": "out.docs[].t"}
    assert plain(samples("d.json", record, mapping=mapping)) == [
        {"question": None, "answer": "a", "contexts": ["x"]}
    ]
    columns = {"a": ["x", "y"], "c": [["1"], ["2"]]}
    assert [s.answer for s in samples("d.json", columns, mapping={"answer": "a", "contexts": "c"})] == [
        "x",
        "y",
    ]
    table = "a,c\nx,\"[{'t': 'one'}, {'t': 'two'}]\"\n"
    (sample,) = samples("d.csv", table, mapping={"answer": "a", "contexts": "c[].t"})
    assert [c.text for c in sample.contexts] == ["one", "two"]


@pytest.mark.parametrize(
    ("name", "data", "match"),
    [
        ("d.json", '[{"answer": "a"},\n {"answer" "b"}]', r"broken JSON at line 2, column 12: Expecting ':'"),
        ("d.json", '{"answer": "a"', r"line 1: broken JSON at column 15"),
        ("d.json", "\n\n{'answer':\n 'a'}\n", r"broken JSON at line 3, column 2"),
        ("d.json", "// note\n[{}]", r"broken JSON at line 1, column 1: Expecting value"),
        ("d.json", "5", "expected a list of records, found a number"),
        ("d.json", '"text"', "expected a list of records, found text"),
        ("d.json", "[\n" + "[" * 100_000, "nested deeper"),
    ],
)
def test_broken_documents_are_input_errors(name: str, data: str, match: str) -> None:
    """A document that is broken as a whole names line and column."""
    with pytest.raises(InputError, match=match):
        samples(name, data)


def test_pretty_printed_json_lines_are_explained() -> None:
    """Records over several lines in a .jsonl file are an error that says how to repair it."""
    data = "\n".join(json.dumps(row, indent=2) for row in ROWS)
    with pytest.raises(
        InputError, match=r"several JSON values one after another, the second at line 9.*jq -c"
    ):
        samples("d.jsonl", data)


def test_one_pretty_document_in_json_lines_is_said() -> None:
    """A JSON document in a .jsonl file is read, and the user is told."""
    said: list[str] = []
    assert plain(samples("d.jsonl", json.dumps(ROWS, indent=2), said)) == ROWS
    assert "one JSON document over several lines, not JSON Lines" in said[0]


@pytest.mark.parametrize(
    "cut", ['{"answer": "a', '{"answer": "a",', '{"contexts": [', '{"answer":', "{", "[", "}", "oops"]
)
def test_a_first_line_that_was_cut_is_one_row(cut: str) -> None:
    """JSON Lines whose first record was cut anywhere lose only that record."""
    found = samples("d.jsonl", "\n".join([cut, *map(json.dumps, ROWS)]))
    assert plain(found) == ROWS
    assert found[0].problem is not None
    assert found[0].problem.startswith("line 1: broken JSON")


def test_a_lone_broken_line_is_one_row() -> None:
    """JSON Lines that hold one broken line give one row with the problem."""
    (sample,) = samples("d.jsonl", '{"answer": "a", "contexts": ["c"')
    assert str(sample.problem).startswith("line 1: broken JSON at column 33")


def test_empty_cells_and_nan_are_no_text() -> None:
    """Empty cells and nan are an empty answer, no question and no chunks, but stay as they are in other columns."""
    data = 'id,question,answer,contexts,reference,n\n1,nan,nan,NaN,nan,nan\n2,,,,,\n3,q," ","[""nan""]",r,5\n'
    first, second, third = samples("d.csv", data)
    for sample in (first, second):
        assert (sample.answer, sample.contexts, sample.question, sample.reference) == ("", (), None, None)
        assert sample.problem is None
    assert [c.text for c in third.contexts] == ["nan"]
    assert (first.metadata, third.metadata) == ({"n": "nan"}, {"n": "5"})


@pytest.mark.parametrize(
    "cell", ["[]", " [ ] ", "None", "null", "nan", "<NA>", "[None]", "[nan]", "array([], dtype=object)"]
)
def test_a_cell_that_lists_nothing_is_no_context(cell: str) -> None:
    """What pandas and Python write for no list or an empty one is no chunk with that text, and no claim."""
    (sample,) = samples("d.csv", f'answer,contexts,metadata\na,"{cell}",{{}}\n')
    assert (sample.problem, [c.text for c in sample.contexts if c.text]) == (None, [])
    assert sample.metadata == {}


@pytest.mark.parametrize(("cell", "claims"), [("[]", ()), ("None", None), ("nan", None), ("", None)])
def test_a_cell_of_claims_that_lists_nothing_is_no_claim(cell: str, claims: object) -> None:
    """An empty list says that there are none; no value, that they are to be made."""
    (sample,) = samples("d.csv", f'answer,contexts,claims\na,x,"{cell}"\n')
    assert (sample.problem, sample.claims) == (None, claims)


@pytest.mark.parametrize("text", ["[]", "[ ]", "null", "nan"])
def test_a_text_in_json_that_lists_nothing_is_no_context(text: str) -> None:
    """The same text in JSON, where an export wrote its cells as texts, is no chunk either."""
    (sample,) = samples("d.jsonl", {"answer": "a", "contexts": text})
    assert (sample.problem, sample.contexts) == (None, ())


def test_a_cell_that_is_no_list_is_one_chunk() -> None:
    """Prose in a contexts cell is one chunk; objects in a list keep their fields."""
    data = "answer,contexts,claims,metadata\n"
    data += 'a,"Prose, with [1] a mark.",,"{""k"": 1}"\n'
    data += "b,\"[{'text': 'x', 'id': 'd1'}, 'y']\",\"['c1', 'c2']\",note\n"
    first, second = samples("d.csv", data)
    assert [c.text for c in first.contexts] == ["Prose, with [1] a mark."]
    assert (first.claims, first.metadata) == (None, {"k": 1})
    assert [(c.text, c.id) for c in second.contexts] == [("x", "d1"), ("y", None)]
    assert (second.claims, second.metadata) == (("c1", "c2"), {"metadata": "note"})


def test_rows_of_a_table_have_their_first_line() -> None:
    """A cell with line feeds does not shift the numbers of the rows after it."""
    data = '\n\nanswer,contexts\n"a\nb\nc",x\n\n,,\nd,y\ne\n'
    found = samples("d.csv", data)
    assert [(s.source, s.answer) for s in found] == [
        ("d.csv:4", "a\nb\nc"),
        ("d.csv:9", "d"),
        ("d.csv:10", ""),
    ]
    assert (
        found[2].problem
        == "line 10: no contexts: found the key answer; use --map contexts=KEY (in Python: mapping=)"
    )


def test_ragged_rows_are_problems() -> None:
    """A row with more cells than columns is not read askew; blank cells at its end do no harm."""
    found = samples("d.csv", "id,answer,contexts\n1,a,b,c\n2,a,b\n3,a,b,,\n")
    assert found[0].problem is not None
    assert found[0].problem.startswith("line 2: 4 cells for 3 columns; a cell that holds commas or quotes")
    assert (found[0].id, found[0].answer) == ("1", "")
    assert [s.problem for s in found[1:]] == [None, None]


def test_a_quote_that_never_closes_is_said() -> None:
    """A quoted cell that swallows the rest of the file is a problem that says how far it went."""
    found = samples("d.csv", 'answer,contexts\na,x\n"b,y\nc,z\nd,w\n')
    assert [s.problem for s in found] == [
        None,
        "line 3: a quoted cell opens and never closes: everything up to line 5 went into it",
    ]


def test_headers_are_checked() -> None:
    """Columns that share a name, and line ends of old Macs, are errors; blank names get a number."""
    with pytest.raises(InputError, match="the header names the key answer more than once"):
        samples("d.csv", "answer,contexts,answer \na,b,c\n")
    with pytest.raises(InputError, match=r"line 1, the header: broken CSV"):
        samples("d.csv", "answer,contexts\ra,b\r")
    (sample,) = samples("d.csv", " answer ,contexts,\na,b,c\n")
    assert (sample.answer, sample.metadata) == ("a", {"column_3": "c"})
    with pytest.raises(FormatError, match="Found the keys What is it\\?, A thing"):
        samples("d.csv", "What is it?,A thing\nWho?,Nobody\n")


def test_large_cells_and_the_limit_of_csv() -> None:
    """Cells may be larger than csv's own limit, which is back in place afterwards, with readers in turn and in threads."""
    before = csv.field_size_limit()
    big = "x" * (before * 3)
    first, second = (read(Named("d.csv", f"answer,contexts\n{big},c\ny,c\n")) for _ in range(2))
    assert len(next(first).answer) == len(big)
    assert len(next(second).answer) == len(big)
    assert len(list(first)) == 1
    assert len(list(second)) == 1
    assert csv.field_size_limit() == before
    lengths: list[int] = []

    def one() -> None:
        lengths.append(len(samples("d.csv", f"answer,contexts\n{big},c\n")[0].answer))

    threads = [threading.Thread(target=one) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert lengths == [len(big)] * 8
    assert csv.field_size_limit() == before


cell = st.text(alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\0\ufeff"), max_size=20)


@given(st.lists(st.tuples(cell, st.lists(cell, min_size=1, max_size=3)), min_size=1, max_size=4))
def test_tables_round_trip(rows: list[tuple[str, list[str]]]) -> None:
    """What csv writes of any texts is read back: answers as they are, chunks in their lists."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(["id", "answer", "contexts"])
    writer.writerows((f"r{n}", answer, repr(chunks)) for n, (answer, chunks) in enumerate(rows))
    found = samples("d.csv", out.getvalue().encode())
    nothing = {"nan", "<na>", ""}
    assert [s.answer for s in found] == ["" if a.strip().lower() in nothing else a for a, _ in rows]
    assert [[c.text for c in s.contexts] for s in found] == [chunks for _, chunks in rows]


@given(
    st.lists(st.dictionaries(st.text(max_size=4), st.text(max_size=20), max_size=3), min_size=1, max_size=5)
)
def test_json_lines_round_trip(extras: list[dict[str, str]]) -> None:
    """Any keys and texts arrive in the metadata unchanged."""
    rows = [{"x": extra, "answer": "a", "contexts": []} for extra in extras]
    data = "\n".join(json.dumps(row, ensure_ascii=n % 2 == 0) for n, row in enumerate(rows))
    assert [s.metadata for s in samples("d.jsonl", data)] == [{"x": extra} for extra in extras]
