"""``upheld judge-report``: options, outputs, gates, and what is said where."""

import json
import os
import re

import pytest
from click.testing import CliRunner

from upheld.cli import cli

ROWS = [
    {"id": "1", "answer": "Refunds take 14 days.", "label": "supported", "lang": "en"},
    {"id": "2", "answer": "Refunds take 30 days.", "label": "contradicted", "lang": "en"},
    {"id": "3", "answer": "Elephants sing operas loudly.", "label": "not_enough_info", "lang": "de"},
    {"id": "4", "answer": "Shops open at nine.", "label": "supported", "lang": "de"},
]


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Return a function that runs the command in an empty folder, without settings from outside."""
    monkeypatch.chdir(tmp_path)
    for name in [n for n in os.environ if n.startswith(("UPHELD_", "NO_COLOR", "FORCE_COLOR", "COLUMNS"))]:
        monkeypatch.delenv(name)

    def call(*args, stdin=None):
        return CliRunner().invoke(cli, ["judge-report", *map(str, args)], input=stdin, prog_name="upheld")

    return call


@pytest.fixture
def data(tmp_path):
    """Return a labelled file."""
    path = tmp_path / "rows.jsonl"
    lines = [
        json.dumps(row | {"contexts": ["Refunds take 14 days. Shops open at nine."]}) + "\n" for row in ROWS
    ]
    path.write_text("".join(lines))
    return path


@pytest.fixture
def asked(endpoint, tmp_path):
    """Return a judge that is a model with a price, and its endpoint."""
    prices = f'judge = "{endpoint.judge}"\n[llm.prices.fake]\ninput = 1000.0\noutput = 10000.0\n'
    (tmp_path / "upheld.toml").write_text(prices)
    return endpoint


def test_dry_run_of_a_model(run, data, asked):
    """A dry run prints what would be sent and what it costs, sends nothing and writes no file."""
    result = run(data, "--dry-run", "-o", "report.json")
    assert (result.exit_code, asked.calls) == (0, 0)
    assert result.stdout.startswith("dry run, nothing was sent")
    assert "8 calls" in result.stdout
    assert "cost" in result.stdout
    assert not (data.parent / "report.json").exists()
    assert run(data, "--dry-run", "--judge", "lexical").stdout == "dry run: 4 samples, no call to a model\n"


def test_options_of_a_model(run, data, asked):
    """Decomposer, cache and limits reach the judge, and its totals are told."""
    for calls in (4, 4, 8):
        result = run(data, "--decomposer", "one_call", *["--no-cache"] * (calls == 8))
        assert (result.exit_code, asked.calls) == (0, calls)
        assert "questions answered from the cache" in result.stderr
    stopped = run(data, "--no-cache", "--max-cost", "0.5")
    assert stopped.exit_code == 2
    assert "limit of cost" in stopped.stderr
    report = json.loads(run(data, "--extractions", "2", "--output-format", "json", "-q").stdout)
    assert "extractions:2" in json.dumps(report)


def test_the_limit_of_cost_is_for_all_judges(run, data, asked):
    """Two judges share what a comparison may cost."""
    judges = ["--judge", asked.judge, "--judge", f"{asked.judge}/"]
    given = (data, "--no-cache", "--decomposer", "rules", "--max-concurrency", "1", "--max-cost")
    alone = run(*given, "1000", *judges[:2])
    (cost,) = re.findall(r"cost ([\d.]+)", alone.stderr)
    limit = str(1.5 * float(cost))
    assert run(*given, limit, *judges[:2]).exit_code == 0
    assert run(*given, limit, *judges).exit_code == 2


def test_text_on_stdout_and_the_rest_on_stderr(run, data):
    """The report stands on standard output alone; the format that was found, on standard error."""
    result = run(data, "--judge", "lexical")
    assert result.exit_code == 0
    assert "balanced accuracy  1.000" in result.stdout
    assert "format upheld" in result.stderr
    assert "format upheld" not in result.stdout


def test_slices_and_several_judges(run, data):
    """Fields and judges can be named more than once."""
    text = run(
        data,
        "--judge",
        "lexical",
        "--judge",
        "scripted",
        "--slice",
        "lang",
        "--slice",
        "status",
        "--checks",
        "off",
    ).stdout
    assert text.count("by lang") == text.count("by status") == 2
    assert "-0.500 (" in text


@pytest.mark.parametrize("suffix", [".json", ".md", ".txt"])
def test_output_goes_to_a_file_by_its_suffix(run, data, tmp_path, suffix):
    """The suffix gives the format, and standard output stays empty."""
    out = tmp_path / f"report{suffix}"
    result = run(data, "-o", out, "-q")
    assert (result.exit_code, result.stdout) == (0, "")
    text = out.read_text("utf-8")
    if suffix == ".json":
        assert json.loads(text)["reports"][0]["agreement"]["balanced_accuracy"] == 1.0
    else:
        assert text.startswith("# Judge" if suffix == ".md" else "labelled rows")


def test_formats_that_a_judge_report_does_not_have(run, data, tmp_path):
    """A suffix that means rows is a usage error that names the others, before any work."""
    result = run(data, "-o", tmp_path / "report.csv")
    assert result.exit_code == 2
    assert "cannot be written as csv: use text, json, markdown" in result.stderr


@pytest.mark.parametrize(("least", "code", "word"), [("0.9", 0, "passed"), ("1", 0, "passed")])
def test_gate_that_passes(run, data, least, code, word):
    """The line agrees with the exit code."""
    result = run(data, "--fail-under", least)
    assert result.exit_code == code
    assert f"gate: {word} balanced accuracy of embedded" in result.stderr


def test_gate_that_fails(run, data):
    """A judge that calls everything supported is at chance; with two judges each must pass."""
    result = run(
        data, "--judge", "lexical", "--judge", "scripted", "--fail-under", "0.6", "-q", "--checks", "off"
    )
    assert result.exit_code == 1
    assert "gate: FAILED balanced accuracy of scripted 0.50 < 0.60" in result.stderr
    assert "passed" not in result.stderr


def test_a_field_that_no_row_has_costs_no_figure(run, data):
    """The report is written all the same; the exit code says that something was wrong."""
    result = run(data, "--slice", "langu", "--cluster", "doc")
    assert result.exit_code == 2
    assert "balanced accuracy  1.000" in result.stdout
    assert "error: --slice: no labelled row has the field 'langu'" in result.stderr
    assert "error: --cluster: no labelled row has the field 'doc'" in result.stderr


def test_without_labels(run, data):
    """A wrong field of the label ends with what was found instead, and nothing on standard output."""
    result = run(data, "--label", "gold")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "4 have nothing in the field 'gold'; fields seen: 'label', 'lang'" in result.stderr


def test_words_of_the_user(run, data, tmp_path):
    """A meaning is given as VALUE=LABEL; a value may hold an equals sign."""
    path = tmp_path / "own.jsonl"
    path.write_text(data.read_text().replace('"supported"', '"a=b"'))
    result = run(path, "--label-means", "a=b=supported")
    assert "2 supported, 2 not" in result.stdout
    assert run(data, "--label-means", "x").exit_code == 2
    assert "cannot mean 'great'" in run(data, "--label-means", "x=great").stderr


def test_mapped_fields_and_units(run, tmp_path):
    """A table of claims with names of its own can be measured."""
    path = tmp_path / "claims.csv"
    path.write_text(
        "statement,passage,ok\nRefunds take 14 days,Refunds take 14 days.,yes\nPets sing,Refunds.,no\n"
    )
    result = run(
        path, "--map", "answer=statement", "--map", "contexts=passage", "--label", "ok", "--unit", "claim"
    )
    assert result.exit_code == 0
    assert "yes = supported 1" in result.stdout
    assert "balanced accuracy  1.000" in result.stdout


def test_standard_input(run, data):
    """A dash reads standard input, also for two judges."""
    result = run("-", "--judge", "lexical", "--judge", "scripted", stdin=data.read_text())
    assert result.exit_code == 0
    assert "labelled rows      4" in result.stdout


def test_missing_file(run):
    """A file that is not there is named before any work."""
    result = run("nothing.jsonl")
    assert result.exit_code == 2
    assert "nothing.jsonl: no such file" in result.stderr


@pytest.mark.parametrize("option", ["--threshold", "--fail-under"])
@pytest.mark.parametrize("value", ["70", "nan"])
def test_fractions_only(run, data, option, value):
    """A percentage where a fraction belongs is a usage error, and so is what is no number."""
    result = run(data, option, value)
    assert result.exit_code == 2
    assert option in result.stderr


def test_settings_of_a_file_are_used(run, data, tmp_path):
    """The judge and the checks of the configuration hold here too; its gate on a mean does not."""
    (tmp_path / "upheld.toml").write_text(
        'judge = "scripted"\nchecks = "off"\nfail_under = 0.99\noutput_format = "csv"\n'
    )
    result = run(data)
    assert result.exit_code == 0
    assert "judge:scripted" in result.stdout
    assert "checks:off" in result.stdout


def test_help(run):
    """The command explains itself."""
    text = run("--help").stdout
    assert text.startswith("Usage: upheld judge-report [OPTIONS] FILE...")
    assert "\b" not in text
