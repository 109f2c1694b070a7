"""Block maps as they are read: names, sizes, sides, tables, and the squares of streets and intersections."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pnp.geometry.block_grid import BlockGrid, Side, Traffic
from tests.network.lanes import city


def test_blocks_without_names_are_called_by_column_and_row() -> None:
    names = [block.id for block in city(1, 28).blocks]
    assert (names[0], names[25], names[26], names[27]) == ("A1", "Z1", "AA1", "AB1")
    assert [block.id for block in city(2, 2).blocks] == ["A1", "B1", "A2", "B2"]


def test_a_map_is_as_large_as_its_blocks_say() -> None:
    drawn = city(4, 5)
    assert (drawn.grid.width, drawn.grid.height, drawn.square) == (27, 22, 16)
    assert (drawn.width, drawn.height) == (432, 352)
    assert drawn.place("27/22") is not None
    assert drawn.place("27/22").at == (424, 344)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("squares", "sides", "counts"),
    [
        (1, "N NE E SE S SW W NW", {"N": 1, "NE": 1}),
        (2, "N NE E SE S SW W NW", {"N": 2, "NE": 1}),
        (3, "N NE E SE S SW W NW", {"N": 1, "NE": 3}),
        (4, "N NE E SE S SW W NW", {"N": 2, "NE": 3}),
        (5, "N E S W", {"N": 5}),
        (5, "N NE", {"N": 3, "NE": 5}),
        (3, "SW", {"SW": 3}),
    ],
)
def test_the_squares_round_a_block_are_shared_out(squares: int, sides: str, counts: dict[Side, int]) -> None:
    found = BlockGrid(1, 1, squares).served_from((0, 0), frozenset(sides.split()))  # type: ignore[arg-type]
    assert {side: len(found[side]) for side in counts} == counts
    assert set(found) == set(sides.split())


def test_an_address_table_tells_its_odds() -> None:
    table = city(1, 1, address_table="{rows: [1, 2], columns: [1, 2], cells: [[N, N], [E, X]], free: X}").table
    assert table is not None
    assert table.odds == (("N", Fraction(1, 2)), ("E", Fraction(1, 4)), ("X", Fraction(1, 4)))


def test_lanes_and_turns_keep_to_their_hand() -> None:
    right, left = Traffic("right"), Traffic("left")
    assert [right.heading(lane, across=True) for lane in (0, 1)] == ["W", "E"]
    assert [left.heading(lane, across=True) for lane in (0, 1)] == ["E", "W"]
    assert [right.heading(lane, across=False) for lane in (0, 1)] == ["S", "N"]
    assert right.way("N", "right") == ((1, 1),)
    assert right.way("N", "straight") == ((1, 1), (1, 0))
    assert right.way("N", "left") == ((1, 1), (0, 0))
    assert right.way("N", "u-turn") == ((1, 1), (0, 1))
    assert left.way("N", "left") == ((0, 1),)
    assert left.way("N", "right") == ((0, 1), (1, 0))


def test_every_square_lies_in_one_street_or_intersection() -> None:
    grid = BlockGrid(2, 3, 4)
    squares = [square for stretch in grid.stretches({at: str(at) for at in grid.blocks}) for square in stretch.squares]
    assert sorted(squares) == sorted(grid.road)
    assert grid.streets == 17
