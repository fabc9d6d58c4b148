"""Results on the way through a run: in memory while few, in a temporary file when many."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
import weakref
from typing import IO, TYPE_CHECKING

from upheld._errors import ConfigurationError, OutputError
from upheld._types import Result

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["ResultStore"]


class _Spool:
    """Results as JSON lines in a temporary file that goes away with this object."""

    def __init__(self) -> None:
        try:
            handle, self._path = tempfile.mkstemp(prefix="upheld-", suffix=".jsonl")
        except OSError as error:
            raise _spool_error(error) from error
        self._out = os.fdopen(handle, "w", encoding="ascii", newline="\n")
        # Also runs at exit and when the object is collected: a killed iteration leaves no file and no open handle.
        self.discard = weakref.finalize(self, _discard, self._out, self._path, os.getpid())

    def write(self, result: Result) -> None:
        try:
            self._out.write(json.dumps(result.to_dict(), default=str) + "\n")
        except OSError as error:
            raise _spool_error(error) from error

    def read(self, count: int) -> Iterator[Result]:
        """Yield the first `count` results, through a handle of its own."""
        try:
            self._out.flush()
        except OSError as error:
            raise _spool_error(error) from error
        with open(self._path, encoding="ascii") as lines:  # noqa: PTH123 - a plain name, opened as it was made
            for _, line in zip(range(count), lines, strict=False):
                yield Result.from_dict(json.loads(line))


def _discard(out: IO[str], path: str, owner: int) -> None:
    with contextlib.suppress(OSError):
        out.close()
    if os.getpid() == owner:  # a forked child must not delete its parent's file
        with contextlib.suppress(OSError):
            os.unlink(path)  # noqa: PTH108 - may run while the interpreter shuts down; os is still there


def _spool_error(error: OSError) -> OutputError:
    msg = (
        f"cannot keep results in a temporary file: {error}; "
        f"free some space there or let TMPDIR name another folder (now {tempfile.gettempdir()!r})"
    )
    return OutputError(msg)


class ResultStore:
    """Results in the order they were added; iterate as often as needed, several times at once too.

    Up to `memory_limit` results stay in memory. With one more, all go to a temporary file, which is deleted when the
    store is closed or collected. What JSON cannot hold in metadata (such as a date) comes back from there as text.

    Args:
        memory_limit: how many results may stay in memory.

    Raises:
        ConfigurationError: `memory_limit` is negative.
    """

    def __init__(self, memory_limit: int = 1000) -> None:
        if memory_limit < 0:
            msg = f"memory_limit must not be negative: {memory_limit}"
            raise ConfigurationError(msg)
        self._limit = memory_limit
        self._memory: list[Result] = []
        self._spool: _Spool | None = None
        self._count = 0
        self._closed = False

    def append(self, result: Result) -> None:
        """Add a result at the end.

        Raises:
            OutputError: the temporary file cannot be written.
            ValueError: the store is closed.
        """
        self._check_open()
        if self._spool is None and self._count < self._limit:
            self._memory.append(result)
        else:
            if self._spool is None:
                spool = _Spool()
                for earlier in self._memory:
                    spool.write(earlier)
                self._spool = spool  # only now: an interrupt on the way must not lose what is in memory
                self._memory.clear()
            self._spool.write(result)
        self._count += 1

    def close(self) -> None:
        """Forget all results and delete the temporary file. May be called twice."""
        self._closed = True
        self._memory.clear()
        if self._spool is not None:
            self._spool.discard()

    def _check_open(self) -> None:
        if self._closed:
            msg = "the results are gone: their store was closed"
            raise ValueError(msg)

    def __iter__(self) -> Iterator[Result]:
        """Iterate over the results that are there now; what is added meanwhile is left to the next iteration."""
        self._check_open()
        return iter(self._memory[:]) if self._spool is None else self._spool.read(self._count)

    def __len__(self) -> int:
        return self._count

    def __repr__(self) -> str:
        return f"<ResultStore: {self._count} results>"
