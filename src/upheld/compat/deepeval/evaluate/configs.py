"""How DeepEval's runs are set up. What has no effect here is kept so that calls need no change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

__all__ = ["AsyncConfig", "CacheConfig", "DisplayConfig", "ErrorConfig"]


@dataclass
class AsyncConfig:
    """Of no effect: answers are judged in batches, and calls to a model are bounded by its own option `max_concurrency`."""

    run_async: bool = True
    throttle_value: float = 0
    max_concurrent: int = 20


@dataclass
class DisplayConfig:
    """What is shown of a run.

    Attributes:
        print_results: write each metric's report to standard output.
        show_indicator: of no effect.
        verbose_mode: also write the claims, verdicts and evidence of each test case.
        display_option: of no effect.
        results_folder: of no effect; write ``result.reports[0].to_json("file.json")``.
        results_subfolder: of no effect.
        truncate_passing_cases: of no effect.
        inspect_after_run: of no effect.
        file_type: of no effect.
        file_output_dir: of no effect.
    """

    show_indicator: bool = True
    print_results: bool = True
    verbose_mode: bool | None = None
    display_option: Any = None
    results_folder: str | None = None
    results_subfolder: str | None = None
    truncate_passing_cases: bool = True
    inspect_after_run: bool = True
    file_type: str | None = None
    file_output_dir: str | None = None


@dataclass
class CacheConfig:
    """Of no effect: replies of a model are cached by Upheld's own option ``{"llm": {"cache": ...}}``."""

    write_cache: bool = True
    use_cache: bool = False


@dataclass
class ErrorConfig:
    """What becomes of a test case that cannot be scored.

    Attributes:
        ignore_errors: of no effect: an error always stays with its test case, which does not pass.
        skip_on_missing_params: a test case without answer or chunks is left out instead.
    """

    ignore_errors: bool = False
    skip_on_missing_params: bool = False
