"""Hexes and squares: neighbours, corners, lines, names and groups of seven, against their definitions."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, product
from math import dist

import pytest

from pnp.geometry.cell_grid import STEPS, CellGrid, CellNames, CellShape

GRIDS = [CellGrid(shape, 10.0, odd) for shape in STEPS for odd in (True, False)]
CELLS = list(product(range(-3, 6), repeat=2))
HEXES = [grid for grid in GRIDS if grid.shape != "square"]


def name_of(grid: CellGrid) -> str:
    return f"{grid.shape} {'odd' if grid.odd else 'even'}"


each_grid = pytest.mark.parametrize("grid", GRIDS, ids=name_of)
each_hex = pytest.mark.parametrize("grid", HEXES, ids=name_of)


@each_grid
def test_neighbours_share_a_side_and_are_one_pitch_apart(grid: CellGrid) -> None:
    for cell in CELLS:
        for side in range(grid.count):
            beyond = grid.beyond(cell, side)
            assert grid.beyond(beyond, grid.opposite(side)) == cell
            assert grid.side(cell, side) == grid.side(beyond, grid.opposite(side))[::-1]
            assert dist(grid.centre(cell), grid.centre(beyond)) == pytest.approx(10, abs=0.002)
            assert grid.shared_side(cell, beyond) == side
        assert grid.shared_side(cell, cell) is None


@each_grid
def test_sides_are_named_by_their_direction(grid: CellGrid) -> None:
    x, y = grid.centre((2, 2))
    for side, name in enumerate(grid.side_names):
        other_x, other_y = grid.centre(grid.beyond((2, 2), side))
        across, down = round(other_x - x, 1), round(other_y - y, 1)
        assert ("N" in name, "S" in name) == (down < 0, down > 0)
        assert ("E" in name, "W" in name) == (across > 0, across < 0)


@each_grid
def test_corners_are_clockwise_at_the_radius_and_the_sides_between_them_of_one_length(grid: CellGrid) -> None:
    for cell in CELLS:
        corners, centre = grid.corners(cell), grid.centre(cell)
        assert all(dist(corner, centre) == pytest.approx(grid.radius, abs=0.002) for corner in corners)
        assert all(dist(a, b) == pytest.approx(grid.edge, abs=0.002) for a, b in pairwise((*corners, corners[0])))
        turn = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise((*corners, corners[0])))
        assert turn > 0  # clockwise, as y runs downwards


@each_grid
def test_the_box_is_that_of_all_corners(grid: CellGrid) -> None:
    corners = [corner for cell in CELLS for corner in grid.corners(cell)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    assert grid.box(CELLS) == pytest.approx((min(xs), min(ys), max(xs), max(ys)))


@each_grid
def test_a_straight_line_is_as_short_as_the_cells_are_apart(grid: CellGrid) -> None:
    for cell, other in product(CELLS[::7], CELLS[::5]):
        line = grid.straight(cell, other)
        assert (line[0], line[-1], len(line)) == (cell, other, grid.steps_apart(cell, other) + 1)
        assert all(grid.shared_side(a, b) is not None for a, b in pairwise(line))


@each_grid
def test_axial_coordinates_and_back(grid: CellGrid) -> None:
    assert [grid.from_axial(grid.axial(cell)) for cell in CELLS] == CELLS


@each_hex
def test_axial_coordinates_run_along_straight_lines(grid: CellGrid) -> None:
    """A step of 1 in q, or in r, is the same vector everywhere."""
    for step in ((1, 0), (0, 1)):
        vectors = set()
        for q, r in CELLS:
            (x, y), (u, v) = (
                grid.centre(grid.from_axial((q, r))),
                grid.centre(grid.from_axial((q + step[0], r + step[1]))),
            )
            vectors.add((round(u - x, 1), round(v - y, 1)))
        assert len(vectors) == 1


@each_hex
def test_groups_of_seven_are_a_middle_and_its_neighbours(grid: CellGrid) -> None:
    groups = Counter(grid.seven(cell, (1, 1)) for cell in product(range(-6, 12), repeat=2))
    assert grid.seven((1, 1), (1, 1)) == (1, 1)
    inner = [middle for middle in groups if all(-5 < each < 11 for each in middle)]
    assert inner
    assert all(groups[middle] == 7 for middle in inner)
    for cell in CELLS:
        assert grid.steps_apart(cell, grid.seven(cell, (1, 1))) <= 1


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (CellNames("A1"), ["A1", "B1", "A2"]),
        (CellNames("A1", rows_first=True), ["1A", "1B", "2A"]),
        (CellNames("A1", column=27, row=0), ["AA0", "AB0", "AA1"]),
        (CellNames("0101"), ["0101", "0201", "0102"]),
        (CellNames("0101", column=10, row=5), ["1005", "1105", "1006"]),
        (CellNames("axial"), ["0,0", "1,0", "0,1"]),
        (CellNames("A1", letters="rows"), ["A1", "A2", "B1"]),
        (CellNames("A1", letters="rows", doubled=True), ["A1", "A3", "B2"]),
        (CellNames("0101", doubled=True, column=4), ["0401", "0601", "0502"]),
    ],
)
def test_names(names: CellNames, expected: list[str]) -> None:
    grid = CellGrid("hex-pointy", 10.0)
    assert [names.name(cell, grid) for cell in ((0, 0), (1, 0), (0, 1))] == expected


def test_doubled_names_of_flat_hexes_count_half_cells_down() -> None:
    names = CellNames("A1", doubled=True, row=2)
    cells = ((0, 0), (1, 0), (0, 1), (1, 1))
    assert [names.name(cell, CellGrid("hex-flat", 10.0)) for cell in cells] == ["A2", "B3", "A4", "B5"]
    assert [names.name(cell, CellGrid("hex-flat", 10.0, odd=False)) for cell in cells] == ["A3", "B2", "A5", "B4"]
    assert [names.name(cell, CellGrid("square", 10.0)) for cell in cells] == ["A2", "B2", "A3", "B3"]


@pytest.mark.parametrize("shape", STEPS)
def test_shifted_lines_are_half_a_cell_further(shape: CellShape) -> None:
    odd, even = CellGrid(shape, 10.0, odd=True), CellGrid(shape, 10.0, odd=False)
    moved = {"hex-pointy": (5.0, 0.0), "hex-flat": (0.0, 5.0), "square": (0.0, 0.0)}[shape]
    for cell, first, second in (((0, 0), odd, even), ((1, 1), even, odd)):
        (x, y), (u, v) = first.centre(cell), second.centre(cell)
        assert (u - x, v - y) == pytest.approx(moved)
