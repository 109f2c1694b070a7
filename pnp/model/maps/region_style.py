"""The parts of a map style that draw areas with outlines: fills, borders, slots and marks; and charts of such areas.

Lengths are millimetres on the printed face. What a part does not say is not drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from msgspec import Struct, field

from pnp.model.maps.game_map import Point
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
    def hides_borders(self) -> bool:
        """Whether nothing shows where one area ends and the next begins."""
        return self.fill == "none" and not self.frontier.width

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


# Charts: paper, sea, shore, relief, frame, title, scale and labels.

Corner = Literal["top left", "top right", "bottom left", "bottom right", "top", "bottom"]
TitleForm = Literal["plain", "plate", "ribbon"]
BorderForm = Literal["lines", "checks"]
RoseForm = Literal["plain", "winds"]
LabelWhere = Literal["right", "left", "above", "below"]
SymbolShape = Literal["disc", "square", "diamond", "triangle", "star", "castle", "ring", "dot", "cross"]
ReliefForm = Literal["hill", "mountain", "tree", "pine", "marsh", "dune", "grass"]


class PaperStyle(Struct, frozen=True):
    """The sheet below everything: the number of its fibres, the width of its darker edge, and the lines over it.

    `grain` is from 0 to 1. `graticule` is the distance of the lines of a grid, `bend` how far they curve, as a share of
    the map's height. `rhumbs` is the number of lines that leave each of the points `centres` in all directions.
    """

    grain: float = 0.0
    edge: float = 0.0
    graticule: float = 0.0
    bend: float = 0.0
    rhumbs: int = field(default=0, name="rhumb-lines")
    centres: tuple[Point, ...] = ()


class SeaStyle(Struct, frozen=True):
    """What is drawn on the water: bands along the coast, lines that repeat it, waves, and things on open water.

    `bands` is the number of paler bands of the width `band`. `lines` is the number of lines, the first `apart` from the
    coast, the others farther and farther. `waves` is their density from 0 to 1, `creatures` the number of sea monsters
    and ships. With `fill` False the water shows the paper.
    """

    fill: bool = True
    bands: int = 0
    band: float = 2.0
    lines: int = 0
    apart: float = 0.9
    waves: float = 0.0
    creatures: int = 0


class ShoreStyle(Struct, frozen=True):
    """The line between land and water: its width, the length of strokes from it over the water, a flat shadow."""

    line: float = 0.3
    strokes: float = 0.0
    shadow: float = 0.0


class ReliefMark(Struct, frozen=True):
    """Drawings scattered over the ground of areas with a tag: what they are, their size and their distance."""

    form: ReliefForm
    size: float = 5.0
    apart: float = 5.5


class ReliefStyle(Struct, frozen=True):
    """Drawings on the land: by tags of areas, and `wild` on all other land with the share of it that has them."""

    tags: Mapping[str, ReliefMark] = field(default_factory=dict)
    wild: tuple[ReliefForm, ...] = ()
    share: float = 0.3
    size: float = 5.0


class TitleStyle(Struct, frozen=True):
    """The map's name on the map: its text role, its form, and its place, by default the corner where it covers least.

    Without a text role it is not printed.
    """

    role: Ref | None = field(default=None, name="style")
    form: TitleForm = "plate"
    at: Point | None = None
    corner: Corner | None = None


class ScaleStyle(Struct, frozen=True):
    """A scale bar: its length, the number of its parts, the text at its end and the text role of that."""

    length: float = 40.0
    parts: int = 4
    text: str = ""
    role: Ref | None = field(default=None, name="style")
    at: Point | None = None
    corner: Corner | None = None


class BorderStyle(Struct, frozen=True):
    """A frame inside the edge of a map: its width, its form, and the length of a check of it."""

    width: float = 5.0
    form: BorderForm = "lines"
    check: float = 10.0


class SymbolStyle(Struct, frozen=True):
    """How places with a tag are drawn: what differs from other places. `fill` is a palette role.

    An `icon` is drawn instead of a shape.
    """

    shape: SymbolShape | None = None
    icon: Ref | None = None
    diameter: float | None = None
    outline: float | None = None
    fill: Ref | None = None


class LabelKind(Struct, frozen=True):
    """How the labels of one kind of thing are printed; without a role they are not.

    `halo` is the width of the rim around the letters, `plate` whether a plate is below them, `spread` the share of a
    region's length over which the letters are spread. A label of a lower `rank` is placed first.
    """

    role: Ref | None = field(default=None, name="style")
    side: LabelWhere = "right"
    least: float = 8.0
    halo: float = 0.0
    plate: bool = False
    spread: float = 0.0
    bent: bool = True
    rank: float = 0.0

    @classmethod
    def read(cls, node: Node) -> LabelKind:
        """Return the kind at `node`: a mapping, or `false` for one that is not printed."""
        return cls() if node.value is False else read_record(cls, node)


class LabelsStyle(Struct, frozen=True):
    """The labels of a map by kinds of things: places, land, sea, lakes, districts, rivers; and by tags of areas.

    What has a tag of `tags` has the first of these; the default of a kind is that of places, and of lakes that of the
    sea; without one, districts and rivers have no labels. `leader` is the width of leader lines.
    """

    places: LabelKind = LabelKind()
    land: LabelKind | None = None
    sea: LabelKind | None = None
    lake: LabelKind | None = None
    districts: LabelKind | None = None
    rivers: LabelKind | None = None
    tags: Mapping[str, LabelKind] = field(default_factory=dict)
    leader: float = 0.25

    @property
    def roles(self) -> Iterator[Ref]:
        """The text roles that the labels name."""
        for kind in (self.places, self.land, self.sea, self.lake, self.districts, self.rivers, *self.tags.values()):
            if kind and kind.role:
                yield kind.role
