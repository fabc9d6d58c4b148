"""A gate in DeepEval's own calls: only the import lines are others, and no key is needed. Exits with 1 where a case fails.

python examples/deepeval_style_gate.py
"""

from __future__ import annotations

import sys

from upheld.compat.deepeval.metrics import FaithfulnessMetric
from upheld.compat.deepeval.test_case import LLMTestCase

CASES = [
    LLMTestCase(
        input="What if these shoes don't fit?",
        actual_output="We offer a 30-day full refund.",
        retrieval_context=["All customers are eligible for a 30 day full refund at no extra cost."],
    ),
    LLMTestCase(
        input="How long does a refund take?",
        actual_output="A refund takes 3 days.",
        retrieval_context=["A refund takes 14 days."],
    ),
]

metric = FaithfulnessMetric(threshold=0.7)
failed = 0
for case in CASES:
    metric.measure(case)
    failed += not metric.is_successful()
    print(
        f"{metric.score:.2f} {'passed' if metric.is_successful() else 'FAILED'}  {case.input}  {metric.reason}"
    )
sys.exit(1 if failed else 0)
