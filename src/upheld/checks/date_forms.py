"""The forms of dates: each reads one shape and returns what it means, or nothing where it is no date."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from upheld.checks import date_words as words
from upheld.checks.days import Found, Source, day_of, full_year, months_of, nothing, ordinal, years_of
from upheld.checks.years import counted, era_year, glued, reads_as_range, reads_as_year

__all__ = ["FORMS", "bare_year"]

Built: TypeAlias = "list[Found]"
Form: TypeAlias = tuple[re.Pattern[str], Callable[[Source, re.Match[str]], "Built"]]

_THIS_MILLENNIUM = 2000
_YEARS = range(1500, 2101)
_MONTH_YEARS = range(1900, 2101)  # of 2023-03, which could be two numbers
_TWO = 2  # digits
_CENTURIES = range(1, 22)
_ABBREVIATED = 3  # letters
_RECENT = 30  # the '20s may be ours


def _before(source: Source, pattern: re.Pattern[str], at: int, room: int = 16) -> bool:
    """Say whether a pattern ends at a place, looking back a little."""
    return pattern.search(source.low, max(0, at - room), at) is not None


def _year_of(source: Source, match: re.Match[str]) -> tuple[int | None, int]:
    """Return the year that a match gives and where the date ends: before a "year" that counts something."""
    if (short := match.groupdict().get("yy")) is not None:
        return full_year(short), match.end()
    digits = match["y"]
    if digits is None:
        return None, match.end()
    if era := era_year(source.low, match.end(), int(digits.lstrip("'"))):
        return era
    if counted(source.low, match.end()):
        return None, max(match.end(g) for g in ("mon", "d", "d2") if g in match.groupdict())
    return full_year(digits), match.end()


def _iso(_source: Source, match: re.Match[str]) -> Built:
    start, end = match.span()
    return [day_of(start, end, int(match["y"]), int(match["m"]), int(match["d"])) or nothing(start, end)]


def _year_two(source: Source, match: re.Match[str]) -> Built:
    """Read 2023-03 as a month, 2019-20 and 2019/20 as two years, 2010-12 as either."""
    start, end = match.span()
    year, two, mark = int(match["y"]), int(match["m"]), match["s"]  # a spaced dash may be a minus
    last = year - year % 100 + two + (100 if year % 100 == 99 and two == 0 else 0)  # noqa: PLR2004
    plain_mark = source.text[start + 4] == mark  # a real dash joins years, not year and month
    month = None
    if plain_mark and 1 <= two <= 12 and year in _MONTH_YEARS and not glued(source.low, start, end):  # noqa: PLR2004
        month = months_of(start, end, year, two, two)
    joined = last > year and (mark == "-" or last == year + 1)
    if not joined or not reads_as_range(source.low, start, end, year, last):
        return [month] if month else []
    others = ((month.low, month.high),) if month else ()
    return [replace(years_of(start, end, year, last), relation="range", others=others)]


def _two_years(source: Source, match: re.Match[str]) -> Built:
    start, end = match.span()
    first, last = int(match["a"]), int(match["b"])
    if not reads_as_range(source.low, start, end, first, last):
        return []
    if match["s"] == "/" and last != first + 1:
        return []
    if match["w"] in words.ANDS and not _before(source, words.BETWEEN, start):
        return []
    return [replace(years_of(start, end, first, last), relation="range")]


def _open_end(_source: Source, match: re.Match[str]) -> Built:
    year = int(match["y"])
    return [replace(years_of(*match.span(), year, year), relation="at_least")]


def _part_of_year(match: re.Match[str], size: int, number: int, unit: str) -> Found:
    """Return the n-th part of a year, in parts of some months."""
    kind = f"fiscal {unit}" if match.groupdict().get("fy") else unit
    found = months_of(*match.span(), full_year(match["y"]), (number - 1) * size + 1, number * size)
    return replace(found, unit=kind)


def _quarter(_source: Source, match: re.Match[str]) -> Built:
    if match["q"]:
        return [_part_of_year(match, 3, int(match["q"][-1]), "quarter")]
    return [_part_of_year(match, 6, int(match["h"][-1]), "half")]


def _nth_quarter(_source: Source, match: re.Match[str]) -> Built:
    number = words.ORDINALS[match["n"]]
    if match["what"] in {"quarter", "quartal", "trimestre"}:
        return [_part_of_year(match, 3, number, "quarter")]
    return [_part_of_year(match, 6, number, "half")] if number <= _TWO else []


def _fiscal(_source: Source, match: re.Match[str]) -> Built:
    year = full_year(match["y"])
    return [years_of(*match.span(), year, year, "fiscal year")]


def _with_part(source: Source, date: Found) -> Found:
    """Narrow a decade or century by "early", "mid" or "late" before it, with room at the edges."""
    match = words.PART.search(source.low, max(0, date.start - 24), date.start)
    if not match or date.year is None:
        return date
    size = 10 if date.unit == "decade" else 100
    low, high = ((0, 0.5), (0.3, 0.8), (0.5, 1))[words.PARTS[match["p"]]]
    first, last = date.year + int(size * low), date.year + int(size * high) - (date.unit == "decade")
    return years_of(match.start("p"), date.end, first, last, date.unit)


def _decade(source: Source, match: re.Match[str]) -> Built:
    """Read the 1990s; the 1800s are more often the century, the 2000s the decade, and each may be the other."""
    start, end = match.span()
    if words.NUMBER_BEFORE.search(source.low, max(0, start - 3), start):
        return []
    year = int(match["y"])
    found = years_of(start, end, year, year + 9, "decade")
    if year % 100 == 0:
        whole = years_of(start, end, year, year + 99, "century")
        found, other = (whole, found) if year < _THIS_MILLENNIUM else (found, whole)
        found = replace(found, others=((other.low, other.high),))
    return [_with_part(source, found)]


def _short_decade(source: Source, match: re.Match[str]) -> Built:
    """Read the '90s and the 90s: not ages, marks or temperatures."""
    start, end = match.span()
    ten = int(match["y"])
    if earlier := words.DECADE_BEFORE.search(source.low, max(0, start - 24), start):  # the 1940s and 50s
        first = int(earlier["c"] or 19) * 100 + ten
        return [_with_part(source, years_of(start, end, first, first + 9, "decade"))]
    marked = match["q"] is not None or match["s"] == "er"
    if not marked and (not _before(source, words.THE, start) or _measured(source, start, end)):
        return []
    found = years_of(start, end, 1900 + ten, 1909 + ten, "decade")
    if ten < _RECENT:
        found = replace(found, others=((ordinal(2000 + ten, 1, 1), ordinal(2009 + ten, 12, 31)),))
    return [_with_part(source, found)]


def _word_decade(source: Source, match: re.Match[str]) -> Built:
    start, end = match.span()
    if not _before(source, words.THE, start) or _measured(source, start, end):
        return []
    first = 1900 + words.TENS[match["w"]]
    return [_with_part(source, years_of(start, end, first, first + 9, "decade"))]


def _measured(source: Source, start: int, end: int) -> bool:
    """Say whether words of temperature, age or marks stand around "the 80s"."""
    return words.HEAT.search(source.low, max(0, start - 60), end + 30) is not None


def _romance_decade(source: Source, match: re.Match[str]) -> Built:
    year = int(match["y"])
    year += 1900 if year < 100 else 0  # noqa: PLR2004
    if counted(source.low, match.end()):
        return []
    return [_with_part(source, years_of(*match.span(), year, year + 9, "decade"))]


def _century_number(word: str) -> int:
    """Return n of "19th", "nineteenth", "XIX" or "XIXe"."""
    if word in words.NTH:
        return words.NTH[word]
    if word[0].isdigit():
        return int("".join(c for c in word if c.isdigit()))
    values = [words.ROMAN[c] for c in word if c in words.ROMAN]
    return sum(v if n + 1 == len(values) or v >= values[n + 1] else -v for n, v in enumerate(values))


def _century(source: Source, match: re.Match[str]) -> Built:
    """Read one century, or two of "18th and 19th centuries"."""
    groups = [group for group in ("a", "b") if match[group]]
    numbers = [_century_number(match[group]) for group in groups]
    if not all(number in _CENTURIES for number in numbers):
        return []
    era = era_year(source.low, match.end(), 1)
    stop = era[1] if era else match.end()
    starts = [match.start(group) for group in groups]
    if match.re is words.SIGLO:
        starts[0] = match.start()
    ends = [*(match.end(group) for group in groups[:-1]), stop]
    before = bool(era and era[0] == 0)
    built = [_one_century(*place, before=before) for place in zip(starts, ends, numbers, strict=True)]
    if len(built) > 1 and (match["glue"] or "").strip() in words.TOS:
        low, high = min(date.low for date in built), max(date.high for date in built)
        return [replace(built[0], end=stop, low=low, high=high, relation="range")]
    return [*built[:-1], _with_part(source, built[-1])]


def _one_century(start: int, end: int, number: int, *, before: bool) -> Found:
    """Return the years of a century, from 1800 (as most people count) to 1900 (as the calendar does)."""
    if before:
        return years_of(start, end, 1 - number * 100, 1 - (number - 1) * 100, "century")
    return years_of(start, end, max(1, (number - 1) * 100), number * 100, "century")


def _numeric(source: Source, match: re.Match[str]) -> Built:
    """Read 05.03.2023 day first, 03/05/2023 by the order that the text or its language states, else as either."""
    start, end = match.span()
    dotted = match["s"][0] == "."
    if glued(source.low, start, end) or (
        dotted and len(match["y"]) == _TWO and not _german_short(source, match)
    ):
        return []
    year, one, two = full_year(match["y"]), int(match["a"]), int(match["b"])
    day_first, month_first = day_of(start, end, year, two, one), day_of(start, end, year, one, two)
    if day_first is None or month_first is None or one == two:
        return [day_first or month_first or nothing(start, end)]
    order = "day" if dotted else _order(source)
    if order:
        return [day_first if order == "day" else month_first]
    return [replace(month_first, others=((day_first.low, day_first.high),))]


def _german_short(source: Source, match: re.Match[str]) -> bool:
    """Say whether 05.03.23 is a date, not a version or a section."""
    return len(match["a"]) == len(match["b"]) == _TWO and _before(source, words.GERMAN_DAY, match.start())


def _order(source: Source) -> str:
    """Return what comes first in 03/05/2023: ``day``, ``month``, or nothing where the text does not tell."""
    day, month = bool(words.DAY_FIRST.search(source.low)), bool(words.MONTH_FIRST.search(source.low))
    if day != month:
        return "day" if day else "month"
    return "day" if source.language in {"es", "de", "fr", "pt"} else ""


def _month_slash(source: Source, match: re.Match[str]) -> Built:
    if glued(source.low, *match.span()):
        return []
    return [months_of(*match.span(), int(match["y"]), int(match["m"]), int(match["m"]))]


def _dotted(source: Source, match: re.Match[str]) -> Built:
    """Read the German 01.03. without a year, behind a word that calls for a day."""
    start, end = match.span()
    if not _before(source, words.GERMAN_DAY, start):
        return []
    return [day_of(start, end, None, int(match["m"]), int(match["d"])) or nothing(start, end)]


def _is_month(source: Source, match: re.Match[str], year: int | None) -> bool:
    """Say whether the word beside a day is the month, not the verb or noun that looks like it."""
    word = match["mon"]
    if year is not None or word not in words.WORDLIKE or match.groupdict().get("of"):
        return True
    if word == "mars" and _before(source, words.FRENCH_DAY, match.start()):
        return True
    return word in {"may", "march", "mar", "sept"} and source.text[match.start("mon")].isupper()


def _day_month(source: Source, match: re.Match[str]) -> Built:
    """Read 5 March 2023, 3-5 May, 3 and 4 May."""
    if source.low[max(0, match.start() - 1) : match.start()] in {"$", "€", "£", "#", "+"}:
        return []
    return _days_of_month(source, match)


def _month_day(source: Source, match: re.Match[str]) -> Built:
    """Read March 5, 2023 and March 3-5."""
    last = match.end("d2") if match["d2"] else match.end("d")
    if match["y"] is None and counted(source.low, last):
        return []
    return _days_of_month(source, match)


def _days_of_month(source: Source, match: re.Match[str]) -> Built:
    year, end = _year_of(source, match)
    if not _is_month(source, match, year):
        return []
    start, month, second = match.start(), words.MONTHS[match["mon"]], match["d2"]
    first_day = day_of(start, end, year, month, int(match["d"]))
    last_day = day_of(start, end, year, month, int(second or match["d"]))
    if first_day is None or last_day is None:
        return [nothing(start, end)]
    if second is None:
        return [first_day]
    if match["glue"] in words.ANDS and not _before(source, words.BETWEEN, start, 20):
        return [replace(first_day, end=match.end("d")), replace(last_day, start=match.start("d2"))]
    return [replace(first_day, high=last_day.high, relation="range")] if first_day.low < last_day.low else []


def _month_year(source: Source, match: re.Match[str]) -> Built:
    year, end = _year_of(source, match)
    if year is None or source.low[match.end() : match.end() + 1] == "s":
        return []
    word, start = match["mon"], match.start()
    verb = word in words.VERBLIKE and not source.text[start].isupper() and "de " not in match.group()
    if verb and not _before(source, words.MONTH_CUE, start):
        return []
    return [months_of(start, end, year, words.MONTHS[word], words.MONTHS[word])]


def _month_alone(source: Source, match: re.Match[str]) -> Built:
    """Read a month by itself, where nothing else can be meant."""
    word, start, end = match["mon"], match.start(), match.end("mon")
    if not _may_stand_alone(source, word, start):
        return []
    clear = word in words.CLEAR and (source.text[start].isupper() or source.language not in {"en", "de"})
    cue = words.SHORT_CUE if len(word) == _ABBREVIATED and word not in {"may", "mai"} else words.MONTH_CUE
    if not (clear or _before(source, cue, start) or words.NEXT_MONTH.match(source.low, match.end())):
        return []
    return [Found(start, end, "month", words.MONTHS[word], words.MONTHS[word], month=words.MONTHS[word])]


def _may_stand_alone(source: Source, word: str, start: int) -> bool:
    """Say whether a month's name is not the verb, the planet or Rio de Janeiro, by its capital."""
    capital = source.text[start].isupper()
    if word == "mars":
        return not capital or source.language == "fr"
    if word == "janeiro" and source.low.endswith("rio de ", 0, start):
        return False
    return capital or word not in words.ENGLISH


def _era_number(source: Source, match: re.Match[str]) -> Built:
    """Read 44 BC, 79 AD, 300-200 BC."""
    start, stop = match.span()
    era = era_year(source.low, stop, int(match["b"] or match["y"]))
    if era is None or words.NUMBER_BEFORE.search(source.low, max(0, start - 3), start):
        return []
    year, end = era
    marks = source.text[stop:end].strip(" .")
    if not (marks[:1].isupper() or "." in marks):
        return []
    if match["b"] is None:
        return [years_of(start, end, year, year)]
    first = int(match["y"]) if year > 0 else 1 - int(match["y"])
    return [replace(years_of(start, end, first, year), relation="range")] if first < year else []


def _anno(source: Source, match: re.Match[str]) -> Built:
    year = int(match["y"])
    if not source.text[match.start()].isupper() or not year or counted(source.low, match.end()):
        return []
    return [years_of(*match.span(), year, year)]


def bare_year(source: Source, start: int, found: Built) -> Built:
    """Read four digits as a year where they stand like one, or continue a list of years.

    Args:
        source: the text.
        start: start of the digits.
        found: the dates before.
    """
    end, low = start + 4, source.low
    year = int(low[start:end])
    listed = bool(found) and found[-1].unit == "year" and words.GAP.fullmatch(low, found[-1].end, start)
    if listed and year in _YEARS and not counted(low, end) and not glued(low, start, end):
        return [years_of(start, end, year, year)]
    if reads_as_year(source.text, low, start, end, german=source.language == "de"):
        return [years_of(start, end, year, year)]
    return []


FORMS: dict[str, tuple[Form, ...]] = {
    "four": (
        (words.ISO, _iso),
        (words.YEAR_TWO, _year_two),
        (words.ERA_NUMBER, _era_number),
        (words.YEARS, _two_years),
        (words.OPEN_END, _open_end),
        (words.YEAR_QUARTER, _quarter),
        (words.DECADE, _decade),
    ),
    "three": ((words.ERA_NUMBER, _era_number),),
    "two": (
        (words.NUMERIC, _numeric),
        (words.MONTH_SLASH, _month_slash),
        (words.DOTTED, _dotted),
        (words.DAY_MONTH, _day_month),
        (words.CENTURY, _century),
        (words.NTH_QUARTER, _nth_quarter),
        (words.ERA_NUMBER, _era_number),
        (words.SHORT_DECADE, _short_decade),
    ),
    "month": ((words.MONTH_DAY, _month_day), (words.MONTH_YEAR, _month_year), (words.MONTH, _month_alone)),
    "quote": ((words.SHORT_DECADE, _short_decade),),
    "quarter": ((words.QUARTER, _quarter),),
    "fiscal": ((words.FISCAL, _fiscal),),
    "anno": ((words.ANNO, _anno),),
    "decade": ((words.ROMANCE_DECADE, _romance_decade),),
    "tens": ((words.WORD_DECADE, _word_decade),),
    "siglo": ((words.SIGLO, _century),),
    "nth": ((words.NTH_QUARTER, _nth_quarter), (words.CENTURY, _century)),
}
"""What opens a date -> its forms, the most telling first, each with its reader."""
