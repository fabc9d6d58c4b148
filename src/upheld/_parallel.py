"""A run in several processes: batches go out, results come back in order, a bounded number is on the way."""

from __future__ import annotations

import multiprocessing
import pickle
from collections import deque
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import TYPE_CHECKING

from upheld._errors import ConfigurationError
from upheld._plugins import load, plugin_modules
from upheld.pipeline import until_error

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from upheld._types import Result, Sample
    from upheld.pipeline import Pipeline

__all__ = ["run_parallel"]

_BATCH = 64


def run_parallel(pipeline: Pipeline, samples: Iterable[Sample], jobs: int) -> Iterator[Result]:
    """Yield one result per sample, in order, worked out in `jobs` processes.

    An error of `samples` itself is raised after the results of all samples before it.

    Args:
        pipeline: sent to each process once per batch.
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
    # spawn: forking a process that has threads is not safe.
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        waiting: deque[Future[list[Result]]] = deque()
        try:
            while batch := list(islice(source, _BATCH)):
                waiting.append(_submitted(pool, pipeline, packed, batch))
                if len(waiting) >= 2 * jobs:
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()
        except BrokenProcessPool as error:
            msg = (
                "a worker process died: out of memory, a crash in the judge's libraries, or a script that starts the run "
                'outside `if __name__ == "__main__":`; use one job to see which'
            )
            raise ConfigurationError(msg) from error
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    if errors:
        raise errors[0]


def _submitted(
    pool: ProcessPoolExecutor, pipeline: Pipeline, packed: bytes, batch: list[Sample]
) -> Future[list[Result]]:
    """Send a batch to a process; one with metadata that cannot travel is worked on here."""
    try:
        sent = pickle.dumps(batch)
    except Exception:  # noqa: BLE001 - an object can refuse to be pickled in any way
        done: Future[list[Result]] = Future()
        done.set_result(list(pipeline.run(batch)))
        return done
    return pool.submit(_work, packed, sent, pipeline.judge.signature, plugin_modules())


def _work(packed: bytes, sent: bytes, signed: str, plugins: list[str]) -> list[Result]:
    load(plugins)
    try:
        pipeline: Pipeline = pickle.loads(packed)  # noqa: S301 - our own bytes, from the parent process
        batch: list[Sample] = pickle.loads(sent)  # noqa: S301 - the same
    except Exception as error:  # such as a class defined in a notebook, which no other process can import
        raise _cannot_travel(signed, error) from error
    return list(pipeline.run(batch))


def _cannot_travel(signed: str, error: Exception) -> ConfigurationError:
    msg = f"the judge {signed}, or what it is given, cannot go to another process ({error}); use one job"
    return ConfigurationError(msg, judge=signed)
