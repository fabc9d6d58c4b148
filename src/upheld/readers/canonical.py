"""Upheld's own records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from upheld.readers.formats import Format

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["UPHELD"]


def _not_answered(record: Mapping[str, Any]) -> str | None:
    """Return why a pipeline gave no answer, as `upheld.capture` has written it down."""
    why = record.get("not_answered")
    return why if isinstance(why, str) and why and not {"answer", "response"} & record.keys() else None


UPHELD = Format(
    name="upheld",
    title="upheld",
    description="Upheld's own: contexts is a list of texts or of objects with text, id, score and metadata",
    fields={
        "answer": ("answer", "response"),
        "contexts": ("contexts",),
        "question": ("question", "user_input"),
        "reference": ("reference",),
        "id": ("id",),
        "claims": ("claims",),
        "metadata": ("metadata",),
    },
    refuse=_not_answered,
)
