"""Which format records are of: by their keys, the most specific format first, never by a silent guess."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from upheld._errors import ConfigurationError, FormatError
from upheld.readers.canonical import UPHELD
from upheld.readers.context import CONTEXT
from upheld.readers.deepeval import DEEPEVAL
from upheld.readers.formats import FIELDS, NEEDED, Format
from upheld.readers.haystack import HAYSTACK
from upheld.readers.langfuse import LANGFUSE
from upheld.readers.langsmith import LANGSMITH
from upheld.readers.lettucedetect import LETTUCEDETECT
from upheld.readers.otlp import OTLP
from upheld.readers.pairs import PAIRS
from upheld.readers.parallel import PARALLEL
from upheld.readers.paths import check_path, root
from upheld.readers.phoenix import PHOENIX
from upheld.readers.promptfoo import PROMPTFOO
from upheld.readers.ragas import RAGAS, RAGAS_V1
from upheld.readers.ragchecker import RAGCHECKER
from upheld.readers.ragtruth import RAGTRUTH
from upheld.readers.suggest import as_given, suggest
from upheld.readers.values import keys_shown, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from collections.abc import Set as AbstractSet

__all__ = ["FORMATS", "Detector", "chosen"]

FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        fmt.name: fmt
        for fmt in (
            UPHELD,
            CONTEXT,
            RAGAS,
            RAGAS_V1,
            DEEPEVAL,
            RAGCHECKER,
            RAGTRUTH,
            LETTUCEDETECT,
            PAIRS,
            PARALLEL,
            HAYSTACK,
            PROMPTFOO,
            LANGSMITH,
            LANGFUSE,
            PHOENIX,
            OTLP,
        )
    }
)
"""The formats that can be read, by name."""

_SPECIFIC_FIRST = tuple(reversed([*FORMATS.values()]))
_BY_FIELDS = tuple(fmt for fmt in _SPECIFIC_FIRST if not fmt.known_by and fmt is not CONTEXT)
_BY_KEYS = tuple(fmt for fmt in _SPECIFIC_FIRST if fmt.known_by)


def chosen(name: str | None, mapping: Mapping[str, str]) -> Format | None:
    """Return the format that the user named; None where none was.

    Raises:
        ConfigurationError: there is no such format, or the mapping names a field that samples do not have.
    """
    if unknown := [field for field in mapping if field not in FIELDS]:
        msg = f"cannot map {shown(unknown[0])!r}: a sample has the fields {', '.join(FIELDS)}"
        raise ConfigurationError(msg)
    if name is not None and name not in FORMATS:
        msg = f"unknown format: {shown(name)!r}; known are {', '.join(FORMATS)}"
        raise ConfigurationError(msg)
    return None if name is None else FORMATS[name]


@dataclass(frozen=True, slots=True)
class Detector:
    """Tells the format of records whose fields the user may have mapped in part.

    Attributes:
        mapping: fields that the user has said where to find.
        in_memory: the records are Python's own, and their user has no command line.
    """

    mapping: Mapping[str, str]
    in_memory: bool = False

    def match(self, *records: Mapping[str, Any]) -> Format | None:
        """Return the most specific format that these records together have all needed keys of; None where none fits."""
        keys, reached = self._seen(records)
        astray = any(field in self.mapping and field not in reached for field in NEEDED)
        # A record with an answer and contexts of its own is a sample, whatever other keys it has.
        if not any(fmt.matches(keys) for fmt in _BY_FIELDS):
            known = (fmt for fmt in _BY_KEYS if fmt.matches(keys) and (fmt.gather or not astray))
            if (fmt := next(known, None)) is not None:
                return fmt
        if astray:
            return None
        # The key context comes last: others have it, too.
        last = (CONTEXT,) if _means_contexts(keys, records) else ()
        return next((fmt for fmt in (*_BY_FIELDS, *last) if fmt.matches(keys, reached)), None)

    def resembles(self, value: Mapping[str, Any]) -> bool:
        """Whether an object has a key by which records are known, even if it lacks others."""
        return any(not _telling(fmt).isdisjoint(value) for fmt in _BY_FIELDS) or any(
            fmt.matches(value.keys()) for fmt in _BY_KEYS
        )

    def key_of(self, field: str, record: Mapping[str, Any]) -> str:
        """Return the key or path at which a record has a field; blank where it has none."""
        fmt = self.nearest(record)
        return self.mapping.get(field) or next((key for key in fmt.fields[field] if key in record), "")

    def nearest(self, *records: Mapping[str, Any]) -> Format:
        """Return the format of the records; where none fits, the one that comes nearest and can say what is missing."""
        keys, _ = self._seen(records)
        marked = (fmt for fmt in _BY_FIELDS if not fmt.marks.isdisjoint(keys))
        last = CONTEXT if _means_contexts(keys, records) else UPHELD
        return self.match(*records) or next(marked, last)

    def detect(
        self, records: Sequence[Mapping[str, Any]], name: str, notify: Callable[[str], None]
    ) -> Format:
        """Return the format of a file from its first records: that of most of them.

        Args:
            records: the first usable records, at least one.
            name: name of the file, for messages.
            notify: told the format and the keys that gave it away.

        Raises:
            FormatError: no format fits, not even over all these records together.
            ConfigurationError: a path of the mapping cannot be read.
        """
        for path in self.mapping.values():
            if not any(path in record for record in records):
                check_path(path)
        votes = Counter(fmt.name for record in records if (fmt := self.match(record)))
        fmt = FORMATS[votes.most_common(1)[0][0]] if votes else self.match(*records) or _refusing(records)
        if fmt is None:
            raise FormatError(self._unknown(records, name))
        notify(self._known(fmt, records, name))
        _, reached = self._seen(records)
        for field in self.mapping.keys() - reached if fmt.gather is None else ():
            notify(f"{name}: no {field} at {shown(self.mapping[field])} in the first {len(records)} records")
        if others := ", ".join(f"{count} {FORMATS[other].title}" for other, count in votes.most_common()[1:]):
            notify(
                f"{name}: not all of the first {len(records)} records are {fmt.title} ({others}); a file is read as one format"
            )
        return fmt

    def _seen(self, records: Sequence[Mapping[str, Any]]) -> tuple[set[str], set[str]]:
        """Return all keys of the records, and the mapped fields whose path starts at one of them."""
        keys = {key for record in records for key in record}
        return keys, {
            field
            for field, path in self.mapping.items()
            if any(_starts_in(record, path) for record in records)
        }

    def _known(self, fmt: Format, records: Sequence[Mapping[str, Any]], name: str) -> str:
        keys, _ = self._seen(records)
        if fmt.known_by:
            by = next((wanted for wanted in fmt.known_by if wanted <= keys), frozenset())
            return self._detected(fmt, sorted(by), name)
        needed = [key for field in NEEDED if field not in self.mapping for key in fmt.fields[field]]
        seen = [key for key in needed if key in keys]
        seen += [key for key in fmt.keys if key in fmt.marks & keys] if fmt.marks.isdisjoint(seen) else []
        return self._detected(fmt, seen, name)

    def _detected(self, fmt: Format, seen: Sequence[str], name: str) -> str:
        by_keys = f", detected by its keys {', '.join(seen)}" if seen else ""
        mapped = ", ".join(f"{field} from {shown(path)}" for field, path in self.mapping.items())
        return f"{name}: format {fmt.title}{by_keys}" + (f"; {mapped}" if mapped else "")

    def _unknown(self, records: Sequence[Mapping[str, Any]], name: str) -> str:
        keys, reached = self._seen(records)
        close = self.nearest(*records)
        astray = [field for field in NEEDED if field in self.mapping and field not in reached]
        lacking = [field for field in NEEDED if field in astray or field in close.lacking(keys, reached)]
        lacks = " and ".join(
            f"no {field}" + (f" at {shown(self.mapping[field])}" if field in astray else "")
            for field in lacking
        )
        found = keys_shown(dict.fromkeys(key for record in records for key in record))
        traps = "".join(f" ({key} is {what}.)" for key, what in close.traps.items() if key in keys)
        known = "; ".join(f"{fmt.title}: {_listed(fmt)}" for fmt in reversed((CONTEXT, *_BY_FIELDS)))
        others = ", ".join(fmt.name for fmt in FORMATS.values() if fmt.known_by)
        return (
            f"{name}: no known format: {lacks}. Found {found}.{traps} Known formats are {known}; and {others}, whose keys "
            f"`upheld formats` lists. "
            f"Say where the fields are: {as_given(suggest(records[0], lacking), in_memory=self.in_memory)}"
        )


def _starts_in(record: Mapping[str, Any], path: str) -> bool:
    try:
        return root(record, path) is not None
    except ConfigurationError:
        return False


def _refusing(records: Sequence[Mapping[str, Any]]) -> Format | None:
    """Return the format that knows such records and does not read them: each then says so itself."""
    return next((fmt for fmt in _SPECIFIC_FIRST if any(fmt.refuse(record) for record in records)), None)


def _means_contexts(keys: AbstractSet[str], records: Sequence[Mapping[str, Any]]) -> bool:
    """Whether the key context is there and holds what was retrieved: no ideal context of DeepEval's, no object as in a span."""
    others = any(not fmt.marks.isdisjoint(keys) and "context" in fmt.traps for fmt in _BY_FIELDS)
    return "context" in keys and not others and not any(map(_is_object, records))


def _is_object(record: Mapping[str, Any]) -> bool:
    """Whether the context is an object; where the answer is one too, both are columns."""
    columns = any(isinstance(record.get(key), Mapping) for key in CONTEXT.fields["answer"])
    return isinstance(record.get("context"), Mapping) and not columns


def _telling(fmt: Format) -> frozenset[str]:
    return fmt.marks.union(*(fmt.fields[field] for field in NEEDED))


def _listed(fmt: Format) -> str:
    return ", ".join("/".join(fmt.fields[field]) for field in ("question", "answer", "contexts", "reference"))
