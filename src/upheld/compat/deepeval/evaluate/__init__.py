"""DeepEval's ``evaluate`` and ``assert_test``, run by Upheld."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from copy import copy
from typing import TYPE_CHECKING, Any, cast

from upheld._api import Run
from upheld._errors import ConfigurationError, InputError
from upheld._report import Report
from upheld._types import Sample
from upheld.compat._shared import NotHere, not_here, own_metrics, told_unused
from upheld.compat.deepeval.errors import MissingTestCaseParamsError
from upheld.compat.deepeval.evaluate.configs import AsyncConfig, CacheConfig, DisplayConfig, ErrorConfig
from upheld.compat.deepeval.evaluate.types import EvaluationResult, MetricData, TestResult
from upheld.compat.deepeval.metrics import FaithfulnessMetric
from upheld.compat.deepeval.test_case import sample_of

if TYPE_CHECKING:
    from upheld._types import Result

__all__ = [
    "AsyncConfig",
    "CacheConfig",
    "DisplayConfig",
    "ErrorConfig",
    "EvaluationResult",
    "MetricData",
    "TestResult",
    "assert_test",
    "evaluate",
]

_SHOWN = ("input", "actual_output", "expected_output", "context", "retrieval_context", "metadata")


def __getattr__(name: str) -> NotHere:
    return not_here(__name__, name, frozenset({"compare"}), "use `upheld compare` on the command line")


def assert_test(
    test_case: object = None,
    metrics: Sequence[FaithfulnessMetric] | None = None,
    golden: object = None,
    run_async: bool = True,  # noqa: FBT001, FBT002 - DeepEval's signature; both ways lead here
    classifiers: object = None,
) -> None:
    """Fail where a test case does not reach the threshold of a metric, and say which claims do not hold.

    Args:
        test_case: an ``LLMTestCase``, DeepEval's or ours. One that is `flaky` warns instead of failing.
        metrics: Upheld's `FaithfulnessMetric`, one or more, at least one with a threshold. They keep the outcome.
        golden: refused: traces are not read.
        run_async: of no effect.
        classifiers: refused.

    Raises:
        AssertionError: the test case does not pass.
        ConfigurationError: a metric is not Upheld's, or none has a threshold.
        InputError: the test case cannot be read.
    """
    del run_async
    if test_case is None or golden is not None or classifiers is not None:
        msg = "assert_test needs a test_case and metrics; Upheld reads no traces (golden) and has no classifiers"
        raise ConfigurationError(msg)
    chosen = _own(metrics)
    _check_thresholds(chosen)
    for metric in chosen:
        metric.measure(test_case)
    failed = [metric for metric in chosen if metric.success is False and not metric.flaky]
    if not failed:
        return
    text = "\n".join(_failure(metric) for metric in failed)
    if getattr(test_case, "flaky", False):
        warnings.warn(f"a flaky test case failed (no assertion raised): {text}", stacklevel=2)
    else:
        raise AssertionError(text)


def _failure(metric: FaithfulnessMetric) -> str:
    head = (
        f"Metrics: {metric.__name__} (score: {metric.score}, threshold: {metric.threshold}, strict: {metric.strict_mode}, "
        f"error: {metric.error}) failed."
    )
    return f"{head}\n{metric.result}"


def evaluate(  # noqa: PLR0917 - DeepEval's signature
    test_cases: object,
    metrics: Sequence[FaithfulnessMetric] | None = None,
    classifiers: object = None,
    metric_collection: str | None = None,
    hyperparameters: object = None,
    mcp_servers: object = None,
    identifier: str | None = None,
    official: bool = False,  # noqa: FBT001, FBT002 - DeepEval's signature, positions included
    async_config: AsyncConfig | None = None,
    display_config: DisplayConfig | None = None,
    cache_config: CacheConfig | None = None,
    error_config: ErrorConfig | None = None,
) -> EvaluationResult:
    """Check many test cases, in batches. An error of one test case stays in its row.

    The metrics are not changed: what they said is in the result. Nothing is sent anywhere.

    Args:
        test_cases: ``LLMTestCase`` objects, DeepEval's or ours, or a dataset that holds them.
        metrics: Upheld's `FaithfulnessMetric`, one or more.
        classifiers: refused.
        metric_collection: refused: it lives in DeepEval's cloud.
        hyperparameters: of no effect: the signature of each result says what produced it.
        mcp_servers: of no effect.
        identifier: of no effect.
        official: of no effect.
        async_config: of no effect.
        display_config: what is written to standard output.
        cache_config: of no effect.
        error_config: whether test cases without answer or chunks are left out.

    Raises:
        ConfigurationError: a metric is not Upheld's, or none has a threshold.
        InputError: there are no test cases.
    """
    del official, async_config, cache_config
    if classifiers is not None or metric_collection is not None:
        msg = "Upheld has no classifiers and no metric collections: give metrics=[FaithfulnessMetric(...)]"
        raise ConfigurationError(msg)
    unused = {"hyperparameters": hyperparameters, "mcp_servers": mcp_servers, "identifier": identifier}
    told_unused(unused, "each result carries a signature of what produced it")
    chosen = _own(metrics)
    _check_thresholds(chosen)
    display, errors = display_config or DisplayConfig(), error_config or ErrorConfig()
    cases = _cases(test_cases)
    samples = [_sample(case, skip=errors.skip_on_missing_params) for case in cases]
    done = [_told(metric, samples, display) for metric in chosen]
    rows = zip(*(told for told, _ in done), strict=True)
    results = [_result(number, *pair) for number, pair in enumerate(zip(cases, rows, strict=True))]
    reports = [report for _, report in done]
    if display.print_results:
        sys.stdout.write("".join(f"{report}\n" for report in reports))
    return EvaluationResult(results, reports=reports)


def _own(metrics: Sequence[FaithfulnessMetric] | None) -> list[FaithfulnessMetric]:
    chosen = own_metrics(
        metrics if isinstance(metrics, Iterable) else (),
        FaithfulnessMetric,
        "use upheld.compat.deepeval.metrics.FaithfulnessMetric here; to mix it with metrics of DeepEval's, give both to"
        " deepeval's own evaluate or assert_test",
    )
    if not chosen:
        msg = "metrics must be a list of metrics, such as [FaithfulnessMetric(threshold=0.7)]"
        raise ConfigurationError(msg)
    return chosen


def _check_thresholds(metrics: Sequence[FaithfulnessMetric]) -> None:
    if all(metric.threshold is None or metric.flaky for metric in metrics):
        msg = "no test case could pass or fail: give one metric that is not flaky a threshold, such as threshold=0.7"
        raise ConfigurationError(msg)


def _cases(test_cases: Any) -> list[Any]:
    cases = getattr(test_cases, "test_cases", test_cases)
    found = list(cases) if isinstance(cases, Iterable) and not isinstance(cases, str | dict) else []
    if not found:
        msg = (
            f"evaluate needs a list of LLMTestCase objects: found {type(test_cases).__name__} without one in it; "
            "goldens become test cases when your application has answered them"
        )
        raise InputError(msg)
    return found


def _sample(case: object, *, skip: bool) -> Sample | None:
    """Return the sample of a test case, with what is wrong as its problem; None where it is to be left out."""
    try:
        return sample_of(case)
    except MissingTestCaseParamsError as error:
        return None if skip else Sample("", problem=str(error), id=getattr(case, "name", None))
    except InputError as error:
        return Sample("", problem=str(error), id=getattr(case, "name", None))


def _told(
    metric: FaithfulnessMetric, samples: Sequence[Sample | None], display: DisplayConfig
) -> tuple[list[MetricData | None], Report]:
    """Return what a metric says of each sample, None where it is left out, and the report of the run."""
    run = Run([sample for sample in samples if sample is not None], **metric.scoring)
    report = Report(run.signature, run.scoring)
    told: list[MetricData | None] = []
    with closing(run.results()) as results:
        for sample in samples:
            if sample is None:
                told.append(None)
                continue
            twin = copy(metric)
            twin.verbose_mode = metric.verbose_mode if display.verbose_mode is None else display.verbose_mode
            twin.take(next(results))
            told.append(_data(twin))
            report.add(cast("Result", twin.result))
    return told, report


def _data(metric: FaithfulnessMetric) -> MetricData:
    return MetricData(
        name=metric.__name__,
        threshold=metric.threshold,
        success=metric.success,
        score=metric.score,
        reason=metric.reason,
        strict_mode=metric.strict_mode,
        flaky=metric.flaky,
        evaluation_model=metric.evaluation_model,
        error=metric.error,
        evaluation_cost=metric.evaluation_cost,
        verbose_logs=metric.verbose_logs,
        result=metric.result,
    )


def _result(number: int, case: Any, row: Sequence[MetricData | None]) -> TestResult:
    told = [data for data in row if data is not None]
    decided = [data.success for data in told if data.success is not None and not data.flaky]
    fields = case if isinstance(case, Mapping) else getattr(case, "__dict__", {})
    shown: dict[str, Any] = {name: fields.get(name) for name in _SHOWN}
    name = fields.get("name") or f"test_case_{number}"
    return TestResult(name, all(decided) if decided else None, told, index=number, **shown)
