"""What is told of a noun inside a clause, as a statement of its own: relatives, participles, agents and dates."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from upheld.text.lexicon import NEGATORS, STOPWORDS
from upheld.text.predicates import predicates_of
from upheld.text.scope import MAX_SUBJECT, Clause, Range, complement, conditional, denied, fronted, reported
from upheld.text.tokens import RELATIVES, Sentence

__all__ = ["refined"]

_RELATIVE = frozenset({"that", "which", "who"})
_CREATED = frozenset(
    "created made founded written developed designed built invented released published established introduced launched "
    "born composed directed produced painted discovered completed opened formed started acquired signed recorded filmed".split()
)
_PARTICIPLES = _CREATED | frozenset(
    "based owned used named located situated maintained manufactured operated headquartered known called run led "
    "sponsored supported powered played sold distributed licensed backed inspired derived adapted".split()
)
_AGENT = frozenset({"by", "in", "on", "at"})
_PARTICIPLE_PREPOSITIONS = frozenset("on in by for with at from to as upon".split())
# "…, which means": told of all that stands before, not of the last noun.
_TELLS_OF_ALL = frozenset(
    "means makes allows ensures helps gives leads results causes enables lets shows suggests indicates includes is was can could may might will "
    "would should must meant made allowed helped gave led resulted caused enabled let showed forces forced prompts prompted requires required".split()
)
# A noun after these belongs to another noun: "the mayor of Rome, who …".
_OF_ANOTHER = frozenset("of in at on to from for near under over between among within about into".split())
_OPENERS = frozenset(
    "meanwhile however moreover furthermore overall instead nevertheless thus therefore".split()
)
_MAX_NOUN = 8
_MAX_MAKER = 6  # tokens from "that" to the verb in "that the company made"
# "a sign that …": the clause says what the noun is, not what is done to it.
_CONTENT = frozenset(
    "reminder fact sign belief claim idea proof evidence indication statement reason rule requirement condition".split()
)
# What has two things has each of them; not so "married a doctor and a poet", "costs a pound and a half".
_HOLDS = frozenset(
    "has have had includes include included contains contain contained offers offer offered provides provide provided features feature sells sell serves serve "
    "tiene tienen incluye incluyen contiene contienen ofrece ofrecen hat haben enthält enthalten bietet bieten umfasst possède comprend contient offre "
    "tem inclui oferece contém".split()
)
_COUNTED = frozenset(
    "a an one two three four five six seven eight nine ten un una uno unos unas ein eine einen zwei drei une deux trois um uma dois duas".split()
)
_MAX_THING = 4  # words of one of several things, its determiner included
_DATE = re.compile(
    r"(?:1[0-9]|20)\d\d(?:s|[-–]\d+)?|(?:january|february|march|april|may|june|july|august|september|october|november|december)|\d{4}-\d\d(?:-\d\d)?",
    re.IGNORECASE,
)


def refined(sentence: Sentence, clause: Clause) -> Iterator[Clause]:
    """Cut one clause at its relative, participle, repeated preposition or adjuncts of creation."""
    first, last = clause[0][0], clause[-1][1]
    if conditional(sentence, clause[-1][0], last) or reported(sentence, first, last):
        yield clause
        return
    yield from _cut(sentence, clause)


def _cut(sentence: Sentence, clause: Clause) -> Iterator[Clause]:
    for rule in _RULES:
        parts = rule(sentence, clause)
        if parts:
            for part in parts:
                yield from _cut(sentence, part) if part != clause else [part]
            return
    yield clause


def _split_last(clause: Clause, at: int) -> Clause:
    """Return a clause up to a token of its last range."""
    *before, (start, _) = clause
    return (*before, (start, at))


def _core(sentence: Sentence, clause: Clause) -> tuple[Clause, int] | None:
    """Return the subject's ranges and the main verb of a clause; None where it is not plain, or denied."""
    start, end = clause[-1]
    if len(clause) == 1:
        verb = sentence.main_verb(start, end)
        if verb is None or verb - start > MAX_SUBJECT or denied(sentence, start, verb):
            return None
        return ((start, verb),), verb
    verb = sentence.first_finite(start, end) if sentence.opens_predicate(start) else start + 1
    verb = start if sentence.opens_predicate(start) else verb
    return (clause[:-1], verb) if verb is not None and sentence.opens_predicate(verb) else None


def _indefinite_copula(sentence: Sentence, verb: int) -> int | None:
    """Return the noun phrase after "is a/an": only then does what follows it tell of the subject alone."""
    at = verb + 2 if sentence.is_adverb(verb + 1) else verb + 1
    return at if sentence.low(verb) in sentence.lexicon.be and sentence.low(at) in {"a", "an"} else None


def _one_noun(sentence: Sentence, start: int, end: int) -> bool:
    """Say whether ``start:end`` holds one noun that a modifier can belong to: "a tool for SQLAlchemy", not "a fan of the band"."""
    for at in range(start, end):
        low = sentence.low(at)
        if sentence.tokens[at].depth:
            continue
        if low in sentence.lexicon.prepositions and not (
            low != "of" and at + 1 < end and sentence.tokens[at + 1].text[0].isupper()
        ):
            return False
        if low in sentence.lexicon.ands or low in {",", "or"}:
            return False
    return True


def _subject_relative(sentence: Sentence, clause: Clause) -> list[Clause]:
    """Cut "X, which does Z, is Y" in two statements of X."""
    if len(clause) != 1:
        return []
    start, end = clause[0]
    open_ = next(
        (at for at in range(start + 1, min(end - 3, start + MAX_SUBJECT)) if _parenthesis(sentence, at)), None
    )
    if open_ is None or sentence.first_finite(start, open_) is not None or denied(sentence, start, open_):
        return []
    close = next((n for n in range(open_ + 3, end - 1) if _closes(sentence, n)), None)
    if close is None:
        return []
    noun = open_
    while noun > start and sentence.low(noun - 1) != ",":
        noun -= 1
    if noun > start and not (
        fronted(sentence, start, open_) or sentence.is_adverb(start) or sentence.low(start) in _OPENERS
    ):
        return []  # "James Holmes, 27, who …"
    if any(sentence.low(at) in sentence.lexicon.prepositions for at in range(noun, open_)):
        return []
    return [((start, open_), (close + 1, end)), ((noun, open_), (open_ + 2, close))]


def _closes(sentence: Sentence, at: int) -> bool:
    """Say whether a comma ends a relative clause: the main verb follows it."""
    head = at + 2 if sentence.is_adverb(at + 1) else at + 1
    closes = sentence.low(at) == "," and not sentence.tokens[at].depth and sentence.opens_predicate(head)
    return closes and (sentence.low(head) not in sentence.lexicon.nouns or sentence.surely_finite(head))


def _parenthesis(sentence: Sentence, at: int) -> bool:
    """Say whether ", which does" or ", who does" begins at a token."""
    return (
        sentence.low(at) == ","
        and not sentence.tokens[at].depth
        and sentence.low(at + 1) in {"which", "who"}
        and sentence.opens_predicate(at + 2)
    )


def _trailing_relative(sentence: Sentence, clause: Clause) -> list[Clause]:
    """Cut "…by A and B, who met in C": the relative is told of A and B, the noun phrase right before it."""
    start, end = clause[-1]
    at = next((at for at in range(start + 2, end - 2) if _parenthesis(sentence, at)), None)
    if at is None or sentence.first_finite(start, at) is None or complement(sentence, start, at):
        return []
    verb = at + 3 if sentence.low(at + 2) in {"has", "have", "had"} else at + 2
    closed = any(sentence.low(n) == "," and not sentence.tokens[n].depth for n in range(at + 3, end - 1))
    if closed or sentence.low(verb) in _TELLS_OF_ALL:
        return []
    noun = _noun_before(sentence, start, at)
    if noun is None:
        return []
    return [_split_last(clause, at), ((noun, at), (at + 2, end))]


def _noun_before(sentence: Sentence, start: int, end: int) -> int | None:
    """Return where the noun phrase that ends at `end` begins: at its article, or the first of its names."""
    lex = sentence.lexicon
    names = end
    while names > start and (_is_name(sentence, names - 1) or _between_names(sentence, names - 1)):
        names -= 1
    if names < end and _is_name(sentence, names):
        begin = names - 1 if sentence.low(names - 1) in lex.determiners else names
    else:
        begin = end - 1
        while begin > start and sentence.tokens[begin].is_word and sentence.low(begin) not in lex.determiners:
            if (
                sentence.low(begin) in lex.prepositions
                or sentence.low(begin) in lex.ands
                or sentence.opens_predicate(begin)
            ):
                return None
            begin -= 1
        if sentence.low(begin) not in lex.determiners:
            return None
    plain = begin > start and sentence.low(begin - 1) not in _OF_ANOTHER and end - begin <= _MAX_NOUN
    return begin if plain and sentence.low(begin - 1) not in lex.ands | {","} else None


def _is_name(sentence: Sentence, at: int) -> bool:
    token = sentence.tokens[at]
    return (
        token.text[0].isupper()
        and not token.depth
        and not (at and sentence.tokens[at - 1].text[-1].isdigit())
    )


def _between_names(sentence: Sentence, at: int) -> bool:
    low = sentence.low(at)
    return (low in {"and", "&", "van", "von", "de", "der", "la", ".", "al", "bin"}) and _is_name(
        sentence, at - 1
    )


def _copular_relative(sentence: Sentence, clause: Clause) -> list[Clause]:
    """Cut "X is a Y that does Z": X is a Y; X does Z. "X is a Y that W made": X is a Y; W made X."""
    core = _core(sentence, clause)
    noun = _indefinite_copula(sentence, core[1]) if core else None
    if core is None or noun is None:
        return []
    subject, end = core[0], clause[-1][1]
    at = next(
        (
            n
            for n in range(noun + 2, end - 1)
            if sentence.low(n) in _RELATIVE and not sentence.tokens[n].depth
        ),
        None,
    )
    if at is None:
        return []
    stop = at - 1 if sentence.low(at - 1) == "," else at
    if not _one_noun(sentence, noun, stop):
        return []
    main = _split_last(clause, stop)
    head = at + 2 if sentence.is_adverb(at + 1) else at + 1
    if sentence.opens_predicate(head) and (sentence.auxiliary(head) or sentence.low(head) not in {"", "."}):
        return [main, *predicates_of(sentence, subject, at + 1, end)]
    return _object_relative(sentence, main, subject, (at, end))


def _object_relative(sentence: Sentence, main: Clause, subject: Clause, relative: Range) -> list[Clause]:
    """Turn "X is a Y that W made in Z" round: W made X in Z."""
    at, end = relative
    made = sentence.first_finite(at + 1, min(end, at + _MAX_MAKER))
    if sentence.low(at - 1) in _CONTENT or any(
        sentence.low(n) in RELATIVES for n in range(at + 1, made or at)
    ):
        return []
    opens = _is_name(sentence, at + 1) or sentence.low(at + 1) in sentence.lexicon.determiners
    if made is None or not opens or sentence.auxiliary(made):
        return []
    if made != end - 1 and sentence.low(made + 1) not in _AGENT | {"."}:
        return []
    return [main, ((at + 1, made + 1), *subject, *([(made + 1, end)] if made + 1 < end else []))]


def _participle(sentence: Sentence, clause: Clause) -> list[Clause]:
    """Cut "X is a Y based on Z": X is a Y; X is based on Z."""
    core = _core(sentence, clause)
    noun = _indefinite_copula(sentence, core[1]) if core else None
    if core is None or noun is None:
        return []
    subject, verb = core
    end = clause[-1][1]
    at = next((n for n in range(noun + 2, end - 2) if _opens_participle(sentence, n)), None)
    if at is None:
        return []
    stop = at - 1 if sentence.low(at - 1) == "," else at
    if (
        not _one_noun(sentence, noun, stop)
        or sentence.low(at - 1) in {"a", "an"}
        or sentence.is_adverb(at - 1)
    ):
        return []
    return [_split_last(clause, stop), (*subject, (verb, verb + 1), (at, end))]


def _opens_participle(sentence: Sentence, at: int) -> bool:
    return (
        not sentence.tokens[at].depth
        and sentence.low(at) in _PARTICIPLES
        and sentence.low(at + 1) in _PARTICIPLE_PREPOSITIONS
        and not sentence.auxiliary(at - 1)
    )


def _repeated_preposition(sentence: Sentence, clause: Clause) -> list[Clause]:
    """Cut "X builds on A for B and on C for D": one statement for each "on"."""
    core = _core(sentence, clause)
    if core is None:
        return []
    subject, verb = core
    end = clause[-1][1]
    preposition = sentence.low(verb + 1)
    if (
        preposition not in sentence.lexicon.prepositions
        or sentence.auxiliary(verb)
        or preposition in {"from", "between"}
    ):
        return []
    for at in range(verb + 3, end - 2):
        if (
            sentence.low(at) in sentence.lexicon.ands
            and sentence.low(at + 1) == preposition
            and not sentence.tokens[at].depth
        ):
            return [_split_last(clause, at), (*subject, (verb, verb + 1), (at + 1, end))]
    return []


def _creation(sentence: Sentence, clause: Clause) -> list[Clause]:
    """Cut "X was created by A in 1991": X was created by A; X was created in 1991."""
    positions = [at for start, end in clause for at in range(start, end)]
    made = next(
        (
            i
            for i, at in enumerate(positions)
            if i and sentence.low(at) in _CREATED and _is_passive(sentence, positions, i)
        ),
        None,
    )
    if made is None or denied(sentence, positions[0], positions[0] + 1):
        return []
    marks = list(_adjuncts(sentence, positions, made))
    if len(marks) < 2 or sentence.first_finite(positions[marks[0]], positions[-1] + 1) is not None:  # noqa: PLR2004
        return []
    base = positions[: marks[0]]
    groups = [positions[a:b] for a, b in zip(marks, [*marks[1:], len(positions)], strict=True)]
    return [(*_ranges(base), *_ranges(group)) for group in groups]


def _adjuncts(sentence: Sentence, positions: list[int], made: int) -> Iterator[int]:
    """Yield where the agents and dates of a creation begin; none after words that belong to something else."""
    for i in range(made + 1, len(positions) - 1):
        low = sentence.low(positions[i])
        if (
            low == "to"
            or (i > made + 1 and sentence.opens_predicate(positions[i]))
            or low.endswith(("ing", "-built", "-made"))
        ):
            return
        if (
            low in _AGENT
            and not sentence.tokens[positions[i]].depth
            and _opens_adjunct(sentence, positions, i)
        ):
            yield i


def _opens_adjunct(sentence: Sentence, positions: list[int], i: int) -> bool:
    """Say whether an agent ("by A") or a date ("in May 1991") begins; a place stays with what stands before it."""
    if sentence.low(positions[i]) == "by":
        return True
    return any(_DATE.fullmatch(sentence.tokens[at].text) for at in positions[i + 1 : i + 3])


def _is_passive(sentence: Sentence, positions: list[int], i: int) -> bool:
    before = {sentence.low(at) for at in positions[max(0, i - 3) : i]}
    return (
        bool(before & sentence.lexicon.be)
        and not before & (NEGATORS | {"to"})
        and not any(low.endswith("n't") for low in before)
    )


def _ranges(positions: list[int]) -> Iterator[Range]:
    """Turn ascending or jumping positions into ranges."""
    start = last = positions[0]
    for at in positions[1:]:
        if at != last + 1:
            yield start, last + 1
            start = at
        last = at
    yield start, last + 1


def _listed(sentence: Sentence, clause: Clause) -> list[Clause]:
    """Cut "X has a sauna, a pool and a gym" in one statement for each thing, where each has its own "a" or number."""
    found = _core(sentence, clause)
    if found is None or sentence.low(found[1]) not in _HOLDS:
        return []
    verb, end = found[1], clause[-1][1]
    while end > verb and not sentence.tokens[end - 1].is_word:
        end -= 1
    joints = sentence.lexicon.ands | {","}
    things, start = [], verb + 1
    for at in range(verb + 1, end + 1):
        if at == end or sentence.low(at) in joints:
            if at > start:
                things.append((start, at))
            start = at + 1
    last_joint = things[-1][0] - 1 if things else 0
    if len(things) < 2 or sentence.low(last_joint) not in sentence.lexicon.ands:  # noqa: PLR2004
        return []
    if not all(_one_thing(sentence, *thing) for thing in things):
        return []
    said = (*found[0], (verb, verb + 1)) if len(clause) > 1 else ((found[0][0][0], verb + 1),)
    return [(*said, thing) for thing in things]


def _one_thing(sentence: Sentence, start: int, end: int) -> bool:
    """Say whether ``start:end`` is "a" or a number with a noun and at most two words before it."""
    first = sentence.low(start)
    if sentence.low(end - 1) in {"half", "quarter", "third", "lot", "bit"}:
        return False
    if not (first in _COUNTED or first.isdigit()) or not 2 <= end - start <= _MAX_THING:  # noqa: PLR2004
        return False
    return all(
        token.is_word and not token.depth and not token.text[0].isdigit() and token.low not in STOPWORDS
        for token in sentence.tokens[start + 1 : end]
    )


_RULES: tuple[Callable[[Sentence, Clause], list[Clause]], ...] = (
    _subject_relative,
    _trailing_relative,
    _copular_relative,
    _participle,
    _repeated_preposition,
    _creation,
    _listed,
)
