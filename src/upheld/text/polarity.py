"""Plain negation: two sentences of the same words, one of which denies."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from upheld.text.lexicon import NEGATORS, STOPWORDS
from upheld.text.words import content_words, fold

__all__ = ["denies", "is_negated", "says_without", "stance"]

_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?|[,;:.!?()]")
_WORD = re.compile(r"\w+")
_NON = "non"  # Italian; "non-profit" denies nothing
_NOT = re.compile(rf"n['’]t\b|\b{_NON}\b(?!-)", re.IGNORECASE)
_MAY_BE = re.compile(r"['’]|non", re.IGNORECASE)
_NEGATED = re.compile(rf"\b(?:{'|'.join(sorted(NEGATORS))})\b|{_NOT.pattern}", re.IGNORECASE)
_LIMIT = re.compile(
    r"\b(?:after|before|within|until|till|beyond|outside|inside|unless|except|over|under|above|below|only|nach|vor|innerhalb|bis|außer|"
    r"después|antes|dentro|hasta|salvo|après|avant|sauf|depois|até|exceto|"
    # What denies without a negator, and what only reports a belief.
    r"0|zero|false|myth|untrue|wrong|incorrect|dangerous|unsafe|harmful|prohibited|forbidden|banned|illegal|believed?|claim|rumou?r|"
    # Limits, of which "no more than" is the other side of "up to".
    r"(?:day|all|everything|everyone|everybody) but|menos (?:el|los|las?)|up to|at least|at most|or (?:more|less|fewer|older|younger)|than|über|unter|mehr als|más de|menos de|plus de|moins de|mais de)\b"
)
# Words that deny by what they mean, by how they begin: "lacks a jack" is "does not have a jack".
_UNDONE = re.compile(
    r"\b(?:lack|unable|refus|declin|fail|avoid|stop|ceas|cancel|dropp|den(?:y|ie)|reject|exclud|missing|absent|hardly|barely|scarcely|rarely|seldom|"
    r"instead|rather|prevent|reluctan|free (?:of|from)|clos|discontinu|withdr[ae]w|"
    r"fehl|verzicht|weiger|carec|falta|negó|nieg|manqu|recus)\w*"
)
_TURNING = re.compile(r"\b(?:un|non-?|in|im|ir|il|dis)(\w{4,})|\b(\w{4,})(?:-free|less)\b")
_STEM = 4  # letters in which a word and its opposite with a prefix begin alike behind it
_CONTRASTS = re.compile(r";|\b(?:but|wohl aber|sondern|sino|mais|mas)\b", re.IGNORECASE)
_CLAUSE = re.compile(
    r"[,;:()–—]|\b(?:but|while|whereas|although|though|however|yet|and|aber|und|sondern|während|pero|mientras|sino|mais|tandis|mas|enquanto|[yeo])\b",
    re.IGNORECASE,
)
_DENSE_NOT = re.compile(r"[不没沒未无無]|ない|ません|않|없|못|아니|아닌|ไม่")
_DENSE_SHARED = 0.5  # of the pairs of characters: a negator changes those beside it
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
        if (
            word in NEGATORS
            or word.endswith("n't")
            or (word == _NON and not text.startswith("-", match.end()))
        ):
            # "in plants but not in animals" sets two things apart; it denies neither.
            reach = 0 if before in _CONTRAST and not word.endswith("n't") else _REACH
        elif word in _NO_DENIAL or not word[0].isalnum():
            reach = 0
        elif (
            part := max(word.split("'"), key=len)
        ) not in STOPWORDS:  # "n'ont", "company's": the word is the longer part
            folded = fold(part)
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
    return _MAY_BE.search(text) is not None and _NOT.search(text) is not None


def denies(claim: str, sentence: str) -> bool:
    """Say whether a sentence plainly denies a claim, or a claim a sentence: the same words, one side negated.

    Args:
        claim: text of the claim.
        sentence: one sentence of the context.
    """
    one, other = is_negated(claim), is_negated(sentence)
    if not one and not other:
        return _denies_dense(claim, sentence)
    mine, my_denied = _content(claim)
    theirs, their_denied = _content(sentence)
    shared = mine & theirs
    if len(shared) < 2 or len(shared) < _SHARED * len(mine):  # noqa: PLR2004 - one word in common says nothing
        return False
    if bool(my_denied & shared) == bool(their_denied & shared):
        return False
    if max(len(_NEGATED.findall(text)) for text in (claim, sentence)) > 1:
        return False  # "without a receipt, no refunds": two denials are none
    low, said = claim.casefold(), sentence.casefold()
    if set(_LIMIT.findall(low)) != set(_LIMIT.findall(said)):
        return False  # "not possible after 30 days" and "possible within 30 days" say the same
    if mine - theirs and theirs - mine and not one:
        return False  # "The Basic plan does not" says nothing of the Pro plan
    if one != other and _turned(*((said, low) if one else (low, said)), shared):
        return False  # "lacks a jack" says what "does not have a jack" says
    return one or not (says_without(sentence, shared, is_negated) or _contrasted(sentence, shared))


def _contrasted(sentence: str, words: frozenset[str]) -> bool:
    """Say whether a sentence denies one thing and affirms another, which holds some of the words: "not in London but in Paris"."""
    return any(
        not is_negated(part) and not words.isdisjoint(content_words(part))
        for part in _CONTRASTS.split(sentence)[1:]
    )


def _denies_dense(claim: str, sentence: str) -> bool:
    """Say the same of scripts without spaces, whose negators stand inside of words."""
    if claim.isascii() or sentence.isascii():
        return False
    mine, theirs = set(content_words(claim)), set(content_words(sentence))
    odd = len(_DENSE_NOT.findall(claim)) % 2 != len(_DENSE_NOT.findall(sentence)) % 2
    return odd and len(mine & theirs) >= _DENSE_SHARED * max(1, len(mine))


def _turned(plain: str, negated: str, shared: frozenset[str]) -> bool:
    """Say whether a text without a negator denies in other words: "lacks", "unknown" for "not known"."""
    undone = {match[0] for match in _UNDONE.finditer(plain)} - {
        match[0] for match in _UNDONE.finditer(negated)
    }
    if undone and any(
        2 * len(shared.intersection(content_words(clause))) >= len(shared)
        for clause in _CLAUSE.split(plain)
        if any(word in clause for word in undone)
    ):
        return True
    words = _WORD.findall(negated)
    stems = {word[:_STEM] for word in words}
    return any(
        (match[1] or match[2])[:_STEM] in stems and match[0] not in words
        for match in _TURNING.finditer(plain)
    )


def says_without(sentence: str, words: frozenset[str] | set[str], opposed: Callable[[str], bool]) -> bool:
    """Say whether a clause of a sentence holds words all by itself, without what opposes them in another clause.

    Args:
        sentence: one sentence of the context.
        words: content words that it shares with a claim.
        opposed: whether a clause holds what opposes.
    """
    return any(
        not opposed(clause) and words <= set(content_words(clause))
        for clause in _CLAUSE.split(sentence)
        if clause.strip()
    )


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
