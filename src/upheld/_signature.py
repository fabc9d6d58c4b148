"""The signature of a score: all that must be equal for two scores to be comparable."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, version

__all__ = ["package_version", "signature"]


@cache
def package_version() -> str:
    """Return the version of the installed package; ``0+unknown`` when it runs uninstalled."""
    try:
        return version("upheld")
    except PackageNotFoundError:
        return "0+unknown"


def signature(**parts: object) -> str:
    """Return ``name:value`` pairs joined by ``|``, in the order given, version last; None is left out.

    The manner of sacreBLEU (Post 2018): a score without its signature cannot be reproduced.
    """
    pairs = [f"{name}:{value}" for name, value in parts.items() if value is not None]
    return "|".join([*pairs, f"version:{package_version()}"])
