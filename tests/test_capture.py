"""Questions through the user's own pipeline: calls, what they return, what goes wrong, what is saved."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
import time
from types import SimpleNamespace
from typing import NamedTuple

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import upheld
from upheld import ConfigurationError, InputError, OutputError, Sample, capture
from upheld._capture.answers import answered
from upheld.cli import cli

SYNC = '''
"""A small shop's pipeline."""
print("the shop is imported")

HOURS = "The shop opens at nine. It closes at six."
Answer = __import__("collections").namedtuple("Answer", "contexts answer")


def answer(question):
    print("asked:", question)
    if "boom" in question:
        raise ValueError("no index for \\x1b[31mthat\\nquestion")
    if "quit" in question:
        raise SystemExit(3)
    return "The shop opens at nine. It sells pianos.", [HOURS]


class Pipeline:
    def __call__(self, sample):
        return {"response": f"It is {sample.metadata['topic']}.", "retrieved_contexts": [HOURS], "latency": 7}

    def run(self, question):
        return Answer([HOURS], "The shop opens at nine.")


pipeline = Pipeline()
'''

ASYNC = """
import asyncio


async def answer(question):
    if "slow" in question:
        await asyncio.sleep(60)
    await asyncio.sleep(0.01)
    return {"answer": "It is open.", "contexts": ["It is open."]}
"""

QUESTIONS = [{"id": f"q{n}", "question": f"Is it open on day {n}?", "topic": "hours"} for n in range(6)]


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty current folder with two pipelines, which are forgotten afterwards; settings from outside are gone."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    for name in [n for n in os.environ if n.startswith(("UPHELD_", "NO_COLOR", "FORCE_COLOR", "COLUMNS"))]:
        monkeypatch.delenv(name)
    (tmp_path / "shop_sync.py").write_text(SYNC)
    (tmp_path / "shop_async.py").write_text(ASYNC)
    yield tmp_path
    for name in ("shop_sync", "shop_async"):
        sys.modules.pop(name, None)


def write(path, rows):
    """Write records as JSON Lines."""
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.fixture
def run(here):
    """Return a function that runs ``upheld eval``."""

    def call(*args):
        return CliRunner().invoke(cli, ["eval", *map(str, args)], prog_name="upheld")

    return call


# The pipeline is found


@pytest.mark.parametrize(
    ("target", "answer"),
    [
        ("shop_sync:answer", "The shop opens at nine. It sells pianos."),
        ("shop_sync:pipeline", "It is hours."),
        ("shop_sync:pipeline.run", "The shop opens at nine."),
        ("shop_async:answer", "It is open."),
    ],
)
def test_functions_methods_objects_and_coroutines_can_be_named(here, target, answer):
    """The current folder is importable, and a dotted path goes into objects."""
    samples = list(capture(QUESTIONS, target))
    assert [s.answer for s in samples] == [answer] * 6
    assert [s.id for s in samples] == [f"q{n}" for n in range(6)]
    assert all(s.contexts and s.problem is None for s in samples)


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("shop_sync:anser", ["shop_sync has no 'anser'", "did you mean 'answer'"]),
        ("shop_snyc:answer", ["no module 'shop_snyc'", "did you mean 'shop_sync'"]),
        ("shop_sync.answer", ["did you mean 'shop_sync:answer'"]),
        ("shop_sync.py:answer", ["not a file", "did you mean 'shop_sync:answer'"]),
        ("shop_sync:HOURS", ["can be called", "it is a str"]),
        ("shop_sync:Pipeline", ["this is a class"]),
        ("shop_sync:pipeline.runs", ["shop_sync.pipeline has no 'runs'", "did you mean 'run'"]),
        ("broken:answer", ["importing broken failed", "ZeroDivisionError"]),
        ("needs:answer", ["importing needs failed", "No module named 'not_installed_anywhere'"]),
        ("two_args:answer", ["question as its only argument", "answer(question, docs)"]),
        ("__import__('os'):system", ["package.module:function"]),
        ("", ["package.module:function"]),
    ],
)
def test_a_wrong_target_says_what_was_looked_for(here, target, words):
    """Each message names the target, what is wrong with it, and the closest names."""
    (here / "broken.py").write_text("1 / 0\n")
    (here / "needs.py").write_text("import not_installed_anywhere\n")
    (here / "two_args.py").write_text("def answer(question, docs): ...\n")
    with pytest.raises(ConfigurationError) as error:
        capture(QUESTIONS, target)
    assert all(word in str(error.value) for word in words), str(error.value)
    sys.modules.pop("two_args", None)


@pytest.mark.parametrize(
    ("options", "word"),
    [({"concurrency": 0}, "concurrency"), ({"timeout": -1}, "timeout"), ({"limit": "3"}, "limit")],
)
def test_wrong_options_are_named(options, word):
    """An option of another kind is refused before anything is called."""
    with pytest.raises(ConfigurationError, match=word):
        capture(QUESTIONS, lambda _question: ("", []), **options)


# What it is called with, and what it returns


def test_a_parameter_named_sample_gets_everything():
    """The question alone is the rule; the whole sample comes where the name asks for it."""
    seen = []

    def with_sample(sample):
        seen.append(sample)
        return "a", []

    def with_question(question):
        seen.append(question)
        return "a", []

    list(capture(QUESTIONS[:1], with_sample))
    list(capture(QUESTIONS[:1], with_question))
    assert seen[0] == Sample(
        "", question="Is it open on day 0?", id="q0", metadata={"topic": "hours"}, source="record 1"
    )
    assert seen[1] == "Is it open on day 0?"


class Pair(NamedTuple):
    """A pair whose order is another one than that of a plain tuple."""

    contexts: list
    answer: str


@pytest.mark.parametrize(
    "returned",
    [
        ("It is.", ["It is open."]),
        ["It is.", ["It is open."]],
        ("It is.", "It is open."),
        Pair(["It is open."], "It is."),
        {"answer": "It is.", "contexts": [{"text": "It is open."}]},
        {"actual_output": "It is.", "retrieval_context": ["It is open."]},
        {"input": "?", "answer": "It is.", "context": [SimpleNamespace(page_content="It is open.")]},
        {"result": "It is.", "source_documents": [{"page_content": "It is open.", "metadata": {}}]},
        SimpleNamespace(response="It is.", source_nodes=[SimpleNamespace(text="It is open.", score=0.5)]),
        SimpleNamespace(answer="It is.", documents=[SimpleNamespace(content="It is open.", meta={"a": 1})]),
    ],
)
def test_pairs_mappings_and_objects_become_samples(returned):
    """The names of the usual frameworks are known; chunks may be their documents."""
    found = answered(Sample("", question="Is it?", id="7", metadata={"m": 1}), returned, {})
    assert found.problem is None
    assert (found.answer, [c.text for c in found.contexts]) == ("It is.", ["It is open."])
    assert (found.id, found.question, found.metadata["m"]) == ("7", "Is it?", 1)


def test_what_else_a_mapping_holds_goes_to_the_metadata_and_the_questions_own_wins():
    """A latency can be grouped by; a label of the file is not overwritten."""
    found = answered(
        Sample("", question="q", metadata={"topic": "a"}),
        {"answer": "x", "contexts": [], "latency": 3, "topic": "b"},
        {},
    )
    assert found.metadata == {"latency": 3, "topic": "a"}


def test_a_mapping_says_where_answer_and_contexts_are():
    """Paths go into what was returned, while the others go into the file."""
    rows = [{"q": "Is it?", "no": 5}]
    mapping = {"question": "q", "id": "no", "answer": "out.text", "contexts": "out.docs[].body"}

    def target(_question):
        return {"out": {"text": "It is.", "docs": [{"body": "It is open."}]}}

    (found,) = capture(rows, target, mapping=mapping)
    assert (found.id, found.question, found.answer) == ("5", "Is it?", "It is.")
    assert [chunk.text for chunk in found.contexts] == ["It is open."]


@pytest.mark.parametrize(
    ("returned", "word"),
    [
        (None, "null"),
        ("only text", "text alone"),
        (("a", "b", "c"), "a list of 3"),
        (5, "a number"),
        (("a", 5), "not a list of texts"),
        ({"answer": "a"}, "no contexts"),
        ({"answer": ["a"], "contexts": []}, "is a list, not text"),
        ({"answer": "a", "contexts": [object()]}, "not text"),
        (iter(()), "tuple_iterator"),
    ],
)
def test_what_is_no_answer_with_contexts_is_a_problem_of_its_question(returned, word):
    """The problem says what came back and what should; nothing raises."""
    found = answered(Sample("", question="q", id="1"), returned, {})
    assert word in found.problem
    assert (found.id, found.question, found.answer) == ("1", "q", "")


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(max_size=8),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
        max_leaves=12,
    )
)
@settings(max_examples=200)
def test_no_return_value_raises(returned):
    """Whatever a pipeline returns is a sample or a problem."""
    found = answered(Sample("", question="q", id="1"), returned, {})
    assert isinstance(found, Sample)
    assert found.question == "q"


# What goes wrong stays with its question


@pytest.mark.parametrize("kind", ["plain", "async"])
def test_errors_and_timeouts_are_problems_of_single_questions(kind):
    """Each failed question names the type of its error; the others are answered, in order."""

    def work(question):
        if question == "raise":
            raise KeyError(question)
        if question == "exit":
            raise SystemExit(4)
        if question == "cancel":
            raise asyncio.CancelledError
        return f"re {question}", ["c"]

    def plain(question):
        if question == "slow":
            time.sleep(2)
        return work(question)

    async def coroutine(question):
        if question == "slow":
            await asyncio.sleep(30)
        return work(question)

    asked = ["a", "raise", "slow", "exit", "cancel", "b"]
    target = plain if kind == "plain" else coroutine
    found = list(capture([{"question": q} for q in asked], target, timeout=0.3, concurrency=6))
    assert [s.question for s in found] == asked
    assert [s.answer for s in found] == ["re a", "", "", "", "", "re b"]
    problems = [s.problem for s in found]
    assert problems[1] == "the target raised KeyError: 'raise'"
    assert problems[2] == "the target gave no answer within 0.3 s"
    assert problems[3] == "the target raised SystemExit: 4"
    assert problems[4] == "the target raised CancelledError"


def test_a_timeout_of_the_pipelines_own_is_told_as_such():
    """A TimeoutError that the pipeline raised is not taken for ours."""

    def target(_question):
        msg = "the vector store is asleep"
        raise TimeoutError(msg)

    (found,) = capture([{"question": "q"}], target)
    assert found.problem == "the target raised TimeoutError: the vector store is asleep"


def test_rows_without_a_question_are_not_asked():
    """A record that has none keeps its place, and the pipeline never sees it."""
    asked = []

    def target(question):
        asked.append(question)
        return "a", []

    rows = [{"id": "1"}, {"question": "q"}, ["no"], {"question": "  "}]
    found = list(capture(rows, target))
    assert asked == ["q"]
    assert ["no question" in (s.problem or "") for s in found] == [True, False, False, True]
    assert "expected a record with a question, found a list" in found[2].problem


def test_answers_that_are_there_already_are_not_read():
    """The pipeline answers anew, whatever an earlier run wrote into the file."""
    rows = [{"user_input": "q", "response": "old", "retrieved_contexts": ["old"], "reference": "r"}]
    (found,) = capture(rows, lambda _question: ("new", ["new"]))
    assert (found.answer, found.contexts[0].text, found.reference, found.metadata) == ("new", "new", "r", {})


# Many at once


def test_no_more_calls_at_once_than_asked_for_and_all_of_them_used():
    """Four at a time is four, for threads as for coroutines; order is kept although the first is slowest."""
    lock, state = threading.Lock(), {"now": 0, "most": 0}

    def target(question):
        with lock:
            state["now"] += 1
            state["most"] = max(state["most"], state["now"])
        time.sleep(0.25 if question == "q0" else 0.03)
        with lock:
            state["now"] -= 1
        return question, []

    found = [s.answer for s in capture([{"question": f"q{n}"} for n in range(20)], target, concurrency=4)]
    assert found == [f"q{n}" for n in range(20)]
    assert state["most"] == 4


def test_a_bounded_number_of_questions_is_read_ahead():
    """An endless file is no problem while samples are taken one by one."""
    read = []

    def endless():
        n = 0
        while True:
            read.append(n)
            yield {"question": f"q{n}"}
            n += 1

    samples = capture(endless(), lambda question: (question, []), concurrency=2)
    for _ in range(50):
        next(samples)
    samples.close()
    assert len(read) <= 50 + 2 * 4 + 1


def test_one_call_at_a_time_runs_in_one_thread():
    """What a pipeline keeps for a thread, such as a connection to SQLite, is still there at the next question."""
    threads = set()

    def target(_question):
        threads.add(threading.get_ident())
        return "a", []

    list(capture([{"question": str(n)} for n in range(10)], target, concurrency=1))
    assert len(threads) == 1


def test_closing_cancels_what_is_under_way():
    """A run that ends early leaves no coroutine running and no thread of ours."""
    cancelled = []

    async def target(question):
        if question == "first":
            return "a", []
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            cancelled.append(question)
            raise

    samples = capture([{"question": q} for q in ("first", "second", "third")], target)
    assert next(samples).answer == "a"
    samples.close()
    assert sorted(cancelled) == ["second", "third"]


# Files, and scoring again without the pipeline


def test_captured_samples_are_scored_again_from_the_file(here):
    """What is saved gives the same results as the run itself, failed rows included, under the same ids."""
    rows = [*QUESTIONS[:2], {"id": "bad", "question": "boom"}]
    questions = write(here / "questions.jsonl", rows)
    first = upheld.evaluate(capture(questions, "shop_sync:answer", save="saved.jsonl"), judge="lexical")
    again = upheld.evaluate("saved.jsonl", judge="lexical")
    both = [[(r.id, r.status, r.score, r.metadata.get("topic")) for r in report.results] for report in (first, again)]  # fmt: skip
    assert both[0] == both[1]
    assert [status for _, status, _, _ in both[0]] == ["scored", "scored", "failed"]
    assert "ValueError: no index" in list(again.results)[2].reason


def test_a_row_that_was_not_answered_says_once_where_it_stands(here):
    """What was wrong in line 2 of the questions is told of the line of the saved file, and of no other line."""
    questions = write(here / "questions.jsonl", [{"other": 1}, *QUESTIONS[:1], {"nothing": 1}])
    list(capture(questions, "shop_sync:answer", limit=3, save="saved.jsonl"))
    lines = (here / "saved.jsonl").read_text().splitlines()
    write(here / "saved.jsonl", [json.loads(line) for line in (lines[1], lines[0], lines[2])])
    reasons = [result.reason for result in upheld.evaluate("saved.jsonl", judge="lexical").results]
    assert [reason.partition(": found")[0] for reason in reasons[1:]] == [
        f"line {n}: no question" for n in (2, 3)
    ]


def test_samples_are_on_disk_as_they_are_done(here):
    """A run that is killed has lost none of what was answered before."""
    samples = capture(QUESTIONS, "shop_sync:answer", save="saved.jsonl")
    next(samples)
    next(samples)
    lines = (here / "saved.jsonl").read_text().splitlines()
    assert [json.loads(line)["id"] for line in lines][:1] == ["q0"]
    samples.close()


def test_questions_are_not_overwritten_by_their_answers(here):
    """Saving to the file that is read is refused, as is a folder that is not there."""
    questions = write(here / "questions.jsonl", QUESTIONS)
    for save in ("questions.jsonl", here / "no" / "saved.jsonl"):
        with pytest.raises(OutputError, match="cannot write"):
            list(capture(questions, "shop_sync:answer", save=save))
    assert len(questions.read_text().splitlines()) == 6


@pytest.mark.parametrize("suffix", ["csv", "json", "jsonl"])
def test_questions_come_from_all_kinds_of_files(here, suffix):
    """CSV, JSON and JSON Lines hold questions with their metadata; ids are made where there are none."""
    path = here / f"questions.{suffix}"
    texts = {
        "csv": "query,topic\nIs it open?,hours\n",
        "json": json.dumps([{"query": "Is it open?", "topic": "hours"}]),
        "jsonl": json.dumps({"query": "Is it open?", "topic": "hours"}),
    }
    path.write_text(texts[suffix])
    notes = []
    (found,) = capture(path, lambda question: (question, ["c"]), notify=notes.append)
    assert (found.answer, found.metadata) == ("Is it open?", {"topic": "hours"})
    assert found.id.startswith("#")
    assert any("read from query" in note for note in notes)


@pytest.mark.parametrize("kind", ["pandas", "polars", "parquet"])
def test_questions_come_from_frames_too(here, kind):
    """A frame in memory and a Parquet file are read like other tables."""
    columns = {"id": ["a", "b"], "question": ["Is it open?", None], "topic": ["hours", "x"]}
    frame = pytest.importorskip("polars" if kind == "polars" else "pandas").DataFrame(columns)
    if kind == "parquet":
        frame.to_parquet(here / "questions.parquet")
    source = here / "questions.parquet" if kind == "parquet" else frame
    first, second = capture(source, lambda question: (question, ["c"]))
    assert (first.id, first.answer, first.metadata) == ("a", "Is it open?", {"topic": "hours"})
    assert (second.id, "no question" in second.problem) == ("b", True)


def test_a_file_that_is_not_there_is_told():
    """The error is that of every other reader."""
    with pytest.raises(InputError, match="no such file"):
        list(capture("nowhere.jsonl", lambda _question: ("", [])))


def test_limit_and_sample_bound_the_calls():
    """Only the questions that were chosen are asked, the same ones for the same seed."""
    asked = []

    def target(question):
        asked.append(question)
        return "a", []

    rows = [{"question": f"q{n:02}"} for n in range(40)]
    assert len(list(capture(rows, target, limit=3))) == len(asked) == 3
    asked.clear()
    drawn = [s.question for s in capture(rows, target, sample=5, seed=7)]
    assert sorted(asked) == drawn
    assert drawn == [s.question for s in capture(rows, target, sample=5, seed=7)]


# The command line


def test_the_report_alone_is_on_stdout(run, here):
    """What the pipeline prints, at import or when called, goes to standard error and spoils no JSON."""
    questions = write(here / "questions.jsonl", [*QUESTIONS, {"id": "bad", "question": "boom"}])
    result = run(questions, "--target", "shop_sync:answer", "--judge", "lexical", "--output-format", "json")
    data = json.loads(result.stdout)
    assert result.exit_code == 0
    assert data["summary"]["statuses"] == {**data["summary"]["statuses"], "scored": 6, "failed": 1}
    assert data["summary"]["mean"] == 0.5
    assert [r["id"] for r in data["results"]] == [*(f"q{n}" for n in range(6)), "bad"]
    assert "the shop is imported" in result.stderr
    assert "asked: boom" in result.stderr
    assert "1 row got no answer" in result.stderr
    assert "Traceback" not in result.stderr


def test_control_characters_of_an_error_do_not_reach_the_terminal(run, here):
    """The text of an exception is as hostile as an answer."""
    questions = write(here / "questions.jsonl", [QUESTIONS[0], {"id": "bad", "question": "boom"}])
    result = run(questions, "--target", "shop_sync:answer", "--judge", "lexical")
    assert "ValueError: no index" in result.output
    assert "\x1b" not in result.output


def test_all_questions_failing_is_an_error(run, here):
    """A pipeline that never answers measured nothing."""
    questions = write(here / "questions.jsonl", [{"question": "boom"}, {"question": "quit"}])
    result = run(questions, "--target", "shop_sync:answer", "--judge", "lexical")
    assert result.exit_code == 2
    assert "nothing was measured" in result.stderr


def test_strict_input_asks_for_every_answer(run, here):
    """One question without an answer is enough to end with 2."""
    questions = write(here / "questions.jsonl", [QUESTIONS[0], {"question": "boom"}])
    args = (questions, "--target", "shop_sync:answer", "--judge", "lexical", "--strict-input")
    result = run(*args)
    assert result.exit_code == 2
    assert "--strict-input: 1 row got no answer" in result.stderr


def test_options_of_the_target_are_passed_on(run, here):
    """Concurrency, timeout and the file of samples; a gate sees the scores."""
    rows = [*QUESTIONS[:3], {"id": "late", "question": "slow"}]
    questions = write(here / "questions.jsonl", rows)
    args = (questions, "--target", "shop_async:answer", "--judge", "lexical", "--fail-under", "0.7")
    result = run(
        *args,
        "--target-timeout",
        "1",
        "--target-concurrency",
        "2",
        "--save-captured",
        "out.jsonl",
        "--limit",
        4,
    )
    assert result.exit_code == 0, result.output
    assert "no answer within 1 s" in result.stdout
    saved = [json.loads(line) for line in (here / "out.jsonl").read_text().splitlines()]
    assert [row["id"] for row in saved] == ["q0", "q1", "q2", "late"]
    assert "answer" not in saved[3]


def test_a_drawn_sample_asks_for_no_more(run, here):
    """--sample draws questions, not answers that were paid for; the seed is in the signature as ever."""
    questions = write(here / "questions.jsonl", QUESTIONS)
    args = (questions, "--target", "shop_sync:answer", "--judge", "lexical", "--sample", "2", "--seed", "3")
    result = run(*args, "--output-format", "json")
    assert json.loads(result.stdout)["summary"]["n"] == 2
    assert result.stderr.count("asked:") == 2
    assert "seed:3" in json.loads(result.stdout)["signature"]


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (["--target-timeout", "3"], "--target-timeout needs --target"),
        (["--save-captured", "x.jsonl"], "--save-captured needs --target"),
        (["--target", "shop_sync:answer", "--dry-run"], "--dry-run cannot be given with --target"),
        (["--target", "shop_sync:answer", "--format", "ragas"], "--format cannot be given with --target"),
        (["--target", "shop_sync:anser"], "did you mean 'answer'"),
    ],
)
def test_options_that_make_no_sense_together_are_refused(run, here, args, word):
    """Exit code 2 before any question is asked."""
    questions = write(here / "questions.jsonl", QUESTIONS)
    result = run(questions, *args)
    assert result.exit_code == 2
    assert word in result.output
    assert "asked:" not in result.output


@pytest.mark.skipif(os.name == "nt", reason="sends a signal")
def test_an_interrupt_ends_a_run_at_once_and_keeps_what_is_done(here):
    """Ctrl-C during a call that takes a minute: exit code 130, the report of the first questions, no traceback."""
    (here / "hangs.py").write_text(
        "import time\n\ndef answer(question):\n    if 'late' in question:\n        time.sleep(60)\n"
        "    return 'It is open.', ['It is open.']\n"
    )
    rows = [{"question": "a"}, {"question": "b"}, {"question": "late"}, {"question": "later"}]
    questions = write(here / "questions.jsonl", rows)
    command = [sys.executable, "-m", "upheld", "eval", str(questions), "--target", "hangs:answer"]
    process = subprocess.Popen(
        [*command, "--judge", "lexical", "--save-captured", "saved.jsonl"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=here,
    )
    deadline = time.monotonic() + 120
    saved = here / "saved.jsonl"
    while not (saved.exists() and len(saved.read_text().splitlines()) == 2):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    time.sleep(0.5)
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert time.monotonic() - start < 50
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert "interrupted after 2 samples" in err
    assert "scored 2" in out
