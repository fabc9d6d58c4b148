"""Predicates of one subject: "X is A, has B and was C" is three statements of X."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from upheld.text.scope import MAX_SUBJECT, Clause, conditional, denied, fronted, reported
from upheld.text.tokens import RELATIVES, Sentence

__all__ = ["predicates", "predicates_of"]

_PLAIN = frozenset({"but", "however", "yet", "pero", "aber", "mais", "mas", "jedoch", "porém", "cependant"})
_BASES = frozenset({"have", "do"})  # auxiliaries that are also what follows a modal or "to"
_PASSIVE = frozenset({"was", "were", "had"})


def predicates(sentence: Sentence, start: int, end: int) -> Iterator[Clause]:
    """Yield the predicates of a main clause, each with the subject; the clause whole where they are not plain."""
    verb = sentence.main_verb(start, end)
    if verb is None or _bound(sentence, start, verb, end):
        yield ((start, end),)
        return
    cuts = list(_cuts(sentence, verb, end))
    if not _joined(sentence, cuts):
        yield ((start, end),)
        return
    yield ((start, _before_joint(sentence, cuts[0])),)
    bare = verb
    while bare > start + 1 and sentence.is_adverb(bare - 1):
        bare -= 1
    for cut, bound in pairwise([*cuts, end]):
        # "typically has A and often has B": an adverb of its own stands in for the first verb's.
        subject = bare if sentence.is_adverb(cut) else verb
        yield (start, subject), (cut, _before_joint(sentence, bound) if bound != end else end)


def _bound(sentence: Sentence, start: int, verb: int, end: int) -> bool:
    """Say whether something holds the predicates together, or the subject is not plain."""
    lex = sentence.lexicon
    return (
        verb - start > MAX_SUBJECT
        or sentence.low(start) in lex.conditions
        or (sentence.low(start) in lex.buts and sentence.low(start) not in _PLAIN)
        or sentence.low(verb - 1) in lex.ands | lex.prepositions
        or _half_apposition(sentence, start, verb)
        or conditional(sentence, verb, end)
        or reported(sentence, start, end)
        or denied(sentence, start, verb)
        or (not lex.bases and _inverted(sentence, start, verb, end))
    )


def _half_apposition(sentence: Sentence, start: int, verb: int) -> bool:
    """Say whether a lone comma stands before the verb: then the words before it hold a verb that the lexicon lacks."""
    return sentence.low(verb - 1) == "," and sum(sentence.low(at) == "," for at in range(start, verb)) == 1


def _inverted(sentence: Sentence, start: int, verb: int, end: int) -> bool:
    """Say whether the subject may stand after the verb, as it can in languages other than English."""
    lex = sentence.lexicon
    first = sentence.low(start)
    if fronted(sentence, start, end) or (not first[:1].isalnum()):
        return True
    named = (
        sentence.tokens[start].text[:1].isupper() and first not in lex.verbs and first not in lex.auxiliaries
    )
    return not (first in lex.determiners or first in lex.pronouns or named) or verb == start


def predicates_of(sentence: Sentence, subject: Clause, start: int, end: int) -> list[Clause]:
    """Cut the coordinated predicates of a relative clause, each with the subject of the main clause."""
    head = start + 1 if sentence.is_adverb(start) else start
    cuts = list(_cuts(sentence, head, end))
    if not _joined(sentence, cuts):
        return [(*subject, (start, end))]
    return [
        (*subject, (low, _before_joint(sentence, high) if high != end else end))
        for low, high in pairwise([start, *cuts, end])
    ]


def _joined(sentence: Sentence, cuts: list[int]) -> bool:
    """Say whether a conjunction joins the predicates: commas alone do not."""
    ands = sentence.lexicon.ands
    return any(sentence.low(cut - 1) in ands for cut in cuts)


def _before_joint(sentence: Sentence, cut: int) -> int:
    """Step back over the comma and conjunction before a predicate."""
    ands = sentence.lexicon.ands
    while sentence.low(cut - 1) in ands or sentence.low(cut - 1) == ",":
        cut -= 1
    return cut


def _cuts(sentence: Sentence, verb: int, end: int) -> Iterator[int]:
    """Yield where further predicates of the verb's subject begin, up to the next clause inside the clause."""
    ands = sentence.lexicon.ands
    last = verb
    for at in range(verb + 1, end - 1):
        low = sentence.low(at)
        if sentence.tokens[at].depth:
            continue
        if low in RELATIVES or low in sentence.lexicon.buts:
            return
        following = at + 1
        if low not in ands and (low != "," or sentence.low(following) in ands):
            continue
        head = following + 1 if sentence.is_adverb(following) else following
        if head < end and _continues(sentence, last, head):
            if not sentence.auxiliary(head) and _bare_verb(
                sentence, _before_joint(sentence, following) - 1, last
            ):
                return  # "reads, writes and checks files": one object for all
            yield following
            last = head


def _bare_verb(sentence: Sentence, at: int, last: int) -> bool:
    """Say whether a verb without an object stands at a token."""
    low, lex = sentence.low(at), sentence.lexicon
    return at == last or (low in lex.verbs and low.endswith("s") and low not in lex.nouns and bool(lex.bases))


def _continues(sentence: Sentence, left: int, right: int) -> bool:
    """Say whether a verb goes on with the subject of the one before; guards against nouns and participles."""
    if not sentence.opens_predicate(right) or sentence.low(right) in _BASES:
        return _plain_plural(sentence, left, right)
    one, other = _number(sentence, left), _number(sentence, right)
    if one and other and one != other:
        return False
    if sentence.auxiliary(right):
        return True
    if not sentence.lexicon.bases:
        return True  # these lexicons hold finite forms only, and no tenses
    if not sentence.surely_finite(right):
        return False
    if sentence.tense(right) == "present":
        return sentence.tense(left) != "modal"
    passive = sentence.low(left) in _PASSIVE
    if sentence.low(right) in sentence.lexicon.sure_pasts:
        return passive or sentence.tense(left) == "past"
    return sentence.tense(left) == "past" and not sentence.auxiliary(left)


def _plain_plural(sentence: Sentence, left: int, right: int) -> bool:
    """Say whether a base form goes on with a plural subject ("members receive a card and get discounts")."""
    lex, low = sentence.lexicon, sentence.low(right)
    plain = low in _BASES or (low in lex.bases and low + "s" not in lex.nouns and low + "es" not in lex.nouns)
    many = _number(sentence, left) == "many" or sentence.low(left) in {"were", "had"}
    # "are keen to reduce A and improve B": the second verb goes on from "to".
    infinitive = any(sentence.low(at) == "to" for at in range(left + 1, right))
    return (
        plain
        and many
        and not infinitive
        and not sentence.tokens[right].depth
        and sentence.low(right + 1)[:1].isalnum()
    )


def _number(sentence: Sentence, at: int) -> str:
    """Return ``one`` or ``many`` where the verb's form tells."""
    lex, low = sentence.lexicon, sentence.low(at)
    if low in lex.plurals or low in lex.bases:
        return "many"
    if not lex.bases:
        return ""
    return (
        "one"
        if low in {"is", "was", "has", "does", "isn't", "wasn't", "hasn't", "doesn't", "'s"}
        or low.endswith("s")
        else ""
    )
