"""``upheld check``: one answer."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, TextIO

import click

from upheld.cli import FAILED, WRONG
from upheld.cli._common import MODEL_SETTINGS, load_settings, look_at, say, scoring, scoring_options, stdout
from upheld.cli._gate import Gate
from upheld.metrics.faithfulness import NOTHING_FALSE

if TYPE_CHECKING:
    from upheld._config import Settings
    from upheld._types import Result, Sample

__all__ = ["command"]

_NOTHING = (
    "nothing to check: standard input is empty. Give an answer and its context, "
    'upheld check --answer "..." --context "...", or a record, upheld check record.json (upheld check --help says more)'
)
_SETTINGS = ("judge", "policy", "inference", "domain", "empty_score", "checks", "fail_under", *MODEL_SETTINGS)


@click.command("check")
@click.argument("record", metavar="[RECORD]", required=False)
@click.option("--answer", metavar="TEXT", help="The answer.")
@click.option("--answer-file", metavar="FILE", help="A file that holds the answer; - is standard input.")
@click.option("--context", multiple=True, metavar="TEXT", help="A chunk of the context. Repeat it for more.")
@click.option(
    "--context-file", multiple=True, metavar="FILE", help="A file that holds one chunk. Repeat it for more."
)
@click.option("--question", metavar="TEXT", help="What was asked; makes very short answers checkable.")
@click.option(
    "--claim", multiple=True, metavar="TEXT", help="A claim to check instead of those of the answer."
)
@click.option("--format", metavar="NAME", help="Input format of RECORD; `upheld formats` lists them.")
@click.option("--output-format", type=click.Choice(("text", "json")), help="What to print.")
@click.option(
    "--fail-under",
    type=float,
    metavar="X",
    help="Exit with 1 if the score is below X (0 to 1), or there should be one and is none; a refusal passes.",
)
@scoring_options
def command(**options: Any) -> None:
    """Check one answer against its context.

    \b
      upheld check --answer "Refunds take 30 days." --context "Refunds take 14 days."
      some-command | upheld check --context-file policy.md
      upheld check record.json

    Without an answer, standard input is the answer where a context is given; else it is a record (RECORD names a file
    instead, - is standard input), such as {"question": ..., "answer": ..., "contexts": [...]}. Chunks are counted
    from 0, those of --context first.
    """  # noqa: D301 - \b is the character by which click keeps the lines
    loaded = load_settings(options, (*_SETTINGS, "format"))
    settings = loaded.settings
    sample = _sample(options, settings)
    result = _check(sample, settings, dry_run=options["dry_run"])
    if options["dry_run"]:
        return
    # A file of settings may ask for csv or markdown, which one answer does not have.
    wanted = options["output_format"] or ("json" if settings.output_format in ("json", "jsonl") else "text")
    _print(result, wanted, stdout())
    click.get_current_context().exit(_exit_code(result, settings))


def _sample(options: dict[str, Any], settings: Settings) -> Sample:
    """Put the sample together from options, files and standard input."""
    from dataclasses import replace

    sources = [options["record"], options["answer_file"], *options["context_file"]]
    without_answer = all(options[name] is None for name in ("record", "answer", "answer_file"))
    if sources.count("-") + without_answer > 1:
        msg = "standard input can be read only once, and holds the answer or record where neither is given"
        raise click.UsageError(msg)
    contexts = [*options["context"], *map(_text, options["context_file"])]
    answer = _answer(options)
    if answer is None and (options["record"] or not contexts):
        sample = _record(options["record"] or "-", settings.format)
        if contexts:
            msg = "RECORD holds its own contexts: leave out --context and --context-file"
            raise click.UsageError(msg)
    else:
        sample = _made(_text("-") if answer is None else answer, contexts)
    return replace(
        sample,
        question=options["question"] or sample.question,
        claims=options["claim"] or sample.claims,
    )


def _check(sample: Sample, settings: Settings, *, dry_run: bool) -> Result:
    from upheld._api import Run
    from upheld._errors import InputError

    if sample.problem is not None:
        msg = f"{sample.source or 'the record'}: {sample.problem}"
        raise InputError(msg)
    return next(iter(Run(iter([sample]), **scoring(settings, dry_run=dry_run), notify=say)))


def _answer(options: dict[str, Any]) -> str | None:
    """Return the answer of the options; None where they give none."""
    given = [name for name in ("record", "answer", "answer_file") if options[name] is not None]
    if len(given) > 1:
        msg = f"only one of RECORD, --answer and --answer-file can be given, not {len(given)}"
        raise click.UsageError(msg)
    if options["answer_file"] is not None:
        return _text(options["answer_file"])
    answer: str | None = options["answer"]
    return answer


def _made(answer: str, contexts: list[str]) -> Sample:
    from upheld._types import Chunk, Sample

    return Sample(answer, tuple(Chunk(text) for text in contexts))


def _text(path: str) -> str:
    """Read a whole file, or standard input, in the encoding it says or seems to have."""
    from upheld.readers.files import text_lines

    _hint(path)
    return "".join(text_lines(path, None, say))


def _record(path: str, format_: str | None) -> Sample:
    """Read the one record of a file or of standard input."""
    from upheld._errors import InputError
    from upheld.readers import read

    _hint(path)
    samples = read(path, format=format_, notify=say)
    try:
        first = next(samples, None)
    except InputError as error:
        if path == "-" and "the file is empty" in str(error):
            raise InputError(_NOTHING) from error
        raise
    if first is None or next(samples, None) is not None:
        what = "no record" if first is None else "more than one record (`upheld eval` takes many)"
        msg = f"{'standard input' if path == '-' else path}: {what}; `upheld check` needs one"
        raise InputError(msg)
    return first


def _hint(path: str) -> None:
    """Say what a terminal waits for."""
    if path == "-" and sys.stdin is not None and sys.stdin.isatty():
        say("reading standard input; end it with Ctrl-D")


def _exit_code(result: Result, settings: Settings) -> int:
    """Judge the gate, say so, and choose the exit code."""
    if result.status == "failed":
        say(f"error: nothing was measured: {result.reason}")
        return WRONG
    verdict = _verdict(result, Gate(settings.fail_under, settings.fail_under_sample))
    if verdict is None:
        return 0
    passed, line = verdict
    say(line)
    return 0 if passed else FAILED


def _verdict(result: Result, gate: Gate) -> tuple[bool, str] | None:
    """Judge one answer; one that says nothing that could be false passes, as in pytest."""
    gate.see(result)
    verdict = gate.verdict(result.score, "score")
    if verdict is None or result.score is not None or result.status not in NOTHING_FALSE:
        return verdict
    why = "abstains" if result.status == "abstained" else "has no claim to check"
    return True, f"gate: passed, the answer {why}: nothing to score"


def _print(result: Result, wanted: str, stream: TextIO) -> None:
    if wanted == "json":
        from upheld.reports._json import SafeStream, dumps

        SafeStream(stream).write(dumps(result.to_dict(), indent=2) + "\n")
        for note in result.notes:  # who reads JSON by eye may miss them there
            say(f"note: {note}")
        return
    from upheld.reports.text import result_text

    click.echo(result_text(result, look_at(stream)), file=stream, color=True)
