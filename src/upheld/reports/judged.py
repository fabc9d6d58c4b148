"""Judges on labelled rows, for people and as JSON: one report or several side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from upheld.reports._look import Look, clean, excerpt, fold
from upheld.reports._pick import LABELS
from upheld.reports.markdown import escape, pairs_markdown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from upheld._report.judged import JudgeReport
    from upheld.metrics.agreement import Agreement, Gain

__all__ = ["judged_dict", "judged_markdown", "judged_text"]

_SHOWN_VALUES = 30
_SHOWN_LABELS = 8
_KEY_WIDTH = 19
_SMALLEST = 0.001

_Table = list[list[str]]


def judged_text(reports: Sequence[JudgeReport], look: Look | None = None) -> str:
    """Show one or more judges on the same rows.

    Args:
        reports: at least one.
        look: what the place of output can show; standard output where not given.
    """
    look = look or Look.of()
    parts = [_pairs_text(_about(reports[0]), look)]
    for report in reports:
        parts += [look.paint("strong", clean(report.judge)), _pairs_text(_judge_rows(report, look), look)]
        parts.append(_table_text(_verdicts(report), look))
        parts += [_table_text(_slice(report, field), look) for field in report.slices]
    if len(reports) > 1:
        parts.append(_table_text(_side_by_side(reports), look))
    return "\n\n".join(parts)


def judged_markdown(reports: Sequence[JudgeReport]) -> str:
    """Return the same as Markdown.

    Args:
        reports: at least one.
    """
    lines = ["# Judge against labels", "", *pairs_markdown(_about(reports[0]))]
    for report in reports:
        lines += ["", f"## {escape(report.judge)}", "", *pairs_markdown(_judge_rows(report, Look()))]
        for table in (_verdicts(report), *(_slice(report, field) for field in report.slices)):
            lines += ["", *_table_markdown(table)]
    if len(reports) > 1:
        lines += ["", "## Side by side", "", *_table_markdown(_side_by_side(reports))]
    return "\n".join(lines) + "\n"


def judged_dict(reports: Sequence[JudgeReport]) -> dict[str, Any]:
    """Return all reports, and the gain of each later judge over the first, as JSON-ready data.

    Args:
        reports: at least one.
    """
    gains = [_gain(report, reports[0]) for report in reports[1:]]
    return {"schema_version": reports[0].to_dict()["schema_version"], "reports": [r.to_dict() for r in reports], "gains": gains}  # fmt: skip


def _gain(report: JudgeReport, first: JudgeReport) -> dict[str, Any]:
    found = report.gain_over(first)
    return {
        "judge": report.judge,
        "over": first.judge,
        "balanced_accuracy": None if found is None else found.value,
        "interval": None if found is None else list(found.interval),
    }


def _about(report: JudgeReport) -> Iterator[tuple[str, str]]:
    """Yield what was measured on: rows, how their labels were read, and what was left out."""
    counts = report.agreement.confusion
    yield "labelled rows", f"{counts.n}: {counts.supported} supported, {counts.unsupported} not"
    read = report.labels.read.most_common(_SHOWN_LABELS)
    words = ", ".join(
        f"{value} {count}" if value == label else f"{value} = {label.replace('_', ' ')} {count}"
        for (value, label), count in read
    )
    yield "labels", clean(f"{report.labels.field}: {words}")
    out = report.left_out
    parts = [f"{out['no_label']} without a label"] if out["no_label"] else []
    if out["unknown_label"]:
        unknown = report.labels.unknown.most_common(_SHOWN_LABELS)
        named = ", ".join(f"{value!r} {count}" for value, count in unknown)
        parts.append(f"{out['unknown_label']} with a label that is not known ({named})")
    if out["unread"]:
        parts.append(f"{out['unread']} that could not be read (the first: {report.first_unread})")
    yield "left out", clean("; ".join(parts)) or "none"


def _judge_rows(report: JudgeReport, look: Look) -> Iterator[tuple[str, str]]:
    found = report.agreement
    counts = found.confusion
    yield "balanced accuracy", _with_interval(found)
    yield "", "The interval covers the chance of which rows were drawn. It leaves out errors of the labels."
    alarms = _of(counts.false_alarms, counts.supported)
    yield (
        "supported rows",
        f"{_of(counts.kept, counts.supported)} called supported, {alarms} flagged: false alarms",
    )
    missed = _of(counts.missed, counts.unsupported)
    yield "other rows", f"{_of(counts.caught, counts.unsupported)} flagged, {missed} called supported: missed"
    yield (
        "flags",
        (
            f"precision {_number(counts.precision)}, recall {_number(counts.recall)}, F1 {_number(counts.f1)}"
            f" (flagging every row: {_number(counts.prevalence)}, 1.000, {_number(counts.baseline_f1)})"
        ),
    )
    dot = f" {look.mark('dot')} "
    three = report.kappa_of_verdicts
    of_verdicts = "" if three is None else f", of the three verdicts {_number(three)}"
    yield "agreement", f"kappa {_number(found.kappa)}{of_verdicts}{dot}AUC {_number(found.auc)}"
    yield "calibration error", f"{_number(found.calibration_error)} at even odds"
    yield from _threshold(report)
    yield from (("status", _statuses(report, dot)), ("signature", clean(report.signature)))
    yield from (("note", clean(note)) for note in report.remarks())


def _threshold(report: JudgeReport) -> Iterator[tuple[str, str]]:
    own = "the judge's own verdicts" if report.threshold is None else f"{report.threshold:g}"
    yield "threshold", own
    best = report.agreement.best
    if best is None:
        return
    held = (
        "too few rows to try it on others"
        if best.held_out is None
        else f"chosen on four fifths of the rows and tried on the rest {_number(best.held_out)}"
    )
    rates = f"{best.true_positive_rate:.2f} of supported and {best.false_positive_rate:.2f} of other rows called supported"
    yield (
        "best threshold",
        f"{best.threshold:g}: {_number(best.balanced_accuracy)} on the rows it was chosen on, {held}; {rates}",
    )


def _statuses(report: JudgeReport, dot: str) -> str:
    counts = dot.join(f"{name.replace('_', ' ')} {n}" for name, n in report.statuses.items())
    errors = f" ({report.errors} without a deciding verdict count as not supported)" if report.errors else ""
    return counts + errors


def _verdicts(report: JudgeReport) -> _Table:
    """Return the confusion of labels and verdicts; the first row is the header."""
    table = report.table()
    heads = [*LABELS]
    body = [[_label(label), *(str(table[label][verdict]) for verdict in heads)] for label in table]
    return [["label / verdict", *(LABELS[verdict] for verdict in heads)], *body]


def _label(label: str) -> str:
    return LABELS.get(label, label)


_FIGURES = ("n", "supported", "bal. acc.", "95 %", "TPR", "FPR", "F1", "AUC")


def _slice(report: JudgeReport, field: str) -> _Table:
    groups = report.by(field)
    body = [
        ["(no value)" if value is None else excerpt(str(value), limit=40), *_row(found)]
        for value, found in [*groups.items()][:_SHOWN_VALUES]
    ]
    if (more := len(groups) - _SHOWN_VALUES) > 0:
        body.append([f"and {more} more", *[""] * len(_FIGURES)])
    return [[f"by {clean(field)}", *_FIGURES], *body]


def _row(found: Agreement) -> list[str]:
    counts = found.confusion
    low_high = (
        "-" if found.interval is None else f"{_number(found.interval.low)} to {_number(found.interval.high)}"
    )
    rates = (counts.true_positive_rate, counts.false_positive_rate, counts.f1, found.auc)
    return [str(counts.n), _number(_ratio(counts.supported, counts.n)), _number(counts.balanced_accuracy), low_high, *map(_number, rates)]  # fmt: skip


def _side_by_side(reports: Sequence[JudgeReport]) -> _Table:
    first = reports[0]
    others = ([clean(r.judge), *_row(r.agreement), _signed(r.gain_over(first))] for r in reports[1:])
    body = [[clean(first.judge), *_row(first.agreement), ""], *others]
    return [["judge", *_FIGURES, "gain over the first, 95 %"], *body]


def _signed(found: Gain | None) -> str:
    if found is None:
        return "-"
    return f"{found.value:+.3f} ({found.interval.low:+.3f} to {found.interval.high:+.3f})"


def _with_interval(found: Agreement) -> str:
    accuracy, interval = found.confusion.balanced_accuracy, found.interval
    if interval is None:
        return "none: it needs rows of both kinds"
    return f"{_number(accuracy)}  (95 % interval {_number(interval.low)} to {_number(interval.high)}; chance 0.500)"


def _of(part: int, whole: int) -> str:
    return f"{part} of {whole} ({_number(_ratio(part, whole))})"


def _ratio(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _number(value: float | None) -> str:
    """Show a figure with three decimals; what is short of 1 never reads 1.000, what is above 0 never 0.000."""
    if value is None:
        return "-"
    if _SMALLEST / 2 > value > 0.0:
        return f"<{_SMALLEST}"
    return f"{value if value >= 1.0 else min(value, 1.0 - _SMALLEST):.3f}"


def _pairs_text(pairs: Iterator[tuple[str, str]], look: Look) -> str:
    lines: list[str] = []
    for key, text in pairs:
        start = f"{key:<{_KEY_WIDTH}}"
        # A signature is there to be copied: it stays on one line.
        folded = [start + text] if key == "signature" else fold(text, look.width, start)
        lines += [(look.paint("strong", key) if key else "") + folded[0][len(key) :], *folded[1:]]
    return "\n".join(lines)


def _table_text(table: _Table, look: Look) -> str:
    widths = [max(len(row[n]) for row in table) for n in range(len(table[0]))]
    lines = []
    for row in table:
        first, *rest = (cell.rjust(width) if n else cell.ljust(width) for n, (cell, width) in enumerate(zip(row, widths, strict=True)))  # fmt: skip
        lines.append("  ".join((first, *rest)).rstrip())
    return "\n".join([look.paint("strong", lines[0]), *lines[1:]])


def _table_markdown(table: _Table) -> list[str]:
    lines = ["| " + " | ".join(map(escape, row)) + " |" for row in table]
    return [lines[0], "|---" + "|---:" * (len(table[0]) - 1) + "|", *lines[1:]]
