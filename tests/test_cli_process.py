"""The command line as a process: exit codes, streams, signals, terminals, start-up."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

JUDGE = """
import os
import time
from upheld.judges.scripted import ScriptedJudge


def _verdict(claim, task):
    if judge.calls == 20:
        open("twenty", "w").close()
    time.sleep(float(os.environ.get("SLOW", "0")))
    return "supported" if any(claim in chunk.text for chunk in task.chunks) else "not_enough_info"


judge = ScriptedJudge(_verdict)
"""
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals and pseudo-terminals of POSIX")


def record(number):
    return {
        "id": f"r{number}",
        "answer": "x",
        "claims": ["Refunds take 14 days"],
        "contexts": ["Refunds take 14 days"],
    }


@pytest.fixture
def folder(tmp_path):
    """Return an empty folder with a judge and two files of records."""
    (tmp_path / "verbatim.py").write_text(JUDGE)
    for name, count in (("small.jsonl", 3), ("big.jsonl", 3000)):
        (tmp_path / name).write_text("".join(json.dumps(record(n)) + "\n" for n in range(count)))
    return tmp_path


def environment(folder, **more):
    kept = {
        k: v
        for k, v in os.environ.items()
        if not k.startswith(("UPHELD_", "NO_COLOR", "FORCE_COLOR", "COLUMNS"))
    }
    return kept | {"PYTHONPATH": str(folder), "UPHELD_JUDGE": "verbatim:judge", "PYTHONUTF8": "1"} | more


def start(folder, *args, env=None, **streams):
    command = [sys.executable, "-m", "upheld", *args]
    return subprocess.Popen(command, cwd=folder, env=environment(folder, **(env or {})), **streams)


def run(folder, *args, env=None, **options):
    command = [sys.executable, "-m", "upheld", *args]
    return subprocess.run(
        command,
        cwd=folder,
        env=environment(folder, **(env or {})),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        **options,
    )


def wait_for(path):
    """Wait until the judge has come to the twentieth task."""
    for _ in range(2400):
        if path.exists():
            return
        time.sleep(0.05)
    pytest.fail("the run did not get under way")


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["eval", "small.jsonl"], 0),
        (["eval", "small.jsonl", "--fail-under", "1"], 0),
        (["check", "--answer", "x", "--claim", "y", "--context", "z", "--fail-under", "1"], 1),
        (["eval", "missing.jsonl"], 2),
        (["eval", "small.jsonl", "--polcy", "strict"], 2),
        ([], 2),
    ],
)
def test_exit_codes(folder, args, code):
    """0 passed, 1 gate failed, 2 usage and input; never a traceback."""
    result = run(folder, *args)
    assert result.returncode == code
    assert "Traceback" not in result.stderr


def test_internal_error(folder):
    """An unexpected exception is exit code 3 and one line that says how to see more; UPHELD_DEBUG shows the traceback."""
    (folder / "upheld.toml").write_text("")
    (folder / "sitecustomize.py").write_text(
        "import upheld._config\ndef load(*args):\n    raise RuntimeError('odd \\x1b[31m thing')\nupheld._config.load = load\n"
    )
    result = run(folder, "config")
    assert result.returncode == 3
    assert result.stderr.splitlines()[0] == r"internal error: RuntimeError: odd \x1b[31m thing"
    assert "UPHELD_DEBUG=1" in result.stderr
    assert "Traceback" not in result.stderr
    debugged = run(folder, "config", env={"UPHELD_DEBUG": "1"})
    assert debugged.returncode == 3
    assert "Traceback" in debugged.stderr
    assert "\x1b" not in debugged.stderr


def test_stdin(folder):
    """- is standard input, for one answer and for whole files."""
    result = run(folder, "check", "-", "--output-format", "json", input=json.dumps(record(1)))
    assert json.loads(result.stdout)["score"] == 1.0
    result = run(folder, "eval", "-", "--output-format", "json", input=json.dumps(record(1)))
    assert json.loads(result.stdout)["summary"]["n"] == 1


def test_closed_stdin(folder):
    """A closed standard input is an input error, not a crash."""
    result = run(folder, "check", stdin=subprocess.DEVNULL)
    assert result.returncode == 2
    assert "Traceback" not in result.stderr


@POSIX
def test_interrupt_keeps_what_is_done(folder):
    """Ctrl-C: the report holds what was done and says so, exit code 130, no file is left behind."""
    process = start(
        folder,
        "eval",
        "big.jsonl",
        "-o",
        "out.json",
        env={"SLOW": "0.01"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_for(folder / "twenty")
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in stderr
    summary = json.loads((folder / "out.json").read_text())["summary"]
    assert summary["interrupted"] is True
    assert 0 < summary["n"] < 3000
    assert f"interrupted after {summary['n']} samples" in stderr
    assert not [p for p in folder.iterdir() if p.suffix == ".part"]


@POSIX
@pytest.mark.parametrize("gap", [0.01, 0.1])
def test_interrupt_twice_with_several_processes(folder, gap):
    """A second Ctrl-C right after the first, as a terminal sends it to all processes, still ends the run at once."""
    (folder / "slow.py").write_text(JUDGE.replace("judge.calls == 20", "not os.path.exists('twenty')"))
    process = start(
        folder,
        "eval",
        "big.jsonl",
        "--jobs",
        "2",
        "-o",
        "out.json",
        env={"SLOW": "0.05", "UPHELD_JUDGE": "slow:judge"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    wait_for(folder / "twenty")
    os.killpg(process.pid, signal.SIGINT)
    time.sleep(gap)
    os.killpg(process.pid, signal.SIGINT)
    try:
        _, stderr = process.communicate(timeout=120)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
    # A shell shows a process that an interrupt ended as 130 too: the second one may come while Python shuts down.
    assert process.returncode in {130, -signal.SIGINT}
    assert "interrupted" in stderr
    assert "Traceback" not in stderr


@POSIX
def test_interrupt_of_json_lines(folder):
    """Ctrl-C: the lines that were written are whole, on standard output too; a gate is not judged."""
    process = start(
        folder,
        "eval",
        "big.jsonl",
        "--output-format",
        "jsonl",
        "--fail-under",
        "0.5",
        env={"SLOW": "0.01"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_for(folder / "twenty")
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=30)
    assert process.returncode == 130
    assert stdout.endswith("\n")
    assert {json.loads(line)["score"] for line in stdout.splitlines()} == {1.0}
    assert "gate:" not in stderr


@POSIX
@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["--output-format", "jsonl"], 141),
        (["-v"], 0),
        (["--output-format", "json"], 0),
        (["-v", "--fail-under", "0.99", "--policy", "graded"], 0),
        (["-v", "--judge", "scripted:not_enough_info", "--fail-under", "0.99"], 1),
    ],
)
def test_reader_that_leaves(folder, args, code):
    """`| head` is silent: no traceback, no complaint; a gate is still judged where the run was complete."""
    process = start(
        folder, "eval", "big.jsonl", *args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    process.stdout.readline()
    process.stdout.close()
    stderr = process.stderr.read()
    process.stderr.close()
    assert process.wait(timeout=60) == code
    assert not re.search("^error|Traceback|Broken|Exception", stderr, re.MULTILINE)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_full_disk(folder):
    """A full disk is an error with exit code 2 and one line, on standard output and in a file."""
    with Path("/dev/full").open("w") as full:
        process = start(folder, "eval", "small.jsonl", "-q", stdout=full, stderr=subprocess.PIPE, text=True)
        _, stderr = process.communicate(timeout=120)
    assert process.returncode == 2
    assert stderr.splitlines() == ["error: No space left on device"]
    result = run(folder, "eval", "small.jsonl", "-q", "-o", "/dev/full")
    assert result.returncode == 2
    assert result.stderr.splitlines() == ["error: cannot write '/dev/full': No space left on device"]


def test_no_colour_and_no_bar_in_a_pipe(folder):
    """Away from a terminal there is no escape sequence on either stream, unless FORCE_COLOR asks for colour."""
    result = run(folder, "eval", "small.jsonl")
    assert "\x1b" not in result.stdout + result.stderr
    forced = run(folder, "eval", "small.jsonl", env={"FORCE_COLOR": "1"})
    assert "\x1b[32m" in forced.stdout
    neither = run(folder, "eval", "small.jsonl", env={"FORCE_COLOR": "1", "NO_COLOR": "1"})
    assert "\x1b" not in neither.stdout + neither.stderr


def on_a_terminal(folder, *args, typed=b"", **env):
    """Run on a pseudo-terminal, where a person types something; return exit code and all output."""
    import pty

    main, side = pty.openpty()
    process = start(folder, *args, env=env, stdin=side, stdout=side, stderr=side)
    os.close(side)
    os.write(main, typed)
    output = b""
    while True:
        try:
            piece = os.read(main, 65536)
        except OSError:
            break
        if not piece:
            break
        output += piece
    os.close(main)
    return process.wait(timeout=60), output.decode()


@pytest.mark.parametrize("columns", ["40", "80"])
def test_the_list_of_commands_cuts_nothing(folder, columns):
    """Each command has its whole first sentence, however narrow the terminal is."""
    shown = run(folder, "--help", env={"COLUMNS": columns}).stdout
    listed = shown.partition("Commands:")[2].partition("\n\n")[0]
    said = re.findall(r"^  ([a-z-]+) +(.+(?:\n {10,}.+)*)", listed, re.MULTILINE)
    assert len(said) == 8
    assert all(text.endswith(".") and "..." not in text for _, text in said)


@POSIX
@pytest.mark.parametrize("command", ["eval", "check"])
def test_a_terminal_is_told_that_it_is_read(folder, command):
    """Who names - and has piped nothing sees what the command waits for, and how to end it."""
    line = json.dumps(record(1)).encode()
    code, output = on_a_terminal(folder, command, "-", typed=line + b"\n\x04", TERM="xterm")
    assert code == 0
    assert output.count("reading standard input; end it with Ctrl-D") == 1
    assert "reading standard input" not in run(folder, command, "-", input=line.decode()).stderr


@POSIX
def test_terminal(folder):
    """On a terminal there are a bar and colours; NO_COLOR takes the colours, TERM=dumb all escapes, -q the bar."""
    code, output = on_a_terminal(folder, "eval", "small.jsonl", TERM="xterm")
    assert code == 0
    assert "3 samples, mean 1.00" in output
    assert "\x1b[32m✓" in output
    _, plain = on_a_terminal(folder, "eval", "small.jsonl", TERM="xterm", NO_COLOR="1")
    assert "\x1b[32m" not in plain
    assert "✓ 1.00" in plain
    _, dumb = on_a_terminal(folder, "eval", "small.jsonl", TERM="dumb")
    assert "\x1b" not in dumb
    _, quiet = on_a_terminal(folder, "eval", "small.jsonl", "-q", TERM="xterm")
    assert "samples, mean" not in quiet


def test_ascii_terminal(folder):
    """Where standard output is ASCII, marks are ASCII, texts are escaped and JSON stays valid."""
    (folder / "é.jsonl").write_text(json.dumps({**record(1), "id": "héllo 退"}), encoding="utf-8")
    env = {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    text = run(folder, "eval", "é.jsonl", env=env)
    assert text.returncode == 0
    assert text.stdout.startswith("+ 1.00  safe          h\\xe9llo \\u9000")
    found = run(folder, "eval", "é.jsonl", "--output-format", "json", env=env)
    assert json.loads(found.stdout)["results"][0]["id"] == "héllo 退"
    lines = run(folder, "eval", "é.jsonl", "--output-format", "jsonl", env=env)
    assert json.loads(lines.stdout)["id"] == "héllo 退"


def test_version_is_light(folder):
    """--version loads neither the settings nor the tables nor a judge."""
    code = "import sys\nfrom upheld.cli import main\ntry:\n    main()\nfinally:\n    print([m for m in ('pydantic', 'rich', 'jinja2', 'upheld.readers') if m in sys.modules], file=sys.stderr)"
    result = subprocess.run(
        [sys.executable, "-c", code, "--version"],
        env=environment(folder),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert result.stdout.startswith("upheld ")
    assert result.stderr.strip() == "[]"
