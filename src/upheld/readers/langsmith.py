"""Runs of LangSmith: JSON Lines, a list, ``{"runs": [...]}``, or the Parquet of a bulk export."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from upheld.readers.formats import Format
from upheld.readers.picking import answer_in, documents_in, opened, question_in, word
from upheld.readers.traces import TRACE_FIELDS, Kind, Span, gathering

__all__ = ["LANGSMITH"]

_KINDS: Mapping[str, Kind] = {
    "retriever": "retriever",
    "llm": "llm",
    **dict.fromkeys(("tool", "embedding", "prompt", "parser"), "aside"),
}
_KEPT = ("tags", "session_id", "reference_example_id")


def _spans(record: Mapping[str, Any]) -> Iterator[Span]:
    todo: list[tuple[Mapping[str, Any], Span | None]] = [(record, None)] if "run_type" in record else []
    while todo:
        run, above = todo.pop()
        span = _span(run, above)
        yield span
        children = opened(run.get("child_runs"))
        if isinstance(children, list):
            todo += [(child, span) for child in children if isinstance(child, Mapping)]


def _span(run: Mapping[str, Any], above: Span | None) -> Span:
    id_ = word(run.get("id")) or word(run.get("run_id"))
    parents = opened(run.get("parent_run_ids"))
    parent = word(run.get("parent_run_id")) or (
        word(parents[-1]) if isinstance(parents, list) and parents else ""
    )
    parent = parent or (above.id if above else "")
    trace = word(run.get("trace_id")) or (above.trace if above else "" if parent else id_)
    inputs, outputs = opened(run.get("inputs")), opened(run.get("outputs"))
    name = word(run.get("name"))
    kind: Kind = _KINDS.get(word(run.get("run_type")).lower(), "step")
    if "rerank" in name.lower() and documents_in(outputs) is not None:  # LangSmith has no type for it
        kind = "reranker"
    return Span(
        trace=trace,
        id=id_,
        parent=parent,
        kind=kind,
        name=name,
        start=word(run.get("start_time")) or word(run.get("dotted_order")),
        question=question_in(inputs),
        answer=answer_in(outputs),
        documents=documents_in(outputs) if kind in ("retriever", "reranker") else None,
        payloads=(outputs, inputs),
        failure=word(run.get("error")),
        metadata=_metadata(run, name),
        record={**run, "inputs": inputs, "outputs": outputs},
    )


def _metadata(run: Mapping[str, Any], name: str) -> dict[str, Any]:
    extra = opened(run.get("extra"))
    nested = opened(extra.get("metadata")) if isinstance(extra, Mapping) else None
    kept = {
        "name": name,
        **{key: opened(run[key]) for key in _KEPT if run.get(key)},
    }
    return {**kept, **(nested if isinstance(nested, Mapping) else {})}


LANGSMITH = Format(
    name="langsmith",
    title="langsmith",
    description="LangSmith runs; one sample for each trace, with the answer of its root and the documents of its retrievers",
    fields=TRACE_FIELDS,
    known_by=(frozenset({"run_type", "inputs"}), frozenset({"run_type", "trace_id"})),
    exported=(
        "run_type",
        "id",
        "trace_id",
        "parent_run_id",
        "inputs",
        "outputs",
        "child_runs",
        "extra",
        "error",
    ),
    gather=gathering(_spans),
)
