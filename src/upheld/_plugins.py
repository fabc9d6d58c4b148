"""Plug-ins: what others add without changing Upheld, found by entry points or registered by hand (pluggy)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from types import ModuleType

import pluggy

from upheld._errors import ConfigurationError, UpheldError, said
from upheld._modules import as_module, own_module
from upheld._types import Finding

__all__ = ["extra_findings", "hookimpl", "load", "plugin_modules", "plugin_names", "plugins"]

_GROUP = "upheld"
_OUTCOMES = ("agrees", "conflicts", "absent")
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

    Raises:
        ConfigurationError: an installed plug-in cannot be loaded.
    """
    manager = pluggy.PluginManager(_GROUP)
    manager.add_hookspecs(_Hooks)
    try:
        manager.load_setuptools_entrypoints(_GROUP)
    except Exception as error:
        msg = f"an installed plug-in of the entry point group {_GROUP!r} cannot be loaded: {said(error)}"
        raise ConfigurationError(msg) from error
    return manager


def load(names: Iterable[str]) -> None:
    """Import modules by name, in the current folder too, and register them as plug-ins.

    Args:
        names: of modules with functions marked by `hookimpl`.

    Raises:
        ConfigurationError: a module cannot be imported, or its hook takes other arguments.
    """
    manager = plugins()
    for name in names:
        what = f"the plug-in {name!r}"
        if (meant := as_module(name)) != name:
            msg = f"{what}: a plug-in is named as a module, not a file; did you mean {meant!r}?"
            raise ConfigurationError(msg)
        module = own_module(name, what)
        try:
            if not manager.is_registered(module):
                manager.register(module)
        except Exception as error:  # a module of somebody else may hold anything
            msg = f"{what} cannot be registered: {said(error)}"
            raise ConfigurationError(msg) from error


def plugin_names() -> list[str]:
    """Return the names of all plug-ins, sorted: part of a signature, since their rules move scores."""
    return sorted(str(name) for name, _ in plugins().list_name_plugin())


def plugin_modules() -> list[str]:
    """Return the plug-ins that are modules, by the names under which another process can import them."""
    return [plugin.__name__ for plugin in plugins().get_plugins() if isinstance(plugin, ModuleType)]


def extra_findings(claim: str, chunks: Sequence[str]) -> list[Finding]:
    """Return what the rules of all plug-ins find for a claim.

    Args:
        claim: text of the claim.
        chunks: texts of the chunks.

    Raises:
        UpheldError: a rule raised, or what it returned are no findings on these texts; a problem of this sample alone.
        ConfigurationError: an installed plug-in cannot be loaded.
    """
    hook = plugins().hook.upheld_check
    try:
        groups = hook(claim=claim, chunks=chunks)
        found = [finding for group in groups for finding in group]
    except Exception as error:  # a rule of somebody else may raise anything
        msg = f"a plug-in's upheld_check failed: {said(error)}"
        raise UpheldError(msg) from error
    for finding in found:
        if (wrong := _wrong(finding, claim, chunks)) is not None:
            msg = f"a plug-in's upheld_check returned {finding!r:.200}: {wrong}"
            raise UpheldError(msg)
    return found


def _wrong(finding: object, claim: str, chunks: Sequence[str]) -> str | None:
    """Say what is wrong with a finding of a plug-in; its places are shown as proof, so they must be there."""
    if not isinstance(finding, Finding):
        return "it is no Finding"
    if finding.outcome not in _OUTCOMES:
        return f"outcome must be one of {', '.join(_OUTCOMES)}"
    start, end = finding.claim_span
    if not 0 <= start <= end <= len(claim):
        return "claim_span must lie in the claim"
    place = finding.evidence
    if place is None:
        return None
    fits = 0 <= place.chunk < len(chunks) and 0 <= place.start < place.end and bool(place.text)
    if not fits or chunks[place.chunk][place.start : place.end] != place.text:
        return "evidence must be chunks[chunk][start:end] == text"
    return None
