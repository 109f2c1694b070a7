"""Maps from SVG and GeoJSON: the drawing stays the source of the outlines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pnp.importing.drafts import ImportRefused
from pnp.model.maps.area_map import AreaMap
from pnp.network import lower
from tests.importing.reading import body, imported, read

NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'

ISLES = f"""\
<svg {NAMESPACES} viewBox="0 0 120 80" width="120mm" height="80mm">
  <g inkscape:groupmode="layer" inkscape:label="Sea"><rect id="ocean_floor" width="120" height="80"/></g>
  <g inkscape:groupmode="layer" inkscape:label="Provinces" transform="translate(10 10)">
    <path inkscape:label="Mora" d="M0 0H40V30H0Z"/>
    <path id="Sela" d="M40 0H80V30H40Z"/>
    <path d="M0 30H80V55H0Z"><title>Kesh</title></path>
    <circle cx="20" cy="15" r="2"/>
    <text x="10" y="10">A legend</text>
    <image width="3" height="3"/>
  </g>
</svg>
"""

NET = f"""\
<svg {NAMESPACES} viewBox="0 0 400 200">
  <g transform="scale(2)">
    <line x1="20" y1="20" x2="100" y2="20" id="line7"/>
    <polyline fill="none" points="100,20 150,40 180,80" inkscape:label="Coast line"/>
    <path fill="none" d="M20 20L20 80"/>
    <line x1="1" y1="90" x2="9" y2="90"/>
    <circle cx="20" cy="20" r="4" inkscape:label="Mill"/>
    <circle cx="100" cy="20" r="4"/>
    <circle cx="180" cy="80" r="4" id="circle12"/>
    <circle cx="20" cy="80" r="4"/>
  </g>
  <text x="206" y="38">Ford</text>
  <text x="366" y="158"><tspan>Pier</tspan></text>
  <text x="300" y="20">Title</text>
</svg>
"""


def square(name: str, x: float, y: float, **properties: Any) -> dict[str, Any]:
    ring = [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1], [x, y]]
    return {
        "type": "Feature",
        "properties": {"name": name, **properties},
        "geometry": {"type": "Polygon", "coordinates": [ring]},
    }


def collection(*features: dict[str, Any]) -> str:
    return json.dumps({"type": "FeatureCollection", "features": features})


def borders(area_map: AreaMap) -> set[frozenset[str]]:
    """The neighbours that the drawing gives."""
    network = lower(area_map).network
    names = [place.id for place in network.places]
    return {frozenset((names[one], names[other])) for one, after in enumerate(network.after) for other in after}


def test_named_paths_of_a_layer_become_areas(tmp_path: Path) -> None:
    found = imported(ISLES, "isles.svg")
    assert body(found) == [
        "name: Isles",
        "size: 120 x 80",
        "outlines: {file: isles.svg, layer: Provinces}",
        "adjacency: drawn    # a common border is a road; straits are listed under roads",
        "areas:",
        "  Mora: {}",
        "  Sela: {}",
        "  Kesh: {}",
    ]
    assert found.lost == (
        "pictures (line 9)",
        "shapes of other layers ('ocean floor')",
        "circles (line 7)",
        "texts ('A legend')",
    )
    assert found.files == {"isles.svg": ISLES.encode()}
    area_map = read(tmp_path, found)
    assert isinstance(area_map, AreaMap)
    assert borders(area_map) == {frozenset(pair) for pair in (("Mora", "Sela"), ("Mora", "Kesh"), ("Sela", "Kesh"))}


def test_a_round_area_is_taken_and_what_is_left_out_is_listed(tmp_path: Path) -> None:
    found = imported(
        """<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
        viewBox="0 0 200 100"><g inkscape:groupmode="layer" inkscape:label="Lands">
        <path inkscape:label="Mora" d="M10 10H50V50H10Z"/><path inkscape:label="Sela" d="M50 10H90V50H50Z"/>
        <g id="The_Isles"><path d="M100 10H110V30H100Z"/><circle cx="120" cy="20" r="4"/></g>
        <ellipse inkscape:label="Ovalia" cx="160" cy="50" rx="30" ry="20"/>
        <circle inkscape:label="Kell" cx="20" cy="20" r="2"/>
        <path id="path77" d="M10 60H40V90H10Z"/><polygon id="polygon3" points="50,60 70,60 70,80"/></g></svg>""",
        "lands.svg",
    )
    area_map = read(tmp_path, found, ("disconnected-part",))
    assert isinstance(area_map, AreaMap)
    assert [area.id for area in area_map.areas] == ["Mora", "Sela", "The Isles", "Ovalia"]
    assert [len(region.shape) for region in area_map.regions] == [1, 1, 2, 1]
    assert found.lost == ("closed shapes without a name (line 7)", "circles ('Kell')")


def test_a_hidden_layer_with_more_outlines_is_taken(tmp_path: Path) -> None:
    drawing = ISLES.replace('inkscape:label="Provinces"', 'inkscape:label="Provinces" style="display:none"')
    found = imported(drawing, "isles.svg")
    assert "outlines: {file: isles.svg, layer: Provinces}" in found.text
    read(tmp_path, found)


def test_circles_and_lines_become_areas_and_roads(tmp_path: Path) -> None:
    found = imported(NET, "net.svg")
    assert body(found) == [
        "name: Net",
        "size: 270 x 135",
        "areas:",
        "  Mill: {at: [27, 27]}",
        "  Ford: {at: [135, 27]}",
        "  Pier: {at: [243, 108]}",
        "  Area 4: {at: [27, 108]}",
        "roads:",
        "  - Mill -- Ford",
        "  - {from: Ford, to: Pier, name: Coast line, via: [[202.5, 54]]}",
        "  - Mill -- Area 4",
    ]
    assert found.lost == ("texts ('Title')", "lines that do not join two circles (line 6)")
    assert found.files == {}
    read(tmp_path, found)


def test_polygons_with_names_become_areas(tmp_path: Path) -> None:
    point = {"type": "Feature", "properties": {"name": "Town"}, "geometry": {"type": "Point", "coordinates": [0, 0]}}
    text = collection(
        square("Mora", 10, 50), square("Sela", 11, 50, admin="x"), square("Ness", 10, 51), point, square("", 30, 50)
    )
    found = imported(text, "north.geojson")
    assert body(found)[2:4] == [
        "outlines: {file: north.geojson, name: name, projection: mercator}",
        "adjacency: drawn    # a common border is a road; straits are listed under roads",
    ]
    assert found.lost == ("points ('Town')", "polygons without a name (feature 5)")
    area_map = read(tmp_path, found)
    assert isinstance(area_map, AreaMap)
    assert borders(area_map) == {frozenset(("Mora", "Sela")), frozenset(("Mora", "Ness"))}


@pytest.mark.parametrize(
    ("features", "projection"),
    [
        ((square("A", -120, 50), square("B", 100, -40)), "equal-area"),
        ((square("A", 10, 50), square("B", 11, 50)), "mercator"),
        ((square("A", 1000, 50), square("B", 1001, 50)), None),
    ],
)
def test_longitudes_and_latitudes_are_projected(features: tuple[dict[str, Any], ...], projection: str | None) -> None:
    text = imported(collection(*features), "x.geojson").text
    assert (f"projection: {projection}" in text) if projection else ("projection" not in text)


def test_areas_are_named_by_the_property_that_names_them() -> None:
    text = collection(square("same", 0, 0, NAME="Mora", code=1), square("same", 1, 0, NAME="Sela", code=2))
    assert "name: NAME" in imported(text, "x.json").text
    with pytest.raises(ImportRefused, match="its polygons have no names"):
        imported(collection(square("", 0, 0)), "x.json")


def test_a_property_with_names_is_preferred_to_numbers_and_codes(tmp_path: Path) -> None:
    found = imported(
        collection(
            square("", 0, 0, fid=1, LAN_KOD="01", Lan_Namn="Upper county", region="North"),
            square("", 1, 0, fid=2, LAN_KOD="03", Lan_Namn="Lower county", region="North"),
            square("", 1, 1, fid=3, LAN_KOD="04", Lan_Namn="Far county", region="South"),
            square("", 0, 1, fid=4, LAN_KOD="05", Lan_Namn="Near county", region="South"),
        ),
        "counties.geojson",
    )
    area_map = read(tmp_path, found)
    assert isinstance(area_map, AreaMap)
    assert {area.id: str(area.district) for area in area_map.areas} == {
        "Upper county": "North", "Lower county": "North", "Far county": "South", "Near county": "South",
    }  # fmt: skip


@pytest.mark.slow
def test_a_collection_of_geometries_is_read_as_its_polygons_and_a_feature_is_a_map(tmp_path: Path) -> None:
    one, other = square("Mora", 0, 0), square("Sela", 1, 0)
    other["geometry"] = {
        "type": "GeometryCollection",
        "geometries": [other["geometry"], {"type": "Point", "coordinates": [1.5, 0.5]}],
    }
    found = imported(collection(one, other), "two.geojson")
    assert found.lost == ()
    assert borders(read(tmp_path, found)) == {frozenset(("Mora", "Sela"))}
    alone = imported(json.dumps(one), "one.geojson")
    assert [area.id for area in read(tmp_path, alone).areas] == ["Mora"]


def test_points_and_lines_become_areas_and_roads(tmp_path: Path) -> None:
    def feature(form: str, coordinates: Any, **properties: str) -> dict[str, Any]:
        return {"type": "Feature", "properties": properties, "geometry": {"type": form, "coordinates": coordinates}}

    text = collection(
        feature("Point", [0, 0], name="Mill"),
        feature("Point", [10, 10], name="Ford"),
        feature("Point", [20, 0], name="Hill"),
        feature("LineString", [[0, 0], [3, 9], [10, 10.1]], name="Lane"),
        feature("LineString", [[0, 0], [10, 10], [20, 5], [20, 0]], kind="rail"),
        feature("MultiLineString", [[[0, 0], [20, 0]], [[20, 0], [0, 0]]]),
        feature("LineString", [[5, 5], [9, 0]]),
        feature("MultiPoint", [[1, 1]]),
    )
    found = imported(text, "roads.geojson")
    assert body(found)[1:] == [
        "size: 104 x 64",
        "areas:",
        "  Mill: {at: [12, 52]}",
        "  Ford: {at: [52, 12]}",
        "  Hill: {at: [92, 52]}",
        "road-kinds:",
        "  rail: {}",
        "roads:",
        "  - {from: Mill, to: Ford, name: Lane, via: [[24, 16]]}",
        "  - {from: Mill, to: Ford, kind: rail}",
        "  - {from: Ford, to: Hill, kind: rail, via: [[92, 32]]}",
        "  - Mill -- Hill",
    ]
    assert found.lost == (
        "lines that do not join two points (feature 7)",
        "features that are no points or lines (feature 8)",
        "roads that are listed twice ('Hill' to 'Mill')",
    )
    read(tmp_path, found)


@pytest.mark.parametrize(
    ("content", "file", "message"),
    [
        ("<svg/>", "x.svg", "does not say how large"),
        (f'<svg {NAMESPACES} viewBox="0 0 9 9"/>', "x.svg", "no closed shape or circle"),
        (f'<svg {NAMESPACES} viewBox="0 0 9 9000"/>', "x.svg", "much longer than wide"),
        ("<html/>", "x.svg", "begins with 'html'"),
        ("[1", "x.json", "no JSON at line 1, column 3"),
        ("[" * 100_000, "x.json", "too deep"),
        ('{"a": NaN}', "x.json", "too deep inside each other, or too large"),
        ("{}", "x.json", "no map of a known program"),
        (collection(), "x.geojson", "no polygons or points"),
        (collection(square("a", 0, 0) | {"geometry": {"type": "Polygon", "coordinates": "x"}}), "x.geojson", "broken"),
        (collection(square("a", 0, 0) | {"geometry": {"type": "Polygon", "coordinates": []}}), "x.geojson", "no coord"),
    ],
)  # fmt: skip
def test_what_is_no_map_is_refused_in_a_line(content: str, file: str, message: str) -> None:
    with pytest.raises(ImportRefused) as refused:
        imported(content, file)
    assert message in refused.value.message
    assert refused.value.hint
