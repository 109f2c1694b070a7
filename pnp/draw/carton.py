"""Tuck boxes: front, right, back and left in a row with a glue strip, a lid that tucks in, and a glued bottom.

Lid and bottom are attached to the back. All sides are upright when seen from the front, lid and bottom when the box is
tipped forwards or backwards.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from pnp.draw.context import DrawingContext, Scope
from pnp.draw.layers.face import draw_face
from pnp.draw.nets import TAB, Corners, Edge, fold_lines, outline, scored, square_face, tab_areas
from pnp.facts.rows import BoxSize
from pnp.model.component import Panel
from pnp.model.faces.template import Template
from pnp.scene.items import Affine, Command, Path, Point, Scene, translate
from pnp.scene.parts import Part
from pnp.scene.paths import KAPPA, polygon

BELT: tuple[Panel, ...] = ("front", "right", "back", "left")
"""The upright sides, from left to right."""

FLAP = 9.0
"""The minimum depth of a flap, so that it holds. All lengths are in millimetres."""

STRIP = 12.0
"""The maximum width of a glue strip."""

LEAST = 3.0
"""The minimum width of a glue strip, for boxes that are hardly deeper than that."""

NOTCH = 9.0
"""The maximum radius of the thumb notch."""

PLAY = 0.5
"""The clearance of parts that slip in: on either side of the lid's end, and for the long strip."""


class Carton(Struct, frozen=True):
    """A box as a net: the corners of its sides, its outline with flaps and strips, and its fold lines.

    The strips and the flaps of the bottom are glued; `mouth` is the edge of the front with the notch.
    """

    sides: Mapping[Panel, Corners]
    edges: tuple[Edge, ...]
    glued: tuple[Edge, ...]
    folds: tuple[tuple[Point, Point], ...]
    mouth: tuple[Point, Point]

    @property
    def cut(self) -> Corners:
        """The corners of the cut, without the notch."""
        return outline(self.edges)


def carton(width: float, height: float, depth: float) -> Carton:
    """Return the net of a box with these inner measures."""
    strip = min(max(depth - PLAY, LEAST), STRIP)
    lip = min(max(depth * 0.75, FLAP), height / 2)
    dust = max(TAB, min(max(depth * 0.75, FLAP), width / 2 - PLAY))
    x = _steps(strip, width, depth, width, depth)
    y = _steps(lip, depth, height, depth)
    glue = Edge((x[0], y[2]), (x[0], y[1]), strip)
    foot = Edge((x[3], y[3]), (x[2], y[3]), min(STRIP, height / 4))
    right, left = (Edge((x[at], y[1]), (x[at + 1], y[1]), dust) for at in (1, 3))
    low_left, low_right = (Edge((x[at + 1], y[2]), (x[at], y[2]), dust) for at in (3, 1))
    lid = ((x[2], y[1]), (x[2], y[0]), *_tucked(x[2], x[3], y[0], lip), (x[3], y[0]), (x[3], y[1]))
    edges = (
        Edge((x[0], y[1]), (x[1], y[1])),
        right,
        *_along(lid),
        left,
        Edge((x[4], y[1]), (x[4], y[2])),
        low_left,
        Edge((x[3], y[2]), (x[3], y[3])),
        foot,
        Edge((x[2], y[3]), (x[2], y[2])),
        low_right,
        Edge((x[1], y[2]), (x[0], y[2])),
        glue,
    )
    flaps = (right, left, low_left, low_right, foot, glue)
    folds = (
        *(((x[at], y[1]), (x[at], y[2])) for at in (1, 2, 3)),
        *(((x[2], y[at]), (x[3], y[at])) for at in (0, 1, 2)),
        *((flap.start, flap.end) for flap in flaps),
    )
    sides: dict[Panel, Corners] = {name: _rectangle(x[at], y[1], x[at + 1], y[2]) for at, name in enumerate(BELT)}
    sides["top"] = _rectangle(x[2], y[0], x[3], y[1])
    sides["bottom"] = _rectangle(x[2], y[2], x[3], y[3])
    return Carton(sides, edges, (glue, foot, low_left, low_right), folds, ((x[0], y[1]), (x[1], y[1])))


def draw_carton(
    size: BoxSize, templates: Mapping[Panel, Template], scope: Scope, context: DrawingContext, copies: int
) -> Part:
    """Return the part for a box of that size; a side without a template stays blank."""
    net = carton(size.width, size.height, size.depth)
    scope = scope.with_names({"cards": size.count})
    panels = tuple(
        square_face(face, _place(name, net.sides[name]), net.sides[name], net.edges)
        for name, template in templates.items()
        for face in (_side(template, net.sides[name], scope, context),)
    )
    cut = net.cut
    bleed = max((template.bleed for template in templates.values()), default=0.0)
    front = Scene(max(x for x, _ in cut), max(y for _, y in cut), panels, bleed, scope.row)
    guides = (*fold_lines(net.folds, cut, context.look), *tab_areas(net.glued, context.look))
    return Part(scope.row, front, None, Path(notched(net)), copies, guides, scored(net.folds))


def _side(template: Template, corners: Corners, scope: Scope, context: DrawingContext) -> Scene:
    """Return a side of the box: its template, laid out in the size of the side."""
    (left, top), (right, bottom) = corners[0], corners[2]
    sized = replace(template, width=right - left, height=bottom - top, shape="rectangle")
    return draw_face(sized, scope, context, scope.row)


def _place(name: Panel, corners: Corners) -> Affine:
    """Return the transform of a side. Lid and bottom are turned by 180°, so that they are upright from the front."""
    if name in ("top", "bottom"):
        return (-1.0, 0.0, 0.0, -1.0, *corners[2])
    return translate(*corners[0])


def notched(net: Carton) -> tuple[Command, ...]:
    """Return the cut with the thumb notch."""
    (x1, y), (x2, _) = net.mouth
    radius, middle = min(NOTCH, (x2 - x1) / 5), (x1 + x2) / 2
    k = radius * KAPPA
    notch: tuple[Command, ...] = (
        ("L", middle - radius, y),
        ("C", middle - radius, y + k, middle - k, y + radius, middle, y + radius),
        ("C", middle + k, y + radius, middle + radius, y + k, middle + radius, y),
    )
    start = net.cut.index(net.mouth[0])
    corners = (*net.cut[start:], *net.cut[:start])
    first, *others = polygon(corners)
    return (first, *notch, *others)


def _steps(*lengths: float) -> tuple[float, ...]:
    """Return the end of each length when they are placed one after the other."""
    ends = [0.0]
    for length in lengths:
        ends.append(ends[-1] + length)
    return tuple(ends[1:])


def _tucked(left: float, right: float, fold: float, depth: float) -> Iterator[Point]:
    """Yield the corners of the lid's end from left to right: it is narrower than the lid, with cut corners."""
    off = depth / 3
    yield left + PLAY, fold
    yield left + PLAY, fold - depth + off
    yield left + PLAY + off, fold - depth
    yield right - PLAY - off, fold - depth
    yield right - PLAY, fold - depth + off
    yield right - PLAY, fold


def _along(corners: Corners) -> Iterator[Edge]:
    return (Edge(start, end) for start, end in pairwise(corners))


def _rectangle(left: float, top: float, right: float, bottom: float) -> Corners:
    return (left, top), (right, top), (right, bottom), (left, bottom)
