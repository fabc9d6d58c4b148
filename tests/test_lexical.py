"""The lexical judge on facts written by hand: what words can tell, and what they must never be taken to tell."""

import json
import os
import random
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import upheld
from upheld.checks.veto import VETOED
from upheld.judges.lexical import THRESHOLDS, UNSEEN_NUMBER, WEIGHTS, LexicalJudge
from upheld.text.closeness import Closeness

FERRY = "The ferry carries bicycles on weekdays."


def verdict_on(claim, *chunks, question=None, **options):
    """Judge a text that is one claim."""
    result = upheld.check(claim, list(chunks), question, judge="lexical", **options)
    (claim,) = [c for c in result.claims if c.kind == "factual"]
    for e in claim.verdict.evidence:
        assert chunks[e.chunk][e.start : e.end] == e.text != ""
    return claim.verdict


def label_of(claim, *chunks, **options):
    return verdict_on(claim, *chunks, **options).label


def quoted(verdict):
    return [(e.chunk, e.text) for e in verdict.evidence]


# --- support -----------------------------------------------------------------------------------------------------


def test_the_same_words_are_support():
    """A sentence that stands in a chunk is supported by that chunk, with that sentence as proof."""
    verdict = verdict_on(FERRY, "The harbour is old. It has two cranes.", f"Ferries are cheap. {FERRY}")
    assert verdict.label == "supported"
    assert quoted(verdict) == [(1, FERRY)]
    assert verdict.probability > 0.5
    assert verdict.flags == ()


def test_foreign_words_are_not_support():
    """A statement whose words no chunk has is not in the context, and nothing is quoted as its proof."""
    verdict = verdict_on("The captain paints watercolours of volcanoes.", FERRY)
    assert verdict.label == "not_enough_info"
    assert verdict.evidence == ()
    assert verdict.probability < 0.4


def test_endings_and_case_do_not_matter():
    """Inflected English forms and capitals are the same words."""
    assert label_of("Ferries carried BICYCLES on a weekday.", FERRY) == "supported"


def test_joint_support_names_all_chunks():
    """Where only two chunks together hold the claim, both are quoted and the verdict says so."""
    verdict = verdict_on(
        "The Lindal bridge is in Vestra county.",
        "The Lindal bridge is in Torvik municipality.",
        "The bakery sells rye bread.",
        "Torvik municipality belongs to Vestra county.",
    )
    assert verdict.label == "supported"
    assert verdict.flags == ("joint_support",)
    assert {e.chunk for e in verdict.evidence} == {0, 2}


def test_one_chunk_that_is_enough_is_no_joint_support():
    """A second chunk that says the same again does not make the support joint."""
    assert "joint_support" not in verdict_on(FERRY, FERRY, "Bicycles travel by ferry.").flags


def test_reasonable_accepts_what_entailed_does_not():
    """The second mode has the lower threshold; between the two lies a claim that only it supports."""
    assert THRESHOLDS["reasonable"] < THRESHOLDS["entailed"]
    chunk = "Hold the red button for ten seconds. The device restarts twice."
    between = [
        claim
        for claim in (
            "Press the red button for ten seconds to begin a reset.",
            "The device restarts after the red button was pressed.",
            "Holding the button makes the whole device restart quickly.",
        )
        if THRESHOLDS["reasonable"] <= verdict_on(claim, chunk).probability < THRESHOLDS["entailed"]
    ]
    assert between
    for claim in between:
        assert label_of(claim, chunk, inference="entailed") == "not_enough_info"
        assert label_of(claim, chunk, inference="reasonable") == "supported"


# --- numbers -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("inference", ["entailed", "reasonable"])
@pytest.mark.parametrize(
    ("claim", "chunk"),
    [
        ("The Eiffel Tower is 230 metres tall.", "The Eiffel Tower is 330 metres tall."),
        ("The ferry carries 40 bicycles on weekdays.", FERRY),
        ("Ticket INC-004871 was closed on Monday.", "Ticket INC-004817 was closed on Monday."),
        (
            "The library of the city of Torvik lends 1961 books.",
            "The library of the city of Torvik lends books.",
        ),
        ("La torre mide 230 metros de alto.", "La torre mide 330 metros de alto."),
    ],
)
def test_a_number_that_the_context_lacks_is_never_supported(claim, chunk, inference):
    """However many other words fit, an unseen number stays unproven for words alone, in both modes."""
    verdict = verdict_on(claim, chunk, inference=inference, checks="off")
    assert verdict.label == "not_enough_info"
    assert verdict.probability <= UNSEEN_NUMBER < min(THRESHOLDS.values())


@pytest.mark.parametrize(
    ("claim", "chunk", "said", "told"),
    [
        (
            "The Eiffel Tower is 230 metres tall.",
            "The Eiffel Tower is 330 metres tall.",
            "230 metres",
            "330 metres",
        ),
        (
            "Ticket INC-004871 was closed on Monday.",
            "Ticket INC-004817 was closed on Monday.",
            "INC-004871",
            "INC-004817",
        ),
        (
            "La torre mide 230 metros de alto.",
            "La torre mide 330 metros de alto.",
            "230 metros",
            "330 metros",
        ),
    ],
)
def test_a_number_that_the_context_gives_otherwise_is_contradicted(claim, chunk, said, told):
    """With the checks, which are on by default, another number of the same thing is a contradiction with both sides named."""
    verdict = verdict_on(claim, chunk)
    assert (verdict.label, verdict.flags) == ("contradicted", ("veto",))
    assert verdict.probability <= VETOED < 0.4
    assert verdict.p_contradicted == 1 - VETOED
    assert verdict.reason == f"claim says {said}, context says {told}"
    assert quoted(verdict) == [(0, chunk)]


def test_a_number_that_the_context_bears_out_is_read_in_its_words():
    """1,083 feet are 330 metres and nine in the morning is 9:00: the words around them then decide."""
    tower = "The Eiffel Tower is 330 metres tall."
    assert label_of("The Eiffel Tower is 1,083 feet tall.", tower) == "supported"
    assert label_of("The Eiffel Tower is 1,083 feet tall.", tower, checks="off") == "not_enough_info"
    assert label_of("The museum opens at nine in the morning.", "The museum opens at 9:00.") == "supported"


def test_thousands_separators_do_not_make_another_number():
    """1,200 and 1200 are one number."""
    assert label_of("The hall seats 1200 people.", "The hall seats 1,200 people.") == "supported"


# --- plain negation ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("claim", "chunk"),
    [
        ("The pool is heated.", "The pool is not heated."),
        ("The pool is not heated.", "The pool is heated."),
        ("The museum isn't open on Monday.", "The museum is open on Monday."),
        ("The museum is open on Monday.", "The museum isn’t open on Monday."),
        ("The rooms have a balcony.", "The rooms have no balcony."),
        ("The parcel was delivered with damage.", "The parcel was delivered without damage."),
        ("Las habitaciones tienen balcón.", "Las habitaciones no tienen balcón."),
        ("Die Zimmer haben keinen Balkon.", "Die Zimmer haben einen Balkon."),
    ],
)
def test_plain_negation_is_a_contradiction_both_ways(claim, chunk):
    """The same words with a negation on one side contradict, whichever side it is; the denying sentence is the proof."""
    verdict = verdict_on(claim, chunk)
    assert verdict.label == "contradicted"
    assert quoted(verdict) == [(0, chunk)]
    assert verdict.probability < 0.5 < verdict.p_contradicted


@pytest.mark.parametrize(
    ("claim", "chunk"),
    [
        ("The pool is not heated.", "The pool is not heated."),
        ("The pool is heated.", "The pool is not only heated but also covered."),
        ("The pool is not only heated but also covered.", "The pool is heated and covered."),
        ("The museum isn't open on Monday.", "The museum isn’t open on Monday."),
    ],
)
def test_no_negation_is_seen_where_none_is(claim, chunk):
    """Both sides negated, and "not only", deny nothing."""
    assert label_of(claim, chunk) != "contradicted"


def test_a_missing_word_is_no_contradiction():
    """To words alone nothing but plain negation is a contradiction: another number or name is only not found."""
    for claim in ("The pool is 30 m long.", "The pool is in Linz.", "The pool is cold."):
        assert label_of(claim, "The pool is 25 m long, warm and in Graz.", checks="off") == "not_enough_info"


def test_a_name_that_is_missing_is_no_contradiction():
    """The checks look for another number, not for another name: the pool may be in two places."""
    assert label_of("The pool is in Linz.", "The pool is 25 m long, warm and in Graz.") == "not_enough_info"
    assert label_of("The pool is 30 m long.", "The pool is 25 m long, warm and in Graz.") == "contradicted"


def test_a_narrower_denial_beside_the_statement_does_not_undo_it():
    """A sentence that stands in the chunk is supported, though the next one denies it for fewer cases."""
    chunk = "Tickets are refundable. Tickets bought on sale are not refundable."
    assert quoted(verdict_on("Tickets are refundable.", chunk)) == [(0, "Tickets are refundable.")]
    assert label_of("Tickets are refundable.", chunk) == "supported"
    assert label_of("Tickets bought on sale are refundable.", chunk) == "contradicted"


def test_conflict_between_chunks_shows_both():
    """One chunk says it, another denies it: support wins, the flag stays, both are quoted."""
    for order in (1, -1):
        chunks = ["The pool is heated.", "The bar is closed.", "The pool is not heated."][::order]
        verdict = verdict_on("The pool is heated.", *chunks)
        assert verdict.label == "supported"
        assert verdict.flags == ("conflict",)
        assert {chunks[e.chunk] for e in verdict.evidence} == {
            "The pool is heated.",
            "The pool is not heated.",
        }


# --- yes and no --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "chunk", "label"),
    [
        ("Yes.", "The pool is heated.", "supported"),
        ("No.", "The pool is heated.", "contradicted"),
        ("Yes.", "The pool is not heated.", "contradicted"),
        ("No.", "The pool is not heated.", "supported"),
        ("Yes.", "The bakery sells rye bread.", "not_enough_info"),
        ("No.", "The bakery sells rye bread.", "not_enough_info"),
    ],
)
def test_yes_and_no_are_judged_with_their_question(answer, chunk, label):
    """A bare yes or no says what its question asks, or denies it; silence of the context decides neither."""
    verdict = verdict_on(answer, chunk, question="Is the pool heated?")
    assert verdict.label == label
    if label == "not_enough_info":
        assert verdict.evidence == ()
    else:
        assert quoted(verdict) == [(0, chunk)]
        assert (verdict.probability > 0.5) == (label == "supported")


@pytest.mark.parametrize("answer", ["Yes.", "No."])
def test_chunks_in_conflict_support_yes_and_no(answer):
    """Where the chunks disagree, each answer has support, and the flag says what is wrong."""
    verdict = verdict_on(
        answer, "The pool is heated.", "The pool is not heated.", question="Is the pool heated?"
    )
    assert (verdict.label, verdict.flags) == ("supported", ("conflict",))


# --- probabilities, reasons, proof -------------------------------------------------------------------------------


def test_probability_of_contradiction_is_given_only_for_a_denial():
    """A word that is missing is no evidence against: P(contradicted) is not one minus P(supported)."""
    assert verdict_on("The pool is heated.", "The pool is heated.").p_contradicted is None
    assert verdict_on("The pool is painted pink.", "The pool is heated.").p_contradicted is None
    assert verdict_on("The pool is heated.", "The pool is not heated.").p_contradicted > 0.5


def test_a_denied_claim_is_never_likely():
    """Where a claim is contradicted, its P(supported) is under every threshold, so that graded scores stay honest."""
    chunk = "The small pool of the old hotel by the lake is heated."
    claim = "The small pool of the old hotel by the lake is not heated in 2031."
    verdict = verdict_on(claim, chunk)
    assert verdict.label == "contradicted"
    assert verdict.probability < min(THRESHOLDS.values())


def test_the_reason_names_missing_words_as_they_are_spelt():
    """Accents, capitals and endings of the claim are kept; only content words are named, each once."""
    verdict = verdict_on("The ferry carries Zürich's naïve painters and painters.", FERRY)
    assert verdict.reason == "not in the context: Zürich, naïve, painters"


def test_the_reason_is_short_whatever_the_claim():
    """Of many missing words four are named, and of a word without end only its beginning."""
    words = " ".join(f"word{chr(97 + n)}" for n in range(20))
    many = verdict_on(f"The ferry has {words}.", FERRY).reason
    assert many == "not in the context: worda, wordb, wordc, wordd, …"
    assert len(verdict_on(f"The ferry has {'x' * 100_000}.", FERRY).reason) < 100


def test_the_reason_of_support_counts_words():
    """Support says how many of the claim's words stand in what is quoted."""
    assert (
        verdict_on("The pool is heated.", "The pool is heated.").reason == "2 of 2 words stand in the passage"
    )


def test_what_is_not_found_shows_the_closest_passage():
    """Without proof the nearest sentence is shown, with its exact place; none where no word is shared."""
    chunks = ("The bar is closed.", "Guests swim here. The pool is 25 m long.")
    nearest = verdict_on("The pool has a slide.", *chunks).nearest
    assert (nearest.chunk, nearest.text) == (1, "The pool is 25 m long.")
    assert chunks[1][nearest.start : nearest.end] == nearest.text
    assert verdict_on("Violins resonate.", *chunks).nearest is None


@pytest.mark.parametrize("claim", ["", "  ", "?", "👍", "—", "..."])
def test_a_claim_without_words_is_not_supported(claim):
    """Where there is nothing to compare, nothing is upheld."""
    task = upheld.Task("1", (claim,), (upheld.Chunk("The pool is heated."),))
    (judgement,) = LexicalJudge().judge([task])
    (verdict,) = judgement.verdicts
    assert verdict.label == "not_enough_info"
    assert verdict.evidence == ()


def test_evidence_in_tables_and_json_is_exact():
    """The proof of a cell or value is cut out of the chunk as it stands, marks and all."""
    table = "| City | Offices | Staff |\n|---|---|---|\n| Graz | 2 | 41 |\n| Linz | 3 | 18 |"
    verdict = verdict_on("Linz has 18 staff in 3 offices.", table)
    assert verdict.label == "supported"
    assert "Linz" in verdict.evidence[0].text
    assert "Graz" not in verdict.evidence[0].text
    tool = '{"service": {"name": "billing", "owner": {"team": "Payments"}}}'
    verdict = verdict_on("The billing service has the owner team Payments.", tool)
    assert (0, '"team": "Payments"') in quoted(verdict)


# --- languages ---------------------------------------------------------------------------------------------------


def test_another_language_is_an_error_with_that_flag():
    """Words of two languages cannot be compared: an error that says so, never a silent "not found"."""
    verdict = verdict_on(
        "Das Museum ist am Montag und am Dienstag geschlossen.",
        "The museum is closed on the first day of the week and on the second.",
    )
    assert verdict.label == "error"
    assert verdict.flags == ("language",)
    assert "different languages" in verdict.reason
    assert verdict.probability is None


@pytest.mark.parametrize(
    ("claim", "chunk"),
    [
        ("La oficina abre de lunes a viernes.", "La oficina abre de lunes a viernes. El café está abierto."),
        ("Das Museum ist am Montag geschlossen.", "Das Museum ist am Montag geschlossen."),
        ("Le musée est fermé le lundi.", "Le musée est fermé le lundi et le mardi."),
        ("O museu está fechado na segunda-feira.", "O museu está fechado na segunda-feira."),
        ("博物馆星期一闭馆。", "博物馆星期一闭馆。门票八元。"),
        ("ร้านปิดวันจันทร์", "ร้านปิดวันจันทร์"),
        ("Музей закрыт в понедельник.", "Музей закрыт в понедельник."),
    ],
)
def test_one_language_is_compared_whatever_it_is(claim, chunk):
    """Claim and context of one language are judged, in any script."""
    assert label_of(claim, chunk) == "supported"


# --- stability ---------------------------------------------------------------------------------------------------

SEEDED = """
import json, sys, upheld
answer, contexts, question = json.load(sys.stdin)
print(json.dumps([upheld.check(answer, contexts, question, inference=mode).to_dict() for mode in ("entailed", "reasonable")]))
"""


def test_the_hash_seed_of_the_process_changes_nothing():
    """Two processes with different PYTHONHASHSEED give the same result to the last digit."""
    rng = random.Random(11)  # noqa: S311 - the same texts every time
    words = [
        f"{a}{b}" for a in ("tor", "lin", "gra", "wel", "bor") for b in ("vik", "dal", "mont", "berg", "ford")
    ]
    sentences = [
        f"The {rng.choice(words)} of {rng.choice(words).title()} has {rng.randrange(9)} {w}s."
        for w in words * 8
    ]
    contexts = [" ".join(sentences[n : n + 10]) for n in range(0, 200, 10)]
    answer = " ".join([*rng.sample(sentences, 6), "The tordal of Wines is not a linvik.", "It was closed."])
    given = json.dumps([answer, contexts, "Which tordal has linviks?"])
    told = [
        subprocess.run(
            [sys.executable, "-c", SEEDED],
            input=given,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=120,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
        ).stdout
        for seed in ("1", "2", "4242")
    ]
    assert told[0] == told[1] == told[2]
    assert len(json.loads(told[0])[0]["claims"]) >= 7


def test_the_order_of_claims_does_not_matter():
    """Each claim is judged for itself: the verdicts are the same in any order, and alone."""
    chunks = ["The pool is heated. The bar is not open.", "Breakfast is served from 7:00 to 10:00."]
    claims = ["The pool is heated", "The bar is open", "Breakfast is served at noon", "Dogs are welcome"]

    def verdicts(some):
        return {c.text: c.verdict for c in upheld.check("", chunks, claims=some).claims}

    together = verdicts(claims)
    assert verdicts(claims[::-1]) == together
    for claim in claims:
        assert verdicts([claim])[claim] == together[claim]


@given(
    claim=st.text(max_size=120),
    chunks=st.lists(st.text(max_size=200), min_size=1, max_size=4),
)
@settings(max_examples=150, deadline=None)
def test_no_text_breaks_it(claim, chunks):
    """Any strings: one verdict, probabilities in [0, 1], exact quotes, and no support without one."""
    task = upheld.Task("1", (claim,), tuple(upheld.Chunk(text) for text in chunks))
    (judgement,) = LexicalJudge().judge([task])
    (verdict,) = judgement.verdicts
    assert verdict.probability is None or 0.0 <= verdict.probability <= 1.0
    for e in (*verdict.evidence, *([verdict.nearest] if verdict.nearest else [])):
        assert chunks[e.chunk][e.start : e.end] == e.text != ""
    assert bool(verdict.evidence) == (verdict.label in {"supported", "contradicted"})


def test_the_weights_are_of_measures_that_exist():
    """The fitted numbers in the code belong to the measures, each to one."""
    assert set(WEIGHTS) == set(Closeness.__slots__)


DENIED = {
    "nl": ("Het museum is op maandag niet gesloten.", "Het museum is op maandag gesloten en de toegang kost acht euro."),
    "sv": ("Hundar får inte komma in.", "Hundar får komma in."),
    "pl": ("Psy nie mogą wchodzić do muzeum.", "Psy mogą wchodzić do muzeum."),
    "cs": ("Muzeum není v pondělí zavřené.", "Muzeum je v pondělí zavřené."),
    "it": ("Il museo non è chiuso il lunedì.", "Il museo è chiuso il lunedì e l'ingresso costa otto euro."),
    "fr": ("Le musée n'est pas fermé le lundi.", "Le musée est fermé le lundi et l'entrée coûte huit euros."),
    "vi": ("Chó không được phép vào.", "Chó được phép vào."),
    "id": ("Anjing tidak boleh masuk museum.", "Anjing boleh masuk museum."),
    "zh": ("博物馆星期一不闭馆。", "博物馆星期一闭馆。"),
    "ja": ("美術館は月曜日に休館しません。", "美術館は月曜日に休館します。"),
    "ko": ("박물관은 월요일에 휴관하지 않습니다.", "박물관은 월요일에 휴관합니다."),
    "ru": ("Музей не закрыт в понедельник.", "Музей закрыт в понедельник."),
}  # fmt: skip


@pytest.mark.parametrize("language", DENIED)
def test_a_denial_is_seen_in_other_languages(language):
    """The same words with a "not" are no support, whatever the language; without it they are."""
    claim, context = DENIED[language]
    for text, label in ((claim, "contradicted"), (context, "supported")):
        (found,) = upheld.check(text, [context], claims=[text]).claims
        assert found.verdict.label == label
