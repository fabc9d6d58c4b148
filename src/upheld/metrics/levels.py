"""From a score to words: levels for one answer, decisions for a domain. Both tables can be replaced."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from upheld._errors import ConfigurationError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from upheld._types import Level

__all__ = ["DOMAINS", "LEVELS", "VALIDATED_DOMAINS", "Decision", "Domain", "Levels", "decide", "level_of"]

_EPSILON: Final = 1e-9
"""A score this little below a threshold reaches it: it is a share of counts, and only rounding put it below."""

_FALLBACK: Final = "customer_support"


def _check_order(what: str, low_name: str, low: float, high_name: str, high: float) -> None:
    # Written so that NaN fails too.
    if not 0.0 <= low <= high <= 1.0:
        msg = f"{what}: need 0 <= {low_name} <= {high_name} <= 1, but {low_name} is {low!r} and {high_name} is {high!r}"
        raise ConfigurationError(msg)


@dataclass(frozen=True, slots=True)
class Levels:
    """Where the levels of one answer begin, as scores in [0, 1].

    Attributes:
        safe: lowest score that is ``safe``.
        warning: lowest score that is ``warning``; anything below is ``block``.

    Raises:
        ConfigurationError: not 0 <= warning <= safe <= 1.
    """

    safe: float = 0.9
    warning: float = 0.7

    def __post_init__(self) -> None:
        _check_order("levels", "warning", self.warning, "safe", self.safe)


@dataclass(frozen=True, slots=True)
class Domain:
    """What a domain asks of a mean score, in [0, 1].

    Attributes:
        deploy: lowest score to deploy at.
        review: lowest score that deserves a review; anything below is ``block``.

    Raises:
        ConfigurationError: not 0 <= review <= deploy <= 1.
    """

    deploy: float
    review: float

    def __post_init__(self) -> None:
        _check_order("domain", "review", self.review, "deploy", self.deploy)


@dataclass(frozen=True, slots=True)
class Decision:
    """What a domain's thresholds say of a score.

    Attributes:
        value: ``deploy``, ``review`` or ``block``; None without a score.
        domain: name of the domain, as asked for.
        threshold: the thresholds that were used.
        notes: what to know before acting on it, in words.
    """

    value: Literal["deploy", "review", "block"] | None
    domain: str
    threshold: Domain
    notes: tuple[str, ...] = ()


LEVELS: Final = Levels()

DOMAINS: Final[Mapping[str, Domain]] = {
    "medical": Domain(deploy=0.98, review=0.90),
    "legal": Domain(deploy=0.95, review=0.85),
    "financial": Domain(deploy=0.95, review=0.85),
    "customer_support": Domain(deploy=0.85, review=0.70),
    "educational": Domain(deploy=0.80, review=0.65),
    "conversational": Domain(deploy=0.70, review=0.50),
}

VALIDATED_DOMAINS: Final[frozenset[str]] = frozenset()
"""Domains whose thresholds have been measured against human labels of that domain. None so far."""


def level_of(score: float | None, levels: Levels = LEVELS) -> Level | None:
    """Return the level of one answer; None without a score.

    Args:
        score: in [0, 1]. A score less than 1e-9 below a threshold reaches it.
        levels: where the levels begin.
    """
    if score is None:
        return None
    if score >= levels.safe - _EPSILON:
        return "safe"
    return "warning" if score >= levels.warning - _EPSILON else "block"


def decide(score: float | None, domain: str, domains: Mapping[str, Domain] = DOMAINS) -> Decision:
    """Return what a domain's thresholds say of a score, with the notes that a reader needs.

    Args:
        score: in [0, 1], or None. A score less than 1e-9 below a threshold reaches it.
        domain: name of the domain. Case does not matter, nor does a hyphen or space in the place of ``_``. For an unknown
            one the thresholds of ``customer_support`` are used, and a note says so.
        domains: the table to look it up in.
    """
    name = domain if domain in domains else domain.strip().casefold().replace("-", "_").replace(" ", "_")
    known = name in domains
    notes = []
    if not known:
        notes.append(
            f"unknown domain {domain!r} (known: {', '.join(sorted(domains))}): the thresholds of {_FALLBACK} are used"
        )
    if not known or name not in VALIDATED_DOMAINS:
        notes.append(
            f"{name if known else repr(domain)}: not validated on this domain, since no human labels of it have been measured"
        )
    threshold = domains[name] if known else domains.get(_FALLBACK, DOMAINS[_FALLBACK])
    return Decision(_decision(score, threshold), name if known else domain, threshold, tuple(notes))


def _decision(score: float | None, threshold: Domain) -> Literal["deploy", "review", "block"] | None:
    if score is None:
        return None
    if score >= threshold.deploy - _EPSILON:
        return "deploy"
    return "review" if score >= threshold.review - _EPSILON else "block"
