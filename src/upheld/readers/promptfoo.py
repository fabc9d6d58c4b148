"""Results of promptfoo: its JSON output, or the JSON Lines of the same results."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from upheld.readers.formats import Format, Reading
from upheld.readers.paths import MISSING, pluck
from upheld.readers.picking import answer_in, opened, word
from upheld.readers.raw import Raw
from upheld.readers.suggest import as_given
from upheld.readers.values import keys_shown, shown, too_deep

__all__ = ["PROMPTFOO"]

_QUESTIONS = ("query", "question", "input", "prompt")
_KEPT = ("score", "success", "latencyMs", "cost", "promptIdx", "testIdx", "failureReason")
_PATH = re.compile(r"output(?:\??\.[A-Za-z_][\w]*|\[[0-9]{1,4}\])*")


def _samples(raws: Iterable[Raw], reading: Reading) -> Iterator[Raw]:
    for raw in raws:
        yield raw if raw.problem is not None or too_deep(raw.value) else _sample(raw, reading)


def _sample(raw: Raw, reading: Reading) -> Raw:
    row = {key: opened(value) for key, value in raw.value.items()}
    test = _object(row.get("testCase"))
    given = {**_object(test.get("vars")), **_object(row.get("vars"))}
    response = _object(row.get("response"))
    record: dict[str, Any] = {
        "id": word(row.get("id")) or f"{word(row.get('testIdx'))}-{word(row.get('promptIdx'))}".strip("-"),
        "question": next((given[key] for key in _QUESTIONS if key in given), None),
        "metadata": _metadata(row, test, given),
    }
    problem = _fill(record, row, given, response, test, in_memory=reading.in_memory)
    record |= {
        path: value for path in reading.mapping.values() if (value := pluck(row, path, opened)) is not MISSING
    }
    lacking = [name for name in ("answer", "contexts") if name not in record and name not in reading.mapping]
    return replace(raw, value=record, problem=problem if lacking else None, cells=False)


def _fill(
    record: dict[str, Any],
    row: Mapping[str, Any],
    given: Mapping[str, Any],
    response: Mapping[str, Any],
    test: Mapping[str, Any],
    *,
    in_memory: bool,
) -> str:
    """Put answer and contexts into the record; return what is wrong where one of them is missing."""
    answer = answer_in(response.get("output"))
    problem = ""
    if answer is None:
        failed = word(row.get("error")) or word(response.get("error"))
        problem = (
            f"no output in the response: {shown(failed, 200)}"
            if failed
            else (
                f"no text in response.output: found {keys_shown(response)}; name it: "
                + as_given({"answer": "response.output.KEY"}, in_memory=in_memory)
            )
        )
    else:
        record["answer"] = answer
    contexts = _contexts(given, response, test)
    if contexts is None:
        problem = problem or (
            f"no context in its vars: found {keys_shown(given)}; use "
            + as_given({"contexts": "vars.KEY"}, in_memory=in_memory)
            + ", or response.output.KEY"
            + "; its contextTransform is code, which is never run" * (len(_transforms(test)) > 0)
        )
    else:
        record["contexts"] = contexts
    return problem


def _contexts(given: Mapping[str, Any], response: Mapping[str, Any], test: Mapping[str, Any]) -> Any:
    """Return the context: what the test's own assertion takes from the output, where that is a mere path, or the variable."""
    for path in _transforms(test):
        if _PATH.fullmatch(path):
            found = pluck({"output": opened(response.get("output"))}, path.replace("?", ""), opened)
            if found is not MISSING and found is not None:
                return found
    return given.get("context", given.get("contexts"))


def _transforms(test: Mapping[str, Any]) -> list[str]:
    checks = test.get("assert")
    found = (
        [check.get("contextTransform") for check in checks if isinstance(check, Mapping)]
        if isinstance(checks, list)
        else []
    )
    return [path for path in found if isinstance(path, str)]


def _metadata(row: Mapping[str, Any], test: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    provider = row.get("provider")
    kept = {key: row[key] for key in _KEPT if row.get(key) is not None}
    model = word(provider.get("id") if isinstance(provider, Mapping) else provider)
    if model:
        kept["model"] = model
    if word(test.get("description")):
        kept["description"] = test["description"]
    others = {key: value for key, value in given.items() if key not in ("context", "contexts", *_QUESTIONS)}
    return {**others, **kept, **_object(test.get("metadata"))}


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


PROMPTFOO = Format(
    name="promptfoo",
    title="promptfoo",
    description="promptfoo results: the answer is response.output, the context the variable of that name or its contextTransform",
    fields={
        "answer": ("answer",),
        "contexts": ("contexts",),
        "question": ("question",),
        "id": ("id",),
        "metadata": ("metadata",),
    },
    known_by=(
        frozenset({"vars", "testCase"}),
        frozenset({"vars", "response", "provider"}),
        frozenset({"vars", "response", "testIdx"}),
    ),
    exported=("response", "vars", "testCase", "provider", "id"),
    chunk_keys=("text", "page_content", "pageContent", "content"),
    gather=_samples,
)
