"""From a score to words: levels for one answer, decisions for a domain. Both tables can be replaced."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from upheld._errors import ConfigurationError

if TYPE_CHECKING:
    from upheld._types import Level

__all__ = [
    "DOMAINS",
    "LEVELS",
    "VALIDATED_DOMAINS",
    "Decision",
    "Domain",
    "DomainsLike",
    "Levels",
    "LevelsLike",
    "as_domains",
    "as_levels",
    "decide",
    "is_number",
    "least_score",
    "level_of",
    "name_in",
    "reaches",
    "unknown_domain",
]

_EPSILON: Final = 1e-9
"""A score this little below a threshold reaches it: it is a share of counts, and only rounding put it below."""

_FALLBACK: Final = "customer_support"


def is_number(value: object) -> bool:
    """Say whether a value is a number; true and false are none."""
    return isinstance(value, Real) and not isinstance(value, bool)


def _check_order(what: str, low_name: str, low: float, high_name: str, high: float) -> None:
    for name, value in ((low_name, low), (high_name, high)):
        if not is_number(value):
            msg = f"{what}: {name} must be a number between 0 and 1, such as 0.9: {value!r:.80}"
            raise ConfigurationError(msg)
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


LevelsLike: TypeAlias = "Levels | Mapping[str, float]"
DomainsLike: TypeAlias = "Mapping[str, Domain | Mapping[str, float]]"

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


def as_levels(value: LevelsLike) -> Levels:
    """Return levels that may be given as a mapping; what it leaves out keeps its default.

    Args:
        value: levels, or such as ``{"safe": 0.95, "warning": 0.8}``.

    Raises:
        ConfigurationError: it is neither, or not 0 <= warning <= safe <= 1.
    """
    if isinstance(value, Levels):
        return value
    if not isinstance(value, Mapping) or not set(value) <= {"safe", "warning"}:
        msg = f'levels must be Levels or a mapping such as {{"safe": 0.9, "warning": 0.7}}: {value!r:.80}'
        raise ConfigurationError(msg)
    return Levels(**value)


def as_domains(value: DomainsLike) -> Mapping[str, Domain]:
    """Return the thresholds of domains, each of which may be given as a mapping.

    Args:
        value: name -> domain, or such as ``{"support": {"deploy": 0.9, "review": 0.7}}``.

    Raises:
        ConfigurationError: it is neither, or not 0 <= review <= deploy <= 1.
    """
    given: Any = value
    if not isinstance(given, Mapping):
        msg = f"domains must be {_DOMAINS_LOOK}: {given!r:.80}"
        raise ConfigurationError(msg)
    return {name: _domain(name, domain) for name, domain in given.items()}


_DOMAINS_LOOK = 'a mapping such as {"support": {"deploy": 0.9, "review": 0.7}}'


def _domain(name: object, value: Any) -> Domain:
    if not isinstance(name, str):
        msg = f"domains: a name must be a text: {name!r:.80}"
        raise ConfigurationError(msg)
    if isinstance(value, Domain):
        return value
    if not isinstance(value, Mapping) or set(value) != {"deploy", "review"}:
        msg = f"domains: {name!r:.80} must have deploy and review, as in {_DOMAINS_LOOK}: {value!r:.80}"
        raise ConfigurationError(msg)
    return Domain(**value)


def level_of(score: float | None, levels: Levels = LEVELS) -> Level | None:
    """Return the level of one answer; None without a score.

    Args:
        score: in [0, 1]. A score less than 1e-9 below a threshold reaches it.
        levels: where the levels begin.
    """
    if score is None:
        return None
    if reaches(score, levels.safe):
        return "safe"
    return "warning" if reaches(score, levels.warning) else "block"


def name_in(domains: Mapping[str, Domain], domain: str) -> str:
    """Return a domain as a table names it; how one that is not in the table would be named, where it is not.

    Args:
        domains: the table.
        domain: its name as a user writes it: case does not matter, nor does a hyphen or space in the place of ``_``.
    """
    return domain if domain in domains else domain.strip().casefold().replace("-", "_").replace(" ", "_")


def unknown_domain(domain: str, domains: Mapping[str, Domain] = DOMAINS) -> str | None:
    """Say that a table lacks a domain, which one may be meant, and whose thresholds are used; None where it has it.

    Args:
        domain: as for `decide`.
        domains: as for `decide`.
    """
    name = name_in(domains, domain)
    if name in domains:
        return None
    close = difflib.get_close_matches(name, domains, n=1)
    meant = f"; did you mean {close[0]!r}?" if close else ""
    known = ", ".join(sorted(domains))
    return f"unknown domain {domain!r}{meant} (known: {known}): the thresholds of {_FALLBACK} are used"


def decide(score: float | None, domain: str, domains: Mapping[str, Domain] = DOMAINS) -> Decision:
    """Return what a domain's thresholds say of a score, with the notes that a reader needs.

    Args:
        score: in [0, 1], or None. A score less than 1e-9 below a threshold reaches it.
        domain: name of the domain. Case does not matter, nor does a hyphen or space in the place of ``_``. For an unknown
            one the thresholds of ``customer_support`` are used, and a note says so.
        domains: the table to look it up in.
    """
    name = name_in(domains, domain)
    known = name in domains
    notes = [note for note in (unknown_domain(domain, domains),) if note is not None]
    if not known or name not in VALIDATED_DOMAINS:
        notes.append(
            f"{name if known else repr(domain)}: not validated on this domain, since no human labels of it have been measured"
        )
    threshold = domains[name] if known else domains.get(_FALLBACK, DOMAINS[_FALLBACK])
    return Decision(_decision(score, threshold), name if known else domain, threshold, tuple(notes))


def reaches(score: float, least: float) -> bool:
    """Say whether a score reaches a threshold; what only rounding put below it does."""
    return score >= least - _EPSILON


def _decision(score: float | None, threshold: Domain) -> Literal["deploy", "review", "block"] | None:
    if score is None:
        return None
    if reaches(score, threshold.deploy):
        return "deploy"
    return "review" if reaches(score, threshold.review) else "block"


def least_score(
    min_score: object,
    domain: str | None = None,
    domains: DomainsLike | None = None,
    levels: LevelsLike | None = None,
) -> float:
    """Return the least score of an answer that passes: the one asked for, else that of the domain, else that of a safe answer.

    Args:
        min_score: the one asked for, in [0, 1]; None: none was.
        domain: name of a domain.
        domains: thresholds of the domains; None: the default.
        levels: where the levels begin; None: the default.

    Raises:
        ConfigurationError: `min_score` is no number between 0 and 1.
    """
    asked: Any = min_score
    if asked is not None:
        if not is_number(asked) or not 0.0 <= asked <= 1.0:
            msg = f"min_score must be a number between 0 and 1: {asked!r:.80}"
            raise ConfigurationError(msg)
        return float(asked)
    if domain is not None:
        return decide(None, domain, DOMAINS if domains is None else as_domains(domains)).threshold.deploy
    return (LEVELS if levels is None else as_levels(levels)).safe
