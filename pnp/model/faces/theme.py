"""Palettes, type roles and line roles; icons."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from sys import intern
from typing import Any, Literal, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from pnp.diagnostics import Span
from pnp.model.faces.effects import GradientRole
from pnp.model.faces.keywords import Keyword
from pnp.model.records import read_record
from pnp.model.reference import Acceptance, Ref
from pnp.source.tree import Node
from pnp.units import linear_light

# Roles: the names that a theme gives to colours, kinds of text and kinds of line.

HEX = re.compile(r"#[0-9A-Fa-f]{6}")
"""Matches a colour such as `#1E2328`."""


Figures = Literal["tabular", "proportional", "old-style"]
"""The forms of digits."""


class Hyphenation(Struct, frozen=True):
    """Whether words are hyphenated, and the language of the patterns; None is the pack's language."""

    parts: bool
    language: Ref | None = None

    @classmethod
    def read(cls, node: Node) -> Hyphenation:
        """Return the value of `hyphenate` of a text style or a text layer: true, false or a language."""
        return cls(node.value) if isinstance(node.value, bool) else cls(True, Ref.read(node))


class TextRole(Struct, frozen=True):
    """The appearance of a kind of text: size and leading in points, tracking in percent of the size; None if not set.

    `family` names an installed family, one of the theme's fonts, or a file. `least` is the minimum size in which this
    text may be printed. Markup in a `verbatim` text is printed as it is. Styles of words within a text may have a size
    relative to that text, as the factor `scale`, and be `raised` by percent of it. `figures` is the form of digits.
    """

    span: Span
    family: Ref | None = None
    weight: int | None = None
    italic: bool | None = None
    size: float | None = None
    leading: float | None = None
    tracking: float | None = None
    caps: bool | None = None
    colour: Ref | None = None
    least: float | None = None
    verbatim: bool | None = None
    hyphenate: Hyphenation | None = None
    scale: float | None = None
    raised: float | None = None
    figures: Figures | None = None


class LineRole(Struct, frozen=True):
    """The appearance of a kind of line, in millimetres; `dash` alternates lengths on and off. None if not set."""

    span: Span
    width: float | None = None
    dash: tuple[float, ...] | None = None
    colour: Ref | None = None


class Roles(Struct, frozen=True):
    """Colours, texts and lines by role; `inline` are the styles of words within a text.

    A colour is `#RRGGBB` or the name of another role; with `grey`, all colours are converted to grey. Gradients fill
    areas as colours do. `styles` are the map styles that replace others, by the names of those. `keys` are the names
    that one document defines, by the key above them.
    """

    palette: Mapping[str, Ref] = field(default_factory=dict)
    texts: Mapping[str, TextRole] = field(default_factory=dict)
    lines: Mapping[str, LineRole] = field(default_factory=dict)
    grey: bool = False
    inline: Mapping[str, TextRole] = field(default_factory=dict)
    gradients: Mapping[str, GradientRole] = field(default_factory=dict)
    styles: Mapping[str, Ref] = field(default_factory=dict, name="map-styles")
    keys: tuple[tuple[str, Ref], ...] = ()

    @property
    def lettered(self) -> tuple[TextRole, ...]:
        """All roles of texts and of words within them."""
        return (*self.texts.values(), *self.inline.values())

    def over(self, below: Roles) -> Roles:
        """Return these roles, with gaps filled from the roles `below`."""
        texts, lines = _merged(self.texts, below.texts), _merged(self.lines, below.lines)
        inline, gradients = _merged(self.inline, below.inline), {**below.gradients, **self.gradients}
        palette, styles = {**below.palette, **self.palette}, {**below.styles, **self.styles}
        return Roles(palette, texts, lines, self.grey or below.grey, inline, gradients, styles)

    def colour(self, name: str) -> str | None:
        """Return the colour `#RRGGBB` of a role or a written colour; None if there is no such role."""
        seen: set[str] = set()
        while not HEX.fullmatch(name):
            if name in seen or name not in self.palette:
                return None
            seen.add(name)
            name = self.palette[name].name
        return intern(grey_of(name) if self.grey else name.upper())  # one object: pages are compared by identity too

    def leads_nowhere(self, name: str) -> bool:
        """Whether a role leads to one that does not exist, which is the fault of the last one."""
        return name in self.palette and not self.circle(name) and self.colour(name) is None

    def circle(self, name: str) -> tuple[str, ...]:
        """Return the roles in a circle that a role leads to; none if it leads to a colour or nowhere."""
        seen: list[str] = []
        while name in self.palette and name not in seen:
            seen.append(name)
            name = self.palette[name].name
        return tuple(seen[seen.index(name) :]) if name in seen else ()


def of_inks(inks: Sequence[float]) -> str:
    """Return the colour of cyan, magenta, yellow and black in percent, as the rule of the sheets for inks has it."""
    black = inks[3]
    return "#" + "".join(f"{round(255 * max(0.0, 100 - each - black) / 100):02X}" for each in inks[:3])


def colour_hint(name: str) -> str | None:
    """Return a hint for a colour written out, but not as `'#RRGGBB'`: `FFF`, `rgb(…)`, `lightblue`; or for a file."""
    bare = name.strip("“”„‘’\"' ")
    bare = f"#{bare[2:]}" if re.fullmatch("0[xX][0-9A-Fa-f]{6}", bare) else bare
    if inks := re.fullmatch(r"cmyk\(\s*(\d{1,3})%?[\s,]+(\d{1,3})%?[\s,]+(\d{1,3})%?[\s,]+(\d{1,3})%?\s*\)", bare):
        return f"write '{of_inks([int(each) for each in inks.groups()])}', about the same in red, green and blue"
    if re.match(r"(?:pantone|pms|hks|ral)\b", bare, re.IGNORECASE):
        return "write the nearest colour as '#RRGGBB'; spot colours are for cut lines only"
    if bare.startswith("#"):
        straight = name[:1] in "“”„‘’" and HEX.fullmatch(bare)
        if HEX.fullmatch(bare) and not straight:
            return f"write '{bare}' in quotes"
        return f"use straight quotes: '{bare}'" if straight else "write '#' and six digits from 0 to F, in quotes"
    if any(each.isdigit() for each in bare) and HEX.fullmatch(f"#{bare}"):
        return f"write '#{bare}'"
    from PIL import ImageColor  # late: most names of colours are right

    if bare.casefold() in ImageColor.colormap or re.match(r"(?:rgb|hsl)a?\(", bare):
        with suppress(ValueError):
            red, green, blue = (min(255, part) for part in ImageColor.getrgb(bare)[:3])
            return f"add it to the palette of the theme, or write it out: '#{red:02X}{green:02X}{blue:02X}'"
    if picture := re.fullmatch(
        r"(?:url\(['\"]?)?([^'\"()]+\.(?:png|jpe?g|svg|webp|gif))['\"]?\)?", bare, re.IGNORECASE
    ):
        return f"a picture is a layer: {{picture: {picture[1]}}}"
    if stop := re.fullmatch(r"(\S+) +(\d{1,2}|100)%", bare):
        return f"write {{colour: {stop[1]}, at: {int(stop[2]) / 100:g}}}"
    return None


def grey_of(colour: str) -> str:
    """Return the grey with the relative luminance of the colour `#RRGGBB` (WCAG 2, sRGB)."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    light = 0.2126 * linear_light(red) + 0.7152 * linear_light(green) + 0.0722 * linear_light(blue)
    level = light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return f"#{round(level * 255):02X}" + f"{round(level * 255):02X}" * 2


Role = TypeVar("Role", TextRole, LineRole)


def _merged(over: Mapping[str, Role], below: Mapping[str, Role]) -> dict[str, Role]:
    merged = dict(below)
    for name, role in over.items():
        merged[name] = _filled(role, below[name]) if name in below else role
    return merged


def _filled(role: Role, below: Role) -> Role:
    """Return the role with its gaps filled from the role `below`."""
    gaps = {key: getattr(below, key) for key in role.__struct_fields__ if getattr(role, key) is None}
    return replace(role, **gaps)


def read_roles(node: Node) -> Roles:
    """Return the roles of a theme, or of a variant of it, at `node`."""
    named = ("palette", "gradients", "type", "inline", "lines")
    return read_record(
        Roles,
        node,
        keys=tuple((group, Ref.read(key)) for group in named for key, _ in node.entries(group)),
        texts={key.text: _text_role(key, value) for key, value in node.entries("type")},
        lines={key.text: read_record(LineRole, value, span=key.span) for key, value in node.entries("lines")},
        inline={key.text: _text_role(key, value) for key, value in node.entries("inline")},
    )


def _text_role(key: Node, node: Node) -> TextRole:
    """Return the text role at `node`; its size is in points, or a share of that of the text around it."""
    size, file = node.get("size"), node.get("file")
    given: dict[str, Any] = {"family": Ref.read(file)} if file else {}
    if size and isinstance(size.value, str):
        given |= {"size": None, "scale": float(size.text.removesuffix("%")) / 100}
    return read_record(TextRole, node, span=key.span, **given)


# A theme: the appearance of colours, texts and lines, by the roles that documents name.

FONT_FILE = re.compile(r"\.(ttf|otf|ttc|woff2?)$", re.IGNORECASE)
"""The end of a family's name that is a font file of the pack."""


SLANTED = "slanted"
"""What is written in place of a file to slant the upright letters."""


class FontFiles(Struct, frozen=True):
    """A font family of the pack: the files of its faces, or an installed family whose letters are slanted."""

    regular: Ref | None = None
    bold: Ref | None = None
    italic: Ref | None = None
    bold_italic: Ref | None = None
    family: Ref | None = None

    @classmethod
    def read(cls, node: Node) -> FontFiles:
        """Return the files at `node`, a mapping or only the regular face."""
        return cls(Ref.read(node)) if isinstance(node.value, str) else read_record(cls, node)

    @property
    def is_slanted(self) -> bool:
        """Whether the italics are the upright letters, slanted."""
        return self.italic is not None and self.italic.name == SLANTED

    def faces(self) -> Iterator[tuple[Ref, int, bool]]:
        """The files of the family, each with its weight and whether it is italic."""
        italic = None if self.is_slanted else self.italic
        faces = ((self.regular, 400, False), (self.bold, 700, False), (italic, 400, True))
        yield from ((file, weight, slant) for file, weight, slant in faces if file)
        if self.bold_italic:
            yield self.bold_italic, 700, True


class Theme(Struct, frozen=True):
    """A theme as its document describes it: its roles and fonts, the theme it extends, and variants that override
    roles.

    `apart` are groups of colours that players must be able to distinguish. `keywords` are words that are styled or
    replaced in all texts. `variants_at` are the names of the variants as they are written.
    """

    id: str
    span: Span
    roles: Roles
    extends: Ref | None = None
    fallback: tuple[Ref, ...] = ()
    fonts: Mapping[str, FontFiles] = field(default_factory=dict)
    apart: tuple[tuple[Ref, ...], ...] = ()
    variants: Mapping[str, Roles] = field(default_factory=dict)
    accepts: tuple[Acceptance, ...] = field(default=(), name="accept")
    damaged: bool = False
    keywords: Mapping[str, Keyword] = field(default_factory=dict)
    variants_at: tuple[Ref, ...] = ()


def resolve_theme(themes: Iterable[Theme], variant: str | None = None) -> Theme | None:
    """Return the theme of a game: the last of `themes`, merged over those it extends; None without themes.

    A theme extends an earlier one, so that no theme can extend itself. Variants are merged over all of that, the one of
    the extended theme first. So colours that a base's variant makes white remain white in themes that extend it.
    """
    chain = _extension_chain(list(themes))
    if not chain:
        return None
    roles = chain[-1].roles
    for theme in reversed(chain[:-1]):
        roles = theme.roles.over(roles)
    for theme in reversed(chain):
        varied = theme.variants.get(variant) if variant else None
        roles = varied.over(roles) if varied else roles
    return replace(
        chain[0],
        roles=roles,
        extends=None,
        variants={},
        fallback=next((theme.fallback for theme in chain if theme.fallback), ()),
        fonts={name: files for theme in reversed(chain) for name, files in theme.fonts.items()},
        apart=tuple(group for theme in reversed(chain) for group in theme.apart),
        keywords={name: keyword for theme in reversed(chain) for name, keyword in theme.keywords.items()},
    )


def _extension_chain(earlier: list[Theme]) -> list[Theme]:
    """Return the last theme, the one that it extends, and so on; only the themes before all of these remain in
    `earlier`.
    """
    found: list[Theme] = []
    place = len(earlier) - 1 if earlier else None
    while place is not None:
        found.append(earlier[place])
        del earlier[place:]
        place = base_of(found[-1], earlier)
        if place is None and found[-1].extends and earlier:
            place = len(earlier) - 1  # a name that no theme has is reported; what it would bring is not missed again
    return found


def left_aside(themes: Iterable[Theme]) -> Theme | None:
    """Return the last theme that the game's theme does not extend, directly or indirectly; None if all are used."""
    earlier = list(themes)
    _extension_chain(earlier)
    return resolve_theme(earlier)


def base_of(theme: Theme, earlier: list[Theme]) -> int | None:
    """Return the index of the theme among `earlier` that `theme` extends; None if it extends none of them."""
    name = theme.extends.name if theme.extends else None
    return next((index for index in reversed(range(len(earlier))) if earlier[index].id == name), None)


def read_theme(root: Node, name: str, damaged: bool = False) -> Theme:
    """Return the theme described in `root`, which its schema has validated."""
    return read_record(
        Theme,
        root,
        id=name,
        roles=read_roles(root),
        variants={key.text: read_roles(value) for key, value in root.entries("variants")},
        variants_at=tuple(Ref.read(key) for key, _ in root.entries("variants")),
        damaged=damaged,
        keywords={key.text: read_record(Keyword, value, name=Ref.read(key)) for key, value in root.entries("keywords")},
    )


# Icons: small drawings by name, each of marks on a grid or from a file of the pack.

GRID = 24.0
"""The side of the square in which an icon is drawn once it is read, whatever the grid or view box of its source."""

STROKE = 1 / 12
"""Default width of a line of an icon, as a share of the side of its grid."""

AS_DRAWN = "as drawn"
"""The value of `colour` that keeps the colours of a file."""


class IconStroke(Struct, frozen=True):
    """One fill of an icon or, if it has a `width`, one line with round ends: SVG path data on the grid of its document.

    Fills use the even-odd rule: where two outlines overlap there is a hole. `colour` None is the colour that the layer
    gives the icon.
    """

    data: Ref
    width: float | None = None
    colour: Ref | None = None


class Icon(Struct, frozen=True):
    """A named drawing: marks on a square of side `grid`, or the `file` of the pack that it is read from.

    `colour` is its default colour; `as_drawn` keeps the colours of its file. `label` is its name in the words of the
    game; empty if it has none.
    """

    id: str
    span: Span
    marks: tuple[IconStroke, ...] = ()
    colour: Ref | None = None
    grid: float = GRID
    file: str | None = None
    as_drawn: bool = False
    label: str = ""

    @property
    def spoken(self) -> str:
        """What the icon is called where it cannot be seen: its label, or its name without hyphens."""
        return self.label or self.id.rpartition("/")[2].replace("-", " ").replace("_", " ")


class IconSet(Struct, frozen=True):
    """The icons of one document. `folder` is that of its files, which the loader adds to the icons.

    `credit` and `licence` are printed: name and link of the licence, empty if there is none.
    """

    id: str
    span: Span
    icons: tuple[Icon, ...]
    accepts: tuple[Acceptance, ...] = field(default=(), name="accept")
    damaged: bool = False
    folder: Ref | None = None
    colour: Ref | None = None
    credit: str = ""
    licence: tuple[str, str] = ("", "")

    @property
    def credit_line(self) -> str:
        """Credit and licence in one line; empty without both."""
        name, link = self.licence
        return ", ".join(filter(None, (self.credit.rstrip("."), name, link)))

    def with_files(self, files: Iterable[str]) -> IconSet:
        """Return the set with an icon for each of these files of its folder.

        An icon is named by its file's name without the suffix. Where files of several subfolders have the same name,
        their icons are named by their paths in the folder. An icon that the document describes itself has precedence,
        and an SVG file has precedence over a PNG file next to it.
        """
        if self.folder is None:
            return self
        root = self.folder.name.strip("/") + "/"
        drawings: dict[str, str] = {}
        for file in sorted(files, key=lambda name: (not name.lower().endswith(".svg"), name)):
            drawings.setdefault(file.removeprefix(root).rpartition(".")[0], file)
        stems = Counter(path.rpartition("/")[2] for path in drawings)
        own = {icon.id for icon in self.icons}
        found = []
        for path, file in sorted(drawings.items()):
            stem = path.rpartition("/")[2]
            name = stem if stems[stem] == 1 else path
            if name not in own:
                found.append(_file_icon(name, self.folder.span, file, self.colour))
        return replace(self, icons=(*self.icons, *found))


def icons_by_name(sets: Iterable[IconSet]) -> dict[str, Icon]:
    """Return every icon by name; of two with the same name, the later one."""
    return {icon.id: icon for icons in sets for icon in icons.icons}


def read_icons(root: Node, name: str, damaged: bool = False) -> IconSet:
    """Return the icons described in `root`, which their schema has validated."""
    grid = root["grid"].number if "grid" in root else GRID
    own = Ref.read(root["colour"]) if "colour" in root else None
    licence = root.get("licence")
    return read_record(
        IconSet,
        root,
        id=name,
        icons=tuple(_icon(key, value, grid, own) for key, value in root.entries("icons")),
        damaged=damaged,
        licence=_licence(licence) if licence else ("", ""),
    )


def _licence(node: Node) -> tuple[str, str]:
    """Return the name and the link of a licence, which may be its name alone."""
    return (node.text, "") if isinstance(node.value, str) else (node["name"].text, node.text_of("link"))


def _icon(key: Node, value: Node, grid: float, default: Ref | None) -> Icon:
    """Return an icon written as a list of marks, as a mapping with its own colour, or as a file."""
    paint = Ref.read(value["colour"]) if "colour" in value else None
    label = " ".join(value.text_of("label").split())
    if "file" in value:
        return replace(_file_icon(key.text, value["file"].span, value["file"].text, paint or default), label=label)
    marks = value.get("marks") or value
    return Icon(key.text, key.span, tuple(_mark(mark, grid) for mark in marks), paint, grid, label=label)


def _file_icon(name: str, span: Span, file: str, colour: Ref | None) -> Icon:
    as_drawn = colour is not None and colour.name == AS_DRAWN
    return Icon(name, span, colour=None if as_drawn else colour, file=file, as_drawn=as_drawn)


def _mark(node: Node, grid: float) -> IconStroke:
    if "fill" in node:
        return IconStroke(Ref.read(node["fill"]), colour=Ref.read(node["colour"]) if "colour" in node else None)
    stroke = read_record(IconStroke, node, data=Ref.read(node["line"]))
    return stroke if "width" in node else replace(stroke, width=STROKE * grid)


def usable_keywords(theme: Theme, icons: Mapping[str, Icon]) -> Iterator[Keyword]:
    """Yield the keywords of a theme whose style and icon exist; checks of themes report the others."""
    roles = theme.roles
    for keyword in theme.keywords.values():
        styled = keyword.style is None or keyword.style.name in {**roles.texts, **roles.inline}
        if styled and (keyword.icon is None or keyword.icon.name in icons):
            yield keyword
