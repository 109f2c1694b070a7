"""Packing: the parts of several components on few pages, blocks of equal parts next to each other.

Groups of equal parts that fill pages do so first. What is left, and all smaller groups, share pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, islice, product
from math import ceil
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from pnp.scene.parts import Box
from pnp.sheet.frame import EPSILON, Frame, Leaf, PartBlock, centred, grown, hull, marked_room
from pnp.sheet.imposition.grid import TURNS, Gap, Grid, SizeGroup, best_grid, block_of, clearance, grid
from pnp.sheet.options import Options
from pnp.units import rounded, total

ComponentGroups = Sequence[SizeGroup]
"""The size groups of one component, which stay together."""

SLACK = 1e-3
"""The overlap of clearances that is tolerated; it is larger than rounding errors."""

GAPS: tuple[Gap, ...] = ("loose", "tight")

WAYS = (False, False), (True, False), (True, True)
"""Whether an attempt `keeps_marks_long`, and whether it is `sideways`, in the order of the attempts."""

MOST_TO_DIVIDE = 400
"""Full pages times components left above which no group is divided over pages: a large deck has its own sheets."""

SHORT_MARKS_COST = 2
"""What short cut marks cost, per page and direction, counted in lines to cut."""


class PlacedGroup(Struct, frozen=True):
    """A size group on a page: its grid, its box with all guides, and the clearance around that."""

    group: SizeGroup
    grid: Grid
    box: Box
    clear: float

    def block(self, right: float, down: float) -> PartBlock:
        """Return its parts on the sheet, moved by (`right`, `down`)."""
        return block_of(self.group, self.grid, self.group.slots, self.box.x + right, self.box.y + down)


Page = tuple[PlacedGroup, ...]


class Attempt(Struct, frozen=True):
    """One way to pack: into that frame, with that gap between parts.

    In the area `marked`, cut marks around parts are long. An attempt that `keeps_marks_long` adds no block to a page if
    marks would then be short; between its blocks is less space, for marks of that length. An attempt `sideways` fills
    pages from the left and not from the top.
    """

    frame: Frame
    marked: Box
    options: Options
    gap: Gap = "loose"
    keeps_marks_long: bool = False
    sideways: bool = False

    def clearance(self, group: SizeGroup) -> float:
        """Return the distance from the trim of a group to the clearance of the next."""
        clear = clearance(group.size, self.options)
        return min(clear, self.options.mark_stub) if self.keeps_marks_long and self.options.marks else clear

    def shift_range(self, page: Page, *, down: bool = False) -> tuple[float, float]:
        """Return the least and the largest distance by which the page may move to the right, or down.

        Its parts stay inside the frame, and its cut marks are long. The least is the larger one if that is impossible.
        """
        pairs = [(each.box, self._allowed_area(each)) for each in page]
        if down:
            ranges = [(area.y - box.y, area.y + area.height - box.y - box.height) for box, area in pairs]
        else:
            ranges = [(area.x - box.x, area.x + area.width - box.x - box.width) for box, area in pairs]
        return max(least for least, _ in ranges), min(most for _, most in ranges)

    def _allowed_area(self, placed: PlacedGroup) -> Box:
        return self.marked if self.options.marks and not placed.group.size.outlined else self.frame.box

    def short_mark_directions(self, page: Page) -> int:
        """Return the number of directions, across and down, in which marks of the page are short."""
        return sum(least > most + SLACK for least, most in (self.shift_range(page), self.shift_range(page, down=True)))

    def admits(self, page: Page, candidate: PlacedGroup) -> bool:
        """Whether the group may go on the page; an attempt that keeps marks long refuses it where they get shorter."""
        if not self.keeps_marks_long:
            return True
        before = self.short_mark_directions(page) if page else 0
        return self.short_mark_directions((*page, candidate)) <= before


class Cost(NamedTuple):
    """What a result is compared by: the least is the best. `short` counts directions of pages with short marks."""

    pages: int
    tight: bool
    lines: int
    short: int


def packed(components: Sequence[ComponentGroups], frame: Frame, options: Options) -> tuple[Leaf, ...]:
    """Return the fronts of all groups on as few pages as were found. Every size must fit the frame.

    Bin packing is NP-hard, so this is a heuristic. Several orders of the components are packed greedily, loose and
    tight, and the result with the fewest pages is used: of equals a loose one, then that with the fewest lines to cut
    and the fewest short cut marks. Each block goes to the topmost, then leftmost free corner (the bottom-left
    heuristic: Baker, Coffman and Rivest, 1980), and if marks are short then, to the leftmost, then topmost. If more
    pages are needed than the area of the parts suggests, groups may be divided over pages, and those of one size
    joined. Pages that are less than half full are the last.
    """
    full, rest = _full_pages(components, frame, options)
    best: tuple[Page, ...] | None = None
    lowest: Cost | None = None
    area, page_area = (
        total(_area(group) for component in rest for group in component),
        frame.box.width * frame.box.height,
    )
    fewest_possible = len(full) + ceil(area / page_area - EPSILON)
    simple = Attempt(frame, marked_room(frame, options), options)
    unavoidable = sum(map(simple.short_mark_directions, full))
    joined = _joined(rest)
    alike = [(joined, False)] if len(joined) < sum(map(len, rest)) else []
    for variant, divided in ((rest, False), *alike, (_singly(rest), True), (joined, True)):
        enough = len(best or ()) <= max(fewest_possible, 1) or len(full) * len(rest) > MOST_TO_DIVIDE
        if best is not None and divided and enough:
            break  # nor is the next variant tried
        orders = dict.fromkeys(_orders(variant))
        for (keeps_marks_long, sideways), gap, order in product(WAYS, GAPS, orders):
            if keeps_marks_long and lowest and lowest.short <= unavoidable:
                break  # nothing to gain: the attempts that follow keep marks long, too
            ordered = [variant[number] for number in order]
            attempt = replace(simple, gap=gap, keeps_marks_long=keeps_marks_long, sideways=sideways)
            pages = tuple(_pages(full, ordered, attempt, divided=divided))
            short = sum(map(attempt.short_mark_directions, pages))
            cost = Cost(len(pages), gap == "tight", _lines(pages) + SHORT_MARKS_COST * short, short)
            if lowest is None or cost < lowest:
                best, lowest = pages, cost
    in_order = sorted(
        best or (), key=lambda page: (2 * _taken(page) < page_area, min(each.group.slots[0] for each in page))
    )
    return tuple(_leaf(page, simple) for page in in_order)


def _area(group: SizeGroup) -> float:
    return group.size.width * group.size.height * len(group.slots)


def _lines(pages: Sequence[Page]) -> int:
    """Return the number of lines along which the blocks of the pages are cut."""
    lines = 0
    for page in pages:
        across, down = set[float](), set[float]()
        for placed in page:
            columns, rows = placed.grid.columns, placed.grid.rows
            count = len(placed.group.slots)
            for number in range(min(count, columns.count)):
                start = placed.box.x + columns.before + number * columns.pitch
                across |= {rounded(start), rounded(start + columns.size)}
            for number in range(ceil(count / columns.count)):
                start = placed.box.y + rows.before + number * rows.pitch
                down |= {rounded(start), rounded(start + rows.size)}
        lines += len(across) + len(down)
    return lines


def _full_pages(
    components: Sequence[ComponentGroups], frame: Frame, options: Options
) -> tuple[list[Page], list[ComponentGroups]]:
    """Return pages that are full of one size, and what is left of each component.

    A component that fits on one page has none: it stays together.
    """
    pages: list[Page] = []
    left: list[ComponentGroups] = []
    for component in components:
        others: list[SizeGroup] = []
        for group in component:
            full = best_grid(group.size, frame.box.width, frame.box.height, len(group.slots))
            box = Box(frame.box.x, frame.box.y, *full.extent(full.capacity))
            several = len(group.slots) > full.capacity  # what fills exactly one page stays with its component
            whole = len(group.slots) - len(group.slots) % full.capacity if several else 0
            for start in range(0, whole, full.capacity):
                slots = group.slots[start : start + full.capacity]
                pages.append((PlacedGroup(replace(group, slots=slots), full, box, clearance(group.size, options)),))
            if whole < len(group.slots):
                others.append(replace(group, slots=group.slots[whole:]) if whole else group)
        if others:
            left.append(tuple(others))
    return pages, left


def _singly(components: Sequence[ComponentGroups]) -> list[ComponentGroups]:
    """Return each size group as a component by itself."""
    return [(group,) for component in components for group in component]


def _joined(components: Sequence[ComponentGroups]) -> list[ComponentGroups]:
    """Return all groups, those of one size as one."""
    sizes: dict[object, SizeGroup] = {}
    for group in chain.from_iterable(components):
        known = sizes.get(group.size)
        sizes[group.size] = replace(known, slots=known.slots + group.slots) if known else group
    return [(group,) for group in sizes.values()]


def _orders(components: Sequence[ComponentGroups]) -> Iterator[tuple[int, ...]]:
    """Yield orders of the components: as listed, then in descending order of area, height and width."""
    largest: tuple[Callable[[SizeGroup], float], ...] = (
        _area,
        lambda group: group.size.height,
        lambda group: group.size.width,
    )
    numbers = range(len(components))
    yield tuple(numbers)
    for measure in largest:
        sizes = [total(map(measure, component)) for component in components]
        yield tuple(sorted(numbers, key=lambda number: -sizes[number]))


def _leaf(page: Page, attempt: Attempt) -> Leaf:
    """Return the page as a leaf, its blocks centred together between the sides, at the top, in the order of parts.

    Above them is room for marks, so that the rest of the paper stays in one piece. Marks at the sides are long if the
    paper has room for that.
    """
    frame, options = attempt.frame, attempt.options
    around = hull(each.box for each in page)
    middle = centred(around.width, around.height, frame)
    top = max(frame.box.y, min(middle.y, options.edge + options.mark_reach))
    right = _within(middle.x - around.x, attempt.shift_range(page))
    down = _within(top - around.y, attempt.shift_range(page, down=True))
    in_order = sorted(page, key=lambda each: each.group.slots[0])
    return Leaf(frame.paper, tuple(each.block(right, down) for each in in_order), frame.strip)


def _within(distance: float, shift_range: tuple[float, float]) -> float:
    """Return the nearest distance in the range; the distance itself if the range is empty."""
    least, most = shift_range
    return max(least, min(distance, most)) if least <= most else distance


def _pages(
    full: Sequence[Page],
    components: Sequence[ComponentGroups],
    attempt: Attempt,
    *,
    divided: bool,
) -> list[Page]:
    """Return pages with all components, each on the first page that has room for it, else on a new page.

    If they may be `divided`, each component is one group, and as much of it as a page has room for is put there.
    """
    pages = list(full)
    waiting = list(components)
    while waiting:
        component = waiting.pop(0)
        if _added_to_a_page(pages, component, attempt):
            continue
        left: Sequence[ComponentGroups] | None = None
        if divided:
            (group,) = component
            left = _divided(pages, group, attempt)
        if left is None:
            page, left = _new_page(component, attempt)
            pages.append(page)
        waiting[:0] = left
    return pages


def _added_to_a_page(pages: list[Page], component: ComponentGroups, attempt: Attempt) -> bool:
    """Whether a page had room for the whole component. It is then on that page in `pages`."""
    wanted = total(map(_area, component))
    for number, page in enumerate(pages):
        if _free_area(page, attempt.frame) < wanted:
            continue
        fuller = _with_component(page, component, attempt)
        if fuller:
            pages[number] = fuller
            return True
    return False


def _free_area(page: Page, frame: Frame) -> float:
    return frame.box.width * frame.box.height - _taken(page) + SLACK


def _taken(page: Page) -> float:
    return total(each.box.width * each.box.height for each in page)


def _divided(pages: list[Page], group: SizeGroup, attempt: Attempt) -> Sequence[ComponentGroups] | None:
    """Return what is left of a group after a part of it was put on a page of `pages`; None if no page has room.

    A page takes at least half of the group, or two parts.
    """
    for number, page in enumerate(pages):
        if _free_area(page, attempt.frame) < group.size.width * group.size.height:
            continue
        found = max(_as_many(page, group, attempt), key=lambda each: len(each.group.slots), default=None)
        if found and 2 * len(found.group.slots) >= min(len(group.slots), 4):
            pages[number] = (*page, found)
            return ((replace(group, slots=group.slots[len(found.group.slots) :]),),)
    return None


def _as_many(page: Page, group: SizeGroup, attempt: Attempt) -> Iterator[PlacedGroup]:
    """Yield the first parts of the group at each free corner of the page: as many rows as it has room for."""
    clear, box = attempt.clearance(group), attempt.frame.box
    xs, ys = _corners(page, attempt.frame, clear)
    for y, x in product(ys, xs):
        for turn in TURNS:
            most = grid(group.size, box.x + box.width - x, box.y + box.height - y, turn, attempt.gap)
            for rows in range(most.rows.count if most.columns.count else 0, 0, -1):
                shape = Grid(most.columns, replace(most.rows, count=rows), turn)
                some = replace(group, slots=group.slots[: shape.capacity])
                if not _uses_fewest_strips(some, shape, attempt):
                    continue
                placed = PlacedGroup(some, shape, Box(x, y, *shape.extent(len(some.slots))), clear)
                if _free(page, attempt.frame, placed) and attempt.admits(page, placed):
                    yield placed
                    break


def _new_page(component: ComponentGroups, attempt: Attempt) -> tuple[Page, Sequence[ComponentGroups]]:
    """Return a new page, and the groups that are left.

    Nothing is left if the page holds the whole component. Otherwise the page takes one size group, or as much of it as
    fits.
    """
    frame = attempt.frame
    relaxed = replace(attempt, keeps_marks_long=False)
    whole = _with_component((), component, attempt) or _with_component((), component, relaxed)
    if whole:
        return whole, ()
    group, *others = component
    if others:
        page, left = _new_page((group,), attempt)
        return page, (*left, tuple(others))
    full = best_grid(group.size, frame.box.width, frame.box.height, len(group.slots))
    first, rest = (
        replace(group, slots=slots) for slots in (group.slots[: full.capacity], group.slots[full.capacity :])
    )
    box = Box(frame.box.x, frame.box.y, *full.extent(len(first.slots)))
    return (PlacedGroup(first, full, box, attempt.clearance(group)),), ((rest,),) if rest.slots else ()


def _with_component(page: Page, component: ComponentGroups, attempt: Attempt) -> Page:
    """Return the page with every size group of the component added; empty if there is no room."""
    for group in component:
        rank = partial(_rank, page, sideways=attempt.sideways)
        found = min(_candidates(page, group, attempt), key=rank, default=None)
        if found is None:
            return ()
        page = (*page, found)
    return page


def _rank(page: Page, candidate: PlacedGroup, *, sideways: bool) -> tuple[float, ...]:
    """Return the sort key of a placement: the lowest edge on the page after it, then its own bottom and right edges.

    If pages are filled `sideways`, it is the rightmost edge, then the right and bottom edges.
    """
    right, bottom = candidate.box.x + candidate.box.width, candidate.box.y + candidate.box.height
    if sideways:
        rightmost = max((each.box.x + each.box.width for each in page), default=0.0)
        return rounded(max(rightmost, right)), rounded(right), rounded(bottom)
    lowest = max((each.box.y + each.box.height for each in page), default=0.0)
    return rounded(max(lowest, bottom)), rounded(bottom), rounded(right)


def _candidates(page: Page, group: SizeGroup, attempt: Attempt) -> Iterator[PlacedGroup]:
    """Yield the group in every shape, each at the first free position from the top, or `sideways` from the left."""
    frame, clear = attempt.frame, attempt.clearance(group)
    xs, ys = _corners(page, frame, clear)
    for shape in _shapes(group, attempt):
        width, height = shape.extent(len(group.slots))
        corners = ((x, y) for x, y in product(xs, ys)) if attempt.sideways else ((x, y) for y, x in product(ys, xs))
        places = (PlacedGroup(group, shape, Box(*corner, width, height), clear) for corner in corners)
        free = filter(partial(_free, page, frame), places)
        yield from islice(filter(partial(attempt.admits, page), free), 1)


def _shapes(group: SizeGroup, attempt: Attempt) -> Iterator[Grid]:
    """Yield the grids that hold the group without a superfluous row or column, upright and sideways."""
    count, box = len(group.slots), attempt.frame.box
    for turn in TURNS:
        most = grid(group.size, box.width, box.height, turn, attempt.gap)
        for columns in range(1, min(most.columns.count, count) + 1):
            rows = ceil(count / columns)
            if rows <= most.rows.count and columns == ceil(count / rows):
                shape = Grid(replace(most.columns, count=columns), replace(most.rows, count=rows), turn)
                if _uses_fewest_strips(group, shape, attempt):
                    yield shape


def _uses_fewest_strips(group: SizeGroup, shape: Grid, attempt: Attempt) -> bool:
    """Whether the grid has no more strips to fold over than needed: each is cut out and folded by itself."""
    if group.size.fold is None:
        return True
    box = attempt.frame.box
    most = grid(group.size, box.width, box.height, shape.turn, attempt.gap)
    strips, longest_strip = (shape.columns, most.rows) if shape.turn else (shape.rows, most.columns)
    return strips.count <= ceil(len(group.slots) / longest_strip.count)


def _corners(page: Page, frame: Frame, clear: float) -> tuple[list[float], list[float]]:
    """Return the x and y at which a block can begin: at the frame's own left and top, and after each block."""
    xs = {rounded(each.box.x + each.box.width + each.clear + clear) for each in page}
    ys = {rounded(each.box.y + each.box.height + each.clear + clear) for each in page}
    return sorted({frame.box.x, *xs}), sorted({frame.box.y, *ys})


def _free(page: Page, frame: Frame, candidate: PlacedGroup) -> bool:
    """Whether it is inside the frame, clear of all blocks on the page."""
    box, room = candidate.box, grown(frame.box, EPSILON)
    inside = box.x + box.width <= room.x + room.width and box.y + box.height <= room.y + room.height
    return inside and not any(_overlap(grown(box, candidate.clear), grown(each.box, each.clear)) for each in page)


def _overlap(one: Box, other: Box) -> bool:
    across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    down = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return min(across, down) > SLACK
