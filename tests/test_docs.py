"""What the documents say of other things in the repository is true of them."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

import upheld
from upheld.cli import cli

ROOT = Path(__file__).parent.parent


def text(name):
    return (ROOT / name).read_text(encoding="utf-8")


def rows(table):
    """Return the rows of a table of the benchmark: set -> its other columns."""
    return {line.split()[0]: line.split()[1:] for line in re.findall(r"^[a-z_]+ +\d.*$", table, re.MULTILINE)}


def accuracy_tables():
    """Return the table of each judge in docs/accuracy.md, in their order, by its first lines."""
    page = text("docs/accuracy.md")
    return [rows(table) for table in re.findall(r"^```\n(set .*?)^mean", page, re.DOTALL | re.MULTILINE)]


@pytest.fixture
def printed(tmp_path, monkeypatch):
    """What ``upheld check --output-format json`` prints."""
    monkeypatch.chdir(tmp_path)
    args = ["check", "--answer", "It is open.", "--context", "It is open.", "--judge", "lexical"]
    result = CliRunner().invoke(cli, [*args, "--output-format", "json"], prog_name="upheld")
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_json_of_one_check_follows_the_definition_that_the_documents_name(printed):
    """It is no whole document; the code of the page says which part of the schema it follows, and that code works."""
    (block,) = re.findall(r"## JSON output\n.*?```python\n(.*?)```", text("docs/formats.md"), re.DOTALL)
    names = {"printed_by_check": printed}
    exec(block, names)  # noqa: S102 - a page of ours
    schema = names["schema"]
    one, whole = json.loads(printed), Draft202012Validator(schema)
    assert not whole.is_valid(one)
    assert schema["properties"]["results"]["items"] == {"$ref": names["one"]["$ref"]}
    assert not Draft202012Validator(names["one"]).is_valid({**one, "status": "no such status"})
    assert "#/$defs/result" in text("README.md")


def test_the_tables_of_accuracy_are_of_one_run():
    """The figures beside each other are those of each judge's own table."""
    embedded, lexical, _ = accuracy_tables()
    beside = rows(text("docs/accuracy.md").partition("embedded over lexical")[2].partition("```")[0])
    assert len(beside) == len(embedded) == len(lexical) == 9
    for name, (first, this, *_) in beside.items():
        assert (name, first, this) == (name, lexical[name][3], embedded[name][3])


def test_accuracy_says_what_was_reached_of_each_aim():
    """No aim is told without the figure beside it, which is that of the table."""
    reached = accuracy_tables()[0]
    (said,) = re.findall(r"^- The aims were .*$", text("docs/accuracy.md"), re.MULTILINE)
    aims = re.findall(r"\d\d on `(\w+)`", said)
    assert len(aims) == 6
    assert all(reached[name][3] in said for name in aims)


def test_python_takes_arguments_and_nothing_else(tmp_path, monkeypatch):
    """As the README says, neither the file of settings nor the environment reaches the functions in Python."""
    (tmp_path / "upheld.toml").write_text('judge = "scripted:contradicted"\npolicy = "lenient"\n')
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("UPHELD_POLICY", "graded")
    monkeypatch.setenv("UPHELD_DOMAIN", "medical")
    record = {"answer": "It is open.", "contexts": ["It is open."]}
    for result in (upheld.check(**record), next(iter(upheld.evaluate([record]).results))):
        assert (result.score, result.decision) == (1.0, None)
        assert "judge:embedded" in result.signature
        assert "policy:strict" in result.signature
