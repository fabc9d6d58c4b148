"""A run in several processes: batches go out, results come back in order, a bounded number is on the way."""

from __future__ import annotations

import multiprocessing
import pickle
import signal
import threading
from collections import deque
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

from upheld._errors import ConfigurationError
from upheld._plugins import load, plugin_modules
from upheld.judges._asking import add_counts, take_counts
from upheld.pipeline import until_error

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

    from upheld._types import Result, Sample
    from upheld.pipeline import Pipeline

__all__ = ["run_parallel"]

_BATCH = 64

_Done: TypeAlias = "tuple[list[Result], tuple[Any, ...]]"
"""The results of a batch, and what judge and decomposer counted for it."""


def run_parallel(pipeline: Pipeline, samples: Iterable[Sample], jobs: int) -> Generator[Result, None, None]:
    """Yield one result per sample, in order, worked out in `jobs` processes.

    An error of `samples` itself is raised after the results of all samples before it. What ends the run early (an
    error, an interrupt, closing this generator) ends the processes at once, whatever they are at.

    Args:
        pipeline: sent to each process once, and unpacked there once. A judge that holds a model should pickle by its
            arguments (``__reduce__``), so that names travel and not weights.
        samples: read as the processes need them.
        jobs: number of processes.

    Raises:
        ConfigurationError: the judge cannot be sent to another process, or a process died.
    """
    try:
        packed = pickle.dumps(pipeline)
    except Exception as error:  # an object can refuse to be pickled in any way
        raise _cannot_travel(pipeline.judge.signature, error) from error
    errors: list[Exception] = []
    source = until_error(samples, errors)
    given = (packed, pipeline.judge.signature, plugin_modules())
    # spawn: forking a process that has threads is not safe.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, context, _start, given)
    try:
        yield from _results(pool, pipeline, source, 2 * jobs)
    except BrokenProcessPool as error:
        _end(pool)
        msg = (
            "a worker process died: out of memory, a crash in the judge's libraries, or a script that starts the run "
            'outside `if __name__ == "__main__":`; use one job to see which'
        )
        raise ConfigurationError(msg) from error
    except BaseException:
        _end(pool)
        raise
    pool.shutdown()
    if errors:
        raise errors[0]


def _results(
    pool: ProcessPoolExecutor, pipeline: Pipeline, source: Iterator[Sample], most: int
) -> Iterator[Result]:
    """Yield the results in order, with at most so many batches on their way."""
    waiting: deque[Future[_Done]] = deque()
    while True:
        while len(waiting) < most and (batch := list(islice(source, _BATCH))):
            waiting.append(_submitted(pool, pipeline, batch))
        if not waiting:
            return
        results, counts = waiting.popleft().result()
        add_counts(counts, pipeline.judge, pipeline.decomposer)
        yield from results


def _submitted(pool: ProcessPoolExecutor, pipeline: Pipeline, batch: list[Sample]) -> Future[_Done]:
    """Send a batch to a process; one with metadata that cannot travel is worked on here."""
    try:
        sent = pickle.dumps(batch)
    except Exception:  # noqa: BLE001 - an object can refuse to be pickled in any way
        done: Future[_Done] = Future()
        done.set_result((list(pipeline.run(batch)), (None, None)))  # what this process counts, it has
        return done
    with _interrupts_held():
        return pool.submit(_work, sent)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold interrupts back while a process may be started: it inherits that, so a Ctrl-C is for this process alone.

    A process that Ctrl-C kills while it holds the lock of a queue would leave the others, and this one, waiting.
    """
    if not hasattr(signal, "pthread_sigmask"):  # pragma: no cover - Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)  # one that came meanwhile is raised here


def _end(pool: ProcessPoolExecutor) -> None:
    """End all processes at once. Another Ctrl-C meanwhile would leave some behind, so it is not heard."""
    is_main = threading.current_thread() is threading.main_thread()
    heard = signal.getsignal(signal.SIGINT) if is_main else None
    if heard is not None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        # Python 3.14 has `terminate_workers` for this.
        for process in list((pool._processes or {}).values()):  # noqa: SLF001
            process.terminate()
        # One that died while it wrote a result left half of it: who reads it waits until no writer is left but this one.
        if (results := pool._result_queue) is not None:  # noqa: SLF001
            results._writer.close()  # type: ignore[attr-defined]  # noqa: SLF001
        pool.shutdown(cancel_futures=True)
    finally:
        if heard is not None:
            signal.signal(signal.SIGINT, heard)


_given: list[tuple[bytes, str, list[str]]] = []
"""In a worker process: the packed pipeline, the judge's signature and the plug-ins."""


def _start(packed: bytes, signed: str, plugins: list[str]) -> None:
    """Begin a worker process. What may fail waits for the first batch, whose error reaches the caller."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _given.append((packed, signed, plugins))


@cache
def _pipeline() -> Pipeline:
    """Unpack the pipeline of this worker process, once: its judge may load a model."""
    packed, signed, plugins = _given[0]
    load(plugins)
    try:
        pipeline: Pipeline = pickle.loads(packed)  # noqa: S301 - our own bytes, from the parent process
    except Exception as error:  # such as a class defined in a notebook, which no other process can import
        raise _cannot_travel(signed, error) from error
    return pipeline


def _work(sent: bytes) -> _Done:
    """Return the results of a batch, and what judge and decomposer counted for it: calls, tokens, votes."""
    pipeline = _pipeline()
    try:
        batch: list[Sample] = pickle.loads(sent)  # noqa: S301 - our own bytes, from the parent process
    except Exception as error:  # the same may be true of what a sample's metadata holds
        raise _cannot_travel(pipeline.judge.signature, error) from error
    results = list(pipeline.run(batch))
    return results, take_counts(pipeline.judge, pipeline.decomposer)


def _cannot_travel(signed: str, error: Exception) -> ConfigurationError:
    msg = f"the judge {signed}, or what it is given, cannot go to another process ({error}); use one job"
    return ConfigurationError(msg, judge=signed)
