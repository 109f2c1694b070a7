"""The painter of tile maps.

A single tile, `city.only("Harbour tile")`, is a tile map of one cell: its art extends a little beyond its edges.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import cos, radians, sin

from msgspec.structs import replace

from pnp.draw.maps.street_map import BLEED, Streetscape, compose, junctions_of, millimetres, paint_scape, parts_of
from pnp.draw.town.street_layout import DrawnStreet, Scape, Sign, Slot
from pnp.facts.look import Look
from pnp.geometry.polygons import Point
from pnp.geometry.street_plan import UNIT
from pnp.model.maps.game_map import Area
from pnp.model.maps.map_style import MapStyle
from pnp.model.maps.tile import Tile
from pnp.model.maps.tile_map import TileMap
from pnp.scene.items import Group, Item, Same


def paint_tile_map(
    drawn: TileMap, style: MapStyle, look: Look, width: float, height: float, highlight: frozenset[str]
) -> tuple[Item, ...]:
    """Return the city in its printed arrangement, in a box with (0, 0) at its top left corner.

    The spaces in `highlight` are emphasized. The map is drawn at its own size and scaled as a whole to the box. Raises
    UnknownNameError for a role or icon that the look does not have.
    """
    if not (width > 0 and height > 0 and drawn.side > 0):
        return ()
    scale = min(width / drawn.width, height / drawn.height)
    left, top = (width - scale * drawn.width) / 2, (height - scale * drawn.height) / 2
    bleed = BLEED if drawn.cells == 1 else 0.0
    tiles: list[Item] = []
    for number, streetscape in enumerate(_painting(Same(drawn), Same(style), Same(look))):
        row, column = divmod(number, drawn.columns)
        items = paint_scape(streetscape, highlight, bleed)
        tiles.append(Group(items, (1.0, 0.0, 0.0, 1.0, column * drawn.side, row * drawn.side)))
    return (Group(tuple(tiles), (scale, 0.0, 0.0, scale, left, top)),)


@lru_cache(maxsize=16)
def _painting(drawn: Same[TileMap], style: Same[MapStyle], look: Same[Look]) -> tuple[Streetscape, ...]:
    """Return the composed tiles in their printed cells, cached; each tile has its own random seed."""
    it, manner = drawn.it, style.it
    places = {area.id: area for area in it.places}
    sites = iter(it.sites)
    scapes = []
    for tile in it.tiles:
        own = [next(sites) for _ in tile.sites]
        clear = tuple(box for box in manner.clear if box.tile is None or box.tile.name == tile.id)
        scapes.append((scape_of(tile, places, own), replace(manner, seed=f"{manner.seed} {tile.id}", clear=clear)))
    return tuple(compose(scape, it, own, look.it) for scape, own in scapes[: it.cells])


def scape_of(tile: Tile, places: Mapping[str, Area], sites: list[Area]) -> Scape:
    """Return the streets of a tile in millimetres, with spaces and signs."""
    slots = dict(_slots(tile, places))
    signs = tuple(
        Sign(
            area.id, site.name, tuple(slots[spot] for spot in served if spot in slots), site.at,
            site.icon.name if site.icon else "", tile.district.name if tile.district else "", site.landmark, site.arrow,
            site.plot,
        )
        for site, area, served in zip(tile.sites, sites, tile.plan.served, strict=True)
    )  # fmt: skip
    return Scape(
        tile.side, tile.side, tile.width, (*parts_of(tile.streets, tile.plan.streets, is_tile=True), *_more(tile)),
        tuple(slots.values()), signs=tuple(sign for sign in signs if sign.at or sign.by),
        bends=tuple(junctions_of(tile.plan.streets)), is_tile=True,
    )  # fmt: skip


def _slots(tile: Tile, places: Mapping[str, Area]) -> Iterator[tuple[int, Slot]]:
    """Yield the spaces of a tile by the numbers of their spots."""
    spaces = tile.plan.streets.spaces
    for number, spot in enumerate(tile.plan.spots):
        if not spot.stop or spot.at is None:
            continue
        one_way = number < len(spaces) and tile.streets[spaces[number].street].one_way
        if number < len(spaces):
            line = tuple(map(millimetres, spaces[number].line))
        else:
            line = _straight(spot.at, spot.heading, spot.length)
        icon = spot.written.icon.name if spot.written and spot.written.icon else ""
        yield number, Slot(places[f"{tile.id} {spot.name}"], line, one_way, icon=icon)


def _straight(at: tuple[int, int], heading: float, length: int) -> tuple[Point, ...]:
    """Return the middle line of a space that is not on a street."""
    (x, y), turn, half = millimetres(at), radians(heading), length / UNIT / 2
    return (x - cos(turn) * half, y - sin(turn) * half), (x + cos(turn) * half, y + sin(turn) * half)


def _more(tile: Tile) -> Iterator[DrawnStreet]:
    """Yield the explicit roads and exits, which the document lists in addition to streets."""
    plan = tile.plan
    at = {spot.name: millimetres(spot.at) for spot in plan.spots if spot.at is not None}
    for road in tile.roads:
        if road.start.name in at and road.end.name in at and at[road.start.name] != at[road.end.name]:
            yield DrawnStreet("", (at[road.start.name], *road.via, at[road.end.name]))
    for way_out in tile.exits:
        if way_out.to.name in at and at[way_out.to.name] != way_out.at:
            yield DrawnStreet("", (at[way_out.to.name], way_out.at), (False, True))
