"""Calls to a model from everywhere: plain code, a running event loop, many at once, cancelled, interrupted."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import CancelledError

import pytest

import upheld
from upheld._types import Chunk
from upheld.judges.base import Task
from upheld.judges.llm import LLMJudge
from upheld.llm.limits import Limiter
from upheld.llm.options import LLMOptions
from upheld.llm.portal import Portal, as_done, in_order, portal

ANSWER, CONTEXT = "The sky is blue. Fire is cold.", ["The sky is blue."]


def settled(condition, limit=10.0):
    """Wait until something holds, and say whether it did."""
    end = time.monotonic() + limit
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
    return condition()


def taken(stream, error):
    """Return what a stream yields before it raises an error, which it must."""
    got = []
    try:
        for item in stream:
            got.append(item)  # noqa: PERF402 - what comes before the error is wanted
    except error:
        return got
    pytest.fail(f"no {error.__name__}")


def test_acheck_in_a_running_loop(endpoint):
    """Awaiting acheck does not block its loop: many run side by side, and other work goes on."""
    endpoint.delay = 0.3

    async def main():
        ticks = 0

        async def tick():
            nonlocal ticks
            while True:
                await asyncio.sleep(0.01)
                ticks += 1

        ticking = asyncio.create_task(tick())
        answers = [f"The sky is blue. Item {n} is new." for n in range(8)]
        results = await asyncio.gather(*(upheld.acheck(a, CONTEXT, judge=endpoint.judge) for a in answers))
        ticking.cancel()
        return results, ticks

    results, ticks = asyncio.run(main())
    assert [r.score for r in results] == [0.5] * 8
    assert endpoint.calls == 16
    assert endpoint.most_in_flight > 2
    assert ticks > 5


def test_check_inside_a_running_loop(endpoint):
    """Plain check works in a notebook or a handler, where a loop runs already."""

    async def handler():
        return upheld.check(ANSWER, CONTEXT, judge=endpoint.judge)

    assert asyncio.run(handler()).score == 0.5


@pytest.mark.parametrize("decomposer", ["two_calls", "one_call", "rules"])
def test_cancelled_acheck_leaves_no_call(endpoint, decomposer):
    """Cancelling acheck hangs up the call that is under way, and makes no other."""
    endpoint.delay = 20.0

    async def main():
        task = asyncio.create_task(
            upheld.acheck(ANSWER, CONTEXT, judge=endpoint.judge, decomposer=decomposer)
        )
        assert await asyncio.to_thread(settled, lambda: endpoint.in_flight == 1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    assert settled(lambda: endpoint.in_flight == 0)
    assert (endpoint.calls, endpoint.dropped) == (1, 1)


COMBINED = {
    "vote": ("vote:3*{0}", 3),
    "panel": ("vote:scripted+{0}", 1),
    "cascade": ("cascade:0-1:scripted>{0}", 1),
    "no model": ("vote:lexical+scripted", 0),
}


@pytest.mark.parametrize("name", COMBINED)
def test_acheck_with_judges_made_of_others(endpoint, name):
    """Awaited votes and cascades give what plain ones do, and ask as often."""
    judge, calls = COMBINED[name][0].format(endpoint.judge), COMBINED[name][1]
    options = {"judge": judge, "decomposer": "rules", "llm": {"cache": False}}
    awaited = asyncio.run(upheld.acheck(ANSWER, CONTEXT, **options))
    assert endpoint.calls == calls
    assert awaited == upheld.check(ANSWER, CONTEXT, **options)


def test_awaited_votes_are_asked_at_once(endpoint):
    """All votes on a task are under way together, and the loop goes on meanwhile."""
    endpoint.delay = 0.3
    judge = f"vote:5*{endpoint.judge}"
    result = asyncio.run(upheld.acheck(ANSWER, CONTEXT, judge=judge))
    assert result.claims[0].verdict.probability == 1.0
    assert endpoint.most_in_flight == 5


@pytest.mark.parametrize("name", ["vote", "panel", "cascade"])
def test_cancelled_judges_made_of_others_leave_no_call(endpoint, name):
    """Cancelling an awaited vote or cascade hangs up all its calls, and makes no other."""
    endpoint.delay = 20.0
    judge, calls = COMBINED[name][0].format(endpoint.judge), COMBINED[name][1]

    async def main():
        task = asyncio.create_task(upheld.acheck(ANSWER, CONTEXT, judge=judge))
        assert await asyncio.to_thread(settled, lambda: endpoint.in_flight == calls)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    assert settled(lambda: endpoint.in_flight == 0)
    assert (endpoint.calls, endpoint.dropped) == (calls, calls)


def test_cancelled_extractions_leave_no_call(endpoint):
    """Cancelling an awaited check with several extractions hangs up all of them."""
    endpoint.delay = 20.0

    async def main():
        task = asyncio.create_task(upheld.acheck(ANSWER, CONTEXT, judge=endpoint.judge, extractions=3))
        assert await asyncio.to_thread(settled, lambda: endpoint.in_flight == 3)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    assert settled(lambda: endpoint.in_flight == 0)
    assert (endpoint.calls, endpoint.dropped) == (3, 3)


def test_one_vote_that_cannot_work_ends_the_others(endpoint, fakes):
    """An error of the whole run in one vote cancels the votes beside it."""

    def script(seen, number):
        return fakes.Raw(status=401) if number == 0 else fakes.Raw(delay=20.0)

    endpoint.script = script
    with pytest.raises(upheld.ConfigurationError, match="refuses the key"):
        asyncio.run(upheld.acheck(ANSWER, CONTEXT, judge=f"vote:3*{endpoint.judge}"))
    assert settled(lambda: endpoint.in_flight == 0)


def test_closed_run_leaves_no_call(abandoned):
    """Leaving a run before its end hangs up all calls under way."""
    abandoned.script = None
    rows = [{"answer": f"The sky is blue. Item {n} is new.", "contexts": CONTEXT} for n in range(50)]
    from upheld._api import Run

    results = Run(rows, judge=abandoned.judge, llm={"max_concurrency": 4}).results()
    next(results)
    abandoned.delay = 20.0
    settled(lambda: abandoned.in_flight >= 4, 2.0)
    results.close()
    assert settled(lambda: abandoned.in_flight == 0)
    made = abandoned.calls
    time.sleep(0.3)
    assert abandoned.calls == made


def test_acheck_with_a_judge_that_is_no_model(endpoint):
    """A model may make the claims for a judge that knows nothing of it."""
    result = asyncio.run(upheld.acheck(ANSWER, CONTEXT, judge="lexical", decomposer=f"llm:{endpoint.model}"))
    assert [c.text for c in result.claims] == ["The sky is blue.", "Fire is cold."]
    assert result.claims[0].verdict.label == "supported"
    assert endpoint.calls == 1


def test_connections_are_reused(endpoint):
    """All runs of a process share the endpoint's client: its connections are not opened for every call."""
    judge = [LLMJudge(endpoint.model, options=LLMOptions(cache=False)) for _ in range(3)]
    for one in judge:
        list(one.judge([Task("t", ("The sky is blue.",), (Chunk("The sky is blue."),))]))
    assert len({id(one.llm._endpoint) for one in judge}) == 1


INTERRUPTED = """
import sys, upheld
rows = [{"answer": f"The sky is blue. Item {n} is new.", "contexts": ["The sky is blue."]} for n in range(500)]
try:
    upheld.evaluate(rows, judge=sys.argv[1], llm={"max_concurrency": 4})
except KeyboardInterrupt as stop:
    print("kept", stop.report.n > 0)
"""


def test_interrupt_ends_a_run_at_once(endpoint):
    """Ctrl-C ends a run with the report of what was done, and the process ends cleanly."""
    endpoint.delay = 0.05
    command = [sys.executable, "-W", "error", "-c", INTERRUPTED, endpoint.judge]
    run = subprocess.Popen(
        command, env=os.environ.copy(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert settled(lambda: endpoint.calls > 60, 120.0)
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=60)
    assert (out, run.returncode) == ("kept True\n", 0)
    # anyio may say so of a connection that was just being opened; nothing of ours may be left to tell.
    assert err == "" or ("try_connect' was never awaited" in err and err.count("never awaited") == 1)


def test_as_done_yields_what_is_done_first():
    """Outcomes come as they are done, whatever the order of the items."""

    async def work(seconds):
        await asyncio.sleep(seconds)
        return seconds

    assert list(as_done(work, [0.4, 0.01, 0.2], 3)) == [0.01, 0.2, 0.4]


def test_error_is_raised_behind_what_was_under_way():
    """After an error nothing new is begun, what is under way is yielded, then the error is raised."""
    begun = []

    async def work(n):
        begun.append(n)
        await asyncio.sleep(0.05)
        if n == 1:
            raise ValueError(n)
        return n

    seen = taken(as_done(work, range(100), 4), ValueError)
    assert {0, 2, 3} <= set(seen)
    assert len(begun) < 20


def test_error_of_the_items_comes_behind_them_too():
    """Items that end in an error lose none of those before it."""

    async def work(n):
        await asyncio.sleep(0.02)
        return n

    def items():
        yield from range(3)
        raise KeyError

    assert sorted(taken(as_done(work, items(), 2), KeyError)) == [0, 1, 2]


def test_in_order_keeps_the_order_and_hands_over_errors():
    """Outcomes come in the order of the items, an error in the place of its item."""

    async def work(n):
        await asyncio.sleep(0.05 if n % 2 else 0.0)
        if n == 2:
            raise ValueError(n)
        return -n

    got = list(in_order(work, range(5), 3))
    assert [item for item, _ in got] == [0, 1, 2, 3, 4]
    assert isinstance(got[2][1], ValueError)
    assert [outcome for n, outcome in got if n != 2] == [0, -1, -3, -4]


def test_limiter_bounds_and_wakes_in_order():
    """Never more than the bound are inside, and the first to wait is the first to enter."""

    async def main():
        limiter, inside, most, order = Limiter(3), 0, 0, []

        async def one(n):
            nonlocal inside, most
            async with limiter:
                order.append(n)
                inside += 1
                most = max(most, inside)
                await asyncio.sleep(0.01)
                inside -= 1

        await asyncio.gather(*(one(n) for n in range(20)))
        return most, order

    most, order = asyncio.run(main())
    assert most == 3
    assert order == list(range(20))


def test_limiter_slows_down_and_recovers():
    """A complaint halves the bound once, however many come together; success brings it back to where it was, no further."""

    async def main():
        limiter = Limiter(8)
        for _ in range(5):
            limiter.slow_down(0.0)
        halved = limiter.bound
        for _ in range(200):
            async with limiter:
                pass
        return halved, limiter.bound, limiter.slowed

    assert asyncio.run(main()) == (4.0, 8, 1)


def test_cancelled_waiters_lose_no_place():
    """Callers that are cancelled while they wait, or just when called up, leave the bound as it was."""

    async def main():
        limiter = Limiter(2)

        async def one(seconds):
            async with limiter:
                await asyncio.sleep(seconds)

        tasks = [asyncio.create_task(one(0.01)) for _ in range(40)]
        await asyncio.sleep(0.015)
        for task in tasks[::3]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        async with asyncio.timeout(5):
            await asyncio.gather(*(one(0) for _ in range(10)))
        return limiter._active, len(limiter._waiting)

    assert asyncio.run(main()) == (0, 0)


def test_portal_closes_cleanly():
    """A portal that is closed cancels its work, closes what it keeps, and ends its thread."""

    class Kept:
        closed = False

        async def aclose(self):
            self.closed = True

    one = Portal()
    kept = one.kept("key", Kept)
    assert one.kept("key", Kept) is kept
    work = one.submit(asyncio.sleep(60))
    one.close()
    one.close()
    assert kept.closed
    with pytest.raises(CancelledError):
        work.result(timeout=5)
    assert not one._thread.is_alive()


def test_one_portal_for_all_threads():
    """Threads that ask at once get the same portal."""
    found = []
    threads = [threading.Thread(target=lambda: found.append(portal())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(map(id, found))) == 1
