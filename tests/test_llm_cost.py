"""What calls cost: counted, foretold, bounded."""

from __future__ import annotations

import asyncio
import json

import pytest
from click.testing import CliRunner

import upheld
from upheld._errors import ConfigurationError
from upheld.cli import cli
from upheld.llm.cost import CostLimitError, Meter, price_of
from upheld.llm.options import Budget, LLMOptions, as_options
from upheld.llm.prompts import ask_for_verdicts
from upheld.llm.tokens import tokens_of
from upheld.llm.wire import Reply

PRICES = {"fake": {"input": 1000.0, "output": 10_000.0}}
ROWS = [
    {"id": str(n), "answer": f"Sky {n} is blue.", "contexts": [f"Sky {n} is blue. Grass is green."]}
    for n in range(30)
]


def prompt():
    return ask_for_verdicts("r" * 400, [(0, "c" * 400)], None, ["claim"])


def test_money_is_tokens_times_price():
    """A million tokens cost what the table says; without a price there is no sum."""
    meter = Meter(price_of("m", {"m": {"input": 2.0, "output": 8.0}}))
    meter.pay(prompt(), Reply("x", tokens=(500_000, 250_000)))
    assert meter.money == 1.0 + 2.0
    assert Meter().money is None
    assert "cost 3;" in meter.told()


def test_tokens_that_nobody_counted_are_estimated():
    """Where the endpoint counts no tokens, four characters stand for one, and the line says so."""
    meter = Meter()
    meter.pay(prompt(), Reply("y" * 80))
    assert meter.tokens_in == prompt().tokens > 200
    assert meter.tokens_out == 20
    assert "by estimate" in meter.told()


@pytest.mark.parametrize(
    "row",
    [
        {},
        {"input": 1.0},
        {"input": 1, "output": "2"},
        {"input": -1, "output": 1},
        {"input": 1, "output": 1, "x": 1},
    ],
)
def test_price_that_is_none(row):
    """A row of prices that is not two amounts is refused with the form."""
    with pytest.raises(ConfigurationError, match='"input" and "output"'):
        price_of("m", {"m": row})


MOST = 280  # tokens that the reply to `prompt` may have


def metered(limit, budget=None, price=PRICES["fake"]):
    return Meter(price_of("fake", {"fake": price}), limit, budget=budget or Budget())


def cost_of(tokens_out):
    return price_of("fake", PRICES).of(prompt().tokens, tokens_out)


def held(*meters):
    """Hold money for one call of each meter at once, and return how many got it before any was given back."""

    async def main():
        holding = [asyncio.create_task(meter.hold(prompt(), MOST, kept=True)) for meter in meters]
        done, waiting = await asyncio.wait(holding, timeout=0.05)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        return len([task.result() for task in done])

    return asyncio.run(main())


def test_the_first_call_holds_all_that_its_reply_may_have():
    """As long as nobody knows what a call takes, its whole reply must be affordable, not a likely one."""
    assert held(metered(1.01 * cost_of(MOST))) == 1
    with pytest.raises(CostLimitError, match="could cost"):
        held(metered(0.99 * cost_of(MOST)))


def test_the_first_call_goes_alone():
    """However much money there is, the second call waits until the first one has shown what calls take."""
    meter = metered(100 * cost_of(MOST))
    assert held(meter, meter, meter) == 1


def test_calls_under_way_count_against_the_limit():
    """Money is set aside before a call, so that calls under way together cannot pass the limit."""
    budget = Budget()
    one, two = (metered(2.5 * cost_of(MOST), budget) for _ in range(2))
    for meter in (one, two):
        meter.pay(prompt(), Reply("x", tokens=(prompt().tokens, MOST)))
    budget.spent = 0.0
    assert held(one, two, one) == 2


def test_what_calls_take_is_learnt():
    """Replies that are longer than expected, or shorter, change what is set aside for the next one."""
    for tokens_out, fits in ((20, 12), (MOST, 2), (4 * MOST, 0)):
        meter = metered(2.6 * cost_of(MOST))
        meter.pay(prompt(), Reply("x", tokens=(prompt().tokens, tokens_out)))
        meter.budget.spent = 0.0
        if fits:
            assert min(held(*[meter] * 12), 3) == min(fits, 3)
        else:
            with pytest.raises(CostLimitError):
                held(meter)


def test_hidden_thoughts_do_not_break_the_limit(endpoint, fakes):
    """Where each reply costs ten times what its text says, a run with many calls at once ends near its limit all the same."""
    endpoint.delay = 0.02

    def script(seen, _):
        text = json.dumps(fakes.honest(seen))
        message = {"message": {"content": text}, "finish_reason": "stop"}
        usage = {"prompt_tokens": len(seen.user) // 4, "completion_tokens": 2000}
        return fakes.Raw(body=json.dumps({"choices": [message], "usage": usage}))

    endpoint.script = script
    options = {"prices": PRICES, "max_cost": 200.0, "cache": False}
    with pytest.raises(CostLimitError) as stopped:
        upheld.evaluate(ROWS, judge=endpoint.judge, decomposer="rules", llm=options)
    spent = sum(len(seen.user) / 4 * 1000 + 2000 * 10_000 for seen in endpoint.seen) / 1e6
    assert spent <= 200.0
    assert stopped.value.report.n > 0
    assert "kept in the cache" not in str(stopped.value)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("abcd" * 10, 10),
        ("门票价格为八欧元", 8),
        ("стоимость билета", 8),
        ("チケットは八ユーロ", 9),
        ("", 0),
        ("\ud800", 1),
    ],
)
def test_tokens_go_by_the_script(text, tokens):
    """A Chinese character is about a token, a Latin letter a quarter of one."""
    assert abs(tokens_of(text) - tokens) <= 1


def test_run_stops_at_its_limit_and_keeps_what_is_done(endpoint):
    """A run ends at the limit of cost with the report of what was done, and a higher limit goes on from there."""
    options = {"prices": PRICES, "max_cost": 6.0, "max_concurrency": 2}
    with pytest.raises(CostLimitError) as stopped:
        upheld.evaluate(ROWS, judge=endpoint.judge, decomposer="rules", llm=options)
    done = stopped.value.report
    assert 0 < done.n < 30
    assert done.mean == 1.0
    spent = sum(len(seen.system) + len(seen.user) for seen in endpoint.seen) / 4 * 1000 / 1e6
    assert spent < 6.0
    paid = endpoint.calls
    report = upheld.evaluate(
        ROWS, judge=endpoint.judge, decomposer="rules", llm={**options, "max_cost": 100.0}
    )
    assert report.n == 30
    assert endpoint.calls == 30
    assert paid < 30


def test_limit_without_a_price(endpoint):
    """A limit of cost without a price for the model is refused before anything is sent."""
    with pytest.raises(ConfigurationError, match=r'llm\.prices\."fake"'):
        upheld.evaluate(ROWS, judge=endpoint.judge, llm={"max_cost": 1.0})
    assert endpoint.calls == 0


def test_limit_over_several_processes(endpoint):
    """A limit of cost cannot be shared by processes, so it is refused with the way out."""
    with pytest.raises(ConfigurationError, match="max_concurrency"):
        upheld.evaluate(ROWS, judge=endpoint.judge, jobs=2, llm={"max_cost": 1.0, "prices": PRICES})


@pytest.fixture
def files(endpoint, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rows.jsonl").write_text("\n".join(map(json.dumps, ROWS)))
    (tmp_path / "upheld.toml").write_text(
        f'judge = "{endpoint.judge}"\n[llm.prices.fake]\ninput = 1000.0\noutput = 10000.0\n'
    )
    return tmp_path


def told(text):
    """Return the calls of a line."""
    words = text.replace(":", " ").split()
    return int(words[words.index("calls,") - 1])


def test_dry_run_sends_nothing_and_foretells(files, endpoint):
    """A dry run prints calls, tokens and money without a call; the run makes as many, and about as many tokens."""
    done = CliRunner().invoke(cli, ["eval", "rows.jsonl", "--dry-run"])
    assert done.exit_code == 0, done.output
    assert endpoint.calls == 0
    assert done.output.count("dry run") == done.output.count("by estimate") == 1
    assert "dry run" in done.stdout
    assert "cost" in done.stdout
    assert told(done.stdout) == 60
    CliRunner().invoke(cli, ["eval", "rows.jsonl"])
    assert endpoint.calls == 60
    sent = sum(len(m["content"]) for seen in endpoint.seen for m in seen.body["messages"]) / 4
    foretold = int(done.stdout.split(" tokens in")[0].split()[-1])
    assert 0.8 * sent < foretold < 1.5 * sent


def test_dry_run_knows_the_cache(files, endpoint):
    """After a complete run, a dry run foretells no call."""
    CliRunner().invoke(cli, ["eval", "rows.jsonl"])
    done = CliRunner().invoke(cli, ["eval", "rows.jsonl", "--dry-run"])
    assert told(done.stdout) == 0


def test_a_run_without_a_key_tells_no_totals(files, monkeypatch):
    """Where no call could be made, there is the reason and no line of zeros."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    done = CliRunner().invoke(cli, ["eval", "rows.jsonl", "--judge", "llm:gpt-x"])
    assert done.exit_code == 2
    assert "OPENAI_API_KEY" in done.stderr
    assert "0 calls" not in done.output


def test_dry_run_without_a_model(files):
    """A dry run with a judge that calls no model says that there is nothing to send."""
    done = CliRunner().invoke(cli, ["eval", "rows.jsonl", "--dry-run", "--judge", "lexical"])
    assert done.stdout == "dry run: 30 samples, no call to a model\n"


def test_limit_on_the_command_line(files, endpoint):
    """At the limit of cost the command ends with 2, says so, and prints the report of what was done."""
    done = CliRunner().invoke(
        cli,
        ["eval", "rows.jsonl", "--max-cost", "6", "--decomposer", "rules", "--max-concurrency", "2", "-v"],
    )
    assert done.exit_code == 2
    assert "limit of cost" in done.stderr
    assert "Sky 0 is blue" in done.stdout
    assert "stopped    before the end" in done.stdout


def test_totals_stand_in_the_report(files, endpoint):
    """A written report holds calls, tokens and cost of the run."""
    CliRunner().invoke(cli, ["eval", "rows.jsonl", "-o", "out.json", "--no-cache"])
    notes = json.loads((files / "out.json").read_text())["summary"]["notes"]
    assert any(
        note.startswith("fake@http://127.0.0.1") and "60 calls" in note and "cost" in note for note in notes
    )


def test_check_on_the_command_line(files, endpoint):
    """`upheld check` takes the options of a model too."""
    given = ["check", "--answer", "Sky 1 is blue.", "--context", "Sky 1 is blue."]
    dry = CliRunner().invoke(cli, [*given, "--dry-run"])
    assert (dry.exit_code, endpoint.calls) == (0, 0)
    assert "2 calls" in dry.stderr
    done = CliRunner().invoke(
        cli, [*given, "--decomposer", "one_call", "--proof", "required", "--output-format", "json"]
    )
    assert json.loads(done.stdout)["score"] == 1.0
    assert endpoint.calls == 1


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"max_concurrency": 0}, "max_concurrency"),
        ({"max_concurrency": True}, "max_concurrency"),
        ({"timeout": float("nan")}, "timeout"),
        ({"temperature": 3}, "temperature"),
        ({"max_cost": 0}, "max_cost"),
        ({"proof": "maybe"}, "asked, required"),
        ({"granularity": "word"}, "atomic, clause, sentence"),
        ({"temperature": "warm"}, "a number from 0 to 2: 'warm'"),
        ({"extra_tokens": -1}, "a whole number, 0 or more: -1"),
        ({"structured": "xml"}, "auto, schema, tool, json: 'xml'"),
        ({"prices": {"m": 3}}, 'each with "input" and "output"'),
        ({"prices": [1]}, "a mapping of models"),
        ({"cache": "no"}, "true or false: 'no'"),
        ({"dry_run": 1}, "true or false: 1"),
        ({"cache_path": 5}, "the path of a file: 5"),
        ({"examples": ""}, "the path of a file"),
        ({"max_concurency": 3}, "did you mean 'max_concurrency'"),
        ("fast", "LLMOptions or a mapping"),
        ([("timeout", 3)], "LLMOptions or a mapping"),
        ({"speed": 1}, "unknown llm option 'speed'"),
        ({"prompt": "/no/such/file"}, "cannot read the prompt"),
        ({"budget": 1}, "unknown llm option 'budget'"),
    ],
    ids=str,
)
def test_options_that_are_wrong(options, says):
    """A wrong option is refused by name, with what is allowed."""
    with pytest.raises(ConfigurationError, match=says):
        upheld.check("a", ["a"], judge="llm:m@http://127.0.0.1:9/v1", llm=options)


@pytest.mark.parametrize("name", [5, "", ["gpt"]], ids=str)
def test_answer_model_that_is_no_name(name):
    """Who wrote the answers is named by a text."""
    with pytest.raises(ConfigurationError, match='"answer_model" must be the name of the model'):
        upheld.evaluate([], answer_model=name)


def test_totals_of_several_processes(endpoint):
    """Calls, tokens and hits of the cache that other processes count stand in the report of the run."""
    for found in ("0 of 60", "60 of 60"):
        report = upheld.evaluate(ROWS, judge=endpoint.judge, jobs=2)
        (note,) = report.notes
        assert f"{found} questions answered from the cache" in note
        assert told(note) == (60 if found.startswith("0 ") else 0)
    assert endpoint.calls == 60


def test_votes_of_several_processes(endpoint):
    """Votes and their agreement are counted over all processes, and so is what they cost."""
    report = upheld.evaluate(ROWS, judge=f"vote:2*{endpoint.judge}", jobs=2)
    assert any("2 votes a claim on 30 claims, split on 0" in note for note in report.notes)
    assert any(told(note) == 60 for note in report.notes if "tokens in" in note)


def test_cascade_of_several_processes(endpoint):
    """What a cascade saved is counted over all processes."""
    report = upheld.evaluate(ROWS, judge=f"cascade:0-1:scripted>{endpoint.judge}", jobs=2)
    assert any("30 of 30 claims went to llm:" in note for note in report.notes)


def test_slowing_down_is_told_once(endpoint, fakes):
    """How often a run was slowed down is told of that run alone, not of those before it."""
    endpoint.script = lambda seen, number: (
        fakes.Raw(status=429, headers={"retry-after": "0"}) if number == 0 else fakes.honest(seen)
    )
    notes = [upheld.evaluate(ROWS, judge=endpoint.judge, llm={"cache": False}).notes for _ in range(2)]
    assert ["slowed down 1 times" in note for (note,) in notes] == [True, False]


def test_options_pass_as_they_are():
    """Ready options are taken as they are; none are the defaults."""
    options = LLMOptions(max_concurrency=3)
    assert as_options(options) is options
    assert as_options(None) == LLMOptions()
