"""Flow: slabs of text set one below the other, in one column or two, on as many pages as they need."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.records import dataclass
from pnp.scene.geometry import translate
from pnp.scene.items import Group
from pnp.sheet.frame import EPSILON
from pnp.units import rounded, total

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pnp.scene.items import Item


@dataclass(frozen=True, slots=True)
class Slab:
    """Something `height` high that is not broken, drawn from (0, 0).

    `gap` stands before it, except at the top of a column. A slab that `keeps` is not the last of a column.
    """

    items: tuple[Item, ...]
    height: float
    gap: float = 0.0
    keeps: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """Slabs that flow in one column or two, the second `pitch` to the right; `gap` and then `head` stand above them."""

    slabs: tuple[Slab, ...]
    gap: float = 0.0
    head: Slab | None = None
    columns: int = 1
    pitch: float = 0.0


@dataclass(frozen=True, slots=True)
class Room:
    """Where the text of a page stands: the first page begins lower than the others, and may end higher."""

    left: float
    first_top: float
    top: float
    first_bottom: float
    bottom: float


def flow(sections: Sequence[Section], room: Room) -> tuple[tuple[Item, ...], ...]:
    """What stands on each page; a slab higher than a page is the caller's fault and runs over its foot."""
    pages: list[list[Item]] = [[]]
    y, bottom = room.first_top, room.first_bottom
    for section in sections:
        slabs, head = section.slabs, section.head
        while slabs:
            fresh = not pages[-1]
            top = y if fresh else y + section.gap
            first = top + (head.height if head else 0.0)
            columns = _columns(slabs, section.columns, bottom - first, force=fresh and y == room.top)
            if columns:
                pages[-1] += [Group(head.items, translate(room.left, top))] if head else []
                pages[-1] += _placed(columns, section, room.left, first)
                y = first + max(_height(column) for column in columns)
                slabs, head = slabs[sum(map(len, columns)) :], None
            if slabs:
                pages.append([])
                y, bottom = room.top, room.bottom
    return tuple(map(tuple, pages))


def stacked(slabs: Iterable[Slab], left: float, top: float) -> Iterator[Item]:
    """The slabs one below the other."""
    y = top
    for index, slab in enumerate(slabs):
        y += slab.gap if index else 0.0
        yield Group(slab.items, translate(left, y))
        y += slab.height


def _columns(slabs: Sequence[Slab], count: int, height: float, *, force: bool) -> list[Sequence[Slab]]:
    """The first slabs in columns of at most that height, as level as they can be when all of them fit."""
    best = _level(slabs, count, height)
    if best:
        return best
    columns: list[Sequence[Slab]] = []
    for _ in range(count):
        taken = _taken(slabs, height) or (1 if force and not columns else 0)
        if taken:
            columns.append(slabs[:taken])
            slabs = slabs[taken:]
    return columns


def _level(slabs: Sequence[Slab], count: int, height: float) -> list[Sequence[Slab]]:
    """All slabs in one or two columns of least height, the first the fuller; empty where they do not fit."""
    splits = [[slabs]] if count == 1 else [[slabs[:cut], slabs[cut:]] for cut in range(1, len(slabs) + 1)]
    tidy = [split for split in splits if not split[0][-1].keeps or not split[-1]]
    able = [split for split in tidy if max(map(_height, split)) <= height + EPSILON]
    return min(able, key=lambda split: (rounded(max(map(_height, split))), -len(split[0])), default=[])


def _taken(slabs: Sequence[Slab], height: float) -> int:
    """How many of the slabs a column holds, without one at its end that keeps the next."""
    taken = 0
    while taken < len(slabs) and _height(slabs[: taken + 1]) <= height + EPSILON:
        taken += 1
    while 0 < taken < len(slabs) and slabs[taken - 1].keeps:
        taken -= 1
    return taken


def _height(slabs: Sequence[Slab]) -> float:
    return total(slab.height + (slab.gap if index else 0.0) for index, slab in enumerate(slabs))


def _placed(columns: Sequence[Sequence[Slab]], section: Section, left: float, top: float) -> Iterator[Item]:
    for number, column in enumerate(columns):
        yield from stacked(column, left + number * section.pitch, top)
