"""Block maps: blocks, lanes, address tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, Literal

from msgspec import Struct, field

from pnp.diagnostics import Span
from pnp.geometry.block_grid import (
    HEADINGS,
    KEEP_RIGHT,
    SIDES,
    TURNS,
    BlockGrid,
    Heading,
    Side,
    Square,
    Traffic,
    Turn,
    square_name,
    turned,
)
from pnp.model.maps.game_map import Area, GameMap, read_head
from pnp.model.records import read_record
from pnp.model.reference import Ref
from pnp.source.tree import Node

# An address table: two dice, and the side of a block for each of their rolls.

FREE = "C"
"""Default text of a cell that lets the player choose the side."""


class AddressTable(Struct, frozen=True):
    """The faces of the row die and of the column die, and the cells; `free` is the cell that leaves the choice."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[Ref, ...], ...]
    span: Span
    free: str = FREE

    @property
    def odds(self) -> tuple[tuple[str, Fraction], ...]:
        """The probability of each outcome, in the order of the table."""
        counts = Counter(cell.name for row in self.cells for cell in row)
        total = sum(counts.values())
        return tuple((outcome, Fraction(count, total)) for outcome, count in counts.items())


# A block map: blocks in rows and columns, lanes around them, a turning law, and addresses at the blocks' sides.

BLOCK_SIDE = 48.0
"""Default side of a block, in millimetres."""

BLOCK_SQUARES = 3
"""Default number of squares along a block."""

ADDRESS = "address"
"""The tag of every address."""


class Block(Struct, frozen=True):
    """A block: its name, its column and row, counted from 0, and the span of its name."""

    id: str
    at: Square
    span: Span


class Address(Struct, frozen=True):
    """An address: a side of a block, and the squares that serve it."""

    id: str
    block: Block
    side: Side
    squares: tuple[Square, ...]


class BlockMap(GameMap, frozen=True, kw_only=True, dict=True):
    """The map as its designer wrote it; derived values are cached, which needs a `__dict__`.

    `names` are the names of blocks, row by row, as far as they are written. `turns` are the allowed turns at
    intersections, and `turns_in_street` is whether a piece may turn round between them. `unused` are squares that no
    piece may enter. `speed` is the number of squares that a piece moves in a turn, None if the map does not state it.
    """

    kind: ClassVar[Literal["block-map"]] = "block-map"

    grid: BlockGrid
    blocks_span: Span
    side: float = BLOCK_SIDE
    names: tuple[tuple[Ref, ...], ...] = ()
    traffic: Traffic = KEEP_RIGHT
    turns: tuple[Ref, ...] = ()
    turns_span: Span
    turns_in_street: bool = field(default=False, name="turn-in-street")
    sides: tuple[Side, ...] = SIDES
    table: AddressTable | None = field(default=None, name="address-table")
    unused: tuple[Ref, ...] = ()
    tagged: tuple[tuple[Ref, tuple[Ref, ...]], ...] = field(default=(), name="tags")
    speed: int | None = None

    @property
    def square(self) -> float:
        """The side of a square in millimetres."""
        return self.side / self.grid.squares

    @cached_property
    def places(self) -> tuple[Area, ...]:
        """The squares of the lanes, in reading order; no label is printed in them."""
        tags: dict[str, list[Ref]] = {}
        for tag, squares in self.tagged:
            for square in squares:
                tags.setdefault(square.name, []).append(tag)
        return tuple(self._area(square, tuple(tags.get(square_name(square), ()))) for square in self.grid.road)

    @property
    def said_tags(self) -> frozenset[str]:
        """All tags in the document, including those of places that do not exist."""
        return self.tags | {tag.name for tag, _ in self.tagged}

    @property
    def ways(self) -> int:
        """The number of streets."""
        return self.grid.streets

    @property
    def mentions(self) -> Iterator[Ref]:
        """The squares that are listed as unused or have a tag."""
        yield from self.unused
        for _, squares in self.tagged:
            yield from squares

    @property
    def marks(self) -> frozenset[str]:
        """The names of the squares, blocks and addresses."""
        return frozenset((*(area.id for area in self.places), *(it.id for it in self.blocks), *self.addresses))

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks in reading order; one without a name is named by the letter of its column and its row."""
        return tuple(self._block(at) for at in self.grid.blocks)

    @cached_property
    def middles(self) -> dict[str, tuple[float, float]]:
        """The centres of the blocks, in millimetres."""
        corners = ((block.id, self.grid.corner(block.at)) for block in self.blocks)
        half = self.side / 2
        return {name: (x * self.square + half, y * self.square + half) for name, (x, y) in corners}

    @cached_property
    def addresses(self) -> dict[str, Address]:
        """The addresses by name, which is the block and the side, such as `B3 NW`."""
        sides = frozenset(self.sides)
        found = (
            Address(f"{block.id} {side}", block, side, squares)
            for block in self.blocks
            for side, squares in self.grid.served_from(block.at, sides).items()
        )
        return {address.id: address for address in found}

    @property
    def stuck_lanes(self) -> Iterator[str]:
        """The names of the squares from which a piece enters an intersection that no allowed turn leaves."""
        for at in self.grid.intersections:
            for heading in HEADINGS:
                if self.grid.leads(at, turned(heading, "u-turn")) and not self.ways_out(at, heading):
                    yield square_name(self.grid.within(at, self.traffic.entry(heading)))

    def ways_out(self, intersection: Square, heading: Heading) -> tuple[tuple[Turn, Heading], ...]:
        """Return the turns that a piece with that heading may take at an intersection, and the heading after each."""
        allowed = (turn for turn in TURNS if any(ref.name == turn for ref in self.turns))
        found = ((turn, turned(heading, turn)) for turn in allowed)
        return tuple((turn, leaving) for turn, leaving in found if self.grid.leads(intersection, leaving))

    def middle(self, square: Square) -> tuple[float, float]:
        """Return the centre of a square, in millimetres."""
        return (square[0] + 0.5) * self.square, (square[1] + 0.5) * self.square

    def _area(self, square: Square, tags: tuple[Ref, ...]) -> Area:
        name = square_name(square)
        return Area(name, "", name, self.blocks_span, self.middle(square), None, tags)

    def _block(self, at: Square) -> Block:
        column, row = at
        if row < len(self.names) and column < len(self.names[row]):
            name = self.names[row][column]
            return Block(name.name, at, name.span)
        return Block(f"{_letters(column)}{row + 1}", at, self.blocks_span)


def read_block_map(root: Node, name: str, damaged: bool = False) -> BlockMap:
    """Return the block map described in `root`, which its schema has validated."""
    blocks, turns = root["blocks"], root.get("turns")
    squares = blocks["squares"].integer if "squares" in blocks else BLOCK_SQUARES
    grid = BlockGrid(blocks["rows"].integer, blocks["columns"].integer, squares)
    length = blocks["side"].number if "side" in blocks else BLOCK_SIDE
    unit = length / grid.squares
    given = {node.text for node in root.list("addresses")}
    head = read_head(root, name, damaged)
    return read_record(
        BlockMap,
        root,
        **{**head, "width": round(grid.width * unit, 3), "height": round(grid.height * unit, 3)},
        grid=grid,
        blocks_span=blocks.span,
        side=length,
        names=tuple(tuple(map(Ref.read, row)) for row in blocks.list("names")),
        traffic=Traffic("left" if root.text_of("drive") == "left" else "right"),
        turns=_turns(root),
        turns_span=(turns or root).span,
        sides=tuple(side for side in SIDES if side in given) if "addresses" in root else SIDES,
    )


def _turns(root: Node) -> tuple[Ref, ...]:
    """Return the listed turns; the default is right, straight and left."""
    if "turns" in root:
        return tuple(map(Ref.read, root["turns"]))
    return tuple(Ref(turn, root.span) for turn in TURNS if turn != "u-turn")


def _letters(column: int) -> str:
    """Return the name of a column as in spreadsheets: A to Z, then AA."""
    letter = chr(ord("A") + column % 26)
    return letter if column < 26 else _letters(column // 26 - 1) + letter
