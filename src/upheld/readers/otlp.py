"""Traces of OpenTelemetry in the JSON form of its protocol (OTLP), as the file exporter of the collector writes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from upheld.readers.formats import Format
from upheld.readers.openinference import span_of_attributes
from upheld.readers.picking import word
from upheld.readers.traces import TRACE_FIELDS, Span, gathering

__all__ = ["OTLP"]

_VALUES = ("stringValue", "boolValue", "doubleValue", "bytesValue")
_DEEP = 20
_ERROR = frozenset({"2", "STATUS_CODE_ERROR"})


def _spans(record: Mapping[str, Any]) -> Iterator[Span]:
    for resource in _objects(record, "resourceSpans"):
        for scope in [*_objects(resource, "scopeSpans"), *_objects(resource, "instrumentationLibrarySpans")]:
            for span in _objects(scope, "spans"):
                yield _span(span)


def _span(span: Mapping[str, Any]) -> Span:
    attributes = _attributes(span)
    for event in _objects(span, "events"):  # some write messages into events
        for key, value in _attributes(event).items():
            if key.startswith("gen_ai."):
                attributes.setdefault(key, value)
    start = word(_get(span, "startTimeUnixNano"))
    status = _get(span, "status")
    failed = isinstance(status, Mapping) and word(status.get("code")) in _ERROR
    name = word(span.get("name"))
    return span_of_attributes(
        attributes,
        Span(
            trace=word(_get(span, "traceId")),
            id=word(_get(span, "spanId")),
            parent=word(_get(span, "parentSpanId")),
            name=name,
            start=start.zfill(20),
            failure=(word(status.get("message")) or "no reason given") if failed else "",
            metadata={"name": name} if name else {},
            record=attributes,
        ),
    )


def _get(record: Mapping[str, Any], key: str) -> Any:
    """Return a field in the form of the protocol, or with underscores, as protobuf's own writers have it."""
    if key in record:
        return record[key]
    return record.get("".join(f"_{c.lower()}" if c.isupper() else c for c in key))


def _objects(record: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    value = _get(record, key)
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []


def _attributes(record: Mapping[str, Any]) -> dict[str, Any]:
    return {
        item["key"]: _value(item.get("value"), 0)
        for item in _objects(record, "attributes")
        if isinstance(item.get("key"), str)
    }


def _value(value: Any, depth: int) -> Any:
    """Return the value of an attribute, which stands in an object that names its type."""
    if not isinstance(value, Mapping) or depth > _DEEP:
        return value
    for key in _VALUES:
        if (found := _get(value, key)) is not None:
            return found
    if (number := _get(value, "intValue")) is not None:  # a text, since JSON has no numbers of 64 bits
        return int(number) if word(number).lstrip("-").isdecimal() and len(word(number)) < 20 else number  # noqa: PLR2004
    if isinstance(array := _get(value, "arrayValue"), Mapping):
        items = array.get("values")
        return [_value(item, depth + 1) for item in items] if isinstance(items, list) else []
    if isinstance(pairs := _get(value, "kvlistValue"), Mapping):
        return {
            item["key"]: _value(item.get("value"), depth + 1)
            for item in _objects(pairs, "values")
            if isinstance(item.get("key"), str)
        }
    return None


OTLP = Format(
    name="otlp",
    title="otlp",
    description="OTLP traces as JSON, with the attributes of OpenInference or of OpenTelemetry's gen_ai; one sample for each trace",
    fields=TRACE_FIELDS,
    known_by=(frozenset({"resourceSpans"}), frozenset({"resource_spans"})),
    exported=(
        "resourceSpans",
        "openinference.span.kind",
        "input.value",
        "output.value",
        "retrieval.documents",
        "reranker.output_documents",
        "gen_ai.operation.name",
        "gen_ai.output.messages",
        "gen_ai.retrieval.documents",
    ),
    gather=gathering(_spans),
)
