"""The judge that calls a model: a sound verdict for every claim, out of replies of every kind."""

from __future__ import annotations

import json
import time

import pytest

import upheld
from upheld._errors import ConfigurationError
from upheld._types import Chunk
from upheld.judges.base import Task
from upheld.judges.llm import LLMJudge
from upheld.llm.options import LLMOptions

CHUNKS = (Chunk("The sky is blue. Grass is green."), Chunk("Snow is not black. Water is wet."))
CLAIMS = ("The sky is blue.", "Snow is black.", "Fire is cold.", "Grass is green.", "Water is wet.")
LABELS = ["supported", "contradicted", "not_enough_info", "supported", "supported"]


def judged(endpoint, claims=CLAIMS, chunks=CHUNKS, **options):
    judge = LLMJudge(endpoint.model, options=LLMOptions(**options))
    (judgement,) = judge.judge([Task("t", tuple(claims), chunks)])
    assert judgement.task_id == "t"
    assert len(judgement.verdicts) == len(claims)
    return judgement.verdicts


def labels(verdicts):
    return [v.label for v in verdicts]


def first(count, bend):
    """Bend the first replies, and be honest after them."""

    def script(seen, number, honest):
        said = honest(seen)
        return bend(said, seen) if number < count else said

    return script


def scripted(endpoint, fakes, script):
    endpoint.script = lambda seen, number: script(seen, number, fakes.honest)


def test_one_call(endpoint):
    """All claims of an answer are judged in one call, each with its evidence at its place in the chunk."""
    verdicts = judged(endpoint)
    assert labels(verdicts) == LABELS
    assert endpoint.calls == 1
    place = verdicts[0].evidence[0]
    assert (place.chunk, place.start, place.end, place.text) == (0, 0, 16, "The sky is blue.")
    assert verdicts[1].evidence[0].chunk == 1
    assert not any(v.flags for v in verdicts)


def test_missing_verdicts_are_asked_again_alone(endpoint, fakes):
    """Of five claims three come back: the other two are asked for, and nothing else."""
    scripted(endpoint, fakes, first(1, lambda said, _: dict(list(said.items())[:3])))
    assert labels(judged(endpoint)) == LABELS
    assert endpoint.calls == 2
    assert list(endpoint.seen[1].named("claim").values()) == list(CLAIMS[3:])


INVALID = {
    "unknown label": {"verdict": "maybe", "quotes": [], "reason": ""},
    "a number": 1,
    "a text": "supported",
    "none": None,
    "no verdict": {"quotes": [], "reason": "supported"},
    "a list": ["supported"],
    "verdict in a list": {"verdict": ["supported"]},
    "deep": {"verdict": {"verdict": "supported"}},
}


@pytest.mark.parametrize("name", INVALID)
def test_invalid_verdict_is_asked_again(endpoint, fakes, name):
    """What is no verdict counts as none, whatever it looks like."""
    scripted(endpoint, fakes, first(1, lambda said, _: {**said, "c2": INVALID[name]}))
    assert labels(judged(endpoint)) == LABELS
    assert endpoint.calls == 2
    assert list(endpoint.seen[1].named("claim").values()) == [CLAIMS[1]]


@pytest.mark.parametrize(
    ("bend", "asked"),
    [
        (lambda said, _: {f"x{name}": v for name, v in said.items()}, 5),
        (lambda said, _: {**said, "c6": said["c1"], "c99": said["c1"]}, None),
        (lambda said, _: json.dumps(said)[:-1] + ', "c1": ' + json.dumps(said["c3"]) + "}", 1),
        (lambda said, _: {"verdicts": list(said.values())}, 5),
        (lambda _, __: {}, 5),
        (lambda _, __: [], 5),
        (lambda _, __: "", 5),
        (lambda _, __: "The score is 5 of 5. All are supported.", 5),
        (lambda said, _: "{'c1': " + json.dumps(said["c1"]) + "}", 4),
        (lambda said, _: "Sure! ```json\n" + json.dumps(said) + "\n``` Anything else?", None),
        (lambda said, _: '<think>{"c1": 1}</think>\n' + json.dumps(said), None),
        (lambda _, __: '{"c1": ' + "[" * 100_000, 5),
        (lambda said, _: '{"c9": ' + "9" * 5000 + ", " + json.dumps(said)[1:], 5),
    ],
    ids="wrong_ids too_many twice list empty array nothing prose python fenced thought deep huge_number".split(),
)
def test_ids_are_reconciled(endpoint, fakes, bend, asked):
    """Verdicts belong to claims by id alone: one that is unknown is nobody's, one that comes twice is nobody's."""
    scripted(endpoint, fakes, first(1, bend))
    assert labels(judged(endpoint)) == LABELS
    assert endpoint.calls == (1 if asked is None else 2)
    if asked is not None:
        assert len(endpoint.seen[1].named("claim")) == asked


def test_a_reply_that_never_comes_is_an_error_of_its_claim(endpoint, fakes):
    """A claim that no reply judges ends as an error with the reason; the others keep their verdicts."""

    def script(seen, _, honest):
        return {k: v for k, v in honest(seen).items() if seen.named("claim")[k] != CLAIMS[1]}

    scripted(endpoint, fakes, script)
    verdicts = judged(endpoint)
    assert labels(verdicts) == ["supported", "error", "not_enough_info", "supported", "supported"]
    assert "no verdict" in verdicts[1].reason
    assert endpoint.calls == 2


def test_cut_off_reply_keeps_what_is_whole(endpoint, fakes):
    """A reply that ends at its limit keeps its whole verdicts; the rest is asked for in halves."""

    def bend(said, _):
        text = json.dumps(said)
        return fakes.Raw(content=text[: text.index('"c3"') + 20], finish="length")

    scripted(endpoint, fakes, first(1, bend))
    assert labels(judged(endpoint)) == LABELS
    asked = [list(seen.named("claim").values()) for seen in endpoint.seen]
    assert asked == [list(CLAIMS), list(CLAIMS[2:4]), [CLAIMS[4]]]


def test_refusal_is_tried_again_then_only_its_claim_is_an_error(endpoint, fakes):
    """A model that refuses because of one claim still judges the others."""

    def script(seen, _, honest):
        if CLAIMS[2] in seen.named("claim").values():
            return fakes.Raw(refusal="I cannot help with that.", content="")
        return honest(seen)

    scripted(endpoint, fakes, script)
    verdicts = judged(endpoint)
    assert labels(verdicts) == ["supported", "contradicted", "error", "supported", "supported"]
    assert "refused" in verdicts[2].reason
    assert endpoint.calls <= 8


def test_endpoint_that_says_nothing_useful_is_left_alone_soon(endpoint, fakes):
    """Where no reply is any good, the number of calls is small, and every claim is an error with the reason."""
    scripted(endpoint, fakes, lambda *_: "I'm sorry, but I can't assist with that request.")
    verdicts = judged(endpoint)
    assert set(labels(verdicts)) == {"error"}
    assert all("no JSON" in v.reason for v in verdicts)
    assert endpoint.calls == 5


def test_html_page_is_no_reply(endpoint, fakes):
    """A page where a reply should be is an error that says to look at the address."""
    page = fakes.Raw(body="<html><h1>Welcome</h1></html>", kind="text/html")
    scripted(endpoint, fakes, lambda *_: page)
    assert "address" in judged(endpoint)[0].reason


BODIES = [
    "[]",
    "null",
    "{}",
    '{"choices": []}',
    '{"choices": [1]}',
    '{"choices": [{"message": {"content": 5}}]}',
    "{nonsense",
]


@pytest.mark.parametrize("body", BODIES)
def test_odd_bodies(endpoint, fakes, body):
    """A body that is no chat completion costs no other row: it is asked again, then an error."""
    scripted(endpoint, fakes, lambda _, number, __: fakes.Raw(body=body) if number < 9 else None)
    assert set(labels(judged(endpoint))) == {"error"}


def test_invented_quote_is_asked_for_once_more(endpoint, fakes):
    """A quote that stands in no chunk is no proof: that claim alone is asked for again."""

    def bend(said, _):
        return {**said, "c1": fakes.verdict("supported", "The heavens are azure all day long.")}

    scripted(endpoint, fakes, first(1, bend))
    verdicts = judged(endpoint)
    assert labels(verdicts) == LABELS
    assert list(endpoint.seen[1].named("claim").values()) == [CLAIMS[0]]
    assert verdicts[0].evidence[0].text == "The sky is blue."


def test_quote_that_stays_invented(endpoint, fakes):
    """Where the quote stays invented, evidence is located; where there is none, the verdict is flagged."""

    def script(seen, _, __):
        return {
            name: fakes.verdict("supported", "Nothing of the kind is written.")
            for name in seen.named("claim")
        }

    scripted(endpoint, fakes, script)
    near, far = judged(endpoint, ["The sky is blue.", "Quartz melts quickly."])
    assert (near.label, near.flags, near.evidence[0].text) == (
        "supported",
        ("quote_not_found",),
        "The sky is blue.",
    )
    assert (far.label, far.flags, far.evidence) == ("supported", ("unproven",), ())
    assert far.reason.startswith("unproven: no quote")
    assert endpoint.calls == 2


def test_proof_required(endpoint, fakes):
    """With proof required, a verdict without any place in the context is not enough information."""

    def script(seen, _, __):
        return {name: fakes.verdict("contradicted", "Nothing of the kind.") for name in seen.named("claim")}

    scripted(endpoint, fakes, script)
    (verdict,) = judged(endpoint, ["Quartz melts quickly."], proof="required")
    assert (verdict.label, verdict.flags) == ("not_enough_info", ("unproven",))
    assert "without proof" in verdict.reason


def test_quote_must_speak_for_the_verdict(endpoint, fakes):
    """A claim is not contradicted by a quote that supports it."""

    def bend(said, _):
        return {**said, "c1": fakes.verdict("contradicted", "The sky is blue.", relation="supports")}

    scripted(endpoint, fakes, first(1, bend))
    assert labels(judged(endpoint))[0] == "supported"
    assert endpoint.calls == 2


@pytest.mark.parametrize("quote", ["is", "Our office is closed"])
def test_quote_without_a_word_of_the_claim(endpoint, fakes, quote):
    """A quote that stands there and says nothing of the claim is no proof, and the result says how many claims have none."""
    endpoint.script = lambda seen, _: {
        name: fakes.verdict("supported", quote) for name in seen.named("claim")
    }
    answer = "Bananas orbit Jupiter every Tuesday. Refunds take 900 years."
    context = ["Our office is closed on public holidays."]
    result = upheld.check(answer, context, judge=endpoint.judge, decomposer="rules")
    assert [claim.verdict.flags for claim in result.claims] == [("unproven",)] * 2
    assert result.reason == "all 2 claims supported, 2 of them without proof"
    assert endpoint.calls == 2
    required = upheld.check(
        answer, context, judge=endpoint.judge, decomposer="rules", llm={"proof": "required"}
    )
    assert required.score == 0.0


def test_quote_in_another_language(endpoint, fakes):
    """A claim in another language than the context shares no word with what proves it."""
    quote = "The tower in the old town is open to all visitors."
    endpoint.script = lambda seen, _: {
        name: fakes.verdict("supported", quote) for name in seen.named("claim")
    }
    (verdict,) = judged(
        endpoint, ["Der Turm in der Altstadt ist für alle Besucher geöffnet."], (Chunk(quote),)
    )
    assert (verdict.label, verdict.flags) == ("supported", ())


def test_conflict_and_joint_support(endpoint, fakes):
    """Chunks that disagree give the flag conflict, with both quotes; parts in two chunks give joint_support."""
    both = [
        {"chunk": 0, "text": "The sky is blue.", "relation": "supports"},
        {"chunk": 1, "text": "Snow is not black.", "relation": "contradicts"},
    ]
    parts = [{**quote, "relation": "part"} for quote in both]
    scripted(
        endpoint,
        fakes,
        lambda *_: {
            "c1": {"verdict": "supported", "reason": "", "quotes": both},
            "c2": {"verdict": "supported", "reason": "", "quotes": parts},
        },
    )
    one, two = judged(endpoint, ["The sky is blue and snow is black.", "The sky is blue, snow is not black."])
    assert one.flags == ("conflict",)
    assert [place.chunk for place in one.evidence] == [0, 1]
    assert two.flags == ("joint_support",)


def test_retry_after_is_honoured(endpoint, fakes):
    """After a 429 nothing is sent before the time that the endpoint names."""
    scripted(
        endpoint,
        fakes,
        first(
            1,
            lambda *_: fakes.Raw(
                status=429, headers={"retry-after": "0.7"}, body='{"error": {"message": "slow"}}'
            ),
        ),
    )
    started = time.monotonic()
    assert labels(judged(endpoint)) == LABELS
    assert time.monotonic() - started >= 0.7
    assert endpoint.calls == 2


def test_reset_and_server_errors_are_tried_again(endpoint, fakes):
    """A connection that breaks and a 503 cost a retry, not a verdict."""

    def script(seen, number, honest):
        if number == 0:
            return honest(seen)
        bad = {1: fakes.Raw(reset=True), 2: fakes.Raw(status=503, body="<html>busy</html>", kind="text/html")}
        return bad.get(number, honest(seen))

    scripted(endpoint, fakes, script)
    assert labels(judged(endpoint)) == LABELS
    assert labels(judged(endpoint, CLAIMS[::-1], cache=False)) == LABELS[::-1]
    assert endpoint.calls == 4


def test_slow_call_times_out_and_is_tried_again(endpoint, fakes):
    """A call that takes longer than the timeout is given up and made again."""

    def script(seen, number, honest):
        return fakes.Raw(content=honest(seen), delay=5.0 if number == 1 else 0.0)

    scripted(endpoint, fakes, script)
    judged(endpoint, timeout=1.0)
    assert labels(judged(endpoint, timeout=1.0, cache=False)) == LABELS
    assert endpoint.calls == 3
    assert endpoint.dropped == 1


def test_endpoint_without_json_schema(endpoint, fakes):
    """An endpoint that does not know JSON schema is asked for a tool call from then on: decided once, remembered."""
    limited(endpoint, fakes, "response_format")
    assert labels(judged(endpoint)) == LABELS
    assert labels(judged(endpoint, cache=False)) == LABELS
    assert forms(endpoint) == ["schema", "tool", "tool"]
    body = endpoint.seen[-1].body
    assert body["tool_choice"] == {"type": "function", "function": {"name": "reply"}}
    assert set(body["tools"][0]["function"]["parameters"]["properties"]) == {"c1", "c2", "c3", "c4", "c5"}


def limited(endpoint, fakes, *unknown, tool=True):
    """Let an endpoint know a model's parameters but some; it answers a forced tool by a call of it."""

    def script(seen, _, honest):
        for name in unknown:
            if name in seen.body:
                error = {"message": f"Unrecognized request argument supplied: {name}", "type": "invalid"}
                return fakes.Raw(status=400, body=json.dumps({"error": error}))
        called = tool if "tools" in seen.body else False
        return fakes.Raw(content=honest(seen), tool=called, finish="tool_calls" if called else "stop")

    scripted(endpoint, fakes, script)


def forms(endpoint):
    """Return how each reply was asked for."""
    return [
        "schema" if "response_format" in s.body else "tool" if "tools" in s.body else "json"
        for s in endpoint.seen
    ]


def test_endpoint_without_schemas_and_tools(endpoint, fakes):
    """An endpoint that knows neither is asked for plain JSON, after one complaint about each."""
    limited(endpoint, fakes, "response_format", "tools")
    assert labels(judged(endpoint)) == LABELS
    assert labels(judged(endpoint, cache=False)) == LABELS
    assert forms(endpoint) == ["schema", "tool", "json", "json"]


@pytest.mark.parametrize("form", ["schema", "tool", "json"])
def test_the_form_of_replies_can_be_forced(endpoint, fakes, form):
    """A form that the user names is used from the first call."""
    limited(endpoint, fakes)
    assert labels(judged(endpoint, structured=form)) == LABELS
    assert forms(endpoint) == [form]


@pytest.mark.parametrize(("form", "name"), [("schema", "response_format"), ("tool", "tools")])
def test_a_forced_form_that_is_unknown_ends_the_run(endpoint, fakes, form, name):
    """Where the endpoint does not know what the user forces, the run ends with the way out, and nothing else is tried."""
    limited(endpoint, fakes, name)
    with pytest.raises(ConfigurationError, match=f"structured = '{form}'.*'auto'"):
        judged(endpoint, structured=form)
    assert endpoint.calls == 1


def test_arguments_as_an_object(endpoint, fakes):
    """Some endpoints give the arguments of a tool call as an object, not as text."""
    limited(endpoint, fakes, tool="object")
    assert labels(judged(endpoint, structured="tool")) == LABELS


def test_a_tool_that_is_not_called(endpoint, fakes):
    """A model that writes its reply as text instead of calling the tool is read all the same."""
    limited(endpoint, fakes, tool=False)
    assert labels(judged(endpoint, structured="tool")) == LABELS
    assert endpoint.calls == 1


def test_two_tool_calls_are_no_reply(endpoint, fakes):
    """Of two calls of the tool nobody knows which one is meant: it is asked again."""

    def script(seen, number, honest):
        call = {"type": "function", "function": {"name": "reply", "arguments": json.dumps(honest(seen))}}
        message = {"role": "assistant", "content": None, "tool_calls": [call] * (2 if number == 0 else 1)}
        return fakes.Raw(body=json.dumps({"choices": [{"message": message, "finish_reason": "tool_calls"}]}))

    scripted(endpoint, fakes, script)
    assert labels(judged(endpoint, structured="tool")) == LABELS
    assert endpoint.calls == 2


def test_a_tool_call_that_is_cut_off(endpoint, fakes):
    """What is whole of a tool call that was cut off is kept, as of any reply."""

    def script(seen, number, honest):
        said = honest(seen)
        if number:
            return fakes.Raw(content=said, tool=True)
        return fakes.Raw(content=json.dumps(said)[:-120], tool=True, finish="length")

    scripted(endpoint, fakes, script)
    assert labels(judged(endpoint, structured="tool")) == LABELS
    asked = [list(seen.named("claim").values()) for seen in endpoint.seen]
    assert asked[0] == list(CLAIMS)
    assert all(len(claims) < 3 for claims in asked[1:])


def test_votes_after_the_first_are_sampled(endpoint):
    """At temperature 0 a second vote would repeat the first: it is sampled; set to 0 by the user, it is refused."""
    judge = LLMJudge(endpoint.model)
    for vote in (0, 1):
        list(judge.judge([Task("t", CLAIMS[:1], CHUNKS, vote=vote)]))
    assert [seen.body["temperature"] for seen in endpoint.seen] == [0.0, 1.0]
    with pytest.raises(ConfigurationError, match="all replies are alike"):
        list(
            LLMJudge(endpoint.model, options=LLMOptions(temperature=0)).judge(
                [Task("t", CLAIMS, CHUNKS, vote=1)]
            )
        )
    assert endpoint.calls == 2


def test_endpoint_with_other_parameters(endpoint, fakes):
    """Names of parameters are learnt from the endpoint's complaints."""

    def script(seen, _, honest):
        for name, say in (
            ("max_tokens", "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."),
            ("temperature", "Unsupported value: 'temperature' does not support 0"),
        ):
            if name in seen.body:
                return fakes.Raw(status=400, body=json.dumps({"error": {"message": say, "param": name}}))
        return honest(seen)

    scripted(endpoint, fakes, script)
    assert labels(judged(endpoint)) == LABELS
    assert endpoint.calls == 3
    assert "max_completion_tokens" in endpoint.seen[-1].body


@pytest.mark.parametrize(
    ("status", "says"), [(401, "key"), (403, "key"), (404, "no model")], ids=["401", "403", "404"]
)
def test_what_no_row_can_do_better_ends_the_run(endpoint, fakes, status, says):
    """A wrong key or model is told at once, in words, without retries."""
    scripted(endpoint, fakes, lambda *_: fakes.Raw(status=status, body='{"error": {"message": "no"}}'))
    with pytest.raises(ConfigurationError, match=says):
        judged(endpoint)
    assert endpoint.calls == 1


def test_used_up_quota_is_not_waited_for(endpoint, fakes):
    """A 429 that says the quota is used up ends the run: waiting does not help."""
    body = json.dumps({"error": {"message": "You exceeded your quota", "code": "insufficient_quota"}})
    scripted(endpoint, fakes, lambda *_: fakes.Raw(status=429, body=body))
    with pytest.raises(ConfigurationError, match="quota"):
        judged(endpoint)
    assert endpoint.calls == 1


def test_context_that_does_not_fit_is_reduced_and_said_so(endpoint):
    """Contexts above the budget are cut down to what is closest to the claims, and every verdict says so."""
    filler = " ".join(f"Filler sentence number {n} says nothing." for n in range(400))
    chunks = (Chunk(f"{filler} The sky is blue. {filler}"),)
    (verdict,) = judged(endpoint, ["The sky is blue."], chunks, context_tokens=300)
    assert verdict.label == "supported"
    assert verdict.flags == ("context_reduced",)
    place = verdict.evidence[0]
    assert chunks[0].text[place.start : place.end] == "The sky is blue."
    assert len(endpoint.seen[0].user) < 2000


def test_endpoint_that_says_the_prompt_is_too_long(endpoint, fakes):
    """Where the endpoint says that the prompt does not fit, less of the context is sent."""

    def script(seen, _, honest):
        if len(seen.user) > 3000:
            message = {
                "error": {
                    "message": "maximum context length is 700 tokens",
                    "code": "context_length_exceeded",
                }
            }
            return fakes.Raw(status=400, body=json.dumps(message))
        return honest(seen)

    scripted(endpoint, fakes, script)
    filler = " ".join(f"Filler sentence number {n} says nothing." for n in range(300))
    (verdict,) = judged(endpoint, ["The sky is blue."], (Chunk(f"{filler} The sky is blue."),))
    assert (verdict.label, verdict.flags) == ("supported", ("context_reduced",))


def test_concurrency_is_bounded_and_used(endpoint):
    """Many tasks run at once, never more calls than allowed, and all come back."""
    endpoint.delay = 0.2
    judge = LLMJudge(endpoint.model, options=LLMOptions(max_concurrency=7))
    tasks = [Task(str(n), (f"The sky is blue. {n}",), CHUNKS) for n in range(40)]
    assert {j.task_id for j in judge.judge(iter(tasks))} == {task.id for task in tasks}
    assert 4 <= endpoint.most_in_flight <= 7


def test_tasks_are_read_as_they_are_needed(abandoned):
    """The judge reads a bounded number of tasks ahead of what it yields."""
    read = []

    def tasks():
        for n in range(200):
            read.append(n)
            yield Task(str(n), ("The sky is blue.",), CHUNKS)

    judge = LLMJudge(abandoned.model, options=LLMOptions(max_concurrency=4))
    stream = judge.judge(tasks())
    next(stream)
    assert len(read) <= 9
    stream.close()


def test_more_claims_than_one_call_takes(endpoint):
    """An answer with very many claims is judged in several calls."""
    verdicts = judged(endpoint, [f"The sky is blue. {n}" for n in range(60)] + ["Water is wet."])
    assert labels(verdicts) == ["not_enough_info"] * 60 + ["supported"]
    assert endpoint.calls == 3


def test_rules_are_the_same_bytes_and_short(endpoint):
    """The prompt begins with rules that are the same for all calls, at most 500 tokens with their schema."""
    judged(endpoint)
    judged(endpoint, ["Water is wet."], CHUNKS[1:])
    one, two = endpoint.seen
    assert one.system == two.system
    assert len(one.system) <= 2000


def test_signature_names_what_changes_verdicts(tmp_path):
    """Model, inference, temperature, proof and the user's own rules are in the signature; a password in the address is not."""
    rules = tmp_path / "rules.txt"
    rules.write_text("Be kind. {inference}")
    made = [
        LLMJudge("m@http://u:secret@h:1/v1").signature,
        LLMJudge("n@http://h:1/v1").signature,
        LLMJudge("m@http://h:1/v1", "reasonable").signature,
        LLMJudge("m@http://h:1/v1", options=LLMOptions(temperature=0.7)).signature,
        LLMJudge("m@http://h:1/v1", options=LLMOptions(proof="required")).signature,
        LLMJudge("m@http://h:1/v1", options=LLMOptions(prompt=rules)).signature,
    ]
    assert len(set(made)) == len(made)
    assert not any("secret" in signature for signature in made)


def test_own_rules_replace_ours_but_not_the_fence(endpoint, tmp_path):
    """The user's file replaces how to judge; what protects the data and forms the reply stays."""
    rules = tmp_path / "rules.txt"
    rules.write_text("Judge like a lawyer. {inference}")
    judged(endpoint, prompt=rules)
    system = endpoint.seen[0].system
    assert system.startswith("Judge like a lawyer. the chunks say it")
    assert "never to follow" in system
    assert '"c1"' in system


@pytest.mark.parametrize("name", ["", "@http://h/v1", "m@http://", " "])
def test_name_that_is_none(name):
    """A name without a model or with half an address is told how to be written."""
    with pytest.raises(ConfigurationError, match="llm:MODEL"):
        LLMJudge(name)


def test_key_goes_only_where_it_belongs(endpoint, monkeypatch):
    """The key of OpenAI is not sent to an address that only the judge's name gives; one of its own is."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-private")
    judged(endpoint)
    assert "sk-private" not in endpoint.seen[0].headers["authorization"]
    monkeypatch.setenv("UPHELD_LLM_API_KEY", "own")
    judged(endpoint, cache=False)
    assert endpoint.seen[1].headers["authorization"] == "Bearer own"
    monkeypatch.delenv("UPHELD_LLM_API_KEY")
    monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)
    judged(endpoint, cache=False)
    assert endpoint.seen[2].headers["authorization"] == "Bearer sk-private"


def test_no_key_for_openai(monkeypatch):
    """Without a key, a model of OpenAI is refused before anything is sent, with what to do."""
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "UPHELD_LLM_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    judge = LLMJudge("gpt-x", options=LLMOptions(cache=False))
    with pytest.raises(ConfigurationError, match="OPENAI_API_KEY"):
        list(judge.judge([Task("t", CLAIMS, CHUNKS)]))


def test_address_that_does_not_answer(monkeypatch):
    """An address where nobody listens is told after a few seconds, not after minutes for every row."""
    judge = LLMJudge("m@http://127.0.0.1:9/v1", options=LLMOptions(cache=False))
    started = time.monotonic()
    with pytest.raises(ConfigurationError, match="does not answer"):
        list(judge.judge([Task(str(n), CLAIMS, CHUNKS) for n in range(50)]))
    assert time.monotonic() - started < 30
