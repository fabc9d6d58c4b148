"""What the shapes of peers share: the judge that is meant, names without a counterpart, classes of a peer that is loaded."""

import copy
import inspect
import sys
import types
import warnings

import pytest

from upheld import ConfigurationError
from upheld.compat import _shared
from upheld.compat._shared import NotHere, adopted, judge_options, meant, not_here, ready, told_unused
from upheld.testing import ScriptedJudge


def test_without_a_word_the_judge_is_the_default_one():
    """Neither option given: the embedded judge, which needs no key."""
    assert meant(None, None, "llm") == "embedded"


def test_the_name_of_a_model_means_that_model_as_a_judge():
    """A text is asked as llm:NAME; one that says so already is left as it is."""
    assert meant(None, "gpt-4o", "llm") == "llm:gpt-4o"
    assert meant(None, "llm:gpt-4o@http://h/v1", "llm") == "llm:gpt-4o@http://h/v1"


def test_our_judge_wins_and_silences_the_warning():
    """judge= given: the peer's object is not even looked at."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert meant("lexical", object(), "llm") == "lexical"


def test_a_judge_may_stand_in_the_place_of_a_model():
    """An object with judge and signature is a judge, whatever the option is called."""
    judge = ScriptedJudge()
    assert meant(None, judge, "model") is judge


def test_an_object_of_a_peer_is_told_and_never_shown():
    """The warning names option, type and the way out, but not the repr, which may hold a key."""

    class Model:
        def __repr__(self):
            return "Model(api_key='sk-secret')"

    with pytest.warns(
        UserWarning, match="cannot ask llm=an object of type Model: .*judge='llm:MODEL'"
    ) as told:
        assert meant(None, Model(), "llm") == "embedded"
    assert "sk-secret" not in str(told[0].message)


def test_options_without_effect_are_told_once_and_only_where_given():
    """None stands for not given."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        told_unused({"a": None}, "x")
    with pytest.warns(UserWarning, match=r"^a, c: of no effect in Upheld; because$"):
        told_unused({"a": 1, "b": None, "c": False}, "because")


@pytest.mark.parametrize("name", ["judge", "policy", "empty_score", "claims"])
def test_what_the_shape_decides_itself_is_no_option(name):
    """The policy follows from the peer's convention; two of them would contradict each other."""
    with pytest.raises(ConfigurationError, match=name):
        judge_options({name: 1})


def test_a_limit_of_cost_is_one_for_all_answers():
    """LLM options become one object, so that what was spent adds up over many calls."""
    made = judge_options({"llm": {"max_cost": 1.0}})
    assert judge_options(made)["llm"] is made["llm"]


def test_a_named_judge_is_built_once():
    """Two metrics with the same judge share it, and with it the model."""
    assert ready("lexical", {}) is ready("lexical", {})
    assert ready("lexical", {"inference": "reasonable"}) is not ready("lexical", {})


def test_a_name_without_counterpart_says_what_there_is_however_it_is_used():
    """Called, asked for an attribute, or inherited from: the same help."""
    thing = NotHere("GEval", "use FaithfulnessMetric")
    with pytest.raises(ConfigurationError, match="Upheld has no GEval: use FaithfulnessMetric"):
        thing(name="x")
    with pytest.raises(ConfigurationError, match="FaithfulnessMetric"):
        _ = thing.measure
    with pytest.raises(ConfigurationError, match="FaithfulnessMetric"):

        class Mine(thing):
            pass


def test_looking_at_a_stand_in_does_no_harm():
    """What only inspects objects sees one without attributes."""
    thing = NotHere("GEval", "x")
    assert not hasattr(thing, "measure")
    assert repr(thing) == "<GEval: not in Upheld>"
    assert inspect.unwrap(thing) is thing
    assert copy.copy([thing]) == [thing]


def test_a_name_that_no_one_has_is_an_attribute_error():
    """A typing error is told at the import, as ever."""
    with pytest.raises(AttributeError, match="module 'm' has no attribute 'GEvall'"):
        not_here("m", "GEvall", frozenset({"GEval"}), "x")
    with pytest.raises(ImportError, match="FaithfulnesMetric"):
        from upheld.compat.deepeval.metrics import FaithfulnesMetric  # noqa: F401


def test_a_class_joins_the_peers_only_where_that_is_loaded(monkeypatch):
    """Ours comes first, and the peer is never imported."""

    class Ours:
        said = "ours"

    assert adopted(Ours, "no_such_peer.base", "Base") is Ours
    peer = types.ModuleType("no_such_peer.base")
    peer.Base = type("Base", (), {"said": "theirs", "more": 1})
    monkeypatch.setitem(sys.modules, "no_such_peer.base", peer)
    joined = adopted(Ours, "no_such_peer.base", "Base")
    assert issubclass(joined, Ours)
    assert issubclass(joined, peer.Base)
    assert (joined.said, joined.more) == ("ours", 1)
    assert adopted(Ours, "no_such_peer.base", "Base") is joined
    assert adopted(joined, "no_such_peer.base", "Base") is joined


def test_nothing_of_a_peer_is_imported():
    """Neither package is named in an import of the room."""
    for module in list(sys.modules):
        if module.startswith("upheld.compat"):
            assert not vars(sys.modules[module]).keys() & {"langchain", "openai"}
    assert "import deepeval" not in inspect.getsource(_shared)
