"""``upheld config``: the settings in force, and where each comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from upheld.cli._common import load_settings, look_at, scoring, stdout
from upheld.reports._look import clean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from upheld._config import Loaded

__all__ = ["command"]

_WIDEST_VALUE = 40


@click.command("config")
def command() -> None:
    """Show each setting, its value and where it comes from.

    An option comes before the environment (UPHELD_POLICY=lenient), that before upheld.toml or [tool.upheld] in
    pyproject.toml (the nearest one, from this folder upwards), that before the default.
    """
    rows = [*_rows(load_settings({}, ()))]
    stream = stdout()
    look = look_at(stream)
    names = max(len(name) for name, _, _ in rows)
    values = min(_WIDEST_VALUE, max(len(value) for _, value, _ in rows))
    for name, value, origin in rows:
        line = f"{name:<{names}}  {value:<{values}}  {look.paint('quiet', origin)}"
        click.echo(line, file=stream, color=True)


def _rows(loaded: Loaded) -> Iterator[tuple[str, str, str]]:
    """Yield name, value and origin; the tables of levels and domains row by row, merged over their defaults."""
    merged = scoring(loaded.settings)
    for name, value in loaded.settings:
        if name not in ("levels", "domains", "tolerance", "plugins", "llm"):
            yield name, "-" if value is None else clean(str(value)), clean(loaded.origin[name])
    yield "plugins", clean(", ".join(loaded.settings.plugins)) or "-", clean(loaded.origin["plugins"])
    for kind, amount in loaded.settings.tolerance.items():
        yield f"tolerance.{clean(kind)}", clean(str(amount)), clean(loaded.origin["tolerance"])
    for name, value in loaded.settings.llm.model_dump(exclude_none=True, exclude={"prices"}).items():
        yield f"llm.{name}", clean(str(value)), clean(loaded.origin["llm"])
    for model, price in loaded.settings.llm.prices.items():
        yield (
            f"llm.prices.{clean(model)}",
            f"in {price.input:g}, out {price.output:g}",
            clean(loaded.origin["llm"]),
        )
    for name in ("safe", "warning"):
        own = getattr(loaded.settings.levels, name) is not None
        yield f"levels.{name}", f"{getattr(merged['levels'], name):g}", _origin(loaded, "levels", own=own)
    for name, domain in merged["domains"].items():
        value = f"deploy {domain.deploy:g}, review {domain.review:g}"
        yield f"domains.{clean(name)}", value, _origin(loaded, "domains", own=name in loaded.settings.domains)


def _origin(loaded: Loaded, table: str, *, own: bool) -> str:
    return clean(loaded.origin[table]) if own else "default"
