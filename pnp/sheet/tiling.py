"""Tiling: a face that is larger than the paper, cut into equal tiles that overlap."""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from typing import TYPE_CHECKING

from pnp.records import dataclass
from pnp.scene.sheet import Box
from pnp.sheet.frame import EPSILON, Frame, tiers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.sheet.options import Options


@dataclass(frozen=True, slots=True)
class Tiling:
    """Columns and rows of tiles of `width` × `height`, each sharing `overlap` with the next."""

    columns: int
    rows: int
    width: float
    height: float
    overlap: float

    @property
    def count(self) -> int:
        """How many tiles, and so sheets, there are."""
        return self.columns * self.rows

    @property
    def tiles(self) -> Iterator[Tile]:
        """The tiles, row by row."""
        return (Tile(self, column, row) for row in range(self.rows) for column in range(self.columns))

    @property
    def extent(self) -> Box:
        """All of the face."""
        last = Tile(self, self.columns - 1, self.rows - 1).box
        return Box(0.0, 0.0, last.x + last.width, last.y + last.height)


@dataclass(frozen=True, slots=True)
class Tile:
    """One tile by its column and row, both from 0."""

    tiling: Tiling
    column: int
    row: int

    @property
    def label(self) -> str:
        """Its name: A1, B1, and A2 below A1."""
        return f"{_letters(self.column)}{self.row + 1}"

    @property
    def box(self) -> Box:
        """What it shows of the face."""
        tiling = self.tiling
        x = self.column * (tiling.width - tiling.overlap)
        return Box(x, self.row * (tiling.height - tiling.overlap), tiling.width, tiling.height)

    def neighbour(self, columns: int, rows: int) -> Tile | None:
        """The tile so many columns and rows on, None beyond the face."""
        column, row = self.column + columns, self.row + rows
        inside = 0 <= column < self.tiling.columns and 0 <= row < self.tiling.rows
        return replace(self, column=column, row=row) if inside else None


def tiling(width: float, height: float, overlap: float, room: Box) -> Tiling:
    """The fewest equal tiles that the room holds one by one; the overlap gives way where it would fill the room."""
    shared = min(overlap, room.width / 2, room.height / 2)
    columns, rows = _count(width, shared, room.width), _count(height, shared, room.height)
    return Tiling(columns, rows, _length(width, columns, shared), _length(height, rows, shared), shared)


def best_tiling(width: float, height: float, overlap: float, options: Options) -> tuple[Tiling, Frame]:
    """The tiling with the fewest sheets, the paper upright or lying, and the frame that each tile is set in."""
    papers = (options.paper, options.paper.turned)
    frames = [frame for paper in papers for tier in tiers(replace(options, paper=paper)) for frame in tier]
    every = [(tiling(width, height, overlap, frame.box), frame) for frame in frames]
    return min(every, key=lambda each: each[0].count)


def _count(length: float, overlap: float, room: float) -> int:
    return max(1, ceil((length - overlap) / (room - overlap) - EPSILON))


def _length(length: float, count: int, overlap: float) -> float:
    return (length + (count - 1) * overlap) / count


def _letters(index: int) -> str:
    """A to Z, then AA: as spreadsheets count."""
    head, tail = divmod(index, 26)
    return (_letters(head - 1) if head else "") + chr(ord("A") + tail)
