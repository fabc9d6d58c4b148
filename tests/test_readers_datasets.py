"""Readers of data sets and of other tools' files: each golden file has the keys of the real export, with texts of our own."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from upheld import evaluate
from upheld._errors import InputError
from upheld._types import Sample
from upheld.readers import FORMATS, from_record, from_records, read

DATA = Path(__file__).parent / "data" / "formats"


def samples(name: str | Path, **options: object) -> list[Sample]:
    return list(read(DATA / name, **options))


def texts(sample: Sample) -> list[str]:
    return [chunk.text for chunk in sample.contexts]


@pytest.mark.parametrize(
    ("name", "format_"),
    [
        ("ragchecker.json", "ragchecker"),
        ("ragtruth/response.jsonl", "ragtruth"),
        ("lettucedetect.json", "lettucedetect"),
        ("pairs.jsonl", "pairs"),
        ("nli.jsonl", "pairs"),
        ("parallel.json", "parallel"),
        ("haystack.json", "haystack"),
        ("promptfoo.json", "promptfoo"),
        ("langsmith.jsonl", "langsmith"),
        ("langfuse_observations.json", "langfuse"),
        ("langfuse_trace.json", "langfuse"),
        ("phoenix_spans.jsonl", "phoenix"),
        ("phoenix_qa.csv", "phoenix"),
        ("phoenix_documents.jsonl", "phoenix"),
        ("otlp_openinference.jsonl", "otlp"),
        ("otlp_genai.json", "otlp"),
    ],
)
def test_each_export_is_known_by_its_keys(name: str, format_: str) -> None:
    """Every golden file is detected as its format and says so; naming the format gives the same samples."""
    said: list[str] = []
    found = samples(name, notify=said.append)
    assert any(f": format {FORMATS[format_].title}, detected by its keys " in note for note in said), said
    assert found == samples(name, format=format_)
    assert len(found) > 0


def test_ragchecker_keeps_document_ids_and_its_own_claims() -> None:
    """Chunks keep doc_id as their id; claims that RAGChecker extracted are data, not given claims."""
    first, second = samples("ragchecker.json")
    assert (first.id, first.question, first.answer) == (
        "17",
        "When does the library open?",
        "The library opens at nine.",
    )
    assert first.reference == "It opens at nine."
    assert [(chunk.id, chunk.text) for chunk in first.contexts] == [
        ("hours-1", "The library opens at nine."),
        ("hours-2", "It closes at six."),
    ]
    assert first.claims is None
    assert first.metadata["response_claims"] == [["The library", "opens at", "nine"]]
    assert second.contexts[0].id is None


def test_ragchecker_claims_can_be_asked_for() -> None:
    """With a mapping the extracted claims are taken, where they are texts; triplets are said to be none."""
    record = {"response": "A. B.", "retrieved_context": [{"text": "A."}], "response_claims": ["A.", "B."]}
    assert from_record(record, mapping={"claims": "response_claims"}).claims == ("A.", "B.")
    triplets = record | {"response_claims": [["a", "b", "c"]]}
    assert "claim 1" in str(from_record(triplets, mapping={"claims": "response_claims"}).problem)


def test_a_document_without_text_is_an_error_row() -> None:
    """A chunk whose text key is missing is a problem of its sample, never an empty context."""
    record = {"response": "a", "retrieved_context": [{"doc_id": "d", "body": "b"}]}
    sample = from_record(record)
    assert sample.contexts == ()
    assert "chunk 1 has no text: found the keys doc_id, body" in str(sample.problem)


# --- RAGTruth


def test_ragtruth_answers_are_joined_with_their_sources() -> None:
    """Passages of a question become chunks, an article one chunk, data their JSON; labels stay in the metadata."""
    question, summary, data, lost = samples("ragtruth/response.jsonl")
    assert question.question == "when does the library open"
    assert texts(question) == ["The library opens at ten.", "It closes at six."]
    assert question.metadata["labels"][0]["label_type"] == "Evident Conflict"
    assert (question.metadata["task_type"], question.metadata["model"]) == ("QA", "gpt-4-0613")
    assert texts(summary) == ["The old bridge was closed on Monday for repairs."]
    assert json.loads(texts(data)[0]) == {"name": "Harbor Cafe", "attributes": {"WiFi": "free"}}
    assert lost.problem == "line 4: no source with the source_id 99999 in source_info.jsonl"


def test_ragtruth_without_sources_says_where_they_belong(tmp_path: Path) -> None:
    """Answers alone cannot be scored: the error names the second file and where it was looked for."""
    alone = tmp_path / "response.jsonl"
    shutil.copy(DATA / "ragtruth" / "response.jsonl", alone)
    with pytest.raises(
        InputError, match=r"contexts in source_info\.jsonl, and there is none in .*name both files"
    ):
        list(read(alone))


def test_ragtruth_sources_alone_are_refused() -> None:
    """The file of sources holds no answers: the error names the file to read instead."""
    with pytest.raises(InputError, match=r"without answers; name response\.jsonl instead"):
        samples("ragtruth/source_info.jsonl")


@pytest.mark.parametrize("turned", [False, True])
def test_ragtruth_files_can_both_be_named(turned: bool, tmp_path: Path) -> None:
    """Named together, in any order and from different folders, the two files are one data set."""
    first, second = tmp_path / "response.jsonl", tmp_path / "elsewhere" / "source_info.jsonl"
    second.parent.mkdir()
    shutil.copy(DATA / "ragtruth" / "response.jsonl", first)
    shutil.copy(DATA / "ragtruth" / "source_info.jsonl", second)
    paths = [second, first] if turned else [first, second]
    said: list[str] = []
    report = evaluate(paths, judge="lexical", notify=said.append)
    assert [result.id for result in report.results] == ["0", "1", "2", "3"]
    assert report.statuses["failed"] == 1
    assert any("3 sources of RAGTruth" in note for note in said)


def test_ragtruth_in_memory_is_a_problem_of_each_row() -> None:
    """Answers that were read by the user have no file beside them: each row says so, and others go on."""
    rows = [json.loads(line) for line in (DATA / "ragtruth" / "response.jsonl").read_text().splitlines()]
    *lost, good = from_records([*rows, {"answer": "a", "contexts": ["a"]}])
    assert all("RAGTruth keeps the contexts in source_info.jsonl" in str(s.problem) for s in lost)
    assert good.problem is None


# --- LettuceDetect, pairs, columns


def test_lettucedetect_takes_the_context_or_else_the_prompt() -> None:
    """The context is taken where it stands apart; older files have only the prompt it was part of."""
    old, new = samples("lettucedetect.json")
    assert texts(old) == ["Answer from the passage: the library opens at ten."]
    assert old.metadata["labels"] == [{"start": 21, "end": 25, "label": "Evident Conflict"}]
    assert texts(new) == ["The library opens at ten.", "It closes at six."]
    assert new.question == "When does it open?"


def test_the_claim_of_a_pair_is_one_claim() -> None:
    """MiniCheck's claims and the hypotheses of entailment data are judged as they are, not split."""
    first, second = samples("pairs.jsonl")
    assert second.claims == ("Entry is free, and it rains.",)
    assert (second.answer, texts(second)) == (second.claims[0], ["Entry costs 5 euros."])
    assert first.metadata == {"dataset": "TofuEval", "label": 1}
    (entailed,) = samples("nli.jsonl")
    assert (entailed.claims, texts(entailed)) == (("It opens at nine.",), ["The library opens at nine."])
    report = evaluate(DATA / "pairs.jsonl", judge="lexical")
    assert [len(result.claims) for result in report.results] == [1, 1]


@pytest.mark.parametrize("claim", [None, "", 7, ["a", "b"]])
def test_a_pair_without_a_claim_has_none(claim: object) -> None:
    """A claim that is blank or no text is not given as a claim."""
    assert from_record({"doc": "d", "claim": claim}).claims is None


def test_parallel_lists_are_taken_apart() -> None:
    """Each claim goes with the document at its place, as one claim; the ids tell line and place."""
    first, second = samples("parallel.json")
    assert (first.id, first.claims, texts(first)) == (
        "#1.1",
        ("It opens at nine.",),
        ["The library opens at nine."],
    )
    assert (second.id, second.claims, texts(second)) == (
        "#1.2",
        ("Entry is free.",),
        ["Entry costs 5 euros."],
    )


def test_uneven_lists_are_an_error_row(tmp_path: Path) -> None:
    """A line whose lists differ in length is a problem of that line; the others are read."""
    path = tmp_path / "p.jsonl"
    rows = [{"docs": ["d"], "claims": ["a", "b"]}, {"docs": ["d", ["e", "f"]], "claims": ["a", "b"]}]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    bad, one, two = read(path)
    assert "2 in claims and 1 in docs" in str(bad.problem)
    assert (texts(one), texts(two)) == (["d"], ["e", "f"])


def test_haystack_columns_are_rows() -> None:
    """Lists of equal length are rows; documents keep their content; what is no list belongs to all rows."""
    first, second = samples("haystack.json")
    assert (first.question, first.answer) == ("When does it open?", "At nine.")
    assert texts(first) == ["It opens at nine.", "It closes at six."]
    chunk = second.contexts[0]
    assert (chunk.text, chunk.id, chunk.score) == ("Entry is free.", "d2", 0.7)
    assert first.metadata == {"model": "m1"}
    columns = json.loads((DATA / "haystack.json").read_text())
    assert [s.answer for s in from_records([columns])] == ["At nine.", "Yes, it is free."]


# --- promptfoo


def test_promptfoo_results_are_read_from_their_nested_list() -> None:
    """Answer from the response, context from the variable or a plain contextTransform, the rest in the metadata."""
    first, second, *_ = samples("promptfoo.json")
    assert (first.id, first.question, first.answer) == ("0a1b", "When does it open?", "At nine.")
    assert texts(first) == ["It opens at nine.", "It closes at six."]
    assert {key: first.metadata[key] for key in ("lang", "model", "suite", "score")} == {
        "lang": "en",
        "model": "openai:gpt-4o-mini",
        "suite": "smoke",
        "score": 1,
    }
    assert (second.answer, texts(second)) == ("It is free.", ["Entry is free."])


def test_promptfoo_errors_and_code_are_error_rows() -> None:
    """A call that failed keeps its reason; a contextTransform that is code is not run, and the message says so."""
    *_, failed, code = samples("promptfoo.json")
    assert "429 Too Many Requests" in str(failed.problem)
    assert "contextTransform is code, which is never run" in str(code.problem)


def test_promptfoo_mapping_reaches_into_the_result() -> None:
    """A field that the user maps is looked up in the whole result."""
    *_, code = samples("promptfoo.json", mapping={"contexts": "response.output"})
    assert (code.problem, texts(code)) == (None, ["In town."])


# --- what is common


def test_a_record_with_answer_and_contexts_is_its_own_format() -> None:
    """Keys of other formats beside an answer and contexts change nothing."""
    for extra in (
        {"source_id": "1", "response": "x", "labels": []},
        {"id": "1", "traceId": "t", "type": "SPAN"},
        {"id": "1", "observations": [{}]},
        {"run_type": "llm", "inputs": {}},
        {"vars": {}, "testCase": {}},
        {"docs": [], "claims": ["a"]},
        {"context.span_id": "s", "input": "q", "output": "o"},
    ):
        sample = from_record({"answer": "a", "contexts": ["c"], **extra})
        assert (sample.problem, sample.answer, texts(sample)) == (None, "a", ["c"])


def test_an_unknown_shape_names_all_formats(tmp_path: Path) -> None:
    """Where no format fits, the message names those that have keys of their own, too."""
    path = tmp_path / "d.jsonl"
    path.write_text('{"q": "x", "reply": "y"}\n')
    with pytest.raises(
        InputError, match=r"and ragtruth, lettucedetect, .*otlp, whose keys `upheld formats` lists"
    ):
        list(read(path))


def test_one_record_of_many_samples_is_said() -> None:
    """A single dict that holds several samples is a problem that says how to give it."""
    record = {"docs": ["d", "e"], "claims": ["a", "b"]}
    assert "holds 2 samples; give it to evaluate in a list" in str(from_record(record).problem)
    assert [s.answer for s in from_records([record])] == ["a", "b"]
