"""The tokens of a sentence as the clause rules see them: words with punctuation, and how deep each stands."""

from __future__ import annotations

import re
from dataclasses import dataclass

from upheld.text.lexicon import STOPWORDS, Lexicon

__all__ = ["Sentence", "Token"]

_TOKEN = re.compile(r"\w+(?:['’.\-/:,@&+]\w+)*%?|\S")
_OPEN = {"(": ")", "[": "]", "{": "}", "“": "”", "«": "»", "„": "“"}


@dataclass(frozen=True, slots=True)
class Token:
    """One word or mark of a sentence; `depth` counts the brackets and quotes around it."""

    text: str
    low: str
    start: int
    end: int
    depth: int

    @property
    def is_word(self) -> bool:
        """Say whether it is a word or number."""
        return self.text[0].isalnum()


class Sentence:
    """A sentence with its tokens, and the questions the clause rules ask of them."""

    __slots__ = ("lexicon", "text", "tokens")

    def __init__(self, text: str, start: int, end: int, lexicon: Lexicon) -> None:
        self.text = text
        self.lexicon = lexicon
        self.tokens = _tokenize(text, start, end)

    def auxiliary(self, at: int) -> bool:
        """Say whether the token is a finite auxiliary or modal."""
        return self.tokens[at].low in self.lexicon.auxiliaries

    def finite(self, at: int) -> bool:
        """Say whether the token is a finite verb here, as far as words around it tell."""
        token = self.tokens[at]
        if token.depth:
            return False
        if token.low in self.lexicon.auxiliaries:
            return True
        if at == 0 or token.text[0].isupper():
            return False
        before = self.tokens[at - 1]
        if token.low in self.lexicon.bases and before.low in _PLURAL_PRONOUNS:
            return True
        if token.low not in self.lexicon.verbs:
            return False
        if before.low == "to" or before.low in self.lexicon.determiners or before.low in self.lexicon.prepositions:
            return False
        after = self.low(at + 1)
        # "orders cost $5": of two verb-like words in a row, the first is the noun.
        return after != "of" and not (token.low.endswith("s") and after in self.lexicon.auxiliaries | self.lexicon.verbs)

    def plural_verb(self, at: int) -> bool:
        """Say whether a base form is likely the verb of a plural subject ("members receive"), not a noun."""
        before, token = self.tokens[at - 1], self.tokens[at]
        return (
            not token.depth
            and token.low in self.lexicon.bases
            and before.low.endswith("s")
            and not before.low.endswith("ss")
            and before.low not in STOPWORDS
            and not (self.low(at + 1) in self.lexicon.auxiliaries | self.lexicon.verbs)
        )

    def finite_here(self, at: int) -> bool:
        """Say whether the token opens a predicate: what stands before it is a conjunction, comma or relative."""
        if not 0 <= at < len(self.tokens):
            return False
        token = self.tokens[at]
        return not token.depth and (token.low in self.lexicon.auxiliaries or token.low in self.lexicon.verbs)

    def first_finite(self, start: int, end: int) -> int | None:
        """Return the first finite verb of ``start:end``."""
        return next((at for at in range(start, end) if self.finite(at)), None)

    def tense(self, at: int) -> str:
        """Return ``past``, ``present`` or ``modal`` of a finite verb."""
        low = self.tokens[at].low
        if low in _PASTS:
            return "past"
        if low in self.lexicon.auxiliaries:
            return "present" if low in self.lexicon.be or low in _PRESENTS else "modal"
        return "present" if low.endswith("s") else "past"

    def low(self, at: int) -> str:
        """Return the token in lower case; empty outside the sentence."""
        return self.tokens[at].low if 0 <= at < len(self.tokens) else ""


_PASTS = frozenset("was were had did era eran fue fueron war waren hatte hatten wurde wurden était étaient fut foi foram tinha".split())
_PLURAL_PRONOUNS = frozenset({"they", "we", "you", "i"})
_PRESENTS = frozenset("has have does do is are am ha han hat haben wird werden a ont tem têm".split())


def _tokenize(text: str, start: int, end: int) -> list[Token]:
    found: list[Token] = []
    closers: list[str] = []
    quoted = False
    for match in _TOKEN.finditer(text, start, end):
        word = match.group()
        if closers and word == closers[-1]:
            closers.pop()
        depth = len(closers) + quoted
        if word in _OPEN:
            closers.append(_OPEN[word])
            depth += 1
        elif word == '"':
            quoted = not quoted
            depth = len(closers) + 1
        found.append(Token(word, word.lower().replace("’", "'"), match.start(), match.end(), depth))
    return found
