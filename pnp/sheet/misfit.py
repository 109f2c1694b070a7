"""What is too large for the paper, told as a finding is."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.sheet.frame import frames, tiers
from pnp.sheet.lots import fits, size_of

if TYPE_CHECKING:
    from pnp.scene.part import Part, PartSet
    from pnp.sheet.grid import Size
    from pnp.sheet.options import Options


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
    large = () if parts.spread else parts.parts
    hand = options.by_hand
    return tuple(DoesNotFit(part, hand) for part in large if not fits_paper(part, hand))


def fits_paper(part: Part, options: Options) -> bool:
    """Whether a sheet of the paper holds the part, either way round."""
    return _holds(size_of(part, options), options)


@lru_cache(maxsize=256)
def _holds(size: Size, options: Options) -> bool:
    return any(fits(size, frame) for tier in tiers(options) for frame in tier)
