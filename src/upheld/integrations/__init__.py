"""Upheld inside frameworks, one module each; a module needs its framework, and nothing else does."""
