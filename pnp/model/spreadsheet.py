"""What spreadsheets make of cells on their own: dates of what was none, formulas and errors in place of values."""

from __future__ import annotations

import re
from functools import cache

_MONTH = (
    "(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec"  # English
    "|jän|mrz|mär|mai|okt|dez"  # German
    "|janv|févr?|mars|avr|juin|juil|août|déc"  # French
    "|ene|abr|ago|dic|gen|mag|giu|lug|set|ott"  # Spanish, Italian
    "|sty|lut|kwi|maj|cze|lip|sie|wrz|paź|lis|gru"  # Polish
    r"|máj|jún|júl|mrt|mei)\.?"  # Slovak, Dutch
)
_YEAR = r"(?:\d{4}|\d{2})"
_TIME = r"(?:[ T]\d{1,2}:\d{2}(?::\d{2})?)?"

_DATES = (
    rf"\d{{1,2}}(?:[-/.]|\. ){_MONTH}(?:[-/. ]{_YEAR})?",  # 2-Jan, 2. Jan, 2-Jan-24
    rf"{_MONTH}[-/.]\d{{1,4}}",  # Jan-02
    rf"\d{{1,2}}\.\d{{1,2}}\.{_YEAR}{_TIME}",  # 02.01.2024
    rf"\d{{1,2}}/\d{{1,2}}/{_YEAR}{_TIME}",  # 1/2/2024
    rf"\d{{4}}-\d{{2}}-\d{{2}}{_TIME}",  # 2024-01-02
)
SHORTEST, LONGEST = len("2-Jan"), len("02.01.2024 12:34:56")
"""The letters that a date has at least, and at most."""

BETWEEN = "-/."
"""What stands between the parts of a date."""

FORMULA = re.compile(r"=[\w(+\-\"$@].*", re.DOTALL)
"""A formula that was saved in place of its value."""

ERROR = re.compile(r"#(?:REF|NAME|VALUE|DIV/0|NULL|NUM|N/A|SPILL|CALC|FIELD|WERT|BEZUG|NV|NOM|ADR|NOMBRE)[!?]?")
"""What stands where a formula failed."""

DATE_REMARK = "a spreadsheet may have made a date of it: format the column as text, and write the value again"
FORMULA_REMARK = "save the table with values in place of formulas"
ERROR_REMARK = "mend the formula in the spreadsheet, and save the table again"


def is_date(text: str) -> bool:
    """Whether it is a cell that a spreadsheet may have turned into a date."""
    may_be = SHORTEST <= len(text) <= LONGEST and any(map(text.__contains__, BETWEEN))
    return may_be and bool(_dates().fullmatch(text))


@cache
def _dates() -> re.Pattern[str]:
    return re.compile("|".join(_DATES), re.IGNORECASE)


def remark(text: str) -> str | None:
    """The way out where a spreadsheet has changed a cell on its own; None where it looks as it was written."""
    if len(text) > 1_000:
        return None
    if is_date(text):
        return DATE_REMARK
    if ERROR.fullmatch(text):
        return ERROR_REMARK
    return FORMULA_REMARK if FORMULA.fullmatch(text) else None
