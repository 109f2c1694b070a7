"""A component: rows of data and the faces they fall into."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Literal

from pnp.model.acceptance import Acceptance
from pnp.model.box import Box, read_box
from pnp.model.fields import Field, read_field
from pnp.model.reference import Formula, Ref, texts_under
from pnp.model.row import Row, RowValue, plain, read_row
from pnp.records import dataclass
from pnp.source.tree import Listing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pnp.diagnostics import Span
    from pnp.model.misfit import Misfit
    from pnp.source.tree import Node

__all__ = ["Component", "Each", "Makes", "Row", "RowValue", "plain", "read_component"]

Makes = Literal[
    "board",
    "card",
    "tile",
    "token",
    "mat",
    "standee",
    "pad",
    "track",
    "marker",
    "coin",
    "note",
    "sticker",
    "die",
    "box",
]
"""What is made of the printed sheets."""


@dataclass(frozen=True, slots=True)
class Each:
    """Rows that are derived: one for each area of a map, or for each area and site with a tag, or for each tile."""

    map: Ref
    span: Span
    tag: Ref | None = None
    tiles: bool = False


@dataclass(frozen=True, slots=True)
class Component:
    """A thing to print: what it makes, the template of its face and back, and its rows: written, from a `table`, or one
    for each area of a map.

    Rows from a table have its `columns`, each with the place of its name, below its `header`. `misfits` are what is
    wrong with the fields of rows, where the component declares its `fields`. The rows of a die are its `sides`, which
    are so many; a `box` has templates for its panels and none of its own. `wording`
    are the texts of it that are printed beside its faces: its name, its paper and its steps.
    """

    id: str
    name: str
    makes: Makes
    span: Span
    template: Ref | None = None
    back: Ref | None = None
    rows: tuple[Row, ...] = ()
    each: Each | None = None
    table: Ref | None = None
    header: Span | None = None
    columns: Mapping[str, Span] = field(default_factory=dict)
    fields: Mapping[str, Field] = field(default_factory=dict)
    misfits: tuple[Misfit, ...] = ()
    copies: int = 1
    stock: str = ""
    steps: tuple[str, ...] = ()
    overlap: float = 10.0
    base: float | None = None
    sides: int = 6
    edge: float | None = None
    box: Box | None = None
    accepts: tuple[Acceptance, ...] = ()
    damaged: bool = False
    wording: tuple[Formula, ...] = ()

    @property
    def templates(self) -> tuple[Ref, ...]:
        """The templates that it names, of its face, its back and its panels."""
        panels = self.box.panels.values() if self.box else ()
        return tuple(name for name in (self.template, self.back, *panels) if name)


def read_component(root: Node, name: str, damaged: bool = False) -> Component:
    """The component that stands in the document `root`, which its schema has passed; the rows of a table come later."""
    each, back, copies = _each(root), root.get("back"), root.get("copies")
    overlap, base, rows, fields = (root.get(key) for key in ("overlap", "base", "rows", "fields"))
    listed = isinstance(rows.value, Listing) if rows else False
    written = tuple(read_row(node, index) for index, node in enumerate(rows or (), start=1)) if listed else ()
    return Component(
        id=name,
        name=root["name"].text,
        makes=root["makes"].text,  # type: ignore[arg-type]  # the schema has said so
        span=root.span,
        template=Ref.read(root["template"]) if "template" in root else None,
        back=Ref.read(back) if back else None,
        rows=written or (() if each or (rows and not listed) else (Row("1", {}, root.span),)),
        each=each,
        table=Ref.read(rows) if rows and not listed else None,
        fields={key.text: read_field(key, value) for key, value in fields.items()} if fields else {},
        copies=copies.integer if copies else 1,
        stock=root["stock"].text if "stock" in root else "",
        steps=tuple(node.text for node in root.list("steps")),
        overlap=overlap.number if overlap else 10.0,
        base=base.number if base else None,
        sides=root["sides"].integer if "sides" in root else 6,
        edge=root["edge"].number if "edge" in root else None,
        box=read_box(root) if "holds" in root else None,
        accepts=tuple(Acceptance.read(node) for node in root.list("accept")),
        damaged=damaged,
        wording=tuple(texts_under(root, "name", "stock", "steps")),
    )


def _each(root: Node) -> Each | None:
    """What a component derives its rows from."""
    for key in ("each-area-of", "each-tile-of"):
        if key in root:
            tag = Ref.read(root["tagged"]) if "tagged" in root else None
            return Each(Ref.read(root[key]), root[key].span, tag, key == "each-tile-of")
    return None
