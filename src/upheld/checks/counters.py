"""Numbers of scripts that write what is counted right behind them: Chinese, Japanese, Korean, Thai."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator

from upheld.checks.items import Item
from upheld.checks.plain import one_of

__all__ = ["clocks_dense", "dates_dense", "quantities_dense"]

_DENSE = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_N = r"(?P<n>[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)?)\s?(?P<scale>[万萬만億亿억천]?)"
_FREE = r"(?<![0-9A-Za-z.,:/-])"
_SCALES = {"": 1.0, "천": 1e3, "万": 1e4, "萬": 1e4, "만": 1e4, "億": 1e8, "亿": 1e8, "억": 1e8}
_MINUTE, _HOUR, _DAY = 60.0, 3600.0, 86400.0
_WEEK, _MONTH, _YEAR = 7 * _DAY, 365.25 * _DAY / 12, 365.25 * _DAY
_SPANS = {
    "秒": 1.0, "초": 1.0, "วินาที": 1.0, "分钟": _MINUTE, "分鐘": _MINUTE, "分間": _MINUTE, "分": _MINUTE, "분": _MINUTE, "นาที": _MINUTE,
    "小时": _HOUR, "小時": _HOUR, "時間": _HOUR, "시간": _HOUR, "ชั่วโมง": _HOUR, "天": _DAY, "日間": _DAY, "日内": _DAY, "日以内": _DAY, "일": _DAY, "วัน": _DAY,
    "周": _WEEK, "週間": _WEEK, "주": _WEEK, "สัปดาห์": _WEEK, "个月": _MONTH, "個月": _MONTH, "か月": _MONTH, "ヶ月": _MONTH, "カ月": _MONTH, "개월": _MONTH, "เดือน": _MONTH,
    "年間": _YEAR, "年间": _YEAR, "년간": _YEAR, "年": _YEAR, "년": _YEAR, "ปี": _YEAR,
}  # fmt: skip
_MONEY = {"元": "CNY", "圆": "CNY", "円": "JPY", "원": "KRW", "บาท": "THB"}
_COUNTS = (
    "人 名 명 คน 個 个 개 件 건 家 台 대 本 枚 장 つ 册 冊 권 間 间 辆 台 匹 마리 回 次 회 번 ชิ้น ห้อง".split()
)
_PERCENT = ("%", "%", "퍼센트", "パーセント", "เปอร์เซ็นต์")


_QUANTITY = re.compile(
    rf"{_FREE}{_N}\s?(?:(?P<percent>{one_of(_PERCENT)})|(?P<span>{one_of(_SPANS)})|(?P<money>{one_of(_MONEY)})|(?P<count>{one_of(_COUNTS)}))"
)
_DATE = re.compile(
    r"(?<![0-9])(?P<y>[12][0-9]{3})\s?[年년](?:\s?(?P<m>1[0-2]|0?[1-9])\s?[月월](?:\s?(?P<d>3[01]|[12][0-9]|0?[1-9])\s?[日号號일])?)?(?!間|间|간)"
)
_MONTH_DAY = re.compile(
    r"(?<![0-9])(?P<m>1[0-2]|0?[1-9])\s?[月월]\s?(?P<d>3[01]|[12][0-9]|0?[1-9])\s?[日号號일]"
)
_CLOCK = re.compile(
    r"(?P<pm>下午|午後|오후|晚上|夜)?(?P<am>上午|午前|오전|早上|朝)?\s?(?<![0-9:])(?P<h>2[0-4]|1[0-9]|0?[0-9])\s?(?:点钟?|點|時|时|시)(?!間|间|간)(?:\s?(?P<min>[0-5]?[0-9])\s?[分분]|(?P<half>半|반))?"
)


def dates_dense(text: str) -> list[Item]:
    """Return the dates of a text in one of these scripts: values as in `upheld.checks.dates`."""
    return [*_dates(text)] if _is_dense(text) else []


def _dates(text: str) -> Iterator[Item]:
    taken = -1
    for match in _DATE.finditer(text):
        year, month, day = int(match["y"]), int(match["m"] or 0), int(match["d"] or 0)
        try:
            first = dt.date(year, month or 1, day or 1).toordinal()
        except ValueError:
            continue
        after = dt.date(year + 1, 1, 1) if not month else dt.date(year + month // 12, month % 12 + 1, 1)
        last = first if day else after.toordinal() - 1
        unit = "day" if day else "month" if month else "year"
        taken = match.end()
        yield Item("date", *match.span(), match.group(), first, last, unit)
    for match in _MONTH_DAY.finditer(text):
        if match.start() >= taken:
            value = int(match["m"]) * 100 + int(match["d"])
            yield Item("date", *match.span(), match.group(), value, value, "month-day")


def clocks_dense(text: str) -> list[Item]:
    """Return the times of day of a text in one of these scripts, in minutes."""
    return [*_clocks(text)] if _is_dense(text) else []


def _clocks(text: str) -> Iterator[Item]:
    for match in _CLOCK.finditer(text):
        hour = int(match["h"]) + 12 * (match["pm"] is not None and int(match["h"]) < 12)  # noqa: PLR2004 - noon
        minutes = hour * 60.0 + (30 if match["half"] else int(match["min"] or 0))
        yield Item("clock", *match.span(), match.group(), minutes, minutes, "minute")


def quantities_dense(text: str) -> list[Item]:
    """Return the spans of time, amounts of money, shares and counts of a text in one of these scripts."""
    return [*_quantities(text)] if _is_dense(text) else []


def _quantities(text: str) -> Iterator[Item]:
    for match in _QUANTITY.finditer(text):
        digits = match["n"].replace(",", "")
        value = float(digits) * _SCALES[match["scale"]]
        kind, unit, factor = _measured(match)
        step = 10.0 ** -len(digits.partition(".")[2]) * _SCALES[match["scale"]]
        yield Item(
            kind, *match.span(), match.group(), value * factor, value * factor, unit, slack=factor * step / 2
        )


def _measured(match: re.Match[str]) -> tuple[str, str, float]:
    """Return kind, unit, and what one is of it in the base unit."""
    if match["percent"]:
        return "percent", "%", 1.0
    if match["span"]:
        return "duration", "s", _SPANS[match["span"]]
    if match["money"]:
        return "money", _MONEY[match["money"]], 1.0
    return "number", match["count"], 1.0


def _is_dense(text: str) -> bool:
    return not text.isascii() and _DENSE.search(text) is not None
