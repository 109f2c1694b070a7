"""Pictures of components in the rules: fans, and faces with numbers that lie over nothing."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from itertools import combinations, pairwise
from math import dist, hypot
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.build.examine import Examined, examine
from pnp.build.rules import draw_picture
from pnp.draw.component import drawing_context
from pnp.draw.pictures import HAIR, PITCH, RADIUS, THINNEST, FaceShelf, piece_items, spread
from pnp.facts.pictures import EXHIBIT_HEIGHT, EXHIBIT_WIDTH, FanSketch
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.scene.drawings import dump
from pnp.scene.extent import bounds
from pnp.scene.items import IDENTITY, Affine, BoundingBox, Ellipse, Group, Item, Scene, compose, scale
from tests.pipeline import places, report_on, told, write

PACK = """
# file: pack.yaml
kind: pack
title: Harbour
summary: Row.
players: 2
credit: {designers: [Ada]}
licence: {name: CC0}
uses: [house]
documents: [bay.yaml, boats.yaml, boat.yaml, back.yaml, chart.yaml, sheet.yaml, rules.yaml]
components: [{component: boats}, {component: chart, name: The chart}]
# file: bay.yaml
kind: area-map
name: the bay
size: 120 x 80
areas: {Market: {at: [20, 20], tags: [start]}, Pier: {at: [100, 20]}, Mill: {at: [20, 60]}}
roads: [Market -- Pier -- Mill -- Market]
# file: boats.yaml
kind: component
makes: card
name: Boats
template: boat
back: back
rows: [{name: Gull, sail: true}, {name: Tern, sail: false}, {name: Skua, sail: false}, {name: Auk, sail: false}]
# file: boat.yaml
kind: template
size: 60 x 90
layers:
  - {panel: "#D0E0F0", where: "top left, 20 x 10, 5 from top, 5 from left", name: hull}
  - {panel: "#A0E0F0", where: "top right, 20 x 10, 5 from top, 5 from right", name: mast}
  - {panel: "#A020F0", show-when: sail, where: "bottom, 20 x 10", name: sail}
  - group: [{panel: "#102030", where: "left, 10 x 10"}, {panel: "#102030", where: "right, 10 x 10"}]
    where: "middle, 40 x 10"
    name: crew
# file: back.yaml
kind: template
size: 60 x 90
layers: [{panel: "#805020"}]
# file: chart.yaml
kind: component
makes: board
name: Chart
template: sheet
# file: sheet.yaml
kind: template
size: 240 x 160
layers: [{map: bay, style: mini-style}]
# file: rules.yaml
kind: rulebook
sections:
  - title: Boats
    text:
"""


def game(folder: Path, blocks: str, pack: str = PACK) -> Examined:
    write(folder, textwrap.dedent(pack).lstrip("\n") + textwrap.indent(textwrap.dedent(blocks), "      "))
    return examine(load(find_targets([str(folder)])[0]))


def drawn(folder: Path, blocks: str) -> Scene:
    found = game(folder, blocks)
    assert not found.report.errors, told(found.report)
    (panel,) = found.documents["rules"].panels()
    scene = draw_picture(panel.sketch, FaceShelf(found.facts, drawing_context(found.game)))
    assert scene
    return scene


def discs(scene: Scene) -> list[Ellipse]:
    """The discs of numbers, in the order of drawing."""
    groups = (item.items for item in scene.items if isinstance(item, Group))
    return [items[1] for items in groups if len(items) == 3 and isinstance(items[1], Ellipse) and items[1].rx == RADIUS]


def ends(scene: Scene) -> list[tuple[float, float]]:
    """Where the lines of numbers end, in the order of drawing."""
    groups = (item.items for item in scene.items if isinstance(item, Group))
    found = [items[3] for items in groups if len(items) == 4 and isinstance(items[3], Ellipse)]
    return [(dot.cx, dot.cy) for dot in found]


def inked(items: tuple[Item, ...], colour: str, to: Affine = IDENTITY) -> Iterator[Item]:
    """The items of a colour where they are in the picture."""
    for item in items:
        if isinstance(item, Group):
            yield from inked(item.items, colour, compose(to, item.transform))
        elif getattr(item, "fill", "") == colour:
            yield Group((item,), to)


CROWDED = """
- face:
    component: boats
    row: Gull
    width: 78
    call-outs:
      - {layer: hull, text: Hull.}
      - {layer: mast, text: Mast.}
      - {layer: sail, text: Sail.}
      - {layer: crew, text: All of them.}
      - {at: [50, 30], text: One.}
      - {at: [50, 31], text: Two.}
      - {at: [50, 32], text: Three.}
"""


def test_numbers_lie_in_the_margins_and_never_over_each_other(tmp_path: Path) -> None:
    scene = drawn(tmp_path, CROWDED)
    found = discs(scene)
    assert len(found) == 7
    for one, other in combinations(found, 2):
        assert dist((one.cx, one.cy), (other.cx, other.cy)) >= 2 * RADIUS
    for disc in found:
        assert disc.cx + RADIUS < 9 or disc.cx - RADIUS > scene.width - 9, "beside the face"
        assert 0 <= disc.cy - RADIUS < disc.cy + RADIUS <= scene.height


def test_lines_end_on_what_is_meant_and_do_not_cross(tmp_path: Path) -> None:
    scene = drawn(tmp_path, CROWDED)  # the face is 60 mm wide at its own size, 9 mm from the left
    boxes = {
        "hull": BoundingBox(14, 5, 34, 15),
        "mast": BoundingBox(44, 5, 64, 15),
        "sail": BoundingBox(29, 80, 49, 90),
        "crew": BoundingBox(19, 40, 59, 50),
    }
    spots = ends(scene)
    for name, box in boxes.items():
        assert any(box.contains(BoundingBox(x, y, x, y)) for x, y in spots), name
    assert {(59, 30), (59, 31), (59, 32)} <= {(round(x, 3), round(y - HAIR, 3)) for x, y in spots}
    lines = list(zip([(disc.cx, disc.cy) for disc in discs(scene)], spots, strict=True))
    for (a, b), (c, d) in combinations(lines, 2):
        assert not crosses(a, b, c, d)


def crosses(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], d: tuple[float, float]) -> bool:
    def side(p: tuple[float, float], q: tuple[float, float], r: tuple[float, float]) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def test_a_line_ends_beside_words_and_not_on_them(tmp_path: Path) -> None:
    word = """layers:
  - {text: "Dorothea, a gull", style: card-title, at: [4, 40], size: 52 x 8, colour: "#AA1122", name: word}
  - {p"""
    pack = PACK.replace("layers:\n  - {p", word, 1)
    block = "- face: {component: boats, row: Gull, width: 78, call-outs: [{layer: word, text: A name.}]}"
    found = game(tmp_path, block, pack)
    (panel,) = found.documents["rules"].panels()
    scene = draw_picture(panel.sketch, FaceShelf(found.facts, drawing_context(found.game)))
    assert scene
    ((x, y),) = ends(scene)
    box = bounds(item for item in inked(scene.items, "#AA1122"))
    assert box
    assert box.left - 2 < x < box.left or box.right < x < box.right + 2
    assert box.top < y < box.bottom


def test_a_number_points_at_a_place_of_the_map(tmp_path: Path) -> None:
    scene = drawn(tmp_path, "- face: {component: chart, width: 138, call-outs: [{place: Pier, text: Fish.}]}")
    ((x, y),) = ends(scene)  # half the size of the chart, which is twice the size of the map
    assert 9 + 100 - 6 < x < 9 + 100 + 6
    assert 20 - 6 < y < 20 + 6


def test_a_part_of_a_face_is_cut_out(tmp_path: Path) -> None:
    scene = drawn(tmp_path, "- face: {component: boats, crop: 0 0 60 30, width: 60}")
    assert (scene.width, scene.height) == (60, 30)


@pytest.mark.slow
@given(
    wanted=st.lists(st.floats(-50, 150, allow_nan=False), max_size=12).map(sorted),
    high=st.floats(20, 200, allow_nan=False),
)
def test_positions_keep_their_order_and_their_distance(wanted: list[float], high: float) -> None:
    found = spread(wanted, PITCH, 0.0, high)
    assert len(found) == len(wanted)
    assert all(-1e-6 <= position <= high + 1e-6 for position in found)
    if (len(wanted) - 1) * PITCH <= high:
        assert all(after - before >= PITCH - 1e-6 for before, after in pairwise(found))


def test_positions_with_room_are_where_they_are_wanted() -> None:
    assert spread([10, 30, 50], 6, 0, 60) == [10, 30, 50]
    assert spread([30, 30, 31], 6, 0, 60) == pytest.approx([24.333, 30.333, 36.333], abs=0.01)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("asked", "count"),
    [("Rowed.", 4), ("{purpose: Rowed., side: front}", 3), ("{purpose: Rowed., side: back}", 1)],
)
def test_a_deck_is_fanned_with_its_back(tmp_path: Path, asked: str, count: int) -> None:
    found = game(tmp_path, f"- components: {{boats: {asked}, chart: {{purpose: Lies there.}}}}")
    assert not found.report.findings, told(found.report)
    boats, chart = found.documents["rules"].panels()
    assert isinstance(boats.sketch, FanSketch)
    assert len(boats.sketch.pieces) == count
    shelf = FaceShelf(found.facts, drawing_context(found.game))
    for panel in (boats, chart):
        scene = draw_picture(panel.sketch, shelf)
        assert scene
        assert scene.width <= EXHIBIT_WIDTH + 1e-6
        assert scene.height <= EXHIBIT_HEIGHT + 1e-6
        clips = [_extent(item) for item in scene.items if isinstance(item, Group)]
        assert all(BoundingBox(0, 0, scene.width, scene.height).contains(box, 0.2) for box in clips)


def test_a_gallery_may_show_a_part_of_a_face(tmp_path: Path) -> None:
    boats = "{purpose: Rowed., rows: [Gull], crop: 0 0 30 15}"
    found = game(tmp_path, f"- components: {{boats: {boats}, chart: Lies there.}}")
    assert not found.report.findings, told(found.report)
    part, _ = found.documents["rules"].panels()
    scene = draw_picture(part.sketch, FaceShelf(found.facts, drawing_context(found.game)))
    assert scene
    assert scene.width == pytest.approx(EXHIBIT_WIDTH)
    assert scene.height == pytest.approx(EXHIBIT_WIDTH / 2)


def test_the_back_of_a_figure_that_stands_is_not_shown(tmp_path: Path) -> None:
    standing = PACK.replace("makes: card", "makes: standee")
    found = game(tmp_path, "- components: {boats: Rowed., chart: Lies there.}", standing)
    boats, _ = found.documents["rules"].panels()
    assert [piece.side for piece in boats.sketch.pieces] == ["front"] * 4


@pytest.mark.slow
def test_a_four_sided_die_shows_its_result_on_three_sides(tmp_path: Path) -> None:
    """The result is at the top corner: players must see which of the numbers on a side counts."""
    pack = PACK.replace("makes: card", "makes: die\nsides: 4\nedge: 30").replace("back: back\n", "")
    found = game(tmp_path, "- components: {boats: {purpose: Thrown., rows: [Tern]}, chart: Lies there.}", pack)
    assert not found.report.errors, told(found.report)
    (boats, _) = found.documents["rules"].panels()
    shelf = FaceShelf(found.facts, drawing_context(found.game))
    (piece,) = boats.sketch.pieces
    view = shelf.view(piece)
    hulls = [bounds((hull,)) for hull in inked(view.scene.items, "#D0E0F0")]
    assert len(hulls) == 3
    middle = (15.0, 15.0 + 30 * 3**0.5 / 12)
    away = [hypot((box.left + box.right) / 2 - middle[0], (box.top + box.bottom) / 2 - middle[1]) for box in hulls]
    assert max(away) - min(away) < 0.2 * max(away), "each side has its mark as near to the top corner"
    assert shelf.face(piece).scene.width != view.scene.width, "the face by itself is the mark"


def test_a_folded_mat_shows_what_is_visible_of_it(tmp_path: Path) -> None:
    """The net of a bag has flaps that are glued, and a back that nobody sees."""
    pack = PACK.replace("makes: card", "makes: mat\nfinished: 10 0 40 30").replace("back: back\n", "")
    block = "- components: {boats: Full., chart: Lies there.}\n- face: {component: boats, row: Gull, width: 60}"
    found = game(tmp_path, block, pack)
    assert not found.report.errors, told(found.report)
    shelf = FaceShelf(found.facts, drawing_context(found.game))
    face = shelf.view(next(iter(found.documents["rules"].panels())).sketch.pieces[0])
    assert (face.scene.width, face.scene.height) == pytest.approx((40, 30))
    assert not face.scene.bleed
    (hull,) = inked(face.scene.items, "#D0E0F0")
    assert bounds((hull,)) == BoundingBox(-5.0, 5.0, 15.0, 15.0), "as on the net, which begins 10 mm further left"


@pytest.mark.slow
def test_the_lines_of_a_board_that_becomes_small_become_thinner(tmp_path: Path) -> None:
    found = game(tmp_path, "- components: {boats: Rowed., chart: Lies there.}")
    shelf = FaceShelf(found.facts, drawing_context(found.game))
    (_, chart) = found.documents["rules"].panels()
    face = shelf.face(chart.sketch.pieces[0])
    widths = [_widest(tuple(piece_items(face, scale(size)))) for size in (1.0, 0.3, 0.15, 0.01)]
    assert widths == pytest.approx([widths[0], widths[0], widths[0] / 2, widths[0] * THINNEST])


def _widest(items: tuple[Item, ...]) -> float:
    (face, _) = items
    return max(_strokes(face.items))


def _strokes(items: tuple[Item, ...]) -> Iterator[float]:
    for item in items:
        if isinstance(item, Group):
            yield from _strokes(item.items)
        elif stroke := getattr(item, "stroke", None):
            yield stroke.width


def _extent(item: Item) -> BoundingBox:
    box = bounds((item,))
    assert box
    return box


@pytest.mark.parametrize(
    ("block", "message"),
    [
        ("face: {component: boots}", "the pack prints no component 'boots'"),
        ("face: {component: boats, row: Gulf}", "'boats' has no row 'Gulf'"),
        ("face: {component: chart, side: back}", "'chart' has no back"),
        ("face: {component: boats, crop: 0 0 90 90}", "does not lie on the face"),
        ("face: {component: boats, call-outs: [{layer: hul, text: x}]}", "the template 'boat' has no layer 'hul'"),
        ("face: {component: boats, row: Auk, call-outs: [{layer: sail, text: x}]}", "'sail' is not drawn on 'Auk'"),
        ("face: {component: boats, call-outs: [{at: [70, 5], text: x}]}", "the point is outside the part of the face"),
        ("face: {component: boats, call-outs: [{place: Pier, text: x}]}", "there is no map on it"),
        ("face: {component: chart, call-outs: [{place: Peer, text: x}]}", "'Peer' is no place on it"),
        ("components: {boats: {purpose: x, rows: [Gulf]}, chart: x}", "'boats' has no row 'Gulf'"),
        ("components: {boats: x, chart: {purpose: x, side: back}}", "'chart' has no back"),
        ("components: {boats: x, chart: x, boots: x}", "the pack prints no component 'boots'"),
    ],
)
def test_what_the_game_does_not_have_is_reported(tmp_path: Path, block: str, message: str) -> None:
    (finding,) = game(tmp_path, f"- {block}").report.findings
    assert finding.code == "undrawable-diagram"
    assert message in finding.message
    assert finding.hint


def test_a_number_is_not_taken_for_a_similar_number(tmp_path: Path) -> None:
    (finding,) = game(tmp_path, "- face: {component: boats, row: '26'}").report.findings
    assert finding.message == "'boats' has no row '26'"
    assert finding.hint is not None
    assert finding.hint.startswith("rows are ")


def test_what_follows_from_another_error_is_not_reported(tmp_path: Path) -> None:
    folder = write(tmp_path, textwrap.dedent(PACK).lstrip("\n") + "      - components: {boats: x, chart: x}\n")
    table = folder / "boats.yaml"
    table.write_text(table.read_text().replace("makes: card", "makes: crad"), encoding="utf-8")
    assert places(report_on(folder)) == ["boats.yaml:2 wrong-value"], "one cause, one finding"


def test_a_component_that_is_left_out_is_reported(tmp_path: Path) -> None:
    (finding,) = game(tmp_path, "- components: {boats: Each player rows one.}").report.findings
    assert finding.code == "incomplete-gallery"
    assert "'chart'" in finding.message


def test_the_same_game_gives_the_same_pictures(tmp_path: Path) -> None:
    assert dump(drawn(tmp_path / "a", CROWDED)) == dump(drawn(tmp_path / "b", CROWDED))
