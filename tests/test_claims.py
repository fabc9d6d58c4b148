"""Answers to claims: lead-ins, lists, tables, JSON, headings, code, citations, short answers, spans."""

from __future__ import annotations

import pytest

from upheld.text.claims import given_claims, make_claims


def texts(answer: str, question: str | None = None) -> list[str]:
    return [claim.text for claim in make_claims(answer, question)]


def kinds(answer: str, question: str | None = None) -> list[str]:
    return [claim.kind for claim in make_claims(answer, question)]


def spans(answer: str) -> list[str]:
    return [answer[claim.start : claim.end] for claim in make_claims(answer)]


# Lead-ins and lists.


def test_a_list_item_takes_its_lead_in_as_subject():
    """The lead-in itself is no claim of its own: its words are in every item."""
    answer = "The Pro plan includes:\n- 5 seats\n- priority support [1]\n- a free domain"
    assert texts(answer) == [
        "The Pro plan includes 5 seats",
        "The Pro plan includes priority support",
        "The Pro plan includes a free domain",
    ]
    assert spans(answer) == ["5 seats", "priority support", "a free domain"]


def test_the_subject_of_a_lead_in_is_resolved():
    """A pronoun of the lead-in stands for what the answer says."""
    assert texts("The Pro plan is new. It includes:\n- 5 seats")[1] == "The Pro plan includes 5 seats"


@pytest.mark.parametrize(
    "mark", ["- ", "* ", "+ ", "• ", "1. ", "1) ", "(1) ", "✅ ", "👉 ", "- ✅ ", "1️⃣ ", "- [x] ", "a) "]
)
def test_every_list_mark_is_left_out(mark):
    """Bullets, numbers, ticks and emoji are no words of a claim."""
    assert texts(f"The kit contains:\n{mark}a charger") == ["The kit contains a charger"]


def test_a_no_in_front_of_an_item_is_kept():
    """Without it the item would say the opposite."""
    assert texts("The kit contains:\n❌ a charger") == ["The kit contains ❌ a charger"]


def test_nested_items_take_their_parents_with_them():
    """Lead-in and parent item both stand in the claim."""
    answer = "The warranty covers:\n- Parts:\n  - motor\n  - pump\n- Labour for 2 years"
    assert texts(answer) == [
        "The warranty covers Parts: motor",
        "The warranty covers Parts: pump",
        "The warranty covers Labour for 2 years",
    ]


def test_items_that_are_sentences_need_no_lead_in():
    """They say something by themselves; what only announces them is courtesy."""
    answer = "To return an item, follow these steps:\n1. Open the app.\n2. Print the label."
    assert texts(answer)[1:] == ["Open the app", "Print the label"]
    assert kinds(answer) == ["courtesy", "factual", "factual"]


def test_a_condition_in_the_lead_in_stays_with_every_item():
    """A condition is never cut off, not even from whole sentences."""
    answer = "If you cancel within 24 hours:\n- You get a full refund.\n- The voucher is void."
    assert texts(answer) == [
        "If you cancel within 24 hours: You get a full refund",
        "If you cancel within 24 hours: The voucher is void",
    ]


def test_a_place_in_the_lead_in_stays_with_every_item():
    """So is what holds only somewhere or for someone."""
    assert texts("For students:\n1. The fee is $5.") == ["For students: The fee is $5"]


def test_a_speaker_stays_with_a_quotation():
    """Every sentence of a quotation under "The CEO said:" is the CEO's word."""
    answer = "The CEO said:\n> We expect growth. Margins will improve.\n\nAnalysts disagree."
    assert texts(answer) == [
        "The CEO said We expect growth",
        "The CEO said Margins will improve",
        "Analysts disagree",
    ]


def test_a_label_stays_with_its_value():
    """Bold labels of items are words of the claim."""
    assert texts("- **Price:** $20\n- **Weight**: 1.2 kg") == ["Price: $20", "Weight: 1.2 kg"]


def test_a_list_goes_on_after_a_paragraph_of_its_item():
    """An indented paragraph belongs to its item; the lead-in holds for what follows."""
    answer = "The kit contains:\n\n1. a charger\n\n   It is small.\n\n2. a case"
    assert texts(answer) == ["The kit contains a charger", "It is small", "The kit contains a case"]


# Headings.


def test_a_fragment_takes_its_heading():
    """A subject that stands only in a heading is carried in."""
    assert texts("## Aurora 200\n- 5.2 kg\n- Has an OLED display") == [
        "Aurora 200: 5.2 kg",
        "Aurora 200: Has an OLED display",
    ]


def test_a_sentence_needs_no_heading():
    """It has its subject."""
    assert texts("## Shipping\nOrders ship within 2 days.") == ["Orders ship within 2 days"]


def test_a_generic_heading_is_not_carried():
    """The word "Summary" says nothing."""
    assert texts("## Summary\n- 5 seats") == ["5 seats"]


def test_a_heading_with_a_condition_stays_with_every_sentence():
    """As a lead-in does."""
    assert texts("### If you are late\nThe fee is $5.") == ["If you are late: The fee is $5"]
    assert texts("## In Germany\nShipping is free. Returns cost $5.") == [
        "In Germany: Shipping is free",
        "In Germany: Returns cost $5",
    ]
    assert texts("## About us\nAcme was founded in 1990.") == ["Acme was founded in 1990"]


def test_a_heading_that_states_something_is_a_claim():
    """A subject with its verb, or a value after its label."""
    assert texts("## Python was created in 1991\nYes.")[0] == "Python was created in 1991"
    assert texts("**Price: $20**\n\nMore later.")[0] == "Price: $20"


def test_an_answer_of_nothing_but_a_heading_is_an_answer():
    """Bold text is not lost."""
    assert texts("**42**", "How many?") == ["How many? 42"]
    assert texts("# Paris") == ["Paris"]


def test_questions_as_headings_make_their_answers_whole():
    """Q and A lists."""
    answer = "**What is the dose?**\n15 mg once daily.\n\n**Can children take it?**\nNo."
    assert texts(answer)[-1] == "Can children take it? No"
    assert "What is the dose? 15 mg once daily" in texts(answer)


# Tables, JSON, code.


def test_a_table_is_told_row_by_row_with_its_headers():
    """A subject or unit that stands only in a column header is carried in."""
    answer = "| City | Staff | Offices |\n|---|---:|---:|\n| Linz | 18 | 3 |\n| Graz | 41 | 5 |"
    assert texts(answer) == ["City: Linz, Staff: 18, Offices: 3", "City: Graz, Staff: 41, Offices: 5"]
    assert spans(answer)[0] == "Linz | 18 | 3"


def test_a_table_takes_its_heading():
    """A table under "Q3 2024" is about Q3 2024."""
    assert texts("## Q3 2024\n| | EUR |\n|---|---|\n| Sales | 5 |") == ["Q3 2024: Sales, EUR: 5"]


def test_json_is_told_by_key_paths():
    """Names of keys become words; objects of a list are told whole."""
    answer = (
        '{"price": {"amount": 49.9}, "inStock": true, "items": [{"sku": "K7", "qty": 3}], "colors": ["red"]}'
    )
    assert texts(answer) == ["price amount: 49.9", "in Stock: true", "items: sku: K7, qty: 3", "colors: red"]
    assert spans(answer)[0] == '"amount": 49.9'


def test_running_text_inside_json_is_split_as_text():
    """A long string is sentences, each with its place in the source."""
    answer = '{"answer": "The kettle holds 1.7 litres and is made of steel.\\nIt has a two-year warranty."}'
    assert texts(answer) == [
        "The kettle holds 1.7 litres",
        "The kettle is made of steel",
        "The kettle has a two-year warranty",
    ]
    assert spans(answer)[0] == "The kettle holds 1.7 litres"


def test_json_in_a_fence_and_after_prose_is_told_too():
    """With its lead-in."""
    fenced = 'The order is:\n```json\n{"id": "A-2291"}\n```'
    assert texts(fenced) == ["The order is: id: A-2291"]
    assert texts(
        'Here is the result:\n\n[\n  {"name": "Ann", "age": 30},\n\n  {"name": "Bob", "age": 41}\n]\n\nBoth live in Oslo.'
    )[-3:] == [
        "Here is the result: name: Ann, age: 30",
        "Here is the result: name: Bob, age: 41",
        "Both live in Oslo",
    ]


def test_a_code_fence_is_one_claim():
    """Code is not split."""
    answer = "Run this.\n```bash\nls -l\nrm -r x\n```"
    assert texts(answer) == ["Run this", "ls -l rm -r x"]


def test_a_fence_of_markdown_is_an_answer():
    """Some models wrap the whole answer."""
    assert texts("```markdown\nThe fee is $5.\n\n- It is due in May.\n```")[0] == "The fee is $5"


# Marks.


def test_citation_marks_are_removed_and_remembered():
    """Brackets of numbers and sources are no words of a claim."""
    answer = "Revenue was $38bn [1]. Costs fell [2, 3]. The board met.[4] All ended well (Source: minutes)."
    assert texts(answer) == ["Revenue was $38bn", "Costs fell", "The board met", "All ended well"]
    assert [claim.citations for claim in make_claims(answer)] == [("1",), ("2", "3"), ("4",), ("minutes",)]


def test_an_index_in_code_is_no_citation():
    """What stands in backticks stays."""
    assert texts("The value is `items[1]` here.") == ["The value is items[1] here"]


def test_emphasis_and_links_are_left_out():
    """Only the words stay; the span reaches over the marks."""
    answer = "The **Pro** plan has [docs](https://a.b/c) and *support*."
    assert texts(answer) == ["The Pro plan has docs and support"]
    assert spans(answer) == ["The **Pro** plan has [docs](https://a.b/c) and *support"]


def test_a_line_break_tag_parts_words():
    """Two lines of a table cell are not glued together."""
    assert texts("The plan has docs<br>and support.") == ["The plan has docs and support"]


# Short answers.


@pytest.mark.parametrize(
    ("answer", "question", "wanted"),
    [
        ("24", "How many seats?", "How many seats? 24"),
        ("False.", "True or false: it is free.", "True or false: it is free. False"),
        ("B", "Which one?", "Which one? B"),
        ("2019", "When?", "When? 2019"),
        ("No, it isn't.", "Is it waterproof?", "Is it waterproof? No, it isn't"),
        (
            "In 1991, by Ann Lee.",
            "When was it founded and by whom?",
            "When was it founded and by whom? In 1991, by Ann Lee",
        ),
        ("Answer: $15", "How much?", "How much? Answer: $15"),
        ("Ja.", "Ist das Gerät wasserdicht?", "Ist das Gerät wasserdicht? Ja"),
        ("はい。", "無料ですか？", "無料ですか？ はい"),
        ("24", "seats of the bus", "seats of the bus? 24"),
    ],
)
def test_an_answer_that_needs_its_question_gets_it(answer, question, wanted):
    """It becomes one claim made of both."""
    assert texts(answer, question) == [wanted]


def test_every_bare_item_gets_the_question():
    """A list without a lead-in answers the question item by item."""
    assert texts("- Apples\n- Plums", "Which fruits are sold?") == [
        "Which fruits are sold? Apples",
        "Which fruits are sold? Plums",
    ]


def test_yes_before_an_explanation_gets_the_question_alone():
    """The explanation is a claim of its own."""
    assert texts("Yes. The basic version is free.", "Is it free?") == [
        "Is it free? Yes",
        "The basic version is free",
    ]


@pytest.mark.parametrize(
    "answer", ["The bus has 24 seats.", "Kiss sings 'God Gave Rock and Roll to You.'", "Refunds take 14 days"]
)
def test_a_sentence_does_not_get_the_question(answer):
    """It says something by itself."""
    assert texts(answer, "What is it?") == [answer.removesuffix(".")]


def test_a_bare_yes_without_a_question_beside_other_claims_says_nothing():
    """There is nothing that it affirms."""
    assert kinds("Yes. The fee is $5.") == ["courtesy", "factual"]


# Kinds and flags.


def test_a_hedge_that_is_cut_off_leaves_its_flag():
    """The claim after "I am not sure, but" is checkable, and hedged."""
    hedge, claim = make_claims("I am not sure, but the dose is 15 g.")
    assert (hedge.kind, claim.kind, claim.flags) == ("hedge", "factual", ("hedged",))


def test_a_refusal_and_a_fact_are_two_claims():
    """Each with its kind."""
    assert kinds("I found nothing about refunds. Delivery takes 3 days.") == ["abstention", "factual"]
    assert kinds("The documents do not mention a price, but the fee is due in May.") == [
        "abstention",
        "factual",
    ]


@pytest.mark.parametrize("answer", ["", " ", "\n\n", "---", "```\n```", "***", "|", "…"])
def test_nothing_makes_no_claim(answer):
    """An answer without words has no claims."""
    assert make_claims(answer) == ()


# Given claims.


def test_given_claims_are_factual_and_anchored():
    """Verbatim, or by their words in another spelling; without a place where the answer lacks them."""
    answer = "The **Kettle** holds 1,700 ml. It is new."
    verbatim, folded, lacking = given_claims(("It is new.", "the kettle holds 1700 ml", "It is old."), answer)
    assert answer[verbatim.start : verbatim.end] == "It is new."
    assert answer[folded.start : folded.end] == "The **Kettle** holds 1,700 ml"
    assert (lacking.start, lacking.end) == (None, None)
    assert {claim.kind for claim in (verbatim, folded, lacking)} == {"factual"}


def test_a_given_claim_that_doubts_is_hedged():
    """Its kind stays factual."""
    assert given_claims(("It might rain.",), "")[0].flags == ("hedged",)


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        (None, "abstention"),
        ("What is the price?", "abstention"),
        ("What does it cost?", "abstention"),
        ("Who is the CEO?", "abstention"),
        ("When did it open?", "abstention"),
        ("How many people died?", "factual"),
        ("How much does it cost?", "factual"),
        ("Are there any fees?", "factual"),
        ("Which pets are allowed?", "factual"),
        ("What side effects are known?", "factual"),
    ],
)
def test_none_answers_a_question_for_a_number_or_several(question, kind):
    """To any other question, and to none, it is no answer."""
    assert kinds("None.", question) == [kind]


@pytest.mark.parametrize("answer", ["IDK", "unsure", "Not sure.", "dunno", "N/A", "No idea.", "Tidak tahu"])
@pytest.mark.parametrize("question", [None, "What is the price?"])
def test_a_short_refusal_is_not_joined_to_its_question(answer, question):
    """With the question or without, it is an abstention."""
    assert kinds(answer, question) == ["abstention"]


def test_a_lead_in_that_only_names_what_follows_is_a_heading():
    """It states nothing and announces nothing, so it is no claim; fragments below take it with them."""
    assert texts("How to return an item:\n1. Open the app.\n2. Tap Settings.") == [
        "Open the app",
        "Tap Settings",
    ]
    assert texts("What to bring:\n- A bag") == ["What to bring: A bag"]
    assert kinds("Here are the steps:\n1. Open the app.") == ["courtesy", "factual"]
