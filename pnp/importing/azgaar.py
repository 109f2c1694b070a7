"""Area maps from Azgaar's Fantasy Map Generator: cells are dissolved into provinces, whose outlines become GeoJSON.

Its full JSON has the names, and since version 1.8 the vertices of cells. Its GeoJSON of cells has numbers only.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from pnp.geometry.polygons import coarse_line, signed_area
from pnp.geometry.tracks import RouteNetwork, length_of, meandering, rounded
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
    geojson_text,
    limited,
    number,
    outlined_map,
    road_line,
    written,
)
from pnp.importing.drawings import LONGER
from pnp.importing.networks import Point
from pnp.messages import many

SHORE = 20
"""The height above which a cell is land."""

MOST_WORLD_CELLS = 200_000
"""Maximum number of cells of a world."""

MARKS = {
    "battlefields": "shield", "brigands": "coin", "circuses": "ticket", "encounters": "person", "fairs": "store",
    "inns": "seat", "jousts": "shield", "libraries": "card", "lighthouses": "sun", "mines": "gem", "pirates": "flag",
    "portals": "round", "rifts": "round", "statues": "person", "sacred-mountains": "star", "sacred-forests": "star",
    "sacred-pineries": "star", "sacred-palm-groves": "star", "caves": "moon", "dungeons": "moon", "ruins": "moon",
}  # fmt: skip
"""Icons of the house for kinds of markers; others are pins."""

LEFT = {"religions": "religion", "cultures": "culture"}
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
    pack: Mapping[str, Any] = field(default_factory=dict)
    notes: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


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
        x, y = _pair(vertex.get("p") if isinstance(vertex, dict) else None)
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
        listed = [number for number in _by_number(pack.get(key)) if number]  # number 0 is "no religion" and the like
        if listed:
            losses.add(many(len(listed), what))
    provinces, states, burgs = (_by_number(pack.get(key)) for key in ("provinces", "states", "burgs"))
    notes = value.get("notes")
    said = {clean(each.get("id")): each for each in notes if isinstance(each, dict)} if isinstance(notes, list) else {}
    world = World(found, lambda at: points[at], provinces, states, burgs, pack, said)
    title = clean(value["info"].get("mapName"))[:80].strip() if isinstance(value.get("info"), dict) else ""
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
    home: dict[int, str] = {}
    towns: dict[str, int] = {}
    for (kind, which), numbers in _groups(world).items():
        cells = [world.cells[at] for at in numbers]
        rings = list(_rings(world, cells))
        if not rings:
            continue
        entry = (world.provinces if kind == "province" else world.states).get(which, {}) if kind != "wilds" else {}
        given = names.give((kind, which), entry.get("name"), "Wilds" if kind == "wilds" else f"{kind.title()} {which}")
        home |= dict.fromkeys(numbers, given)
        more: dict[str, Any] = {}
        state = cells[0].state
        if kind != "wilds" and (state in world.states or kind == "province"):
            district = state_names.give(state, world.states.get(state, {}).get("name"), f"State {state}")
            districts.setdefault(district, {})
            more["in"] = district
        full = clean(entry.get("fullName"))[:200]
        if full and full != given:
            more["name"] = full
        town = _number(entry.get("burg") or entry.get("capital"))
        tags = _tags(world.burgs.get(town, {}))
        if town in world.burgs:
            towns[given] = town
        areas[given] = more | ({"tags": tags} if tags else {})
        shapes[given] = _polygons(rings)
    points = [point for polygons in shapes.values() for polygon in polygons for ring in polygon for point in ring]
    if not points:
        raise ImportRefused("it has no land", "raise some cells above the sea")
    wide, high = (max(each[axis] for each in points) - min(each[axis] for each in points) for axis in (0, 1))
    ratio = min(max(high / wide if wide else 1.0, 0.2), 5.0)
    across = LONGER / max(1.0, ratio)
    size = float(round(across)), float(round(across * ratio))
    found = WorldLines(world, home, towns, fitting(points, size), names)
    for given, at in found.centres(shapes).items():
        areas[given] = {"at": [round(each, 1) for each in at]} | areas[given]
    comments = found.markers(areas)
    roads, rivers = found.roads(), found.rivers()
    outlines = f"{file_stem(file)}-provinces.geojson"
    more_parts = [DocumentPart("districts", lines=tuple(entries(districts)))]
    if rivers:
        more_parts.append(DocumentPart("rivers", lines=tuple(f"- {written(each)}" for each in rivers)))
    head = outlined_map(name, areas | found.forks, {"file": outlines}, size, more_parts, comments)
    parts = (*head, DocumentPart("roads", lines=tuple(f"- {each}" for each in roads)))
    lost = losses.lines()
    source = (
        f"Imported from {file}: a world of Azgaar's Fantasy Map Generator. The outlines are those of its provinces."
    )
    text = document("area-map", parts, source, schema, lost)
    counted = ((len(areas), "area"), (len(districts), "district"), (len(roads), "road"), (len(rivers), "river"))
    marks = {kind: MARKS.get(kind, "pin") for kind in found.kinds}
    return Imported(name, "area-map", text, counted_parts(counted), lost, {outlines: geojson_text(shapes)}, marks=marks)


def file_stem(file: str) -> str:
    """Return the name of a file without its suffix, with dashes for signs that paths cannot have."""
    stem = file.rpartition("/")[2].rpartition(".")[0].casefold()
    return "-".join("".join(each if each.isalnum() else " " for each in stem).split())[:60] or "world"


def _tags(burg: Mapping[str, Any]) -> list[str]:
    """Return what the main town of a province is: capital, port, citadel."""
    return [key for key in ("capital", "port", "citadel") if number(burg.get(key))]


def _groups(world: World) -> dict[tuple[str, int], list[int]]:
    """Return the cells of each province, of each state without provinces, and of each stretch of land of no state."""
    found: dict[tuple[str, int], list[int]] = {}
    wild: set[int] = set()
    for at, cell in sorted(world.cells.items()):
        if cell.province:
            found.setdefault(("province", cell.province), []).append(at)
        elif cell.state:
            found.setdefault(("state", cell.state), []).append(at)
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
        found["wilds", start] = part
    return dict(sorted(found.items()))


def _rings(world: World, cells: Iterable[WorldCell]) -> Iterator[list[Point]]:
    """Yield the rings around cells: sides that two of them share cancel each other out."""
    sides: dict[Hashable, dict[Hashable, None]] = {}
    for cell in cells:
        ring = cell.corners
        if signed_area(tuple(world.at(corner) for corner in ring)) < 0:
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


def _polygons(rings: Sequence[list[Point]]) -> list[list[list[Point]]]:
    """Return the rings as polygons: each outer ring with the holes in it."""
    outer = [
        [ring]
        for ring in sorted(rings, key=lambda ring: -abs(signed_area(tuple(ring))))
        if signed_area(tuple(ring)) > 0
    ]
    for hole in rings:
        if signed_area(tuple(hole)) < 0:
            home = next((each for each in reversed(outer) if is_inside(hole[0], each[0])), None)
            if home is not None:
                home.append(hole)
    return outer


# Rivers, routes and markers of a world on its map, in millimetres from the top left corner.

MOST_RIVERS, MOST_BENDS = 1_000, 300
"""Maximum number of rivers that are taken over, the longest first, and of the bends of one, or of a piece of a road."""

BROOK = 4.0
"""The length in millimetres below which a river is left out."""

SPRING, STREAM = 0.5, 1.1
"""The width of the mouth of the least river in millimetres, and how much wider that of the largest is."""

SLACK = 0.4
"""How far a road may leave its route in millimetres, to have fewer bends."""

ON_SEA = "sea route"
"""The kind of roads across water."""


Fit = Callable[[Point], Point]
"""A transform of points."""


def fitting(points: Sequence[Point], size: Point) -> Fit:
    """Return the transform of points with y upwards that outlines in GeoJSON get on a map of that size.

    Points beyond the outlines, such as those of a sea route round a cape, are moved to the edge of the map.
    """
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    bottom, top = min(y for _, y in points), max(y for _, y in points)
    scale = min(size[0] / (right - left or 1.0), size[1] / (top - bottom or 1.0))
    x0, y0 = (size[0] - scale * (right - left)) / 2, (size[1] - scale * (top - bottom)) / 2

    def fit(point: Point) -> Point:
        x, y = x0 + scale * (point[0] - left), y0 + scale * (top - point[1])
        return min(max(x, 0.0), size[0]), min(max(y, 0.0), size[1])

    return fit


class WorldLines:
    """What crosses the areas of a world, and what is at a spot in them.

    `home` is the area of each cell, `towns` the main town of areas.
    """

    def __init__(self, world: World, home: Mapping[int, str], towns: Mapping[str, int], fit: Fit, names: Names) -> None:
        self.world, self.home, self.towns, self.fit, self.names = world, home, towns, fit, names
        self.losses = names.losses
        self.forks: dict[str, dict[str, Any]] = {}
        self.cells: dict[int, Mapping[str, Any]] = _by_number(world.pack.get("cells"))
        self.middles: dict[str, Point] = {}
        self.kinds: dict[str, None] = {}

    def listed(self, key: str) -> list[Mapping[str, Any]]:
        """Return the entries of a list of the world, without those that are removed."""
        return list(_by_number(self.world.pack.get(key)).values())

    def _spot(self, value: Any) -> Point | None:
        """Return the position on the map of a pair of numbers, y downwards."""
        x, y = _pair(value)
        return None if x is None or y is None else self.fit((x, -y))

    def _cell(self, at: Any) -> Point | None:
        """Return the position of the centre of a cell."""
        return self._spot(self.cells.get(at, {}).get("p")) if isinstance(at, int) else None

    def centres(self, shapes: Mapping[str, Sequence[Sequence[Sequence[Point]]]]) -> dict[str, Point]:
        """Return the position of the main town of each area that holds it."""
        for name, town in self.towns.items():
            burg = self.world.burgs[town]
            x, y = _pair([burg.get("x"), burg.get("y")])
            if x is not None and y is not None:
                inside = [rings for rings in shapes[name] if is_inside((x, -y), rings[0])]
                if any(not any(is_inside((x, -y), hole) for hole in rings[1:]) for rings in inside):
                    self.middles[name] = self.fit((x, -y))
        return self.middles

    # Rivers.

    def rivers(self) -> list[dict[str, Any]]:
        """Return the rivers with their courses, the longest first."""
        rivers = self.listed("rivers")
        old: dict[int, list[tuple[float, int]]] = {}
        if any(not isinstance(each.get("cells"), list) for each in rivers):
            for at, cell in self.cells.items():
                old.setdefault(_number(cell.get("r")), []).append((number(cell.get("fl")) or 0.0, at))
        most = max((number(each.get("discharge")) or 0.0 for each in rivers), default=0.0)
        found: list[tuple[float, dict[str, Any]]] = []
        for river in rivers:
            cells = river.get("cells")
            if not isinstance(cells, list):  # before version 1.6, cells say which river they have
                cells = [at for _, at in sorted(old.get(_number(river.get("i")), ()))]
            course = [at for at in map(self._cell, cells[:MOST_BENDS]) if at is not None]
            length = length_of(course)
            flow = number(river.get("discharge")) or 0.0
            share = (max(0.0, flow) / most) ** 0.5 if most > 0 else min(1.0, length / 80)
            if len(course) > 1 and length >= BROOK:
                entry = {"course": [[round(each, 1) for each in point] for point in meandering(course)]}
                name = clean(river.get("name"))[:80].strip()
                found.append(
                    (length, entry | {"width": round(SPRING + STREAM * share, 2)} | ({"name": name} if name else {}))
                )
        found.sort(key=lambda each: -each[0])
        left = len(rivers) - len(found[:MOST_RIVERS])
        if left:
            self.losses.add(f"{many(left, 'river')} without a course, or shorter than {BROOK:g} mm")
        return [entry for _, entry in found[:MOST_RIVERS]]

    # Routes.

    def roads(self) -> list[str]:
        """Return a road for each two areas that routes join past no third one, by land or else by sea."""
        land, sea = RouteNetwork(), RouteNetwork()
        routes = self.listed("routes")
        for route in routes:
            group = clean(route.get("group")).casefold()
            (sea if "sea" in group else land).add("trail" if "trail" in group else "road", self._stops(route))
        lines: list[str] = []
        pairs: set[tuple[str, str]] = set()
        for network, kind in ((land, ""), (sea, ON_SEA)):
            towns = self._towns_on(network, ports=network is sea)
            linked, chains = network.chains(towns, pairs)
            pairs |= linked
            lines += [self._road(network, towns, kind or by_land, chain) for by_land, chain in chains]
        if routes and not lines:
            self.losses.add(f"{many(len(routes), 'route')} between no towns of two areas")
        return lines

    def _stops(self, route: Mapping[str, Any]) -> list[tuple[Hashable, Point]]:
        """Return the points of a route, each with its cell, or with its place if the file names no cells."""
        points, found = route.get("points"), list[tuple[Hashable, Point]]()
        for each in (points if isinstance(points, list) else route.get("cells") or ())[:MOST_WORLD_CELLS]:
            at = self._spot(each) if isinstance(each, list) else self._cell(each)
            cell = each[2] if isinstance(each, list) and len(each) > 2 else each
            if at is not None:
                found.append((cell if isinstance(cell, int) else (round(at[0], 2), round(at[1], 2)), at))
        return found

    def _towns_on(self, network: RouteNetwork, *, ports: bool) -> dict[Hashable, str]:
        """Return the areas of the towns on a network by their spots: of ports, or of main towns, or else of any."""
        spots = {(round(at[0], 2), round(at[1], 2)): key for key, at in network.at.items()}
        main = set(self.towns.values())
        found: dict[Hashable, str] = {}
        linked = set[str]()
        for burg in (self.world.burgs[at] for at in sorted(self.world.burgs, key=lambda at: (at not in main, at))):
            cell, at = burg.get("cell"), self._spot([burg.get("x"), burg.get("y")])
            area = self.home.get(cell) if isinstance(cell, int) else None
            known = isinstance(cell, int) and cell in network.at
            key = cell if known else spots.get((round(at[0], 2), round(at[1], 2))) if at else None
            if key is not None and area is not None and (number(burg.get("port")) if ports else area not in linked):
                found.setdefault(key, area)
                linked.add(area)
        return found

    def _road(self, network: RouteNetwork, towns: Mapping[Hashable, str], kind: str, chain: Sequence[Hashable]) -> str:
        """Return a road of a network as YAML. Where roads meet outside of a town is a waypoint."""
        way = tuple(network.at[key] for key in chain)
        pieces = [way[at : at + MOST_BENDS + 1] for at in range(0, max(1, len(way) - 1), MOST_BENDS)]
        smooth = [coarse_line(rounded(coarse_line(piece, SLACK)), SLACK / 3) for piece in pieces]
        line = [*(point for piece in smooth for point in piece[:-1]), way[-1]]
        ends: list[str] = []
        for key, end in ((chain[0], 0), (chain[-1], -1)):
            at = network.at[key]
            name = towns.get(key)
            if name is None:
                name = self.names.give((kind == ON_SEA, key), "", f"Fork {len(self.forks) + 1}")
                self.forks[name] = {"at": [round(each, 1) for each in at], "waypoint": True}
            if name in self.forks or math.dist(at, self.middles.get(name, at)) < 1.0:
                line.pop(end)
            ends.append(name)
        via = [[round(each, 1) for each in point] for point in line]
        return road_line(ends[0], ends[1], more={"kind": kind} | ({"via": via} if via else {}))

    # Markers.

    def markers(self, areas: Mapping[str, dict[str, Any]]) -> dict[str, str]:
        """Add the kinds of markers to the tags of the areas that hold them; return their notes by area."""
        notes: dict[str, list[str]] = {}
        known = {(name, tag) for name, area in areas.items() for tag in area.get("tags", ())}
        for marker in self.listed("markers"):
            name = self.home.get(_number(marker.get("cell")))
            kind = clean(marker.get("type"))[:60].strip()
            note = self.world.notes.get(f"marker{_number(marker.get('i'))}", {})
            title = clean(note.get("name"))[:80].strip()
            if name is None or not kind:
                self.losses.add("markers in the water or without a type", f"'{title}'" if title else "")
                continue
            self.kinds[kind] = None
            if (name, kind) not in known:
                areas[name].setdefault("tags", []).append(kind)
                known.add((name, kind))
            notes.setdefault(name, []).append(f"{kind}: {title}" if title else kind)
            if note.get("legend"):
                self.losses.add("legends of markers", f"'{title or kind}'")
        return {name: "; ".join(each)[:300] for name, each in notes.items()}
