"""Closed classes of words in five languages: what the rules of claims, languages and closeness need to know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["FUNCTION_WORDS", "LEXICONS", "NEGATORS", "STOPWORDS", "Lexicon"]


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


_FUNCTION = {
    "en": _set(
        "the a an and or but of to in on at by for with from as is are was were be been being it its this that these "
        "those he she they them his her their you your we our i not no do does did has have had will would can could "
        "should may might must which who whom whose what when where why how if than then so such also into over under "
        "about there here only very more most after before during between through per via while whereas although though yet however"
    ),
    "es": _set(
        "el la los las un una unos unas y o pero de del al a en con por para como es son era eran fue fueron ser está "
        "están estar ha han había lo le les se su sus este esta estos estas ese esa que qué quien cual cuando donde "
        "cómo si más muy no sí sin sobre entre hasta desde también ya nos mi tu usted hay"
    ),
    "de": _set(
        "der die das den dem des ein eine einen einem einer eines und oder aber von vom zu zum zur in im an am auf mit "
        "für aus bei nach als ist sind war waren sein wird werden wurde wurden hat haben hatte es er sie ihr ihre "
        "seine dieser diese dieses nicht kein keine sich auch nur noch wie was wer wann wo wenn dass bis über unter "
        "zwischen durch man wir ich kann können muss sowie beträgt"
    ),
    "fr": _set(
        "le la les l un une des et ou mais de du d au aux à en dans par pour avec sur comme est sont était étaient fut "
        "être a ont avait il elle ils elles on ce cet cette ces son sa ses leur leurs qui que qu quoi dont où quand "
        "comment si plus très ne n pas sans sous entre jusqu depuis aussi nous vous je peut c s y"
    ),
    "pt": _set(
        "o a os as um uma uns umas e ou mas de do da dos das ao à aos em no na nos nas com por para como é são era "
        "eram foi foram ser está estão tem têm tinha ele ela eles elas seu sua seus suas este esta esse essa isso que "
        "quem qual quando onde se mais muito não sim sem sobre entre até desde também já você pelo pela"
    ),
}

NEGATORS: frozenset[str] = _set(
    "not no never none neither nor without cannot n't "
    "nunca jamás ningún ninguna ninguno tampoco sin nicht kein keine keinen keinem keiner keines nie niemals ohne "
    "pas jamais aucun aucune sans não nenhum nenhuma sem"
)
"""Words that deny; ``n't`` stands for every contraction with it."""

# Negators carry meaning: they must not vanish from a comparison.
STOPWORDS: frozenset[str] = frozenset().union(*_FUNCTION.values()) - {"not", "no", "nicht", "kein", "keine", "pas"}
"""Function words of all five languages, lower case."""

FUNCTION_WORDS: Mapping[str, tuple[str, ...]] = {
    word: tuple(name for name, group in _FUNCTION.items() if word in group) for word in frozenset().union(*_FUNCTION.values())
}
"""Function word -> languages that have it."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """What one language gives the clause rules. All words in lower case.

    Attributes:
        be: forms of "to be".
        auxiliaries: finite auxiliaries and modals, "to be" included.
        verbs: finite forms of common full verbs.
        ands: additive conjunctions.
        buts: contrasting conjunctions.
        pronouns: subject pronoun -> what it may stand for: ``thing``, ``person``, ``many``.
        possessives: possessive that can open a clause -> likewise.
        conditions: words that open a condition, whose absence would change the claim.
        determiners: words that open a noun phrase.
        prepositions: words that open an adjunct.
        reporting: verbs that make what follows somebody's word.
        bases: verb forms that are no sure sign of a finite verb, since most are nouns too.
    """

    be: frozenset[str]
    auxiliaries: frozenset[str]
    verbs: frozenset[str]
    ands: frozenset[str]
    buts: frozenset[str]
    pronouns: Mapping[str, str]
    conditions: frozenset[str]
    determiners: frozenset[str]
    prepositions: frozenset[str]
    reporting: frozenset[str]
    bases: frozenset[str] = frozenset()
    possessives: Mapping[str, str] = field(default_factory=dict)


_EN_BASE = """accept achieve acquire act add address advise affect aim allow announce appear apply argue arrive ask attend
attract avoid award base bear become begin believe belong bind break bring build buy call cancel carry cause celebrate change charge
choose claim close collect combine come comprise compete complete compute confirm connect consist contain continue contribute control convert cost
cover create deal decide decline decrease defeat define deliver demand depend describe design destroy develop die differ direct discover
display distribute divide download earn eat emphasize employ enable encourage end enforce ensure enter establish evolve examine
exceed execute exist expand expire explain explore express extend fall feature fight fill find finish fit fly focus follow form found
gain generate get give go govern grow handle happen have head hear help hire hit hold host identify implement improve include
increase indicate inform install integrate introduce invent invest involve issue join keep kill know lack last launch lay lead learn leave let
lie list live locate lose love maintain make manage mark mean measure meet merge move name need note
obtain occur offer open operate order oversee own package participate pass pay perform permit pick place play
possess prefer prepare present prevent print produce prohibit promise promote protect prove provide publish purchase pursue put
range reach read receive recommend record reduce refer reflect refund refuse relate release rely remain remove replace reply report represent require
resign respond restrict result return reveal ring rise run sail save say see seek sell send separate serve set share ship show
sign sit sleep solve speak specialize specify spend sponsor spread stand start state stay stop store stretch study suggest supply support surround
take target teach tell tend think throw track train transform travel treat try turn understand undergo
update upgrade use validate vary visit wait walk want warn wear weigh welcome win work write yield""".split()
_EN_IRREGULAR = """bore became began bound broke brought built bought came chose did drew drove ate fell fought found flew forbade forgot gave went grew
had heard held hit hid kept knew laid led left lent let lay lost made meant met paid put ran read rose said saw sought sold sent set sat slept
spoke spent spread stood stole struck swore swam taught told thought threw took understood underwent won wore wrote rang sang sank shot shut bred
has does goes been born costs cut hurt quit""".split()


def _english_verbs() -> frozenset[str]:
    """Return third-person and past forms; base forms are left out, since most are nouns too."""
    forms = set(_EN_IRREGULAR)
    for verb in _EN_BASE:
        stem = verb[:-1] if verb.endswith("e") else verb
        consonant_y = verb.endswith("y") and verb[-2] not in "aeiou"
        if consonant_y:
            forms |= {verb[:-1] + "ies", verb[:-1] + "ied"}
        else:
            forms |= {verb + ("es" if verb.endswith(("s", "sh", "ch", "x", "o")) else "s"), stem + "ed"}
        if verb[-1] in "lnpt" and verb[-2] in "aeiou" and verb[-3:-2] not in "aeiou":
            forms.add(verb + verb[-1] + "ed")
    return frozenset(forms)


_EN_NEGATED = _set(
    "isn't aren't wasn't weren't hasn't haven't hadn't doesn't don't didn't can't couldn't won't wouldn't shouldn't mustn't cannot"
)

LEXICONS: Mapping[str, Lexicon] = {
    "en": Lexicon(
        be=_set("is are was were am be been being isn't aren't wasn't weren't"),
        auxiliaries=_set("is are was were am has have had do does did can could will would shall should may might must")
        | _EN_NEGATED,
        verbs=_english_verbs(),
        bases=frozenset(_EN_BASE),
        ands=_set("and"),
        buts=_set("but however yet while whereas though although"),
        pronouns={"it": "thing", "he": "person", "she": "person", "they": "many"},
        possessives={"its": "thing", "his": "person", "her": "person", "their": "many"},
        conditions=_set("if unless except provided until when whenever because since only as before after so once"),
        determiners=_set("the a an this that these those its his her their my your our each every all some any no both another one"),
        prepositions=_set("in on at by for with from to of into under over about after before during between through as via per since until within without against"),
        reporting=_set("says said states stated claims claimed reports reported believes believed argues argued suggests suggested notes noted explains explained thinks thought announced announces confirmed confirms according shows showed indicates indicated reveals revealed"),
    ),
    "es": Lexicon(
        be=_set("es son era eran fue fueron está están estaba estaban"),
        auxiliaries=_set("es son era eran fue fueron está están estaba estaban ha han había habían puede pueden debe deben será serán hay"),
        verbs=_set("tiene tienen tenía incluye incluyen cuesta cuestan abre abren cierra cierran ofrece ofrecen permite permiten usa usan necesita necesitan requiere requieren dura duran vale valen contiene contienen soporta soportan llega llegan envía envían cubre cubren acepta aceptan nació murió creó fundó ganó publicó empieza termina vive trabaja dice dijo"),
        ands=_set("y e"),
        buts=_set("pero sino aunque mientras"),
        pronouns={"él": "person", "ella": "person", "ellos": "many", "ellas": "many", "esto": "thing"},
        conditions=_set("si cuando salvo excepto hasta porque solo sólo"),
        determiners=_set("el la los las un una unos unas este esta estos estas su sus cada todos todas"),
        prepositions=_set("de del en con por para a al sin sobre entre hasta desde"),
        reporting=_set("dice dijo afirma afirmó según indica señala cree"),
    ),
    "de": Lexicon(
        be=_set("ist sind war waren"),
        auxiliaries=_set("ist sind war waren hat haben hatte hatten wird werden wurde wurden kann können muss müssen darf dürfen soll sollen"),
        verbs=_set("kostet kosten enthält enthalten umfasst bietet bieten öffnet öffnen schließt schließen dauert dauern braucht beträgt betragen gilt gelten liegt liegen kommt kommen gibt geht steht stehen unterstützt benötigt beginnt endet liefert liefern verwendet nutzt stammt lebt arbeitet gewann starb schrieb gründete sagt sagte"),
        ands=_set("und"),
        buts=_set("aber jedoch sondern während doch"),
        pronouns={"es": "thing", "er": "any", "sie": "any"},
        conditions=_set("wenn falls außer bis weil nur sofern sobald dass"),
        determiners=_set("der die das den dem des ein eine einen einem einer dieser diese dieses ihr ihre sein seine jeder jede jedes alle"),
        prepositions=_set("in im an am auf mit für aus bei nach von vom zu zum zur über unter zwischen durch bis seit ab"),
        reporting=_set("sagt sagte laut meint meinte behauptet glaubt erklärt erklärte"),
    ),
    "fr": Lexicon(
        be=_set("est sont était étaient fut furent"),
        auxiliaries=_set("est sont était étaient fut furent a ont avait avaient peut peuvent doit doivent sera seront"),
        verbs=_set("coûte coûtent contient contiennent comprend comprennent inclut incluent offre offrent permet permettent ouvre ouvrent ferme ferment dure durent utilise nécessite couvre accepte propose fournit naquit mourut créa fonda remporta publia commence termine vit travaille dit"),
        ands=_set("et"),
        buts=_set("mais cependant toutefois tandis alors"),
        pronouns={"il": "any", "elle": "any", "ils": "many", "elles": "many"},
        conditions=_set("si quand sauf jusqu parce seulement lorsque lorsqu"),
        determiners=_set("le la les l un une des ce cet cette ces son sa ses leur leurs chaque tous toutes"),
        prepositions=_set("de du d des à au aux en dans par pour avec sur sous sans entre depuis"),
        reporting=_set("dit affirme affirma selon indique estime croit"),
    ),
    "pt": Lexicon(
        be=_set("é são era eram foi foram está estão estava estavam"),
        auxiliaries=_set("é são era eram foi foram está estão estava estavam tem têm tinha pode podem deve devem será serão há"),
        verbs=_set("custa custam inclui incluem abre abrem fecha fecham oferece oferecem permite permitem usa usam precisa exige dura duram contém contêm cobre aceita chega nasceu morreu criou fundou ganhou publicou começa termina vive trabalha diz disse"),
        ands=_set("e"),
        buts=_set("mas porém contudo enquanto embora"),
        pronouns={"ele": "any", "ela": "any", "eles": "many", "elas": "many", "isso": "thing"},
        conditions=_set("se quando salvo exceto até porque só apenas"),
        determiners=_set("o a os as um uma uns umas este esta esse essa seu sua seus suas cada todos todas"),
        prepositions=_set("de do da dos das em no na nos nas com por para ao à sem sobre entre até desde pelo pela"),
        reporting=_set("diz disse afirma afirmou segundo indica acredita"),
    ),
}
"""Language code -> what the clause rules know of it."""
