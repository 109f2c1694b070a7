"""Lengths: everything is in millimetres; back ends convert to points. Lengths as text, with units.

Numbers of drawings, and their form as text. Light of colours.
"""

import re
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache, reduce
from operator import add

MM_PER_INCH = 25.4
MM_PER_CENTIMETRE = 10.0
POINTS_PER_INCH = 72.0
MM_PER_POINT = MM_PER_INCH / POINTS_PER_INCH
POINTS_PER_MM = POINTS_PER_INCH / MM_PER_INCH


def points(mm: float) -> float:
    """Return the length in points."""
    return mm * POINTS_PER_MM


def millimetres(pt: float) -> float:
    """Return the length in millimetres, given points."""
    return pt * MM_PER_POINT


def rounded(mm: float) -> float:
    """Return the length rounded to a tenth of a micrometre, never -0.0; no other function rounds coordinates."""
    return round(mm, 4) + 0.0


def total(lengths: Iterable[float]) -> float:
    """Return the sum of the lengths, added from left to right: the result of `sum` differs from Python 3.12 on."""
    return reduce(add, lengths, 0.0)


def linear_light(component: float) -> float:
    """Return the amount of light of a component of a colour, both from 0 to 1: the gamma curve of sRGB is removed."""
    return component / 12.92 if component <= 0.04045 else ((component + 0.055) / 1.055) ** 2.4


def gamma_encoded(light: float) -> float:
    """Return the component of a colour with that amount of light, both from 0 to 1: the inverse of `linear_light`."""
    return light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055


# Lengths as text: millimetres, or a number with a unit.

_NUMBER = r"(?:[0-9]{1,9}(?:\.[0-9]{1,20})?|\.[0-9]{1,20}|(?:[0-9]{1,4}[ -])?[0-9]{1,4}/[1-9][0-9]{0,3})"
_UNIT = r'(?:mm|cm|inches|inch|in|["″]|pt|px ?@ ?[1-9][0-9]{0,3})'

LENGTH = rf"(?:{_NUMBER}(?:\s*{_UNIT})?)"
"""The pattern of a length without a sign: `3`, `0.5 in`, `1/8 in`, `12 pt`, `300 px@300`."""

LENGTH_WITH_UNIT = rf"^\s*[-+]?{_NUMBER}\s*{_UNIT}\s*$"
"""The pattern of a text that schemas accept in place of a number of millimetres."""

SIZE_WITH_UNITS = rf"^\s*{LENGTH}\s*[x×]\s*{LENGTH}\s*$"
"""The pattern of a width and a height; a unit of the height alone holds for both."""

UNITS = "units are mm, cm, in, pt and px@300 (pixels at a resolution)"

LARGEST = 100_000.0
"""No length in millimetres and no number in a drawing is larger: a hundred metres."""

LONGEST = 200
"""Maximum number of characters of a length: the work on others may grow with their square."""

_READ = re.compile(rf"\s*([-+]?)({_NUMBER})\s*({_UNIT})?\s*")
_FIGURES = r"\s*[-+]?(?:[0-9]+(?:[.,][0-9]+)?|[.,][0-9]+|[0-9 -]*[0-9]/[0-9]+)\s*"
_OTHER = re.compile(rf"{_FIGURES}([^\W\d_]+\.?|['’′])?(.*)", re.DOTALL)
_COMMA = re.compile(r"(?<=[0-9]),(?=[0-9])")
_MILLIMETRES = {"mm": Fraction(1), "cm": Fraction(10), "pt": Fraction(254, 720)}
_INCH = Fraction(254, 10)


class LengthError(Exception):
    """A text that is no length, with a hint."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


@lru_cache(maxsize=4096)
def read_length(text: str) -> float:
    """Return a length in millimetres: `3`, `2.5 in`, `1 1/2 in`, `300 px@300`. Exact: 2.5 in is 63.5.

    Raises LengthError.
    """
    found = _READ.fullmatch(text) if len(text) <= LONGEST else None
    if not found:
        raise LengthError(f"'{text.strip()[:40]}' is no length", length_hint(text) or UNITS)
    if "/" in found[2] and not found[3]:
        raise LengthError(
            f"'{text.strip()}' has no unit", f"write {text.strip()} in, or a decimal number of millimetres"
        )
    size = _exact(found[2]) * _per_unit(found[3])
    if size > LARGEST:
        raise LengthError(f"'{text.strip()}' is too large for a length")
    return float(-size if found[1] == "-" else size)


def read_lengths(text: str) -> tuple[float, float]:
    """Return a width and a height in millimetres: `63 x 88`, `2.5 x 3.5 in`, `825 x 1125 px@300`; one length is both.

    Raises LengthError.
    """
    first, *rest = _CROSS.split(text, maxsplit=1) if len(text) <= LONGEST else [text]
    if not rest:
        both = read_length(first)
        return both, both
    across, down = _READ.fullmatch(first), _READ.fullmatch(rest[0])
    if across and down and not across[3]:
        first = f"{first} {down[3] or ''}"
    return read_length(first), read_length(rest[0])


def length_hint(text: str) -> str | None:
    """Return what to write in place of a text that should be a length; None if that is unclear."""
    return _length_hint(text) if len(text) <= LONGEST else None


def _length_hint(text: str) -> str | None:
    point = _COMMA.sub(".", text).strip()
    if point != text.strip() and (_READ.fullmatch(point) or _SIZES.fullmatch(point)):
        return f"write {point}: decimals follow a point"
    plain = _VULGAR.sub(lambda part: f" {_PARTS[part[0]]}", text).strip()
    if plain != text.strip() and (_READ.fullmatch(plain) or _SIZES.fullmatch(plain)):
        return f"write {plain}"
    crossed = re.sub(r"\s*(?:\bby\b|(?<=[0-9a-z])by(?=\s*[0-9])|\*)\s*", " x ", text).strip()
    if crossed != text.strip() and _SIZES.fullmatch(crossed):
        return f"write {crossed}"
    spelled = re.sub(r"[^\W\d_]{2,}\.?", lambda word: _SPELLINGS.get(word[0].rstrip(".").casefold(), word[0]), text)
    if spelled != text and _SIZES.fullmatch(spelled):
        return f"write {spelled.strip()}"
    found = _OTHER.fullmatch(text)
    if not found:
        return None
    if "/0" in text.replace(" ", ""):
        return None
    number, unit = text[: found.start(1)].strip() if found[1] else text.strip(), found[1]
    if unit is None:
        whole = re.fullmatch(r"[0-9 -]*[0-9]/[0-9]+", number)
        return f"write {number} in, or a decimal number of millimetres" if whole else None
    if unit.casefold() in ("px", "pixel", "pixels", "dpi"):
        return f"write the pixels with their resolution, in pixels per inch: {number} px@300"
    meant = _SPELLINGS.get(unit.rstrip(".").casefold())
    if meant:
        return f"write {number} {meant}"
    return None if found[2].strip() or unit in ("x", "X") else UNITS


_PARTS = {"½": "1/2", "¼": "1/4", "¾": "3/4", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8", "⅞": "7/8"}
_VULGAR = re.compile(f"[{''.join(_PARTS)}]")
_SIZES = re.compile(SIZE_WITH_UNITS)
_CROSS = re.compile("(?<!p)[x×]")  # not the x of px
_SPELLINGS = {
    **dict.fromkeys(("mm", "mms", "millimetre", "millimetres", "millimeter", "millimeters"), "mm"),
    **dict.fromkeys(("cm", "cms", "centimetre", "centimetres", "centimeter", "centimeters"), "cm"),
    **dict.fromkeys(("in", "ins", "inch", "inches", "zoll", "pouce", "pouces"), "in"),
    **dict.fromkeys(("pt", "pts", "point", "points"), "pt"),
}


PAPERS = {"a8": "52 x 74", "a7": "74 x 105", "a6": "105 x 148", "a5": "148 x 210", "a4": "210 x 297"}
"""Sizes of paper in millimetres, which are no names of sizes of cards."""


def size_hint(word: str) -> str | None:
    """Return how a size of a face is written whose words or unit are in another order, or that is one of paper."""
    if pixels := _PIXELS.fullmatch(word):
        dots = pixels[3] or "300"
        also = ", in pixels per inch" if pixels[3] is None else ""
        return f"write the pixels with their resolution{also}: {pixels[1]} x {pixels[2]} px@{dots}"
    if paper := PAPERS.get(word.removeprefix("din ")):
        return f"write {paper}"
    if unit := _UNIT_FIRST.fullmatch(word):
        return f"write {unit[2]} x {unit[3]} {unit[1]}"
    if strange := _STRANGE_UNIT.fullmatch(word):
        return f"write {strange[1]} x {strange[2]} mm; {UNITS}"
    if other := _OTHER_CROSS.fullmatch(word):
        return f"write {other[1]} x {other[2]}"
    turned = re.fullmatch(r"(landscape|portrait)[ ,]+([a-z-]+)", word)
    return f"write {turned[2]}{' landscape' if turned[1] == 'landscape' else ''}" if turned else None


_PIXELS = re.compile(r"(\d+) *(?:px)? *[x×*] *(\d+) *px(?: *(?:at|@|,)? *(\d{2,4}) *(?:dpi|ppi))?")
_UNIT_FIRST = re.compile(r"(mm|cm|in|pt) *(\d+(?:\.\d+)?) *[x×*] *(\d+(?:\.\d+)?)")
_STRANGE_UNIT = re.compile(r"(\d+(?:\.\d+)?) *(?!mm|cm|in|pt|px|m\b)[a-z]{1,3} *[x×*] *(\d+(?:\.\d+)?) *[a-z]{1,3}")
_OTHER_CROSS = re.compile(r"(\d+(?:\.\d+)?) *(?:mal|par|por|per|times|/) *(\d+(?:\.\d+)?)")


def written(mm: float) -> str:
    """Return the length as a decimal number, never with an exponent: `63.5`."""
    return f"{Decimal(repr(mm)):f}".removesuffix(".0")


def _exact(number: str) -> Fraction:
    whole, _, part = number.replace("-", " ").rpartition(" ")
    return Fraction(whole or 0) + Fraction(part)


def _per_unit(unit: str | None) -> Fraction:
    """Return the millimetres of one unit."""
    if unit is None:
        return Fraction(1)
    if unit in _MILLIMETRES:
        return _MILLIMETRES[unit]
    return _INCH / int(unit.partition("@")[2]) if "@" in unit else _INCH


# Numbers of drawings, and their form as text.

KEPT_NUMBERS = 20_000
"""The cache size for numbers as text; at most one number in twenty of a game is new."""


class NumberRefused(ValueError):
    """A number that no drawing may contain: it is not finite or exceeds the limit."""


def num(value: float) -> float:
    """Return the number. Raises NumberRefused if it is not finite or exceeds the limit."""
    if not -LARGEST <= value <= LARGEST:  # also true for NaN and infinity
        raise NumberRefused(f"{value} cannot be drawn: a drawing's numbers are finite and at most {LARGEST:g}")
    return value


_FORMS = tuple(f"%.{places}f" for places in range(9))


class _Written(dict[float, str]):
    """Cache of numbers as text with a fixed number of decimals."""

    def __init__(self, places: int) -> None:
        super().__init__()
        self._places = places

    def __missing__(self, value: float) -> str:
        if len(self) == KEPT_NUMBERS:
            self.clear()
        self[value] = text = digits(num(value), self._places)
        return text


_WRITTEN = tuple(map(_Written, range(9)))

LENGTHS = _WRITTEN[4]
"""Numbers as text with 4 decimals; faster than `decimal`, which a game would call hundreds of thousands of times."""


def decimal(value: float, places: int = 4) -> str:
    """Return the number as text with no more decimals than necessary, without exponent and never -0.

    Raises as `num` does.
    """
    return _WRITTEN[places][value]


def digits(value: float, places: int) -> str:
    """Return the number as text with no more decimals than necessary, uncached and unchecked."""
    text = (_FORMS[places] % value).rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
