"""What planting needs to know of a context, and what it returns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from upheld.checks.names import names
from upheld.text.language import detect
from upheld.text.words import content_words

__all__ = ["LONGEST", "Document", "Planted", "decapitalised", "is_sentence"]

LONGEST = 600
"""Characters of a claim: what is longer is none, and a rule may be slow on it."""

_ALIKE = 0.75  # share of a claim's words in one sentence from which that sentence may well say the claim
_TELLS = 0.5  # share of them from which a sentence that holds a replaced piece too may say the changed claim
_FEWEST = 5  # words of a sentence that stands on its own
_INNER_CAPITAL = re.compile(r"(?<=[a-z,] )[A-Z]\w*")
_START = 2000  # characters that a language is told from
_ENDS = re.compile(r"[.!?][\"'”’)]*$")
_LOWER = re.compile(r"\b[a-z]")
_LOWERED = re.compile(
    r"(?:The|He|She|It|They|A|An|His|Her|Its|Their|This|These|Those|We|You|Our|Your|There|All|Some|Many|Most|Several)\b"
)


@dataclass(frozen=True, slots=True)
class Planted:
    """A changed claim.

    Attributes:
        kind: name of the rule that changed it.
        text: the changed claim.
        was: piece of the original that was replaced; empty where nothing was.
        now: piece that stands there now; empty where nothing does.
        start: where the replaced piece stood in the original.
    """

    kind: str
    text: str
    was: str = ""
    now: str = ""
    start: int = 0


@dataclass(frozen=True)
class Document:
    """The context of a claim, as a rule sees it.

    Attributes:
        sentences: its sentences.
        others: sentences of other documents.
    """

    sentences: Sequence[str]
    others: Sequence[str] = ()

    @cached_property
    def text(self) -> str:
        """All sentences as one text."""
        return "\n".join(self.sentences)

    @cached_property
    def names(self) -> list[tuple[str, str]]:
        """The names of its own sentences, each with the word before it in lower case, if any."""
        return _names(self.sentences, self.language)

    @cached_property
    def foreign_names(self) -> list[tuple[str, str]]:
        """The same of the sentences of other documents."""
        return _names(self.others, self.language)

    @cached_property
    def language(self) -> str | None:
        """Its language, from the start; None where it cannot be told."""
        return detect(self.text[:_START])

    @cached_property
    def capitals(self) -> frozenset[str]:
        """Words that stand with a capital inside a sentence: names, but in German."""
        return frozenset(_INNER_CAPITAL.findall(self.text))

    @cached_property
    def _words(self) -> list[frozenset[str]]:
        return [frozenset(content_words(sentence)) for sentence in self.sentences]

    def holds(self, piece: str) -> bool:
        """Say whether a piece stands in the text as a piece of its own."""
        return bool(re.search(rf"(?<![\w.,]){re.escape(piece)}(?![\w]|[.,]\d)", self.text, re.IGNORECASE))

    def may_say(self, claim: str) -> bool:
        """Say whether one sentence holds so many of a claim's words that it may well say the same."""
        return self._held(claim, _ALIKE)

    def all_in_one(self, claim: str) -> bool:
        """Say whether one sentence holds every word of a claim."""
        mine = frozenset(content_words(claim))
        return any(mine <= theirs for theirs in self._words)

    def may_tell(self, piece: str, claim: str) -> bool:
        """Say whether a sentence, or two in a row, hold every word of a piece and many of a claim's others."""
        must = frozenset(content_words(piece))
        rest = frozenset(content_words(claim)) - must
        for n, here in enumerate(self._words):
            theirs = here | self._words[n - 1] if n else here
            if must <= theirs and len(rest & theirs) >= _TELLS * len(rest):
                return True
        return False

    def _held(self, claim: str, share: float) -> bool:
        mine = frozenset(content_words(claim))
        return any(len(mine & theirs) >= share * len(mine) for theirs in self._words) if mine else False


def is_sentence(text: str) -> bool:
    """Say whether a text is a sentence that stands on its own: no heading, no row of a table, no fragment."""
    words = text.split()
    return (
        len(words) >= _FEWEST
        and _ENDS.search(text) is not None
        and len(_LOWER.findall(text)) * 2 >= len(words)
    )


def _names(sentences: Sequence[str], language: str | None) -> list[tuple[str, str]]:
    found: dict[tuple[str, str], None] = {}
    for sentence in filter(is_sentence, sentences):
        for item in names(sentence, language):
            before = sentence[: item.start].split()
            found[item.text, before[-1].lower() if before else ""] = None
    return list(found)


def decapitalised(text: str) -> str:
    """Return a text that opened a sentence as it stands inside of one: names keep their capital."""
    return text[0].lower() + text[1:] if _LOWERED.match(text) else text
