"""Numbers that name: ``Week 7``, ``Section 12``, ``no 9``. Another number there is another thing."""

from __future__ import annotations

import re

from upheld.checks.cues import INSTRUCTIONS
from upheld.checks.items import Item

__all__ = ["labels"]

_LABEL = re.compile(
    r"(?<![\w.-])([A-Z][a-z]{2,20}|(?:no|number|week|season|chapter|section|article|rule|level|phase|page|round|episode|part|step|stage|grade|"
    r"class|route|flight|room|gate|platform|line|figure|table|question|appendix|volume|item|option|type|tier)s?)\.? #?(\d{1,5})"
    r"(?![\w%€$£°]|[.,:/-]\d| ?(?:[x×]|by) ?\d| ?(?:to|bis|–) ?\d+ [a-z])"  # sizes and ranges name nothing
)
_HINT = re.compile(
    r"\d(?:(?<=[A-Za-z] .)|(?<=[A-Za-z]\. .)|(?<=[A-Za-z] #.)|(?<=[A-Za-z]\. #.))"
)  # in all of them
_NEVER = frozenset(
    "the and but for with from about over under only just some these those its his her their than then there here when while since until "
    "after before around between within least most more less nearly almost roughly jan feb mar apr may jun jul aug sep sept oct nov dec january "
    "february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday".split()
)


def labels(text: str) -> list[Item]:
    """Return the numbers that name a thing, in order; their span is word and number.

    Args:
        text: any text.
    """
    if not _HINT.search(text):
        return []
    return [
        Item(
            "label",
            match.start(),
            match.end(),
            match.group(),
            key=f"{match.group(1).casefold()} {match.group(2)}",
        )
        for match in _LABEL.finditer(text)
        if match.group(1).casefold() not in _NEVER | INSTRUCTIONS
    ]
