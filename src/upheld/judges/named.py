"""Things of the user's own code that are named as ``package.module:attribute``: judges, and pipelines that answer."""

from __future__ import annotations

import difflib
import importlib
import pkgutil
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from upheld._errors import ConfigurationError
from upheld.judges._asking import said

__all__ = ["NameKind", "named"]

_SHOWN_NAMES = 8
_CLOSE = 0.7  # among all installed modules some name is a little like any other


@dataclass(frozen=True, slots=True)
class NameKind:
    """What is named.

    Attributes:
        word: such as ``judge``.
        form: how one is named, for messages.
        fits: whether a thing could be one; the names of others are not proposed.
        others: names that need no module; proposed where a module is not there.
    """

    word: str
    form: str
    fits: Callable[[object], bool]
    others: tuple[str, ...] = ()


def named(name: str, kind: NameKind) -> Any:
    """Return what stands under a name, with the current folder importable, as ``python -m`` has it.

    The folder stays on ``sys.path``, for modules that the found code imports when it is called. Only a name that the user gave
    does this, so that a file that lies in the folder by chance is never run.

    Args:
        name: ``package.module:attribute``, where the attribute may be a dotted path, such as ``app:pipeline.run``.
        kind: what is looked for.

    Raises:
        ConfigurationError: the name is of another form, or what it names cannot be found or loaded.
    """
    module, colon, path = name.partition(":")
    _check_form(name, module, colon, path, kind)
    folder = str(Path.cwd())
    if folder not in sys.path:
        sys.path.insert(0, folder)
    found: Any = _imported(name, module, kind)
    at = module
    for step in path.split("."):
        if not hasattr(found, step):
            msg = f"the {kind.word} {name!r}: {at} has no {step!r}{_close(step, _fitting(found, kind))}"
            raise ConfigurationError(msg)
        found, at = getattr(found, step), f"{at}.{step}"
    return found


def _check_form(name: str, module: str, colon: str, path: str, kind: NameKind) -> None:
    as_module = module.removesuffix(".py").replace("/", ".").replace("\\", ".").strip(".")
    hint = ""
    if not colon and "." in name:
        hint = f"; did you mean {':'.join(name.rsplit('.', 1))!r}?"
    elif as_module != module:
        hint = f"; a module, not a file: did you mean {f'{as_module}:{path}'!r}?"
    if hint or not all(part.isidentifier() for part in (*module.split("."), *path.split("."))):
        msg = f"{kind.form}: {name!r:.120}{hint}"
        raise ConfigurationError(msg)


def _imported(name: str, module: str, kind: NameKind) -> Any:
    """Import a module of the user; whatever its code raises becomes one line that says so."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is not None and f"{module}.".startswith(f"{error.name}."):
            near = _close(error.name.rpartition(".")[2], [*_modules(error.name), *kind.others])
            msg = f"the {kind.word} {name!r}: there is no module {error.name!r} in {Path.cwd()} or among the installed packages{near}"
            raise ConfigurationError(msg) from error
        raise _broken(name, module, error, kind) from error
    except (Exception, SystemExit) as error:
        raise _broken(name, module, error, kind) from error


def _broken(name: str, module: str, error: BaseException, kind: NameKind) -> ConfigurationError:
    return ConfigurationError(f"the {kind.word} {name!r}: importing {module} failed: {said(error)}")


def _modules(name: str) -> list[str]:
    """Return the modules that stand where one was looked for."""
    package = sys.modules.get(name.rpartition(".")[0])
    path = getattr(package, "__path__", None)
    if package is not None and path is None:
        return []  # a plain module, which has none
    return [found.name for found in pkgutil.iter_modules(path)]


def _fitting(thing: object, kind: NameKind) -> list[str]:
    return [name for name in dir(thing) if not name.startswith("_") and kind.fits(getattr(thing, name, None))]


def _close(name: str, names: Iterable[str]) -> str:
    known = list(dict.fromkeys(names))
    if close := difflib.get_close_matches(name, known, n=3, cutoff=_CLOSE):
        return f"; did you mean {' or '.join(map(repr, close))}?"
    if 0 < len(known) <= _SHOWN_NAMES:
        return f"; there are {', '.join(known)}"
    return ""
