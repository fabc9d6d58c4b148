"""Worked examples: what each answer's claims, verdicts, proof and scores must be.

`tests/data/worked_examples.json` holds facts, not recorded output. Claims may be cut finer or coarser than there. What
must hold is each status, kind and label (matched by the closest claim), the proof, and, where the cut is the same, the
score. What the default judge cannot do yet is in `NEEDS`, by name.
"""

import json
import re
from pathlib import Path

import pytest

import upheld
from upheld.testing import ScriptedJudge

EXAMPLES = json.loads((Path(__file__).parent / "data" / "worked_examples.json").read_text(encoding="utf-8"))[
    "examples"
]
BY_ID = {example["id"]: example for example in EXAMPLES}

# What comparing words and checks in code cannot do. Each must fail until a judge can do it; then its line goes.
NEEDS = {
    "fastapi-claims": "entailment: one word, 'popular', is all that the context lacks",
    "pydantic-fastest": "a cut at 'thanks to': 'has a Rust core' is supported, 'is the fastest' is not",
}

# Answers that may be cut in another way than the example does, and so have another score.
OTHER_CUT = {
    "hours-faithful": "hours and days in one claim",
    "hours-added": "hours and days in one claim",
    "hours-contradicted": "hours and days in one claim",
    "fastapi-django": "'based on Django' as a claim of its own",
    "pydantic-fastest": "'thanks to its Rust core' stays with its sentence",
    "three-chunks": "'made by Sebastián Ramírez' as a claim of its own",
    "hedge-with-number": "'I am not sure' as a hedge of its own",
}

every = pytest.mark.parametrize("example", [pytest.param(e, id=e["id"]) for e in EXAMPLES])
judged = pytest.mark.parametrize(
    "example",
    [
        pytest.param(
            e,
            id=e["id"],
            marks=[pytest.mark.xfail(reason=f"needs {NEEDS[e['id']]}")] if e["id"] in NEEDS else [],
        )
        for e in EXAMPLES
    ],
)


def run(example, **options):
    return upheld.check(example["answer"], example["contexts"], example["question"], **options)


def words(text):
    return set(re.findall(r"\w+", text.lower()))


def likeness(one, other):
    """Return the share of words that two texts have in common."""
    return len(words(one) & words(other)) / len(words(one) | words(other))


def matched(example, result):
    """Pair each expected claim with the claims of the result that are closest to it: one, or several just as close."""
    pairs = []
    for expected in example["claims"]:
        alike = [likeness(expected["text"], claim.text) for claim in result.claims]
        pairs.append((expected, [c for c, a in zip(result.claims, alike, strict=True) if a == max(alike)]))
    return pairs


def accepted(example, number):
    claim = example["claims"][number]
    return {claim["label"], *example.get("accept", {}).get(str(number), [])}


def label_of(claim):
    return claim.verdict.label if claim.verdict else None


def gold(example):
    """Return a judge that gives each claim the label of the closest expected one."""

    def answer(claim, task):
        return max(example["claims"], key=lambda expected: likeness(claim, expected["text"]))["label"]

    return ScriptedJudge(answer)


def same_cut(example, result):
    """Say whether the claims are cut as in the example: as many, each closest to another."""
    texts = [claim["text"] for claim in example["claims"]]
    found = {max(texts, key=lambda text: likeness(claim.text, text)) for claim in result.claims}
    return len(result.claims) == len(texts) == len(found)


def share(labels, label):
    checked = [one for one in labels if one is not None]
    return sum(one == label for one in checked) / len(checked) if checked else None


def test_the_table_is_whole():
    """No example is lost or doubled, and every exception names one."""
    assert len(EXAMPLES) == len(BY_ID) == 43
    assert set(NEEDS) | set(OTHER_CUT) <= set(BY_ID)


@every
def test_status(example):
    """Each answer ends in the status that it must have, whatever the judge can read."""
    result = run(example)
    expected = {example.get("status", "scored")}
    if example["claims"] and all("error" in accepted(example, n) for n in range(len(example["claims"]))):
        expected.add("failed")  # only errors: no score
    assert result.status in expected
    assert (result.score is None) == (result.status not in {"scored", "no_context"})


@every
def test_kinds(example):
    """Opinions, courtesies and abstentions have their kind and no verdict; all else is factual with a verdict."""
    for expected, (claim, *_) in matched(example, run(example)):
        assert claim.kind == expected.get("kind", "factual")
        assert (claim.verdict is None) == (expected["label"] is None)


@judged
def test_verdicts(example):
    """The claim closest to each expected one has its label, or one of those that pass, proven by the chunk that tells."""
    for number, (expected, claims) in enumerate(matched(example, run(example))):
        good = [claim for claim in claims if label_of(claim) in accepted(example, number)]
        assert good, [(claim.text, label_of(claim)) for claim in claims]
        if "chunk" in expected and label_of(good[0]) in {"supported", "contradicted"}:
            assert expected["chunk"] in {e.chunk for e in good[0].verdict.evidence}, good[0].text


@every
def test_scores_follow_from_the_labels(example):
    """Strict is the share of supported claims; lenient is what is left without the contradicted ones."""
    result, lenient = run(example), run(example, policy="lenient")
    labels = [label_of(claim) for claim in result.claims]
    if result.status not in {"scored", "no_context"}:
        assert (result.score, lenient.score) == (None, None)
        return
    assert result.score == result.score_low == result.score_high == pytest.approx(share(labels, "supported"))
    if result.status == "no_context":
        assert (result.score, lenient.score) == (0.0, None)
    else:
        assert lenient.score == pytest.approx(1.0 - share(labels, "contradicted"))


@every
def test_right_verdicts_give_the_expected_scores(example):
    """With the labels of the example, an answer that is cut the same has the strict and the lenient score of the example."""
    result, lenient = (run(example, judge=gold(example), policy=policy) for policy in ("strict", "lenient"))
    if not same_cut(example, result):
        assert example["id"] in OTHER_CUT, [claim.text for claim in result.claims]
        return
    assert result.score == pytest.approx(example["strict_score"], abs=1e-4)
    if result.status == "no_context":
        assert lenient.score is None  # no verdict of a judge: nothing to be lenient about
    else:
        assert lenient.score == pytest.approx(example["lenient_score"], abs=1e-4)


@pytest.mark.parametrize("example", [pytest.param(e, id=e["id"]) for e in EXAMPLES if "level" in e])
def test_levels(example):
    """The level is that of the score: safe from 0.9, warning from 0.7, else block."""
    assert run(example, judge=gold(example)).level == example["level"]


@every
def test_evidence_is_exact(example):
    """Each quote stands in its chunk, character for character; only a decided claim has some, others have the nearest."""
    for claim in run(example).claims:
        if claim.verdict is None:
            continue
        nearest = [claim.verdict.nearest] if claim.verdict.nearest else []
        for e in (*claim.verdict.evidence, *nearest):
            assert example["contexts"][e.chunk][e.start : e.end] == e.text != ""
        assert bool(claim.verdict.evidence) == (claim.verdict.label in {"supported", "contradicted"})
        assert "unproven" not in claim.verdict.flags


@every
def test_answer_spans(example):
    """Each claim points at the words of the answer that make it."""
    for claim in run(example).claims:
        assert 0 <= claim.start < claim.end <= len(example["answer"])
        said = example["answer"][claim.start : claim.end]
        assert words(said) & words(claim.text), (said, claim.text)
        assert said == said.strip()
        if claim.text in example["answer"]:
            assert claim.text in said


@pytest.mark.parametrize(
    "example", [pytest.param(e, id=e["id"]) for e in EXAMPLES if e.get("status", "scored") != "scored"]
)
def test_nothing_to_check_costs_no_call(example):
    """Abstentions, opinions, courtesies, empty answers and missing contexts never reach a judge."""
    judge = ScriptedJudge()
    assert run(example, judge=judge).status == example["status"]
    assert judge.calls == 0


def test_a_conflict_shows_both_sides():
    """Two chunks that disagree: support wins, and each of them is quoted."""
    (claim,) = run(BY_ID["conflict"]).claims
    assert claim.verdict.label == "supported"
    assert "conflict" in claim.verdict.flags
    assert {e.chunk for e in claim.verdict.evidence} == {0, 1}


def test_a_hedged_number_is_checked():
    """A hedge that leaves something checkable is a factual claim, flagged on the claim and on its verdict."""
    result = run(BY_ID["hedge-with-number"])
    (claim,) = (c for c in result.claims if c.kind == "factual")
    assert "15 g" in claim.text
    assert "hedged" in claim.flags
    assert "hedged" in claim.verdict.flags


def test_citations_are_kept_but_not_said():
    """A citation mark is remembered at its claim and is no part of its words."""
    cited = [c for c in run(BY_ID["markdown-list"]).claims if c.citations]
    assert [(c.citations, "[" in c.text) for c in cited] == [(("1",), False)]
