"""The painter of area maps: lays its stages, from the bottom up.

The stages are the ground, regions, borders, roads, places and labels. A map brings its own ground, a picture or
nothing, or the style draws one: a town with its streets, on land or by the water.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from math import degrees
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from pnp.draw.maps.chart import DISTRICT_KEY, RIVER_KEY, Chart, land_around
from pnp.draw.maps.labels import crowded_of
from pnp.draw.maps.regions import Regions
from pnp.draw.maps.road_lines import bent_ways, crowded_stubs, drawn_roads, space_obstacles
from pnp.draw.maps.routes import crowded_roads, draw_routes
from pnp.draw.town.blocks import GroundFace, faces
from pnp.draw.town.buildings import draw_town, grow_town
from pnp.draw.town.coast import (
    Haven,
    Terrain,
    draw_boats,
    draw_buoy,
    draw_compass,
    draw_jetty,
    draw_lighthouse,
    draw_palms,
    draw_parasols,
    draw_sea,
    draw_waves,
    palms,
    shore_trees,
    terrain_of,
)
from pnp.draw.town.greenery import draw_trees
from pnp.draw.town.places import Label, Mood, crowded, draw_place, place_shadows, plates, set_labels, shrinkage
from pnp.draw.town.plan import WHITE, Canvas, TownSpot, lay_out, mixed, onto_face, pen, straight
from pnp.draw.town.streets import draw_streets
from pnp.facts.look import Look, UnknownNameError
from pnp.geometry.polygons import closed, coarse, grow, union
from pnp.model.maps.area_map import AreaMap
from pnp.model.maps.game_map import Point
from pnp.model.maps.map_style import MapStyle
from pnp.scene.items import BoundingBox, Group, Item, Path, Rect, Same
from pnp.scene.typesetting.lettering import CrowdedLabel, CrowdedRoad, CrowdedSlots


def paint_area_map(
    drawn: AreaMap,
    style: MapStyle,
    look: Look,
    width: float,
    height: float,
    highlight: frozenset[str] = frozenset(),
) -> tuple[Item, ...]:
    """Return the map in a box with (0, 0) at its top left corner; the places in `highlight` are emphasized.

    If places would overlap at the sizes of the style, the whole map is drawn smaller. The items below emphasized places
    are the same tuple for every highlight, so that a back end can write them once. Raises UnknownNameError for a role
    or icon that the look does not have.
    """
    if not (width > 0 and height > 0):
        return ()
    painting = _painting(Same(drawn), Same(style), Same(look), width, height)
    plan, scale = painting.canvas.plan, painting.scale
    below = Group(painting.base(dimmed=bool(highlight)), clip=Rect(0.0, 0.0, plan.width, plan.height))
    above = [item for spot in plan.spots if spot.area.id in highlight for item in painting.place(spot, "lit")]
    if above and style.veil:
        above.insert(0, painting.canvas.veil(Rect(0.0, 0.0, plan.width, plan.height)))
    return (below, *above) if scale == 1 else (Group((below, *above), (scale, 0.0, 0.0, scale, 0.0, 0.0)),)


def crowded_labels(
    drawn: AreaMap, style: MapStyle, look: Look, width: float, height: float
) -> tuple[CrowdedLabel, ...]:
    """Return the labels that overlap something when the map is drawn in that box; none if it cannot be drawn."""
    if not (width > 0 and height > 0):
        return ()
    try:
        painting = _painting(Same(drawn), Same(style), Same(look), width, height)
    except UnknownNameError:  # reported where the map is drawn
        return ()
    if painting.chart:
        found = (*crowded_of(painting.chart.labels.values()), *painting.chart.hiding())
    else:
        found = tuple(crowded(painting.labels, painting.canvas.plan, painting.scale))
    found = (*found, *crowded_stubs(painting.canvas))
    # That a place or a label is off the map is reported by another check.
    off = {
        area.span
        for area in (*drawn.areas, *drawn.parts)
        for at in (area.at, area.label_at)
        if at and not _on(at, drawn.width, drawn.height)
    }
    return tuple(label for label in found if label.span not in off)


def label_boxes(
    drawn: AreaMap, style: MapStyle, look: Look, width: float, height: float
) -> Iterator[tuple[Literal["place", "district"], str, BoundingBox]]:
    """Yield what the labels of places and districts cover when the map is drawn in that box, without leader lines.

    Each has what it belongs to: its kind and its id. Raises UnknownNameError for a role that the look lacks.
    """
    painting = _painting(Same(drawn), Same(style), Same(look), width, height)
    scale = painting.scale
    if painting.chart:
        found = {
            key: _around([each.bounds for each in placed.position.ground[: -1 if placed.position.leader else None]])
            for key, placed in painting.chart.labels.items()
            if not key.startswith(RIVER_KEY)
        }
    else:
        found = {key: label.bounds for key, label in painting.labels.items()}
    for key, each in found.items():
        box = BoundingBox(each.left * scale, each.top * scale, each.right * scale, each.bottom * scale)
        kind: Literal["place", "district"] = "district" if key.startswith(DISTRICT_KEY) else "place"
        yield kind, key.removeprefix(DISTRICT_KEY), box


def _around(boxes: Sequence[BoundingBox]) -> BoundingBox:
    """Return the bounding box of boxes."""
    left, top = min(box.left for box in boxes), min(box.top for box in boxes)
    return BoundingBox(left, top, max(box.right for box in boxes), max(box.bottom for box in boxes))


def _on(at: Point, width: float, height: float) -> bool:
    return 0 <= at[0] <= width and 0 <= at[1] <= height


def roads_that_do_not_fit(
    drawn: AreaMap, style: MapStyle, look: Look, width: float, height: float
) -> tuple[CrowdedRoad, ...]:
    """Return what is wrong with the spaces of roads when the map is drawn in that box."""
    if not (width > 0 and height > 0):
        return ()
    try:
        return tuple(crowded_roads(drawn, _painting(Same(drawn), Same(style), Same(look), width, height).canvas))
    except UnknownNameError:  # reported where the map is drawn
        return ()


def slots_that_do_not_fit(
    drawn: AreaMap, style: MapStyle, look: Look, width: float, height: float
) -> tuple[CrowdedSlots, ...]:
    """Return what is wrong with the slots and marks of areas when the map is drawn in that box."""
    if not (width > 0 and height > 0 and style.regions and (style.regions.slots or style.regions.marks)):
        return ()
    try:
        regions = _painting(Same(drawn), Same(style), Same(look), width, height).regions
    except UnknownNameError:  # reported where the map is drawn
        return ()
    return tuple(regions.crowded_slots()) if regions else ()


def has_town(drawn: AreaMap, style: MapStyle) -> bool:
    """Whether the ground is the style's town, which has the roads of the map as its streets."""
    return drawn.ground is None and not is_chart(style)


def is_chart(style: MapStyle) -> bool:
    """Whether maps are drawn as charts: on paper, with regions, or with labels that avoid everything else."""
    return bool(style.paper or style.regions or style.labels)


def road_spaces(
    drawn: AreaMap, style: MapStyle, look: Look, width: float, height: float
) -> Iterator[tuple[str, Point, float, tuple[float, float]]]:
    """Yield the spaces of roads when the map is drawn in that box: names, middles, turns in degrees, and sizes."""
    if style.tracks is None or not (width > 0 and height > 0):
        return
    scale = shrinkage(drawn, style, width, height)
    numbers: Counter[str] = Counter()
    for each in drawn_roads(_painting(Same(drawn), Same(style), Same(look), width, height).canvas.plan, style.tracks):
        road = each.road
        called = road.name or (str(road.colour) if road.colour else "")
        words = f"{road.start} – {road.end} {called}".strip()
        for space in each.spaces:
            numbers[words] += 1
            x, y = space.at
            size = round(space.length * scale, 3), round(style.tracks.width * scale, 3)
            yield f"{words} {numbers[words]}", (x * scale, y * scale), degrees(space.turn) % 180.0, size


@lru_cache(maxsize=16)
def _painting(drawn: Same[AreaMap], style: Same[MapStyle], look: Same[Look], width: float, height: float) -> Painting:
    scale = shrinkage(drawn.it, style.it, width, height)
    canvas = Canvas(drawn.it, style.it, look.it, lay_out(drawn.it, style.it, width / scale, height / scale))
    if is_chart(style.it):
        if style.it.roads and style.it.roads.angles:
            canvas = replace(canvas, plan=bent_ways(canvas.plan))
        spaces = tuple(space_obstacles(canvas))
        if not (style.it.regions and drawn.it.regions):
            chart = Chart(canvas, land_around(canvas), taken=spaces)
            return Painting(drawn.it, canvas, {}, scale, chart)
        to = onto_face(drawn.it, style.it, width / scale, height / scale)
        regions = Regions(drawn.it, canvas, style.it.regions, to)
        has_water = style.it.water is not None or bool(regions.waters)
        land = regions.land if has_water else None
        taken = (*regions.obstacles, *spaces)
        chart = Chart(canvas, land, regions.shapes, regions.waters, taken, regions.rivers)
        return Painting(drawn.it, canvas, {}, scale, chart, regions)
    labels = set_labels(canvas)
    kept = union(canvas.plan.kept, plates(labels.values()))
    return Painting(drawn.it, replace(canvas, plan=replace(canvas.plan, kept=kept)), labels, scale)


class Painting(Struct, frozen=True, eq=False, dict=True):
    """One map on one face, drawn once for all highlights; `scale` is the scale of its canvas on the face."""

    drawn: AreaMap
    canvas: Canvas
    labels: Mapping[str, Label]
    scale: float = 1.0
    chart: Chart | None = None
    regions: Regions | None = None

    def place(self, spot: TownSpot, mood: Mood) -> Iterator[Item]:
        """Yield the items of one place with its label, in one of the moods."""
        if self.regions and mood == "lit":
            yield from self.regions.draw_lit(spot.area.id)
        yield from draw_place(spot, mood, self.labels.get(spot.area.id), self.canvas)
        placed = self.chart.labels.get(spot.area.id) if self.chart else None
        if placed:
            yield from placed.drawn()

    @cached_property
    def ground(self) -> tuple[Item, ...]:
        """The items below the places."""
        drawn = (*self._ground(), *self._relief(), *self._roads())
        return tuple(item for item in drawn if not isinstance(item, Path) or item.commands)  # empty without ground

    @cached_property
    def plain(self) -> tuple[Item, ...]:
        """The map without emphasized places."""
        return self._with_places("place")

    @cached_property
    def dimmed(self) -> tuple[Item, ...]:
        """The map below emphasized places: all places are dimmed."""
        return self._with_places("dimmed")

    def base(self, *, dimmed: bool) -> tuple[Item, ...]:
        """Return the map below emphasized places, as the same tuple each time."""
        return self.dimmed if dimmed else self.plain

    # The stages.

    def _ground(self) -> Iterator[Item]:
        """Yield what the style draws below all else; nothing for a map with its own ground."""
        if self.chart and self.drawn.ground is None:
            yield from self.chart.below()
        elif has_town(self.drawn, self.canvas.style):
            yield from draw_town_ground(self.canvas)

    def _relief(self) -> Iterator[Item]:
        """Yield the regions, the drawings on the land of a chart, and the slots for pieces."""
        if self.regions:
            yield from self.regions.draw()
        if self.chart and self.drawn.ground is None:
            yield from self.chart.relief()
        if self.chart:
            yield from self.chart.names_on_land()
        if self.regions:
            yield from self.regions.draw_slots()

    def _roads(self) -> Iterator[Item]:
        """Yield the roads, unless they are the streets of a town; a kind with its own line is left to `tracks`."""
        canvas = self.canvas
        lined = canvas.style.tracks.kinds if canvas.style.tracks else {}
        kinds = [way.road.kind.name if way.road and way.road.kind else "" for way in canvas.plan.ways]
        ways = tuple(way for way, kind in zip(canvas.plan.ways, kinds, strict=True) if kind not in lined)
        if canvas.style.roads and ways and not has_town(self.drawn, canvas.style):
            yield from draw_streets(replace(canvas.plan, ways=ways), canvas.style.roads, canvas.paint)
        if canvas.style.tracks:
            yield from draw_routes(self.drawn, canvas, canvas.style.tracks)

    def _with_places(self, mood: Mood) -> tuple[Item, ...]:
        canvas, spots = self.canvas, self.canvas.plan.spots
        shadows = place_shadows(spots, canvas.style, canvas.paint)
        above = self.chart.above() if self.chart and self.drawn.ground is None else ()
        return *self.ground, *shadows, *(item for spot in spots for item in self.place(spot, mood)), *above


# The ground of a style without regions: a town with water, land, blocks and streets.

QUARTER = 14.0
"""Half the width of gaps in the ground of the core that are filled, in millimetres."""


def draw_town_ground(canvas: Canvas) -> Iterator[Item]:
    """Yield water, land, town and streets, from the bottom up."""
    style, plan, paint, chance = canvas.style, canvas.plan, canvas.paint, canvas.chance
    terrain = terrain_of(plan, style.water, chance)
    found = faces(plan)
    yield from _land(terrain, canvas)
    yield from _quarters(found, terrain, canvas)
    if style.town:
        yield from draw_town(grow_town(found, style.town, canvas), style.town, canvas)
    if style.roads:
        yield from draw_streets(plan, style.roads, paint)
    if style.water and style.water.life:
        row = palms(plan, terrain, chance)
        yield from draw_trees(shore_trees(plan, terrain, row, chance), paint, chance)
        yield from draw_palms(row, paint, style.water.trees == "pines")
    yield from _waterside(terrain, canvas)


def _land(terrain: Terrain, canvas: Canvas) -> Iterator[Item]:
    """Yield water, beach and land, from the bottom up; only land if the style has no water."""
    water, paint = canvas.style.water, canvas.paint
    if water is None:
        yield Path(straight(terrain.land), paint("meadow"))
        return
    yield from draw_sea(canvas.plan, terrain, paint, bands=water.life)
    line = pen(paint("outline"), 0.3) if water.life else None
    yield Path(straight(terrain.beach), paint("sand"), line)
    yield Path(straight(terrain.land), paint("meadow"), pen(paint("hedge"), 0.3) if water.life else None)


def _quarters(found: Sequence[GroundFace], terrain: Terrain, canvas: Canvas) -> Iterator[Item]:
    """Yield the pavement in the tints of the districts, and the ground of the core."""
    style, paint = canvas.style, canvas.paint
    apron, pale = (1.2, 0.4) if style.town else (0.0, 0.0)  # the blocks above have the full tint
    yield Path(straight(grow(terrain.body, apron)), paint("pavement"), pen(paint("hedge"), 0.3) if style.town else None)
    if style.tints:
        for face in found:
            yield Path(straight(face.ground), mixed(canvas.tint(face.district, "pavement"), WHITE, pale))
    core = [spot.ground(style.core.margin) for spot in canvas.plan.spots if spot.core] if style.core else []
    if core:
        inner = [face.ground for face in found if face.core]
        edge = pen(paint("hedge"), 0.3) if style.town else None
        yield Path(straight(closed(union(*core, *inner), QUARTER)), paint("plaza"), edge)


def _waterside(terrain: Terrain, canvas: Canvas) -> Iterator[Item]:
    """Yield the compass and the details of the water: a beacon, jetties, parasols, boats and waves."""
    style, plan, paint, chance = canvas.style, canvas.plan, canvas.paint, canvas.chance
    havens = terrain.havens
    if style.compass and style.compass.at:
        yield from draw_compass(style.compass.at, style.compass.size, paint)
    elif style.compass and havens:
        yield from draw_compass(havens[0].at, min(style.compass.size, 1.9 * havens[0].radius), paint)
        havens = havens[1:]
    if style.water and style.water.life:
        land = coarse(terrain.land)
        for index, haven in enumerate(havens):
            if index:
                yield from draw_jetty(haven, land, paint, chance)
            else:
                yield draw_buoy(haven, paint) if style.water.beacon == "buoy" else draw_lighthouse(haven, paint)
        yield from draw_parasols(plan, terrain, paint, chance, terrain.havens)
        boats = tuple(draw_boats(plan, terrain, paint, chance, terrain.havens))
        yield from (boat for _, boat in boats)
        yield from draw_waves(plan, terrain, paint, chance, (*terrain.havens, *(Haven(at, 5.0) for at, _ in boats)))
