"""Claims made by a model, held against the answer: nothing of it may get lost, nothing be added."""

from __future__ import annotations

import asyncio
import re
from copy import copy
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from upheld._errors import JudgeError
from upheld.decompose._held import ByRule, Made, held, unlike
from upheld.llm.client import TooLongError
from upheld.llm.objects import read_list
from upheld.llm.portal import in_order, portal
from upheld.llm.prompts import PROMPT_VERSION, Prompt, ask_for_claims, hash_of, rules_of_claims
from upheld.llm.quotes import Places
from upheld.llm.replies import as_item, clean
from upheld.llm.tokens import tokens_of
from upheld.llm.verify import chunks_that_fit, verdict_of, why_useless
from upheld.text.claims import given_claims
from upheld.text.closeness import names_of
from upheld.text.kinds import kind_of
from upheld.text.select import ContextIndex

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Sequence

    from upheld._types import Claim, Inference, Kind, Sample
    from upheld.llm.model import LLM

__all__ = ["LLMDecomposer"]

_LONGEST = 2000  # characters of one claim
_BREAK = re.compile(
    r"\n+|(?<=[.!?])\s+|(?<=[。！？])"
)  # between sentences, or what is good enough for two halves
_SHORTEST_PART = 400  # characters: a shorter answer is not what makes a prompt too long
_SMALL = 0.1  # nor is one that is a smaller share of it
_LEAST_CONTEXT = 100  # tokens: less is no context worth the name
_MORE_ROOM = 4  # times the usual length of a reply, after one that was cut off


@dataclass
class _Request:
    """What a model is asked to split.

    Attributes:
        by_rule: the answer.
        texts: of the chunks, where the claims are to be judged too.
        budget: tokens that these may have.
        reduced: they had more.
        why: what is wrong with what came back; empty where nothing is.
    """

    by_rule: ByRule
    texts: Sequence[str]
    budget: int
    reduced: bool = False
    why: str = ""


@dataclass(frozen=True, slots=True)
class _Listed:
    """A list of claims as it came, and what is sound of it."""

    values: list[Any] = field(default_factory=list)
    made: list[Made] = field(default_factory=list)


class LLMDecomposer:
    """Asks a model for the claims of an answer, in one call.

    What the model says is held against the answer. A claim with a number that stands neither in the answer nor in the
    question, or with hardly a word of them, is invented and left out, and so is one that repeats another; a statement of the
    answer that comes back in no claim is added as rules make it, with the flag ``by_rule``; so is all where the model gives
    no sound reply twice.

    An answer that has nothing to check, and one without any context, costs no call.

    Args:
        llm: the model; the one of the judge, to share its cache, meter and limit of cost.
        inference: how strictly to read, where the same call also judges; None: it only splits.

    Raises:
        ConfigurationError: a file that an option names cannot be read.
    """

    def __init__(self, llm: LLM, inference: Inference | None = None) -> None:
        self.llm = llm
        self._judges = inference is not None
        self._rules = rules_of_claims(llm.options, inference)
        self._version = f"v{PROMPT_VERSION}-{hash_of(self._rules)}"
        self._number = 0

    @property
    def signature(self) -> str:
        """Model, granularity, mode and prompt; the temperature where it is not 0."""
        mode = "one_call" if self._judges else "two_calls"
        heat = f"-t{self.llm.temperature:g}" if self.llm.temperature else ""
        return f"llm:{self.llm.name}-{self.llm.options.granularity}-{mode}-{self._version}{heat}"

    def repeated(self, number: int) -> LLMDecomposer:
        """Return the decomposer of one of several extractions: its replies sampled, its number in the key of the cache.

        Args:
            number: of the extraction, from 0.

        Raises:
            ConfigurationError: the user set temperature 0, at which all extractions are alike.
        """
        other = copy(self)
        other.llm, other._number = self.llm.sampled(), number  # noqa: SLF001 - a copy of this
        return other

    def take_counts(self) -> Any:
        """Return what the calls cost since this was asked last, and forget it."""
        return self.llm.take_counts()

    def add_counts(self, counts: Any) -> None:
        """Add what calls in another process cost."""
        self.llm.meter.add(counts)

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader of the report should know of the run so far; the same as the judge's where they share a model."""
        return self.llm.notes

    def decompose(self, sample: Sample) -> tuple[Claim, ...]:
        """Return all claims of the sample's answer, unchecked kinds included; given ones as they are.

        Raises:
            ConfigurationError: no call can succeed, or the limit of cost is reached.
            OutputError: the cache cannot be used.
        """
        return portal().submit(self._claims(sample)).result()

    async def adecompose(self, sample: Sample) -> tuple[Claim, ...]:
        """Do the same without blocking the event loop; cancelling it cancels the call."""
        return await asyncio.wrap_future(portal().submit(self._claims(sample)))

    def decompose_many(
        self, samples: Iterable[Sample]
    ) -> Generator[tuple[Sample, tuple[Claim, ...] | Exception], None, None]:
        """Yield each sample with its claims or its error, in order, with many calls under way."""
        return in_order(self._claims, samples, self.llm.ahead)

    async def _claims(self, sample: Sample) -> tuple[Claim, ...]:
        if sample.claims is not None:
            return given_claims(sample.claims, sample.answer)
        by_rule = ByRule(sample)
        grounded = any(chunk.text.strip() for chunk in sample.contexts)
        if sample.problem is not None or not grounded or not by_rule.states:
            return by_rule.claims
        made = await self._made(by_rule)
        return held(made, by_rule) if made else by_rule.flagged

    async def _made(self, by_rule: ByRule) -> list[Made]:
        """Return the claims of the model; none where it gave none."""
        sample = by_rule.sample
        texts = [chunk.text for chunk in sample.contexts] if self._judges else []
        nth = [f"extraction {self._number}"] if self._number else []
        key = self.llm.key(self._version, sample.question or "", sample.answer, *texts, *nth)
        kept = self.llm.kept([key])
        if key in kept and (made := self._sound(kept[key], by_rule, reduced=False)):
            return unlike(made)
        request = _Request(by_rule, texts, self.llm.options.context_tokens)
        found = await self._listed(request, sample.answer)
        made = unlike(found.made)
        if self.llm.options.dry_run:
            return made
        why = request.why or "no claim was its own"
        if not made:
            self.llm.meter.remarks[f"an answer was split by rule alone: {why}"] += 1
        elif request.why:
            self.llm.meter.remarks[f"a list of claims had to be filled up by rule: {why}"] += 1
        elif not request.reduced:
            self.llm.keep({key: found.values})
        return made

    async def _listed(self, request: _Request, answer: str) -> _Listed:
        """Return what the model lists of an answer, or of a part of one; of an answer that is too long, of its halves."""
        while True:
            prompt = self._prompt(request, answer)
            try:
                return await self._asked(request, prompt)
            except TooLongError as error:
                parts = _halves(answer) if tokens_of(answer) >= _SMALL * prompt.tokens else ()
                if parts:
                    one, other = [await self._listed(request, part) for part in parts]
                    return _Listed(one.values + other.values, one.made + other.made)
                request.budget = min(request.budget, sum(map(tokens_of, request.texts))) // 2
                if request.budget < _LEAST_CONTEXT:
                    request.why = str(error)
                    return _Listed()
            except JudgeError as error:
                request.why = str(error)
                return _Listed()

    async def _asked(self, request: _Request, prompt: Prompt) -> _Listed:
        """Ask, and once more where the list is none or was cut off; return the longer one."""
        longest = _Listed()
        room, why = 1, ""
        for _ in range(2):
            reply = await self.llm.ask(prompt, room)
            if reply is None:
                return longest
            read = read_list(reply.text, "claims") if reply.usable else None
            values, whole = read or ([], False)
            found = _Listed(values, self._sound(values, request.by_rule, reduced=request.reduced))
            if whole and found.made:
                return found
            longest = max(longest, found, key=lambda listed: len(listed.made))
            cut = "it was cut off" if values and not whole else "the model gave no list of its claims"
            why = why_useless(reply) or cut
            room = _MORE_ROOM if reply.cut else 1
            if reply.mute:
                break
        request.why = why
        return longest

    def _prompt(self, request: _Request, answer: str) -> Prompt:
        sample = request.by_rule.sample
        if not self._judges:
            return ask_for_claims(self._rules, answer, sample.question)
        chunks, reduced = chunks_that_fit(
            ContextIndex(request.texts), request.by_rule.texts(), request.budget
        )
        request.reduced |= reduced
        return ask_for_claims(self._rules, answer, sample.question, chunks)

    def _sound(self, values: object, by_rule: ByRule, *, reduced: bool) -> list[Made]:
        """Return what is a claim of this answer in a list that a model made."""
        sample = by_rule.sample
        told = (
            [(text, value) for value in values if (text := _text(value))] if isinstance(values, list) else []
        )
        places = Places([chunk.text for chunk in sample.contexts])
        made: list[Made] = []
        found = given_claims(tuple(text for text, _ in told), sample.answer)
        for claim, (_, value) in zip(found, told, strict=True):
            if claim.start is None and by_rule.invents(claim.text):
                continue
            item = as_item(value) if self._judges else None
            verdict = None if item is None else verdict_of(item, claim.text, places, reduced=reduced)
            made.append(Made(replace(claim, kind=_kind(claim.text, value)), verdict))
        return made


def _halves(answer: str) -> tuple[str, ...]:
    """Return the two parts of an answer, cut between the sentences in its middle; none where it has no middle."""
    starts = [found.end() for found in _BREAK.finditer(answer) if 0 < found.end() < len(answer)]
    if not starts or len(answer) < _SHORTEST_PART:
        return ()
    at = min(starts, key=lambda start: abs(start - len(answer) // 2))
    return answer[:at], answer[at:]


def _text(value: object) -> str:
    """Return the text of one item of the model's list; nothing where it has none."""
    text = value.get("text") if isinstance(value, dict) else value
    return clean(text, _LONGEST) if isinstance(text, str) else ""


def _kind(text: str, value: object) -> Kind:
    """Return the kind of a claim: that of the rules.

    The model is not believed where its word would take facts out of the score, but where it says that the answer declines to
    answer: nobody knows all words for that.
    """
    by_rule = kind_of(text)
    said = value.get("kind") if isinstance(value, dict) else None
    if by_rule != "factual" or said != "abstention":
        return by_rule
    exact = any(char.isdigit() for char in text) or names_of(text)
    return "factual" if exact else "abstention"
