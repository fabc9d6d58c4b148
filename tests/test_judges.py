"""Names and objects that stand for judges, and the types that they exchange."""

import sys
import textwrap

import pytest

import upheld
from upheld.judges import DEFAULT_JUDGE, resolve_judge
from upheld.judges.base import Judge, Judgement, Task
from upheld.judges.checks import ChecksJudge
from upheld.testing import ScriptedJudge


class Own:
    """A judge as a user writes one: nothing but the method and the text."""

    signature = "own"

    def judge(self, tasks):
        """Uphold everything."""
        for task in tasks:
            yield Judgement(task.id, tuple(upheld.Verdict("supported") for _ in task.claims))


@pytest.fixture
def module(tmp_path, monkeypatch):
    """A module on the path with judges of all sorts in it."""
    text = """
        from upheld.testing import ScriptedJudge

        class Own:
            signature = "own"
            def judge(self, tasks):
                return iter(())

        judge = ScriptedJudge(default="contradicted")
        def factory():
            return ScriptedJudge(default="not_enough_info")
        def needs_more(argument):
            return ScriptedJudge()
        def raises():
            raise RuntimeError("no GPU here")
        def makes_nothing():
            return None
        number = 5
    """
    (tmp_path / "own_judges.py").write_text(textwrap.dedent(text), encoding="utf-8")
    (tmp_path / "broken_judges.py").write_text("this is no Python", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield "own_judges"
    sys.modules.pop("own_judges", None)


def test_the_default_needs_nothing():
    """Without a word the embedded judge works: no key, no network, nothing to download."""
    assert DEFAULT_JUDGE == "embedded"
    assert resolve_judge(DEFAULT_JUDGE).signature.startswith("embedded-")


def test_the_judge_of_rules_has_a_name():
    """``checks`` names the judge that knows the checks in code and nothing else; it takes no threshold."""
    judge = resolve_judge("checks")
    assert isinstance(judge, ChecksJudge)
    assert judge.signature == resolve_judge("checks", "reasonable").signature


def test_inference_reaches_judges_made_here():
    """How strictly to read is a threshold of the lexical judge, and in its signature."""
    strict, reasonable = (resolve_judge("lexical", mode) for mode in ("entailed", "reasonable"))
    assert strict.threshold > reasonable.threshold
    assert strict.signature != reasonable.signature


def test_an_own_object_is_taken_as_it_is():
    """Anything with `judge` and `signature` is a judge; no base class is needed."""
    own = Own()
    assert isinstance(own, Judge)
    assert resolve_judge(own) is own
    assert upheld.check("It is open.", ["It is open."], judge=own).score == 1.0


def test_an_imported_judge(module):
    """``module:attribute`` names a judge, a function that makes one, or its class."""
    assert resolve_judge(f"{module}:judge").default == "contradicted"
    assert resolve_judge(f"{module}:factory").default == "not_enough_info"
    assert resolve_judge(f"{module}:Own").signature == "own"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("lexicl", "lexical, checks, scripted"),
        ("", "lexical, checks, scripted"),
        ("lexical:strict", "lexical, checks, scripted"),
        ("scripted:suported", "lexical, checks, scripted"),
        ("no_such_module:judge", "no_such_module"),
        ("own_judges:missing", "missing"),
        ("own_judges:needs_more", "argument"),
        ("own_judges:raises", "no GPU here"),
        ("own_judges:makes_nothing", "None"),
        ("own_judges:number", "5"),
        ("broken_judges:judge", "SyntaxError"),
        (":judge", "package.module:attribute"),
        ("own_judges.judge", "did you mean 'own_judges:judge'"),
        ("own_judges.py:judge", "did you mean 'own_judges:judge'"),
        ("own_judges:jugde", "did you mean 'judge'"),
        ("own_jugdes:judge", "did you mean 'own_judges'"),
        ("lexcial", "did you mean 'lexical'"),
        ("scripted:suported", "did you mean 'scripted:supported'"),
        ("embeded:few_false_alarms", "did you mean 'embedded'"),
    ],
)
def test_a_wrong_name_is_a_configuration_error_that_names_it(module, name, said):
    """Whatever goes wrong with a name is said in one error, before any row is read."""
    with pytest.raises(upheld.ConfigurationError) as caught:
        resolve_judge(name)
    assert said in str(caught.value)
    assert name in str(caught.value)


@pytest.mark.parametrize("thing", [None, 5, object(), lambda tasks: None, Own, ScriptedJudge])
def test_a_wrong_object_is_a_configuration_error(thing):
    """What has no method and signature is no judge; neither is a class that nobody made an object of."""
    with pytest.raises(upheld.ConfigurationError, match="a judge needs"):
        resolve_judge(thing)


def test_a_signature_must_be_text():
    """A judge whose signature is no text cannot be compared with others."""
    own = Own()
    own.signature = 1
    with pytest.raises(upheld.ConfigurationError):
        resolve_judge(own)


def test_an_unknown_inference_is_a_configuration_error():
    """A typing mistake is not read as the default, for judges given as objects too."""
    for judge in ("lexical", Own()):
        with pytest.raises(upheld.ConfigurationError, match="entailed, reasonable"):
            resolve_judge(judge, "strict")


def test_the_index_of_a_task_is_built_once():
    """All claims of a task share one index of its chunks."""
    task = Task("1", ("It is open",), (upheld.Chunk("It is open. It is free."),))
    assert task.index is task.index
    assert [unit.text for unit in task.index.units] == ["It is open.", "It is free."]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("os:path", "<module 'posixpath'" if sys.platform != "win32" else "<module 'ntpath'"),
        ("os:sep", "an object of type str"),
        ("math:pi", "3.14159"),
        ("json:JSONDecoder", "an object of type JSONDecoder"),
    ],
)
def test_a_name_of_something_else_is_told_with_what_it_is(name, said):
    """A path that leads to no judge says so, says what is there, and what a judge needs."""
    with pytest.raises(upheld.ConfigurationError) as caught:
        resolve_judge(name)
    text = str(caught.value)
    assert text.startswith(f"{name} names no judge: a judge needs a method judge(tasks) and a text signature")
    assert said in text


def test_what_a_wrong_name_leads_to_is_not_printed(monkeypatch):
    """The environment holds keys; none of it gets into a message or a log."""
    monkeypatch.setenv("SOME_KEY", "a secret")
    with pytest.raises(upheld.ConfigurationError) as caught:
        resolve_judge("os:environ")
    assert "SOME_KEY" not in str(caught.value)
