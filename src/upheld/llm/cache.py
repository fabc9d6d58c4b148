"""What models said, kept: the cache, and by that the journal of a run.

A verdict is written when it is there, in one transaction, so a run that is killed and started again finds every finished
call. A second file of the same things would only be a second thing to lose.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import threading
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from upheld._errors import OutputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from os import PathLike

__all__ = ["Cache", "Stats", "default_path", "key_of"]

_SCHEMA = "CREATE TABLE IF NOT EXISTS replies (key BLOB PRIMARY KEY, value TEXT NOT NULL, made INTEGER NOT NULL) WITHOUT ROWID"
_AT_ONCE = 500  # parameters of one query


@dataclass(frozen=True, slots=True)
class Stats:
    """What is in a cache.

    Attributes:
        path: of the file.
        replies: how many are kept.
        size: of the file in bytes.
        oldest: when the oldest was kept, seconds since 1970; None where it is empty.
    """

    path: Path
    replies: int
    size: int
    oldest: int | None


def default_path() -> Path:
    """Return the file of the cache in the user's cache folder."""
    from platformdirs import user_cache_path

    return user_cache_path("upheld", appauthor=False) / "llm.sqlite"


def key_of(*parts: str) -> bytes:
    """Return the key of some texts; where one ends and the next begins counts."""
    hashed = hashlib.blake2b(digest_size=20)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        hashed.update(len(data).to_bytes(8, "little") + data)
    return hashed.digest()


class Cache:
    """Replies by key, in one SQLite file that several processes may use at once.

    Args:
        path: of the file; made, with its folder, readable by its owner alone, since it quotes contexts.

    Raises:
        OutputError: the file cannot be used.
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        self.path = Path(path)
        self._lock = threading.Lock()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self.path.touch(mode=0o600)
            self._db = sqlite3.connect(self.path, timeout=30.0, isolation_level=None, check_same_thread=False)
            # With WAL and NORMAL a killed process loses nothing; only a power cut can lose the last calls.
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=NORMAL")
            self._db.execute(_SCHEMA)
        except (OSError, sqlite3.Error) as error:
            raise self._unusable(error) from error

    def get(self, keys: Sequence[bytes]) -> dict[bytes, Any]:
        """Return the values of those keys that are there.

        Args:
            keys: from `key_of`.
        """
        found: dict[bytes, Any] = {}
        for start in range(0, len(keys), _AT_ONCE):
            some = keys[start : start + _AT_ONCE]
            marks = ",".join("?" * len(some))
            rows = self._run(f"SELECT key, value FROM replies WHERE key IN ({marks})", some)  # noqa: S608 - only question marks
            found.update((key, json.loads(value)) for key, value in rows)
        return found

    def put(self, values: Mapping[bytes, Any]) -> None:
        """Keep values.

        Args:
            values: key -> JSON-ready value.
        """
        now = int(time.time())
        rows = [(key, json.dumps(value, ensure_ascii=False), now) for key, value in values.items()]
        marks = ",".join(["(?,?,?)"] * len(rows))
        if rows:
            self._run(f"INSERT OR REPLACE INTO replies VALUES {marks}", [v for row in rows for v in row])  # noqa: S608 - same

    def stats(self) -> Stats:
        """Return what is in it."""
        ((count, oldest),) = self._run("SELECT COUNT(*), MIN(made) FROM replies", ())
        return Stats(self.path, count, self.path.stat().st_size, oldest)

    def clear(self, before: float | None = None) -> int:
        """Forget replies, and return how many.

        Args:
            before: those that were kept before this time, seconds since 1970; None: all.
        """
        ((count,),) = self._run("SELECT COUNT(*) FROM replies WHERE made < ?", (before or time.time() + 1,))
        self._run("DELETE FROM replies WHERE made < ?", (before or time.time() + 1,))
        self._run("VACUUM", ())
        return int(count)

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    async def aclose(self) -> None:
        """Close the file, as what a portal keeps is closed."""
        self.close()

    def _run(self, statement: str, values: Iterable[Any]) -> list[Any]:
        try:
            with self._lock, closing(self._db.execute(statement, tuple(values))) as cursor:
                return cursor.fetchall()
        except sqlite3.Error as error:
            raise self._unusable(error) from error

    def _unusable(self, error: Exception) -> OutputError:
        return OutputError(
            f"the cache of replies {str(self.path)!r} cannot be used ({error}); "
            "delete it, name another one, or work without it (--no-cache)"
        )
