"""The table at the beginning of a game: what lies where, for how many players."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from pnp.diagnostics import Span
from pnp.model.maps.game_map import read_point
from pnp.model.pack import Players
from pnp.model.reference import Acceptance, Formula, Ref
from pnp.source.tree import Node
from pnp.units import read_lengths

Heap = Literal["pile", "bag", "row", "column", "grid", "fan"]
"""How several pieces lie: one on the other, in a bag, side by side, below each other, in rows, or as in a hand."""

HEAPED: tuple[Heap, ...] = ("pile", "bag")
"""Pieces that are not seen one by one."""

Where = Literal["middle", "point", "each seat", "seat", "right of", "left of", "above", "below", "on"]
"""Where a thing lies: in the middle of the table, at a point, at seats, next to another thing, or on it."""

GAP = 15.0
"""Default distance between things that lie next to each other, in millimetres."""


class Position(Struct, frozen=True):
    """Where a thing lies; `thing` is the other one for places next to and on it, `seat` a number from 1.

    `point` is in millimetres across and down from the middle of the table.
    """

    where: Where
    span: Span
    thing: str = ""
    seat: int = 0
    point: tuple[float, float] = (0.0, 0.0)


class StackLayer(Struct, frozen=True):
    """Some pieces of a pile: how many, and the rows for which the formula `only` is true, None for any."""

    count: Formula
    only: Formula | None = None


class TableThing(Struct, frozen=True):
    """What lies at one place of the table: pieces of a component, or an empty `space` of that width and height.

    `others` are more components whose pieces follow those of `component`. `only` is a formula that is true for the rows
    that it may have. `stack` are the layers of a pile, the top one first.

    `spacing` is the distance between its pieces, None for that of the component. `scale` is the factor by which they
    are drawn larger than they are. `players` limits it to numbers of players. `shuffled` is None if the document does
    not say it. An `is_endless` pile never runs out. A thing that `is_faded` shows where pieces were: it takes none.

    With `is_example`, `rows` are only an example: in a game they are drawn from the shuffled pieces. `goes` is a
    formula for the place of each piece after that, or for several of which it gets the first free one. It has the
    fields of the piece, or of the piece of the thing `follows` that it belongs to.
    """

    id: str
    span: Span
    at: Position
    component: Ref | None = None
    space: tuple[float, float] | None = None
    name: str = ""
    rows: tuple[Ref, ...] = ()
    count: Formula | None = None
    heap: Heap = "row"
    columns: int | None = None
    spacing: float | None = None
    is_down: bool = False
    places: tuple[Ref, ...] = ()
    gap: float = GAP
    shift: tuple[float, float] = (0.0, 0.0)
    turn: float = 0.0
    scale: float = 1.0
    players: Players | None = None
    shuffled: bool | None = None
    is_endless: bool = False
    is_faded: bool = False
    others: tuple[Ref, ...] = ()
    only: Formula | None = None
    stack: tuple[StackLayer, ...] = ()
    is_example: bool = False
    follows: Ref | None = None
    goes: Formula | None = None

    @property
    def is_heap(self) -> bool:
        """Whether its pieces are a pile or in a bag."""
        return self.heap in HEAPED

    @property
    def is_shuffled(self) -> bool:
        """Whether its pieces are shuffled at the beginning; default: if they lie face down and are not named, or in a
        bag.
        """
        hidden = self.is_down or self.heap == "bag"
        return hidden and (not self.rows or self.heap == "bag") if self.shuffled is None else self.shuffled

    def lies_for(self, players: int) -> bool:
        """Whether it is on the table with that many players."""
        return self.players is None or self.players.least <= players <= self.players.most


class GameTable(Struct, frozen=True):
    """A table with its things in the order of the document; `size` is its width and height, None for as needed.

    `lost` names the things that could not be read.
    """

    id: str
    span: Span
    things: tuple[TableThing, ...]
    name: str = ""
    players: Players | None = None
    size: tuple[float, float] | None = None
    accepts: tuple[Acceptance, ...] = ()
    lost: frozenset[str] = frozenset()
    damaged: bool = False


def read_table(root: Node, name: str, damaged: bool = False) -> GameTable:
    """Return the table described in `root`, which its schema has validated."""
    things = root.get("things")
    return GameTable(
        id=name,
        span=root.span,
        things=tuple(_thing(key, value) for key, value in things.items()) if things else (),
        name=root["name"].text if "name" in root else "",
        players=Players.read(root["players"]) if "players" in root else None,
        size=_box(root["size"]) if "size" in root else None,
        accepts=tuple(map(Acceptance.read, root.list("accept"))),
        lost=things.lost if things else frozenset(),
        damaged=damaged,
    )


def _thing(key: Node, node: Node) -> TableThing:
    columns, spacing, gap, turn, scale = (node.get(it) for it in ("columns", "spacing", "gap", "turn", "scale"))
    components = tuple(map(Ref.read, node.list("component")))
    stack = tuple(map(_layer, node.list("stack")))
    return TableThing(
        id=key.text,
        span=key.span,
        at=_position(node["at"]),
        component=components[0] if components else None,
        space=_box(node["space"]) if "space" in node else None,
        name=node["name"].text if "name" in node else "",
        rows=tuple(map(Ref.read, node.list("rows" if "rows" in node else "example"))),
        count=Formula.read(node["count"]) if "count" in node else None,
        heap=node["as"].text if "as" in node else "pile" if stack else "row",  # type: ignore[arg-type]  # the schema
        columns=columns.integer if columns else None,
        spacing=spacing.number if spacing else None,
        is_down="face" in node and node["face"].text == "down",
        places=tuple(map(Ref.read, node.list("places"))),
        gap=gap.number if gap else GAP,
        shift=read_point(node["shift"]) if "shift" in node else (0.0, 0.0),
        turn=turn.number if turn else 0.0,
        scale=scale.number if scale else 1.0,
        players=Players.read(node["players"]) if "players" in node else None,
        shuffled=bool(node["shuffled"].value) if "shuffled" in node else None,
        is_endless="endless" in node and bool(node["endless"].value),
        is_faded="faded" in node and bool(node["faded"].value),
        others=components[1:],
        only=Formula.read(node["only"]) if "only" in node else None,
        stack=stack,
        is_example="example" in node and "rows" not in node,
        follows=Ref.read(node["with"]) if "with" in node else None,
        goes=Formula.read(node["goes"]) if "goes" in node else None,
    )


def _layer(node: Node) -> StackLayer:
    return StackLayer(Formula.read(node["count"]), Formula.read(node["only"]) if "only" in node else None)


def _position(node: Node) -> Position:
    if not isinstance(node.value, str):
        return Position("point", node.span, point=read_point(node))
    words = node.text.split()
    if words[0] == "seat":
        return Position("seat", node.span, seat=int(words[1]))
    if len(words) == 1 or words == ["each", "seat"]:
        return Position(" ".join(words), node.span)  # type: ignore[arg-type]  # the schema has said so
    return Position(" ".join(words[:-1]), node.span, words[-1])  # type: ignore[arg-type]  # as above


def _box(node: Node) -> tuple[float, float]:
    return read_lengths(node.text) if isinstance(node.value, str) else (node.number, node.number)
