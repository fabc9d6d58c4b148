"""Attributes of spans to what a sample needs, by the conventions of OpenInference and of OpenTelemetry for generative AI."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from upheld.readers.paths import MISSING, pluck
from upheld.readers.picking import answer_in, documents_in, opened, question_in, word
from upheld.readers.traces import Kind, Span

__all__ = ["span_of_attributes"]

_KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "retriever": "retriever",
        "reranker": "reranker",
        "llm": "llm",
        **dict.fromkeys(("embedding", "tool", "evaluator", "guardrail", "prompt"), "aside"),
        # gen_ai.operation.name
        "retrieval": "retriever",
        **dict.fromkeys(("chat", "generate_content", "text_completion"), "llm"),
        **dict.fromkeys(("embeddings", "execute_tool"), "aside"),
    }
)
_KIND_KEYS = ("openinference.span.kind", "gen_ai.operation.name")
_DOCUMENTS: Mapping[Kind, tuple[str, ...]] = MappingProxyType(
    {
        "retriever": ("retrieval.documents", "gen_ai.retrieval.documents"),
        "reranker": ("reranker.output_documents",),
    }
)
_ANSWERS = ("llm.output_messages", "gen_ai.output.messages", "output.value")
_QUESTIONS = ("input.value", "gen_ai.retrieval.query.text", "llm.input_messages", "gen_ai.input.messages")
_KEPT = ("session.id", "user.id", "tag.tags", "gen_ai.conversation.id", "metadata")
_MODELS = ("llm.model_name", "gen_ai.response.model", "gen_ai.request.model")
_INDEX = re.compile(r"\.([0-9]{1,6})\.(?:document\.|message\.)?(.+)")


def span_of_attributes(attributes: Mapping[str, Any], span: Span, kind: str = "") -> Span:
    """Return a span with its kind, question, answer and documents filled in from its attributes.

    Args:
        attributes: flat (``retrieval.documents.0.document.content``), nested, or with JSON in texts.
        span: what is known of it without them.
        kind: the kind of OpenInference, where it stands outside the attributes.
    """
    named = kind or next(
        (word(v) for key in _KIND_KEYS if (v := _attribute(attributes, key)) is not MISSING), ""
    )
    what: Kind = _KINDS.get(named.lower(), "step")
    values = [_attribute(attributes, key) for key in ("output.value", "input.value")]
    answers = _ANSWERS if what == "llm" else tuple(reversed(_ANSWERS))
    return Span(
        trace=span.trace,
        id=span.id,
        parent=span.parent,
        kind=what,
        name=span.name,
        start=span.start,
        question=_first(attributes, _QUESTIONS, question_in),
        answer=_first(attributes, answers, answer_in),
        documents=_documents(attributes, what),
        payloads=tuple(value for value in values if value is not MISSING),
        failure=span.failure,
        metadata={**_kept(attributes), **span.metadata},
        record=span.record,
    )


def _attribute(attributes: Mapping[str, Any], key: str) -> Any:
    return pluck(attributes, key, opened)


def _first(attributes: Mapping[str, Any], keys: tuple[str, ...], pick: Any) -> str | None:
    for key in keys:
        value = _attribute(attributes, key)
        value = _indexed(attributes, key) if value is MISSING else opened(value)
        if value is not None and (found := pick(_bare(value))) is not None:
            return str(found)
    return None


def _bare(value: Any) -> Any:
    """Return messages without the prefix of OpenInference in their keys."""
    if isinstance(value, list):
        return [_bare(item) for item in value]
    if not isinstance(value, Mapping):
        return value
    bare = {key.removeprefix("message."): item for key, item in value.items() if isinstance(key, str)}
    inner = bare.get("message")
    return {**bare, **inner} if isinstance(inner, Mapping) else bare


def _documents(attributes: Mapping[str, Any], kind: Kind) -> list[Any] | None:
    for key in _DOCUMENTS.get(kind, ()):
        value = _attribute(attributes, key)
        found = _indexed(attributes, key) if value is MISSING else documents_in(value)
        if found is not None:
            return found
    output = opened(_attribute(attributes, "output.value"))
    # The output as such may be a count or a phrase; only a list or an object shows documents, or that there were none.
    return documents_in(output) if kind in _DOCUMENTS and isinstance(output, Mapping | list) else None


def _indexed(attributes: Mapping[str, Any], prefix: str) -> list[dict[str, Any]] | None:
    """Return the objects that are written flat: ``PREFIX.0.document.content``, ``PREFIX.0.message.role``."""
    found: dict[int, dict[str, Any]] = {}
    for key, value in attributes.items():
        if key.startswith(prefix) and (match := _INDEX.fullmatch(key, len(prefix))):
            found.setdefault(int(match[1]), {})[_name(match[2])] = value
    return [found[index] for index in sorted(found)] or None


def _name(key: str) -> str:
    """Return the name of a field; the texts of a message in parts (``contents.0.message_content.text``) are its content."""
    return "content" if key.endswith(".message_content.text") else key


def _kept(attributes: Mapping[str, Any]) -> dict[str, Any]:
    kept = {key: value for key in _KEPT if (value := _attribute(attributes, key)) is not MISSING}
    nested = opened(kept.pop("metadata", None))
    model = next((value for key in _MODELS if (value := _attribute(attributes, key)) is not MISSING), None)
    return {
        **kept,
        **({"model": model} if model is not None else {}),
        **(nested if isinstance(nested, Mapping) else {} if nested is None else {"metadata": nested}),
    }
