"""The tokens of a sentence as the clause rules see them: words with punctuation, and how deep each stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from upheld.text.lexicon import STOPWORDS, Lexicon

__all__ = ["RELATIVES", "Sentence", "Token"]

_TOKEN = re.compile(r"\w+(?:['’.\-/:,@&+]\w+)*%?|\S")
_CONTRACTED = re.compile(
    r"(it|he|she|that|there|here|who|what|where|i|you|we|they)(['’](?:s|re|m|ll|ve|d))", re.IGNORECASE
)
_OPEN = {"(": ")", "[": "]", "{": "}", "“": "”", "«": "»", "„": "“", "‚": "‘", "‘": "’"}

RELATIVES = frozenset(
    "that which who whom whose where when why how what whether que quien cual donde qui dont où quem dass ob".split()
)
"""Words that open a clause inside a clause."""

_PASTS = frozenset(
    "was were had did era eran fue fueron war waren hatte hatten wurde wurden était étaient fut foi foram tinha".split()
)
_PRESENTS = frozenset(
    "has have does do is are am 's 're 'm ha han hat haben wird werden a ont tem têm".split()
)
_PLURAL_PRONOUNS = frozenset({"they", "we", "you", "i"})
_ADVERBS = frozenset(
    "also then now still often usually always never currently mainly even later typically generally both just already eventually subsequently "
    "therefore sometimes rarely además también außerdem auch aussi également também ya déjà já".split()
)
_NUMBERS = frozenset(
    "two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred hundreds thousands millions".split()
)
_SIGNS = frozenset(
    {"$", "€", "£", "¥", '"', "“", "'", "(", "+", "-", "~", "≥", "<", ">"}
)  # they open what a verb may govern
_BEYOND = 8  # blanks behind the last token; negative positions land there too
_OBJECT_START = re.compile(r"[\d$€£¥A-ZÀ-Þ“\"'‘]")
_PARTICIPLE = re.compile(r"[a-z]+(?:ed|ing)")


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

    __slots__ = ("_lows", "_main_verbs", "lexicon", "text", "tokens")

    def __init__(self, text: str, start: int, end: int, lexicon: Lexicon) -> None:
        self.text = text
        self.lexicon = lexicon
        self.tokens = _tokenize(text, start, end, lexicon)
        self._lows = [token.low for token in self.tokens] + [""] * _BEYOND
        self._main_verbs: dict[tuple[int, int], int | None] = {}  # several rules ask the same

    def low(self, at: int) -> str:
        """Return the token in lower case; empty up to eight tokens outside the sentence."""
        return self._lows[at]

    def words(self, start: int, end: int) -> str:
        """Return the text of the tokens ``start:end`` (not empty) as written."""
        return self.text[self.tokens[start].start : self.tokens[end - 1].end]

    def auxiliary(self, at: int) -> bool:
        """Say whether the token is a finite auxiliary or modal."""
        return self.low(at) in self.lexicon.auxiliaries

    def finite(self, at: int) -> bool:
        """Say whether the token is a finite verb here, as far as words around it tell."""
        token = self.tokens[at]
        if token.depth:
            return False
        if at and token.text[0].isupper():
            return False  # "in May", "Will Smith"
        if token.low in self.lexicon.auxiliaries:
            return True
        if at == 0:
            return False
        before = self.low(at - 1)
        if token.low in self.lexicon.bases and (before in _PLURAL_PRONOUNS or self._after_plural(at)):
            return True
        if token.low not in self.lexicon.verbs or before == "to":
            return False
        if before in self.lexicon.determiners or before in self.lexicon.prepositions or before in _NUMBERS:
            return False
        after = self.low(at + 1)
        if token.low in self.lexicon.nouns and not after[:1].isalnum() and after not in _SIGNS:
            return before in self.lexicon.pronouns  # "Q3 results", but "it works"
        # "orders cost $5": of two verb-like words in a row, the first is the noun.
        noun = token.low.endswith("s") and (after in self.lexicon.auxiliaries or after in self.lexicon.verbs)
        return after != "of" and not noun

    def _after_plural(self, at: int) -> bool:
        """Say whether a base form is the verb of a plural subject ("members receive"), not a noun."""
        before, after = self.low(at - 1), self.low(at + 1)
        return (
            before.endswith("s")
            and before.isalpha()
            and not before.endswith("ss")
            and before not in STOPWORDS
            and not self.low(at - 2)[:1].isdigit()  # "24 hours support": a measure is no subject
            and (after[:1].isalnum() or after in _SIGNS)
            and after not in self.lexicon.auxiliaries
            and after not in self.lexicon.verbs
        )

    def opens_predicate(self, at: int) -> bool:
        """Say whether the token can open a predicate after a conjunction, comma or relative."""
        if not 0 <= at < len(self.tokens):
            return False
        token = self.tokens[at]
        verb = token.low in self.lexicon.auxiliaries or token.low in self.lexicon.verbs
        return verb and not token.depth and not token.text[0].isupper()

    def first_finite(self, start: int, end: int) -> int | None:
        """Return the first finite verb of ``start:end``."""
        return next((at for at in range(start, end) if self.finite(at)), None)

    def main_verb(self, start: int, end: int) -> int | None:
        """Return the finite verb of the subject that stands at `start`; None where it is not plain.

        A relative clause between commas and an adjunct in front are stepped over. Of two verbs before a boundary
        the first is a participle that tells more of the subject ("tickets bought on sale are refundable").
        """
        if (start, end) not in self._main_verbs:
            self._main_verbs[start, end] = self._main_verb(start, end)
        return self._main_verbs[start, end]

    def _main_verb(self, start: int, end: int) -> int | None:
        found: int | None = None
        at = self._after_front(start, end)
        while at < end:
            if self.tokens[at].depth:
                at += 1
                continue
            low = self._lows[at]
            if found is not None and self._bounds(low):
                break
            if low in RELATIVES or self._beside(at):
                close = self._closing(at, end)
                if close is None:
                    return None
                at = close
            elif self.finite(at):
                if self.auxiliary(at) or self._after_pronoun(at):
                    # A pronoun between the two: the second verb is not of this subject.
                    return None if found is not None and self._after_pronoun(at) else at
                if found is not None and self.surely_finite(at):
                    return None
                found = at if found is None else found
            at += 1
        if found is None or self._reduced(found, end) or self._hidden(start, found):
            return None
        return found

    def _after_front(self, start: int, end: int) -> int:
        """Return where the subject's own words go on: after the comma of "Despite the delays they face, …"."""
        first = self.low(start)
        if first in self.lexicon.prepositions or first.endswith("ing"):
            commas = (at for at in range(start + 1, end) if self.low(at) == "," and not self.tokens[at].depth)
            comma = next(commas, None)
            if comma is not None and self.first_finite(comma + 2, end) is not None:
                return comma + 1
        return start + 1

    def _hidden(self, start: int, verb: int) -> bool:
        """Say whether words between a pronoun and its verb must hold another verb, one that the lexicon lacks."""
        pronoun = self.low(start) in self.lexicon.pronouns or self.low(start) in _PLURAL_PRONOUNS
        return pronoun and any(
            self.tokens[at].is_word and not self.is_adverb(at) for at in range(start + 1, verb)
        )

    def is_adverb(self, at: int) -> bool:
        """Say whether a word before a verb only tells how or when."""
        low = self.low(at)
        return low in _ADVERBS or (bool(self.lexicon.bases) and low.endswith("ly"))

    def _after_pronoun(self, at: int) -> bool:
        before = self.low(at - 1)
        return before in self.lexicon.pronouns or before in _PLURAL_PRONOUNS

    def _bounds(self, low: str) -> bool:
        lex = self.lexicon
        return (
            low in {",", ";", ":"}
            or low in RELATIVES
            or low in lex.ands
            or low in lex.buts
            or low in lex.conditions
        )

    def _beside(self, at: int) -> bool:
        """Say whether a participle opens words beside the subject ("X, now based in Y, is")."""
        if not self.past(at) or self.auxiliary(at) or self.surely_finite(at):
            return False
        return self.low(at - 1 - self.is_adverb(at - 1)) == ","

    def _closing(self, at: int, end: int) -> int | None:
        """Return the comma that closes a relative clause opened by one ("X, which …, is"); None where it has none."""
        if self.low(at - 1 - self.is_adverb(at - 1)) != ",":
            return None
        return next(
            (n for n in range(at + 2, end - 1) if self.low(n) == "," and not self.tokens[n].depth), None
        )

    def _reduced(self, at: int, end: int) -> bool:
        """Say whether a past form may be a participle before the real verb ("orders placed by noon ship today")."""
        if not self.past(at) or self.surely_finite(at):
            return False
        for n in range(at + 1, end):
            low, before = self.low(n), self.low(n - 1)
            if self._bounds(low):
                return False
            if low in self.lexicon.bases and before != "to" and before not in self.lexicon.determiners:
                return True
        return False

    def past(self, at: int) -> bool:
        """Say whether a full verb stands in a past form."""
        low = self.low(at)
        return low in self.lexicon.verbs and not low.endswith("s")

    def surely_finite(self, at: int) -> bool:
        """Say whether a verb-like word without a subject right before it is a finite verb: no noun, no participle."""
        low, after = self.low(at), self.low(at + 1)
        if self.auxiliary(at) or low in self.lexicon.sure_pasts or not self.lexicon.bases:
            return True
        if not self.past(at):
            base = self.lexicon.nouns
            return not self._after_noun(at + 1) if low in base else after not in {",", "of", "and", "or", ""}
        return bool(
            after in self.lexicon.determiners
            or after in self.lexicon.pronouns
            or after in _NUMBERS
            or (at + 1 < len(self.tokens) and _OBJECT_START.match(self.tokens[at + 1].text))
        )

    def _after_noun(self, at: int) -> bool:
        """Say whether what follows can follow a plural noun, so that the word before need not be a verb."""
        low, lex = self.low(at), self.lexicon
        return (
            not low
            or (not low[0].isalnum() and not _OBJECT_START.match(low))
            or low in lex.prepositions
            or low in lex.ands
            or low in lex.auxiliaries
            or low in lex.verbs
            or low in RELATIVES
            or low in {"or", "than", "only", "not"}
            or bool(_PARTICIPLE.fullmatch(low))
        )

    def tense(self, at: int) -> str:
        """Return ``past``, ``present`` or ``modal`` of a finite verb."""
        low = self.low(at)
        if low in _PASTS:
            return "past"
        if low in self.lexicon.auxiliaries:
            return "present" if low in self.lexicon.be or low in _PRESENTS else "modal"
        return "past" if self.past(at) else "present"


def _tokenize(text: str, start: int, end: int, lexicon: Lexicon) -> list[Token]:
    found: list[Token] = []
    closers: list[str] = []
    for low, high in _words(text, start, end, lexicon):
        word = text[low:high]
        depth = len(closers)
        if closers and word == closers[-1]:
            closers.pop()
        elif word in _OPEN:
            closers.append(_OPEN[word])
            depth += 1
        elif word == '"' or (word == "'" and _opens_quote(text, low)):
            closers.append(word)
            depth += 1
        found.append(Token(word, _lowered(word, lexicon), low, high, depth))
    return found


def _lowered(word: str, lexicon: Lexicon) -> str:
    low = word.lower().replace("’", "'")
    return low[:-1] if lexicon.elisions and len(low) > 1 and low.endswith("'") else low


def _opens_quote(text: str, at: int) -> bool:
    """Say whether a straight single quote opens a quotation, and is no apostrophe."""
    return (at == 0 or text[at - 1] in ' ("') and text[at + 1 : at + 2].isalpha()


def _words(text: str, start: int, end: int, lexicon: Lexicon) -> Iterator[tuple[int, int]]:
    """Yield the spans of words and marks; "it's" and "l'appareil" are two words each."""
    for match in _TOKEN.finditer(text, start, end):
        low, high = match.span()
        cut = _contraction(match.group(), lexicon)
        if cut:
            yield low, low + cut
            low += cut
        yield low, high


def _contraction(word: str, lexicon: Lexicon) -> int:
    if "'" not in word and "’" not in word:
        return 0
    if lexicon.elisions:
        head = word.replace("’", "'").find("'")
        return head + 1 if word[:head].lower() in lexicon.elisions and head + 1 < len(word) else 0
    match = _CONTRACTED.fullmatch(word)
    return match.start(2) if match else 0
