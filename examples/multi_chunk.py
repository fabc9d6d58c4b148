"""Many chunks: a claim may need two of them, two may disagree, and cost does not grow with their number.

python examples/multi_chunk.py
"""

from __future__ import annotations

import upheld

CHUNKS = [
    {"id": "hours", "text": "The Quillmere workshop is open from Monday to Friday, 9 am to 6 pm."},
    {"id": "address", "text": "The workshop is in Osterstrasse 12, Hamburg."},
    {"id": "fees", "text": "A repair estimate costs EUR 20, which is deducted from the repair."},
    {"id": "notice", "text": "From July on, a repair estimate costs EUR 25."},
    *(
        {"id": f"other-{n}", "text": f"Machine number {n} of the museum was built in {1900 + n}."}
        for n in range(200)
    ),
]

result = upheld.check(
    "The workshop in Hamburg is open on weekdays. A repair estimate costs EUR 20. Machine number 17 was built in 1917.",
    contexts=CHUNKS,
)
for claim in result.claims:
    verdict = claim.verdict
    if verdict is None:
        continue
    places = [f"{CHUNKS[e.chunk]['id']}[{e.start}:{e.end}]" for e in verdict.evidence]
    print(
        f"{verdict.label:16} {claim.text}  <- {', '.join(places) or 'no passage'}  {' '.join(verdict.flags)}"
    )
