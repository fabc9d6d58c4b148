"""Judges: what gives verdicts on claims."""

from __future__ import annotations

import importlib
from typing import cast, get_args

from upheld._errors import ConfigurationError
from upheld._types import Inference, Label
from upheld.judges.base import Judge, Judgement, Task

__all__ = ["DEFAULT_JUDGE", "Judge", "Judgement", "Task", "resolve_judge"]

DEFAULT_JUDGE = "lexical"
_KNOWN = "lexical, checks, scripted, scripted:LABEL or package.module:attribute"


def resolve_judge(judge: str | Judge, inference: Inference = "entailed") -> Judge:
    """Return the judge that a name or object stands for.

    Args:
        judge: ``lexical``; ``checks``; ``scripted`` or ``scripted:LABEL`` (one verdict for every claim); ``package.module:attribute``,
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
    if name == "checks" and not rest:
        from upheld.judges.checks import ChecksJudge

        return ChecksJudge()
    if name == "scripted" and rest in {"", *get_args(Label)}:
        from upheld.judges.scripted import ScriptedJudge

        return ScriptedJudge(default=cast("Label", rest or "supported"))
    if rest and name not in {"lexical", "scripted"}:
        return _checked(_imported(name, rest), f"{judge} is none: ")
    msg = f"there is no judge {judge!r}; choose {_KNOWN}"
    raise ConfigurationError(msg)


def _imported(module: str, attribute: str) -> object:
    """Return the judge of a module, or what its factory or class makes."""
    try:
        found: object = getattr(importlib.import_module(module), attribute)
        if _is_judge(found) or not callable(found):
            return found
        made: object = found()
    except Exception as error:  # whatever the code of others raises when it is loaded
        msg = f"cannot load the judge {module}:{attribute}: {type(error).__name__}: {error}"
        raise ConfigurationError(msg) from error
    return made


def _checked(judge: object, what: str = "") -> Judge:
    if _is_judge(judge):
        return cast("Judge", judge)
    hint = "; this is the class: make one" if isinstance(judge, type) else ""
    msg = f"{what}a judge needs a method judge(tasks) and a text signature: {judge!r}{hint}"
    raise ConfigurationError(msg)


def _is_judge(value: object) -> bool:
    return not isinstance(value, type) and isinstance(value, Judge) and isinstance(value.signature, str)
