"""Rules that say a claim in other words, with the same meaning or a part of it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping

from upheld.planting.base import LONGEST, Planted, decapitalised
from upheld.text.claims import make_claims

__all__ = ["PARAPHRASES", "paraphrase"]

_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_FRONTED = re.compile(
    r"^((?:In|On|At|During|After|Since|By|Until|From)(?! \S+ (?:he|she|it|they|we|you|I)\b) [^,]{3,50}(?:, \d{4})?), (?!and\b|or\b|[\d\"“‘'])([^,]{10,120}?)([.!?]?)$"
)
_NO_FRONT = re.compile(
    r"(?:In (?:summary|reality|the end|conclusion|addition|fact|other words|short|general|particular|contrast|turn|this|that|case|order|all|response|my)"
    r"|On (?:the (?:other|one|contrary)|this|average|top)|At (?:least|first|last|most|this|that)|By (?:contrast|the way|comparison|this|doing|\w+ing)"
    r"|After (?:all|that|this)|From (?:there|this|here)|Since (?:then|this))\b"
)
_SUBORDINATE = re.compile(r"\b(?:that|who|which|when|because|while|if|so|says?|said|states?)\b")
_TRAILING = re.compile(
    rf"^([^,;:()\"]{{15,90}}?) ((?:in|on|since|during) (?:(?:{_MONTHS})(?: \d{{1,2}},)? )?\d{{4}})([.!?]?)$"
)
# With a second verb, or a second time, what stands at the end belongs to the second part.
_SECOND_PART = re.compile(
    r"\b(?:who|which|that|and|or|but|since|after|before|when|while|because|as|if|where|to|than|not|\w{3,}ing|\d{4})\b"
)
_AMERICAN = re.compile(rf"\b({_MONTHS}) (\d{{1,2}}), (\d{{4}})\b")
_EUROPEAN = re.compile(rf"\b(\d{{1,2}}) ({_MONTHS}) (\d{{4}})\b")
_PERCENT = re.compile(r"(\d) ?%")
_PERCENT_WORD = re.compile(r"(\d) percent\b")
_THOUSANDS = re.compile(r"(?<![\w.,])(\d{1,3}(?:,\d{3})+)(?![\w,]|\.\d)")
_MILLIONS = re.compile(r"(?<![\w.,$€£])(\d{1,3}) million\b")
_SMALL = "one two three four five six seven eight nine ten eleven twelve".split()
_WORDED = re.compile(rf"(?<![-\w])({'|'.join(_SMALL[1:])}) (?=[a-z]{{3,}}s\b)")
# Not after a capital or another number: "Passage 3 recommends", "Apollo 11 lands", "seven out of 10 doctors".
_DIGIT = re.compile(r"(?<=[a-z] )([2-9]|1[0-2]) (?=[a-z]{3,}s\b)")
_NAMED_NUMBER = re.compile(r"\b(?:[A-Z]\w*|out of|no\.|number|step|level|part|section|page) $")
_CONTRACTIONS = {
    "is not": "isn't", "are not": "aren't", "was not": "wasn't", "were not": "weren't", "does not": "doesn't", "do not": "don't",
    "did not": "didn't", "has not": "hasn't", "have not": "haven't", "cannot": "can't", "will not": "won't",
}  # fmt: skip
# One word > another that says the same wherever the pattern behind the first one allows it. Where a word has a second
# meaning, it stands on the right alone: "made" may be said for "created", and not the other way round.
_FIGURE = r" (?:\d|[$€£]|two|three|four|five|six|seven|eight|nine|ten|half|an? )"
_THING = r" (?:an?|the|at least|about|more|less|no|his|her|its|their|your|our|\d+|one|two|three)\b"
_SYNONYMS = (
    ("film", "movie", r"(?! (?:them|him|her|it|the|an?|his|their)\b)"), ("movie", "film", ""), ("located", "situated", ""), ("situated", "located", ""), ("approximately", "about", ""),
    ("roughly", "about", _FIGURE), ("about", "approximately", _FIGURE), ("purchased", "bought", ""), ("bought", "purchased", ""),
    ("buy", "purchase", _THING), ("assist", "help", ""), ("began", "started", ""), ("begins", "starts", ""), ("starts", "begins", ""),
    ("physician", "doctor", ""), ("doctor", "physician", ""), ("additionally", "also", ""), ("attempted", "tried", " to"),
    ("tried", "attempted", " to"), ("obtain", "get", ""),  ("several", "multiple", ""),
    ("big", "large", ""), ("biggest", "largest", ""), ("largest", "biggest", ""), ("rapidly", "quickly", ""), ("quickly", "rapidly", ""),
    ("commenced", "began", ""), ("founded", "established", ""), ("created", "made", ""), ("children", "kids", ""), ("kids", "children", ""),
    ("requires", "needs", _THING), ("needs", "requires", _THING), ("need", "require", _THING), ("require", "need", _THING),
    ("utilize", "use", ""), ("utilized", "used", ""), ("automobile", "car", ""), ("near", "close to", " (?:the|a|an|[A-Z])"),
    ("resides", "lives", ""), ("resided", "lived", ""), ("passed away", "died", ""), ("died", "passed away", r"(?: in| on| at|[.]?$)"),
    ("constructed", "built", ""), ("completed", "finished", _THING), ("permitted", "allowed", ""), ("allowed", "permitted", " to"),
    ("prohibited", "forbidden", ""), ("forbidden", "prohibited", ""), ("entire", "whole", ""), ("photo", "picture", ""), ("error", "mistake", ""),
)  # fmt: skip
_PARTICIPLES = {
    "written": "wrote", "made": "made", "built": "built", "won": "won", "given": "gave", "taken": "took", "chosen": "chose", "sold": "sold",
    "bought": "bought", "led": "led", "held": "held", "found": "found", "shot": "shot", "beaten": "beat", "driven": "drove", "sung": "sang",
    "drawn": "drew", "seen": "saw", "brought": "brought", "taught": "taught",
}  # fmt: skip
_PASSIVE = re.compile(
    r"^(?!(?:He|She|It|They|I|We|You|This|That|These|Those|There)\b)([A-Z][^,;:]{2,50}?) (?:was|were) (\w+(?:ed|en|t|n|g|ld|de|on)) by ((?:the |an? )?[A-Z][^,;:.\d]{2,30}?)\.?$"
)
_NO_PATIENT = re.compile(
    r"\b(?:he|she|it|they|that|which|who|is|are|was|were|has|had|said|says|admits|and|if|when|where|as)\b"
)
_NO_AGENT = re.compile(r"\b(?:for|to|from|with|after|before|during|at|as|on|who|which|that|and|in)\b")
_FEWEST = 4  # words of a claim that says something
_PARENTHESIS = re.compile(r" \(([^()]{3,60})\)")
_NARROWS = re.compile(
    r"\b(?:except|not|only|unless|if|when|where|excluding|without|up to|until|from|max|min|maximum|minimum|at (?:least|most)|before|after|subject|optional|"
    r"depending|but|no|never|about|some|most|usually|some|in|on|for|since|per)\b|\d",
    re.IGNORECASE,
)
_APPOSITION = re.compile(
    r"^([A-Z][\w.' -]{2,40}), (?:an?|the) [^,]{3,60}, (?=(?:is|was|has|had|will|[a-z]+ed)\b)"
)

Rewriter = Callable[[str, random.Random], Iterator[Planted]]

_PATTERNS = tuple(
    (re.compile(rf"(?<![\w'’-]){old}(?![\w'’-]){then}"), old, new) for old, new, then in _SYNONYMS
)


def clause(claim: str, _: random.Random) -> Iterator[Planted]:
    """Yield the claims of a sentence that says more than one thing."""
    made = [c for c in make_claims(claim, None) if c.kind == "factual"]
    if len(made) > 1:
        yield from (Planted("clause", part.text) for part in made)


def order(claim: str, _: random.Random) -> Iterator[Planted]:
    """Yield the claim with its time or place moved from one end to the other."""
    fronted = None if _NO_FRONT.match(claim) else _FRONTED.match(claim)
    if fronted is not None and not _SUBORDINATE.search(fronted.group(2)):
        front, rest, end = fronted.groups()
        yield Planted("order", f"{rest[0].upper()}{rest[1:]} {front[0].lower()}{front[1:]}{end}")
    trailing = _TRAILING.match(claim)
    if trailing is not None and not _SECOND_PART.search(trailing.group(1)):
        rest, back, end = trailing.groups()
        yield Planted("order", f"{back[0].upper()}{back[1:]}, {decapitalised(rest)}{end}")


def figures(claim: str, _: random.Random) -> Iterator[Planted]:
    """Yield the claim with one number or date in another format."""
    forms = (
        (_AMERICAN, r"\2 \1 \3"), (_EUROPEAN, r"\2 \1, \3"), (_PERCENT, r"\1 percent"), (_PERCENT_WORD, r"\1%"), (_MILLIONS, r"\1,000,000"),
    )  # fmt: skip
    for pattern, new in forms:
        if pattern.search(claim):
            yield Planted("figures", pattern.sub(new, claim, count=1))
    if match := _THOUSANDS.search(claim):
        yield _put(claim, match, match.group().replace(",", ""))
    if match := _WORDED.search(claim):
        yield _put(claim, match, f"{_SMALL.index(match.group(1)) + 1} ")
    if (match := _DIGIT.search(claim)) and not _NAMED_NUMBER.search(claim[: match.start()]):
        yield _put(claim, match, f"{_SMALL[int(match.group(1)) - 1]} ")


def _put(claim: str, match: re.Match[str], new: str) -> Planted:
    return Planted("figures", claim[: match.start()] + new + claim[match.end() :])


def voice(claim: str, _: random.Random) -> Iterator[Planted]:
    """Yield a passive sentence with its agent made active."""
    match = _PASSIVE.match(claim)
    if match is None or _NO_PATIENT.search(match.group(1)) or _NO_AGENT.search(match.group(3)):
        return
    what, verb, agent = match.groups()
    if past := _PARTICIPLES.get(verb, verb if verb.endswith("ed") else ""):
        yield Planted("voice", f"{agent[0].upper()}{agent[1:]} {past} {decapitalised(what)}.")


def synonym(claim: str, _: random.Random) -> Iterator[Planted]:
    """Yield the claim with one word replaced by one of the same meaning, or contracted."""
    for pattern, old, new in _PATTERNS:
        if match := pattern.search(claim):
            before, after = claim[: match.start()], claim[match.start() + len(old) :]
            yield Planted("synonym", _article(before, new) + new + after, old, new, match.start())
    for long, short in _CONTRACTIONS.items():
        for old, new in ((long, short), (short, long)):
            if (at := claim.find(f" {old} ")) >= 0:
                yield Planted("synonym", claim.replace(f" {old} ", f" {new} ", 1), old, new, at + 1)


def _article(before: str, word: str) -> str:
    """Return what stands before a new word with an article that fits it."""
    fitting = "an " if word[0] in "aeio" else "a "
    return re.sub(r"\b[aA]n? $", lambda m: m[0][0] + fitting[1:], before)


def shorter(claim: str, _: random.Random) -> Iterator[Planted]:
    """Yield the claim without a parenthesis or an apposition; one that narrows the claim stays."""
    for aside in _PARENTHESIS.finditer(claim):
        if not _NARROWS.search(aside.group(1)):
            yield Planted("shorter", claim[: aside.start()] + claim[aside.end() :], aside.group())
    if match := _APPOSITION.match(claim):
        yield Planted("shorter", f"{match.group(1)} {claim[match.end() :]}")


PARAPHRASES: Mapping[str, Rewriter] = {
    "clause": clause, "order": order, "figures": figures, "voice": voice, "synonym": synonym, "shorter": shorter,
}  # fmt: skip
"""Kind of paraphrase -> rule."""


def paraphrase(kind: str, claim: str, rng: random.Random) -> Planted | None:
    """Return a claim said in another way; None where the rule finds no place.

    Args:
        kind: a key of `PARAPHRASES`.
        claim: any claim.
        rng: source of all draws.
    """
    if len(claim) > LONGEST:
        return None
    made = [p for p in PARAPHRASES[kind](claim, rng) if p.text != claim and len(p.text.split()) >= _FEWEST]
    return rng.choice(made) if made else None
