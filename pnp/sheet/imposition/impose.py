"""Imposition of parts: gang sheets, and parts that are too large.

The parts of one size form a block of rows and columns. The distance of blocks leaves room for their marks.
Several orders are tried, each with and without space for bleed between parts, and the result with the fewest pages is
used. A component that fits on one page is never split over two.

The layouts `single` and `duplex` yield front and back in turn. `gutterfold` has fronts and backs on one side of the
paper with a fold between them. Backs are always the fronts' leaf, mirrored. In `single`, components that share sheets
can be in strips: each front with its back above it, to fold over.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain
from math import ceil, inf

from msgspec import Struct
from msgspec.structs import replace

from pnp.model.translation import SheetWords, filled
from pnp.scene.parts import Anchor, Part, PartSet, Sheet
from pnp.sheet.frame import (
    Axis,
    Frame,
    Leaf,
    PartBlock,
    folded,
    folded_over,
    frames,
    tiers,
    turned_over,
)
from pnp.sheet.imposition.compose import Job, bound, composed, starts
from pnp.sheet.imposition.grid import (
    NO_OVERHANG,
    Grid,
    Size,
    best_grid,
    fits,
    leaves,
    size_groups,
    size_of,
    sizes_of,
)
from pnp.sheet.imposition.packing import ComponentGroups, packed
from pnp.sheet.margins import HOUSE, SheetStyle
from pnp.sheet.options import MACHINE_MARGIN, Options

# Parts that are too large for the paper.


class DoesNotFit(Exception):
    """A part that no page of the paper holds in either orientation; `message` and `hint` are as in a finding."""

    def __init__(self, part: Part, options: Options) -> None:
        self.part = part
        self.message = f"{part.front.width:g} × {part.front.height:g} mm does not fit on {options.paper.title}"
        room = " or ".join(f"{frame.box.width:.1f} × {frame.box.height:.1f}" for frame in frames(options))
        self.hint = (
            f"choose a larger paper, or make it smaller: within its margins {options.paper.title} holds {room} mm"
        )
        super().__init__(self.message)


def misfits(parts: PartSet, options: Options) -> tuple[DoesNotFit, ...]:
    """Return an error for every part of the set that is too large for the paper. Boards are split, and always fit."""
    hand = options.by_hand
    _, large = sorted_out(() if parts.spread else parts.parts, hand)
    return tuple(DoesNotFit(part, hand) for part in large)


def beyond_machine(parts: PartSet, options: Options) -> Part | None:
    """Return the first part that is too large for the area of a cutting machine, but not for the paper."""
    if parts.spread or not (options.registration or options.is_cut_within):
        return None
    _, rest = sorted_out(parts.parts, options.by_machine)
    small, _ = sorted_out(rest, options.by_hand)
    return next(iter(small), None)


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
    margins = [margin for margin in NARROWER if margin < own.margin < MACHINE_MARGIN]
    wider = [(size, replace(own, margin=margin), f"--margin {margin:g}") for margin in margins]
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


# Imposition: all parts of a set on sheets of paper, with backs where the layout requires them.

Tiers = Sequence[Sequence[Frame]]


def impose(parts: PartSet, options: Options, style: SheetStyle = HOUSE) -> tuple[Sheet, ...]:
    """Return sheets with every copy of every part, as few as the frames allow.

    Boards too large for the paper are split. Parts that do not fit between the marks of a cutting machine, or in the
    area that it cuts, are laid out for scissors instead. Raises DoesNotFit if any other part is too large.
    """
    if too_large := misfits(parts, options):
        raise too_large[0]
    machine, hand = options.by_machine, options if parts.spread and options.is_cut_within else options.by_hand
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

    Each front is followed by its back. In duplex, each pair is a run.
    """
    fronts = _fronts(job)
    pairs = [_pair(job, leaf, number, len(fronts)) for number, leaf in enumerate(fronts, 1)]
    if job.options.layout == "duplex":
        yield from pairs
    else:
        yield tuple(chain.from_iterable(pairs))


def _pair(job: Job, front: Leaf, number: int, total: int) -> tuple[Sheet, ...]:
    """Return the composed front, and its back if any part has one. The back has only the blocks with backs.

    Strips to fold over have their backs on the front.
    """
    backed = tuple(block for block in front.blocks if _is_backed(job, block))
    back = [turned_over(replace(front, blocks=backed), flip_axis(job.options))] if backed and not front.fold else []
    return tuple(composed(job, leaf, number, total) for leaf in (front, *back))


def _is_backed(job: Job, block: PartBlock) -> bool:
    """Whether any part of the block has a back that is printed on the other side of the leaf."""
    return not block.cells and any(job.parts.parts[each.part].back for each in block.placements)


def _fronts(job: Job) -> tuple[Leaf, ...]:
    """Return the leaves of all fronts.

    In a gutterfold, those of parts that fit on half a sheet include the backs.
    """
    if job.sets and job.options.layout == "single":
        return _fewest_sides(job)
    parts, options = job.parts.parts, job.options
    flat = tiers(options)
    halves = [[half for frame in tier for half in folded(frame, options.bleed)] for tier in flat]
    twofold = _foldable(job, halves) if options.layout == "gutterfold" else ()
    rest = [index for index in range(len(parts)) if index not in twofold]
    return _laid_out(_groups_by_component(job, twofold), halves, options) + _laid_out(
        _groups_by_component(job, rest), flat, options
    )


def _fewest_sides(job: Job) -> tuple[Leaf, ...]:
    """Return the leaves of several components that need the fewest printed sides, with backs glued to their fronts.

    Parts with backs are strips to fold over, or have separate sheets of backs, without parts that are folded: these
    must not be glued to paper. The first way that saves a side is used.
    """
    parts, options = job.parts.parts, job.options
    flat = tiers(options)
    every = range(len(parts))
    backed = [number for number in every if parts[number].back]
    folding = [number for number in every if parts[number].folds and not parts[number].back]
    others = [number for number in every if number not in backed]
    strips = _strips(job, flat)
    none = frozenset[int]()
    ways: list[tuple[Sequence[int], Sequence[int], frozenset[int]]] = [(backed, others, none)]
    if backed:
        ways.append(([number for number in every if number not in folding], folding, none))
    if strips:
        ways.append(([number for number in backed if number not in strips], [*others, *strips], strips))
    best: tuple[Leaf, ...] = ()
    least = inf
    for first, second, over in ways:
        found = tuple(
            leaf
            for chosen in (first, second)
            if chosen
            for leaf in _laid_out(_groups_by_component(job, sorted(chosen), over), flat, options)
        )
        sides = sum(2 if any(_is_backed(job, block) for block in leaf.blocks) else 1 for leaf in found)
        if sides < least:
            best, least = found, sides
    return best


MOST_IN_STRIPS = 0.55
"""The share of a page that the fronts of a component can have for strips: nobody folds a deck of cards one by one."""


def _strips(job: Job, tiers: Tiers) -> frozenset[int]:
    """Return the parts to print with their backs above them: both fit on the paper, and no guides are in the way."""
    page = max(frame.box.width * frame.box.height for tier in tiers for frame in tier)
    found = set[int]()
    for parts, start in zip(job.sets, starts(job.sets), strict=True):
        sizes = [size_of(part, job.options) for part in parts.parts]
        area = sum(size.width * size.height * part.copies for size, part in zip(sizes, parts.parts, strict=True))
        if area > MOST_IN_STRIPS * page:
            continue
        for number, (size, part) in enumerate(zip(sizes, parts.parts, strict=True), start):
            fitting = any(fits(size.strip, frame) for tier in tiers for frame in tier)
            if part.back and size.overhang == NO_OVERHANG and fitting:
                found.add(number)
    return frozenset(found)


def _groups_by_component(
    job: Job, chosen: Collection[int], strips: Collection[int] = ()
) -> tuple[ComponentGroups, ...]:
    """Return the size groups of the chosen parts, one sequence for each component; `strips` are those to fold over."""
    sets = job.sets or (job.parts,)
    ranges = (range(start, start + len(each.parts)) for start, each in zip(starts(sets), sets, strict=True))
    mine = (([index for index in chosen if index in own], each) for own, each in zip(ranges, sets, strict=True))
    groups = (
        size_groups(job.parts.parts, each, replace(job.options, cuts=own.cuts or job.options.cuts), strips=strips)
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
            break  # no frame does better
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
