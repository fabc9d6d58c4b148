"""Upheld's own records."""

from __future__ import annotations

from upheld.readers.formats import Format

__all__ = ["UPHELD"]

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
)
