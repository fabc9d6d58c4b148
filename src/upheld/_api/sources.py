"""Where samples come from: files, records, frames."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias, cast

from upheld._errors import ConfigurationError, InputError
from upheld._types import Sample
from upheld.readers import from_records, is_frame, is_record, read, read_frame
from upheld.readers.frames import yields_frames

if TYPE_CHECKING:
    from os import PathLike

__all__ = ["Source", "check_reading", "check_source", "drawn", "is_whole", "paths_of", "read_samples"]

Path_: TypeAlias = "str | PathLike[str]"
Source: TypeAlias = "Path_ | BinaryIO | Sequence[Path_] | Iterable[Any]"


def read_samples(
    source: Source,
    *,
    format: str | None = None,  # noqa: A002 - the word users know
    mapping: Mapping[str, str] | None = None,
    encoding: str | None = None,
    notify: Callable[[str], None] | None = None,
) -> Iterator[Sample]:
    """Yield the samples of any source that `Run` takes, in order.

    Args:
        source: as for `Run`.
        format: as for `Run`.
        mapping: as for `Run`.
        encoding: as for `Run`.
        notify: as for `Run`.

    Raises:
        InputError: the source is neither files nor an iterable of records.
    """
    check_source(source)
    paths = paths_of(source)
    for path in paths:
        yield from read(path, format=format, mapping=mapping, encoding=encoding, notify=notify, beside=paths)
    if is_frame(source):
        yield from read_frame(source, format=format, mapping=mapping, notify=notify)
    elif not paths:
        yield from from_records(cast("Iterable[Any]", source), format=format, mapping=mapping, notify=notify)


def is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def check_reading(
    *, seed: Any, format_: Any, mapping: Any, encoding: Any, notify: Any, answer_model: Any
) -> None:
    """Refuse options of reading that are of another type, before a reader trips over them."""
    for name, value, fits, what in (
        ("seed", seed, is_whole(seed), "a whole number"),
        ("format", format_, format_ is None or isinstance(format_, str), "the name of a format"),
        (
            "mapping",
            mapping,
            mapping is None or isinstance(mapping, Mapping),
            'a mapping of fields, such as {"answer": "my_col"}',
        ),
        ("encoding", encoding, encoding is None or isinstance(encoding, str), "a name such as cp1252"),
        (
            "answer_model",
            answer_model,
            answer_model is None or (isinstance(answer_model, str) and bool(answer_model.strip())),
            "the name of the model that wrote the answers",
        ),
        ("notify", notify, notify is None or callable(notify), "a function of one text"),
    ):
        if not fits:
            msg = f'"{name}" must be {what}: {value!r:.80}'
            raise ConfigurationError(msg)


def paths_of(source: Source) -> list[Any]:
    """Return the files of a source; empty where it is a frame or an iterable of records."""
    if is_frame(source):
        return []
    if isinstance(source, str | os.PathLike) or (hasattr(source, "read") and not yields_frames(source)):
        return [source]
    if isinstance(source, list | tuple) and all(isinstance(item, str | os.PathLike) for item in source):
        return list(source)
    return []


def check_source(source: Any) -> None:
    """Refuse what can be iterated, but not for records, such as one record, which yields its keys or values."""
    if isinstance(source, str | os.PathLike) or is_frame(source) or hasattr(source, "read"):
        return
    lone = isinstance(source, Sample) or is_record(source)
    if isinstance(source, Iterable) and not isinstance(source, Mapping | bytes | bytearray) and not lone:
        return
    hint = "; put a single record into a list" * (lone or isinstance(source, Mapping))
    msg = f"the source must be a path, a data frame or an iterable of records: {type(source).__name__}{hint}"
    raise InputError(msg)


def drawn(samples: Iterable[Sample], count: int, seed: int) -> list[Sample]:
    """Draw samples at random in one pass, each with the same chance, kept in order (Vitter's algorithm R)."""
    chance = random.Random(seed)  # noqa: S311 - a reproducible draw, no secret
    kept: list[tuple[int, Sample]] = []
    for n, sample in enumerate(samples):
        if n < count:
            kept.append((n, sample))
        elif (slot := chance.randrange(n + 1)) < count:
            kept[slot] = (n, sample)
    return [sample for _, sample in sorted(kept, key=lambda pair: pair[0])]
