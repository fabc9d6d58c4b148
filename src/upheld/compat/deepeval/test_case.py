"""Test cases in DeepEval's shape: our light ones, and how either kind becomes a sample."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any

from upheld._errors import InputError
from upheld.compat._shared import NotHere, not_here
from upheld.compat.deepeval.errors import missing_error
from upheld.readers import from_record
from upheld.readers.deepeval import DEEPEVAL

if TYPE_CHECKING:
    from upheld._types import Sample

__all__ = [
    "LLMTestCase",
    "LLMTestCaseParams",
    "RetrievedContextData",
    "SingleTurnParams",
    "ToolCall",
    "ToolCallParams",
    "sample_of",
]

_READ = ("actual_output", "expected_output", "id", "input", "metadata", "name", "retrieval_context")
_NEEDED = ("actual_output", "retrieval_context")
_MULTI_TURN = (
    "multi-turn test cases are not read; give the last answer as actual_output of an LLMTestCase, "
    "with its question as input and its chunks as retrieval_context"
)
_OTHERS = frozenset(
    "ArenaTestCase Audio AudioChunk Contestant ConversationalTestCase Expectations MCPPromptCall MCPResourceCall MCPServer "
    "MCPToolCall MLLMImage MultiTurnParams Turn TurnParams".split()
)


def __getattr__(name: str) -> NotHere:
    conversation = name in {"ConversationalTestCase", "Turn", "TurnParams", "MultiTurnParams"}
    advice = (
        _MULTI_TURN if conversation else "it reads texts of single turns (LLMTestCase); leave this one out"
    )
    return not_here(__name__, name, _OTHERS, advice)


class SingleTurnParams(Enum):
    """Names of the fields of a test case."""

    INPUT = "input"
    ACTUAL_OUTPUT = "actual_output"
    EXPECTED_OUTPUT = "expected_output"
    CONTEXT = "context"
    RETRIEVAL_CONTEXT = "retrieval_context"
    METADATA = "metadata"
    TAGS = "tags"
    TOOLS_CALLED = "tools_called"
    EXPECTED_TOOLS = "expected_tools"


LLMTestCaseParams = SingleTurnParams
"""The older name."""


class ToolCallParams(Enum):
    """Names of what tool calls can be compared by; kept for imports, not used."""

    INPUT_PARAMETERS = "input_parameters"
    OUTPUT = "output"


@dataclass(kw_only=True)
class ToolCall:
    """A call of a tool; kept with the test case, not used by the score."""

    name: str
    description: str | None = None
    reasoning: str | None = None
    output: Any = None
    input_parameters: dict[str, Any] | None = None


@dataclass(kw_only=True)
class RetrievedContextData:
    """A retrieved chunk that knows where it comes from."""

    context: str
    source: str


@dataclass(kw_only=True)
class LLMTestCase:
    """One case: what was asked, what was answered, what was retrieved.

    Only `actual_output`, `retrieval_context`, `input` and `name` matter for the score; `input` may be left out. `context` is
    DeepEval's ideal context, not the retrieved one: it is kept and not checked against.
    """

    input: str | None = None
    actual_output: str | None = None
    expected_output: str | None = None
    context: list[str] | None = None
    retrieval_context: list[str | RetrievedContextData] | None = None
    metadata: dict[str, Any] | None = None
    tools_called: list[ToolCall] | None = None
    expected_tools: list[ToolCall] | None = None
    comments: str | None = None
    token_cost: float | None = None
    completion_time: float | None = None
    name: str | None = None
    tags: list[str] | None = None
    flaky: bool = False
    multimodal: bool = False
    additional_metadata: dict[str, Any] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if self.metadata is None:
            self.metadata = self.additional_metadata


def sample_of(test_case: object) -> Sample:
    """Return the sample that a test case is.

    Args:
        test_case: an ``LLMTestCase`` of DeepEval or ours, or a mapping with its keys.

    Raises:
        InputError: it is no test case, or one of several turns, or has images, or holds what is no text.
        MissingTestCaseParamsError: it has no answer or no list of chunks.
    """
    found = _fields(test_case)
    if missing := " and ".join(f"'{name}'" for name in _NEEDED if not _has(found, name)):
        msg = f"{missing} cannot be None for the 'Faithfulness' metric"
        raise missing_error(msg)
    chunks = found.get("retrieval_context")
    if isinstance(chunks, list | tuple):
        found["retrieval_context"] = [vars(c) if hasattr(c, "context") else c for c in chunks]
    sample = from_record(found, format="deepeval", fixed=True)
    if sample.problem is not None:
        raise InputError(sample.problem)
    if sample.answer == "":
        msg = "'actual_output' cannot be empty for the 'Faithfulness' metric"
        raise missing_error(msg)
    return sample


def _fields(test_case: object) -> dict[str, Any]:
    """Return the fields of a test case that are not None."""
    if isinstance(test_case, NotHere):
        test_case.refuse()
    given = isinstance(test_case, Mapping)
    try:
        found: dict[str, Any] = dict(test_case) if isinstance(test_case, Mapping) else dict(vars(test_case))
    except TypeError:  # what has no attributes of its own
        found = {}
    if "turns" in found:
        raise InputError(_MULTI_TURN)
    if found.get("multimodal"):
        msg = "the test case holds images; Upheld reads texts only: check the text of the answer in an LLMTestCase of its own"
        raise InputError(msg)
    if not given and not set(_NEEDED) <= found.keys():
        msg = f"a test case must be an LLMTestCase, of deepeval or of upheld.compat.deepeval: found {type(test_case).__name__}"
        raise InputError(msg)
    return {str(key): value for key, value in found.items() if value is not None and (given or key in _READ)}


def _has(found: Mapping[str, Any], name: str) -> bool:
    return any(key in found for key in DEEPEVAL.fields["answer" if name == "actual_output" else "contexts"])
