"""A value as the field of a row takes it: what a document or a table says in, a value of the field's type out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, assert_never

from pnp.model.fields import (
    ChoiceType,
    ColourType,
    FieldType,
    IconType,
    ListType,
    NumberType,
    PlaceType,
    RowType,
    TextType,
    TruthType,
)
from pnp.model.roles import HEX
from pnp.model.row import exact
from pnp.model.spreadsheet import remark
from pnp.source.words import found, series, shown
from pnp.suggest import did_you_mean, same

if TYPE_CHECKING:
    from pnp.model.known import Known, Names
    from pnp.model.row import RowValue

CHOICES = 12
"""Values to choose from that a message lists."""

YES = frozenset(
    ("yes", "y", "x", "1", "true", "✓", "✔", "ja", "wahr", "oui", "vrai", "sí", "verdadero", "vero", "waar", "tak")
) | {"prawda", "pravda", "áno", "ano"}
NO = frozenset(
    ("no", "n", "0", "false", "-", "–", "nein", "falsch", "non", "faux", "falso", "onwaar", "nee", "nie", "fałsz")
) | {"nepravda", "ne"}
"""How a table says yes and no, as people type it and as spreadsheets write it in their language."""

FIGURES = re.compile(r"(?P<sign>[-+]?)(?P<digits>[0-9]{1,18}(?:[.,][0-9]{1,18})?|\.[0-9]{1,18})")
PARTS = re.compile(r"(?P<sign>[-+]?)(?:(?P<whole>[0-9]{1,18}) )?(?P<over>[0-9]{1,18})/(?P<under>[1-9][0-9]{0,17})")
GROUPS = re.compile(r"[-+]?[0-9]{1,3}(?:[ ,.'\u00a0\u202f][0-9]{3})+(?:[.,][0-9]+)?")
"""Digits in groups of three: one thousand, or one and a bit."""

BREAKS = ("\n", ";", "|", ",")
"""What stands between the items of a list in one text: the first of these that it has."""


class BadValueError(Exception):
    """A value that a field does not take: what was expected and found, and the way out."""

    def __init__(self, expected: str, raw: RowValue, hint: str | None) -> None:
        self.message = f"expected {expected}, found {_found(raw)}"
        self.hint = hint
        super().__init__(self.message)


def take(kind: FieldType, raw: RowValue, known: Known) -> RowValue:
    """The value that the field makes of what is given; raises BadValueError."""
    match kind:
        case TextType():
            return _text(kind, raw)
        case TruthType():
            return _truth(kind, raw)
        case NumberType():
            return _number(kind, raw)
        case ChoiceType():
            return _choice(kind, raw)
        case ListType():
            return tuple(take(kind.of, item, known) for item in items(raw))
        case ColourType():
            name = _text(kind, raw)
            return name if HEX.fullmatch(name) else _one(kind, name, known.colours())
        case IconType():
            return _one(kind, _text(kind, raw), known.icons())
        case PlaceType():
            names = known.places(kind.map.name, kind.tag.name if kind.tag else None)
            return _one(kind, _text(kind, raw), names)
        case RowType():
            return _one(kind, _text(kind, raw), known.rows(kind.component.name))
        case _:
            assert_never(kind)


def nothing(kind: FieldType) -> RowValue:
    """What a row has where it leaves the field out: an empty text, an empty list, no, else nothing."""
    match kind:
        case TextType():
            return ""
        case ListType():
            return ()
        case TruthType():
            return False
        case _:
            return None


def asked(kind: FieldType) -> str:
    """What the field takes, in words."""
    match kind:
        case TextType():
            return "a text"
        case TruthType():
            return "yes or no"
        case NumberType():
            return _asked_number(kind)
        case ChoiceType():
            words = [_word(value) for value in kind.values]
            return series([*words[:CHOICES], "…"] if len(words) > CHOICES else words, "or")
        case ListType():
            return f"a list, each item {asked(kind.of)}"
        case ColourType():
            return "a role of the palette, or a colour such as '#1E2328'"
        case IconType():
            return "an icon"
        case PlaceType():
            return f"a place of {shown(kind.map.name)}" + (f" tagged {shown(kind.tag.name)}" if kind.tag else "")
        case RowType():
            return f"a row of {shown(kind.component.name)}"
        case _:
            assert_never(kind)


def items(raw: RowValue) -> tuple[RowValue, ...]:
    """The items of a list, of a text those between its line breaks, semicolons, bars or commas."""
    if isinstance(raw, tuple):
        return raw
    if not isinstance(raw, str):
        return (raw,)
    between = next((mark for mark in BREAKS if mark in raw), BREAKS[0])
    return tuple(item.strip() for item in raw.split(between) if item.strip())


def _text(kind: FieldType, raw: RowValue) -> str:
    match raw:
        case str():
            return raw
        case int() if not isinstance(raw, bool):
            return str(raw)
        case Fraction():
            return str(float(raw))
        case bool():
            word = "true" if raw else "false"
            raise BadValueError(asked(kind), raw, f"quote it: '{word}'")
        case _:
            raise BadValueError(asked(kind), raw, None)


def _truth(kind: TruthType, raw: RowValue) -> bool:
    if isinstance(raw, bool):
        return raw
    word = str(raw).strip().casefold() if isinstance(raw, str | int) else ""
    if word not in YES | NO:
        raise BadValueError(asked(kind), raw, _hint(raw))
    return word in YES


def _number(kind: NumberType, raw: RowValue) -> int | Fraction:
    number = _figures(raw) if isinstance(raw, str) else raw
    if isinstance(number, bool) or not isinstance(number, int | Fraction):
        raise BadValueError(asked(kind), raw, _hint(raw))
    if not kind.spans(number) or (kind.whole and not isinstance(number, int)):
        raise BadValueError(asked(kind), raw, _hint(raw))
    return number


def _figures(text: str) -> int | Fraction | None:
    """The number that a text spells, with a point or a comma before its decimals, or as a fraction."""
    plain = text.strip().replace("\u2212", "-")
    if found := FIGURES.fullmatch(plain):
        if GROUPS.fullmatch(plain) and "," in plain:
            return None
        number = exact(found["digits"].replace(",", "."))
    elif found := PARTS.fullmatch(plain):
        number = int(found["whole"] or 0) + Fraction(int(found["over"]), int(found["under"]))
        number = number.numerator if number.denominator == 1 else number
    else:
        return None
    return -number if found["sign"] == "-" else number


def _choice(kind: ChoiceType, raw: RowValue) -> RowValue:
    for value in kind.values:
        if value == raw and isinstance(value, bool) == isinstance(raw, bool):
            return value
        if isinstance(raw, str) and raw == _word(value)[1:-1]:
            return value
    words = [value for value in kind.values if isinstance(value, str)]
    if isinstance(raw, str) and (meant := same(raw, words)):
        return meant
    raise BadValueError(asked(kind), raw, (did_you_mean(raw, words) if isinstance(raw, str) else None) or _hint(raw))


def _one(kind: FieldType, name: str, names: Names) -> str:
    """The name among those that there are, in whatever way it is written."""
    if names is None or name in names:
        return name
    if meant := same(name, names):
        return meant
    raise BadValueError(asked(kind), name, did_you_mean(name, sorted(names)) or _hint(name))


def _hint(raw: RowValue) -> str | None:
    """The way out where the value shows what became of it."""
    if not isinstance(raw, str):
        return None
    if GROUPS.fullmatch(raw):
        return "write it without marks between thousands, and with a point before decimals"
    return remark(raw)


def _asked_number(kind: NumberType) -> str:
    what = "a whole number" if kind.whole else "a number"
    least, most = kind.least, kind.most
    if least is not None and most is not None:
        return f"{what} from {_digits(least)} to {_digits(most)}"
    if least is not None:
        return f"{what} of at least {_digits(least)}"
    return f"{what} of at most {_digits(most)}" if most is not None else what


def _digits(number: int | Fraction) -> str:
    return str(number) if isinstance(number, int) else f"{float(number):g}"


def _word(value: RowValue) -> str:
    """A value in quotes, as a document writes it."""
    match value:
        case bool():
            return f"'{str(value).lower()}'"
        case int() | Fraction():
            return f"'{_digits(value)}'"
        case _:
            return shown(str(value))


def _found(raw: RowValue) -> str:
    match raw:
        case Fraction():
            return f"the number {_digits(raw)}"
        case tuple():
            return f"a list of {len(raw)}" if raw else "an empty list"
        case Mapping():
            return "a mapping"
        case str():
            return shown(raw) if raw else "an empty text"
        case _:
            return found(raw)
