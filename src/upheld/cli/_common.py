"""What several subcommands share: options of scoring, settings, streams and colour."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeVar, cast, get_args

import click

from upheld._types import CheckMode, Inference, Policy
from upheld.reports._look import Look, clean

if TYPE_CHECKING:
    from upheld._config import Loaded, Settings

__all__ = ["MODEL_SETTINGS", "load_settings", "look_at", "say", "scoring", "scoring_options", "stdout"]

_Command = TypeVar("_Command", bound=Callable[..., Any])

MODEL_SETTINGS = ("decomposer", "max_cost", "max_concurrency", "cache", "proof")
"""Settings of `scoring_options` that concern calls to a model."""

_STYLES: Mapping[str, Mapping[str, Any]] = {
    "good": {"fg": "green"},
    "bad": {"fg": "red"},
    "unsure": {"fg": "yellow"},
    "quiet": {"dim": True},
    "strong": {"bold": True},
}


def scoring_options(command: _Command) -> _Command:
    """Add the options that decide how claims are judged and scored."""
    for option in reversed(
        [
            click.option(
                "--judge", metavar="NAME", help="Judge, such as lexical or package.module:attribute."
            ),
            click.option(
                "--policy", type=click.Choice(get_args(Policy)), help="How verdicts become a score."
            ),
            click.option(
                "--inference", type=click.Choice(get_args(Inference)), help="How strictly support is taken."
            ),
            click.option(
                "--domain", metavar="NAME", help="Decide by the thresholds of a domain, such as medical."
            ),
            click.option(
                "--checks",
                type=click.Choice(get_args(CheckMode)),
                help="What checks in code do.  [default: veto]",
            ),
            click.option(
                "--empty-score", type=float, metavar="X", help="Score of an answer that has nothing to check."
            ),
            click.option(
                "--decomposer",
                metavar="NAME",
                help="What makes claims, such as rules, two_calls or one_call.",
            ),
            click.option("--max-concurrency", type=int, metavar="N", help="Calls to a model in flight."),
            click.option(
                "--max-cost", type=float, metavar="X", help="Money after which no call to a model is made."
            ),
            click.option(
                "--cache/--no-cache", default=None, help="Keep replies of a model.  [default: cache]"
            ),
            click.option(
                "--proof",
                type=click.Choice(("asked", "required")),
                help="What becomes of a model's verdict without proof.",
            ),
            click.option(
                "--dry-run",
                is_flag=True,
                help="Make no call to a model; say what would be sent, and its cost.",
            ),
        ]
    ):
        command = option(command)
    return command


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


def scoring(settings: Settings, *, dry_run: bool = False) -> dict[str, Any]:
    """Return the settings of scoring as keyword arguments of the API, tables merged over their defaults.

    Args:
        settings: the settings in force.
        dry_run: make no call to a model.

    Raises:
        ConfigurationError: the merged levels are not in order.
    """
    from upheld.metrics.levels import DOMAINS, LEVELS, Domain, Levels

    own = settings.levels
    return {
        "judge": settings.judge,
        "policy": settings.policy,
        "inference": settings.inference,
        "domain": settings.domain,
        "empty_score": settings.empty_score,
        "checks": settings.checks,
        "decomposer": settings.decomposer,
        "llm": {**_llm(settings), "dry_run": dry_run},
        "tolerance": {kind: str(amount) for kind, amount in settings.tolerance.items()},
        "levels": Levels(
            safe=LEVELS.safe if own.safe is None else own.safe,
            warning=LEVELS.warning if own.warning is None else own.warning,
        ),
        "domains": {
            **DOMAINS,
            **{name: Domain(deploy=t.deploy, review=t.review) for name, t in settings.domains.items()},
        },
    }


def _llm(settings: Settings) -> dict[str, Any]:
    """Return the options of calls to a model: those that are set in the table, and those that are settings themselves."""
    table = settings.llm.model_dump(exclude_none=True)
    return {**table, **{name: getattr(settings, name) for name in MODEL_SETTINGS if name != "decomposer"}}


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
