"""The assembly key: a small picture of all tiles that shows which one a sheet is."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.scene.items import Group, Rect, Stroke
from pnp.scene.sheet import Box
from pnp.scene.typeset import typeset
from pnp.sheet.boxes import grown
from pnp.sheet.frame import STRIP
from pnp.sheet.furniture import Inset
from pnp.units import millimetres

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.scene.items import Item
    from pnp.scene.typeset import Block
    from pnp.sheet.frame import Frame
    from pnp.sheet.options import Options
    from pnp.sheet.style import SheetStyle
    from pnp.sheet.tiling import Tile

LARGEST = (30.0, 22.0)
LEAST_HEIGHT = 5.0
GAP = 3.0
"""What stands between the picture and the words."""

CLEAR = 1.0
"""What stays free round the key."""


def key(tile: Tile, width: float, height: float, style: SheetStyle) -> Iterator[Item]:
    """The picture from (0, 0) to (width, height): a cell a tile, this one filled."""
    tiling = tile.tiling
    wide, high = width / tiling.columns, height / tiling.rows
    for each in tiling.tiles:
        x, y = each.column * wide, each.row * high
        here = each == tile
        yield Rect(x, y, wide, high, fill=style.accent if here else style.paper, stroke=Stroke(style.ink, 0.2))
        label = typeset(each.label, replace(style.notes, weight=700 if here else 400))
        if label.width < wide and millimetres(style.small) < high:
            yield label.at(x + (wide - label.width) / 2, y + (high - label.height) / 2)


def key_beside(tile: Tile, box: Box, frame: Frame, options: Options, style: SheetStyle) -> Group | None:
    """The key in the largest free space round a tile that stands at `box`, with what to do where words have room.

    None where there is hardly any space.
    """
    extent = tile.tiling.extent
    scaled = [(_scale(extent, space), space) for space in _spaces(box, frame, options)]
    scale, space = max(scaled, key=lambda each: each[0])
    width, height = extent.width * scale, extent.height * scale
    if height < LEAST_HEIGHT:
        return None
    picture = tuple(key(tile, width, height, style))
    items, wide, high = _explained(picture, width, height, _advice(tile, style), space)
    x, y = space.x + (space.width - wide) / 2, space.y + (space.height - high) / 2
    return Group(items, (1.0, 0.0, 0.0, 1.0, x, y))


def _scale(extent: Box, space: Box) -> float:
    return min(min(LARGEST[0], space.width) / extent.width, min(LARGEST[1], space.height) / extent.height)


def _explained(
    picture: tuple[Item, ...], width: float, height: float, advice: Block, space: Box
) -> tuple[tuple[Item, ...], float, float]:
    """The picture with the advice to its right, or below it, or alone, as the space allows; and how much it takes."""
    beside = width + GAP + advice.width
    if beside <= space.width and advice.height <= space.height:
        high = max(height, advice.height)
        return (*picture, advice.at(width + GAP, (height - advice.height) / 2)), beside, high
    below = height + GAP + advice.height
    if advice.width <= space.width and below <= space.height:
        return (*picture, advice.at(0.0, height + GAP)), max(width, advice.width), below
    return picture, width, height


def _advice(tile: Tile, style: SheetStyle) -> Block:
    """What to do with the tile, in words: outer edges are cut last, since the ticks stand beside them."""
    before = {"left": tile.neighbour(-1, 0), "upper": tile.neighbour(0, -1)}
    cut = [edge for edge, each in before.items() if each]
    under = [each.label for each in before.values() if each]
    over = [each.label for each in (tile.neighbour(1, 0), tile.neighbour(0, 1)) if each]
    if not tile.tiling.overlap:
        says = [f"Cut {tile.label} out at the marks.", f"It lies edge to edge with {_all(sorted(under + over))}."]
    elif under:
        edges = "edges" if len(cut) > 1 else "edge"
        says = [f"Cut its {_all(cut)} {edges}, no other yet.", f"Glue it over {_all(under)}, up to the ticks there."]
    else:
        says = ["Cut no edge of this sheet yet."]
    if tile.tiling.overlap:
        says.append(f"Its hatched strip goes under {_all(over)}." if over else "Then cut round the whole board.")
    return typeset("\n".join(says), style.notes)


def _all(labels: Sequence[str]) -> str:
    return " and ".join(labels) if len(labels) < 3 else f"{', '.join(labels[:-1])} and {labels[-1]}"


def key_inset(tile: Tile, style: SheetStyle) -> Inset:
    """The key as deep as the sheet's strip."""
    extent = tile.tiling.extent
    width = STRIP * extent.width / extent.height
    return Inset(tuple(key(tile, width, STRIP, style)), width)


def _spaces(box: Box, frame: Frame, options: Options) -> Iterator[Box]:
    """What is free below, beside and above the tile with its marks."""
    inset, strip, taken = options.edge, frame.strip, grown(box, options.mark_reach + CLEAR)
    left, bottom = inset, frame.paper.height - inset
    if strip.width > strip.height:
        bottom = strip.y - CLEAR
    else:
        left = strip.x + strip.width + CLEAR
    right = frame.paper.width - inset
    yield Box(left, taken.y + taken.height, right - left, bottom - taken.y - taken.height)
    yield Box(taken.x + taken.width, inset, right - taken.x - taken.width, bottom - inset)
    yield Box(left, inset, right - left, taken.y - inset)
    yield Box(left, inset, taken.x - left, bottom - inset)
