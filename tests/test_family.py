"""Families of models by their names, and answers that are judged by their own kind."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import upheld
from upheld.judges._family import SelfJudging, families, kinship
from upheld.testing import ScriptedJudge


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("gpt-4o-mini", {"gpt"}),
        ("azure/GPT-4", {"gpt"}),
        ("o1-mini", {"gpt"}),
        ("openai/o3", {"gpt"}),
        ("chatgpt-4o-latest", {"gpt"}),
        ("gpt-oss:20b", {"gpt"}),
        ("claude-3-5-sonnet-20241022", {"claude"}),
        ("us.anthropic.claude-3-haiku-v1:0", {"claude"}),
        ("models/gemini-1.5-pro", {"gemini"}),
        ("google/gemma-2-9b-it", {"gemma"}),
        ("meta-llama/Llama-3.1-8B-Instruct", {"llama"}),
        ("llama3.1:8b", {"llama"}),
        ("codellama", {"llama"}),
        ("lmsys/vicuna-7b", {"llama"}),
        ("Qwen/Qwen2.5-7B-Instruct", {"qwen"}),
        ("qwq-32b", {"qwen"}),
        ("mistral-large-latest", {"mistral"}),
        ("open-mixtral-8x7b", {"mistral"}),
        ("codestral", {"mistral"}),
        ("ministral-8b", {"mistral"}),
        ("deepseek-r1-distill-llama-70b", {"deepseek", "llama"}),
        ("command-r-plus", {"command"}),
        ("phi3:mini", {"phi"}),
        ("vote(2*llm:gpt-4o+llm:claude-3-opus)", {"gpt", "claude"}),
    ],
)
def test_families_of_names(name, found):
    """Names of vendors, versions and sizes around it do not hide a family; a model can have two."""
    assert families(name) == found


@pytest.mark.parametrize(
    "name",
    [
        "",
        "lexical-1@0.5",
        "checks-1",
        "my-finetune-v2",
        "EleutherAI/gpt-neo-1.3B",
        "gpt-j-6b",
        "ollama/my-model",
        "my-model@http://localhost:8080/llama.cpp",
        "llama-server",
        "philosophy-bert",
        "marco-o1",
        "egpt",
        "innovate-pro",
        "commander-x",
    ],
)
def test_what_is_no_family(name):
    """Programs that run models, and words that hold the letters of a family, are none."""
    assert families(name) == frozenset()


@pytest.mark.parametrize(
    ("model", "signature", "shared"),
    [
        ("gpt-4o", "llm:gpt-3.5-turbo", "gpt"),
        ("openai/o3-mini", "llm:gpt-4o", "gpt"),
        ("gpt-4o", "llm:claude-3-5-sonnet", None),
        ("claude-3-haiku", "cascade(embedded-12ab@0.5>vote(llm:gpt-4o+llm:claude-3-opus),0.2-0.8)", "claude"),
        ("deepseek-r1-distill-qwen-7b", "llm:qwen2.5@http://localhost:1234/v1", "qwen"),
        ("our/assistant-7", "llm:assistant-7@https://example.org/v1", "assistant-7"),
        ("assistant-7", "llm:assistant-72", None),
        ("gpt-4o", "embedded-12ab@0.5", None),
        ("", "llm:gpt-4o", None),
        ("/", "llm:gpt-4o", None),
        (" GPT-4o ", "llm:gpt-4o-mini", "gpt"),
    ],
)
def test_kinship(model, signature, shared):
    """A family in common, or the very same name where no family is known."""
    assert kinship(model, signature) == shared


@given(st.text(max_size=500), st.text(max_size=200))
def test_any_text_is_a_name(model, signature):
    """Names come with the data: whatever they hold, no pattern breaks."""
    assert kinship(model, signature) is None or kinship(model, signature)


def test_a_run_is_warned_once_for_each_kinship():
    """The first answer of a family warns, the others do not; another family warns again."""
    watch = SelfJudging("vote(llm:gpt-4o+llm:claude-3-opus)")
    first = watch.warning({"model": "gpt-3.5-turbo"})
    assert first == (
        "warning: answers by 'gpt-3.5-turbo' are judged by their own kind (gpt): such a judge favours them; "
        "use one of another family"
    )
    assert watch.warning({"model": "gpt-4"}) is None
    assert watch.warning({"model": "mistral-large"}) is None
    assert "(claude)" in watch.warning({"model": "claude-3-haiku"})


def test_the_model_of_the_whole_run_stands_in_for_that_of_an_answer():
    """``answer_model`` holds where an answer does not say who wrote it."""
    watch = SelfJudging("llm:gpt-4o", "gpt-4o")
    assert watch.warning({"model": "claude-3-opus"}) is None
    assert "'gpt-4o'" in watch.warning({})


@pytest.mark.parametrize("model", [None, 4, ["gpt-4o"], {"name": "gpt-4o"}])
def test_a_model_that_is_no_text_says_nothing(model):
    """Metadata may hold anything."""
    assert SelfJudging("llm:gpt-4o").warning({"model": model}) is None


def test_a_hostile_name_is_shown_harmless_and_short():
    """A name with control characters or without end does not get into a terminal as it is."""
    told = SelfJudging("llm:gpt-4o").warning({"model": "gpt-4\x1b[31m" + "x" * 10_000})
    assert "\x1b" not in told
    assert len(told) < 300


def judge():
    """Return a judge that looks like a model's."""
    made = ScriptedJudge()
    made.signature = "llm:gpt-4o"
    return made


def rows(*models):
    return [{"answer": "It is open.", "contexts": ["It is open."], "model": model} for model in models]


def test_a_run_tells_it_with_the_first_such_answer_and_in_the_report():
    """The warning comes while the run goes on, once, and stands in the notes of the report."""
    told = []
    report = upheld.evaluate(rows("mistral-7b", "gpt-4", "gpt-4"), judge=judge(), notify=told.append)
    warnings = [note for note in report.notes if "their own kind (gpt)" in note]
    assert len(warnings) == 1
    assert warnings[0] in told
    assert "'gpt-4'" in warnings[0]


def test_a_run_with_a_judge_of_another_kind_tells_nothing():
    """No kinship, no warning; neither with a judge that is no language model."""
    for other in (ScriptedJudge(), "lexical"):
        notes = upheld.evaluate(rows("gpt-4"), judge=other, answer_model="gpt-4").notes
        assert not [note for note in notes if "their own kind" in note]


def test_a_run_can_be_told_who_wrote_the_answers():
    """``answer_model`` names the writer where the samples do not."""
    source = [{"answer": "It is open.", "contexts": ["It is open."]}]
    notes = upheld.evaluate(source, judge=judge(), answer_model="openai/o3-mini").notes
    assert any("'openai/o3-mini'" in note for note in notes)
