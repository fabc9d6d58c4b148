"""What several subcommands share: options of scoring, settings, streams and colour."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeVar, cast, get_args

import click

from upheld._errors import InputError
from upheld._options import MODEL_SETTINGS, scoring
from upheld._types import CheckMode, Inference, Policy
from upheld.reports._look import Look, clean
from upheld.reports._pick import samples

if TYPE_CHECKING:
    from upheld._config import Loaded, Settings

__all__ = [
    "MODEL_SETTINGS",
    "expect",
    "is_plan",
    "judging",
    "load_settings",
    "look_at",
    "model_options",
    "pairs",
    "say",
    "say_waiting",
    "scoring",
    "scoring_options",
    "show_plan",
    "stdout",
]

_Command = TypeVar("_Command", bound=Callable[..., Any])

_OF_VERDICTS = ("judge", "inference", "checks", "tolerance", "decomposer", "extractions", "llm")

_STYLES: Mapping[str, Mapping[str, Any]] = {
    "good": {"fg": "green"},
    "bad": {"fg": "red"},
    "unsure": {"fg": "yellow"},
    "quiet": {"dim": True},
    "strong": {"bold": True},
}


_INFERENCE = click.option(
    "--inference", type=click.Choice(get_args(Inference)), help="How strictly support is taken."
)
_CHECKS = click.option(
    "--checks", type=click.Choice(get_args(CheckMode)), help="What checks in code do.  [default: veto]"
)
_SCORING_OPTIONS = (
    click.option("--judge", metavar="NAME", help="Judge, such as lexical or package.module:attribute."),
    click.option("--policy", type=click.Choice(get_args(Policy)), help="How verdicts become a score."),
    _INFERENCE,
    click.option("--domain", metavar="NAME", help="Decide by the thresholds of a domain, such as medical."),
    _CHECKS,
    click.option(
        "--empty-score", type=float, metavar="X", help="Score of an answer that has nothing to check."
    ),
)
_MODEL_OPTIONS = (
    click.option(
        "--decomposer", metavar="NAME", help="What makes claims, such as rules, two_calls or one_call."
    ),
    click.option(
        "--extractions",
        type=int,
        metavar="N",
        help="Times a model splits each answer; the score is the mean.  [default: 1]",
    ),
    click.option(
        "--max-concurrency", type=int, metavar="N", help="Calls to a model in flight.  [default: 16]"
    ),
    click.option("--max-cost", type=float, metavar="X", help="Money after which no call to a model is made."),
    click.option("--cache/--no-cache", default=None, help="Keep replies of a model.  [default: cache]"),
    click.option(
        "--proof",
        type=click.Choice(("asked", "required")),
        help="What becomes of a model's verdict without proof.",
    ),
    click.option(
        "--dry-run", is_flag=True, help="Make no call to a model; say what would be sent, and its cost."
    ),
)


def _added(command: _Command, options: Sequence[Callable[[_Command], _Command]]) -> _Command:
    """Add options to a command, in the order in which its help shows them."""
    for option in reversed(options):
        command = option(command)
    return command


def model_options(command: _Command) -> _Command:
    """Add the options that concern calls to a model; of these, `MODEL_SETTINGS` are settings."""
    return _added(command, _MODEL_OPTIONS)


def scoring_options(command: _Command) -> _Command:
    """Add the options that decide how claims are judged and scored."""
    return _added(model_options(command), _SCORING_OPTIONS)


def verdict_options(command: _Command) -> _Command:
    """Add the options that decide how claims are judged, whatever becomes of the verdicts."""
    return _added(command, (_INFERENCE, _CHECKS))


def input_options(command: _Command) -> _Command:
    """Add the options that say how files are read."""
    return _added(
        command,
        (
            click.option(
                "--format",
                metavar="NAME",
                help="Input format, where it is not found by its keys; see `upheld formats`.",
            ),
            click.option(
                "--map",
                "mapping",
                multiple=True,
                metavar="FIELD=PATH",
                callback=pairs,
                help="Where a field is found.",
            ),
            click.option("--encoding", metavar="NAME", help="Encoding of the input, such as cp1252."),
        ),
    )


def output_options(formats: Iterable[str]) -> Callable[[_Command], _Command]:
    """Return what adds the options that say where a report goes, and in which of some formats."""
    options = (
        click.option(
            "-o", "--output", metavar="OUT", help="Write the report to a file; its suffix gives the format."
        ),
        click.option(
            "--output-format",
            type=click.Choice([*formats]),
            help="Format of the report.  [default: text]",
        ),
    )
    return lambda command: _added(command, options)


def judging(settings: Settings, *, dry_run: bool) -> dict[str, Any]:
    """Return the settings that decide on verdicts, and not on scores, as keyword arguments; for what measures a judge.

    Args:
        settings: the settings in force.
        dry_run: make no call to a model.
    """
    told = scoring(settings, dry_run=dry_run)
    return {name: told[name] for name in _OF_VERDICTS}


def is_plan(note: str) -> bool:
    """Say whether a note of a run tells what a dry run would send: it is the result, and goes to standard output."""
    return note.startswith("dry run")


def show_plan(notices: Sequence[str], count: int) -> None:
    """Print what a dry run says that a run would send.

    Args:
        notices: of the run.
        count: samples it went through.
    """
    plans = [note for note in notices if is_plan(note)]
    for line in plans or [f"dry run: {samples(count)}, no call to a model"]:
        click.echo(clean(line))


def pairs(_ctx: click.Context, _param: click.Parameter, values: Sequence[str]) -> dict[str, str]:
    """Turn ``--map answer=my_col`` into a mapping."""
    found: dict[str, str] = {}
    for value in values:
        key, sign, path = value.partition("=")
        if not sign or not key.strip() or not path.strip():
            msg = (
                f"{value!r} is not of the form FIELD=PATH, such as answer=my_col or contexts=out.docs[].text"
            )
            raise click.BadParameter(msg)
        if key.strip() in found:
            msg = f"{key.strip()!r} is mapped twice"
            raise click.BadParameter(msg)
        found[key.strip()] = path.strip()
    return found


def expect(files: Sequence[str]) -> None:
    """Find a file that is missing before the work on those named before it, and say what a terminal waits for.

    Raises:
        InputError: one does not exist.
    """
    for name in files:
        if name != "-" and not Path(name).exists():
            msg = f"{name}: no such file; check the path (the current folder is {Path.cwd()})"
            raise InputError(msg)
    if "-" in files:
        say_waiting()


def say_waiting() -> None:
    """Say that standard input is read, where that is a terminal: nothing else would tell what the command waits for."""
    if sys.stdin is not None and sys.stdin.isatty():
        say("reading standard input; end it with Ctrl-D")


def load_settings(options: Mapping[str, Any], names: tuple[str, ...]) -> Loaded:
    """Join options, environment and file; warnings go to standard error.

    Args:
        options: all options of the command.
        names: those that are settings.

    Raises:
        ConfigurationError: a key is unknown or a value is not allowed.
    """
    from upheld._config import load
    from upheld._plugins import load as load_plugins

    loaded = load({name: options[name] for name in names}, os.environ, Path.cwd())
    for warning in loaded.warnings:
        say(f"warning: {warning}")
    load_plugins(loaded.settings.plugins)
    return loaded


def say(message: str) -> None:
    """Write one clean line to standard error."""
    click.echo(clean(message), err=True)


def stdout() -> TextIO:
    """Return standard output, made so that no text can fail to be encoded; a sink where there is none."""
    if sys.stdout is None:
        return cast("TextIO", io.StringIO())
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    return sys.stdout


def look_at(stream: TextIO) -> Look:
    """Return the look that fits a stream, with colour where a person and the environment want it.

    Args:
        stream: where the text will be written. ``NO_COLOR`` and ``TERM=dumb`` switch colour off, ``FORCE_COLOR`` on.
    """
    look = Look.of(stream)
    return look.painted(_paint) if _wants_colour(stream) else look


def _wants_colour(stream: TextIO) -> bool:
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def _paint(style: str, text: str) -> str:
    return click.style(text, **_STYLES[style])
