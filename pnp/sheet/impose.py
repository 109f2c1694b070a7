"""Imposition: all parts of a set on sheets of paper, their backs where the layout wants them.

`single` gives every front and then every back, `duplex` front, back, front, back, `gutterfold` fronts and backs on
one side of the paper with a fold between. In each the backs are the fronts' own leaf, mirrored.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from pnp.sheet.binding import bound
from pnp.sheet.compose import Job, composed, starts
from pnp.sheet.frame import Frame, folded, tiers
from pnp.sheet.leaf import Leaf, folded_over, turned_over
from pnp.sheet.lots import fits, lots, size_of
from pnp.sheet.misfit import misfits, sorted_out
from pnp.sheet.packing import Kin, packed
from pnp.sheet.shelves import leaves
from pnp.sheet.style import HOUSE, SheetStyle

if TYPE_CHECKING:
    from pnp.scene.part import Part, PartSet
    from pnp.scene.sheet import Sheet
    from pnp.sheet.boxes import Axis
    from pnp.sheet.options import Options

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
    from pnp.sheet.spread import split

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
