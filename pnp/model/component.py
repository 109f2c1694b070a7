"""A component: rows of data and the faces they fall into."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from pnp.model.acceptance import Acceptance
from pnp.model.reference import Ref
from pnp.source.tree import Listing, Node, Value
from pnp.source.tree import Mapping as SourceMapping

if TYPE_CHECKING:
    from pnp.diagnostics import Span

Makes = Literal["board", "card", "tile", "token", "mat", "standee", "pad", "track", "marker"]

RowValue = str | int | Fraction | bool | None | tuple["RowValue", ...] | Mapping[str, "RowValue"]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of data; `spans` are the places of its fields."""

    name: str
    fields: Mapping[str, RowValue]
    span: Span
    copies: int = 1
    spans: Mapping[str, Span] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Each:
    """Rows that are derived: one for each area of a map."""

    map: Ref
    span: Span


@dataclass(frozen=True, slots=True)
class Component:
    """A thing to print: what it makes, the template of its face and back, and its rows (written, or one for each area
    of a map).
    """

    id: str
    name: str
    makes: Makes
    span: Span
    template: Ref
    back: Ref | None = None
    rows: tuple[Row, ...] = ()
    each: Each | None = None
    copies: int = 1
    stock: str = ""
    steps: tuple[str, ...] = ()
    overlap: float = 10.0
    base: float | None = None
    accepts: tuple[Acceptance, ...] = ()
    damaged: bool = False


def read_component(root: Node, name: str, damaged: bool = False) -> Component:
    """The component that stands in the document `root`, which its schema has passed."""
    each, back, copies = root.get("each-area-of"), root.get("back"), root.get("copies")
    overlap, base = root.get("overlap"), root.get("base")
    rows = tuple(_row(node, index) for index, node in enumerate(root.list("rows"), start=1))
    return Component(
        id=name,
        name=root["name"].text,
        makes=root["makes"].text,  # type: ignore[arg-type]  # the schema has said so
        span=root.span,
        template=Ref.read(root["template"]),
        back=Ref.read(back) if back else None,
        rows=rows or (() if each else (Row("1", {}, root.span),)),
        each=Each(Ref.read(each), each.span) if each else None,
        copies=copies.integer if copies else 1,
        stock=root["stock"].text if "stock" in root else "",
        steps=tuple(node.text for node in root.list("steps")),
        overlap=overlap.number if overlap else 10.0,
        base=base.number if base else None,
        accepts=tuple(Acceptance.read(node) for node in root.list("accept")),
        damaged=damaged,
    )


def _row(node: Node, index: int) -> Row:
    fields = {key.text: plain(value.value) for key, value in node.items() if key.text != "copies"}
    copies = node.get("copies")
    label = next((fields[key] for key in ("id", "name", "title") if key in fields), index)
    spans = {key.text: value.span for key, value in node.items()}
    return Row(str(label), fields, node.span, copies.integer if copies else 1, spans)


def plain(value: Value) -> RowValue:
    """The value as expressions see it: numbers exact, lists as tuples, no marks."""
    match value:
        case bool() | None | str() | int():
            return value
        case float():
            exact = Fraction(str(value))
            return exact.numerator if exact.denominator == 1 else exact
        case SourceMapping():
            return {key: plain(item) for key, item in value.items()}
        case Listing():
            return tuple(plain(item) for item in value)
