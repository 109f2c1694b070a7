"""A theme: what colours, texts and lines look like, by the roles that documents name."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, TypeVar

from pnp.model.acceptance import Acceptance
from pnp.model.reference import Ref

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from pnp.diagnostics import Span
    from pnp.source.tree import Node

HEX = re.compile(r"#[0-9A-Fa-f]{6}")
"""How a colour is written out."""


FONT_FILE = re.compile(r"\.(ttf|otf|ttc|woff2?)$", re.IGNORECASE)
"""How the name of a family ends that is a file of the pack."""


@dataclass(frozen=True, slots=True)
class Hyphenation:
    """Whether words are parted at the ends of lines, and by the patterns of which language; None is the pack's own."""

    parts: bool
    language: Ref | None = None


def read_hyphenation(node: Node) -> Hyphenation | None:
    """What a text style or a text layer says under `hyphenate`; None where it says nothing."""
    value = node.get("hyphenate")
    if value is None:
        return None
    return Hyphenation(value.value) if isinstance(value.value, bool) else Hyphenation(True, Ref.read(value))


@dataclass(frozen=True, slots=True)
class FontFiles:
    """A family of a pack's own: the files of its faces."""

    regular: Ref
    bold: Ref | None = None
    italic: Ref | None = None
    bold_italic: Ref | None = None

    def faces(self) -> Iterator[tuple[Ref, int, bool]]:
        """The files that there are, each with its weight and whether it is italic."""
        faces = ((self.regular, 400, False), (self.bold, 700, False), (self.italic, 400, True))
        yield from ((file, weight, slant) for file, weight, slant in faces if file)
        if self.bold_italic:
            yield self.bold_italic, 700, True


@dataclass(frozen=True, slots=True)
class TextRole:
    """How one kind of text looks: size and leading in points, tracking in percent of the size, None where left open.

    `family` names an installed family, one of the theme's own, or a file. `least` is the size under which this text is
    not to be printed. `verbatim` words are set as they stand.
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


@dataclass(frozen=True, slots=True)
class LineRole:
    """How one kind of line looks, in millimetres; `dash` is lengths on and off in turn; None where left open."""

    span: Span
    width: float | None = None
    dash: tuple[float, ...] | None = None
    colour: Ref | None = None


@dataclass(frozen=True, slots=True)
class Roles:
    """Colours, texts and lines by role; a colour is `#RRGGBB` or the name of another role."""

    palette: Mapping[str, Ref] = field(default_factory=dict)
    texts: Mapping[str, TextRole] = field(default_factory=dict)
    lines: Mapping[str, LineRole] = field(default_factory=dict)

    def over(self, below: Roles) -> Roles:
        """These roles laid over others: what this one leaves open is taken from below."""
        return Roles({**below.palette, **self.palette}, _laid(self.texts, below.texts), _laid(self.lines, below.lines))

    def colour(self, name: str) -> str | None:
        """The colour `#RRGGBB` that a role or a written colour stands for; None where there is no such role."""
        seen: set[str] = set()
        while not HEX.fullmatch(name):
            if name in seen or name not in self.palette:
                return None
            seen.add(name)
            name = self.palette[name].name
        return name.upper()


@dataclass(frozen=True, slots=True)
class Theme:
    """A theme as its document says: its own roles and fonts, the theme it extends, and variants that override roles.

    `apart` are groups of colours that players must tell apart.
    """

    id: str
    span: Span
    roles: Roles
    extends: Ref | None = None
    fallback: tuple[Ref, ...] = ()
    fonts: Mapping[str, FontFiles] = field(default_factory=dict)
    apart: tuple[tuple[Ref, ...], ...] = ()
    variants: Mapping[str, Roles] = field(default_factory=dict)
    accepts: tuple[Acceptance, ...] = ()
    damaged: bool = False


def resolve_theme(themes: Iterable[Theme], variant: str | None = None) -> Theme | None:
    """The theme that a game is drawn with: the last of `themes`, laid over what it extends; None where there is none.

    A theme extends one that stands before it, so that none can extend itself.
    """
    earlier = list(themes)
    return _resolved(earlier.pop(), earlier, variant) if earlier else None


def _resolved(theme: Theme, earlier: list[Theme], variant: str | None) -> Theme:
    override = theme.variants.get(variant) if variant else None
    roles = override.over(theme.roles) if override else theme.roles
    place = base_of(theme, earlier)
    if place is None:
        return replace(theme, roles=roles, extends=None, variants={})
    below = _resolved(earlier[place], earlier[:place], variant)
    fallback = theme.fallback or below.fallback
    fonts = {**below.fonts, **theme.fonts}
    apart = (*below.apart, *theme.apart)
    roles = roles.over(below.roles)
    return replace(theme, roles=roles, extends=None, variants={}, fallback=fallback, fonts=fonts, apart=apart)


def base_of(theme: Theme, earlier: list[Theme]) -> int | None:
    """Where among the earlier themes the one that `theme` extends stands; None where it extends none of them."""
    name = theme.extends.name if theme.extends else None
    return next((index for index in reversed(range(len(earlier))) if earlier[index].id == name), None)


Role = TypeVar("Role", TextRole, LineRole)


def _laid(over: Mapping[str, Role], below: Mapping[str, Role]) -> dict[str, Role]:
    merged = dict(below)
    for name, role in over.items():
        merged[name] = _filled(role, below[name]) if name in below else role
    return merged


def _filled(role: Role, below: Role) -> Role:
    """The role with what it leaves open taken from the one below."""
    gaps = {key.name: getattr(below, key.name) for key in fields(role) if getattr(role, key.name) is None}
    return replace(role, **gaps)


def read_theme(root: Node, name: str, damaged: bool = False) -> Theme:
    """The theme that stands in the document `root`, which its schema has passed."""
    extends, variants, fonts = root.get("extends"), root.get("variants"), root.get("fonts")
    return Theme(
        id=name,
        span=root.span,
        roles=_roles(root),
        extends=Ref.read(extends) if extends else None,
        fallback=tuple(map(Ref.read, root.list("fallback"))),
        fonts={key.text: _fonts(value) for key, value in fonts.items()} if fonts else {},
        apart=tuple(tuple(map(Ref.read, group)) for group in root.list("apart")),
        variants={key.text: _roles(value) for key, value in variants.items()} if variants else {},
        accepts=tuple(map(Acceptance.read, root.list("accept"))),
        damaged=damaged,
    )


def _fonts(node: Node) -> FontFiles:
    if isinstance(node.value, str):
        return FontFiles(Ref.read(node))
    bold, italic, both = (node.get(key) for key in ("bold", "italic", "bold-italic"))
    return FontFiles(Ref.read(node["regular"]), *(Ref.read(file) if file else None for file in (bold, italic, both)))


def _roles(node: Node) -> Roles:
    palette, texts, lines = node.get("palette"), node.get("type"), node.get("lines")
    return Roles(
        {key.text: Ref.read(value) for key, value in palette.items()} if palette else {},
        {key.text: _text_role(key, value) for key, value in texts.items()} if texts else {},
        {key.text: _line_role(key, value) for key, value in lines.items()} if lines else {},
    )


def _text_role(key: Node, node: Node) -> TextRole:
    family, weight, colour = node.get("file") or node.get("family"), node.get("weight"), node.get("colour")
    return TextRole(
        key.span,
        family=Ref.read(family) if family else None,
        weight=weight.integer if weight else None,
        italic=_truth(node, "italic"),
        size=_number(node, "size"),
        leading=_number(node, "leading"),
        tracking=_number(node, "tracking"),
        caps=_truth(node, "caps"),
        colour=Ref.read(colour) if colour else None,
        least=_number(node, "least"),
        verbatim=_truth(node, "verbatim"),
        hyphenate=read_hyphenation(node),
    )


def _line_role(key: Node, node: Node) -> LineRole:
    dash, colour = node.get("dash"), node.get("colour")
    return LineRole(
        key.span,
        width=_number(node, "width"),
        dash=tuple(length.number for length in dash) if dash else None,
        colour=Ref.read(colour) if colour else None,
    )


def _number(node: Node, key: str) -> float | None:
    value = node.get(key)
    return value.number if value else None


def _truth(node: Node, key: str) -> bool | None:
    value = node.get(key)
    return value.value is True if value else None
