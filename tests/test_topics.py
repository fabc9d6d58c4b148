"""Pronouns: what they stand for where the answer leaves no doubt, and that they stay where it does."""

from __future__ import annotations

import pytest

from upheld.text.claims import make_claims


def last(answer: str) -> str:
    return make_claims(answer)[-1].text


RESOLVED = [
    ("FastAPI is a web framework. It has docs.", "FastAPI has docs"),
    ("FastAPI was created by Ann Lee in 2018. It builds on Starlette.", "FastAPI builds on Starlette"),
    ("The kettle is new. Its lid is made of glass.", "The kettle's lid is made of glass"),
    ("The kettles are new. Their lids are made of glass.", "The kettles' lids are made of glass"),
    ("Cats are mammals. They sleep a lot.", "Cats sleep a lot"),
    ("Ann Lee and Bob Ray were partners. They met in Rome.", "Ann Lee and Bob Ray met in Rome"),
    ("Dr. Maria Silva (born 1970) is a physicist. She studied in Rome.", "Dr. Maria Silva studied in Rome"),
    ("Tom Lee was a pilot. In 2015, he moved to Rome.", "In 2015, Tom Lee moved to Rome"),
    ("Redis is fast. It's free.", "Redis's free"),
    ("Revenue was $1.5bn in 2023. In 2022 it was $1.3bn.", "In 2022 Revenue was $1.3bn"),
    ("The plan costs $5. You can cancel it online. It includes support.", "The plan includes support"),
    ("Polar bears hunt seals, and they live in the Arctic.", "They live in the Arctic"),
    ("PostgreSQL supports JSON. It also has full-text search.", "PostgreSQL also has full-text search"),
    ("The lamp was sold. Its price was $5. It has two bulbs.", "The lamp has two bulbs"),
    ("Die Garantie beträgt 2 Jahre. Sie gilt nicht für Filter.", "Die Garantie gilt nicht für Filter"),
    ("Der Drucker ist neu. Er kostet 90 €.", "Der Drucker kostet 90 €"),
    ("La bibliothèque est ouverte. Elle est fermée le lundi.", "La bibliothèque est fermée le lundi"),
    ("L'abonnement coûte 9 €. Il est résiliable.", "L'abonnement est résiliable"),
    ("O produto é novo. Ele pesa 2,5 kg.", "O produto pesa 2,5 kg"),
]

STAYS = [
    # expletives
    "The pump is blue. It is important to rest.",
    "The pump is blue. It takes two days to dry.",
    "The pump is blue. It is estimated that 5 % fail.",
    "The wreck is old. It wasn't until 1985 that divers saw the hull.",
    "Depression is serious. It is now possible to fly.",
    "Der Drucker ist neu. Es gibt zwei Farben.",
    "Le contrat est long. Il est important de lire.",
    # something else could be meant
    "The pump has a filter. It must be cleaned.",
    "Apple launched the Macintosh in 1984. It sold well.",
    "The cats chase mice. They are fast.",
    "The kettle is steel and the lid is glass. It holds two litres.",
    "There is a pool. It is heated.",
    "Press the button. It turns red.",
    "The price of the plan is $5. It includes support.",
    "Tom Lee met Ann Ray in 2001. He moved to Rome.",
    "Guido van Rossum created Python in 1991. It is popular.",
    "Rejection is a numbers game. His story is well known.",
    "UTVs have two seats and most have a box. They are longer.",
    "The members were told. Sie können gehen.",
    # a label or clause in front names something
    "Redis is fast. Postgres: it is a database.",
    "Redis is fast. When the pump stops, it beeps.",
    # nothing at all
    "It is open on Sundays.",
    "She left in 2012.",
]


@pytest.mark.parametrize(("answer", "wanted"), RESOLVED)
def test_a_clear_pronoun_is_resolved(answer, wanted):
    """It stands for the subject before it."""
    assert last(answer) == wanted


@pytest.mark.parametrize("answer", STAYS)
def test_an_unclear_pronoun_stays(answer):
    """A claim never says of one thing what the answer may say of another."""
    assert last(answer) in answer


def test_she_is_not_he():
    """One name does not take two genders."""
    answer = "Kim Lee was born in 1970. He moved to Rome. She sings."
    assert last(answer) == "She sings"


def test_an_article_is_lowered_inside_a_sentence():
    """The name takes the case of its new place."""
    assert last("The tower is old. In 1990, it was closed.") == "In 1990, the tower was closed"


def test_no_pronoun_crosses_from_one_answer_to_another():
    """Every answer starts anew."""
    make_claims("The tower is old.")
    assert last("It was closed.") == "It was closed"


def test_a_huge_subject_is_no_name():
    """What is carried into other claims is short."""
    answer = "A" + "b" * 500 + " is new. It is red."
    assert last(answer) == "It is red"
