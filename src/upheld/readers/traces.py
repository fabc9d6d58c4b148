"""Spans of traces to samples: one sample for each trace, with the answer of its root and the documents of its retrievers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from upheld._errors import ConfigurationError
from upheld.readers.formats import Gather, Reading
from upheld.readers.paths import MISSING, pluck
from upheld.readers.picking import chunk_of, contexts_in, opened
from upheld.readers.raw import Raw
from upheld.readers.suggest import as_given
from upheld.readers.values import keys_shown, shown, too_deep

__all__ = ["TRACE_FIELDS", "Kind", "Span", "gathering"]

Kind: TypeAlias = Literal["retriever", "reranker", "llm", "aside", "step"]
"""What a span is: ``aside`` never gives the answer (tools, embeddings, evaluators), ``step`` is any other."""

TRACE_FIELDS: Mapping[str, tuple[str, ...]] = {
    "answer": ("answer",),
    "contexts": ("contexts",),
    "question": ("question",),
    "reference": ("reference",),
    "id": ("id",),
    "metadata": ("metadata",),
}
"""The keys of the records that are put together."""

_LEVELS = 100
_ANSWERING = frozenset({"llm", "step"})


@dataclass(frozen=True, slots=True)
class Span:
    """One step of a trace, as all formats of traces give it.

    Attributes:
        trace: id of the trace; blank where it has none.
        id: id of the span.
        parent: id of the span it is part of; blank for a root.
        kind: what it is.
        name: as the user named it.
        start: sorts by the time it began.
        question: what it was asked.
        answer: what it answered.
        documents: what a retriever or reranker returned; None where that was not recorded.
        payloads: its output and input, in which a root may name its context.
        failure: how it failed.
        metadata: what shall stay with the sample, if this is its root.
        record: the record it came from, for mapped fields.
        number: of that record.
        unit: what `number` counts.
    """

    trace: str
    id: str
    parent: str = ""
    kind: Kind = "step"
    name: str = ""
    start: str = ""
    question: str | None = None
    answer: str | None = None
    documents: list[Any] | None = None
    payloads: tuple[Any, ...] = ()
    failure: str = ""
    metadata: Mapping[str, Any] = field(default_factory=dict)
    record: Mapping[str, Any] = field(default_factory=dict)
    number: int = 0
    unit: Literal["line", "record"] = "record"

    @property
    def order(self) -> tuple[str, str]:
        """Sorts spans by time, and those of one time by id, whatever the order in the file is."""
        return self.start, self.id

    @property
    def called(self) -> str:
        """Its name, or else its id, for messages."""
        return repr(shown(self.name or self.id))


def gathering(spans_of: Callable[[Mapping[str, Any]], Iterable[Span]]) -> Gather:
    """Return what puts the spans of a source together, one sample for each trace.

    Args:
        spans_of: the spans of one record.
    """

    def gather(raws: Iterable[Raw], reading: Reading) -> Iterator[Raw]:
        traces: dict[str, dict[str, Span]] = {}
        for raw in raws:
            if raw.problem is not None or too_deep(raw.value):
                yield raw
                continue
            found = False
            for span in spans_of(raw.value):
                found = True
                kept = replace(
                    span, number=raw.number, unit=raw.unit, record=span.record if reading.mapping else {}
                )
                if not span.trace:
                    yield _problem(kept, "has no id of its trace, so it cannot be put together with others")
                    continue
                trace = traces.setdefault(span.trace, {})
                trace[span.id] = max(trace.get(span.id, kept), kept, key=_said)
            if not found:
                yield replace(raw, value={}, problem=f"no spans in it: found {keys_shown(raw.value)}")
        for trace in sorted(
            traces.values(), key=lambda spans: min((s.order, s.trace) for s in spans.values())
        ):
            yield from _samples(sorted(trace.values(), key=lambda span: span.order), reading)

    return gather


def _said(span: Span) -> tuple[bool, bool, str]:
    """Say which of two records of one span counts: the fuller one, whatever their order is."""
    plain = replace(span, record={}, number=0)
    return span.answer is not None, span.documents is not None, repr(plain)


def _problem(span: Span, text: str) -> Raw:
    record = {"id": span.trace or span.id, "question": span.question, "metadata": span.metadata}
    return Raw(span.number, span.unit, record, problem=f"span {span.called} {text}")


def _samples(spans: Sequence[Span], reading: Reading) -> Iterator[Raw]:
    """Yield the sample of one trace; one for each root, where several roots each retrieved for their own answer."""
    below: dict[str, list[Span]] = {}
    for span in spans:
        below.setdefault(span.parent, []).append(span)
    roots = _roots(spans, below)
    answering = [root for root in roots if root.kind in _ANSWERING]
    trees = {root.id: _tree(root, below) for root in answering}
    if len(answering) > 1 and sum(_documented(trees[root.id]) for root in answering) > 1:
        for root in answering:
            yield _sample(root, trees[root.id], f"{root.trace}:{root.id}", reading)
    else:
        chosen = max(answering, key=lambda root: (root.answer is not None, root.order), default=roots[0])
        yield _sample(chosen, spans, chosen.trace, reading)


def _roots(spans: Sequence[Span], below: Mapping[str, list[Span]]) -> list[Span]:
    """Return the spans without a parent in the trace; of spans that are each other's parents the first."""
    ids = {span.id for span in spans}
    roots = [span for span in spans if span.parent not in ids or span.parent == span.id]
    reached = {span.id for root in roots for span in _tree(root, below)}
    for span in spans:
        if span.id not in reached:
            roots.append(span)
            reached |= {inner.id for inner in _tree(span, below)}
    return roots


def _tree(root: Span, below: Mapping[str, list[Span]]) -> list[Span]:
    """Return a span and all below it, in the order of time. Circles do no harm."""
    reached = {root.id: root}
    todo = [root]
    while todo:
        for child in below.get(todo.pop().id, ()):
            if child.id not in reached:
                reached[child.id] = child
                todo.append(child)
    return sorted(reached.values(), key=lambda span: span.order)


def _documented(spans: Iterable[Span]) -> bool:
    return any(span.documents is not None for span in spans)


def _sample(root: Span, spans: Sequence[Span], id_: str, reading: Reading) -> Raw:
    written = [span for span in spans if span.kind == "llm" and span.answer is not None]
    answer = root.answer if root.answer is not None else (written[-1].answer if written else None)
    asked = [root, *(span for span in spans if span.kind == "retriever"), *written[-1:]]
    record: dict[str, Any] = {
        "id": id_,
        "question": next((span.question for span in asked if span.question is not None), None),
        "metadata": {key: value for key, value in root.metadata.items() if value not in (None, "")},
    }
    if "answer" not in reading.mapping:
        record["answer"] = answer
    problem = None
    if answer is None and "answer" not in reading.mapping:
        failed = next((span for span in (root, *spans) if span.failure), None)
        why = f": {failed.called} failed: {shown(failed.failure, 200)}" if failed else ""
        problem = (
            f"the trace {shown(id_)} has no answer in its root {root.called} nor in a call to a model{why}"
        )
        where = as_given({"answer": "PATH"}, in_memory=reading.in_memory)
        problem += "" if failed else f"; name where it is: {where}"
    if "contexts" not in reading.mapping:
        contexts = _contexts(root, spans)
        problem = problem or (contexts if isinstance(contexts, str) else None)
        record["contexts"] = [] if isinstance(contexts, str) else contexts
    problem = problem or _mapped(record, root, spans, reading.mapping)
    return Raw(root.number, root.unit, record, problem=problem)


def _mapped(
    record: dict[str, Any], root: Span, spans: Sequence[Span], mapping: Mapping[str, str]
) -> str | None:
    """Put what the mapping leads to into the record, under its path; return what is wrong, where it leads nowhere."""
    for name, path in mapping.items():
        value = _plucked(root, path)
        if name == "contexts" and value is MISSING:
            every = [found for span in spans if (found := _plucked(span, path)) is not MISSING]
            value = [item for found in every for item in (found if isinstance(found, list) else [found])]
            value = value if every else MISSING
        if value is not MISSING:
            record[path] = value
        elif name in ("answer", "contexts"):
            return f"no {name} at {shown(path)} in {root.called}: found {keys_shown(root.record)}"
    return None


def _plucked(span: Span, path: str) -> Any:
    try:
        return pluck(span.record, path, opened)
    except ConfigurationError:  # a path that only reads as a key, in a record without that key
        return MISSING


def _contexts(root: Span, spans: Sequence[Span]) -> list[dict[str, Any]] | str:
    """Return the chunks that the answer was given, or what is wrong with them."""
    used = _used(spans)
    if unseen := next((span for span in used if span.documents is None and not span.failure), None):
        return f"the {unseen.kind} {unseen.called} has no documents in its record: were its outputs recorded?"
    sources = [(f"the {span.kind} {span.called}", span.documents or []) for span in used]
    if not sources:
        named = next((found for value in root.payloads if (found := contexts_in(value)) is not None), None)
        if named is None:
            return (
                f"the trace {shown(root.trace)} has no retriever and its root {root.called} names no context"
            )
        sources = [(f"the context of {root.called}", named)]
    return _chunks(sources)


def _used(spans: Sequence[Span]) -> list[Span]:
    """Return the spans whose documents count.

    A retriever inside another one is a part of it. What a reranker returned takes the place of all that was retrieved before it.
    """
    known = {span.id: span for span in spans}
    outer = [span for span in spans if span.kind in ("retriever", "reranker") and not _inside(span, known)]
    rerankers = [span for span in outer if span.kind == "reranker" and span.documents is not None]
    if not rerankers:
        return [span for span in outer if span.kind == "retriever"]
    return rerankers + [
        span for span in outer if span.kind == "retriever" and span.start > rerankers[-1].start
    ]


def _inside(span: Span, known: Mapping[str, Span]) -> bool:
    """Whether a span is part of a retriever or reranker that recorded its documents."""
    above = known.get(span.parent)
    for _ in range(_LEVELS):  # an end for circles, and for chains made to be long
        if above is None or above.id == span.id:
            return False
        if above.kind in ("retriever", "reranker") and above.documents is not None:
            return True
        above = known.get(above.parent)
    return False


def _chunks(sources: Iterable[tuple[str, Sequence[Any]]]) -> list[dict[str, Any]] | str:
    chunks: list[dict[str, Any]] = []
    for where, documents in sources:
        # Two retrievers may find one passage: it was given once.
        before = {(str(chunk.get("id")), chunk["text"]) for chunk in chunks}
        for number, document in enumerate(documents, 1):
            chunk = chunk_of(document)
            if isinstance(chunk, str):
                return f"document {number} of {where} {chunk}"
            if (str(chunk.get("id")), chunk["text"]) not in before:
                chunks.append(chunk)
    return chunks
