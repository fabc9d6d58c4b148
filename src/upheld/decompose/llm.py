"""Claims made by a model, held against the answer: nothing of it may get lost, nothing be added."""

from __future__ import annotations

import asyncio
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast, get_args

from upheld._errors import JudgeError
from upheld._types import Claim, Kind, Verdict
from upheld.llm.portal import in_order, portal
from upheld.llm.prompts import PROMPT_VERSION, Prompt, ask_for_claims, hash_of, rules_of_claims
from upheld.llm.quotes import Places
from upheld.llm.replies import as_item, clean, read_list
from upheld.llm.verify import chunks_that_fit, verdict_of
from upheld.text.claims import given_claims, make_claims, states
from upheld.text.closeness import names_of
from upheld.text.kinds import kind_of
from upheld.text.select import ContextIndex
from upheld.text.words import content_words, is_number

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence

    from upheld._types import Inference, Sample
    from upheld.llm.model import LLM

__all__ = ["LLMDecomposer"]

_KINDS = frozenset(get_args(Kind))
_COVERED = 0.6  # share of a statement's words that must come back in the claims
_LONGEST = 2000  # characters of one claim
_BY_RULE = "by_rule"


@dataclass(frozen=True, slots=True)
class _Made:
    """One claim as the model gave it, with its verdict where that was asked for and holds."""

    text: str
    kind: Kind
    verdict: Verdict | None = None


@dataclass
class _ByRule:
    """What rules make of an answer, made where it is needed: mostly the model's claims say all of it.

    Args:
        sample: with the answer.
    """

    sample: Sample

    @property
    def states(self) -> bool:
        """Say whether the answer has anything to check."""
        return states(self.sample.answer) or any(claim.kind == "factual" for claim in self.claims)

    @cached_property
    def claims(self) -> tuple[Claim, ...]:
        """The claims, of all kinds."""
        return make_claims(self.sample.answer, self.sample.question)

    def texts(self) -> Iterator[str]:
        """Yield the text of each claim."""
        for claim in self.claims:
            yield claim.text

    @cached_property
    def words(self) -> list[set[str]]:
        """Content words of each."""
        return [set(content_words(claim.text)) for claim in self.claims]


class LLMDecomposer:
    """Asks a model for the claims of an answer, in one call.

    What the model says is held against the answer. A claim with a number that stands neither in the answer nor in the
    question is invented and left out; a statement of the answer that comes back in no claim is added as rules make it,
    with the flag ``by_rule``; so is all where the model gives no sound reply twice.

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
        by_rule = _ByRule(sample)
        grounded = any(chunk.text.strip() for chunk in sample.contexts)
        if sample.problem is not None or not grounded or not by_rule.states:
            return by_rule.claims
        made = await self._made(sample, by_rule)
        return _settled(made, by_rule, sample)

    async def _made(self, sample: Sample, by_rule: _ByRule) -> list[_Made]:
        """Return the claims of the model; none where it gave none twice."""
        texts = [chunk.text for chunk in sample.contexts] if self._judges else []
        nth = [f"extraction {self._number}"] if self._number else []
        key = self.llm.key(self._version, sample.question or "", sample.answer, *texts, *nth)
        kept = self.llm.kept([key])
        if key in kept and (made := self._sound(kept[key], sample, reduced=False)):
            return made
        prompt, reduced = self._prompt(sample, texts, by_rule)
        for _ in range(2):
            try:
                reply = await self.llm.ask(prompt)
            except JudgeError:
                return []
            if reply is None:
                return []
            read = read_list(reply.text, "claims") if reply.usable else None
            if read is not None and (made := self._sound(read[0], sample, reduced=reduced)):
                if read[1] and not reduced:
                    self.llm.keep({key: read[0]})
                return made
        return []

    def _prompt(self, sample: Sample, texts: Sequence[str], by_rule: _ByRule) -> tuple[Prompt, bool]:
        if not self._judges:
            return ask_for_claims(self._rules, sample.answer, sample.question), False
        budget = self.llm.options.context_tokens
        chunks, reduced = chunks_that_fit(ContextIndex(texts), by_rule.texts(), budget)
        return ask_for_claims(self._rules, sample.answer, sample.question, chunks), reduced

    def _sound(self, values: Sequence[Any], sample: Sample, *, reduced: bool) -> list[_Made]:
        """Return what is a claim, and not invented, of a list that a model made."""
        said = set(content_words(f"{sample.answer} {sample.question or ''}"))
        places = Places([chunk.text for chunk in sample.contexts])
        made = []
        for value in values if isinstance(values, list) else ():
            text = value.get("text") if isinstance(value, dict) else None
            if not isinstance(text, str) or not (text := clean(text, _LONGEST)):
                continue
            if any(is_number(word) and word not in said for word in content_words(text)):
                continue
            item = as_item(value) if self._judges else None
            verdict = None if item is None else verdict_of(item, places, reduced=reduced)
            made.append(_Made(text, _kind(text, value.get("kind")), verdict))
        return made


def _kind(text: str, said: object) -> Kind:
    """Return the kind of a claim. The model is not believed where its word would take facts out of the score."""
    by_rule = kind_of(text)
    if by_rule != "factual" or said not in _KINDS or said == "factual":
        return by_rule
    exact = any(char.isdigit() for char in text) or names_of(text)
    return "factual" if exact else cast("Kind", said)


def _settled(made: Sequence[_Made], by_rule: _ByRule, sample: Sample) -> tuple[Claim, ...]:
    """Anchor the model's claims in the answer, and add what they leave out."""
    spoken = {word for one in made for word in content_words(one.text)}
    found = given_claims(tuple(one.text for one in made), sample.answer)
    claims = [
        replace(
            _anchored(claim, by_rule),
            kind=one.kind,
            verdict=one.verdict if one.kind == "factual" else None,
        )
        for claim, one in zip(found, made, strict=True)
    ]
    return _in_order(claims, _left_out(by_rule, spoken))


def _left_out(by_rule: _ByRule, spoken: set[str]) -> list[Claim]:
    """Return the statements of the answer that come back in no claim of the model."""
    if spoken.issuperset(content_words(by_rule.sample.answer)):
        return []
    return [
        replace(claim, flags=(*claim.flags, _BY_RULE))
        for claim, its in zip(by_rule.claims, by_rule.words, strict=True)
        if claim.kind == "factual" and not _covered(its, spoken)
    ]


def _covered(words: set[str], spoken: set[str]) -> bool:
    numbers = {word for word in words if is_number(word)}
    return numbers <= spoken and len(words & spoken) >= _COVERED * len(words)


def _anchored(claim: Claim, by_rule: _ByRule) -> Claim:
    """Return a claim with its span: where its words stand, else that of the statement it shares most with."""
    if claim.start is not None or not by_rule.claims:
        return claim
    mine = set(content_words(claim.text))
    shared = [len(mine & its) / (1 + len(its - mine)) for its in by_rule.words]
    best = max(range(len(shared)), key=shared.__getitem__)
    if not shared[best]:
        return claim
    nearest = by_rule.claims[best]
    return replace(claim, start=nearest.start, end=nearest.end, citations=nearest.citations)


def _in_order(claims: Sequence[Claim], added: Sequence[Claim]) -> tuple[Claim, ...]:
    """Put claims in where they stand in the answer, the others staying in the order of the model."""
    out = list(claims)
    for claim in added:
        behind = [n for n, other in enumerate(out) if (other.start or 0) > (claim.start or 0)]
        out.insert(behind[0] if behind else len(out), claim)
    return tuple(out)
