"""Names by their shape: runs of words with capitals, and acronyms."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from upheld.checks.date_words import MONTHS
from upheld.checks.items import Item
from upheld.checks.literals import literals
from upheld.checks.weekdays import WEEKDAYS
from upheld.text.lexicon import LEXICONS, STOPWORDS
from upheld.text.words import words

__all__ = ["literals", "names"]

_UPPER = "".join(c for c in map(chr, range(0x530)) if c.isupper())  # Latin, Greek, Cyrillic
_WORD = rf"(?:[{_UPPER}][\w]{{0,40}}+(?:['’-](?!s\b)[\w]{{1,40}}+){{0,4}}|[{_UPPER}]\.(?! ?$))"
_LINK = r"(?:of|of the|the|de|de la|del|della|di|da|do|dos|das|du|des|la|le|von|van|van der|van den|der|den|ter|al|bin|ibn|&|for)"
_INITIAL = rf"(?:(?:Mr|Mrs|Ms|Dr|Prof|St|Mme|Mlle|M|Sr|Sra|Dra|Hr|Fr|Jr|Gen|Col|Capt|Lt|Sgt|Rev|Hon|Gov|Sen|Rep|[{_UPPER}])\.|(?:[{_UPPER}]\.){{2,6}})"
_RUN = re.compile(rf"(?<![\w@#/.'’&-])(?:{_INITIAL}|{_WORD})(?:(?: {_LINK})? (?:{_INITIAL}|{_WORD}))*+")
_CAPITAL = re.compile(rf"[{_UPPER}]")
_PART = re.compile(rf"{_INITIAL}|{_WORD}|[^\s]+")

_TITLES = frozenset(
    "mr mrs ms dr prof professor mme mlle m monsieur madame mademoiselle herr frau fräulein sr sra señor señora senhor senhora don doña dom dona "
    "sir hr fr dra jr".split()
)
_NO_NAMES = frozenset(
    """i ok am pm ad bc ce bce usd eur gbp chf jpy inr cad aud gb mb kb tb kg km cm mm mg mw kw kwh mwh ghz mhz hz mph rpm faq pdf csv json xml html
    ii iii iv vi vii viii ix xi xii xiii xiv xv xvi xvii xviii xix xx xxi yes no none n/a tbd asap eta id nr q1 q2 q3 q4 p.m a.m""".split()
)
# Open a sentence, and are no part of the name behind them.
_OPENERS = frozenset(
    """yesterday today tomorrow now then later recently currently previously originally initially finally eventually additionally furthermore moreover
    meanwhile instead overall similarly likewise thus therefore hence according although though while when whenever where since because before after
    until unless if once despite besides both either neither each every all some many most several few other another such more less first second third
    next last former formerly late early only even just still also here there this that these those what who why how which please note
    summary answer question yes no following based given using including like unlike among amid around about near inside outside between during
    within without against under over through throughout across behind beyond born founded located published released known named called see
    actor actress singer author director president minister professor doctor king queen prince princess researchers scientists critics police
    people members users customers employees students teams both""".split()
)
_SENTENCE_START = re.compile(
    r"(?:^|[.!?:;\n•|]|[.!?:][\"'”’)\]»]|(?:^|\n) ?[-*#>]{1,6}|\n ?[0-9]{1,3}[.)])[ \t\"'“‘«(\[*_#]{0,8}$"
)
_MIN_ACRONYM = 2
_NAMELIKE_MONTHS = frozenset({"may", "april", "june", "august", "jan", "mar", "mark", "set"})


@cache
def _function_words() -> frozenset[str]:
    """Return the words that open a sentence without being a name, in all languages."""
    found = set(STOPWORDS) | _OPENERS
    for lexicon in LEXICONS.values():
        found |= (
            lexicon.auxiliaries
            | lexicon.determiners
            | lexicon.prepositions
            | lexicon.conditions
            | lexicon.buts
            | set(lexicon.pronouns)
        )
    return frozenset(found)


def names(text: str, language: str | None = None) -> list[Item]:
    """Return the names of a text by shape, in order; the key holds the folded words without titles.

    A single word at the start of a sentence is a name only where it stands elsewhere with a capital or has the shape of an
    acronym. In German, where all nouns have capitals, only names of several words and acronyms are returned.

    Args:
        text: any text.
        language: its language, where known.
    """
    if text.upper() == text:
        return []  # a headline: capitals say nothing
    runs = list(_runs(text))
    inner = {part for start, _, parts, opens in runs for part in (parts[1:] if opens else parts)}
    found: list[Item] = []
    for start, end, parts, opens in runs:
        if _is_name(parts, opens=opens, inner=inner, german=language == "de"):
            key = " ".join(
                folded
                for part in parts
                if part.rstrip(".").casefold() not in _TITLES
                for folded in words(part)
            )
            if key:
                found.append(Item("name", start, end, text[start:end], key=key))
    return found


def _runs(text: str) -> Iterator[tuple[int, int, list[str], bool]]:
    """Yield start, end, words and whether it opens a sentence, of each run of capitals without what is no name."""
    for match in _capitals(text):
        opens = _opens(text, match.start())
        piece: list[re.Match[str]] = []
        for part in _PART.finditer(text, *match.span()) if " " in match.group() else (match,):
            if _breaks(part.group(), first=not piece, opens=opens):
                yield from _closed(piece, opens=opens)
                piece, opens = [], False
            else:
                piece.append(part)
        yield from _closed(piece, opens=opens)


def _capitals(text: str) -> Iterator[re.Match[str]]:
    """Yield the runs, tried only where a capital stands: five times as fast as trying everywhere."""
    capital = _CAPITAL.search(text)
    while capital is not None:
        match = _RUN.match(text, capital.start())
        if match:
            yield match
        capital = _CAPITAL.search(text, match.end() if match else capital.end())


def _opens(text: str, start: int) -> bool:
    """Say whether a run stands at the start of a sentence; a word and a space before it are the common case."""
    if start > 1 and text[start - 1] == " " and text[start - 2].isalnum():
        return False
    return _SENTENCE_START.search(text, max(0, start - 24), start) is not None


def _breaks(word: str, *, first: bool, opens: bool) -> bool:
    """Say whether a word is no part of a name: a day, a month, a word that opens the sentence."""
    low = word.casefold().replace("’", "'").partition("'")[0]
    if (
        (low == "i" and len(word) > 1 and word[1] != ".")
        or low in WEEKDAYS
        or (low in MONTHS and (first or low not in _NAMELIKE_MONTHS))
    ):
        return True
    if first and not word[0].isupper():
        return True  # a link without a name before it
    return first and low in _function_words() and (opens or not word.isupper())


def _closed(piece: list[re.Match[str]], *, opens: bool) -> Iterator[tuple[int, int, list[str], bool]]:
    """Yield a run without the links at its end."""
    while piece and not piece[-1].group()[0].isupper():
        piece.pop()
    if piece:
        yield piece[0].start(), piece[-1].end(), [part.group() for part in piece], opens


def _is_name(parts: list[str], *, opens: bool, inner: set[str], german: bool) -> bool:
    """Say whether a run of capitals is a name."""
    capitals = [part for part in parts if part[0].isupper() and part.rstrip(".").casefold() not in _TITLES]
    if not capitals or (len(capitals) == 1 and capitals[0].casefold() in _NO_NAMES):
        return False
    if len(capitals) > 1:
        return True
    word = capitals[0]
    acronym = len(word) >= _MIN_ACRONYM and sum(c.isupper() for c in word) >= _MIN_ACRONYM
    titled = len(parts) > len(capitals)
    if acronym or titled:
        return True
    return not german and len(word) > 1 and word[1] != "." and (not opens or word in inner)
