"""The report of a run: arithmetic, splitting, the store, the writers."""

import copy
import datetime as dt
import gc
import io
import itertools
import json
import os
import pickle
import sys
import tempfile
import tracemalloc
from pathlib import Path

import pytest

from upheld._errors import ConfigurationError, OutputError
from upheld._report import Report, ResultStore
from upheld._types import Claim, Evidence, Finding, Result, Verdict
from upheld.metrics.faithfulness import Scoring
from upheld.metrics.levels import level_of
from upheld.stats import Interval, grouped_interval, mean_interval

STATUSES = {"scored", "no_claims", "abstained", "empty_answer", "no_context", "failed"}
RICH = Result(
    "scored",
    score=0.5,
    score_low=0.5,
    score_high=0.5,
    coverage=1.0,
    level="block",
    reason='1 of 2 claims supported; contradicted: "15 g"',
    claims=(
        Claim(
            "The dose is 15 g",
            0,
            16,
            verdict=Verdict(
                "contradicted",
                0.1,
                0.8,
                "unit",
                ("conflict",),
                (Finding("number", "conflicts", "g against mg", (12, 16), Evidence(0, 4, 9, "15 mg")),),
                (Evidence(0, 4, 9, "15 mg"),),
                Evidence(1, 0, 2, "no"),
            ),
            flags=("hedged",),
            citations=("1",),
        ),
        Claim("Take it daily", 17, 30, verdict=Verdict("supported", 0.9)),
        Claim("Hello \ud83d \u202e\n", kind="courtesy"),
    ),
    signature="sig",
    id="é\x1b",
    metadata={"topic": {"name": "dose"}, "tags": ["a", "b"]},
    source="a.jsonl:3",
)


def result(score=None, status="scored", **fields):
    return Result(status, score=score, level=level_of(score), signature="sig", **fields)


def report_of(*results, scoring=None, **options):
    report = Report("sig", scoring or Scoring(), **options)
    for one in results:
        report.add(one)
    return report


@pytest.fixture
def temp_files(tmp_path, monkeypatch):
    """A folder of its own for temporary files; returns what lists them."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return lambda: sorted(tmp_path.iterdir())


# --- arithmetic


def test_mean_is_over_all_results_with_a_score():
    """Results without a score do not enter the mean; a no_context result with 0.0 does."""
    report = report_of(result(1.0), result(0.5), result(0.0, "no_context"), result(status="failed"))
    assert (report.n, report.scored, report.mean, report.min_score) == (4, 3, 0.5, 0.0)


def test_coverage_leaves_abstained_and_no_claims_aside():
    """Coverage is scored / (samples - abstained - no_claims)."""
    report = report_of(
        result(1.0),
        result(0.0, "no_context"),
        result(status="failed"),
        result(status="empty_answer"),
        result(status="abstained"),
        result(status="no_claims"),
    )
    assert report.coverage == 2 / 4


def test_empty_score_enters_the_mean_and_not_the_coverage():
    """An abstention that got a score by convention counts in the mean, and in neither part of coverage."""
    report = report_of(result(0.5), result(1.0, "abstained"), result(status="failed"))
    assert (report.mean, report.scored, report.coverage) == (0.75, 2, 0.5)


def test_an_empty_run_has_no_numbers_and_no_nan():
    """Without results: mean, coverage and lowest score are None, the interval is everything."""
    report = report_of()
    assert (report.n, report.scored, report.mean, report.coverage, report.min_score) == (
        0,
        0,
        None,
        None,
        None,
    )
    assert report.interval == (0.0, 1.0)
    assert "NaN" not in json.dumps(report.summary())


def test_a_run_of_abstentions_has_no_coverage():
    """Where nothing could have been scored, coverage is None, not 0 and not 1."""
    assert report_of(result(status="abstained"), result(status="no_claims")).coverage is None


def test_all_statuses_levels_and_verdicts_are_named():
    """Counts name every possible value, those with zero too."""
    report = report_of(RICH, result(0.95), result(status="failed"))
    assert set(report.statuses) == STATUSES
    assert (report.statuses["scored"], report.statuses["failed"], report.statuses["abstained"]) == (2, 1, 0)
    assert report.levels == {"safe": 1, "warning": 0, "block": 1}
    assert report.verdicts == {"supported": 1, "contradicted": 1, "not_enough_info": 0, "error": 0}


def test_interval_is_a_pair_and_can_be_called():
    """The interval is a (low, high) pair at 95 %; called, it takes another level."""
    report = report_of(*(result(score) for score in [1.0, 0.8, 0.6, 1.0, 0.2] * 4))
    low, high = report.interval
    assert (low, high) == report.interval == pytest.approx(mean_interval(20, 14.4, 12.16))
    assert low < report.mean < high
    wide = report.interval(level=0.99)
    assert wide.low < low < high < wide.high


def test_interval_with_a_cluster_takes_whole_groups():
    """The answers of one document are one draw: the interval is that of the grouped sums."""
    scores = [1.0, 1.0, 0.0, 1.0, 0.5, 1.0]
    report = report_of(*(result(s, metadata={"doc": doc}) for doc, s in enumerate(scores) for _ in range(5)))
    expected = grouped_interval([(5, 5 * s, 5 * s * s) for s in scores])
    assert report.interval(cluster="doc") == pytest.approx(expected)
    assert report.interval(cluster="doc").low < report.interval.low


def test_interval_does_not_drag_the_report_along():
    """A copied or pickled interval is the plain pair."""
    interval = report_of(result(1.0), result(0.5)).interval
    for twin in (copy.deepcopy(interval), pickle.loads(pickle.dumps(interval))):  # noqa: S301 - our own bytes
        assert twin == interval
        assert type(twin) is Interval


def test_decision_is_about_the_mean():
    """With a domain the mean meets its thresholds; without one there is no decision."""
    scores = (result(1.0), result(0.7))
    decision = report_of(*scores, scoring=Scoring(domain="customer_support")).decision
    assert (decision.value, decision.domain) == ("deploy", "customer_support")
    assert report_of(scoring=Scoring(domain="legal")).decision.value is None
    assert report_of(*scores).decision is None


def test_different_signatures_are_noted_once():
    """A second signature makes one note, however many results carry it; one signature makes none."""
    other = Result("scored", score=1.0, signature="other")
    assert report_of(result(1.0), result(0.5)).notes == []
    report = report_of(result(1.0), other, other, Result("scored", score=1.0, signature="third"))
    assert len(report.notes) == 1
    assert "signature" in report.notes[0]
    assert report.signatures == {"sig", "other", "third"}


def test_notes_are_a_copy_that_can_grow():
    """Warnings of the run are added to the report, not to the caller's list."""
    given = ["chunks look cut off"]
    report = report_of(notes=given)
    report.notes.append("stopped early")
    assert given == ["chunks look cut off"]
    assert report.summary()["notes"] == ["chunks look cut off", "stopped early"]


# --- by


def test_by_splits_on_a_metadata_key():
    """Each value has its own n, mean, interval, coverage and statuses, in the order of appearance."""
    report = report_of(
        result(1.0, metadata={"topic": "b"}),
        result(0.5, metadata={"topic": "a"}),
        result(0.0, metadata={"topic": "b"}),
        result(status="failed", metadata={"topic": "b"}),
    )
    groups = report.by("topic")
    assert list(groups) == ["b", "a"]
    b = groups["b"]
    assert (b.value, b.n, b.scored, b.mean, b.coverage) == ("b", 3, 2, 0.5, 2 / 3)
    assert b.interval == mean_interval(2, 1.0, 1.0)
    assert set(b.statuses) == STATUSES
    assert b.statuses["failed"] == 1


def test_by_reaches_into_nested_metadata():
    """A dotted path names a nested value; a key with the dots in its name comes first."""
    nested = report_of(result(1.0, metadata={"customer": {"plan": "pro"}}))
    flat = report_of(result(1.0, metadata={"customer.plan": "flat", "customer": {"plan": "pro"}}))
    assert list(nested.by("customer.plan")) == ["pro"]
    assert list(flat.by("customer.plan")) == ["flat"]


def test_by_puts_missing_values_under_none():
    """A result without the field, with null or with NaN there is in the group None."""
    report = report_of(
        result(1.0, metadata={"topic": "a"}),
        result(1.0),
        result(1.0, metadata={"topic": None}),
        result(1.0, metadata={"topic": float("nan")}),
        result(1.0, metadata={"topic": "a", "x": 1}),
    )
    assert {value: group.n for value, group in report.by("topic").items()} == {"a": 2, None: 3}


@pytest.mark.parametrize("limit", [1000, 0])
def test_by_gives_the_same_values_in_memory_and_on_disk(limit):
    """Lists and objects become JSON text, other objects text, whether results were spooled or not."""
    values = [[1, "é"], {"b": 1, "a": [2]}, {1: "x", "y": 2}, dt.date(2024, 5, 1), 3, 2.5, True, "t"]
    report = report_of(*(result(1.0, metadata={"v": value}) for value in values), memory_limit=limit)
    keys = ['[1, "é"]', '{"a": [2], "b": 1}', '{"1": "x", "y": 2}', "2024-05-01", 3, 2.5, True, "t"]
    assert list(report.by("v")) == keys


@pytest.mark.parametrize("field", ["status", "level", "id", "source"])
def test_by_knows_the_fields_of_the_result(field):
    """The result's own fields can be split on as well."""
    report = report_of(result(1.0, id="x", source="f:1"), result(0.0, id="y", source="f:2"))
    expected = {"status": ["scored"], "level": ["safe", "block"], "id": ["x", "y"], "source": ["f:1", "f:2"]}
    assert list(report.by(field)) == expected[field]


def test_metadata_comes_before_the_result_s_own_field():
    """A metadata key named source is what the user means by source, in every row of that run."""
    report = report_of(result(1.0, source="f:1", metadata={"source": "wiki"}), result(1.0, source="f:2"))
    assert list(report.by("source")) == ["wiki", None]


def test_by_with_a_cluster_widens_the_intervals():
    """Within each group of a split, whole clusters are the unit."""
    report = report_of(
        *(
            result(score, metadata={"topic": "a", "doc": doc})
            for doc, score in enumerate([1, 0, 1, 1])
            for _ in range(9)
        )
    )
    plain, grouped = report.by("topic")["a"], report.by("topic", cluster="doc")["a"]
    assert (plain.n, plain.mean) == (grouped.n, grouped.mean) == (36, 0.75)
    assert grouped.interval.high - grouped.interval.low > 1.5 * (plain.interval.high - plain.interval.low)


def test_an_unknown_field_is_refused_with_those_seen():
    """The error names the field, the result's own fields and the metadata keys seen."""
    report = report_of(result(1.0, metadata={"topic": "a"}), result(1.0, metadata={"lang": "de"}))
    for call in (
        lambda: report.by("tpoic"),
        lambda: report.interval(cluster="tpoic"),
        lambda: report.by("topic", "tpoic"),
    ):
        with pytest.raises(ConfigurationError, match=r"'tpoic'.*status, level, id, source.*'topic', 'lang'"):
            call()


def test_an_unknown_field_among_very_many_keys_gives_a_short_error():
    """Ten thousand metadata keys are not all listed, and their control characters are escaped."""
    report = report_of(result(1.0, metadata={f"key {i}\x1b": i for i in range(10_000)}))
    with pytest.raises(ConfigurationError, match="and more") as caught:
        report.by("nothing")
    assert len(str(caught.value)) < 1000
    assert "\x1b" not in str(caught.value)


def test_an_empty_run_has_no_groups():
    """Without results there is nothing to split and nothing to complain about."""
    assert report_of().by("topic") == {}
    assert report_of().interval(cluster="topic") == (0.0, 1.0)


# --- store


def test_store_keeps_order_in_memory_and_on_disk(temp_files):
    """Few results touch no disk; one more than the limit moves all to a file, in the same order."""
    store = ResultStore(memory_limit=3)
    for i in range(3):
        store.append(result(1.0, id=str(i)))
    assert (len(store), temp_files()) == (3, [])
    store.append(result(1.0, id="3"))
    assert len(temp_files()) == 1
    assert [r.id for r in store] == [r.id for r in store] == ["0", "1", "2", "3"]


def test_a_spooled_result_comes_back_whole():
    """Claims, evidence, findings, flags, lone surrogates and control characters survive the file unchanged."""
    store = ResultStore(memory_limit=0)
    store.append(RICH)
    assert list(store) == [RICH]


@pytest.mark.parametrize("limit", [0, 1, 1000])
def test_iterations_do_not_disturb_each_other(limit):
    """Two iterations may be open at once, and adding meanwhile changes neither."""
    store = ResultStore(memory_limit=limit)
    for i in "abc":
        store.append(result(1.0, id=i))
    first, second = iter(store), iter(store)
    assert [next(first).id, next(first).id, next(second).id] == ["a", "b", "a"]
    store.append(result(1.0, id="d"))
    assert [r.id for r in store] == ["a", "b", "c", "d"]
    assert [r.id for r in first] == ["c"]
    assert [r.id for r in second] == ["b", "c"]


def test_the_temporary_file_goes_with_the_store(temp_files):
    """A store that nobody holds any more leaves no file and no warning, an abandoned iteration included."""
    store = ResultStore(memory_limit=0)
    store.append(result(1.0))
    store.append(result(0.5))
    iteration = iter(store)
    next(iteration)
    assert len(temp_files()) == 1
    del store, iteration
    gc.collect()
    assert temp_files() == []


def test_an_iteration_outlives_its_report(temp_files):
    """Results can be read to the end although the report itself was dropped."""
    iteration = iter(report_of(*(result(1.0, id=str(i)) for i in range(5)), memory_limit=0).results)
    gc.collect()
    assert [r.id for r in iteration] == ["0", "1", "2", "3", "4"]
    del iteration
    gc.collect()
    assert temp_files() == []


def test_a_closed_store_says_so(temp_files):
    """Closing deletes the file, may be done twice, and later use is a clear error."""
    store = ResultStore(memory_limit=0)
    store.append(result(1.0))
    store.close()
    store.close()
    assert temp_files() == []
    for use in (lambda: list(store), lambda: store.append(result(1.0))):
        with pytest.raises(ValueError, match="closed"):
            use()


def test_a_folder_that_cannot_hold_the_file_is_an_output_error(monkeypatch, tmp_path):
    """Where the temporary file cannot be made, the error names the folder and what to do."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    with pytest.raises(OutputError, match="TMPDIR") as caught:
        ResultStore(memory_limit=0).append(result(1.0))
    assert str(tmp_path / "gone") in str(caught.value)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_an_output_error(monkeypatch):
    """A full disk is reported with what to do, and results added before are not silently cut."""
    store = ResultStore(memory_limit=0)
    monkeypatch.setattr(tempfile, "mkstemp", lambda **_: (os.open("/dev/full", os.O_WRONLY), "/dev/null/x"))
    store.append(result(1.0))
    with pytest.raises(OutputError, match="No space left"):
        list(store)


def test_a_negative_limit_is_refused():
    """The limit is a count."""
    with pytest.raises(ConfigurationError, match="-1"):
        ResultStore(memory_limit=-1)


def test_memory_does_not_grow_with_the_run(temp_files):
    """Ten thousand more results, once they go to disk, take no more memory; reading them neither."""
    report = report_of(*itertools.repeat(result(0.5, metadata={"text": "x" * 200}), 2000))
    tracemalloc.start()
    try:
        for i in range(10_000):
            report.add(result(0.5, id=str(i), metadata={"text": "x" * 200}))
        assert sum(1 for _ in report.results) == 12_000
        assert report.by("text")["x" * 200].n == 12_000
        assert tracemalloc.get_traced_memory()[1] < 500_000
    finally:
        tracemalloc.stop()


# --- writers


def test_summary_has_the_pinned_keys():
    """n, scored, mean, interval, coverage and statuses are there, with what the interval leaves out."""
    summary = report_of(result(1.0), result(0.5), result(status="failed")).summary()
    assert {"n", "scored", "mean", "interval", "coverage", "statuses"} <= set(summary)
    assert {"levels", "verdicts", "decision", "notes", "interrupted", "interval_leaves_out"} <= set(summary)
    assert (summary["n"], summary["scored"], summary["mean"], summary["interrupted"]) == (3, 2, 0.75, False)
    low, high = summary["interval"]
    assert low < 0.75 < high
    assert "judge" in summary["interval_leaves_out"]
    assert "1 of 3" in summary["interval_leaves_out"]


def test_summary_holds_the_decision_as_data():
    """A decision is written with its thresholds and notes, all of it JSON."""
    decision = report_of(result(1.0), scoring=Scoring(domain="legal")).summary()["decision"]
    assert json.loads(json.dumps(decision)) == decision
    assert (decision["value"], decision["threshold"]) == ("deploy", {"deploy": 0.95, "review": 0.85})


@pytest.mark.parametrize("count", [0, 1, 3])
def test_write_json_is_to_dict_as_json(count):
    """The streamed document is the same as the one made in memory."""
    report = report_of(*itertools.repeat(RICH, count), memory_limit=1)
    stream = io.StringIO()
    report.write_json(stream)
    document = json.loads(stream.getvalue())
    assert document == report.to_dict()
    assert set(document) == {"schema_version", "signature", "summary", "results"}
    assert len(document["results"]) == count


def test_to_json_writes_utf8_readably(tmp_path):
    """The file is UTF-8 with letters as they are; a lone surrogate does not stop it."""
    file = tmp_path / "out.json"
    report_of(RICH, result(1.0, id="für")).to_json(file)
    text = file.read_text(encoding="utf-8")
    assert '"für"' in text
    assert json.loads(text)["results"][0]["id"] == RICH.id


def test_write_json_escapes_what_the_stream_cannot_hold():
    """A stream in ASCII gets JSON escapes instead of an error."""
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii", write_through=True)
    report_of(result(1.0, id="für")).write_json(stream)
    assert json.loads(raw.getvalue())["results"][0]["id"] == "für"


def test_metadata_that_json_lacks_is_written_as_text():
    """Dates and other objects become text, NaN becomes null; the document stays valid JSON."""
    stream = io.StringIO()
    day = dt.date(2024, 5, 1)
    report_of(result(1.0, metadata={"day": day, "x": float("nan")})).write_json(stream)
    text = stream.getvalue()
    assert json.loads(text)["results"][0]["metadata"] == {"day": "2024-05-01", "x": None}
    assert "NaN" not in text


def test_to_json_into_a_missing_folder_is_an_output_error(tmp_path):
    """The error names the file."""
    with pytest.raises(OutputError, match=r"missing.*out\.json"):
        report_of(RICH).to_json(tmp_path / "missing" / "out.json")


def test_to_pandas_has_one_row_per_result():
    """Scores, verdict counts and metadata stand in columns, with the metadata keys of all rows."""
    frame = report_of(RICH, result(1.0, id="b", metadata={"lang": "de"})).to_pandas()
    assert list(frame["score"]) == [0.5, 1.0]
    first = frame.iloc[0]
    counts = [int(first[c]) for c in ("n_claims", "supported", "contradicted", "not_enough_info", "error")]
    assert counts == [2, 1, 1, 0, 0]
    assert (first["id"], first["status"], first["level"], first["metadata.tags"]) == (
        RICH.id,
        "scored",
        "block",
        ["a", "b"],
    )
    assert frame["metadata.lang"].isna().tolist() == [True, False]


def test_to_pandas_of_an_empty_run_has_columns():
    """Without results the frame has the columns and no rows."""
    frame = report_of().to_pandas()
    assert len(frame) == 0
    assert {"id", "status", "score", "coverage", "decision", "reason", "n_claims"} <= set(frame.columns)


def test_to_pandas_without_pandas_says_what_to_install(monkeypatch):
    """The error names the extra to install."""
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ConfigurationError, match=r"upheld\[frames\]"):
        report_of(RICH).to_pandas()


def test_repr_is_one_short_line():
    """The representation gives n, mean, interval and coverage."""
    text = repr(report_of(*(result(s) for s in [1.0, 0.5] * 50)))
    assert "\n" not in text
    assert len(text) < 120
    assert all(part in text for part in ("n=100", "0.75", "coverage=1.0"))
    assert "None" in repr(report_of())


def test_str_and_html_are_rendered_with_the_mean():
    """print(report) and a notebook show the mean, through the text and the HTML renderer."""
    report = report_of(*(result(s) for s in [1.0, 0.5] * 50))
    assert "0.75" in str(report)
    assert "0.75" in report._repr_html_()


def test_an_interrupt_while_results_move_to_a_file_loses_none():
    """Ctrl-C in the middle of the move leaves all results where they were."""

    class Interrupted:
        def __str__(self):
            raise KeyboardInterrupt

    store = ResultStore(memory_limit=2)
    first, second = result(1.0), Result("scored", score=0.5, metadata={"x": Interrupted()})
    store.append(first)
    store.append(second)
    with pytest.raises(KeyboardInterrupt):
        store.append(result(0.0))
    assert [found.score for found in store] == [1.0, 0.5]
    assert len(store) == 2
