"""Closeness of a claim to sentences, in numbers with hand-made values."""

from __future__ import annotations

import math

import pytest

from upheld.text.closeness import Closeness, closeness, names_of
from upheld.text.words import content_words


def measure(claim: str, *sentences: str) -> Closeness:
    return closeness(claim, [content_words(sentence) for sentence in sentences], {}, 1.0)


def test_a_verbatim_claim_is_fully_covered():
    """Every share is 1, nothing is missing."""
    found = measure("The fee is 20 euros", "The fee is 20 euros.")
    assert (found.coverage, found.rare_coverage, found.best_coverage, found.pair_coverage) == (
        1.0,
        1.0,
        1.0,
        1.0,
    )
    assert (found.missing_numbers, found.missing_names, found.foreign) == (0.0, 0.0, 0.0)
    assert found.length == pytest.approx(math.log(3))


def test_missing_words_numbers_and_names_are_counted():
    """Shares of what the premise lacks."""
    found = measure("The fee in Berlin is 20 euros", "The fee is 25 euros.")
    assert found.coverage == pytest.approx(2 / 4)
    assert found.missing_numbers == 1.0
    assert found.missing_names == 1.0
    assert found.foreign == pytest.approx(2 / 4)


def test_a_shared_beginning_counts_half():
    """Such as "weighs" and "weight"."""
    assert measure("weighing", "weightless").coverage == pytest.approx(0.5)


def test_the_best_single_sentence_is_told_apart_from_all_together():
    """Two halves in two sentences."""
    found = measure("fee euros", "The fee.", "The euros.")
    assert (found.rare_coverage, found.best_coverage, found.pair_coverage) == (1.0, 0.5, 0.0)


def test_a_rare_word_weighs_more():
    """Weights come from the context."""
    found = closeness("fee plan", [["fee"]], {"fee": 3.0, "plan": 1.0}, 9.0)
    assert found.rare_coverage == pytest.approx(0.75)
    assert found.foreign == 0.0


def test_a_claim_without_words_is_covered_by_anything():
    """There is nothing to miss."""
    assert measure("?!").coverage == 1.0
    assert measure("fee").coverage == 0.0


def test_names_are_capitalised_and_not_first():
    """A sentence begins with a capital whatever it says."""
    assert names_of("The fee in Berlin") == content_words("Berlin")
    assert names_of("Berlin") == []
