"""Inputs and outputs of RAGChecker: ``{"results": [...]}``."""

from __future__ import annotations

from upheld.readers.formats import Format

__all__ = ["RAGCHECKER"]

RAGCHECKER = Format(
    name="ragchecker",
    title="ragchecker",
    description="RAGChecker results; its own claims stay in the metadata, --map claims=response_claims takes them where they are texts",
    fields={
        "answer": ("response",),
        "contexts": ("retrieved_context",),
        "question": ("query",),
        "reference": ("gt_answer",),
        "id": ("query_id",),
    },
    marks=frozenset({"retrieved_context"}),
    chunk_ids=("doc_id", "id"),
)
