"""Strips: lines of text, rows of tables and edges of boxes, with which a page is filled from the top down."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.records import dataclass
from pnp.scene.geometry import translate
from pnp.scene.items import Group, Rect

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pnp.scene.items import Colour, Item
    from pnp.scene.sheet import Anchor, Box, Link


@dataclass(frozen=True, slots=True)
class Strip:
    """Items from (0, 0) down to `height`; nothing of it is ever parted.

    `before` is the gap above, dropped at the top of a column. A strip that `sticks` stays with the next one. `repeat`,
    the head of a table, is set again above the strip where it begins a column.
    """

    height: float
    items: tuple[Item, ...] = ()
    before: float = 0.0
    sticks: bool = False
    repeat: tuple[Strip, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    links: tuple[Link, ...] = ()

    def moved(self, x: float, y: float = 0.0) -> Strip:
        """The strip with all that is in it moved."""
        return replace(
            self,
            items=(Group(self.items, translate(x, y)),) if self.items else (),
            repeat=tuple(strip.moved(x, y) for strip in self.repeat),
            anchors=tuple(replace(anchor, y=anchor.y + y) for anchor in self.anchors),
            links=tuple(replace(link, box=_moved(link.box, x, y)) for link in self.links),
        )


def stuck(strips: Sequence[Strip]) -> list[Strip]:
    """The strips, each but the last staying with the next."""
    return [replace(strip, sticks=True) for strip in strips[:-1]] + list(strips[-1:])


def opened(strips: Sequence[Strip], before: float) -> list[Strip]:
    """The strips with that gap above the first."""
    return [replace(strip, before=before) if not index else strip for index, strip in enumerate(strips)]


def banded(strips: Sequence[Strip], width: float, pad: float, bar: float, ground: Colour, edge: Colour) -> list[Strip]:
    """The strips on a ground, with a bar along their left side: a box that may be parted between any two of them."""
    inside = [_banded(strip, width, pad, bar, ground, edge) for strip in strips]
    rim = _ground(pad, width, bar, ground, edge)
    return [
        Strip(pad, rim, sticks=True),
        *inside[:-1],
        *(replace(strip, sticks=True) for strip in inside[-1:]),
        Strip(pad, rim),
    ]


def _banded(strip: Strip, width: float, pad: float, bar: float, ground: Colour, edge: Colour) -> Strip:
    """The strip on the ground; the gap above it becomes part of it."""
    inner = strip.moved(bar + 1.5 * pad, strip.before)
    height = strip.height + strip.before
    return replace(
        inner,
        height=height,
        before=0.0,
        items=(*_ground(height, width, bar, ground, edge), *inner.items),
        repeat=tuple(_banded(each, width, pad, bar, ground, edge) for each in strip.repeat),
    )


def _ground(height: float, width: float, bar: float, ground: Colour, edge: Colour) -> tuple[Item, ...]:
    """A little taller than the strip, so that no hairline shows between two of them."""
    return (Rect(0, 0, width, height + 0.05, fill=ground), Rect(0, 0, bar, height + 0.05, fill=edge))


def _moved(box: Box, x: float, y: float) -> Box:
    return replace(box, x=box.x + x, y=box.y + y)
