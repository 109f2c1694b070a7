"""The painter of grid maps: grounds, lines, walls, numbers and names, on hexes and squares."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace

from pnp.draw.maps import paint_map_of_any_kind, placement
from pnp.draw.maps.cell_board import CellBoard
from pnp.draw.maps.grid_map import _painted, crowded_names, placed_names
from pnp.facts.look import Look, look_of
from pnp.interrupts import pausing
from pnp.model.maps.cell_picture import TERRAIN_WORDS
from pnp.model.maps.grid_map import GridMap, read_grid_map
from pnp.model.maps.map_style import MapStyle, read_map_style
from pnp.scene.items import Group, Item, Same, Text
from pnp.scene.items import Path as Drawn
from tests.draw.desk import game
from tests.model.reading import root_of

LAND = """
cells: {shape}
pitch: 10
terrain: |
  . f f
  . m ~
  h . .
legend: {{".": plain, f: forest, m: mountains, "~": water, h: hills}}
places: {{Home: {{at: A1}}}}
"""


Draw = Callable[..., tuple[Item, ...]]


@pytest.fixture(scope="module")
def look() -> Look:
    return look_of(game(""))


@pytest.fixture
def draw(look: Look) -> Draw:
    """A function that draws a map of a text in a style, in a box of 60 × 60 mm."""

    def drawn(land: str, cells: str = "", *names: str) -> tuple[Item, ...]:
        return paint_map_of_any_kind(map_of(land), style_of(cells), look, 60.0, 60.0, frozenset(names))

    return drawn


def map_of(land: str) -> GridMap:
    return read_grid_map(root_of("kind: grid-map\n" + land.lstrip("\n")), "land")


def style_of(cells: str) -> MapStyle:
    return read_map_style(root_of(f"kind: map-style\nplaces: {{diameter: 5}}\ncells: {{{cells}}}\n"), "manner")


def leaves(items: tuple[Item, ...]) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Group):
            yield from leaves(item.items)
        else:
            yield item


def texts(items: tuple[Item, ...]) -> list[str]:
    return [item.string for item in leaves(items) if isinstance(item, Text)]


@pytest.mark.parametrize("shape", ["hex-pointy", "hex-flat", "square"])
def test_the_numbers_and_names_of_all_cells_are_printed(draw: Draw, shape: str) -> None:
    items = draw(LAND.format(shape=shape), "numbers: cell-number, names: cell-name")
    assert sorted(texts(items)) == sorted([*(f"{c}{r}" for c in "ABC" for r in (1, 2, 3)), "Home"])
    assert texts(draw(LAND.format(shape=shape))) == []


LINE = """
cells: hex-flat
terrain: |
  o o
legend: {o: plain}
terrains: {plain: {}, halt: {draw: town}}
tiles-on: plain
tiles:
  Bend: {edges: {N: rail, SE: rail}, label: "8"}
  Halt: {edges: [N, S, SE], terrain: halt, icon: star}
"""


def test_tiles_are_drawn_on_the_map_only_where_they_are_laid(look: Look) -> None:
    manner, bare = style_of("numbers: cell-number, names: cell-name"), map_of(LINE)
    laid = bare.with_tiles(((0, 1), (1, 0)))
    one, two = (paint_map_of_any_kind(each, manner, look, 60.0, 60.0, frozenset()) for each in (bare, laid))
    assert texts(one) == ["A1", "B1"]
    slots = [
        [
            each
            for each in leaves(items)
            if isinstance(each, Drawn) and each.stroke and each.stroke.dash and len(each.commands) == 14
        ]
        for items in (one, two)
    ]
    assert [len(each) for each in slots] == [1, 0]  # two hexes, in one path
    assert sorted(texts(two)) == ["8", "A1", "B1"]
    rails = [
        item for item in leaves(two) if isinstance(item, Drawn) and item.commands[0][0] == "M" and item.fill is None
    ]
    assert len(rails) > sum(1 for item in leaves(one) if isinstance(item, Drawn) and item.fill is None)


def test_a_single_tile_fills_its_box_and_continues_in_the_bleed(look: Look) -> None:
    bend = map_of(LINE).only("Bend")
    assert bend is not None
    manner = style_of("names: cell-name")
    width, height = bend.width, bend.height
    items = paint_map_of_any_kind(bend, manner, look, width, height, frozenset())
    assert placement(bend, manner, width, height) == pytest.approx((1, 0, 0, 1, 0, 0))
    tracks = [
        item for item in leaves(items) if isinstance(item, Drawn) and len(item.commands) == 2 and item.fill is None
    ]
    assert tracks
    (_, x, y), (_, *_, end_x, end_y) = tracks[0].commands
    assert (x, y) == (pytest.approx(width / 2, abs=0.001), pytest.approx(-3.5))  # north, beyond the edge
    assert (end_x - width / 2) / (end_y - height / 2) == pytest.approx(3**0.5, abs=0.001)  # south-east
    assert texts(items) == ["8"]
    assert map_of(LINE).only("Curve") is None


@pytest.mark.parametrize("shape", ["hex-pointy", "hex-flat", "square"])
def test_the_whole_map_is_inside_its_box(draw: Draw, shape: str) -> None:
    (group,) = draw(LAND.format(shape=shape), "rough: 0, drawings: false")
    assert isinstance(group, Group)
    points = [
        (command[-2] + group.transform[4], command[-1] + group.transform[5])
        for item in leaves(group.items)
        if isinstance(item, Drawn)
        for command in item.commands
        if len(command) > 1
    ]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    assert min(xs) >= -0.01
    assert min(ys) >= -0.01
    assert max(xs) <= 60.01
    assert max(ys) <= 60.01
    assert max(max(xs) - min(xs), max(ys) - min(ys)) == pytest.approx(60, abs=0.02)  # and fills it in one direction


@pytest.mark.parametrize("margin", [0.0, 24.0])
def test_a_cell_is_drawn_where_its_place_is(look: Look, margin: float) -> None:
    game_map, style = map_of(LAND.format(shape="hex-flat")), replace(style_of("line: 1"), inset=margin)
    a, b, c, d, e, f = placement(game_map, style, 60.0, 60.0)
    _, group = paint_map_of_any_kind(game_map, style, look, 60.0, 60.0, frozenset(["C2"]))
    assert isinstance(group, Group)
    (lit,) = (item for item in group.items if isinstance(item, Drawn))
    corners = [command[-2:] for command in lit.commands if len(command) > 1]
    middle = [sum(values) / len(corners) for values in zip(*corners, strict=True)]
    place = game_map.place("C2")
    assert place
    assert place.at
    x, y = place.at
    assert (middle[0] + group.transform[4], middle[1] + group.transform[5]) == pytest.approx(
        (a * x + c * y + e, b * x + d * y + f), abs=0.01
    )


def test_what_is_below_emphasized_cells_is_the_same_for_all_of_them(look: Look) -> None:
    game_map, style = map_of(LAND.format(shape="hex-pointy")), style_of("")
    one, other = (
        paint_map_of_any_kind(game_map, style, look, 60.0, 60.0, frozenset([name]))[0] for name in ("A1", "B2")
    )
    assert isinstance(one, Group)
    assert isinstance(other, Group)
    assert one.items is other.items


def test_an_uneven_border_of_two_terrains_is_computed_once_and_looks_up(
    draw: Draw, monkeypatch: pytest.MonkeyPatch
) -> None:
    computed: list[object] = []
    rounded = CellBoard._rounded
    monkeypatch.setattr(CellBoard, "_rounded", lambda board, *side: computed.append(side) or rounded(board, *side))
    land = "cells: hex-pointy\nterrain: |\n  . f .\n   f . f\n  . f .\n"
    pauses: list[object] = []
    with pausing(lambda *doing: pauses.append(doing)):
        draw(f"{land}legend: {{'.': plain, f: forest}}\nterrains: {{plain: {{}}, forest: {{}}}}\n")
    assert len(computed) == len(set(computed)) > 4
    assert len(pauses) >= len(computed)


def test_equal_drawings_share_their_items(draw: Draw) -> None:
    forest = "cells: square\npitch: 10\nextent: 12 x 12\n"
    land = "cells: hex-pointy\npitch: 10\nlegend: {f: forest}\nterrain: |\n" + "  ffffffffffff\n" * 12
    (group,) = draw(land)
    drawings = [id(item.items) for item in group.items if isinstance(item, Group)]
    assert len(drawings) == 144
    assert len(set(drawings)) <= 9
    assert not [item for item in draw(forest)[0].items if isinstance(item, Group)]  # plain ground has no drawing


@pytest.mark.parametrize("drawing", TERRAIN_WORDS)
def test_every_terrain_has_a_ground_and_can_be_drawn(draw: Draw, drawing: str) -> None:
    land = f"cells: hex-flat\nlegend: {{a: {drawing}, b: plain}}\nterrain: |\n  a b\n  b a\n"
    with_drawings, without = draw(land), draw(land, "drawings: false")
    assert len(list(leaves(without))) >= 2
    if drawing not in ("plain", "rock"):
        assert len(list(leaves(with_drawings))) > len(list(leaves(without)))


def lines_of(items: tuple[Item, ...], colour: str) -> list[Drawn]:
    return [item for item in leaves(items) if isinstance(item, Drawn) and item.stroke and item.stroke.colour == colour]


def test_walls_have_gaps_where_openings_are(draw: Draw, look: Look) -> None:
    land = "cells: square\nextent: 3 x 1\nsides:\n  - {between: [A1, B1], kind: wall}\n"
    open_too = land + "  - {between: [B1, C1], kind: wall}\n"
    around = "cells: square\nextent: 3 x 1\nsides:\n  - {around: [B1], kind: wall}\n"
    opened = around + "  - {between: [B1, C1], kind: opening}\n"
    found = []
    for text in (land, open_too, around, opened):
        (walls,) = lines_of(draw(text, "rim: 0"), look.colour("map-cell-wall"))
        found.append(sum(command[0] in "LZ" for command in walls.commands))
    assert found == [1, 2, 4, 3]


def test_rivers_on_neighbouring_sides_are_one_line(draw: Draw, look: Look) -> None:
    land = "cells: hex-pointy\nextent: 3 x 3\nsides:\n  - {of: B2, towards: [NE, E, SE], kind: river}\n"
    (river,) = lines_of(draw(land), look.colour("map-cell-river"))
    assert [command[0] for command in river.commands].count("M") == 1


def test_a_straight_rim_cuts_the_outermost_hexes(look: Look) -> None:
    whole = map_of("cells: hex-pointy\npitch: 10\nextent: 4 x 4\n")
    cut, style = map_of("cells: hex-pointy\npitch: 10\nextent: 4 x 4\nrim: cut\n"), style_of("")
    assert cut.width == pytest.approx(whole.width - 10)
    assert cut.height == pytest.approx(whole.height - 10 / 3**0.5, abs=0.01)
    (group,) = paint_map_of_any_kind(cut, style, look, cut.width, cut.height, frozenset())
    assert isinstance(group, Group)
    assert group.clip


def test_a_small_map_has_thinner_lines(draw: Draw) -> None:
    large = draw("cells: square\npitch: 30\nextent: 2 x 2\n", "line: 1")
    small = draw("cells: square\npitch: 30\nextent: 20 x 20\n", "line: 1")
    widths = [max(item.stroke.width for item in leaves(each) if item.stroke) for each in (large, small)]  # type: ignore[union-attr]
    assert widths[0] == 1.0
    assert widths[1] < 0.2


NAMED = """
cells: square
pitch: 12
terrain: |
  . . . .
  . . . .
  . . . .
  . . . .
legend: {".": plain}
"""


def test_a_name_is_below_the_middle_of_its_cell_unless_a_road_or_another_name_is_there(look: Look) -> None:
    style = style_of("names: street-name")

    def names(more: str) -> dict[str, tuple[float, float]]:
        board, _ = _painted(Same(map_of(NAMED + more)), Same(style), Same(look), 1.0)
        return {each.label.text: each.position.at for each in placed_names(board)}

    place = "places: {Home: {at: B2}}\n"
    x, y = names(place)["Home"]
    assert (x, y > 18) == (18, True)
    below = names(place + "road-kinds: {way: {draw: road}}\nroads: [{through: [B2, B3, B4], kind: way}]\n")["Home"]
    assert below != (x, y)
    close = names("places: {Home: {at: B2}, Long name of Hill: {at: C2}, Longer name of Inn: {at: D2}}\n")
    assert len(set(close.values())) == 3


@pytest.mark.slow
def test_a_name_without_room_is_reported(look: Look) -> None:
    crowd = "places: {" + ", ".join(f"The inn of {cell} at the end: {{at: {cell}}}" for cell in cells()) + "}\n"
    found = crowded_names(map_of(NAMED + crowd), style_of("names: street-name"), look, 48.0, 48.0)
    assert found
    assert all(each.over for each in found)
    calm = map_of(NAMED + "places: {Home: {at: B2}}\n")
    assert crowded_names(calm, style_of("names: street-name"), look, 48.0, 48.0) == ()


def cells() -> Iterator[str]:
    return (f"{column}{row}" for column in "ABCD" for row in range(1, 5))


@pytest.mark.parametrize("shape", ["hex-pointy", "hex-flat"])
@pytest.mark.parametrize("at", ["top", "bottom", "corner"])
def test_numbers_are_inside_a_cut_rim(look: Look, shape: str, at: str) -> None:
    drawn = map_of(f"cells: {shape}\npitch: 16\nrim: cut\nextent: 4 x 3\n")
    items = paint_map_of_any_kind(
        drawn, style_of(f"numbers: cell-number, number-at: {at}"), look, drawn.width, drawn.height, frozenset()
    )
    (group,) = items
    assert isinstance(group, Group)
    numbers = [item for item in leaves(group.items) if isinstance(item, Text)]
    assert len(numbers) == 12
    _, _, _, _, left, top = group.transform or (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    for number in numbers:
        assert -0.01 <= number.x + left < drawn.width - 1.5, number.string
        assert 0.8 < number.y + top <= drawn.height, number.string
