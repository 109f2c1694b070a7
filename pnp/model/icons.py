"""Icons: small drawings on a grid of 24, each a few marks in the colour of its use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.model.acceptance import Acceptance
from pnp.model.reference import Ref
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pnp.diagnostics import Span
    from pnp.source.tree import Node

GRID = 24.0
"""The side of the square that an icon is drawn in."""

STROKE = 2.0
"""How wide a line of an icon is where it says nothing."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One fill or, where it has a `width`, one round-ended line of an icon: SVG path data on the grid.

    A fill leaves a hole where two of its outlines overlap. Without a `colour` it takes the colour of the icon's use.
    """

    data: Ref
    width: float | None = None
    colour: Ref | None = None


@dataclass(frozen=True, slots=True)
class Icon:
    """A named drawing; `colour` is what it wears where its use gives it none."""

    id: str
    span: Span
    marks: tuple[Mark, ...]
    colour: Ref | None = None


@dataclass(frozen=True, slots=True)
class IconSet:
    """The icons of one document."""

    id: str
    span: Span
    icons: tuple[Icon, ...]
    accepts: tuple[Acceptance, ...] = ()
    damaged: bool = False


def icons_by_name(sets: Iterable[IconSet]) -> dict[str, Icon]:
    """Every icon by its name; of two with one name the later."""
    return {icon.id: icon for icons in sets for icon in icons.icons}


def read_icons(root: Node, name: str, damaged: bool = False) -> IconSet:
    """The icons that stand in the document `root`, which its schema has passed."""
    icons = root.get("icons")
    return IconSet(
        id=name,
        span=root.span,
        icons=tuple(_icon(key, value) for key, value in icons.items()) if icons else (),
        accepts=tuple(map(Acceptance.read, root.list("accept"))),
        damaged=damaged,
    )


def _icon(key: Node, value: Node) -> Icon:
    """An icon written as a list of marks, or as a mapping with its own colour."""
    marks, colour = (value["marks"], value.get("colour")) if "marks" in value else (value, None)
    return Icon(key.text, key.span, tuple(map(_mark, marks)), Ref.read(colour) if colour else None)


def _mark(node: Node) -> Mark:
    colour, width = node.get("colour"), node.get("width")
    paint = Ref.read(colour) if colour else None
    if "fill" in node:
        return Mark(Ref.read(node["fill"]), colour=paint)
    return Mark(Ref.read(node["line"]), width.number if width else STROKE, paint)
