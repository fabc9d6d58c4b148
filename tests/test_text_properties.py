"""Properties of the text rooms that hold for any string: nothing raises, spans are exact, no word is lost or invented, time is linear."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from upheld.text.blocks import blocks
from upheld.text.claims import given_claims, make_claims, states
from upheld.text.closeness import closeness
from upheld.text.language import detect
from upheld.text.lexicon import STOPWORDS
from upheld.text.polarity import denies, stance
from upheld.text.select import ContextIndex
from upheld.text.sentences import sentences
from upheld.text.words import fold, tokens, words

WORDS = (
    "the a an it its he she they who which that and but or not no is was has costs supports founded based in on by at of to for with if when "
    "while only also then however because Python Ann Lee Acme Inc. plan Plan price members weeks 1991 12 3.5 $40 15% refund includes created "
    "said says according kettle holds opened May don't it's “quoted” naïve ist und aber el y pero le et mais o e"
).split()
PROSE_MARKS = [
    ". ",
    ", ",
    "; ",
    "? ",
    "! ",
    ": ",
    " – ",
    " (",
    ") ",
    '" ',
    ' "',
    "e.g. ",
    "Dr. ",
    "No. 7 ",
    "A. ",
    "… ",
]
MARKUP = [
    *(
        "\n",
        "\n\n",
        "- ",
        "* ",
        "1. ",
        "2. ",
        "  - ",
        "# ",
        "## ",
        "> ",
        "**",
        "*",
        "_",
        "`",
        "```\n",
        "~~~\n",
        "|",
        "| - |\n",
        "---\n",
        "===\n",
    ),
    *(
        "[1]",
        "[2, 3]",
        "[a](b)",
        "![",
        "](",
        "<br>",
        "<b>",
        "</b>",
        "【1】",
        '{"a": ',
        '"b": 1',
        "}",
        "[",
        "]",
        ",",
        ":\n",
        "\r\n",
        "\t",
        "✅ ",
        "(Source: x)",
    ),
]
ODD = [
    "\ud800",
    "\udfff",
    "\x00",
    "\x1b[2J",
    "\u202e",
    "\u200f",
    "\ufeff",
    "🙂",
    "é\u0301",
    "\u0301",
    "中文。",
    "日本語",
    "한국어",
    "हिन्दी",
    "ไทย",
    "עברית",
    "العربية",
    "\u2028",
    "\x85",
    "\xa0",
    "ﬁ",
    "ⅷ",
    "²",
    "İ",
]

spaced_words = st.sampled_from([word + " " for word in WORDS])
prose = st.lists(
    st.one_of(spaced_words, spaced_words, spaced_words, st.sampled_from(PROSE_MARKS)), max_size=40
).map("".join)
markdown = st.lists(
    st.one_of(spaced_words, spaced_words, st.sampled_from(PROSE_MARKS), st.sampled_from(MARKUP)), max_size=50
).map("".join)
anything = st.one_of(
    st.text(max_size=200),
    st.lists(
        st.one_of(spaced_words, st.sampled_from(PROSE_MARKS + MARKUP + ODD), st.characters()), max_size=60
    ).map("".join),
    st.tuples(st.sampled_from(PROSE_MARKS + MARKUP + ODD + WORDS), st.integers(1, 400)).map(
        lambda pair: pair[0] * pair[1]
    ),
)
many = settings(
    max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


HIDDEN = [
    re.compile(p) for p in (r"\]\([^()\s]*\)", r"</?[a-z][^<>]*>", r"\[[^\[\]]*\]|【[^】]*】|\([^()]*\)")
]


def _squashed(text: str) -> str:
    """Return the letters and digits of a text alone: what no markup can hide."""
    return "".join(c for c in text.casefold() if c.isalnum())


def _held(answer: str) -> str:
    """Return the letters of an answer, with and without targets of links, tags and citation marks between them."""
    bare = answer
    variants = [answer]
    for pattern in HIDDEN:
        bare = pattern.sub("", bare)
        variants += [bare, pattern.sub("", answer)]
    return " ".join(_squashed(variant) for variant in variants)


@many
@given(anything, st.one_of(st.none(), anything))
def test_claims_of_any_string(answer, question):
    """Claims are made of any string; their spans lie in the answer and hold a word."""
    for claim in make_claims(answer, question):
        assert claim.text.strip()
        assert claim.start is not None
        assert 0 <= claim.start < claim.end <= len(answer)
        assert _squashed(answer[claim.start : claim.end])


@many
@given(st.one_of(anything, prose, markdown))
def test_what_states_something_has_a_claim_to_check(answer):
    """An answer that plainly states something has a factual claim."""
    assert not states(answer) or any(claim.kind == "factual" for claim in make_claims(answer))


@many
@given(anything)
def test_no_claim_holds_a_word_that_the_answer_lacks(answer):
    """Whatever the markup: every letter run of a claim stands in the answer."""
    held = _held(answer)
    for claim in make_claims(answer):
        for word in claim.text.split():
            pieces = "".join(c if c.isalnum() else " " for c in word.casefold()).split()
            assert all(piece in held or piece == "s" for piece in pieces)


@many
@given(markdown)
def test_no_word_is_invented(answer):
    """Every word of a claim is a word of the answer; the "s" of a resolved possessive excepted."""
    spaced = set(words(answer)) | {"s"}
    for mark in ("**", "*", "_", "`"):  # an emphasis mark between two words joins them
        spaced |= set(words(answer.replace(mark, "")))
    held = _held(answer)
    for claim in make_claims(answer):
        assert all(word in spaced or word in held for word in words(claim.text))


@many
@given(prose)
def test_no_word_of_prose_is_lost(answer):
    """Every word of running text that carries meaning stands in some claim."""
    held = {word for claim in make_claims(answer) for word in words(claim.text)}
    wanted = [match.group() for match in tokens(answer) if match.group().casefold() not in STOPWORDS]
    assert [word for word in wanted if not set(fold(word)) <= held] == []


@many
@given(prose)
def test_a_span_holds_the_claims_own_words(answer):
    """The span of a claim begins and ends at words, shares words with it, and holds all that was not carried in."""
    for claim in make_claims(answer):
        inside = words(answer[claim.start : claim.end])
        assert inside
        assert set(inside) & set(words(claim.text))
        assert answer[claim.start].strip()
        assert answer[claim.end - 1].strip()


@many
@given(st.one_of(anything, markdown))
def test_blocks_ascend_and_hold_their_places(source):
    """Blocks stand in order; each character of a view is a character of the source, but for blanks."""
    last = 0
    for block in blocks(source):
        view = block.view
        if not view.text:
            continue
        start, end = view.origin(0, len(view.text))
        assert last <= start < end <= len(source)
        last = start
        for at in range(0, len(view.text), 7):
            low, high = view.origin(at, at + 1)
            assert high == low + 1
            assert view.text[at] in {source[low], " ", *_escaped(source, low)}


def _escaped(source: str, at: int) -> str:
    """Return what a JSON escape at a place may stand for."""
    if source[at] != "\\":
        return ""
    try:
        return chr(int(source[at + 2 : at + 6], 16)) + source[at + 1]
    except ValueError:
        return source[at + 1 : at + 2]


@many
@given(st.lists(st.one_of(anything, markdown), max_size=4), prose)
def test_evidence_units_are_verbatim(texts, claim):
    """The span of a unit of a chunk is not empty and, markup aside, holds the unit's words."""
    index = ContextIndex(texts)
    for unit in index.units:
        source = texts[unit.chunk]
        assert 0 <= unit.start < unit.end <= len(source)
        assert source[unit.start : unit.end].strip()
    premise = index.premise(claim)
    assert list(premise.units) == sorted(set(premise.units))
    assert all(0 <= at < len(index.units) for at in premise.units)
    assert premise.nearest in {-1, *premise.units}


@many
@given(prose)
def test_evidence_of_plain_text_is_the_text(text):
    """In plain text a unit's words are exactly the characters of its span."""
    for unit in ContextIndex([text]).units:
        own = text[unit.start : unit.end]
        assert words(unit.text) == words(own)


@many
@given(
    st.one_of(anything, prose), st.sampled_from([None, "en", "es", "de", "fr", "pt", "zh", "ja", "th", "xx"])
)
def test_sentences_cover_the_text(text, language):
    """Sentences ascend, do not overlap, and leave out nothing but white space."""
    at = 0
    for start, end in sentences(text, language):
        assert not text[at:start].strip()
        assert at <= start < end
        at = end
    assert not text[at:].strip()


@many
@given(anything, anything)
def test_small_functions_take_any_string(one, other):
    """Language, closeness, negation and given claims raise on nothing."""
    detect(one)
    stance(one)
    denies(one, other)
    given_claims((one, other), other)
    measured = closeness(one, [words(other)], {}, 1.0)
    assert all(0.0 <= value <= 1.0 for value in measured.values()[:-1])


@many
@given(prose)
def test_the_same_answer_makes_the_same_claims(answer):
    """No state is kept between answers."""
    assert make_claims(answer) == make_claims(answer)
    assert all(claim.kind == "factual" for claim in given_claims((answer,), answer))


NASTY = [
    *(
        '"',
        "“",
        "(",
        "[",
        "|",
        "| a ",
        "- ",
        "* ",
        "**",
        "_",
        "`",
        "```\n",
        '"a": ',
        '{"a": ',
        '{"a": 1} ',
        "[1]",
        "[[",
        "[a](",
        "<b>",
        "<",
        "> > > ",
    ),
    *(
        "and ",
        ", and ",
        ", is ",
        "it is and has ",
        "who ",
        ", who is ",
        "that ",
        ". ",
        "? ",
        "e.g. ",
        "Dr. ",
        "A. ",
        "1,",
        "1,234 ",
        "é\u0301",
        "\u0301",
    ),
    *(
        "n't ",
        "not ",
        "I do not know. ",
        "the document does not ",
        "\t",
        " ",
        "\r\n",
        "\n",
        "http://a.b/c?d=e ",
        "a:\n",
        "- a:\n",
        "# a\n",
        "a|b\n-|-\n",
        "中文。",
        "中",
        "🙂",
        "\ud800",
        "x",
    ),
    *(
        "I do not know, ",
        "I do not know, which is ",
        "the text does not say who, and ",
        "I cannot say (it is 5) ",
        "aa,bb,cc\n",
        "aa,bb,cc\n1,2,3\n",
        "aa\tbb\n",
        "(1, 'a'), ",
        "[(1, 'a'), ",
        "(1, 'a')\n",
        "a: [(1, 'a')]\n",
        "+--+\n| a ",
        "+--+--+\n",
        "nine.it is ",
        "yes. you ",
        "a town, where it is, and ",
        ", right? ",
        "la ",
    ),
]


def _seconds(text: str) -> float:
    """Return the CPU time of making claims of a text and an index over it."""
    started = time.process_time()
    make_claims(text)
    ContextIndex([text]).premise("the document is a plan")
    return time.process_time() - started


@pytest.mark.parametrize("fragment", NASTY)
def test_time_is_linear_in_a_repeated_fragment(fragment):
    """Four times the text takes at most about four times as long."""
    small, large = (fragment * (n // len(fragment)) for n in (12_000, 48_000))
    _seconds(small)
    once, four = min(_seconds(small) for _ in range(2)), _seconds(large)
    assert four <= 8 * once + 0.4  # the floor is for the noise of a shared machine


@pytest.mark.parametrize(
    ("head", "tail"),
    [
        ("word ", ":\n\n" + "- a\n"),
        ("word ", " is new. " + "It is b. "),
        ("Key", " | b\n-|-\n" + "1 | 2\n"),
        ("# word", "\n" + "- a\n"),
        ("- word ", ":\n" + "  - a\n"),
        ('{"key', '": [' + "1, "),
        ("(", "a, and b is c "),
        ("```\n", "- a\n"),
        ("If a, ", "b is c and d is e. "),
    ],
)
def test_time_is_linear_where_much_hangs_on_much(head, tail):
    """A huge heading, lead-in, header, key or subject is not copied into thousands of claims."""

    def text(n: int) -> str:
        first, _, rest = tail.partition("\n") if "\n" in tail else (tail, "", "")
        repeated = rest or tail
        return head * (n // len(head)) + (first + "\n" if rest else "") + repeated * (n // len(repeated))

    small, large = text(10_000), text(40_000)
    _seconds(small)
    assert _seconds(large) <= 8 * min(_seconds(small) for _ in range(2)) + 0.4
    assert sum(len(claim.text) for claim in make_claims(large)) < 200 * len(large)


def test_a_megabyte_takes_seconds():
    """1 MB of answer, 1 MB of context."""
    text = (
        "The kettle holds 2 litres, and it is made of steel [1]. Ann Lee, who founded Acme in 1991, said that it works.\n\n"
        * 9000
    )
    assert len(text) > 1_000_000
    assert _seconds(text) < 30


def test_ten_thousand_chunks_take_seconds():
    """Selection over 10,000 chunks costs no more per claim than over 100."""
    texts = [
        f"Chunk {n} says that the plan number {n} costs {n} euros and is paid on day {n % 28}."
        for n in range(10_000)
    ]
    started = time.process_time()
    index = ContextIndex(texts)
    found = index.premise("Plan number 4711 costs 4711 euros")
    assert index.units[found.nearest].chunk == 4711
    for n in range(50):
        index.premise(f"The plan number {n} is paid on day {n}")
    assert time.process_time() - started < 20
