"""Sentences of running text, with positions: sentencex, kept linear and corrected where it cuts too early."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_uppercase

from sentencex import get_sentence_boundaries

__all__ = ["sentences"]

_WINDOW = 1500  # characters per call: sentencex is quadratic in unmatched quotes and brackets
_MARK = re.compile(r"[.!?…。！？۔।॥;؟‼⁇]")
_SURROGATE = re.compile(r"[\ud800-\udfff\x00]")
_CUT = re.compile(r"[.!?…。！？۔।॥]['\"”’)\]]*\s|\s")
# An ending that is no end: before more of the sentence, before a number, before a name; ordinals of German dates.
_ALWAYS = re.compile(
    r"\b(?:e\.g|i\.e|cf|vs|approx|incl|excl|z\.\s?B|d\.\s?h|u\.\s?a|bzw|ca|p\.\s?ej|Sr|Sra|Dra?|St|Mt|Mr|Mrs|Ms|Prof|Mme|Mlle|Rev|Gen|Hon)\.\s*$"
)
_NUMBERED = re.compile(
    r"\b(?:No|Nos|Nr|Art|Abs|Fig|Figs|Eq|Sec|Ch|[Vv]ol|pp?|Núm|núm|nº|Rs|ext|max|min|etc|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|[ap]\.m)\.\s*$"
)
_INITIAL = re.compile(
    r"(?:(?<![\w.°])(?<!\d\s)[A-Z]|\b[A-Z](?:\.[A-Z])+|\b(?:Inc|Ltd|Co|Corp|Jr|Bros|Ph\.D|est))\.\s*$"
)
# The words with which a match of the three can end.
_LAST_WORDS = frozenset(
    "g e cf vs approx incl excl B h a bzw ca ej Sr Sra Dr Dra St Mt Mr Mrs Ms Prof Mme Mlle Rev Gen Hon No Nos Nr Art Abs Fig Figs Eq Sec "
    "Ch Vol vol p pp Núm núm nº Rs ext max min etc Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec m Inc Ltd Co Corp Jr Bros est".split()
).union(ascii_uppercase)
_RUN = re.compile(r"\w*")
_STARTERS = (
    "Compared Unlike Overall Finally First Then Also Although Since Because Under During Despite Among Other Others Many One Two Three All Any "
    "Here What How Why Where Which Who Is Are Can Do Does Not Only Additionally Furthermore Moreover Therefore Thus So Or Next Customers Users "
    "The It This That These Those He She They We You I In On At For If A An But And However When While After Before Both Each Most Some No Yes "
    "There Its His Her Their Our Your As To With By From Please Note Der Die Das Es Er Sie Ein Eine El La Los Las Un Una Le Les Il Elle Os As Um Uma"
)
_STARTER = re.compile(rf"(?:{'|'.join(_STARTERS.split())})\b")
_UNITS = "°?[CFK]|[kKmMµ]?[gGlLmsVWA]|[cdm]?m[²³]?|km[²³]?|[cd]l|[kMG]?Wh|m?Ah|[kMGT]?Hz|[kKMGT]B|k[WV]|MW|h|t|ha|lbs?|oz|ft|yd|mph|hrs?|secs?|EUR|USD|GBP|CHF|%|x"
# An end that sentencex takes for an abbreviation: "… a valid ID. Applications must …", "vitamin C. It is …".
_MISSED = re.compile(
    rf"(?:(?<![\w.])(?!(?:ST|DR|MR|MRS|NO|VS|CO|LTD|INC|JR|SR|VOL|FIG)\b)[A-Z]{{2,5}}\.\s+(?=[A-Z][a-z])"
    rf"|\d\s?(?:{_UNITS})\.\s+(?=[A-ZÀ-Þ][a-zß-ÿ]|[A-ZÀ-Þ]\s)"
    rf"|\bMay\.\s+(?=[A-Z])"
    rf"|(?:(?<![\w.])[A-Z]|\b[A-Za-z](?:\.[A-Za-z]){{1,4}})\.\s+(?=(?:{'|'.join(w for w in _STARTERS.split() if len(w) > 1)})\b))"
)
_ORDINAL = re.compile(r"(?:^|\s)\d{1,2}\.\s*$")
_LABEL = re.compile(r"(?:Step|Schritt|Paso|Étape|Passo|Part|Option|Method) ?\d{1,3}\.$", re.IGNORECASE)
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
            spans.extend(_cut(safe, at + found["start_index"], at + found["end_index"]))
        at = end
    return _trimmed(text, _merged(safe, spans, language))


def _cut(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    last = start + len(text[start:end].rstrip()) - 1
    if text.find(".", start, last) < 0:  # most sentences have no full stop but their own
        yield start, end
        return
    for missed in _MISSED.finditer(text, start, end):
        yield start, missed.end()
        start = missed.end()
    yield start, end


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
    if before[1] - before[0] <= len(tail) and _LABEL.match(tail.strip()):
        return True
    ending = tail.rstrip()
    if ending[-1] != "." or (language != "de" and _last_word(ending) not in _LAST_WORDS):
        return False  # none of these can match, and most sentences end so
    if _ALWAYS.search(tail) or (_NUMBERED.search(tail) and not first.isupper()):
        return True
    if _INITIAL.search(tail) and first.isalnum() and not _STARTER.match(head.lstrip()):
        return True
    return language == "de" and first.isupper() and bool(_ORDINAL.search(tail))


def _last_word(ending: str) -> str:
    """Return the word before the full stop that a text ends with."""
    return _RUN.match(ending[-2::-1]).group()[::-1]  # type: ignore[union-attr]  # it matches the empty text


def _trimmed(text: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    kept: list[tuple[int, int]] = []
    for start, end in spans:
        piece = text[start:end]
        left = start + len(piece) - len(piece.lstrip())
        right = end - (len(piece) - len(piece.rstrip()))
        if right > left:
            kept.append((left, right))
    return kept
