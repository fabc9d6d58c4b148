"""What the shapes of all peers share: which judge is meant, classes of a peer that is loaded, and names with no counterpart."""

from __future__ import annotations

import sys
import warnings
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from upheld._errors import ConfigurationError
from upheld.judges import DEFAULT_JUDGE, Judge, resolve_judge
from upheld.llm.options import as_options

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from upheld._types import Inference

__all__ = ["NotHere", "adopted", "judge_options", "meant", "not_here", "own_metrics", "ready", "told_unused"]

_Metric = TypeVar("_Metric")

_TAKEN = ("judge", "policy", "empty_score", "claims")


class _NotHereError(ConfigurationError, AttributeError):
    """A name that Upheld has no counterpart for was used; an `AttributeError` too, so that `hasattr` says no."""


class NotHere:
    """Stands for a name of a peer that Upheld has no counterpart for. It can be imported; any use says what there is.

    Args:
        name: as the peer has it.
        advice: what to do instead.
    """

    def __init__(self, name: str, advice: str) -> None:
        self.__name__ = name
        self._advice = advice

    def refuse(self) -> NoReturn:
        """Say that there is no such thing here.

        Raises:
            ConfigurationError: always.
        """
        msg = f"Upheld has no {self.__name__}: {self._advice}"
        raise _NotHereError(msg)

    def __call__(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        self.refuse()

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("_"):  # what asks for these only looks at the object: copy, inspect, a notebook
            raise AttributeError(name)
        self.refuse()

    def __mro_entries__(self, _bases: tuple[object, ...]) -> NoReturn:
        self.refuse()

    def __repr__(self) -> str:
        return f"<{self.__name__}: not in Upheld>"


def not_here(module: str, name: str, known: frozenset[str], advice: str) -> NotHere:
    """Return the stand-in for a name of a peer's module; for the module's ``__getattr__``.

    Args:
        module: name of our module.
        name: the name that is asked for.
        known: names that the peer's module has and ours has not.
        advice: what to do instead.

    Raises:
        AttributeError: the peer has no such name either.
    """
    if name in known:
        return NotHere(name, advice)
    msg = f"module {module!r} has no attribute {name!r}"
    raise AttributeError(msg)


def own_metrics(metrics: Iterable[Any], kind: type[_Metric], instead: str) -> list[_Metric]:
    """Return metrics as a list, all of our own.

    Args:
        metrics: what the user gave.
        kind: class of ours.
        instead: what to do about another one.

    Raises:
        ConfigurationError: one of them is the peer's, or has no counterpart here.
    """
    chosen = [*metrics]
    for metric in chosen:
        if isinstance(metric, NotHere):
            metric.refuse()
        if not isinstance(metric, kind):
            msg = f"{type(metric).__name__} is not a metric of Upheld's: {instead}"
            raise ConfigurationError(msg)
    return chosen


def meant(judge: str | Judge | None, model: object, word: str) -> str | Judge:
    """Return the judge that a user means.

    Args:
        judge: Upheld's own option; it wins.
        model: the peer's option: None; the name of a model, which is asked as ``llm:NAME``; a judge; or an object of the
            peer's, which Upheld cannot ask. Then its own default is asked, and a warning says so.
        word: name of the peer's option.
    """
    if judge is not None:
        return judge
    if model is None:
        return DEFAULT_JUDGE
    if isinstance(model, str):
        return model if model.startswith("llm:") else f"llm:{model}"
    if isinstance(model, Judge) and isinstance(model.signature, str):
        return model
    warnings.warn(
        f"Upheld cannot ask {word}={_shown(model)}: its own judge {DEFAULT_JUDGE!r} gives the verdicts. "
        f"Take {word}= out, or name a model at an OpenAI-compatible endpoint: judge='llm:MODEL' or 'llm:MODEL@BASE_URL'",
        stacklevel=4,
    )
    return DEFAULT_JUDGE


def _shown(thing: object) -> str:
    return f"an object of type {type(thing).__name__}"  # never its repr: it may hold a key


def told_unused(unused: Mapping[str, object], why: str) -> None:
    """Warn of options that were given and change nothing here.

    Args:
        unused: option -> what was given; None for one that was not.
        why: what Upheld does instead.
    """
    if names := ", ".join(name for name, value in unused.items() if value is not None):
        warnings.warn(f"{names}: of no effect in Upheld; {why}", stacklevel=4)


def judge_options(options: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the other options of `upheld.check`, sound and ready to be used many times.

    Args:
        options: such as ``{"checks": "explain", "llm": {"max_cost": 1.0}}``.

    Raises:
        ConfigurationError: one of them is set by the shape itself, or an LLM option is wrong.
    """
    ready_options = dict(options or {})
    if taken := [name for name in _TAKEN if name in ready_options]:
        msg = f'"options" cannot hold {taken[0]!r}: it has an argument of its own, or follows from the peer\'s convention'
        raise ConfigurationError(msg)
    if ready_options.get("llm") is not None:
        ready_options["llm"] = as_options(
            ready_options["llm"]
        )  # one budget for all answers, not one for each
    return ready_options


def ready(judge: str | Judge, options: Mapping[str, Any]) -> str | Judge:
    """Return the judge itself where one can serve all metrics of a process, so that its model is loaded once."""
    if isinstance(judge, str) and options.get("llm") is None:
        return _named(judge, options.get("inference", "entailed"))
    return judge


@lru_cache(maxsize=8)
def _named(judge: str, inference: Inference) -> Judge:
    return resolve_judge(judge, inference)


def adopted(cls: Any, module: str, name: str) -> Any:
    """Return the class joined with a peer's class, where the peer is loaded; else the class itself.

    So our objects pass the peer's ``isinstance``, and the peer is never imported by us.

    Args:
        cls: ours; what it defines wins.
        module: the peer's module.
        name: of its class.
    """
    theirs = getattr(sys.modules.get(module), name, None)
    if not isinstance(theirs, type) or issubclass(cls, theirs):
        return cls
    return _joined(cls, theirs)


@lru_cache(maxsize=32)
def _joined(cls: type[Any], theirs: type[Any]) -> Any:
    return type(cls.__name__, (cls, theirs), {"__module__": cls.__module__, "__doc__": cls.__doc__})
