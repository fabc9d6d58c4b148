"""What a person reads: marks, proof, summary; and that no text from outside reaches a terminal raw."""

import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from upheld._report import Report
from upheld._types import Claim, Evidence, Finding, Result, Verdict
from upheld.metrics.faithfulness import Scoring
from upheld.reports import WRITERS
from upheld.reports._look import Look, clean, excerpt, fold, fraction
from upheld.reports.text import groups_text, report_lines, report_text, result_text, summary_text

WIDE = Look(width=120)
RAW = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
ANYTHING = st.text(st.characters(categories=None), max_size=300)


def claim(text="A claim.", label="supported", **verdict):
    return Claim(text, verdict=Verdict(label, **verdict))


def result(score=1.0, level="safe", *claims, **fields):
    return Result(
        "scored", score=score, level=level, claims=claims, reason=fields.pop("reason", "a reason"), **fields
    )


def report(*results, domain=None, notes=()):
    made = Report("upheld:1|judge:x", Scoring(domain=domain), notes)
    for one in results:
        made.add(one)
    return made


def line_with(text, part):
    """Return the one line that holds a part."""
    (line,) = [line for line in text.splitlines() if part in line]
    return line


# --- clean, excerpt, fold


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("a\nb\r\n\tc", "a b c"),
        ("\x1b[31mred\x1b[0m", r"\x1b[31mred\x1b[0m"),
        ("\x9b2J", r"\x9b2J"),
        ("a\x00b\x7f", r"a\x00b\x7f"),
        ("abc\u202edef\u2066", r"abc\u202edef\u2066"),
        ("half \ud83d", r"half \ud83d"),
        ("line\u2028sep\x85end", "line sep end"),
        ("naïve 退款 שלום 👍🏽 👨‍👩‍👧", "naïve 退款 שלום 👍🏽 👨‍👩‍👧"),
    ],
)
def test_clean(raw, shown):
    """Line breaks become spaces, controls and direction overrides visible escapes, all languages stay."""
    assert clean(raw) == shown


def test_clean_can_keep_lines():
    """Where a place holds several lines, line feeds and tabs stay and nothing else does."""
    assert clean("a\r\n\tb\x1b\u2028\x0b", keep_lines=True) == "a\n\tb\\x1b\\u2028\\x0b"


@given(ANYTHING)
def test_clean_always(text):
    """Whatever the text, what comes out is one line that can be encoded and holds no control character."""
    shown = clean(text)
    assert not RAW.search(shown)
    assert len(shown.splitlines()) <= 1
    shown.encode()


def test_excerpt_keeps_short_texts():
    """A text that fits is shown whole."""
    assert excerpt("short", limit=10) == "short"


def test_excerpt_is_around_the_shared_words():
    """A long text is cut to the part that shares words with the claim, between words, with signs of omission."""
    text = "filler words here " * 30 + "the warranty lasts two years " + "other words there " * 30
    shown = excerpt(text, "The warranty lasts two years.")
    assert "warranty lasts two years" in shown
    assert shown.startswith("…")
    assert shown.endswith("…")
    assert len(shown) <= 102
    assert set(shown.strip("…").split()) <= set(text.split())


@given(ANYTHING, st.text(max_size=50), st.integers(20, 200))
def test_excerpt_always(text, about, limit):
    """Whatever the text, an excerpt is a part of it in one line and no longer than the limit and its two signs."""
    shown = excerpt(text, about, limit)
    assert len(shown) <= limit + 2
    assert shown.removeprefix("…").removesuffix("…") in clean(text) or shown in clean(text)


@given(
    st.text(st.characters(exclude_categories=["C", "Z", "M"], include_characters=" ")), st.integers(40, 120)
)
def test_fold_always(text, width):
    """Folding loses no character and no line is wider than the width, in cells."""
    lines = fold(clean(text), width, "  - ")
    assert all(cell_len(line) <= width for line in lines)
    assert "".join("".join(lines).split()).removeprefix("-") == "".join(clean(text).split())


def test_fold_counts_wide_characters():
    """A Chinese character fills two columns."""
    lines = fold("退" * 50, 40, "  ")
    assert [cell_len(line) for line in lines] == [40, 40, 26]


def test_fold_does_not_count_colour():
    """Colours take no room: words stay on one line."""
    text = " ".join(["\x1b[31mred\x1b[0m"] * 5)
    assert len(fold(text, 40)) == 1


@pytest.mark.parametrize(
    ("value", "shown"), [(None, "-"), (1.0, "1.00"), (0.9999, "0.99"), (2 / 3, "0.67"), (0.0, "0.00")]
)
def test_fraction(value, shown):
    """Two decimals; what is short of 1 never reads 1.00."""
    assert fraction(value) == shown


# --- one result


def test_result_has_a_mark_for_each_verdict():
    """Each claim has its mark and, where it is not supported, says whether it is contradicted or not found."""
    text = result_text(
        result(
            0.25,
            "block",
            claim("Alpha holds."),
            claim("Beta is wrong.", "contradicted"),
            claim("Gamma is new.", "not_enough_info"),
            claim("Delta broke.", "error"),
            Claim("How nice!", kind="courtesy"),
        ),
        WIDE,
    )
    assert line_with(text, "Alpha").split() == ["✓", "supported", "Alpha", "holds."]
    assert line_with(text, "Beta").split()[:2] == ["✗", "contradicted"]
    assert line_with(text, "Gamma").split()[:3] == ["✗", "not", "found"]
    assert line_with(text, "Delta").split()[:2] == ["?", "error"]
    assert line_with(text, "How nice").split()[:2] == ["·", "(courtesy)"]


def test_result_header():
    """The header says score, level, decision and reason."""
    head = result_text(result(0.5, "block", decision="review", reason="1 of 2 claims supported"), WIDE)
    assert head == "score 0.50 · block · decision review · 1 of 2 claims supported"


def test_result_without_score():
    """A status without a score is named, and no score is invented."""
    assert (
        result_text(Result("abstained", reason="it declines"), WIDE) == "no score · abstained · it declines"
    )


def test_result_shows_what_to_know_of_its_decision():
    """A decision is printed with its notes, below the claims."""
    one = result(1.0, "safe", claim(), decision="deploy", notes=("unknown domain 'medcal'", "not validated"))
    assert result_text(one, WIDE).splitlines()[-2:] == [
        "note: unknown domain 'medcal'",
        "note: not validated",
    ]


def test_result_shows_the_proof():
    """The chunk and the quote that decide stand below the claim; two where two decide."""
    quotes = (Evidence(0, 0, 9, "From here"), Evidence(3, 5, 15, "from there"))
    text = result_text(result(1.0, "safe", claim(evidence=quotes, flags=("joint_support",))), WIDE)
    assert "chunk 0: “From here”" in text
    assert "chunk 3: “from there”" in text
    assert "joint support: no chunk alone" in text


def test_result_shows_the_nearest_passage():
    """Where nothing proves a claim, the nearest passage is called nearest."""
    text = result_text(
        result(0.0, "block", claim(label="not_enough_info", nearest=Evidence(2, 0, 4, "Near"))), WIDE
    )
    assert "nearest, chunk 2: “Near”" in text


def test_result_shows_why():
    """Conflicting findings, the judge's reason and flags in words stand below the claim; agreeing findings do not."""
    findings = (
        Finding("number", "conflicts", "claim says 8, context says 9", (0, 1)),
        Finding("date", "agrees", "both say Monday", (0, 1)),
    )
    text = result_text(
        result(
            0.0,
            "block",
            claim(label="contradicted", findings=findings, reason="it says nine", flags=("own_flag",)),
        ),
        WIDE,
    )
    assert "number: claim says 8, context says 9" in text
    assert "both say Monday" not in text
    assert "it says nine" in text
    assert "(own flag)" in text


def test_ascii_marks():
    """Where the stream cannot write ✓, ASCII marks stand for it and every other sign."""
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    look = Look.of(stream)
    text = result_text(
        result(
            0.5,
            "block",
            claim("x" * 600),
            claim("b", "contradicted", evidence=(Evidence(0, 0, 1, "y " * 99),)),
        ),
        look,
    )
    text.encode("ascii")
    assert "+ supported" in text
    assert "x contradicted" in text


def test_print_of_a_result_is_this_text(capsys, monkeypatch):
    """print(result) shows the claims; the width is that of the terminal."""
    monkeypatch.setenv("COLUMNS", "60")
    print(result(1.0, "safe", claim("word " * 40)))  # noqa: T201 - what a user does
    out = capsys.readouterr().out
    assert "✓ supported" in out
    assert max(map(len, out.splitlines())) <= 60


# --- a run


def test_report_shows_the_worst_first():
    """Samples that need attention come first, failed ones at the top, then by score; those that hold come last."""
    text = report_text(
        report(
            result(1.0, "safe", claim(), id="fine"),
            result(0.8, "warning", claim(label="not_enough_info"), id="middling"),
            result(0.1, "block", claim(label="contradicted"), id="bad"),
            Result("failed", reason="no JSON", source="data.jsonl:7"),
        ),
        look=WIDE,
    )
    assert [name for name in text.split() if name in ("fine", "middling", "bad", "data.jsonl:7")] == [
        "data.jsonl:7",
        "bad",
        "middling",
        "fine",
    ]


def test_report_shows_only_failing_claims_unless_verbose():
    """The claims that do not hold are shown with their sample; -v shows all."""
    made = report(
        result(0.5, "block", claim("Alpha holds."), claim("Beta is new.", "not_enough_info"), id="x")
    )
    assert "Alpha" not in report_text(made, look=WIDE)
    assert "Beta" in report_text(made, look=WIDE)
    assert "Alpha" in report_text(made, look=WIDE, verbose=True)


def test_report_says_what_it_does_not_show():
    """Nothing is left out in silence: the counts of hidden samples and how to see them are printed."""
    bad = [result(0.0, "block", claim(label="contradicted"), id=f"bad-{n}") for n in range(5)]
    good = [result(1.0, "safe", claim(), id=f"good-{n}") for n in range(7)]
    text = report_text(report(*good, *bad), limit=3, look=WIDE)
    assert text.count("bad-") == 3
    assert "good-" not in text
    assert "2 that need attention and 7 that do not. See all in report.results." in text
    assert "Not shown" not in report_text(report(*good, *bad), limit=12, look=WIDE)
    assert "Not shown" not in report_text(report(*good, *bad), limit=3, verbose=True, look=WIDE)


def test_report_says_how_its_reader_sees_the_rest():
    """print(report) names what Python has, the command line its options, and a file neither."""
    made = report(*[result(1.0, "safe", claim(), id=f"good-{n}") for n in range(30)])
    assert "See all in report.results." in str(made)
    assert "-v" not in str(made)
    assert "See all with -v." in "\n".join(report_lines(made, look=WIDE, see_all="See all with -v."))
    stream = io.StringIO()
    WRITERS["text"](made, stream)
    assert "Not shown: 10 samples without a claim that fails.\n" in stream.getvalue()


def test_report_over_several_files_names_them():
    """Rows with the same number or id are told apart by their files; of one file alone the id is enough."""
    rows = [
        Result("failed", reason="line 3: broken JSON", id="#3", source=f"run{n}/a.jsonl:3") for n in (1, 2)
    ]
    same = [result(0.0, "block", id="q1", source=f"run{n}/a.jsonl:4") for n in (1, 2)]
    text = report_text(report(*rows, *same), look=WIDE)
    assert [line.split()[3:] for line in text.splitlines()[:2]] == [
        [f"run{n}/a.jsonl:3", "broken", "JSON"] for n in (1, 2)
    ]
    assert [f"q1 (run{n}/a.jsonl:4)" in text for n in (1, 2)] == [True, True]
    alone = report_text(report(rows[0], same[0]), look=WIDE)
    assert "#3  line 3: broken JSON" in alone
    assert "a.jsonl" not in alone


def test_a_long_path_keeps_its_end():
    """Of a path that does not fit, the end is shown: the row and the name of the file are there."""
    rows = [result(0.0, "block", id="q", source=f"{'deep/' * 30}{n}.jsonl:7") for n in (1, 2)]
    text = report_text(report(*rows), look=WIDE)
    assert [re.search(rf"q \(….*deep/{n}\.jsonl:7\)", text) is not None for n in (1, 2)] == [True, True]


def test_report_limits_the_claims_of_one_sample():
    """A sample with a hundred bad claims shows a few and says how many more there are."""
    claims = [claim(f"Claim {n} is new.", "not_enough_info") for n in range(100)]
    text = report_text(report(result(0.0, "block", *claims)), look=WIDE)
    assert text.count("is new.") == 8
    assert "and 92 more claims that do not hold" in text


def test_summary_says_what_was_measured():
    """Mean with interval, n and what the interval leaves out, coverage, counts, decision and its notes, signature, notes."""
    made = report(
        result(1.0, "safe", claim()),
        result(0.5, "block", claim(), claim(label="contradicted")),
        Result("abstained"),
        Result("failed", reason="broken"),
        domain="medical",
        notes=["data.jsonl: two samples share an id"],
    )
    text = summary_text(made, WIDE)
    low, high = made.interval
    assert f"mean       0.75  (95 % interval {low:.2f} to {high:.2f}, n = 2)" in text
    assert "It leaves out errors of the judge itself, and the 2 of 4 samples" in " ".join(text.split())
    assert "coverage   0.67  (2 of 3 samples that can have a score; 4 in all)" in text
    assert "status     scored 2 · abstained 1 · failed 1" in text
    assert "levels     safe 1 · block 1" in text
    assert "verdicts   supported 2 · contradicted 1" in text
    assert "decision   block for medical (deploy ≥ 0.98, review ≥ 0.90)" in text
    assert "not validated on this domain" in text
    assert "signature  upheld:1|judge:x" in text
    assert "note       data.jsonl: two samples share an id" in text
    assert "stopped" not in text


def test_coverage_says_what_it_is_a_share_of():
    """Where every sample can have a score, their number is said once."""
    made = report(result(1.0, "safe", claim()), Result("failed", reason="broken"))
    assert "coverage   0.50  (1 of 2 samples have a score)" in summary_text(made, WIDE)


def test_coverage_leaves_scored_refusals_out():
    """A refusal that has a score by convention is in the mean, and in neither number of the coverage."""
    refusal = Result("abstained", score=1.0, score_low=1.0, score_high=1.0, level="safe")
    text = summary_text(report(result(1.0, "safe", claim()), refusal, Result("failed")), WIDE)
    assert "coverage   0.50  (1 of 2 samples that can have a score; 3 in all)" in text


def test_summary_of_nothing():
    """A run without a score says so and shows no number that is not there."""
    text = summary_text(report(Result("failed", reason="x")), WIDE)
    assert "mean       none: no sample has a score" in text
    assert "levels" not in text


def test_summary_of_an_interrupted_run():
    """A run that was stopped says so and after how many samples."""
    made = report(result())
    made.interrupted = True
    assert "stopped    before the end, after 1 sample" in summary_text(made, WIDE)


def test_groups():
    """Groups are a table of mean, interval, coverage, scored samples and all by value; no mean has no interval."""
    made = report(
        result(1.0, "safe", metadata={"lang": "en"}),
        result(0.5, "block", metadata={"lang": "d\x1be"}),
        Result("failed"),
    )
    text = groups_text("lang", made.by("lang"), WIDE)
    assert line_with(text, " en").split()[0] == "1.00"
    assert line_with(text, r"d\x1be").split()[0] == "0.50"
    assert line_with(text, "by lang").split() == "mean 95 % interval coverage scored samples by lang".split()
    assert line_with(text, " en").split()[-3:] == ["1", "1", "en"]
    assert line_with(text, "(no value)").split() == ["-", "-", "0.00", "0", "1", "(no", "value)"]


def test_report_shows_its_groups():
    """Groups that were put into a report are shown below its summary."""
    made = report(result(1.0, "safe", metadata={"lang": "en"}))
    made.groups["lang"] = made.by("lang")
    assert report_text(made, look=WIDE).endswith(f"\n\n{groups_text('lang', made.by('lang'), WIDE)}")


@pytest.mark.parametrize("width", [40, 80, 120])
def test_report_fits_the_width(width):
    """No line but the signature is wider than the terminal."""
    made = report(
        result(
            0.2,
            "block",
            claim("word " * 60, "contradicted", evidence=(Evidence(0, 0, 9, "quote " * 50),)),
            id="i" * 90,
        ),
        result(1.0, "safe", reason="reason " * 40),
        Result("failed", reason="why " * 50, source="s" * 200),
        domain="customer_support",
    )
    lines = report_text(made, look=Look(width=width)).splitlines()
    assert [line for line in lines if cell_len(line) > width and "signature" not in line] == []


@given(ANYTHING)
def test_no_text_from_outside_is_raw(text):
    """Ids, sources, reasons, claims, quotes, checks, flags, notes, domains: none reaches the terminal raw."""
    quote = Evidence(0, 0, 1, text)
    finding = Finding(text, "conflicts", text, (0, 1))
    claims = (
        claim(text, "contradicted", evidence=(quote,), findings=(finding,), reason=text, flags=(text,)),
        claim(text, "not_enough_info", nearest=quote),
    )
    made = Report(text, Scoring(domain="x" + text), [text])
    made.add(Result("scored", score=0.0, level="block", reason=text, claims=claims, id=text, source=text))
    made.add(Result("failed", reason=text, source=text, metadata={"k": text}, notes=(text,)))
    made.add(Result("failed", reason=text, id=text, source=f"{text}:1"))
    made.add(Result("failed", reason=text, source=f"{text}x:1"))
    made.groups[text] = made.by("k")
    shown = report_text(made, verbose=True, look=WIDE) + "".join(
        result_text(one, WIDE) for one in made.results
    )
    assert not RAW.search(shown)
    assert len(shown.splitlines()) == len(shown.split("\n"))
    shown.encode()


def test_text_writer_ends_with_one_line_feed():
    """The writer of text ends the last line and adds no more."""
    stream = io.StringIO()
    WRITERS["text"](report(result()), stream)
    assert stream.getvalue().endswith("judge:x\n")
