"""What is too large for the paper, told as a finding is."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.sheet.frame import frames, tiers
from pnp.sheet.lots import fits, size_of

if TYPE_CHECKING:
    from collections.abc import Iterable

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
