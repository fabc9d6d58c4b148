"""All extractors over one text, each character given to the one that knows it best."""

from __future__ import annotations

from upheld.checks.clock import clocks
from upheld.checks.dates import dates
from upheld.checks.items import Item
from upheld.checks.labels import labels
from upheld.checks.names import literals, names
from upheld.checks.quantities import quantities

__all__ = ["items_in", "name_items"]


# Months of languages that write them small: with a capital, "Julio" and "Augusto" are people.
_SMALL_MONTHS = frozenset(
    "enero febrero marzo abril mayo junio julio agosto janvier mars avril mai juin juillet août janeiro março abril maio junho julho".split()
)


def _is_first_name(item: Item) -> bool:
    return item.unit == "month" and item.text[0].isupper() and item.text.casefold() in _SMALL_MONTHS


def items_in(text: str, language: str | None = None) -> list[Item]:
    """Return everything exact that a text says, in order.

    Args:
        text: a claim or a sentence of a context.
        language: its language, where known: decides how 1.200 and 05.03. read.
    """
    found: list[Item] = []
    taken = bytearray(len(text))
    for group in (
        literals(text),
        dates(text, language),
        clocks(text),
        quantities(text, language),
        labels(text),
    ):
        fresh = [item for item in group if item.kind == "quote" or not any(taken[item.start : item.end])]
        fresh = [item for item in fresh if not _is_first_name(item)]
        for item in fresh:
            if item.kind != "quote":  # what stands in a quote is still a number or a date
                taken[item.start : item.end] = b"\x01" * (item.end - item.start)
        found.extend(fresh)
    return sorted(found, key=lambda item: (item.start, item.end))


def name_items(text: str, language: str | None = None) -> list[Item]:
    """Return the names of a text, in order."""
    return names(text, language)
