"""Numbers in Chinese, Japanese, Korean and Thai: what they measure, and claims against a context."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import upheld
from upheld.checks.counters import clocks_dense, dates_dense, quantities_dense
from upheld.checks.extract import items_in

DAY = 86400.0
FOUND = {
    "반품은 수령 후 14일 이내에 가능합니다.": [("duration", "14일", 14 * DAY)],
    "该展馆于2016年开放。": [("date", "2016年", 735964)],
    "会议于2024年5月6日举行": [("date", "2024年5月6日", 739012)],
    "5月6日に開く": [("date", "5月6日", 506)],
    "配送需要3天": [("duration", "3天", 3 * DAY)],
    "价格是250元": [("money", "250元", 250)],
    "料金は1,200円です": [("money", "1,200円", 1200)],
    "회비는 5만원입니다": [("money", "5만원", 50_000)],
    "会員は30人です": [("number", "30人", 30)],
    "1.5万人参加": [("number", "1.5万人", 15_000)],
    "保証期間は2年です": [("duration", "2年", 2 * 365.25 * DAY)],
    "10分間": [("duration", "10分間", 600)],
    "จัดส่งภายใน 7 วัน": [("duration", "7 วัน", 7 * DAY)],
    "45%の人が賛成": [("percent", "45%", 45)],
    "营业时间是上午9点到下午6点半": [("clock", "上午9点", 540), ("clock", "下午6点半", 1110)],
    "오후 3시 20분에 시작": [("clock", "오후 3시 20분", 920)],
    "第3章": [],
    "2024年13月40日": [("date", "2024年", 738886)],
    "A4用紙": [],
    "The fee is 20 yuan": [("money", "20 yuan", 20)],
}


@pytest.mark.parametrize("text", FOUND)
def test_numbers_with_what_they_count(text):
    """Each number has the kind and value that its counter says."""
    assert [(item.kind, item.text, item.low) for item in items_in(text)] == FOUND[text]


@pytest.mark.parametrize(
    ("claim", "context", "label"),
    [
        ("반품은 수령 후 14일 이내에 가능합니다.", "반품은 수령 후 7일 이내에만 가능합니다.", "contradicted"),
        ("该展馆于2016年开放。", "该展馆于2018年开放。门票60元。", "contradicted"),
        ("门票50元。", "该展馆于2018年开放。门票60元。", "contradicted"),
        ("门票60元。", "该展馆于2018年开放。门票60元。", "supported"),
        ("会員は30人です。", "会員は25人です。", "contradicted"),
        ("店は9時に開きます。", "店は10時に開きます。", "contradicted"),
        ("จัดส่งภายใน 7 วัน", "จัดส่งภายใน 3 วัน", "contradicted"),
    ],
)
def test_claims(claim, context, label):
    """Another number of the same thing is a conflict; the same one is none."""
    assert upheld.check(claim, [context]).claims[0].verdict.label == label


@given(st.text(alphabet="0123456789,.年月日天元円万點时時分半人个%일원시 前後午上下วน", max_size=40))
@settings(max_examples=300)
def test_any_text(text):
    """Whatever stands there, each item is a piece of the text."""
    for item in (*dates_dense(text), *clocks_dense(text), *quantities_dense(text)):
        assert text[item.start : item.end] == item.text
        assert item.low <= item.high


@pytest.mark.parametrize("piece", ["1,", "1,000", "12年", "9 ", "1.", "年", "午後", "9"])
def test_long_text_is_read_in_linear_time(piece):
    """100 kB cost no more than their length."""
    text = "年" + piece * (100_000 // len(piece))
    started = time.process_time()
    items_in(text)
    assert time.process_time() - started < 5
