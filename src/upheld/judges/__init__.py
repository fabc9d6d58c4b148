"""Judges: what gives verdicts on claims."""

from __future__ import annotations

import importlib
from typing import get_args

from upheld._errors import ConfigurationError
from upheld._types import Inference, Label
from upheld.judges.base import Judge, Judgement, Task

__all__ = ["DEFAULT_JUDGE", "Judge", "Judgement", "Task", "resolve_judge"]

DEFAULT_JUDGE = "lexical"
_KNOWN = "lexical, scripted, scripted:LABEL or package.module:attribute"


def resolve_judge(judge: str | Judge, inference: Inference = "entailed") -> Judge:
    """Return the judge that a name or object stands for.

    Args:
        judge: ``lexical``; ``scripted`` or ``scripted:LABEL`` (one verdict for every claim); ``package.module:attribute``,
            a judge or a function without arguments that makes one; or a judge itself.
        inference: how strict to read; asked of judges made here.

    Raises:
        ConfigurationError: no such judge, or the object has no ``judge`` and ``signature``.
    """
    if inference not in get_args(Inference):
        msg = f'"inference" must be one of {", ".join(get_args(Inference))}: {inference!r}'
        raise ConfigurationError(msg)
    if not isinstance(judge, str):
        return _checked(judge)
    name, _, rest = judge.partition(":")
    if name == "lexical" and not rest:
        from upheld.judges.lexical import LexicalJudge

        return LexicalJudge(inference)
    if name == "scripted" and rest in {"", *get_args(Label)}:
        from upheld.judges.scripted import ScriptedJudge

        return ScriptedJudge(default=rest or "supported")
    if rest:
        return _checked(_imported(name, rest))
    msg = f"there is no judge {judge!r}; choose {_KNOWN}"
    raise ConfigurationError(msg)


def _imported(module: str, attribute: str) -> object:
    try:
        found: object = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        msg = f"cannot load the judge {module}:{attribute}: {error}"
        raise ConfigurationError(msg) from error
    return found if isinstance(found, Judge) and not isinstance(found, type) else found() if callable(found) else found


def _checked(judge: object) -> Judge:
    if isinstance(judge, Judge) and isinstance(judge.signature, str):
        return judge
    msg = f"a judge needs a method judge(tasks) and a text signature: {judge!r}"
    raise ConfigurationError(msg)
