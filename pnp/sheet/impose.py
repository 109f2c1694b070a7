"""Imposition: all parts of a set on sheets of paper, their backs where the layout wants them.

`single` gives every front and then every back, `duplex` front, back, front, back, `gutterfold` fronts and backs on
one side of the paper with a fold between. In each the backs are the fronts' own leaf, mirrored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from pnp.sheet.compose import Job, composed
from pnp.sheet.frame import Frame, folded, tiers
from pnp.sheet.leaf import Leaf, folded_over, turned_over
from pnp.sheet.lots import fits, lots, size_of
from pnp.sheet.misfit import misfits
from pnp.sheet.shelves import Lot, leaves
from pnp.sheet.style import HOUSE, SheetStyle

if TYPE_CHECKING:
    from pnp.scene.part import PartSet
    from pnp.scene.sheet import Sheet
    from pnp.sheet.boxes import Axis
    from pnp.sheet.options import Options

Tiers = Sequence[Sequence[Frame]]


def impose(parts: PartSet, options: Options, style: SheetStyle = HOUSE) -> tuple[Sheet, ...]:
    """Every copy of every part once, on as few sheets as the frames allow.

    Raises DoesNotFit where a part is too large for the paper.
    """
    if too_large := misfits(parts, options):
        raise too_large[0]
    job = Job(parts, options, style)
    fronts = _fronts(job)
    return tuple(composed(job, leaf, number, len(fronts)) for number, leaf in _in_order(job, fronts))


def _fronts(job: Job) -> tuple[Leaf, ...]:
    """The leaves of all fronts; in a gutterfold, with the backs of those parts that fit on half a sheet."""
    parts, options = job.parts.parts, job.options
    flat = tiers(options)
    halves = [[half for frame in tier for half in folded(frame, options.bleed)] for tier in flat]
    twofold = _foldable(job, halves) if options.layout == "gutterfold" else ()
    rest = [index for index in range(len(parts)) if index not in twofold]
    return _laid_out(lots(parts, twofold, options), halves, options) + _laid_out(
        lots(parts, rest, options), flat, options
    )


def _foldable(job: Job, halves: Tiers) -> tuple[int, ...]:
    every = [frame for tier in halves for frame in tier]
    sizes = [size_of(part, job.options) if part.back else None for part in job.parts.parts]
    return tuple(index for index, size in enumerate(sizes) if size and any(fits(size, frame) for frame in every))


def _laid_out(lots: Sequence[Lot], tiers: Tiers, options: Options) -> tuple[Leaf, ...]:
    """The lots on the fewest leaves, in the first tier that has a frame for all of them; lot by lot where none has."""
    for tier in tiers:
        able = [frame for frame in tier if all(fits(lot.size, frame) for lot in lots)]
        if able:
            return min((_on(frame, lots, options) for frame in able), key=len)
    return tuple(chain.from_iterable(_laid_out([lot], tiers, options) for lot in lots))


def _on(frame: Frame, lots: Sequence[Lot], options: Options) -> tuple[Leaf, ...]:
    fronts = leaves(lots, frame, options)
    return tuple(folded_over(leaf, frame.fold) for leaf in fronts) if frame.fold else fronts


def _in_order(job: Job, fronts: Sequence[Leaf]) -> Iterator[tuple[int, Leaf]]:
    """Numbered fronts and backs as they are printed; in duplex a blank stands for a back, unless it would be last."""
    backs = [_back(job, leaf) for leaf in fronts]
    if job.options.layout == "duplex":
        for number, (front, back) in enumerate(zip(fronts, backs, strict=True), 1):
            yield number, front
            if back or number < len(fronts):
                yield number, back or replace(front, blocks=(), side="back")
    else:
        yield from enumerate(fronts, 1)
        yield from ((number, back) for number, back in enumerate(backs, 1) if back)


def _back(job: Job, front: Leaf) -> Leaf | None:
    """The other side of a leaf, None where nothing is on it."""
    backed = any(job.parts.parts[placement.part].back for placement in front.placements)
    return turned_over(front, flip_axis(job.options)) if backed and not front.fold else None


def flip_axis(options: Options) -> Axis:
    """The line about which the sheet turns when it is flipped on its long or its short edge."""
    upright = options.paper.height >= options.paper.width
    return "vertical" if (options.flip == "long") == upright else "horizontal"
