"""Probing a judge: what is asked, of what, and what the figures are."""

import re

import pytest

import upheld
from upheld import Chunk, ConfigurationError, InputError, Sample, Verdict
from upheld._report.probed import ENOUGH
from upheld.planting import FAULTS, PARAPHRASES
from upheld.testing import ScriptedJudge

PLACES = "Leipzig Bremen Hamburg Dresden Kassel Aachen Potsdam Rostock Cottbus Erfurt".split()

DAYS = "Monday Tuesday Wednesday Thursday Friday".split()
CRANE = "The harbour (built in the north) of {} needs a new crane with a reach of {} meters."


def record(n):
    """Return a record about one place: an answer that its chunk supports, and a chunk that says more."""
    place, count = PLACES[n], 31 + n
    return {
        "id": f"r{n}",
        "answer": f"The museum in {place} has {count} rooms.",
        "contexts": [
            f"The museum in {place} has {count} rooms. It is open on {DAYS[n % 5]} in {place} from 9:0{n} to 18:0{n}.",
            f"The library of {place} was founded by Nils Holm{n} in 19{40 + n}. {CRANE.format(place, 20 + n)}",
            f"Some children are allowed to read in {place} without a card.",
        ],
    }


RECORDS = [record(n) for n in range(len(PLACES))]


def verbatim(claim, task):
    """Support what a chunk says in the same words, and nothing else."""
    said = any(claim.rstrip(".") in chunk.text for chunk in task.chunks)
    return Verdict("supported", 0.9) if said else Verdict("contradicted", 0.1, 0.8)


def probe(records=RECORDS, judge=None, **options):
    return upheld.probe(records, judge or ScriptedJudge(verbatim), checks="off", **options)


def rates(report):
    return {kind.kind: kind.rate for kind in report.kinds if kind.rate is not None}


def test_a_judge_that_reads_word_by_word():
    """It finds every fault, knows every sentence that is untouched, and no other form of them."""
    report = probe()
    found = rates(report)
    assert {"number", "weekday", "time", "unit", "negation", "name", "quantifier"} <= {*found}
    assert all(found[kind] == 1.0 for kind in found if kind in FAULTS)
    assert found["verbatim"] == 0.0
    assert found["synonym"] == 1.0
    assert report.detection.mean == 1.0
    assert 0.0 < report.false_alarms.mean < 1.0


def test_a_judge_that_supports_everything():
    """It sees no fault and raises no alarm; all of its claims are material."""
    report = probe(judge=ScriptedJudge())
    assert {*rates(report).values()} == {0.0}
    assert (report.answers, report.supported) == (10, 10)
    assert report.detection.mean == report.false_alarms.mean == 0.0


def test_a_judge_that_supports_nothing():
    """It finds every fault and alarms at everything; none of its claims is material, sentences of chunks are."""
    report = probe(judge=ScriptedJudge(default="not_enough_info"))
    assert {*rates(report).values()} == {1.0}
    assert report.supported == 0
    assert {case.origin for case in report.cases} == {"chunk"}


def test_material_of_both_kinds():
    """Claims of answers and sentences of chunks take turns."""
    origins = [case.origin for case in probe(judge=ScriptedJudge()).cases if case.kind == "number"]
    assert {*origins} == {"answer", "chunk"}


def test_a_supported_claim_with_a_low_probability_is_no_material():
    """Only what the judge is sure of is taken for supported."""
    judge = ScriptedJudge(lambda claim, _: Verdict("supported", 0.6))
    assert probe(judge=judge).supported == 0


def test_given_claims_are_the_claims_of_the_answer():
    """A record with claims of its own is not split."""
    claim = "The museum in Leipzig, which is old, has 31 rooms and a cafe"
    judge = ScriptedJudge()
    report = probe([RECORDS[0] | {"claims": [claim]}, *RECORDS[1:3]], judge=judge)
    assert claim in judge.asked
    assert any(case.original == claim for case in report.cases)


def test_no_more_cases_than_wanted():
    """Each kind has at most so many cases, and each text only once."""
    report = probe(per_kind=3)
    assert max(kind.n for kind in report.kinds) == 3
    for kind in (*FAULTS, *PARAPHRASES):
        texts = [case.claim for case in report.cases if case.kind == kind]
        assert len(texts) == len({*texts})


def test_too_few_cases_have_no_rate():
    """A kind with fewer than five verdicts is named, and in no mean."""
    report = probe(RECORDS[:3])
    few = [kind for kind in report.kinds if kind.judged < ENOUGH]
    assert few
    assert all(kind.rate is None and kind.interval is None for kind in few)
    assert report.detection.kinds == sum(kind in FAULTS for kind in rates(report))
    assert any("too few cases, and in no mean" in note for note in report.remarks())


def test_errors_are_no_detection():
    """What the judge fails on is counted apart, for faults and for paraphrases."""

    def judge(claim, task):
        return None if task.id == "0" else RuntimeError("out of order")

    report = probe(judge=ScriptedJudge(judge))
    assert report.errors == len(report.cases) > 0
    assert report.judged == 0
    assert report.detection is None
    assert any("the judge failed on" in note for note in report.remarks())


def test_some_errors_leave_the_other_verdicts():
    """A rate is taken over the verdicts that came."""

    def judge(claim, task):
        return Verdict("error") if "Leipzig" in claim else Verdict("contradicted", 0.1)

    (kind,) = (kind for kind in probe(judge=ScriptedJudge(judge)).kinds if kind.kind == "number")
    assert kind.errors > 0
    assert kind.judged + kind.errors == kind.n
    assert kind.rate == 1.0


def test_two_forms_of_one_original_never_meet_in_a_task():
    """Side by side, "24 months" and "74 months" would tell the judge that one of them is wrong."""
    tasks = []

    class Watching(ScriptedJudge):
        def judge(self, asked):
            for task in asked:
                tasks.append(task.claims)
                yield from super().judge([task])

    report = probe(judge=Watching())
    origin = {case.claim: case.original for case in report.cases}
    seen = [[origin[claim] for claim in claims if claim in origin] for claims in tasks[-40:]]
    assert any(len(originals) > 1 for originals in seen)
    assert all(len(originals) == len({*originals}) for originals in seen)


def test_each_claim_is_judged_against_its_own_chunks():
    """The verdict of a case comes from the context that its original came from."""
    report = probe()
    for case in report.cases:
        if case.kind == "verbatim":
            assert case.verdict.label == "supported"
            context = RECORDS[int(case.sample.removeprefix("r"))]["contexts"]
            assert any(case.claim.rstrip(".") in text for text in context)


def test_cases_of_several_files_are_told_apart():
    """Samples with one number in two files are named with their files."""
    samples = [
        Sample("", tuple(map(Chunk, r["contexts"])), id="#1", source=f"{name}.jsonl:1")
        for r, name in zip(RECORDS, ("one", "two"), strict=False)
    ]
    assert {case.sample for case in probe(samples).cases} == {"one.jsonl:1", "two.jsonl:1"}


def test_the_same_seed_gives_the_same_cases():
    """A probe can be repeated, and another seed draws others."""
    one, same, other = (probe(per_kind=4, seed=seed) for seed in (1, 1, 2))
    assert one.cases == same.cases
    assert one.cases != other.cases


def test_a_dry_run_asks_nothing():
    """It counts what the chunks give, and how many claims of answers would come first."""
    judge = ScriptedJudge()
    report = probe(judge=judge, dry_run=True)
    assert judge.calls == 0
    assert not report.asked
    assert report.answers == 10
    assert len(report.cases) > 50
    assert report.detection is None
    assert report.to_dict()["dry_run"] is True


def test_it_says_beforehand_how_many_claims_are_asked():
    """A judge that costs money can be stopped in time."""
    told, judge = [], ScriptedJudge()
    report = probe(judge=judge, notify=told.append)
    assert told == [
        "asking scripted about 10 claims of 10 answers, to see which it supports",
        f"asking scripted about {len(report.cases)} claims with planted faults or in other words",
    ]
    assert len(judge.asked) == 10 + len(report.cases)


def test_checks_decide_as_in_a_run():
    """With the veto, a judge that supports everything finds the numbers all the same."""
    found = rates(upheld.probe(RECORDS, ScriptedJudge(), checks="veto"))
    assert found["number"] > 0.8
    assert found["name"] < 0.5
    assert "checks:veto" in upheld.probe(RECORDS[:2], ScriptedJudge()).signature


def test_examples_are_the_surest_errors_first():
    """Missed faults with the highest probability, false alarms with the lowest; right verdicts are no examples."""

    def judge(claim, task):
        if (digits := re.search(r"has (\d+) rooms", claim)) is None:
            return Verdict("supported", 0.5)
        return Verdict("supported", int(digits[1]) / 100)

    report = probe(judge=ScriptedJudge(judge))
    (number,) = (kind for kind in report.kinds if kind.kind == "number")
    shown = [case.probability for case in report.examples(number, 3)]
    assert shown == sorted(shown, reverse=True)
    assert shown[0] == max(case.probability for case in report.cases if case.kind == "number")
    assert report.examples(number, 0) == []


def test_rows_that_cannot_be_used_are_counted():
    """A row without a context and a row that cannot be read are left out and named."""
    bad = Sample("x", problem="line 3: broken", source="data.jsonl:3")
    report = probe([*RECORDS, {"answer": "Yes.", "contexts": []}, bad])
    assert (report.samples, report.without_context, report.unread) == (10, 1, 1)
    assert report.first_unread == "data.jsonl:3: broken"


def test_nothing_to_make_cases_of():
    """Without a context there is no probe, and the error says why."""
    with pytest.raises(InputError, match="2 have no context; a probe needs samples with contexts"):
        probe([{"answer": "Yes.", "contexts": []}, {"answer": "No.", "contexts": [" "]}])
    with pytest.raises(InputError, match="there is none"):
        probe([])


def test_contexts_that_give_nothing():
    """Chunks without a sentence make a report without cases, not an error."""
    report = probe([{"answer": "5", "contexts": ["5", "| a | b |"]}])
    assert report.cases == []
    assert report.detection is None
    assert str(report).startswith("samples            1 used")
    assert report.nothing
    assert report.remarks() == [report.nothing]
    assert report.to_dict()["dry_run"] is False


@pytest.mark.parametrize(
    ("name", "value"), [("per_kind", 0), ("per_kind", 2.5), ("seed", "x"), ("limit", -1)]
)
def test_wrong_options(name, value):
    """An option that makes no sense is named with its value."""
    with pytest.raises(ConfigurationError, match=f'"{name}" must be a whole number.*{value}'):
        probe(**{name: value})


def test_limit_takes_the_first_samples():
    """The limit counts rows of the source."""
    report = probe(limit=2)
    assert report.samples == 2
    assert {case.sample for case in report.cases} <= {"r0", "r1"}


def test_one_sample_has_no_foreign_sentences():
    """What stands in the same context everywhere is never called foreign."""
    same = [RECORDS[0] | {"id": str(n)} for n in range(4)]
    assert not [case for case in probe(same).cases if case.kind == "foreign"]


def test_given_samples_with_chunks():
    """Sample objects work as records do; one without an id has its place as its name."""
    samples = [Sample("", tuple(map(Chunk, r["contexts"]))) for r in RECORDS]
    report = probe(samples)
    assert report.answers == 0
    assert {case.sample for case in report.cases} <= {f"sample {n}" for n in range(1, 11)}


def test_mean_of_kinds_has_an_interval_around_it():
    """Even where all rates are 1, the interval has a width."""
    detection = probe().detection
    assert detection.interval.low < detection.mean == detection.interval.high == 1.0


def test_report_says_what_it_is():
    """The short form and the JSON hold the main figures."""
    report = probe()
    assert "detection=1.0000" in repr(report)
    data = report.to_dict(examples=1)
    assert data["detection"]["mean"] == 1.0
    assert {row["kind"] for row in data["faults"]} <= {*FAULTS}
    (synonym,) = (row for row in data["paraphrases"] if row["kind"] == "synonym")
    assert synonym["false_alarms"] == 1.0
    (example,) = synonym["examples"]
    assert example["verdict"] == "contradicted"
    assert example["claim"] != example["original"]
