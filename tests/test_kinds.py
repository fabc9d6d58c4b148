"""Kinds of claims: what is an abstention, courtesy, opinion, hedge or question, and what only looks like one."""

from __future__ import annotations

import pytest

from upheld.text.kinds import is_generic_lead, is_hedged, is_title, kind_of, tag_at

ABSTENTIONS = {
    "en": [
        "I don't know.",
        "I do not have enough information to answer that.",
        "I'm sorry, but I can't help with that request.",
        "I could not find any information about refunds in the documents.",
        "I found nothing about refunds.",
        "The provided context does not mention the warranty.",
        "The documents don't specify a delivery date.",
        "Based on the passages, the price is not mentioned.",
        "The release date is not specified.",
        "There is no information about parking in the context.",
        "There is no mention of a refund in the provided documents.",
        "No information is available.",
        "Not specified in the provided documents.",
        "N/A",
        "It is unclear whether pets are allowed.",
        "It is not known when the store opens.",
        "Unfortunately, I was unable to locate the opening hours.",
        "This question cannot be answered from the given context.",
        "The exact height cannot be determined from the provided passages.",
        "None of the passages mention a discount.",
        "The context contains no information on shipping.",
        "As an AI language model, I have no personal experience.",
        "We don't have information about that.",
        "That is outside the scope of the provided documents.",
        "The provided contract does not mention a penalty.",
        "I don\u2019t have access to your account details.",
    ],
    "es": [
        "No lo sé.",
        "Lo siento, no sé cuál es el precio.",
        "No encuentro el horario en los documentos.",
        "No he podido encontrar información sobre devoluciones.",
        "No tengo información sobre ese tema.",
        "No dispongo de datos suficientes.",
        "El contexto no menciona la garantía.",
        "Los documentos proporcionados no especifican el plazo.",
        "No hay información disponible sobre el precio.",
        "No se menciona el precio en el contexto.",
        "No se especifica la fecha de entrega.",
        "Lo siento, no puedo ayudarte con eso.",
        "El precio no se menciona.",
        "No especificado.",
        "El texto no contiene información sobre los horarios.",
    ],
    "de": [
        "Ich weiß es nicht.",
        "Das weiß ich leider nicht.",
        "Ich habe dazu keine Informationen gefunden.",
        "Ich konnte keine Angaben zur Garantie finden.",
        "Leider kann ich diese Frage nicht beantworten.",
        "Der Kontext enthält keine Informationen über den Preis.",
        "In den Dokumenten wird der Preis nicht erwähnt.",
        "Der Preis ist nicht angegeben.",
        "Es gibt keine Angaben zu den Öffnungszeiten.",
        "Keine Angaben.",
        "Aus dem Text geht nicht hervor, wann das Geschäft öffnet.",
        "Dazu kann ich leider nichts sagen, da ich nichts dazu finde.",
        "Dabei kann ich Ihnen nicht helfen.",
        "Die vorliegenden Dokumente enthalten dazu keine Angaben.",
    ],
    "fr": [
        "Je ne sais pas.",
        "Je n'ai pas trouvé d'information à ce sujet.",
        "Désolé, je ne peux pas répondre à cette question.",
        "Le contexte ne mentionne pas la garantie.",
        "Les documents fournis ne précisent pas le délai.",
        "Le texte ne contient aucune information sur les prix.",
        "Il n'y a aucune information sur les retours.",
        "Aucune information n'est disponible.",
        "Le prix n'est pas précisé.",
        "Le délai n'est pas mentionné dans le contexte.",
        "Je ne suis pas en mesure de répondre.",
        "Non précisé.",
        "Je ne dispose pas de cette information.",
    ],
    "pt": [
        "Não sei.",
        "Não encontrei informações sobre reembolsos.",
        "Desculpe, não posso ajudar com isso.",
        "O contexto não menciona a garantia.",
        "Os documentos fornecidos não especificam o prazo.",
        "Não há informações sobre o preço.",
        "Não tenho acesso a esses dados.",
        "O preço não é mencionado no contexto.",
        "O prazo não foi informado.",
        "Não consegui encontrar o horário.",
        "O texto não contém informações sobre os preços.",
        "Nenhuma informação foi encontrada.",
        "Não especificado.",
    ],
    "ja": [
        "申し訳ありませんが、提供された資料にはその情報が見つかりませんでした。",
        "わかりません。",
        "その質問にはお答えできません。",
        "文書には価格についての記載がありません。",
    ],
    "zh": [
        "我不知道。",
        "抱歉，我无法回答这个问题。",
        "文档中没有提到价格。",
        "没有找到相关信息。",
        "根据提供的资料，未提及保修期。",
        "提供的内容未说明具体日期。",
    ],
    "ko": [
        "모르겠습니다.",
        "제공된 문서에는 해당 내용이 없습니다.",
        "그에 대한 정보를 찾을 수 없습니다.",
        "문서에 가격이 언급되어 있지 않습니다.",
        "답변을 드릴 수 없습니다.",
    ],
    "ru": [
        "Я не знаю.",
        "К сожалению, я не могу ответить на этот вопрос.",
        "В контексте нет информации о гарантии.",
        "В документе не указана цена.",
        "Информация о сроках не найдена.",
    ],
    "ar": [
        "لا أعرف.",
        "لم أجد أي معلومات عن الأسعار.",
        "لا توجد معلومات عن الضمان.",
        "السياق لا يذكر السعر.",
    ],
    "hi": ["मुझे नहीं पता।", "इस बारे में जानकारी उपलब्ध नहीं है।", "संदर्भ में कीमत का उल्लेख नहीं है।"],
    "th": ["ไม่พบข้อมูลในเอกสาร", "ไม่ทราบ", "ไม่มีข้อมูลเกี่ยวกับราคา", "เอกสารไม่ได้ระบุราคา"],
    "other": ["Non lo so.", "Ik weet het niet.", "Nie wiem.", "Bilmiyorum.", "Δεν γνωρίζω.", "אני לא יודע."],
}

NEAR_MISSES = {
    "en": [
        "Batteries are not included.",
        "We do not ship to Norway.",
        "The contract does not specify a penalty.",
        "No deposit is required.",
        "It is not known to interact with alcohol.",
        "Returns are not available for sale items.",
        "Water damage is outside the scope of the warranty.",
        "No information is shared with third parties.",
        "There is no data cap.",
        "The source code does not contain telemetry.",
        "The warranty information is not included in the box.",
        "We have no hidden fees.",
        "We cannot offer refunds after the trial.",
        "Breakfast is not provided.",
        "The terms of the deal were not disclosed.",
        "The penalty is not specified in the contract.",
        "We do not provide personal data to advertisers.",
        "No results were achieved without exercise.",
        "The app cannot access your photos.",
        "There is no evidence of water damage.",
        "Thanks to its Rust core, Pydantic is fast.",
        "No problem was found during testing.",
        "Hi-Res audio is supported.",
        "Thank you cards are sold separately.",
        "Feel free to bring your dog to the terrace.",
        "Good Morning America is a television show.",
        "Questions are answered by e-mail.",
        "The policy does not cover theft.",
        "He did not say who paid.",
        "Members may not share their passwords.",
    ],
    "es": [
        "Las pilas no están incluidas.",
        "No enviamos a Canarias.",
        "El contrato no especifica una penalización.",
        "No se requiere depósito.",
        "El plan no incluye datos móviles.",
        "No hay suficiente espacio para las maletas.",
        "Lo sentimos, no podemos enviar a Melilla.",
        "No está indicado durante el embarazo.",
        "No se encontraron defectos en el producto.",
        "En el contrato no se especifica una penalización.",
        "Gracias a su batería dura todo el día.",
        "La cuota no es reembolsable.",
    ],
    "de": [
        "Batterien sind nicht enthalten.",
        "Wir liefern nicht nach Norwegen.",
        "Der Vertrag nennt keine Vertragsstrafe.",
        "Eine Anzahlung ist nicht erforderlich.",
        "Die Datei enthält keine Viren.",
        "Kunden haben keine Daten verloren.",
        "Wir geben keine Daten an Dritte weiter.",
        "Der Text enthält keine Fehler.",
        "Wir können nicht an Packstationen liefern.",
        "Im Vertrag wird eine Frist nicht genannt.",
        "Haustiere sind nicht erlaubt.",
        "Dankesschreiben werden archiviert.",
    ],
    "fr": [
        "Les piles ne sont pas incluses.",
        "Nous ne livrons pas en Norvège.",
        "Le contrat ne précise pas de pénalité.",
        "Aucune caution n'est exigée.",
        "Aucune donnée n'est vendue à des tiers.",
        "Aucune réponse n'est requise.",
        "Ce médicament n'est pas indiqué chez l'enfant.",
        "Le prix n'est pas indiqué sur l'emballage.",
        "Les animaux ne sont pas admis.",
        "Aucune information n'est transmise à des tiers.",
        "Le texte ne contient aucune faute.",
        "La garantie ne couvre pas le vol.",
    ],
    "pt": [
        "As pilhas não estão incluídas.",
        "Não enviamos para a Noruega.",
        "O contrato não especifica multa.",
        "Não é indicado para crianças.",
        "Não é necessário depósito.",
        "O plano não inclui dados móveis.",
        "O plano não contém taxas ocultas.",
        "Animais não são permitidos.",
        "Nenhuma informação é vendida a terceiros.",
        "A garantia não cobre roubo.",
        "Se precisar devolver o produto, acesse o site.",
        "Obrigatório para todos os alunos.",
    ],
    "ja": [
        "電池は含まれていません。",
        "ノルウェーには発送できません。",
        "異常は見つかりませんでした。",
        "ペットは利用できません。",
    ],
    "zh": ["不含电池。", "酒店没有提供早餐。", "我们无法配送到挪威。", "合同没有违约金条款。"],
    "ko": ["배터리는 포함되어 있지 않습니다.", "노르웨이로는 배송할 수 없습니다.", "보증금은 없습니다."],
    "ru": ["Продукт не содержит глютена.", "Мы не доставляем в Норвегию.", "Батарейки не входят в комплект."],
    "ar": ["البطاريات غير مشمولة.", "لا تتوفر الشحنات إلى النرويج."],
    "hi": ["यह उत्पाद उपलब्ध नहीं है।", "रिफंड नहीं मिलेगा।"],
    "th": ["ไม่รวมแบตเตอรี่", "สัญญาไม่ได้ระบุค่าปรับ"],
}

COURTESIES = {
    "en": [
        "You're welcome!",
        "Thank you for your question.",
        "Let me know if there is anything else I can do for you.",
        "I hope this helps!",
        "Feel free to ask.",
        "Best regards",
        "Sure!",
        "I'm sorry to hear that.",
        "If you have any further questions, please ask.",
        "Hello!",
        "Is there anything else I can help you with",
    ],
    "es": [
        "De nada.",
        "¡Gracias por su compra!",
        "Espero que esto le ayude.",
        "No dude en contactarnos.",
        "Hola",
        "Un saludo",
    ],
    "de": [
        "Gern geschehen!",
        "Vielen Dank für Ihre Anfrage.",
        "Ich hoffe, das hilft.",
        "Mit freundlichen Grüßen",
        "Hallo!",
        "Keine Ursache.",
    ],
    "fr": [
        "De rien.",
        "Merci pour votre question.",
        "N'hésitez pas à nous contacter.",
        "Bonjour !",
        "Cordialement",
        "Avec plaisir !",
    ],
    "pt": [
        "Por nada.",
        "Obrigado pela pergunta.",
        "Espero ter ajudado.",
        "Não hesite em contactar-nos.",
        "Olá!",
        "Bom dia",
    ],
    "others": [
        "どういたしまして。",
        "不客气。",
        "감사합니다.",
        "Пожалуйста!",
        "شكرا لك",
        "धन्यवाद",
        "ขอบคุณ",
        "Prego",
        "Graag gedaan",
    ],
}

HEDGES = [
    "I am not sure.",
    "I'm not entirely certain about that.",
    "I'm not sure whether they ship abroad.",
    "It depends.",
    "Maybe.",
    "I could be wrong.",
    "No estoy seguro.",
    "Quizás",
    "Ich bin mir nicht sicher.",
    "Vielleicht.",
    "Das kommt darauf an.",
    "Je ne suis pas sûr.",
    "Peut-être.",
    "Não tenho certeza.",
    "Talvez.",
    "也许吧。",
    "아마도",
    "Возможно.",
]

OPINIONS = [
    "Python is great!",
    "The hotel was really amazing.",
    "What a wonderful idea!",
    "In my opinion, it is worth the money.",
    "I love this city.",
    "I think it is a great choice for families!",
    "El servicio es excelente.",
    "Me encanta este sitio.",
    "Das Essen ist sehr gut.",
    "Meiner Meinung nach lohnt es sich.",
    "Le service est excellent.",
    "À mon avis, cela vaut le coup.",
    "O serviço é ótimo.",
    "Na minha opinião, vale a pena.",
]

FACTS = [
    "Returns are accepted within 30 days.",
    "The tower is 330 metres tall.",
    "It could be 15 g.",
    "The dose might be lower for children.",
    "Maybe the store opens at 9.",
    "It depends on the weight of the parcel.",
    "The CEO said the results were excellent.",
    "Not all rooms have a balcony.",
    "Great Britain is an island.",
    "Hold the button for 10 seconds.",
    "La garantía es de dos años.",
    "Die Garantie beträgt zwei Jahre.",
    "La garantie est de deux ans.",
    "A garantia é de dois anos.",
    "保修期为两年。",
    "보증 기간은 2년입니다.",
]


def _rows(table: dict[str, list[str]]) -> list[str]:
    return [text for texts in table.values() for text in texts]


@pytest.mark.parametrize("text", _rows(ABSTENTIONS))
def test_a_refusal_is_an_abstention(text):
    """The answer says that it does not answer."""
    assert kind_of(text) == "abstention"


@pytest.mark.parametrize("text", _rows(NEAR_MISSES))
def test_what_a_product_or_contract_lacks_is_a_fact(text):
    """A denial of something in the world can be checked, however much it looks like a refusal."""
    assert kind_of(text) == "factual"


@pytest.mark.parametrize("text", _rows(COURTESIES))
def test_politeness_is_courtesy(text):
    """Greetings, thanks and offers of help say nothing that can be checked."""
    assert kind_of(text) == "courtesy"


@pytest.mark.parametrize("text", HEDGES)
def test_a_bare_doubt_is_a_hedge(text):
    """Nothing checkable is left."""
    assert kind_of(text) == "hedge"


@pytest.mark.parametrize("text", OPINIONS)
def test_a_judgement_of_taste_is_an_opinion(text):
    """Praise and dislike cannot be checked."""
    assert kind_of(text) == "opinion"


@pytest.mark.parametrize("text", FACTS)
def test_everything_else_is_factual(text):
    """In doubt a claim is checked."""
    assert kind_of(text) == "factual"


@pytest.mark.parametrize(
    "text", ["Is it waterproof?", "¿Es gratis?", "価格はいくらですか？", "Can I help you with anything?"]
)
def test_a_question_is_a_question(text):
    """A question mark at the end makes a question."""
    assert kind_of(text) == "question"


def test_a_number_makes_a_doubtful_text_factual():
    """Opinions and courtesies with a number in them say something."""
    assert kind_of("I think 40 euros is a good price.") == "factual"


@pytest.mark.parametrize("text", ["", " ", "…", "!!!", "\x00", "\ud800", "()"])
def test_text_without_words_has_a_kind_too(text):
    """Nothing raises; nothing but marks is no refusal unless it stands for one."""
    assert kind_of(text) in {"factual", "abstention"}


@pytest.mark.parametrize(
    "text",
    [
        "It might open at 9.",
        "Quizás abra a las 9.",
        "Es könnte 9 Uhr sein.",
        "Il pourrait ouvrir.",
        "Talvez abra às 9.",
    ],
)
def test_a_claim_put_as_uncertain_is_hedged(text):
    """The flag of a factual claim that is not put as sure."""
    assert is_hedged(text)


@pytest.mark.parametrize("text", ["It opens at 9.", "You may return it.", "In May it rains."])
def test_a_permission_is_not_hedged(text):
    """The word "may" permits more often than it doubts."""
    assert not is_hedged(text)


@pytest.mark.parametrize(
    "text",
    ["Here are the facts", "In summary", "Voici les points clés", "To return an item, follow these steps"],
)
def test_a_lead_that_only_announces_is_generic(text):
    """Dropping it loses nothing."""
    assert is_generic_lead(text)


@pytest.mark.parametrize("text", ["The Pro plan includes", "Side effects are"])
def test_a_lead_with_a_subject_is_not_generic(text):
    """It holds the subject of what follows."""
    assert not is_generic_lead(text)


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("It costs 5 euros, right?", ", right?"),
        ("It isn't free, is it?", ", is it?"),
        ("Es kostet 5 Euro, nicht wahr?", ", nicht wahr?"),
        ("Cuesta 5 euros, ¿verdad?", ", ¿verdad?"),
        ("Il coûte 5 euros, n'est-ce pas ?", ", n'est-ce pas ?"),
        ("Custa 5 euros, né?", ", né?"),
        ("Costa 5 euro, vero?", ", vero?"),
        ("Het kost 5 euro, toch?", ", toch?"),
        ("Kosztuje 5 euro, prawda?", ", prawda?"),
        ("门票是5欧元，对吧？", "，对吧？"),
    ],
)
def test_a_tag_question_makes_a_statement_no_question(text, tag):
    """In many languages; the kind is that of the statement."""
    assert text[tag_at(text) :] == tag
    assert kind_of(text) == "factual"


@pytest.mark.parametrize(
    "text", ["Is it free, right?", "right?", "Do you want it or not?", "Wer war das, oder?", "What?"]
)
def test_a_question_that_ends_like_a_tag_question_is_one(text):
    """There is no statement before it."""
    assert tag_at(text) is None
    assert kind_of(text) == "question"


def test_what_is_told_as_a_question_is_a_statement():
    """To ask whether somebody knew that something is so is to say that it is so."""
    assert kind_of("Did you know that the museum costs 900 euros?") == "factual"
    assert kind_of("Did you know him?") == "question"


def test_a_title_names_what_stands_below_it():
    """It states nothing by itself; a statement is none."""
    assert all(map(is_title, ["How to return an item", "Steps to reset it", "Cómo devolver un artículo"]))
    assert not any(map(is_title, ["The fee is 5 euros", "Howard is here", "Reset it"]))
