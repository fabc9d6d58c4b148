"""Days of the week and sets of them: Monday, Mon-Fri, weekdays, every day except Sundays, in five languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from upheld.checks.items import Item
from upheld.checks.plain import heads, letters, one_of, plain

__all__ = ["WEEKDAYS", "days_in_names", "weekdays"]

_NAMES = """monday mondays lunes montag montags lundi lundis segunda-feira segundas-feiras
|tuesday tuesdays martes dienstag dienstags mardi mardis terça-feira terças-feiras
|wednesday wednesdays miércoles miercoles mittwoch mittwochs mercredi mercredis quarta-feira quartas-feiras
|thursday thursdays jueves donnerstag donnerstags jeudi jeudis quinta-feira quintas-feiras
|friday fridays viernes freitag freitags vendredi vendredis sexta-feira sextas-feiras
|saturday saturdays sábado sábados samstag samstags samstage sonnabend sonnabends samedi samedis
|sunday sundays domingo domingos sonntag sonntags sonntage dimanche dimanches"""
WEEKDAYS: dict[str, int] = {
    word: day for day, words in enumerate(_NAMES.split("|"), 1) for word in words.split()
}
"""Full name of a day of the week, plural too, lower case -> 1 to 7."""

# Short forms are words too ("sat", "sun", "mar"): read only in sets, or with a capital before a time.
_SHORT = {
    "en": ("mon", "tue tues", "wed weds", "thu thur thurs", "fri", "sat", "sun"),
    "es": ("lun", "mar", "mié mie", "jue", "vie", "sáb sab", "dom"),
    "de": ("mo", "di", "mi", "do", "fr", "sa", "so"),
    "fr": ("lun", "mar", "mer", "jeu", "ven", "sam", "dim"),
    "pt": ("seg segunda", "ter terça", "qua quarta", "qui quinta", "sex sexta", "sáb sábado", "dom domingo"),
}
_SHORTS = {
    lang: {word: day for day, group in enumerate(groups, 1) for word in group.split()}
    for lang, groups in _SHORT.items()
}
_ALL_SHORT = {word for table in _SHORTS.values() for word in table}

_WORKDAYS, _WEEKEND, _ALWAYS = "12345", "67", "1234567"
_SETS = {
    "weekdays": _WORKDAYS, "weekday": _WORKDAYS, "working days": _WORKDAYS, "working day": _WORKDAYS, "business days": _WORKDAYS,
    "business day": _WORKDAYS, "workdays": _WORKDAYS, "workday": _WORKDAYS, "wochentags": _WORKDAYS, "unter der woche": _WORKDAYS,
    "entre semana": _WORKDAYS, "en semaine": _WORKDAYS, "dias úteis": _WORKDAYS, "jours ouvrés": _WORKDAYS, "días laborables": _WORKDAYS,
    "weekends": _WEEKEND, "weekend": _WEEKEND, "fines de semana": _WEEKEND, "fin de semana": _WEEKEND, "wochenenden": _WEEKEND,
    "wochenende": _WEEKEND, "week-ends": _WEEKEND, "week-end": _WEEKEND, "fim de semana": _WEEKEND, "fins de semana": _WEEKEND,
    "every day": _ALWAYS, "each day": _ALWAYS, "daily": _ALWAYS, "seven days a week": _ALWAYS, "7 days a week": _ALWAYS,
    "24/7": _ALWAYS, "todos los días": _ALWAYS, "todos os dias": _ALWAYS, "tous les jours": _ALWAYS, "täglich": _ALWAYS, "jeden tag": _ALWAYS,
    "diariamente": _ALWAYS, "7 tage die woche": _ALWAYS, "7j/7": _ALWAYS, "7 jours sur 7": _ALWAYS, "siete días a la semana": _ALWAYS,
    "sieben tage die woche": _ALWAYS, "sept jours sur sept": _ALWAYS, "sete dias por semana": _ALWAYS,
}  # fmt: skip

_DAY = rf"(?:{one_of(WEEKDAYS)})(?![^\W_]|'s)"
_FULL_NAME = re.compile(rf"(?<![^\W_])(?:{one_of(WEEKDAYS)})(?![^\W_])")
_BEFORE_NAME = 20  # characters before a day in which the rest of a name may stand
_ANY = rf"(?:{one_of({*WEEKDAYS, *_ALL_SHORT})})\.?(?![^\W_]|'s)"
_ARTICLE = r"(?:the |on |el |los |le |les |am |den |o |os |a |à |aos |às |al |ao )?"
_TO = r"(?: ?- ?| (?:to|through|thru|till|until|bis|bis zum|al?|au|à|até|hasta) )"
_GROUP = re.compile(
    rf"{_ANY}(?:{_TO}{_ARTICLE}{_ANY}|(?: ?[,/+&] ?|,? (?:and|und|y|et|e) ){_ARTICLE}{_ANY}){{0,12}}"
)
_PIECE = re.compile(rf"(?P<to>{_TO})|(?P<day>{one_of({*WEEKDAYS, *_ALL_SHORT})})(?![^\W_])")
_ANCHOR = re.compile(rf"(?<![^\W_]){one_of({*_SETS, *WEEKDAYS, *_ALL_SHORT})}(?![^\W_]|/[0-9])")
_HEADS = heads((*_SETS, *WEEKDAYS, *_ALL_SHORT))
_EXCEPT = re.compile(
    rf",?(?: ?\(|) ?(?:except|but (?:not|closed|never)|but|closed|apart from|aside from|besides|excluding|excl\.|other than|hormis|excepto|salvo|menos|außer|ausser|sauf|exceto)(?: (?:for|on|el|los|le|les|am|an|aos|às|"
    rf"o|os))? (?P<days>{_DAY}(?:(?: ?[,/&-] ?| (?:and|or|und|oder|y|o|et|ou|e|to|bis) ){_ARTICLE}{_DAY}){{0,6}})"
)
_TIME_NEXT = re.compile(
    r"\.? ?:? ?[0-2]?[0-9] ?(?:[:h.-]|am|pm|a\.m|p\.m|uhr|to )|\.? ?: ?(?:closed|geschlossen|cerrado|fermé|fechado)"
)
_COUNT_BEFORE = re.compile(
    r"(?:[0-9)]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|few|several|many|some|a|the next|next|following|last|first|per|previous|"
    r"past|additional|more|zwei|drei|fünf|dos|tres|cinco|deux|trois|cinq|dois|três|full|every other)(?: full| calendar)?) ?-?$"
)
_THIS_BEFORE = re.compile(
    r"\b(?:this|last|next|past|previous|following|first|second|opening|one|per|a|letztes|nächstes|dieses|ce|le dernier|este|último|próximo) $"
)
_HABIT_BEFORE = re.compile(r"\b(?:at the|on the|every|each|on|am|los|les|le|nos|aos|o|jedes|le) $")
_HOLIDAYS = re.compile(
    r"\b(?:black|good|cyber|ash|palm|bloody|easter|super|sheffield|giving|freaky|blue|ruby|manic|holy|maundy|shrove|whit|santo|man|girl|his girl|ruhe|bowl|"
    r"casual|plácido|placido|happy|tgi|pancake|semana|trinity|thank god it's) $"
)
_PAPERS = re.compile(
    r" (?:times|telegraph|mirror|express|post|herald|sun|mail|people|independent|night live|addams|school)\b"
)
_DAILY_NEXT = re.compile(
    r"[.,;:!?)\]\n]|$| (?:from|at|between|except|until|till|and|or|but|to|for|by|with|on|in|during|before|after|[0-9]|a\.m|except|year|via|,|;)|-[0-9 ]| -"
)


@dataclass(frozen=True, slots=True)
class _Days:
    """Days found in a text."""

    start: int
    end: int
    key: str


def weekdays(text: str, low: str) -> list[Item]:
    """Return the days of the week and sets of them, in order; the key holds their numbers, Monday first.

    Args:
        text: the text as given: short forms need a capital.
        low: the same in plain form.
    """
    if _HEADS.isdisjoint(letters(text)) and "24/7" not in low:
        return []
    return [
        Item("weekdays", days.start, days.end, text[days.start : days.end], key=days.key, relation="exact")
        for days in _find(text, low)
    ]


def days_in_names(text: str) -> frozenset[str]:
    """Return the days, as digits, that a text only has as part of a name, such as Easter Monday.

    Args:
        text: any text.
    """
    low = plain(text)
    return frozenset(
        str(WEEKDAYS[day.group()])
        for day in _FULL_NAME.finditer(low)
        if _HOLIDAYS.search(low, max(0, day.start() - _BEFORE_NAME), day.start())
    )


def _find(text: str, low: str) -> Iterator[_Days]:
    anchor = _ANCHOR.search(low)
    while anchor is not None:
        days = _set(text, low, anchor) if anchor.group() in _SETS else _group(text, low, anchor.start())
        if days:
            days = _without(low, days)
            yield days
        anchor = _ANCHOR.search(low, max(anchor.end(), days.end) if days else anchor.end())


def _set(text: str, low: str, anchor: re.Match[str]) -> _Days | None:
    """Read weekdays, weekends and every day; not "3 business days", "last weekend" or "daily newspaper"."""
    word, start, end = anchor.group(), anchor.start(), anchor.end()
    key, room = _SETS[word], max(0, start - 24)
    if key == _WORKDAYS and _COUNT_BEFORE.search(low, room, start):
        return None
    if key == _WEEKEND:
        single = word in {"weekend", "week-end", "wochenende", "fin de semana", "fim de semana"}
        if _THIS_BEFORE.search(low, room, start) or (single and not _HABIT_BEFORE.search(low, room, start)):
            return None
    if word == "daily" and not _DAILY_NEXT.match(low, end):
        return None
    if word == "daily" and text[start].isupper() and text[end + 1 : end + 2].isupper():
        return None  # a newspaper
    return _Days(start, end, key)


def _group(text: str, low: str, start: int) -> _Days | None:
    """Read a day, a span or a list of days."""
    match = _GROUP.match(low, start)
    if not match:  # Monday's
        alone = _PIECE.match(low, start)
        return _single(text, low, alone) if alone else None
    pieces = list(_PIECE.finditer(low, start, match.end()))
    days = [piece for piece in pieces if piece["day"]]
    if not _well_formed(text, low, days):
        first = days[0]
        return _single(text, low, first)
    if len(days) == 1:
        return _single(text, low, days[0])
    table = _table([piece["day"] for piece in days])
    if table is None:
        return _single(text, low, days[0])
    return _Days(start, days[-1].end(), _key(pieces, table))


def _well_formed(text: str, low: str, days: list[re.Match[str]]) -> bool:
    """Say whether all short forms of a group are meant as days: capitals, or a dash between them."""
    shorts = [day for day in days if day["day"] not in WEEKDAYS]
    if not shorts:
        return True
    if all(text[day.start()].isupper() for day in shorts):
        return True
    tight = all(low[a.end() : b.start()] in {"-", "/", ".-", "./"} for a, b in pairwise(days))
    spelled = all(len(day["day"]) > 2 for day in shorts)  # noqa: PLR2004 - "do-so", "mi" need capitals
    portuguese = all(len(day["day"]) > 3 and day["day"] in _SHORTS["pt"] for day in shorts)  # noqa: PLR2004 - segunda a sexta
    return len(days) > 1 and ((tight and spelled) or portuguese)


def _table(words: list[str]) -> dict[str, int] | None:
    """Return the days of the one language that has all these words."""
    for table in _SHORTS.values():
        if all(word in table or word in WEEKDAYS for word in words):
            return table | WEEKDAYS
    return None


def _single(text: str, low: str, day: re.Match[str]) -> _Days | None:
    """Read one day: a full name that is no feast or newspaper, or a short form with a capital before a time."""
    word, start, end = day["day"], day.start(), day.end()
    if word not in WEEKDAYS:
        number = _SHORTS["en"].get(word) or _SHORTS["de"].get(word)
        ready = (
            text[start:end].istitle() and _TIME_NEXT.match(low, end) and not low.endswith("the ", 0, start)
        )
        return _Days(start, end, str(number)) if number and ready else None
    if _HOLIDAYS.search(low, max(0, start - _BEFORE_NAME), start) or (
        text[start].isupper() and _PAPERS.match(low, end)
    ):
        return None
    if word == "domingo" and text[start].isupper() and start > 1 and text[start - 2].isalpha():
        return None
    return _Days(start, end, str(WEEKDAYS[word]))


def _key(pieces: list[re.Match[str]], table: dict[str, int]) -> str:
    """Return the days of a group as sorted digits; a span may run over Sunday."""
    found: set[int] = set()
    last, open_span = 0, False
    for piece in pieces:
        if piece["to"]:
            open_span = last > 0
            continue
        day = table[piece["day"]]
        if open_span:
            found |= {(last + n - 1) % 7 + 1 for n in range((day - last) % 7 + 1)}
        found.add(day)
        last, open_span = day, False
    return "".join(map(str, sorted(found)))


def _without(low: str, days: _Days) -> _Days:
    """Take the days behind "except" out of a set."""
    match = _EXCEPT.match(low, days.end) if len(days.key) > 1 else None
    if not match:
        return days
    pieces = list(_PIECE.finditer(low, match.start("days"), match.end("days")))
    out = set(_key(pieces, WEEKDAYS))
    left = set(days.key) - out
    if not out <= set(days.key):
        return days  # "Monday to Friday, closed on Sunday" tells two things
    return _Days(days.start, match.end("days"), "".join(sorted(left)))
