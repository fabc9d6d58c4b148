"""Observations and traces of Langfuse, with the keys of its API (camelCase) or of its table exports (snake_case)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from upheld.readers.formats import Format
from upheld.readers.picking import answer_in, documents_in, opened, question_in, word
from upheld.readers.traces import TRACE_FIELDS, Kind, Span, gathering

__all__ = ["LANGFUSE"]

_KINDS: Mapping[str, Kind] = {
    "retriever": "retriever",
    "generation": "llm",
    **dict.fromkeys(("tool", "embedding", "evaluator", "guardrail", "event"), "aside"),
}
_KEPT = ("sessionId", "session_id", "userId", "user_id", "tags", "release", "environment")


def _spans(record: Mapping[str, Any]) -> Iterator[Span]:
    observations = opened(record.get("observations"))
    if not isinstance(observations, list):
        yield _span(record, "", "")
        return
    inner = opened(record.get("trace"))
    trace = {**inner, **record} if isinstance(inner, Mapping) else record
    id_ = word(trace.get("id"))
    # The trace itself stands above its observations: its output is the answer.
    root = f"trace {id_}"
    yield _step({**trace, "type": "SPAN"}, id_, root, "")
    for observation in observations:
        if isinstance(observation, Mapping):
            yield _span(observation, id_, root)


def _span(observation: Mapping[str, Any], trace: str, root: str) -> Span:
    own = word(_get(observation, "traceId")) or trace
    parent = word(_get(observation, "parentObservationId")) or root
    return _step(observation, own, word(observation.get("id")), parent)


def _step(record: Mapping[str, Any], trace: str, id_: str, parent: str) -> Span:
    name, output = word(record.get("name")), opened(record.get("output"))
    given = opened(record.get("input"))
    kind = _kind(record, name, output)
    return Span(
        trace=trace,
        id=id_,
        parent=parent,
        kind=kind,
        name=name,
        start=word(_get(record, "startTime")) or word(record.get("timestamp")),
        question=question_in(given),
        answer=answer_in(output),
        documents=documents_in(output) if kind in ("retriever", "reranker") else None,
        payloads=(output, given),
        failure=_failure(record),
        metadata=_metadata(record, name),
        record={**record, "input": given, "output": output},
    )


def _kind(record: Mapping[str, Any], name: str, output: Any) -> Kind:
    """Return the kind of an observation. Langfuse has none for rerankers, and older SDKs none for retrievers: the name tells."""
    kind: Kind = _KINDS.get(word(record.get("type")).lower(), "step")
    if isinstance(output, Mapping | list) and documents_in(output) is not None:
        if "rerank" in name.lower():
            return "reranker"
        if kind == "step" and "retriev" in name.lower():
            return "retriever"
    return kind


def _failure(record: Mapping[str, Any]) -> str:
    if word(record.get("level")).upper() != "ERROR":
        return ""
    return word(_get(record, "statusMessage")) or "no reason given"


def _metadata(record: Mapping[str, Any], name: str) -> dict[str, Any]:
    nested = opened(record.get("metadata"))
    kept = {"name": name, **{key: record[key] for key in _KEPT if record.get(key)}}
    if word(record.get("model")):
        kept["model"] = record["model"]
    return {**kept, **(nested if isinstance(nested, Mapping) else {})}


def _get(record: Mapping[str, Any], key: str) -> Any:
    if key in record:
        return record[key]
    return record.get("".join(f"_{c.lower()}" if c.isupper() else c for c in key))


LANGFUSE = Format(
    name="langfuse",
    title="langfuse",
    description="Langfuse observations, or traces with theirs; one sample for each trace, in camelCase or snake_case",
    fields=TRACE_FIELDS,
    known_by=(
        frozenset({"id", "traceId", "type"}),
        frozenset({"id", "trace_id", "type", "parent_observation_id"}),
        frozenset({"id", "observations"}),
        frozenset({"trace", "observations"}),
    ),
    exported=(
        "id",
        "traceId",
        "type",
        "parentObservationId",
        "name",
        "startTime",
        "input",
        "output",
        "observations",
    ),
    gather=gathering(_spans),
)
