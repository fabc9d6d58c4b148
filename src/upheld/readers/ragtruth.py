"""RAGTruth: answers in ``response.jsonl``, their contexts in ``source_info.jsonl``, joined on ``source_id``."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

from upheld._errors import InputError
from upheld.readers.files import source_name, text_lines
from upheld.readers.formats import Format, Reading
from upheld.readers.jsontext import parse
from upheld.readers.raw import Raw
from upheld.readers.values import shown, too_deep

__all__ = ["RAGTRUTH"]

_NAMES = ("source_info.jsonl", "source_info.jsonl.gz")
_PASSAGE = re.compile(r"^passage [0-9]{1,3}:", re.MULTILINE)
_SOURCE_KEYS = ("source_info", "task_type", "source")


def _joined(raws: Iterable[Raw], reading: Reading) -> Iterator[Raw]:
    first = next(iter_ := iter(raws), None)
    if first is None:
        return
    every = chain([first], iter_)
    if _is_source(first):
        yield from _sources_alone(every, reading)
        return
    sources: dict[str, Mapping[str, Any]] | None = None
    for raw in every:
        if raw.problem is not None or "source_info" in raw.value or too_deep(raw.value):
            yield _with_source(raw, raw.value) if raw.problem is None and "source_info" in raw.value else raw
            continue
        if sources is None:
            sources = _read_sources(reading)
        key = str(raw.value.get("source_id"))
        if key in sources:
            yield _with_source(raw, sources[key])
        else:
            where = (
                f"in {_NAMES[0]}"
                if sources
                else f"here: RAGTruth keeps the contexts in {_NAMES[0]}; read its files"
            )
            problem = f"no source with the source_id {shown(key)} {where}"
            yield replace(raw, value=_response(raw.value), problem=problem)


def _is_source(raw: Raw) -> bool:
    return "source_info" in raw.value and "response" not in raw.value


def _sources_alone(raws: Iterable[Raw], reading: Reading) -> Iterator[Raw]:
    """Take the file of sources as read with the answers, where a file of answers was named, too."""
    others = [name for name in reading.beside if name != reading.name]
    if not others:
        msg = (
            f"{reading.name}: these are RAGTruth's sources, without answers; name response.jsonl instead: "
            f"{_NAMES[0]} is found beside it, or name both files"
        )
        raise InputError(msg)
    count = sum(1 for _ in raws)
    reading.notify(f"{reading.name}: {count} sources of RAGTruth, no samples of their own")
    return iter(())


def _read_sources(reading: Reading) -> dict[str, Mapping[str, Any]]:
    """Return the sources by id, from the file beside the answers or among the files that were named.

    Raises:
        InputError: there is none, or it cannot be read.
    """
    path = next((path for path in _places(reading) if path.is_file()), None)
    if path is None and not Path(reading.name).is_file():
        return {}  # records in memory, or from a pipe: each says what it lacks
    if path is None:
        folder = Path(reading.name).parent
        msg = (
            f"{reading.name}: RAGTruth keeps the contexts in {_NAMES[0]}, and there is none in {shown(str(folder), 200)!r}; "
            "put it there, or name both files"
        )
        raise InputError(msg)
    reading.notify(f"{reading.name}: contexts from {source_name(path)}")
    sources: dict[str, Mapping[str, Any]] = {}
    for line in text_lines(path, None, reading.notify):
        value = parse(line)
        if isinstance(value, dict) and "source_id" in value and not too_deep(value):
            sources[str(value["source_id"])] = {key: value[key] for key in _SOURCE_KEYS if key in value}
    return sources


def _places(reading: Reading) -> list[Path]:
    named = [Path(name) for name in reading.beside if name != reading.name]
    own = [Path(reading.name).parent / name for name in _NAMES] if Path(reading.name).is_file() else []
    return [*(path for path in named if "source_info" in path.name), *own]


def _with_source(raw: Raw, source: Mapping[str, Any]) -> Raw:
    info = source.get("source_info")
    record = _response(raw.value)
    record |= {key: source[key] for key in ("task_type", "source") if key in source}
    if isinstance(info, Mapping) and isinstance(info.get("passages"), str):
        record |= {"question": info.get("question"), "contexts": _passages(info["passages"])}
    elif isinstance(info, str):
        record["contexts"] = [info]
    elif isinstance(info, Mapping):  # the data that a text was to be written from
        record["contexts"] = [json.dumps(info, ensure_ascii=False, default=str)]
    else:
        return replace(raw, value=record, problem="its source has no text under source_info")
    return replace(raw, value=record)


def _response(value: Mapping[str, Any]) -> dict[str, Any]:
    return {key: item for key, item in value.items() if key not in ("source_info", "prompt")}


def _passages(text: str) -> list[str]:
    """Return the passages, which stand in one text under headings ``passage 1:``."""
    starts = [match.start() for match in _PASSAGE.finditer(text)]
    if not starts or text[: starts[0]].strip():
        return [text]
    parts = (text[a:b] for a, b in zip(starts, [*starts[1:], len(text)], strict=True))
    passages = (_PASSAGE.sub("", part, count=1).strip() for part in parts)
    return [passage for passage in passages if passage]


RAGTRUTH = Format(
    name="ragtruth",
    title="ragtruth",
    description="RAGTruth: response.jsonl, with source_info.jsonl beside it or named, too; its labels stay in the metadata",
    fields={
        "answer": ("response",),
        "contexts": ("contexts",),
        "question": ("question",),
        "id": ("id",),
    },
    known_by=(
        frozenset({"source_id", "response", "labels"}),
        frozenset({"source_id", "source_info"}),
    ),
    exported=("response", "source_id", "source_info", "id", "labels"),
    gather=_joined,
)
