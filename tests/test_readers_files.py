"""Bytes to text: opening, gzip, encodings, line ends."""

from __future__ import annotations

import gzip
import io
import os
import threading
import warnings
from pathlib import Path

import pytest

from upheld._errors import InputError
from upheld.readers import read
from upheld.readers.files import source_name, text_lines

ROW = '{"id": "%s", "question": "¿?", "answer": "größer 漢字 😀", "contexts": ["x"]}'
TEXT = f"{ROW % 1}\n{ROW % 2}\n"


def lines(data: bytes, encoding: str | None = None) -> tuple[list[str], list[str]]:
    said: list[str] = []
    return list(text_lines(io.BytesIO(data), encoding, said.append)), said


@pytest.mark.parametrize(
    "codec", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le"]
)
@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_encodings_are_found_out(codec: str, packed: bool, end: str, tmp_path: Path) -> None:
    """UTF-8, 16 and 32, with and without a mark, gzip by its first bytes, and both line ends give the same samples."""
    path = tmp_path / "data.jsonl"  # no .gz in the name: the bytes decide
    data = TEXT.replace("\n", end).encode(codec)
    path.write_bytes(gzip.compress(data) if packed else data)
    said: list[str] = []
    samples = list(read(path, notify=said.append))
    assert [(s.id, s.answer, s.problem) for s in samples] == [
        ("1", "größer 漢字 😀", None),
        ("2", "größer 漢字 😀", None),
    ]
    assert len(said) == 1


def test_big_endian_mark() -> None:
    """The byte order mark of big-endian UTF-16 is understood."""
    assert lines(b"\xfe\xff" + "é\n".encode("utf-16-be"))[0] == ["é\n"]


def test_only_a_line_feed_ends_a_line() -> None:
    """Other characters that look like line ends stay inside their line."""
    text = "a\u2028b\u2029c\x0bd\x0ce\x85f\x1cg\rh\n"
    assert lines((text * 2).encode())[0] == [text, text]
    assert lines((text * 2).encode("utf-16"))[0] == [text, text]


def test_line_numbers_count_blank_lines(tmp_path: Path) -> None:
    """Blank lines are skipped and counted, so a number is what an editor shows."""
    path = tmp_path / "d.jsonl"
    path.write_bytes(b"\r\n\n" + (ROW % 1).encode() + b"\n\n \t\n\0\0\0\n" + (ROW % 2).encode())
    assert [s.source for s in read(path)] == [f"{path}:3", f"{path}:7"]


def test_wrong_bytes_become_a_mark_and_one_notice() -> None:
    """Bytes that are not UTF-8 become U+FFFD; one notice names the first line and what to do.

    A plain text is read by commands that take no encoding, so that is to be saved anew.
    """
    got, said = lines("gut\nüber\nschön\n".encode("cp1252"))
    assert got == ["gut\n", "\ufffdber\n", "sch\ufffdn\n"]
    assert len(said) == 1
    assert "line 2 holds bytes that are not UTF-8" in said[0]
    assert "save it as UTF-8" in said[0]
    assert "--encoding" not in said[0]


def test_wrong_bytes_in_records_are_said_with_the_option(tmp_path: Path) -> None:
    """Records are read by what takes an encoding, on the command line and in Python."""
    path, said = tmp_path / "d.jsonl", []
    path.write_bytes((ROW % 1).encode("cp1252", "replace"))
    list(read(path, notify=said.append))
    assert said[0].endswith(
        "save it as UTF-8, or name its encoding: --encoding cp1252 (in Python: encoding=)"
    )


def test_a_named_encoding_is_used() -> None:
    """With an encoding named, nothing is guessed and nothing is lost."""
    assert lines("über\n".encode("cp1252"), "cp1252") == (["über\n"], [])
    assert lines("日本\n".encode("shift_jis"), "shift_jis") == (["日本\n"], [])


def test_wrong_utf16_is_said() -> None:
    """Half a character at the end of UTF-16 is replaced and said."""
    got, said = lines("ab\n".encode("utf-16") + b"c")
    assert got == ["ab\n", "\ufffd"]
    assert "not UTF-16" in said[0]


def test_marks_of_joined_files_vanish() -> None:
    """Files with a mark that were joined do not leave it in front of a record."""
    assert lines("\ufeffa\n\ufeffb\n".encode())[0] == ["a\n", "b\n"]


@pytest.mark.parametrize(
    ("make", "match"),
    [
        (lambda d: d / "nothing.jsonl", "no such file"),
        (lambda d: d, "this is a folder"),
        (lambda _: "", "'': this is a folder"),
        (lambda _: "a\0b", "cannot be opened"),
        (lambda d: d / ("x" * 5000), "cannot be opened"),
    ],
)
def test_what_cannot_be_opened_is_named(make, match: str, tmp_path: Path) -> None:
    """Missing files, folders and impossible names are input errors that name the path."""
    with pytest.raises(InputError, match=match) as error:
        list(read(make(tmp_path)))
    assert str(error.value).isprintable()


@pytest.mark.skipif(getattr(os, "geteuid", int)() == 0, reason="root may read everything")
def test_no_permission_is_named(tmp_path: Path) -> None:
    """A file that may not be read says so."""
    path = tmp_path / "d.jsonl"
    path.write_text(TEXT)
    path.chmod(0)
    with pytest.raises(InputError, match="no permission"):
        list(read(path))


@pytest.mark.parametrize(
    ("head", "what"),
    [
        (b"PK\x03\x04\x14", "Excel"),
        (b"%PDF-1.7", "PDF"),
        (b"(\xb5/\xfd\x04", "zstd"),
    ],
)
def test_binary_files_are_named(head: bytes, what: str, tmp_path: Path) -> None:
    """A file that is no text is refused with what it is and what to save it as, packed or not."""
    path = tmp_path / "d.jsonl"
    for data in (head + b"\0" * 50, gzip.compress(head + b"\0" * 50)):
        path.write_bytes(data)
        with pytest.raises(InputError, match=f"{what}.*JSON Lines"):
            list(read(path))
        with pytest.raises(InputError, match=f"{what}.*, not text; plain text is wanted here"):
            list(text_lines(path, None, print))


def test_a_file_that_breaks_off_keeps_its_records(tmp_path: Path) -> None:
    """A gzip file that was cut gives what can be read, then one record with the problem; nothing is lost."""
    rows = "".join(ROW % f"{n}-{n * 7919 % 100_003}" + "\n" for n in range(20_000))
    packed = gzip.compress(rows.encode())
    path = tmp_path / "d.jsonl.gz"
    path.write_bytes(packed[: len(packed) // 2])
    samples = list(read(path))
    assert len(samples) > 5000
    assert [s.problem is None for s in samples] == [True] * (len(samples) - 1) + [False]
    assert "reading breaks off" in str(samples[-1].problem)
    path.write_bytes(packed[:30])
    with pytest.raises(InputError, match="reading breaks off"):
        list(read(path))


def test_text_streams_are_refused() -> None:
    """A file opened as text cannot say its encoding, so bytes are asked for."""
    with pytest.raises(InputError, match="binary mode"):
        list(read(io.StringIO(TEXT)))  # type: ignore[arg-type]


def test_no_standard_input(monkeypatch) -> None:
    """Without standard input the dash says what it needs."""
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(InputError, match="<stdin>: needs bytes"):
        list(read("-"))


def test_a_pipe_that_gives_little_at_a_time() -> None:
    """A pipe that gives single bytes first is still recognised as gzip."""
    reader, writer = os.pipe()
    packed = gzip.compress(TEXT.encode())

    def feed() -> None:
        with os.fdopen(writer, "wb", buffering=0) as file:
            for at in range(6):
                file.write(packed[at : at + 1])
            file.write(packed[6:])

    thread = threading.Thread(target=feed)
    thread.start()
    with os.fdopen(reader, "rb") as file:
        assert [s.id for s in read(file)] == ["1", "2"]
    thread.join()


def test_an_unfinished_read_leaves_no_open_file(tmp_path: Path) -> None:
    """Stopping early closes the file."""
    path = tmp_path / "d.jsonl"
    path.write_text(TEXT)
    with warnings.catch_warnings():
        warnings.simplefilter("error", ResourceWarning)
        samples = read(path)
        next(samples)
        samples.close()  # type: ignore[attr-defined]
        del samples


def test_names_of_sources() -> None:
    """Paths are named as given, standard input and nameless streams by what they are, without control characters."""
    assert source_name("a/b.jsonl") == "a/b.jsonl"
    assert source_name(Path("a/b.jsonl")) == "a/b.jsonl"
    assert source_name("-") == "<stdin>"
    assert source_name(io.BytesIO()) == "<input>"
    assert source_name("a\x1b[31m\n.jsonl") == "a\\x1b[31m\\n.jsonl"
