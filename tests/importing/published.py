"""Maps of other projects, converted afresh and compared: `python -m tests.importing.published FILES`.

The files are not part of pnp: fetch them from their projects, such as the games of 18xx-maker (src/data/games), the
examples of Tiled, Natural Earth's countries as GeoJSON, and worlds of Azgaar's generator as full JSON. For each file it
prints what was imported, what `pnp check` finds, and where the neighbours differ from those in the file itself, which
networkx and shapely find.
"""

# ruff: noqa: T201  # a report for the terminal
from __future__ import annotations

import json
import re
import sys
import tempfile
from collections import Counter
from math import dist
from pathlib import Path
from typing import Any

import networkx as nx
import shapely

from pnp.importing import import_file
from pnp.importing.drafts import Imported, ImportRefused
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.model.maps import AnyMap
from pnp.model.maps.area_map import AreaMap
from pnp.model.maps.game_map import GameMap
from pnp.model.maps.grid_map import GridMap
from pnp.network import lower
from tests.importing.reading import written
from tests.pipeline import report_on

Edges = set[frozenset[str]]

TOUCHING, NEAR, LONG = 0.001, 0.3, 3.5
"""Degrees up to which two borders must be one, up to which they may (0.25 mm are taken as one, unless a third shape is
between them), and above which a common border is 2 mm long."""


def edges_of(found: AnyMap) -> Edges:
    """The neighbours of the imported map; on a grid whatever its terrain and sides."""
    if isinstance(found, GridMap):
        cells = {cell.at: cell.number for cell in found.cells}
        beyond = ((at, found.grid.beyond(at, side)) for at in cells for side in range(found.grid.count))
        return {frozenset((cells[at], cells[other])) for at, other in beyond if other in cells}
    network = lower(found).network
    names = [place.id for place in network.places]
    return {frozenset((names[a], names[b])) for a, after in enumerate(network.after) for b in after}


def rails(value: dict[str, Any], found: Imported) -> tuple[Edges, list[str]]:
    """The neighbours of a game of 18xx-maker, and its hexes that are there twice and that are not listed as such."""
    first = value["map"][0] if isinstance(value["map"], list) else value["map"]
    names = [name for entry in first["hexes"] for name in entry["hexes"]]
    spots = {}
    for name in names:
        letters, number = re.fullmatch(r"([A-Z]+)([0-9]+)", name).groups()  # type: ignore[union-attr]
        spots[name] = (sum(26**at * (ord(sign) - 64) for at, sign in enumerate(reversed(letters))), int(number))
    common = Counter(sum(spot) % 2 for spot in spots.values()).most_common(1)[0][0]
    graph = nx.Graph()
    by_spot = {spot: name for name, spot in spots.items() if sum(spot) % 2 == common}
    for (letter, number), name in by_spot.items():
        for across, along in ((0, 2), (1, 1), (1, -1)):
            if (letter + across, number + along) in by_spot:
                graph.add_edge(name, by_spot[letter + across, number + along])
    listed = "\n".join(found.lost)
    twice = [name for name, count in Counter(names).items() if count > 1]
    missing = [name for name in twice[:3] if f"'{name}'" not in listed]
    strays = [name for name, spot in spots.items() if sum(spot) % 2 != common]
    missing += [name for name in strays[:3] if f"'{name}'" not in listed]
    print(f"   {len(twice)} hexes are there twice, {len(strays)} between the others; not listed: {missing or 'none'}")
    return {frozenset(edge) for edge in graph.edges}, missing


def world(value: dict[str, Any], found: AreaMap) -> tuple[Edges, Edges]:
    """The provinces of a world with a common border of 2 mm or more, and those that have one at all or share a route.

    Two provinces of one name are not told apart, so that their borders may be there and need not.
    """
    pack = value["pack"]
    names = {each["i"]: each["name"] for each in pack["provinces"] if each}
    twice = {name for name, count in Counter(names.values()).items() if count > 1}
    land = {cell["i"]: cell for cell in pack["cells"] if cell["h"] >= 20}
    spots = [vertex["p"] for vertex in pack["vertices"]]
    wide = max(spots[at][0] for cell in land.values() for at in cell["v"])
    scale = found.width / (wide - min(spots[at][0] for cell in land.values() for at in cell["v"]))
    common = Counter[frozenset[str]]()
    for cell in land.values():
        for other in (land[at] for at in cell["c"] if at in land and at > cell["i"]):
            one, two = names.get(cell["province"]), names.get(other["province"])
            side = [spots[at] for at in cell["v"] if at in other["v"]]
            if one and two and one != two and len(side) == 2:
                common[frozenset((one, two))] += scale * dist(*side)
    routes = {frozenset((road.start.name, road.end.name)) for road in found.roads if road.kind}
    others = {pair for pair in edges_of(found) if not pair <= {*names.values()}}  # of states and waypoints
    long = {pair for pair, length in common.items() if length > 2.1 and not pair & twice}
    return long, {*common} | routes | others


def polygons(value: dict[str, Any]) -> tuple[Edges, Edges]:
    """The polygons of a GeoJSON file with a long common border, and those that are next to each other at all."""
    shapes = {
        each["properties"]["name"]: shapely.geometry.shape(each["geometry"]).buffer(0) for each in value["features"]
    }
    names, near = [*shapes], {name: shape.buffer(NEAR) for name, shape in shapes.items()}
    tree = shapely.STRtree([*near.values()])
    pairs = [(names[a], names[b]) for a, b in zip(*tree.query([*near.values()], "intersects"), strict=True) if a < b]
    common = {frozenset(pair): shapes[pair[0]].boundary.intersection(near[pair[1]]).length for pair in pairs}
    touching = {pair for pair in common if _touch(shapes, pair) > LONG}
    return touching, {pair for pair, length in common.items() if length > 0}


def _touch(shapes: dict[str, Any], pair: frozenset[str]) -> float:
    """The length of the common border of two shapes, without gaps."""
    one, other = (shapes[name] for name in sorted(pair))
    return float(one.boundary.intersection(other.buffer(TOUCHING)).length)


def expected(path: Path, found: Imported, area_map: AnyMap) -> tuple[Edges, Edges, list[str]] | None:
    """The pairs that must be neighbours by the file itself, those that may be, and findings that are not listed."""
    if path.suffix not in (".json", ".geojson"):
        return None
    match json.loads(path.read_text(encoding="utf-8")):
        case {"map": {"hexes": _}} as value:
            edges, missing = rails(value, found)
            return edges, edges, missing
        case {"pack": _} as value if isinstance(area_map, AreaMap):
            return *world(value, area_map), []
        case {"features": [{"properties": {"name": _}}, *_]} as value:
            return *polygons(value), []
    return None


def look_at(path: Path, folder: Path) -> bool:
    """Convert one file and compare; whether nothing is missing."""

    def sibling(name: str) -> bytes | None:
        return (path.parent / name).read_bytes() if (path.parent / name).is_file() else None

    try:
        found = import_file(path.read_bytes(), path.name, siblings=sibling)
        again = import_file(path.read_bytes(), path.name, siblings=sibling)
    except ImportRefused as refused:
        print(f"{path.name}: refused: {refused.message}")
        return True
    document = written(folder, found)
    codes = Counter(each.code for each in report_on(document).findings if each.severity.value == "error")
    print(f"{path.name}: {found.counts}; errors: {dict(codes) or 'none'}; the same twice: {found == again}")
    (area_map,) = [each for target in find_targets([str(document)]) for each in load(target).game.all(GameMap)]
    assert isinstance(area_map, AreaMap | GridMap)
    asked = expected(path, found, area_map)
    if asked is None:
        return found == again
    least, most, missing = asked
    edges = edges_of(area_map)
    less, more = least - edges, edges - most
    print(f"   {len(edges)} pairs of neighbours; {len(less)} of {len(least)} are missing, {len(more)} are wrong")
    for pair in sorted(map(sorted, less | more))[:8]:
        print(f"      {' / '.join(pair)}")
    return not less and not more and not missing and found == again


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        results = [look_at(Path(name), Path(temporary)) for name in sys.argv[1:]]
    print(f"{sum(results)} of {len(results)} files agree")
