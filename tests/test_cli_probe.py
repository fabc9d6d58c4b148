"""``upheld probe``: options, outputs, gate, and what is said where."""

import json
import os

import pytest
from click.testing import CliRunner

from upheld.cli import cli

PLACES = "Leipzig Bremen Hamburg Dresden Kassel Aachen".split()


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Return a function that runs the command in an empty folder, without settings from outside."""
    monkeypatch.chdir(tmp_path)
    for name in [n for n in os.environ if n.startswith(("UPHELD_", "NO_COLOR", "FORCE_COLOR", "COLUMNS"))]:
        monkeypatch.delenv(name)

    def call(*args, stdin=None):
        return CliRunner().invoke(cli, ["probe", *map(str, args)], input=stdin, prog_name="upheld")

    return call


@pytest.fixture
def data(tmp_path):
    """Return a file of answers that their chunks support."""
    path = tmp_path / "rows.jsonl"
    texts = [f"The museum in {place} has {31 + n} rooms for all visitors." for n, place in enumerate(PLACES)]
    path.write_text("".join(json.dumps({"answer": text, "contexts": [text]}) + "\n" for text in texts))
    return path


def test_text_on_stdout_and_the_rest_on_stderr(run, data):
    """The report stands on standard output alone; what is asked, on standard error."""
    result = run(data, "--judge", "lexical")
    assert result.exit_code == 0
    assert result.stdout.startswith("samples            6 used")
    assert "number" in result.stdout
    assert "asking" not in result.stdout
    assert "asking lexical" in result.stderr
    assert "about 6 claims of 6 answers" in result.stderr


@pytest.fixture
def asked(endpoint, tmp_path):
    """Return an endpoint whose model is the judge, with a price."""
    prices = f'judge = "{endpoint.judge}"\n[llm.prices.fake]\ninput = 1000.0\noutput = 10000.0\n'
    (tmp_path / "upheld.toml").write_text(prices)
    return endpoint


def test_dry_run_of_a_model(run, data, asked):
    """A dry run with a model sends nothing, and says what would be sent."""
    result = run(data, "--dry-run")
    assert (result.exit_code, asked.calls) == (0, 0)
    assert "dry run, nothing was sent" in result.stderr
    assert "cost" in result.stderr


def test_options_of_a_model(run, data, asked):
    """Limits and cache reach the judge, and its totals are told once."""
    result = run(data, "--per-kind", "2", "--decomposer", "rules", "--proof", "required")
    assert result.exit_code == 0
    assert result.stderr.count("questions answered from the cache") == 1
    calls = asked.calls
    run(data, "--per-kind", "2", "--decomposer", "rules", "--proof", "required")
    assert asked.calls == calls
    stopped = run(data, "--no-cache", "--max-cost", "0.1")
    assert stopped.exit_code == 2
    assert "limit of cost" in stopped.stderr


def test_quiet_says_nothing_but_the_report(run, data):
    """With -q standard error is empty."""
    assert run(data, "-q", "--judge", "lexical").stderr == ""


def test_checks_decide_what_is_detected(run, data):
    """A judge that supports everything finds numbers with the veto alone."""
    found = {}
    for mode in ("off", "veto"):
        result = run(data, "--judge", "scripted", "--checks", mode, "--output-format", "json", "-q")
        faults = {row["kind"]: row["detection"] for row in json.loads(result.stdout)["faults"]}
        found[mode] = faults["number"]
    assert found == {"off": 0.0, "veto": 1.0}


@pytest.mark.parametrize("suffix", [".json", ".md", ".txt"])
def test_output_goes_to_a_file_by_its_suffix(run, data, tmp_path, suffix):
    """The suffix gives the format, and standard output stays empty."""
    out = tmp_path / f"report{suffix}"
    result = run(data, "--judge", "lexical", "-o", out, "-q")
    assert (result.exit_code, result.stdout) == (0, "")
    text = out.read_text("utf-8")
    if suffix == ".json":
        assert json.loads(text)["judge"].startswith("lexical")
    else:
        assert text.startswith("# Probe" if suffix == ".md" else "samples")


def test_formats_that_a_probe_does_not_have(run, data, tmp_path):
    """A suffix that means rows is a usage error that names the others, before any work."""
    result = run(data, "-o", tmp_path / "report.csv")
    assert result.exit_code == 2
    assert "cannot be written as csv: use text, json, markdown" in result.stderr


def test_number_of_examples(run, data):
    """JSON shows three cases of a kind, text one, and --examples as many as asked for."""
    judged = ("--judge", "scripted", "--checks", "off", "-q")
    data_of = lambda *more: json.loads(run(data, *judged, "--output-format", "json", *more).stdout)  # noqa: E731
    number = lambda found: next(row for row in found["faults"] if row["kind"] == "number")  # noqa: E731
    assert len(number(data_of())["examples"]) == 3
    assert len(number(data_of("--examples", "5"))["examples"]) == 5
    assert run(data, *judged).stdout.count("  number: ") == 1
    assert "Missed faults" not in run(data, *judged, "--examples", "0").stdout


def test_dry_run(run, data):
    """It counts cases by kind, and no judge is asked."""
    result = run(data, "--judge", "scripted:error", "--dry-run")
    assert result.exit_code == 0
    assert "6 of answers first, then" in result.stdout
    assert "detected" not in result.stdout
    assert "asking" not in result.stderr


def test_per_kind_and_seed(run, data):
    """A number of cases and a seed make another draw, and the same one again."""
    options = (
        "--judge",
        "scripted",
        "--checks",
        "off",
        "--per-kind",
        "2",
        "--output-format",
        "json",
        "-q",
        "--seed",
    )
    one, same, other = (run(data, *options, seed).stdout for seed in ("1", "1", "5"))
    assert one == same != other
    assert max(row["n"] for row in json.loads(one)["faults"]) == 2


@pytest.mark.parametrize(("least", "code", "line"), [("0.9", 0, "passed"), ("1", 0, "passed")])
def test_gate_that_passes(run, data, least, code, line):
    """The line agrees with the exit code."""
    result = run(data, "--judge", "scripted:not_enough_info", "--fail-under-detection", least)
    assert result.exit_code == code
    assert f"gate: {line} detection of scripted 1.00 >=" in result.stderr


def test_gate_that_fails(run, data):
    """A judge that sees nothing fails, and says so even when quiet."""
    result = run(data, "--judge", "scripted", "--checks", "off", "--fail-under-detection", "0.5", "-q")
    assert result.exit_code == 1
    assert "gate: FAILED detection of scripted 0.00 < 0.50" in result.stderr


def test_a_judge_that_always_fails_measures_nothing(run, data):
    """The exit code is that of a failure, not of a good or bad judge."""
    result = run(data, "--judge", "scripted:error")
    assert result.exit_code == 2
    assert "error: nothing was measured: the judge failed on all" in result.stderr


def test_standard_input_and_mapped_fields(run):
    """A dash reads standard input; fields may have other names."""
    row = {"say": "x", "docs": ["The museum in Leipzig has 31 rooms for all visitors."]}
    result = run(
        "-",
        "--map",
        "answer=say",
        "--map",
        "contexts=docs",
        "--judge",
        "lexical",
        stdin=json.dumps(row) + "\n",
    )
    assert result.exit_code == 0
    assert "samples            1 used" in result.stdout


def test_a_file_without_contexts(run, tmp_path):
    """Nothing to probe is an error of the input, with the reason."""
    path = tmp_path / "bare.jsonl"
    path.write_text('{"answer": "Yes, it is.", "contexts": []}\n')
    result = run(path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "1 have no context; a probe needs samples with contexts" in result.stderr


def test_chunks_without_a_statement(run, tmp_path):
    """Where nothing can be probed, the report says why and what to do, without a table of zeros, and the exit code is 2."""
    path = tmp_path / "short.jsonl"
    path.write_text('{"answer": "It is open.", "contexts": ["5 | 6"]}\n')
    result = run(path, "--judge", "lexical")
    assert result.exit_code == 2
    told = "no material to plant faults into: none of the 1 sentences of the chunks is a statement of 5 to 45 words"
    assert f"error: nothing was measured: {told}" in result.stderr
    assert "give samples with whole sentences in their contexts" in " ".join(result.stdout.split())
    assert "dry run" not in result.stdout + result.stderr
    assert "number" not in result.stdout
    found = json.loads(run(path, "--judge", "lexical", "--output-format", "json").stdout)
    assert (found["dry_run"], found["cases"]) == (False, 0)
    assert found["notes"][0].startswith(told)


def test_missing_file(run):
    """A file that is not there is named before any work."""
    result = run("nothing.jsonl")
    assert result.exit_code == 2
    assert "nothing.jsonl: no such file" in result.stderr


@pytest.mark.parametrize(
    "option",
    [
        ("--per-kind", "0"),
        ("--fail-under-detection", "70"),
        ("--fail-under-detection", "nan"),
        ("--examples", "-1"),
    ],
)
def test_numbers_that_make_no_sense(run, data, option):
    """They are usage errors."""
    assert run(data, *option).exit_code == 2


def test_settings_of_a_file_are_used(run, data, tmp_path):
    """The judge, the checks and the seed of the configuration hold here too; its gate on a mean does not."""
    (tmp_path / "upheld.toml").write_text('judge = "scripted"\nchecks = "off"\nseed = 4\nfail_under = 0.99\n')
    result = run(data, "--output-format", "json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert (found["judge"], found["seed"]) == ("scripted", 4)
    assert "checks:off" in found["signature"]


def test_help(run):
    """The command explains itself."""
    text = run("--help").stdout
    assert text.startswith("Usage: upheld probe [OPTIONS] FILE...")
    assert "\b" not in text
