"""The words of Upheld as types: frozen, slotted dataclasses (see docs/architecture.md).

All positions count Python characters in the texts as given.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, TypeAlias

__all__ = [
    "SCHEMA_VERSION",
    "CheckMode",
    "Chunk",
    "Claim",
    "Evidence",
    "Extractions",
    "Finding",
    "Inference",
    "Kind",
    "Label",
    "Level",
    "Policy",
    "Result",
    "Sample",
    "Status",
    "Verdict",
]

SCHEMA_VERSION = 1
"""Version of the JSON output. It grows when a key changes its meaning or goes away."""

Label: TypeAlias = Literal["supported", "contradicted", "not_enough_info", "error"]
Kind: TypeAlias = Literal["factual", "opinion", "hedge", "question", "courtesy", "abstention"]
Status: TypeAlias = Literal["scored", "no_claims", "abstained", "empty_answer", "no_context", "failed"]
Policy: TypeAlias = Literal["strict", "lenient", "graded"]
Inference: TypeAlias = Literal["entailed", "reasonable"]
CheckMode: TypeAlias = Literal["off", "explain", "veto"]
Level: TypeAlias = Literal["safe", "warning", "block"]

_LABELS = frozenset({"supported", "contradicted", "not_enough_info", "error"})


@dataclass(frozen=True, slots=True)
class Chunk:
    """One retrieved passage."""

    text: str
    id: str | None = None
    score: float | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sample:
    """One case: an answer and the chunks it should be faithful to.

    Attributes:
        answer: the text to check.
        contexts: the retrieved chunks, in the order they were retrieved.
        question: what was asked; optional, makes very short answers checkable.
        reference: a gold answer; kept, not used by the faithfulness score.
        id: name of the case, as the user knows it.
        claims: claims given by the user instead of being made from the answer.
        metadata: everything else that came with the record.
        source: where the record stands, such as ``data.jsonl:7``.
        problem: why the record cannot be scored, where it cannot; its result has the status ``failed``.
    """

    answer: str
    contexts: tuple[Chunk, ...] = ()
    question: str | None = None
    reference: str | None = None
    id: str | None = None
    claims: tuple[str, ...] | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    source: str | None = None
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """The place in a chunk that decides a verdict: ``contexts[chunk].text[start:end] == text``."""

    chunk: int
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check in code found: one thing of the claim compared with one thing of a chunk.

    Attributes:
        check: name of the rule, such as ``number``.
        outcome: ``agrees``, ``conflicts`` or ``absent``.
        reason: in words, such as ``claim says 15 g, context says 15 mg``.
        claim_span: start and end in the claim's text.
        evidence: the place in the context; None where it is ``absent``.
    """

    check: str
    outcome: Literal["agrees", "conflicts", "absent"]
    reason: str
    claim_span: tuple[int, int]
    evidence: Evidence | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a judge says of one claim.

    Attributes:
        label: one of the four verdicts.
        probability: P(supported) in [0, 1]; None where the judge gives none.
        p_contradicted: P(contradicted) in [0, 1]; None where the judge gives none.
        reason: in words.
        flags: such as ``conflict``, ``joint_support``, ``hedged``, ``unproven``, ``language``.
        findings: what the checks in code found.
        evidence: the places that decide; empty for ``not_enough_info``.
        nearest: the closest passage where there is no evidence.

    Raises:
        ValueError: the label is unknown or a probability is not in [0, 1].
    """

    label: Label
    probability: float | None = None
    p_contradicted: float | None = None
    reason: str = ""
    flags: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    nearest: Evidence | None = None

    def __post_init__(self) -> None:
        if self.label not in _LABELS:
            msg = f"label must be one of {sorted(_LABELS)}: {self.label!r}"
            raise ValueError(msg)
        for name in ("probability", "p_contradicted"):
            value = getattr(self, name)
            if value is not None and not (math.isfinite(value) and 0.0 <= value <= 1.0):
                msg = f"{name} must be between 0 and 1: {value!r}"
                raise ValueError(msg)


@dataclass(frozen=True, slots=True)
class Claim:
    """One atomic statement of an answer.

    Attributes:
        text: self-contained: subject filled in, pronoun resolved where the answer allows.
        start: start of the smallest span of the answer that holds its words; None when a given claim is not found there.
        end: end of that span.
        kind: ``factual``, or why it cannot be checked.
        verdict: None for kinds that cannot be checked.
        flags: such as ``hedged``.
        citations: citation marks that stood at the claim, such as ``1`` for ``[1]``; not part of the text.
    """

    text: str
    start: int | None = None
    end: int | None = None
    kind: Kind = "factual"
    verdict: Verdict | None = None
    flags: tuple[str, ...] = ()
    citations: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Extractions:
    """What repeated extraction came to: several decompositions of one answer, each judged.

    Attributes:
        scores: of each decomposition; None where it has none.
        statuses: of each.
        spread: highest minus lowest score; None with fewer than two.
        shown: index of the decomposition whose claims the result shows.
    """

    scores: tuple[float | None, ...]
    statuses: tuple[Status, ...]
    spread: float | None
    shown: int


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of one sample.

    Attributes:
        status: one named state; only ``scored`` (and ``no_context``) have a score, unless ``empty_score`` gives one.
        score: share of the checkable claims that hold under the policy, in [0, 1]; None where the status has none.
        score_low: every ``error`` counted as not supported; equals `score`.
        score_high: every ``error`` counted as supported.
        coverage: judged / checkable claims; None without checkable claims.
        level: ``safe``, ``warning`` or ``block``; None without a score.
        reason: one line for a human.
        claims: all claims, the unchecked kinds too, in the order of the answer.
        signature: what produced the score. Results with different signatures cannot be compared.
        id: id of the sample.
        decision: ``deploy``, ``review`` or ``block``, where a domain was named.
        metadata: metadata of the sample.
        source: where the record stands.
        extractions: what each decomposition came to, where the answer was split several times; else None.
        question: question of the sample.
        answer: answer of the sample; empty where a broken record gave none.
        notes: what to know before acting on the decision, in words.
    """

    status: Status
    score: float | None = None
    score_low: float | None = None
    score_high: float | None = None
    coverage: float | None = None
    level: Level | None = None
    reason: str = ""
    claims: tuple[Claim, ...] = ()
    signature: str = ""
    id: str | None = None
    decision: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    source: str | None = None
    extractions: Extractions | None = None
    question: str | None = None
    answer: str = ""
    notes: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the result as JSON-ready data, by the schema in ``upheld/schema/output-1.json``."""
        return {f.name: _plain(getattr(self, f.name)) for f in fields(self)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Result:
        """Rebuild a result from `to_dict` data.

        Args:
            data: one result, as written by `to_dict` or read from a JSONL output.
        """
        known = {f.name for f in fields(cls)}
        values = {k: v for k, v in data.items() if k in known}
        values["claims"] = tuple(_claim(c) for c in data.get("claims", ()))
        values["extractions"] = _extractions(data.get("extractions"))
        values["notes"] = tuple(data.get("notes", ()))
        return cls(**values)

    def __str__(self) -> str:
        from upheld.reports.text import result_text

        return result_text(self)

    def _repr_html_(self) -> str:
        from upheld.reports.html import result_html

        return result_html(self)


def _plain(value: Any) -> Any:
    """Turn dataclasses and tuples into dicts and lists, keeping everything else."""
    if hasattr(value, "__dataclass_fields__"):
        return {name: _plain(getattr(value, name)) for name in value.__dataclass_fields__}
    if isinstance(value, list | tuple):
        return [_plain(v) for v in value]
    if isinstance(value, Mapping):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def _extractions(data: Mapping[str, Any] | None) -> Extractions | None:
    if data is None:
        return None
    return Extractions(**{**data, "scores": tuple(data["scores"]), "statuses": tuple(data["statuses"])})


def _evidence(data: Mapping[str, Any] | None) -> Evidence | None:
    return None if data is None else Evidence(**data)


def _finding(data: Mapping[str, Any]) -> Finding:
    span = data["claim_span"]
    return Finding(**{**data, "claim_span": (span[0], span[1]), "evidence": _evidence(data["evidence"])})


def _verdict(data: Mapping[str, Any] | None) -> Verdict | None:
    if data is None:
        return None
    return Verdict(
        **{
            **data,
            "flags": tuple(data.get("flags", ())),
            "findings": tuple(_finding(f) for f in data.get("findings", ())),
            "evidence": tuple(Evidence(**e) for e in data.get("evidence", ())),
            "nearest": _evidence(data.get("nearest")),
        }
    )


def _claim(data: Mapping[str, Any]) -> Claim:
    return Claim(
        **{
            **data,
            "verdict": _verdict(data.get("verdict")),
            "flags": tuple(data.get("flags", ())),
            "citations": tuple(data.get("citations", ())),
        }
    )
