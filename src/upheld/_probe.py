"""Probing a judge without labels: readers, planting and pipeline joined."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, islice, zip_longest
from typing import TYPE_CHECKING, Any

from upheld._api import Run, drawn, read_samples
from upheld._errors import ConfigurationError, InputError
from upheld._report.places import file_of, named, without_place
from upheld._report.probed import VERBATIM, Origin, ProbeCase, ProbeReport
from upheld._types import Sample, Verdict
from upheld.decompose.rules import RuleDecomposer
from upheld.judges import DEFAULT_JUDGE, Judge, resolve_judge
from upheld.judges._asking import models_of
from upheld.llm.options import LLMOptions, as_options
from upheld.metrics.faithfulness import is_blank
from upheld.planting import FAULTS, PARAPHRASES, Document, Planted, paraphrase, plant
from upheld.text.claims import make_claims
from upheld.text.select import ContextIndex

if TYPE_CHECKING:
    from collections.abc import Callable

    from upheld._api import Source
    from upheld._types import CheckMode, Claim, Inference
    from upheld.decompose import Decomposer

__all__ = ["probe"]

_SAMPLES = 8  # samples drawn for material, for each case of a kind
_ANSWERS = 2  # of those, samples whose answers are judged first
_SENTENCES = 30  # sentences drawn from the chunks of one sample, and claims from its answer
_OTHERS = 40  # sentences of other samples that a document is set against
_SHORTEST, _LONGEST = 5, 45  # words of a claim that is material
_LIKELY = 0.75  # P(supported) from which a claim of an answer is material
_TOGETHER = 12  # claims of one sample that are asked in one task


@dataclass(frozen=True, slots=True)
class _Material:
    """A supported text: where it comes from, and whether it says more than one thing."""

    place: int
    text: str
    origin: Origin
    many: bool = False


@dataclass(frozen=True, slots=True)
class _Draft:
    """A case that has no verdict yet, with the place of its sample."""

    place: int
    case: ProbeCase


def probe(
    source: Source,
    judge: str | Judge = DEFAULT_JUDGE,
    *,
    per_kind: int = 50,
    seed: int = 0,
    dry_run: bool = False,
    inference: Inference = "entailed",
    checks: CheckMode = "veto",
    tolerance: Mapping[str, str] | None = None,
    decomposer: str | Decomposer | None = None,
    extractions: int = 1,
    llm: LLMOptions | Mapping[str, Any] | None = None,
    format: str | None = None,  # noqa: A002 - the word users know
    mapping: Mapping[str, str] | None = None,
    encoding: str | None = None,
    limit: int | None = None,
    jobs: int = 1,
    notify: Callable[[str], None] | None = None,
) -> ProbeReport:
    """Measure a judge without labels: plant faults into supported claims, say others in other words, and ask.

    Supported are the claims of the answers that this judge supports with a high probability, and the sentences of the
    chunks themselves. At most eight samples for each case of a kind are drawn, and the answers of two are judged first.

    Args:
        source: a path, ``-`` for standard input, a list of paths, or an iterable of records or `Sample` objects.
        judge: name of a judge, or a `Judge`.
        per_kind: most cases of each kind.
        seed: of all draws.
        dry_run: make the cases of the chunks, and make no call to a model; `notify` is told what would be sent. A judge that is
            no model is not asked.
        inference: as for `evaluate`.
        checks: as for `evaluate`.
        tolerance: as for `evaluate`.
        decomposer: as for `evaluate`; makes the claims of the answers that are judged first.
        extractions: as for `evaluate`.
        llm: as for `evaluate`.
        format: as for `evaluate`.
        mapping: as for `evaluate`.
        encoding: as for `evaluate`.
        limit: take the first so many samples.
        jobs: as for `evaluate`.
        notify: called with what the readers found, and before the judge is asked with how many claims, in words.

    Returns:
        The report. ``print`` shows it, ``to_dict()`` is JSON-ready. Where the contexts give no case, its ``nothing`` says why.

    Raises:
        ConfigurationError: an option is wrong.
        InputError: the source cannot be read, or no sample has a context to make cases of.

    Example:
        >>> report = probe([{"answer": "", "contexts": ["The shop in the old town is open on Monday."]}], "lexical")
        >>> [(kind.kind, kind.n, kind.flagged) for kind in report.kinds if kind.n]
        [('weekday', 1, 1), ('negation', 1, 1), ('relation', 1, 1), ('verbatim', 1, 0)]
    """
    for name, value, least in (("per_kind", per_kind, 1), ("limit", limit, 0), ("seed", seed, None)):
        whole = isinstance(value, int) and not isinstance(value, bool)
        if value is not None and (not whole or (least is not None and value < least)):
            msg = f'"{name}" must be a whole number{"" if least is None else f", at least {least}"}: {value!r:.80}'
            raise ConfigurationError(msg)
    options = as_options(llm)
    if dry_run:
        options, jobs = replace(options, dry_run=True), 1
    scoring: dict[str, Any] = {
        "inference": inference,
        "checks": checks,
        "tolerance": tolerance,
        "decomposer": decomposer,
        "extractions": extractions,
        "llm": options,
        "jobs": jobs,
    }
    asked = resolve_judge(judge, inference, options)
    report = ProbeReport(Run([], judge=asked, **scoring).signature, seed, per_kind, dry_run=dry_run)
    samples = read_samples(source, format=format, mapping=mapping, encoding=encoding, notify=notify)
    chosen = drawn(_usable(islice(samples, limit), report), _SAMPLES * per_kind, seed)
    if not chosen:
        raise InputError(_nothing(report))
    probing = _Probing(chosen, asked, scoring, report, notify or (lambda _text: None))
    probing.run(dry_run=dry_run)
    return report


def _usable(samples: Iterable[Sample], report: ProbeReport) -> Iterator[Sample]:
    """Yield the samples that have a context; the others are counted."""
    for sample in samples:
        if sample.problem is not None:
            report.unread += 1
            why = f"{sample.source or 'a row'}: {without_place(sample.problem, sample.source)}"
            report.first_unread = report.first_unread or why
        elif all(is_blank(chunk.text) for chunk in sample.contexts):
            report.without_context += 1
        else:
            yield sample


def _nothing(report: ProbeReport) -> str:
    why = [
        f"{report.without_context} have no context" if report.without_context else "",
        f"{report.unread} could not be read, the first: {report.first_unread}" if report.unread else "",
    ]
    said = "; ".join(filter(None, why)) or "there is none"
    return f"no sample to make cases of: {said}; a probe needs samples with contexts"


class _Probing:
    """One probe: material, cases, verdicts."""

    def __init__(
        self,
        samples: Sequence[Sample],
        judge: Judge,
        scoring: Mapping[str, Any],
        report: ProbeReport,
        notify: Callable[[str], None],
    ) -> None:
        self._samples = samples
        self._judge = judge
        self._scoring = scoring
        self._report = report
        self._notify = notify
        self._documents: dict[int, Document] = {}
        self._several = len({file_of(sample.source) for sample in samples}) > 1
        report.samples = len(samples)

    def run(self, *, dry_run: bool) -> None:
        """Fill the report."""
        own = self._own() if models_of(self._judge) or not dry_run else []
        report = self._report
        report.answers = self._answer_claims
        report.sentences = sum(not item.many for item in self._of_chunks)
        drafts = self._drafts(own)
        if not drafts:
            report.nothing = self._nothing(dry_run=dry_run)
            return
        if dry_run:
            report.cases = [draft.case for draft in drafts]
            if models_of(self._judge):
                self._judged(drafts)  # for its count of what would be sent
            return
        self._notify(
            f"asking {report.judge} about {len(drafts)} claims with planted faults or in other words"
        )
        report.cases = self._judged(drafts)

    def _nothing(self, *, dry_run: bool) -> str:
        """Say why no case could be made, and what would help."""
        length = f"{_SHORTEST} to {_LONGEST} words"
        found = sum(map(len, self._sentences))
        what = (
            f"none of the {found} sentences of the chunks is a statement of {length} that a rule can change"
        )
        what = what if found else "the chunks hold no sentence"
        supported = self._report.supported or "none"
        own = f"of the {self._answer_claims} claims of the answers the judge supports {supported} of that length"
        own = "a dry run asks about no answer" if dry_run else own
        return f"no material to plant faults into: {what}, and {own}; give samples with whole sentences in their contexts"

    @cached_property
    def _answered(self) -> list[tuple[int, Sample]]:
        """The samples whose answers are judged, with their places."""
        count = min(len(self._samples), _ANSWERS * self._report.per_kind)
        places = sorted(self._rng("answers").sample(range(len(self._samples)), count))
        found = [(n, self._samples[n]) for n in places]
        return [(n, sample) for n, sample in found if sample.claims or not is_blank(sample.answer)]

    @cached_property
    def _answer_claims(self) -> int:
        """How many claims these answers have for a judge."""
        claims = (RuleDecomposer().decompose(sample) for _, sample in self._answered)
        return sum(claim.kind == "factual" for made in claims for claim in made)

    def _own(self) -> list[_Material]:
        """Judge the answers, and return the claims that the judge supports."""
        if not self._answer_claims:
            return []
        told = f"{self._answer_claims} claims of {len(self._answered)} answers"
        self._notify(f"asking {self._report.judge} about {told}, to see which it supports")
        found = []
        results = Run([sample for _, sample in self._answered], judge=self._judge, **self._scoring)
        for (place, _), result in zip(self._answered, results, strict=True):
            good = [c.text for c in result.claims if _is_material(c)]
            taken = self._rng(f"claims {place}").sample(good, min(len(good), _SENTENCES))
            found += [_Material(place, text, "answer") for text in taken]
            self._report.supported += len(good)
        return found

    @cached_property
    def _sentences(self) -> list[list[str]]:
        """The sentences of each sample's chunks, then the headings they stand under."""
        return [_sentences_of(index) for index in self._indexes]

    @cached_property
    def _indexes(self) -> list[ContextIndex]:
        return [ContextIndex([chunk.text for chunk in sample.contexts]) for sample in self._samples]

    @cached_property
    def _of_chunks(self) -> list[_Material]:
        """Sentences of the chunks as claims; those that say more than one thing as they are. A chunk met twice counts once."""
        rng = self._rng("sentences")
        found: dict[str, _Material] = {}
        for place, sentences in enumerate(self._sentences):
            for sentence in rng.sample(sentences, min(len(sentences), _SENTENCES)):
                if sentence not in found and _fits(sentence):
                    claims = [c.text for c in make_claims(sentence, None) if c.kind == "factual"]
                    if len(claims) == 1 and _fits(claims[0]):
                        found[sentence] = _Material(place, claims[0], "chunk")
                    elif len(claims) > 1:
                        found[sentence] = _Material(place, sentence, "chunk", many=True)
        return [*found.values()]

    def _document(self, place: int) -> Document:
        """Return the context of a sample, set against sentences of others that do not stand in it."""
        if place not in self._documents:
            own = self._sentences[place]
            rng = self._rng(f"others {place}")
            language = self._indexes[place].language
            elsewhere = [
                n for n, index in enumerate(self._indexes) if n != place and index.language == language
            ]
            near = rng.sample(elsewhere, min(len(elsewhere), _OTHERS))
            held = set(own)
            others = [
                s for n in near for s in rng.sample(self._sentences[n], min(4, len(self._sentences[n])))
            ]
            self._documents[place] = Document(own, [s for s in dict.fromkeys(others) if s not in held])
        return self._documents[place]

    def _drafts(self, own: Sequence[_Material]) -> list[_Draft]:
        """Make the cases of every kind."""
        single = [item for item in self._of_chunks if not item.many]
        many = [item for item in self._of_chunks if item.many]
        drafts: list[_Draft] = []
        for kind in (*FAULTS, VERBATIM, *PARAPHRASES):
            sources = (many,) if kind == "clause" else (single,) if kind == VERBATIM else (own, single)
            drafts += islice(self._made(kind, self._mixed(kind, sources)), self._report.per_kind)
        return drafts

    def _mixed(self, kind: str, sources: Sequence[Sequence[_Material]]) -> Iterator[_Material]:
        """Yield material in an order of chance, in turns from each source."""
        rng = self._rng(f"order {kind}")
        shuffled = [rng.sample(source, len(source)) for source in sources]
        return (item for item in chain.from_iterable(zip_longest(*shuffled)) if item is not None)

    def _made(self, kind: str, material: Iterable[_Material]) -> Iterator[_Draft]:
        """Yield the cases of one kind, each original and each claim once."""
        rng = self._rng(kind)
        met: set[str] = set()
        for item in material:
            if item.text in met:
                continue
            made = self._changed(kind, item, rng)
            if made is not None and made.text not in met:
                met |= {item.text, made.text}
                sample = self._samples[item.place]
                name = named(sample.id, sample.source, several=self._several) or f"sample {item.place + 1}"
                case = ProbeCase(kind, made.text, item.text, made.was, made.now, item.origin, name)
                yield _Draft(item.place, case)

    def _changed(self, kind: str, item: _Material, rng: random.Random) -> Planted | None:
        if kind == VERBATIM:
            return Planted(kind, item.text)
        if kind in FAULTS:
            return plant(kind, item.text, self._document(item.place), rng)
        return paraphrase(kind, item.text, rng)

    def _judged(self, drafts: Sequence[_Draft]) -> list[ProbeCase]:
        """Ask the judge about all cases, and return them in order with their verdicts."""
        tasks = _tasks(drafts)
        samples = [
            replace(
                self._samples[drafts[task[0]].place],
                answer="",
                claims=tuple(drafts[n].case.claim for n in task),
            )
            for task in tasks
        ]
        cases = [draft.case for draft in drafts]
        run = Run(samples, judge=self._judge, notify=self._notify, **self._scoring)
        for task, result in zip(tasks, run, strict=True):
            given = [claim.verdict for claim in result.claims]
            for n, verdict in zip_longest(task, given[: len(task)]):
                cases[n] = replace(cases[n], verdict=verdict or Verdict("error", reason=result.reason))
        return cases

    def _rng(self, what: str) -> random.Random:
        """Return the source of chance of one part, so that no part changes another."""
        return random.Random(f"{self._report.seed}/{what}")  # noqa: S311 - a reproducible draw, no secret


def _tasks(drafts: Sequence[_Draft]) -> list[list[int]]:
    """Put the cases of a sample together, but never two of one original: side by side they would tell on each other."""
    tasks: list[list[int]] = []
    open_tasks: dict[int, list[list[int]]] = {}
    for n, draft in enumerate(drafts):
        mine = open_tasks.setdefault(draft.place, [])
        for task in mine:
            if len(task) < _TOGETHER and all(drafts[m].case.original != draft.case.original for m in task):
                task.append(n)
                break
        else:
            mine.append([n])
            tasks.append(mine[-1])
    return tasks


def _sentences_of(index: ContextIndex) -> list[str]:
    heads = dict.fromkeys(unit.heads for unit in index.units if unit.heads)
    return [*(unit.text for unit in index.units), *heads]


def _fits(text: str) -> bool:
    return _SHORTEST <= len(text.split()) <= _LONGEST and "://" not in text


def _is_material(claim: Claim) -> bool:
    verdict = claim.verdict
    if verdict is None or verdict.label != "supported" or not _fits(claim.text):
        return False
    return verdict.probability is None or verdict.probability >= _LIKELY
