"""Samples of LettuceDetect, with the context apart or inside the prompt. Its spans stay in the metadata."""

from __future__ import annotations

from upheld.readers.formats import Format

__all__ = ["LETTUCEDETECT"]

LETTUCEDETECT = Format(
    name="lettucedetect",
    title="lettucedetect",
    description="LettuceDetect samples; without a context of its own the whole prompt is the one chunk",
    fields={
        "answer": ("answer",),
        "contexts": ("context", "prompt"),
        "question": ("question",),
        "id": ("id",),
        "metadata": ("metadata",),
    },
    known_by=(
        frozenset({"answer", "labels", "prompt"}),
        frozenset({"answer", "labels", "context"}),
    ),
)
