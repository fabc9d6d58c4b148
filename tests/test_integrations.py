"""What the integrations share; each with its framework is tested in tests/real, by nox."""

import ast
import asyncio
import dataclasses
import importlib
import re
import sys
from pathlib import Path

import pytest
from pydantic import BaseModel

from upheld import ConfigurationError, Result
from upheld.integrations._common import Checked, Faithfulness, UnfaithfulError, exchanged, text_of_answer
from upheld.testing import ScriptedJudge

ROOT = Path(__file__).parent.parent
OPEN = "The shop opens at 9:00."


@pytest.mark.parametrize(
    ("name", "framework"),
    [
        ("langchain", "langchain"),
        ("llama_index", "llama_index.core"),
        ("haystack", "haystack"),
        ("openai_agents", "agents"),
        ("mlflow", "mlflow"),
    ],
)
def test_a_missing_framework_is_named_with_its_install(monkeypatch, name, framework):
    """The error says which package, with its version, as pip takes it."""
    for root in {framework, framework.partition(".")[0]}:
        monkeypatch.setitem(sys.modules, root, None)
    for loaded in [m for m in sys.modules if m.startswith(f"{framework}.")]:
        monkeypatch.setitem(sys.modules, loaded, None)
    monkeypatch.delitem(sys.modules, f"upheld.integrations.{name}", raising=False)
    with pytest.raises(ImportError, match=r"pip install '[a-z-]+>=\d"):
        importlib.import_module(f"upheld.integrations.{name}")


@pytest.mark.parametrize(
    ("result", "faithful"),
    [
        (Result("scored", score=0.9, score_high=0.9), True),
        (Result("scored", score=0.9 - 1e-12, score_high=0.9), True),
        (Result("scored", score=0.8, score_high=0.8), False),
        (Result("scored", score=0.8, score_high=0.9), None),
        (Result("no_context", score=0.0, score_high=0.0), False),
        (Result("no_context"), None),
        (Result("failed"), None),
        (Result("no_claims"), True),
        (Result("abstained"), True),
        (Result("no_claims", score=0.0, score_high=0.0), False),
        (Result("empty_answer"), False),
    ],
)
def test_an_answer_is_faithful_or_not_or_nobody_knows(result, faithful):
    """What is not known, since a judge failed, is None and never a pass; a score that a convention gives counts."""
    assert Checked(result, 0.9).faithful is faithful


def test_text_shows_what_does_not_hold_and_nothing_to_a_terminal():
    """Claims that hold are left out; control characters from an answer are made visible."""
    judge = ScriptedJudge(lambda claim, task: "not_enough_info" if "Anna" in claim else "supported")
    ours = Faithfulness(None, {"judge": judge, "checks": "off"})
    text = ours.check(ours.sample({"answer": f"{OPEN} Anna is \x1b[31mtall.", "contexts": [OPEN]})).text()
    assert "Anna is" in text
    assert "9:00" not in text.split("\n", 1)[1].split("nearest")[0]
    assert "\x1b" not in text


def test_the_judge_is_made_once_for_all_answers():
    """A name is made a judge when the options are given, not for each answer."""
    ours = Faithfulness(None, {"judge": "lexical"})
    judge = ours.options["judge"]
    sample = ours.sample({"answer": OPEN, "documents": [{"page_content": OPEN}]}, "When?")
    assert ours.check(sample).result.score == 1.0
    assert asyncio.run(ours.acheck(sample)).result.score == 1.0
    assert ours.options["judge"] is judge


def test_a_hint_at_a_mapping_is_given_where_there_is_one():
    """Only integrations with the option mapping= name it, and none a command line."""
    record = {"answer": OPEN, "contexts": [[OPEN]]}
    problem = "chunk 1 is a list, not text; "
    assert Faithfulness.sample(record).problem == problem + "give a text in its place"
    assert Faithfulness.sample(record, mapping={}).problem == (
        problem + "name the text in it: mapping={'contexts': 'contexts[][]'}"
    )


def test_options_ask_no_judge_when_they_are_looked_at():
    """Making a guard costs no call."""
    judge = ScriptedJudge()
    Faithfulness(0.5, {"judge": judge, "domain": "medical"})
    assert judge.calls == 0


@pytest.mark.parametrize(
    ("min_score", "options", "least"),
    [
        (None, {}, 0.9),
        (None, {"levels": {"safe": 0.95}}, 0.95),
        (None, {"domain": "medical"}, 0.98),
        (None, {"domain": "desk", "domains": {"desk": {"deploy": 0.6, "review": 0.5}}}, 0.6),
        (0, {"domain": "medical"}, 0.0),
    ],
)
def test_the_least_score_is_asked_for_or_follows_domain_and_levels(min_score, options, least):
    """In this order."""
    assert Faithfulness(min_score, {"judge": "lexical", **options}).min_score == least


@pytest.mark.parametrize("min_score", [1.5, -0.1, float("nan"), True, "0.9"])
def test_a_least_score_that_is_none_is_refused(min_score):
    """It must be a number between 0 and 1."""
    with pytest.raises(ConfigurationError, match="between 0 and 1"):
        Faithfulness(min_score, {"judge": "lexical"})


@pytest.mark.parametrize(
    "options",
    [{"polcy": "strict"}, {"policy": "kind"}, {"claims": ["x"]}, {"judge": "nobody"}, {"checks": "maybe"}],
)
def test_a_wrong_option_is_refused(options):
    """When it is given, not when the first answer comes."""
    with pytest.raises(ConfigurationError):
        Faithfulness(None, {"judge": "lexical", **options})


@pytest.mark.parametrize(
    "record", [{"answer": OPEN}, {"answer": OPEN, "contexts": [{"body": OPEN}]}, {"contexts": [OPEN]}]
)
def test_a_record_that_lacks_something_is_not_known_and_never_a_pass(record):
    """No contexts, a chunk without text, no answer: failed, with the reason."""
    ours = Faithfulness(None, {"judge": "lexical"})
    for checked in (ours.check(ours.sample(record)), asyncio.run(ours.acheck(ours.sample(record)))):
        assert (checked.faithful, checked.result.status) == (None, "failed")
        assert checked.result.reason


def test_the_error_of_a_guard_says_what_is_wrong():
    """Unfaithful and unknown read differently; both carry the result."""
    error = UnfaithfulError(Checked(Result("failed", reason="no such host", signature="s"), 0.9))
    assert (error.faithful, error.result.status, error.judge) == (None, "failed", "s")
    assert "could not be checked" in str(error)
    assert "no such host" in str(error)
    assert "is not faithful enough" in str(UnfaithfulError(Checked(Result("scored", 0.5, 0.5, 0.5), 0.9)))


def test_structured_answers_become_text():
    """Models, dataclasses and plain data; text stays, None is empty."""

    class Model(BaseModel):
        opens: str

    @dataclasses.dataclass
    class Data:
        opens: str

    assert text_of_answer("x") == "x"
    assert text_of_answer(None) == ""
    assert text_of_answer(Model(opens="9")) == '{"opens":"9"}'
    assert text_of_answer(Data("9")) == text_of_answer({"opens": "9"}) == '{"opens": "9"}'


def test_what_was_returned_comes_before_what_was_given():
    """Contexts of the output win, whatever their name; the answer is never taken from the input; then come the others."""
    both = exchanged(
        {"question": "q", "context": ["in"], "answer": "x"},
        {"output": "a", "documents": ["out"]},
        {"contexts": []},
    )
    sample = Faithfulness.sample(both)
    assert (sample.answer, sample.question, [chunk.text for chunk in sample.contexts]) == ("a", "q", ["out"])
    one = Faithfulness.sample(exchanged("q", "a", {"retrieved_contexts": ["t"]}))
    assert (one.answer, one.question, one.contexts[0].text) == ("a", "q", "t")
    assert Faithfulness.sample(exchanged({"answer": "x", "contexts": ["c"]}, {})).problem


def test_the_documentation_names_what_there_is():
    """Every example parses, and each name that it imports of an integration is public there."""
    page = (ROOT / "docs" / "integrations.md").read_text("utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    named = set()
    for block in blocks:
        tree = compile(block, "integrations.md", "exec", ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module.startswith("upheld.integrations."):
                source = ROOT / "src" / f"{node.module.replace('.', '/')}.py"
                public = re.search(
                    r"^__all__ = (\[.*?\])", source.read_text("utf-8"), re.MULTILINE | re.DOTALL
                )
                assert {alias.name for alias in node.names} <= set(ast.literal_eval(public[1]))
                named.add(source.name)
    assert named == {"langchain.py", "llama_index.py", "haystack.py", "openai_agents.py", "mlflow.py"}
