"""What the benchmarks share: the labelled rows, the machine, and a table that fits a terminal."""

from __future__ import annotations

import gzip
import json
import os
import platform
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

__all__ = ["datasets", "machine", "rows", "table"]


def datasets(folder: Path) -> list[Path]:
    """Return the ``*.jsonl.gz`` files of a folder, or say what is missing."""
    found = sorted(folder.glob("*.jsonl.gz"))
    if not found:
        sys.exit(f"no *.jsonl.gz in {folder}: give the folder with the labelled sets by --data")
    return found


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the records of one gzipped JSONL file: id, unit, question, contexts, response, label, part."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def machine() -> str:
    """Return the processor, cores and versions that a figure depends on."""
    from upheld import __version__

    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [
            line.split(":", 1)[1].strip()
            for line in info.read_text().splitlines()
            if line.startswith("model name")
        ]
        cpu = names[0] if names else cpu
    return f"{cpu}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}, upheld {__version__}"


def table(header: Sequence[str], body: Sequence[Sequence[object]]) -> str:
    """Return rows as aligned text: the first column to the left, numbers to the right."""
    cells = [[str(cell) for cell in row] for row in (header, *body)]
    widths = [max(len(row[n]) for row in cells) for n in range(len(header))]
    lines = [
        "  ".join(
            c.ljust(w) if not n else c.rjust(w) for n, (c, w) in enumerate(zip(row, widths, strict=True))
        )
        for row in cells
    ]
    return "\n".join([lines[0], "  ".join("-" * w for w in widths), *lines[1:]])
