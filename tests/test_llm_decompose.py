"""Claims made by a model: held against the answer, so that nothing is lost and nothing added."""

from __future__ import annotations

import asyncio
import json

import pytest

import upheld
from upheld._errors import ConfigurationError
from upheld._types import Chunk, Sample
from upheld.decompose import resolve_decomposer
from upheld.decompose.llm import LLMDecomposer
from upheld.llm.model import LLM
from upheld.llm.options import LLMOptions

ANSWER = "The bridge opened in 1932. It cost 15 million crowns. The architect was Anna Lind."
CHUNKS = (Chunk("The bridge opened in 1932. The bridge cost 15 million crowns."),)
THREE = [
    "The bridge opened in 1932.",
    "The bridge cost 15 million crowns.",
    "The architect of the bridge was Anna Lind.",
]


def split(endpoint, answer=ANSWER, chunks=CHUNKS, question=None, inference=None, **options):
    decomposer = LLMDecomposer(LLM(endpoint.model, LLMOptions(**options)), inference)
    return decomposer.decompose(Sample(answer, chunks, question))


def said(*texts, kind="factual"):
    return {"claims": [{"text": text, "kind": kind} for text in texts]}


def texts(claims):
    return [claim.text for claim in claims]


def test_claims_are_anchored_in_the_answer(endpoint):
    """Each claim has the span of the answer that holds its words, also where a pronoun was filled in."""
    endpoint.script = lambda *_: said(*THREE)
    claims = split(endpoint)
    assert texts(claims) == THREE
    assert [ANSWER[c.start : c.end].rstrip(".") for c in claims] == [
        "The bridge opened in 1932",
        "It cost 15 million crowns",
        "The architect was Anna Lind",
    ]
    assert all(c.kind == "factual" and not c.flags for c in claims)


BAD = {
    "none": said(),
    "no list": {"claims": "The bridge opened."},
    "other name": {"statements": ["a"]},
    "no JSON": "Here are the claims: 1. The bridge opened in 1932.",
    "empty": "",
    "numbers": {"claims": [1, 2, None, [], {}]},
    "no text": {"claims": [{"kind": "factual"}, {"text": 5}, {"text": "  "}]},
}


@pytest.mark.parametrize("name", BAD)
def test_useless_reply_is_asked_again_then_made_by_rule(endpoint, name):
    """Without a sound reply after two calls the claims are made by rule, with a flag: no answer loses its claims."""
    endpoint.script = lambda *_: BAD[name]
    claims = split(endpoint)
    assert len(claims) == 3
    assert all(c.flags == ("by_rule",) for c in claims)
    assert endpoint.calls == 2


def test_refusal_and_failure(endpoint, fakes):
    """A refusal is tried again; an endpoint that fails for good leaves the claims to the rules."""
    endpoint.script = lambda _, n: fakes.Raw(refusal="no", content="") if n == 0 else said(*THREE)
    assert texts(split(endpoint)) == THREE
    endpoint.script = lambda *_: fakes.Raw(status=400, body='{"error": {"message": "bad"}}')
    assert {c.flags for c in split(endpoint, cache=False)} == {("by_rule",)}


def test_statement_that_is_left_out_is_added(endpoint):
    """Two of three statements come back: the third is added as rules make it, in its place."""
    endpoint.script = lambda *_: said(THREE[0], THREE[2])
    claims = split(endpoint)
    assert texts(claims)[::2] == [THREE[0], THREE[2]]
    assert "15 million" in claims[1].text
    assert claims[1].flags == ("by_rule",)
    assert endpoint.calls == 1


def test_reply_that_is_cut_off_keeps_what_is_whole(endpoint, fakes):
    """Of a reply that ends early the whole claims count, and the rest of the answer is not lost."""
    whole = json.dumps(said(*THREE))
    endpoint.script = lambda *_: fakes.Raw(content=whole[: whole.index("Anna") - 10], finish="length")
    claims = split(endpoint)
    assert texts(claims)[:2] == THREE[:2]
    assert "Anna Lind" in claims[2].text
    assert claims[2].flags == ("by_rule",)


def test_invented_number_is_left_out(endpoint):
    """A claim with a number that the answer does not have is not the answer's; what it replaced comes back."""
    endpoint.script = lambda *_: said(THREE[0], "The bridge cost 51 million crowns.", THREE[2])
    claims = split(endpoint)
    assert not any("51" in c.text for c in claims)
    assert any("15 million" in c.text for c in claims)


def test_kind_cannot_take_facts_out_of_the_score(endpoint):
    """A model that calls facts opinions is not believed where they hold names or numbers."""
    endpoint.script = lambda *_: said(*THREE, kind="opinion")
    assert {c.kind for c in split(endpoint)} == {"factual"}


def test_kinds_that_rules_know(endpoint):
    """A courtesy is one even if the model calls it a fact."""
    endpoint.script = lambda *_: said("The bridge opened in 1932.", "Hope this helps!")
    kinds = [c.kind for c in split(endpoint, "The bridge opened in 1932. Hope this helps!")]
    assert kinds == ["factual", "courtesy"]


@pytest.mark.parametrize(
    ("answer", "chunks", "status"),
    [
        ("", CHUNKS, "empty_answer"),
        ("   ", CHUNKS, "empty_answer"),
        (None, CHUNKS, "empty_answer"),
        (ANSWER, (), "no_context"),
        (ANSWER, ("",), "no_context"),
        (ANSWER, ("  \n",), "no_context"),
        ("I don't know.", CHUNKS, "abstained"),
        ("Hope this helps!", CHUNKS, "no_claims"),
    ],
    ids=["empty", "blank", "none", "no_chunks", "empty_chunk", "blank_chunk", "abstention", "courtesy"],
)
@pytest.mark.parametrize("mode", ["two_calls", "one_call"])
def test_nothing_to_ask_costs_nothing(endpoint, answer, chunks, status, mode):
    """Without answer, context or checkable claim no call is made, and the status says why."""
    result = upheld.check(answer, chunks, judge=endpoint.judge, decomposer=mode)
    assert result.status == status
    assert endpoint.calls == 0


def test_given_claims_cost_one_call(endpoint):
    """Claims that come with a sample are taken as they are."""
    result = upheld.check(ANSWER, CHUNKS, claims=THREE[:1], judge=endpoint.judge)
    assert texts(result.claims) == THREE[:1]
    assert endpoint.calls == 1
    assert not endpoint.seen[0].splits


def test_given_claims_only(endpoint):
    """With given_claims a sample that has none fails with the reason, and the others are judged."""
    rows = [{"answer": ANSWER, "contexts": ["a"]}, {"answer": ANSWER, "contexts": ["a"], "claims": ["b"]}]
    report = upheld.evaluate(rows, judge="lexical", decomposer="given_claims")
    assert [r.status for r in report.results] == ["failed", "scored"]
    assert "no claims" in next(iter(report.results)).reason


def test_one_call_proves_its_verdicts(endpoint, fakes):
    """A verdict of the one call whose quote stands nowhere is asked for again, alone; checks hold for the others too."""

    def script(seen, _):
        if not seen.splits:
            return fakes.honest(seen)
        claims = [{"text": THREE[0], "kind": "factual", **fakes.verdict("supported", THREE[0])}]
        claims.append(
            {"text": THREE[1], "kind": "factual", **fakes.verdict("supported", "It cost a fortune.")}
        )
        claims.append({"text": THREE[2], "kind": "factual", **fakes.verdict("not_enough_info")})
        return {"claims": claims}

    endpoint.script = script
    result = upheld.check(ANSWER, CHUNKS, judge=endpoint.judge, decomposer="one_call")
    assert [c.verdict.label for c in result.claims] == ["supported", "supported", "not_enough_info"]
    assert list(endpoint.seen[1].named("claim").values()) == [THREE[1]]


def test_one_call_is_under_the_veto(endpoint, fakes):
    """A number that the context contradicts makes a claim contradicted, also where claims and verdicts come together."""
    quote = "The bridge cost 15 million crowns."
    endpoint.script = lambda *_: {
        "claims": [
            {
                "text": "The bridge cost 51 million crowns.",
                "kind": "factual",
                **fakes.verdict("supported", quote),
            }
        ]
    }
    result = upheld.check(
        "The bridge cost 51 million crowns.", CHUNKS, judge=endpoint.judge, decomposer="one_call"
    )
    assert result.claims[0].verdict.label == "contradicted"


def test_same_answer_is_split_once(endpoint):
    """Claims are kept: the same answer, again, costs nothing; what was cut off is not kept."""
    endpoint.script = lambda *_: said(*THREE)
    assert split(endpoint) == split(endpoint)
    assert endpoint.calls == 1
    split(endpoint, granularity="atomic")
    assert endpoint.calls == 2


def test_many_at_once_in_order(endpoint):
    """Many answers are split side by side, and come back in order, each problem in its place."""
    endpoint.delay = 0.05
    decomposer = LLMDecomposer(LLM(endpoint.model, LLMOptions(max_concurrency=8)))
    samples = [Sample(f"The bridge opened in {1900 + n}.", CHUNKS) for n in range(30)]
    made = list(decomposer.decompose_many(samples))
    assert [sample for sample, _ in made] == samples
    assert [claims[0].text for _, claims in made] == [sample.answer for sample in samples]
    assert endpoint.most_in_flight > 2


def test_examples_of_the_user(endpoint, tmp_path):
    """The user's examples stand in the rules in place of ours, and in the signature."""
    path = tmp_path / "examples.jsonl"
    path.write_text(json.dumps({"answer": "A and B.", "claims": ["A.", "B."]}) + "\n\n")
    split(endpoint, examples=path)
    assert '"A and B." -> ["A.", "B."]' in endpoint.seen[0].system
    assert "Curie" not in endpoint.seen[0].system
    made = [LLMDecomposer(LLM("m", LLMOptions(examples=p))).signature for p in (path, None)]
    assert len(set(made)) == 2


@pytest.mark.parametrize(
    "line", ["{", "[]", '{"answer": 1, "claims": []}', '{"answer": "a"}', '{"answer": "a", "claims": [1]}']
)
def test_example_that_is_none(tmp_path, line):
    """A line that is no example is told by its number, with the form."""
    path = tmp_path / "examples.jsonl"
    path.write_text(f'{{"answer": "a", "claims": ["a"]}}\n{line}\n')
    with pytest.raises(ConfigurationError, match=r"examples\.jsonl:2: an example is"):
        LLMDecomposer(LLM("m", LLMOptions(examples=path)))


def test_rules_are_short():
    """The rules of splitting are at most 500 tokens, examples included; those of one call at most 800."""
    for granularity in ("atomic", "clause", "sentence"):
        llm = LLM("m", LLMOptions(granularity=granularity))
        assert len(LLMDecomposer(llm)._rules) <= 2000
        assert len(LLMDecomposer(llm, "reasonable")._rules) <= 3200


def test_names_of_decomposers():
    """What makes claims is chosen by name; a name that is none, or that needs a model, is told."""
    assert resolve_decomposer(None).signature == "rules-1-clause"
    llm = LLM("m", LLMOptions())
    assert resolve_decomposer(None, llm).signature.startswith("llm:m-clause-two_calls")
    assert resolve_decomposer("one_call", llm).signature.startswith("llm:m-clause-one_call")
    assert resolve_decomposer("llm:n").signature.startswith("llm:n-")
    own = resolve_decomposer("rules")
    assert resolve_decomposer(own) is own
    for name, says in (
        ("magic", "there is no decomposer 'magic'"),
        ("one_call", "needs a judge"),
        (5, "decompose"),
    ):
        with pytest.raises(ConfigurationError, match=says):
            resolve_decomposer(name)


def test_one_bad_answer_costs_no_other(endpoint):
    """A run over answers of every kind finishes every row."""
    answers = [ANSWER, "", "\ud800 broken", "x" * 5000, "# Head\n| a | b |\n|---|---|\n| 1 | 2 |", "是的。"]
    rows = [{"answer": a, "contexts": ["The bridge opened in 1932."]} for a in answers]
    report = upheld.evaluate(rows, judge=endpoint.judge)
    assert report.n == len(rows)
    assert report.statuses["failed"] == 0
    assert asyncio.run(upheld.acheck(ANSWER, CHUNKS, judge=endpoint.judge)).status == "scored"
