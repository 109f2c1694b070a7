"""Packing: the lots of several components on as few pages as can be found, blocks of equal parts side by side.

Each lot is a block of rows and columns; blocks keep so far apart that the marks of none meet another. Of the ways to
set them (the order, with or without room for bleed between the parts) the one with the fewest pages is taken. A
component that one page can hold is never split over two.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice, product
from math import ceil
from typing import TYPE_CHECKING

from pnp.records import dataclass
from pnp.scene.sheet import Box
from pnp.sheet.boxes import grown, hull
from pnp.sheet.frame import EPSILON, Frame, centred
from pnp.sheet.grid import Gap, Grid, best_grid, grid
from pnp.sheet.leaf import Block, Leaf, Placement
from pnp.sheet.shelves import Lot, clearance
from pnp.units import rounded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.sheet.leaf import Turn
    from pnp.sheet.options import Options

Kin = Sequence[Lot]
"""The lots of one component, which stay together."""

SLACK = 1e-3
"""What blocks may miss their clearance by: more than what is lost in rounding."""

GAPS: tuple[Gap, ...] = ("loose", "tight")
TURNS: tuple[Turn, ...] = (0, 90)


@dataclass(frozen=True, slots=True)
class Setting:
    """A lot on a page: its grid, the box that it fills with its guides, and how far from that others stay."""

    lot: Lot
    grid: Grid
    box: Box
    clear: float

    def block(self, right: float, down: float) -> Block:
        """Its parts on the sheet, moved that far."""
        boxes = self.grid.boxes(len(self.lot.slots), self.box.x + right, self.box.y + down)
        slots = zip(self.lot.slots, boxes, strict=True)
        placed = (Placement(part, copy, box, self.grid.turn) for (part, copy), box in slots)
        return Block(tuple(placed), self.lot.size.outlined)


Page = tuple[Setting, ...]


def packed(kins: Sequence[Kin], frame: Frame, options: Options) -> tuple[Leaf, ...]:
    """The fronts of all lots on as few pages as were found; every size must fit the frame."""
    best: Sequence[Page] = ()
    for gap, order in product(GAPS, dict.fromkeys(_orders(kins))):
        pages = _pages([kins[number] for number in order], frame, options, gap)
        best = min(best or pages, pages, key=len)
        if len(best) == 1:
            break
    return tuple(_leaf(page, frame) for page in best)


def _orders(kins: Sequence[Kin]) -> Iterator[tuple[int, ...]]:
    """The components as they come, and the largest first by area, by their highest part and by their widest."""
    largest: tuple[Callable[[Lot], float], ...] = (
        lambda lot: lot.size.width * lot.size.height * len(lot.slots),
        lambda lot: lot.size.height,
        lambda lot: lot.size.width,
    )
    numbers = range(len(kins))
    yield tuple(numbers)
    for measure in largest:
        sizes = [sum(map(measure, kin)) for kin in kins]
        yield tuple(sorted(numbers, key=lambda number: -sizes[number]))


def _leaf(page: Page, frame: Frame) -> Leaf:
    """The page with its settings together in the middle of the frame, in the order of their parts."""
    around = hull(each.box for each in page)
    middle = centred(around.width, around.height, frame)
    right, down = middle.x - around.x, middle.y - around.y
    in_order = sorted(page, key=lambda each: each.lot.slots[0])
    return Leaf(frame.paper, tuple(each.block(right, down) for each in in_order), frame.strip)


def _pages(kins: Sequence[Kin], frame: Frame, options: Options, gap: Gap) -> Sequence[Page]:
    pages: list[Page] = []
    waiting = list(kins)
    while waiting:
        kin = waiting.pop(0)
        if not _joined(pages, kin, frame, options, gap):
            page, left = _opened(kin, frame, options, gap)
            pages.append(page)
            waiting[:0] = left
    return pages


def _joined(pages: list[Page], kin: Kin, frame: Frame, options: Options, gap: Gap) -> bool:
    """Whether a page had room for all of the component, which is on it now."""
    for number, page in enumerate(pages):
        fuller = _with(page, kin, frame, options, gap)
        if fuller:
            pages[number] = fuller
            return True
    return False


def _opened(kin: Kin, frame: Frame, options: Options, gap: Gap) -> tuple[Page, Sequence[Kin]]:
    """A new page, and what is left to set: nothing if it holds the component, else what one lot or page leaves."""
    whole = _with((), kin, frame, options, gap)
    if whole:
        return whole, ()
    lot, *others = kin
    if others:
        page, left = _opened((lot,), frame, options, gap)
        return page, (*left, tuple(others))
    full = best_grid(lot.size, frame.box.width, frame.box.height, len(lot.slots))
    first, rest = (replace(lot, slots=slots) for slots in (lot.slots[: full.capacity], lot.slots[full.capacity :]))
    box = Box(frame.box.x, frame.box.y, *full.extent(len(first.slots)))
    return (Setting(first, full, box, clearance(lot.size, options)),), ((rest,),) if rest.slots else ()


def _with(page: Page, kin: Kin, frame: Frame, options: Options, gap: Gap) -> Page:
    """The page with every lot of the component added; empty where there is no room."""
    for lot in kin:
        found = min(_ways(page, lot, frame, options, gap), key=lambda each: _rank(page, each), default=None)
        if found is None:
            return ()
        page = (*page, found)
    return page


def _rank(page: Page, setting: Setting) -> tuple[float, ...]:
    """How far down the page it makes things reach, then how far down and how far right it reaches itself."""
    right, bottom = setting.box.x + setting.box.width, setting.box.y + setting.box.height
    lowest = max((each.box.y + each.box.height for each in page), default=0.0)
    return rounded(max(lowest, bottom)), rounded(bottom), rounded(right)


def _ways(page: Page, lot: Lot, frame: Frame, options: Options, gap: Gap) -> Iterator[Setting]:
    """The lot in every shape, each in the first place from the top where it meets nothing."""
    clear = clearance(lot.size, options)
    xs, ys = _corners(page, frame, clear)
    for shape in _shapes(lot, frame, gap):
        width, height = shape.extent(len(lot.slots))
        places = (Setting(lot, shape, Box(x, y, width, height), clear) for y, x in product(ys, xs))
        yield from islice(filter(partial(_free, page, frame), places), 1)


def _shapes(lot: Lot, frame: Frame, gap: Gap) -> Iterator[Grid]:
    """The grids that hold the lot without a row or a column too many, upright and lying."""
    count = len(lot.slots)
    for turn in TURNS:
        most = grid(lot.size, frame.box.width, frame.box.height, turn, gap)
        for columns in range(1, min(most.columns.count, count) + 1):
            rows = ceil(count / columns)
            if rows <= most.rows.count and columns == ceil(count / rows):
                yield Grid(replace(most.columns, count=columns), replace(most.rows, count=rows), turn)


def _corners(page: Page, frame: Frame, clear: float) -> tuple[list[float], list[float]]:
    """The distances from the left and from the top at which a block can begin: the frame's own, and past each block."""
    xs = {rounded(each.box.x + each.box.width + each.clear + clear) for each in page}
    ys = {rounded(each.box.y + each.box.height + each.clear + clear) for each in page}
    return sorted({frame.box.x, *xs}), sorted({frame.box.y, *ys})


def _free(page: Page, frame: Frame, setting: Setting) -> bool:
    """Whether it lies in the frame, clear of everything on the page."""
    box, room = setting.box, grown(frame.box, EPSILON)
    inside = box.x + box.width <= room.x + room.width and box.y + box.height <= room.y + room.height
    return inside and not any(_meet(grown(box, setting.clear), grown(each.box, each.clear)) for each in page)


def _meet(one: Box, other: Box) -> bool:
    across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    down = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return min(across, down) > SLACK
