"""Levels of one answer and decisions of a domain."""

import math

import pytest

from upheld import _errors
from upheld.metrics.levels import DOMAINS, Domain, Levels, decide, level_of


@pytest.mark.parametrize(
    ("score", "level"),
    [
        (1.0, "safe"),
        (0.9, "safe"),
        (0.89, "warning"),
        (0.7, "warning"),
        (0.69, "block"),
        (0.0, "block"),
        (None, None),
    ],
)
def test_level_follows_the_score(score, level):
    """0.9 and more is safe, 0.7 and more a warning, less is block, and no score has no level."""
    assert level_of(score) == level


@pytest.mark.parametrize(("score", "level"), [(0.8999999999999999, "safe"), (0.6999999999999999, "warning")])
def test_rounding_dust_does_not_cost_a_level(score, level):
    """A score that only floating point put below a threshold reaches it."""
    assert score < {"safe": 0.9, "warning": 0.7}[level]
    assert level_of(score) == level


def test_a_score_visibly_below_a_threshold_does_not_reach_it():
    """The tolerance is far smaller than one claim in a million."""
    assert level_of(0.9 - 1e-6) == "warning"


def test_levels_can_be_replaced():
    """Other thresholds give other levels."""
    assert level_of(0.8, Levels(safe=0.8, warning=0.1)) == "safe"


@pytest.mark.parametrize(
    ("safe", "warning"), [(0.7, 0.9), (1.1, 0.7), (0.9, -0.1), (math.nan, 0.5), (0.9, math.nan)]
)
def test_levels_out_of_order_are_refused(safe, warning):
    """Thresholds must satisfy 0 <= warning <= safe <= 1, and the error gives their values."""
    with pytest.raises(_errors.ConfigurationError, match=r"0 <= warning <= safe <= 1"):
        Levels(safe=safe, warning=warning)


def test_domain_out_of_order_is_refused():
    """A domain's thresholds must satisfy 0 <= review <= deploy <= 1."""
    with pytest.raises(_errors.ConfigurationError, match=r"review is 0\.95 and deploy is 0\.9"):
        Domain(deploy=0.9, review=0.95)


@pytest.mark.parametrize(
    ("domain", "deploy", "review"),
    [
        ("medical", 0.98, 0.90),
        ("legal", 0.95, 0.85),
        ("financial", 0.95, 0.85),
        ("customer_support", 0.85, 0.70),
        ("educational", 0.80, 0.65),
        ("conversational", 0.70, 0.50),
    ],
)
def test_each_domain_decides_at_its_own_thresholds(domain, deploy, review):
    """At the threshold the better decision is given, just below it the worse one."""
    assert decide(deploy, domain).value == "deploy"
    assert decide(deploy - 0.001, domain).value == "review"
    assert decide(review, domain).value == "review"
    assert decide(review - 0.001, domain).value == "block"


def test_no_score_gives_no_decision():
    """Without a score the decision is None, and the notes are still there."""
    decision = decide(None, "legal")
    assert decision.value is None
    assert decision.notes


@pytest.mark.parametrize("domain", [*DOMAINS, "space travel"])
def test_every_decision_says_that_its_domain_is_not_validated(domain):
    """No domain's labels have been measured yet, so every decision says so."""
    assert any("not validated on this domain" in note for note in decide(0.9, domain).notes)


def test_unknown_domain_is_named_with_the_known_ones_and_the_fallback():
    """An unknown domain uses the thresholds of customer_support, and a note says all of that."""
    decision = decide(0.8, "space travel")
    assert decision.threshold == Domain(0.85, 0.70)
    assert decision.value == "review"
    assert decision.domain == "space travel"
    warning = next(note for note in decision.notes if "unknown" in note)
    assert all(word in warning for word in ["'space travel'", "customer_support", *DOMAINS])


@pytest.mark.parametrize(
    ("domain", "meant"), [("medcal", "medical"), ("Custommer-Support", "customer_support")]
)
def test_a_mistyped_domain_is_named_with_the_one_that_may_be_meant(domain, meant):
    """The note that names an unknown domain guesses at the near one, and at none where none is near."""
    assert f"did you mean {meant!r}?" in decide(0.8, domain).notes[0]
    assert "did you mean" not in decide(0.8, "space travel").notes[0]


def test_a_known_domain_gives_no_warning_of_an_unknown_one():
    """The only note of a known domain is that it is not validated."""
    assert len(decide(0.9, "medical").notes) == 1


@pytest.mark.parametrize("name", ["Medical", " MEDICAL ", "medical"])
def test_spelling_of_a_domain_does_not_loosen_its_thresholds(name):
    """A capital letter must not turn the strictest domain into the fallback."""
    assert decide(0.95, name).value == "review"
    assert decide(0.95, name).domain == "medical"


def test_hyphen_or_space_stands_for_the_underscore():
    """Names with two words are found however the words are joined."""
    assert (
        decide(1.0, "customer-support").domain == decide(1.0, "Customer Support").domain == "customer_support"
    )


def test_a_replaced_table_is_the_one_that_counts():
    """The user's table replaces ours, also for the fallback where it has one."""
    table = {"customer_support": Domain(0.5, 0.4), "Kitchen": Domain(0.99, 0.98)}
    assert decide(0.6, "medical", table).value == "deploy"
    assert decide(0.6, "Kitchen", table).value == "block"


def test_a_replaced_table_without_the_fallback_still_decides():
    """Where the user's table has no customer_support, ours is used for an unknown domain."""
    assert decide(0.6, "garden", {"Kitchen": Domain(0.99, 0.98)}).threshold == DOMAINS["customer_support"]


def test_control_characters_of_a_domain_do_not_reach_the_notes():
    """The name of an unknown domain is quoted with its control characters escaped."""
    assert all("\x1b" not in note for note in decide(0.9, "evil\x1b[2J").notes)
