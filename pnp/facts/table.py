"""What lies where on a table, for a number of players: pieces with their positions in millimetres."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from math import ceil
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from pnp.diagnostics import Fault, Missing
from pnp.facts.diagrams import NoSketchError, listed
from pnp.facts.facts import Facts
from pnp.facts.pictures import MOST_NAMED
from pnp.facts.pieces import (
    LaidPiece,
    Limit,
    PieceBlock,
    PieceDealer,
    TakenRows,
)
from pnp.messages import did_you_mean, many, range_of
from pnp.model.diagram import SetUpSpec, TableWay, step_mark
from pnp.model.game import Game
from pnp.model.pack import Players
from pnp.model.reference import Ref
from pnp.model.table import GameTable, TableThing
from pnp.scene.items import IDENTITY, Affine, BoundingBox, apply, brought, compose, rotate, translate

MOST_SEATS = 12
"""The maximum number of players of a table."""

RIM = 20.0
"""The distance of things from the edge of the table, in millimetres."""

ATTACHED = 3.0
"""The maximum gap of things that belong to a board, such as its frame: pictures draw them at the scale of the board."""

SCALES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4)
"""The scales at which pictures draw what lies next to a board, relative to the board."""

SMALL = 24.0
"""The size on the table, in millimetres, below which things are not drawn smaller."""

BOARD_SHARE = 0.5
"""The share of a picture that its board should fill."""


# Seats around the table, clockwise from the lower edge as one looks down on it.

Edge = Literal["bottom", "left", "top", "right"]

_SEATS: dict[int, str] = {1: "b", 2: "bt", 3: "blr", 4: "bltr", 5: "blttr", 6: "bblttr", 7: "bblttrr", 8: "bbllttrr"}
_EDGES: dict[str, Edge] = {"b": "bottom", "l": "left", "t": "top", "r": "right"}
EDGE_TURNS: dict[Edge, float] = {"bottom": 0.0, "left": 90.0, "top": 180.0, "right": 270.0}
"""How far what lies at an edge is turned, in degrees clockwise."""


def edges_of(players: int) -> tuple[Edge, ...]:
    """Return the edge at which each player sits, clockwise; more than eight sit at the long edges."""
    words = _SEATS.get(players) or "b" * ceil(players / 2) + "t" * (players // 2)
    return tuple(_EDGES[word] for word in words)


def turn_of(to: Affine) -> float:
    """Return by how many quarters, in degrees clockwise, the transform of a seat or of nothing turns."""
    near = (all(abs(a - b) < 1e-9 for a, b in zip(rotate(turn), to[:4], strict=False)) for turn in EDGE_TURNS.values())
    return next(turn for turn, found in zip(EDGE_TURNS.values(), near, strict=True) if found)


# What lies on the table.


class LaidThing(Struct, frozen=True):
    """The pieces of a thing at one seat or in the middle, the lowest first, in a box on the table.

    `count` is the number of pieces, of which a pile shows a few; `taken` are the rows of all of them. `host` is the
    thing that it lies on. `seat` is the number of the player from 1, 0 for none. `limits` are the
    rows that they may have. `size` is the scale at which a picture draws them.
    """

    thing: TableThing
    name: str
    pieces: tuple[LaidPiece, ...]
    box: BoundingBox
    count: int
    seat: int = 0
    host: str = ""
    taken: TakenRows = ()
    limits: tuple[Limit, ...] = ()
    size: float = 1.0


class LaidTable(Struct, frozen=True):
    """A table for a number of players, in millimetres from its middle; `seats` are the transforms of their edges.

    `names`, `counts` and `collisions` are faults: what the game does not have, what it has too few of, and what lies
    over something else or beyond the edge.
    """

    table: GameTable
    players: int
    box: BoundingBox
    things: tuple[LaidThing, ...]
    seats: tuple[Affine, ...]
    names: tuple[Fault, ...] = ()
    counts: tuple[Fault, ...] = ()
    collisions: tuple[Fault, ...] = ()


def players_of(table: GameTable, game: Game) -> range:
    """Return the numbers of players for which a table is laid."""
    return seats_for(table.players or (game.pack.players if game.pack else None) or Players(1, 1))


def seats_for(players: Players) -> range:
    """Return the numbers of players that a table has seats for, at least one.

    A range that ends before it begins is reported by a check, and read the other way round here.
    """
    least, most = sorted((players.least, players.most))
    least = min(max(1, least), MOST_SEATS)
    return range(least, max(least, min(most, MOST_SEATS)) + 1)


def lay_table(table: GameTable, players: int, facts: Facts) -> LaidTable:
    """Return what lies where with that many players."""
    return _Layout(table, players, facts).laid((1.0,))


def lay_picture(table: GameTable, players: int, facts: Facts) -> LaidTable:
    """Return what lies where in a picture: what is next to a board is drawn smaller where the board would be small."""
    return _Layout(table, players, facts).laid(SCALES)


# The layout: things are arranged as blocks, blocks are placed relative to each other, and seats around them.

TOUCH = 0.5
"""By how much things may overlap, in millimetres, since sizes are rounded."""

MOST_COMPARED = 400
"""The maximum number of things on a table that are compared to find those that lie over each other."""


class _Layout:
    """One table for one number of players, while it is laid out."""

    def __init__(self, table: GameTable, players: int, facts: Facts) -> None:
        self._table, self._players = table, players
        self._things = {each.id: each for each in table.things if each.lies_for(players)}
        self._names: list[Fault] = []
        self._dealer = PieceDealer(players, facts)
        self._edges = edges_of(players)
        self._scale = 1.0

    def laid(self, scales: Sequence[float]) -> LaidTable:
        """Return the table at the first of the scales at which its board is large enough."""
        frames = self._frames()
        self._check_followed()
        pieces = self._dealer.deal(self._things, frames)
        whole = found = self._laid(pieces, frames)
        board = self._board(found)
        for scale in scales[1:] if board and not self._table.size else ():
            if not board or board.width * board.height >= BOARD_SHARE * found.box.width * found.box.height:
                break
            self._scale = scale
            smaller = self._laid(pieces, frames)
            if len(smaller.collisions) <= len(whole.collisions):
                found = smaller
        return found

    def _laid(self, pieces: Mapping[tuple[str, int], PieceBlock], frames: Mapping[str, tuple[int, ...]]) -> LaidTable:
        blocks: dict[tuple[str, int], PieceBlock] = {}
        for name in self._ordered():
            for frame in frames.get(name, ()):
                block = pieces.get((name, frame))
                block = block and _scaled(block, self._size(block, blocks))
                if block and self._place(block, blocks):
                    blocks[name, frame] = block
        box, seats = self._around(tuple(blocks.values()))
        things = tuple(_settled(block, seats) for block in blocks.values())
        collisions = tuple(self._collisions(things, box))
        names, counts = (*self._names, *self._dealer.names), tuple(self._dealer.counts)
        return LaidTable(self._table, self._players, box, things, seats, names, counts, collisions)

    def _size(self, block: PieceBlock, blocks: Mapping[tuple[str, int], PieceBlock]) -> float:
        """Return the scale of a block: that of what it lies on; small things are still recognized at a large scale."""
        at = block.thing.at
        host = blocks.get((at.thing, block.frame))
        if at.where == "on" and host:
            return host.size
        longest = max(block.width, block.height)
        if self._is_of_board(block.thing.id) or longest <= SMALL:
            return 1.0
        return max(self._scale, SMALL / longest)

    def _is_of_board(self, name: str) -> bool:
        """Whether a thing is in the middle of the table, lies on what is there, or is attached to it."""
        thing = self._things.get(name)
        for _ in self._things:
            if thing is None or thing.at.where == "middle":
                return thing is not None
            attached = thing.at.where in ("right of", "left of", "above", "below") and thing.gap <= ATTACHED
            if thing.at.where != "on" and not attached:
                return False
            thing = self._things.get(thing.at.thing)
        return False

    def _board(self, laid: LaidTable) -> BoundingBox | None:
        """Return the box of the board in the middle: of a thing that others lie on."""
        hosts = {each.host for each in laid.things}
        boxes = [each.box for each in laid.things if each.thing.at.where == "middle" and each.thing.id in hosts]
        return boxes[0] if boxes else None

    # Frames: things at seats are laid once for each, and so is what lies next to them.

    def _frames(self) -> dict[str, tuple[int, ...]]:
        return {name: self._frame(each, ()) for name, each in self._things.items()}

    def _frame(self, thing: TableThing, above: tuple[str, ...]) -> tuple[int, ...]:
        at = thing.at
        match at.where:
            case "middle" | "point":
                return (0,)
            case "each seat":
                return tuple(range(1, self._players + 1))
            case "seat":
                return (at.seat,) if at.seat <= self._players else ()
            case _:
                other = self._things.get(at.thing)
                if other is None or thing.id in above:
                    self._refuse(thing, missing=other is None)
                    return ()
                return self._frame(other, (*above, thing.id))

    def _refuse(self, thing: TableThing, missing: bool) -> None:
        """Add the fault of a thing next to one that is not there, or that lies next to itself in the end."""
        at, known = thing.at, [each.id for each in self._table.things]
        if at.thing in self._table.lost or (missing and at.thing in known):
            return  # its own fault is reported, or it is not there with so many players
        if missing:
            made_of = (each.id for each in self._table.things if each.component and each.component.name == at.thing)
            hint = did_you_mean(at.thing, known) or listed("things are", known[:MOST_NAMED])
            hint = f"did you mean '{thing_of}'?" if (thing_of := next(made_of, None)) else hint
            self._names.append(Fault(at.span, f"there is no '{at.thing}' on the table", hint))
        elif not any(fault.span == at.span for fault in self._names):
            message = f"'{thing.id}' lies next to '{at.thing}', whose place depends on '{thing.id}'"
            self._names.append(Fault(at.span, message, "say where one of them lies without the other, such as middle"))

    def _check_followed(self) -> None:
        """Add the faults of things whose pieces go where those of a thing go that is not on the table."""
        known = [each.id for each in self._table.things]
        for thing in self._things.values():
            other = thing.follows
            if other and other.name not in self._things and other.name not in self._table.lost:
                hint = did_you_mean(other.name, known) or listed("things are", known[:MOST_NAMED])
                self._names.append(Fault(other.span, f"there is no '{other}' on the table", hint))

    def _ordered(self) -> Iterator[str]:
        """Yield the things, each after the one that it lies next to or on."""
        done: dict[str, None] = {}

        def visit(name: str, depth: int) -> None:
            other = self._things[name].at.thing
            if name not in done and depth <= len(self._things):
                if other in self._things:
                    visit(other, depth + 1)
                done.setdefault(name)

        for name in self._things:
            visit(name, 0)
        yield from done

    # Places: relative to each other in one frame, then the frames around the table.

    def _place(self, block: PieceBlock, blocks: Mapping[tuple[str, int], PieceBlock]) -> bool:
        """Set the middle of the block in its frame; whether that is known."""
        thing, at = block.thing, block.thing.at
        other = blocks.get((at.thing, block.frame))
        scale = 1.0 if self._is_of_board(thing.id) else self._scale
        gap = thing.gap * scale
        match at.where:
            case "middle":
                pass
            case "point":
                block.x, block.y = at.point
            case "each seat" | "seat":
                block.y = -(RIM * scale + block.height / 2)
            case _ if other is None:
                return False
            case "on":
                assert other
                block.x, block.y, block.host = other.x, other.y, at.thing
            case _:
                assert other
                across = (other.width + block.width) / 2 + gap
                down = (other.height + block.height) / 2 + gap
                block.x = other.x + {"right of": across, "left of": -across}.get(at.where, 0.0)
                block.y = other.y + {"below": down, "above": -down}.get(at.where, 0.0)
        block.x, block.y = block.x + thing.shift[0] * scale, block.y + thing.shift[1] * scale
        return True

    def _around(self, blocks: tuple[PieceBlock, ...]) -> tuple[BoundingBox, tuple[Affine, ...]]:
        """Return the table, as large as needed if no size is given, and the transform of each seat."""
        middle = BoundingBox(0.0, 0.0, 0.0, 0.0)
        for block in blocks:
            if block.frame == 0:
                middle = middle.joined(block.box)
        own = {seat: [block.box for block in blocks if block.frame == seat] for seat in range(1, self._players + 1)}
        if self._table.size:
            wide, tall = self._table.size
            inner = box = BoundingBox(-wide / 2, -tall / 2, wide / 2, tall / 2)
        else:
            inner, box = self._needed(middle, own)
        return box, tuple(self._seats(inner, box))

    def _needed(self, middle: BoundingBox, own: Mapping[int, list[BoundingBox]]) -> tuple[BoundingBox, BoundingBox]:
        """Return the part of the table between what lies at its four edges, and the smallest whole table.

        Each edge is as long as what lies there, without the corners, so that neighbours at a corner are apart.
        """
        rim = RIM * self._scale
        depth = dict.fromkeys(EDGE_TURNS, rim)
        width = dict.fromkeys(EDGE_TURNS, 0.0)
        for seat, edge in enumerate(self._edges, 1):
            boxes = own[seat]
            if boxes:
                depth[edge] = max(depth[edge], rim - min(box.top for box in boxes))
                each = 2 * max(abs(side) for box in boxes for side in (box.left, box.right)) + rim
                width[edge] = max(width[edge], each * self._edges.count(edge))
        across = max(0.0, max(width["bottom"], width["top"]) - middle.width) / 2
        down = max(0.0, max(width["left"], width["right"]) - middle.height) / 2
        inner = middle.grown(across, down)
        box = BoundingBox(
            inner.left - depth["left"],
            inner.top - depth["top"],
            inner.right + depth["right"],
            inner.bottom + depth["bottom"],
        )
        return inner, box

    def _seats(self, inner: BoundingBox, box: BoundingBox) -> Iterator[Affine]:
        """Yield the transform of each seat: the middle of its part of the edge, with the table at negative y."""
        x, y = inner.centre
        before = dict.fromkeys(EDGE_TURNS, 0)
        for edge in self._edges:
            share = (before[edge] + 0.5) / self._edges.count(edge) - 0.5
            before[edge] += 1
            place = {
                "bottom": (x - share * inner.width, box.bottom),
                "top": (x + share * inner.width, box.top),
                "left": (box.left, y - share * inner.height),
                "right": (box.right, y + share * inner.height),
            }[edge]
            yield compose(translate(*place), rotate(EDGE_TURNS[edge]))

    def _collisions(self, things: tuple[LaidThing, ...], box: BoundingBox) -> Iterator[Fault]:
        solid = [each for each in things if each.box.width or each.box.height][:MOST_COMPARED]
        hosts = {each.thing.id: each.host for each in things}
        told: set[str] = set()
        for each in solid:
            if self._table.size and not box.contains(each.box, TOUCH):
                told.add(each.thing.id)
                message = f"'{each.thing.id}' reaches beyond the table with {many(self._players, 'player')}"
                yield Fault(each.thing.at.span, message, "make the table larger, or leave out 'size'")
        for one, other in combinations(solid, 2):
            related = _lies_on(one.thing.id, other.thing.id, hosts) or _lies_on(other.thing.id, one.thing.id, hosts)
            if not related and other.thing.id not in told and one.box.overlaps(other.box, TOUCH):
                told.add(other.thing.id)
                message = f"'{other.thing.id}' lies over '{one.thing.id}' with {many(self._players, 'player')}"
                yield Fault(other.thing.at.span, message, "choose another place, or move it with 'gap' or 'shift'")


def _lies_on(name: str, other: str, hosts: Mapping[str, str]) -> bool:
    """Whether a thing lies on the other one, directly or on something on it."""
    for _ in hosts:
        name = hosts.get(name, "")
        if name == other:
            return True
    return False


def _scaled(block: PieceBlock, size: float) -> PieceBlock:
    """Return a copy of the block at another scale."""
    pieces = tuple(
        replace(each, x=each.x * size, y=each.y * size, width=each.width * size, height=each.height * size)
        for each in block.pieces
    )
    return replace(block, pieces=pieces, width=block.width * size, height=block.height * size, size=size)


def _settled(block: PieceBlock, seats: tuple[Affine, ...]) -> LaidThing:
    """Return the block on the table."""
    to = seats[block.frame - 1] if block.frame else IDENTITY
    turn = turn_of(to)
    pieces = []
    for piece in block.pieces:
        x, y = apply(to, block.x + piece.x, block.y + piece.y)
        pieces.append(replace(piece, x=x, y=y, turn=piece.turn + turn))
    return LaidThing(
        block.thing,
        block.name,
        tuple(pieces),
        brought(block.box, to),
        block.count,
        block.frame,
        block.host,
        block.taken,
        block.limits,
        block.size,
    )


def unknown_goal(place: str, thing: TableThing, known: Collection[str]) -> tuple[str, str]:
    """Return the message and the hint about a place that is not `known` on the table, where a piece would go."""
    message = f"'{place}' is no place on the table, where a piece of '{thing.id}' would go"
    return message, did_you_mean(place, known) or "name a place of a board on the table, or an empty 'space'"


# The picture of a table in a rulebook.

TABLE_WIDTH = 178.0
"""The default width of the picture of a table, in millimetres: that of a page."""

TABLE_HEIGHT = 150.0
"""The default maximum height of the picture, in millimetres: its steps are on the same page."""


class TableSketch(Struct, frozen=True, eq=False):
    """A laid table, the maximum size of its picture, and the mark of the step for each thing that a step shows.

    With `around`, only the part around these places and things is shown, with the margins at the top, right, bottom and
    left in millimetres of the table. `ways` are shortest routes through places of a board.
    """

    laid: LaidTable
    width: float
    height: float
    numbers: Mapping[str, str] = field(default_factory=dict)
    around: tuple[Ref, ...] = ()
    margins: tuple[float, ...] = (0.0,) * 4
    ways: tuple[TableWay, ...] = ()


def table_sketch(spec: SetUpSpec, facts: Facts) -> TableSketch:
    """Return what the picture of a set-up shows. Raises NoSketchError if the game does not have it."""
    game = facts.game
    found = next(game.all(GameTable), None) if spec.table is None else game.find(GameTable, spec.table.name)
    if found is None:
        if not game.knows_all(GameTable) or (spec.table and game.may_have(spec.table.name)):
            raise NoSketchError
        known = game.names(GameTable)
        message = f"there is no table '{spec.table}'" if spec.table else "the game has no table to show"
        hint = spec.table and did_you_mean(spec.table.name, known)
        hint = hint or listed("tables are", known) or "add a document of the kind table"
        cause = Missing(spec.table.name, "table") if spec.table else None
        raise NoSketchError(Fault(spec.table.span if spec.table else spec.span, message, hint, cause=cause))
    players = players_of(found, game)
    number = players[0] if spec.players is None else spec.players
    if number not in players:
        if found.players is None and (game.pack is None or game.pack.damaged):
            raise NoSketchError  # how many play could not be read, which is reported
        message = f"the table '{found.id}' is not for {many(number, 'player')}"
        hint = f"it is for {range_of(players[0], players[-1], 'player')}"
        raise NoSketchError(Fault(spec.players_at or spec.span, message, hint))
    numbers: dict[str, str] = {}
    known_things = tuple(each.id for each in found.things)
    for step, each in enumerate(spec.steps, 1):
        for name in each.shows:
            if name.name not in known_things and name.name not in found.lost:
                hint = did_you_mean(name.name, known_things) or listed("things are", known_things[:MOST_NAMED])
                raise NoSketchError(Fault(name.span, f"there is no '{name}' on the table '{found.id}'", hint))
            numbers.setdefault(name.name, step_mark(step, spec.letters))
    laid = (lay_table if spec.around else lay_picture)(found, number, facts)
    if found.damaged or laid.names or laid.counts:
        raise NoSketchError  # reported for the table
    size = (spec.width or TABLE_WIDTH, spec.height or TABLE_HEIGHT)
    margins = spec.margin if len(spec.margin) == 4 else spec.margin * 4
    return TableSketch(laid, *size, numbers, spec.around, margins, spec.every_way)


def every_table(facts: Facts) -> tuple[LaidTable, ...]:
    """Return every table of the game for every number of players, laid once."""
    game = facts.game
    return game.cached(
        "tables",
        lambda: tuple(
            lay_table(table, players, facts) for table in game.all(GameTable) for players in players_of(table, game)
        ),
    )


def has_places(laid: LaidTable) -> bool:
    """Whether something lies on places of a map, or goes to some, and everything on the table is known."""
    known = not (laid.table.damaged or laid.names or laid.counts)
    return known and any(each.thing.goes or any(piece.place for piece in each.pieces) for each in laid.things)
