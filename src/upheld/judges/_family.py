"""Whether the model that wrote an answer is kin to the model that judges it.

A model rates its own texts higher than others do (A. Panickssery, S. R. Bowman and S. Feng, "LLM evaluators recognize and favor
their own generations", 2024), so a score by a judge of the same family is not an outside opinion. Names are all there is to
go by.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

__all__ = ["SelfJudging", "families", "kinship"]

# A name may also hold a provider ("bedrock/us.anthropic.claude-3"), a size, a date, and a second family that it was made of
# ("deepseek-r1-distill-llama-70b"). Names of programs that run models (ollama, llama.cpp) are no family.
_FAMILIES: Final = {
    "gpt": re.compile(r"(?<![a-z])(?:chat)?gpt(?!-?(?:neo|j\b))|(?:^|[/:])o[134](?![a-z0-9.])|davinci"),
    "claude": re.compile(r"claude"),
    "gemini": re.compile(r"gemini"),
    "gemma": re.compile(r"gemma"),
    "llama": re.compile(r"(?<!o)llama(?!-?cpp|\.cpp|-?file|-?index|-?swap|-?server)|vicuna"),
    "qwen": re.compile(r"qwen|qwq|qvq"),
    "mistral": re.compile(r"mistral|mixtral|(?:mini|code|dev|magi|math|vox|pix)s?tral"),
    "deepseek": re.compile(r"deepseek"),
    "command": re.compile(r"(?<![a-z])command-?(?:r|a|light|nightly)|(?<![a-z])c4ai-"),
    "grok": re.compile(r"(?<![a-z])grok"),
    "nova": re.compile(r"(?<![a-z])nova-?(?:micro|lite|pro|premier)"),
    "phi": re.compile(r"(?<![a-z])phi-?[1-9]"),
    "glm": re.compile(r"(?<![a-z])(?:chat)?glm"),
    "granite": re.compile(r"granite"),
    "kimi": re.compile(r"(?<![a-z])kimi|moonshot"),
    "smollm": re.compile(r"smollm"),
    "olmo": re.compile(r"(?<![a-z])olmo"),
    "falcon": re.compile(r"(?<![a-z])falcon"),
    "jamba": re.compile(r"jamba"),
}
_LONGEST = 300  # characters of a name that are looked at
_SHORTEST = 3  # characters of a name without family that are looked for in a signature
_SHOWN = 80


def families(text: str) -> frozenset[str]:
    """Return the families of all models that a text names.

    Args:
        text: the name of a model, with or without provider, or the signature of a judge.
    """
    lowered = text.lower()
    return frozenset(family for family, pattern in _FAMILIES.items() if pattern.search(lowered))


@lru_cache(maxsize=256)
def kinship(model: str, signature: str) -> str | None:
    """Return what the writer of an answer and its judge have in common: a family, or the name of the model; None: nothing.

    Args:
        model: name of the model that wrote the answer.
        signature: of the judge; that of a vote or a cascade names all its judges.
    """
    name = model.strip().lower()[:_LONGEST]
    if shared := families(name) & families(signature):
        return ", ".join(sorted(shared))
    own = name.rpartition("/")[2]
    same = re.search(rf"(?<![\w.-]){re.escape(own)}(?![\w.-])", signature.lower())
    return own if same and len(own) >= _SHORTEST else None


class SelfJudging:
    """Watches a run for answers whose writer is kin to their judge, and says so once for each kinship.

    Args:
        signature: of the judge.
        answer_model: who wrote the answers that do not say it themselves.
    """

    def __init__(self, signature: str, answer_model: str | None = None) -> None:
        self._signature = signature
        self._answer_model = answer_model
        self._told: set[str] = set()

    def warning(self, metadata: Mapping[str, Any]) -> str | None:
        """Return the warning that an answer gives rise to; None where there is none, or it was given before.

        Args:
            metadata: of the sample; ``model`` names who wrote the answer.
        """
        model = metadata.get("model") or self._answer_model
        shared = kinship(model, self._signature) if isinstance(model, str) else None
        if shared is None or shared in self._told:
            return None
        self._told.add(shared)
        return (
            f"warning: answers by {model!r:.{_SHOWN}} are judged by their own kind ({shared}): such a judge favours them; "
            "use one of another family"
        )
