"""``upheld eval``: whole files."""

from __future__ import annotations

import sys
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TextIO

import click

from upheld._errors import ConfigurationError, UpheldError
from upheld._report.places import without_place
from upheld.cli import FAILED, INTERRUPTED, PIPE_CLOSED, WRONG, silence_stdout
from upheld.cli._capture import captured, check_target, target_options
from upheld.cli._common import (
    MODEL_SETTINGS,
    expect,
    input_options,
    is_plan,
    load_settings,
    look_at,
    output_options,
    say,
    scoring,
    scoring_options,
    show_plan,
)
from upheld.cli._gate import Gate
from upheld.cli._progress import Progress, shown
from upheld.cli._target import format_of, opened
from upheld.reports import WRITERS
from upheld.reports._look import fraction
from upheld.reports._pick import samples
from upheld.reports.jsonl import write_result
from upheld.reports.text import overview_text, report_lines

if TYPE_CHECKING:
    from upheld._api import Run
    from upheld._config import Settings
    from upheld._report import Report
    from upheld._types import Result

__all__ = ["command"]

_SETTINGS = (
    "judge",
    "policy",
    "inference",
    "domain",
    "empty_score",
    "checks",
    "fail_under",
    "fail_under_sample",
    "output_format",
    "jobs",
    "seed",
    "format",
    *MODEL_SETTINGS,
)

_STDOUT = (None, "-")
_SEE_ALL = "See all with -v, or in the data with -o FILE.jsonl."


@click.command("eval")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@output_options(WRITERS)
@scoring_options
@click.option(
    "--fail-under",
    type=float,
    metavar="X",
    help="Exit with 1 if the mean is below X (0 to 1); what should have a score and has none counts 0.",
)
@click.option(
    "--fail-under-sample",
    type=float,
    metavar="X",
    help="Exit with 1 if any sample is below X, or should have a score and has none.",
)
@click.option("--exit-zero", is_flag=True, help="Exit with 0 even if a gate fails.")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Take the first N samples only.")
@click.option("--sample", type=click.IntRange(min=1), metavar="N", help="Take N samples by chance.")
@click.option("--seed", type=int, metavar="S", help="Seed of --sample.  [default: 0]")
@click.option("--jobs", type=int, metavar="N", help="Processes to work in.  [default: 1]")
@input_options
@click.option("--strict-input", is_flag=True, help="Exit with 2 if any row cannot be read.")
@target_options
@click.option("--cluster", metavar="FIELD", help="Take samples that share FIELD as one for the interval.")
@click.option("--by", multiple=True, metavar="FIELD", help="Also show the mean for each value of FIELD.")
@click.option(
    "--answer-model",
    metavar="NAME",
    help="Model that wrote the answers; warns if the judge is of its family.",
)
@click.option("-q", "--quiet", is_flag=True, help="Only the report, errors and a gate that fails.")
@click.option("-v", "--verbose", is_flag=True, help="Show every sample with every claim.")
def command(**options: Any) -> None:
    """Score files of answers and report on them. FILE can be - for standard input.

    \b
      upheld eval answers.jsonl
      upheld eval answers.csv -o report.json --fail-under 0.85
      upheld eval run.jsonl --map answer=output.text --map contexts=docs[].page_content
      upheld eval questions.jsonl --target my_app.rag:answer --save-captured answers.jsonl
    """  # noqa: D301 - \b is the character by which click keeps the lines
    if options["quiet"] and options["verbose"]:
        msg = "-q and -v cannot be given together"
        raise click.UsageError(msg)
    check_target(options)
    options["output_format"] = options["output_format"] or format_of(options["output"])
    settings = load_settings(options, _SETTINGS).settings
    expect(options["files"])
    call = _Eval(options, settings)
    click.get_current_context().exit(call.plan() if options["dry_run"] else call.run())


@dataclass(slots=True)
class _Outcome:
    """How the reading of samples ended.

    Attributes:
        stop: what ended it early; None where all samples were taken.
        unread: rows that could not be read.
        first_unread: why, for the first of them.
        first_failed: why, for the first row without a score because something failed.
    """

    stop: BaseException | None = None
    unread: int = 0
    first_unread: str = ""
    first_failed: str = ""

    def see(self, result: Result) -> None:
        """Take note of one result."""
        if result.status != "failed":
            return
        place = result.source or result.id or "a row"
        why = f"{place}: {without_place(result.reason, result.source)}"
        self.first_failed = self.first_failed or why
        # A row that could not be read has no claims; one that the judge failed on has.
        if not result.claims:
            self.unread += 1
            self.first_unread = self.first_unread or why


class _Eval:
    """One call of the command: options in, report and exit code out."""

    def __init__(self, options: dict[str, Any], settings: Settings) -> None:
        self.options = options
        self.settings = settings
        several = len({*options["files"]}) > 1
        self.gate = Gate(settings.fail_under, settings.fail_under_sample, several)
        self.outcome = _Outcome()
        self.wrong_fields: list[str] = []
        self.notices: list[str] = []

    def plan(self) -> int:
        """Go through all samples without a call to a model, and print what a run would send; return the exit code."""
        with shown(wanted=False, total=None) as progress:
            count = sum(1 for _ in self._start(progress, ExitStack()).results())
        show_plan(self.notices, count)
        return 0

    def run(self) -> int:
        """Score, write, judge the gate; return the exit code."""
        wanted = self.settings.output_format
        with opened(self.options["output"], self.options["files"]) as stream:
            try:
                report = self._scored(stream)
            except BrokenPipeError:  # the reader of JSON lines went away: nobody wants the rest
                silence_stdout()
                return PIPE_CLOSED
            self._group(report)
            told = [*report.notes]
            if not (wanted == "text" and self.options["output"] in _STDOUT):
                report.notes += self.notices
            if wanted != "jsonl":
                self._write(report, stream)
            report.notes = told  # standard error has had the notices
        self._tell(report)
        return self._exit_code(report)

    def _scored(self, stream: TextIO) -> Report:
        """Score all samples. What stops the run early is kept, unless it stops before the first sample."""
        from upheld._report import Report

        as_lines = self.settings.output_format == "jsonl"
        bar = not self.options["quiet"] and not (as_lines and stream.isatty())
        with ExitStack() as stack:
            total = self.options["sample"] or self.options["limit"]
            progress = stack.enter_context(shown(wanted=bar, total=total))
            run = self._start(progress, stack)
            report = Report(run.signature, run.scoring)
            try:
                with closing(run.results()) as results:
                    for result in results:
                        self._take(result, report, stream if as_lines else None)
                        progress.step(report)
            except BrokenPipeError:
                raise
            except (KeyboardInterrupt, UpheldError, OSError) as stop:
                if report.n == 0:
                    raise
                self.outcome.stop = stop
                report.interrupted = True
        return report

    def _start(self, progress: Progress, stack: ExitStack) -> Run:
        """Return the run over the files, or over what the target makes of them; `stack` ends what that takes."""
        from upheld._api import Run

        options, settings = self.options, self.settings
        source: Any = [*options["files"]]
        reading = {
            "format": settings.format,
            "mapping": options["mapping"] or None,
            "encoding": options["encoding"],
            "limit": options["limit"],
        }
        if options["target"] is not None:
            answering = captured(options, settings.seed, lambda text: self._notice(text, progress))
            source, reading = stack.enter_context(answering), {}
        return Run(
            source,
            **scoring(settings, dry_run=options["dry_run"]),
            **reading,
            sample=options["sample"],
            seed=settings.seed,
            jobs=settings.jobs,
            answer_model=options["answer_model"],
            notify=lambda text: self._notice(text, progress),
        )

    def _notice(self, text: str, progress: Progress) -> None:
        """Say what the readers found, and keep it for reports that are read elsewhere."""
        self.notices.append(text)
        if not self.options["quiet"] and not is_plan(text):
            progress.say(text)

    def _take(self, result: Result, report: Report, lines: TextIO | None) -> None:
        if lines is not None:
            write_result(result, lines)
        report.add(result)
        self.gate.see(result)
        self.outcome.see(result)

    def _group(self, report: Report) -> None:
        """Group the results as asked for; a field that is not there costs no result that was worked for."""
        cluster = self.options["cluster"]
        if cluster is not None:
            try:
                low, high = report.interval(cluster=cluster)
            except ConfigurationError as error:
                self.wrong_fields.append(f"--cluster: {error}")
                cluster = None
            else:
                report.notes.append(
                    f"95 % interval with whole groups of {cluster!r}: {fraction(low)} to {high:.2f}"
                )
        for field in self.options["by"]:
            try:
                report.groups[field] = report.by(field, cluster=cluster)
            except ConfigurationError as error:
                self.wrong_fields.append(f"--by: {error}")

    def _write(self, report: Report, stream: TextIO) -> None:
        """Write the report. A reader that leaves early (`| head`) has had enough; the gate still counts."""
        try:
            if self.settings.output_format == "text":
                self._write_text(report, stream)
            else:
                WRITERS[self.settings.output_format](report, stream)
            stream.flush()
        except BrokenPipeError:
            silence_stdout()

    def _write_text(self, report: Report, stream: TextIO) -> None:
        verbose = self.options["verbose"]
        lines = report_lines(report, verbose=verbose, look=look_at(stream), see_all=_SEE_ALL)
        stream.writelines(f"{line}\n" for line in lines)

    def _tell(self, report: Report) -> None:
        """Say on standard error what the report on standard output does not."""
        options, outcome = self.options, self.outcome
        to_file = options["output"] not in _STDOUT
        if not options["quiet"] and (to_file or self.settings.output_format not in ("text", "markdown")):
            click.echo(overview_text(report, look_at(sys.stderr)), err=True, color=True)
            if to_file:
                say(f"report written to {options['output']}")
        if self._measured_nothing(report):
            failed = report.statuses["failed"]
            what = f"all {samples(failed)} failed"
            if failed < report.n:
                what = f"{failed} of {samples(report.n)} failed and none has a score"
            say(f"error: nothing was measured: {what}, the first: {outcome.first_failed}")
            if (hint := self._other_format()) is not None:
                say(hint)
        elif outcome.unread and (options["strict_input"] or not options["quiet"]):
            rows = "1 row" if outcome.unread == 1 else f"{outcome.unread} rows"
            fault = "could not be read" if options["target"] is None else "got no answer"
            word = "error: --strict-input" if options["strict_input"] else "warning"
            say(f"{word}: {rows} {fault}, the first: {outcome.first_unread}")
        for problem in self.wrong_fields:
            say(f"error: {problem}")
        if isinstance(outcome.stop, KeyboardInterrupt):
            say(f"interrupted after {samples(report.n)}; the report holds what was done")
        elif outcome.stop is not None:
            say(f"error: {outcome.stop} (stopped after {samples(report.n)}; the report holds what was done)")

    def _measured_nothing(self, report: Report) -> bool:
        """Say whether rows failed and no other has a score: that is no result, whatever it was due to."""
        return report.scored == 0 < report.statuses["failed"]

    def _other_format(self) -> str | None:
        """Say what format the first file would have been read as, where the one that was named fits no row."""
        from upheld.readers import read

        name, told = self.settings.format, self.options["files"][0]
        if name is None or told == "-":
            return None
        notes: list[str] = []
        try:
            mapping, encoding = self.options["mapping"] or None, self.options["encoding"]
            sample = next(read(told, mapping=mapping, encoding=encoding, notify=notes.append), None)
        except (UpheldError, OSError):
            return None
        found = next((note for note in notes if ": format " in note), None)
        if sample is None or sample.problem is not None or found is None:
            return None
        return f"it was read as format {name}, as asked; without that: {found}"

    def _exit_code(self, report: Report) -> int:
        """Judge the gate, say so, and choose the exit code."""
        if isinstance(self.outcome.stop, KeyboardInterrupt):
            return INTERRUPTED
        if self.outcome.stop is not None or self.wrong_fields or self._measured_nothing(report):
            return WRONG
        code = WRONG if self.options["strict_input"] and self.outcome.unread else 0
        verdict = self.gate.verdict(report.mean, scored=report.scored, missing=report.missing)
        if verdict is None:
            return code
        passed, line = verdict
        ignored = not passed and self.options["exit_zero"]
        if not passed or not self.options["quiet"]:
            say(line + " (exit code 0 as asked with --exit-zero)" * ignored)
        return code or (0 if passed or ignored else FAILED)
