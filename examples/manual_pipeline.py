"""The steps of `upheld.check`, one by one: claims, what is read for each, checks in code, verdicts, score.

python examples/manual_pipeline.py
"""

from __future__ import annotations

from dataclasses import replace

from upheld import Chunk, Sample, Task
from upheld.checks import Checker
from upheld.checks.veto import apply_findings
from upheld.decompose import resolve_decomposer
from upheld.judges import resolve_judge
from upheld.metrics.faithfulness import Scoring, conclude

sample = Sample(
    answer="The Brae Duo has a 2.1 l tank and weighs 12.6 kg. It was named machine of the year in 2021. Enjoy your coffee!",
    contexts=(
        Chunk("Brae Duo: price EUR 899, water tank 2.1 l, weight 12.6 kg, dual boiler."),
        Chunk("All machines of the Brae line come with a two-year warranty."),
    ),
    question="What can you tell me about the Brae Duo?",
)

# 1. Decompose: what does the answer state? A courtesy or a question is a claim that nobody checks.
claims = resolve_decomposer("rules").decompose(sample)
for claim in claims:
    print(f"{claim.kind:10} {sample.answer[claim.start : claim.end]!r}")

# 2. One task for the answer: the claims that can be checked, and all chunks.
checkable = [claim for claim in claims if claim.kind == "factual"]
task = Task("one", tuple(claim.text for claim in checkable), sample.contexts, sample.question)

# 3. Select evidence: the sentences closest to each claim. Judges do this themselves; here we look at it.
for claim in checkable:
    premise = task.index.premise(claim.text, budget=20)
    print(f"read for {claim.text!r}: {[task.index.units[at].text for at in premise.units]}")

# 4. Checks in code: every exact thing of a claim (here amounts, a year, names) is looked up in the sentences closest to it. The
# judge sees what they found, too.
checker = Checker(task.index)
task = replace(task, findings=tuple(tuple(checker.check(text)) for text in task.claims))
for finding in [finding for found in task.findings for finding in found]:
    print(f"{finding.outcome:10} {finding.reason}")

# 5. Judge: any judge does; "embedded" needs no key and no network.
judge = resolve_judge("embedded")
(judgement,) = judge.judge([task])

# 6. Veto: what the checks found is listed with each verdict, and a thing that the context contradicts overrules it.
verdicts = iter(
    apply_findings(verdict, found, "veto", task.index)
    for verdict, found in zip(judgement.verdicts, task.findings, strict=True)
)

# 7. Score: verdicts to a score, by a policy.
judged = tuple(replace(c, verdict=next(verdicts)) if c.kind == "factual" else c for c in claims)
result = conclude(sample, judged, Scoring(policy="strict"), judge.signature)
print(result)
