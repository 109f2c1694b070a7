"""The parts of a map style that draw areas with outlines: fills, edges, borders, slots for pieces, and marks.

Lengths are millimetres on the printed face.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from msgspec import Struct, field

from pnp.model.records import read_record
from pnp.model.reference import Ref
from pnp.source.tree import Node

FillBy = Literal["district", "tint", "land", "none"]
"""What colours the ground of an area that has no colour of its document."""

TINTS = ("region-1", "region-2", "region-3", "region-4", "region-5", "region-6")
"""Default palette roles of areas that are coloured so that neighbours differ."""

STRAIT = "strait"
"""The kind of roads that are drawn as straits."""


class BorderLook(Struct, frozen=True):
    """A line along a border: its width, its palette role, the lengths of its dashes, and the width of a casing.

    Without a colour it has that of the kind of border. `casing` is a wider line of the role `border-casing` below it.
    `ticks` is the length of strokes across the line.
    """

    width: float = 0.3
    colour: Ref | None = None
    dash: tuple[float, ...] = ()
    casing: float = 0.0
    ticks: float = 0.0


FRONTIER_LOOK = BorderLook(0.3)
"""The default appearance of frontiers."""

KNOWN_LOOKS: Mapping[str, BorderLook] = {
    "coast": BorderLook(0.3),
    "river": BorderLook(1.1, casing=0.25),
    "impassable": BorderLook(0.9, ticks=2.8),
}
"""The default appearance of the known kinds of borders."""


class SlotStyle(Struct, frozen=True):
    """Empty spaces for pieces in each area: how many, and their diameter.

    With tags, only areas with one of them have slots.
    """

    count: int = 1
    size: float = 8.0
    line: float = 0.3
    tags: tuple[Ref, ...] = ()


class RegionMark(Struct, frozen=True):
    """What marks areas with a tag: an icon of that size, by default in the colour of outlines."""

    icon: Ref
    size: float = 5.0
    colour: Ref | None = None


class RegionStyle(Struct, frozen=True):
    """The appearance of areas with outlines.

    `fill` is what colours them: the tint of their district, one of the `tints` such that neighbours differ, or the
    colour of land. Areas of one district differ in lightness by `shades`, from 0 to 1. `edge` is the width of a darker
    band inside of each district, or of each area without one. `sea` is whether areas of the sea are filled.
    """

    fill: FillBy = "district"
    tints: tuple[Ref, ...] = ()
    shades: float = 0.0
    edge: float = 0.0
    sea: bool = False
    frontier: BorderLook = FRONTIER_LOOK
    district: BorderLook | None = None
    waters: BorderLook = BorderLook(0.25, dash=(1.6, 1.4))
    strait: BorderLook = BorderLook(0.5, dash=(1.5, 1.3))
    borders: Mapping[str, BorderLook] = field(default_factory=dict)
    hatch: float = 2.2
    slots: SlotStyle | None = None
    marks: Mapping[str, RegionMark] = field(default_factory=dict)
    lit: float = 1.2

    @classmethod
    def read(cls, node: Node) -> RegionStyle:
        """Return the style at `node`; its tints default to `TINTS`."""
        tints = tuple(map(Ref.read, node.list("tints"))) or tuple(Ref(role, node.span) for role in TINTS)
        return read_record(cls, node, tints=tints)

    def look(self, kind: str) -> BorderLook:
        """Return the appearance of a kind of border."""
        return self.borders.get(kind) or KNOWN_LOOKS.get(kind) or self.frontier

    def marks_of(self, tags: Iterable[Ref]) -> tuple[RegionMark, ...]:
        """Return the marks of an area with these tags, in the order of the style."""
        names = {tag.name for tag in tags}
        return tuple(mark for tag, mark in self.marks.items() if tag in names)

    def has_slots(self, tags: Iterable[Ref]) -> bool:
        """Whether an area with these tags has slots for pieces."""
        if self.slots is None:
            return False
        return not self.slots.tags or not {tag.name for tag in tags}.isdisjoint(ref.name for ref in self.slots.tags)

    @property
    def looks(self) -> Iterator[BorderLook]:
        """The appearance of all kinds of borders that the style describes."""
        yield from (self.frontier, self.waters, self.strait, *self.borders.values())
        if self.district:
            yield self.district

    @property
    def roles(self) -> Iterator[Ref]:
        """The palette roles that the style names."""
        yield from self.tints
        yield from (look.colour for look in self.looks if look.colour)
        yield from (mark.colour for mark in self.marks.values() if mark.colour)

    @property
    def icons(self) -> Iterator[Ref]:
        """The icons of its marks."""
        yield from (mark.icon for mark in self.marks.values())
