"""Formats of records: which keys make which, and what each one holds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from upheld._errors import FormatError
from upheld._types import Chunk, Sample
from upheld.readers import FORMATS, from_record, read

RAGAS = {"user_input": "q", "response": "a", "retrieved_contexts": ["c1", "c2"], "reference": "r"}
RAGAS_V1 = {"question": "q", "answer": "a", "contexts": ["c1", "c2"], "ground_truth": "r"}
SNAKE = {"input": "q", "actual_output": "a", "retrieval_context": ["c1", "c2"], "expected_output": "r"}
CAMEL = {"input": "q", "actualOutput": "a", "retrievalContext": ["c1", "c2"], "expectedOutput": "r"}
UPHELD = {"question": "q", "answer": "a", "contexts": ["c1", "c2"], "reference": "r"}
CONTEXT = {"query": "q", "response": "a", "context": ["c1", "c2"], "ground_truth": "r"}


def run(tmp_path: Path, *records: object, **options: object) -> tuple[list[Sample], list[str]]:
    path = tmp_path / "d.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    said: list[str] = []
    found = list(read(path, notify=lambda m: said.append(m.removeprefix(f"{path}: ")), **options))
    return found, said


def test_formats_are_listed() -> None:
    """The known formats have a name, a line of words and their keys."""
    assert list(FORMATS) == [
        "upheld",
        "context",
        "ragas",
        "ragas-v1",
        "deepeval",
        "ragchecker",
        "ragtruth",
        "lettucedetect",
        "pairs",
        "parallel",
        "haystack",
        "promptfoo",
        "langsmith",
        "langfuse",
        "phoenix",
        "otlp",
    ]
    for name, fmt in FORMATS.items():
        assert fmt.name == name
        assert fmt.description
        assert "\n" not in fmt.description
        assert len(fmt.keys) >= 2
    assert {"actual_output", "actualOutput", "retrieval_context", "retrievalContext"} <= set(
        FORMATS["deepeval"].keys
    )


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (UPHELD, "format upheld, detected by its keys answer, contexts"),
        (RAGAS, "format ragas (v2), detected by its keys response, retrieved_contexts"),
        (RAGAS_V1, "format ragas-v1, detected by its keys answer, contexts, ground_truth"),
        (SNAKE, "format deepeval, detected by its keys actual_output, retrieval_context"),
        (CAMEL, "format deepeval, detected by its keys actualOutput, retrievalContext"),
        (CONTEXT, "format context, detected by its keys response, context"),
    ],
)
def test_each_format_is_found_and_read(record: dict[str, object], said: str, tmp_path: Path) -> None:
    """Records of every format give the same sample, from a file and from a dict, and nothing lands in the metadata."""
    (sample,), notices = run(tmp_path, record)
    assert notices == [said]
    for found in (sample, from_record(record)):
        assert (found.question, found.answer, found.reference) == ("q", "a", "r")
        assert found.contexts == (Chunk("c1"), Chunk("c2"))
        assert found.metadata == {}


@pytest.mark.parametrize(
    "record",
    [
        {"query": "q", "response": "a", "context": "c", "ground_truth": "r"},  # Azure AI Evaluation
        {"prompt": "q", "response": "a", "context": "c"},  # TruLens
        {"input": "q", "output": "a", "context": "c"},  # Phoenix, without its index
        {"user_input": "q", "response": "a", "context": ["c"]},
        {"question": "q", "answer": "a", "context": ["c"]},
    ],
)
def test_one_key_context_is_what_was_retrieved(record: dict[str, object], tmp_path: Path) -> None:
    """A text or a list, with the names of question and answer that go with it."""
    (sample,), _ = run(tmp_path, record)
    for found in (sample, from_record(record)):
        assert (found.question, found.answer, found.contexts) == ("q", "a", (Chunk("c"),))


def test_the_answer_beside_a_context_can_be_mapped(tmp_path: Path) -> None:
    """And where the contexts are mapped, the key context is none."""
    record = {"reply": "a", "context": "c", "docs": ["d"]}
    (sample,), _ = run(tmp_path, record, mapping={"answer": "reply"})
    assert (sample.answer, sample.contexts) == ("a", (Chunk("c"),))
    assert from_record(record, mapping={"answer": "reply", "contexts": "docs"}).contexts == (Chunk("d"),)


@pytest.mark.parametrize(
    ("record", "texts"),
    [
        ({"answer": "a", "contexts": ["c"], "context": "x"}, ["c"]),
        ({"user_input": "q", "response": "a", "retrieved_contexts": ["c"], "context": "x"}, ["c"]),
        ({"input": "q", "actual_output": "a", "retrieval_context": ["c"], "context": ["x"]}, ["c"]),
        ({"input": "q", "actual_output": "a", "context": ["x"]}, None),  # DeepEval's ideal context
        ({"answer": "a", "context": {"trace_id": "1", "span_id": "2"}}, None),
    ],
)
def test_a_context_that_is_something_else_is_not_taken(record: dict[str, object], texts: object) -> None:
    """Where another format has its own key, or context is no text and no list of them."""
    found = from_record(record)
    assert texts == (None if found.problem else [chunk.text for chunk in found.contexts])
    if texts is None:
        assert str(found.problem).startswith("no contexts: found")


def test_a_context_in_an_unlike_document_makes_it_no_record(tmp_path: Path) -> None:
    """The context of a run is none of an answer: the records are where they were."""
    path = tmp_path / "run.json"
    path.write_text(json.dumps({"context": {"user": "x"}, "output": "out.txt", "results": [UPHELD]}))
    assert [s.answer for s in read(path)] == ["a"]


def test_a_context_without_an_answer_lacks_only_that() -> None:
    """The message names the one that is missing."""
    assert str(from_record({"question": "q", "context": "c"}).problem).startswith("no answer: found")


def test_deepevals_ideal_context_stays_one_where_the_answer_is_mapped() -> None:
    """A mapping of the answer alone turns no ideal context into a retrieved one."""
    record = {"input": "q", "actual_output": "a", "context": ["x"]}
    assert from_record(record, mapping={"answer": "actual_output"}).problem is not None


def test_columns_with_a_context_are_rows(tmp_path: Path) -> None:
    """As pandas' ``to_json`` writes them, by list and by row."""
    for columns in (
        {"response": ["a", "b"], "context": [["c"], ["d"]]},
        {"response": {"0": "a", "1": "b"}, "context": {"0": "c", "1": "d"}},
    ):
        path = tmp_path / "columns.json"
        path.write_text(json.dumps(columns))
        assert [(s.answer, s.contexts[0].text) for s in read(path)] == [("a", "c"), ("b", "d")]


def test_deepeval_contexts_and_metadata() -> None:
    """Context objects keep their source; the ideal context, tags and metadata go to the metadata; name is the id."""
    record = CAMEL | {
        "retrievalContext": ["plain", {"context": "object", "source": "doc.md"}],
        "context": ["ideal"],
        "name": "case 1",
        "tags": ["x"],
        "additionalMetadata": {"k": "v"},
        "toolsCalled": None,
    }
    sample = from_record(record)
    assert sample.contexts == (Chunk("plain"), Chunk("object", metadata={"source": "doc.md"}))
    assert sample.id == "case 1"
    assert sample.metadata == {"context": ["ideal"], "tags": ["x"], "toolsCalled": None, "k": "v"}


def test_deepeval_context_is_not_what_was_retrieved(tmp_path: Path) -> None:
    """A test case with only the ideal context has no contexts, and the message says what `context` is."""
    record = {"input": "q", "actual_output": "a", "context": ["ideal"]}
    assert "context is DeepEval's ideal context, not the retrieved one" in str(from_record(record).problem)
    with pytest.raises(
        FormatError, match=r"context is DeepEval's ideal context.*--map contexts=context \(in"
    ):
        run(tmp_path, record)


def test_deepeval_without_retrieval_has_no_context() -> None:
    """An export writes retrievalContext: null for a case without retrieval; that is no problem of the record."""
    sample = from_record(CAMEL | {"retrievalContext": None})
    assert (sample.problem, sample.contexts) == (None, ())


@pytest.mark.parametrize("turns", [[{"type": "human", "content": "q"}], []])
def test_ragas_multi_turn_is_an_error_row(turns: list[object], tmp_path: Path) -> None:
    """A multi-turn sample is a row that says what it is, alone in its file or among others."""
    multi = {"user_input": turns, "reference": "r"}
    for records in ([multi], [RAGAS, multi, RAGAS]):
        found, _ = run(tmp_path, *records)
        assert [s.problem is None for s in found] == [record is RAGAS for record in records]
        (bad,) = (s for s in found if s.problem)
        assert "multi-turn" in str(bad.problem)
        assert bad.metadata == {"question": turns}


def test_ragas_v1_ground_truths() -> None:
    """The older plural key holds a list of references."""
    record = {key: value for key, value in RAGAS_V1.items() if key != "ground_truth"}
    assert from_record(record | {"ground_truths": ["r1", "r2"]}).reference == "r1\nr2"


def test_ragas_extra_columns_go_to_metadata() -> None:
    """Other columns of RAGAS are kept."""
    sample = from_record(RAGAS | {"rubrics": {"a": 1}, "retrieved_context_ids": ["d1"], "claims": ["x"]})
    assert sample.metadata == {"rubrics": {"a": 1}, "retrieved_context_ids": ["d1"], "claims": ["x"]}
    assert sample.claims is None


def test_the_most_specific_format_wins(tmp_path: Path) -> None:
    """Records with the keys of two formats are those of the more specific one."""
    assert run(tmp_path, UPHELD | SNAKE)[1][0].startswith("format deepeval")
    assert run(tmp_path, UPHELD | RAGAS)[1][0].startswith("format ragas (v2)")


def test_the_format_of_most_records_wins(tmp_path: Path) -> None:
    """A file is read as what most of its first records are, the odd ones have a problem, and the user is told."""
    found, said = run(tmp_path, RAGAS, UPHELD, RAGAS, SNAKE)
    assert [s.problem is None for s in found] == [True, False, True, False]
    assert said[0].startswith("format ragas (v2)")
    assert said[1] == (
        "not all of the first 4 records are ragas (v2) (1 upheld, 1 deepeval); a file is read as one format"
    )


def test_records_may_lack_keys_that_others_have(tmp_path: Path) -> None:
    """The first records together show the format, even if each of them lacks something."""
    found, said = run(tmp_path, {"answer": "a", "id": "1"}, {"contexts": ["c"], "id": "2"})
    assert said == ["format upheld, detected by its keys answer, contexts"]
    assert [str(s.problem).split(":")[1] for s in found] == [" no contexts", " no answer"]


def test_late_records_are_not_needed(tmp_path: Path) -> None:
    """Broken records before the first usable one do not disturb the detection."""
    path = tmp_path / "d.jsonl"
    path.write_text("{broken\n" * 50 + json.dumps(RAGAS) + "\n")
    said: list[str] = []
    found = list(read(path, notify=said.append))
    assert sum(s.problem is not None for s in found) == 50
    assert found[-1].answer == "a"
    assert "format ragas (v2)" in said[0]


def test_a_file_of_broken_records_is_all_problems(tmp_path: Path) -> None:
    """Where nothing is usable every record still has its row."""
    path = tmp_path / "d.jsonl"
    path.write_text("{broken\n" * 30)
    assert [str(s.problem)[:8] for s in read(path)] == [f"line {n}: "[:8] for n in range(1, 31)]


@pytest.mark.parametrize(
    ("record", "ending"),
    [
        (
            {"prompt": "q", "completion": "a", "documents": [{"content": "x"}]},
            "answer=completion --map 'contexts=documents[].content'",
        ),
        (
            {"query": "q", "result": "a", "source_documents": ["x"]},
            "answer=result --map contexts=source_documents",
        ),
        (
            {"inputs": {"q": "q"}, "outputs": {"answer": "a", "context": "x"}},
            "answer=outputs.answer --map contexts=outputs.context",
        ),
        ({"question": "q", "answer": "a", "docs": ["x"]}, "Say where the fields are: --map contexts=docs"),
        (
            {"user_input": "q", "response": "a", "docs": ["x"]},
            "Say where the fields are: --map contexts=docs",
        ),
        ({"my answer": "x", "it's": ["c"]}, "--map 'answer=my answer' --map 'contexts=it'\"'\"'s'"),
        ({}, "answer=KEY --map contexts=KEY"),
    ],
)
def test_unknown_records_get_a_ready_option(record: dict[str, object], ending: str, tmp_path: Path) -> None:
    """The error ends in options that fit the keys of the record."""
    with pytest.raises(FormatError) as error:
        run(tmp_path, record)
    assert str(error.value).endswith(f"{ending} (in Python: mapping=)")


def test_every_format_and_key_is_documented() -> None:
    """The table of docs/formats.md has a row for each format, and each key that `upheld formats` lists stands there."""
    page = (Path(__file__).parents[1] / "docs" / "formats.md").read_text()
    rows = {
        line.split("`")[1]: line
        for line in page.splitlines()
        if line.startswith("| `") and "--format" not in line
    }
    assert list(rows) == list(FORMATS)
    for name, fmt in FORMATS.items():
        assert [key for key in fmt.keys if f"`{key}`" not in rows[name]] == [], name
