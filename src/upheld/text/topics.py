"""What the pronouns of an answer stand for, where the answer leaves no doubt.

A pronoun stands for the subject of the sentence before it, or of the clause before it, and only while nothing else
could be meant: another subject or an object of the same number, a label, a clause in front. In doubt it stays.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from upheld.text.clauses import Clause, Range, subject_of
from upheld.text.lexicon import NEGATORS
from upheld.text.tokens import RELATIVES, Sentence

__all__ = ["Swap", "Topics"]

_MAX_WORDS = 8
_MAX_LENGTH = 80
_NO_TOPICS = frozenset(
    "i we you there this that these those here what which who whoever it they he she one most many some several few all both others none each "
    "everyone anyone someone nobody nothing everything something more much another either neither".split()
)
_BARE = frozenset(
    "most many some several few more all both".split()
)  # "most also have …": no name for anything
_EXPLETIVE = re.compile(
    r"""it(?:['’]s|['’]d\ be|['’]ll\ be)?\ (?:
        (?:(?:is|was|has\ been|will\ be|would\ be|may\ be|might\ be|can\ be|could\ be|should\ be|seems|appears|remains)\ )?
        (?:(?:not|also|often|very|always|really|quite|still|now|then|just|only|therefore|more|most|\w+ly)\ ){0,2}
        (?:(?:important|essential|possible|impossible|necessary|crucial|vital|advisable|recommended|likely|unlikely|clear|unclear|mandatory|customary|
              advised|suggested|true|unknown|best|better|common|easy|hard|difficult|safe|good|helpful|useful|wise|illegal|legal|normal|typical|
              time|up|estimated|believed|said|reported|known|assumed|expected)\ (?:to\b(?!\ be)|that|for|if|whether|how|when|why|what)\b
          |worth\b|because\b|why\b|raining|snowing)
      | (?:takes|took|seems|appears|depends|turns\ out|follows|means|helps|rain\w*|snow\w*|happens|looks\ like)\b
      | (?:is|was|isn['’]t|wasn['’]t|is\ not|was\ not)\ (?:only\ )?(?:until|in|on|at|by|during|through|from|with|for)\b[^.;]{1,80}\bthat\b
      | (?!\w+\ (?:a|an|the|one)\b)(?:\w+\ ){1,3}(?:that|whether)\b)""",
    re.VERBOSE | re.IGNORECASE,
)
_EXPLETIVE_IL = re.compile(
    r"il (?:y a|faut|existe|s['’]agit|pleut|neige|suffit|reste|convient|est (?:\w+ ){1,2}(?:de\b|d['’]|que\b|qu['’]))",
    re.IGNORECASE,
)
_TITLE = re.compile(
    r"(?:Mr|Mrs|Ms|Dr|Prof|Professor|Sir|Lady|Lord|President|Senator|Judge|Captain|Sr|Sra|Mme|Herr|Frau)\b\.?"
)
_NAME = r"[^\W\d_a-z][\w'’.-]*"
_PERSON = re.compile(
    rf"(?:{_TITLE.pattern} {_NAME}(?: {_NAME}){{0,3}}|{_NAME}(?: (?:van|von|de|der|da|la|al|bin|{_NAME})){{0,3}} {_NAME})"
)
_NO_PERSON = re.compile(
    r"(?i:\b(?:inc|ltd|llc|corp|gmbh|ag|company|university|institute|bank|city|county|street|park|river|lake|island|museum|airport|party|council|"
    r"committee|act|plan|tower|bridge|school|hospital|hotel|church|league|club|series|award|prize)\b)|^[A-Z\d ]+$"
)
_NAMED = re.compile(rf"{_NAME}(?: (?:van|von|de|der|da|la|al|bin|{_NAME})){{0,3}} {_NAME}")
_PLACE = frozenset({"in", "at", "from", "near"})
_HEAD = re.compile("[ '’]")
_ADVERB = re.compile(r"[a-z]+ly|also|then|now|still|often|always|never|even|just|already|not")


@dataclass(frozen=True, slots=True)
class Swap:
    """A pronoun's token and the words that it stands for."""

    at: int
    words: str


@dataclass(slots=True)
class Topics:
    """The subjects that a pronoun can stand for, by role; rebuilt at each sentence."""

    last: dict[str, str] = field(default_factory=dict)
    _unsure: dict[str, str] = field(default_factory=dict)  # subjects beside which an object could be meant
    _seen: set[str] = field(default_factory=set)
    _people: dict[str, str] = field(default_factory=dict)  # part of a name -> the full name
    _pronoun_of: dict[str, str] = field(default_factory=dict)  # name -> "he" or "she"
    _kept: bool = False
    _lost: bool = False
    _noted: set[str] = field(default_factory=set)

    def begin(self) -> None:
        """Begin a sentence."""
        self._kept, self._lost, self._noted = False, False, set()

    def finish(self, parsed: Sentence) -> None:
        """End a sentence: what it did not speak of is forgotten, unless a pronoun inside it kept it."""
        lows = {token.low for token in parsed.tokens}
        kept = {role for role, pronouns in _KEPT_BY.items() if lows & pronouns}
        if not self._kept:
            kept |= self._noted
            self.last = {role: name for role, name in self.last.items() if role in kept}
            self._unsure = {role: name for role, name in self._unsure.items() if role in kept}

    def forget(self) -> None:
        """Forget everything, as after words that are no sentence."""
        self.last, self._unsure = {}, {}

    def swap(self, parsed: Sentence, clause: Clause) -> Swap | None:
        """Return the pronoun to replace in the subject of a clause, and remember the subject.

        Args:
            parsed: the sentence.
            clause: one of its clauses.
        """
        found = subject_of(parsed, clause)
        if found is None:
            self._lost = True
            return None
        (start, end), verb = found
        lex = parsed.lexicon
        role = lex.pronouns.get(parsed.low(end - 1)) or lex.possessives.get(parsed.low(start))
        if role is None:
            if len(clause) == 1 or clause[0][0] == 0:
                self._note(parsed, (start, end), verb, clause[-1][1])
            return None
        self._kept = True
        at = start if parsed.low(start) in lex.possessives else end - 1
        if end - start > 1 and at != start and parsed.low(start) not in lex.prepositions:
            return None
        if self._led(parsed, clause[0][0], start) or _stands_for_nothing(parsed, at):
            return None
        name = self._resolve(parsed, role, verb, parsed.low(at))
        if name is None:
            return None
        owner = (
            ("'" if name.endswith("s") else "'s") if at == start and parsed.low(at) in lex.possessives else ""
        )
        return Swap(at, _placed(parsed, name, first=at == 0) + owner)

    def _led(self, parsed: Sentence, start: int, end: int) -> bool:
        """Say whether a label or a clause stands before the pronoun: what it stands for may be in there."""
        return any(parsed.low(at) == ":" for at in range(start, end)) or any(
            parsed.finite(at) or parsed.low(at) in parsed.lexicon.conditions or parsed.low(at) in RELATIVES
            for at in range(start, end)
        )

    def _resolve(self, parsed: Sentence, role: str, verb: int, pronoun: str) -> str | None:
        lex = parsed.lexicon
        if role in lex.genders:
            name = self.last.get("subject")
            if name is None or (parsed.low(verb) in lex.plurals) != role.endswith("-many"):
                return None
            head = _HEAD.split(name, maxsplit=1)[0].lower()
            fits = head in lex.genders[role] or (head not in lex.determiners and len(self._seen) == 1)
            return name if fits else None
        name = None if self._lost and role not in self._noted else self.last.get(role)
        if name is None and "also" in {parsed.low(verb - 1), parsed.low(verb + 1)}:
            name = self._unsure.get(role)  # "It also …": the subject goes on
        if name is None or role != "person":
            return name
        gender = "he" if pronoun in {"he", "his"} else "she"
        return name if self._pronoun_of.setdefault(name, gender) == gender else None

    def _note(self, parsed: Sentence, subject: Range, verb: int, end: int) -> None:
        """Remember the subject of a clause in the roles that it can play, and forget it in the roles that are unclear."""
        start, stop = subject
        stop = next(
            (at for at in range(start + 1, stop) if parsed.tokens[at].depth), stop
        )  # "Ann Lee (born 1970)"
        subject = start, stop
        name = parsed.text[parsed.tokens[start].start : parsed.tokens[stop - 1].end]
        if not _nameable(parsed, subject, name):
            self._lost = True
            return
        self._seen.add(name)
        objects = _object_number(parsed, verb, end)
        if parsed.lexicon.genders:
            self._put("subject", name, clear=not objects)
            return
        self.last.pop({"one": "thing", "many": "many"}.get(objects, ""), None)
        number = _number(parsed, subject, verb)
        person = self._person(name, parsed, subject)
        if number == "many":
            self._put("many", name, clear=objects != "many")
            return
        if person:
            self._put("person", person, clear=not _other_person(parsed, subject, self._people))
        if name in self._pronoun_of or _TITLE.match(name):
            return
        self._put("thing", name, clear=not objects if person else objects != "one")

    def _put(self, role: str, name: str, *, clear: bool) -> None:
        """Set a role; two subjects of one sentence leave it open."""
        rival = role in self._noted and name not in {self.last.get(role), self._unsure.get(role)}
        self.last.pop(role, None)
        self._unsure.pop(role, None)
        if not rival:
            (self.last if clear else self._unsure)[role] = name
        self._noted.add(role)

    def _person(self, name: str, parsed: Sentence, subject: Range) -> str | None:
        """Return the name of the person that a subject names; None where it names no one that could be a person."""
        if name in self._people:
            return name
        if (
            not _PERSON.fullmatch(name)
            or _NO_PERSON.search(name)
            or parsed.low(subject[0]) in parsed.lexicon.determiners
        ):
            return None
        for part in name.split():
            self._people[part] = name
        return name


_PLURAL_NOUNS = frozenset("people women men children police staff data media teeth feet".split())
_KEPT_BY = {
    "thing": frozenset({"it", "its"}),
    "person": frozenset({"he", "she", "his", "her", "him"}),
    "many": frozenset({"they", "them", "their"}),
}


def _nameable(parsed: Sentence, subject: Range, name: str) -> bool:
    """Say whether a subject is short and plain enough to stand for a pronoun elsewhere."""
    start, stop = subject
    first, last = parsed.low(start), parsed.low(stop - 1)
    lex = parsed.lexicon
    return (
        len(name) <= _MAX_LENGTH
        and stop - start <= _MAX_WORDS
        and name.casefold() not in _NO_TOPICS
        and not any(
            first in words for words in (NEGATORS, _BARE, lex.prepositions, lex.fronted, lex.conditions)
        )
        and not any(last in words for words in (lex.ands, lex.prepositions, lex.determiners))
        and parsed.tokens[stop - 1].is_word
        and not any(_complex(parsed, at) for at in range(start + 1, stop))
    )


def _complex(parsed: Sentence, at: int) -> bool:
    """Say whether a word inside a subject brings another noun that a pronoun could mean."""
    low, lex = parsed.low(at), parsed.lexicon
    between = (
        at + 1 < len(parsed.tokens)
        and parsed.tokens[at - 1].text[0].isupper()
        and parsed.tokens[at + 1].text[0].isupper()
    )
    return (
        low in RELATIVES
        or (low in lex.prepositions and not between)
        or (low.endswith("ed") and low in lex.verbs)
    )


def _number(parsed: Sentence, subject: Range, verb: int) -> str:
    """Return ``one`` or ``many``: by the verb, else by the subject."""
    lex, low = parsed.lexicon, parsed.low(verb)
    start, stop = subject
    if any(parsed.low(at) in lex.ands for at in range(start, stop)):
        return "many"
    if low in lex.plurals or low in lex.bases:
        return "many"
    if low in {"is", "was", "has", "does", "'s"} or (low.endswith("s") and low in lex.verbs):
        return "one"
    last = parsed.low(stop - 1)
    if last in _PLURAL_NOUNS:
        return "many"
    plural = (
        last.endswith("s")
        and not last.endswith(("ss", "us", "is"))
        and not parsed.tokens[stop - 1].text[0].isupper()
    )
    return "many" if plural else "one"


def _object_number(parsed: Sentence, verb: int, end: int) -> str:
    """Return ``one`` or ``many`` for an object that a pronoun could mean as well; empty where there is none."""
    lex = parsed.lexicon
    at = verb + 1
    while at < end and (_ADVERB.fullmatch(parsed.low(at)) or parsed.low(at) in {"be", "been"}):
        at += 1
    if parsed.low(verb) in lex.be and not parsed.low(at).endswith("ing"):
        return ""
    if parsed.auxiliary(verb) and parsed.low(verb) not in lex.be and parsed.low(at) not in lex.determiners:
        at += 1  # the full verb
    elif parsed.low(verb) in lex.be:
        at += 1
    head = at
    while head < end and parsed.tokens[head].is_word and not _ends_noun(parsed, head):
        head += 1
    if head == at or parsed.tokens[at].text[0].isdigit() or parsed.tokens[at].text in {"$", "€", "£"}:
        return ""
    joined = parsed.low(head) in lex.ands
    last = parsed.low(head - 1)
    return "many" if joined or last.endswith("s") or last in _PLURAL_NOUNS else "one"


def _ends_noun(parsed: Sentence, at: int) -> bool:
    low, lex = parsed.low(at), parsed.lexicon
    return (
        low in lex.prepositions
        or low in lex.ands
        or low in lex.conditions
        or low in RELATIVES
        or parsed.auxiliary(at)
    )


def _other_person(parsed: Sentence, subject: Range, known: Mapping[str, str]) -> bool:
    """Say whether a sentence names someone else whom "he" or "she" could mean."""
    start, stop = subject
    low, high = parsed.tokens[start].start, parsed.tokens[stop - 1].end
    own = set(parsed.text[low:high].split())
    if any(
        _names_someone(parsed, at, own, known) for at in (*range(start), *range(stop, len(parsed.tokens)))
    ):
        return True
    first, last = parsed.tokens[0].start, parsed.tokens[-1].end
    for found in _NAMED.finditer(parsed.text, first, last):
        if found.start() < high and found.end() > low:
            continue
        before = parsed.text[first : found.start()].rsplit(None, 1)
        if not (before and before[-1].lower() in _PLACE) and not _NO_PERSON.search(found.group()):
            return True
    return False


def _names_someone(parsed: Sentence, at: int, own: set[str], known: Mapping[str, str]) -> bool:
    """Say whether a word is part of a known name, or owns something ("Benaud's"), and is not of the subject."""
    text = parsed.tokens[at].text.replace("’", "'")
    name = text.removesuffix("'s")
    return name not in own and name[:1].isupper() and (name in known or (name != text and at > 0))


def _stands_for_nothing(parsed: Sentence, at: int) -> bool:
    """Say whether a pronoun only fills the place of a subject: "it is important to", "il faut"."""
    place = parsed.tokens[at].start
    return bool(_EXPLETIVE.match(parsed.text, place) or _EXPLETIVE_IL.match(parsed.text, place))


def _placed(parsed: Sentence, name: str, *, first: bool) -> str:
    """Return a name with the case that its place in the sentence asks for."""
    if first:
        return name[:1].upper() + name[1:]
    head, _, rest = name.partition(" ")
    return f"{head.lower()} {rest}" if rest and head.lower() in parsed.lexicon.determiners else name
