"""Claims against a context, by rule: every exact thing of a claim looked up in what the context says of the same thing.

Precision first. A conflict is reported only where the sentence of the context is about what the claim is about (most of
the claim's words), holds one thing of the same kind at the same words, and no closer sentence bears the claim out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from upheld._types import Evidence, Finding
from upheld.checks.computed import apart, follows, per, rate_of
from upheld.checks.counterpart import BOTH, counterpart
from upheld.checks.ends import end_named
from upheld.checks.extract import Extraction, items_in, name_items
from upheld.checks.items import Item
from upheld.checks.keyed import keyed
from upheld.checks.polarity import can_be_opposed, opposites
from upheld.checks.relate import EXACT, Outcome, Tolerance, relate
from upheld.checks.shared_out import given_to
from upheld.checks.weekdays import days_in_names
from upheld.text.language import detect
from upheld.text.polarity import is_negated, stance
from upheld.text.select import ContextIndex, Unit
from upheld.text.words import content_words

__all__ = ["Checker"]

BUDGET = 120  # words of context looked at for one claim: wider than a judge's premise, since a counterpart is one number
SAME_THING = 0.4  # share of the claim's words that a sentence must hold before its number can conflict
IN_TABLE = 0.5  # the same for rows of tables, which share the words of their headers
CLOSER = 0.15  # by which a conflicting sentence must be closer than one that agrees
MAX_DERIVED = 8
AGGREGATED = 24  # characters before an item in which a word of summing up counts
MANY = 50  # items of a claim looked through for others of one kind
LITERALS = frozenset({"phone", "email", "url"})
BARE = frozenset({"number", "money", "percent"})  # kinds of which a number may be that lost its unit
MOST_UNITS = 200  # sentences looked through for one of them
QUALIFIERS = frozenset({"date", "weekdays"})
PREFIX = 5  # letters in which two words must begin alike to count as one
LIKE = 0.5  # share of the claim's words below which a sentence cannot be its opposite

# Words by which a claim tells that it computes: two numbers of the context may make its own.
_COMPUTED = re.compile(
    r"\b(?:total|sum|combined|together|altogether|difference|more|less|fewer|cheaper|higher|lower|longer|shorter|older|younger|larger|"
    r"smaller|bigger|increas\w*|decreas\w*|rose|fell|grew|dropped|saved?|gap|double[ds]?|twice as|half|times as|average|mean|each|than|ago|"
    r"later|earlier|after|before|aged?|old|percentage|share|third|quarter)\b",
    re.IGNORECASE,
)
# Of these, the ones after which a number that stands nowhere is no conflict: it may be computed in a way unknown here.
_AGGREGATE = re.compile(
    r"\b(?:total|sum|combined|together|altogether|difference|average|mean|between them|in all|overall)\b",
    re.IGNORECASE,
)
# What money is told apart by when it is per one of these.
_OF_MONEY = frozenset("hour day week month quarter year night person user seat".split())
_RELATIVE = re.compile(
    r"\b(?:today|tomorrow|yesterday|next|last|later|ago|following|previous|within)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class _Match:
    """One item of the context held against one of the claim."""

    share: float
    unit: Unit
    item: Item
    agrees: bool = False

    @property
    def least(self) -> float:
        """Share from which the unit is about the same thing as the claim."""
        return IN_TABLE if self.unit.tabular else SAME_THING


class Checker:
    """Checks the claims of one sample; extracts each sentence of the context once.

    Args:
        index: the sentences of the chunks.
        tolerance: what may be off.
    """

    def __init__(self, index: ContextIndex, tolerance: Tolerance = EXACT) -> None:
        self._index = index
        self._tolerance = tolerance
        self._extractions: dict[int, Extraction] = {}
        self._items: dict[tuple[int, str], list[Item]] = {}
        self._language = index.language

    def check(self, claim: str, units: Sequence[int] | None = None) -> tuple[Finding, ...]:
        """Return what was found for each exact thing of a claim, in its order.

        Args:
            claim: text of the claim.
            units: indices of the sentences to look at; None: those closest to the claim.
        """
        if stance(claim)[1] is False:
            return ()  # an answer "no" to a question that holds the number: what conflicts speaks for it
        items = items_in(claim, self._language or detect(claim))
        if units is None:
            units = self._index.closest(claim, BUDGET).units
        found: list[Finding] = []
        if items:
            found.extend(self._of_items(claim, items, units))
        found.extend(self._polarity(claim, units))
        found.extend(self._names(claim))
        return tuple(sorted(found, key=lambda f: f.claim_span))

    def _of_items(self, claim: str, items: Sequence[Item], units: Sequence[int]) -> Iterator[Finding]:
        """Look up each item; how much of the claim a sentence holds counts its words and its other items alike."""
        compared = [{at: pairs for at in units if (pairs := self._compared(item, at))} for item in items]
        telling = [at for at in units if any(at in pairs for pairs in compared)]
        wanted = _words_outside(claim, items) if telling else []
        words = {at: self._weighed(wanted, self._index.units[at]) for at in telling}
        borne = {at: [_agreeing(pairs.get(at, ())) is not None for pairs in compared] for at in telling}
        elsewhen = {at: self._elsewhen(items, at) for at in telling}
        sums = {at: sum(borne[at]) for at in telling}
        computed = bool(_COMPUTED.search(claim))
        kinds = Counter(item.kind for item in items[:MANY])
        for n, item in enumerate(items):
            shares = {
                at: (have + sums[at] - borne[at][n]) / (total + len(items) - 1)
                for at, (have, total) in words.items()
                if total + len(items) > 1 and not elsewhen[at] - {n}
            }
            held = [
                match
                for at, pairs in compared[n].items()
                if (match := self._held(claim, item, pairs, at, shares.get(at, 0.0)))
            ]
            yield from self._of_item(
                claim, item, units, held, computed=computed, single=kinds[item.kind] == 1
            )

    def _said_of_another(self, claim: str, item: Item, against: Unit, units: Sequence[int]) -> bool:
        """Say whether another sentence holds the claim's value, and words of the claim that the conflicting one lacks.

        "40 people work in Berlin. The Munich office has 25 employees." says nothing against 40 employees in Berlin.
        """
        wanted = set(content_words(f"{claim[: item.start]} {claim[item.end :]}")).difference(against.words)
        return any(
            not wanted.isdisjoint(self._index.units[at].words)
            and any(_same_value(item, other) for other in self._items_of(at, item.kind))
            for at in units
            if self._index.units[at] is not against
        )

    def _follows(self, claim: str, item: Item, conflict: _Match) -> bool:
        """Say whether the claim's value can be computed from the conflicting sentence: a rate, a product, what is left."""
        rates = rate_of(claim, item), rate_of(conflict.unit.text, conflict.item)
        if (all(rates) and rates[0] != rates[1]) or apart(claim, item, conflict.unit.text, conflict.item):
            return True
        others = [other for other in items_in(claim, self._language) if other.start != item.start]
        beside = items_in(conflict.unit.text, self._language)
        return follows(item, others, beside, rest=conflict.share < BOTH)

    def _compared(self, item: Item, at: int) -> list[tuple[Item, Outcome]]:
        """Compare an item with those of a sentence that are of its kind, or could be."""
        return [(other, relate(item, other, self._tolerance)) for other in self._items_of(at, item.kind)]

    def _of_item(
        self,
        claim: str,
        item: Item,
        units: Sequence[int],
        held: Sequence[_Match],
        *,
        computed: bool,
        single: bool,
    ) -> Iterator[Finding]:
        agrees = max((match for match in held if match.agrees), key=lambda m: m.share, default=None)
        conflict = max((match for match in held if not match.agrees), key=lambda m: m.share, default=None)
        derived = (
            self._derived(item, units)
            if agrees is None and (conflict or computed or item.kind == "percent")
            else None
        )
        if conflict and (
            conflict.share < conflict.least
            or derived
            or _aggregated(claim, item)
            or self._said_of_another(claim, item, conflict.unit, units)
            or self._follows(claim, item, conflict)
        ):
            conflict = None
        if not computed and item.kind != "percent":
            derived = None  # nobody said that it is computed: no conflict, but no proof either
        if conflict and (agrees is None or (single and _overrules(conflict, agrees))):
            yield self._finding(item, "conflicts", conflict)
            if agrees is None or conflict.share > agrees.share + CLOSER:
                return
        agrees = agrees or (self._anywhere(item, units) if conflict is None else None)
        if agrees:
            yield self._finding(item, "agrees", agrees)
        else:
            absent = f"the context does not say {_shown(item)}"
            yield derived or Finding(item.kind, "absent", absent, (item.start, item.end))

    def _held(
        self, claim: str, item: Item, pairs: Sequence[tuple[Item, Outcome]], at: int, share: float
    ) -> _Match | None:
        """Hold a claim's item against the items of one sentence; None where they say nothing of each other."""
        unit = self._index.units[at]
        if period := _period(claim, item):
            pairs = [(other, _per(period, other, outcome, unit.text)) for other, outcome in pairs]
        fitting = _agreeing(pairs)
        if fitting and apart(claim, item, unit.text, fitting):
            return None
        if fitting:
            rivals = [other for other, outcome in pairs if other is fitting or outcome == "conflicts"]
            several = len(rivals) > 1 and not unit.tabular
            other = given_to(claim, item, unit.text, rivals, fitting) if several else None
            return _Match(share, unit, other or fitting, agrees=other is None)
        if _speaks_otherwise(item, unit.text):
            return None
        if not unit.tabular and any(
            _same_value(item, other) for other, outcome in pairs if outcome != "conflicts"
        ):
            return None  # the very number stands there, counted as something else
        rivals = [other for other, outcome in pairs if outcome == "conflicts" or _alike(item, other)]
        other = counterpart(unit.text, item, rivals, claim, share)
        return None if other is None or (other, "conflicts") not in pairs else _Match(share, unit, other)

    def _anywhere(self, item: Item, units: Sequence[int]) -> _Match | None:
        """Look for an address or number that names in sentences that share no word with the claim."""
        if item.kind not in LITERALS:
            return None
        rest = (at for at in range(min(len(self._index.units), MOST_UNITS)) if at not in units)
        found = (
            (at, other)
            for at in rest
            for other in self._items_of(at, item.kind)
            if relate(item, other) == "agrees"
        )
        at, other = next(found, (0, None))
        return None if other is None else _Match(0.0, self._index.units[at], other, agrees=True)

    def _elsewhen(self, items: Sequence[Item], at: int) -> set[int]:
        """Return the claim's dates and days by which a sentence speaks of another time: its numbers measure something else."""
        found: set[int] = set()
        for n, item in enumerate(items):
            if item.kind in QUALIFIERS:
                outcomes = [relate(item, other) for other in self._items_of(at, item.kind)]
                if outcomes and all(outcome == "unknown" for outcome in outcomes):
                    found.add(n)
        return found

    def _items_of(self, at: int, kind: str) -> list[Item]:
        """Return the items of a sentence that one of a kind can be held against."""
        if (at, kind) not in self._items:
            text = self._index.units[at].text
            if at not in self._extractions:
                self._extractions[at] = Extraction(text, self._language)
            kinds = BARE if kind in BARE else {kind}
            found = self._extractions[at].of(kind)
            self._items[at, kind] = (
                [item for item in keyed(text, found) if item.kind in kinds] if found else []
            )
        return self._items[at, kind]

    def _weighed(self, wanted: Sequence[str], unit: Unit) -> tuple[float, float]:
        """Return the weight of the claim's words that a sentence holds, and of all of them, by rarity.

        A sentence that opens with a pronoun is about what the one before it names.
        """
        rarity, unseen = self._index.rarity, self._index.unseen
        held = set(unit.words)
        if unit.follows >= 0:
            held.update(self._index.units[unit.follows].words)
        beginnings = {word[:PREFIX] for word in held if len(word) >= PREFIX}
        have = total = 0.0
        for word in wanted:
            weight = rarity.get(word, unseen)
            total += weight
            if word in held or (len(word) >= PREFIX and word[:PREFIX] in beginnings):
                have += weight
        return have, total

    def _derived(self, item: Item, units: Sequence[int]) -> Finding | None:
        """Look for two numbers of the context whose sum, difference, ratio or share is the claim's number."""
        if item.low is None or item.low != item.high:
            return None
        pool = self._single(item.kind, units)
        same = [(at, other) for at, other in pool if _addable(item, other)][:MAX_DERIVED]
        counts = [(at, other) for at, other in pool if item.kind == "percent" and other.kind == "number"][
            :MAX_DERIVED
        ]
        shares = self._single("percent", units) if item.kind == "number" else []
        parts = [(at, other) for at, other in shares if other.kind == "percent"][:MAX_DERIVED]
        for (at, one), (_, other) in (
            *combinations(same, 2),
            *combinations(counts, 2),
            *product(same, parts),
        ):
            for sign, value in _computed(item, one, other):
                if abs(value - item.low) <= max(item.slack, 1e-9 * abs(item.low)):
                    low, high = sorted((one, other), key=lambda part: part.low or 0.0)
                    left, right = (
                        (high, low) if sign == "−" else (low, high) if sign == "of" else (one, other)
                    )
                    reason = f"{_shown(left)} {sign} {_shown(right)} gives {_shown(item)}"
                    return self._finding(item, "agrees", _Match(1.0, self._index.units[at], one), reason)
        return None

    def _single(self, kind: str, units: Sequence[int]) -> list[tuple[int, Item]]:
        """Return the items of a kind that have one value, each with its sentence."""
        return [
            (at, other)
            for at in units
            for other in self._items_of(at, kind)
            if other.low is not None and other.low == other.high and (kind != "percent" or other.kind in BARE)
        ]

    def _polarity(self, claim: str, units: Sequence[int]) -> Iterator[Finding]:
        """Look for a sentence that says the opposite, and for one that says it all without the opposite.

        The latter in the same chunk means that the denial is about less than the claim ("Tickets are refundable. Tickets
        on sale are not."); in another chunk, that the context is divided.
        """
        mine = set(content_words(claim))
        like = [at for at in units if self._is_like(mine, at)]
        if not like:
            return
        telling = can_be_opposed(claim)
        told = {
            at: list(opposites(claim, self._index.units[at].text))
            for at in like
            if telling or is_negated(self._index.units[at].text)
        }
        if not any(told.values()):
            return
        saying = {
            self._index.units[at].chunk
            for at in like
            if not told.get(at) and mine <= set(self._index.units[at].words)
        }
        seen: set[tuple[int, int]] = set()
        for at, found in told.items():
            unit = self._index.units[at]
            for opposite in found:
                span = (opposite.start, opposite.end)
                if span in seen or unit.chunk in saying:
                    continue
                seen.add(span)
                evidence = Evidence(
                    unit.chunk, unit.start, unit.end, self._index.texts[unit.chunk][unit.start : unit.end]
                )
                yield Finding(opposite.check, "conflicts", opposite.reason, span, evidence)
                if saying:
                    yield Finding(
                        opposite.check, "agrees", "another chunk says it in the same words", span, None
                    )

    def _is_like(self, mine: set[str], at: int) -> bool:
        """Say whether a sentence holds enough of a claim's words to be its opposite; a row of a table says no sentence."""
        unit = self._index.units[at]
        return not unit.tabular and len(mine.intersection(unit.words)) >= LIKE * len(mine)

    def _names(self, claim: str) -> Iterator[Finding]:
        """Look up each name of the claim in the whole context."""
        for item in name_items(claim, self._language):
            if all(word in self._index.rarity for word in item.key.split()):
                yield Finding("name", "agrees", f"the context names {item.text}", (item.start, item.end))
            else:
                yield Finding(
                    "name", "absent", f"the context does not name {item.text}", (item.start, item.end)
                )

    def _finding(self, item: Item, outcome: str, match: _Match, reason: str = "") -> Finding:
        said = reason or f"claim says {_shown(item)}, context says {_shown(match.item)}"
        evidence = _evidence(match, self._index.texts[match.unit.chunk])
        span = (item.start, item.end)
        if item.ending is not None and end_named(item, match.item) is not None:
            span = (item.ending.start, item.end)  # "closes at 18:00" is what "9:00 to 18:00" says
        return Finding(item.kind, "conflicts" if outcome == "conflicts" else "agrees", said, span, evidence)


def _addable(item: Item, other: Item) -> bool:
    """Say whether two of an item's kind can make it by adding: percentages make points, counts need one unit."""
    return other.kind == item.kind and (other.unit == item.unit or item.kind in {"number", "percent"})


def _computed(item: Item, one: Item, other: Item) -> Iterator[tuple[str, float]]:
    """Yield what two numbers give: sum and difference of a kind, the share that one count is of another, that share itself."""
    a, b = one.low or 0.0, other.low or 0.0
    if item.kind == "number" and other.kind == "percent":
        yield "at", a * b / 100
    elif one.kind == item.kind:
        yield "+", a + b
        yield "−", abs(a - b)
    elif a and b:
        yield "of", 100 * min(a, b) / max(a, b)


def _overrules(conflict: _Match, agrees: _Match) -> bool:
    """Say whether a conflict is told although a sentence agrees: it is closer, or another chunk that is as close."""
    if conflict.share > agrees.share + CLOSER:
        return True
    return conflict.share >= BOTH and conflict.unit.chunk != agrees.unit.chunk


def _aggregated(claim: str, item: Item) -> bool:
    """Say whether a word right before an item tells that it sums up others, in a way that may be unknown here."""
    return bool(_AGGREGATE.search(claim, max(0, item.start - AGGREGATED), item.start))


def _period(text: str, item: Item) -> str:
    """Return the period that an amount is per: "month" for "$10 a month"; empty where none is said."""
    found = per(text, item) if item.kind == "money" else ""
    return found if found in _OF_MONEY else ""


def _speaks_otherwise(item: Item, text: str) -> bool:
    """Say whether a sentence tells of a claim's time in a way that cannot be compared: "tomorrow", "Easter Monday"."""
    if item.kind == "weekdays":
        return not days_in_names(text).isdisjoint(item.key)
    return item.kind == "date" and _RELATIVE.search(text) is not None


def _per(period: str, other: Item, outcome: Outcome, text: str) -> Outcome:
    """Amend an outcome of amounts: per month and per year they only conflict where the amount is the same."""
    theirs = _period(text, other)
    if theirs and theirs != period:
        return "conflicts" if outcome == "agrees" else "unknown"
    return outcome


def _agreeing(pairs: Sequence[tuple[Item, Outcome]]) -> Item | None:
    return next((other for other, outcome in pairs if outcome == "agrees"), None)


def _same_value(item: Item, other: Item) -> bool:
    return (
        other.kind == item.kind and other.low is not None and (other.low, other.high) == (item.low, item.high)
    )


def _alike(item: Item, other: Item) -> bool:
    """Say whether two items could measure the same thing, though it cannot be told how they compare."""
    return other.low is not None and other.kind == item.kind and other.unit == item.unit


def _words_outside(text: str, items: Sequence[Item]) -> list[str]:
    """Return the content words of a text that belong to none of its items, nor say which end of a span one is."""
    kept: list[str] = []
    at = 0
    for item in items:
        if item.kind not in {"quote", "label"}:
            kept.append(text[at : item.ending.start if item.ending else item.start])
            at = max(at, item.end)
    left = " ".join([*kept, text[at:]])
    return content_words(left) if left.strip() else []


def _shown(item: Item) -> str:
    return " ".join(item.text.split())


def _evidence(match: _Match, chunk: str) -> Evidence:
    """Return the item's place in its chunk; the whole sentence where cleaning moved its characters."""
    start, end = match.unit.start, match.unit.end
    at = chunk.find(match.item.text, start, end)
    if at >= 0:
        start, end = at, at + len(match.item.text)
    return Evidence(match.unit.chunk, start, end, chunk[start:end])
