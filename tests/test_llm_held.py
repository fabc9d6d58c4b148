"""A model's claims, held against the answer: what it drops, invents, repeats or turns."""

from __future__ import annotations

import json

import pytest

import upheld
from upheld._types import Chunk, Sample
from upheld.decompose.llm import LLMDecomposer
from upheld.llm.model import LLM
from upheld.llm.options import LLMOptions

CHUNKS = (Chunk("Shop 7 is open. Shop 7 is free. Shop 7 is warm."),)
SHOP = "Shop 7 is open. Shop 7 is free. Shop 7 is warm. Shop 7 is haunted. Shop 7 is radioactive."
HOTEL = (
    "The Nordlys hotel has 120 rooms and a pool. Breakfast at the Nordlys hotel is served from 7 to 10. "
    "The Nordlys hotel has free parking. The pool of the Nordlys hotel is open until 10."
)


def split(endpoint, answer, *said, question=None, kind="factual"):
    """Return the claims of an answer whose model says these."""
    endpoint.script = lambda *_: {"claims": [{"text": text, "kind": kind} for text in said]}
    decomposer = LLMDecomposer(LLM(endpoint.model, LLMOptions(cache=False)))
    return decomposer.decompose(Sample(answer, CHUNKS, question))


def by_rule(claims):
    return [claim.text for claim in claims if "by_rule" in claim.flags]


def texts(claims):
    return [claim.text for claim in claims]


@pytest.mark.parametrize("mode", ["two_calls", "one_call"])
def test_false_statements_that_the_model_drops_count(endpoint, fakes, mode):
    """Two false statements of five that the model leaves out are judged all the same, though they share most of their words."""

    def script(seen, _):
        said = fakes.honest(seen)
        return {"claims": said["claims"][:3]} if seen.splits else said

    endpoint.script = script
    result = upheld.check(SHOP, CHUNKS, judge=endpoint.judge, decomposer=mode)
    assert result.score == 0.6
    assert [c.text.rstrip(".") for c in result.claims] == SHOP.rstrip(".").split(". ")
    assert by_rule(result.claims) == ["Shop 7 is haunted", "Shop 7 is radioactive"]


def test_statements_made_of_words_of_others(endpoint):
    """A statement whose every word stands in others too is missed where no claim says it."""
    answer = "Alice likes tea. Bob likes coffee. Alice likes coffee."
    claims = split(endpoint, answer, "Alice likes tea.", "Bob likes coffee.")
    assert by_rule(claims) == ["Alice likes coffee"]


def test_dropped_statement_that_is_close_to_others(endpoint):
    """What a model leaves out comes back, though other statements hold nearly all of its words and all its numbers."""
    said = [
        "The Nordlys hotel has 120 rooms.",
        "The Nordlys hotel has a pool.",
        "Breakfast at the Nordlys hotel is served from 7 to 10.",
    ]
    claims = split(endpoint, HOTEL, *said)
    assert [text.split(" hotel ")[1] for text in by_rule(claims)] == ["has free parking", "is open until 10"]
    assert texts(claims)[:3] == said


SAME = {
    "finer": (HOTEL, ["The Nordlys hotel has 120 rooms.", "The Nordlys hotel has a pool."]),
    "merged": (
        "The bridge opened in 1932. It cost 15 million crowns.",
        ["The bridge opened in 1932 and cost 15 million crowns."],
    ),
    "other form": (
        "Additionally, the hall was inaugurated in 1932.",
        ["The inauguration of the hall was in 1932."],
    ),
    "pronoun": (
        "Anna Lind was born in Arvik. She designed the bridge.",
        ["Anna Lind was born in Arvik.", "Anna Lind designed the bridge."],
    ),
    "twice": (
        "The tower is open. The tower is old. The tower is open.",
        ["The tower is open.", "The tower is old."],
    ),
    "two nots": (
        "The pool is open but the bar is not.",
        ["The pool is open.", "The bar is not open."],
    ),
}


@pytest.mark.parametrize("name", SAME)
def test_other_cuts_of_the_same_statements(endpoint, name):
    """Finer or coarser claims, names for pronouns and other forms of a word lose nothing, so nothing comes back."""
    answer, said = SAME[name]
    if name == "finer":
        answer = answer.split(". ")[0] + "."
    claims = split(endpoint, answer, *said)
    assert texts(claims) == said
    assert by_rule(claims) == []


def test_half_of_a_statement_is_another_one(endpoint):
    """Where a claim has lost a word that only its statement has, the statement itself takes its place."""
    claims = split(endpoint, "The warranty covers fire and flood damage.", "The warranty covers fire damage.")
    assert by_rule(claims) == texts(claims) == ["The warranty covers fire and flood damage"]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("The warranty does not cover water damage.", "The warranty covers water damage."),
        ("The warranty covers water damage.", "The warranty does not cover water damage."),
        ("No refunds are possible after May.", "Refunds are possible after May."),
    ],
)
def test_a_not_that_is_lost_or_won(endpoint, answer, said):
    """A claim that denies what the answer says, or says what it denies, gives way to the statement itself."""
    claims = split(endpoint, answer, said)
    assert by_rule(claims) == texts(claims) == [answer.rstrip(".")]


@pytest.mark.parametrize(
    ("answer", "said"),
    [("No.", "The pool is not heated."), ("Yes.", "The pool is heated."), ("24", "The pool has 24 lanes.")],
)
def test_short_answers_with_their_question(endpoint, answer, said):
    """A claim made of a question and its short answer says it; words of the question alone are no statement."""
    question = "How many lanes does the pool have?" if answer == "24" else "Is the pool heated?"
    assert texts(split(endpoint, answer, said, question=question)) == [said]


def test_invented_claims_are_left_out(endpoint):
    """What stands nowhere in the answer does not count, however true it is."""
    answer = "The tower is haunted."
    claims = split(
        endpoint, answer, answer, "Paris is the capital of France.", "The tower stands in Paris, France."
    )
    assert texts(claims) == [answer]


def test_only_inventions_are_no_claims(endpoint):
    """A list of nothing but inventions is asked for again, then the rules make the claims."""
    claims = split(endpoint, "The tower is haunted.", "Paris is the capital of France.")
    assert by_rule(claims) == ["The tower is haunted"]
    assert endpoint.calls == 2


def test_repeated_claims_count_once(endpoint):
    """A model that repeats a true claim ten times does not dilute the false one."""
    claims = split(
        endpoint,
        "The tower is open. The tower is haunted.",
        *["The tower is open."] * 9,
        "The tower is haunted.",
    )
    assert texts(claims) == ["The tower is open.", "The tower is haunted."]


@pytest.mark.parametrize("kind", ["opinion", "courtesy", "hedge", "question"])
def test_what_rules_find_factual_stays_so(endpoint, kind):
    """A statement cannot be taken out of the score by calling it something that cannot be checked."""
    (claim,) = split(
        endpoint, "The tower is haunted by ghosts.", "The tower is haunted by ghosts.", kind=kind
    )
    assert claim.kind == "factual"


def test_list_that_is_cut_off_is_asked_for_again(endpoint, fakes):
    """A list that ended at the limit of tokens is asked for once more, with more room."""

    def script(seen, number):
        said = json.dumps(fakes.honest(seen))
        return fakes.Raw(content=said[: len(said) * 2 // 3], finish="length") if number == 0 else said

    endpoint.script = script
    claims = LLMDecomposer(LLM(endpoint.model, LLMOptions())).decompose(Sample(SHOP, CHUNKS))
    assert len(claims) == 5
    assert by_rule(claims) == []
    first, second = (seen.body["max_tokens"] for seen in endpoint.seen)
    assert second > first


def test_rules_are_not_made_where_nothing_is_missing(endpoint, monkeypatch):
    """Claims in the answer's own words cost no rules; they are what makes checks of a model's claims dear."""
    monkeypatch.setattr("upheld.decompose._held.make_claims", None)
    said = ["The hall of the old mill is open.", "The hall of the old mill is warm, and it is free."]
    assert texts(split(endpoint, " ".join(said), *said)) == said
