"""Samples to results: order, windows, memory, and a judge or a source that does not keep its promises."""

import asyncio
import gc
import itertools
import json
import logging
import random
import threading
import tracemalloc
import weakref
from fractions import Fraction

import pytest

from upheld import (
    Chunk,
    Claim,
    ConfigurationError,
    Evidence,
    JudgeError,
    Judgement,
    OutputError,
    Sample,
    Verdict,
)
from upheld import pipeline as pipeline_module
from upheld.decompose.rules import RuleDecomposer
from upheld.judges.lexical import LexicalJudge
from upheld.metrics.faithfulness import Scoring
from upheld.pipeline import Pipeline
from upheld.testing import ScriptedJudge

YES = Verdict("supported", 0.9)


class FromFunction:
    """A judge made of a function of the tasks."""

    signature = "function"

    def __init__(self, function):
        self.function = function
        self.asked = []

    def judge(self, tasks):
        """Call the function, noting what it reads."""
        return self.function(self._noted(tasks))

    def _noted(self, tasks):
        for task in tasks:
            self.asked.append(task)
            yield task


class FromAsync(FromFunction):
    """A judge made of an async generator function; its synchronous side must not be called."""

    def judge(self, tasks):
        """Fail: the asynchronous side is there."""
        raise AssertionError

    async def ajudge(self, tasks):
        """Yield what the function yields, noting what was asked."""
        self.asked.extend(tasks)
        async for judgement in self.function(list(tasks)):
            yield judgement


class Fixed:
    """A decomposer that returns what it is given, or raises it."""

    signature = "fixed"

    def __init__(self, made):
        self.made = made

    def decompose(self, sample):
        """Return or raise what was given."""
        if isinstance(self.made, Exception):
            raise self.made
        return self.made


def sample(n, **fields):
    text = f"Shop {n} opens at nine."
    return Sample(**{"answer": text, "contexts": (Chunk(text),), "id": str(n), **fields})


def samples(count):
    return (sample(n) for n in range(count))


def all_yes(task):
    return Judgement(task.id, (YES,) * len(task.claims))


def pipe(judge, decomposer=None, **scoring):
    judge = FromFunction(judge) if not hasattr(judge, "signature") else judge
    return Pipeline(judge, decomposer or RuleDecomposer(), Scoring(**scoring))


def run(judge, source=10, **options):
    return list(pipe(judge, **options).run(samples(source) if isinstance(source, int) else source))


def ids(results):
    return [result.id for result in results]


def statuses(results):
    return [result.status for result in results]


# --- order, windows, memory --------------------------------------------------------------------------------------


def reversed_order(tasks):
    for task in reversed(list(tasks)):
        yield all_yes(task)


def shuffled(tasks):
    held = list(tasks)
    random.Random(3).shuffle(held)  # noqa: S311 - any order will do
    yield from map(all_yes, held)


def in_pairs(tasks):
    for first in tasks:
        second = next(tasks, None)
        if second is not None:
            yield all_yes(second)
        yield all_yes(first)


@pytest.mark.parametrize("judge", [reversed_order, shuffled, in_pairs, lambda tasks: map(all_yes, tasks)])
def test_results_come_in_the_order_of_the_samples(judge):
    """Whatever the judge reads ahead, and in whatever order it answers, results keep the order of the input."""
    results = run(judge, 1300)
    assert ids(results) == [str(n) for n in range(1300)]
    assert all(result.score == 1.0 for result in results)
    assert all(claim.text.startswith(f"Shop {result.id} ") for result in results for claim in result.claims)


def test_samples_without_a_task_keep_their_place():
    """Empty, failed and abstaining samples, which the judge never sees, stand where they stood."""
    source = [
        sample(0, answer=""),
        sample(1),
        sample(2, problem="line 3: broken"),
        sample(3, contexts=()),
        sample(4),
        sample(5, answer="I don't know."),
    ]
    judge = FromFunction(reversed_order)
    results = run(judge, source)
    assert ids(results) == ["0", "1", "2", "3", "4", "5"]
    assert statuses(results) == ["empty_answer", "scored", "failed", "no_context", "scored", "abstained"]
    assert len(judge.asked) == 2


def test_a_result_comes_out_as_soon_as_it_is_judged():
    """With a judge that streams, the first result is there before the judge has read the second task."""
    judge = FromFunction(lambda tasks: map(all_yes, tasks))
    results = pipe(judge).run(samples(100))
    for n in range(5):
        assert next(results).id == str(n)
        assert len(judge.asked) == n + 1


def test_the_source_is_read_one_window_ahead():
    """Not more than 512 samples are read before results come out."""
    read = []

    def source():
        for one in samples(5000):
            read.append(one)
            yield one

    results = pipe(ScriptedJudge()).run(source())
    next(results)
    assert len(read) == 512


def test_huge_contexts_make_small_windows():
    """Samples with contexts of a million characters are held a few at a time."""
    read = []

    def source():
        for one in samples(50):
            read.append(one)
            yield sample(one.id, contexts=(Chunk("word " * 200_000),))

    next(pipe(ScriptedJudge()).run(source()))
    assert len(read) == 4


def test_task_ids_are_unique_within_a_run():
    """A judge may keep things by task id for the whole run: no id comes twice, over windows and second questions."""
    judge = FromFunction(lambda tasks: (Judgement(task.id, ()) for task in tasks))
    run(judge, 1200)
    asked = [task.id for task in judge.asked]
    assert len(asked) == len(set(asked)) == 2400


def peak(count):
    """Return the peak of traced memory of a run whose results are not kept, in bytes."""
    gc.collect()
    tracemalloc.start()
    try:
        judge = pipe(ScriptedJudge(), decomposer=Fixed((Claim("It opens at nine"),)))
        seen = sum(1 for _ in judge.run(samples(count)))
        assert seen == count
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_memory_does_not_grow_with_the_number_of_samples():
    """Ten times the samples, streamed through and not kept, need no more memory."""
    # What is loaded and cached once: the checks fold words, and the folded forms of up to 65,536 are remembered.
    assert (
        sum(
            1
            for _ in pipe(ScriptedJudge(), decomposer=Fixed((Claim("It opens at nine"),))).run(
                samples(10_000)
            )
        )
        == 10_000
    )
    few, many = peak(1_000), peak(10_000)
    # The judge remembers up to 10,000 claims for its user; 2 MB hold them, and 9,000 kept results would need 15.
    assert many < few + 2_000_000


def test_the_index_of_a_sample_goes_with_it():
    """The sentences of a judged sample are let go before the window ends: they are the largest thing in it."""
    alive = []

    class Indexing:
        signature = "indexing"

        def judge(self, tasks):
            for task in tasks:
                alive.append(weakref.ref(task.index))
                if not task.claims[0].startswith("Shop 0 "):  # which keeps all results waiting behind it
                    yield all_yes(task)

    results = pipe(Indexing()).run(samples(200))
    assert next(results).status == "failed"  # the other 199 are worked out and wait in the generator
    assert len(alive) == 201
    assert sum(ref() is not None for ref in alive) < 10


# --- judges that break their promise -----------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 3, 9])
def test_a_judge_that_stops_early_loses_no_row(count):
    """A generator that ends before its tasks do is called again with those it has not read."""
    results = run(lambda tasks: map(all_yes, itertools.islice(tasks, count)), 600)
    assert ids(results) == [str(n) for n in range(600)]
    assert set(statuses(results)) == {"scored"}


@pytest.mark.parametrize("count", [1, 3, 9])
def test_a_task_that_is_read_and_dropped_is_an_error(count):
    """A generator that drops the last task it reads has it asked once more; dropped again, it is a failed row."""

    def judge(tasks):
        for n, task in enumerate(tasks):
            if n == count:
                return
            yield all_yes(task)

    results = run(judge, 500)
    assert ids(results) == [str(n) for n in range(500)]
    # Of the first round one in count + 1 is dropped, of the second one in count + 1 of these.
    assert statuses(results).count("failed") == pytest.approx(500 / (count + 1) ** 2, abs=2)
    assert {result.score for result in results if result.status == "scored"} == {1.0}


@pytest.mark.parametrize(
    "judge",
    [
        lambda tasks: iter(()),
        lambda tasks: None,
        lambda tasks: [],
        lambda tasks: (None for _ in tasks),
        lambda tasks: (task.id for task in tasks),
        lambda tasks: ({"task_id": task.id, "verdicts": [YES]} for task in tasks),
        lambda tasks: (Judgement("?" + task.id, (YES,)) for task in tasks),
        lambda tasks: (Judgement([task.id], (YES,)) for task in tasks),
        lambda tasks: (Judgement(task.id, None) for task in tasks),
        lambda tasks: (Judgement(task.id, ()) for task in tasks),
        lambda tasks: (Judgement(task.id, (None,)) for task in tasks),
        lambda tasks: (Judgement(task.id, ("supported",)) for task in tasks),
        lambda tasks: (Judgement(task.id, YES) for task in tasks),
        lambda tasks: (Judgement(task.id, (YES, YES)) for task in tasks),
        lambda tasks: (Judgement(task.id, iter((YES,))) for task in tasks),
        lambda tasks: list(tasks)[99],
    ],
)
def test_a_judge_that_returns_rubbish_fails_every_row_and_loses_none(judge):
    """No verdict that can be used: each row is there, failed, without a score, and says so in words."""
    results = run(judge, 7)
    assert ids(results) == [str(n) for n in range(7)]
    for result in results:
        assert (result.status, result.score, result.coverage) == ("failed", None, 0.0)
        assert [claim.verdict.label for claim in result.claims] == ["error"]
        assert "judge" in result.reason or "Error" in result.reason


def raises_at(*numbers, error=RuntimeError):
    def judge(tasks):
        for task in tasks:
            if any(claim.startswith(f"Shop {n} ") for n in numbers for claim in task.claims):
                msg = "broken pipe to the model"
                raise error(msg)
            yield all_yes(task)

    return judge


@pytest.mark.parametrize("numbers", [(0,), (4,), (9,), (0, 1, 2), (3, 9)])
@pytest.mark.parametrize(
    "error", [RuntimeError, ValueError, KeyError, RecursionError, MemoryError, JudgeError]
)
def test_a_judge_that_raises_fails_that_row_alone(numbers, error):
    """An exception on one row leaves all others scored, wherever it comes."""
    results = run(raises_at(*numbers, error=error))
    assert ids(results) == [str(n) for n in range(10)]
    assert statuses(results) == ["failed" if n in numbers else "scored" for n in range(10)]
    for n in numbers:
        assert "broken pipe to the model" in results[n].claims[0].verdict.reason


def test_a_stray_stop_iteration_ends_no_run():
    """A bare `next` that runs dry inside a judge is a failure of its row, not a silent end of all rows."""

    def judge(tasks):
        for task in tasks:
            yield Judgement(task.id, (YES,) if "Shop 3 " not in task.claims[0] else (next(iter(())),))

    assert statuses(run(judge)) == ["failed" if n == 3 else "scored" for n in range(10)]


def test_a_judge_that_always_raises_fails_every_row():
    """All rows are there, each with the reason."""
    results = run(raises_at(*range(10)))
    assert statuses(results) == ["failed"] * 10
    assert all("RuntimeError: broken pipe to the model" in result.reason for result in results)


def test_a_judge_that_raises_once_is_forgiven():
    """A failure that does not come again costs no row: each task is asked alone afterwards."""
    calls = []

    def judge(tasks):
        calls.append(1)
        for task in tasks:
            if len(calls) == 1 and "Shop 5 " in task.claims[0]:
                raise TimeoutError
            yield all_yes(task)

    assert statuses(run(judge)) == ["scored"] * 10


def test_a_judge_that_read_everything_and_raises_loses_no_row():
    """A batch that fails as a whole is asked row by row."""

    def judge(tasks):
        held = list(tasks)
        if len(held) > 1:
            msg = "batch too large"
            raise ValueError(msg)
        return map(all_yes, held)

    assert statuses(run(judge, 700)) == ["scored"] * 700


def test_a_judge_cannot_close_its_tasks():
    """A judge that closes what it reads from, as `contextlib.closing` does, takes no row with it."""

    def judge(tasks):
        for task in tasks:
            yield all_yes(task)
            tasks.close()

    assert statuses(run(judge)) == ["scored"] * 10


def test_judgements_that_come_twice_or_unasked_are_not_taken(caplog):
    """The first judgement of a task counts; another one, and one that nobody asked for, is said once and left out."""

    def judge(tasks):
        for task in tasks:
            yield Judgement("999", (Verdict("contradicted"),))
            yield all_yes(task)
            yield Judgement(task.id, (Verdict("contradicted"),))

    with caplog.at_level(logging.WARNING, "upheld"):
        results = run(judge)
    assert [result.score for result in results] == [1.0] * 10
    assert ["20 judgements that nobody asked for" in record.getMessage() for record in caplog.records] == [
        True
    ]


@pytest.mark.parametrize("error", [ConfigurationError, OutputError])
def test_an_error_of_the_whole_run_is_raised(error):
    """What no other row can do better, such as a wrong setting, ends the run, after the results before it."""
    results = pipe(raises_at(4, error=error)).run(samples(10))
    assert ids(next(results) for _ in range(4)) == ["0", "1", "2", "3"]
    with pytest.raises(error, match="broken pipe"):
        next(results)


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_an_interrupt_is_not_swallowed(error):
    """Ctrl-C in a judge is Ctrl-C, and what was done before it is there."""
    results = pipe(raises_at(4, error=error)).run(samples(10))
    assert ids(next(results) for _ in range(4)) == ["0", "1", "2", "3"]
    with pytest.raises(error):
        next(results)


def test_an_error_text_comes_as_one_harmless_line():
    """What a judge raises may quote the context: no control character and no page of text gets into reason or log."""

    def judge(tasks):
        for _ in tasks:
            msg = "\x1b[31mred\r\n" + "x" * 10_000
            raise ValueError(msg)
        yield

    (result,) = run(judge, 1)
    reason = result.claims[0].verdict.reason
    assert reason.isprintable()
    assert reason.startswith("ValueError: [31mred xxx")
    assert len(reason) < 400


# --- missing and malformed verdicts ------------------------------------------------------------------------------

FIVE = "It is open. It is free. It is warm. It is near. It is old."


def five(judge, **fields):
    (result,) = run(judge, [sample(0, answer=FIVE, contexts=(Chunk(FIVE),), **fields)])
    return result


def test_only_what_is_missing_is_asked_again_and_once():
    """The second task holds the claims without verdict, with the same chunks and question; then they are errors."""
    judge = FromFunction(lambda tasks: (Judgement(task.id, (YES, None, YES)) for task in tasks))
    result = five(judge, question="What is it like?")
    assert [task.claims for task in judge.asked] == [
        ("It is open", "It is free", "It is warm", "It is near", "It is old"),
        ("It is free", "It is near", "It is old"),
    ]
    assert judge.asked[0].chunks == judge.asked[1].chunks
    assert judge.asked[0].question == judge.asked[1].question == "What is it like?"
    # Of the second answer, the first and the third verdict count: "It is near" is still missing.
    assert [c.verdict.label for c in result.claims] == ["supported"] * 3 + ["error", "supported"]
    assert (result.score, result.score_high, result.coverage) == (0.8, 1.0, 0.8)


def test_verdicts_of_the_second_task_go_to_their_claims():
    """What comes late stands at the claim that it was asked for."""
    labels = {"It is free": "contradicted", "It is old": "not_enough_info"}

    def judge(tasks):
        for task in tasks:
            late = task.id.endswith("again")
            given = (
                Verdict(labels[c]) if c in labels and late else None if c in labels else YES
                for c in task.claims
            )
            yield Judgement(task.id, tuple(given))

    assert [c.verdict.label for c in five(judge).claims] == [
        "supported",
        "contradicted",
        "supported",
        "supported",
        "not_enough_info",
    ]


@pytest.mark.parametrize(
    "fields",
    [
        {"flags": None},
        {"flags": "conflict"},
        {"flags": (1,)},
        {"reason": None},
        {"reason": b"bytes"},
        {"evidence": None},
        {"evidence": ("It is free",)},
        {"evidence": ({"chunk": 0, "start": 0, "end": 2, "text": "It"},)},
        {"evidence": (Evidence("0", 0, 2, "It"),)},
        {"evidence": (Evidence(0, None, None, "It"),)},
        {"evidence": (Evidence(0, 0, 2, None),)},
        {"findings": None},
        {"findings": ("15 g against 15 mg",)},
        {"nearest": "It is free"},
        {"nearest": Evidence(0, 0, 2, 5)},
    ],
)
def test_a_malformed_verdict_is_a_missing_one(fields):
    """A verdict with the wrong things in it costs its own claim only, is asked for again, and is named."""

    def judge(tasks):
        for task in tasks:
            yield Judgement(
                task.id,
                tuple(Verdict("supported", **fields) if c == "It is free" else YES for c in task.claims),
            )

    wrapped = FromFunction(judge)
    result = five(wrapped)
    assert [c.verdict.label for c in result.claims] == [
        "supported",
        "error",
        "supported",
        "supported",
        "supported",
    ]
    assert "malformed" in result.claims[1].verdict.reason
    assert [len(task.claims) for task in wrapped.asked] == [5, 1]
    json.dumps(result.to_dict())


def test_numbers_of_other_kinds_become_pythons_own():
    """Probabilities and positions of other number types come out as what JSON can write."""

    class Seven:
        def __index__(self):
            return 7

    quote = Evidence(False, Seven(), 11, "free")
    verdict = Verdict("supported", Fraction(3, 4), Fraction(1, 8), evidence=(quote,))
    chunk = Chunk("It was free of charge.")
    (result,) = run(
        ScriptedJudge(lambda c, t: verdict), [sample(0, answer="It was free.", contexts=(chunk,))]
    )
    found = result.claims[0].verdict
    assert [type(x) for x in (found.probability, found.p_contradicted)] == [float, float]
    assert found.evidence == (Evidence(0, 7, 11, "free"),)
    json.dumps(result.to_dict())


# --- proof -------------------------------------------------------------------------------------------------------

CHUNKS = (Chunk("The pool is warm. The pool is warm."), Chunk("The bar is open."))


def proof(verdict):
    (result,) = run(
        ScriptedJudge(lambda c, t: verdict), [sample(0, answer="The pool is warm.", contexts=CHUNKS)]
    )
    return result.claims[0].verdict


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        (Evidence(0, 0, 16, "The pool is warm"), Evidence(0, 0, 16, "The pool is warm")),
        (Evidence(0, 18, 34, "The pool is warm"), Evidence(0, 18, 34, "The pool is warm")),
        (Evidence(0, 3, 19, "The pool is warm"), Evidence(0, 0, 16, "The pool is warm")),
        (Evidence(0, -17, -1, "The pool is warm"), Evidence(0, 0, 16, "The pool is warm")),
        (
            Evidence(0, 0, -1, "The pool is warm. The pool is warm"),
            Evidence(0, 0, 34, "The pool is warm. The pool is warm"),
        ),
        (Evidence(0, 18, 999, "The pool is warm."), Evidence(0, 0, 17, "The pool is warm.")),
        (Evidence(1, 0, 0, "bar"), Evidence(1, 4, 7, "bar")),
        (Evidence(1, 0, 16, "The pool is warm"), None),
        (Evidence(0, 0, 16, "The pool is cold"), None),
        (Evidence(2, 0, 3, "The"), None),
        (Evidence(-1, 0, 3, "The"), None),
        (Evidence(0, 0, 0, ""), None),
        (Evidence(0, 3, 4, " "), None),
    ],
)
def test_a_quote_is_looked_up_in_its_chunk(quote, found):
    """A quote with wrong positions is found again; one that its chunk does not hold is no proof, and is said to be none."""
    verdict = proof(Verdict("supported", evidence=(quote,)))
    assert verdict.label == "supported"
    assert verdict.evidence == ((found,) if found else ())
    assert ("unproven" in verdict.flags) == (found is None)


def test_the_good_quotes_of_a_verdict_stay():
    """An invented quote beside a real one is taken out; a quote that comes twice stays once."""
    real, invented = Evidence(1, 4, 7, "bar"), Evidence(1, 0, 4, "pier")
    verdict = proof(Verdict("contradicted", evidence=(invented, real, real)))
    assert verdict.evidence == (real,)
    assert "unproven" not in verdict.flags


@pytest.mark.parametrize("label", ["supported", "contradicted"])
def test_a_decided_verdict_without_quote_is_unproven(label):
    """A judge that decides must show where; one that does not is believed, and flagged once."""
    assert proof(Verdict(label, flags=("unproven",))).flags == ("unproven",)


def test_what_is_not_decided_has_no_evidence_but_a_nearest_passage():
    """A quote that comes with `not_enough_info` or `error` proves nothing: it is the closest passage, if it exists."""
    bar = Evidence(1, 0, 16, "The bar is open.")
    for label in ("not_enough_info", "error"):
        verdict = proof(Verdict(label, evidence=(Evidence(0, 0, 4, "pier"), bar)))
        assert (verdict.evidence, verdict.nearest, verdict.flags) == ((), bar, ())
    # Without any quote the closest passage is looked for; an invented one is replaced.
    pool = Evidence(0, 0, 17, "The pool is warm.")
    assert proof(Verdict("not_enough_info")).nearest == pool
    assert proof(Verdict("not_enough_info", nearest=Evidence(0, 0, 4, "pier"))).nearest == pool
    assert proof(Verdict("not_enough_info", nearest=Evidence(1, 9, 9, "bar"))).nearest == Evidence(
        1, 4, 7, "bar"
    )
    assert proof(Verdict("error", nearest=Evidence(0, 0, 4, "pier"))).nearest is None


def test_flags_of_the_claim_reach_its_verdict():
    """A hedged claim has a hedged verdict, whatever the judge says, errors too."""
    hedged = sample(0, answer="The pool could be warm.", contexts=CHUNKS)
    for judge in (ScriptedJudge(), ScriptedJudge(default=None), ScriptedJudge(default=ValueError("x"))):
        (claim,) = run(judge, [hedged])[0].claims
        assert "hedged" in claim.flags
        assert "hedged" in claim.verdict.flags


# --- decomposers -------------------------------------------------------------------------------------------------


def test_a_decomposer_that_raises_fails_its_row_alone():
    """The row says that no claims could be made, and why."""

    class Sometimes(RuleDecomposer):
        def decompose(self, sample):
            if sample.id == "2":
                msg = "the model said nothing"
                raise ValueError(msg)
            return super().decompose(sample)

    results = run(ScriptedJudge(), 4, decomposer=Sometimes())
    assert statuses(results) == ["scored", "scored", "failed", "scored"]
    assert results[2].reason == "no claims could be made: ValueError: the model said nothing"


@pytest.mark.parametrize("made", [None, 5, ("text",), (None,), [object()], TypeError("x")])
def test_a_decomposer_that_returns_rubbish_fails_its_row(made):
    """Whatever is no claim does not end the run, even for the first row of a window."""
    results = run(ScriptedJudge(), 3, decomposer=Fixed(made))
    assert statuses(results) == ["failed"] * 3
    assert all(result.reason.startswith("no claims could be made") for result in results)


def test_a_claim_that_comes_with_its_verdict_is_not_judged_again():
    """One-call decomposers judge too: only the other claims are asked for, and given quotes are looked up."""
    given = Claim("The pool is warm", verdict=Verdict("supported", evidence=(Evidence(0, 5, 9, "pool"),)))
    lying = Claim("The bar is shut", verdict=Verdict("supported", evidence=(Evidence(1, 0, 4, "shut"),)))
    judge = ScriptedJudge({"The sea is near": "not_enough_info"})
    decomposer = Fixed((given, Claim("The sea is near"), lying, Claim("Enjoy", kind="courtesy")))
    (result,) = run(judge, [sample(0, contexts=CHUNKS)], decomposer=decomposer)
    assert judge.asked == ["The sea is near"]
    verdicts = [c.verdict for c in result.claims]
    assert verdicts[0].evidence == (Evidence(0, 4, 8, "pool"),)
    assert (verdicts[1].label, verdicts[3]) == ("not_enough_info", None)
    assert (verdicts[2].evidence, verdicts[2].flags) == ((), ("unproven",))
    assert result.score == pytest.approx(2 / 3)


def test_without_context_no_verdict_of_a_decomposer_counts():
    """Nothing can be supported by nothing: the verdicts agree with the score."""
    decomposer = Fixed((Claim("The pool is warm", verdict=YES), Claim("The bar is shut")))
    judge = ScriptedJudge()
    (result,) = run(judge, [sample(0, contexts=(Chunk(" "),))], decomposer=decomposer)
    assert (result.status, result.score, judge.calls) == ("no_context", 0.0, 0)
    assert [c.verdict.label for c in result.claims] == ["not_enough_info"] * 2


# --- samples and sources -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"answer": None}, "answer"),
        ({"answer": 5}, "answer"),
        ({"contexts": None}, "contexts"),
        ({"contexts": "a text"}, "contexts"),
        ({"contexts": ("a text",)}, "contexts"),
        ({"contexts": (Chunk(None),)}, "contexts"),
        ({"contexts": {"text": "a"}}, "contexts"),
        ({"question": 5}, "question"),
        ({"claims": "a text"}, "claims"),
        ({"claims": (None,)}, "claims"),
        ({"answer": None, "contexts": None}, "answer and contexts"),
    ],
)
def test_a_sample_of_the_wrong_types_fails_its_row_alone(fields, named):
    """A sample built by hand with the wrong things in it is a failed row that names them; the others are scored."""
    results = run(ScriptedJudge(), [sample(0), sample(1, **fields), sample(2)])
    assert statuses(results) == ["scored", "failed", "scored"]
    assert all(f"{name} must be " in results[1].reason for name in named.split(" and "))
    assert ids(results) == ["0", "1", "2"]


def test_texts_in_place_of_chunks_are_told_what_to_be():
    """Whoever builds a sample with texts learns of `Chunk`, and of what takes texts."""
    (result,) = run(ScriptedJudge(), [sample(0, contexts=["Shop 0 opens at nine."])])
    assert result.reason == (
        "of this Sample contexts must be Chunk objects that hold texts, such as (Chunk('a passage'),), while upheld.check takes "
        "the texts themselves: found list of str"
    )


def test_contexts_may_be_a_list():
    """A list of chunks in place of a tuple is no mistake."""
    (result,) = run(LexicalJudge(), [sample(0, contexts=[Chunk("Shop 0 opens at nine.")])])
    assert result.score == 1.0


@pytest.mark.parametrize("error", [ValueError, OSError, ConfigurationError])
def test_a_source_that_fails_loses_nothing_before_it(error):
    """All samples read so far have their results; then the error of the source is raised as it was."""

    def source():
        yield from samples(700)
        msg = "the disk is gone"
        raise error(msg)

    results = pipe(ScriptedJudge()).run(source())
    assert ids(next(results) for _ in range(700)) == [str(n) for n in range(700)]
    with pytest.raises(error, match="the disk is gone"):
        next(results)


def test_an_interrupt_while_reading_is_not_held_back():
    """Ctrl-C while the source is read ends the run at once."""

    def source():
        yield sample(0)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(pipe(ScriptedJudge()).run(source()))


def test_no_samples_make_no_results_and_no_call():
    """An empty input is no error, and no judge is called with nothing."""
    judge = ScriptedJudge()
    assert run(judge, []) == []
    assert judge.calls == 0


def test_a_run_can_be_left_early():
    """Closing the results closes the judge: its cleanup runs."""
    closed = []

    def judge(tasks):
        try:
            yield from map(all_yes, tasks)
        finally:
            closed.append(True)

    results = pipe(judge).run(samples(100))
    next(results)
    results.close()
    gc.collect()
    assert closed == [True]


# --- the asynchronous side ---------------------------------------------------------------------------------------


def arun(judge, one=None):
    return asyncio.run(pipe(judge).arun(one or sample(0, answer=FIVE, contexts=(Chunk(FIVE),))))


def test_a_judge_with_ajudge_is_awaited():
    """The asynchronous method is used, with a list of one task, and the result is that of the synchronous side."""

    async def judge(tasks):
        await asyncio.sleep(0)
        for task in tasks:
            yield all_yes(task)

    wrapped = FromAsync(judge)
    result = arun(wrapped)
    assert (result.status, result.score, len(wrapped.asked)) == ("scored", 1.0, 1)
    assert result.claims == five(lambda tasks: map(all_yes, tasks)).claims


def test_the_first_judgement_counts_when_awaited():
    """A judgement that comes again changes nothing."""

    async def judge(tasks):
        for task in tasks:
            yield all_yes(task)
            yield Judgement(task.id, (Verdict("contradicted"),) * 5)

    assert arun(FromAsync(judge)).score == 1.0

    async def again(tasks):
        for task in tasks:
            yield Judgement(task.id, (YES, YES, YES, YES))
            yield Judgement(task.id, (Verdict("contradicted"),) * 5)

    assert arun(FromAsync(again)).score == 0.8


def test_a_judge_without_ajudge_works_in_a_thread():
    """Its calls do not run in the thread of the event loop."""
    where = []

    def script(claim, task):
        where.append(threading.current_thread() is threading.main_thread())
        return "supported"

    assert arun(ScriptedJudge(script)).score == 1.0
    assert where == [False] * 5


def test_missing_verdicts_are_asked_for_again_when_awaited():
    """The second question holds only what is missing; then it is an error."""

    async def judge(tasks):
        for task in tasks:
            yield Judgement(task.id, (YES, None))
            yield Judgement("another", (YES,) * 5)

    wrapped = FromAsync(judge)
    result = arun(wrapped)
    assert [len(task.claims) for task in wrapped.asked] == [5, 4]
    assert [c.verdict.label for c in result.claims] == ["supported", "supported", "error", "error", "error"]


@pytest.mark.parametrize("fails", [1, 2, 9])
def test_an_awaited_judge_that_raises_is_asked_twice(fails):
    """A failure that does not come again costs nothing; one that does fails the row with its reason."""
    calls = []

    async def judge(tasks):
        calls.append(1)
        if len(calls) <= fails:
            msg = "no route to host"
            raise OSError(msg)
        for task in tasks:
            yield all_yes(task)

    result = arun(FromAsync(judge))
    assert len(calls) == 2
    assert result.status == ("scored" if fails == 1 else "failed")
    assert ("OSError: no route to host" in result.reason) == (fails > 1)


@pytest.mark.parametrize("rubbish", [None, "text", Judgement("0", None), Judgement("0", (5, {}, None))])
def test_an_awaited_judge_that_yields_rubbish_fails_its_row(rubbish):
    """Nothing that it yields is raised out of `arun`."""

    async def judge(tasks):
        yield rubbish

    assert arun(FromAsync(judge)).status == "failed"


def test_a_judgement_before_a_failure_counts():
    """What an awaited judge gave before it raised is kept."""

    async def judge(tasks):
        for task in tasks:
            yield all_yes(task)
        raise OSError

    assert arun(FromAsync(judge)).score == 1.0


def test_an_awaited_judge_may_not_hide_a_wrong_setting():
    """A configuration error is raised, as on the synchronous side."""

    async def judge(tasks):
        msg = "no such model"
        raise ConfigurationError(msg)
        yield

    with pytest.raises(ConfigurationError, match="no such model"):
        arun(FromAsync(judge))


def test_a_bad_sample_is_a_failed_row_when_awaited():
    """Types are checked on both sides."""
    for judge in (ScriptedJudge(), FromAsync(None)):
        assert arun(judge, sample(0, answer=None)).status == "failed"


def test_window_sizes_are_those_that_the_tests_assume():
    """The bounds that the tests above count with."""
    assert (pipeline_module._WINDOW, pipeline_module._WINDOW_TEXT) == (512, 4_000_000)
