"""The example file is consistent: its gold labels say what its texts say.

Nothing of upheld is imported here: whether upheld finds what was planted is tested elsewhere.
"""

from __future__ import annotations

import itertools
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

PATH = Path(__file__).parent.parent / "examples" / "support_bot.jsonl"
LINES = PATH.read_text(encoding="utf-8").splitlines()
RECORDS: list[dict[str, Any]] = [json.loads(line) for line in LINES]

FAITHFUL = {"verbatim", "paraphrase", "computed"}
UNFAITHFUL = {"added_content", "number", "date", "unit", "negation", "entity_swap", "wrong_inference"}
STATUS = {
    "abstention": "abstained",
    "courtesy": "no_claims",
    "empty_answer": "empty_answer",
    "no_context": "no_context",
}
NEEDS = {
    **dict.fromkeys(("verbatim", "added_content"), "words"),
    **dict.fromkeys(("number", "date", "unit", "computed"), "numbers"),
    **dict.fromkeys(("paraphrase", "negation", "entity_swap", "wrong_inference"), "entailment"),
    **dict.fromkeys(STATUS, "none"),
}
AT_LEAST = dict.fromkeys(NEEDS, 1) | {"verbatim": 8, "added_content": 7, "abstention": 2, "number": 2}

# What a verbatim answer may hold besides its supported pieces.
NOT_FACTUAL = {
    "",
    "let me know if you need anything else!",
    "i could not find any information about parking in the documents.",
}
LIST_MARK = re.compile(r"^[ \t]*(?:[-*]|\d+\.)\s+", re.MULTILINE)
STOPWORD = re.compile(
    "after|also|and|are|from|have|into|our|that|the|then|there|they|this|when|where|who|with|your"
    "|además|con|del|las|los|para|por|una|auf|das|der|die|ein|eine|ihrer|mit|und|unser"
)


def gold(record: dict[str, Any]) -> dict[str, Any]:
    return record["metadata"]["gold"]


def of_kind(*kinds: str) -> list[Any]:
    return [pytest.param(r, id=r["id"]) for r in RECORDS if gold(r)["kind"] in kinds]


def chunk_texts(record: dict[str, Any]) -> list[str]:
    return [c if isinstance(c, str) else c["text"] for c in record["contexts"]]


def flat(text: str) -> str:
    """Lower-case `text`, with citation marks, list marks, fences and runs of white space taken out."""
    text = re.sub(r"\[\d+\]", "", text)
    text = re.sub(r"(?m)^```.*$", "", LIST_MARK.sub("", text))
    return re.sub(r"\s+([.,;])", r"\1", " ".join(text.lower().split()))


def sentences(text: str) -> list[str]:
    """Cut at line ends and after full stops; enough for the texts of this one file."""
    lines = LIST_MARK.sub("", text).splitlines()
    return [s for line in lines for s in re.split(r"(?<=[.!?])\s+(?=[^\W\d_])", line) if s.strip()]


def words(text: str) -> set[str]:
    return {w for w in re.findall(r"[^\W\d_]{3,}", text.lower()) if not STOPWORD.fullmatch(w)}


def is_known(word: str, known: set[str]) -> bool:
    """Tell whether `word`, or a word of the same five letters at the start, is among `known`."""
    return any(word == k or (len(word) >= 5 and word[:5] == k[:5]) for k in known)


def test_about_thirty_records_of_one_line_each() -> None:
    """The file holds 30 to 40 records, one JSON object a line, and ends with a line end."""
    assert 30 <= len(RECORDS) <= 40
    assert PATH.read_text(encoding="utf-8").endswith("}\n")
    assert all(isinstance(r, dict) for r in RECORDS)


def test_ids_are_unique() -> None:
    """Every record has an id of its own."""
    counts = Counter(r["id"] for r in RECORDS)
    assert [i for i, n in counts.items() if n > 1] == []


def test_every_kind_occurs_often_enough() -> None:
    """Each known kind occurs, verbatim and added_content often, and no unknown kind does."""
    counts = Counter(gold(r)["kind"] for r in RECORDS)
    assert set(AT_LEAST) == set(counts)
    assert {k: counts[k] for k, least in AT_LEAST.items() if counts[k] < least} == {}


def test_at_least_four_answers_are_not_english() -> None:
    """Spanish and German stand beside English, which has most of the records."""
    counts = Counter(r["metadata"]["language"] for r in RECORDS)
    assert {"en", "es", "de"} == set(counts)
    assert counts["es"] + counts["de"] >= 4
    assert counts["en"] > len(RECORDS) / 2


def test_the_shapes_that_break_evaluators_occur() -> None:
    """Table, bullets, steps, code, citation, JSON context, short answers and bare-string chunks all occur."""
    answers = [r["answer"] for r in RECORDS]
    contexts = [c for r in RECORDS for c in chunk_texts(r)]
    for shape in (r"^\|---", r"^- ", r"^1\. ", r"^```", r"\[\d\]"):
        assert any(re.search(shape, a, re.MULTILINE) for a in answers), shape
    assert any(re.search(r"^\|---", c, re.MULTILINE) for c in contexts)
    assert any(c.startswith("{") and json.loads(c) for c in contexts)
    assert {"24 months", "No.", ""} <= set(answers)
    assert {str, dict} == {type(c) for r in RECORDS for c in r["contexts"]}


@pytest.mark.parametrize("record", [pytest.param(r, id=r["id"]) for r in RECORDS])
def test_record_has_the_canonical_keys(record: dict[str, Any]) -> None:
    """A record has exactly the canonical keys, and its gold label exactly six."""
    assert {"id", "question", "answer", "contexts", "metadata"} == set(record)
    assert {"topic", "language", "gold"} == set(record["metadata"])
    assert {"faithful", "kind", "needs", "status", "hallucinated", "supported"} == set(gold(record))


@pytest.mark.parametrize("record", [pytest.param(r, id=r["id"]) for r in RECORDS])
def test_gold_label_follows_from_its_kind(record: dict[str, Any]) -> None:
    """`faithful`, `needs` and `status` agree with `kind`, and pieces are given where they must be."""
    label = gold(record)
    kind = label["kind"]
    assert NEEDS[kind] == label["needs"]
    assert STATUS.get(kind, "scored") == label["status"]
    if kind in FAITHFUL:
        assert label["faithful"] is True
        assert label["supported"]
        assert label["hallucinated"] == []
    elif kind in UNFAITHFUL or kind == "no_context":
        assert label["faithful"] is False
        assert label["hallucinated"]
    else:
        assert label["faithful"] is None
        assert label["hallucinated"] + label["supported"] == []


@pytest.mark.parametrize("record", [pytest.param(r, id=r["id"]) for r in RECORDS])
def test_pieces_stand_once_in_the_answer_and_do_not_overlap(record: dict[str, Any]) -> None:
    """Each gold piece occurs in the answer verbatim and exactly once; no two pieces share a character."""
    answer = record["answer"]
    spans = []
    for piece in gold(record)["hallucinated"] + gold(record)["supported"]:
        assert answer.count(piece) == 1, piece
        spans.append((answer.index(piece), answer.index(piece) + len(piece)))
    spans.sort()
    assert all(a[1] <= b[0] for a, b in itertools.pairwise(spans))


@pytest.mark.parametrize("record", [pytest.param(r, id=r["id"]) for r in RECORDS])
def test_contexts_look_retrieved(record: dict[str, Any]) -> None:
    """Two to five different chunks of 30 to 150 words (JSON may be shorter); none for no_context alone."""
    chunks = chunk_texts(record)
    if gold(record)["kind"] == "no_context":
        assert chunks == []
        return
    assert 2 <= len(chunks) <= 5
    assert len(set(chunks)) == len(chunks)
    assert [c for c in chunks if not c.startswith("{") and not 30 <= len(c.split()) <= 150] == []


@pytest.mark.parametrize("record", of_kind("verbatim"))
def test_verbatim_answer_stands_word_for_word_in_one_chunk(record: dict[str, Any]) -> None:
    """Every sentence or line of a verbatim answer is in one chunk, but for named courtesies and abstentions."""
    chunks = [flat(c) for c in chunk_texts(record)]
    for sentence in sentences(record["answer"]):
        piece = flat(sentence).rstrip(":")
        assert piece in NOT_FACTUAL or any(piece in c for c in chunks), sentence


@pytest.mark.parametrize("record", of_kind("added_content"))
def test_added_content_is_foreign_to_every_chunk(record: dict[str, Any]) -> None:
    """At least three content words, and three of four, of each planted piece occur in no chunk, in no form."""
    known = words(" ".join(chunk_texts(record)))
    for piece in gold(record)["hallucinated"]:
        content = words(piece)
        foreign = {w for w in content if not is_known(w, known)}
        assert len(foreign) >= 3, piece
        assert len(foreign) / len(content) >= 0.75, (piece, content - foreign)


@pytest.mark.parametrize("record", of_kind("added_content"))
def test_the_rest_of_an_added_content_answer_is_verbatim(record: dict[str, Any]) -> None:
    """What an added_content answer takes from the context stands there word for word."""
    chunks = [flat(c) for c in chunk_texts(record)]
    for piece in gold(record)["supported"]:
        assert any(flat(piece).rstrip(".") in c for c in chunks), piece


@pytest.mark.parametrize("record", of_kind("number", "date", "unit", "negation", "entity_swap"))
def test_small_changes_are_not_verbatim(record: dict[str, Any]) -> None:
    """A planted number, date, unit, negation or swap uses the context's words, yet never stands in a chunk."""
    chunks = [flat(c) for c in chunk_texts(record)]
    known = words(" ".join(chunk_texts(record)))
    for piece in gold(record)["hallucinated"]:
        assert not any(flat(piece).rstrip(".") in c for c in chunks), piece
        content = words(piece)
        assert sum(is_known(w, known) for w in content) / len(content) >= 0.75, piece
