"""How a map is drawn: widths and shapes in millimetres of the printed face, and a palette role for each thing."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Literal

from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pnp.diagnostics import Span
    from pnp.model.acceptance import Acceptance
    from pnp.model.block_style import BlockStyle
    from pnp.model.game_map import Point
    from pnp.model.reference import Ref

Side = Literal["north", "east", "south", "west"]
Shape = Literal["disc", "square"]
Where = Literal["inside", "above", "below"]

SIDES: tuple[Side, ...] = ("north", "east", "south", "west")

ROLE = "map-"
"""What the palette role of a thing begins with, where a style gives it none."""

LEAST = 8.0
"""The least size in points of a label where a style gives none."""

ROOFS = ("roof-sand", "roof-clay", "roof-slate")
"""The palette roles of roofs where a style names none."""


@dataclass(frozen=True, slots=True)
class Dash:
    """The broken line in the middle of a road: its width, and the lengths of a dash and a gap."""

    width: float
    length: float
    gap: float


@dataclass(frozen=True, slots=True)
class RoadStyle:
    """Roads of one width between two casings."""

    width: float = 5.0
    casing: float = 0.6
    dash: Dash | None = None


@dataclass(frozen=True, slots=True)
class LabelStyle:
    """The label of a place: its text role, where it stands, how far its middle is off the place's, its least points."""

    role: Ref
    where: Where = "inside"
    offset: Point = (0.0, 0.0)
    least: float = LEAST


@dataclass(frozen=True, slots=True)
class IconStyle:
    """The icon of a place's district: its size, and how far its middle is from the place's."""

    size: float
    offset: Point = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class PlaceStyle:
    """Places of one diameter: a rim in the district's colour, an outline, and a flat shadow `lift` long."""

    diameter: float
    shape: Shape = "disc"
    rim: float = 0.0
    outline: float = 0.0
    lift: float = 0.0
    label: LabelStyle | None = None
    icon: IconStyle | None = None


@dataclass(frozen=True, slots=True)
class CoreStyle:
    """The places with one tag, drawn as one quarter: their shape, their plates, the margin of their ground."""

    tag: Ref
    shape: Shape = "disc"
    plate: float = 0.0
    margin: float = 0.0


@dataclass(frozen=True, slots=True)
class WaterStyle:
    """The water round the town: on which sides, how far from the outermost roads the coast runs, how wide the beach is.

    `life` is whether boats, jetties, palms and parasols are drawn.
    """

    sides: tuple[Side, ...] = SIDES
    coast: float = 4.0
    beach: float = 2.5
    life: bool = False


@dataclass(frozen=True, slots=True)
class TownStyle:
    """What fills the ground between roads: `parks` is the share of green blocks, `lot` the side of a usual building."""

    parks: float = 0.2
    lot: float = 10.0
    pavement: float = 1.0
    outline: float = 0.3
    shadow: float = 0.9
    emblems: bool = False
    roofs: tuple[Ref, ...] = ()


@dataclass(frozen=True, slots=True)
class CompassStyle:
    """A compass of this size; it looks for a quiet place where `at` is None."""

    size: float = 20.0
    at: Point | None = None


@dataclass(frozen=True, slots=True)
class Mark:
    """How a space with one tag is told from the others: the colour that fills it, and its icon."""

    tag: Ref
    colour: Ref | None = None
    icon: Ref | None = None


@dataclass(frozen=True, slots=True)
class StreetStyle:
    """Streets with spaces: the widths of kerbs, of lines between spaces and of the pavement, two text roles, marks."""

    kerb: float = 0.6
    divider: float = 0.35
    pavement: float = 2.0
    names: Ref | None = None
    numbers: Ref | None = None
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class SiteStyle:
    """Sites beside streets: the size of a usual one and of a landmark, and the text roles of their names.

    Landmarks are icons on a disc, or `cut_out`: drawings that stand by themselves.
    """

    size: float = 9.0
    names: Ref | None = None
    landmark: float = 32.0
    landmark_names: Ref | None = None
    cut_out: bool = False


@dataclass(frozen=True, slots=True)
class FrameStyle:
    """A frame with a grid reference: its width, columns (letters) and rows (numbers), and the text role of these."""

    width: float = 8.0
    columns: int = 0
    rows: int = 0
    names: Ref | None = None


@dataclass(frozen=True, slots=True)
class Clearing:
    """A box on the face, from its top left corner, that art leaves empty."""

    at: Point
    size: tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False)
class MapStyle:
    """How maps are drawn; a part that is None is not drawn at all.

    Without `streets`, street maps and tiles are drawn without their spaces. `inset` is the room between the map's edge
    and the face's; `tints` says whether districts are told apart by their ground; `lit` is how a place that stands out
    is drawn, like the others where it is None.
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
        """The palette role in which a thing is drawn: `map-` and its name where the style says nothing."""
        named = self.colours.get(thing)
        return named.name if named else ROLE + thing

    @property
    def marks(self) -> tuple[Mark, ...]:
        """How special spaces are marked."""
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
