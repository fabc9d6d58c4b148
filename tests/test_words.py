"""Words, folded so that two spellings of one compare equal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upheld.text.words import content_words, fold, is_number, tokens, words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Refund", "refunds"),
        ("ship", "shipped"),
        ("company", "companies"),
        ("price", "prices"),
        ("make", "making"),
        ("Café", "cafe"),
        ("straße", "STRASSE"),
        ("ﬁnal", "final"),
        ("1,200", "1200"),
        ("naïve", "naive"),
    ],
)
def test_spellings_of_one_word_are_equal(one, other):
    """Case, accents, endings and thousands do not count."""
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("bus", "business"),
        ("1.5", "15"),
        ("1,5", "15"),
        ("class", "clan"),
        ("не", "на"),
        ("五", "六"),
    ],
)
def test_different_words_differ(one, other):
    """Decimals are not thousands; short words keep their ending."""
    assert words(one) != words(other)


def test_scripts_without_spaces_become_pairs():
    """Two neighbouring characters are one word."""
    assert words("价格是") == ["价格", "格是"]
    assert words("価") == ["価"]


def test_numbers_and_words_are_parted():
    """The unit is a word of its own: "15mg" is 15 and mg."""
    assert words("15mg 3.5kg") == ["15", "mg", "3.5", "kg"]
    assert [is_number(word) for word in words("15 mg")] == [True, False]


def test_content_words_carry_meaning():
    """Function words are left out, negations are not."""
    assert content_words("The fee is not due in May") == ["fee", "not", "due", "may"]
    assert content_words("the of") == ["the", "of"]
    assert content_words("") == []


@given(st.text(max_size=80))
def test_folding_any_token_gives_words(text):
    """No token folds to nothing."""
    for match in tokens(text):
        assert fold(match.group())
        assert all(fold(match.group()))
