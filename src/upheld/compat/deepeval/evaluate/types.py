"""What a run gives back, in DeepEval's shape."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from upheld._report import Report
    from upheld._types import Result

__all__ = ["EvaluationResult", "MetricData", "TestResult"]


@dataclass
class MetricData:
    """What one metric said of one test case.

    Attributes:
        name: of the metric.
        threshold: least score that passes.
        success: whether it passed; None without a threshold.
        score: in [0, 1]; None where `error` says why.
        reason: in words.
        strict_mode: whether a score is 1 or 0.
        flaky: whether it decides nothing.
        evaluation_model: the judge.
        error: why there is no score.
        evaluation_cost: 0 where no model is paid for; None where it is not known.
        verbose_logs: claims, verdicts and evidence as text, where asked for.
        result: Upheld's result; None where the test case could not be read.
    """

    name: str
    threshold: float | None = None
    success: bool | None = None
    score: float | None = None
    reason: str | None = None
    strict_mode: bool = False
    flaky: bool = False
    evaluation_model: str | None = None
    error: str | None = None
    evaluation_cost: float | None = None
    verbose_logs: str | None = None
    result: Result | None = None


@dataclass
class TestResult:
    """What all metrics said of one test case; `success` is None where none of them decides."""

    __test__ = False  # not a test of pytest's, whatever its name

    name: str
    success: bool | None
    metrics_data: list[MetricData]
    conversational: bool = False
    index: int | None = None
    input: str | None = None
    actual_output: str | None = None
    expected_output: str | None = None
    context: list[str] | None = None
    retrieval_context: list[Any] | None = None
    metadata: dict[str, Any] | None = None


@dataclass
class EvaluationResult:
    """What a run gives back.

    Attributes:
        test_results: one for each test case, in order.
        confident_link: always None: nothing is sent anywhere.
        test_run_id: always None.
        reports: Upheld's report of each metric: mean, interval, coverage, statuses.
    """

    test_results: list[TestResult]
    confident_link: str | None = None
    test_run_id: str | None = None
    reports: list[Report] = field(default_factory=list, repr=False)
