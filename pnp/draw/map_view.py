"""What a map layer shows: all of a map, a part of it, or a diagram of its law."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.draw.scope import SpoiltError
from pnp.model.map_kinds import is_block_map, is_tile_map
from pnp.model.map_part import ADDRESSES, MAP, PARTS, SHOWN, TURNS_SHOWN, NoPartError, part_in_shares
from pnp.model.traffic import TURNS
from pnp.scene.geometry import Bounds
from pnp.suggest import did_you_mean

if TYPE_CHECKING:
    from pnp.draw.look import Look
    from pnp.draw.scope import Scope
    from pnp.model.block_map import BlockMap
    from pnp.model.game_map import GameMap
    from pnp.model.layer import MapArt
    from pnp.model.map_style import MapStyle
    from pnp.model.reference import Formula
    from pnp.scene.items import Item


def tile_of(tile: Formula, drawn: GameMap, scope: Scope) -> GameMap:
    """The one tile of a tile map that is shown, as a map of its own."""
    name = scope.text(tile)
    found = drawn.only(name) if is_tile_map(drawn) else None
    if found is None:
        known = [each.id for each in drawn.tiles] if is_tile_map(drawn) else []
        message = f"the map '{drawn.id}' has no tile '{name}'" if known else f"the map '{drawn.id}' has no tiles"
        hint = did_you_mean(name, known) or (f"tiles are {', '.join(known)}" if known else None)
        raise SpoiltError("value", scope.source(tile), message, hint, tile.span)
    return found


def part_of(art: MapArt, drawn: GameMap, scope: Scope) -> Bounds:
    """The part of the map that is shown, in millimetres on it; of a map without a size, in shares of it."""
    width, height = drawn.width or 1.0, drawn.height or 1.0
    if art.crop is None:
        return Bounds(0.0, 0.0, width, height)
    name = " ".join(scope.text(art.crop).split())
    try:
        left, top, across, down = part_in_shares(name, drawn.width, drawn.height)
    except NoPartError as error:
        hint = did_you_mean(name, PARTS) or f"parts are {', '.join(PARTS)}, or left, top, width and height in mm"
        source = scope.source(art.crop)
        raise SpoiltError("value", source, error.message, hint if error.unread else None, art.crop.span) from None
    return Bounds(left * width, top * height, (left + across) * width, (top + down) * height)


def shown_by(art: MapArt, drawn: GameMap, scope: Scope) -> str:
    """What the layer shows, which must be something that its kind of map has."""
    if art.show is None:
        return MAP
    word = scope.text(art.show)
    if word not in SHOWN:
        hint = did_you_mean(word, SHOWN) or f"it shows {', '.join(SHOWN)}"
        message = f"a map layer can't show '{word}'"
        raise SpoiltError("value", scope.source(art.show), message, hint, art.show.span)
    if word != MAP and not is_block_map(drawn):
        message = f"'{word}' can be shown of a block map, and '{drawn.id}' is none"
        raise SpoiltError("value", scope.source(art.show), message, None, art.show.span)
    return word


def paint_diagram(
    shown: str, drawn: BlockMap, style: MapStyle, look: Look, width: float, height: float
) -> tuple[Item, ...]:
    """The diagram of that name in a box."""
    from pnp.draw.lanes.law import paint_addresses, paint_turns

    if shown == ADDRESSES:
        return paint_addresses(drawn, style, look, width, height)
    allowed = {turn.name for turn in drawn.turns}
    turns = tuple(turn for turn in TURNS if (turn in allowed if shown == TURNS_SHOWN else turn == shown))
    return paint_turns(drawn, turns, style, look, width, height)
