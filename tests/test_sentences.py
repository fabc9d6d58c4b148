"""Sentences: where they end, and where a full stop is no end."""

from __future__ import annotations

import pytest

from upheld.text.sentences import sentences


def split(text: str, language: str | None = "en") -> list[str]:
    return [text[start:end] for start, end in sentences(text, language)]


@pytest.mark.parametrize(
    "text",
    [
        "Dr. J. R. Smith Jr. lives at No. 7 Elm St. in Boston.",
        "It was made by Acme Inc. in Berlin.",
        "The U.S. Army was there, e.g. in Iraq.",
        "Prices start at approx. 5 EUR incl. VAT.",
        "It is open 9 a.m. to 5 p.m. on weekdays.",
        "See Fig. 3, Sec. 4.1 and pp. 7 of vol. 2.",
        "The total is Rs. 5,000 on Dec. 25 and Jan. 1.",
        "Version 2.0.1 costs 3.14 or 1.000,50 EUR.",
        "Mr. and Mrs. Lee met D. H. Lawrence.",
        "Inflation was 3.5 % vs. 2.1 % a year ago.",
        "DR. SMITH LIVES AT NO. 7.",
        "Use e.g. the app, i.e. the new one, vs. the old.",
        "ask dr. smith about approx. five tsp. of oil, no. seven.",
        "At 5 p.m. it closes, and at 9 a.m. it opens.",
        "He works for Acme Inc. and others et al. in Berlin.",
        "Visit example.com, museo.it or www.shop.it and open setup.py there.",
        "Use version 2.1.the rest, ann@acme.it and node.js here",
        "It says... then it stops.",
        "See Cambridge University Press. p. 22 and vol. two.",
    ],
)
def test_abbreviations_decimals_and_initials_end_no_sentence(text):
    """The sentence goes on after them."""
    assert split(text) == [text]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Am 3. Oktober 1990 wurde Deutschland vereinigt.", "de"),
        ("Der 1. FC Köln spielt in der 2. Bundesliga.", "de"),
        ("Das kostet z. B. ca. 3,5 Mio. Euro, d. h. viel.", "de"),
        ("Laut § 5 Abs. 2 BGB ist Nr. 7 nichtig.", "de"),
        ("El Sr. Gómez vive en la C/ Mayor, núm. 5.", "es"),
        ("M. Martin et Mme. Petit sont là.", "fr"),
    ],
)
def test_abbreviations_of_other_languages(text, language):
    """Ordinals of German dates too."""
    assert split(text, language) == [text]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("It is free. It works.", ["It is free.", "It works."]),
        ("Is it? No. The price is 3.", ["Is it?", "No.", "The price is 3."]),
        ("Take vitamin C. It is good.", ["Take vitamin C.", "It is good."]),
        (
            "Show a valid ID. Applications must be signed.",
            ["Show a valid ID.", "Applications must be signed."],
        ),
        ("It weighs 171 g. Both phones are light.", ["It weighs 171 g.", "Both phones are light."]),
        ("Heat it to 220 °C. Bake it.", ["Heat it to 220 °C.", "Bake it."]),
        ("It arrives on 6 May. Transfers are free.", ["It arrives on 6 May.", "Transfers are free."]),
        ("We sell apples etc. The price is 5.", ["We sell apples etc.", "The price is 5."]),
        ("He lives in the U.S. It is big.", ["He lives in the U.S.", "It is big."]),
        ("Open until 5 p.m. The shop is new.", ["Open until 5 p.m.", "The shop is new."]),
        ("Wait! Really? Yes…", ["Wait!", "Really?", "Yes…"]),
        (
            "yes. you can return it within 30 days. we pay you 900 euros. shipping is free.",
            ["yes.", "you can return it within 30 days.", "we pay you 900 euros.", "shipping is free."],
        ),
        ("no. you cannot. it costs 5. it is new.", ["no.", "you cannot.", "it costs 5.", "it is new."]),
        ("it opens at nine.it closes at six.", ["it opens at nine.", "it closes at six."]),
        ("It opens at 9.It closes at 6.It is free.", ["It opens at 9.", "It closes at 6.", "It is free."]),
        (
            "Some are exempt. iPads are. eBay orders too.",
            ["Some are exempt.", "iPads are.", "eBay orders too."],
        ),
        ("node.js is free. it runs.", ["node.js is free.", "it runs."]),
        ("We met in Ohio. it was cold.", ["We met in Ohio.", "it was cold."]),
    ],
)
def test_sentences_end_where_the_next_begins(text, wanted):
    """Also after what looks like an abbreviation."""
    assert split(text) == wanted


@pytest.mark.parametrize(
    ("text", "language", "count"),
    [
        ("价格是五元。保修两年。", "zh", 2),
        ("無料です。はい。", "ja", 2),
        ("यह नया है। यह सस्ता है।", "hi", 2),
        ("هل هو جديد؟ نعم.", "ar", 2),
        ("Cena je 5. Je nová.", None, 2),
        ("der laden öffnet um neun. er schließt um sechs.", "de", 2),
        ("sí. la tienda abre a las nueve. cierra a las seis.", "es", 3),
        ("Otevřeno je od 9. května do 10. června.", "cs", 1),
    ],
)
def test_full_stops_of_other_scripts(text, language, count):
    """Each script has its own."""
    assert len(split(text, language)) == count


def test_long_texts_are_cut_between_sentences():
    """The window of the splitter cuts no sentence in two."""
    text = "The plan number one is new and it is free of charge. " * 400
    assert set(split(text)) == {"The plan number one is new and it is free of charge."}


def test_white_space_is_no_sentence():
    """Nor is an empty text."""
    assert split("") == []
    assert split("  \t ") == []
