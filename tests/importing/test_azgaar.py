"""Worlds of Azgaar's generator: cells are dissolved into provinces; shapely dissolves them too."""

from __future__ import annotations

import json
import math
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import shapely

from pnp.importing.drafts import ImportRefused
from pnp.model.maps.area_map import AreaMap
from tests.importing.reading import body, imported, read
from tests.importing.test_drawings import borders

SIDE = 6


def world(picture: str, **more: Any) -> dict[str, Any]:
    """A world of square cells, one a digit: its province; 0 is land of no state, a point is sea."""
    rows = [row.strip() for row in picture.strip().split("\n")]
    wide = len(rows[0])
    vertices = [{"p": [SIDE * x, SIDE * y]} for y in range(len(rows) + 1) for x in range(wide + 1)]
    cells = []
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
            near = [(x + i, y + j) for i, j in ((1, 0), (-1, 0), (0, 1), (0, -1))]
            inside = [at[1] * wide + at[0] for at in near if 0 <= at[0] < wide and 0 <= at[1] < len(rows)]
            number = int(sign) if sign.isdigit() else 0
            keys = [b * (wide + 1) + a for a, b in (corners if (x + y) % 2 else corners[::-1])]
            cells.append(
                {"i": y * wide + x, "v": keys, "c": inside, "h": 10 if sign == "." else 30,
                 "province": number, "state": 1 if number in (1, 2) else 2 if number else 0}
            )  # fmt: skip
    states = [{}, {"i": 1, "name": "Aland", "capital": 1}, {"i": 2, "name": "Bland"}]
    names = [
        0,
        *({"i": each, "name": f"Shire {each}", "fullName": f"County of {each}", "burg": each} for each in (1, 2, 3, 4)),
    ]
    pack = {
        "cells": cells,
        "vertices": vertices,
        "states": states,
        "provinces": names,
        "burgs": [{}, {"i": 1, "capital": 1, "port": 2}],
    }
    return {"info": {"mapName": "Tiny"}, "pack": {**pack, **more}}


HOLED = """
    11122
    13122
    11122
    ....0
    44..0
"""


def test_provinces_become_areas_with_outlines_in_a_file(tmp_path: Path) -> None:
    found = imported(json.dumps(world(HOLED, rivers=[{"i": 1}, {"i": 2}])), "Tiny Full.json")
    assert body(found) == [
        "name: Tiny",
        "size: 380 x 380",
        "outlines: tiny-full-provinces.geojson",
        "adjacency: drawn    # a common border is a road; straits are listed under roads",
        "districts:",
        "  Aland: {}",
        "  Bland: {}",
        "areas:",
        "  Shire 1: {in: Aland, name: County of 1, tags: [capital, port]}",
        "  Shire 2: {in: Aland, name: County of 2}",
        "  Shire 3: {in: Bland, name: County of 3}",
        "  Shire 4: {in: Bland, name: County of 4}",
        "  Wilds: {}",
    ]
    assert found.lost == ("2 rivers without a course, or shorter than 4 mm",)
    area_map = read(tmp_path, found, ("disconnected-part",))  # the island
    assert isinstance(area_map, AreaMap)
    assert borders(area_map) == {
        frozenset(pair) for pair in (("Shire 1", "Shire 2"), ("Shire 1", "Shire 3"), ("Shire 2", "Wilds"))
    }


LINES = """
    1112222
    1112222
    3332222
    .......
    ..444..
"""


def lines_world() -> dict[str, Any]:
    """A world with a river through two provinces, roads that fork, a trail, a sea route and markers."""
    made = world(LINES)
    pack = made["pack"]
    for cell in pack["cells"]:
        x, y = cell["i"] % 7, cell["i"] // 7
        cell["p"] = [SIDE * (x + 0.5), SIDE * (y + 0.5)]
    towns = [(0, 0), (6, 0), (0, 2), (3, 4)]
    pack["burgs"] = [{}] + [
        {"i": at, "cell": y * 7 + x, "x": SIDE * (x + 0.5), "y": SIDE * (y + 0.5), "port": int(at > 2), "capital": 0}
        for at, (x, y) in enumerate(towns, 1)
    ]
    pack["rivers"] = [{"i": 1, "cells": [1, 8, 9, 16, 23, -1], "discharge": 50, "name": "Long"}, {"i": 2, "cells": [5]}]
    points = {at: [*pack["cells"][at]["p"], at] for at in range(35)}
    pack["routes"] = [
        {"i": 0, "group": "roads", "points": [points[at] for at in (0, 1, 2, 3, 4, 5, 6)]},
        {"i": 1, "group": "trails", "points": [points[at] for at in (2, 8, 14)]},
        {"i": 2, "group": "searoutes", "points": [points[at] for at in (14, 21, 22, 30, 31)]},
    ]
    pack["markers"] = [
        {"i": at, "type": kind, "cell": cell}
        for at, (kind, cell) in enumerate((("volcanoes", 3), ("ruins", 4), ("x", 21)))
    ]
    made["notes"] = [{"id": "marker0", "name": "Mount Ash", "legend": "It sleeps."}]
    return made


def test_rivers_routes_and_markers_become_rivers_roads_and_tags(tmp_path: Path) -> None:
    found = imported(json.dumps(lines_world()), "Lines.json")
    assert imported(json.dumps(lines_world()), "Lines.json") == found
    area_map = read(tmp_path, found)
    assert isinstance(area_map, AreaMap)
    (river,) = area_map.rivers
    assert (river.name, river.width) == ("Long", 1.6)
    cells = [(1, 0), (1, 1), (2, 1), (2, 2), (2, 3)]
    unit = area_map.width / 7
    for x, y in cells:
        at = (x + 0.5) * unit, (y + 0.5) * unit
        assert any(math.dist(at, point) < 0.6 for point in river.course)
    roads = {(road.start.name, road.end.name, road.kind.name if road.kind else "") for road in area_map.roads}
    assert {each for each in roads if each[2]} == {
        ("Shire 1", "Fork 1", "road"), ("Fork 1", "Shire 2", "road"), ("Fork 1", "Shire 3", "trail"),
        ("Shire 3", "Shire 4", "sea route"),
    }  # fmt: skip
    places = {area.id: area for area in area_map.areas}
    assert places["Fork 1"].waypoint
    assert places["Shire 2"].at == pytest.approx((6.5 * unit, 0.5 * unit), abs=0.5)
    assert {tag.name for tag in places["Shire 2"].tags} == {"volcanoes", "ruins"}
    assert "# volcanoes: Mount Ash; ruins" in found.text
    assert found.lost == (
        "legends of markers ('Mount Ash')",
        "markers in the water or without a type",
        "1 river without a course, or shorter than 4 mm",
    )


def test_rivers_of_older_worlds_follow_the_flow_through_their_cells() -> None:
    made = lines_world()
    for flow, at in enumerate((1, 8, 9, 16), 1):
        made["pack"]["cells"][at] |= {"r": 1, "fl": flow}
    made["pack"]["rivers"] = [{"i": 1, "name": "Long"}]
    newer, older = (imported(json.dumps(each), "t.json").text for each in (lines_world(), made))
    assert older.split("course: ")[1][:60] == newer.split("course: ")[1][:60]


@pytest.mark.parametrize("picture", [HOLED, "11\n21", "1.1\n.1.\n1.1", "121\n212\n121", "111\n1.1\n111"])
def test_dissolved_shapes_are_those_of_shapely(picture: str) -> None:
    made = world(picture)
    (content,) = imported(json.dumps(made), "t.json").files.values()
    for feature in json.loads(content)["features"]:
        name = feature["properties"]["name"]
        number = int(name.removeprefix("Shire ")) if name.startswith("Shire") else 0
        cells = [
            shapely.Polygon([(x, -y) for x, y in (made["pack"]["vertices"][at]["p"] for at in cell["v"])])
            for cell in made["pack"]["cells"]
            if cell["h"] >= 20 and cell["province"] == number
        ]
        assert shapely.union_all([shapely.geometry.shape(feature["geometry"]).buffer(0)]).equals(
            shapely.union_all(cells)
        )


def test_cells_alone_have_numbers_for_names(tmp_path: Path) -> None:
    made = world(HOLED)
    features = []
    for cell in made["pack"]["cells"]:
        ring = [[x / 9, -y / 9] for x, y in (made["pack"]["vertices"][at]["p"] for at in cell["v"])]
        kind = "ocean" if cell["h"] < 20 else "island"
        numbers = {"id": cell["i"], "height": cell["h"] - 20, "state": cell["state"], "province": cell["province"]}
        properties = {**numbers, "type": kind, "neighbors": cell["c"]}
        geometry = {"type": "Polygon", "coordinates": [ring]}
        features.append({"type": "Feature", "geometry": geometry, "properties": properties})
    features.insert(1, "no feature")
    found = imported(json.dumps({"type": "FeatureCollection", "features": features}), "cells.geojson")
    assert "  Province 3: {in: State 2}" in found.text
    assert found.lost == ("names of provinces, which only the full JSON of the world has",)
    read(tmp_path, found, ("disconnected-part",))


@pytest.mark.parametrize(
    "spoil",
    [
        {"cells": 3},
        {"vertices": None},
        {"cells": [{"i": 0, "v": [10**9, "x"], "h": 30}]},
        {"vertices": [{"p": ["a", None]}]},
        {"provinces": 7, "states": "x", "burgs": [3], "rivers": {"a": 1}},
        {
            "rivers": [{"i": 1, "cells": [[], None, 10**9, 1, -1]}, {"cells": "x"}, 3],
            "routes": [{"points": [[0], 7]}, 1],
        },
        {
            "burgs": [0, {"cell": [], "x": "a"}],
            "routes": [{"cells": [1, "x", 2]}],
            "markers": [{"cell": {}}, {"i": {}}],
        },
        {"cells": [{"i": 0, "v": [0, 1, 2], "h": 30, "c": "abc", "province": 1e300}]},
    ],
)
def test_spoilt_worlds_are_refused_or_imported(spoil: dict[str, Any]) -> None:
    text = json.dumps({"pack": world(HOLED)["pack"] | spoil})
    with suppress(ImportRefused):
        assert "kind: area-map" in imported(text, "t.json").text


def test_a_sea_route_beyond_the_land_stays_on_the_map(tmp_path: Path) -> None:
    made = lines_world()
    out = [[-3 * SIDE, 5.2 * SIDE, 90], [-3 * SIDE, 3 * SIDE, 91]]
    points = made["pack"]["routes"][2]["points"]
    made["pack"]["routes"][2]["points"] = [*points[:2], *out, *points[2:]]
    area_map = read(tmp_path, imported(json.dumps(made), "Lines.json"))
    assert isinstance(area_map, AreaMap)
    (route,) = (road for road in area_map.roads if road.kind and road.kind.name == "sea route")
    assert min(x for x, _ in route.via) == 0
