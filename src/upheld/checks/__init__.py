"""Checks in code: what a text says exactly, found with positions and compared without a model."""
