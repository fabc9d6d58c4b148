"""Sentences to clauses that each state one thing, by rule and without inventing a word.

A clause is a tuple of token ranges of its sentence, in the order they are read: the subject may come first although
it stands elsewhere. Rules split only where closed classes of words make the structure plain; in doubt the sentence
stays whole.
"""

from __future__ import annotations

from collections.abc import Iterator

from upheld.text.asides import parted
from upheld.text.kinds import kind_of
from upheld.text.lexicon import NEGATORS, STOPWORDS
from upheld.text.modifiers import refined
from upheld.text.predicates import predicates
from upheld.text.scope import MAX_SUBJECT, Clause, Range, complement, conditional, fronted, reported
from upheld.text.tokens import RELATIVES, Sentence

__all__ = ["Clause", "Range", "split_clauses", "subject_of"]

_MAX_TOKENS = 250  # a longer clause is no clause: it stays whole
_MAX_LENGTH = 4000  # characters, for the same reason
_MARKS = frozenset({",", ";", ":", "."})
_PLAIN_BUTS = frozenset({"but", "pero", "aber", "mais", "mas"})
_GOES_ON = frozenset({"not", "also", "rather", "no", "only", "instead"})  # "but also": no new clause
_PAIRS = frozenset(
    {"between", "both", "zwischen", "entre", "either", "neither"}
)  # they take an "and" of their own
_SAYS_NOTHING = frozenset({"not", "too", "also", "so", "either", "neither", "nicht", "auch"})
_CONNECTORS = STOPWORDS | frozenset("therefore additionally".split())
_NO_SUBJECT = NEGATORS | frozenset(
    "se lo la los las le les me te nos s l y en ne n sich".split()
)  # "mas não cobre": only a verb
_SEMICOLON_LINKS = frozenset("however therefore moreover furthermore thus otherwise".split())


def split_clauses(sentence: Sentence) -> list[Clause]:
    """Return the clauses of a sentence: at least one, together holding every word that carries meaning.

    Args:
        sentence: its tokens and lexicon.
    """
    n = len(sentence.tokens)
    whole: list[Clause] = [((0, n),)]
    if n < 3:  # noqa: PLR2004
        return whole
    clauses: list[Clause] = []
    for part in parted(sentence):
        clauses.extend(_clauses_of(sentence, part))
    clauses = [trimmed for clause in clauses if (trimmed := _trim(sentence, clause))]
    return clauses if _complete(sentence, clauses) else whole


def _clauses_of(sentence: Sentence, part: Clause) -> Iterator[Clause]:
    if len(part) > 1:
        yield part
        return
    for start, end in _coordinated(sentence, *part[0]):
        if end > _horizon(sentence, start, end):
            yield ((start, end),)
            continue
        for clause in predicates(sentence, start, end):
            yield from refined(sentence, clause)


def subject_of(sentence: Sentence, clause: Clause) -> tuple[Range, int] | None:
    """Return the token range of a clause's subject and the token of its verb; None where they are not plain.

    What stands before the subject, beside it ("Ann, a nurse, works") and an adverb before the verb are left out.
    """
    start, end = clause[0]
    verb = sentence.main_verb(start, end)
    if verb is None:
        if len(clause) == 1 or not sentence.opens_predicate(clause[1][0]):
            return None
        verb = clause[1][0]
    stop = min(verb, end)
    while stop > start and sentence.is_adverb(stop - 1):
        stop -= 1
    found = _named(sentence, start, stop)
    return (found, verb) if found else None


def _named(sentence: Sentence, start: int, stop: int) -> Range | None:
    """Return the part of ``start:stop`` that names the subject: the last one, or the one before an apposition."""
    cuts = [
        at for at in range(start, stop) if sentence.low(at) in {",", ":"} and not sentence.tokens[at].depth
    ]
    parts = [(a + 1, b) for a, b in zip([start - 1, *cuts], [*cuts, stop], strict=True)]
    if parts[-1][0] < parts[-1][1]:
        return parts[-1]
    lex = sentence.lexicon
    for a, b in parts[:-1]:
        first = sentence.low(a)
        if not (
            first in lex.prepositions
            or first in lex.conditions
            or first in lex.fronted
            or first.endswith("ly")
        ):
            return (a, b) if b > a and first not in RELATIVES else None
    return None


def _complete(sentence: Sentence, clauses: list[Clause]) -> bool:
    """Say whether every word with meaning stands in some clause."""
    held = {at for clause in clauses for start, end in clause for at in range(start, end)}
    return bool(clauses) and all(
        at in held or not token.is_word or token.low in _CONNECTORS
        for at, token in enumerate(sentence.tokens)
    )


def _trim(sentence: Sentence, clause: Clause) -> Clause:
    """Take conjunctions off the start and marks off both ends."""
    ranges = list(clause)
    start, end = ranges[0]
    joints = sentence.lexicon.ands | sentence.lexicon.buts
    while start < end and (sentence.low(start) in _MARKS or (start > 0 and sentence.low(start) in joints)):
        start += 1
    ranges[0] = (start, end)
    start, end = ranges[-1]
    while end > start and sentence.low(end - 1) in _MARKS and not sentence.tokens[end - 1].depth:
        end -= 1
    ranges[-1] = (start, end)
    return tuple((a, b) for a, b in ranges if b > a)


def _coordinated(sentence: Sentence, start: int, end: int) -> Iterator[Range]:
    """Cut main clauses apart: at semicolons, at "but", and at "and" before a new subject with its verb.

    Each clause is looked for up to a horizon, so that the work is bounded however long the sentence is.
    """
    at, seen = start + 1, _horizon(sentence, start, end)
    while at < seen - 1:
        cut = None if sentence.tokens[at].depth else _clause_cut(sentence, start, at, seen)
        if cut is not None:
            yield start, at
            start = at = cut
            seen = _horizon(sentence, start, end)
        at += 1
    yield start, end


def _horizon(sentence: Sentence, start: int, end: int) -> int:
    """Return how far the rules look from the start of a clause."""
    stop = min(end, start + _MAX_TOKENS)
    limit = sentence.tokens[start].start + _MAX_LENGTH
    while stop > start + 1 and sentence.tokens[stop - 1].end > limit:
        stop -= 1
    return stop


def _clause_cut(sentence: Sentence, start: int, at: int, end: int) -> int | None:
    """Return where the next main clause begins, if one ends before token `at`."""
    lex, low = sentence.lexicon, sentence.low(at)
    if low == ";":
        return _semicolon_cut(sentence, start, at, end)
    word = at + 1 if low == "," else at
    joint = sentence.low(word)
    if joint == "then" or (joint in lex.ands and sentence.low(word + 1) == "then"):
        return _then_cut(sentence, start, at, end)
    if joint in lex.buts and (low == "," or joint in _PLAIN_BUTS):
        cuts = _but_cuts(sentence, start, at, word, end)
    else:
        cuts = joint in lex.ands and _and_cuts(sentence, start, at, word, end)
    return word + 1 + (sentence.low(word + 1) == ",") if cuts else None


def _semicolon_cut(sentence: Sentence, start: int, at: int, end: int) -> int | None:
    following = at + 1
    if sentence.low(following) in _SEMICOLON_LINKS and sentence.low(following + 1) == ",":
        following += 2
    stop = next((n for n in range(following, end) if sentence.low(n) == ";"), end)
    if sentence.main_verb(following, stop) is None or sentence.first_finite(start, at) is None:
        return None
    return None if reported(sentence, start, end) else at + 1


def _then_cut(sentence: Sentence, start: int, at: int, end: int) -> int | None:
    """Cut steps apart: "hold the button, then wait"; not "if it blinks, then wait"."""
    word = at + 1 if sentence.low(at) == "," else at
    word += sentence.low(word) in sentence.lexicon.ands
    long_enough = at - start >= 3 and end - word >= 3  # noqa: PLR2004
    head = word + 1
    while sentence.is_adverb(head):
        head += 1
    gerund = (
        sentence.low(start).endswith("ing")
        or sentence.low(head).endswith("ing")
        or sentence.opens_predicate(head)
    )
    plain = sentence.low(at) == "," and long_enough and not gerund and not complement(sentence, start, at)
    return word if plain and not conditional(sentence, start, end, soft=False) else None


def _but_cuts(sentence: Sentence, start: int, at: int, word: int, end: int) -> bool:
    following = word + 1
    if sentence.low(following) in _GOES_ON or any(
        sentence.low(n) in {"not", "no", "nicht"}
        and sentence.low(n + 1) in {"only", "just", "solo", "sólo", "nur"}
        for n in range(start, at)
    ):
        return False
    if (nothing := _left_says_nothing(sentence, start, at, end)) is not None:
        return nothing
    if sentence.first_finite(start, at) is None or complement(
        sentence, start, at, closed=sentence.low(at) == ","
    ):
        return False
    if reported(sentence, start, end) or (
        fronted(sentence, start, at) and not _own_front(sentence, following)
    ):
        return False
    return _has_own_subject(sentence, following, end)


def _and_cuts(sentence: Sentence, start: int, at: int, word: int, end: int) -> bool:
    comma = sentence.low(at) == ","
    following = word + 1
    if sentence.main_verb(start, at) is None or complement(sentence, start, at, closed=comma):
        return False
    if conditional(sentence, start, end, soft=not comma) or reported(sentence, start, end):
        return False
    if fronted(sentence, start, at) and not _own_front(sentence, following):
        return False
    pairs = sum(sentence.low(n) in _PAIRS for n in range(start, at))
    if pairs > sum(sentence.low(n) in sentence.lexicon.ands for n in range(start, at)):
        return False
    listed = any(sentence.low(n) == "," and not sentence.tokens[n].depth for n in range(start + 1, at))
    return _has_own_subject(sentence, following, end, plain=not comma, listed=listed)


def _own_front(sentence: Sentence, at: int) -> bool:
    """Say whether a clause brings an adjunct of its own ("…, and in 2021 it had 6")."""
    return sentence.low(at) in sentence.lexicon.prepositions


def _left_says_nothing(sentence: Sentence, start: int, at: int, end: int) -> bool | None:
    """Say whether the words before a "but" are a hedge, which may be cut off from anything; None where they are more.

    What follows a refusal was cut off already (`parted`), unless it only goes on with it ("but you may ask").
    """
    kind = kind_of(sentence.words(start, at))
    if kind == "abstention":
        return kind_of(sentence.words(start, end)) != "abstention"
    return True if kind == "hedge" else None


def _has_own_subject(
    sentence: Sentence, start: int, end: int, *, plain: bool = False, listed: bool = False
) -> bool:
    """Say whether a clause begins here: a short noun phrase or pronoun, then a finite verb.

    Args:
        sentence: the tokens.
        start: first token after the conjunction.
        end: end of the sentence.
        plain: no comma stands before, so the first word must be a pronoun or open a noun phrase.
        listed: commas stand before, so what follows may be the last of a list.
    """
    lex = sentence.lexicon
    start += sentence.low(start) == ","
    if start >= end or sentence.finite(start):
        return False
    verb = sentence.main_verb(start, end)
    if verb is None or verb - start > MAX_SUBJECT or _elliptical(sentence, verb, end):
        return False
    first, before = sentence.low(start), sentence.low(verb - 1)
    if before in lex.ands:
        return False  # "a sauna and a gym and is open": the verb goes on with the subject of the sentence
    pronoun = first in lex.pronouns or first in {"we", "you", "i", "there", "this", "these", "those"}
    front = (
        start
        if first not in lex.prepositions
        else next((n for n in range(start, verb) if sentence.low(n) == ","), verb) + 1
    )
    commas = [n for n in range(front, verb) if sentence.low(n) in {",", ";"} and not sentence.tokens[n].depth]
    if commas and not (len(commas) == 2 and commas[1] == verb - 1):  # noqa: PLR2004 - "Ann, a nurse, works"
        return False  # the rest of a list, then something else
    if front > verb or all(
        sentence.is_adverb(n) or sentence.low(n) in _NO_SUBJECT for n in range(front, verb)
    ):
        return False
    opens = pronoun or first in lex.possessives or first in lex.determiners
    if any(_new_phrase(sentence, n) for n in range(front + 1, verb)):
        return False  # "and the impact their loss has"
    if ((plain or listed) and not opens) or first in RELATIVES or first in lex.conditions:
        return False
    if before in lex.pronouns and verb - 1 > start and first not in lex.prepositions:
        return False  # "and the cat she has"
    return pronoun or sentence.auxiliary(verb) or (sentence.surely_finite(verb) and not listed)


def _new_phrase(sentence: Sentence, at: int) -> bool:
    """Say whether a noun phrase begins right after another, as in a relative clause without "that"."""
    lex, before = sentence.lexicon, sentence.low(at - 1)
    opens = sentence.low(at) in lex.determiners or sentence.low(at) in lex.possessives
    return opens and before not in lex.prepositions | lex.determiners | lex.ands


def _elliptical(sentence: Sentence, verb: int, end: int) -> bool:
    """Say whether nothing is said after the verb ("while the other do not")."""
    at = verb + 1
    while at < end and (sentence.low(at) in _SAYS_NOTHING or sentence.low(at) in _MARKS):
        at += 1
    full = not sentence.auxiliary(verb) and sentence.low(verb) in sentence.lexicon.sure_pasts
    return at >= end and not full
