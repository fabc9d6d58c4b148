"""From judged claims to a result: statuses, policies, bounds, coverage, the line for a human."""

import itertools
import pickle
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upheld._errors import ConfigurationError
from upheld._types import Chunk, Claim, Sample, Verdict
from upheld.metrics.faithfulness import Scoring, conclude, is_blank
from upheld.metrics.levels import Domain, Levels

CONTEXT = (Chunk("The office is open from 9:00 to 18:00."),)
LABELS = ("supported", "contradicted", "not_enough_info", "error")
SHORT = {"s": "supported", "c": "contradicted", "n": "not_enough_info", "e": "error"}


def claims_of(letters, probability=None):
    return tuple(
        Claim(f"Claim {i}", verdict=Verdict(SHORT[letter], probability)) for i, letter in enumerate(letters)
    )


def result_of(claims, scoring=None, /, **sample):
    sample = {"answer": "It is open 9 to 18.", "contexts": CONTEXT, **sample}
    return conclude(Sample(**sample), tuple(claims), scoring or Scoring(), "sig")


@pytest.mark.parametrize(
    ("letters", "policy", "score", "high"),
    [
        ("sss", "strict", 1.0, 1.0),
        ("sssn", "strict", 0.75, 0.75),
        ("snc", "strict", 1 / 3, 1 / 3),
        ("nc", "strict", 0.0, 0.0),
        ("sse", "strict", 2 / 3, 1.0),
        ("cne", "strict", 0.0, 1 / 3),
        ("sssn", "lenient", 1.0, 1.0),
        ("snc", "lenient", 2 / 3, 2 / 3),
        ("cc", "lenient", 0.0, 0.0),
        ("sse", "lenient", 2 / 3, 1.0),
        ("nnce", "lenient", 0.5, 0.75),
        ("ssn", "graded", 2 / 3, 2 / 3),
        ("sse", "graded", 2 / 3, 1.0),
        ("nc", "graded", 0.0, 0.0),
    ],
)
def test_score_and_bounds_by_policy(letters, policy, score, high):
    """Strict counts supported, lenient all but contradicted; an error counts 0, and 1 in score_high."""
    result = result_of(claims_of(letters), Scoring(policy=policy))
    assert result.status == "scored"
    assert result.score == pytest.approx(score)
    assert result.score_low == result.score
    assert result.score_high == pytest.approx(high)


def test_graded_is_the_mean_probability_of_support():
    """Graded takes the probability of every verdict that has one, whatever its label."""
    claims = (
        Claim("a", verdict=Verdict("supported", 0.9)),
        Claim("b", verdict=Verdict("not_enough_info", 0.4)),
        Claim("c", verdict=Verdict("contradicted", 0.0)),
        Claim("d", verdict=Verdict("supported")),
    )
    assert result_of(claims, Scoring(policy="graded")).score == pytest.approx((0.9 + 0.4 + 0.0 + 1.0) / 4)


def test_graded_gives_an_error_nothing_even_with_a_probability():
    """An error claim counts 0 under graded, and 1 in score_high, whatever probability stands on it."""
    claims = (Claim("a", verdict=Verdict("supported", 0.8)), Claim("b", verdict=Verdict("error", 0.7)))
    result = result_of(claims, Scoring(policy="graded"))
    assert (result.score, result.score_high) == (pytest.approx(0.4), pytest.approx(0.9))


def test_only_factual_claims_are_counted():
    """Courtesy, opinions and the like are kept in the result and left out of every count."""
    claims = (*claims_of("sn"), Claim("Hello!", kind="courtesy"), Claim("I like it.", kind="opinion"))
    result = result_of(claims)
    assert result.score == 0.5
    assert result.coverage == 1.0
    assert result.claims == claims


def test_a_verdict_on_a_claim_that_cannot_be_checked_is_dropped():
    """A judge that judges courtesies changes neither the score nor the state of that claim."""
    result = result_of((*claims_of("s"), Claim("Hello!", kind="courtesy", verdict=Verdict("contradicted"))))
    assert result.score == 1.0
    assert result.claims[1].verdict is None


def test_a_factual_claim_without_a_verdict_becomes_an_error():
    """A verdict that never came is an error in the count and in the claim; it does not leave the denominator."""
    result = result_of((*claims_of("s"), Claim("lost")))
    assert (result.score, result.score_high, result.coverage) == (0.5, 1.0, 0.5)
    assert result.claims[1].verdict.label == "error"
    assert result.claims[1].verdict.reason


def test_coverage_is_judged_over_checkable():
    """Coverage of a sample is the share of factual claims that have a verdict other than error."""
    assert result_of(claims_of("scne")).coverage == 0.75


@pytest.mark.parametrize("policy", ["strict", "lenient", "graded"])
def test_all_errors_is_failed_without_a_score(policy):
    """A sample on which the judge gave no verdict at all has failed: no score, no bounds, coverage 0."""
    claim = Claim("a", verdict=Verdict("error", reason="timed out"))
    result = result_of([claim, claim], Scoring(policy=policy, empty_score=1.0))
    assert result.status == "failed"
    assert (result.score, result.score_low, result.score_high, result.level) == (None, None, None, None)
    assert result.coverage == 0.0
    assert "timed out" in result.reason


def test_a_problem_of_the_record_is_failed_with_that_reason():
    """A record that cannot be scored fails with its problem as the reason, before anything else is looked at."""
    result = result_of(
        claims_of("s"), Scoring(empty_score=1.0), answer="", contexts=(), problem="line 7: no answer"
    )
    assert (result.status, result.reason, result.score) == ("failed", "line 7: no answer", None)


@pytest.mark.parametrize("answer", ["", "  \n\t", "\u200b\ufeff", "\u00a0"])
def test_blank_answer_is_empty_answer(answer):
    """An answer that shows nothing is empty_answer, whether or not there is context."""
    assert result_of([], answer=answer).status == "empty_answer"
    assert result_of([], answer=answer, contexts=()).status == "empty_answer"


def test_given_claims_are_checked_without_an_answer():
    """Claims given by the user are scored although the answer is blank."""
    result = result_of(claims_of("sn"), answer="", claims=("Claim 0", "Claim 1"))
    assert (result.status, result.score) == ("scored", 0.5)


def test_abstention_without_facts_is_abstained():
    """An answer that only declines is abstained, without a score and without coverage."""
    result = result_of([Claim("I do not know.", kind="abstention"), Claim("Sorry!", kind="courtesy")])
    assert (result.status, result.score, result.coverage, result.level) == ("abstained", None, None, None)


def test_abstention_with_facts_is_scored():
    """An answer that declines one thing and states another is scored on what it states."""
    result = result_of([Claim("I do not know.", kind="abstention"), *claims_of("s")])
    assert (result.status, result.score) == ("scored", 1.0)


@pytest.mark.parametrize("claims", [[], [Claim("Hello!", kind="courtesy")], [Claim("Why?", kind="question")]])
def test_nothing_factual_is_no_claims(claims):
    """An answer without a factual claim and without an abstention is no_claims."""
    result = result_of(claims)
    assert (result.status, result.score, result.coverage) == ("no_claims", None, None)


@pytest.mark.parametrize("contexts", [(), (Chunk(""),), (Chunk(" \n"), Chunk("\ufeff\u200b"))])
@pytest.mark.parametrize(("policy", "score"), [("strict", 0.0), ("graded", 0.0), ("lenient", None)])
def test_blank_contexts_are_no_context(contexts, policy, score):
    """Chunks that show nothing are no context: 0 under strict and graded, no score under lenient."""
    result = result_of(claims_of("nn"), Scoring(policy=policy), contexts=contexts)
    assert result.status == "no_context"
    assert (result.score, result.score_low, result.score_high) == (score, score, score)
    assert result.coverage == 1.0
    assert result.level == (None if score is None else "block")


def test_one_chunk_with_text_is_context():
    """A blank chunk among others does not make no_context."""
    assert result_of(claims_of("s"), contexts=(Chunk(""), *CONTEXT)).status == "scored"


def test_no_context_needs_a_factual_claim():
    """A refusal without context is abstained; a courtesy without context is no_claims."""
    assert result_of([Claim("No idea.", kind="abstention")], contexts=()).status == "abstained"
    assert result_of([Claim("Hello!", kind="courtesy")], contexts=()).status == "no_claims"


@pytest.mark.parametrize(
    ("claims", "answer", "status"),
    [
        ([], "", "empty_answer"),
        ([Claim("No idea.", kind="abstention")], "No idea.", "abstained"),
        ([Claim("Hello!", kind="courtesy")], "Hello!", "no_claims"),
    ],
)
def test_empty_score_fills_the_three_statuses_without_claims(claims, answer, status):
    """empty_score gives score, bounds and level to no_claims, abstained and empty_answer, and says so."""
    result = result_of(claims, Scoring(empty_score=1.0), answer=answer)
    assert (result.status, result.level) == (status, "safe")
    assert result.score == result.score_low == result.score_high == 1.0
    assert "empty_score" in result.reason


def test_empty_score_does_not_touch_the_other_statuses():
    """no_context and failed never get the empty score."""
    scoring = Scoring(policy="lenient", empty_score=1.0)
    assert result_of(claims_of("n"), scoring, contexts=()).score is None
    assert result_of(claims_of("e"), scoring).score is None


def test_level_and_decision_follow_the_score():
    """Level comes from the levels, decision from the domain, both from the configured tables."""
    scoring = Scoring(levels=Levels(0.7, 0.5), domain="kitchen", domains={"kitchen": Domain(0.8, 0.7)})
    result = result_of(claims_of("sssn"), scoring)
    assert (result.score, result.level, result.decision) == (0.75, "safe", "review")


def test_no_domain_gives_no_decision():
    """Without a domain there is no decision, nor is there one without a score."""
    assert result_of(claims_of("s")).decision is None
    assert result_of([], Scoring(domain="legal")).decision is None


def test_nine_of_ten_is_safe():
    """A score of exactly nine tenths is safe, also as a sum of probabilities that rounding left below it."""
    assert result_of(claims_of("s" * 9 + "n")).level == "safe"
    tenths = [0.9, 0.9, 0.9, 0.8, 1.0, 0.9, 0.9, 0.9, 0.9, 0.9]
    claims = [Claim("x", verdict=Verdict("supported", p)) for p in tenths]
    assert result_of(claims, Scoring(policy="graded")).level == "safe"


def test_identity_of_the_sample_is_kept():
    """Id, metadata, source and signature arrive in the result."""
    result = result_of(claims_of("s"), id="q7", metadata={"topic": "hours"}, source="a.jsonl:7")
    assert (result.id, result.metadata, result.source, result.signature) == (
        "q7",
        {"topic": "hours"},
        "a.jsonl:7",
        "sig",
    )


@pytest.mark.parametrize("policy", ["Strict", "", None, "ragas"])
def test_unknown_policy_is_refused_with_the_known_ones(policy):
    """The error names the value and the three policies."""
    with pytest.raises(ConfigurationError, match=r"strict, lenient, graded") as caught:
        Scoring(policy=policy)
    assert repr(policy) in str(caught.value)


@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan"), float("inf")])
def test_empty_score_outside_zero_to_one_is_refused(value):
    """empty_score must be a score."""
    with pytest.raises(ConfigurationError, match="empty_score"):
        Scoring(empty_score=value)


def test_scoring_survives_a_trip_to_another_process():
    """Settings can be pickled, thresholds included."""
    scoring = Scoring(policy="graded", domain="legal")
    assert pickle.loads(pickle.dumps(scoring)) == scoring  # noqa: S301 - our own bytes


def test_reason_names_what_was_not_found():
    """The line gives the share and quotes the claim that cost it."""
    claims = (
        *claims_of("sss"),
        Claim("FastAPI has native GraphQL integration", verdict=Verdict("not_enough_info")),
    )
    assert result_of(claims).reason == (
        '3 of 4 claims supported; not found in the context: "FastAPI has native GraphQL integration"'
    )


def test_reason_names_contradicted_before_not_found_before_errors():
    """Each kind of claim that cost is named, the worst first."""
    reason = result_of(claims_of("sncE".lower())).reason
    assert reason.startswith("1 of 4 claims supported; contradicted: ")
    places = [reason.index(f'"Claim {i}"') for i in (2, 1, 3)]
    assert places == sorted(places)


def test_reason_quotes_two_claims_and_counts_the_rest():
    """A long list of claims is cut after two, with the number of the others."""
    assert result_of(claims_of("snnnnn")).reason.endswith('"Claim 1", "Claim 2" and 3 more')


def test_reason_says_that_lenient_does_not_count_what_was_not_found():
    """Under lenient a claim that was not found is named as harmless to the score."""
    result = result_of(claims_of("sn"), Scoring(policy="lenient"))
    assert result.score == 1.0
    assert "contradicted" in result.reason.split(";")[0]
    assert 'not found in the context, which lenient does not count: "Claim 1"' in result.reason


def test_reason_under_graded_gives_the_mean_without_rounding_up():
    """Under graded the line opens with the mean probability, which is never shown better than it is."""
    claims = [
        Claim("x", verdict=Verdict("supported", 0.999)),
        Claim("y", verdict=Verdict("supported", 0.999)),
    ]
    assert result_of(claims, Scoring(policy="graded")).reason.startswith("mean probability of support 0.99;")


@pytest.mark.parametrize("policy", ["strict", "lenient", "graded"])
def test_reason_never_praises_a_score_of_zero(policy):
    """For every mix of verdicts with the score 0, the line never says that some claim is supported."""
    praise = re.compile(
        r"all \d+ claims supported|[1-9]\d* of \d+ claims supported|claim is supported|[1-9]\d* supported"
    )
    zeros = 0
    for letters in itertools.chain.from_iterable(
        itertools.product("scne", repeat=size) for size in (1, 2, 3)
    ):
        result = result_of(claims_of(letters, 0.0), Scoring(policy=policy))
        if result.score == 0.0:
            zeros += 1
            assert not praise.search(result.reason), (letters, result.reason)
    assert zeros > 10


def test_reason_is_one_harmless_line_for_any_claim():
    """Line breaks, escape sequences and a megabyte of text do not reach the line."""
    for text in ("a\nb\r\nc\x1b[31m", "\u202eevil\u2028x", "word " * 200_000, " " * 100_000 + "end"):
        reason = result_of([Claim(text, verdict=Verdict("contradicted"))]).reason
        assert len(reason) < 200
        assert reason.isprintable()


def test_reason_is_there_for_every_status():
    """No status is left without words."""
    results = [
        result_of(claims_of("s")),
        result_of([]),
        result_of([Claim("No.", kind="abstention")]),
        result_of([], answer=""),
        result_of(claims_of("n"), contexts=()),
        result_of(claims_of("e")),
    ]
    assert [r.status for r in results] == [
        "scored",
        "no_claims",
        "abstained",
        "empty_answer",
        "no_context",
        "failed",
    ]
    assert all(result.reason for result in results)


@pytest.mark.parametrize(
    ("text", "blank"),
    [
        ("", True),
        (" \t\r\n\u00a0\u3000\u2028", True),
        ("\ufeff\u200b\u200d\u2060", True),
        (".", False),
        ("\u200b0", False),
    ],
)
def test_is_blank(text, blank):
    """Whitespace, zero-width characters and byte order marks show nothing; any other character does."""
    assert is_blank(text) is blank


verdicts = st.builds(Verdict, st.sampled_from(LABELS), st.none() | st.floats(0, 1))
any_claims = st.lists(
    st.builds(
        Claim,
        st.text(),
        kind=st.sampled_from(["factual", "factual", "hedge", "abstention"]),
        verdict=st.none() | verdicts,
    )
)


@given(
    any_claims,
    st.sampled_from(["strict", "lenient", "graded"]),
    st.none() | st.floats(0, 1),
    st.text(max_size=3),
    st.lists(st.text(max_size=3).map(Chunk), max_size=2).map(tuple),
)
def test_every_result_is_consistent(claims, policy, empty_score, answer, contexts):
    """Whatever comes in: bounds hold, a score has a level, no claim disappears, no factual claim lacks a verdict."""
    result = result_of(
        claims, Scoring(policy=policy, empty_score=empty_score), answer=answer, contexts=contexts
    )
    scores = (result.score_low, result.score, result.score_high)
    assert all(s is None for s in scores) or 0.0 <= scores[0] == scores[1] <= scores[2] <= 1.0
    assert (result.level is None) == (result.score is None)
    assert [c.text for c in result.claims] == [c.text for c in claims]
    assert all((c.verdict is not None) == (c.kind == "factual") for c in result.claims)
    assert result.reason
