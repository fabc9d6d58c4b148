"""How far a run is, on standard error of a terminal alone."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from upheld.cli._common import say
from upheld.reports._look import clean, fraction

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from upheld._report import Report

__all__ = ["Progress", "shown"]


@dataclass(frozen=True, slots=True)
class Progress:
    """What a run calls as it goes.

    Attributes:
        step: called after each sample.
        say: writes one line that does not disturb the bar.
    """

    step: Callable[[Report], None]
    say: Callable[[str], None]


@contextmanager
def shown(*, wanted: bool, total: int | None) -> Iterator[Progress]:
    """Show a bar while samples are scored, where standard error is a terminal.

    Args:
        wanted: False shows nothing.
        total: number of samples to expect; None where it is not known.
    """
    # A dumb terminal cannot go back to the start of a line.
    if not wanted or sys.stderr is None or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield Progress(lambda _report: None, say)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, SpinnerColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    console = Console(stderr=True)
    columns = [SpinnerColumn("line"), TextColumn("{task.completed} samples, mean {task.fields[mean]}")]
    if total is not None:
        columns = [BarColumn(bar_width=30), MofNCompleteColumn(), TextColumn("mean {task.fields[mean]}")]
    with Bar(*columns, TimeElapsedColumn(), console=console, transient=True) as bar:
        task = bar.add_task("", total=total, mean="-")
        yield Progress(
            lambda report: bar.update(task, advance=1, mean=fraction(report.mean)),
            lambda message: console.print(clean(message), markup=False, highlight=False, soft_wrap=True),
        )
