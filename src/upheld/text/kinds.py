"""Kinds of claims that cannot be checked, by phrases in many languages.

A claim is `factual` unless it is plainly something else; with a number in it, only a refusal or a question is.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from upheld._types import Kind

__all__ = ["is_generic_lead", "is_hedged", "kind_of"]

_I = re.IGNORECASE


def _any(*alternatives: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{a})" for a in alternatives), _I)


# The material an answer is made from, as a bot names it.
_PLAIN_SOURCE = r"(?:context|documents?|docs|sources?|passages?|texts?|articles?|materials?|excerpts?|snippets?|knowledge base|search results?|documentation|chunks?)"
# Words that also name a subject matter ("the data does not include names") need a sign that the material is meant.
_SOURCE = (
    rf"(?:{_PLAIN_SOURCE}|(?:provided|given|available|supplied|retrieved|above|following|your|my)\s+"
    r"(?:information|info|content|data|results|records|pages?|files?))"
)
_GIVEN = r"(?:(?:the|this|these|that|any|my|your|our|provided|given|available|supplied|retrieved|above|following|relevant|current)\s+){0,4}"
_SORRY = r"^(?:(?:i['’]?m|i am|we are|we['’]re)?\s*(?:sorry|afraid|unfortunately|regrettably|apologies|i apologi[sz]e)[,.!]?\s*(?:but\s+)?(?:that\s+)?)?"
_NOT = r"(?:not|n['’]t)"

_ABSTENTION = _any(
    rf"{_SORRY}i\s+(?:\w+\s+)?(?:don['’]t|do not)\s+(?:know\b|(?:\w+\s+)?(?:have|see|find)\s+(?:\w+\s+){{0,3}}(?:information|info|details?|data|access|answer|knowledge|context|anything|evidence|mention))",
    rf"{_SORRY}i\s+(?:\w+\s+)?(?:can(?:no|['’])t|can not|could(?: not|n['’]t)|(?:am|was)(?: not able| unable) to|won['’]t be able to|(?:did not|didn['’]t))\s+(?:\w+\s+)?(?:find|found|locate|answer|help|assist|provide|determine|confirm|tell|verify|see|say|share|comply|fulfil\w*|discuss|give|access|do that|identify|offer)",
    rf"{_SORRY}i['’]?\s*m\s+(?:\w+\s+)?(?:not able|unable)\s+to\s+(?:find|locate|answer|help|assist|provide|determine|confirm|tell|verify|say|share|comply|discuss|give|access|do that)",
    rf"{_SORRY}(?:i|we)\s+(?:\w+\s+)?(?:found|find|see|have|could find)\s+(?:no(?:thing)?\b)(?:\s+\w+){{0,2}}?\s*(?:information|info|details?|data|answer|mention|about|on|regarding|$)",
    rf"{_SORRY}we\s+(?:don['’]t|do not|could not|couldn['’]t|cannot|can['’]t)\s+(?:have|find|provide)\s+(?:\w+\s+){{0,2}}(?:information|details|data)\b",
    rf"\b{_GIVEN}{_SOURCE}\b[^.;]{{0,40}}\b(?:does|do|did|is|are){{0,1}}\s?{_NOT}\s+(?:\w+\s+)?(?:mention|contain|specify|say|provide|include|state|indicate|address|cover|discuss|give|list|describe|explain|answer|disclose|reveal|clarify|tell|refer)",
    rf"\b{_GIVEN}{_SOURCE}\s+(?:contains?|provides?|has|have|gives?|includes?|offers?)\s+no\s+(?:\w+\s+)?(?:information|mention|details?|answer|data)",
    rf"\b(?:is|are|was|were)\s?{_NOT}\s+(?:\w+\s+)?(?:mentioned|specified|stated|provided|given|found|discussed|covered|addressed|listed|included|available|disclosed|indicated)\s+(?:anywhere\s+)?(?:in|by|within)\s+{_GIVEN}{_SOURCE}",
    rf"\b(?:is|are|was|were)\s?{_NOT}\s+(?:explicitly\s+|directly\s+)?(?:mentioned|specified|stated|disclosed)\s*(?:there|here|anywhere)?[.!]?$",
    r"^(?:unfortunately,?\s+)?there(?:['’]s|\s+(?:is|are|was|were))\s+(?:currently\s+)?(?:no|not enough|not any|insufficient)\s+(?:\w+\s+){0,2}(?:information|mention|details?|data|indication|reference|answer|context)\b",
    r"^(?:sorry,?\s+|unfortunately,?\s+)?(?:no|insufficient|not enough)\s+(?:\w+\s+)?(?:information|data|answer|details|mention|context|results?|matches)\b(?:\s+(?:is|was|are|were|could be|has been|have been)\b|\s+(?:found|available|provided|given|about|on|regarding|to)\b|[.!]?$)",
    r"^(?:not (?:found|available|specified|mentioned|stated|provided|applicable|known|given|sure)|n\s?/\s?a|n\.\s?a\.?|unknown|none found|no answer|unanswerable|no idea|no clue|no comment|null|nil|tbd|-+|–|—|\?+)[.!]?$",
    r"^(?:this|that|the|such)\s+(?:\w+\s+)?(?:information|data|details?)\s+(?:is|are|was|were)\s?(?:not|n['’]t)\s+(?:available|provided|given|included|specified|mentioned)",
    r"^it\s+(?:is|remains|was)\s+(?:unclear|unknown|not clear|not known|uncertain|impossible to (?:say|tell|determine))\b",
    r"\bcan(?:not| not|['’]t)\s+be\s+(?:determined|answered|inferred|concluded|established)\b",
    r"\b(?:outside|beyond)\s+(?:of\s+)?(?:my|the)\s+(?:knowledge|scope|expertise)\b",
    r"^as an? (?:ai|language model)\b",
    r"^(?:i|we)\s+(?:must|have to|need to)\s+decline\b",
    # Spanish
    r"\bno\s+(?:lo\s+)?sé\b|\bno\s+(?:he podido|pude|puedo|logro|logré|he|se)?\s*(?:encontr(?:ar|é|ado|amos|aron)|encuentro|hallar|hallé|localizar|localicé)\b(?!\s+en\s+venta)",
    r"\bno\s+(?:tengo|tenemos|dispongo|disponemos|cuento|contamos|hay|existe|se encontró|se encuentra|proporcionan?|ofrecen?|aparece|contienen?|incluyen?)\s+(?:de\s+|con\s+)?(?:\w+\s+){0,2}?(?:información|datos|detalles|mención|respuesta|suficiente)",
    r"\bno\s+(?:se\s+)?(?:menciona|especifica|detalla|indica|aclara)n?\b",
    r"\b(?:lo siento|lamentablemente|disculp\w+|perdón)\b[^.]{0,20}\bno\s+(?:puedo|podemos)\b|\bno\s+puedo\s+(?:ayudar|responder|proporcionar|contestar|compartir|confirmar)",
    r"^(?:sin información|no disponible|no especificado|desconocido|no aplica)[.!]?$",
    # German
    r"\b(?:ich\s+(?:weiß|weiss)|(?:weiß|weiss)\s+ich)\b[^.]{0,20}\bnicht\b",
    r"\b(?:ich|wir)?\s*(?:kann|konnte|können|konnten|finde|habe|haben|fand|finden)\b[^.]{0,40}\b(?:keine?\w*|nicht)\s+(?:\w+\s+){0,4}?(?:information\w*|angabe\w*|daten|hinweis\w*|antwort\w*|finden|gefunden|beantworten|helfen|weiterhelfen|sagen|auskunft|entnehmen)\b",
    r"\b(?:es gibt|enthält|enthalten|liefern|liegen|liegt)\b[^.]{0,40}\bkeine\s+(?:\w+\s+)?(?:information\w*|angabe\w*|daten|hinweise?)\b",
    r"\b(?:wird|werden|ist|sind|wurde|wurden)\b[^.]{0,60}\bnicht\s+(?:\w+\s+)?(?:erwähnt|angegeben|genannt|spezifiziert|aufgeführt|beschrieben)\b",
    r"^(?:keine angaben?|keine informationen?|nicht bekannt|unbekannt|nicht angegeben|k\.\s?a\.)[.!]?$|\bkann ich (?:\w+\s+){0,3}nicht (?:helfen|beantworten|sagen)\b",
    # French
    r"\bje\s+n(?:e\s+|['’])(?:sais|trouve|ai|peux|dispose|suis|vois|parviens)\b[^.]{0,30}\b(?:pas|aucune?|rien)\b",
    r"\baucune?\s+(?:\w+\s+)?(?:information|mention|donnée|précision|réponse|détail)s?\b",
    r"\bn['’](?:est|a|ont|était|y a)\s+(?:pas|été)\b[^.]{0,20}\b(?:mentionnée?s?|précisée?s?|indiquée?s?|spécifiée?s?|d['’]information\w*)",
    r"\b(?:documents?|contexte|sources?|textes?|extraits?)\b[^.]{0,20}\bne\s+(?:mentionne|contien|précise|indique|fourni|parle|dit|donne)\w*\s+(?:pas|aucun|rien)",
    r"^(?:non disponible|non précisé|inconnue?)[.!]?$",
    # Portuguese
    r"\bnão\s+(?:sei|encontrei|encontro|encontramos|localizei|consegui\s+(?:encontrar|localizar)|posso\s+(?:ajudar|responder|fornecer)|foi\s+possível\s+(?:encontrar|localizar))\b",
    r"\bnão\s+(?:tenho|temos|há|existem?|contêm|contém|fornecem?)\s+(?:\w+\s+){0,2}?(?:informaç\w+|dados|detalhes|menção|acesso)",
    r"\bnão\s+(?:é|foi|está|são|foram)?\s*(?:menciona\w*|especifica\w*|informad\w+|indicad\w+|indicam?)\b|\bnenhuma\s+informação\b",
    # Italian, Dutch, Polish, Turkish
    r"\bnon\s+(?:lo\s+so|ho\s+trovato|trovo|posso\s+(?:aiutar|risponder)\w*|dispongo|ci\s+sono\s+informazioni|(?:è|sono|viene)\s+(?:specificat|menzionat|indicat)\w+)|\bnessuna\s+informazione\b",
    r"\bik\s+(?:weet\s+(?:het|dat)\s+niet|(?:kon|kan|heb)\b[^.]{0,30}\bgeen\b)|\bgeen\s+informatie\b|\bniet\s+(?:vermeld|gevonden)\b",
    r"\bnie\s+(?:wiem|znalazł\w+|mogę\s+pomóc|ma\s+informacji)\b|\bbrak\s+informacji\b",
    r"\bbilmiyorum\b|\bbulamadım\b|\bbilgi\s+(?:yok|bulun\w+)|\byardımcı\s+olamam\b",
    # Other scripts
    r"見つかりません|見つけられません|わかりません|分かりません|わかりかねます|情報(?:が|は)(?:ありません|見つかり|含まれて)|記載(?:が|は)?(?:ありません|されていません)|(?:お答え|回答)(?:することが)?できません|存じません|不明です",
    r"不知道|不清楚|[无無]法(?:回答|提供|[确確]定|找到|[帮幫]助)|[没沒]有(?:找到|提到|提及|提供|相[关關])|未(?:提及|找到|提供|[说說]明)|找不到|[没沒]有[^。]{0,8}信息|抱歉[^。]{0,6}(?:[无無]法|不能)",
    r"찾을 수 없|알 수 없|모르겠|모릅니다|정보가 없|정보는 없|나와 있지 않|언급되어 있지 않|답변(?:을|해)? ?드릴 수 없|확인할 수 없|포함되어 있지 않|도와드릴 수 없",
    r"\bне\s+(?:наш[ёе]л|нашла|нашли|удалось\s+найти|знаю|могу\s+(?:помочь|ответить|найти)|указан\w*|упомина\w+|содерж\w+)|\bнет\s+(?:информации|данных|сведений)|информаци\w+\s+(?:отсутству\w+|не\s+найден\w*)",
    r"لا أعرف|لا أعلم|لم أجد|لا توجد معلومات|لا تتوفر|لا يمكنني|غير مذكور",
    r"जानकारी नहीं|पता नहीं|नहीं मिल|उल्लेख नहीं|उपलब्ध नहीं|नहीं जानता",
    r"ไม่พบข้อมูล|ไม่ทราบ|ไม่มีข้อมูล|ไม่สามารถ(?:ตอบ|ช่วย)",
    r"δεν (?:βρήκα|γνωρίζω|ξέρω|αναφέρ\w+)|לא (?:מצאתי|יודע|ידוע)",
)

_COURTESY = _any(
    r"^(?:(?:i['’]?m|i am|we['’]re|we are)\s+)?(?:very |so |really )?(?:sorry|afraid)$|^unfortunately$|^lo siento(?: mucho)?$|^leider$|^entschuldigung$|^je suis désolée?$|^désolée?$|^(?:me )?desculpe$|^lamento$",
    r"^(?:you(?:['’]re| are) (?:very |most )?welcome|my pleasure|no problem|thanks?\b|thank you\b|many thanks|sure\b[,!.]*(?: thing)?[!.]*$|of course[!.]*$|certainly[!.]*$|absolutely[!.]*$|okay[!.]*$|ok[!.]*$|great[!.]*$|hello\b|hi\b|hey\b|dear\b|good (?:morning|afternoon|evening|day)\b|welcome\b[!.]*$|best regards|kind regards|sincerely|cheers|goodbye|bye\b|take care)",
    r"^(?:please )?(?:let me know|let us know|feel free|do(?: not|n['’]t) hesitate)\b|^if you (?:have|need|would like|['’]d like|want) (?:any |some |to know )?(?:other |further |more |additional |anything )?\w*\s?(?:questions?|help|assistance|information|details|else|know)\b|^(?:is|was) there anything else|^(?:i )?hope (?:this|that|it) (?:helps?|answers?)|^(?:i['’]?m|i am|i['’]d be|i would be|we['’]re|we are|always|more than)?\s*(?:glad|happy|here|pleased|delighted) to (?:help|assist|hear)|^how (?:can|may) i (?:help|assist)|^have a (?:great|nice|good|wonderful|lovely)|^(?:great|good|excellent) question|^(?:i['’]?m|i am|we are|we['’]re) (?:very |so |really )?sorry (?:to hear|for|about)|^(?:i|we) apologi[sz]e\b|^sorry (?:for|about)\b|^anything else i can|^here to help|^(?:i )?wish you\b|^enjoy\b[^.]{0,30}!$",
    r"^(?:de nada|con (?:mucho )?gusto|gracias|muchas gracias|hola|buenos días|buenas tardes|un (?:cordial )?saludo|saludos|claro[!.]*$|por supuesto[!.]*$|espero que (?:esto|le|te)|si (?:tiene|tienes|necesita|necesitas)\s+(?:\w+\s+){0,3}(?:pregunta|preguntas|duda|dudas|ayuda|más|algo)|no (?:dude|dudes) en|estoy aquí para|¡?(?:hola|gracias|claro|de nada)\b)",
    r"^(?:gern(?:e)? geschehen|gern(?:e)?[!.]*$|danke|vielen dank|hallo|guten (?:tag|morgen|abend)|mit freundlichen grüßen|viele grüße|beste grüße|liebe grüße|natürlich[!.]*$|selbstverständlich[!.]*$|ich hoffe,? (?:das|dass|ich)|bei (?:weiteren )?(?:fragen|rückfragen)|wenn sie (?:weitere|noch) (?:fragen|hilfe)|melden sie sich|bitte sehr|keine ursache)",
    r"^(?:de rien|je vous en prie|merci|bonjour|bonsoir|cordialement|bien cordialement|n['’]hésitez pas|j['’]espère que (?:cela|ça)|bien sûr[ !.]*$|avec plaisir|si vous avez (?:d['’]autres|des) questions|à votre service|bonne journée)",
    r"^(?:obrigad[oa]|muito obrigad[oa]|olá|bom dia|boa tarde|boa noite|com prazer|disponha|por nada|claro[!.]*$|espero (?:que|ter)|se (?:tiver|precisar)\b|atenciosamente|fico à disposição|não hesite)",
    r"^(?:prego|grazie|ciao|buongiorno|cordiali saluti|spero che)|^(?:graag gedaan|bedankt|dank u|met vriendelijke groet)",
    r"^(?:どういたしまして|ありがとうございます|お役に立て|こんにちは|ご不明な点|他に(?:ご質問|何か))|^(?:不客[气氣]|[谢謝][谢謝]|[您你]好|希望(?:[这這]|能)|如果(?:[您你])?[还還]?有(?:其他|任何))|^(?:감사합니다|천만에요|안녕하세요|도움이 되)|^(?:пожалуйста[!.]*$|спасибо|здравствуйте|рад помочь|не за что|если у вас)",
    r"^(?:شكرا|عفوا|مرحبا)|^(?:धन्यवाद|नमस्ते|आपका स्वागत)|^(?:ขอบคุณ|ยินดี|สวัสดี)",
)

_HEDGE = _any(
    r"^(?:but |though |although )?(?:i['’]?m|i am|we are|we['’]re) not (?:\w+ )?(?:sure|certain|confident)(?: (?:about|of) (?:that|this|it))?$",
    r"^(?:it|that|this) (?:\w+ )?depends?$|^(?:maybe|perhaps|possibly|probably|hard to say|it['’]s hard to say|who knows|i guess(?: so)?|i could be wrong|i might be wrong|i may be wrong|not entirely sure|i think so|i believe so|i suppose so)$",
    r"^(?:no estoy segur[oa]|quizás?|tal vez|depende|puede ser|es posible)$|^(?:ich bin (?:mir )?nicht sicher|vielleicht|möglicherweise|das kommt darauf an|kommt darauf an)$",
    r"^(?:je ne suis pas s[ûu]re?|peut-être|ça dépend|cela dépend)$|^(?:não tenho (?:a )?certeza|talvez|depende)$",
)

_EVALUATIVE = (
    r"(?:great|awesome|amazing|wonderful|fantastic|excellent|terrible|awful|horrible|beautiful|nice|good|bad|fun|cool|lovely|"
    r"brilliant|superb|perfect|impressive|disappointing|boring|interesting|exciting|elegant|delightful|outstanding|incredible|"
    r"remarkable|magnificent|stunning|fascinating|ugly|annoying|pleasant|neat)"
)
_OPINION = _any(
    rf"^(?:[\w'’-]+\s+){{1,6}}(?:is|are|was|were|looks?|seems?|sounds?|feels?)\s+(?:(?:really|very|so|truly|quite|absolutely|pretty|just|simply|such|a|an|also|always)\s+){{0,3}}{_EVALUATIVE}(?:\s+(?:\w+\s+)?(?:choice|option|idea|thing|place|language|tool|product|question|experience|day|time|work|job|fit))?$",
    rf"^(?:what an?|how)\s+(?:\w+\s+)?{_EVALUATIVE}\b|^that['’]s {_EVALUATIVE}$",
    rf"^(?:in my (?:humble )?opinion|i (?:personally |really )?(?:love|like|enjoy|prefer|hate|adore)|i (?:think|believe|feel) (?:that )?(?:\w+\s+){{1,5}}(?:is|are) (?:\w+\s+)?{_EVALUATIVE}|personally)\b",
    r"^(?:[\w]+\s+){1,6}(?:es|son|está)\s+(?:muy\s+|realmente\s+)?(?:genial|excelente|maravillos[oa]|fantástic[oa]|increíble|buen[oa]s?|mal[oa]s?|bonit[oa]s?|hermos[oa]s?)$|^(?:en mi opinión|personalmente|me (?:gusta|encanta))\b",
    r"^(?:[\w]+\s+){1,6}(?:ist|sind)\s+(?:sehr\s+|wirklich\s+|echt\s+)?(?:toll|großartig|super|wunderbar|schön|gut|schlecht|fantastisch|klasse)$|^(?:meiner meinung nach|ich (?:mag|liebe))\b",
    r"^(?:[\w]+\s+){1,6}(?:est|sont)\s+(?:très\s+|vraiment\s+)?(?:génial|super|excellente?s?|magnifiques?|formidables?|belles?|beaux?|bonnes?|bons?)$|^(?:à mon avis|personnellement|j['’](?:aime|adore))\b",
    r"^(?:[\w]+\s+){1,6}(?:é|são)\s+(?:muito\s+)?(?:ótim[oa]s?|excelentes?|maravilhos[oa]s?|incríve(?:l|is)|bo[am]s?|lind[oa]s?)$|^(?:na minha opinião|pessoalmente|eu (?:adoro|gosto))\b",
)

_HEDGED = _any(
    r"\b(?:might|could be|could have|may be|may have|may not|possibly|probably|perhaps|maybe|presumably|likely|supposedly|apparently|seems?|appears? to|i (?:think|believe|guess|suppose|assume)|not (?:\w+ )?(?:sure|certain)|if i remember|as far as i know)\b",
    r"\b(?:quizás?|tal vez|posiblemente|probablemente|podría|podrían|puede que|creo que|parece)\b",
    r"\b(?:vielleicht|möglicherweise|wahrscheinlich|vermutlich|könnte|könnten|dürfte|scheint|ich glaube|ich denke)\b",
    r"\b(?:peut-être|probablement|pourrait|pourraient|il semble|je crois|je pense|sans doute)\b",
    r"\b(?:talvez|possivelmente|provavelmente|poderia|pode ser|parece|acho que|creio que)\b",
)

_GENERIC_LEAD = _any(
    r"^(?:here(?:['’]s| is| are)|below (?:is|are)|(?:these|this) (?:is|are) (?:the|some)|the following|as follows|in summary|to summari[sz]e|summary|answer|overview|key (?:points|facts|takeaways)|note|details|based on|according to|sources?|references?|conclusion)\b",
    r"^(?:aquí (?:está|tiene|hay)|a continuación|resumen|en resumen|según)\b|^(?:hier (?:ist|sind)|im folgenden|zusammenfassung|laut)\b|^(?:voici|voilà|ci-dessous|résumé|en résumé|selon)\b|^(?:aqui (?:está|estão)|a seguir|resumo|segundo)\b",
)
_DIGIT = re.compile(r"\d")
_EDGES = " \t\r\n.!…。！,;:\"'“”‘’*_()[]"


def kind_of(text: str) -> Kind:
    """Return the kind of one clause or sentence.

    Args:
        text: the clause, in any language.
    """
    bare = text.strip().rstrip("\"'”’)» ")
    if bare.endswith(("?", "？", "؟")) and len(bare) > 1 and not _ABSTENTION.search(bare[:400]):
        return "question"
    core = text[:400].strip(_EDGES)
    if _ABSTENTION.search(core) or (not core and bool(_ABSTENTION.search(bare[:400]))):
        return "abstention"
    if _DIGIT.search(text):
        return "factual"
    for kind, pattern in _UNCHECKABLE:
        if pattern.search(core):
            return kind
    return "factual"


_UNCHECKABLE: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("courtesy", _COURTESY),
    ("hedge", _HEDGE),
    ("opinion", _OPINION),
)


def is_hedged(text: str) -> bool:
    """Say whether a claim is put as uncertain ("could be", "quizás")."""
    return bool(_HEDGED.search(text))


def is_generic_lead(text: str) -> bool:
    """Say whether a lead-in only announces what follows, so that dropping it loses nothing ("Here are the facts")."""
    return bool(_GENERIC_LEAD.search(text.strip(_EDGES))) and not _DIGIT.search(text)
