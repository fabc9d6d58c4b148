"""Runs in another framework's own Python and imports nothing of upheld: scores samples with that framework.

    PYTHON runner.py ragas|deepeval

Lines of JSON come in and go out. In: first the options (model, base_url, api_key, concurrency, timeout in seconds), then one sample
a line (n, question, answer, contexts). Out: first ``{"ready": "ragas 0.4.3"}`` or ``{"failed": ..., "missing": true}``, then
for each sample, as it is done, n, score, reason, error and calls. Whatever else is printed goes to standard error.

Works with Python 3.9, since peers do.
"""

from __future__ import annotations

import asyncio
import contextvars
import json
import math
import os
import sys
from typing import Any, Awaitable, Callable, Dict, Tuple  # noqa: UP035 - evaluated at run time by Python 3.9

Row = Dict[str, Any]  # noqa: UP006 - the same
Scorer = Callable[[Row], Awaitable[Tuple[Any, str]]]  # noqa: UP006 - the same

_calls: contextvars.ContextVar[list[int]] = contextvars.ContextVar("calls")
_against: contextvars.ContextVar[list[str]] = contextvars.ContextVar("against")


def http_client(options: Row) -> Any:
    """Return an HTTP client that counts the calls of each sample, and bounds those in flight."""
    from openai import DefaultAsyncHttpxClient  # of the library for HTTP that this openai uses

    room = asyncio.Semaphore(options["concurrency"])

    class Bounded(DefaultAsyncHttpxClient):
        async def send(self, *args: Any, **kwargs: Any) -> Any:
            _calls.get([0])[0] += 1
            async with room:
                return await super().send(*args, **kwargs)

    return Bounded(timeout=options["timeout"])


def with_ragas(options: Row) -> tuple[str, Scorer]:
    """Return name and scorer of RAGAS: the share of statements that its verdicts call inferable from the contexts."""
    import ragas
    from openai import AsyncOpenAI
    from ragas.llms import llm_factory
    from ragas.metrics.collections import Faithfulness

    client = AsyncOpenAI(
        api_key=options["api_key"], base_url=options["base_url"], http_client=http_client(options)
    )

    class Told(Faithfulness):  # type: ignore[misc]  # it is not installed where types are checked
        async def _create_verdicts(self, *args: Any, **kwargs: Any) -> Any:
            """Keep the reasons, which its result leaves out; if it is ever named otherwise, they are missing and no more."""
            found = await super()._create_verdicts(*args, **kwargs)
            _against.get([]).extend(f"{s.statement}: {s.reason}" for s in found.statements if not s.verdict)
            return found

    metric = Told(llm=llm_factory(options["model"], client=client))

    async def score(row: Row) -> tuple[Any, str]:
        against: list[str] = []
        _against.set(against)
        found = await metric.ascore(
            user_input=row["question"], response=row["answer"], retrieved_contexts=row["contexts"]
        )
        return found.value, "; ".join(against)

    return f"ragas {ragas.__version__}", score


def with_deepeval(options: Row) -> tuple[str, Scorer]:
    """Return name and scorer of DeepEval: the share of claims that the contexts do not contradict."""
    import deepeval
    from deepeval.metrics import FaithfulnessMetric
    from deepeval.models.llms.openai_model import OpenAIModel
    from deepeval.test_case import LLMTestCase

    model = OpenAIModel(
        model=options["model"],
        base_url=options["base_url"],
        api_key=options["api_key"],
        async_http_client=http_client(options),
    )

    async def score(row: Row) -> tuple[Any, str]:
        # One metric for each sample: it keeps what it found in itself. Its reason is one call more that changes no score.
        metric = FaithfulnessMetric(model=model, include_reason=False)
        case = LLMTestCase(
            input=row["question"], actual_output=row["answer"], retrieval_context=row["contexts"]
        )
        await metric.a_measure(case, _show_indicator=False)
        if not metric.verdicts:
            return metric.score, "no claim was judged, which DeepEval scores 1"
        against = [v.reason for v in metric.verdicts if getattr(v.verdict, "value", v.verdict) == "no"]
        return metric.score, "; ".join(filter(None, against))

    return f"deepeval {deepeval.__version__}", score


PEERS = {"ragas": with_ragas, "deepeval": with_deepeval}


def said(error: BaseException) -> str:
    """Return an error in one line."""
    return f"{type(error).__name__}: {' '.join(str(error).split())}"[:500]


async def scored(score: Scorer, row: Row, timeout: float) -> Row:  # noqa: ASYNC109 - of each sample
    """Return what is to be said of one sample; what goes wrong with it is its error."""
    count = [0]
    _calls.set(count)
    found: Row = {"n": row["n"], "score": None, "reason": "", "error": ""}
    try:
        value, found["reason"] = await asyncio.wait_for(score(row), timeout)
        if value is None or not math.isfinite(value):
            found["error"] = (
                f"it gave {value} as the score: it found nothing to judge, or could not read a reply"
            )
        else:
            found["score"] = float(value)
    except asyncio.TimeoutError:  # noqa: UP041 - another class before Python 3.11
        found["error"] = f"no score within {timeout:g} s"
    except Exception as error:  # noqa: BLE001 - the error of this sample alone
        found["error"] = said(error)
    return {**found, "calls": count[0]}


async def serve(make: Callable[[Row], tuple[str, Scorer]], options: Row, say: Callable[[Row], None]) -> None:
    """Make the scorer, say so, and score each line of standard input."""
    name, score = make(options)
    say({"ready": name})
    loop = asyncio.get_running_loop()
    room = asyncio.Semaphore(options["concurrency"])

    async def one(line: str) -> None:
        try:
            say(await scored(score, json.loads(line), options["timeout"]))
        finally:
            room.release()

    tasks = set()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        await room.acquire()
        tasks.add(task := asyncio.ensure_future(one(line)))
        task.add_done_callback(tasks.discard)
    await asyncio.gather(*tasks)


def main() -> None:
    """Speak the protocol until standard input ends."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what frameworks print must not stand between the lines

    def say(row: Row) -> None:
        out.write(json.dumps(row) + "\n")
        out.flush()

    options = json.loads(sys.stdin.readline())
    try:
        asyncio.run(serve(PEERS[sys.argv[1]], options, say))
    except ImportError as error:
        say({"failed": said(error), "missing": True})
        sys.exit(1)


if __name__ == "__main__":
    main()
