"""Bytes to text: paths, standard input and file objects, gzip, encodings.

Lines end at a line feed and nowhere else: a JSON text may hold U+2028, and a CSV cell a carriage return.
"""

from __future__ import annotations

import codecs
import gzip
import io
import os
import sys
import zlib
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias, cast

from upheld._errors import ConfigurationError, InputError
from upheld.readers.values import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["Source", "check_encoding", "decoded_lines", "opened", "source_name", "text_lines"]

Source: TypeAlias = "str | os.PathLike[str] | BinaryIO"

_HEAD = 4096
_MAX_NAME = 4096
_BUFFER = 1 << 18
_GZIP = b"\x1f\x8b"
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    # The marks of UTF-32 begin with those of UTF-16, so they are tried first.
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Where the NUL bytes are in the first four bytes, when text that starts with two ASCII characters has no mark.
_NULS = {
    (False, True, True, True): "utf-32-le",
    (True, True, True, False): "utf-32-be",
    (False, True, False, True): "utf-16-le",
    (True, False, True, False): "utf-16-be",
}
_NOT_TEXT = (
    (b"PK\x03\x04", "a zip archive, an Excel workbook or a Word document"),
    (b"\xd0\xcf\x11\xe0", "an old Excel workbook"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"%PDF-", "a PDF"),
    (b"\x89PNG", "a picture"),
    (b"(\xb5/\xfd", "packed with zstd"),
    (b"\xfd7zXZ", "packed with xz"),
    (b"BZh9", "packed with bzip2"),
)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What a source is read for, and so what to do about one that is something else.

    Attributes:
        instead_of_bytes: what to do with a file that is no text.
        instead_of_other: what to do with a text of another encoding.
    """

    instead_of_bytes: str
    instead_of_other: str


_RECORDS = _Wanted(
    "save it as JSON Lines, JSON, CSV, Parquet or Arrow (gzip is fine)",
    "save it as UTF-8, or name its encoding: --encoding cp1252 (in Python: encoding=)",
)
_PLAIN = _Wanted(
    "plain text is wanted here: save its text in a file of its own, as UTF-8",
    "save it as UTF-8, such as with: iconv -f CP1252 -t UTF-8",
)


def source_name(source: Source) -> str:
    """Return the name of a source as it stands in messages: the path as given, or what the file object says."""
    if isinstance(source, str | os.PathLike):
        return "<stdin>" if source == "-" else shown(os.fspath(source), _MAX_NAME)
    name = getattr(source, "name", None)
    return shown(name, _MAX_NAME) if isinstance(name, str) else "<input>"


def check_encoding(encoding: str) -> str:
    """Return the normal name of an encoding.

    Raises:
        ConfigurationError: Python has no such text encoding.
    """
    try:
        "a".encode(encoding)  # refuses hex, zip and the like, which are no text
        return codecs.lookup(encoding).name
    except (LookupError, ValueError) as error:
        msg = f"unknown encoding: {shown(encoding)!r}; use a name such as utf-8, utf-16, cp1252 or shift_jis"
        raise ConfigurationError(msg) from error


def text_lines(source: Source, encoding: str | None, notify: Callable[[str], None]) -> Iterator[str]:
    """Yield the lines of a plain text, each with its line feed, one in memory at a time.

    Args:
        source: a path, ``"-"`` for standard input, or a binary file object (which stays open).
        encoding: None to find it out: by a byte order mark, by where NUL bytes are, else UTF-8.
        notify: told once, with the first line, when bytes do not fit the encoding and became U+FFFD.

    Raises:
        InputError: it cannot be opened, is no text, or breaks off.
    """
    name = source_name(source)
    with opened(source) as (head, stream):
        yield from decoded_lines(head, stream, encoding, name, notify, wanted=_PLAIN)


@contextmanager
def opened(source: Source) -> Iterator[tuple[bytes, BinaryIO]]:
    """Open a source, unpack it where it is gzip, and look at how it begins.

    Args:
        source: as for `text_lines`.

    Yields:
        The first bytes, and a stream of all bytes: the file itself where that can be sought in.

    Raises:
        InputError: it cannot be opened, or reading it breaks off.
    """
    name = source_name(source)
    with _opened(source, name) as raw:
        try:
            yield _unpacked(raw)
        except (EOFError, zlib.error, OSError) as error:
            msg = f"{name}: reading breaks off: {shown(str(error), 200)}; is the file complete?"
            raise InputError(msg) from error


def _unpacked(raw: BinaryIO) -> tuple[bytes, BinaryIO]:
    at_start = raw.tell() == 0 if _can_seek(raw) else False
    head, stream = _with_head(raw)
    if head.startswith(_GZIP):
        return _with_head(cast("BinaryIO", gzip.GzipFile(fileobj=stream, mode="rb")))
    if at_start:
        raw.seek(0)
        return head, raw
    return head, stream


def _can_seek(stream: BinaryIO) -> bool:
    seekable = getattr(stream, "seekable", None)
    return bool(callable(seekable) and seekable())


def decoded_lines(
    head: bytes,
    stream: BinaryIO,
    encoding: str | None,
    name: str,
    notify: Callable[[str], None],
    *,
    wanted: _Wanted = _RECORDS,
) -> Iterator[str]:
    """Yield the lines of a stream as text, as `text_lines` does.

    Args:
        head: its first bytes.
        stream: all of it.
        encoding: as for `text_lines`.
        name: of the source, for messages.
        notify: as for `text_lines`.
        wanted: what they are read for.

    Raises:
        InputError: it is no text.
    """
    if what := next((what for magic, what in _NOT_TEXT if head.startswith(magic)), None):
        msg = f"{name}: this is {what}, not text; {wanted.instead_of_bytes}"
        raise InputError(msg)
    codec = check_encoding(encoding) if encoding else _detected(head)
    lines = (
        _wide_lines(stream, codec) if codec.startswith(("utf-16", "utf-32")) else _byte_lines(stream, codec)
    )
    told = False
    for number, (line, damaged) in enumerate(lines, 1):
        if damaged and not told:
            told = True
            notify(
                f"{name}: line {number} holds bytes that are not {codec.upper()}; such bytes are read as U+FFFD, here and "
                f"below. If the file has another encoding, {wanted.instead_of_other}"
            )
        # A mark also stands inside, where files were joined.
        yield line.removeprefix("\ufeff")


def _detected(head: bytes) -> str:
    for mark, codec in _BOMS:
        if head.startswith(mark):
            return codec
    return _NULS.get(tuple(byte == 0 for byte in head[:4]), "utf-8")  # type: ignore[arg-type]


def _byte_lines(stream: BinaryIO, codec: str) -> Iterator[tuple[str, bool]]:
    for raw in stream:
        try:
            yield raw.decode(codec), False
        except UnicodeDecodeError:
            yield raw.decode(codec, "replace"), True


def _wide_lines(stream: BinaryIO, codec: str) -> Iterator[tuple[str, bool]]:
    with io.TextIOWrapper(stream, codec, errors="replace", newline="\n") as text:
        for line in text:
            yield line, "\ufffd" in line


@contextmanager
def _opened(source: Source, name: str) -> Iterator[BinaryIO]:
    with ExitStack() as stack:
        if isinstance(source, str | os.PathLike) and source != "-":
            yield stack.enter_context(_open_path(os.fspath(source), name))
        else:
            yield _binary(source, name)


def _open_path(path: str, name: str) -> BinaryIO:
    try:
        if path and not Path(path).is_dir():
            return Path(path).open("rb")
    except FileNotFoundError as error:
        msg = f"{name}: no such file; check the path (the current folder is {shown(str(Path.cwd()), 200)})"
        raise InputError(msg) from error
    except PermissionError as error:
        msg = f"{name}: no permission to read it; change its mode or run as its owner"
        raise InputError(msg) from error
    except (OSError, ValueError) as error:
        msg = f"{name}: cannot be opened: {shown(str(error), 200)}"
        raise InputError(msg) from error
    msg = f"{name or repr(path)}: this is a folder; name a file in it"
    raise InputError(msg)


def _binary(source: Any, name: str) -> BinaryIO:
    """Return the bytes side of standard input or of a file object."""
    stream = getattr(sys.stdin, "buffer", None) if source == "-" else source
    if stream is None or not callable(getattr(stream, "read", None)) or isinstance(stream, io.TextIOBase):
        msg = f"{name}: needs bytes, not {type(stream).__name__}; open the file in binary mode: open(path, 'rb')"
        raise InputError(msg)
    return stream  # type: ignore[no-any-return]


class _Rejoined(io.RawIOBase):
    """The bytes already looked at, then the rest. Works for pipes, and closing it leaves the rest open."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        super().__init__()
        self._head = head
        self._read: Callable[[int], bytes] = _some(rest)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        size = len(buffer)
        chunk, self._head = self._head[:size], self._head[size:]
        chunk = chunk or self._read(size)
        buffer[: len(chunk)] = chunk
        return len(chunk)


def _some(stream: BinaryIO) -> Callable[[int], bytes]:
    """Return a read that gives what a pipe has now instead of waiting for all of it."""
    return getattr(stream, "read1", stream.read)


def _with_head(stream: BinaryIO) -> tuple[bytes, BinaryIO]:
    """Return the first bytes, at least four where there are as many, and a stream that still has them."""
    read = _some(stream)
    head = b""
    while len(head) < 4 and (chunk := read(_HEAD)):  # noqa: PLR2004 - a mark has four bytes at most
        head += chunk
    return head, io.BufferedReader(_Rejoined(head, stream), _BUFFER)
