"""Sentences of running text, with positions: sentencex, kept linear and corrected where it cuts too early."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_uppercase

from sentencex import get_sentence_boundaries

from upheld.text.lexicon import LEXICONS, STOPWORDS

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
_LAST_WORDS_LOW = frozenset(word.lower() for word in _LAST_WORDS)
_ENGLISH = LEXICONS["en"]
_RUN = re.compile(r"\w*")
# Before a small letter a full stop ends a sentence, but behind these, in any case.
_SHORT_FORMS = _LAST_WORDS_LOW | frozenset(
    "ie eg al et ed eds dept govt assn avg tel vols ser ent llc plc dr dra ave blvd rd sq cu lb lbs oz tsp tbsp hr hrs secs mins yr yrs wk mo mon tue tues wed "
    "thu thur thurs fri sat sun resp ref temp misc orig intl equiv gal qty pkg div snr jnr twp usw ggf evtl inkl exkl zzgl abb aufl hrsg std mio mrd tsd kap sog str tgl vgl aprox "
    "máx mín pág av ud uds srta cap éd env bd tzn itp itd ul godz tys mld mln čj tj např atd mj bl.a dvs osv t.ex f.eks o.s.v evt ev kl dk vb örn vd dll dsb dst".split()
)
_WORDS_TOO = frozenset(
    "no art sat sun ref cap str ed ev".split()
)  # an end where a word that opens a sentence follows
_OPENS_LOW = frozenset(
    "it we you they he she i there the this that these those our your its his her their please yes no if when a an then also el la los las un una der die "
    "das er sie es wir ihr ich ein eine le les il elle nous vous o os as um uma ele ela de het wij".split()
)
_COUNTED = frozenset("one two three four five six seven eight nine ten".split())
_SMALL = re.compile(r"\.\s+(?=[^\W\d_])")
_LOW_WORD = re.compile(r"([^\W\d_]+)(\.?)")
_BEFORE_STOP = re.compile(r"[\w.]*(?=\.\s*$)")
_VOWEL = re.compile(r"[aeiouyà-öø-ÿāăąēėęěīįıōőœūůűųŷ]", re.IGNORECASE)
_CAMEL = re.compile(r"[a-z]{1,3}[A-Z]")  # "iPads", "eBay": they open a sentence as they are
_TAIL = 24  # characters looked at on either side of a full stop
_NAMED_SHORT = 4  # letters of a word with a capital that may be short for another: "Div.", "Ent."
_STARTERS = (
    "Compared Unlike Overall Finally First Then Also Although Since Because Under During Despite Among Other Others Many One Two Three All Any "
    "Here What How Why Where Which Who Is Are Can Do Does Not Only Additionally Furthermore Moreover Therefore Thus So Or Next Customers Users "
    "The It This That These Those He She They We You I In On At For If A An But And However When While After Before Both Each Most Some No Yes "
    "There Its His Her Their Our Your As To With By From Please Note Der Die Das Es Er Sie Ein Eine El La Los Las Un Una Le Les Il Elle Os As Um Uma"
)
# A full stop without a space behind it: "… at nine.It closes", "… at 9.it closes"; not "example.com", "readme.The-file".
_GLUED = re.compile(
    rf"(?<![\w./@:#-])(?P<word>[^\W\d_]{{2,}}|\d{{1,4}})\.(?=(?:(?:{'|'.join(w for w in _STARTERS.split() if len(w) > 1)})|(?P<low>it|the|we|you|they|he|she|this|there|our|your|then))\s+[^\W\d_])"
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
            spans.extend(_cut(safe, at + found["start_index"], at + found["end_index"], language))
        at = end
    return _trimmed(text, _merged(safe, spans, language))


def _cut(text: str, start: int, end: int, language: str | None) -> Iterator[tuple[int, int]]:
    last = start + len(text[start:end].rstrip()) - 1
    if text.find(".", start, last) < 0:  # most sentences have no full stop but their own
        yield start, end
        return
    cuts = {missed.end() for missed in _MISSED.finditer(text, start, end)}
    cuts |= {glued.end() for glued in _GLUED.finditer(text, start, end) if _ends_word(glued)}
    cuts |= {
        stop.end()
        for stop in _SMALL.finditer(text, start, end)
        if not _goes_on_at(text, start, stop.end(), language)
    }
    for cut in sorted(cuts):
        yield start, cut
        start = cut
    yield start, end


def _ends_word(glued: re.Match[str]) -> bool:
    """Say whether a sentence ends at a full stop without a space behind it: no abbreviation, no "museo.it"."""
    word = glued["word"].lower()
    if glued["low"] != "it":
        return word not in _SHORT_FORMS
    return (
        word.isdigit()
        or word in _COUNTED
        or word in STOPWORDS
        or word in _ENGLISH.verbs | _ENGLISH.bases | _ENGLISH.nouns
    )


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
    tail = text[max(before[0], before[1] - _TAIL) : before[1]]
    head = text[after[0] : min(after[1], after[0] + _TAIL)]
    if not tail.strip() or not head.strip():
        return False
    first = head.lstrip()[0]
    if len(head) < 4 and _ONLY_MARK.match(head):  # noqa: PLR2004 - a quote or bracket left behind
        return True
    if first.islower() and tail.rstrip()[-1] == ".":
        return _goes_on(tail, head.lstrip(), language)
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


def _goes_on_at(text: str, start: int, at: int, language: str | None) -> bool:
    """Say whether a sentence goes on at a place behind a full stop; one with a capital is not for these rules to cut."""
    return not text[at].islower() or _goes_on(
        text[max(start, at - _TAIL) : at], text[at : at + _TAIL], language
    )


def _goes_on(tail: str, head: str, language: str | None) -> bool:
    """Say whether a sentence goes on with a small letter behind a full stop: behind an abbreviation or a number."""
    if _CAMEL.match(head):
        return False
    word = _BEFORE_STOP.search(tail)
    last = word.group().lower() if word else ""
    following = _LOW_WORD.match(head)
    after = following[1] if following else ""
    opens = after in _OPENS_LOW and not (following and following[2])
    if last == "no":
        return after in _COUNTED
    if last.isdigit():
        return language not in {None, "en"} or not opens
    if (
        not last
        or "." in last
        or len(last) == 1
        or (last in _SHORT_FORMS and not (last in _WORDS_TOO and opens))
    ):
        return True
    if following and following[2] and (len(after) == 1 or after in _SHORT_FORMS):
        return True  # "University Press. p. 22"
    named = word is not None and word.group()[0].isupper() and len(last) <= _NAMED_SHORT
    return not _VOWEL.search(last) or after == "of" or (named and not opens)


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
