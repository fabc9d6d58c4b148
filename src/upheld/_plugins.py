"""Plug-ins: what others add without changing Upheld, found by entry points or registered by hand (pluggy)."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Sequence
from functools import cache

import pluggy

from upheld._errors import ConfigurationError
from upheld._types import Finding

__all__ = ["extra_findings", "hookimpl", "load", "plugins"]

_GROUP = "upheld"
hookimpl = pluggy.HookimplMarker(_GROUP)
"""Marks a function of a plug-in: ``@upheld.hookimpl``."""
_hookspec = pluggy.HookspecMarker(_GROUP)


class _Hooks:
    """What a plug-in may implement."""

    @_hookspec
    def upheld_check(self, claim: str, chunks: Sequence[str]) -> Iterable[Finding]:  # type: ignore[empty-body]
        """Return findings of a rule of your own for one claim.

        Args:
            claim: text of the claim.
            chunks: texts of the chunks.
        """


@cache
def plugins() -> pluggy.PluginManager:
    """Return the manager of all plug-ins; entry points of the group ``upheld`` are loaded at the first call.

    ``upheld.plugins().register(module_or_object)`` adds one by hand.
    """
    manager = pluggy.PluginManager(_GROUP)
    manager.add_hookspecs(_Hooks)
    manager.load_setuptools_entrypoints(_GROUP)
    return manager


def load(names: Iterable[str]) -> None:
    """Import modules by name and register them as plug-ins.

    Args:
        names: of modules with functions marked by `hookimpl`.

    Raises:
        ConfigurationError: a module cannot be imported.
    """
    manager = plugins()
    for name in names:
        try:
            module = importlib.import_module(name)
        except ImportError as error:
            msg = f"cannot load the plug-in {name!r}: {error}"
            raise ConfigurationError(msg) from error
        if not manager.is_registered(module):
            manager.register(module)


def extra_findings(claim: str, chunks: Sequence[str]) -> list[Finding]:
    """Return what the rules of all plug-ins find for a claim.

    Args:
        claim: text of the claim.
        chunks: texts of the chunks.
    """
    return [finding for group in plugins().hook.upheld_check(claim=claim, chunks=chunks) for finding in group]
