"""Area maps from Azgaar's Fantasy Map Generator: cells are dissolved into provinces, whose outlines become GeoJSON.

Its full JSON has the names, and since version 1.8 the vertices of cells. Its GeoJSON of cells has numbers only.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from pnp.geometry.untangling import is_inside
from pnp.importing.drafts import (
    DocumentPart,
    Imported,
    ImportRefused,
    Losses,
    Names,
    clean,
    counted_parts,
    document,
    entries,
    limited,
    number,
)
from pnp.importing.drawings import LONGER, geojson_text, outlined_map
from pnp.importing.networks import Point

SHORE = 20
"""The height above which a cell is land."""

MOST_WORLD_CELLS = 200_000
"""Maximum number of cells of a world."""

LEFT = {"rivers": "rivers", "markers": "markers", "routes": "routes", "religions": "religions", "cultures": "cultures"}
"""Lists of a world that have no counterpart."""


class WorldCell(Struct):
    """A cell of land: its province and state by number, its corners by keys, and its neighbours by number."""

    province: int
    state: int
    corners: list[Hashable]
    near: list[int] = field(default_factory=list)


class World(Struct):
    """The cells of a world by number, the positions of corners with y upwards, and what is named by number."""

    cells: dict[int, WorldCell]
    at: Callable[[Any], Point]
    provinces: dict[int, Mapping[str, Any]] = field(default_factory=dict)
    states: dict[int, Mapping[str, Any]] = field(default_factory=dict)
    burgs: dict[int, Mapping[str, Any]] = field(default_factory=dict)


def import_azgaar(value: Mapping[str, Any], file: str, name: str, schema: str | None) -> Imported:
    """Return the area map of a world in full JSON. Raises ImportRefused."""
    pack, losses = value["pack"], Losses()
    cells, vertices = pack.get("cells"), pack.get("vertices")
    if not isinstance(cells, list) or not isinstance(vertices, list):
        hint = "export it again: Export > Export to JSON > Full, in version 1.8 or later"
        raise ImportRefused("it has no cells with vertices", hint)
    limited(cells, MOST_WORLD_CELLS, "cells")
    points: list[Point] = []
    for vertex in vertices:
        pair = vertex.get("p") if isinstance(vertex, dict) else None
        x, y = (number(each) for each in pair) if isinstance(pair, list) and len(pair) == 2 else (None, None)
        points.append((x or 0.0, -(y or 0.0)))
    found = {}
    for each in cells:
        corners = each.get("v") if isinstance(each, dict) else None
        height = number(each.get("h")) if isinstance(each, dict) else None
        if isinstance(corners, list) and height is not None and height >= SHORE:
            known = [at for at in corners if isinstance(at, int) and 0 <= at < len(points)]
            province, state, at = (_number(each.get(key)) for key in ("province", "state", "i"))
            near = [at for at in each.get("c", ()) if isinstance(at, int)] if isinstance(each.get("c"), list) else []
            found[at] = WorldCell(province, state, list(known), near)
    for key, what in LEFT.items():
        count = (
            sum(isinstance(each, dict) and bool(each) for each in pack.get(key) or ())
            if isinstance(pack.get(key), list)
            else 0
        )
        if count:
            losses.add(f"{count:,} {what}")
    world = World(
        found, lambda at: points[at], *(_by_number(pack.get(key)) for key in ("provinces", "states", "burgs"))
    )
    info = value.get("info")
    title = clean(info.get("mapName"))[:80].strip() if isinstance(info, dict) else ""
    return _imported(world, title or name, file, schema, losses)


def import_world_cells(value: Mapping[str, Any], file: str, name: str, schema: str | None) -> Imported:
    """Return the area map of a world's cells in GeoJSON, which has no names. Raises ImportRefused."""
    losses, found = Losses(), dict[int, WorldCell]()
    losses.add("names of provinces, which only the full JSON of the world has")
    limited(value["features"], MOST_WORLD_CELLS, "cells")
    for feature in value["features"]:
        if not isinstance(feature, dict):
            continue
        properties, geometry = feature.get("properties"), feature.get("geometry")
        if not isinstance(properties, dict) or not isinstance(geometry, dict):
            continue
        height, rings = number(properties.get("height")), geometry.get("coordinates")
        if height is None or height <= 0 or properties.get("type") in ("ocean", "lake"):
            continue
        ring = rings[0] if isinstance(rings, list) and rings and isinstance(rings[0], list) else []
        corners = [(x, y) for x, y in map(_pair, ring) if x is not None and y is not None]
        near = properties.get("neighbors")
        found[_number(properties.get("id"))] = WorldCell(
            _number(properties.get("province")),
            _number(properties.get("state")),
            list(corners[:-1] if len(corners) > 1 and corners[0] == corners[-1] else corners),
            [each for each in near if isinstance(each, int)] if isinstance(near, list) else [],
        )
    return _imported(World(found, lambda corner: corner), name, file, schema, losses)


def _pair(value: Any) -> tuple[float | None, float | None]:
    if not isinstance(value, list) or len(value) < 2:
        return None, None
    return number(value[0]), number(value[1])


def _number(value: Any) -> int:
    found = number(value)
    return int(found) if found is not None else 0


def _by_number(value: Any) -> dict[int, Mapping[str, Any]]:
    """Return the entries of a list that are there, by their number `i`, which is their position by default."""
    if not isinstance(value, list):
        return {}
    return {
        _number(each.get("i", at)): each
        for at, each in enumerate(value)
        if isinstance(each, dict) and each and not each.get("removed")
    }


def _imported(world: World, name: str, file: str, schema: str | None, losses: Losses) -> Imported:
    names, areas, shapes = Names(losses), dict[str, dict[str, Any]](), dict[str, list[list[list[Point]]]]()
    districts: dict[str, dict[str, Any]] = {}
    state_names = Names(losses)
    for (kind, which), cells in _groups(world).items():
        rings = list(_rings(world, cells))
        if not rings:
            continue
        entry = (world.provinces if kind == "province" else world.states).get(which, {}) if kind != "wilds" else {}
        given = names.give((kind, which), entry.get("name"), "Wilds" if kind == "wilds" else f"{kind.title()} {which}")
        more: dict[str, Any] = {}
        state = cells[0].state
        if kind != "wilds" and (state in world.states or kind == "province"):
            district = state_names.give(state, world.states.get(state, {}).get("name"), f"State {state}")
            districts.setdefault(district, {})
            more["in"] = district
        full = clean(entry.get("fullName"))[:200]
        if full and full != given:
            more["name"] = full
        tags = _tags(world.burgs.get(_number(entry.get("burg") or entry.get("capital")), {}))
        areas[given] = more | ({"tags": tags} if tags else {})
        shapes[given] = _polygons(rings)
    points = [point for polygons in shapes.values() for polygon in polygons for ring in polygon for point in ring]
    if not points:
        raise ImportRefused("it has no land", "raise some cells above the sea")
    wide, high = (max(each[axis] for each in points) - min(each[axis] for each in points) for axis in (0, 1))
    ratio = min(max(high / wide if wide else 1.0, 0.2), 5.0)
    across = LONGER / max(1.0, ratio)
    outlines = f"{file_stem(file)}-provinces.geojson"
    parts = outlined_map(
        name,
        areas,
        {"file": outlines},
        (float(round(across)), float(round(across * ratio))),
        (DocumentPart("districts", lines=tuple(entries(districts))),),
    )
    lost = losses.lines()
    source = (
        f"Imported from {file}: a world of Azgaar's Fantasy Map Generator. The outlines are those of its provinces."
    )
    text = document("area-map", parts, source, schema, lost)
    counts = counted_parts(((len(areas), "area"), (len(districts), "district")))
    return Imported(name, "area-map", text, counts, lost, {outlines: geojson_text(shapes)})


def file_stem(file: str) -> str:
    """Return the name of a file without its suffix, with dashes for signs that paths cannot have."""
    stem = file.rpartition("/")[2].rpartition(".")[0].casefold()
    return "-".join("".join(each if each.isalnum() else " " for each in stem).split())[:60] or "world"


def _tags(burg: Mapping[str, Any]) -> list[str]:
    """Return what the main town of a province is: capital, port, citadel."""
    return [key for key in ("capital", "port", "citadel") if number(burg.get(key))]


def _groups(world: World) -> dict[tuple[str, int], list[WorldCell]]:
    """Return the cells of each province, of each state without provinces, and of each stretch of land of no state."""
    found: dict[tuple[str, int], list[WorldCell]] = {}
    wild: set[int] = set()
    for at, cell in sorted(world.cells.items()):
        if cell.province:
            found.setdefault(("province", cell.province), []).append(cell)
        elif cell.state:
            found.setdefault(("state", cell.state), []).append(cell)
        else:
            wild.add(at)
    while wild:
        start = min(wild)
        wild.discard(start)
        part = [start]
        for at in part:
            for other in world.cells[at].near:
                if other in wild:
                    wild.discard(other)
                    part.append(other)
        found["wilds", start] = [world.cells[at] for at in part]
    return dict(sorted(found.items()))


def _rings(world: World, cells: Iterable[WorldCell]) -> Iterator[list[Point]]:
    """Yield the rings around cells: sides that two of them share cancel each other out."""
    sides: dict[Hashable, dict[Hashable, None]] = {}
    for cell in cells:
        ring = cell.corners
        if _area([world.at(corner) for corner in ring]) < 0:
            ring = ring[::-1]
        for start, end in zip(ring, (*ring[1:], *ring[:1]), strict=True):
            if start in sides.get(end, ()):
                del sides[end][start]
            elif start != end:
                sides.setdefault(start, {})[end] = None
    for first in list(sides):
        while sides.get(first):
            ring = list(_walk(sides, first))
            if len(ring) > 2:
                yield [world.at(corner) for corner in ring]


def _walk(sides: Mapping[Hashable, dict[Hashable, None]], first: Hashable) -> Iterator[Hashable]:
    """Yield the corners along sides from the first one until they lead back to it; the sides are taken out."""
    at = first
    while sides.get(at):
        yield at
        following = next(iter(sides[at]))
        del sides[at][following]
        at = following
        if at == first:
            return


def _area(ring: Sequence[Point]) -> float:
    """Return twice the area of a ring, above 0 if it is anticlockwise with y upwards."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, (*ring[1:], *ring[:1]), strict=True))


def _polygons(rings: Sequence[list[Point]]) -> list[list[list[Point]]]:
    """Return the rings as polygons: each outer ring with the holes in it."""
    outer = [[ring] for ring in sorted(rings, key=lambda ring: -abs(_area(ring))) if _area(ring) > 0]
    for hole in rings:
        if _area(hole) < 0:
            home = next((each for each in reversed(outer) if is_inside(hole[0], each[0])), None)
            if home is not None:
                home.append(hole)
    return outer
