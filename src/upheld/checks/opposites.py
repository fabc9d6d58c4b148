"""Words that turn a sentence into its opposite: antonyms, quantifiers, modality."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = [
    "ANTONYMS",
    "CONVERSES",
    "OBLIGATION",
    "PARTICLES",
    "PERMISSION",
    "PHRASES",
    "SYNONYMS",
    "UNIVERSAL",
]

_PAIRS = """
increase/decrease increased/decreased increases/decreases increasing/decreasing rise/fall rose/fell rises/falls rising/falling
grew/shrank gain/loss gained/lost profit/loss profits/losses up/down higher/lower highest/lowest high/low above/below more/less
more/fewer most/least maximum/minimum before/after earlier/later first/last early/late oldest/youngest older/younger
open/closed opens/closes opened/closed start/end starts/ends started/ended begin/end begins/ends began/ended
allow/forbid allowed/forbidden allowed/prohibited permitted/prohibited permitted/forbidden legal/illegal
enabled/disabled enable/disable active/inactive included/excluded includes/excludes include/exclude
accepted/rejected accepts/rejects accept/reject approved/rejected approved/denied granted/denied
required/optional mandatory/optional voluntary/compulsory paid/free possible/impossible
public/private internal/external inside/outside indoors/outdoors north/south east/west northern/southern eastern/western left/right
hot/cold warm/cool wet/dry heavy/light large/small largest/smallest larger/smaller big/small long/short longer/shorter longest/shortest
tall/short taller/shorter fast/slow faster/slower fastest/slowest wide/narrow thick/thin deep/shallow
safe/unsafe safe/dangerous healthy/unhealthy true/false correct/incorrect valid/invalid positive/negative
married/divorced alive/dead male/female husband/wife brother/sister father/mother son/daughter
success/failure succeeded/failed won/lost win/lose wins/loses winner/loser victory/defeat
supported/opposed supports/opposes agree/disagree agreed/disagreed same/different similar/different
present/absent full/empty expensive/cheap domestic/international winter/summer morning/evening day/night
before/since import/export imports/exports buyer/seller bought/sold lender/borrower upper/lower upward/downward
refundable/non-refundable refundable/nonrefundable taxable/tax-exempt available/unavailable known/unknown able/unable
aware/unaware visible/invisible reversible/irreversible waterproof/permeable gluten-free/gluten
geöffnet/geschlossen offen/geschlossen öffnet/schließt öffnen/schließen inklusive/exklusive inbegriffen/ausgeschlossen enthalten/ausgeschlossen
kostenlos/kostenpflichtig gratis/kostenpflichtig kostenfrei/kostenpflichtig erlaubt/verboten erlaubt/untersagt gestattet/untersagt
zulässig/unzulässig lieferbar/ausverkauft verfügbar/ausverkauft
abierto/cerrado abierta/cerrada abiertos/cerrados abiertas/cerradas abre/cierra abren/cierran incluido/excluido incluida/excluida
incluidos/excluidos incluidas/excluidas incluye/excluye gratis/de_pago gratuito/de_pago gratuita/de_pago permitido/prohibido
permitida/prohibida permitidos/prohibidos permitidas/prohibidas disponible/agotado disponible/agotada
ouvert/fermé ouverte/fermée ouverts/fermés ouvertes/fermées ouvre/ferme ouvrent/ferment inclus/exclu inclus/exclus incluse/exclue
incluses/exclues compris/exclu comprise/exclue gratuit/payant gratuite/payante gratuits/payants gratuites/payantes autorisé/interdit
autorisée/interdite autorisés/interdits autorisées/interdites permis/interdit permise/interdite
aberto/fechado aberta/fechada abertos/fechados abertas/fechadas abre/fecha abrem/fecham incluído/excluído incluída/excluída
incluídos/excluídos incluídas/excluídas inclui/exclui gratuito/pago gratuita/paga gratuitos/pagos gratuitas/pagas grátis/pago
permitido/proibido permitida/proibida permitidos/proibidos permitidas/proibidas disponível/esgotado disponível/esgotada
in_stock/out_of_stock
""".split()


def _antonyms() -> Mapping[str, frozenset[str]]:
    table: dict[str, set[str]] = {}
    for pair in _PAIRS:
        one, other = pair.casefold().replace("_", " ").split("/")
        table.setdefault(one, set()).add(other)
        table.setdefault(other, set()).add(one)
    return {word: frozenset(others) for word, others in table.items()}


ANTONYMS: Mapping[str, frozenset[str]] = _antonyms()
"""Word -> words that cannot hold of the same thing, in lower case."""

PHRASES = frozenset(word for word in ANTONYMS if " " in word)
"""Those of several words."""

UNIVERSAL: Mapping[str, frozenset[str]] = {
    "all": frozenset({"some", "few", "several", "most", "many"}),
    "every": frozenset({"some", "few", "several", "most", "many"}),
    "always": frozenset({"sometimes", "usually", "often", "rarely", "occasionally", "mostly"}),
    "everyone": frozenset({"some", "few", "several", "most", "many"}),
    "only": frozenset({"also", "too"}),
    "none": frozenset({"some", "all", "most", "many", "several", "few"}),
    "never": frozenset({"sometimes", "always", "usually", "often", "occasionally", "rarely"}),
    "nobody": frozenset({"everyone", "some", "many"}),
}
"""Word of a claim -> words of the context that say less, or otherwise."""

OBLIGATION = frozenset({"must", "required", "requires", "shall", "mandatory", "obligatory"})
PERMISSION = frozenset({"may", "might", "can", "could", "optional", "should", "recommended", "allowed"})

CONVERSES = frozenset(
    "before after earlier later above below inside outside north south east west northern southern eastern western husband wife brother "
    "sister father mother son daughter won lost win lose wins loses winner loser bought sold buyer seller lender borrower import export "
    "imports exports upper lower more less".split()
)
"""Antonyms that tell of one thing from its two ends: they conflict only where the same words stand before both."""

PARTICLES = frozenset("up down left right".split())
"""Antonyms that are part of the verb before them: they conflict only behind the same one."""

_WHOLE = frozenset({"all", "every", "each", "everyone", "everybody", "always", "any"})
SYNONYMS: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(("all", "every", "everyone", "always"), _WHOLE),
    "only": frozenset({"only", "exclusively", "solely", "just", "reserved", "nothing"}),
    "none": frozenset({"no", "not", "nobody", "never"}),
    "never": frozenset({"no", "not", "nobody", "none"}),
    "nobody": frozenset({"no", "not", "none", "never"}),
}
"""Quantifier -> words that say the same: a sentence that holds one does not say less."""
