"""``upheld compare``: options, outputs, exit codes."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from upheld.cli import cli

EXAMPLE = Path(__file__).parent.parent / "examples" / "support_bot.jsonl"

PEER = f"""#!{sys.executable}
import json, sys
sys.stdin.readline()
print(json.dumps({{"ready": "deepeval 8"}}), flush=True)
for line in sys.stdin:
    row = json.loads(line)
    print(json.dumps({{"n": row["n"], "score": row["n"] % 2, "reason": "said so", "calls": 3}}), flush=True)
"""


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Return a function that runs the command in an empty folder, without settings from outside."""
    monkeypatch.chdir(tmp_path)
    for name in [n for n in os.environ if n.startswith(("UPHELD_", "OPENAI_", "NO_COLOR", "FORCE_COLOR", "COLUMNS"))]:  # fmt: skip
        monkeypatch.delenv(name)

    def call(*args):
        return CliRunner().invoke(cli, ["compare", *map(str, args)], prog_name="upheld")

    return call


TWO = ("--with", "upheld:lexical", "--with", "upheld-lenient:lexical")


def test_the_report_alone_is_on_stdout(run):
    """The example through two scorers: the table there, format and progress on standard error."""
    result = run(EXAMPLE, *TWO)
    assert result.exit_code == 0
    assert result.stdout.startswith("scorer")
    assert "upheld:lexical: 32 of 36 samples" in result.stderr
    assert "format upheld" not in result.stdout
    assert run(EXAMPLE, *TWO, "-q").stderr == ""


@pytest.mark.parametrize("suffix", ["json", "md", "csv", "txt"])
def test_the_suffix_gives_the_format(run, tmp_path, suffix):
    """JSON, Markdown, CSV and text go to a file."""
    out = tmp_path / f"out.{suffix}"
    result = run(EXAMPLE, *TWO, "-o", out, "-q")
    assert (result.exit_code, result.stdout) == (0, "")
    text = out.read_text("utf-8")
    if suffix == "json":
        data = json.loads(text)
        assert (data["n"], len(data["samples"]), len(data["most_different"])) == (36, 36, 5)
    elif suffix == "csv":
        rows = list(csv.DictReader(text.splitlines()))
        assert len(rows) == 36
        assert {"id", "upheld:lexical", "upheld-lenient:lexical", "spread"} <= rows[0].keys()
        blank = next(row for row in rows if row["id"] == "thanks")
        assert (blank["upheld:lexical"], "no claims" in blank["no_score"]) == ("", True)
    else:
        assert ("# Scorers compared" if suffix == "md" else "scorer  ") in text


def test_the_csv_of_one_comparison_feeds_the_next(run, tmp_path):
    """Scores made elsewhere come by file; a name can be given to them."""
    (tmp_path / "other.csv").write_text("id,score\nrefund-window,0.4\nnobody,1\n")
    result = run(EXAMPLE, "--with", "upheld:lexical", "--scores", "theirs=other.csv", "--limit", "2")
    assert result.exit_code == 0
    assert "upheld:lexical / theirs" in result.stdout
    assert "(-0.60)" in result.stdout
    assert "1 row matches no sample: nobody" in result.stdout


@pytest.mark.skipif(os.name == "nt", reason="the stand-in is a script with a first line")
def test_peers_and_ours_side_by_side(run, tmp_path):
    """A peer alone is compared with `upheld`, for its claims; its calls and its reasons are shown."""
    python = tmp_path / "python"
    python.write_text(PEER)
    python.chmod(0o755)
    args = ("--with", "deepeval", "--python", f"deepeval={python}", "--model", "m", "--limit", "4")
    config = tmp_path / "upheld.toml"
    config.write_text('judge = "lexical"\n')
    result = run(EXAMPLE, *args)
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert [line.split()[0] for line in lines[1:3]] == ["upheld", "deepeval"]
    assert lines[2].split()[-2] == "12"
    assert "judge:lexical-1" in result.stdout
    assert "deepeval: said so" in result.stdout
    assert "supported      You can return any unused item" in result.stdout


def test_a_scorer_that_scored_nothing_is_an_error(run, tmp_path):
    """A file that matches no sample compares nothing: exit code 2, and the first reason."""
    (tmp_path / "other.csv").write_text("id,score\nnobody,1\n")
    result = run(EXAMPLE, "--with", "upheld:lexical", "--scores", "other.csv", "--limit", "2")
    assert result.exit_code == 2
    assert "error: other scored nothing, the first: refund-window" in result.stderr


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (["--with", "upheld:lexical"], "needs two scorers"),
        (["--with", "upheld:lexcial"], "did you mean 'lexical'"),
        (["--with", "raggas"], "did you mean 'ragas'"),
        (["--with", "ragas"], "--model"),
        (["--with", "ragas", "--model", "m", "--python", "/no/such/python"], "/no/such/python"),
        ([*TWO, "-o", "x.jsonl"], "cannot be written as jsonl"),
        ([*TWO, "--scores", "none.csv"], "none.csv"),
        ([*TWO, "--show", "-1"], "--show"),
        ([*TWO, "--threshold", "high"], "--threshold"),
        ([*TWO, "--threshold", "5"], "--threshold"),
        ([*TWO, "--threshold", "nan"], "--threshold"),
    ],
)
def test_wrong_options_end_with_2(run, args, word):
    """The message names the option or the value."""
    result = run(EXAMPLE, *args)
    assert result.exit_code == 2
    assert word in result.stderr


def test_a_file_of_scores_is_not_overwritten(run, tmp_path):
    """The report may go to no file that is read."""
    (tmp_path / "other.csv").write_text("id,score\nrefund-window,1\n")
    result = run(EXAMPLE, "--with", "upheld:lexical", "--scores", "a=other.csv", "-o", "other.csv")
    assert result.exit_code == 2
    assert (tmp_path / "other.csv").read_text() == "id,score\nrefund-window,1\n"


@pytest.mark.skipif(os.name == "nt", reason="sends a signal")
def test_an_interrupt_keeps_what_is_done_and_ends_the_peer(tmp_path):
    """Ctrl-C while a peer is asked: exit code 130, the scores that were there, no traceback, no process left."""
    python, told = tmp_path / "python", tmp_path / "pid"
    hangs = (
        f"    import os, time\n    open({str(told)!r}, 'w').write(str(os.getpid()))\n    time.sleep(600)\n"
    )
    python.write_text(PEER.replace("    row =", hangs + "    row =", 1))
    python.chmod(0o755)
    command = [sys.executable, "-m", "upheld", "compare", str(EXAMPLE), "--limit", "3", "--model", "m"]
    process = subprocess.Popen(
        [*command, "--with", "upheld:lexical", "--with", "deepeval", "--python", str(python)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env={name: value for name, value in os.environ.items() if not name.startswith("UPHELD_")},
    )
    deadline = time.monotonic() + 120
    while not (told.exists() and told.read_text()):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert "the run was interrupted" in out
    assert out.splitlines()[1].split()[-4] == "3"
    with pytest.raises(ProcessLookupError):
        os.kill(int(told.read_text()), 0)


def test_help_names_the_scorers(run):
    """Somebody who asks for help sees what can be named, and two examples to copy."""
    text = run("--help").stdout
    assert all(
        word in text for word in ("ragas", "deepeval", "upheld-lenient:JUDGE", "--scores deepeval.csv")
    )
