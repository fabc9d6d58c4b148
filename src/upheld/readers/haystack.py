"""Columns that Haystack's evaluators take: one list for each field."""

from __future__ import annotations

from upheld.readers.columns import taking_apart
from upheld.readers.formats import Format

__all__ = ["HAYSTACK"]

HAYSTACK = Format(
    name="haystack",
    title="haystack",
    description="Haystack columns: lists of equal length; chunks are texts or documents with content",
    fields={
        "answer": ("predicted_answers",),
        "contexts": ("contexts",),
        "question": ("questions",),
        "reference": ("ground_truth_answers",),
        "id": ("ids", "id"),
    },
    known_by=(frozenset({"predicted_answers", "contexts"}),),
    chunk_keys=("content", "text"),
    gather=taking_apart("predicted_answers", "contexts"),
)
