"""Words and shapes of dates in five languages. All patterns read plain text (lower case, see `plain`)."""

from __future__ import annotations

import re

from upheld.checks.items import Relation
from upheld.checks.plain import heads, one_of

__all__ = [
    "ANCHOR",
    "ANDS",
    "ANNO",
    "BETWEEN",
    "CENTURY",
    "CLEAR",
    "DAY_FIRST",
    "DAY_MONTH",
    "DECADE",
    "DECADE_BEFORE",
    "DIRECT",
    "DOTTED",
    "ENGLISH",
    "ERA_NUMBER",
    "FISCAL",
    "FLIPPED",
    "FRENCH_DAY",
    "GAP",
    "GERMAN_DAY",
    "HEADS",
    "HEAT",
    "ISO",
    "MONTH",
    "MONTHS",
    "MONTH_CUE",
    "MONTH_DAY",
    "MONTH_FIRST",
    "MONTH_SLASH",
    "MONTH_YEAR",
    "NEXT_MONTH",
    "NTH",
    "NTH_QUARTER",
    "NUMBER_BEFORE",
    "NUMERIC",
    "OPEN_END",
    "ORDINALS",
    "PART",
    "PARTS",
    "QUARTER",
    "RELATION",
    "ROMAN",
    "ROMANCE_DECADE",
    "SHORT_CUE",
    "SHORT_DECADE",
    "SIGLO",
    "STARTS",
    "TENS",
    "THE",
    "TOS",
    "VERBLIKE",
    "WORDLIKE",
    "WORD_DECADE",
    "YEARS",
    "YEAR_QUARTER",
    "YEAR_TWO",
]

_NAMES = """january jan enero ene januar jänner janvier janv janeiro|february feb febrero februar février fevrier févr fév fevereiro fev
|march mar marzo märz mär mrz mars março marco|april apr abril abr avril avr|may mayo mai maio|june jun junio juni juin junho
|july jul julio juli juillet juil julho|august aug agosto ago août aout|september sept sep septiembre setiembre septembre setembro set
|october oct octubre oktober okt octobre outubro out|november nov noviembre novembre novembro
|december dec diciembre dic dezember dez décembre decembre déc dezembro"""

MONTHS: dict[str, int] = {word: at for at, words in enumerate(_NAMES.split("|"), 1) for word in words.split()}
"""Name or abbreviation of a month, lower case -> 1 to 12."""

# Also a verb, a name or another word: needs a capital or more of a date beside it.
WORDLIKE = frozenset("may march mar mars set out ago dic ene sept".split())
VERBLIKE = frozenset({"may", "march", "set", "out", "ago"})
# In English a word only with a capital: a month alone must have it.
ENGLISH = frozenset(
    "may march mar set out ago dic ene sept jan feb dec sep oct nov jun jul april august june".split()
)
# Clear without anything beside it.
CLEAR = frozenset(
    """january february july september october november december enero febrero julio septiembre octubre noviembre diciembre januar
    februar juli oktober dezember janvier février juillet août septembre octobre novembre décembre janeiro fevereiro julho setembro
    outubro novembro dezembro märz marzo março""".split()
)
ORDINALS = {
    word: at
    for at, words in enumerate(
        """first 1st erstes ersten erste premier première primer primero primeira primeiro 1er 1re 1º 1.
        |second 2nd zweites zweiten zweite deuxième segundo segunda 2e 2º 2.
        |third 3rd drittes dritten dritte troisième tercer tercero terceiro 3e 3er 3º 3.
        |fourth 4th viertes vierten vierte quatrième cuarto quarto 4e 4º 4.""".split("|"),
        1,
    )
    for word in words.split()
}
NTH = {
    word: at
    for at, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
        "sixteenth seventeenth eighteenth nineteenth twentieth twenty-first".split(),
        1,
    )
}
TENS = {
    "twenties": 20,
    "thirties": 30,
    "forties": 40,
    "fifties": 50,
    "sixties": 60,
    "seventies": 70,
    "eighties": 80,
    "nineties": 90,
}
ROMAN = {"i": 1, "v": 5, "x": 10}
_D = r"(?:0?[1-9]|[12][0-9]|3[01])(?![0-9])"
_TH = r"(?:st|nd|rd|th|er|º|°|ª|\.)?"
_MON = rf"(?P<mon>{one_of(MONTHS)})(?![^\W_])\.?"
_ERA_NEXT = r"(?= ?(?:b\.? ?c\.?(?: ?e)?|a\.? ?d|c\. ?e|ce|[vn]\. ?chr|av\. ?j|a\. ?c|d\. ?c)(?![^\W_]))"
_STOP = r"(?![0-9]|[.,:][0-9])"
_Y = rf"(?P<y>[12][0-9]{{3}}{_STOP}|'[0-9]{{2}}{_STOP}|[0-9]{{1,3}}{_ERA_NEXT})"
_TO = r"-|to|through|thru|till|until|bis|al?|au|à|até|hasta"
_AND = r"and|&|und|y|e|et|ou|or|o|oder"
ANDS = frozenset(_AND.split("|"))
TOS = frozenset("- to bis au a al".split())
_FY = r"(?:the )?(?P<fy>fy ?|fiscal (?:year )?|exercice )?"

ISO = re.compile(
    r"(?P<y>[12][0-9]{3})(?P<s>[-/.]| - )(?P<m>[01]?[0-9])(?P=s)(?P<d>[0-3]?[0-9])(?![0-9]|-[0-9]|(?!t[0-9])[^\W_])"
)
YEAR_TWO = re.compile(r"(?P<y>[12][0-9]{3})(?P<s>[-/]| - )(?P<m>[0-9]{2})(?![0-9]|[-./][0-9]|[^\W_])")
YEARS = re.compile(
    rf"(?P<a>[12][0-9]{{3}})(?: ?(?P<s>[-/]) ?| (?P<w>{_TO}|{_AND}) (?:the |el )?)(?P<b>[12][0-9]{{3}}){_STOP}"
)
OPEN_END = re.compile(
    r"(?P<y>[12][0-9]{3})(?: ?- ?| to (?:the )?)(?:present|today|now|date|heute|presente|actualidad|aujourd'hui|hoje)(?![^\W_])"
)
YEAR_QUARTER = re.compile(r"(?P<y>[12][0-9]{3})[ /-]?(?:q(?P<q>[1-4])|h(?P<h>[12]))(?![^\W_])")
DECADE = re.compile(r"(?P<y>[12][0-9]{2}0)(?:'?s|er)(?![^\W_])")
SHORT_DECADE = re.compile(r"(?P<q>')?(?P<y>[1-9]0)(?P<s>'?s|er(?= jahre))(?![^\W_])")
NUMERIC = re.compile(
    r"(?P<a>[0-3]?[0-9])(?P<s>/|-|\. ?)(?P<b>[0-3]?[0-9])(?P=s)(?P<y>[12][0-9]{3}|[0-9]{2})(?![0-9]|[./-][0-9]|[^\W_])"
)
MONTH_SLASH = re.compile(r"(?P<m>0?[1-9]|1[0-2])/(?P<y>(?:19|20)[0-9]{2})(?![0-9]|[./-][0-9]|[^\W_])")
DOTTED = re.compile(r"(?P<d>[0-3]?[0-9])\.(?P<m>[01]?[0-9])\.(?![0-9]|[^\W_])")
DAY_MONTH = re.compile(
    rf"(?P<d>{_D}){_TH}(?:(?: ?(?P<dash>-) ?| (?P<glue>{_TO}|{_AND}) )(?:the |el |le |o |den |zum )?(?P<d2>{_D}){_TH})?"
    rf"(?:(?<=\.) ?| |(?P<hy>-))(?P<of>(?:day )?of (?:the month of )?|de |do mês de )?{_MON}"
    rf"(?:(?(hy)-(?P<yy>[0-9]{{2}})(?![0-9])|(?!))|(?: ?,? (?:of |de |del |do )?|,|[-./]){_Y})?"
)
MONTH_DAY = re.compile(
    rf"{_MON} (?:the )?(?P<d>{_D})(?:st|nd|rd|th)?(?:(?: ?- ?| (?P<glue>{_TO}|{_AND}) )(?:the )?(?P<d2>{_D})(?:st|nd|rd|th)?"
    rf"(?! ?(?:{one_of(MONTHS)})))?(?![0-9]|[.:/][0-9]|,[0-9]{{3}}(?![0-9]))(?:(?: ?,? (?:of |de |del )?|,){_Y})?"
)
MONTH_YEAR = re.compile(rf"{_MON}(?: ?[,/-] ?| )(?:of |de |del |do )?{_Y}")
MONTH = re.compile(_MON)
NEXT_MONTH = re.compile(rf"(?: ?- ?| (?:{_TO}|{_AND}) |, )(?:{one_of(MONTHS)})(?![^\W_])")
QUARTER = re.compile(
    rf"(?:(?P<q>[qt][1-4])|(?P<h>h[12]))(?: ?[-/,]? ?)(?:of |de |del |do )?{_FY}(?P<y>(?:19|20)[0-9]{{2}}|'?[0-9]{{2}}){_STOP}"
)
NTH_QUARTER = re.compile(
    rf"(?P<n>{one_of(ORDINALS)}) ?(?P<what>quarter|quartal|trimestre|half|semester|semestre|halbjahr)s? (?:(?:of|de|du|del|do|des jahres) )?{_FY}"
    rf"(?P<y>(?:19|20)[0-9]{{2}}){_STOP}"
)
_CENT = rf"(?:[0-9]{{1,2}}(?:st|nd|rd|th|e|ème|eme|er|\.)|{one_of(NTH)}|[ivx]{{1,5}}(?:e|ème|eme|th|st)?)"
CENTURY = re.compile(
    rf"(?:(?P<a>{_CENT})-?(?P<glue> ?- ?| (?:and|or|to|und|bis|et|au|y|e) )(?:(?:the|early|late|mid) |mid-)?)?"
    rf"(?P<b>{_CENT})[ -](?:centur(?:y|ies)|jahrhunderts?|siècles?|siecles?)(?![^\W_])"
)
SIGLO = re.compile(
    r"(?:siglo|século|siglos|séculos) (?P<a>[ivx]{1,5})(?: (?P<glue>y|e|al?) (?P<b>[ivx]{1,5}))?(?![^\W_])"
)
FISCAL = re.compile(rf"(?:fy ?|fiscal (?:year )?)(?P<y>(?:19|20)[0-9]{{2}}|'?[0-9]{{2}}){_STOP}")
ANNO = re.compile(r"a\.?d\.? (?P<y>[0-9]{1,4})(?![0-9])")
WORD_DECADE = re.compile(rf"(?P<w>{one_of(TENS)})(?![^\W_])")
ROMANCE_DECADE = re.compile(
    r"(?:années|annees|años|anos|década de|décadas de|les années) (?P<y>(?:[12][0-9])?[1-9]0)(?![0-9]|[.,][0-9])"
)
ERA_NUMBER = re.compile(rf"(?P<y>[0-9]{{1,4}})(?: ?- ?(?P<b>[0-9]{{1,4}}))?{_ERA_NEXT}")

PART = re.compile(
    r"(?P<p>early|mid|late|frühen|späten|anfang|mitte|ende|début|milieu|fin|principios|inicios|mediados|finales|fines|início|meados|final)"
    r"(?:[ -]| (?:of |der |des |de |del |do |dos )(?:the |los |les |as )?)$"
)
PARTS = {
    "early": 0,
    "mid": 1,
    "late": 2,
    "frühen": 0,
    "späten": 2,
    "anfang": 0,
    "mitte": 1,
    "ende": 2,
    "début": 0,
    "milieu": 1,
    "fin": 2,
}
PARTS |= {
    "principios": 0,
    "inicios": 0,
    "mediados": 1,
    "finales": 2,
    "fines": 2,
    "início": 0,
    "meados": 1,
    "final": 2,
}
DECADE_BEFORE = re.compile(
    r"(?P<c>[12][0-9])?[0-9]0'?s(?:,? (?:and|or|to|through|until) | ?- ?|, ?)(?:the )?(?:early |late |mid-)?$"
)
THE = re.compile(r"(?:^|[^\w])(?:the (?:early |late |mid[ -])?|early |late |mid[ -])$")
NUMBER_BEFORE = re.compile(r"(?:[^\W_]|[$€£¥#]|[0-9][.,:/])$")
HEAT = re.compile(r"temperature|degree|°|grad\b|weather|forecast|percent|scored?\b|aged?\b")
MONTH_CUE = re.compile(
    r"(?:^|[^\w])(?:in|of|since|until|till|by|before|after|during|from|to|through|last|next|this|early|late|mid|mid-|every|each|between|"
    r"end of|en|de|du|au|im|seit|bis|ab|anfang|mitte|ende|desde|hasta|em|até|dès|depuis|fin|début|month:|month of|mes de|mês de) ?$"
)
SHORT_CUE = re.compile(
    r"(?:^|[^\w])(?:in|since|until|till|before|after|during|last|next|early|late|mid|mid-|en|seit|bis|desde|hasta|em|até|month:) ?$"
)
FRENCH_DAY = re.compile(r"(?:^|[^\w])(?:le|du|au|les|dès le|depuis le) $")
GERMAN_DAY = re.compile(r"(?:^|[^\w])(?:am|vom|bis|zum|den|dem|ab|seit|der|datum:) (?:zum )?$|[0-9]\. ?- ?$")
BETWEEN = re.compile(r"(?:^|[^\w])(?:between|zwischen|entre)(?: (?:the|dem|el|le|o))? $")
DAY_FIRST = re.compile(r"dd ?[-/.] ?mm|day/month|jj/mm|tt[./]mm|dd\.mm")
MONTH_FIRST = re.compile(r"mm ?[-/.] ?dd|month/day")
GAP = re.compile(
    rf"(?:(?P<to> ?- ?| (?:{_TO}) )|(?P<list>,? (?:{_AND}) |, ?))(?:the |el |le |o |zum |dem |den |l')?"
)
RELATION = re.compile(
    r"(?:^|[^\w])(?:(?P<no>no|not|never|nicht|non) )?(?:(?P<lt>before|prior to|vor|antes del?|avant)|(?P<mt>after|nach|después del?|depois d[eo]|après)|"
    r"(?P<ge>since|seit|ab|desde|depuis|dès|a partir de|à partir d[eu]|(?:earlier|sooner) than)|"
    r"(?P<le>until|till|til|by|later than|bis(?: zum)?|spätestens|hasta|jusqu'(?:au|en|à)|até))"
    r"(?: (?:the|el|le|o|dem|den|du|zum|los|les|dia|día|am))? ?$"
)
FLIPPED: dict[str, Relation] = {"lt": "at_least", "mt": "at_most", "ge": "at_least", "le": "at_least"}
DIRECT: dict[str, Relation] = {"lt": "less_than", "mt": "more_than", "ge": "at_least", "le": "at_most"}

STARTS = dict.fromkeys(MONTHS, "month")
STARTS |= {
    word: "nth" for word in (*NTH, *(word for word in ORDINALS if word.isalpha())) if word not in MONTHS
}
STARTS |= dict.fromkeys(
    "ii iii iv vi vii viii ix xi xii xiii xiv xv xvi xvii xviii xix xx xxi".split(), "nth"
)
STARTS |= {
    f"{word}{tail}": "nth"
    for word in ("xii", "xiii", "xiv", "xv", "xvi", "xvii", "xviii", "xix", "xx", "xxi")
    for tail in ("e", "ème", "th")
}
STARTS |= dict.fromkeys(TENS, "tens")
STARTS |= {f"{letter}{n}": "quarter" for letter in "qt" for n in range(1, 5)} | {
    "h1": "quarter",
    "h2": "quarter",
}
STARTS |= {"fy": "fiscal", "fiscal": "fiscal", "ad": "anno", "a.d": "anno"}
STARTS |= dict.fromkeys("années años anos década décadas".split(), "decade")
STARTS |= dict.fromkeys("siglo siglos século séculos".split(), "siglo")
"""Word that can open a date -> which forms it can open."""

# What cannot begin a date is skipped at the speed of this pattern.
ANCHOR = re.compile(rf"(?<![^\W_])(?:[0-9]++|'[1-9]0|{one_of(STARTS)}(?![^\W\d_]))")
HEADS = heads(word for word, form in STARTS.items() if form in {"month", "nth", "tens", "siglo"})
"""Runs of letters of which a text without digits holds one where it holds a date: all other forms have digits."""
