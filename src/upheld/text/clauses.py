"""Sentences to clauses that each state one thing, by rule and without inventing a word.

A clause is a tuple of token ranges of its sentence, in the order they are read: the subject may come first although
it stands elsewhere. Rules split only where closed classes of words make the structure plain; in doubt the sentence
stays whole. Conditions ("if", "unless", "only when") are never cut off from what they condition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from upheld.text.lexicon import STOPWORDS
from upheld.text.tokens import Sentence

__all__ = ["Clause", "Range", "split_clauses", "subject_of"]

Range: TypeAlias = tuple[int, int]
Clause: TypeAlias = tuple[Range, ...]

_MAX_TOKENS = 250  # a longer "sentence" is no sentence
_MAX_SUBJECT = 14
_RELATIVES = frozenset({"that", "which", "who"})
_ADVERBS = frozenset("also then now still often usually always never currently only mainly even later typically generally both just".split())
_CREATED = frozenset(
    "created made founded written developed designed built invented released published established introduced launched "
    "born composed directed produced painted discovered completed opened formed started acquired signed recorded filmed".split()
)
_PARTICIPLES = _CREATED | frozenset(
    "based owned used named located situated maintained manufactured operated headquartered known called run led "
    "sponsored supported powered played sold distributed licensed backed inspired derived adapted".split()
)
_ADJUNCT = frozenset({"by", "in", "on", "at"})
_PARTICIPLE_PREPOSITIONS = frozenset("on in by for with at from to as upon".split())
_AMBIGUOUS = frozenset(
    "supports uses costs plans needs works runs ships orders offers returns reports records results starts ends stops visits calls credits charges fees "
    "names lists reads moves loads shows turns tracks trains covers deals deposits claims checks changes addresses increases decreases".split()
)
_TELLS_OF_ALL = frozenset("means makes allows ensures helps gives leads results causes enables lets shows suggests indicates includes is was".split())
_MAX_NOUN = 8
_NOT_OBJECT = frozenset({"for", "of", "and", "or", ",", ".", ";", ""})
_CONNECTORS = STOPWORDS | frozenset("then however yet while whereas though although also therefore additionally".split())


def split_clauses(sentence: Sentence) -> list[Clause]:
    """Return the clauses of a sentence: at least one, together holding every word that carries meaning.

    Args:
        sentence: its tokens and lexicon.
    """
    n = len(sentence.tokens)
    whole: list[Clause] = [((0, n),)]
    if not 3 <= n <= _MAX_TOKENS or sentence.low(n - 1) == "?":  # noqa: PLR2004
        return whole
    clauses: list[Clause] = []
    for start, end in _coordinated(sentence, 0, n):
        for clause in _predicates(sentence, start, end):
            clauses.extend(_refined(sentence, clause))
    clauses = [trimmed for clause in clauses if (trimmed := _trim(sentence, clause))]
    return clauses if _complete(sentence, clauses) else whole


def subject_of(sentence: Sentence, clause: Clause) -> tuple[Range, int] | None:
    """Return the token range of a clause's subject and the token of its verb; None where they are not plain.

    A fronted adjunct with its comma, and an adverb before the verb, are not part of the subject.
    """
    start, end = clause[0]
    verb = sentence.first_finite(start + 1, end)
    if verb is None and len(clause) > 1 and sentence.finite_here(clause[1][0]):
        verb = end
    if verb is None:
        return None
    stop = verb
    while stop > start and sentence.low(stop - 1) in _ADVERBS:
        stop -= 1
    for at in range(stop - 1, start - 1, -1):
        if sentence.low(at) == "," and not sentence.tokens[at].depth:
            start = at + 1
            break
    return ((start, stop), verb if verb < end else clause[1][0]) if stop > start else None


def _complete(sentence: Sentence, clauses: list[Clause]) -> bool:
    """Say whether every word with meaning stands in some clause."""
    held = {at for clause in clauses for start, end in clause for at in range(start, end)}
    return bool(clauses) and all(
        at in held or not token.is_word or token.low in _CONNECTORS for at, token in enumerate(sentence.tokens)
    )


def _trim(sentence: Sentence, clause: Clause) -> Clause:
    """Take conjunctions off the start and marks off both ends."""
    ranges = list(clause)
    start, end = ranges[0]
    lex = sentence.lexicon
    while start < end and (
        sentence.low(start) in {",", ";", ":", "."} or (start > 0 and sentence.low(start) in lex.ands | lex.buts)
    ):
        start += 1
    ranges[0] = (start, end)
    start, end = ranges[-1]
    while end > start and sentence.low(end - 1) in {",", ";", ":", "."} and not sentence.tokens[end - 1].depth:
        end -= 1
    ranges[-1] = (start, end)
    return tuple((a, b) for a, b in ranges if b > a)


def _conditional(sentence: Sentence, start: int, end: int) -> bool:
    return any(sentence.low(at) in sentence.lexicon.conditions for at in range(start, end))


def _reported(sentence: Sentence, start: int, end: int) -> bool:
    """Say whether what follows is somebody's word: then the speaker must stay with all of it."""
    if sentence.low(start) == "according":
        return True
    reporting = sentence.lexicon.reporting
    verbs = (at for at in range(start, min(end, start + _MAX_SUBJECT)) if sentence.low(at) in reporting)
    verb = next(verbs, None)
    return verb is not None and verb > start and (
        sentence.low(verb + 1) in {"that", "que", "dass"} or sentence.first_finite(verb + 2, end) is not None
    )


def _coordinated(sentence: Sentence, start: int, end: int) -> Iterator[Range]:
    """Cut main clauses apart: at semicolons, at "but", and at "and" before a new subject with its verb."""
    fronted = sentence.low(start) in sentence.lexicon.conditions or _reported(sentence, start, end)
    at = start + 1
    while at < end - 1:
        cut = None if sentence.tokens[at].depth else _clause_cut(sentence, start, at, end, fronted=fronted)
        if cut is not None:
            yield start, at
            start = at = cut
        at += 1
    yield start, end


def _clause_cut(sentence: Sentence, start: int, at: int, end: int, *, fronted: bool) -> int | None:
    """Return where the next main clause begins, if one ends before token `at`."""
    lex = sentence.lexicon
    low = sentence.low(at)
    if low == ";":
        following = at + 1
        return following if sentence.first_finite(following, end) is not None else None
    comma = low == ","
    word = at + 1 if comma else at
    joint = sentence.low(word)
    if comma and joint == "then":
        return word if word - start >= 3 and end - word >= 3 else None  # noqa: PLR2004
    following = word + 1
    if joint in lex.ands and comma and sentence.low(following) == "then" and end - following > 2:  # noqa: PLR2004
        return following
    if joint in lex.buts and (comma or joint in {"but", "pero", "aber", "mais", "mas"}):
        if sentence.low(following) in {",", "not", "also", "rather", "no"} and sentence.low(following) != ",":
            return None
        return word if _has_own_subject(sentence, following, end) or _left_says_nothing(sentence, start, at) else None
    if fronted or joint not in lex.ands or sentence.first_finite(start, at) is None:
        return None
    if _conditional(sentence, start + 1, end) and not comma:
        return None
    return word if _has_own_subject(sentence, following, end, plain=not comma) else None


def _left_says_nothing(sentence: Sentence, start: int, at: int) -> bool:
    """Say whether the words before a "but" are a hedge or refusal, which may be cut off from anything."""
    from upheld.text.kinds import kind_of

    text = sentence.text[sentence.tokens[start].start : sentence.tokens[at - 1].end]
    return kind_of(text) in {"hedge", "abstention"}


def _has_own_subject(sentence: Sentence, start: int, end: int, *, plain: bool = False) -> bool:
    """Say whether a clause begins here: a short noun phrase or pronoun, then a finite verb.

    Args:
        sentence: the tokens.
        start: first token after the conjunction.
        end: end of the sentence.
        plain: no comma stands before, so the first word must be a pronoun or open a noun phrase.
    """
    lex = sentence.lexicon
    if sentence.low(start) == ",":
        start += 1
    within = range(start + 1, min(end, start + _MAX_SUBJECT))
    verb = next((at for at in within if sentence.finite(at) or sentence.plural_verb(at)), None)
    if verb is None or verb >= end - 1 or sentence.finite(start):
        return False
    first = sentence.low(start)
    opens = first in lex.pronouns or first in lex.possessives or first in lex.determiners
    if plain and not opens:
        return False
    if any(sentence.low(at) in _RELATIVES or sentence.low(at) == ";" for at in range(start, verb)):
        return False
    return opens or not (first in lex.conditions or first in _RELATIVES)


def _predicates(sentence: Sentence, start: int, end: int) -> Iterator[Clause]:
    """Cut predicates of one subject apart: "is A, has B and was C"."""
    verb = sentence.first_finite(start, end)
    blocked = (
        verb is None
        or verb == start
        or verb - start > _MAX_SUBJECT
        or sentence.low(start) in sentence.lexicon.conditions
        or _conditional(sentence, verb, end)
        or _reported(sentence, start, end)
    )
    if blocked or verb is None:
        yield ((start, end),)
        return
    cuts = list(_predicate_cuts(sentence, verb, end))
    if not cuts or not any(sentence.low(cut - 1) in sentence.lexicon.ands or _adverb_and(sentence, cut) for cut in cuts):
        yield ((start, end),)
        return
    bounds = [*cuts, end]
    first_end = _before_joint(sentence, cuts[0])
    yield ((start, first_end),)
    for cut, bound in zip(bounds, bounds[1:], strict=False):
        stop = _before_joint(sentence, bound) if bound != end else end
        yield (start, verb), (cut, stop)


def _adverb_and(sentence: Sentence, cut: int) -> bool:
    return sentence.low(cut - 2) in sentence.lexicon.ands


def _before_joint(sentence: Sentence, cut: int) -> int:
    """Step back over the comma, conjunction and adverb before a predicate."""
    ands = sentence.lexicon.ands
    while sentence.low(cut - 1) in ands or sentence.low(cut - 1) == ",":
        cut -= 1
    return cut


def _predicate_cuts(sentence: Sentence, verb: int, end: int) -> Iterator[int]:
    ands = sentence.lexicon.ands
    last = verb
    for at in range(verb + 1, end - 1):
        if sentence.tokens[at].depth or not (sentence.low(at) in ands or sentence.low(at) == ","):
            continue
        following = at + 1
        if sentence.low(at) == "," and sentence.low(following) in ands:
            continue
        head = following + 1 if sentence.low(following) in _ADVERBS else following
        if head < end and sentence.finite_here(head) and _agrees(sentence, last, head):
            yield following
            last = head


def _agrees(sentence: Sentence, left: int, right: int) -> bool:
    """Say whether two finite verbs can share a subject; guards against nouns and participles that look like verbs."""
    if sentence.auxiliary(right):
        return True
    low, after = sentence.low(right), sentence.low(right + 1)
    present = sentence.tense(right) == "present"
    if present:
        return not (low in _AMBIGUOUS and after in _NOT_OBJECT) and sentence.tense(left) != "modal"
    return sentence.tense(left) == "past" and not sentence.auxiliary(left)


def _refined(sentence: Sentence, clause: Clause) -> Iterator[Clause]:
    """Cut one clause at its relative, participle, repeated preposition or adjuncts of creation."""
    for rule in _RULES:
        parts = rule(sentence, clause)
        if parts:
            for part in parts:
                yield from _refined(sentence, part) if part != clause else [part]
            return
    yield clause


def _split_last(clause: Clause, at: int) -> tuple[Clause, Range]:
    """Cut the last range of a clause in two."""
    *before, (start, end) = clause
    return (*before, (start, at)), (at, end)


def _core(sentence: Sentence, clause: Clause) -> tuple[Clause, int] | None:
    """Return the subject's ranges and the main verb of a clause; None where it is not plain."""
    if _conditional(sentence, clause[-1][0], clause[-1][1]) and sentence.lexicon.be:
        return None
    start, end = clause[-1]
    verb = sentence.first_finite(start, end)
    if verb is None:
        return None
    if len(clause) == 1:
        return (((start, verb),), verb) if 0 < verb - start <= _MAX_SUBJECT else None
    return (clause[:-1], verb) if verb <= start + 1 else None


def _indefinite_copula(sentence: Sentence, verb: int) -> bool:
    """Say whether the verb is a form of "be" before "a/an": only then does a relative tell of the subject alone."""
    at = verb + 2 if sentence.low(verb + 1) in _ADVERBS else verb + 1
    return sentence.low(verb) in sentence.lexicon.be and sentence.low(at) in {"a", "an", "one"}


def _subject_relative(sentence: Sentence, clause: Clause) -> list[Clause]:
    """"X, which does Z, is Y": two claims of X."""
    if len(clause) != 1:
        return []
    start, end = clause[0]
    for at in range(start + 1, min(end - 3, start + _MAX_SUBJECT)):
        if sentence.low(at) == "," and sentence.low(at + 1) in {"which", "who"} and sentence.finite_here(at + 2):
            close = next((n for n in range(at + 3, end - 1) if sentence.low(n) == "," and not sentence.tokens[n].depth), None)
            if close is None or not sentence.finite_here(close + 1) or sentence.first_finite(start, at) is not None:
                return []
            return [((start, at), (close + 1, end)), ((start, at), (at + 2, close))]
        if sentence.finite(at):
            return []
    return []


def _trailing_relative(sentence: Sentence, clause: Clause) -> list[Clause]:
    """"…by A and B, who met in C": the relative told of A and B, the noun phrase right before it."""
    start, end = clause[-1]
    for at in range(start + 2, end - 2):
        if sentence.tokens[at].depth or sentence.low(at) != "," or sentence.low(at + 1) not in {"who", "which"}:
            continue
        verb = at + 2
        if not sentence.finite_here(verb) or sentence.low(verb) in _TELLS_OF_ALL:
            return []
        noun = at
        while noun > start and not _bounds_noun(sentence, noun - 1):
            noun -= 1
        if not 0 < at - noun <= _MAX_NOUN or noun == start:
            return []
        main, _ = _split_last(clause, at)
        return [main, ((noun, at), (verb, end))]
    return []


def _bounds_noun(sentence: Sentence, at: int) -> bool:
    low = sentence.low(at)
    return low in sentence.lexicon.prepositions or low in {",", ";", ":"} or sentence.finite_here(at)


def _copular_relative(sentence: Sentence, clause: Clause) -> list[Clause]:
    """"X is a Y that does Z": X is a Y; X does Z. "X is a Y that W made": X is a Y; W made X."""
    core = _core(sentence, clause)
    if core is None or not _indefinite_copula(sentence, core[1]):
        return []
    subject, verb = core
    end = clause[-1][1]
    for at in range(verb + 3, end - 1):
        if sentence.tokens[at].depth or sentence.low(at) not in _RELATIVES:
            continue
        head = at + 2 if sentence.low(at + 1) in _ADVERBS else at + 1
        main, _ = _split_last(clause, at - 1 if sentence.low(at - 1) == "," else at)
        if sentence.finite_here(head):
            return [main, *_predicates_of(sentence, subject, at + 1, end)]
        made = sentence.first_finite(at + 1, min(end, at + _MAX_SUBJECT))
        opens = sentence.tokens[at + 1].text[0].isupper() or sentence.low(at + 1) in sentence.lexicon.determiners
        if made is not None and opens and (made == end - 1 or sentence.low(made + 1) in _ADJUNCT | {"."}):
            return [main, ((at + 1, made + 1), *subject, *([(made + 1, end)] if made + 1 < end else []))]
        return []
    return []


def _predicates_of(sentence: Sentence, subject: Clause, start: int, end: int) -> list[Clause]:
    """Cut the coordinated predicates of a relative clause, each with the subject of the main clause."""
    head = start + 1 if sentence.low(start) in _ADVERBS else start
    cuts = list(_predicate_cuts(sentence, head, end))
    if not any(sentence.low(cut - 1) in sentence.lexicon.ands for cut in cuts):
        return [(*subject, (start, end))]
    bounds = [start, *cuts, end]
    return [
        (*subject, (low, _before_joint(sentence, high) if high != end else end))
        for low, high in zip(bounds, bounds[1:], strict=False)
    ]


def _participle(sentence: Sentence, clause: Clause) -> list[Clause]:
    """"X is a Y based on Z": X is a Y; X is based on Z."""
    core = _core(sentence, clause)
    if core is None or not _indefinite_copula(sentence, core[1]):
        return []
    subject, verb = core
    end = clause[-1][1]
    for at in range(verb + 3, end - 2):
        plain = not sentence.tokens[at].depth and sentence.low(at) in _PARTICIPLES
        if plain and sentence.low(at + 1) in _PARTICIPLE_PREPOSITIONS and not sentence.auxiliary(at - 1):
            if sentence.low(at - 1) in {"and", "or", "a", "an", "the"} or sentence.low(at - 1) in _ADVERBS:
                return []
            main, _ = _split_last(clause, at - 1 if sentence.low(at - 1) == "," else at)
            return [main, (*subject, (verb, verb + 1), (at, end))]
    return []


def _repeated_preposition(sentence: Sentence, clause: Clause) -> list[Clause]:
    """"X builds on A for B and on C for D": one claim for each "on"."""
    core = _core(sentence, clause)
    if core is None:
        return []
    subject, verb = core
    end = clause[-1][1]
    preposition = sentence.low(verb + 1)
    if preposition not in sentence.lexicon.prepositions or sentence.auxiliary(verb):
        return []
    for at in range(verb + 3, end - 2):
        if sentence.low(at) in sentence.lexicon.ands and sentence.low(at + 1) == preposition and not sentence.tokens[at].depth:
            main, _ = _split_last(clause, at)
            return [main, (*subject, (verb, verb + 1), (at + 1, end))]
    return []


def _creation(sentence: Sentence, clause: Clause) -> list[Clause]:
    """"X was created by A in 1991": X was created by A; X was created in 1991."""
    positions = [at for start, end in clause for at in range(start, end)]
    made = next((i for i, at in enumerate(positions) if sentence.low(at) in _CREATED and i and _is_passive(sentence, positions, i)), None)
    if made is None or _conditional(sentence, positions[made], positions[-1] + 1):
        return []
    marks = [
        i
        for i in range(made + 1, len(positions) - 1)
        if sentence.low(positions[i]) in _ADJUNCT and not sentence.tokens[positions[i]].depth
    ]
    if len(marks) < 2 or sentence.first_finite(positions[marks[0]], positions[-1] + 1) is not None:  # noqa: PLR2004
        return []
    groups = [positions[a:b] for a, b in zip(marks, [*marks[1:], len(positions)], strict=True)]
    if not any(sentence.low(group[0]) == "by" or _dated(sentence, group) for group in groups):
        return []
    base = positions[: marks[0]]
    return [(*_ranges(base), *_ranges(group)) for group in groups]


def _is_passive(sentence: Sentence, positions: list[int], i: int) -> bool:
    before = {sentence.low(at) for at in positions[max(0, i - 3) : i]}
    return bool(before & sentence.lexicon.be) and "to" not in before


def _dated(sentence: Sentence, group: list[int]) -> bool:
    return any(sentence.tokens[at].text[0].isdigit() for at in group)


def _ranges(positions: list[int]) -> Iterator[Range]:
    """Turn ascending or jumping positions into ranges."""
    start = last = positions[0]
    for at in positions[1:]:
        if at != last + 1:
            yield start, last + 1
            start = at
        last = at
    yield start, last + 1


_RULES: tuple[Callable[[Sentence, Clause], list[Clause]], ...] = (
    _subject_relative,
    _trailing_relative,
    _copular_relative,
    _participle,
    _repeated_preposition,
    _creation,
)
