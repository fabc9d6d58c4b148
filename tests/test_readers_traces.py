"""Traces to samples: LangSmith, Langfuse, Phoenix, OTLP. Spans are put together, whatever their order and their extras."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from upheld._types import Sample
from upheld.readers import FORMATS, from_records, read

DATA = Path(__file__).parent / "data" / "formats"
TRACES = ("langsmith", "langfuse", "phoenix", "otlp")


def golden(name: str, **options: object) -> list[Sample]:
    return list(read(DATA / name, **options))


def texts(sample: Sample) -> list[str]:
    return [chunk.text for chunk in sample.contexts]


def together(records: list[Any], **options: object) -> list[Sample]:
    return [replace(sample, source=None) for sample in from_records(records, **options)]


def lines(name: str) -> list[Any]:
    return [json.loads(line) for line in (DATA / name).read_text().splitlines()]


def run(
    id_: str, type_: str = "chain", parent: str | None = None, at: int = 0, **keys: Any
) -> dict[str, Any]:
    """Return a run of LangSmith."""
    fixed = {
        "id": id_,
        "trace_id": "t",
        "run_type": type_,
        "parent_run_id": parent,
        "start_time": f"{at:04d}",
    }
    return {**fixed, "name": id_, "inputs": {}, "outputs": None, **keys}


def docs(*found: str) -> dict[str, Any]:
    return {"documents": [{"page_content": text} for text in found]}


ROOT = run("root", inputs={"question": "q"}, outputs={"answer": "a"})


# --- each export


def test_langsmith_runs_make_one_sample() -> None:
    """Answer and question of the root, documents of its retriever; of the root's own context nothing, since it was retrieved."""
    (sample,) = golden("langsmith.jsonl")
    assert (sample.question, sample.answer) == ("When does it open?", "At nine.")
    assert texts(sample) == ["It opens at nine.", "It closes at six."]
    assert (sample.contexts[0].id, sample.contexts[0].metadata) == ("h1", {"source": "hours.md"})
    assert sample.metadata["lang"] == "en"
    assert str(sample.source).endswith("langsmith.jsonl:1")


def test_langsmith_texts_of_tables_and_nested_runs_are_the_same() -> None:
    """Inputs and outputs as JSON in texts, as a bulk export has them, and runs inside runs give the same sample."""
    rows = lines("langsmith.jsonl")
    (whole,) = together(rows)
    written = [
        {key: json.dumps(v) if isinstance(v, dict | list) else v for key, v in row.items()} for row in rows
    ]
    assert together(written) == [whole]
    children = [{k: v for k, v in row.items() if k not in ("trace_id", "parent_run_id")} for row in rows[1:]]
    assert together([{**rows[0], "child_runs": children}]) == [whole]
    (envelope,) = from_records([{"runs": rows}])
    assert envelope.problem is not None  # a file has such an object, a list has the runs themselves


def test_langfuse_observations_with_a_reranker() -> None:
    """What the reranker kept takes the place of what was retrieved."""
    (sample,) = golden("langfuse_observations.json")
    assert (sample.id, sample.question, sample.answer) == ("tr-1", "When does it open?", "At nine.")
    assert texts(sample) == ["It opens at nine."]


def test_langfuse_trace_with_its_observations() -> None:
    """A trace that carries its observations gives the answer itself."""
    (sample,) = golden("langfuse_trace.json")
    assert (sample.id, sample.answer, texts(sample)) == ("tr-2", "Entry is free.", ["Entry is free for all."])
    assert sample.metadata["sessionId"] == "s9"


def test_langfuse_keys_with_underscores_are_the_same() -> None:
    """The table exports write the same fields in snake_case."""
    names = {"traceId": "trace_id", "parentObservationId": "parent_observation_id", "startTime": "start_time"}
    rows = json.loads((DATA / "langfuse_observations.json").read_text())["data"]
    assert together([{names.get(k, k): v for k, v in row.items()} for row in rows]) == together(rows)


def test_phoenix_spans_questions_and_documents() -> None:
    """Spans are put together; rows of questions are samples; an empty context and documents without answers are error rows."""
    (spans,) = golden("phoenix_spans.jsonl")
    assert (spans.id, spans.answer, texts(spans)) == (
        "t1",
        "At nine.",
        ["It opens at nine.", "It closes at six."],
    )
    assert spans.contexts[0].score == 0.9
    good, bare = golden("phoenix_qa.csv")
    assert (good.id, texts(good)) == ("s1", ["It opens at nine.\n\nIt closes at six."])
    assert "no context" in str(bare.problem)
    (found,) = golden("phoenix_documents.jsonl")
    assert "retrieved documents without the answer" in str(found.problem)


def test_phoenix_documents_joined_with_answers_are_in_their_order() -> None:
    """Rows of one retriever, with the answer joined to them, are one sample with documents by position."""
    rows = [{**row, "output": "At nine."} for row in lines("phoenix_documents.jsonl")]
    (sample,) = together(rows)
    assert (sample.answer, texts(sample)) == ("At nine.", ["It opens at nine.", "It closes at six."])
    assert [chunk.score for chunk in sample.contexts] == [0.9, 0.5]
    del rows[0]["document"]
    (broken,) = together(rows)
    assert "chunk 2 has no text" in str(broken.problem)


def test_openinference_spans_over_several_lines() -> None:
    """A trace may be spread over lines of the file; JSON values are opened; the reranker wins."""
    first, second = golden("otlp_openinference.jsonl")
    assert (first.question, first.answer) == ("When does it open?", "At nine.")
    assert [(c.text, c.id, c.score, dict(c.metadata)) for c in first.contexts] == [
        ("It opens at nine.", "h1", 0.91, {"file": "hours.md"}),
        ("It closes at six.", "h2", 0.5, {}),
    ]
    assert first.metadata == {"session.id": "s1", "lang": "en", "name": "query"}
    assert (second.question, second.answer, texts(second)) == (
        "Is it free?",
        "Entry is free.",
        ["Entry is free."],
    )


def test_genai_spans_under_a_root_that_says_nothing() -> None:
    """The answer is that of the last call to a model; documents without text, which the schema allows, are an error row."""
    good, bare = golden("otlp_genai.json")
    assert (good.question, good.answer, texts(good)) == (
        "When does it open?",
        "At nine.",
        ["It opens at nine."],
    )
    assert "document 1 of the retriever 'retrieval kb' has no text: found the keys id, score" in str(
        bare.problem
    )


# --- putting together


def test_two_retrievers_are_joined_and_a_passage_found_twice_is_given_once() -> None:
    """All retrievers of a trace count, in the order of time."""
    spans = [
        run("r2", "retriever", "root", 2, outputs=docs("y", "z")),
        run("r1", "retriever", "root", 1, outputs=docs("x", "y")),
        ROOT,
    ]
    (sample,) = together(spans)
    assert texts(sample) == ["x", "y", "z"]


def test_a_retriever_inside_a_retriever_is_a_part_of_it() -> None:
    """What the outer one returned counts, even if it is less."""
    inner = run("inner", "retriever", "outer", 2, outputs=docs("x", "y"))
    (sample,) = together([ROOT, run("outer", "retriever", "root", 1, outputs=docs("x")), inner])
    assert texts(sample) == ["x"]


def test_what_is_retrieved_after_a_reranker_counts_too() -> None:
    """A reranker stands for what was retrieved before it only."""
    spans = [
        ROOT,
        run("r1", "retriever", "root", 1, outputs=docs("x", "y")),
        run("my-rerank", "chain", "root", 2, outputs=docs("y")),
        run("r2", "retriever", "root", 3, outputs=docs("z")),
    ]
    (sample,) = together(spans)
    assert texts(sample) == ["y", "z"]


def test_an_empty_retrieval_is_no_problem_and_a_missing_one_is() -> None:
    """Nothing found is an empty context; outputs that were not recorded, or no retriever at all, are an error row."""
    (empty,) = together([ROOT, run("r", "retriever", "root", 1, outputs={"documents": []})])
    assert (empty.problem, empty.contexts) == (None, ())
    (unseen,) = together([ROOT, run("r", "retriever", "root", 1)])
    assert "the retriever 'r' has no documents in its record" in str(unseen.problem)
    (none,) = together([ROOT])
    assert "has no retriever and its root 'root' names no context" in str(none.problem)


def test_a_root_may_name_its_context() -> None:
    """Where no retriever was traced, the context that the root returns or was given is taken."""
    outputs = {"answer": "a", "context": [{"page_content": "x"}, "y"]}
    assert texts(together([run("root", outputs=outputs)])[0]) == ["x", "y"]
    given_ = run("root", inputs={"question": "q", "contexts": ["x"]}, outputs={"output": "a"})
    assert texts(together([given_])[0]) == ["x"]


def test_roots_with_their_own_retrieval_are_samples_of_their_own() -> None:
    """Two turns in one trace are two samples; one root without retrieval beside one with it is still one sample."""
    turns = [
        run("a", at=1, inputs={"question": "q1"}, outputs={"answer": "a1"}),
        run("ar", "retriever", "a", 2, outputs=docs("x")),
        run("b", at=3, inputs={"question": "q2"}, outputs={"answer": "a2"}),
        run("br", "retriever", "b", 4, outputs=docs("y")),
    ]
    first, second = together(turns)
    assert [(s.id, s.answer, texts(s)) for s in (first, second)] == [
        ("t:a", "a1", ["x"]),
        ("t:b", "a2", ["y"]),
    ]
    flat = [run("r", "retriever", at=1, outputs=docs("x")), run("m", "llm", at=2, outputs={"output": "a"})]
    (sample,) = together(flat)
    assert (sample.id, sample.answer, texts(sample)) == ("t", "a", ["x"])


def test_a_trace_whose_root_is_missing_is_still_put_together() -> None:
    """An export that was cut keeps what it has: the last call to a model answers."""
    spans = [
        run("r", "retriever", "gone", 1, outputs=docs("x")),
        run("m", "llm", "gone", 2, outputs={"messages": [{"role": "assistant", "content": "a"}]}),
    ]
    (sample,) = together(spans)
    assert (sample.answer, texts(sample)) == ("a", ["x"])


def test_a_failed_trace_says_why() -> None:
    """Without an answer the error of the run is the problem."""
    failed = run("root", error="RateLimitError('429')", inputs={"question": "q"})
    (sample,) = together([failed])
    assert "no answer in its root 'root'" in str(sample.problem)
    assert "RateLimitError" in str(sample.problem)
    assert sample.question == "q"


def test_an_unclear_answer_is_asked_for_and_a_mapping_gives_it() -> None:
    """An output with several texts is not guessed at; the path of the user is taken from the root."""
    outputs = {"reasoning": "because", "verdict_text": "a"}
    spans = [run("root", outputs=outputs), run("r", "retriever", "root", 1, outputs=docs("x"))]
    assert str(together(spans)[0].problem).endswith("name where it is: mapping={'answer': 'PATH'}")
    (sample,) = together(spans, mapping={"answer": "outputs.verdict_text"})
    assert (sample.problem, sample.answer) == (None, "a")
    (astray,) = together(spans, mapping={"answer": "outputs.none"})
    assert "no answer at outputs.none in 'root'" in str(astray.problem)


def test_contexts_can_be_mapped_to_any_span() -> None:
    """A path that the root does not have is looked for in all spans, in the order of time."""
    spans = [
        ROOT,
        run("tool2", "tool", "root", 2, outputs={"hits": ["y"]}),
        run("tool1", "tool", "root", 1, outputs={"hits": ["x"]}),
    ]
    (sample,) = together(spans, mapping={"contexts": "outputs.hits"})
    assert (sample.problem, texts(sample)) == (None, ["x", "y"])


def test_attributes_of_otlp_can_be_mapped() -> None:
    """A path may name an attribute of the root span."""
    (first, _) = golden("otlp_openinference.jsonl", mapping={"question": "session.id"})
    assert first.question == "s1"


def test_a_span_without_a_trace_is_said() -> None:
    """A span that belongs to nothing is an error row, and the others are read."""
    lost = {**run("lost", parent="x"), "trace_id": None}
    found = together([lost, ROOT, run("r", "retriever", "root", outputs=docs("x"))])
    assert [s.problem is None for s in found] == [False, True]
    assert "has no id of its trace" in str(found[0].problem)


def test_broken_lines_stay_error_rows(tmp_path: Path) -> None:
    """Lines that are no JSON, or no object, are error rows beside the trace."""
    path = tmp_path / "t.jsonl"
    path.write_text((DATA / "langsmith.jsonl").read_text() + "{broken\n[1]\n")
    found = list(read(path))
    assert sorted(s.problem is None for s in found) == [False, False, True]


def test_parents_in_a_circle_end() -> None:
    """Spans that are each other's parents, or their own, are a trace like any other."""
    spans = [
        run("a", parent="b", at=1, outputs={"answer": "a"}),
        run("b", parent="a", at=2),
        run("r", "retriever", "r", 3, outputs=docs("x")),
    ]
    assert [texts(s) for s in together(spans)] == [["x"]]


def test_a_trace_of_many_spans_takes_time_in_proportion() -> None:
    """A trace made to be slow, many roots and one long chain, is put together at once."""
    chain = [run(f"c{n}", "retriever", f"c{n - 1}", n) for n in range(4000)]
    roots = [run(f"s{n}", at=n, outputs={"answer": "a"}) for n in range(4000)]
    started = time.perf_counter()
    assert len(together([*chain, *roots])) == 1
    assert time.perf_counter() - started < 20  # about 0.3 s; a quadratic way takes minutes


def test_messages_give_their_last_speaker() -> None:
    """Of messages the last of the model is the answer and the last of the user the question, in each way of writing them."""
    chats: list[list[dict[str, Any]]] = [
        [
            {"role": "user", "content": "q"},
            {"role": "assistant", "content": "a"},
            {"role": "tool", "content": "x"},
        ],
        [{"type": "human", "content": "q"}, {"type": "ai", "content": [{"type": "text", "text": "a"}]}],
        [
            {"role": "user", "parts": [{"type": "text", "content": "q"}]},
            {"role": "assistant", "parts": [{"type": "text", "content": "a"}]},
        ],
    ]
    for messages in chats:
        root = run("root", inputs={"messages": messages}, outputs={"messages": messages})
        (sample,) = together([root, run("r", "retriever", "root", 1, outputs=docs("x"))])
        assert (sample.question, sample.answer) == ("q", "a")


@pytest.mark.parametrize(
    "document",
    [
        {"text": "x"},
        {"page_content": "x", "metadata": {}},
        {"pageContent": "x"},
        {"content": "x", "meta": {}},
        {"document": {"content": "x", "score": 1}},
        {"node": {"id_": "n", "text": "x", "metadata": {}}, "score": 0.5},
        {"lc": 1, "type": "constructor", "id": ["langchain", "Document"], "kwargs": {"page_content": "x"}},
        "x",
    ],
)
def test_documents_of_all_frameworks_give_their_text(document: object) -> None:
    """Each framework's own form of a document is read."""
    (sample,) = together([ROOT, run("r", "retriever", "root", 1, outputs={"documents": [document]})])
    assert (sample.problem, texts(sample)) == (None, ["x"])


# --- properties


def otlp_spans(records: list[Any]) -> list[Any]:
    return [
        span
        for r in records
        for s in r["resourceSpans"]
        for scope in s["scopeSpans"]
        for span in scope["spans"]
    ]


SOURCES = {
    "langsmith": [*lines("langsmith.jsonl"), ROOT, run("r", "retriever", "root", 1, outputs=docs("x"))],
    "langfuse": json.loads((DATA / "langfuse_observations.json").read_text())["data"],
    "phoenix": lines("phoenix_spans.jsonl"),
    "otlp": otlp_spans(
        [*lines("otlp_openinference.jsonl"), json.loads((DATA / "otlp_genai.json").read_text())]
    ),
}


def records_of(name: str, spans: list[Any]) -> list[Any]:
    if name != "otlp":
        return spans
    return [{"resourceSpans": [{"scopeSpans": [{"spans": [span]}]}]} for span in spans]


@pytest.mark.parametrize("name", TRACES)
@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_the_order_of_spans_does_not_matter(name: str, data: st.DataObject) -> None:
    """Spans in any order, some of them twice, with unknown fields, give the same samples in the same order."""
    expected = together(records_of(name, SOURCES[name]))
    assert any(sample.problem is None for sample in expected)
    twice = data.draw(st.lists(st.sampled_from(SOURCES[name]), max_size=3))
    shuffled = data.draw(st.permutations([*SOURCES[name], *twice]))
    extra = data.draw(st.dictionaries(st.text(max_size=5).map("x_{}".format), st.integers(), max_size=2))
    found = together(records_of(name, [{**span, **extra} for span in shuffled]))
    assert _without_place(found) == _without_place(expected)


def _without_place(samples: list[Sample]) -> list[Sample]:
    """Leave out where a problem stands in the file, which depends on the order."""
    return [replace(s, problem=None if s.problem is None else s.problem.partition(": ")[2]) for s in samples]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
KEYS = {
    name: sorted({*(key for span in SOURCES[name] for key in span), *FORMATS[name].exported})
    for name in TRACES
}


@pytest.mark.parametrize("name", TRACES)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_garbage_never_raises(name: str, data: st.DataObject) -> None:
    """Any values under the keys of an export end in samples or in problems, and every record is accounted for."""
    spans = data.draw(st.lists(st.dictionaries(st.sampled_from(KEYS[name]), JSON, max_size=8), max_size=4))
    known = data.draw(st.lists(st.sampled_from(SOURCES[name]), max_size=3))
    mixed = [{**span, **dict(list(other.items())[:2])} for span, other in zip(known, spans, strict=False)]
    found = list(from_records(records_of(name, [*spans, *mixed]), format=name))
    assert bool(found) is bool(spans or mixed)
    for sample in found:
        assert isinstance(sample.answer, str)
        assert all(isinstance(text, str) for text in texts(sample))
        assert sample.problem is None or sample.problem.isprintable()


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(st.sampled_from(["resourceSpans", "scopeSpans", "spans", "attributes"]), JSON, max_size=3)
)
def test_garbage_of_otlp_never_raises(record: dict[str, Any]) -> None:
    """An object that only looks like OTLP is a problem."""
    assert all(sample.problem for sample in from_records([record], format="otlp"))
