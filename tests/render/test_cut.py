"""Cut files: read back by those who would cut them."""

from __future__ import annotations

import io
from itertools import pairwise
from xml.etree import ElementTree as Xml

import pytest

from pnp.model.profile import CutLayers
from pnp.render.cut import render_cut_dxf, render_cut_svg
from pnp.scene.items import Path
from pnp.scene.parts import Box, Sheet
from pnp.scene.paths import circle, polyline, rectangle

ezdxf = pytest.importorskip("ezdxf")

PAGE = Box(0, 0, 210, 297)
CARD, BUOY, FOLD = (
    Path(polyline([(20, 30), (20, 118)])),
    Path(circle(100, 50, 6)),
    Path(polyline([(20, 74), (83, 74)])),
)
SHEET = Sheet(
    210, 297, (), PAGE, PAGE, label="Pieces 1/1", cuts=(CARD, BUOY, Path(rectangle(40, 60, 63, 88, 3))), folds=(FOLD,)
)


def test_an_svg_has_a_layer_for_each_kind_of_line_in_millimetres() -> None:
    root = Xml.fromstring(render_cut_svg(SHEET))  # our own
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("210mm", "297mm", "0 0 210 297")
    groups = {group.get("id"): group for group in root.iter("{http://www.w3.org/2000/svg}g")}
    assert list(groups) == ["cut", "crease"]
    assert [path.get("d") for path in groups["crease"]] == ["M20 74L83 74"]
    assert len(groups["cut"]) == 3
    label = "{http://www.inkscape.org/namespaces/inkscape}label"
    assert [group.get(label) for group in groups.values()] == ["cut", "crease"]


NAMED = CutLayers("CutContour", "Score", "Perf", perforated=True)


def test_layers_have_the_names_of_the_profile_and_folds_are_perforated_apart() -> None:
    root = Xml.fromstring(render_cut_svg(SHEET, NAMED))  # our own
    groups = {group.get("id"): group for group in root.iter("{http://www.w3.org/2000/svg}g")}
    label = "{http://www.inkscape.org/namespaces/inkscape}label"
    assert {key: group.get(label) for key, group in groups.items()} == {"cut": "CutContour", "perforation": "Perf"}
    creased = Xml.fromstring(render_cut_svg(SHEET, CutLayers(crease="Score")))
    assert [group.get(label) for group in creased.iter("{http://www.w3.org/2000/svg}g")] == ["cut", "Score"]
    drawing = ezdxf.read(io.StringIO(render_cut_dxf(SHEET, NAMED).decode()))
    assert {"CutContour", "Perf"} <= {layer.dxf.name for layer in drawing.layers}
    dashes = [[point[0] for point in each.get_points()] for each in drawing.modelspace().query('*[layer=="Perf"]')]
    assert all(end - start == pytest.approx(2) for start, end in dashes)
    gaps = [later[0] - former[1] for former, later in pairwise(dashes)]
    assert gaps == pytest.approx([1] * len(gaps))
    assert dashes[0][0] - 20 == pytest.approx(83 - dashes[-1][1])
    assert 0.5 <= dashes[0][0] - 20 <= 2.5, "both ends hold"


def test_a_dxf_reads_back_in_millimetres_with_y_upwards() -> None:
    drawing = ezdxf.read(io.StringIO(render_cut_dxf(SHEET).decode()))
    assert not drawing.audit().errors
    assert drawing.units == ezdxf.units.MM
    lines = {layer: list(drawing.modelspace().query(f'LWPOLYLINE[layer=="{layer}"]')) for layer in ("CUT", "CREASE")}
    assert [len(found) for found in lines.values()] == [3, 1]
    straight, buoy, rounded = lines["CUT"]
    assert [point[:2] for point in straight.get_points()] == [(20, 267), (20, 179)]
    assert (straight.closed, buoy.closed, rounded.closed) == (False, True, True)
    assert all((x - 100) ** 2 + (y - 247) ** 2 == pytest.approx(36, rel=0.005) for x, y, *_ in buoy.get_points())
    assert len(buoy.get_points()) > 20


def test_the_same_sheet_gives_the_same_bytes() -> None:
    assert render_cut_svg(SHEET) == render_cut_svg(SHEET)
    assert render_cut_dxf(SHEET) == render_cut_dxf(SHEET)
    assert ezdxf.options.write_fixed_meta_data_for_testing is False


def test_several_lines_in_one_path_are_cut_apart() -> None:
    both = Path((*polyline([(0, 0), (5, 0)]), *polyline([(9, 0), (9, 5), (0, 5)])))
    sheet = Sheet(20, 20, (), Box(0, 0, 20, 20), Box(0, 0, 20, 20), cuts=(both,))
    drawing = ezdxf.read(io.StringIO(render_cut_dxf(sheet).decode()))
    assert [len(line.get_points()) for line in drawing.modelspace()] == [2, 3]
