"""Block maps as they are drawn: sizes, lanes, arrows, marks, parts of them, and diagrams of their law."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pnp.draw.component import drawing_context
from pnp.draw.layers.map import paint_diagram
from pnp.draw.maps.block_map import paint_block_map
from pnp.draw.maps.lanes import Board, _bays, _crosswalks, _streets, arrow, draw_streets
from pnp.expression import Environment
from pnp.facts.look import Look, look_of
from pnp.model.diagram import PARTS
from pnp.model.maps.block_map import BlockMap
from pnp.model.maps.map_style import MapStyle, read_map_style
from pnp.scene.drawings import dump
from pnp.scene.extent import bounds
from pnp.scene.items import Group, Item, Path, Rect, Scene, Text
from pnp.scene.parts import Drawn
from pnp.source import read_document
from tests.draw.desk import draw_game, game
from tests.network.lanes import city

TILES = """
kind: map-style
places: {diameter: 10}
blocks: {fill: tiles, names: area-label, letters: street-name}
"""
ALL = "[right, straight, left, u-turn]"
"""Every turn."""


def style(text: str = TILES) -> MapStyle:
    root = read_document(text.encode(), "style.yaml").root
    assert root is not None
    return read_map_style(root, "style")


@pytest.fixture(scope="module")
def look() -> Look:
    return look_of(game(""))


def town(**settings: str) -> BlockMap:
    return city(2, 3, 3, **{"turns": ALL, "unused": "[1/1, 17/1, 1/12, 17/12]", **settings})


def painted(drawn: BlockMap, look: Look, *names: str, width: float = 0.0, text: str = TILES) -> tuple[Item, ...]:
    width = width or drawn.width
    height = width * drawn.height / drawn.width
    return paint_block_map(drawn, style(text), look, width, height, frozenset(names))


def flat(items: tuple[Item, ...]) -> Iterator[Item]:
    for item in items:
        yield item
        if isinstance(item, Group):
            yield from flat(item.items)


def texts(items: tuple[Item, ...]) -> list[str]:
    return [item.string for item in flat(items) if isinstance(item, Text)]


def test_the_board_is_as_large_as_its_blocks_and_streets(look: Look) -> None:
    drawn = town()
    assert (drawn.width, drawn.height) == (17 * 16, 12 * 16)
    box = bounds(painted(drawn, look))
    assert box is not None
    assert (box.left, box.top, box.right, box.bottom) == pytest.approx((0, 0, 272, 192), abs=0.01)


def test_it_is_drawn_alike_each_time(look: Look) -> None:
    first, again = (dump(Scene(272, 192, painted(town(), look))) for _ in range(2))
    assert first == again


def test_blocks_bear_their_names_and_the_letters_of_their_addresses(look: Look) -> None:
    found = texts(painted(town(addresses="[N, SE]"), look))
    assert sorted(found) == sorted(["A1", "B1", "C1", "A2", "B2", "C2", *["N", "SE"] * 6])


def test_each_lane_ends_in_an_arrow_for_what_the_law_allows_there(look: Look) -> None:
    board = Board(town(turns="[right, straight, left]"), style(), look, 16.0)
    colour = board.paint("paint")
    stamps = [item.items for item in flat(painted(board.drawn, look)) if isinstance(item, Group)]
    corner = sum(stamp in (arrow(("right",), "right", colour), arrow(("left",), "right", colour)) for stamp in stamps)
    inner = sum(stamp == arrow(("right", "straight", "left"), "right", colour) for stamp in stamps)
    assert (corner, inner) == (8, 2 * 4)


def test_the_left_hand_board_has_its_arrows_on_the_other_lanes(look: Look) -> None:
    right, left = (painted(town(drive=drive), look) for drive in ("right", "left"))
    places = [
        sorted(
            round(item.transform[4], 2)
            for item in flat(items)
            if isinstance(item, Group) and abs(item.transform[1]) > 10
        )
        for items in (right, left)
    ]
    assert places[1] == pytest.approx(sorted(272 - x for x in places[0]))


def test_small_maps_leave_out_what_could_not_be_read(look: Look) -> None:
    items = painted(town(), look, width=40)
    assert not texts(items)
    assert len(list(flat(items))) < 30


@pytest.mark.parametrize("name", ["B2", "4/1", "C1 SW"])
def test_what_stands_out_is_filled(name: str, look: Look) -> None:
    lit = look.colour("map-lit")
    fills = [getattr(item, "fill", None) for item in flat(painted(town(), look, name, width=40))]
    assert fills.count(lit) == 1
    assert name in town().marks


def test_marks_along_a_kerb_part_it_among_its_addresses(look: Look) -> None:
    for sides in ("[N, E, S, W]", "[N, NE, E, SE, S, SW, W, NW]", "[NE, SW]", "[W]"):
        board = Board(town(addresses=sides), style(), look, 16.0)
        found = list(_bays(board, board.drawn.blocks[0]))
        assert len(found) == len(board.drawn.sides)
        assert sum(count for _, _, count in found) <= 12
    board = Board(town(), style(), look, 16.0)
    assert [(side, count) for side, _, count in _bays(board, board.drawn.blocks[0])] == [
        ("N", 1), ("NE", 2), ("E", 1), ("SE", 2), ("S", 1), ("SW", 2), ("W", 1), ("NW", 2),
    ]  # fmt: skip


def test_crosswalks_take_the_place_of_stop_lines(look: Look) -> None:
    board = Board(town(), style(TILES.replace("tiles,", "tiles, crosswalks: true,")), look, 16.0)
    streets = sum(1 for _ in _streets(board))
    bars = list(_crosswalks(board))
    each = len(bars) / (2 * streets)
    assert each == int(each) >= 8  # over both lanes, at both ends
    reach = {square for start, end in bars for square in (start, end)}
    for at in board.drawn.grid.intersections:
        x, y = board.at(board.drawn.grid.within(at, (0, 0)))
        assert not any(x < a < x + 32.0 and y < b < y + 32.0 for a, b in reach), "bars are on the streets"
    paint, plain = look.colour("map-paint"), Board(town(), style(), look, 16.0)

    def painted_lines(board: Board) -> list[float]:
        return [
            it.stroke.width
            for it in draw_streets(board)
            if isinstance(it, Path) and it.stroke and it.stroke.colour == paint
        ]

    assert painted_lines(board) != painted_lines(plain)


def test_squares_beside_the_blocks_of_a_row_have_its_tint(look: Look) -> None:
    tinted = style(TILES.replace("tiles,", "tiles, tints: [map-lit, map-park],"))
    board = Board(town(), tinted, look, 16.0)
    first, second = (
        next(it for it in draw_streets(board) if isinstance(it, Rect) and it.fill == look.colour(role))
        for role in ("map-lit", "map-park")
    )
    assert (first.x, first.y) == (16.0, 16.0), "the lane around the map keeps the colour of the street"
    assert first.x + first.width == board.size[0] - 16.0
    assert first.y + first.height == second.y, "the lanes of a street belong to the rows beside them"
    assert second.y + second.height == board.size[1] - 16.0
    assert [ref.name for ref in tinted.roles if ref.name == "map-lit"] == ["map-lit"], "a misspelled role is reported"


def test_blocks_are_built_on_where_the_style_says_so(look: Look) -> None:
    text = "kind: map-style\nplaces: {diameter: 10}\ntown: {parks: 0}\nblocks: {names: landmark}\n"
    built = painted(town(), look, text=text)
    assert len(list(flat(built))) > len(list(flat(painted(town(), look)))) + 100


def test_diagrams_show_the_law_and_the_addresses(look: Look) -> None:
    drawn = town(turns="[right, straight, left]")
    numbers = {
        shown: [text for text in texts(paint_diagram(shown, drawn, style(), look, 60, 60)) if text.isdigit()]
        for shown in ("right", "straight", "left", "u-turn", "turns")
    }
    assert numbers == {"right": ["1"], "straight": ["1", "2"], "left": ["1", "2"], "u-turn": [], "turns": []}
    addresses = texts(paint_diagram("addresses", drawn, style(), look, 60, 60))
    assert (addresses.count("NE"), addresses.count("N")) == (4, 2)  # at the rim, and on the squares that serve it


def test_a_forbidden_turn_is_crossed_out(look: Look) -> None:
    def crosses(turns: str) -> int:
        items = flat(paint_diagram("u-turn", town(turns=turns), style(), look, 60, 60))
        return sum(isinstance(item, Path) and item.stroke is not None and item.stroke.colour == red for item in items)

    red = look.colour("map-north")
    assert (crosses(ALL), crosses("[right, straight, left]")) == (0, 1)


def test_the_named_parts_of_a_map_fill_it() -> None:
    for kind, count in (("quarter", 4), ("half", 4)):
        parts = [box for name, box in PARTS.items() if name.endswith(kind)]
        assert len(parts) == count
        assert sum(width * height for _, _, width, height in parts) == (1 if kind == "quarter" else 2)


def test_the_kerb_round_a_miniature_is_thin(look: Look) -> None:
    rects = [item for item in flat(painted(town(), look, width=40)) if isinstance(item, Rect) and item.stroke]
    assert all(rect.stroke.width <= 0.2 for rect in rects if rect.stroke)


FACE = """
# file: town.yaml
kind: block-map
blocks: {{rows: 2, columns: 3}}
unused: [1/1, 17/1, 1/12, 17/12]
# file: plain.yaml
kind: area-map
size: 40 x 40
areas: {{Market: {{at: [20, 20]}}}}
# file: tiles.yaml
kind: map-style
places: {{diameter: 10}}
blocks: {{fill: tiles}}
# file: face.yaml
kind: template
size: 136 x 96
layers: [{{{layer}, style: tiles, where: fill}}]
# file: board.yaml
kind: component
makes: board
name: Board
template: face
rows: [{{name: One, part: {part}}}]
"""


def board(layer: str, part: str = "all") -> Drawn:
    written = game(FACE.format(layer=layer, part=part).lstrip())
    (found,) = draw_game(written, Environment(), drawing_context(written))
    return found


def test_a_quarter_of_a_map_fills_a_face_at_the_size_of_the_whole() -> None:
    found = board('map: town, crop: "{part}"', "bottom right quarter")
    assert not found.errors
    (part,) = found.parts.parts
    groups = (item for item in flat(part.front.items) if isinstance(item, Group))
    shift, clip = next((item.transform[4:], item.clip) for item in groups if isinstance(item.clip, Rect))
    assert shift == pytest.approx((-136, -96))
    assert isinstance(clip, Rect)
    assert (clip.x, clip.y, clip.width, clip.height) == pytest.approx((136, 96, 136, 96))


def test_a_part_may_be_given_in_millimetres() -> None:
    assert not board('map: town, crop: "136 96 136 96"').errors


@pytest.mark.parametrize(
    ("layer", "part", "message"),
    [
        ('map: town, crop: "{part}"', "upper quarter", "'upper quarter' is no part of a map"),
        (
            'map: town, crop: "{part}"',
            "200 0 100 50",
            "the part '200 0 100 50' does not lie on the map of 272 × 192 mm",
        ),
        ('map: town, show: "{part}"', "turn", "a map layer can't show 'turn'"),
        ("map: plain, show: turns", "all", "'turns' can be shown of a block map, and 'plain' is none"),
    ],
)
def test_what_can_not_be_shown_is_told(layer: str, part: str, message: str) -> None:
    assert [error.fault.message for error in board(layer, part).errors] == [f"{message} (row 'One')"]


def test_a_word_that_nothing_shows_is_answered_with_those_of_the_kind_of_map() -> None:
    (error,) = board('map: plain, show: "{part}"', "legend").errors
    assert error.fault.hint == "it shows map"
    (error,) = board('map: town, show: "{part}"', "legend").errors
    assert error.fault.hint == "it shows map, turns, addresses, right, straight, left, u-turn"


def test_a_name_that_no_font_has_is_told() -> None:
    text = FACE.format(layer="map: town", part="all").replace(
        "columns: 3}", "columns: 3, names: [[A🚀, B, C], [D, E, F]]}"
    )
    written = game(text.replace("fill: tiles}", "fill: tiles, names: area-label}").lstrip())
    (found,) = draw_game(written, Environment(), drawing_context(written))
    ((text,),) = (labels.texts for labels in found.labels)
    assert (text.text, text.missing) == ("A🚀", ("🚀",))
