"""A question that is answered with "yes" or "no", as the statement that "yes" makes of it."""

from __future__ import annotations

import re

from upheld.text.lexicon import LEXICONS

__all__ = ["as_statement"]

_TRUE_OR_FALSE = re.compile(
    r"^(?:is it )?(?:true or false|true/false|right or wrong)\s*[:,?-]\s*|\s*(?:is (?:this|that|it) )?(?:true or false|right or wrong)\s*[?.]?\s*$",
    re.IGNORECASE,
)
_IS_IT_TRUE = re.compile(
    r"^(?:is it (?:true|correct|right)|is it the case|does (?:the|this) \w+ (?:say|state|mean)) that\s+",
    re.IGNORECASE,
)
_BE = frozenset("is are was were".split())
_MODALS = frozenset("can could will would should may might must shall has have had".split())
_DO = frozenset("do does did".split())
_ALONE = frozenset(
    "it he she they you we i there this that these those someone anyone everyone anybody everybody nobody".split()
)
_PLACES = frozenset(
    "ever already also always still currently usually often only really normally actually now just both all either".split()
)
_DONE = re.compile(r"\w{2,}(?:ed|en|ing)\b")
_LEAST = 3  # words of a question that says something


def as_statement(question: str) -> str:
    """Return the statement that "yes" makes of an English question; the question without its mark where that is not plain.

    "Are dogs allowed inside?" -> "Dogs are allowed inside"; "True or false: the fee is 5 euros." -> "the fee is 5 euros".
    """
    text = _IS_IT_TRUE.sub("", _TRUE_OR_FALSE.sub("", question.strip()).strip())
    words = text.rstrip(" ?.:").split()
    if len(words) < _LEAST or words[0].lower() not in _BE | _MODALS | _DO:
        return " ".join(words) or question
    auxiliary, rest = words[0].lower(), words[1:]
    at = _subject(rest, be=auxiliary in _BE)
    # "Does it cover damage?": it covers damage; who reads it minds the ending less than a verb more.
    inner = [] if auxiliary in {"do", "does"} else [auxiliary]
    told = " ".join([*rest[:at], *inner, *rest[at:]])
    return told[0].upper() + told[1:]


def _subject(words: list[str], *, be: bool) -> int:
    """Return how many words name the subject.

    Args:
        words: the question behind its first word.
        be: that word is a form of "be", behind which an adjective may follow the subject.
    """
    lexicon = LEXICONS["en"]
    if words[0].lower() in _ALONE:
        return 1
    first = 1 + (words[0].lower() in lexicon.determiners)
    verbs = frozenset() if be else lexicon.bases | {"be", "have"}
    ends = lexicon.prepositions | lexicon.determiners | _PLACES | {"not"}
    closed = 0
    for at in range(first, len(words)):
        low = words[at].lower().strip(",")
        if "of" in {low, words[at - 1].lower()}:
            continue
        if words[at][0].islower() and (low in verbs or _DONE.fullmatch(low)):
            return at
        if low in ends and not closed:
            # "the museum open on Mondays": the last word before is what the subject is
            closed = at - 1 if be and at > first and words[at - 1][0].islower() else at
    return closed or max(1, len(words) - 1)
