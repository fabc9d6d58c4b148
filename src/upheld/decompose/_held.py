"""A model's claims held against the answer: nothing of it may get lost, nothing be added, no "not" be turned."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from upheld._types import Claim, Sample, Verdict
from upheld.text.claims import make_claims, states
from upheld.text.lexicon import NEGATORS, STOPWORDS
from upheld.text.polarity import is_negated
from upheld.text.polarity import stance as yes_or_no
from upheld.text.words import content_words, is_number, tokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = ["BY_RULE", "ByRule", "Made", "held", "unlike"]

BY_RULE = "by_rule"
"""Flag of a claim that rules made, since no claim of the model says it."""

_ROOT = 6  # letters by which two forms of a word are told to be one: "inaugurated", "inauguration"
_MARKS = ".!。！ "  # that end a statement
_HERE = 0.5  # share of a claim's words that must stand in the answer or in its question
# Words that tie sentences together: a claim that stands alone has none of them.
_TIES = frozenset(
    content_words(
        "also additionally furthermore moreover likewise nevertheless nonetheless therefore thus hence consequently accordingly "
        "overall meanwhile otherwise indeed specifically respectively"
    )
)


@dataclass(frozen=True, slots=True)
class Made:
    """One claim of a model.

    Attributes:
        claim: with its kind, and its place in the answer where its words stand there.
        verdict: of the same call, where that was asked for and holds.
    """

    claim: Claim
    verdict: Verdict | None = None

    def judged(self, place: Claim | None = None) -> Claim:
        """Return the claim with its verdict; where it has no place, with that of the nearest statement.

        Args:
            place: the nearest statement.
        """
        verdict = self.verdict if self.claim.kind == "factual" else None
        if place is None or self.claim.start is not None:
            return replace(self.claim, verdict=verdict)
        return replace(
            self.claim, verdict=verdict, start=place.start, end=place.end, citations=place.citations
        )


@dataclass(frozen=True, slots=True)
class _Statement:
    """A claim that rules make of the answer.

    Attributes:
        claim: the claim.
        words: its words, as roots.
        told: those of them that stand in the answer itself; none of a bare yes or no, whose claim is made of its question.
        own: those of them that no other statement has: a claim that has them speaks of this one.
        negated: it denies.
    """

    claim: Claim
    words: set[str]
    told: set[str]
    own: set[str]
    negated: bool


@dataclass(frozen=True, slots=True)
class _Placed:
    """A claim of the model, and which statement it is about.

    Attributes:
        made: the claim.
        at: the statement; -1 where it shares no word with any.
        words: its words, as roots.
        negated: it denies.
    """

    made: Made
    at: int
    words: set[str]
    negated: bool


@dataclass
class ByRule:
    """What rules make of an answer, made where it is needed: mostly the model's claims are the answer's own words.

    Args:
        sample: with the answer.
    """

    sample: Sample

    @property
    def states(self) -> bool:
        """Say whether the answer has anything to check."""
        return states(self.sample.answer) or any(claim.kind == "factual" for claim in self.claims)

    @cached_property
    def claims(self) -> tuple[Claim, ...]:
        """The claims, of all kinds."""
        return make_claims(self.sample.answer, self.sample.question)

    @property
    def flagged(self) -> tuple[Claim, ...]:
        """The claims in place of a model's."""
        return tuple(_flagged(claim) if claim.kind == "factual" else claim for claim in self.claims)

    def texts(self) -> Iterator[str]:
        """Yield the text of each claim."""
        for claim in self.claims:
            yield claim.text

    @cached_property
    def said(self) -> set[str]:
        """Words of the answer and its question."""
        return set(content_words(f"{self.sample.answer} {self.sample.question or ''}"))

    def invents(self, text: str) -> bool:
        """Say whether a claim is none of this answer's: it has a number that does not stand there, or hardly a word that does.

        Args:
            text: of the claim.
        """
        its = set(content_words(text))
        foreign = its - self.said
        return any(map(is_number, foreign)) or len(its) - len(foreign) < _HERE * len(its)

    @cached_property
    def statements(self) -> list[_Statement]:
        """The claims with what tells each from the others."""
        found = [_roots(claim.text) for claim in self.claims]
        times = Counter(word for its in found for word in its)
        answer = _roots(self.sample.answer) - NEGATORS
        made: list[_Statement] = []
        for claim, its in zip(self.claims, found, strict=True):
            asked, stance = yes_or_no(claim.text)
            told = its & answer if stance is None else set()
            own = {word for word in told if times[word] == 1}
            negated = is_negated(asked) != (stance is False)
            made.append(_Statement(claim, its, told, own, negated))
        return made


def unlike(made: Iterable[Made]) -> list[Made]:
    """Return claims without those that say word for word what one before them says.

    Args:
        made: of a model, which may repeat itself: each would count.
    """
    found: dict[str, Made] = {}
    for one in made:
        found.setdefault(one.claim.text.casefold().rstrip(_MARKS), one)
    return list(found.values())


def held(made: Sequence[Made], by_rule: ByRule) -> tuple[Claim, ...]:
    """Return a model's claims, and for each statement of the answer that they do not say the one that rules make.

    A statement is said where all words that no other statement of the answer has come back in claims about it, and where one
    of these denies if it does. Where that is not so, what claims there are about it are left out: half of a statement, or one
    without its "not", is another one.

    Args:
        made: claims of the model, unlike each other.
        by_rule: the answer.
    """
    if _says_all([one.claim for one in made], by_rule.sample.answer):
        return tuple(one.judged() for one in made)
    statements = by_rule.statements
    placed = _true([_placed(one, statements) for one in made], statements)
    placed, unsaid = _unsaid(placed, statements)
    claims = [one.made.judged(statements[one.at].claim if one.at >= 0 else None) for one in placed]
    return _in_order(claims, [_flagged(statements[at].claim) for at in unsaid])


def _flagged(claim: Claim) -> Claim:
    return replace(claim, flags=(*claim.flags, BY_RULE))


def _roots(text: str) -> set[str]:
    return {word if is_number(word) else word[:_ROOT] for word in content_words(text) if word not in _TIES}


def _says_all(claims: Iterable[Claim], answer: str) -> bool:
    """Say whether claims are the answer's own words, with nothing between them that says anything."""
    at, between = 0, ""
    for claim in sorted(claims, key=lambda claim: claim.start or 0):
        if claim.start is None or claim.end is None:
            return False
        between += answer[at : claim.start] + " "
        at = max(at, claim.end)
    rest = {match.group().casefold() for match in tokens(between + answer[at:])}
    return rest <= STOPWORDS and rest.isdisjoint(NEGATORS)


def _placed(made: Made, statements: Sequence[_Statement]) -> _Placed:
    """Find the statement that a claim shares most with, for the words that it lacks of it."""
    its = _roots(made.claim.text)
    shared = [len(its & one.words) / (1 + len(one.words - its)) for one in statements]
    best = max(range(len(shared)), key=shared.__getitem__, default=-1)
    return _Placed(made, best if best >= 0 and shared[best] else -1, its, is_negated(made.claim.text))


def _true(placed: Sequence[_Placed], statements: Sequence[_Statement]) -> list[_Placed]:
    """Return the claims that do not turn what they are about: one that lost its "not", or got one that it has not."""
    denied = {one.at for one in placed if one.negated}
    return [
        one
        for one in placed
        if one.at < 0 or (one.at in denied if statements[one.at].negated else not one.negated)
    ]


def _unsaid(placed: list[_Placed], statements: Sequence[_Statement]) -> tuple[list[_Placed], Sequence[int]]:
    """Return the statements that no claims say, and the claims without those about them."""
    unsaid: list[int] = []
    for last in (False, False, True):  # claims that are taken out may have said another statement too
        heard = _Heard(placed, statements)
        found = [n for n, one in enumerate(statements) if one.claim.kind == "factual" and not heard.says(n)]
        if found == unsaid:
            break
        unsaid = found
        placed = placed if last else [one for one in placed if one.at not in found]
    return placed, unsaid


class _Heard:
    """What the claims about each statement say."""

    def __init__(self, placed: Iterable[_Placed], statements: Sequence[_Statement]) -> None:
        self._statements = statements
        self._words: list[set[str]] = [set() for _ in statements]
        self._negated = {one.at for one in placed if one.negated}
        self._holders: dict[str, set[int]] = {}
        for one in placed:
            if one.at >= 0:
                self._words[one.at] |= one.words
                for word in one.words:
                    self._holders.setdefault(word, set()).add(one.at)

    def says(self, at: int) -> bool:
        """Say whether claims say a statement: those about it, or those about another one that say this one too.

        Args:
            at: of the statement.
        """
        statement = self._statements[at]
        if self._words[at] and (statement.own or statement.told) <= self._words[at]:
            return True
        likely = [self._holders.get(word, set()) for word in statement.own]
        others = (
            min(likely, key=len) if likely else {n for w in statement.told for n in self._holders.get(w, ())}
        )
        return any(self._merges(other, statement) for other in others if other != at)

    def _merges(self, other: int, statement: _Statement) -> bool:
        needed = statement.told - self._statements[other].words or statement.told
        return needed <= self._words[other] and (other in self._negated or not statement.negated)


def _in_order(claims: Sequence[Claim], added: Sequence[Claim]) -> tuple[Claim, ...]:
    """Put claims in where they stand in the answer, the others staying in the order of the model."""
    out = list(claims)
    for claim in added:
        behind = [n for n, other in enumerate(out) if (other.start or 0) > (claim.start or 0)]
        out.insert(behind[0] if behind else len(out), claim)
    return tuple(out)
