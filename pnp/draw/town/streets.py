"""Drawing of roads and spaces."""

import itertools
import math
from collections.abc import Callable, Container, Iterator, Mapping, Sequence

from msgspec.structs import replace

from pnp.draw.town.names import box, words
from pnp.draw.town.plan import Canvas, Paint, Plan, Way, lines, lit, pen, straight
from pnp.draw.town.street_layout import DRIVE, CrosswalkBars, Parking, Scape, Slot, along
from pnp.geometry.polygons import Point, Ring, Shape, between, difference, grow, intersection, rectangle, union
from pnp.model.maps.map_style import Dash, RoadStyle, StreetStyle, TagMark
from pnp.scene.items import Ellipse, Group, Item, Path, Rect, Stroke
from pnp.units import total

# Streets: all casings first, then all fills, then the dashes, so that streets merge at junctions.

Line = Sequence[Point]

ARROW = ((-1.0, 0.17), (0.1, 0.17), (0.1, 0.5), (1.0, 0.0), (0.1, -0.5), (0.1, -0.17), (-1.0, -0.17))
"""An arrow to the right, twice as long as wide."""


def draw_streets(plan: Plan, style: RoadStyle, paint: Paint) -> Iterator[Item]:
    """Yield every road of the plan, with an arrow on one-way roads."""
    both = [way.points for way in plan.ways if not way.one_way]
    single = [way.points for way in plan.ways if way.one_way]
    if style.casing and plan.ways:
        yield _all([*both, *single], paint("kerb"), plan.street)
    if both:
        yield _all(both, paint("street"), style.width, style.broken)
    if single:
        yield _all(single, paint("one-way"), style.width, style.broken)
        yield Path(straight(_arrow(points, style.width * 0.7) for points in single), paint("arrow"))
    if style.dash and both:
        leaving = _roads_from(plan)
        open_road = [_whole_dashes(_clear_part(way, leaving, plan), style.dash) for way in plan.ways if not way.one_way]
        runs = [line for line in open_road if line]
        stroke = Stroke(paint("dash"), style.dash.width, (style.dash.length, style.dash.gap))
        yield from (Path(lines(*runs), None, stroke) for _ in runs[:1])


def _all(runs: Sequence[Line], colour: str, width: float, broken: tuple[float, float] | None = None) -> Path:
    return Path(lines(*runs), None, Stroke(colour, width, broken or (), cap="round", join="round"))


def _arrow(points: Line, size: float) -> Ring:
    """Return an arrow in the middle of the road's longest segment, pointing along it."""
    a, b = max(itertools.pairwise(points), key=lambda side: math.dist(*side))
    turn = math.atan2(b[1] - a[1], b[0] - a[0])
    cos, sin, (x, y) = math.cos(turn) * size, math.sin(turn) * size, between(a, b)
    return tuple((x + u * cos - v * sin, y + u * sin + v * cos) for u, v in ARROW)


def _roads_from(plan: Plan) -> Mapping[Point, list[tuple[Way, Line]]]:
    """Return the roads that leave each place, each with its line from there."""
    found: dict[Point, list[tuple[Way, Line]]] = {}
    for way in plan.ways:
        for line in (way.points, way.points[::-1]):
            found.setdefault(line[0], []).append((way, line))
    return found


def _clear_part(way: Way, leaving: Mapping[Point, list[tuple[Way, Line]]], plan: Plan) -> Line:
    """Return the part of a road clear of its places and of nearby roads; empty if there is none.

    A nearby road leaves the same place at a small angle.
    """
    others = {
        end: [line for other, line in leaving[end] if other is not way] for end in (way.points[0], way.points[-1])
    }
    start, end = (_covered_length(points, others[points[0]], plan) for points in (way.points, way.points[::-1]))
    return _cut(_cut(way.points, start)[::-1], end)[::-1]


def _covered_length(points: Line, others: Sequence[Line], plan: Plan) -> float:
    """Return the distance from its first point within which a road is under its place or overlaps another road."""
    far = plan.radii[points[0]] + 1.0
    for line in others:
        turn = abs((_angle(line) - _angle(points) + math.pi) % math.tau - math.pi)
        if 0.05 < turn < math.pi / 2:
            far = max(far, 0.9 * plan.street / math.sin(turn))
    return far


def _whole_dashes(points: Line, dash: Dash) -> Line:
    """Return the middle of the line for whole dashes; empty if there is no room for one."""
    length = total(math.dist(a, b) for a, b in itertools.pairwise(points))
    over = (length + dash.gap) % (dash.length + dash.gap)
    return () if length < dash.length else _cut(_cut(points, over / 2)[::-1], over / 2)[::-1]


def _angle(points: Line) -> float:
    return math.atan2(points[1][1] - points[0][1], points[1][0] - points[0][0])


def _cut(points: Line, length: float) -> Line:
    """Return the line without its first `length` millimetres; empty if nothing is left."""
    for index, (a, b) in enumerate(itertools.pairwise(points), start=1):
        side = math.dist(a, b)
        if side > length:
            return (between(a, b, length / side), *points[index:])
        length -= side
    return ()


# Spaces along streets: kerbs and asphalt, lines between spaces, crosswalks, and the content of spaces.

BAR = 1.5
"""The width of a bar of a crosswalk, and of the gaps."""

PLATE = (15.0, 8.4)
"""The length and width of the plate of a one-way sign; its arrow is 12 by 6 mm."""

SPOT = (21.0, 17.0)
"""The length and width of the spot for a one-way token."""

SIGN = 8.0
"""The size of an icon in a space."""

GUTTER = -0.5
"""The light on the edge of the asphalt along kerbs."""

DISC = 3.9
"""The radius of the disc under a number."""

PARKING = "parking"
"""The icon of lots, if an icon of that name exists."""

GAP = 1.4
"""The minimum distance between two stamps in a space."""

Stamp = tuple[float, float, "Callable[[Point, float], Iterator[Item]]"]
"""An item in a space: its length along the street, its width across it, and the function that draws it."""


def draw_ground(scape: Scape, style: StreetStyle, canvas: Canvas) -> Iterator[Item]:
    """Yield the kerbs and the asphalt of all streets and lots, and the fills of marked spaces."""
    paint = canvas.paint
    if style.kerb:
        yield Path(straight(grow(scape.asphalt, style.kerb)), paint("kerb"))
    yield Path(straight(scape.asphalt), paint("street"))
    if style.gutter:
        gutter = difference(scape.asphalt, grow(scape.asphalt, -style.gutter))
        yield Path(straight(gutter), lit(paint("street"), GUTTER))
    if "intersection" in canvas.style.colours:
        spaces = union(*(scape.ground(slot) for slot in scape.slots), *((lot.ground,) for lot in scape.lots))
        whole = (rectangle(0.0, 0.0, scape.width, scape.height),)  # spaces go on over the edges of a tile
        yield Path(straight(intersection(difference(scape.asphalt, spaces), whole)), paint("intersection"))
    for mark in style.marks:
        marked = [scape.ground(slot) for slot in scape.slots if mark_of(slot, style) is mark]
        if marked and mark.colour:
            fill = canvas.look.colour(mark.colour.name)
            if mark.frame:
                rims = (difference(ground, grow(ground, -mark.frame, "miter")) for ground in marked)
                yield Path(straight(ring for rim in rims for ring in rim), fill)
                continue
            yield Path(straight(union(*marked)), fill)
            if fill == paint("place"):  # white is invisible next to white paper
                inner = [ring for ground in marked for ring in grow(ground, -0.55, "miter")]
                yield Path(straight(inner), None, Stroke(paint("special-edge"), 0.7))


def draw_markings(scape: Scape, style: StreetStyle, canvas: Canvas) -> Iterator[Item]:
    """Yield the lines between spaces, the crosswalks, and the content of each space."""
    paint = canvas.paint
    starts = {_key(slot.line[0]) for slot in scape.slots}
    edges = [edge for slot in scape.slots for edge in _ends(slot, scape.road / 2, starts)]
    if style.divider and edges:
        yield Path(lines(*edges), None, Stroke(paint("divider"), style.divider))
    if style.dash:
        runs = [run for slot in scape.slots if _is_plain(slot, style) and (run := _whole_dashes(slot.line, style.dash))]
        stroke = Stroke(paint("dash"), style.dash.width, (style.dash.length, style.dash.gap))
        yield from (Path(lines(*runs), None, stroke) for _ in runs[:1])
    for lot in scape.lots:
        yield from _bays(lot, scape, style, canvas)
    for crosswalk in scape.crosswalks:
        yield from _bars(crosswalk, scape.road, canvas)
    for slot in scape.slots:
        yield from _printed(slot, scape, style, canvas)


def mark_of(slot: Slot, style: StreetStyle) -> TagMark | None:
    """Return the first of the style's marks whose tag the space has; None if there is none."""
    return next((mark for mark in style.marks if mark.tag.name in slot.tags), None)


def _is_plain(slot: Slot, style: StreetStyle) -> bool:
    """Whether nothing is printed in a space."""
    return not (mark_of(slot, style) or slot.token or slot.one_way or slot.icon or slot.area.label)


def _ends(slot: Slot, half: float, starts: Container[tuple[int, int]]) -> Iterator[tuple[Point, Point]]:
    """Yield the lines across the street at both ends of a space. Its end is left out if another space starts there."""
    for share in (0.0, 1.0):
        at, turn = along(slot.line, share)
        if share and _key(at) in starts:
            continue
        dx, dy = -math.sin(turn) * half, math.cos(turn) * half
        yield (at[0] + dx, at[1] + dy), (at[0] - dx, at[1] - dy)


def _key(at: Point) -> tuple[int, int]:
    return round(at[0] * 10), round(at[1] * 10)


def _board(lot: Parking, style: StreetStyle, canvas: Canvas) -> Iterator[Item]:
    """Yield the name of a lot on a board in its middle, with the icon for parking if that exists."""
    if style.names is None or canvas.style.hide_names:
        return
    name = words(lot.name, canvas.look.text(style.names.name), lot.at)
    size = 7.0 if PARKING in canvas.look.icons else 0.0
    half_width, half_height = (name.width + size) / 2 + 1.6, max(name.height, size) / 2 + 0.6
    (x, y), blue, paper = lot.at, canvas.paint("one-way"), canvas.paint("arrow")
    edge = Stroke(paper, 0.4)
    yield Rect(*_near((x - half_width, y - half_height)), 2 * half_width, 2 * half_height, 1.2, blue, edge)
    if size:
        yield canvas.look.icon(PARKING, *_near((x - half_width + 0.8, y - size / 2)), size, paper)
    text = replace(canvas.look.text(style.names.name), colour=paper)
    yield words(lot.name, text, (x + size / 2 + 0.2, y)).drawn()


def _at_exit(drive: tuple[Point, Point], scape: Scape, kept: bool) -> CrosswalkBars:
    """Return the crosswalk over a drive, next to the street to which it leads."""
    (x, y), (to_x, to_y) = drive
    far = math.dist(*drive) or 1.0
    at = between((to_x, to_y), (x, y), min(1.0, (scape.road / 2 + 3.0) / far))
    return CrosswalkBars(at, math.atan2(to_y - y, to_x - x), 6.0, kept)


def _bars(crosswalk: CrosswalkBars, width: float, canvas: Canvas) -> Iterator[Item]:
    """Yield the bars of a crosswalk, parallel to the street and over its whole width."""
    count = max(1, int((width - 0.8 + BAR) // (2 * BAR)))
    deep = crosswalk.depth / 2 - 0.9
    (x, y), turn = crosswalk.at, crosswalk.turn
    bars: Shape = ()
    for number in range(count):
        off = (number - (count - 1) / 2) * 2 * BAR
        bars += (box((x - math.sin(turn) * off, y + math.cos(turn) * off), deep, BAR / 2, turn),)
    colour = canvas.paint("kept-crosswalk") if crosswalk.kept else canvas.paint("crosswalk")
    yield Path(straight(bars), colour, Stroke(canvas.paint("kerb"), 0.25))


def _printed(slot: Slot, scape: Scape, style: StreetStyle, canvas: Canvas) -> Iterator[Item]:
    """Yield the stamps of a space in a row along the street, smaller if there is little room."""
    stamps = list(_stamps(slot, style, canvas))
    if slot.token:
        yield from _spot(slot, scape, canvas)
    if not stamps:
        return
    long = total(stamp[0] for stamp in stamps) + GAP * (len(stamps) - 1)
    room = slot.length - 2 * GAP
    scale = min(1.0, room / long, (scape.road - 2 * GAP) / max(stamp[1] for stamp in stamps))
    start = -long / 2
    turn = slot.turn if math.cos(slot.turn) >= 0 else slot.turn + math.pi
    for length, _, draw in stamps:
        off = (start + length / 2) * scale
        start += length + GAP
        at = slot.middle[0] + math.cos(turn) * off, slot.middle[1] + math.sin(turn) * off
        yield from draw(at, scale)


def _stamps(slot: Slot, style: StreetStyle, canvas: Canvas) -> Iterator[Stamp]:
    """Yield the stamps of a space: its icon, its number, the arrow of a one-way street."""
    paint, look = canvas.paint, canvas.look
    mark = mark_of(slot, style)
    name = slot.icon or (mark.icon.name if mark and mark.icon else "")
    if name:

        def icon(at: Point, scale: float) -> Iterator[Item]:
            size = SIGN * scale
            yield look.icon(name, round(at[0] - size / 2, 3), round(at[1] - size / 2, 3), size, paint("outline"))

        yield SIGN, SIGN, icon
    if slot.area.label and style.numbers:
        text = look.text(style.numbers.name)

        def number(at: Point, scale: float) -> Iterator[Item]:
            radius = DISC * scale
            yield Ellipse(*_near(at), radius, radius, paint("place"), pen(paint("outline"), 0.35))
            yield words(slot.area.label, text, at).drawn()

        yield 2 * DISC, 2 * DISC, number
    if slot.one_way:

        def arrow(at: Point, scale: float) -> Iterator[Item]:
            yield from _one_way(at, slot.turn, scale, canvas)

        yield PLATE[0], PLATE[1], arrow


def _one_way(at: Point, turn: float, scale: float, canvas: Canvas) -> Iterator[Item]:
    """Yield a white arrow on a blue plate."""
    long, wide = PLATE
    plate = Rect(-long / 2, -wide / 2, long, wide, 1.4, canvas.paint("one-way"))
    arrow = Path(straight((tuple((6 * x, 6 * y) for x, y in ARROW),)), canvas.paint("arrow"))
    cos, sin = round(math.cos(turn) * scale, 5), round(math.sin(turn) * scale, 5)
    yield Group((plate, arrow), (cos, sin, -sin, cos, *_near(at)))


def _spot(slot: Slot, scape: Scape, canvas: Canvas) -> Iterator[Item]:
    """Yield the outline of a token, with an arrowhead at either end."""
    long, wide = min(SPOT[0], slot.length - 1.0), min(SPOT[1], scape.road - 1.0)
    colour = canvas.paint("one-way")
    outline = Rect(-long / 2, -wide / 2, long, wide, 1.6, None, Stroke(colour, 0.5, (2.0, 1.2)))
    heads = tuple(
        ((side * (long / 2 - 1.2), 0.0), (side * (long / 2 - 3.8), -2.1), (side * (long / 2 - 3.8), 2.1))
        for side in (-1, 1)
    )
    cos, sin = round(math.cos(slot.turn), 5), round(math.sin(slot.turn), 5)
    yield Group((outline, Path(straight(heads), colour)), (cos, sin, -sin, cos, *_near(slot.middle)))


def _bays(lot: Parking, scape: Scape, style: StreetStyle, canvas: Canvas) -> Iterator[Item]:
    """Yield the bays of a lot in one or two rows along its longer side, and its name."""
    flat = lot.size[0] >= lot.size[1]
    runs: list[tuple[Point, Point]] = []
    for count, edge, inner in lot.rows:
        for number in range(count + 1):
            u = (number - count / 2) * lot.pitch
            ends = ((u, edge), (u, inner)) if flat else ((edge, u), (inner, u))
            runs.append(tuple((lot.at[0] + x, lot.at[1] + y) for x, y in ends))  # type: ignore[arg-type]
    if runs:
        yield Path(lines(*runs), None, Stroke(canvas.paint("bay"), 0.5))
    yield from _board(lot, style, canvas)
    if lot.drive and lot.crosswalk:
        yield from _bars(_at_exit(lot.drive, scape, lot.kept), scape.road * DRIVE, canvas)


def _near(at: Point) -> Point:
    return round(at[0], 3), round(at[1], 3)
