"""Options of the public functions, and the pipeline that they ask for."""

from __future__ import annotations

import difflib
import inspect
import warnings
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, get_args

from upheld._errors import ConfigurationError
from upheld._types import CheckMode, Inference, Policy
from upheld.checks.tolerance import tolerances
from upheld.decompose import resolve_decomposer
from upheld.judges import resolve_judge
from upheld.llm.options import LLMOptions, as_options
from upheld.metrics.faithfulness import Scoring
from upheld.metrics.levels import (
    DOMAINS,
    LEVELS,
    DomainsLike,
    LevelsLike,
    as_domains,
    as_levels,
    name_in,
    unknown_domain,
)
from upheld.pipeline import Pipeline

if TYPE_CHECKING:
    from upheld.decompose import Decomposer
    from upheld.judges import Judge

__all__ = ["known", "options_of", "pipeline_of", "scoring_of", "warn_of_domain"]

_GATES = ("fail_under", "fail_under_sample")
_MOST = 99


def options_of(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the options of a function with their defaults."""
    parameters = inspect.signature(function).parameters.values()
    return {p.name: p.default for p in parameters if p.kind is p.KEYWORD_ONLY}


def known(options: dict[str, Any], function: Callable[..., Any]) -> dict[str, Any]:
    """Return the options; refuse one that the function does not have."""
    names = options_of(function)
    if unknown := [name for name in options if name not in names]:
        close = difflib.get_close_matches(unknown[0], names, n=1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        if unknown[0] in _GATES:
            hint = "; gates belong to the command line: compare the score or the mean yourself"
        msg = f"unknown option {unknown[0]!r}{hint} (known: {', '.join(names)})"
        raise ConfigurationError(msg)
    return options


def scoring_of(
    policy: Policy,
    empty_score: float | None,
    levels: LevelsLike | None,
    domain: str | None,
    domains: DomainsLike | None,
) -> Scoring:
    return Scoring(
        policy,
        empty_score,
        LEVELS if levels is None else as_levels(levels),
        domain,
        DOMAINS if domains is None else as_domains(domains),
    )


def warn_of_domain(scoring: Scoring) -> None:
    """Warn of a domain that nobody knows, at the place outside of this package that named it.

    Args:
        scoring: of a function of the API that was called.
    """
    note = None if scoring.domain is None else unknown_domain(scoring.domain, scoring.domains)
    if note is None:
        return
    level, frame = 1, inspect.currentframe()
    while frame is not None and str(frame.f_globals.get("__name__")).partition(".")[0] == "upheld":
        level, frame = level + 1, frame.f_back
    warnings.warn(note, stacklevel=level)


def pipeline_of(
    judge: str | Judge,
    inference: Inference,
    scoring: Scoring,
    checks: CheckMode,
    tolerance: Mapping[str, str] | None,
    *,
    decomposer: str | Decomposer | None = None,
    llm: LLMOptions | Mapping[str, Any] | None = None,
    extractions: int = 1,
    seed: int | None = None,
) -> Pipeline:
    if checks not in get_args(CheckMode):
        msg = f'"checks" must be one of {", ".join(get_args(CheckMode))}: {checks!r}'
        raise ConfigurationError(msg)
    domain = None if scoring.domain is None else name_in(scoring.domains, scoring.domain)
    allowed = tolerances(tolerance, domain)
    options = as_options(llm)
    judging = resolve_judge(judge, inference, options)
    splitting = resolve_decomposer(decomposer, getattr(judging, "llm", None), inference, options)
    check_extractions(extractions, splitting)
    return Pipeline(judging, splitting, scoring, inference, seed, checks, allowed, extractions)


def check_extractions(extractions: object, splitting: Decomposer) -> None:
    """Refuse to split several times what comes out the same each time."""
    if not isinstance(extractions, int) or isinstance(extractions, bool) or not 1 <= extractions <= _MOST:
        msg = f'"extractions" must be a whole number from 1 to {_MOST}: {extractions!r:.80}'
        raise ConfigurationError(msg)
    if extractions > 1 and not hasattr(splitting, "repeated"):
        msg = (
            f"{extractions} extractions need claims that a model makes: the decomposer {splitting.signature} makes the same claims "
            "every time, so more than one tells nothing; use a judge llm:MODEL, or the decomposer llm:MODEL"
        )
        raise ConfigurationError(msg)
