"""RAGAS's wrappers of embeddings. Faithfulness needs none: they are taken and left alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

__all__ = ["LangchainEmbeddingsWrapper", "LlamaIndexEmbeddingsWrapper"]


@dataclass
class LangchainEmbeddingsWrapper:
    """Holds embeddings of LangChain's; not used."""

    embeddings: Any = field(repr=False)
    run_config: Any = None


@dataclass
class LlamaIndexEmbeddingsWrapper:
    """Holds embeddings of LlamaIndex's; not used."""

    embeddings: Any = field(repr=False)
    run_config: Any = None
