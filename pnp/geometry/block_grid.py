"""Blocks, lanes, squares and turns.

Squares are counted from 0 at the top left corner, across and down.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, get_args

from msgspec import Struct

# The ground of a block map: blocks in rows and columns, streets of two lanes around them, all cut into squares.

Side = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
"""A side or a corner of a block."""

SIDES: tuple[Side, ...] = get_args(Side)

Square = tuple[int, int]
"""A square: how many lie to its left, and how many above it."""

LANES = 2
"""How many lanes a street has, one for each way."""

STEPS: dict[Side, Square] = {
    "N": (0, -1), "NE": (1, -1), "E": (1, 0), "SE": (1, 1), "S": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (-1, -1),
}  # fmt: skip
"""How far a side lies from the middle, across and down."""

_SIDE_OF = {step: side for side, step in STEPS.items()}


class Stretch(Struct, frozen=True):
    """A street between two intersections, or an intersection: its name, the block that names it, its squares."""

    id: str
    block: Square
    side: Side
    squares: tuple[Square, ...]


class BlockGrid(Struct, frozen=True):
    """So many rows and columns of blocks, each so many squares long and wide."""

    rows: int
    columns: int
    squares: int

    @property
    def pitch(self) -> int:
        """The squares from one block to the next."""
        return self.squares + LANES

    @property
    def width(self) -> int:
        """The squares across the map."""
        return self.columns * self.pitch + LANES

    @property
    def height(self) -> int:
        """The squares from the top to the bottom of the map."""
        return self.rows * self.pitch + LANES

    @property
    def blocks(self) -> Iterator[Square]:
        """The blocks by column and row, in reading order."""
        return ((column, row) for row in range(self.rows) for column in range(self.columns))

    @property
    def road(self) -> Iterator[Square]:
        """The squares that are driven on, in reading order."""
        return (
            (x, y)
            for y in range(self.height)
            for x in range(self.width)
            if x % self.pitch < LANES or y % self.pitch < LANES
        )

    @property
    def intersections(self) -> Iterator[Square]:
        """The intersections by the streets that meet there, counted from the left and from the top."""
        return ((i, j) for j in range(self.rows + 1) for i in range(self.columns + 1))

    @property
    def streets(self) -> int:
        """How many streets there are between neighbouring intersections."""
        return (self.rows + 1) * self.columns + self.rows * (self.columns + 1)

    def is_intersection(self, square: Square) -> bool:
        """Whether a square that is driven on lies in an intersection."""
        return square[0] % self.pitch < LANES and square[1] % self.pitch < LANES

    def runs_across(self, square: Square) -> bool:
        """Whether the street of a square, which lies in no intersection, runs from left to right."""
        return square[0] % self.pitch >= LANES

    def leads(self, intersection: Square, side: Side) -> bool:
        """Whether a street leaves an intersection to that side."""
        i, j = intersection[0] + STEPS[side][0], intersection[1] + STEPS[side][1]
        return 0 <= i <= self.columns and 0 <= j <= self.rows

    def within(self, intersection: Square, corner: Square) -> Square:
        """A square of an intersection, given by how many lie to its left and above it there: 0 or 1."""
        return intersection[0] * self.pitch + corner[0], intersection[1] * self.pitch + corner[1]

    def round_block(self, block: Square) -> Iterator[tuple[Square, Side, int]]:
        """The squares round a block: with the side of the block, and on an edge how far along it, from its start."""
        left, top = self.corner(block)
        for y in range(top - 1, top + self.squares + 1):
            for x in range(left - 1, left + self.squares + 1):
                side = _SIDE_OF.get((_beyond(x - left, self.squares), _beyond(y - top, self.squares)))
                if side:
                    yield (x, y), side, max(x - left if side in ("N", "S") else y - top, 0)

    def corner(self, block: Square) -> Square:
        """The first square of a block."""
        return block[0] * self.pitch + LANES, block[1] * self.pitch + LANES

    def served_from(self, block: Square, sides: frozenset[Side]) -> dict[Side, tuple[Square, ...]]:
        """The squares that serve each of a block's addresses on those sides: no square serves two.

        The middle of an edge serves its side; what lies nearer to a corner serves that, with the square of the
        intersection that touches it, and serves the side where the corner is no address.
        """
        found: dict[Side, list[Square]] = {side: [] for side in SIDES if side in sides}
        for square, side, along in self.round_block(block):
            near = self._corner_near(side, along)
            served = near if near in sides else side
            if served in found:
                found[served].append(square)
        return {side: tuple(squares) for side, squares in found.items()}

    def _corner_near(self, side: Side, along: int) -> Side | None:
        """The corner that a square on an edge is nearer to than to the middle of the edge."""
        if len(side) == 2 or (self.squares - 1) // 2 <= along <= self.squares // 2:
            return None
        after = along > self.squares // 2
        x, y = STEPS[side]
        step = 1 if after else -1
        return _SIDE_OF[(step, y) if x == 0 else (x, step)]

    def stretch(self, i: int, j: int, across: int, down: int) -> tuple[Square, ...]:
        """The squares of the intersection (0, 0), or of the street that leaves it to the right or downwards."""
        xs = range(i * self.pitch + LANES * across, i * self.pitch + (self.pitch if across else LANES))
        ys = range(j * self.pitch + LANES * down, j * self.pitch + (self.pitch if down else LANES))
        return tuple((x, y) for y in ys for x in xs)

    def stretches(self, names: dict[Square, str]) -> Iterator[Stretch]:
        """Intersections and streets in reading order, each named for the first block that it touches."""
        for row in range(self.rows + 1):
            for column in range(self.columns + 1):
                yield self._named(column, row, 0, 0, names)
                if column < self.columns:
                    yield self._named(column, row, 1, 0, names)
            for column in range(self.columns + 1 if row < self.rows else 0):
                yield self._named(column, row, 0, 1, names)

    def _named(self, i: int, j: int, across: int, down: int, names: dict[Square, str]) -> Stretch:
        block = max(i - 1 + across, 0), max(j - 1 + down, 0)
        x = 0 if across else 1 if i > block[0] else -1
        y = 0 if down else 1 if j > block[1] else -1
        side = _SIDE_OF[x, y]
        kind = "street" if across or down else "crossing"
        return Stretch(f"{kind} {side} of {names[block]}", block, side, self.stretch(i, j, across, down))


def _beyond(along: int, length: int) -> int:
    return -1 if along < 0 else 1 if along >= length else 0


def square_name(square: Square) -> str:
    """A square as content names it: its column and its row, both from 1, such as `7/12`."""
    return f"{square[0] + 1}/{square[1] + 1}"


# Traffic: the hand that is driven on, and the turns that an intersection allows.

Heading = Literal["N", "E", "S", "W"]
HEADINGS: tuple[Heading, ...] = get_args(Heading)

Hand = Literal["right", "left"]

Turn = Literal["right", "straight", "left", "u-turn"]
TURNS: tuple[Turn, ...] = get_args(Turn)

_QUARTERS: dict[Turn, int] = {"straight": 0, "right": 1, "u-turn": 2, "left": 3}


def turned(heading: Heading, turn: Turn) -> Heading:
    """The heading after a turn."""
    return HEADINGS[(HEADINGS.index(heading) + _QUARTERS[turn]) % 4]


def onward(square: Square, heading: Heading) -> Square:
    """The square ahead."""
    return square[0] + STEPS[heading][0], square[1] + STEPS[heading][1]


class Traffic(Struct, frozen=True):
    """Traffic that keeps to one hand: which lane leads where, and which squares of an intersection a turn takes.

    An intersection has two squares by two. One enters it on the square before one's lane. From there a turn to the
    near side leaves at once; every other way leads over the square before the lane that it leaves by: straight on, or
    slantwise across the middle, or back at one's side.
    """

    drive: Hand = "right"

    def near(self, heading: Heading) -> Heading:
        """The side of the road that one drives on, as a heading."""
        return turned(heading, self.drive)

    def lane(self, heading: Heading) -> Square:
        """Which of the lanes across (0 or 1) and down (0 or 1) leads that way; 0 along the street."""
        x, y = STEPS[self.near(heading)]
        return int(x > 0), int(y > 0)

    def heading(self, lane: int, *, across: bool) -> Heading:
        """Where a lane of a street leads, the first being the upper or the left one."""
        one: Heading = "E" if across else "S"
        return one if self.lane(one)[int(across)] == lane else turned(one, "u-turn")

    def entry(self, heading: Heading) -> Square:
        """The square of an intersection that one enters, from 0 to 1 across and down."""
        return _corner(self.near(heading), turned(heading, "u-turn"))

    def exit(self, heading: Heading) -> Square:
        """The square of an intersection that one leaves it from."""
        return _corner(self.near(heading), heading)

    def way(self, heading: Heading, turn: Turn) -> tuple[Square, ...]:
        """The squares of an intersection that a turn takes."""
        entry, leaving = self.entry(heading), self.exit(turned(heading, turn))
        return (entry,) if entry == leaving else (entry, leaving)


KEEP_RIGHT = Traffic()
"""Traffic where a map says nothing."""


def _corner(one: Heading, other: Heading) -> Square:
    """The square of an intersection that lies on two of its sides."""
    across, down = STEPS[one][0] + STEPS[other][0], STEPS[one][1] + STEPS[other][1]
    return int(across > 0) * (LANES - 1), int(down > 0) * (LANES - 1)
