"""The real RAGAS and DeepEval beside Upheld, all three against one scripted endpoint.

Each is looked for in this Python, or in the one that RAGAS_PYTHON or DEEPEVAL_PYTHON names. Not collected by a plain ``pytest``:
``pytest tests/real/test_real_compare.py``.
"""

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner

from upheld import compare
from upheld.cli import cli

ROOT = Path(__file__).parent.parent.parent
EXAMPLE = ROOT / "examples" / "support_bot.jsonl"
PYTHONS = {
    peer: os.environ.get(f"{peer.upper()}_PYTHON") or (sys.executable if find_spec(peer) else None)
    for peer in ("ragas", "deepeval")
}
THERE = [peer for peer, python in PYTHONS.items() if python]

# Loaded by each Python that is started: writes down whom it talks to.
WATCH = """
import os, socket
connect = socket.socket.connect
def told(self, address):
    with open(os.environ["SEEN_BY_WATCH"], "a") as out:
        out.write(f"{address}\\n")
    return connect(self, address)
socket.socket.connect = told
"""

pytestmark = pytest.mark.skipif(
    not THERE, reason="neither ragas nor deepeval is installed where it was looked for"
)


@pytest.fixture(scope="module")
def endpoint():
    """Address of one scripted model for all."""
    script = ROOT / "benchmarks" / "peers" / "judge.py"
    with subprocess.Popen([sys.executable, script, "0"], stdout=subprocess.PIPE, text=True) as process:
        yield process.stdout.readline().strip()
        process.terminate()


@pytest.fixture
def watched(tmp_path, monkeypatch):
    """Return a file that gets the address of each connection that a peer opens."""
    (tmp_path / "sitecustomize.py").write_text(WATCH)
    seen = tmp_path / "seen"
    seen.touch()
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("SEEN_BY_WATCH", str(seen))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-user")
    return seen


def test_all_of_them_score_the_same_samples_against_one_endpoint(endpoint, watched):
    """Twenty worked examples: each scorer scores them all by its own rule, and talks to nobody but the endpoint.

    The one model says the same to all of them, so strict goes with RAGAS and lenient with DeepEval.
    """
    with EXAMPLE.open() as lines:
        rows = [row for row in map(json.loads, lines) if row["metadata"]["gold"]["status"] == "scored"][:20]
    report = compare(
        rows,
        ["upheld:llm", "upheld-lenient:llm", *THERE],
        model="scripted",
        base_url=endpoint,
        python={peer: PYTHONS[peer] for peer in THERE},
        llm={"cache": False},
        checks="off",
        timeout=120,
    )
    columns = {column.name: column for column in report.columns}
    assert {name: len(column.values) for name, column in columns.items()} == dict.fromkeys(columns, 20)
    pairs = {(pair.one, pair.other): pair for pair in report.pairs()}
    if "ragas" in THERE:
        assert columns["ragas"].signature.startswith("ragas 0.4")
        assert columns["ragas"].calls == 40
        assert pairs["upheld:llm", "ragas"].spearman > 0.8
        assert pairs["upheld:llm", "ragas"].distance < 0.1
    if "deepeval" in THERE:
        assert columns["deepeval"].signature.startswith("deepeval 4")
        assert columns["deepeval"].calls == 60
        assert pairs["upheld-lenient:llm", "deepeval"].spearman > 0.6
        assert columns["deepeval"].mean >= columns["upheld:llm"].mean
    others = {line for line in watched.read_text().splitlines() if "127.0.0.1" not in line}
    assert not others
    assert watched.read_text()


def test_what_they_make_of_odd_samples_is_told(endpoint):
    """An empty answer and a missing question have no score where the framework gives none, with its own words."""
    rows = [
        {"id": "ok", "question": "q?", "answer": "It is open.", "contexts": ["It is open."]},
        {"id": "empty", "question": "q?", "answer": "", "contexts": ["It is open."]},
        {"id": "unasked", "answer": "It is open.", "contexts": ["It is open."]},
        {"id": "no_context", "question": "q?", "answer": "It is open.", "contexts": []},
    ]
    pythons = {peer: PYTHONS[peer] for peer in THERE}
    options = {"model": "scripted", "base_url": endpoint, "python": pythons, "judge": "lexical"}
    report = compare(rows, ["upheld", *THERE], **options)
    for peer in THERE:
        column = next(c for c in report.columns if c.name == peer)
        assert column.scores[0].value == 1.0
        assert all(score.value is not None or score.why for score in column.scores)


def test_the_command_shows_them_side_by_side(endpoint, tmp_path):
    """``upheld compare`` with a Python for each, to Markdown."""
    args = ["compare", str(EXAMPLE), "--limit", "3", "--with", "upheld:lexical", "--base-url", endpoint]
    for peer in THERE:
        args += ["--with", peer, "--python", f"{peer}={PYTHONS[peer]}"]
    out = tmp_path / "out.md"
    result = CliRunner().invoke(cli, [*args, "--model", "scripted", "-o", str(out)], prog_name="upheld")
    assert result.exit_code == 0, result.output
    assert all(f"| {peer} |" in out.read_text() for peer in THERE)
