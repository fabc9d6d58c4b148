"""One answer: `check` and `acheck`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any, TypeAlias

from upheld._api.options import known, options_of, pipeline_of, scoring_of, warn_of_domain
from upheld._errors import InputError
from upheld._types import CheckMode, Chunk, Inference, Policy, Result, Sample
from upheld.decompose import Decomposer
from upheld.judges import DEFAULT_JUDGE, Judge
from upheld.llm.options import LLMOptions
from upheld.metrics.faithfulness import is_blank
from upheld.metrics.levels import DomainsLike, LevelsLike
from upheld.readers.objects import document_of

__all__ = ["acheck", "check", "sample_of"]

Contexts: TypeAlias = "str | Chunk | Mapping[str, Any] | Iterable[Any] | None"
_CHUNKS = "a chunk is a text, a Chunk, a mapping with text, or a document that holds its text in text, page_content or content"
_SCORING = ("policy", "empty_score", "levels", "domain", "domains")


def check(
    answer: str | None,
    contexts: Contexts,
    question: str | None = None,
    *,
    claims: Sequence[str] | None = None,
    judge: str | Judge = DEFAULT_JUDGE,
    policy: Policy = "strict",
    inference: Inference = "entailed",
    domain: str | None = None,
    empty_score: float | None = None,
    levels: LevelsLike | None = None,
    domains: DomainsLike | None = None,
    checks: CheckMode = "veto",
    tolerance: Mapping[str, str] | None = None,
    decomposer: str | Decomposer | None = None,
    llm: LLMOptions | Mapping[str, Any] | None = None,
    extractions: int = 1,
) -> Result:
    """Check one answer against the context it was given.

    Args:
        answer: the answer; None counts as empty.
        contexts: the chunks, in order: texts, `Chunk` objects, mappings with ``text``, or documents and nodes of LangChain,
            LlamaIndex and Haystack. One text is one chunk.
        question: what was asked; needed only for answers that say nothing without it ("24", "No.").
        claims: claims to check instead of those made from the answer.
        judge: name of a judge, or a `Judge`.
        policy: ``strict``, ``lenient`` or ``graded``: how verdicts become a score.
        inference: ``entailed`` or ``reasonable``: how strictly the judge reads.
        domain: also decide deploy / review / block by this domain's thresholds; an unknown one has those of
            ``customer_support``, with a warning.
        empty_score: score in [0, 1] for answers without anything to check; None: no score.
        levels: scores at which an answer is safe, or a warning, such as ``{"safe": 0.95, "warning": 0.8}``.
        domains: thresholds of the domains, such as ``{"support": {"deploy": 0.9, "review": 0.7}}``.
        checks: ``veto``: a number, unit, date or negation that the context contradicts makes the claim contradicted;
            ``explain``: such findings are only listed; ``off``: none are made.
        tolerance: kind -> what may be off, such as ``{"length": "2%", "date": "1d", "time": "5min"}``.
        decomposer: what makes the claims: ``rules``; with a judge that is a model ``two_calls`` (the default there) or
            ``one_call``, which splits and judges at once; ``given_claims``; ``llm:MODEL``; or a `Decomposer`.
        llm: options of calls to a model, see `LLMOptions`, such as ``{"max_concurrency": 4, "proof": "required"}``.
        extractions: how many times a model splits the answer, each time with claims of its own that are judged; the score is
            the mean, `Result.extractions` holds the single ones. 3 for what is critical.

    Returns:
        The result; ``print`` shows it, ``to_dict()`` is JSON-ready.

    Raises:
        ConfigurationError: an option is wrong.
        InputError: `contexts` or `claims` hold something that is no text.

    Example:
        >>> check("The office is open on Monday.", ["The office is open on Monday."]).score
        1.0
    """
    scoring = scoring_of(policy, empty_score, levels, domain, domains)
    pipeline = pipeline_of(
        judge, inference, scoring, checks, tolerance, decomposer=decomposer, llm=llm, extractions=extractions
    )
    warn_of_domain(scoring)
    return next(pipeline.run([sample_of(answer, contexts, question, claims)]))


async def acheck(
    answer: str | None, contexts: Contexts, question: str | None = None, **options: Any
) -> Result:
    """Check one answer without blocking the event loop.

    Args:
        answer: as for `check`.
        contexts: as for `check`.
        question: as for `check`.
        **options: the other options of `check`.
    """
    given = {**options_of(check), **known(options, check)}
    claims = given.pop("claims")
    scoring = scoring_of(*(given.pop(name) for name in _SCORING))
    pipeline = pipeline_of(scoring=scoring, **given)
    warn_of_domain(scoring)
    return await pipeline.arun(sample_of(answer, contexts, question, claims))


def sample_of(
    answer: str | None, contexts: Contexts, question: str | None, claims: Sequence[str] | None
) -> Sample:
    texts: dict[str, object] = {"answer": answer, "question": question}
    for name, value in texts.items():
        if value is not None and not isinstance(value, str):
            msg = f'"{name}" must be a text: {type(value).__name__}'
            raise InputError(msg)
    return Sample(answer or "", _chunks(contexts), question, claims=_claims(claims))


def _claims(claims: Sequence[str] | None) -> tuple[str, ...] | None:
    if claims is None:
        return None
    given = tuple(_text("claims", claim) for claim in _listed("claims", claims, str))
    if any(is_blank(claim) for claim in given):
        msg = '"claims" holds a blank text: leave it out'
        raise InputError(msg)
    return given


def _chunks(contexts: Contexts) -> tuple[Chunk, ...]:
    if contexts is None:
        return ()
    if (
        lone := document_of(contexts)
    ) is not None:  # a pydantic document could be gone through, too: by its fields
        return (_chunk(lone),)
    return tuple(_chunk(item) for item in _listed("contexts", contexts, str, Chunk, Mapping))


def _listed(name: str, value: Any, *single: type) -> Iterable[object]:
    """Return the items of a list, or the one item that stands for a list; a set has no order to count by."""
    if isinstance(value, single):
        return (value,)
    if isinstance(value, Iterable) and not isinstance(value, AbstractSet | Mapping | bytes | bytearray):
        return value
    msg = f'"{name}" must be a list of texts: {type(value).__name__}{_hint(name)}'
    raise InputError(msg)


def _chunk(item: object) -> Chunk:
    if isinstance(item, Chunk):
        return replace(item, text=_text("contexts", item.text))
    found = document_of(item) or item
    if isinstance(found, Mapping):
        if not isinstance(found.get("text"), str):
            msg = f'a chunk needs a "text": found the keys {", ".join(map(str, found)) or "(none)"}'
            raise InputError(msg)
        known = {key: found[key] for key in ("text", "id", "score", "metadata") if found.get(key) is not None}
        return Chunk(**known)
    return Chunk("" if item is None else _text("contexts", item))


def _text(name: str, value: object) -> str:
    if isinstance(value, str):
        return value
    msg = f'"{name}" must hold texts: {type(value).__name__}{_hint(name)}'
    raise InputError(msg)


def _hint(name: str) -> str:
    return f"; {_CHUNKS}" * (name == "contexts")
