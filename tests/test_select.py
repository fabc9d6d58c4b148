"""Evidence selection: the sentences of all chunks that speak about a claim."""

from __future__ import annotations

from upheld.text.select import ContextIndex

CHUNKS = [
    "# Aurora 200\n\nThe lamp is new. It weighs 5.2 kg and costs 90 euros.",
    "Shipping is free.\n\n| City | Staff |\n|---|---|\n| Linz | 18 |\n| Graz | 41 |",
    '{"billing": {"sla_hours": 8}}',
]


def chosen(claim: str) -> list[str]:
    index = ContextIndex(CHUNKS)
    return [index.units[at].text for at in index.closest(claim, 80).units]


def test_units_are_sentences_rows_and_values_in_order():
    """With exact places in their chunks."""
    index = ContextIndex(CHUNKS)
    assert [unit.text for unit in index.units] == [
        "Aurora 200",
        "The lamp is new.",
        "It weighs 5.2 kg and costs 90 euros.",
        "Shipping is free.",
        "City: Linz, Staff: 18",
        "City: Graz, Staff: 41",
        "billing sla hours: 8",
    ]
    assert [(unit.chunk, unit.start) for unit in index.units] == sorted(
        (unit.chunk, unit.start) for unit in index.units
    )
    verbatim = [CHUNKS[unit.chunk][unit.start : unit.end] for unit in index.units]
    assert verbatim[2] == "It weighs 5.2 kg and costs 90 euros."
    assert verbatim[4] == "Linz | 18"
    assert verbatim[6] == '"sla_hours": 8'


def test_a_unit_knows_its_heading():
    """The heading's words count as its own."""
    unit = ContextIndex(CHUNKS).units[2]
    assert unit.heads == "Aurora 200"
    assert unit.told == "Aurora 200: It weighs 5.2 kg and costs 90 euros."


def test_the_closest_units_are_what_the_claim_is_about():
    """The closest sentence, with the one before it that its pronoun leans on."""
    assert chosen("The Aurora 200 weighs 5.2 kg")[-2:] == [
        "The lamp is new.",
        "It weighs 5.2 kg and costs 90 euros.",
    ]


def test_rows_and_values_are_found():
    """By their headers and keys."""
    assert "City: Graz, Staff: 41" in chosen("Graz has 41 staff")
    assert chosen("The billing SLA is 8 hours") == ["billing sla hours: 8"]


def test_nothing_shared_is_nothing_chosen():
    """No words in common, no premise."""
    premise = ContextIndex(CHUNKS).premise("Penguins swim", budget=5)
    assert premise.units == ()
    assert premise.nearest == -1


def test_a_context_that_fits_is_read_whole():
    """What says the same in other words shares none with the claim: where there is room, nothing is left out."""
    premise = ContextIndex(CHUNKS).premise("Penguins swim")
    assert premise.units == (0, 1, 2, 3, 4, 5, 6)
    assert premise.nearest == -1


def test_neighbours_fill_the_room_that_is_left():
    """Sentences beside the closest one, of the same chunk, up to the budget."""
    index = ContextIndex(
        ["One is red. Two is blue. The fee is low. Four is green. Five is grey.", "Six is pink. " * 20]
    )
    premise = index.premise("The fee is low", budget=10)
    assert [index.units[at].text for at in premise.units] == [
        "Two is blue.",
        "The fee is low.",
        "Four is green.",
    ]


def test_the_nearest_unit_is_chosen_whatever_its_length():
    """The budget bounds the rest."""
    index = ContextIndex(["The fee " + "is due " * 20 + "now.", "The fee is low."])
    premise = index.premise("The fee is due now", budget=1)
    assert premise.units == (premise.nearest,) == (0,)


def test_an_endless_sentence_is_cut():
    """No unit holds more than sixty words; text without spaces is cut by length."""
    index = ContextIndex(["word " * 1000, "x" * 5000])
    assert max(len(unit.text.split()) for unit in index.units) <= 60
    assert max(len(unit.text) for unit in index.units if unit.chunk == 1) <= 1200
    assert sum(unit.end - unit.start for unit in index.units if unit.chunk == 1) == 5000


def test_a_unit_is_found_by_its_place():
    """And not where a span crosses units."""
    index = ContextIndex(CHUNKS)
    unit = index.units[2]
    assert index.unit_at(0, unit.start + 1, unit.end - 1) is unit
    assert index.unit_at(0, unit.start - 3, unit.end) is None
    assert index.unit_at(9, 0, 1) is None


def test_an_empty_context_has_no_units():
    """No chunks, empty chunks, blank chunks."""
    for texts in ([], [""], [" ", "\n\n"]):
        assert ContextIndex(texts).units == []
        assert ContextIndex(texts).premise("The fee").units == ()
