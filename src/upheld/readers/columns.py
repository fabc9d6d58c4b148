"""Records whose fields are lists of equal length, one item for each sample: taken apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from upheld.readers.formats import Gather, Reading
from upheld.readers.raw import Raw
from upheld.readers.values import shown

__all__ = ["taking_apart"]


def taking_apart(answers: str, contexts: str) -> Gather:
    """Return what makes a record for each item of the lists in a record; other values belong to each of them.

    Args:
        answers: the key of the answers. Where it holds no list, the record is one sample already.
        contexts: the key of the contexts.
    """

    def gather(raws: Iterable[Raw], _reading: Reading) -> Iterator[Raw]:
        for raw in raws:
            items = raw.value.get(answers)
            if raw.problem is not None or not isinstance(items, list | tuple):
                yield raw
            elif (given := raw.value.get(contexts)) is None or _length(given) != len(items):
                yield replace(raw, problem=_uneven(answers, len(items), contexts, given))
            else:
                columns = {key for key, value in raw.value.items() if _length(value) == len(items)}
                for place in range(len(items)):
                    row = {key: v[place] if key in columns else v for key, v in raw.value.items()}
                    if row.keys().isdisjoint(("id", "ids")):  # one number for all of them would tell nothing
                        row["id"] = f"#{raw.number}.{place + 1}"
                    yield replace(raw, value=row)

    return gather


def _length(value: Any) -> int:
    return len(value) if isinstance(value, list | tuple) else -1


def _uneven(answers: str, count: int, contexts: str, given: Any) -> str:
    there = (
        f"{_length(given)} in {shown(contexts)}" if _length(given) >= 0 else f"no list in {shown(contexts)}"
    )
    return f"{count} in {answers} and {there}: each needs one item for each sample"
