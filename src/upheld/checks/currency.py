"""Money and percent: which signs, codes and words name them."""

from __future__ import annotations

from collections.abc import Mapping

from upheld.checks.number_tokens import Tokens

__all__ = ["currency_after", "currency_before", "percent_at"]

_CODES = frozenset(
    "USD EUR GBP CHF JPY INR CNY CAD AUD NZD SEK NOK DKK PLN CZK HUF BRL MXN KRW RUB ZAR SGD HKD ILS THB AED".split()
)
"""ISO 4217 codes read as money; not those that are more often something else, as PHP 8 and COP 27."""

_SIGNS = {
    "$": "USD",
    "€": "EUR",
    "£": "GBP",
    "¥": "JPY",
    "₹": "INR",
    "₩": "KRW",
    "₽": "RUB",
    "₺": "TRY",
    "₪": "ILS",
    "₫": "VND",
    "₱": "PHP",
}
_DOLLARS = {"us": "USD", "a": "AUD", "au": "AUD", "c": "CAD", "ca": "CAD", "can": "CAD", "nz": "NZD", "hk": "HKD", "s": "SGD", "sg": "SGD", "r": "BRL", "mx": "MXN", "nt": "TWD"}  # fmt: skip
_MONEY_WORDS: Mapping[str, tuple[str, float]] = {
    **dict.fromkeys("dollar dollars dólar dólares bucks".split(), ("USD", 1.0)),
    **dict.fromkeys("euro euros".split(), ("EUR", 1.0)),
    **dict.fromkeys("rupee rupees rupien rupias roupies".split(), ("INR", 1.0)),
    **dict.fromkeys("yen yenes ienes".split(), ("JPY", 1.0)),
    **dict.fromkeys("yuan renminbi rmb".split(), ("CNY", 1.0)),
    **dict.fromkeys("rubles roubles ruble rouble rublos rubel".split(), ("RUB", 1.0)),
    **dict.fromkeys("reais".split(), ("BRL", 1.0)),
    **dict.fromkeys("franken".split(), ("CHF", 1.0)),
    **dict.fromkeys("cent cents ¢".split(), ("USD", 0.01)),
    **dict.fromkeys("pence".split(), ("GBP", 0.01)),
    **dict.fromkeys("céntimo céntimos cêntimo cêntimos centime centimes".split(), ("EUR", 0.01)),
}
_TWO_WORDS: Mapping[tuple[str, str], str] = {
    ("pounds", "sterling"): "GBP", ("pound", "sterling"): "GBP", ("british", "pounds"): "GBP", ("libras", "esterlinas"): "GBP",
    ("livres", "sterling"): "GBP", ("pfund", "sterling"): "GBP", ("swiss", "francs"): "CHF", ("schweizer", "franken"): "CHF",
    ("francs", "suisses"): "CHF", ("francos", "suizos"): "CHF", ("francos", "suíços"): "CHF", ("us", "dollars"): "USD", ("us", "dollar"): "USD",
    ("american", "dollars"): "USD", ("canadian", "dollars"): "CAD", ("australian", "dollars"): "AUD", ("singapore", "dollars"): "SGD",
    ("indian", "rupees"): "INR", ("pakistani", "rupees"): "PKR", ("japanese", "yen"): "JPY", ("chinese", "yuan"): "CNY",
    ("mexican", "pesos"): "MXN", ("pesos", "mexicanos"): "MXN", ("brazilian", "reais"): "BRL", ("korean", "won"): "KRW",
    ("us", "cents"): "USD", ("euro", "cents"): "EUR", ("dólares", "estadounidenses"): "USD",
}  # fmt: skip
_THREE_WORDS: Mapping[tuple[str, str, str], str] = {
    ("south", "korean", "won"): "KRW",
    ("hong", "kong", "dollars"): "HKD",
    ("new", "zealand", "dollars"): "NZD",
}


def currency_before(t: Tokens, first: int) -> tuple[str, int] | None:
    """Read the currency before a number.

    Args:
        t: the tokens.
        first: first token of the number.

    Returns:
        ISO code and first token of the currency; None where none stands there.
    """
    at = first - 1
    sign = t.raw[at]
    if sign not in _BEFORE or not t.near(first) or t.gap(first) > 1:
        return None
    if sign in _SIGNS:
        letters = t.low[at - 1] if t.attached(at) else ""
        if sign == "$" and letters in _DOLLARS and t.raw[at - 1].isupper():
            return _DOLLARS[letters], at - 1
        return (_SIGNS[sign], at) if not letters.isalnum() or t.digits(at - 1) else None
    if sign in _CODES:
        return sign, at
    if sign in _RUPEES:
        return "INR", at
    return ("INR", at - 1) if sign == "." and t.raw[at - 1] in _RUPEES and t.attached(at) else None


_RUPEES = frozenset({"Rs", "RS"})
_BEFORE = frozenset({*_SIGNS, *_CODES, *_RUPEES, "."})


def currency_after(t: Tokens, at: int) -> tuple[str, float, int] | None:
    """Read the currency after a number.

    Args:
        t: the tokens.
        at: token after the number.

    Returns:
        ISO code, part of it (0.01 for cents), one past its last token; None where none stands there.
    """
    low = t.low[at]
    if low not in _OPENERS or not t.near(at) or t.gap(at) > 1:
        return None
    word, after = t.raw[at], t.low[at + 1]
    if word in _SIGNS:
        return None if t.attached(at + 1) and t.digits(at + 1) else (_SIGNS[word], 1.0, at + 1)
    if word in _CODES:
        return None if t.digits(at + 1) and t.near(at + 1) else (word, 1.0, at + 1)
    if code := _TWO_WORDS.get((low, after)):
        return code, 0.01 if after == "cents" else 1.0, at + 2
    if code := _THREE_WORDS.get((low, after, t.low[at + 2])):
        return code, 1.0, at + 3
    if after == "$" and low in _DOLLARS and word.isupper() and t.attached(at + 1):
        return _DOLLARS[low], 1.0, at + 2
    if t.low[at : at + 5] == ["u", ".", "s", ".", "dollars"]:
        return "USD", 1.0, at + 5
    return _word(t, at, low)


def _word(t: Tokens, at: int, low: str) -> tuple[str, float, int] | None:
    """Read dollars, euros, cents. A cent is of the euro where the language is; "Cent" is a name, but in German."""
    found = _MONEY_WORDS.get(low)
    if found is None:
        return None
    code, part = found
    if low in {"cent", "cents"}:
        language = t.language
        if (language in {"fr", "es", "pt"} and low == "cent") or (language != "de" and t.raw[at] == "Cent"):
            return None
        code = "EUR" if language in {"de", "fr", "es", "pt"} else code
    return code, part, at + 1


_OPENERS = frozenset(
    {
        *_SIGNS,
        *(code.lower() for code in _CODES),
        *_DOLLARS,
        *_MONEY_WORDS,
        *(w for w, _ in _TWO_WORDS),
        *(w for w, *_ in _THREE_WORDS),
        "u",
    }
)
_PERCENT_SIGNS = frozenset(
    {
        "%",
        "％",
        "‰",
        "percent",
        "pct",
        "prozent",
        "pp",
        "bps",
        "prozentpunkte",
        "prozentpunkten",
        "prozentpunkt",
    }
)
_PERCENT_WORDS: Mapping[str, tuple[str, ...]] = {
    "per": ("cent", "mille"),
    "por": ("ciento", "cento"),
    "pour": ("cent",),
    "percentage": ("point", "points"),
    "puntos": ("porcentuales",),
    "pontos": ("percentuais",),
    "points": ("de",),
    "basis": ("point", "points"),
}
_POINTS = frozenset(
    "percentage puntos pontos points prozentpunkte prozentpunkten prozentpunkt pp bps basis".split()
)
_PARTS: Mapping[str, float] = {"basis": 0.01, "bps": 0.01, "‰": 0.1}


def percent_at(t: Tokens, at: int) -> tuple[str, float, int] | None:
    """Read a percent sign or word, or percentage points.

    Args:
        t: the tokens.
        at: token after the number.

    Returns:
        ``%`` or ``pp``, percent in one, one past its last token; None where none stands there.
    """
    word = t.low[at]
    if word in _PERCENT_SIGNS and t.near(at):
        if word == "pp" and t.raw[at + 1] in {".", ","}:
            return None  # pages
        dash = t.raw[at + 1] == "-" and t.attached(at + 1)
        if word in {"%", "percent"} and t.low[at + 1 + dash] in {"points", "point"}:
            return "pp", 1.0, at + 2 + dash
        return "pp" if word in _POINTS else "%", _PARTS.get(word, 1.0), at + 1
    if t.low[at + 1] not in _PERCENT_WORDS.get(word, ()) or not (t.near(at) and t.near(at + 1)):
        return None
    if word == "points":
        return ("pp", 1.0, at + 3) if t.low[at + 2] == "pourcentage" else None
    return (
        "pp" if word in _POINTS else "%",
        0.1 if t.low[at + 1] == "mille" else _PARTS.get(word, 1.0),
        at + 2,
    )
