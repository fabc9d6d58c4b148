"""Units and currencies: which words and symbols name them, and what they are in the base unit of their kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from upheld.checks.number_tokens import Tokens

__all__ = ["DEGREE", "KNOWN", "Unit", "in_base", "to_base", "unit_at"]

DEGREE = "degree"
"""Unit of "20 degrees", whose scale nobody said."""

_BASES = {
    "length": ("m", "meter"),
    "mass": ("g", "gram"),
    "volume": ("l", "liter"),
    "duration": ("s", "second"),
    "data": ("byte", "byte"),
    "data_rate": ("byte/s", "byte/second"),
    "temperature": ("°C", "degree_Celsius"),
    "speed": ("m/s", "meter/second"),
    "area": ("m²", "meter**2"),
    "energy": ("J", "joule"),
    "power": ("W", "watt"),
    "pressure": ("Pa", "pascal"),
    "frequency": ("Hz", "hertz"),
    "voltage": ("V", "volt"),
    "current": ("A", "ampere"),
    "concentration": ("g/l", "gram/liter"),
    "molarity": ("mol/l", "mole/liter"),
}
"""Kind -> its base unit as shown, and as pint names it."""

# kind; unit in pint's words, then other units that the same words may name; symbols (case matters); words
_ROWS = """
length; meter; m; meter,meters,metre,metres,metern,metro,metros,mètre,mètres
length; kilometer; km,KM,Km,kms; kilometer,kilometers,kilometre,kilometres,kilometern,kilómetro,kilómetros,kilomètre,kilomètres,quilômetro,quilômetros,quilómetro,quilómetros
length; centimeter; cm,CM; centimeter,centimeters,centimetre,centimetres,zentimeter,zentimetern,centímetro,centímetros,centimètre,centimètres
length; millimeter; mm,MM; millimeter,millimeters,millimetre,millimetres,millimetern,milímetro,milímetros,millimètre,millimètres
length; micrometer; µm,μm; micrometer,micrometers,micrometre,micrometres,micron,microns,mikrometer
length; nanometer; nm; nanometer,nanometers,nanometre,nanometres
length; mile; mi; mile,miles,meile,meilen,milla,millas,milha,milhas
length; nautical_mile; nmi; nautical mile,nautical miles,millas náuticas,milles nautiques,seemeilen,milhas náuticas
length; foot; ft,Ft,FT,ft.,′; foot,feet,pieds,fuß
length; inch; in,in.,″; inch,inches,zoll,pulgada,pulgadas,pouces,polegada,polegadas
length; yard; yd,yds; yard,yards
length; light_year; ly; light year,light years,light-year,light-years,lightyears,lichtjahre,años luz,années-lumière,anos-luz
mass; kilogram; kg,KG,Kg,kgs; kilogram,kilograms,kilogramme,kilogrammes,kilogramm,kilo,kilos,kilogramo,kilogramos,quilo,quilos,quilograma,quilogramas
mass; gram; g,gr; gram,grams,gramme,grammes,gramm,gramo,gramos,gramas
mass; milligram; mg,MG; milligram,milligrams,milligramme,milligrammes,milligramm,miligramo,miligramos,miligrama,miligramas
mass; microgram; µg,μg,mcg,ug; microgram,micrograms,microgramme,microgrammes,mikrogramm,microgramo,microgramos
mass; nanogram; ng; nanogram,nanograms
mass; metric_ton; t; tonne,tonnes,metric ton,metric tons,tonnen,tonelada,toneladas
mass; ton,metric_ton,long_ton; ; ton,tons,short ton,short tons
mass; 1000*metric_ton; kt; kilotonne,kilotonnes
mass; 1000000*metric_ton; Mt; megatonne,megatonnes
mass; pound; lb,lbs,lb.,lbs.,LB,LBS; pound,pounds
mass; ounce; oz,oz.,OZ; ounce,ounces,unze,unzen,onza,onzas
volume; liter; l,L,ltr; liter,liters,litre,litres,litern,litro,litros
volume; milliliter; ml,mL,ML; milliliter,milliliters,millilitre,millilitres,mililitro,mililitros
volume; centiliter; cl,cL; centiliter,centiliters,centilitre,centilitres,centilitro,centilitros
volume; deciliter; dl,dL; deciliter,deciliters,decilitre,decilitres,deziliter
volume; microliter; µl,µL,μl,μL; microliter,microliters,microlitre,microlitres
volume; hectoliter; hl,hL; hectoliter,hectoliters,hectolitre,hectolitres,hektoliter
volume; milliliter; cc,cm³,cm3,cm^3; cubic centimeter,cubic centimeters,cubic centimetre,cubic centimetres,kubikzentimeter
volume; meter**3; m³,m3,m^3; cubic meter,cubic meters,cubic metre,cubic metres,kubikmeter,metros cúbicos,mètres cubes
volume; kilometer**3; km³,km3,km^3; cubic kilometer,cubic kilometers,cubic kilometre,cubic kilometres
volume; foot**3; ft³,ft3,ft^3,cu ft; cubic foot,cubic feet
volume; inch**3; in³,in3; cubic inch,cubic inches
volume; gallon,imperial_gallon; gal; gallon,gallons,us gallon,us gallons,galones,galões
volume; imperial_gallon; ; imperial gallon,imperial gallons
volume; quart,imperial_quart; qt; quart,quarts
volume; pint,imperial_pint; ; pint,pints
volume; fluid_ounce,imperial_fluid_ounce; fl oz,fl. oz.,fl oz.; fluid ounce,fluid ounces
volume; cup,250*milliliter; ; cup,cups
volume; tablespoon,15*milliliter; tbsp,Tbsp; tablespoon,tablespoons
volume; teaspoon,5*milliliter; tsp; teaspoon,teaspoons
duration; second; s,sec,secs; second,seconds,sekunde,sekunden,segundo,segundos,seconde,secondes
duration; millisecond; ms; millisecond,milliseconds,millisekunden,milisegundos,millisecondes
duration; microsecond; µs,μs; microsecond,microseconds
duration; nanosecond; ns; nanosecond,nanoseconds
duration; minute; min,mins,min.; minute,minutes,minuten,minuto,minutos
duration; hour; h,hr,hrs,hr.,hrs.; hour,hours,stunde,stunden,hora,horas,heure,heures
duration; day; ; day,days,tage,tagen,día,días,dia,dias,jour,jours,calendar day,calendar days,kalendertage,días naturales
duration; week; wk,wks; week,weeks,woche,wochen,semana,semanas,semaine,semaines
duration; 14*day; ; fortnight,fortnights
duration; month; mo,mos; month,months,monat,monate,monaten,mes,meses,mois,mês,calendar month,calendar months
duration; year; yr,yrs; year,years,jahr,jahre,jahren,año,años,ans,année,années,ano,anos
duration; 10*year; ; decade,decades,jahrzehnt,jahrzehnte,jahrzehnten,década,décadas,décennie,décennies
duration; 100*year; ; century,centuries
data; byte; ; byte,bytes
data; bit; ; bit,bits
data; kilobyte,kibibyte; kB,KB,kb; kilobyte,kilobytes
data; megabyte,mebibyte; MB; megabyte,megabytes
data; gigabyte,gibibyte; GB,Gb; gigabyte,gigabytes
data; terabyte,tebibyte; TB; terabyte,terabytes
data; petabyte,pebibyte; PB; petabyte,petabytes
data; kibibyte; KiB; kibibyte,kibibytes
data; mebibyte; MiB; mebibyte,mebibytes
data; gibibyte; GiB; gibibyte,gibibytes
data; tebibyte; TiB; tebibyte,tebibytes
data_rate; kilobit/second; kbps,kbit/s,kb/s; kilobits per second
data_rate; megabit/second; Mbps,Mbit/s,mbps,Mb/s; megabits per second
data_rate; gigabit/second; Gbps,Gbit/s,gbps,Gb/s; gigabits per second
data_rate; megabyte/second; MB/s; megabytes per second
data_rate; gigabyte/second; GB/s; gigabytes per second
temperature; degree_Celsius; °C,ºC,° C,℃,C; degrees celsius,degree celsius,celsius,degrees c,degrees centigrade,centigrade,grad celsius,grados celsius,grados centígrados,degrés celsius,graus celsius,deg c
temperature; degree_Fahrenheit; °F,ºF,° F,℉,F; degrees fahrenheit,degree fahrenheit,fahrenheit,degrees f,grad fahrenheit,grados fahrenheit,degrés fahrenheit,graus fahrenheit,deg f
temperature; kelvin; K; kelvin,kelvins
speed; meter/second; m/s,m s⁻¹; meters per second,metres per second,meter per second,metre per second,metros por segundo,mètres par seconde,meter pro sekunde
speed; kilometer/second; km/s; kilometers per second,kilometres per second
speed; kilometer/hour; km/h,kmh,km/hr,kph,kmph,Km/h,km per hour; kilometers per hour,kilometres per hour,kilometers an hour,kilometres an hour,kilometer per hour,kilometre per hour,stundenkilometer,stundenkilometern,kilometer pro stunde,kilómetros por hora,quilômetros por hora,quilómetros por hora,km por hora,kilomètres par heure,kilomètres à l'heure,kilomètres-heure
speed; mile/hour; mph,MPH,mi/h; miles per hour,miles an hour,mile per hour,millas por hora,milhas por hora
speed; foot/second; ft/s,fps; feet per second,foot per second
speed; knot; kn,kt,kts; knot,knots,knoten,nudos,nœuds
area; meter**2; m²,m2,m^2,sqm,sq m,sq. m; square meter,square meters,square metre,square metres,quadratmeter,quadratmetern,metros cuadrados,metro cuadrado,mètres carrés,mètre carré,metros quadrados,metro quadrado
area; kilometer**2; km²,km2,km^2,sq km,sq. km; square kilometer,square kilometers,square kilometre,square kilometres,quadratkilometer,quadratkilometern,kilómetros cuadrados,kilomètres carrés,quilômetros quadrados,quilómetros quadrados
area; centimeter**2; cm²,cm2,cm^2; square centimeter,square centimeters,square centimetre,square centimetres,quadratzentimeter
area; foot**2; ft²,ft2,ft^2,sq ft,sq. ft.,sq. ft,sqft; square foot,square feet,pies cuadrados
area; inch**2; in²,sq in; square inch,square inches
area; yard**2; sq yd; square yard,square yards
area; mile**2; mi²,mi2,sq mi,sq. mi.; square mile,square miles,millas cuadradas
area; hectare; ha; hectare,hectares,hektar,hectárea,hectáreas
area; acre; ac; acre,acres
energy; joule; J; joule,joules
energy; kilojoule; kJ,KJ; kilojoule,kilojoules
energy; megajoule; MJ; megajoule,megajoules
energy; watt_hour; Wh; watt hour,watt hours,watt-hour,watt-hours
energy; kilowatt_hour; kWh,KWh,kwh,kW h; kilowatt hour,kilowatt hours,kilowatt-hour,kilowatt-hours,kilowattstunde,kilowattstunden
energy; megawatt_hour; MWh; megawatt hour,megawatt hours,megawatt-hours
energy; gigawatt_hour; GWh; gigawatt hour,gigawatt hours,gigawatt-hours
energy; terawatt_hour; TWh; terawatt hour,terawatt hours,terawatt-hours
energy; kilocalorie; kcal,Kcal,Cal; kilocalorie,kilocalories,kilokalorien,kilocalorías
energy; kilocalorie,calorie; cal; calorie,calories,kalorien,calorías,calorias
power; watt; W; watt,watts,vatios
power; kilowatt; kW,KW,kw; kilowatt,kilowatts,kilovatios
power; megawatt; MW; megawatt,megawatts
power; gigawatt; GW; gigawatt,gigawatts
power; milliwatt; mW; milliwatt,milliwatts
power; horsepower,metric_horsepower; hp,HP,bhp; horsepower
power; metric_horsepower; PS; pferdestärken,chevaux-vapeur
pressure; pascal; Pa; pascal,pascals
pressure; hectopascal; hPa; hectopascal,hectopascals
pressure; kilopascal; kPa; kilopascal,kilopascals
pressure; megapascal; MPa; megapascal,megapascals
pressure; bar; bar; bar
pressure; millibar; mbar; millibar,millibars
pressure; psi; psi,PSI; pounds per square inch
pressure; atmosphere; atm; atmosphere,atmospheres
pressure; mmHg; mmHg,mm Hg; millimeters of mercury,millimetres of mercury
frequency; hertz; Hz; hertz
frequency; kilohertz; kHz,KHz; kilohertz,khz
frequency; megahertz; MHz; megahertz,mhz
frequency; gigahertz; GHz,Ghz; gigahertz,ghz
frequency; minute**-1; rpm,RPM; revolutions per minute
voltage; volt; V; volt,volts,voltios
voltage; millivolt; mV; millivolt,millivolts
voltage; kilovolt; kV; kilovolt,kilovolts
current; ampere; ; amp,amps,ampere,amperes,amperios
current; milliampere; mA; milliamp,milliamps,milliampere,milliamperes
concentration; milligram/deciliter; mg/dL,mg/dl; milligrams per deciliter,milligrams per decilitre
concentration; gram/deciliter; g/dL,g/dl; grams per deciliter,grams per decilitre
concentration; milligram/liter; mg/L,mg/l; milligrams per liter,milligrams per litre
concentration; gram/liter; g/L,g/l; grams per liter,grams per litre
concentration; milligram/milliliter; mg/mL,mg/ml; milligrams per milliliter,milligrams per millilitre
concentration; microgram/milliliter; µg/mL,µg/ml,μg/mL,mcg/mL,mcg/ml; micrograms per milliliter,micrograms per millilitre
concentration; nanogram/milliliter; ng/mL,ng/ml; nanograms per milliliter,nanograms per millilitre
molarity; millimole/liter; mmol/L,mmol/l,mM; millimoles per liter,millimoles per litre
"""

# What pint cannot or need not convert: kind, unit as shown, factor, symbols, words.
_COUNTED: tuple[tuple[str, str, float, str, str], ...] = (
    ("duration", "business day", 1.0, "", "business day,business days,working day,working days,weekdays,werktage,werktagen,arbeitstage,arbeitstagen,días hábiles,días laborables,días laborales,jours ouvrés,jours ouvrables,dias úteis,dia útil,día hábil"),
    ("temperature", DEGREE, 1.0, "°", "degree,degrees,grad,grado,grados,degré,degrés,grau,graus"),
    ("dose", "mg/kg", 1.0, "mg/kg", "milligrams per kilogram,milligram per kilogram,mg per kg,mg per kilogram"),
    ("dose", "mg/kg", 0.001, "µg/kg,μg/kg,mcg/kg", "micrograms per kilogram,micrograms per kg"),
    ("dose", "mg/kg", 1000.0, "g/kg", "grams per kilogram,grams per kg"),
    ("dose", "IU", 1.0, "IU,UI,IE", "international units,international unit"),
    ("consumption", "l/100 km", 1.0, "l/100 km,L/100 km,l/100km,L/100km", "liters per 100 km,litres per 100 km,liter pro 100 km,liter auf 100 km"),
    ("consumption", "mpg", 1.0, "mpg", "miles per gallon"),
)  # fmt: skip


# What the commonest units are in the base unit of their kind, as pint has it, which takes a fifth of a second to load.
KNOWN: Mapping[str, float] = {
    "minute": 60.0, "hour": 3600.0, "day": 86_400.0, "week": 604_800.0, "month": 2_629_800.0, "year": 31_557_600.0,
    "kilometer": 1000.0, "centimeter": 0.01, "millimeter": 0.001, "mile": 1609.344, "foot": 0.3048, "inch": 0.0254,
    "kilogram": 1000.0, "milligram": 0.001, "pound": 453.59237, "milliliter": 0.001,
    "kilobyte": 1e3, "megabyte": 1e6, "gigabyte": 1e9, "terabyte": 1e12,
    "kibibyte": 2.0**10, "mebibyte": 2.0**20, "gibibyte": 2.0**30, "tebibyte": 2.0**40,
}  # fmt: skip
"""Unit in pint's words -> base units in one."""

_SYMBOL = 2  # spellings up to this length are symbols, whose case matters


@dataclass(frozen=True, slots=True)
class Unit:
    """What a unit is in the base unit of its kind: ``base = value * factor + offset``.

    Attributes:
        kind: the dimension, such as ``length``.
        base: base unit as shown.
        factor: base units in one.
        offset: what is added; only temperatures have one.
        others: factors of other units that the same word may name, such as the imperial gallon.
    """

    kind: str
    base: str
    factor: float
    offset: float = 0.0
    others: tuple[float, ...] = ()


@cache
def _spellings() -> dict[str, tuple[str, str] | Unit]:
    """Return spelling -> kind and names of its unit; symbols as written, words in lower case."""
    found: dict[str, tuple[str, str] | Unit] = {}
    for row in _ROWS.strip().splitlines():
        kind, names, symbols, words = (part.strip() for part in row.split(";"))
        found.update(dict.fromkeys((*symbols.split(","), *words.split(",")), (kind, names)))
    for kind, base, factor, symbols, words in _COUNTED:
        found.update(dict.fromkeys((*symbols.split(","), *words.split(",")), Unit(kind, base, factor)))
    found.pop("", None)
    hyphened = {
        spelling.replace(" ", "-"): unit for spelling, unit in found.items() if spelling.count(" ") == 1
    }
    return hyphened | found


def _unit(spelling: str) -> Unit | None:
    """Return what a spelling names, symbols as written and words in lower case."""
    found = _spellings().get(spelling)
    return found if found is None or isinstance(found, Unit) else _converted(*found)


def _named(spelling: str) -> Unit | None:
    """Return what a spelling names, whatever the case of words."""
    return _unit(spelling) or (_unit(spelling.lower()) if len(spelling) > _SYMBOL else None)


@cache
def _converted(kind: str, names: str) -> Unit:
    """Return a unit by its names in pint, which is loaded by the first unit that is no base unit."""
    base, target = _BASES[kind]
    if names == target:
        return Unit(kind, base, 1.0)
    readings = [_conversion(name, target) for name in names.split(",")]
    return Unit(kind, base, *readings[0], others=tuple(factor for factor, _ in readings[1:]))


@cache
def _registry() -> Any:
    import pint

    return pint.UnitRegistry()


def _conversion(name: str, target: str) -> tuple[float, float]:
    """Return factor and offset from a unit to another, by asking for the values of 0 and 1."""
    scale = 1.0
    if name[0].isdigit():
        number, _, name = name.partition("*")
        scale = float(number)
    if name in KNOWN:
        return KNOWN[name] * scale, 0.0
    quantity = _registry().Quantity
    zero = float(quantity(0.0, name).to(target).magnitude)
    one = float(quantity(1.0, name).to(target).magnitude)
    return (one - zero) * scale, _clean(zero)


def _clean(value: float) -> float:
    """Round away the dust of binary fractions, so that 1 km is 1000 m."""
    return float(f"{value:.12g}")


@cache
def _lengths() -> dict[str, int]:
    """Return first word of a spelling -> how many tokens the longest spelling with it has."""
    longest: dict[str, int] = {}
    for spelling in _spellings():
        t = Tokens(spelling)
        longest[t.low[0]] = max(longest.get(t.low[0], 0), t.n)
    return longest


def in_base(value: float, unit_word: str) -> tuple[str, float, str] | None:
    """Convert a value to the base unit of its kind.

    Args:
        value: such as 5.
        unit_word: a word or symbol, such as ``feet`` or ``km/h``.

    Returns:
        Kind, value in the base unit, base unit; None for a word that is no unit.
    """
    unit = _named(unit_word)
    return (unit.kind, to_base(value, unit), unit.base) if unit else None


def to_base(value: float, unit: Unit) -> float:
    """Return a value in the base unit."""
    return value if unit.factor == 1 and not unit.offset else _clean(value * unit.factor + unit.offset)


def unit_at(t: Tokens, at: int) -> tuple[Unit, int] | None:
    """Read the unit that opens at a token: the longest one.

    Args:
        t: the tokens.
        at: index of the token after a number.

    Returns:
        The unit and one past its last token; None where none opens.
    """
    longest = _lengths().get(t.low[at])
    if longest is None or not t.near(at):
        return None
    for length in range(min(longest, t.n - at), 0, -1):
        last = at + length
        spelling = t.raw[at] if length == 1 else " ".join(t.text[t.start[at] : t.stop[last - 1]].split())
        unit = _named(spelling)
        if unit and _plausible(t, at, last, spelling):
            return _raised(t, spelling, last) or (unit, last)
    return None


def _raised(t: Tokens, spelling: str, last: int) -> tuple[Unit, int] | None:
    """Read "km 2", an exponent that has lost its height."""
    if t.raw[last] not in {"2", "3"} or t.gap(last) != 1 or t.letters(last + 1) or t.digits(last + 1):
        return None
    unit = _unit(spelling + t.raw[last])
    return (unit, last + 1) if unit else None


_SIZE_WORDS = frozenset("tall long wide deep high thick diameter across x × by".split())
_NETWORKS = frozenset(
    "lte network networks mobile phone phones coverage connectivity internet service services technology spectrum wireless towers".split()
)
_RANKED = frozenset("largest most highest place time half floor biggest".split())
_FOREIGN: Mapping[str, tuple[str, ...]] = {
    "sec": ("fr",),
    "ha": ("es",),
    "mi": ("es", "fr", "pt"),
    "mes": ("en", "fr"),
    "mo": ("es", "fr", "pt"),
    "ac": ("es", "fr", "pt"),
}
"""Spellings that are other words in these languages."""

_ABBREVIATED = frozenset({"ft.", "min.", "lb.", "oz.", "hr.", "lbs.", "hrs."})


def _plausible(t: Tokens, at: int, last: int, spelling: str) -> bool:
    """Say whether a spelling is a unit here, and not a word, a letter or a part of something longer."""
    if t.attached(last):
        mark = t.raw[last]
        if mark[0].isalnum() or mark in {"_", "^", "#", "@"}:
            return False
        if mark in {"'", "’"} and t.letters(last + 1) and len(spelling) <= _SYMBOL:
            return False
    if spelling in _FOREIGN and t.language in _FOREIGN[spelling]:
        return False
    if spelling in _ABBREVIATED:
        return last < t.n and t.near(last) and not t.capital(last)
    guard = _GUARDS.get(spelling)
    return guard is None or guard(t, at, last)


def _inches(t: Tokens, at: int, last: int) -> bool:
    """Take "5in", "5-in", "5 in long" and "5 ft 11 in", never "in" between a number and what follows."""
    if t.raw[last] == "-" and t.digits(last + 1):  # "2-in-1"
        return False
    if t.attached(at) or t.raw[at - 1] == "-" or t.low[at - 2] in {"ft", "feet", "foot"}:
        return True
    return last == t.n or t.low[last] in _SIZE_WORDS or t.raw[last] in {"(", ")", "|", "/"}


def _grams(t: Tokens, at: int, last: int) -> bool:
    """Leave out the networks 2g to 6g."""
    return not (t.attached(at) and t.raw[at - 1] in {"2", "3", "4", "5", "6"} and t.low[last] in _NETWORKS)


def _bare_degrees(t: Tokens, at: int, last: int) -> bool:
    """Take 20C and 72F, which touch the number, before anything but a word."""
    return t.attached(at) and t.digits(at - 1) and not t.letters(last)


def _seconds(t: Tokens, at: int, last: int) -> bool:
    """Leave out decades such as 90s."""
    del last
    return not (t.attached(at) and t.raw[at - 1][-1] == "0")


_GUARDS: Mapping[str, Callable[[Tokens, int, int], bool]] = {
    "in": _inches,
    "in.": _inches,
    "g": _grams,
    "C": _bare_degrees,
    "F": _bare_degrees,
    "s": _seconds,
    "K": lambda t, at, _: not t.attached(at),
    "second": lambda t, _, last: t.low[last] not in _RANKED,
}
"""Spellings that are more often something else -> what decides."""
