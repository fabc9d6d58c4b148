"""Capturing: questions go through the user's own pipeline, and become samples that can be scored."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import ExitStack
from itertools import islice
from typing import TYPE_CHECKING, Any, cast

from upheld._api import check_source, drawn, is_whole, paths_of
from upheld._capture.calls import Calls, own_portal
from upheld._capture.save import saving
from upheld._capture.target import resolve_target
from upheld._errors import ConfigurationError
from upheld.llm.portal import in_order
from upheld.pipeline import until_error
from upheld.readers import is_frame
from upheld.readers.questions import question_of, read_questions

if TYPE_CHECKING:
    from os import PathLike

    from upheld._api import Source
    from upheld._types import Sample

__all__ = ["capture"]

_GOES_ON = "interrupted: what was answered is still scored; interrupt again to end at once"
_AHEAD = 4  # samples under way or waiting for the one before them, for each call at once
_RETURNED = ("answer", "contexts", "claims")


class CaptureInterrupted(KeyboardInterrupt, Exception):  # noqa: N818 - an interrupt, named as one
    """Ctrl-C while questions were being answered.

    It is an `Exception` too, since it ends the samples and not the scoring: those that were answered, and maybe paid for, get their
    scores before it is raised.
    """


def capture(
    source: Source,
    target: str | Callable[..., Any],
    *,
    concurrency: int = 4,
    timeout: float = 120.0,
    save: str | PathLike[str] | None = None,
    mapping: Mapping[str, str] | None = None,
    encoding: str | None = None,
    limit: int | None = None,
    sample: int | None = None,
    seed: int = 0,
    notify: Callable[[str], None] | None = None,
) -> Generator[Sample, None, None]:
    """Answer questions with your own pipeline, and yield the samples to score, in the order of the questions.

    What goes wrong with one question (an error, no answer in time, a result without contexts) is the `problem` of its sample.
    A few questions are answered ahead while samples are taken one by one, so memory does not grow with the file.

    Args:
        source: a path, ``-`` for standard input, a list of paths, a data frame, or an iterable of records with a question, or of `Sample` objects.
            Answers and contexts in it are not read.
        target: ``package.module:function`` (the current folder is importable), or a callable, plain or async. It is called with
            the question, or with the whole `Sample` if its first parameter is named ``sample``, and returns
            ``(answer, contexts)``, or a mapping or an object that has both. A plain one is called from several threads.
        concurrency: most calls at once.
        timeout: seconds for one question. A plain function that takes longer cannot be stopped: it is left behind.
        save: file to write the samples to as JSON Lines, each as it is done, so that they can be scored again without the
            pipeline. A question without an answer is written without one.
        mapping: where fields are: ``answer``, ``contexts`` and ``claims`` in what the target returns, all others in the records of
            `source`.
        encoding: of the files; None: detect it.
        limit: take so many questions.
        sample: draw so many questions at random, kept in order.
        seed: of that draw.
        notify: called with warnings, each one line.

    Returns:
        The samples. Closing it cancels what is under way.

    Raises:
        ConfigurationError: an option is wrong, or the target cannot be found, loaded or called so.
        InputError: the source cannot be read.
        OutputError: the file of samples cannot be written.
        KeyboardInterrupt: the run was interrupted; a run over the samples scores what was answered before.

    Example:
        >>> rows = [{"question": "Is it open?"}]
        >>> [s.answer for s in capture(rows, lambda question: ("It is.", ["It is open."]))]
        ['It is.']
    """
    for name, value, least in (("concurrency", concurrency, 1), ("limit", limit, 0), ("sample", sample, 1)):
        if value is not None and (not is_whole(value) or value < least):
            msg = f'"{name}" must be a whole number, at least {least}: {value!r:.80}'
            raise ConfigurationError(msg)
    if not isinstance(timeout, int | float) or not math.isfinite(timeout) or timeout <= 0:
        msg = f'"timeout" must be a number of seconds above 0: {timeout!r:.80}'
        raise ConfigurationError(msg)
    check_source(source)
    given = dict(mapping or {})
    returned = {field: given.pop(field) for field in _RETURNED if field in given}
    calls = Calls(resolve_target(target), concurrency, timeout, returned)
    questions: Iterator[Sample] = islice(_questions(source, given, encoding, notify), limit)
    if sample is not None:
        questions = iter(drawn(questions, sample, seed))
    inputs = [os.fspath(path) for path in paths_of(source) if not hasattr(path, "read")]
    return _captured(questions, calls, (save, inputs), notify or (lambda _text: None))


def _questions(
    source: Source,
    mapping: Mapping[str, str],
    encoding: str | None,
    notify: Callable[[str], None] | None,
) -> Iterator[Sample]:
    paths = [source] if is_frame(source) else paths_of(source)
    for path in paths:
        yield from read_questions(path, mapping=mapping, encoding=encoding, notify=notify)
    if not paths:
        records = cast("Iterable[Mapping[str, Any] | Sample]", source)
        for number, record in enumerate(records, 1):
            yield question_of(record, number, mapping)


def _captured(
    questions: Iterable[Sample],
    calls: Calls,
    save: tuple[str | PathLike[str] | None, list[str]],
    tell: Callable[[str], None],
) -> Generator[Sample, None, None]:
    errors: list[Exception] = []
    with ExitStack() as stack:
        write = stack.enter_context(saving(*save))
        portal = stack.enter_context(own_portal())
        stack.callback(calls.threads.end)
        found = in_order(calls.answer, until_error(questions, errors), _AHEAD * calls.concurrency, portal)
        stack.callback(found.close)
        try:
            for _, outcome in found:
                if isinstance(outcome, Exception):
                    raise outcome
                write(outcome)
                yield outcome
        except KeyboardInterrupt as stop:
            errors.append(CaptureInterrupted(*stop.args))
            tell(_GOES_ON)
    if errors:
        raise errors[0]
