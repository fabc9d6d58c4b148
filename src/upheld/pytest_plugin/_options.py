"""The options of the plugin, on the command line and in the ini file."""

from __future__ import annotations

import argparse
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, get_args

import pytest

from upheld._errors import ConfigurationError
from upheld._types import Policy
from upheld.reports import SUFFIXES

__all__ = ["OPTIONS", "Option", "given"]

_DEFAULT = "upheld-report"
_NUMBER: Final = "float" if pytest.version_tuple >= (8, 4) else None  # as a number in TOML, too


def _score(text: str | float) -> float:
    """Read a score.

    Raises:
        argparse.ArgumentTypeError: it is no number between 0 and 1.
    """
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0.0 <= value <= 1.0:
        msg = f"{text!r:.80} is not a number between 0 and 1"
        raise argparse.ArgumentTypeError(msg)
    return value


def _judge(text: str) -> str:
    """Read the name of a judge. One of the user's own, or with a model, is not made before an answer is checked.

    Raises:
        argparse.ArgumentTypeError: there is no such judge.
    """
    # Each judge with a name is a module of `judges`; that package is loaded only to say what is wrong with another name.
    folder = Path(__file__).parent.parent / "judges"
    if ":" in text or any(module.name == text for module in pkgutil.iter_modules([str(folder)])):
        return text
    from upheld.judges import resolve_judge

    try:
        resolve_judge(text)
    except ConfigurationError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def _policy(text: str) -> str:
    """Read a policy.

    Raises:
        argparse.ArgumentTypeError: there is no such policy.
    """
    if text not in get_args(Policy):
        msg = f"{text!r:.80} is no policy: use {', '.join(get_args(Policy))}"
        raise argparse.ArgumentTypeError(msg)
    return text


def _report(text: str) -> str:
    """Read the name of a report; that of a format alone means a file of the default name.

    Raises:
        argparse.ArgumentTypeError: the suffix stands for no format.
    """
    name = f"{_DEFAULT}.{text}" if f".{text}" in SUFFIXES else text
    if Path(name).suffix.lower() not in SUFFIXES:
        msg = (
            f"the name {text!r:.200} does not say the format of the report: end it with {', '.join(SUFFIXES)}"
        )
        raise argparse.ArgumentTypeError(msg)
    return name


@dataclass(frozen=True, slots=True)
class Option:
    """One option.

    Attributes:
        name: name of the setting.
        metavar: what its value is called in the help.
        help: what it does.
        read: turns its text into its value; of a type that pytest-xdist can send.
        ini_type: type of its value in the ini file; None: a text.
        is_file: it names a file to write.
    """

    name: str
    metavar: str
    help: str
    read: Callable[[str], Any] = str
    is_file: bool = False
    ini_type: Literal["float"] | None = None

    @property
    def flag(self) -> str:
        """Name on the command line."""
        return f"--upheld-{self.name.replace('_', '-')}"

    @property
    def dest(self) -> str:
        """Name in ``config.option``; the same in the ini file."""
        return f"upheld_{self.name}"

    ini = dest


OPTIONS = (
    Option(
        "judge",
        "NAME",
        "judge of the answers, such as embedded, lexical or llm:MODEL (default: embedded)",
        _judge,
    ),
    Option(
        "min_score",
        "X",
        "least score of an answer that passes, 0 to 1 (default: 0.9)",
        _score,
        ini_type=_NUMBER,
    ),
    Option("policy", "NAME", "how verdicts become a score: strict, lenient or graded", _policy),
    Option("domain", "NAME", "take the score at which this domain may be deployed, such as medical"),
    Option("save", "FILE", "write all results as JSON lines to FILE", is_file=True),
    Option(
        "report",
        "FILE",
        f"write a report to FILE{', '.join(SUFFIXES)}; html alone means {_DEFAULT}.html",
        _report,
        is_file=True,
    ),
)


def given(config: pytest.Config) -> Mapping[str, Any]:
    """Return the options that were given, on the command line before the ini file; files as absolute paths.

    A relative path starts where pytest was called, or at the folder of the ini file that names it.

    Raises:
        pytest.UsageError: a value of the ini file is not allowed, or a file cannot be written there.
    """
    found = {}
    for option in OPTIONS:
        value, folder = config.getoption(option.dest, None), config.invocation_params.dir
        if value is None:
            value, folder = _of_ini(option, config), (config.inipath or config.rootpath / "_").parent
        if value is not None:
            found[option.name] = _file(option, folder / value) if option.is_file else value
    return found


def _of_ini(option: Option, config: pytest.Config) -> Any:
    try:
        value = config.getini(option.ini)
        return None if value in (None, "") else option.read(value)
    except (argparse.ArgumentTypeError, TypeError, ValueError, pytest.UsageError) as error:
        msg = f"{config.inipath or 'ini file'}: {option.ini}: {error} ({option.help})"
        raise pytest.UsageError(msg) from None


def _file(option: Option, path: Path) -> Path:
    """Refuse a file that cannot be written, before any test runs."""
    problem = None
    if path.is_dir():
        problem = f"{str(path)!r:.200} is a folder; name a file"
    elif not path.parent.is_dir():
        problem = f"the folder {str(path.parent)!r:.200} does not exist"
    if problem is not None:
        msg = f"{option.flag}: {problem}"
        raise pytest.UsageError(msg)
    return path
