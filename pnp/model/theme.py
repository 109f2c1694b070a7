"""A theme: what colours, texts and lines look like, by the roles that documents name."""

from __future__ import annotations

import re
from dataclasses import field, replace
from typing import TYPE_CHECKING

from pnp.model.acceptance import Acceptance
from pnp.model.reference import Ref
from pnp.model.roles import Roles, read_roles
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from pnp.diagnostics import Span
    from pnp.source.tree import Node

FONT_FILE = re.compile(r"\.(ttf|otf|ttc|woff2?)$", re.IGNORECASE)
"""How the name of a family ends that is a file of the pack."""


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


def left_aside(themes: Iterable[Theme]) -> Theme | None:
    """The theme that stands last before those that the game is drawn with, and that none of them extends; None where
    there is none.
    """
    earlier = list(themes)
    place: int | None = len(earlier) - 1
    while place is not None and place >= 0:
        theme, earlier = earlier[place], earlier[:place]
        place = base_of(theme, earlier)
    return resolve_theme(earlier)


def base_of(theme: Theme, earlier: list[Theme]) -> int | None:
    """Where among the earlier themes the one that `theme` extends stands; None where it extends none of them."""
    name = theme.extends.name if theme.extends else None
    return next((index for index in reversed(range(len(earlier))) if earlier[index].id == name), None)


def read_theme(root: Node, name: str, damaged: bool = False) -> Theme:
    """The theme that stands in the document `root`, which its schema has passed."""
    extends, variants, fonts = root.get("extends"), root.get("variants"), root.get("fonts")
    return Theme(
        id=name,
        span=root.span,
        roles=read_roles(root),
        extends=Ref.read(extends) if extends else None,
        fallback=tuple(map(Ref.read, root.list("fallback"))),
        fonts={key.text: _fonts(value) for key, value in fonts.items()} if fonts else {},
        apart=tuple(tuple(map(Ref.read, group)) for group in root.list("apart")),
        variants={key.text: read_roles(value) for key, value in variants.items()} if variants else {},
        accepts=tuple(map(Acceptance.read, root.list("accept"))),
        damaged=damaged,
    )


def _fonts(node: Node) -> FontFiles:
    if isinstance(node.value, str):
        return FontFiles(Ref.read(node))
    bold, italic, both = (node.get(key) for key in ("bold", "italic", "bold-italic"))
    return FontFiles(Ref.read(node["regular"]), *(Ref.read(file) if file else None for file in (bold, italic, both)))
