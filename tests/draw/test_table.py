"""The picture of a table: pieces at their places and true sizes, labels that lie over no other label."""

from __future__ import annotations

import re
import textwrap
import xml.etree.ElementTree as ET
from itertools import combinations
from pathlib import Path

import pytest

from pnp.build.examine import Examined, examine
from pnp.build.rules import draw_picture, illustrated
from pnp.draw.component import drawing_context
from pnp.draw.overlays import ROUTE
from pnp.draw.pictures import FaceShelf
from pnp.draw.table import CLOTH, TOP, resolved
from pnp.draw.table_labels import LINED, LabelPlate, LabelSpots
from pnp.facts.table import TableSketch
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.rulebook.markdown import write_markdown, write_texts
from pnp.rulebook.pages import compose_rulebook
from pnp.scene.extent import bounds
from pnp.scene.items import IDENTITY, Affine, BoundingBox, Ellipse, Group, Item, Rect, Scene, Text, compose
from pnp.scene.items import Path as Outline
from pnp.scene.typesetting.text import TextStyle
from pnp.scene.typesetting.typeset import typeset
from tests.pipeline import told, write

PACK = """
# file: pack.yaml
kind: pack
title: Harbour
summary: Row.
players: 2 to 4
credit: {designers: [Ada]}
licence: {name: CC0}
uses: [house]
documents:
  [bay.yaml, chart.yaml, sheet.yaml, halves.yaml, half.yaml, boats.yaml, boat.yaml, back.yaml, desk.yaml, rules.yaml]
components: [{component: chart}, {component: halves}, {component: boats}]
# file: bay.yaml
kind: area-map
name: the bay
size: 200 x 100
areas: {Market: {at: [20, 20], tags: [start]}, Pier: {at: [180, 20]}, Mill: {at: [20, 80]}}
roads: [Market -- Pier -- Mill -- Market]
# file: chart.yaml
kind: component
makes: board
name: Chart
template: sheet
# file: sheet.yaml
kind: template
size: 200 x 100
layers: [{map: bay, style: mini-style}]
# file: halves.yaml
kind: component
makes: board
name: Halves
template: half
rows: [{name: west, part: left half}, {name: east, part: right half}]
# file: half.yaml
kind: template
size: 100 x 100
layers: [{map: bay, style: mini-style, crop: "{part}"}]
# file: boats.yaml
kind: component
makes: token
name: Boats
template: boat
back: back
copies: 16
# file: boat.yaml
kind: template
size: 20
layers: [{panel: "#123456"}]
# file: back.yaml
kind: template
size: 20
layers: [{panel: "#654321"}]
# file: desk.yaml
kind: table
things:
  board: {component: chart, at: middle}
  fleet: {component: boats, at: on board, places: [Market, Pier]}
  crew: {component: boats, name: Crew, at: on board, places: Mill, count: 3}
  stock: {component: boats, name: Stock, as: pile, face: down, count: 4, at: right of board}
  own: {component: boats, name: Your boat, at: each seat}
# file: rules.yaml
kind: rulebook
sections:
  - title: Set-up
    text:
      - set-up:
          players: 2
          width: 150
          caption: For two.
          steps:
            - {text: "Put **boats** on the map.", shows: [fleet, crew]}
            - {text: "Stack the others, {12 - 9} of them at most.", shows: stock}
            - Begin.
"""


def game(folder: Path, text: str = PACK) -> Examined:
    write(folder, textwrap.dedent(text).lstrip("\n"))
    return examine(load(find_targets([str(folder)])[0]))


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Examined:
    found = game(tmp_path_factory.mktemp("table"))
    assert not found.report.findings, told(found.report)
    return found


def groups(items: tuple[Item, ...]) -> list[Group]:
    found = [item for item in items if isinstance(item, Group)]
    return found + [each for item in found for each in groups(item.items)]


def sketch(found: Examined) -> TableSketch:
    (panel,) = found.documents["rules"].panels()
    assert isinstance(panel.sketch, TableSketch)
    return panel.sketch


def shelf(found: Examined) -> FaceShelf:
    return FaceShelf(found.facts, drawing_context(found.game))


@pytest.mark.slow
def test_markers_lie_on_their_places(harbour: Examined) -> None:
    things = {each.thing.id: each for each in resolved(sketch(harbour).laid, shelf(harbour))}
    market, pier = things["fleet"].pieces  # the map is as large as the board, around the middle of the table
    assert (market.x, market.y) == pytest.approx((-80, -30), abs=8)
    assert (pier.x, pier.y) == pytest.approx((80, -30), abs=8)
    crew = things["crew"].pieces
    assert sum(piece.x for piece in crew) / 3 == pytest.approx(-80, abs=8)
    for one, other in combinations(crew, 2):
        assert abs(one.x - other.x) >= 20 or abs(one.y - other.y) >= 20, "several on one place are next to each other"


@pytest.mark.slow
def test_a_space_lies_on_its_place(tmp_path: Path) -> None:
    """An example shows where something happens, though nothing lies there."""
    text = PACK.replace("  stock:", "  berth: {space: 30 x 30, at: on board, places: Pier}\n  stock:").replace(
        "[fleet, crew]", "[fleet, crew, berth]"
    )
    found = game(tmp_path, text)
    assert not found.report.findings, told(found.report)
    (berth,) = (each for each in resolved(sketch(found).laid, shelf(found)) if each.thing.id == "berth")
    assert berth.box.centre == pytest.approx((80, -30), abs=8)
    assert (berth.box.width, berth.box.height) == pytest.approx((30, 30))
    away = game(tmp_path / "away", text.replace("30 x 30, at: on board", "30 x 30, at: right of board"))
    assert any("'berth' has places, but does not lie on anything" in each.message for each in away.report.findings)


@pytest.mark.slow
def test_an_example_goes_on_from_seat_to_seat(tmp_path: Path) -> None:
    text = (
        PACK.replace(
            "own: {component: boats, name: Your boat, at: each seat}",
            "own: {component: halves, example: [east, west], shuffled: true, count: 1, at: each seat}",
        )
        .replace("part: left half}", "part: left half, copies: 4}")
        .replace("part: right half}", "part: right half, copies: 4}")
    )
    found = game(tmp_path, text)
    assert not found.report.errors, told(found.report)
    things = resolved(sketch(found).laid, shelf(found))
    drawn = {each.seat: each.pieces[0].shown.name for each in things if each.thing.id == "own" and each.pieces[0].shown}
    assert drawn == {1: "east", 2: "west"}


@pytest.mark.slow
def test_markers_are_moved_from_their_places(harbour: Examined, tmp_path: Path) -> None:
    moved = game(tmp_path, PACK.replace("places: [Market, Pier]}", "places: [Market, Pier], shift: [1, 5]}"))
    before, after = (
        next(each for each in resolved(sketch(found).laid, shelf(found)) if each.thing.id == "fleet").pieces
        for found in (harbour, moved)
    )
    for one, other in zip(before, after, strict=True):
        assert (other.x - one.x, other.y - one.y) == pytest.approx((1, 5))


def test_a_board_of_two_halves_has_the_places_of_each(tmp_path: Path) -> None:
    halves = PACK.replace("{component: chart, at: middle}", "{component: halves, count: 2, at: middle}")
    found = game(tmp_path, halves)
    assert not found.report.findings, told(found.report)
    things = {each.thing.id: each for each in resolved(sketch(found).laid, shelf(found))}
    market, pier = things["fleet"].pieces
    assert market.x == pytest.approx(-80, abs=8), "on the western half"
    assert pier.x == pytest.approx(80, abs=8), "on the eastern half"


@pytest.mark.slow
def test_pieces_have_their_true_sizes(harbour: Examined) -> None:
    shown = sketch(harbour)
    scene = draw_picture(shown, shelf(harbour))
    assert scene
    size = (scene.width - 0.5 - 0.5) / shown.laid.box.width
    assert scene.width == pytest.approx(150)
    boats = [item for item in flat(scene.items) if isinstance(item, Rect) and item.fill == "#123456"]
    assert len(boats) == 2 + 3 + 2, "on the map and at each seat; those of the pile lie face down"
    clips = [item for item in scene.items if isinstance(item, Group) and isinstance(item.clip, Rect)]
    scales = {round(item.transform[0] ** 2 + item.transform[1] ** 2, 6) for item in clips}
    assert scales == {round(size**2, 6)}, "one scale for all"


@pytest.mark.slow
def test_a_picture_is_as_high_as_the_set_up_says(tmp_path: Path) -> None:
    found = game(tmp_path, PACK.replace("width: 150", "height: 60"))
    scene = draw_picture(sketch(found), shelf(found))
    assert scene
    assert scene.height == pytest.approx(60)
    assert scene.width < 150


@pytest.mark.slow
def test_what_is_faded_is_drawn_pale_and_takes_no_piece(tmp_path: Path) -> None:
    """All boats are on the table of four: a pale one shows where a boat was."""
    text = PACK.replace("copies: 16", "copies: 13")
    before = "  before: {component: boats, at: on board, places: Mill, faded: true}\n  stock:"
    assert game(tmp_path / "one", text.replace("  stock:", before.replace(", faded: true", ""))).report.findings
    found = game(tmp_path / "pale", text.replace("  stock:", before))
    assert not found.report.findings, told(found.report)
    scene = draw_picture(sketch(found), shelf(found))
    assert scene
    pale = [item for item in groups(scene.items) if item.opacity < 1]
    assert [bool(boxes(item.items, Rect, "#123456")) for item in pale] == [True]


@pytest.mark.slow
def test_pieces_in_a_bag_are_drawn_as_a_bag_with_one_of_them(tmp_path: Path) -> None:
    found = game(tmp_path, PACK.replace("as: pile, face: down, count: 4", "as: bag, face: down, count: 4"))
    scene = draw_picture(sketch(found), shelf(found))
    assert scene
    (bag,) = boxes(scene.items, Outline, CLOTH)
    (piece,) = boxes(scene.items, Rect, "#654321")
    assert bag.contains(piece)
    assert piece.width < bag.width < 1.1 * boxes(scene.items, Rect, "#123456")[0].width


@pytest.mark.slow
def test_labels_lie_over_no_other_label(harbour: Examined) -> None:
    scene = draw_picture(sketch(harbour), shelf(harbour))
    assert scene
    plates = [item for item in scene.items if isinstance(item, Rect) and item.radius and item.fill == "#FFFFFF"]
    assert len(plates) == 5, "the chart, the crew, the stock, the boat of one seat, and the fleet of a step"
    for one, other in combinations(plates, 2):
        across = one.x < other.x + other.width and other.x < one.x + one.width
        down = one.y < other.y + other.height and other.y < one.y + one.height
        assert not (across and down)
    for plate in plates:
        assert plate.x >= 0
        assert plate.x + plate.width <= scene.width
        assert plate.y + plate.height <= scene.height
    assert {"Chart", "Stock × 4", "Crew × 3", "Your boat", "Boats"} <= set(words(scene))
    assert words(scene).count("1") == 2, "both things of the first step"
    assert words(scene).count("2") == 1


@pytest.mark.slow
def test_each_name_has_a_line_that_ends_on_its_thing_and_crosses_no_label(harbour: Examined) -> None:
    scene = draw_picture(sketch(harbour), shelf(harbour))
    assert scene
    chart = next(bounds((item,)) for item in scene.items if isinstance(item, Group) and isinstance(item.clip, Rect))
    pieces = [chart, *boxes(scene.items, Rect, "#123456"), *boxes(scene.items, Rect, "#654321")]
    plates = [
        BoundingBox(item.x, item.y, item.x + item.width, item.y + item.height)
        for item in scene.items
        if isinstance(item, Rect) and item.radius and item.fill == "#FFFFFF"
    ]
    lines = [item for item in scene.items if isinstance(item, Group) and len(item.items) == 4]
    on_things = [plate for plate in plates if chart and chart.contains(plate)]
    assert len(lines) == len(plates) - len([plate for plate in on_things if not _leads(plate, lines)])
    for line in lines:
        end, whole = bounds(line.items[3:]), bounds(line.items[2:])
        assert end
        assert whole
        assert any(piece and piece.grown(0.1).contains(BoundingBox(*end.centre, *end.centre)) for piece in pieces)
        assert sum(whole.overlaps(plate.grown(-0.5)) for plate in plates) <= 1, "its own, at its beginning"


def _leads(plate: BoundingBox, lines: list[Group]) -> bool:
    """Whether a line begins at a plate."""
    return any((whole := bounds(line.items[2:])) and whole.overlaps(plate.grown(0.1)) for line in lines)


@pytest.mark.slow
def test_labels_lie_on_the_table_beside_what_is_small(tmp_path: Path) -> None:
    text = PACK.replace("at: middle}", "at: middle, scale: 0.15}").replace(
        "places: [Market, Pier]}", "places: Pier, scale: 0.2}"
    )
    text = text.replace("places: Mill, count: 3}", "places: Market, scale: 0.2}")
    found = game(tmp_path, text)
    scene = draw_picture(sketch(found), shelf(found))
    assert scene
    table = next(item for item in scene.items if isinstance(item, Rect) and item.fill == TOP)
    chart = next(bounds((item,)) for item in scene.items if isinstance(item, Group) and isinstance(item.clip, Rect))
    assert chart
    plates = [item for item in scene.items if isinstance(item, Rect) and item.radius and item.fill == "#FFFFFF"]
    assert len(plates) == 5
    for plate in plates:
        box = BoundingBox(plate.x, plate.y, plate.x + plate.width, plate.y + plate.height)
        assert not box.common_area(chart), "a label over a small chart would hide it"
        assert BoundingBox(table.x, table.y, table.x + table.width, table.y + table.height).contains(box)


@pytest.mark.slow
def test_labels_lie_next_to_a_narrow_table_where_they_would_cover_pieces(tmp_path: Path) -> None:
    """A table that is higher than wide leaves room at its sides, and names of piles at its edge lay on the piles."""
    text = PACK.replace("kind: table", "kind: table\nsize: 264 x 900")
    found = game(tmp_path, text)
    scene = draw_picture(sketch(found), shelf(found))
    assert scene
    (table,) = boxes(scene.items, Rect, TOP)
    plates = [box for box in boxes(scene.items, Rect, "#FFFFFF") if box.width > 1.5 * box.height]
    assert any(not table.contains(plate) for plate in plates)
    assert all(BoundingBox(0.0, 0.0, scene.width, scene.height).contains(plate, 0.2) for plate in plates)
    pile = boxes(scene.items, Rect, "#654321")
    assert pile
    assert not [plate for plate in plates if any(plate.common_area(piece) for piece in pile)]


@pytest.mark.slow
def test_a_number_covers_neither_its_other_pieces_nor_words_of_the_board(tmp_path: Path) -> None:
    crowd = PACK.replace("places: [Market, Pier]}", "places: Market, count: 3, scale: 0.6}").replace(
        "layers: [{map: bay, style: mini-style}]",
        """layers:
  - {map: bay, style: mini-style}
  - {text: Market, style: card-title, at: [8, 33], size: 30 x 7, colour: '#AA1122'}""",
    )
    found = game(tmp_path, crowd)
    scene = draw_picture(sketch(found), shelf(found))
    assert scene
    discs = [box for box in boxes(scene.items, Ellipse) if box.width == pytest.approx(5, abs=0.01)]
    drawn = sorted(boxes(scene.items, Rect, "#123456"), key=lambda box: box.width)
    boats = [box.grown(-0.9) for box in drawn if box.width < 0.8 * drawn[-1].width]  # without their bleed
    (name,) = boxes(scene.items, Text, "#AA1122")
    assert len(boats) == 3
    assert not [disc for disc in discs for other in (*boats, name) if disc.overlaps(other)]


@pytest.mark.slow
def test_a_number_covers_no_place_of_the_board_and_points_at_its_piece(tmp_path: Path) -> None:
    spots = [(x, y) for x in (4, 20, 36, 52) for y in (4, 20, 36, 52)]
    areas = ", ".join(f"P{x}-{y}: {{at: [{x}, {y}]}}" for x, y in spots if (x, y) != (20, 20))
    marks = "".join(f"\n  - {{panel: '#AA1122', at: [{x - 1}, {y - 1}], size: 2 x 2}}" for x, y in spots)
    text = PACK.replace("areas: {", f"areas: {{{areas}, ").replace("- Market]", "- Market, P4-4 -- P4-20]")
    text = text.replace("layers: [{map: bay, style: mini-style}]", "layers:\n  - {map: bay, style: mini-style}" + marks)
    found = game(tmp_path, text.replace("places: [Market, Pier]}", "places: Market, scale: 0.5}"))
    scene = draw_picture(sketch(found), shelf(found))
    assert scene
    discs = [box for box in boxes(scene.items, Ellipse) if box.width == pytest.approx(5, abs=0.01)]
    places = boxes(scene.items, Rect, "#AA1122")
    assert len(discs) == 3
    assert len(places) == 16
    assert not [disc for disc in discs for place in places if disc.grown(-0.5).overlaps(place)], "but for a corner"
    fleet = min(boxes(scene.items, Rect, "#123456"), key=lambda box: box.width)
    lines = [item for item in scene.items if isinstance(item, Group) and len(item.items) == 4]
    beside = min(disc.gap(fleet) for disc in discs) < LINED
    assert beside or any((end := bounds(line.items[3:])) and fleet.grown(1.0).overlaps(end) for line in lines)


@pytest.mark.slow
def test_things_of_one_name_have_one_label_with_their_number(tmp_path: Path) -> None:
    more = """
      rest: {component: boats, name: Stock, as: pile, count: 3, at: left of board}
      mate: {component: boats, name: Crew, at: right of own, count: 1 if seat == 2 else 0}
    """
    text = PACK.replace(
        "# file: rules.yaml", textwrap.indent(textwrap.dedent(more).strip(), "  ") + "\n# file: rules.yaml"
    )
    found = game(tmp_path, text)
    scene = draw_picture(sketch(found), shelf(found))
    assert scene
    labels = [each for each in words(scene) if not each.isdigit()]
    assert sorted(labels) == ["Boats", "Chart", "Crew × 3", "Stock × 4", "Your boat"], "the stock of the step"
    unstacked = game(tmp_path, text.replace(", shows: stock}", "}"))
    scene = draw_picture(sketch(unstacked), shelf(unstacked))
    assert scene
    assert sorted(each for each in words(scene) if not each.isdigit()) == [
        "Boats",
        "Chart",
        "Crew × 3",
        "Stock × 7",
        "Your boat",
    ]


MOMENT = PACK.replace("width: 150", "width: 150\n          around: [Market, Pier]\n          margin: 25")
UNNUMBERED = re.sub(r", shows: [^}]+", "", MOMENT)


@pytest.mark.slow
def test_a_moment_shows_a_part_of_the_table_with_numbers_alone(tmp_path: Path) -> None:
    found = game(tmp_path, MOMENT)
    scene = draw_picture(sketch(found), shelf(found))
    assert scene
    assert scene.width == 150
    assert scene.height == pytest.approx(150 * 50 / 205, abs=0.2), "25 mm around places that are 155 mm apart"
    assert sorted(words(scene)) == ["1", "1", "2"]
    alt = next(panel.alt for panel in found.documents["rules"].panels())
    assert alt.startswith("Set-up (Players: 2): Chart")
    named = game(tmp_path / "named", MOMENT.replace("kind: table\n", "kind: table\nname: At noon\n"))
    assert next(panel.alt for panel in named.documents["rules"].panels()).startswith("At noon: Chart")


@pytest.mark.slow
def test_steps_may_have_letters(tmp_path: Path) -> None:
    found = game(tmp_path, MOMENT.replace("margin: 25", "letters: true"))
    scene = draw_picture(sketch(found), shelf(found))
    assert scene
    assert sorted(words(scene)) == ["A", "A", "B"]
    (document,) = found.documents.values()
    assert any("- **B:** Stack the others, 3 of them" in line for line in write_markdown(document).splitlines())


@pytest.mark.slow
def test_a_route_of_a_moment_is_counted_and_wholly_shown(tmp_path: Path) -> None:
    text = UNNUMBERED.replace("around: [Market, Pier]", "around: Market\n          way: [Market, Pier, Mill]")
    found = game(tmp_path, text)
    scene = draw_picture(sketch(found), shelf(found))
    assert scene
    assert scene.width / scene.height == pytest.approx(1.9, abs=0.02), "all three places are shown"
    blue = [item for item in flat(scene.items) if isinstance(item, Text) and item.fill == "#FFFFFF"]
    assert [item.string for item in blue] == ["1", "2"]


@pytest.mark.slow
def test_several_routes_have_their_colours_and_lie_next_to_each_other(tmp_path: Path) -> None:
    ways = """around: Market
          ways:
            - [Market, Pier]
            - {through: [Pier, Market, Mill], colour: water, dashed: true, shift: [0, 6]}"""
    found = game(tmp_path, UNNUMBERED.replace("around: [Market, Pier]", ways))
    scene = draw_picture(sketch(found), shelf(found))
    assert scene
    numbers = [item.string for item in flat(scene.items) if isinstance(item, Text) and item.string.isdigit()]
    assert numbers == ["1", "1", "2"]
    dashed = {item.stroke.colour for item in flat(scene.items) if isinstance(item, Outline) and has_dashes(item)}
    assert len(dashed) == 1
    assert ROUTE not in dashed


@pytest.mark.slow
def test_a_route_may_begin_at_a_thing_on_the_table(tmp_path: Path) -> None:
    ways = "around: [Market, Pier]\n          ways: [{through: [Market, Pier, Mill], start: stock}]"
    found = game(tmp_path, UNNUMBERED.replace("around: [Market, Pier]", ways))
    scene = draw_picture(sketch(found), shelf(found))
    assert scene
    blue = [item for item in flat(scene.items) if isinstance(item, Text) and item.fill == "#FFFFFF"]
    assert [item.string for item in blue] == ["1", "2"], "the moves are counted as without a start"


def has_dashes(item: Outline) -> bool:
    return item.stroke is not None and bool(item.stroke.dash)


@pytest.mark.slow
def test_a_moment_may_have_another_margin_on_each_side(tmp_path: Path) -> None:
    found = game(tmp_path, MOMENT.replace("margin: 25", "margin: [10, 20, 15, 5]"))
    scene = draw_picture(sketch(found), shelf(found))
    assert scene
    assert scene.height == pytest.approx(150 * 25 / 180, abs=0.2), "25 mm around places that are 155 mm apart"


@pytest.mark.slow
def test_a_route_is_not_counted_where_steps_are_numbered(tmp_path: Path) -> None:
    found = game(tmp_path, MOMENT.replace("margin: 25", "way: [Market, Pier, Mill]"))
    scene = draw_picture(sketch(found), shelf(found))
    assert scene
    assert sorted(words(scene)) == ["1", "1", "2"], "only the numbers of the steps"


@pytest.mark.slow
def test_a_route_leads_over_the_parts_of_a_map(tmp_path: Path) -> None:
    """The places of a route may be on several pieces of one map, such as the tiles of a city."""
    text = UNNUMBERED.replace("board: {component: chart,", "board: {component: halves, count: 2, spacing: 0,")
    assert text != UNNUMBERED
    found = game(tmp_path, text.replace("around: [Market, Pier]", "around: Market\n          way: [Market, Pier]"))
    scene = draw_picture(sketch(found), shelf(found))
    assert scene
    assert "1" in [item.string for item in flat(scene.items) if isinstance(item, Text) and item.fill == "#FFFFFF"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "[Market, Pier]\n          margin",
            "[Market, Peer]\n          margin",
            "'Peer' is neither a place nor a thing",
        ),
        ("margin: 25", "way: [Market, Peer]", "'Peer' is no place of the map 'bay'"),
        ("margin: 25", "way: [Peer, Market]", "'Peer' is no place of a map on the table"),
        ("margin: 25", "ways: [{through: [Market, Pier], colour: watr}]", "unknown colour 'watr'"),
        ("margin: 25", "ways: [{through: [Market, Pier], start: Peer}]", "'Peer' is neither a place nor a thing"),
    ],
)
def test_places_of_a_moment_that_are_not_there_are_reported(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in MOMENT
    (finding,) = game(tmp_path, MOMENT.replace(old, new)).report.findings
    assert message in finding.message
    assert finding.hint


def test_a_label_is_nearer_to_its_thing_than_to_others() -> None:
    plate = LabelPlate(None, "1", 5.0, 5.0)
    own, frame = BoundingBox(40.0, 40.0, 44.0, 44.0), BoundingBox(0.0, 0.0, 100.0, 100.0)
    below = BoundingBox(36.0, 51.5, 48.0, 60.0)
    alone = LabelSpots(plate, own, [below], (), (), (), (frame, frame), False)
    beside = LabelSpots(plate, own, [below], (), (), (), (frame, frame), False, [below])
    assert alone.best()[1].top > own.bottom, "below it, as there is room between the two"
    assert beside.is_ambiguous(alone.best()[1])
    assert not beside.is_ambiguous(beside.best()[1])
    closed = [
        BoundingBox(20.0, 20.0, 64.0, 34.4),
        BoundingBox(20.0, 49.6, 64.0, 64.0),
        BoundingBox(20.0, 34.0, 34.4, 50.0),
        BoundingBox(49.6, 34.0, 64.0, 50.0),
    ]
    narrow = LabelSpots(plate, own, closed, (), (), (), (frame, frame), False, closed)
    assert narrow.is_ambiguous(narrow.best()[1]), "it has a line there"


def test_what_lies_below_a_piece_may_be_covered_beside_it() -> None:
    plate = LabelPlate(None, "1", 5.0, 5.0)
    own, frame = BoundingBox(40.0, 40.0, 44.0, 44.0), BoundingBox(0.0, 0.0, 100.0, 100.0)
    place, word = BoundingBox(36.0, 36.0, 48.0, 48.0), BoundingBox(36.0, 45.0, 52.0, 47.0)
    spot = LabelSpots(plate, own, (), [place, word], (), (), (frame, frame), False).best()[1]
    assert spot.gap(own) <= LINED, "on the edge of its place"
    assert not spot.overlaps(word)


@pytest.mark.slow
def test_a_label_beside_the_board_has_a_line_to_its_piece_at_the_edge(tmp_path: Path) -> None:
    text = PACK.replace("at: [180, 20]", "at: [198, 20]")
    text = text.replace("places: [Market, Pier]}", "places: Pier, scale: 0.3}")
    text = text.replace("at: middle}", "at: middle, scale: 0.4}")
    scene = draw_picture(found := sketch(game(tmp_path, text)), shelf(game(tmp_path, text)))
    assert scene
    assert found.numbers["fleet"] == "1"
    lines = [item for item in scene.items if isinstance(item, Group) and len(item.items) == 4]
    fleet = min(boxes(scene.items, Rect, "#123456"), key=lambda box: box.width)
    assert any((end := bounds(line.items[3:])) and fleet.grown(1.0).overlaps(end) for line in lines)


def test_a_line_is_cheaper_where_it_crosses_nothing() -> None:
    plate = LabelPlate(None, "1", 5.0, 5.0)
    own, frame = BoundingBox(40.0, 40.0, 44.0, 44.0), BoundingBox(0.0, 0.0, 100.0, 100.0)
    ring = [
        BoundingBox(30.0, 30.0, 54.0, 39.0),
        BoundingBox(30.0, 45.0, 54.0, 54.0),
        BoundingBox(30.0, 39.0, 39.0, 45.0),
    ]
    spot = LabelSpots(plate, own, ring, [BoundingBox(45.0, 40.0, 52.0, 44.0)], (), (), (frame, frame), False).best()[1]
    assert not any(spot.overlaps(box) for box in ring)
    free = LabelSpots(plate, own, ring, (), (), (), (frame, frame), False).best()[1]
    assert free.left > own.right, "everywhere else something is covered"
    assert (spot.left, spot.top) != (free.left, free.top)


def test_a_line_ends_at_the_edge_of_a_piece_that_is_full_of_words() -> None:
    """The dot lay on the number of a coin."""
    plate, frame = LabelPlate(None, "1", 5.0, 5.0), BoundingBox(0.0, 0.0, 100.0, 100.0)
    aside = BoundingBox(60.0, 60.0, 65.0, 65.0)
    coin, card = BoundingBox(40.0, 40.0, 44.0, 44.0), BoundingBox(30.0, 30.0, 44.0, 44.0)
    for piece, at_edge in ((coin, 42.0 + 2.0 / 2**0.5), (card, 44.0)):
        spots = LabelSpots(plate, piece, (), (), (), (), (frame, frame), False, signs=[piece.grown(-0.2)])
        assert spots.line(aside)[1] == pytest.approx((at_edge, at_edge))
        empty = LabelSpots(plate, piece, (), (), (), (), (frame, frame), False)
        assert max(empty.line(aside)[1]) < at_edge


def test_a_label_leaves_a_board_where_there_is_room_beside_it() -> None:
    """Names on the board hid its streets."""
    text = typeset("Cabs × 3", TextStyle("Fira Sans", 7.5, "#000000"))
    plate, frame = LabelPlate(text, "5", 20.0, 5.0), BoundingBox(0.0, 0.0, 200.0, 100.0)
    board, cab = BoundingBox(60.0, 10.0, 160.0, 90.0), BoundingBox(93.0, 48.0, 97.0, 52.0)
    spot = LabelSpots(plate, cab, (), (), [board], (), (frame, frame), False, placed=True).best()[1]
    assert not spot.overlaps(board)


@pytest.mark.slow
def test_numbers_have_the_accent_of_the_game(tmp_path: Path) -> None:
    theme = "# file: look.yaml\nkind: theme\nextends: theme\npalette: {sheet-accent: '#AA3377'}\n# file: rules.yaml"
    text = PACK.replace("rules.yaml]", "rules.yaml, look.yaml]").replace("# file: rules.yaml", theme)
    found = game(tmp_path, text)
    scene = draw_picture(sketch(found), shelf(found))
    assert scene
    assert "#AA3377" in {getattr(each, "fill", "") for each in flat(scene.items)}


def boxes(items: tuple[Item, ...], kind: type, fill: str = "", to: Affine = IDENTITY) -> list[BoundingBox]:
    """The boxes of all items of a kind, and a colour, in the picture."""
    found = []
    for item in items:
        if isinstance(item, Group):
            found += boxes(item.items, kind, fill, compose(to, item.transform))
        elif isinstance(item, kind) and (not fill or getattr(item, "fill", "") == fill):
            box = bounds((item,), to)
            found += [box] if box else []
    return found


def words(scene: Scene) -> list[str]:
    """Texts of the picture, word by word joined where they stand in one group."""
    found = []
    for item in scene.items:
        texts = [each.string for each in flat((item,)) if isinstance(each, Text)]
        if texts and not (isinstance(item, Group) and item.clip):
            found.append(" ".join(texts))
    return found


def flat(items: tuple[Item, ...]) -> list[Item]:
    return [each for item in items for each in (flat(item.items) if isinstance(item, Group) else [item])]


@pytest.mark.slow
def test_every_form_of_the_rules_has_the_picture_and_its_steps(harbour: Examined) -> None:
    document = illustrated(harbour.documents["rules"], harbour.facts)
    files = write_texts(document, ["md", "html"])
    page, text = files["rulebook.html"].decode(), files["rulebook.md"].decode()
    alt = (
        "Set-up (Players: 2): Chart; 1: 2 × Boats (Market, Pier); 1: 3 × Crew (Mill); 2: 4 × Stock (face down); "
        "Your boat (for each player)"
    )
    figure = ET.fromstring(page).find(".//{http://www.w3.org/1999/xhtml}figure/{http://www.w3.org/2000/svg}svg")
    assert figure is not None
    assert figure.get("aria-label") == alt
    assert re.search(r"<ol>\s*<li>Put <strong>boats</strong> on the map.</li>", page)
    assert f"![{alt}](diagrams/desk.svg)" in text
    assert "1. Put **boats** on the map.\n2. Stack the others, 3 of them at most.\n3. Begin." in text
    (sheet,) = compose_rulebook(document, 210, 297)
    strings = " ".join(item.string for item in flat(sheet.items) if isinstance(item, Text))
    assert "For two." in " ".join(strings.split())
    assert "3 of them at most" in " ".join(strings.split())


def test_a_set_up_for_another_number_of_players_says_for_how_many_the_table_is(tmp_path: Path) -> None:
    for players, hint in (("2 to 4", "it is for 2 to 4 players"), ("2", "it is for 2 players")):
        pack = PACK.replace("players: 2 to 4", f"players: {players}")
        report = game(tmp_path, pack.replace("players: 2\n          width", "players: 5\n          width")).report
        assert hint in [finding.hint for finding in report.findings]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("players: 2\n          width", "players: 5\n          width", "the table 'desk' is not for 5 players"),
        ("shows: stock", "shows: stok", "there is no 'stok' on the table 'desk'"),
        ("set-up:\n", "set-up:\n          table: dask\n", "there is no table 'dask'"),
        ("places: [Market, Pier]", "places: [Market, Peer]", "'Peer' is no place on 'board'"),
        ("places: Mill", "places: [Mill, Pier]", "3 pieces of 'crew' have 2 places"),
    ],
)
def test_what_a_set_up_names_wrongly_is_reported_once(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in PACK
    (finding,) = game(tmp_path, PACK.replace(old, new)).report.findings
    assert message in finding.message
    assert finding.hint


@pytest.mark.slow
def test_pieces_on_a_thing_that_has_none_lie_where_another_has_the_place(tmp_path: Path) -> None:
    text = PACK.replace(
        "  crew:", "  ghost: {component: boats, name: Ghost, count: players - 2, at: left of board}\n  crew:"
    ).replace("at: on board, places: Mill", "at: on ghost, places: Mill")
    found = game(tmp_path, text)
    assert not found.report.errors, told(found.report)
    things = {each.thing.id: each for each in resolved(sketch(found).laid, shelf(found))}
    assert len(things["crew"].pieces) == 3
