"""The command ``upheld``: one module per subcommand, loaded when it is called.

Exit codes: 0 passed, 1 a gate failed, 2 usage, configuration or input/output, 3 internal error, 130 interrupted.
Standard output holds the report alone; everything else goes to standard error.
"""

from __future__ import annotations

import difflib
import importlib
import os
import signal
import sys
import traceback
from typing import Any, NoReturn

import click

from upheld._errors import UpheldError

__all__ = ["cli", "main"]

FAILED, WRONG, INTERNAL, INTERRUPTED, PIPE_CLOSED = 1, 2, 3, 130, 141

_WHOLE = 1000  # characters of help, more than any first sentence has
_COMMANDS = ("check", "eval", "judge-report", "probe", "compare", "cache", "formats", "config")


class _Commands(click.Group):
    """Loads a subcommand when it is asked for, and turns every exception into one line and an exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return [*_COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        if cmd_name not in _COMMANDS:
            close = difflib.get_close_matches(cmd_name, _COMMANDS, n=1)
            hint = f" Did you mean {close[0]!r}?" if close else ""
            ctx.fail(f"No such command {cmd_name!r}.{hint} There are {', '.join(_COMMANDS)}.")
        command: click.Command = importlib.import_module(f"upheld.cli.{cmd_name.replace('-', '_')}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands with their whole first sentences, folded; click itself would cut them to one line."""
        rows = [(name, self.get_command(ctx, name).get_short_help_str(_WHOLE)) for name in _COMMANDS]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            value = super().invoke(ctx)
            if sys.stdout is not None:
                sys.stdout.flush()  # a full disk or a closed pipe must be met here, not when the interpreter ends
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except KeyboardInterrupt:
            _say("interrupted")
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:
            silence_stdout()
            ctx.exit(PIPE_CLOSED)
        except UpheldError as error:
            _trace()
            _say(f"error: {error}")
            ctx.exit(WRONG)
        except OSError as error:
            silence_stdout()
            _trace()
            _say(f"error: {error.strerror or error}{f': {error.filename}' if error.filename else ''}")
            ctx.exit(WRONG)
        except Exception as error:  # noqa: BLE001 - becomes exit code 3 with one line; a traceback on request
            shown = _trace()
            _say(f"internal error: {type(error).__name__}: {error}")
            if not shown:
                _say("this is a bug in upheld or in a judge of yours; UPHELD_DEBUG=1 shows the traceback")
            ctx.exit(INTERNAL)
        else:
            return value


def _say(message: str) -> None:
    from upheld.reports._look import clean

    click.echo(clean(message), err=True)


def _trace() -> bool:
    """Print the traceback where ``UPHELD_DEBUG`` asks for it."""
    wanted = os.environ.get("UPHELD_DEBUG", "") not in ("", "0")
    if wanted:
        from upheld.reports._look import clean

        click.echo(clean(traceback.format_exc(), keep_lines=True), err=True)
    return wanted


def silence_stdout() -> None:
    """Send what is still in the buffer of standard output nowhere: its reader is gone, or its disk is full."""
    try:
        descriptor = sys.stdout.fileno()
    except (AttributeError, OSError, ValueError):
        return  # no real file below it, so nothing is flushed at exit
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, descriptor)
    os.close(sink)


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 passed, 1 gate failed, 2 usage, configuration or I/O, 3 internal error, 130 interrupted.",
)
@click.version_option(package_name="upheld", message="%(prog)s %(version)s")
def cli() -> None:
    """Measure whether answers are faithful to the context that they were given."""


def main() -> NoReturn:
    """Run the command line and leave the process with its exit code."""
    try:
        cli(prog_name="upheld")
    except SystemExit as end:
        if end.code == INTERRUPTED:
            # All is written. Another Ctrl-C while Python shuts down ends the process at once, without a traceback.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
        raise
    raise SystemExit(0)  # pragma: no cover - click leaves the process itself
