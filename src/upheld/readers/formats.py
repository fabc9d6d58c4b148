"""What a format of input is: its name, and which of its keys holds which field of a sample."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from upheld.readers.raw import Raw

__all__ = ["FIELDS", "NEEDED", "Format", "Gather", "Reading"]

FIELDS = ("answer", "contexts", "question", "reference", "id", "claims", "metadata")
"""The fields of a sample that a record may give."""

NEEDED = ("answer", "contexts")
"""The fields without which a record cannot be scored."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What is known of a source while its records are put together.

    Attributes:
        name: of the source, for messages.
        mapping: fields that the user has said where to find.
        notify: told what the user might not expect.
        beside: the other files of the run; a format of two files looks for the second among them and in their folders.
        in_memory: the records are Python's own, and their user has no command line.
    """

    name: str
    mapping: Mapping[str, str] = field(default_factory=dict)
    notify: Callable[[str], None] = lambda _text: None
    beside: Sequence[str] = ()
    in_memory: bool = False


Gather: TypeAlias = "Callable[[Iterable[Raw], Reading], Iterator[Raw]]"
"""Puts records together to records of one sample each, with the keys of `Format.fields`, or takes them apart.

A field that the user has mapped is put under its path, which then stands for itself. What cannot be put together is yielded with
its problem, never dropped.
"""


def _no_refusal(_record: Mapping[str, Any]) -> str | None:
    return None


@dataclass(frozen=True, slots=True)
class Format:
    """One format of input records.

    Attributes:
        name: as ``--format`` takes it.
        title: as messages show it, such as ``ragas (v2)``.
        description: one line.
        fields: for each field of a sample, the keys that may hold it; the first one that is there counts.
        marks: keys that no other known format has; a record needs one of them to be recognised. Empty: none needed.
        chunk_keys: the keys of a chunk object that may hold its text.
        traps: keys that look like a field and are not, each with what it is.
        refuse: returns why a record of this format cannot be read although its keys are right, or None.
        known_by: sets of keys; a record that has all of one of them is recognised. Empty: go by `marks` and the needed fields.
        exported: the keys of the export itself, for the user, where the records are made of it by `gather`.
        gather: makes records of one sample each, where those of the file are not.
        chunk_ids: the keys of a chunk object that may hold its id.
    """

    name: str
    title: str
    description: str
    fields: Mapping[str, tuple[str, ...]]
    marks: frozenset[str] = frozenset()
    chunk_keys: tuple[str, ...] = ("text",)
    traps: Mapping[str, str] = field(default_factory=dict)
    refuse: Callable[[Mapping[str, Any]], str | None] = _no_refusal
    known_by: tuple[frozenset[str], ...] = ()
    exported: tuple[str, ...] = ()
    gather: Gather | None = None
    chunk_ids: tuple[str, ...] = ("id",)

    @property
    def keys(self) -> tuple[str, ...]:
        """All keys that the format knows, in the order of the fields."""
        return self.exported or tuple(key for name in FIELDS for key in self.fields.get(name, ()))

    def matches(self, keys: AbstractSet[str], mapped: AbstractSet[str] = frozenset()) -> bool:
        """Whether a record with these keys is of this format.

        Args:
            keys: the keys of the record.
            mapped: fields that the user has said where to find.
        """
        if self.known_by:
            return any(wanted <= keys for wanted in self.known_by)
        if self.marks and self.marks.isdisjoint(keys):
            return False
        return not self.lacking(keys, mapped)

    def lacking(self, keys: AbstractSet[str], mapped: AbstractSet[str] = frozenset()) -> list[str]:
        """Return the needed fields, answer and contexts, that these keys do not give."""
        return [name for name in NEEDED if name not in mapped and keys.isdisjoint(self.fields[name])]
