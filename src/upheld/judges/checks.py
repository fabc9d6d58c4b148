"""The judge ``checks``: the deterministic rules alone. Where they have nothing to compare, it does not know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from upheld._types import Finding, Verdict
from upheld.checks.veto import uncontested
from upheld.judges.base import Judgement, Task

__all__ = ["ChecksJudge"]

_MAX_REASONS = 2


class ChecksJudge:
    """Judges by the findings of the checks in code, and by nothing else.

    ``contradicted`` where the context says otherwise of the same thing and nowhere the same; ``supported`` where every
    exact thing of the claim stands in the context; ``not_enough_info`` otherwise. It gives no probability.
    """

    signature = "checks-1"

    def judge(self, tasks: Iterable[Task]) -> Iterator[Judgement]:
        """Yield the judgement of each task, in order."""
        for task in tasks:
            findings = task.findings or ((),) * len(task.claims)
            yield Judgement(task.id, tuple(_verdict(found) for found in findings))


def _verdict(findings: tuple[Finding, ...]) -> Verdict:
    exact = [finding for finding in findings if finding.check != "name"]
    agreeing = [finding for finding in exact if finding.outcome == "agrees"]
    if against := uncontested(exact):
        evidence = tuple(finding.evidence for finding in against if finding.evidence is not None)
        return Verdict("contradicted", reason=_reasons(against), evidence=evidence)
    unnamed = any(finding.outcome == "absent" for finding in findings)
    if agreeing and not unnamed:
        evidence = tuple(
            dict.fromkeys(finding.evidence for finding in agreeing if finding.evidence is not None)
        )
        return Verdict("supported", reason=_reasons(agreeing), evidence=evidence)
    absent = [finding for finding in findings if finding.outcome == "absent"]
    return Verdict("not_enough_info", reason=_reasons(absent) if absent else "nothing to compare")


def _reasons(findings: list[Finding]) -> str:
    return "; ".join(finding.reason for finding in findings[:_MAX_REASONS])
