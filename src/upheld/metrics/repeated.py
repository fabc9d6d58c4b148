"""Repeated extraction: one answer split several times, each decomposition judged, the results made into one."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from upheld._types import Extractions, Result
from upheld.metrics.levels import decide, level_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from upheld.metrics.faithfulness import Scoring

__all__ = ["merged"]

_MEASURED: Final = frozenset({"scored", "no_context", "failed"})


def merged(results: Sequence[Result], scoring: Scoring) -> Result:
    """Make one result of those of several decompositions of one answer. Pure.

    - The score is the mean. A decomposition that failed stays in it as an ``error`` does: it counts 0, and 1 in
      `Result.score_high`. One that has nothing to check says nothing of the others, and stays out.
    - The claims are those of the decomposition whose score is nearest to the mean.
    - `Result.coverage` is that of all claims of all decompositions.
    - If no decomposition has anything to check, the status is the most frequent one. If all that have something failed, it
      is ``failed``.

    Args:
        results: one for each decomposition, in order; at least one.
        scoring: policy, thresholds and conventions.

    Returns:
        The result, with `Result.extractions`.
    """
    measured = [n for n, result in enumerate(results) if result.status in _MEASURED]
    if not measured or all(results[n].status == "failed" for n in measured):
        shown = measured[0] if measured else _most_frequent(results)
        return replace(results[shown], extractions=_extractions(results, shown))
    lows = [results[n].score_low if results[n].status != "failed" else 0.0 for n in measured]
    highs = [results[n].score_high if results[n].status != "failed" else 1.0 for n in measured]
    score = _mean(lows)
    shown = min(
        (n for n in measured if results[n].status != "failed"),
        key=lambda n: abs((results[n].score or 0.0) - (score or 0.0)),
    )
    return replace(
        results[shown],
        score=score,
        score_low=score,
        score_high=_mean(highs),
        coverage=_coverage(results),
        level=level_of(score, scoring.levels),
        decision=None if scoring.domain is None else decide(score, scoring.domain, scoring.domains).value,
        reason=f"{_told(results)}; {results[shown].reason}",
        extractions=_extractions(results, shown),
    )


def _most_frequent(results: Sequence[Result]) -> int:
    counts = Counter(result.status for result in results)
    (status, _), *_ = counts.most_common(1)
    return next(n for n, result in enumerate(results) if result.status == status)


def _mean(values: Sequence[float | None]) -> float | None:
    """Return the mean; None where a policy gives no score, which it then does for all."""
    given = [value for value in values if value is not None]
    return min(math.fsum(given) / len(given), 1.0) if len(given) == len(values) else None


def _coverage(results: Sequence[Result]) -> float | None:
    labels = [c.verdict.label for result in results for c in result.claims if c.verdict is not None]
    return sum(label != "error" for label in labels) / len(labels) if labels else None


def _extractions(results: Sequence[Result], shown: int) -> Extractions:
    scores = tuple(result.score for result in results)
    given = [score for score in scores if score is not None]
    spread = max(given) - min(given) if len(given) > 1 else None
    return Extractions(scores, tuple(result.status for result in results), spread, shown)


def _told(results: Sequence[Result]) -> str:
    """Say in words what each decomposition came to."""
    each = [
        "failed, counted as 0"
        if result.status == "failed"
        else result.status.replace("_", " ")
        if result.score is None
        else f"{min(result.score, 0.99) if result.score < 1.0 else 1.0:.2f}"  # only a full score reads 1.00
        for result in results
    ]
    return f"mean of {len(results)} extractions ({', '.join(each)})"
