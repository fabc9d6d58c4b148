"""What a user can name as a scorer: a judge of ours with a policy, a peer, or a file of scores."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias, cast, get_args

from upheld._errors import ConfigurationError
from upheld._types import Policy
from upheld.judges import Judge, resolve_judge
from upheld.llm.address import host_of

if TYPE_CHECKING:
    from os import PathLike

__all__ = ["PEERS", "Endpoint", "Given", "Ours", "Peer", "Spec", "given_files", "parsed"]

PEERS: Final = ("ragas", "deepeval")
"""The frameworks that can be asked."""

_OURS: Final = ("upheld", *(f"upheld-{policy}" for policy in get_args(Policy)))


@dataclass(frozen=True, slots=True)
class Endpoint:
    """The model that all scorers ask which need one.

    Attributes:
        model: its name; None where the user named none.
        base_url: address of the endpoint; None: the one of OpenAI or of the environment.
    """

    model: str | None = None
    base_url: str | None = None

    @property
    def judge(self) -> str:
        """The judge of ours that asks it."""
        return f"llm:{self.model}" + (f"@{self.base_url}" if self.base_url else "")


@dataclass(frozen=True, slots=True)
class Ours:
    """A judge of ours; `policy` is None where the one of the run counts."""

    name: str
    judge: str | Judge
    policy: Policy | None = None


@dataclass(frozen=True, slots=True)
class Peer:
    """Another framework, asked in its own environment."""

    name: str


@dataclass(frozen=True, slots=True)
class Given:
    """Scores made elsewhere."""

    name: str
    path: str


Spec: TypeAlias = "Ours | Peer | Given"


def parsed(
    scorers: Sequence[str | Judge], files: Sequence[Given], judge: str | Judge, endpoint: Endpoint
) -> list[Spec]:
    """Return the scorers to compare, in the order they were named, then the files.

    Where none of ours is among them, ``upheld`` comes first: without it there are no claims to show.

    Args:
        scorers: names such as ``upheld``, ``upheld-lenient:lexical``, ``upheld:llm``, ``ragas``; or judges.
        files: scores made elsewhere.
        judge: the judge of plain ``upheld``.
        endpoint: the model of peers and of ``upheld:llm``.

    Raises:
        ConfigurationError: a name is unknown or given twice, its judge cannot be made, or there are fewer than two.
    """
    specs: list[Spec] = [_spec(scorer, judge, endpoint) for scorer in scorers]
    for spec in specs:
        if isinstance(spec, Ours):
            resolve_judge(
                spec.judge
            )  # a wrong name is told before any other fault of the list, and before a peer is started
    if not any(isinstance(spec, Ours) for spec in specs):
        specs.insert(0, Ours("upheld", judge))
    specs += files
    names = [spec.name for spec in specs]
    if twice := next((name for name in names if names.count(name) > 1), None):
        msg = f"two scorers are named {twice!r}: name each once; a file of scores gets another name with NAME=FILE"
        raise ConfigurationError(msg)
    if len(specs) < 2:  # noqa: PLR2004 - it takes two to compare
        msg = f"a comparison needs two scorers, this is {names[0]!r} alone: name another, such as upheld:lexical, ragas or deepeval"
        raise ConfigurationError(msg)
    return specs


def given_files(
    scores: Mapping[str, str | PathLike[str]] | Sequence[str | PathLike[str]],
) -> list[Given]:
    """Return files of scores with their names, which are those of the files where not given.

    Args:
        scores: name -> file; or files, each as it is or as ``NAME=FILE``.
    """
    if isinstance(scores, Mapping):
        return [Given(name, str(path)) for name, path in scores.items()]
    found = []
    for item in map(str, scores):
        name, sign, path = item.partition("=")
        whole = not sign or not name.strip() or Path(item).exists()
        found.append(Given(_stem(item), item) if whole else Given(name.strip(), path))
    return found


def _stem(path: str) -> str:
    return Path(path).name.partition(".")[0] or path


def _spec(scorer: str | Judge, default: str | Judge, endpoint: Endpoint) -> Spec:
    if not isinstance(scorer, str):
        return Ours(f"upheld:{getattr(scorer, 'signature', type(scorer).__name__)}", scorer)
    head, _, rest = scorer.partition(":")
    if scorer in PEERS:
        _needs_model(scorer, endpoint)
        return Peer(scorer)
    if head not in _OURS:
        raise _unknown(scorer)
    policy = cast("Policy | None", head.partition("-")[2] or None)
    if rest == "llm":
        _needs_model(scorer, endpoint)
        return Ours(scorer, endpoint.judge, policy)
    return Ours(_shown(scorer), rest or default, policy)


def _needs_model(scorer: str, endpoint: Endpoint) -> None:
    if endpoint.model is None:
        msg = f"{scorer} asks a language model: name it, and its endpoint if it is not OpenAI's (--model NAME --base-url http://HOST/v1)"
        raise ConfigurationError(msg)


def _shown(scorer: str) -> str:
    """Return the name without what may be secret in an address."""
    name, at, address = scorer.partition("@http")
    return f"{name}@{host_of('http' + address)}" if at else scorer


def _unknown(scorer: str) -> ConfigurationError:
    known = (*_OURS, *PEERS)
    close = difflib.get_close_matches(scorer.partition(":")[0], known, n=1)
    hint = f"; did you mean {close[0]!r}?" if close else f"; a judge of ours is upheld:{scorer:.60}"
    return ConfigurationError(f"there is no scorer {scorer!r:.80} (known: {', '.join(known)}){hint}")
