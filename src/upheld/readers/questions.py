"""Files that need no answers: questions for a pipeline that is yet to answer them, and records of any keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from upheld._types import Sample
from upheld.readers.build import to_sample
from upheld.readers.detect import Detector, chosen
from upheld.readers.files import Source, source_name
from upheld.readers.formats import Format
from upheld.readers.frames import is_frame
from upheld.readers.ids import IdWatch
from upheld.readers.objects import raw_of
from upheld.readers.raw import Raw
from upheld.readers.sources import file_records, frame_records
from upheld.readers.suggest import as_given
from upheld.readers.values import keys_shown

__all__ = ["QUESTIONS", "question_of", "read_questions", "read_rows"]

QUESTIONS = Format(
    name="questions",
    title="questions",
    description="Questions alone, under the keys of all formats; answers and contexts in it are not read",
    fields={
        "answer": ("answer", "response", "actual_output", "actualOutput"),
        "contexts": ("contexts", "retrieved_contexts", "retrieval_context", "retrievalContext"),
        "question": ("question", "user_input", "input", "query", "prompt"),
        "reference": ("reference", "ground_truth", "ground_truths", "expected_output", "expectedOutput"),
        "id": ("id",),
        "claims": ("claims",),
        "metadata": ("metadata", "additional_metadata", "additionalMetadata"),
    },
)

_OLD = frozenset(key for field in ("answer", "contexts", "claims") for key in QUESTIONS.fields[field])
"""Keys that hold what another run made; this one makes its own."""


def read_rows(
    source: Source, *, encoding: str | None = None, notify: Callable[[str], None] | None = None
) -> Iterator[Raw]:
    """Yield the records of a file, whatever their keys are.

    Args:
        source: as for `read`.
        encoding: as for `read`.
        notify: as for `read`.

    Raises:
        InputError: the file cannot be read, or holds no records.
    """
    return file_records(source, encoding, Detector({}), notify or (lambda _text: None))


def read_questions(
    source: Any,
    *,
    mapping: Mapping[str, str] | None = None,
    encoding: str | None = None,
    notify: Callable[[str], None] | None = None,
) -> Iterator[Sample]:
    """Yield the questions of a file or a frame as samples that have no answer and no contexts yet.

    A record without a question is yielded too, with its `problem`.

    Args:
        source: as for `read`, or a frame as for `read_frame`.
        mapping: where fields are, such as ``{"question": "input.text"}``.
        encoding: as for `read`.
        notify: called with warnings, and with the key that the questions were found under.

    Raises:
        ConfigurationError: the mapping names a field that samples do not have.
        InputError: the file cannot be read, or holds no records.
    """
    chosen(None, mapping or {})
    tell = notify or (lambda _text: None)
    in_memory = is_frame(source)
    name, ids, told = type(source).__name__ if in_memory else source_name(source), IdWatch(), False
    for raw in frame_records(source) if in_memory else read_rows(source, encoding=encoding, notify=tell):
        sample = _question(
            raw.value,
            mapping or {},
            raw.place,
            raw.source(name),
            raw.problem,
            cells=raw.cells,
            in_memory=in_memory,
        )
        if not told and sample.problem is None:
            told = True
            tell(f"{name}: questions, read from {_where(raw.value, mapping or {})}")
        if sample.id is None:
            sample = replace(sample, id=f"#{raw.number}")
        else:
            ids.see(sample.id, raw.place)
        yield sample
    if (warning := ids.warning()) is not None:
        tell(f"{name}: {warning}")


def question_of(record: Any, number: int, mapping: Mapping[str, str] | None = None) -> Sample:
    """Return the question of one record as a sample that has no answer and no contexts yet.

    Args:
        record: as for `from_records`, with a question under a key of any known format; or a sample.
        number: which record it is, from 1.
        mapping: where fields are.
    """
    source = f"record {number}"
    anything: Any = record
    if isinstance(anything, Sample):
        blank = replace(anything, answer="", contexts=(), claims=None)
        return blank if blank.problem or blank.question else replace(blank, problem="no question")
    raw = raw_of(anything, number, "a record with a question")
    if raw.problem is not None:
        return Sample("", source=source, problem=raw.problem)
    return _question(raw.value, mapping or {}, "", source, None, cells=raw.cells, in_memory=True)


def _question(
    record: Mapping[str, Any],
    mapping: Mapping[str, str],
    place: str,
    source: str,
    problem: str | None,
    *,
    cells: bool,
    in_memory: bool,
) -> Sample:
    wanted = {field: path for field, path in mapping.items() if field not in ("answer", "contexts", "claims")}
    kept = {key: value for key, value in record.items() if key not in _OLD}
    bare = {**kept, "answer": "", "contexts": []}
    sample = to_sample(bare, QUESTIONS, wanted, place=place, source=source, problem=problem, cells=cells)
    if sample.problem is None and sample.question is None:
        where = as_given({"question": "KEY"}, in_memory=in_memory)
        lacks = f"no question: found {keys_shown(record)}; use {where}"
        return replace(sample, problem=f"{place}: {lacks}" if place else lacks)
    return sample


def _where(record: Iterable[str], mapping: Mapping[str, str]) -> str:
    keys = set(record)
    return mapping.get("question") or next(key for key in QUESTIONS.fields["question"] if key in keys)
