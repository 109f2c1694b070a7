"""What runs along and through the cells of grid maps: rivers, walls and doors on sides, roads through middles."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from pnp.draw.town.plan import line, lines, pen, smooth, straight, to_micrometre
from pnp.geometry.cell_grid import Cell
from pnp.geometry.polygons import Point
from pnp.scene.items import Colour, Command, Ellipse, Item, Path, Stroke

Nodes = tuple[Cell, ...]
"""A line through the corners of cells, in units of their lattice."""

Shown = Callable[[Cell], Point]
"""Returns a corner in millimetres of the drawing."""


def chained(sides: Iterable[tuple[Cell, Cell]]) -> list[Nodes]:
    """Return lines that pass each of the sides once, as few as possible; closed ones end where they begin.

    A line begins where an odd number of sides meet, if there is such a corner.
    """
    around: dict[Cell, list[Cell]] = {}
    for one, other in sides:
        around.setdefault(one, []).append(other)
        around.setdefault(other, []).append(one)
    found = []
    for odd in (True, False):
        for start in sorted(around):
            while around[start] and (not odd or len(around[start]) % 2):
                found.append(tuple(_walked(start, around)))
    return found


def _walked(start: Cell, around: dict[Cell, list[Cell]]) -> Iterator[Cell]:
    here = start
    yield here
    while around[here]:
        there = around[here].pop()
        around[there].remove(here)
        yield there
        here = there


def is_ring(nodes: Nodes) -> bool:
    """Whether a line ends where it begins."""
    return len(nodes) > 2 and nodes[0] == nodes[-1]


# Rivers, and what crosses them.


def draw_rivers(runs: Sequence[Sequence[Point]], width: float, water: Colour, bank: Colour) -> Iterator[Item]:
    """Yield rivers along their points, with banks; all banks are below all water, so that rivers join."""
    path = _through(runs)
    yield Path(path, None, pen(bank, round(width * 1.45, 3)))
    yield Path(path, None, pen(water, round(width, 3)))


def _through(runs: Iterable[Sequence[Point]]) -> tuple[Command, ...]:
    commands: list[Command] = []
    for points in runs:
        ring = len(points) > 2 and points[0] == points[-1]
        commands += smooth(points[:-1] if ring else points, ring=ring)
    return tuple(commands)


def draw_deck(ends: tuple[Point, Point], width: float, colour: Colour) -> Path:
    """Return the deck of a bridge across the middle of a side, below the road that may lead over it."""
    middle, along, across = frame_of(ends)
    half, reach = width * 0.85, width * 1.35
    corners = ((-half, -reach), (half, -reach), (half, reach), (-half, reach))
    return Path(straight([tuple(_from(middle, along, across, a, b) for a, b in corners)]), colour)


def draw_railings(ends: tuple[Point, Point], width: float, colour: Colour) -> Iterator[Item]:
    """Yield the two railings of a bridge, wider at their ends."""
    middle, along, across = frame_of(ends)
    half, reach = width * 0.85, width * 1.35
    for side in (-half, half):
        flare = ((side * 1.35, -reach), (side, -reach * 0.7), (side, reach * 0.7), (side * 1.35, reach))
        points = [_from(middle, along, across, a, b) for a, b in flare]
        yield Path(line(points), None, pen(colour, round(width * 0.22, 3)))


def draw_ford(ends: tuple[Point, Point], width: float, stone: Colour, dark: Colour) -> Iterator[Item]:
    """Yield stepping stones across the middle of a side."""
    middle, along, across = frame_of(ends)
    for aside in (-0.45, 0.45):
        for rank in (-1, 0, 1):
            x, y = _from(middle, along, across, width * (aside + 0.18 * (rank % 2)), rank * width * 0.5)
            yield Ellipse(x, y, round(width * 0.3, 3), round(width * 0.24, 3), stone, pen(dark, round(width * 0.09, 3)))


def frame_of(ends: tuple[Point, Point]) -> tuple[Point, Point, Point]:
    """Return the middle of a line and the directions along and across it, of length 1."""
    (x, y), (to_x, to_y) = ends
    length = math.dist(*ends) or 1.0
    along = (to_x - x) / length, (to_y - y) / length
    return ((x + to_x) / 2, (y + to_y) / 2), along, (-along[1], along[0])


def _from(middle: Point, along: Point, across: Point, far: float, aside: float) -> Point:
    x = middle[0] + along[0] * far + across[0] * aside
    y = middle[1] + along[1] * far + across[1] * aside
    return round(x, 3), round(y, 3)


# Walls and doors.


def draw_walls(runs: Sequence[Sequence[Point]], width: float, colour: Colour) -> Iterator[Item]:
    """Yield walls of one width, with sharp corners."""
    commands: list[Command] = []
    for points in runs:
        ring = len(points) > 2 and points[0] == points[-1]
        commands += straight([tuple(points[:-1])]) if ring else line(points)
    if commands:
        yield Path(tuple(commands), None, Stroke(colour, round(width, 3), cap="square", join="miter"))


def draw_door(ends: tuple[Point, Point], width: float, leaf: Colour, dark: Colour, *, secret: bool) -> Iterator[Item]:
    """Yield a door in the middle of a side, or the sign of a secret one: an S on the wall."""
    middle, along, across = frame_of(ends)
    half, deep = min(math.dist(*ends) * 0.24, width * 2.6), width * 0.95
    if secret:
        half = deep = width * 1.15
    corners = ((-half, -deep), (half, -deep), (half, deep), (-half, deep))
    ring = tuple(_from(middle, along, across, a, b) for a, b in corners)
    stroke = Stroke(dark, round(width * 0.32, 3), join="miter")
    yield Path(straight([ring]), leaf, stroke)
    if secret:
        size = width * 0.6
        bends = ((0.75, -0.75), (0.0, -1.0), (-0.75, -0.55), (0.0, 0.0), (0.75, 0.55), (0.0, 1.0), (-0.75, 0.75))
        points = [(round(middle[0] + a * size * 0.8, 3), round(middle[1] + b * size, 3)) for a, b in bends]
        yield Path(smooth(points, ring=False), None, pen(dark, round(width * 0.26, 3)))


def draw_fence(ends: tuple[Point, Point], width: float, colour: Colour) -> Iterator[Item]:
    """Yield a fence: a rail with posts."""
    middle, along, across = frame_of(ends)
    half, post = math.dist(*ends) / 2, width * 0.7
    posts = [(half * share * 0.8, side) for share in (-1, -0.5, 0, 0.5, 1) for side in (0,)]
    runs = [[_from(middle, along, across, far, -post), _from(middle, along, across, far, post)] for far, _ in posts]
    yield Path(lines(ends, *runs), None, pen(colour, round(width * 0.35, 3)))


def draw_cliff(ends: tuple[Point, Point], width: float, colour: Colour) -> Iterator[Item]:
    """Yield a cliff: a line with teeth on one side."""
    middle, along, across = frame_of(ends)
    half, count = math.dist(*ends) / 2, 6
    teeth = []
    for step in range(count):
        far = half * (2 * (step + 0.5) / count - 1)
        near, tip = half / count * 0.75, width * 1.1
        teeth.append(
            (
                _from(middle, along, across, far - near, 0.0),
                _from(middle, along, across, far, tip),
                _from(middle, along, across, far + near, 0.0),
            )
        )
    yield Path(straight(teeth), colour)
    yield Path(line(ends), None, pen(colour, round(width * 0.4, 3)))


# Roads through the middles of cells.


def through_cells(centres: Sequence[Point]) -> tuple[Command, ...]:
    """Return a curved line from the first point to the last that bends round the others.

    It passes the middle between each two points, where cells meet, and the points between are the control points.
    """
    if len(centres) < 3:
        return line(centres)
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(centres)]
    commands: list[Command] = [("M", *to_micrometre(centres[0])), ("L", *to_micrometre(middles[0]))]
    for start, bend, end in zip(middles[:-1], centres[1:-1], middles[1:], strict=True):
        one = start[0] + (bend[0] - start[0]) * 2 / 3, start[1] + (bend[1] - start[1]) * 2 / 3
        two = end[0] + (bend[0] - end[0]) * 2 / 3, end[1] + (bend[1] - end[1]) * 2 / 3
        commands.append(("C", *to_micrometre(one), *to_micrometre(two), *to_micrometre(end)))
    return *commands, ("L", *to_micrometre(centres[-1]))


def bent(start: Point, bend: Point, end: Point) -> tuple[Command, ...]:
    """Return a quadratic curve that leaves both sides at a right angle, as a cubic one."""
    one, two = (
        (round(at[0] + (bend[0] - at[0]) * 2 / 3, 3), round(at[1] + (bend[1] - at[1]) * 2 / 3, 3))
        for at in (start, end)
    )
    return ("M", *start), ("C", *one, *two, *end)


SLOT = 0.7
"""The size of the line in a cell that takes a tile, as a share of the cell."""


def inset(corners: Iterable[Point], centre: Point) -> tuple[Point, ...]:
    """Return the corners of a cell, moved towards its centre."""
    x, y = centre
    return tuple((round(x + (a - x) * SLOT, 3), round(y + (b - y) * SLOT, 3)) for a, b in corners)


def draw_road(
    drawing: str, paths: Iterable[tuple[Command, ...]], width: float, paint: Callable[[str], Colour]
) -> Iterator[Item]:
    """Yield all roads of one kind, so that those that meet are joined."""
    path = tuple(command for commands in paths for command in commands)
    if not path:
        return
    match drawing:
        case "trail":
            dash = (round(width * 1.3, 3), round(width * 0.9, 3))
            yield Path(path, None, Stroke(paint("cell-trail"), round(width * 0.42, 3), dash, cap="round", join="round"))
        case "rail":
            yield Path(path, None, Stroke(paint("cell-rail"), round(width * 1.1, 3), (0.35, round(width * 0.7, 3))))
            yield Path(path, None, pen(paint("cell-rail"), round(width * 0.28, 3)))
        case "stream":
            yield from draw_streams(path, width, paint)
        case "tunnel":
            colour = paint("cell-rail")
            dash = (round(width * 0.5, 3), round(width * 0.5, 3))
            yield Path(path, None, Stroke(colour, round(width * 1.25, 3), dash))
            yield Path(path, None, pen(paint("cell-road"), round(width * 0.7, 3)))
        case _:
            yield Path(path, None, pen(paint("cell-road-edge"), round(width * 1.4, 3)))
            yield Path(path, None, pen(paint("cell-road"), round(width, 3)))


def draw_streams(path: tuple[Command, ...], width: float, paint: Callable[[str], Colour]) -> Iterator[Item]:
    """Yield streams: narrow rivers."""
    yield Path(path, None, pen(paint("cell-bank"), round(width * 0.85, 3)))
    yield Path(path, None, pen(paint("cell-river"), round(width * 0.55, 3)))
