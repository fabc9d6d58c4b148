"""``upheld compare``: the same samples through two or more scorers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TextIO, get_args

import click

from upheld._compare import compare
from upheld._compare.specs import PEERS, given_files
from upheld._types import Policy
from upheld.cli import INTERRUPTED, WRONG, silence_stdout
from upheld.cli._common import (
    expect,
    input_options,
    load_settings,
    look_at,
    output_options,
    say,
    scoring,
    verdict_options,
)
from upheld.cli._gate import FRACTION
from upheld.cli._target import opened, suffix_format

if TYPE_CHECKING:
    from collections.abc import Sequence

    from upheld._report.compared import CompareReport

__all__ = ["command"]

_SETTINGS = ("policy", "inference", "checks", "decomposer", "max_concurrency", "cache", "jobs", "format")
_PASSED_ON = (
    "judge",
    "policy",
    "inference",
    "checks",
    "tolerance",
    "decomposer",
    "empty_score",
    "llm",
)
_FORMATS = {"text": ".txt", "json": ".json", "markdown": ".md", "csv": ".csv"}


def _pythons(
    _ctx: click.Context, _param: click.Parameter, values: Sequence[str]
) -> str | dict[str, str] | None:
    """Turn ``--python PATH`` and ``--python ragas=PATH`` into one path for all, or a path for each peer."""
    each: dict[str, str] = {}
    for value in values:
        peer, sign, path = value.partition("=")
        if sign and peer in PEERS:
            each[peer] = path
        else:
            each |= {peer: value for peer in PEERS if peer not in each}
    return each or None


@click.command("compare")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--with",
    "scorers",
    multiple=True,
    metavar="SCORER",
    help="upheld, upheld:JUDGE, upheld-lenient:JUDGE, upheld:llm, ragas or deepeval. Repeat it.",
)
@click.option(
    "--scores",
    multiple=True,
    metavar="[NAME=]FILE",
    help="Scores made elsewhere: a table with the columns id and score. May be repeated.",
)
@click.option(
    "--python",
    multiple=True,
    metavar="[PEER=]PATH",
    callback=_pythons,
    help="Python (or environment) that has the peers, or one peer.  [default: this one]",
)
@click.option("--model", metavar="NAME", help="Model that peers and upheld:llm ask.")
@click.option(
    "--base-url", metavar="URL", help="Address of its endpoint.  [default: OpenAI, or OPENAI_BASE_URL]"
)
@click.option("--max-concurrency", type=int, metavar="N", help="Calls to a model in flight.  [default: 16]")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0.0, min_open=True),
    default=180.0,
    show_default=True,
    metavar="S",
    help="Seconds that a peer has for one sample.",
)
@click.option(
    "--threshold",
    type=FRACTION,
    default=0.5,
    show_default=True,
    metavar="X",
    help="Score from which a sample passes (0 to 1), for agreement and kappa.",
)
@click.option(
    "--show",
    type=click.IntRange(min=0),
    default=5,
    show_default=True,
    metavar="N",
    help="Show N of the samples that differ most with their claims.",
)
@click.option(
    "--policy",
    type=click.Choice(get_args(Policy)),
    help="Of scorers of ours that name none.  [default: strict]",
)
@verdict_options
@click.option("--decomposer", metavar="NAME", help="What makes our claims, such as rules or two_calls.")
@click.option("--cache/--no-cache", default=None, help="Keep replies to our own judges.  [default: cache]")
@output_options(_FORMATS)
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Take the first N samples only.")
@click.option("--jobs", type=int, metavar="N", help="Processes for our own judges.  [default: 1]")
@input_options
@click.option("-q", "--quiet", is_flag=True, help="Only the report and errors.")
def command(**options: Any) -> None:
    """Score the same samples with several scorers, and see how far they agree.

    \b
      upheld compare runs.jsonl --with upheld --with upheld-lenient:lexical
      upheld compare runs.jsonl --with ragas --python ~/ragas-env --model gpt-4o-mini
      upheld compare runs.jsonl --scores deepeval.csv

    RAGAS and DeepEval run in their own environment and ask the same endpoint. Where no scorer of ours is named, upheld is added.
    The samples on which scores differ most are shown with our claims, verdicts and proof.
    """  # noqa: D301 - \b is the character by which click keeps the lines
    output_format = options["output_format"] or suffix_format(options["output"], _FORMATS, "a comparison")
    expect(options["files"])
    read = [*options["files"], *(given.path for given in given_files(options["scores"]))]
    with opened(options["output"], read) as stream:
        report = _compared(options)
        _write(report, output_format, stream, options["show"])
    click.get_current_context().exit(_exit_code(report))


def _compared(options: dict[str, Any]) -> CompareReport:
    settings = load_settings(options, _SETTINGS).settings
    told = {name: value for name, value in scoring(settings).items() if name in _PASSED_ON}
    return compare(
        [*options["files"]],
        options["scorers"],
        scores=options["scores"],
        threshold=options["threshold"],
        model=options["model"],
        base_url=options["base_url"],
        python=options["python"],
        max_concurrency=settings.max_concurrency,
        timeout=options["timeout"],
        format=settings.format,
        mapping=options["mapping"] or None,
        encoding=options["encoding"],
        limit=options["limit"],
        notify=(lambda _text: None) if options["quiet"] else say,
        jobs=settings.jobs,
        **told,
    )


def _write(report: CompareReport, wanted: str, stream: TextIO, show: int) -> None:
    """Write the report. A reader that leaves early (`| head`) has had enough."""
    from upheld.reports._json import SafeStream, dumps
    from upheld.reports.compared import compared_csv, compared_markdown, compared_text

    try:
        if wanted == "json":
            SafeStream(stream).write(dumps(report.to_dict(show), indent=2) + "\n")
        elif wanted == "csv":
            compared_csv(report, stream)
        elif wanted == "markdown":
            stream.write(compared_markdown(report, show=show))
        else:
            stream.write(compared_text(report, look_at(stream), show=show) + "\n")
        stream.flush()
    except BrokenPipeError:
        silence_stdout()


def _exit_code(report: CompareReport) -> int:
    """Say which scorer measured nothing, which is no comparison, and choose the exit code."""
    if report.interrupted:
        say("interrupted; the report holds what was done")
        return INTERRUPTED
    blank = [column for column in report.columns if not column.values]
    for column in blank:
        say(f"error: {column.name} scored nothing, the first: {report.name_of(0)}: {column.scores[0].why}")
    return WRONG if blank else 0
