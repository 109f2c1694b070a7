"""Pictures in a rulebook: diagrams of maps, faces with call-outs, and galleries of components."""

from typing import Literal

from msgspec import Struct, field

from pnp.diagnostics import Span
from pnp.geometry.block_grid import TURNS
from pnp.model.records import read_record
from pnp.model.reference import Formula, Ref
from pnp.source.tree import Mapping, Node

# A diagram as a record of its document.

MARGIN = 15.0
"""Default margin of the map around the shown places, in millimetres."""


class Diagram(Struct, frozen=True):
    """A diagram of a whole map, of a part of it, or of its turning law.

    With `around`, only these places are shown, with `margin` millimetres of the map around them. `laid` are pairs of a
    spot and the piece on it, `labels` pairs of a place and a text. `lit` are highlighted places, `way` is a shortest
    route through places. `far_from` is a place; its distances to all others are written on them. Both are those of the
    movement class `mover`, or of anybody.
    """

    map: Ref
    show: Ref | None = None
    style: Ref | None = None
    tile: Ref | None = None
    crop: Ref | None = None
    around: tuple[Ref, ...] = ()
    margin: float = MARGIN
    lit: tuple[Ref, ...] = field(default=(), name="highlight")
    way: tuple[Ref, ...] = ()
    far_from: Ref | None = field(default=None, name="distances-from")
    mover: Ref | None = field(default=None, name="for")
    labels: tuple[tuple[Ref, str], ...] = ()
    laid: tuple[tuple[Ref, Ref], ...] = ()
    width: float | None = None
    caption: Formula | None = None
    alt: Formula | None = None

    @property
    def span(self) -> Span:
        """The span of the name of its map."""
        return self.map.span

    @property
    def texts(self) -> tuple[Formula, ...]:
        """Its texts with markup and expressions."""
        return tuple(text for text in (self.caption, self.alt) if text)


def read_diagrams(node: Node) -> tuple[Diagram, ...]:
    """Return the diagrams at `node`, which are printed side by side: a list, a single diagram, or the name of a map."""
    if isinstance(node.value, str):
        return (Diagram(Ref.read(node)),)
    return (_diagram(node),) if isinstance(node.value, Mapping) else tuple(map(_diagram, node))


def _diagram(node: Node) -> Diagram:
    return read_record(Diagram, node) if isinstance(node.value, Mapping) else Diagram(Ref.read(node))


# Faces of components: the gallery of what a game consists of, and single faces with numbered call-outs.

Shown = Literal["front", "back", "both"]


class Exhibit(Struct, frozen=True):
    """A component of the gallery, what it is for, and the rows and sides that its picture shows; of a face, `crop`."""

    component: Ref
    purpose: Formula
    rows: tuple[Ref, ...] = ()
    side: Shown = "both"
    crop: Ref | None = None


class CallOut(Struct, frozen=True):
    """A number on a picture, which points at a layer, a place of the map, or a point in millimetres."""

    text: Formula
    span: Span
    layer: Ref | None = None
    place: Ref | None = None
    at: tuple[float, float] | None = None


class FaceSpec(Struct, frozen=True):
    """The face of a component with call-outs; `crop` is the part that is shown, `width` that of the picture."""

    component: Ref
    row: Ref | None = None
    side: Shown = "front"
    crop: Ref | None = None
    width: float | None = None
    call_outs: tuple[CallOut, ...] = ()
    caption: Formula | None = None
    alt: Formula | None = None

    @property
    def texts(self) -> tuple[Formula, ...]:
        """Its texts with markup and expressions."""
        own = tuple(text for text in (self.caption, self.alt) if text)
        return (*(each.text for each in self.call_outs), *own)


class SetUpStep(Struct, frozen=True):
    """A step of a set-up, and the things on the table that get its number."""

    text: Formula
    shows: tuple[Ref, ...] = ()


class TableWay(Struct, frozen=True):
    """A shortest route through places of a board on a table, in a colour of the theme, moved by `shift` millimetres.

    Its line begins at `start` if that is given: a slot of a board or a thing on the table.
    """

    through: tuple[Ref, ...]
    start: Ref | None = None
    colour: Ref | None = None
    dashed: bool = False
    shift: tuple[float, float] = (0.0, 0.0)

    @staticmethod
    def read(node: Node) -> "TableWay":
        """Return the route at `node`, a list of places or a mapping."""
        return read_record(TableWay, node) if isinstance(node.value, Mapping) else TableWay(tuple(map(Ref.read, node)))


ALPHABET = 26
"""The maximum number of steps that have letters."""


class SetUpSpec(Struct, frozen=True):
    """A table with numbered steps; None for the first table, the fewest players, and the default size on paper.

    With `around`, only the part around these places and things is shown, with `margin` millimetres of the table: one
    number, or those at the top, right, bottom and left. `way` is a shortest route through places of a board, `ways` are
    several. With `letters`, the steps have letters instead of numbers.
    """

    span: Span
    table: Ref | None = None
    players: int | None = None
    width: float | None = None
    height: float | None = None
    around: tuple[Ref, ...] = ()
    margin: tuple[float, ...] = (MARGIN,)
    way: tuple[Ref, ...] = ()
    ways: tuple[TableWay, ...] = ()
    steps: tuple[SetUpStep, ...] = ()
    letters: bool = False
    caption: Formula | None = None
    alt: Formula | None = None
    players_at: Span | None = None

    @property
    def texts(self) -> tuple[Formula, ...]:
        """Its texts with markup and expressions."""
        own = tuple(text for text in (self.caption, self.alt) if text)
        return (*(step.text for step in self.steps), *own)

    @property
    def every_way(self) -> tuple[TableWay, ...]:
        """Its routes: `way`, then `ways`."""
        return (*((TableWay(self.way),) if self.way else ()), *self.ways)


def read_set_up(node: Node, span: Span) -> SetUpSpec:
    """Return the set-up at `node`; `span` is that of its key."""
    players = node.get("players")
    players_at = players.span if players else None
    return read_record(SetUpSpec, node, span=span, steps=tuple(map(_step, node.list("steps"))), players_at=players_at)


def step_mark(step: int, letters: bool) -> str:
    """Return what marks a step, from 1: its number, or a letter."""
    return chr(ord("A") + step - 1) if letters and step <= ALPHABET else str(step)


def _step(node: Node) -> SetUpStep:
    return read_record(SetUpStep, node) if isinstance(node.value, Mapping) else SetUpStep(Formula.read(node))


def read_exhibits(node: Node) -> tuple[Exhibit, ...]:
    """Return the components of a gallery in their order."""
    return tuple(_exhibit(Ref.read(key), value) for key, value in node.items())


def _exhibit(component: Ref, node: Node) -> Exhibit:
    if not isinstance(node.value, Mapping):
        return Exhibit(component, Formula.read(node))
    return read_record(Exhibit, node, component=component)


def read_face(node: Node) -> FaceSpec:
    """Return the face with call-outs at `node`."""
    return read_record(FaceSpec, node, call_outs=tuple(map(_call_out, node.list("call-outs"))))


def _call_out(node: Node) -> CallOut:
    span = (node.get("layer") or node.get("place") or node["text"]).span
    return read_record(CallOut, node, span=span)


# The part of a map that is shown: all of it, a named part, four lengths, or a diagram of its turning law.

MAP, TURNS_SHOWN, ADDRESSES = "map", "turns", "addresses"

KEY = "key"
"""Shows the terrains, sides and roads of a grid map with their costs, on a face."""

SHOWN = (MAP, TURNS_SHOWN, ADDRESSES, *TURNS)
"""The values of `show`: the map, all turns at an intersection or one of them, the addresses of a block."""

PARTS = {
    "all": (0.0, 0.0, 1.0, 1.0),
    "top half": (0.0, 0.0, 1.0, 0.5),
    "bottom half": (0.0, 0.5, 1.0, 0.5),
    "left half": (0.0, 0.0, 0.5, 1.0),
    "right half": (0.5, 0.0, 0.5, 1.0),
    "top left quarter": (0.0, 0.0, 0.5, 0.5),
    "top right quarter": (0.5, 0.0, 0.5, 0.5),
    "bottom left quarter": (0.0, 0.5, 0.5, 0.5),
    "bottom right quarter": (0.5, 0.5, 0.5, 0.5),
}
"""The named parts of a map: left, top, width and height as fractions of the map's size."""

SLACK = 0.05
"""Tolerance for a part that reaches beyond its map, in millimetres, because lengths are rounded."""

LEAST_PART = 0.5
"""Minimum width and height of a part, in millimetres."""

Shares = tuple[float, float, float, float]


class NoPartError(ValueError):
    """The text does not name a part of a map or a face; `unread` is whether it could not be parsed at all."""

    def __init__(self, message: str, unread: bool = False) -> None:
        self.message, self.unread = message, unread
        super().__init__(message)


def part_in_shares(words: str, width: float, height: float, of: str = "map") -> Shares:
    """Return a part of a map or a face of that size: left, top, width and height as fractions of it.

    Raises NoPartError.
    """
    if words in PARTS:
        return PARTS[words]
    try:
        left, top, across, down = (float(word) for word in words.replace(",", " ").strip("[] ").split())
    except ValueError:
        raise NoPartError(f"'{words}' is no part of a {of}", unread=True) from None
    if 0 < min(across, down) < LEAST_PART:
        raise NoPartError(f"the part '{words}' is less than {LEAST_PART:g} mm wide or high")
    inside = min(left, top) >= 0 and left + across <= width + SLACK and top + down <= height + SLACK
    if not inside or not min(across, down, width, height) > 0:
        raise NoPartError(f"the part '{words}' does not lie on the {of} of {width:g} × {height:g} mm")
    return left / width, top / height, across / width, down / height
