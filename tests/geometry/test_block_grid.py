"""The ground of block maps and the traffic on it, square by square."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

import pytest

from pnp.geometry.block_grid import HEADINGS, SIDES, TURNS, BlockGrid, Traffic, onward, square_name, turned


def told(grid: BlockGrid) -> Iterator[str]:
    road = set(grid.road)
    yield f"pitch {grid.pitch}, {grid.width} × {grid.height}, {grid.streets} streets"
    yield f"road {[square_name(square) for square in grid.road]}"
    crossings = [square for square in grid.road if grid.is_intersection(square)]
    yield f"crossings {crossings}"
    yield f"across {[square for square in grid.road if square not in crossings and grid.runs_across(square)]}"
    yield f"intersections {list(grid.intersections)}"
    for place in grid.intersections:
        yield f"{place} leads {[side for side in SIDES if len(side) == 1 and grid.leads(place, side)]}"
        yield f"{place} holds {[grid.within(place, corner) for corner in product((0, 1), repeat=2)]}"
    names = {block: f"B{number}" for number, block in enumerate(grid.blocks)}
    for block, name in names.items():
        yield f"{name} {block} corner {grid.corner(block)} round {list(grid.round_block(block))}"
        for sides in (SIDES, ("N", "E", "S", "W"), ("NE", "SW"), ("N", "NW", "S")):
            served = grid.served_from(block, frozenset(sides))  # type: ignore[arg-type]
            assert all(square in road for squares in served.values() for square in squares)
            yield f"{name} served {served}"
    for each in grid.stretches(names):
        yield f"{each.id} {each.block} {each.side} {each.squares}"


@pytest.mark.parametrize("size", [(1, 1, 1), (2, 1, 2), (1, 2, 3), (2, 2, 4)], ids=str)
def test_the_squares_of_a_grid(size: tuple[int, int, int], golden: Callable[[str, str], None]) -> None:
    golden(f"grid-{'-'.join(map(str, size))}.txt", "\n".join(told(BlockGrid(*size))) + "\n")


@pytest.mark.parametrize("drive", ["right", "left"])
def test_the_lanes_and_turns_of_a_hand(drive: str, golden: Callable[[str, str], None]) -> None:
    traffic, lines = Traffic(drive), []  # type: ignore[arg-type]
    for heading in HEADINGS:
        lines.append(
            f"{heading} near {traffic.near(heading)} lane {traffic.lane(heading)} "
            f"entry {traffic.entry(heading)} exit {traffic.exit(heading)} onward {onward((3, 5), heading)}"
        )
        for turn in TURNS:
            lines.append(f"  {turn} to {turned(heading, turn)} by {traffic.way(heading, turn)}")
    lines += [f"lane {at} {across} {traffic.heading(at, across=across)}" for at in (0, 1) for across in (True, False)]
    golden(f"traffic-{drive}.txt", "\n".join(lines) + "\n")
    assert Traffic().drive == "right"
