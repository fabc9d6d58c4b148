"""Results as the rows of a table: one row for each sample, its claims nested."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, get_args

from upheld._extras import needed
from upheld._types import Label, Result

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["COLUMNS", "arrow_batches", "arrow_schema", "row_of"]

_LABELS: tuple[str, ...] = get_args(Label)
_TEXTS = ("id", "source", "status", "level", "decision", "reason", "signature")
_NUMBERS = ("score", "score_low", "score_high", "coverage")
_ROWS = 1000
_METADATA = "metadata."
_LONG = 1 << 63

COLUMNS: tuple[str, ...] = (
    "id",
    "source",
    "status",
    *_NUMBERS,
    "level",
    "decision",
    "reason",
    "n_claims",
    *_LABELS,
    "claims",
    "signature",
)
"""The columns that every table has; the metadata follow as ``metadata.KEY``."""


def row_of(result: Result) -> dict[str, Any]:
    """Return a result as a row: its fields, how many of its checked claims there are by verdict, and ``metadata.KEY``."""
    labels: list[str] = [claim.verdict.label for claim in result.claims if claim.verdict is not None]
    data = result.to_dict()
    counts = {"n_claims": len(labels), **{label: labels.count(label) for label in _LABELS}}
    row = {name: counts[name] if name in counts else data[name] for name in COLUMNS}
    return row | {f"{_METADATA}{key}": value for key, value in result.metadata.items()}


def arrow_schema(results: Iterable[Result]) -> pa.Schema:
    """Return the schema of the table that the results make.

    A metadata column whose values are all texts, all truth values or all numbers has that type; any other is JSON in a text.

    Args:
        results: gone through once.

    Raises:
        ConfigurationError: pyarrow is not installed.
    """
    pa = needed("pyarrow", "a table of Arrow or Parquet")
    kinds: dict[str, set[str]] = {}
    for result in results:
        for key, value in result.metadata.items():
            kinds.setdefault(str(key), set()).add(_kind(value))
    types = {"text": pa.string(), "flag": pa.bool_(), "int": pa.int64(), "float": pa.float64()}
    fields = [(name, _type(name, pa)) for name in COLUMNS]
    for key, found in kinds.items():
        kind = next(iter(found - {"none"}), "none") if len(found - {"none"}) <= 1 else ""
        kind = "float" if found - {"none"} == {"int", "float"} else kind
        # Other kinds, and a mixture of kinds, are JSON; the field says so, since a text in it then has quotes.
        type_ = types.get(kind)
        note = {"encoding": "json"} if type_ is None else None
        fields.append(pa.field(_METADATA + key, pa.string() if type_ is None else type_, metadata=note))
    return pa.schema(fields)


def arrow_batches(results: Iterable[Result], schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    """Yield the results as record batches of a thousand rows.

    Args:
        results: gone through once.
        schema: as `arrow_schema` gave it for these results.
    """
    pa = needed("pyarrow", "a table of Arrow or Parquet")
    as_json = {f.name for f in schema if (f.metadata or {}).get(b"encoding") == b"json"}
    rows = (_arrow_row(row_of(result), schema.names, as_json) for result in results)
    while batch := list(islice(rows, _ROWS)):
        yield pa.RecordBatch.from_pylist(batch, schema=schema)


def _arrow_row(row: dict[str, Any], names: list[str], as_json: set[str]) -> dict[str, Any]:
    plain = {name: row.get(name) for name in names}
    for name in as_json:
        if plain[name] is not None:
            plain[name] = json.dumps(plain[name], ensure_ascii=False, default=str)
    # A lone surrogate, which Arrow has no bytes for, can only come from code: readers replace them.
    return {name: _writable(value) for name, value in plain.items()}


def _writable(value: Any) -> Any:
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, dict):
        return {key: _writable(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_writable(item) for item in value]
    return value


def _kind(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "flag"
    if isinstance(value, int):
        return "int" if -_LONG <= value < _LONG else "other"
    return "float" if isinstance(value, float) else "text" if isinstance(value, str) else "other"


def _type(name: str, pa: Any) -> Any:
    if name in _TEXTS:
        return pa.string()
    if name in _NUMBERS:
        return pa.float64()
    return _claims(pa) if name == "claims" else pa.int64()


def _claims(pa: Any) -> Any:
    """Return the type of the claims: a list of objects like those of the JSON output."""
    text, whole, real = pa.string(), pa.int64(), pa.float64()
    evidence = pa.struct([("chunk", whole), ("start", whole), ("end", whole), ("text", text)])
    finding = pa.struct(
        [
            ("check", text),
            ("outcome", text),
            ("reason", text),
            ("claim_span", pa.list_(whole)),
            ("evidence", evidence),
        ]
    )
    verdict = pa.struct(
        [
            ("label", text),
            ("probability", real),
            ("p_contradicted", real),
            ("reason", text),
            ("flags", pa.list_(text)),
            ("findings", pa.list_(finding)),
            ("evidence", pa.list_(evidence)),
            ("nearest", evidence),
        ]
    )
    return pa.list_(
        pa.struct(
            [
                ("text", text),
                ("start", whole),
                ("end", whole),
                ("kind", text),
                ("verdict", verdict),
                ("flags", pa.list_(text)),
                ("citations", pa.list_(text)),
            ]
        )
    )
