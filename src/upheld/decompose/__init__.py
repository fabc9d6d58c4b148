"""Decomposers: what makes claims of an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from upheld._errors import ConfigurationError

if TYPE_CHECKING:
    from upheld._types import Claim, Inference, Sample
    from upheld.llm.model import LLM
    from upheld.llm.options import LLMOptions

__all__ = ["Decomposer", "resolve_decomposer"]

_KNOWN = "rules, two_calls, one_call, given_claims, llm:MODEL or llm:MODEL@BASE_URL"


@runtime_checkable
class Decomposer(Protocol):
    """Makes the claims of an answer. A claim may already carry a verdict; only the others are judged.

    A decomposer that does I/O may also offer ``adecompose(sample)``, which `upheld.acheck` awaits, and
    ``decompose_many(samples)``, which yields each sample with its claims or its error, in order, and may work ahead.

    One whose claims differ from time to time may offer ``repeated(number)``, which returns the decomposer of the n-th of
    several extractions of the same answers. ``take_counts()`` and ``add_counts(counts)`` bring what it counted back from
    other processes.
    """

    @property
    def signature(self) -> str:
        """What must be equal for two sets of claims to be comparable."""
        ...

    def decompose(self, sample: Sample) -> tuple[Claim, ...]:
        """Return all claims of the sample's answer, unchecked kinds included."""
        ...


def resolve_decomposer(
    decomposer: str | Decomposer | None,
    llm: LLM | None = None,
    inference: Inference = "entailed",
    options: LLMOptions | None = None,
) -> Decomposer:
    """Return the decomposer that a name or object stands for.

    Args:
        decomposer: ``rules``; ``two_calls``: the judge's model makes the claims, then judges them in a second call;
            ``one_call``: it does both at once; ``given_claims``: only claims that come with the sample; ``llm:MODEL`` or
            ``llm:MODEL@BASE_URL``: another model makes them; None: ``two_calls`` where the judge is a model, else ``rules``; or a
            decomposer itself.
        llm: the judge's model, where it is one.
        inference: how strictly to read, where it also judges.
        options: of calls to another model.

    Raises:
        ConfigurationError: there is no such decomposer, or it needs a judge that is a model.
    """
    if decomposer is None:
        decomposer = "rules" if llm is None else "two_calls"
    if not isinstance(decomposer, str):
        return _checked(decomposer)
    if decomposer == "rules":
        from upheld.decompose.rules import RuleDecomposer

        return RuleDecomposer()
    if decomposer == "given_claims":
        from upheld.decompose.given import GivenClaims

        return GivenClaims()
    if decomposer in ("two_calls", "one_call") or decomposer.startswith("llm:"):
        return _of_model(decomposer, llm, inference, options)
    msg = f"there is no decomposer {decomposer!r:.80}; choose {_KNOWN}"
    raise ConfigurationError(msg)


def _of_model(name: str, llm: LLM | None, inference: Inference, options: LLMOptions | None) -> Decomposer:
    from upheld.decompose.llm import LLMDecomposer
    from upheld.llm.model import LLM
    from upheld.llm.options import LLMOptions

    if name.startswith("llm:"):
        return LLMDecomposer(LLM(name.removeprefix("llm:"), options or LLMOptions()))
    if llm is None:
        msg = f"the decomposer {name!r} needs a judge that is a model, such as llm:MODEL; else name one: decomposer llm:MODEL"
        raise ConfigurationError(msg)
    return LLMDecomposer(llm, inference if name == "one_call" else None)


def _checked(decomposer: object) -> Decomposer:
    if isinstance(decomposer, Decomposer) and not isinstance(decomposer, type):
        return decomposer
    msg = f"a decomposer needs a method decompose(sample) and a text signature; this is {type(decomposer).__name__}"
    raise ConfigurationError(msg)
