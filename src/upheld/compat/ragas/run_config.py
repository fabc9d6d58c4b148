"""RAGAS's ``RunConfig``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

__all__ = ["RunConfig"]


@dataclass
class RunConfig:
    """How calls to a model are made, where the judge makes any.

    Attributes:
        timeout: seconds that one call may take.
        max_workers: calls in flight at most.
        max_retries: of no effect: Upheld retries what is worth it.
        max_wait: of no effect.
        exception_types: of no effect.
        log_tenacity: of no effect.
        seed: of no effect: nothing is drawn.
    """

    timeout: float = 180
    max_retries: int = 10
    max_wait: int = 60
    max_workers: int = 16
    exception_types: Any = (Exception,)
    log_tenacity: bool = False
    seed: int = 42
