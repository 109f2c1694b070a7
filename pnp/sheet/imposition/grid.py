"""How many equal parts fit, which way round; lots and pages of them.

Parts abut and share their cuts. Where they bleed, twice the bleed is left between columns, and between rows, if as
many fit all the same; otherwise they bleed only where no neighbour is. Outlined parts always keep a distance, for the
scissors.

A lot goes on where the one before it ended, if its first row fits below. A page that only carries on a lot keeps that
lot's corner, so that a stack of sheets can be cut at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import ceil, floor
from typing import Literal, NamedTuple, TypeVar

from msgspec import Struct

from pnp.scene.extent import bounds
from pnp.scene.items import Rect, Scene
from pnp.scene.parts import Box, Part
from pnp.sheet.frame import EPSILON, Frame, Leaf, PartBlock, Placement, Turn, centred
from pnp.sheet.options import Options
from pnp.units import rounded

# Grids: how many parts of one size fit into a room, which way round, and with what between them.

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


class Size(Struct, frozen=True):
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


class PartRun(Struct, frozen=True):
    """Equal parts in a line, `pitch` from start to start; guides reach `before` the first and `after` the last."""

    count: int
    size: float
    pitch: float
    before: float
    after: float

    def length(self, count: int) -> float:
        """How much room `count` of them take, guides and all."""
        return self.before + self.size + (count - 1) * self.pitch + self.after if count else 0.0


def run(
    room: float, size: float, before: float, after: float, bleed: float, apart: float, gap: Gap = "free"
) -> PartRun:
    """As many as the room holds, at least `apart`.

    With room for their bleed between them in a `loose` run, without in a `tight` one; if that is `free`, with it where
    it costs none.
    """
    tight = _run(room, size, before, after, apart)
    loose = _run(room, size, before, after, max(apart, 2 * bleed))
    return tight if gap == "tight" or (gap == "free" and loose.count < tight.count) else loose


def _run(room: float, size: float, before: float, after: float, gap: float) -> PartRun:
    pitch = size + max(before + after, gap)
    free = room - before - size - after
    count = floor(free / pitch + EPSILON) + 1 if free > -EPSILON else 0
    return PartRun(count, size, pitch, before, after)


class Grid(Struct, frozen=True):
    """Rows and columns of one size: `turn` is how the parts lie, the counts are what the room holds."""

    columns: PartRun
    rows: PartRun
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


# Shelves: lots of equal parts set on pages, one grid below the other.

Slot = tuple[int, int]
"""A part's index in its set, and which copy of it."""


class SizeGroup(Struct, frozen=True):
    """All parts of one size, copy by copy, in the order in which they are set."""

    size: Size
    slots: tuple[Slot, ...]


class Shelf(Struct, frozen=True):
    """A part of a lot on one page, `top` below the page's first; it is as large as `span` parts are."""

    lot: SizeGroup
    grid: Grid
    slots: tuple[Slot, ...]
    top: float
    span: int

    @property
    def bottom(self) -> float:
        """Where the next shelf's clearance begins."""
        return self.top + self.grid.extent(len(self.slots))[1]

    def block(self, frame: Frame, y: float) -> PartBlock:
        """Its parts on the sheet, the page's first shelf standing at y."""
        x = centred(self.grid.extent(self.span)[0], 0.0, frame).x
        boxes = self.grid.boxes(len(self.slots), x, y + self.top)
        placed = (
            Placement(part, copy, box, self.grid.turn) for (part, copy), box in zip(self.slots, boxes, strict=True)
        )
        return PartBlock(tuple(placed), self.lot.size.outlined)


def leaves(lots: Iterable[SizeGroup], frame: Frame, options: Options) -> tuple[Leaf, ...]:
    """The fronts of all lots on as many pages as they need; every size must fit the frame."""
    return tuple(_leaf(page, frame) for page in _pages(lots, frame, options))


def _leaf(page: tuple[Shelf, ...], frame: Frame) -> Leaf:
    first = page[0]
    height = max(page[-1].bottom, first.grid.extent(first.span)[1])
    y = centred(0.0, height, frame).y
    return Leaf(frame.paper, tuple(shelf.block(frame, y) for shelf in page), frame.strip)


def _pages(lots: Iterable[SizeGroup], frame: Frame, options: Options) -> Iterator[tuple[Shelf, ...]]:
    page: tuple[Shelf, ...] = ()
    for lot in lots:
        slots = lot.slots
        while slots:
            shelf = _shelf(lot, slots, page, frame, options)
            if shelf:
                page, slots = (*page, shelf), slots[len(shelf.slots) :]
            else:
                assert page, "the size fits the frame"
                yield page
                page = _carried_on(lot, slots, page, frame)
                slots = slots[len(page[0].slots) :] if page else slots
    if page:
        yield page


def _shelf(
    lot: SizeGroup, slots: tuple[Slot, ...], page: tuple[Shelf, ...], frame: Frame, options: Options
) -> Shelf | None:
    """The first shelf of the lot below those on the page, None where no row of it fits or the lot is there already."""
    if page and page[-1].lot is lot:
        return None
    top = page[-1].bottom + clearance(page[-1].lot.size, options) + clearance(lot.size, options) if page else 0.0
    grid = best_grid(lot.size, frame.box.width, frame.box.height - top, len(slots))
    taken = slots[: grid.capacity]
    return Shelf(lot, grid, taken, top, len(taken)) if taken else None


def _carried_on(lot: SizeGroup, slots: tuple[Slot, ...], page: tuple[Shelf, ...], frame: Frame) -> tuple[Shelf, ...]:
    """A page that goes on with the grid of one which holds nothing but this lot; an empty page after any other."""
    if len(page) != 1 or page[0].lot is not lot:
        return ()
    grid = page[0].grid
    return (Shelf(lot, grid, slots[: grid.capacity], 0.0, grid.capacity),)


def clearance(size: Size, options: Options) -> float:
    """How far off the trim the next lot's own clearance may begin."""
    if size.outlined or not options.marks:
        return size.bleed + SCISSORS / 2 + EPSILON
    return options.mark_reach


# Lots: the parts of a set sorted into what is laid out together.

Key = TypeVar("Key")

HAIRLINE = 0.5
"""What a guide that lies on the trim may reach beyond it with the width of its line."""


def size_of(part: Part, options: Options) -> Size:
    """What the part takes of a sheet."""
    return _size(part, options.bleed)


@lru_cache(maxsize=1 << 14)  # it is asked for by whoever looks for what fits, sorts parts, and lays them out
def _size(part: Part, most: float) -> Size:
    faces = [part.front, part.back] if part.back else [part.front]
    bleed = min(max(face.bleed for face in faces), most)
    width, height = rounded(part.front.width), rounded(part.front.height)
    return _alike(Size(width, height, bleed, _overhang(part), not is_trim(part)))


@lru_cache(maxsize=256)
def _alike(size: Size) -> Size:
    """The size, the very same for all parts that have it: they are sorted by it again and again."""
    return size


def lots(parts: Sequence[Part], chosen: Iterable[int], options: Options) -> tuple[SizeGroup, ...]:
    """The chosen parts, copy by copy, by size and then by back, each in the order in which it first appears."""
    sizes: dict[Size, list[int]] = {}
    for index in chosen:
        sizes.setdefault(size_of(parts[index], options), []).append(index)
    return tuple(SizeGroup(size, _slots(parts, members)) for size, members in sizes.items())


def _slots(parts: Sequence[Part], members: Sequence[int]) -> tuple[tuple[int, int], ...]:
    backs = [parts[index].back for index in members]
    drawn = {id(back): back for back in backs}
    first: dict[Scene | None, int] = {}
    rank = {key: first.setdefault(back, number) for number, (key, back) in enumerate(drawn.items())}
    ordered = sorted(range(len(members)), key=lambda number: rank[id(backs[number])])
    return tuple((members[number], copy) for number in ordered for copy in range(parts[members[number]].copies))


def fits(size: Size, frame: Frame) -> bool:
    """Whether one part of that size fits the frame, either way round."""
    return any(grid(size, frame.box.width, frame.box.height, turn).capacity for turn in (0, 90))


def _overhang(part: Part) -> Overhang:
    box = bounds(part.guides)
    if box is None:
        return Overhang()
    beyond = (-box.left, -box.top, box.right - part.front.width, box.bottom - part.front.height)
    return Overhang(*(rounded(side) if side > HAIRLINE else 0.0 for side in beyond))


def is_trim(part: Part) -> bool:
    """Whether the cut runs along the sides of the trim; corners may still be rounded afterwards."""
    match part.outline:
        case Rect(x, y, width, height):
            off = (x, y, width - part.front.width, height - part.front.height)
            return all(abs(distance) < EPSILON for distance in off)
        case _:
            return False
