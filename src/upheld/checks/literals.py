"""What is compared letter by letter: e-mails, URLs, phone numbers, versions, identifiers, quoted strings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from upheld.checks.date_words import MONTHS
from upheld.checks.items import Item
from upheld.text.words import words

__all__ = ["literals"]

_TOP_LEVEL = "com|org|net|edu|gov|io|ai|dev|app|info|eu|uk|de|fr|es|pt|br|ch|at|it|nl|ca|au|us|co"
_MAIL = r"(?P<email>(?<![\w.+-])[\w.+-]{1,64}+@(?:[\w-]{1,63}+\.){1,8}[^\W\d_]{2,24}(?![\w@]))"
_URL = (
    r"(?P<url>(?<![\w@.])(?:https?://|ftp://|www\.)[^\s<>\"'“”«»|\\^{}\[\]]{2,2000}+|"
    rf"(?<![\w@./-])(?:[A-Za-z0-9-]{{1,63}}+\.){{1,6}}(?:{_TOP_LEVEL})(?:/[^\s<>\"'“”«»|\\^{{}}\[\]]{{0,2000}}+|(?![\w@-]|\.[\w])))"
)
_MARKED = re.compile(rf"{_MAIL}|{_URL}")

# All of these hold a digit: they are tried where one stands, from the start of its word.
_DIGIT = re.compile(r"[0-9]")
_HEAD = re.compile(r"[A-Za-z0-9_-]{0,40}$")
_REST = re.compile(r"[\w-]{1,1000}")
_UUID = re.compile(r"(?<![\w-])[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}(?![\w-])")
_ISBN = re.compile(
    r"(?<![\w-])97[89](?:[ -]?[0-9]{1,5}[ -][0-9]{1,7}[ -][0-9]{1,7}[ -][0-9]|[0-9]{10})(?![\w-])"
)
_PHONE = re.compile(
    r"(?<![\w.,/:+$€£-])(?=(?:[ ()./+-]{0,3}[0-9]){7})(?:\+|00)?\(?[0-9]{1,15}+\)?"
    r"(?:(?:[ ./-]{1,2}|(?<=\)))\(?[0-9]{1,12}+\)?){0,7}(?!\w|[.,:/-]\w)"
)
_VERSION = re.compile(
    r"(?<![\w.,-])(?P<v>[vV]\.?)?(?P<n>[0-9]{1,5}(?:\.[0-9]{1,5}){0,3}(?:-?(?:rc|alpha|beta|a|b|dev|post)\.?[0-9]{0,3})?)(?![\w-]|\.\w|,[0-9])"
)
_CODE = re.compile(
    r"(?<![\w.@#-])[A-Za-z0-9]{1,40}+(?:(?:[-_]|(?<=[0-9])\.(?=[0-9]))[A-Za-z0-9]{1,40}+){0,8}(?![\w@]|:[0-9])"
)
_HOST_END = re.compile(rf"\.(?:{_TOP_LEVEL})\b")
_DOMAIN = re.compile(rf"{_HOST_END.pattern}|://|www\.|@")

_QUOTE = re.compile(
    r"“([^“”\n]{3,600})”|„([^„“”\n]{3,600})[“”]|«([^«»\n]{3,600})»|‹([^‹›\n]{3,600})›|「([^「」\n]{3,600})」|"
    r"\"(?<!\w\")(?=\S)([^\"\n]{3,600})(?<=\S)\"(?!\w)|‘(?<!\w‘)(?=\S)([^‘\n]{3,300}?)(?<=\S)’(?!\w)|"
    r"'(?<![^\s(\[:—–-]')(?=[^\W\d_])([^'\n]{3,300})(?<=\S)'(?!\w)"
)
_SCHEME = re.compile(r"^(?:https?://|ftp://)?(?:www\.)?")
_STRETCH = re.compile(r"\S{1,2100}")
_LONGEST_HOST = 200
_QUOTES = re.compile(r"[\"'“„«‹「‘]")
_LEAST_WORDS = 2

_PHONE_WORD = re.compile(
    r"\b(?:tel|telephone|telefon|teléfono|téléphone|telefone|tél|phone|phones|call|calling|fax|mobile|mobil|móvil|cell|hotline|helpline|whatsapp|dial|"
    r"anrufen|appelez|llame|llamar|ligue|rufnummer|hotline)\b[^\n]{0,20}$",
    re.IGNORECASE,
)
_AMERICAN = re.compile(r"(?:1[ .-])?(?:\([0-9]{3}\) ?|[0-9]{3}[.-])[0-9]{3}[.-][0-9]{4}")
_DATE = re.compile(r"[0-9]{1,4}[./-][0-9]{1,2}[./-][0-9]{1,4}(?![0-9])")
_DOTTED_DATE = re.compile(
    r"[0-3]?[0-9]\.[01]?[0-9]\.[12][0-9]{3}|[0-3][0-9]\.[01][0-9]\.[0-9]{2}|[12][0-9]{3}\.[01]?[0-9]\.[0-3]?[0-9]"
)
_GROUPED = re.compile(r"[0-9]{1,3}(?:[ .][0-9]{3}){2,}")
_ADDRESS = re.compile(r"(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(?:\.(?!$)|$)){4}")
_VERSION_DOTS = 2  # fewer are a decimal number
_CYLINDERS = frozenset({"6", "8", "10", "12"})  # of an engine
_MIN_DIGITS, _MAX_DIGITS = 7, 15
_MIN_LOCAL = 9  # digits of a number with a leading zero

# Letters before digits that make an amount, a date or an exponent, and words that join a number by a hyphen.
_PREFIXES = frozenset(
    """usd eur gbp chf jpy inr rs cad aud nzd cny sek nok dkk brl pln mxn rm kr fy cy mid pre post late early non sub under over top circa ca about
    approx plus up down no nr ch pp vol fig eq km cm mm ft in""".split()
) | set(MONTHS)
_PERIOD = re.compile(r"(?:q[1-4]|[ht][12]|t[34]|fy'?[0-9]{2,4}|cy[0-9]{2,4})(?:-|$)", re.IGNORECASE)
_HEX = re.compile(r"(?=[0-9]{0,63}[a-f])(?=[a-f]{0,63}[0-9])[0-9a-f]{7,64}", re.IGNORECASE)
_EXPONENT = re.compile(r"[0-9.]{1,20}e[0-9]{1,3}", re.IGNORECASE)
_LETTER_FIRST = re.compile(r"(?P<head>[A-Za-z]{1,24})(?P<rest>[A-Za-z0-9._-]{1,200})")
_MIXED = re.compile(r"[0-9]{1,24}-?[A-Z]{1,24}(?:[0-9]|-[A-Z0-9])[A-Z0-9-]{0,100}")
_TAIL = re.compile(r"(?:-[a-z]{2,20}){1,3}$")  # "-related", "-positive"


def literals(text: str) -> list[Item]:
    """Return what must agree letter by letter, in order.

    Keys: e-mails and URLs in lower case, URLs without scheme, ``www.`` and last slash; phone numbers as digits with a
    leading ``+`` kept; versions without ``v``; identifiers in lower case with their dashes (an ISBN as digits); quotes as
    folded words. A quote leaves out its marks, and other items may stand inside it.

    Args:
        text: any text.
    """
    found = list(_marked(text)) if _has_address(text) else []
    if _DIGIT.search(text):
        found.extend(_outside(found, _numbered(text)))
    if _QUOTES.search(text):
        found.extend(_quotes(text))
    return sorted(found, key=lambda item: (item.start, -item.end)) if len(found) > 1 else found


def _outside(taken: Sequence[Item], items: Iterable[Item]) -> Iterator[Item]:
    """Yield the items that overlap none of those taken; both stand in order."""
    at = 0
    for item in items:
        while at < len(taken) and taken[at].end <= item.start:
            at += 1
        if at == len(taken) or taken[at].start >= item.end:
            yield item


def _has_address(text: str) -> bool:
    """Say at a glance whether a text holds the mark of an e-mail or URL."""
    return "@" in text or "://" in text or "www." in text or _HOST_END.search(text) is not None


def _marked(text: str) -> Iterator[Item]:
    """Yield e-mails and URLs: looked for in the stretch without white space around each mark of one."""
    floor = 0
    mark = _DOMAIN.search(text)
    while mark is not None:
        at = mark.start()
        low = max(floor, at - _LONGEST_HOST)
        start = max(text.rfind(" ", low, at) + 1, text.rfind("\n", low, at) + 1, low)
        stretch = _STRETCH.match(text, at)
        end = stretch.end() if stretch else mark.end()
        item = _address(text, start, end)
        if item:
            yield item
        floor = max(item.end, mark.end()) if item else end
        mark = _DOMAIN.search(text, floor)


def _address(text: str, start: int, end: int) -> Item | None:
    """Return the first e-mail or URL of a stretch."""
    match = _MARKED.search(text, start, end)
    if not match:
        return None
    start, raw = match.start(), match.group()
    if match.lastgroup == "email":
        return Item("email", start, match.end(), raw, key=raw.casefold())
    raw = _trimmed(raw)
    key = _SCHEME.sub("", raw.casefold()).rstrip("/")
    return Item("url", start, start + len(raw), raw, key=key) if key else None


def _trimmed(url: str) -> str:
    """Drop the marks of the sentence from the end of a URL; a bracket stays where the URL opens one."""
    end = len(url)
    while end and (
        url[end - 1] in ".,;:!?*_~"
        or (url[end - 1] == ")" and url.count("(", 0, end) < url.count(")", 0, end))
    ):
        end -= 1
    return url[:end]


def _numbered(text: str) -> Iterator[Item]:
    """Yield phone numbers, versions and identifiers."""
    digit = _DIGIT.search(text)
    floor = 0
    while digit is not None:
        at = digit.start()
        start = _head(text, at, floor)
        item = _phone(text, at, floor) or next(filter(None, (read(text, start) for read in _READERS)), None)
        if item:
            yield item
            floor = item.end
        else:
            rest = _REST.match(text, at)
            floor = rest.end() if rest else at + 1
        digit = _DIGIT.search(text, floor)


def _head(text: str, at: int, floor: int) -> int:
    """Return where the word of a digit begins."""
    if at == floor or not (text[at - 1].isalnum() or text[at - 1] in "_-"):
        return at
    head = _HEAD.search(text, max(floor, at - 40), at)
    return head.start() if head else at


def _phone(text: str, at: int, floor: int) -> Item | None:
    """Read a phone number: by its plus, by a word before it, or by a shape that no amount has."""
    while at > floor and text[at - 1] in "+(":
        at -= 1
    match = _PHONE.match(text, at)
    if not match:
        return None
    raw = match.group().rstrip(" ./-(")
    digits = "".join(c for c in raw.replace("(0)", "") if c.isdigit())
    if (
        not _MIN_DIGITS <= len(digits) <= _MAX_DIGITS
        or _DATE.match(raw)
        or not _phone_shape(text, at, raw, digits)
    ):
        return None
    key = "+" + digits.removeprefix("00") if raw[0] == "+" or raw.startswith("00") else digits
    return Item("phone", at, at + len(raw), raw, key=key)


def _phone_shape(text: str, start: int, raw: str, digits: str) -> bool:
    if raw[0] == "+":
        return len(digits) > _MIN_DIGITS and raw != "+" + digits[:1]
    if _AMERICAN.fullmatch(raw):
        return True
    parts = len(re.findall(r"[0-9]+", raw))
    if digits[0] == "0" and parts > 1:
        return len(digits) >= _MIN_LOCAL and parts <= 6  # noqa: PLR2004
    return not _GROUPED.fullmatch(raw) and _PHONE_WORD.search(text, max(0, start - 40), start) is not None


def _version(text: str, start: int) -> Item | None:
    """Read v2.0 and 3.2.1; not 3.11, 1.000.000 or 05.03.2023."""
    match = _VERSION.match(text, start)
    if not match:
        return None
    raw, key, mark = match.group(), match["n"].casefold(), match["v"]
    dots = key.count(".")
    if mark and not dots and (mark[0] == "V" or key in _CYLINDERS):
        return None
    if not mark and (dots < _VERSION_DOTS or _GROUPED.fullmatch(raw) or _DOTTED_DATE.fullmatch(raw)):
        return None
    address = not mark and _ADDRESS.fullmatch(raw)
    return Item("identifier" if address else "version", start, match.end(), raw, key=key)


def _exact(text: str, start: int) -> Item | None:
    """Read a UUID or an ISBN."""
    for pattern in (_UUID, _ISBN):
        if match := pattern.match(text, start):
            raw = match.group()
            key = raw.casefold() if pattern is _UUID else "".join(c for c in raw if c.isdigit())
            return Item("identifier", start, match.end(), raw, key=key)
    return None


def _code(text: str, start: int) -> Item | None:
    """Read INC-004871, K7, WPA3, sha256; not 15mg, 5th, 1990s, FY2023, mid-1990s, 20-year-old."""
    match = _CODE.match(text, start)
    if not match:
        return None
    raw = _TAIL.sub("", match.group())
    if raw.isdigit() or _PERIOD.match(raw) or not (_is_hash(raw) or _is_series(raw) or _MIXED.fullmatch(raw)):
        return None
    return Item("identifier", start, start + len(raw), raw, key=raw.casefold())


def _is_hash(raw: str) -> bool:
    return len(raw) >= _MIN_DIGITS and _HEX.fullmatch(raw) is not None and not _EXPONENT.fullmatch(raw)


def _is_series(raw: str) -> bool:
    """Say whether letters with digits behind them are a code."""
    match = _LETTER_FIRST.fullmatch(raw)
    if not match or match["head"].casefold() in _PREFIXES or not _DIGIT.search(raw):
        return False
    if any(c.isupper() for c in raw):
        return True
    return "-" not in raw and (len(match["head"]) > 1 or "_" in raw or raw[-1].isalpha())


def _quotes(text: str) -> Iterator[Item]:
    """Yield the insides of quotation marks of two words or more."""
    for match in _QUOTE.finditer(text):
        inside = match.lastindex or 0
        start, end = match.span(inside)
        while start < end and text[start].isspace():
            start += 1
        while end > start and text[end - 1].isspace():
            end -= 1
        folded = words(text[start:end])
        if len(folded) >= _LEAST_WORDS:
            yield Item("quote", start, end, text[start:end], key=" ".join(folded))


_READERS: tuple[Callable[[str, int], Item | None], ...] = (_exact, _version, _code)
