"""What findings do to a verdict: nothing, a list, or a veto."""

import dataclasses

import pytest

import upheld
from upheld import Evidence, Finding, Verdict
from upheld.checks.veto import VETOED, apply_findings
from upheld.testing import ScriptedJudge
from upheld.text.select import ContextIndex

CHUNKS = ["The tower is old. The tower is 330 m tall.", "In another book the tower is 230 m tall."]
INDEX = ContextIndex(CHUNKS)
SENTENCE = Evidence(0, 18, 42, "The tower is 330 m tall.")
CONFLICT = Finding(
    "length", "conflicts", "claim says 230 m, context says 330 m", (13, 18), Evidence(0, 31, 36, "330 m")
)
AGREES = Finding(
    "length", "agrees", "claim says 230 m, context says 230 m", (13, 18), Evidence(1, 29, 34, "230 m")
)
ABSENT = Finding("length", "absent", "the context does not say 230 m", (13, 18))
ELSEWHERE = Finding("date", "agrees", "claim says 1889, context says 1889", (30, 34))
SUPPORTED = Verdict(
    "supported",
    0.9,
    reason="said so",
    flags=("joint_support",),
    evidence=(Evidence(0, 0, 17, CHUNKS[0][:17]),),
)


def test_the_places_of_these_findings_are_real():
    """The facts that the tests below stand on are in the chunks."""
    for e in (SENTENCE, CONFLICT.evidence, AGREES.evidence):
        assert CHUNKS[e.chunk][e.start : e.end] == e.text


@pytest.mark.parametrize("mode", ["explain", "veto"])
@pytest.mark.parametrize("label", ["supported", "contradicted", "not_enough_info", "error"])
def test_findings_are_listed_on_every_verdict(mode, label):
    """Whatever the judge says, what the checks found is shown with it."""
    verdict = apply_findings(Verdict(label), [CONFLICT, ELSEWHERE], mode, INDEX)
    assert verdict.findings == (CONFLICT, ELSEWHERE)


def test_off_changes_nothing():
    """Without checks the verdict is the judge's own, to the letter."""
    assert apply_findings(SUPPORTED, [CONFLICT], "off", INDEX) is SUPPORTED
    assert apply_findings(SUPPORTED, [], "veto", INDEX) is SUPPORTED


def test_explain_changes_nothing_but_the_list():
    """Label, probability, reason and proof stay the judge's."""
    verdict = apply_findings(SUPPORTED, [CONFLICT], "explain", INDEX)
    assert dataclasses.replace(verdict, findings=()) == SUPPORTED


@pytest.mark.parametrize("label", ["supported", "not_enough_info"])
def test_a_conflict_contradicts(label):
    """A claim that the context contradicts in an exact thing is neither supported nor just not found."""
    given = dataclasses.replace(SUPPORTED, label=label)
    verdict = apply_findings(given, [CONFLICT, ELSEWHERE], "veto", INDEX)
    assert verdict.label == "contradicted"
    assert verdict.flags == ("veto",)
    assert verdict.reason == CONFLICT.reason
    assert verdict.evidence == (SENTENCE,)  # the sentence, so that a human sees what it is about
    assert verdict.nearest is None
    assert verdict.probability <= VETOED
    assert verdict.p_contradicted == 1 - VETOED


def test_an_error_stays_what_it_is():
    """An error is not judged by halves."""
    given = Verdict("error", reason="so")
    assert dataclasses.replace(apply_findings(given, [CONFLICT], "veto", INDEX), findings=()) == given


def test_a_contradiction_is_told_by_what_is_wrong():
    """A judge that says contradicted is not overruled; the finding says which thing is, and where."""
    verdict = apply_findings(Verdict("contradicted", 0.1, 0.9, "so"), [CONFLICT], "veto", INDEX)
    assert (verdict.label, verdict.probability, verdict.p_contradicted) == ("contradicted", 0.1, 0.9)
    assert verdict.reason == CONFLICT.reason
    assert "veto" not in verdict.flags
    assert verdict.evidence


def test_a_vote_without_probability_gets_none():
    """A single vote has no probability; the veto does not make one up."""
    assert apply_findings(Verdict("supported"), [CONFLICT], "veto", INDEX).probability is None


def test_a_probability_that_is_lower_stays():
    """The veto never makes a claim likelier."""
    assert apply_findings(Verdict("not_enough_info", 0.01), [CONFLICT], "veto", INDEX).probability == 0.01


@pytest.mark.parametrize("findings", [[CONFLICT, AGREES], [AGREES, CONFLICT]])
def test_support_elsewhere_wins_and_the_conflict_is_shown(findings):
    """One place agrees in the same thing: support stands, flagged, with the sentences of both."""
    verdict = apply_findings(SUPPORTED, findings, "veto", INDEX)
    assert (verdict.label, verdict.probability) == ("supported", 0.9)
    assert verdict.flags == ("joint_support", "conflict")
    assert verdict.evidence == (*SUPPORTED.evidence, SENTENCE)


def test_agreement_in_another_thing_does_not_save_a_claim():
    """The right year does not make the wrong height right."""
    assert apply_findings(SUPPORTED, [ELSEWHERE, CONFLICT], "veto", INDEX).label == "contradicted"


@pytest.mark.parametrize("findings", [[AGREES], [ABSENT], [AGREES, ABSENT, ELSEWHERE]])
def test_no_conflict_no_veto(findings):
    """What agrees or is absent never changes a label."""
    verdict = apply_findings(SUPPORTED, findings, "veto", INDEX)
    assert dataclasses.replace(verdict, findings=()) == SUPPORTED


def test_a_conflict_without_a_place_is_unproven():
    """A rule that does not say where is believed, and flagged."""
    verdict = apply_findings(SUPPORTED, [dataclasses.replace(CONFLICT, evidence=None)], "veto", INDEX)
    assert (verdict.label, verdict.flags, verdict.evidence) == ("contradicted", ("veto", "unproven"), ())


# --- in the pipeline -----------------------------------------------------------------------------------------------

TOWER = "The Eiffel Tower was finished in 1889. The tower is 330 metres tall."


@pytest.mark.parametrize(
    ("checks", "label", "flags"),
    [("off", "supported", False), ("explain", "supported", False), ("veto", "contradicted", True)],
)
def test_a_judge_that_says_yes_to_all_is_overruled_by_default_only(checks, label, flags):
    """The three modes, for a judge that cannot see a wrong number."""
    result = upheld.check("The Eiffel Tower is 230 metres tall.", [TOWER], judge="scripted", checks=checks)
    (claim,) = result.claims
    assert claim.verdict.label == label
    assert ("veto" in claim.verdict.flags) == flags
    assert bool(claim.verdict.findings) == (checks != "off")


def test_the_veto_is_the_default_and_quotes_the_sentence():
    """Without a word a wrong number is contradicted, whatever the judge says, with the sentence that says otherwise."""
    judge = ScriptedJudge(default=Verdict("supported", 0.99, reason="I am sure"))
    result = upheld.check("The Eiffel Tower is 230 metres tall.", [TOWER], judge=judge)
    (claim,) = result.claims
    assert (result.score, claim.verdict.label) == (0.0, "contradicted")
    assert [(e.chunk, e.text) for e in claim.verdict.evidence] == [(0, "The tower is 330 metres tall.")]
    assert claim.verdict.reason == "claim says 230 metres, context says 330 metres"


def test_a_wrong_mode_is_a_configuration_error():
    """A typing mistake is not read as off."""
    with pytest.raises(upheld.ConfigurationError, match="off, explain, veto"):
        upheld.check("It is open.", ["It is open."], checks="vetto")


def test_two_chunks_that_differ_are_both_quoted():
    """One chunk bears the claim out, another contradicts it as closely: supported, flag ``conflict``, both as proof."""
    chunks = ["Returns are accepted within 30 days.", "Returns are accepted within 14 days."]
    for order in (1, -1):
        result = upheld.check("Returns are accepted within 30 days.", chunks[::order])
        (claim,) = result.claims
        assert claim.verdict.label == "supported"
        assert "conflict" in claim.verdict.flags
        assert {e.text for e in claim.verdict.evidence} == set(chunks)
        outcomes = {f.outcome for f in claim.verdict.findings if f.check == "duration"}
        assert outcomes == {"agrees", "conflicts"}


def test_findings_survive_the_way_through_json():
    """What is written can be read back, findings and their places too."""
    result = upheld.check("The Eiffel Tower is 230 metres tall.", [TOWER])
    assert upheld.Result.from_dict(result.to_dict()) == result
