"""Frames of Phoenix: spans, questions with answers and context, and retrieved documents in rows of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from upheld.readers.formats import Format, Reading
from upheld.readers.openinference import span_of_attributes
from upheld.readers.picking import opened, word
from upheld.readers.raw import Raw
from upheld.readers.traces import TRACE_FIELDS, Span, gathering

__all__ = ["PHOENIX"]

_IDS = ("context.span_id", "span_id", "context.trace_id")
_ANSWERS = ("output", "response", "answer")
_CONTEXTS = ("context", "reference")


def _spans(row: Mapping[str, Any]) -> Iterator[Span]:
    context = opened(row.get("context"))
    inner = context if isinstance(context, Mapping) else {}
    attributes = {
        key.removeprefix("attributes."): opened(value) if key.startswith("attributes.metadata") else value
        for key, value in row.items()
        if key.startswith("attributes.") and value is not None
    }
    nested = opened(row.get("attributes"))
    if isinstance(nested, Mapping):
        attributes |= nested
    failed = word(row.get("status_code")).upper() == "ERROR"
    name = word(row.get("name"))
    span = Span(
        trace=word(row.get("context.trace_id")) or word(inner.get("trace_id")) or word(row.get("trace_id")),
        id=word(row.get("context.span_id")) or word(inner.get("span_id")) or word(row.get("span_id")),
        parent=word(row.get("parent_id")),
        name=name,
        start=word(row.get("start_time")),
        failure=(word(row.get("status_message")) or "no reason given") if failed else "",
        metadata={"name": name} if name else {},
        record=row,
    )
    yield span_of_attributes(attributes, span, word(row.get("span_kind")))


_TRACES = gathering(_spans)


def _samples(raws: Iterable[Raw], reading: Reading) -> Iterator[Raw]:
    """Yield rows of questions and answers as they come; then what documents, and what spans, make together."""
    spans: list[Raw] = []
    documents: dict[str, list[Raw]] = {}
    for raw in raws:
        if raw.problem is not None:
            yield raw
        elif "span_kind" in raw.value or "attributes" in raw.value:
            spans.append(raw)
        elif "document_position" in raw.value or "document" in raw.value:
            documents.setdefault(_id(raw.value), []).append(raw)
        else:
            yield _answered(raw, reading)
    for rows in documents.values():
        yield _of_documents(rows, reading)
    yield from _TRACES(spans, reading)


def _id(row: Mapping[str, Any]) -> str:
    return next((id_ for key in _IDS if (id_ := word(row.get(key)))), "")


def _answered(raw: Raw, reading: Reading) -> Raw:
    row = raw.value
    contexts = next((row[key] for key in _CONTEXTS if key in row), None)
    listed = opened(contexts)
    record = _record(row, reading)
    blank = contexts is None or (isinstance(contexts, str) and not contexts.strip())
    if blank and "contexts" not in reading.mapping:
        return replace(raw, value=record, problem="no context: the question has no retrieved documents")
    return replace(raw, value=record | {"contexts": listed if isinstance(listed, list) else [contexts]})


def _record(row: Mapping[str, Any], reading: Reading) -> dict[str, Any]:
    answer = next((key for key in _ANSWERS if key in row), None)
    used = {answer, "input", "metadata", *_CONTEXTS, *_IDS[:1]} - set(reading.mapping.values())
    rest = {key: value for key, value in row.items() if key not in used and not key.startswith("document")}
    record = {"id": _id(row), "question": row.get("input"), **rest}
    nested = opened(row.get("metadata"))
    if isinstance(nested, Mapping):
        record["metadata"] = nested
    return record if answer is None else record | {"answer": row[answer]}


def _of_documents(rows: list[Raw], reading: Reading) -> Raw:
    """Return the sample of all rows of one retriever, its documents in their order."""
    ordered = sorted(rows, key=lambda raw: (_position(raw.value), raw.number))
    first = ordered[0]
    record = _record(first.value, reading) | {"contexts": [_chunk(raw.value) for raw in ordered]}
    if "answer" in record or "answer" in reading.mapping:
        return replace(first, value=record)
    problem = (
        "retrieved documents without the answer to them: join get_input_output_context, or export the spans"
    )
    return replace(first, value=record, problem=problem)


def _position(row: Mapping[str, Any]) -> float:
    try:
        return float(word(row.get("document_position")) or 0)
    except ValueError:
        return 0.0


def _chunk(row: Mapping[str, Any]) -> dict[str, Any]:
    chunk = {"text": next((row[key] for key in ("document", "reference") if row.get(key) is not None), None)}
    named = {"score": row.get("document_score"), "metadata": opened(row.get("document_metadata"))}
    if chunk["text"] is None:
        del chunk["text"]  # a document without text is a problem of the sample
    return chunk | {key: value for key, value in named.items() if value is not None}


PHOENIX = Format(
    name="phoenix",
    title="phoenix",
    description="Phoenix frames: spans, questions and answers with context, retrieved documents",
    fields=TRACE_FIELDS,
    known_by=(
        frozenset({"context.span_id", "span_kind"}),
        frozenset({"context", "span_kind", "attributes"}),
        frozenset({"context.span_id", "input", "output"}),
        frozenset({"context.trace_id", "input", "output"}),
        frozenset({"context.span_id", "document_position"}),
    ),
    exported=(
        "context.span_id",
        "context.trace_id",
        "input",
        "output",
        "context",
        "reference",
        "document",
        "document_position",
        "span_kind",
        "attributes",
    ),
    gather=_samples,
)
