"""An endpoint with limits and moods of its own: what it complains of is understood, and costs as little as it must."""

from __future__ import annotations

import asyncio
import json
import time
from email.utils import formatdate

import pytest
from click.testing import CliRunner

import upheld
from upheld._errors import ConfigurationError
from upheld._types import Chunk, Sample
from upheld.cli import cli
from upheld.decompose.llm import LLMDecomposer
from upheld.judges.base import Task
from upheld.judges.llm import LLMJudge
from upheld.llm.complaints import wait_asked
from upheld.llm.limits import Standing
from upheld.llm.model import LLM
from upheld.llm.options import LLMOptions

ROWS = [{"id": str(n), "answer": f"Shop {n} is open.", "contexts": [f"Shop {n} is open."]} for n in range(12)]
OFF = {"cache": False}


def complaint(fakes, status, message, headers=None, **parts):
    body = json.dumps({"error": {"message": message, **parts}})
    return fakes.Raw(status=status, body=body, headers=headers or {})


def long_row(count):
    text = " ".join(f"Hall {chr(65 + n % 26)}{n} is open on weekdays." for n in range(count))
    return {"answer": text, "contexts": [text]}


def limit_of(seen):
    return seen.body.get("max_tokens") or seen.body["max_completion_tokens"]


def size_of(seen):
    return sum(len(message["content"]) for message in seen.body["messages"]) // 4


TOO_LARGE = {
    "openai": "max_tokens is too large: {sent}. This model supports at most {most} completion tokens, whereas you provided {sent}.",
    "anthropic": "max_tokens: {sent} > {most}, which is the maximum allowed number of output tokens for m-3-5",
    "deepseek": "Invalid max_tokens value, the valid range of max_tokens is [1, {most}]",
    "groq": "`max_tokens` must be less than or equal to `{most}`, the maximum value for `max_tokens` is less than the `context_window`",
    "no number": "max_tokens is too large for this model",
}


@pytest.mark.parametrize("name", TOO_LARGE)
def test_limit_of_the_reply_is_learnt(endpoint, fakes, name):
    """An endpoint that allows shorter replies says so once; the context is not what is too long."""

    def script(seen, _):
        sent, most = limit_of(seen), 900
        if sent > most:
            return complaint(fakes, 400, TOO_LARGE[name].format(sent=sent, most=most), param="max_tokens")
        return fakes.honest(seen)

    endpoint.script = script
    report = upheld.evaluate(
        [long_row(20), long_row(19)], judge=endpoint.judge, llm={**OFF, "max_concurrency": 1}
    )
    assert (report.mean, report.coverage) == (1.0, 1.0)
    assert not any(c.verdict.flags for r in report.results for c in r.claims)
    refused = [seen for seen in endpoint.seen if limit_of(seen) > 900]
    assert len(refused) <= (1 if name != "no number" else 3)


def window(fakes, length, message):
    def script(seen, _):
        sent, prompt = limit_of(seen), size_of(seen)
        if sent + prompt > length:
            said = message.format(length=length, total=sent + prompt, prompt=prompt, sent=sent)
            return complaint(fakes, 400, said, code="context_length_exceeded")
        return fakes.honest(seen)

    return script


WINDOWS = {
    "openai": "This model's maximum context length is {length} tokens. However, you requested {total} tokens ({prompt} in the "
    "messages, {sent} in the completion).",
    "vllm": "'max_tokens' or 'max_completion_tokens' is too large: {sent}. This model's maximum context length is {length} tokens "
    "and your request has {prompt} input tokens",
    "no numbers": "the request exceeds the available context size, try increasing it",
}


@pytest.mark.parametrize("name", WINDOWS)
def test_small_windows_take_shorter_replies_then_fewer_claims(endpoint, fakes, name):
    """Where prompt and reply do not fit together, the reply gets less room; then the claims go in halves, before any context does."""
    endpoint.script = window(fakes, 2800, WINDOWS[name])
    result = upheld.check(**long_row(24), judge=endpoint.judge, decomposer="rules", llm=OFF)
    assert (result.score, result.coverage) == (1.0, 1.0)
    assert not any(claim.verdict.flags for claim in result.claims)
    assert endpoint.calls < 12


def test_answer_that_is_too_long_is_split_in_halves(endpoint, fakes):
    """An answer that does not fit is split part by part, and none of it is lost."""
    endpoint.script = window(fakes, 1500, WINDOWS["openai"])
    row = long_row(60)
    decomposer = LLMDecomposer(LLM(endpoint.model, LLMOptions(cache=False)))
    claims = decomposer.decompose(Sample(row["answer"], (Chunk(row["answer"]),)))
    assert len(claims) == 60
    assert not any(claim.flags for claim in claims)


def test_contexts_are_cut_where_nothing_else_helps(endpoint, fakes):
    """One claim with contexts that do not fit is judged by what is closest to it, and says so."""
    endpoint.script = window(fakes, 1500, WINDOWS["openai"])
    filler = " ".join(f"Filler sentence number {n} says nothing." for n in range(400))
    judge = LLMJudge(endpoint.model, options=LLMOptions(**OFF))
    (judgement,) = judge.judge([Task("t", ("The sky is blue.",), (Chunk(f"{filler} The sky is blue."),))])
    assert [(v.label, v.flags) for v in judgement.verdicts] == [("supported", ("context_reduced",))]


def thinking(fakes, need):
    """A model that thinks so many tokens before its reply, within the limit of the reply."""

    def script(seen, _):
        text, left = json.dumps(fakes.honest(seen)), limit_of(seen) - need
        if left * 4 < len(text):
            return fakes.Raw(content=text[: max(0, 4 * left)], finish="length")
        return text

    return script


@pytest.mark.parametrize("need", [300, 3000, 9000])
def test_models_that_think_get_more_room(endpoint, fakes, need):
    """An empty reply that ended at its limit is asked for again with more room, and later calls have it from the start."""
    endpoint.script = thinking(fakes, need)
    report = upheld.evaluate(ROWS, judge=endpoint.judge, llm={**OFF, "max_concurrency": 1})
    assert (report.mean, report.coverage) == (1.0, 1.0)
    assert endpoint.calls <= 24 + 8


def test_room_for_thoughts_can_be_set(endpoint, fakes):
    """A user who knows how much a model thinks pays for no reply that is empty."""
    endpoint.script = thinking(fakes, 20_000)
    options = {**OFF, "extra_tokens": 20_000}
    assert (
        upheld.check("Shop 1 is open.", ["Shop 1 is open."], judge=endpoint.judge, llm=options).score == 1.0
    )
    assert endpoint.calls == 2


def test_room_for_thoughts_in_a_file_of_settings(endpoint, tmp_path, monkeypatch):
    """The file of settings sets it, too."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "upheld.toml").write_text(f'judge = "{endpoint.judge}"\n[llm]\nextra_tokens = 5000\n')
    done = CliRunner().invoke(cli, ["check", "--answer", "Shop 1 is open.", "--context", "Shop 1 is open."])
    assert done.exit_code == 0, done.output
    assert min(map(limit_of, endpoint.seen)) > 5000


def test_endless_thoughts_end_with_the_reason(endpoint, fakes):
    """A model that never comes to its reply costs a few calls, with a bounded room, and the reason says what to do."""
    endpoint.script = lambda *_: fakes.Raw(content="", finish="length")
    result = upheld.check("Shop 1 is open.", ["Shop 1 is open."], judge=endpoint.judge, llm=OFF)
    assert result.status == "failed"
    assert "extra_tokens" in result.reason
    assert max(map(limit_of, endpoint.seen)) <= 20_000
    assert endpoint.calls <= 6


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (403, 'Your chosen model requires moderation and your input was flagged for "violence".'),
        (403, "You may not ask this."),
        (404, "No endpoints found that support this prompt"),
    ],
)
@pytest.mark.parametrize("bad", [0, 5])
def test_one_text_that_is_refused_is_one_row(endpoint, fakes, status, message, bad):
    """A 403 or 404 on one row, where the others work, costs that row alone, also where it comes first."""

    def script(seen, _):
        if f"Shop {bad} " in seen.user:
            return complaint(fakes, status, message)
        return fakes.Raw(content=fakes.honest(seen), delay=0.05)

    endpoint.script = script
    report = upheld.evaluate(ROWS, judge=endpoint.judge, llm=OFF)
    assert (report.scored, report.statuses["failed"]) == (11, 1)
    assert message in next(r.claims[0].verdict.reason for r in report.results if r.status == "failed")


def test_all_calls_refused_end_the_run(endpoint, fakes):
    """Where every call is refused, none waits for another for ever: the run ends with what is wrong."""
    endpoint.script = lambda *_: complaint(fakes, 403, "no")
    with pytest.raises(ConfigurationError, match="refuses the key"):
        upheld.evaluate(ROWS, judge=endpoint.judge, llm=OFF)


def test_standing_waits_for_calls_under_way():
    """Who doubts a key waits for the calls under way: one that works clears it, and where all doubt, none does."""

    async def one(standing, outcome):
        with standing:
            await asyncio.sleep(0.01 if outcome is None else 0.03)
            if outcome:
                standing.work()
                return None
            return await standing.others_work()

    async def all_of(outcomes):
        standing = Standing()
        return await asyncio.wait_for(asyncio.gather(*(one(standing, o) for o in outcomes)), 5)

    assert asyncio.run(all_of([None, True, None])) == [True, None, True]
    assert asyncio.run(all_of([None, None, None])) == [False, False, False]


def test_many_429s_cost_no_row(endpoint, fakes, monkeypatch):
    """A call that is put off is made again for as long as the endpoint answers others; these are no failures."""
    monkeypatch.setattr("upheld.llm.client._FIRST_WAIT", 0.01)
    put_off = dict.fromkeys(range(12), 12)

    def script(seen, _):
        number = int(seen.user.split("Shop ")[1].split()[0])
        if put_off[number]:
            put_off[number] -= 1
            return complaint(fakes, 429, "Please try again in 20ms.")
        return fakes.honest(seen)

    endpoint.script = script
    report = upheld.evaluate(ROWS, judge=endpoint.judge, llm=OFF)
    assert (report.mean, report.coverage) == (1.0, 1.0)


def test_patience_with_429s_ends(endpoint, fakes, monkeypatch):
    """Where nothing but 429 comes for a long time, the call has failed."""
    monkeypatch.setattr("upheld.llm.client._PATIENCE", 0.3)
    endpoint.script = lambda *_: complaint(fakes, 429, "Please try again in 50ms.")
    with pytest.raises(ConfigurationError, match="does not answer"):
        upheld.check("Shop 1 is open.", ["Shop 1 is open."], judge=endpoint.judge, llm=OFF)
    assert 2 <= endpoint.calls < 20


@pytest.mark.parametrize(
    ("message", "headers", "seconds"),
    [
        ("Rate limit reached: Limit 3, Used 3, Requested 1. Please try again in 20s.", {}, 20.0),
        ("Please try again in 1m30.5s. Visit the site.", {}, 90.5),
        ("Please try again in 350ms", {}, 0.35),
        ("Please retry in 32.25s.", {}, 32.25),
        ("Try again in 20 seconds", {}, 20.0),
        ("Please wait 2 minutes before you try it again", {}, 120.0),
        ("slow down", {"retry-after": "7"}, 7.0),
        ("Please try again in 20s", {"retry-after-ms": "1500"}, 1.5),
        ("slow down", {}, None),
        ("Limit 3 of 5 per minute", {}, None),
    ],
)
def test_the_time_to_wait(message, headers, seconds):
    """The time that an endpoint names is found in its headers, or in its words."""
    assert wait_asked(headers, message) == (seconds and pytest.approx(seconds))


def test_a_date_to_wait_for():
    """A date counts by the endpoint's own clock."""
    now = time.time() + 3600
    headers = {"date": formatdate(now, usegmt=True), "retry-after": formatdate(now + 30, usegmt=True)}
    assert wait_asked(headers, "slow down") == 30.0


def test_a_row_that_is_never_answered(endpoint, fakes):
    """A call that hangs is made twice, not eight times, and its row alone has failed."""

    def script(seen, _):
        return fakes.Raw(content=fakes.honest(seen), delay=30.0 if "Shop 5 " in seen.user else 0.0)

    endpoint.script = script
    started = time.monotonic()
    report = upheld.evaluate(ROWS, judge=endpoint.judge, llm={**OFF, "timeout": 0.5})
    assert (report.scored, report.statuses["failed"]) == (11, 1)
    assert "no answer within 0.5 s, 2 times" in next(
        r.claims[0].verdict.reason for r in report.results if r.status == "failed"
    )
    assert (
        sum("Shop 5 " in seen.user for seen in endpoint.seen) == 4
    )  # two for the claims, two for the verdicts
    assert time.monotonic() - started < 10


@pytest.fixture
def dripping(serving):
    """The address of an endpoint that sends a character now and then, and never ends."""

    async def serve(reader, writer):
        try:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(
                b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n"
            )
            while True:
                writer.write(b"1\r\n \r\n")
                await writer.drain()
                await asyncio.sleep(0.1)
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    with serving(serve) as port:
        yield f"http://127.0.0.1:{port}/v1"


def test_an_answer_that_drips_in_has_a_time_too(dripping):
    """The time of a call is the time of the whole call, however lively its connection is."""
    started = time.monotonic()
    options = {**OFF, "timeout": 0.5}
    result = upheld.check(
        "Shop 1 is open.", ["Shop 1 is open."], judge=f"llm:x@{dripping}", decomposer="rules", llm=options
    )
    assert "no answer within" in result.reason
    assert time.monotonic() - started < 10


@pytest.mark.parametrize("way", ["environment", "name"])
def test_two_addresses_are_two_models(endpoint, fakes, monkeypatch, tmp_path, way):
    """What one endpoint said is neither taken for another's of the same model, nor compared with it."""
    paths = [endpoint.url, endpoint.url.replace("127.0.0.1", "localhost")]
    verdicts = iter(["supported", "not_enough_info"])
    endpoint.script = lambda seen, _: {"c1": fakes.verdict(next(verdicts), "Shop 1 is open.")}
    monkeypatch.setenv("OPENAI_API_KEY", "x")
    results = []
    for path in paths:
        monkeypatch.setenv("OPENAI_BASE_URL", path if way == "environment" else "")
        judge = "llm:m" if way == "environment" else f"llm:m@{path}"
        options = {"cache_path": tmp_path / "c.sqlite"}
        results.append(
            upheld.check("Shop 1 is open.", ["Shop 1 is open."], judge=judge, decomposer="rules", llm=options)
        )
    assert [result.score for result in results] == [1.0, 0.0]
    assert results[0].signature != results[1].signature


def test_addresses_in_signatures(monkeypatch):
    """Scheme, host, port and path tell endpoints apart; user, password and query are nobody's business; OpenAI is not named."""
    for name in ("OPENAI_BASE_URL", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    names = {
        "m": "m",
        "m@https://api.openai.com/v1/": "m",
        "m@http://gw/openai/v1": "m@http://gw/openai/v1",
        "m@http://gw/mistral/v1": "m@http://gw/mistral/v1",
        "m@https://u:secret@gw:8443/v1?key=secret": "m@https://gw:8443/v1",
        "m@http://[::1]:8000/v1": "m@http://[::1]:8000/v1",
    }
    assert {given: LLM(given, LLMOptions()).name for given in names} == names
    with pytest.raises(ConfigurationError, match="llm:MODEL"):
        LLM("m@http://gw:abc/v1", LLMOptions())


def answering_as(fakes, model, tokens=None):
    def script(seen, _):
        message = {"message": {"content": json.dumps(fakes.honest(seen))}, "finish_reason": "stop"}
        usage = {"prompt_tokens": tokens or size_of(seen), "completion_tokens": 10}
        return fakes.Raw(body=json.dumps({"model": model, "choices": [message], "usage": usage}))

    return script


@pytest.mark.parametrize(
    ("model", "same"),
    [
        ("fake", True),
        ("fake-2024-07-18", True),
        ("vendor/fake", True),
        ("fake:latest", True),
        ("FAKE", True),
        ("fakes", False),
        ("other", False),
    ],
)
def test_another_model_than_asked_is_told(endpoint, fakes, model, same):
    """A reply of another model than the one that was asked is told; a date, a tag or a vendor makes no other model."""
    endpoint.script = answering_as(fakes, model)
    notes = upheld.evaluate(ROWS[:2], judge=endpoint.judge, llm=OFF).notes
    assert any("not the model that was asked" in note for note in notes) != same


def test_prompts_that_the_endpoint_cuts_are_told(endpoint, fakes):
    """An endpoint that counts far fewer tokens than were sent has likely not read them; a report says so."""
    rows = [
        {"answer": "Hall 1 is open.", "contexts": ["Hall 1 is open. " + "The hall is old and grey. " * 1000]}
    ]
    endpoint.script = answering_as(fakes, "fake", tokens=2048)
    assert any(
        "may have cut it" in note for note in upheld.evaluate(rows, judge=endpoint.judge, llm=OFF).notes
    )
    endpoint.script = answering_as(fakes, "fake")
    assert not any(
        "may have cut it" in note for note in upheld.evaluate(rows, judge=endpoint.judge, llm=OFF).notes
    )


def test_answers_split_by_rule_are_told(endpoint, fakes):
    """A model that gives no list of claims is no secret: the report counts the answers that rules split in its place."""
    endpoint.script = lambda seen, _: "I cannot." if seen.splits else fakes.honest(seen)
    report = upheld.evaluate(ROWS, judge=endpoint.judge, llm=OFF, jobs=2)
    assert report.mean == 1.0
    assert any("12 × an answer was split by rule alone" in note for note in report.notes)
