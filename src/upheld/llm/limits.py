"""Calls side by side: how many may be in flight, and what one may take from how the others fare."""

from __future__ import annotations

import asyncio
from collections import deque

__all__ = ["Limiter", "Standing"]

_CALM = 1.0  # seconds in which several complaints count as one: they answer calls sent together


class Limiter:
    """Bounds calls in flight, first come first served.

    Additive increase, multiplicative decrease (Chiu and Jain 1989): each complaint halves the bound, each success
    gives a little back, up to where it started. A complaint that names a time also holds all calls until then.

    Args:
        most: calls in flight at most.

    Attributes:
        bound: calls in flight allowed now.
        slowed: how many times the bound was halved.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.bound = float(most)
        self.slowed = 0
        self._active = 0
        self._open_at = 0.0
        self._calm_until = 0.0
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def __aenter__(self) -> None:
        if self._active < int(self.bound) and not self._waiting:
            self._active += 1
        else:
            await self._turn()
        while (left := self._open_at - asyncio.get_running_loop().time()) > 0:
            try:
                await asyncio.sleep(left)
            except BaseException:
                self._leave()
                raise

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None and self.bound < self.most:
            self.bound = min(self.most, self.bound + 1.0 / self.bound)
        self._leave()

    async def _turn(self) -> None:
        place = asyncio.get_running_loop().create_future()
        self._waiting.append(place)
        try:
            await place
        except BaseException:
            if place.done() and not place.cancelled():  # called up and cancelled at once: pass it on
                self._leave()
            elif place in self._waiting:
                self._waiting.remove(place)
            raise

    def _leave(self) -> None:
        self._active -= 1
        while self._waiting and self._active < int(self.bound):
            place = self._waiting.popleft()
            if not place.done():
                place.set_result(None)
                self._active += 1  # counted here, so that nobody slips in before it wakes

    def slow_down(self, wait: float) -> None:
        """Halve the bound, at most once in a second, and hold all calls for a time.

        Args:
            wait: seconds to hold them.
        """
        now = asyncio.get_running_loop().time()
        self._open_at = max(self._open_at, now + wait)
        if now >= self._calm_until:
            self._calm_until = now + _CALM
            self.bound = max(1.0, self.bound / 2)
            self.slowed += 1


class Standing:
    """Whether any call to a model has worked. A context manager for each call that is under way."""

    def __init__(self) -> None:
        self._worked = False
        self._under_way = 0
        self._doubtful = 0
        self._waiting: list[asyncio.Future[None]] = []

    def __enter__(self) -> None:
        self._under_way += 1

    def __exit__(self, *_: object) -> None:
        self._under_way -= 1
        self._tell()

    def work(self) -> None:
        """Note that a call has worked."""
        self._worked = True

    async def others_work(self) -> bool:
        """Say whether another call has worked; where none has so far, wait for those that are under way."""
        self._doubtful += 1
        self._tell()
        try:
            while not self._worked and self._doubtful < self._under_way:
                self._waiting.append(asyncio.get_running_loop().create_future())
                await self._waiting[-1]
        finally:
            self._doubtful -= 1
        return self._worked

    def _tell(self) -> None:
        for place in self._waiting:
            if not place.done():
                place.set_result(None)
        self._waiting.clear()
