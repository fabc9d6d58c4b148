"""Questions with "yes" or "no" as statements, and the verdicts on such answers."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import upheld
from upheld.text.questions import as_statement

STATED = {
    "Are dogs allowed in the rooms?": "Dogs are allowed in the rooms",
    "Is the museum open on Mondays?": "The museum is open on Mondays",
    "Is the book on the table?": "The book is on the table",
    "Is there a lift?": "There is a lift",
    "Is Kestrel AG the owner of Orlo Ltd?": "Kestrel AG is the owner of Orlo Ltd",
    "Are the swimming pools heated?": "The swimming pools are heated",
    "Can visitors use the library on a Sunday?": "Visitors can use the library on a Sunday",
    "Will the museum in Graz be closed on Monday?": "The museum in Graz will be closed on Monday",
    "Has the bridge been demolished?": "The bridge has been demolished",
    "Did the company file for bankruptcy in 2018?": "The company did file for bankruptcy in 2018",
    "Do children pay?": "Children pay",
    "True or false: the fee is 5 euros.": "the fee is 5 euros",
    "Whales are fish. True or false?": "Whales are fish",
    "Is it true that the fee is 5 euros?": "the fee is 5 euros",
    "How much is the fee?": "How much is the fee",
    "Le musée est-il ouvert le lundi ?": "Le musée est-il ouvert le lundi",
    "Why?": "Why",
}


@pytest.mark.parametrize("question", STATED)
def test_statement_of_a_question(question):
    """The auxiliary moves behind the subject; what is no such question stays."""
    assert as_statement(question) == STATED[question]


@given(st.text(max_size=80))
@settings(max_examples=200)
def test_any_text(text):
    """Whatever it is, a text comes back, and no word of it is lost or made up."""
    made = as_statement(text)
    assert len(made) <= len(text)


@pytest.mark.parametrize(
    ("context", "question", "answer", "label"),
    [
        ("Smoking is not allowed in the rooms.", "Is smoking allowed in the rooms?", "No.", "supported"),
        ("Smoking is not allowed in the rooms.", "Is smoking allowed in the rooms?", "Yes.", "contradicted"),
        ("The museum is open on Mondays.", "Is the museum open on Mondays?", "Yes", "supported"),
        ("The museum is open on Mondays.", "Is the museum open on Mondays?", "No", "contradicted"),
        ("The fee is 8 euros.", "True or false: the fee is 8 euros.", "True", "supported"),
        ("The fee is 8 euros.", "True or false: the fee is 8 euros.", "False", "contradicted"),
    ],
)
def test_a_yes_or_no_is_judged_as_the_statement_it_makes(context, question, answer, label):
    """What "yes" says is judged; "no" is the opposite of that."""
    claim = upheld.check(answer, [context], question).claims[0]
    assert claim.verdict.label == label
    assert claim.text == f"{question} {answer.rstrip('.')}"
