"""Records with one key ``context`` for what was retrieved, as Azure, TruLens and Phoenix write them."""

from __future__ import annotations

from upheld.readers.formats import Format

__all__ = ["CONTEXT"]

CONTEXT = Format(
    name="context",
    title="context",
    description="Answers with one key context, a text or a list of texts: Azure AI Evaluation, TruLens, tables of Phoenix",
    fields={
        "answer": ("answer", "response", "output"),
        "contexts": ("context",),
        "question": ("question", "query", "user_input", "input", "prompt"),
        "reference": ("reference", "ground_truth"),
        "id": ("id",),
        "claims": ("claims",),
        "metadata": ("metadata",),
    },
)
