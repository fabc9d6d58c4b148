"""Refusals in many wordings, and denials of facts that resemble them."""

from __future__ import annotations

import time

import pytest

from upheld.text.refusals import abstains

REFUSALS = """
I'm afraid I don't have that information.
I cannot answer this question based on the provided context.
The answer is not found in the documents.
The information you are looking for is not available in the provided text.
There isn't any information about that in the documents.
There is not enough information to answer the question.
I have no information about the price.
I wasn't able to find details on the refund policy.
The passage doesn't say who wrote the letter.
Based on the given context, it is not possible to determine the price.
The text provides no details about the warranty.
Sorry, I can't share that.
Unfortunately the documents do not contain an answer to your question.
Neither document mentions the fee.
No mention of a fee was found in the documents.
I do not have specific details regarding that.
This information isn't provided.
Your documents don't mention parking.
The manual you provided does not mention Bluetooth.
I'm unable to verify that.
The sources don't address this question.
It's unclear from the context whether pets are allowed.
I could not locate any reference to a discount.
That's not something I can help with.
I don't see any mention of a fee in the document.
Not enough context.
We could not find an answer to your question in our knowledge base.
The question cannot be answered with the information provided.
I am not able to provide medical advice.
Nothing in the context indicates the price.
The document makes no mention of fees.
No se proporciona información sobre el precio.
No puedo responder a esa pregunta con la información disponible.
Lo siento, pero no tengo esa información.
La información no está disponible en el contexto.
El documento no dice nada sobre la garantía.
Lamentablemente, no dispongo de información al respecto.
No aparece en los documentos.
En el texto no se menciona la fecha.
No se encontró información relevante.
No es posible determinar el precio a partir del contexto.
Dazu liegen mir keine Informationen vor.
Die Frage kann anhand des Kontexts nicht beantwortet werden.
Das steht nicht im Text.
Leider habe ich keine Informationen dazu.
In den bereitgestellten Dokumenten finde ich keine Angaben zum Preis.
Der Kontext gibt keine Auskunft über die Kosten.
Das geht aus den Unterlagen nicht hervor.
Der Text sagt nichts über die Garantie.
Ich kann diese Frage leider nicht beantworten.
Es tut mir leid, aber ich kann dabei nicht helfen.
Keine Information verfügbar.
Cette information n'est pas disponible.
Les documents ne contiennent pas cette information.
Le texte n'indique pas le prix.
Je n'ai trouvé aucune mention de la garantie.
Malheureusement, je ne dispose pas d'informations sur ce sujet.
Il n'est pas possible de répondre à partir du contexte.
Le document ne fournit pas de détails sur les frais.
Je suis désolé, mais je ne peux pas vous aider.
Aucune mention n'est faite du prix dans le contexte.
Le contexte ne permet pas de répondre.
Esta informação não está disponível.
O texto não diz quando abre.
Não tenho informações suficientes para responder.
Não há menção ao preço nos documentos.
Infelizmente, não posso responder a essa pergunta.
Não foi possível encontrar essa informação.
Não é possível determinar o preço com base no contexto.
A informação não consta nos documentos.
この情報は提供されていません。
申し訳ございませんが、お答えできません。
提供された文脈からは分かりません。
这个问题无法从提供的上下文中得到回答。
抱歉，我没有这方面的信息。
上下文中没有相关信息。
죄송하지만 해당 정보는 문서에 없습니다.
주어진 자료만으로는 알 수 없습니다.
В предоставленных документах нет информации о цене.
К сожалению, у меня нет этой информации.
لا يمكنني الإجابة على هذا السؤال.
النص لا يحتوي على معلومات عن السعر.
दस्तावेज़ में यह जानकारी नहीं है।
ขออภัย ฉันไม่สามารถตอบคำถามนี้ได้
IDK
idk lol
dunno
Unsure
Can't say
Cannot be determined.
It cannot be determined.
I have no idea.
No clear answer.
Based on the context provided, I cannot determine the price.
According to the documents, I don't have information about that.
Given the provided text, it is not possible to say.
From the passages, the year cannot be determined.
In the provided documents, the price is unknown.
I don't have real-time data.
Tôi không biết.
Không có thông tin về giá trong tài liệu.
Tài liệu không đề cập đến giá.
Tidak tahu.
Saya tidak memiliki informasi tentang itu.
Dokumen tersebut tidak menyebutkan harga.
Jag vet inte.
Dokumentet nämner inte priset.
Det ved jeg ikke.
Jeg kan ikke svare på det.
Jeg vet ikke.
Teksten nevner ikke prisen.
Nevím.
Dokument neuvádí cenu.
Dokument nie podaje ceny.
Nie mam informacji na ten temat.
Bu konuda bilgim yok.
Belgede fiyat belirtilmemiş.
Non è specificato nel documento.
Il testo non indica il prezzo.
Geen idee.
De tekst vermeldt de prijs niet.
En tiedä.
Nu știu.
Nem tudom.
Je sais pas.
Weiß nicht.
Não faço ideia.
未知
不明
모름
Неизвестно.
"""

DENIALS = """
The battery is not user-replaceable.
There is no refund for late cancellations.
The policy does not mention pets.
No answer was received from the supplier.
The hotel does not provide towels.
There is no charge for children.
The report found no evidence of fraud.
Details are available on request.
No one was injured.
The device does not support Bluetooth.
I cannot stand is a song by X.
The author does not appear in the film.
The CEO did not answer questions.
Data is not stored on our servers.
Information about side effects is listed in section 4.
The sample size was not sufficient.
The vaccine is not recommended for children under 5.
It is not clear plastic but glass.
The company has no debt.
We don't charge for returns.
The contract is silent on penalties.
The article was not published.
The documents must be signed.
The document is not valid without a stamp.
The texts were not translated.
The source of the Nile was unknown.
No tiene costo adicional.
El documento no es válido sin firma.
No se aceptan devoluciones.
No hay cargos por cancelación.
La empresa no ofrece garantía.
El hotel no dispone de piscina.
No se permite fumar.
Los datos no se comparten con terceros.
Die Kaution wird nicht erstattet.
Das Dokument ist ohne Stempel nicht gültig.
Es gibt keine Mindestbestellmenge.
Das Hotel hat keinen Pool.
Rauchen ist nicht gestattet.
Die Daten werden nicht gespeichert.
Wir haben sonntags nicht geöffnet.
Le document n'est pas valable sans tampon.
Il n'y a pas de frais de livraison.
L'hôtel n'a pas de piscine.
Les données ne sont pas partagées.
Il n'est pas nécessaire de réserver.
O documento não é válido sem carimbo.
Não há taxa de entrega.
O hotel não tem piscina.
Os dados não são compartilhados.
Não é possível cancelar após 24 horas.
保証は付いていません。
プールはありません。
酒店没有游泳池。
不支持退货。
수영장이 없습니다.
반품은 불가능합니다.
В отеле нет бассейна.
Возврат невозможен.
لا يوجد مسبح في الفندق.
होटल में पूल नहीं है।
โรงแรมไม่มีสระว่ายน้ำ
None of the plans is free.
Unsure users can call support.
The outcome cannot be determined in advance.
Based on the survey, the product is not known in Asia.
In the basement, we keep no stock.
No data is stored.
Museet har ingen parkering.
Dokumentet gäller inte utan stämpel.
Produk ini tidak dapat dikembalikan.
Dokumen ini tidak berlaku tanpa tanda tangan.
Sản phẩm không được hoàn tiền.
Văn bản không hợp lệ nếu không có dấu.
Psy nie mogą wchodzić.
Dokument nie jest ważny bez pieczątki.
Muzeum nemá parkoviště.
Het museum heeft geen parkeerplaats.
Müzede otopark yok.
Il documento non è valido senza firma.
Muzeul nu are parcare.
"""


def _lines(table: str) -> list[str]:
    return [line.rstrip(".。") for line in table.strip().splitlines()]


@pytest.mark.parametrize("text", _lines(REFUSALS))
def test_an_answer_that_declines_is_found(text):
    """In the languages of the tables, whatever the wording."""
    assert abstains(text)


@pytest.mark.parametrize("text", _lines(DENIALS))
def test_a_denial_of_a_fact_is_none(text):
    """It can be checked against the context."""
    assert not abstains(text)


@pytest.mark.parametrize(
    "fragment",
    [
        "not ",
        "no ",
        "the document ",
        "wird nicht ",
        "no se ",
        "je ne ",
        "não ",
        "i do not ",
        "not in the the ",
        "没有",
        "не ",
        "documents which you ",
        "based on the context ",
        "idk, sorry ",
        "tidak ",
        "không ",
        "jag kan inte ",
        "nie ma ",
        "a",
        " ",
    ],
)
def test_no_text_takes_long(fragment):
    """Every pattern is bounded: a long run of its own words costs next to nothing."""
    text = (fragment * 400)[:400]
    started = time.process_time()
    abstains(text)
    assert time.process_time() - started < 0.1
