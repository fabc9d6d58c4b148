"""Plain negation, and yes or no to a question."""

from __future__ import annotations

import pytest

from upheld.text.polarity import denies, stance


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("Sale tickets are refundable.", "Sale tickets are not refundable."),
        ("The pool is not heated.", "The pool is heated."),
        ("Pets are allowed in rooms.", "No pets are allowed in rooms."),
        ("The fee can't be refunded later.", "The fee can be refunded later."),
        ("Haustiere sind im Hotel erlaubt.", "Haustiere sind im Hotel nicht erlaubt."),
        ("Las mascotas entran gratis.", "Las mascotas nunca entran gratis."),
    ],
)
def test_the_same_words_with_a_negation_deny(claim, sentence):
    """One side is negated, the other is not."""
    assert denies(claim, sentence)
    assert denies(sentence, claim)


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("Sale tickets are refundable.", "Sale tickets are refundable."),
        ("The pool is not heated.", "The pool is not heated."),
        ("The pool is heated.", "The sauna is not heated."),
        ("The pool is heated.", "The pool is heated, not the sauna."),
        ("Tickets are refundable.", "Tickets are not only refundable."),
        ("Tickets are refundable.", ""),
        ("", "Tickets are not refundable."),
    ],
)
def test_other_words_deny_nothing(claim, sentence):
    """Different things, or a negation of something else."""
    assert not denies(claim, sentence)


@pytest.mark.parametrize(
    ("claim", "wanted"),
    [
        ("Is it free? Yes", ("Is it free?", True)),
        ("Is it free? No.", ("Is it free?", False)),
        ("True or false: it is free. False", ("True or false: it is free.", False)),
        ("Is it waterproof? No, it isn't", ("Is it waterproof?", False)),
        ("¿Es gratis? Sí", ("¿Es gratis?", True)),
        ("無料ですか？ いいえ", ("無料ですか？", False)),
        ("Is it free? Yes, on Sundays", ("Is it free? Yes, on Sundays", None)),
        ("It is free", ("It is free", None)),
        ("", ("", None)),
    ],
)
def test_a_question_with_yes_or_no_has_a_stance(claim, wanted):
    """The statement, and whether it is affirmed."""
    assert stance(claim) == wanted
