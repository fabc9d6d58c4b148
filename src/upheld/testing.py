"""For the tests of what you build on Upheld: a judge that says what it was told to."""

from __future__ import annotations

from upheld.judges.scripted import Script, ScriptedJudge

__all__ = ["Script", "ScriptedJudge"]
