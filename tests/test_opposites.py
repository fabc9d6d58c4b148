"""Sentences that say the opposite in nearly the same words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upheld.checks.opposites import ANTONYMS, OBLIGATION, PERMISSION, UNIVERSAL
from upheld.checks.polarity import opposites


@pytest.mark.parametrize(
    ("claim", "sentence", "check", "word"),
    [
        (
            "The outdoor pool is heated.",
            "The outdoor pool is not heated.",
            "negation",
            "The outdoor pool is heated.",
        ),
        (
            "The pool is never heated in May.",
            "The pool is heated in May.",
            "negation",
            "The pool is never heated in May.",
        ),
        ("Sales of bikes increased in 2023.", "Sales of bikes decreased in 2023.", "antonym", "increased"),
        ("The museum shop is open on Sunday.", "The museum shop is closed on Sunday.", "antonym", "open"),
        (
            "The deposit is refundable after a week.",
            "The deposit is non-refundable after a week.",
            "antonym",
            "refundable",
        ),
        ("The upper deck is in the north.", "The upper deck is in the south.", "antonym", "north"),
        ("All rooms have a balcony.", "Some rooms have a balcony.", "quantifier", "All"),
        ("The lift always works at night.", "The lift sometimes works at night.", "quantifier", "always"),
        ("Guests must wear a helmet.", "Guests may wear a helmet.", "modality", "must"),
        ("A helmet is mandatory for guests.", "A helmet is recommended for guests.", "modality", "mandatory"),
        ("The blue lamp is in stock.", "The blue lamp is out of stock.", "antonym", "in stock"),
        ("Der Laden ist sonntags geöffnet.", "Der Laden ist sonntags geschlossen.", "antonym", "geöffnet"),
        (
            "Fotografieren ist im Museum erlaubt.",
            "Fotografieren ist im Museum verboten.",
            "antonym",
            "erlaubt",
        ),
        (
            "La tienda está abierta los domingos.",
            "La tienda está cerrada los domingos.",
            "antonym",
            "abierta",
        ),
        (
            "El desayuno está incluido en el precio.",
            "El desayuno está excluido del precio.",
            "antonym",
            "incluido",
        ),
        ("El museo es de pago para niños.", "El museo es gratuito para niños.", "antonym", "de pago"),
        (
            "Le parking est gratuit pour les clients.",
            "Le parking est payant pour les clients.",
            "antonym",
            "gratuit",
        ),
        ("A loja está aberta aos domingos.", "A loja está fechada aos domingos.", "antonym", "aberta"),
        ("É permitido fumar na varanda.", "É proibido fumar na varanda.", "antonym", "permitido"),
    ],
)
def test_what_makes_it_the_opposite(claim, sentence, check, word):
    """The rule and the word of the claim are named."""
    found = [(o.check, claim[o.start : o.end]) for o in opposites(claim, sentence)]
    assert (check, word) in found
    assert len(found) == 1


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("The pool is heated.", "The pool is heated."),
        ("The outdoor pool is not heated.", "The outdoor pool is not heated."),
        # other things than those compared
        ("The pool is open on Sunday.", "The bar of the hotel is closed on Monday."),
        ("Sales increased in 2023.", "Costs of the firm decreased in 2019."),
        # less is said, not the opposite
        ("Some rooms have a balcony.", "All rooms have a balcony."),
        ("Guests may wear a helmet.", "Guests must wear a helmet."),
        # both words on one side
        ("Sales of bikes increased or decreased in 2023.", "Sales of bikes decreased in 2023."),
        ("Sales of bikes increased in 2023.", "Sales of bikes increased, then decreased in 2023."),
        # too little in common
        ("It increased.", "It decreased."),
        ("", ""),
        ("all", "some"),
    ],
)
def test_no_opposite(claim, sentence):
    """What differs otherwise, says less, or says both is no opposite."""
    assert list(opposites(claim, sentence)) == []


def test_tables_are_symmetric_and_never_oppose_a_word_to_itself():
    """If one cannot hold with the other, the other cannot hold with the one."""
    for word, others in ANTONYMS.items():
        assert word not in others
        assert word == word.casefold()
        assert all(word in ANTONYMS[other] for other in others)
    assert not OBLIGATION & PERMISSION
    assert all(word not in others for word, others in UNIVERSAL.items())


@given(st.text(max_size=80), st.text(max_size=80))
def test_never_raises(claim, sentence):
    """Any two texts can be compared, and a place lies in the claim."""
    for found in opposites(claim, sentence):
        assert 0 <= found.start < found.end <= len(claim)


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("The blue lamp is in stock.", "The blue lamp is in stock again after it was out of stock."),
        ("La tienda está abierta los lunes.", "La tienda está cerrada los domingos."),
        ("Der Laden ist samstags geöffnet.", "Der Laden ist an Feiertagen geschlossen."),
    ],
)
def test_an_opposite_of_something_else_is_none(claim, sentence):
    """The pair of words says nothing where the sentence is about another thing, or has both."""
    assert list(opposites(claim, sentence)) == []
