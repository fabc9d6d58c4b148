"""What a pipeline returns, made a sample: a pair, a mapping, or an object with an answer and contexts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from upheld.readers.build import to_sample
from upheld.readers.formats import Format
from upheld.readers.values import kind_of

if TYPE_CHECKING:
    from upheld._types import Sample

__all__ = ["RETURNED", "answered"]

RETURNED = Format(
    name="returned",
    title="returned",
    description="What a pipeline returns, under the names of RAGAS, DeepEval, LangChain, LlamaIndex and Haystack",
    fields={
        "answer": ("answer", "response", "actual_output", "actualOutput", "output", "result"),
        "contexts": (
            "contexts",
            "retrieved_contexts",
            "retrieval_context",
            "retrievalContext",
            "context",
            "source_documents",
            "source_nodes",
            "documents",
        ),
        "question": ("question", "user_input", "input", "query"),
        "reference": ("reference",),
        "id": ("id",),
        "claims": ("claims",),
        "metadata": ("metadata",),
    },
    chunk_keys=("text", "page_content", "content", "context"),
)

_PAIR = 2
_TELLING = (*RETURNED.fields["answer"], *RETURNED.fields["contexts"])
_FORMS = "return (answer, contexts), or a mapping or an object that has both"


def answered(question: Sample, returned: Any, mapping: Mapping[str, str]) -> Sample:
    """Return the sample that a question and what was returned for it make; never raises for what was returned.

    Args:
        question: the sample without an answer. Its id, question, reference and metadata stay.
        returned: what the pipeline returned.
        mapping: answer or contexts -> where it is in what was returned.
    """
    record = _record(returned, mapping)
    if record is None:
        what = "text alone" if isinstance(returned, str) else _what(returned)
        return replace(question, problem=f"the target returned {what}; {_FORMS}")
    found = to_sample(record, RETURNED, mapping)
    if found.problem is not None:
        return replace(question, problem=f"what the target returned: {found.problem}")
    return replace(
        question,
        answer=found.answer,
        contexts=found.contexts,
        claims=found.claims,
        metadata={**found.metadata, **question.metadata},
    )


def _record(returned: Any, mapping: Mapping[str, str]) -> dict[str, Any] | None:
    """Return what was returned as a record; None where it can be none."""
    if isinstance(returned, Mapping):
        return {str(key): value for key, value in returned.items()}
    if returned is None or isinstance(returned, str):
        return None
    roots = [re.split(r"[.\[]", path, maxsplit=1)[0] for path in mapping.values()]
    named = {name: getattr(returned, name) for name in (*roots, *_TELLING) if _has(returned, name)}
    if named:
        return named
    if isinstance(returned, tuple | list) and len(returned) == _PAIR:
        return {"answer": returned[0], "contexts": returned[1]}
    return None


def _has(thing: object, name: str) -> bool:
    return hasattr(thing, name) and not callable(getattr(thing, name))


def _what(returned: Any) -> str:
    if isinstance(returned, tuple | list):
        return f"{kind_of(returned)} of {len(returned)}"
    return kind_of(returned)
