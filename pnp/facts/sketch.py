"""Diagrams of a rulebook looked up in their game: all that one shows, found and computed, or why it can't be shown."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from pnp.diagnostics import Fault
from pnp.facts.tabletop import NoSketchError, Tabletop, listed
from pnp.model.game_map import TOO_LARGE, GameMap
from pnp.model.map_kinds import is_block_map, is_tile_map
from pnp.model.map_part import LEAST_PART, MAP, PARTS, SHOWN, NoPartError, part_in_shares
from pnp.model.map_style import MapStyle
from pnp.network import as_set_up, lower
from pnp.network.choices import without
from pnp.records import dataclass
from pnp.scene.geometry import Bounds
from pnp.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pnp.facts.facts import Facts
    from pnp.facts.ways import Step
    from pnp.model.diagram import Diagram
    from pnp.model.game import Game
    from pnp.model.game_map import Point
    from pnp.model.reference import Ref

WIDTH, LAW_WIDTH = 80.0, 38.0
"""How wide a map is shown where nothing is said, and how wide a diagram of its law: a column, and half of one."""

TALLEST = 190.0
"""How tall a diagram may be, in millimetres."""


@dataclass(frozen=True, slots=True)
class Sketch:
    """What a diagram shows: the map as it lies on the table, or of its law what `show` says; `window` is the part.

    `spots` are the centres of all that has a name, in millimetres on the map. A `way` are places with
    the moves that it takes to come there; `laid` is what lies on which spot.
    """

    map: GameMap
    style: MapStyle
    show: str
    window: Bounds
    width: float
    spots: Mapping[str, Point] = field(default_factory=dict)
    lit: frozenset[str] = frozenset()
    way: tuple[Step, ...] = ()
    labels: tuple[tuple[str, str], ...] = ()
    laid: tuple[tuple[str, str], ...] = ()
    far_from: str = ""

    @property
    def height(self) -> float:
        """How tall it is, in millimetres."""
        return self.width * self.window.height / self.window.width

    @property
    def whole(self) -> bool:
        """Whether all of the map is shown."""
        return self.window == Bounds(0.0, 0.0, self.map.width, self.map.height)


def sketch(diagram: Diagram, facts: Facts) -> Sketch:
    """What the diagram shows; raises NoSketchError where the game does not have it."""
    drawn = _map(diagram, facts.game)
    style = _style(diagram, facts.game)
    show = _shown(diagram, drawn)
    if show != MAP:
        width = diagram.width or LAW_WIDTH
        return Sketch(drawn, style, show, Bounds(0.0, 0.0, 1.0, 1.0), width)
    whole = drawn.id in facts.networks and drawn is facts.game.find(GameMap, drawn.id)
    network = facts.networks[drawn.id] if whole else lower(drawn).network
    table = Tabletop(drawn, network)
    laid = () if is_tile_map(drawn) else tuple(table.laid(diagram.laid))
    left = without(network, [option for _, option in laid])
    labels = [(name.name, text) for name, text in diagram.labels if table.spot(name)]
    if diagram.far_from:
        labels = [*table.distances(left, diagram.far_from), *labels]
    way = table.way(left, diagram.way)
    window = _window(diagram, drawn, table, way)
    width = min(diagram.width or WIDTH, TALLEST * window.width / window.height)
    return Sketch(
        drawn,
        style,
        show,
        window,
        width,
        table.spots,
        table.lit(diagram.lit),
        way,
        tuple(labels),
        tuple((at, option.name) for at, option in laid),
        diagram.far_from.name if diagram.far_from else "",
    )


def _map(diagram: Diagram, game: Game) -> GameMap:
    """The map that is shown, as its tiles lie, or one of them alone."""
    found = game.find(GameMap, diagram.map.name)
    if found is None:
        raise _unknown("map", diagram.map, game.names(GameMap), game)
    if found.damaged:
        raise NoSketchError
    if found.too_large:
        raise NoSketchError(Fault(diagram.map.span, found.too_large, TOO_LARGE))
    if diagram.tile:
        return _tile(found, diagram.tile)
    if diagram.laid and is_tile_map(found):
        lying = as_set_up(found, tuple((spot.name, tile.name) for spot, tile in diagram.laid))
        if lying is found:
            message = f"what is laid is no city of {found.cells} tiles of '{found.id}'"
            raise NoSketchError(Fault(diagram.laid[0][0].span, message, "name each place, as in 'row 1, column 2'"))
        return lying
    return found


def _tile(found: GameMap, name: Ref) -> GameMap:
    tile = found.only(name.name) if is_tile_map(found) else None
    if tile is None:
        known = [each.id for each in found.tiles] if is_tile_map(found) else []
        message = f"the map '{found.id}' has no tile '{name}'"
        raise NoSketchError(Fault(name.span, message, did_you_mean(name.name, known) or listed("tiles are", known)))
    return tile


def _style(diagram: Diagram, game: Game) -> MapStyle:
    if diagram.style:
        found = game.find(MapStyle, diagram.style.name)
        if found is None:
            raise _unknown("map style", diagram.style, game.names(MapStyle), game)
        return found
    *_, last = (None, *game.all(MapStyle))
    if last is None:
        hint = "add a document of the kind map-style"
        raise NoSketchError(Fault(diagram.span, f"there is no map style to draw '{diagram.map}' with", hint))
    return last


def _unknown(word: str, name: Ref, known: tuple[str, ...], game: Game) -> NoSketchError:
    if game.may_have(name.name):
        return NoSketchError()
    hint = did_you_mean(name.name, known) or listed(f"{word}s are", known) or f"list a {word} in pack.yaml"
    return NoSketchError(Fault(name.span, f"there is no {word} '{name}'", hint))


def _shown(diagram: Diagram, drawn: GameMap) -> str:
    """What is shown: the map, or something of its law, which must be a block map's."""
    word = diagram.show
    if word is None or word.name == MAP:
        return MAP
    if word.name not in SHOWN:
        hint = did_you_mean(word.name, SHOWN) or listed("it shows", SHOWN)
        raise NoSketchError(Fault(word.span, f"a diagram can't show '{word}'", hint))
    if not is_block_map(drawn):
        raise NoSketchError(Fault(word.span, f"'{word}' can be shown of a block map, and '{drawn.id}' is none"))
    if diagram.crop or diagram.around or diagram.laid or diagram.lit or diagram.labels or diagram.way:
        message = f"'{word}' is a diagram by itself; parts, ways and marks are those of a map"
        raise NoSketchError(Fault(word.span, message, "leave out 'show' to show the map"))
    return word.name


def _window(diagram: Diagram, drawn: GameMap, table: Tabletop, way: tuple[Step, ...]) -> Bounds:
    """The part of the map that is shown, in millimetres on it; around places, all of the way too."""
    if not (drawn.width and drawn.height):
        message = f"the map '{drawn.id}' has no size, and can't be drawn"
        raise NoSketchError(Fault(diagram.span, message, "give it a size, and its places positions"))
    page = Bounds(0.0, 0.0, drawn.width, drawn.height)
    if diagram.around:
        points = [table.spot(name) for name in diagram.around]
        points += [table.spots[name] for name, _ in way if name in table.spots]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        near = Bounds(min(xs), min(ys), max(xs), max(ys)).grown(diagram.margin).common(page) if points else None
        return near if near and min(near.width, near.height) >= LEAST_PART else page
    if diagram.crop is None:
        return page
    try:
        left, top, across, down = part_in_shares(" ".join(diagram.crop.name.split()), drawn.width, drawn.height)
    except NoPartError as error:
        hint = did_you_mean(diagram.crop.name, PARTS) or listed("parts are", PARTS)
        raise NoSketchError(Fault(diagram.crop.span, error.message, hint if error.unread else None)) from None
    wide, tall = drawn.width, drawn.height
    return Bounds(left * wide, top * tall, (left + across) * wide, (top + down) * tall)
