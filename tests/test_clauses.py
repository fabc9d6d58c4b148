"""Clauses: what is split into statements of its own, and what is never cut apart."""

from __future__ import annotations

import pytest

from upheld.text.claims import make_claims


def texts(answer: str) -> list[str]:
    return [claim.text for claim in make_claims(answer)]


SPLITS = {
    "and with a subject of its own": [
        ("Revenue rose by 5 %, and the margin was 20 %.", ["Revenue rose by 5 %", "The margin was 20 %"]),
        ("The area is 12 m² and the perimeter is 14 m.", ["The area is 12 m²", "The perimeter is 14 m"]),
        (
            "The bases are gone, and people are back at work.",
            ["The bases are gone", "People are back at work"],
        ),
        (
            "No pets are allowed and no smoking is permitted.",
            ["No pets are allowed", "No smoking is permitted"],
        ),
        (
            "Der Versand ist kostenlos und die Rückgabe kostet 5 €.",
            ["Der Versand ist kostenlos", "Die Rückgabe kostet 5 €"],
        ),
    ],
    "several things, each with its own article or number": [
        ("The hotel has a sauna and a gym.", ["The hotel has a sauna", "The hotel has a gym"]),
        (
            "The kit includes a charger, two batteries, and a case.",
            ["The kit includes a charger", "The kit includes two batteries", "The kit includes a case"],
        ),
        (
            "The hotel has a sauna and a gym and is open all year.",
            ["The hotel has a sauna", "The hotel has a gym", "The hotel is open all year"],
        ),
        (
            "El hotel tiene una piscina y un gimnasio.",
            ["El hotel tiene una piscina", "El hotel tiene un gimnasio"],
        ),
        ("The plan has a limit of 5 and a fee.", ["The plan has a limit of 5 and a fee"]),
        ("The trip has a length of two hours and a half.", ["The trip has a length of two hours and a half"]),
        ("The house has a kitchen and bathroom.", ["The house has a kitchen and bathroom"]),
        ("She married a doctor and a poet.", ["She married a doctor and a poet"]),
        ("The hotel has no pool and a sauna.", ["The hotel has no pool and a sauna"]),
    ],
    "but, while, although": [
        (
            "The case was set for trial, but Ramos filed a motion.",
            ["The case was set for trial", "Ramos filed a motion"],
        ),
        (
            "Ligaments connect bones, while tendons connect muscles.",
            ["Ligaments connect bones", "Tendons connect muscles"],
        ),
        (
            "The Act limited donations, though it did not ban them.",
            ["The Act limited donations", "The Act did not ban them"],
        ),
        ("The fee was $14, whereas the deposit was $50.", ["The fee was $14", "The deposit was $50"]),
        (
            "The first driver, Tom Ray, was unhurt, while the second, Al Roe, was injured.",
            ["The first driver, Tom Ray, was unhurt", "The second, Al Roe, was injured"],
        ),
    ],
    "a doubt or refusal before but": [
        ("I am not sure, but the dose could be 15 g.", ["I am not sure", "The dose could be 15 g"]),
        (
            "No encuentro el horario, pero el museo está en la calle Mayor.",
            ["No encuentro el horario", "El museo está en la calle Mayor"],
        ),
    ],
    "semicolons": [
        ("The gate is open; the shop is closed.", ["The gate is open", "The shop is closed"]),
        (
            "The gate is open; however, the shop is closed.",
            ["The gate is open", "The shop is closed"],
        ),
    ],
    "steps": [
        (
            "Hold the button for 10 seconds, then wait 2 minutes for the restart.",
            ["Hold the button for 10 seconds", "Then wait 2 minutes for the restart"],
        ),
        (
            "Mix the flour and salt, and then add the warm water.",
            ["Mix the flour and salt", "Then add the warm water"],
        ),
    ],
    "predicates": [
        (
            "SQLAlchemy was created in 2005 and is the most popular ORM.",
            ["SQLAlchemy was created in 2005", "SQLAlchemy is the most popular ORM"],
        ),
        (
            "The tower was finished in 1889, is 330 m tall and was a record.",
            ["The tower was finished in 1889", "The tower is 330 m tall", "The tower was a record"],
        ),
        ("Ann Lee wrote the book and became famous.", ["Ann Lee wrote the book", "Ann Lee became famous"]),
        ("Curie died in 1934 and is buried in Paris.", ["Curie died in 1934", "Curie is buried in Paris"]),
        ("Members receive a card and get discounts.", ["Members receive a card", "Members get discounts"]),
        (
            "Tickets bought on sale are refundable and cannot be exchanged.",
            ["Tickets bought on sale are refundable", "Tickets bought on sale cannot be exchanged"],
        ),
        (
            "In 2020, the firm had 40 staff and was sold.",
            ["In 2020, the firm had 40 staff", "In 2020, the firm was sold"],
        ),
        ("It's fast and has docs.", ["It's fast", "It has docs"]),
        (
            "La entrada cuesta 8 € y es gratuita para niños.",
            ["La entrada cuesta 8 €", "La entrada es gratuita para niños"],
        ),
        (
            "Das Gerät wiegt 1,2 kg und ist wasserdicht.",
            ["Das Gerät wiegt 1,2 kg", "Das Gerät ist wasserdicht"],
        ),
        (
            "Le contrat est renouvelable et coûte 5 €.",
            ["Le contrat est renouvelable", "Le contrat coûte 5 €"],
        ),
        (
            "O produto tem garantia e é fabricado no Brasil.",
            ["O produto tem garantia", "O produto é fabricado no Brasil"],
        ),
    ],
    "an adverb of its own": [
        (
            "UTVs typically have two seats and often include belts.",
            ["UTVs typically have two seats", "UTVs often include belts"],
        ),
        (
            "He allegedly went to Syria and was trained there.",
            ["He allegedly went to Syria", "He allegedly was trained there"],
        ),
    ],
    "times and places that limit their own words": [
        (
            "Shops are open until late evening, and the café is free.",
            ["Shops are open until late evening", "The café is free"],
        ),
        (
            "Entry is free except on Mondays, and the café is open daily.",
            ["Entry is free except on Mondays", "The café is open daily"],
        ),
        (
            "The firm runs vans in Berlin, where its drivers deliver parcels, and it paid a fine.",
            ["The firm runs vans in Berlin, where its drivers deliver parcels", "The firm paid a fine"],
        ),
    ],
    "relatives of the subject": [
        (
            "Nurse Cunningham, who was on board, attended to two passengers.",
            ["Nurse Cunningham attended to two passengers", "Nurse Cunningham was on board"],
        ),
        (
            "The bridge, which opened in 1932, is 503 m long.",
            ["The bridge is 503 m long", "The bridge opened in 1932"],
        ),
        (
            "The cave, which holds names, dates and letters, was sealed.",
            ["The cave was sealed", "The cave holds names, dates and letters"],
        ),
        (
            "Meanwhile, Blue Kim, who was nominated by Jag, has a chance.",
            ["Meanwhile, Blue Kim has a chance", "Blue Kim was nominated by Jag"],
        ),
    ],
    "relatives at the end": [
        (
            "It was founded by Ann Lee and Bob Ray, who met in Lisbon.",
            ["It was founded by Ann Lee and Bob Ray", "Ann Lee and Bob Ray met in Lisbon"],
        ),
        (
            "He will succeed Candy Crowley, who left the program.",
            ["He will succeed Candy Crowley", "Candy Crowley left the program"],
        ),
        (
            "They used the steam engine, which replaced animal labor.",
            ["They used the steam engine", "The steam engine replaced animal labor"],
        ),
    ],
    "is a … that": [
        (
            "Docker is a container platform that packages applications.",
            ["Docker is a container platform", "Docker packages applications"],
        ),
        (
            "SQLAlchemy is an ORM for Python that works with MySQL and SQLite.",
            ["SQLAlchemy is an ORM for Python", "SQLAlchemy works with MySQL and SQLite"],
        ),
        (
            "She is a singer who was born in Oslo and lives in Paris.",
            ["She is a singer", "She was born in Oslo", "She lives in Paris"],
        ),
        (
            "MongoDB is a graph database that Google created in 2020.",
            ["MongoDB is a graph database", "Google created MongoDB in 2020"],
        ),
        ("The iPhone is a phone that Apple makes.", ["The iPhone is a phone", "Apple makes the iPhone"]),
    ],
    "is a … based on": [
        (
            "FastAPI is a web framework based on Django.",
            ["FastAPI is a web framework", "FastAPI is based on Django"],
        ),
        (
            "Uvicorn is a server for Python based on uvloop.",
            ["Uvicorn is a server for Python", "Uvicorn is based on uvloop"],
        ),
    ],
    "a repeated preposition": [
        (
            "FastAPI builds on Starlette for the web and on Pydantic for data.",
            ["FastAPI builds on Starlette for the web", "FastAPI builds on Pydantic for data"],
        ),
    ],
    "agents and dates of a creation": [
        (
            "Python was created by Guido van Rossum in 1991.",
            ["Python was created by Guido van Rossum", "Python was created in 1991"],
        ),
        (
            "It was first published in May 1999 by Acme.",
            ["It was first published in May 1999", "It was first published by Acme"],
        ),
        (
            "It was founded by Ann Lee in Cape Town in 2008.",
            ["It was founded by Ann Lee in Cape Town", "It was founded in 2008"],
        ),
    ],
}

WHOLE = {
    "lists of nouns": [
        "The villagers are facing a shortage of food, water, and medical supplies.",
        "The city lists NYC, Boston, and the old town.",
        "It tracks orders, returns, and refunds for shops.",
        "The plan covers calls, texts and data.",
        "Staff are trained in first aid and fire safety.",
        "The tool reads, writes and validates XML.",
        "Foods such as flax seed, apples, and soybeans can help.",
    ],
    "ranges and measures": [
        "The price is between $5 and $10.",
        "It is open from 9 to 18 from Monday to Friday.",
        "Revenue was $1.5bn in 2023.",
        "The gap between the lens and the sensor is 2 mm.",
        "Both the hotel and the spa are open.",
    ],
    "predicates with one modal": [
        "Applications must be signed and returned by May.",
        "The island wants to reduce imports and improve efficiency.",
        "They are easy to use and carry around.",
        "You can keep a kit in the car and have a card on hand.",
    ],
    "conditions": [
        "You can return the item if it is unopened and you have the receipt.",
        "The refund is paid when the parcel arrives and has been checked.",
        "Shipping is free only if the order exceeds $50 and is sent within the EU.",
        "Unless you cancel, the plan renews and you are charged $10.",
        "If the light blinks, then wait for ten minutes.",
        "Medics came after the man, a lawyer, was found and the police were told.",
        "The door opens after the code is entered and the light turns green.",
        "While depression is treatable and is common, other disorders are harder to detect.",
        "Man kann es zurückgeben, wenn es neu ist und die Verpackung da ist.",
        "Si llueve, el evento se cancela y se devuelve el dinero.",
    ],
    "what stands in front of both": [
        "In Germany, shipping is free, and returns are paid.",
        "Usually, breakfast is included, but parking is extra.",
        "During the trial, support is free and updates are daily.",
        "En 2020 fue fundada la empresa y tiene 40 empleados.",
    ],
    "somebody's word": [
        "The minister said that taxes will rise and that pensions are safe.",
        "According to the report, sales fell and the costs rose.",
        "Experts believe the virus spread in March, but officials deny it.",
        "The study suggests that coffee is safe and may lower the risk.",
        "Sales fell and the costs rose, according to the Pentagon.",
        "Er sagte, dass die Preise steigen und die Löhne sinken.",
        "Selon la notice, l'appareil pèse 2 kg et consomme 50 W.",
    ],
    "clauses inside clauses": [
        "Jiang learned that rejection is not personal and can be an opportunity.",
        "A style that promotes teamwork, encourages sharing, and is adaptive would suit the team.",
        "It is worth noting that cold water can be unpleasant and can cause headaches.",
        "The jury must decide whether Tsarnaev, who was found guilty, will be sentenced.",
        "They shared stories and the impact their loss has had.",
    ],
    "quotes and brackets": [
        'He wrote "we are growing and the market is ours" in 2020.',
        "The plan (it costs $5 and is monthly) was sold to others.",
        "Kiss sings 'God is here and the night is ours' on tour.",
    ],
    "only and all": [
        "It is the only museum that opens on Mondays.",
        "Redis is the first database that supports this.",
        "Neither the hotel nor the hostel is open and has parking.",
        "No framework is a tool that solves all problems.",
        "No plan is free and has phone support.",
        "Not all rooms have a view and have a balcony.",
    ],
    "a noun of another noun": [
        "Acme is a member of a group that owns mines.",
        "She is a fan of a band based in Berlin.",
        "He wrote to the mayor of Rome, who resigned in 2020.",
        "They left school, which can limit their income.",
        "It was shown on the route to Everest, which has led to concerns.",
        "The trial of James Holmes, 27, who is accused of murder, has begun.",
        "This song is a reminder that no matter what life throws at us, we are safe.",
    ],
    "other": [
        "He worked not only in Paris but also in Rome.",
        "It was not founded by Ann Lee in 1991.",
        "It was established by Ann Lee to sell kits built by Bob Ray.",
        "Steeping the tea in a cup, then cooling it slightly, can help.",
        "Treatment can include detox, which helps a person; and care, which means rest.",
        "The mortgage keeps its rate, so your payments never change.",
        "Is the shop open and is the café closed?",
        "Evaporation is slow, while the others do not.",
    ],
}


@pytest.mark.parametrize(("answer", "wanted"), [case for cases in SPLITS.values() for case in cases])
def test_statements_are_split(answer, wanted):
    """Each statement becomes a claim of its own, with its subject."""
    assert texts(answer) == wanted


@pytest.mark.parametrize("answer", [case for cases in WHOLE.values() for case in cases])
def test_what_belongs_together_stays_together(answer):
    """In doubt a sentence stays one claim: nothing that limits it is cut off."""
    assert texts(answer) == [answer.rstrip(".")]


def test_the_sentence_granularity_splits_no_sentence():
    """One claim a sentence, pronouns still resolved."""
    found = make_claims("Redis is fast and is free. It has docs.", granularity="sentence")
    assert [claim.text for claim in found] == ["Redis is fast and is free", "Redis has docs"]


def test_the_span_of_a_later_predicate_reaches_back_to_its_subject():
    """The smallest span that holds the words of "X has B" in "X is A and has B"."""
    answer = "The hotel is central and has a spa."
    first, second = make_claims(answer)
    assert answer[first.start : first.end] == "The hotel is central"
    assert answer[second.start : second.end] == "The hotel is central and has a spa"


def test_a_long_sentence_is_split_too():
    """A place that is told more of, a limit in words and many joints do not switch the rules off."""
    answer = (
        "Acme, a logistics company with its head office in a former brewery near the main station of Berlin, runs a fleet of several thousand small "
        "electric vans in most of the larger cities of the country, where its drivers deliver parcels, letters, flowers, groceries and hot meals to "
        "private homes, offices, schools and hospitals from early in the morning until late in the evening on every day of the week except Sunday, "
        "and it paid a fine of 5 million dollars for tax fraud."
    )
    first, second = texts(answer)
    assert first.endswith("except Sunday")
    assert second == "It paid a fine of 5 million dollars for tax fraud"


def test_a_sentence_of_hundreds_of_clauses_is_split():
    """The rules look a bounded way ahead, clause by clause."""
    answer = ", and ".join(f"the hall number {n} is open" for n in range(300)) + "."
    assert len(texts(answer)) == 300


def test_an_endless_sentence_stays_whole():
    """What is longer than any sentence is not taken apart."""
    answer = "The plan is new and has docs, " * 60 + "that is all."
    assert len(make_claims(answer)) == 1
