"""The painter of each kind of map."""

from collections.abc import Iterator
from typing import assert_never

from pnp.diagnostics import Span
from pnp.facts.look import Look
from pnp.model.maps import AnyMap
from pnp.model.maps.area_map import AreaMap
from pnp.model.maps.grid_map import GridMap
from pnp.model.maps.map_style import MapStyle
from pnp.model.maps.street_map import StreetMap
from pnp.model.maps.tile_map import TileMap
from pnp.model.reference import Ref
from pnp.scene.items import Affine, Bitmap, Group, Item, Picture, Rect, compose
from pnp.scene.svg_art import Drawing
from pnp.scene.typesetting.text import TextStyle


def paint_map_of_any_kind(
    drawn: AnyMap, style: MapStyle, look: Look, width: float, height: float, highlight: frozenset[str]
) -> tuple[Item, ...]:
    """Return the map drawn into a box with (0, 0) at its top left corner; places in `highlight` are emphasized."""
    match drawn.kind:
        case "area-map":
            from pnp.draw.maps.area_map import paint_area_map

            return paint_area_map(drawn, style, look, width, height, highlight)
        case "block-map":
            from pnp.draw.maps.block_map import paint_block_map

            return paint_block_map(drawn, style, look, width, height, highlight)
        case "grid-map":
            from pnp.draw.maps.grid_map import paint_grid_map

            return paint_grid_map(drawn, style, look, width, height, highlight)
        case "street-map":
            from pnp.draw.maps.street_map import paint_street_map

            return paint_street_map(drawn, style, look, width, height, highlight)
        case "tile-map":
            from pnp.draw.maps.tile_map import paint_tile_map

            return paint_tile_map(drawn, style, look, width, height, highlight)
        case _:
            assert_never(drawn)


def paints_whole_box(drawn: AnyMap) -> bool:
    """Whether nothing below the map is seen.

    An empty cell of a tile map leaves a part of its box free, and so may an area map that brings its own ground.
    """
    match drawn.kind:
        case "area-map":
            return drawn.ground is None
        case "block-map" | "street-map":
            return True
        case "grid-map":
            return False
        case "tile-map":
            return len(drawn.tiles) >= drawn.cells
        case _:
            assert_never(drawn)


def placement(drawn: AnyMap, style: MapStyle, width: float, height: float) -> Affine:
    """Return the transform from coordinates of the map to those of its drawing in that box."""
    inset = _inset(drawn, style, width, height)
    scale = min((width - 2 * inset) / (drawn.width or width), (height - 2 * inset) / (drawn.height or height))
    left, top = (width - scale * drawn.width) / 2, (height - scale * drawn.height) / 2
    return scale, 0.0, 0.0, scale, left, top


def _inset(drawn: AnyMap, style: MapStyle, width: float, height: float) -> float:
    """Return the blank margin of the drawing inside its box, in millimetres."""
    match drawn.kind:
        case "area-map":
            from pnp.draw.town.places import shrinkage

            return min(style.inset * shrinkage(drawn, style, width, height), width / 4, height / 4)
        case "street-map":
            return 0.0 if style.streets else style.inset
        case "block-map" | "tile-map":
            return 0.0
        case "grid-map":
            return 0.0 if drawn.is_tile else min(style.inset, width / 4, height / 4)
        case _:
            assert_never(drawn)


def picture_ground(image: Bitmap | Drawing, drawn: AreaMap, to: Affine) -> Item:
    """Return the picture stretched over the map; `to` is the transform from the map to its drawing."""
    if isinstance(image, Bitmap):
        return Group((Picture(0.0, 0.0, drawn.width, drawn.height, image),), to)
    size = (drawn.width / image.width, 0.0, 0.0, drawn.height / image.height, 0.0, 0.0)
    return Group(image.items, compose(to, size), Rect(0.0, 0.0, image.width, image.height))


def map_texts(drawn: AnyMap, style: MapStyle, look: Look) -> Iterator[tuple[str, Span, TextStyle]]:
    """Yield the texts that the map shows in this style, each once, with its span and its text style."""
    shown = dict.fromkeys(_texts(drawn, style))
    return ((text, span, look.text(role.name)) for text, span, role in shown if text)


def _texts(drawn: AnyMap, style: MapStyle) -> Iterator[tuple[str, Span, Ref]]:
    match drawn.kind:
        case "area-map":
            yield from _area_texts(drawn, style)
        case "block-map":
            if style.blocks and style.blocks.names:
                yield from ((block.id, block.span, style.blocks.names) for block in drawn.blocks)
        case "street-map":
            yield from _street_texts(drawn, style)
            if style.streets and style.streets.names and not style.hide_names:
                yield from ((lot.name, lot.span, style.streets.names) for lot in drawn.lots)
            yield from _site_texts(drawn, style)
            if style.sites and style.sites.landmark_names and not style.hide_names:
                badges = (district for district in drawn.districts if district.icon)
                yield from ((district.name, district.span, style.sites.landmark_names) for district in badges)
        case "grid-map":
            yield from _cell_texts(drawn, style)
        case "tile-map":
            yield from _street_texts(drawn, style)
            yield from _site_texts(drawn, style)
        case _:
            assert_never(drawn)


def _cell_texts(drawn: GridMap, style: MapStyle) -> Iterator[tuple[str, Span, Ref]]:
    if style.cells and style.cells.numbers:
        yield from ((cell.number, cell.span, style.cells.numbers) for cell in drawn.cells if cell.number)
    if style.cells and style.cells.names:
        named = (cell.place for cell in drawn.cells if cell.place)
        yield from ((place.label, place.span, style.cells.names) for place in named)
        yield from ((tile.label, tile.span, style.cells.names) for tile in drawn.tiles)
        yield from (
            (terrain.name, terrain.span, style.cells.names) for terrain in drawn.terrains.values()
        )  # in its key


def _area_texts(drawn: AreaMap, style: MapStyle) -> Iterator[tuple[str, Span, Ref]]:
    roles = [places.label.role for places in (style.places, style.lit) if places and places.label]
    if style.labels and style.labels.places.role:
        roles.append(style.labels.places.role)
    for role in roles:
        yield from ((area.label, area.span, role) for area in (*drawn.areas, *drawn.parts) if not area.waypoint)
    if style.labels and style.labels.rivers and style.labels.rivers.role:
        role = style.labels.rivers.role
        yield from ((river.name, river.span, role) for river in drawn.rivers if river.name)
    if style.title and style.title.role:
        yield drawn.name, drawn.span, style.title.role


def _street_texts(drawn: StreetMap | TileMap, style: MapStyle) -> Iterator[tuple[str, Span, Ref]]:
    numbers, names = (style.streets.numbers, style.streets.names) if style.streets else (None, None)
    if numbers:
        yield from ((place.label, place.span, numbers) for place in drawn.places)
    if names and not style.hide_names:
        yield from ((street.name, street.span, names) for streets, _ in drawn.plans for street in streets)


def _site_texts(drawn: StreetMap | TileMap, style: MapStyle) -> Iterator[tuple[str, Span, Ref]]:
    if style.sites and style.sites.names and not style.hide_names:
        yield from ((site.name, site.span, style.sites.names) for site in drawn.sites)
