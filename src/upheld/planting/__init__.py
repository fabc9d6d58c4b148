"""Claims with a known fault, and claims said in other words: made by plain rules from claims that are supported.

They measure a judge without labels (`upheld probe`), measure the checks (benchmarks/checks.py), and are part of what the
embedded judge learns from. The rules read text alone and know nothing of the checks, so that both can be wrong apart.
"""

from __future__ import annotations

from upheld.planting.base import Document, Planted
from upheld.planting.faults import FAULTS, plant
from upheld.planting.paraphrases import PARAPHRASES, paraphrase

__all__ = ["FAULTS", "PARAPHRASES", "Document", "Planted", "paraphrase", "plant"]
