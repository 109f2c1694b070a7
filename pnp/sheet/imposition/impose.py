"""Imposition of parts: packing, gang sheets, and parts that are too large.

The parts of one size form a block of rows and columns. The distance of blocks leaves room for their marks.
Several orders are tried, each with and without space for bleed between parts, and the result with the fewest pages is
used. A component that fits on one page is never split over two.

The layout `single` yields every front and then every back, `duplex` front and back in turn. `gutterfold` has fronts and
backs on one side of the paper with a fold between them. Backs are always the fronts' leaf, mirrored.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, islice, product
from math import ceil, inf

from msgspec import Struct
from msgspec.structs import replace

from pnp.model.translation import SheetWords, filled
from pnp.scene.parts import Anchor, Box, Part, PartSet, Sheet
from pnp.sheet.frame import (
    EPSILON,
    Axis,
    Frame,
    Leaf,
    PartBlock,
    Placement,
    centred,
    folded,
    folded_over,
    frames,
    grown,
    hull,
    tiers,
    turned_over,
)
from pnp.sheet.imposition.compose import Job, bound, composed, starts
from pnp.sheet.imposition.grid import (
    TURNS,
    Gap,
    Grid,
    Size,
    SizeGroup,
    best_grid,
    clearance,
    fits,
    grid,
    leaves,
    size_groups,
    size_of,
    sizes_of,
)
from pnp.sheet.margins import HOUSE, SheetStyle
from pnp.sheet.options import Options
from pnp.units import rounded

# Parts that are too large for the paper.


class DoesNotFit(Exception):
    """A part that no page of the paper holds in either orientation; `message` and `hint` are as in a finding."""

    def __init__(self, part: Part, options: Options) -> None:
        self.part = part
        self.message = f"{part.front.width:g} × {part.front.height:g} mm does not fit on {options.paper.title}"
        room = " or ".join(f"{frame.box.width:.1f} × {frame.box.height:.1f}" for frame in frames(options))
        self.hint = f"within its margins a sheet of {options.paper.title} holds {room} mm"
        super().__init__(self.message)


def misfits(parts: PartSet, options: Options) -> tuple[DoesNotFit, ...]:
    """Return an error for every part of the set that is too large for the paper. Boards are split, and always fit."""
    hand = options.by_hand
    _, large = sorted_out(() if parts.spread else parts.parts, hand)
    return tuple(DoesNotFit(part, hand) for part in large)


def sorted_out(parts: Iterable[Part], options: Options) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """Return the parts that fit on a sheet of the paper in some orientation, and those that do not."""
    held: dict[Size, bool] = {}
    small: list[Part] = []
    large: list[Part] = []
    for part in parts:
        size = size_of(part, options)
        if size not in held:
            held[size] = any(fits(size, frame) for tier in tiers(options) for frame in tier)
        (small if held[size] else large).append(part)
    return tuple(small), tuple(large)


# Capacity: how many parts a sheet holds, and what would make it more.

NARROWER = (5.0, 4.0, 3.0)
"""The margins to try for more parts on a sheet."""


class SheetCapacity(Struct, frozen=True):
    """How many parts of a component a full sheet has; with the option `by` it has `more`, which saves sheets.

    With `touching`, neighbours share a cut.
    """

    held: int
    more: int = 0
    by: str = ""
    touching: bool = False

    def __str__(self) -> str:
        return self.told(SheetWords())

    def told(self, words: SheetWords) -> str:
        """Return it as text, such as `9 a sheet`."""
        more = f" ({filled(words.more_with, count=self.more, option=self.by)})" if self.by else ""
        return filled(words.a_sheet, count=self.held) + more


def capacity(parts: PartSet, options: Options) -> SheetCapacity | None:
    """Return the capacity of a sheet for parts of one size; None for several sizes, boards and what is too large.

    It is that of the layout: eight parts with bleed between them, where nine without would take as many sheets.
    """
    own = replace(options.by_machine, cuts=parts.cuts or options.cuts)
    sizes = sizes_of(parts.parts, own)
    if len(sizes) != 1 or parts.spread:
        return None
    (size,) = sizes
    backed = parts.faces > parts.count
    grid = _fullest(size, own, parts.count, backed=backed)
    if grid is None:
        return None
    held = grid.capacity
    closer = [(replace(size, cuts="shared"), own, "--cuts shared")] if own.cuts == size.cuts == "apart" else []
    wider = [(size, replace(own, margin=margin), f"--margin {margin:g}") for margin in NARROWER if margin < own.margin]
    for other, chosen, by in (*closer, *wider):
        wider_grid = _fullest(other, chosen, parts.count, backed=backed) if chosen.by_machine == chosen else None
        more = wider_grid.capacity if wider_grid else 0
        if more and ceil(parts.count / more) < ceil(parts.count / held):
            return SheetCapacity(held, more, by, grid.touches)
    return SheetCapacity(held, touching=grid.touches)


def _fullest(size: Size, options: Options, wanted: int, *, backed: bool) -> Grid | None:
    """Return the grid of a full sheet with parts of that size, if the `wanted` parts are laid out alone.

    On a folded sheet, it is that of the parts with backs. None if no part fits.
    """
    every = [frame for tier in tiers(options) for frame in tier]
    if options.layout == "gutterfold" and backed:
        every = [half for frame in every for half in folded(frame, options.bleed)]
    grids = (
        best_grid(size, frame.box.width, frame.box.height, wanted, dense=dense)
        for frame in every
        if fits(size, frame)
        for dense in (False, True)
    )
    return min(grids, key=lambda each: (ceil(wanted / each.capacity), each.touches), default=None)


# Packing: the groups of several components on few pages, blocks of equal parts next to each other.

ComponentGroups = Sequence[SizeGroup]
"""The size groups of one component, which stay together."""

SLACK = 1e-3
"""The overlap of clearances that is tolerated; it is larger than rounding errors."""

GAPS: tuple[Gap, ...] = ("loose", "tight")


class PlacedGroup(Struct, frozen=True):
    """A size group on a page: its grid, its box with all guides, and the clearance around that."""

    group: SizeGroup
    grid: Grid
    box: Box
    clear: float

    def block(self, right: float, down: float) -> PartBlock:
        """Return its parts on the sheet, moved by (`right`, `down`)."""
        boxes = self.grid.boxes(len(self.group.slots), self.box.x + right, self.box.y + down)
        slots = zip(self.group.slots, boxes, strict=True)
        placed = (Placement(part, copy, box, self.grid.turn) for (part, copy), box in slots)
        return PartBlock(tuple(placed), self.group.size.outlined)


Page = tuple[PlacedGroup, ...]


def packed(components: Sequence[ComponentGroups], frame: Frame, options: Options) -> tuple[Leaf, ...]:
    """Return the fronts of all groups on as few pages as were found. Every size must fit the frame.

    Bin packing is NP-hard, so this is a heuristic. Several orders of the components are packed greedily, loose and
    tight, and the result with the fewest pages is used. Each block goes to the topmost, then leftmost free corner
    (the bottom-left heuristic: Baker, Coffman and Rivest, 1980).
    """
    best: Sequence[Page] = ()
    for gap, order in product(GAPS, dict.fromkeys(_orders(components))):
        pages = _pages([components[number] for number in order], frame, options, gap)
        best = min(best or pages, pages, key=len)
        if len(best) == 1:
            break
    return tuple(_leaf(page, frame) for page in best)


def _orders(components: Sequence[ComponentGroups]) -> Iterator[tuple[int, ...]]:
    """Yield orders of the components: as listed, then in descending order of area, height and width."""
    largest: tuple[Callable[[SizeGroup], float], ...] = (
        lambda group: group.size.width * group.size.height * len(group.slots),
        lambda group: group.size.height,
        lambda group: group.size.width,
    )
    numbers = range(len(components))
    yield tuple(numbers)
    for measure in largest:
        sizes = [sum(map(measure, component)) for component in components]
        yield tuple(sorted(numbers, key=lambda number: -sizes[number]))


def _leaf(page: Page, frame: Frame) -> Leaf:
    """Return the page as a leaf, its blocks centred together in the frame and in the order of their parts."""
    around = hull(each.box for each in page)
    middle = centred(around.width, around.height, frame)
    right, down = middle.x - around.x, middle.y - around.y
    in_order = sorted(page, key=lambda each: each.group.slots[0])
    return Leaf(frame.paper, tuple(each.block(right, down) for each in in_order), frame.strip)


def _pages(components: Sequence[ComponentGroups], frame: Frame, options: Options, gap: Gap) -> Sequence[Page]:
    """Return pages with all components, each on the first page that has room for it, else on a new page."""
    pages: list[Page] = []
    waiting = list(components)
    while waiting:
        component = waiting.pop(0)
        if not _added_to_a_page(pages, component, frame, options, gap):
            page, left = _new_page(component, frame, options, gap)
            pages.append(page)
            waiting[:0] = left
    return pages


def _added_to_a_page(pages: list[Page], component: ComponentGroups, frame: Frame, options: Options, gap: Gap) -> bool:
    """Whether a page had room for the whole component. It is then on that page in `pages`."""
    for number, page in enumerate(pages):
        fuller = _with_component(page, component, frame, options, gap)
        if fuller:
            pages[number] = fuller
            return True
    return False


def _new_page(
    component: ComponentGroups, frame: Frame, options: Options, gap: Gap
) -> tuple[Page, Sequence[ComponentGroups]]:
    """Return a new page, and the groups that are left.

    Nothing is left if the page holds the whole component. Otherwise the page takes one size group, or as much of it as
    fits.
    """
    whole = _with_component((), component, frame, options, gap)
    if whole:
        return whole, ()
    group, *others = component
    if others:
        page, left = _new_page((group,), frame, options, gap)
        return page, (*left, tuple(others))
    full = best_grid(group.size, frame.box.width, frame.box.height, len(group.slots))
    first, rest = (
        replace(group, slots=slots) for slots in (group.slots[: full.capacity], group.slots[full.capacity :])
    )
    box = Box(frame.box.x, frame.box.y, *full.extent(len(first.slots)))
    return (PlacedGroup(first, full, box, clearance(group.size, options)),), ((rest,),) if rest.slots else ()


def _with_component(page: Page, component: ComponentGroups, frame: Frame, options: Options, gap: Gap) -> Page:
    """Return the page with every size group of the component added; empty if there is no room."""
    for group in component:
        found = min(_candidates(page, group, frame, options, gap), key=lambda each: _rank(page, each), default=None)
        if found is None:
            return ()
        page = (*page, found)
    return page


def _rank(page: Page, setting: PlacedGroup) -> tuple[float, ...]:
    """Return the sort key of a placement: the lowest edge on the page after it, then its own bottom and right edges."""
    right, bottom = setting.box.x + setting.box.width, setting.box.y + setting.box.height
    lowest = max((each.box.y + each.box.height for each in page), default=0.0)
    return rounded(max(lowest, bottom)), rounded(bottom), rounded(right)


def _candidates(page: Page, group: SizeGroup, frame: Frame, options: Options, gap: Gap) -> Iterator[PlacedGroup]:
    """Yield the group in every shape, each at the first free position from the top."""
    clear = clearance(group.size, options)
    xs, ys = _corners(page, frame, clear)
    for shape in _shapes(group, frame, gap):
        width, height = shape.extent(len(group.slots))
        places = (PlacedGroup(group, shape, Box(x, y, width, height), clear) for y, x in product(ys, xs))
        yield from islice(filter(partial(_free, page, frame), places), 1)


def _shapes(group: SizeGroup, frame: Frame, gap: Gap) -> Iterator[Grid]:
    """Yield the grids that hold the group without a superfluous row or column, upright and sideways."""
    count = len(group.slots)
    for turn in TURNS:
        most = grid(group.size, frame.box.width, frame.box.height, turn, gap)
        for columns in range(1, min(most.columns.count, count) + 1):
            rows = ceil(count / columns)
            if rows <= most.rows.count and columns == ceil(count / rows):
                yield Grid(replace(most.columns, count=columns), replace(most.rows, count=rows), turn)


def _corners(page: Page, frame: Frame, clear: float) -> tuple[list[float], list[float]]:
    """Return the x and y at which a block can begin: at the frame's own left and top, and after each block."""
    xs = {rounded(each.box.x + each.box.width + each.clear + clear) for each in page}
    ys = {rounded(each.box.y + each.box.height + each.clear + clear) for each in page}
    return sorted({frame.box.x, *xs}), sorted({frame.box.y, *ys})


def _free(page: Page, frame: Frame, setting: PlacedGroup) -> bool:
    """Whether it is inside the frame, clear of all blocks on the page."""
    box, room = setting.box, grown(frame.box, EPSILON)
    inside = box.x + box.width <= room.x + room.width and box.y + box.height <= room.y + room.height
    return inside and not any(_overlap(grown(box, setting.clear), grown(each.box, each.clear)) for each in page)


def _overlap(one: Box, other: Box) -> bool:
    across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    down = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return min(across, down) > SLACK


# Imposition: all parts of a set on sheets of paper, with backs where the layout requires them.

Tiers = Sequence[Sequence[Frame]]


def impose(parts: PartSet, options: Options, style: SheetStyle = HOUSE) -> tuple[Sheet, ...]:
    """Return sheets with every copy of every part, as few as the frames allow.

    Boards too large for the paper are split. Parts that do not fit between the marks of a cutting machine are laid out
    for scissors instead. Raises DoesNotFit if any other part is too large.
    """
    if too_large := misfits(parts, options):
        raise too_large[0]
    machine, hand = options.by_machine, options.by_hand
    small, rest = sorted_out(parts.parts, machine)
    wide, large = sorted_out(rest, hand)
    runs = [
        *runs_of(Job(replace(parts, parts=small), machine, style)),
        *runs_of(Job(replace(parts, parts=wide), hand, style)),
        *((sheet,) for part in large for sheet in _split(Job(parts, hand, style), part)),
    ]
    sheets = bound(runs, options, style)
    return tuple(replace(sheet, bookmark=None if number else parts.name) for number, sheet in enumerate(sheets))


def _split(job: Job, part: Part) -> Iterator[Sheet]:
    """Return the sheets of a part that is larger than the paper."""
    from pnp.sheet.imposition.boards import split

    return split(job, part)


def runs_of(job: Job) -> Iterator[tuple[Sheet, ...]]:
    """Yield the sheets of parts that fit the paper.

    In duplex each front is followed by its back; otherwise all fronts come first, then all backs.
    """
    fronts = _fronts(job)
    pairs = [_pair(job, leaf, number, len(fronts)) for number, leaf in enumerate(fronts, 1)]
    if job.options.layout == "duplex":
        yield from pairs
    else:
        yield tuple(pair[0] for pair in pairs)
        yield tuple(back for pair in pairs for back in pair[1:])


def _pair(job: Job, front: Leaf, number: int, total: int) -> tuple[Sheet, ...]:
    """Return the composed front, and its back if any part has one. The back has only the blocks with backs."""
    backed = tuple(block for block in front.blocks if any(job.parts.parts[each.part].back for each in block.placements))
    back = [turned_over(replace(front, blocks=backed), flip_axis(job.options))] if backed and not front.fold else []
    return tuple(composed(job, leaf, number, total) for leaf in (front, *back))


def _fronts(job: Job) -> tuple[Leaf, ...]:
    """Return the leaves of all fronts.

    In a gutterfold, those of parts that fit on half a sheet include the backs.
    """
    parts, options = job.parts.parts, job.options
    flat = tiers(options)
    halves = [[half for frame in tier for half in folded(frame, options.bleed)] for tier in flat]
    twofold = _foldable(job, halves) if options.layout == "gutterfold" else ()
    rest = [index for index in range(len(parts)) if index not in twofold]
    return _laid_out(_groups_by_component(job, twofold), halves, options) + _laid_out(
        _groups_by_component(job, rest), flat, options
    )


def _groups_by_component(job: Job, chosen: Collection[int]) -> tuple[ComponentGroups, ...]:
    """Return the size groups of the chosen parts, one sequence for each component."""
    sets = job.sets or (job.parts,)
    ranges = (range(start, start + len(each.parts)) for start, each in zip(starts(sets), sets, strict=True))
    mine = (([index for index in chosen if index in own], each) for own, each in zip(ranges, sets, strict=True))
    groups = (
        size_groups(job.parts.parts, each, replace(job.options, cuts=own.cuts or job.options.cuts))
        for each, own in mine
    )
    return tuple(filter(None, groups))


def _foldable(job: Job, halves: Tiers) -> tuple[int, ...]:
    every = [frame for tier in halves for frame in tier]
    sizes = [size_of(part, job.options) if part.back else None for part in job.parts.parts]
    return tuple(index for index, size in enumerate(sizes) if size and any(fits(size, frame) for frame in every))


def _laid_out(components: Sequence[ComponentGroups], tiers: Tiers, options: Options) -> tuple[Leaf, ...]:
    """Return the components on the fewest leaves, in a frame that holds all of their groups.

    Of equals it is one with space for bleed between the parts, else the first one. If there is no such frame,
    each component is laid out separately; if it is the only one, each of its groups.
    """
    every = tuple(chain.from_iterable(components))
    able = [frame for tier in tiers for frame in tier if all(fits(group.size, frame) for group in every)]
    if able:
        return _fewest(components, able, options)
    fewer = [[component] for component in components] if len(components) > 1 else [[(group,)] for group in every]
    return tuple(chain.from_iterable(_laid_out(each, tiers, options) for each in fewer))


def _fewest(components: Sequence[ComponentGroups], able: Sequence[Frame], options: Options) -> tuple[Leaf, ...]:
    """Return the components on the fewest leaves in one of the frames, the first of which is preferred."""
    best: tuple[Leaf, ...] = ()
    rank: tuple[float, bool] = inf, True
    for frame in able:
        found = _on(frame, components, options)
        own = len(found), any(block.touching for leaf in found for block in leaf.blocks)
        if own < rank:
            best, rank = found, own
        if rank <= (1, False):
            break
    return best


def _on(frame: Frame, components: Sequence[ComponentGroups], options: Options) -> tuple[Leaf, ...]:
    fronts = (
        packed(components, frame, options)
        if len(components) > 1
        else leaves(chain.from_iterable(components), frame, options)
    )
    return tuple(folded_over(leaf, frame.fold) for leaf in fronts) if frame.fold else fronts


def flip_axis(options: Options) -> Axis:
    """Return the direction of the line about which the sheet turns when it is flipped on its long or short edge."""
    upright = options.paper.height >= options.paper.width
    return "vertical" if (options.flip == "long") == upright else "horizontal"


# Gang sheets: small components on the same paper are imposed together, so that a game takes fewer sheets.


def impose_together(
    name: str, sets: Sequence[PartSet], options: Options, style: SheetStyle = HOUSE
) -> tuple[Sheet, ...]:
    """Return every copy of every part of the sets, on as few sheets called `name` as were found.

    Each component opens a chapter at its first part. Parts larger than the paper are on separate sheets. Raises
    DoesNotFit if such a part cannot be split.
    """
    machine = options.by_machine
    sizes = [(each, *sorted_out(each.parts, machine)) for each in sets]
    small = tuple(replace(each, parts=fitting) for each, fitting, _ in sizes if fitting)
    alone = [impose(replace(each, parts=large), options, style) for each, _, large in sizes]
    title = name[:1].upper() + name[1:]
    together = PartSet(
        name, title, tuple(chain.from_iterable(each.parts for each in small)), pack=sets[0].pack, credit=sets[0].credit
    )
    runs = [*runs_of(Job(together, machine, style, small)), *(run for run in alone if run)]
    return _with_chapters(bound(runs, options, style), sets)


def _with_chapters(sheets: Sequence[Sheet], sets: Sequence[PartSet]) -> tuple[Sheet, ...]:
    """Return the sheets with an anchor for each component at the first sheet that shows it."""
    waiting = {each.component: each.name for each in sets}
    opened = []
    for sheet in sheets:
        anchors = tuple(
            Anchor(f"sheet-{component}", 0.0, waiting.pop(component))
            for component in sheet.components
            if component in waiting
        )
        opened.append(replace(sheet, bookmark=None, anchors=anchors))
    return tuple(opened)
