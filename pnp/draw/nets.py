"""Folded parts: nets, dice, standees.

The belt of a cube is the row of four faces around it; they are upright when the cube's first face is on top. A
tetrahedron shows the same mark at the corner of three faces, upright when that corner points up: this is the result of
a throw.

A standee's net has, from the top: the tab, the back upside down, the front, the foot. Folded at the lines between them,
it is a tent. Its two faces are upright and the foot is below it.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from pnp.draw.context import DrawingContext, Scope
from pnp.draw.layers.face import draw_face
from pnp.facts.look import FAMILY, INK, Look, UnknownNameError
from pnp.geometry.polygons import mean
from pnp.model.faces.template import Template
from pnp.scene.items import (
    Affine,
    Group,
    Item,
    Path,
    Point,
    Rect,
    Scene,
    Stroke,
    apply,
    compose,
    rotate,
    scale,
    translate,
)
from pnp.scene.parts import Part
from pnp.scene.paths import polygon, polyline
from pnp.scene.typesetting.text import TextStyle
from pnp.scene.typesetting.typeset import typeset
from pnp.units import total

# Nets of all kinds: the outline to cut, fold lines, and glue areas.

Corners = tuple["Point", ...]
"""The corners of an area, one after the other."""

TAB = 5.0
"""The depth of a glue tab, in millimetres."""

TICK = 3.0
"""The length of the ticks that mark a fold outside the part."""

OFF = 1.0
"""The distance from the part to these ticks."""

_PITCH = 1.5
_AROUND = 0.6
_FOLD = Stroke(INK, 0.25, (2.0, 1.5))
_GLUE = Stroke(INK, 0.2)
_WORD = TextStyle(FAMILY, 6.0, INK, weight=600, tracking=0.1)


class Edge(Struct, frozen=True):
    """A piece of a net's outline, with the net to its right and a glue tab of depth `tab` to its left."""

    start: Point
    end: Point
    tab: float = 0.0

    @property
    def corners(self) -> Corners:
        """The corners of the tab, from the start of the edge to its end. It narrows, so that it slips in."""
        (x1, y1), (x2, y2) = self.start, self.end
        length = math.dist(self.start, self.end)
        dx, dy = (x2 - x1) / length, (y2 - y1) / length
        slant, depth = min(self.tab, length / 4), self.tab
        out = (dy * depth, -dx * depth)
        first = (x1 + dx * slant + out[0], y1 + dy * slant + out[1])
        last = (x2 - dx * slant + out[0], y2 - dy * slant + out[1])
        return self.start, first, last, self.end


def outline(edges: Iterable[Edge]) -> Corners:
    """Return the corners of the cut around a net with its tabs, each once; the edges must follow each other."""
    corners = [point for edge in edges for point in (edge.corners if edge.tab else (edge.start, edge.end))]
    return tuple(point for point, after in pairwise((*corners, corners[0])) if math.dist(point, after) > 1e-9)


def placed_face(face: Scene, place: Affine, clip: Rect | None = None) -> Group:
    """Return a face in its place on the net, clipped at its folds so that it does not bleed into its neighbours.

    `clip` is in the face's own coordinates; the default is its trim.
    """
    return Group(face.items, place, clip or Rect(0.0, 0.0, face.width, face.height))


def square_face(face: Scene, place: Affine, corners: Corners, edges: Iterable[Edge]) -> Group:
    """Return a face on an upright rectangle of the net, clipped at its folds. It bleeds on sides that are cut."""
    cut = {frozenset((edge.start, edge.end)) for edge in edges if not edge.tab}
    sides = zip(corners, (*corners[1:], corners[0]), strict=True)
    up, right, down, left = (face.bleed if frozenset(side) in cut else 0.0 for side in sides)
    (x1, y1), (x2, y2) = corners[0], corners[2]
    window = Rect(x1 - left, y1 - up, x2 - x1 + left + right, y2 - y1 + up + down)
    return Group((Group(face.items, place),), clip=window)


def fold_lines(folds: Iterable[tuple[Point, Point]], cut: Sequence[Point], look: Look) -> Iterator[Item]:
    """Yield the fold lines: dashed on the part, with ticks outside where they end at its edge."""
    stroke = _stroke(look, "fold", _FOLD)
    tick = Stroke(stroke.colour, stroke.width)
    for start, end in folds:
        yield Path(polyline((start, end)), stroke=stroke)
        for tip, tail in ((start, end), (end, start)):
            points = tuple(_beyond(tip, tail, off) for off in (OFF, OFF + TICK / 2, OFF + TICK))
            if not any(inside(point, cut) for point in points):
                yield Path(polyline((points[0], points[-1])), stroke=tick)


def scored(folds: Iterable[tuple[Point, Point]]) -> tuple[Path, ...]:
    """Return only the fold lines, for machines that score them."""
    return tuple(Path(polyline(fold)) for fold in folds)


def glue_area(corners: Corners, look: Look, along: tuple[Point, Point]) -> Iterator[Item]:
    """Yield a glue area: hatched, with the word for glue along a line and not upside down, if there is room."""
    stroke = _stroke(look, "glue", _GLUE)
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    right, bottom = max(x for x, _ in corners), max(y for _, y in corners)
    height = bottom - top
    count = int((right - left + height) / _PITCH)
    starts = (left + index * _PITCH for index in range(1, count + 1))
    lines = tuple(command for x in starts for command in polyline(((x - height, bottom), (x, top))))
    yield Group((Path(lines, stroke=stroke),), clip=Path(polygon(corners)))
    word = typeset(look.glue, _WORD)
    if not _has_room(corners, along, word.width + 2 * _AROUND, word.cap_height + 2 * _AROUND):
        return
    middle = mean(corners)
    turned = compose(translate(*middle), rotate(_upright(along)))
    x, y = -word.width / 2, -word.cap_height / 2
    ground = Rect(x - _AROUND, y - _AROUND, word.width + 2 * _AROUND, word.cap_height + 2 * _AROUND, fill="#FFFFFF")
    yield Group((ground, word.at(x, y - word.cap_top)), turned)


def tab_areas(edges: Iterable[Edge], look: Look) -> Iterator[Item]:
    """Yield the glue areas of all tabs."""
    for edge in edges:
        if edge.tab:
            yield from glue_area(edge.corners, look, (edge.start, edge.end))


def inside(point: Point, corners: Sequence[Point]) -> bool:
    """Whether the point is in the polygon, by the even-odd rule; on its outline the result may be either."""
    x, y = point
    within = False
    for (x1, y1), (x2, y2) in pairwise((*corners, corners[0])):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            within = not within
    return within


def _beyond(tip: Point, tail: Point, off: float) -> Point:
    """Return the point on the line from `tail` through `tip`, `off` beyond `tip`."""
    length = math.dist(tip, tail)
    return tip[0] + (tip[0] - tail[0]) * off / length, tip[1] + (tip[1] - tail[1]) * off / length


def _has_room(corners: Corners, along: tuple[Point, Point], width: float, height: float) -> bool:
    """Whether a text of that size fits the area, centred and along the line."""
    turn = compose(translate(*mean(corners)), rotate(_upright(along)))
    spots = ((x, y) for x in (-width / 2, width / 2) for y in (-height / 2, height / 2))
    return all(inside(apply(turn, *spot), corners) for spot in spots)


def _upright(along: tuple[Point, Point]) -> float:
    """Return the angle of a text along a line, chosen so that it is not upside down."""
    (x1, y1), (x2, y2) = along
    degrees = round(math.degrees(math.atan2(y2 - y1, x2 - x1)), 6) % 180
    return degrees if degrees <= 90 else degrees - 180


def _stroke(look: Look, role: str, otherwise: Stroke) -> Stroke:
    """Return the stroke of a role, or the default if the theme lacks it."""
    try:
        return look.stroke(role)
    except UnknownNameError:
        return otherwise


# Unfolded solids: the faces of a cube and of a tetrahedron, with glue tabs and fold lines.


class Net(Struct, frozen=True):
    """An unfolded solid, its outside up: the corners of each face, the outline of the net, and the fold lines.

    Faces and outline are clockwise.
    """

    faces: tuple[Corners, ...]
    edges: tuple[Edge, ...]
    folds: tuple[tuple[Point, Point], ...]

    @property
    def cut(self) -> Corners:
        """The corners of the cut, with tabs."""
        return outline(self.edges)


BELT = (1, 2, 4, 3)
"""The faces of a cube's belt from left to right, numbered from 0. Face 0 is above the belt and face 5 below."""

CORNERS = ((0, 1, 2), (3, 1, 0), (0, 2, 3), (1, 3, 2))
"""Which corner of a tetrahedron each corner of its four faces is."""


def cube(edge: float) -> Net:
    """Return the net of a cube: a belt of four faces, with one face above the first of them and one below.

    Opposite faces are the first and last, the second and fifth, the third and fourth. The first three are anticlockwise
    around their common corner.
    """
    columns = {0: 0, 5: 0, **{face: step for step, face in enumerate(BELT)}}
    rows = {0: 0, 5: 2, **dict.fromkeys(BELT, 1)}
    faces = tuple(_square(columns[face], rows[face], edge) for face in range(6))
    corners = (
        (0, 0),
        (1, 0),
        (1, 1),
        (2, 1),
        (3, 1),
        (4, 1),
        (4, 2),
        (3, 2),
        (2, 2),
        (1, 2),
        (1, 3),
        (0, 3),
        (0, 2),
        (0, 1),
    )
    tabbed = {0, 1, 9, 10, 11, 12, 13}
    edges = _round(tuple((x * edge, y * edge) for x, y in corners), tabbed)
    between = (((0, 1), (1, 1)), ((0, 2), (1, 2)), *(((step, 1), (step, 2)) for step in (1, 2, 3)))
    folds = tuple(((x1 * edge, y1 * edge), (x2 * edge, y2 * edge)) for (x1, y1), (x2, y2) in between)
    return _settled(faces, edges, folds)


def tetrahedron(edge: float) -> Net:
    """Return the net of a tetrahedron: a triangle with sides of 2 × `edge`.

    Its three corners meet in one corner of the solid.
    """
    rise = edge * math.sqrt(3) / 2
    tip, west, east = (edge, 0.0), (edge / 2, rise), (edge * 3 / 2, rise)
    low, south, far = (0.0, 2 * rise), (edge, 2 * rise), (2 * edge, 2 * rise)
    faces = ((west, east, south), (tip, east, west), (west, south, low), (east, far, south))
    edges = _round((tip, east, far, south, low, west), {0, 2, 4})
    return _settled(faces, edges, ((west, east), (east, south), (south, west)))


def _square(column: int, row: int, edge: float) -> Corners:
    left, top, right, bottom = column * edge, row * edge, (column + 1) * edge, (row + 1) * edge
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _round(corners: Corners, tabbed: set[int]) -> tuple[Edge, ...]:
    """Return the edges between consecutive corners; those with the given indices have a tab."""
    following = (*corners[1:], corners[0])
    return tuple(
        Edge(start, end, TAB if index in tabbed else 0.0)
        for index, (start, end) in enumerate(zip(corners, following, strict=True))
    )


def _settled(faces: tuple[Corners, ...], edges: tuple[Edge, ...], folds: tuple[tuple[Point, Point], ...]) -> Net:
    """Return the net, with folds at its tabs, moved so that its minimum x and y are 0."""
    cut = outline(edges)
    dx, dy = -min(x for x, _ in cut), -min(y for _, y in cut)

    def moved(point: Point) -> Point:
        return point[0] + dx, point[1] + dy

    settled = tuple(Edge(moved(edge.start), moved(edge.end), edge.tab) for edge in edges)
    return Net(
        tuple(tuple(map(moved, face)) for face in faces),
        settled,
        (
            *((moved(start), moved(end)) for start, end in folds),
            *((edge.start, edge.end) for edge in settled if edge.tab),
        ),
    )


# Dice: nets of a cube with drawn faces, or of a tetrahedron with drawn corners.

EDGES = {6: 18.0, 4: 28.0}
"""The default length of a die's edges in millimetres, by its number of sides."""


def draw_die(
    template: Template, edge: float, name: str, scopes: Sequence[Scope], context: DrawingContext, copies: int
) -> Part:
    """Return the net of a die with a side for each scope: six or four."""
    if len(scopes) == 6:
        net = cube(edge)
        panels = tuple(_cube_faces(template, edge, net, scopes, context))
    else:
        net = tetrahedron(edge)
        panels = tuple(_corner_marks(template, edge, net, scopes, context))
    cut = net.cut
    front = Scene(max(x for x, _ in cut), max(y for _, y in cut), panels, template.bleed, name)
    guides = (*fold_lines(net.folds, cut, context.look), *tab_areas(net.edges, context.look))
    return Part(name, front, None, Path(polygon(cut)), copies, guides, scored(net.folds))


def edge_of(template: Template, sides: int, said: float | None) -> float:
    """Return the edge length of a die.

    This is the stated length, else the width of a square template of a cube, else the default.
    """
    if said is None and sides == 6 and template.width == template.height:
        return template.width
    return EDGES[sides] if said is None else said


def mark_size(edge: float) -> float:
    """Return the side of the square for the mark at a corner of a tetrahedron.

    The area of a face that is nearest to this corner holds a circle, and the circle holds the square.
    """
    return _reach(edge) * math.sqrt(2)


def _reach(edge: float) -> float:
    """Return the radius of that circle: it touches the edges of the face and the bisectors between its corners."""
    half, inner = edge / 2, edge / (2 * math.sqrt(3))
    return half * inner / (half + inner)


def tetrahedron_from_above(mark: Scene, edge: float) -> tuple[Scene, Path]:
    """Return a lying tetrahedron with its result on top, as players see it, and its outline, in a square.

    The mark of the result is next to the top corner on each of the three faces, and upright there.
    """
    rise = edge * math.sqrt(3) / 2
    above, below = (edge - rise) / 2, (edge + rise) / 2
    corners = ((edge / 2, above), (edge, below), (0.0, below))
    top = mean(corners)
    depth = rise / 3  # of a face, from the top corner to the middle of its edge
    away = depth / (1 + math.sin(math.radians(60)))  # the centre of the largest circle in a face
    side = 2 * (depth - away)
    outline = Path(polygon(corners))
    items: list[Item] = [replace(outline, fill="#FFFFFF")]
    size = scale(side / mark.width, side / mark.height)
    for middle in (mean((corners[at], corners[at - 1])) for at in range(3)):
        share = away / depth
        centre = top[0] + (middle[0] - top[0]) * share, top[1] + (middle[1] - top[1]) * share
        items.append(placed_face(mark, compose(_towards(top, centre, math.dist(top, centre), side), size)))
    line = Stroke(INK, 0.4, (), "round", "round")
    items += [Path(polyline((top, corner)), stroke=line) for corner in corners]
    return Scene(edge, edge, (*items, replace(outline, stroke=line)), name=mark.name), outline


def _cube_faces(
    template: Template, edge: float, net: Net, scopes: Sequence[Scope], context: DrawingContext
) -> Iterator[Group]:
    sized = replace(template, width=edge, height=edge, shape="rectangle")
    for corners, scope in zip(net.faces, scopes, strict=True):
        face = draw_face(sized, scope, context, scope.row)
        yield square_face(face, translate(*corners[0]), corners, net.edges)


def _corner_marks(
    template: Template, edge: float, net: Net, scopes: Sequence[Scope], context: DrawingContext
) -> Iterator[Group]:
    """Yield the mark of each corner of a tetrahedron, once on each of the three faces that meet there."""
    side = mark_size(edge)
    sized = replace(template, width=side, height=side, shape="rectangle", safe=0.0, bleed=0.0)
    marks = [draw_face(sized, scope, context, scope.row) for scope in scopes]
    for corners, named in zip(net.faces, CORNERS, strict=True):
        middle = total(x for x, _ in corners) / 3, total(y for _, y in corners) / 3
        for corner, number in zip(corners, named, strict=True):
            yield placed_face(marks[number], _towards(corner, middle, 2 * _reach(edge), side))


def _towards(corner: Point, middle: Point, off: float, side: float) -> Affine:
    """Return the transform of a square whose top points to the corner and whose centre is `off` from it."""
    away = math.dist(corner, middle)
    ux, uy = (corner[0] - middle[0]) / away, (corner[1] - middle[1]) / away
    turn = rotate(round(math.degrees(math.atan2(ux, -uy)), 6))
    at = translate(corner[0] - ux * off, corner[1] - uy * off)
    return compose(compose(at, turn), translate(-side / 2, -side / 2))


# Standees: a standing face, as a net to cut out, fold and glue.

BASE = 9.0
"""The default depth of the foot, in millimetres."""

_SLANT = 1.5


def draw_standee(
    template: Template, back: Template | None, base: float | None, scope: Scope, context: DrawingContext, copies: int
) -> Part:
    """Return the net of a standee; without a separate template the back is the same as the front."""
    foot = BASE if base is None else base
    tab = tab_depth(foot)
    front = draw_face(template, scope, context, scope.row)
    behind = draw_face(back, scope, context, scope.row) if back else front
    width, height = template.width, template.height
    upside_down: Affine = (-1.0, 0.0, 0.0, -1.0, width, tab + height)
    bleed = template.bleed
    sides = Rect(-bleed, 0.0, width + 2 * bleed, height)
    panels = (placed_face(behind, upside_down, sides), placed_face(front, translate(0.0, tab + height), sides))
    net = Scene(width, tab + 2 * height + foot, panels, bleed, scope.row)
    slant = min(_SLANT, width / 4)
    flap = ((slant, 0.0), (width - slant, 0.0), (width, tab), (0.0, tab))
    cut = (*flap[:3], (width, net.height), (0.0, net.height), flap[3])
    folds = tuple(((0.0, y), (width, y)) for y in (tab, tab + height, tab + 2 * height))
    guides = (*fold_lines(folds, cut, context.look), *glue_area(flap, context.look, folds[0]))
    return Part(scope.row, net, None, Path(polygon(cut)), copies, guides, scored(folds))


def tab_depth(foot: float) -> float:
    """Return the depth of the glue tab, which fits inside the foot."""
    return min(max(foot - 2.0, 2.5), 8.0)
