"""Test cases of DeepEval (``LLMTestCase``), as its files write them, in snake_case or camelCase."""

from __future__ import annotations

from upheld.readers.formats import Format

__all__ = ["DEEPEVAL"]

DEEPEVAL = Format(
    name="deepeval",
    title="deepeval",
    description="DeepEval test cases, in both key styles; chunks are texts or objects with context and source",
    fields={
        "answer": ("actual_output", "actualOutput"),
        "contexts": ("retrieval_context", "retrievalContext"),
        "question": ("input",),
        "reference": ("expected_output", "expectedOutput"),
        "id": ("id", "name"),
        "metadata": ("metadata", "additional_metadata", "additionalMetadata"),
    },
    marks=frozenset({"actual_output", "actualOutput", "retrieval_context", "retrievalContext"}),
    chunk_keys=("context", "text"),
    traps={"context": "DeepEval's ideal context, not the retrieved one"},
)
