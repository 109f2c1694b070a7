"""Drawings of how parts are folded, for the assembly steps: the net, half folded, and ready.

Solids are drawn in an oblique projection: x to the right, y up, and z away from the viewer.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import assert_never

from pnp.scene.items import Colour, Group, Item, Path, Point, Rect, Stroke, translate
from pnp.scene.parts import Folded
from pnp.scene.paths import polygon
from pnp.sheet.instructions import Slab
from pnp.sheet.margins import SheetStyle, lines_path

PANEL, HEIGHT = 19.0, 17.0
"""The width and the height of one of the three drawings, in millimetres."""

STEP = 25.0
"""The distance from a drawing to the next."""

PRINTED, SHADED = "#DDE2E7", "#BFC7CF"
"""The printed side of the paper, in light and in shade. The other side has the colour of the paper."""

TOWARDS_BACK = (0.5, 0.4)
"""How far right and up a millimetre of depth is drawn."""

Point3 = tuple[float, float, float]


def fold_drawing(net: Folded, style: SheetStyle) -> Slab:
    """Return the drawings of a part next to each other, with arrows between them."""
    drawings = _drawings(net, FoldPen(style))
    items = [Group(tuple(items), translate(number * STEP, 0.0)) for number, items in enumerate(drawings)]
    arrows = [_arrow(number * STEP - (STEP - PANEL) / 2, style.accent) for number in range(1, len(drawings))]
    return Slab((*items, *arrows), HEIGHT, gap=2.0)


def _drawings(net: Folded, pen: FoldPen) -> tuple[list[Item], ...]:
    """Return the net of a part, the part while it is folded, and the part as it is used."""
    match net:
        case "standee":
            return _standee_net(pen), _standee(pen, 5.0, lifted=1.5), _standee(pen, 2.6, lifted=0.0)
        case "cube":
            return _cube_net(pen), _open_cube(pen), _block(pen, 9.0, 9.0, 9.0)
        case "tetrahedron":
            return _tetrahedron_net(pen), _open_tetrahedron(pen), _tetrahedron(pen)
        case "box":
            return _box_net(pen), _tube(pen), _block(pen, 8.0, 11.0, 5.0)
        case "strip":
            return _strip(pen), _strip_folding(pen), _strip_folded(pen)
        case _:
            assert_never(net)


def _arrow(x: float, colour: Colour) -> Item:
    return Path(polygon(((x - 1.0, HEIGHT / 2 - 1.6), (x + 1.2, HEIGHT / 2), (x - 1.0, HEIGHT / 2 + 1.6))), fill=colour)


class FoldPen:
    """Draws the faces, folds and tabs of a part in the style of the sheet."""

    def __init__(self, style: SheetStyle) -> None:
        self.paper = style.paper
        self.line = Stroke(style.ink, 0.2, join="round")
        self.fold = Stroke(style.ink, 0.2, dash=(0.9, 0.7))
        self.hatch = Stroke(style.quiet, 0.15)

    def face(self, corners: Sequence[Point], fill: Colour) -> Item:
        """Return a face with its outline."""
        return Path(polygon(tuple(corners)), fill=fill, stroke=self.line)

    def solid(self, left: float, bottom: float, corners: Sequence[Point3], fill: Colour) -> Item:
        """Return a face of a solid whose origin is drawn at (left, bottom)."""
        right, up = TOWARDS_BACK
        return self.face([(left + x + right * z, bottom - y - up * z) for x, y, z in corners], fill)

    def folds(self, *lines: tuple[float, float, float, float]) -> Item:
        """Return dashed lines along which a part is folded."""
        return lines_path(lines, self.fold)

    def tab(self, corners: Sequence[Point]) -> list[Item]:
        """Return a glue tab of four corners, hatched between its first two sides."""
        one, two, three, four = corners
        lines = [(*_between(one, four, part), *_between(two, three, part)) for part in (0.25, 0.5, 0.75)]
        return [self.face(corners, self.paper), lines_path(lines, self.hatch)]


def _between(start: Point, end: Point, part: float) -> Point:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


# A standee: the tab, the back, the front and the foot in a column become a tent on its foot.


def _standee_net(pen: FoldPen) -> list[Item]:
    left, right, tops = 5.5, 13.5, (1.0, 3.0, 8.6, 14.2, 16.6)
    items = pen.tab(((left + 1.0, tops[0]), (right - 1.0, tops[0]), (right, tops[1]), (left, tops[1])))
    for (top, bottom), fill in zip(pairwise(tops[1:]), (PRINTED, PRINTED, pen.paper), strict=True):
        items.append(Rect(left, top, right - left, bottom - top, fill=fill))
    items.append(Rect(left, tops[1], right - left, tops[-1] - tops[1], stroke=pen.line))
    return [*items, pen.folds(*((left, y, right, y) for y in tops[1:4]))]


def _standee(pen: FoldPen, depth: float, lifted: float) -> list[Item]:
    """Return the tent with its faces `depth` apart at the bottom; the end of its foot is `lifted`, or glued."""
    wide, high, origin = 8.0, 11.0, (3.5, 15.0)
    ridge = ((wide, high, depth / 2), (0.0, high, depth / 2))
    foot = pen.solid(
        *origin, ((0, 0, 0), (wide, 0, 0), (wide, lifted, depth - lifted), (0, lifted, depth - lifted)), pen.paper
    )
    back = pen.solid(*origin, ((0, 0, depth), (wide, 0, depth), *ridge), pen.paper)
    front = pen.solid(*origin, ((0, 0, 0), (wide, 0, 0), *ridge), PRINTED)
    return [back, foot, front]


# A die: a cross of six squares becomes a cube, a triangle of four becomes a tetrahedron.


def _cube_net(pen: FoldPen) -> list[Item]:
    side, left, top = 4.0, 1.5, 2.5
    columns = [left + side * number for number in range(5)]
    rows = [top + side * number for number in range(4)]
    items: list[Item] = []
    for x in (columns[0], columns[2], columns[3]):  # tabs at both ends of the squares next to the long column
        for y, out in ((rows[1], -1.4), (rows[2], 1.4)):
            items += pen.tab(((x + 0.8, y + out), (x + side - 0.8, y + out), (x + side, y), (x, y)))
    cross = [
        (columns[0], rows[1]), (columns[1], rows[1]), (columns[1], rows[0]), (columns[2], rows[0]),
        (columns[2], rows[1]), (columns[4], rows[1]), (columns[4], rows[2]), (columns[2], rows[2]),
        (columns[2], rows[3]), (columns[1], rows[3]), (columns[1], rows[2]), (columns[0], rows[2]),
    ]  # fmt: skip
    items.append(pen.face(cross, PRINTED))
    ups = [(x, rows[1], x, rows[2]) for x in columns[1:4]]
    return [*items, pen.folds(*ups, *((columns[1], y, columns[2], y) for y in rows[1:3]))]


def _tetrahedron_net(pen: FoldPen) -> list[Item]:
    left, right, top, bottom = (1.5, 15.0), (17.5, 15.0), (9.5, 1.2), (9.5, 15.0)
    west, east = _between(left, top, 0.5), _between(top, right, 0.5)
    tabs = [
        *pen.tab(((4.0, 16.6), (8.6, 16.6), bottom, left)),
        *_slanted_tab(pen, top, east),
        *_slanted_tab(pen, east, right),
    ]
    folds = [(*one, *two) for one, two in ((west, east), (west, bottom), (east, bottom))]
    return [*tabs, pen.face((left, top, right), PRINTED), pen.folds(*folds)]


def _slanted_tab(pen: FoldPen, start: Point, end: Point) -> list[Item]:
    """Return a tab at the right of a side that falls to the right."""
    out = (1.3, -0.75)
    first, last = _between(start, end, 0.15), _between(start, end, 0.85)
    return pen.tab(((first[0] + out[0], first[1] + out[1]), (last[0] + out[0], last[1] + out[1]), end, start))


TIP, FRONT, RIGHT, BACK = (9.0, 2.0), (7.0, 16.0), (16.0, 12.5), (2.0, 11.5)
"""The corners of a tetrahedron as they are drawn."""


def _open_tetrahedron(pen: FoldPen) -> list[Item]:
    """Return a tetrahedron of which one side is still open."""
    flap = pen.face((RIGHT, FRONT, (17.0, 16.8)), PRINTED)
    return [pen.face((BACK, TIP, RIGHT), pen.paper), pen.face((BACK, TIP, FRONT), PRINTED), flap]


def _tetrahedron(pen: FoldPen) -> list[Item]:
    return [pen.face((BACK, TIP, FRONT), PRINTED), pen.face((FRONT, TIP, RIGHT), SHADED)]


def _open_cube(pen: FoldPen) -> list[Item]:
    """Return a cube without its lid, which is still up."""
    side, origin = 8.0, (3.0, 16.0)
    inside = pen.solid(*origin, ((0, 0, side), (side, 0, side), (side, side, side), (0, side, side)), pen.paper)
    left = pen.solid(*origin, ((0, 0, 0), (0, 0, side), (0, side, side), (0, side, 0)), pen.paper)
    lid = pen.solid(
        *origin,
        ((0, side, side), (side, side, side), (side, side + 3.5, side + 3.0), (0, side + 3.5, side + 3.0)),
        pen.paper,
    )
    front = pen.solid(*origin, ((0, 0, 0), (side, 0, 0), (side, side, 0), (0, side, 0)), PRINTED)
    right = pen.solid(*origin, ((side, 0, 0), (side, 0, side), (side, side, side), (side, side, 0)), SHADED)
    return [inside, left, lid, front, right]


def _block(pen: FoldPen, wide: float, high: float, deep: float) -> list[Item]:
    """Return a closed box."""
    origin = ((PANEL - wide - TOWARDS_BACK[0] * deep) / 2, 16.0)
    front = pen.solid(*origin, ((0, 0, 0), (wide, 0, 0), (wide, high, 0), (0, high, 0)), PRINTED)
    right = pen.solid(*origin, ((wide, 0, 0), (wide, 0, deep), (wide, high, deep), (wide, high, 0)), SHADED)
    top = pen.solid(*origin, ((0, high, 0), (wide, high, 0), (wide, high, deep), (0, high, deep)), pen.paper)
    return [front, right, top]


# A tuck box: four sides and a strip in a row, with a bottom and a lid, become a box.


def _box_net(pen: FoldPen) -> list[Item]:
    top, high, widths = 4.5, 7.5, (4.5, 2.6, 4.5, 2.6)
    edges = [1.4 + sum(widths[:number]) for number in range(len(widths) + 1)]
    items = pen.tab(
        ((edges[-1], top), (edges[-1] + 1.8, top + 0.8), (edges[-1] + 1.8, top + high - 0.8), (edges[-1], top + high))
    )
    lid, bottom = (edges[2], top - 3.4, 4.5, 3.4), (edges[2], top + high, 4.5, 2.8)
    items += [Rect(*each, fill=PRINTED, stroke=pen.line) for each in (lid, bottom)]
    items.append(Rect(edges[0], top, edges[-1] - edges[0], high, fill=PRINTED, stroke=pen.line))
    folds = [(x, top, x, top + high) for x in edges[1:]]
    return [*items, pen.folds(*folds, (edges[2], top - 1.0, edges[3], top - 1.0))]


def _tube(pen: FoldPen) -> list[Item]:
    """Return the box closed at its sides, with the lid up and the bottom down."""
    wide, high, deep, origin = 8.0, 8.5, 5.0, (3.5, 14.0)
    lid = pen.solid(
        *origin,
        ((0, high, deep), (wide, high, deep), (wide, high + 2.5, deep + 2.0), (0, high + 2.5, deep + 2.0)),
        pen.paper,
    )
    inside = pen.solid(
        *origin, ((0, high - 2.0, deep), (wide, high - 2.0, deep), (wide, high, deep), (0, high, deep)), pen.paper
    )
    left = pen.solid(*origin, ((0, 0, 0), (0, 0, deep), (0, high, deep), (0, high, 0)), pen.paper)
    front = pen.solid(*origin, ((0, 0, 0), (wide, 0, 0), (wide, high, 0), (0, high, 0)), PRINTED)
    right = pen.solid(*origin, ((wide, 0, 0), (wide, 0, deep), (wide, high, deep), (wide, high, 0)), SHADED)
    flap = pen.solid(*origin, ((0, 0, 0), (wide, 0, 0), (wide, -1.6, 1.2), (0, -1.6, 1.2)), SHADED)
    return [lid, inside, left, flap, front, right]


# A strip of a front and a back becomes one card, with cardboard between its halves if the steps say so.


def _strip(pen: FoldPen) -> list[Item]:
    halves = [Rect(x, 5.0, 8.0, 8.0, fill=fill) for x, fill in ((1.5, PRINTED), (9.5, SHADED))]
    return [*halves, Rect(1.5, 5.0, 16.0, 8.0, stroke=pen.line), pen.folds((9.5, 4.0, 9.5, 14.0))]


def _strip_folding(pen: FoldPen) -> list[Item]:
    """Return the halves as a roof, the print outside."""
    deep, high, origin = 7.0, 6.0, (2.5, 13.5)
    ridge = ((5.5, high, deep), (5.5, high, 0))
    return [
        pen.solid(*origin, ((0, 0, 0), (0, 0, deep), *ridge), PRINTED),
        pen.solid(*origin, ((11.0, 0, 0), (11.0, 0, deep), *ridge), SHADED),
    ]


def _strip_folded(pen: FoldPen) -> list[Item]:
    under = Rect(5.3, 4.3, 8.0, 8.0, fill=SHADED, stroke=pen.line)
    return [under, Rect(4.5, 5.0, 8.0, 8.0, fill=PRINTED, stroke=pen.line)]
