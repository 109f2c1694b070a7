"""Grid maps from hexjson, Tiled and 18xx-maker: the cells, what is on them, and which are neighbours."""

from __future__ import annotations

import base64
import gzip
import json
import struct
import zlib
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from pnp.importing.drafts import ImportRefused
from pnp.model.maps.grid_map import GridMap
from pnp.network import lower
from tests.importing.reading import body, imported, read


def neighbours(grid_map: GridMap) -> set[frozenset[str]]:
    """The neighbours of the map, whatever its terrain and sides."""
    cells = {cell.at: cell.number for cell in grid_map.cells}
    found = set()
    for at, number in cells.items():
        for side in range(grid_map.grid.count):
            other = cells.get(grid_map.grid.beyond(at, side))
            if other:
                found.add(frozenset((number, other)))
    return found


# hexjson


@pytest.mark.parametrize("layout", ["odd-r", "even-r", "odd-q", "even-q"])
@pytest.mark.parametrize("corner", [(0, 0), (1, 1), (-3, 2), (4, -5)])
def test_hexjson_has_the_neighbours_of_its_layout(layout: str, corner: tuple[int, int], tmp_path: Path) -> None:
    """Rows count upwards; a shifted row is half a hex further right, a shifted column half a hex further up."""
    left, low = corner
    spots = {f"Q{q}R{r}": (q, r) for q in range(left, left + 4) for r in range(low, low + 3)}
    hexes = {key: {"q": q, "r": r, "n": f"N{q}_{r}"} for key, (q, r) in spots.items()}

    def centre(q: int, r: int) -> tuple[float, float]:
        line = r if layout.endswith("r") else q
        shift = 0.5 if bool(line % 2) is layout.startswith("odd") else 0.0
        return (q + shift, r * 0.75**0.5) if layout.endswith("r") else (q * 0.75**0.5, r + shift)

    expected = {
        frozenset((f"N{a}_{b}", f"N{c}_{d}"))
        for a, b in spots.values()
        for c, d in spots.values()
        if 0.5 < (centre(a, b)[0] - centre(c, d)[0]) ** 2 + (centre(a, b)[1] - centre(c, d)[1]) ** 2 < 1.5
    }
    grid_map = read(tmp_path, imported(json.dumps({"layout": layout, "hexes": hexes}), "x.hexjson"))
    assert isinstance(grid_map, GridMap)
    names = {cell.number: cell.id for cell in grid_map.cells}
    assert {frozenset(names[each] for each in pair) for pair in neighbours(grid_map)} == expected
    assert names["A1"] == f"N{left}_{low + 2}"


def test_hexjson_has_terrain_districts_and_names(tmp_path: Path) -> None:
    hexes = {
        "E1": {"q": 0, "r": 0, "n": "Ashby", "region": "North", "colour": "#f00", "pop": 3},
        "E2": {"q": 1, "r": 0, "n": "Ashby", "region": "South", "type": "sea", "port": True},
        "E3": {"q": 1, "r": 0},
        "E4": {"q": 0.5, "r": 0},
        "Q0R1": {"q": 0, "r": 1},
    }
    found = imported(json.dumps({"layout": "odd-r", "hexes": hexes}), "areas.json")
    assert body(found) == [
        "name: Areas",
        "cells: hex-pointy",
        "pitch: 18",
        "offset: even",
        "districts:",
        "  North: {}",
        "  South: {}",
        "terrain: |2",
        "   . -",
        "  p s",
        "legend:",
        '  ".": plain',
        "  p: {terrain: plain, in: North}",
        "  s: {terrain: sea, in: South, tags: [port]}",
        '  "-": none',
        "terrains:",
        "  plain: {}",
        "  sea: {}",
        "places:",
        "  Ashby: {at: A2}",
        "  Ashby 2: {at: B2}",
    ]
    assert found.lost == (
        "hexes without a whole q and r ('E4')",
        "values of hexes ('colour' and 'pop')",
        "names that several things have: each after the first has a number ('Ashby')",
        "hexes on the cell of another ('E3' on 'E2')",
    )
    assert isinstance(read(tmp_path, found), GridMap)


# Tiled

TILES = [1, 1, 2, 0, 0x80000002, 3, 3, 0xE0000001, 1]
"""Nine tiles: one is left out, two are flipped."""

TILESET = {
    "firstgid": 1,
    "name": "ground",
    "tiles": [
        {"id": 0, "properties": [{"name": "terrain", "value": "grass"}, {"name": "safe", "value": True}]},
        {"id": 1, "type": "Deep water"},
    ],
    "wangsets": [{"colors": [{"name": "Hill"}], "wangtiles": [{"tileid": 2, "wangid": [0, 1, 0, 1, 0, 0, 0, 0]}]}],
}


def tiled(**more: Any) -> dict[str, Any]:
    layer = {"type": "tilelayer", "name": "Ground", "width": 3, "height": 3, "data": TILES}
    size = {"width": 3, "height": 3, "tilewidth": 16, "tileheight": 16}
    return {"orientation": "orthogonal", **size, "tilesets": [TILESET], "layers": [layer]} | more


def layer_of(data: Any, **more: Any) -> dict[str, Any]:
    return {"type": "tilelayer", "name": "Ground", "width": 3, "height": 3, "data": data} | more


PACKED = struct.pack("<9I", *TILES)


@pytest.mark.parametrize(
    "layer",
    [
        layer_of(TILES),
        layer_of(",\n".join(map(str, TILES)), encoding="csv"),
        layer_of(base64.b64encode(PACKED).decode(), encoding="base64"),
        layer_of(f"\n  {base64.b64encode(zlib.compress(PACKED)).decode()} ", encoding="base64", compression="zlib"),
        layer_of(base64.b64encode(gzip.compress(PACKED)).decode(), encoding="base64", compression="gzip"),
        {"type": "tilelayer", "name": "Ground", "chunks": [layer_of(TILES, x=-4, y=6)]},
        {"type": "group", "name": "All", "layers": [layer_of(TILES)]},
    ],
)
def test_tiles_in_every_encoding(layer: dict[str, Any], tmp_path: Path) -> None:
    found = imported(json.dumps(tiled(layers=[layer], infinite="chunks" in layer)), "cave.tmj")
    assert body(found)[3:11] == [
        "terrain: |",
        "  g g d",
        "  - d h",
        "  h g g",
        "legend:",
        "  g: {terrain: grass, tags: [safe]}",
        "  d: Deep water",
        "  h: Hill",
    ]
    read(tmp_path, found)


def test_xml_is_read_as_json_is(tmp_path: Path) -> None:
    (tmp_path / "ground.tsx").write_text("""\
        <tileset name="ground"><tile id="0"><properties><property name="terrain" value="grass"/>
        <property name="safe" type="bool" value="true"/></properties></tile><tile id="1" class="Deep water"/>
        <wangsets><wangset><wangcolor name="Hill"/><wangtile tileid="2" wangid="0,1,0,1,0,0,0,0"/></wangset></wangsets>
        </tileset>""")
    text = f"""\
        <?xml version="1.0" encoding="UTF-8"?>
        <map orientation="orthogonal" width="3" height="3" tilewidth="16" tileheight="16">
        <tileset firstgid="1" source="ground.tsx"/>
        <layer name="Ground" width="3" height="3"><data encoding="csv">{",".join(map(str, TILES))}</data></layer>
        <objectgroup name="Things"><object id="1" name="Chest" type="loot" x="40" y="8"><point/></object></objectgroup>
        </map>""".strip()
    chest = {"id": 1, "name": "Chest", "type": "loot", "x": 40, "y": 8, "point": True}
    objects = {"type": "objectgroup", "name": "Things", "objects": [chest]}
    same = imported(json.dumps(tiled(layers=[layer_of(TILES), objects])), "cave.tmj")
    assert body(imported(text, "cave.tmx", tmp_path)) == body(same)
    assert "  Chest: {at: C1, tags: [loot]}" in body(same)
    assert imported(text, "cave.tmx").lost == ("tilesets that are not in the folder of the map ('ground.tsx')",)


def test_the_topmost_named_tile_is_the_terrain_and_objects_are_places(tmp_path: Path) -> None:
    objects = [
        {"id": 1, "name": "Gate", "x": 1, "y": 1, "width": 30, "height": 10},
        {"id": 2, "name": "Guard", "type": "foe", "gid": 1, "x": 32, "y": 16, "width": 16, "height": 16},
        {"id": 3, "name": "Guard", "x": 33, "y": 2},
        {"id": 4, "name": "Road", "x": 0, "y": 0, "polyline": [{"x": 0, "y": 0}]},
        {"id": 5, "x": 40, "y": 40},
        {"id": 6, "name": "Far", "x": 900, "y": 0},
    ]
    layers = [
        layer_of(TILES),
        layer_of([0, 0, 0, 0, 0, 0, 9, 2, 0], name="Walls"),
        layer_of([1] * 9, name="Notes", visible=False),
        {"type": "objectgroup", "name": "Things", "objects": objects},
        {"type": "imagelayer", "name": "Sky"},
    ]
    found = imported(json.dumps(tiled(layers=layers)), "cave.tmj")
    grid_map = read(tmp_path, found)
    assert isinstance(grid_map, GridMap)
    assert [cell.terrain.name for cell in grid_map.cells if cell.terrain][-3:] == ["Walls", "Deep water", "grass"]
    assert {cell.id: cell.number for cell in grid_map.cells if cell.place} == {"Gate": "B1", "Guard": "C1"}
    assert found.lost == (
        "hidden layers ('Notes')",
        "objects on the cell of another ('Guard' of layer 'Things' on 'Guard')",
        "polylines ('Road' of layer 'Things')",
        "objects without a name ('5' of layer 'Things')",
        "objects outside of the cells ('Far' of layer 'Things')",
        "image layers ('Sky')",
    )


@pytest.mark.parametrize(("axis", "index"), [("y", "odd"), ("y", "even"), ("x", "odd"), ("x", "even")])
def test_objects_on_hexes_are_on_the_hex_that_tiled_draws_there(axis: str, index: str, tmp_path: Path) -> None:
    wide, high, side = (14, 12, 6) if axis == "y" else (12, 14, 6)
    objects = []
    for row in range(3):
        for column in range(3):
            shifted = (row if axis == "y" else column) % 2 == (index == "odd")
            x = column * (wide if axis == "y" else (wide + side) / 2) + (wide / 2 if shifted and axis == "y" else 0)
            y = row * (high if axis == "x" else (high + side) / 2) + (high / 2 if shifted and axis == "x" else 0)
            near = {"x": x + wide / 2 + 2, "y": y + high / 2 - 2}
            objects.append({"id": 9 * row + column, "name": f"{'ABC'[column]}{row + 1}!", **near})
    hexes = {"staggeraxis": axis, "staggerindex": index, "hexsidelength": side, "tilewidth": wide, "tileheight": high}
    layers = [layer_of([1] * 9), {"type": "objectgroup", "name": "T", "objects": objects}]
    text = tiled(orientation="hexagonal", layers=layers, **hexes)
    grid_map = read(tmp_path, imported(json.dumps(text), "h.tmj"))
    assert isinstance(grid_map, GridMap)
    assert {cell.id: f"{cell.number}!" for cell in grid_map.cells} == {each["name"]: each["name"] for each in objects}


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"orientation": "staggered"}, "has no hexes or squares"),
        ({"width": "many"}, "its width is no whole number"),
        ({"layers": []}, "it has no cells"),
        ({"layers": [layer_of([1])]}, "fewer tiles"),
        ({"layers": [layer_of("!!", encoding="base64")]}, "fewer tiles"),
        ({"layers": [layer_of("AAAA", encoding="base64", compression="zlib")]}, "cannot be decoded"),
        ({"layers": [layer_of("AAAA", encoding="base64", compression="zstd")]}, "compressed as 'zstd'"),
        ({"layers": [layer_of([], width=10**9, height=10**9)]}, "more than 100,000 cells"),
        ({"layers": [{"type": "tilelayer", "chunks": [layer_of(TILES, x=at, y=0) for at in (0, 10**9)]}]}, "columns"),
    ],
)  # fmt: skip
def test_spoilt_maps_of_tiled_are_refused(more: dict[str, Any], message: str) -> None:
    with pytest.raises(ImportRefused, match=message):
        imported(json.dumps(tiled(**more)), "x.tmj")


@pytest.mark.slow
def test_a_layer_that_unpacks_to_gigabytes_is_cut_off() -> None:
    bomb = base64.b64encode(zlib.compress(bytes(50_000_000))).decode()
    with pytest.raises(ImportRefused, match="it has no cells"):
        imported(json.dumps(tiled(layers=[layer_of(bomb, encoding="base64", compression="zlib")])), "x.tmj")


# 18xx-maker


def game(orientation: str, *hexes: dict[str, Any], **more: Any) -> str:
    return json.dumps({"info": {"title": "Rails", "orientation": orientation}, "map": {"hexes": [*hexes], **more}})


def by_definition(names: list[str]) -> set[frozenset[str]]:
    """The neighbours of hexes by letter and number: 2 apart in a line, or 1 in the next line."""
    spots = {name: (ord(name[0]), int(name[1:])) for name in names}
    near = ((0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1))
    graph = nx.Graph()
    for name, (letter, number) in spots.items():
        for other, spot in spots.items():
            if (spot[0] - letter, spot[1] - number) in near:
                graph.add_edge(name, other)
    return {frozenset(edge) for edge in graph.edges}


@pytest.mark.parametrize("orientation", ["horizontal", "vertical"])
@pytest.mark.parametrize("first", [0, 1])
def test_hexes_by_letter_and_number_are_neighbours_as_there(orientation: str, first: int, tmp_path: Path) -> None:
    names = [
        f"{'CDEFG'[at]}{2 * step + (at + first) % 2 + 3}"
        for at in range(5)
        for step in range(4)
        if (at, step) != (2, 2)
    ]
    grid_map = read(tmp_path, imported(game(orientation, {"hexes": names}), "rails.json"))
    assert isinstance(grid_map, GridMap)
    assert {cell.number for cell in grid_map.cells} == set(names)
    assert neighbours(grid_map) == by_definition(names)


def test_a_game_of_railways(tmp_path: Path) -> None:
    found = imported(
        game(
            "horizontal",
            {"hexes": ["B2", "B4", "C3"], "color": "plain"},
            {"hexes": ["B4"], "terrain": [{"type": "mountain", "cost": 40}], "labels": [{"label": "B"}]},
            {"hexes": ["D2"], "cities": [{"name": {"name": "Aube"}}], "track": [{"side": 2}]},
            {"hexes": ["D2"], "borders": [{"side": 1, "color": "water"}]},
            {"hexes": ["D4"], "centerTowns": [{"name": "Bruc"}], "borders": [{"side": 4, "color": "red"}]},
            {"hexes": ["C1"], "color": "water"},
            {"hexes": ["C5"], "track": [{"type": "straight", "side": 1}], "removeBorders": [4]},
            {"hexes": ["D3", "x"]},
            {"hexes": ["C3"], "track": [{"side": 5}]},
            borders=[{"color": "water", "coords": ["B2p4", "B2p5", "C3p6", "B2p1"]}],
            lines=[{}],
        ),
        "rails.json",
    )  # fmt: skip
    assert body(found) == [
        "name: Rails",
        "cells: hex-flat",
        "pitch: 18",
        "offset: even",
        "names: {like: A1, column: 2, row: 1, doubled: true}",
        "terrain: |",
        "  . ~ p",
        "  m . P",
        "  - . -",
        "legend:",
        '  ".": plain',
        "  m: {terrain: mountain, tags: [cost 40]}",
        "  p: {terrain: plain, tags: [city]}",
        "  P: {terrain: plain, tags: [town]}",
        '  "~": water',
        '  "-": none',
        "terrains:",
        "  mountain: {}",
        "  plain: {}",
        "  water: {closed: true}",
        "places:",
        "  Aube: {at: D2}",
        "  Bruc: {at: D4}",
        "roads:",
        "  - {through: C3 -- D2, kind: rail}",
        "sides:",
        "  - {kind: river, of: B2, towards: [SE]}",
        "  - {kind: river, of: B4, towards: [NE]}",
        "  - {kind: river, of: D2, towards: [S]}",
    ]
    assert found.lost == (
        "hexes that are listed twice ('B4', 'D2' and 'C3')",
        "labels of hexes ('B4')",
        "hexes whose name is no letter and number ('x')",
        "lines",
        "lines that do not follow the sides of hexes (to 'B2p1')",
        "hexes between the others: letter and number do not fit together ('D3')",
        "tracks that end at no hex ('C5' towards S)",
        "borders that only one of two hexes removes ('C5' towards N)",
        "sides that their two hexes describe differently ('D2' and 'D4')",
    )
    grid_map = read(tmp_path, found)
    assert isinstance(grid_map, GridMap)
    names = [place.id for place in lower(grid_map).network.places]
    assert names == ["B2", "Aube", "B4", "C3", "Bruc", "C5"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (game("horizontal"), "no hexes"),
        (json.dumps({"map": {"hexes": 3}}), "no list of hexes"),
        (json.dumps({"map": [], "hexes": 3}), "no map of a known program"),
        (json.dumps({"layout": "odd-r", "hexes": {}}), "no hex with a q"),
        (json.dumps({"layout": "circles", "hexes": {}}), "none of odd-r"),
        (json.dumps({"layout": "odd-r", "hexes": {each: {"q": each, "r": 0} for each in (0, 10**6)}}), "columns and"),
    ],
)  # fmt: skip
def test_spoilt_hexes_are_refused(text: str, message: str) -> None:
    with pytest.raises(ImportRefused, match=message):
        imported(text, "x.json")
