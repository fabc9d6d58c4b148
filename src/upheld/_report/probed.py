"""The outcome of a probe: what a judge said of claims with a planted fault, and of supported claims in other words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from upheld._types import SCHEMA_VERSION
from upheld.planting import FAULTS, PARAPHRASES
from upheld.stats import Interval, mean_interval

if TYPE_CHECKING:
    from upheld._types import Verdict

__all__ = ["ENOUGH", "VERBATIM", "KindRate", "MeanRate", "ProbeCase", "ProbeReport"]

ENOUGH: Final = 5
"""Cases with a verdict from which a kind has a rate."""

VERBATIM: Final = "verbatim"
"""The kind of an untouched sentence of a chunk."""

Origin: TypeAlias = Literal["answer", "chunk"]


@dataclass(frozen=True, slots=True)
class ProbeCase:
    """One claim that the judge was asked about.

    Attributes:
        kind: of the fault or paraphrase; ``verbatim`` for an untouched sentence.
        claim: as the judge got it.
        original: what it was made from; supported.
        was: piece of the original that was replaced; empty where there is no single one.
        now: piece that stands there now.
        origin: ``answer``: a claim that the judge itself supports; ``chunk``: a sentence of the context.
        sample: id or place of the sample whose chunks it is judged against.
        verdict: what the judge said; None where it was not asked.
    """

    kind: str
    claim: str
    original: str
    was: str
    now: str
    origin: Origin
    sample: str
    verdict: Verdict | None = None

    @property
    def fault(self) -> bool:
        """Whether it should not be supported."""
        return self.kind in FAULTS

    @property
    def flagged(self) -> bool:
        """Whether the judge said that it is not supported."""
        return self.verdict is not None and self.verdict.label in {"contradicted", "not_enough_info"}

    @property
    def text_changed(self) -> bool:
        """Whether the judge got another text than the original."""
        return self.claim != self.original

    @property
    def probability(self) -> float:
        """P(supported); 1 or 0 by the verdict where the judge gives none."""
        if self.verdict is None or self.verdict.probability is None:
            return 0.0 if self.flagged else 1.0
        return self.verdict.probability


@dataclass(frozen=True, slots=True)
class KindRate:
    """The cases of one kind.

    Attributes:
        kind: name of the kind.
        fault: True: the rate is of detection; False: of false alarms.
        n: cases made.
        judged: cases with a verdict.
        errors: cases on which the judge failed; in no rate.
        flagged: verdicts that are not supported.
        contradicted: those of them that are contradicted.
    """

    kind: str
    fault: bool
    n: int
    judged: int
    errors: int
    flagged: int
    contradicted: int

    @property
    def rate(self) -> float | None:
        """Share of the verdicts that are not supported; None where there are fewer than `ENOUGH`."""
        return self.flagged / self.judged if self.judged >= ENOUGH else None

    @property
    def interval(self) -> Interval | None:
        """95 % interval of the rate."""
        return None if self.rate is None else mean_interval(self.judged, self.flagged, self.flagged)


@dataclass(frozen=True, slots=True)
class MeanRate:
    """The mean of the rates of several kinds, each with the same weight.

    Attributes:
        mean: in [0, 1].
        interval: 95 %.
        kinds: how many kinds are in it.
    """

    mean: float
    interval: Interval
    kinds: int


@dataclass
class ProbeReport:
    """How a judge did on planted faults and paraphrases, made by `upheld.probe`.

    Attributes:
        signature: what produced the verdicts.
        seed: of all draws.
        per_kind: most cases of a kind.
        samples: samples whose contexts were used.
        unread: samples that could not be read.
        first_unread: where the first of them stands, and why.
        without_context: samples that have no context.
        answers: claims of answers that are judged first.
        supported: those of them that the judge supports with a high probability; they are material.
        sentences: sentences of chunks that are material.
        dry_run: whether the judge was not to be asked.
        nothing: why there is no case, and what to do; empty where there are cases.
        cases: all cases.
    """

    signature: str
    seed: int
    per_kind: int
    samples: int = 0
    unread: int = 0
    first_unread: str = ""
    without_context: int = 0
    answers: int = 0
    supported: int = 0
    sentences: int = 0
    dry_run: bool = False
    nothing: str = ""
    cases: list[ProbeCase] = field(default_factory=list)

    @property
    def judge(self) -> str:
        """Signature of the judge alone."""
        return self.signature.partition("|")[0].removeprefix("judge:")

    @property
    def judged(self) -> int:
        """Cases with a verdict."""
        return sum(kind.judged for kind in self.kinds)

    @property
    def errors(self) -> int:
        """Cases on which the judge failed."""
        return sum(kind.errors for kind in self.kinds)

    @property
    def asked(self) -> bool:
        """Whether the judge was asked at all: not after a dry run."""
        return any(case.verdict is not None for case in self.cases)

    @cached_property
    def kinds(self) -> list[KindRate]:
        """The figures of every kind, faults first; read once all verdicts are in."""
        by_kind: dict[str, list[ProbeCase]] = {kind: [] for kind in (*FAULTS, VERBATIM, *PARAPHRASES)}
        for case in self.cases:
            by_kind[case.kind].append(case)
        return [_rate(kind, cases) for kind, cases in by_kind.items()]

    @property
    def detection(self) -> MeanRate | None:
        """Mean rate of detection over the kinds of faults with enough cases; None where there is none."""
        return _mean([kind for kind in self.kinds if kind.fault])

    @property
    def false_alarms(self) -> MeanRate | None:
        """Mean rate of false alarms over the kinds of paraphrases with enough cases; None where there is none."""
        return _mean([kind for kind in self.kinds if not kind.fault])

    def examples(self, kind: KindRate, count: int) -> list[ProbeCase]:
        """Return the cases of a kind that the judge got wrong, those it was surest of first.

        Args:
            kind: one of `kinds`.
            count: most cases to return.
        """
        cases = [case for case in self.cases if case.kind == kind.kind]
        wrong = [c for c in cases if c.verdict and c.verdict.label != "error" and c.flagged != c.fault]
        return sorted(wrong, key=lambda c: -c.probability if c.fault else c.probability)[:count]

    def remarks(self) -> list[str]:
        """Return what a reader of the figures must know, in words."""
        if self.nothing:
            return [self.nothing]
        found = [
            "faults and paraphrases are made by rule: they show what a judge cannot see, not how often answers have such faults"
        ]
        if self.supported:
            found.append(
                "claims of answers are taken for supported because this judge supports them: where it is wrong, this measure does not notice"
            )
        if self.errors:
            found.append(
                f"the judge failed on {self.errors} of {len(self.cases)} claims: they are in no rate"
            )
        if few := [kind.kind for kind in self.kinds if kind.rate is None and self.asked]:
            found.append(f"too few cases, and in no mean: {', '.join(few)}")
        return found

    def to_dict(self, examples: int = 3) -> dict[str, Any]:
        """Return all figures as JSON-ready data; rates and probabilities in [0, 1], null where there is none.

        Args:
            examples: most missed faults and false alarms of each kind.
        """
        return {
            "schema_version": SCHEMA_VERSION,
            "judge": self.judge,
            "signature": self.signature,
            "seed": self.seed,
            "per_kind": self.per_kind,
            "dry_run": self.dry_run,
            "samples": self.samples,
            "left_out": {"unread": self.unread, "without_context": self.without_context},
            "material": {
                "answer_claims_judged": self.answers,
                "answer_claims_supported": self.supported,
                "chunk_sentences": self.sentences,
            },
            "cases": len(self.cases),
            "errors": self.errors,
            "detection": _mean_dict(self.detection),
            "false_alarms": _mean_dict(self.false_alarms),
            "faults": [self._kind_dict(kind, examples) for kind in self.kinds if kind.fault],
            "paraphrases": [self._kind_dict(kind, examples) for kind in self.kinds if not kind.fault],
            "notes": self.remarks(),
        }

    def _kind_dict(self, kind: KindRate, examples: int) -> dict[str, Any]:
        rates = "detection" if kind.fault else "false_alarms"
        return {
            "kind": kind.kind,
            "n": kind.n,
            "judged": kind.judged,
            "errors": kind.errors,
            "flagged": kind.flagged,
            "contradicted": kind.contradicted,
            rates: kind.rate,
            "interval": None if kind.interval is None else list(kind.interval),
            "examples": [_case_dict(case) for case in self.examples(kind, examples)],
        }

    def __repr__(self) -> str:
        detection, alarms = (
            "None" if rate is None else f"{rate.mean:.4f}" for rate in (self.detection, self.false_alarms)
        )
        return f"ProbeReport(judge={self.judge!r}, cases={len(self.cases)}, detection={detection}, false_alarms={alarms})"

    def __str__(self) -> str:
        from upheld.reports.probed import probed_text

        return probed_text(self)


def _rate(kind: str, cases: Sequence[ProbeCase]) -> KindRate:
    labels = [case.verdict.label for case in cases if case.verdict is not None]
    errors = labels.count("error")
    flagged = sum(case.flagged for case in cases)
    return KindRate(
        kind, kind in FAULTS, len(cases), len(labels) - errors, errors, flagged, labels.count("contradicted")
    )


def _mean(kinds: Sequence[KindRate]) -> MeanRate | None:
    """Average rates of independent kinds.

    The interval is put together from those of the kinds: the distances of a mean from its ends add up in squares.
    Source: G. Y. Zou and A. Donner, "Construction of confidence limits about effect measures", Statistics in Medicine 27
    (2008).
    """
    found = [(kind.rate, kind.interval) for kind in kinds if kind.rate is not None and kind.interval]
    if not found:
        return None
    n = len(found)
    mean = math.fsum(rate for rate, _ in found) / n
    below = math.sqrt(math.fsum((rate - interval.low) ** 2 for rate, interval in found)) / n
    above = math.sqrt(math.fsum((interval.high - rate) ** 2 for rate, interval in found)) / n
    return MeanRate(mean, Interval(max(0.0, mean - below), min(1.0, mean + above)), n)


def _mean_dict(rate: MeanRate | None) -> dict[str, Any] | None:
    if rate is None:
        return None
    return {"mean": rate.mean, "interval": list(rate.interval), "kinds": rate.kinds}


def _case_dict(case: ProbeCase) -> dict[str, Any]:
    verdict = case.verdict
    shown = None if verdict is None else next(iter(verdict.evidence), verdict.nearest)
    return {
        "sample": case.sample,
        "claim": case.claim,
        "original": case.original,
        "was": case.was,
        "now": case.now,
        "origin": case.origin,
        "verdict": None if verdict is None else verdict.label,
        "probability": None if verdict is None else verdict.probability,
        "reason": "" if verdict is None else verdict.reason,
        "chunk": None if shown is None else shown.chunk,
        "chunk_text": None if shown is None else shown.text,
    }
