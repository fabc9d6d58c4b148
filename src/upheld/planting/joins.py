"""Rules that bring in what the context says of something else, or does not say: names, details, other statements."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

from upheld.checks.names import names
from upheld.planting.base import Document, Planted, is_sentence
from upheld.text.words import content_words

__all__ = ["addition", "foreign", "merged", "name", "partly"]

_OWN_NAME = 0.7  # share of names that come from the claim's own document, where it has others
_OWN_DETAIL = 0.6  # share of added details that come from the claim's own document
_TRIED = 12  # sentences that are tried for one claim
_SOME = 5  # sentences of which one should hold a name
_PLACE = frozenset("in at near from to within around across of".split())
_PREPOSITION = r"(?:in|on|at|by|with|from|during|after|before|because of|due to|according to|together with|thanks to|despite|for|within|without)"
_ADJUNCT = re.compile(
    rf"(?<=\w) ({_PREPOSITION} (?!{_PREPOSITION}\b)[^\s,.;:()\"“”]+(?: (?!{_PREPOSITION}\b)[^\s,.;:()\"“”]+){{0,6}})[.!?]$"
)
# A verb, a pronoun, a word that points elsewhere: the piece is no detail that stands on its own.
_NO_DETAIL = re.compile(
    r"\b(?:is|are|was|were|has|have|had|be|been|will|would|can|could|may|should|must|do|does|did|that|which|who|what|how|if|when|it|its|he|him|his|she|her|"
    r"they|them|their|this|these|those|there|you|your|we|us|our|i|me|my|said|says|leaves?|makes?|gets?|takes?|going|being|having|n't|order|way)\b|\b(?:before|after|by|for|on|with|without|from) \w+ing\b",
    re.IGNORECASE,
)
# A time that a document names may be that of all it tells.
_TIME = re.compile(
    r"day\b|\d{4}|\b(?:morning|afternoon|evening|night|week|month|year|(?:Jan|Febr)uary|March|April|May|June|July|August|(?:Septem|Octo|Novem|Decem)ber)",
    re.IGNORECASE,
)
_TELLING = re.compile(r" .+ |\d|[A-Z]")  # "in Rome", "in 2004", "in the west"; not "in general"
_VERB = r"(?:is|are|was|were|has|have|had|will|can|became|won|took|joined|began)"
_PREDICATE = re.compile(rf"^([^,;:\"“”()]{{2,60}}?) (({_VERB})\b [^;\"“”]{{8,140}}?[^;.!?\s\"“”])([.!?]?)$")
_SINGULAR, _PLURAL = frozenset({"is", "was", "has"}), frozenset({"are", "were", "have"})
_NO_SUBJECT = re.compile(
    r"(?:if|when|while|although|though|because|since|as|unless|once|before|after|in|on|at|by|for|with|from|but|and|or|so|yes|no|not|how|what|why|where|who|"
    r"there|here|that|which|please|also|however|then)\b|.*\b(?:to|and|or|that|which|who|not|there|what|how|than|n't|never|only|also|would|could)$|.*\b(?:who|which|that|said|says)\b",
    re.IGNORECASE,
)
_POINTS = frozenset(
    "it he she they this these that those who which his her its their we i you one our my your both such anyone everyone someone nobody everybody people others pair only".split()
)
_SMALL = frozenset({"the", "a", "an", "of", "and", "in"})
_ALIASES = (
    frozenset("us u.s usa u.s.a america american americans states".split()),
    frozenset("uk u.k britain british england english united kingdom london".split()),
    frozenset("eu e.u europe european europeans brussels".split()),
    frozenset("un u.n nations".split()),
)
_SAYING = re.compile(
    r"[\"“”]|\b(?:said|says|told|added|asked|replied|wrote|testified|claim(?:s|ed)|insist(?:s|ed)|explained)\b|[‘':,]\W*$| \.|\?",
    re.IGNORECASE,
)
_OPENS = re.compile(r"(?:and|but|or|so|because|then|also|yes|no|however)\b", re.IGNORECASE)


def name(claim: str, document: Document, rng: random.Random) -> Iterator[Planted]:
    """Yield the claim with one name replaced by another of as many words, of the same document where it has one."""
    for item in names(claim, document.language):
        before = claim[: item.start].split()
        wanted = _shape(item.text, before[-1].lower() if before else "")
        low = claim.casefold()
        own = [
            n for n in _alike(document.names, wanted) if n.casefold() not in low and not _same(item.text, n)
        ]
        foreign = [
            n
            for n in _alike(document.foreign_names, wanted)
            if not document.holds(n) and not _same(item.text, n)
        ]
        pool = own if own and rng.random() < _OWN_NAME else foreign
        if pool:
            now = rng.choice(pool)
            text = claim[: item.start] + now + claim[item.end :]
            yield Planted("name", text, item.text, now, item.start)


def _shape(name: str, before: str) -> tuple[bool, bool, int]:
    """Return what two names must share to stand in one place: place or person, by the word before; acronym; words."""
    return before in _PLACE, name.isupper(), len(name.split())


def _alike(found: Sequence[tuple[str, str]], wanted: tuple[bool, bool, int]) -> list[str]:
    """Return the names of the wanted shape, sorted."""
    return sorted({name for name, before in found if _shape(name, before) == wanted})


def _same(one: str, other: str) -> bool:
    """Say whether two names may be those of one thing: a shared word, an acronym, or two words for one country."""
    mine, theirs = (frozenset(n.casefold().rstrip(".").split()) for n in (one, other))
    initials = {"".join(w[0] for w in n.split() if w[0].isupper()) for n in (one, other)}
    return (
        bool(mine & theirs)
        or bool(initials & {one.replace(".", ""), other.replace(".", "")})
        or any(mine & words and theirs & words for words in _ALIASES)
    )


def addition(claim: str, document: Document, rng: random.Random) -> Iterator[Planted]:
    """Yield the claim with a plausible detail added, that the document says of something else or not at all."""
    own = rng.random() < _OWN_DETAIL
    mine = frozenset(content_words(claim))
    for sentence in _some(document.sentences if own else document.others, rng):
        match = _ADJUNCT.search(sentence) if is_sentence(sentence) else None
        if match is None or _NO_DETAIL.search(match.group(1)) or not _TELLING.search(match.group(1)):
            continue
        detail = match.group(1)
        words = frozenset(content_words(detail))
        # What shares a word with the claim may be about the same thing.
        elsewhere = (
            mine.isdisjoint(content_words(sentence)) and not _TIME.search(detail)
            if own
            else not document.holds(detail)
        )
        if elsewhere and mine.isdisjoint(words):
            bare, end = _bare(claim)
            yield Planted("addition", f"{bare} {detail}{end}", "", detail, len(bare))


def partly(claim: str, document: Document, rng: random.Random) -> Iterator[Planted]:
    """Yield the claim joined with a statement of another document about the same subject."""
    mine = _statement(claim)
    if mine is None:
        return
    for sentence in _some(document.others, rng):
        theirs = _statement(sentence) if is_sentence(sentence) else None
        if theirs is not None and _agree(mine, theirs) and not document.may_say(theirs.group(2)):
            bare, end = _bare(claim)
            yield Planted("partly", f"{bare} and {theirs.group(2)}{end}", "", theirs.group(2), len(bare))


def merged(claim: str, document: Document, rng: random.Random) -> Iterator[Planted]:
    """Yield the subject of the claim with what another sentence of its document says of something else."""
    mine = _statement(claim)
    if mine is None:
        return
    subject, said = mine.group(1, 2)
    for sentence in _some(document.sentences, rng):
        theirs = _statement(sentence) if is_sentence(sentence) else None
        if theirs is None or theirs.group(2) == said or not _agree(mine, theirs):
            continue
        if _apart(subject, theirs.group(1), document):
            text = f"{subject} {theirs.group(2)}{theirs.group(4)}"
            yield Planted("merged", text, said, theirs.group(2), mine.start(2))


def foreign(_: str, document: Document, rng: random.Random) -> Iterator[Planted]:
    """Yield a sentence of another document."""
    for sentence in _some(document.others, rng):
        opens = sentence.split(maxsplit=1)[0].lower() if sentence.strip() else ""
        if (
            is_sentence(sentence)
            and not _SAYING.search(sentence)
            and opens not in _POINTS
            and not _OPENS.match(opens)
        ):
            yield Planted("foreign", sentence, "", sentence)


def _some(sentences: Sequence[str], rng: random.Random) -> list[str]:
    return rng.sample(sentences, min(len(sentences), _TRIED))


def _statement(text: str) -> re.Match[str] | None:
    """Split a plain statement into subject, predicate, verb and end; None where it is none."""
    match = _PREDICATE.match(text)
    if match is None or _NO_SUBJECT.match(match.group(1)) or _SAYING.search(text):
        return None
    return match


def _agree(mine: re.Match[str], theirs: re.Match[str]) -> bool:
    """Say whether a predicate fits a subject: one thing or several."""
    verbs = {mine.group(3), theirs.group(3)}
    return not (verbs & _SINGULAR and verbs & _PLURAL)


def _apart(subject: str, other: str, document: Document) -> bool:
    """Say whether two subjects are surely two things.

    A shared word or a pronoun may be the same thing, and so may a name and a description ("Sterling", "the forward"; "Park",
    "the President"), or two descriptions ("the man", "the suspect").
    """
    if len(document.sentences) > _SOME and not document.capitals:
        return False  # written in small letters alone: nobody can tell the names
    mine, theirs = subject.split(), other.split()
    small, large = {w.lower() for w in mine} - _SMALL, {w.lower() for w in theirs} - _SMALL
    if not small or not large or small & large or (small | large) & _POINTS:
        return False
    named = [_named(words, document) for words in (mine, theirs)]
    described = [words[0].lower() in {"the", "a", "an"} for words in (mine, theirs)]
    return (all(named) and not any(described)) if any(named) else not all(described)


def _named(words: Sequence[str], document: Document) -> bool:
    """Say whether a subject holds a name: a capital inside it, or a first word with a capital inside a sentence."""
    return any(word[:1].isupper() for word in words[1:]) or words[0] in document.capitals


def _bare(claim: str) -> tuple[str, str]:
    stripped = claim.rstrip(".!? ")
    return stripped, claim[len(stripped) :].strip() or "."
