"""The assertion: an answer is faithful to its context, or the test says which claim is not, and what the context says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from upheld._errors import ConfigurationError, InputError, UpheldError
from upheld._types import Sample
from upheld.metrics.faithfulness import NOTHING_FALSE
from upheld.metrics.levels import reaches
from upheld.pytest_plugin._session import Session, beside

if TYPE_CHECKING:
    import pytest

    from upheld._types import Chunk, Result

__all__ = ["Faithfulness", "UnfaithfulError", "assert_faithful", "current"]

_MARK: Final = "faithfulness"
_ACTIVE: Final[list[tuple[Session, pytest.Item]]] = []
"""The running test, the last one where pytest runs inside pytest. No context variable: threads of a test, and tasks of an event
loop that is older than the test, must see it, too."""


class UnfaithfulError(AssertionError):
    """An answer is not faithful enough.

    Attributes:
        result: the result.
    """

    def __init__(self, message: str, result: Result) -> None:
        super().__init__(message)
        self.result = result


UnfaithfulError.__module__ = (
    "upheld.pytest_plugin"  # where it is imported from, and what a failing test shows
)


@contextmanager
def current(session: Session, item: pytest.Item) -> Iterator[None]:
    """Make a session and its running test known to `assert_faithful`."""
    _ACTIVE.append((session, item))
    try:
        yield
    finally:
        _ACTIVE.pop()


@lru_cache(maxsize=1)
def _alone() -> Session:
    """Return the session of calls outside of pytest, or with the plugin switched off."""
    return Session({}, Path.cwd())


def assert_faithful(
    answer: str | Sample | None,
    contexts: str | Sequence[str | Chunk | Mapping[str, Any]] | None = None,
    question: str | None = None,
    *,
    claims: Sequence[str] | None = None,
    **options: Any,
) -> Result:
    """Fail unless an answer is faithful to its context.

    An answer with a score passes where `score_low`, in which a claim that the judge gave no verdict on counts as not
    supported, reaches `min_score`. A refusal and an answer without claims pass: nothing false is said. An empty answer, a
    broken record and an answer that nothing could be said about fail.

    Args:
        answer: the answer; or a whole `Sample`, such as a case of `cases`.
        contexts: the chunks, as for `upheld.check`.
        question: what was asked.
        claims: claims to check instead of those made from the answer.
        **options: ``min_score``: least score, 0 to 1; without it, and without one in the settings (``--upheld-min-score``,
            ``fail_under_sample``), the score at which the ``domain`` may be deployed, else that of a ``safe`` answer (0.9). And
            the options of `upheld.check`: judge, policy, inference, domain, empty_score, levels, domains, checks,
            tolerance, decomposer, llm. What is not given is taken from the marker ``faithfulness`` of the test, the
            command line, the ini file, and the settings of upheld, in this order.

    Returns:
        The result.

    Raises:
        UnfaithfulError: the answer is not faithful enough; an `AssertionError` whose text shows each claim that fails, with its
            evidence or the closest passage.
        ConfigurationError: an option is unknown or wrong.
        InputError: `contexts` or `claims` hold something that is no text.

    Example:
        >>> assert_faithful("It is open on Monday.", ["It is open on Monday."], judge="lexical").score
        1.0
    """
    __tracebackhide__ = True
    result, needed = _checked(answer, contexts, question, claims, options)
    problem = _problem(result, needed)
    _keep(result, needed, passed=problem is None)
    if problem is not None:
        raise UnfaithfulError(_explained(problem, result), result)
    return result


class Faithfulness:
    """What the fixture ``faithfulness`` gives: call it to assert, or look with `check`."""

    def __call__(self, *args: Any, **options: Any) -> Result:
        """Fail unless an answer is faithful; as `assert_faithful`."""
        __tracebackhide__ = True
        return assert_faithful(*args, **options)

    def check(
        self,
        answer: str | Sample | None,
        contexts: Any = None,
        question: str | None = None,
        *,
        claims: Sequence[str] | None = None,
        **options: Any,
    ) -> Result:
        """Return the result of an answer, whatever it is; arguments as for `assert_faithful`."""
        __tracebackhide__ = True
        result, needed = _checked(answer, contexts, question, claims, options)
        _keep(result, needed, passed=None)
        return result


def _sample(
    answer: str | Sample | None, contexts: Any, question: str | None, claims: Sequence[str] | None
) -> Sample:
    from upheld._api import sample_of

    if not isinstance(answer, Sample):
        return sample_of(answer, contexts, question, claims)
    if contexts is not None or question is not None or claims is not None:
        msg = "a sample brings its own contexts, question and claims: leave them out, or give its answer, sample.answer"
        raise InputError(msg)
    return answer


def _checked(
    answer: str | Sample | None,
    contexts: Any,
    question: str | None,
    claims: Sequence[str] | None,
    options: Mapping[str, Any],
) -> tuple[Result, float]:
    """Check an answer in the session of the running test."""
    __tracebackhide__ = True
    try:
        sample = _sample(answer, contexts, question, claims)
        if not _ACTIVE:
            return _alone().checked(sample, options)
        session, item = _ACTIVE[-1]
        return session.checked(sample, {**_marked(item), **options})
    except UpheldError as error:
        raise error.with_traceback(None)  # noqa: B904 - the same error: it says what to do, its way through our code does not


def _marked(item: pytest.Item) -> dict[str, Any]:
    """Return the options of a test's markers, the closest one first."""
    found: dict[str, Any] = {}
    for mark in item.iter_markers(_MARK):
        if mark.args:
            msg = f"the marker faithfulness takes named options only, such as faithfulness(min_score=0.9): {mark.args[0]!r:.80}"
            raise ConfigurationError(msg)
        found = {**mark.kwargs, **found}
    return found


def _keep(result: Result, needed: float, *, passed: bool | None) -> None:
    """Keep a result for the summary, and as properties of the test, which JUnit files show."""
    if not _ACTIVE:
        return
    session, item = _ACTIVE[-1]
    session.keep(item.nodeid, result, needed, passed=passed)
    number = 1 + sum(name.startswith("upheld_status") for name, _ in item.user_properties)
    end = "" if number == 1 else f"_{number}"
    item.user_properties += [
        (f"upheld_score{end}", "none" if result.score is None else f"{result.score:.4f}"),
        (f"upheld_status{end}", result.status),
        (f"upheld_signature{end}", result.signature),
    ]


def _problem(result: Result, needed: float) -> str | None:
    """Say why an answer does not pass; None where it does."""
    if result.score_low is not None:
        if reaches(result.score_low, needed):
            return None
        score, least = beside(result.score_low, needed)
        return f"the answer is not faithful enough: score {score}, needed {least}"
    if result.status in NOTHING_FALSE:
        return None
    if result.status == "failed":
        return "the answer could not be checked"
    if result.status == "empty_answer":
        return "there is no answer"
    return "the answer has no score"


def _explained(problem: str, result: Result) -> str:
    """Return the text of a failure: why, and each claim that does not hold, with its proof."""
    from upheld.reports._pick import failing
    from upheld.reports.text import result_text

    return f"{problem}\n{result_text(replace(result, claims=tuple(failing(result))))}"
