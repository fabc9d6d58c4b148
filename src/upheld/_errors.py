"""Exceptions of Upheld.

::

    UpheldError
    ├── ConfigurationError     an option, a file of settings, a judge's name      (exit 2)
    ├── InputError             a file or record that cannot be read               (exit 2)
    │   └── FormatError        nobody knows this shape of record
    ├── OutputError            a report that cannot be written                    (exit 2)
    └── JudgeError             a judge that broke its promise; stays in its row

A problem of one sample is never raised out of a run: it becomes the `reason` of that sample's result.
"""

from __future__ import annotations

__all__ = [
    "ConfigurationError",
    "FormatError",
    "InputError",
    "JudgeError",
    "OutputError",
    "UpheldError",
    "said",
]

_SAID = 300  # characters of somebody else's error message that are kept


class UpheldError(Exception):
    """Base of all errors raised on purpose by Upheld.

    Attributes:
        sample_id: id of the sample the error is about, where there is one.
        judge: signature of the judge the error is about, where there is one.
    """

    def __init__(self, message: str, *, sample_id: str | None = None, judge: str | None = None) -> None:
        super().__init__(message)
        self.sample_id = sample_id
        self.judge = judge


class ConfigurationError(UpheldError):
    """An option, a setting or the name of a judge is wrong."""


class InputError(UpheldError):
    """A file or a record cannot be read."""


class FormatError(InputError):
    """No known input format has these keys."""


class OutputError(UpheldError):
    """A report cannot be written where it was asked for."""


class JudgeError(UpheldError):
    """A judge raised, or returned something that is no judgement."""


def said(error: BaseException) -> str:
    """Return an error as one harmless line: its text may quote the context.

    Args:
        error: of somebody else's code.
    """
    text = "".join(c if c.isprintable() else " " for c in str(error)[: 4 * _SAID])
    text = " ".join(text.split())[:_SAID]
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
