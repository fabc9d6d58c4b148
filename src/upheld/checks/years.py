"""When a bare number of four digits is a year: by the words and marks beside it, in five languages."""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["CHANGED", "counted", "era_year", "glued", "reads_as_range", "reads_as_year"]

_LEFT = 40  # characters looked at before a number: a cue stands close
_FIRST, _LAST = 1500, 2100
_OLD = 1000  # earlier years need a cue in so many words
_MODERN = 1800  # from here on a number with a noun is more often a year than a count
_RECENT = range(1900, 2041)  # years that stand behind a name, such as Beijing 2008

_COUNTED = frozenset(
    """m km cm mm nm mi ft yd meter meters metre metres kilometer kilometers kilometre kilometres kilometern metern mile miles
    millas milhas foot feet inch inches yard yards acre acres hectare hectares ha square cubic sq g kg mg lb lbs oz gram grams
    kilogram kilograms kilogramm gramm pound pounds ounce ounces ton tons tonne tonnes tonnen l ml liter liters litre litres litros
    gallon gallons barrels percent prozent percentage degree degrees celsius fahrenheit watt watts w kw mw gw kwh wh mah hz khz mhz
    ghz rpm hp ps cv bhp horsepower cc cal kcal calories calorie kj joules newton bytes kb mb gb tb kib mib gib bit bits bps kbps
    mbps fps dpi ppi pixel pixels px ppm psi bar knots mph kph people person persons men women children kids boys girls adults
    employees employee workers members students pupils soldiers troops residents inhabitants homes households houses rooms beds
    seats seat copies units pieces items words word characters pages page points votes shares cars vehicles times years days hours
    minutes seconds weeks months jahre jahren tage tagen stunden minuten wochen monate euros euro eur usd gbp chf dollar dollars
    yen rupees rupien pesos reais francs franken cents million millions billion billions trillion thousand thousands hundred
    hundreds dozen mio mrd mill millionen milliarden millones millions milliers milhões mil mille k bn einwohner einwohnern
    mitarbeiter mitarbeitern menschen personen leute kunden mitglieder schüler studenten habitants habitantes personnes personas
    pessoas empleados empleado funcionários employés élèves alumnos alunos años ans anos días jours dias horas heures palabras mots
    palavras strong cfa sek nok dkk""".split()
)
"""What stands after an amount, never after a year."""

_SMALL = frozenset(
    "he she it they we the a an by and but or when while after before as at to with for under his her was were is had in on of".split()
)
_VERBS = frozenset(
    "was is saw marked will brought has had ended began witnessed war ist fue es foi fut".split()
)
_NO_PLURALS = frozenset(
    "was is has as this its his us versus plus always perhaps besides whereas towards across".split()
)
_AMOUNT_WORDS = frozenset(
    """over about approximately nearly almost around roughly some only exactly total under just than plus and or number no nr nos
    room suite section page pages route highway model line flight id sum price cost budget weight height up until""".split()
)

_AFTER = re.compile(r"(?:-| ?\()? ?([^\W\d_]{1,24})")
_GLUED_LEFT = re.compile(
    r"(?:[^\W_]|[$€£¥₹#№+~<>=°%^@\\]|[0-9][.,/:'-]|[$€£¥₹] |"
    r"\b(?:usd|eur|gbp|chf|rs|r\$|us\$|no|nr|nos|pp?|room|suite|section|page|pages|route|highway|model|line|flight|id|port)\.? )$"
)
_GLUED_RIGHT = re.compile(
    r"[^\W_]|[.,:][0-9]|/[0-9]|'[0-9]| ?[%€£$°¢‰]|-(?!(?:born|era|built|style|present|model)\b)[^\W_]|\+| ?[x×*] ?[0-9]| [0-9]{3}(?![0-9])"
)
_CUE = re.compile(
    r"(?:^|[^\w])(?:in|since|until|till|til|during|circa|ca\.|c\.|anno|en|desde|hasta|im|seit|bis|ab|vor|nach|depuis|jusqu'en|"
    r"jusqu'à|dès|avant|après|em|até|before|after|by|from|through|throughout|as of|back to|im jahre?|des jahres|in the year|the year|"
    r"early|late|mid|early-|late-|mid-|anfang|mitte|ende|début|fin|finales de|inicio de|principios de|início de|final de)"
    r"(?:[ \n]|: ?|(?<=-))$"
)
_AMOUNT_CUE = re.compile(
    r"(?:\b(?:increas|grew|grow|rose|rise|rais|fell|fall|dropp|drop|cut|reduc|declin|decreas|jump|surg|expand|outnumber|exceed|"
    r"multipl|divid|short|down|up|won|lost|beat|rang)\w{0,5} (?:by|from|to)|\bresult\w{0,4} in|\bfrom (?:about|around)) $"
)
_LABEL = re.compile(
    r"(?:©|\b(?:years?|jahr|jahre|año|année|ano|founded|established|released|born|died|built|published|completed|opened|copyright|"
    r"est\.?|established in|season|class of|end of|start of|beginning of|middle of|rest of|half of|part of|months? of|weeks? of|"
    r"days? of|summer|winter|spring|autumn|fall|summer of|winter of|spring of|autumn of|fall of|election of|elections of|crisis of|"
    r"war of|revolution of|census of|flood of|earthquake of|act of|law of|treaty of|battle of|outbreak of|gegründet|geboren|"
    r"gestorben|fundada|fundado|fondée?|nacido|nacida|née?|date|introduced|debuted|erbaut|baujahr|verano de|invierno de|"
    r"primavera de|otoño de|été|hiver|printemps|automne|sommer|herbst|frühling|frühjahr|verão de|inverno de|outono de|"
    r"finales de|principios de|fin|début|final de|início de|ende|anfang|mitte|fy|fiscal))[\s\"':|(=]{1,4}$"
)
_ARTICLE = re.compile(r"(?:\b(?:the|a|his|her|its|their|our|this|der|die|das|el|la|le|o|um|una?)|'s|s') $")
_NAMED_OF = re.compile(r"\b[A-Z]\w{2,20} (?:of|de) $")
_NAME = re.compile(r"(?<![^\W_])([^\W\d_]{3,20}) $")
_OPENS = re.compile(r"(?:^|[.!?;:\n*•(\[#]|(?:^|\n) ?-) ?$")
_BRACKET = re.compile(
    r"[(\[](?:[^()\[\]\n]{0,30}(?:, ?|since |born |until |from |in |- ?|; ?|: ?|\b(?:c|ca|b|d|m|r|div|fl|est)\. ?))?$|[(\[] $"
)
_CLOSES = re.compile(r" ?[)\],;-]")
_WHEN = re.compile(r"\b(?:when|year|wann|jahr|cuándo|año|quand|année|quando|ano)\b")
_GERMAN = re.compile(r"\b(?:der|die|das|und|mit|für|hat|haben|ein|eine|rund|über|etwa|sind|ist|im|zur|zum)\b")

CHANGED = re.compile(
    r"\b(?:mov|chang|postpon|reschedul|shift|delay|extend|brought|push|increas|grew|rose|fell|dropp|rais|cut|reduc|adjust|updat|"
    r"verschoben|verlegt|geändert|aplaza|cambi|reporté|déplacé|adiad|alterad)\w{0,6}[^.!?\n]{0,40}$"
)
"""Before "from A to B": a change between two dates or times, not a span."""

_ERA = re.compile(
    r" ?(?:(?P<bc>b\.? ?c\.?(?: ?e\.?)?|v\. ?chr\.?|av\. ?j\.?-?c\.?|a\. ?c\.)|"
    r"(?:a\.? ?d\.?|c\. ?e\.|ce|n\. ?chr\.?|ap\. ?j\.?-?c\.?|d\. ?c\.))(?![^\W_])"
)


def era_year(low: str, end: int, value: int) -> tuple[int, int] | None:
    """Return the year (0 is 1 BC, -1 is 2 BC) and where the era ends, if BC, AD or a like mark follows a number.

    Args:
        low: plain text.
        end: end of the number.
        value: the number.
    """
    match = _ERA.match(low, end)
    if not match or not value:
        return None
    stop = match.end()
    if low[stop - 1] == "." and "." not in match.group()[:-1]:  # "in 44 BC." ends a sentence
        stop -= 1
    return (1 - value if match["bc"] else value), stop


def counted(low: str, end: int) -> bool:
    """Say whether a unit or a counted noun follows a number, so that it is an amount.

    Args:
        low: plain text.
        end: end of the number.
    """
    after = _AFTER.match(low, end)
    return bool(after and after.group(1) in _COUNTED) or low[end : end + 2].strip(" ")[:1] in {
        "%",
        "€",
        "$",
        "°",
        "£",
    }


def glued(low: str, start: int, end: int) -> bool:
    """Say whether a number is part of something longer: a price, a decimal, a code.

    Args:
        low: plain text.
        start: start of the number.
        end: end of the number.
    """
    return (
        _GLUED_LEFT.search(low, max(0, start - 10), start) is not None
        or _GLUED_RIGHT.match(low, end) is not None
    )


def reads_as_range(low: str, start: int, end: int, first: int, last: int) -> bool:
    """Say whether two numbers joined by a dash or "to" are a range of years.

    Args:
        low: plain text.
        start: start of the first number.
        end: end of the second.
        first: the first number.
        last: the second.
    """
    if not (_FIRST <= first < last <= _LAST) or counted(low, end) or glued(low, start, end):
        return False
    before = low[max(0, start - _LEFT) : start]
    if CHANGED.search(before):
        return False
    if first % 100 == 0 and last % 100 == 0:
        return bool(_BRACKET.search(before)) and low[end : end + 1] == ")"
    return last % 50 != 0 or first % 50 != 0 or not _plural(low, low, end)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a number stands: what is before it, and the word after it, if only a space is between them."""

    text: str
    low: str
    start: int
    end: int
    value: int
    before: str
    word: str
    capital: bool

    @property
    def ends(self) -> bool:
        """Say whether no noun follows that the number could count: a mark, a small word or a name."""
        return not self.word or self.word in _SMALL or self.capital


def reads_as_year(text: str, low: str, start: int, end: int, *, german: bool) -> bool:
    """Say whether a number of four digits, not part of a longer date, is a year.

    Args:
        text: the text as given: capitals tell names.
        low: the same in plain form.
        start: start of the number.
        end: its end.
        german: nouns have capitals, so a capital says nothing.
    """
    value = int(low[start:end])
    if not _OLD <= value <= _LAST or glued(low, start, end) or counted(low, end):
        return False
    after = _AFTER.match(low, end) if low[end : end + 1] == " " else None
    capital = bool(after) and text[after.start(1)].isupper() if after else False
    before = low[max(0, start - _LEFT) : start]
    place = _Place(text, low, start, end, value, before, after.group(1) if after else "", capital)
    cued = bool(_CUE.search(before)) and not _AMOUNT_CUE.search(before)
    if value < _FIRST:
        return cued and value % 50 != 0 and place.ends
    if _plural(text, low, end):
        return (cued and value % 50 != 0) or (
            value > _MODERN and value % 10 != 0 and bool(_ARTICLE.search(before))
        )
    if cued or _LABEL.search(before) or low.startswith("'s", end):
        return value % 100 != 0 or value >= _MODERN
    german = german or (capital and _GERMAN.search(low, max(0, start - 80), end + 80) is not None)
    return (
        _in_brackets(place)
        or _beside_noun(place, german=german)
        or _behind_name(place, german=german)
        or _opens(place, german=german)
    )


def _plural(text: str, low: str, end: int) -> bool:
    """Say whether a lower-case plural noun seems to follow: "1998 films", "2000 steps"."""
    after = _AFTER.match(low, end)
    if not after or low[end : end + 1] != " " or text[after.start(1)].isupper():
        return False
    word = after.group(1)
    return len(word) > 3 and word[-1] == "s" and word[-2] not in "su'" and word not in _NO_PLURALS  # noqa: PLR2004


def _in_brackets(place: _Place) -> bool:
    """Read (2019), (Smith, 2019), (born 1955)."""
    solid = place.value % 100 != 0 or place.value in _RECENT  # "(1500)" is an amount
    return (
        solid
        and _CLOSES.match(place.low, place.end) is not None
        and _BRACKET.search(place.before) is not None
    )


def _beside_noun(place: _Place, *, german: bool) -> bool:
    """Read the 1998 film, a 2015 study."""
    if not place.word or place.value <= _MODERN or place.value % 100 == 0 or (german and place.capital):
        return False
    return _ARTICLE.search(place.before) is not None


def _behind_name(place: _Place, *, german: bool) -> bool:
    """Read Beijing 2008, the Letter of 1712."""
    if not place.ends or place.value % 100 == 0 or (german and place.capital):
        return False
    if _NAMED_OF.search(place.text, max(0, place.start - _LEFT), place.start):
        return True
    name = _NAME.search(place.low, max(0, place.start - 24), place.start)
    if not name or place.value not in _RECENT or german or name.group(1) in _AMOUNT_WORDS:
        return False
    return place.text[name.start(1)].isupper()


def _opens(place: _Place, *, german: bool) -> bool:
    """Read a sentence that opens with a year: "1998 was", "2022 FIFA World Cup", or the answer to "when"."""
    if not _OPENS.search(place.before) or place.value <= _MODERN:
        return False
    if place.word in _VERBS or (place.capital and not german):
        return place.value % 100 != 0 or place.word in _VERBS
    if place.low[place.end :].strip(" .\n"):
        return False
    return (
        not place.low[: place.start].strip()
        or _WHEN.search(place.low, max(0, place.start - 200), place.start) is not None
    )
