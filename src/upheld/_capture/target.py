"""The user's own pipeline, found by its name, and how it wants to be called."""

from __future__ import annotations

import difflib
import importlib
import inspect
import pkgutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from upheld._errors import ConfigurationError
from upheld.judges._asking import said

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from upheld._types import Sample

__all__ = ["Target", "resolve_target"]

_FORM = "a target is named package.module:function, such as my_app.rag:answer"
_SHOWN_NAMES = 8


@dataclass(frozen=True, slots=True)
class Target:
    """A pipeline that answers questions.

    Attributes:
        function: the user's function, method or callable object.
        takes_sample: its first parameter is named ``sample``, so it gets the whole `Sample` and not the question alone.
        is_async: calling it gives something to await.
    """

    function: Callable[[Any], Any]
    takes_sample: bool
    is_async: bool

    def call(self, sample: Sample) -> Any:
        """Call it with what it wants."""
        return self.function(sample if self.takes_sample else sample.question)


def resolve_target(target: str | Callable[..., Any]) -> Target:
    """Return the pipeline that a name or a callable stands for.

    A name is looked up with the current folder importable, as ``python -m`` has it; the folder stays on ``sys.path``, for
    modules that the pipeline imports when it is called.

    Args:
        target: ``package.module:function``, where the function may be a dotted path, such as ``app:pipeline.run``; or a callable.

    Raises:
        ConfigurationError: it cannot be found, cannot be loaded, or cannot be called with one argument.
    """
    name = target if isinstance(target, str) else getattr(target, "__qualname__", type(target).__name__)
    function = _found(target) if isinstance(target, str) else target
    if not callable(function) or isinstance(function, type):
        what = "this is a class: name an object of it" if isinstance(function, type) else "it is"
        kind = "" if isinstance(function, type) else f" a {type(function).__name__}"
        msg = f"the target {name!r} must be a function or an object that can be called; {what}{kind}"
        raise ConfigurationError(msg)
    is_async = any(map(inspect.iscoroutinefunction, (function, getattr(function, "__call__", None))))  # noqa: B004 - asks what it is, not whether it is there
    return Target(function, _takes_sample(name, function), is_async)


def _takes_sample(name: str, function: Callable[..., Any]) -> bool:
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # of something built in, that does not say
        return False
    try:
        signature.bind("a question")
    except TypeError as error:
        msg = f"the target {name!r} must be callable with the question as its only argument; it is {name.rpartition(':')[2]}{signature}"
        raise ConfigurationError(msg) from error
    first = next(iter(signature.parameters.values()))
    return first.name == "sample"


def _found(target: str) -> Any:
    module, colon, path = target.partition(":")
    _check_form(target, module, colon, path)
    folder = str(Path.cwd())
    if folder not in sys.path:
        sys.path.insert(0, folder)
    found: Any = _imported(target, module)
    at = module
    for step in path.split("."):
        if not hasattr(found, step):
            msg = f"the target {target!r}: {at} has no {step!r}{_close(step, _callables(found))}"
            raise ConfigurationError(msg)
        found, at = getattr(found, step), f"{at}.{step}"
    return found


def _check_form(target: str, module: str, colon: str, path: str) -> None:
    as_module = module.removesuffix(".py").replace("/", ".").replace("\\", ".").strip(".")
    hint = ""
    if not colon and "." in target:
        hint = f"; did you mean {':'.join(target.rsplit('.', 1))!r}?"
    elif as_module != module:
        hint = f"; a module, not a file: did you mean {f'{as_module}:{path}'!r}?"
    if hint or not all(part.isidentifier() for part in (*module.split("."), *path.split("."))):
        msg = f"{_FORM}: {target!r:.120}{hint}"
        raise ConfigurationError(msg)


def _imported(target: str, module: str) -> Any:
    """Import a module of the user; whatever its code raises becomes one line that says so."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is not None and f"{module}.".startswith(f"{error.name}."):
            msg = (
                f"the target {target!r}: there is no module {error.name!r} in {Path.cwd()} or among the installed packages"
                f"{_close(error.name.rpartition('.')[2], _modules(error.name))}"
            )
            raise ConfigurationError(msg) from error
        raise _broken(target, module, error) from error
    except (Exception, SystemExit) as error:
        raise _broken(target, module, error) from error


def _broken(target: str, module: str, error: BaseException) -> ConfigurationError:
    return ConfigurationError(f"the target {target!r}: importing {module} failed: {said(error)}")


def _modules(name: str) -> list[str]:
    """Return the modules that stand where one was looked for."""
    package = sys.modules.get(name.rpartition(".")[0])
    path = getattr(package, "__path__", None)
    if package is not None and path is None:
        return []  # a plain module, which has none
    return [found.name for found in pkgutil.iter_modules(path)]


def _callables(thing: object) -> list[str]:
    names = (name for name in dir(thing) if not name.startswith("_"))
    return [name for name in names if callable(getattr(thing, name, None))]


def _close(name: str, names: Iterable[str]) -> str:
    known = list(dict.fromkeys(names))
    if close := difflib.get_close_matches(name, known, n=3):
        return f"; did you mean {' or '.join(map(repr, close))}?"
    if 0 < len(known) <= _SHOWN_NAMES:
        return f"; there are {', '.join(known)}"
    return ""
