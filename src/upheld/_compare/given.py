"""Scores made elsewhere, matched to the samples by id."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from upheld._errors import InputError
from upheld._report.compared import Column, Score
from upheld.readers.files import source_name
from upheld.readers.questions import read_rows
from upheld.readers.values import is_nothing, keys_shown, shown, text_of

if TYPE_CHECKING:
    from upheld._compare.specs import Given
    from upheld._types import Sample
    from upheld.readers.raw import Raw

__all__ = ["score_given"]

_NAMED = 5
_NO_SCORE = frozenset({"", "nan", "none", "null", "na", "n/a", "<na>"})


def score_given(spec: Given, samples: Sequence[Sample]) -> Column:
    """Return the scores of a file for the samples; what matches on one side only is told.

    Args:
        spec: the file, a table or JSON with ``id`` and ``score``.
        samples: the samples, with their ids.

    Raises:
        InputError: the file cannot be read, has no such columns, or two scores for one id.
    """
    found = _scores(spec.path)
    seen = Counter(sample.id for sample in samples)
    column = Column(
        spec.name, "as made elsewhere: what it counts is not known here", f"file:{source_name(spec.path)}"
    )
    for sample in samples:
        if sample.id is not None and seen[sample.id] > 1:
            score = Score(
                None, f"several samples have the id {shown(sample.id)!r}, so its score belongs to none"
            )
        else:
            score = found.get(
                sample.id or "", Score(None, f"{source_name(spec.path)} has no row with this id")
            )
        column.scores.append(score)
    column.notes = _notes(spec.path, [id_ for id_ in found if id_ not in seen], column)
    return column


def _scores(path: str) -> dict[str, Score]:
    found: dict[str, Score] = {}
    for raw in read_rows(path):
        place = f"{source_name(path)}, {raw.place}"
        if raw.problem is not None:
            msg = f"{place}: {raw.problem}"
            raise InputError(msg)
        id_, score = _row(raw, place)
        if id_ in found and found[id_].value != score.value:
            msg = f"{place}: the id {shown(id_)!r} has two scores; each needs one"
            raise InputError(msg)
        found[id_] = score
    return found


def _row(raw: Raw, place: str) -> tuple[str, Score]:
    keys = {key.strip().lower(): key for key in raw.value}
    if lacks := [name for name in ("id", "score") if name not in keys]:
        msg = f"{place}: no {' and no '.join(lacks)}: found {keys_shown(raw.value)}; scores need the columns id and score"
        raise InputError(msg)
    id_ = _text(raw.value[keys["id"]])
    if not id_:
        msg = f"{place}: the id is blank, so its score belongs to no sample"
        raise InputError(msg)
    return id_, _score(raw.value[keys["score"]], place)


def _text(value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        value = int(value)  # pandas turns whole numbers into floats as soon as one is missing
    return (text_of(value) or "").strip()


def _score(value: Any, place: str) -> Score:
    if is_nothing(value) or (isinstance(value, str) and value.strip().lower() in _NO_SCORE):
        return Score(None, "the file has no score for it")
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if isinstance(value, bool) or not math.isfinite(number):
        msg = f"{place}: the score is no number: {str(value)!r:.60}"
        raise InputError(msg)
    return Score(number)


def _notes(path: str, extra: list[str], column: Column) -> list[str]:
    notes = []
    if extra:
        named = ", ".join(shown(id_) for id_ in extra[:_NAMED]) + (", …" if len(extra) > _NAMED else "")
        rows = "1 row matches" if len(extra) == 1 else f"{len(extra)} rows match"
        notes.append(f"{source_name(path)}: {rows} no sample: {named}")
    outside = [value for value in column.values if not 0.0 <= value <= 1.0]
    if outside:
        notes.append(
            f"{source_name(path)}: {len(outside)} scores are not between 0 and 1, such as {outside[0]:g}; "
            "differences and the threshold mean little then, rank correlation does not mind"
        )
    return notes
