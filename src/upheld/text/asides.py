"""What a sentence asserts beside declining, thanking or praising: no fact hides behind a refusal.

"I could not find that, entry is 900 euros" declines and asserts. What stands beside a refusal is an assertion, unless
it speaks of the material, of what is known or to be done about it, or of the two who talk: those are its reasons.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from upheld.text.kinds import kind_of, tag_at
from upheld.text.lexicon import NEGATORS, STOPWORDS
from upheld.text.scope import Clause, dated
from upheld.text.tokens import RELATIVES, Sentence

__all__ = ["counted_aside", "parted"]

_UNCHECKED = frozenset({"abstention", "courtesy", "opinion"})
_MAX_JOINTS = 24  # places looked at in one sentence; what stands behind them is read as one
_MAX_SUBJECT = 3  # tokens of a subject behind an "and" without a comma
_REACH = 250  # tokens behind its beginning in which they may stand
_SO = frozenset("so thus therefore hence así entonces daher deshalb donc então portanto".split())
_REASONS = frozenset("because since as porque pues weil denn da parce car puisque pois".split())
_FRONTS = frozenset({"based", "given", "according", "looking", "considering", "unfortunately"})
_DASHES = frozenset({"–", "—", "-", "--"})
_ASKING = RELATIVES | frozenset(
    "if whether wann wer was wie wo warum welche welcher welches wieso weshalb si quand comment où quel quelle combien pourquoi cuándo cómo dónde "
    "quién cuál cuánto qué cuánta cuántos como onde quanto se".split()
)
_NO_CLAUSE = _ASKING | frozenset("such including like or nor either".split())  # what they open states nothing
_CLOSED_QUESTIONS = frozenset({"if", "whether", "that", "why", "ob", "dass", "si", "que", "se"})
_THANKS_ON = frozenset({"i", "we", "you", "let", "how", "please", "if", "here"})
_OF_ALL = frozenset(
    "means meant makes made leaves left allows allowed".split()
)  # told of all that stands before
_COUNTS = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|forty|fifty|hundred|thousand|million|billion|dozen)\b",
    re.IGNORECASE,
)

# What an English clause beside a refusal is about.
_MATERIAL = frozenset(
    "context contexts document documents doc docs documentation source sources passage passages text texts article articles material materials "
    "excerpt excerpts snippet snippets chunk chunks information info answer answers question questions query request knowledge".split()
)
_SPEAKER = re.compile(
    r"^(?:\w+ly,? |so |then )?i\b(?!(?: \w+)? (?:think|believe|guess|assume|suspect|know|estimate|suppose|recall|remember|(?:can|would|['’]d) (?:\w+ )?(?:tell|say|confirm))\b)"
    r"|\b(?:my|me|myself|mine)\b",
    re.IGNORECASE,
)
_ADVICE = re.compile(
    r"^(?:\w+ly,? |so |then )?(?:you|your|we|it(?:['’]s| is| may be| might be| would be) (?:best|better|advisable|helpful|recommended)|please)\b.*"
    r"\b(?:contact|check|visit|ask|consult|call|refer|reach|look|see|try|verify|find|e-?mail|write|speak|talk|share|provide|clarify|rephrase|"
    r"recommend|suggest|advise|encourage|apologi[sz]e|regret|unclear|ambiguous|vague)\b",
    re.IGNORECASE,
)
_SAYING = (
    r"(?:mention|specif[iy]|contain|includ|state|say|said|discuss|address|refer|cover|describe|explain|indicate|list|give|note|provide|focus|deal|"
    r"talk|relate|suggest|show|offer|present|impl[iy]|report|claim|confirm)\w*"
)
_SAYS = re.compile(
    rf"^(?:it|they|this|that|these|which)\s+(?:do\s+|does\s+|did\s+)?(?:\w+ly\s+|only\s+|just\s+)?{_SAYING}",
    re.IGNORECASE,
)
_TOLD = r"(?:mentioned|specified|stated|given|found|disclosed|indicated|discussed|listed|described|detailed|answered|addressed)"
_LACKS = re.compile(
    rf"\b(?:is|are|was|were|been|be)\s?(?:not|n['’]t|never)\s+(?:\w+ly\s+)?{_TOLD}\b|\bno\b.*\b(?:is|are|was|were|been)\s+(?:\w+ly\s+)?{_TOLD}\b"
    r"|^(?:it|this|that|these|those|they|which)(?:\s+(?:is|are|was|were)|['’]s)\s?(?:not|n['’]t)\s+(?:\w+ly\s+)?(?:included|available|provided|covered|part|there|present|shown|in|something|clear)\b"
    r"|^(?:it|this|that|these|those|they|which)(?:\s+(?:is|are|was|were|remains?|seems?|appears?)|['’]s)\s+(?:\w+ly\s+|too\s+)?(?:missing|unclear|unknown|absent|confidential|"
    r"private|personal|sensitive|unavailable|incomplete|ambiguous|insufficient|limited|outside|beyond|against|needed|required|necessary|impossible|difficult|hard|vague|broad|unspecified|outdated)\b"
    r"|^there\s?(?:is|are|was|were|['’]s)\s?(?:no|not|n['’]t)\b.*\b(?:information|info|details?|data|mention|evidence|answers?|reference|indication|context|documents?)\b"
    r"|\b(?:makes?|made|leaves?|left)\s+(?:it|this)\s+(?:\w+\s+)?(?:impossible|hard|difficult|unclear)\b"
    r"|\bto (?:answer|say|tell|determine|know|confirm|judge|conclude|infer|be (?:sure|certain|able))\b"
    r"|\b(?:depends?|varies|vary|differs?)\b",
    re.IGNORECASE,
)
_RELAYED = re.compile(
    rf"^(?:according to|based on)\b|(?:^|\s){_SAYING}\s+(?:\w+\s+)?(?:that\b|.{{0,40}}\d)", re.IGNORECASE
)
# The same of other languages, by any word of it.
_ABOUT = re.compile(
    r"\b(?:context\w*|kontext\w*|contexte\w*|document\w*|dokument\w*|texto?s?|textes?|fuentes?|quellen?|sources?|fontes?|unterlagen|informa\w+|"
    r"preguntas?|respuestas?|fragen?|antwort\w*|questions?|réponses?|perguntas?|respostas?|mis?|me|ich|mir|mich|mein\w*|je|j|mon|ma|mes|eu|meus?|minhas?|"
    r"puedo|tengo|posso|tenho|bitte|wenden|kontaktier\w+|veuillez|contact\w+|consult\w+|contat\w+|depende|varía|varia|hängt|variiert|dépend|varie|unklar|unbekannt)\b",
    re.IGNORECASE,
)
_PLAIN_JOINT = re.compile(r"[,;:，、；：،؛–—]\s*")


@dataclass(frozen=True, slots=True)
class _Joint:
    """A place where what follows a refusal may begin.

    Attributes:
        at: the token there.
        after: the first token behind the mark or conjunction.
        left: the token behind the last that stays with the words before.
        strong: nothing inside the words before can go on behind it.
        reason: a conjunction of a reason stands there.
        bare: an "and" without a comma stands there.
    """

    at: int
    after: int
    left: int
    strong: bool = False
    reason: bool = False
    bare: bool = False


def parted(sentence: Sentence) -> list[Clause]:
    """Cut a sentence between what is checkable in it and what is not; it stays whole where it is all one.

    Args:
        sentence: its tokens and lexicon.

    Returns:
        Clauses in the order of the sentence; one of several ranges is not to be cut further.
    """
    n = len(sentence.tokens)
    end = _tag(sentence)
    if end == n and sentence.low(n - 1) == "?":
        return [((0, n),)]
    parts = list(_unmixed(sentence, 0, end))
    return [*parts, ((end, n),)] if end < n else parts


def _tag(sentence: Sentence) -> int:
    """Return the token where a tag question begins behind a statement ("…, right?"); the end where there is none."""
    n = len(sentence.tokens)
    if sentence.low(n - 1) != "?":
        return n
    start = sentence.tokens[0].start
    at = tag_at(sentence.text[start : sentence.tokens[-1].end])
    return n if at is None else next(i for i in range(n) if sentence.tokens[i].start >= start + at)


def _unmixed(sentence: Sentence, start: int, end: int) -> Iterator[Clause]:
    mixed = _kind(sentence, start, end) in _UNCHECKED
    if mixed and (aside := _inserted(sentence, start, end)):
        yield from aside
        return
    for joint in islice(_joints(sentence, start, end), _MAX_JOINTS if mixed else 0):
        if joint.at > start and _cuts(sentence, start, joint, end):
            yield ((_opening(sentence, start, joint.at), joint.left),)
            start = joint.after
            if _kind(sentence, start, end) not in _UNCHECKED:
                break
    yield ((start, end),)


def _kind(sentence: Sentence, start: int, end: int) -> str:
    return kind_of(sentence.words(start, end)) if end > start else ""


def _joints(sentence: Sentence, start: int, end: int) -> Iterator[_Joint]:
    """Yield the places between two clauses of ``start:end``, outside brackets and quotes."""
    for at in range(start + 1, min(end - 1, start + _REACH)):
        if not sentence.tokens[at].depth and (joint := _joint(sentence, at)) and joint.after < end:
            yield joint


def _joint(sentence: Sentence, at: int) -> _Joint | None:
    lex, low = sentence.lexicon, sentence.low(at)
    comma = low == ","
    word = at + 1 if comma else at
    said = sentence.low(word)
    if low == ";" or low in _DASHES:
        return _Joint(at, _behind(sentence, at + 1), at, strong=True)
    if low == ":":
        return None if sentence.low(at - 1) in {"following", "this", "that"} else _Joint(at, at + 1, at)
    if said in _SO or (said in lex.buts and (comma or said == "but")):
        return _Joint(at, _behind(sentence, word), at, strong=True)
    if comma and said == "only" and sentence.low(word + 1) == "that":
        return _Joint(at, word + 2, at, strong=True)
    if said in _REASONS and not dated(sentence, word, said):
        kept = at if said in STOPWORDS else word + 1  # "because" carries meaning: it stays with the refusal
        return _Joint(at, word + 1, kept, strong=comma, reason=True)
    if said in lex.ands:
        return _Joint(at, word + 1, at, strong=comma and not _lists(sentence, at), bare=not comma)
    return _Joint(at, at + 1, at) if comma else None


def _behind(sentence: Sentence, at: int) -> int:
    """Step over a conjunction; one that carries meaning stays with what follows."""
    if sentence.low(at) not in STOPWORDS or sentence.low(at) not in _SO | sentence.lexicon.buts:
        return at
    return at + 1 + (sentence.low(at + 1) == ",")


def _lists(sentence: Sentence, at: int) -> bool:
    """Say whether a comma stands before a comma with "and": "whether A is new, B is old, and C is free"."""
    return any(sentence.low(n) == "," and not sentence.tokens[n].depth for n in range(max(0, at - 40), at))


def _cuts(sentence: Sentence, start: int, joint: _Joint, end: int) -> bool:
    """Say whether a checkable and an unchecked clause meet at a joint."""
    kind = _kind(sentence, start, joint.at)
    if kind == "factual":
        refuses = _kind(sentence, joint.after, end) == "abstention"
        return (
            refuses
            and _states(sentence, _first(sentence, start, joint.at), joint.at)
            and _heard(sentence, joint, end)
        )
    if kind not in _UNCHECKED or _goes_on(sentence, start, joint, end):
        return False
    if (
        kind == "courtesy" == _kind(sentence, start, end)
        and _kind(sentence, joint.after, end) == "abstention"
    ):
        return True
    if kind != "abstention" and not _apart(sentence, start, joint, kind):
        return False
    if joint.bare and not _short_subject(sentence, joint.after, end):
        return False
    stop = _reach(sentence, joint.after, end)
    return _states(sentence, joint.after, stop, start) or (
        joint.strong and _guesses(sentence, joint.after, stop)
    )


def _guesses(sentence: Sentence, start: int, stop: int) -> bool:
    """Say whether words without a verb give an answer all the same: "but probably 900 euros", "but perhaps Ann Lee"."""
    said = sentence.words(start, stop)
    if (
        sentence.low(start) in sentence.lexicon.prepositions
        or _denies(sentence.low(start))
        or kind_of(said) != "factual"
    ):
        return False
    if (
        sentence.first_finite(start, stop) is not None
        or _LACKS.search(said)
        or _SPEAKER.search(said)
        or _ABOUT.search(said)
    ):
        return False
    return bool(_COUNTS.search(said)) or any(
        token.text[:1].isupper() for token in sentence.tokens[start + 1 : stop]
    )


def _short_subject(sentence: Sentence, start: int, end: int) -> bool:
    """Say whether a verb stands close behind an "and": "and entry costs", not "and plain way to make it look"."""
    counts = bool(_COUNTS.search(sentence.words(start, end)))
    verb = _verb(sentence, start, min(end, start + _MAX_SUBJECT + 1), counts=counts)
    return verb is not None and not any(
        sentence.low(at) in sentence.lexicon.prepositions for at in range(start, verb)
    )


def _heard(sentence: Sentence, joint: _Joint, end: int) -> bool:
    """Say whether a refusal has a verb of its own, and is no more than the end of a statement."""
    return sentence.first_finite(joint.after, end) is not None


def _opening(sentence: Sentence, start: int, end: int) -> int:
    """Step over a conjunction that only ties a clause to the refusal behind it ("While it is new, …")."""
    ties = sentence.low(start) in STOPWORDS and sentence.low(start) in _REASONS | sentence.lexicon.buts
    return start + 1 if ties and _kind(sentence, start, end) == "factual" else start


def _first(sentence: Sentence, start: int, end: int) -> int:
    """Step over what a statement before a refusal opens with: "While it is new", "Based on the text, it is new"."""
    lex = sentence.lexicon
    if sentence.low(start) in _REASONS | lex.buts | lex.ands:
        return start + 1
    if sentence.low(start) in lex.prepositions or sentence.past(start) or sentence.low(start) in _FRONTS:
        return next((at + 1 for at in range(start, end) if sentence.low(at) == ","), end)
    return start


def _apart(sentence: Sentence, start: int, joint: _Joint, kind: str) -> bool:
    """Say whether thanks or praise can be cut off from what follows: no condition, no adverb of all of it."""
    if sentence.low(start) in sentence.lexicon.conditions or sentence.low(joint.after) in _THANKS_ON:
        return False
    return kind == "courtesy" or sentence.first_finite(start, joint.at) is not None


def _goes_on(sentence: Sentence, start: int, joint: _Joint, end: int) -> bool:
    """Say whether a clause inside a refusal ("… do not say when it opens") may go on behind a joint."""
    if joint.strong and sentence.low(joint.after - 1) not in sentence.lexicon.ands:
        return False
    denial = next((at for at in range(start, joint.at) if _denies(sentence.low(at))), start)
    inside = set()
    for at in range(denial + 1, joint.at):
        if sentence.low(at) not in _ASKING or sentence.low(at + 1) == "to":
            continue
        if sentence.first_finite(at + 1, joint.at) is not None:
            inside.add(sentence.low(at))
        elif not _points(sentence, at):
            return True  # its verb comes later: "why Ann, Bob and Cid left"
    if joint.strong:
        return False
    if joint.reason:
        return bool(inside & _CLOSED_QUESTIONS)
    return bool(inside) and (joint.bare or _lists_on(sentence, joint.after, end))


def _lists_on(sentence: Sentence, start: int, end: int) -> bool:
    """Say whether more of a list may follow: "whether it is new, it is old, or it is free"."""
    joints = sentence.lexicon.ands | {",", "or", "nor", "o", "oder", "ou"}
    return any(sentence.low(at) in joints and not sentence.tokens[at].depth for at in range(start, end))


def _points(sentence: Sentence, at: int) -> bool:
    """Say whether "that" only points at something: "that information", "on that"."""
    after = sentence.tokens[at + 1].text if at + 1 < len(sentence.tokens) else ""
    return (
        sentence.low(at) in {"that", "which"}
        and (not after[:1].isalpha() or after.islower())
        and after not in sentence.lexicon.determiners
    )


def _denies(low: str) -> bool:
    return low in NEGATORS or low.endswith("n't") or low in {"unable", "unclear", "unknown", "unsure"}


def _reach(sentence: Sentence, start: int, end: int) -> int:
    """Return the end of the clause that begins at a token: the first comma behind its verb."""
    verb = sentence.first_finite(start, end)
    after = range(start if verb is None else verb, end)
    return next((at for at in after if sentence.low(at) in {",", ";"} and not sentence.tokens[at].depth), end)


def _states(sentence: Sentence, start: int, stop: int, refusal: int | None = None) -> bool:
    """Say whether words state something of the world.

    Args:
        sentence: the tokens.
        start: first token of the words.
        stop: token behind the last.
        refusal: first token of the refusal that they follow; None where they stand before it.
    """
    points = sentence.low(start) == "that" and sentence.opens_predicate(start + 1)  # no "that it is"
    if stop - start < 2 or (sentence.low(start) in _NO_CLAUSE and not points):  # noqa: PLR2004
        return False
    said = sentence.words(start, stop)
    if kind_of(said) != "factual":
        return False
    if not sentence.lexicon.bases:
        verb = sentence.first_finite(start, stop)
        return verb is not None and (bool(_COUNTS.search(said)) or not _ABOUT.search(said))
    verb = _verb(sentence, start, stop, counts=bool(_COUNTS.search(said)))
    return verb is not None and not _reasons(sentence, start, verb, said, refusal)


def _verb(sentence: Sentence, start: int, stop: int, *, counts: bool) -> int | None:
    """Return the verb of an English clause with a subject of its own; with a number, any word that can be one."""
    lex = sentence.lexicon
    verb = sentence.main_verb(start, stop)
    if verb is None:
        found = sentence.first_finite(start, stop)
        plain = found is not None and not any(
            sentence.low(at) in _NO_CLAUSE for at in range(start + 1, found)
        )
        verb = found if plain else None
    if verb is None and counts and not sentence.low(start)[:1].isdigit():
        can_be = lex.bases | lex.verbs | lex.auxiliaries
        verb = next((at for at in range(start + 1, stop) if sentence.low(at) in can_be), None)
    own = verb is not None and (verb > start or counts) and sentence.low(start) not in lex.prepositions
    return verb if own else None


def _reasons(sentence: Sentence, start: int, verb: int, said: str, refusal: int | None) -> bool:
    """Say whether an English clause only says why or how far something is not answered."""
    if _SPEAKER.search(said) or _ADVICE.search(said) or _LACKS.search(said):
        return True
    if _RELAYED.search(said):
        return False
    of_source = refusal is not None and _of_material(sentence, refusal, start)
    return _of_material(sentence, start, verb) or (of_source and bool(_SAYS.search(said)))


def _of_material(sentence: Sentence, start: int, end: int) -> bool:
    """Say whether the words up to a verb name the material of the answer."""
    verb = sentence.first_finite(start, end)
    return any(sentence.low(at) in _MATERIAL for at in range(start, end if verb is None else verb))


def _inserted(sentence: Sentence, start: int, end: int) -> list[Clause]:
    """Cut a relative, a participle or brackets out of a refusal: "the price, which is usually 900 euros"."""
    for at in range(start + 2, min(end - 2, start + _REACH)):
        token = sentence.tokens[at]
        if token.text == "(" and token.depth == 1:
            found = _bracketed(sentence, start, at, end)
        elif token.text == "," and not token.depth:
            found = _relative(sentence, start, at, end)
        else:
            continue
        if found:
            return found
    return []


def _bracketed(sentence: Sentence, start: int, at: int, end: int) -> list[Clause]:
    close = next((n for n in range(at + 1, end) if sentence.tokens[n].text == ")"), None)
    if close is None or close - at < 3:  # noqa: PLR2004 - a clause has a subject and a verb
        return []
    first, last = sentence.tokens[at + 1], sentence.tokens[close - 1]
    inner = Sentence(sentence.text, first.start, last.end, sentence.lexicon)
    if not inner.tokens or not _states(inner, 0, len(inner.tokens)):
        return []
    rest = ((close + 1, end),) if close + 1 < end else ()
    return [((start, at), *rest), ((at + 1, close),)]


def _relative(sentence: Sentence, start: int, at: int, end: int) -> list[Clause]:
    """Cut ", which costs 900 euros" off with the noun phrase before it; ", founded in 1850," likewise."""
    opens = sentence.low(at + 1) in {"which", "who"} and sentence.opens_predicate(at + 2)
    participle = not opens and sentence.past(at + 1) and not sentence.auxiliary(at + 1)
    if not (opens or participle):
        return []
    close = next(
        (n for n in range(at + 3, end) if sentence.low(n) == "," and not sentence.tokens[n].depth), end
    )
    first = at + 2 if opens else at + 1
    said = sentence.words(first, close)
    if kind_of(said) != "factual" or (participle and not (close < end and _COUNTS.search(said))):
        return []
    if _SPEAKER.search(said) or _LACKS.search(f"it {said}") or _ADVICE.search(said):
        return []
    noun = None if sentence.low(first) in _OF_ALL else _noun(sentence, start, at)
    if noun is not None and any(sentence.low(n) in _MATERIAL for n in range(noun, at)):
        return []  # "the context, which is from 2010"
    told: Clause = ((noun, at), (first, close)) if noun is not None else ((first, close),)
    rest = ((close + 1, end),) if close + 1 < end else ()
    return [((start, at), *rest), told]


def _noun(sentence: Sentence, start: int, end: int) -> int | None:
    """Return where the noun phrase that ends at `end` begins: at the last word that opens one."""
    lex = sentence.lexicon
    opens = lex.determiners | frozenset(lex.possessives)
    return next((at for at in range(end - 1, start, -1) if sentence.low(at) in opens), None)


def counted_aside(text: str, start: int, end: int) -> int | None:
    """Return where a clause with a number begins behind a refusal, in a language without clause rules; None where none does.

    Args:
        text: running text.
        start: where a sentence begins in it.
        end: where it ends.
    """
    if kind_of(text[start:end]) != "abstention":
        return None
    for looked, joint in enumerate(_PLAIN_JOINT.finditer(text, start, end)):
        if looked >= _MAX_JOINTS:
            return None
        follows = text[joint.end() : end]
        if (
            _COUNTS.search(follows)
            and kind_of(text[start : joint.start()]) == "abstention"
            and kind_of(follows) == "factual"
        ):
            return joint.end()
    return None
