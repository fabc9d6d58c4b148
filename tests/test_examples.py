"""The walk-throughs of examples/, run as their first lines say."""

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import upheld

EXAMPLES = Path(__file__).parent.parent / "examples"

# What a reader must see; each line stands in the output, in this order.
SHOWN = {
    "manual_pipeline": [
        "courtesy   'Enjoy your coffee'",
        "read for 'The Brae Duo weighs 12.6 kg': ['Brae Duo: price EUR 899, water tank 2.1 l",
        "agrees     claim says 2.1 l, context says 2.1 l",
        "absent     the context does not say 2021",
        "score 0.67 · block · 2 of 3 claims supported",
        "✓ supported      The Brae Duo has a 2.1 l tank",
    ],
    "hallucination_detector": [
        "Orders over EUR 50 ship free. [[Delivery takes 5 working days]]. [[We also deliver by drone in Hamburg]].",
        "- contradicted: 'Delivery takes 5 working days'; passage: 'Delivery within Germany takes 2 working days.'",
    ],
    "multi_chunk": [
        "supported        The workshop in Hamburg is open on weekdays  <- hours[0:67], address[0:44]",
        "A repair estimate costs EUR 20  <- fees[0:66]",
        "supported        Machine number 17 was built in 1917  <- other-17[0:50]",
    ],
    "domain_thresholds": [
        "conversational     score 0.80  deploy",
        "customer_support   score 0.80  review",
        "medical            score 0.80  block",
        "pharmacy           score 0.80  block",
    ],
    "ragas_style_batch": ["{'faithfulness': 0.5000}", "1.00  ", "0.00  the only claim is not supported"],
    "deepeval_style_gate": ["1.00 passed", "0.00 FAILED  How long does a refund take?"],
}
STATUS = {"deepeval_style_gate": 1}  # a gate that a case does not pass


def test_each_example_is_run():
    """No script of the folder is left out."""
    scripts = {path.stem for path in EXAMPLES.glob("*.py") if not path.stem.startswith("test_")}
    assert scripts == set(SHOWN)


@pytest.mark.parametrize("name", SHOWN)
def test_example_shows_what_it_promises(name, tmp_path):
    """It runs from any folder, without a key, says what the reader is to see, and nothing on standard error."""
    done = subprocess.run(
        [sys.executable, "-W", "error", EXAMPLES / f"{name}.py"],
        cwd=tmp_path, capture_output=True, text=True, encoding="utf-8", timeout=120, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (STATUS.get(name, 0), "")
    at = 0
    for line in SHOWN[name]:
        assert line in done.stdout[at:], done.stdout
        at = done.stdout.index(line, at)


def test_the_steps_one_by_one_give_what_check_gives():
    """None of the steps of `upheld.check` is left out: claims, verdicts, proof, findings and score are the same."""
    steps = runpy.run_path(str(EXAMPLES / "manual_pipeline.py"))
    sample, result = steps["sample"], steps["result"]
    whole = upheld.check(sample.answer, sample.contexts, sample.question)
    assert result.claims == whole.claims
    assert (result.score, result.status, result.level) == (whole.score, whole.status, whole.level)
