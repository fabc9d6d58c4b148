"""The user's own pipeline, found by its name, and how it wants to be called."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from upheld._errors import ConfigurationError
from upheld.judges.named import NameKind, named

if TYPE_CHECKING:
    from collections.abc import Callable

    from upheld._types import Sample

__all__ = ["Target", "resolve_target"]

_TARGETS = NameKind(
    "target", "a target is named package.module:function, such as my_app.rag:answer", callable
)


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

    Args:
        target: ``package.module:function``, looked up as `named` does; or a callable.

    Raises:
        ConfigurationError: it cannot be found, cannot be loaded, or cannot be called with one argument.
    """
    name = target if isinstance(target, str) else getattr(target, "__qualname__", type(target).__name__)
    function = named(target, _TARGETS) if isinstance(target, str) else target
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
