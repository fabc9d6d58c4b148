"""What the checks of one test session share: settings, judges, and the records of what was checked."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

if TYPE_CHECKING:
    from upheld._types import Result, Sample
    from upheld.decompose import Decomposer
    from upheld.judges.base import Judge
    from upheld.llm.options import LLMOptions
    from upheld.metrics.faithfulness import Scoring

__all__ = ["CheckRecord", "Session", "beside"]

_NOT_OF_CHECK = ("min_score", "save", "report")


class CheckRecord(TypedDict, total=False):
    """One checked answer, as JSON-ready data: it crosses processes.

    Attributes:
        test: id of the test.
        result: the result, as `Result.to_dict` gives it.
        needed: least score.
        passed: whether it was faithful enough; None where it was only looked at.
        number: place of the test in the order of collection.
    """

    test: str
    result: dict[str, Any]
    needed: float
    passed: bool | None
    number: int


class Session:
    """Checks answers by the settings of a session; each judge is made once, whichever thread of a test asks first.

    Args:
        given: options of the command line and the ini file.
        folder: where a file of settings is looked for, upwards.
    """

    def __init__(self, given: Mapping[str, Any], folder: Path) -> None:
        self._given, self._folder = given, folder
        self._llms: dict[str, LLMOptions] = {}
        self._judges: dict[tuple[str, ...], Judge] = {}
        self._decomposers: dict[tuple[str, ...], Decomposer] = {}
        self._records: list[CheckRecord] = []
        self._making = threading.Lock()

    @cached_property
    def options(self) -> dict[str, Any]:
        """Options of every check: what was given, before the environment, before the file of settings.

        Raises:
            ConfigurationError: a setting is wrong.
        """
        from upheld._config import load
        from upheld._options import scoring
        from upheld._plugins import load as load_plugins

        settings = load({}, os.environ, self._folder).settings
        load_plugins(settings.plugins)
        given = {name: value for name, value in self._given.items() if name not in ("save", "report")}
        return {"min_score": settings.fail_under_sample, **scoring(settings), **given}

    @property
    def scoring(self) -> Scoring:
        """How verdicts become scores, where neither a marker nor a call says otherwise."""
        from upheld.metrics.faithfulness import Scoring

        names = ("policy", "empty_score", "levels", "domain", "domains")
        return Scoring(**{name: self.options[name] for name in names})

    def checked(self, sample: Sample, own: Mapping[str, Any]) -> tuple[Result, float]:
        """Check one answer.

        Args:
            sample: the answer with its contexts.
            own: options of the marker and the call, before those of the session.

        Returns:
            The result, and the least score of an answer that passes.

        Raises:
            ConfigurationError: an option is unknown or wrong.
        """
        from upheld._api import Run
        from upheld._errors import ConfigurationError

        options = {**self.options, **own}
        if unknown := sorted(set(options) - set(self.options)):
            msg = f"unknown option {unknown[0]!r} of a faithfulness check (known: {', '.join(sorted(self.options))})"
            raise ConfigurationError(msg)
        needed = _needed(options)
        with self._making:
            made = self._made(options)
        run = Run(
            [sample], **{n: value for n, value in {**options, **made}.items() if n not in _NOT_OF_CHECK}
        )
        return next(iter(run)), needed

    def _made(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return judge, decomposer and options of calls: the same for the whole session, with one limit of cost."""
        from upheld.decompose import resolve_decomposer
        from upheld.judges import resolve_judge
        from upheld.llm.options import as_options

        judge, decomposer, inference = (options[name] for name in ("judge", "decomposer", "inference"))
        llm = as_options(options["llm"])
        llm = self._llms.setdefault(repr(llm), llm)
        key = (str(judge), str(inference), repr(llm))
        if not isinstance(judge, str):
            return {"judge": resolve_judge(judge), "llm": llm}
        if key not in self._judges:
            self._judges[key] = resolve_judge(judge, inference, llm)
        judge = self._judges[key]
        if decomposer is not None and not isinstance(decomposer, str):
            return {"judge": judge, "llm": llm}
        named = (*key, str(decomposer))
        if named not in self._decomposers:
            model = getattr(judge, "llm", None)
            self._decomposers[named] = resolve_decomposer(decomposer, model, inference, llm)
        return {"judge": judge, "decomposer": self._decomposers[named], "llm": llm}

    def notes(self) -> list[str]:
        """Return what the judges and decomposers of the session say of it, such as their calls; nothing where none was made."""
        made = (*self._judges.values(), *self._decomposers.values())
        if not made:
            return []
        from upheld.judges._asking import notes_of

        return list(dict.fromkeys(notes_of(*made)))

    def keep(self, test: str, result: Result, needed: float, *, passed: bool | None) -> None:
        """Keep what was checked."""
        named = result if result.id is not None else replace(result, id=test)
        self._records.append({"test": test, "result": named.to_dict(), "needed": needed, "passed": passed})

    def take(self) -> list[CheckRecord]:
        """Return what was checked since the last call."""
        taken, self._records = self._records, []
        return taken


def _needed(options: Mapping[str, Any]) -> float:
    """Return the least score of an answer that passes."""
    from upheld.metrics.levels import least_score

    return least_score(*(options[name] for name in ("min_score", "domain", "domains", "levels")))


def beside(score: float | None, needed: float) -> tuple[str | None, str]:
    """Return a score and the least score in words, with so many decimals that what falls short also reads so."""
    if score is None:
        return None, f"{needed:.2f}"
    digits = next((n for n in (2, 3, 4, 6) if f"{score:.{n}f}" != f"{needed:.{n}f}" or score == needed), 17)
    return f"{score:.{digits}f}", f"{needed:.{digits}f}"
