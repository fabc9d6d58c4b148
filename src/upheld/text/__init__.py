"""Text without a model: blocks, sentences, claims by rule, closeness and evidence selection.

Pure functions that never raise on any string and are linear in its length.
"""
