"""Upheld measures how faithful an LLM's answer is to the context it was given.

It splits the answer into claims, checks each against the context, shows where the proof stands, and turns the verdicts
into a score. Nothing is loaded until it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from upheld._api import acheck, check, evaluate
    from upheld._capture import capture
    from upheld._compare import compare
    from upheld._errors import (
        ConfigurationError,
        FormatError,
        InputError,
        JudgeError,
        OutputError,
        UpheldError,
    )
    from upheld._judge_report import judge_report
    from upheld._plugins import hookimpl, plugins
    from upheld._probe import probe
    from upheld._report import Report
    from upheld._report.compared import CompareReport
    from upheld._report.judged import JudgeReport
    from upheld._report.probed import ProbeReport
    from upheld._types import Chunk, Claim, Evidence, Finding, Result, Sample, Verdict
    from upheld.decompose import Decomposer
    from upheld.judges.base import Judge, Judgement, Task
    from upheld.pytest_plugin import assert_faithful as assert_faithful

__all__ = [
    "Chunk",
    "Claim",
    "CompareReport",
    "ConfigurationError",
    "Decomposer",
    "Evidence",
    "Finding",
    "FormatError",
    "InputError",
    "Judge",
    "JudgeError",
    "JudgeReport",
    "Judgement",
    "OutputError",
    "ProbeReport",
    "Report",
    "Result",
    "Sample",
    "Task",
    "UpheldError",
    "Verdict",
    "acheck",
    "capture",
    "check",
    "compare",
    "evaluate",
    "hookimpl",
    "judge_report",
    "plugins",
    "probe",
]

_HOMES = {
    "upheld._api": ("acheck", "check", "evaluate"),
    "upheld._capture": ("capture",),
    "upheld._compare": ("compare",),
    "upheld._errors": (
        "ConfigurationError",
        "FormatError",
        "InputError",
        "JudgeError",
        "OutputError",
        "UpheldError",
    ),
    "upheld._judge_report": ("judge_report",),
    "upheld._plugins": ("hookimpl", "plugins"),
    "upheld._probe": ("probe",),
    "upheld._report": ("Report",),
    "upheld._report.compared": ("CompareReport",),
    "upheld._report.judged": ("JudgeReport",),
    "upheld._report.probed": ("ProbeReport",),
    "upheld._types": ("Chunk", "Claim", "Evidence", "Finding", "Result", "Sample", "Verdict"),
    "upheld.decompose": ("Decomposer",),
    "upheld.judges.base": ("Judge", "Judgement", "Task"),
    "upheld.pytest_plugin": ("assert_faithful",),  # not in __all__: a star import must not need pytest
}


def __getattr__(name: str) -> Any:
    """Load a public name at its first use."""
    from importlib import import_module

    if name == "__version__":
        return import_module("upheld._signature").package_version()
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    msg = f"module 'upheld' has no attribute {name!r}"
    raise AttributeError(msg)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
