"""A part set on sheets: packing, gang sheets, what is too large.

Each lot is a block of rows and columns; blocks keep so far apart that the marks of none meet another. Of the ways to
set them (the order, with or without room for bleed between the parts) the one with the fewest pages is taken. A
component that one page can hold is never split over two.

`single` gives every front and then every back, `duplex` front, back, front, back, `gutterfold` fronts and backs on
one side of the paper with a fold between. In each the backs are the fronts' own leaf, mirrored.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain, islice, product
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from pnp.scene.parts import Anchor, Box, Part, PartSet, Sheet
from pnp.sheet.frame import (
    EPSILON,
    Axis,
    Frame,
    Leaf,
    PartBlock,
    Placement,
    Turn,
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
    Gap,
    Grid,
    Size,
    SizeGroup,
    best_grid,
    clearance,
    fits,
    grid,
    leaves,
    lots,
    size_of,
)
from pnp.sheet.margins import HOUSE, SheetStyle
from pnp.sheet.options import Options
from pnp.units import rounded

# What is too large for the paper, told as a finding is.


class DoesNotFit(Exception):
    """A part that no page of the paper holds, either way round: what is wrong, and the way out."""

    def __init__(self, part: Part, options: Options) -> None:
        self.part = part
        self.message = f"{part.front.width:g} × {part.front.height:g} mm does not fit on {options.paper.title}"
        room = " or ".join(f"{frame.box.width:.1f} × {frame.box.height:.1f}" for frame in frames(options))
        self.hint = f"within its margins a sheet of {options.paper.title} holds {room} mm"
        super().__init__(self.message)


def misfits(parts: PartSet, options: Options) -> tuple[DoesNotFit, ...]:
    """Every part of the set that is too large for the paper; boards are split, and always fit."""
    hand = options.by_hand
    _, large = sorted_out(() if parts.spread else parts.parts, hand)
    return tuple(DoesNotFit(part, hand) for part in large)


def sorted_out(parts: Iterable[Part], options: Options) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """The parts that a sheet of the paper holds, either way round, and those that none does."""
    held: dict[Size, bool] = {}
    small: list[Part] = []
    large: list[Part] = []
    for part in parts:
        size = size_of(part, options)
        if size not in held:
            held[size] = _holds(size, options)
        (small if held[size] else large).append(part)
    return tuple(small), tuple(large)


@lru_cache(maxsize=256)
def _holds(size: Size, options: Options) -> bool:
    return any(fits(size, frame) for tier in tiers(options) for frame in tier)


# Packing: the lots of several components on as few pages as can be found, blocks of equal parts side by side.

Kin = Sequence[SizeGroup]
"""The lots of one component, which stay together."""

SLACK = 1e-3
"""What blocks may miss their clearance by: more than what is lost in rounding."""

GAPS: tuple[Gap, ...] = ("loose", "tight")
TURNS: tuple[Turn, ...] = (0, 90)


class PlacedGroup(Struct, frozen=True):
    """A lot on a page: its grid, the box that it fills with its guides, and how far from that others stay."""

    lot: SizeGroup
    grid: Grid
    box: Box
    clear: float

    def block(self, right: float, down: float) -> PartBlock:
        """Its parts on the sheet, moved that far."""
        boxes = self.grid.boxes(len(self.lot.slots), self.box.x + right, self.box.y + down)
        slots = zip(self.lot.slots, boxes, strict=True)
        placed = (Placement(part, copy, box, self.grid.turn) for (part, copy), box in slots)
        return PartBlock(tuple(placed), self.lot.size.outlined)


Page = tuple[PlacedGroup, ...]


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
    largest: tuple[Callable[[SizeGroup], float], ...] = (
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
    return (PlacedGroup(first, full, box, clearance(lot.size, options)),), ((rest,),) if rest.slots else ()


def _with(page: Page, kin: Kin, frame: Frame, options: Options, gap: Gap) -> Page:
    """The page with every lot of the component added; empty where there is no room."""
    for lot in kin:
        found = min(_ways(page, lot, frame, options, gap), key=lambda each: _rank(page, each), default=None)
        if found is None:
            return ()
        page = (*page, found)
    return page


def _rank(page: Page, setting: PlacedGroup) -> tuple[float, ...]:
    """How far down the page it makes things reach, then how far down and how far right it reaches itself."""
    right, bottom = setting.box.x + setting.box.width, setting.box.y + setting.box.height
    lowest = max((each.box.y + each.box.height for each in page), default=0.0)
    return rounded(max(lowest, bottom)), rounded(bottom), rounded(right)


def _ways(page: Page, lot: SizeGroup, frame: Frame, options: Options, gap: Gap) -> Iterator[PlacedGroup]:
    """The lot in every shape, each in the first place from the top where it meets nothing."""
    clear = clearance(lot.size, options)
    xs, ys = _corners(page, frame, clear)
    for shape in _shapes(lot, frame, gap):
        width, height = shape.extent(len(lot.slots))
        places = (PlacedGroup(lot, shape, Box(x, y, width, height), clear) for y, x in product(ys, xs))
        yield from islice(filter(partial(_free, page, frame), places), 1)


def _shapes(lot: SizeGroup, frame: Frame, gap: Gap) -> Iterator[Grid]:
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


def _free(page: Page, frame: Frame, setting: PlacedGroup) -> bool:
    """Whether it lies in the frame, clear of everything on the page."""
    box, room = setting.box, grown(frame.box, EPSILON)
    inside = box.x + box.width <= room.x + room.width and box.y + box.height <= room.y + room.height
    return inside and not any(_meet(grown(box, setting.clear), grown(each.box, each.clear)) for each in page)


def _meet(one: Box, other: Box) -> bool:
    across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    down = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return min(across, down) > SLACK


# Imposition: all parts of a set on sheets of paper, their backs where the layout wants them.

Tiers = Sequence[Sequence[Frame]]


def impose(parts: PartSet, options: Options, style: SheetStyle = HOUSE) -> tuple[Sheet, ...]:
    """Every copy of every part once, on as few sheets as the frames allow; a board too large for the paper is split.

    What the marks of a cutting machine leave no room for is laid out for scissors. Raises DoesNotFit where any other
    part is too large.
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
    """The sheets of a part that is larger than the paper."""
    from pnp.sheet.imposition.boards import split

    return split(job, part)


def runs_of(job: Job) -> Iterator[tuple[Sheet, ...]]:
    """The sheets of parts that fit the paper: in duplex a front with its back, else all fronts and then all backs."""
    fronts = _fronts(job)
    pairs = [_pair(job, leaf, number, len(fronts)) for number, leaf in enumerate(fronts, 1)]
    if job.options.layout == "duplex":
        yield from pairs
    else:
        yield tuple(pair[0] for pair in pairs)
        yield tuple(back for pair in pairs for back in pair[1:])


def _pair(job: Job, front: Leaf, number: int, total: int) -> tuple[Sheet, ...]:
    """The front, and its back where anything is on it: the blocks with backs, and no marks of others."""
    backed = tuple(block for block in front.blocks if any(job.parts.parts[each.part].back for each in block.placements))
    back = [turned_over(replace(front, blocks=backed), flip_axis(job.options))] if backed and not front.fold else []
    return tuple(composed(job, leaf, number, total) for leaf in (front, *back))


def _fronts(job: Job) -> tuple[Leaf, ...]:
    """The leaves of all fronts; in a gutterfold, with the backs of those parts that fit on half a sheet."""
    parts, options = job.parts.parts, job.options
    flat = tiers(options)
    halves = [[half for frame in tier for half in folded(frame, options.bleed)] for tier in flat]
    twofold = _foldable(job, halves) if options.layout == "gutterfold" else ()
    rest = [index for index in range(len(parts)) if index not in twofold]
    return _laid_out(_kins(job, twofold), halves, options) + _laid_out(_kins(job, rest), flat, options)


def _kins(job: Job, chosen: Collection[int]) -> tuple[Kin, ...]:
    """The lots of the chosen parts, component by component."""
    sets = job.sets or (job.parts,)
    ranges = (range(start, start + len(each.parts)) for start, each in zip(starts(sets), sets, strict=True))
    mine = ([index for index in chosen if index in own] for own in ranges)
    return tuple(filter(None, (lots(job.parts.parts, each, job.options) for each in mine)))


def _foldable(job: Job, halves: Tiers) -> tuple[int, ...]:
    every = [frame for tier in halves for frame in tier]
    sizes = [size_of(part, job.options) if part.back else None for part in job.parts.parts]
    return tuple(index for index, size in enumerate(sizes) if size and any(fits(size, frame) for frame in every))


def _laid_out(kins: Sequence[Kin], tiers: Tiers, options: Options) -> tuple[Leaf, ...]:
    """The components on the fewest leaves, in the first tier that has a frame for all of their lots.

    Component by component where none has, and then lot by lot.
    """
    every = tuple(chain.from_iterable(kins))
    for tier in tiers:
        able = [frame for frame in tier if all(fits(lot.size, frame) for lot in every)]
        if able:
            return min((_on(frame, kins, options) for frame in able), key=len)
    fewer = [[kin] for kin in kins] if len(kins) > 1 else [[(lot,)] for lot in every]
    return tuple(chain.from_iterable(_laid_out(each, tiers, options) for each in fewer))


def _on(frame: Frame, kins: Sequence[Kin], options: Options) -> tuple[Leaf, ...]:
    fronts = packed(kins, frame, options) if len(kins) > 1 else leaves(chain.from_iterable(kins), frame, options)
    return tuple(folded_over(leaf, frame.fold) for leaf in fronts) if frame.fold else fronts


def flip_axis(options: Options) -> Axis:
    """The line about which the sheet turns when it is flipped on its long or its short edge."""
    upright = options.paper.height >= options.paper.width
    return "vertical" if (options.flip == "long") == upright else "horizontal"


# Gang sheets: small components of one paper imposed together, so that a game takes fewer sheets.


def impose_together(
    name: str, sets: Sequence[PartSet], options: Options, style: SheetStyle = HOUSE
) -> tuple[Sheet, ...]:
    """Every copy of every part of the sets once, on as few sheets called `name` as were found.

    Each component opens a chapter where its first part lies. What is larger than the paper stays on sheets of its own;
    raises DoesNotFit where it can't be split.
    """
    machine = options.by_machine
    sizes = [(each, *sorted_out(each.parts, machine)) for each in sets]
    small = tuple(replace(each, parts=fitting) for each, fitting, _ in sizes if fitting)
    alone = [impose(replace(each, parts=large), options, style) for each, _, large in sizes]
    title = name[:1].upper() + name[1:]
    together = PartSet(name, title, tuple(chain.from_iterable(each.parts for each in small)), pack=sets[0].pack)
    runs = [*runs_of(Job(together, machine, style, small)), *(run for run in alone if run)]
    return _with_chapters(bound(runs, options, style), sets)


def _with_chapters(sheets: Sequence[Sheet], sets: Sequence[PartSet]) -> tuple[Sheet, ...]:
    """The sheets, with each component's name in the reader's outline at the first that holds a part of it."""
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
