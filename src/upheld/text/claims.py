"""Answers to claims by rule: each self-contained, each anchored to its words, none dropped, none invented."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from upheld._types import Claim
from upheld.text.blocks import Block, blocks
from upheld.text.clauses import Clause, Range, split_clauses, subject_of
from upheld.text.kinds import is_generic_lead, is_hedged, kind_of
from upheld.text.language import detect
from upheld.text.lexicon import LEXICONS, Lexicon
from upheld.text.sentences import sentences
from upheld.text.tokens import Sentence
from upheld.text.topics import Topics
from upheld.text.view import View, squeeze
from upheld.text.words import tokens, words

__all__ = ["Granularity", "given_claims", "make_claims"]

Granularity: TypeAlias = Literal["clause", "sentence"]

_EDGE_LEFT = " \t\r\n|,;:"
_EDGE_RIGHT = " \t\r\n|,;:.!。！…"
_SHORT = 12  # words of an answer that may need its question to say something
_SHORT_DENSE = 3
_SENTENCE = 5  # tokens: something longer that ends in a full stop is taken for a sentence
_QUESTION_LENGTH = 400
_YES_NO = re.compile(
    r"(?:yes|no|true|false|correct|incorrect|never|always|sí|si|nunca|siempre|verdadero|falso|ja|nein|nie|immer|wahr|falsch|oui|non|jamais|"
    r"toujours|vrai|faux|sim|não|verdadeiro|はい|いいえ|是|否|不是|是的|да|нет|네|예|아니요|아니오|نعم|لا|हाँ|नहीं|ใช่|ไม่)",
    re.IGNORECASE,
)
_GAP = re.compile(r" (?=['’](?:s|re|m|ll|ve|d)\b)|(?<=\b[lL]['’]) ")
_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*(?: |$)")  # and no "iOS", "e.g."
_GENERIC_HEADS = frozenset("summary answer overview conclusion details introduction notes note resumen zusammenfassung résumé resumo".split())


@dataclass(slots=True)
class _Maker:
    """State while one answer becomes claims."""

    lexicon: Lexicon | None
    language: str | None
    granularity: Granularity
    topics: Topics = field(default_factory=Topics)
    claims: list[Claim] = field(default_factory=list)
    verbless: set[int] = field(default_factory=set)
    dropped: set[int] = field(default_factory=set)
    lead_at: int | None = None


def make_claims(answer: str, question: str | None = None, granularity: Granularity = "clause") -> tuple[Claim, ...]:
    """Split an answer into claims.

    Args:
        answer: Markdown, JSON or plain text; any string.
        question: what was asked; joined to an answer that says something only together with it ("24", "No.").
        granularity: ``clause`` (default) or ``sentence``.

    Returns:
        Claims in the order of the answer, unchecked kinds included, each with its exact span.
    """
    language = detect(answer) or detect(question or "")
    lexicon = LEXICONS.get(language or "en")
    maker = _Maker(lexicon, language, granularity)
    for block in blocks(answer):
        _take_block(maker, block)
    return tuple(_with_question(maker, question))


def _take_block(maker: _Maker, block: Block) -> None:
    if block.kind in {"prose", "item"}:
        _take_text(maker, block)
    elif block.kind == "heading":
        parsed = _sentence(maker, block.view, 0, len(block.view.text))
        if parsed and subject_of(parsed, ((0, len(parsed.tokens)),)):
            _take_text(maker, block)
    else:
        span = _tight(block.view.text, 0, len(block.view.text))
        text = _hung(maker, block, block.text)
        if span and text:
            maker.claims.append(Claim(text, *block.view.origin(*span), citations=_citations(block.view, *span)))


def _take_text(maker: _Maker, block: Block) -> None:
    """Make claims of running text or of a list item."""
    spans = sentences(block.view.text, maker.language)
    for n, (start, end) in enumerate(spans):
        is_lead = block.opens and n == len(spans) - 1
        first = len(maker.claims)
        _take_sentence(maker, block, start, end, hang=n == 0)
        if is_lead and len(maker.claims) > first:
            _mark_lead(maker, first)
    if not block.opens and block.kind != "item":
        maker.lead_at = None


def _mark_lead(maker: _Maker, first: int) -> None:
    """Remember a lead-in as one claim, to be dropped once something that hangs on it carries its words."""
    last = maker.claims[-1]
    start = maker.claims[first].start
    text = " ".join(dict.fromkeys(claim.text for claim in maker.claims[first:]))
    kind = "courtesy" if is_generic_lead(text) else last.kind
    if len(maker.claims) - first == 1:
        maker.claims[first:] = [replace(last, text=text, start=start, kind=kind)]
        maker.lead_at = first
    else:
        maker.lead_at = None


def _sentence(maker: _Maker, view: View, start: int, end: int) -> Sentence | None:
    return Sentence(view.text, start, end, maker.lexicon) if maker.lexicon else None


def _take_sentence(maker: _Maker, block: Block, start: int, end: int, *, hang: bool) -> None:
    view = block.view
    parsed = _sentence(maker, view, start, end)
    if parsed is None or not parsed.tokens:
        _take_plain(maker, block, start, end, hang=hang)
        return
    whole = ((0, len(parsed.tokens)),)
    fragment = _is_fragment(parsed)
    split = maker.granularity == "clause" and not (fragment and hang and (block.lead or block.heads))
    doubt = False
    maker.topics.begin()
    for clause in split_clauses(parsed) if split else [whole]:
        low = min(parsed.tokens[a].start for a, _ in clause)
        high = max(parsed.tokens[b - 1].end for _, b in clause)
        span = _tight(view.text, low, high)
        if not span:
            continue
        own = _assembled(maker, parsed, clause)
        kind = kind_of(own if clause != whole else view.text[start:end])
        doubt = doubt or kind == "hedge"
        text = _hung(maker, block, own) if hang and fragment else own
        flags = ("hedged",) if kind == "factual" and (doubt or is_hedged(own)) else ()
        cited = _citations(view, *span)
        if fragment:
            maker.verbless.add(len(maker.claims))
        maker.claims.append(Claim(text, *view.origin(*span), kind=kind, flags=flags, citations=cited))
    maker.topics.finish(parsed)


def _take_plain(maker: _Maker, block: Block, start: int, end: int, *, hang: bool) -> None:
    """Make one claim of a sentence in a language without clause rules."""
    span = _tight(block.view.text, start, end)
    if not span:
        return
    own = squeeze(block.view.text[slice(*span)])
    kind = kind_of(block.view.text[start:end])
    text = _hung(maker, block, own) if hang and block.lead else own
    if len(words(own)) <= _SHORT_DENSE:
        maker.verbless.add(len(maker.claims))
    cited = _citations(block.view, *span)
    maker.claims.append(Claim(text, *block.view.origin(*span), kind=kind, citations=cited))


def _is_fragment(parsed: Sentence) -> bool:
    """Say whether the words are no sentence: no finite verb that the lexicon knows, and not the length of one."""
    n = len(parsed.tokens)
    if any(parsed.finite(at) or (at and parsed.low(at) in parsed.lexicon.bases) for at in range(n)):
        return False
    return not (n > _SENTENCE and parsed.low(n - 1) in {".", "!"})


def _hung(maker: _Maker, block: Block, own: str) -> str:
    """Carry the lead-in or the headings into what says nothing without them."""
    if block.lead:
        if maker.lead_at is not None and maker.lead_at < len(maker.claims):
            lead = maker.claims[maker.lead_at].text if block.lead in maker.claims[maker.lead_at].text else block.lead
            maker.dropped.add(maker.lead_at)
        else:
            lead = block.lead
        return f"{lead} {own}" if _runs_on(maker, lead) else f"{lead}: {own}"
    heads = [head for head in block.heads if head.casefold() not in _GENERIC_HEADS]
    return f"{', '.join(heads)}: {own}" if heads else own


def _runs_on(maker: _Maker, lead: str) -> bool:
    """Say whether a lead-in ends so that an item completes its sentence ("The plan includes")."""
    lex = maker.lexicon
    last = lead.rsplit(" ", 1)[-1].lower()
    return lex is not None and (last in lex.verbs or last in lex.auxiliaries or last in lex.prepositions or last in _OPENERS)


_OPENERS = frozenset("include contain offer provide cover require need support incluyen contienen".split())


def _assembled(maker: _Maker, parsed: Sentence, clause: Clause) -> str:
    """Return a clause's text with its subject pronoun resolved."""
    swap = maker.topics.swap(parsed, clause)
    parts: list[str] = []
    for a, b in clause:
        if swap and a <= swap.at < b:
            parts += [_slice(parsed, (a, swap.at)), swap.words, _slice(parsed, (swap.at + 1, b))]
        else:
            parts.append(_slice(parsed, (a, b)))
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
    return tuple(mark for at, mark in view.citations if start < at <= end + 1)


def _with_question(maker: _Maker, question: str | None) -> Iterator[Claim]:
    """Yield the claims, those that say something only together with the question joined to it."""
    asked = squeeze(question or "")[-_QUESTION_LENGTH:]
    kept = [n for n in range(len(maker.claims)) if n not in maker.dropped]
    for n in kept:
        claim = maker.claims[n]
        bare = claim.text.strip(_EDGE_LEFT + _EDGE_RIGHT)
        if claim.kind != "factual":
            yield claim
        elif _YES_NO.fullmatch(bare):
            yield replace(claim, text=f"{asked} {bare}") if asked else replace(claim, kind="courtesy" if len(kept) > 1 else "factual")
        elif asked and len(kept) == 1 and n in maker.verbless and len(tokens(bare)) <= _SHORT:
            yield replace(claim, text=f"{asked} {bare}")
        else:
            yield claim


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
