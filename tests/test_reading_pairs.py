"""What a careful reader calls supported is no conflict, and what differs is no agreement: kinds that went wrong once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from upheld.checks import Checker
from upheld.checks.veto import uncontested
from upheld.text.select import ContextIndex

PAIRS = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "reading_pairs.jsonl").read_text("utf-8").splitlines()
]
DENIED = [  # the true opposites of some of them, which must stay conflicts
    ("The free tier includes phone support.", "The free tier includes email support but does not include phone support."),
    ("The device has a headphone jack.", "The device does not have a headphone jack."),
    ("The Basic plan includes email support.", "The Pro plan comes with email support. The Basic plan does not include email support."),
    ("You must register online.", "You can register online."),
    ("All rooms have a balcony.", "Some rooms have a balcony."),
    ("The vote took place before the election.", "The vote took place after the election."),
    ("Prices rose in 2022.", "Prices fell in 2022."),
    ("Sales are up 5%.", "Sales are down 5%."),
    ("The museum is open on Mondays.", "The museum is closed on Mondays."),
    ("The Munich office has 40 employees.", "40 people work in Berlin. The Munich office has 25 employees."),
    ("Orders must be placed by 5 pm.", "Orders must be placed by 3 pm."),
    ("The fine is $600.", "The fine is $500."),
    ("The vote took place before 5 May.", "The vote took place on 6 May."),
    ("Kids 3 to 14 years pay half price.", "Kids 3 to 12 years pay half price."),
    ("The trip takes 8 hours.", "The trip takes 5 hours by train."),
    ("70% of participants passed the test.", "30% of participants passed the test."),
]  # fmt: skip


def found(claim: str, context: str):
    return Checker(ContextIndex([context])).check(claim)


@pytest.mark.parametrize("pair", PAIRS, ids=[f"{n}: {pair['kind']}" for n, pair in enumerate(PAIRS, 1)])
def test_a_pair_is_read_as_a_reader_does(pair: dict[str, str]) -> None:
    """No conflict where there is none, no agreement where the two differ, and a conflict where there is one."""
    findings = found(pair["claim"], pair["context"])
    conflicts = uncontested(findings)
    if pair["never"] == "conflicts":
        assert not conflicts
    elif pair["never"] == "nothing":
        assert conflicts
    else:
        exact = {f.outcome for f in findings if f.check != "name"}
        assert conflicts or "agrees" not in exact


@pytest.mark.parametrize(("claim", "context"), DENIED)
def test_a_true_opposite_is_still_a_conflict(claim: str, context: str) -> None:
    """What spares a supported claim does not spare the claim that the context contradicts in the same words."""
    assert uncontested(found(claim, context))
