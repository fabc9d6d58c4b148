"""Records as a program holds them, with claims about their fields: what a model sees of JSON in a context.

The templates are ours. A record has fields with values of a kind; a claim says one field in words, true or with the value
of another record; a claim about a field that the record lacks is one of which nothing is known.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

__all__ = ["record_pairs"]

Maker = Callable[[random.Random], Any]
_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
_NAMES = "Blue Heron|Corner Bakery|North Star Café|Oak & Iron|Lucky Lotus|Harbor Grill|Green Leaf|Casa Miguel|The Tin Cup|Sunrise Diner".split(
    "|"
)
_PEOPLE = "Ana Ruiz|John Carter|Mei Chen|Omar Haddad|Lena Vogt|Priya Nair|Tom Becker|Sara Lindt|Yuki Mori|Paul Okafor".split(
    "|"
)
_CITIES = "Austin Lisbon Denver Leeds Hamburg Toronto Nashville Madrid Boston Oslo".split()
_PRODUCTS = "AirLite X2|ProBook 14|Trail Runner 3|AquaPure Filter|SoundBar Mini|VoltCharge 65|CloudDesk|PixelCam S|HeatWave 900|NightLamp".split(
    "|"
)


def _hours(rng: random.Random) -> dict[str, str]:
    open_, close = rng.randint(6, 11), rng.randint(15, 22)
    return dict.fromkeys(rng.sample(_DAYS, rng.randint(4, 7)), f"{open_}:0-{close}:0")


def _choice(*values: Any) -> Maker:
    return lambda rng: rng.choice(values)


def _number(low: int, high: int, scale: float = 1) -> Maker:
    def make(rng: random.Random) -> Any:
        value = rng.randint(low, high) * scale
        return round(value, 2) if scale != 1 else int(value)

    return make


# A field: key, maker, and for a value the sentences that say it. {n} is the record's name, {v} the value.
_YES_NO: dict[str, tuple[str, str]] = {
    "OutdoorSeating": ("{n} offers outdoor seating.", "{n} does not have outdoor seating."),
    "RestaurantsDelivery": ("{n} delivers.", "{n} does not offer delivery."),
    "RestaurantsReservations": ("{n} accepts reservations.", "{n} does not take reservations."),
    "BusinessAcceptsCreditCards": (
        "Customers can pay by credit card at {n}.",
        "Credit cards are not accepted at {n}.",
    ),
    "DogsAllowed": ("Dogs are welcome at {n}.", "Dogs are not allowed at {n}."),
    "HappyHour": ("{n} has a happy hour.", "There is no happy hour at {n}."),
    "GoodForKids": ("{n} is suitable for families with children.", "{n} is not a good place for children."),
    "WheelchairAccessible": ("{n} is accessible by wheelchair.", "{n} has no wheelchair access."),
    "in_stock": ("The {n} is in stock.", "The {n} is out of stock."),
    "waterproof": ("The {n} is waterproof.", "The {n} is not waterproof."),
    "refundable": ("The {n} can be returned for a refund.", "The {n} is not refundable."),
    "email_verified": ("{n} has verified the e-mail address.", "{n}'s e-mail address has not been verified."),
    "remote": ("{n} works remotely.", "{n} does not work remotely."),
    "auto_renew": (
        "The subscription of {n} renews automatically.",
        "The subscription of {n} does not renew automatically.",
    ),
    "two_factor_enabled": (
        "{n} uses two-factor authentication.",
        "Two-factor authentication is switched off for {n}.",
    ),
}
_VALUES: dict[str, tuple[Maker, tuple[str, ...]]] = {
    "WiFi": (_choice("free", "paid", "no"), ("The WiFi at {n} is {v}.",)),
    "NoiseLevel": (_choice("quiet", "average", "loud", "very_loud"), ("The noise level at {n} is {v}.",)),
    "Ambience": (_choice("casual", "romantic", "upscale", "touristy"), ("{n} has a {v} atmosphere.", "The ambience is {v}.")),
    "business_stars": (_number(4, 10, 0.5), ("{n} has a rating of {v} stars.", "Customers rate {n} {v} out of 5.")),
    "city": (_choice(*_CITIES), ("{n} is located in {v}.", "{n} is based in {v}.")),
    "price": (_number(9, 900), ("The {n} costs ${v}.", "The price of the {n} is ${v}.")),
    "weight_g": (_number(80, 4000), ("The {n} weighs {v} grams.", "The {n} has a weight of {v} g.")),
    "warranty_months": (_choice(6, 12, 24, 36, 60), ("The {n} comes with a warranty of {v} months.",)),
    "colour": (_choice("black", "silver", "red", "navy blue", "white"), ("The {n} comes in {v}.", "The {n} is {v}.")),
    "battery_hours": (_number(4, 48), ("The battery of the {n} lasts {v} hours.",)),
    "role": (_choice("data engineer", "sales manager", "nurse", "accountant", "designer"), ("{n} works as a {v}.", "{n} is a {v}.")),
    "manager": (_choice(*_PEOPLE), ("{n} reports to {v}.", "{v} is the manager of {n}.")),
    "start_year": (_number(1998, 2025), ("{n} joined in {v}.", "{n} has been with the company since {v}.")),
    "department": (_choice("Finance", "Research", "Support", "Marketing", "Logistics"), ("{n} is in the {v} department.",)),
    "plan": (_choice("Free", "Pro", "Team", "Enterprise"), ("{n} is on the {v} plan.", "{n} subscribes to the {v} plan.")),
    "seats": (_number(2, 400), ("The plan of {n} has {v} seats.", "{n} pays for {v} seats.")),
    "status": (_choice("shipped", "cancelled", "pending", "delivered"), ("The order of {n} is {v}.", "{n}'s order has the status {v}.")),
    "timeout_seconds": (_number(5, 300), ("Requests of {n} time out after {v} seconds.", "The timeout is {v} seconds.")),
    "max_retries": (_number(1, 12), ("{n} retries a request up to {v} times.", "At most {v} retries are made.")),
}  # fmt: skip
_KINDS: tuple[tuple[list[str], tuple[str, ...]], ...] = (
    (_NAMES, ("OutdoorSeating RestaurantsDelivery RestaurantsReservations BusinessAcceptsCreditCards DogsAllowed HappyHour GoodForKids "
              "WheelchairAccessible WiFi NoiseLevel Ambience business_stars city").split()),
    (_PRODUCTS, "in_stock waterproof refundable price weight_g warranty_months colour battery_hours".split()),
    (_PEOPLE, "email_verified remote role manager start_year department city".split()),
    (_PEOPLE, "auto_renew two_factor_enabled plan seats status".split()),
    (["api-gateway", "billing-service", "search-api"], "timeout_seconds max_retries".split()),
)  # fmt: skip


def _claim(key: str, value: Any, name: str, rng: random.Random) -> str:
    if key in _YES_NO:
        return _YES_NO[key][0 if value else 1].format(n=name)
    return rng.choice(_VALUES[key][1]).format(n=name, v=str(value).replace("_", " "))


def _value(key: str, rng: random.Random) -> Any:
    return rng.random() < 0.5 if key in _YES_NO else _VALUES[key][0](rng)


def _record(rng: random.Random) -> tuple[str, list[str], dict[str, Any], dict[str, str] | None]:
    pool, keys = rng.choice(_KINDS)
    name = rng.choice(pool)
    held = {key: _value(key, rng) for key in keys if rng.random() < 0.7}
    hours = _hours(rng) if pool is _NAMES and rng.random() < 0.6 else None
    return name, list(keys), held, hours


def _dumped(name: str, held: dict[str, Any], hours: dict[str, str] | None, rng: random.Random) -> str:
    items = list(held.items())
    rng.shuffle(items)
    record: dict[str, Any] = {"name": name}
    if len(items) > 3 and rng.random() < 0.5:
        record["attributes"] = dict(items[:-1])
        record.update(items[-1:])
    else:
        record.update(items)
    if hours is not None:
        record["hours"] = hours
    return json.dumps(record, ensure_ascii=False, indent=rng.choice([None, 2]))


def _clock(hour: int, rng: random.Random) -> str:
    return rng.choice([f"{hour}:00", f"{(hour - 1) % 12 + 1} {'AM' if hour < 12 else 'PM'}"])


def _of_hours(name: str, hours: dict[str, str], rng: random.Random) -> tuple[str, int]:
    day = rng.choice(_DAYS)
    if day not in hours:
        return (f"{name} is closed on {day}s.", 0) if rng.random() < 0.2 else (f"{name} is open on {day}.", 3)
    if rng.random() < 0.4:
        return (f"{name} is open on {day}.", 0) if rng.random() < 0.6 else (f"{name} is closed on {day}.", 2)
    first, last = (int(part.partition(":")[0]) for part in hours[day].split("-"))
    true = rng.random() < 0.5
    shown = last if true else last + rng.choice([-3, -2, -1, 1])
    return f"On {day}, {name} is open from {_clock(first, rng)} to {_clock(shown, rng)}.", 0 if true else 2


def record_pairs(count: int, rng: random.Random) -> Iterator[tuple[str, str, int]]:
    """Yield context, claim and target (0 supported, 1 not enough information, 2 contradicted, 3 unsupported)."""
    for _ in range(count):
        name, keys, held, hours = _record(rng)
        context = _dumped(name, held, hours, rng)
        if hours is not None and rng.random() < 0.3:
            yield (context, *_of_hours(name, hours, rng))
            continue
        key = rng.choice(keys)
        if key not in held:
            yield context, _claim(key, _value(key, rng), name, rng), 1
            continue
        value, true = held[key], rng.random() < 0.5
        if not true:
            other = (not value) if key in _YES_NO else _value(key, rng)
            if other == value:
                continue
            value = other
        yield context, _claim(key, value, name, rng), 0 if true else 2
