"""CSV, JSON, JSON lines, Markdown and HTML: complete, and safe whatever the texts hold."""

import csv
import io
import json
import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from upheld._report import Report
from upheld._types import Claim, Evidence, Result, Verdict
from upheld.metrics.faithfulness import Scoring
from upheld.reports import WRITERS
from upheld.reports._json import SafeStream, dumps
from upheld.reports.csv import COLUMNS
from upheld.reports.html import report_html, result_html
from upheld.reports.markdown import escape, groups_markdown

ANYTHING = st.text(st.characters(categories=None), max_size=200)
HOSTILE = [
    "a | b || c \\| d",
    "`code` ``x`` ```\nfence",
    "<script>alert(1)</script><img src=x onerror=y>",
    "[link](http://evil.example) ![i](http://evil.example/x.png)",
    "<http://evil.example> http://evil.example www.evil.example a@evil.example",
    "@everyone @org/team #123 GH-1",
    "**bold** _it_ ~~no~~ $x$ :smile: # heading",
    "line\n\n# heading\n\n| a |\n|---|\n| b |",
    "&lt;b&gt; &#60;b&#62;",
    "\x1b[31m \u202e \ud800 \x00",
]


def result(text="x", **fields):
    quote = Evidence(0, 0, 1, text)
    claims = (
        Claim(text, verdict=Verdict("contradicted", evidence=(quote,), reason=text, flags=(text,))),
        Claim(text, verdict=Verdict("not_enough_info", nearest=quote)),
        Claim(text, kind="opinion"),
    )
    given_fields = {"reason": text, "id": text, "source": text, "metadata": {text: text}} | fields
    return Result("scored", score=0.0, level="block", claims=claims, **given_fields)


def report(*results, text="sig"):
    made = Report(text, Scoring(), [text])
    for one in results:
        made.add(one)
    return made


def written(name, made):
    stream = io.StringIO(newline="")
    WRITERS[name](made, stream)
    return stream.getvalue()


# --- CSV


def test_csv_has_one_row_per_sample():
    """One row per sample under the header; claims and metadata read back from their cells."""
    rows = [
        *csv.DictReader(
            io.StringIO(
                written("csv", report(result("héllo", metadata={"n": 1}), Result("abstained"))), newline=""
            )
        )
    ]
    assert [row["status"] for row in rows] == ["scored", "abstained"]
    assert (rows[0]["score"], rows[1]["score"]) == ("0.0", "")
    assert (rows[0]["contradicted"], rows[0]["not_enough_info"], rows[0]["supported"]) == ("1", "1", "0")
    assert [claim["text"] for claim in json.loads(rows[0]["claims"])] == ["héllo"] * 3
    assert json.loads(rows[0]["metadata"]) == {"n": 1}


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", " =", "＝"])
def test_csv_defuses_formulas(start):
    """A text cell that a spreadsheet would run begins with an apostrophe; numbers do not."""
    text = start + "HYPERLINK(1)"
    (row,) = csv.DictReader(io.StringIO(written("csv", report(result(text))), newline=""))
    assert row["id"].startswith("'")
    assert row["reason"].startswith("'")
    assert row["score"] == "0.0"


@given(ANYTHING)
def test_csv_always_reads_back(text):
    """Whatever the texts, the file has its rows and columns, can be encoded and holds no cell that runs."""
    out = written("csv", report(result(text), text=text))
    out.encode()
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", out)
    head, row = csv.reader(io.StringIO(out, newline=""), strict=True)
    assert tuple(head) == COLUMNS
    assert len(row) == len(COLUMNS)
    assert not [cell for cell in row if cell.lstrip()[:1] in set("=+-@＝＋－＠")]


# --- JSON and JSON lines


@given(ANYTHING)
def test_jsonl_always_reads_back(text):
    """Whatever the texts, a result is one line of valid JSON that gives the same result, harmless on a terminal."""
    one = result(text)
    out = written("jsonl", report(one, one))
    out.encode()
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", out)
    lines = out.splitlines()
    assert len(lines) == 2
    assert Result.from_dict(json.loads(lines[0])) == one


@given(ANYTHING)
def test_json_always_reads_back(text):
    """Whatever the texts, the document is valid JSON with the report's own data, harmless on a terminal."""
    made = report(result(text), text=text)
    out = written("json", made)
    out.encode()
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", out)
    assert json.loads(out) == made.to_dict()


def test_json_keeps_letters_of_all_languages():
    """Letters are not escaped where the stream can hold them."""
    assert "退款 é" in written("jsonl", report(result("退款 é")))
    assert "退款 é" in written("json", report(result("退款 é")))


@pytest.mark.parametrize("name", ["json", "jsonl"])
def test_json_on_a_stream_of_few_letters(name):
    """On a stream that is not Unicode the same data are written in ASCII."""
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="latin-1")
    made = report(result("退款 👍 é"))
    WRITERS[name](made, stream)
    stream.flush()
    text = raw.getvalue().decode("ascii")
    data = json.loads(text)
    found = data["results"][0] if name == "json" else data
    assert found["id"] == "退款 👍 é"


def test_json_refuses_nan():
    """NaN is no JSON: it is an error here, never output."""
    with pytest.raises(ValueError, match="not JSON compliant"):
        dumps(float("nan"))


def test_metadata_that_json_cannot_hold():
    """A set or a date in metadata becomes text instead of breaking the run."""
    out = written("jsonl", report(result(metadata={"x": {1}, "y": float("inf")})))
    assert json.loads(out)["metadata"] == {"x": "{1}", "y": None}


def test_safe_stream_takes_any_encoding_name():
    """An encoding that Python does not know gets ASCII."""
    stream = io.StringIO()

    class Odd:
        encoding = "no-such-encoding"
        write = stream.write

    SafeStream(Odd()).write('"é"')
    assert stream.getvalue() == '"\\u00e9"'


# --- Markdown


def tokens(markdown):
    return MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).parse(markdown)


def flat(found):
    for token in found:
        yield token
        yield from flat(token.children or ())


@pytest.mark.parametrize("text", HOSTILE)
def test_markdown_cannot_be_broken(text):
    """A hostile text adds no row, no cell, no heading, no link, no image, no HTML and no emphasis."""
    shape = [token.type for token in flat(tokens(written("markdown", report(result("plain"), text="plain"))))]
    hostile = [token.type for token in flat(tokens(written("markdown", report(result(text), text=text))))]
    ignored = {"text", "text_special", "softbreak"}
    assert [t for t in hostile if t not in ignored] == [t for t in shape if t not in ignored]


@pytest.mark.parametrize("text", ["@everyone", "#123", "https://evil.example", "www.evil.example", "GH-12"])
def test_markdown_parts_what_sites_link(text):
    """What code hosts link in finished text (mentions, issues, bare addresses) is parted by an invisible joiner."""
    rendered = MarkdownIt("commonmark").render(escape(text))
    assert text not in rendered
    assert text in rendered.replace("\u2060", "")


@given(ANYTHING)
def test_markdown_always_has_the_same_shape(text):
    """Whatever the text, a table row stays one row of as many cells."""
    table = f"| a | b |\n|---|---|\n| {escape(text)} | x |"
    cells = [token.type for token in tokens(table)]
    assert cells.count("td_open") == 2
    assert cells.count("tr_open") == 2


def test_markdown_shows_text_as_it_was():
    """Escaping is invisible where it is rendered."""
    text = "Prices: *5* < 6 & [7] | `8` _9_ ~10~ $11 100% #x a:b"
    rendered = MarkdownIt("commonmark").renderInline(escape(text))
    plain = rendered.replace("&lt;", "<").replace("&amp;", "&").replace("\u2060", "")
    assert plain == text


def test_markdown_without_a_problem():
    """A run in which all holds says so and has no empty table."""
    made = report(Result("scored", score=1.0, level="safe"))
    out = written("markdown", made)
    assert "No sample needs attention." in out
    assert "## Samples" not in out


def test_markdown_groups():
    """Groups are a table, their values escaped; no mean has no interval."""
    made = report(result(metadata={"k": "a|b"}), Result("failed"))
    found = [token.type for token in tokens(groups_markdown("k", made.by("k")))]
    assert found.count("tr_open") == 3
    assert found.count("td_open") == 12
    assert "| (no value) | - | - | 0.00 | 0 | 1 |" in groups_markdown("k", made.by("k"))


@pytest.mark.parametrize("text", ["judge:llm:m@host|claims:x", "a`b``c", "`x", "#1 <b> &amp; \\ *"])
def test_markdown_signature_can_be_copied(text):
    """What is rendered of the signature, and what stands in the file, is the signature itself, in code, where nothing is linked."""
    out = written("markdown", report(text=text))
    assert text in out
    found = [token.content for token in flat(tokens(out)) if token.type == "code_inline"]
    assert found == [text]


# --- HTML


class Tags(HTMLParser):
    """Collects tags, attributes and text."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.open, self.text = [], [], ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        """Note a tag."""
        self.tags.append((tag, tuple(name for name, _ in attrs)))
        self.open.append(tag)

    def handle_endtag(self, tag):
        """Expect the tag that is open."""
        assert self.open.pop() == tag

    def handle_data(self, data):
        """Collect text."""
        self.text += data


@pytest.mark.parametrize("text", HOSTILE)
def test_html_cannot_be_broken(text):
    """A hostile text adds no tag and no attribute."""
    plain, hostile = (
        Tags(report_html(report(result(t), text=t)) + result_html(result(t))) for t in ("plain", text)
    )
    assert hostile.tags == plain.tags
    assert hostile.open == []


@given(ANYTHING)
def test_html_always(text):
    """Whatever the text, the fragment is well-formed, has no script, no address and no raw control character."""
    made = report(result(text), Result("failed", reason=text, question=text, answer=text), text=text)
    made.groups[text] = made.by(text)
    html = report_html(made) + result_html(result(text, notes=(text,)))
    html.encode()
    found = Tags(html)
    assert found.open == []
    assert not {tag for tag, _ in found.tags} & {"script", "img", "a", "link", "style", "iframe"}
    assert not {name for _, names in found.tags for name in names} - {"style", "dir"}
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\ud800-\udfff]", html)


def test_html_shows_the_claims():
    """A fragment has score, level, each claim with its verdict and proof."""
    text = Tags(result_html(result("the <claim>"))).text
    assert "0.00 block" in text
    assert "✗ contradicted" in text
    assert "✗ not found" in text
    assert "(opinion)" in text
    assert "chunk 0: “the <claim>”" in text


@pytest.mark.parametrize("status", ["failed", "empty_answer", "no_claims"])
def test_html_of_a_sample_without_claims(status):
    """What folds open of a sample that has no claim says why, in full, and what was asked and answered."""
    reason = f"line 6: {'long ' * 80}end"
    one = Result(
        status,
        reason=reason,
        id="x",
        question="How <long>?",
        answer="" if status == "empty_answer" else "So.",
    )
    html = report_html(report(one))
    body = Tags(html.partition("</summary>")[2].partition("</details>")[0]).text
    assert f"why {reason}" in " ".join(body.split())
    assert "question How <long>?" in body
    assert ("answer So." in body) == (status != "empty_answer")


def test_html_has_the_groups():
    """Groups are a table, their values escaped; no mean has no interval."""
    made = report(result(metadata={"k": "a<b"}), Result("failed"))
    made.groups["k"] = made.by("k")
    text = " ".join(Tags(report_html(made).replace("<t", " <t")).text.split())
    assert "by k mean 95 % interval coverage scored samples a<b 0.00" in text
    assert "(no value) - - 0.00 0 1" in text


def test_html_of_a_result_has_its_notes():
    """A notebook shows what to know of the decision."""
    assert "note: not <validated>" in Tags(result_html(result(notes=("not <validated>",)))).text


def test_html_over_several_files_names_them():
    """Rows with the same number are told apart by their files."""
    rows = [Result("failed", reason="line 3: broken", id="#3", source=f"{n}.jsonl:3") for n in "ab"]
    text = Tags(report_html(report(*rows))).text
    assert ["a.jsonl:3 broken" in text, "b.jsonl:3 broken" in text] == [True, True]


def test_html_limits_samples():
    """At most the limit of samples is shown, and the rest is counted."""
    html = report_html(report(*[result(f"r{n}") for n in range(60)]), limit=50)
    assert html.count("<details>") == 50
    assert "Not shown: 10 that need attention." in html


def test_reprs_are_these_fragments():
    """Notebooks show the same fragments."""
    made = report(result())
    assert made._repr_html_() == report_html(made)
    assert result()._repr_html_() == result_html(result())
