"""Diagrams of a rulebook: a map, a part of it or its law, with what is laid, written and driven on it."""

from __future__ import annotations

from itertools import pairwise
from math import dist, pi
from typing import TYPE_CHECKING

from pnp.draw.fonts import house_fallback
from pnp.draw.look import UnknownNameError
from pnp.draw.map_painter import placement
from pnp.draw.map_view import paint_diagram
from pnp.draw.plot import ROUTE, closed, disc, pointed, ring, route, words_in
from pnp.model.game_map import GameMap
from pnp.model.map_kinds import is_block_map
from pnp.model.map_part import MAP
from pnp.network.street_map import WINDS
from pnp.network.whereabouts import spacing
from pnp.scene.items import Group, Rect, Scene
from pnp.scene.window import within

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.draw.studio import Studio
    from pnp.facts.sketch import Sketch
    from pnp.scene.items import Affine, Item

    Point = tuple[float, float]

SMALLEST, LARGEST = 2.0, 3.6
"""The radius of what is laid on a map, in millimetres of the diagram."""

MOST_COUNTED = 40
"""Of a longer way not every move is counted."""

LEAST_NUMERAL, LEAST_NUMBER = 1.7, 2.1
"""The least radius of a disc with one digit and with two, in millimetres, so that they are of 6.5 points."""

LETTER = 2.3
"""The points of a text in a disc for each millimetre of its radius; a long one is made smaller."""


def draw_diagram(shown: Sketch, studio: Studio) -> Scene | None:
    """The diagram at its width; None where the look lacks what its map style asks for, which is told there."""
    try:
        items = _law(shown, studio) if shown.show != MAP else _map(shown, studio)
    except UnknownNameError:
        return None
    return Scene(shown.width, shown.height, items)


def _law(shown: Sketch, studio: Studio) -> tuple[Item, ...]:
    drawn = shown.map
    assert is_block_map(drawn), "the law is that of a block map"
    return paint_diagram(shown.show, drawn, shown.style, studio.look, shown.width, shown.width)


def _map(shown: Sketch, studio: Studio) -> tuple[Item, ...]:
    """A whole map is drawn for its width; a part is a part of the board, made smaller."""
    drawn, window = shown.map, shown.window
    size = shown.width / window.width
    board = (drawn.width * size, drawn.height * size) if shown.whole else (drawn.width, drawn.height)
    name = drawn.id if studio.game.find(GameMap, drawn.id) is drawn else id(drawn)  # tiles that lie otherwise
    key = name, shown.style.id, *(round(side, 4) for side in board), shown.lit
    if key not in studio.drawings:
        studio.drawings[key] = studio.paint_map(drawn, shown.style, studio.look, *board, shown.lit)
    base = studio.drawings[key]
    fitted = placement(drawn, shown.style, *board)
    if shown.whole:
        return (Group(base, clip=Rect(0.0, 0.0, *board)), *_marks(shown, fitted, studio))
    left, top = (fitted[0] * at + shift for at, shift in ((window.left, fitted[4]), (window.top, fitted[5])))
    wide, tall = fitted[0] * window.width, fitted[0] * window.height
    size = shown.width / wide
    clip = Rect(left, top, wide, tall)
    board_items = Group(within(base, clip), (size, 0.0, 0.0, size, -left * size, -top * size), clip)
    to = (fitted[0] * size, 0.0, 0.0, fitted[0] * size, (fitted[4] - left) * size, (fitted[5] - top) * size)
    return (board_items, *_marks(shown, to, studio))


def _marks(shown: Sketch, to: Affine, studio: Studio) -> Iterator[Item]:
    """What is laid over the map: the way, what lies on it, and what is written on places."""
    spots = {name: (to[0] * x + to[4], to[0] * y + to[5]) for name, (x, y) in shown.spots.items()}
    radius = min(LARGEST, max(SMALLEST, spacing(spots) * 0.36)) if spots else SMALLEST
    steps = [(spots[name], moves) for name, moves in shown.way if name in spots]
    if len(steps) > 1:
        yield _route([at for at, _ in steps], radius)
    for name, what in shown.laid:
        yield _sign(what, spots[name], radius * 1.15, studio)
    fallback = house_fallback(studio.game) if shown.labels else ()
    for name, text in shown.labels:
        if name in spots:
            yield disc(spots[name], radius, "#FFFFFF", ROUTE, radius * 0.12)
            size = LETTER * radius * min(1.0, 2.4 / max(1, len(text))) * 1.25
            yield words_in(spots[name], text, size, ROUTE, fallback=fallback)
    if len(steps) > 1:
        yield from _counted(steps, radius)


def _route(points: list[Point], radius: float) -> Item:
    """The way from ring to ring."""
    ends = (_towards(points[end], points[near], radius) for end, near in ((0, 1), (-1, -2)))
    points[0], points[-1] = ends
    return route(points, max(0.6, radius * 0.24))


def _counted(steps: Sequence[tuple[Point, int]], radius: float) -> Iterator[Item]:
    """The moves of a way; where it begins and ends stands in a ring, so that its name can be read."""
    size = max(LEAST_NUMERAL if steps[-1][1] < 10 else LEAST_NUMBER, radius * 0.72)
    for (last, before), (at, moves) in pairwise(steps[:-1]):
        if moves > before and steps[-1][1] <= MOST_COUNTED and dist(last, at) > 2.1 * size:
            yield _numeral(at, moves, size)
    for at in (steps[0][0], steps[-1][0]):
        yield ring(at, radius * 1.05, ROUTE)
    x, y = steps[-1][0]
    yield _numeral((x + radius, y - radius), steps[-1][1], size)


def _towards(at: Point, other: Point, by: float) -> Point:
    """The point so far from the first towards the other, but not beyond their middle."""
    share = min(0.5, by / (dist(at, other) or 1.0))
    return at[0] + (other[0] - at[0]) * share, at[1] + (other[1] - at[1]) * share


def _numeral(at: Point, moves: int, radius: float) -> Item:
    number = words_in(at, str(moves), 4.0 * radius if moves < 10 else 3.1 * radius, "#FFFFFF")
    return Group((disc(at, radius, ROUTE, ROUTE, radius * 0.1), number))


def _sign(what: str, at: Point, radius: float, studio: Studio) -> Item:
    """What lies there: an arrow where it leaves one direction, else its icon or, where there is none, a bar."""
    wind = what.rpartition(" ")[2]
    if wind in WINDS:
        return pointed(at, radius, WINDS.index(wind) * pi / 4)
    if what not in studio.look.icons:
        return closed(at, radius)
    side = radius * 1.5
    icon = studio.look.icon(what, at[0] - side / 2, at[1] - side / 2, side)
    return Group((disc(at, radius, "#FFFFFF", ROUTE, radius * 0.12), icon))
