"""Grids: how many parts of one size fit into a room, which way round, and with what between them.

Parts abut and share their cuts. Where they bleed, twice the bleed is left between columns, and between rows, if as
many fit all the same; otherwise they bleed only where no neighbour is. Outlined parts always keep a distance, for the
scissors.
"""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING, Literal, NamedTuple

from pnp.records import dataclass
from pnp.scene.sheet import Box
from pnp.sheet.frame import EPSILON

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.sheet.leaf import Turn

Gap = Literal["free", "loose", "tight"]
"""Whether room for bleed is left between parts: where it costs none, always, or never."""

SCISSORS = 2.0
"""The least distance between outlined parts."""


class Overhang(NamedTuple):
    """How far a part's guides reach beyond its trim on each side."""

    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0


NO_OVERHANG = Overhang()


@dataclass(frozen=True, slots=True)
class Size:
    """What the parts of one lot share: trim, guides beyond it, bleed, and whether they are cut along an outline."""

    width: float
    height: float
    bleed: float = 0.0
    overhang: Overhang = NO_OVERHANG
    outlined: bool = False

    @property
    def turned(self) -> Size:
        """The size a quarter turn clockwise."""
        left, top, right, bottom = self.overhang
        return Size(self.height, self.width, self.bleed, Overhang(bottom, left, top, right), self.outlined)


@dataclass(frozen=True, slots=True)
class Run:
    """Equal parts in a line, `pitch` from start to start; guides reach `before` the first and `after` the last."""

    count: int
    size: float
    pitch: float
    before: float
    after: float

    def length(self, count: int) -> float:
        """How much room `count` of them take, guides and all."""
        return self.before + self.size + (count - 1) * self.pitch + self.after if count else 0.0


def run(room: float, size: float, before: float, after: float, bleed: float, apart: float, gap: Gap = "free") -> Run:
    """As many as the room holds, at least `apart`.

    With room for their bleed between them in a `loose` run, without in a `tight` one; if that is `free`, with it where
    it costs none.
    """
    tight = _run(room, size, before, after, apart)
    loose = _run(room, size, before, after, max(apart, 2 * bleed))
    return tight if gap == "tight" or (gap == "free" and loose.count < tight.count) else loose


def _run(room: float, size: float, before: float, after: float, gap: float) -> Run:
    pitch = size + max(before + after, gap)
    free = room - before - size - after
    count = floor(free / pitch + EPSILON) + 1 if free > -EPSILON else 0
    return Run(count, size, pitch, before, after)


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows and columns of one size: `turn` is how the parts lie, the counts are what the room holds."""

    columns: Run
    rows: Run
    turn: Turn

    @property
    def capacity(self) -> int:
        """How many parts it holds."""
        return self.columns.count * self.rows.count

    def extent(self, count: int) -> tuple[float, float]:
        """Width and height of the first `count` parts, filled row by row."""
        columns = min(count, self.columns.count)
        return self.columns.length(columns), self.rows.length(ceil(count / self.columns.count))

    def boxes(self, count: int, x: float, y: float) -> Iterator[Box]:
        """The trims of the first `count` parts, row by row, when the grid's corner is at (x, y)."""
        for index in range(count):
            row, column = divmod(index, self.columns.count)
            left = x + self.columns.before + column * self.columns.pitch
            yield Box(left, y + self.rows.before + row * self.rows.pitch, self.columns.size, self.rows.size)


def grid(size: Size, width: float, height: float, turn: Turn = 0, gap: Gap = "free") -> Grid:
    """The grid of that size in a room, upright or, with a turn of 90, lying; `gap` as in a run."""
    lying = size.turned if turn else size
    left, top, right, bottom = lying.overhang
    apart = SCISSORS if size.outlined else 0.0
    columns = run(width, lying.width, left, right, size.bleed, apart, gap)
    rows = run(height, lying.height, top, bottom, size.bleed, apart, gap)
    return Grid(columns, rows, turn)


def best_grid(size: Size, width: float, height: float, wanted: int) -> Grid:
    """Of both ways round the one that takes more of the parts `wanted`; upright where that is the same."""
    upright, lying = grid(size, width, height), grid(size, width, height, 90)
    return max(upright, lying, key=lambda each: (min(each.capacity, wanted), each.capacity))
