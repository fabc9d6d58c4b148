"""``upheld judge-report``: a judge against the labels of people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TextIO, get_args

import click

from upheld._judge_report import Unit, judge_reports
from upheld.cli import FAILED, WRONG, silence_stdout
from upheld.cli._common import (
    MODEL_SETTINGS,
    expect,
    input_options,
    judging,
    load_settings,
    look_at,
    model_options,
    output_options,
    say,
    show_plan,
    verdict_options,
)
from upheld.cli._gate import FRACTION, Gate
from upheld.cli._target import opened, suffix_format

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from upheld._report.judged import JudgeReport

__all__ = ["command"]


def _meanings(_ctx: click.Context, _param: click.Parameter, values: Sequence[str]) -> dict[str, str]:
    """Turn ``--label-means good=supported`` into a mapping; a value may hold an equals sign."""
    meanings = {}
    for value in values:
        word, sign, label = value.rpartition("=")
        if not sign or not word.strip():
            msg = f"{value!r} is not of the form VALUE=LABEL, such as good=supported"
            raise click.BadParameter(msg)
        meanings[word] = label.strip()
    return meanings


_SETTINGS = ("inference", "checks", "jobs", "format", *MODEL_SETTINGS)
_FORMATS = {"text": ".txt", "json": ".json", "markdown": ".md"}


@click.command("judge-report")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--judge",
    "judges",
    multiple=True,
    metavar="NAME",
    help="Judge to measure. Repeat it to compare: each with the first.",
)
@click.option(
    "--label",
    default="label",
    show_default=True,
    metavar="FIELD",
    help="Field of the label, such as gold.faithful.",
)
@click.option(
    "--label-means",
    multiple=True,
    metavar="VALUE=LABEL",
    callback=_meanings,
    help="What a word of yours means: supported, unsupported, contradicted or not_enough_info.",
)
@click.option(
    "--unit",
    type=click.Choice(get_args(Unit)),
    help="What each row is.  [default: its field unit, else answer]",
)
@click.option(
    "--threshold",
    type=FRACTION,
    metavar="X",
    help="Call supported what has at least this probability.  [default: the judge's own verdicts]",
)
@click.option(
    "--slice", "slices", multiple=True, metavar="FIELD", help="Also show the figures for each value of FIELD."
)
@click.option("--cluster", metavar="FIELD", help="Draw rows that share FIELD as one for the intervals.")
@verdict_options
@model_options
@output_options(_FORMATS)
@click.option(
    "--fail-under",
    type=FRACTION,
    metavar="X",
    help="Exit with 1 if a balanced accuracy is below X (0 to 1).",
)
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Take the first N rows only.")
@click.option("--jobs", type=int, metavar="N", help="Processes to work in.  [default: 1]")
@input_options
@click.option("-q", "--quiet", is_flag=True, help="Only the report, errors and a gate that fails.")
def command(**options: Any) -> None:
    """Measure a judge on rows that people have labelled.

    \b
      upheld judge-report labelled.jsonl
      upheld judge-report labelled.csv --judge lexical --judge my_judges:mine --slice topic
      upheld judge-report examples/support_bot.jsonl --label gold.faithful

    Each row is a record as for `upheld eval` with one field more: supported, unsupported, contradicted or not_enough_info
    (true, 1, yes, faithful are supported; false, 0, no, hallucinated are unsupported). A row is called supported if all its
    claims are.
    """  # noqa: D301 - \b is the character by which click keeps the lines
    output_format = options["output_format"] or suffix_format(options["output"], _FORMATS, "a judge report")
    expect(options["files"])
    if options["dry_run"]:
        notices: list[str] = []
        reports = _measured(options, notices.append)
        show_plan(notices, reports[0].n)
        return
    with opened(options["output"], options["files"]) as stream:
        reports = _measured(options, (lambda _text: None) if options["quiet"] else say)
        wrong = _dropped_fields(reports, options)
        _write(reports, output_format, stream)
    for problem in wrong:
        say(f"error: {problem}")
    passed = [_passed(report, options) for report in reports]
    click.get_current_context().exit(WRONG if wrong else 0 if all(passed) else FAILED)


def _measured(options: dict[str, Any], notify: Callable[[str], None]) -> list[JudgeReport]:
    settings = load_settings(options, _SETTINGS).settings
    told = judging(settings, dry_run=options["dry_run"])
    judge = told.pop("judge")
    return judge_reports(
        [*options["files"]],
        options["judges"] or [judge],
        label=options["label"],
        label_means=options["label_means"],
        unit=options["unit"],
        threshold=options["threshold"],
        slices=options["slices"],
        cluster=options["cluster"],
        format=settings.format,
        mapping=options["mapping"] or None,
        encoding=options["encoding"],
        limit=options["limit"],
        jobs=settings.jobs,
        notify=notify,
        **told,
    )


def _dropped_fields(reports: Sequence[JudgeReport], options: dict[str, Any]) -> list[str]:
    """Say which fields no row has; they cost no figure that was worked for."""
    wrong = []
    if (cluster := options["cluster"]) is not None and not reports[0].has(cluster):
        wrong.append(f"--cluster: {reports[0].unknown(cluster)}")
        for report in reports:
            report.cluster = None
    wrong += [
        f"--slice: {reports[0].unknown(field)}" for field in options["slices"] if not reports[0].has(field)
    ]
    return wrong


def _write(reports: Sequence[JudgeReport], wanted: str, stream: TextIO) -> None:
    """Write the report. A reader that leaves early (`| head`) has had enough; the gate still counts."""
    from upheld.reports.judged import judged_dict, judged_markdown, judged_text

    try:
        if wanted == "json":
            from upheld.reports._json import SafeStream, dumps

            SafeStream(stream).write(dumps(judged_dict(reports), indent=2) + "\n")
        elif wanted == "markdown":
            stream.write(judged_markdown(reports))
        else:
            stream.write(judged_text(reports, look_at(stream)) + "\n")
        stream.flush()
    except BrokenPipeError:
        silence_stdout()


def _passed(report: JudgeReport, options: dict[str, Any]) -> bool:
    """Judge the gate, and say so."""
    gate = Gate(options["fail_under"], None)
    verdict = gate.verdict(
        report.agreement.confusion.balanced_accuracy, f"balanced accuracy of {report.judge}"
    )
    if verdict is None:
        return True
    passed, line = verdict
    if not passed or not options["quiet"]:
        say(line)
    return passed
