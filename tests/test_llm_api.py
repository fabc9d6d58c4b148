"""A model as judge through the public functions and the command line."""

from __future__ import annotations

import upheld

CONTEXTS = ["The sky is blue. Grass is green.", "Snow is not black. Water is wet."]
ANSWER = "The sky is blue. Snow is black."


def test_two_calls(endpoint):
    """By default a judge that is a model also makes the claims: two calls for a sample."""
    result = upheld.check(ANSWER, CONTEXTS, judge=endpoint.judge)
    assert [(c.text, c.verdict.label) for c in result.claims] == [
        ("The sky is blue.", "supported"),
        ("Snow is black.", "contradicted"),
    ]
    assert endpoint.calls == 2
    assert result.score == 0.5
    assert (result.claims[1].start, result.claims[1].end) == (17, 31)


def test_one_call(endpoint):
    """In one-call mode claims and verdicts come together."""
    result = upheld.check(ANSWER, CONTEXTS, judge=endpoint.judge, decomposer="one_call")
    assert [c.verdict.label for c in result.claims] == ["supported", "contradicted"]
    assert endpoint.calls == 1


def test_evaluate(endpoint):
    """A run gives one result a row, in order, and tells in its notes what it cost."""
    rows = [{"id": str(n), "answer": ANSWER, "contexts": [f"Number {n}.", *CONTEXTS]} for n in range(40)]
    report = upheld.evaluate(rows, judge=endpoint.judge)
    assert [r.id for r in report.results] == [str(n) for n in range(40)]
    assert report.mean == 0.5
    assert any("calls" in note and "tokens in" in note for note in report.notes)
