"""What a sentence asserts beside declining, thanking, praising or asking, and what are only the reasons of a refusal."""

from __future__ import annotations

import pytest

from upheld.text.asides import counted_aside, parted
from upheld.text.claims import make_claims
from upheld.text.lexicon import LEXICONS
from upheld.text.tokens import Sentence

# A sentence, and the claim that it hides.
HIDDEN = [
    ("I could not find that information, entry is typically 900 euros.", "Entry is typically 900 euros"),
    ("The context does not mention the price, so it is 900 euros.", "It is 900 euros"),
    (
        "I'm unable to provide the price because the museum was closed in 2010.",
        "The museum was closed in 2010",
    ),
    ("The context does not include the price as the museum was demolished.", "The museum was demolished"),
    (
        "I have no information about the price, since the museum is owned by Disney.",
        "The museum is owned by Disney",
    ),
    ("The context doesn't specify the price, which is usually 900 euros.", "The price is usually 900 euros"),
    ("I do not know when the museum, which costs 900 euros, opens.", "The museum costs 900 euros"),
    ("I cannot tell whether the museum, founded in 1850, is free.", "The museum founded in 1850"),
    ("The documents do not mention discounts and entry costs 900 euros.", "Entry costs 900 euros"),
    ("No information about discounts is given and children pay 900 euros.", "Children pay 900 euros"),
    ("I cannot find the founder, Otto Kahn built it.", "Otto Kahn built it"),
    ("The documents do not say when it opens, only that it closes at eleven.", "It closes at eleven"),
    ("The documents do not say when it opens, and it closes at eleven.", "It closes at eleven"),
    ("I could not find the price (entry is typically 900 euros).", "Entry is typically 900 euros"),
    ("I could not find the price – entry is typically 900 euros.", "Entry is typically 900 euros"),
    ("Not mentioned in the context: the museum was founded in 1850.", "The museum was founded in 1850"),
    ("Entry is 900 euros, and the context does not mention discounts.", "Entry is 900 euros"),
    (
        "While the museum costs 900 euros, the context does not mention discounts.",
        "The museum costs 900 euros",
    ),
    ("I don't know the exact price, I think it is 900 euros.", "I think it is 900 euros"),
    (
        "The text does not give a price, according to the context it costs 900 euros.",
        "According to the context it costs 900 euros",
    ),
    (
        "The context does not say so, it only states that entry costs 900 euros.",
        "It only states that entry costs 900 euros",
    ),
    ("I could not find the policy, you are entitled to a refund.", "You are entitled to a refund"),
    ("I have no idea, but probably 900 euros.", "Probably 900 euros"),
    ("I cannot say if it is open, it was demolished in 2010.", "It was demolished in 2010"),
    (
        "Although the context doesn't mention it, the museum is owned by Disney.",
        "The museum is owned by Disney",
    ),
    ("Thanks for asking, the museum is owned by Disney.", "The museum is owned by Disney"),
    ("I love the museum, it was founded by Otto Kahn.", "It was founded by Otto Kahn"),
    ("No lo sé, la entrada cuesta 900 euros.", "La entrada cuesta 900 euros"),
    ("Ich weiß es nicht, der Eintritt kostet 900 Euro.", "Der Eintritt kostet 900 Euro"),
    ("Je ne sais pas, l'entrée coûte 900 euros.", "L'entrée coûte 900 euros"),
    ("Não sei, a entrada custa 900 euros.", "A entrada custa 900 euros"),
    ("Non lo so, l'ingresso costa 900 euro.", "l'ingresso costa 900 euro"),
    ("我不知道，门票是900欧元。", "门票是900欧元"),
]

# Refusals with their reasons, their scope and what to do instead.
REFUSALS = """
I cannot answer because the context does not mention the price.
I'm sorry, but I don't have access to your account, please contact support.
I cannot help with that because it violates my guidelines.
I cannot provide medical advice because I am not a doctor.
I cannot answer since the question is ambiguous.
I cannot determine the price because no price is given in the context.
I cannot answer because there is no information about prices in the documents.
I'm unable to access the link because it is private.
The document does not specify the price, as it focuses on opening hours.
The context does not mention the price, it only covers opening hours.
The context does not mention the price, so a definitive answer is not possible.
The context does not mention the price, so it is impossible to say.
The documents provided don't say anything about this, so I'd be guessing.
I could not find the price, you may want to check the website.
I don't have that information, as it depends on your location.
I don't have that information, but you can check the official website.
I don't know, but I can help you with something else.
The documents do not say when the museum opens, when it closes, or how much it costs.
The context does not specify whether the museum is free, the café is open, or the shop sells books.
The documents do not say whether the museum is free and the café is open.
It is unclear why Ann Lee, Bob Ray, and Cid Fox left the museum.
I don't have enough context to answer this question, which makes it hard to help.
I could not find information about 2019, 2020 and 2021 tickets.
The passages do not mention the 5 GB, 10 GB or 20 GB plans.
I cannot confirm that the museum costs 900 euros.
There is no mention in the documents that the museum was founded in 1850.
While the passages do not provide a clear and simple method, they do offer some suggestions.
I cannot say because the context, which is from 2010, does not mention it.
As an AI language model, I don't have access to that.
El documento no dice cuándo abre el museo, cuándo cierra ni cuánto cuesta.
No puedo responder porque el contexto no menciona el precio.
Ich kann die Frage nicht beantworten, da der Kontext keine Angaben zum Preis enthält.
Ich weiß nicht, wann das Museum öffnet und was der Eintritt kostet.
Je ne sais pas, mais vous pouvez consulter le site.
Não sei, mas pode consultar o site.
我不知道，因为上下文中没有提到价格。
"""

TAGGED = [
    ("The museum costs 900 euros, right?", "The museum costs 900 euros"),
    ("The museum costs 900 euros, doesn't it?", "The museum costs 900 euros"),
    ("Das Museum kostet 900 Euro, oder?", "Das Museum kostet 900 Euro"),
    ("El museo cuesta 900 euros, ¿no?", "El museo cuesta 900 euros"),
    ("Le musée coûte 900 euros, n'est-ce pas ?", "Le musée coûte 900 euros"),
    ("O museu custa 900 euros, não é?", "O museu custa 900 euros"),
]


def split(answer: str, granularity: str = "clause") -> list[tuple[str, str]]:
    return [(claim.kind, claim.text) for claim in make_claims(answer, granularity=granularity)]


@pytest.mark.parametrize(("answer", "hidden"), HIDDEN)
@pytest.mark.parametrize("granularity", ["clause", "sentence"])
def test_an_assertion_beside_a_refusal_is_a_claim(answer, hidden, granularity):
    """It has its own clause; the refusal stays what it is."""
    found = split(answer, granularity)
    assert ("factual", hidden) in found
    assert any(kind != "factual" for kind, _ in found)


@pytest.mark.parametrize("answer", REFUSALS.strip().splitlines())
def test_a_refusal_with_its_reasons_asserts_nothing(answer):
    """What speaks of the material, of what is known or of the two who talk is no claim."""
    found = make_claims(answer)
    assert "abstention" in {claim.kind for claim in found}
    assert "factual" not in {claim.kind for claim in found}


@pytest.mark.parametrize(("answer", "stated"), TAGGED)
def test_a_tag_question_is_asked_of_a_statement(answer, stated):
    """The statement is a claim, the tag a question."""
    assert split(answer)[0] == ("factual", stated)
    assert split(answer)[1][0] == "question"


@pytest.mark.parametrize(
    "answer", ["Is the pool open, or not?", "What is the price, right?", "Do you want it, yes or no?"]
)
def test_a_question_with_a_tag_stays_a_question(answer):
    """It states nothing."""
    assert {kind for kind, _ in split(answer)} == {"question"}


def test_the_span_of_a_hidden_assertion_is_exact():
    """It begins behind the conjunction and ends before the full stop."""
    answer = "The context does not mention the price, so it is 900 euros."
    refusal, hidden = make_claims(answer)
    assert answer[refusal.start : refusal.end] == "The context does not mention the price"
    assert answer[hidden.start : hidden.end] == "it is 900 euros"


def test_a_sentence_of_one_kind_stays_whole():
    """Nothing is cut where nothing is mixed."""
    text = "The kettle is new, and it is free."
    sentence = Sentence(text, 0, len(text), LEXICONS["en"])
    assert parted(sentence) == [((0, len(sentence.tokens)),)]


def test_languages_without_clause_rules_are_cut_before_a_number():
    """A clause with a number in it asserts something; without one nothing tells."""
    assert counted_aside("Nie wiem, bilet kosztuje 900 euro.", 0, 34) == 10
    assert counted_aside("Nie wiem, kto to napisał.", 0, 25) is None
    assert counted_aside("Bilet kosztuje 900 euro.", 0, 24) is None


def test_an_abstention_gives_no_name_to_a_pronoun():
    """What is not known is no topic."""
    assert split("The kettle is new. I do not know more. It is red.")[-1] == ("factual", "It is red")
