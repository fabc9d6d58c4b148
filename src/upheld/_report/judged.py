"""The outcome of a judge on labelled rows: what it said of each, beside what a person said."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from upheld._errors import ConfigurationError
from upheld._report.groups import MISSING, key_of, lookup
from upheld._types import SCHEMA_VERSION, Label, Result
from upheld.metrics.agreement import Agreement, Gain, cohen_kappa, gain, measure
from upheld.metrics.labels import HumanLabel, LabelReader

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from upheld._types import Verdict

__all__ = ["JudgeReport", "JudgedRow"]

_NAMED: Final = ("supported", "contradicted", "not_enough_info")
_OWN_FIELDS: Final = ("status", "id", "source")
_SEEN: Final = 20
_WEAKEST_FIRST: Final[tuple[Label, ...]] = ("contradicted", "not_enough_info", "error")


@dataclass(frozen=True, slots=True)
class JudgedRow:
    """One labelled row and what the judge said of it.

    Attributes:
        label: what a person said.
        verdict: what the judge said of its weakest claim: contradicted before not_enough_info before error.
        probability: P(supported) of its weakest claim: 1 where there was nothing to check, 0 for an error; 1 or 0 by its label for a
            verdict that has none.
        supported: whether the judge called it supported.
        status: of its result.
        id: name of the row.
        values: its values of the kept fields, in their order; None where it lacks one.
    """

    label: HumanLabel
    verdict: Label
    probability: float
    supported: bool
    status: str
    id: str | None
    values: tuple[Hashable, ...] = ()


class JudgeReport:
    """How a judge did on labelled rows, made by `upheld.judge_report`.

    A row is called supported where all its claims are, or where it has nothing to check. One that the judge failed on
    stays in all figures, as not supported: that is what a score makes of it. Rows without a label that is known, and rows
    that could not be read, are left out, counted and named.

    Args:
        signature: what produced the verdicts.
        labels: what read the labels.
        threshold: P(supported) from which a row is called supported; None: the judge's own verdicts.
        slices: fields of the metadata to split by, a dotted path reaching into it, or ``status``, ``id``, ``source`` of the
            result; no others are kept.
        cluster: field whose values make whole groups for the intervals.

    Attributes:
        signature: what produced the verdicts.
        labels: what read the labels: what it took, and what it did not know.
        threshold: as given.
        cluster: as given.
        rows: the labelled rows, in order.
        unread: rows that could not be read.
        first_unread: where the first of them stands, and why.
        notes: what a reader of the figures must know, in words.
    """

    def __init__(
        self,
        signature: str,
        labels: LabelReader,
        *,
        threshold: float | None = None,
        slices: Sequence[str] = (),
        cluster: str | None = None,
    ) -> None:
        self.signature = signature
        self.labels = labels
        self.threshold = threshold
        self.cluster = cluster
        self.rows: list[JudgedRow] = []
        self.unread = 0
        self.first_unread = ""
        self.notes: list[str] = []
        self._slices = tuple(dict.fromkeys(slices))
        self._fields = tuple(dict.fromkeys([*slices, *([] if cluster is None else [cluster])]))
        self._found: set[str] = set()
        self._keys: dict[str, None] = {}
        self._bare = 0
        self._whole: Agreement | None = None  # taken when asked for, and again when rows have come in

    @property
    def judge(self) -> str:
        """Signature of the judge alone."""
        return self.signature.partition("|")[0].removeprefix("judge:")

    @property
    def n(self) -> int:
        """How many labelled rows."""
        return len(self.rows)

    @property
    def left_out(self) -> dict[str, int]:
        """How many rows are in no figure, by the reason."""
        labels = self.labels
        return {"no_label": labels.missing, "unknown_label": labels.unknown.total(), "unread": self.unread}

    @property
    def statuses(self) -> dict[str, int]:
        """How many labelled rows by the status of their result."""
        return dict(Counter(row.status for row in self.rows))

    @property
    def errors(self) -> int:
        """How many labelled rows the judge gave no verdict on that could decide; they count as not supported."""
        return sum(row.verdict == "error" for row in self.rows)

    @property
    def agreement(self) -> Agreement:
        """The figures of all labelled rows."""
        if self._whole is None:
            self._whole = self._measured(self.rows)
        return self._whole

    def add(self, result: Result, label: HumanLabel) -> None:
        """Add the result of one labelled row.

        Args:
            result: of the pipeline.
            label: what a person said of it.
        """
        verdicts = [claim.verdict for claim in result.claims if claim.verdict is not None]
        failed = result.status == "failed"
        verdict: Label = "error" if failed else _weakest(verdicts)
        probability = 0.0 if failed else min(map(_probability, verdicts), default=1.0)
        self._bare += result.status == "scored" and any(
            v.probability is None and v.label != "error" for v in verdicts
        )
        if self.threshold is not None and verdict != "error":
            enough = probability >= self.threshold
            verdict = "supported" if enough else "not_enough_info" if verdict == "supported" else verdict
        self._whole = None
        if len(self._keys) < _SEEN:
            self._keys.update(dict.fromkeys(map(str, result.metadata)))
        values = [_value(result, field) for field in self._fields]
        self._found.update(f for f, value in zip(self._fields, values, strict=True) if value is not MISSING)
        self.rows.append(
            JudgedRow(
                label,
                verdict,
                probability,
                verdict == "supported",
                result.status,
                result.id,
                tuple(map(key_of, values)),
            )
        )

    def by(self, field: str) -> dict[Any, Agreement]:
        """Split the rows by a field.

        Args:
            field: one of the fields that the report was asked to keep.

        Returns:
            Figures by value, the values with most rows first. The value is None where the field is missing.

        Raises:
            ConfigurationError: the field was not kept, or no row has it.
        """
        at = self._place(field)
        parts: dict[Any, list[JudgedRow]] = {}
        for row in self.rows:
            parts.setdefault(row.values[at], []).append(row)
        return {v: self._measured(rows) for v, rows in sorted(parts.items(), key=lambda part: -len(part[1]))}

    def gain_over(self, other: JudgeReport) -> Gain | None:
        """Compare with another judge on the same rows, drawn in pairs; None where all labels are of one class.

        Args:
            other: of the same file.

        Raises:
            ConfigurationError: the two reports do not hold the same rows.
        """
        if [(r.id, r.label) for r in self.rows] != [(r.id, r.label) for r in other.rows]:
            msg = (
                f"the reports hold different rows ({self.n} and {other.n}): "
                "two judges can only be compared on the same rows with the same labels"
            )
            raise ConfigurationError(msg)
        truth, said = _truth(self.rows), [row.supported for row in self.rows]
        return gain(truth, said, [row.supported for row in other.rows], self._groups(self.rows))

    def table(self) -> dict[str, dict[str, int]]:
        """Return how many rows have which label and got which verdict: label -> verdict -> count, labels that occur."""
        counts = Counter((row.label, row.verdict) for row in self.rows)
        labels = [label for label in (*_NAMED, "unsupported") if any(row.label == label for row in self.rows)]
        verdicts = (*_NAMED, "error")
        return {label: {verdict: counts[label, verdict] for verdict in verdicts} for label in labels}  # type: ignore[index]

    @property
    def kappa_of_verdicts(self) -> float | None:
        """Cohen's kappa of label and verdict, over the rows whose label is one of the three; None without both kinds of not supported."""
        rows = [row for row in self.rows if row.label in _NAMED]
        if len({row.label for row in rows}) < len(_NAMED):
            return None
        return cohen_kappa([row.label for row in rows], [row.verdict for row in rows])

    def remarks(self) -> list[str]:
        """Return what a reader of the figures must know, in words: what they leave out and what they rest on."""
        found = [*self.notes]
        if self.labels.doubt:
            found.append(self.labels.doubt)
        counts = self.agreement.confusion
        if not counts.supported or not counts.unsupported:
            which = "supported" if counts.supported else "not supported"
            found.append(
                f"every labelled row is {which}: balanced accuracy, AUC and calibration need both kinds"
            )
        if self._bare:
            rows = "1 row has" if self._bare == 1 else f"{self._bare} rows have"
            found.append(f"{rows} a verdict without a probability: it is taken as 1 or 0")
        return found

    def to_dict(self) -> dict[str, Any]:
        """Return all figures as JSON-ready data; rates and probabilities in [0, 1], null where there is none."""
        return {
            "schema_version": SCHEMA_VERSION,
            "judge": self.judge,
            "signature": self.signature,
            "threshold": self.threshold,
            "label_field": self.labels.field,
            "labels": [
                {"value": value, "label": label, "n": n} for (value, label), n in self.labels.read.items()
            ],
            "unknown_labels": dict(self.labels.unknown),
            "left_out": self.left_out,
            "statuses": self.statuses,
            "errors": self.errors,
            "agreement": _figures(self.agreement),
            "verdicts_by_label": self.table(),
            "kappa_of_verdicts": self.kappa_of_verdicts,
            "slices": {
                field: [{"value": value, **_figures(found)} for value, found in self.by(field).items()]
                for field in self.slices
            },
            "notes": self.remarks(),
        }

    def __repr__(self) -> str:
        accuracy = self.agreement.confusion.balanced_accuracy
        shown = "None" if accuracy is None else f"{accuracy:.4f}"
        return f"JudgeReport(judge={self.judge!r}, n={self.n}, balanced_accuracy={shown})"

    def __str__(self) -> str:
        from upheld.reports.judged import judged_text

        return judged_text([self])

    @property
    def slices(self) -> list[str]:
        """The fields to split by that a labelled row has."""
        return [field for field in self._slices if self.has(field)]

    def has(self, field: str) -> bool:
        """Say whether a labelled row has a field, of those that the report was asked to keep."""
        return field in self._found

    def unknown(self, field: str) -> str:
        """Say in words why there are no values of a field."""
        if field not in self._fields:
            return f"the values of {field!r} were not kept: name it in `slices` where the report is made"
        seen = ", ".join(map(repr, list(self._keys)[:_SEEN])) or "none"
        return f"no labelled row has the field {field!r} (fields seen: {seen})"

    def _place(self, field: str) -> int:
        if not self.has(field):
            raise ConfigurationError(self.unknown(field))
        return self._fields.index(field)

    def _groups(self, rows: Sequence[JudgedRow]) -> list[Hashable] | None:
        if self.cluster is None:
            return None
        at = self._place(self.cluster)
        return [row.values[at] for row in rows]

    def _measured(self, rows: Sequence[JudgedRow]) -> Agreement:
        said, p = [row.supported for row in rows], [row.probability for row in rows]
        return measure(_truth(rows), said, p, self._groups(rows))


def _truth(rows: Sequence[JudgedRow]) -> list[bool]:
    return [row.label == "supported" for row in rows]


def _value(result: Result, field: str) -> Any:
    """Read a field of the metadata; where it is not there, one of the result itself."""
    value = lookup(result.metadata, field)
    return getattr(result, field) if value is MISSING and field in _OWN_FIELDS else value


def _weakest(verdicts: Sequence[Verdict]) -> Label:
    found = {verdict.label for verdict in verdicts}
    return next((label for label in _WEAKEST_FIRST if label in found), "supported")


def _probability(verdict: Verdict) -> float:
    if verdict.label == "error":
        return 0.0
    return float(verdict.label == "supported") if verdict.probability is None else verdict.probability


def _figures(found: Agreement) -> dict[str, Any]:
    """Return the figures of some rows as JSON-ready data."""
    counts = found.confusion
    return {
        "n": counts.n,
        "supported": counts.supported,
        "confusion": asdict(counts),
        "balanced_accuracy": counts.balanced_accuracy,
        "interval": None if found.interval is None else list(found.interval),
        "true_positive_rate": counts.true_positive_rate,
        "false_positive_rate": counts.false_positive_rate,
        "not_supported": {
            "prevalence": counts.prevalence,
            "precision": counts.precision,
            "recall": counts.recall,
            "f1": counts.f1,
            "baseline_f1": counts.baseline_f1,
        },
        "kappa": found.kappa,
        "auc": found.auc,
        "calibration_error": found.calibration_error,
        "best_threshold": None if found.best is None else asdict(found.best),
    }
