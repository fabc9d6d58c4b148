"""Settings as options of `upheld.check` and `upheld.evaluate`; shared by the command line and the pytest plugin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from upheld.metrics.levels import DOMAINS, LEVELS, Domain, Levels

if TYPE_CHECKING:
    from upheld._config import Settings

__all__ = ["MODEL_SETTINGS", "scoring"]

MODEL_SETTINGS = ("decomposer", "extractions", "max_cost", "max_concurrency", "cache", "proof")
"""Settings that concern calls to a model."""
_NO_OPTIONS = ("decomposer", "extractions")  # of the calls themselves


def scoring(settings: Settings, *, dry_run: bool = False) -> dict[str, Any]:
    """Return the settings of scoring as keyword arguments of the API, tables merged over their defaults.

    Args:
        settings: the settings in force.
        dry_run: make no call to a model.

    Raises:
        ConfigurationError: the merged levels are not in order.
    """
    own = settings.levels
    return {
        "judge": settings.judge,
        "policy": settings.policy,
        "inference": settings.inference,
        "domain": settings.domain,
        "empty_score": settings.empty_score,
        "checks": settings.checks,
        "decomposer": settings.decomposer,
        "extractions": settings.extractions,
        "llm": {**_llm(settings), "dry_run": dry_run},
        "tolerance": {kind: str(amount) for kind, amount in settings.tolerance.items()},
        "levels": Levels(
            safe=LEVELS.safe if own.safe is None else own.safe,
            warning=LEVELS.warning if own.warning is None else own.warning,
        ),
        "domains": {
            **DOMAINS,
            **{name: Domain(deploy=t.deploy, review=t.review) for name, t in settings.domains.items()},
        },
    }


def _llm(settings: Settings) -> dict[str, Any]:
    """Return the options of calls to a model: those that are set in the table, and those that are settings themselves."""
    table = settings.llm.model_dump(exclude_none=True)
    return {**table, **{name: getattr(settings, name) for name in MODEL_SETTINGS if name not in _NO_OPTIONS}}
