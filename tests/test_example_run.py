"""The main job on the example file: planted hallucinations are named, faithful answers are left in peace."""

import json
from collections import Counter
from pathlib import Path

import pytest

import upheld

PATH = Path(__file__).parent.parent / "examples" / "support_bot.jsonl"
RECORDS = {record["id"]: record for record in map(json.loads, PATH.read_text(encoding="utf-8").splitlines())}

# Planted errors that neither comparing words nor checks in code can see. Each must fail until a judge can do it; then its line goes.
MISSED = {
    "who-runs-what": "entailment: two names in each other's place",
    "shipping-austria": "entailment: a rule for Germany applied to Austria",
}
# True statements that both cannot find in the context. The same.
NOT_FOUND = {
    "refund-when": "entailment: the same in other words",
}


def gold(record):
    return record["metadata"]["gold"]


def table(records, expected_to_fail=()):
    return pytest.mark.parametrize(
        "record",
        [
            pytest.param(
                record,
                id=record["id"],
                marks=[pytest.mark.xfail(reason=f"needs {expected_to_fail[record['id']]}")]
                if record["id"] in expected_to_fail
                else [],
            )
            for record in records
        ],
    )


def with_pieces(key):
    return [record for record in RECORDS.values() if gold(record)[key]]


@pytest.fixture(scope="module")
def report():
    return upheld.evaluate(PATH)


@pytest.fixture(scope="module")
def results(report):
    return {result.id: result for result in report.results}


def over(piece, record, result):
    """Return the checkable claims whose span of the answer overlaps a piece of it."""
    start = record["answer"].index(piece)
    return [c for c in result.claims if c.verdict and c.start < start + len(piece) and c.end > start]


def held(claim):
    return claim.verdict.label == "supported"


def test_every_row_has_its_result_in_order(report, results):
    """No row is lost or doubled, and results come in the order of the file."""
    assert [result.id for result in report.results] == list(RECORDS)
    assert report.n == len(RECORDS) == len(results) == 36


def test_lists_name_records():
    """Each expected failure is a record of the file that needs more than words."""
    assert {gold(RECORDS[name])["needs"] for name in (*MISSED, *NOT_FOUND)} <= {"numbers", "entailment"}


@table(RECORDS.values())
def test_status_is_that_of_the_gold_label(record, results):
    """Refusals, courtesies, empty answers and missing contexts have their status; all else is scored."""
    assert results[record["id"]].status == gold(record)["status"]


@table(with_pieces("hallucinated"), MISSED)
def test_planted_hallucination_is_named(record, results):
    """Each planted piece is part of a claim that is not called supported, and that the reason of the result quotes."""
    result = results[record["id"]]
    for piece in gold(record)["hallucinated"]:
        named = [claim for claim in over(piece, record, result) if not held(claim)]
        assert named, piece
        assert any(claim.text[:40] in result.reason for claim in named) or result.status == "no_context"
    assert result.score < 1.0
    assert result.level != "safe"


WRONG = [
    ("tank-unit", "2.1 ml", "2.1 l"),
    ("subscription-offer", "1 March 2026 to 30 June 2026", "1 March 2026 to 30 April 2026"),
]


@pytest.mark.parametrize(("name", "said", "told"), WRONG, ids=[name for name, *_ in WRONG])
def test_a_wrong_thing_is_contradicted_by_the_right_one(results, name, said, told):
    """A wrong unit, date or count is not just missing: the finding quotes what the context says in its place."""
    (claim,) = (c for c in results[name].claims if c.verdict and c.verdict.label == "contradicted")
    (finding,) = (f for f in claim.verdict.findings if f.outcome == "conflicts")
    start, end = finding.claim_span
    assert (claim.text[start:end], finding.evidence.text) == (said, told)


def test_every_hallucination_made_of_foreign_words_is_named():
    """What adds content that no chunk has needs no more than words: none of it may be in the list of misses."""
    assert all(gold(RECORDS[name])["needs"] != "words" for name in MISSED)
    assert sum(gold(r)["kind"] == "added_content" for r in RECORDS.values()) >= 7


@table([r for r in RECORDS.values() if gold(r)["kind"] == "verbatim"])
def test_verbatim_answer_is_faithful(record, results):
    """An answer that stands in its chunks word for word has no claim that is not supported, and the full score."""
    result = results[record["id"]]
    assert [c.text for c in result.claims if c.verdict and not held(c)] == []
    assert (result.score, result.coverage, result.level) == (1.0, 1.0, "safe")


@table([r for r in with_pieces("supported") if gold(r)["kind"] != "verbatim"], NOT_FOUND)
def test_supported_piece_is_not_called_foreign(record, results):
    """The true part of an answer stays true, beside a planted error too."""
    wrong = [c for piece in gold(record)["hallucinated"] for c in over(piece, record, results[record["id"]])]
    for piece in gold(record)["supported"]:
        claims = [c for c in over(piece, record, results[record["id"]]) if c not in wrong]
        assert [c.text for c in claims if not held(c)] == []


def test_positions_are_exact(results):
    """Every quote stands in its chunk and every claim in its answer, character for character."""
    quotes = 0
    for name, result in results.items():
        record = RECORDS[name]
        texts = [c if isinstance(c, str) else c["text"] for c in record["contexts"]]
        for claim in result.claims:
            assert record["answer"][claim.start : claim.end].strip()
            for e in claim.verdict.evidence if claim.verdict else ():
                assert texts[e.chunk][e.start : e.end] == e.text != ""
                quotes += 1
    assert quotes >= 36


def test_the_numbers_of_the_report_follow_from_its_results(report, results):
    """Mean, coverage and statuses are those of the rows: nothing is left out in silence."""
    scores = [r.score for r in results.values() if r.score is not None]
    assert report.scored == len(scores)
    assert report.mean == pytest.approx(sum(scores) / len(scores))
    assert {s: n for s, n in report.statuses.items() if n} == Counter(
        gold(r)["status"] for r in RECORDS.values()
    )
    # 36 without the two abstentions and the courtesy; of those 33 the empty answer has no score.
    assert report.coverage == pytest.approx(32 / 33)
    low, high = report.interval
    assert 0.0 <= low < report.mean < high <= 1.0
