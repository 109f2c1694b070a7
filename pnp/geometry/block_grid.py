"""The geometry of a block map: blocks, lanes, squares, and the traffic on them.

A square is its column and row, from 0 at the top left corner.
"""

from collections.abc import Iterator
from typing import Literal, get_args

from msgspec import Struct

# The grid: blocks in rows and columns, with streets of two lanes around them, all divided into squares.

Side = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
"""A side or a corner of a block."""

SIDES: tuple[Side, ...] = get_args(Side)

Square = tuple[int, int]
"""A square, as column and row."""

LANES = 2
"""The number of lanes of a street, one for each direction."""

STEPS: dict[Side, Square] = {
    "N": (0, -1), "NE": (1, -1), "E": (1, 0), "SE": (1, 1), "S": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (-1, -1),
}  # fmt: skip
"""The direction of each side from the middle of a block, as steps across and down."""

_SIDE_OF = {step: side for side, step in STEPS.items()}


class Stretch(Struct, frozen=True):
    """An intersection, or a street between two intersections. It is named after the block that it touches at `side`."""

    id: str
    block: Square
    side: Side
    squares: tuple[Square, ...]


class BlockGrid(Struct, frozen=True):
    """Rows and columns of blocks; `squares` is the length of a block's edge in squares."""

    rows: int
    columns: int
    squares: int

    @property
    def pitch(self) -> int:
        """The number of squares from one block to the next: a block and a street."""
        return self.squares + LANES

    @property
    def width(self) -> int:
        """The width of the map in squares."""
        return self.columns * self.pitch + LANES

    @property
    def height(self) -> int:
        """The height of the map in squares."""
        return self.rows * self.pitch + LANES

    @property
    def blocks(self) -> Iterator[Square]:
        """The blocks as column and row, in reading order."""
        return ((column, row) for row in range(self.rows) for column in range(self.columns))

    @property
    def road(self) -> Iterator[Square]:
        """The squares of streets and intersections, in reading order."""
        return (
            (x, y)
            for y in range(self.height)
            for x in range(self.width)
            if x % self.pitch < LANES or y % self.pitch < LANES
        )

    @property
    def intersections(self) -> Iterator[Square]:
        """The intersections as column and row, in reading order."""
        return ((i, j) for j in range(self.rows + 1) for i in range(self.columns + 1))

    @property
    def streets(self) -> int:
        """The number of streets between adjacent intersections."""
        return (self.rows + 1) * self.columns + self.rows * (self.columns + 1)

    def is_intersection(self, square: Square) -> bool:
        """Whether a square of the road is in an intersection."""
        return square[0] % self.pitch < LANES and square[1] % self.pitch < LANES

    def runs_across(self, square: Square) -> bool:
        """Whether the street of a square is horizontal. The square must not be in an intersection."""
        return square[0] % self.pitch >= LANES

    def leads(self, intersection: Square, side: Side) -> bool:
        """Whether a street leaves an intersection on that side."""
        i, j = intersection[0] + STEPS[side][0], intersection[1] + STEPS[side][1]
        return 0 <= i <= self.columns and 0 <= j <= self.rows

    def within(self, intersection: Square, corner: Square) -> Square:
        """Return a square of an intersection; `corner` is its column and row there, 0 or 1."""
        return intersection[0] * self.pitch + corner[0], intersection[1] * self.pitch + corner[1]

    def round_block(self, block: Square) -> Iterator[tuple[Square, Side, int]]:
        """Yield the squares around a block, each with its side or corner and, for a side, its index along the edge."""
        left, top = self.corner(block)
        for y in range(top - 1, top + self.squares + 1):
            for x in range(left - 1, left + self.squares + 1):
                side = _SIDE_OF.get((_beyond(x - left, self.squares), _beyond(y - top, self.squares)))
                if side:
                    yield (x, y), side, max(x - left if side in ("N", "S") else y - top, 0)

    def corner(self, block: Square) -> Square:
        """Return the top left square of a block."""
        return block[0] * self.pitch + LANES, block[1] * self.pitch + LANES

    def served_from(self, block: Square, sides: frozenset[Side]) -> dict[Side, tuple[Square, ...]]:
        """Return the squares that serve each address of a block, which has addresses on these sides.

        No square serves two addresses. The middle of an edge serves the address on that side. Squares nearer to a
        corner, and the square of the intersection at the corner, serve the address at the corner. If the corner has no
        address, the squares of the edge serve the side.
        """
        found: dict[Side, list[Square]] = {side: [] for side in SIDES if side in sides}
        for square, side, along in self.round_block(block):
            near = self._corner_near(side, along)
            served = near if near in sides else side
            if served in found:
                found[served].append(square)
        return {side: tuple(squares) for side, squares in found.items()}

    def _corner_near(self, side: Side, along: int) -> Side | None:
        """Return the corner to which a square on an edge is nearer than to the middle; None in the middle."""
        if len(side) == 2 or (self.squares - 1) // 2 <= along <= self.squares // 2:
            return None
        after = along > self.squares // 2
        x, y = STEPS[side]
        step = 1 if after else -1
        return _SIDE_OF[(step, y) if x == 0 else (x, step)]

    def stretch(self, i: int, j: int, across: int, down: int) -> tuple[Square, ...]:
        """Return the squares of the intersection (i, j) if `across` and `down` are 0.

        With `across` or `down` as 1, return those of the street that leaves it to the right or downwards.
        """
        xs = range(i * self.pitch + LANES * across, i * self.pitch + (self.pitch if across else LANES))
        ys = range(j * self.pitch + LANES * down, j * self.pitch + (self.pitch if down else LANES))
        return tuple((x, y) for y in ys for x in xs)

    def stretches(self, names: dict[Square, str]) -> Iterator[Stretch]:
        """Yield the intersections and streets in reading order, each named after the first block that it touches."""
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
    """Return the name of a square in content: its column and row, both from 1, such as `7/12`."""
    return f"{square[0] + 1}/{square[1] + 1}"


# Traffic: the side of the road to drive on, and turns at intersections.

Heading = Literal["N", "E", "S", "W"]
HEADINGS: tuple[Heading, ...] = get_args(Heading)

Hand = Literal["right", "left"]

Turn = Literal["right", "straight", "left", "u-turn"]
TURNS: tuple[Turn, ...] = get_args(Turn)

_QUARTERS: dict[Turn, int] = {"straight": 0, "right": 1, "u-turn": 2, "left": 3}


def turned(heading: Heading, turn: Turn) -> Heading:
    """Return the heading after a turn."""
    return HEADINGS[(HEADINGS.index(heading) + _QUARTERS[turn]) % 4]


def onward(square: Square, heading: Heading) -> Square:
    """Return the square ahead."""
    return square[0] + STEPS[heading][0], square[1] + STEPS[heading][1]


class Traffic(Struct, frozen=True):
    """Traffic on the right or on the left: the headings of lanes, and the squares of an intersection that a turn takes.

    An intersection is 2 × 2 squares. A piece enters it on the square next to its lane. A turn to the near side leaves
    from that square. Any other turn takes one more square, the one next to the lane by which it leaves: straight ahead,
    diagonally across, or alongside for a U-turn.
    """

    drive: Hand = "right"

    def near(self, heading: Heading) -> Heading:
        """Return the side of the road to drive on, as a heading."""
        return turned(heading, self.drive)

    def lane(self, heading: Heading) -> Square:
        """Return the lane with that heading as column and row, 0 or 1; the coordinate along the street is 0."""
        x, y = STEPS[self.near(heading)]
        return int(x > 0), int(y > 0)

    def heading(self, lane: int, *, across: bool) -> Heading:
        """Return the heading of a lane; lane 0 is the upper one of a horizontal street, the left one of a vertical."""
        one: Heading = "E" if across else "S"
        return one if self.lane(one)[int(across)] == lane else turned(one, "u-turn")

    def entry(self, heading: Heading) -> Square:
        """Return the square of an intersection on which a piece with that heading enters, as column and row, 0 or 1."""
        return _corner(self.near(heading), turned(heading, "u-turn"))

    def exit(self, heading: Heading) -> Square:
        """Return the square of an intersection from which a piece with that heading leaves."""
        return _corner(self.near(heading), heading)

    def way(self, heading: Heading, turn: Turn) -> tuple[Square, ...]:
        """Return the squares of an intersection that a turn takes, in order."""
        entry, leaving = self.entry(heading), self.exit(turned(heading, turn))
        return (entry,) if entry == leaving else (entry, leaving)


KEEP_RIGHT = Traffic()
"""The default traffic of a map."""


def _corner(one: Heading, other: Heading) -> Square:
    """Return the square of an intersection that is on both of two sides."""
    across, down = STEPS[one][0] + STEPS[other][0], STEPS[one][1] + STEPS[other][1]
    return int(across > 0) * (LANES - 1), int(down > 0) * (LANES - 1)
