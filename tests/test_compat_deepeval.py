"""DeepEval's shape without DeepEval: its published usage with the import changed, its conventions, its errors as data."""

import asyncio
import copy
import math
import re
import subprocess
import sys
import textwrap

import pytest

from upheld import ConfigurationError, InputError, Verdict
from upheld.compat import deepeval
from upheld.compat.deepeval import DisplayConfig, ErrorConfig, assert_test, evaluate
from upheld.compat.deepeval.dataset import EvaluationDataset, Golden
from upheld.compat.deepeval.errors import MissingTestCaseParamsError
from upheld.compat.deepeval.metrics import FaithfulnessMetric
from upheld.compat.deepeval.test_case import LLMTestCase, RetrievedContextData, ToolCall, sample_of
from upheld.testing import ScriptedJudge

QUIET = DisplayConfig(print_results=False)
SAID = "Alpha is one. Beta is two. Gamma is three."
LABELS = {"Alpha is one": "supported", "Beta is two": "contradicted", "Gamma is three": "not_enough_info"}


def case(answer=SAID, chunks=("Some text.",), **more):
    return LLMTestCase(input="Which?", actual_output=answer, retrieval_context=list(chunks), **more)


def scripted(**options):
    return FaithfulnessMetric(judge=ScriptedJudge(LABELS), **options)


def run(code, names):
    """Run code with the import changed; its names go into `names`."""
    exec(with_our_import(code), names)  # noqa: S102 - code of this file


def with_our_import(code):
    """Return code that was written for deepeval, with the import lines changed and nothing else."""
    return re.sub(
        r"^(from|import) deepeval", r"\1 upheld.compat.deepeval", textwrap.dedent(code), flags=re.MULTILINE
    )


SINGLE = """
    from deepeval import evaluate
    from deepeval.test_case import LLMTestCase
    from deepeval.metrics import FaithfulnessMetric

    metric = FaithfulnessMetric(threshold=0.7, model="fake-model", include_reason=True)
    test_case = LLMTestCase(
        input="What if these shoes don't fit?",
        actual_output="Alpha is one.",
        retrieval_context=["Alpha is one."],
    )
    metric.measure(test_case)
    print(metric.score, metric.reason)
    result = evaluate(test_cases=[test_case], metrics=[metric])
"""

GATE = """
    import pytest
    from deepeval import assert_test
    from deepeval.dataset import EvaluationDataset, Golden
    from deepeval.metrics import FaithfulnessMetric
    from deepeval.test_case import LLMTestCase

    dataset = EvaluationDataset(goldens=[Golden(input="When is the office open?")])
    for golden in dataset.goldens:
        dataset.add_test_case(
            LLMTestCase(
                input=golden.input,
                actual_output="The office is open on Monday.",
                retrieval_context=["The office is open on Monday."],
            )
        )

    @pytest.mark.parametrize("test_case", dataset.test_cases)
    def test_rag(test_case: LLMTestCase):
        assert_test(test_case, [FaithfulnessMetric(threshold=0.7)])
"""

ASYNC = """
    import asyncio
    from deepeval.metrics import FaithfulnessMetric
    from deepeval.test_case import LLMTestCase, LLMTestCaseParams, ToolCall

    async def main():
        metric = FaithfulnessMetric(threshold=0.5, async_mode=True, strict_mode=True)
        test_case = LLMTestCase(
            input="?",
            actual_output="The office is open on Monday.",
            expected_output="On Monday.",
            retrieval_context=["The office is open on Monday."],
            tools_called=[ToolCall(name="search")],
        )
        await metric.a_measure(test_case)
        return metric.score, metric.is_successful()

    outcome = asyncio.run(main())
"""


def test_published_usage_runs_with_a_model_named(endpoint, monkeypatch, capsys):
    """Measure and evaluate, the model of the call asked at the endpoint of the environment."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)
    names = {}
    run(SINGLE, names)
    assert names["metric"].score == 1.0
    assert {seen.body["model"] for seen in endpoint.seen} == {"fake-model"}
    assert names["result"].test_results[0].success is True
    assert "mean       1.00" in capsys.readouterr().out


def test_published_usage_runs_as_a_gate_of_pytest(tmp_path):
    """A test file for deepeval passes under pytest, judged by the embedded judge."""
    (tmp_path / "test_gate.py").write_text(with_our_import(GATE), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path / "test_gate.py")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, timeout=300)
    assert done.returncode == 0, done.stdout
    assert "1 passed" in done.stdout


def test_published_usage_runs_asynchronously():
    """a_measure is awaited, and strict mode asks for all claims."""
    names = {}
    run(ASYNC, names)
    assert names["outcome"] == (1.0, True)


@pytest.mark.parametrize(
    "line",
    [
        "from deepeval import assert_test, evaluate",
        "from deepeval.evaluate import AsyncConfig, CacheConfig, DisplayConfig, ErrorConfig, assert_test, evaluate",
        "from deepeval.evaluate.configs import AsyncConfig, CacheConfig, DisplayConfig, ErrorConfig",
        "from deepeval.evaluate.types import EvaluationResult, TestResult",
        "from deepeval.test_case import LLMTestCase, LLMTestCaseParams, RetrievedContextData, SingleTurnParams, ToolCall",
        "from deepeval.test_case import ConversationalTestCase, Turn, MLLMImage",
        "from deepeval.metrics import FaithfulnessMetric",
        "from deepeval.metrics import AnswerRelevancyMetric, BaseMetric, ContextualPrecisionMetric, GEval",
        "from deepeval.metrics import ContextualRecallMetric, ContextualRelevancyMetric, HallucinationMetric",
        "from deepeval.dataset import EvaluationDataset, Golden, ConversationalGolden",
        "from deepeval.errors import MissingTestCaseParamsError",
        "import deepeval",
    ],
)
def test_every_name_can_be_imported(line):
    """What there is no counterpart for can be imported too, and says so when it is used."""
    run(line, {})


def test_evaluate_stays_a_function_whatever_is_imported_first():
    """The module and the function have one name, as in deepeval; the package shows the function."""
    for lines in (
        "import upheld.compat.deepeval.evaluate.configs",
        "from upheld.compat import deepeval as d; d.evaluate",
    ):
        code = f"{lines}\nfrom upheld.compat.deepeval import evaluate\nassert callable(evaluate)"
        subprocess.run([sys.executable, "-c", code], check=True, timeout=120)


def test_only_contradictions_cost():
    """One of three claims is contradicted, one is not found: 2/3 by DeepEval's rule, 1/3 with ambiguous ones penalised."""
    assert scripted().measure(case()) == pytest.approx(2 / 3)
    assert scripted(penalize_ambiguous_claims=True).measure(case()) == pytest.approx(1 / 3)


def test_claims_verdicts_and_truths_are_in_deepevals_words():
    """yes, no and borderline, in the order of the answer, and Upheld's own result beside them."""
    metric = scripted()
    metric.measure(case(name="beta"))
    assert metric.claims == list(LABELS)
    assert [verdict.verdict for verdict in metric.verdicts] == ["yes", "no", "borderline"]
    assert metric.result.id == "beta"
    assert [claim.verdict.label for claim in metric.result.claims] == list(LABELS.values())


def test_truths_are_the_passages_that_decided():
    """The evidence of the verdicts, each once."""
    metric = FaithfulnessMetric(judge="lexical")
    metric.measure(case("The tower is 300 m tall.", ["The tower is 300 m tall.", "It is green."]))
    assert metric.truths == ["The tower is 300 m tall."]


@pytest.mark.parametrize("answer", ["Hello! How can I help you?", "I don't know."])
def test_an_answer_without_a_claim_scores_one(answer):
    """DeepEval's convention; the status still tells it from a checked answer."""
    metric = scripted()
    assert metric.measure(case(answer)) == 1.0
    assert metric.result.status in {"no_claims", "abstained"}


def test_no_context_scores_one_unless_the_unknown_is_penalised():
    """Nothing contradicts an answer without context; the reason says that this is the convention."""
    metric = scripted()
    assert metric.measure(case(chunks=[])) == 1.0
    assert metric.result.status == "no_context"
    assert "DeepEval's convention" in metric.reason
    assert scripted(penalize_ambiguous_claims=True).measure(case(chunks=[])) == 0.0


def test_strict_mode_knows_one_and_zero():
    """Its threshold is 1, and every lower score is 0."""
    metric = scripted(strict_mode=True, threshold=0.2)
    assert metric.measure(case()) == 0.0
    assert metric.threshold == 1.0
    assert metric.success is False
    assert scripted(strict_mode=True).measure(case("Alpha is one.")) == 1.0


@pytest.mark.parametrize(("threshold", "passes"), [(0.6, True), (2 / 3, True), (0.7, False), (None, None)])
def test_the_threshold_is_reached_or_not(threshold, passes):
    """At the threshold counts as passed; without one nothing passes or fails."""
    metric = scripted(threshold=threshold)
    metric.measure(case())
    assert metric.success is passes
    assert metric.is_successful() is passes


def test_defaults_are_deepevals():
    """Threshold 0.5, a reason, no strictness."""
    metric = FaithfulnessMetric()
    assert metric.threshold == 0.5
    assert metric.include_reason is True
    assert metric.strict_mode is False
    assert metric.penalize_ambiguous_claims is False
    assert metric.__name__ == "Faithfulness"


def test_a_reason_is_left_out_where_it_is_not_wanted():
    """The result keeps it."""
    metric = scripted(include_reason=False)
    metric.measure(case())
    assert metric.reason is None
    assert metric.result.reason


def test_a_judge_that_fails_leaves_an_error_and_no_score():
    """Nothing is raised, nothing passes, and the next test case starts clean."""
    judge = ScriptedJudge(
        lambda claim, task: RuntimeError("down") if claim == "Alpha is one" else "supported"
    )
    metric = FaithfulnessMetric(judge=judge)
    assert metric.measure(case("Alpha is one.")) is None
    assert "down" in metric.error
    assert metric.is_successful() is False
    assert metric.measure(case("Beta is two.")) == 1.0
    assert metric.error is None


def test_a_claim_without_a_verdict_counts_as_not_faithful():
    """DeepEval divides by the verdicts that came back; here the missing one stays in the denominator."""
    judge = ScriptedJudge({"Beta is two": None})
    assert FaithfulnessMetric(judge=judge).measure(case("Alpha is one. Beta is two.")) == 0.5


def test_measure_works_in_a_running_loop():
    """Neither way needs a patched event loop."""

    async def both():
        metric = scripted()
        return await metric.a_measure(case()), metric.measure(case())

    assert asyncio.run(both()) == (pytest.approx(2 / 3), pytest.approx(2 / 3))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (LLMTestCase(input="?"), "'actual_output' and 'retrieval_context' cannot be None"),
        (LLMTestCase(input="?", actual_output="x"), "'retrieval_context' cannot be None"),
        (
            LLMTestCase(input="?", actual_output="", retrieval_context=["x"]),
            "'actual_output' cannot be empty",
        ),
        ({"input": "?", "actualOutput": "x"}, "'retrieval_context' cannot be None"),
    ],
)
def test_what_is_missing_is_named(given, said):
    """As DeepEval's error of the same name."""
    metric = scripted()
    with pytest.raises(MissingTestCaseParamsError, match=said):
        metric.measure(given)
    assert said in metric.error


class Conversation:
    """Stands for a ConversationalTestCase."""

    def __init__(self):
        self.turns = []


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (Conversation(), "give the last answer as actual_output"),
        (case(multimodal=True), "images"),
        ("text", "must be an LLMTestCase.*found str"),
        (42, "found int"),
        (case(chunks=[{"nothing": 1}]), "chunk 1 has no text"),
        (case(chunks=[3.5, None, ["x"]]), "not text"),
    ],
)
def test_what_is_no_test_case_is_refused_with_what_to_do(given, said):
    """Several turns, images and other objects."""
    with pytest.raises(InputError, match=said):
        scripted().measure(given)


def test_dicts_and_sources_of_chunks_are_read():
    """A mapping in either key style is a test case; a chunk may name its source."""
    assert scripted().measure({"actualOutput": "Alpha is one.", "retrievalContext": ["x"]}) == 1.0
    sample = sample_of(case(chunks=[RetrievedContextData(context="text", source="wiki"), "plain"]))
    assert [chunk.text for chunk in sample.contexts] == ["text", "plain"]
    assert sample.contexts[0].metadata == {"source": "wiki"}


def test_the_ideal_context_is_not_checked_against():
    """`context` is not `retrieval_context`."""
    given = LLMTestCase(
        input="?", actual_output="It is red.", context=["It is red."], retrieval_context=["x"]
    )
    assert FaithfulnessMetric(judge="lexical", penalize_ambiguous_claims=True).measure(given) == 0.0


def test_options_of_no_effect_are_told():
    """Each by its name; a call that gives none is silent."""
    with pytest.warns(UserWarning, match="eval_mode, truths_extraction_limit: of no effect"):
        FaithfulnessMetric(eval_mode="llm", truths_extraction_limit=3)


def test_a_copy_by_attributes_is_the_same_metric():
    """DeepEval's runner copies metrics by those attributes that are named like arguments."""
    metric = scripted(threshold=0.9, penalize_ambiguous_claims=True, options={"checks": "off"})
    named = FaithfulnessMetric.__init__.__code__.co_varnames
    twin = type(metric)(**{name: value for name, value in vars(metric).items() if name in named})
    assert twin.scoring == metric.scoring
    assert twin.threshold == 0.9


def test_verbose_mode_writes_claims_and_verdicts(capsys):
    """To standard output, and into verbose_logs."""
    metric = scripted(verbose_mode=True)
    metric.measure(case())
    assert "Beta is two" in capsys.readouterr().out
    assert "Beta is two" in metric.verbose_logs


def test_a_failed_assertion_shows_the_claims():
    """Score, threshold, and each claim with its verdict."""
    with pytest.raises(AssertionError) as failure:
        assert_test(case(), [scripted(threshold=0.9)])
    text = str(failure.value)
    assert "Metrics: Faithfulness (score: 0.66" in text
    assert "threshold: 0.9" in text
    assert "contradicted   Beta is two" in text


def test_hostile_answers_cannot_write_to_the_terminal():
    """Control characters of an answer do not come through a failed assertion."""
    judge = ScriptedJudge(default="contradicted")
    with pytest.raises(AssertionError) as failure:
        assert_test(case("The door \x1b[31mis red\x07 today."), [FaithfulnessMetric(judge=judge)])
    assert not set("\x1b\x07") & set(str(failure.value))


def test_an_assertion_passes_silently():
    """And the metric keeps the outcome."""
    metric = scripted(threshold=0.5)
    assert assert_test(case(), [metric]) is None
    assert metric.score == pytest.approx(2 / 3)


def test_a_judge_that_fails_fails_the_assertion():
    """No verdict is no pass."""
    with pytest.raises(AssertionError, match="error: no verdict on"):
        assert_test(case("Alpha is one."), [FaithfulnessMetric(judge=ScriptedJudge(default=None))])


def test_a_flaky_test_case_warns_and_a_flaky_metric_decides_nothing():
    """As in DeepEval."""
    with pytest.warns(UserWarning, match="flaky test case failed"):
        assert_test(case(flaky=True), [scripted(threshold=0.9)])
    assert_test(case(), [scripted(threshold=0.9, flaky=True), scripted(threshold=0.1)])


@pytest.mark.parametrize(
    ("metrics", "said"),
    [
        (None, "metrics must be a list"),
        ([], "metrics must be a list"),
        ([object()], "object is not a metric of Upheld's"),
        ([deepeval.metrics.GEval], "Upheld has no GEval"),
        ([FaithfulnessMetric(threshold=None)], "could pass or fail"),
        ([FaithfulnessMetric(flaky=True)], "could pass or fail"),
    ],
)
def test_metrics_that_cannot_decide_are_refused(metrics, said):
    """With what to do instead."""
    for call in (lambda: assert_test(case(), metrics), lambda: evaluate([case()], metrics)):
        with pytest.raises(ConfigurationError, match=said):
            call()


def test_nested_chunks_get_no_hint_that_cannot_be_followed():
    """A test case has no mapping=: the message says what to give."""
    with pytest.raises(InputError) as caught:
        FaithfulnessMetric(judge=ScriptedJudge()).measure(case(chunks=[["x"]]))
    assert str(caught.value) == "chunk 1 is a list, not text; give a text in its place"


@pytest.mark.parametrize("cases", [[], None, "x", {}, EvaluationDataset(goldens=[Golden(input="?")])])
def test_no_test_cases_is_told(cases):
    """A data set of goldens has none yet."""
    with pytest.raises(InputError, match="LLMTestCase"):
        evaluate(cases, [scripted()])


def test_what_lives_in_a_cloud_is_refused():
    """Collections, classifiers and traces."""
    for options in ({"metric_collection": "x"}, {"classifiers": [1]}):
        with pytest.raises(ConfigurationError, match="FaithfulnessMetric"):
            evaluate([case()], [scripted()], **options)
    with pytest.raises(ConfigurationError, match="golden"):
        assert_test(golden=Golden(input="?"), metrics=[scripted()])
    with pytest.raises(ConfigurationError, match="take the call out"):
        deepeval.log_hyperparameters(model="x")


def test_evaluate_keeps_every_row():
    """A test case that cannot be read fails in its place, and the others are scored."""
    cases = [case(), LLMTestCase(input="?", name="broken"), Conversation(), case("Alpha is one.")]
    done = evaluate(cases, [scripted(threshold=0.5)], display_config=QUIET)
    assert [row.success for row in done.test_results] == [True, False, False, True]
    assert [row.name for row in done.test_results] == ["test_case_0", "broken", "test_case_2", "test_case_3"]
    data = [row.metrics_data[0] for row in done.test_results]
    assert [d.score for d in data] == [pytest.approx(2 / 3), None, None, 1.0]
    assert "cannot be None" in data[1].error
    assert "multi-turn" in data[2].error
    assert data[0].result.claims[1].verdict.label == "contradicted"
    assert done.confident_link is None


def test_evaluate_leaves_out_what_lacks_parameters_where_asked():
    """skip_on_missing_params: the row is there, without a verdict."""
    done = evaluate(
        [LLMTestCase(input="?"), case()],
        [scripted()],
        display_config=QUIET,
        error_config=ErrorConfig(skip_on_missing_params=True),
    )
    assert [(row.success, len(row.metrics_data)) for row in done.test_results] == [(None, 0), (True, 1)]


def test_evaluate_leaves_the_metrics_alone_and_reports_each():
    """Two metrics, two reports; neither metric holds a score afterwards."""
    metrics = [scripted(threshold=0.5), scripted(threshold=0.5, penalize_ambiguous_claims=True)]
    done = evaluate([case(), case("Alpha is one.")], metrics, display_config=QUIET)
    assert [report.mean for report in done.reports] == [pytest.approx(5 / 6), pytest.approx(2 / 3)]
    assert [row.success for row in done.test_results] == [False, True]
    assert [metric.score for metric in metrics] == [None, None]


def test_evaluate_counts_the_convention_in_its_report():
    """The mean of the report is the mean of the scores that are shown."""
    done = evaluate([case(chunks=[]), case("Beta is two.")], [scripted()], display_config=QUIET)
    assert [row.metrics_data[0].score for row in done.test_results] == [1.0, 0.0]
    assert done.reports[0].mean == 0.5


def test_evaluate_writes_its_report_only_where_wanted(capsys):
    """print_results is DeepEval's switch."""
    evaluate([case()], [scripted()], display_config=QUIET)
    assert not capsys.readouterr().out
    evaluate([case()], [scripted()])
    assert "coverage" in capsys.readouterr().out


def test_evaluate_asks_the_judge_in_batches():
    """All test cases go through one run: the signature is one, and the order is kept."""
    cases = [case(f"Thing{n} is {n}.", name=str(n)) for n in range(50)]
    done = evaluate(cases, [FaithfulnessMetric(judge="lexical")], display_config=QUIET)
    assert [row.metrics_data[0].result.id for row in done.test_results] == [str(n) for n in range(50)]
    assert len(done.reports[0].signatures) == 1


def test_a_data_set_is_evaluated_by_its_test_cases():
    """By evaluate(dataset) and by dataset.evaluate."""
    dataset = EvaluationDataset()
    dataset.add_golden(Golden(input="?"))
    dataset.add_test_case(case())
    assert len(dataset) == 1
    assert list(dataset) == dataset.test_cases
    assert dataset.evaluate([scripted()], display_config=QUIET).test_results[0].success is True
    assert evaluate(dataset, [scripted()], display_config=QUIET).test_results[0].success is True


@pytest.mark.parametrize(
    "name", ["pull", "push", "evals_iterator", "add_test_cases_from_json_file", "save_as"]
)
def test_what_a_data_set_cannot_do_says_what_to_do(name):
    """And what it never had is an attribute error."""
    with pytest.raises(ConfigurationError, match=f"EvaluationDataset.{name}: "):
        getattr(EvaluationDataset(), name)("x")
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = EvaluationDataset().nonsense
    assert copy.copy(EvaluationDataset(test_cases=[1])).test_cases == [1]


def test_test_cases_keep_what_is_not_used():
    """Tools, tags and metadata travel along; the older name of metadata is understood."""
    given = LLMTestCase(
        input="?", additional_metadata={"a": 1}, tools_called=[ToolCall(name="t")], tags=["x"]
    )
    assert given.metadata == {"a": 1}
    assert given.tools_called[0].name == "t"


def test_scores_are_numbers_of_python():
    """Never nan: what has no score has None and an error."""
    metric = FaithfulnessMetric(judge=ScriptedJudge(default=Verdict("supported", 0.9)))
    assert not math.isnan(metric.measure(case()))
    assert metric.evaluation_cost == 0.0
