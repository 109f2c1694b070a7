"""Grids of equal parts, their orientation, and their arrangement on pages.

Between columns, and between rows, twice the bleed is left if that takes no more sheets. Otherwise parts touch, share
their cuts, and bleed only on sides without a neighbour. `Options.cuts` can demand either. Between outlined parts there
is always space for scissors.

A group of equal parts begins on the page where the previous one ended, if its first row fits below. A page that
only continues a group has the same corner as the page before. So a stack of sheets can be cut at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from math import ceil, floor, inf
from typing import Literal, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from msgspec import Struct
from msgspec.structs import replace

from pnp.scene.extent import bounds
from pnp.scene.items import Rect, Scene
from pnp.scene.parts import Box, Part
from pnp.sheet.frame import EPSILON, Frame, Leaf, PartBlock, Placement, Turn, centred, over_the_fold
from pnp.sheet.options import Cuts, Options
from pnp.units import rounded

# Grids: how many parts of one size fit a room, in which orientation, and with which gaps.

Gap = Literal["free", "loose", "tight"]
"""Whether there is space for bleed between parts: `free`, if it costs no part; `loose`, always; `tight`, never."""

TURNS: tuple[Turn, ...] = (0, 90)

SCISSORS = 2.0
"""The minimum distance between outlined parts."""


class Overhang(NamedTuple):
    """How far a part's guides extend beyond its trim on each side."""

    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0


NO_OVERHANG = Overhang()


class Size(Struct, frozen=True):
    """The properties that the parts of a group share.

    They are the trim, the overhang of guides, the bleed, whether the parts are cut along an outline, and whether
    neighbours touch. In a strip to fold over, a front and its back are one part, with `fold` between them.
    """

    width: float
    height: float
    bleed: float
    overhang: Overhang = NO_OVERHANG
    outlined: bool = False
    cuts: Cuts = "auto"
    fold: float | None = None

    @property
    def turned(self) -> Size:
        """The size turned clockwise by 90°."""
        left, top, right, bottom = self.overhang
        over = Overhang(bottom, left, top, right)
        return Size(self.height, self.width, self.bleed, over, self.outlined, self.cuts, self.fold)

    @property
    def strip(self) -> Size:
        """The size of a front with its back above it, to fold over.

        There is white between the bleed of outlined parts, because the strips are cut apart before the parts are.
        """
        if not self.outlined:
            return replace(self, height=2 * self.height, fold=0.0)
        white = self.bleed + SCISSORS / 2
        over = Overhang(*(max(side, white) for side in self.overhang))
        return replace(self, height=2 * self.height + SCISSORS, fold=SCISSORS, overhang=over)


class PartRun(Struct, frozen=True):
    """Equal parts in a line, `pitch` from start to start.

    Guides extend by `before` ahead of the first part and by `after` beyond the last.
    """

    count: int
    size: float
    pitch: float
    before: float
    after: float

    def length(self, count: int) -> float:
        """Return the length of the first `count` parts with their guides."""
        return self.before + self.size + (count - 1) * self.pitch + self.after if count else 0.0


def run(
    room: float, size: float, before: float, after: float, bleed: float, apart: float, gap: Gap = "free"
) -> PartRun:
    """Return a line of as many parts as the room holds, at least `apart` from each other.

    A `loose` line has space for bleed between parts, a `tight` one has none. A `free` line has it if as many parts fit.
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
    """Rows and columns of parts of one size; the counts are the maximum for the room."""

    columns: PartRun
    rows: PartRun
    turn: Turn

    @property
    def capacity(self) -> int:
        """The maximum number of parts."""
        return self.columns.count * self.rows.count

    @property
    def touches(self) -> bool:
        """Whether neighbours share a cut."""
        return any(each.count > 1 and each.pitch - each.size < EPSILON for each in (self.columns, self.rows))

    def extent(self, count: int) -> tuple[float, float]:
        """Return width and height of the first `count` parts, filled row by row."""
        columns = min(count, self.columns.count)
        return self.columns.length(columns), self.rows.length(ceil(count / self.columns.count))

    def boxes(self, count: int, x: float, y: float) -> Iterator[Box]:
        """Yield the trims of the first `count` parts, row by row, when the grid's corner is at (x, y)."""
        for index in range(count):
            row, column = divmod(index, self.columns.count)
            left = x + self.columns.before + column * self.columns.pitch
            yield Box(left, y + self.rows.before + row * self.rows.pitch, self.columns.size, self.rows.size)


def grid(size: Size, width: float, height: float, turn: Turn = 0, gap: Gap = "free") -> Grid:
    """Return the grid of that size in a room, upright or, with a turn of 90, sideways.

    `gap` is as in `run`, unless the size is only for shared cuts or only for separate ones.
    """
    lying = size.turned if turn else size
    left, top, right, bottom = lying.overhang
    apart = SCISSORS if size.outlined or size.cuts == "apart" else 0.0
    gap = "tight" if size.cuts == "shared" else "loose" if size.cuts == "apart" else gap
    columns = run(width, lying.width, left, right, size.bleed, apart, gap)
    rows = run(height, lying.height, top, bottom, size.bleed, apart, gap)
    return Grid(columns, rows, turn)


def best_grid(size: Size, width: float, height: float, wanted: int, *, dense: bool = False) -> Grid:
    """Return the grid with the fewest pages for the `wanted` parts.

    Of these it is one with space for bleed on all sides, then the one that takes more parts, then the upright one.
    A `dense` grid takes as many of the parts as possible, then has as many places as possible.
    """
    free = [grid(size, width, height, turn) for turn in TURNS]
    if dense:
        return max(free, key=lambda each: (min(each.capacity, wanted), each.capacity))
    loose = [grid(size, width, height, turn, "loose") for turn in TURNS]

    def rank(number: int) -> tuple[float, ...]:
        each = grids[number]
        held = each.capacity
        return -ceil(wanted / held) if held else -inf, number < len(loose), min(held, wanted), not each.turn

    grids = loose + free
    return grids[max(range(len(grids)), key=rank)]


# Shelves: groups of equal parts on pages, one grid below the other.

Slot = tuple[int, int]
"""A part's index in its set, and the index of its copy."""


class SizeGroup(Struct, frozen=True):
    """All parts of one size, copy by copy, in layout order."""

    size: Size
    slots: tuple[Slot, ...]


class Shelf(Struct, frozen=True):
    """Parts of one group on one page, `top` millimetres below the page's first shelf.

    `span` is the number of parts for which the shelf is centred.
    """

    group: SizeGroup
    grid: Grid
    slots: tuple[Slot, ...]
    top: float
    span: int

    @property
    def bottom(self) -> float:
        """The bottom edge, where the next shelf's clearance begins."""
        return self.top + self.grid.extent(len(self.slots))[1]

    def block(self, frame: Frame, y: float) -> PartBlock:
        """Return its parts on the sheet; the page's first shelf is at `y`."""
        x = centred(self.grid.extent(self.span)[0], 0.0, frame).x
        return block_of(self.group, self.grid, self.slots, x, y + self.top)


def block_of(group: SizeGroup, grid: Grid, slots: Sequence[Slot], x: float, y: float) -> PartBlock:
    """Return parts of a group on a sheet, in a grid whose corner is at (x, y); those of strips with their backs."""
    boxes = tuple(grid.boxes(len(slots), x, y))
    placed = (Placement(part, copy, box, grid.turn) for (part, copy), box in zip(slots, boxes, strict=True))
    size = group.size
    if size.fold is None:
        return PartBlock(tuple(placed), size.outlined)
    pairs = (each for whole in placed for each in over_the_fold(whole, size.fold or 0.0))
    return PartBlock(tuple(pairs), size.outlined, boxes)


def leaves(size_groups: Iterable[SizeGroup], frame: Frame, options: Options) -> tuple[Leaf, ...]:
    """Return the fronts of all groups on as many pages as they need. Every size must fit the frame.

    Parts are apart where that costs no page for their group, and as close as possible if that saves pages in all.
    """
    groups = tuple(size_groups)
    pages = (tuple(_pages(groups, frame, options, dense=dense)) for dense in (False, True))
    return tuple(_leaf(page, frame) for page in min(pages, key=len))


def _leaf(page: tuple[Shelf, ...], frame: Frame) -> Leaf:
    first = page[0]
    height = max(page[-1].bottom, first.grid.extent(first.span)[1])
    y = centred(0.0, height, frame).y
    return Leaf(frame.paper, tuple(shelf.block(frame, y) for shelf in page), frame.strip)


def _pages(
    size_groups: Iterable[SizeGroup], frame: Frame, options: Options, *, dense: bool
) -> Iterator[tuple[Shelf, ...]]:
    """Yield pages of shelves: each group goes below the previous one, on the same page if a row fits."""
    page: tuple[Shelf, ...] = ()
    for group in size_groups:
        done = 0
        while done < len(group.slots):
            shelf = _shelf(group, done, page, frame, options, dense=dense)
            if shelf:
                page, done = (*page, shelf), done + len(shelf.slots)
            else:
                assert page, "the size fits the frame"
                yield page
                page = _carried_on(group, done, page)
                done += len(page[0].slots) if page else 0
    if page:
        yield page


def _shelf(
    group: SizeGroup, done: int, page: tuple[Shelf, ...], frame: Frame, options: Options, *, dense: bool
) -> Shelf | None:
    """Return the shelf below those on the page with the group's slots after the first `done`.

    None if no row of it fits, or if the last shelf is already of this group.
    """
    if page and page[-1].group is group:
        return None
    top = page[-1].bottom + clearance(page[-1].group.size, options) + clearance(group.size, options) if page else 0.0
    grid = best_grid(group.size, frame.box.width, frame.box.height - top, len(group.slots) - done, dense=dense)
    taken = group.slots[done : done + grid.capacity]
    return Shelf(group, grid, taken, top, len(taken)) if taken else None


def _carried_on(group: SizeGroup, done: int, page: tuple[Shelf, ...]) -> tuple[Shelf, ...]:
    """Return a page that continues a group in the same grid.

    It is empty unless the page before holds nothing but this group.
    """
    if len(page) != 1 or page[0].group is not group:
        return ()
    grid = page[0].grid
    return (Shelf(group, grid, group.slots[done : done + grid.capacity], 0.0, grid.capacity),)


def clearance(size: Size, options: Options) -> float:
    """Return the distance from the trim at which the next group's own clearance may begin."""
    if size.outlined or not options.marks:
        return size.bleed + SCISSORS / 2 + EPSILON
    return options.mark_reach


# Groups: the parts of a set, by size and then by back.

Key = TypeVar("Key")

HAIRLINE = 0.5
"""The distance that a guide on the trim may extend beyond it because of its line width."""


_SIZES: WeakKeyDictionary[Part, dict[tuple[float, bool, Cuts], Size]] = WeakKeyDictionary()
"""Cache of `size_of`: the search for a fit, the sort of parts and the layout all call it."""


def size_of(part: Part, options: Options) -> Size:
    """Return the size of a part for layout. Machines cut round corners one part at a time, so these never touch."""
    known = _SIZES.get(part)
    if known is None:
        known = _SIZES[part] = {}
    key = options.bleed, bool(options.registration), options.cuts
    size = known.get(key)
    if size is None:
        round_corners = isinstance(part.outline, Rect) and part.outline.radius > 0
        cuts = "apart" if options.registration and round_corners else options.cuts
        size = known[key] = _size(part, options.bleed, cuts)
    return size


def sizes_of(parts: Iterable[Part], options: Options) -> frozenset[Size]:
    """Return the different sizes of the parts."""
    return frozenset(size_of(part, options) for part in parts)


def _size(part: Part, most: float, cuts: Cuts) -> Size:
    faces = [part.front, part.back] if part.back else [part.front]
    bleed = min(max(face.bleed for face in faces), most)
    width, height = rounded(part.front.width), rounded(part.front.height)
    return Size(width, height, bleed, _overhang(part), not is_trim(part), cuts)


def size_groups(
    parts: Sequence[Part], chosen: Iterable[int], options: Options, strips: Collection[int] = ()
) -> tuple[SizeGroup, ...]:
    """Return the chosen parts, copy by copy, grouped by size and then by back, both in order of first appearance.

    Those in `strips` are laid out with their backs, to fold over.
    """
    sizes: dict[Size, list[int]] = {}
    for index in chosen:
        size = size_of(parts[index], options)
        sizes.setdefault(size.strip if index in strips else size, []).append(index)
    return tuple(SizeGroup(size, _slots(parts, members)) for size, members in sizes.items())


def _slots(parts: Sequence[Part], members: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Return the copies of parts of one size, ordered by the first appearance of their back.

    Backs are compared by value, but only once for each object, since comparing scenes is slow.
    """
    backs = [parts[index].back for index in members]
    drawn = {id(back): back for back in backs}
    first: dict[Scene | None, int] = {}
    rank = {key: first.setdefault(back, number) for number, (key, back) in enumerate(drawn.items())}
    ordered = sorted(range(len(members)), key=lambda number: rank[id(backs[number])])
    return tuple((members[number], copy) for number in ordered for copy in range(parts[members[number]].copies))


def fits(size: Size, frame: Frame) -> bool:
    """Whether one part of that size fits the frame in either orientation."""
    return any(grid(size, frame.box.width, frame.box.height, turn).capacity for turn in (0, 90))


def _overhang(part: Part) -> Overhang:
    box = bounds(part.guides)
    if box is None:
        return Overhang()
    beyond = (-box.left, -box.top, box.right - part.front.width, box.bottom - part.front.height)
    return Overhang(*(rounded(side) if side > HAIRLINE else 0.0 for side in beyond))


def is_trim(part: Part) -> bool:
    """Whether the cut is along the sides of the trim; corners may still be rounded afterwards."""
    match part.outline:
        case Rect(x, y, width, height):
            off = (x, y, width - part.front.width, height - part.front.height)
            return all(abs(distance) < EPSILON for distance in off)
        case _:
            return False
