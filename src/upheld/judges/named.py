"""Things of the user's own code that are named as ``package.module:attribute``: judges, and pipelines that answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from upheld._errors import ConfigurationError
from upheld._modules import as_module, close_names, own_module

__all__ = ["NameKind", "named"]


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
    """Return what stands under a name; its module is found in the current folder, too (`own_module`).

    Args:
        name: ``package.module:attribute``, where the attribute may be a dotted path, such as ``app:pipeline.run``.
        kind: what is looked for.

    Raises:
        ConfigurationError: the name is of another form, or what it names cannot be found or loaded.
    """
    module, colon, path = name.partition(":")
    _check_form(name, module, colon, path, kind)
    what = f"the {kind.word} {name!r}"
    found: Any = own_module(module, what, kind.others)
    at = module
    for step in path.split("."):
        if not hasattr(found, step):
            msg = f"{what}: {at} has no {step!r}{close_names(step, _fitting(found, kind))}"
            raise ConfigurationError(msg)
        found, at = getattr(found, step), f"{at}.{step}"
    return found


def _check_form(name: str, module: str, colon: str, path: str, kind: NameKind) -> None:
    meant = as_module(module)
    hint = ""
    if not colon and "." in name:
        hint = f"; did you mean {':'.join(name.rsplit('.', 1))!r}?"
    elif meant != module:
        hint = f"; a module, not a file: did you mean {f'{meant}:{path}'!r}?"
    if hint or not all(part.isidentifier() for part in (*module.split("."), *path.split("."))):
        msg = f"{kind.form}: {name!r:.120}{hint}"
        raise ConfigurationError(msg)


def _fitting(thing: object, kind: NameKind) -> list[str]:
    return [name for name in dir(thing) if not name.startswith("_") and kind.fits(getattr(thing, name, None))]
