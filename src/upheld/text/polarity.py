"""Plain negation: two sentences of the same words, one of which denies."""

from __future__ import annotations

import re

from upheld.text.lexicon import NEGATORS, STOPWORDS
from upheld.text.words import fold

__all__ = ["denies"]

_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?|[,;:.!?()]")
_REACH = 2  # content words after a negator that it can deny
_NO_DENIAL = frozenset("only just merely until later more less necessarily sure".split())
_SHARED = 0.8


def _content(text: str) -> tuple[set[str], set[str]]:
    """Return the content words of a text, and those of them that stand right after a negator."""
    content: set[str] = set()
    denied: set[str] = set()
    reach = 0
    for match in _TOKEN.finditer(text):
        word = match.group().casefold().replace("’", "'")
        if word in NEGATORS or word.endswith("n't"):
            reach = _REACH
        elif word in _NO_DENIAL or not word[0].isalnum():
            reach = 0
        elif word not in STOPWORDS:
            folded = fold(word.split("'")[0])
            content.update(folded)
            if reach:
                denied.update(folded)
                reach -= 1
    return content, denied


def denies(claim: str, sentence: str) -> bool:
    """Say whether a sentence plainly denies a claim, or a claim a sentence: the same words, one side negated.

    Args:
        claim: text of the claim.
        sentence: one sentence of the context.
    """
    mine, my_denied = _content(claim)
    theirs, their_denied = _content(sentence)
    shared = mine & theirs
    if len(shared) < 2 or len(shared) < _SHARED * len(mine):  # noqa: PLR2004 - one word in common says nothing
        return False
    return bool(my_denied & shared) != bool(their_denied & shared)
