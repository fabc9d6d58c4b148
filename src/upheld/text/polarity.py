"""Plain negation: two sentences of the same words, one of which denies."""

from __future__ import annotations

import re
from functools import lru_cache

from upheld.text.lexicon import NEGATORS, STOPWORDS
from upheld.text.words import fold

__all__ = ["denies", "is_negated", "stance"]

_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?|[,;:.!?()]")
_WORD = re.compile(r"\w+")
_NOT = re.compile(r"n['’]t\b", re.IGNORECASE)
_NEGATED = re.compile(rf"\b(?:{'|'.join(sorted(NEGATORS))})\b|n['’]t\b", re.IGNORECASE)
_LIMIT = re.compile(
    r"\b(?:after|before|within|until|till|beyond|outside|inside|unless|except|over|under|above|below|only|nach|vor|innerhalb|bis|außer|"
    r"después|antes|dentro|hasta|salvo|après|avant|sauf|depois|até|exceto|"
    # What denies without a negator, and what only reports a belief.
    r"0|zero|false|myth|untrue|wrong|incorrect|dangerous|unsafe|harmful|prohibited|forbidden|banned|illegal|believed?|claim|rumou?r)\b"
)
_REACH = 2  # content words after a negator that it can deny
_NO_DENIAL = frozenset("only just merely until later more less necessarily sure".split())
_SHARED = 0.8
_CONTRAST = frozenset({",", "but", "and", "sino", "sondern", "mais", "mas", "pero"})


@lru_cache(maxsize=64)  # one claim is held against sentence after sentence
def _content(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the content words of a text, and those of them that stand right after a negator."""
    content: set[str] = set()
    denied: set[str] = set()
    reach = 0
    word = ""
    for match in _TOKEN.finditer(text):
        before, word = word, match.group().casefold().replace("’", "'")
        if word in NEGATORS or word.endswith("n't"):
            # "in plants but not in animals" sets two things apart; it denies neither.
            reach = 0 if before in _CONTRAST else _REACH
        elif word in _NO_DENIAL or not word[0].isalnum():
            reach = 0
        elif word not in STOPWORDS:
            folded = fold(max(word.split("'"), key=len))  # "n'ont", "company's": the word is the longer part
            content.update(folded)
            if reach:
                denied.update(folded)
                reach -= 1
    return frozenset(content), frozenset(denied)


@lru_cache(maxsize=64)
def is_negated(text: str) -> bool:
    """Say whether a text has any word that denies."""
    if not NEGATORS.isdisjoint(_WORD.findall(text.lower())):  # a third of the time of a search for each
        return True
    return ("'" in text or "’" in text) and _NOT.search(text) is not None


def denies(claim: str, sentence: str) -> bool:
    """Say whether a sentence plainly denies a claim, or a claim a sentence: the same words, one side negated.

    Args:
        claim: text of the claim.
        sentence: one sentence of the context.
    """
    if not is_negated(claim) and not is_negated(sentence):
        return False
    mine, my_denied = _content(claim)
    theirs, their_denied = _content(sentence)
    shared = mine & theirs
    if len(shared) < 2 or len(shared) < _SHARED * len(mine):  # noqa: PLR2004 - one word in common says nothing
        return False
    if max(len(_NEGATED.findall(text)) for text in (claim, sentence)) > 1:
        return False  # "without a receipt, no refunds": two denials are none
    if set(_LIMIT.findall(claim.casefold())) != set(_LIMIT.findall(sentence.casefold())):
        return False  # "not possible after 30 days" and "possible within 30 days" say the same
    return bool(my_denied & shared) != bool(their_denied & shared)


_STANCE = re.compile(
    r"(?s)(.{3,}[?？؟.:])\s*(?:(?P<yes>yes|true|correct|sí|si|verdadero|ja|wahr|oui|vrai|sim|verdadeiro|はい|是|是的|да|네|예|نعم|हाँ|ใช่)"
    r"|(?P<no>no|false|incorrect|never|falso|nunca|nein|falsch|nie|non|faux|jamais|não|いいえ|否|不是|нет|아니요|아니오|لا|नहीं|ไม่))"
    r"(?:,? (?:it|he|she|they|you|we|i|there|this|that) (?:is|are|was|were|does|do|did|can|could|will|would|has|have|should|may|must)(?:n['’]t| not)?)?[.!。]?",
    re.IGNORECASE,
)
_MARK = re.compile(r"[?？؟.:]")
_SHORTEST, _LONGEST = 3, 1000  # characters of a question


def stance(claim: str) -> tuple[str, bool | None]:
    """Split a claim made of a question and "yes" or "no".

    Returns:
        The question and True for yes, False for no; the claim and None where it is nothing of the kind.
    """
    words = claim.strip()
    if len(claim) >= _LONGEST or not _MARK.search(words, _SHORTEST, len(words) - 1):
        return claim, None
    match = _STANCE.fullmatch(words)
    return (match.group(1), match.group("yes") is not None) if match else (claim, None)
