"""Answers to claims by rule: each self-contained, each anchored to its words, none dropped, none invented."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from upheld._types import Claim, Kind
from upheld.text.asides import counted_aside, parted
from upheld.text.blocks import Block, blocks
from upheld.text.clauses import Clause, Range, split_clauses, subject_of
from upheld.text.kinds import is_generic_lead, is_hedged, is_title, kind_of
from upheld.text.language import detect
from upheld.text.leads import hung, may_hold_verb, needs_subject, rules_all
from upheld.text.lexicon import LEXICONS, Lexicon
from upheld.text.sentences import sentences
from upheld.text.tokens import Sentence
from upheld.text.topics import Topics
from upheld.text.view import View, squeeze
from upheld.text.words import tokens, words

__all__ = ["Granularity", "given_claims", "make_claims", "states"]

Granularity: TypeAlias = Literal["clause", "sentence"]

_EDGE_LEFT = " \t\r\n|,;:，；：、"
_EDGE_RIGHT = " \t\r\n|,;:.!。！…，；：、"
_SHORT = 12  # words of an answer that may need its question to say something
_SHORT_DENSE = 3
_SENTENCE = 5  # tokens: something longer that ends in a full stop is taken for a sentence
_QUESTION_LENGTH = 400
_LEAD_LENGTH = 400
_YES_NO = re.compile(
    r"(?:yes|no|true|false|correct|incorrect|never|always|sí|si|nunca|siempre|verdadero|falso|ja|nein|nie|immer|wahr|falsch|oui|non|jamais|"
    r"toujours|vrai|faux|sim|não|verdadeiro|はい|いいえ|是|否|不是|是的|да|нет|네|예|아니요|아니오|نعم|لا|हाँ|नहीं|ใช่|ไม่)",
    re.IGNORECASE,
)
_ELLIPTICAL = re.compile(
    r"(?:yes|no),? (?:it|he|she|they|you|we|i|there|this|that) (?:is|are|was|were|does|do|did|can|could|will|would|has|have|should|may|must)(?:n['’]t| not)?",
    re.IGNORECASE,
)
# "None" answers a question for a number, for any, for several or for a yes; to any other it is no answer.
_ASKS_FOR_SOME = re.compile(
    r"^(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may|must)\b|\bhow (?:many|much)\b|\bany\b|\bwhich\b|\bwhat (?:are|were|else|other)\b"
    r"|\bwhat (?:(?!is\b|was\b|does\b|has\b)\w+ )?(?!is\b|was\b|does\b|has\b|\w*ss\b)\w+s\b",
    re.IGNORECASE,
)
_GAP = re.compile(r" (?=['’](?:s|re|m|ll|ve|d)\b)|(?<=\b[lL]['’]) ")
_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*(?: |$)")  # and no "iOS", "e.g."
_VALUE = re.compile(r"[:：][ \t]*\S{0,3}\d|^step \d+[:.)-]? \S+ \S", re.IGNORECASE)
_ENDS_SENTENCE = frozenset({".", "!", "。", "！"})
_QUESTION_MARKS = ("?", "？", "؟", ".", ":")


@dataclass(slots=True)
class _Maker:
    """State while one answer becomes claims."""

    lexicon: Lexicon | None
    language: str | None
    granularity: Granularity
    topics: Topics = field(default_factory=Topics)
    claims: list[Claim] = field(default_factory=list)
    alone: set[int] = field(default_factory=set)  # claims that say something only together with the question
    dropped: set[int] = field(default_factory=set)
    lead_at: int | None = None
    title_at: int | None = None  # a lead-in that only names what follows ("How to return an item:")


def make_claims(
    answer: str, question: str | None = None, granularity: Granularity = "clause"
) -> tuple[Claim, ...]:
    """Split an answer into claims.

    Args:
        answer: Markdown, JSON or plain text; any string.
        question: what was asked; joined to an answer that says something only together with it ("24", "No.").
        granularity: ``clause`` (default) or ``sentence``.

    Returns:
        Claims in the order of the answer, unchecked kinds included, each with its exact span.
    """
    language = detect(answer) or detect(question or "")
    maker = _Maker(LEXICONS.get(language or "en"), language, granularity)
    found = blocks(answer)
    for block in found:
        _take_block(maker, block)
    if not maker.claims:  # nothing but headings: then they are the answer
        for block in found:
            _take_text(maker, replace(block, kind="prose", heads=()))
    return tuple(_with_question(maker, question))


def states(answer: str) -> bool:
    """Say whether an answer plainly states something; cheaper than its claims. False leaves it open.

    Args:
        answer: any string.
    """
    language = detect(answer)
    pieces = (
        block.view.text[start:end].strip(_EDGE_LEFT + _EDGE_RIGHT)
        for block in blocks(answer)
        if block.kind == "prose" and not block.opens
        for start, end in sentences(block.view.text, language)
    )
    return any(kind_of(piece) == "factual" and len(tokens(piece)) > _SENTENCE for piece in pieces)


def _take_block(maker: _Maker, block: Block) -> None:
    if maker.title_at is not None:  # something stands under it: it is a heading
        maker.dropped.add(maker.title_at)
        maker.title_at = None
    if block.kind in {"prose", "item"}:
        _take_text(maker, block)
    elif block.kind == "heading":
        if _states(maker, block):
            _take_text(maker, block)
        else:
            maker.topics.forget()
    else:
        span = _tight(block.view.text, 0, len(block.view.text))
        text = hung(block, block.text, _lead(maker, block), maker.lexicon)
        maker.topics.forget()
        if span and text:
            maker.claims.append(
                Claim(text, *block.view.origin(*span), citations=_citations(block.view, *span))
            )


def _states(maker: _Maker, block: Block) -> bool:
    """Say whether a heading states something: a subject with its verb, a value after its label."""
    if _VALUE.search(block.text):
        return True
    parsed = _parsed(maker, block.view, 0, len(block.view.text))
    if parsed is None or parsed.low(0) in parsed.lexicon.conditions:
        return False  # "If you are late" limits what stands below it
    return subject_of(parsed, ((0, len(parsed.tokens)),)) is not None


def _take_text(maker: _Maker, block: Block) -> None:
    """Make claims of running text or of a list item."""
    spans = sentences(block.view.text, maker.language)
    for n, (start, end) in enumerate(spans):
        first = len(maker.claims)
        _take_sentence(maker, block, start, end, first=n == 0)
        if block.opens and n == len(spans) - 1 and len(maker.claims) > first:
            _mark_lead(maker, first)
    if not block.opens and block.kind != "item":
        maker.lead_at = None


def _mark_lead(maker: _Maker, first: int) -> None:
    """Remember a lead-in as one claim, to be dropped once something that hangs on it carries its words."""
    last = maker.claims[-1]
    maker.lead_at = None
    if len(maker.claims) - first > 1:
        return
    names = first in maker.alone
    announces = names or is_generic_lead(last.text)
    maker.claims[first] = replace(last, kind="courtesy" if announces else last.kind)
    maker.lead_at = first
    maker.title_at = first if names and is_title(last.text) else None


def _lead(maker: _Maker, block: Block) -> str:
    """Return the lead-in that a block hangs on, in full and with its pronouns resolved; its own claim is dropped."""
    at = maker.lead_at
    if not block.lead or at is None or at >= len(maker.claims):
        return block.lead
    told = maker.claims[at].text
    _, _, tail = block.lead.partition(" ")  # the first word may be a pronoun that is resolved there
    if not told.casefold().endswith((tail or block.lead).casefold()):
        return block.lead
    maker.dropped.add(at)
    return told if len(told) <= _LEAD_LENGTH else block.lead


def _parsed(maker: _Maker, view: View, start: int, end: int) -> Sentence | None:
    return Sentence(view.text, start, end, maker.lexicon) if maker.lexicon else None


def _take_sentence(maker: _Maker, block: Block, start: int, end: int, *, first: bool) -> None:
    """Make the claims of one sentence."""
    parsed = _parsed(maker, block.view, start, end)
    if parsed is None or not parsed.tokens:
        _take_plain(maker, block, start, end, first=first)
        return
    fragment = needs_subject(parsed, item=block.kind == "item")
    hangs = (first and fragment) or rules_all(block, parsed.lexicon)
    carried = hangs and bool(block.lead or block.heads)
    split = maker.granularity == "clause" and not carried
    maker.topics.begin()
    doubt = False
    for clause in split_clauses(parsed) if split else parted(parsed):
        claim = _of_clause(maker, block, parsed, clause)
        if claim is None:
            continue
        doubt = doubt or claim.kind == "hedge"
        if hangs and claim.kind == "factual":
            claim = replace(claim, text=hung(block, claim.text, _lead(maker, block), parsed.lexicon))
        if claim.kind == "factual" and (doubt or is_hedged(claim.text)):
            claim = replace(claim, flags=("hedged",))
        if fragment and not carried and block.kind != "heading" and not _is_sentence(parsed):
            maker.alone.add(len(maker.claims))
        maker.claims.append(claim)
    maker.topics.finish(parsed)


def _of_clause(maker: _Maker, block: Block, parsed: Sentence, clause: Clause) -> Claim | None:
    view = block.view
    low = min(parsed.tokens[a].start for a, _ in clause)
    high = max(parsed.tokens[b - 1].end for _, b in clause)
    span = _tight(view.text, low, high)
    if not span:
        return None
    own = _assembled(maker, parsed, clause)
    kind: Kind = kind_of(view.text[low:high]) if len(clause) == 1 else kind_of(own)
    return Claim(own, *view.origin(*span), kind=kind, citations=_citations(view, *span))


def _is_sentence(parsed: Sentence) -> bool:
    """Say whether words without a verb that the lexicon knows are long enough, and end as a sentence does."""
    last = [token.low for token in parsed.tokens[-3:]]
    return (
        len(parsed.tokens) > _SENTENCE
        and bool(_ENDS_SENTENCE.intersection(last))
        and may_hold_verb(parsed, 0)
    )


def _take_plain(maker: _Maker, block: Block, start: int, end: int, *, first: bool) -> None:
    """Make one claim of a sentence in a language without clause rules; of a refusal and what it hides, two."""
    aside = counted_aside(block.view.text, start, end)
    if aside is not None:
        _take_plain(maker, block, start, aside, first=first)
        start, first = aside, False
    span = _tight(block.view.text, start, end)
    if not span:
        return
    own = squeeze(block.view.text[slice(*span)])
    kind = kind_of(block.view.text[start:end])
    short = len(words(own)) <= _SHORT_DENSE
    if first and (block.lead or (short and block.heads)) and kind == "factual":
        text = hung(block, own, _lead(maker, block), None)
    else:
        text = own
        if short:
            maker.alone.add(len(maker.claims))
    maker.claims.append(
        Claim(text, *block.view.origin(*span), kind=kind, citations=_citations(block.view, *span))
    )


def _assembled(maker: _Maker, parsed: Sentence, clause: Clause) -> str:
    """Return a clause's text with its subject pronoun resolved."""
    swap = maker.topics.swap(parsed, clause)
    parts: list[str] = []
    for n, (a, b) in enumerate(clause):
        if swap and a <= swap.at < b:
            parts += [_slice(parsed, (a, swap.at)), swap.words, _slice(parsed, (swap.at + 1, b))]
        else:
            parts.append(_slice(parsed, (a, b)))
        if n and a == 0 and not swap and parsed.low(0) in parsed.lexicon.determiners:
            parts[-1] = parts[-1][:1].lower() + parts[-1][1:]  # the subject now stands further back
    text = _GAP.sub("", squeeze(" ".join(part for part in parts if part)))
    text = text.strip(_EDGE_LEFT).rstrip(_EDGE_RIGHT)
    opens = clause[0][0] > 0 and text[:1].islower() and _WORD.match(text)
    return text[:1].upper() + text[1:] if opens else text


def _slice(parsed: Sentence, span: Range) -> str:
    a, b = span
    return parsed.text[parsed.tokens[a].start : parsed.tokens[b - 1].end] if b > a else ""


def _tight(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Shrink a span to its words; None where nothing is left."""
    piece = text[start:end]
    left = start + len(piece) - len(piece.lstrip(_EDGE_LEFT))
    right = end - (len(piece) - len(piece.rstrip(_EDGE_RIGHT)))
    return (left, right) if right > left and any(c.isalnum() for c in text[left:right]) else None


def _citations(view: View, start: int, end: int) -> tuple[str, ...]:
    """Return the citation marks inside a span or right behind it (a full stop may stand between)."""
    if not view.citations:
        return ()
    return tuple(mark for at, mark in view.citations if start < at <= end + 1)


def _with_question(maker: _Maker, question: str | None) -> Iterator[Claim]:
    """Yield the claims, those that say something only together with the question joined to it."""
    asked = squeeze(question or "")
    if len(asked) > _QUESTION_LENGTH:
        asked = asked[-_QUESTION_LENGTH:].partition(" ")[2]
    kept = [n for n in range(len(maker.claims)) if n not in maker.dropped]
    joins = bool(asked)
    for n in kept:
        claim = maker.claims[n]
        bare = claim.text.strip(_EDGE_LEFT + _EDGE_RIGHT)
        if claim.kind != "factual":
            yield claim
        elif _YES_NO.fullmatch(bare) or (asked and _ELLIPTICAL.fullmatch(bare)):
            kind: Kind = "factual" if asked or len(kept) == 1 else "courtesy"
            yield replace(claim, text=_joined(asked, bare), kind=kind)
        elif bare.casefold() == "none" and len(kept) == 1 and not _ASKS_FOR_SOME.search(asked):
            yield replace(claim, kind="abstention")
        elif joins and n in maker.alone and len(tokens(bare)) <= _SHORT:
            yield replace(claim, text=_joined(asked, bare))
        else:
            joins = False  # the answer says something by itself: what follows needs no question
            yield claim


def _joined(asked: str, bare: str) -> str:
    if not asked:
        return bare
    return f"{asked} {bare}" if asked.endswith(_QUESTION_MARKS) else f"{asked}? {bare}"


def given_claims(texts: tuple[str, ...], answer: str) -> tuple[Claim, ...]:
    """Return claims given by the user, all factual, anchored where the answer holds their words.

    Args:
        texts: the claims.
        answer: the answer, for the spans; a claim that is not found there has none.
    """
    found = tokens(answer)
    places: list[int] = []
    joined: list[str] = []
    length = 0
    for match in found:
        places.append(length)
        folded = " ".join(words(match.group())) + " "
        joined.append(folded)
        length += len(folded)
    haystack = " " + "".join(joined)
    return tuple(_anchored(text, answer, found, places, haystack) for text in texts)


def _anchored(text: str, answer: str, found: list[re.Match[str]], places: list[int], haystack: str) -> Claim:
    flags = ("hedged",) if is_hedged(text) else ()
    bare = text.strip()
    at = answer.find(bare) if bare else -1
    if at >= 0:
        return Claim(text, at, at + len(bare), flags=flags)
    needle = " ".join(words(text))
    at = haystack.find(f" {needle} ") if needle else -1
    if at < 0:
        return Claim(text, flags=flags)
    first = bisect_right(places, at) - 1
    last = bisect_right(places, at + len(needle) - 1) - 1
    return Claim(text, found[first].start(), found[last].end(), flags=flags)
