"""Planted faults and paraphrases: what each kind makes, what it refuses, and that it is quick and never fails."""

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from upheld.planting import FAULTS, PARAPHRASES, Document, Planted, paraphrase, plant

OTHERS = [
    "The new bridge was opened by Maria Keller in the spring.",
    "Tickets are sold at the entrance for 9 euros.",
    "The gardener was born in Oslo and moved to Bergen later.",
    "Snow is expected in the northern valleys on Thursday.",
    "The old mill has a restored water wheel from 1820.",
    "Two ferries cross the lake every hour during the summer holidays.",
]


def rng_of(seed):
    return random.Random(seed)  # noqa: S311 - a reproducible draw, no secret


def faults(kind, claim, *sentences, others=OTHERS, tries=40):
    """Return all different texts that a kind makes of a claim, over many seeds."""
    document = Document(sentences or (claim,), others)
    found = (plant(kind, claim, document, rng_of(seed)) for seed in range(tries))
    return {made.text for made in found if made is not None}


def others_of(kind, claim, tries=40):
    """Return all different texts that a kind of paraphrase makes of a claim."""
    found = (paraphrase(kind, claim, rng_of(seed)) for seed in range(tries))
    return {made.text for made in found if made is not None}


@pytest.mark.parametrize(
    ("kind", "claim", "part"),
    [
        ("number", "The tank holds 24 bottles of water.", "24"),
        ("number", "The town has 12,500 inhabitants.", "12,500"),
        ("date", "The museum was opened in 1987.", "1987"),
        ("date", "The fair starts on March 14 in the park.", "March 14"),
        ("unit", "The rope is 30 meters long.", "30 meters"),
        ("unit", "The warranty is 24 months for each machine.", "24 months"),
        ("weekday", "The shop is closed on Tuesdays.", "Tuesdays"),
        ("time", "The office opens at 9 am.", "9 am"),
        ("time", "The last train leaves at 21:40.", "21:40"),
        ("relation", "The prices increased in the last quarter.", "increased"),
        ("quantifier", "Some rooms have a view of the lake.", "Some"),
        ("name", "The bridge was designed by Anna Lind for the city.", "Anna Lind"),
    ],
)
def test_a_piece_is_replaced(kind, claim, part):
    """Each kind changes its own piece of the claim and nothing else."""
    made = faults(kind, claim)
    assert made
    before, after = claim.split(part)
    for text in made:
        assert text != claim
        assert text.startswith(before)
        assert text.endswith(after)


def test_what_was_replaced_is_told():
    """The fault names the old and the new piece, and where the old one stood."""
    claim = "The rope is 30 meters long."
    made = plant("unit", claim, Document([claim]), rng_of(1))
    assert made == Planted("unit", "The rope is 30 feet long.", "30 meters", "30 feet", 12)


def test_negation_goes_in_and_out():
    """A claim without "not" gets one, a claim with one loses it."""
    assert faults("negation", "The shop is open on Monday.") == {"The shop is not open on Monday."}
    assert faults("negation", "Parcels do not arrive on public holidays.") == {
        "Parcels do arrive on public holidays."
    }


def test_plural_days_stay_plural():
    """A changed weekday keeps its ending."""
    assert all(
        text.removesuffix(" in winter").endswith("days")
        for text in faults("weekday", "The shop is closed on Tuesdays in winter")
    )


@pytest.mark.parametrize(
    ("kind", "claim", "context"),
    [
        ("number", "The tank holds 24 bottles.", "The tank holds two dozen bottles."),  # not there literally
        ("number", "The oil is rich in vitamins (Passage 2)", "See (Passage 2): the oil is rich in vitamins."),
        ("number", "2. Add the salt to the water.", "2. Add the salt to the water."),  # number of a list item
        ("number", "3 Cook the butter in a saucepan.", "3 Cook the butter in a saucepan."),
        ("number", "It opened on March 14 with a speech.", "It opened on March 14 with a speech."),  # a date
        ("unit", "Staff work more than 38 hours.", "Staff work more than 38 hours."),  # 38 minutes is less
        ("weekday", "The desk is staffed weekdays and Sunday mornings.", "Staffed weekdays and Sunday mornings."),
        ("negation", "They said that nothing was left to do.", "They said that nothing was left to do."),
        ("negation", "It is not only large but also cheap.", "It is not only large but also cheap."),
        ("negation", "The atom has a negative charge.", "The atom has a negative charge."),  # "has not a": no English
        ("negation", "The shop is open on Monday.", "Whales sing."),  # nothing says the claim
        ("relation", "A woman left her bag near a bus.", "A woman left her bag near a bus."),  # not the side
        ("relation", "Delivery may take up to two days.", "Delivery may take up to two days."),
        ("relation", "You no longer have access to it.", "You no longer have access to it."),
        ("quantifier", "The pump is descaled every 8 weeks.", "The pump is descaled every 8 weeks."),
        ("quantifier", "It is the most popular tea.", "It is the most popular tea."),
        ("quantifier", "The store must not run dry.", "The store must not run dry."),
        ("quantifier", "May 4 is a public holiday.", "May 4 is a public holiday."),
        ("date", "The serial number is 1987.5 exactly.", "The serial number is 1987.5 exactly."),
    ],
)  # fmt: skip
def test_what_is_in_doubt_is_refused(kind, claim, context):
    """A change that may leave the claim true, or make no statement, is not made."""
    assert faults(kind, claim, context) == set()


def test_bounds_change_in_one_direction_only():
    """Who has over 4,000 has over 1,000 too, so a lower bound only grows, and an upper one only shrinks."""
    for word, grows in (("over", True), ("up to", False)):
        made = faults("number", f"The hall seats {word} 500 guests.", tries=200)
        numbers = [int(text.split()[-2]) for text in made]
        assert numbers
        assert all((n > 500) == grows for n in numbers)


def test_a_rounded_number_changes_a_lot():
    """About 500 may be 560; it is not 900."""
    made = faults("number", "The hall seats about 500 guests.", tries=200)
    assert all(abs(int(text.split()[-2]) - 500) >= 150 for text in made)


def test_a_day_within_opening_days_is_no_fault():
    """Monday to Friday covers Wednesday, so only a day of the weekend is another statement."""
    claim = "The line is staffed on Monday."
    made = faults("weekday", claim, "The line is staffed Monday to Friday.", claim, tries=100)
    assert made == {"The line is staffed on Saturday.", "The line is staffed on Sunday."}


def test_a_later_opening_is_no_fault():
    """Who is open from 8:00 to 17:00 is open from 12:00 to 17:00 too; the end moves alone."""
    assert faults("time", "The line is staffed from 8:00 to 17:00.") == {
        "The line is staffed from 8:00 to 21:00."
    }


def test_the_new_piece_does_not_stand_in_the_document():
    """A number that the context holds elsewhere may be right, so it is not used."""
    claim = "The box holds 3 packs."
    made = faults("number", claim, claim, *(f"Case {n} packs." for n in (1, 2, 4, 5, 6, 7)), tries=200)
    assert made <= {"The box holds 8 packs.", "The box holds 9 packs."}


def test_names_keep_their_role():
    """A place is replaced by a name that stands as a place, a person by one that does not."""
    claim = "The painter Nils moved to Hamburg in the end."
    others = ["The ship went to Lisbon in the spring.", "On Sunday the pilot Petra told a long story."]
    made = faults("name", claim, others=others, tries=100)
    assert made <= {
        "The painter Nils moved to Lisbon in the end.",
        "The painter Petra moved to Hamburg in the end.",
    }
    assert made


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [("US", "America"), ("Barack Obama", "Michelle Obama"), ("UN", "United Nations"), ("U.K.", "Britain")],
)
def test_a_name_is_not_replaced_by_another_of_the_same(mine, theirs):
    """Two names of one thing, or of one family, are no fault that is sure."""
    claim = f"The report was written for {mine} officials."
    other = f"The report was read by many people for {theirs} in the end."
    assert all(theirs not in text for text in faults("name", claim, claim, others=[other]))


def test_a_name_that_a_sentence_gives_too_is_refused():
    """Two founders in one sentence: the claim about the other one is true."""
    claim = "Hanne Brandt founded the roastery in Leipzig."
    context = "The roastery in Leipzig was founded by Hanne Brandt and Tomas Vidal long ago."
    assert all("Vidal" not in text for text in faults("name", claim, context))


def test_german_nouns_are_no_names():
    """A capital says nothing in German."""
    claim = "Der Laden ist am Montag und am Dienstag für alle Kunden geöffnet."
    assert (
        faults("name", claim, claim, others=["Die Tage sind im Sommer lang und die Preise sind es auch."])
        == set()
    )


def test_statements_are_joined_where_they_agree():
    """The predicate of another document follows the claim, one thing with one and several with several."""
    claim = "The mill is open to visitors."
    for text in faults("partly", claim, tries=100):
        assert text.startswith("The mill is open to visitors and ")
        assert " and are " not in text
    assert faults("partly", claim, tries=100)


def test_merged_takes_another_subject():
    """The subject keeps its name and gets what the document says of something else."""
    context = [
        "Parcels are sent with the morning post.",
        "Gift cards are valid for three years in all shops.",
    ]
    assert faults("merged", context[0], *context) == {"Parcels are valid for three years in all shops."}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Sterling will sign a new contract soon.", "The forward has two years left at the club."),
        ("The man was seen near the station.", "The suspect was arrested by two officers."),
        ("Parcels are sent with the morning post.", "They are insured up to a value of 500 euros."),
        ("Gift cards are valid for three years.", "These cards are sold in all of our shops."),
    ],
)
def test_subjects_that_may_be_one_are_not_merged(one, other):
    """A pronoun, a description or a shared word may mean the same thing, and the statement would be true."""
    document = ["Last week Sterling played well.", one, other]
    assert faults("merged", one, *document) == set()


def test_without_capitals_no_statements_are_merged():
    """A text in small letters hides which subjects are names, and two of them may be one."""
    context = [
        "Parcels are sent with the morning post.",
        "Gift cards are valid for three years in all shops.",
    ]
    small = [f"the day number {n} was as grey as the one before." for n in range(6)]
    assert faults("merged", context[0], *context, *small) == set()


@pytest.mark.parametrize(
    ("claim", "swapped"),
    [
        ("Anna Lind taught Maria Keller in Bergen.", "Maria Keller taught Anna Lind in Bergen."),
        ("The pump has 12 valves on 48 pipes.", "The pump has 48 valves on 12 pipes."),
        ("Yesterday the Town sued Kestrel over a patent.", "Yesterday the Kestrel sued Town over a patent."),
    ],
)
def test_names_and_figures_change_places(claim, swapped):
    """Two names with a word between them, or two figures of one length, stand in each other's place."""
    assert swapped in faults("swapped", claim)


@pytest.mark.parametrize(
    "claim",
    [
        "Anna Lind and Maria Keller live in the north.",
        "Anna Lind met Maria Keller by the lake.",
        "Anna Lind is married to Maria Keller.",
        "The trip takes between 12 and 48 hours.",
        "The trip takes 12 to 48 hours.",
        "The rooms have 12 chairs and 12 desks.",
    ],
)
def test_what_holds_both_ways_does_not_change_places(claim):
    """A list, a relation of equals, a range and two equal figures stay as they are."""
    assert faults("swapped", claim) == set()


@pytest.mark.parametrize(
    ("claim", "made"),
    [
        ("The company plans to build a mill in Oslo.", "The company built a mill in Oslo."),
        ("The company planned to build a mill in Oslo.", "The company built a mill in Oslo."),
        ("The firm is expected to sell the mill.", "The firm sold the mill."),
        ("The mill may be closed in winter.", "The mill was closed in winter."),
        ("It is the second largest mill of the valley.", "It is the largest mill of the valley."),
        (
            "The Tarn is one of the longest rivers in the valley.",
            "The Tarn is the longest river in the valley.",
        ),
        ("She was nominated for the prize last year.", "She was awarded the prize last year."),
        ("The mill employs more than 40 people.", "The mill employs less than 40 people."),
        ("The mill employs 40 people.", None),
        ("The mayor is more than happy with the mill.", None),
        ("The mayor wants to visit the mill.", "The mayor visited the mill."),
        ("The mayor intends to stop the mill.", None),
    ],
)
def test_more_is_said_than_is_so(claim, made):
    """A plan becomes a deed, a rank the first, a bound its opposite; what the rule cannot turn surely stays as it is."""
    assert faults("status", claim) == ({made} if made else set())


def test_a_foreign_sentence_stands_on_its_own():
    """No question, no heading, no pronoun, no speech, nothing that the document says."""
    bad = [
        "It was sold in May again.",
        "What does it cost today?",
        "Opening hours and prices",
        "“Yes,” he said to her then.",
    ]
    own = "Two ferries cross the lake every hour in the summer holidays."
    assert faults("foreign", "Whales sing in the sea.", own, others=[*bad, OTHERS[5], OTHERS[1]]) == {
        OTHERS[1]
    }


def test_an_addition_is_a_detail_of_something_else():
    """The detail ends the claim; a sentence that shares a word with the claim gives none."""
    claim = "Vinegar attacks the seals."
    own = ["The bus stops at the town hall.", "These seals are made in the old works."]
    made = faults("addition", claim, claim, "Rain falls.", *own, others=["The dog sleeps on the sofa."])
    assert made == {"Vinegar attacks the seals at the town hall.", "Vinegar attacks the seals on the sofa."}


@pytest.mark.parametrize(
    ("kind", "claim", "said"),
    [
        ("order", "In March 2020, the shop moved to Leipzig.", "The shop moved to Leipzig in March 2020."),
        ("order", "On May 4, 2011, the bridge was closed for repairs.", "The bridge was closed for repairs on May 4, 2011."),
        ("order", "The roastery was founded in 2011.", "In 2011, the roastery was founded."),
        ("figures", "It cost 40% of the budget.", "It cost 40 percent of the budget."),
        ("figures", "She left on May 4, 2011 by train.", "She left on 4 May 2011 by train."),
        ("figures", "It needs three screws to hold.", "It needs 3 screws to hold."),
        ("figures", "The town has 12,500 inhabitants.", "The town has 12500 inhabitants."),
        ("voice", "The label was owned by Simon Cowell.", "Simon Cowell owned the label."),
        ("synonym", "The movie is long and quiet.", "The film is long and quiet."),
        ("synonym", "It does not rain here often.", "It doesn't rain here often."),
        ("synonym", "It is an entire week long.", "It is a whole week long."),
        ("shorter", "The agency (EPA) has found a leak.", "The agency has found a leak."),
        ("shorter", "Jane Doe, a senior at the school, has won again.", "Jane Doe has won again."),
    ],
)  # fmt: skip
def test_a_claim_in_other_words(kind, claim, said):
    """Each kind of paraphrase does its own thing."""
    made = others_of(kind, claim)
    assert said in made


def test_clauses_are_the_claims_of_a_sentence():
    """A sentence of two statements gives each alone; a single statement gives none."""
    made = others_of("clause", "Gift cards are valid for three years and can be used for several orders.")
    assert made == {"Gift cards are valid for three years", "Gift cards can be used for several orders"}
    assert others_of("clause", "The shop opened in May.") == set()


@pytest.mark.parametrize(
    ("kind", "claim"),
    [
        ("order", "In summary, the shop moved to Leipzig."),
        ("order", "He won the race with one horse in 2005 and another in 2011."),
        ("order", "The bishop was replaced by a man who was convicted in 2012."),
        ("order", "In 2018 she began her daily show, and it is still running."),
        ("figures", "Passage 3 recommends cold water for this."),
        ("voice", "The coach admits he was shocked by Sinfield."),
        ("synonym", "Voters voiced their concern about the poll."),
        ("synonym", "Near-Earth objects are tracked all the time."),
        ("synonym", "The gunman is still at large today."),
        ("synonym", "The children's commissioner has spoken."),
        ("shorter", "Shipping is free (except to islands) in May."),
        ("shorter", "It is shipped (up to 5 kg) in a day."),
        ("shorter", "The 34th (County) Battalion"),
    ],
)
def test_what_may_change_the_meaning_is_left(kind, claim):
    """A paraphrase that may say more, or something else, is not made."""
    assert others_of(kind, claim) == set()


def test_draws_are_seeded():
    """The same seed gives the same fault, another seed another one at times."""
    claim = "The town has 12,500 inhabitants."
    assert plant("number", claim, Document([claim]), rng_of(3)) == plant(
        "number", claim, Document([claim]), rng_of(3)
    )
    assert len(faults("number", claim)) > 3


ODD = st.text(max_size=300) | st.lists(
    st.sampled_from(
        'The It is are not 24 1,200 5 kg 3 pm 10:00 to 2011 May 4, 2011 Monday Friday “ ” " ( ) , . ; ? ! Anna Lind US some all never more left in on by '
        "for and who was found made by \n \x00 \ud800 é 中文 %".split(" ")
    ),
    max_size=40,
).map(" ".join)


@given(ODD, st.lists(ODD, max_size=4), st.lists(ODD, max_size=4), st.integers(0, 9))
@settings(max_examples=150, deadline=None)
def test_no_text_breaks_a_rule_and_no_claim_comes_back_unchanged(claim, own, others, seed):
    """Whatever the texts: no exception, and what is made differs from the claim."""
    rng = rng_of(seed)
    for document in (Document([claim, *own], others), Document(own, others)):
        for kind in FAULTS:
            made = plant(kind, claim, document, rng)
            assert made is None or (made.text != claim and made.kind == kind)
    for kind in PARAPHRASES:
        made = paraphrase(kind, claim, rng)
        assert made is None or (made.text != claim and made.kind == kind)


@pytest.mark.parametrize(
    "piece",
    [
        "24 ",
        "Anna Lind ",
        "in the ",
        "is not ",
        "(ab) ",
        "a",
        " ",
        "1,200 kg; ",
        "“x” ",
        "Monday to ",
        "in on by ",
    ],
)
def test_a_huge_claim_or_context_costs_no_more_than_its_length(piece):
    """100 kB in the claim or in the document are done in a moment: no rule is quadratic."""
    huge = piece * (100_000 // len(piece))
    claim = "The shop in Leipzig is open on Monday from 10:00 to 18:00, says Anna Lind, for all 24 guests."
    started = time.process_time()
    for text, document in (
        (huge, Document([claim], OTHERS)),
        (claim, Document([claim, huge], [huge, *OTHERS])),
    ):
        for kind in FAULTS:
            plant(kind, text, document, rng_of(1))
        for kind in PARAPHRASES:
            paraphrase(kind, text, rng_of(1))
    assert time.process_time() - started < 5
