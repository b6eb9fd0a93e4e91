"""Cells of a spreadsheet at Google: what is typed into one, what it is worth, and how a locale shows it."""

import datetime as dt
import re
from dataclasses import dataclass
from typing import NamedTuple

EPOCH = dt.datetime(1899, 12, 30)
ERRORS = {
    "#N/A": "N_A",
    "#DIV/0!": "DIVIDE_BY_ZERO",
    "#REF!": "REF",
    "#VALUE!": "VALUE",
    "#NAME?": "NAME",
    "#NUM!": "NUM",
    "#NULL!": "NULL_VALUE",
    "#ERROR!": "ERROR",
    "Loading...": "LOADING",
}
_HYPERLINK = re.compile(
    r'=HYPERLINK\(\s*"((?:[^"]|"")*)"\s*(?:([;,])\s*"((?:[^"]|"")*)"\s*)?\)', re.IGNORECASE
)
_TOKEN = re.compile(r"yyyy|yy|mm?|dd?|\[?hh?\]?|ss?", re.IGNORECASE)


@dataclass(frozen=True)
class Percent:
    """A share that is shown as per cent: `Percent(0.5)` is the cell 50.00%."""

    value: float


@dataclass(frozen=True)
class Fault:
    """An error value: `Fault("#N/A")`."""

    text: str


@dataclass(frozen=True)
class Formula:
    """A formula and what it is worth: `Formula("=A1+1", 3)`."""

    text: str
    result: object = ""


class Locale(NamedTuple):
    """How the spreadsheets of a locale write."""

    point: str
    thousands: str
    date: str
    truth: tuple[str, str] = ("FALSE", "TRUE")


LOCALES = {
    "en_US": Locale(".", ",", "m/d/yyyy"),
    "en_GB": Locale(".", ",", "dd/mm/yyyy"),
    "de_DE": Locale(",", ".", "dd.mm.yyyy", ("FALSCH", "WAHR")),
    "ru_RU": Locale(",", "\u00a0", "dd.mm.yyyy", ("ЛОЖЬ", "ИСТИНА")),
    "uk_UA": Locale(",", "\u00a0", "dd.mm.yyyy"),
}


def serial(moment: dt.date | dt.time) -> float:
    """Days since 1899-12-30; the time of day is the fraction."""
    if isinstance(moment, dt.time):
        return (moment.hour * 3600 + moment.minute * 60 + moment.second) / 86400
    if not isinstance(moment, dt.datetime):
        return (dt.datetime.combine(moment, dt.time()) - EPOCH).days
    return (moment.replace(tzinfo=None) - EPOCH) / dt.timedelta(days=1)


def extended(value: object) -> tuple[dict, dict]:
    """The ExtendedValue of a Python value, and the number format that comes with it."""
    match value:
        case bool():
            return {"boolValue": value}, {}
        case int() | float():
            return {"numberValue": value}, {}
        case Percent(share):
            return {"numberValue": share}, {"type": "PERCENT", "pattern": "0.00%"}
        case dt.datetime():
            return {"numberValue": serial(value)}, {"type": "DATE_TIME"}
        case dt.date():
            return {"numberValue": serial(value)}, {"type": "DATE"}
        case dt.time():
            return {"numberValue": serial(value)}, {"type": "TIME"}
        case Fault(text):
            return {"errorValue": {"type": ERRORS[text], "message": text}}, {}
    return {"stringValue": str(value)}, {}


def cell_of(value: object) -> dict:
    """A cell, as CellData, of a value of the tests' own."""
    formula = (
        value
        if isinstance(value, Formula)
        else Formula("=" + value.text, value)
        if isinstance(value, Fault)
        else None
    )
    worth, number_format = extended(formula.result if formula else value)
    cell = {"userEnteredValue": worth}
    if formula:
        cell = {"userEnteredValue": {"formulaValue": formula.text}, "effectiveValue": worth}
    if number_format:
        cell["userEnteredFormat"] = {"numberFormat": number_format}
    return cell


def worth_of(cell: dict) -> dict:
    """The effective value of a cell; {} of an empty one."""
    return cell.get("effectiveValue") or cell.get("userEnteredValue") or {}


def evaluated(formula: str, results: dict[str, object], locale: Locale) -> dict:
    """What a formula is worth: as the test says, or for HYPERLINK its label; otherwise an empty text.

    Where numbers are written with a comma, a comma does not part the arguments of a formula, but a semicolon.
    """
    link = _HYPERLINK.fullmatch(formula)
    if formula in results:
        return extended(results[formula])[0]
    if not link:
        return {"stringValue": ""}
    address, mark, label = link.groups()
    if mark == "," and locale.point == ",":
        return {"errorValue": {"type": "ERROR", "message": "Formula parse error."}}
    return {"stringValue": (label if mark else address).replace('""', '"')}


def hyperlink(cell: dict) -> str:
    link = _HYPERLINK.fullmatch(cell.get("userEnteredValue", {}).get("formulaValue", ""))
    return link[1].replace('""', '"') if link else ""


def python_value(worth: dict) -> object:
    """An effective value as the tests compare it: 3, 0.5, "text", True, Fault("#N/A"), None."""
    if "errorValue" in worth:
        return Fault(error_text(worth))
    value = next(iter(worth.values()), None)
    return int(value) if isinstance(value, float) and value.is_integer() else value


def error_text(worth: dict) -> str:
    return next(text for text, kind in ERRORS.items() if kind == worth["errorValue"]["type"])


def shown(cell: dict, locale: Locale) -> str:
    """The text that a cell shows."""
    worth = worth_of(cell)
    number_format = cell.get("userEnteredFormat", {}).get("numberFormat", {})
    match worth:
        case {"stringValue": text}:
            return text
        case {"boolValue": truth}:
            return locale.truth[truth]
        case {"errorValue": _}:
            return error_text(worth)
        case {"numberValue": number}:
            return _shown_number(number, number_format, locale)
    return ""


def is_moment(cell: dict) -> bool:
    kind = cell.get("userEnteredFormat", {}).get("numberFormat", {}).get("type", "")
    return kind in ("DATE", "TIME", "DATE_TIME") and "numberValue" in worth_of(cell)


def _shown_number(number: float, number_format: dict, locale: Locale) -> str:
    kind, pattern = number_format.get("type"), number_format.get("pattern", "")
    moments = {"DATE": locale.date, "TIME": "h:mm:ss", "DATE_TIME": f"{locale.date} h:mm:ss"}
    if kind in moments:
        return _shown_moment(number, pattern or moments[kind])
    if kind == "PERCENT":
        pattern = pattern or "0.00%"
    if pattern and kind != "TEXT":
        return _patterned(number, pattern, locale)
    if float(number).is_integer() and abs(number) < 1e15:
        return str(int(number))
    return f"{number:.10g}".replace("e", "E").replace(".", locale.point)


def _patterned(number: float, pattern: str, locale: Locale) -> str:
    """Of the patterns those of digits: `0`, `0.00`, `0.0#`, `#,##0.00`, with or without a per cent sign."""
    whole, _, decimals = pattern.partition(".")
    kept, most = decimals.count("0"), decimals.count("0") + decimals.count("#")
    text = f"{number * (100 if '%' in pattern else 1):{',' if ',' in whole else ''}.{most}f}"
    while most > kept and text.endswith("0"):
        text, most = text[:-1], most - 1
    marks = {",": locale.thousands, ".": locale.point}
    return "".join(marks.get(mark, mark) for mark in text.rstrip(".")) + ("%" if "%" in pattern else "")


def _shown_moment(number: float, pattern: str) -> str:
    moment = EPOCH + dt.timedelta(seconds=round(number * 86400))
    hours = False

    def part(token: re.Match[str]) -> str:
        nonlocal hours
        kind, wide = token[0].strip("[]").lower(), len(token[0].strip("[]")) > 1
        minutes = kind[0] == "m" and (hours or pattern[token.end() : token.end() + 2].lower() == ":s")
        hours = kind[0] == "h"
        if kind[0] == "y":
            return f"{moment:%Y}" if len(kind) == 4 else f"{moment:%y}"
        parts = {"d": moment.day, "h": moment.hour, "s": moment.second}
        value = moment.minute if minutes else parts.get(kind[0], moment.month)
        return f"{value:02}" if wide else str(value)

    return _TOKEN.sub(part, pattern)


def typed(text: str, locale: Locale) -> tuple[dict, dict]:
    """What becomes of a text that a user types: an ExtendedValue and a number format."""
    number = re.fullmatch(rf"([+-]?\d+(?:{re.escape(locale.point)}\d+)?)(%?)", text.strip())
    if text.startswith("'"):
        return {"stringValue": text[1:]}, {}
    if text.startswith("=") and len(text) > 1:
        return {"formulaValue": text}, {}
    if text.upper() in ("TRUE", "FALSE", *locale.truth):
        return {"boolValue": text.upper() in ("TRUE", locale.truth[1])}, {}
    if number:
        value = float(number[1].replace(locale.point, "."))
        whole = int(value) if value.is_integer() else value
        return (
            ({"numberValue": value / 100}, {"type": "PERCENT"}) if number[2] else ({"numberValue": whole}, {})
        )
    day = _typed_day(text.strip(), locale)
    if day:
        return extended(day)
    return {"stringValue": text}, {}


def _typed_day(text: str, locale: Locale) -> dt.date | None:
    local = re.sub("y+", "%Y", re.sub("m+", "%m", re.sub("d+", "%d", locale.date)))
    for form in ("%Y-%m-%d", local):
        try:
            return dt.datetime.strptime(text, form).date()
        except ValueError:
            continue
    return None
