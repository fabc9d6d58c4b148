"""Libraries of the extras: loaded when they are needed, with a word on what to install where they are missing."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from upheld._errors import ConfigurationError

__all__ = ["needed"]

_IN_EXTRAS = frozenset({"narwhals", "pandas", "pyarrow"})


def needed(module: str, what: str, extra: str = "frames") -> Any:
    """Return a module of an extra.

    Args:
        module: name of the module.
        what: needs it, for the message.
        extra: of which it is a part.

    Raises:
        ConfigurationError: it is not installed.
    """
    try:
        return import_module(module)
    except ImportError as error:
        library = module.partition(".")[0]
        own = (
            "" if library in _IN_EXTRAS else f" {library}"
        )  # polars is the user's own choice, so no extra brings it
        msg = f"{what} needs {library}, which is not installed: run `pip install 'upheld[{extra}]'{own}`"
        raise ConfigurationError(msg) from error
