"""A batch in RAGAS's own calls and columns: only the import line is another, and no key is needed.

python examples/ragas_style_batch.py
"""

from __future__ import annotations

from upheld.compat.ragas import EvaluationDataset, evaluate
from upheld.compat.ragas.metrics import faithfulness

dataset = EvaluationDataset.from_list(
    [
        {
            "user_input": "When was the tower built?",
            "response": "The tower was completed in 1889. It was designed by a team of engineers.",
            "retrieved_contexts": [
                "The tower was completed in 1889.",
                "It was designed by a team of engineers.",
            ],
        },
        {
            "user_input": "How tall is it?",
            "response": "The tower is 500 m tall.",
            "retrieved_contexts": ["The tower is 330 m tall."],
        },
    ]
)

result = evaluate(dataset, metrics=[faithfulness])
print(result)
for row, score in zip(result.results, result["faithfulness"], strict=True):
    print(f"{score:.2f}  {row.reason}")
