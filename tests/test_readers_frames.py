"""Frames in memory, Parquet and Arrow: rows are records, whatever the library."""

from __future__ import annotations

import gzip
import io
import math
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import narwhals as nw
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import upheld
from upheld._errors import ConfigurationError, InputError
from upheld.readers import from_records, read, read_frame
from upheld.readers.frames import is_frame, records_of

ROWS = [
    {"answer": "It opens at nine.", "contexts": ["It opens at nine.", "It closes at six."], "n": 1},
    {"answer": "It is free.", "contexts": ["It costs 5 euros."], "n": None},
]
TABLE = pa.Table.from_pylist(ROWS)


class OnlyArrow:
    """A frame of an unknown library that speaks Arrow's stream protocol."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return TABLE.__arrow_c_stream__(requested_schema)


class Dataset:
    """A data set of HF as it is gone through: its rows are dicts."""

    __module__ = "datasets.arrow_dataset"
    columns = ()

    def __iter__(self) -> Any:
        return iter(ROWS)


FRAMES: list[Callable[[], Any]] = [
    lambda: pd.DataFrame(ROWS),
    lambda: pd.DataFrame(ROWS, dtype=object),
    lambda: pd.DataFrame({**pd.DataFrame(ROWS), "contexts": [np.array(r["contexts"]) for r in ROWS]}),
    lambda: pl.DataFrame(ROWS),
    lambda: pl.LazyFrame(ROWS),
    lambda: nw.from_native(pl.DataFrame(ROWS)),
    lambda: TABLE,
    lambda: TABLE.to_batches()[0],
    TABLE.to_reader,
    OnlyArrow,
    Dataset,
]


@pytest.mark.parametrize("make", FRAMES)
def test_frames_of_all_libraries_give_the_same_records(make: Callable[[], Any]) -> None:
    """Lists are lists, what is missing is None, and evaluate takes the frame as it is."""
    assert is_frame(make())
    assert list(records_of(make())) == ROWS
    samples = list(read_frame(make()))
    assert [sample.answer for sample in samples] == [row["answer"] for row in ROWS]
    assert [len(sample.contexts) for sample in samples] == [2, 1]
    report = upheld.evaluate(make(), judge="lexical")
    assert [result.id for result in report.results] == ["#1", "#2"]
    assert report.n == 2


@pytest.mark.parametrize(
    "thing",
    [None, 1, "x", [], {}, ROWS, np.zeros(2), pd.Series([1]), pl.Series([1]), pd.Index([1]), pa.array([1])],
)
def test_what_is_no_frame(thing: object) -> None:
    """Columns, arrays and Python's own containers are no frames."""
    assert not is_frame(thing)


def test_nothing_is_imported_before_a_frame_is_given() -> None:
    """Looking at an object loads no library of frames, and neither does a run over plain records."""
    code = (
        "import sys, upheld\n"
        "from upheld.readers.frames import is_frame\n"
        "assert not is_frame([{}])\n"
        "upheld.evaluate([{'answer': 'a', 'contexts': ['a']}], judge='lexical')\n"
        "print(sorted({'pandas', 'polars', 'pyarrow', 'narwhals'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True
    )
    assert done.stdout.strip() == "[]"


def test_missing_values_of_all_kinds_are_none() -> None:
    """NaN, NA, NaT and None are None, at any depth."""
    frame = pd.DataFrame(
        {
            "a": [math.nan, 1.5],
            "b": pd.array([pd.NA, "x"], dtype="string"),
            "c": pd.to_datetime([None, "2026-01-01"]),
            "d": [{"k": [math.nan, np.float64("nan")]}, [np.array([1.0, math.nan])]],
        }
    )
    first, second = records_of(frame)
    assert first == {"a": None, "b": None, "c": None, "d": {"k": [None, None]}}
    assert (second["a"], second["b"], second["d"]) == (1.5, "x", [[1.0, None]])


def test_a_named_index_is_a_column() -> None:
    """An index with a name is data, as Phoenix has it; a plain one is not."""
    frame = pd.DataFrame({"x": [1]}, index=pd.Index(["s"], name="context.span_id"))
    assert list(records_of(frame)) == [{"context.span_id": "s", "x": 1}]
    assert list(records_of(pd.DataFrame({"x": [1]}))) == [{"x": 1}]
    twice = pd.DataFrame({"x": [1]}, index=pd.Index([2], name="x"))
    assert list(records_of(twice)) == [{"x": 1}]


def test_phoenix_frames_are_put_together() -> None:
    """Rows of retrieved documents with two index levels become one sample."""
    index = pd.MultiIndex.from_tuples([("s", 1), ("s", 0)], names=["context.span_id", "document_position"])
    frame = pd.DataFrame(
        {"input": "q", "document": ["It closes at six.", "It opens at nine."], "output": "a"}, index=index
    )
    (sample,) = read_frame(frame)
    assert (sample.id, [c.text for c in sample.contexts]) == ("s", ["It opens at nine.", "It closes at six."])


def test_cells_of_a_frame_may_hold_written_lists() -> None:
    """A frame that was read from CSV has its lists in texts."""
    frame = pd.DataFrame({"answer": ["a"], "contexts": ["['x', \"it's\"]"]})
    (sample,) = read_frame(frame)
    assert [c.text for c in sample.contexts] == ["x", "it's"]


def test_two_columns_of_one_name_are_refused() -> None:
    """One of the two would be lost silently."""
    for frame in (pd.DataFrame([[1, 2]], columns=["a", "a"]), pa.table([[1], [2]], names=["a", "a"])):
        with pytest.raises(InputError, match="a"):
            list(records_of(frame))


def test_splits_are_named() -> None:
    """A set of splits is no frame of rows: the error names the splits."""
    splits = type("DatasetDict", (dict,), {"__module__": "datasets.dataset_dict"})({"train": Dataset()})
    assert is_frame(splits)
    with pytest.raises(InputError, match="holds several splits; pass one of them: the key train"):
        upheld.evaluate(splits)


def test_a_frame_of_unknown_columns_is_refused_and_can_be_mapped() -> None:
    """Columns of other names are mapped like keys of a file."""
    frame = pl.DataFrame({"reply": ["a"], "docs": [["x"]]})
    with pytest.raises(
        InputError, match=r"DataFrame: no known format.*: mapping=\{'answer': 'reply', 'contexts': 'docs'\}$"
    ):
        list(read_frame(frame))
    (sample,) = read_frame(frame, mapping={"answer": "reply", "contexts": "docs"})
    assert (sample.answer, sample.contexts[0].text) == ("a", "x")


def test_an_empty_frame_is_an_empty_run() -> None:
    """No rows are no error, as for an empty list."""
    assert upheld.evaluate(pd.DataFrame({"answer": [], "contexts": []}), judge="lexical").n == 0


@pytest.mark.parametrize(("library", "frame"), [("narwhals", pd.DataFrame(ROWS)), ("pyarrow", OnlyArrow())])
def test_a_missing_library_is_named_with_its_extra(
    library: str, frame: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error says what to install."""
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ConfigurationError, match=rf"needs {library}.*pip install 'upheld\[frames\]'"):
        list(records_of(frame))


# --- files


def written(path: Path) -> Path:
    if path.suffix == ".parquet":
        pq.write_table(TABLE, path, row_group_size=1)
    elif path.suffix == ".arrow":
        with pa.ipc.new_file(path, TABLE.schema) as file:
            file.write_table(TABLE)
    else:
        with pa.ipc.new_stream(path, TABLE.schema) as stream:
            stream.write_table(TABLE)
    return path


@pytest.mark.parametrize("name", ["d.parquet", "d.arrow", "d.arrows"])
@pytest.mark.parametrize("way", ["path", "object", "pipe", "gzip", "odd name"])
def test_parquet_and_arrow_are_known_by_their_bytes(name: str, way: str, tmp_path: Path) -> None:
    """From a path, a file object, a pipe or packed, whatever the name is."""
    path = written(tmp_path / name)
    source: Any = path
    if way == "object":
        source = io.BytesIO(path.read_bytes())
    elif way == "pipe":
        source = type("Pipe", (io.BytesIO,), {"seekable": lambda _self: False})(path.read_bytes())
    elif way == "gzip":
        source = tmp_path / f"{name}.gz"
        source.write_bytes(gzip.compress(path.read_bytes()))
    elif way == "odd name":
        source = path.rename(tmp_path / "data.jsonl")
    samples = list(read(source))
    assert [(s.id, s.answer, s.metadata) for s in samples] == [
        ("#1", ROWS[0]["answer"], {"n": 1}),
        ("#2", ROWS[1]["answer"], {"n": None}),
    ]
    assert str(samples[1].source).endswith("#2")


@pytest.mark.parametrize("name", ["d.parquet", "d.arrow", "d.arrows"])
@pytest.mark.parametrize("kept", [8, 40, 200])
def test_a_broken_file_is_an_input_error(name: str, kept: int, tmp_path: Path) -> None:
    """A file that was cut off says so, and is no traceback of a library."""
    path = tmp_path / name
    path.write_bytes(written(path).read_bytes()[:kept])
    with pytest.raises(InputError, match=r"breaks off|no records"):
        list(read(path))


def test_a_stream_that_breaks_off_keeps_what_it_had(tmp_path: Path) -> None:
    """Batches before the break are read; the break is an error row."""
    path = tmp_path / "d.arrows"
    with pa.ipc.new_stream(path, TABLE.schema) as stream:
        for _ in range(3):
            stream.write_table(TABLE)
    path.write_bytes(path.read_bytes()[:-200])
    *good, last = read(path)
    assert len(good) >= 2
    assert all(sample.problem is None for sample in good)
    assert "breaks off" in str(last.problem)


def test_times_finer_than_python_has_are_read(tmp_path: Path) -> None:
    """Nanoseconds are cut; other types of Arrow become text in the metadata."""
    table = TABLE.append_column("at", pa.array([1_700_000_000_123_456_789] * 2, pa.timestamp("ns")))
    table = table.append_column("took", pa.array([1_500] * 2, pa.duration("ns")))
    pq.write_table(table, tmp_path / "d.parquet")
    first, _ = read(tmp_path / "d.parquet")
    assert first.metadata["at"] == "2023-11-14 22:13:20.123456"


def test_bulk_exports_of_langsmith_in_parquet(tmp_path: Path) -> None:
    """Objects stand in texts there, and one sample spans several rows."""
    rows = [
        {"id": "a", "trace_id": "a", "parent_run_id": None, "run_type": "chain", "name": "r",
         "inputs": '{"question": "q"}', "outputs": '{"answer": "yes"}'},
        {"id": "b", "trace_id": "a", "parent_run_id": "a", "run_type": "retriever", "name": "s",
         "inputs": "{}", "outputs": '{"documents": [{"page_content": "x", "metadata": {}}]}'},
    ]  # fmt: skip
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "d.parquet")
    (sample,) = read(tmp_path / "d.parquet")
    assert (sample.question, sample.answer, sample.contexts[0].text) == ("q", "yes", "x")


def test_a_long_file_is_read_batch_by_batch(tmp_path: Path) -> None:
    """The first samples come before the rest of the file is turned into records."""
    path = tmp_path / "d.parquet"
    rows = [{"answer": f"a{n}", "contexts": ["c"]} for n in range(20_000)]
    pq.write_table(pa.Table.from_pylist(rows), path, row_group_size=1000)
    samples = read(path)
    assert next(samples).answer == "a0"
    assert sum(1 for _ in samples) == 19_999


def test_without_pyarrow_a_parquet_file_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error names the file and the extra."""
    path = written(tmp_path / "d.parquet")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(
        ConfigurationError, match=r"d\.parquet: reading Parquet needs pyarrow.*upheld\[frames\]"
    ):
        list(read(path))


def test_records_in_memory_stream() -> None:
    """Plain records are taken one by one: an endless source gives its first samples."""

    def endless() -> Any:
        while True:
            yield ROWS[0]

    samples = from_records(endless())
    assert [next(samples).answer for _ in range(3)] == [ROWS[0]["answer"]] * 3
