"""What the integrations share: options that are checked once, one judge, and what a result means to a gate."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from upheld._api import acheck, check, known
from upheld._capture.answers import RETURNED
from upheld._errors import ConfigurationError, UpheldError
from upheld._types import Result, Sample
from upheld.judges import DEFAULT_JUDGE, resolve_judge
from upheld.llm.options import as_options
from upheld.metrics.faithfulness import NOTHING_FALSE
from upheld.metrics.levels import least_score, reaches
from upheld.readers.build import to_sample
from upheld.reports._look import Look
from upheld.reports._pick import failing
from upheld.reports.text import result_text

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Checked", "Faithfulness", "UnfaithfulError", "exchanged", "needs", "text_of_answer"]
_LOOK = Look(width=100, unicode=True)


class UnfaithfulError(UpheldError):
    """An answer is not faithful enough, or could not be checked.

    Attributes:
        result: the result.
        faithful: False, or None where nobody knows.
    """

    def __init__(self, checked: Checked) -> None:
        result = checked.result
        what = "could not be checked" if checked.faithful is None else "is not faithful enough"
        super().__init__(
            f"the answer {what} (least score {checked.min_score:g}): {checked.text()}",
            sample_id=result.id,
            judge=result.signature,
        )
        self.result = result
        self.faithful = checked.faithful


@dataclass(frozen=True, slots=True)
class Checked:
    """A result, and what it means to a gate.

    Attributes:
        result: the result.
        min_score: least score of a faithful answer, in [0, 1].
    """

    result: Result
    min_score: float

    @property
    def faithful(self) -> bool | None:
        """Whether the answer is faithful: its score is high enough, or it says nothing that could be false.

        None where nobody knows: the check failed, nothing could be looked up, or claims that the judge gave no verdict on
        decide. That is never taken for a pass.
        """
        result = self.result
        if result.score is None:
            if result.status in NOTHING_FALSE:
                return True
            return False if result.status == "empty_answer" else None
        if reaches(result.score, self.min_score):
            return True
        high = result.score if result.score_high is None else result.score_high
        return None if reaches(high, self.min_score) else False

    def text(self) -> str:
        """Return the result in words: score, status, and each claim that does not hold with its proof. Safe to print."""
        return result_text(replace(self.result, claims=tuple(failing(self.result))), _LOOK)

    def to_dict(self) -> dict[str, Any]:
        """Return JSON-ready data: that of the result, with ``faithful`` and ``min_score``."""
        return {"faithful": self.faithful, "min_score": self.min_score, **self.result.to_dict()}


class Faithfulness:
    """Checks answers by one set of options. The judge is made once; it is used from many threads and loops.

    Args:
        min_score: least score of a faithful answer, in [0, 1]; None: that at which the domain may be deployed, where one is
            named, else that of a ``safe`` answer (0.9).
        options: other options of `upheld.check`: judge, policy, inference, domain, empty_score, levels, domains, checks,
            tolerance, decomposer, llm.

    Raises:
        ConfigurationError: an option is unknown or wrong.
    """

    def __init__(self, min_score: float | None, options: Mapping[str, Any]) -> None:
        if "claims" in options:
            msg = '"claims" belong to one answer: give them to upheld.check'
            raise ConfigurationError(msg)
        given = known(dict(options), check)
        given["llm"] = as_options(given.get("llm"))  # one budget for all answers, not one for each
        judge, inference = given.get("judge", DEFAULT_JUDGE), given.get("inference", "entailed")
        given["judge"] = resolve_judge(judge, inference, given["llm"])
        check("", None, **given)  # looks at every option and asks no judge: there is nothing to check
        self.options: dict[str, Any] = given
        self.min_score = least_score(
            min_score, *(given.get(name) for name in ("domain", "domains", "levels"))
        )

    def check(self, sample: Sample) -> Checked:
        """Check one answer.

        Args:
            sample: as `sample` makes it. One with a problem has the status ``failed``.
        """
        if sample.problem is not None:
            return self._failed(sample.problem)
        return Checked(check(*_parts(sample), **self.options), self.min_score)

    async def acheck(self, sample: Sample) -> Checked:
        """Check one answer without blocking the event loop.

        Args:
            sample: as for `check`.
        """
        if sample.problem is not None:
            return self._failed(sample.problem)
        return Checked(await acheck(*_parts(sample), **self.options), self.min_score)

    def _failed(self, problem: str) -> Checked:
        return Checked(Result("failed", reason=problem), self.min_score)

    @staticmethod
    def sample(
        record: Mapping[str, Any], question: object = None, mapping: Mapping[str, str] | None = None
    ) -> Sample:
        """Return what a framework holds as a sample; never raises for what is in it.

        Args:
            record: answer and contexts under any of the names that `upheld.capture` knows; a chunk may be a text, a mapping,
                or a document or node of a framework.
            question: what was asked; None: as in the record.
            mapping: field -> where it is in the record, such as ``{"contexts": "docs[].page_content"}``; None: its user cannot
                say so.
        """
        asked = {} if question is None else {"question": question}
        return to_sample({**record, **asked}, RETURNED, mapping or {}, in_memory=True, fixed=mapping is None)


def _parts(sample: Sample) -> tuple[str, Sequence[Any], str | None]:
    return sample.answer, sample.contexts, sample.question


def exchanged(inputs: Any, outputs: Any, *more: Mapping[str, Any]) -> dict[str, Any]:
    """Return what an application was given and returned as one record, for `Faithfulness.sample`.

    A field is taken from what was returned, else from what was given, else from the rest; the answer from what was returned alone.

    Args:
        inputs: what it was given: a mapping, or the question alone.
        outputs: what it returned: a mapping, or the answer alone.
        *more: other records that may hold a field.
    """
    fields = {key: name for name, keys in RETURNED.fields.items() for key in keys}
    returned = outputs if isinstance(outputs, Mapping) else {"answer": text_of_answer(outputs)}
    given = inputs if isinstance(inputs, Mapping) else {"question": inputs}
    record, found = dict(returned), {"answer", *(fields[key] for key in returned if key in fields)}
    for other in (given, *more):
        record |= {
            key: value for key, value in other.items() if key not in record and fields.get(key) not in found
        }
        found |= {fields[key] for key in other if key in fields}
    return record


def text_of_answer(value: Any) -> str:
    """Return an answer as text; one that is structured becomes JSON, whose values are claims.

    Args:
        value: a text, None, a pydantic model, a dataclass, or JSON-ready data.
    """
    if value is None or isinstance(value, str):
        return value or ""
    if hasattr(value, "model_dump_json"):
        return str(value.model_dump_json())
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        value = dataclasses.asdict(value)
    return json.dumps(value, ensure_ascii=False, default=str)


def needs(error: ImportError, package: str) -> ImportError:
    """Return the error that says how to get a framework.

    Args:
        error: why it could not be imported.
        package: as ``pip install`` takes it.
    """
    msg = f"this integration needs a package that is not installed, or not in a version that fits: pip install '{package}' ({error})"
    return ImportError(msg, name=error.name)
