"""The one place where asynchronous work runs: an event loop in a thread of its own.

All calls of a process share it, and with it their connections, whoever asks: plain code, a notebook, a handler inside a
running event loop. So no loop is ever entered twice, and a connection never outlives the loop it was made in.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import queue
import threading
from collections import deque
from concurrent.futures import CancelledError, Future
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Generator, Hashable, Iterable

__all__ = ["Portal", "as_done", "in_order", "portal"]

T = TypeVar("T")
R = TypeVar("R")


class Portal:
    """An event loop in a thread, with what lives as long as it: endpoints, open caches."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._kept: dict[Hashable, Any] = {}
        self._lock = threading.Lock()
        # A daemon: a thread that waits for work must not keep the interpreter from ending.
        self._thread = threading.Thread(target=self._loop.run_forever, name="upheld-llm", daemon=True)
        self._thread.start()

    def submit(self, work: Coroutine[Any, Any, R]) -> Future[R]:
        """Start work on the loop; cancelling the future cancels the work."""
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def kept(self, key: Hashable, make: Callable[[], R]) -> R:
        """Return what is kept under a key, made at first use.

        Args:
            key: what it is known by.
            make: makes it; it must have a coroutine ``aclose``.
        """
        with self._lock:
            if key not in self._kept:
                self._kept[key] = make()
            found: R = self._kept[key]
            return found

    def close(self) -> None:
        """Cancel all work, close what is kept, end the thread."""
        if self._loop.is_closed():
            return
        self.submit(self._end()).result(timeout=5)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout=5)
        self._loop.close()

    async def _end(self) -> None:
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await asyncio.gather(*(thing.aclose() for thing in self._kept.values()), return_exceptions=True)
        self._kept.clear()


_opening = threading.Lock()


def portal() -> Portal:
    """Return the portal of this process, opened at first use and closed at exit."""
    with _opening:  # two threads that come first at once must get the same one
        return _opened(os.getpid())


@cache
def _opened(_process: int) -> Portal:
    """Open a portal; one for each process, since a forked child has the object, but not its thread."""
    opened = Portal()
    atexit.register(opened.close)
    return opened


def as_done(
    work: Callable[[T], Coroutine[Any, Any, R]], items: Iterable[T], ahead: int
) -> Generator[R, None, None]:
    """Yield the outcome of each item as it is done, in any order; reads at most so many items ahead.

    After an error no further item is read; what is under way is finished and yielded, then the error is raised.

    Args:
        work: what is done with an item.
        items: read lazily.
        ahead: most items under way.
    """
    source, running, failed = iter(items), set[Future[R]](), list[BaseException]()
    done: queue.SimpleQueue[Future[R]] = queue.SimpleQueue()
    more = True
    try:
        while True:
            while more and not failed and len(running) < ahead:
                try:
                    item = next(source)
                except StopIteration:
                    more = False
                    break
                except Exception as error:  # noqa: BLE001 - raised when what is under way, and paid for, is done
                    failed.append(error)
                    break
                future = portal().submit(work(item))
                running.add(future)
                future.add_done_callback(done.put)
            if not running:
                break
            future = done.get()
            running.discard(future)
            if (problem := future.exception()) is None:
                yield future.result()
            else:
                failed.append(problem)
    finally:
        _cancel(running)
    if failed:
        raise failed[0]


def in_order(
    work: Callable[[T], Coroutine[Any, Any, R]], items: Iterable[T], ahead: int, on: Portal | None = None
) -> Generator[tuple[T, R | Exception], None, None]:
    """Yield each item with its outcome or its error, in the order of the items; reads so many ahead.

    Args:
        work: what is done with an item.
        items: read lazily.
        ahead: most items under way or waiting to be yielded.
        on: where the work runs; None: the portal of this process.
    """
    source, running = iter(items), deque[tuple[T, Future[R]]]()
    more = True
    try:
        while True:
            while more and len(running) < ahead:
                try:
                    item = next(source)
                except StopIteration:
                    more = False
                    break
                running.append((item, (on or portal()).submit(work(item))))
            if not running:
                return
            item, future = running.popleft()
            try:
                outcome: R | Exception = future.result()
            except CancelledError:
                raise
            except Exception as error:  # noqa: BLE001 - handed to the caller, who knows whose row it is
                outcome = error
            yield item, outcome
    finally:
        _cancel(future for _, future in running)


def _cancel(futures: Iterable[Future[Any]]) -> None:
    for future in list(futures):
        future.cancel()
