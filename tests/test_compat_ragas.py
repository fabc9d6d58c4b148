"""RAGAS's shape without RAGAS: its published usage with the import changed, all kinds of data, conventions, errors as data."""

import asyncio
import json
import logging
import math
import re
import textwrap
from types import SimpleNamespace

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from upheld import Chunk, ConfigurationError, InputError, JudgeError, Sample
from upheld.compat import ragas
from upheld.compat.ragas import EvaluationDataset, RunConfig, SingleTurnSample, aevaluate, evaluate
from upheld.compat.ragas.llms import LangchainLLMWrapper, llm_factory
from upheld.compat.ragas.metrics import Faithfulness, FaithfulnesswithHHEM, MetricResult, faithfulness
from upheld.compat.ragas.metrics import collections as newer
from upheld.testing import ScriptedJudge

SAID = "Alpha is one. Beta is two. Gamma is three."
LABELS = {"Alpha is one": "supported", "Beta is two": "contradicted", "Gamma is three": "not_enough_info"}
V2 = [
    {"user_input": "?", "response": SAID, "retrieved_contexts": ["Some text.", "More."], "reference": "r"},
    {"user_input": "?", "response": "Alpha is one.", "retrieved_contexts": ["Some text."], "reference": "r"},
]
OLD = {
    "user_input": "question",
    "response": "answer",
    "retrieved_contexts": "contexts",
    "reference": "ground_truth",
}
V1 = [{OLD[key]: value for key, value in row.items()} for row in V2]
SCORES = [pytest.approx(1 / 3), 1.0]


class SimpleRow:
    """A sample of another library: its fields come from ``model_dump``."""

    def __init__(self, row):
        self.row = row

    def model_dump(self):
        """Return the fields."""
        return self.row


def scripted(**options):
    return Faithfulness(judge=ScriptedJudge(LABELS), **options)


def run(code, names):
    """Run code with the import changed; its names go into `names`."""
    exec(with_our_import(code), names)  # noqa: S102 - code of this file


def with_our_import(code):
    """Return code that was written for ragas, with the import lines changed and nothing else."""
    return re.sub(
        r"^(from|import) ragas", r"\1 upheld.compat.ragas", textwrap.dedent(code), flags=re.MULTILINE
    )


EVALUATE = """
    from ragas import EvaluationDataset, evaluate
    from ragas.llms import LangchainLLMWrapper
    from ragas.metrics import Faithfulness, faithfulness

    evaluator_llm = None
    dataset = EvaluationDataset.from_list([
        {
            "user_input": "When is the office open?",
            "retrieved_contexts": ["The office is open on Monday."],
            "response": "The office is open on Monday. The office is open on Tuesday.",
            "reference": "On Monday.",
        },
    ])
    result = evaluate(dataset=dataset, metrics=[faithfulness], llm=evaluator_llm)
    print(result)
    df = result.to_pandas()
    again = evaluate(dataset, metrics=[Faithfulness()])
"""

SINGLE = """
    import asyncio
    from ragas.dataset_schema import SingleTurnSample
    from ragas.metrics import Faithfulness

    sample = SingleTurnSample(
        user_input="When is the office open?",
        response="The office is open on Monday.",
        retrieved_contexts=["The office is open on Monday."],
    )
    scorer = Faithfulness(llm=None)
    score = asyncio.run(scorer.single_turn_ascore(sample))
"""

NEWER = """
    import asyncio
    from ragas.llms import llm_factory
    from ragas.metrics.collections import Faithfulness

    llm = llm_factory("fake-model", client=client)
    scorer = Faithfulness(llm=llm)

    async def main():
        return await scorer.ascore(
            user_input="Which?", response="Alpha is one.", retrieved_contexts=["Alpha is one."]
        )

    result = asyncio.run(main())
    print(f"Faithfulness Score: {result.value}")
"""


def test_published_usage_of_evaluate_runs(capsys):
    """Data set, evaluate, print, to_pandas; judged by the embedded judge."""
    names = {}
    run(EVALUATE, names)
    assert capsys.readouterr().out == "{'faithfulness': 0.5000}\n"
    assert names["df"]["faithfulness"].tolist() == [0.5]
    assert names["again"]["faithfulness"] == [0.5]


def test_published_usage_of_a_single_sample_runs():
    """The older metric with a sample."""
    names = {}
    run(SINGLE, names)
    assert names["score"] == 1.0


def test_published_usage_of_the_newer_metric_asks_the_named_model(endpoint, monkeypatch, capsys):
    """llm_factory names a model and an address; both are asked."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    names = {"client": SimpleNamespace(base_url=endpoint.url + "/")}
    run(NEWER, names)
    assert capsys.readouterr().out == "Faithfulness Score: 1.0\n"
    assert {seen.body["model"] for seen in endpoint.seen} == {"fake-model"}
    assert names["result"].result.claims[0].verdict.evidence[0].text == "Alpha is one."


@pytest.mark.parametrize(
    "line",
    [
        "from ragas import EvaluationDataset, SingleTurnSample, MultiTurnSample, RunConfig, aevaluate, evaluate",
        "from ragas import experiment, Dataset, Experiment",
        "from ragas.evaluation import aevaluate, evaluate",
        "from ragas.dataset_schema import EvaluationDataset, EvaluationResult, MultiTurnSample, SingleTurnSample",
        "from ragas.run_config import RunConfig",
        "from ragas.llms import LangchainLLMWrapper, LlamaIndexLLMWrapper, llm_factory",
        "from ragas.embeddings import LangchainEmbeddingsWrapper",
        "from ragas.metrics import Faithfulness, FaithfulnesswithHHEM, MetricResult, faithfulness",
        "from ragas.metrics import answer_relevancy, context_precision, context_recall, answer_correctness",
        "from ragas.metrics import LLMContextRecall, FactualCorrectness, SemanticSimilarity, ResponseGroundedness",
        "from ragas.metrics.collections import Faithfulness, AnswerRelevancy, ContextPrecision, ResponseGroundedness",
        "import ragas",
    ],
)
def test_every_name_can_be_imported(line):
    """What there is no counterpart for can be imported too, and says so when it is used."""
    run(line, {})


def frames():
    return {
        "list of dicts": V2,
        "list of old dicts": V1,
        "dict of columns": {key: [row[key] for row in V2] for key in V2[0]},
        "generator": (row for row in V2),
        "samples": [SingleTurnSample(**row) for row in V2],
        "data set": EvaluationDataset([SingleTurnSample(**row) for row in V2]),
        "from_list": EvaluationDataset.from_list(V1),
        "from_dict": EvaluationDataset.from_dict({key: [row[key] for row in V1] for key in V1[0]}),
        "from_pandas": EvaluationDataset.from_pandas(pd.DataFrame(V1)),
        "pandas": pd.DataFrame(V2),
        "old pandas": pd.DataFrame(V1, index=[7, 9]),
        "polars": pl.DataFrame(V2),
        "lazy polars": pl.DataFrame(V1).lazy(),
        "arrow": pa.Table.from_pylist(V2),
        "our samples": [
            Sample(row["response"], tuple(Chunk(text) for text in row["retrieved_contexts"])) for row in V2
        ],
    }


@pytest.mark.parametrize("kind", list(frames()))
def test_every_kind_of_data_gives_the_same_scores(kind):
    """In the order of the rows, with the columns of today or of version 0.1."""
    result = evaluate(frames()[kind], [scripted()])
    assert result["faithfulness"] == SCORES
    assert result.scores == [{"faithfulness": SCORES[0]}, {"faithfulness": 1.0}]
    columns = list(result.to_pandas())
    assert {"response", "retrieved_contexts", "faithfulness", "faithfulness_reason"} <= set(columns)
    assert not {"answer", "contexts", "question"} & set(columns)


def test_files_are_read_and_written_back(tmp_path):
    """JSON Lines and tables, there and back; a broken line stays as a row without a score."""
    dataset = EvaluationDataset.from_list(V2)
    dataset.to_jsonl(tmp_path / "a.jsonl")
    dataset.to_csv(tmp_path / "a.csv")
    for again in (
        EvaluationDataset.from_jsonl(tmp_path / "a.jsonl"),
        EvaluationDataset.from_csv(tmp_path / "a.csv"),
    ):
        assert again.to_list() == V2
    lines = [json.dumps(V1[1]), '{"question": "cut of', json.dumps(V1[0])]
    (tmp_path / "b.jsonl").write_text("\n".join(lines), encoding="utf-8")
    result = evaluate(EvaluationDataset.from_jsonl(tmp_path / "b.jsonl"), [scripted()])
    assert [result["faithfulness"][n] for n in (0, 2)] == SCORES[::-1]
    assert math.isnan(result["faithfulness"][1])
    assert "line 2" in list(result.results)[1].reason


def test_a_data_set_is_a_sequence():
    """Length, order, slices, names of columns."""
    dataset = EvaluationDataset.from_list(V2)
    assert len(dataset) == 2
    assert dataset[1].response == "Alpha is one."
    assert len(dataset[:1]) == 1
    assert set(dataset.features()) == set(V2[0])
    assert [sample.to_dict() for sample in dataset] == V2
    assert dataset.to_pandas()["response"].tolist() == [SAID, "Alpha is one."]


def test_columns_are_renamed_by_the_map():
    """RAGAS's name -> the data's name; the older names may be mapped, too."""
    rows = [{"q": "?", "my_answer": "Alpha is one.", "docs": ["x"]}]
    for names in (
        {"response": "my_answer", "retrieved_contexts": "docs"},
        {"answer": "my_answer", "contexts": "docs", "question": "q"},
    ):
        assert evaluate(rows, [scripted()], column_map=names)["faithfulness"] == [1.0]


def test_what_the_data_says_besides_is_kept():
    """Unknown columns stay in the data frame and in the metadata of the results."""
    result = evaluate([{**V2[1], "doc": "d1"}], [scripted()])
    assert result.to_pandas()["doc"].tolist() == ["d1"]
    assert next(iter(result.results)).metadata == {"doc": "d1"}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([], "empty"),
        (pd.DataFrame(V2).iloc[:0], "empty"),
        ("data.jsonl", "from_jsonl"),
        (None, "NoneType"),
        (V2[0], "put a single sample into a list"),
        ({"a": [1], "b": [1, 2]}, "columns of one length"),
        ([{"user_input": [{"role": "user", "content": "hi"}], "reference": "x"}], "multi-turn"),
        (
            [{"a": 1}, {"a": 2}],
            r"none of the 2 rows .*column_map=\{'response': COLUMN, 'retrieved_contexts': COLUMN\}",
        ),
        ([1, 2], "expected a SingleTurnSample or a dict, found a number"),
    ],
)
def test_data_of_which_nothing_can_be_read_is_refused_with_what_to_do(data, said):
    """Before it becomes a column of nan."""
    with pytest.raises(InputError, match=said):
        evaluate(data, [scripted()])


def test_a_row_that_cannot_be_read_is_nan_and_says_why(caplog):
    """Its place, the mean and the log show it; the others are scored."""
    rows = [
        V2[1],
        {"user_input": "?", "retrieved_contexts": ["x"]},
        7,
        {**V2[1], "retrieved_contexts": [["x"]]},
    ]
    with caplog.at_level(logging.WARNING):
        result = evaluate(rows, [scripted()])
    assert result["faithfulness"][0] == 1.0
    assert all(math.isnan(score) for score in result["faithfulness"][1:])
    assert repr(result) == "{'faithfulness': 1.0000}"
    reasons = result.to_pandas()["faithfulness_reason"].tolist()
    assert "no response" in reasons[1]
    assert "found a number" in reasons[2]
    assert reasons[3] == "chunk 1 is a list, not text; give a text in its place"  # there is no mapping= here
    assert result.report.coverage == 0.25
    assert "3 of 4 rows could not be scored; row 2: no response" in caplog.text


@pytest.mark.parametrize("nothing", [None, math.nan, pd.NA])
@pytest.mark.parametrize("shape", [pd.DataFrame, list, lambda rows: [SimpleRow(row) for row in rows]])
def test_an_empty_value_is_told_from_a_column_that_is_not_there(nothing, shape, caplog):
    """A response that is None or NaN needs no column_map: its column is there, and the row is named."""
    rows = [V2[1], {**V2[1], "response": nothing}]
    with caplog.at_level(logging.WARNING):
        result = evaluate(shape(rows), [scripted()])
    said = "row 2: response is empty (None or NaN) in this row: fill it in, or leave the row out"
    assert caplog.text.rstrip().endswith(said)
    assert math.isnan(result["faithfulness"][1])
    with pytest.raises(InputError, match=r"none of the 1 rows can be scored; row 1: response is empty"):
        evaluate(shape(rows[1:]), [scripted()])


def test_raise_exceptions_raises_with_the_row():
    """As RAGAS does when asked to."""
    metric = Faithfulness(judge=ScriptedJudge({"Delta is four": RuntimeError("down")}))
    with pytest.raises(JudgeError, match=r"1 of 2 rows could not be scored; row 2: no verdict.*down"):
        evaluate([V2[1], {**V2[1], "response": "Delta is four."}], [metric], raise_exceptions=True)


def test_an_answer_without_a_claim_is_nan_by_convention():
    """RAGAS's nan; the status tells which kind it is, and the mean leaves it out."""
    rows = [{**V2[1], "response": text} for text in ("Hello!", "I don't know.", "", "Alpha is one.")]
    result = evaluate(rows, [scripted()])
    assert [math.isnan(score) for score in result["faithfulness"]] == [True, True, True, False]
    assert result.to_pandas()["faithfulness_status"].tolist() == [
        "no_claims",
        "abstained",
        "empty_answer",
        "scored",
    ]
    assert repr(result) == "{'faithfulness': 1.0000}"
    assert repr(evaluate(rows[:1], [scripted()])) == "{'faithfulness': nan}"


def test_only_supported_claims_count_and_missing_verdicts_are_not_left_out():
    """One of three is supported: 1/3. A verdict that did not come stays in the denominator."""
    judge = ScriptedJudge({"Beta is two": None})
    row = {**V2[0], "response": "Alpha is one. Beta is two."}
    assert evaluate([row], [Faithfulness(judge=judge)])["faithfulness"] == [0.5]
    assert scripted().single_turn_score(SingleTurnSample(**V2[0])) == SCORES[0]


def test_no_contexts_score_zero():
    """Nothing supports the answer, and nobody is asked."""
    judge = ScriptedJudge()
    assert evaluate([{**V2[1], "retrieved_contexts": []}], [Faithfulness(judge=judge)])["faithfulness"] == [
        0.0
    ]
    assert judge.calls == 0


def test_claims_and_reasons_of_each_row_are_kept():
    """As dicts in the data frame, and as results with evidence."""
    result = evaluate(V2, [scripted()])
    claims = result.to_pandas()["faithfulness_claims"][0]
    assert [(claim["claim"], claim["verdict"]) for claim in claims] == list(LABELS.items())
    assert [c.verdict.label for c in next(iter(result.results)).claims] == list(LABELS.values())
    assert result.report.n == 2


def test_many_rows_keep_their_order():
    """More rows than results stay in memory for."""
    rows = [{**V2[1], "response": f"Alpha is {'one' if n % 3 else 'two'}."} for n in range(1500)]
    judge = ScriptedJudge({"Alpha is two": "contradicted"})
    scores = evaluate(rows, [Faithfulness(judge=judge)])["faithfulness"]
    assert scores == [float(bool(n % 3)) for n in range(1500)]


def test_several_metrics_need_names_of_their_own():
    """Each has its column and its report."""
    strict, kind = scripted(), Faithfulness(judge=ScriptedJudge(), name="kind")
    result = evaluate(V2, [strict, kind])
    assert result["kind"] == [1.0, 1.0]
    assert repr(result) == "{'faithfulness': 0.6667, 'kind': 1.0000}"
    assert set(result.reports) == {"faithfulness", "kind"}
    with pytest.raises(ConfigurationError, match="two metrics of one name"):
        evaluate(V2, [strict, scripted()])


@pytest.mark.parametrize(
    ("metrics", "said"),
    [
        ([], "is empty"),
        ("faithfulness", "str is not a metric of Upheld's: use upheld.compat.ragas.metrics.faithfulness"),
        (ragas.metrics.answer_relevancy, "Upheld has no answer_relevancy: .*faithfulness"),
        ([ragas.metrics.answer_relevancy], "Upheld has no answer_relevancy: .*faithfulness"),
        ([SimpleNamespace(name="faithfulness")], "SimpleNamespace is not a metric of Upheld's"),
    ],
)
def test_metrics_that_are_not_ours_are_refused(metrics, said):
    """With where to run them instead."""
    with pytest.raises(ConfigurationError, match=said):
        evaluate(V2, metrics)


def test_a_single_metric_needs_no_list():
    """``metrics=faithfulness`` means that one."""
    assert evaluate(V2, scripted())["faithfulness"] == evaluate(V2, [scripted()])["faithfulness"]


def test_multi_turn_samples_are_refused_where_they_are_made():
    """The name exists, for imports."""
    with pytest.raises(ConfigurationError, match="give the last question"):
        ragas.MultiTurnSample(user_input=[])


@pytest.mark.parametrize("given", [SingleTurnSample(response="x"), {"user_input": [1]}, 7])
def test_a_single_sample_that_cannot_be_read_raises(given):
    """There is no other row that it could be kept beside."""
    with pytest.raises(InputError):
        scripted().single_turn_score(given)


def test_a_judge_for_the_run_serves_metrics_without_their_own():
    """judge= of evaluate, then that of the metric."""
    row = {**V2[1], "response": "Beta is two."}
    ours = ScriptedJudge(LABELS)
    assert evaluate([row], [faithfulness], judge=ours)["faithfulness"] == [0.0]
    assert evaluate([row], [Faithfulness(judge=ScriptedJudge())], judge=ours)["faithfulness"] == [1.0]
    assert ours.calls == 1


def test_a_model_of_langchain_is_told_and_the_default_judge_asked():
    """Once for the call, by type and never by content."""
    wrapped = LangchainLLMWrapper(SimpleNamespace(openai_api_key="sk-secret"))
    with pytest.warns(UserWarning, match="cannot ask llm=an object of type LangchainLLMWrapper") as told:
        result = evaluate([V2[1]], [faithfulness], llm=wrapped)
    assert "sk-secret" not in str(told[0].message) + repr(wrapped)
    assert "judge:embedded" in result.report.signature


def test_a_metric_may_get_its_model_later():
    """`metric.llm = ...`, as older code does."""
    metric = Faithfulness()
    metric.llm = "gpt-4o"
    assert metric.llm == "gpt-4o"
    assert metric.scoring({"inference": "entailed", "llm": None})["policy"] == "strict"


def test_a_run_config_bounds_the_calls_to_a_model(endpoint, monkeypatch):
    """max_workers is the number of calls in flight."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    endpoint.delay = 0.05
    rows = [{**V2[1], "response": f"Alpha is {n}."} for n in range(12)]
    judge = llm_factory("fake-model", client=SimpleNamespace(base_url=endpoint.url))
    evaluate(rows, [Faithfulness(llm=judge)], run_config=RunConfig(max_workers=2))
    assert endpoint.calls >= 12
    assert endpoint.most_in_flight <= 2


@pytest.mark.parametrize(
    ("client", "named"),
    [
        (None, "llm:gpt-4o"),
        (SimpleNamespace(base_url="https://api.openai.com/v1/"), "llm:gpt-4o"),
        (SimpleNamespace(base_url="http://127.0.0.1:8000/v1/"), "llm:gpt-4o@http://127.0.0.1:8000/v1"),
    ],
)
def test_llm_factory_names_model_and_address(client, named):
    """The address of OpenAI is the default and needs no naming."""
    assert llm_factory("gpt-4o", provider="openai", client=client) == named


def test_evaluate_works_in_a_running_loop_and_is_awaited_as_aevaluate():
    """No loop is patched."""

    async def both():
        return evaluate(V2, [scripted()]), await aevaluate(V2, metrics=[scripted()])

    for result in asyncio.run(both()):
        assert result["faithfulness"] == SCORES


def test_arguments_without_effect_are_told_and_an_executor_is_refused():
    """Those that change nothing of the numbers are taken in silence."""
    with pytest.warns(UserWarning, match="experiment_name, callbacks: of no effect"):
        evaluate(V2, [scripted()], experiment_name="x", callbacks=[])
    evaluate(
        V2, [scripted()], embeddings=object(), show_progress=False, batch_size=2, allow_nest_asyncio=False
    )
    with pytest.raises(ConfigurationError, match="aevaluate"):
        evaluate(V2, [scripted()], return_executor=True)


def test_money_is_told_by_the_report():
    """RAGAS's counters are not here."""
    with pytest.raises(ConfigurationError, match=r"result\.report\.notes"):
        evaluate(V2, [scripted()]).total_cost()


def test_the_class_with_hhem_asks_a_local_model_of_ours():
    """Its name is RAGAS's, and what it does not do is told."""
    with pytest.warns(UserWarning, match="device: of no effect"):
        metric = FaithfulnesswithHHEM(device="cpu", judge="lexical")
    assert metric.name == "faithfulness_with_hhem"
    row = {"response": "It is open.", "retrieved_contexts": ["It is open."]}
    assert evaluate([row], [metric])["faithfulness_with_hhem"] == [1.0]


def test_the_newer_metric_gives_value_reason_and_result():
    """Awaited or not, alone or many."""
    metric = newer.Faithfulness(judge=ScriptedJudge(LABELS))
    given = {key: V2[0][key] for key in ("user_input", "response", "retrieved_contexts")}

    async def ways():
        return [await metric.ascore(**given), metric.score(**given), *await metric.abatch_score([given])]

    for result in [*asyncio.run(ways()), *metric.batch_score([given])]:
        assert result.value == SCORES[0]
        assert result == SCORES[0]
        assert "1 of 3 claims" in result.reason
        assert [claim.text for claim in result.result.claims] == list(LABELS)


def test_the_newer_metric_does_not_raise_on_what_is_empty():
    """No answer: nan. No contexts: 0, without a call."""
    metric = newer.Faithfulness(judge=ScriptedJudge())
    assert math.isnan(metric.score(response="", retrieved_contexts=["x"]).value)
    assert metric.score(response="Alpha is one.", retrieved_contexts=[]).value == 0.0


def test_a_metric_result_is_a_number_with_a_reason():
    """It compares, adds and formats as its value."""
    result = MetricResult(0.5, "half")
    assert result + 1 == 1.5
    assert f"{result:.2f}" == "0.50"
    assert result >= 0.5
    assert repr(result) == "MetricResult(value=0.5, reason='half')"


def test_hostile_rows_are_only_data():
    """Control characters, formulas and NUL stay text; nothing is evaluated."""
    rows = [
        {"response": "=cmd|'/c calc'!A1 \x1b[31m is red\x00.", "retrieved_contexts": ["__import__('os')"]}
    ]
    result = evaluate(rows, judge="lexical")
    assert 0.0 <= result["faithfulness"][0] <= 1.0
    assert "\x1b" not in str(result.report)
