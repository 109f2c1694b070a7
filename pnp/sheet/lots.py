"""Lots: the parts of a set sorted into what is laid out together."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from pnp.scene.extent import bounds
from pnp.scene.items import Rect
from pnp.sheet.frame import EPSILON, Frame
from pnp.sheet.grid import Overhang, Size, grid
from pnp.sheet.shelves import Lot
from pnp.units import rounded

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pnp.scene.items import Scene
    from pnp.scene.part import Part
    from pnp.sheet.options import Options

Key = TypeVar("Key")

HAIRLINE = 0.5
"""What a guide that lies on the trim may reach beyond it with the width of its line."""


def size_of(part: Part, options: Options) -> Size:
    """What the part takes of a sheet."""
    return _size(part, options.bleed)


@lru_cache(maxsize=1 << 14)  # it is asked for by whoever looks for what fits, sorts parts, and lays them out
def _size(part: Part, most: float) -> Size:
    faces = [part.front, part.back] if part.back else [part.front]
    bleed = min(max(face.bleed for face in faces), most)
    width, height = rounded(part.front.width), rounded(part.front.height)
    return _alike(Size(width, height, bleed, _overhang(part), not is_trim(part)))


@lru_cache(maxsize=256)
def _alike(size: Size) -> Size:
    """The size, the very same for all parts that have it: they are sorted by it again and again."""
    return size


def lots(parts: Sequence[Part], chosen: Iterable[int], options: Options) -> tuple[Lot, ...]:
    """The chosen parts, copy by copy, by size and then by back, each in the order in which it first appears."""
    sizes: dict[Size, list[int]] = {}
    for index in chosen:
        sizes.setdefault(size_of(parts[index], options), []).append(index)
    return tuple(Lot(size, _slots(parts, members)) for size, members in sizes.items())


def _slots(parts: Sequence[Part], members: Sequence[int]) -> tuple[tuple[int, int], ...]:
    backs = [parts[index].back for index in members]
    drawn = {id(back): back for back in backs}
    first: dict[Scene | None, int] = {}
    rank = {key: first.setdefault(back, number) for number, (key, back) in enumerate(drawn.items())}
    ordered = sorted(range(len(members)), key=lambda number: rank[id(backs[number])])
    return tuple((members[number], copy) for number in ordered for copy in range(parts[members[number]].copies))


def fits(size: Size, frame: Frame) -> bool:
    """Whether one part of that size fits the frame, either way round."""
    return any(grid(size, frame.box.width, frame.box.height, turn).capacity for turn in (0, 90))


def _overhang(part: Part) -> Overhang:
    box = bounds(part.guides)
    if box is None:
        return Overhang()
    beyond = (-box.left, -box.top, box.right - part.front.width, box.bottom - part.front.height)
    return Overhang(*(rounded(side) if side > HAIRLINE else 0.0 for side in beyond))


def is_trim(part: Part) -> bool:
    """Whether the cut runs along the sides of the trim; corners may still be rounded afterwards."""
    match part.outline:
        case Rect(x, y, width, height):
            off = (x, y, width - part.front.width, height - part.front.height)
            return all(abs(distance) < EPSILON for distance in off)
        case _:
            return False
