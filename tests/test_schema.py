"""The JSON Schema of the output ships with the package, is itself valid, and agrees with types and output."""

import io
import json
from dataclasses import fields
from importlib.resources import files
from typing import get_args

import pytest
from jsonschema import Draft202012Validator, ValidationError

from upheld._report import Group, Report
from upheld._types import (
    SCHEMA_VERSION,
    Claim,
    Evidence,
    Extractions,
    Finding,
    Kind,
    Label,
    Level,
    Result,
    Status,
    Verdict,
)
from upheld.metrics.faithfulness import Scoring
from upheld.reports import WRITERS

SCHEMA = json.loads(files("upheld").joinpath("schema", "output-1.json").read_text("utf-8"))
WHOLE = Draft202012Validator(SCHEMA)
ONE = Draft202012Validator({**SCHEMA["$defs"]["result"], "$defs": SCHEMA["$defs"]})

EVIDENCE = Evidence(1, 2, 6, "text")
FINDING = Finding("number", "conflicts", "1 against 2", (0, 1), EVIDENCE)
FULL = Result(
    "scored",
    score=0.5,
    score_low=0.5,
    score_high=0.75,
    coverage=0.75,
    level="block",
    reason="why",
    claims=(
        Claim(
            "A.",
            0,
            2,
            verdict=Verdict("contradicted", 0.1, 0.8, "so", ("conflict",), (FINDING,), (EVIDENCE,)),
            flags=("hedged",),
            citations=("1",),
        ),
        Claim("B.", verdict=Verdict("not_enough_info", nearest=EVIDENCE)),
        Claim("C?", 3, 5, kind="question"),
    ),
    signature="upheld:1",
    id="x",
    decision="review",
    metadata={"any": [1, None, {"thing": 2}]},
    source="data.jsonl:1",
    question="Q?",
    answer="A. B. C?",
    notes=("not validated",),
    extractions=Extractions((0.25, None, 0.75), ("scored", "no_claims", "scored"), 0.5, 0),
)


def report(*results, domain=None):
    made = Report("upheld:1", Scoring(domain=domain), ["a note"])
    for result in results:
        made.add(result)
    for field in ("any", "status"):  # a list becomes a text, and not every result has it
        if any(field in result.metadata or field == "status" for result in results):
            made.groups[field] = made.by(field)
    return made


def test_schema_is_valid():
    """The schema is a valid schema of its draft, and its version is the version of the output."""
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["properties"]["schema_version"] == {"const": SCHEMA_VERSION}


@pytest.mark.parametrize("domain", [None, "medical", "a domain nobody knows"])
@pytest.mark.parametrize("results", [(), (FULL,), (FULL, *map(Result, get_args(Status)))])
def test_documents_validate(results, domain):
    """Every document validates: empty runs, full results, each status, with and without a domain."""
    stream = io.StringIO()
    WRITERS["json"](report(*results, domain=domain), stream)
    WHOLE.validate(json.loads(stream.getvalue()))


@pytest.mark.parametrize("result", [FULL, *map(Result, get_args(Status))])
def test_lines_validate(result):
    """Every line of JSON lines validates against $defs/result."""
    stream = io.StringIO()
    WRITERS["jsonl"](report(result), stream)
    ONE.validate(json.loads(stream.getvalue()))


@pytest.mark.parametrize(
    ("name", "type_"),
    [
        ("result", Result),
        ("extractions", Extractions),
        ("claim", Claim),
        ("verdict", Verdict),
        ("evidence", Evidence),
        ("finding", Finding),
    ],
)
def test_schema_names_the_fields_of_the_types(name, type_):
    """Each object of the schema has exactly the fields of its type, all required, and allows no others."""
    names = {field.name for field in fields(type_)}
    definition = SCHEMA["$defs"][name]
    assert set(definition["properties"]) == names
    assert set(definition["required"]) == names
    assert definition["additionalProperties"] is False


def test_schema_names_the_summary():
    """The summary of the schema has exactly the keys of the report's."""
    definition = SCHEMA["$defs"]["summary"]
    assert set(definition["properties"]) == set(definition["required"]) == set(report().summary())


def test_schema_names_the_groups():
    """A group of the schema has exactly the fields of the type."""
    definition = SCHEMA["$defs"]["group"]
    assert set(definition["properties"]) == set(definition["required"]) == {f.name for f in fields(Group)}
    assert definition["additionalProperties"] is False


def test_schema_has_the_words_of_the_types():
    """Statuses, levels, verdicts and kinds are those of the types."""
    defs = SCHEMA["$defs"]
    assert set(defs["result"]["properties"]["status"]["enum"]) == set(get_args(Status))
    assert set(defs["status"]["enum"]) == set(get_args(Status))
    assert set(defs["result"]["properties"]["level"]["enum"]) == {*get_args(Level), None}
    assert set(defs["claim"]["properties"]["kind"]["enum"]) == set(get_args(Kind))
    assert set(defs["verdict"]["properties"]["label"]["enum"]) == set(get_args(Label))


def changed(data, path, value):
    """Return a copy of JSON data with one value changed."""
    copy = json.loads(json.dumps(data))
    place = copy
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return copy


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("schema_version",), 2),
        (("extra",), 1),
        (("summary", "mean"), 1.5),
        (("summary", "interval"), [0.1]),
        (("summary", "statuses", "other"), 1),
        (("summary", "by", "any", 0, "n"), None),
        (("summary", "by", "any", 0, "extra"), 1),
        (("summary", "by", "any"), {}),
        (("results", 0, "notes"), "one"),
        (("results", 0, "answer"), None),
        (("results", 0, "score"), "0.5"),
        (("results", 0, "status"), "done"),
        (("results", 0, "extra"), 1),
        (("results", 0, "extractions", "scores", 1), 2),
        (("results", 0, "extractions", "shown"), None),
        (("results", 0, "claims", 0, "kind"), "fact"),
        (("results", 0, "claims", 0, "start"), -1),
        (("results", 0, "claims", 0, "verdict", "label"), "true"),
        (("results", 0, "claims", 0, "verdict", "evidence", 0, "chunk"), None),
    ],
)
def test_schema_refuses_what_is_wrong(path, value):
    """The schema can fail: a wrong value or an unknown key is refused."""
    data = report(FULL).to_dict()
    WHOLE.validate(data)
    with pytest.raises(ValidationError):
        WHOLE.validate(changed(data, path, value))
