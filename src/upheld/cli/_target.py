"""Where a report goes: checked before the work, replaced in one step after it."""

from __future__ import annotations

import os
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from upheld._errors import OutputError
from upheld._extras import needed
from upheld.cli._common import stdout
from upheld.reports import SUFFIXES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

__all__ = ["format_of", "opened", "suffix_format"]

_LIBRARIES = {"parquet": "pyarrow", "arrow": "pyarrow"}


def format_of(path: str | None) -> str | None:
    """Return the output format that a file's name asks for; None for standard output, devices and folders.

    Args:
        path: as given with ``-o``.

    Raises:
        OutputError: the suffix says nothing.
        ConfigurationError: what writes the format is not installed.
    """
    if _is_stdout(path) or (Path(str(path)).exists() and not Path(str(path)).is_file()):
        return None
    suffix = Path(str(path)).suffix.lower()
    if suffix not in SUFFIXES:
        msg = (
            f"cannot tell the output format from the name {str(path)!r}: use --output-format,"
            f" or one of the suffixes {', '.join(SUFFIXES)}"
        )
        raise OutputError(msg)
    format_ = SUFFIXES[suffix]
    if format_ in _LIBRARIES:  # found before the work, not after it
        needed(_LIBRARIES[format_], f"a {suffix} file")
    return format_


def suffix_format(output: str | None, formats: Mapping[str, str], what: str) -> str:
    """Return the format that the suffix of an output file stands for; text where there is none.

    Args:
        output: the file; None or ``-``: standard output.
        formats: those that there are, each with its suffix.
        what: is written, as the message should name it.

    Raises:
        UsageError: it stands for another one.
    """
    wanted = format_of(output) or "text"
    if wanted not in formats:
        msg = (
            f"{what} cannot be written as {wanted}: use {', '.join(formats)} ({', '.join(formats.values())})"
        )
        raise click.UsageError(msg)
    return wanted


@contextmanager
def opened(path: str | None, inputs: Sequence[str]) -> Iterator[TextIO]:
    """Open the place of a report; a file appears under its name only when all is written.

    Args:
        path: a file, or None or ``-`` for standard output.
        inputs: files that are read; none of them may be overwritten.

    Yields:
        A stream for text.

    Raises:
        OutputError: the report cannot be written there; raised before anything is done, or when writing fails.
    """
    if _is_stdout(path):
        yield stdout()
        return
    if _is_special(Path(str(path))):
        with _named(str(path)), Path(str(path)).open("w", encoding="utf-8", newline="") as stream:
            yield stream
        return
    target = Path(os.path.realpath(str(path)))  # the file behind a link is replaced, not the link
    _refuse(str(path), target, inputs)
    with _named(str(path)):
        handle, name = tempfile.mkstemp(prefix=".upheld-", suffix=".part", dir=target.parent)
    try:
        with _named(str(path)):
            with os.fdopen(handle, "w", encoding="utf-8", newline="", buffering=1) as stream:
                yield stream
            Path(name).chmod(_mode(target))
            Path(name).replace(target)
    finally:
        with suppress(FileNotFoundError):
            Path(name).unlink()


def _is_stdout(path: str | None) -> bool:
    return path is None or path == "-"


def _is_special(path: Path) -> bool:
    """Tell devices and pipes, which are written to and never replaced."""
    return path.exists() and not path.is_file() and not path.is_dir()


def _refuse(shown: str, target: Path, inputs: Sequence[str]) -> None:
    """Find what is wrong with a place before the work is done."""
    folder = target.parent
    problem = None
    if target.is_dir():
        problem = "it is a folder"
    elif not folder.is_dir():
        problem = f"the folder {str(folder)!r} does not exist"
    elif any(_same(target, Path(name)) for name in inputs if name != "-"):
        problem = "it is one of the input files"
    elif not os.access(target if target.exists() else folder, os.W_OK):
        problem = "no permission to write there"
    if problem:
        msg = f"cannot write {shown!r}: {problem}"
        raise OutputError(msg)


def _same(one: Path, other: Path) -> bool:
    return one.exists() and other.exists() and one.samefile(other)


def _mode(target: Path) -> int:
    """Keep the permissions of the file that is replaced; for a new one take what the umask leaves."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


@contextmanager
def _named(path: str) -> Iterator[None]:
    """Turn an error of the system into one that names the file."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        msg = f"cannot write {path!r}: {error.strerror or error}"
        raise OutputError(msg) from error
