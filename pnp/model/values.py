"""Conversion of texts to values of fields; known names; cells damaged by spreadsheets."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import assert_never

from msgspec import Struct, field

from pnp.diagnostics import Mistagged
from pnp.messages import did_you_mean, meant_by_label, nearest, same, series, shown
from pnp.model.component import Component
from pnp.model.faces.theme import HEX, IconSet, Roles, Theme, base_of, icons_by_name, resolve_theme
from pnp.model.game import Game
from pnp.model.maps import tile_set
from pnp.model.maps.game_map import GameMap
from pnp.model.row import (
    ChoiceType,
    ColourType,
    FieldType,
    IconType,
    ListType,
    NumberType,
    PlaceType,
    RowType,
    RowValue,
    TextType,
    TruthType,
    exact,
)
from pnp.source.schemas.spellings import value_in_words
from pnp.source.tree import found

# What spreadsheets do to cells automatically: dates in place of other texts, formulas and errors in place of values.

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
"""The minimum and maximum length of a date."""

BETWEEN = "-/."
"""The separators of a date."""

FORMULA = re.compile(r"=[\w(+\-\"$@].*", re.DOTALL)
"""A formula that was saved instead of its value."""

ERROR = re.compile(r"#(?:REF|NAME|VALUE|DIV/0|NULL|NUM|N/A|SPILL|CALC|FIELD|WERT|BEZUG|NV|NOM|ADR|NOMBRE)[!?]?")
"""The result of a formula that failed."""

DATE_REMARK = "a spreadsheet may have made a date of it: format the column as text, and write the value again"
FORMULA_REMARK = "save the table with values in place of formulas"
ERROR_REMARK = "mend the formula in the spreadsheet, and save the table again"


def is_date(text: str) -> bool:
    """Whether a spreadsheet may have turned this cell into a date."""
    may_be = SHORTEST <= len(text) <= LONGEST and any(map(text.__contains__, BETWEEN))
    return may_be and bool(_dates().fullmatch(text))


@cache
def _dates() -> re.Pattern[str]:
    return re.compile("|".join(_DATES), re.IGNORECASE)


def remark(text: str) -> str | None:
    """Return the hint for a cell that a spreadsheet has changed; None if it looks unchanged."""
    if len(text) > 1_000:
        return None
    if is_date(text):
        return DATE_REMARK
    if ERROR.fullmatch(text):
        return ERROR_REMARK
    return FORMULA_REMARK if FORMULA.fullmatch(text) else None


# Convert a value from a document or a table to the type of its field.

CHOICES = 12
"""Maximum number of choices that a message lists."""

YES = frozenset(
    ("yes", "y", "x", "1", "true", "✓", "✔", "ja", "wahr", "oui", "vrai", "sí", "verdadero", "vero", "waar", "tak")
) | {"prawda", "pravda", "áno", "ano"}
NO = frozenset(
    ("no", "n", "0", "false", "-", "–", "nein", "falsch", "non", "faux", "falso", "onwaar", "nee", "nie", "fałsz")
) | {"nepravda", "ne"}
"""How tables write yes and no: as people type it, and as spreadsheets write it in their language."""

FIGURES = re.compile(r"(?P<sign>[-+]?)(?P<digits>[0-9]{1,18}(?:[.,][0-9]{1,18})?|\.[0-9]{1,18})")
PARTS = re.compile(r"(?P<sign>[-+]?)(?:(?P<whole>[0-9]{1,18}) )?(?P<over>[0-9]{1,18})/(?P<under>[1-9][0-9]{0,17})")
GROUPS = re.compile(r"[-+]?[0-9]{1,3}(?:[ ,.'\u00a0\u202f][0-9]{3})+(?:[.,][0-9]+)?")
"""Digits in groups of three: `1,000` may mean one thousand, or one with three decimals."""

BREAKS = ("\n", ";", "|", ",")
"""The separators of a list in one text; the first of these that the text contains is used."""


class BadValueError(Exception):
    """A field does not accept the value; the message states what was expected and found."""

    def __init__(self, expected: str, raw: RowValue, hint: str | None, cause: Mistagged | None = None) -> None:
        self.message = f"expected {expected}, found {_found(raw)}"
        self.hint, self.cause = hint, cause
        super().__init__(self.message)


def take(kind: FieldType, raw: RowValue, known: Known) -> RowValue:
    """Return the value converted to the type of the field. Raises BadValueError."""
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
            name = _text(kind, raw)
            return _one(kind, name, known.icons(), lambda: meant_by_label(name, known.labels()))
        case PlaceType():
            return _place(kind, _text(kind, raw), known)
        case RowType():
            return _one(kind, _text(kind, raw), known.rows(kind.component.name))
        case _:
            assert_never(kind)


def _place(kind: PlaceType, name: str, known: Known) -> str:
    """Return the name of the place; one that lacks the tag is the fault of the map if it has a similar tag instead."""
    names = known.places(kind.map.name, kind.tag.name if kind.tag else None)
    if kind.tag is None or names is None or name in names or name not in (known.places(kind.map.name, None) or ()):
        return _one(kind, name, names)
    tags = known.tags(kind.map.name, name)
    cause = Mistagged(kind.map.name, name, kind.tag.name, given) if (given := nearest(kind.tag.name, tags)) else None
    hint = f"name another place, or add the tag {shown(kind.tag.name)} to {shown(name)} on the map"
    raise BadValueError(asked(kind), name, hint, cause)


def nothing(kind: FieldType) -> RowValue:
    """Return the value of an omitted field: an empty text, an empty list, False, otherwise None."""
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
    """Return a description of the values that the field accepts."""
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
    """Return the items of a list; a text is split at its line breaks, semicolons, bars or commas."""
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
        raise BadValueError(asked(kind), raw, _hint(raw) or "write yes or no")
    return word in YES


def _number(kind: NumberType, raw: RowValue) -> int | Fraction:
    number = _figures(raw) if isinstance(raw, str) else raw
    if isinstance(number, bool) or not isinstance(number, int | Fraction):
        raise BadValueError(asked(kind), raw, value_in_words(raw, asked(kind)) or _hint(raw))
    if kind.whole and not isinstance(number, int):
        raise BadValueError(asked(kind), raw, "write it without decimals, or make the field a number")
    if not kind.spans(number):
        raise BadValueError(asked(kind), raw, _hint(raw))
    return number


def _figures(text: str) -> int | Fraction | None:
    """Return the number that a text spells, with a point or comma before decimals, or as a fraction; None if it is
    none.
    """
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


def _one(kind: FieldType, name: str, names: Names, otherwise: Callable[[], str | None] = lambda: None) -> str:
    """Return the name from `names` that matches except for spelling, such as case. Raises BadValueError."""
    if names is None or name in names:
        return name
    if meant := same(name, names):
        return meant
    stem = name.rpartition("/")[2].rpartition(".")[0]  # of a file such as art/pear.svg
    hint = f"did you mean '{stem}'?" if stem in names else did_you_mean(name, sorted(names))
    few = f"there are {series(sorted(names), 'and')}" if 0 < len(names) <= CHOICES else None
    raise BadValueError(asked(kind), name, otherwise() or hint or _hint(name) or few)


def _hint(raw: RowValue) -> str | None:
    """Return a hint if the text shows how the value was changed, else None."""
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
    """Return a value in quotes, as a document writes it."""
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


# The names that a game knows; None if a document is damaged or could not be read, so that names may be missing.

Names = frozenset[str] | None


def roles_of(game: Game) -> Roles | None:
    """Return the roles of the game's theme, or None if they are not all known."""
    themes = list(game.all(Theme))
    theme = resolve_theme(themes)
    if theme is None or not game.knows_all(Theme) or any(_base_is_missing(found, themes) for found in themes):
        return None
    return theme.roles


def _base_is_missing(theme: Theme, themes: list[Theme]) -> bool:
    """Whether the theme extends a missing one, which the checks of themes report."""
    return theme.extends is not None and base_of(theme, themes[: themes.index(theme)]) is None


def icons_of(game: Game) -> Names:
    """Return the names of the game's icons, or None if they are not all known."""
    if not game.knows_all(IconSet):
        return None
    return frozenset(icon.id for icons in game.all(IconSet) for icon in icons.icons)


class Known(Struct, frozen=True, eq=False):
    """The names that fields of rows may refer to; each set is cached."""

    game: Game
    _made: dict[tuple[str, ...], Names] = field(default_factory=dict)

    def colours(self) -> Names:
        """The roles of the palette."""
        if ("colours",) not in self._made:
            roles = roles_of(self.game)
            self._made["colours",] = frozenset(roles.palette) if roles else None
        return self._made["colours",]

    def icons(self) -> Names:
        """The icons."""
        if ("icons",) not in self._made:
            self._made["icons",] = icons_of(self.game)
        return self._made["icons",]

    def labels(self) -> Mapping[str, str]:
        """What each icon is called in the language of the game."""
        return {name: icon.spoken for name, icon in icons_by_name(self.game.all(IconSet)).items()}

    def places(self, area_map: str, tag: str | None) -> Names:
        """The places of a map, or those with a tag; None if the map or the tag does not exist or is damaged."""
        key = ("places", area_map, tag or "")
        if key not in self._made:
            found = self.game.find(GameMap, area_map)
            areas = found.chosen(tag) if found else ()
            names = [area.id for area in areas]
            self._made[key] = frozenset(names) if names and found and not found.damaged else None
        return self._made[key]

    def tags(self, area_map: str, place: str) -> list[str]:
        """The tags that no other place of the map has."""
        found = self.game.find(GameMap, area_map)
        given = [(tag.name, area.id) for area in found.chosen(None) for tag in area.tags] if found else []
        often = Counter(tag for tag, _ in given)
        return [tag for tag, area in given if area == place and often[tag] == 1]

    def rows(self, component: str) -> Names:
        """The names of a component's rows; None if the component does not exist or is damaged."""
        if ("rows", component) not in self._made:
            self._made["rows", component] = self._rows(component)
        return self._made["rows", component]

    def _rows(self, component: str) -> Names:
        found = self.game.find(Component, component)
        if found is None or found.damaged:
            return None
        if found.each and found.each.tiles:
            tiles = self.game.find(GameMap, found.each.map.name)
            city = tile_set(tiles) if tiles and not tiles.damaged else None
            return frozenset(tile.id for tile in city.tiles) if city else None
        if found.each:
            places = self.places(found.each.map.name, found.each.tag.name if found.each.tag else None)
            return places and places.union(row.name for row in found.rows)
        return frozenset(row.name for row in found.rows)
