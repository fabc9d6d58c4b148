"""Answers, questions and documents inside the values that frameworks write as input and output of a step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from upheld.readers.cells import parse_value
from upheld.readers.values import is_nothing, keys_shown, kind_of

__all__ = ["answer_in", "chunk_of", "contexts_in", "documents_in", "opened", "question_in", "word"]

_DEEP = 8
_ANSWERS = (
    "answer",
    "output",
    "response",
    "result",
    "output_text",
    "final_output",
    "text",
    "content",
    "completion",
    "reply",
    "generations",
    "generation",
    "choices",
    "message",
    "messages",
    "parts",
    "kwargs",
)
_QUESTIONS = (
    "question",
    "query",
    "user_input",
    "input",
    "user_query",
    "prompt",
    "text",
    "content",
    "messages",
    "parts",
    "kwargs",
)
_DOCUMENTS = (
    "documents",
    "docs",
    "source_documents",
    "source_nodes",
    "nodes",
    "retrieved_documents",
    "results",
    "output",
    "result",
    "chunks",
)
_CONTEXTS = (
    "contexts",
    "retrieved_contexts",
    "retrieval_context",
    "context",
    "source_documents",
    "documents",
    "source_nodes",
    "docs",
)
_TEXTS = ("text", "page_content", "pageContent", "content", "document.content", "chunk", "passage", "body")
_IDS = ("id", "id_", "doc_id", "document.id", "node_id")
_WRAPPERS = ("document", "node", "kwargs")
_HUMAN = frozenset({"human", "user"})
_MACHINE = frozenset({"ai", "aimessage", "aimessagechunk", "assistant", "model"})


def word(value: Any) -> str:
    """Return a text, number or other scalar as a short text; empty for nothing, lists and objects."""
    if is_nothing(value) or isinstance(value, Mapping | list | tuple):
        return ""
    try:
        return str(value).strip()
    except ValueError:  # a number of more than 4,300 digits
        return ""


def opened(value: Any) -> Any:
    """Return the list or object that a text holds; anything else as it is."""
    if not isinstance(value, str):
        return value
    inner = parse_value(value)
    return value if inner is None else inner


def answer_in(value: Any) -> str | None:
    """Return the answer that the output of a step holds; None where it is not clear which text that is.

    A text is the answer, unless it is JSON in which an answer has a name. Of messages the last one of the model counts.
    """
    found = _picked(opened(value), _ANSWERS, _MACHINE, 0)
    return value if found is None and isinstance(value, str) and value.strip() else found


def question_in(value: Any) -> str | None:
    """Return the question that the input of a step holds; of messages the last one of a person counts."""
    found = _picked(opened(value), _QUESTIONS, _HUMAN, 0)
    return value if found is None and isinstance(value, str) and value.strip() else found


def documents_in(value: Any) -> list[Any] | None:
    """Return the documents in the output of a retriever; None where it holds none, which is not the same as an empty list."""
    return _listed(value, _DOCUMENTS, 0, lone=True)


def contexts_in(value: Any) -> list[Any] | None:
    """Return the documents that an object names as the context; None where it names none."""
    value = opened(value)
    return _listed(value, _CONTEXTS, 0, lone=False) if isinstance(value, Mapping) else None


def chunk_of(document: Any) -> dict[str, Any] | str:
    """Return a document as a chunk with its text, id, score and metadata; or, as a text, what is wrong with it."""
    document = opened(document) if not isinstance(document, str) else document
    if isinstance(document, str):
        return {"text": document}
    if not isinstance(document, Mapping):
        return f"is {kind_of(document)}, not text"
    flat = _unwrapped(document)
    text = next((flat[key] for key in _TEXTS if isinstance(flat.get(key), str)), None)
    if text is None:
        return f"has no text: found {keys_shown(flat)}"
    chunk: dict[str, Any] = {"text": text}
    named = {
        "id": next((flat[key] for key in _IDS if not is_nothing(flat.get(key))), None),
        "score": next(
            (flat[key] for key in ("score", "document.score") if not is_nothing(flat.get(key))), None
        ),
        "metadata": next(
            (opened(flat[key]) for key in ("metadata", "document.metadata") if flat.get(key)), None
        ),
    }
    return chunk | {key: value for key, value in named.items() if value is not None}


def _unwrapped(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a document that stands one level down: of a scored node, of what LangChain serialises."""
    flat = dict(document)
    for _ in range(_DEEP):
        inner = next((flat[key] for key in _WRAPPERS if isinstance(flat.get(key), Mapping)), None)
        if inner is None or any(isinstance(flat.get(key), str) for key in _TEXTS):
            return flat
        outer = {key: flat[key] for key in ("score",) if key in flat}
        flat = {
            **outer,
            **{key: item for key, item in inner.items() if not (key in outer and is_nothing(item))},
        }
    return flat


def _listed(value: Any, keys: Sequence[str], depth: int, *, lone: bool) -> list[Any] | None:
    value = opened(value)
    if isinstance(value, list | tuple):
        items = list(value)
        return items if all(isinstance(item, str | Mapping) for item in items) else None
    if isinstance(value, str):
        return [value] if lone and value.strip() else None
    if not isinstance(value, Mapping) or depth >= _DEEP:
        return None
    for key in keys:
        if key in value and (found := _listed(value[key], keys, depth + 1, lone=True)) is not None:
            return found
    return [value] if depth and isinstance(chunk_of(value), dict) else None


def _picked(value: Any, keys: Sequence[str], speakers: frozenset[str], depth: int) -> str | None:
    if isinstance(value, str):
        return value if value.strip() else None
    if depth > _DEEP:
        return None
    if isinstance(value, list | tuple):
        return _of_messages(value, keys, speakers, depth)
    if not isinstance(value, Mapping):
        return None
    for key in keys:
        if key in value and (found := _picked(value[key], keys, speakers, depth + 1)) is not None:
            return found
    lone = [item for item in value.values() if isinstance(item, str) and item.strip()]
    return lone[0] if len(value) == 1 and lone else None


def _of_messages(
    items: Sequence[Any], keys: Sequence[str], speakers: frozenset[str], depth: int
) -> str | None:
    """Return the text of the last message of a speaker; of parts of one message, all texts joined."""
    objects = [item for item in items if isinstance(item, Mapping)]
    roles = [(_role(item), item) for item in objects]
    if any(role for role, _ in roles):
        said = (
            _picked(item, keys, speakers, depth + 1) for role, item in reversed(roles) if role in speakers
        )
        return next((text for text in said if text is not None), None)
    if objects and all(item.get("type") in (None, "text", "output_text") for item in objects):
        texts = [text for item in objects if (text := _picked(item, keys, speakers, depth + 1)) is not None]
        return (
            "".join(texts) if len(texts) == len(objects) and "type" in objects[0] else next(iter(texts), None)
        )
    inner = (_picked(item, keys, speakers, depth + 1) for item in items if not isinstance(item, str))
    return next((text for text in inner if text is not None), None)


def _role(message: Mapping[str, Any]) -> str:
    """Return who speaks: ``role`` of most, ``type`` of LangChain's messages, the class of those that it serialises."""
    role, kind, path = message.get("role"), message.get("type"), message.get("id")
    if isinstance(role, str):
        return role.lower()
    if isinstance(kind, str) and kind.lower() in _HUMAN | _MACHINE | {"system", "tool", "function"}:
        return kind.lower()
    if (
        isinstance(path, list)
        and path
        and isinstance(path[-1], str)
        and path[-1].endswith(("Message", "MessageChunk"))
    ):
        return "human" if path[-1].startswith("Human") else path[-1].lower()
    return ""
