"""Faithfulness: the share of an answer's claims that its context holds up.

Every factual claim ends in exactly one verdict and stays in the denominator. What has no score has a named status.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, get_args

from upheld._errors import ConfigurationError
from upheld._types import Claim, Label, Policy, Result, Sample, Status, Verdict
from upheld.metrics.levels import DOMAINS, LEVELS, Domain, Levels, decide, is_number, level_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["NOTHING_FALSE", "Scoring", "conclude", "is_blank", "lacks_score"]

NOTHING_FALSE: Final = frozenset({"no_claims", "abstained"})
"""Statuses in which an answer says nothing that could be false: it needs no score."""

_POLICIES: Final = get_args(Policy)
_EMPTY: Final = frozenset({"no_claims", "abstained", "empty_answer"})

# Soft hyphen, Mongolian vowel separator, zero-width spaces, joiners and marks, bidirectional controls, word joiner, BOM.
_INVISIBLE: Final = frozenset(
    "\u00ad\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\ufeff"
)
_CONTROLS: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")

_QUOTED: Final = 2
_QUOTE_LENGTH: Final = 80
_NO_VERDICT: Final = Verdict("error", reason="the judge returned no verdict")


@dataclass(frozen=True, slots=True)
class Scoring:
    """How verdicts become a score, a level and a decision.

    Attributes:
        policy: ``strict``: only ``supported`` counts. ``lenient``: only ``contradicted`` costs. ``graded``: the mean of
            P(supported), a verdict without one counting 1 or 0.
        empty_score: score in [0, 1] of an answer with the status ``no_claims``, ``abstained`` or ``empty_answer``; None
            leaves them without a score.
        levels: where the levels begin.
        domain: name of the domain whose thresholds decide; None: no decision.
        domains: thresholds by domain.

    Raises:
        ConfigurationError: the policy is unknown, `empty_score` is not in [0, 1], or `domain` is no name.
    """

    policy: Policy = "strict"
    empty_score: float | None = None
    levels: Levels = LEVELS
    domain: str | None = None
    domains: Mapping[str, Domain] = field(default_factory=lambda: DOMAINS)

    def __post_init__(self) -> None:
        if self.policy not in _POLICIES:
            msg = f"unknown policy {self.policy!r}: use {', '.join(_POLICIES)}"
            raise ConfigurationError(msg)
        score: Any = self.empty_score
        if score is not None and not (is_number(score) and 0.0 <= score <= 1.0):
            msg = f"empty_score must be a number between 0 and 1, or None: {score!r:.80}"
            raise ConfigurationError(msg)
        domain: Any = self.domain
        if domain is not None and not (isinstance(domain, str) and domain.strip()):
            msg = f"domain must be the name of a domain, such as {next(iter(self.domains), 'medical')}, or None: {domain!r:.80}"
            raise ConfigurationError(msg)


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What `conclude` decides; level, decision and identity follow from it."""

    status: Status
    reason: str
    score: float | None = None
    score_high: float | None = None


def lacks_score(result: Result) -> bool:
    """Say whether a result should have a score and has none: coverage counts it as missing, a gate as 0."""
    return result.score is None and result.status not in NOTHING_FALSE


def is_blank(text: str) -> bool:
    """Say whether a text shows nothing: only whitespace, zero-width characters and byte order marks, or no character."""
    return all(char in _INVISIBLE or char.isspace() for char in text)


def conclude(sample: Sample, claims: tuple[Claim, ...], scoring: Scoring, signature: str) -> Result:
    """Turn the judged claims of one sample into its result. Pure: same input, same result; never raises on data.

    Args:
        sample: the sample; its texts are only looked at for being blank.
        claims: all claims of the answer. A factual claim without a verdict gets ``error``; a claim of another kind loses
            the verdict that it should not have.
        scoring: policy, thresholds and conventions.
        signature: what produced the verdicts.

    Returns:
        The result, with scores in [0, 1].
    """
    claims = tuple(_settled(claim) for claim in claims)
    judged = [(claim, claim.verdict) for claim in claims if claim.verdict is not None]
    outcome = _outcome(sample, claims, judged, scoring)
    score, decision = outcome.score, None
    if scoring.domain is not None:
        decision = decide(score, scoring.domain, scoring.domains)
    return Result(
        status=outcome.status,
        score=score,
        score_low=score,
        score_high=outcome.score_high,
        coverage=_coverage([verdict for _, verdict in judged]),
        level=level_of(score, scoring.levels),
        reason=outcome.reason,
        claims=claims,
        signature=signature,
        id=sample.id,
        decision=None if decision is None else decision.value,
        metadata=sample.metadata,
        source=sample.source,
        question=sample.question,
        answer=sample.answer,
        notes=() if decision is None else decision.notes,
    )


def _settled(claim: Claim) -> Claim:
    """Give a claim the one state that its kind asks for."""
    if claim.kind == "factual":
        return claim if claim.verdict is not None else replace(claim, verdict=_NO_VERDICT)
    return claim if claim.verdict is None else replace(claim, verdict=None)


def _outcome(
    sample: Sample, claims: tuple[Claim, ...], judged: Sequence[tuple[Claim, Verdict]], scoring: Scoring
) -> _Outcome:
    """Choose the status. The order matters: the first that applies wins."""
    if sample.problem is not None:
        return _Outcome("failed", sample.problem)
    if not sample.claims and is_blank(sample.answer):
        return _empty("empty_answer", "the answer is empty", scoring)
    if not judged:
        return _nothing_to_check(claims, scoring)
    verdicts = [verdict for _, verdict in judged]
    if all(is_blank(chunk.text) for chunk in sample.contexts):
        return _no_context(len(verdicts), scoring.policy)
    if all(verdict.label == "error" for verdict in verdicts):
        why = next((verdict.reason for verdict in verdicts if verdict.reason), "")
        count = "the only claim" if len(verdicts) == 1 else f"any of the {len(verdicts)} claims"
        return _Outcome("failed", f"no verdict on {count}" + (f": {_one_line(why)}" if why else ""))
    score = _score(verdicts, scoring.policy, error=0.0)
    high = _score(verdicts, scoring.policy, error=1.0)
    return _Outcome("scored", _reason(judged, scoring.policy, score), score, high)


def _empty(status: Status, reason: str, scoring: Scoring) -> _Outcome:
    score = scoring.empty_score
    if score is not None:
        reason += f"; scored {score:g} by convention (empty_score)"
    return _Outcome(status, reason, score, score)


def _nothing_to_check(claims: tuple[Claim, ...], scoring: Scoring) -> _Outcome:
    if any(claim.kind == "abstention" for claim in claims):
        return _empty("abstained", "the answer declines to answer; it has no factual claim to check", scoring)
    kinds = sorted({claim.kind for claim in claims})
    found = f" (only {', '.join(kinds)})" if kinds else ""
    return _empty("no_claims", f"the answer has no factual claim to check{found}", scoring)


def _no_context(count: int, policy: Policy) -> _Outcome:
    what = "the only claim" if count == 1 else f"{count} claims"
    reason = f"no context to check {what} against"
    if policy == "lenient":
        return _Outcome("no_context", f"{reason}; lenient gives no score without one")
    return _Outcome("no_context", f"{reason}, so nothing is supported", 0.0, 0.0)


def _coverage(verdicts: Sequence[Verdict]) -> float | None:
    if not verdicts:
        return None
    return sum(verdict.label != "error" for verdict in verdicts) / len(verdicts)


def _score(verdicts: Sequence[Verdict], policy: Policy, *, error: float) -> float:
    """Mean worth of the claims, an ``error`` being worth `error`."""
    worth = (error if verdict.label == "error" else _worth(verdict, policy) for verdict in verdicts)
    return min(math.fsum(worth) / len(verdicts), 1.0)


def _worth(verdict: Verdict, policy: Policy) -> float:
    if policy == "lenient":
        return float(verdict.label != "contradicted")
    if policy == "graded" and verdict.probability is not None:
        return verdict.probability
    return float(verdict.label == "supported")


def _reason(judged: Sequence[tuple[Claim, Verdict]], policy: Policy, score: float) -> str:
    """Say in one line what made the score: the share first, then the claims that cost, quoted."""
    by_label: dict[Label, list[str]] = {}
    for claim, verdict in judged:
        by_label.setdefault(verdict.label, []).append(claim.text)
    named: tuple[tuple[Label, str], ...] = (
        ("contradicted", "contradicted"),
        (
            "not_enough_info",
            "not found in the context" + ", which lenient does not count" * (policy == "lenient"),
        ),
        ("error", "no verdict, counted as not held up"),
    )
    parts = [f"{words}: {_quotes(by_label[label])}" for label, words in named if label in by_label]
    supported, contradicted = (len(by_label.get(label, ())) for label in ("supported", "contradicted"))
    head = _head(supported, contradicted, len(judged), policy, score)
    unproven = sum(verdict.label == "supported" and "unproven" in verdict.flags for _, verdict in judged)
    if unproven:
        head += f", {'' if len(judged) == 1 else f'{unproven} of them '}without proof"
    return "; ".join([head, *parts])


def _head(supported: int, contradicted: int, count: int, policy: Policy, score: float) -> str:
    share = _share(supported, count, "supported")
    if policy == "strict":
        return share
    if policy == "lenient":
        return f"{_share(contradicted, count, 'contradicted')}, {supported} supported"
    # As the reports show it: rounded, but only a full score reads 1.00.
    mean = f"mean probability of support {min(score, 0.99) if score < 1.0 else score:.2f}"
    return f"{mean}; {share}" if score > 0.0 else mean


def _share(part: int, count: int, word: str) -> str:
    if count == 1:
        return f"the only claim is {'' if part else 'not '}{word}"
    if part in {0, count}:
        return f"all {count} claims {word}" if part else f"none of the {count} claims {word}"
    return f"{part} of {count} claims {word}"


def _quotes(texts: Sequence[str]) -> str:
    quoted = ", ".join(f'"{_one_line(text)}"' for text in texts[:_QUOTED])
    more = len(texts) - _QUOTED
    return quoted if more <= 0 else f"{quoted} and {more} more"


def _one_line(text: str) -> str:
    """Shorten a text of unknown origin to one harmless line."""
    start = text.lstrip()[: _QUOTE_LENGTH * 4]  # a claim can be a megabyte long
    line = " ".join(_CONTROLS.sub(" ", start).split())
    return line if len(line) <= _QUOTE_LENGTH else line[: _QUOTE_LENGTH - 1].rstrip() + "…"
