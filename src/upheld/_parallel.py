"""A run in several processes: batches go out, results come back in order, a bounded number is on the way."""

from __future__ import annotations

import multiprocessing
import pickle
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice

from upheld._errors import ConfigurationError
from upheld._types import Result, Sample
from upheld.pipeline import Pipeline

__all__ = ["run_parallel"]

_BATCH = 64


def run_parallel(pipeline: Pipeline, samples: Iterable[Sample], jobs: int) -> Iterator[Result]:
    """Yield one result per sample, in order, worked out in `jobs` processes.

    Args:
        pipeline: sent to each process once per batch.
        samples: read as the processes need them.
        jobs: number of processes.

    Raises:
        ConfigurationError: the judge cannot be sent to another process.
    """
    try:
        packed = pickle.dumps(pipeline)
    except (pickle.PicklingError, TypeError, AttributeError) as error:
        msg = f"the judge {pipeline.judge.signature} cannot work in several processes ({error}); use one job"
        raise ConfigurationError(msg) from error
    source = iter(samples)
    # spawn: forking a process that has threads is not safe.
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        waiting: deque[Future[list[Result]]] = deque()
        try:
            while batch := list(islice(source, _BATCH)):
                waiting.append(pool.submit(_work, packed, batch))
                if len(waiting) >= 2 * jobs:
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _work(packed: bytes, batch: list[Sample]) -> list[Result]:
    pipeline: Pipeline = pickle.loads(packed)  # noqa: S301 - our own bytes, from the parent process
    return list(pipeline.run(batch))
