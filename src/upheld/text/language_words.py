"""What tells languages of Latin script apart: their small words, their commonest verbs and nouns, their letters and endings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from upheld.text.lexicon import FUNCTION_WORDS, LEXICONS

__all__ = ["ACCENTS", "ENDINGS", "ENGLISH_ONLY", "NAME_PARTICLES", "SIGNS", "Languages", "Sign"]

Languages: TypeAlias = tuple[str, ...]
Sign: TypeAlias = tuple[Languages, float]

_FUNCTION = {
    "it": (
        "di e il la che in un una per è non con del da si della le dei al gli i delle nel alla lo come più sono ma anche dal su o ha nella "
        "ai degli dalla questo questa essere suo sua suoi loro dopo prima tra fra fino sul sulla alle agli ogni tutti tutte entro può possono "
        "deve sei siamo hanno era stato stata stati quando dove perché senza solo nei negli nelle ed ad dello allo quale se uno ci"
    ),
    "nl": (
        "de het een en van te dat die in is niet op aan met als voor er maar om dan zou wat mijn men dit zo door over ze zich bij ook tot je "
        "uit der haar naar hoe heeft hebben deze u want nog zij nu geen omdat iets worden wordt werd werden toch waren meer doen moet moeten "
        "ben zonder kan kunnen hun dus alles wie altijd wij we onze ons jullie uw na tegen tussen binnen vanaf zijn ik naar eerst sluit maakt"
    ),
    "sv": (
        "och i att det som en på är av för med den till inte om har de ett han men var jag sig från vi så kan man när år hon också efter eller "
        "nu sin där vid mot ska skulle ut får finns vara hade alla andra mycket än här då sedan över bara in blir upp även vad få två vill "
        "många hur någon inom utan ingår du din er ni dem deras dess denna dessa mellan ingen inget inga måste kunde detta"
    ),
    "da": (
        "og i at det er en til på som med for den af de ikke har der var han et om men fra jeg sig så vi kan når år hun også efter eller nu "
        "sin hvor ved mod skal skulle ud får findes være havde alle andre meget end her da siden over kun ind bliver op hvad to vil mange "
        "hvordan denne dette disse mellem ingen inden uden du din jer deres dets blev blive kunne ville være noget nogle må"
    ),
    "no": (
        "og i å det er en til på som med for den av de ikke har var han et om men fra jeg seg så vi kan når år hun også etter eller nå sin "
        "hvor ved mot skal skulle ut får finnes være hadde alle andre mye enn her da siden over bare inn blir opp hva to vil mange hvordan "
        "denne dette disse mellom ingen innen uten du din dere deres dets ble bli kunne ville noen noe må at kun"
    ),
    "tr": (
        "ve bir bu da de için ile olarak daha çok olan kadar gibi en mi mı mu mü değil var yok olduğu sonra ama veya ya her ancak tarafından "
        "göre üzere şu ise içinde edilir olur olmak olabilir günü itibaren arasında tüm hiç nasıl neden hangi kim biz siz onlar bizim sizin"
    ),
    "vi": (
        "và là của có được cho không với trong các những một người này đã để khi từ đến vào cũng như về tại ra nhiều hay hoặc sẽ bị nếu bạn "
        "tôi chúng ta họ theo sau trên"
    ),
    "id": (
        "yang dan di ke dari untuk dengan pada adalah ini itu tidak akan dapat bisa dalam atau juga oleh karena kami kita anda saya mereka "
        "sudah telah bukan ada harus jika lebih seperti hanya sampai setelah sebelum secara sebagai para tersebut belum masih dia apa tanpa "
        "antara setiap semua hingga selama maka bahwa tetapi namun bagi"
    ),
    "cs": (
        "a v se na je že s z do o i k ve pro za by ale si po jako to od jsou jen nebo který která které být jeho také až již při tak podle "
        "není aby ze jsem má mezi před však pouze už jsme kde co když bez pod nad lze může musí jejich její této tento tato toto nejsou bude "
        "budou byl byla bylo byly"
    ),
    "pl": (
        "i w na z się do nie że o to jest po a za od jak przez dla czy ale są co tym oraz ze być tego tylko lub jego może już przed które "
        "który która pod także ich jej ma było był była były będzie gdy bez nad między można musi należy nas aby jako"
    ),
    "fi": (
        "ja on ei se että joka hän oli ovat mutta kun niin myös tai jos vain kuin sen hänen ole voi sekä jotka tämä tämän mukaan kaikki "
        "jälkeen ennen joko eivät olla"
    ),
    "ro": (
        "și de la cu în a pe nu din o un este care pentru mai să ce sau sunt fi dar prin după până între fost avea are lui ale al ei"
    ),
    "hu": (
        "a az és hogy nem is egy van meg de ha csak mint már vagy ez volt el még ki be fel után között kell lehet ezt azt nincs minden"
    ),
}
"""Function words of the languages that the clause rules do not know."""

# The commonest words of what answers are about: a short text may have no other.
_COMMON = {
    "en": (
        "day days hour hours week weeks month months year years price prices free open opens closed closes available all each any must may people "
        "person customers users city first new one two three four five six seven eight nine ten him me my us these up out off own another because "
        "against both between once again until without within near above below born died known based called used using including please enter page "
        "file password email phone address date number company team film song album book school university members monday tuesday wednesday "
        "thursday friday saturday sunday january february march april june july august september october november december large small long old "
        "high good american british english south north west east war world united states son daughter brother father mother husband wife married "
        "actor actress singer writer player hero politician composer journalist"
    ),
    "es": (
        "día días hora horas semana semanas mes meses año años euros precio gratis después antes dentro porque así cada pedido cliente clientes "
        "cuenta todos otro otra parte ciudad uno dos tres cuatro cinco seis siete ocho nueve diez lunes martes miércoles jueves viernes sábado "
        "sábados domingo domingos enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre tienda envío producto "
        "compra devolver botón archivo nombre puerta calle gratuito gratuita incluido incluida horario plazo entrega pagar debes debe usted nuestro "
        "nuestra"
    ),
    "de": (
        "tag tage tagen stunde stunden uhr woche wochen monat monate jahr jahre jahren preis kostenlos jeder alle unsere unser ihrer ihren ihrem "
        "innerhalb bitte werktage zwei drei vier fünf sechs sieben acht neun zehn geöffnet geschlossen mehr ohne gegen erst diesem diesen dabei "
        "damit montag montags dienstag dienstags mittwoch donnerstag freitag freitags samstag samstags sonntag sonntags januar februar märz juni "
        "juli oktober dezember bestellung lieferung rückgabe versand eintritt erlaubt möglich dauern erfolgt drücken datei wählen werktagen "
        "jedoch immer ja nein"
    ),
    "fr": (
        "jour jours heure heures semaine semaines mois ans prix gratuit gratuite après avant chaque tous doivent ville deux trois quatre cinq sept "
        "huit neuf dix veuillez ouvert fermé compte commande vos votre nos notre ainsi lundi mardi mercredi jeudi vendredi samedi dimanche janvier "
        "février avril juin juillet août septembre octobre novembre décembre magasin livraison produit remboursement fichier bouton entrée prend "
        "pouvez retourner nom rue impossible être"
    ),
    "pt": (
        "dia dias hora horas semana semanas mês meses ano anos euros preço grátis após antes cada todos cidade dois duas três quatro cinco seis "
        "sete oito nove dez conta pedido cliente clientes dentro aberto fechado segunda segundas terça terças quarta quinta quintas sexta sextas "
        "sábado sábados domingo domingos janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro loja envio "
        "produto compra devolver botão arquivo ficheiro nome gratuito gratuita prazo entrega demora"
    ),
    "it": (
        "giorni giorno ore settimane settimana mesi mese anni anno euro prezzo costa aperto chiuso apre chiude gratis gratuito gratuita uno due tre "
        "quattro cinque sette otto nove dieci conto ordine lunedì martedì mercoledì giovedì venerdì sabato domenica gennaio febbraio aprile maggio "
        "giugno luglio settembre ottobre novembre dicembre negozio spedizione prodotto rimborso richiede dura incluso inclusa inclusi incluse file "
        "ingresso pulsante nome impossibile scrisse"
    ),
    "nl": (
        "euro dag dagen uur weken maand maanden jaar jaren kost kosten duurt prijs gratis mogelijk alleen geopend gesloten ja nee opent sluit één twee "
        "drie vier vijf zes zeven acht negen tien klanten maandag maandags dinsdag woensdag donderdag vrijdag zaterdag zondag januari februari "
        "maart juni juli augustus oktober winkel verzending levering bestelling product toegang inbegrepen inclusief keer knop bestand naam huis"
    ),
    "sv": (
        "ja nej euro dag dagar timmar vecka veckor månad månader pris priset kostar öppet öppnar stängt stänger gratis procent tre fyra fem sju åtta nio "
        "tio kunder kronor klockan måndag måndagar tisdag onsdag torsdag fredag lördag söndag söndagar januari februari mars maj juni juli augusti "
        "oktober butiken tar ingår frakt gäller kund köp fil namn"
    ),
    "da": (
        "ja nej euro dag dage timer uge uger måned måneder pris prisen koster åben åbent åbner lukket lukker gratis tre fire fem seks syv otte ni ti "
        "kunder kroner klokken mandag mandagen tirsdag onsdag torsdag fredag lørdag søndag søndagen januar februar marts maj juni juli oktober "
        "butikken tager gælder levering køb fil navn inkluderet"
    ),
    "no": (
        "ja nei euro dag dager timer uke uker måned måneder pris prisen koster åpen åpent åpner stengt stenger gratis tre fire fem seks sju åtte ni ti "
        "kunder kroner klokken mandag mandager tirsdag onsdag torsdag fredag lørdag søndag søndager januar februar mars juni juli oktober desember "
        "butikken tar gjelder levering kjøp fil navn inkludert"
    ),
    "tr": (
        "gün gündür saat fiyat fiyatı fiyata ücret ücreti ücretsiz ücretsizdir açık kapalı kapalıdır açıktır lira avro ayda hafta yıl yıldır iki üç "
        "dört beş altı yedi sekiz dokuz pazartesi salı çarşamba perşembe cuma cumartesi pazar ocak şubat nisan mayıs haziran temmuz ağustos eylül "
        "ekim kasım aralık ürün ürünü dahil dahildir değildir verilmez kez dosya dosyası adı lütfen izin"
    ),
    "vi": "ngày giờ giá tháng năm tuần hai ba bốn sáu bảy tám chín mười thứ hàng phí tiền mở đóng cửa phải theo nút",
    "id": (
        "hari buka tutup harga harganya gratis tiket jam pukul bulan tahun minggu satu dua tiga empat lima enam tujuh delapan sembilan sepuluh "
        "senin selasa rabu kamis jumat sabtu maret agustus toko pengiriman termasuk boleh masuk berlaku tekan kali uang barang produk berkas nama "
        "silakan"
    ),
    "cs": (
        "dnů dní dny den hodin hodiny týden týdnů měsíc měsíců rok roky let korun cena cenu ceně zdarma otevřeno zavřeno zavřené zavřený stojí "
        "jeden dva dvě tři čtyři pět šest sedm osm devět deset pondělí úterý středa středu čtvrtek pátek sobota sobotu neděle neděli leden únor "
        "březen květen červen červenec srpen říjen prosinec obchod zboží soubor název trvá nelze můžete"
    ),
    "pl": (
        "dni dzień godzin godziny tydzień tygodni miesiąc miesięcy rok lat lata złotych cena cenę cenie bezpłatny bezpłatna bezpłatnie otwarte "
        "zamknięte otwiera zamyka kosztuje jeden dwa dwie trzy cztery pięć sześć siedem osiem dziewięć dziesięć poniedziałek wtorek środa środę "
        "czwartek piątek sobota sobotę niedziela niedzielę styczeń luty marzec kwiecień czerwiec lipiec sierpień wrzesień październik grudzień "
        "sklep zwrot produkt plik nazwa wynosi trwa razy"
    ),
    "fi": (
        "päivää päivän kuukauden vuoden hinta euroa avoinna suljettu yksi kaksi kolme neljä viisi kuusi seitsemän kahdeksan yhdeksän kymmenen "
        "maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai tiedosto"
    ),
    "ro": (
        "zile zi ore lei preț deschis închis doi două trei patru cinci șase șapte opt nouă zece luni marți miercuri joi vineri sâmbătă duminică "
        "fișier fișierul ani zilnic"
    ),
    "hu": (
        "nap napon óra forint ár nyitva zárva kettő két három négy öt hat hét nyolc kilenc tíz hétfő kedd szerda csütörtök péntek szombat vasárnap "
        "fájl"
    ),
}

_ACCENTS = {
    "ñ": "es", "ã": "pt vi", "õ": "pt vi", "ç": "fr pt tr", "ß": "de", "ä": "de sv fi", "ö": "de sv tr fi hu", "ü": "de tr hu", "å": "sv da no",
    "ø": "da no", "æ": "da no", "ğ": "tr", "ş": "tr", "ı": "tr", "ł": "pl", "ą": "pl", "ę": "pl", "ś": "pl", "ź": "pl", "ż": "pl", "ń": "pl",
    "ć": "pl", "ě": "cs", "ř": "cs", "ů": "cs", "š": "cs", "č": "cs", "ž": "cs", "ý": "cs vi", "á": "es pt cs vi hu", "é": "es fr pt cs vi hu",
    "í": "es pt cs vi hu", "ó": "es pt pl vi hu", "ú": "es pt cs vi hu", "à": "fr it pt vi", "è": "fr it vi", "ì": "it vi", "ò": "it vi",
    "ù": "fr it vi", "ê": "fr pt vi", "â": "fr pt ro vi", "î": "fr ro", "û": "fr", "ô": "fr pt vi", "œ": "fr", "ă": "ro vi", "đ": "vi", "ơ": "vi",
    "ư": "vi", "ș": "ro", "ț": "ro", "ő": "hu", "ű": "hu",
}  # fmt: skip

_ENDINGS = {
    "es": "ción ciones ado ada ados adas idad idades iendo miento ario aria anza encia ancia aje eza mente dor",
    "pt": "ção ções ado ada ados adas idade mento ário ária ância ência agem eza mente dor",
    "it": "zione zioni mento menti mente ità ato ati anza enza ezza ggio ssimo ssione ssioni bile bili tura tore",
    "de": "ungen ung heit keit schaft lich lichen ieren iert isch ische ischen tät",
    "nl": "heid lijk lijke eren erd isch ische teit",
    "sv": "ningar ningen arna erna ande ades",
    "da": "ningen erne ende hed heden isk",
    "no": "ningen ene ende het isk",
    "tr": "ları leri ların lerin ıyor iyor dır dir mek mak",
    "id": "kan nya",
    "pl": "ość ości ować anie enie ania enia ych owa owy owe",
    "fi": "ssa ssä llä inen iset sta stä",
    "en": "tions ly ness ful less able ed ers ings",
    "fr": "aient euse euses eux eurs ées iques aire aires oire",
    "cs": "ního ných ních ost ovat ání ení",
    "ro": "ului ilor area",
}


def _signs() -> dict[str, Sign]:
    """Return word -> the languages that have it, and how much it tells."""
    function = {word: set(names) for word, names in FUNCTION_WORDS.items()}
    for name, words in _FUNCTION.items():
        for word in words.split():
            function.setdefault(word, set()).add(name)
    common: dict[str, set[str]] = {}
    for name, lexicon in LEXICONS.items():
        for word in lexicon.verbs | lexicon.bases | lexicon.nouns | lexicon.auxiliaries:
            common.setdefault(word, set()).add(name)
    for name, words in _COMMON.items():
        for word in words.split():
            common.setdefault(word, set()).add(name)
    signs = {word: (tuple(sorted(names)), _COMMON_WORTH) for word, names in common.items()}
    signs.update(
        (word, (tuple(sorted(names | common.get(word, set()))), _worth(word)))
        for word, names in function.items()
    )
    for letter in "cs":  # of "Ann's" as of "s'appelle", and of a list
        del signs[letter]
    return signs


_COMMON_WORTH = 0.7
_LETTER_WORTH = 0.5  # a lone letter may be a name: "plan A"


def _worth(word: str) -> float:
    return 1.0 if len(word) > 1 else _LETTER_WORTH


SIGNS: Mapping[str, Sign] = _signs()
"""Word -> the languages that have it, and how much it tells."""

ENGLISH_ONLY: frozenset[str] = frozenset(
    word for word, (names, worth) in SIGNS.items() if names == ("en",) and worth == 1.0
)
"""Function words that no other language here has."""

ACCENTS: Mapping[str, Languages] = {
    letter: tuple(sorted(names.split())) for letter, names in _ACCENTS.items()
} | dict.fromkeys(map(chr, range(0x1EA0, 0x1EFA)), ("vi",))
"""Letter -> the languages that write it."""

ENDINGS: Mapping[str, Languages] = {
    ending: tuple(sorted(name for name, group in _ENDINGS.items() if ending in group.split()))
    for endings in _ENDINGS.values()
    for ending in endings.split()
}
"""End of a longer word -> the languages whose words end so."""

NAME_PARTICLES: frozenset[str] = frozenset(
    "de la del las los el le les du des di da do dos das della van von der den dem af av zu y e et und und en het of bin al i".split()
)
"""Small words inside names: "Cristóbal de la Fuente"."""
