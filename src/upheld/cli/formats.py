"""``upheld formats``: the input formats."""

from __future__ import annotations

import click

from upheld.cli._common import look_at, stdout
from upheld.reports._look import fold

__all__ = ["command"]


@click.command("formats")
def command() -> None:
    """List the input formats and their keys.

    The format of a file is found by its keys. --format names it where that fails; --map renames keys.
    """
    from upheld.readers import FORMATS

    stream = stdout()
    look = look_at(stream)
    width = max(map(len, FORMATS)) + 2
    lines = []
    for name, known in FORMATS.items():
        start = f"{name:<{width}}"
        first, *rest = fold(known.description, look.width, start)
        lines += [look.paint("strong", name) + first[len(name) :], *rest]
        keys = ", ".join(known.keys)
        lines += [look.paint("quiet", line) for line in fold(f"keys: {keys}", look.width, " " * width)]
    lines += [
        "",
        *fold(
            "They are read from JSON Lines, JSON, CSV, TSV, Parquet and Arrow (files and streams), plain or gzip, and from data "
            "frames in Python. Parquet, Arrow and frames need: pip install 'upheld[frames]'",
            look.width,
        ),
        "",
        *fold(
            "Other names, nested ones too, are mapped to answer, contexts, question, reference, id, claims:",
            look.width,
        ),
        "  upheld eval data.jsonl --map answer=output.text --map contexts=out.docs[].page_content",
    ]
    click.echo("\n".join(lines), file=stream, color=True)
