"""When a changed claim is surely not supported. What is in doubt is refused: a wrong label costs more than a case."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from upheld.planting.base import Document, Planted
from upheld.planting.swaps import DAYS

__all__ = ["SURE"]

Condition = Callable[[Planted, str, Document], bool]

_CITES = re.compile(
    r"\b(?:passages?|sources?|documents?|chunks?|contexts?|ref|footnotes?|steps?|no\.?|#)\s*(?:\d+(?:,| and| &)? )*$",
    re.IGNORECASE,
)
_STEP = re.compile(r"[.)]?\s+[A-Z]")  # "3 Cook the butter": the number of a step
_AT_LEAST = re.compile(
    r"\b(?:more than|over|at least|above|exceed(?:s|ed|ing)?|minimum of|no less than)\s+\S{0,4}\s?$",
    re.IGNORECASE,
)
_AT_MOST = re.compile(
    r"\b(?:up to|less than|fewer than|under|below|at most|maximum of|no more than|within)\s+\S{0,4}\s?$",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"\b(?:about|around|approximately|roughly|nearly|almost|some|close to|estimated)\s+\S{0,4}\s?$",
    re.IGNORECASE,
)
_FAR = 0.3  # relative change from which a rounded figure is another one
_DAY = "|".join(DAYS)
_ALL_DAYS = re.compile(r"\b(?:weekdays?|daily|every day|each day)\b", re.IGNORECASE)
_RANGE = re.compile(rf"({_DAY})s?\s*(?:to|through|until|till|-|–|—)\s*({_DAY})")
_RANGE_FOLLOWS = re.compile(r"\s*(?:[ap]\.?m\.?)?\s*(?:to|until|till|and|-|–|—)\s*\d", re.IGNORECASE)
# What a second denial would meet, and what turns a "not" into something else.
_DENIES = re.compile(
    r"\b(?:nothing|nobody|none|nowhere|neither|nor|cannot|without|hardly|barely|unable|whether|if|unless|except|rarely|seldom)\b|n['’]t\b",
    re.IGNORECASE,
)
_NOT_ONLY = re.compile(
    r"\b(?:is|are|was|were|can|will|has|have|does|do|did|should|must) not (?:only|just|merely|necessarily|all|every)\b"
)
_OWNS = re.compile(
    r"(?:has|have)\b(?! (?:been|\w+ed|become|won|made|taken|given|seen|had|gone|come|left|found|shown|grown|begun|sold|held|led)\b)"
)
_DETERMINED = re.compile(
    r"\b(?:the|a|an|his|her|its|their|our|my|your|of|at|how|not|n't|per|one|no)\s*$", re.IGNORECASE
)
_FIXED_BEFORE = re.compile(r"\b(?:no|any|much|not|n't|how|as|so)\s*$", re.IGNORECASE)
_COUNTED = re.compile(
    r" (?:\d|day|week|month|year|hour|minute|night|morning|time|other|one|two|three|few|not|single|the|its|his|her|their|these|those)\b",
    re.IGNORECASE,
)
_MOST_OF = re.compile(r" (?:of\b|[a-z]+(?:s|en|ple)\b)")


def _after(made: Planted, claim: str) -> str:
    return claim[made.start + len(made.was) :]


def _literal(made: Planted, _: str, document: Document) -> bool:
    """What was replaced stands in the document literally, and what replaces it does not."""
    return document.holds(made.was) and not document.holds(made.now)


def _number(made: Planted, claim: str, document: Document) -> bool:
    """A literal change that is no citation, and that no bound makes true: who has over 4,000 has over 1,000."""
    before = claim[: made.start]
    was, now = (float(n.replace(",", "")) for n in (made.was, made.now))
    implied = (now < was and _AT_LEAST.search(before)) or (now > was and _AT_MOST.search(before))
    close = _ABOUT.search(before) and abs(now - was) < _FAR * was
    counted = not before.strip() and _STEP.match(_after(made, claim))
    return _literal(made, claim, document) and not (implied or close or counted or _CITES.search(before))


def _unit(made: Planted, claim: str, document: Document) -> bool:
    """A literal change that is no bound: who has over 38 hours has over 38 minutes."""
    before = claim[: made.start]
    return _literal(made, claim, document) and not (_AT_LEAST.search(before) or _AT_MOST.search(before))


def _weekday(made: Planted, claim: str, document: Document) -> bool:
    """A literal change to a day that no range of the document covers together with the old one."""
    if _ALL_DAYS.search(claim):
        return False
    was, now = (DAYS.index(day.rstrip("s")) for day in (made.was, made.now))
    for first, last in _RANGE.findall(document.text):
        low, high = DAYS.index(first), DAYS.index(last)
        covered = {(low + n) % 7 for n in range((high - low) % 7 + 1)}
        if {was, now} <= covered:
            return False
    return _literal(made, claim, document)


def _time(made: Planted, claim: str, document: Document) -> bool:
    """A literal change, but not of the start of opening hours: who is open from 8 is open from 12 too."""
    return _literal(made, claim, document) and not _RANGE_FOLLOWS.match(_after(made, claim))


def _negation(made: Planted, claim: str, document: Document) -> bool:
    """One sentence says the claim, and the "not" is the only word in it that denies."""
    doubtful = _DENIES.search(claim) or _NOT_ONLY.search(claim) or _OWNS.match(claim, made.start)
    return document.may_say(claim) and not doubtful


def _relation(made: Planted, claim: str, document: Document) -> bool:
    """A sure change of a word that stands for itself: "no longer" is one word."""
    single = not _FIXED_BEFORE.search(claim[: made.start])
    return single and document.may_say(claim) and not document.all_in_one(made.text)


def _quantifier(made: Planted, claim: str, document: Document) -> bool:
    """A sure change of a word that is a quantifier here: "the only child", "every 8 weeks" and "the most popular" are none."""
    word, after = made.was.lower(), _after(made, claim)
    if _DETERMINED.search(claim[: made.start]) or (word != "never" and _COUNTED.match(after)):
        return False
    return _relation(made, claim, document) and (word != "most" or _MOST_OF.match(after) is not None)


def _name(made: Planted, claim: str, document: Document) -> bool:
    return document.holds(made.was) and not document.may_tell(made.now, claim.replace(made.was, ""))


def _addition(made: Planted, claim: str, document: Document) -> bool:
    return not document.may_tell(made.now, claim)


def _partly(_: Planted, __: str, ___: Document) -> bool:
    return True  # the rule has looked up the statement it adds


def _merged(made: Planted, _: str, document: Document) -> bool:
    return not document.all_in_one(made.text)


def _swapped(made: Planted, claim: str, document: Document) -> bool:
    """One sentence says the claim, and none holds what was exchanged in its new order."""
    return document.may_say(claim) and not document.holds(made.now)


def _status(made: Planted, claim: str, document: Document) -> bool:
    """The document says what was taken away, in those words, and nowhere what is said now."""
    said = made.now.strip()
    return (
        document.may_say(claim) and document.holds(made.was.strip()) and not (said and document.holds(said))
    )


def _foreign(made: Planted, _: str, document: Document) -> bool:
    return not document.may_say(made.text)


SURE: Mapping[str, Condition] = {
    "number": _number, "date": _literal, "unit": _unit, "weekday": _weekday, "time": _time, "negation": _negation, "name": _name,
    "relation": _relation, "quantifier": _quantifier, "addition": _addition, "partly": _partly, "merged": _merged,
    "swapped": _swapped, "status": _status, "foreign": _foreign,
}  # fmt: skip
"""Kind of fault -> condition on the changed claim, the claim and its document."""
