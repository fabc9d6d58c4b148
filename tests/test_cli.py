"""The command line, in process: options, inputs, outputs, gates and what is said where."""

import csv
import gzip
import io
import json
import os
import re
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner

from upheld._types import Result
from upheld.cli import cli
from upheld.cli._gate import Gate

JUDGE = """
from upheld._errors import ConfigurationError
from upheld.judges.scripted import ScriptedJudge


def _verdict(claim, task):
    if "stop" in claim:
        raise ConfigurationError("no more money")
    if "bug" in claim:
        raise RuntimeError("the judge has a bug")
    return "supported" if any(claim in chunk.text for chunk in task.chunks) else "not_enough_info"


judge = ScriptedJudge(_verdict)
"""


def row(name, *claims, chunk="Refunds take 14 days. Shops open at nine.", **fields):
    """Return a record whose claims are given, so that only the judge decides."""
    return {"id": name, "answer": " ".join(claims), "claims": claims, "contexts": [chunk], **fields}


GOOD = row("good", "Refunds take 14 days", lang="en")
HALF = row("half", "Shops open at nine", "Pets are welcome", lang="de")
BAD = row("bad", "Pets are welcome", lang="de")
REFUSAL = row("refusal") | {"answer": "I don't know.", "claims": None}


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Return a function that runs the command in an empty folder, with a judge that looks for claims verbatim."""
    (tmp_path / "verbatim.py").write_text(JUDGE)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    for name in [
        name for name in os.environ if name.startswith(("UPHELD_", "NO_COLOR", "FORCE_COLOR", "COLUMNS"))
    ]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("UPHELD_JUDGE", "verbatim:judge")

    def call(*args, stdin=None):
        return CliRunner().invoke(cli, [str(arg) for arg in args], input=stdin, prog_name="upheld")

    return call


@pytest.fixture
def data(tmp_path):
    """Return a function that writes records as JSON lines; a text is written as it is."""

    def write(*records, name="data.jsonl"):
        path = tmp_path / name
        lines = [record if isinstance(record, str) else json.dumps(record) for record in records]
        path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
        return path

    return write


# --- the group


def test_version(run):
    """--version prints name and version."""
    result = run("--version")
    assert re.fullmatch(r"upheld \d+\.\d+\.\d+\S*\n", result.stdout)
    assert result.exit_code == 0


def test_help_lists_the_commands(run):
    """Help names each command and the exit codes."""
    text = run("--help").stdout
    assert [
        name
        for name in ("check", "eval", "formats", "config")
        if not re.search(rf"^  {name} ", text, re.MULTILINE)
    ] == []
    assert "Exit codes: 0 passed, 1 gate failed" in text


@pytest.mark.parametrize("command", ["check", "eval", "formats", "config"])
def test_help_of_each_command(run, command):
    """Each command explains itself and shows no marks of markup."""
    result = run(command, "--help")
    assert result.exit_code == 0
    assert "\b" not in result.stdout
    assert result.stdout.startswith(f"Usage: upheld {command}")


def test_unknown_command(run):
    """A mistyped command is a usage error with a guess."""
    result = run("evl")
    assert result.exit_code == 2
    assert "Did you mean 'eval'?" in result.stderr
    assert result.stdout == ""


def test_formats(run):
    """Formats lists every input format with its keys, and shows --map."""
    text = run("formats").stdout
    assert [
        name for name in ("ragas", "deepeval", "retrieved_contexts", "actual_output") if name not in text
    ] == []
    assert "--map answer=" in text


def test_config(run, tmp_path):
    """Config prints each setting with its value and its origin, tables merged over the defaults."""
    (tmp_path / "upheld.toml").write_text(
        "jobs = 2\n[levels]\nsafe = 0.95\n[domains.ours]\ndeploy = 0.9\nreview = 0.5\n"
    )
    lines = {line.split()[0]: line for line in run("config").stdout.splitlines()}
    origin = str(tmp_path / "upheld.toml")
    assert lines["jobs"].split() == ["jobs", "2", origin]
    assert lines["judge"].split() == ["judge", "verbatim:judge", "environment", "UPHELD_JUDGE"]
    assert lines["policy"].split() == ["policy", "strict", "default"]
    assert lines["levels.safe"].split() == ["levels.safe", "0.95", origin]
    assert lines["levels.warning"].split() == ["levels.warning", "0.7", "default"]
    assert lines["domains.ours"].split() == ["domains.ours", "deploy", "0.9,", "review", "0.5", origin]
    assert lines["domains.medical"].split()[-1] == "default"


def test_wrong_configuration(run, tmp_path, data):
    """A wrong file of settings stops every command with exit code 2, one line and no output."""
    path = data(GOOD)
    (tmp_path / "upheld.toml").write_text("polcy = 'strict'")
    for command in (["config"], ["eval", path], ["check", "--answer", "x"]):
        result = run(*command)
        assert result.exit_code == 2
        assert result.stdout == ""
        assert result.stderr.startswith("error: ")
        assert "did you mean 'policy'?" in result.stderr


def test_levels_that_do_not_fit_the_defaults(run, tmp_path):
    """A level that is out of order with the default of the other is an error."""
    (tmp_path / "upheld.toml").write_text("[levels]\nsafe = 0.5\n")
    result = run("config")
    assert result.exit_code == 2
    assert "warning" in result.stderr


def test_unknown_variable_warns(run, monkeypatch):
    """An UPHELD_ variable that nothing reads is a warning on standard error, and the run goes on."""
    monkeypatch.setenv("UPHELD_POLICI", "graded")
    result = run("config")
    assert result.exit_code == 0
    assert "warning: environment UPHELD_POLICI is not used" in result.stderr


# --- check


def test_check_from_options(run):
    """An answer and chunks from options give claims, verdicts and the score."""
    result = run(
        "check",
        "--answer",
        "Refunds take 14 days",
        "--context",
        "Other.",
        "--context",
        "Refunds take 14 days",
    )
    assert result.exit_code == 0
    assert result.stdout.startswith("score 1.00 · safe")
    assert "✓ supported" in result.stdout


def test_check_from_files(run, tmp_path):
    """Answer and chunks are read from files, whatever their byte order mark says."""
    (tmp_path / "a.txt").write_text("Geöffnet ab neun", encoding="utf-8-sig")
    (tmp_path / "c.txt").write_text("Geöffnet ab neun, sagt man.", encoding="utf-16")
    result = run("check", "--answer-file", "a.txt", "--context-file", "c.txt", "--claim", "Geöffnet ab neun")
    assert "✓ supported      Geöffnet ab neun" in result.stdout


def test_check_takes_the_answer_from_stdin(run):
    """With a context and no answer, standard input is the answer."""
    result = run(
        "check", "--context", "Refunds take 14 days", "--output-format", "json", stdin="Refunds take 14 days"
    )
    assert json.loads(result.stdout)["score"] == 1.0


@pytest.mark.parametrize("args", [(), ("-",)])
def test_check_takes_a_record_from_stdin(run, args):
    """With nothing but standard input, it is a JSON record."""
    result = run("check", *args, "--output-format", "json", stdin=json.dumps(HALF, indent=2))
    found = json.loads(result.stdout)
    assert (found["id"], found["score"]) == ("half", 0.5)


def test_check_takes_a_record_of_a_known_format(run):
    """The record may have the keys of any known format."""
    record = {
        "user_input": "q",
        "response": "Refunds take 14 days",
        "retrieved_contexts": ["Refunds take 14 days"],
    }
    assert "score 1.00" in run("check", "-", stdin=json.dumps(record)).stdout


def test_check_takes_a_record_from_a_file(run, data):
    """The record may stand in a file."""
    assert "score 0.50" in run("check", data(HALF)).stdout


def test_check_given_claims(run):
    """Given claims are checked instead of those of the answer."""
    result = run("check", "--answer", "x", "--context", "A is B", "--claim", "A is B", "--claim", "C is D")
    assert "✓ supported      A is B" in result.stdout
    assert "✗ not found      C is D" in result.stdout


def test_check_without_context(run):
    """Without any chunk nothing is supported, and the status says why."""
    result = run("check", "--answer", "Refunds take 14 days.")
    assert "no context" in result.stdout
    assert "score 0.00" in result.stdout


def test_check_empty_answer(run):
    """An empty answer has no score and is no error."""
    result = run("check", "--answer", "", "--context", "x")
    assert result.exit_code == 0
    assert result.stdout.startswith("no score · empty answer")


@pytest.mark.parametrize(
    ("args", "stdin", "part"),
    [
        (("--answer", "a", "--answer-file", "b"), "", "only one of RECORD, --answer and --answer-file"),
        (("-", "--context-file", "-"), "", "read only once"),
        (("--context-file", "-"), "", "read only once"),
        (("-", "--context", "x"), json.dumps(GOOD), "its own contexts"),
        (("--answer", "a", "--context-file", "none.txt"), "", "none.txt: no such file"),
        (("nothing.json",), "", "nothing.json: no such file"),
        ((), "", "empty"),
        ((), "{broken", "broken JSON"),
        ((), json.dumps({"answer": "a", "text": "b"}), "text"),
        ((), json.dumps(GOOD) + "\n" + json.dumps(GOOD), "upheld eval"),
        (("--answer", "a", "--judge", "no_such_module:judge"), "", "no_such_module"),
        (("--answer", "a", "--format", "ragsa"), "{}", "ragsa"),
    ],
)
def test_check_wrong_input(run, args, stdin, part):
    """What cannot be checked is an error with exit code 2 that says why, and no output."""
    if "--format" in args:
        args = args[2:]
    result = run("check", *args, stdin=stdin)
    assert result.exit_code == 2, result.output
    assert part in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("limit", "code", "line"),
    [("0.5", 0, "gate: passed score 0.50 >= 0.50"), ("0.6", 1, "gate: FAILED score 0.50 < 0.60")],
)
def test_check_gate(run, limit, code, line):
    """--fail-under judges the score; the line on standard error agrees with the exit code."""
    result = run("check", "-", "--fail-under", limit, stdin=json.dumps(HALF))
    assert (result.exit_code, result.stderr.splitlines()[-1]) == (code, line)


def test_check_gate_without_score(run):
    """An empty answer, which has no score, does not pass a gate."""
    result = run("check", "--answer", "", "--context", "x", "--fail-under", "0.1")
    assert result.exit_code == 1
    assert "gate: FAILED no score" in result.stderr


@pytest.mark.parametrize(
    ("answer", "line"),
    [
        ("I don't know.", "gate: passed, the answer abstains: nothing to score"),
        ("You're welcome!", "gate: passed, the answer has no claim to check: nothing to score"),
    ],
)
@pytest.mark.parametrize("setting", ["fail_under", "fail_under_sample"])
def test_check_gate_passes_what_says_nothing_false(run, tmp_path, answer, line, setting):
    """A refusal and a courtesy pass the gate, as in pytest, and the line says why."""
    (tmp_path / "upheld.toml").write_text(f"{setting} = 0.9")
    result = run("check", "--answer", answer, "--context", "x y")
    assert (result.exit_code, result.stderr.splitlines()[-1]) == (0, line)


def test_check_gate_judges_a_refusal_that_has_a_score(run):
    """Where --empty-score gives a refusal a score, that score decides."""
    given = ("--answer", "I don't know.", "--context", "x", "--empty-score", "0", "--fail-under", "0.5")
    result = run("check", *given)
    assert (result.exit_code, result.stderr.splitlines()[-1]) == (1, "gate: FAILED score 0.00 < 0.50")


@pytest.mark.parametrize("gate", [(), ("--fail-under", "0.5")])
def test_check_with_a_judge_that_failed(run, gate):
    """An answer that no verdict came for was not measured: exit code 2 and why, as for a whole file, and no gate."""
    result = run("check", "--answer", "x", "--context", "y", "--claim", "a bug", *gate)
    assert result.exit_code == 2
    assert result.stdout.startswith("no score · failed")
    assert "error: nothing was measured: no verdict on the only claim" in result.stderr
    assert "the judge has a bug" in result.stderr
    assert "gate:" not in result.stderr


@pytest.mark.parametrize("as_json", [False, True])
def test_check_domain(run, as_json):
    """A decision for a domain comes with the note that its thresholds are not validated, once."""
    form = ("--output-format", "json") if as_json else ()
    result = run("check", "-", "--domain", "medical", *form, stdin=json.dumps(HALF))
    if as_json:
        assert "medical: not validated on this domain" in json.loads(result.stdout)["notes"][0]
    else:
        assert result.stdout.startswith("score 0.50 · block · decision block · ")
    note = "note: medical: not validated on this domain"
    assert (note in result.stderr, note in result.stdout) == (as_json, not as_json)


def test_check_unknown_domain(run):
    """A mistyped domain is named with the one that may be meant."""
    text = " ".join(run("check", "-", "--domain", "medcal", stdin=json.dumps(HALF)).stdout.split())
    assert "note: unknown domain 'medcal'; did you mean 'medical'?" in text


def test_check_ignores_output_formats_it_does_not_have(run, tmp_path):
    """A configured format of whole files falls back to text, JSON lines to JSON."""
    (tmp_path / "upheld.toml").write_text('output_format = "csv"')
    assert "score 0.50" in run("check", "-", stdin=json.dumps(HALF)).stdout
    (tmp_path / "upheld.toml").write_text('output_format = "jsonl"')
    assert json.loads(run("check", "-", stdin=json.dumps(HALF)).stdout)["score"] == 0.5


# --- eval: output


def test_eval_text(run, data):
    """The report goes to standard output; the format that was found goes to standard error."""
    result = run("eval", data(GOOD, HALF, BAD))
    assert result.exit_code == 0
    assert re.search(r"^mean +0\.50 ", result.stdout, re.MULTILINE)
    assert result.stdout.index("bad") < result.stdout.index("half") < result.stdout.index("good")
    assert "format" in result.stderr
    assert "format" not in result.stdout


def test_eval_json(run, data):
    """JSON holds summary and results and nothing else is on standard output; the summary is on standard error."""
    result = run("eval", data(GOOD, HALF), "--output-format", "json")
    found = json.loads(result.stdout)
    assert found["summary"]["mean"] == 0.75
    assert [one["id"] for one in found["results"]] == ["good", "half"]
    assert re.search(r"^mean +0\.75 ", result.stderr, re.MULTILINE)


def test_eval_jsonl(run, data):
    """JSON lines are one result a line, in the order of the input."""
    result = run("eval", data(HALF, GOOD), "--output-format", "jsonl")
    assert [json.loads(line)["score"] for line in result.stdout.splitlines()] == [0.5, 1.0]


def test_eval_csv_and_markdown(run, data):
    """CSV has a row per sample, Markdown the table of what needs attention."""
    path = data(GOOD, BAD)
    rows = [*csv.DictReader(io.StringIO(run("eval", path, "--output-format", "csv").stdout))]
    assert [(one["id"], one["score"]) for one in rows] == [("good", "1.0"), ("bad", "0.0")]
    text = run("eval", path, "--output-format", "markdown").stdout
    assert "| bad | 0.00 | block |" in text
    assert "| good |" not in text


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("o.json", "{"),
        ("o.jsonl", "{"),
        ("o.ndjson", "{"),
        ("o.csv", "id,"),
        ("o.md", "# "),
        ("o.MARKDOWN", "# "),
        ("o.txt", "✓"),
    ],
)
def test_eval_output_file(run, data, tmp_path, name, start):
    """-o writes the format of the suffix, standard output stays empty, standard error has summary and place."""
    result = run("eval", data(GOOD), "-o", name)
    assert result.exit_code == 0
    assert result.stdout == ""
    assert (tmp_path / name).read_text("utf-8").startswith(start)
    assert f"report written to {name}" in result.stderr
    assert re.search(r"^mean +1\.00 ", result.stderr, re.MULTILINE)


def test_eval_output_format_wins_over_the_suffix(run, data, tmp_path):
    """--output-format is stronger than the suffix, the suffix stronger than the configuration."""
    (tmp_path / "upheld.toml").write_text('output_format = "csv"')
    path = data(GOOD)
    run("eval", path, "-o", "a.txt", "--output-format", "json")
    run("eval", path, "-o", "b.md")
    run("eval", path, "-o", "c.json")
    assert json.loads((tmp_path / "a.txt").read_text())["summary"]["n"] == 1
    assert (tmp_path / "b.md").read_text().startswith("# ")
    assert (tmp_path / "c.json").read_text().startswith("{")
    assert run("eval", path).stdout.startswith("id,")


def test_eval_output_to_stdout_by_name(run, data):
    """-o - is standard output."""
    assert "mean" in run("eval", data(GOOD), "-o", "-").stdout


def test_eval_replaces_the_output_in_one_step(run, data, tmp_path):
    """An older report is replaced, keeps its permissions, a link keeps pointing, and no other file is left behind."""
    target, link = tmp_path / "real.json", tmp_path / "link.json"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    path = data(GOOD)
    before = set(tmp_path.iterdir())
    run("eval", path, "-o", link)
    assert link.is_symlink()
    assert json.loads(target.read_text())["summary"]["n"] == 1
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert {p for p in tmp_path.iterdir() if p.name != "__pycache__"} == {
        p for p in before if p.name != "__pycache__"
    }


def test_eval_new_output_follows_the_umask(run, data, tmp_path):
    """A new report has the permissions of any new file, not those of a temporary one."""
    old = os.umask(0o022)
    try:
        run("eval", data(GOOD), "-o", "new.json")
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "new.json").stat().st_mode) == 0o644


@pytest.mark.parametrize(
    ("output", "part"),
    [
        ("nowhere/out.json", "the folder"),
        ("folder", "it is a folder"),
        ("data.jsonl", "one of the input files"),
        ("link.jsonl", "one of the input files"),
        ("out.yaml", "cannot tell the output format"),
        ("out", "cannot tell the output format"),
    ],
)
def test_eval_says_before_the_work_that_it_cannot_write(run, data, tmp_path, output, part):
    """A place that cannot be written is told before any sample is read, with exit code 2; the input is untouched."""
    path = data(GOOD)
    text = path.read_text()
    (tmp_path / "folder").mkdir()
    (tmp_path / "link.jsonl").symlink_to(path)
    result = run("eval", path, "-o", output)
    assert result.exit_code == 2
    assert part in result.stderr
    assert "format upheld" not in result.stderr
    assert path.read_text() == text
    assert not [p for p in tmp_path.iterdir() if p.suffix == ".part"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_eval_without_permission(run, data, tmp_path):  # pragma: no cover - depends on the user
    """A file without permission is told before the work."""
    target = tmp_path / "out.json"
    target.write_text("")
    target.chmod(0o400)
    result = run("eval", data(GOOD), "-o", target)
    assert result.exit_code == 2
    assert "no permission" in result.stderr


def test_eval_to_a_device(run, data):
    """A device is written to, not replaced, and needs no suffix."""
    result = run("eval", data(GOOD), "-o", os.devnull)
    assert result.exit_code == 0
    assert not Path(os.devnull).is_file()


# --- eval: options


def test_eval_quiet(run, data):
    """-q leaves the report alone, and a gate that passes says nothing."""
    result = run("eval", data(GOOD, "{broken"), "-q", "--fail-under", "0.5")
    assert result.exit_code == 0
    assert result.stderr == ""
    assert "mean" in result.stdout


def test_eval_quiet_says_that_a_gate_failed(run, data):
    """-q still says why the exit code is 1."""
    result = run("eval", data(BAD), "-q", "--fail-under", "0.5")
    assert result.exit_code == 1
    assert result.stderr == "gate: FAILED mean 0.00 < 0.50\n"


def test_eval_verbose(run, data):
    """-v shows every claim of every sample."""
    path = data(HALF)
    assert "✓ supported" not in run("eval", path).stdout
    assert "✓ supported      Shops open at nine" in run("eval", path, "-v").stdout


def test_eval_quiet_and_verbose(run, data):
    """-q and -v together are a usage error."""
    assert run("eval", data(GOOD), "-q", "-v").exit_code == 2


def test_eval_several_files_and_stdin(run, data):
    """Files and standard input make one run, in the order given."""
    result = run(
        "eval", data(GOOD), "-", data(BAD, name="b.jsonl"), "--output-format", "jsonl", stdin=json.dumps(HALF)
    )
    assert [json.loads(line)["id"] for line in result.stdout.splitlines()] == ["good", "half", "bad"]


def test_eval_limit_and_sample(run, data):
    """--limit takes the first; --sample takes as many by chance, the same for the same seed."""
    path = data(*[row(f"r{n}", "Refunds take 14 days") for n in range(50)])

    def ids(*args):
        return [
            json.loads(line)["id"]
            for line in run("eval", path, "--output-format", "jsonl", *args).stdout.splitlines()
        ]

    assert ids("--limit", 3) == ["r0", "r1", "r2"]
    drawn = ids("--sample", 5, "--seed", 1)
    assert len(set(drawn)) == 5
    assert drawn == ids("--sample", 5, "--seed", 1)
    assert drawn != ids("--sample", 5, "--seed", 2)


def test_eval_map(run, data):
    """--map says where fields are, nested ones too."""
    path = data(
        {"out": {"docs": [{"page_content": "Refunds take 14 days"}]}, "reply": "Refunds take 14 days"}
    )
    result = run(
        "eval",
        path,
        "--map",
        "answer=reply",
        "--map",
        "contexts=out.docs[].page_content",
        "--output-format",
        "jsonl",
    )
    assert json.loads(result.stdout)["score"] == 1.0


@pytest.mark.parametrize("value", ["answer", "answer=", "=x", " = "])
def test_eval_wrong_map(run, data, value):
    """A --map that is no pair is a usage error that shows the form."""
    result = run("eval", data(GOOD), "--map", value)
    assert result.exit_code == 2
    assert "FIELD=PATH" in result.stderr


def test_eval_map_twice(run, data):
    """Mapping one field twice is a usage error."""
    result = run("eval", data(GOOD), "--map", "answer=a", "--map", "answer=b")
    assert result.exit_code == 2
    assert "mapped twice" in result.stderr


def test_eval_by_and_cluster(run, data):
    """--by adds a table to the report, --cluster takes groups as one for the interval and says so."""
    path = data(GOOD, HALF, BAD)
    result = run("eval", path, "--by", "lang", "--cluster", "lang")
    assert re.search(r"^1\.00 .* en$", result.stdout, re.MULTILINE)
    assert re.search(r"^0\.25 .* de$", result.stdout, re.MULTILINE)
    assert re.search(
        r"interval with whole groups of 'lang': \d\.\d\d to \d\.\d\d$", result.stdout, re.MULTILINE
    )
    as_json = run("eval", path, "--by", "lang", "--output-format", "json")
    groups = json.loads(as_json.stdout)["summary"]["by"]["lang"]
    assert [(g["value"], g["n"], g["scored"], g["mean"]) for g in groups] == [
        ("en", 1, 1, 1.0),
        ("de", 2, 2, 0.25),
    ]
    assert re.search(r"^0\.25 .* de$", as_json.stderr, re.MULTILINE)
    assert "## By lang" in run("eval", path, "--by", "lang", "--output-format", "markdown").stdout
    assert "by lang</span>" in run("eval", path, "--by", "lang", "--output-format", "html").stdout


def test_eval_by_an_unknown_field(run, data):
    """A field that is not there costs no result: the report is written, then exit code 2."""
    result = run("eval", data(GOOD), "--by", "nope", "--cluster", "nope")
    assert result.exit_code == 2
    assert "mean" in result.stdout
    assert result.stderr.count("'nope'") == 2


def test_eval_domain(run, data):
    """--domain decides and says that its thresholds are not validated."""
    text = " ".join(run("eval", data(HALF), "--domain", "medical").stdout.split())
    assert "block for medical" in text
    assert "not validated on this domain" in text


def test_eval_unknown_domain(run, data):
    """An unknown domain takes the thresholds of customer support and says so."""
    text = " ".join(run("eval", data(GOOD), "--domain", "space").stdout.split())
    assert "unknown domain 'space'" in text
    assert "customer_support" in text


def test_eval_policy(run, data):
    """--policy changes the score: lenient counts only what is contradicted."""
    assert re.search(
        r"^mean +1\.00 ", run("eval", data(HALF, BAD), "--policy", "lenient").stdout, re.MULTILINE
    )


def test_eval_empty_score(run, data):
    """--empty-score gives refusals a score."""
    path = data(REFUSAL)
    assert "none: no sample has a score" in run("eval", path).stdout
    assert re.search(r"^mean +1\.00 ", run("eval", path, "--empty-score", "1").stdout, re.MULTILINE)


def test_eval_levels_of_the_configuration(run, data, tmp_path):
    """Configured levels and domains are in force."""
    (tmp_path / "upheld.toml").write_text(
        "[levels]\nsafe = 0.5\nwarning = 0.1\n[domains.ours]\ndeploy = 0.5\nreview = 0.1\n"
    )
    text = run("eval", data(HALF), "--domain", "ours").stdout
    assert re.search(r"^levels +safe 1$", text, re.MULTILINE)
    assert "deploy for ours" in text


def test_eval_names_the_file_where_there_are_several(run, data):
    """Rows of several files have the same numbers and may have the same ids: each is named with its file, in every output."""
    one = data("{broken", row("q1", "Pets are welcome"), name="one.jsonl")
    two = data("{broken", row("q1", "Pets are welcome"), name="two.jsonl")
    for form in ("text", "markdown", "html"):
        shown = run("eval", one.name, two.name, "--output-format", form).stdout.replace("&#95;", "_")
        assert [name for name in ("one", "two") if f"{name}.jsonl:1" not in shown] == []
        assert [name for name in ("one", "two") if f"q1 ({name}.jsonl:2)" not in shown] == []
    gate = run("eval", one.name, two.name, "--fail-under-sample", "0.5").stderr.splitlines()[-1]
    assert gate.endswith(": one.jsonl:1 (failed), q1 (one.jsonl:2), two.jsonl:1 (failed), q1 (two.jsonl:2)")
    assert "one.jsonl" not in run("eval", one.name).stdout


# --- eval: gates


@pytest.mark.parametrize(
    ("args", "code", "line"),
    [
        (("--fail-under", "0.5"), 0, "gate: passed mean 0.50 >= 0.50"),
        (("--fail-under", "0.51"), 1, "gate: FAILED mean 0.50 < 0.51"),
        (("--fail-under", "0.5000001"), 1, "gate: FAILED mean 0.5000000 < 0.5000001"),
        (("--fail-under-sample", "0.6"), 1, "gate: FAILED 2 samples below 0.60: half, bad"),
        (("--fail-under-sample", "0"), 0, "gate: passed no sample below 0.00"),
        (
            ("--fail-under", "0.9", "--fail-under-sample", "0.1"),
            1,
            "gate: FAILED mean 0.50 < 0.90; 1 sample below 0.10: bad",
        ),
        (
            ("--fail-under", "0.9", "--exit-zero"),
            0,
            "gate: FAILED mean 0.50 < 0.90 (exit code 0 as asked with --exit-zero)",
        ),
    ],
)
def test_eval_gates(run, data, args, code, line):
    """The gates judge mean and samples apart; the last line on standard error agrees with the exit code."""
    result = run("eval", data(GOOD, HALF, BAD), *args)
    assert (result.exit_code, result.stderr.splitlines()[-1]) == (code, line)


def test_eval_gate_without_a_mean(run, data):
    """No mean does not pass."""
    result = run("eval", data(REFUSAL), "--fail-under", "0")
    assert result.exit_code == 1
    assert "gate: FAILED no mean" in result.stderr


EMPTY = row("empty") | {"answer": "", "claims": None}
BARE = row("bare", "Refunds take 14 days") | {"contexts": []}


def test_eval_gate_counts_what_lacks_a_score_as_0(run, data):
    """Five of seven rows failed: the mean of the other two passes no gate, and the line says what was counted."""
    path = data(GOOD, GOOD, *["{broken"] * 5)
    result = run("eval", path, "--fail-under", "0.9")
    assert result.exit_code == 1
    line = "gate: FAILED mean 0.29 < 0.90, 5 samples without a score counted as 0"
    assert result.stderr.splitlines()[-1] == line
    assert re.search(r"^mean +1\.00 ", result.stdout, re.MULTILINE)
    passed = run("eval", path, "--fail-under", "0.2")
    assert passed.exit_code == 0
    line = "gate: passed mean 0.29 >= 0.20, 5 samples without a score counted as 0"
    assert passed.stderr.splitlines()[-1] == line


@pytest.mark.parametrize(("record", "counted"), [(EMPTY, True), (BARE, True), (REFUSAL, False)])
def test_eval_gate_counts_as_coverage_does(run, data, record, counted):
    """An empty answer, and one without a context under lenient, count 0 beside a full score; a refusal does not count."""
    result = run("eval", data(GOOD, record), "--policy", "lenient", "--fail-under", "0.9")
    assert result.exit_code == int(counted)
    assert ("1 sample without a score counted as 0" in result.stderr) == counted


@pytest.mark.parametrize("least", ["0", "0.1"])
@pytest.mark.parametrize(
    ("record", "name"),
    [
        ("{broken", "#2 (failed)"),
        (row("x", "a bug"), "x (failed)"),
        (EMPTY, "empty (empty answer)"),
        (BARE, "bare (no context)"),
    ],
)
def test_eval_gate_of_samples_takes_what_lacks_a_score(run, data, record, name, least):
    """What should have a score and has none does not pass the gate of samples, however low it is: the rows that pytest fails."""
    result = run("eval", data(GOOD, record), "--policy", "lenient", "--fail-under-sample", least)
    line = f"gate: FAILED 1 sample below {float(least):.2f} or without a score: {name}"
    assert (result.exit_code, result.stderr.splitlines()[-1]) == (1, line)


@pytest.mark.parametrize("record", [REFUSAL, row("thanks") | {"answer": "You're welcome!", "claims": None}])
def test_eval_gate_of_samples_lets_refusals_pass(run, data, record):
    """A refusal and a courtesy say nothing false."""
    assert run("eval", data(GOOD, record), "--fail-under-sample", "0.1").exit_code == 0


def test_eval_gate_names_five(run, data):
    """The gate of samples names the first five and counts all."""
    result = run(
        "eval", data(*[row(f"bad{n}", "Pets are welcome") for n in range(9)]), "--fail-under-sample", "0.5"
    )
    assert (
        result.stderr.splitlines()[-1] == "gate: FAILED 9 samples below 0.50: bad0, bad1, bad2, bad3, bad4, …"
    )


@pytest.mark.parametrize(("value", "meant"), [("1.5", None), ("1.01", None), ("2", "0.02"), ("100", "1")])
def test_eval_percent_that_nobody_means(run, data, value, meant):
    """What is hardly above 1 is no percentage, so none is guessed at."""
    stderr = run("eval", data(GOOD), "--fail-under", value).stderr
    assert f"option --fail-under: {value} is not allowed" in stderr
    assert ("did you mean" in stderr) == (meant is not None)
    assert meant is None or f"did you mean {meant}?" in stderr


@pytest.mark.parametrize("option", ["--fail-under", "--fail-under-sample", "--empty-score"])
def test_eval_percent(run, data, option):
    """A percentage where a fraction belongs is an error with the fraction that was meant."""
    result = run("eval", data(GOOD), option, "85")
    assert result.exit_code == 2
    assert f"option {option}: 85 is not allowed" in result.stderr
    assert "did you mean 0.85?" in result.stderr


def test_gate_forgives_rounding():
    """A score that only floating point put below the threshold passes, as for levels."""
    gate = Gate(0.8, 0.8)
    gate.see(Result("scored", score=0.8 - 1e-12))
    assert gate.verdict(0.8 - 1e-12)[0] is True


# --- eval: bad input


def test_eval_goes_on_after_a_broken_row(run, data):
    """A broken row is a failed result, is counted and told with its place, and the run goes on."""
    result = run("eval", data(GOOD, '{"id": "x", broken', BAD), "--output-format", "jsonl")
    assert result.exit_code == 0
    assert [json.loads(line)["status"] for line in result.stdout.splitlines()] == [
        "scored",
        "failed",
        "scored",
    ]
    assert re.search(r"warning: 1 row could not be read, the first: .*data\.jsonl:2", result.stderr)


def test_eval_strict_input(run, data):
    """--strict-input turns a broken row into exit code 2, after the report is written; good input passes."""
    result = run("eval", data(GOOD, "{broken"), "--strict-input")
    assert result.exit_code == 2
    assert "mean" in result.stdout
    assert "error: --strict-input: 1 row could not be read" in result.stderr
    assert run("eval", data(GOOD), "--strict-input").exit_code == 0


def test_eval_strict_input_is_not_about_the_judge(run, data):
    """A judge that fails on a row is no input problem."""
    result = run("eval", data(GOOD, row("x", "a bug")), "--strict-input")
    assert result.exit_code == 0


def test_eval_missing_file(run):
    """A file that is not there is one clear line and exit code 2."""
    result = run("eval", "nothing.jsonl")
    assert result.exit_code == 2
    assert result.stderr.startswith("error: nothing.jsonl: no such file")
    assert len(result.stderr.splitlines()) == 1


def test_eval_without_a_file(run):
    """No file is a usage error."""
    assert run("eval").exit_code == 2


def test_eval_empty_file(run, data):
    """An empty file is an error, not a perfect run."""
    result = run("eval", data(), "--fail-under", "0.5")
    assert result.exit_code == 2
    assert "no records" in result.stderr


def test_eval_misses_a_later_file_before_the_work(run, data, tmp_path):
    """A file that is not there is told before the files in front of it are worked on."""
    result = run("eval", data(GOOD), "nothing.jsonl", "-o", "out.json")
    assert result.exit_code == 2
    assert result.stderr.startswith("error: nothing.jsonl: no such file")
    assert not (tmp_path / "out.json").exists()


def test_eval_keeps_what_was_done_when_an_error_stops_the_run(run, data, tmp_path):
    """An error in the middle of a run loses nothing: the report holds what was done and says so; exit code 2, no gate."""
    result = run("eval", data(GOOD, HALF, row("x", "stop here"), BAD), "-o", "out.json", "--fail-under", "0")
    assert result.exit_code == 2
    found = json.loads((tmp_path / "out.json").read_text())
    assert [one["id"] for one in found["results"]] == ["good", "half"]
    assert (found["summary"]["n"], found["summary"]["interrupted"]) == (2, True)
    assert "error: no more money (stopped after 2 samples; the report holds what was done)" in result.stderr
    assert "gate:" not in result.stderr


def test_eval_without_any_result_writes_nothing(run, data, tmp_path):
    """An error before the first result leaves no report behind, and an older one as it was."""
    (tmp_path / "out.json").write_text("old")
    result = run("eval", data(row("x", "stop here")), "-o", "out.json")
    assert result.exit_code == 2
    assert (tmp_path / "out.json").read_text() == "old"


def test_eval_of_a_file_that_breaks_off(run, tmp_path):
    """A gzip file that is cut short gives the rows that could be read; --strict-input makes it exit code 2."""
    lines = [
        json.dumps(row(f"r{n}", "Refunds take 14 days", note=os.urandom(50).hex())) + "\n" for n in range(500)
    ]
    packed = gzip.compress("".join(lines).encode())
    (tmp_path / "cut.jsonl.gz").write_bytes(packed[: len(packed) // 2])
    result = run("eval", "cut.jsonl.gz", "-o", "out.json", "--strict-input")
    assert result.exit_code == 2
    assert "breaks off" in result.stderr
    assert 100 < json.loads((tmp_path / "out.json").read_text())["summary"]["scored"] < 400


def test_hostile_texts_stay_harmless(run, data):
    """Ids, texts and file names with control characters reach neither stream raw."""
    evil = "\x1b]0;owned\x07\x1b[2J\u202e\x9b31m"
    path = data(
        row(evil, evil, chunk=evil),
        row("x", "Pets are welcome", chunk=evil, lang=evil),
        name="a\x1b[31mb.jsonl",
    )
    for args in (
        ["-v", "--by", "lang"],
        ["--output-format", "json"],
        ["--output-format", "markdown"],
        ["--output-format", "csv"],
    ):
        result = run("eval", path, *args, "--fail-under-sample", "1")
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", result.stdout + result.stderr)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f]", run("eval", "no\x1b[31m.jsonl").stderr)


# --- nothing was measured


def test_eval_where_every_row_failed(run, data):
    """Rows of which none was measured are no result: the report is written, and the exit code is 2."""
    result = run("eval", data("{broken", "{broken too"))
    assert result.exit_code == 2
    assert "failed 2" in result.stdout
    assert re.search(
        r"error: nothing was measured: all 2 samples failed, the first: .*data\.jsonl:1: ", result.stderr
    )


def test_eval_in_a_wrong_format_names_the_right_one(run, data):
    """A format that fits no row is an error, and the message says what the file looks like."""
    result = run("eval", data(GOOD, HALF), "--format", "deepeval", "-q")
    assert result.exit_code == 2
    assert "nothing was measured" in result.stderr
    assert "it was read as format deepeval, as asked; without that:" in result.stderr
    assert "format upheld, detected by its keys answer, contexts" in result.stderr
    assert run("eval", data(GOOD, HALF), "--format", "upheld").exit_code == 0


def test_eval_with_a_judge_that_failed_on_every_row(run, data):
    """Whatever it was due to, nothing was measured; no format is guessed at, and a gate does not hide it."""
    result = run("eval", data(row("x", "a bug")), "--format", "upheld", "--fail-under", "0.5", "--exit-zero")
    assert result.exit_code == 2
    assert "nothing was measured: all 1 sample failed" in result.stderr
    assert "the judge has a bug" in result.stderr


def test_eval_of_refusals_alone_is_measured(run, data):
    """Samples without a score are no failures."""
    assert run("eval", data(REFUSAL)).exit_code == 0


def test_eval_of_failures_beside_refusals_is_not_measured(run, data):
    """Where rows failed and no other has a score, nothing was measured, whatever else is in the file."""
    result = run("eval", data(row("x", "a bug"), row("y", "a bug"), REFUSAL))
    assert result.exit_code == 2
    assert (
        "error: nothing was measured: 2 of 3 samples failed and none has a score, the first: "
        in result.stderr
    )
    assert run("eval", data(row("x", "a bug"), REFUSAL, BAD)).exit_code == 0


@pytest.mark.parametrize("stdin", ["", " \n"])
def test_check_of_nothing_says_how_to_call_it(run, stdin):
    """Without arguments and input the message shows both ways to give an answer."""
    result = run("check", stdin=stdin)
    assert result.exit_code == 2
    assert "nothing to check: standard input is empty" in result.stderr
    assert "upheld check --answer" in result.stderr
    assert "upheld check record.json" in result.stderr
    assert result.stdout == ""
