"""A diagram: which part of a map, with what on it."""

from __future__ import annotations

from msgspec import Struct

from pnp.diagnostics import Span
from pnp.geometry.block_grid import TURNS
from pnp.model.reference import Formula, Ref
from pnp.source.tree import Mapping, Node

# A diagram of a rulebook: what of a map it shows, and what is laid and written over it.

MARGIN = 15.0
"""How much of the map is shown around places, in millimetres, where a diagram gives nothing."""


class Diagram(Struct, frozen=True):
    """A map, a part of it, or a diagram of its law, as the rulebook asks for it.

    `around` are places and `margin` what is shown of the map beside them. `laid` is what lies on which spot, `labels`
    what is written on which place, `lit` are places that stand out. `way` is a shortest way through places, and
    `far_from` a place from which the moves to all others are written on them.
    """

    map: Ref
    show: Ref | None = None
    style: Ref | None = None
    tile: Ref | None = None
    crop: Ref | None = None
    around: tuple[Ref, ...] = ()
    margin: float = MARGIN
    lit: tuple[Ref, ...] = ()
    way: tuple[Ref, ...] = ()
    far_from: Ref | None = None
    labels: tuple[tuple[Ref, str], ...] = ()
    laid: tuple[tuple[Ref, Ref], ...] = ()
    width: float | None = None
    caption: Formula | None = None
    alt: Formula | None = None

    @property
    def span(self) -> Span:
        """Where it names its map."""
        return self.map.span

    @property
    def texts(self) -> tuple[Formula, ...]:
        """What it writes with marks and expressions."""
        return tuple(text for text in (self.caption, self.alt) if text)


def read_diagrams(node: Node) -> tuple[Diagram, ...]:
    """The diagrams at `node`, side by side: a list of them, one, or the name of a map."""
    if isinstance(node.value, str):
        return (Diagram(Ref.read(node)),)
    return (_diagram(node),) if isinstance(node.value, Mapping) else tuple(map(_diagram, node))


def _diagram(node: Node) -> Diagram:
    if not isinstance(node.value, Mapping):
        return Diagram(Ref.read(node))
    margin, width, labels, laid = (node.get(key) for key in ("margin", "width", "labels", "laid"))
    return Diagram(
        map=Ref.read(node["map"]),
        show=_ref(node, "show"),
        style=_ref(node, "style"),
        tile=_ref(node, "tile"),
        crop=_ref(node, "crop"),
        around=_refs(node, "around"),
        margin=margin.number if margin else MARGIN,
        lit=_refs(node, "highlight"),
        way=_refs(node, "way"),
        far_from=_ref(node, "distances-from"),
        labels=tuple((Ref.read(key), value.text) for key, value in labels.items()) if labels else (),
        laid=tuple((Ref.read(key), Ref.read(value)) for key, value in laid.items()) if laid else (),
        width=width.number if width else None,
        caption=_formula(node, "caption"),
        alt=_formula(node, "alt"),
    )


def _ref(node: Node, key: str) -> Ref | None:
    return Ref.read(node[key]) if key in node else None


def _refs(node: Node, key: str) -> tuple[Ref, ...]:
    return tuple(map(Ref.read, node.list(key)))


def _formula(node: Node, key: str) -> Formula | None:
    return Formula.read(node[key]) if key in node else None


# What is shown of a map: all of it, a part that has a name or is given as four lengths, or a diagram of its law.

MAP, TURNS_SHOWN, ADDRESSES = "map", "turns", "addresses"

SHOWN = (MAP, TURNS_SHOWN, ADDRESSES, *TURNS)
"""What can be shown: the map, all turns at an intersection or one of them, the addresses of a block."""

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
"""The parts of a map that have a name: left, top, width and height as shares of it."""

SLACK = 0.05
"""By how many millimetres a part may reach beyond its map, as far as lengths are rounded."""

LEAST_PART = 0.5
"""The least width and height of a part, in millimetres."""

Shares = tuple[float, float, float, float]


class NoPartError(ValueError):
    """Words that say no part of the map; the message says why, `unread` whether they could not be read at all."""

    def __init__(self, message: str, unread: bool = False) -> None:
        self.message, self.unread = message, unread
        super().__init__(message)


def part_in_shares(words: str, width: float, height: float) -> Shares:
    """A part of a map of that size: left, top, width and height as shares of it; raises NoPartError."""
    if words in PARTS:
        return PARTS[words]
    try:
        left, top, across, down = (float(word) for word in words.replace(",", " ").strip("[] ").split())
    except ValueError:
        raise NoPartError(f"'{words}' is no part of a map", unread=True) from None
    if 0 < min(across, down) < LEAST_PART:
        raise NoPartError(f"the part '{words}' is less than {LEAST_PART:g} mm wide or high")
    inside = min(left, top) >= 0 and left + across <= width + SLACK and top + down <= height + SLACK
    if not inside or not min(across, down, width, height) > 0:
        raise NoPartError(f"the part '{words}' does not lie on the map of {width:g} × {height:g} mm")
    return left / width, top / height, across / width, down / height
