"""Map styles: the appearance of drawn maps."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Literal, get_args

from msgspec import Struct, field
from msgspec.structs import replace

from pnp.diagnostics import Span
from pnp.model.maps.game_map import Point
from pnp.model.maps.region_style import (
    BorderStyle,
    LabelsStyle,
    PaperStyle,
    RegionStyle,
    ReliefStyle,
    RoseForm,
    ScaleStyle,
    SeaStyle,
    ShoreStyle,
    SymbolShape,
    SymbolStyle,
    TitleStyle,
)
from pnp.model.records import read_record
from pnp.model.reference import Acceptance, Ref
from pnp.source.tree import Node
from pnp.units import read_lengths

# Widths and shapes are in millimetres of the printed face; each item has a palette role.

Side = Literal["north", "east", "south", "west"]
Where = Literal["inside", "above", "below"]

SIDES: tuple[Side, ...] = ("north", "east", "south", "west")
ROLE = "map-"
"""Prefix of the default palette roles of a map's items."""

ROOFS = ("roof-sand", "roof-clay", "roof-slate")
HOUSES = ("gable", "gable", "hip", "flat")
"""Default palette roles of roofs, and kinds of roofs of houses."""

LEAST = 8.0
"""Default minimum size of a label, in points."""


class Dash(Struct, frozen=True):
    """The dashed line in the middle of a road: its width, and the lengths of a dash and a gap."""

    width: float
    length: float
    gap: float


class RoadStyle(Struct, frozen=True):
    """Roads of one width between two casings.

    `broken` are the lengths of a stroke of the road and of the gap after it. With `angles` of 45, roads only run level,
    upright and diagonally.
    """

    width: float = 5.0
    casing: float = 0.0
    dash: Dash | None = None
    broken: tuple[float, float] | None = None
    angles: int = 0


TrackShape = Literal["bar", "dot", "boat"]
LineLook = Literal["solid", "dashed", "dotted", "double", "rail"]
ColourMark = Literal["none", "disc", "square", "triangle", "ring", "cross", "bars", "diamond", "plus", "bar"]

COLOUR_MARKS: tuple[ColourMark, ...] = get_args(ColourMark)[1:]
"""The marks that colours of spaces have in turn, unless the style gives them others."""


class TrackColour(Struct, frozen=True):
    """The look of spaces of one colour: fill, and the mark or icon by which it is known without colours.

    None stands for defaults.
    """

    fill: Ref | None = None
    ink: Ref | None = None
    mark: ColourMark | None = None
    icon: Ref | None = None


class TrackLine(Struct, frozen=True):
    """The line of roads of one kind, which is below their spaces, and the shape of these; None for the style's."""

    line: LineLook = "solid"
    width: float = 0.8
    colour: Ref | None = None
    shape: TrackShape | None = None


class TrackStyle(Struct, frozen=True):
    """Roads with spaces: the size of a space, the gaps between spaces and between parallel roads, and lines by kind.

    `margin` is the distance of the line from places, `bed` the width of what is below the line on both sides of the
    spaces. `costs` is the text role of badges on roads without spaces, `names` that of the roads' names, `stubs` that
    of the names at the edge of the map.
    """

    length: float = 10.0
    width: float = 4.6
    gap: float = 1.0
    apart: float = 1.0
    margin: float = 1.0
    bed: float = 0.0
    outline: float = 0.3
    corner: float = 0.8
    shape: TrackShape = "bar"
    marks: bool = True
    line: TrackLine | None = None
    kinds: Mapping[str, TrackLine] = field(default_factory=dict)
    colours: Mapping[str, TrackColour] = field(default_factory=dict)
    costs: Ref | None = None
    names: Ref | None = None
    stubs: Ref | None = None


class LabelStyle(Struct, frozen=True):
    """The label of a place: text role, position, offset from the place's middle, and minimum size in points."""

    role: Ref = field(name="style")
    where: Where = "inside"
    offset: Point = (0.0, 0.0)
    least: float = LEAST


class IconStyle(Struct, frozen=True):
    """The icon of a place's district: its size, and its offset from the place's middle."""

    size: float
    offset: Point = (0.0, 0.0)


class DrawingStyle(Struct, frozen=True):
    """The drawing in a place, its own icon: its size, its offset from the place's middle, and its share of colour."""

    size: float
    offset: Point = (0.0, 0.0)
    strength: float = 1.0


class PlaceStyle(Struct, frozen=True):
    """Places of one diameter: a rim in the district's colour, an outline, and a flat shadow of length `lift`.

    `tint` is the share of the district's tint in the fill.

    `tags` is how places with a tag differ; of several tags the first counts. `sign` is the icon of a place with a tag,
    instead of its shape.
    """

    diameter: float = 3.0
    shape: SymbolShape = "disc"
    rim: float = 0.0
    outline: float = 0.0
    lift: float = field(default=0.0, name="shadow")
    label: LabelStyle | None = None
    icon: IconStyle | None = None
    drawing: DrawingStyle | None = None
    tint: float = 0.0
    fill: Ref | None = None
    tags: Mapping[str, SymbolStyle] = field(default_factory=dict)
    sign: Ref | None = None

    def of(self, tags: Iterable[Ref]) -> PlaceStyle:
        """Return the style of a place with these tags."""
        names = {tag.name for tag in tags}
        for tag, symbol in self.tags.items():
            if tag in names:
                return replace(
                    self,
                    shape=symbol.shape or self.shape,
                    diameter=self.diameter if symbol.diameter is None else symbol.diameter,
                    outline=self.outline if symbol.outline is None else symbol.outline,
                    fill=symbol.fill or self.fill,
                    sign=symbol.icon,
                )
        return self


class CoreStyle(Struct, frozen=True):
    """The places with one tag, drawn as one quarter: their shape, the margin of their plates and of their ground."""

    tag: Ref
    shape: Literal["disc", "square"] = "disc"
    plate: float = 0.0
    margin: float = 0.0


class WaterStyle(Struct, frozen=True):
    """The water around the town: its sides, the distance of the coast from the outermost roads, the width of the beach.

    `life` is whether boats, jetties, trees and parasols are drawn, `beacon` what stands in the water among them,
    `trees` what grows along the beach.
    """

    sides: tuple[Side, ...] = SIDES
    coast: float = 4.0
    beach: float = 2.5
    life: bool = False
    beacon: Literal["lighthouse", "buoy"] = "lighthouse"
    trees: Literal["palms", "pines"] = "palms"

    @classmethod
    def read(cls, node: Node) -> WaterStyle:
        """Return the style at `node`, with its sides in the order of `SIDES`."""
        style = read_record(cls, node)
        return replace(style, sides=tuple(side for side in SIDES if side in style.sides))


class TownStyle(Struct, frozen=True):
    """What fills the ground between roads: `parks` is the share of green blocks, `lot` the side of a usual building.

    `tinge` is the share of its district's colour, lightened, in the colour of a roof. `houses` are kinds of roofs.
    """

    parks: float = 0.2
    lot: float = 10.0
    pavement: float = 1.0
    outline: float = 0.3
    shadow: float = 0.9
    emblems: bool = False
    tinge: float = 0.0
    roofs: tuple[Ref, ...] = ()
    houses: tuple[str, ...] = HOUSES

    @classmethod
    def read(cls, node: Node) -> TownStyle:
        """Return the style at `node`."""
        roofs = tuple(map(Ref.read, node.list("roofs"))) or tuple(Ref(role, node.span) for role in ROOFS)
        return read_record(cls, node, roofs=roofs, houses=tuple(it.text for it in node.list("houses")) or HOUSES)


class CompassStyle(Struct, frozen=True):
    """A compass of this size; with `at` None it is placed where the map is empty.

    A rose of `winds` has sixteen points.
    """

    size: float = 20.0
    form: RoseForm = "plain"
    at: Point | None = None


class TagMark(Struct, frozen=True):
    """How spaces with a tag are marked: colour and icon. With `frame`, only a frame of that width has the colour."""

    tag: Ref
    colour: Ref | None = None
    icon: Ref | None = None
    frame: float = 0.0


class StreetStyle(Struct, frozen=True):
    """Streets with spaces: widths of kerbs, dividers and pavements, the text roles of names and numbers, and marks.

    `gutter` is the width of the darker edge of the asphalt; `dash` is a line in the middle of plain spaces.
    """

    kerb: float = 0.6
    divider: float = 0.35
    gutter: float = 0.0
    dash: Dash | None = None
    pavement: float = 2.0
    names: Ref | None = None
    numbers: Ref | None = None
    marks: tuple[TagMark, ...] = ()

    @classmethod
    def read(cls, node: Node) -> StreetStyle:
        """Return the style at `node`."""
        marks = (read_record(TagMark, mark, tag=Ref.read(tag)) for tag, mark in node.entries("marks"))
        return read_record(cls, node, marks=tuple(marks))


class SiteStyle(Struct, frozen=True):
    """Sites next to streets: sizes of usual sites and of landmarks, and the text roles of their names.

    `cut_out` draws landmarks without a disc; `flags` puts names on plates in the colours of their districts.
    """

    size: float = 9.0
    names: Ref | None = None
    landmark: float = 32.0
    landmark_names: Ref | None = None
    cut_out: bool = False
    flags: bool = False


class FrameStyle(Struct, frozen=True):
    """A frame with a grid reference: its width, columns (letters) and rows (numbers), and their text role.

    `column_lines` and `row_lines` are where columns and rows meet; without them, all are equally wide or high. With
    `row_labels` of "street" a number is level with the street of its row. A `bar` of that width, dark and light by
    turns, shows along the inner edge where columns and rows begin and end.
    """

    width: float = 8.0
    bar: float = 0.0
    columns: int = 0
    rows: int = 0
    names: Ref | None = None
    column_lines: tuple[float, ...] = ()
    row_lines: tuple[float, ...] = ()
    row_labels: Literal["middle", "street"] = "middle"

    @classmethod
    def read(cls, node: Node) -> FrameStyle:
        """Return the style at `node`; its `grid` is such as `8 x 6`, columns and rows."""
        columns, rows = read_lengths(node.text_of("grid", "0 x 0"))
        across, down = (
            tuple(sorted({each.number for each in node.list(key)})) for key in ("column-lines", "row-lines")
        )
        columns, rows = len(across) + 1 if across else int(columns), len(down) + 1 if down else int(rows)
        return read_record(cls, node, columns=columns, rows=rows, column_lines=across, row_lines=down)

    def column_edges(self, width: float) -> tuple[float, ...]:
        """Return where the columns of a face of that width begin and end."""
        return _edges(self.columns, self.column_lines, self.width, width - self.width)

    def row_edges(self, height: float) -> tuple[float, ...]:
        """Return where the rows of a face of that height begin and end."""
        return _edges(self.rows, self.row_lines, self.width, height - self.width)


def _edges(count: int, lines: tuple[float, ...], start: float, end: float) -> tuple[float, ...]:
    """Return where the parts of a side begin and end."""
    between = lines or (start + (end - start) * number / count for number in range(1, count))
    return (start, *between, end) if count else ()


class Clearing(Struct, frozen=True):
    """A rectangle on the face, from its top left corner, in which nothing is drawn; on a tile, or None on all tiles."""

    at: Point
    size: tuple[float, float]
    tile: Ref | None = None


class MapStyle(Struct, frozen=True, eq=False):
    """The appearance of maps; a part that is None is not drawn.

    Without `streets`, street maps and tiles are drawn without their spaces. `inset` is the margin between the map's
    edge and the face's. `tints` is whether the ground of districts is coloured. `lit` is the style of highlighted
    places; None draws them like the others; `veil` is how much the rest fades then, from 0 to 1. With `paper`,
    `regions` or `labels` the map is a chart, without a town.
    """

    id: str
    span: Span
    places: PlaceStyle | None = None
    seed: str = ""
    inset: float = 0.0
    roads: RoadStyle | None = None
    tracks: TrackStyle | None = None
    lit: PlaceStyle | None = None
    veil: float = 0.0
    core: CoreStyle | None = None
    tints: bool = False
    water: WaterStyle | None = None
    town: TownStyle | None = None
    compass: CompassStyle | None = None
    blocks: BlockStyle | None = None
    cells: CellStyle | None = None
    streets: StreetStyle | None = None
    sites: SiteStyle | None = None
    hide_names: bool = False
    frame: FrameStyle | None = None
    paper: PaperStyle | None = None
    sea: SeaStyle | None = None
    shore: ShoreStyle | None = None
    relief: ReliefStyle | None = None
    title: TitleStyle | None = None
    scale: ScaleStyle | None = None
    border: BorderStyle | None = None
    labels: LabelsStyle | None = None
    regions: RegionStyle | None = None
    clear: tuple[Clearing, ...] = field(default=(), name="keep-clear")
    colours: Mapping[str, Ref] = field(default_factory=dict)
    accepts: tuple[Acceptance, ...] = field(default=(), name="accept")
    damaged: bool = False

    def colour(self, thing: str, known: Container[str] = ()) -> str:
        """Return the palette role of an item of the map; the default is `map-` and the item's name.

        Details are drawn like outlines, unless the style or the palette with the roles `known` has a colour for them.
        """
        named = self.colours.get(thing)
        if thing == "detail" and named is None and ("outline" in self.colours or ROLE + thing not in known):
            return self.colour("outline")
        return named.name if named else ROLE + thing

    @property
    def marks(self) -> tuple[TagMark, ...]:
        """The marks of spaces with tags."""
        return self.streets.marks if self.streets else ()

    @property
    def icons(self) -> Iterator[Ref]:
        """The icons that the style names: those of marks and of places with a tag."""
        yield from (mark.icon for mark in self.marks if mark.icon)
        for places in (self.places, self.lit):
            yield from (symbol.icon for symbol in places.tags.values() if symbol.icon) if places else ()
        yield from self.regions.icons if self.regions else ()

    @property
    def roles(self) -> Iterator[Ref]:
        """The palette roles that the style names."""
        yield from self.colours.values()
        yield from self.town.roofs if self.town else ()
        yield from self.blocks.tints if self.blocks else ()
        yield from (mark.colour for mark in self.marks if mark.colour)
        yield from self.regions.roles if self.regions else ()

    def texts(self) -> Iterator[Ref]:
        """The text roles that the style names."""
        for places in (self.places, self.lit):
            if places and places.label:
                yield places.label.role
        for named in (
            self.blocks and (self.blocks.names, self.blocks.letters),
            self.streets and (self.streets.names, self.streets.numbers),
            self.sites and (self.sites.names, self.sites.landmark_names),
            self.frame and (self.frame.names,),
            self.tracks and (self.tracks.costs, self.tracks.names, self.tracks.stubs),
            self.title and (self.title.role,),
            self.scale and (self.scale.role,),
            self.labels and tuple(self.labels.roles),
            self.cells and (self.cells.numbers, self.cells.names),
        ):
            yield from (role for role in named or () if role)


# The appearance of block maps: what is on the blocks, and what is painted on their streets.

Fill = Literal["town", "tiles"]


class BlockStyle(Struct, frozen=True):
    """The blocks of a block map: with buildings, or as empty places for tiles.

    `names` is the text role of their names and `letters` that of the addresses at their edges; None prints neither.
    `arrows` are painted where lanes lead into intersections, `crosswalks` across the streets there, and `bays` where an
    address is served. `tints` are the colours of the squares next to the blocks of each row, from the top.
    """

    fill: Fill = "town"
    names: Ref | None = None
    letters: Ref | None = None
    arrows: bool = True
    bays: bool = True
    crosswalks: bool = False
    tints: tuple[Ref, ...] = ()


# The appearance of grid maps.


class CellStyle(Struct, frozen=True):
    """The cells of a grid map: widths of lines in millimetres, and what is drawn.

    `numbers` is the text role of the cells' numbers and `names` that of the places; None prints neither. `rough` is how
    uneven the borders between natural terrains are, from 0 to 1. `drawings` is whether trees, hills and so on are
    drawn. Lines of the width 0 are left out: `line` of the grid, `rim` of the map, `wall` between open ground and rock.
    """

    line: float = 0.25
    rim: float = 0.6
    wall: float = 1.2
    river: float = 1.8
    road: float = 1.6
    group: float = 0.6
    rough: float = 0.6
    drawings: bool = True
    numbers: Ref | None = None
    number_at: Literal["top", "bottom", "corner"] = "top"
    names: Ref | None = None
    icon: float = 0.4


USUAL_CELLS = CellStyle()
"""The default style of cells."""

PLAIN = BlockStyle()
"""The default style of blocks."""


# Read map styles from documents.


def read_map_style(root: Node, name: str, damaged: bool = False) -> MapStyle:
    """Return the style described in `root`, which its schema has validated."""
    return read_record(MapStyle, root, id=name, damaged=damaged)
