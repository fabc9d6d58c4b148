"""How many tokens a text is likely to have, without any model's tokenizer."""

from __future__ import annotations

import re

__all__ = ["tokens_of"]

# Scripts in which a character is a word or a syllable, and signs such as emoji: about a token each.
_WIDE = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\uffff\U00010000-\U0010ffff]")


def tokens_of(text: str) -> int:
    """Return the tokens of a text by rule: four Latin letters each, two letters of another alphabet, or one wide character.

    Args:
        text: any text.
    """
    if text.isascii():  # most texts, and much faster
        return len(text) // 4
    wide = len(_WIDE.findall(text))
    # In UTF-8 a letter of another alphabet has one byte more than a Latin one, a wide character two.
    other = max(0, len(text.encode("utf-8", "surrogatepass")) - len(text) - 2 * wide)
    return max(0, len(text) - wide - other) // 4 + other // 2 + wide
