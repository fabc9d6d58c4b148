"""Claims against a context, by rule: what is found, where it stands, and what must never be called a conflict."""

import json
import os
import subprocess
import sys
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import upheld
from upheld.checks import Checker
from upheld.text.select import ContextIndex

PLANS = (
    "| Plan | Price | Users |\n|---|---|---|\n| Basic | $10 | 5 |\n| Team | $25 | 20 |\n| Firm | $90 | 100 |"
)
SERVICE = json.dumps(
    {"service": {"name": "Gold", "sla_hours": 4, "temp_c": 21, "humidity_pct": 45, "price_eur": 30}}
)
OFFICES = "# Boston office\n\nThe office has 120 desks.\n\n# Denver office\n\nThe office has 80 desks."
SHARE = "The share of renters rose from 4 % in 2020 to 6 % in 2023."
HOURS = "The shop is open Monday to Friday from 9:00 to 18:00."


def found(claim, *chunks):
    """Return the findings, after a look at their places."""
    findings = Checker(ContextIndex(list(chunks))).check(claim)
    for f in findings:
        start, end = f.claim_span
        assert 0 <= start < end <= len(claim)
        assert f.reason
        if f.evidence is not None:
            assert chunks[f.evidence.chunk][f.evidence.start : f.evidence.end] == f.evidence.text != ""
        assert f.evidence is None or f.outcome != "absent"
    return findings


def outcomes(claim, *chunks):
    """Return check -> outcome, without names."""
    return {f.check: f.outcome for f in found(claim, *chunks) if f.check != "name"}


@pytest.mark.parametrize(
    ("claim", "chunk", "expected"),
    [
        # same kind and same thing before a conflict
        ("The tower is 330 m tall.", "The tower was finished in 1889.", {"length": "absent"}),
        ("The tower is 330 m tall.", "The tower is 230 m tall.", {"length": "conflicts"}),
        ("The tower is 330 m tall.", "The lake near the village is 230 m deep.", {"length": "absent"}),
        (
            "The tower was finished in 1889.",
            "The tower is 330 m tall and was finished in 1887.",
            {"date": "conflicts"},
        ),
        ("The tower is about 330 m tall.", "The tower is 327 m tall.", {"length": "agrees"}),
        ("The tower is 1,083 ft tall.", "The tower is 330 m tall.", {"length": "agrees"}),
        ("The dose is 15 g.", "The dose is 15 mg.", {"mass": "conflicts"}),
        # a share of a number is another number
        ("30 rooms have a balcony.", "Half of the 60 rooms have a balcony.", {"number": "absent"}),
        ("35 rooms have a balcony.", "Half of the 60 rooms have a balcony.", {"number": "conflicts"}),
        ("20 shops are open.", "40 % of the 50 shops are open.", {"number": "absent"}),
        # both ends of a span of ages are ages
        ("A child of 8 can take part.", "Children aged 6 to 12 can take part.", {"number": "absent"}),
        (
            "Children aged 14 can take part.",
            "Children aged 6 to 12 can take part.",
            {"duration": "conflicts"},
        ),
        ("Children aged 8 can take part.", "Children aged 6 to 12 can take part.", {"duration": "absent"}),
        ("The ticket costs $20.", "The ticket costs €20.", {"money": "conflicts"}),
        ("The hall seats at least 1,000 people.", "The hall seats 1,200 people.", {"number": "agrees"}),
        ("The hall seats at least 1,000 people.", "The hall seats 800 people.", {"number": "conflicts"}),
        ("Delivery takes 3 to 7 days.", "Delivery takes 3-5 days.", {"duration": "conflicts"}),
        ("Delivery takes 4 days.", "Delivery takes 3-5 days.", {"duration": "absent"}),
        # dates
        (
            "The contract was signed in March 2023.",
            "The contract was signed on 5 March 2023.",
            {"date": "agrees"},
        ),
        (
            "The contract was signed on 5 March 2023.",
            "The contract was signed in March 2023.",
            {"date": "absent"},
        ),
        (
            "The contract was signed on 5 March 2023.",
            "The contract was signed on 6 March 2023.",
            {"date": "conflicts"},
        ),
        (
            "The contract was signed on 5 March 2023.",
            "The contract was signed on 2023-03-05.",
            {"date": "agrees"},
        ),
        # days and times
        ("The shop is open on Saturday.", HOURS, {"weekdays": "absent"}),
        ("The shop is open every day.", HOURS, {"weekdays": "conflicts"}),
        ("The shop is open on weekdays.", HOURS, {"weekdays": "agrees"}),
        ("The shop is open 9am to 6pm.", HOURS, {"clock": "agrees"}),
        ("The shop is open 8am to 5pm.", HOURS, {"clock": "conflicts"}),
        ("The shop opens at nine in the morning.", HOURS, {"clock": "agrees"}),
        # computed by the claim
        ("The share of renters rose by two percentage points.", SHARE, {"percent": "agrees"}),
        ("The share of renters rose by three percentage points.", SHARE, {"percent": "absent"}),
        (
            "A third of the members voted.",
            "The club has 60 members, and 20 members voted.",
            {"percent": "agrees"},
        ),
        (
            "Together they cost 508 euros.",
            "The machine costs 449 euros. The extension costs 59 euros.",
            {"money": "agrees"},
        ),
        # identifiers and quotes
        ("Ticket INC-004871 was closed.", "Ticket INC-004817 was closed.", {"identifier": "conflicts"}),
        ("Ticket INC-004817 was closed.", "Ticket INC-004817 was closed.", {"identifier": "agrees"}),
        (
            'The sign says "Keep off the grass".',
            'The sign says "Keep off the grass" in red.',
            {"quote": "agrees"},
        ),
        (
            'The sign says "Keep off the lawn".',
            'The sign says "Keep off the grass" in red.',
            {"quote": "absent"},
        ),
        # polarity
        ("The outdoor pool is heated.", "The outdoor pool is not heated.", {"negation": "conflicts"}),
        ("Guests must wear a helmet.", "Guests may wear a helmet.", {"modality": "conflicts"}),
        ("The outdoor pool is heated.", "The outdoor pool is heated.", {}),
        # nothing exact, nothing said
        ("It is nice here.", "The tower is 330 m tall.", {}),
        ("No.", "The dose is 15 mg.", {}),
        ("", "The dose is 15 mg.", {}),
        ("The dose is 15 mg.", "", {"mass": "absent"}),
    ],
)
def test_one_claim_one_chunk(claim, chunk, expected):
    """Each exact thing of the claim agrees, conflicts or is absent; nothing else is said."""
    assert outcomes(claim, chunk) == expected


@pytest.mark.parametrize(
    ("claim", "chunk", "expected"),
    [
        ("The Team plan costs $25.", PLANS, ("money", "agrees", "$25")),
        ("The Basic plan has 5 users.", PLANS, ("number", "agrees", "5")),
        ("The Basic plan has 20 users.", PLANS, ("number", "conflicts", "5")),
        ("The Team plan has a price of $90.", PLANS, ("money", "conflicts", "$25")),
        ("The Gold service has an SLA of 4 hours.", SERVICE, ("duration", "agrees", "4")),
        ("The Gold service has an SLA of 8 hours.", SERVICE, ("duration", "conflicts", "4")),
        ("The temp is 21 °C.", SERVICE, ("temperature", "agrees", "21")),
        ("The humidity is 45 %.", SERVICE, ("percent", "agrees", "45")),
        ("The humidity is 60 %.", SERVICE, ("percent", "conflicts", "45")),
        ("The price is 40 euros.", SERVICE, ("money", "conflicts", "30")),
        ("The Boston office has 120 desks.", OFFICES, ("number", "agrees", "120")),
        ("The Denver office has 80 desks.", OFFICES, ("number", "agrees", "80")),
        ("The Boston office has 80 desks.", OFFICES, ("number", "conflicts", "120")),
    ],
)
def test_tables_keys_and_headings(claim, chunk, expected):
    """A value is held against that of its own row and column, key or heading; the other one is no support."""
    (finding,) = (f for f in found(claim, chunk) if f.check != "name")
    assert (finding.check, finding.outcome, finding.evidence.text) == expected


def test_a_closer_sentence_that_agrees_forbids_the_conflict():
    """Another number elsewhere in the chunk is no conflict where one sentence bears the claim out."""
    chunk = "The old tower was 230 m tall. The tower is 330 m tall."
    assert outcomes("The tower is 330 m tall.", chunk) == {"length": "agrees"}


def test_chunks_that_differ_show_both():
    """Two chunks that are as close and say otherwise: both are told."""
    chunks = ("Returns are accepted within 30 days.", "Returns are accepted within 14 days.")
    findings = found("Returns are accepted within 30 days.", *chunks)
    assert {(f.outcome, f.evidence.chunk) for f in findings} == {("agrees", 0), ("conflicts", 1)}


def test_reasons_name_both_sides():
    """A reader sees what was compared without opening the context."""
    (conflict,) = found("The dose is 15 g.", "The dose is 15 mg.")
    assert conflict.reason == "claim says 15 g, context says 15 mg"
    (absent,) = found("The dose is 15 g.", "It is white.")
    assert absent.reason == "the context does not say 15 g"


def test_a_pronoun_in_the_context():
    """The sentence before tells what "it" is."""
    chunk = "The Eiffel Tower was finished in 1889. It is 330 metres tall."
    assert outcomes("The Eiffel Tower is 230 metres tall.", chunk) == {"length": "conflicts"}


@pytest.mark.parametrize(
    ("claim", "chunk", "check"),
    [
        ("Sales increased in 2023.", "Sales decreased in 2023.", "antonym"),
        ("All rooms have a balcony.", "Some rooms have a balcony.", "quantifier"),
    ],
)
def test_the_opposite_of_a_short_claim(claim, chunk, check):
    """Three words are enough to be contradicted by three."""
    assert outcomes(claim, chunk)[check] == "conflicts"


def test_a_thing_that_is_all_both_share():
    """An exact thing in another spelling is found without a word beside it."""
    assert outcomes("The number is +4722000199.", "Call +47 22 00 01 99 on weekdays.") == {"phone": "agrees"}


def test_a_name_with_an_identifier():
    """The words of such a name stand in the context."""
    assert not [f for f in found("Order A-2291 shipped.", "Order A-2291 shipped.") if f.outcome == "absent"]


def test_a_computed_share_is_told_the_right_way_round():
    """20 of 60 is a third; 60 of 20 is not."""
    findings = found("A third of the members voted.", "The club has 60 members, and 20 members voted.")
    assert findings[0].reason.startswith("20 of 60")


def test_every_verdict_lists_them():
    """Claims that are supported, contradicted and not found all show what was compared."""
    answer = "The tower is 330 m tall. The tower opened in 1887. The tower weighs 9 kg."
    result = upheld.check(answer, ["The tower is 330 m tall. The tower opened in 1889."])
    for claim, outcome in zip(result.claims, ("agrees", "conflicts", "absent"), strict=True):
        assert [f.outcome for f in claim.verdict.findings] == [outcome]
        for f in claim.verdict.findings:
            start, end = f.claim_span
            assert claim.text[start:end] in {"330 m", "1887", "9 kg"}


def test_the_seed_of_hashing_changes_nothing():
    """Two processes with other hash seeds find the same, to the letter."""
    code = (
        "import json, sys, upheld; claim, *chunks = json.loads(sys.argv[1]);"
        "print(json.dumps(upheld.check(claim, chunks).to_dict(), sort_keys=True))"
    )
    answer = "The Team plan costs $90. The share rose by two percentage points. The shop is open every day. Sales fell."
    said = set()
    for seed in ("0", "1", "2024"):
        done = subprocess.run(
            [sys.executable, "-c", code, json.dumps([answer, PLANS, SHARE, HOURS, SERVICE, OFFICES])],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        )
        said.add(done.stdout)
    assert len(said) == 1


PIECES = st.sampled_from(
    '5|m| |kg|$|€|%|:|-|–|.|,|\n|{|"|9:00|Mon|not|all|A-1|May|2023|+47|²|٣|\x00|\u202e|İ|a@b.c|http://|1e9|half|the |No, '.split(
        "|"
    )
)
NASTY = st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=40).map("".join))


@settings(max_examples=200, deadline=None)
@given(NASTY, st.lists(NASTY, max_size=3))
def test_never_raises_and_places_are_exact(claim, chunks):
    """Any claim against any chunks: findings or none, each where it says."""
    found(claim, *chunks)


ITEMS = ["5 m ", "the 5 ", "+4 ", "| 5 ", "k: 5, ", "$1 "]
FRAGMENTS = ["1", "1,", "1.", "9:", "1-", "a-", "May ", '"', "(", "not ", "A1-", "é"]
TALL = "The tower is 330 m tall."


def seconds(claim, chunk):
    """Return how long a check takes."""
    before = time.process_time()
    Checker(ContextIndex([chunk])).check(claim)
    return time.process_time() - before


@pytest.mark.parametrize("piece", [*ITEMS, *FRAGMENTS])
def test_a_chunk_of_100_kb_is_quick(piece):
    """Nasty fragments, over and over, are looked at in a moment."""
    assert seconds(TALL, piece * (100_000 // len(piece))) < 10.0


@pytest.mark.parametrize("piece", FRAGMENTS)
def test_a_claim_of_100_kb_is_quick(piece):
    """The same as a claim."""
    assert seconds(piece * (100_000 // len(piece)), TALL) < 10.0


def test_a_claim_of_many_things_is_quick():
    """A claim may hold ten thousand amounts."""
    assert seconds("5 m " * 10_000, TALL) < 10.0  # it took minutes when time grew with the square


@pytest.mark.parametrize(
    "text",
    ["\x1b[31m5 m\x1b[0m", "5\x00m", "=cmd|'/c calc'!A1 5 m", "<script>5 m</script>", "{{5 m}}", "5 m\u202e"],
)
def test_hostile_text_is_only_text(text):
    """Control characters, formulas and markup are compared like anything else, on both sides."""
    found(f"The mast is {text} tall.", f"The mast is {text} tall.", text)
    found(text, text)


def test_the_amount_of_another_row_is_a_conflict():
    """An amount that stands in the table, but in the row of another plan, does not bear the claim out."""
    chunk = "| Plan | Price |\n|---|---|\n| Basic | $10 |\n| Pro | $25 |"
    assert outcomes("The Basic plan costs $25.", chunk) == {"money": "conflicts"}
    assert outcomes("The Basic plan costs $10.", chunk) == {"money": "agrees"}


def test_a_denial_with_the_opposite_limit_says_the_same():
    """Not after 30 days is within 30 days."""
    assert "negation" not in outcomes(
        "Refunds are not possible after 30 days.", "Refunds are possible within 30 days."
    )


@pytest.mark.parametrize("claim", ["The museum is closed on Monday.", "The museum is closed on Mondays."])
def test_a_day_in_the_name_of_a_feast_is_no_day_of_the_week(claim):
    """Easter Monday neither bears out Mondays nor leaves them to the Tuesday of the same sentence."""
    chunk = "The museum is closed on Easter Monday and opens on Tuesday."
    assert outcomes(claim, chunk) == {"weekdays": "absent"}
    assert outcomes(claim, "The museum is closed on Tuesday.") == {"weekdays": "conflicts"}


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("midnight", "23:59", "agrees"),
        ("11:59 pm", "midnight", "agrees"),
        ("24:00", "0:00", "agrees"),
        ("midnight", "23:45", "conflicts"),
        ("22:59", "midnight", "conflicts"),
        ("0:01", "23:59", "conflicts"),
    ],
)
def test_the_last_minute_of_a_day_is_midnight(one, other, expected):
    """What ends at 23:59 ends at midnight; a minute after midnight is another time."""
    assert outcomes(f"The offer ends at {one}.", f"The offer ends at {other}.") == {"clock": expected}


@pytest.mark.parametrize(
    ("claim", "chunk", "expected"),
    [
        ("3 to 5 weeks", "3-5 working days", "conflicts"),
        ("3 weeks", "3 business days", "conflicts"),
        ("3 working days", "2 hours", "conflicts"),
        ("3 to 5 days", "3-5 working days", "absent"),
        ("1 week", "5 working days", "absent"),
        ("48 hours", "5 business days", "absent"),
        ("at least 1 day", "3 business days", "absent"),
        ("3 to 5 business days", "3-5 working days", "agrees"),
    ],
)
def test_working_days_against_plain_time(claim, chunk, expected):
    """They conflict where no count of days off makes them the same; otherwise it cannot be told."""
    assert outcomes(f"Delivery takes {claim}.", f"Delivery takes {chunk}.") == {"duration": expected}


@pytest.mark.parametrize("price", ["1.299 €", "1.299 Euro", "1.299,00 €", "1299 €"])
def test_a_german_price_is_no_decimal(price):
    """Both readings of 1.399 differ from both of 1.299: rounding hides no hundred euros."""
    assert outcomes("Das Gerät kostet 1.399 €.", f"Das Gerät kostet {price}.") == {"money": "conflicts"}
    assert outcomes("Das Gerät kostet 1.299 €.", f"Das Gerät kostet {price}.") == {"money": "agrees"}
