"""Cases drawn from what users of evaluation tools report: status, labels, proof and bounds of the score.

`tests/data/cases.jsonl`, one case a line. In `expect`, `status` and `labels` list what is acceptable, `about` is a
verbatim piece of the answer, `evidence` is text that the proof must hold, and the bounds bind where the case is scored.
"""

import json
import re
from pathlib import Path

import pytest

import upheld
from upheld.testing import ScriptedJudge

LINES = (Path(__file__).parent / "data" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
CASES = [json.loads(line) for line in LINES]
BY_ID = {case["id"]: case for case in CASES}

# What comparing words and checks in code cannot do. Each must fail until a judge can do it; then its line goes.
NEEDS = {
    "G14": "entailment: buyer and bought in each other's place",
    "P07": "entailment: another place, which the context names too",
    "S08": "entailment: only those sold from 2021 on, so not those before",
    "S09": "entailment: only those sold from 2021 on, so not those before",
    "S11": "entailment: must not be reused, so never",
    "S15": "entailment across languages",
    "L02": "entailment across languages",
    "L23": "entailment across languages",
    "X11": "entailment: what stayed in business did not go bankrupt",
    "X15": "entailment: 8 euros is not free",
}
ACROSS_LANGUAGES = {"S15", "L02", "L23"}


def table(expected_to_fail):
    return pytest.mark.parametrize(
        "case",
        [
            pytest.param(
                case,
                id=f"{case['id']}-{case['kind']}",
                marks=[pytest.mark.xfail(reason=f"needs {NEEDS.get(case['id'])}")]
                * (case["id"] in expected_to_fail),
            )
            for case in CASES
        ],
    )


def run(case, **options):
    return upheld.check(case["answer"], case["contexts"], case["question"], **options)


def words(text):
    return set(re.findall(r"\w+", text.lower()))


def claim_about(case, result, piece):
    """Return the claim whose span of the answer overlaps a piece of it; of several, the one most like the piece."""
    start = case["answer"].index(piece)
    over = [
        c for c in result.claims if c.start is not None and c.start < start + len(piece) and c.end > start
    ]
    assert over, f"no claim says {piece!r}"
    return max(over, key=lambda c: len(words(c.text) & words(piece)) / len(words(c.text) | words(piece)))


def test_the_table_is_whole():
    """No case is lost or doubled, and every expected failure names one."""
    assert len(CASES) == len(BY_ID) == 54
    assert set(NEEDS) <= set(BY_ID)
    assert set(NEEDS) >= ACROSS_LANGUAGES


@table(ACROSS_LANGUAGES)
def test_status(case):
    """Each case ends in a status that users would expect."""
    assert run(case).status in case["expect"]["status"]


@table(NEEDS)
def test_case(case):
    """Labels, proof and score of a case are what a careful reader would say."""
    expect, result = case["expect"], run(case)
    assert result.status in expect["status"]
    for wanted in expect["claims"]:
        claim = claim_about(case, result, wanted["about"])
        label = claim.verdict.label if claim.verdict else "not_checkable"
        assert label in wanted["labels"], claim.text
        proof = " ".join(e.text for e in claim.verdict.evidence) if claim.verdict else ""
        assert all(piece in proof for piece in wanted.get("evidence", [])), proof
    if result.status == "scored" and expect["min_score"] is not None:
        assert expect["min_score"] - 1e-9 <= result.score <= expect["max_score"] + 1e-9


@pytest.mark.parametrize("name", sorted(ACROSS_LANGUAGES))
def test_languages_that_words_cannot_bridge_are_said_to_be_so(name):
    """Answer and context in two languages: an error with that reason, never a silent pass or a silent gap."""
    result = run(BY_ID[name])
    assert (result.status, result.score, result.level, result.coverage) == ("failed", None, None, 0.0)
    assert "different languages" in result.reason
    assert all(c.verdict.label == "error" and "language" in c.verdict.flags for c in result.claims)


@table(())
def test_positions_are_exact(case):
    """Evidence, closest passages and claims stand where they say, character for character."""
    for claim in run(case).claims:
        assert 0 <= claim.start < claim.end <= len(case["answer"])
        verdict = claim.verdict
        if verdict is None:
            continue
        for e in (*verdict.evidence, *([verdict.nearest] if verdict.nearest else [])):
            assert case["contexts"][e.chunk][e.start : e.end] == e.text != ""
        assert bool(verdict.evidence) == (verdict.label in {"supported", "contradicted"})


@table(())
def test_only_scored_cases_reach_a_judge(case):
    """A case that can only end without a score costs no call; one that can be scored costs one."""
    judge = ScriptedJudge()
    result = run(case, judge=judge)
    assert judge.calls == (result.status == "scored")
    if "scored" in case["expect"]["status"]:
        assert judge.calls == 1
