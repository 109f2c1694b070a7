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

    A theme extends one that stands before it, so that none can extend itself. A variant is laid over all of that, that
    of the theme that others extend first: what it makes white stays white, whatever colour they give it.
    """
    chain = _take(list(themes))
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
    )


def _take(earlier: list[Theme]) -> list[Theme]:
    """The last theme, the one that it extends, and so on; `earlier` keeps what stands before all of them."""
    found: list[Theme] = []
    place = len(earlier) - 1 if earlier else None
    while place is not None:
        found.append(earlier[place])
        del earlier[place:]
        place = base_of(found[-1], earlier)
    return found


def left_aside(themes: Iterable[Theme]) -> Theme | None:
    """The theme that stands last before those that the game is drawn with, and that none of them extends; None where
    there is none.
    """
    earlier = list(themes)
    _take(earlier)
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
