"""``upheld probe``: a judge against planted faults, without labels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TextIO

import click

from upheld._probe import probe
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
    verdict_options,
)
from upheld.cli._gate import FRACTION, Gate
from upheld.cli._target import opened, suffix_format

if TYPE_CHECKING:
    from upheld._report.probed import ProbeReport

__all__ = ["command"]

_SETTINGS = ("judge", "inference", "checks", "jobs", "seed", "format", *MODEL_SETTINGS)
_FORMATS = {"text": ".txt", "json": ".json", "markdown": ".md"}
_EXAMPLES = {"text": 1, "json": 3, "markdown": 1}


@click.command("probe")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--judge", metavar="NAME", help="Judge to measure.")
@click.option(
    "--per-kind",
    type=click.IntRange(min=1),
    default=50,
    show_default=True,
    metavar="N",
    help="Most cases of each kind of fault or paraphrase.",
)
@click.option("--seed", type=int, metavar="S", help="Seed of all draws.  [default: 0]")
@click.option(
    "--examples",
    type=click.IntRange(min=0),
    metavar="N",
    help="Show N missed faults and false alarms of each kind.  [default: 1, in JSON 3]",
)
@verdict_options
@model_options
@output_options(_FORMATS)
@click.option(
    "--fail-under-detection",
    type=FRACTION,
    metavar="X",
    help="Exit with 1 if the mean detection is below X (0 to 1).",
)
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Take the first N samples only.")
@click.option("--jobs", type=int, metavar="N", help="Processes to work in.  [default: 1]")
@input_options
@click.option("-q", "--quiet", is_flag=True, help="Only the report, errors and a gate that fails.")
def command(**options: Any) -> None:
    """Measure a judge on faults planted into your own data. Needs no labels.

    \b
      upheld probe answers.jsonl
      upheld probe answers.jsonl --judge lexical --checks off
      upheld probe answers.jsonl --judge my_judges:mine --dry-run

    Numbers, dates, units, names, negations and more are changed in claims that the judge supports and in sentences of the
    chunks: how many does it notice? Others are said in other words: how many does it flag all the same?
    """  # noqa: D301 - \b is the character by which click keeps the lines
    wanted = options["output_format"] or suffix_format(options["output"], _FORMATS, "a probe")
    expect(options["files"])
    with opened(options["output"], options["files"]) as stream:
        report = _probed(options)
        _write(report, wanted, options["examples"], stream)
    click.get_current_context().exit(_exit_code(report, options))


def _probed(options: dict[str, Any]) -> ProbeReport:
    settings = load_settings(options, _SETTINGS).settings
    told = judging(settings, dry_run=options["dry_run"])
    return probe(
        [*options["files"]],
        per_kind=options["per_kind"],
        seed=settings.seed,
        dry_run=options["dry_run"],
        format=settings.format,
        mapping=options["mapping"] or None,
        encoding=options["encoding"],
        limit=options["limit"],
        jobs=settings.jobs,
        notify=(lambda _text: None) if options["quiet"] else say,
        **told,
    )


def _write(report: ProbeReport, wanted: str, examples: int | None, stream: TextIO) -> None:
    """Write the report. A reader that leaves early (`| head`) has had enough; the gate still counts."""
    from upheld.reports.probed import probed_markdown, probed_text

    count = _EXAMPLES[wanted] if examples is None else examples
    try:
        if wanted == "json":
            from upheld.reports._json import SafeStream, dumps

            SafeStream(stream).write(dumps(report.to_dict(count), indent=2) + "\n")
        elif wanted == "markdown":
            stream.write(probed_markdown(report, count))
        else:
            stream.write(probed_text(report, look_at(stream), count) + "\n")
        stream.flush()
    except BrokenPipeError:
        silence_stdout()


def _exit_code(report: ProbeReport, options: dict[str, Any]) -> int:
    """Judge the gate, say so, and choose the exit code."""
    if options["dry_run"]:
        return 0
    if report.nothing:
        say(f"error: nothing was measured: {report.nothing}")
        return WRONG
    if report.errors and not report.judged:
        first = next(case.verdict.reason for case in report.cases if case.verdict)
        say(
            f"error: nothing was measured: the judge failed on all {report.errors} claims, the first: {first}"
        )
        return WRONG
    detection = report.detection
    verdict = Gate(options["fail_under_detection"], None).verdict(
        None if detection is None else detection.mean, f"detection of {report.judge}"
    )
    if verdict is None:
        return 0
    passed, line = verdict
    if not passed or not options["quiet"]:
        say(line)
    return 0 if passed else FAILED
