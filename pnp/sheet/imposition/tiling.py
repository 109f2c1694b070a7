"""A face larger than the paper: its tiles, and the seams between them where they cut the fewest labels and drawings."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from pnp.scene.extent import bounds
from pnp.scene.items import IDENTITY, Affine, BoundingBox, Group, Item, Scene, Text, brought, compose
from pnp.scene.parts import Box
from pnp.scene.typesetting.fonts import named
from pnp.sheet.frame import EPSILON, Frame, tiers
from pnp.sheet.options import Options
from pnp.units import rounded, total

# Tiling: a face that is larger than the paper is cut into equal tiles that overlap.


class Tiling(Struct, frozen=True):
    """Columns and rows of tiles of `width` × `height`, each sharing `overlap` with the next.

    With `across` or `down`, tiles begin at these positions instead, and are of different sizes.
    """

    columns: int
    rows: int
    width: float
    height: float
    overlap: float
    across: tuple[float, ...] = ()
    down: tuple[float, ...] = ()

    @property
    def count(self) -> int:
        """The number of tiles, one for each sheet."""
        return self.columns * self.rows

    @property
    def tiles(self) -> Iterator[BoardTile]:
        """The tiles, row by row."""
        return (BoardTile(self, column, row) for row in range(self.rows) for column in range(self.columns))

    @property
    def extent(self) -> Box:
        """The box of the whole face."""
        return Box(
            0.0, 0.0, _whole(self.columns, self.width, self.overlap), _whole(self.rows, self.height, self.overlap)
        )

    def span(self, index: int, *, down: bool) -> tuple[float, float]:
        """Return the start and the length of a row (`down`) or a column on the face."""
        count, length = (self.rows, self.height) if down else (self.columns, self.width)
        starts = self.down if down else self.across
        if not starts:
            return index * (length - self.overlap), length
        end = starts[index + 1] + self.overlap if index + 1 < count else _whole(count, length, self.overlap)
        return starts[index], end - starts[index]


class BoardTile(Struct, frozen=True):
    """One tile by its column and row, both from 0."""

    tiling: Tiling
    column: int
    row: int

    @property
    def label(self) -> str:
        """Its name: A1, then B1 to its right and A2 below it."""
        return f"{_letters(self.column)}{self.row + 1}"

    @property
    def box(self) -> Box:
        """The area of the face that it shows."""
        (x, width), (y, height) = self.tiling.span(self.column, down=False), self.tiling.span(self.row, down=True)
        return Box(x, y, width, height)

    def neighbour(self, columns: int, rows: int) -> BoardTile | None:
        """Return the tile that many columns and rows away; None beyond the face."""
        column, row = self.column + columns, self.row + rows
        inside = 0 <= column < self.tiling.columns and 0 <= row < self.tiling.rows
        return replace(self, column=column, row=row) if inside else None


def tiling(width: float, height: float, overlap: float, room: Box) -> Tiling:
    """Return the fewest equal tiles that fit the room one by one. The overlap is at most half the room."""
    shared = min(overlap, room.width / 2, room.height / 2)
    columns, rows = _count(width, shared, room.width), _count(height, shared, room.height)
    return Tiling(columns, rows, _length(width, columns, shared), _length(height, rows, shared), shared)


def best_tiling(width: float, height: float, overlap: float, options: Options) -> tuple[Tiling, Frame]:
    """Return the tiling with the fewest sheets, on upright or turned paper, and the frame of each tile."""
    papers = (options.paper, options.paper.turned)
    frames = [frame for paper in papers for tier in tiers(replace(options, paper=paper)) for frame in tier]
    every = [(tiling(width, height, overlap, frame.box), frame) for frame in frames]
    return min(every, key=lambda each: each[0].count)


def _whole(count: int, length: float, overlap: float) -> float:
    """Return the length of the face that so many tiles make."""
    return count * length - (count - 1) * overlap


def _count(length: float, overlap: float, room: float) -> int:
    return max(1, ceil((length - overlap) / (room - overlap) - EPSILON))


def _length(length: float, count: int, overlap: float) -> float:
    return (length + (count - 1) * overlap) / count


def _letters(index: int) -> str:
    """Return a column's letters as in spreadsheets: A to Z, then AA."""
    head, tail = divmod(index, 26)
    return (_letters(head - 1) if head else "") + chr(ord("A") + tail)


# The places of seams: where the fewest labels and drawings are cut.

STEP = 0.5
"""The distance between the positions that are tried, in millimetres."""

LARGE = 45.0
"""The width above which a drawing is ground, such as a sea or a street across the seam: it may be cut."""

LABEL = 1000.0
"""The cost of cutting a text, where that of another drawing is at most 1."""

NAMED = 12.0
"""The cost of cutting what is below a text, such as the disc of a place."""

EDGE = 0.4
"""The depth in millimetres to which a drawing may be cut without harm."""


def best_seams(tiling: Tiling, scene: Scene, room: Box) -> Tiling:
    """Return the tiling with its seams moved to where they cut the fewest labels and drawings.

    The tiles fit the room, and their number and overlap stay. Of equal positions the most central is used.
    """
    if tiling.count == 1:
        return tiling
    boxes = tuple(_drawings(scene.items, IDENTITY))
    words = sorted((box.left, box.top, box.right, box.bottom) for box, word in boxes if word)
    drawn = [(box, word, not word and _is_named(box, words)) for box, word in boxes]
    across = [(box.left, box.right, _weight(box.width, box.height, word, is_named)) for box, word, is_named in drawn]
    down = [(box.top, box.bottom, _weight(box.height, box.width, word, is_named)) for box, word, is_named in drawn]
    return replace(
        tiling,
        across=_starts(tiling.columns, tiling.width, tiling.overlap, room.width, across),
        down=_starts(tiling.rows, tiling.height, tiling.overlap, room.height, down),
    )


def _is_named(box: BoundingBox, words: Sequence[tuple[float, float, float, float]]) -> bool:
    """Whether one of the words, in order from the left, is on a drawing that is no ground."""
    if max(box.width, box.height) > LARGE:
        return False
    for left, top, right, bottom in words[bisect_left(words, (box.left,)) :]:
        if left > box.right:
            break
        if right <= box.right and box.top <= top and bottom <= box.bottom:
            return True
    return False


def _weight(length: float, other: float, word: str, is_named: bool) -> float:
    """Return the cost of a cut through a drawing: `length` is its extent across the cut, `other` that along it."""
    if word:
        return LABEL
    if is_named:
        return NAMED
    return 0.0 if length > LARGE else min(other, LARGE) / LARGE


def cut_words(tiling: Tiling, scene: Scene) -> tuple[str, ...]:
    """Return the words that the seams of a tiling run through."""
    columns = [tiling.span(index, down=False)[0] for index in range(1, tiling.columns)]
    rows = [tiling.span(index, down=True)[0] for index in range(1, tiling.rows)]
    found = dict.fromkeys(
        word
        for box, word in _drawings(scene.items, IDENTITY)
        if word
        and (
            any(box.left + EDGE < x < box.right - EDGE for x in columns)
            or any(box.top + EDGE < y < box.bottom - EDGE for y in rows)
        )
    )
    return tuple(found)


def _drawings(items: tuple[Item, ...], matrix: Affine) -> Iterator[tuple[BoundingBox, str]]:
    """Yield the box on the face of each word and of each other drawing, which has no word; clips are left aside."""
    for item in items:
        if isinstance(item, Group):
            yield from _drawings(item.items, compose(matrix, item.transform))
        elif isinstance(item, Text):
            yield from ((brought(box, matrix), word) for word, box in _words(item))
        else:
            box = bounds((item,))
            if box:
                yield brought(box, matrix), ""


def _words(text: Text) -> Iterator[tuple[str, BoundingBox]]:
    """Yield the words of a text with the boxes of their ink: a seam may be between two words."""
    face, x = named(text.font), text.x
    for word in text.string.split(" "):
        box = bounds((replace(text, x=x, string=word),)) if word else None
        if box:
            yield word, box
        x += face.advance(f"{word} ", text.size) + (len(word) + 1) * text.tracking


def _starts(
    count: int, length: float, overlap: float, room: float, drawn: Sequence[tuple[float, float, float]]
) -> tuple[float, ...]:
    """Return the starts of the tiles in one direction, with the lowest cost of all seams together.

    Each seam has its range of positions; the search follows the seams in turn and keeps the best way to each position
    (dynamic programming).
    """
    whole = _whole(count, length, overlap)
    ways: dict[float, tuple[float, tuple[float, ...]]] = {0.0: (0.0, (0.0,))}
    for seam in range(1, count):
        middle = seam * (length - overlap)
        least = max(overlap, whole - (count - seam) * (room - overlap) - overlap)
        most = min(seam * (room - overlap), whole - overlap)
        reach = int(max(middle - least, most - middle, 0.0) / STEP)
        tried = [middle + step * STEP for step in range(-reach, reach + 1)]
        near = [each for each in drawn if each[2] and each[0] < most and each[1] > least]
        found: dict[float, tuple[float, tuple[float, ...]]] = {}
        for at in (rounded(each) for each in tried if least - EPSILON <= each <= most + EPSILON):
            cost = _cut_at(at, near) + abs(at - middle) / (LABEL * whole)
            before = [way for start, way in ways.items() if overlap < at - start <= room - overlap + EPSILON]
            if before:
                so_far, starts = min(before)
                found[at] = so_far + cost, (*starts, at)
        ways = found
    last = [way for start, way in ways.items() if whole - start <= room + EPSILON]
    return min(last)[1] if last else ()


def _cut_at(at: float, drawn: Sequence[tuple[float, float, float]]) -> float:
    return total(weight for start, end, weight in drawn if start + EDGE < at < end - EDGE)
