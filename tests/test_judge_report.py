"""Judges on labelled rows: which rows are measured, as what, and what is left out."""

import gzip
import json

import pytest

import upheld
from upheld import Chunk, ConfigurationError, InputError, Sample, Verdict
from upheld._judge_report import judge_reports
from upheld.testing import ScriptedJudge

CHUNK = "Refunds take 14 days. Shops open at nine."


def row(answer, label, **fields):
    """Return a labelled record with one chunk."""
    return {"answer": answer, "contexts": [CHUNK], "label": label, **fields}


def claims(*texts, label, **fields):
    """Return a labelled record whose claims are given, so that only the judge decides."""
    return row(" ".join(texts), label, claims=texts, **fields)


def verbatim(claim, task):
    """Support what a chunk says in the same words, and nothing else."""
    found = any(claim in chunk.text for chunk in task.chunks)
    return Verdict("supported", 0.9) if found else Verdict("not_enough_info", 0.2)


GOOD, BAD = "Refunds take 14 days", "Pets are welcome"
JUDGE = ScriptedJudge(verbatim)


def report(*rows, judge=JUDGE, **options):
    return upheld.judge_report(rows, judge, checks="off", **options)


def test_counts_of_a_judge_that_is_sometimes_wrong():
    """Labels and verdicts meet in the right cell."""
    found = report(
        claims(GOOD, label="supported"),
        claims(BAD, label="supported"),
        claims(BAD, label="unsupported"),
        claims(GOOD, label="contradicted"),
        claims(GOOD, label=True),
    )
    counts = found.agreement.confusion
    assert (counts.kept, counts.false_alarms, counts.missed, counts.caught) == (2, 1, 1, 1)
    assert found.judge == "scripted"


def test_an_answer_is_as_good_as_its_weakest_claim():
    """One claim that fails flags the answer, and its probability is that of the answer."""
    (one,) = report(claims(GOOD, BAD, label="unsupported")).rows
    assert (one.verdict, one.probability, one.supported) == ("not_enough_info", 0.2, False)


def test_contradicted_is_weaker_than_not_enough_info_and_error():
    """The verdict of a row is the worst of its claims; an error that nothing worse hides cannot be decided."""
    judge = ScriptedJudge({"a": "supported", "b": "error", "c": "not_enough_info", "d": "contradicted"})
    rows = [claims(*texts, label="unsupported") for texts in ("ab", "abc", "abcd", "a")]
    found = report(*rows, judge=judge)
    assert [r.verdict for r in found.rows] == ["error", "not_enough_info", "contradicted", "supported"]
    assert found.errors == 1


def test_claims_and_sentences_are_judged_as_they_stand():
    """A row of the unit claim is one claim, whatever its form; an answer is split."""
    text = "Refunds take 14 days. Pets are welcome."
    judges = {unit: ScriptedJudge() for unit in ("claim", "sentence", "answer", None)}
    for unit, judge in judges.items():
        report(row(text, "supported", **({"unit": unit} if unit else {})), judge=judge)
    assert judges["claim"].asked == judges["sentence"].asked == [text]
    assert len(judges["answer"].asked) == len(judges[None].asked) == 2


def test_unit_can_be_said_for_all_rows():
    """The option wins over the field."""
    judge = ScriptedJudge()
    text = "Refunds take 14 days. Pets are welcome."
    report(row(text, "supported", unit="answer"), judge=judge, unit="claim")
    assert judge.asked == [text]


def test_a_label_for_each_given_claim():
    """A list of labels as long as the list of claims makes a row of each claim."""
    found = report(claims(GOOD, BAD, label=["supported", "contradicted"], id="x"))
    assert [(r.id, r.label, r.supported) for r in found.rows] == [
        ("x:1", "supported", True),
        ("x:2", "contradicted", False),
    ]
    with pytest.raises(InputError, match="list"):
        report(claims(GOOD, BAD, label=["supported"]))


def test_rows_without_a_known_label_are_counted_and_never_judged():
    """What cannot be measured costs no call and does not vanish."""
    judge = ScriptedJudge(verbatim)
    rows = [
        claims(GOOD, label="supported"),
        claims("a", label=None),
        claims("b", label="maybe"),
        {"label": 1},
    ]
    found = report(*rows, judge=judge)
    assert found.left_out == {"no_label": 1, "unknown_label": 1, "unread": 1}
    assert dict(found.labels.unknown) == {"maybe": 1}
    assert found.first_unread.startswith("record 4: no answer")
    assert (found.n, judge.asked) == (1, [GOOD])


def test_a_row_that_the_judge_failed_on_stays_in_the_figures():
    """It counts as not supported: a failure is a false alarm on a supported row."""
    found = report(
        claims("a", label="supported"), claims("b", label="unsupported"), judge=ScriptedJudge(default=None)
    )
    counts = found.agreement.confusion
    assert (counts.false_alarms, counts.caught) == (1, 1)
    assert found.statuses == {"failed": 2}
    assert found.errors == 2
    assert {r.probability for r in found.rows} == {0.0}


@pytest.mark.parametrize(
    ("answer", "status"),
    [("", "empty_answer"), ("I don't know.", "abstained"), ("You're welcome!", "no_claims")],
)
def test_a_row_with_nothing_to_check_is_called_supported(answer, status):
    """It holds no statement that its context does not."""
    (one,) = (found := report(row(answer, "supported"))).rows
    assert (one.status, one.supported, one.probability) == (status, True, 1.0)
    assert found.statuses == {status: 1}


def test_a_row_without_context_is_flagged():
    """A statement without a context is not supported by it."""
    (one,) = report(row("Refunds take 14 days.", "unsupported") | {"contexts": []}).rows
    assert (one.status, one.verdict) == ("no_context", "not_enough_info")


def test_threshold_replaces_the_verdict():
    """Both ways: what is probable enough counts as supported, what is not does not; an error never does."""
    rows = [claims(GOOD, label="supported"), claims(BAD, label="unsupported")]
    assert [r.supported for r in report(*rows).rows] == [True, False]
    assert [r.supported for r in report(*rows, threshold=0.95).rows] == [False, False]
    assert [r.verdict for r in report(*rows, threshold=0.1).rows] == ["supported", "supported"]
    failing = report(*rows, threshold=0.0, judge=ScriptedJudge(default="error"))
    assert [r.verdict for r in failing.rows] == ["error", "error"]


def test_verdicts_without_probability_are_taken_as_one_or_zero_and_said():
    """A judge that only names labels can be measured; what rests on probabilities says so."""
    found = report(
        claims("a", label="supported"),
        claims("b", label="unsupported"),
        judge=ScriptedJudge({"b": "contradicted"}),
    )
    assert [r.probability for r in found.rows] == [1.0, 0.0]
    assert any("2 rows have a verdict without a probability" in note for note in found.remarks())


def test_table_of_labels_and_verdicts():
    """Labels of three ways are set against verdicts of three ways, with a kappa of their own."""
    judge = ScriptedJudge({"s": "supported", "c": "contradicted", "n": "not_enough_info"})
    rows = [
        claims(c, label=label)
        for c, label in zip("scn", ("supported", "contradicted", "not_enough_info"), strict=True)
    ]
    found = report(*rows, judge=judge)
    assert found.table()["contradicted"] == {
        "supported": 0,
        "contradicted": 1,
        "not_enough_info": 0,
        "error": 0,
    }
    assert found.kappa_of_verdicts == 1.0
    binary = report(claims("s", label=1), claims("c", label=0), judge=judge)
    assert list(binary.table()) == ["supported", "unsupported"]
    assert binary.kappa_of_verdicts is None


def test_slices():
    """Figures for each value of a field, the largest first; rows without it have the value None."""
    rows = [
        claims(GOOD, label=1, lang="en"),
        claims(BAD, label=0, lang="en"),
        claims(BAD, label=1, lang="de"),
        claims(GOOD, label=1),
    ]
    found = report(*rows, slices=["lang"])
    parts = found.by("lang")
    assert list(parts) == ["en", "de", None]
    assert parts["en"].confusion.balanced_accuracy == 1.0
    assert parts["de"].confusion.false_alarms == 1
    assert found.slices == ["lang"]


def test_a_field_that_is_not_there():
    """Fields that no row has, and fields that were not kept, are told apart."""
    found = report(claims(GOOD, label=1, lang="en"), slices=["langu"])
    with pytest.raises(ConfigurationError, match=r"no labelled row has the field 'langu' .*'lang'"):
        found.by("langu")
    with pytest.raises(ConfigurationError, match="'lang' were not kept: name it in `slices`"):
        found.by("lang")


def test_cluster_draws_groups_whole():
    """Rows that repeat one document make the interval wider than as many of their own would."""
    rows = [
        claims(GOOD if right else BAD, label=1, doc=doc)
        for doc, right in enumerate([1, 1, 1, 0, 1, 0])
        for _ in range(10)
    ]
    rows += [
        claims(BAD if right else GOOD, label=0, doc=doc)
        for doc, right in enumerate([1, 0, 1, 1, 1, 1])
        for _ in range(10)
    ]
    plain, grouped = (report(*rows, cluster=cluster).agreement.interval for cluster in (None, "doc"))
    assert grouped.high - grouped.low > 1.5 * (plain.high - plain.low)


def test_two_judges_on_the_same_rows():
    """The rows are read once, so an iterator will do; the gain is in pairs."""
    rows = [claims(GOOD, label=1), claims(BAD, label=0)] * 10
    first, second = judge_reports(iter(rows), [ScriptedJudge(), JUDGE], checks="off")
    assert (first.agreement.confusion.balanced_accuracy, second.agreement.confusion.balanced_accuracy) == (
        0.5,
        1.0,
    )
    gain = second.gain_over(first)
    assert gain.value == 0.5
    assert 0.1 < gain.interval.low < gain.value


def test_judges_on_different_rows_are_not_compared():
    """A difference between unequal rows would be no gain."""
    one, other = report(claims(GOOD, label=1)), report(claims(GOOD, label=0))
    with pytest.raises(ConfigurationError, match=r"different rows \(1 and 1\)"):
        one.gain_over(other)


def test_labels_in_nested_metadata_and_in_words_of_the_user():
    """A dotted path reaches the label, and words can be told."""
    rows = [claims(GOOD, label=None, gold={"by": "A"}), claims(BAD, label=None, gold={"by": "B"})]
    found = report(*rows, label="gold.by", label_means={"a": "supported", "b": "not_enough_info"})
    assert [r.label for r in found.rows] == ["supported", "not_enough_info"]


def test_samples_and_files_of_any_format(tmp_path):
    """Samples, gzipped JSON lines with response, CSV and RAGAS columns give the same counts."""
    sample = Sample(GOOD, (Chunk(CHUNK),), metadata={"label": "supported", "unit": "claim"})
    packed = tmp_path / "rows.jsonl.gz"
    with gzip.open(packed, "wt", encoding="utf-8") as stream:
        stream.write(
            json.dumps({"response": GOOD, "contexts": [CHUNK], "label": "supported", "unit": "claim"})
        )
    table = tmp_path / "rows.csv"
    table.write_text(f'response,retrieved_contexts,label,unit\n"{GOOD}","{CHUNK}",1.0,claim\n')
    for source in ([sample], packed, str(table)):
        found = upheld.judge_report(source, JUDGE)
        assert (found.n, found.agreement.confusion.kept) == (1, 1)


def test_limit_counts_rows_of_the_file():
    """The first rows are taken, whether labelled or not."""
    rows = [claims(GOOD, label=label) for label in (1, None, 0, 1)]
    found = report(*rows, limit=3)
    assert (found.n, found.left_out["no_label"]) == (2, 1)


def test_labels_stay_with_their_rows_across_processes():
    """Results come in the order of the rows, however many processes work."""
    rows = [row(CHUNK if n % 3 else "Elephants sing operas loudly.", n % 3 > 0, n=n) for n in range(150)]
    found = upheld.judge_report(rows, "lexical", jobs=2)
    assert found.agreement.confusion.balanced_accuracy == 1.0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"threshold": 1.5}, '"threshold" must be between 0 and 1: 1.5'),
        ({"unit": "word"}, '"unit" must be one of answer, claim, sentence'),
        ({"policy": "lenient"}, "unknown option 'policy': use label, "),
        ({"label_means": {"x": "true"}}, "the label 'x' cannot mean 'true'"),
        ({"judge": "nobody"}, "there is no judge 'nobody'"),
    ],
)
def test_wrong_options(options, said):
    """The message names the option, its value and what is allowed."""
    with pytest.raises(ConfigurationError) as caught:
        report(claims(GOOD, label=1), **options)
    assert said in str(caught.value)


def test_nothing_to_measure_says_what_was_found():
    """Without any label the fields that are there are named, and what to say."""
    with pytest.raises(InputError) as caught:
        report(claims(GOOD, label=None, gold="supported"), claims(GOOD, label="maybe"), label="lable")
    assert "2 have nothing in the field 'lable'" in str(caught.value)
    assert "'gold'" in str(caught.value)
    assert "--label FIELD" in str(caught.value)


def test_data_is_json_without_nan_even_where_one_class_is_missing():
    """Figures that do not exist are null, and a note says why."""
    data = report(claims(GOOD, label=1), slices=["id"]).to_dict()
    json.dumps(data, allow_nan=False)
    assert data["agreement"]["balanced_accuracy"] is None
    assert data["agreement"]["true_positive_rate"] == 1.0
    assert any("every labelled row is supported" in note for note in data["notes"])


def test_print_shows_it():
    """The text and the short form name the judge and the figure."""
    found = report(claims(GOOD, label=1), claims(BAD, label=0))
    assert "balanced accuracy  1.000" in str(found)
    assert repr(found) == "JudgeReport(judge='scripted', n=2, balanced_accuracy=1.0000)"
