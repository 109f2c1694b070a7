"""Shelves: lots of equal parts set on pages, one grid below the other.

A lot goes on where the one before it ended, if its first row fits below. A page that only carries on a lot keeps that
lot's corner, so that a stack of sheets can be cut at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.records import dataclass
from pnp.sheet.frame import EPSILON, Frame, centred
from pnp.sheet.grid import SCISSORS, Grid, Size, best_grid
from pnp.sheet.leaf import Block, Leaf, Placement

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pnp.sheet.options import Options

Slot = tuple[int, int]
"""A part's index in its set, and which copy of it."""


@dataclass(frozen=True, slots=True)
class Lot:
    """All parts of one size, copy by copy, in the order in which they are set."""

    size: Size
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Shelf:
    """A part of a lot on one page, `top` below the page's first; it is as large as `span` parts are."""

    lot: Lot
    grid: Grid
    slots: tuple[Slot, ...]
    top: float
    span: int

    @property
    def bottom(self) -> float:
        """Where the next shelf's clearance begins."""
        return self.top + self.grid.extent(len(self.slots))[1]

    def block(self, frame: Frame, y: float) -> Block:
        """Its parts on the sheet, the page's first shelf standing at y."""
        x = centred(self.grid.extent(self.span)[0], 0.0, frame).x
        boxes = self.grid.boxes(len(self.slots), x, y + self.top)
        placed = (
            Placement(part, copy, box, self.grid.turn) for (part, copy), box in zip(self.slots, boxes, strict=True)
        )
        return Block(tuple(placed), self.lot.size.outlined)


def leaves(lots: Iterable[Lot], frame: Frame, options: Options) -> tuple[Leaf, ...]:
    """The fronts of all lots on as many pages as they need; every size must fit the frame."""
    return tuple(_leaf(page, frame) for page in _pages(lots, frame, options))


def _leaf(page: tuple[Shelf, ...], frame: Frame) -> Leaf:
    first = page[0]
    height = max(page[-1].bottom, first.grid.extent(first.span)[1])
    y = centred(0.0, height, frame).y
    return Leaf(frame.paper, tuple(shelf.block(frame, y) for shelf in page), frame.strip)


def _pages(lots: Iterable[Lot], frame: Frame, options: Options) -> Iterator[tuple[Shelf, ...]]:
    page: tuple[Shelf, ...] = ()
    for lot in lots:
        slots = lot.slots
        while slots:
            shelf = _shelf(lot, slots, page, frame, options)
            if shelf:
                page, slots = (*page, shelf), slots[len(shelf.slots) :]
            else:
                assert page, "the size fits the frame"
                yield page
                page = _carried_on(lot, slots, page, frame)
                slots = slots[len(page[0].slots) :] if page else slots
    if page:
        yield page


def _shelf(lot: Lot, slots: tuple[Slot, ...], page: tuple[Shelf, ...], frame: Frame, options: Options) -> Shelf | None:
    """The first shelf of the lot below those on the page, None where no row of it fits or the lot is there already."""
    if page and page[-1].lot is lot:
        return None
    top = page[-1].bottom + clearance(page[-1].lot.size, options) + clearance(lot.size, options) if page else 0.0
    grid = best_grid(lot.size, frame.box.width, frame.box.height - top, len(slots))
    taken = slots[: grid.capacity]
    return Shelf(lot, grid, taken, top, len(taken)) if taken else None


def _carried_on(lot: Lot, slots: tuple[Slot, ...], page: tuple[Shelf, ...], frame: Frame) -> tuple[Shelf, ...]:
    """A page that goes on with the grid of one which holds nothing but this lot; an empty page after any other."""
    if len(page) != 1 or page[0].lot is not lot:
        return ()
    grid = page[0].grid
    return (Shelf(lot, grid, slots[: grid.capacity], 0.0, grid.capacity),)


def clearance(size: Size, options: Options) -> float:
    """How far off the trim the next lot's own clearance may begin."""
    if size.outlined or not options.marks:
        return size.bleed + SCISSORS / 2 + EPSILON
    return options.mark_reach
