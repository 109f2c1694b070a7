"""Colours, roles and fonts of a game, as its theme describes them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from pathlib import PurePosixPath

from msgspec import Struct, field
from msgspec.structs import replace

from pnp.diagnostics import Fault, Finding, Missing
from pnp.facts.icons import IconDrawings, icon_drawings
from pnp.messages import did_you_mean, same
from pnp.model.faces.keywords import KeywordIndex, index_keywords
from pnp.model.faces.theme import (
    FONT_FILE,
    GRID,
    FontFiles,
    Hyphenation,
    Icon,
    IconSet,
    LineRole,
    Roles,
    TextRole,
    Theme,
    colour_hint,
    icons_by_name,
    resolve_theme,
    usable_keywords,
)
from pnp.model.game import Assets, Game, NoAssets
from pnp.scene.items import Bitmap, Colour, Group, Item, Stroke, Text
from pnp.scene.typesetting.font_files import REGULAR
from pnp.scene.typesetting.fonts import BOLD, Face, Family, FontError, FontRefused, face_from_bytes, face_of, slanted
from pnp.scene.typesetting.line_breaking import alternative
from pnp.scene.typesetting.text import HOUSE_FALLBACK, Inline, Manner, RunLook, TextStyle, emphasis_hint

# Fonts of a theme: from files of the pack to families.


def own_families(theme: Theme, assets: Assets) -> dict[str, Family]:
    """Return the families of the theme's own files by name, and those that its roles name by file.

    Unusable files are left out, and families without a face; the check of fonts reports them.
    """
    named = (role.family for role in theme.roles.lettered if role.family)
    single = {ref.name: FontFiles(ref) for ref in (*named, *theme.fallback) if FONT_FILE.search(ref.name)}
    families = {name: tuple(_faces(files, assets)) for name, files in {**single, **theme.fonts}.items()}
    return {name: Family(name, faces) for name, faces in families.items() if faces}


def house_fallback(game: Game, variant: str | None = None) -> tuple[str | Family, ...]:
    """Return the fallback families of sheets, rulebooks and plotted maps of the game.

    These are the theme's fallback families, the house's own, and then all families in which the theme sets text. So
    these texts can print every character that a face can. Missing families are left out; the check of fonts reports
    them.
    """
    theme = resolve_theme(game.all(Theme), variant)
    if theme is None:
        return HOUSE_FALLBACK
    own = own_families(theme, game.assets)
    roles = (role.family.name for role in theme.roles.lettered if role.family)
    named = (*(ref.name for ref in theme.fallback), *HOUSE_FALLBACK, *own, *roles)
    families = (own.get(name, name) if isinstance(name, str) else name for name in dict.fromkeys(named))
    return tuple(family for family in families if is_usable(family))


def is_usable(family: str | Family) -> bool:
    """Whether the family is installed and can be drawn, or is a pack's own."""
    try:
        face_of(family)
    except FontError:
        return False
    return True


def _faces(files: FontFiles, assets: Assets) -> Iterator[Face]:
    found = tuple(_opened(files, assets))
    yield from found
    if files.is_slanted:
        given = {one.weight for one in found if one.italic}
        yield from (slanted(one) for one in found if not one.italic and one.weight not in given)


def _opened(files: FontFiles, assets: Assets) -> Iterator[Face]:
    if files.family:
        with suppress(FontError):
            yield from dict.fromkeys(face_of(files.family.name, weight) for weight in (REGULAR, BOLD))
    for file, weight, italic in files.faces():
        content = assets.read(file.name, file.span)
        if isinstance(content, Finding):
            continue
        try:
            yield face_from_bytes(content, PurePosixPath(file.name), weight, italic)
        except FontRefused:
            continue


# The appearance of a game: its theme's roles and its icons, as colours, text styles, strokes and drawings.

FAMILY = "Fira Sans"
"""The default family of a text role."""

FALLBACK = ("Arimo",)
"""The default fallback families."""

SIZE = 9.0
"""The default size of a text role in points."""

WIDTH = 0.25
"""The default width of a line role in millimetres."""

INK = "#000000"
"""The default colour."""


class UnknownNameError(Exception):
    """The look has nothing of that name; `kind` is a colour, a text style, a line or an icon."""

    def __init__(self, kind: str, name: str, known: Collection[str]) -> None:
        self.kind, self.name, self.cause, self.known = kind, name, Missing(name, kind), known
        self.message = f"unknown {kind} '{name}'"
        written = emphasis_hint(name) if kind == "text style" else colour_hint(name) if kind == "colour" else None
        self.hint = written or did_you_mean(name, known)
        if kind == "text style" and self.hint is None:
            self.hint = "add it to the theme: words in a text have the styles under 'inline' and 'type'"
        super().__init__(self.message)


class Look(Struct, frozen=True, eq=False):
    """The roles, own fonts and icons of one game. Methods raise UnknownNameError for a missing name.

    `refused` are the icons that were used and cannot be drawn, since the caller last emptied it; `simplified` are those
    of which a part is left out. `glue` is the word on areas for glue.
    """

    roles: Roles
    fallback: tuple[str | Family, ...] = FALLBACK
    families: Mapping[str, Family] = field(default_factory=dict)
    icons: Mapping[str, Icon] = field(default_factory=dict)
    drawings: IconDrawings = field(default_factory=lambda: IconDrawings(NoAssets()))
    refused: dict[str, Fault] = field(default_factory=dict)
    simplified: dict[str, Fault] = field(default_factory=dict)
    keywords: KeywordIndex | None = None
    glue: str = "GLUE"
    _drawn: dict[tuple[str, Colour | None, Colour], tuple[Item, ...]] = field(default_factory=dict)
    _colours: dict[str, Colour] = field(default_factory=dict)
    _styles: dict[tuple[str, Colour], TextStyle] = field(default_factory=dict)

    def with_drawings(self, drawings: IconDrawings) -> Look:
        """Return this look with other drawings of its icons; it notes separately what it draws and refuses."""
        return replace(self, drawings=drawings, refused={}, simplified={}, _drawn=dict(self._drawn))

    def colour(self, name: str) -> Colour:
        """Return the colour of a role, or of a code such as `#RRGGBB`."""
        if name not in self._colours:
            self._colours[name] = self._colour(name)
        return self._colours[name]

    @property
    def ink(self) -> Colour:
        """The colour of what names none: the palette's `ink`, or black in a palette without it."""
        return self.roles.colour("ink") or INK

    def _colour(self, name: str) -> Colour:
        found = self.roles.colour(name)
        if found is not None:
            return found
        role = _known("colour", name, self.roles.palette)
        return self.roles.colour(role) or INK  # a missing reference is reported at its place in the theme

    def text(self, role: str, colour: str | None = None) -> TextStyle:
        """Return the style of a text role, in its own colour or the given one."""
        it = self._text_role(role)
        paint = self._paint(colour or (it.colour.name if it.colour else None))
        if (role, paint) not in self._styles:
            self._styles[role, paint] = self._style(it, paint)
        return self._styles[role, paint]

    def _style(self, it: TextRole, paint: Colour) -> TextStyle:
        return TextStyle(
            family=self.families.get(it.family.name, it.family.name) if it.family else FAMILY,
            size=it.size or SIZE,
            colour=paint,
            weight=it.weight or REGULAR,
            italic=bool(it.italic),
            leading=it.leading,
            tracking=(it.tracking or 0.0) / 100,
            upper=bool(it.caps),
            fallback=self.fallback,
            figures=it.figures,
        )

    def run(self, name: str, style: TextStyle) -> RunLook:
        """Return the look of words in that style inside of a text.

        It is a style under `inline`, or a text style, of which everything counts but leading and minimum size.
        """
        roles = self.roles
        known = {**roles.texts, **roles.inline}
        it = known[_known("text style", name, known)]
        scale = it.scale or (it.size / style.size if it.size else 1.0)
        return RunLook(
            family=self.families.get(it.family.name, it.family.name) if it.family else None,
            weight=it.weight,
            italic=it.italic,
            scale=scale,
            colour=self.colour(it.colour.name) if it.colour else None,
            tracking=None if it.tracking is None else it.tracking / 100,
            upper=it.caps,
            raised=(it.raised or 0.0) / 100,
            figures=it.figures,
        )

    def manner(self, role: str, language: str) -> Manner:
        """Return the treatment of texts of a role in a pack of that language."""
        it = self._text_role(role)
        return Manner(language, bool(it.verbatim), hyphens(it.hyphenate, language))

    def least(self, role: str) -> float:
        """Return the minimum size in points for printed text of the role; 0 if the theme sets no limit."""
        return self._text_role(role).least or 0.0

    def stroke(self, role: str, colour: str | None = None) -> Stroke:
        """Return the stroke of a line role, in its own colour or the given one."""
        it: LineRole = self.roles.lines[_known("line", role, self.roles.lines)]
        paint = self._paint(colour or (it.colour.name if it.colour else None))
        return Stroke(paint, it.width or WIDTH, it.dash or ())

    def icon(self, name: str, x: float, y: float, size: float, colour: str | None = None) -> Group:
        """Return the icon in a square with its top left corner at (x, y), in its own colour unless one is given."""
        unit = size / GRID
        return Group(self._icon_items(name, colour), (unit, 0.0, 0.0, unit, x, y))

    def has_icon(self, name: str) -> bool:
        """Whether there is an icon of that name, or one that differs only in capitals and blanks."""
        return name in self.icons or same(name, self.icons) is not None

    def icon_word(self, name: str, side: float) -> Text | None:
        """Return the label of an icon as a text of that width; None if it has no label, or no style to write it in."""
        label = self._icon(name).label
        if not label or "body" not in self.roles.texts:
            return None
        return alternative(Inline((), side, side, text=label), self.text("body"))

    def icon_bitmap(self, name: str) -> tuple[str, Bitmap] | None:
        """Return the file and the picture of an icon from a PNG file; None for other icons."""
        it = self._icon(name)
        bitmap = self.drawings.bitmap(it)
        return (it.file or name, bitmap) if bitmap else None

    def inline(self, name: str, style: TextStyle) -> Inline:
        """Return the icon as a piece of text in that style.

        It is slightly taller than capitals, and its bottom is slightly below the baseline.
        """
        side = style.em * 1.05
        unit = side / GRID
        items = self._icon_items(name, None, style.colour)
        drawing = Group(items, (unit, 0.0, 0.0, unit, 0.0, 0.0))
        return Inline((drawing,), side, side, style.em * 0.17, self._icon(name).spoken)

    def _text_role(self, role: str) -> TextRole:
        return self.roles.texts[_known("text style", role, self.roles.texts)]

    def _paint(self, name: str | None) -> Colour:
        if name is not None:
            return self.colour(name)
        return self.ink

    def _icon(self, name: str) -> Icon:
        return self.icons[_known("icon", name, self.icons)]

    def _icon_items(self, name: str, colour: str | None, default: Colour | None = None) -> tuple[Item, ...]:
        """Return the icon on its grid, as the same tuple each time, so that back ends can write it once."""
        it = self._icon(name)
        paint = colour or (it.colour.name if it.colour else None)
        asked, otherwise = self.colour(paint) if paint else None, default or self._paint(None)
        key = it.id, asked, otherwise
        if key not in self._drawn:
            self._drawn[key] = self.drawings.items(it, asked, otherwise, self.roles)
        if it.id in self.drawings.faults:
            self.refused[it.id] = self.drawings.faults[it.id]
        if it.id in self.drawings.effects:
            self.simplified[it.id] = self.drawings.effects[it.id]
        return self._drawn[key]


def _known(kind: str, name: str, names: Collection[str]) -> str:
    """Return the name, or the one of `names` that differs only in capitals and blanks.

    Raises UnknownNameError if none does.
    """
    found = name if name in names else same(name, names)
    if found is None:
        raise UnknownNameError(kind, name, names)
    return found


def hyphens(hyphenation: Hyphenation | None, language: str) -> str | None:
    """Return the language whose patterns hyphenate words; None without hyphenation."""
    if hyphenation is None or not hyphenation.parts:
        return None
    return hyphenation.language.name if hyphenation.language else language


def look_of(game: Game, variant: str | None = None) -> Look:
    """Return the look of the game: its theme in that variant, and every icon of its documents."""
    theme = resolve_theme(game.all(Theme), variant)
    icons = icons_by_name(game.all(IconSet))
    if theme is None:
        return Look(Roles(), icons=icons, drawings=icon_drawings(game), glue=game.sheet_words.glue)
    own = own_families(theme, game.assets)
    fallback = tuple(own.get(family.name, family.name) for family in theme.fallback)
    keywords = index_keywords(usable_keywords(theme, icons))
    return Look(
        theme.roles,
        fallback or FALLBACK,
        own,
        icons,
        icon_drawings(game),
        keywords=keywords,
        glue=game.sheet_words.glue,
    )


def variants_of(game: Game) -> tuple[str, ...]:
    """Return the names of the variants of the game's themes."""
    return tuple(dict.fromkeys(name for theme in game.all(Theme) for name in theme.variants))
