"""Short texts by template, with claims about them: who did what to whom, which value belongs to which, what follows, from when to when.

The tables are ours (training/templates/*.tsv). A true claim says the text in other words; a false one keeps its words and
puts another thing of the text, a stronger statement or the opposite in its place: words in common tell nothing.

| table | columns |
|---|---|
| has | kind; told, with {s} and {v}; claimed; values |
| both | kind; sentences that say one and the same of {a} and {b}, which cannot change places |
| more | kind; told, with {s} and {v}; claims about {a}, that has more, and {b} |
| then | kind; told; what follows; what does not: denied (!) or left open (?) |
| asked | kind; told; question; right answers; wrong answers |
| span | kind; kind of the values; told, with {s} and where it begins {f} and ends {t}; claims of the beginning, of the end, of both |
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

__all__ = ["order_pairs", "retellings", "template_pairs"]

SUPPORTED, UNKNOWN, CONTRADICTED, UNSUPPORTED = range(4)
Said = tuple[str, int]
Made = tuple[list[str], list[Said]]

_TABLES = Path(__file__).parent / "templates"
_FIRST = (
    "Ana John Mei Omar Lena Priya Tom Sara Yuki Paul Ingrid Carlos Nadia Viktor Grace Ali Hanna Diego Ruth Kofi Marta Ivan Leila Sven Chloe Raj Elif "
    "Mateo Aisha Peter Noor Felix Zofia Liam Amara Hugo Dana Emil Rosa Ken"
).split()
_LAST = (
    "Ruiz Carter Chen Haddad Vogt Nair Becker Lindt Mori Okafor Berg Silva Petrov Novak Kim Hassan Weiss Ortiz Cole Mensah Lund Fischer Costa Adeyemi "
    "Walsh Tanaka Moreau Jansen Kaya Brandt Olsen Rossi Patel Dunn Svensson Molina Hart Farah Quinn Bauer"
).split()
_POOLS = {
    "organisation": (
        "Norda|Kestrel Systems|Orlo Ltd|Halden Group|Bluepeak|Tessaro|Marlin Lines|Quantix|Velora AG|Northgate Foods|Solvane|Pinewood Energy|Arbor Health|"
        "Cadence Labs|Ironbridge|Lumen Freight|Stellan Motors|Opal Media|Harrow Bank|Greenfield Dairy|Axiom Air|Delta Textiles|Riverton Council|Meridian Press|"
        "the Coastal Trust|Fairview Hospital|Bright Minds School|Kappa Insurance"
    ),
    "product": (
        "Aurora 200|AirLite X2|Model A|Model B|ProBook 14|Trail Runner 3|SoundBar Mini|VoltCharge 65|HeatWave 900|PixelCam S|Series 5|Series 7|AquaPure filter|"
        "CityBike 8|Nova tablet|QuietFan 2|Polar jacket|EasyCook pot|Kit 12|Router R3|Zen chair|Alto speaker|RX-70|T4 drill"
    ),
    "place": (
        "Austin|Lisbon|Denver|Leeds|Hamburg|Toronto|Graz|Linz|Boston|Oslo|Turin|Porto|Bergen|Lyon|Krakow|Ghent|Nantes|Malmo|Seville|Bristol|Calgary|Osaka|"
        "Perth|Durban|Cork|Split|Basel|Utrecht|Trieste|Tampere"
    ),
    "team": "the Falcons|the Harbor Bears|the Lions|United|Rovers|the Comets|City|the Rangers|the Hawks|Athletic|the Blue Wolves|Town",
    "event": (
        "the merger|the trade fair|the election|the strike|the product launch|the audit|the conference|the flood|the vote|the concert|the storm|the hearing|"
        "the power cut|the reform|the exhibition"
    ),
    "party": (
        "the tenant|the seller|the buyer|the contractor|the client|the employer|the supplier|the licensee|the borrower|the lender|the agency|the insurer|"
        "the publisher|the carrier"
    ),
    "machine": "server A|server B|the pump|the sensor|the main panel|the router|the printer|the boiler|the backup unit|the control box|the scanner|the compressor",
    "animal": "the fox|the owl|the trout|the beaver|the lynx|the heron|the otter|the hare|the seal|the wolf|the crow|the badger",
    "plan": "the Basic plan|the Team plan|the Pro plan|the Family plan|the Student plan|the Free plan|the Premium plan",
    "drug": "Velorin|Camdex|Oritol|Sanupran|Bexalin|Nuvaset|Torvamil|Klarosin|Exalgan|Pridol",
    "room": "room 12|room 4|the blue room|the library|the main hall|the lab|the west wing|room 301|the studio|the attic",
    "dish": "the pea soup|the lamb stew|the lemon tart|the rice bowl|the house salad|the fish pie|the veggie burger|the apple cake",
    "venue": "the office|the shop|the museum|the pharmacy|the library|the pool|the ticket desk|the canteen|the garage|the reception|the surgery|the market hall",
    "session": "the workshop|the meeting|the lecture|the concert|the guided tour|the night shift|the maintenance work|the service|the rehearsal|the exam",
    "season": "the exhibition|the festival|the sale|the course|the campaign|the trial period|the registration|the repair work|the holiday|the tournament",
    "paper": "the permit|the licence|the contract|the warranty|the lease|the agreement|the insurance|the subscription|the membership|the treaty",
    "transport": "the bus|the ferry|the night train|the coach|the flight|train 204|the shuttle|the express|line 7",
    "course": "the pottery course|the first-aid course|the Spanish course|the welding course|the yoga class|the coding course|the choir class",
}  # fmt: skip
_ROLES = "chief engineer|head of sales|finance director|chair of the board|lead designer|head nurse|project manager|treasurer".split(
    "|"
)
_GOODS = "steel|software|batteries|timber|medical supplies|glass|spare parts|grain|packaging".split("|")
_ITEMS = (
    "the boat|the painting|the house|the laptop|the bicycle|the company car|the manuscript|the ring".split(
        "|"
    )
)
_PLACE = re.compile(r"\{(\w)\}")
_WEIGHTS = {"has": 5, "both": 7, "more": 2, "then": 10, "asked": 2, "span": 5}
_STOPPED = 0.15  # share of the claims that keep their full stop
_MOST_THINGS = 4
_MOST_OTHERS = 2  # sentences of real documents among ours
_GROUPED = 0.5  # share of the texts in which one relation follows the other
_TURNED = 0.4  # share of the texts that say what else would not follow
_SAME = 0.3  # share of claims about two things in the very words of the text
_THIRD = 0.2  # share of the texts about two things that tell the same of a third
_OTHERWISE = 0.3  # share of the claims about a span that write its values in another way
_WEEK = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
_MONTHS = "January February March April May June July August September October November December".split()
_WAYS = ("digits", "am", "dots", "words")  # of writing a time of day
_NOON, _EVENING, _MONTH = 12, 18, 28
_DAY = (6 * 60, 23 * 60)  # minutes
_HOURS = "one two three four five six seven eight nine ten eleven twelve".split()
_AGES = (20, 89)
_YEARS = (1890, 2021)
_PLAIN = 2100  # numbers up to here may be years and have no comma


@cache
def _table(name: str) -> tuple[tuple[str, ...], ...]:
    lines = (_TABLES / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    return tuple(tuple(line.split("\t")) for line in lines if line)


def _pool(kind: str, rng: random.Random, count: int) -> list[str]:
    if kind == "none":
        return [""] * count
    if kind == "person":
        firsts, lasts = rng.sample(_FIRST, count), rng.sample(_LAST, count)
        return [f"{a} {b}" for a, b in zip(firsts, lasts, strict=True)]
    return rng.sample(_POOLS[kind].split("|"), count)


def _filled(rng: random.Random, *things: str) -> dict[str, str]:
    """Return values for what a template may mention beside its things, none of them one of these."""
    values = {
        "y": str(rng.randint(1950, 2025)), "n": str(rng.randint(2, 95)), "g": rng.choice(_GOODS), "r": rng.choice(_ROLES), "i": rng.choice(_ITEMS),
        "p": _pool("place", rng, 1)[0], "x": _pool("person", rng, 1)[0], "o": _pool("organisation", rng, 1)[0],
    }  # fmt: skip
    return values if set(things).isdisjoint(values.values()) else _filled(rng, *things)


def _about(kind: str, rng: random.Random) -> dict[str, str]:
    """Return values for a template about one thing."""
    thing = _pool(kind, rng, 1)[0]
    return _filled(rng, thing) | {"s": thing}


def _fill(form: str, values: Mapping[str, str]) -> str:
    """Put values into a template, which may hold other braces, and let it begin with a capital.

    A thing whose name has its article keeps one: "the {s}" with "the fox" is "the fox".
    """

    def put(match: re.Match[str]) -> str:
        return values.get(match.group(1), match.group())

    text = re.sub(r"\b([Tt]he) the\b", r"\1", _PLACE.sub(put, form))
    return text[:1].upper() + text[1:]


def _value(values: str, rng: random.Random) -> str:
    low, _, high = values.partition("-")
    if low.isdigit() and high.isdigit():
        number = rng.randint(int(low), int(high))
        return f"{number:,}" if number > _PLAIN else str(number)
    return rng.choice(values.split("|"))


def _has(rng: random.Random, same: float = _SAME) -> Made:
    """Tell two to four things apart by what each has; a false claim gives one what another has.

    Args:
        rng: source of all draws.
        same: share of the claims that are said in the words of the text.
    """
    kind = rng.choice(sorted({row[0] for row in _table("has")}))
    relations = [row for row in _table("has") if row[0] == kind]
    things = _pool(kind, rng, rng.randint(2, _MOST_THINGS))
    chosen = rng.sample(relations, rng.randint(1, min(3, len(relations))))
    text, said = [], list[Said]()
    for _, told, claimed, possible in chosen:
        values: list[str] = []
        while len(values) < len(things):
            value = _value(possible, rng)
            values += [value] * (value not in values)
        forms = rng.choices(told.split("|"), k=len(things))
        text += [_fill(f, {"s": s, "v": v}) for f, s, v in zip(forms, things, values, strict=True)]
        at, other = rng.sample(range(len(things)), 2)
        claim = forms[at] if rng.random() < same else rng.choice(claimed.split("|"))
        said += [(_fill(claim, {"s": things[at], "v": values[at]}), SUPPORTED)]
        said += [(_fill(claim, {"s": things[at], "v": values[other]}), CONTRADICTED)]
    missing = [row for row in relations if row not in chosen]
    if missing:
        _, _, claimed, possible = rng.choice(missing)
        claim = _fill(rng.choice(claimed.split("|")), {"s": rng.choice(things), "v": _value(possible, rng)})
        said.append((claim, UNKNOWN))
    if rng.random() > _GROUPED:
        rng.shuffle(text)
    return text, said


def _named(a: str, b: str) -> dict[str, str]:
    return {"a": a, "b": b, "A": a[0].upper() + a[1:], "B": b[0].upper() + b[1:]}


def _both(rng: random.Random, same: float = _SAME) -> Made:
    """Say what two things are to each other; a false claim turns it round, or names a third (see `_has`)."""
    kind, forms = rng.choice(_table("both"))
    a, b, third = _pool(kind, rng, 3)
    values = _filled(rng, a, b, third)
    text, claim = rng.sample(forms.split("|"), 2)
    if rng.random() < same:
        claim = text  # nearly verbatim: only the order tells
    told = [_fill(text, _named(a, b) | values)]
    repeated = rng.random() < _THIRD
    if repeated:
        told.append(_fill(rng.choice(forms.split("|")), _named(third, b) | values))
    said = [
        (_fill(claim, _named(a, b) | values), SUPPORTED),
        (_fill(claim, _named(b, a) | values), CONTRADICTED),
    ]
    if not repeated:
        said.append((_fill(claim, _named(third, b) | values), UNSUPPORTED))
    return told, said


def _more(rng: random.Random) -> Made:
    """Give two numbers; a claim says which is larger."""
    kind, told, claims = rng.choice(_table("more"))
    a, b = _pool(kind, rng, 2)
    less, more = sorted(
        rng.sample(range(*(_YEARS if "founded" in told else _AGES if "years old" in told else (10, 900))), 2)
    )
    claim = rng.choice(claims.split("|"))
    text = [_fill(told, {"s": a, "v": str(more)}), _fill(told, {"s": b, "v": str(less)})]
    rng.shuffle(text)
    return text, [(_fill(claim, _named(a, b)), SUPPORTED), (_fill(claim, _named(b, a)), CONTRADICTED)]


def _then(rng: random.Random) -> Made:
    """Say something, and claim what follows from it, and what does not.

    As often the text says what else does not follow: so no claim is known to be true or false without its text.
    """
    kind, told, holds, fails = rng.choice(_table("then"))
    values = _about(kind, rng)
    true, false = rng.choice(holds.split("|")), rng.choice(fails.split("|"))
    denied, false = false[0] == "!", _fill(false[1:], values)
    turned = rng.random() < _TURNED
    text = [false if turned else _fill(told, values)]
    if turned:
        said = [(false, SUPPORTED)]
        said += [(_fill(rng.choice((true, told)), values), CONTRADICTED)] * denied
    else:
        said = [(_fill(true, values), SUPPORTED), (false, CONTRADICTED if denied else UNSUPPORTED)]
    if rng.random() < _GROUPED:
        other, more, *_ = rng.choice(_table("then"))
        if more != told:
            text.append(_fill(more, _about(other, rng)))
    return text, said


def _asked(rng: random.Random) -> Made:
    """Answer a question in a word: the claim is the question with its answer, as the decomposer makes it."""
    kind, told, question, right, wrong = rng.choice(_table("asked"))
    values = _about(kind, rng)
    said = []
    for answers, target in ((right, SUPPORTED), (wrong, CONTRADICTED)):
        answer = rng.choice(answers.split("|")).rstrip(".")
        said.append((_fill(f"{question} {answer}", values), target))
    return [_fill(told, values)], said


def _clock(minutes: int, way: str) -> str:
    """Return a time of day, written in one of `_WAYS`; half hours have no words here."""
    hour, minute = divmod(minutes, 60)
    if way == "digits" or (way == "words" and minute):
        return f"{hour}:{minute:02}"
    twelfth = (hour - 1) % _NOON
    if way == "words":
        part = "morning" if hour < _NOON else "afternoon" if hour < _EVENING else "evening"
        return f"{_HOURS[twelfth]} in the {part}"
    half = "a" if hour < _NOON else "p"
    return f"{twelfth + 1}{f':{minute:02}' if minute else ''} {half}{'.m.' if way == 'dots' else 'm'}"


def _date(day: int, way: str) -> str:
    """Return a day of a year of months of 28 days, the day or the month first."""
    month, of_month = _MONTHS[day // _MONTH], day % _MONTH + 1
    return f"{month} {of_month}" if way == "digits" else f"{of_month} {month}"


def _points(kind: str, rng: random.Random) -> list[tuple[str, str]]:
    """Return where something begins, a place within, and where it ends; each as the text and as the claim writes it."""
    way = rng.choice(_WAYS)
    other = rng.choice(_WAYS) if rng.random() < _OTHERWISE else way
    if kind == "clock":
        found = sorted(rng.sample(range(*_DAY, 30), 3))
        return [(_clock(at, way), _clock(at, other)) for at in found]
    if kind == "date":
        return [
            (_date(at, way), _date(at, other)) for at in sorted(rng.sample(range(_MONTH * len(_MONTHS)), 3))
        ]
    if kind == "weekday":
        return [(day, day) for day in (_WEEK[at] for at in sorted(rng.sample(range(7), 3)))]
    if kind in _POOLS:
        return [(name, name) for name in _pool(kind, rng, 3)]
    low, high, form = {
        "year": (1820, 2024, "{}"), "money": (8, 900, "${}"), "count": (2, 95, "{}"), "age": (3, 17, "{}"), "degrees": (-20, 60, "{} °C"),
    }[kind]  # fmt: skip
    return [(form.format(at), form.format(at)) for at in sorted(rng.sample(range(low, high), 3))]


def _span(rng: random.Random) -> Made:
    """Say where something begins and where it ends; a false claim takes the one for the other, or a point between."""
    kind, of, told, begins, ends, both = rng.choice(_table("span"))
    thing, third = _pool(kind, rng, 2)
    (f, first), (_, within), (t, last) = _points(of, rng)
    values = _filled(rng, thing, third, f, t) | {"s": thing}
    text = _fill(rng.choice(told.split("|")), values | {"f": f, "t": t})
    right, turned = {"f": first, "t": last}, {"f": last, "t": first}
    strange = {"f": within, "t": within}
    one, other = (rng.choice(forms.split("|")) for forms in rng.sample((begins, ends), 2))
    two = rng.choice(both.split("|"))
    said = [(form, right, SUPPORTED) for form in (one, other, two)]
    wrong = rng.choice((turned, right | {"f": within}, right | {"t": within}))
    said += [(rng.choice((one, other)), turned, CONTRADICTED), (two, wrong, CONTRADICTED)]
    said += [(one, strange, UNSUPPORTED if of in _POOLS else CONTRADICTED)]
    made = [(_fill(form, values | put), target) for form, put, target in rng.sample(said, 4)]
    return [text], [*made, (_fill(other, values | right | {"s": third}), UNSUPPORTED)][: rng.randint(3, 5)]


_MAKERS = {"has": _has, "both": _both, "more": _more, "then": _then, "asked": _asked, "span": _span}


def retellings(rng: random.Random) -> Iterator[tuple[str, list[str]]]:
    """Yield each text of the table ``then`` with what follows from it, for the most part in words of its own."""
    for kind, told, holds, _ in _table("then"):
        values = _about(kind, rng)
        yield _fill(told, values), [_fill(each, values) for each in holds.split("|")]


def _as_claimed(text: str, rng: random.Random) -> str:
    """Return a claim as the decomposer makes it, without its full stop; as a sentence now and then."""
    return text.removesuffix(".") if rng.random() > _STOPPED else text


def order_pairs(count: int, rng: random.Random) -> Iterator[tuple[str, str, int]]:
    """Yield what is learnt before `template_pairs`: texts and claims of the same words, where the order alone tells.

    A model that has never minded the order learns it from these within some thousand pairs, and from there the claims in
    other words; of both at once it learns neither.
    """
    left = count
    while left > 0:
        text, said = rng.choice((_both, _has))(rng, same=1.0)
        sure = [each for each in said if each[1] in {SUPPORTED, CONTRADICTED}][:left]
        yield from ((" ".join(text), _as_claimed(claim, rng), target) for claim, target in sure)
        left -= len(sure)


def template_pairs(count: int, others: Sequence[str], rng: random.Random) -> Iterator[tuple[str, str, int]]:
    """Yield context, claim and target (0 supported, 1 not enough information, 2 contradicted, 3 unsupported).

    Args:
        count: how many pairs.
        others: sentences of real documents, of which some stand among ours.
        rng: source of all draws.
    """
    left, names = count, list(_WEIGHTS)
    while left > 0:
        text, said = _MAKERS[rng.choices(names, [_WEIGHTS[name] for name in names])[0]](rng)
        for _ in range(rng.randint(0, _MOST_OTHERS)):
            text.insert(rng.randint(0, len(text)), rng.choice(others))
        for claim, target in said[:left]:
            yield " ".join(text), _as_claimed(claim, rng), target
        left -= len(said)
