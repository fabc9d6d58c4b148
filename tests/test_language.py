"""Languages, by script and by function words."""

from __future__ import annotations

import pytest

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


@pytest.mark.parametrize("text", ["", "42", "???", "Paris", "Ann Lee", "OK", "a b c", "\x00"])
def test_too_little_text_has_no_language(text):
    """Unsure is None."""
    assert detect(text) is None


def test_unsure_counts_as_the_same():
    """Only two different sure languages differ."""
    assert same_language("en", "en")
    assert same_language(None, "de")
    assert same_language("de", None)
    assert not same_language("en", "de")


def test_only_the_beginning_is_looked_at():
    """A long text costs no more."""
    assert detect("The shop is open and it is new. " * 200 + "Магазин открыт. " * 10_000) == "en"
