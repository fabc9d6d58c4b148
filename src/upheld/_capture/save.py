"""Captured samples as JSON Lines, which `upheld eval` reads again."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from upheld._errors import OutputError
from upheld._report.places import without_place
from upheld.reports._json import dumps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from os import PathLike

    from upheld._types import Chunk, Sample

__all__ = ["saving"]


@contextmanager
def saving(path: str | PathLike[str] | None, inputs: Sequence[str]) -> Iterator[Callable[[Sample], None]]:
    """Open a file for samples; each is on disk before the next one is taken, so a killed run loses none.

    Args:
        path: the file, which is replaced; None: nothing is written.
        inputs: files that are read; none of them may be overwritten.

    Yields:
        A function that writes one sample.

    Raises:
        OutputError: it cannot be written.
    """
    if path is None:
        yield lambda _sample: None
        return
    if any(_same(Path(path), Path(name)) for name in inputs):
        msg = f"cannot write {str(path)!r}: it is one of the input files"
        raise OutputError(msg)
    with ExitStack() as stack:
        try:
            stream = stack.enter_context(Path(path).open("w", encoding="utf-8", newline="\n", buffering=1))
        except OSError as error:
            raise _unwritable(path, error) from error

        def write(sample: Sample) -> None:
            try:
                stream.write(dumps(_record(sample)) + "\n")
            except OSError as error:
                raise _unwritable(path, error) from error

        yield write


def _unwritable(path: str | PathLike[str], error: OSError) -> OutputError:
    return OutputError(f"cannot write {str(path)!r}: {error.strerror or error}")


def _same(one: Path, other: Path) -> bool:
    return one.exists() and other.exists() and one.samefile(other)


def _record(sample: Sample) -> dict[str, Any]:
    """Return a sample as a record of Upheld's own format; one that has a problem lacks what would make it a good one."""
    record: dict[str, Any] = {"id": sample.id, "question": sample.question}
    if sample.problem is None:
        record |= {"answer": sample.answer, "contexts": [_chunk(chunk) for chunk in sample.contexts]}
    if sample.claims is not None:
        record["claims"] = list(sample.claims)
    if sample.reference is not None:
        record["reference"] = sample.reference
    if sample.metadata:
        record["metadata"] = sample.metadata
    if sample.problem is not None:
        # Without the row of the questions: whoever reads this again says where it stands here.
        record["not_answered"] = without_place(sample.problem, sample.source)
    return record


def _chunk(chunk: Chunk) -> str | dict[str, Any]:
    more = {"id": chunk.id, "score": chunk.score, "metadata": dict(chunk.metadata)}
    kept = {key: value for key, value in more.items() if value not in (None, {})}
    return {"text": chunk.text, **kept} if kept else chunk.text
