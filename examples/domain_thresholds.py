"""Domains: the same answer may be good enough for small talk, and not for medicine.

python examples/domain_thresholds.py
"""

from __future__ import annotations

import upheld

ANSWER = (
    "Take one tablet of 15 mg a day. Take it with food. Do not drink alcohol. Store it below 25 degrees. "
    "It also helps against hay fever."
)
LEAFLET = (
    "Adults take one tablet of 15 mg a day. Take the tablet with food. Do not drink alcohol during the treatment. "
    "Store below 25 degrees."
)

for domain in ("conversational", "customer_support", "medical"):
    result = upheld.check(ANSWER, [LEAFLET], domain=domain)
    print(f"{domain:18} score {result.score:.2f}  {result.decision}")

# Your own thresholds, by name.
own = upheld.check(
    ANSWER, [LEAFLET], domain="pharmacy", domains={"pharmacy": {"deploy": 0.99, "review": 0.95}}
)
print(f"{'pharmacy':18} score {own.score:.2f}  {own.decision}")
