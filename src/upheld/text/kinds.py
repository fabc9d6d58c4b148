"""Kinds of claims that cannot be checked, by phrases in many languages.

A claim is `factual` unless it is plainly something else; with a number in it, only a refusal or a question is.
"""

from __future__ import annotations

import re
from functools import lru_cache

from upheld._types import Kind
from upheld.text.refusals import abstains

__all__ = ["is_generic_lead", "is_hedged", "is_title", "kind_of", "tag_at"]

_I = re.IGNORECASE


def _any(*alternatives: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{a})" for a in alternatives), _I)


_COURTESY = _any(
    r"^(?:(?:i['’]?m|i am|we['’]re|we are)\s+)?(?:very |so |really )?(?:sorry|afraid)$|^unfortunately$|^lo siento(?: mucho)?$|^leider$|^entschuldigung$|^je suis désolée?$|^désolée?$|^(?:me )?desculpe$|^lamento$",
    r"^(?:you(?:['’]re| are) (?:very |most )?welcome|my pleasure|no problem$|thanks?\b(?! (?:to|you)\b)|thank you\b(?! (?:notes?|cards?|letters?|pages?|e-?mails?)\b)|many thanks|sure\b[,!.]*(?: thing)?[!.]*$|of course[!.]*$|certainly[!.]*$|absolutely[!.]*$|okay[!.]*$|ok[!.]*$|great[!.]*$|hello\b(?!-)|hi\b(?!-)|hey\b|dear\b|good (?:morning|afternoon|evening|day)(?:[,!.]|$| \w+$)|welcome\b[!.]*$|best regards|kind regards|sincerely|cheers|goodbye|bye\b|take care|done$|that['’]s (?:it|all)$|(?:you['’]re |you are )?all set$)",
    r"^(?:please )?(?:let me know|let us know|feel free to (?:contact|ask|reach|let|call|write|message|send|get|share|specify|provide|clarify|check|visit|consult)|feel free$|do(?: not|n['’]t) hesitate)\b|^if you (?:have|need|would like|['’]d like|want) (?:any |some |to know )?(?:other |further |more |additional |anything )?\w*\s?(?:questions?|help|assistance|information|details|else|know)\b|^(?:is|was) there anything else|^(?:i )?hope (?:this|that|it) (?:helps?|answers?)|^(?:i['’]?m|i am|i['’]d be|i would be|we['’]re|we are|always|more than)?\s*(?:glad|happy|here|pleased|delighted) to (?:help|assist|hear)|^how (?:can|may) i (?:help|assist)|^have a (?:great|nice|good|wonderful|lovely)|^(?:great|good|excellent) question|^(?:i['’]?m|i am|we are|we['’]re) (?:very |so |really )?sorry (?:to hear|for|about)|^(?:i|we) apologi[sz]e\b|^sorry (?:for|about)\b|^anything else i can|^here to help|^(?:i )?wish you\b|^enjoy (?:your|the) \w+$",
    r"^(?:de nada|con (?:mucho )?gusto|(?:muchas )?gracias\b(?! a\b)|hola|buenos días|buenas tardes|un (?:cordial )?saludo|saludos|claro[!.]*$|por supuesto[!.]*$|espero que (?:esto|le|te)|si (?:tiene|tienes|necesita|necesitas)\s+(?:\w+\s+){0,3}(?:pregunta|preguntas|duda|dudas|ayuda|más|algo)|no (?:dude|dudes) en|estoy aquí para|[¡](?:hola|gracias|claro|de nada)\b(?! a\b))",
    r"^(?:gern(?:e)? geschehen|gern(?:e)?[!.]*$|danke\b|vielen dank|hallo\b|guten (?:tag|morgen|abend)|mit freundlichen grüßen|viele grüße|beste grüße|liebe grüße|natürlich[!.]*$|selbstverständlich[!.]*$|ich hoffe,? (?:das|dass|ich)|bei (?:weiteren )?(?:fragen|rückfragen)|wenn sie (?:weitere|noch) (?:fragen|hilfe)|melden sie sich|bitte sehr|keine ursache)",
    r"^(?:de rien|je vous en prie|merci\b|bonjour|bonsoir|cordialement|bien cordialement|n['’]hésitez pas|j['’]espère que (?:cela|ça)|bien sûr[ !.]*$|avec plaisir|si vous avez (?:d['’]autres|des) questions|à votre service|bonne journée)",
    r"^(?:obrigad[oa]\b|muito obrigad[oa]|olá|bom dia|boa tarde|boa noite|com prazer|disponha|por nada|claro[!.]*$|espero (?:que|ter)|se (?:tiver|precisar)\s+(?:\w+\s+){0,3}(?:dúvidas?|perguntas?|ajuda|mais|algo)|atenciosamente|fico à disposição|não hesite)",
    r"^(?:prego|grazie|ciao|buongiorno|cordiali saluti|spero che)|^(?:graag gedaan|bedankt|dank u|met vriendelijke groet)",
    r"^(?:どういたしまして|ありがとうございます|お役に立て|こんにちは|ご不明な点|他に(?:ご質問|何か))|^(?:不客[气氣]|[谢謝][谢謝]|[您你]好|希望(?:[这這]|能)|如果(?:[您你])?[还還]?有(?:其他|任何))|^(?:감사합니다|천만에요|안녕하세요|도움이 되)|^(?:пожалуйста[!.]*$|спасибо|здравствуйте|рад помочь|не за что|если у вас)",
    r"^(?:شكرا|عفوا|مرحبا)|^(?:धन्यवाद|नमस्ते|आपका स्वागत)|^(?:ขอบคุณ|ยินดี|สวัสดี)",
)

_HEDGE = _any(
    r"^(?:but |though |although )?(?:i['’]?m|i am|we are|we['’]re) not (?:\w+ )?(?:sure|certain|confident)(?: (?:about|of|if|whether|how|what|when|why|which|where|who)\b[^,;]*)?$",
    r"^(?:it|that|this) (?:\w+ )?depends?$|^(?:maybe|perhaps|possibly|probably|hard to say|it['’]s hard to say|who knows|i guess(?: so)?|i could be wrong|i might be (?:wrong|mistaken)|i may be (?:wrong|mistaken)|could be|it varies|not entirely sure|i think so|i believe so|i suppose so)$",
    r"^(?:no estoy (?:del todo |muy |completamente )?segur[oa](?: de (?:eso|ello|esto))?|no lo tengo claro|quizás?|tal vez|depende|puede ser|es posible)$|^(?:ich bin (?:mir )?(?:da |dabei |leider )?(?:nicht (?:ganz )?sicher|unsicher)|kann sein|das kann sein|vielleicht|möglicherweise|das kommt darauf an|kommt darauf an)$",
    r"^(?:je n(?:e|['’]en) suis pas (?:tout à fait |totalement )?(?:s[ûu]re?|certaine?)|c['’]est possible|peut-être|ça dépend|cela dépend)$|^(?:não tenho (?:a )?certeza(?: (?:disso|sobre isso))?|não estou certo|talvez|depende|pode ser)$",
    r"^(?:たぶん|おそらく|多分|かもしれません|也许(?:吧)?|可能(?:吧)?|或许|不一定|아마도?|글쎄요|возможно|наверное|может быть|(?:я )?не уверен[а]?|ربما|शायद|อาจจะ|บางที)$",
)

_EVALUATIVE = (
    r"(?:great|awesome|amazing|wonderful|fantastic|excellent|terrible|awful|horrible|beautiful|nice|good|bad|fun|cool|lovely|"
    r"brilliant|superb|perfect|impressive|disappointing|boring|interesting|exciting|elegant|delightful|outstanding|incredible|"
    r"remarkable|magnificent|stunning|fascinating|ugly|annoying|pleasant|neat)"
)
_OPINION = _any(
    rf"^(?!.*\b(?:said|says?|states?|stated|claims?|claimed|reports?|according|reviewers|customers|guests|critics|users|rated)\b)(?:[\w'’-]+\s+){{1,6}}(?:is|are|was|were|looks?|seems?|sounds?|feels?)\s+(?:(?:really|very|so|truly|quite|absolutely|pretty|just|simply|such|a|an|also|always)\s+){{0,3}}{_EVALUATIVE}(?:\s+(?:\w+\s+)?(?:choice|option|idea|thing|place|language|tool|product|question|experience|day|time|work|job|fit))?$",
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

_CITING = re.compile(
    r"(?:(?:sources|references|citations|quellen|fuentes|fontes|références)\b\W*:|(?:source|reference|quelle|fuente|fonte)\W*:.{0,40}(?:https?:|www\.|\.pdf|\b(?:report|document|"
    r"page|section|manual|policy|handbook|website|wikipedia|article|chapter)\b))",
    _I,
)
_SOURCED = re.compile(
    r"^(?:(?:so|therefore|thus|sure|certainly|okay)[,!]? )?(?:(?:based on|according to|según|laut|selon|segundo|basándome en|d['’]après|com base em)\b[^,:]{0,120}(?:,\s*|$))?",
    _I,
)
_ANNOUNCES = re.compile(
    r"^here(?:['’]s| is| are)\b|^(?:aquí (?:está|tiene|hay)|hier (?:ist|sind)|voici|aqui (?:está|estão))\b",
    _I,
)
_GENERIC_LEAD = _any(
    r"^(?:here(?:['’]s| is| are)|below (?:is|are)|(?:these|this) (?:is|are) (?:the|some)|the following|as follows|in summary|to summari[sz]e|summary|answer|overview|key (?:points|facts|takeaways)|note|details|sources?|references?|conclusion)\b",
    r"\b(?:follow (?:these|the)(?: \w+)?(?: steps| instructions)?|these(?: \w+)? steps|do the following|take the following steps|the following(?: \w+)? steps|as follows|here['’]s how)$",
    r"^(?:aquí (?:está|tiene|hay)|a continuación|resumen|en resumen)\b|^(?:hier (?:ist|sind)|im folgenden|zusammenfassung)\b|^(?:voici|voilà|ci-dessous|résumé|en résumé)\b|^(?:aqui (?:está|estão)|a seguir|resumo)\b|(?:如下|以下のとおりです|以下の通りです|다음과 같습니다|следующ(?:ее|ие))$",
)
_TAG_LENGTH = 40  # characters of the longest tag question with its mark
_TAG = re.compile(
    r"""[,;–—，、،]\s*¿?\s*(?:
        right|correct|true|no|yes|yeah|ok(?:ay)?|huh|eh|innit|am\ i\ right|don['’]t\ you\ think|you\ know|isn['’]t\ that\ (?:so|right|true)|or\ not
      | (?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|must|might|ca|wo|ai)(?:n['’]t)?\ (?:it|he|she|they|you|we|i|there|that|this)(?:\ not)?
      | verdad|cierto|no\ es\ (?:así|cierto|verdad)|a\ que\ sí
      | oder(?:\ nicht)?|nicht(?:\ wahr)?|stimmt['’]?s|stimmt\ das|richtig|gell|ne|korrekt
      | n['’]est[-‐]ce\ pas|non|hein|pas\ vrai|d['’]accord|vrai|c['’]est\ ça
      | não(?:\ é)?(?:\ (?:verdade|mesmo))?|né|certo|verdade|correto
      | vero|giusto|non\ è\ (?:vero|così)|toch|niet\ waar|hè|eller\ hur|inte\ sant|ikke\ san(?:d)?t|ikke|vel
      | prawda|nie|tak|nieprawdaż|že\ (?:jo|ano|ne)|viď|ne|değil\ mi|phải\ không|đúng\ không|bukan|kan|ya|benar|eikö\ niin|vai\ mitä|nu-i\ așa|nu|ugye|nem
      | правда|верно|да|так|не\ так\ ли|не\ правда\ ли|[对對](?:吧|吗|嗎|不[对對])|是(?:吧|吗|嗎|不是)|不是[吗嗎]|でしょう|ですよね|そうですよね|違いますか
      | 그렇죠|맞죠|그렇지\ 않나요|아닌가요|أليس\ كذلك|صحيح|है\ ना|ना|सही\ है\ न|ใช่ไหม|ใช่มั้ย
    )\s*[?？؟][\s"'”’»)*_]*$|(?<=\w)\s+(?:değil\ mi|(?:ですよね|对吧|對吧))[?？]\s*$""",
    re.IGNORECASE | re.VERBOSE,
)
# A question may end with a tag too: "Is it open, or not?"
_INTERROGATIVE = re.compile(
    r"(?:(?:and|but|so|well|y|und|et|e),?\s+)?(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may|shall|am|what|who|whom|whose|when|where|why|how|which|"
    r"qué|quién|cuándo|dónde|cómo|cuál|cuánt[oa]s?|por qué|wer|was|wann|wo|wie|warum|welche[rsmn]?|wieso|ist|sind|hat|kann|qui|que|quand|où|comment|pourquoi|combien|quel(?:le)?s?|"
    r"est-ce|quem|quando|onde|como|qual|quanto|por que|chi|cosa|dove|quanto|wat|wie|waar|wanneer|hoe|waarom)\b",
    _I,
)
_TELLING = re.compile(
    r"^(?:did you know|wussten sie|wusstest du|¿?sabías|¿?sabía usted|saviez-vous|você sabia)\b.*(?:\bthat\b|\bdass\b|\bque\b|\d)",
    _I,
)
_TITLE = re.compile(
    r"^(?:(?:how|where|when|what|why|who|which)\s+(?:to|do|does|can|should|you|i|we|it)|(?:steps?|ways?|tips|instructions?|(?:\w+\s+)?guide|reasons?)\s+(?:to|for|on|why))\b"
    r"|^(?:cómo|qué hacer|(?:los )?pasos para|consejos para)\b|^(?:so (?:\w+ ){0,3}(?:sie|du|man)|wie (?:sie|du|man|ich)|anleitung|schritte|tipps)\b"
    r"|^(?:comment|(?:les )?étapes pour|conseils pour)\b|^(?:como|(?:os )?passos para|dicas para)\b",
    _I,
)
_LOOKED_AT = 400  # characters: what is said later does not change what a sentence is
_CLOSERS = "\"'”’»)*_ "
_OPENERS = "\"'“‘«(*_¿"
_DIGIT = re.compile(r"\d")
_EDGES = " \t\r\n.!…。！,;:，：；、\"'“”‘’*_()[]"


def kind_of(text: str) -> Kind:
    """Return the kind of one clause or sentence.

    Args:
        text: the clause, in any language.
    """
    asks = _asks(text)
    if asks and (tag := tag_at(text)) is not None:
        text, asks = text[:tag], False
    core = text[:_LOOKED_AT].strip(_EDGES) or text.strip()[:_LOOKED_AT]
    return _kind(core, asks=asks, counts=bool(_DIGIT.search(text)))


def tag_at(text: str) -> int | None:
    """Return where a tag question begins behind a statement ("…, right?"); None where there is none.

    Args:
        text: a sentence with its question mark, in any language.
    """
    tag = _TAG.search(text, max(0, len(text) - _TAG_LENGTH))
    stated = text[: tag.start()].strip(_EDGES + "¿") if tag else ""
    return tag.start() if tag and stated and not _INTERROGATIVE.match(stated) else None


@lru_cache(maxsize=512)  # the same few phrases come again and again
def _kind(core: str, *, asks: bool, counts: bool) -> Kind:
    if abstains(core):
        return "abstention"
    if asks:
        return "question"
    if _CITING.match(core):
        return "courtesy"
    if counts:
        return "factual"
    return next((kind for kind, pattern in _UNCHECKABLE if pattern.search(core)), "factual")


def _asks(text: str) -> bool:
    """Say whether a text ends with its own question mark; one inside a quotation at its end is not its own."""
    bare = text.strip()
    closed = bare.rstrip(_CLOSERS)
    own = (closed == bare or bare[0] in _OPENERS) and not _TELLING.match(bare)
    return own and len(closed) > 1 and closed.endswith(("?", "？", "؟"))


_UNCHECKABLE: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("courtesy", _COURTESY),
    ("hedge", _HEDGE),
    ("opinion", _OPINION),
)


def is_hedged(text: str) -> bool:
    """Say whether a claim is put as uncertain ("could be", "quizás")."""
    return bool(_HEDGED.search(text))


def is_title(text: str) -> bool:
    """Say whether words without a statement only name what stands below them ("How to return an item")."""
    return bool(_TITLE.match(text.strip(_EDGES + "¿")))


def is_generic_lead(text: str) -> bool:
    """Say whether a lead-in only announces what follows, so that dropping it loses nothing ("Here are the facts")."""
    bare = _SOURCED.sub("", text.strip(_EDGES))
    return (
        not bare
        or bool(_ANNOUNCES.search(bare))
        or (bool(_GENERIC_LEAD.search(bare)) and not _DIGIT.search(bare))
    )
