"""Judges on labelled rows as text, Markdown and JSON: right, whole and harmless."""

import json
import re

import pytest
from markdown_it import MarkdownIt

from upheld._report.judged import JudgeReport
from upheld._types import Claim, Result, Verdict
from upheld.metrics.labels import LabelReader
from upheld.reports._look import Look
from upheld.reports.judged import judged_dict, judged_markdown, judged_text

EVIL = "\x1b[31mred\x07|<b>*x*\n\u202e"


def made(*rows, judge="mine", slices=("topic",), labels=None, **options):
    """Return a report of (label, verdict, probability, topic)."""
    reader = labels or LabelReader()
    found = JudgeReport(f"judge:{judge}|version:1", reader, slices=slices, **options)
    for label, verdict, p, topic in rows:
        claim = Claim("x", verdict=Verdict(verdict, p))
        found.add(Result("scored", claims=(claim,), metadata={"topic": topic}), reader.take(label))
    return found


ROWS = [
    ("supported", "supported", 0.9, "a"),
    ("supported", "not_enough_info", 0.4, "a"),
    ("contradicted", "contradicted", 0.1, "b"),
    ("not_enough_info", "supported", 0.8, "b"),
    ("not_enough_info", "not_enough_info", 0.3, "c"),
]


def test_text_has_every_figure():
    """Counts, rates, the baseline, kappa, AUC, threshold, table and slices stand in it, by hand."""
    text = " ".join(judged_text([made(*ROWS)], Look(120)).split())
    assert "labelled rows 5: 2 supported, 3 not" in text
    assert "balanced accuracy 0.583" in text
    assert "1 of 2 (0.500) called supported, 1 of 2 (0.500) flagged: false alarms" in text
    assert "2 of 3 (0.667) flagged, 1 of 3 (0.333) called supported: missed" in text
    assert "precision 0.667, recall 0.667, F1 0.667 (flagging every row: 0.600, 1.000, 0.750)" in text
    assert "contradicted 0 1 0 0" in text
    assert "not found 1 0 1 0" in text
    assert re.search(r"by topic n supported .*\ba 2 1\.000 .*\bb 2 0\.000 .*\bc 1 0\.000", text)
    assert "judge:mine|version:1" in text


def test_several_judges_side_by_side():
    """The gain of each later judge over the first is shown with its interval."""
    better = [
        (label, "supported" if label == "supported" else "contradicted", p, t) for label, _, p, t in ROWS
    ]
    reports = [made(*ROWS), made(*better, judge="better")]
    assert "+0.417 (" in judged_text(reports)
    assert "+0.417 (" in judged_markdown(reports)
    (gain,) = judged_dict(reports)["gains"]
    assert (gain["judge"], gain["over"]) == ("better", "mine")
    assert gain["balanced_accuracy"] == pytest.approx(5 / 12)
    low, high = gain["interval"]
    assert low <= gain["balanced_accuracy"] <= high


def test_what_is_left_out_is_named():
    """Unknown labels are quoted with their counts, and rows that could not be read with the first of them."""
    reader = LabelReader()
    for value in ("maybe", "maybe", None):
        reader.take(value)
    found = made(*ROWS, labels=reader)
    found.unread, found.first_unread = 1, "data.jsonl:7: broken JSON"
    text = " ".join(judged_text([found], Look(120)).split())
    assert (
        "1 without a label; 2 with a label that is not known ('maybe' 2); 1 that could not be read (the first: data.jsonl:7: broken JSON)"
        in text
    )


def test_hostile_values_are_harmless():
    """Slices, labels, judges and fields from outside cannot move a cursor, break a table or make markup."""
    rows = [(label, verdict, p, EVIL) for label, verdict, p, _ in ROWS]
    reader = LabelReader()
    reader.take(EVIL)
    found = made(*rows, judge=EVIL, labels=reader)
    found.notes.append(EVIL)
    text, markdown = judged_text([found]), judged_markdown([found])
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", text + markdown)
    marks = {
        token.type for block in MarkdownIt().enable("table").parse(markdown) for token in block.children or ()
    }
    assert marks <= {"text", "text_special", "code_inline"}
    for block in markdown.split("\n\n"):
        assert len({line.count("|") for line in block.splitlines() if line.startswith("|")}) <= 1


def test_many_values_of_a_slice_are_cut_and_counted():
    """The largest thirty are shown; the data hold all."""
    found = made(*[("supported", "supported", 0.9, n) for n in range(40)])
    assert "and 10 more" in judged_text([found])
    assert len(judged_dict([found])["reports"][0]["slices"]["topic"]) == 40


def test_one_class_only():
    """Figures that need both classes are shown as none, and the reason is given."""
    text = judged_text([made(("supported", "supported", 0.9, "a"))])
    assert "none: it needs rows of both kinds" in text
    assert "every labelled row is supported" in text
    assert "nan" not in text.lower()


def test_what_is_short_of_one_never_reads_one():
    """Rounding does not make a judge perfect, nor a fault go away."""
    rows = [("supported", "supported", 0.9, "a")] * 4000 + [("unsupported", "contradicted", 0.1, "a")] * 4000
    rows[0] = ("supported", "contradicted", 0.1, "a")
    text = judged_text([made(*rows)])
    assert "balanced accuracy  0.999" in text
    assert "1 of 4000 (<0.001)" in text


def test_lines_fit_the_width():
    """Only the signature, which is there to be copied, and tables may be longer."""
    text = judged_text([made(*ROWS)], Look(60))
    long = [line for line in text.splitlines() if len(line) > 60]
    assert all(line.startswith(("signature", "by ", "a ", "b ", "c ")) for line in long)


def test_data_can_be_written():
    """The whole is JSON without NaN."""
    json.dumps(judged_dict([made(*ROWS), made(*ROWS)]), allow_nan=False)
