"""The public face of the readers: files and records to samples."""

from __future__ import annotations

import gzip
import io
import json
import shlex
import time
import tracemalloc
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from upheld._errors import ConfigurationError, FormatError, InputError, UpheldError
from upheld._types import Chunk, Sample
from upheld.readers import FORMATS, from_record, read

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GOOD = {"id": "g", "question": "q?", "answer": "An answer.", "contexts": ["one", "two"]}


def jsonl(*records: object) -> str:
    return "".join((r if isinstance(r, str) else json.dumps(r)) + "\n" for r in records)


@pytest.fixture
def write(tmp_path: Path):
    def writer(name: str, data: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        return path

    return writer


def texts(sample: Sample) -> list[str]:
    return [chunk.text for chunk in sample.contexts]


def test_a_record_becomes_a_sample(write) -> None:
    """All fields of a canonical record arrive; unknown keys and the metadata object become metadata, the latter wins."""
    record = {
        **GOOD,
        "contexts": [{"text": "one", "id": 7, "score": 0.5, "metadata": {"page": 3}, "lang": "en"}, "two"],
        "reference": "r",
        "claims": ["c1", "c2"],
        "model": "m",
        "team": "outer",
        "metadata": {"team": "inner"},
    }
    path = write("data.jsonl", jsonl(record))
    (sample,) = read(path)
    assert sample == Sample(
        answer="An answer.",
        contexts=(Chunk("one", "7", 0.5, {"lang": "en", "page": 3}), Chunk("two")),
        question="q?",
        reference="r",
        id="g",
        claims=("c1", "c2"),
        metadata={"model": "m", "team": "inner"},
        source=f"{path}:1",
    )


def test_the_format_is_said(write) -> None:
    """The detected format and the keys that gave it away are told, never guessed in silence."""
    said: list[str] = []
    path = write("data.jsonl", jsonl({"user_input": "q", "response": "a", "retrieved_contexts": ["c"]}))
    list(read(path, notify=said.append))
    assert said == [f"{path}: format ragas (v2), detected by its keys response, retrieved_contexts"]


def test_a_broken_line_stays_one_row(write) -> None:
    """Broken JSON in line 7 is a row with that line and column; the others are read."""
    rows = [GOOD | {"id": str(n)} for n in range(1, 13)]
    broken = [json.dumps(row) for row in rows]
    broken[6] = '{"answer": "x" "contexts": []}'
    samples = list(read(write("data.jsonl", "\n".join(broken))))
    assert [s.id for s in samples if s.problem] == ["#7"]
    assert samples[6].problem == "line 7: broken JSON at column 16: Expecting ',' delimiter"
    assert samples[6].source is not None
    assert samples[6].source.endswith("data.jsonl:7")
    assert len(samples) == 12


def test_missing_keys_name_line_and_keys(write) -> None:
    """A record without answer or contexts names its line, the keys found and the option that helps; id is kept."""
    samples = list(
        read(
            write(
                "data.jsonl",
                jsonl(GOOD, "", {"id": "x", "question": "q", "contexts": ["c"], "k": 1}, {"answer": "a"}, {}),
            )
        )
    )
    assert [s.problem for s in samples] == [
        None,
        "line 3: no answer: found the keys id, question, contexts, k; use --map answer=KEY (in Python: mapping=)",
        "line 4: no contexts: found the key answer; use --map contexts=KEY (in Python: mapping=)",
        "line 5: no answer and no contexts: found no keys; use --map answer=KEY --map contexts=KEY (in Python: mapping=)",
    ]
    assert samples[1].id == "x"
    assert samples[1].question == "q"
    assert samples[1].metadata == {"k": 1}


@pytest.mark.parametrize(
    ("contexts", "chunks"),
    [
        (None, []),
        ([], []),
        ("", []),
        ("  \n", []),
        ([""], [""]),
        ([None, "a"], ["", "a"]),
        (["a", 5, True], ["a", "5", "true"]),
        ("plain text", ["plain text"]),
        ("['looks', 'like a list']", ["['looks', 'like a list']"]),
        ({"text": "one object"}, ["one object"]),
        ([{"text": None}], [""]),
        (float("nan"), []),
        ([float("nan")], [""]),
    ],
)
def test_contexts_without_text_are_no_problem(contexts: object, chunks: list[str], write) -> None:
    """Null, empty and blank contexts, and one plain text, are read as what they are; never by character, never as nan."""
    (sample,) = read(write("d.jsonl", jsonl(GOOD | {"contexts": contexts})))
    assert sample.problem is None
    assert texts(sample) == chunks


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (24, "24"),
        (2.5, "2.5"),
        (True, "true"),
        (None, ""),
        (float("nan"), ""),
        ("", ""),
        ("nan", "nan"),
        (0, "0"),
    ],
)
def test_answers_that_are_no_text(answer: object, text: str, write) -> None:
    """Numbers and truth values are taken as text, null and NaN as an empty answer."""
    (sample,) = read(write("d.jsonl", jsonl(GOOD | {"answer": answer})))
    assert sample.problem is None
    assert sample.answer == text


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (
            {"answer": ["a", "b"]},
            "the answer (answer) is a list, not text; name the text in it: --map 'answer=answer[0]'",
        ),
        ({"answer": {"t": 1}}, "the answer (answer) is an object, not text"),
        ({"contexts": 5}, "contexts (contexts) is a number, not a list of texts"),
        ({"contexts": [["a"]]}, "chunk 1 is a list, not text"),
        (
            {"contexts": ["x", {"page_content": "p", "metadata": {}}]},
            "chunk 2 has no text: found the keys page_content, metadata; use --map 'contexts=contexts[].page_content'",
        ),
        ({"contexts": [{"text": ["a"]}]}, "chunk 1 is a list, not text"),
        ({"contexts": [{}]}, "chunk 1 has no text: found no keys"),
        ({"claims": "one"}, "claims is text, not a list of texts"),
        ({"claims": [1]}, "claim 1 is a number, not text"),
        ({"claims": ["a", " "]}, "claim 2 is blank, not text"),
    ],
)
def test_fields_of_a_wrong_kind_are_problems(change: dict[str, object], problem: str, write) -> None:
    """What cannot be read as text says where, what it is, and what to do."""
    samples = list(read(write("d.jsonl", jsonl(GOOD, GOOD | change))))
    assert samples[0].problem is None
    assert samples[1].problem is not None
    assert samples[1].problem.startswith(f"line 2: {problem}")
    assert samples[1].id == "g"


@pytest.mark.parametrize(
    ("change", "mapping"),
    [
        ({"contexts": [["x"]]}, {"contexts": "contexts[][]"}),
        ({"contexts": [[{"page_content": "x"}]]}, {"contexts": "contexts[][].page_content"}),
        ({"contexts": [{"text": ["x"]}]}, {"contexts": "contexts[].text[]"}),
        ({"contexts": {"body": "x"}}, {"contexts": "contexts.body"}),
        ({"contexts": [{"body": "x"}]}, {"contexts": "contexts[].body"}),
        ({"answer": [{"text": "a"}]}, {"answer": "answer[0].text"}),
        ({"answer": {"text": "a"}}, {"answer": "answer.text"}),
    ],
)
def test_the_path_that_a_problem_proposes_works(
    change: dict[str, object], mapping: dict[str, str], write
) -> None:
    """A value that is no text says where the text in it is, in the words of a file and of Python, and that is true."""
    record = {"answer": "a", "contexts": ["x"]} | change
    (sample,) = read(write("d.jsonl", jsonl(record)))
    option = f"--map {shlex.quote('='.join(*mapping.items()))} (in Python: mapping=)"
    assert str(sample.problem).endswith(option)
    assert str(from_record(record).problem).endswith(f"mapping={mapping}")
    (good,) = read(write("d.jsonl", jsonl(record)), mapping=mapping)
    assert (good.problem, good.answer, texts(good)) == (None, "a", ["x"])


def test_question_and_reference_of_other_kinds_are_kept(write) -> None:
    """A question that is no text is no problem and not lost; NaN and blank ones are none at all."""
    rows = [
        GOOD | {"question": [{"role": "user"}], "reference": {"a": 1}},
        GOOD | {"question": float("nan"), "reference": " "},
        GOOD | {"question": 5, "reference": ["a", "b"]},
    ]
    first, second, third = read(write("d.jsonl", jsonl(*rows)))
    assert (first.question, first.metadata) == (None, {"question": [{"role": "user"}], "reference": {"a": 1}})
    assert (second.question, second.reference, second.problem) == (None, None, None)
    assert (third.question, third.reference) == ("5", "a\nb")


def test_ids_of_all_kinds(write) -> None:
    """Ids become text; records without one are named by their line; pandas' 7.0 is 7."""
    rows = [{**GOOD, "id": i} for i in (7, 7.0, None, " ", "x", True, {"a": 1}, float("nan"))]
    assert [s.id for s in read(write("d.jsonl", jsonl("", *rows)))] == [
        "7",
        "7",
        "#4",
        "#5",
        "x",
        "true",
        "#8",
        "#9",
    ]


def test_duplicate_ids_are_kept_and_said_once(write) -> None:
    """Records with one id are both kept; one notice counts them and gives an example."""
    said: list[str] = []
    rows = [{**GOOD, "id": i} for i in "abacab"]
    path = write("d.jsonl", jsonl(*rows))
    assert [s.id for s in read(path, notify=said.append)] == list("abacab")
    assert said[1:] == [
        f"{path}: 3 records repeat an id of an earlier one, such as a at line 3; all are kept"
    ]


def test_chunks_that_look_cut_are_said_at_the_end(write) -> None:
    """read() watches the chunks and warns after the last record."""
    said: list[str] = []
    rows = [{**GOOD, "id": str(n), "contexts": [f"{n} " + "words and " * 20]} for n in range(6)]
    path = write("d.jsonl", jsonl(*[row | {"contexts": [row["contexts"][0][:100]]} for row in rows]))
    list(read(path, notify=said.append))
    assert "exactly 100 characters" in said[-1]
    assert said[-1].startswith(f"{path}: ")


def test_hostile_json_stays_one_row(write) -> None:
    """Depth, endless numbers, lone surrogates and control characters harm neither the run nor what is written later."""
    deep = '{"answer": "a", "contexts": [], "m": ' + "[" * 200 + "]" * 200 + "}"
    rows = [
        deep,
        '{"answer": ' + "[" * 200_000,
        '{"answer": ' + "9" * 5000 + ', "contexts": []}',
        '{"answer": "\\ud800x\\udfff", "contexts": ["\\ud83d\\ude00"], "\\udc00": ["\\udc01"]}',
        '{"answer": "tab\there\x00\x1b[31m", "contexts": []}',
        "[1, 2]",
        '"text"',
    ]
    samples = list(read(write("d.jsonl", jsonl(GOOD, *rows))))[1:]
    assert samples[0].problem == "line 2: nested deeper than 100 levels under the key m"
    assert samples[1].problem == "line 3: JSON nested deeper than 100 levels"
    assert samples[2].problem == "line 4: JSON with a number that is too long to be read"
    assert (samples[3].answer, texts(samples[3]), samples[3].metadata) == (
        "\ufffdx\ufffd",
        ["😀"],
        {"\ufffd": ["\ufffd"]},
    )
    assert samples[4].answer == "tab\there\x00\x1b[31m"
    assert samples[5].problem == "line 7: expected an object with keys, found a list"
    assert samples[6].problem == "line 8: expected an object with keys, found text"


def test_messages_hold_no_control_characters(write) -> None:
    """Keys of the input are escaped and cut where a message names them."""
    rows = [GOOD, {"\x1b[31mred\n": 1, "k" * 100: 2, "contexts": []}]
    problem = list(read(write("d.jsonl", jsonl(*rows))))[1].problem
    assert problem is not None
    assert problem.isprintable()
    assert "\\x1b[31mred\\n" in problem
    assert "k" * 50 not in problem


def test_format_can_be_forced(write) -> None:
    """With format= nothing is detected or said."""
    said: list[str] = []
    record = {
        "user_input": "q",
        "response": "a",
        "retrieved_contexts": ["c"],
        "answer": "b",
        "contexts": ["d"],
    }
    (sample,) = read(write("d.jsonl", jsonl(record)), format="upheld", notify=said.append)
    assert (sample.answer, texts(sample)) == ("b", ["d"])
    assert said == []


def test_mapped_fields_win(write) -> None:
    """A mapped field is taken from its path even where its usual key is there; the rest is detected."""
    record = {**GOOD, "my": "mapped", "out": {"docs": [{"page_content": "x"}, {"page_content": "y"}]}}
    mapping = {"answer": "my", "contexts": "out.docs[].page_content"}
    said: list[str] = []
    (sample,) = read(write("d.jsonl", jsonl(record)), mapping=mapping, notify=said.append)
    assert (sample.answer, texts(sample), sample.question) == ("mapped", ["x", "y"], "q?")
    assert sample.metadata["answer"] == "An answer."
    assert "my" not in sample.metadata
    assert "answer from my, contexts from out.docs[].page_content" in said[0]


def test_mapping_joins_a_known_format(write) -> None:
    """Fields that are not mapped come from the format that the other keys show."""
    record = {"user_input": "q", "response": "a", "docs": ["d"], "reference": "r"}
    (sample,) = read(write("d.jsonl", jsonl(record)), mapping={"contexts": "docs"})
    assert (sample.question, sample.answer, texts(sample), sample.reference) == ("q", "a", ["d"], "r")


def test_mapped_chunk_without_the_key_is_a_problem(write) -> None:
    """A chunk that lacks the mapped key is never an empty chunk."""
    rows = [
        {"answer": "a", "docs": [{"t": "x"}]},
        {"answer": "a", "docs": [{"t": "x"}, {"u": "y"}]},
        {"answer": "a"},
    ]
    samples = list(read(write("d.jsonl", jsonl(*rows)), mapping={"contexts": "docs[].t"}))
    assert [s.problem for s in samples] == [
        None,
        "line 2: chunk 2 has nothing at docs[].t",
        "line 3: no contexts at docs[].t: found the key answer; use --map contexts=KEY (in Python: mapping=)",
    ]


def test_mapping_that_leads_nowhere_is_an_error(write) -> None:
    """A mistyped column is said before the work, with the keys that are there."""
    with pytest.raises(
        FormatError, match=r"no answer at anwser\. Found the keys id, question, answer, contexts"
    ):
        list(read(write("d.jsonl", jsonl(GOOD)), mapping={"answer": "anwser"}))


def test_mapping_of_a_side_field_that_leads_nowhere_is_said(write) -> None:
    """A mistyped path of a field that is not needed is a notice, not silence."""
    said: list[str] = []
    path = write("d.jsonl", jsonl(GOOD, GOOD | {"id": "h"}))
    samples = list(read(path, mapping={"question": "qestion"}, notify=said.append))
    assert [s.problem for s in samples] == [None, None]
    assert said[1] == f"{path}: no question at qestion in the first 2 records"


@pytest.mark.parametrize(
    ("options", "match"),
    [
        (
            {"format": "ragas3"},
            r"unknown format: 'ragas3'; known are upheld, context, ragas, ragas-v1, deepeval",
        ),
        ({"mapping": {"answr": "x"}}, "cannot map 'answr'"),
        ({"encoding": "utf-9"}, "unknown encoding: 'utf-9'"),
        ({"encoding": "hex"}, "unknown encoding"),
        ({"encoding": "a\0b"}, "unknown encoding"),
    ],
)
def test_wrong_options_are_said_at_once(options: dict[str, object], match: str) -> None:
    """A wrong option is an error of the call, before any file is opened."""
    with pytest.raises(ConfigurationError, match=match):
        read("nowhere.jsonl", **options)


def test_bad_path_is_a_configuration_error(write) -> None:
    """A path that cannot be read is an error unless a key is written exactly so."""
    with pytest.raises(ConfigurationError, match=r"cannot read the path 'docs\['"):
        list(read(write("d.jsonl", jsonl(GOOD)), mapping={"contexts": "docs["}))
    rows = [GOOD | {"docs[": ["x"]}, GOOD]
    samples = list(read(write("d.jsonl", jsonl(*rows)), mapping={"contexts": "docs["}))
    assert [s.problem is None for s in samples] == [True, False]


def test_unknown_shape_shows_a_ready_option(write) -> None:
    """Where no format fits, the error names file, keys and formats, and an option that then works."""
    record = {"q": "q?", "out": {"reply": "An answer.", "docs": [{"page_content": "x", "metadata": {}}]}}
    path = write("odd.jsonl", jsonl(record))
    with pytest.raises(FormatError) as error:
        list(read(path))
    message = str(error.value)
    assert message.startswith(f"{path}: no known format: no answer and no contexts. Found the keys q, out.")
    assert "ragas (v2): user_input, response, retrieved_contexts, reference" in message
    assert "actual_output/actualOutput" in message
    assert message.endswith(
        "--map answer=out.reply --map 'contexts=out.docs[].page_content' (in Python: mapping=)"
    )
    (sample,) = read(path, mapping={"answer": "out.reply", "contexts": "out.docs[].page_content"})
    assert (sample.answer, texts(sample)) == ("An answer.", ["x"])


def test_a_file_object_is_read_and_left_open() -> None:
    """Any binary file object works, and stays the caller's."""
    stream = io.BytesIO(jsonl(GOOD, GOOD).encode())
    assert len(list(read(stream))) == 2
    assert not stream.closed


def test_stdin_is_read(monkeypatch) -> None:
    """A dash is standard input, gzip included."""
    packed = gzip.compress(jsonl(GOOD).encode())
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(packed)))
    (sample,) = read("-")
    assert sample.source == "<stdin>:1"


def test_records_come_as_they_are_read() -> None:
    """Reading is lazy: with the format named, the first sample needs two lines, not the file."""
    taken = 0

    def lines() -> Iterator[bytes]:
        nonlocal taken
        for _ in range(1000):
            taken += 1
            yield jsonl({**GOOD, "pad": "x" * 5000}).encode()

    class Slow(io.RawIOBase):
        name = "slow.jsonl"
        left = lines()

        def read(self, size: int = -1) -> bytes:
            return next(self.left, b"")

    samples = read(Slow(), format="upheld")
    assert next(samples).answer == "An answer."
    assert taken < 100


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    """Many times the lines need no more memory, as JSON Lines and as CSV."""

    def peak(name: str, lines: int) -> int:
        path = tmp_path / name
        with path.open("w") as file:
            if name.endswith("csv"):
                file.write("id,answer,contexts\n")
            for n in range(lines):
                record = {"id": f"id{n}", "answer": f"answer {n}", "contexts": [f"chunk {n} " * 20]}
                row = (
                    f"{n},answer {n},\"['chunk {n} {'x' * 50}']\""
                    if name.endswith("csv")
                    else json.dumps(record)
                )
                file.write(row + "\n")
        tracemalloc.start()
        try:
            assert sum(1 for _ in read(path)) == lines
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    # What is remembered on purpose, the hashes of some chunks and ids, is bounded and fits the margin.
    assert peak("d.jsonl", 20_000) < peak("d.jsonl", 2_000) * 1.1 + 300_000
    assert peak("d.csv", 10_000) < peak("d.csv", 2_000) * 1.1 + 300_000


def test_a_line_of_50_mb_takes_seconds(tmp_path: Path) -> None:
    """A huge line, whole or broken, is read in time linear in its length."""
    big = json.dumps({**GOOD, "contexts": ["word " * 10_000_000]})
    path = tmp_path / "big.jsonl"
    path.write_text(big + "\n" + big[:-3] + "\n" + jsonl(GOOD))
    start = time.perf_counter()
    samples = list(read(path))
    assert time.perf_counter() - start < 20
    assert len(samples[0].contexts[0].text) == 50_000_000
    assert [s.problem is None for s in samples] == [True, False, True]


def test_from_record_takes_dicts_and_samples() -> None:
    """A dict is read by its own keys; a sample passes through."""
    sample = Sample("a")
    assert from_record(sample) is sample
    assert from_record({"answer": "a", "contexts": ["c"]}).contexts == (Chunk("c"),)
    ragas = from_record({"user_input": "q", "response": "a", "retrieved_contexts": ["c"]}, source="row 3")
    assert (ragas.question, ragas.answer, ragas.source) == ("q", "a", "row 3")
    mapped = from_record({"out": {"a": "x"}, "docs": ("c",)}, mapping={"answer": "out.a", "contexts": "docs"})
    assert (mapped.answer, texts(mapped)) == ("x", ["c"])


def test_from_record_takes_what_frames_hold() -> None:
    """Arrays, numpy numbers, NaN and NA of pandas rows are read as lists, numbers and nothing."""
    frame = pd.DataFrame(
        {
            "id": [1.0, float("nan")],
            "answer": ["a", None],
            "contexts": [np.array(["x", "y"], dtype=object), np.array([], dtype=object)],
            "question": pd.array(["q", pd.NA], dtype="string"),
            "n": np.array([1, 2]),
            "when": pd.to_datetime(["2024-01-01", None]),
        }
    )
    first, second = (from_record(row) for row in frame.to_dict("records"))
    assert (first.id, texts(first), first.question, first.metadata["n"]) == ("1", ["x", "y"], "q", 1)
    assert (second.id, second.answer, second.contexts, second.question) == (None, "", (), None)
    assert json.dumps(dict(first.metadata))
    nested = from_record(
        {"answer": "a", "d": np.array([{"t": "x"}], dtype=object)}, mapping={"contexts": "d[].t"}
    )
    assert texts(nested) == ["x"]


def test_from_record_takes_chunks_and_names_strange_objects() -> None:
    """Chunk objects are kept; objects of other libraries are named, not printed into a chunk."""
    chunk = Chunk("t", "id")
    assert from_record({"answer": "a", "contexts": [chunk, "u"]}).contexts == (chunk, Chunk("u"))
    assert from_record({"answer": "a", "contexts": chunk}).contexts == (chunk,)

    class Document:
        page_content = 5

    assert from_record({"answer": "a", "contexts": [Document()]}).problem == (
        "chunk 1 is a Document, not text; give a text in its place"
    )
    assert "contexts (contexts) is a set" in str(from_record({"answer": "a", "contexts": {"b"}}).problem)


def test_from_record_never_raises_for_a_record() -> None:
    """Records without known keys, that are no dicts, or that hold themselves carry a problem."""
    assert from_record({"foo": 1}).problem == (
        "no answer and no contexts: found the key foo; use mapping={'answer': 'KEY', 'contexts': 'KEY'}"
    )
    assert from_record("text").problem == (
        "expected a record with keys such as answer and contexts, found text; a record is a dict, a dataclass, a pydantic "
        "model, a named tuple or a row as pandas' iterrows gives it"
    )
    loop: dict[str, object] = {"answer": "a", "contexts": []}
    loop["self"] = loop
    assert from_record(loop).problem == "nested deeper than 100 levels under the key self"
    sources = from_record({"source_info": "x", "source_id": "1"}, format="ragtruth")
    assert "these are RAGTruth's sources, without answers" in str(sources.problem)
    with pytest.raises(ConfigurationError):
        from_record({}, format="nope")


json_values = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), st.text(alphabet=st.characters(), max_size=10)
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=10,
)
keys = st.sampled_from([key for fmt in FORMATS.values() for key in fmt.keys] + ["context", "other", ""])


@given(st.dictionaries(keys, json_values, max_size=6), st.sampled_from([None, *FORMATS]))
def test_any_record_becomes_a_sample_that_can_be_written(record: dict[str, object], fmt: str | None) -> None:
    """Whatever a record holds, its sample is made of text that UTF-8 can take, or carries a printable problem."""
    sample = from_record(record, format=fmt)
    for text in (
        sample.answer,
        sample.question or "",
        sample.reference or "",
        sample.id or "",
        *texts(sample),
    ):
        text.encode()
    json.dumps(dict(sample.metadata), ensure_ascii=False).encode()
    assert sample.problem is None or sample.problem.isprintable()


@given(
    st.one_of(
        st.binary(max_size=200), st.text(alphabet='{}[]":, \n\tanswercontexts', max_size=80).map(str.encode)
    )
)
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    """Any file gives samples or one of our errors."""
    message = ""
    try:
        samples = list(read(io.BytesIO(data)))
    except UpheldError as error:
        samples, message = [], str(error)
    assert all(isinstance(sample, Sample) for sample in samples)
    assert bool(samples) != bool(message)
    assert message.isprintable()


def test_no_records_are_an_error(write) -> None:
    """A file without records says so."""
    for name, data in {
        "e.jsonl": "",
        "b.jsonl": "\n \n\0\0\n",
        "e.json": "[]",
        "c.csv": "answer,contexts\n",
        "k.json": '{"samples": []}',
    }.items():
        with pytest.raises(InputError, match=r"no records|no known format"):
            list(read(write(name, data)))
