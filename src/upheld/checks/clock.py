"""Times of day, spans of them, weekdays and sets of days of a text, in five languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from upheld.checks.items import Item, Relation
from upheld.checks.plain import heads, letters, one_of, plain
from upheld.checks.weekdays import weekdays
from upheld.checks.years import CHANGED

__all__ = ["clocks"]

_NOON, _DAY = 720, 1440  # minutes
_HOUR = 60

_WORDS = {
    word: hour
    for hour, words in enumerate(
        """one ein eins|two zwei|three drei|four vier|five fünf|six sechs|seven sieben|eight acht|nine neun|ten zehn|eleven elf
        |twelve zwölf""".split("|"),
        1,
    )
    for word in words.split()
}
_PAST = {
    "half past": 30,
    "quarter past": 15,
    "quarter to": -15,
    "ten past": 10,
    "ten to": -10,
}
_PAST |= {
    "twenty past": 20,
    "twenty to": -20,
    "five past": 5,
    "five to": -5,
    "halb": -30,
    "viertel nach": 15,
    "viertel vor": -15,
}
_NAMED = {
    "noon": 720, "12 noon": 720, "midday": 720, "midnight": 0, "12 midnight": 0, "mediodía": 720, "medianoche": 0, "minuit": 0, "mitternacht": 0,
    "meio-dia": 720, "meia-noite": 0,
}  # fmt: skip

_AM = r"a\.m\.?|am(?! (?:[0-9]|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonn|abend|morgen|mittag|nachm|ende|anfang|tag|wochen))"
_MORNING = r"in the morning|de la mañana|da manhã|du matin|morgens|vormittags|früh|am morgen"
_EVENING = r"in the (?:afternoon|evening)|at night|de la (?:tarde|noche)|d[ae] (?:tarde|noite)|de l'après-midi|du soir|nachmittags|abends|am abend"
_MARK = rf"(?:(?P<am>{_AM}|{_MORNING})|(?P<pm>p\.m\.?|pm|{_EVENING})|(?P<h24>uhr|hrs?|h|horas|heures)|(?P<clock>o'clock))(?![^\W_])"
_HHMM = r"(?P<h>2[0-4]|[01]?[0-9])(?:(?P<s>[:.]|(?: ?h ?))(?P<m>[0-5][0-9])(?::[0-5][0-9](?:\.[0-9]{1,6})?(?:z|[+-][0-9]{2}:?[0-9]{2})?)?(?![0-9]))?"
_END = r"(?![^\W_])(?![.,:][0-9])"
_DIGITS = re.compile(
    rf"{_HHMM}(?: ?{_MARK}(?: (?:(?P<am2>{_MORNING})|(?P<pm2>{_EVENING}))(?![^\W_]))?)?{_END}"
)
_SPELLED = re.compile(
    rf"(?:(?P<past>{one_of(_PAST)}) )?(?:(?P<n>{one_of(_WORDS)})|(?P<h>1[0-2]|[1-9])(?![0-9.,:]))(?![^\W_])(?: {_MARK})?{_END}"
)
_NAMED_AT = re.compile(rf"(?:{one_of(_NAMED)}){_END}")
_ALWAYS = re.compile(
    r"24/7(?![0-9/])|24 ?h/24|24 hours a day|around the clock|round the clock|rund um die uhr|24 horas al día|24 heures sur 24|24 horas por dia|24 stunden am tag"
)
_WORD_STARTS = dict.fromkeys(_WORDS, "word") | dict.fromkeys((phrase.split()[0] for phrase in _PAST), "word")
_WORD_STARTS |= dict.fromkeys((phrase for phrase in _NAMED if not phrase[0].isdigit()), "named")
_WORD_STARTS |= dict.fromkeys(("around", "round", "rund"), "always")
_HEADS = heads(_WORD_STARTS)
_DIGIT = re.compile(r"[0-9]")
_ISO_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}t(?=[0-9]{2}:)")
_ANCHOR = re.compile(rf"(?<![^\W_])(?:[0-9]++|{one_of(_WORD_STARTS)}(?![^\W_]))")
_TO = r"-|to|till|til|until|through|bis|a|al|à|au|às?|hasta|até|and|und|y|et|e"
_GAP = re.compile(rf"(?: ?(?P<dash>-) ?| (?:uhr )?(?P<w>{_TO}) )(?:the |las |les |um |à |às )?")
_ANDS = frozenset({"and", "und", "y", "et", "e"})
_BETWEEN = re.compile(r"(?:^|[^\w])(?:between|zwischen|entre)(?: (?:las?|as))? ?$")
_FROM = re.compile(r"(?:^|[^\w])(?:from|von|de|des|das|desde|between|zwischen|entre|ab)(?: (?:las?|as))? ?$")
_BARE_BEFORE = re.compile(
    rf"(?<![^\W_])(?<![$€£#.,:/-])(?P<h>2[0-4]|1?[0-9]|0[0-9])(?:[:.](?P<m>[0-5][0-9]))?(?: ?(?P<dash>-) ?| (?P<w>{_TO}) )(?:las |as )?$"
)
_BARE_SPAN = re.compile(
    rf"(?P<h>2[0-4]|1?[0-9]|0[0-9])(?:[:.](?P<m>[0-5][0-9]))?(?: ?(?P<dash>-) ?| (?P<w>{_TO}) )(?:las |as )?"
    r"(?P<h2>2[0-4]|1?[0-9]|0[0-9])(?:[:.](?P<m2>[0-5][0-9]))?(?![^\W_]|[.,:/-][0-9]| ?[%€$£°])"
)
_BARE_AFTER = re.compile(
    r"(?: ?- ?| (?:to|till|until|bis|a|à|às|hasta) )(?P<h>2[0-4]|1?[0-9])(?![^\W_]|[.,:/][0-9]| ?[%€$£°])"
)
_OPEN = re.compile(
    r"\b(?:open|opens|opening|opened|hours|öffnet|geöffnet|öffnungszeiten|abre|abren|abrem|abierto|abierta|aberto|aberta|ouvert|ouverte|ouvre|"
    r"horario|horário|horaires|sprechzeiten)\b[^.!?\n]{0,60}$"
)
_HOURS_CUE = re.compile(
    r"(?:^|[^\w])(?:à|às|as|las|des|dès|vers|jusqu'à|hasta|até|desde|entre|um|ab|bis|gegen|von|at|from|until|till|avant|après|antes das|"
    r"depois das|a partir de|à partir de)(?: las)? $|(?:[:|] ?|- ?|h ?- ?)$"
)
_DURATION_NEXT = re.compile(r" ?-? ?(?:hours?|minutes?|mins?|seconds?|stunden|minuten|miles?)(?![^\W_])")
_BEFORE = 28  # characters before a time in which such a word may stand
_NOT_TIME = re.compile(
    r"(?:\b(?:(?:won|wins?|beats?|lost|loses?|defeated|victory|ahead)\b.{0,12}\bby|ratio|scale|score|scored|odds|won|win|beat|beats|lost|defeated|length|duration|runtime|running time|mark|record|time of|record of|"
    r"genesis|exodus|psalms?|isaiah|matthew|mark|luke|john|acts|romans|corinthians|ephesians|peter|hebrews|verse|chapter|version|page|aspect)"
    r"(?: of| was| is|:)? |[$€£#+]|(?<![0-9])[^\W_]|[0-9][.,:/])$"
)


@dataclass(frozen=True, slots=True)
class _Time:
    """A time of day, or a span where `high` differs.

    Attributes:
        start: start in the text.
        end: end in the text.
        low: minutes of the day.
        high: minutes of the day; over 1440 where a span ends on the next day.
        half: the text leaves open which half of the day is meant.
        marked: ``am``, ``pm`` or ``24`` where the text says so.
        named: noon or midnight.
        relation: ``exact`` or ``range``.
    """

    start: int
    end: int
    low: int
    high: int
    half: bool = False
    marked: str = ""
    named: bool = False
    relation: Relation = "exact"


def clocks(text: str) -> list[Item]:
    """Return the times of day (kind ``clock``, minutes) and days of the week (kind ``weekdays``) of a text, in order.

    A span over midnight ends after 1440. A time that leaves its half of the day open, such as "9:30" or "half past nine",
    has the other half among its other readings. The key of ``weekdays`` holds the days as digits, 1 for Monday. "24/7"
    gives an item of each kind over the same characters.

    Args:
        text: any text.
    """
    low = plain(text)
    days = weekdays(text, low)
    if _HEADS.isdisjoint(letters(text)) and not _DIGIT.search(low):
        return days
    times = [_item(text, time) for time in _joined(low, list(_times(low)))]
    return sorted([*times, *days], key=lambda item: item.start) if days else times


def _times(low: str) -> Iterator[_Time]:
    """Yield the single times, the whole days and the spans of two bare numbers, in order."""
    anchor = _ANCHOR.search(low)
    while anchor is not None:
        time = _at(low, anchor)
        if time:
            yield time
        anchor = _ANCHOR.search(low, max(anchor.end(), time.end) if time else anchor.end())


def _at(low: str, anchor: re.Match[str]) -> _Time | None:
    """Return the time that begins at an anchor."""
    start, word = anchor.start(), anchor.group()
    if word[0].isdigit():
        return _at_digits(low, start, len(word))
    if _WORD_STARTS[word] == "word":
        spelled = _SPELLED.match(low, start)
        return _spelled(spelled) if spelled else None
    return _at_phrase(low, start)


def _at_phrase(low: str, start: int) -> _Time | None:
    """Read noon, midnight, around the clock, 24/7."""
    if always := _ALWAYS.match(low, start):
        return _Time(start, always.end(), 0, _DAY, relation="range")
    if named := _NAMED_AT.match(low, start):
        minutes = _NAMED[named.group()]
        return _Time(start, named.end(), minutes, minutes, named=True)
    return None


def _at_digits(low: str, start: int, size: int) -> _Time | None:
    if size > 2:  # noqa: PLR2004 - no hour, but perhaps the date before it
        date = _ISO_DATE.match(low, start)
        digits = _DIGITS.match(low, date.end()) if date else None
        return _digits(low, digits) if digits else None
    time = _at_phrase(low, start) or _bare(low, start)
    if time is None and (digits := _DIGITS.match(low, start)):
        time = _digits(low, digits)
    if time is None or _NOT_TIME.search(low, max(0, start - _BEFORE), start):
        return None
    return time


def _half(match: re.Match[str]) -> str:
    """Return ``am``, ``pm``, ``24``, or nothing where no mark tells."""
    groups = match.groupdict()
    if groups.get("am") or groups.get("am2"):
        return "am"
    if groups.get("pm") or groups.get("pm2"):
        return "pm"
    return "24" if groups.get("h24") else ""


def _minutes(hour: int, minute: int, half: str) -> int | None:
    """Return minutes of the day; None where there is no such time."""
    if half in {"am", "pm"} and 1 <= hour <= 12:  # noqa: PLR2004
        return (hour % 12 + (12 if half == "pm" else 0)) * _HOUR + minute
    total = hour * _HOUR + minute
    return total if total <= _DAY else None


def _digits(low: str, match: re.Match[str]) -> _Time | None:
    """Read 9:00, 9am, 18h30, 9.30 Uhr, 14 h; not 9.30 alone, nor 14 h where it is a duration."""
    hour, minute, half = int(match["h"]), int(match["m"] or 0), _half(match)
    if not (half or match["clock"] or (match["s"] and match["s"] != ".")):
        return None
    hours_only = (
        match["h24"] in {"h", "hr", "hrs", "horas", "heures"}
        and not match["m"]
        and not (match["am2"] or match["pm2"])
    )
    if half in {"am", "pm"} and hour > 12 and (half == "am" or not match["m"]):  # noqa: PLR2004 - "13:30 pm" is said
        return None
    if hours_only and (match["h24"] in {"hr", "hrs"} or not _clear_hours(low, match)):
        return None
    if _DURATION_NEXT.match(low, match.end()):
        return None
    total = _minutes(hour, minute, half)
    if total is None:
        return None
    if match["s"] and "h" in match["s"]:
        half = "24"
    open_half = not half and 1 <= hour <= 12 and not match["h"].startswith("0")  # noqa: PLR2004
    return _Time(match.start(), match.end(), total, total, open_half, half)


def _clear_hours(low: str, match: re.Match[str]) -> bool:
    """Say whether "18h" is a time of day: by the word before it or a span that it ends or opens."""
    if _HOURS_CUE.search(low, max(0, match.start() - 16), match.start()):
        return not re.match(r" ?(?:de|d') ?[^\W\d_]", low[match.end() : match.end() + 6])
    if _BARE_BEFORE.search(low, max(0, match.start() - 16), match.start()):
        return True
    after = _GAP.match(low, match.end())
    return (
        after is not None
        and re.match(r"[0-9]{1,2} ?h(?![^\W\d_])", low[after.end() : after.end() + 5]) is not None
    )


def _spelled(match: re.Match[str]) -> _Time | None:
    """Read half past nine, nine o'clock, six in the evening, halb zehn, neun Uhr."""
    hour = _WORDS[match["n"]] if match["n"] else int(match["h"])
    half, past = _half(match), match["past"]
    if match["h24"] and match["h24"] != "uhr":
        return None
    if not (half or match["clock"] or past) or (
        past in {"ten to", "twenty to", "five to"} and not (half or match["clock"])
    ):
        return None
    if past in {"halb", "viertel nach", "viertel vor"} and not (match["n"] or match["h24"]):
        return None
    offset = _PAST.get(past or "", 0)
    total = _minutes(hour, 0, "" if half == "24" else half)
    if total is None:
        return None
    total = (total + offset) % _DAY
    return _Time(match.start(), match.end(), total, total, half in {"", "24"}, "" if half == "24" else half)


def _bare(low: str, start: int) -> _Time | None:
    """Read "9 to 18" or "9-18" as a span, only where words of opening hours stand before it."""
    match = _BARE_SPAN.match(low, start)
    if not match or not _OPEN.search(low, max(0, start - 80), start) or not _clear_span(low, match):
        return None
    first = int(match["h"]) * _HOUR + int(match["m"] or 0)
    last = int(match["h2"]) * _HOUR + int(match["m2"] or 0)
    if last <= first < _NOON + _HOUR and last <= _NOON:
        last += _NOON
    return (
        _Time(start, match.end(), first, last, marked="24", relation="range")
        if first < last <= _DAY
        else None
    )


def _clear_span(low: str, match: re.Match[str]) -> bool:
    """Say whether two bare numbers are hours: no counted noun follows, and "and" stands behind "between"."""
    if match["w"] in _ANDS and not _BETWEEN.search(low, max(0, match.start() - 16), match.start()):
        return False
    after = re.match(r" ([^\W\d_]+)", low[match.end() : match.end() + 16])
    return after is None or after.group(1) in _AFTER_HOURS


_AFTER_HOURS = frozenset(
    """on from every daily weekdays weekends monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun and
    except but all in during de todos du le les los am an von montags samstags tous each uhr h at for with seven""".split()
)


def _joined(low: str, times: list[_Time]) -> list[_Time]:
    """Make spans of "A to B", where B may lend A its half of the day."""
    out: list[_Time] = []
    for found in times:
        time = _with_bare_end(low, found)
        span = _span(low, out[-1], time) if out else None
        if span:
            out[-1] = span
            continue
        out.append(_with_bare_start(low, time, out[-1].end if out else 0))
    return out


def _span(low: str, one: _Time, other: _Time) -> _Time | None:
    """Return the span of "one to other"; None where they are two times."""
    gap = _GAP.fullmatch(low, one.end, other.start) if other.start - one.end <= 12 else None  # noqa: PLR2004
    if (
        not gap
        or one.relation == "range"
        or other.relation == "range"
        or CHANGED.search(low, max(0, one.start - 60), one.start)
    ):
        return None
    if gap["w"] in _ANDS and not _BETWEEN.search(low, max(0, one.start - 16), one.start):
        return None
    return _between(one, other)


def _between(one: _Time, other: _Time) -> _Time:
    """Join two times: the half of the day that only one of them names goes for both where that makes sense."""
    first, last = one.low, other.low
    if one.half and other.marked == "pm" and first + _NOON < last:
        first += _NOON
    elif one.half and one.low == _NOON and other.marked == "am":
        first = 0
    if other.half and last <= first < last + _NOON:
        last += _NOON
    if last <= first:  # over midnight
        last += _DAY
    open_half = one.half and other.half and last - first < _NOON and last < _NOON
    return replace(one, end=other.end, low=first, high=last, half=open_half, named=False, relation="range")


def _with_bare_start(low: str, time: _Time, floor: int) -> _Time:
    """Widen "6pm" of "9 to 6pm" by the bare number before it."""
    if time.relation == "range" or time.named:
        return time
    match = _BARE_BEFORE.search(low, max(floor, time.start - 16), time.start)
    if not match or not (time.marked or low[time.start : time.end].find(":") > 0):
        return time
    if match["w"] in _ANDS and not _BETWEEN.search(low, max(0, match.start() - 16), match.start()):
        return time
    if match["w"] in {"a", "e", "y"} and not _FROM.search(low, max(0, match.start() - 16), match.start()):
        return time
    if CHANGED.search(low, max(0, match.start() - 60), match.start()):
        return time
    hour = int(match["h"])
    first = hour * _HOUR + int(match["m"] or 0)
    open_half = 1 <= hour <= 12 and time.marked in {"am", "pm"}  # noqa: PLR2004
    if time.marked == "am" and hour == 12:  # noqa: PLR2004
        first -= _NOON
    start = _Time(match.start(), match.end(), first, first, open_half)
    return time if first > _DAY else _between(start, time)


def _with_bare_end(low: str, time: _Time) -> _Time:
    """Widen "9am" of "9am to 6" by the bare number behind it."""
    if time.relation == "range" or time.named or time.marked not in {"am", "pm"}:
        return time
    match = _BARE_AFTER.match(low, time.end)
    if not match or CHANGED.search(low, max(0, time.start - 60), time.start):
        return time
    if _DIGITS.match(low, match.start("h")) and _digits(low, _DIGITS.match(low, match.start("h"))):  # type: ignore[arg-type]
        return time
    following = re.match(r" ([^\W\d_]+)", low[match.end() : match.end() + 16])
    if following and following.group(1) not in _AFTER_HOURS:
        return time
    last = int(match["h"]) * _HOUR
    return _between(time, _Time(match.start("h"), match.end(), last, last, last <= _NOON))


def _item(text: str, time: _Time) -> Item:
    """Return the item of a time."""
    others: tuple[tuple[float, float], ...] = ()
    if time.named and time.low == 0:
        others = ((_DAY, _DAY),)
    elif time.half:
        shift = _NOON if time.low < _NOON else -_NOON
        others = ((time.low + shift, time.high + shift),)
    return Item(
        "clock",
        time.start,
        time.end,
        text[time.start : time.end],
        time.low,
        time.high,
        "minute",
        time.relation,
        others=others,
    )
