"""Maps in the studio: each with its network and its verdicts, and as the page shows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import assert_never

from msgspec import Struct

from pnp.checks.map.map_findings import check_map, proofs_of
from pnp.checks.map.network import broken_requirement
from pnp.checks.map.subjects import MapProofs
from pnp.diagnostics import Finding, Span
from pnp.draw.component import missing_for_drawing
from pnp.model.game import Game
from pnp.model.maps import AnyMap
from pnp.model.maps.area_map import AreaMap
from pnp.model.maps.game_map import Area, Closure, GameMap, Point
from pnp.model.maps.grid_map import GridMap
from pnp.model.maps.requirements import Requirement
from pnp.model.maps.tile import Tile
from pnp.model.maps.tile_map import TileMap
from pnp.network import Lowered, Network, Proof, lay_out, lower, whereabouts
from pnp.network.closures.supplies import known_choices
from pnp.network.layout import spacing
from pnp.network.prove import unproved
from pnp.studio.map_pictures import picture, printed_labels, terrain_colours
from pnp.studio.session import Json, Message, RequestRefused, StudioSession

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
    memo, sharing = studio.lasting_memo("maps"), _sharing(game)
    same = memo.same(game_map)
    lowered = memo.of("lowered", (same,), lambda: lower(same))
    proofs, crashes = memo.of(
        "proofs", (same, game.id, sharing), lambda: proofs_of(same, lowered, lay_out(same), game.id, sharing)
    )
    own = (finding for finding in reading if finding.span.file == game_map.span.file)
    return MapState(game, same, lowered, _one_each(proofs, same), (*own, *crashes))


def examined(studio: StudioSession, state: MapState) -> MapState:
    """Return a map with everything that `pnp check` reports on it: hints that were tried, and its other findings."""
    memo, game, sharing = studio.lasting_memo("maps"), state.game, _sharing(state.game)
    report = memo.of(
        "map", (state.map, game.id, sharing), lambda: check_map(state.map, state.lowered, game.id, False, sharing)
    )
    findings = dict.fromkeys((*state.findings, *report.findings))  # both have the crash of a proof
    return MapState(game, state.map, state.lowered, _one_each(report.proofs, state.map), tuple(findings))


def _one_each(proofs: tuple[Proof, ...], game_map: AnyMap) -> tuple[Proof, ...]:
    """Return the proofs of all requirements of a map; without verdicts if there are none because one crashed."""
    return proofs or unproved(game_map.requirements, game_map.id, "the proof stopped: see the findings")


def _sharing(game: Game) -> int:
    """Return how many maps share the steps of the pack's proofs."""
    return max(1, sum(bool(each.requirements) for each in game.all(GameMap)))


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
        "terrain_colours": terrain_colours(state.game, game_map),
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


def labels(studio: StudioSession, message: Message) -> Json:
    """Return the labels of an area map as it is drawn."""
    state = state_of(studio, message)
    return {"map": state.map.id, "labels": printed_labels(studio, state.game, state.map)}


# The verdicts.


def verdicts(state: MapState) -> dict[str, Json]:
    """Return the requirements of a map with their verdicts, and the findings of its file."""
    broken = {(each.span, each.message): each.hint for each in state.findings if each.code == BROKEN}
    own = MapProofs(state.map.id, state.map.span.file, state.proofs)
    return {
        "requirements": [
            {
                **proof_shown(proof, number),
                "severity": proof.severity.value,
                "bounded": is_bounded(requirement),
                "classes": [ref.name for ref in requirement.movers],
                "hint": broken.get((proof.span, own.message(proof))) if proof.holds is False else None,
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
            if each.code != BROKEN
        ],
    }


BROKEN = broken_requirement.rule.code
"""The check whose findings say what a verdict says."""


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
