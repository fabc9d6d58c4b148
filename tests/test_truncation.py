"""Notices about chunks that look cut off."""

from __future__ import annotations

import pytest

from upheld._types import Chunk, Sample
from upheld.readers.truncation import TruncationWatch

TEXT = (
    "Returns are accepted within thirty days of delivery. The item must be unused and in its original box. "
    "Refunds reach the account in five working days, and shipping costs are not refunded unless the item was faulty. "
    "Orders above fifty euros ship free inside the country, while express delivery always costs nine euros. "
    "Gift cards never expire and can be used in parts. Customers who ask for a repair get a loan device meanwhile. "
)


def watched(*texts: str) -> list[str]:
    watch = TruncationWatch()
    for text in texts:
        watch.see(Sample("a", (Chunk(text),)))
    return watch.warnings()


def test_one_exact_length_is_noticed() -> None:
    """Chunks that all end at exactly one length look cut off, and the notice names the length."""
    warnings = watched(*(TEXT[i : i + 120] for i in range(0, 280, 33)))
    assert len(warnings) == 1
    assert "exactly 120 characters" in warnings[0]
    assert "9 of 9" in warnings[0]


def test_half_at_the_maximum_is_enough() -> None:
    """Documents shorter than the limit do not hide that the others were cut."""
    short = [f"Note {i} is short." for i in range(6)]
    assert "exactly 100" in watched(*short, *(TEXT[i : i + 100] for i in range(6)))[0]


def test_few_at_the_maximum_are_chance() -> None:
    """Less than half of the chunks at one length say nothing."""
    whole = [TEXT[: TEXT.index(".", 20 * i) + 1] for i in range(12)]
    assert watched(*(f"{i} {text}" for i, text in enumerate(whole))) == []


def test_four_chunks_are_too_few() -> None:
    """Under five different chunks there is no warning."""
    assert watched(*(TEXT[i : i + 120] for i in range(4))) == []


def test_short_equal_chunks_are_no_cut() -> None:
    """Chunks under 50 characters of one length are codes or labels."""
    assert watched(*(f"SKU-{i:04d}" for i in range(50))) == []


def test_one_chunk_again_and_again_is_no_cut() -> None:
    """The same chunk in many samples counts once."""
    assert watched(*[TEXT[:100]] * 50) == []


def test_sentences_from_a_template_are_no_cut() -> None:
    """Texts of one length that all end in a full stop are whole."""
    assert (
        watched(
            *(f"Order {i:04d} was shipped on the second of May to the shop in Lisbon." for i in range(20))
        )
        == []
    )


def test_mid_sentence_ends_are_noticed() -> None:
    """Chunks of different lengths that end inside a sentence look cut off."""
    warnings = watched(*(TEXT[i : i + 130 + i] for i in (0, 3, 5, 8, 11, 14, 18)))
    assert len(warnings) == 1
    assert "end in the middle of a sentence" in warnings[0]


def test_ellipsis_is_a_cut() -> None:
    """Search snippets end in dots."""
    assert "middle of a sentence" in watched(*(TEXT[: 100 + 7 * i].rstrip() + "..." for i in range(8)))[0]


def test_wrapped_lines_are_joined() -> None:
    """A short last line of a hard-wrapped text is the end of a sentence that began above."""
    wrapped = [f"{TEXT[:90]}{'x' * i}\nand it goes on with a few wo" for i in range(8)]
    assert "middle of a sentence" in watched(*wrapped)[0]


@pytest.mark.parametrize(
    "end",
    [
        "| Basic | 10 euros | 5 users | email support | 30 days | yes | no | 12",
        "- unlimited users, and also the reports which come by mail every single month",
        "3. then press the blue button until the light next to it turns on for good",
        "# How to return an item that was bought in one of our shops in the country",
        "Name\tPrice\tUsers and a number of other things that stand in this long row",
        "Weekday hours of the shop    nine in the morning until six in the evening on most days",
        "The Complete Guide To Returning Items Bought In Our Shops In The Whole Country",
        "blue, steel, 220 V, two years of warranty, 3 kg, with filter, quiet, made in Spain, model X200",
        "退货必须在三十天内提出，商品必须未使用并保持原包装，退款将在五个工作日内到账，运费不予退还除非商品有缺陷，"
        * 2
        + "礼品卡永不过期",
        "สินค้าต้องไม่ถูกใช้งานและอยู่ในกล่องเดิม การคืนเงินจะเข้าบัญชีภายในห้าวันทำการ และ ค่า จัดส่ง ไม่ สามารถ ขอ คืน เงิน ได้",
        "short",
        TEXT,
    ],
)
def test_other_texts_without_full_stop_are_fine(end: str) -> None:
    """Tables, lists, headings, titles, enumerations, unspaced scripts and whole sentences raise no false alarm."""
    body = "The plans of this year are listed below. Each has its own price.\n"
    assert watched(*(body * (i + 1) + end for i in range(12))) == []


def test_same_chunk_repeated_in_one_sample_is_noticed() -> None:
    """A sample whose chunks are all one text names itself."""
    watch = TruncationWatch()
    watch.see(Sample("a", (Chunk("x."), Chunk("y."))))
    watch.see(Sample("a", (Chunk("x."), Chunk("x.")), source="data.jsonl:2"))
    watch.see(Sample("a", (Chunk(""), Chunk(""))))
    assert watch.warnings() == [
        "1 record has the same chunk over and over, such as data.jsonl:2: the retriever may index documents twice"
    ]


def test_memory_is_bounded() -> None:
    """Only so many chunks are remembered."""
    watch = TruncationWatch()
    for i in range(10_000):
        watch.see(Sample("a", (Chunk(f"chunk {i}."),)))
    assert len(watch._seen) <= 4096


def test_nothing_seen_says_nothing() -> None:
    """No samples and no chunks give no warning."""
    assert watched() == []
    assert watched("", "  ") == []
