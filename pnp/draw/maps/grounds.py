"""Grounds of area maps: what is below the regions, roads and places.

A map brings its own ground, a picture or nothing, or the style draws one. The ground of a style is a town with its
streets, on land or by the water.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.draw.town.blocks import GroundFace, faces
from pnp.draw.town.buildings import draw_town, grow_town
from pnp.draw.town.coast import (
    Haven,
    Terrain,
    draw_boats,
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
from pnp.draw.town.plan import WHITE, Canvas, mixed, pen, straight
from pnp.draw.town.streets import draw_streets
from pnp.geometry.polygons import closed, coarse, grow, union
from pnp.model.maps.area_map import AreaMap
from pnp.model.maps.map_style import MapStyle
from pnp.scene.items import Item, Path


def has_town(drawn: AreaMap, style: MapStyle) -> bool:
    """Whether the ground is the style's town, which has the roads of the map as its streets."""
    return drawn.ground is None and not is_chart(style)


def is_chart(style: MapStyle) -> bool:
    """Whether maps are drawn as charts: on paper, with regions, or with labels that avoid everything else."""
    return bool(style.paper or style.regions or style.labels)


# The town: water, land, blocks and streets.

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
        yield from draw_palms(row, paint)
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
        edge = pen(paint("outline"), 0.35) if style.town else None
        yield Path(straight(closed(union(*core, *inner), QUARTER)), paint("plaza"), edge)


def _waterside(terrain: Terrain, canvas: Canvas) -> Iterator[Item]:
    """Yield the compass and the details of the water: a lighthouse, jetties, parasols, boats and waves."""
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
            yield from draw_lighthouse(haven, paint) if index == 0 else draw_jetty(haven, land, paint, chance)
        yield from draw_parasols(plan, terrain, paint, chance, terrain.havens)
        boats = tuple(draw_boats(plan, terrain, paint, chance, terrain.havens))
        yield from (boat for _, boat in boats)
        yield from draw_waves(plan, terrain, paint, chance, (*terrain.havens, *(Haven(at, 5.0) for at, _ in boats)))
