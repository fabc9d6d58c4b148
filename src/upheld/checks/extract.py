"""All extractors over one text, each character given to the one that knows it best."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from upheld.checks.clock import clocks
from upheld.checks.counters import clocks_dense, dates_dense, quantities_dense
from upheld.checks.dates import dates
from upheld.checks.ends import ended
from upheld.checks.items import Item
from upheld.checks.labels import labels
from upheld.checks.names import literals, names
from upheld.checks.quantities import quantities
from upheld.checks.shares import parts_of

__all__ = ["Extraction", "items_in", "name_items"]


# Months of languages that write them small: with a capital, "Julio" and "Augusto" are people.
_SMALL_MONTHS = frozenset(
    "enero febrero marzo abril mayo junio julio agosto janvier mars avril mai juin juillet août janeiro março abril maio junho julho".split()
)

# In this order: what one has taken, those after it leave alone.
_EXTRACTORS: tuple[Callable[[str, str | None], Sequence[Item]], ...] = (
    lambda text, _: literals(text),
    lambda text, language: ended(text, [*dates_dense(text), *dates(text, language)]),
    lambda text, _: ended(text, [*clocks_dense(text), *clocks(text)]),
    lambda text, language: parts_of(text, [*quantities_dense(text), *quantities(text, language)]),
    lambda text, _: labels(text),
)
_EARLY = {
    **dict.fromkeys(("email", "url", "phone", "version", "identifier", "quote"), 1),
    "date": 2,
    **dict.fromkeys(("clock", "weekdays"), 3),
    "label": 5,
}
"""Kind -> how many extractors have to run to find it; four for all kinds of quantities."""


class Extraction:
    """The items of one text, found as far as they are asked for: what comes later takes nothing from what came before.

    Args:
        text: a claim or a sentence of a context.
        language: its language, where known: decides how 1.200 and 05.03. read.
    """

    __slots__ = ("_done", "_found", "_groups", "_language", "_taken", "_text")

    def __init__(self, text: str, language: str | None = None) -> None:
        self._text = text
        self._language = language
        self._groups: dict[int, Sequence[Item]] = {}
        self._found: list[Item] = []
        self._taken = bytearray(len(text))
        self._done = 0

    def of(self, kind: str) -> list[Item]:
        """Return the items of a kind, in order, perhaps with others; nothing where its own extractor finds nothing.

        Args:
            kind: kind of an item.
        """
        depth = _EARLY.get(kind, 4)
        return self._to(depth) if self._group(depth - 1) else []

    def all(self) -> list[Item]:
        """Return all items, in order."""
        return self._to(len(_EXTRACTORS))

    def _to(self, depth: int) -> list[Item]:
        for at in range(self._done, depth):
            if group := self._group(at):
                self._add(group)
        self._done = max(self._done, depth)
        return self._found

    def _group(self, at: int) -> Sequence[Item]:
        """Return what one extractor finds by itself."""
        if at not in self._groups:
            self._groups[at] = _EXTRACTORS[at](self._text, self._language)
        return self._groups[at]

    def _add(self, group: Sequence[Item]) -> None:
        """Add the items that stand on free ground."""
        taken = self._taken
        fresh = [
            item
            for item in group
            if (item.kind == "quote" or 1 not in taken[item.start : item.end]) and not _is_first_name(item)
        ]
        for item in fresh:
            if item.kind != "quote":  # what stands in a quote is still a number or a date
                taken[item.start : item.end] = b"\x01" * (item.end - item.start)
        self._found = sorted([*self._found, *fresh], key=lambda item: (item.start, item.end))


def _is_first_name(item: Item) -> bool:
    return item.unit == "month" and item.text[0].isupper() and item.text.casefold() in _SMALL_MONTHS


def items_in(text: str, language: str | None = None) -> list[Item]:
    """Return everything exact that a text says, in order.

    Args:
        text: a claim or a sentence of a context.
        language: its language, where known: decides how 1.200 and 05.03. read.
    """
    return Extraction(text, language).all()


def name_items(text: str, language: str | None = None) -> list[Item]:
    """Return the names of a text, in order."""
    return names(text, language)
