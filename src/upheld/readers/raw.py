"""A record as it was found, before anybody knows its format."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Raw"]


@dataclass(frozen=True, slots=True)
class Raw:
    """One record of a file.

    Attributes:
        number: of its first line, or of the record in its document; the first is 1.
        unit: what `number` counts.
        value: its keys and values.
        problem: why it cannot be used, where it cannot.
        size: about how many characters it took.
        cells: its values are cells of a table.
    """

    number: int
    unit: Literal["line", "record"] = "line"
    value: Mapping[str, Any] = field(default_factory=dict)
    problem: str | None = None
    size: int = 0
    cells: bool = False

    @property
    def place(self) -> str:
        """Where it stands, in words: ``line 7``."""
        return f"{self.unit} {self.number}"

    def source(self, name: str) -> str:
        """Where it stands, with the name of its file: ``data.jsonl:7``, or ``data.json#7`` for the 7th record."""
        return f"{name}{':' if self.unit == 'line' else '#'}{self.number}"
