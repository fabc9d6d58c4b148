"""What limits a statement, so that no rule may cut it off: conditions, speakers, denials, adjuncts in front."""

from __future__ import annotations

from typing import TypeAlias

from upheld.text.lexicon import NEGATORS
from upheld.text.tokens import RELATIVES, Sentence

__all__ = [
    "MAX_SUBJECT",
    "Clause",
    "Range",
    "complement",
    "conditional",
    "dated",
    "denied",
    "fronted",
    "reported",
]

Range: TypeAlias = tuple[int, int]
Clause: TypeAlias = tuple[Range, ...]

MAX_SUBJECT = 14
"""Tokens of the longest subject that the rules trust."""

# Reasons and times that a comma and a new subject may stand apart from. All other conditions hold the sentence together.
_SOFT = frozenset({"because", "since", "as", "before", "after", "so"})
_TIMES = frozenset({"until", "till", "since", "before", "after", "once", "except"})
_MONTHS = frozenset(
    "january february march april may june july august september october november december".split()
)
_AS_NAMED = frozenset({"such", "known", "well", "same"})
_SPEECH_MARKS = frozenset({"that", "que", "dass", ":", ",", '"', "“", "«", "„"})
_REACH = 8  # tokens before the end in which a speaker may be named (", she said")
_BESIDE = frozenset(
    "where which whose whom who donde où dont".split()
)  # behind a comma they only add to a noun
_SPEAKERS = frozenset({"i", "we", "you", "this", "that", "there"})
_APPOSED = frozenset(
    {"a", "an", "the", "who", "which"}
)  # behind a comma: "after the man, a lawyer, was found"
_QUANTIFIED = frozenset({"few", "nobody", "nothing", "hardly", "either", "little"})
_SUBORDINATE = frozenset(
    "while whereas though although aunque mientras während obwohl tandis embora enquanto bien".split()
)
_LINKS = frozenset(
    "additionally finally similarly unfortunately fortunately importantly specifically notably interestingly consequently accordingly secondly "
    "firstly lastly clearly basically essentially ultimately".split()
)
_LINKING_PHRASES = frozenset(
    {
        *(
            "in summary",
            "in addition",
            "in short",
            "in conclusion",
            "in fact",
            "in other words",
            "in contrast",
            "in total",
            "in particular",
        ),
        *(
            "on the other hand",
            "for example",
            "for instance",
            "as a result",
            "of course",
            "by the way",
            "by contrast",
            "as well",
        ),
    }
)


def conditional(sentence: Sentence, start: int, end: int, *, soft: bool = True) -> bool:
    """Say whether a condition stands in ``start:end``.

    Args:
        sentence: the tokens.
        start: first token.
        end: token after the last.
        soft: reasons and times count too.
    """
    conditions = sentence.lexicon.conditions
    return any(
        (low := sentence.low(at)) in conditions
        and (soft or not (low in _SOFT or _adds(sentence, at, low)))
        and not _names_only(sentence, at, low)
        and not dated(sentence, at, low)
        for at in range(start, end)
    )


def _names_only(sentence: Sentence, at: int, low: str) -> bool:
    """Say whether "as" only names or counts in ("such as", "known as", "as well as", "serves as a")."""
    return low == "as" and (
        sentence.low(at - 1) in _AS_NAMED
        or sentence.low(at + 1) == "well"
        or sentence.low(at + 1) in {"a", "an"}
    )


def _adds(sentence: Sentence, at: int, low: str) -> bool:
    """Say whether ", when the vans are washed," only adds to the time before it."""
    return low == "when" and at > 0 and sentence.low(at - 1) == ","


def dated(sentence: Sentence, at: int, low: str) -> bool:
    """Say whether "until 1930", "since May" or "except on Mondays" only limits the words that it stands with."""
    if low not in _TIMES:
        return False
    after = sentence.low(at + 1)
    if after[:1].isdigit() or after in _MONTHS:
        return True
    return bool(sentence.lexicon.bases) and not _may_state(sentence, at + 1)


def _may_state(sentence: Sentence, start: int) -> bool:
    """Say whether the words up to the next mark or conjunction may be a clause, with a verb that the lexicon lacks too."""
    lex = sentence.lexicon
    marks = lex.ands | lex.buts | {",", ";", ":", "."}
    stop = min(len(sentence.tokens), start + MAX_SUBJECT)
    mark = next((at for at in range(start, stop) if sentence.low(at) in marks), stop)
    if sentence.low(mark + 1) in _APPOSED:
        mark = stop  # "after the man, a lawyer, was found"
    subject = sentence.low(start) in lex.pronouns or sentence.low(start) in _SPEAKERS
    like_verb = (sentence.low(at).endswith(("s", "ed")) for at in range(start + 2, mark))
    return subject or sentence.first_finite(start, mark) is not None or any(like_verb)


def reported(sentence: Sentence, start: int, end: int) -> bool:
    """Say whether it is somebody's word: then the speaker must stay with all of it."""
    lex = sentence.lexicon
    if any(sentence.low(at) in lex.speakers for at in range(start, end)):
        return True
    for at in range(start + 1, min(end, start + MAX_SUBJECT)):
        if sentence.low(at) in lex.reporting and (sentence.finite(at) or sentence.low(at).endswith("ing")):
            if sentence.low(at + 1) in _SPEECH_MARKS:
                return True
            joints = (n for n in range(at + 1, end) if sentence.low(n) == "," or sentence.low(n) in lex.ands)
            if sentence.first_finite(at + 2, next(joints, end)) is not None:
                return True
    return any(_closes_speech(sentence, start, at, end) for at in range(max(start, end - _REACH), end))


def _closes_speech(sentence: Sentence, start: int, at: int, end: int) -> bool:
    """Say whether a speaker is named at the end: "…, she said", "…, said Ann Lee"."""
    if sentence.low(at) not in sentence.lexicon.reporting:
        return False
    if sentence.low(at - 1) == ",":
        return all(not token.is_word or token.text[0].isupper() for token in sentence.tokens[at + 1 : end])
    return at >= end - 2 and any(sentence.low(n) == "," for n in range(max(start, at - 5), at))


def complement(sentence: Sentence, start: int, end: int, *, closed: bool = False) -> bool:
    """Say whether a clause stands inside a clause that what follows may belong to ("learned that", "shows how").

    Args:
        sentence: the tokens.
        start: first token.
        end: token after the last.
        closed: a comma stands at `end`, which closes a relative that a comma opened (", where it delivers, and").
    """
    return any(
        sentence.low(at) in RELATIVES
        and not sentence.tokens[at].depth
        and not sentence.opens_predicate(at + 1)
        and not (closed and sentence.low(at) in _BESIDE and sentence.low(at - 1) == ",")
        for at in range(start, end)
    )


def fronted(sentence: Sentence, start: int, end: int) -> bool:
    """Say whether something before the subject may hold for more than one clause ("In Germany, …", "Usually, …")."""
    lex = sentence.lexicon
    first = sentence.low(start)
    if first in lex.conditions or first in _SUBORDINATE:
        return True
    if not (first in lex.prepositions or first in lex.fronted or (lex.bases and first.endswith("ly"))):
        return False
    if first in _LINKS:
        return False
    if not lex.bases:  # verb second or free order: the subject may stand after the verb
        return True
    stop = min(end, start + MAX_SUBJECT)
    comma = next((at for at in range(start + 1, stop) if sentence.low(at) == ","), None)
    if comma is None:
        return False
    return " ".join(sentence.low(at) for at in range(start, comma)) not in _LINKING_PHRASES


def denied(sentence: Sentence, start: int, end: int) -> bool:
    """Say whether the subject is denied or counted, so that its predicates hold only together ("No plan is …")."""
    return any(sentence.low(at) in NEGATORS or sentence.low(at) in _QUANTIFIED for at in range(start, end))
