"""What the findings of the checks do to a verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from upheld._types import CheckMode, Evidence, Finding, Verdict
from upheld.text.select import ContextIndex

__all__ = ["apply_findings", "uncontested"]

# P(supported) of a claim that a check contradicts, at even odds: 552 such claims of eight human-labelled sets, the mean of
# the sets (docs/checks.md). People forgive what code does not: two events of one year, an inference, a slip of the label.
VETOED = 0.22


def apply_findings(
    verdict: Verdict, findings: Sequence[Finding], mode: CheckMode, index: ContextIndex
) -> Verdict:
    """Return a verdict with its findings listed and, under ``veto``, overruled by them.

    A claim that the context contradicts in an exact thing is not supported, and more than not found. Where another place
    of the context agrees in the same thing, support stands and the flag ``conflict`` shows that the context is divided.

    Args:
        verdict: of a judge that did not see the findings.
        findings: of the checks, for the same claim.
        mode: ``explain`` only lists them.
        index: the sentences of the chunks: a verdict's evidence is the sentence, a finding's the thing in it.
    """
    if not findings or mode == "off":
        return verdict
    listed = replace(verdict, findings=(*verdict.findings, *findings))
    if mode == "explain" or verdict.label == "error":
        return listed
    if against := uncontested(findings):
        return _contradicted(listed, against, index)
    conflicts = [finding for finding in findings if finding.outcome == "conflicts"]
    if conflicts and verdict.label == "supported":
        return replace(
            listed,
            flags=tuple(dict.fromkeys((*verdict.flags, "conflict"))),
            evidence=tuple(dict.fromkeys((*verdict.evidence, *_sentences(conflicts, index)))),
        )
    return listed


def uncontested(findings: Sequence[Finding]) -> list[Finding]:
    """Return the conflicts in things of the claim that no other place of the context agrees with.

    Args:
        findings: of one claim.
    """
    agreed = {finding.claim_span for finding in findings if finding.outcome == "agrees"}
    return [f for f in findings if f.outcome == "conflicts" and f.claim_span not in agreed]


def _contradicted(verdict: Verdict, against: Sequence[Finding], index: ContextIndex) -> Verdict:
    """Return the verdict as the findings have it; where the judge said so too, they say which thing is wrong."""
    evidence = _sentences(against, index)
    kept = [flag for flag in verdict.flags if flag not in {"joint_support", "unproven"}]
    agreed = verdict.label == "contradicted"
    return replace(
        verdict,
        label="contradicted",
        probability=None if verdict.probability is None else min(verdict.probability, VETOED),
        p_contradicted=max(1.0 - VETOED, verdict.p_contradicted or 0.0) if agreed else 1.0 - VETOED,
        reason="; ".join(finding.reason for finding in against),
        flags=(*kept, *(() if agreed else ("veto",)), *(() if evidence else ("unproven",))),
        evidence=evidence,
        nearest=None,
    )


def _sentences(findings: Sequence[Finding], index: ContextIndex) -> tuple[Evidence, ...]:
    """Return the sentences that hold the findings' evidence, each once."""
    found: list[Evidence] = []
    for finding in findings:
        if (place := finding.evidence) is None:
            continue
        unit = index.unit_at(place.chunk, place.start, place.end)
        text = index.texts[place.chunk]
        found.append(
            place if unit is None else Evidence(unit.chunk, unit.start, unit.end, text[unit.start : unit.end])
        )
    return tuple(dict.fromkeys(found))
