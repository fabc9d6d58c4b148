"""Number words of five languages as tables: what each word is worth, and in which language."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = [
    "ARTICLES",
    "CARDINALS",
    "CONNECTORS",
    "DENOMINATORS",
    "HALVES",
    "LANGUAGES_OF",
    "LETTERS",
    "LONG_SCALE",
    "MAGNITUDES",
    "ORDINALS",
    "ORDINAL_SUFFIXES",
    "ORDINAL_TENS",
    "PART_WORDS",
    "RISKY",
    "TIMES",
    "VULGAR",
]

_TO_TWENTY = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty",
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte",
    "de": "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig",
    "fr": "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dixsept dixhuit dixneuf vingt",
    "pt": "zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove vinte",
}
_TENS = {
    "en": "thirty forty fifty sixty seventy eighty ninety",
    "es": "treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    "de": "dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
    "fr": "trente quarante cinquante soixante septante huitante nonante",
    "pt": "trinta quarenta cinquenta sessenta setenta oitenta noventa",
}
_MORE: Mapping[str, Mapping[str, int]] = {
    "en": {"hundred": 100},
    "es": {
        "una": 1, "cien": 100, "ciento": 100, "doscientos": 200, "trescientos": 300, "cuatrocientos": 400, "quinientos": 500,
        "seiscientos": 600, "setecientos": 700, "ochocientos": 800, "novecientos": 900, "doscientas": 200, "trescientas": 300,
        "cuatrocientas": 400, "quinientas": 500, "seiscientas": 600, "setecientas": 700, "ochocientas": 800, "novecientas": 900,
        "veintiuno": 21, "veintiún": 21, "veintiuna": 21, "veintidós": 22, "veintitrés": 23, "veinticuatro": 24, "veinticinco": 25,
        "veintiséis": 26, "veintisiete": 27, "veintiocho": 28, "veintinueve": 29,
    },
    "de": {"dreissig": 30, "hundert": 100, "einhundert": 100},
    "fr": {"une": 1, "vingts": 20, "cent": 100, "cents": 100},
    "pt": {
        "uma": 1, "duas": 2, "quatorze": 14, "dezasseis": 16, "dezassete": 17, "dezanove": 19, "cem": 100, "cento": 100,
        "duzentos": 200, "trezentos": 300, "quatrocentos": 400, "quinhentos": 500, "seiscentos": 600, "setecentos": 700,
        "oitocentos": 800, "novecentos": 900, "duzentas": 200, "trezentas": 300, "quatrocentas": 400, "quinhentas": 500,
        "seiscentas": 600, "setecentas": 700, "oitocentas": 800, "novecentas": 900,
    },
}  # fmt: skip


def _german_compounds(words: list[str], tens: list[str]) -> dict[str, int]:
    """Return zweiundzwanzig, dreihundert, fünftausend and the like, which are written as one word."""
    ones = ["ein", *words[2:10]]
    found = {
        f"{one}und{ten}": 10 * t + n
        for n, one in enumerate(ones, 1)
        for t, ten in enumerate([words[20], *tens], 2)
    }
    found |= {f"{one}hundert": 100 * n for n, one in enumerate(ones, 1)}
    return found | {f"{one}tausend": 1000 * n for n, one in enumerate(["ein", *words[2:13]], 1)}


def _cardinals() -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for language, line in _TO_TWENTY.items():
        words, tens = line.split(), _TENS[language].split()
        table = {word: n for n, word in enumerate(words)} | {word: 10 * n for n, word in enumerate(tens, 3)}
        if language == "de":
            table |= _german_compounds(words, tens)
        found[language] = table | dict(_MORE[language])
    return found


CARDINALS: Mapping[str, Mapping[str, int]] = _cardinals()
"""Language -> number word -> value; 100 multiplies what stands before it where the language does so."""

ARTICLES: Mapping[str, str] = {
    "a": "en", "an": "en", "un": "es fr", "una": "es", "une": "fr", "ein": "de", "eine": "de", "einen": "de", "einem": "de",
    "einer": "de", "um": "pt", "uma": "pt",
}  # fmt: skip
"""Articles that can stand for one -> their languages."""

MAGNITUDES: Mapping[str, float] = {
    "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12, "lakh": 1e5, "lakhs": 1e5, "lac": 1e5, "crore": 1e7, "crores": 1e7,
    "dozen": 12, "mn": 1e6, "mln": 1e6, "bn": 1e9, "bln": 1e9, "tn": 1e12, "trn": 1e12,
    "mil": 1e3, "millón": 1e6, "millon": 1e6, "millones": 1e6, "billón": 1e12, "billones": 1e12, "docena": 12, "docenas": 12,
    "tausend": 1e3, "millionen": 1e6, "milliarde": 1e9, "milliarden": 1e9, "billionen": 1e12, "dutzend": 12, "mio": 1e6, "mrd": 1e9,
    "mille": 1e3, "millions": 1e6, "milliard": 1e9, "milliards": 1e9, "billions": 1e9, "md": 1e9, "mds": 1e9, "douzaine": 12,
    "milhão": 1e6, "milhões": 1e6, "bilhão": 1e9, "bilhões": 1e9, "trilhão": 1e12, "trilhões": 1e12, "dúzia": 12, "dúzias": 12,
    "trillions": 1e12, "thousands": 1e3, "dozens": 12,
}  # fmt: skip
"""Words that multiply the number before them."""

LONG_SCALE: Mapping[str, float] = {"billion": 1e12, "billions": 1e12, "trillion": 1e18, "trillions": 1e18}
"""The same words in French and German, where a billion is a million millions."""

LETTERS: Mapping[str, float] = {
    "k": 1e3,
    "K": 1e3,
    "M": 1e6,
    "m": 1e6,
    "mm": 1e6,
    "B": 1e9,
    "b": 1e9,
    "T": 1e12,
    "t": 1e12,
}
"""Letters that multiply the number they touch; the reader decides which of them need money before them."""

CONNECTORS: Mapping[str, str] = {"en": "and", "es": "y", "de": "", "fr": "et", "pt": "e"}
"""Language -> the word that may stand inside a number."""

RISKY = frozenset(
    {("es", w) for w in "uno una once doce dos tres".split()}
    | {("de", w) for w in "eins elf null acht".split()}
    | {("fr", w) for w in "un une cent cents seize sept six dix neuf".split()}
    | {("pt", w) for w in "um uma sete zero".split()}
)
"""Number words that are other words elsewhere: read as numbers only in a text of their language."""

ORDINALS: Mapping[str, int] = {
    word: n
    for n, words in enumerate(
        (
            "first primer primero primera primeiro primeira premier première erste erster erstes ersten ersten",
            "second deuxième zweite zweiter zweites zweiten",
            "third troisième dritte dritter drittes dritten tercer tercero tercera terceiro terceira",
            "fourth quatrième vierte vierter viertes vierten",
            "fifth cinquième fünfte fünfter fünftes fünften",
            "sixth sixième sechste sechster sechstes sechsten",
            "seventh septième siebte siebter siebtes siebten",
            "eighth huitième achte achter achtes achten",
            "ninth neuvième neunte neunter neuntes neunten",
            "tenth dixième zehnte zehnter zehntes zehnten",
            "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth", "twentieth",
        ),
        1,
    )
    for word in words.split()
} | {word: 10 * n for n, word in enumerate("thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth hundredth".split(), 3)}  # fmt: skip
"""Ordinal words that stand alone, and their place."""

ORDINAL_TENS: Mapping[str, int] = {
    w: 10 * n for n, w in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)
}
"""Tens that open an ordinal such as twenty-first."""

ORDINAL_SUFFIXES = frozenset("st nd rd th º ª er ère ème e".split())
"""What makes a number in digits an ordinal."""

DENOMINATORS: Mapping[str, int] = {
    "half": 2, "halves": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fourth": 4, "fourths": 4, "fifth": 5, "fifths": 5,
    "sixth": 6, "sixths": 6, "seventh": 7, "sevenths": 7, "eighth": 8, "eighths": 8, "ninth": 9, "ninths": 9, "tenth": 10, "tenths": 10,
    "tercio": 3, "tercios": 3, "cuartos": 4, "quintos": 5, "tiers": 3, "quart": 4, "quarts": 4, "terço": 3, "terços": 3, "quartos": 4,
    "drittel": 3, "viertel": 4, "fünftel": 5, "zehntel": 10,
}  # fmt: skip
"""Names of the parts of a whole."""

HALVES = frozenset("half mitad moitié hälfte metade".split())
"""Words for one half of something."""

PART_WORDS: Mapping[str, float] = {
    "halbe": 0.5, "halben": 0.5, "halber": 0.5, "halbes": 0.5, "anderthalb": 1.5, "eineinhalb": 1.5, "zweieinhalb": 2.5, "dreieinhalb": 3.5,
    "media": 0.5, "medio": 0.5, "meia": 0.5, "meio": 0.5, "demi": 0.5, "demie": 0.5,
}  # fmt: skip
"""Words that say how much of the unit that follows."""

TIMES: Mapping[str, float] = {"once": 1.0, "twice": 2.0, "thrice": 3.0}
"""How often."""

VULGAR: Mapping[str, float] = {
    "½": 1 / 2, "⅓": 1 / 3, "⅔": 2 / 3, "¼": 1 / 4, "¾": 3 / 4, "⅕": 1 / 5, "⅖": 2 / 5, "⅗": 3 / 5, "⅘": 4 / 5, "⅙": 1 / 6, "⅚": 5 / 6,
    "⅛": 1 / 8, "⅜": 3 / 8, "⅝": 5 / 8, "⅞": 7 / 8,
}  # fmt: skip
"""Fractions that are one character."""


def _languages_of() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for language, table in CARDINALS.items():
        for word in table:
            found[word] = (*found.get(word, ()), language)
    return found


LANGUAGES_OF: Mapping[str, tuple[str, ...]] = _languages_of()
"""Number word -> the languages that have it."""
