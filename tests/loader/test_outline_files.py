"""Outlines from SVG and GeoJSON files: names, layers, transforms, curves, projections, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pnp.diagnostics import Span
from pnp.geometry.polygons import Shape, area, box
from pnp.loader.outline_files import (
    AreaNames,
    OutlinesRefusedError,
    plain_name,
    read_geojson_outlines,
    read_svg_outlines,
    with_drawn_outlines,
)
from pnp.model.maps.area_map import AreaMap
from pnp.model.maps.outlines import OutlineSource
from pnp.model.reference import Ref
from tests.draw.desk import read
from tests.expectation import Expect
from tests.pipeline import report_on, told

HERE = Span("isles.yaml")
INKSCAPE = 'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'


def svg(body: str, head: str = 'viewBox="0 0 100 50"') -> bytes:
    return f'<svg xmlns="http://www.w3.org/2000/svg" {INKSCAPE} {head}>{body}</svg>'.encode()


def outlines(body: str, head: str = 'viewBox="0 0 100 50"', layer: str | None = None) -> dict[str, Shape]:
    """The shapes on a map of 200 × 100 mm by their first name."""
    source = OutlineSource(HERE, layer=Ref(layer, HERE) if layer else None)
    return {each.names[0]: each.shape for each in read_svg_outlines(svg(body, head), source, 200, 100)}


def test_a_path_is_named_by_label_title_or_id() -> None:
    found = outlines(
        '<path inkscape:label="Mora" id="path12" d="M0 0H10V10H0Z"/>'
        '<path d="M10 0H20V10H10Z"><title>Sela</title></path>'
        '<path id="Kesh" d="M20 0H30V10H20Z"/>'
        '<path id="path77-3" d="M30 0H40V10H30Z"/>'
    )
    assert list(found) == ["Mora", "Sela", "Kesh"]
    assert box(found["Sela"]) == pytest.approx((20, 0, 40, 20))


@pytest.mark.parametrize("attribute", ["data-name", "name", "aria-label"])
def test_a_path_is_named_by_the_attribute_that_other_programs_write(attribute: str) -> None:
    (found,) = read_svg_outlines(
        svg(f'<path id="nsw" {attribute}="New South Wales" d="M0 0H9V9H0Z"/>'), OutlineSource(HERE), 200, 100
    )
    assert found.names == ("New South Wales", "nsw")


def test_a_group_names_the_shapes_in_it_but_a_layer_does_not() -> None:
    found = outlines(
        '<g inkscape:groupmode="layer" inkscape:label="Land"><rect x="0" y="0" width="5" height="5"/>'
        '<g id="Isles"><circle cx="20" cy="20" r="3"/><ellipse cx="40" cy="20" rx="4" ry="2"/></g></g>'
    )
    assert list(found) == ["Isles"]
    source = OutlineSource(HERE)
    assert len(read_svg_outlines(svg('<g id="Isles"><circle r="3"/><circle cx="9" r="3"/></g>'), source, 200, 100)) == 2


def test_transforms_and_the_view_box_are_flattened() -> None:
    path = '<path id="A" transform="rotate(90)" d="M0 0h5v-2h-5z"/>'
    nested = f'<g transform="translate(20 10)"><g transform="scale(2)">{path}'
    found = outlines(f"{nested}</g></g>", 'viewBox="10 5 100 50"')
    assert box(found["A"]) == pytest.approx((20, 10, 28, 30))


def test_curves_are_flattened_to_a_tenth_of_a_millimetre() -> None:
    found = outlines('<circle id="A" cx="50" cy="25" r="20"/>')
    assert area(found["A"]) == pytest.approx(3.14159 * 1600, rel=0.004)
    assert 30 < len(found["A"][0]) < 80


def test_holes_are_holes_in_whatever_direction_they_run() -> None:
    for hole in ("M4 4h2v2h-2z", "M4 4v2h2v-2z"):
        assert area(outlines(f'<path id="A" d="M0 0H10V10H0Z{hole}"/>')["A"]) == pytest.approx(4 * (100 - 4))


def test_open_lines_are_no_outlines_unless_they_are_filled() -> None:
    line = "M0 0H10V10H0"
    assert outlines(f'<path id="A" style="fill:none" d="{line}"/>') == {}
    assert list(outlines(f'<path id="A" style="fill:red" d="{line}"/>')) == ["A"]


def test_a_layer_may_be_hidden_if_it_is_named() -> None:
    layers = (
        '<g inkscape:groupmode="layer" inkscape:label="Old" style="display:none"><path id="A" d="M0 0H9V9H0Z"/></g>'
        '<g inkscape:groupmode="layer" inkscape:label="Art"><path id="B" d="M0 0H9V9H0Z"/></g>'
    )
    assert list(outlines(layers)) == ["B"]
    assert list(outlines(layers, layer="Old")) == ["A"]
    with pytest.raises(OutlinesRefusedError, match="no layer 'Ort'") as refused:
        outlines(layers, layer="Ort")
    assert refused.value.hint == "did you mean 'Art'?"


@pytest.mark.parametrize("body", ["<path", '<!DOCTYPE svg [<!ENTITY x SYSTEM "f">]><svg/>', "<html/>"])
def test_what_is_no_drawing_is_refused(body: str) -> None:
    with pytest.raises(OutlinesRefusedError):
        read_svg_outlines(body.encode(), OutlineSource(HERE), 200, 100)


def test_names_are_found_as_drawing_programs_write_them() -> None:
    names = AreaNames(["Mora Bay", "Sela", "St. Ives"])
    assert names.find(("Mora_Bay",)) == "Mora Bay"
    assert names.find(("mora-bay",)) == "Mora Bay"
    assert names.find(("St._x20_Ives",)) == "St. Ives"
    assert names.find(("Nowhere", "Sela")) == "Sela"
    assert names.find(("Nowhere",)) is None
    assert plain_name("A _ b") == "a b"


# GeoJSON


def geojson(**shapes: object) -> bytes:
    features = [
        {"type": "Feature", "properties": {"name": name}, "geometry": {"type": "Polygon", "coordinates": rings}}
        for name, rings in shapes.items()
    ]
    return json.dumps({"type": "FeatureCollection", "features": features}).encode()


WEST = [[[0, 40], [10, 40], [10, 60], [0, 60], [0, 40]]]
EAST = [[[10, 40], [30, 40], [30, 60], [10, 60], [10, 40]], [[15, 45], [20, 45], [20, 50], [15, 50], [15, 45]]]


def polygons(content: bytes, projection: str = "plain", names: str = "West East") -> dict[str, Shape]:
    source = OutlineSource(HERE, projection=projection)  # type: ignore[arg-type]
    found = read_geojson_outlines(content, source, 120, 60, AreaNames(names.split()))
    return {each.names[0]: each.shape for each in found}


def test_polygons_are_fitted_into_the_map_with_north_at_the_top() -> None:
    found = polygons(geojson(West=WEST, East=EAST))
    assert box(found["West"]) == pytest.approx((15, 0, 45, 60))
    assert box(found["East"]) == pytest.approx((45, 0, 105, 60))
    assert area(found["East"]) == pytest.approx(3600 - 225)


def block(left: float, right: float, low: float = -20, high: float = -10) -> list[list[list[float]]]:
    return [[[left, low], [right, low], [right, high], [left, high], [left, low]]]


@pytest.mark.parametrize("projection", ["mercator", "equal-area"])
def test_a_map_round_180_degrees_is_cut_where_it_is_empty(projection: str) -> None:
    content = geojson(West=block(170, 177), East=block(-178, -170), Both=block(177, 180)).replace(
        b'"Polygon", "coordinates": [[[177', b'"MultiPolygon", "coordinates": [[[[177'
    )
    assert b"Multi" in content
    content = content.replace(b"[177, -20]]]", b"[177, -20]]], " + json.dumps(block(-180, -178)).encode() + b"]")
    found = polygons(content, projection, "West East Both")
    assert all(len(shape) == 1 for shape in found.values()), "both sides are one"
    lefts = {name: min(x for x, _ in shape[0]) for name, shape in found.items()}
    assert lefts["West"] < lefts["Both"] < lefts["East"]
    assert lefts["West"] < 20, "the map is as wide as its areas"


def test_on_a_map_of_the_world_the_smaller_side_of_an_area_is_moved() -> None:
    world = block(-170, 175, 20, 30)
    both = [block(160, 180), block(-180, -175)]
    content = geojson(West=world, Both=both[0]).decode()
    features = json.loads(content)
    features["features"][1]["geometry"] = {"type": "MultiPolygon", "coordinates": both}
    found = polygons(json.dumps(features).encode(), "mercator", "West Both")
    (ring,) = found["Both"]
    assert max(x for x, _ in ring) == pytest.approx(120, abs=0.1)
    assert min(x for x, _ in ring) > 100
    round_the_world = geojson(West=block(-180, 180, -90, -80), East=block(0, 9))
    assert min(x for x, _ in polygons(round_the_world, "equal-area")["West"][0]) < 20


def test_only_what_belongs_to_areas_is_fitted() -> None:
    found = polygons(geojson(West=WEST, Far=[[[500, 0], [600, 0], [600, 9], [500, 0]]]), names="West")
    assert box(found["West"]) == pytest.approx((45, 0, 75, 60))


@pytest.mark.parametrize(("projection", "ratio"), [("plain", 1.0), ("mercator", 1.4125), ("equal-area", 0.55)])
def test_projections_stretch_the_north_as_they_should(projection: str, ratio: float) -> None:
    """How much taller ten degrees are at 40° to 50° than at 0° to 10°."""
    south = [[[0, 0], [10, 0], [10, 10], [0, 10]]]
    north = [[[0, 40], [10, 40], [10, 50], [0, 50]]]
    found = polygons(geojson(West=south, East=north), projection)
    heights = [box(found[name])[3] - box(found[name])[1] for name in ("West", "East")]
    widths = [box(found[name])[2] - box(found[name])[0] for name in ("West", "East")]
    if projection == "equal-area":
        sphere = (0.766044 - 0.642788) / 0.173648
        assert area(found["East"]) / area(found["West"]) == pytest.approx(sphere, rel=0.01)
        assert widths[1] < widths[0]
    else:
        assert heights[1] / heights[0] == pytest.approx(ratio, rel=0.02)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"{", "neither SVG nor JSON: line 1"),
        (b"[" * 100_000, "nested too deeply|neither SVG"),
        (b'{"type": "Topology"}', "TopoJSON"),
        (b'{"type": "Point"}', "no GeoJSON"),
        (b'{"type": "FeatureCollection", "features": []}', "no polygons with a property 'name'"),
        (geojson(West=[[["a", 1]]]), "broken coordinates"),
        (geojson(West=[[[1e300, 1], [2, 2], [3, 1]]]), "too large"),
        (geojson(West=[[[1, 1], [1, 1], [1, 1]]]), "no area"),
        (geojson(West=WEST).replace(b"40", b"NaN"), "the number NaN"),
        (b"\xff\xfe{", "not written in UTF-8"),
    ],
)
def test_broken_geojson_is_refused_with_the_reason(content: bytes, message: str) -> None:
    with pytest.raises(OutlinesRefusedError, match=message):
        polygons(content)


def test_projected_coordinates_are_no_degrees() -> None:
    with pytest.raises(OutlinesRefusedError, match="no longitudes and latitudes") as refused:
        polygons(geojson(West=[[[0, 0], [9000, 0], [9000, 9000]]]), "mercator")
    assert refused.value.hint
    assert "plain" in refused.value.hint


# Maps with a file of outlines


def isles(more: str = "", areas: str = "{Ness: {}, Wold: {}, Fen: {}}", size: str = "size: 60 x 40") -> AreaMap:
    found = read("isles.yaml", f"kind: area-map\n{size}\noutlines: isles.svg\nareas: {areas}\nroads: []\n{more}")
    assert isinstance(found, AreaMap)
    return found


THREE = svg(
    '<path id="Ness" d="M0 0H30V20H0Z"/><path id="Wold" d="M30 0H60V20H30Z"/>\n<path id="Fen" d="M0 20H60V40H0Z"/>'
    '<path id="Lone_rock" d="M2 2h3v3h-3z"/>',
    'viewBox="0 0 60 40"',
)


def test_a_map_gets_positions_and_strays_from_its_file() -> None:
    plain = isles()
    assert plain.outlines
    found = with_drawn_outlines(plain, plain.outlines, THREE, "isles.svg")
    assert [area.at for area in found.areas] == [(15, 10), (45, 10), (30, 30)]
    assert [(stray.name, stray.span.line) for stray in found.strays] == [("Lone_rock", 2)]
    assert found.regions[2].span == Span("isles.svg", 2, 1, 2, 1)


def test_a_map_without_a_size_has_no_outlines() -> None:
    plain = isles(size="name: Isles")
    assert plain.outlines
    with pytest.raises(OutlinesRefusedError, match="the map has no size"):
        with_drawn_outlines(plain, plain.outlines, THREE, "isles.svg")


def test_drawn_adjacency_joins_neighbours_that_no_border_closes() -> None:
    drawn = "adjacency: drawn\nborders: [{between: [Ness, Wold], kind: impassable}]"
    plain = isles(drawn, "{Ness: {}, Wold: {}, Fen: {}, Lone rock: {ground: lake}}")
    assert plain.outlines
    found = with_drawn_outlines(plain, plain.outlines, THREE, "isles.svg")
    assert {(road.start.name, road.end.name) for road in found.roads} == {("Ness", "Fen"), ("Wold", "Fen")}
    assert [place.id for place in found.places] == ["Ness", "Wold", "Fen"]
    assert found.lines == ()


def test_pnp_check_reads_the_file_beside_the_map(tmp_path: Path) -> None:
    (tmp_path / "isles.svg").write_bytes(THREE.replace(b"Lone_rock", b"path9"))
    isle = tmp_path / "isles.yaml"
    isle.write_text(
        "kind: area-map\nsize: 60 x 40\noutlines: isles.svg\nadjacency: drawn\nareas: {Ness: {}, Wold: {}, Fen: {}}\n"
    )
    assert not told(report_on(isle))
    (tmp_path / "isles.svg").unlink()
    assert "missing-file" in told(report_on(isle))


def test_a_strait_needs_no_border_and_a_road_does(expect: Expect) -> None:
    expect("""
        kind: area-map
        size: 60 x 40
        areas:
          Mora: {outline: [[5, 5], [20, 5], [20, 35], [5, 35]]}
          Sela: {outline: [[20, 5], [30, 5], [30, 35], [20, 35]]}
          Kesh: {outline: [[40, 5], [55, 5], [55, 35], [40, 35]]}
        roads:
          - Mora -- Sela
          - {from: Sela, to: Kesh, kind: strait}
          - Kesh -- Mora          #! undrawn-border
    """)


def test_grown_outlines_need_no_drawing(expect: Expect) -> None:
    expect("""
        kind: area-map
        size: 90 x 60
        outlines: {grow: true, rough: 0.4, coast: [[5, 5], [85, 8], [80, 50], [40, 55], [8, 50]]}
        adjacency: drawn
        areas: {Mora: {at: [20, 20]}, Sela: {at: [60, 20]}, Kesh: {at: [40, 40]}}
    """)
