"""Other frameworks in a process of their own: the protocol, what goes wrong, and that nothing of the key or the output leaks."""

import json
import os
import sys
import time
from pathlib import Path

import pytest

import upheld
from upheld import ConfigurationError, compare
from upheld._compare.peers import _QUIET, INSTALL, PeerOptions, PeerProcess
from upheld.testing import ScriptedJudge

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the stand-ins are scripts with a first line")

ROWS = [
    {"id": str(n), "question": "q", "answer": f"Fact {n}.", "contexts": ["Fact 1.", "b"]} for n in range(5)
]

SPEAKS = """
import json, os, sys, time
options = json.loads(sys.stdin.readline())
def say(**row):
    print(json.dumps(row), flush=True)
"""

GOOD = """
say(ready="ragas 9.9")
for line in sys.stdin:
    row = json.loads(line)
    say(n=row["n"], score=row["n"] / 4, reason=row["contexts"][0], error="", calls=2)
"""


@pytest.fixture
def python(tmp_path):
    """Return a function that makes a Python which, whatever it shall run, speaks as scripted."""

    def make(script, name="python"):
        path = tmp_path / name
        path.write_text(f"#!{sys.executable}\n{SPEAKS}\n{script}")
        path.chmod(0o755)
        return str(path)

    return make


def ask(python, rows=ROWS, **options):
    """Compare with the scripted peer; return its column."""
    options = {"model": "m", "timeout": 20, **options}
    return compare(rows, ["upheld:lexical", "ragas"], python=python, **options).columns[1]


# The protocol


def test_scores_come_in_any_order_and_land_at_their_samples(python):
    """Each line names its sample; calls are counted, the peer's own version is in the signature."""
    column = ask(python(GOOD.replace("in sys.stdin", "in reversed(list(sys.stdin))")))
    assert [score.value for score in column.scores] == [0.0, 0.25, 0.5, 0.75, 1.0]
    assert (column.calls, column.scores[0].why) == (10, "Fact 1.")
    assert column.signature == "ragas 9.9|model:m"
    assert "strict" in column.convention


def test_the_peer_gets_options_and_samples_but_no_key_on_its_command_line(python, monkeypatch, tmp_path):
    """Model, endpoint and key go through the pipe; telemetry is off; the folder is not the user's."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-user")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    told = tmp_path / "told.json"
    script = f"""
say(ready="x")
rows = [json.loads(line) for line in sys.stdin]
seen = [options, rows, sys.argv[1:], dict(os.environ), os.getcwd()]
open({str(told)!r}, "w").write(json.dumps(seen))
for row in rows:
    say(n=row["n"], score=1)
"""
    ask(python(script), base_url="http://127.0.0.1:9/v1", max_concurrency=3)
    options, rows, arguments, environment, folder = json.loads(told.read_text())
    assert options == {
        "model": "m",
        "base_url": "http://127.0.0.1:9/v1",
        "api_key": "sk-of-the-user",
        "concurrency": 3,
        "timeout": 20,
    }
    assert rows[1] == {"n": 1, "question": "q", "answer": "Fact 1.", "contexts": ["Fact 1.", "b"]}
    assert not any("sk-of" in argument for argument in arguments)
    assert environment | _QUIET == environment
    assert Path(folder) != Path.cwd()
    assert not Path(folder).exists()


def test_the_users_openai_key_does_not_go_to_another_address(python, monkeypatch, tmp_path):
    """Only a key meant for it goes to an endpoint that is not OpenAI's, as for our own judges."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-user")
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.delenv("UPHELD_LLM_API_KEY", raising=False)
    told = tmp_path / "told"
    script = f'say(ready="x")\nopen({str(told)!r}, "w").write(options["api_key"] + os.environ["OPENAI_API_KEY"])\n' + GOOD  # fmt: skip
    ask(python(script), base_url="http://127.0.0.1:9/v1")
    assert told.read_text() == "nonenone"


def test_rows_that_cannot_be_read_are_not_sent(python):
    """A broken record is named, and the peer never sees it."""
    column = ask(python(GOOD), rows=[ROWS[0], {"id": "broken", "answer": 5, "contexts": {}}, ROWS[1]])
    assert [score.value for score in column.scores] == [0.0, None, 0.5]
    assert column.scores[1].why.startswith("the row could not be read")


# What goes wrong with a peer


def test_a_peer_that_dies_leaves_errors_for_the_rest(python):
    """The samples it had scored keep their scores; the others say how it ended, with its last words."""
    script = GOOD + '    if row["n"] == 1:\n        sys.exit("Segmentation \\x1b[31mfault")\n'
    column = ask(python(script))
    assert [score.value for score in column.scores] == [0.0, 0.25, None, None, None]
    for score in column.scores[2:]:
        assert "exit code 1" in score.why
        assert "Segmentation" in score.why
        assert "\x1b" not in score.why


def test_a_peer_that_hangs_is_ended(python, monkeypatch):
    """One that says nothing for longer than a sample may take is not waited for."""
    monkeypatch.setattr("upheld._compare.peers._GRACE", 0.5)
    start = time.monotonic()
    column = ask(python(GOOD + "    time.sleep(600)\n"), timeout=1)
    assert time.monotonic() - start < 60
    assert [score.value for score in column.scores] == [0.0, None, None, None, None]
    assert "said nothing for 1.5 s" in column.scores[1].why


def test_errors_of_single_samples_are_theirs(python):
    """An error, a missing score or a strange one is the reason of that row alone."""
    script = """
say(ready="x")
for line in sys.stdin:
    n = json.loads(line)["n"]
    print("not JSON", flush=True)
    say(n=77, score=1)
    say(n=[1], score=float("nan"))
    say(n=n, **[{"score": 1}, {"error": "RateLimitError: slow"}, {"score": "high"}, {"score": float("nan")}, {}][n])
"""
    column = ask(python(script))
    assert [score.value for score in column.scores] == [1.0, None, None, None, None]
    assert column.scores[1].why == "RateLimitError: slow"


def test_a_python_without_the_package_says_what_to_install():
    """This Python has no ragas: the message names it, the command, and the option."""
    with pytest.raises(ConfigurationError) as error:
        ask(None)
    said = str(error.value)
    assert "No module named 'ragas'" in said
    assert f"{sys.executable} -m pip install" in said
    assert all(package in said for package in INSTALL["ragas"])
    assert "--python ragas=PATH" in said


@pytest.mark.parametrize(
    ("script", "word"),
    [
        ('print("oh dear", file=sys.stderr); sys.exit(7)', "exit code 7; its last words: oh dear"),
        ('say(failed="ImportError: no vertexai", missing=True)', "no vertexai"),
    ],
)
def test_a_peer_that_cannot_be_set_up_ends_the_comparison_before_it_costs(python, script, word):
    """No scorer is asked before all peers are ready."""
    judge = ScriptedJudge()
    with pytest.raises(ConfigurationError) as error:
        compare(ROWS, [judge, "ragas"], python=python(script), model="m")
    assert word in str(error.value)
    assert judge.calls == 0


def test_a_python_that_is_not_there_is_named(tmp_path):
    """A path that leads nowhere, a folder without Python, a file that cannot be run."""
    plain = tmp_path / "plain"
    plain.write_text("no script")
    for path in (tmp_path / "no" / "python", tmp_path, plain):
        with pytest.raises(ConfigurationError, match=r"--python|no Python in"):
            ask(str(path))


def test_the_folder_of_an_environment_will_do(python, tmp_path):
    """``--python ~/env`` finds bin/python in it."""
    (tmp_path / "env" / "bin").mkdir(parents=True)
    python(GOOD, "env/bin/python")
    assert len(ask(str(tmp_path / "env")).values) == 5


def test_each_peer_may_have_a_python_of_its_own(python):
    """A mapping names one for each."""
    other = GOOD.replace("ragas 9.9", "deepeval 8").replace('row["n"] / 4', "1")
    pythons = {"ragas": python(GOOD, "one"), "deepeval": python(other, "two")}
    report = compare(ROWS, ["ragas", "deepeval"], python=pythons, model="m", judge="lexical")
    assert [column.name for column in report.columns] == ["upheld", "ragas", "deepeval"]
    assert [column.mean for column in report.columns[1:]] == [0.5, 1.0]
    assert "lenient" in report.columns[2].convention


def test_closing_leaves_no_process(python):
    """A peer that ignores being asked to end is ended all the same."""
    script = "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nsay(ready='x')\ntime.sleep(600)\n"
    peer = PeerProcess("ragas", PeerOptions(python(script), "m"))
    with peer:
        peer.wait_ready()
        number = peer._process.pid
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


# The runner itself, in a real Python, with stand-ins for the packages


STAND_IN = {
    "ragas/__init__.py": "print('a banner')\n__version__ = '0.4.0'\n",
    "ragas/llms.py": "def llm_factory(model, client):\n    return (model, client)\n",
    "ragas/metrics/__init__.py": "",
    "ragas/metrics/collections.py": """
import asyncio, os, types


class Faithfulness:
    def __init__(self, llm):
        self.model, self.client = llm

    async def ascore(self, user_input, response, retrieved_contexts):
        print("scoring", response)
        if response == "raise":
            raise ValueError("no\\nstatements")
        if response == "slow":
            await asyncio.sleep(60)
        if response == "die":
            os._exit(9)
        if response == "nan":
            return types.SimpleNamespace(value=float("nan"))
        await self._create_verdicts()
        return types.SimpleNamespace(value=1 / len(retrieved_contexts))

    async def _create_verdicts(self):
        said = [types.SimpleNamespace(statement="S", reason="R", verdict=v) for v in (0, 1)]
        return types.SimpleNamespace(statements=said)
""",
    "openai.py": "class DefaultAsyncHttpxClient:\n    def __init__(self, timeout):\n        pass\n\n"
    "class AsyncOpenAI:\n    def __init__(self, **options):\n        assert options['base_url'] == 'http://h/v1'\n",
}


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Make a folder with stand-ins importable for child processes."""
    for name, text in STAND_IN.items():
        path = tmp_path / "site" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "site"))


def answers(*texts):
    """Return rows with these answers."""
    return [{"id": t, "question": "q", "answer": t, "contexts": ["a", "b"]} for t in texts]


def test_the_runner_scores_and_keeps_what_is_printed_apart(installed):
    """A banner and prints of the framework do not disturb the scores; reasons of failed statements are told."""
    column = ask(None, answers("x", "y"), base_url="http://h/v1")
    assert [score.value for score in column.scores] == [0.5, 0.5]
    assert column.scores[0].why == "S: R"
    assert column.signature == "ragas 0.4.0|model:m@h"
    assert column.calls == 0


def test_the_runner_makes_errors_of_single_samples_their_own(installed):
    """An exception, NaN and a sample that takes too long stay in their rows."""
    column = ask(None, answers("raise", "nan", "slow", "x"), base_url="http://h/v1", timeout=1)
    assert [score.value for score in column.scores] == [None, None, None, 0.5]
    assert column.scores[0].why == "ValueError: no statements"
    assert "nan as the score" in column.scores[1].why
    assert column.scores[2].why == "no score within 1 s"


def test_a_crash_of_the_runner_is_told(installed):
    """A process that goes away without a word leaves its exit code."""
    rows = answers("x", "die", "y")
    column = ask(None, rows, base_url="http://h/v1", max_concurrency=1)
    assert column.scores[0].value == 0.5
    assert all("exit code 9" in score.why for score in column.scores[1:])


def test_the_runner_imports_nothing_of_upheld():
    """It runs in environments that have no Upheld, and with older Pythons."""
    source = (Path(upheld.__file__).parent / "_compare" / "peers" / "runner.py").read_text()
    code = source.partition('"""\n')[2]
    assert "upheld" not in code.replace("of upheld", "")
    assert "match " not in code
