"""The painter of each kind of map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.model.maps import is_area_map, is_block_map, is_street_map, is_tile_map

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.diagnostics import Span
    from pnp.draw.look import Look
    from pnp.model.maps.game_map import GameMap
    from pnp.model.maps.map_style import MapStyle
    from pnp.model.reference import Ref
    from pnp.scene.items import Affine, Item
    from pnp.scene.typesetting.text import TextStyle


def paint_map_of_any_kind(
    drawn: GameMap, style: MapStyle, look: Look, width: float, height: float, highlight: frozenset[str]
) -> tuple[Item, ...]:
    """The map drawn into a box with (0, 0) at its top left corner; `highlight` are the places that stand out."""
    if is_area_map(drawn):
        from pnp.draw.maps.area_map import paint_area_map

        return paint_area_map(drawn, style, look, width, height, highlight)
    if is_street_map(drawn):
        from pnp.draw.maps.street_map import paint_street_map

        return paint_street_map(drawn, style, look, width, height, highlight)
    if is_tile_map(drawn):
        from pnp.draw.maps.tile_map import paint_tile_map

        return paint_tile_map(drawn, style, look, width, height, highlight)
    if is_block_map(drawn):
        from pnp.draw.maps.block_map import paint_block_map

        return paint_block_map(drawn, style, look, width, height, highlight)
    raise NotImplementedError(drawn.kind)  # a kind of map that nobody draws yet


def placement(drawn: GameMap, style: MapStyle, width: float, height: float) -> Affine:
    """Where a point of the map comes to lie when it is drawn into that box."""
    inset = 0.0
    if is_area_map(drawn):
        from pnp.draw.town.places import shrinkage

        inset = min(style.inset * shrinkage(drawn, style, width, height), width / 4, height / 4)
    elif is_street_map(drawn) and not style.streets:
        inset = style.inset
    scale = min((width - 2 * inset) / (drawn.width or width), (height - 2 * inset) / (drawn.height or height))
    left, top = (width - scale * drawn.width) / 2, (height - scale * drawn.height) / 2
    return scale, 0.0, 0.0, scale, left, top


def map_texts(drawn: GameMap, style: MapStyle, look: Look) -> Iterator[tuple[str, Span, TextStyle]]:
    """The texts that the map shows in this style, each once: its words, where they are written, and their style."""
    shown = dict.fromkeys(_texts(drawn, style))
    return ((text, span, look.text(role.name)) for text, span, role in shown if text)


def _texts(drawn: GameMap, style: MapStyle) -> Iterator[tuple[str, Span, Ref]]:
    if is_area_map(drawn):
        if style.places.label:
            yield from ((area.label, area.span, style.places.label.role) for area in drawn.areas)
        return
    if is_block_map(drawn):
        if style.blocks and style.blocks.names:
            yield from ((block.id, block.span, style.blocks.names) for block in drawn.blocks)
        return
    numbers, names = (style.streets.numbers, style.streets.names) if style.streets else (None, None)
    if numbers:
        yield from ((place.label, place.span, numbers) for place in drawn.places)
    if names:
        plans = drawn.plans if is_tile_map(drawn) else ((drawn.streets, None),) if is_street_map(drawn) else ()
        yield from ((street.name, street.span, names) for streets, _ in plans for street in streets)
    if names and is_street_map(drawn):
        yield from ((lot.name, lot.span, names) for lot in drawn.lots)
    if style.sites and style.sites.names:
        yield from ((site.name, site.span, style.sites.names) for site in drawn.sites)
    if style.sites and style.sites.landmark_names and not is_tile_map(drawn):
        badges = (district for district in drawn.districts if district.icon)
        yield from ((district.name, district.span, style.sites.landmark_names) for district in badges)
