"""Human labels: which words mean what. A word that is not known is counted and named, never guessed."""

from __future__ import annotations

import re
from collections import Counter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from upheld._errors import ConfigurationError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["HumanLabel", "LabelReader"]

HumanLabel: TypeAlias = Literal["supported", "contradicted", "not_enough_info", "unsupported"]
"""What a person says of a row; ``unsupported`` does not say which of the two it is."""

_WORDS: Mapping[str, HumanLabel] = MappingProxyType(
    {
        **dict.fromkeys(("supported", "true", "1", "yes", "faithful", "entailment"), "supported"),
        **dict.fromkeys(("unsupported", "not_supported", "false", "0", "no", "hallucinated"), "unsupported"),
        **dict.fromkeys(("contradicted", "contradiction"), "contradicted"),
        **dict.fromkeys(("not_enough_info", "neutral"), "not_enough_info"),
    }
)
_APART = re.compile(r"[\s_-]+")
_DISTINCT = 1000  # values that are kept by name; a column of free text must not fill the memory
_LONGEST = 40
_BITS = 64
_WHOLE = re.compile(r"^([01])\.0+$")
_TURNED = re.compile("halluc|unfaith|unsupp|contradict|error|wrong", re.IGNORECASE)


class LabelReader:
    """Reads the labels of one field, and keeps count of what it saw.

    Args:
        field: name of the field, for messages.
        own: words of the user -> what they mean; they win.

    Attributes:
        read: how often each value was read, by value and meaning.
        unknown: how often each value was not known.
        missing: rows without a value.

    Raises:
        ConfigurationError: a meaning is none of `HumanLabel`.
    """

    def __init__(self, field: str = "label", own: Mapping[str, str] | None = None) -> None:
        for word, meaning in (own or {}).items():
            if meaning not in get_args(HumanLabel):
                msg = f"the label {word!r} cannot mean {meaning!r}: use one of {', '.join(get_args(HumanLabel))}"
                raise ConfigurationError(msg)
        self.field = field
        self.read: Counter[tuple[str, HumanLabel]] = Counter()
        self.unknown: Counter[str] = Counter()
        self.missing = 0
        self._own = {_key(word): meaning for word, meaning in (own or {}).items()}

    def take(self, value: Any) -> HumanLabel | None:
        """Return what a value means; None, counted, where it is missing or not known."""
        word = _key(value)
        if not word:
            self.missing += 1
            return None
        label: Any = self._own.get(word) or _WORDS.get(word)
        shown = word if len(word) <= _LONGEST else f"{word[: _LONGEST - 1]}…"
        if label is None:
            known = shown in self.unknown or len(self.unknown) < _DISTINCT
            self.unknown[shown if known else "…"] += 1
            return None
        self.read[shown, label] += 1
        return label  # type: ignore[no-any-return]

    @property
    def doubt(self) -> str:
        """Say where the name of the field reads as if a yes meant the contrary of supported; empty elsewhere."""
        taken = [word for word, label in self.read if label == "supported" and word in {"true", "1", "yes"}]
        if not taken or not _TURNED.search(self.field) or any(word in self._own for word in taken):
            return ""
        return (
            f"{taken[0]!r} in the field {self.field!r} was read as supported; if it means the contrary, say "
            f"--label-means {taken[0]}=unsupported, and so for the other value"
        )


def _key(value: Any) -> str:
    """Return a value as a word to look up: ``1.0`` is 1, True is true, case and kinds of gaps do not count."""
    if value is None or (isinstance(value, float) and value != value):  # noqa: PLR0124 - only NaN differs from itself
        return ""
    if not isinstance(value, str | int | float):
        return f"({type(value).__name__})"
    if (
        isinstance(value, int) and value.bit_length() > _BITS
    ):  # Python refuses to print a number of 4,300 digits
        return "(a very long number)"
    return _APART.sub("_", _WHOLE.sub(r"\1", str(value).strip().casefold()))
