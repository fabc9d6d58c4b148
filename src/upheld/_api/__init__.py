"""The public functions: readers joined with the pipeline."""

from upheld._api.options import known
from upheld._api.run import Run, evaluate
from upheld._api.single import acheck, check, sample_of
from upheld._api.sources import Source, check_source, drawn, is_whole, paths_of, read_samples

__all__ = [
    "Run",
    "Source",
    "acheck",
    "check",
    "check_source",
    "drawn",
    "evaluate",
    "is_whole",
    "known",
    "paths_of",
    "read_samples",
    "sample_of",
]
