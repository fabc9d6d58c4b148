"""The cache of replies: what was paid for once is not paid for again, not even after a kill."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import upheld
from upheld._errors import OutputError
from upheld._types import Chunk
from upheld.cli import cli
from upheld.judges.base import Task
from upheld.judges.llm import LLMJudge
from upheld.llm.cache import Cache, default_path, key_of
from upheld.llm.options import LLMOptions

CHUNKS = (Chunk("The sky is blue. Grass is green."),)


def judged(endpoint, claims, chunks=CHUNKS, *, vote=0, inference="entailed", question=None, **options):
    judge = LLMJudge(endpoint.model, inference, LLMOptions(**options))
    (judgement,) = judge.judge([Task("t", tuple(claims), chunks, question, vote=vote)])
    return [v.label for v in judgement.verdicts], judge


def test_same_question_costs_nothing(endpoint):
    """A second run asks nothing, gives the same verdicts, and tells the share that the cache had."""
    first, _ = judged(endpoint, ["The sky is blue.", "Fire is cold."])
    again, judge = judged(endpoint, ["The sky is blue.", "Fire is cold."])
    assert first == again == ["supported", "not_enough_info"]
    assert endpoint.calls == 1
    assert "2 of 2 questions answered from the cache (100%)" in judge.notes[0]


def test_changed_answer_pays_for_its_changed_claims(endpoint):
    """Of an answer with one new claim, only the new one is asked."""
    judged(endpoint, ["The sky is blue.", "Fire is cold."])
    judged(endpoint, ["Grass is green.", "The sky is blue.", "Fire is cold."])
    assert list(endpoint.seen[1].named("claim").values()) == ["Grass is green."]


@pytest.mark.parametrize(
    "change",
    [
        {"chunks": (Chunk("The sky is blue."), Chunk("Grass is green."))},
        {"question": "Why?"},
        {"vote": 1},
        {"inference": "reasonable"},
        {"temperature": 0.5},
        {"cache": False},
    ],
    ids=lambda change: next(iter(change)),
)
def test_another_question_is_asked(endpoint, change):
    """Other chunks, another question, vote, inference or temperature is another question; so is everything without cache."""
    judged(endpoint, ["The sky is blue."])
    judged(endpoint, ["The sky is blue."], **change)
    assert endpoint.calls == 2


def test_errors_are_not_kept(endpoint, fakes):
    """What ended as an error is asked again in the next run."""
    endpoint.script = lambda *_: "no"
    assert judged(endpoint, ["The sky is blue."])[0] == ["error"]
    endpoint.script = None
    assert judged(endpoint, ["The sky is blue."])[0] == ["supported"]


@given(st.lists(st.text(), min_size=1, max_size=4))
def test_keys_tell_texts_apart(parts):
    """Texts that are cut elsewhere have another key."""
    assert key_of(*parts) != key_of(*parts, "")
    assert (key_of("".join(parts)) == key_of(*parts)) == (len(parts) == 1)


def test_file_that_is_no_cache(endpoint, tmp_path):
    """A file that is no database is told by name, with what to do; it ends the run, since every row would fail."""
    path = tmp_path / "notes.txt"
    path.write_text("shopping list\n" * 500)
    with pytest.raises(OutputError, match=r"notes\.txt.*--no-cache"):
        judged(endpoint, ["The sky is blue."], cache_path=path)
    assert path.read_text().startswith("shopping list")


@pytest.mark.parametrize("what", ["folder", "file"])
def test_cache_folder_that_cannot_be_used(endpoint, monkeypatch, tmp_path, what):
    """Without a cache of the user's own choice a run goes on without one, and the report says that nothing is kept."""
    blocked = tmp_path / "blocked"
    if what == "folder":
        blocked.write_text("a file where a folder should be")
    else:
        (blocked / "upheld").mkdir(parents=True)
        (blocked / "upheld" / "llm.sqlite").write_text("no database " * 100)
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    for _ in range(2):
        report = upheld.evaluate(
            [{"answer": "The sky is blue.", "contexts": ["The sky is blue."]}], judge=endpoint.judge
        )
        assert report.mean == 1.0
        assert any("nothing is kept of this run" in note for note in report.notes)
    assert endpoint.calls == 4
    with pytest.raises(OutputError, match="--no-cache"):
        judged(endpoint, ["The sky is blue."], cache_path=default_path())


def test_kept_nonsense_is_asked_again(endpoint, tmp_path):
    """What somebody else wrote into the cache counts only if it is a sound verdict."""
    path = tmp_path / "c.sqlite"
    judged(endpoint, ["The sky is blue."], cache_path=path)
    with sqlite3.connect(path) as db:
        db.execute('UPDATE replies SET value = \'{"verdict": "excellent"}\'')
    db.close()
    assert judged(endpoint, ["The sky is blue."], cache_path=path)[0] == ["supported"]
    assert endpoint.calls == 2


def test_only_the_owner_reads_it(endpoint):
    """The cache quotes contexts, so nobody else may read it."""
    judged(endpoint, ["The sky is blue."])
    assert default_path().stat().st_mode & 0o077 == 0


SCRIPT = """
import sys, upheld
rows = [{"id": str(n), "answer": f"The sky is blue. Item {n} is new.", "contexts": [f"The sky is blue. Page {n}."]} for n in range(60)]
report = upheld.evaluate(rows, judge=sys.argv[1], llm={"max_concurrency": 4})
print(report.n, report.mean)
"""


def test_killed_run_resumes_without_paying_twice(endpoint):
    """A run that is killed with SIGKILL and started again asks only what it had not finished."""
    endpoint.delay = 0.05
    command = [sys.executable, "-c", SCRIPT, endpoint.judge]
    first = subprocess.Popen(command, env=os.environ.copy())
    limit = time.monotonic() + 120
    while endpoint.calls < 50 and time.monotonic() < limit:
        time.sleep(0.01)
    first.send_signal(signal.SIGKILL)
    first.wait()
    time.sleep(0.3)
    before = endpoint.calls
    assert 50 <= before < 120
    done = subprocess.run(
        command, env=os.environ.copy(), capture_output=True, text=True, check=True, timeout=200
    )
    assert done.stdout.split() == ["60", "0.5"]
    # At most the calls that were in flight when it died, 4 at a time, are made again.
    assert 120 <= endpoint.calls <= 120 + 8


def test_command(endpoint, tmp_path):
    """`upheld cache stats` counts the replies, and `clear` forgets them."""
    run = CliRunner().invoke
    assert "empty" in run(cli, ["cache", "stats"]).output
    upheld.check("The sky is blue.", ["The sky is blue."], judge=endpoint.judge)
    assert "2 replies" in run(cli, ["cache", "stats"]).output
    assert "0 replies forgotten" in run(cli, ["cache", "clear", "--days", "3"]).output
    assert "2 replies forgotten" in run(cli, ["cache", "clear"]).output
    assert "0 replies" in run(cli, ["cache", "stats"]).output
    cache = Cache(default_path())
    assert cache.stats().replies == 0
    cache.close()
