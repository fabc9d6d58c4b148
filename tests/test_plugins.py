"""Rules of others: one function, registered by hand or named in the configuration."""

import json
import subprocess
import sys
import textwrap

import pytest
from click.testing import CliRunner

import upheld
from upheld import Evidence, Finding
from upheld._plugins import extra_findings, load
from upheld.cli import cli

RULE = """
    import upheld

    @upheld.hookimpl
    def upheld_check(claim, chunks):
        for number, text in enumerate(chunks):
            at = text.find("recalled")
            if at >= 0 and "safe" in claim:
                start = claim.index("safe")
                place = upheld.Evidence(number, at, at + 8, "recalled")
                yield upheld.Finding("recall", "conflicts", "the product is recalled", (start, start + 4), place)
"""
ANSWER, CHUNKS = "The toaster is safe.", ["It is grey.", "All toasters were recalled in May."]


@pytest.fixture
def clean():
    """Unregister what a test registers."""
    manager = upheld.plugins()
    before = set(manager.get_plugins())
    yield manager
    for plugin in set(manager.get_plugins()) - before:
        manager.unregister(plugin)


@pytest.fixture
def module(tmp_path, monkeypatch, clean):
    """A real module file with a rule, on the path."""
    (tmp_path / "recall_rule.py").write_text(textwrap.dedent(RULE), encoding="utf-8")
    (tmp_path / "broken_rule.py").write_text("this is no Python", encoding="utf-8")
    (tmp_path / "failing_rule.py").write_text("raise RuntimeError('no licence')", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield "recall_rule"
    for name in ("recall_rule", "broken_rule", "failing_rule"):
        sys.modules.pop(name, None)


class Rule:
    """A plug-in that is an object and not a module."""

    def __init__(self, function):
        self.function = function

    @upheld.hookimpl
    def upheld_check(self, claim, chunks):
        """Ask the function."""
        return self.function(claim, chunks)


def verdict_with(manager, function, **options):
    manager.register(Rule(function))
    (claim,) = upheld.check(ANSWER, CHUNKS, judge="scripted", **options).claims
    return claim.verdict


def test_without_plugins_nothing_is_found():
    """The hook costs nothing and says nothing until somebody implements it."""
    assert extra_findings(ANSWER, CHUNKS) == []


def test_a_rule_registered_by_hand_has_the_veto(clean):
    """One function is enough; its conflict contradicts like one of ours, and is listed."""
    place = Evidence(1, 18, 26, "recalled")
    found = Finding("recall", "conflicts", "the product is recalled", (15, 19), place)
    verdict = verdict_with(clean, lambda claim, chunks: [found])
    assert verdict.label == "contradicted"
    assert verdict.reason == "the product is recalled"
    assert found in verdict.findings
    assert [e.text for e in verdict.evidence] == [CHUNKS[1]]


@pytest.mark.parametrize(("mode", "label"), [("explain", "supported"), ("off", "supported")])
def test_the_modes_hold_for_rules_of_others(clean, mode, label):
    """``explain`` lists their findings, ``off`` does not even ask them."""
    asked = []

    def found(claim, chunks):
        asked.append(claim)
        return [Finding("recall", "conflicts", "recalled", (15, 19))]

    verdict = verdict_with(clean, found, checks=mode)
    assert verdict.label == label
    assert len(asked) == len(verdict.findings) == (mode == "explain")


def test_a_rule_sees_claim_and_chunks_as_given(clean):
    """The texts that a rule gets are those that its positions must point into."""
    seen = []
    verdict_with(clean, lambda claim, chunks: seen.append((claim, list(chunks))) or [])
    assert seen == [("The toaster is safe", CHUNKS)]


def test_unregistered_rules_are_silent(clean):
    """What is taken out is out."""
    own = Rule(lambda claim, chunks: [Finding("x", "absent", "no", (0, 1))])
    clean.register(own)
    assert len(extra_findings(ANSWER, CHUNKS)) == 1
    clean.unregister(own)
    assert extra_findings(ANSWER, CHUNKS) == []


def test_a_module_is_loaded_by_name_once(module):
    """Loading twice registers once, so that no finding is doubled."""
    load([module, module])
    load([module])
    (finding,) = extra_findings(ANSWER, CHUNKS)
    assert (finding.check, finding.claim_span, finding.evidence.text) == ("recall", (15, 19), "recalled")


@pytest.mark.parametrize(
    "name", ["no_such_rule", "broken_rule", "failing_rule", "", ".relative", "no.such.rule"]
)
def test_a_module_that_cannot_be_loaded_is_a_configuration_error(module, name):
    """Whatever goes wrong in the module of somebody else is said with its name, before any row is read."""
    with pytest.raises(upheld.ConfigurationError) as caught:
        load([name])
    assert repr(name) in str(caught.value)


def test_a_plugin_named_in_the_configuration(module, tmp_path, monkeypatch):
    """``plugins = [...]`` in a file of settings makes the rule work from the command line."""
    (tmp_path / "upheld.toml").write_text('plugins = ["recall_rule"]\njudge = "scripted"\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    record = json.dumps({"answer": ANSWER, "contexts": CHUNKS})
    done = CliRunner().invoke(
        cli, ["check", "-", "--output-format", "json"], input=record, prog_name="upheld"
    )
    verdict = json.loads(done.stdout)["claims"][0]["verdict"]
    assert verdict["label"] == "contradicted"
    assert verdict["findings"][-1]["check"] == "recall"


def test_a_plugin_of_the_current_folder_is_found(tmp_path):
    """Beside the settings, as a judge is: by the installed command, which has no folder on its path, and in several processes."""
    (tmp_path / "recall_rule.py").write_text(textwrap.dedent(RULE), encoding="utf-8")
    (tmp_path / "upheld.toml").write_text('plugins = ["recall_rule"]\njudge = "scripted"\n', encoding="utf-8")
    row = json.dumps({"answer": ANSWER, "contexts": CHUNKS})
    (tmp_path / "runs.jsonl").write_text(f"{row}\n{row}\n", encoding="utf-8")
    call = [sys.executable, "-P", "-m", "upheld", "eval", "runs.jsonl", "--jobs", "2"]
    done = subprocess.run(call, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "contradicted 2" in done.stdout


def test_a_plugin_that_is_not_there_says_where_it_was_looked_for(tmp_path, monkeypatch, clean):
    """With the folder, and the module that was meant; a file is no module."""
    (tmp_path / "my_checks.py").write_text(textwrap.dedent(RULE), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    with pytest.raises(upheld.ConfigurationError) as caught:
        load(["my_chekcs"])
    assert str(caught.value) == (
        f"the plug-in 'my_chekcs': there is no module 'my_chekcs' in {tmp_path} or among the installed packages; "
        "did you mean 'my_checks'?"
    )
    with pytest.raises(upheld.ConfigurationError, match=r"did you mean 'my_checks'\?"):
        load(["my_checks.py"])
    assert "my_checks" not in sys.modules


def test_a_plugin_that_is_missing_ends_the_command(tmp_path, monkeypatch):
    """A wrong name in the file is a configuration error, before anything is judged."""
    (tmp_path / "upheld.toml").write_text('plugins = ["no_such_rule"]\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(cli, ["check", "--answer", ANSWER, "--context", CHUNKS[0]], prog_name="upheld")
    assert done.exit_code == 2
    assert "no_such_rule" in done.stderr
    assert done.stdout == ""


def raises(claim, chunks):
    raise RuntimeError(claim)


@pytest.mark.parametrize(
    "function",
    [
        raises,
        lambda claim, chunks: 5,
        lambda claim, chunks: ["recalled"],
        lambda claim, chunks: [None],
        lambda claim, chunks: [Finding("x", "conflicts", "y", (0, 10_000))],
        lambda claim, chunks: [Finding("x", "conflicts", "y", (0, 1), Evidence(9, 0, 1, "x"))],
        lambda claim, chunks: [Finding("x", "conflicts", "y", (0, 1), Evidence(0, 0, 3, "xyz"))],
        lambda claim, chunks: [Finding("x", "conflicts", "y", (0, 1), Evidence(0, 5, 500, "xyz"))],
        lambda claim, chunks: [Finding("x", "maybe", "y", (0, 1))],
    ],
)
def test_a_rule_that_breaks_its_promise_is_named_and_loses_no_row(clean, function):
    """An error, a wrong type, a place that is not there: the row fails and says so, no row is lost, nothing is made up."""
    clean.register(Rule(function))
    rows = [{"answer": ANSWER, "contexts": CHUNKS}] * 2
    report = upheld.evaluate(rows, judge="scripted")
    results = list(report.results)
    assert len(results) == 2
    for result in results:
        assert result.status == "failed"
        assert "upheld_check" in result.reason


def test_a_rule_without_anything_to_say_may_return_nothing(clean):
    """None is as good as an empty list."""
    assert verdict_with(clean, lambda claim, chunks: None).label == "supported"


def test_plugins_work_in_several_processes(module):
    """A rule has the same say whatever the number of processes."""
    load([module])
    report = upheld.evaluate([{"answer": ANSWER, "contexts": CHUNKS}], judge="scripted", jobs=2)
    assert report.mean == 0.0
