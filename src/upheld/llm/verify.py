"""Verdicts on the claims of one answer, whatever the replies are like: each claim ends with one."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from upheld._errors import JudgeError
from upheld._types import Evidence, Inference, Label, Verdict
from upheld.llm.client import TooLongError
from upheld.llm.objects import Read, read_object
from upheld.llm.prompts import PROMPT_VERSION, Prompt, ask_for_verdicts, hash_of, rules_of_verdicts
from upheld.llm.quotes import Places, speaks_of
from upheld.llm.replies import Item, as_item, by_id
from upheld.llm.tokens import tokens_of
from upheld.llm.wire import Reply
from upheld.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from upheld.llm.model import LLM
    from upheld.text.select import ContextIndex

__all__ = ["Question", "Verifier", "chunks_that_fit", "located", "unproven", "verdict_of", "why_useless"]

_AT_ONCE = 25  # claims of one call: more make replies long, and long ones break
_MORE_ROOM = 8  # times the usual length of a reply
_AGAIN = "An earlier reply had no valid verdict for this: keep to the form."
_QUOTE_AGAIN = "An earlier reply had quotes that stand in no chunk: copy them character by character."
_SHARED = 0.6  # of a claim's words that a sentence must hold to be taken for its evidence
_WORD = 5  # characters, with the space
_LEAST_CONTEXT = 100  # tokens: less is no context worth the name
_SMALL = 0.1  # share of a prompt below which its claims are not what makes it too long
_REDUCED = ("context_reduced",)
_MUTE = "all tokens of the reply went into thinking: raise the llm option extra_tokens, or let the model think less"


@dataclass(frozen=True)
class Question:
    """The claims of one answer, and what they are judged by.

    Attributes:
        claims: texts.
        texts: of the chunks.
        question: what was asked.
        index: sentences of the chunks.
        vote: the n-th poll.
    """

    claims: Sequence[str]
    texts: Sequence[str]
    question: str | None
    index: ContextIndex
    vote: int = 0

    @cached_property
    def places(self) -> Places:
        """Where quotes are looked up."""
        return Places(self.texts)


@dataclass
class _State:
    """What is known of the claims of one question so far."""

    question: Question
    items: dict[int, Item] = field(default_factory=dict)
    why: dict[int, str] = field(default_factory=dict)
    budget: int = 0
    reduced: bool = False
    at_once: int = _AT_ONCE

    def give_way(self, asked: Sequence[int], prompt: Prompt) -> bool:
        """Make the next call shorter than one that did not fit: fewer claims, then less of the context; False where neither is left."""
        own = prompt.expected + sum(tokens_of(self.question.claims[n]) for n in asked)
        if len(asked) > 1 and own >= _SMALL * (prompt.tokens + prompt.expected):
            self.at_once = (len(asked) + 1) // 2
            return True
        self.budget = min(self.budget, sum(map(tokens_of, self.question.texts))) // 2
        return self.budget >= _LEAST_CONTEXT

    def fail(self, group: Sequence[int], why: str) -> None:
        self.why.update(dict.fromkeys(group, why))

    def open(self, group: Sequence[int]) -> list[int]:
        return [n for n in group if n not in self.items]


class Verifier:
    """Asks a model for verdicts.

    Args:
        llm: the model.
        inference: how strictly it reads.

    Raises:
        ConfigurationError: the user's rules cannot be read.
    """

    def __init__(self, llm: LLM, inference: Inference) -> None:
        self.llm = llm
        self.rules = rules_of_verdicts(inference, llm.options)
        self.version = f"v{PROMPT_VERSION}-{hash_of(self.rules)}"

    async def verdicts(self, question: Question) -> list[Verdict]:
        """Return one verdict for each claim; ``error`` where the model gave none in the end.

        Args:
            question: what is asked.

        Raises:
            ConfigurationError: no call can succeed, or the limit of cost is reached.
            OutputError: the cache cannot be used.
        """
        state = _State(question, budget=self.llm.options.context_tokens)
        keys = self._keys(question)
        kept = self.llm.kept(keys)
        for n, key in enumerate(keys):
            if key in kept and (item := as_item(kept[key])) is not None:
                state.items[n] = item
        left = state.open(range(len(keys)))
        try:
            for start in range(0, len(left), _AT_ONCE):
                await self._settle(state, left[start : start + _AT_ONCE])
            await self._prove(state, [n for n in left if n in state.items])
        except BaseException:  # the limit of cost, a cancelled run: what was paid for is kept
            left = [n for n in left if n in state.items and self._is_proven(state, n)]
            self._keep(state, keys, left)
            raise
        self._keep(state, keys, left)
        return [self._verdict(state, n) for n in range(len(keys))]

    def _keep(self, state: _State, keys: Sequence[bytes], settled: Sequence[int]) -> None:
        self.llm.keep({keys[n]: state.items[n].plain() for n in settled if n in state.items})

    def _keys(self, question: Question) -> list[bytes]:
        """Return the key of each claim: an answer that changed pays for the claims that changed."""
        common = self.llm.key(self.version, question.question or "", *question.texts).hex()
        budget = str(self.llm.options.context_tokens)
        return [self.llm.key(common, budget, str(question.vote), claim) for claim in question.claims]

    async def _settle(self, state: _State, group: Sequence[int]) -> None:
        """Get a verdict for each claim of a group: ask, ask again for what is missing, then in halves."""
        reply = await self._ask(state, group)
        left = state.open(group)
        if left and reply is not None and not (reply.cut and len(left) > 1):
            reply = await self._ask(state, left, _AGAIN)
            left = state.open(left)
        if len(left) > 1 and reply is not None:
            await self._halve(state, left)

    async def _halve(self, state: _State, group: Sequence[int]) -> None:
        """Ask for each half alone, and so on where that helps: one claim that breaks replies shall not cost the others."""
        middle = (len(group) + 1) // 2
        halves = [group[:middle], group[middle:]]
        for half in halves:
            await self._ask(state, half, _AGAIN)
        if len(state.open(group)) == len(group):
            # No claim in particular breaks the replies: it is chance, or all is lost.
            await self._ask(state, group, _AGAIN)
            return
        for half in halves:
            left = state.open(half)
            if len(left) > 1:
                await self._halve(state, left)
            elif left:
                await self._ask(state, left, _AGAIN)

    async def _prove(self, state: _State, group: Sequence[int]) -> None:
        """Ask once more for verdicts whose quotes stand nowhere; a new verdict counts only with proof."""
        doubtful = [n for n in group if not self._is_proven(state, n)]
        if not doubtful:
            return
        before = {n: state.items.pop(n) for n in doubtful}
        try:
            await self._ask(state, doubtful, _QUOTE_AGAIN)
        finally:
            for n, item in before.items():
                if n not in state.items or not self._is_proven(state, n):
                    state.items[n] = item

    def _is_proven(self, state: _State, n: int) -> bool:
        item = state.items[n]
        question = state.question
        return item.verdict == "not_enough_info" or bool(located(item, question.claims[n], question.places))

    async def _ask(self, state: _State, asked: Sequence[int], note: str = "") -> Reply | None:
        """Ask, in one call where it fits, and take what is sound; None where a call failed, or what can be asked is all asked.

        Returns:
            The reply; of several the first one that was cut off, if there is such.
        """
        found: list[Reply] = []
        rest = list(asked)
        while rest:
            some = rest[: state.at_once]
            prompt = self._prompt(state, some, note)
            try:
                reply = await self._one(state, some, prompt)
            except JudgeError as error:
                if isinstance(error, TooLongError) and state.give_way(some, prompt):
                    continue
                state.fail(rest, str(error))
                return None
            if reply is None:
                return None
            found.append(reply)
            rest = rest[len(some) :]
        return next((reply for reply in found if reply.cut), found[0] if found else None)

    async def _one(self, state: _State, asked: Sequence[int], prompt: Prompt) -> Reply | None:
        """Make one call, and take from its reply what is sound; None where it is in vain to ask again."""
        reply = await self.llm.ask(prompt)
        if reply is not None and reply.cut and not reply.mute and len(asked) == 1:
            reply = await self.llm.ask(prompt, _MORE_ROOM)
        if reply is None:
            state.fail(asked, "dry run: nothing was sent")
            return None
        if reply.mute:
            state.fail(asked, why_useless(reply))
            return None
        read = read_object(reply.text) if reply.usable else Read()
        said = by_id(read)
        for place, n in enumerate(asked, 1):
            item = as_item(said.get(f"c{place}"))
            if item is not None:
                state.items[n] = item
            else:
                state.why[n] = _why_not(reply, read, known=f"c{place}" in said)
        return reply

    def _prompt(self, state: _State, asked: Sequence[int], note: str) -> Prompt:
        question = state.question
        claims = [question.claims[n] for n in asked]
        chunks, reduced = chunks_that_fit(question.index, claims, state.budget)
        state.reduced |= reduced
        return ask_for_verdicts(self.rules, chunks, question.question, claims, note)

    def _verdict(self, state: _State, n: int) -> Verdict:
        item = state.items.get(n)
        if item is None:
            return Verdict("error", reason=state.why[n])
        question = state.question
        proven = verdict_of(item, question.claims[n], question.places, reduced=state.reduced)
        if proven is not None:
            return proven
        verdict = Verdict(item.verdict, reason=item.reason, flags=_REDUCED * state.reduced)
        return unproven(verdict, question.claims[n], question.index, self.llm.options.proof)


def verdict_of(item: Item, claim: str, places: Places, *, reduced: bool) -> Verdict | None:
    """Return the verdict that an item proves; None where its quotes do not stand in the context, or say nothing of the claim.

    Args:
        item: what a model said.
        claim: of which claim.
        places: where its quotes are looked up.
        reduced: the model saw only a part of the context.
    """
    found = located(item, claim, places)
    if item.verdict != "not_enough_info" and not found:
        return None
    evidence = tuple(dict.fromkeys(place for some in found.values() for place in some))
    flags = _flags(item, found) + _REDUCED * reduced
    return Verdict(item.verdict, reason=item.reason, flags=flags, evidence=evidence)


def located(item: Item, claim: str, places: Places) -> dict[str, list[Evidence]]:
    """Return the places of an item's quotes by relation; only those that are there, and share a word with the claim.

    A verdict is proven only by a quote that speaks for it: for ``supported`` one that supports, for ``contradicted`` one
    that contradicts. Without one, nothing is returned.

    Args:
        item: what a model said.
        claim: of which claim.
        places: where to look.
    """
    found: dict[str, list[Evidence]] = {}
    if item.verdict == "not_enough_info":
        return found
    for quote in item.quotes:
        there = places.find(quote.text, quote.chunk)
        if any(speaks_of(claim, place.text) for place in there):
            found.setdefault(quote.relation, []).extend(there)
    needed = ("supports", "part") if item.verdict == "supported" else ("contradicts",)
    return found if any(relation in found for relation in needed) else {}


def _flags(item: Item, evidence: Mapping[str, Sequence[Evidence]]) -> tuple[str, ...]:
    if item.verdict == "supported" and "contradicts" in evidence:
        return ("conflict",)
    if item.verdict == "contradicted" and "supports" in evidence:
        return ("conflict",)
    parts = {place.chunk for place in evidence.get("part", ())}
    joint = item.verdict == "supported" and "supports" not in evidence and len(parts) > 1
    return ("joint_support",) if joint else ()


def unproven(verdict: Verdict, claim: str, index: ContextIndex, proof: str) -> Verdict:
    """Return a verdict whose quotes stand nowhere, with the evidence that we find ourselves, if there is any.

    Args:
        verdict: what the model said.
        claim: text of the claim.
        index: sentences of the chunks.
        proof: ``required`` turns a verdict without evidence into ``not_enough_info``.
    """
    wanted = set(content_words(claim))
    nearest = index.closest(claim, 1).nearest
    unit = index.units[nearest] if nearest >= 0 else None
    place = None
    if unit is not None:
        place = Evidence(unit.chunk, unit.start, unit.end, index.texts[unit.chunk][unit.start : unit.end])
        if wanted and len(wanted.intersection(unit.words)) >= _SHARED * len(wanted):
            return replace(verdict, evidence=(place,), flags=(*verdict.flags, "quote_not_found"))
    label: Label = "not_enough_info" if proof == "required" else verdict.label
    why = "no quote of its own stands in a chunk and speaks of the claim"
    said = f"{verdict.label} without proof: {why}." if proof == "required" else f"unproven: {why}."
    reason = f"{said} {verdict.reason}".strip()
    return replace(verdict, label=label, reason=reason, flags=(*verdict.flags, "unproven"), nearest=place)


def chunks_that_fit(
    index: ContextIndex, claims: Iterable[str], budget: int
) -> tuple[list[tuple[int, str]], bool]:
    """Return the numbers and texts of the chunks; cut down to what is closest to the claims where all is too much.

    Args:
        index: sentences of the chunks.
        claims: those that matter; not looked at where all chunks fit.
        budget: tokens, by estimate.

    Returns:
        The chunks, blank ones left out, and whether something else was left out.
    """
    texts = index.texts
    size = sum(map(tokens_of, texts))
    if size <= budget:
        return [(n, text) for n, text in enumerate(texts) if text.strip()], False
    asked = [*claims]
    left = budget * sum(map(len, texts)) // size  # characters
    words = max(20, left // _WORD // max(1, len(asked)))
    chosen = sorted({at for claim in asked for at in index.premise(claim, words).units})
    parts: dict[int, list[str]] = {}
    for at in chosen:
        unit = index.units[at]
        text = texts[unit.chunk][unit.start : unit.end][: max(0, left)]
        left -= len(text)
        if text:
            parts.setdefault(unit.chunk, []).append(text)
    return [(chunk, "\n[…]\n".join(found)) for chunk, found in parts.items()], True


def why_useless(reply: Reply) -> str:
    """Say why nothing can be read from a reply; empty where something may be.

    Args:
        reply: of a model.
    """
    if reply.problem is not None:
        return reply.problem
    if reply.refused:
        return "the model refused to answer"
    return _MUTE if reply.mute else ""


def _why_not(reply: Reply, read: Read, *, known: bool) -> str:
    """Say why a claim got no verdict from a reply."""
    if useless := why_useless(reply):
        return useless
    if not read.is_json:
        return read.why or "the model's reply was no JSON"
    if known:
        return "the model's verdict was not valid"
    return "the model's reply was cut off" if reply.cut else "the model returned no verdict for this claim"
