"""Languages, by script and by function words."""

from __future__ import annotations

import pytest

import upheld
from upheld.text.language import detect, same_language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The shop is open from Monday to Friday.", "en"),
        ("La tienda está abierta de lunes a viernes.", "es"),
        ("Das Geschäft ist von Montag bis Freitag geöffnet.", "de"),
        ("Le magasin est ouvert du lundi au vendredi.", "fr"),
        ("A loja está aberta de segunda a sexta e não fecha.", "pt"),
        ("営業時間は月曜日からです。", "ja"),
        ("营业时间是周一至周五。", "zh"),
        ("영업 시간은 월요일부터입니다.", "ko"),
        ("ร้านเปิดวันจันทร์", "th"),
        ("Магазин открыт.", "ru"),
        ("المتجر مفتوح", "ar"),
        ("दुकान खुली है", "hi"),
        ("החנות פתוחה", "he"),
        ("Το κατάστημα είναι ανοιχτό", "el"),
        ("The SKU is 型番 in the table and the price is low.", "en"),
        ("iPhone 15 の価格は次のとおりです。", "ja"),
    ],
)
def test_the_language_of_a_text(text, language):
    """By its script, or by its small words."""
    assert detect(text) == language


SHORT = {
    "en": [
        "Refunds take 30 days.",
        "Shipping takes three days.",
        "Batteries not included.",
        "It costs 5 euros.",
    ],
    "es": [
        "La devolución tarda 30 días laborables y se abona en la cuenta original.",
        "El envío es gratis.",
        "La garantía dura dos años.",
    ],
    "de": ["Die Rückerstattung dauert 30 Tage.", "Der Versand ist kostenlos.", "Ist das Gerät neu? Ja."],
    "fr": ["Le remboursement prend 30 jours.", "Le musée ferme le lundi.", "Il coûte cinq euros."],
    "pt": ["O reembolso demora 30 dias.", "O museu fecha às segundas.", "Custa cinco euros."],
    "it": ["Il rimborso richiede 30 giorni.", "Il museo è chiuso il lunedì.", "I cani non sono ammessi."],
    "nl": ["De terugbetaling duurt 30 dagen.", "Het museum is maandag gesloten.", "Verzending is gratis."],
    "sv": ["Återbetalningen tar 30 dagar.", "Museet är stängt på måndagar.", "Hundar är inte tillåtna."],
    "da": ["Museet er lukket om mandagen.", "Garantien gælder i to år."],
    "no": ["Museet er stengt på mandager.", "Garantien gjelder i to år."],
    "tr": ["İade 30 gün sürer.", "Müze pazartesi günü kapalıdır.", "Köpeklere izin verilmez."],
    "vi": ["Hoàn tiền mất 30 ngày.", "Bảo tàng đóng cửa vào thứ hai."],
    "id": ["Pengembalian dana memakan waktu 30 hari.", "Museum tutup hari Senin."],
    "cs": ["Vrácení peněz trvá 30 dní.", "Muzeum je v pondělí zavřené."],
    "pl": ["Zwrot trwa 30 dni.", "Muzeum jest zamknięte w poniedziałek."],
    "fi": ["Museo on suljettu maanantaisin ja se ei ole avoinna.", "Hän ei ole kotona."],
    "ro": ["Muzeul este închis luni și nu are parcare.", "Rambursarea durează 30 de zile."],
    "hu": ["A múzeum hétfőn zárva van.", "Ez nem egy új termék."],
}


@pytest.mark.parametrize(
    ("language", "text"), [(name, text) for name, group in SHORT.items() for text in group]
)
def test_a_short_text_tells_its_language(language, text):
    """By small words, common words, letters and endings; Danish and Norwegian pass for each other."""
    assert same_language(detect(text), language)
    assert detect(text) is not None


@pytest.mark.parametrize(
    "text",
    [
        "José María de la Cruz was an actor.",
        "Juan de la Cierva invented the autogyro.",
        "Los Angeles is large.",
        "Las Vegas never sleeps.",
        "El Paso lies in Texas.",
        "Die Hard stars Bruce Willis.",
        "Der Spiegel is a magazine.",
        "Le Monde was founded in 1944.",
        "The Rio de Janeiro office closed.",
        "Van der Sar played for Ajax.",
        "Beenie Man was born in Kingston.",
        "Osama bin Laden was a militant.",
        "Müller and Øster met in São Paulo.",
        "ER is a TV show.",
        "George Dewey was a hero.",
    ],
)
def test_foreign_names_make_no_english_claim_foreign(text):
    """It is English, or too little tells."""
    assert detect(text) in {"en", None}


def test_an_answer_in_another_language_than_its_context_is_an_error():
    """Comparing words cannot tell, however short both are."""
    for context in ("La devolución tarda 30 días laborables.", "Die Rückerstattung dauert 30 Tage."):
        result = upheld.check("Refunds take 30 days.", [context])
        assert [claim.verdict.label for claim in result.claims] == ["error"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "42",
        "???",
        "Paris",
        "Ann Lee",
        "OK",
        "a b c",
        "^ a b c d e f g h i j k l m n o p q ^",
        "÷",
        "\x00",
    ],
)
def test_too_little_text_has_no_language(text):
    """Unsure is None."""
    assert detect(text) is None


def test_unsure_counts_as_the_same():
    """Only two different sure languages differ."""
    assert same_language("en", "en")
    assert same_language(None, "de")
    assert same_language("de", None)
    assert not same_language("en", "de")
    assert same_language("da", "no")


def test_only_the_beginning_is_looked_at():
    """A long text costs no more."""
    assert detect("The shop is open and it is new. " * 200 + "Магазин открыт. " * 10_000) == "en"
