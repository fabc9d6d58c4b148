"""Modules of the user's own code: judges, pipelines, plug-ins. They are found in the current folder, too."""

from __future__ import annotations

import difflib
import importlib
import pkgutil
import sys
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

from upheld._errors import ConfigurationError, said

__all__ = ["as_module", "close_names", "own_module"]

_SHOWN_NAMES = 8
_CLOSE = 0.7  # among all installed modules some name is a little like any other


def own_module(name: str, what: str, others: Iterable[str] = ()) -> ModuleType:
    """Import a module of the user's, with the current folder importable, as ``python -m`` has it.

    The folder stays on ``sys.path``, for modules that the found code imports when it is called. Only a name that the user gave
    does this, so that a file that lies in the folder by chance is never run.

    Args:
        name: of the module, dotted.
        what: what is looked for, for messages, such as ``the judge 'my_judges:mine'``.
        others: names that need no module; proposed where a module is not there.

    Raises:
        ConfigurationError: there is no such module, or its code raises.
    """
    folder = str(Path.cwd())
    if folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and f"{name}.".startswith(f"{error.name}."):
            near = close_names(error.name.rpartition(".")[2], [*_modules(error.name), *others])
            msg = (
                f"{what}: there is no module {error.name!r} in {folder} or among the installed packages{near}"
            )
            raise ConfigurationError(msg) from error
        raise _broken(name, what, error) from error
    except (Exception, SystemExit) as error:  # a module of somebody else may raise anything
        raise _broken(name, what, error) from error


def as_module(path: str) -> str:
    """Return the name of the module that a file is, such as ``my_app.rag`` for ``my_app/rag.py``; a name as it is."""
    return path.removesuffix(".py").replace("/", ".").replace("\\", ".").strip(".")


def close_names(name: str, names: Iterable[str]) -> str:
    """Return a hint, for the end of a message, at the names that may be meant; blank where there is none."""
    known = list(dict.fromkeys(names))
    if close := difflib.get_close_matches(name, known, n=3, cutoff=_CLOSE):
        return f"; did you mean {' or '.join(map(repr, close))}?"
    if 0 < len(known) <= _SHOWN_NAMES:
        return f"; there are {', '.join(known)}"
    return ""


def _broken(name: str, what: str, error: BaseException) -> ConfigurationError:
    return ConfigurationError(f"{what}: importing {name} failed: {said(error)}")


def _modules(name: str) -> list[str]:
    """Return the modules that stand where one was looked for."""
    package = sys.modules.get(name.rpartition(".")[0])
    path = getattr(package, "__path__", None)
    if package is not None and path is None:
        return []  # a plain module, which has none
    return [found.name for found in pkgutil.iter_modules(path)]
