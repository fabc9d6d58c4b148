"""Texts about several things of one kind, with claims about them: who did what to whom, which value belongs to which thing.

The templates are ours. A true claim says a sentence of the text in other words; a false one puts another thing of the
text, or an opposite, in its place. Each word of it stands in the text, so words in common tell nothing.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

__all__ = ["binding_pairs"]

SUPPORTED, UNKNOWN, CONTRADICTED, UNSUPPORTED = range(4)
Said = tuple[str, int]

_FIRST = (
    "Ana John Mei Omar Lena Priya Tom Sara Yuki Paul Ingrid Carlos Nadia Viktor Grace Ali Hanna Diego Ruth Kofi"
).split()
_LAST = (
    "Ruiz Carter Chen Haddad Vogt Nair Becker Lindt Mori Okafor Berg Silva Petrov Novak Kim Hassan Weiss Ortiz Cole Mensah"
).split()
_ORGS = (
    "Norda|Kestrel Systems|Orlo Ltd|Halden Group|Bluepeak|Tessaro|Marlin Lines|Quantix|Velora AG|Northgate Foods|Solvane|Pinewood Energy|"
    "Arbor Health|Cadence Labs|Ironbridge|Lumen Freight"
).split("|")
_PRODUCTS = (
    "Aurora 200|AirLite X2|Model A|Model B|ProBook 14|Trail Runner 3|SoundBar Mini|VoltCharge 65|HeatWave 900|PixelCam S|Series 5|Series 7|Basic plan|"
    "Team plan"
).split("|")
_PLACES = "Austin Lisbon Denver Leeds Hamburg Toronto Graz Linz Boston Oslo Turin Porto Bergen Lyon Krakow Ghent".split()
_TEAMS = "the Falcons|the Harbor Bears|the Lions|United|Rovers|the Comets|City|the Rangers".split("|")
_EVENTS = (
    "the merger|the trade fair|the election|the strike|the product launch|the audit|the conference|the flood|the vote"
).split("|")
_ROLES = (
    "chief engineer|head of sales|finance director|chair of the board|lead designer|head nurse|project manager|treasurer"
).split("|")
_GOODS = "steel|software|batteries|timber|medical supplies|glass|spare parts|grain|packaging".split("|")
_ITEMS = (
    "the boat|the painting|the house|the laptop|the bicycle|the company car|the manuscript|the ring".split(
        "|"
    )
)


@dataclass(frozen=True, slots=True)
class _Relation:
    """What one thing has: how a text says it, how a claim says it, and what values it takes."""

    told: tuple[str, ...]
    claimed: tuple[str, ...]
    values: Sequence[str] | tuple[int, int]


def _relations() -> dict[str, tuple[_Relation, ...]]:
    made = _Relation
    return {
        "person": (
            made(("{s} is the {v} of the company.", "{s} works as {v}.", "The post of {v} is held by {s}."),
                 ("{s} is the {v}.", "The {v} is {s}.", "{s} holds the position of {v}."), _ROLES),
            made(("{s} grew up in {v}.", "{s} spent a childhood in {v}."), ("{s} was raised in {v}.", "{s} is from {v}."), _PLACES),
            made(("{s} joined in {v}.", "Since {v}, {s} has been part of the staff."), ("{s} has worked there since {v}.", "{s} started in {v}."),
                 (1985, 2024)),
            made(("{s} manages a team of {v} people.", "There are {v} people in the team of {s}."), ("{s} leads {v} people.",
                 "The team of {s} has {v} members."), (3, 90)),
            made(("{s} is responsible for {v}.", "{s} looks after {v}."), ("{v} is the responsibility of {s}.", "{s} is in charge of {v}."), _GOODS),
        ),
        "organisation": (
            made(("{s} was founded in {v}.", "Founded in {v}, {s} is still run by its founders."), ("{s} dates from {v}.", "{s} was set up in {v}."),
                 (1890, 2021)),
            made(("{s} has its headquarters in {v}.", "{s} is based in {v}."), ("{v} is home to the head office of {s}.", "{s} is located in {v}."),
                 _PLACES),
            made(("{s} employs {v} people.", "{s} has a staff of {v}."), ("{v} people work for {s}.", "{s} has {v} employees."), (12, 9000)),
            made(("{s} makes {v}.", "{s} is a producer of {v}."), ("{s} produces {v}.", "{s} manufactures {v}."), _GOODS),
            made(("Revenue at {s} came to ${v} million.", "{s} reported sales of ${v} million."), ("{s} had revenue of ${v} million.",), (2, 900)),
        ),
        "product": (
            made(("The {s} weighs {v} g.", "The weight of the {s} is {v} g."), ("The {s} has a weight of {v} g.", "The scales show {v} g for the {s}."),
                 (80, 4000)),
            made(("The {s} costs ${v}.", "The price of the {s} is ${v}."), ("The {s} is priced at ${v}.", "One pays ${v} for the {s}."), (9, 900)),
            made(("The battery of the {s} lasts {v} hours.", "The {s} runs for {v} hours on one charge."), ("The {s} has a battery life of {v} hours.",),
                 (4, 72)),
            made(("The {s} comes with a warranty of {v} months.", "For the {s}, the warranty is {v} months."), ("The warranty of the {s} is {v} months.",
                 "The {s} is under warranty for {v} months."), (3, 60)),
        ),
        "place": (
            made(("{s} has {v} inhabitants.", "{v} people live in {s}."), ("The population of {s} is {v}.",), (9000, 900000)),
            made(("The office in {s} has {v} staff.", "{v} people work at the {s} office."), ("{s} has {v} staff.", "The number of staff in {s} is {v}."),
                 (3, 400)),
            made(("The depot in {s} keeps {v} trucks.", "{v} trucks are kept in {s}."), ("{s} has {v} trucks.",), (2, 70)),
            made(("The branch in {s} is run by {v}.", "{v} is in charge of the {s} branch."), ("{v} heads the branch in {s}.", "The {s} branch is led by {v}."),
                 [f"{a} {b}" for a, b in zip(_FIRST, _LAST, strict=True)]),
        ),
    }  # fmt: skip


# What two things are to each other. {a} and {b} cannot change places; each tuple says one and the same.
_BOTH: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("organisation", ("{a} acquired {b} in {y}.", "{b} was acquired by {a} in {y}.", "{a} bought {b} in {y}.", "In {y}, {b} was taken over by {a}.",
                      "{b} was sold to {a} in {y}.")),
    ("organisation", ("{a} sued {b} over a patent.", "{b} was sued by {a} over a patent.", "{a} took {b} to court over a patent.")),
    ("organisation", ("{a} supplies {b} with {g}.", "{b} buys {g} from {a}.", "{b} gets its {g} from {a}.", "{a} sells {g} to {b}.")),
    ("organisation", ("{a} owes {b} ${n} million.", "{b} is owed ${n} million by {a}.", "{a} has a debt of ${n} million to {b}.")),
    ("organisation", ("{a} is a subsidiary of {b}.", "{b} is the parent company of {a}.", "{a} belongs to {b}.", "{b} owns {a}.")),
    ("team", ("{a} beat {b} in the final.", "{b} lost the final to {a}.", "{a} defeated {b} in the final.", "In the final, {a} won against {b}.")),
    ("person", ("{a} succeeded {b} as {r}.", "{b} was succeeded by {a} as {r}.", "{b} was {r} before {a}.", "{a} took over from {b} as {r}.")),
    ("person", ("{a} reports to {b}.", "{b} is the manager of {a}.", "{a} works under {b}.", "{a} has {b} as a manager.")),
    ("person", ("{a} taught {b}.", "{b} was a pupil of {a}.", "{a} was the teacher of {b}.", "{b} was taught by {a}.")),
    ("person", ("{a} is the mother of {b}.", "{b} is a child of {a}.", "{a} gave birth to {b}.")),
    ("person", ("{a} sold {i} to {b}.", "{b} bought {i} from {a}.", "{b} got {i} from {a} for money.")),
    ("person", ("{a} lent {i} to {b}.", "{b} borrowed {i} from {a}.")),
    ("person", ("{a} hired {b}.", "{b} was hired by {a}.", "{b} got the job from {a}.")),
    ("person", ("{a} is older than {b}.", "{b} is younger than {a}.", "{a} was born before {b}.")),
    ("product", ("The {a} is heavier than the {b}.", "The {b} is lighter than the {a}.", "The {a} weighs more than the {b}.")),
    ("product", ("The {a} is more expensive than the {b}.", "The {b} is cheaper than the {a}.", "The {a} costs more than the {b}.")),
    ("product", ("The {a} is faster than the {b}.", "The {b} is slower than the {a}.", "The {b} is not as fast as the {a}.")),
    ("product", ("The {a} replaces the {b}.", "The {b} is replaced by the {a}.", "The {a} is the successor of the {b}.")),
    ("place", ("{a} lies north of {b}.", "{b} lies south of {a}.", "{b} is to the south of {a}.")),
    ("place", ("{a} has more inhabitants than {b}.", "{b} is smaller than {a}.", "Fewer people live in {b} than in {a}.")),
    ("event", ("{A} took place before {b}.", "{B} took place after {a}.", "{A} was followed by {b}.", "{A} came earlier than {b}.")),
    ("event", ("{A} led to {b}.", "{B} was caused by {a}.", "{B} was a result of {a}.", "{A} was the reason for {b}.")),
)  # fmt: skip
# Two numbers tell which thing has more of it: how the text gives them, and what a claim says of the larger, {a}.
_MORE: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("product", "The {s} uses {v} W.", ("The {a} uses more power than the {b}.", "The {b} needs less power than the {a}.")),
    ("product", "The {s} costs ${v}.", ("The {a} is more expensive than the {b}.", "The {b} is cheaper than the {a}.", "The {a} costs more than the {b}.")),
    ("product", "The {s} weighs {v} g.", ("The {a} is heavier than the {b}.", "The {b} is lighter than the {a}.")),
    ("place", "{s} has {v} thousand inhabitants.", ("{a} is larger than {b}.", "{b} has fewer inhabitants than {a}.", "More people live in {a} than in {b}.")),
    ("organisation", "{s} employs {v} people.", ("{a} has more employees than {b}.", "{b} is smaller than {a}.", "{a} employs more people than {b}.")),
    ("organisation", "{s} was founded in {v}.", ("{b} is older than {a}.", "{a} is younger than {b}.", "{b} was founded earlier than {a}.")),
    ("person", "{s} is {v} years old.", ("{a} is older than {b}.", "{b} is younger than {a}.")),
)  # fmt: skip
# What a text says; what then holds; what does not, and whether the text denies it (!) or leaves it open (?).
_THEN: tuple[tuple[str, str, str, str], ...] = (
    ("person", "{s} plans to move to {p}.", "{s} intends to move to {p}.|{s} wants to move to {p}.", "?{s} has moved to {p}.|?{s} lives in {p}."),
    ("person", "{s} was nominated for the award.", "{s} was a candidate for the award.", "?{s} won the award.|?{s} received the award."),
    ("person", "{s} tried to reach the summit but had to turn back.", "{s} did not reach the summit.", "!{s} reached the summit."),
    ("person", "{s} turned down the offer.", "{s} rejected the offer.|{s} did not accept the offer.", "!{s} accepted the offer.|!{s} took the offer."),
    ("person", "{s} survived the accident.", "{s} did not die in the accident.|{s} lived through the accident.", "!{s} died in the accident."),
    ("person", "{s} denied having signed the contract.", "{s} said that no such contract was signed.", "?{s} signed the contract.|!{s} admitted having signed the contract."),
    ("person", "{s} forgot to lock the door.", "{s} did not lock the door.|{s} left the door unlocked.", "!{s} locked the door."),
    ("person", "{s} managed to repair the pump.", "{s} repaired the pump.|The pump was repaired by {s}.", "!{s} failed to repair the pump."),
    ("person", "{s} may be asked to pay a fine.", "A fine is possible for {s}.", "?{s} paid a fine.|?{s} has to pay a fine."),
    ("person", "{s} has retired.", "{s} no longer works.", "!{s} is still working."),
    ("person", "{s} passed the exam at the second attempt.", "{s} failed the exam the first time.|{s} passed the exam.", "!{s} passed the exam at once.|!{s} failed the exam twice."),
    ("organisation", "{s} remained profitable through the crisis.", "{s} did not lose money in the crisis.|{s} made money during the crisis.", "!{s} made a loss in the crisis.|!{s} went bankrupt in the crisis."),
    ("organisation", "{s} filed for bankruptcy in {y}.", "{s} went bankrupt in {y}.|In {y}, {s} was insolvent.", "!{s} was financially healthy in {y}."),
    ("organisation", "{s} is in talks to buy a rival.", "{s} is considering the purchase of a rival.", "?{s} has bought a rival.|?{s} bought a rival."),
    ("organisation", "{s} is expected to cut {n} jobs.", "Job cuts are expected at {s}.", "?{s} has cut {n} jobs.|?{s} cut {n} jobs last year."),
    ("organisation", "{s} kept its prices unchanged.", "{s} did not raise its prices.", "!{s} raised its prices.|!{s} lowered its prices."),
    ("organisation", "Sales at {s} fell by {n} percent.", "{s} sold less than before.|Sales of {s} declined.", "!Sales at {s} rose by {n} percent.|!{s} sold more than before."),
    ("organisation", "Most of the staff of {s} work from home.", "More than half of the staff of {s} work from home.|Some staff of {s} work from home.", "?All staff of {s} work from home.|!Nobody at {s} works from home."),
    ("organisation", "Some suppliers of {s} missed the deadline.", "Not every supplier of {s} met the deadline.", "?All suppliers of {s} missed the deadline.|!Every supplier of {s} met the deadline."),
    ("organisation", "{s} will open a branch in {p} next year.", "A branch of {s} in {p} is planned.|{s} has plans for {p}.", "?{s} has a branch in {p}.|!{s} opened a branch in {p} years ago."),
    ("organisation", "{s} withdrew from {p}.", "{s} is no longer active in {p}.|{s} left {p}.", "!{s} is active in {p}.|!{s} expanded in {p}."),
    ("product", "The {s} costs ${n}.", "The {s} has to be paid for.|One must pay ${n} for the {s}.", "!The {s} is free of charge.|!The {s} costs nothing."),
    ("product", "The {s} must not be opened by the user.", "Users may not open the {s}.|The user is not allowed to open the {s}.|The user should never open the {s}.", "!Users may open the {s}.|!The {s} can be opened by the user."),
    ("product", "The {s} can be returned within {n} days.", "Returns of the {s} are accepted for {n} days.", "!The {s} cannot be returned.|!The {s} can be returned at any time."),
    ("product", "Only {s} units sold after {y} are covered.", "{s} units sold before {y} are not covered.", "!{s} units sold before {y} are covered.|!All {s} units are covered."),
    ("product", "The {s} supports up to {n} users.", "No more than {n} users can use the {s}.|The {s} has a limit of {n} users.", "?The {s} needs at least {n} users.|!The {s} has no limit on users."),
    ("product", "The {s} requires at least {n} GB of memory.", "Less than {n} GB of memory is not enough for the {s}.", "!The {s} runs with any amount of memory.|?The {s} has {n} GB of memory."),
    ("product", "The {s} is no longer made.", "Production of the {s} has ended.|The {s} has been discontinued.", "!The {s} is still in production."),
    ("product", "Nothing on the {s} needs oil.", "The {s} works without oil.", "!The {s} has to be oiled."),
    ("product", "The {s} is sold without a charger.", "A charger is not included with the {s}.|The charger has to be bought apart from the {s}.", "!The {s} comes with a charger.|!A charger is included with the {s}."),
    ("product", "The {s} almost broke the record.", "The {s} did not break the record.|The {s} came close to the record.", "!The {s} broke the record.|!The {s} set a new record."),
    ("place", "The museum in {p} is closed for repairs.", "The museum in {p} cannot be visited.|The museum in {p} is shut.", "!The museum in {p} is open.|!Visitors can see the museum in {p}."),
    ("place", "The museum in {p} is open every day but Monday.", "The museum in {p} is closed on Mondays.|The museum in {p} is open on Tuesdays.", "!The museum in {p} is open on Mondays.|!The museum in {p} is open daily without exception."),
    ("place", "Entry to the castle in {p} is free for children.", "Children pay nothing at the castle in {p}.", "?Entry to the castle in {p} is free for everyone.|!Children have to pay at the castle in {p}."),
    ("place", "The bridge in {p} was destroyed in {y} and never rebuilt.", "There is no bridge in its place in {p} today.|The bridge in {p} was lost in {y}.", "!The bridge in {p} was rebuilt.|!The bridge in {p} still stands."),
    ("place", "{p} is one of the largest ports in the country.", "{p} has a large port.", "?{p} is the largest port in the country.|!{p} has no port."),
    ("place", "The vote in {p} was unanimous.", "Nobody in {p} voted against it.|Everyone in {p} agreed in the vote.", "!The vote in {p} was close.|!Some in {p} voted against it."),
    ("place", "The train to {p} was late by {n} minutes.", "The train to {p} did not arrive on time.|The train to {p} had a delay of {n} minutes.", "!The train to {p} arrived on time.|!The train to {p} was {n} minutes early."),
    ("place", "The court in {p} dismissed the case.", "The case was thrown out by the court in {p}.", "!The court in {p} ruled for the plaintiff.|!The court in {p} convicted the defendant."),
    ("place", "According to the mayor of {p}, the road will be finished in {y}.", "The mayor of {p} expects the road in {y}.", "?The road in {p} was finished in {y}.|!The mayor of {p} says that the road will never be finished."),
)  # fmt: skip
_WEIGHTS = (4, 3, 1, 3)  # of the four kinds of text
_MOST_OTHERS = 2  # sentences of real documents among ours


def _pool(kind: str, rng: random.Random, count: int) -> list[str]:
    if kind == "person":
        firsts, lasts = rng.sample(_FIRST, count), rng.sample(_LAST, count)
        return [f"{a} {b}" for a, b in zip(firsts, lasts, strict=True)]
    pools = {"organisation": _ORGS, "product": _PRODUCTS, "place": _PLACES, "team": _TEAMS, "event": _EVENTS}
    return rng.sample(pools[kind], count)


def _value(values: Sequence[str] | tuple[int, int], rng: random.Random) -> str:
    if isinstance(values[0], int) and isinstance(values[1], int):
        number = rng.randint(values[0], values[1])
        return f"{number:,}" if number > 2100 else str(number)
    return str(rng.choice(values))


def _filled(rng: random.Random) -> dict[str, str]:
    """Return values for what a template may mention beside its things."""
    return {
        "y": str(rng.randint(1950, 2025)), "n": str(rng.randint(2, 95)), "g": rng.choice(_GOODS), "r": rng.choice(_ROLES), "i": rng.choice(_ITEMS),
        "p": rng.choice(_PLACES),
    }  # fmt: skip


def _attributes(rng: random.Random) -> tuple[list[str], list[Said]]:
    """Tell two to four things apart by what each has; a false claim gives one what another has."""
    kind, relations = rng.choice([*_relations().items()])
    things = _pool(kind, rng, rng.randint(2, 4))
    chosen = rng.sample(relations, rng.randint(1, min(3, len(relations))))
    text, said = [], []
    for relation in chosen:
        values: list[str] = []
        while len(values) < len(things):
            value = _value(relation.values, rng)
            values += [value] * (value not in values)
        text += [rng.choice(relation.told).format(s=s, v=v) for s, v in zip(things, values, strict=True)]
        at, other = rng.sample(range(len(things)), 2)
        claim = rng.choice(relation.claimed)
        said += [(claim.format(s=things[at], v=values[at]), SUPPORTED)]
        said += [(claim.format(s=things[at], v=values[other]), CONTRADICTED)]
    missing = [relation for relation in relations if relation not in chosen]
    if missing:
        relation = rng.choice(missing)
        claim = rng.choice(relation.claimed).format(s=rng.choice(things), v=_value(relation.values, rng))
        said.append((claim, UNKNOWN))
    if rng.random() < 0.5:  # else one relation after the other
        rng.shuffle(text)
    return text, said


def _placed(rng: random.Random) -> tuple[list[str], list[Said]]:
    """Say what two things are to each other; a false claim turns it round, or names a third."""
    kind, same = rng.choice(_BOTH)
    a, b, third = _pool(kind, rng, 3)
    values = _filled(rng)
    text, claim = rng.sample(same, 2)
    names = {"a": a, "b": b, "A": a[0].upper() + a[1:], "B": b[0].upper() + b[1:]}
    turned = {"a": b, "b": a, "A": names["B"], "B": names["A"]}
    strange = names | {"a": third, "A": third[0].upper() + third[1:]}
    told = [text.format(**names, **values)]
    told += [rng.choice(same).format(**strange, **values)] * (rng.random() < 0.2)
    said = [(claim.format(**names, **values), SUPPORTED), (claim.format(**turned, **values), CONTRADICTED)]
    if len(told) == 1:
        said.append((claim.format(**strange, **values), UNSUPPORTED))
    return told, said


def _compared(rng: random.Random) -> tuple[list[str], list[Said]]:
    """Give two numbers; a claim says which is larger."""
    kind, told, claims = rng.choice(_MORE)
    a, b = _pool(kind, rng, 2)
    low, high = (1890, 2021) if "founded" in told else (20, 89) if "years old" in told else (10, 900)
    less, more = sorted(rng.sample(range(low, high), 2))
    claim = rng.choice(claims)
    text = [told.format(s=a, v=more), told.format(s=b, v=less)]
    rng.shuffle(text)
    return text, [(claim.format(a=a, b=b), SUPPORTED), (claim.format(a=b, b=a), CONTRADICTED)]


def _follows(rng: random.Random) -> tuple[list[str], list[Said]]:
    """Say something, and claim what follows from it, or what does not."""
    kind, told, holds, fails = rng.choice(_THEN)
    values = _filled(rng) | {"s": _pool(kind, rng, 1)[0]}
    said = [(rng.choice(holds.split("|")).format(**values), SUPPORTED)]
    false = rng.choice(fails.split("|"))
    said.append((false[1:].format(**values), CONTRADICTED if false[0] == "!" else UNSUPPORTED))
    text = [told.format(**values)]
    if rng.random() < 0.4:
        other, more, *_ = rng.choice([each for each in _THEN if each[0] != kind])
        text.append(more.format(**_filled(rng), s=_pool(other, rng, 1)[0]))
    return text, said


_KINDS = (_attributes, _placed, _compared, _follows)


def binding_pairs(count: int, others: Sequence[str], rng: random.Random) -> Iterator[tuple[str, str, int]]:
    """Yield context, claim and target (0 supported, 1 not enough information, 2 contradicted, 3 unsupported).

    Args:
        count: how many pairs.
        others: sentences of real documents, of which some stand among ours.
        rng: source of all draws.
    """
    left = count
    while left > 0:
        text, said = rng.choices(_KINDS, _WEIGHTS)[0](rng)
        for _ in range(rng.randint(0, _MOST_OTHERS)):
            text.insert(rng.randint(0, len(text)), rng.choice(others))
        for claim, target in said[:left]:
            yield " ".join(text), claim, target
        left -= len(said)
