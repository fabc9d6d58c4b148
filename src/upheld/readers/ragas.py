"""Records of RAGAS: the columns of version 2 (``SingleTurnSample``) and those of version 1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from upheld.readers.formats import Format

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["RAGAS", "RAGAS_V1"]


def _multi_turn(record: Mapping[str, Any]) -> str | None:
    if not isinstance(record.get("user_input"), list | tuple):
        return None
    return (
        "user_input is a list of messages, a multi-turn sample; Upheld reads single turns: give the last question as text "
        "in user_input, its answer in response and its chunks in retrieved_contexts"
    )


RAGAS = Format(
    name="ragas",
    title="ragas (v2)",
    description="RAGAS 0.2 and newer, single-turn samples",
    fields={
        "answer": ("response",),
        "contexts": ("retrieved_contexts",),
        "question": ("user_input",),
        "reference": ("reference",),
        "id": ("id",),
        "metadata": ("metadata",),
    },
    marks=frozenset({"user_input", "response", "retrieved_contexts"}),
    traps={"reference_contexts": "the ideal contexts, not the retrieved ones"},
    refuse=_multi_turn,
)

RAGAS_V1 = Format(
    name="ragas-v1",
    title="ragas-v1",
    description="RAGAS 0.1, with ground_truth or ground_truths",
    fields={
        "answer": ("answer",),
        "contexts": ("contexts",),
        "question": ("question",),
        "reference": ("ground_truth", "ground_truths"),
        "id": ("id",),
        "metadata": ("metadata",),
    },
    marks=frozenset({"ground_truth", "ground_truths"}),
)
