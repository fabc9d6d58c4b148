"""The judge that knows the deterministic rules and nothing else."""

import pytest

import upheld
from upheld import Chunk, Evidence, Finding, Task
from upheld.judges.checks import ChecksJudge

AGREES = Finding("length", "agrees", "claim says 5 m, context says 5 m", (0, 3), Evidence(0, 0, 3, "5 m"))
AGAIN = Finding("mass", "agrees", "claim says 5 kg, context says 5 kg", (4, 8), Evidence(0, 4, 8, "5 kg"))
CONFLICT = Finding(
    "length", "conflicts", "claim says 5 m, context says 6 m", (0, 3), Evidence(1, 0, 3, "6 m")
)
ABSENT = Finding("mass", "absent", "the context does not say 5 kg", (4, 8))
NAMED = Finding("name", "agrees", "the context names Torvik", (9, 15))
UNNAMED = Finding("name", "absent", "the context does not name Torvik", (9, 15))


def verdict(*findings):
    task = Task("1", ("5 m 5 kg Torvik",), (Chunk("5 m 5 kg"), Chunk("6 m")), findings=(findings,))
    (judgement,) = ChecksJudge().judge([task])
    return judgement.verdicts[0]


@pytest.mark.parametrize(
    ("findings", "label"),
    [
        ((), "not_enough_info"),
        ((AGREES,), "supported"),
        ((AGREES, AGAIN, NAMED), "supported"),
        ((NAMED,), "not_enough_info"),  # a name alone proves nothing
        ((AGREES, UNNAMED), "not_enough_info"),
        ((AGREES, ABSENT), "not_enough_info"),
        ((ABSENT,), "not_enough_info"),
        ((CONFLICT,), "contradicted"),
        ((CONFLICT, AGAIN, NAMED), "contradicted"),
        ((CONFLICT, UNNAMED), "contradicted"),
        ((CONFLICT, AGREES), "supported"),  # another place bears out the same thing
    ],
)
def test_labels_follow_from_findings(findings, label):
    """Contradicted by one conflict, supported by agreement in everything exact, else not known."""
    found = verdict(*findings)
    assert found.label == label
    assert bool(found.evidence) == (label in {"supported", "contradicted"})
    assert found.probability is None
    assert found.reason


def test_the_proof_is_the_side_that_decides():
    """A contradiction quotes what the context says instead, support quotes what agrees."""
    assert verdict(CONFLICT, AGAIN).evidence == (CONFLICT.evidence,)
    assert verdict(AGREES, AGAIN).evidence == (AGREES.evidence, AGAIN.evidence)


def test_a_task_without_findings_is_not_known():
    """A task that nobody checked has nothing to compare; no verdict is lost."""
    (judgement,) = ChecksJudge().judge([Task("1", ("a", "b"), (Chunk("a"),))])
    assert [v.label for v in judgement.verdicts] == ["not_enough_info"] * 2


@pytest.mark.parametrize(
    ("claim", "chunk", "label"),
    [
        ("The mast is 1,083 ft high.", "The mast is 330 m high.", "supported"),
        ("The mast is 330 m high.", "The mast is 330 m high.", "supported"),
        ("The mast is 230 m high.", "The mast is 330 m high.", "contradicted"),
        ("The mast is high.", "The mast is high.", "not_enough_info"),
        ("The outdoor pool is heated.", "The outdoor pool is not heated.", "contradicted"),
        ("The dose is 15 g.", "The dose is 15 mg.", "contradicted"),
        (
            "The shop is open 9am to 6pm on weekdays.",
            "The shop is open from 9:00 to 18:00, Monday to Friday.",
            "supported",
        ),
    ],
)
def test_from_text_to_verdict(claim, chunk, label):
    """The rules alone, through the whole pipeline, under the name ``checks``."""
    result = upheld.check(claim, [chunk], judge="checks")
    assert [c.verdict.label for c in result.claims] == [label]
    for e in result.claims[0].verdict.evidence:
        assert chunk[e.start : e.end] == e.text
