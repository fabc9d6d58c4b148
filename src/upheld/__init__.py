"""Upheld."""
