"""Evidence in other words: found by the meaning of words where no word is shared."""

import numpy as np
import pytest

import upheld
from upheld.judges._features import reading_of
from upheld.judges._onnx import PairScorer
from upheld.judges._soft import SoftIndex
from upheld.judges.embedded import MODELS
from upheld.text.select import ContextIndex, Unit

FILLING = (
    "The mill was built on the river bank by a family of weavers.",
    "Every spring the village holds a market with cheese, honey and wool.",
    "The first railway reached the valley after a long argument about its route.",
    "A stone bridge with four arches leads to the older part of the town.",
    "The school moved to a new house when the number of pupils had doubled.",
    "Two doctors and a pharmacist have their rooms beside the town hall.",
    "In winter the road across the pass is closed for several weeks.",
    "The orchestra plays in the hall of the castle once in a month.",
    "A path along the lake is popular with people who like to walk.",
    "The mayor promised to repair the roof of the swimming hall soon.",
)
RETOLD = [
    (
        "The janitor is available day and night.",
        "The caretaker lives on the premises and can be reached round the clock.",
    ),
    ("The burglars left empty-handed.", "Nothing was stolen during the break-in at the parish office."),
    ("Members get a discount of ten percent.", "Who belongs to the club pays a tenth less in our shop."),
    ("The vehicle needs new tyres.", "All wheels of the car are worn out and must be replaced."),
]


class Letters:
    """Words whose meaning is their letters."""

    def tokens(self, texts):
        """Take each letter for a word."""
        return [[ord(letter) for letter in text] for text in texts]

    def word_vectors(self, ids):
        """Let no two words be alike."""
        return np.eye(128, dtype=np.float32)[[*ids]]


@pytest.fixture(scope="module")
def words():
    return PairScorer(MODELS, 1)


def units_of(texts):
    return [Unit(0, 0, len(text), text, "", ()) for text in texts]


def soft_of(index, words):
    return SoftIndex(index.units, words)


@pytest.mark.parametrize(("claim", "sentence"), RETOLD)
@pytest.mark.parametrize("place", [0, 4, 10])
def test_what_is_said_in_other_words_is_read(words, claim, sentence, place):
    """A sentence that shares hardly a word with the claim is in the premise, and the premise is no longer than before."""
    texts = [*FILLING[:place], sentence, *FILLING[place:]]
    index = ContextIndex([" ".join(texts)])
    reading = reading_of(claim, index, (), soft_of(index, words))
    assert sentence in [unit.text for unit in reading.wide]
    assert sum(len(unit.text.split()) for unit in reading.wide) <= 80


def test_words_in_common_are_enough(words, monkeypatch):
    """Where a sentence holds the words of a claim, and where all sentences are read, none is looked for by meaning."""
    monkeypatch.setattr(SoftIndex, "nearest", lambda *_: pytest.fail("looked for by meaning"))
    index = ContextIndex([" ".join(FILLING)])
    reading_of("The stone bridge has four arches.", index, (), soft_of(index, words))
    short = ContextIndex([" ".join(FILLING[:3])])
    reading_of("The janitor is available day and night.", short, (), soft_of(short, words))


def test_the_closest_comes_first():
    """The order is that of closeness, ties in the order of the context."""
    soft = SoftIndex(units_of(["zzz", "abc", "xyz", "abd", "abc"]), Letters())
    assert soft.nearest("abc", 3) == [1, 4, 3]


@pytest.mark.parametrize(
    ("texts", "claim"), [([], "abc"), (["", ""], "abc"), (["abc"], ""), (["", "abc"], "abc")]
)
def test_nothing_to_compare(texts, claim):
    """No sentence, a sentence without a word, a claim without one."""
    assert len(SoftIndex(units_of(texts), Letters()).nearest(claim, 2)) <= len(texts)


def test_a_paraphrase_in_a_long_context_is_shown_with_its_sentence():
    """The verdict points at the sentence that was found by meaning."""
    sentence = RETOLD[1][1]
    result = upheld.check(RETOLD[1][0], [" ".join([*FILLING, sentence])])
    verdict = result.claims[0].verdict
    shown = [e.text for e in (*verdict.evidence, *([verdict.nearest] if verdict.nearest else []))]
    assert verdict.label != "supported" or sentence in " ".join(shown)
