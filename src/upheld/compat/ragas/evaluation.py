"""RAGAS's ``evaluate``, run by Upheld."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from upheld._api import evaluate as _evaluate
from upheld._errors import ConfigurationError, JudgeError
from upheld.compat._shared import judge_options, meant, own_metrics, told_unused
from upheld.compat.ragas.dataset_schema import EvaluationResult
from upheld.compat.ragas.metrics import Faithfulness
from upheld.compat.ragas.metrics.scorer import Scorer
from upheld.compat.ragas.rows import read_rows

if TYPE_CHECKING:
    from upheld._report import Report
    from upheld._types import Sample
    from upheld.judges import Judge

__all__ = ["aevaluate", "evaluate"]

_LOG = logging.getLogger("upheld.compat.ragas")


def evaluate(  # noqa: PLR0917 - RAGAS's signature
    dataset: object,
    metrics: Sequence[Scorer] | Scorer | None = None,
    llm: object = None,
    embeddings: object = None,
    experiment_name: str | None = None,
    callbacks: object = None,
    run_config: object = None,
    token_usage_parser: object = None,
    raise_exceptions: bool = False,  # noqa: FBT001, FBT002 - RAGAS's signature, positions included
    column_map: Mapping[str, str] | None = None,
    show_progress: bool = True,  # noqa: FBT001, FBT002
    batch_size: int | None = None,
    return_executor: bool = False,  # noqa: FBT001, FBT002
    allow_nest_asyncio: bool = True,  # noqa: FBT001, FBT002
    *,
    judge: str | Judge | None = None,
    options: Mapping[str, Any] | None = None,
) -> EvaluationResult:
    """Score every row of a data set, in batches; works in a running event loop too, and patches none.

    A row that cannot be read or judged is nan, and says why in the result; it stops nothing.

    Args:
        dataset: an ``EvaluationDataset`` of RAGAS or ours, a data set of Hugging Face, a data frame, an iterable of samples
            or dicts, or a dict of columns; with the columns of today or of version 0.1.
        metrics: Upheld's faithfulness metrics, such as ``[faithfulness]``, or one of them; None: that one.
        llm: for metrics without a model of their own, as `upheld.compat.ragas.metrics.Faithfulness` takes it.
        embeddings: of no effect: faithfulness needs none.
        experiment_name: of no effect.
        callbacks: of no effect.
        run_config: its `max_workers` and `timeout` bound the calls of a judge that is a model.
        token_usage_parser: of no effect: ``result.report.notes`` tells calls, tokens and money.
        raise_exceptions: raise where a row could not be scored.
        column_map: RAGAS's name of a column -> its name in the data.
        show_progress: of no effect.
        batch_size: of no effect.
        return_executor: refused.
        allow_nest_asyncio: of no effect.
        judge: Upheld's judge for metrics without one of their own; it wins over `llm`.
        options: other options of `upheld.check`, for all metrics; those of a metric win.

    Raises:
        ConfigurationError: a metric is not Upheld's, or an option is wrong.
        InputError: there are no rows, or none of them can be read.
        JudgeError: `raise_exceptions` is set and a row could not be scored.
    """
    del embeddings, show_progress, batch_size, allow_nest_asyncio
    unused = {
        "experiment_name": experiment_name,
        "callbacks": callbacks,
        "token_usage_parser": token_usage_parser,
    }
    told_unused(unused, "result.report tells what was done, with calls, tokens and money in its notes")
    if return_executor:
        msg = "return_executor=True: Upheld has no executor; call evaluate in a thread of your own, or aevaluate in a task"
        raise ConfigurationError(msg)
    chosen = _own(metrics)
    asked = None if judge is None and llm is None else meant(judge, llm, "llm")
    shared = judge_options({**_bounds(run_config), **(options or {})})
    rows = read_rows(dataset, column_map)
    samples = [sample for _, sample in rows]
    reports = {metric.name: _evaluate(samples, **metric.scoring(asked, shared)) for metric in chosen}
    for name, report in reports.items():
        _tell(name, report, samples, raise_exceptions)
    return EvaluationResult(reports, [row for row, _ in rows], dataset)


async def aevaluate(*args: Any, **options: Any) -> EvaluationResult:
    """Score every row of a data set without blocking the event loop; otherwise as `evaluate`.

    Args:
        *args: as there.
        **options: as there.
    """
    return await asyncio.to_thread(evaluate, *args, **options)


def _own(metrics: Sequence[Scorer] | Scorer | None) -> list[Scorer]:
    if metrics is None:
        return [Faithfulness()]
    chosen = own_metrics(
        metrics if isinstance(metrics, list | tuple) else (metrics,),
        Scorer,
        "use upheld.compat.ragas.metrics.faithfulness here; to mix it with metrics of RAGAS's, give both to ragas's own"
        " evaluate",
    )
    names = [metric.name for metric in chosen]
    if not names or len(set(names)) < len(names):
        what = (
            "is empty" if not names else f"has two metrics of one name ({', '.join(names)}): give one a name="
        )
        msg = f"metrics {what}; it must be a list such as [faithfulness]"
        raise ConfigurationError(msg)
    return chosen


def _bounds(run_config: Any) -> dict[str, Any]:
    if run_config is None:
        return {}
    return {"llm": {"max_concurrency": run_config.max_workers, "timeout": run_config.timeout}}


def _tell(name: str, report: Report, samples: Sequence[Sample], raise_exceptions: bool) -> None:  # noqa: FBT001 - as it came
    """Log, or raise, where rows could not be scored."""
    failed = [(n, result) for n, result in enumerate(report.results, 1) if result.status == "failed"]
    if not failed:
        return
    number, first = failed[0]
    msg = f"{name}: {len(failed)} of {len(samples)} rows could not be scored; row {number}: {first.reason}"
    if raise_exceptions:
        raise JudgeError(msg, sample_id=first.id, judge=first.signature)
    _LOG.warning("%s", msg)
