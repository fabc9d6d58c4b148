"""What stands above a fragment and is carried into it: lead-ins, parent items, headings."""

from __future__ import annotations

from upheld.text.blocks import Block
from upheld.text.kinds import is_generic_lead
from upheld.text.lexicon import STOPWORDS, Lexicon
from upheld.text.scope import fronted
from upheld.text.tokens import RELATIVES, Sentence

__all__ = ["hung", "may_hold_verb", "needs_subject", "rules_all"]

_SENTENCE = 5  # tokens: something longer that ends in a full stop is taken for a sentence
_SHORT_FRONT = 8  # tokens of a lead-in without a verb that limits what follows ("In the EU")
_TITLES = frozenset(
    "to about regarding de zu à sobre über von acerca".split()
)  # they name a theme and limit nothing
_SAID = frozenset({"prose", "item"})  # a row, a value or a piece of code completes no sentence
_OPENERS = frozenset(
    "include contain offer provide cover require need support incluyen contienen umfassen comprennent incluem".split()
)
_GENERIC_HEADS = frozenset(
    "summary answer overview conclusion details introduction notes note tl;dr sources references result results response "
    "resumen zusammenfassung antwort fazit résumé réponse conclusión respuesta resumo resposta conclusão".split()
) | {
    "key points",
    "key takeaways",
    "final answer",
    "short answer",
    "in summary",
    "in short",
    "to summarize",
    "in conclusion",
    "en resumen",
    "zusammengefasst",
}
_SURE_ORDERS = frozenset("look click tap go scroll press type stir brush floss".split())
_GO_IN = frozenset("log sign check fill plug".split())
_PARTICLES = frozenset("out up off down away back over".split())
_ARTICLES = frozenset(
    "the a an your my our their its his her this that these those it them us you me all every each both one two".split()
)


def needs_subject(parsed: Sentence, *, item: bool) -> bool:
    """Say whether the words are no sentence of their own: no finite verb, no order, or a verb without its subject.

    Args:
        parsed: the tokens.
        item: they stand in a list, where fragments often end with a full stop.
    """
    n = len(parsed.tokens)
    start = _after_label(parsed)
    while start < n - 1 and not parsed.tokens[start].is_word:
        start += 1
    if parsed.low(n - 1) == "?" or _orders(parsed, start):
        return False
    if _begins_with_verb(parsed, start):
        return True
    lex = parsed.lexicon
    if any(
        parsed.finite(at) and (parsed.low(at) not in lex.nouns or parsed.surely_finite(at))
        for at in range(start, n)
    ):
        return False
    ends = {parsed.low(n - 1), parsed.low(n - 2)} & {".", "!"}
    return item or not (n - start > _SENTENCE and ends and may_hold_verb(parsed, start))


def may_hold_verb(parsed: Sentence, start: int) -> bool:
    """Say whether a word after the first may be a verb that the lexicon lacks: names, numbers and "in" are none."""
    lex = parsed.lexicon
    return any(
        token.text.isalpha()
        and token.text.islower()
        and token.low not in STOPWORDS
        and token.low not in lex.prepositions
        for token in parsed.tokens[start + 1 :]
    )


def _after_label(parsed: Sentence) -> int:
    """Return the first token after a label such as "Price:" or "Note –"."""
    for at in range(1, min(len(parsed.tokens) - 1, 6)):
        if parsed.low(at) == ":":
            return at + 1
    return 0


def _orders(parsed: Sentence, at: int) -> bool:
    """Say whether an imperative begins at a token ("Press the button"), and no noun ("Support for 5 users")."""
    lex = parsed.lexicon
    while parsed.low(at) in {
        "please",
        "then",
        "simply",
        "always",
        "never",
        "first",
        "next",
        "do",
        "don't",
        "not",
        ",",
    }:
        at += 1
    low, after = parsed.low(at), parsed.low(at + 1)
    if low not in lex.bases or low in lex.auxiliaries:
        return False
    if low in _SURE_ORDERS:
        return True
    if low + "s" not in lex.nouns and low + "es" not in lex.nouns and low[:-1] + "ies" not in lex.nouns:
        return after not in {"", ".", ","}
    return (
        after in _ARTICLES or after in _PARTICLES or after[:1].isdigit() or (after == "in" and low in _GO_IN)
    )


def _begins_with_verb(parsed: Sentence, at: int) -> bool:
    """Say whether a verb in the third person comes first ("Includes 5 seats"), and no noun ("Refunds take 14 days")."""
    lex, low = parsed.lexicon, parsed.low(at)
    if not lex.bases:
        return low in lex.verbs or low in lex.auxiliaries
    if low in {"is", "has", "was", "can", "will", "does", "isn't", "can't", "doesn't"}:
        return True
    if low not in lex.verbs or not low.endswith("s"):
        return False
    n = len(parsed.tokens)
    verb = parsed.first_finite(at + 1, n)
    bounds = lex.ands | lex.buts | lex.conditions | RELATIVES | {",", ";"}
    if verb is not None and not any(parsed.low(m) in bounds for m in range(at + 1, verb)):
        return False
    return low not in lex.nouns or parsed.low(at + 1) not in {"", ".", ",", "and", "for", "of", "in"}


def rules_all(block: Block, lexicon: Lexicon) -> bool:
    """Say whether what stands above limits every sentence below it: a condition, a place, a speaker."""
    above = block.lead or (block.heads[-1] if block.heads else "")
    if not above:
        return False
    parsed = Sentence(above, 0, len(above), lexicon)
    n = len(parsed.tokens)
    if not n or is_generic_lead(above):
        return False
    if block.lead and (parsed.low(n - 1) in lexicon.reporting or parsed.low(0) in lexicon.speakers):
        return True
    first = parsed.low(0)
    if first in lexicon.conditions:
        return True
    limits = first in lexicon.prepositions and first not in _TITLES
    return limits and parsed.main_verb(0, n) is None and (fronted(parsed, 0, n) or n <= _SHORT_FRONT)


def hung(block: Block, own: str, lead: str, lexicon: Lexicon | None) -> str:
    """Carry the lead-in, or else the headings, into words that say nothing without them.

    Args:
        block: where the words stand.
        own: the words.
        lead: the lead-in in full; empty where there is none.
        lexicon: of the answer's language.
    """
    if lead and lead.casefold() not in _GENERIC_HEADS:
        lead = lead.rstrip(":： ")
        return f"{lead} {own}" if block.kind in _SAID and _runs_on(lead, lexicon) else f"{lead}: {own}"
    heads = [
        head
        for head in block.heads
        if head.casefold() not in _GENERIC_HEADS and head.casefold() not in own.casefold()
    ]
    if not heads:
        return own
    above = ", ".join(heads)
    return f"{above} {own}" if above.endswith(("?", "？")) else f"{above}: {own}"


def _runs_on(lead: str, lexicon: Lexicon | None) -> bool:
    """Say whether a lead-in ends so that an item completes its sentence ("The plan includes")."""
    last = lead.rsplit(" ", 1)[-1].lower()
    if lexicon is None or lead == last or last in {"follows", "following"}:
        return False
    if last in lexicon.nouns:  # "you can follow these steps", but "the plan offers"
        parsed = Sentence(lead, 0, len(lead), lexicon)
        return parsed.first_finite(1, len(parsed.tokens) - 1) is None
    return (
        last in lexicon.verbs
        or last in lexicon.auxiliaries
        or last in lexicon.prepositions
        or last in _OPENERS
    )
