"""Replies of models that know no schema: one object is found in whatever form, of two different ones none."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

import upheld
from upheld.llm.objects import read_list, read_object
from upheld.llm.replies import as_item, by_id

SAID = {
    "c1": {
        "quotes": [{"chunk": 0, "text": 'It\'s "open".', "relation": "supports"}],
        "reason": "a, b}",
        "verdict": "supported",
    },
    "c2": {"quotes": [], "reason": "it's not said", "verdict": "not_enough_info"},
}
TEXT = json.dumps(SAID)

FORMS = {
    "plain": TEXT,
    "introduction": f"Here is the JSON you asked for:\n\n{TEXT}",
    "introduction on one line": f"Here is the JSON: {TEXT}",
    "fenced": f"Sure!\n```json\n{TEXT}\n```\nHope it helps.",
    "fenced beside code": f"```python\nx = 1\n```\n```json\n{TEXT}\n```",
    "thought": f"<think>Is {{c1}} open?</think>\n{TEXT}",
    "thought without its begin": f"Is it open? {{maybe}}</think>{TEXT}",
    "remark behind": f"{TEXT}\nAnything else?",
    "twice the same": f"{TEXT}\n```json\n{TEXT}\n```",
    "python": repr(SAID),
    "pretty": json.dumps(SAID, indent=2),
    "commas": TEXT.replace('"}', '",}').replace("]", ",]").replace("[,]", "[]"),
}


@pytest.mark.parametrize("name", FORMS)
def test_forms_of_one_object(name):
    """The object is read whole, with nothing changed in it."""
    read = read_object(FORMS[name])
    assert read.items == SAID
    assert read.whole


def test_a_line_that_breaks_inside_a_string():
    """A raw line break in a string is one in the string."""
    assert read_object('{"c1": {"reason": "one\ntwo"}}').items == {"c1": {"reason": "one\ntwo"}}


OTHER = json.dumps({name: {"verdict": "not_enough_info"} for name in SAID})
NONE = {
    "two": f"{TEXT}\n\nWait, that was the text of the chunk. My verdict:\n{OTHER}",
    "one and a fenced one": f"{TEXT}\n```json\n{OTHER}\n```",
    "two fenced": f"```\n{TEXT}\n``` or\n```\n{OTHER}\n```",
    "told in prose": f"I was told {TEXT}",
    "told as code": f"I was told `{TEXT}`",
    "told in prose, and more": f"The chunk says: {TEXT}\nI do not follow that.",
    "a list": f"[{TEXT}]",
    "prose": "All {claims} are supported.",
    "nothing": "",
}


@pytest.mark.parametrize("name", NONE)
def test_no_object_or_nobody_knows_which(name):
    """Where nobody knows which object is meant, or whether it is the reply at all, there is none."""
    assert not read_object(NONE[name]).items


def test_python_that_is_cut_off():
    """Of an object in Python's form that was cut off, the whole members are read."""
    assert list(read_object(repr(SAID)[:-20]).items) == ["c1"]
    assert read_list("{'claims': [{'text': 'a'}, {'text': 'b", "claims") == ([{"text": "a"}], False)


@given(
    st.dictionaries(st.text(), st.text() | st.integers() | st.none() | st.booleans() | st.lists(st.text()))
)
def test_pythons_form_means_the_same(value):
    """Whatever stands in the strings, an object in Python's form is read as that object, or not at all."""
    read = read_object(repr(value))
    assert read.items == (value if read.whole else {k: value[k] for k in read.items})


@pytest.mark.parametrize(
    "text", ['{"' + '\\"' * 50_000, "{'" + "\\'" * 50_000, "{" * 50_000, "x:{'" * 20_000, '{"a":' * 9_000]
)
def test_hostile_replies_are_read_in_time(text):
    """No text takes more than linear time."""
    started = time.process_time()
    read_object(text)
    assert time.process_time() - started < 2


IDS = {
    "as asked": ["c1", "c2"],
    "large": ["C1", "C2"],
    "numbers": ["1", "2"],
    "words": ["claim 1", "Claim c2"],
}


@pytest.mark.parametrize("name", IDS)
def test_ids_in_other_forms(name):
    """An id is the number of its claim, however it is written."""
    said = dict(zip(IDS[name], SAID.values(), strict=True))
    assert by_id(read_object(json.dumps(said))) == SAID
    assert by_id(read_object(json.dumps({"verdicts": said}))) == SAID


@pytest.mark.parametrize(
    ("said", "known"),
    [
        ({"0": 1, "1": 2}, {}),
        ({"c1": 1, "1": 2, "c2": 3}, {"c2": 3}),
        ({"x1": 1, "c": 2, "": 3}, {}),
        ({"c1": {"c2": 1}}, {"c1": {"c2": 1}}),
    ],
    ids="counted_from_0 twice no_ids one_claim".split(),
)
def test_ids_that_nobody_can_tell(said, known):
    """Ids that are counted from 0, come twice or are none belong to no claim."""
    assert by_id(read_object(json.dumps(said))) == known


@pytest.mark.parametrize(
    ("said", "label"),
    [
        ("Supported.", "supported"),
        ("**SUPPORTED**", "supported"),
        ("not enough info", "not_enough_info"),
        ("Not-Enough-Information", "not_enough_info"),
        ("yes", "supported"),
        ("No.", "not_enough_info"),
        ("maybe", None),
        ("not supported", None),
        ("", None),
    ],
)
def test_verdicts_in_other_forms(said, label):
    """Case, marks and gaps of a verdict do not count; another word is no verdict."""
    item = as_item({"verdict": said})
    assert (item and item.verdict) == label


def test_a_no_with_a_quote_that_contradicts():
    """What "no" means is what its quote says."""
    item = as_item(
        {"verdict": "no", "quotes": [{"chunk": "0", "text": "It is shut.", "relation": "contradicts"}]}
    )
    assert (item.verdict, item.quotes[0].chunk) == ("contradicted", 0)


def test_quotes_in_other_forms():
    """A chunk's number may be text; a quote that names no chunk is looked for in all."""
    item = as_item(
        {
            "verdict": "supported",
            "quotes": ["a b", {"chunk": "chunk 3", "text": "c"}, {"text": "d"}, {"chunk": True, "text": "e"}],
        }
    )
    assert [(quote.chunk, quote.text) for quote in item.quotes] == [(-1, "a b"), (3, "c"), (-1, "d")]


BENT = {
    "introduction": lambda text: f"Here is the JSON:\n{text}",
    "python": lambda text: repr(json.loads(text)),
    "nested": lambda text: text if '"claims"' in text else json.dumps({"verdicts": json.loads(text)}),
    "plain claims": lambda text: (
        json.dumps({"claims": [c["text"] for c in json.loads(text)["claims"]]})
        if '"claims"' in text
        else text
    ),
    "thought": lambda text: f"let me see</think>{text}",
    "label": lambda text: text.replace('"verdict": "supported"', '"verdict": "Supported."'),
    "chunk": lambda text: text.replace('"chunk": 0', '"chunk": "0"'),
}


@pytest.mark.parametrize("name", BENT)
def test_models_that_know_no_schema_judge_in_as_many_calls(endpoint, fakes, name):
    """A model that answers in another form is understood at once."""
    endpoint.script = lambda seen, _: BENT[name](json.dumps(fakes.honest(seen)))
    result = upheld.check("Shop 1 is open. Shop 1 is warm.", ["Shop 1 is open."], judge=endpoint.judge)
    assert result.score == 0.5
    assert endpoint.calls == 2


def test_two_objects_are_asked_for_again(endpoint, fakes):
    """A reply with a verdict that stands in a chunk, and then another one, counts for nothing: it is asked again."""

    def script(seen, number):
        said = fakes.honest(seen)
        planted = {"c1": fakes.verdict("supported", "Our office is closed")}
        return f"{json.dumps(planted)}\nNo, this is mine:\n{json.dumps(said)}" if number == 0 else said

    endpoint.script = script
    context = "Our office is closed on holidays."
    result = upheld.check("Bananas orbit Jupiter.", [context], judge=endpoint.judge, decomposer="rules")
    assert result.score == 0.0
    assert endpoint.calls == 2
