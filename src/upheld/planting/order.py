"""Faults that keep every word, or nearly: names and figures in each other's place, a plan taken for the deed."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import pairwise

from upheld.checks.names import names
from upheld.planting.base import Document, Planted

__all__ = ["status", "swapped"]

# Between two names: what makes them a list, or a relation that holds both ways.
_BOTH_WAYS = re.compile(
    r"[;:()\"“”]|\b(?:and|or|nor|with|between|off|versus|vs|met|meets?|married|marry|wed|equals?|equivalent|same|also|known|called|alias|named|near|borders?|"
    r"bordering|neighbou?r\w*|next|played|faced|drew|resembl\w+|similar|like|unlike|different|differs?|cousins?|siblings?|brothers?|sisters?|friends?|"
    r"colleagues?|partners?|rivals?|twins?|spouse|husband|wife|both|each|either|together|along\w*|co-?\w+|divorced|dating|dated|joined|merged|"
    r"is|are|was|were|as|such|including|include|includes)\b(?! \w+(?:ed|en)\b (?:by|from))",
    re.IGNORECASE,
)
_SAID_OF = re.compile(r" [a-z]\w+ ")  # a word in small letters stands between them
_COUNT = re.compile(r"(?<![\w.,/:-])\d[\d,]*(?:\.\d+)?%?(?![\w/:-]|[.,]\d)")
_RANGE = re.compile(r"^\W*(?:to|and|or|-|–|—|of|out of|by|x|in)\W*$|[-–—]", re.IGNORECASE)
_PASTS = {
    "buy": "bought", "build": "built", "sell": "sold", "leave": "left", "make": "made", "take": "took", "win": "won", "begin": "began", "become": "became",
    "run": "ran", "go": "went", "give": "gave", "hold": "held", "lead": "led", "meet": "met", "pay": "paid", "send": "sent", "spend": "spent", "bring": "brought",
    "write": "wrote", "get": "got", "find": "found", "cut": "cut", "put": "put", "set": "set", "rise": "rose", "fall": "fell", "grow": "grew", "break": "broke",
    "speak": "spoke", "teach": "taught", "withdraw": "withdrew", "undergo": "underwent", "see": "saw", "keep": "kept", "lose": "lost", "come": "came",
    "return": "returned", "open": "opened", "visit": "visited", "develop": "developed", "offer": "offered", "deliver": "delivered", "answer": "answered",
    "enter": "entered", "be": "was", "have": "had", "do": "did", "fly": "flew", "drive": "drove", "throw": "threw", "stand": "stood", "say": "said", "tell": "told",
}  # fmt: skip
_INTENDS = (
    r"(?:(?:is|are|was|were) (?:expected|scheduled|set|due|planning|hoping|trying|likely|supposed|ready|asked|urged|invited|allowed|able|willing|unable)|"
    r"plan(?:s|ned)|intend(?:s|ed)|hope[sd]|want(?:s|ed)|aim(?:s|ed)|agreed|promis(?:es|ed)|propos(?:es|ed)|tried|attempt(?:s|ed)|offered|decided|"
    r"failed|refused|declined|threatened|vowed|pledged|seeks?|sought|may try)"
)
_TO = re.compile(rf"\b{_INTENDS} to ([a-z]{{2,}})\b(?! (?:be|been)\b)")
_MAY_BE = re.compile(
    r"\b(?:may|might|could) be ([a-z]+ed|built|made|held|sold|given|taken|paid|sent|found|shown|seen)\b"
)
_MAY = re.compile(r"(?<=[a-z] )(?:may|might) ([a-z]{3,})\b(?<!ly)(?! (?:be|been|have)\b)")
_NO_VERB = frozenset(
    "also not never still only well soon then now even again just both either have the too yet in at on of".split()
)
_RANKED = re.compile(
    r"\bthe (?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)[- ]((?:most|least) \w+|\w+est)\b"
)
_ONE_OF = re.compile(r"\b(?:[Oo]ne of|among) the ((?:(?:most|least) \w+|\w+est)(?: \w+)?) (\w+)s\b")
_NO_PLURAL = frozenset("ness les clas busines acros".split())
_STEPS = {
    "nominated for": "awarded", "accused of": "convicted of", "charged with": "convicted of", "suspected of": "convicted of", "arrested for": "convicted of",
    "arrested on": "convicted on", "recommended": "required", "recommends": "requires", "optional": "mandatory",
    "applied for": "received", "reviewed": "approved", "shortlisted for": "awarded", "candidate for": "winner of",
    "allegedly": "", "partially": "fully", "partly": "fully", "temporarily": "permanently", "before": "after", "after": "before",
}  # fmt: skip
_BOUNDS = {
    "up to": "at least",
    "at least": "at most",
    "at most": "at least",
    "more than": "less than",
    "less than": "more than",
    "over": "under",
    "under": "over",
}
_BOUND = re.compile(rf"\b({'|'.join(_BOUNDS)}) (?=[$€£]?\d)")
_STEP = re.compile(rf"\b({'|'.join(sorted(map(re.escape, _STEPS), key=len, reverse=True))})\b ?")
_VOWELS = frozenset("aeiou")


def swapped(claim: str, document: Document, _: random.Random) -> Iterator[Planted]:
    """Yield the claim with two of its names, or two of its figures, in each other's place."""
    found = [(item.start, item.end) for item in names(claim, document.language)]
    found = [span for span in found if document.holds(claim[slice(*span)])]
    for first, second in pairwise(found):
        between = claim[first[1] : second[0]]
        if _SAID_OF.search(between) and not _BOTH_WAYS.search(between):
            yield _exchanged(claim, first, second)
    figures = [match.span() for match in _COUNT.finditer(claim)]
    for first, second in pairwise(figures):
        one, other = claim[slice(*first)], claim[slice(*second)]
        before = claim[: first[0]].split()[-1:]
        listed = before and before[0].lower() in {"between", "from"}
        if (
            one != other
            and len(one) == len(other)
            and not listed
            and not _RANGE.search(claim[first[1] : second[0]])
        ):
            yield _exchanged(claim, first, second)


def _exchanged(claim: str, first: tuple[int, int], second: tuple[int, int]) -> Planted:
    was = claim[first[0] : second[1]]
    now = claim[slice(*second)] + claim[first[1] : second[0]] + claim[slice(*first)]
    return Planted("swapped", claim[: first[0]] + now + claim[second[1] :], was, now, first[0])


def status(claim: str, _: Document, __: random.Random) -> Iterator[Planted]:
    """Yield the claim with more said than is so: done for planned, first for second, sure for likely; or a bound turned round."""
    for pattern, make in _RULES:
        for match in pattern.finditer(claim):
            now = make(match)
            if now is not None:
                text = claim[: match.start()] + now + claim[match.end() :]
                yield Planted("status", text.replace("  ", " "), match.group(), now, match.start())


def _past(verb: str) -> str | None:
    """Return the past of a verb; None of one that may be irregular, and of what is no verb."""
    if verb in _NO_VERB:
        return None
    if verb in _PASTS:
        return _PASTS[verb]
    if verb.endswith("e"):
        return f"{verb}d"
    if verb.endswith("y") and verb[-2] not in _VOWELS:
        return f"{verb[:-1]}ied"
    if len(verb) > 2 and verb[-1] not in _VOWELS and verb[-2] in _VOWELS and verb[-3] not in _VOWELS:  # noqa: PLR2004
        return None  # "stop", "visit": whether the end is doubled depends on the stress
    return f"{verb}ed"


def _deed(match: re.Match[str]) -> str | None:
    return _past(match.group(1))


def _done(match: re.Match[str]) -> str:
    return f"was {match.group(1)}"


def _first(match: re.Match[str]) -> str:
    return f"the {match.group(1)}"


def _only(match: re.Match[str]) -> str | None:
    noun = match.group(2)
    if noun.endswith(("s", "ie", "sse", "xe", "che", "she")) or noun in _NO_PLURAL:
        return None
    return f"the {match.group(1)} {noun}"


def _bound(match: re.Match[str]) -> str:
    return f"{_BOUNDS[match.group(1)]} "


def _step(match: re.Match[str]) -> str:
    now = _STEPS[match.group(1)]
    return f"{now} " if now else ""


_RULES = (
    (_TO, _deed), (_MAY_BE, _done), (_MAY, _deed), (_RANKED, _first), (_ONE_OF, _only), (_BOUND, _bound), (_STEP, _step),
)  # fmt: skip
