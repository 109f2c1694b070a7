"""Maps in the studio: what a map shows, its verdicts, and its picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from pnp.build.memo import Memo, written
from pnp.checks.map.map_findings import check_map
from pnp.diagnostics import Finding, Span
from pnp.draw.component import drawing_context, map_scene, missing_for_drawing
from pnp.draw.maps import placement
from pnp.draw.maps.cell_board import ground_of
from pnp.facts.look import Look, UnknownNameError, look_of
from pnp.model.faces.layer import MapArt
from pnp.model.faces.template import Template
from pnp.model.faces.theme import IconSet, Theme
from pnp.model.game import Game
from pnp.model.maps import AnyMap
from pnp.model.maps.area_map import AreaMap
from pnp.model.maps.game_map import Area, Closure, GameMap, Point
from pnp.model.maps.grid_map import GridMap
from pnp.model.maps.map_style import MapStyle
from pnp.model.maps.requirements import Requirement
from pnp.model.maps.tile import Tile
from pnp.model.maps.tile_map import TileMap
from pnp.network import Lowered, Network, Proof, lay_out, lower, prove, whereabouts
from pnp.network.budget import PROOF_STEPS, SearchBudget
from pnp.network.closures.supplies import known_choices
from pnp.network.layout import spacing
from pnp.render.svg import render_svg
from pnp.studio.resources import Resource
from pnp.studio.session import Json, Message, RequestRefused, StudioSession
from pnp.units import decimal

# A map as it is in its file, or as it would be after changes that are not saved.


class MapState(Struct, frozen=True, eq=False):
    """A map of a game with its network, its verdicts in the order of its requirements, and findings on its file."""

    game: Game
    map: AnyMap
    lowered: Lowered
    proofs: tuple[Proof, ...]
    findings: tuple[Finding, ...] = ()


def map_named(game: Game, name: object) -> AnyMap:
    """Return a map by its id; the first of the game for an empty name. Raises RequestRefused if there is none."""
    maps: list[AnyMap] = list(game.all(GameMap))
    if not maps:
        raise RequestRefused("this pack has no map")
    found = next((each for each in maps if each.id == name), maps[0] if not name else None)
    if found is None:
        raise RequestRefused(f"this pack has no map '{name}'")
    return found


def state_of(studio: StudioSession, message: Message) -> MapState:
    """Return the map that a message names, proved; what no change has touched is not proved again."""
    kept: MapState | None = studio.cached.get(f"map state {message.get('map')}")
    if kept:
        return kept
    loaded = studio.loaded()
    game_map = map_named(loaded.game, message.get("map"))
    state = proved(studio, loaded.game, game_map, loaded.findings)
    studio.cached[f"map state {game_map.id}"] = state
    return state


def proved(studio: StudioSession, game: Game, game_map: AnyMap, reading: Iterable[Finding]) -> MapState:
    """Return a map of a game with its verdicts, as `pnp check` finds them, without hints and the map's other findings.

    Those take longer than the verdicts of a map that is broken: see `examined`.
    """
    memo, sharing = _memo(studio), _sharing(game)
    same = memo.same(game_map)
    lowered = memo.of("lowered", (same,), lambda: lower(same))
    budget = PROOF_STEPS // sharing
    found = memo.of(
        "proofs", (same, budget), lambda: prove(same.requirements, lowered, lay_out(same), SearchBudget(budget))
    )
    own = tuple(finding for finding in reading if finding.span.file == game_map.span.file)
    return MapState(game, same, lowered, found, own)


def examined(studio: StudioSession, state: MapState) -> MapState:
    """Return a map with everything that `pnp check` reports on it: hints that were tried, and its other findings."""
    memo, game, sharing = _memo(studio), state.game, _sharing(state.game)
    report = memo.of(
        "map", (state.map, game.id, sharing), lambda: check_map(state.map, state.lowered, game.id, False, sharing)
    )
    return MapState(game, state.map, state.lowered, report.proofs, (*state.findings, *report.findings))


def _sharing(game: Game) -> int:
    """Return how many maps share the steps of the pack's proofs."""
    return max(1, sum(bool(each.requirements) for each in game.all(GameMap)))


KEPT_ROUNDS = 40
"""Number of checks after which results that were not used again are dropped."""


def _memo(studio: StudioSession) -> Memo:
    """Return the cache of maps, which stays over changes of other files."""
    memo, used = studio.stored.get("map memo", (Memo(), 0))
    if used % KEPT_ROUNDS == KEPT_ROUNDS - 1:
        memo.turn()
    studio.stored["map memo"] = memo, used + 1
    kept: Memo = memo
    return kept


# What the page shows of a map.


def listed(studio: StudioSession, _message: Message) -> Json:
    """Return the maps of the pack."""
    loaded = studio.loaded()
    return {
        "revision": studio.revision,
        "maps": [
            {
                "id": each.id,
                "name": each.name,
                "kind": each.kind,
                "file": each.span.file,
                "own": _is_own(studio, each.span.file),
                "places": len(each.places),
                "requirements": len(each.requirements),
            }
            for each in loaded.game.all(GameMap)
        ],
    }


def _is_own(studio: StudioSession, file: str) -> bool:
    path = studio.path_of(file)
    return path is not None and studio.is_own(path)


def facts(studio: StudioSession, message: Message) -> Json:
    """Return everything that the page shows of a map: places, roads, closures, tiles, requirements with verdicts."""
    state = examined(studio, state_of(studio, message))
    return {"revision": studio.revision, **shown(studio, state)}


def shown(studio: StudioSession, state: MapState) -> Json:
    """Return the facts of a map as the page gets them; lengths are millimetres on the map."""
    game_map, network = state.map, state.lowered.network
    at = whereabouts(game_map, network)
    unused = {place.id for place, states in zip(network.places, network.states_of, strict=True) if not states}
    return {
        "map": game_map.id,
        "name": game_map.name,
        "kind": game_map.kind,
        "file": game_map.span.file,
        "own": _is_own(studio, game_map.span.file),
        "width": game_map.width,
        "height": game_map.height,
        "size": [game_map.width, game_map.height],
        "spacing": spacing({place.id: place.at for place in game_map.places if place.at}),
        "missing": missing_for_drawing(game_map) or game_map.too_large,
        **picture(studio, state.game, game_map),
        "places": [
            {**_place(area, game_map), "through": area.waypoint or area.id in unused}
            for area in (*game_map.places, *game_map.through)
        ],
        "sites": [_place(area, game_map, site=True) for area in game_map.sites],
        "starts": list(network.names(network.starts)),
        "tags": sorted(game_map.tags),
        "districts": [{"id": each.id, "name": each.name, "label_at": each.label_at} for each in game_map.districts],
        "links": links(network),
        **own_of_kind(game_map),
        "terrain_colours": _terrain_colours(state),
        "classes": list(state.lowered.classes),
        "closures": [_closure(each, network, at) for each in game_map.closures],
        "turns": [],
        **verdicts(state),
    }


def _place(area: Area, game_map: AnyMap, site: bool = False) -> Json:
    return {
        "id": area.id,
        "label": area.label,
        "label_at": area.label_at and list(area.label_at),
        "name": area.name,
        "at": area.at and list(area.at),
        "tags": [tag.name for tag in area.tags],
        "in": area.district.name if area.district else None,
        "moves": not site and game_map.kind == "area-map",
        "site": site,
        **where(area.span),
    }


def where(span: Span) -> Json:
    """Return where something is written, as `studio.select` takes it."""
    return {"file": span.file, "line": span.line, "column": span.column}


def links(network: Network) -> Json:
    """Return the moves between places as pairs of names; the third value is whether they lead both ways."""
    owner = network.place_of_state
    found = dict.fromkeys((owner[state], owner[end]) for state, ends in enumerate(network.after) for end in ends)
    pairs = ((one, other) for one, other in found if one != other and (one < other or (other, one) not in found))
    return [[network.places[one].id, network.places[other].id, (other, one) in found] for one, other in pairs]


def own_of_kind(game_map: AnyMap) -> dict[str, Json]:
    """Return what only maps of one kind have: roads and outlines, streets, tiles, or cells."""
    match game_map.kind:
        case "area-map":
            found: dict[str, Json] = {"roads": list(_roads(game_map))}
            if game_map.regions:
                shapes = game_map.subdivision.shapes
                found["regions"] = [{"id": name, "rings": _rings(shape)} for name, shape in shapes.items()]
            return found
        case "street-map":
            return {
                "streets": [{"name": each.name, "points": each.points, **where(each.span)} for each in game_map.streets]
            }
        case "tile-map":
            return {
                "side": game_map.side,
                "rows": game_map.rows,
                "columns": game_map.columns,
                "quarters": list(game_map.turns),
                "shuffled": game_map.shuffled,
                "tiles": [tile.id for tile in game_map.tiles],
                "streets": [
                    {"name": street.name, "tile": tile.id, "points": [(x + left, y + top) for x, y in street.points]}
                    for tile, left, top in printed_tiles(game_map)
                    for street in tile.streets
                ],
            }
        case "grid-map":
            letters = {kind: letter for letter, kind in letters_of(game_map).items()}
            return {
                "terrains": [
                    {"id": name, "name": each.name, "letter": letters.get(name), "closed": each.closed}
                    for name, each in game_map.terrains.items()
                ],
                "cells": [
                    {
                        "id": cell.id,
                        "number": cell.number,
                        "at": cell.centre,
                        "terrain": cell.terrain.name if cell.terrain else None,
                        "corners": [
                            (x - game_map.origin[0], y - game_map.origin[1]) for x, y in game_map.grid.corners(cell.at)
                        ],
                    }
                    for cell in game_map.cells
                ],
            }
        case "block-map":
            return {"blocks": [block.id for block in game_map.blocks], "square": game_map.square}
        case _:
            assert_never(game_map)


def printed_tiles(tile_map: TileMap) -> Iterator[tuple[Tile, float, float]]:
    """Yield the tiles of the printed city that are not copies, with their left and top edges."""
    for number, tile in enumerate(tile_map.tiles[: tile_map.cells]):
        if tile.like is None:
            row, column = divmod(number, tile_map.columns)
            yield tile, column * tile_map.side, row * tile_map.side


def letters_of(grid_map: GridMap) -> dict[str, str]:
    """Return the terrain of each letter that the picture of a grid map uses."""
    by_cell = {cell.at: cell.letter for cell in grid_map.picture.cells}
    return {by_cell[cell.at]: cell.terrain.name for cell in grid_map.cells if cell.terrain and cell.at in by_cell}


def _roads(area_map: AreaMap) -> Iterator[Json]:
    """Yield the roads of an area map; `item` is the number of the item of the document that states one."""
    at = {area.id: area.at for area in (*area_map.areas, *area_map.parts)}
    for road in area_map.roads:
        item = road.span.pointer.removeprefix("/roads/")
        start, end = at.get(road.start.name), at.get(road.end.name)
        yield {
            "from": road.start.name,
            "to": road.end.name,
            "item": int(item) if item.isdigit() else None,
            "track": road.track,
            "one_way": road.one_way,
            "via": [list(point) for point in road.via],
            "points": [list(point) for point in (start, *road.via, end) if point],
            "curve": road.curve,
            "wraps": road.wraps,
            "name": road.name,
            "kind": road.kind.name if road.kind else None,
            "cost": area_map.cost_of(road),
            "own_cost": road.cost,
            **where(road.span),
        }


def _rings(shape: Iterable[Iterable[Point]]) -> Json:
    return [[(round(x, 2), round(y, 2)) for x, y in ring] for ring in shape]


def _closure(closure: Closure, network: Network, at: Mapping[str, Point]) -> Json:
    """Return a kind of closure with the spots on which it can be laid, those with a position."""
    spots = known_choices(network, closure)
    return {
        "name": closure.name,
        "on": closure.on,
        "most": closure.most,
        "spots": [
            {"at": spot.at, "point": at.get(spot.at), "options": [each.name for each in spot.options]} for spot in spots
        ],
    }


# The verdicts.


def verdicts(state: MapState) -> dict[str, Json]:
    """Return the requirements of a map with their verdicts, and the findings of its file."""
    hints = {finding.span: finding.hint for finding in state.findings if finding.hint}
    return {
        "requirements": [
            {
                **proof_shown(proof, number),
                "severity": proof.severity.value,
                "bounded": is_bounded(requirement),
                "classes": [ref.name for ref in requirement.movers],
                "hint": hints.get(proof.span) if proof.holds is False else None,
                "own": proof.span.file == state.map.span.file,
                **where(proof.span),
            }
            for number, (proof, requirement) in enumerate(zip(state.proofs, state.map.requirements, strict=True))
        ],
        "findings": [
            {
                "code": each.code,
                "severity": each.severity.value,
                "message": each.message,
                "hint": each.hint,
                **where(each.span),
            }
            for each in state.findings
            if each.code not in REPEATED
        ],
    }


REPEATED = ("broken-requirement",)
"""Findings that say what a verdict says."""


def proof_shown(proof: Proof, number: int) -> Json:
    """Return a verdict: whether it holds, the sentence, what was covered and how, and the counterexample."""
    witness = proof.witness
    return {
        "number": number,
        "name": proof.name,
        "demand": proof.demand,
        "holds": proof.holds if proof.asked and not proof.is_empty else None,
        "detail": proof.detail,
        "scope": proof.scope,
        "method": proof.method,
        "covered": str(proof.setups_covered),
        "total": str(proof.setups_total),
        "proved": proof.holds is True and proof.method != "sampled",
        "witness": witness
        and {
            "setup": [list(each) for each in witness.setup],
            "places": list(witness.places),
            "path": list(witness.path),
            "cut": list(witness.cut),
            "distance": witness.distance,
        },
    }


BOUNDED = ("distance", "within", "route", "fair-starts", "isolation", "degree")
"""Demands with a bound that can be made stricter."""


def is_bounded(requirement: Requirement) -> bool:
    """Whether a requirement has a bound that can be made stricter."""
    limits = requirement.bounds
    return requirement.demand in BOUNDED and (limits.most is not None or limits.least is not None)


# The picture of a map.


def _terrain_colours(state: MapState) -> dict[str, Json]:
    """Return the colours in which the terrains of a grid map are drawn; none where the game lacks a colour."""
    style = style_of(state.game, state.map)
    if state.map.kind != "grid-map" or style is None:
        return {}
    look = look_of(state.game)
    try:
        return {name: ground_of(terrain, style, look) for name, terrain in state.map.terrains.items()}
    except UnknownNameError:
        return {}


def picture(studio: StudioSession, game: Game, game_map: AnyMap) -> dict[str, Json]:
    """Return the address of the drawn map and the transform from the map to it; None as address if it lacks something.

    Equal maps have equal addresses, so that a browser loads a picture once.
    """
    style = style_of(game, game_map)
    if style is None or missing_for_drawing(game_map) or game_map.too_large:
        return {"picture": None, "transform": (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)}
    memo = _memo(studio)
    same, look = memo.same(game_map), memo.same(style)
    drawn_from = (same, look, *_documents_of_look(memo, game))
    name = memo.of("map picture", (*drawn_from, studio.assets), lambda: _name(studio, drawn_from))
    size = same.width, same.height
    return {
        "picture": studio.offers.add(name, lambda: _drawn(studio, memo, game, same, look), urgent=True),
        "transform": _rounded(placement(same, look, *size)),
    }


def labels(studio: StudioSession, message: Message) -> Json:
    """Return the labels of an area map as it is drawn: their places or districts, and their boxes on the map.

    They are placed when the picture is drawn, so this is fast for a map whose picture is shown.
    """
    from pnp.draw.maps.area_map import label_boxes  # needed for the first map alone

    state = state_of(studio, message)
    game_map, style = state.map, style_of(state.game, state.map)
    if not isinstance(game_map, AreaMap) or style is None or missing_for_drawing(game_map) or game_map.too_large:
        return {"map": game_map.id, "labels": []}
    memo, size = _memo(studio), (game_map.width, game_map.height)
    across, _, _, down, left, top = placement(game_map, style, *size)
    try:
        boxes = list(label_boxes(game_map, memo.same(style), _look(studio, memo, state.game), *size))
    except UnknownNameError:  # a check reports it
        boxes = []
    return {
        "map": game_map.id,
        "labels": [
            {
                kind: name,
                "at": _rounded(((box.centre[0] - left) / across, (box.centre[1] - top) / down)),
                "size": _rounded((box.width / across, box.height / down)),
            }
            for kind, name, box in boxes
        ],
    }


def _rounded(to: Iterable[float]) -> Json:
    return [float(decimal(each)) for each in to]


def _name(studio: StudioSession, drawn_from: tuple[object, ...]) -> str:
    """Return an id for the picture of a map, which is drawn from these documents and from icons and fonts in files."""
    content = bytes(written((*drawn_from, studio.assets)))
    return f"map-{studio.session}-{sha256(content).hexdigest()[:24]}.svg"


def _documents_of_look(memo: Memo, game: Game) -> tuple[object, ...]:
    return tuple(memo.same(each) for each in game.documents if isinstance(each, Theme | IconSet))


def _look(studio: StudioSession, memo: Memo, game: Game) -> Look:
    """Return the look of a game, the same object until its documents change: painters cache what they draw by it."""
    given = *_documents_of_look(memo, game), studio.assets, game.sheet_words.glue
    return memo.of("look", given, lambda: look_of(game))


def _drawn(studio: StudioSession, memo: Memo, game: Game, game_map: AnyMap, style: MapStyle) -> Resource:
    """Return the drawn map; a blank one if its style names something that the game lacks, which a check reports."""
    scene = map_scene(game_map, replace(drawing_context(game), look=_look(studio, memo, game)), style)
    if scene is None:
        blank = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {game_map.width:g} {game_map.height:g}"/>'
        return Resource(blank.encode(), "image/svg+xml")
    return Resource(render_svg(scene), "image/svg+xml")


def style_of(game: Game, game_map: AnyMap) -> MapStyle | None:
    """Return the style in which a template draws the map; the last of the game's styles if none names one for it."""
    styles = {style.id: style for style in game.all(MapStyle)}
    arts = [layer.art for template in game.all(Template) for layer in template.every_layer()]
    maps = [art for art in arts if isinstance(art, MapArt) and not art.show]
    for wanted in (game_map.id, None):
        for art in maps:
            named = art.style.literal if art.style else None
            if art.map.literal == wanted and named in styles:
                return styles[named]
    return next(reversed(styles.values()), None)
