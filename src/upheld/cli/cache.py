"""``upheld cache``: what is kept of a model's replies."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path

import click

from upheld.cli._common import load_settings, stdout
from upheld.reports._look import clean

__all__ = ["command"]

_DAY = 86_400


@click.group("cache")
def command() -> None:
    """Show or empty the cache of a model's replies.

    It is also the journal of a run: one that was killed, started again, pays for nothing twice.
    """


@command.command("stats")
def stats() -> None:
    """Show where the cache is, and what is in it."""
    from upheld.llm.cache import Cache

    path = _path()
    if not path.exists():
        click.echo(f"{clean(str(path))}: empty", file=stdout())
        return
    cache = Cache(path)
    found = cache.stats()
    cache.close()
    since = (
        ""
        if found.oldest is None
        else f", the oldest of {datetime.fromtimestamp(found.oldest, UTC):%Y-%m-%d}"
    )
    replies = "1 reply" if found.replies == 1 else f"{found.replies} replies"
    click.echo(f"{clean(str(path))}: {replies}, {found.size / 1e6:.1f} MB{since}", file=stdout())


@command.command("clear")
@click.option("--days", type=click.IntRange(min=0), metavar="N", help="Only what is older than N days.")
def clear(days: int | None) -> None:
    """Forget the replies: the next run asks for them again."""
    from upheld.llm.cache import Cache

    path = _path()
    count = 0
    if path.exists():
        cache = Cache(path)
        count = cache.clear(None if days is None else time.time() - days * _DAY)
        cache.close()
    click.echo(
        f"{clean(str(path))}: {'1 reply' if count == 1 else f'{count} replies'} forgotten", file=stdout()
    )


def _path() -> Path:
    from upheld.llm.cache import default_path

    own = load_settings({}, ()).settings.llm.cache_path
    return default_path() if own is None else Path(own)
