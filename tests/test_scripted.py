"""The judge that says what it was told to."""

import pickle

import pytest

import upheld
from upheld.judges import Judge
from upheld.testing import ScriptedJudge

CONTEXTS = ["The shop opens at nine. It sells bread."]
ANSWER = "The shop opens at nine. The shop sells bread."


def labels(judge, answer=ANSWER):
    return [claim.verdict.label for claim in upheld.check(answer, CONTEXTS, judge=judge).claims]


def test_it_is_a_judge():
    """It has what the protocol asks for."""
    assert isinstance(ScriptedJudge(), Judge)


def test_the_default_answers_what_the_script_does_not_name():
    """Claims named in the script get their label, all others the default."""
    assert labels(ScriptedJudge()) == ["supported", "supported"]
    assert labels(ScriptedJudge({"The shop sells bread": "contradicted"})) == ["supported", "contradicted"]
    assert labels(ScriptedJudge({"The shop sells bread": "supported"}, default="not_enough_info")) == [
        "not_enough_info",
        "supported",
    ]


def test_a_script_can_hold_whole_verdicts():
    """A verdict comes through as it was written, its quote included."""
    quote = upheld.Evidence(0, 0, 22, "The shop opens at nine")
    verdict = upheld.Verdict("supported", 0.75, 0.125, "it says so", ("joint_support",), evidence=(quote,))
    result = upheld.check(ANSWER, CONTEXTS, judge=ScriptedJudge(lambda claim, task: verdict))
    assert [claim.verdict for claim in result.claims] == [verdict, verdict]


def test_a_function_sees_the_claim_and_its_task():
    """A script can go by the chunks and the question, not only by the claim."""
    seen = []

    def script(claim, task):
        seen.append((claim, task.claims, [c.text for c in task.chunks], task.question))
        return "supported"

    upheld.check("It sells bread.", CONTEXTS, "What does it sell?", judge=ScriptedJudge(script))
    assert seen == [("It sells bread", ("It sells bread",), CONTEXTS, "What does it sell?")]


def test_none_is_a_missing_verdict():
    """None means that the judge forgot the claim: it is asked for once more, then an error."""
    judge = ScriptedJudge({"The shop sells bread": None})
    assert labels(judge) == ["supported", "error"]
    assert judge.asked == ["The shop opens at nine", "The shop sells bread", "The shop sells bread"]


def test_an_exception_is_raised():
    """A script can make the judge fail, to see what the code around it does."""
    result = upheld.check(ANSWER, CONTEXTS, judge=ScriptedJudge(default=TimeoutError("no answer in 30 s")))
    assert result.status == "failed"
    assert "TimeoutError: no answer in 30 s" in result.reason


def test_an_unknown_label_fails_in_its_row_and_names_itself():
    """A typing mistake in a script is told, not scored."""
    result = upheld.check(ANSWER, CONTEXTS, judge=ScriptedJudge(default="suported"))
    assert result.status == "failed"
    assert "'suported'" in result.claims[0].verdict.reason


def test_calls_and_claims_are_counted():
    """A test can tell how often the judge was asked, and what."""
    judge = ScriptedJudge()
    upheld.check(ANSWER, CONTEXTS, judge=judge)
    upheld.check("", CONTEXTS, judge=judge)
    upheld.check(ANSWER, [], judge=judge)
    assert judge.calls == 1
    assert judge.asked == ["The shop opens at nine", "The shop sells bread"]


def test_what_it_remembers_does_not_grow_without_bound():
    """A long run through it does not fill the memory with claims; the count goes on."""
    judge = ScriptedJudge()
    claims = tuple(f"Claim {n}" for n in range(4000))
    for _ in range(4):
        next(judge.judge([upheld.Task("1", claims, ())]))
    assert judge.calls == 4
    assert len(judge.asked) == 10_000
    assert judge.asked[:4000] == list(claims)


def test_it_can_be_pickled_with_a_mapping():
    """It can be sent to other processes, as ``jobs=2`` asks."""
    packed = pickle.dumps(ScriptedJudge({"a": "error"}, default="contradicted"))
    copy = pickle.loads(packed)  # noqa: S301 - made in the line above
    assert (copy.script, copy.default, copy.signature) == ({"a": "error"}, "contradicted", "scripted")


@pytest.mark.parametrize("label", ["supported", "contradicted", "not_enough_info", "error"])
def test_it_can_be_named(label):
    """``scripted:LABEL`` gives one label to every claim."""
    assert labels(f"scripted:{label}") == [label, label]
