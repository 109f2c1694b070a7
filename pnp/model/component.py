"""Components and boxes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from pnp.diagnostics import Span
from pnp.model.records import TableSource, read_record
from pnp.model.reference import Acceptance, Formula, Ref, texts_under
from pnp.model.row import Field, Misfit, Row, read_field, read_row
from pnp.source.tree import Listing, Node

# A box for printed components: its contents and the room that they need.

Panel = Literal["front", "back", "left", "right", "top", "bottom"]

PANELS: tuple[Panel, ...] = ("front", "back", "left", "right", "top", "bottom")

THICKNESS = 0.30
"""Default thickness of a printed card, in millimetres."""

CLEARANCE = 0.5
"""Default distance between the inside of a box and its contents on every side, in millimetres."""

SLEEVES = {"none": 0.0, "standard": 0.04, "premium": 0.09}
"""Thickness of one side of a sleeve, in millimetres, by the name of the sleeve."""

SLEEVE_MARGIN = 3.0
"""Difference between a sleeve and its card in width and height, in millimetres."""


class TuckBox(Struct, frozen=True):
    """A box for the components in `holds`, in one stack; `panels` are the templates of its sides.

    `thickness` is the thickness of one card, `sleeve` that of one side of its sleeve (0 without sleeves), in
    millimetres.
    """

    holds: tuple[Ref, ...]
    panels: Mapping[Panel, Ref] = field(default_factory=dict)
    thickness: float = THICKNESS
    sleeve: float = 0.0
    clearance: float = CLEARANCE


def read_box(root: Node) -> TuckBox:
    """Return the box described in `root`, the document of a component that makes a box."""
    sleeves = root.get("sleeves")
    sleeve = SLEEVES.get(sleeves.text) if sleeves else 0.0
    return read_record(TuckBox, root, sleeve=sleeves.number if sleeves and sleeve is None else sleeve)


# A component: rows of data and the faces made from them.

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
    "table",
]
"""What a component can be; a table prints nothing, other documents read its rows."""

Heading = Literal["up", "right", "down", "left"]
"""Which way a piece heads in its picture."""

HEADING_DEGREES: dict[Heading, int] = {"up": 0, "right": 90, "down": 180, "left": 270}
"""Those directions in degrees clockwise from upwards."""


class DerivedRows(Struct, frozen=True):
    """Rows derived from a map: one for each area, for each area and site with `tag`, or for each tile."""

    map: Ref
    span: Span
    tag: Ref | None = None
    tiles: bool = False


class Join(Struct, frozen=True):
    """Another table whose fields are added to the rows: those of its row with the same value in the field `by`.

    `key` is the name of this column in the other table. A row without a match is a fault unless it is `optional`.
    """

    table: TableSource
    by: Ref
    key: Ref
    optional: bool = False

    @classmethod
    def read(cls, node: Node) -> Join:
        """Return the join at `node`; the columns of both tables have the same name by default."""
        return read_record(cls, node, table=TableSource.read(node), key=Ref.read(node.get("key") or node["by"]))


DESCENDING = " descending"
"""The end of a sort key that reverses its order."""


class SortKey(Struct, frozen=True):
    """An expression over the fields of a row, and the direction of sorting."""

    by: Formula
    descending: bool = False

    @classmethod
    def read(cls, node: Node) -> SortKey:
        """Return the key at `node`."""
        formula = Formula.read(node)
        by = replace(formula, text=formula.text.removesuffix(DESCENDING).rstrip())
        return cls(by, descending=True) if formula.text.endswith(DESCENDING) else cls(formula)


class RowSelection(Struct, frozen=True):
    """What a component makes of its rows; all formulas are over the fields of one row.

    `computed` are additional fields in order. Only the rows for which `only` is true are printed, sorted by `order`; of
    these `take` is the first and the last, from 1, the last may be None. `template` and `back` are texts with
    expressions from which each row gets the name of its template.
    """

    computed: tuple[tuple[Ref, Formula], ...] = ()
    only: Formula | None = None
    order: tuple[SortKey, ...] = field(default=(), name="order-by")
    take: tuple[int, int | None] | None = None
    template: Formula | None = None
    back: Formula | None = None


class Component(Struct, frozen=True):
    """A component to print: what it makes, the templates of its face and back, and its rows.

    The rows are written in the document, read from a `table`, or derived from a map (`each`). `columns` are the spans
    of a table's column names, and `header` is the span of its first line. `misfits` are the faults in rows that do not
    match the declared `fields`. The `selection` is applied to the rows after all documents are read. If rows choose
    their templates, `template` and `back` are those of the first row. `sides` is the number of rows of a die. `heading`
    is that of a token or marker in its picture. `finished` is the part of the face of a mat that is visible when it is
    folded. A `box` has templates for its panels instead of a template and a back.
    `product` is the product of a print service that it becomes. It is `unjoined` if a table with more fields could not
    be read. `wording` are texts that are printed outside its faces: name, stock and steps. If it is `unnamed`, its name
    was made from that of its file.
    """

    id: str
    name: str
    makes: Makes
    span: Span
    template: Ref | None = None
    back: Ref | None = None
    rows: tuple[Row, ...] = ()
    each: DerivedRows | None = None
    table: TableSource | None = None
    joins: tuple[Join, ...] = field(default=(), name="join")
    selection: RowSelection | None = None
    header: Span | None = None
    columns: Mapping[str, Span] = field(default_factory=dict)
    fields: Mapping[str, Field] = field(default_factory=dict)
    misfits: tuple[Misfit, ...] = ()
    copies: int = 1
    product: str = ""
    stock: str = ""
    steps: tuple[str, ...] = ()
    overlap: float = 10.0
    base: float | None = None
    sides: int = 6
    edge: float | None = None
    heading: Heading | None = None
    finished: Ref | None = None
    box: TuckBox | None = None
    accepts: tuple[Acceptance, ...] = field(default=(), name="accept")
    damaged: bool = False
    unjoined: bool = False
    wording: tuple[Formula, ...] = ()
    unnamed: bool = False

    @property
    def prints(self) -> bool:
        """Whether it is printed; a table is not."""
        return self.makes != "table"

    @property
    def templates(self) -> tuple[Ref, ...]:
        """The templates of its faces, its backs and its panels."""
        panels = self.box.panels.values() if self.box else ()
        return (*self.fronts, *self.backs, *panels)

    @property
    def fronts(self) -> tuple[Ref, ...]:
        """The template of its face, or those that its rows choose."""
        if self.selection and self.selection.template:
            return _each_once(row.template for row in self.rows)
        return (self.template,) if self.template else ()

    @property
    def computed(self) -> frozenset[str]:
        """The names of its computed fields, which are in no file."""
        return frozenset(name.name for name, _ in self.selection.computed) if self.selection else frozenset()

    @property
    def backs(self) -> tuple[Ref, ...]:
        """The template of its back, or those that its rows choose."""
        if self.selection and self.selection.back:
            return _each_once(row.back for row in self.rows)
        return (self.back,) if self.back else ()


def _each_once(chosen: Iterable[Ref | None]) -> tuple[Ref, ...]:
    """Return the templates, each name once."""
    found: dict[str, Ref] = {}
    for ref in chosen:
        if ref:
            found.setdefault(ref.name, ref)
    return tuple(found.values())


def read_component(root: Node, name: str, damaged: bool = False) -> Component:
    """Return the component described in `root`, which its schema has validated; the rows of a table are added later."""
    each, selection = _each(root), _selection(root)
    rows, fields = root.get("rows"), root.get("fields")
    listed = isinstance(rows.value, Listing) if rows else False
    lost = damaged and (fields is not None or not root.lost.isdisjoint(("rows", "fields")))
    written = tuple(read_row(node, index) for index, node in enumerate(rows or (), start=1)) if listed else ()
    return read_record(
        Component,
        root,
        id=name,
        name=root.text_of("name", name_of(name)),
        template=_named_template(root, "template"),
        back=_named_template(root, "back"),
        rows=written or (() if each or (rows and not listed) or lost else (Row("1", {}, root.span),)),
        each=each,
        table=TableSource.read(rows) if rows and not listed else None,
        selection=selection if selection != RowSelection() else None,
        fields={key.text: read_field(key, value) for key, value in root.entries("fields")},
        box=read_box(root) if "holds" in root else None,
        damaged=damaged,
        unjoined="join" in root.lost,
        wording=tuple(texts_under(root, "name", "stock", "steps")),
        unnamed="name" not in root and "name" not in root.lost,
    )


def name_of(file: str) -> str:
    """Return the name of a file as words: `traffic-tickets` becomes `Traffic tickets`."""
    words = " ".join(re.split(r"[-_\s]+", file)).strip() or file
    return words[:1].upper() + words[1:]


def _named_template(root: Node, key: str) -> Ref | None:
    """Return the template under a key; None if each row chooses its own."""
    return Ref.read(root[key]) if key in root and "{" not in root[key].text else None


def _selection(root: Node) -> RowSelection:
    """Return what a component makes of its rows."""
    take = root.get("take")
    chosen = {key: root[key] for key in ("template", "back") if key in root and "{" in root[key].text}
    return read_record(
        RowSelection,
        root,
        take=_range_of(take) if take else None,
        template=Formula.read(chosen["template"]) if "template" in chosen else None,
        back=Formula.read(chosen["back"]) if "back" in chosen else None,
    )


def _range_of(node: Node) -> tuple[int, int | None]:
    """Return the first and the last row of a range: `10` is 1 to 10; `from 11` has no end."""
    if not isinstance(node.value, str):
        return 1, node.integer
    if node.text.startswith("from"):
        return int(node.text.removeprefix("from")), None
    first, _, last = node.text.partition("to")
    return int(first), int(last)


def _each(root: Node) -> DerivedRows | None:
    """Return from what a component derives its rows."""
    for key in ("each-area-of", "each-tile-of"):
        if key in root:
            tag = Ref.read(root["tagged"]) if "tagged" in root else None
            return DerivedRows(Ref.read(root[key]), root[key].span, tag, key == "each-tile-of")
    return None
