"""Templates that the judge learns from: every row is sound, and what is made of them has both answers."""

import random
import re
from collections import Counter

import pytest
from training import templates

COLUMNS = {"has": 4, "both": 2, "more": 3, "then": 4, "asked": 5, "span": 6}
HOLDERS = {
    "has": "sv",
    "both": "abABpyngrixo",
    "more": "svab",
    "then": "spynxogri",
    "asked": "spynxogri",
    "span": "sftpog",
}


def rng_of(seed):
    return random.Random(seed)  # noqa: S311 - a reproducible draw, no secret


@pytest.mark.parametrize("name", COLUMNS)
def test_rows_are_sound(name):
    """Each row has its columns, a known kind, and no place that nothing fills."""
    for row in templates._table(name):
        assert len(row) == COLUMNS[name], row
        assert row[0] in {"none", "person", *templates._POOLS}
        assert all(cell == cell.strip() and cell for cell in row), row
        found = set(re.findall(r"\{(\w)\}", "".join(row[1:])))
        assert found <= set(HOLDERS[name]), row
        assert row[0] != "none" or "s" not in found, row
    told = 2 if name == "span" else 1
    assert len({row[told] for row in templates._table(name)}) == len(templates._table(name))


def test_what_does_not_follow_says_how():
    """What fails is denied or left open; what holds has no such mark."""
    for _, _, holds, fails in templates._table("then"):
        assert all(each[0] in "!?" for each in fails.split("|"))
        assert not any(each[0] in "!?" for each in holds.split("|"))


def test_pairs_have_both_answers_and_no_open_place():
    """About half of the pairs are supported; each text is a sentence; the same seed gives the same pairs."""
    made = [*templates.template_pairs(3000, ["The sky was blue."], rng_of(1))]
    assert made == [*templates.template_pairs(3000, ["The sky was blue."], rng_of(1))]
    assert len(made) == 3000
    targets = Counter(target for _, _, target in made)
    assert 0.4 < targets[0] / 3000 < 0.5
    assert set(targets) == {0, 1, 2, 3}
    for context, claim, _ in made:
        assert not re.search(r"\{\w\}", context + claim)
        assert claim[0].isupper() or not claim[0].isalpha()


def test_no_claim_is_told_to_be_both():
    """The same context and claim never have two answers."""
    seen = {}
    for context, claim, target in templates.template_pairs(6000, ["The sky was blue."], rng_of(2)):
        assert seen.setdefault((context, claim), target) == target
