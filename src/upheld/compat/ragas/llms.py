"""RAGAS's ways to name a model."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from upheld.compat._shared import NotHere, not_here

__all__ = ["LangchainLLMWrapper", "LlamaIndexLLMWrapper", "llm_factory"]

_OPENAI = "https://api.openai.com"
_OTHERS = frozenset(
    "BaseRagasLLM HaystackLLMWrapper InstructorBaseRagasLLM InstructorLLM LiteLLMStructuredLLM".split()
)


def __getattr__(name: str) -> NotHere:
    return not_here(__name__, name, _OTHERS, "name a model: judge='llm:MODEL' or 'llm:MODEL@BASE_URL'")


def llm_factory(model: str, provider: str = "openai", client: Any = None, **_options: Any) -> str:
    """Return Upheld's name of a model, ``llm:MODEL`` or ``llm:MODEL@BASE_URL``, which every `llm` and `judge` takes.

    Args:
        model: its name at the endpoint.
        provider: of no effect: the endpoint must speak the OpenAI protocol.
        client: an OpenAI client; only its address is read. The key comes from OPENAI_API_KEY or UPHELD_LLM_API_KEY.
    """
    del provider
    address = str(getattr(client, "base_url", None) or "").rstrip("/")
    return f"llm:{model}" if not address or address.startswith(_OPENAI) else f"llm:{model}@{address}"


@dataclass
class LangchainLLMWrapper:
    """Holds a model of LangChain's. Upheld cannot ask it; where it is given, the default judge is asked and a warning says so."""

    langchain_llm: Any = field(repr=False)
    run_config: Any = None


@dataclass
class LlamaIndexLLMWrapper:
    """Holds a model of LlamaIndex's; as `LangchainLLMWrapper`."""

    llm: Any = field(repr=False)
    run_config: Any = None
