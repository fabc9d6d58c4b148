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
        "cómo si más muy no tiene tienen sí sin sobre entre hasta desde también ya nos mi tu usted hay"
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
    "pas jamais aucun aucune sans não nenhum nenhuma sem "
    # Of languages without a lexicon: the words that plainly deny, and that no other language here has for something else.
    "niet geen nooit inte aldrig ikke aldri değil değildir yok yoktur không tidak bukan není nejsou nesmí nesmějí "
    "не нет нельзя никогда без لا ليس ليست لم لن नहीं δεν לא"
)
"""Words that deny; ``n't`` stands for every contraction with it."""

# Negators carry meaning: they must not vanish from a comparison.
STOPWORDS: frozenset[str] = frozenset().union(*_FUNCTION.values()) - {
    "not",
    "no",
    "nicht",
    "kein",
    "keine",
    "pas",
}
"""Function words of all five languages, lower case."""

FUNCTION_WORDS: Mapping[str, tuple[str, ...]] = {
    word: tuple(name for name, group in _FUNCTION.items() if word in group)
    for word in frozenset().union(*_FUNCTION.values())
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
        pronouns: subject pronoun -> what it may stand for: ``thing``, ``person``, ``many``, or a gender.
        conditions: words that open a condition, whose absence would change the claim.
        determiners: words that open a noun phrase.
        prepositions: words that open an adjunct.
        reporting: verbs that make what follows somebody's word.
        speakers: words that name whose word it is ("according to").
        bases: verb forms that are no sure sign of a finite verb, since most are nouns too.
        nouns: finite verb forms that are plural nouns too ("supports", "costs").
        sure_pasts: past forms that are no participle of something done to the subject.
        possessives: possessive that can open a clause -> likewise.
        genders: gender -> determiners of a noun phrase that a pronoun of that gender can stand for.
        plurals: finite verb forms with a plural subject.
        fronted: adverbs that open a sentence before its verb, and are no subject.
        elisions: words that lose their vowel and join the next one ("l'appareil").
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
    speakers: frozenset[str] = frozenset()
    bases: frozenset[str] = frozenset()
    nouns: frozenset[str] = frozenset()
    sure_pasts: frozenset[str] = frozenset()
    possessives: Mapping[str, str] = field(default_factory=dict)
    genders: Mapping[str, frozenset[str]] = field(default_factory=dict)
    plurals: frozenset[str] = frozenset()
    fronted: frozenset[str] = frozenset()
    elisions: frozenset[str] = frozenset()


# Verbs whose form in -s is hardly ever a noun.
_EN_PURE = _set(
    "accept achieve acquire adapt add admit adopt advise affect allow analyze announce appear apply argue arrange arrive ask assess assign "
    "assist assume attach attend attract avoid become begin believe belong bind bring calculate cancel carry celebrate choose collect "
    "combine come compare compete compile complete comply comprise compute conclude conduct confirm connect conquer consider consist "
    "consume contain continue contribute convert convince create decide declare dedicate define deliver deny depend deploy describe destroy detect "
    "determine develop diagnose die differ disclose discover discuss dismiss distinguish distribute dominate donate earn eat educate elect "
    "eliminate emerge emit emphasize employ enable encourage endorse enforce engage enhance enjoy enroll ensure enter equip establish "
    "evaluate evolve examine exceed exclude execute exist expand expire explain explore expose express extend fail feed feel find follow "
    "forbid found gather generate get give go govern grow happen have hear hold identify illustrate impose improve include indicate inform "
    "inherit initiate inspect inspire insure integrate intend interpret introduce invent invest investigate invite involve isolate justify keep "
    "kill know lay learn let lie live locate lose maintain make manage meet melt mention merge migrate modify monitor multiply narrate negotiate "
    "nominate notify observe obtain occur operate oppose outperform overcome oversee owe own participate pay perform persuade possess predict prefer "
    "prepare preserve prevent produce prohibit promote propose protect prove provide publish pursue put qualify reach read realize receive "
    "recognise recognize recommend recover recruit reduce refer reflect refuse regulate reject relate rely remain remember remind remove "
    "rename renew replace represent require reside resign resolve respond restore restrict resume retain retire retrieve reveal revise "
    "run say see seek select sell send separate serve shine shoot sing sit sleep solve speak specialize specify spend strengthen struggle "
    "submit subscribe succeed suffer suggest supervise surpass surround survive suspend sustain swim teach tell tend terminate think threaten "
    "transform translate transmit understand undergo undertake unite utilize validate vary verify violate wait want warn weaken wear weigh "
    "welcome widen withdraw withstand work write "
    "whisk knead simmer boil chop peel preheat sprinkle rinse insert unplug restart reboot reinstall uninstall unscrew tighten loosen detach align wipe "
    "soak navigate consult remind avoid paste drain garnish "
    "marry appoint expect graduate collaborate accuse induct injure characterize characterise criticize criticise praise flee acclaim convict portray plead allege "
    "accomplish apologize apologise cease dissolve condemn simplify urge associate testify organize organise cite surprise incorporate expel abandon clarify bury attribute "
    "decorate reunite classify evict reassign defend torture originate accumulate summarize summarise kidnap accompany complicate infect disturb motivate occupy "
    "explode endanger betray imprison deem interfere relocate encounter fulfill acquit proceed prescribe absorb descend displace abolish disappear demonstrate seize "
    "anticipate revolutionize designate insist approve orchestrate coordinate concentrate advocate reopen unveil relegate immigrate emigrate"
)
_EN_NOUNS = _set(
    "act address aim attack award back ban base bear benefit bill block boost break broadcast build buy call care cast cause change charge "
    "check claim clean clear climb close contact control cook copy cost count cover crash crown cure cut damage dance date deal debut "
    "decline decrease defeat delay demand deposit design direct display divide double download draft drink drive drop edit end escape "
    "estimate exercise experience export face fall favor feature fight file fill film filter finish fit fix float flow fly focus force form "
    "forward fuel fund gain grant guarantee guard guide halt handle harm head heat help highlight hire hit host implement import increase "
    "install issue join judge jump label lack land last launch lead leave list lock log love lower map mark match mean measure mix model "
    "mount move name need note number offer open order outline output pack package paint park pass permit phone pick pilot place plan plant "
    "play point post present press print process project promise prompt protest pull purchase push question quote race raise range rank rate "
    "recall record recycle refund register release rent repair repeat reply report request rescue research reserve reset result return "
    "reverse review reward ring rise roll rotate rule sail sample save scale scan schedule score screen seal search secure sense set settle "
    "shape share shift ship show sign sink sort sound source spin split sponsor spread stand start state stay step stick stop store stretch "
    "stress strike study suit supplement supply support sweep switch tackle take talk target taste tax test thank throw tie touch tour trace "
    "track trade train transfer travel treat trigger trust try turn type update upgrade use view visit voice volunteer vote walk warrant "
    "wash waste watch win witness wrap yield air author bake star sentence title arrest limit respect spark advance capture speed desire arm exhibit influence bottle link attempt detail trap pitch fire concern "
    "wound contest balance notice transport pose challenge honor honour credit shock commission audition assault document surface top veto team span jail surrender "
    "divorce lift discharge tweet battle cross debate compromise total command approach murder kick dress strain book escort value index showcase rush spare wish "
    "average guest look tap click slice brush floss stir dip fold scroll swipe plug dry pour slide hand wrap mail post drop"
)
_EN_IRREGULAR = _set(
    "bore became began bound broke brought built bought came chose did drew drove ate fell felt fed fought found flew forbade forgot gave "
    "went grew had heard held hit hid kept knew laid led left lent let lay lost made meant met paid put ran read rose said saw sought sold "
    "sent set sat slept spoke spent spread stood stole struck swore swam taught told thought threw took understood underwent undertook "
    "withdrew overcame oversaw won wore wrote rang sang sank shone shot shut bred drank caught sung has does goes been born cost costs cut hurt quit split"
)
_EN_SURE_PASTS = _set(
    "became began broke came chose did drew drove ate fell flew forbade forgot gave went grew knew lay ran rose saw sang sank shone spoke "
    "stole swore swam threw took underwent undertook withdrew overcame oversaw wore wrote rang drank was were had "
    "died arrived lived worked happened occurred appeared emerged remained belonged consisted existed"
)


def _third_person(verb: str) -> str:
    if verb == "have":
        return "has"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(("s", "sh", "ch", "x", "o")) else "s")


def _english_verbs() -> frozenset[str]:
    """Return third-person and past forms; base forms are left out, since most are nouns too."""
    forms = set(_EN_IRREGULAR)
    for verb in _EN_PURE | _EN_NOUNS:
        forms.add(_third_person(verb))
        if verb.endswith("y") and verb[-2] not in "aeiou":
            forms.add(verb[:-1] + "ied")
        else:
            forms.add(verb.removesuffix("e") + "ed")
        if verb[-1] in "lnptbgmr" and verb[-2] in "aeiou" and verb[-3:-2] not in "aeiou":
            forms.add(verb + verb[-1] + "ed")
    return frozenset(forms)


_EN_NEGATED = _set(
    "isn't aren't wasn't weren't hasn't haven't hadn't doesn't don't didn't can't couldn't won't wouldn't shouldn't mustn't cannot"
)

LEXICONS: Mapping[str, Lexicon] = {
    "en": Lexicon(
        be=_set("is are was were am be been being isn't aren't wasn't weren't 's 're 'm"),
        auxiliaries=_set(
            "is are was were am has have had do does did can could will would shall should may might must 's 're 'm 'll 've 'd"
        )
        | _EN_NEGATED,
        verbs=_english_verbs(),
        bases=_EN_PURE | _EN_NOUNS,
        nouns=frozenset(_third_person(verb) for verb in _EN_NOUNS),
        sure_pasts=_EN_SURE_PASTS,
        ands=_set("and"),
        buts=_set("but however yet while whereas though although"),
        pronouns={"it": "thing", "he": "person", "she": "person", "they": "many"},
        possessives={"its": "thing", "his": "person", "her": "person", "their": "many"},
        conditions=_set(
            "if unless except provided providing until till when whenever wherever because since only as before after so once assuming "
            "otherwise lest"
        ),
        determiners=_set(
            "the a an this that these those its his her their my your our each every all some any no both another one most many several few"
        ),
        prepositions=_set(
            "in on at by for with from to of into under over about after before during between through as via per since until within without "
            "against despite among across around near behind beyond above below inside outside upon toward towards unlike like besides "
            "including excluding regarding throughout onto off along"
        ),
        reporting=_set(
            "says said say states stated state claims claimed claim reports reported report believes believed believe argues argued argue suggests suggested suggest "
            "notes noted note explains explained explain thinks thought think announced announces announce confirmed confirms confirm according shows showed show indicates indicated "
            "indicate reveals revealed reveal alleges alleged allege insists insisted adds added writes wrote warns warned estimates estimated "
            "saying stating claiming arguing noting adding telling told tells denies denied hopes hoped expects expected predicts predicted"
        ),
        speakers=_set("according"),
        plurals=_set("are were have do aren't weren't haven't don't 're 've"),
        fronted=_set(
            "today now currently usually generally typically normally often sometimes rarely occasionally initially originally previously "
            "recently historically traditionally formerly there here"
        ),
    ),
    "es": Lexicon(
        be=_set("es son era eran fue fueron está están estaba estaban"),
        auxiliaries=_set(
            "es son era eran fue fueron está están estaba estaban ha han había habían puede pueden debe deben será serán hay"
        ),
        verbs=_set(
            "tiene tienen tenía incluye incluyen cuesta cuestan abre abren cierra cierran ofrece ofrecen permite permiten usa usan necesita "
            "necesitan requiere requieren dura duran vale valen contiene contienen soporta soportan llega llegan envía envían cubre cubren "
            "acepta aceptan nació murió creó fundó ganó publicó empieza termina vive trabaja dice dijo pesa pesan funciona funcionan "
            "comienza comienzan pertenece pertenecen produce producen proporciona proporcionan recibe reciben existe existen"
        ),
        ands=_set("y e"),
        buts=_set("pero sino aunque mientras"),
        pronouns={"él": "masculine", "ella": "feminine", "ellos": "masculine-many", "ellas": "feminine-many"},
        genders={
            "masculine": _set("el un este su"),
            "feminine": _set("la una esta su"),
            "masculine-many": _set("los unos estos sus"),
            "feminine-many": _set("las unas estas sus"),
        },
        plurals=_set(
            "son eran fueron están estaban han habían pueden deben serán tienen incluyen cuestan abren cierran ofrecen permiten usan necesitan "
            "requieren duran valen contienen soportan llegan envían cubren aceptan pesan funcionan comienzan pertenecen producen reciben existen"
        ),
        conditions=_set("si cuando salvo excepto hasta porque solo sólo solamente únicamente"),
        determiners=_set(
            "el la los las un una unos unas este esta estos estas su sus cada todos todas ningún ninguna"
        ),
        prepositions=_set(
            "de del en con por para a al sin sobre entre hasta desde según durante tras ante bajo"
        ),
        reporting=_set("dice dijo afirma afirmó según indica señala cree"),
        speakers=_set("según"),
        fronted=_set(
            "hoy ayer ahora aquí allí también además luego después antes actualmente normalmente generalmente así no sí sin"
        ),
    ),
    "de": Lexicon(
        be=_set("ist sind war waren"),
        auxiliaries=_set(
            "ist sind war waren hat haben hatte hatten wird werden wurde wurden kann können muss müssen darf dürfen soll sollen"
        ),
        verbs=_set(
            "kostet kosten enthält enthalten umfasst bietet bieten öffnet öffnen schließt schließen dauert dauern braucht beträgt betragen gilt "
            "gelten liegt liegen kommt kommen gibt geht steht stehen unterstützt benötigt beginnt endet liefert liefern verwendet nutzt stammt "
            "lebt arbeitet gewann starb schrieb gründete sagt sagte wiegt wiegen gehört gehören passt passen läuft laufen erhält erhalten "
            "funktioniert funktionieren besteht bestehen bleibt bleiben ermöglicht erfordert"
        ),
        ands=_set("und"),
        buts=_set("aber jedoch sondern während doch"),
        pronouns={"er": "masculine", "sie": "feminine"},
        genders={
            "masculine": _set("der ein dieser unser ihr sein jeder"),
            "feminine": _set("die eine diese unsere ihre seine jede"),
        },
        plurals=_set(
            "sind waren haben hatten werden wurden können müssen dürfen sollen kosten enthalten bieten öffnen schließen dauern betragen gelten "
            "liegen kommen stehen liefern wiegen gehören passen laufen erhalten funktionieren bestehen bleiben"
        ),
        conditions=_set("wenn falls außer bis weil nur sofern sobald dass damit bevor nachdem da ob solange"),
        determiners=_set(
            "der die das den dem des ein eine einen einem einer dieser diese dieses ihr ihre sein seine jeder jede jedes alle unser unsere kein keine"
        ),
        prepositions=_set(
            "in im an am auf mit für aus bei beim nach von vom zu zum zur über unter zwischen durch bis seit ab ohne gegen um laut pro trotz wegen innerhalb"
        ),
        reporting=_set("sagt sagte laut meint meinte behauptet glaubt erklärt erklärte"),
        speakers=_set("laut zufolge"),
        fronted=_set(
            "heute gestern morgen dort hier dann danach zuerst außerdem zudem allerdings jetzt nun oft meist meistens derzeit aktuell dabei dafür "
            "damit daher deshalb so es normalerweise grundsätzlich zusätzlich"
        ),
    ),
    "fr": Lexicon(
        be=_set("est sont était étaient fut furent"),
        auxiliaries=_set(
            "est sont était étaient fut furent a ont avait avaient peut peuvent doit doivent sera seront"
        ),
        verbs=_set(
            "coûte coûtent contient contiennent comprend comprennent inclut incluent offre offrent permet permettent ouvre ouvrent ferme "
            "ferment dure durent utilise nécessite couvre accepte propose fournit naquit mourut créa fonda remporta publia commence termine "
            "vit travaille dit pèse pèsent fonctionne fonctionnent reçoit appartient produit existe"
        ),
        ands=_set("et"),
        buts=_set("mais cependant toutefois tandis alors"),
        pronouns={"il": "masculine", "elle": "feminine", "ils": "masculine-many", "elles": "feminine-many"},
        genders={
            "masculine": _set("le un ce cet l son notre"),
            "feminine": _set("la une cette l sa notre"),
            "masculine-many": _set("les des ces nos"),
            "feminine-many": _set("les des ces nos"),
        },
        plurals=_set(
            "sont étaient furent ont avaient peuvent doivent seront coûtent contiennent comprennent incluent offrent permettent ouvrent ferment "
            "durent pèsent fonctionnent"
        ),
        conditions=_set("si quand sauf jusqu parce seulement lorsque lorsqu uniquement tant"),
        determiners=_set(
            "le la les l un une des ce cet cette ces son sa ses leur leurs chaque tous toutes notre nos votre vos aucun aucune"
        ),
        prepositions=_set(
            "de du d des à au aux en dans par pour avec sur sous sans entre depuis selon pendant chez vers dès après avant"
        ),
        reporting=_set("dit affirme affirma selon indique estime croit"),
        speakers=_set("selon"),
        fronted=_set(
            "aujourd'hui hier demain ici là maintenant ensuite puis aussi il actuellement généralement normalement"
        ),
        elisions=_set("l d qu n s c j m t jusqu lorsqu puisqu"),
    ),
    "pt": Lexicon(
        be=_set("é são era eram foi foram está estão estava estavam"),
        auxiliaries=_set(
            "é são era eram foi foram está estão estava estavam tem têm tinha pode podem deve devem será serão há"
        ),
        verbs=_set(
            "custa custam inclui incluem abre abrem fecha fecham oferece oferecem permite permitem usa usam precisa exige dura duram contém "
            "contêm cobre aceita chega nasceu morreu criou fundou ganhou publicou começa termina vive trabalha diz disse pesa pesam funciona "
            "funcionam recebe recebem pertence existe existem"
        ),
        ands=_set("e"),
        buts=_set("mas porém contudo enquanto embora"),
        pronouns={"ele": "masculine", "ela": "feminine", "eles": "masculine-many", "elas": "feminine-many"},
        genders={
            "masculine": _set("o um este esse seu"),
            "feminine": _set("a uma esta essa sua"),
            "masculine-many": _set("os uns estes esses seus"),
            "feminine-many": _set("as umas estas essas suas"),
        },
        plurals=_set(
            "são eram foram estão estavam têm podem devem serão custam incluem abrem fecham oferecem permitem usam duram contêm pesam "
            "funcionam recebem existem"
        ),
        conditions=_set("se quando salvo exceto até porque só apenas somente caso"),
        determiners=_set(
            "o a os as um uma uns umas este esta esse essa seu sua seus suas cada todos todas nenhum nenhuma"
        ),
        prepositions=_set(
            "de do da dos das em no na nos nas com por para ao à sem sobre entre até desde pelo pela segundo durante após sob"
        ),
        reporting=_set("diz disse afirma afirmou segundo indica acredita"),
        speakers=_set("segundo"),
        fronted=_set(
            "hoje ontem agora aqui ali também além depois antes atualmente normalmente geralmente assim não sim sem"
        ),
    ),
}
"""Language code -> what the clause rules know of it."""
