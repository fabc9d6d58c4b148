"""The error of DeepEval that code for it catches."""

from __future__ import annotations

from upheld._errors import InputError
from upheld.compat._shared import adopted

__all__ = ["MissingTestCaseParamsError", "missing_error"]


class MissingTestCaseParamsError(InputError):
    """A test case lacks what a metric needs."""


def missing_error(message: str) -> MissingTestCaseParamsError:
    """Return the error, which is DeepEval's own too where that is loaded: its runner knows what to do with it.

    Args:
        message: what is missing.
    """
    error: MissingTestCaseParamsError = adopted(
        MissingTestCaseParamsError, "deepeval.errors", "MissingTestCaseParamsError"
    )(message)
    return error
