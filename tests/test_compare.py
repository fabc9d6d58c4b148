"""The same samples through several scorers: figures, names of scorers, scores made elsewhere."""

import json

import pytest

import upheld
from upheld import CompareReport, ConfigurationError, InputError, Sample, compare
from upheld._report.compared import Column, Score
from upheld.reports.compared import compared_csv, compared_markdown, compared_text
from upheld.testing import ScriptedJudge

CHUNK = "Refunds take 14 days. Shops open at nine."
ROWS = [
    {"id": "good", "answer": "Refunds take 14 days.", "contexts": [CHUNK]},
    {"id": "wrong", "answer": "Refunds take 30 days.", "contexts": [CHUNK]},
    {"id": "new", "answer": "Elephants sing operas loudly.", "contexts": [CHUNK]},
    {"id": "half", "answer": "Shops open at nine. Elephants sing operas loudly.", "contexts": [CHUNK]},
    {"id": "thanks", "answer": "You're welcome!", "contexts": [CHUNK]},
    {"id": "broken", "answer": ["no"], "contexts": 5},
]


def scored(path, text):
    """Write a file of scores."""
    path.write_text(text, encoding="utf-8")
    return path


def report_of(**columns):
    """Return a report of columns with these scores."""
    report = CompareReport()
    count = len(next(iter(columns.values())))
    report.names = [(f"s{n}", f"file:{n}") for n in range(count)]
    for name, values in columns.items():
        why = ["" if value is not None else "it had a cold" for value in values]
        report.columns.append(Column(name, "strict", name, [*map(Score, values, why)]))
    return report


# Figures


def test_each_pair_is_taken_over_the_samples_that_both_scored():
    """A missing score is in no figure of a pair, and never 0."""
    report = report_of(a=[1.0, 0.5, None, 0.0], b=[0.5, 0.5, 1.0, None])
    (pair,) = report.pairs()
    assert (pair.n, pair.difference, pair.distance) == (2, -0.25, 0.25)
    assert [column.mean for column in report.columns] == [0.5, pytest.approx(2 / 3)]
    assert list(report.missing()) == [(2, "a", "it had a cold"), (3, "b", "it had a cold")]


def test_agreement_at_the_threshold():
    """Both reach it twice, neither once, each alone once: kappa by hand is (3/5 - 13/25) / (1 - 13/25)."""
    report = report_of(a=[0.5, 1.0, 0.49, 0.9, 0.1], b=[0.9, 0.5, 0.1, 0.2, 0.8])
    (pair,) = report.pairs()
    assert (pair.both, pair.neither, pair.only_one, pair.only_other) == (2, 1, 1, 1)
    assert pair.kappa == pytest.approx((3 / 5 - 13 / 25) / (1 - 13 / 25))
    report.threshold = 0.95
    assert (report.pairs()[0].both, report.pairs()[0].only_one) == (0, 1)


def test_a_score_that_rounding_left_under_the_threshold_reaches_it():
    """0.1 + 0.2 thirds and the like are not on another side than what they stand for."""
    (pair,) = report_of(a=[0.5 - 1e-12], b=[0.5]).pairs()
    assert (pair.both, pair.only_other) == (1, 0)


def test_samples_of_several_files_are_told_apart():
    """Where two files have the same ids, each sample is named with its file."""
    report = report_of(a=[0.5, 1.0], b=[0.9, 0.5])
    report.take([Sample("", id="#3", source=f"{name}.jsonl:3") for name in ("one", "two")])
    assert [report.name_of(0), report.name_of(1)] == ["one.jsonl:3", "two.jsonl:3"]


def test_what_cannot_be_taken_is_none():
    """No common sample, or one value throughout, gives None and no error; nothing is NaN."""
    (pair,) = report_of(a=[1.0, None], b=[None, 1.0]).pairs()
    assert (pair.n, pair.difference, pair.interval, pair.spearman, pair.kappa) == (0, None, None, None, None)
    (pair,) = report_of(a=[1.0, 1.0], b=[0.0, 1.0]).pairs()
    assert (pair.spearman, pair.difference) == (None, -0.5)
    assert pair.interval.low < -0.5 < pair.interval.high
    json.dumps(report_of(a=[None], b=[None]).to_dict(), allow_nan=False)


def test_an_interval_of_scores_outside_0_to_1_is_not_made_up():
    """Grades from 1 to 5 have a rank correlation, and no interval that would take them for shares."""
    report = report_of(a=[1.0, 3.0, 5.0], b=[0.1, 0.2, 0.9])
    assert report.columns[0].interval is None
    assert (report.pairs()[0].interval, report.pairs()[0].spearman) == (None, 1.0)


def test_the_samples_that_differ_most_come_first():
    """By the largest difference of any two scores; where there are none or they are equal, a sample is not among them."""
    report = report_of(
        a=[1.0, 0.5, 0.2, 1.0, 0.0], b=[1.0, 0.7, 0.9, None, 0.5], c=[1.0, 0.5, 0.2, None, 1.0]
    )
    assert report.most_different() == [4, 2, 1]
    assert report.most_different(1) == [4]
    assert [report.spread(n) for n in (0, 3)] == [0.0, None]


# Our scorers


def test_judges_of_ours_are_compared_on_the_same_samples():
    """Strict and lenient differ exactly on what the context does not say; claims are kept for the samples shown."""
    report = compare(ROWS, ["upheld:lexical", "upheld-lenient:lexical"])
    by_name = {column.name: [score.value for score in column.scores] for column in report.columns}
    assert by_name == {
        "upheld:lexical": [1.0, 0.0, 0.0, 0.5, None, None],
        "upheld-lenient:lexical": [1.0, 0.0, 1.0, 1.0, None, None],
    }
    assert [report.name_of(n) for n in report.most_different()] == ["new", "half"]
    found = report.results([3])[3]
    assert [[c.verdict.label for c in result.claims] for result in found.values()] == [
        ["supported", "not_enough_info"]
    ] * 2
    reasons = {(report.name_of(n), name): why for n, name, why in report.missing()}
    assert reasons["thanks", "upheld:lexical"].startswith("no claims")
    assert reasons["broken", "upheld:lexical"].startswith("failed")


def test_policies_name_themselves_and_each_says_what_it_counts():
    """The signature and the convention of a column are those of its policy; the option sets those that name none."""
    report = compare(ROWS[:1], ["upheld:lexical", "upheld-strict:lexical"], policy="graded")
    assert ["policy:graded" in c.signature for c in report.columns] == [True, False]
    assert [c.convention.partition(":")[0] for c in report.columns] == ["graded", "strict"]


def test_a_judge_can_be_an_object():
    """A judge of the user's own is compared like any other, under its signature."""
    report = compare(ROWS[:2], [ScriptedJudge(), "upheld:lexical"])
    assert [column.name for column in report.columns] == ["upheld:scripted", "upheld:lexical"]
    assert [score.value for score in report.columns[0].scores] == [1.0, 0.0]


def test_a_model_is_named_once_for_all(endpoint):
    """``upheld:llm`` asks the model and endpoint that peers ask, and the notes say what it cost."""
    rows = [{"id": "a", "answer": "Dogs bark. Cats fly.", "contexts": ["Dogs bark."]}]
    options = {"model": "fake", "base_url": endpoint.url, "llm": {"cache": False}}
    report = compare(rows, ["upheld:llm", "upheld:lexical"], **options)
    assert report.columns[0].scores[0].value == 0.5
    assert endpoint.calls == 2
    assert any("2 calls" in note for note in report.columns[0].notes)


def test_a_scorer_that_cannot_go_on_costs_the_others_nothing(endpoint, fakes):
    """An endpoint that refuses the key is the reason of that scorer's rows; what others scored stays."""
    endpoint.script = lambda _seen, _n: fakes.Raw(status=401, body='{"error": {"message": "bad key"}}')
    report = compare(ROWS[:2], ["upheld:lexical", f"upheld:{endpoint.judge}"])
    assert [column.mean for column in report.columns] == [0.5, None]
    assert all("key" in score.why for score in report.columns[1].scores)


def test_an_interrupt_keeps_what_is_done():
    """Scorers that were not done say so; those before keep their scores."""

    def interrupt(_claim, _task):
        raise KeyboardInterrupt

    report = compare(ROWS[:2], ["upheld:lexical", ScriptedJudge(interrupt), "upheld:checks"])
    assert report.interrupted
    assert [len(column.values) for column in report.columns] == [2, 0, 0]
    assert {why for _, _, why in report.missing()} == {"the run was interrupted before it"}
    assert "interrupted" in str(report)


# Names of scorers


@pytest.mark.parametrize(
    ("scorers", "word"),
    [
        (["upheld:lexical", "upheld:lexical"], "two scorers are named 'upheld:lexical'"),
        (["upheld:lexical"], "needs two scorers"),
        (["upheld:lexical", "raggas"], "did you mean 'ragas'"),
        (["upheld:lexical", "lexical"], "upheld:lexical"),
        (["upheld:lexical", "upheld-loose"], "there is no scorer 'upheld-loose'"),
        (["upheld:lexical", "upheld:nothing"], "there is no judge 'nothing'"),
        (["upheld:lexcial"], "there is no judge 'lexcial' (did you mean 'lexical'?)"),
        (["upheld-lenient:lexcial", "ragas"], "--model"),
        (["upheld:no_such_module:judge"], "there is no module 'no_such_module'"),
        (["upheld:lexical", "ragas"], "--model"),
        (["upheld:lexical", "upheld:llm"], "--model"),
    ],
)
def test_wrong_names_are_told_before_anything_is_scored(scorers, word):
    """A name that is unknown, double or lacks a model ends with a message that says what to do."""
    with pytest.raises(ConfigurationError) as error:
        compare(ROWS, scorers)
    assert word in str(error.value)


def test_a_password_in_an_address_is_in_no_name(endpoint):
    """The column of a judge at an endpoint is called by model and host."""
    address = endpoint.url.replace("http://", "http://user:secret@")
    report = compare(ROWS[:1], ["upheld:lexical", f"upheld:llm:fake@{address}"], llm={"cache": False})
    assert f"fake@127.0.0.1:{endpoint.port}" in report.columns[1].name
    assert "secret" not in json.dumps(report.to_dict())


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"threshold": "high"}, "\"threshold\" must be a number between 0 and 1: 'high'"),
        ({"threshold": 5}, "threshold"),
        ({"threshold": float("nan")}, "threshold"),
        ({"threshold": True}, "threshold"),
        ({"timeout": 0}, "timeout"),
        ({"max_concurrency": 0}, "max_concurrency"),
        ({"treshold": 0.5}, "did you mean 'threshold'"),
        ({"domain": "medical"}, "domain"),
        ({"llm": 5}, "llm"),
    ],
)
def test_wrong_options_are_named(options, word):
    """An option of another kind, or one that a comparison has not, is refused."""
    with pytest.raises(ConfigurationError, match=word):
        compare(ROWS, ["upheld:lexical", "upheld:checks"], **options)


def test_no_samples_are_an_error():
    """An empty source is told, not compared."""
    with pytest.raises(InputError, match="no sample"):
        compare([], ["upheld:lexical", "upheld:checks"])


# Scores made elsewhere


def test_scores_of_a_file_are_matched_by_id_and_both_sides_are_told(tmp_path):
    """What only the samples or only the file has is named; the order of the file does not matter."""
    path = scored(tmp_path / "other.csv", "score,id,more\n0.25,wrong,x\n1,good,y\n0.5,nobody,z\n,new,w\n")
    report = compare(ROWS, ["upheld:lexical"], scores=[path])
    column = report.columns[1]
    assert column.name == "other"
    assert [score.value for score in column.scores] == [1.0, 0.25, None, None, None, None]
    assert "no row with this id" in column.scores[3].why
    assert column.scores[2].why == "the file has no score for it"
    assert any("1 row matches no sample: nobody" in note for note in column.notes)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.jsonl", '{"id": 7, "score": 0.5}\n'),
        ("a.json", '[{"id": "7", "score": "0.5"}]'),
        ("a.csv", "ID,Score\n7,0.5\n"),
        ("a.tsv", "id\tscore\n7.0\t0.5\n7\t0.5\n"),
    ],
)
def test_files_of_scores_have_the_forms_of_other_files(tmp_path, name, text):
    """JSON Lines (such as ours), JSON and tables; ids are texts or numbers."""
    path = scored(tmp_path / name, text)
    rows = [{"id": "7", "answer": "x is y.", "contexts": ["x is y."]}]
    assert compare(rows, ["upheld:lexical"], scores={"b": path}).columns[1].scores[0].value == 0.5


def test_a_report_of_ours_can_be_compared_with_a_new_run(tmp_path):
    """The JSON Lines that `upheld eval` writes are scores made elsewhere, too."""
    path = tmp_path / "old.jsonl"
    with path.open("w") as lines:
        for result in upheld.evaluate(ROWS, judge="lexical").results:
            lines.write(json.dumps(result.to_dict()) + "\n")
    report = compare(ROWS, ["upheld:lexical"], scores=[path])
    assert report.pairs()[0].difference == 0.0


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("name,score\na,1\n", "no id: found the keys name, score"),
        ("id,value\na,1\n", "no score"),
        ("id,score\ngood,high\n", "no number: 'high'"),
        ("id,score\ngood,inf\n", "no number"),
        ("id,score\ngood,1\ngood,0.5\n", "'good' has two scores"),
        ("id,score\n,1\n", "id is blank"),
        ("", "empty"),
    ],
)
def test_a_broken_file_of_scores_says_where(tmp_path, text, word):
    """Scores are not guessed: the line and what is wrong with it are told."""
    path = scored(tmp_path / "other.csv", text)
    with pytest.raises(InputError) as error:
        compare(ROWS, ["upheld:lexical"], scores=[path])
    assert word in str(error.value)
    assert "other.csv" in str(error.value)


def test_an_id_that_two_samples_share_belongs_to_none(tmp_path):
    """A score is not given to the wrong answer."""
    path = scored(tmp_path / "other.csv", "id,score\ngood,1\n")
    report = compare([ROWS[0], ROWS[0]], ["upheld:lexical"], scores=[path])
    assert [score.value for score in report.columns[1].scores] == [None, None]
    assert "several samples" in report.columns[1].scores[0].why


def test_scores_on_another_scale_are_said_to_be_so(tmp_path):
    """Grades are compared by rank, and the note says what does not fit."""
    path = scored(tmp_path / "grades.csv", "id,score\ngood,5\nwrong,1\n")
    report = compare(ROWS, ["upheld:lexical"], scores=[path])
    assert report.pairs()[0].spearman == 1.0
    assert any("not between 0 and 1, such as 5" in note for note in report.columns[1].notes)


# Shown


def test_the_text_shows_scores_agreement_claims_and_what_is_missing():
    """A person sees the table, the convention of each score, the claims of the sample that differs most, and no score for what has none."""
    text = str(compare(ROWS, ["upheld:lexical", "upheld-lenient:lexical"]))
    assert "strict: supported / checkable claims" in text
    assert "lenient: claims not contradicted / checkable claims" in text
    assert "new 0.00 1.00 (+1.00) 1.00" in " ".join(text.split())
    assert "not found      Elephants sing operas loudly" in text
    assert text.count("Elephants sing operas loudly\n") == 2, "another policy has the same claims: shown once"
    assert "thanks - upheld:lexical, upheld-lenient:lexical: no claims" in text
    assert "3 of 4" in text.partition("first / second")[2]


def test_hostile_ids_reach_neither_terminal_nor_table():
    """Control characters, markup and formulas of ids are harmless in each form."""
    rows = [{"id": '=HYPERLINK("x")\x1b[31m|<b>', "answer": "a is b. c is d.", "contexts": ["a is b."]}]
    report = compare(rows, ["upheld:lexical", "upheld-lenient:lexical"])
    text, marked = compared_text(report), compared_markdown(report)
    assert "\x1b" not in text + marked
    assert "<b>" not in marked
    assert "|<b" not in marked

    class Out(list):
        write = list.append

    out = Out()
    compared_csv(report, out)
    assert out[1].startswith("\"'=HYPERLINK")


def test_json_has_all_scores_and_the_claims_of_some():
    """Every sample is there with each score and why one is missing; claims only for those that differ most."""
    data = compare(ROWS, ["upheld:lexical", "upheld-lenient:lexical"]).to_dict(show=1)
    assert [row["id"] for row in data["samples"]] == [row["id"] for row in ROWS]
    assert data["samples"][4]["no_score"].keys() == {"upheld:lexical", "upheld-lenient:lexical"}
    assert [row["id"] for row in data["most_different"]] == ["new"]
    assert data["most_different"][0]["claims"]["upheld:lexical"][0]["verdict"]["label"] == "not_enough_info"
    assert data["scorers"][0] | {"scored": 4, "no_score": 2} == data["scorers"][0]
