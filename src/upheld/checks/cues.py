"""Words beside a number that say how it is meant, or that it is no quantity."""

from __future__ import annotations

from collections.abc import Mapping

from upheld.checks.date_words import MONTHS, WORDLIKE
from upheld.checks.items import Relation
from upheld.checks.number_tokens import Tokens

__all__ = [
    "ADJECTIVES",
    "AFTER",
    "BEFORE",
    "BEFORE_LAST",
    "CHANGES",
    "CLOCK",
    "DURATION_CUES",
    "ERAS",
    "HEADS",
    "IDIOMS_OF_FIRST",
    "INSTRUCTIONS",
    "LABELS",
    "LESS",
    "MORE",
    "NO_NOUNS",
    "PLURALS",
    "RANGE_WORDS",
    "SCORES",
    "SCREENS",
    "TIMES",
    "VAGUE",
    "YEAR_CUES",
    "is_month",
]


def _phrases(relation: Relation, text: str) -> dict[str, Relation]:
    return dict.fromkeys((phrase.strip() for phrase in text.split(",")), relation)


BEFORE: Mapping[str, Relation] = {
    **_phrases(
        "at_least",
        "at least, no less than, no fewer than, not less than, not fewer than, minimum of, a minimum of, minimum, min, min ., as many as or more, at minimum, "
        "start at, starting at, starts at, starting from, starts from, start from, not under, not below, ≥, > =, = >, al menos, por lo menos, como mínimo, un mínimo de, mínimo de, no menos de, "
        "mindestens, wenigstens, zumindest, au moins, au minimum, un minimum de, pas moins de, pelo menos, ao menos, no mínimo, um mínimo de, não menos de",
    ),
    **_phrases(
        "more_than",
        "over, above, exceeding, exceeds, exceed, exceeded, in excess of, upwards of, beyond, >, más de, mayor de, superior a, mehr als, über, plus de, supérieur à, mais de, acima de",
    ),
    **_phrases(
        "at_most",
        "at most, up to, no more than, not more than, maximum of, a maximum of, maximum, max, max ., limited to, capped at, not exceed, not exceeding, cannot exceed, "
        "not over, not above, ≤, < =, = <, as much as, como máximo, a lo sumo, hasta, un máximo de, máximo de, no más de, höchstens, maximal, bis zu, nicht mehr als, "
        "au plus, au maximum, jusqu ' à, un maximum de, maximum de, pas plus de, no máximo, até, um máximo de, não mais de",
    ),
    **_phrases(
        "less_than",
        "under, below, <, menos de, inferior a, weniger als, unter, moins de, inférieur à, abaixo de",
    ),
    **_phrases(
        "about",
        "about, around, approximately, approx, approx ., roughly, nearly, almost, circa, ca, ca ., c ., ~, ≈, ∼, ≃, some, an estimated, estimated, close to, near, "
        "virtually, just about, unos, unas, alrededor de, aproximadamente, cerca de, casi, más o menos, etwa, ungefähr, rund, knapp, fast, nahezu, zirka, "
        "environ, près de, presque, à peu près, autour de, quase, em torno de, por volta de, uns, umas",
    ),
}
"""Phrase right before a number -> how the number is meant."""

BEFORE_LAST = frozenset(phrase.rpartition(" ")[2] for phrase in BEFORE) | {"than", "of", "a", "an", "the"}
"""Last words of these phrases: what a glance at one word can rule out."""

MORE = frozenset(
    "more greater larger higher longer older bigger later heavier taller deeper wider better faster hotter warmer further farther other".split()
)
LESS = frozenset(
    "less fewer lower smaller shorter younger cheaper lighter slower earlier colder sooner".split()
)

AFTER: Mapping[str, Relation] = {
    **_phrases(
        "at_least",
        "or more, or above, or older, or over, or higher, or greater, or longer, or larger, or better, or later, and above, and up, and over, and older, and more, "
        "minimum, min, at least, at minimum, plus, o más, y más, oder mehr, und mehr, ou plus, et plus, ou mais, e mais, mindestens, au moins, como mínimo, au minimum, no mínimo",
    ),
    **_phrases(
        "at_most",
        "or less, or fewer, or under, or below, or younger, or lower, or shorter, or smaller, and under, and below, and younger, maximum, max, at most, at maximum, tops, "
        "o menos, oder weniger, ou moins, ou menos, como máximo, höchstens, au maximum, au plus, no máximo",
    ),
    **_phrases("about", "or so, more or less, give or take"),
}
"""Phrase right after an amount -> how it is meant."""

LABELS = frozenset(
    "heat passage passages document documents source context chunk citation reference footnote slide sheet page pages chapter chapters section sections rule rules figure figures fig table tables step steps line lines no nos nr number numbers version versions room "
    "suite apartment apt flat gate platform track bus route highway interstate exit flight model type level phase stage class grade tier lane channel act scene verse "
    "psalm episode question item option article articles paragraph clause appendix annex exhibit schedule part volume vol issue error code port id pin zip box "
    "season round week day lesson unit module exercise example equation theorem note ref sec pp p vs category tropical group size player agent area zone "
    "district ward pier terminal building house floor lot block slot bay cell row column "
    "página páginas capítulo artículo sección paso regla figura tabla versión habitación número núm "
    "seite seiten kapitel abschnitt artikel regel absatz schritt abbildung tabelle zimmer nummer raum stufe stock etage "
    "chapitre article étape règle figure tableau chambre numéro niveau "
    "artigo seção passo regra etapa tabela quarto sala nível".split()
) | {"§", "#", "№", "§§", "n°", "nº", "º"}  # fmt: skip
"""Words before a number that make it a name or a place, not a quantity."""

NO_NOUNS = frozenset(
    "then now later ago away apart today yesterday tomorrow each per total respectively above below left right long tall wide deep high old out off back up down "
    "across along within without against around among until since because due according compared versus vs times "
    "fewer less higher lower faster slower cheaper longer shorter better worse larger smaller bigger older younger earlier "
    "percent plus minus and or nor but que qui dont wobei sowie pro por par".split()
)
"""Words after a number that are not what is counted."""

ADJECTIVES = frozenset(
    "more other additional new different extra further separate full whole complete consecutive straight nearby major main key primary unique distinct".split()
)
"""Words between a number and what is counted."""

PLURALS = frozenset(
    "people children men women teeth mice geese fish sheep deer aircraft spacecraft staff police cattle species series personnel pieces media data crew percent alumni criteria "
    "phenomena personas menschen leute kinder männer frauen personen pessoas gens enfants".split()
)
"""Plurals that do not end in s, and some that look like none."""

CHANGES = frozenset(
    "rose rise rises rising increased increases increase increasing grew grow grows growing fell fall falls falling dropped drop drops decreased decrease decreases "
    "declined declines decline jumped jumps went goes go changed changes change raised raises raise cut cuts reduced reduces reduce moved moves lowered lowers "
    "expanded expands extended shrank surged slipped climbed compared doubled upgraded converted widened narrowed improved advanced boosted slashed lifted "
    "aumentó subió bajó pasó cayó creció redujo stieg steigt fiel sank sinkt erhöht gesenkt passé augmenté baissé diminué aumentou subiu caiu passou reduziu".split()
)
"""Verbs after which "from A to B" is a change and not a range."""

SCORES = frozenset(
    "won win wins winning lost lose loses losing beat beats beating defeat defeated defeats victory score scored draw drew tie tied match final record lead led odds vote ratio".split()
)
"""Words near two bare numbers that make them a score."""

ERAS = frozenset("bc bce ad ce b.c a.d".split())
CLOCK = frozenset("am pm a.m p.m o'clock oclock uhr".split())

DURATION_CUES = frozenset(
    "for in within after than least most about almost nearly over under takes take took taking lasts last lasted lasting around approximately exactly only just "
    "roughly dura duran duró durante dauert dauerten für nach innerhalb dure pendant durou leva within every".split()
)
"""Words before "an hour" that make it one hour, and not a rate."""

TIMES = frozenset("time times x × veces vez fois vezes mal".split())
"""What "three times" counts; all have the unit ``times``."""

VAGUE = frozenset(
    "several few many couple numerous countless hundreds thousands tens dozens some-odd varios mehrere plusieurs vários".split()
)
"""Words before a magnitude that leave its number open."""

YEAR_CUES = frozenset(
    "in since of from by until till during year years before after early late mid circa the this that and to through between copyright © summer winter spring fall autumn "
    "en desde hasta durante año de del im seit bis jahr ab um depuis jusqu année dès em até ano desde el le la der die das o".split()
)
"""Words before a number of four digits that make it a year."""

IDIOMS_OF_FIRST = frozenset(
    "aid name names lady lady's class hand of all come degree person party time ever and or but , . ; : ) glance sight impression rate".split()
)
"""Words after an ordinal with which it ranks nothing."""

RANGE_WORDS: Mapping[str, str] = {
    "to": "from", "through": "from", "bis": "from", "a": "from", "à": "from", "até": "from", "hasta": "from", "and": "between", "y": "between", "e": "between",
    "et": "between", "und": "between", "or": "or", "o": "or", "ou": "or", "oder": "or",
}  # fmt: skip
"""Words between two numbers that can make them a range -> the kind of frame."""

SCREENS = frozenset(
    "video videos resolution tv tvs display displays monitor monitors ultra uhd hdr camera cameras screen screens content streaming blu run runs race".split()
)
"""Words after 4K and 5k that make them a size or a race."""

HEADS = frozenset(
    "people users customers subscribers residents inhabitants downloads views followers passengers visitors members households jobs copies tourists "
    "viewers refugees voters children workers".split()
)
"""What 5m counts where it is five million, not five metres."""


INSTRUCTIONS = frozenset(
    "take takes use add apply give drink eat insert press hold wait allow keep cook bake boil mix put set enter choose select buy pay get need needs".split()
)
"""Verbs that open an instruction, and name nothing with the number behind them: "Take 1 tablet"."""


def is_month(t: Tokens, at: int) -> bool:
    """Say whether a token names a month. "may" and "mar" need a capital, or a number after them.

    Args:
        t: the tokens.
        at: index of the token.
    """
    return t.low[at] in MONTHS and (t.low[at] not in WORDLIKE or t.capital(at) or t.digits(at + 1))
