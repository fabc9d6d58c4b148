"""The fence around what others wrote: in a prompt, everything below a mark is data, up to the next mark."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["fenced", "mark_for"]

_LENGTH = 8  # hexadecimal digits


def mark_for(texts: Sequence[str]) -> str:
    """Return a mark that stands in none of the texts, whatever their author knows or tries.

    The same texts give the same mark, so that the same question is the same prompt, byte for byte.

    Args:
        texts: all that will be fenced.
    """
    hashed = hashlib.blake2b(digest_size=16)
    for text in texts:
        hashed.update(text.encode("utf-8", "surrogatepass"))
        hashed.update(b"\0")
    lowered = [text.lower() for text in texts]
    while True:
        mark = hashed.hexdigest()[:_LENGTH]
        if not any(mark in text for text in lowered):
            return mark
        hashed.update(b"\1")


def fenced(sections: Sequence[tuple[str, str]], request: str) -> str:
    """Put data between marks, and what is asked of it behind.

    Args:
        sections: names, which are ours, and texts, which are anybody's.
        request: what to do, outside the fence.
    """
    mark = mark_for([text for _, text in sections])
    data = "".join(f"{mark} {name}\n{text}\n" for name, text in sections)
    return f"mark {mark}\n{data}{mark} end\n{request}"
