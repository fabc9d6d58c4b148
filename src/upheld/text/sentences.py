"""Sentences of running text, with positions: sentencex, kept linear and corrected where it cuts too early."""

from __future__ import annotations

import re

from sentencex import get_sentence_boundaries

__all__ = ["sentences"]

_WINDOW = 1500  # characters per call: sentencex is quadratic in unmatched quotes and brackets
_MARK = re.compile(r"[.!?…。！？۔।॥;؟‼⁇]")
_SURROGATE = re.compile(r"[\ud800-\udfff\x00]")
_CUT = re.compile(r"[.!?…。！？۔।॥]['\"”’)\]]*\s|\s")
# An ending that is no end: abbreviations before more of the sentence, initials, ordinals of German dates.
_ABBREVIATION = re.compile(r"(?:\b(?:e\.g|i\.e|cf|vs|approx|etc|incl|excl|max|min|No|Nr|Art|Abs|Fig|Eq|Vol|pp|z\.B|d\.h|bzw|ca|Núm|núm|p\.ej|Sr|Sra|Dra?|St|Mt|Mr|Mrs|Ms|Prof|Mme|Mlle|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)|(?<![\w.])[A-Z]|\b[A-Z](?:\.[A-Z])+)\.\s*$")
_ORDINAL = re.compile(r"(?:^|\s)\d{1,2}\.\s*$")
_ONLY_MARK = re.compile(r"[^\w]*$")


def sentences(text: str, language: str | None) -> list[tuple[int, int]]:
    """Return the spans of the sentences of a text, without the white space around them.

    Args:
        text: running text in one line; any string.
        language: code as `upheld.text.language.detect` gives it; None is taken for English.
    """
    if not _MARK.search(text, 0, max(0, len(text.rstrip()) - 1)):
        return _trimmed(text, [(0, len(text))])
    safe = _SURROGATE.sub("\ufffd", text)
    spans: list[tuple[int, int]] = []
    at = 0
    while at < len(safe):
        end = _window_end(safe, at)
        for found in get_sentence_boundaries(language or "en", safe[at:end]):
            spans.append((at + found["start_index"], at + found["end_index"]))
        at = end
    return _trimmed(text, _merged(safe, spans, language))


def _window_end(text: str, start: int) -> int:
    """Return where to cut a long text: after the last sentence end or white space of the window."""
    end = start + _WINDOW
    if end >= len(text):
        return len(text)
    cut = space = 0
    for found in _CUT.finditer(text, start + 1, end):
        if found.end() - found.start() > 1:
            cut = found.end()
        space = found.end()
    return cut or space or end


def _merged(text: str, spans: list[tuple[int, int]], language: str | None) -> list[tuple[int, int]]:
    """Join what was cut at an abbreviation, an ordinal or before a lone mark."""
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if joined and _belongs(text, joined[-1], (start, end), language):
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def _belongs(text: str, before: tuple[int, int], after: tuple[int, int], language: str | None) -> bool:
    tail = text[max(before[0], before[1] - 24) : before[1]]
    head = text[after[0] : min(after[1], after[0] + 24)]
    if not tail.strip() or not head.strip():
        return False
    first = head.lstrip()[0]
    if len(head) < 4 and _ONLY_MARK.match(head):  # noqa: PLR2004 - a quote or bracket left behind
        return True
    if first.islower() and tail.rstrip()[-1] == ".":
        return True
    if _ABBREVIATION.search(tail):
        return True
    return language == "de" and first.isupper() and bool(_ORDINAL.search(tail))


def _trimmed(text: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    kept: list[tuple[int, int]] = []
    for start, end in spans:
        piece = text[start:end]
        left = start + len(piece) - len(piece.lstrip())
        right = end - (len(piece) - len(piece.rstrip()))
        if right > left:
            kept.append((left, right))
    return kept
