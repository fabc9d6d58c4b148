"""Objects of Python as records and chunks, by their shape: documents of frameworks, rows of all kinds."""

from __future__ import annotations

import io
from collections import namedtuple
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pandas as pd
import polars as pl
import pytest
from pydantic import BaseModel, ConfigDict, Field, computed_field

import upheld
from upheld import Chunk, InputError, Sample, capture
from upheld._api import sample_of
from upheld.readers import from_record, from_records
from upheld.readers.objects import document_of
from upheld.testing import ScriptedJudge

TEXT = "The shop opens at nine."


class LangChain(BaseModel):
    """As LangChain's Document: iterating over it gives pairs, as over every pydantic model."""

    page_content: str
    metadata: dict[str, Any] = Field(default_factory=dict)
    id: str | None = None


@dataclass
class Haystack:
    """As Haystack's Document, whose content may be None."""

    id: str = "h"
    content: str | None = None
    meta: dict[str, Any] = field(default_factory=dict)
    score: float | None = None


class TextNode(BaseModel):
    """As LlamaIndex's."""

    text: str
    id_: str = "n"
    metadata: dict[str, Any] = Field(default_factory=dict)


class OtherNode:
    """As LlamaIndex's node of any medium: only its method tells the text."""

    id_ = "o"
    metadata: dict[str, Any] = {}  # noqa: RUF012 - as there

    def get_content(self) -> str:
        """Return the text."""
        return TEXT


class Scored:
    """As LlamaIndex's NodeWithScore, whose text raises where the node is no text node."""

    def __init__(self, node: Any, score: float | None = None) -> None:
        self.node, self.score = node, score

    @property
    def text(self) -> str:
        """Return the text of the node."""
        if isinstance(self.node, TextNode):
            return self.node.text
        msg = "Node must be a TextNode to get text."
        raise ValueError(msg)


DOCUMENTS: list[tuple[object, Chunk]] = [
    (LangChain(page_content=TEXT, metadata={"page": 3}, id="l"), Chunk(TEXT, "l", None, {"page": 3})),
    (Haystack(content=TEXT, meta={"page": 3}, score=0.5), Chunk(TEXT, "h", 0.5, {"page": 3})),
    (TextNode(text=TEXT, metadata={"page": 3}), Chunk(TEXT, "n", None, {"page": 3})),
    (Scored(TextNode(text=TEXT, metadata={"page": 3}), 0.7), Chunk(TEXT, "n", 0.7, {"page": 3})),
    (Scored(OtherNode(), 0.7), Chunk(TEXT, "o", 0.7)),
    (OtherNode(), Chunk(TEXT, "o")),
    (SimpleNamespace(text=TEXT, score=float("nan"), metadata=None), Chunk(TEXT)),
]


@pytest.mark.parametrize(("document", "chunk"), DOCUMENTS)
def test_documents_of_frameworks_are_chunks(document: object, chunk: Chunk) -> None:
    """With text, id, score and metadata; in a list or alone, in a record and in `check`."""
    for contexts in ([document], document, (document,)):
        assert from_record({"answer": TEXT, "contexts": contexts}) == Sample(TEXT, (chunk,))
        assert sample_of(TEXT, contexts, None, None).contexts == (chunk,)
    assert upheld.check(TEXT, [document, "It is free."], judge="lexical").score == 1.0


@pytest.mark.parametrize("name", ["upheld", "ragas", "deepeval", "haystack"])
def test_documents_are_read_in_every_format(name: str) -> None:
    """Whatever a format calls the text of its chunk objects."""
    records = {
        "upheld": {"answer": TEXT, "contexts": [DOCUMENTS[0][0]]},
        "ragas": {"user_input": "?", "response": TEXT, "retrieved_contexts": [DOCUMENTS[0][0]]},
        "deepeval": {"input": "?", "actual_output": TEXT, "retrieval_context": [DOCUMENTS[0][0]]},
        "haystack": {"predicted_answers": [TEXT], "contexts": [[DOCUMENTS[0][0]]]},
    }
    (sample,) = from_records([records[name]])
    assert sample.contexts == (DOCUMENTS[0][1],)


def test_a_document_without_text_is_named_with_what_to_do() -> None:
    """The message has the type, and what a chunk is; the row is failed, `check` refuses."""
    empty = Haystack(content=None)
    problem = "chunk 2 is a Haystack, not text; give a text in its place"
    assert from_record({"answer": TEXT, "contexts": [TEXT, empty]}).problem == problem
    for contexts in ([empty], empty, [object()]):
        with pytest.raises(
            InputError, match=r"(Haystack|object); a chunk is a text, a Chunk, a mapping with text"
        ):
            sample_of(TEXT, contexts, None, None)


def test_nothing_but_get_content_is_called() -> None:
    """A method is no text, and not called for one; what raises has no text."""

    class Strange:
        def text(self) -> str:
            raise AssertionError

        page_content = property(text)

        def get_content(self) -> str:
            raise ValueError

    assert document_of(Strange()) is None
    assert from_record({"answer": "a", "contexts": [Strange()]}).problem is not None


def test_what_is_no_document() -> None:
    """Texts, mappings, chunks, classes and numbers are not looked into."""
    for thing in (None, TEXT, b"b", 5, {"text": TEXT}, Chunk(TEXT), LangChain, [TEXT], (TEXT,)):
        assert document_of(thing) is None


def test_metadata_that_holds_itself_is_a_problem_of_the_row() -> None:
    """Nobody could write it; it exhausts no stack."""
    loop: dict[str, Any] = {}
    loop["self"] = loop
    sample = from_record({"answer": "a", "contexts": [SimpleNamespace(text=TEXT, metadata=loop)]})
    assert sample.problem == "chunk 1: its metadata is nested deeper than 100 levels; leave it out"


def test_paths_go_into_objects() -> None:
    """``docs[].page_content`` reaches into documents, and a path into a nested model."""
    record = {"out": Row(answer=TEXT, contexts=[DOCUMENTS[0][0]]), "docs": [DOCUMENTS[0][0], DOCUMENTS[3][0]]}
    for path in ("docs[].text", "out.contexts", "out.contexts[].page_content"):
        sample = from_record(record, mapping={"answer": "out.answer", "contexts": path})
        assert (sample.problem, sample.answer, sample.contexts[0].text) == (None, TEXT, TEXT)


# --- records -----------------------------------------------------------------------------------------------------


class Row(BaseModel):
    """A record as a model that holds documents."""

    model_config = ConfigDict(extra="allow")
    answer: str | None
    contexts: Any
    question: str | None = None

    @computed_field  # type: ignore[prop-decorator]
    @property
    def id(self) -> str:
        """Made of the others."""
        return "7"


@dataclass(frozen=True, slots=True)
class Case:
    """A record as a dataclass."""

    response: str
    retrieved_contexts: list[Any]
    user_input: str = "When?"


Named = namedtuple("Named", "answer contexts")  # noqa: PYI024 - as itertuples makes them
FRAME = pd.DataFrame({"answer": [TEXT, None], "contexts": [[TEXT], f"['{TEXT}']"], "n": [1.0, float("nan")]})


@pytest.mark.parametrize(
    "record",
    [
        Row(answer=TEXT, contexts=[DOCUMENTS[0][0]], topic="x"),
        Case(TEXT, [DOCUMENTS[0][0]]),
        Named(TEXT, [DOCUMENTS[0][0]]),
        FRAME.iloc[0],
        (0, FRAME.iloc[0]),
        next(FRAME.itertuples()),
    ],
)
def test_what_is_plainly_a_record_is_one(record: Any) -> None:
    """Dataclasses, pydantic models, named tuples, rows of pandas; what they hold is not dumped with them."""
    (sample,) = from_records([record])
    assert (sample.problem, sample.answer, [c.text for c in sample.contexts]) == (None, TEXT, [TEXT])
    assert from_record(record, source="record 1") == sample
    assert upheld.evaluate(iter([record]), judge="lexical").mean == 1.0


def test_fields_of_all_kinds_are_kept() -> None:
    """Computed and extra fields of a model count; unknown ones are metadata."""
    sample = from_record(Row(answer=TEXT, contexts=[TEXT], topic="x"))
    assert (sample.id, sample.metadata) == ("7", {"topic": "x"})


def test_rows_of_pandas_are_read_as_the_frame_is() -> None:
    """Missing values, and lists that stand as text in a cell."""
    given = [(s.answer, s.contexts, dict(s.metadata)) for s in from_records(FRAME.iterrows())]
    assert given == [(TEXT, (Chunk(TEXT),), {"n": 1.0}), ("", (Chunk(TEXT),), {"n": None})]


@pytest.mark.parametrize(
    ("record", "found"),
    [
        ("text", "text"),
        (("a", ["b"]), "a list"),
        ((0, {"answer": "a"}), "a list"),
        (SimpleNamespace(answer="a", contexts=[]), "a SimpleNamespace"),
        (Case, "a type"),
        (pl.Series([1]), "a Series"),
    ],
)
def test_what_is_no_record_says_what_one_is(record: Any, found: str) -> None:
    """The kind that was found, and the kinds that are read."""
    assert from_record(record).problem == (
        f"expected a record with keys such as answer and contexts, found {found}; a record is a dict, a dataclass, "
        "a pydantic model, a named tuple or a row as pandas' iterrows gives it"
    )


def test_a_record_whose_fields_raise_is_a_failed_row() -> None:
    """It stops no other row."""

    class Broken:
        def model_dump(self) -> Any:
            msg = "no\nsuch thing"
            raise RuntimeError(msg)

    first, second = from_records([Broken(), {"answer": "a", "contexts": []}])
    assert first.problem == "the fields of a Broken cannot be read: RuntimeError: no\\nsuch thing"
    assert second.problem is None


@pytest.mark.parametrize(
    "record", [Case(TEXT, []), Row(answer=TEXT, contexts=[]), FRAME.iloc[0], Named(TEXT, TEXT)]
)
def test_one_record_is_no_source(record: Any) -> None:
    """It is not gone through by field, nor taken for files."""
    with pytest.raises(InputError, match=f"{type(record).__name__}; put a single record into a list"):
        upheld.evaluate(record)


def test_questions_come_as_records_of_all_kinds_too() -> None:
    """A pipeline can be asked the questions of objects."""
    rows = [Row(answer=None, contexts=None, question="When?"), ("a", "b")]
    first, second = capture(rows, lambda question: (question, [TEXT]))
    assert first.answer == "When?"
    assert str(second.problem).startswith("expected a record with a question, found a list")


# --- sources of such objects ---------------------------------------------------------------------------------------

CSV = FRAME.to_csv(index=False)


@pytest.mark.parametrize(
    "make",
    [
        lambda: [FRAME],
        lambda: (FRAME[n : n + 1] for n in range(2)),
        lambda: pl.DataFrame({"answer": [TEXT, None], "contexts": [[TEXT], [TEXT]]}).iter_slices(1),
        lambda: pl.DataFrame({"answer": [TEXT, None], "contexts": [[TEXT], [TEXT]]}).iter_rows(named=True),
        lambda: pd.read_csv(io.StringIO(CSV), chunksize=1),
        FRAME.itertuples,
    ],
)
def test_frames_among_the_records_lose_no_row(make: Callable[[], Any]) -> None:
    """Frame by frame, as files are read that fit no memory: each row is a record, with its number."""
    report = upheld.evaluate(make(), judge=ScriptedJudge())
    assert [(r.status, r.source) for r in report.results] == [
        ("scored", "record 1"),
        ("empty_answer", "record 2"),
    ]


def test_a_frame_that_cannot_be_read_is_a_row() -> None:
    """The records around it are scored."""
    twice = pd.DataFrame([["a", "b"]], columns=["answer", "answer"])
    found = list(from_records([{"answer": "a", "contexts": []}, twice, Named("b", [])]))
    assert [bool(s.problem) for s in found] == [False, True, False]
    assert [s.source for s in found] == ["record 1", "record 2", "record 3"]


def test_a_source_that_breaks_off_keeps_what_it_gave() -> None:
    """The error is the source's own; the report of all rows before it hangs on it."""

    def source() -> Iterator[Any]:
        yield from [Row(answer=TEXT, contexts=[TEXT]), FRAME, Case(TEXT, [TEXT])]
        msg = "connection lost"
        raise RuntimeError(msg)

    with pytest.raises(RuntimeError, match="connection lost") as caught:
        upheld.evaluate(source(), judge=ScriptedJudge())
    assert caught.value.report.n == 4  # type: ignore[attr-defined]
