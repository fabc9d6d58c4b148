"""Ends of spans: "closes at 18:00" is what "open from 9:00 to 18:00" says, and "closes at 9:00" is not."""

import pytest

import upheld
from upheld.checks import Checker
from upheld.checks.extract import items_in
from upheld.judges.lexical import restated
from upheld.text.select import ContextIndex

OFFICE = "The office is open from 9:00 to 18:00."
PERMIT = "The permit is valid from 1 May 2024 to 30 June 2025."
FAIR = "The fair runs from 3 May to 9 June."
MAYOR = "His term as mayor lasted from 1998 to 2004."


def outcomes(claim, context):
    return [f.outcome for f in Checker(ContextIndex([context])).check(claim) if f.check in {"clock", "date"}]


@pytest.mark.parametrize(
    ("claim", "context", "expected"),
    [
        ("The office opens at 9 am", OFFICE, ["agrees"]),
        ("The office closes at 6 pm", OFFICE, ["agrees"]),
        ("The office opens at nine in the morning and closes at six in the evening", OFFICE, ["agrees"] * 2),
        ("The office is open until 18:00", OFFICE, ["agrees"]),
        ("The office closes at 9:00", OFFICE, ["conflicts"]),
        ("The office opens at 18:00", OFFICE, ["conflicts"]),
        ("The office closes at 17:00", OFFICE, ["conflicts"]),
        ("The bar closes at 2 am", "The bar is open from 22:00 to 2:00.", ["agrees"]),
        ("The permit takes effect on May 1, 2024", PERMIT, ["agrees"]),
        ("The permit expires in 2025", PERMIT, ["agrees"]),
        ("The permit expires on 1 May 2024", PERMIT, ["conflicts"]),
        ("The fair ends on 9 June", FAIR, ["agrees"]),
        ("The fair starts on 9 June", FAIR, ["conflicts"]),
        ("His term as mayor ended in 2004", MAYOR, ["agrees"]),
        ("His term as mayor ended in 1998", MAYOR, ["conflicts"]),
        ("The term ended in May 2023", "The term went from March 2022 to May 2023.", ["agrees"]),
        ("The season ends in March", "The season goes from November to March.", ["agrees"]),
        ("The season ends on 15 February", "The season goes from 15 November to 15 February.", ["agrees"]),
        ("The season ends on 15 November", "The season goes from 15 November to 15 February.", ["conflicts"]),
        ("El museo cierra a las 18:00", "El museo está abierto de 9:00 a 18:00.", ["agrees"]),
        ("Das Amt schließt um 18 Uhr", "Das Amt ist von 9 bis 18 Uhr geöffnet.", ["agrees"]),
    ],
)
def test_a_claim_of_one_end_is_held_against_that_end(claim, context, expected):
    """The word beside a time or date says which end of the context's span must be the same."""
    assert outcomes(claim, context) == expected


@pytest.mark.parametrize(
    ("claim", "context"),
    [
        ("The kitchen opens at 13:00", "The kitchen is closed from 12:00 to 13:00."),
        ("The office opens at 9:00", "The office opens at 9:00. Lunch break is from 12:00 to 13:00."),
        ("She began her career in the 1970s", "She was an actress from 1975 to 1990."),
        ("The kitchen closes at 17:00", OFFICE),
        ("The office can be reached at 10:00", OFFICE),
        ("The office moved at the end of May", "The office was rebuilt from May to July."),
    ],
)
def test_no_conflict_where_it_is_another_span(claim, context):
    """A span of being closed, another subject, a time within: none contradicts."""
    assert "conflicts" not in outcomes(claim, context)


def test_a_span_of_the_claim_is_compared_whole():
    """A claim that says from when to when names both ends at once."""
    (item,) = items_in("open from 9:00 to 18:00")
    assert item.relation == "range"
    assert outcomes("The office is open from 9:00 to 17:00", OFFICE) == ["conflicts"]


def test_what_is_borne_out_is_told_in_the_words_of_the_context():
    """The words for the end go with it, so that the model reads what the sentence says."""
    claim = "The office opens at 9 am and closes at 6 pm"
    findings = Checker(ContextIndex([OFFICE])).check(claim)
    assert restated(claim, findings) == "The office 9:00 to 18:00 and 9:00 to 18:00"


def test_a_span_of_being_closed_bears_out_the_time_alone():
    """What opens when a break ends is told as it was: the words of the break do not say it."""
    claim = "The kitchen opens at 13:00"
    (finding,) = Checker(ContextIndex(["The kitchen is closed from 12:00 to 13:00."])).check(claim)
    assert (finding.outcome, claim[slice(*finding.claim_span)]) == ("agrees", "13:00")


@pytest.mark.parametrize(
    ("answer", "label"),
    [
        ("The office closes at 18:00.", "supported"),
        ("The office opens at 9 am and closes at 6 pm.", "supported"),
        ("The office closes at 9:00.", "contradicted"),
    ],
)
def test_the_default_judge_knows_closing_time(answer, label):
    """The model alone takes "closes at" for the opposite of "open to"."""
    (claim,) = upheld.check(answer, [OFFICE]).claims
    assert claim.verdict.label == label
