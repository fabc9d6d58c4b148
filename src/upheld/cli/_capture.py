"""Options of ``upheld eval`` that let the user's own pipeline answer first."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import closing, contextmanager, redirect_stdout
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from upheld._types import Sample

__all__ = ["captured", "check_target", "target_options"]

_Command = TypeVar("_Command", bound=Callable[..., Any])

_ONLY_WITH = ("target_concurrency", "target_timeout", "save_captured")
_NOT_WITH = {
    "dry_run": "it would run your pipeline: capture first, with --save-captured, then plan with that file",
    "format": "questions are read under the keys of all formats; say --map question=PATH for another",
}


def target_options(command: _Command) -> _Command:
    """Add the options that call a pipeline."""
    for option in reversed(
        [
            click.option(
                "--target",
                metavar="MODULE:FUNCTION",
                help="Answer the questions in FILE with your own pipeline first: a function, plain or async, of the question, which returns (answer, contexts).",
            ),
            click.option(
                "--target-concurrency",
                type=click.IntRange(min=1),
                metavar="N",
                help="Calls of the target at once.  [default: 4]",
            ),
            click.option(
                "--target-timeout",
                type=click.FloatRange(min=0.0, min_open=True),
                metavar="S",
                help="Seconds that the target has for one question.  [default: 120]",
            ),
            click.option(
                "--save-captured",
                metavar="OUT.jsonl",
                help="Write what the target answered, to be scored again without it.",
            ),
        ]
    ):
        command = option(command)
    return command


def check_target(options: Mapping[str, Any]) -> None:
    """Refuse options that make no sense together.

    Raises:
        UsageError: an option needs ``--target``, or cannot be given with it.
    """
    if options["target"] is None:
        alone = next((name for name in _ONLY_WITH if options[name] is not None), None)
        if alone is not None:
            msg = f"{_flag(alone)} needs --target"
            raise click.UsageError(msg)
        return
    for name, why in _NOT_WITH.items():
        if options[name]:
            msg = f"{_flag(name)} cannot be given with --target: {why}"
            raise click.UsageError(msg)


@contextmanager
def captured(
    options: Mapping[str, Any], seed: int, notify: Callable[[str], None]
) -> Iterator[Iterable[Sample]]:
    """Answer the questions with the target; what it prints meanwhile goes to standard error.

    Args:
        options: of the command.
        seed: of ``--sample``.
        notify: called with warnings.

    Yields:
        The samples, as they are answered.
    """
    from upheld._capture import capture

    limits = {"concurrency": options["target_concurrency"], "timeout": options["target_timeout"]}
    with redirect_stdout(sys.stderr):
        samples = capture(
            [*options["files"]],
            options["target"],
            **{name: value for name, value in limits.items() if value is not None},
            save=options["save_captured"],
            mapping=options["mapping"] or None,
            encoding=options["encoding"],
            limit=options["limit"],
            sample=options["sample"],
            seed=seed,
            notify=notify,
        )
        with closing(samples):
            yield samples


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"
