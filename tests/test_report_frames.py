"""Results as tables: pandas, polars, Arrow, Parquet."""

from __future__ import annotations

import io
import json
import math
import sys
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

import upheld
from upheld._errors import ConfigurationError, OutputError
from upheld._report import Report
from upheld._types import Claim, Evidence, Finding, Result, Verdict
from upheld.cli import cli
from upheld.metrics.faithfulness import Scoring
from upheld.reports import WRITERS

PLACE = Evidence(0, 3, 7, "nine")
VERDICT = Verdict(
    "contradicted",
    probability=0.1,
    reason="says ten",
    flags=("conflict",),
    findings=(Finding("number", "conflicts", "9 against 10", (1, 2), PLACE),),
    evidence=(PLACE,),
)
FULL = Result(
    "scored",
    score=0.0,
    score_low=0.0,
    score_high=0.0,
    coverage=1.0,
    level="block",
    claims=(
        Claim("It opens at ten.", 0, 16, verdict=VERDICT, citations=("1",)),
        Claim("Thanks!", kind="courtesy"),
    ),
    id="a",
    metadata={"lang": "en", "tags": ["x"], "n": 1, "mixed": 1, "flag": True},
)
BARE = Result("failed", reason="line 2: broken", id="b", metadata={"n": 2.5, "mixed": "x", "lang": None})


def report(*results: Result) -> Report:
    made = Report("sig", Scoring())
    for result in results:
        made.add(result)
    return made


def test_arrow_has_one_row_per_result_with_nested_claims() -> None:
    """Columns are typed, claims are lists of structs that read back as in the JSON output."""
    table = report(FULL, BARE).to_arrow()
    first, second = table.to_pylist()
    assert (first["id"], first["score"], first["n_claims"], first["contradicted"]) == ("a", 0.0, 1, 1)
    assert Result.from_dict({**FULL.to_dict(), "claims": first["claims"]}).claims == FULL.claims
    assert (second["status"], second["score"], second["claims"]) == ("failed", None, [])
    assert table.schema.field("score").type == pa.float64()


def test_metadata_columns_have_the_type_of_their_values() -> None:
    """Texts, numbers and truth values keep their type; lists and mixtures are JSON, and the field says so."""
    table = report(FULL, BARE).to_arrow()
    types = {
        name.removeprefix("metadata."): str(table.schema.field(name).type) for name in table.column_names
    }
    assert (types["lang"], types["n"], types["flag"]) == ("string", "double", "bool")
    assert [json.loads(v) if v else v for v in table["metadata.tags"].to_pylist()] == [["x"], None]
    assert [json.loads(v) for v in table["metadata.mixed"].to_pylist()] == [1, "x"]
    assert table.schema.field("metadata.mixed").metadata == {b"encoding": b"json"}
    assert table.schema.field("metadata.lang").metadata is None


def test_polars_and_pandas_have_the_columns_of_arrow() -> None:
    """The three tables agree in names and rows."""
    made = report(FULL, BARE)
    names = made.to_arrow().column_names
    polars, pandas = made.to_polars(), made.to_pandas()
    assert isinstance(polars, pl.DataFrame)
    assert (polars.columns, set(pandas.columns)) == (names, set(names))
    assert polars["score"].to_list() == [0.0, None]
    assert polars["claims"][0][0]["verdict"]["evidence"][0]["text"] == "nine"
    assert pandas["claims"][0][0]["verdict"]["evidence"][0]["text"] == "nine"


def test_an_empty_run_has_columns() -> None:
    """Without results there are the columns and no rows."""
    for table in (report().to_arrow(), report().to_polars()):
        assert len(table) == 0
        assert {"id", "score", "claims", "signature"} <= set(
            table.columns if hasattr(table, "height") else table.column_names
        )


def test_strange_values_are_written() -> None:
    """Huge numbers, NaN, dates and lone surrogates in code-made results do not end the writing."""
    odd = Result(
        "failed", id="\ud800x", metadata={"big": 1 << 70, "nan": math.nan, "when": {1, 2}, "t": "\udfff"}
    )
    row = report(odd, BARE).to_arrow().to_pylist()[0]
    assert row["id"] == "?x"
    assert json.loads(row["metadata.big"]) == 1 << 70


def test_many_results_are_written_in_batches() -> None:
    """More results than a batch holds are all there, in order."""
    made = report(*(Result("failed", id=str(n)) for n in range(2500)))
    assert made.to_arrow()["id"].to_pylist() == [str(n) for n in range(2500)]


@pytest.mark.parametrize("library", ["pyarrow", "polars"])
def test_a_missing_library_is_named(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error says what to install."""
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ConfigurationError, match=rf"needs {library}.*pip install 'upheld\[frames\]'"):
        report(FULL).to_polars()


@pytest.mark.parametrize("format_", ["parquet", "arrow"])
def test_a_stream_of_text_alone_is_refused(format_: str) -> None:
    """Bytes have no place in a text: the error says to name a file."""
    with pytest.raises(OutputError, match=r"-o report\.parquet"):
        WRITERS[format_](report(FULL), io.StringIO())


# --- the command line


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "d.jsonl"
    rows: list[dict[str, Any]] = [
        {"id": "a", "answer": "It opens at nine.", "contexts": ["It opens at nine."], "lang": "en"},
        {"id": "b", "answer": "x"},
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.mark.parametrize("name", ["out.parquet", "out.arrow", "out.feather"])
def test_eval_writes_tables(name: str, data: Path) -> None:
    """The suffix gives the format; the file holds one row for each sample, failed ones too."""
    done = CliRunner().invoke(cli, ["eval", str(data), "--judge", "lexical", "-o", name])
    assert (done.exit_code, done.stdout) == (0, "")
    path = data.parent / name
    table = pq.read_table(path) if name.endswith("parquet") else pa.ipc.open_file(path).read_all()
    assert table["id"].to_pylist() == ["a", "b"]
    assert table["status"].to_pylist() == ["scored", "failed"]
    assert table["metadata.lang"].to_pylist() == ["en", None]
    expected = upheld.evaluate(data, judge="lexical").to_arrow()
    assert table.drop_columns(["source"]) == expected.drop_columns(["source"])


def test_a_table_can_be_written_to_standard_output(data: Path) -> None:
    """Into a pipe the bytes go as they are."""
    done = CliRunner().invoke(cli, ["eval", str(data), "--judge", "lexical", "--output-format", "parquet"])
    assert done.exit_code == 0
    assert pq.read_table(io.BytesIO(done.stdout_bytes))["id"].to_pylist() == ["a", "b"]


def test_a_missing_library_is_found_before_the_work(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is scored for a file that cannot be written."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    done = CliRunner().invoke(cli, ["eval", str(data), "--judge", "lexical", "-o", "out.parquet"])
    assert done.exit_code != 0
    assert not (data.parent / "out.parquet").exists()
    assert "upheld[frames]" in str(done.exception) + done.output


def test_eval_reads_a_table(data: Path) -> None:
    """A Parquet file is a source like any other."""
    rows = [{"id": "a", "answer": "It opens at nine.", "contexts": ["It opens at nine."]}]
    pq.write_table(pa.Table.from_pylist(rows), data.parent / "d.parquet")
    done = CliRunner().invoke(cli, ["eval", "d.parquet", "--judge", "lexical", "--output-format", "jsonl"])
    assert json.loads(done.stdout)["score"] == 1.0
    assert "format upheld, detected by its keys answer, contexts" in done.stderr
