"""Abstentions, by phrases in many languages: the answer says that it does not answer.

What a contract, product or service lacks is a fact ("The contract does not specify a penalty."). It is an abstention
only where the material is named that the answer was to be made from ("the context", "the provided documents"), where
the answer speaks of itself ("I do not know"), or where nothing but the lack is said ("Not specified.").
"""

from __future__ import annotations

import re
from functools import cache

__all__ = ["abstains"]


def _any(*alternatives: str) -> str:
    return "|".join(f"(?:{a})" for a in alternatives)


# English. The material an answer is made from, as a bot names it.
_NOUN = r"(?:contexts?|documents?|docs|sources?|passages?|texts?|articles?|materials?|excerpts?|snippets?|knowledge base|search results?|documentation|chunks?)"
_OTHER_THING = r"(?!\s+(?:code|files?|fields?|menus?|editor|numbers?|messages?|box|team|types?|sizes?|languages?|of law|package)\b)"
_QUALIFIED = (
    r"(?:provided|given|available|supplied|retrieved|attached|above|following|your|my)\s+(?:\w+\s+)?"
    r"(?:information|info|content|data|results|records|pages?|files?|contracts?|reports?|polic(?:y|ies)|manuals?|faqs?|leaflets?|pdf)"
)
_SOURCE = rf"(?:{_NOUN}{_OTHER_THING}|{_QUALIFIED})"
_GIVEN = r"(?:(?:the|this|these|those|that|any|my|your|our|provided|given|available|supplied|retrieved|above|following|relevant|current|attached|of)\s+){0,5}"
_BESIDE = r"(?:\s+(?:you|that|which|i|we|have|were|was|provided|given|above|itself|here|below|retrieved|available|shared|supplied|themselves|in|question)){0,5}"
_ADVERB = r"(?:(?:explicitly|specifically|directly|clearly|actually|currently|seem to|appear to|exactly)\s+)?"
_SAY = r"(?:mention|contain|specify|say|provide|include|state|indicate|address|cover|discuss|give|list|describe|explain|answer|disclose|reveal|clarify|tell|refer|detail|define|offer)"
_SAID = r"(?:mentioned|specified|stated|provided|given|found|discussed|covered|addressed|listed|included|available|disclosed|indicated|described|detailed|answered)"
_FACTS = r"(?:information|info|details?|data|answers?|mention|evidence|context)"
_ABOUT = r"(?:about|on|regarding|concerning|of|in|available|provided|given|found|for|to (?:answer|determine|confirm|your|this)|that|whether|how|as to|related)"
_SORRY = r"^(?:(?:(?:i['’]?m|i am|we are|we['’]re)\s+)?(?:very\s+|so\s+)?(?:sorry|afraid|unfortunately|regrettably|apologies)[,.!:]?\s*(?:but\s+)?(?:that\s+)?)?"
# "Based on the context provided, I cannot …": in front of it, what the answer was to be made from.
_FRONT = r"^(?:(?:based (?:up)?on|according to|from|given|in|within|using|with|considering|per|as per|looking at)\b[^,;:.!?]{1,80},\s*)?"
_FRONTED = _FRONT + _SORRY[1:] + r"(?:based (?:up)?on\b[^,;:.!?]{1,80},\s*)?"
_CHATTER = r"(?:[,.!]?\s+(?:lol|tbh|sorry|honestly|man|really|yet|exactly|either|though|for (?:sure|certain)|at all|about (?:that|this|it)|what (?:to say|that is)|the answer|(?:here|there)))*"
_TASK = r"(?:find|locate|answer|help|assist|provide|determine|confirm|tell|verify|see|say|share|comply|fulfil\w*|discuss|give|access|do that|identify|offer|disclose|advise|comment|recommend|process)"

_ENGLISH = _any(
    rf"{_FRONTED}i\s+(?:\w+\s+)?(?:don['’]t|do not)\s+(?:know\b|(?:\w+\s+)?(?:have|see|find)\s+(?:[\w-]+\s+){{0,3}}(?:{_FACTS}|access|knowledge|anything|idea)\b)",
    rf"{_FRONTED}i\s+(?:\w+\s+)?(?:can(?:no|['’])t|can not|could(?: not|n['’]t)|(?:am|was)(?:n['’]t able| not able| unable) to|won['’]t be able to|did not|didn['’]t)\s+(?:\w+\s+)?(?:{_TASK}|found)\b",
    rf"{_FRONTED}i['’]?\s*m\s+(?:\w+\s+)?(?:not able|unable)\s+to\s+{_TASK}\b",
    rf"{_SORRY}(?:i|we)\s+(?:\w+\s+)?(?:found|find|see|have|could find)\s+(?:nothing(?:$|\s+(?:about|on|regarding|concerning|that|in)\b)|no\s+(?:\w+\s+){{0,2}}?(?:information|info|details?|answer|mention|idea|data\s+(?:on|about))\b)",
    rf"{_SORRY}we\s+(?:don['’]t|do not|could not|couldn['’]t|cannot|can['’]t|were unable to|are unable to)\s+(?:have|find|locate|provide)\s+(?:\w+\s+){{0,2}}{_FACTS}(?:$|\s+{_ABOUT}\b)",
    rf"{_SORRY}we\s+(?:cannot|can['’]t|are unable to|are not able to)\s+(?:answer|help|assist)\b",
    rf"\b{_SOURCE}{_BESIDE}\s+(?:(?:does|do|did|is|are)\s?(?:not|n['’]t))\s+{_ADVERB}{_SAY}",
    rf"\b(?:none|neither|nothing)\s+(?:of|in)\s+{_GIVEN}{_SOURCE}{_BESIDE}\s+{_ADVERB}{_SAY}|\bneither\s+{_SOURCE}\s+{_SAY}",
    rf"\b{_SOURCE}{_BESIDE}\s+(?:contains?|provides?|has|have|gives?|includes?|offers?|makes?)\s+no\s+(?:\w+\s+)?{_FACTS}",
    rf"\b{_SOURCE}\s+(?:is|are)\s+(?:silent|unclear)\b",
    rf"\b(?:is|are|was|were)\s?(?:not|n['’]t)\s+{_ADVERB}{_SAID}\s+(?:anywhere\s+)?(?:in|by|within|from)\s+{_GIVEN}{_SOURCE}",
    rf"^not\s+{_ADVERB}{_SAID}\s+(?:anywhere\s+)?(?:in|by|within)\s+{_GIVEN}{_SOURCE}",
    rf"\b(?:is|are)\s?(?:not|n['’]t)\s+in\s+{_GIVEN}{_SOURCE}\b|\b(?:can|could)(?:not|\s?n['’]t| not)\s+be\s+(?:found|determined|answered|inferred|concluded|established|confirmed|verified)\s+(?:\w+\s+)?(?:in|from|by|with|using|based on|on the basis of)\s+{_GIVEN}{_SOURCE}",
    rf"\b(?:is|are|was|were)\s?(?:not|n['’]t)\s+{_ADVERB}(?:mentioned|specified|stated)\s*(?:there|here|anywhere)?$",
    rf"^(?:unfortunately,?\s+|currently,?\s+)?there(?:['’]s|\s+(?:is|are|was|were))\s?(?:not|n['’]t)?\s*(?:currently\s+)?(?:no|not enough|enough|any|not any|insufficient)\s+(?:\w+\s+){{0,2}}(?:(?:information|info|details?|answers?|mention|context)\b|data(?:$|\s+(?:available|provided|about|on|regarding)\b)|indication\s+in\s+{_GIVEN}{_SOURCE}|reference\s+to\b[^.;]{{0,80}}\bin\s+{_GIVEN}{_SOURCE})",
    r"^(?:sorry,?\s+|unfortunately,?\s+)?(?:no|insufficient|not enough)\s+(?:\w+\s+)?(?:information|answer|details|mention|data|context|results?|matches)(?:$|\s+(?:(?:is|was|are|were|could be|has been|have been)\s+(?:\w+\s+)?(?:available|provided|given|found|mentioned|specified|present)\b(?!\s+to\b)|found\b|available\b|provided\b|about\b|on\b|regarding\b|concerning\b|to answer\b))",
    rf"^(?:(?:well|hmm+|sorry|honestly|unfortunately|um+|uh+)[,.!]?\s+)?(?:i\s+|we\s+)?(?:idk|dunno|d['’]?know|don['’]?t (?:really )?know|do not (?:really )?know|have no (?:idea|clue)|haven['’]t (?:a clue|the faintest idea)"
    rf"|(?:am |['’]?m )?unsure|can(?:not|['’]t| not) (?:say|tell|determine|answer)|(?:it |this |that )?can(?:not|['’]t| not) be (?:determined|answered|inferred|known|said|established|confirmed|verified)){_CHATTER}$",
    rf"^(?:i['’]?\s?m|i am)\s+unsure$|^(?:un(?:determined|specified|clear|certain|sure)|indeterminate|indeterminable|not (?:certain|clear|determinable|determined|disclosed|discussed|listed|possible to (?:say|tell|determine))|no (?:info|data|context|mention|clear answer)|none (?:found|given|provided|mentioned|specified|stated|available)){_CHATTER}$",
    rf"^(?:based (?:up)?on|according to|from|given|in|within|using)\b[^,;:.!?]{{0,60}}\b{_SOURCE}[^,;:.!?]{{0,40}},\s*[^.;]{{0,80}}\b(?:can(?:not|\s?n['’]t| not)\s+be\s+(?:determined|answered|inferred|known|established|confirmed|verified)|(?:is|are|was|were)\s?(?:not|n['’]t)\s+{_ADVERB}(?:known|clear|determinable)|(?:is|are|was|were|remains?)\s+(?:unknown|unclear|unspecified))$",
    r"^(?:not (?:found|available|specified|mentioned|stated|provided|applicable|known|given|sure|enough information)|n\s?/\s?a|n\.\s?a\.?|unknown|none found|no answer|unanswerable|no idea|no clue|no comment|null|nil|tbd|-+|–|—|\?+)$",
    rf"^(?:this|that|such|the (?:requested|exact|specific|relevant))\s+(?:\w+\s+)?(?:information|data|details?|answer)\s+(?:is|are|was|were)\s?(?:not|n['’]t)\s+{_ADVERB}{_SAID}(?!\s+to\b)",
    rf"^(?:the )?(?:information|answer|details?)\s+(?:is|are|was|were)\s?(?:not|n['’]t)\s+{_ADVERB}(?:available|provided|given|found|specified|mentioned)$",
    rf"\b(?:you|i was)\s+(?:provided|shared|uploaded|attached|supplied|given|gave\s+me)\b.{{0,20}}?\b(?:does|do|did)\s?(?:not|n['’]t)\s+{_ADVERB}{_SAY}",
    rf"^no\s+(?:mention|reference|information|details?)\s+(?:of|about|on|to)\b[^.;]{{0,80}}\b(?:in|by)\s+{_GIVEN}{_SOURCE}",
    r"^(?:(?:based on|from|according to|given|in|with)\b[^,;]{0,80},\s*)?it(?:\s+(?:is|was)|['’]s)\s+(?:not possible|impossible)\s+to\s+(?:determine|say|tell|answer|know|confirm|infer)\b",
    r"^that(?:['’]s|\s+is)\s+not\s+something\s+(?:that\s+)?i\s+(?:can|am able)",
    r"^it(?:\s+(?:is|remains|was)|['’]s)\s+(?:not\s+(?:\w+\s+)?(?:clear|known|specified|stated|mentioned)|unclear|unknown|uncertain)(?:$|\s+(?:whether|if|how|when|what|which|why|who|where|from|based)\b)",
    r"^(?:this|that|it|(?:this|the|your) (?:question|answer|request))\s+can(?:not| not|['’]t)\s+be\s+(?:determined|answered|inferred)",
    rf"\b(?:outside|beyond)\s+(?:of\s+)?(?:the\s+scope\s+of\s+)?(?:my\s+(?:\w+\s+)?(?:knowledge|scope|expertise|capabilities)|{_GIVEN}{_SOURCE})",
    r"^as an? (?:ai|language model|virtual assistant)\b",
    r"^(?:i|we)\s+(?:must|have to|need to)\s+(?:\w+\s+)?decline\b|^i\s+(?:lack|have insufficient)\s+(?:\w+\s+){0,2}(?:information|context|data|access|details)",
)

# Spanish.
_ES = (
    r"(?:contextos?|documentos?|fuentes?|textos?|pasajes?|artículos?|fragmentos?|materiales?|documentación|extractos?|resultados de (?:la )?búsqueda|"
    r"(?:información|datos)\s+(?:proporcionad|disponible|facilitad|suministrad|dad)\w*)"
)
_ES_ABOUT = r"(?:sobre|acerca|al respecto|disponibles?|suficientes?|en (?:el|los) (?:contexto|documentos?|textos?)|para responder|relacionad\w+|respecto|relativa)"
_SPANISH = _any(
    r"\bno\s+lo\s+sé\b|^(?:lo siento,?\s+|disculpe,?\s+)?(?:yo\s+)?no\s+sé\b|^(?:lo )?desconozco\b",
    r"\bno\s+(?:he\s+podido|pude|puedo|logro|logré|he\s+logrado|consigo|conseguí|soy\s+capaz\s+de)\s+(?:\w+\s+)?(?:encontrar|hallar|localizar|responder|ayudar|contestar|proporcionar|confirmar|determinar|saber|dar|ofrecer|compartir)\w*",
    r"\bno\s+(?:hemos\s+podido|pudimos|podemos)\s+(?:responder|ayudar|contestar|determinar)\w*",
    r"\bno\s+(?:encontré|encuentro|he\s+encontrado|hallé|localicé|veo)\b",
    rf"\bno\s+(?:encontramos|hemos\s+encontrado|se\s+encontr(?:ó|aron)|se\s+ha\s+encontrado)\s+(?:\w+\s+){{0,2}}(?:información|mención|respuesta|referencias?|datos\s+{_ES_ABOUT})",
    rf"\bno\s+(?:tengo|tenemos|dispongo|disponemos|cuento|contamos|hay|existen?|se\s+dispone|aparece)\s+(?:de\s+|con\s+)?(?:\w+\s+){{0,2}}?(?:(?:suficiente\s+)?(?:información|mención|respuesta)|(?:datos|detalles)(?:$|\s+{_ES_ABOUT}))",
    r"\bno\s+tengo\s+(?:acceso|conocimiento|idea|forma\s+de)\b|\bno\s+estoy\s+en\s+condiciones\s+de\b",
    rf"\b{_ES}\b[^.;,]{{0,30}}?\bno\s+(?:se\s+|lo\s+|lo\s+)?(?:mencionan?|especifican?|indican?|detallan?|dicen?|aclaran?|hablan?|hacen?\s+(?:mención|referencia)|(?:contienen?|incluyen?|proporcionan?|ofrecen?|dan?|aportan?)\s+(?:\w+\s+){{0,2}}(?:información|datos|detalles|respuesta|mención))",
    rf"^(?:lo siento,?\s+|lamentablemente,?\s+|desafortunadamente,?\s+)?no\s+se\s+(?:menciona|especifica|detalla|indica|aclara|proporciona)n?\b(?:(?!.*\sen\s)|.*\sen\s+(?:el|la|los|las)\s+{_ES})",
    rf"\bno\s+(?:se\s+(?:menciona|especifica|detalla|aclara)n?|(?:está|están|aparece|aparecen|fue|fueron|viene)\s+(?:mencionad|especificad|detallad)\w+)(?:$|\s+en\s+(?:el|la|los|las)\s+{_ES})",
    rf"\bno\s+(?:está|están|aparecen?|figuran?|se\s+encuentran?)\s+(?:\w+\s+)?en\s+(?:el|la|los|las)\s+{_ES}\b",
    rf"\bno\s+es\s+posible\s+(?:determinar|saber|responder|decir|confirmar|inferir)\w*(?:$|.*\b(?:a\s+partir|según|con\s+(?:la\s+información|los\s+datos)|en\s+(?:el|los)\s+{_ES}))|^(?:esta|esa|la)\s+información\s+no\s+(?:está|se\s+encuentra|fue|es|aparece)\s+(?:disponible|proporcionada|en\s+(?:el|los|la)\s+{_ES})",
    r"^(?:(?:no (?:sé|se)|no (?:lo )?sabría decir|no está claro|no se puede (?:determinar|saber|responder)|no es posible (?:saberlo|determinarlo)|sin (?:datos|respuesta)|no (?:figura|consta|mencionad[oa])))$|^(?:sin información|no disponible|no especificad[oa]|no se sabe|desconocid[oa]|no aplica|ni idea)$|\bfuera\s+(?:del\s+alcance|de\s+mi\s+(?:alcance|conocimiento))\b",
)

# German.
_DE = (
    r"(?:kontext\w*|dokumente?n?s?|quellen?|text(?:e[sn]?)?|passagen?|abschnitte?n?|artikeln?|unterlagen|auszug|auszügen?|materiali?e?n?|dokumentation|"
    r"(?:vorliegend|bereitgestellt|angegeben|verfügbar|gegeben|vorhanden)\w*\s+(?:informationen|daten|angaben|inhalten?|dokumenten?|texten?|unterlagen))"
)
_DE_FACTS = (
    r"(?:information\w*|angaben?|hinweise?|antwort\w*|auskunft|auskünfte|details|aussagen?|erwähnung\w*)"
)
_DE_ABOUT = r"(?:zu|zur|zum|über|dazu|darüber|vor|bezüglich|hierzu|gefunden|finden)"
_DE_LACK = rf"(?:keine?\w*\s+(?:\w+\s+){{0,2}}(?:{_DE_FACTS}|daten(?:$|\s+{_DE_ABOUT}\b))|nichts\s+(?:dazu|darüber|zu|zum|zur|über|gefunden|finden))"
_GERMAN = _any(
    r"\bich\s+(?:weiß|weiss)\b[^.]{0,20}\bnicht\b|\b(?:weiß|weiss)\s+ich\b[^.]{0,20}\bnicht\b|\bkeine\s+ahnung\b",
    rf"\b(?:ich\s+(?:\w+\s+){{0,2}}?(?:kann|konnte|habe|finde|fand|sehe)|(?:kann|konnte|habe|finde|fand|sehe)\s+ich|wir\s+(?:haben|konnten|können|finden)|(?:haben|konnten|finden)\s+wir)\b[^.]{{0,60}}\b{_DE_LACK}",
    r"\b(?:ich\s+(?:\w+\s+){0,2}?(?:kann|konnte)|(?:kann|konnte)\s+ich)\b[^.]{0,80}\bnicht\s+(?:\w+\s+){0,3}?(?:finden|beantworten|helfen|weiterhelfen|sagen|bestätigen|entnehmen|feststellen|mitteilen|ermitteln|beurteilen|angeben|geben)\b",
    r"\bwir\s+(?:können|konnten)\b[^.]{0,60}\bnicht\s+(?:\w+\s+)?(?:beantworten|weiterhelfen|helfen)\b",
    rf"\b(?:es\s+gibt|gibt\s+es|es\s+liegen|liegen|es\s+liegt|liegt|es\s+finden\s+sich|finden\s+sich)\b[^.]{{0,40}}\bkeine\s+(?:\w+\s+)?(?:information\w*|angaben?|hinweise|daten)(?:$|\s+{_DE_ABOUT}\b)",
    rf"\b{_DE}\b[^.;]{{0,40}}\b(?:enthält|enthalten|liefert|liefern|gibt|geben|macht|machen|bietet|bieten)\b[^.;]{{0,40}}\bkeine?\w*\s+(?:\w+\s+){{0,2}}(?:{_DE_FACTS}|daten\s+{_DE_ABOUT}\b)",
    rf"\b{_DE}\b[^.;]{{0,60}}\bnichts?\s+(?:\w+\s+)?(?:erwähn\w+|genannt|angegeben|spezifiziert|aufgeführt|beschrieben|hervor|zu\s+entnehmen|entnehmen|steht|gesagt|beantwortet)\b",
    rf"\b(?:erwähn\w+|nenn\w+|sag\w+|beantwort\w+)\b[^.;]{{0,40}}\bnicht\b[^.;]{{0,30}}\b{_DE}\b|\b{_DE}\s+(?:erwähn\w+|nenn\w+|sag\w+|beantwort\w+)\b[^.;]{{0,40}}\bnichts?\b",
    r"^(?!.*\b(?:im|in|am|auf|laut|beim)\s).*\b(?:wird|werden|ist|sind|wurde|wurden)\s+(?:\w+\s+){0,3}nicht\s+(?:\w+\s+)?(?:erwähnt|angegeben|genannt|spezifiziert|aufgeführt)$",
    r"^(?:weiß|weiss) (?:ich )?(?:es |das )?(?:leider )?nicht$|^(?:(?:lässt sich |kann )?nicht (?:bestimm\w+|feststell\w+|ermittel\w+|beantwort\w+|sagen)(?: werden)?|unklar|nicht sicher|unsicher|keine (?:daten|antwort))$",
    r"^(?:keine angaben?|keine information(?:en)?(?: (?:vorhanden|verfügbar))?|nicht bekannt|unbekannt|nicht (?:angegeben|erwähnt|spezifiziert|verfügbar)|k\.\s?a\.?)$|^(?:das|dies|es|dazu)\s+steht\b[^.]{0,30}\bnicht?s?\b|^dazu\s+(?:liegen|habe|finde|gibt)\b[^.]{0,40}\b(?:keine|nichts)\b",
)

# French.
_FR = (
    r"(?:contextes?|documents?|sources?|textes?|extraits?|passages?|articles?|documentation|"
    r"(?:informations?|données|éléments)\s+(?:fournie?s?|disponibles?|données|transmis(?:es)?))"
)
_FR_FACTS = r"(?:informations?|mentions?|précisions?|réponses?|détails?|indications?|données)"
_FR_ABOUT = r"(?:sur|concernant|à propos|à ce sujet|à cet égard|relatives?|permettant|disponibles?|dans\s+(?:le|les|ce|ces)\s+(?:contexte|documents?|textes?|sources?|extraits?))"
_FRENCH = _any(
    r"\bje\s+ne\s+(?:le\s+|la\s+)?(?:sais|connais)\b[^.]{0,15}\bpas\b|^j['’]ignore\b|\baucune\s+idée\b",
    rf"\bje\s+n['’]ai\s+(?:malheureusement\s+)?(?:pas\s+(?:pu\s+)?(?:trouvé?r?|accès|connaissance|la\s+réponse|cette\s+information|de\s+réponse|d['’]{_FR_FACTS}|suffisamment)|rien\s+trouvé|(?:trouvé\s+)?aucune?\s+(?:\w+\s+)?{_FR_FACTS})",
    r"\bje\s+ne\s+(?:peux|puis)\s+(?:\w+\s+)?pas\s+(?:\w+\s+)?(?:répondre|aider|trouver|fournir|confirmer|dire|déterminer|partager|donner|vous\s+aider|y\s+répondre)",
    rf"\bje\s+ne\s+(?:trouve|vois|dispose|possède|parviens)\b[^.]{{0,30}}\b(?:pas|rien|aucune?)\b|\bje\s+ne\s+suis\s+pas\s+en\s+mesure\b|\bnous\s+ne\s+(?:disposons|trouvons)\s+(?:pas\s+d['’]|d['’]?aucune?\s+|aucune?\s+){_FR_FACTS}",
    rf"\b{_FR}\b[^.;,]{{0,20}}\bn(?:e\s+|['’])(?:mentionne|précise|indique|spécifie|parle|dit|aborde|évoque)\w*\s+(?:pas|rien|aucune?)\b",
    rf"\b{_FR}\b[^.;,]{{0,20}}\bn(?:e\s+|['’])(?:contien|fourni|donne|offr|inclu|comport|apport)\w*\s+(?:pas\s+(?:de\s+|d['’]|cette\s+|ces\s+|l['’]|la\s+|les\s+)|aucune?\s+)(?:\w+\s+)?{_FR_FACTS}",
    rf"\b{_FR}\b[^.;,]{{0,20}}\bne\s+permet\w*\s+pas\b|\bil\s+n['’]est\s+pas\s+possible\s+de\s+(?:répondre|déterminer|dire|savoir|confirmer)\b",
    r"^(?:cette\s+|ces\s+|l['’]|les\s+)informations?\s+n['’](?:est|sont|a|ont)\s+pas\s+(?:été\s+)?(?:disponible|fournie|mentionnée|précisée|trouvée)s?(?!\s+(?:à|aux|au)\b)",
    rf"\b(?:il\s+n['’]y\s+a|il\s+n['’]existe|on\s+ne\s+trouve|nous\s+n['’]avons)\s+(?:pas\s+(?:de\s+|d['’]|assez\s+d['’])|aucune?\s+)(?:\w+\s+)?{_FR_FACTS}(?:$|\s+{_FR_ABOUT})",
    rf"^(?:malheureusement,?\s+)?aucune?\s+(?:\w+\s+)?{_FR_FACTS}(?:$|\s+(?:{_FR_ABOUT}|(?:n['’]est|n['’]a\s+été|n['’]y\s+est)\s+(?:fournie?|disponible|trouvée?|mentionnée?|précisée?|donnée?|faite)(?!\s+(?:à|aux|au)\b)))",
    rf"\bn['’](?:est|a|ont|était|sont)\s+pas\s+(?:été\s+)?(?:mentionnée?s?|précisée?s?|spécifiée?s?|indiquée?s?|fournie?s?)(?:$|\s+dans\s+(?:le|la|les|ce|ces)\s+{_FR})|\bne\s+(?:figure|figurent|se\s+trouve)\s+pas\s+dans\s+(?:le|la|les|ce|ces)\s+{_FR}",
    r"^(?:(?:je|j['’]|chais|ché)?\s*(?:(?:en\s+)?sais\s+|ché\s+|chais\s+)?pas(?:\s+du\s+tout)?|on ne (?:le )?sait pas|impossible (?:à|de) (?:le )?(?:dire|déterminer|savoir)|aucune (?:donnée|réponse)|pas (?:sûre?|certaine?|mentionnée?|précisée?|indiquée?))$",
    r"^(?:non disponible|non précisée?|non mentionnée?|inconnue?|pas d['’]information|information non disponible)$",
)

# Portuguese.
_PT = (
    r"(?:contextos?|documentos?|fontes?|textos?|trechos?|passagens?|artigos?|documentação|materia(?:l|is)|"
    r"(?:informaç(?:ão|ões)|dados)\s+(?:fornecid|disponíve|apresentad)\w*)"
)
_PT_ABOUT = r"(?:sobre|acerca|a respeito|suficientes?|disponíve\w+|relacionad\w+|(?:no|nos|na|nas)\s+(?:contexto|documentos?|textos?|fontes?)|para\s+responder)"
_PORTUGUESE = _any(
    r"(?:^|,\s*|mas\s+)(?:eu\s+)?não\s+sei\b|^desconheço\b",
    r"\bnão\s+(?:encontrei|encontro|localizei|achei|vejo|(?:consegui|consigo)\s+(?:encontrar|localizar|responder|determinar)|posso\s+(?:\w+\s+)?(?:ajudar|ajudá|responder|fornecer|confirmar|compartilhar|dizer|informar|determinar)\w*|foi\s+possível\s+(?:encontrar|localizar|determinar))",
    rf"\bnão\s+(?:tenho|temos|há|existem?|encontramos|disponho|dispomos)\s+(?:de\s+)?(?:\w+\s+){{0,2}}?(?:informaç\w+|menção|resposta|(?:dados|detalhes)(?:$|\s+{_PT_ABOUT}))",
    r"\bnão\s+tenho\s+(?:acesso|conhecimento|ideia|como\s+(?:responder|saber))\b",
    rf"\b{_PT}\b[^.;,]{{0,30}}?\bnão\s+(?:mencionam?|especificam?|informam?|indicam?|diz(?:em)?|esclarecem?|falam?|fazem?\s+(?:menção|referência)|(?:contém|contêm|fornecem?|incluem?|trazem?|apresentam?|dão|dá)\s+(?:\w+\s+){{0,2}}(?:informaç\w+|menção|detalhes|dados|resposta))",
    rf"\bnão\s+(?:é|foi|está|são|foram|estão)\s+(?:mencionad|especificad|informad|indicad|detalhad)\w+\s+(?:no|na|nos|nas)\s+{_PT}|\bnão\s+(?:é|foi|está|são|foram|estão)\s+(?:mencionad|especificad|informad)\w+$",
    rf"^(?:infelizmente,?\s+)?não\s+(?:se\s+)?(?:menciona|especifica|informa|há\s+menção)\w*\b(?:$|.*\s(?:no|na|nos|nas)\s+{_PT})|\bnão\s+(?:está|estão|consta|constam|aparecem?)\s+(?:\w+\s+)?(?:no|na|nos|nas)\s+{_PT}",
    rf"\bnenhuma\s+(?:informação|menção)(?:$|\s+(?:{_PT_ABOUT}|(?:foi|é|está)\s+(?:encontrada|fornecida|disponível|mencionada)(?!\s+(?:a|aos?|às?)\b)))",
    rf"\bnão\s+é\s+possível\s+(?:determinar|saber|responder|dizer|confirmar)\b(?:$|.*\b(?:com\s+base|a\s+partir|com\s+(?:as\s+informações|os\s+dados)|(?:no|nos)\s+{_PT}))|^(?:esta|essa|a)\s+informação\s+não\s+(?:está|foi|é|consta)\s+(?:disponível|fornecida|mencionada|encontrada|(?:no|nos)\s+{_PT})",
    r"^(?:não (?:faço|tenho) (?:a (?:menor|mínima) )?ideia|sei lá|não se sabe|não dá para (?:saber|dizer|determinar)|não (?:consta|mencionad[oa])|sem (?:dados|resposta))$",
    r"^(?:sem informaç(?:ão|ões)|não disponível|não especificad[oa]|não informad[oa]|desconhecid[oa]|não se aplica)$|\bfora\s+do\s+(?:meu\s+)?(?:escopo|alcance|conhecimento)\b",
)

# Italian, Dutch, the languages of Scandinavia, Polish, Czech, Turkish, Vietnamese, Indonesian and others: the commonest forms only.
_ITALIAN = _any(
    r"\bnon\s+(?:lo\s+so|ho\s+trovato|trovo|posso\s+(?:aiutar|risponder|determinar|dir|forni)\w*|dispongo|ci\s+sono\s+informazioni|ho\s+(?:informazioni|accesso|idea)|sono\s+in\s+grado|saprei|ne\s+ho\s+idea)",
    r"\b(?:contesto|documenti?|test[oi]|fonti?)\b[^.;,]{0,20}\bnon\s+(?:menziona|specifica|indica|fornisc|contien|precisa|dice|riporta)\w*|^nessuna\s+(?:informazione|idea)\b",
    r"\bnon\s+(?:è|viene|sono)\s+(?:menzionat|specificat|indicat|riportat|precisat)\w+(?:$|\s+(?:nel|nei|nella|negli)\s+(?:contesto|documenti?|test[oi]|fonti?))|^(?:non so|boh|non (?:è )?(?:disponibile|specificato|noto|chiaro)|sconosciut[oa]|non è possibile (?:determinar|dir|saper)\w*)$",
)
_DUTCH = _any(
    r"\bik\s+weet\s+(?:het|dat|dit)?\s*(?:helaas\s+)?niet\b|\bik\s+(?:kon|kan|heb)\b[^.]{0,40}\bgeen\s+(?:informatie|antwoord|idee)|\b(?:er\s+is|er\s+staat)\s+geen\s+informatie\b",
    r"\bik\s+kan\b[^.]{0,40}\bniet\s+(?:beantwoorden|helpen|vinden|zeggen|bepalen)|\b(?:context|documente?n?|tekst(?:en)?|bronn?e?n?)\b[^.;,]{0,30}\b(?:vermeldt?|noemt?|zegt?|bevat(?:ten)?|geeft|geven)\b[^.;,]{0,40}\b(?:niet|niets|geen\s+(?:informatie|antwoord))\b",
    r"^(?:weet (?:ik )?(?:het )?niet|geen (?:idee|informatie)|onbekend|niet (?:bekend|vermeld|gespecificeerd|te bepalen|duidelijk))$",
)
_NORTHERN = _any(
    r"\bjag\s+vet\s+(?:tyvärr\s+)?(?:inte|ej)\b|\bdet\s+vet\s+jag\s+(?:inte|ej)\b|\bjag\s+kan\s+(?:tyvärr\s+)?(?:inte|ej)\s+(?:\w+\s+)?(?:svara|hjälpa|hitta|avgöra|säga|bekräfta)|\bjag\s+(?:hittar|hittade|har)\s+(?:tyvärr\s+)?(?:ingen|inga|inte någon)\s+(?:information|uppgift)",
    r"\bjeg\s+(?:ved|vet)\s+(?:det\s+)?(?:desværre\s+|dessverre\s+)?ikke\b|\bdet\s+(?:ved|vet)\s+jeg\s+(?:desværre\s+|dessverre\s+)?ikke\b|\bjeg\s+kan\s+(?:desværre\s+|dessverre\s+)?ikke\s+(?:\w+\s+)?(?:svare|hj[æe]lpe|finde|finne|si|sige|avgjøre|afgøre|bekr[æe]fte)|\bjeg\s+(?:har|finder|finner|fandt|fant)\s+ingen\s+(?:oplysninger|informasjon|information|opplysninger)",
    r"\b(?:kontext\w*|kontekst\w*|dokument\w*|text(?:en|erna)|tekst(?:en|erne|ene)|källor\w*|kilde\w*)\b[^.;,]{0,30}\b(?:nämner|anger|säger|innehåller|nævner|angiver|siger|indeholder|nevner|angir|sier|inneholder)\b[^.;,]{0,40}\b(?:inte|ikke|ingen|inget|intet)\b",
    r"\b(?:inte|ikke)\s+(?:nämn\w+|anges|angiv\w+|nævnt|oplyst|nevnt|oppgitt)\s+i\b|\b(?:framgår|fremgår)\s+(?:inte|ikke)\b|^(?:vet (?:ej|inte|ikke)|ved (?:det )?ikke|ingen (?:aning|anelse|information|idé)|okänt|ukendt|ukjent|oklart|uklart)$",
)
_SLAVIC = _any(
    r"\bnie\s+wiem\b|\bnie\s+(?:znalazłem|znalazłam|mogę\s+(?:\w+\s+)?(?:pomóc|odpowiedzieć|znaleźć|określić|stwierdzić)|mam\s+(?:informacji|pojęcia|dostępu))\b|\b(?:brak|nie\s+ma)\s+informacji\s+(?:o|na\s+temat|w)\b",
    r"\b(?:kontek\w+|dokument\w*|tek[sś]\w+|źródł\w+)\b[^.;,]{0,30}\bnie\s+(?:wspomina|podaj|zawiera|określa|mówi)\w*|\bnie\s+(?:podano|wspomniano|określono)\b|^(?:brak (?:informacji|danych|odpowiedzi)|nie wiadomo|nieznan[eya]|nie określono|nie mam pojęcia|nie można (?:określić|ustalić|stwierdzić))$",
    r"\bnevím\b|\bnemohu\s+(?:\w+\s+)?(?:odpovědět|pomoci|najít|určit|potvrdit)|\bnemám\s+(?:\w+\s+)?(?:informac|přístup|ponětí)\w*|\bnenašel\s+jsem|\bnenašla\s+jsem",
    r"\b(?:kontext\w*|dokument\w*|text\w*|zdroj\w*)\b[^.;,]{0,30}\b(?:neuvád|nezmiňuj|neobsahuj|neříká|nespecifikuj)\w*|\bnení\s+(?:\w+\s+)?(?:uveden|zmíněn|specifikován)\w*(?:$|\s+v)|^(?:není (?:známo|uvedeno|jasné)|neznám[éoýá]|nelze (?:určit|zjistit|odpovědět)|bez odpovědi|žádné informace)$",
)
_TURKISH = _any(
    r"\bbilmiyor(?:um|uz)\b|\bbulamadım\b|\bbilgi(?:m|ye)?\s+(?:yok|bulunm\w+|bulamad\w+|sahip değil\w+)|\byardımcı\s+olama\w+\b|\bcevap\s+vere?me\w+|\bemin değilim\b|\b(?:bağlam|belge|metin|doküman|kaynak)\w*\b[^.;,]{0,40}\b(?:belirtilm|bahsedilm|belirtm|bahsetm|yer alm|içerm)\w+|^(?:bilinmiyor|belirtilmemiş|belirsiz|fikrim yok|hiçbir fikrim yok)$",
)
_ASIAN = _any(
    r"\b(?:tôi|mình|em|chúng tôi)\s+(?:\w+\s+)?không\s+(?:biết|rõ|chắc|có\s+(?:đủ\s+)?thông\s+tin|thể\s+(?:\w+\s+)?(?:trả lời|tìm thấy|xác định|giúp|cung cấp)|tìm thấy)|\bkhông\s+(?:có|tìm thấy)\s+(?:đủ\s+)?thông\s+tin\s+(?:về|trong|nào|để|liên quan)|\b(?:ngữ cảnh|tài liệu|văn bản|đoạn văn|nguồn)\b[^.;,]{0,30}\bkhông\s+(?:đề cập|nêu|cung cấp|nói|chứa|có thông tin)",
    r"^(?:không (?:biết|rõ|có thông tin|xác định|thể xác định|chắc)|chưa rõ|chịu)$|\bkhông được (?:đề cập|nêu|nhắc đến)(?:$|\s+trong\s+(?:ngữ cảnh|tài liệu|văn bản))",
    r"\b(?:saya|aku|kami)\s+(?:\w+\s+)?(?:tidak|nggak|gak|belum|kurang)\s+(?:tahu|yakin|mengetahui|memiliki\s+(?:\w+\s+)?informasi|menemukan|(?:dapat|bisa|mampu)\s+(?:\w+\s+)?(?:menjawab|menemukan|menentukan|membantu|memberikan|memastikan))|\btidak\s+(?:ada|ditemukan|tersedia|terdapat)\s+informasi\b",
    r"\b(?:konteks|dokumen|teks|sumber|artikel)\b[^.;,]{0,30}\btidak\s+(?:menyebut|mencantum|menyedia|memuat|menjelas|membahas|mengandung|memberi)\w*|\btidak\s+(?:disebutkan|dicantumkan|dijelaskan|ditentukan)(?:$|\s+(?:dalam|di)\b)|^(?:tidak|gak|nggak|ga|kurang|tak) (?:tahu|tau|yakin)$|^(?:tidak (?:diketahui|jelas|dapat ditentukan|bisa ditentukan|ada informasi)|entah(?:lah)?)$",
)
_OTHERS = _any(
    r"\ben\s+(?:tiedä|osaa\s+(?:sanoa|vastata)|löytänyt|pysty\s+vastaamaan|voi\s+(?:vastata|auttaa))\b|\btietoa\s+ei\s+(?:ole|löyt)\w*|\bei\s+(?:mainita|kerrota|käy\s+ilmi)\b",
    r"\bnu\s+(?:știu|stiu|pot\s+(?:răspunde|găsi|ajuta|determina)|am\s+(?:găsit|informații|acces)|sunt\s+sigur\w*)|\b(?:contextul|documentul|documentele|textul)\b[^.;,]{0,20}\bnu\s+(?:menționează|specifică|oferă|conține|precizează)|^(?:necunoscut|nespecificat)$",
    r"\bnem\s+(?:tudom|tudjuk|találtam|található|tudok\s+(?:\w+\s+)?(?:válaszolni|segíteni))\b|\bnincs\s+(?:\w+\s+)?(?:információ\w*|adat\w*)\b|^(?:ismeretlen|nem ismert)$",
    r"δεν (?:βρήκα|γνωρίζω|ξέρω)|(?:κείμενο|έγγραφ|πλαίσιο)\w*\s+δεν\s+αναφέρ|לא (?:מצאתי|יודע|ידוע לי)|אין (?:לי )?מידע",
)

_JAPANESE = _any(
    r"(?:情報|記載|記述|言及|回答|答え|該当|データ)[^。]{0,12}(?:ありません|ございません|見つかりません|見つけられません|見当たりません|得られません|含まれていません|されていません|なし$)",
    r"(?:資料|文書|ドキュメント|コンテキスト|文脈|本文|テキスト|記事|提供された|与えられた)[^。]{0,30}(?:記載|言及|記述|明記|書か|触れ|見つかり|見当たり|説明|示さ)[^。]{0,8}(?:ません|ない)",
    r"^(?:不明|未定|該当なし|なし|わからない|分からない|知らない)(?:です)?$|(?:お答え|回答|ご案内|お手伝い|ご質問)[^。]{0,8}(?:できません|できかねます|いたしかねます)",
    r"(?:^|[、,]|私(?:に)?は)[^。]{0,12}(?:わかりません|分かりません|わかりかねます|分かりかねます|存じません|知りません)|(?:詳細|情報)[^。]{0,4}不明です",
)
_CHINESE = _any(
    r"^(?:[对對]不起|抱歉|很抱歉|不好意思)?[,，]?(?:我)?(?:也|真的)?不(?:太)?(?:知道|清楚|[确確]定)|我(?:并|並)?不(?:知道|清楚|了解)",
    r"[无無]法(?:回答|[确確]定|得知|判[断斷]|[确確][认認]|找到|[为為]您(?:提供|解答)|[帮幫]助|提供(?:相[关關]|[该該]|[这這]|具[体體]|任何)?.{0,4}(?:信息|資訊|资料|資料|答案|建[议議]))",
    r"(?:文[档檔]|文件|上下文|[资資]料|材料|文章|文本|段落|[内內]容|提供的[^。]{0,6}|[给給]定的[^。]{0,6})(?:[中里裡])?[^。，,]{0,8}(?:[没沒]有|未|[并並]未)(?:明[确確])?(?:提到|提及|[说說]明|提供|包含|涉及|指出|[给給]出|列出|找到|[显顯]示)",
    r"^(?:未知|不[明详詳]|[暂暫]无|无|無)$|[没沒]有(?:找到|提到|提及|足[够夠]的?(?:信息|[资資]料))|[没沒]有(?:相[关關]|有[关關]|[关關]于[^。]{0,15}的?)(?:的)?(?:信息|資訊|[资資]料|[内內]容|[记記][录錄])|[没沒]有(?:[这這]方面的?|[该該]|此)(?:信息|資訊|[资資]料)|[无無]法[从從][^。]{0,20}(?:得到|得知|[确確]定|推[断斷]|回答|找到)|找不到(?:相[关關]|任何|[关關][于於]|有[关關])",
    r"^(?:[对對]不起|抱歉)?[,，]?未(?:提及|找到|[说說]明|提供)|抱歉[^。]{0,8}(?:[无無]法|不能)(?:回答|提供|[帮幫]助|[协協]助|[确確][认認])",
)
_KOREAN = _any(
    r"(?:정보|내용|답변|언급|기록|설명|답)(?:가|이|은|는|을|를|도)?\s?[^.]{0,10}(?:없습니다|없어요|없네요|없음|찾을 수 없|찾지 못|포함되어 있지 않|나와 있지 않|제공되지 않|확인할 수 없|부족합니다)",
    r"(?:문서|맥락|자료|텍스트|문맥|컨텍스트|지문|본문|제공된|주어진)[^.]{0,30}(?:언급|나와|포함|명시|기재|설명|제시|확인|찾)[^.]{0,10}(?:않|없|못)",
    r"^(?:모름|알 수 없음|없음|몰라요?|미상)$|모르겠|모릅니다|잘 몰라|알 수 없습니다$|(?:답변|대답)(?:을|해|해 ?드릴|드릴|할)?\s?(?:드릴 |할 )?수 없|도와 ?드릴 수 없",
)
_RUSSIAN = _any(
    r"\bя\s+(?:\w+\s+)?не\s+(?:знаю|могу\s+(?:\w+\s+)?(?:помочь|ответить|найти|сказать|предоставить|подтвердить)|наш[ёе]л|нашла|располагаю|имею|владею)|^(?:к сожалению,?\s+|извините,?\s+)?не\s+(?:знаю|могу\s+(?:\w+\s+)?(?:помочь|ответить|найти|сказать))",
    r"\bне\s+(?:удалось\s+найти|найден[аоы]?|наш[её]л|нашла|нашли)\b[^.]{0,30}(?:информаци|сведени|данны|упоминани|ответ)|(?:информаци|сведени|упоминани|ответ)\w*[^.]{0,40}(?:не\s+найден|отсутству|не\s+содерж|недостаточно|\bнет\b)",
    r"\b(?:контекст|документ|текст|источник|материал|стать|фрагмент|отрыв)\w*\s[^.]{0,30}\bне\s+(?:указан|упомина|упомянут|сказано|говор|сообща|содерж\w+\s+(?:\w+\s+)?(?:информ|сведен|данны|ответ|упомин))",
    r"^(?:неизвестно|не\s+указано|нет\s+данных|понятия\s+не\s+имею|без\s+понятия|не\s+уверен[а]?)$|\bнет\s+(?:\w+\s+)?(?:информации|данных|сведений|упоминани\w)(?:$|\s+(?:о|об|обо|по|для|на|в\s+(?:контексте|документ\w*|тексте))\b)|\bне\s+(?:указан[аоы]?|упомянут[аоы]?|упоминается)$",
)
_ARABIC = _any(
    r"لا أعرف|لا أعلم|لا أدري|لم أجد|لم أتمكن من|لا أملك|ليس لدي|ليست لدي|لا يمكنني (?:ال?إجابة|ال?مساعد|تقديم|تأكيد|العثور)|لا أستطيع (?:ال?إجابة|ال?مساعد|تقديم|العثور)",
    r"(?:لا (?:توجد|تتوفر|يوجد|تتضمن|يتضمن|تحتوي|يحتوي|تقدم|يقدم)|لم (?:يتم|ترد))[^.]{0,30}(?:معلومات|معلومة|إجابة|ذكر|تفاصيل)",
    r"(?:السياق|المستند|النص|الوثيقة|المستندات|الوثائق|المقال|المصادر|النصوص)[^.]{0,25}(?:لا|لم) (?:يذكر|تذكر|يشر|يشير|تشير|يوضح|توضح|يحدد|تحدد|يُذكر)|(?:غير مذكور|لم يُ?ذكر)(?:ة)?(?:$| في (?:السياق|المستند|النص|الوثائق|المستندات))",
)
_HINDI = _any(
    r"(?:मुझे|मैं|मेरे पास)[^।]{0,40}(?:नहीं (?:पता|मालूम|मिली|मिला|जानता|जानती|है|दे सक)|पता नहीं|जानकारी नहीं|उत्तर नहीं|मदद नहीं)",
    r"जानकारी (?:\S+ )?(?:उपलब्ध नहीं|नहीं (?:है|हैं|मिल|दी गई|दी गयी)|मौजूद नहीं)|^(?:पता|मालूम|ज्ञात) नहीं|उल्लेख नहीं(?: है| किया गया है| किया गया)?$",
    r"(?:दस्तावेज़?|संदर्भ|पाठ|स्रोत|लेख|दिए गए|प्रदान)[^।]{0,40}(?:उल्लेख|जानकारी|विवरण|बताया|उत्तर)[^।]{0,12}नहीं",
)
_THAI = _any(
    r"ไม่พบข้อมูล|ไม่ทราบ|ไม่รู้$|ไม่มีข้อมูล(?:เกี่ยวกับ|ใน(?:เอกสาร|บริบท)|ที่(?:เกี่ยวข้อง|เพียงพอ)|เพียงพอ|$)|ไม่สามารถ(?:ตอบ|ช่วย|ให้ข้อมูล|ค้นหา|ระบุ)",
    r"(?:เอกสาร|บริบท|ข้อความ|เนื้อหา|ข้อมูลที่(?:ให้|มี))[^.]{0,30}ไม่(?:ได้)?(?:กล่าวถึง|ระบุ|ให้ข้อมูล|บอก|มีข้อมูล)|^(?:ขออภัย)?\s?ไม่ได้(?:กล่าวถึง|ระบุ)",
)

# Words without which nothing in a language can match: most claims have none of them, and the pattern is not tried.
_LATIN = (
    (
        (
            "not no none neither nothing cannot t n unable unanswerable unknown unclear uncertain outside beyond ai model assistant "
            "decline lack insufficient silent nil null tbd impossible idk dunno dknow know unsure undetermined unspecified indeterminate "
            "indeterminable"
        ),
        _ENGLISH,
    ),
    ("no sin fuera ni desconozco desconocido desconocida", _SPANISH),
    ("nicht nichts kein keine keinen keinem keiner keinerlei keines unbekannt k", _GERMAN),
    ("ne n pas aucun aucune ignore inconnu inconnue non", _FRENCH),
    ("não sei sem nenhuma desconheço desconhecido desconhecida fora", _PORTUGUESE),
    ("non nessuna boh sconosciuto sconosciuta", _ITALIAN),
    ("niet niets geen onbekend", _DUTCH),
    ("inte ej ikke ingen inga okänt ukendt ukjent oklart uklart", _NORTHERN),
    (
        (
            "nie brak nieznane nieznany nieznana nevím nemohu nemám nenašel nenašla není neuvádí neuvádějí nezmiňuje nezmiňují neobsahuje neobsahují "
            "neříká nespecifikuje neznámé neznámo neznámý neznámá nelze bez žádné"
        ),
        _SLAVIC,
    ),
    (
        (
            "bilmiyorum bilmiyoruz bulamadım bilgi bilgim bilgiye yardımcı cevap emin bağlam bağlamda belge belgede belgeler belgelerde metin metinde "
            "dokümanda kaynak kaynaklarda kaynaklar bilinmiyor belirtilmemiş belirsiz fikrim"
        ),
        _TURKISH,
    ),
    ("không chưa chịu tidak nggak gak ga tak belum kurang entah entahlah", _ASIAN),
    ("en ei tietoa nu nem nincs ismeretlen necunoscut nespecificat δεν לא אין", _OTHERS),
)
_SCRIPTS = (
    ("\u3040-\u30ff", _JAPANESE),
    ("\u4e00-\u9fff", _CHINESE),
    ("\uac00-\ud7af", _KOREAN),
    ("\u0400-\u052f", _RUSSIAN),
    ("\u0600-\u06ff", _ARABIC),
    ("\u0900-\u097f", _HINDI),
    ("\u0e00-\u0e7f", _THAI),
)
_WORD = re.compile(r"[^\W\d_]+")
_BY_WORD = tuple((frozenset(cues.split()), rule) for cues, rule in _LATIN)
_BY_SCRIPT = tuple((re.compile(f"[{span}]"), rule) for span, rule in _SCRIPTS)


@cache
def _says(rule: str) -> re.Pattern[str]:
    """Return a rule ready to search with; made when a word of its language stands somewhere, since all of them take long."""
    return re.compile(rule, re.IGNORECASE)


def abstains(text: str) -> bool:
    """Say whether one clause or sentence, without the marks at its ends, is an abstention."""
    words = set(_WORD.findall(text.casefold()))
    if any((not words or not cues.isdisjoint(words)) and _says(rule).search(text) for cues, rule in _BY_WORD):
        return True
    return not text.isascii() and any(
        script.search(text) and _says(rule).search(text) for script, rule in _BY_SCRIPT
    )
