"""Things of the user's own code, found by name in the current folder."""

import json
import os
import pickle
import subprocess
import sys

import pytest
from click.testing import CliRunner

from upheld.cli import cli
from upheld.judges import resolve_judge
from upheld.judges.named import NameKind, named

JUDGES = """
from upheld.testing import ScriptedJudge

mine = ScriptedJudge(default="contradicted")


class Own:
    signature = "own"

    def judge(self, tasks):
        return iter(())
"""
THING = NameKind("thing", "a thing is named package.module:attribute", callable)


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A current folder that is not on the path, with a module of judges in it; both are forgotten afterwards."""
    for name in [n for n in os.environ if n.startswith(("UPHELD_", "FORCE_COLOR"))]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [folder for folder in sys.path if folder])
    (tmp_path / "my_judges.py").write_text(JUDGES, encoding="utf-8")
    record = {"answer": "Refunds take 30 days.", "contexts": ["Refunds take 30 days."]}
    (tmp_path / "runs.jsonl").write_text(json.dumps(record) + "\n", encoding="utf-8")
    yield tmp_path
    sys.modules.pop("my_judges", None)


def test_a_name_is_looked_up_in_the_current_folder(here):
    """A module beside the data is found although the folder is on no path, and stays importable for what it loads later."""
    assert str(here) not in sys.path
    own = resolve_judge("my_judges:Own")
    assert own.signature == "own"
    assert str(here) in sys.path
    assert type(pickle.loads(pickle.dumps(own))) is type(own)  # noqa: S301 - as another process gets it


@pytest.mark.parametrize("command", ["eval", "probe", "judge-report", "check"])
def test_every_command_takes_a_judge_of_the_current_folder(here, command):
    """``--judge my_judges:mine`` works as the help shows it, where a command takes a judge; a plan loads it, too."""
    (here / "label.jsonl").write_text(
        json.dumps({"answer": "It is open.", "contexts": ["It is open."], "label": "supported"}) + "\n"
    )
    file = {"judge-report": "label.jsonl"}.get(command, "runs.jsonl")
    args = [command, file, "--judge", "my_judges:mine", "--dry-run"]
    result = CliRunner().invoke(cli, args, prog_name="upheld")
    assert result.exit_code == 0, result.output
    assert "my_judges" in sys.modules


def test_the_installed_command_finds_it_too(here):
    """Started as the console script is, without the current folder on the path (-P), and in several processes."""
    call = ["eval", "runs.jsonl", "--judge", "my_judges:mine", "--jobs", "2"]
    found = subprocess.run(
        [sys.executable, "-P", "-m", "upheld", *call],
        capture_output=True,
        text=True,
        check=False,
        cwd=here,
    )
    assert found.returncode == 0, found.stderr
    assert "contradicted 1" in found.stdout


def test_no_such_module_says_where_it_was_looked_for(here):
    """The message names the judge, the module, the folder, and the module that was meant; no traceback."""
    args = ["eval", "runs.jsonl", "--judge", "my_jugdes:mine"]
    result = CliRunner().invoke(cli, args, prog_name="upheld")
    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1] == (
        f"error: the judge 'my_jugdes:mine': there is no module 'my_jugdes' in {here} or among the installed packages; "
        "did you mean 'my_judges'?"
    )


def test_a_name_without_a_module_leaves_the_path_alone(here):
    """Only a name of the user's own code makes the current folder importable."""
    resolve_judge("lexical")
    assert str(here) not in sys.path


def test_a_dotted_path_goes_into_objects(here):
    """The attribute may lie inside another one."""
    assert named("my_judges:mine.judge", THING).__name__ == "judge"
