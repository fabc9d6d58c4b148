"""Judges: what gives verdicts on claims."""

from __future__ import annotations

import difflib
from types import ModuleType
from typing import TYPE_CHECKING, cast, get_args

from upheld._errors import ConfigurationError
from upheld._types import Inference, Label
from upheld.judges.base import Judge, Judgement, Task

if TYPE_CHECKING:
    from upheld.llm.options import LLMOptions

__all__ = ["DEFAULT_JUDGE", "Judge", "Judgement", "Task", "resolve_judge"]

DEFAULT_JUDGE = "embedded"
_NAMES = (
    "embedded",
    "embedded:few_false_alarms",
    "lexical",
    "checks",
    "scripted",
    *(f"scripted:{label}" for label in get_args(Label)),
    "transformers",
    "llm",
    "vote",
    "cascade",
)
_KNOWN = "embedded, embedded:few_false_alarms, lexical, checks, scripted, scripted:LABEL, transformers:MODEL, llm:MODEL, llm:MODEL@BASE_URL, vote:3*JUDGE, vote:JUDGE+JUDGE, cascade:JUDGE>JUDGE or package.module:attribute"


def resolve_judge(
    judge: str | Judge, inference: Inference = "entailed", llm: LLMOptions | None = None
) -> Judge:
    """Return the judge that a name or object stands for.

    Args:
        judge: ``embedded``, or ``embedded:few_false_alarms`` for its other operating point; ``lexical``; ``checks``; ``scripted`` or ``scripted:LABEL`` (one verdict for every claim); ``transformers:MODEL``, a name on
            a hub or a folder; ``llm:MODEL`` or ``llm:MODEL@BASE_URL``, a model at an endpoint; ``vote:3*JUDGE`` (three votes of one), ``vote:JUDGE+JUDGE`` (a panel), ``cascade:JUDGE>JUDGE`` (the second
            where the first is unsure), each of the names above; ``package.module:attribute``, a judge or a function without arguments that makes one; or a judge itself.
        inference: how strict to read; asked of judges made here.
        llm: options of calls to a model; for judges made here that make some.

    Raises:
        ConfigurationError: no such judge, or the object has no ``judge`` and ``signature``.
    """
    if inference not in get_args(Inference):
        msg = f'"inference" must be one of {", ".join(get_args(Inference))}: {inference!r}'
        raise ConfigurationError(msg)
    if not isinstance(judge, str):
        return _checked(judge)
    name, _, rest = judge.partition(":")
    if name == "embedded":
        from upheld.judges.embedded import EmbeddedJudge

        return EmbeddedJudge(inference, rest or "balanced")
    if name == "lexical" and not rest:
        from upheld.judges.lexical import LexicalJudge

        return LexicalJudge(inference)
    if name == "checks" and not rest:
        from upheld.judges.checks import ChecksJudge

        return ChecksJudge()
    if name == "scripted" and rest in {"", *get_args(Label)}:
        from upheld.judges.scripted import ScriptedJudge

        return ScriptedJudge(default=cast("Label", rest or "supported"))
    if name in {"llm", "transformers"}:
        return _of_model(name, rest, inference, llm)
    if name in {"vote", "cascade"}:
        return _of_others(name, rest, inference, llm)
    if rest and name not in {"lexical", "checks", "scripted"}:
        return _checked(_own(judge), f"{judge} names no judge: ")
    raise _unknown(judge)


def _of_model(name: str, rest: str, inference: Inference, llm: LLMOptions | None) -> Judge:
    """Return the judge that asks the model named in `rest`."""
    if name == "llm":
        from upheld.judges.llm import LLMJudge

        return LLMJudge(rest, inference, llm)
    from upheld.judges.transformers import TransformersJudge

    return TransformersJudge(rest, inference)


def _of_others(name: str, rest: str, inference: Inference, llm: LLMOptions | None) -> Judge:
    """Return a judge that is made of the judges named in `rest`."""
    if name == "vote":
        from upheld.judges.vote import named_vote

        return named_vote(rest, inference, llm)
    from upheld.judges.cascade import named_cascade

    return named_cascade(rest, inference, llm)


def _own(name: str) -> object:
    """Return the judge of the user's that a name stands for, or what its factory or class makes."""
    from upheld.judges._asking import said
    from upheld.judges.named import NameKind, named

    form = "a judge is named package.module:attribute, such as my_judges:mine"
    found = named(name, NameKind("judge", form, lambda thing: _is_judge(thing) or callable(thing), _NAMES))
    if _is_judge(found) or not callable(found):
        return found
    try:
        made: object = found()
    except Exception as error:  # whatever the code of others raises
        msg = f"the judge {name!r}: calling it without arguments, to make the judge, failed: {said(error)}"
        raise ConfigurationError(msg) from error
    return made


def _unknown(judge: str) -> ConfigurationError:
    close = difflib.get_close_matches(judge, _NAMES, n=1)
    own = [":".join(judge.rsplit(".", 1))] if "." in judge and ":" not in judge else []
    hint = f" (did you mean {(close or own)[0]!r}?)" if close or own else ""
    return ConfigurationError(f"there is no judge {judge!r:.120}{hint}; choose {_KNOWN}")


def _checked(judge: object, what: str = "") -> Judge:
    if _is_judge(judge):
        return cast("Judge", judge)
    hint = "; this is the class: make one" if isinstance(judge, type) else ""
    msg = f"{what}a judge needs a method judge(tasks) and a text signature; this is {_shown(judge)}{hint}"
    raise ConfigurationError(msg)


def _shown(thing: object) -> str:
    """Say what a thing is. Not all of it: ``os:environ`` holds secrets."""
    if thing is None or isinstance(thing, type | ModuleType | int | float):
        return repr(thing)[:80]
    return f"an object of type {type(thing).__name__}"


def _is_judge(value: object) -> bool:
    return not isinstance(value, type) and isinstance(value, Judge) and isinstance(value.signature, str)
