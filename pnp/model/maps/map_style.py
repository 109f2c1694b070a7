"""Map styles: the appearance of drawn maps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct, field

from pnp.diagnostics import Span
from pnp.model.maps.game_map import Point, read_size
from pnp.model.reference import Acceptance, Ref
from pnp.source.tree import Node

# Widths and shapes are in millimetres of the printed face; each item has a palette role.

Side = Literal["north", "east", "south", "west"]
Shape = Literal["disc", "square"]
Where = Literal["inside", "above", "below"]

SIDES: tuple[Side, ...] = ("north", "east", "south", "west")

ROLE = "map-"
"""Prefix of the default palette roles of a map's items."""

LEAST = 8.0
"""Default minimum size of a label, in points."""

ROOFS = ("roof-sand", "roof-clay", "roof-slate")
"""Default palette roles of roofs."""


class Dash(Struct, frozen=True):
    """The dashed line in the middle of a road: its width, and the lengths of a dash and a gap."""

    width: float
    length: float
    gap: float


class RoadStyle(Struct, frozen=True):
    """Roads of one width between two casings."""

    width: float = 5.0
    casing: float = 0.6
    dash: Dash | None = None


class LabelStyle(Struct, frozen=True):
    """The label of a place: text role, position, offset from the place's middle, and minimum size in points."""

    role: Ref
    where: Where = "inside"
    offset: Point = (0.0, 0.0)
    least: float = LEAST


class IconStyle(Struct, frozen=True):
    """The icon of a place's district: its size, and its offset from the place's middle."""

    size: float
    offset: Point = (0.0, 0.0)


class PlaceStyle(Struct, frozen=True):
    """Places of one diameter: a rim in the district's colour, an outline, and a flat shadow of length `lift`."""

    diameter: float
    shape: Shape = "disc"
    rim: float = 0.0
    outline: float = 0.0
    lift: float = 0.0
    label: LabelStyle | None = None
    icon: IconStyle | None = None


class CoreStyle(Struct, frozen=True):
    """The places with one tag, drawn as one quarter: their shape, the margin of their plates and of their ground."""

    tag: Ref
    shape: Shape = "disc"
    plate: float = 0.0
    margin: float = 0.0


class WaterStyle(Struct, frozen=True):
    """The water around the town: its sides, the distance of the coast from the outermost roads, the width of the beach.

    `life` is whether boats, jetties, palms and parasols are drawn.
    """

    sides: tuple[Side, ...] = SIDES
    coast: float = 4.0
    beach: float = 2.5
    life: bool = False


class TownStyle(Struct, frozen=True):
    """What fills the ground between roads: `parks` is the share of green blocks, `lot` the side of a usual building."""

    parks: float = 0.2
    lot: float = 10.0
    pavement: float = 1.0
    outline: float = 0.3
    shadow: float = 0.9
    emblems: bool = False
    roofs: tuple[Ref, ...] = ()


class CompassStyle(Struct, frozen=True):
    """A compass of this size; with `at` None it is placed where the map is empty."""

    size: float = 20.0
    at: Point | None = None


class TagMark(Struct, frozen=True):
    """How spaces with a tag are marked: fill colour and icon."""

    tag: Ref
    colour: Ref | None = None
    icon: Ref | None = None


class StreetStyle(Struct, frozen=True):
    """Streets with spaces: widths of kerbs, dividers and pavements, the text roles of names and numbers, and marks."""

    kerb: float = 0.6
    divider: float = 0.35
    pavement: float = 2.0
    names: Ref | None = None
    numbers: Ref | None = None
    marks: tuple[TagMark, ...] = ()


class SiteStyle(Struct, frozen=True):
    """Sites next to streets: sizes of usual sites and of landmarks, and the text roles of their names.

    Landmarks are icons on a disc or, with `cut_out`, drawings without a disc.
    """

    size: float = 9.0
    names: Ref | None = None
    landmark: float = 32.0
    landmark_names: Ref | None = None
    cut_out: bool = False


class FrameStyle(Struct, frozen=True):
    """A frame with a grid reference: its width, columns (letters) and rows (numbers), and their text role."""

    width: float = 8.0
    columns: int = 0
    rows: int = 0
    names: Ref | None = None


class Clearing(Struct, frozen=True):
    """A rectangle on the face, from its top left corner, in which nothing is drawn."""

    at: Point
    size: tuple[float, float]


class MapStyle(Struct, frozen=True, eq=False):
    """The appearance of maps; a part that is None is not drawn.

    Without `streets`, street maps and tiles are drawn without their spaces. `inset` is the margin between the map's
    edge and the face's. `tints` is whether the ground of districts is coloured. `lit` is the style of highlighted
    places; None draws them like the others.
    """

    id: str
    span: Span
    places: PlaceStyle
    seed: str = ""
    inset: float = 0.0
    roads: RoadStyle | None = None
    lit: PlaceStyle | None = None
    core: CoreStyle | None = None
    tints: bool = False
    water: WaterStyle | None = None
    town: TownStyle | None = None
    compass: CompassStyle | None = None
    blocks: BlockStyle | None = None
    streets: StreetStyle | None = None
    sites: SiteStyle | None = None
    frame: FrameStyle | None = None
    clear: tuple[Clearing, ...] = ()
    colours: Mapping[str, Ref] = field(default_factory=dict)
    accepts: tuple[Acceptance, ...] = ()
    damaged: bool = False

    def colour(self, thing: str) -> str:
        """Return the palette role of an item of the map; the default is `map-` and the item's name."""
        named = self.colours.get(thing)
        return named.name if named else ROLE + thing

    @property
    def marks(self) -> tuple[TagMark, ...]:
        """The marks of spaces with tags."""
        return self.streets.marks if self.streets else ()

    def texts(self) -> Iterator[Ref]:
        """The text roles that the style names."""
        for places in (self.places, self.lit):
            if places and places.label:
                yield places.label.role
        for role in (self.blocks.names, self.blocks.letters) if self.blocks else ():
            if role:
                yield role
        for named in (
            self.streets and (self.streets.names, self.streets.numbers),
            self.sites and (self.sites.names, self.sites.landmark_names),
            self.frame and (self.frame.names,),
        ):
            yield from (role for role in named or () if role)


# The appearance of block maps: what is on the blocks, and what is painted on their streets.

Fill = Literal["town", "tiles"]


class BlockStyle(Struct, frozen=True):
    """The blocks of a block map: with buildings, or as empty places for tiles.

    `names` is the text role of their names and `letters` that of the addresses at their edges; None prints neither.
    `arrows` are painted where lanes lead into intersections, `crosswalks` across the streets there, and `bays` where an
    address is served.
    """

    fill: Fill = "town"
    names: Ref | None = None
    letters: Ref | None = None
    arrows: bool = True
    bays: bool = True
    crosswalks: bool = False

    @classmethod
    def read(cls, node: Node) -> BlockStyle:
        """Return the style at `node`."""

        def ref(key: str) -> Ref | None:
            value = node.get(key)
            return Ref.read(value) if value else None

        def truth(key: str) -> bool:
            return key not in node or node[key].value is True

        fill: Fill = "tiles" if "fill" in node and node["fill"].text == "tiles" else "town"
        crosswalks = "crosswalks" in node and truth("crosswalks")
        return cls(fill, ref("names"), ref("letters"), truth("arrows"), truth("bays"), crosswalks)


PLAIN = BlockStyle()
"""The default style of blocks."""


# Read map styles from documents.


def read_map_style(root: Node, name: str, damaged: bool = False) -> MapStyle:
    """Return the style described in `root`, which its schema has validated."""
    seed, inset, roads, lit = root.get("seed"), root.get("inset"), root.get("roads"), root.get("lit")
    core, water, town, compass = root.get("core"), root.get("water"), root.get("town"), root.get("compass")
    streets, sites, frame = root.get("streets"), root.get("sites"), root.get("frame")
    colours = root.get("colours")
    return MapStyle(
        id=name,
        span=root.span,
        places=_places(root["places"]),
        seed=seed.text if seed else "",
        inset=inset.number if inset else 0.0,
        roads=_roads(roads) if roads else None,
        lit=_places(lit) if lit else None,
        core=_core(core) if core else None,
        tints=_truth(root, "tints"),
        water=_water(water) if water else None,
        town=_town(town) if town else None,
        compass=_compass(compass) if compass else None,
        blocks=BlockStyle.read(root["blocks"]) if "blocks" in root else None,
        streets=_streets(streets) if streets else None,
        sites=_sites(sites) if sites else None,
        frame=_frame(frame) if frame else None,
        clear=tuple(Clearing(_point(node["at"]), read_size(node["size"])) for node in root.list("keep-clear")),
        colours={key.text: Ref.read(value) for key, value in colours.items()} if colours else {},
        accepts=tuple(map(Acceptance.read, root.list("accept"))),
        damaged=damaged,
    )


def _places(node: Node) -> PlaceStyle:
    label, icon = node.get("label"), node.get("icon")
    return PlaceStyle(
        diameter=node["diameter"].number,
        shape=_shape(node),
        rim=_number(node, "rim", 0.0),
        outline=_number(node, "outline", 0.0),
        lift=_number(node, "shadow", 0.0),
        label=_label(label) if label else None,
        icon=IconStyle(icon["size"].number, _offset(icon)) if icon else None,
    )


def _label(node: Node) -> LabelStyle:
    where: Where = node["where"].text if "where" in node else "inside"  # type: ignore[assignment]  # the schema has said so
    return LabelStyle(Ref.read(node["style"]), where, _offset(node), _number(node, "least", LEAST))


def _roads(node: Node) -> RoadStyle:
    dash = node.get("dash")
    return RoadStyle(
        node["width"].number,
        _number(node, "casing", 0.0),
        Dash(dash["width"].number, dash["length"].number, dash["gap"].number) if dash else None,
    )


def _core(node: Node) -> CoreStyle:
    return CoreStyle(Ref.read(node["tag"]), _shape(node), _number(node, "plate", 0.0), _number(node, "margin", 0.0))


def _water(node: Node) -> WaterStyle:
    plain = WaterStyle()
    given: tuple[Side, ...] = tuple(side.text for side in node.list("sides"))  # type: ignore[misc]  # the schema has said so
    sides = tuple(side for side in SIDES if side in given) if "sides" in node else SIDES
    return WaterStyle(
        sides,
        _number(node, "coast", plain.coast),
        _number(node, "beach", plain.beach),
        _truth(node, "life"),
    )


def _town(node: Node) -> TownStyle:
    plain = TownStyle()
    return TownStyle(
        parks=_number(node, "parks", plain.parks),
        lot=_number(node, "lot", plain.lot),
        pavement=_number(node, "pavement", plain.pavement),
        outline=_number(node, "outline", plain.outline),
        shadow=_number(node, "shadow", plain.shadow),
        emblems=_truth(node, "emblems"),
        roofs=tuple(map(Ref.read, node.list("roofs"))) or tuple(Ref(role, node.span) for role in ROOFS),
    )


def _compass(node: Node) -> CompassStyle:
    at = node.get("at")
    return CompassStyle(_number(node, "size", 20.0), _point(at) if at else None)


def _streets(node: Node) -> StreetStyle:
    plain, marks = StreetStyle(), node.get("marks")
    return StreetStyle(
        _number(node, "kerb", plain.kerb),
        _number(node, "divider", plain.divider),
        _number(node, "pavement", plain.pavement),
        _ref(node, "names"),
        _ref(node, "numbers"),
        tuple(TagMark(Ref.read(tag), _ref(mark, "colour"), _ref(mark, "icon")) for tag, mark in marks.items())
        if marks
        else (),
    )


def _sites(node: Node) -> SiteStyle:
    plain = SiteStyle()
    size, landmark = _number(node, "size", plain.size), _number(node, "landmark", plain.landmark)
    cut_out = "cut-out" in node and node["cut-out"].value is True
    return SiteStyle(size, _ref(node, "names"), landmark, _ref(node, "landmark-names"), cut_out)


def _frame(node: Node) -> FrameStyle:
    grid = read_size(node["grid"]) if "grid" in node else (0.0, 0.0)
    return FrameStyle(_number(node, "width", FrameStyle().width), int(grid[0]), int(grid[1]), _ref(node, "names"))


def _ref(node: Node, key: str) -> Ref | None:
    value = node.get(key)
    return Ref.read(value) if value else None


def _shape(node: Node) -> Shape:
    return "square" if "shape" in node and node["shape"].text == "square" else "disc"


def _offset(node: Node) -> Point:
    return _point(node["offset"]) if "offset" in node else (0.0, 0.0)


def _point(node: Node) -> Point:
    x, y = node
    return x.number, y.number


def _number(node: Node, key: str, default: float) -> float:
    value = node.get(key)
    return value.number if value else default


def _truth(node: Node, key: str) -> bool:
    value = node.get(key)
    return value is not None and value.value is True
