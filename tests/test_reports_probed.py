"""A probe as text, Markdown and JSON: right, whole and harmless."""

import json
import re

import pytest
from markdown_it import MarkdownIt

from upheld._report.probed import ProbeCase, ProbeReport
from upheld._types import Evidence, Verdict
from upheld.reports._look import Look
from upheld.reports.probed import probed_markdown, probed_text

EVIL = "\x1b[31mred\x07|<b>*x*\n\u202e"


def case(
    kind,
    label,
    p,
    *,
    fault=True,
    claim="The tank holds 84 bottles",
    sample="r1",
    chunk="It holds 24 bottles.",
):
    """Return a case with a verdict on it."""
    verdict = None if label is None else Verdict(label, p, evidence=(Evidence(2, 0, len(chunk), chunk),))
    original = claim if kind == "verbatim" else "The tank holds 24 bottles"
    pieces = ("24", "84") if kind == "number" else ("", "")
    return ProbeCase(kind, claim, original, *pieces, "chunk", sample, verdict)


def made(*cases, **options):
    """Return a report of some cases."""
    values = {"samples": 7, "answers": 9, "supported": 6, "sentences": 12} | options
    return ProbeReport("judge:mine|version:1", 0, 50, **values, cases=[*cases])


NUMBERS = [case("number", "contradicted", 0.1)] * 5 + [case("number", "supported", 0.91234)]
NAMES = [case("name", "not_enough_info", 0.2)] * 2
UNTOUCHED = [case("verbatim", "supported", 0.9)] * 4 + [
    case("verbatim", "not_enough_info", 0.3),
    case("verbatim", "error", None),
]
REPORT = made(*NUMBERS, *NAMES, *UNTOUCHED, unread=1, first_unread="a.jsonl:3: broken", without_context=2)


def test_text_has_every_figure():
    """Counts, rates by hand, means, what is left out, and what a kind lacks."""
    text = " ".join(probed_text(REPORT, Look(120)).split())
    assert (
        "7 used; left out: 1 that could not be read (the first: a.jsonl:3: broken); 2 without a context"
        in text
    )
    assert "6 of 9 claims of answers, those that the judge supports; 12 sentences of chunks" in text
    assert "9 of answers first, then 14 made of the material, at most 50 of a kind" in text
    assert re.search(r"detection 0\.833 \(95 % interval 0\.\d+ to 1\.000; mean of 1 kind of faults\)", text)
    assert re.search(
        r"false alarms 0\.200 \(95 % interval 0\.\d+ to 0\.\d+; mean of 1 kind of paraphrases\)", text
    )
    assert re.search(r"number 6 0\.833 0\.\d+ to [01]\.\d+ 0\.833 0 ", text)
    assert "name 2 too few - - 0" in text
    assert re.search(r"verbatim 6 0\.200 0\.\d+ to 0\.\d+ 0\.000 1", text)
    assert "the judge failed on 1 of 14 claims" in text
    assert "judge:mine|version:1" in text


def test_text_shows_what_was_missed():
    """The claim, what was changed, the verdict and the chunk of the worst case of each kind."""
    text = probed_text(REPORT, Look(120))
    assert "Missed faults\n  number: “The tank holds 84 bottles”\n    changed: “24” to “84”\n" in text
    assert "verdict: supported, probability 0.912; sample r1\n    chunk 2: “It holds 24 bottles.”" in text
    assert "False alarms\n  verbatim: “The tank holds 84 bottles”\n    verdict: not found" in text
    assert "Missed" not in probed_text(REPORT, Look(120), examples=0)


def test_a_piece_that_was_not_replaced():
    """Where nothing was exchanged, the whole original is shown."""
    text = probed_text(made(*[case("addition", "supported", 0.8)] * 5), Look(120))
    assert "from: “The tank holds 24 bottles”" in text


def test_a_dry_run_shows_counts_alone():
    """No rates, no means, no examples, and no word of claims that a judge supports."""
    text = probed_text(made(*[case("number", None, None)] * 3, supported=0, dry_run=True), Look(120))
    assert re.search(r"planted fault +n\nnumber +3\ndate +0\n", text)
    assert "no claims of answers in a dry run" in text
    assert not re.search("detect|rate|Missed|too few", text)


def test_markdown_has_the_same():
    """Tables with aligned numbers, and a list of what was missed."""
    text = probed_markdown(REPORT)
    assert text.startswith("# Probe of mine\n")
    assert (
        "| planted fault | n | detected | 95 % | contradicted | errors |\n|---|---:|---:|---:|---:|---:|\n| number | 6 | 0.833 |"
        in text
    )
    assert "## Missed faults\n\n- number: “The tank holds 84 bottles”<br>changed: “24” to “84”<br>" in text


def test_report_prints_itself():
    """str() is the text."""
    assert "number: “The tank" in str(REPORT)


@pytest.mark.parametrize("show", [probed_text, probed_markdown])
def test_hostile_texts_stay_harmless(show):
    """Claims, chunks, ids and signatures can neither move the cursor nor break the markup."""
    bad = case("number", "supported", 0.9, claim=EVIL * 3, sample=EVIL, chunk=EVIL)
    report = made(*[bad] * 5, unread=1, first_unread=EVIL)
    report.signature = f"judge:{EVIL}|version:1"
    text = show(report)
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", text)
    if show is probed_markdown:
        marks = {t.type for block in MarkdownIt().enable("table").parse(text) for t in block.children or ()}
        assert marks <= {"text", "text_special", "code_inline", "html_inline"}
        assert set(re.findall("<[^>]*>", re.sub("`[^`]*`", "", text))) == {"<br>"}
        assert all(line.count("|") == 3 for line in text.split("\n") if line.startswith("| samples"))


def test_long_texts_are_cut():
    """A claim of a page is shown in one piece around what matters."""
    text = probed_text(made(*[case("number", "supported", 0.9, claim="word " * 5000)] * 5), Look(100))
    assert len(text) < 3300
    assert max(map(len, text.split("\n"))) <= 100


def test_ascii_where_nothing_else_can_be_written():
    """A terminal without Unicode gets plain quotes."""
    assert probed_text(REPORT, Look(120, unicode=False)).isascii()


def test_json_is_json():
    """Every figure survives a round trip; nothing is NaN."""
    data = json.loads(json.dumps(REPORT.to_dict(), allow_nan=False))
    number, name = (row for row in data["faults"] if row["n"])
    (verbatim,) = (row for row in data["paraphrases"] if row["n"])
    assert (number["n"], number["judged"], number["flagged"], number["contradicted"]) == (6, 6, 5, 5)
    assert number["detection"] == pytest.approx(5 / 6)
    assert (name["detection"], name["interval"]) == (None, None)
    assert (verbatim["judged"], verbatim["errors"], verbatim["false_alarms"]) == (5, 1, 0.2)
    assert data["detection"]["kinds"] == 1
    assert data["left_out"] == {"unread": 1, "without_context": 2}
    (example,) = number["examples"]
    assert (example["claim"], example["verdict"], example["chunk"]) == (
        "The tank holds 84 bottles",
        "supported",
        2,
    )
    assert example["chunk_text"] == "It holds 24 bottles."
