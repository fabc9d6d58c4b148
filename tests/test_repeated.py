"""Repeated extraction: one answer split several times, the results made into one."""

from __future__ import annotations

import asyncio
import json

import pytest
from click.testing import CliRunner

import upheld
from upheld._errors import ConfigurationError
from upheld._types import Chunk, Claim, Result, Sample, Verdict
from upheld.cli import cli
from upheld.decompose.rules import RuleDecomposer
from upheld.metrics.faithfulness import Scoring, conclude
from upheld.metrics.repeated import merged
from upheld.testing import ScriptedJudge

CONTEXT = ["The sky is blue. Grass is green."]
ANSWER = "The sky is blue. Fire is cold."
LETTERS = {"s": "supported", "c": "contradicted", "n": "not_enough_info", "e": "error"}


def result(labels, scoring=Scoring(), **verdict):  # noqa: B008 - frozen
    """Return the result of a sample whose claims got these verdicts."""
    claims = [
        Claim(f"Claim {n} of {labels}.", verdict=Verdict(LETTERS[one], **verdict))
        for n, one in enumerate(labels)
    ]
    if not claims:
        claims = [Claim("Nice.", kind="opinion")]
    return conclude(Sample("text", (Chunk("a"),)), tuple(claims), scoring, "sig")


def test_the_score_is_the_mean_and_the_nearest_is_shown():
    """The score is the mean of the extractions; claims and reason are those of the one nearest to it."""
    one = merged([result("sn"), result("ss"), result("sssn")], Scoring())
    assert one.score == one.score_low == pytest.approx(0.75)
    assert one.score_high == pytest.approx(0.75)
    assert one.extractions.scores == (0.5, 1.0, 0.75)
    assert one.extractions.spread == 0.5
    assert one.extractions.shown == 2
    assert one.claims == result("sssn").claims
    assert one.reason.startswith("mean of 3 extractions (0.50, 1.00, 0.75); 3 of 4 claims supported")
    assert one.level == "warning"
    assert one.coverage == 1.0


def test_alike_results_merge_to_the_same():
    """Extractions that agree come to the score that each has, without a spread."""
    one = merged([result("sc")] * 3, Scoring())
    assert (one.score, one.extractions.spread, one.extractions.shown) == (0.5, 0.0, 0)


def test_errors_cost_and_show_in_the_high_score():
    """An error counts 0 as in a single result; the high score takes it as supported; coverage counts all claims."""
    one = merged([result("se"), result("ss")], Scoring())
    assert (one.score, one.score_high, one.coverage) == (0.75, 1.0, 0.75)


def test_a_failed_extraction_counts_as_nothing_held_up():
    """An extraction on which all failed stays in the mean as 0, and is named."""
    one = merged([result("ee"), result("ss")], Scoring())
    assert (one.status, one.score, one.score_high) == ("scored", 0.5, 1.0)
    assert one.extractions.statuses == ("failed", "scored")
    assert one.extractions.scores == (None, 1.0)
    assert one.extractions.spread is None
    assert "failed, counted as 0" in one.reason
    assert one.extractions.shown == 1


def test_all_failed_is_failed():
    """Without any sound extraction there is no score."""
    one = merged([result("ee"), result("e")], Scoring())
    assert (one.status, one.score, one.extractions.statuses) == ("failed", None, ("failed", "failed"))


def test_an_extraction_without_claims_stays_out():
    """One that found nothing to check says nothing of the claims of the others."""
    one = merged([result(""), result("sn")], Scoring())
    assert (one.status, one.score, one.extractions.scores) == ("scored", 0.5, (None, 0.5))
    assert "no claims, 0.50" in one.reason


def test_nothing_to_check_keeps_its_status_and_convention():
    """Where no extraction has a claim, the status is the most frequent one, with the score of the convention."""
    scoring = Scoring(empty_score=1.0)
    one = merged([result("", scoring)] * 2, scoring)
    assert (one.status, one.score, one.extractions.spread) == ("no_claims", 1.0, 0.0)


def test_lenient_without_context_has_no_score():
    """A status that has no score under the policy has none after merging."""
    scoring = Scoring("lenient")
    claims = (Claim("A is b.", verdict=Verdict("not_enough_info")),)
    one = conclude(Sample("A is b."), claims, scoring, "sig")
    assert merged([one, one], scoring).score is None
    assert merged([one, one], scoring).status == "no_context"


def test_domain_decides_on_the_mean():
    """The decision is taken on the mean, not on the extraction that is shown."""
    scoring = Scoring(domain="mine", domains={"mine": upheld.metrics.levels.Domain(deploy=0.9, review=0.7)})
    one = merged([result("ss", scoring), result("sn", scoring)], scoring)
    assert (one.score, one.decision) == (0.75, "review")


def test_plain_data_and_back():
    """A merged result survives JSON."""
    one = merged([result("ee"), result("ss")], Scoring())
    assert Result.from_dict(json.loads(json.dumps(one.to_dict()))) == one


def varied(fakes, *splits):
    """Script an endpoint that splits an answer otherwise each time, and judges honestly."""
    turns = []

    def script(seen, _):
        if not seen.splits:
            return fakes.honest(seen)
        turns.append(seen)
        claims = splits[(len(turns) - 1) % len(splits)]
        return {"claims": [{"text": claim, "kind": "factual"} for claim in claims]}

    return script


SPLITS = (
    ["The sky is blue.", "Fire is cold."],
    ["The sky is blue.", "The sky is blue today.", "Fire is cold.", "Fire is very cold."],
    ["The sky is blue, and fire is cold."],
)


def test_each_extraction_is_split_and_judged(endpoint, fakes):
    """Three extractions make three splits, sampled, each judged by itself; the score is the mean of theirs."""
    endpoint.script = varied(fakes, *SPLITS)
    done = upheld.check(ANSWER, CONTEXT, judge=endpoint.judge, checks="off", extractions=3)
    assert sorted(done.extractions.scores) == [0.0, 0.25, 0.5]
    assert done.score == pytest.approx(0.25)
    splits = [seen for seen in endpoint.seen if seen.splits]
    assert [seen.body["temperature"] for seen in splits] == [1.0, 1.0, 1.0]
    assert len({seen.user for seen in splits}) == 1
    assert all(seen.body["temperature"] == 0.0 for seen in endpoint.seen if not seen.splits)
    assert "extractions:3" in done.signature
    assert "two_calls" in done.signature
    assert "-t1" in done.signature


def test_the_number_is_in_the_key_of_the_cache(endpoint):
    """Extractions do not answer each other from the cache; a second run finds all of them there."""
    for calls in (3, 3, 3):
        upheld.evaluate([{"answer": ANSWER, "contexts": CONTEXT}], judge=endpoint.judge, extractions=3)
        assert sum(seen.splits for seen in endpoint.seen) == calls


def test_awaited_extractions(endpoint, fakes):
    """An awaited check does the same."""
    endpoint.script = varied(fakes, *SPLITS)
    done = asyncio.run(
        upheld.acheck(
            ANSWER, CONTEXT, judge=endpoint.judge, checks="off", extractions=3, llm={"cache": False}
        )
    )
    assert sorted(done.extractions.scores) == [0.0, 0.25, 0.5]
    assert done.score == pytest.approx(0.25)


def test_one_call_and_many_rows(endpoint):
    """With claims and verdicts in one call it is one call for each extraction; rows stay in order."""
    rows = [
        {"id": str(n), "answer": f"Item {n} is new. The sky is blue.", "contexts": CONTEXT} for n in range(20)
    ]
    report = upheld.evaluate(rows, judge=endpoint.judge, decomposer="one_call", extractions=2)
    assert [r.id for r in report.results] == [str(n) for n in range(20)]
    assert endpoint.calls == 40
    assert all(r.extractions.scores == (0.5, 0.5) for r in report.results)


def test_several_processes(endpoint):
    """Extractions travel to other processes."""
    rows = [{"id": str(n), "answer": f"Item {n} is new.", "contexts": CONTEXT} for n in range(4)]
    report = upheld.evaluate(rows, judge=endpoint.judge, extractions=2, jobs=2)
    assert [len(r.extractions.scores) for r in report.results] == [2] * 4


def test_given_claims_are_judged_once(endpoint):
    """Claims that come with a sample are the same each time, so they are judged once."""
    done = upheld.check(ANSWER, CONTEXT, claims=["The sky is blue."], judge=endpoint.judge, extractions=3)
    assert (done.score, done.extractions, endpoint.calls) == (1.0, None, 1)


@pytest.mark.parametrize("judge", ["lexical", ScriptedJudge()])
def test_rules_make_the_same_each_time(judge):
    """Splitting by rule several times tells nothing: refused, with the reason and the way out."""
    with pytest.raises(
        ConfigurationError, match=r"3 extractions need claims that a model makes.*the same claims.*llm:MODEL"
    ):
        upheld.check(ANSWER, CONTEXT, judge=judge, extractions=3)
    assert upheld.check(ANSWER, CONTEXT, judge=judge, extractions=1).extractions is None


@pytest.mark.parametrize("count", [0, -1, 100, True, 2.0, "3", None])
def test_a_wrong_number_is_refused(count):
    """The number of extractions is a whole number from 1 to 99."""
    with pytest.raises(ConfigurationError, match='"extractions" must be a whole number from 1 to 99'):
        upheld.check(ANSWER, CONTEXT, judge="lexical", extractions=count)


def test_temperature_zero_is_refused(endpoint):
    """At a temperature of 0 that the user sets, all extractions are alike."""
    with pytest.raises(ConfigurationError, match="at temperature 0, where all replies are alike"):
        upheld.check(ANSWER, CONTEXT, judge=endpoint.judge, extractions=2, llm={"temperature": 0})
    assert endpoint.calls == 0


class Numbered(RuleDecomposer):
    """A decomposer of the user's own: the first extraction fails, the others split by rule."""

    def repeated(self, number):
        """Fail the first time."""
        return self if number else Broken()


class Broken:
    """Fails."""

    signature = "broken"

    def decompose(self, sample):
        """Fail."""
        raise OSError


def test_an_extraction_that_fails_does_not_take_the_row():
    """A decomposer that fails once costs its share of the score, and no more."""
    done = upheld.check(ANSWER, CONTEXT, judge="scripted", decomposer=Numbered(), extractions=3)
    assert done.extractions.statuses == ("failed", "scored", "scored")
    assert done.score == pytest.approx(2 / 3)


def test_on_the_command_line(endpoint, tmp_path, monkeypatch):
    """`--extractions` reaches a run; what each came to stands in text, JSON and CSV."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rows.jsonl").write_text(json.dumps({"id": "a", "answer": ANSWER, "contexts": CONTEXT}))
    given = ["eval", "rows.jsonl", "--judge", endpoint.judge, "--extractions", "3"]
    assert (
        "mean of 3 extractions (0.50, 0.50, 0.50); 1 of 2 claims supported"
        in CliRunner().invoke(cli, given).stdout
    )
    (row,) = json.loads(CliRunner().invoke(cli, [*given, "--output-format", "json"]).stdout)["results"]
    assert row["extractions"] == {"scores": [0.5] * 3, "statuses": ["scored"] * 3, "spread": 0.0, "shown": 0}
    assert '""spread"": 0.0' in CliRunner().invoke(cli, [*given, "--output-format", "csv"]).stdout
    refused = CliRunner().invoke(cli, ["eval", "rows.jsonl", "--judge", "lexical", "--extractions", "3"])
    assert refused.exit_code == 2
    assert "the same claims every time" in refused.stderr
