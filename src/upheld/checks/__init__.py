"""Checks in code: what a text says exactly, found with positions and compared without a model."""

from __future__ import annotations

from upheld.checks.checker import Checker
from upheld.checks.items import Item
from upheld.checks.relate import EXACT, Tolerance

__all__ = ["EXACT", "Checker", "Item", "Tolerance"]
